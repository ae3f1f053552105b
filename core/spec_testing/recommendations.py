"""Calls inside a specification that are outside of what the called function recommends (`recommends` of Verus).

That is no error: the function has a value there, of which nobody may know anything. It is what an author did not mean,
and what a verifier says only where a proof fails.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from attrs import define, field, frozen

from ..deciding.engines import Engines
from ..errors import OutOfFuel, SpecassayError
from ..evaluate.environment import Environment
from ..evaluate.typed import Machine, evaluate
from ..ir.contracts import Condition, Function, Program, Specification
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.terms import Term
from ..ir.variables import Valuation
from ..spans import Span
from ..trampoline import run
from .findings import Finding, Witness, summary
from .notation import Notation, told
from .triples import Tested

STEPS = 20_000
"""Steps of the evaluator, for one clause on one input."""
MOST_TESTS = 10
"""Tests on which clauses are looked at."""


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
    unmet: list[UnmetRecommendation] = field(factory=list)

    def called(self, function: Function, arguments: Valuation) -> None:
        if self.unmet:
            return
        for term in function.recommended:
            values = {binder.name: arguments[binder.name] for binder in function.parameters}
            if evaluate(term, values, self.program.functions, self.program.datatypes).is_false:
                self.unmet.append(UnmetRecommendation(function, values, term))
                return

    def read_beyond(self, function: Function, span: Span | None, read_place: str) -> None:
        """Frames are none of its concern."""

    def returned(self, function: Function, arguments: Valuation, result: object) -> None:
        """Nor is what comes out."""


def recommendation_findings(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, language: Notation
) -> Iterator[Finding]:
    """At most one finding for each clause, with the test on which it calls a function outside of what that
    recommends."""
    if not any(function.recommended for function in program.functions.values()):
        return
    # With unknown outputs the arguments of calls are not known.
    valid = [test for test in tests if test.judgement is not None and not test.example.unknowns][:MOST_TESTS]
    clauses = (*enumerate(specification.requires), *enumerate(specification.ensures))
    # One finding for each clause: the first test that shows it.
    for position, condition in clauses:
        for test in valid:
            found = _unmet(condition, test, program, engines)
            if found is None:
                continue
            inputs, outputs = (
                language.literals(each, specification) for each in (test.example.inputs, test.example.outputs)
            )
            given = {
                language.word(binder.name): language.text(found.arguments[binder.name], binder.sort, program.datatypes)
                for binder in found.function.parameters
            }
            called = f"{found.function.name}({told(given)})"
            recommended = language.show(found.recommended)
            message = f"{summary(condition.clause)} calls {called}, which recommends {recommended}"
            witness = Witness(inputs, {}, outputs)
            span = condition.clause.span
            yield Finding("against-recommendation", specification.name, message, span, position, witness)
            break


def _unmet(condition: Condition, test: Tested, program: Program, engines: Engines) -> UnmetRecommendation | None:
    """The first call in a clause, as it is evaluated from left to right, that is not as recommended."""
    if condition.term is None or engines.remaining <= 0:
        return None
    example = test.example
    modified = example.specification.pre_states
    before = {name: example.inputs[own] for own, name in modified.items()}
    observer = RecommendationObserver(program)
    context = EvaluationContext(program.functions, program.datatypes, engines.fuel(STEPS), observer)
    values = {**example.inputs, **before, **example.outputs}
    machine = Machine(context, Environment(values))
    # What was called before the value turns out to be unknown was seen.
    with suppress(Undefined, Undecided, OutOfFuel, SpecassayError):
        run(machine.evaluate(condition.term, machine.environment))
    return observer.unmet[0] if observer.unmet else None
