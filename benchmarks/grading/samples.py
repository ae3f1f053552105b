"""Samples in the forms of EvalPlus: JSON Lines with `task_id` and `solution` or `completion`, compressed or not, and
folders DIR/TASK_ID/N.py. Whatever is wrong with one has a name and is counted."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from attrs import evolve, frozen

from ...backends.processes.killable import KillableProcess
from ...backends.python.sandbox.protocol import TimeBudget
from ...core.errors import InputError
from ..datasets.tasks import ContractTask
from ..datasets.text_lines import read_lines
from .extraction import Submission, read, taking_apart

MOST_CHARACTERS = 1 << 20
"""Characters of one answer. A longer one is *too long*, and is no program."""

SampleProblem = Literal[
    "unreadable",
    "unknown task",
    "not UTF-8",
    "empty",
    "too long",
    "no function",
    "filtered",
    "refused",
    "given up",
]
"""`unreadable`: a file that cannot be read, or a line that is no sample, so that nobody knows whose it is. `unknown
task`: not in the data set. `no function`: nothing in the answer is Python that defines the task's function. `filtered`,
`refused` and `given up`: what `generate` says of a reply that holds no answer."""


@frozen(slots=True, kw_only=True)
class Sample:
    """One program for one task, and where it comes from. `number` counts a task's samples from 0. A sample with a
    `problem` is not run. `extracted`: the code is a part of the answer, which as a whole does not define the function.
    `repeats`: an earlier sample of the task has the same code. `cut`: the model was stopped before its end."""

    task_id: str
    number: int
    code: str
    origin: str
    problem: SampleProblem | None = None
    detail: str = ""
    extracted: bool = False
    repeats: bool = False
    cut: bool = False


@frozen(slots=True)
class _Answer:
    """What a file holds before it is looked at."""

    task_id: str
    origin: str
    code: str = ""
    continues: bool = False
    problem: SampleProblem | None = None
    detail: str = ""
    cut: bool = False


def read_samples(
    source: Path, tasks: Mapping[str, ContractTask], process: KillableProcess | None = None
) -> list[Sample]:
    """All samples of a file or folder, in order, the broken ones with their problem. `process`: where answers are taken
    apart; one of its own without.

    Raises InputError for a source that cannot be read at all.
    """
    if process is None:
        with taking_apart() as own:
            return read_samples(source, tasks, own)
    answers = _folder(source, tasks) if source.is_dir() else _lines(source)
    counts: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    samples = []
    for answer in answers:
        # Broken answers have numbers, too: pass@k is about all that a model gave, and leaving some out would raise it.
        # Numbered within the task, broken ones included.
        number = counts.get(answer.task_id, 0)
        counts[answer.task_id] = number + 1
        sample = _sample(answer, number, tasks.get(answer.task_id), process)
        # The same text again is counted, not graded twice.
        if sample.problem is None:
            content = (sample.task_id, sample.code)
            sample = evolve(sample, repeats=content in seen)
            seen.add(content)
        samples.append(sample)
    if not samples:
        raise InputError("no samples; expected DIR/TASK_ID/N.py", file=str(source))
    return samples


def sample_of(task: ContractTask, code: str, process: KillableProcess, budget: TimeBudget | None = None) -> Sample:
    """A sample from anywhere: module text, or a chatty answer. It is read in the process, within the budget."""
    return _sample(_Answer(task.task_id, "", code), 0, task, process, budget)


def _sample(
    answer: _Answer,
    number: int,
    task: ContractTask | None,
    process: KillableProcess,
    budget: TimeBudget | None = None,
) -> Sample:
    blank = Sample(task_id=answer.task_id, number=number, code=answer.code, origin=answer.origin, cut=answer.cut)
    if answer.problem is not None:
        return evolve(blank, problem=answer.problem, detail=answer.detail)
    if task is None:
        return evolve(blank, problem="unknown task", detail=answer.task_id)
    if not answer.code.strip():
        return evolve(blank, problem="empty")
    if len(answer.code) > MOST_CHARACTERS:
        return evolve(blank, code="", problem="too long", detail=f"{len(answer.code):,} characters")
    # JSON has texts that UTF-8 has not ("\ud800"): no file of the sandbox could hold such a program.
    try:
        answer.code.encode("utf-8")
    except UnicodeEncodeError as error:
        return evolve(blank, problem="not UTF-8", detail=f"lone surrogate at character {error.start + 1}")
    reading = read(Submission(answer.code, task.prompt, answer.continues), task.entry_point, process, budget)
    if reading.absent:
        return evolve(blank, code=reading.code, problem="no function", detail=reading.detail)
    return evolve(blank, code=reading.code, extracted=reading.extracted, detail=reading.detail)


def _lines(source: Path) -> Iterator[_Answer]:
    for line, text in read_lines(source):
        origin = f"{source}:{line}"
        if isinstance(text, InputError):
            yield _Answer("", origin, problem="unreadable", detail=str(text))
            continue
        yield _of_row(text, origin)


def _of_row(text: str, origin: str) -> _Answer:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _Answer("", origin, problem="unreadable", detail=f"not JSON: {error}")
    task_id = row.get("task_id") if isinstance(row, dict) else None
    if not isinstance(task_id, str):
        return _Answer("", origin, problem="unreadable", detail="not an object with a task_id")
    state = row.get("state")
    # The model said nothing that is a program: no answer is not an empty one.
    if state in ("filtered", "refused", "given up"):
        return _Answer(task_id, origin, problem=state, detail=str(row.get("reason") or row.get("solution") or ""))
    if isinstance(row.get("solution"), str):
        return _Answer(task_id, origin, row["solution"], cut=state == "cut")
    if isinstance(row.get("completion"), str):
        # A completion goes on where its prompt stops, and is no module by itself.
        return _Answer(task_id, origin, row["completion"], continues=True, cut=state == "cut")
    return _Answer(task_id, origin, problem="empty", detail="neither a solution nor a completion")


def _folder(source: Path, tasks: Mapping[str, ContractTask]) -> Iterator[_Answer]:
    """EvalPlus writes the slash of a task id as an underscore, as HumanEval_0/3.py; functions of a file have ids with
    underscores of their own."""
    for path in sorted(source.glob("*/*.py"), key=_order):
        name = path.parent.name
        # The last underscore is the slash, for a number stands behind it: `HumanEval_0`, `my_set_12`.
        task_id = name if name in tasks else re.sub(r"_(?=[^_]*$)", "/", name)
        origin = str(path)
        try:
            yield _Answer(task_id, origin, path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            yield _Answer(task_id, origin, problem="not UTF-8", detail=f"byte {error.start + 1}")
        except OSError as error:
            yield _Answer(task_id, origin, problem="unreadable", detail=error.strerror or str(error))


def _order(path: Path) -> tuple[list[int | str], ...]:
    """Names with their numbers as numbers."""
    return tuple(
        [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]
        for name in (path.parent.name, path.stem)
    )
