"""The same samples by EvalPlus and by `specassay grade`, in turn and in one run."""

import json
import marshal
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from ...backends.python.sandbox.launch import Gone, Guest, Needs
from ...backends.python.sandbox.protocol import MARSHAL_VERSION, call_of
from ...core.errors import InputError
from ..datasets.tasks import ContractTask
from ..datasets.text_lines import read_lines
from ..grading.command import load_tasks
from ..grading.evalplus_rules import convert_inputs
from ..grading.expected import call_text
from ..grading.grade import VALID, VIOLATING
from ..grading.samples import Sample, read_samples
from ..reporting.tables import NOTHING, Table, count, plain_table
from . import alone_worker, evalplus
from .usage import Usage, measured

# What the programs of a run of `specassay grade` take by themselves: the least that any grader can take for them.
#
# Each program runs in a fork of one bare process, in a sandbox, on the calls that the run made: up to the first valid
# input that it does not pass, and all violating ones. All calls come at once, and nothing is returned or compared.

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
            # The guest imports what a program needs, once for all programs.
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
        row["task_id"]: {(entry["suite"], entry["place"]) for entry in row["left_out"]}
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
            rest = enumerate(convert_inputs(task.task_id, task.entry_point, inputs))
            kept = [call_text(arguments) for place, arguments in rest if (suite, place) not in without]
            failed = row[suite]["place"]
            valid += kept if failed is None else kept[: failed + 1]
            if row[suite]["verdict"] not in ("pass", "no test"):
                break
        seconds = VALID.call.cpu_seconds or VALID.cpu_seconds
        asked = [(call_of(text), seconds) for text in valid]
        asked += [
            (call_of(response["input"]), VIOLATING.cpu_seconds)
            for response in row["responses"]
            if response["outcome"] != "memory"
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


DATASETS = {"humaneval": "HumanEvalPlus.jsonl.gz", "mbpp": "MbppPlus.jsonl.gz"}
"""EvalPlus' name → the file in a folder of data."""

SampleVerdicts = dict[tuple[str, int], tuple[bool, str]]
"""By task and number of a sample: whether it passes, and in words."""


@frozen(slots=True)
class Side:
    """One system on one sample file: what a run took with empty caches (None where another file of the data set had
    filled them) and with full ones, and how many samples pass."""

    cold: Usage | None
    warm: Usage
    passing: int


@frozen(slots=True)
class DisagreeingSample:
    """A sample that passes with one system and not with the other."""

    task_id: str
    number: int
    theirs: str
    ours: str


@frozen(slots=True)
class Compared:
    """A sample file by both systems, and the samples on which they do not agree."""

    dataset: str
    name: str
    samples: int
    theirs: Side
    ours: Side
    differing: tuple[DisagreeingSample, ...]
    alone: float
    """Processor time of the programs by themselves, in seconds."""


def sample_files(data: Path) -> list[tuple[str, Path]]:
    """The published sample files in a folder of data, each with EvalPlus' name of its data set."""
    files = sorted((data / "evalplus" / "samples").glob("*.jsonl.gz"))
    return [(name, path) for path in files for name in DATASETS if path.name.startswith(f"{name}_")]


def compare(
    data: Path, files: Sequence[tuple[str, Path]], command: str, jobs: int, step: Callable[[], None]
) -> Iterator[Compared]:
    """Both systems on each file, one after the other: the first file of a data set twice, with empty caches and with
    full ones. Raises InputError for a run that does not finish."""
    with TemporaryDirectory(prefix="specassay-") as name:
        folder = Path(name)
        seen: set[str] = set()
        for dataset, source in files:
            problems, samples = _prepared(data / "evalplus" / DATASETS[dataset], source, folder)
            theirs, ours = _Theirs(command, dataset, problems, samples, jobs), _Ours(problems, samples, jobs)
            # Before the run that counts, so that this one finds the caches full.
            cold = None if dataset in seen else (theirs.run(folder)[0], ours.run(folder)[0])
            seen.add(dataset)
            their_usage, their_verdicts = theirs.run(folder)
            our_usage, our_verdicts = ours.run(folder)
            tasks, _ = load_tasks([problems], ())
            alone = seconds_alone(tasks, read_samples(samples, tasks), _rows(folder / "rows.jsonl"))
            step()
            yield Compared(
                dataset,
                source.name.removesuffix(".jsonl.gz"),
                len(our_verdicts),
                Side(cold and cold[0], their_usage, _passing(their_verdicts)),
                Side(cold and cold[1], our_usage, _passing(our_verdicts)),
                tuple(_differences(their_verdicts, our_verdicts)),
                alone,
            )


@frozen(slots=True)
class _Theirs:
    command: str
    dataset: str
    problems: Path
    samples: Path
    jobs: int

    def run(self, folder: Path) -> tuple[Usage, SampleVerdicts]:
        usage, found = evalplus.evaluate(
            self.command, self.dataset, self.problems, self.samples, folder / "evalplus", self.jobs
        )
        return usage, {
            (task_id, number): (verdict.passes, f"base {verdict.base}, plus {verdict.plus}")
            for task_id, verdicts in found.items()
            for number, verdict in enumerate(verdicts)
        }


@frozen(slots=True)
class _Ours:
    problems: Path
    samples: Path
    jobs: int

    def run(self, folder: Path) -> tuple[Usage, SampleVerdicts]:
        rows = folder / "rows.jsonl"
        command = [
            sys.executable,
            "-m",
            "specassay",
            "grade",
            "--dataset",
            str(self.problems),
            "--samples",
            str(self.samples),
            "--cache",
            str(folder / "specassay"),
            "--jobs",
            str(self.jobs),
            "--out",
            str(rows),
        ]
        usage = measured(command, os.environ, folder / "grade.log", evalplus.SECONDS)
        if usage.exit_code not in (0, 1):
            raise InputError(f"grade did not finish ({usage.exit_code}): {usage.output[-500:]}", file=str(self.samples))
        graded = [row for row in _rows(rows) if "plus" in row]
        return usage, {(row["task_id"], row["number"]): _ours_in_words(row) for row in graded}


def _ours_in_words(row: Mapping[str, Any]) -> tuple[bool, str]:
    base, plus = row["base"], row["plus"]
    failed = base if base["verdict"] != "pass" else plus
    passes = failed["verdict"] == "pass" and not row["extracted"]
    said = f": {failed['found']}" if failed["verdict"] not in ("pass", "wrong") and failed["found"] else ""
    return passes, f"base {base['verdict']}, plus {plus['verdict']}{said}"


def _passing(verdicts: SampleVerdicts) -> int:
    return sum(passes for passes, _ in verdicts.values())


def _differences(theirs: SampleVerdicts, ours: SampleVerdicts) -> Iterator[DisagreeingSample]:
    for (task_id, number), (passes, words) in ours.items():
        other, their_words = theirs.get((task_id, number), (False, "none"))
        if passes != other:
            yield DisagreeingSample(task_id, number, their_words, words)


def _prepared(problems: Path, samples: Path, folder: Path) -> tuple[Path, Path]:
    """The tasks and the samples that both have, as EvalPlus wants them: every task has a sample, and no compression."""
    tasks, solutions = _rows(problems), _rows(samples)
    known = {row["task_id"] for row in tasks} & {row["task_id"] for row in solutions}
    found = folder / problems.name.removesuffix(".gz"), folder / samples.name.removesuffix(".gz")
    for path, rows in zip(found, (tasks, solutions), strict=True):
        path.write_text("".join(json.dumps(row) + "\n" for row in rows if row["task_id"] in known), "utf-8")
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    rows = []
    for _, text in read_lines(path):
        if isinstance(text, InputError):
            raise text
        rows.append(json.loads(text))
    return rows


def tables(compared: Sequence[Compared], jobs: int) -> Iterator[Table]:
    """Time and memory by data set and in all, and the samples with other verdicts."""
    columns = (
        "data",
        "system",
        "samples",
        "s",
        "CPU s",
        "x alone",
        "samples/s",
        "ratio",
        "MiB",
        "cold s",
        "cold MiB",
        "pass",
    )
    rows = []
    for name in dict.fromkeys(comparison.dataset for comparison in compared):
        rows += _lines(name, [comparison for comparison in compared if comparison.dataset == name])
    if len(compared) > 1:
        rows += _lines("all", compared)
    notes = (
        f"Both with full caches; cold: with empty ones, on the first file of a data set. Both with "
        f"{jobs} worker(s) on {os.cpu_count()} processors; specassay also runs tests "
        "that violate the contract and compares checks with clauses. s: of whole commands, one for each file.",
        "x alone: the processor time beside that of the programs by themselves, each in a fork of one bare process, "
        "with all the calls that specassay makes.",
        "MiB: the most resident memory of a command and all processes below it, looked at every 250 ms; a page that "
        "processes share counts once. Cold, specassay also makes the tests. pass: samples that pass both "
        "suites.",
    )
    numeric = frozenset(columns[2:])
    yield plain_table("The same samples by EvalPlus", columns, rows, numeric=numeric, notes=notes)
    differing = [(comparison.name, sample) for comparison in compared for sample in comparison.differing]
    if differing:
        yield plain_table(
            "Samples on which they differ",
            ("file", "task", "EvalPlus", "specassay"),
            ((name, sample.task_id, sample.theirs, sample.ours) for name, sample in differing),
        )


def _lines(name: str, compared: Sequence[Compared]) -> list[tuple[str, ...]]:
    theirs, ours = [comparison.theirs for comparison in compared], [comparison.ours for comparison in compared]
    samples = sum(comparison.samples for comparison in compared)
    ratio = sum(side.warm.seconds for side in theirs) / sum(side.warm.seconds for side in ours)
    alone = sum(comparison.alone for comparison in compared)
    by_themselves = ("", "programs alone", count(samples), NOTHING, f"{alone:,.1f}", "1.00", *[NOTHING] * 6)
    return [
        _line(name, "EvalPlus", theirs, (samples, alone), NOTHING),
        _line("", "specassay", ours, (samples, alone), f"{ratio:.1f}"),
        by_themselves,
    ]


def _line(name: str, system: str, sides: Sequence[Side], programs: tuple[int, float], ratio: str) -> tuple[str, ...]:
    """`programs`: how many, and their processor time by themselves."""
    samples, alone = programs
    # Sums of files, not means of rates: a large file weighs what it costs.
    cold = [side.cold for side in sides if side.cold is not None]
    warm = [side.warm for side in sides]
    seconds, cpu = sum(usage.seconds for usage in warm), sum(usage.cpu_seconds for usage in warm)
    return (
        name,
        system,
        count(samples),
        f"{seconds:,.1f}",
        f"{cpu:,.1f}",
        f"{cpu / alone:,.2f}" if alone else NOTHING,
        f"{samples / seconds:,.2f}",
        ratio,
        _peak(warm),
        f"{sum(usage.seconds for usage in cold):,.1f}" if cold else NOTHING,
        _peak(cold),
        count(sum(side.passing for side in sides)),
    )


def _peak(usages: Sequence[Usage]) -> str:
    return f"{max(usage.peak_bytes for usage in usages) / (1 << 20):,.0f}" if usages else NOTHING
