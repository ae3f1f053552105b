"""Calls inside a specification that are outside of what the called function recommends (`recommends` of Verus).

That is no error: the function has a value there, of which nobody may know anything. It is what an author did not mean,
and what a verifier says only where a proof fails.
"""

from collections.abc import Iterator, Sequence, Set
from contextlib import suppress

from attrs import define, field, frozen

from ..deciding.engines import Engines
from ..errors import OutOfFuel, SpecassayError
from ..evaluate.environment import Environment
from ..evaluate.typed import Machine, evaluate
from ..fuel import Fuel
from ..ir.contracts import Condition, Function, Program, Specification
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.terms import Binder, Term, free_names
from ..ir.variables import Name, Valuation
from ..spans import Span
from ..trampoline import run
from .findings import Finding, Witness, summary
from .notation import Notation, told
from .spec_testing_limits import LIMITS
from .triples import Tested


@frozen(slots=True)
class UnmetRecommendation:
    """A call, and what was recommended of its arguments."""

    function: Function
    arguments: Valuation
    recommended: Term


@define(slots=True)
class RecommendationObserver:
    """Looks at the arguments of each call until one is not as recommended."""

    program: Program
    fuel: Fuel
    """For what all of the calls recommend: a clause may make thousands of them."""
    unmet: list[UnmetRecommendation] = field(factory=list)

    def called(self, function: Function, arguments: Valuation) -> None:
        if self.unmet:
            return
        for term in function.recommended:
            values = {binder.name: arguments[binder.name] for binder in function.parameters}
            if evaluate(term, values, self.program.functions, self.program.datatypes, self.fuel).is_false:
                self.unmet.append(UnmetRecommendation(function, values, term))
                return

    def read_beyond(self, function: Function, span: Span | None, read_place: str) -> None:
        """Frames are none of its concern."""

    def returned(self, function: Function, arguments: Valuation, result: object) -> None:
        """Nor is what comes out."""


def recommendation_findings(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, language: Notation
) -> Iterator[Finding]:
    """The findings about clauses that call a function outside of what it recommends: one for a clause at most, with the
    first test that shows it."""
    if not _recommends(program):
        return
    # With unknown outputs the arguments of calls are not known.
    valid = [test for test in tests if test.judgement is not None and not test.example.unknowns][
        : LIMITS.recommended_tests
    ]
    clauses = (*enumerate(specification.requires), *enumerate(specification.ensures))
    # One finding for each clause: the first test that shows it.
    for position, condition in clauses:
        for test in valid:
            found = _unmet(condition, test, program, engines)
            if found is None:
                continue
            values = test.example.inputs, test.example.outputs
            yield _finding(specification, (position, condition), found, values, program, language)
            break


def recommendation_findings_of_inputs(
    specification: Specification, inputs: Sequence[Valuation], program: Program, engines: Engines, language: Notation
) -> Iterator[Finding]:
    """The same on valid inputs of which no output is known: at most one finding for each clause of the postcondition,
    about a call that it makes whatever the output is."""
    if not _recommends(program):
        return
    # What the method modifies has another value after the call, which is as unknown as the outputs.
    known = {binder.name for binder in specification.inputs} - set(specification.modifies)
    for position, condition in enumerate(specification.ensures):
        always = [] if condition.term is None else list(_always_evaluated(condition.term, known))
        pairs = ((each, values) for values in inputs[: LIMITS.recommended_tests] for each in always)
        calls = ((_unmet_in(term, values, program, engines), values) for term, values in pairs)
        found, values = next((pair for pair in calls if pair[0] is not None), (None, {}))
        if found is not None:
            yield _finding(specification, (position, condition), found, (values, {}), program, language)


_DECIDED_BY_FIRST = frozenset({"and", "or", "implies", "ite"})
"""Operators of which the first argument is always evaluated, and the others where it says so."""


def _always_evaluated(term: Term, known: Set[Name]) -> Iterator[Term]:
    """The largest parts of a term that are about these variables alone, and are evaluated whatever the others are."""
    pending = [term]
    while pending:
        part = pending.pop()
        if free_names(part) <= known:
            yield part
        # The other operands may not be evaluated at all.
        elif part.op in _DECIDED_BY_FIRST:
            pending.append(part.args[0])
        elif not (isinstance(part.data, tuple) and any(isinstance(each, Binder) for each in part.data)):
            pending.extend(reversed(part.args))


def _recommends(program: Program) -> bool:
    return any(function.recommended for function in program.functions.values())


def _finding(
    specification: Specification,
    clause: tuple[int, Condition],
    found: UnmetRecommendation,
    values: tuple[Valuation, Valuation],
    program: Program,
    language: Notation,
) -> Finding:
    """The finding about a clause and its position, with values of inputs and outputs that show it."""
    position, condition = clause
    given = {
        language.word(binder.name): language.text(found.arguments[binder.name], binder.sort, program.datatypes)
        for binder in found.function.parameters
    }
    recommended = language.show(found.recommended)
    called = f"{found.function.name}({told(given)})"
    message = f"{summary(condition.clause)} calls {called}, which recommends {recommended}"
    shown, returned = (language.literals(each, specification) for each in values)
    witness = Witness(shown, {}, returned)
    return Finding("against-recommendation", specification.name, message, condition.clause.span, position, witness)


def _unmet(condition: Condition, test: Tested, program: Program, engines: Engines) -> UnmetRecommendation | None:
    """The first call in a clause, as it is evaluated from left to right, that is not as recommended."""
    if condition.term is None:
        return None
    example = test.example
    modified = example.specification.pre_states
    before = {name: example.inputs[own] for own, name in modified.items()}
    return _unmet_in(condition.term, {**example.inputs, **before, **example.outputs}, program, engines)


def _unmet_in(term: Term, values: Valuation, program: Program, engines: Engines) -> UnmetRecommendation | None:
    """The first call in a term that is not as recommended."""
    if engines.remaining <= 0:
        return None
    observer = RecommendationObserver(program, engines.fuel(LIMITS.condition_steps))
    context = EvaluationContext(program.functions, program.datatypes, engines.fuel(LIMITS.condition_steps), observer)
    machine = Machine(context, Environment(values))
    # What was called before the value turns out to be unknown was seen.
    with suppress(Undefined, Undecided, OutOfFuel, SpecassayError):
        run(machine.evaluate(term, machine.environment))
    return observer.unmet[0] if observer.unmet else None
