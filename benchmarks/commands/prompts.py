"""The command line of `specassay prompts`: its options. It loads what it needs when it runs."""

from typing import TYPE_CHECKING, Any

import click

from ..exit_codes import ExitCode
from .options import (
    AS_JSON,
    CVTS,
    DATASETS,
    DEFAULT_STRATEGY,
    FORM,
    LANGUAGE,
    MENDED,
    OUT,
    PROBLEM_DATA,
    SHOWN,
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

if TYPE_CHECKING:
    from ..prompting.command import PromptSet


@click.command(
    epilog=exit_codes(None, bad="a task without a prompt"),
)
@SUBJECT
@DATASETS
@PROBLEM_DATA
@LANGUAGE
@FORM
@MENDED
@SHOWN
@STRATEGY
@CVTS
@TEMPLATES
@UNSAFE
@TASKS
@OUT
@AS_JSON
@explained
def prompts(subject: str, **options: Any) -> ExitCode:
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

    \b
    plain     that alone
    few-shot  two worked examples, then plain
    repair    plain, and a candidate of --repair with an input that breaks it
    """
    out, as_json = options.pop("out"), options.pop("as_json")
    only_for(subject, (*ASKED[subject], "force", "out", "as_json"))
    from ..prompting.command import write_prompts

    return write_prompts(asked_prompts(subject, options), out=out, as_json=as_json)


ASKED = {
    "programs": ("datasets", "unsafe", "strategy", "cvts", "templates", "tasks"),
    "specification": ("data", "language", "form", "mended", "shown", "strategy", "templates", "tasks"),
}
"""The options that say what is asked for."""


def asked_prompts(subject: str, options: dict[str, Any]) -> "PromptSet":
    """The prompts that the options of a command ask for. Raises UsageError and InputError."""
    strategy = options["strategy"] or DEFAULT_STRATEGY[subject]
    if subject == "specification":
        if options["language"] is None:
            raise click.UsageError("name the --language of the specifications")
        from ..candidates.prompts import PromptedProblems, specification_prompts
        from .check_spec import catalogue_of

        own = {name: options[name] for name in ("language", "form", "mended", "shown", "templates", "tasks")}
        return specification_prompts(catalogue_of(options["data"]), PromptedProblems(strategy=strategy, **own))
    if not options["datasets"]:
        raise click.UsageError("programs need --dataset")
    from ..prompting.command import PromptRequest, program_prompts, read_tests

    cvts = options["cvts"]
    request = PromptRequest(strategy, options["templates"], None if cvts is None else read_tests(cvts))
    datasets: Paths = options["datasets"]
    return program_prompts(datasets, request, options["tasks"])
