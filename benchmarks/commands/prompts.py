"""The command line of `specassay prompts`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import Any

import click

from ..exit_codes import ExitCode
from .options import AS_JSON, CVTS, DATASETS, OUT, STRATEGY, TASKS, TEMPLATES, UNSAFE, Paths, exit_codes, explained


@click.command(
    epilog=exit_codes(None, bad="a task without a prompt"),
)
@DATASETS
@STRATEGY
@CVTS
@TEMPLATES
@UNSAFE
@TASKS
@OUT
@AS_JSON
@explained
def prompts(
    datasets: Paths, strategy: str, cvts: Path | None, templates: Path | None, tasks: tuple[str, ...], **output: Any
) -> ExitCode:
    """Write the prompt for each task: the problem, and what the strategy says about the contract.

    \b
    standard  the problem alone
    cs        the problem, and each clause in plain English
    cs-may    cs as it was published: that checking is allowed, not asked for
    eas       cs, and for each clause an input that violates it alone (or: none)
    cot       cs, and the request to think about invalid input first
    few-shot  two worked examples, then cs
    """
    from ..prompting import command

    tests = None if cvts is None else command.read_tests(cvts)
    request = command.PromptRequest(strategy, templates, tests)
    return command.prompts(datasets, request, wanted=tasks, **output)
