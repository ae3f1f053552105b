"""What the commands of the command line have in common: options, exit codes, and errors for people."""

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from .benchmarks.runs import ExitCode

INTERRUPTED = 130
"""The shell's code for a program that an interrupt from the keyboard ended."""

F = TypeVar("F", bound=Callable[..., Any])
Paths = tuple[Path, ...]


def _allow_unsafe(context: click.Context, option: click.Parameter, value: bool) -> None:
    """Set the environment variable for this command and the worker processes that it starts."""
    if not value:
        return
    from .benchmarks.sandbox.layers import UNSAFE

    before = os.environ.get(UNSAFE)
    os.environ[UNSAFE] = "1"
    context.call_on_close(lambda: os.environ.pop(UNSAFE) if before is None else os.environ.update({UNSAFE: before}))


PATH = click.Path(path_type=Path)
SOURCES = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=PATH)
DIALECT = click.option(
    "--dafny", "dialect", type=click.Choice(["2", "3", "4"]), help="Version of Dafny files.  [default: by their syntax]"
)
ROOT = click.option(
    "--root", type=PATH, metavar="DIR", help="Dafny files may include others from here.  [default: their own folder]"
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON Lines, no tables.")
OUT = click.option("--out", type=PATH, metavar="F.jsonl", help="Write the rows to this file, each as it comes.")
TASKS = click.option("--task", "tasks", multiple=True, metavar="ID", help="Only this task. May be repeated.")
DUMP = click.option("--dump", type=PATH, metavar="DIR", help="Keep every solver query here, as SMT-LIB 2.6.")
SEED = click.option("--seed", default=0, show_default=True, help="Seed of the wrong outputs.")
JOBS = click.option(
    "-j", "--jobs", type=click.IntRange(1), metavar="N",
    help="Processes that work on Python tasks.  [default: one for each core]",
)  # fmt: skip
UNSAFE = click.option(
    "--unsafe", is_flag=True, expose_value=False, callback=_allow_unsafe,
    help="Run foreign code where the sandbox lacks a layer; SPECASSAY_UNSAFE=1 says the same.",
)  # fmt: skip
MUTANTS = click.option(
    "--mutants", default=5, show_default=True, type=click.IntRange(0), help="Wrong outputs for each test."
)
DATASETS = click.option(
    "--dataset", "datasets", type=PATH, metavar="F", multiple=True, required=True,
    help="An EvalPlus .jsonl or .jsonl.gz, or a .py file. May be repeated.",
)  # fmt: skip
STRATEGY = click.option(
    "--strategy", type=click.Choice(["standard", "cs", "eas", "cot", "few-shot"]), default="standard",
    show_default=True, help="What the prompt tells of the contract.",
)  # fmt: skip
CVTS = click.option("--cvts", type=PATH, metavar="F", help="The tests that eas shows: rows of `specassay cvt`.")
TEMPLATES = click.option(
    "--templates", type=PATH, metavar="DIR", help="A folder with templates of your own, by the built-in names."
)


def limit(default: float, what: str) -> Callable[[F], F]:
    """The option --limit."""
    return click.option(
        "--limit",
        default=default,
        show_default=True,
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help=f"Time for {what}.",
    )


def exit_codes(findings: str) -> str:
    """The exit codes of a command, for the end of its help."""
    return f"""\b
Exit code
  0  done, nothing found
  1  findings: {findings}
  2  wrong usage or bad input; what could be read was worked on
  3  a tool or a solver failed, or two solvers contradict each other
The largest that applies; 130 after an interrupt. Rows written so far are kept.
"""


def explained(command: Callable[..., "ExitCode"]) -> Callable[..., None]:
    """Make an exit code of what a command returns or raises, with a message for people."""

    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        from .benchmarks.text import complain
        from .core.errors import InputError, SpecassayError

        try:
            code = int(command(*arguments, **options))
        except InputError as error:
            complain(error)
            code = 2
        except SpecassayError as error:
            complain(error)
            code = 3
        except KeyboardInterrupt:
            complain("interrupted")
            code = INTERRUPTED
        click.get_current_context().exit(code)

    return run
