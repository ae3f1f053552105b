"""Several tests for each set of clauses, each replayed in Python, and one for each way to violate a clause that joins
conditions: `if a < 0 or b < 0: raise` refuses an input for `a`, and another for `b`, and a suite that has only one of
them does not notice when the other condition is lost.

For that the contract is read with a clause for each condition (`assert not a < 0; assert not b < 0`): a test of one of
these alone violates the whole clause in that way, and only in that. Where there is none, as of `xs and xs[0] > 0` and
an empty list, each condition is asked only where those before it hold, as Python does. A test is looked for as every
test is, and replayed on the contract as it stands.
"""

import ast
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen
from msgspec.structs import replace

from ...backends.python.replay import Replayer
from ...backends.python.replay.guest.literals import NotALiteral
from ...backends.python.replay.guest.literals import literal as value_of
from ...core.encoding.inputs import ANNOTATED, UNIVERSE
from ...core.errors import SpecassayError
from ...core.ir.contracts import Contract
from ...core.synthesis.diversify import diversify
from ...core.synthesis.search import Effort
from ..configuration import Config
from ..datasets.tasks import ContractTask
from ..schema import CvtRow
from . import wide
from .contract_oracle import contract_of, oracle_of, texts_of
from .cvt import synthesise
from .run_limits import LIMITS
from .task_report import Report, SolverChoice


def with_alternatives(
    task: ContractTask, report: Report, count: int, replayer: Replayer, seconds: float = LIMITS.alternative_seconds
) -> Report:
    """The report with `alternatives` in every row: of a test, at most `count` - 1 further arguments that violate
    exactly the same clauses and raise the same; of another row, none. After so many `seconds` no more are looked for.
    Raises what parsing and loading raise."""
    contract = contract_of(task)
    replayer.load(task.replay_task)
    tries = LIMITS.alternative_tries if report.clauses < LIMITS.many_clauses else LIMITS.alternative_tries_of_many
    deadline = time.perf_counter() + seconds
    rows = []
    for row in report.rows:
        asks_more = _is_plain(row) and time.perf_counter() < deadline
        further_inputs = _further(contract, row, count - 1, replayer, tries) if asks_more else []
        rows.append(replace(row, alternatives=further_inputs))
    return evolve(report, rows=tuple(rows))


def _is_plain(row: CvtRow) -> bool:
    return row.is_test and row.universe != wide.UNIVERSE


def _further(contract: Contract, row: CvtRow, count: int, replayer: Replayer, tries: int) -> list[dict[str, str]]:
    try:
        first = {name: value_of(text) for name, text in (row.arguments or {}).items()}
    except NotALiteral:
        return []
    target = frozenset(row.violates)
    oracle = oracle_of(contract, replayer, 2 * LIMITS.alternative_seconds_of_a_set)
    inputs: list[dict[str, Any]] = []
    deadline = time.perf_counter() + LIMITS.alternative_seconds_of_a_set
    effort = Effort(tries, lambda: time.perf_counter() <= deadline)
    for arguments in diversify(contract, target, first, oracle, LIMITS.spare_alternatives * count, effort):
        if len(inputs) == count:
            break
        try:
            texts = dict(texts_of(arguments))
            replay = replayer.run(texts, reference=False)
        except SpecassayError:
            continue
        exact = replay.decided and replay.violated == target
        # The new input has to raise the same exception, or it is another way to violate the set.
        if exact and replay.raised == row.raised:
            inputs.append(texts)
    return inputs


@frozen(slots=True)
class Split:
    """A contract with a clause for each condition. `ways`: for each clause of the contract, the numbers of the clauses
    that it is split into."""

    text: str
    ways: tuple[tuple[int, ...], ...]


def split(text: str, order: Sequence[int] = (), *, in_turn: bool = False) -> Split | None:
    """The block of a contract with its joined conditions taken apart; None where there are none. `order`: the numbers,
    as clauses, of its first assertions. `in_turn`: a condition is only asked where those before it hold.

    Example: `assert x > 0 and x < 9` becomes `assert (x > 0); assert (x < 9)`, with the ways (0, 1). An input that
    violates the clause violates one of these or both: each set of ways is another way to violate it."""
    # An indented block is parsed below an `if`, so that its lines need not be changed.
    skipped, form = (1, f"if True:\n{text}") if text[:1].isspace() else (0, text)
    try:
        tree = ast.parse(form)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    asserts = [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    asserts.sort(key=lambda node: (node.lineno, node.col_offset))
    conditions = [_conditions_of(node.test) for node in asserts]
    count = sum(map(len, conditions))
    if not len(asserts) < count <= LIMITS.joined_conditions:
        return None
    lines = form.encode("utf-8", "surrogatepass").split(b"\n")
    # From the last one up, so that places of earlier assertions stay right.
    for node, joined in reversed(list(zip(asserts, conditions, strict=True))):
        if len(joined) > 1:
            _replace(lines, node, _stated(joined, in_turn=in_turn))
    numbers = [*order, *range(len(order), len(asserts))]
    ways: dict[int, tuple[int, ...]] = {}
    start = 0
    for number, joined in zip(numbers, conditions, strict=True):
        ways[number] = tuple(range(start, start + len(joined)))
        start += len(joined)
    whole = b"\n".join(lines[skipped:]).decode("utf-8", "surrogatepass")
    return Split(whole, tuple(ways[number] for number in range(len(asserts))))


def _conditions_of(test: ast.expr) -> list[str]:
    if any(isinstance(node, ast.NamedExpr) for node in ast.walk(test)):
        return [ast.unparse(test)]  # What one condition binds, another one reads.
    return [ast.unparse(condition) for condition in _conditions(test, negated=False)]


def _conditions(test: ast.expr, *, negated: bool) -> Iterator[ast.expr]:
    """The conditions that all have to hold for a test to be true (`negated`: false)."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _conditions(operand, negated=not negated)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.Or if negated else ast.And):
            for value in values:
                yield from _conditions(value, negated=negated)
        case _:
            yield ast.UnaryOp(ast.Not(), test) if negated else test


def _stated(conditions: Sequence[str], *, in_turn: bool) -> str:
    """Conditions as assertions in a line."""
    guards = [
        "",
        *(" and ".join(f"({condition})" for condition in conditions[:index]) for index in range(1, len(conditions))),
    ]
    pairs = zip(guards, conditions, strict=True)
    return "; ".join(
        f"assert {f'not ({first}) or ' if in_turn and first else ''}({condition})" for first, condition in pairs
    )


def _replace(lines: list[bytes], node: ast.Assert, text: str) -> None:
    last_line = node.end_lineno or node.lineno
    prefix, behind = lines[node.lineno - 1][: node.col_offset], lines[last_line - 1][node.end_col_offset :]
    lines[node.lineno - 1 : last_line] = [prefix + text.encode("utf-8", "surrogatepass") + behind]


def with_every_way(
    task: ContractTask, report: Report, solver: SolverChoice, config: Config, replayer: Replayer
) -> Report:
    """The report with a test among `alternatives` for each further way to violate a clause alone, where one is found.
    Raises what parsing and loading raise."""
    rows = {row.violates[0]: row for row in report.rows if _is_single(row)}
    seconds_left = config.seconds_per_task - report.work
    limits = evolve(
        config,
        budget=max(LIMITS.least_ways_seconds, min(LIMITS.ways_share * config.seconds_per_task, seconds_left / 2)),
    )
    if seconds_left < LIMITS.least_ways_seconds:
        return report
    ways_found: dict[int, list[dict[str, str]]] = {}
    ways_shown: set[tuple[int, int]] = set()
    # First all conditions are asked on every input, then only where those before them hold.
    for in_turn in (False, True):
        apart = split(task.contract_text, () if task.origin is None else task.origin.order, in_turn=in_turn)
        if apart is None:
            return report
        targets_by_way = {
            way: (clause, index)
            for clause in rows
            for index, way in enumerate(apart.ways[clause])
            if len(apart.ways[clause]) > 1 and (clause, index) not in ways_shown
        }
        if not targets_by_way:
            break
        inside = task.with_contract(apart.text)
        replayer.load(inside.replay_task)
        # A test that is there already may violate only one of the conditions: this way needs no other.
        for row in rows.values():
            violated = replayer.run(row.arguments or {}, reference=False).violated
            ways_shown |= {targets_by_way[way] for way in violated if violated == {way} and way in targets_by_way}
        for way, texts in _tests(inside, solver, limits, replayer, sum(map(len, apart.ways))).items():
            if way in targets_by_way and targets_by_way[way] not in ways_shown:
                ways_found.setdefault(targets_by_way[way][0], []).append(texts)
                ways_shown.add(targets_by_way[way])
    replayer.load(task.replay_task)
    return evolve(
        report, rows=tuple(_with(row, ways_found, replayer) if _is_single(row) else row for row in report.rows)
    )


def _is_single(row: CvtRow) -> bool:
    return row.is_test and len(row.violates) == 1 and row.universe in (UNIVERSE, ANNOTATED)


def _tests(
    task: ContractTask, solver: SolverChoice, limits: Config, replayer: Replayer, clauses: int
) -> Mapping[int, dict[str, str]]:
    """Clause → a test that violates it alone, where one is found."""
    single = evolve(limits, max_subsets=clauses, tests_per_set=1)
    single = evolve(single, universe="plain" if limits.universe == wide.UNIVERSE else limits.universe)
    rows = synthesise(task, solver, single, replayer=replayer).rows
    return {row.violates[0]: row.arguments for row in rows if _is_single(row) and row.arguments is not None}


def _with(row: CvtRow, more_inputs: Mapping[int, list[dict[str, str]]], replayer: Replayer) -> CvtRow:
    present = row.alternatives if isinstance(row.alternatives, list) else []
    new = [
        texts
        for texts in more_inputs.get(row.violates[0], [])
        if texts not in present and _is_exact(row, texts, replayer)
    ]
    return replace(row, alternatives=[*present, *new]) if new else row


def _is_exact(row: CvtRow, texts: dict[str, str], replayer: Replayer) -> bool:
    """Whether a test violates what a row does."""
    try:
        replay = replayer.run(texts, reference=False)
    except SpecassayError:
        return False
    return replay.decided and replay.violated == set(row.violates)
