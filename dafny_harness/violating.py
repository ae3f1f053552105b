"""Contract-violating inputs of Dafny methods: for each set of `requires` clauses an input that violates exactly these,
or a proof that there is none.

A clause is violated by an input when, evaluated by itself, it is false or undefined there. Parameters have values of
their types: what a type promises (`n: nat`) is no clause, and always holds. Inputs come from a search and from solvers,
and none is reported that the evaluator has not confirmed.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from ..core.deciding.clauses import Engines
from ..core.deciding.solver import Answer, Backend, Outcome, Session
from ..core.errors import Unsupported
from ..core.evaluate.typed import evaluate
from ..core.ir.build import conj, integer, le, negate, op
from ..core.ir.contracts import Condition, Program, Specification
from ..core.ir.definedness import well_defined
from ..core.ir.terms import Term, var
from ..core.ir.values import ArrayValue
from ..core.synthesis.verdicts import Arguments, Core, Observation, SolverCheck, Verdict, targets
from .candidate_inputs import Candidates
from .examples import Example
from .operators.samples import fresh_array, samples
from .simpler import simpler

UNIVERSE = "all values of the parameters' types"
SEARCH = "search"
MOST_SETS = 1_023
MOST_STEPS = 50_000
SEARCH_SECONDS = 3.0
SIZES = (1, 4, 32)
"""Bounds on numbers and lengths that are tried for a small input, the smallest first."""


@frozen(slots=True)
class Violations:
    """What is known of a method: its written `requires` clauses, a verdict for each set of them (small ones first, at
    most `MOST_SETS`), and what was observed of the inputs found. `seconds` is by phase."""

    specification: Specification
    clauses: tuple[Condition, ...]
    verdicts: tuple[Verdict, ...]
    observations: Mapping[frozenset[int], Observation]
    seconds: Mapping[str, float]


def violations(
    specification: Specification, program: Program, examples: Iterable[Example], engines: Engines, label: str = ""
) -> Violations:
    """Decide every non-empty set of the `requires` clauses of a method. `examples` are tests of it, whose inputs help
    the search; `label` names the queries of a dump."""
    clauses = tuple(each for each in specification.requires if not each.clause.implicit)
    job = _Job(specification, program, clauses, engines, label)
    if any(each.term is None for each in specification.requires):
        verdicts = [job.unsupported(target) for target in targets(len(clauses), MOST_SETS)]
    else:
        # A test of a generic method is about one instance of it.
        same = (example for example in examples if example.specification.inputs == specification.inputs)
        job.search([dict(example.inputs) for example in same])
        verdicts = list(map(job.unless_refuted, list(job.decide())))
    return Violations(specification, clauses, tuple(verdicts), job.observations, job.seconds)


@define(slots=True, eq=False)
class _Job:
    """One method in work. `found`: by set of clauses the first input that violates exactly these."""

    specification: Specification
    program: Program
    clauses: tuple[Condition, ...]
    engines: Engines
    label: str
    found: dict[frozenset[int], Arguments] = field(factory=dict)
    observations: dict[frozenset[int], Observation] = field(factory=dict)
    seconds: dict[str, float] = field(factory=dict)

    @property
    def terms(self) -> list[Term]:
        return [each.term for each in self.clauses if each.term is not None]

    @property
    def promises(self) -> list[Term]:
        """What the types of the parameters promise."""
        implicit = [each.term for each in self.specification.requires if each.clause.implicit]
        arrays = (b for b in self.specification.inputs if b.sort.kind == "Array")
        not_null = [
            negate(op("array.is_null", var(binder.name, binder.sort)))
            for binder in arrays
            if binder.name not in self.specification.nullable
        ]
        return [*not_null, *(term for term in implicit if term is not None)]

    # -- evaluation

    def observe(self, inputs: Arguments) -> Observation | None:
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
        fuel = self.engines.fuel(MOST_STEPS)
        result = evaluate(term, inputs, self.program.functions, self.program.datatypes, fuel)
        if result.state != "defined":
            return result.state
        return "holds" if result.value is True else "false"

    def _keep(self, inputs: Arguments) -> frozenset[int] | None:
        """Note an input for the set that it violates: the first one, but a false clause is better than an undefined."""
        seen = self.observe(inputs)
        if seen is None:
            return None
        before = self.observations.get(seen.violated)
        if before is None or before.false_count() < seen.false_count():
            self.found[seen.violated], self.observations[seen.violated] = inputs, seen
        return seen.violated

    # -- search

    def search(self, known: Sequence[dict[str, Any]]) -> None:
        """Try small inputs."""
        started = time.monotonic()
        terms = (*self.terms, *self.promises)
        specification = self.specification
        candidates = Candidates(
            specification.inputs, terms, known, specification.nullable, self.program.datatypes
        )
        deadline = min(started + SEARCH_SECONDS, self.engines.deadline)
        every = set(targets(len(self.clauses), MOST_SETS))
        try:
            for inputs in candidates:
                self._keep(inputs)
                if time.monotonic() > deadline or self._complete(every):
                    break
        except Unsupported:
            pass  # A type without literals: solvers have a say yet.
        self.seconds["search"] = time.monotonic() - started

    def _complete(self, every: set[frozenset[int]]) -> bool:
        """Is there an input for each set, with no clause undefined?"""
        return all(
            target in self.observations and self.observations[target].false_count() == len(target) for target in every
        )

    # -- verdicts

    def unsupported(self, target: frozenset[int]) -> Verdict:
        problems = (p for each in self.specification.requires if each.term is None for p in each.clause.problems)
        return Verdict(target, "unknown", "", reason="; ".join(dict.fromkeys(map(str, problems))))

    def decide(self) -> Iterator[Verdict]:
        """The verdict on each set, small ones first."""
        started = time.monotonic()
        askers = [_Asker(self, backend) for backend in self.engines.backends]
        try:
            for target in targets(len(self.clauses), MOST_SETS):
                yield self._verdict(target, askers)
        finally:
            for asker in askers:
                asker.close()
            self.seconds["solve"] = time.monotonic() - started

    def _verdict(self, target: frozenset[int], askers: Sequence["_Asker"]) -> Verdict:
        if target in self.found:
            return Verdict(target, "violating", SEARCH, self.found[target], universe=UNIVERSE)
        open_ = Verdict(target, "unknown", "", reason="no input was found, and no solver was asked", universe=UNIVERSE)
        checks: tuple[SolverCheck, ...] = ()
        for asker in askers:
            open_ = asker.ask(target)
            checks = (*checks, *open_.checks)
            if open_.outcome != "unknown":
                break
        return evolve(open_, checks=checks)

    def unless_refuted(self, verdict: Verdict) -> Verdict:
        """The verdict, or *unknown* where an input of this run does all that the proof takes for impossible: then the
        solver's core is wrong, and so may be its answer. Inputs count that were found after the proof, too."""
        core = verdict.literals
        if verdict.outcome != "infeasible" or core is None or not any(map(core.matches, self.observations)):
            return verdict
        reason = f"{verdict.solver}: an input of this run refutes the core of its proof"
        return evolve(verdict, outcome="unknown", core=(), literals=None, reason=reason)

    def confirmed(self, target: frozenset[int], model: Mapping[str, Any]) -> Arguments | None:
        """The input of a model, made simpler, if the evaluator agrees that it violates exactly this set."""
        inputs = {}
        for binder in self.specification.inputs:
            value = model.get(binder.name, None if binder.name in self.specification.nullable else _MISSING)
            if value is _MISSING:
                value = samples(binder.sort, self.program.datatypes)[0]
            inputs[binder.name] = fresh_array(value.elements) if isinstance(value, ArrayValue) else value
        if self._keep(inputs) != target:
            return None
        self.found[target] = simpler(self.found[target], self.specification.inputs, self.program.datatypes, self._same)
        return self.found[target]

    def _same(self, inputs: Arguments, other: Arguments) -> bool:
        """Do both violate the same clauses in the same way?"""
        return self.observe(inputs) == self.observe(other)


_MISSING = object()


@define(slots=True, eq=False)
class _Asker:
    """A session with one solver about the clauses of a method."""

    job: _Job
    backend: Backend
    session: Session | None = None
    proofs: list[Verdict] = field(factory=list)
    """The infeasible sets of which it was asked."""

    def close(self) -> None:
        if self.session is not None:
            self.session.close()

    def ask(self, target: frozenset[int]) -> Verdict:
        """The verdict of this solver on a set."""
        name = self.backend.name
        for proof in self.proofs:
            if proof.literals is not None and proof.literals.matches(target):
                return evolve(proof, target=target, checks=(SolverCheck(name, Outcome.UNSAT, 0.0, "derived"),))
        try:
            answer, inputs = self._find(target)
        except Unsupported as problem:
            answer, inputs = Answer(Outcome.ERROR, message=str(problem)), None
        checks = (SolverCheck(name, answer.outcome, answer.seconds),)
        if inputs is not None:
            return Verdict(target, "violating", name, inputs, universe=UNIVERSE, checks=checks)
        if answer.outcome is Outcome.UNSAT:
            self.proofs.append(evolve(self._infeasible(target, answer), checks=checks))
            return self.proofs[-1]
        reason = answer.message or answer.outcome.value
        if answer.outcome is Outcome.SAT:
            reason = "the solver's model could not be confirmed by evaluation"
        return Verdict(target, "unknown", name, reason=f"{name}: {reason}", universe=UNIVERSE, checks=checks)

    def _find(self, target: frozenset[int]) -> tuple[Answer, Arguments | None]:
        """An input with every clause of the set false, else with some undefined; small if possible."""
        for manner in (_false, _violated):
            goal = [manner(self.job, i) if i in target else _holds(self.job, i) for i in range(len(self.job.clauses))]
            answer = self._check(goal)
            if answer.outcome is Outcome.SAT:
                return answer, self._smallest(target, goal, answer)
            if answer.outcome is not Outcome.UNSAT:
                break
        return answer, None

    def _smallest(self, target: frozenset[int], goal: Sequence[Term], largest: Answer) -> Arguments | None:
        measures = [m for binder in self.job.specification.inputs for m in _measures(var(binder.name, binder.sort))]
        for size in SIZES if measures else ():
            small = self._check([*goal, *(le(measure, integer(size)) for measure in measures)])
            if small.outcome is Outcome.SAT and (inputs := self.job.confirmed(target, small.model)) is not None:
                return inputs
        return self.job.confirmed(target, largest.model)

    def _check(self, goal: Sequence[Term]) -> Answer:
        engines = self.job.engines
        if engines.remaining <= 0:
            return Answer(Outcome.TIMEOUT, message="the time limit was reached")
        if self.session is None:
            program = self.job.program
            label = f"{self.job.label}-{self.backend.name}"
            self.session = self.backend.session(program.functions, program.datatypes, dump=engines.dump, label=label)
            self.session.add(*(conj(well_defined(p, program.functions), p) for p in self.job.promises))
        return self.session.check(goal, seconds=engines.remaining)

    def _infeasible(self, target: frozenset[int], proof: Answer) -> Verdict:
        used = frozenset(index for index in proof.core if index < len(self.job.clauses))
        core = tuple(
            f"clause {index} {'violated' if index in target else 'holds'}: {self.job.clauses[index].clause.text}"
            for index in sorted(used)
        )
        literals = Core(used & target, used - target)
        return Verdict(target, "infeasible", self.backend.name, core=core, literals=literals, universe=UNIVERSE)


def _holds(job: _Job, index: int) -> Term:
    term = job.terms[index]
    return conj(well_defined(term, job.program.functions), term)


def _false(job: _Job, index: int) -> Term:
    term = job.terms[index]
    return conj(well_defined(term, job.program.functions), negate(term))


def _violated(job: _Job, index: int) -> Term:
    return negate(_holds(job, index))


def _measures(unknown: Term) -> list[Term]:
    """The size of a value as Int terms, where its sort has one that solvers know."""
    match unknown.sort.kind:
        case "Int":
            return [unknown, op("neg", unknown)]
        case "Seq":
            return [op("seq.len", unknown)]
        case "Array":
            return [op("array.len", unknown)]
        case _:
            return []
