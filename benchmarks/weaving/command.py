"""`specassay weave`: what it does. Contracts in `.py` files are tasks to weave, too: with made inputs for tests, since
such a file has none, and what a program has to return on them is what the function of the file returns."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click
from attrs import evolve, frozen

from ...backends.processes.workers import DIED_TWICE, in_order
from ...core.errors import InputError
from ...core.metrics import Score, proportion
from ...core.synthesis.search import InputGenerator
from ..datasets import registry
from ..datasets.tasks import ContractTask
from ..exit_codes import ExitCode
from ..grading.adherence import Reject, satisfaction
from ..grading.command import GradeOptions, load_tasks
from ..grading.extraction import taking_apart
from ..grading.grade import Settings
from ..grading.samples import Sample, read_samples, sample_of
from ..reporting.output import progress, row_writer
from ..reporting.run_tables import rate
from ..reporting.tables import Table, count, plain_table, show
from ..reporting.text import complain, printable
from ..runs.contract_oracle import contract_of, evaluated
from ..schema import WeaveRow, part_of
from .weave import Weaver, Woven, refusals, weaver, woven

INPUTS = 20
"""Valid inputs of a function."""
MOST_TRIED = 3_000
"""Inputs that are drawn in search of `INPUTS` valid ones. Chosen, not measured."""


def tasks_of_files(path: Path) -> tuple[dict[str, ContractTask], list[InputError]]:
    """The functions with contracts of a `.py` file, or of the files of a folder, by their qualified names, and why
    others are left out. Raises InputError where there is none."""
    read = registry.load(path)
    tasks: dict[str, ContractTask] = {}
    problems = list(read.problems)
    for task in read.items:
        if not isinstance(task, ContractTask):
            continue
        try:
            tasks[task.task_id] = evolve(task, base_input=tuple(_inputs(task)))
        except InputError as problem:
            problems.append(problem)
    if not tasks:
        raise problems[0] if problems else InputError("no function with a contract", file=str(path))
    return tasks, problems


def _inputs(task: ContractTask) -> list[list[Any]]:
    """Inputs that the contract accepts. Raises InputError where there are none, or where no call takes such."""
    why = ""
    if task.unsupported is not None:
        why = task.unsupported
    elif task.declaration is not None or (task.definition is not None and not task.definition.is_plain):
        why = "only plain functions are woven"
    elif not (inputs := [[values[name] for name in task.parameter_names] for values in _accepted(task)]):
        why = "no input was found that its contract accepts"
    if why:
        raise InputError(f"{task.task_id}: {why}", file=task.file)
    return inputs


def _accepted(task: ContractTask) -> Iterator[Mapping[str, Any]]:
    contract = contract_of(task)
    tried = islice(InputGenerator(contract), MOST_TRIED)
    yield from islice((inputs for inputs in tried if _accepts(contract, inputs)), INPUTS)


def _accepts(contract: Any, values: Mapping[str, Any]) -> bool:
    seen = evaluated(contract, values)
    return seen is not None and not seen.violated


@frozen(slots=True)
class _Sampled:
    task: ContractTask
    sample: Sample


def weave(contract: Path, source: Path, settings: Settings, options: GradeOptions) -> ExitCode:
    """Put the checks that programs lack into them, and say what came of it. Raises InputError for input that cannot be
    used at all."""
    tasks, errors = _tasks(contract, options.tasks)
    complain(*errors)
    programs = [
        _Sampled(tasks[sample.task_id], sample) for sample in _samples(source, tasks) if sample.task_id in tasks
    ]
    if not programs:
        raise InputError("no program for a task of the data set", file=str(source))
    done: list[tuple[_Sampled, Woven]] = []
    with row_writer(options.out, to_stdout=options.as_json) as write, progress(len(programs), "weave") as step:
        worker = partial(_worker, settings)
        for program, result in zip(
            programs, in_order(programs, worker, options.jobs or 1, lambda item: DIED_TWICE), strict=True
        ):
            step()
            # A program that is not woven does not keep the others from being written.
            if isinstance(result, str):
                complain(f"{program.sample.origin or source}: {program.sample.task_id}: not woven: {result}")
                continue
            done.append((program, result))
            write(_row(program.sample, result, settings.reject))
    if not options.as_json:
        if len(done) == 1 and options.out is None:
            click.echo(printable_lines(done[0][1].code), nl=False)
        show(_tables([result for _, result in done], settings.reject))
    if errors or len(done) < len(programs):
        return ExitCode.BAD_INPUT
    return ExitCode.FINDINGS if any(result.reason for _, result in done) else ExitCode.DONE


def _tasks(contract: Path, task_ids: Sequence[str]) -> tuple[dict[str, ContractTask], list[InputError]]:
    """The tasks of a data set, or of contracts in `.py` files. Raises InputError."""
    if contract.suffix != ".py" and not contract.is_dir():
        return load_tasks([contract], task_ids)
    tasks, problems = tasks_of_files(contract)
    if absent := [name for name in task_ids if name not in tasks]:
        raise InputError(f"no contract of {', '.join(absent)}; there are {', '.join(tasks)}", file=str(contract))
    return {name: task for name, task in tasks.items() if not task_ids or name in task_ids}, problems


def printable_lines(text: str) -> str:
    """A text of anybody for a terminal, line by line."""
    return "".join(printable(line, 10 * len(text)) + "\n" for line in text.splitlines())


def _samples(source: Path, tasks: Mapping[str, ContractTask]) -> list[Sample]:
    """The programs of a source. Raises InputError."""
    if source.suffix != ".py":
        return read_samples(source, tasks)
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(error), file=str(source)) from None
    with taking_apart() as process:
        read = [sample_of(task, text, process) for task in tasks.values() if task.entry_point in text]
    samples = [evolve(sample, origin=str(source)) for sample in read if sample.problem is None and not sample.extracted]
    if len(samples) > 1:
        ids = ", ".join(sample.task_id for sample in samples)
        raise InputError(f"it may be for several tasks ({ids}): name one with --task", file=str(source))
    return samples


@contextmanager
def _worker(settings: Settings) -> Iterator[Callable[[_Sampled], Woven | str]]:
    with weaver(settings) as tools:
        yield partial(_one, tools)


def _one(tools: Weaver, item: _Sampled) -> Woven | str:
    try:
        return woven(item.task, item.sample, tools)
    except InputError as error:
        return str(error)


def _row(sample: Sample, result: Woven, reject: Reject) -> WeaveRow:
    return part_of(
        WeaveRow,
        result,
        task_id=sample.task_id,
        number=sample.number,
        origin=sample.origin,
        solution=result.code,
        passed=result.before.judgement.passes_plus,
        passes=result.after.judgement.passes_plus,
        csr_before=refusals(result.before, reject),
        csr=refusals(result.after, reject),
    )


def _tables(results: Sequence[Woven], reject: Reject) -> Iterator[Table]:
    """What came of all programs, before and after; apart, those that could be loaded before, and those that can be
    afterwards: with that, a program may pass that did not."""
    rows = list(_lines("all", results, reject))
    after, before_grades = [result.after for result in results], [result.before for result in results]
    for name, grades in (("loadable after", after), ("loadable before", before_grades)):
        able = [
            result for result, grade in zip(results, grades, strict=True) if grade.judgement.verdict != "not loadable"
        ]
        if len(able) < len(results):
            rows += _lines(name, able, reject)
    # Before and after are lines: as columns, four rates with their intervals do not fit a terminal of 80 columns.
    columns = ("programs", "n", "woven", "", "CSR", "pass")
    yield plain_table("Woven programs", columns, rows, numeric={"n", "woven", "CSR", "pass"})
    for title, woven_ in (("Programs that are not woven", False), ("Woven, but still accepting invalid inputs", True)):
        chosen = [result for result in results if result.reason and (result.status != "not woven") is woven_]
        reasons = Counter(result.reason for result in chosen)
        if reasons:
            tests: Counter[str] = Counter()
            for result in chosen:
                tests[result.reason] += refusals(result.after, reject).n
            counted = tuple((reason, str(count), str(tests[reason])) for reason, count in reasons.most_common())
            yield plain_table(title, ("why", "programs", "tests"), counted, numeric={"programs", "tests"})


def _lines(name: str, results: Sequence[Woven], reject: Reject) -> Iterator[tuple[str, ...]]:
    """Two table rows about some programs: without the checks that were put in, and with them."""
    counts = count(len(results)), count(sum(result.status == "woven" for result in results))
    sides = {"before": [result.before for result in results], "after": [result.after for result in results]}
    for side, grades in sides.items():
        refused = rate(satisfaction((response for grade in grades for response in grade.responses), reject))
        passed = rate(_passing([grade.judgement.passes_plus for grade in grades]))
        yield (name, *counts, side, refused, passed) if side == "before" else ("", "", "", side, refused, passed)


def _passing(passes: Sequence[bool]) -> Score:
    return proportion(sum(passes), 0, len(passes))
