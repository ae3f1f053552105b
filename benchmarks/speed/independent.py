"""An independent check tries to break every infeasible verdict.

Two attempts at an input that violates exactly the clauses of the set: a search with another seed, and the other solver
on another encoding, in which every clause is a function of its own, with its own copy of the statements around it,
that raises. An input counts only when it replays in Python.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Literal

from attrs import frozen

from ...backends.python.replay import Replayer
from ...backends.solvers import registry
from ...backends.solvers.choices import COMPARED
from ...backends.solvers.worker import isolated
from ...core.deciding.solver import Session
from ...core.errors import SpecassayError
from ...core.metrics import proportion
from ...core.synthesis.search import Effort
from ...core.synthesis.synthesise import Synthesis, search
from ...core.synthesis.verdicts import Arguments
from ...frontends.python import literal
from ...frontends.python.deep import unparse
from ..datasets.tasks import ContractTask
from ..reporting.run_tables import rate
from ..reporting.tables import Table, count, plain_table
from ..runs.as_functions import raising
from ..runs.contract_oracle import contract_of, evaluated, oracle_of
from ..runs.task_report import Report

SEED = 20_011
"""Any but that of the run whose verdicts are tried again."""
# What each attempt to break a verdict may take: a search, a query, and all queries of a task.
TRIES, SEARCH_SECONDS = 4_000, 1.0
QUESTION_SECONDS, TASK_SECONDS = 2.0, 10.0

AttemptResult = Literal["broken", "confirmed", "open"]


@frozen(slots=True)
class Attempt:
    """The attempt at one infeasible verdict. `broken`: an input replays that it says there is none of. `confirmed`:
    the other encoding has none either (within bounds where the verdict or the encoding is). `open`: neither."""

    task_id: str
    violates: frozenset[int]
    bounded: bool
    result: AttemptResult
    arguments: Arguments | None = None


def attempts(task: ContractTask, report: Report, replayer: Replayer) -> list[Attempt]:
    """Try to break the infeasible verdicts of a task's report. Raises what parsing and loading the task raise."""
    rows = {frozenset(row.violates): row for row in report.rows if row.verdict == "infeasible"}
    if not rows:
        return []
    contract = contract_of(task)
    replayer.load(task.replay_task)
    oracle, end = oracle_of(contract, replayer), time.perf_counter() + SEARCH_SECONDS
    effort = Effort(TRIES, lambda: time.perf_counter() < end, SEED)
    # By search without the solver, with another seed than the run had: a proof that is wrong may be refuted by luck.
    found = search(contract, set(rows), {}, oracle, effort)
    # And by the solver that did not prove it.
    with closing(_synthesis(task, _other(row.solver or "" for row in rows.values()))) as synthesis:
        deadline = time.perf_counter() + TASK_SECONDS
        return [
            Attempt(
                report.task_id,
                target,
                row.is_bounded,
                *_attempt(target, found.get(target), synthesis, deadline, replayer),
            )
            for target, row in rows.items()
        ]


def _attempt(
    target: frozenset[int], found: Arguments | None, synthesis: Synthesis, deadline: float, replayer: Replayer
) -> tuple[AttemptResult, Arguments | None]:
    """What comes of an attempt at one set of clauses. `found`: what the search found for it."""
    # The search is cheap, and a hit ends the matter; the other encoding is asked for what it has not hit. Whichever has
    # an input, only its replay in Python counts: an encoding may be wrong in either direction.
    result: AttemptResult = "open"
    if not _replays(found, target, replayer) and time.perf_counter() < deadline:
        verdict = synthesis.decide(target)
        found = verdict.arguments
        result = "confirmed" if verdict.outcome == "infeasible" else "open"
    if _replays(found, target, replayer):
        return "broken", found
    return result, None


def _replays(arguments: Arguments | None, target: frozenset[int], replayer: Replayer) -> bool:
    if arguments is None:
        return False
    try:
        replay = replayer.run({name: literal(value) for name, value in arguments.items()}, reference=False)
    except SpecassayError:
        return False
    return replay.decided and replay.violated == target


def _other(verdicts: Iterable[str]) -> str:
    """A solver that has no part in the verdicts, where there is one."""
    used = {name for names in verdicts for name in names.split("+")}
    return next((name for name in COMPARED if name not in used), COMPARED[-1])


def _synthesis(task: ContractTask, solver: str) -> Synthesis:
    contract = contract_of(task.with_contract(apart(task)))

    def open_session() -> Session:
        return isolated(registry.get(solver)).session(label=f"{task.task_id}-{solver}-independent")

    oracle = partial(evaluated, contract)
    return Synthesis(contract, solver, open_session, oracle, QUESTION_SECONDS, TASK_SECONDS, effort=0)


def apart(task: ContractTask) -> str:
    """The text of a contract with the same clauses, each in a function of its own. Raises what `raising` does."""
    contract = contract_of(task)
    call = ", ".join(task.parameter_names)
    names = [f"clause_{number}" for number in range(len(contract.clauses))]
    while any(name in task.contract_text for name in names):
        names = [f"{name}_" for name in names]
    functions = [
        unparse(raising(name, task.contract_text, task.parameter_names, only=number, order=task.replay_task.order))
        for number, name in enumerate(names)
    ]
    return "\n".join([*functions, *(f"assert {name}({call}) is None" for name in names)]) + "\n"


def table(tried: Sequence[Attempt], errors: int) -> Table:
    """How many verdicts an attempt broke, those within bounds apart. `errors`: tasks that could not be tried."""
    columns = ("infeasible", "n", "broken", "rate", "confirmed", "open")
    rows = []
    for label, bounded in (("proved", False), ("none found", True)):
        results = [attempt.result for attempt in tried if attempt.bounded is bounded]
        numbers = [count(results.count(result)) for result in ("broken", "confirmed", "open")]
        broken = rate(proportion(results.count("broken"), 0, len(results)))
        rows.append((label, count(len(results)), numbers[0], broken, *numbers[1:]))
    notes = [
        "Broken: another search, or the other solver on another encoding, has an input for it that replays. "
        "Confirmed: that encoding has none either. In brackets: 95 % interval."
    ]
    notes += [f"Not tried: {count(errors)} tasks."] if errors else []
    notes += [f"Broken: {each.task_id} {sorted(each.violates)}" for each in tried if each.result == "broken"]
    title = "Infeasible verdicts under an independent check"
    return plain_table(title, columns, rows, numeric=columns[1:], notes=tuple(notes))
