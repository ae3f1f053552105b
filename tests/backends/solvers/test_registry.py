"""The solvers by name: known ones, what an unknown one says, and what a process of one loads."""

import subprocess
import sys
from typing import cast

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.built_in import BUILT_IN, loaded
from specassay.backends.solvers.choices import chosen, names
from specassay.core.errors import InputError


def test_every_name_is_a_solver_with_a_version() -> None:
    assert names() == ("z3", "cvc5", "yices")
    for name in names():
        backend = registry.get(name)
        assert backend.name == name
        assert backend.version()[0].isdigit()


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no such solver: simplify \(there are z3, cvc5, yices\)"):
        registry.get("simplify")


def test_a_portfolio_asks_whoever_decides_less_first_and_equals_as_they_are_registered() -> None:
    assert registry.in_order(["cvc5", "yices", "z3"]) == ("yices", "cvc5", "z3")
    assert registry.in_order(names()) == ("yices", "z3", "cvc5")


HEAVY = ("specassay.core.ir", "specassay.backends.solvers.registry", "importlib.metadata")


def test_a_worker_imports_its_solver_and_no_language() -> None:
    folder = "specassay.backends.solvers"
    program = f"import sys, {folder}.worker_process, {folder}.one_query; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not [name for name in done.stdout.split() if name.startswith(HEAVY)]


def test_the_solver_of_a_name_is_the_registered_one() -> None:
    assert all(loaded(name) is registry.solver(name) for name in BUILT_IN)
    with pytest.raises(InputError, match="no such solver: nothing"):
        loaded("nothing")


@pytest.mark.parametrize(("choice", "names"), [("both", ("z3", "cvc5")), ("cvc5", ("cvc5",)), ("all", names())])
def test_a_choice_stands_for_solvers_that_are_installed(choice: str, names: tuple[str, ...]) -> None:
    assert chosen(choice) == names


def test_a_choice_that_is_none_lists_the_choices_and_one_that_is_missing_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(InputError, match="no solver 'z4': choose z3, cvc5, yices, both or all"):
        chosen("z4")
    monkeypatch.setitem(cast("dict[str, str]", BUILT_IN), "yices", "yices-solver-that-nobody-has")
    with pytest.raises(InputError, match="the solver yices is not installed: pip install yices-solver-that-nobody-has"):
        chosen("yices")
    assert chosen("all") == ("z3", "cvc5")
