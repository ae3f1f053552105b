"""Whether a specification refuses an expected output only because of rounding.

Reals are exact here and in Dafny, and the tests' decimals often come from programs that round. Three ways to be off
count as rounding, and nothing else does: the sixteen digits of a float, the decimal places that the test was written
with, and a constant of the specification with more digits than the test's author used (3.1415 for 3.14159265).
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..ir.build import le, real
from ..ir.contracts import Program
from ..ir.sorts import REAL
from ..ir.terms import Binder, Term, fold, rebuild, subterms, var
from ..ir.variables import Name, Valuation, hidden_variable
from .contents import contents
from .examples import Example
from .functional import outputs_of
from .judging import judge_outputs
from .output_search import OutputQuery

RELATIVE = Fraction(1, 10**9)
"""How far, relative to its size (at least 1), a float in a test may be from the number that it stands for."""
FEWEST_DIGITS = 3
"""Digits of a constant for which a test may have been computed: 3.14 in the place of 3.14159 is rounding, 3.1 is
another number."""
MOST_DIGITS = 40
"""Decimal places that are looked at; a double is written with 17. A constant with more is not taken for a decimal."""


@frozen(slots=True)
class Approximation:
    """An expected output that is right but for rounding; `reason` says which."""

    reason: str


def approximation(example: Example, program: Program, engines: Engines, label: str) -> Approximation | None:
    """How the expected output, which the postcondition refuses, would be accepted; None when rounding is not it."""
    reals = [b.name for b in example.specification.outputs if b.sort == REAL and b.name in example.outputs]
    if not reals:
        return None
    if _holds_nearby(example, reals, program, engines, label):
        return Approximation("it accepts a real number next to it")
    # Area(2.0) == 12.566, and the specification says 3.14159265 * r * r: with 3.1415 in its place that is 12.566.
    for constant, shorter in _shorter_constants(example):
        if _nearly_wants(_with_constant(example, constant, shorter), reals, program, engines, label):
            return Approximation(f"it would accept it with {_decimal(shorter)} in the place of {_decimal(constant)}")
    return None


def _holds_nearby(example: Example, reals: list[Name], program: Program, engines: Engines, label: str) -> bool:
    """Whether the postcondition accepts real results next to those that the example expects."""
    binders = {name: Binder(hidden_variable(name, "nearby"), REAL) for name in reals}
    near = [
        constraint
        for name, binder in binders.items()
        for constraint in _around(var(binder.name, REAL), example.outputs[name])
    ]
    others = {name: value for name, value in example.outputs.items() if name not in binders}
    relaxed = evolve(example, outputs=others, unknowns={**example.unknowns, **binders})
    theory = theory_of(program)
    constraints = (*example.constraints, *near)
    return judge_outputs(relaxed, others, constraints, theory, engines, label).verdict == "holds"


def is_nearly(value: Fraction, expected: Fraction) -> bool:
    """Does rounding alone keep two numbers apart?"""
    return abs(value - expected) <= max(_relative(expected), _of_last_place(expected))


def are_nearly(values: Valuation, expected: Valuation) -> bool:
    """Does rounding alone, if anything, keep values apart from the expected ones, of those that both have?"""
    return all(
        is_nearly(values[name], value) if isinstance(value, Fraction) else contents(values[name]) == contents(value)
        for name, value in expected.items()
        if name in values
    )


def _around(unknown: Term, value: Fraction) -> tuple[Term, Term]:
    margin = max(_relative(value), _of_last_place(value))
    return le(real(value - margin), unknown), le(unknown, real(value + margin))


def _relative(value: Fraction) -> Fraction:
    return RELATIVE * max(abs(value), Fraction(1))


def _of_last_place(value: Fraction) -> Fraction:
    """Half a unit in the last decimal place of a number; 0 when it is no decimal. 2.0 has one place, as written."""
    for places in range(1, MOST_DIGITS):
        if (value * 10**places).denominator == 1:
            return Fraction(1, 2 * 10**places)
    return Fraction(0)


def _shorter_constants(example: Example) -> Iterator[tuple[Fraction, Fraction]]:
    """The decimal constants of the postcondition, each with fewer digits, cut off and rounded; more digits first."""
    terms = [condition.term for condition in example.specification.ensures if condition.term is not None]
    constants = {
        node.data: None for term in terms for node in subterms(term) if node.op == "const" and node.sort == REAL
    }
    for constant in constants:
        places = next((p for p in range(MOST_DIGITS) if (constant * 10**p).denominator == 1), 0)
        for kept in range(places - 1, FEWEST_DIGITS - 2, -1):
            scaled = constant * 10**kept
            for digits in dict.fromkeys((int(scaled), round(scaled))):
                yield constant, Fraction(digits, 10**kept)


def _with_constant(example: Example, constant: Fraction, shorter: Fraction) -> Example:
    def step(node: Term, args: tuple[Term, ...]) -> Term:
        is_it = node.op == "const" and node.sort == REAL and node.data == constant
        return real(shorter) if is_it else rebuild(node, args)

    specification = example.specification
    ensures = tuple(
        condition if condition.term is None else evolve(condition, term=fold(condition.term, step))
        for condition in specification.ensures
    )
    return evolve(example, specification=evolve(specification, ensures=ensures))


def _nearly_wants(example: Example, reals: list[Name], program: Program, engines: Engines, label: str) -> bool:
    """Whether the postcondition determines an output that is the expected one but for the digits of a float."""
    query = OutputQuery(example, example.outputs, "refuted", label=label)
    valuation: Valuation = outputs_of(query, program, evolve(engines, backends=())).other
    return example.outputs.keys() <= valuation.keys() and all(
        abs(valuation[name] - value) <= _relative(value) if name in reals else valuation[name] == value
        for name, value in example.outputs.items()
    )


def _decimal(value: Fraction) -> str:
    places = next(p for p in range(MOST_DIGITS) if (value * 10**p).denominator == 1)
    whole, rest = divmod(abs(int(value * 10**places)), 10**places)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{str(rest).zfill(max(places, 1))}"
