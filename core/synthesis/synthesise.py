"""The synthesis of contract-violating tests for one contract with one solver.

For each target, smallest first: ask for an input on which every clause of the target is *false*, then for one on
which it is violated in any way; read the model back, shrink it, observe it. A model that the oracle refutes is blocked
and the question asked again: an observed input realises one known target, so excluding it loses nothing.

Questions go to a *lean* encoding first, over the common kinds of values and those that the contract names: it finds
most tests. What it cannot satisfy is asked of the full encoding, without its assumptions: what is unsatisfiable there
is a proof for the whole universe. What is so only with the assumption `within bounds` is asked again with witnesses
for what is beyond (`encoding/witnesses.py`), and with texts in the solver's own theory; what remains is infeasible
within bounds. What needs `followed` is unknown.
"""

import time
from collections.abc import Callable
from functools import cached_property

from attrs import define, evolve, field

from ..build import eq
from ..contracts import Contract
from ..encoding.context import FOLLOWED, WITHIN_BOUNDS
from ..encoding.encode import Encoding, encode, lean_kinds
from ..encoding.guards import join, opposite
from ..encoding.inputs import KINDS, NoSuchValue
from ..encoding.pool import arguments as arguments_of
from ..encoding.pool import pooled
from ..errors import Unsupported
from ..solver import Answer, Outcome, Session
from ..sorts import BOOL, INT, STRING, Sort
from ..terms import Term, const, free_variables, var
from .search import Generator
from .shrink import shrink
from .verdicts import Arguments, Observation, Oracle, SolverCheck, Verdict

REPAIRS = 8
"""Models of one target that may be refuted before the encoding is given up."""

MINIMISED = 12
"""The largest unsat core that is minimised literal by literal, so that it prunes more targets."""


@define(eq=False)
class Question:
    """An encoding and the solver session that holds its facts. `left` gives the seconds that remain for questions, and
    `limit` those that one may take. `seconds` are those of CPU time that all have taken; `timeouts`: how many questions
    took all that one may."""

    encoding: Encoding
    session: Session
    left: Callable[[], float]
    limit: Callable[[], float]
    seconds: float = 0.0
    timeouts: int = 0

    def literals(self, target: frozenset[int]) -> list[Term]:
        """Exactly the clauses of the target are violated."""
        return [
            clause.violated if index in target else opposite(clause.violated)
            for index, clause in enumerate(self.encoding.clauses)
        ]

    def check(self, assumptions: list[Term], limit: float | None = None) -> Answer:
        left = self.left()
        if left <= 0:
            return Answer(Outcome.TIMEOUT, message="the budget of the task is spent")
        answer = self.session.check(assumptions, min(left + 0.1, self.limit() if limit is None else limit))
        self.seconds += answer.cpu_seconds
        self.timeouts += limit is None and answer.outcome is Outcome.TIMEOUT
        return answer

    def model(self, target: frozenset[int]) -> Answer:
        """An input on which the target's clauses are false, else one on which they are violated in any way."""
        literals = [*self.literals(target), WITHIN_BOUNDS, FOLLOWED]
        answer = self.check([*literals, *(self.encoding.clauses[index].false for index in sorted(target))])
        return answer if answer.outcome is not Outcome.UNSAT else self.check(literals)

    @cached_property
    def inputs(self) -> list[tuple[str, Sort]]:
        """The variables that describe the arguments."""
        prefixes = tuple(f"{name}." for name in self.encoding.nodes)
        found = frozenset().union(*(free_variables(fact) for fact in self.encoding.facts))
        return [(name, sort) for name, sort in found if name.startswith(prefixes) and sort in (INT, STRING, BOOL)]

    def block(self, answer: Answer) -> None:
        """Exclude the inputs that a model stands for."""
        parts = [
            opposite(eq(var(name, sort), const(answer.model[name], sort)))
            for name, sort in self.inputs
            if name in answer.model
        ]
        if parts:
            self.session.add(join(*parts))


@define(slots=True, eq=False)
class Synthesis:
    """The state of one contract's synthesis. `known` are observed inputs by what they violate, `shrunk` tells which
    of them need no more shrinking, with at most `effort` tries; several syntheses of one contract may share both.
    `seconds_per_check` limits one question to the solver and `budget` all questions together."""

    contract: Contract
    solver: str
    open_session: Callable[[], Session]
    oracle: Oracle
    seconds_per_check: float = 5.0
    budget: float = 30.0
    known: dict[frozenset[int], Arguments] = field(factory=dict)
    shrunk: set[frozenset[int]] = field(factory=set)
    effort: int = 400
    repairs: int = 0
    encode_seconds: float = 0.0
    _questions: dict[str, Question] = field(factory=dict)
    _unsupported: dict[str, Unsupported] = field(factory=dict)
    _cores: list[tuple[frozenset[int], frozenset[int], Verdict]] = field(factory=list)

    @property
    def solve_seconds(self) -> float:
        return sum(question.seconds for question in self._questions.values())

    @property
    def timeouts(self) -> int:
        """How many questions took all the time that one may take."""
        return sum(question.timeouts for question in self._questions.values())

    def ask_again(self, seconds_per_check: float) -> None:
        """Give questions so much time from now on, and forget what was infeasible within bounds only: with more time
        it may be proved, or refuted."""
        self.seconds_per_check = seconds_per_check
        self._cores = [core for core in self._cores if not core[2].bounded]

    def _left(self) -> float:
        return self.budget - self.solve_seconds

    def close(self) -> None:
        """End the sessions. Idempotent."""
        for question in self._questions.values():
            question.session.close()
        self._questions.clear()

    def _question(self, name: str, kinds: tuple[str, ...], ranks: bool, witnesses: bool) -> Question:
        """The question of this name, opened when it is first asked. Raises Unsupported for a contract that is too
        large to encode."""
        found = self._questions.get(name)
        if found is None:
            if name in self._unsupported:
                raise self._unsupported[name]
            started = time.perf_counter()
            try:
                encoding = encode(self.contract, kinds, witnesses)
                if ranks:
                    encoding = pooled(encoding) or encoding
            except Unsupported as problem:
                self._unsupported[name] = problem
                raise
            finally:
                self.encode_seconds += time.perf_counter() - started
            session = self.open_session()
            session.add(*encoding.facts)
            found = self._questions[name] = Question(encoding, session, self._left, lambda: self.seconds_per_check)
        return found

    def lean(self) -> Question:
        """The common kinds of values, and those that the contract names."""
        return self._question("lean", lean_kinds(self.contract), ranks=True, witnesses=False)

    def full(self) -> Question:
        """All kinds of values."""
        return self._question("full", KINDS, ranks=True, witnesses=False)

    def unbounded(self) -> Question:
        """All kinds of values, of any size."""
        return self._question("unbounded", KINDS, ranks=True, witnesses=True)

    def native(self) -> Question:
        """All kinds of values, of any size, with texts of the solver's own theory."""
        return self._question("native", KINDS, ranks=False, witnesses=True)

    def decide(self, target: frozenset[int]) -> Verdict:
        """The verdict about one target; never raises for the solver's sake."""
        pruned = self._pruned(target)
        if pruned is not None:
            return pruned
        before = self.solve_seconds
        try:
            found, lean = self._find(self.lean(), target)
            known = Verdict(target, "violating", self.solver, found)
            verdict = self._refute(target, lean) if found is None else known
            outcome = _OUTCOMES.get(verdict.outcome, lean.outcome)
            if verdict.outcome == "unknown" and outcome in (Outcome.SAT, Outcome.UNSAT):
                outcome = Outcome.UNKNOWN
        except Unsupported as problem:
            verdict = Verdict(target, "unknown", self.solver, reason=str(problem))
            outcome = Outcome.ERROR
        check = SolverCheck(self.solver, outcome, self.solve_seconds - before, verdict.bounded)
        return evolve(verdict, checks=(check,))

    def _find(self, question: Question, target: frozenset[int]) -> tuple[Arguments | None, Answer]:
        """Arguments that the oracle confirms, or None with the answer that ended the attempt."""
        for _ in range(REPAIRS):
            answer = question.model(target)
            if answer.outcome is not Outcome.SAT:
                return None, answer
            found = self._from_model(question, target, answer)
            if found is not None:
                return found, answer
            self.repairs += 1
        return None, Answer(Outcome.UNKNOWN, message=f"{REPAIRS} models did not replay")

    def _refute(self, target: frozenset[int], lean: Answer) -> Verdict:
        """A proof over all kinds of values that nothing realises the target, or else an input of a rarer kind."""
        if lean.outcome is not Outcome.UNSAT:
            return self._unknown(target, lean.message or lean.outcome.value)
        full = self.full()
        proof = full.check(full.literals(target))
        if proof.outcome is Outcome.UNSAT:
            return self._infeasible(full, target, proof, bounded=False)
        found, answer = self._find(full, target)
        if found is not None:
            return Verdict(target, "violating", self.solver, found)
        if answer.outcome is not Outcome.UNSAT:
            return self._unknown(target, answer.message or answer.outcome.value)
        return self._refute_for_any_size(target)

    def _refute_for_any_size(self, target: frozenset[int]) -> Verdict:
        """Nothing within bounds realises the target: ask about values of any size, and about all texts."""
        unbounded = self.unbounded()
        proof = unbounded.check(unbounded.literals(target))
        if proof.outcome is Outcome.UNSAT:
            return self._infeasible(unbounded, target, proof, bounded=False)
        question = self.full()
        if question.encoding.pool:
            question = self.native()
            proof = question.check(question.literals(target))
            if proof.outcome is Outcome.UNSAT:
                return self._infeasible(question, target, proof, bounded=False)
            found, answer = self._find(question, target)
            if found is not None:
                return Verdict(target, "violating", self.solver, found)
            if answer.outcome is not Outcome.UNSAT:
                return self._unknown(target, answer.message or answer.outcome.value)
        proof = question.check([*question.literals(target), WITHIN_BOUNDS])
        if proof.outcome is Outcome.UNSAT:
            return self._infeasible(question, target, proof, bounded=True)
        if proof.outcome is not Outcome.SAT:
            return self._unknown(target, proof.message or proof.outcome.value)
        return self._unknown(target, "not followed: " + ", ".join(_gaps(question.encoding)))

    def _unknown(self, target: frozenset[int], reason: str) -> Verdict:
        return Verdict(target, "unknown", self.solver, reason=f"{self.solver}: {reason}")

    def _infeasible(self, question: Question, target: frozenset[int], proof: Answer, bounded: bool) -> Verdict:
        count = len(question.encoding.clauses)
        used = self._minimal(question, target, [place for place in proof.core if place < count], bounded)
        core = [
            f"clause {index} {'violated' if index in target else 'holds'}: {self.contract.clauses[index].text}"
            for index in sorted(used)
        ]
        if bounded:
            core.append("within bounds")
        verdict = Verdict(
            target, "infeasible", self.solver, core=tuple(core), bounded=bounded, universe=question.encoding.universe
        )
        self._cores.append((used & target, used - target, verdict))
        return verdict

    def _minimal(self, question: Question, target: frozenset[int], used: list[int], bounded: bool) -> frozenset[int]:
        """An irreducible part of a core, by deletion; the core itself where a question is not answered quickly."""
        if len(used) > MINIMISED or len(question.encoding.clauses) < 3:
            return frozenset(used)
        literals = question.literals(target)
        kept = list(used)
        for place in used:
            rest = [literals[other] for other in kept if other != place]
            if len(kept) < 2:
                break
            answer = question.check([*rest, WITHIN_BOUNDS] if bounded else rest, min(0.3, self.seconds_per_check))
            if answer.outcome is Outcome.UNSAT:
                kept.remove(place)
        return frozenset(kept)

    def _pruned(self, target: frozenset[int]) -> Verdict | None:
        """A target that contains an earlier unsat core is infeasible for the same reason."""
        for violated, held, verdict in self._cores:
            if violated <= target and not held & target:
                check = SolverCheck(self.solver, Outcome.UNSAT, 0.0, verdict.bounded)
                return evolve(verdict, target=target, checks=(check,))
        return None

    def _from_model(self, question: Question, target: frozenset[int], answer: Answer) -> Arguments | None:
        """The shrunk arguments of a model that the oracle confirms; None after blocking one that it does not."""
        try:
            arguments = arguments_of(question.encoding, answer.model)
        except NoSuchValue:
            question.block(answer)
            return None
        seen = self.observe(arguments)
        if seen is not None and seen.violated == target and target not in self.shrunk:
            self.known[target] = shrink(arguments, seen, self.oracle, self.effort)
            self.shrunk.add(target)
        if target in self.known:
            return self.known[target]
        question.block(answer)
        return None

    def observe(self, arguments: Arguments) -> Observation | None:
        """Ask the oracle about an input and remember what it realises."""
        seen = self.oracle(arguments)
        if seen is not None and seen.violated:
            self.known.setdefault(seen.violated, arguments)
        return seen


_OUTCOMES = {"violating": Outcome.SAT, "infeasible": Outcome.UNSAT}


def _gaps(encoding: Encoding) -> list[str]:
    return list(dict.fromkeys(what for clause in encoding.clauses for what in clause.gaps))


def search(
    contract: Contract, wanted: set[frozenset[int]] | None, known: dict[frozenset[int], Arguments], oracle: Oracle,
    tries: int, seconds: float, seed: int = 0,
) -> dict[frozenset[int], Arguments]:  # fmt: skip
    """Inputs for some of the wanted targets (None: for any), found by trying.

    It ends when all the wanted are found, after `tries` executions of the oracle, or after `seconds` of wall time.
    """
    generator = Generator(contract, seed)
    for arguments in known.values():
        generator.learn(arguments)
    found: dict[frozenset[int], Arguments] = {}
    seen_targets = set(known)
    deadline = time.perf_counter() + seconds
    for _, arguments in zip(range(tries), generator, strict=False):
        if (wanted is not None and wanted <= set(found)) or time.perf_counter() > deadline:
            break
        seen = oracle(arguments)
        if seen is None or seen.violated in seen_targets:
            continue
        seen_targets.add(seen.violated)
        small = shrink(arguments, seen, oracle) if seen.violated else arguments
        generator.learn(small)
        if seen.violated and (wanted is None or seen.violated in wanted):
            found[seen.violated] = small
    return found
