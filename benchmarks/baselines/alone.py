"""What the programs of a run of `specassay grade` take by themselves: the least that any grader can take for them.

Each program runs in a fork of one bare process, in a sandbox, on the calls that the run made: up to the first valid
input that it does not pass, and all violating ones. All calls come at once, and nothing is returned or compared.
"""

import marshal
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from ...backends.python.sandbox.launch import Gone, Guest, Needs
from ...backends.python.sandbox.protocol import MARSHAL_VERSION, call_of
from ..datasets.tasks import ContractTask
from ..grading.evalplus_rules import convert_inputs
from ..grading.expected import call_text
from ..grading.grade import VALID, VIOLATING
from ..grading.samples import Sample
from . import alone_worker

MEMORY_BYTES = 1 << 30  # of one program
SECONDS = 120.0
"""Seconds of wall time for one program."""


@frozen(slots=True)
class MeasuredProgram:
    """The source of a program, its function, its calls with the seconds for each, and the names of numpy in them."""

    code: str
    entry_point: str
    calls: list[tuple[bytes, float]]
    names: frozenset[str]


def seconds_alone(
    tasks: Mapping[str, ContractTask], samples: Sequence[Sample], rows: Sequence[Mapping[str, Any]]
) -> float:
    """The processor time of all programs that a run graded. `rows`: those that it wrote. Raises SandboxUnavailable."""
    total = 0.0
    known: set[str] = set()
    guest = Guest(needs=Needs(Path(alone_worker.__file__)))
    try:
        for program in programs(tasks, samples, rows):
            if not program.names <= known:
                known |= program.names
                guest.send({"names": sorted(known)})
                guest.receive(SECONDS)
            total += _run(guest, program)
    finally:
        guest.kill()
    return total


def programs(
    tasks: Mapping[str, ContractTask], samples: Sequence[Sample], rows: Sequence[Mapping[str, Any]]
) -> Iterator[MeasuredProgram]:
    """Each program that a run graded, with the calls that the run made."""
    left_out = {
        row["task_id"]: {(each["suite"], each["place"]) for each in row["left_out"]}
        for row in rows
        if "left_out" in row
    }
    graded = {(row["task_id"], row["number"]): row for row in rows if "responses" in row}
    for sample in samples:
        row = graded.get((sample.task_id, sample.number))
        if row is None or sample.problem is not None:
            continue
        task, without = tasks[sample.task_id], left_out.get(sample.task_id, set())
        valid: list[str] = []
        for suite, inputs in (("base", task.base_input), ("plus", task.plus_input)):
            rest = enumerate(convert_inputs(task.task_id, inputs))
            kept = [call_text(each) for place, each in rest if (suite, place) not in without]
            failed = row[suite]["place"]
            valid += kept if failed is None else kept[: failed + 1]
            if row[suite]["verdict"] not in ("pass", "no test"):
                break
        seconds = VALID.call.cpu_seconds or VALID.cpu_seconds
        asked = [(call_of(text), seconds) for text in valid]
        asked += [
            (call_of(each["input"]), VIOLATING.cpu_seconds) for each in row["responses"] if each["outcome"] != "memory"
        ]  # stopped sooner than by its time
        names = frozenset[str]().union(*(call.names for call, _ in asked))
        yield MeasuredProgram(sample.code, task.entry_point, [(call.payload, limit) for call, limit in asked], names)


def _run(guest: Guest, program: MeasuredProgram) -> float:
    """The processor time of the process. Raises Gone."""
    reading, requests = os.pipe()
    with open(os.devnull, "wb") as nothing:  # where an answer would go
        guest.send({"task": MEMORY_BYTES, "key": ""}, [reading, nothing.fileno()])
    os.close(reading)
    data = marshal.dumps((program.code, program.entry_point, program.calls), MARSHAL_VERSION)
    try:
        with os.fdopen(requests, "wb") as pipe:
            pipe.write(len(data).to_bytes(8, "little") + data)
    except BrokenPipeError as error:
        raise Gone("it does not read") from error
    return float(guest.receive(SECONDS)["cpu"])
