"""Parts of a candidate of which tests alone say nothing.

`if s == [13, 7, 99] then t == 0 else t == T(s)` says another thing of one input than of all others, and no test knows
whether that is right. Where nobody else says what is right, what no test reaches is not known, and what is not known
earns nothing. Likewise a number for which any other may stand (`|set i | s[i] == 4242|`), and a precondition that
leaves out one input among others that it allows.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from ...core.deciding.clauses import Theory, theory_of
from ...core.deciding.engines import Engines
from ...core.ir.build import integer
from ...core.ir.contracts import Condition, Function, Program, Specification
from ...core.ir.functions import body_of_function, called_by
from ...core.ir.sorts import BOOL, INT
from ...core.ir.terms import Term, fold, make, rebuild, subterms
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import are_possible, judge_inputs, judge_outputs
from ...core.spec_testing.triples import Tested
from .reward_limits import LIMITS
from .tests import same_input
from .written import is_written

LABEL = "untold"
CHANGES = (1_000_003, -1_000_003)
"""What is added to a number of a candidate to see whether a test knows it: enough for one that no test has. Of another
that a test has, as 0 or a neighbour, that test tells it, which says nothing of the number itself."""

DIVISIONS = frozenset({"div", "mod"})


@frozen(slots=True)
class _TermPlace:
    """An argument of a term, and what is put in its place. It is in the body of a `function`, in a clause of the
    postcondition (`ensures`) or of the precondition (`requires`)."""

    parent: Term
    place: int
    change: Callable[[Term], Term]
    function: Name | None = None
    ensures: int = -1
    requires: int = -1

    @property
    def text(self) -> str:
        return _at(self.parent, self.place)


def _at(parent: Term, place: int) -> str:
    span = parent.args[place].span or parent.span
    return "a part of it" if span is None else f"what stands at {span}"


def unreached_part(
    candidate: Specification, program: Program, examples: Sequence[Example], engines: Engines
) -> str | None:
    """A part of the clauses, or of a function that they call, that is evaluated for no example's input and right
    output, is a case that is true for none, or a limit of what is promised that no example is beyond, in words; None
    where each is told, as far as that is decided."""
    told = [example for example in examples if not example.invalid]
    parts = [*islice(_parts(candidate, program, partial(_told_apart, program)), LIMITS.parts + 1)]
    if len(parts) > LIMITS.parts:
        return f"more than {LIMITS.parts} parts of it"
    for part in parts:
        if not any(_tells(part, example, program, engines) for example in told):
            return part.text
    return None


def unknown_number(
    candidate: Specification, program: Program, tested: Sequence[Tested], engines: Engines
) -> str | None:
    """A number of the postcondition, or of a function that it calls, for which any other one may stand as far as the
    tests say, in words: each right output stays accepted, and each wrong one that is refused stays so. `tested`: the
    valid tests."""
    told = [test.example for test in tested if test.is_decided]
    refused = [
        (test.example, mutant.outputs)
        for test in tested
        for mutant in test.mutants
        if mutant.judgement.verdict == "refuted"
    ]
    # Each number is changed in several ways. It is known as soon as one of them is told by a test: refuses a right
    # output, or lets a wrong one pass.
    changed: dict[tuple[Term, int, Name | None, int], bool] = {}
    for part in islice(_parts(candidate, program, _numbers), len(CHANGES) * LIMITS.parts):
        key = part.parent, part.place, part.function, part.ensures
        if part.requires < 0 and not changed.get(key):
            changed[key] = any(_tells(part, example, program, engines) for example in told) or any(
                _lets_pass(part, example, wrong, program, engines) for example, wrong in refused
            )
    unknown = next((key for key, known in changed.items() if not known), None)
    return None if unknown is None else f"{unknown[0].args[unknown[1]].data} in {_at(unknown[0], unknown[1])}"


def _parts(
    candidate: Specification, program: Program, places: "Callable[[Term], Iterator[_ChangedPlace]]"
) -> Iterator[_TermPlace]:
    """The places in what the candidate's author wrote: in its clauses and in the functions that these call."""
    bodies: dict[Name, Term] = {}
    for kind in ("ensures", "requires"):
        for number, condition in enumerate(getattr(candidate, kind)):
            if condition.term is not None and not condition.clause.fact:
                own = (number, -1) if kind == "ensures" else (-1, number)
                inside = (place for place in places(condition.term) if not _is_open(place, program))
                yield from (_TermPlace(*place, None, *own) for place in inside)
                called = called_by([condition.term], program.functions, body_of_function)
                bodies |= {name: each.body for name, each in called.items() if each.body is not None}
    for name, body in bodies.items():
        # The definitions of a library are not the candidate's: `filter` of vstd asks for the last element of what it
        # knows to have one.
        if is_written(program.functions[name]):
            yield from (_TermPlace(*place, function=name) for place in places(body) if not _is_open(place, program))


def _is_open(place: "_ChangedPlace", program: Program) -> bool:
    """Whether it is a value that the language leaves open, as that of `s[i]` in Verus where s has no element i, or what
    that depends on."""
    parent = place[0]
    for term in (parent, parent.args[place[1]]):
        function = program.functions.get(term.data) if term.op == "call" else None
        if function is not None and function.body is None and not is_written(function):
            return True
    return False


_ChangedPlace = tuple[Term, int, Callable[[Term], Term]]


def _later(root: Term) -> Iterator[_ChangedPlace]:
    """Arguments that are evaluated only where those before them say so, and the cases of disjunctions."""
    for term in subterms(root):
        match term.op:
            case "ite":
                yield from ((term, place, _undefined) for place in (1, 2))
            case "implies":
                yield term, 1, _undefined
            case "and":
                yield from ((term, place, _undefined) for place in range(1, len(term.args)))
            case "or":
                yield from ((term, place, _never_true) for place in range(len(term.args)))


def _told_apart(program: Program, root: Term) -> Iterator[_ChangedPlace]:
    yield from _later(root)
    yield from _limits(program, root)


def _limits(program: Program, root: Term) -> Iterator[_ChangedPlace]:
    """Conditions with a number on which a promise depends. `|s| < 1000 ==> P` promises what `|s| >= 1000 || P` does, so
    that the first case of it has to be true for an example, too."""
    for term, strengthens in _positions(root):
        match term.op:
            case "implies" if strengthens and term.args[0].op != "and":
                places: Sequence[int] = (0,)
            # The negation of a conjunction is a disjunction: each conjunct is a case of it.
            case "and" if not strengthens:
                places = [place for place, argument in enumerate(term.args) if argument.op != "and"]
            case _:
                continue
        yield from ((term, place, _never_false) for place in places if _mentions_number(term.args[place], program))


def _positions(root: Term) -> Iterator[tuple[Term, bool]]:
    """The conditions in a clause or in the body of a function, each with whether it strengthens the whole when it is
    stronger itself. What may do either is there in both ways."""
    pending, seen = [(root, True)], set[tuple[Term, bool]]()
    while pending:
        term, strengthens = pending.pop()
        if (term, strengthens) in seen:
            continue
        seen.add((term, strengthens))
        yield term, strengthens
        for argument, turns in zip(term.args, _turns(term), strict=True):
            pending += [(argument, strengthens != turned) for turned in turns]


SAME, OPPOSITE, EITHER = (False,), (True,), (False, True)
"""Whether a stronger argument makes the whole weaker: never, always, or nobody knows."""


def _turns(term: Term) -> Sequence[tuple[bool, ...]]:
    """What of the three each argument of a term is."""
    others = len(term.args) - 1
    match term.op:
        case "and" | "or":
            return [SAME] * len(term.args)
        case "not":
            return [OPPOSITE]
        case "implies":
            return [OPPOSITE, SAME]
        case "ite":
            return [EITHER, SAME, SAME]
        case "forall" | "exists" | "let":
            return [EITHER] * others + [SAME]
    return [EITHER] * len(term.args)


def _mentions_number(condition: Term, program: Program) -> bool:
    """Whether it, or a function that it calls, mentions another number than 0, 1 and -1. These are in every text about
    sequences, and hide nothing: all tests have inputs on either side of them."""
    written = {name: function for name, function in program.functions.items() if is_written(function)}
    called = called_by([condition], written, body_of_function)
    bodies = [function.body for function in called.values() if function.body is not None]
    return any(term.op == "const" and term.sort == INT and abs(term.data) > 1 for term in subterms(condition, *bodies))


def _numbers(root: Term) -> Iterator[_ChangedPlace]:
    for term in subterms(root):
        for place, argument in enumerate(term.args):
            if argument.op == "const" and argument.sort == INT:
                # A divisor says something of all numbers, so that its neighbours are told from it by any of them.
                near = (1, -1) if term.op in DIVISIONS and place else ()
                for change in (*CHANGES, *near):
                    yield term, place, partial(_number, argument.data + change)


def _number(number: int, term: Term) -> Term:
    return integer(number)


def _lets_pass(part: _TermPlace, example: Example, wrong: Valuation, program: Program, engines: Engines) -> bool:
    """Whether a wrong output is accepted when the part is changed."""
    changed, theory = _with_change(part, example, program)
    return judge_outputs(changed, wrong, (), theory, engines, LABEL).verdict == "holds"


def _tells(part: _TermPlace, example: Example, program: Program, engines: Engines) -> bool:
    """Whether an example's right output is no longer known to be accepted when the part is changed."""
    changed, theory = _with_change(part, example, program)
    if part.ensures < 0 and judge_inputs(changed, changed.inputs, theory, engines, LABEL).verdict != "holds":
        return True
    return part.requires < 0 and judge_outputs(changed, changed.outputs, (), theory, engines, LABEL).verdict != "holds"


def _with_change(part: _TermPlace, example: Example, program: Program) -> tuple[Example, Theory]:
    """An example of the changed specification, and what the changed functions are."""
    own, functions = example.specification, program.functions
    if part.function is None:
        own = evolve(own, ensures=_changed(own.ensures, part, part.ensures))
        own = evolve(own, requires=_changed(own.requires, part, part.requires))
    else:
        functions = {**functions, part.function: _changed_in(functions[part.function], part)}
    return evolve(example, specification=own), theory_of(evolve(program, functions=functions))


def _changed(conditions: tuple[Condition, ...], part: _TermPlace, number: int) -> tuple[Condition, ...]:
    if number < 0:
        return conditions
    condition = conditions[number]
    assert condition.term is not None
    return (*conditions[:number], evolve(condition, term=_replaced(condition.term, part)), *conditions[number + 1 :])


def _changed_in(function: Function, part: _TermPlace) -> Function:
    assert function.body is not None
    return evolve(function, body=_replaced(function.body, part))


def _replaced(root: Term, part: _TermPlace) -> Term:
    def step(term: Term, args: tuple[Term, ...]) -> Term:
        if term is part.parent:
            args = (*args[: part.place], part.change(args[part.place]), *args[part.place + 1 :])
        return rebuild(term, args)

    return fold(root, step)


def _never_true(term: Term) -> Term:
    """A term without a value where this one is true."""
    return make("ite", (term, _undefined(term), term), BOOL)


def _never_false(term: Term) -> Term:
    """A term without a value where this one is false."""
    return make("ite", (term, term, _undefined(term)), BOOL)


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
        # A hole of one input: a precondition that refuses its neighbours, too, has a border there, which may be meant.
        near = [moved for moved in _next_to(inputs) if are_possible(asked, moved, None, theory)]
        if not near or any(verdict(moved) != "holds" for moved in near):
            continue
        # Where the postcondition is undefined, as for a division by zero, the precondition refuses with reason.
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
