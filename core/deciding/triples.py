"""Testing a specification: is φ true of one input and output? Pure algorithms over an abstract solver.

The Hoare triple is ``{true} x := i; y := o {φ(x, y)}`` (S. K. Lahiri, FMCAD 2024, arXiv:2406.09757). Where
the published method takes a failed proof for a rejection, a verdict here is definite or none: see `clauses.py`.

An output that the test does not fix is an *unknown*: the triple then asks whether some value of it satisfies
φ and what the test does say about it.
"""

import math
from collections.abc import Sequence
from itertools import islice, product
from typing import Any

from attrs import evolve, field, frozen

from ..errors import Unsupported
from ..evaluate.candidates import at_hand, everything, up_to_renaming
from ..ir.build import conj
from ..ir.sorts import Sort, sorts_in
from ..ir.terms import TRUE, Binder, Term, fold, free_names, rebuild, values_by_name
from ..ir.values import ArrayValue
from ..ir.variables import Name, Valuation
from .clauses import (
    DEFINITE,
    EVALUATOR,
    UNCONFIRMED,
    ClauseVerdict,
    Decision,
    Theory,
    answer_of,
    combine,
    decide,
    out_of_time,
    residual_of,
    undecided_by,
)
from .conjuncts import Conjuncts
from .deciding_limits import LIMITS
from .engines import Engines
from .solver import Backend, Outcome

UNEVALUATED = "the solver's model could not be evaluated"
UNSATISFIED = f"no value that was tried, {LIMITS.combinations:,} at most, satisfies it"
"""The reason where a model needs a function without a body: what another solver finds has no value either."""


@frozen(slots=True)
class Unknowns:
    """What a test leaves open: variables without a value, and terms that some value of them makes true."""

    binders: tuple[Binder, ...] = ()
    constraints: tuple[Term, ...] = ()

    @property
    def names(self) -> set[Name]:
        return {binder.name for binder in self.binders}


NOTHING_UNKNOWN = Unknowns()


@frozen(slots=True)
class TripleJudgement:
    """The verdict on a triple, and on each clause alone.

    `witness`: values of the unknowns under which everything holds. `refuting`: positions of the clauses that
    are refuted alone: the clauses to blame, or to thank.
    """

    verdict: ClauseVerdict
    clauses: tuple[Decision, ...]
    witness: Valuation = field(factory=dict)

    @property
    def refuting(self) -> tuple[int, ...]:
        return tuple(index for index, clause in enumerate(self.clauses) if clause.verdict == "refuted")

    @property
    def reason(self) -> str:
        """Why the verdict is what it is, in words; empty where nothing is to be said."""
        found = (
            clause.reason if clause.verdict in DEFINITE else clause.telling
            for clause in self.clauses
            if clause.verdict == self.verdict
        )
        return "; ".join(dict.fromkeys(filter(None, found)))


def judge(
    clauses: Sequence[Term],
    values: Valuation,
    unknowns: Unknowns = NOTHING_UNKNOWN,
    *,
    theory: Theory,
    engines: Engines,
    label: str = "",
) -> TripleJudgement:
    """Do the `clauses` (Bool terms) hold of `values`, for some value of the `unknowns` that meets their constraints?

    `values` gives every free variable of the terms but the unknowns. Without unknowns each clause is decided
    by itself, and there is nothing to constrain. `label` names the queries of a dump.
    """
    names = unknowns.names
    # Clauses without an unknown are decided one by one. The others have to hold of the *same* unknowns: asked alone,
    # each may find its own, so that they are asked together first, and alone only to say which one fails.
    # Each with an equal share of what is left.
    alone = tuple(
        decide(clause, values, theory=theory, engines=share, label=f"{label}-{index}")
        if names.isdisjoint(free_names(clause))
        else None
        for index, (clause, share) in enumerate(zip(clauses, engines.shares(len(clauses)), strict=True))
    )
    if not names:
        decisions = tuple(decision for decision in alone if decision is not None)
        return TripleJudgement(combine(decisions), decisions)
    search = _Search(values, unknowns, theory, engines)
    # Together, since the clauses share the unknowns: each alone may hold of other values.
    joint, witness = search.satisfiable([c for c, d in zip(clauses, alone, strict=True) if d is None], f"{label}-joint")
    decisions = tuple(
        decision
        if decision is not None
        else joint
        if joint.verdict == "holds"
        else search.satisfiable([clause], f"{label}-{index}")[0]
        # Where they do not hold together, each is asked alone, to know which one fails.
        for index, (clause, decision) in enumerate(zip(clauses, alone, strict=True))
    )
    verdict = combine((joint, *(decision for decision in alone if decision is not None)))
    # A witness is one of all clauses, or none.
    return TripleJudgement(verdict, decisions, witness if verdict == "holds" else {})


def find(
    goal: Sequence[Term],
    values: Valuation,
    unknowns: Sequence[Binder],
    *,
    theory: Theory,
    engines: Engines,
    label: str = "",
) -> tuple[Decision, Valuation]:
    """Values of the `unknowns` under which the Bool terms of `goal` hold, confirmed by evaluation.

    The decision *holds* comes with them; *refuted* means that there are none. `values` gives the other free
    variables.
    """
    return _Search(values, Unknowns(tuple(unknowns)), theory, engines).satisfiable(goal, label)


@frozen(slots=True)
class _Search:
    """Is there a value of the unknowns? Values at hand first, a solver for the rest."""

    values: Valuation
    unknowns: Unknowns
    theory: Theory
    engines: Engines

    def satisfiable(self, clauses: Sequence[Term], label: str) -> tuple[Decision, Valuation]:
        """*holds* with a witness, *refuted* when no value satisfies constraints and clauses together."""
        # What the test says of the unknowns is part of the question.
        goal = (*self.unknowns.constraints, *clauses)
        if self.engines.remaining <= 0:
            return out_of_time(self.engines), {}
        # Values at hand first: most unknowns are among the values of the input.
        if self.engines.use_evaluator:
            at_hand = self._try_values_at_hand(goal)
            if at_hand is not None:
                return at_hand
        undecided = Decision("unknown", EVALUATOR, f"{UNSATISFIED}, and no solver was asked")
        engines, tried = self.engines, _untried(self.engines)
        try:
            # Without a solver nothing needs to be simplified.
            residual = residual_of(conj(*goal), self.values, self.theory, engines) if engines.backends else TRUE
        except Unsupported as unsupported:
            return Decision("unknown", engines.backends[-1].name, str(unsupported)), {}
        for backend in engines.backends:
            answer, witness = self._ask(goal, residual, backend, label, engines)
            undecided = answer.after(*tried)
            if undecided.verdict in DEFINITE:
                return undecided, witness
            tried = [undecided]
            # In a hurry, the first timeout ends it.
            if engines.impatient and (undecided.verdict == "timeout" or undecided.reason == UNEVALUATED):
                break
            if undecided.verdict == "timeout":
                engines = engines.shorter()
        # A solver takes what it likes for the value of an operation outside of its domain, and such a model is none:
        # one inside of all domains is.
        inside = self._inside_of_domains(goal)
        if undecided.verdict == "unknown" and engines.backends and inside != goal:
            decision, witness = self.satisfiable(inside, label)
            if decision.verdict == "holds":
                return decision, witness
        return undecided, {}

    def _inside_of_domains(self, goal: Sequence[Term]) -> tuple[Term, ...]:
        """A goal that demands more: that no function without a body is asked for a value, where a condition keeps a
        term from that."""
        names = {*self.values, *(binder.name for binder in self.unknowns.binders)}
        conditions = list[Term]()

        def step(node: Term, args: tuple[Term, ...]) -> Term:
            match node.op, args:
                case "ite", (condition, value, Term(op="call", data=name)) if free_names(condition) <= names:
                    function = self.theory.functions.get(name)
                    # Only the side without the call is asked for, under the condition that keeps it there.
                    if function is not None and function.body is None:
                        conditions.append(condition)
                        return value
            return rebuild(node, args)

        return (*[fold(term, step) for term in goal], *conditions)

    def _try_values_at_hand(self, goal: Sequence[Term]) -> tuple[Decision, Valuation] | None:
        # All values of finite sorts, and the likely ones of the others.
        finite = [self._everything(binder.sort, goal) for binder in self.unknowns.binders]
        domains = [
            self._likely(binder, goal) if all_ is None else all_
            for binder, all_ in zip(self.unknowns.binders, finite, strict=True)
        ]
        share = LIMITS.share_of_values_at_hand if self.engines.backends else 1.0  # The solvers are to have a say.
        deadline = self.engines.now + self.engines.remaining * share
        conjuncts, only = Conjuncts(goal), evolve(self.engines, backends=(), use_evaluator=True)
        # Only where each combination of all values is tried, and each is known to fail, is there none.
        definite = None not in finite and math.prod(map(len, domains)) <= LIMITS.combinations
        for combination in islice(product(*domains), LIMITS.combinations):
            witness = values_by_name(self.unknowns.binders, combination)
            if self.engines.now > deadline:
                return None
            # Evaluated one after another, the conjunct that refuses most first.
            verdict = self._evaluate(conjuncts, witness, only)
            if verdict == "holds":
                return Decision("holds", EVALUATOR), witness
            # One that is not decided spoils the proof that there is none.
            definite = definite and verdict == "refuted"
        return (Decision("refuted", EVALUATOR), {}) if definite else None

    def _everything(self, sort: Sort, goal: Sequence[Term]) -> tuple[Any, ...] | None:
        """Every value of a finite sort; of a sort that only knows equality, the elements that are mentioned and, for
        each unknown, one more: all others behave like these."""
        if sort.kind != "Uninterpreted" or any(
            sort in sorts_in(arg) for binder in self.unknowns.binders for arg in binder.sort.args
        ):
            return everything(sort, self.theory.datatypes)
        others = sum(binder.sort == sort for binder in self.unknowns.binders)
        return up_to_renaming(sort, self.values, conj(*goal), others, LIMITS.combinations)

    def _likely(self, binder: Binder, goal: Sequence[Term]) -> tuple[Any, ...]:
        """Values of a sort without end worth trying: those at hand and, for an integer, positions in them."""
        longest = max((len(contents) for contents in map(_contents, self.values.values())), default=0)
        positions = {f"#{index}": index for index in range(min(longest, LIMITS.combinations))}
        return at_hand(binder.sort, {**self.values, **positions}, conj(*goal), LIMITS.combinations)

    def _evaluate(self, goal: Conjuncts, witness: Valuation, only: Engines) -> ClauseVerdict:
        """Decide by the evaluator alone, which is `only`."""
        environment = {**self.values, **witness}

        def verdict(term: Term) -> ClauseVerdict:
            return decide(term, environment, theory=self.theory, engines=only).verdict

        return goal.verdict(verdict, only, environment)

    def _ask(
        self, goal: Sequence[Term], residual: Term, backend: Backend, label: str, engines: Engines
    ) -> tuple[Decision, Valuation]:
        """A solver's answer about a goal, of which `residual` is left under the values."""
        name = backend.name
        try:
            answer = answer_of(residual, backend, self.theory, engines, label)
        except Unsupported as unsupported:
            return Decision("unknown", name, str(unsupported)), {}
        # No value of the unknowns: simplification loses no solutions.
        if answer.outcome is Outcome.UNSAT:
            return Decision("refuted", name), {}
        if answer.outcome is not Outcome.SAT:
            return undecided_by(name, answer), {}
        missing = [binder.name for binder in self.unknowns.binders if binder.name not in answer.model]
        # A model of the simplified goal is checked against the goal itself.
        if not missing:
            witness = {binder.name: answer.model[binder.name] for binder in self.unknowns.binders}
            only = evolve(self.engines, backends=(), use_evaluator=True)
            verdict = self._evaluate(Conjuncts(goal), witness, only)
            if verdict == "holds":
                return Decision("holds", name), witness
            if verdict == "unknown":
                return Decision("unknown", name, UNEVALUATED), {}
        return Decision("unknown", name, UNCONFIRMED), {}


def _untried(engines: Engines) -> list[Decision]:
    """What the evaluator says where no value at hand decides a goal, before solvers are asked."""
    if not engines.use_evaluator:
        return []
    return [Decision("unknown", EVALUATOR, f"{UNSATISFIED}, and there are others")]


def _contents(value: Any) -> tuple[Any, ...]:
    """The elements of a sequence or an array; nothing for other values."""
    match value:
        case tuple():
            return value
        case ArrayValue():
            return value.elements
        case _:
            return ()
