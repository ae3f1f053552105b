"""The synthesis of contract-violating tests for one contract with one solver.

For each target, smallest first: ask the solver for an input on which every clause of the target is *false*, then for
one on which it is violated in any way; read the model back, shrink it, observe it. A model that the oracle refutes is
blocked and the question asked again: since an observed input never realises another target than the one it was
observed to realise, blocking loses nothing. An unsatisfiable question is asked again without the encoding's
assumptions: what remains unsatisfiable is a proof, what needs `within bounds` is infeasible within bounds, what needs
`followed` is unknown.
"""

import time
from collections.abc import Callable

from attrs import define, field

from ..build import eq
from ..contracts import Contract
from ..encoding.encode import Encoding, encode
from ..encoding.guards import join, opposite
from ..encoding.inputs import FOLLOWED, WITHIN_BOUNDS, NoSuchValue, decode
from ..errors import Unsupported
from ..solver import Answer, Outcome, Session
from ..sorts import BOOL, INT, STRING
from ..terms import Term, const, free_variables, var
from .search import Generator
from .shrink import shrink
from .verdicts import Arguments, Observation, Oracle, SolverCheck, Verdict

REPAIRS = 8
"""Models of one target that may be refuted before it is given up as unknown."""


@define(slots=True, eq=False)
class Synthesis:
    """The state of one contract's synthesis. `known` are observed inputs by what they violate."""

    contract: Contract
    solver: str
    open_session: Callable[[], Session]
    oracle: Oracle
    seconds_per_check: float = 5.0
    budget: float = 30.0
    encoding: Encoding = field(init=False)
    known: dict[frozenset[int], Arguments] = field(factory=dict)
    repairs: int = 0
    solve_seconds: float = 0.0
    encode_seconds: float = 0.0
    _session: Session | None = None
    _cores: list[tuple[frozenset[int], frozenset[int], bool, tuple[str, ...]]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        started = time.perf_counter()
        self.encoding = encode(self.contract)
        self.encode_seconds = time.perf_counter() - started

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def session(self) -> Session:
        if self._session is None:
            self._session = self.open_session()
            self._session.add(*self.encoding.facts)
        return self._session

    def decide(self, target: frozenset[int]) -> Verdict:
        """The verdict about one target; never raises for the solver's sake."""
        pruned = self._pruned(target)
        if pruned is not None:
            return pruned
        if self.solve_seconds > self.budget:
            return Verdict(target, "unknown", self.solver, reason=f"{self.solver}: the task's budget is spent")
        spent = 0.0
        try:
            for _ in range(REPAIRS):
                answer = self._ask(target)
                spent += answer.seconds
                if answer.outcome is not Outcome.SAT:
                    return self._without_model(target, answer, spent)
                found = self._from_model(target, answer)
                if found is not None:
                    check = SolverCheck(self.solver, Outcome.SAT, spent)
                    return Verdict(target, "violating", self.solver, found, checks=(check,))
                self.repairs += 1
        except Unsupported as problem:
            check = SolverCheck(self.solver, Outcome.ERROR, spent)
            return Verdict(target, "unknown", self.solver, reason=str(problem), checks=(check,))
        check = SolverCheck(self.solver, Outcome.SAT, spent)
        reason = f"{REPAIRS} models did not replay"
        return Verdict(target, "unknown", self.solver, reason=reason, checks=(check,))

    def _literals(self, target: frozenset[int]) -> list[Term]:
        return [
            clause.violated if index in target else opposite(clause.violated)
            for index, clause in enumerate(self.encoding.clauses)
        ]

    def _check(self, assumptions: list[Term]) -> Answer:
        answer = self.session().check(assumptions, self.seconds_per_check)
        self.solve_seconds += answer.seconds
        return answer

    def _ask(self, target: frozenset[int]) -> Answer:
        literals = self._literals(target)
        false = [self.encoding.clauses[index].false for index in sorted(target)]
        first = self._check([*literals, WITHIN_BOUNDS, FOLLOWED, *false])
        if first.outcome is not Outcome.UNSAT:
            return first
        return self._check([*literals, WITHIN_BOUNDS, FOLLOWED])

    def _without_model(self, target: frozenset[int], answer: Answer, spent: float) -> Verdict:
        if answer.outcome is not Outcome.UNSAT:
            check = SolverCheck(self.solver, answer.outcome, spent)
            reason = answer.message or answer.outcome.value
            return Verdict(target, "unknown", self.solver, reason=reason, checks=(check,))
        literals = self._literals(target)
        count = len(literals)
        proof = answer
        bounded = False
        if any(position >= count for position in answer.core):
            proof = self._check(literals)
            spent += proof.seconds
            if proof.outcome is not Outcome.UNSAT:
                proof = self._check([*literals, WITHIN_BOUNDS])
                spent += proof.seconds
                bounded = True
        if proof.outcome is not Outcome.UNSAT:
            check = SolverCheck(self.solver, Outcome.UNSAT, spent, bounded=True)
            gaps = dict.fromkeys(what for clause in self.encoding.clauses for what in clause.gaps)
            reason = "not followed: " + ", ".join(gaps) if gaps else "no answer without the encoding's assumptions"
            return Verdict(target, "unknown", self.solver, reason=reason, checks=(check,))
        used = frozenset(position for position in proof.core if position < count)
        core = self._core_text(target, used, bounded)
        self._cores.append((used & target, used - target, bounded, core))
        check = SolverCheck(self.solver, Outcome.UNSAT, spent, bounded)
        return Verdict(target, "infeasible", self.solver, core=core, bounded=bounded, checks=(check,))

    def _core_text(self, target: frozenset[int], used: frozenset[int], bounded: bool) -> tuple[str, ...]:
        parts = [
            f"clause {index} {'violated' if index in target else 'holds'}: {self.contract.clauses[index].text}"
            for index in sorted(used)
        ]
        return tuple(parts + (["within bounds"] if bounded else []))

    def _pruned(self, target: frozenset[int]) -> Verdict | None:
        """A target that contains an earlier unsat core is infeasible for the same reason."""
        for violated, held, bounded, core in self._cores:
            if violated <= target and not held & target:
                check = SolverCheck(self.solver, Outcome.UNSAT, 0.0, bounded)
                return Verdict(target, "infeasible", self.solver, core=core, bounded=bounded, checks=(check,))
        return None

    def _from_model(self, target: frozenset[int], answer: Answer) -> Arguments | None:
        """The shrunk arguments of a model that the oracle confirms; None after blocking one that it does not."""
        try:
            arguments = {name: decode(node, answer.model) for name, node in self.encoding.nodes.items()}
        except NoSuchValue:
            self._block(answer)
            return None
        seen = self.observe(arguments)
        if seen is not None and seen.violated == target:
            small = shrink(arguments, seen, self.oracle)
            self.known[target] = small
            return small
        if target in self.known:
            return self.known[target]
        self._block(answer)
        return None

    def observe(self, arguments: Arguments) -> Observation | None:
        """Ask the oracle about an input and remember what it realises."""
        seen = self.oracle(arguments)
        if seen is not None and seen.violated:
            self.known.setdefault(seen.violated, arguments)
        return seen

    def _block(self, answer: Answer) -> None:
        """Exclude the inputs that a model stands for."""
        names = {
            name: sort
            for fact in self.encoding.facts
            for name, sort in free_variables(fact)
            if sort in (INT, STRING, BOOL) and any(name.startswith(f"{node}.") for node in self.encoding.nodes)
        }
        parts = [
            opposite(eq(var(name, sort), const(answer.model[name], sort)))
            for name, sort in names.items()
            if name in answer.model
        ]
        if parts:
            self.session().add(join(*parts))


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
