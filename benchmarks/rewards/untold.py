"""Parts of a candidate of which tests alone say nothing.

`if s == [13, 7, 99] then t == 0 else t == T(s)` says another thing of one input than of all others, and no test knows
whether that is right. Where nobody else says what is right, what no test reaches is not known, and what is not known
earns nothing. Likewise a precondition that leaves out one input among others that it allows.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from ...core.deciding.clauses import theory_of
from ...core.deciding.engines import Engines
from ...core.ir.build import integer
from ...core.ir.contracts import Condition, Function, Program, Specification
from ...core.ir.sorts import BOOL
from ...core.ir.terms import Term, fold, make, names_of_calls, rebuild, subterms
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import are_possible, judge_inputs, judge_outputs
from .tests import same_input

LABEL = "untold"
LATER = {"ite": (1, 2), "and": (), "or": (), "implies": (1,)}
"""Operators that do not evaluate all of their arguments, with the places of those that may be left out: of a
conjunction and a disjunction all but the first."""
MOST_PARTS = 96
"""Parts of one candidate that are looked at, in the order of its text."""


@frozen(slots=True)
class _Part:
    """An argument of a term that is evaluated only where those before it say so. `function`: in whose body it is, or
    `clause`: in which."""

    parent: Term
    place: int
    function: Name | None = None
    clause: int = 0

    @property
    def text(self) -> str:
        span = self.parent.args[self.place].span or self.parent.span
        return "a part of it" if span is None else f"what stands at {span}"


def unreached_part(
    candidate: Specification, program: Program, examples: Sequence[Example], engines: Engines
) -> str | None:
    """A part of the postcondition, or of a function that it calls, that is evaluated for the right output of no test,
    in words; None where each is, as far as that is decided."""
    written = [test for test in examples if not test.invalid]
    for part in islice(_parts(candidate, program), MOST_PARTS):
        if not any(_reaches(part, test, candidate, program, engines) for test in written):
            return part.text
    return None


def _parts(candidate: Specification, program: Program) -> Iterator[_Part]:
    terms: dict[Name, Term] = {}
    for number, condition in enumerate(candidate.ensures):
        if condition.term is not None and not condition.clause.fact:
            yield from (_Part(parent, place, clause=number) for parent, place in _places(condition.term))
            terms |= _bodies(condition.term, program, terms)
    for name, body in terms.items():
        yield from (_Part(parent, place, function=name) for parent, place in _places(body))


def _bodies(term: Term, program: Program, known: Mapping[Name, Term]) -> dict[Name, Term]:
    """The bodies of the functions that a term calls, and of those that these call."""
    found: dict[Name, Term] = {}
    open_terms = [term]
    while open_terms:
        for name in names_of_calls(open_terms.pop()):
            function = program.functions.get(name)
            if function is not None and function.body is not None and name not in known and name not in found:
                found[name] = function.body
                open_terms.append(function.body)
    return found


def _places(root: Term) -> Iterator[tuple[Term, int]]:
    for term in subterms(root):
        for place in LATER.get(term.op, ()) or (range(1, len(term.args)) if term.op in LATER else ()):
            yield term, place


def _reaches(part: _Part, test: Example, candidate: Specification, program: Program, engines: Engines) -> bool:
    """Whether the right output of a test is no longer known to be accepted when the part has no value."""
    ensures, functions = candidate.ensures, program.functions
    if part.function is None:
        ensures = tuple(
            _without(condition, part) if number == part.clause else condition
            for number, condition in enumerate(ensures)
        )
    else:
        functions = {**functions, part.function: _without_in(functions[part.function], part)}
    changed = evolve(program, functions=functions)
    example = evolve(test, specification=evolve(test.specification, ensures=ensures))
    return judge_outputs(example, example.outputs, (), theory_of(changed), engines, LABEL).verdict != "holds"


def _without(condition: Condition, part: _Part) -> Condition:
    assert condition.term is not None
    return evolve(condition, term=_replaced(condition.term, part))


def _without_in(function: Function, part: _Part) -> Function:
    assert function.body is not None
    return evolve(function, body=_replaced(function.body, part))


def _replaced(root: Term, part: _Part) -> Term:
    def step(term: Term, args: tuple[Term, ...]) -> Term:
        if term is part.parent:
            args = (*args[: part.place], _undefined(args[part.place]), *args[part.place + 1 :])
        return rebuild(term, args)

    return fold(root, step)


def _undefined(term: Term) -> Term:
    """A term of this sort that has no value."""
    zero = integer(0)
    condition = make("eq", (make("div", (integer(1), zero), zero.sort), zero), BOOL)
    return make("ite", (condition, term, term), term.sort)


def left_out(
    candidates: Sequence[Valuation], tests: Sequence[Example], program: Program, engines: Engines
) -> Valuation:
    """One of some inputs that the precondition refuses although it allows all that are next to it, and the
    postcondition has a value there; empty without one. Where a test says that the input is invalid, it is."""
    base = next(test for test in tests if not test.invalid)
    told = {same_input(test) for test in tests if test.invalid}
    theory = theory_of(program)

    def verdict(inputs: Valuation) -> str:
        return judge_inputs(base, inputs, theory, engines, LABEL).verdict

    for inputs in candidates:
        asked = evolve(base, inputs=inputs, wrong=())
        if same_input(asked) in told or not are_possible(asked, inputs, None, theory) or verdict(inputs) != "refuted":
            continue
        near = [moved for moved in _next_to(inputs) if are_possible(asked, moved, None, theory)]
        if not near or any(verdict(moved) != "holds" for moved in near):
            continue
        judged = judge_outputs(asked, asked.outputs, (), theory, engines, LABEL)
        if not any(decision.undefined for decision in judged.clauses):
            return inputs
    return {}


def _next_to(inputs: Valuation) -> Iterator[dict[Name, Any]]:
    """The input with each number and character by one more and one less, alone and all together."""
    for step in (1, -1):
        moved = {name: list(_moved(value, step)) for name, value in inputs.items()}
        for name, values in moved.items():
            yield from ({**inputs, name: value} for value in values)
        together = {name: _all_moved(value, step) for name, value in inputs.items()}
        if together != inputs:
            yield together


def _moved(value: Any, step: int) -> Iterator[Any]:
    match value:
        case bool():
            return
        case int():
            yield value + step
        case str() if value:
            for place, character in enumerate(value):
                if 0 < ord(character) + step < MOST_CHARACTER:
                    yield value[:place] + chr(ord(character) + step) + value[place + 1 :]
        case ArrayValue(elements=elements):
            yield from (ArrayValue(changed, value.identity) for changed in _moved(elements, step))
        case tuple():
            for place, element in enumerate(value):
                for changed in _moved(element, step):
                    yield (*value[:place], changed, *value[place + 1 :])


MOST_CHARACTER = 0xD800
"""The first number that is no character of its own."""


def _all_moved(value: Any, step: int) -> Any:
    match value:
        case bool():
            return value
        case int():
            return value + step
        case ArrayValue(elements=elements):
            return ArrayValue(tuple(_all_moved(element, step) for element in elements), value.identity)
        case tuple():
            return tuple(_all_moved(element, step) for element in value)
    return value
