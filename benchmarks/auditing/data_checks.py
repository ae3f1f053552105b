"""Defects of data: inputs that break the contract of their task, tests that contradict each other, duplicates."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial

from ...backends.processes.workers import DIED_TWICE, cores, in_order
from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.python.sandbox import Sandbox
from ...core.errors import InputError
from ...core.spec_testing.notation import told
from ...core.synthesis.values import text_of
from ..cache import Cache
from ..datasets.tasks import ContractTask, SourcePlace, SpecTask
from ..grading.expected import BROKEN_CONTRACT, expectations_of
from ..reporting.findings import ReportedFinding
from ..schema import SpecRow

TASKS_A_WORKER = 8
"""A worker process is worth its start for at least so many: it has a sandbox of its own. Chosen, not measured."""
MOST_SHOWN = 200
"""Characters of an input in a message."""


def of_python_tasks(
    tasks: Sequence[ContractTask], jobs: int | None, cache: Cache, step: Callable[[], None] = lambda: None
) -> Iterator[ReportedFinding]:
    """What is wrong with tasks that have inputs, in their order: see `KINDS`. The canonical solution is run."""
    yield from _duplicates(
        (task.task_id, SourcePlace(task.file, task.line), f"{task.preamble}\0{task.solution}\0{task.contract_text}")
        for task in tasks
    )
    chosen = [task for task in tasks if task.base_input or task.plus_input]
    workers = min(jobs or cores(), len(chosen) // TASKS_A_WORKER)
    for findings in in_order(chosen, partial(_worker, cache), workers, _lost):
        step()
        yield from findings


@contextmanager
def _worker(cache: Cache) -> Iterator[Callable[[ContractTask], list[ReportedFinding]]]:
    with ExitStack() as stack:
        replayer = stack.enter_context(Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)))
        opened: list[Sandbox] = []

        def reference() -> Sandbox:
            if not opened:
                opened.append(stack.enter_context(Sandbox()))
            return opened[0]

        yield lambda task: list(_of_inputs(task, reference, replayer, cache))


def _lost(task: ContractTask) -> list[ReportedFinding]:
    source_place = SourcePlace(task.file, task.line)
    return [ReportedFinding("not-done", task.task_id, DIED_TWICE, source_place)]


def _of_inputs(
    task: ContractTask, reference: Callable[[], Sandbox], replayer: Replayer, cache: Cache
) -> Iterator[ReportedFinding]:
    source_place = SourcePlace(task.file, task.line)
    names = task.parameter_names
    stars = any(parameter.stars for parameter in task.parameters)
    least = sum(parameter.default is None for parameter in task.parameters)
    wrong_number = set()
    for suite, inputs in (("base", task.base_input), ("plus", task.plus_input)):
        seen: dict[str, int] = {}
        for number, arguments in enumerate(inputs):
            inputs_ = arguments if isinstance(arguments, list) else [arguments]
            if not stars and not least <= len(inputs_) <= len(names):
                wrong_number.add((suite, number))
                message = f"{suite} input {number} has {len(inputs_)} arguments, {task.entry_point} takes {len(names)}"
                yield ReportedFinding("wrong-arity", task.task_id, message, source_place, _shown(task, inputs_))
            # Inputs are compared as text, since they may hold values that cannot be hashed.
            first = seen.setdefault(text_of(inputs_), number)
            if first != number:
                message = f"{suite} input {number} is input {first} again"
                yield ReportedFinding("duplicate-input", task.task_id, message, source_place, _shown(task, inputs_))
    try:
        left_out = expectations_of(task, reference, replayer, cache).left_out
    except InputError as error:
        yield ReportedFinding("not-done", task.task_id, str(error), source_place)
        return
    # An input with a wrong number of arguments is reported already; that it has no answer follows from it.
    for left_out_input in left_out:
        if (left_out_input.suite, left_out_input.place) in wrong_number:
            continue
        kind = "invalid-input" if left_out_input.reason == BROKEN_CONTRACT else "no-answer"
        message = f"{left_out_input.suite} input {left_out_input.place}: {left_out_input.reason}"
        yield ReportedFinding(
            kind, task.task_id, message, source_place, f"{task.entry_point}{left_out_input.call[:MOST_SHOWN]}"
        )


def _shown(task: ContractTask, arguments: Sequence[object]) -> str:
    return f"{task.entry_point}({', '.join(map(repr, arguments))})"[:MOST_SHOWN]


def of_specification_files(tasks: Sequence[SpecTask], rows: Iterable[SpecRow]) -> Iterator[ReportedFinding]:
    """Files that are there twice, and tests that are."""
    yield from _duplicates((task.task_id, SourcePlace(str(task.file)), _digest(task)) for task in tasks)
    for row in rows:
        seen: dict[str, int | None] = {}
        for test in row.tests:
            # Tests made from the specification are not written twice by anybody, and one without inputs shows nothing
            # to compare.
            if test.source == "specification" or not test.inputs:
                continue
            key = f"{test.inputs}\0{test.output}\0{test.constraints}"
            if key in seen:
                also = "" if seen[key] is None else f", also on line {seen[key]}"
                call = f"{row.method}({told(test.inputs)})"
                yield ReportedFinding(
                    "duplicate-input",
                    f"{row.task_id}.{row.method}",
                    f"a test{also}",
                    SourcePlace(row.file, test.line),
                    call,
                )
            # The first one stays: the others point to it.
            seen.setdefault(key, test.line)


def _digest(task: SpecTask) -> str:
    try:
        return hashlib.sha256(task.file.read_bytes()).hexdigest()
    except OSError:
        return str(task.file)


def _duplicates(tasks: Iterable[tuple[str, SourcePlace, str]]) -> Iterator[ReportedFinding]:
    """Tasks, each with its name, its place and its content, that have the content of one before."""
    first: dict[str, tuple[str, SourcePlace]] = {}
    for name, where, content in tasks:
        first_seen = first.setdefault(content, (name, where))
        if first_seen != (name, where):
            yield ReportedFinding("duplicate-task", name, f"the same as {first_seen[0]} ({first_seen[1]})", where)
