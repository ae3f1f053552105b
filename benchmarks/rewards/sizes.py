"""Does a precondition allow inputs of every size, those too that no test has?

`requires |s| <= 6` and `requires |s| != 97` promise nothing of an input that their author's tests do not have, and are
right on all tests. Without a reference nobody says whether the problem has such inputs. So one of each size is looked
for: beyond all tests, and at the numbers that the candidate mentions. `requires d > 0`, `x in s` and `sorted(s)` allow
some of each size.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from attrs import evolve, frozen

from ...core.deciding.clauses import theory_of
from ...core.deciding.engines import Engines
from ...core.deciding.triples import find
from ...core.errors import Unsupported
from ...core.ir.build import eq, integer, le, neg
from ...core.ir.contracts import Program, Specification
from ...core.ir.sorts import INT
from ...core.ir.terms import Binder, Term, var
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import are_possible, judge_inputs
from ...core.spec_testing.output_search import measure
from ...core.spec_testing.valid_inputs import input_conditions
from .hidden import size_of
from .reward_limits import LIMITS
from .written import written_constants

LABEL = "size"
NO_THEORY = theory_of(Program(""))
FARTHER = 1000
"""How much further from 0 than in all tests a number is, where any will do."""


@frozen(slots=True)
class MissingSize:
    """A size of a parameter that no input which is known to be allowed has, nor a larger one (`beyond`).
    `position`: which parameter it is; `sign`: of numbers."""

    position: int
    parameter: Name
    sign: int
    size: int
    beyond: bool

    def __str__(self) -> str:
        what = "no input with a size of" if self.sign > 0 else "no input with a size below 0 of"
        return f"{what} {self.parameter} of {self.size}{' or more' if self.beyond else ''}"


def sizes_left_out(
    examples: Sequence[Example], reached: "ReferenceInputs | None", program: Program, engines: Engines, solving: Engines
) -> Iterator[MissingSize]:
    """Sizes beyond those of all valid tests at which a precondition allows no input. `examples`: the tests, those of
    invalid inputs among them, which say that larger ones may be invalid, too; `reached`: what a reference was executed
    on; `engines`, `solving`: to evaluate, and to ask a solver."""
    valid = [example for example in examples if not example.invalid]
    specification = valid[0].specification
    for place, sign in product(range(len(specification.inputs)), (1, -1)):
        binder = specification.inputs[place]
        name = binder.name
        values = [example.inputs[name] for example in valid]
        # The largest first: repeating and extending them keeps more of what a precondition may ask (order, closed
        # brackets, distinctness) than small ones do. An empty sequence cannot be repeated.
        bases = sorted(valid, key=lambda example: size_of(example.inputs[name]), reverse=True)[: LIMITS.sized_tests]
        # Tests have no negative number where the problem has none.
        if sign < 0 and not (binder.sort == INT and min(values) < 0):
            continue
        term = _measured(binder, sign)
        if term is None:
            continue
        tested = max(map(size_of, values))
        end = _end(name, tested, examples, reached)
        asked = SizeQuery(binder, term, sign, bases, program, engines, solving)
        # Twice the largest that was tested, so that a bound just above the tests (`|s| <= 10`) is beyond it.
        least = 2 * tested + (FARTHER if binder.sort == INT else LIMITS.grown_elements)
        if reached is None and least < end:
            # Also whole repetitions: brackets that are closed stay so.
            repeated = -(-least // max(1, tested)) * tested
            allowed = asked.is_allowed([least, least + 1, repeated, repeated + tested])
            # Beyond the tests it is the solver that has to show an allowed input.
            if not allowed and asked.by_solver(le(integer(least), term)) is not True:
                yield MissingSize(place, name, sign, least, True)
        end = min(end, math.inf if binder.sort == INT else LIMITS.passed_elements)
        for size in _mentioned(specification, program, tested):
            # At a single size it has to prove that there is none: a bound at a number needs that number written
            # somewhere, so that those mentioned are tried, and their neighbours.
            if size < end and not asked.is_allowed([size]) and asked.by_solver(eq(term, integer(size))) is False:
                yield MissingSize(place, name, sign, size, False)


def is_of_type(missing: MissingSize, test: Example, engines: Engines, solving: Engines) -> bool:
    """Whether values of a parameter's type may have a size. `test`: an example of a specification of types alone;
    `engines`, `solving`: as for `sizes_left_out`."""
    binder = test.specification.inputs[missing.position]
    sized = _of_size(test.inputs[binder.name], missing.size, missing.sign)
    inputs = ({**test.inputs, binder.name: value} for value in sized)
    verdicts = [judge_inputs(test, sized_inputs, NO_THEORY, engines, LABEL).verdict for sized_inputs in inputs]
    if verdicts:
        return any(verdict != "refuted" for verdict in verdicts)
    # Longer values than are made: a vector of Rust has fewer than 2 ** 64 elements.
    term = _measured(binder, missing.sign)
    assert term is not None
    asked = SizeQuery(binder, term, missing.sign, (test,), Program(""), engines, solving)
    return asked.by_solver(eq(term, integer(missing.size))) is not False


def has_size(
    missing: MissingSize, tests: Sequence[Example], program: Program, engines: Engines, solving: Engines
) -> bool:
    """Whether a precondition is known to allow an input of a size. `tests`: examples of its specification."""
    binder = tests[0].specification.inputs[missing.position]
    term = _measured(binder, missing.sign)
    assert term is not None
    specification = tests[0].specification
    if not any(not condition.clause.fact for condition in specification.requires):
        return True
    size, short = missing.size, LIMITS.sized_elements
    if binder.sort != INT and size > short:
        # A bound needs its number written somewhere, or made of others: sums, products and shifts of a, b and c are at
        # most 2 ** (a + b + c). What can make none beyond a short sequence allows as much of longer ones.
        numbers = written_constants(evolve(specification, ensures=()), program).get(INT, ())
        size = short if sum(map(abs, numbers)) < short.bit_length() - 1 else size
    # A solver seldom makes a long sequence in time. This is asked only of what a candidate leaves out, so that a longer
    # one is made than elsewhere; then of one test, since going through all of its elements takes time.
    bases = tests[: LIMITS.sized_tests if size <= short else 1]
    asked = SizeQuery(binder, term, missing.sign, bases, program, engines, solving, LIMITS.witness_elements)
    return asked.is_allowed([size]) or asked.by_solver(eq(term, integer(size))) is True


@frozen(slots=True)
class ReferenceInputs:
    """What a reference was executed on: inputs that it allows, and whether it refused larger ones."""

    inputs: Sequence[Valuation]
    is_bounded: bool


def _end(name: Name, tested: int, examples: Sequence[Example], reached: ReferenceInputs | None) -> float:
    """The size of a parameter from which on inputs may be none of the problem's."""
    if reached is not None and reached.is_bounded:
        return 1 + max((size_of(inputs[name]) for inputs in reached.inputs), default=0)
    invalid = (size_of(example.inputs[name]) for example in examples if example.invalid)
    return min((size for size in invalid if size > tested), default=math.inf)


def _measured(binder: Binder, sign: int) -> Term | None:
    """The size of a parameter as a term, of numbers on one side of 0."""
    if binder.sort != INT:
        return measure(binder)
    number = var(binder.name, INT)
    return number if sign > 0 else neg(number)


def _mentioned(specification: Specification, program: Program, tested: int) -> Iterator[int]:
    """The sizes beyond those of the tests at, and beside, the numbers that a specification mentions."""
    numbers = written_constants(specification, program).get(INT, ())
    sizes = {abs(number) + step for number in numbers for step in (-1, 0, 1)}
    yield from sorted(size for size in sizes if size > tested)[: LIMITS.sizes]


@frozen(slots=True)
class SizeQuery:
    """Is an input allowed in which a parameter has a size? `measure`: its size as a term; `sign`: of a number;
    `bases`: inputs that are given another size; `longest`: elements of a sequence that is made."""

    parameter: Binder
    measure: Term
    sign: int
    bases: Sequence[Example]
    program: Program
    engines: Engines
    solving: Engines
    longest: int = LIMITS.sized_elements

    def is_allowed(self, sizes: Iterable[int]) -> bool:
        """Whether one of these sizes is seen to be allowed, of inputs made of the bases."""
        theory = theory_of(self.program)
        for size, base in product(sizes, self.bases):
            for inputs in _inputs_of(base, self.parameter.name, size, self.sign, self.longest):
                if not are_possible(base, inputs, None, theory):
                    continue
                if judge_inputs(base, inputs, theory, self.engines, LABEL).verdict == "holds":
                    return True
        return False

    def by_solver(self, about_size: Term) -> bool | None:
        """Whether a solver finds an allowed input of which a term about the size holds; None where it does not say."""
        specification = self.bases[0].specification
        try:
            goal = [*input_conditions(specification), about_size]
        except Unsupported:
            return None
        theory = theory_of(self.program)
        engines = evolve(self.solving, seconds=LIMITS.size_query_seconds)
        decision, _ = find(goal, {}, specification.inputs, theory=theory, engines=engines, label=LABEL)
        return {"holds": True, "refuted": False}.get(decision.verdict)


def _inputs_of(base: Example, name: Name, size: int, sign: int, longest: int) -> Iterator[Mapping[Name, Any]]:
    """A base's input with a parameter of a size; alone, with all others of its kind, and with larger numbers."""
    inputs = base.inputs
    kind = type(inputs[name])
    # Preconditions often ask for equal lengths, which one parameter alone would break.
    alike = [other for other, value in inputs.items() if type(value) is kind]
    numbers = [other for other, value in inputs.items() if type(value) is int and other != name]
    for value in _of_size(inputs[name], size, sign, longest):
        yield {**inputs, name: value}
        for number in (size, 2 * size, -size, -2 * size) if numbers else ():
            yield {**inputs, name: value, **dict.fromkeys(numbers, number)}
    if len(alike) > 1:
        for values in zip(*(_of_size(inputs[other], size, sign, longest) for other in alike), strict=False):
            yield {**inputs, **dict(zip(alike, values, strict=True))}


def _of_size(value: Any, size: int, sign: int, longest: int = LIMITS.sized_elements) -> Iterator[Any]:
    match value:
        case bool():
            return
        case int():
            yield sign * size
        case ArrayValue(elements=elements):
            yield from (ArrayValue(made, value.identity) for made in _of_size(elements, size, sign, longest))
        # Of a text or sequence, several shapes: repeated, of one element alone, sorted, and counting up or down. A
        # precondition that asks for an order or for distinct elements allows one of them.
        case tuple() | str() if value and size <= longest:
            repeated = (value * (size // len(value) + 1))[:size]
            yield repeated
            yield value[:1] * size
            if isinstance(value, str):
                yield "".join(sorted(repeated))
            elif type(value[0]) is int:
                yield tuple(sorted(repeated))
                yield tuple(range(size))
                yield tuple(range(size, 0, -1))
