"""Beyond mutants: is there any other output at all that a specification accepts on a test's input?

None (proved) means that the specification is *functional* on that input, which no number of killed mutants shows.
Otherwise another output is the best witness of weakness. `output_search.py` looks for it.
"""

from collections.abc import Sequence
from typing import Literal

from attrs import evolve, field, frozen

from ..deciding.clauses import EVALUATOR, Decision, EngineReason
from ..deciding.engines import Engines
from ..ir.contracts import Program
from ..ir.terms import Binder
from ..ir.variables import Valuation
from .function_values import defined_functions
from .output_search import OutputQuery, OutputSearch, size
from .reached_arrays import is_open
from .spec_testing_limits import LIMITS

Uniqueness = Literal["functional", "several", "another", "none", "unknown"]
"""What a specification accepts on an input: the expected output and no other (proved); the expected one and others; an
output that is not the expected one, which it refuses or which no engine decides; none at all (proved); or what could
not be found out."""


@frozen(slots=True)
class Outputs:
    """What a specification accepts on one input.

    `other`: an output that it accepts and that is not the expected one; empty when there is none or none was found.
    `only`: nothing else is accepted (proved). `wrong`: the tests of this input refuse `other`; where they do not, a
    `reason` says why it is not known whether another is accepted that they refuse. `engine`: who found or proved it.
    `reasons`: of an unknown verdict, what each engine said that was asked.
    """

    verdict: Uniqueness
    engine: str | None = None
    other: Valuation = field(factory=dict)
    reason: str = ""
    only: bool = False
    wrong: bool = False
    reasons: tuple[EngineReason, ...] = field(default=(), eq=False)


def outputs_of(query: OutputQuery, program: Program, engines: Engines, solved: bool = False) -> Outputs:
    """What the postcondition accepts on the input of an example. `solved`: its equations are known to say too little
    (`is_determined`)."""
    # A surviving mutant is another accepted output: nothing has to be searched.
    if query.survivors:
        wrong = [output for output in query.survivors if query.is_wrong(output)]
        return another_accepted(query, min(wrong or query.survivors, key=size), EVALUATOR)
    # A clause that was not read might refuse the others.
    if any(condition.term is None for condition in query.example.specification.ensures):
        return Outputs("unknown", None, {}, "a clause is not supported")
    if engines.remaining <= 0:
        return Outputs("unknown", None, {}, engines.out_of_time)
    # Functions are equal to themselves only: those that clauses define are fixed, and the question is about the rest.
    defined = defined_functions(query.example.specification)
    if defined and query.verdict == "holds" and all(binder.name in query.expected for binder in defined):
        return _beside_functions(query, defined, program, engines)
    search = OutputSearch(query, program, evolve(engines, seconds=min(engines.seconds, LIMITS.output_query_seconds)))
    # Where the expected output is refused, or incomplete, no output is excluded.
    refused = query.verdict == "refuted"
    known = () if refused or not search.is_complete(query.expected) else (query.expected,)
    other, decision = search.any_but(known, solved)
    if other is None:
        return _no_other(query, known, decision)
    # An output that the test does not exclude may be the expected one.
    if not (refused or known or query.is_wrong(other)):
        return Outputs("unknown", None, {}, "the test does not say which output it expects")
    # Where the expected output is refused, one accepted output may be the only one: the specification is then another
    # function, and not a weak one.
    only = refused and search.any_but((other,))[1].verdict == "refuted"
    outputs = another_accepted(query, other, decision.engine, only=only)
    return evolve(outputs, reason=decision.reason) if decision.verdict == "timeout" else outputs


def _beside_functions(query: OutputQuery, defined: Sequence[Binder], program: Program, engines: Engines) -> Outputs:
    """What is accepted where the postcondition defines some functions among the outputs: they are those that are
    expected, and the question is about the other outputs."""
    names = {binder.name for binder in defined}
    fixed = {name: query.expected[name] for name in names}
    specification = query.example.specification
    others = evolve(
        specification,
        inputs=(*specification.inputs, *defined),
        outputs=tuple(binder for binder in specification.outputs if binder.name not in names),
    )
    # Nothing but functions: they are determined.
    if not others.outputs and not others.modifies:
        return Outputs("functional", EVALUATOR)
    expected = {name: value for name, value in query.expected.items() if name not in names}
    example = evolve(query.example, specification=others, inputs={**query.example.inputs, **fixed}, outputs=expected)

    def is_wrong(output: Valuation) -> bool:
        return query.is_wrong({**output, **fixed})

    asked = evolve(query, example=example, expected=expected, is_wrong=is_wrong)
    outputs = outputs_of(asked, program, engines)
    return evolve(outputs, other={**outputs.other, **fixed}) if outputs.other else outputs


def determined_output(query: OutputQuery, program: Program, engines: Engines) -> Valuation | None:
    """An output that the postcondition accepts, as far as equations and finite domains say one. None is no proof."""
    search = OutputSearch(query, program, evolve(engines, seconds=min(engines.seconds, LIMITS.output_query_seconds)))
    return search.determined()


def is_accepted(query: OutputQuery, program: Program, engines: Engines) -> bool:
    """Whether the evaluator confirms that the postcondition holds of the expected output, which is complete."""
    if is_open(query.example.specification):
        return False
    search = OutputSearch(query, program, engines)
    return search.is_complete(query.expected) and search.accepts(query.expected)


def is_determined(query: OutputQuery, program: Program, engines: Engines) -> bool:
    """Do equations say that no other output is accepted than the expected one?"""
    search = OutputSearch(query, program, engines)
    return search.is_complete(query.expected) and search.is_determined((query.expected,))


def another_nearby(query: OutputQuery, program: Program, engines: Engines) -> Valuation | None:
    """An accepted output beside the expected one, which is accepted, too, as far as equations, finite domains and
    outputs near it show one, without a solver. None is no proof."""
    search = OutputSearch(query, program, evolve(engines, seconds=min(engines.seconds, LIMITS.output_query_seconds)))
    if not is_accepted(query, program, search.engines):
        return None
    return search.nearby((query.expected,))


def another_accepted(query: OutputQuery, other: Valuation, engine: str | None, only: bool = False) -> Outputs:
    """The answer that an output beside the expected one is accepted."""
    verdict: Uniqueness = "several" if query.verdict == "holds" else "another"
    return Outputs(verdict, engine, other, "", only, query.is_wrong(other))


def _no_other(query: OutputQuery, known: tuple[Valuation, ...], decision: Decision) -> Outputs:
    """The answer when no output but the known ones was found."""
    if decision.verdict != "refuted":
        return Outputs("unknown", decision.engine, {}, decision.telling, reasons=decision.reasons)
    if known and query.verdict == "holds":
        return Outputs("functional", decision.engine)
    # Nothing was excluded from the search, so that the expected output was among what it proved not to be accepted.
    if not known and query.verdict != "holds":
        return Outputs("none", decision.engine)
    return Outputs("unknown", None, {}, "no other output is accepted; it is not known whether the expected one is")
