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
