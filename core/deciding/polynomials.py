"""Comparisons of polynomials: decided when the difference of the two sides is a constant.

`n * (2 * n - 1) == 2 * n * n - n` is true whatever n is. Solvers find nonlinear integer arithmetic hard (it is
undecidable in general), a normal form does not; sympy has it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..ir.sorts import INT, REAL
from ..ir.terms import Term, fold, subterms

MOST_SUBTERMS = 400
"""Distinct subterms of a comparison that is looked at."""

MOST_PRODUCTS = 16
"""Products of unknowns in a comparison. Multiplying out a product of two sums may double what is left to do: 2**16
monomials at worst. Solvers are asked about what has more."""

_ARITHMETIC = frozenset({"add", "sub", "mul", "neg", "const", "var", "real.of_int"})

_HOLDS: dict[str, Callable[[Fraction], bool]] = {
    "eq": lambda difference: difference == 0,
    "lt": lambda difference: difference < 0,
    "le": lambda difference: difference <= 0,
    "gt": lambda difference: difference > 0,
    "ge": lambda difference: difference >= 0,
}


def decided(comparison: Term) -> bool | None:
    """The truth of a comparison of two polynomials that differ by a constant; None for any other term.

    Only total operators are looked at, so a decided comparison is defined.
    """
    if comparison.op not in _HOLDS or comparison.args[0].sort not in (INT, REAL):
        return None
    nodes: list[Term] = []
    for node in subterms(*comparison.args):
        if node.op not in _ARITHMETIC or len(nodes) >= MOST_SUBTERMS:
            return None
        nodes.append(node)
    products = [node for node in nodes if node.op == "mul" and all(arg.op != "const" for arg in node.args)]
    if not products or len(products) > MOST_PRODUCTS:
        return None
    difference = _difference(comparison)
    return None if difference is None else _HOLDS[comparison.op](difference)


def _difference(comparison: Term) -> Fraction | None:
    # Importing sympy takes longer than most runs: only a product of unknowns asks for it.
    import sympy

    symbols: dict[tuple[str, str], Any] = {}

    def polynomial(node: Term, args: tuple[Any, ...]) -> Any:
        match node.op:
            case "const":
                value = Fraction(node.data)
                return sympy.Rational(value.numerator, value.denominator)
            case "var":
                # An Int and a Real of one name are two unknowns.
                return symbols.setdefault((node.data, node.sort.kind), sympy.Dummy(str(node.data)))
            case "add":
                return args[0] + args[1]
            case "sub":
                return args[0] - args[1]
            case "mul":
                return args[0] * args[1]
            case "neg":
                return -args[0]
        return args[0]

    left, right = (fold(side, polynomial) for side in comparison.args)
    expanded = sympy.expand(left - right)
    return Fraction(int(expanded.p), int(expanded.q)) if expanded.is_Rational else None
