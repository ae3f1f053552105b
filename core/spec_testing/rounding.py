"""Whether a specification refuses an expected output only because of rounding.

Reals are exact here and in Dafny, and the tests' decimals often come from programs that round. Four ways to be off
count as rounding, and nothing else does: decimals, also of inputs, stand for the doubles that are nearest to them; the
sixteen digits of a float; the decimal places that the test was written with; and a constant of the specification with
more digits than the test's author used (3.1415 for 3.14159265). Where solvers do not say whether it is one of these, it
is taken for rounding: a test that may be off is none.
"""

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from ..deciding.clauses import ClauseVerdict, theory_of
from ..deciding.engines import Engines
from ..ir.build import le, real, sequence
from ..ir.contracts import Program, lowered_terms
from ..ir.sorts import REAL, Sort, sorts_in
from ..ir.terms import Binder, Term, fold, rebuild, sorts_by_name, substitute, subterms, var
from ..ir.variables import Name, Valuation, hidden_variable
from .contents import contents
from .examples import Example
from .functional import outputs_of
from .judging import judge_inputs, judge_outputs
from .output_search import OutputQuery
from .spec_testing_limits import LIMITS

RELATIVE = Fraction(1, 10**9)
"""How far, relative to its size (at least 1), a float in a test may be from the number that it stands for."""
FEWEST_DIGITS = 3
"""Digits of a constant for which a test may have been computed: 3.14 in the place of 3.14159 is rounding, 3.1 is
another number."""
LARGEST_DOUBLE = Fraction(sys.float_info.max)
MOST_DIGITS = 40
"""Decimal places that are looked at; a double is written with 17. A constant with more is not taken for a decimal."""


@frozen(slots=True)
class Approximation:
    """An expected output that is right but for rounding; `reason` says which."""

    reason: str


def approximation(example: Example, program: Program, engines: Engines, label: str) -> Approximation | None:
    """How the expected output, which the postcondition refuses, would be accepted; None when rounding is not it."""
    rounded = [b for b in example.specification.outputs if REAL in sorts_in(b.sort) and b.name in example.outputs]
    # Without a real among the outputs there is nothing to round.
    if not rounded:
        return None
    # In order of likelihood: doubles, digits, decimals, constants.
    if _holds_of_doubles(example, program, engines, label):
        return Approximation("it accepts the doubles nearest to these decimals")
    # Area(2.0) == 12.566, and the specification says 3.14159265 * r * r: with 3.1415 in its place that is 12.566.
    nearby = _judged_nearby(example, rounded, program, engines, label)
    if nearby == "holds":
        return Approximation("it accepts a real number next to it")
    # A result that contains reals inside of something else has no single decimal to compare.
    reals = [binder.name for binder in rounded if binder.sort == REAL]
    for constant, shorter in _shorter_constants(example) if reals else ():
        if _nearly_wants(_with_constant(example, constant, shorter), reals, program, engines, label):
            return Approximation(f"it would accept it with {_decimal(shorter)} in the place of {_decimal(constant)}")
    return None if nearby == "refuted" else Approximation("whether it accepts a real number next to it is not decided")


def _holds_of_doubles(example: Example, program: Program, engines: Engines, label: str) -> bool:
    """Whether the postcondition accepts the doubles that decimals stand for, as programs read them: 1234567890.123 is
    0.00000009 less, and its fraction too."""
    specification = example.specification
    sorts = sorts_by_name((*specification.inputs, *specification.outputs))

    def doubles(values: Valuation) -> dict[Name, Any]:
        return {name: _as_double(value, sorts[name]) for name, value in values.items()}

    inputs, outputs = doubles(example.inputs), doubles(example.outputs)
    # Nothing changes: all values are doubles already.
    if (inputs, outputs) == (example.inputs, example.outputs):
        return False
    moved, theory = evolve(example, inputs=inputs, outputs=outputs), theory_of(program)
    # Values are complete, so that evaluation decides.
    without_solvers = evolve(engines, backends=())
    if judge_inputs(moved, inputs, theory, without_solvers, label).verdict == "refuted":
        return False
    return judge_outputs(moved, outputs, moved.constraints, theory, without_solvers, label).verdict == "holds"


def _as_double(value: Any, sort: Sort) -> Any:
    """The value with the double that is nearest to each of its reals, as far as there is one."""
    match sort.kind:
        case "Real":
            return Fraction(float(value)) if abs(value) <= LARGEST_DOUBLE else value
        case "Seq" if sort.args[0].kind in ("Real", "Seq", "Tuple"):
            return tuple(_as_double(element, sort.args[0]) for element in value)
        case "Tuple":
            return tuple(_as_double(part, inner) for part, inner in zip(value, sort.args, strict=True))
    return value


def _judged_nearby(
    example: Example, rounded: Sequence[Binder], program: Program, engines: Engines, label: str
) -> ClauseVerdict:
    """Whether the postcondition accepts results that differ from the expected ones in reals next to theirs; refuted,
    too, where a result has reals inside that are not those of a sequence."""
    binders: dict[Name, Binder] = {}
    near: list[Term] = []

    # Each real becomes an unknown within the tolerance; structure and length stay.
    def unknown(value: Any, sort: Sort, name: Name) -> Term | None:
        if sort == REAL:
            binder = Binder(hidden_variable(name, f"nearby {len(binders)}"), REAL)
            binders[binder.name] = binder
            near.extend(_around(var(binder.name, REAL), value))
            return var(binder.name, REAL)
        # Each real is an unknown of the query.
        if sort.kind != "Seq" or len(value) > LIMITS.rounded_elements:
            return None
        parts = [unknown(element, sort.args[0], name) for element in value]
        return None if None in parts else sequence([part for part in parts if part is not None], sort.args[0])

    terms = {binder.name: unknown(example.outputs[binder.name], binder.sort, binder.name) for binder in rounded}
    if None in terms.values():
        # Reals inside of other structures are not followed, which counts as refuted.
        return "refuted"
    substituted = {name: term for name, term in terms.items() if term is not None}
    specification = example.specification
    ensures = tuple(
        condition if condition.term is None else evolve(condition, term=substitute(condition.term, substituted))
        for condition in specification.ensures
    )
    others = {name: value for name, value in example.outputs.items() if name not in terms}
    # Is there any value near the expected one that is accepted?
    relaxed = evolve(
        example,
        specification=evolve(specification, ensures=ensures),
        outputs=others,
        unknowns={**example.unknowns, **binders},
    )
    constraints = (*example.constraints, *near)
    return judge_outputs(relaxed, others, constraints, theory_of(program), engines, label).verdict


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
    terms = lowered_terms(example.specification.ensures)
    constants = {
        node.data: None for term in terms for node in subterms(term) if node.op == "const" and node.sort == REAL
    }
    for constant in constants:
        places = next((p for p in range(MOST_DIGITS) if (constant * 10**p).denominator == 1), 0)
        for kept in range(places - 1, FEWEST_DIGITS - 2, -1):
            scaled = constant * 10**kept
            # Authors of tests do either.
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
