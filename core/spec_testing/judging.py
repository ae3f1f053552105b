"""Judging an example: do the clauses of its specification hold of an input, of an input and outputs?"""

from collections.abc import Sequence

from attrs import evolve

from ..deciding.clauses import DEFINITE, Decision, Theory, combine
from ..deciding.engines import Engines
from ..deciding.triples import NOTHING_UNKNOWN, TripleJudgement, Unknowns, judge
from ..ir.contracts import Condition, lowered_terms
from ..ir.terms import Term, substitute
from ..ir.variables import Valuation
from .examples import Example
from .reached_arrays import is_open
from .witnesses import decided_by_witnesses


def judge_inputs(example: Example, inputs: Valuation, theory: Theory, engines: Engines, label: str) -> TripleJudgement:
    """Does the precondition hold of these inputs?"""
    return judge_conditions(example.specification.requires, inputs, NOTHING_UNKNOWN, theory, engines, label)


def judge_outputs(
    example: Example,
    outputs: Valuation,
    constraints: Sequence[Term],
    theory: Theory,
    engines: Engines,
    label: str,
) -> TripleJudgement:
    """Does the postcondition hold of the example's input and these outputs, for some value of those not
    given? Not known where one object is given for two parameters, of which each would have values of its own."""
    modified = example.specification.pre_states
    if why := one_for_two(example):
        decisions = tuple(Decision("unknown", None, why) for _ in example.specification.ensures)
        return TripleJudgement("unknown", decisions)
    # Clauses see the state before under names of its own.
    values = {**example.inputs, **{before: example.inputs[name] for name, before in modified.items()}}
    # Outputs that the candidate gives are known; the test's unknowns fill the rest.
    unknowns = {name: binder for name, binder in example.unknowns.items() if name not in outputs}
    values = {name: value for name, value in {**values, **outputs}.items() if name not in unknowns}
    # The test's own names for unknown outputs.
    renaming = {name: binder.variable for name, binder in unknowns.items()}
    clauses = [
        condition if condition.term is None else evolve(condition, term=substitute(condition.term, renaming))
        for condition in example.specification.ensures
    ]
    # What the test only constrains is existentially quantified: some value has to fit.
    open_ = Unknowns(tuple(unknowns.values()), tuple(constraints))
    return judge_conditions(clauses, values, open_, theory, engines, label)


def one_for_two(example: Example) -> str:
    """Why nothing is known of the state after a call with the inputs of an example: they give one object or one array,
    which may change, twice, or which arrays change is not known. Empty where neither is so."""
    if is_open(example.specification):
        return "which arrays change on this input, and what they hold then, is not known"
    alias = next((alias for alias in example.specification.heap.aliases if alias.holds_of(example.inputs)), None)
    return "" if alias is None else f"`{alias.second}` is `{alias.first}` on this input, and it may change"


def are_possible(example: Example, inputs: Valuation, outputs: Valuation | None, theory: Theory) -> bool:
    """May there be these inputs, or these outputs of the example? What is false of no state is not false of theirs."""
    specification, seen = example.specification, Engines()
    listed = specification.requires if outputs is None else specification.ensures
    facts = tuple(condition for condition in listed if condition.clause.fact)
    if not facts:
        return True
    if outputs is None:
        return judge_conditions(facts, inputs, NOTHING_UNKNOWN, theory, seen, "").verdict != "refuted"
    moved = evolve(example, specification=evolve(specification, requires=(), ensures=facts), inputs=inputs)
    return judge_outputs(moved, outputs, (), theory, seen, "").verdict != "refuted"


def judge_conditions(
    conditions: Sequence[Condition],
    values: Valuation,
    unknowns: Unknowns,
    theory: Theory,
    engines: Engines,
    label: str,
) -> TripleJudgement:
    """The judgement on all clauses; one that is not lowered is unknown."""
    lowered = lowered_terms(conditions)
    judged = judge(lowered, values, unknowns, theory=theory, engines=engines, label=label)
    # Clauses that were not lowered are put back in their places as unknown.
    if len(lowered) == len(conditions):
        return judged
    decisions = iter(judged.clauses)
    clauses = tuple(
        next(decisions)
        if condition.term is not None
        else Decision("unknown", None, "; ".join(map(str, condition.clause.problems)))
        for condition in conditions
    )
    # One refuted clause decides, whatever is unknown beside it.
    verdict = "refuted" if judged.verdict == "refuted" else combine(clauses)
    return TripleJudgement(verdict, clauses, judged.witness)


def judged_by_equations(
    judgement: TripleJudgement, example: Example, theory: Theory, engines: Engines
) -> TripleJudgement:
    """What the clauses are of the expected output, with what equations decide where no engine did: that takes too long
    for each of its mutants."""
    if judgement.verdict in DEFINITE or example.unknowns or one_for_two(example):
        return judgement
    before = {state: example.inputs[name] for name, state in example.specification.pre_states.items()}
    values = {**example.inputs, **before, **example.outputs}
    decisions = tuple(
        decision
        if decision.verdict in DEFINITE or condition.term is None
        else decided_by_witnesses(condition.term, values, theory, engines) or decision
        for condition, decision in zip(example.specification.ensures, judgement.clauses, strict=True)
    )
    return evolve(judgement, verdict=combine(decisions), clauses=decisions)
