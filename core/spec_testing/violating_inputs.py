"""Contract-violating inputs of specified methods: for each set of `requires` clauses an input that violates exactly
these, or a proof that there is none. The loop over sets is that of `core/synthesis/engine.py`; this is the part for
typed preconditions.

A clause is violated by an input when, evaluated by itself, it is false or undefined there. Parameters have values of
their types: what a type promises (`n: nat`) is no clause, and always holds. Inputs come from a search and from solvers,
and none is reported that the evaluator has not confirmed.
"""

import contextlib
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from attrs import define, evolve, field, frozen

from ..deciding.clauses import UNCONFIRMED
from ..deciding.engines import Engines
from ..deciding.solver import Answer, Backend, Outcome, Session
from ..errors import Unsupported
from ..evaluate.typed import evaluate
from ..ir.build import conj, implies, integer, le, negate
from ..ir.contracts import Condition, Program, Specification, lowered_terms
from ..ir.definedness import well_defined
from ..ir.sorts import BOOL
from ..ir.terms import Term, var
from ..ir.values import ArrayValue
from ..iteration import in_turn
from ..limits import SETS_PER_TASK
from ..synthesis.engine import Engine, Said, in_two_rounds
from ..synthesis.verdicts import Arguments, Evidence, Observation, SolverCheck, Verdict, targets, withdrawn
from .candidate_inputs import Candidates
from .constructed import built_inputs
from .examples import Example
from .operators.samples import fresh_array, samples
from .spec_testing_limits import LIMITS
from .valid_inputs import arrays_exist
from .violating_values import equal, measures, of_literals, simpler, stretched, with_objects

_NOTHING: frozenset[int] = frozenset()
UNIVERSE = "all values of the parameters' types"
SEARCH = "search"
NOT_EXCLUDED = var("no excluded input", BOOL)
"""What models assume once the evaluator has refuted one; no name of a program has spaces. Proofs do not assume it."""
SIZES = (1, 4, 32)
"""Bounds on numbers and lengths that are tried for a small input, the smallest first."""


@frozen(slots=True)
class Violations:
    """What is known of a method: its written `requires` clauses, a verdict for each set of them (small ones first, at
    most `sets`), and what was observed of the inputs found. `satisfied`: the verdict on the empty set, where no
    input that satisfies all clauses was seen. `seconds` is by phase."""

    specification: Specification
    clauses: tuple[Condition, ...]
    verdicts: tuple[Verdict, ...]
    observations: Mapping[frozenset[int], Observation]
    seconds: Mapping[str, float]
    satisfied: Verdict | None = None


def violations(
    specification: Specification,
    program: Program,
    examples: Iterable[Example],
    engines: Engines,
    label: str = "",
    most_sets: int = SETS_PER_TASK,
) -> Violations:
    """Decide every non-empty set of the `requires` clauses of a method, of many sets the small ones. `examples` are
    tests of it, whose inputs help the search; `label` names the queries of a dump."""
    clauses = tuple(condition for condition in specification.requires if not condition.clause.implicit)
    job = _MethodJob(specification, program, clauses, engines, label, most_sets)
    if any(condition.term is None for condition in specification.requires):
        verdicts = [job.unsupported(target) for target in job.targets()]
    else:
        # A test of a generic method is about one instance of it.
        same = (example for example in examples if example.specification.inputs == specification.inputs)
        job.search([dict(example.inputs) for example in same])
        verdicts = job.decide()
    return Violations(specification, clauses, tuple(verdicts), job.observations, job.seconds, job.satisfied)


@define(slots=True, eq=False)
class _MethodJob:
    """One method in work. `observations`: by set of clauses what was seen of the input that `evidence` knows for it."""

    specification: Specification
    program: Program
    clauses: tuple[Condition, ...]
    engines: Engines
    label: str
    most_sets: int
    evidence: Evidence = field(factory=Evidence)
    observations: dict[frozenset[int], Observation] = field(factory=dict)
    seconds: dict[str, float] = field(factory=dict)
    satisfied: Verdict | None = None

    @property
    def terms(self) -> list[Term]:
        return lowered_terms(self.clauses)

    @property
    def promises(self) -> list[Term]:
        """What the types of the parameters promise."""
        implicit = [condition.term for condition in self.specification.requires if condition.clause.implicit]
        return [*arrays_exist(self.specification), *(term for term in implicit if term is not None)]

    def targets(self) -> Iterator[frozenset[int]]:
        """The sets of clauses that are asked about, small ones first."""
        return targets(len(self.clauses), self.most_sets)

    # -- evaluation

    def evaluated(self, inputs: Arguments) -> Observation | None:
        """Which clauses an input violates, and how; None when that is unknown or the input is none."""
        if any(self._state(term, inputs) != "holds" for term in self.promises):
            return None
        states = [self._state(term, inputs) for term in self.terms]
        if "unknown" in states:
            return None
        how = {index: state for index, state in enumerate(states) if state != "holds"}
        return Observation(frozenset(how), how)

    def _state(self, term: Term, inputs: Arguments) -> str:
        """holds, false, undefined or unknown."""
        longest = max((len(value) for value in inputs.values() if isinstance(value, tuple)), default=0)
        fuel = self.engines.fuel(LIMITS.violating_steps + LIMITS.steps_of_an_element * longest)
        result = evaluate(term, inputs, self.program.functions, self.program.datatypes, fuel)
        if result.state != "defined":
            return result.state
        return "holds" if result.value is True else "false"

    def observe(self, inputs: Arguments) -> Observation | None:
        """Evaluate an input and keep it for the set that it violates: the first one, but false clauses before undefined
        ones."""
        seen = self.evaluated(inputs)
        if seen is not None:
            before = self.observations.get(seen.violated)
            # A clause that is false shows more than one that has no value.
            if before is None or before.false_count() < seen.false_count():
                self.observations[seen.violated] = seen
                if seen.violated:
                    self.evidence.known[seen.violated] = inputs
            self.evidence.note(inputs, seen)
        return seen

    # -- search

    def search(self, known: Sequence[Arguments]) -> None:
        """Try small inputs, and such that are like the known ones."""
        started = time.monotonic()
        terms = (*self.terms, *self.promises)
        specification = self.specification
        # Candidates near the known inputs and at the constants of the clauses.
        candidates = Candidates(specification.inputs, terms, known, specification.nullable, self.program.datatypes)
        deadline = min(self.engines.now + LIMITS.violating_seconds, self.engines.deadline)
        every = set(self.targets())
        # An object of its own for each parameter that needs one.
        small = (with_objects(inputs, specification) for inputs in of_literals(candidates))
        built = built_inputs(specification, self.program, self.engines, LIMITS.violating_building_seconds)
        # Objects that are reached through others are rarely what a program builds where their fields are made up.
        pair = (built, small) if specification.heap.fields else (small, built)
        for inputs in itertools.chain(*pair):
            # Until each set has an input, or the time is over.
            self.observe(inputs)
            if self.engines.now > deadline or self._complete(every):
                break
        # What bounds a length is not violated by small values.
        deadline = min(self.engines.now + LIMITS.stretching_seconds, self.engines.deadline)
        bases = [*self.evidence.accepted[: LIMITS.stretched_inputs], *self.evidence.known.values()]
        for inputs in in_turn(stretched(base, specification.inputs, terms) for base in bases):
            if self.engines.now > deadline or self._complete(every):
                break
            self.observe(inputs)
        self.seconds["search"] = self.seconds.get("search", 0.0) + time.monotonic() - started

    def _complete(self, every: set[frozenset[int]]) -> bool:
        """Is there an input for each set, with no clause undefined?"""
        return all(
            target in self.observations and self.observations[target].false_count() == len(target) for target in every
        )

    # -- verdicts

    def unsupported(self, target: frozenset[int]) -> Verdict:
        problems = (
            p for condition in self.specification.requires if condition.term is None for p in condition.clause.problems
        )
        return Verdict(target, "unknown", "", reason="; ".join(dict.fromkeys(map(str, problems))))

    def decide(self) -> list[Verdict]:
        """The verdict on each set, small ones first. What an input that was found later refutes is withdrawn."""
        started, searching = time.monotonic(), self.seconds.get("search", 0.0)
        # One asker for each solver: they share evidence.
        askers = [_Asker.of(self, backend) for backend in self.engines.backends]

        def decided(target: frozenset[int]) -> Verdict:
            return self._verdict(target, askers)

        # Between the rounds the search begins again, from the inputs that solvers have found.
        def search_again(verdicts: Mapping[frozenset[int], Verdict]) -> None:
            if any(verdict.is_open for verdict in verdicts.values()):
                self.search([*self.evidence.known.values()])

        wanted = list(self.targets())
        try:
            verdicts = in_two_rounds(askers, wanted, decided, search_again, self.engines.seconds)
            self.satisfied = self._satisfied(askers)
        finally:
            for asker in askers:
                asker.close()
            # The search inside of the rounds is not the solvers' time.
            self.seconds["solve"] = time.monotonic() - started - (self.seconds.get("search", 0.0) - searching)
        return [withdrawn(verdict, self.evidence) or verdict for verdict in verdicts.values()]

    def _satisfied(self, askers: Sequence["_Asker"]) -> Verdict | None:
        """Whether any input satisfies all clauses; None where one was seen."""
        verdict: Verdict | None = None
        for asker in askers:
            if _NOTHING in self.evidence.realised:
                return None
            verdict = asker.decide(_NOTHING)
            self.evidence.known.pop(_NOTHING, None)
            if verdict.outcome == "infeasible":
                break
        return None if _NOTHING in self.evidence.realised else verdict

    def _verdict(self, target: frozenset[int], askers: Sequence["_Asker"]) -> Verdict:
        if target in self.evidence.known:
            return Verdict(target, "violating", SEARCH, self.evidence.known[target], universe=UNIVERSE)
        verdict = Verdict(target, "unknown", "", reason="no input was found, and no solver was asked")
        checks: tuple[SolverCheck, ...] = ()
        for asker in askers:
            verdict = asker.decide(target)
            checks = (*checks, *verdict.checks)
            if verdict.outcome != "unknown":
                break
        return evolve(verdict, checks=checks, universe=UNIVERSE)


_MISSING = object()


@define(slots=True, eq=False)
class _Query:
    """The clauses of a method, with what the types of its parameters promise, in a session with one solver: a
    `ClauseQuery` of the engine. Proofs are about all values: there are no bounds."""

    job: _MethodJob
    backend: Backend
    left: Callable[[], float]
    limit: Callable[[], float]
    seconds: float = 0.0
    work: float = 0.0
    asked: int = 0
    timeouts: int = 0
    covered: set[frozenset[int]] = field(factory=set)
    excluded: bool = False
    """Whether an input was excluded from models."""
    _session: Session | None = None

    @property
    def universe(self) -> str:
        return UNIVERSE

    def close(self) -> None:
        if self._session is not None:
            self._session.close()

    def literals(self, target: frozenset[int]) -> list[Term]:
        return [self._violated(i) if i in target else self._holds(i) for i in range(len(self.job.clauses))]

    def check(self, assumptions: list[Term], limit: float | None = None) -> Answer:
        # The time is that of the whole job: a query near its end gets what is left.
        left = self.left()
        if left <= 0:
            return Answer(Outcome.TIMEOUT, message=self.job.engines.out_of_time)
        # The session is opened by the first question, since many sets are decided without one.
        if self._session is None:
            job, program = self.job, self.job.program
            self._session = self.backend.session(
                program.functions, program.datatypes, dump=job.engines.dump, label=f"{job.label}-{self.backend.name}"
            )
            # Types are facts of the session; clauses are assumptions, so that sets can be asked one after the other.
            self._session.add(*(conj(well_defined(p, program.functions), p) for p in job.promises))
        seconds = min(left, self.limit() if limit is None else limit)
        answer = self.job.engines.charge(self._session.check(assumptions, seconds=seconds), seconds)
        self.asked += answer.asked
        self.seconds += answer.seconds
        self.work += answer.work
        # A query with its own limit (of a core) does not count as timed out.
        self.timeouts += limit is None and answer.outcome is Outcome.TIMEOUT
        return answer

    def models(self, target: frozenset[int]) -> Iterator[Answer]:
        """Small ones first, then one of any size: with every clause of the set false, else with some undefined."""
        going_on = True
        while going_on:
            goal, answer = self._of_any_size(target)
            if answer.outcome is Outcome.SAT:
                yield from self._small(goal)
            yield answer
            # What cannot be excluded would come again.
            going_on = answer.outcome is Outcome.SAT and self.excluded

    def _of_any_size(self, target: frozenset[int]) -> tuple[list[Term], Answer]:
        others = [NOT_EXCLUDED] if self.excluded else []
        literals = self.literals(target)
        # False first: an input on which a clause is undefined shows less.
        for manner in (self._false, self._violated) if target else (self._false,):
            goal = [*(manner(i) if i in target else literal for i, literal in enumerate(literals)), *others]
            answer = self.check(goal)
            if answer.outcome is not Outcome.UNSAT:
                break
        return goal, answer

    def _small(self, goal: list[Term]) -> Iterator[Answer]:
        sizes = [m for binder in self.job.specification.inputs for m in measures(binder.variable)]
        for size in SIZES if sizes else ():
            others = [NOT_EXCLUDED] if self.excluded and NOT_EXCLUDED not in goal else []
            small = self.check([*goal, *others, *(le(measure, integer(size)) for measure in sizes)])
            if small.outcome is Outcome.SAT:
                yield small

    def decode(self, answer: Answer) -> Arguments:
        """What the model leaves open is some value of the type; each array is one of its own."""
        specification, inputs = self.job.specification, {}
        for binder in specification.inputs:
            value = answer.model.get(binder.name, None if binder.name in specification.nullable else _MISSING)
            if value is _MISSING:
                value = samples(binder.sort, self.job.program.datatypes)[0]
            inputs[binder.name] = fresh_array(value.elements) if isinstance(value, ArrayValue) else value
        return with_objects(inputs, specification)

    def exclude(self, answer: Answer) -> None:
        """Only models that assume `NOT_EXCLUDED` lack the input: a proof has to hold for it, too."""
        binders = [input_ for input_ in self.job.specification.inputs if input_.name in answer.model]
        if self._session is None or not binders:
            return
        same = [equal(binder.variable, answer.model[binder.name]) for binder in binders]
        with contextlib.suppress(Unsupported):  # Of a sort without literals, as that of a type parameter.
            self._session.add(implies(NOT_EXCLUDED, negate(conj(*same))))
            self.excluded = True

    def _holds(self, index: int) -> Term:
        term = self.job.terms[index]
        return conj(well_defined(term, self.job.program.functions), term)

    def _false(self, index: int) -> Term:
        term = self.job.terms[index]
        return conj(well_defined(term, self.job.program.functions), negate(term))

    def _violated(self, index: int) -> Term:
        return negate(self._holds(index))


@define(slots=True, eq=False)
class _Asker(Engine[_Query]):
    """The sets of clauses of a method, with one solver."""

    may_be_empty: ClassVar[bool] = True  # A type may have no value.
    job: _MethodJob
    _query: _Query = field(init=False)

    @classmethod
    def of(cls, job: _MethodJob, backend: Backend) -> "_Asker":
        engines = job.engines
        asker = cls(
            job,
            solver=backend.name,
            oracle=job.observe,
            seconds_per_check=engines.seconds,
            budget=math.inf,
            evidence=job.evidence,
            remaining=lambda: engines.remaining,
            spent=engines.out_of_time,
        )
        asker._query = _Query(job, backend, asker.left, lambda: asker.seconds_per_check)
        return asker

    def queries(self) -> Sequence[_Query]:
        return (self._query,)

    def text(self, clause: int) -> str:
        return self.job.clauses[clause].clause.text

    def shrink(self, arguments: Arguments, observed: Observation) -> Arguments:
        """Smaller values that violate the same clauses in the same way."""
        job = self.job

        def same(inputs: Arguments, _: Arguments) -> bool:
            return job.evaluated(inputs) == observed

        return simpler(arguments, job.specification.inputs, job.program.datatypes, same)

    def why_refuted(self, query: _Query, doubtful: frozenset[int]) -> str:
        return UNCONFIRMED

    def procedure(self, target: frozenset[int]) -> Said:
        query = self._query
        found, answer = self.find(query, target)
        if found is not None:
            return self.violating(target, found)
        if answer.outcome is Outcome.UNSAT and query.excluded:
            # Without the models that were excluded because they did not replay: only then is there no input at all.
            answer = query.check(query.literals(target))
            if answer.outcome is Outcome.SAT:
                return self.unknown(target, UNCONFIRMED), Outcome.UNKNOWN
        if answer.outcome is Outcome.UNSAT:
            return self.infeasible(query, target, answer), Outcome.UNSAT
        return self.open(target, answer)
