"""What each clause of a specification does: which wrong outputs it kills, and whether it says anything at all.

It is judged under what its program takes for granted, lemmas without a body: `function Exp(x: real): real` and
`lemma Zero() ensures Exp(0.0) == 1.0` are how Dafny states an axiom. What another lemma promises of `Exp` then holds of
the functions that meet the axioms, and of no others.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from attrs import evolve, field, frozen

from ..deciding.clauses import ClauseVerdict, Decision, EngineReason, theory_of, valid
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..ir.build import conj, forall, implies, negate, op
from ..ir.contracts import Condition, Function, Program, Specification, lowered_terms
from ..ir.functions import body_of_function, called_by
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term, free_names, free_variables, sorts_by_name, substitute, var
from ..ir.variables import Name, is_field, pre_state
from .aliased import facts_of_inputs
from .contents import contents
from .dynamic_outputs import true_of_all
from .findings import Finding, summary
from .spec_testing_limits import LIMITS
from .triples import Mutant, Tested


def axioms_for(specification: Specification, program: Program) -> dict[str, Term]:
    """The axioms about functions without a body that a lemma mentions, directly or through others, by the names of the
    lemmas that state them; none for a lemma that is an axiom itself."""
    # An axiom is judged alone: under itself it would be true of anything.
    if specification.assumed:
        return {}
    # The lemmas that are axioms, with what they say of all inputs.
    stated = {
        specification.name: term
        for specification in program.specifications
        if (term := _axiom(specification)) is not None
    }
    # Reachability over functions without a body: an axiom matters where it is about a function that matters.
    known = _open_functions(specification.terms, program.functions)
    found: dict[str, Term] = {}
    while True:
        new = {
            name: term
            for name, term in stated.items()
            if name not in found and not known.isdisjoint(_open_functions([term], program.functions))
        }
        # All axioms that are one step further, or none: a part of them would depend on the order in the file.
        if not new or len(found) + len(new) > LIMITS.axioms_of_a_lemma:
            return found
        found |= new
        known |= _open_functions(new.values(), program.functions)


def _axiom(specification: Specification) -> Term | None:
    """What a lemma without a body says of all inputs; None for any other, and where that is no term."""
    # A lemma about the heap holds in the states that it speaks of, and one with type parameters of sorts that are not
    # known.
    plain = not (specification.type_parameters or specification.heap.fields or specification.heap.instances)
    if not (specification.assumed and plain) or any(condition.term is None for condition in specification.conditions):
        return None
    requires, ensures = (conj(*lowered_terms(listed)) for listed in (specification.requires, specification.ensures))
    whole = implies(requires, ensures)
    names = {binder.name for binder in specification.inputs}
    if not free_names(whole) <= names or any(map(is_field, names)):
        return None
    return forall(specification.inputs, whole) if specification.inputs else whole


def _open_functions(terms: Iterable[Term], functions: Mapping[Name, Function]) -> set[Name]:
    """The functions without a body that terms call, directly or through the bodies of others."""
    called = called_by(terms, functions, body_of_function)
    return {name for name, function in called.items() if function.body is None}


Strength = Literal["contingent", "tautology", "contradiction", "unknown"]
"""`contingent`: true of some values and not of others. The other two are proved, for all inputs and outputs that
meet the preconditions; `unknown` is neither seen nor proved."""

_OF_THE_HEAP = re.compile(r"\b(?:fresh|allocated|unchanged)\b")
"""Words of which a test does not say enough: which array a result is, say. They are read as if it were as they want,
which proves nothing about other calls."""


@frozen(slots=True)
class ClauseScore:
    """One clause.

    `kills`: how many mutants it refuses by itself (a precondition: how many inputs), `kills_alone`: how many of them
    no other clause refuses, `judged`: out of how many. `refuses`: how many right outputs it refuses (a precondition:
    how many of the tests' inputs, those that are labelled invalid aside). `engine`: who proved a tautology or a
    contradiction; `reason`: why a proof of one says nothing of all calls; `undecided`: why there is no proof where one
    was looked for.
    """

    condition: Condition
    kills: int
    kills_alone: int
    judged: int
    refuses: int
    strength: Strength
    engine: str | None = None
    reason: str = ""
    undecided: tuple[EngineReason, ...] = field(default=(), eq=False)


ProvedStrength = tuple[Strength, str | None, str, tuple[EngineReason, ...]]
"""The strength of a clause, and the other fields of `ClauseScore` that say how it is known."""


def clause_scores(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, label: str
) -> tuple[ClauseScore, ...]:
    """A score for each clause of the postcondition, in source order. What the types of results and fields promise is
    nothing that a written clause says: it is judged on outputs of these types."""
    # Every output that was judged counts, the mutants and the expected ones.
    mutants = [mutant for test in tests for mutant in test.mutants]
    scores = []
    judgements = [mutant.judgement for mutant in mutants]
    judgements += [test.judgement for test in tests if test.judgement is not None]
    by_type = [index for index, condition in enumerate(specification.ensures) if _is_of_type(condition)]
    # A written clause is judged where the types hold: `r >= 0` of a `nat` says nothing more.
    typed = [
        judgement for judgement in judgements if all(judgement.clauses[index].verdict == "holds" for index in by_type)
    ]
    for index, condition in enumerate(specification.ensures):
        # Facts are the reader's, not the author's.
        if condition.clause.fact:
            continue
        seen = {each.clauses[index].verdict for each in (judgements if index in by_type else typed)}
        strength = _strength(condition, seen, specification, program, engines, f"{label}-clause{index}")
        scores.append(
            ClauseScore(
                condition,
                sum(index in mutant.judgement.refuting for mutant in mutants),
                # Killed by this clause alone: what would be lost without it.
                sum(mutant.judgement.refuting == (index,) for mutant in mutants),
                len(mutants),
                sum(test.judgement is not None and index in test.judgement.refuting for test in tests),
                *strength,
            )
        )
    return tuple(scores)


def requires_scores(
    specification: Specification, tests: Sequence[Tested], program: Program, engines: Engines, label: str
) -> tuple[ClauseScore, ...]:
    """A score for each clause of the precondition, over the inputs of the tests and those made from them, of which each
    counts once, however many tests it is made from."""
    # The precondition has no outputs: it is judged on inputs that were made invalid on purpose.
    tried = [(test.example.invalid, test.precondition) for test in tests]
    # One input may come from several tests, and counts once.
    trials = {contents(tuple(trial.inputs.values())): trial for test in tests for trial in test.trials}
    made = [trial.precondition for trial in trials.values()]
    scores = []
    for index, condition in enumerate(specification.requires):
        if condition.clause.fact:
            continue
        seen = {judgement.clauses[index].verdict for judgement in (*(judgement for _, judgement in tried), *made)}
        # A clause of the precondition is judged without the precondition, which would imply it.
        without = evolve(specification, requires=(), ensures=(), heap=evolve(specification.heap, aliases=()))
        strength = _strength(condition, seen, without, program, engines, f"{label}-requires{index}")
        scores.append(
            ClauseScore(
                condition,
                sum(index in judgement.refuting for judgement in made),
                sum(judgement.refuting == (index,) for judgement in made),
                len(made),
                sum(index in judgement.refuting for invalid, judgement in tried if not invalid),
                *strength,
            )
        )
    return tuple(scores)


def proved_lemma(specification: Specification, program: Program, engines: Engines, label: str) -> str | None:
    """Who proved what a lemma promises, of all inputs that meet its precondition and whatever functions without a body
    mean, or whatever they mean that meets the axioms, which are named then; None where nobody did."""
    # The lemma is proved as one formula over its parameters.
    terms = [condition.term for condition in specification.ensures]
    said = [term for term in terms if term is not None]
    # A clause that was not read, or one about the heap, would be left out of the proof.
    if not said or len(said) < len(terms) or any(map(_is_of_the_heap, specification.ensures)):
        return None
    promised = conj(*said)
    premises = premises_of(specification, promised)
    # Lemmas are asked with a limit of their own: most are proved at once or not at all.
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.lemma_query_seconds), kind="lemma")
    theory = theory_of(program)

    def proved(goal: Term, known: Sequence[Term]) -> str | None:
        proof = valid(goal, known, theory=theory, engines=limited, label=f"{label}-lemma")
        return proof.engine if proof.verdict == "holds" else None

    # First without axioms: a proof that needs none holds for all functions.
    engine, axioms = proved(promised, premises), axioms_for(specification, program)
    if engine is not None or not axioms:
        return engine
    engine = proved(promised, (*premises, *axioms.values()))
    # Of axioms that contradict each other everything follows, the opposite, too. That is asked, and not `false`, for a
    # solver tries axioms on the terms that are there: of `G(x) > x` and `G(x) < x` one that is asked about G(5) sees at
    # once what it may not see without any term.
    if engine is None or proved(negate(promised), (*premises, *axioms.values())) is not None:
        return None
    return f"{engine}, given {', '.join(axioms)}"


def without_proofs(scores: Sequence[ClauseScore]) -> tuple[ClauseScore, ...]:
    """The scores of a method that is never called: of no inputs at all, everything can be proved."""
    return tuple(evolve(score, strength="unknown", engine=None, undecided=()) for score in scores)


def _strength(
    condition: Condition,
    seen: set[ClauseVerdict],
    specification: Specification,
    program: Program,
    engines: Engines,
    label: str,
) -> ProvedStrength:
    """What was seen of a clause decides, a solver where only one side was seen; who proved it, why a proof does not
    count, and why there is none."""
    # Both were seen: no proof is needed. One that only held may be a tautology, one that was only refuted may be a
    # contradiction; each is asked of all inputs and outputs that meet the precondition.
    if {"holds", "refuted"} <= seen:
        return "contingent", None, "", ()
    if condition.term is None or _is_of_the_heap(condition):
        return "unknown", None, "", ()
    if specification.is_dynamic:
        engine = None if "refuted" in seen else true_of_all(condition.term, specification, program, engines)
        return ("unknown", None, "", ()) if engine is None else ("tautology", engine, "", ())
    theory = theory_of(program)
    # Proofs of strength are a bonus: they get little time.
    limited = evolve(engines, seconds=min(engines.seconds, LIMITS.clause_query_seconds), kind="strength")
    facts = [
        condition.term for condition in specification.ensures if condition.clause.fact and condition.term is not None
    ]
    # It always held so far: may it be false at all? The types of other outputs are given, for the clause is judged
    # beside them.
    if "refuted" not in seen:
        types = [each.term for each in specification.ensures if _is_of_type(each) and each is not condition]
        goal = implies(conj(*facts, *(type_ for type_ in types if type_ is not None)), condition.term)
        premises = premises_of(specification, goal)
        proof = valid(goal, premises, theory=theory, engines=limited, label=f"{label}-tautology")
        # The proof took two names for two objects: it holds only if the precondition keeps them apart.
        why = _may_be_one(condition.term, specification, program, limited, label) if proof.verdict == "holds" else ""
        if why:
            return "unknown", None, why, ()
        return _concluded(proof)
    # It was always refuted: is there anything of which it holds?
    # `find` looks for values that make all of these true: none ("refuted") is the contradiction.
    premises = (*premises_of(specification, condition.term), *facts)
    binders = _variables((*premises, condition.term))
    witness, _ = find(
        (*premises, condition.term), {}, binders, theory=theory, engines=limited, label=f"{label}-contradiction"
    )
    match witness.verdict:
        case "refuted":
            why = _may_be_one(condition.term, specification, program, limited, label)
            return ("unknown", None, why, ()) if why else ("contradiction", witness.engine, "", ())
        case "holds":
            return "contingent", None, "", ()
        case _:
            return "unknown", None, "", witness.reasons


def _may_be_one(term: Term, specification: Specification, program: Program, engines: Engines, label: str) -> str:
    """What a term of the postcondition takes for two objects, or two arrays, and the precondition does not keep apart;
    empty where there is nothing. A proof that what the method changes is another one than it mentions proves nothing
    then.

    Example: `modifies this ensures other.x == old(other.x)` does not hold of a call with `other == this`.
    """
    mentioned, theory = free_names(term), theory_of(program)
    # Only aliases of what this clause mentions can spoil its proof.
    for alias in specification.heap.aliases:
        if mentioned.isdisjoint(alias.kept):
            continue
        # That two names differ is itself asked of the precondition.
        apart, premises = negate(alias.same), premises_of(specification, alias.same)
        proof = valid(apart, premises, theory=theory, engines=engines, label=f"{label}-alias")
        if proof.verdict != "holds":
            return f"{alias.reason}, which it may change"
    return ""


def _is_of_type(condition: Condition) -> bool:
    """Is it what a type promises, of an output that may break it?"""
    return condition.clause.origin == "type" and not condition.clause.fact


def _is_of_the_heap(condition: Condition) -> bool:
    return _OF_THE_HEAP.search(condition.clause.text) is not None


def _concluded(proof: Decision) -> ProvedStrength:
    match proof.verdict:
        case "holds":
            return "tautology", proof.engine, "", ()
        case "refuted":
            return "contingent", None, "", ()
        case _:
            return "unknown", None, "", proof.reasons


def premises_of(specification: Specification, term: Term) -> tuple[Term, ...]:
    """What may be taken for granted of the variables of a term: the preconditions, of the pre-state, what is so of
    inputs that are one array or object, and that arrays are not null, for Dafny's `array` is a type without null
    (`array?` has it)."""
    sorts = sorts_by_name(specification.inputs)
    # Preconditions speak of the state before: their variables are renamed to it.
    before = {name: var(before, sorts[name]) for name, before in specification.pre_states.items()}
    required = lowered_terms(specification.requires)
    requires = [substitute(each, before) for each in (*facts_of_inputs(specification), *required)]
    binders = _variables((*requires, term))
    # What may be null is not assumed to be there, in either state.
    nullable = {name for each in specification.nullable for name in (each, pre_state(each))}
    arrays = [binder.variable for binder in binders if binder.sort.kind == "Array" and binder.name not in nullable]
    return (*(negate(op("array.is_null", array)) for array in arrays), *requires)


def _variables(terms: Sequence[Term]) -> tuple[Binder, ...]:
    found: dict[Name, Sort] = {name: sort for term in terms for name, sort in free_variables(term)}
    return tuple(Binder(name, sort) for name, sort in found.items())


def clause_findings(
    specification: Specification,
    ensures: Sequence[ClauseScore],
    requires: Sequence[ClauseScore],
    tests: Sequence[Tested],
    uncallable: Finding | None = None,
) -> Iterator[Finding]:
    """What is odd about clauses: those that say nothing, that nothing satisfies, or that no test meets. `uncallable`:
    that no input meets the precondition."""
    name = specification.name
    mutants = [mutant for test in tests for mutant in test.mutants]
    for index, score in enumerate(ensures):
        clause = score.condition.clause
        match score.strength:
            case "tautology":
                message = f"{summary(clause)} holds whatever is returned (proved by {score.engine})"
                yield Finding("tautology", name, message, clause.span, index)
            case "contradiction":
                message = f"{summary(clause)} holds of no output of any input (proved by {score.engine})"
                yield Finding("contradiction", name, message, clause.span, index)
            # A clause that a type implies, or one about the heap, is expected to refuse no mutant.
            case _ if clause.implicit or _is_of_the_heap(score.condition):
                pass
            case _ if mutants and _holds_of_all(mutants, index):
                message = f"none of {len(mutants)} wrong outputs tried is refused by {summary(clause)} alone"
                yield Finding("kills-nothing", name, message, clause.span, index)
    # If a single clause can never hold, that says more than that all together cannot.
    if uncallable is not None and all(score.strength != "contradiction" for score in requires):
        yield uncallable
    valid = [test for test in tests if not test.example.invalid]
    for index, score in enumerate(requires):
        clause = score.condition.clause
        if score.strength == "contradiction":
            message = f"{summary(clause)} holds of no input: the method can never be called"
            yield Finding("contradiction", name, message, clause.span)
        if valid and score.refuses == len(valid):
            message = f"none of {len(valid)} tests meets {summary(clause)}"
            yield Finding("unmet-requires", name, message, clause.span, index)


def _holds_of_all(mutants: Sequence[Mutant], index: int) -> bool:
    """Whether every mutant satisfies a clause by itself, and none is refused by several clauses only together."""
    return all(
        mutant.judgement.clauses[index].verdict == "holds"
        and (mutant.judgement.refuting or mutant.judgement.verdict != "refuted")
        for mutant in mutants
    )
