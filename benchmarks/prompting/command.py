"""`specassay prompts`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import click
from attrs import frozen
from msgspec import UNSET

from ...backends.python.replay import Replayer
from ...core.errors import InputError, SolverFailure, SpecassayError
from ...core.iteration import grouped
from ..closest import one_of, options_by_name
from ..configuration import Config
from ..datasets.registry import select
from ..datasets.tasks import ContractTask, SpecTask
from ..datasets.text_lines import read_records
from ..english.clause_examples import ExampleRow, clause_texts
from ..exit_codes import ExitCode
from ..reporting.output import progress, row_writer
from ..reporting.text import complain, printable
from ..runs.cvt import synthesise
from ..runs.gathering import gather
from ..schema import GivenRow, PromptRow
from .rendering import STRATEGIES, Prompt, Renderer

MOST_PER_CHARACTER = 10
"""Characters that one of a prompt may become when it is escaped: `\\U0001f600`."""

TestsByTask = Mapping[str, Sequence[ExampleRow]]


@frozen(slots=True)
class PromptRequest:
    """Which prompts are wanted. `tests`: the rows of `specassay cvt` by task; None to make them where needed."""

    strategy: str
    templates: Path | None = None
    tests: TestsByTask | None = None


def read_tests(source: Path) -> TestsByTask:
    """The rows of a file of `specassay cvt`, by task. Raises InputError for a file that is none."""
    records = read_records(source, GivenRow, "not a row that `specassay cvt` wrote")
    return grouped((row.task_id, row) for _, row in records)


def make_prompts(tasks: Sequence[ContractTask], request: PromptRequest) -> Iterator[Prompt | SpecassayError]:
    """The prompt for each task in order, or why there is none.

    Raises InputError where no prompt can be made at all: an unknown strategy, a folder or a template that cannot be
    used.
    """
    renderer = Renderer(STRATEGIES[one_of("strategy", request.strategy, STRATEGIES)], request.templates)
    with Replayer() as replayer:
        for task in tasks:
            try:
                rows = _rows(task, request, replayer) if renderer.strategy.needs_tests else ()
                yield renderer.prompt(task, rows)
            except SpecassayError as error:
                yield error


@options_by_name
def prompts_for(
    tasks: Iterable[ContractTask | SpecTask], strategy: str = "standard", templates: Path | None = None
) -> list[Prompt]:
    """The prompts for tasks, in order.

    :param tasks: tasks of `specassay.load(path)`; those for specifications have none.
    :param strategy: what a prompt says of the contract: `"standard"`, `"cs"`, `"cs-may"`, `"eas"`, `"cot"` or
        `"few-shot"`.
    :param templates: a folder whose files replace the built-in templates of the same name.
    :raises InputError: for an unknown strategy, a contract or a template that cannot be used.
    """
    made = list(
        make_prompts([task for task in tasks if isinstance(task, ContractTask)], PromptRequest(strategy, templates))
    )
    if failed := next((prompt_made for prompt_made in made if not isinstance(prompt_made, Prompt)), None):
        raise failed
    return [prompt_made for prompt_made in made if isinstance(prompt_made, Prompt)]


def _rows(task: ContractTask, request: PromptRequest, replayer: Replayer) -> Sequence[ExampleRow]:
    if request.tests is None:
        report = synthesise(task, config=Config(max_subsets=max(len(clause_texts(task)), 1)), replayer=replayer)
        if report.error is not None:
            raise (SolverFailure if report.failed else InputError)(f"{task.task_id}: {report.error}")
        return report.rows
    if task.task_id not in request.tests:
        raise InputError(f"{task.task_id}: there is no test for this task in the file of tests")
    return request.tests[task.task_id]


def chosen_tasks(datasets: Sequence[Path], wanted: Sequence[str]) -> tuple[list[ContractTask], list[InputError]]:
    """The wanted tasks of data sets, by ids or patterns (all when none is named), and what is wrong with the rest.

    Raises InputError for a task that is not there and for data sets without any task.
    """
    gathered = gather(datasets, ContractTask)
    tasks = [task for task in select(gathered.tasks, wanted) if isinstance(task, ContractTask)]
    if not tasks and not gathered.errors:
        raise InputError("there are no tasks")
    return tasks, list(gathered.errors)


@frozen(slots=True)
class PromptSet:
    """Prompts that are asked for, in order, each or why there is none: they are made as they are taken, so many as
    `total` says. All are of one strategy and, for specifications, of one language. `errors`: what of the data cannot be
    read."""

    made: Iterable[Prompt | SpecassayError]
    total: int
    strategy: str
    language: str = ""
    errors: Sequence[SpecassayError] = ()


def program_prompts(datasets: Sequence[Path], request: PromptRequest, wanted: Sequence[str]) -> PromptSet:
    """The prompts for tasks of data sets, `wanted` ones or all. Raises InputError where there is no task."""
    tasks, errors = chosen_tasks(datasets, wanted)
    return PromptSet(make_prompts(tasks, request), len(tasks), request.strategy, errors=errors)


def write_prompts(prompts: PromptSet, *, out: Path | None, as_json: bool) -> ExitCode:
    """Write each prompt: text for people, rows for `--json` and in the file `out`; and say why others have none."""
    complain(*prompts.errors)
    code = ExitCode.BAD_INPUT if prompts.errors or not prompts.total else ExitCode.DONE
    with row_writer(out, to_stdout=as_json) as write, progress(prompts.total, "prompts") as step:
        for prompt in prompts.made:
            step()
            if not isinstance(prompt, Prompt):
                complain(prompt)
                # Others are made all the same; the exit code is that of the worst.
                code = max(code, ExitCode.BAD_INPUT if isinstance(prompt, InputError) else ExitCode.FAILED)
                continue
            write(
                PromptRow(
                    task_id=prompt.task_id,
                    strategy=prompt.strategy,
                    system=prompt.system,
                    prompt=prompt.request,
                    language=prompt.language or UNSET,
                )
            )
            if not as_json and out is None:
                click.echo(for_people(prompt))
    return code


def for_people(prompt: Prompt) -> str:
    """A prompt as text on a terminal."""
    text = f"──── {prompt.task_id}, {prompt.strategy}\n\n{prompt.system}\n{prompt.request}"
    return "\n".join(printable(line, len(text) * MOST_PER_CHARACTER) for line in text.split("\n"))
