"""Search with a goal: an input that meets the whole contract first, and then each set of clauses from the nearest input
that is known, by changes at the places of the clauses that are not as they should be.

What makes the changes is `core/steering`: it goes backwards through the operations of a clause. An input is better the
fewer clauses of it are not as wanted, and the nearer these are; the best one is gone on from (best-first search).

Example: of "four parts between dots, each a number up to 255" random texts meet nothing. From `""` the first clause
alone leads to `"..."`, the second to `"0.0.0.0"`, which meets all; from there `"0.0.0"`, `"0.0.0.a"` and `"256.0.0.0"`
are one step away.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from typing import Any

from attrs import define, field, frozen

from ..fuel import Fuel
from ..ir.contracts import Contract
from ..iteration import in_turn
from ..steering.distance import distance
from ..steering.goals import FALSE, RAISES, TRUE
from ..steering.steer import Steering
from ..steering.trace import ContractTrace, Passage, Tracer
from .preferred import raising
from .search import Effort, constants
from .shrink import shrink
from .synthesis_limits import LIMITS
from .values import complexity
from .verdicts import Arguments, Observation, Oracle

VALID = 2
"""Valid inputs that are kept as they are beside the simplest one."""
STALE = 0.02
"""What each change that was tried makes an input worse by: others get their turn, too."""
UNREACHED = 2.0
"""How far a clause is from what it shall be that was not come to."""


@define(slots=True, eq=False)
class _Node:
    """An input with what it violates, and what its execution came across, where that was asked for."""

    arguments: Arguments
    seen: Observation
    trace: ContractTrace
    fuel: Fuel


@frozen(slots=True, order=True)
class _Entry:
    """An input in the queue of a search: the one with the smallest `rank` is next. `changes` are those not tried."""

    rank: float
    number: int
    cost: float = field(order=False)
    node: _Node = field(order=False)
    changes: Iterator[Arguments] = field(order=False)


@define(slots=True, eq=False)
class DirectedSearch:
    """The search for sets of clauses of one contract. `spend` is told the steps that are taken beside the oracle's.
    `found`: by set, an input that violates it, the empty set included; `raising`: the sets of which that input violates
    a clause by an exception alone, each of which is looked for once more."""

    contract: Contract
    oracle: Oracle
    effort: Effort
    spend: Callable[[int], None]
    found: dict[frozenset[int], Arguments] = field(factory=dict)
    _steering: Steering = field(init=False)
    _nodes: list[_Node] = field(factory=list)
    raising: set[frozenset[int]] = field(factory=set)
    _numbers: Iterator[int] = field(factory=count)
    _tried: int = 0

    def __attrs_post_init__(self) -> None:
        self._steering = Steering(constants(self.contract))

    def learn(self, inputs: Iterable[Arguments]) -> None:
        """Observe inputs from which others may be reached."""
        valid = 0
        for arguments in inputs:
            if not self.effort.go_on():
                return
            seen = self.oracle(arguments)
            if seen is not None and seen.violated not in self.found:
                self._keep(arguments, seen)
            elif seen is not None and not seen.violated and valid < VALID:
                # The simplest valid input is often empty, and what has elements leads further.
                valid += 1
                self._nodes.append(self._node(arguments, seen))

    def reach(self, targets: Sequence[frozenset[int]]) -> None:
        """Look for an input for each of the sets; the first one is what the others are reached from."""
        # Each set that is found may be what another one is near to: so what was missed gets another turn.
        for tries in LIMITS.rounds if len(targets) <= LIMITS.many_sets else LIMITS.rounds[:2]:
            self._round(targets, tries)
        searched = -1
        while searched < len(self.found):
            searched = len(self.found)
            self._round(targets, LIMITS.rounds[0])
        for target in targets:
            if target in self.raising and self._goes_on():
                self._search(target, LIMITS.rounds[0])

    def _round(self, targets: Sequence[frozenset[int]], tries: int) -> None:
        first, nearest = targets[0], self._nearest(targets[0])
        for target in targets:
            if target not in self.found and self._goes_on():
                self._search(target, tries)
            # All others are reached from an input that meets the whole contract: what has come nearer to it is gone on
            # from at once, not in the next round, which may never be.
            if first not in self.found and self._nearest(first) < nearest and self._goes_on():
                nearest = self._nearest(first)
                self._search(first, tries)

    def _nearest(self, target: frozenset[int]) -> int:
        """How many clauses are not as a set wants them on the best input that is known."""
        return min((len(node.seen.violated ^ target) for node in self._nodes), default=len(self.contract.clauses))

    def _goes_on(self) -> bool:
        return self._tried < self.effort.tries and self.effort.go_on()

    def _search(self, target: frozenset[int], tries: int) -> None:
        # The further inputs of one set come after the first ones of sets that are as near.
        tries_from = Counter[frozenset[int]]()
        near: list[tuple[int, list[int], int]] = []
        for position, node in enumerate(self._nodes):
            violated = node.seen.violated
            near.append((len(violated ^ target) + tries_from[violated], sorted(violated), position))
            tries_from[violated] += 1
        queue = [self._entry(self._nodes[number], target) for *_, number in sorted(near)[: LIMITS.starts]]
        heapq.heapify(queue)
        # Two inputs with one text are one input: an input that was refused from another start is not executed again.
        queued = {repr(entry.node.arguments) for entry in queue}
        last_try = self._tried + tries
        while queue and self._tried < last_try and self._goes_on():
            entry = heapq.heappop(queue)
            # Some of the changes at a time, not all: a clause over a long list offers hundreds, and a nearer input may
            # turn up after the first few.
            changes = [*islice(entry.changes, LIMITS.changes_at_once)]
            for arguments in changes:
                text = _text_of(arguments)
                # An input without a text has an int with more digits than Python writes: it could not be shown as a
                # test.
                if text is None or text in queued:
                    continue
                queued.add(text)
                reached = self._observed(arguments)
                if reached is None:
                    continue
                # The oracle has noted the test already (`_keep`); a set that is reached by raising alone is searched
                # on.
                if reached.seen.violated == target and target not in self.raising:
                    return
                heapq.heappush(queue, self._entry(reached, target))
            # The rest of its changes goes back into the queue, a little worse than before: an input whose first changes
            # led nowhere must not keep better ones waiting for ever.
            if changes:
                worse = entry.rank + STALE * len(changes)
                heapq.heappush(queue, _Entry(worse, next(self._numbers), entry.cost, entry.node, entry.changes))

    def _observed(self, arguments: Arguments) -> _Node | None:
        self._tried += 1
        seen = self.oracle(arguments)
        if seen is None:
            return None
        node = self._node(arguments, seen)
        if seen.violated not in self.found or (seen.violated in self.raising and not raising(seen.how)):
            self._keep(arguments, seen)
        return node

    def _keep(self, arguments: Arguments, seen: Observation) -> None:
        small = shrink(arguments, seen, self.oracle, LIMITS.simpler_starts, self.effort.go_on, self.contract.suits)
        self.found[seen.violated] = small
        self.raising -= {seen.violated}
        self.raising |= {seen.violated} if raising(seen.how) else set()
        self._nodes.append(self._node(small, seen))

    def _node(self, arguments: Arguments, seen: Observation) -> _Node:
        fuel = Fuel(LIMITS.change_steps)
        trace = Tracer(self.contract, arguments, self._steering.steer, fuel).run()
        self.spend(LIMITS.change_steps - fuel.steps)
        return _Node(arguments, seen, trace, fuel)

    def _entry(self, node: _Node, target: frozenset[int]) -> _Entry:
        wrong = sorted(node.seen.violated ^ target)
        node.fuel.steps = LIMITS.change_steps  # For this set: what others took of it is not lacking here.
        cost = sum(self._distance(node, clause, clause in target) for clause in wrong)
        size = sum(complexity(value)[0] for value in node.arguments.values())
        changes = in_turn([self._changes(node, clause, clause in target) for clause in wrong])
        return _Entry(cost + size / 100, next(self._numbers), cost, node, changes)

    def _distance(self, node: _Node, clause: int, violated: bool) -> float:
        passages = node.trace.checks.get(clause, [])
        if not passages:
            return UNREACHED
        apart = [distance(self._steering, passage.term, passage.scope, not violated) for passage in passages]
        far = min(apart) if violated else sum(apart)
        return 1 + far / (1 + far)

    def _changes(self, node: _Node, clause: int, violated: bool) -> Iterator[Arguments]:
        """Inputs on which a clause is likely to be violated, or to hold."""
        steps_left, trace = node.fuel.steps, node.trace
        passages = trace.checks.get(clause, [])
        if violated:
            ways = [self._steering.to(passage, FALSE) for passage in passages]
            ways += [self._steering.to(passage, RAISES) for passage in passages]
        else:
            ways = [self._steering.to(passage, TRUE) for passage in passages if not passage.held]
        # Where the clause is not reached, or nothing of it can change, as of `if m is None: assert False`, another way
        # through the contract may lead there.
        if not ways or (not violated and all(passage.term.op == "const" for passage in passages)):
            ways = [*trace.stuck, *(self._other_way(way) for way in trace.ways)]
        for arguments in in_turn(ways):
            # Steering is paid for as it goes on: the iterator may be left at any point.
            self.spend(max(0, steps_left - node.fuel.steps))
            steps_left = node.fuel.steps
            yield dict(arguments)
        # What came after the last of them, often all of it, was no less work.
        self.spend(max(0, steps_left - node.fuel.steps))

    def _other_way(self, passage: Passage) -> Iterator[Any]:
        """Inputs on which a branch goes the other way, or a loop is entered."""
        return self._steering.to(passage, FALSE if passage.held else TRUE)


def _text_of(arguments: Arguments) -> str | None:
    """The text of an input; None where it has a number with more digits than Python writes, which no test can have."""
    try:
        return repr(arguments)
    except ValueError:
        return None
