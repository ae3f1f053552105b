"""The registry: known names, and what an unknown one says."""

import pytest

from specassay.backends.solvers import registry
from specassay.core.errors import InputError


def test_every_name_is_a_solver_with_a_version() -> None:
    assert registry.names() == ("z3", "cvc5", "yices")
    for name in registry.names():
        backend = registry.get(name)
        assert backend.name == name
        assert backend.version()[0].isdigit()


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no such solver: simplify \(there are z3, cvc5, yices\)"):
        registry.get("simplify")


def test_a_portfolio_asks_whoever_decides_less_first_and_equals_as_they_are_registered() -> None:
    assert registry.in_order(["cvc5", "yices", "z3"]) == ("yices", "cvc5", "z3")
    assert registry.in_order(registry.names()) == ("yices", "z3", "cvc5")
