"""The command line of `specassay prompts`: its options. It loads what it needs when it runs."""

from pathlib import Path
from typing import Any

import click

from ..exit_codes import ExitCode
from .options import (
    AS_JSON,
    CVTS,
    OUT,
    PATH,
    PROBLEM_DATA,
    STRATEGY,
    SUBJECT,
    TASKS,
    TEMPLATES,
    UNSAFE,
    Paths,
    exit_codes,
    explained,
    only_for,
)


@click.command(
    epilog=exit_codes(None, bad="a task without a prompt"),
)
@SUBJECT
@click.option(
    "--dataset",
    "datasets",
    type=PATH,
    metavar="F",
    multiple=True,
    help="An EvalPlus .jsonl or .jsonl.gz, or a .py file. May be repeated.",
)
@PROBLEM_DATA
@click.option("--language", metavar="NAME", help="What specifications are asked for in: the name of a language.")
@click.option(
    "--show-tests",
    "shown",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How many tests of each problem a prompt for a specification shows.",
)
@STRATEGY
@CVTS
@TEMPLATES
@UNSAFE
@TASKS
@OUT
@AS_JSON
@explained
def prompts(subject: str, datasets: Paths, language: str | None, **options: Any) -> ExitCode:
    """Write the prompt for each task: the problem, and what the strategy says about the contract.

    \b
    standard  the problem alone
    cs        the problem, and each clause in plain English
    cs-may    cs as it was published: that checking is allowed, not asked for
    eas       cs, and for each clause an input that violates it alone (or: none)
    cot       cs, and the request to think about invalid input first
    few-shot  two worked examples, then cs

    With --for specification: the description of each problem, its signature in the --language, and right results of
    the tests that are shown. No specification that somebody wrote for the problem is in it, and no hidden test.
    """
    if subject == "specification":
        only_for(subject, ("language", "data", "shown", "templates", "tasks", "out", "force", "as_json"))
        if language is None:
            raise click.UsageError("name the --language of the specifications")
        from ..candidates.prompts import PromptedProblems, specification_prompts
        from .check_spec import catalogue_of

        asked = PromptedProblems(language, options["shown"], options["templates"], options["tasks"])
        return specification_prompts(
            catalogue_of(options["data"]), asked, out=options["out"], as_json=options["as_json"]
        )
    own = ("strategy", "cvts", "templates", "tasks", "out", "as_json")
    only_for(subject, ("datasets", "unsafe", "force", *own))
    if not datasets:
        raise click.UsageError("programs need --dataset")
    from ..prompting import command

    cvts: Path | None = options["cvts"]
    tests = None if cvts is None else command.read_tests(cvts)
    request = command.PromptRequest(options["strategy"], options["templates"], tests)
    return command.prompts(datasets, request, wanted=options["tasks"], out=options["out"], as_json=options["as_json"])
