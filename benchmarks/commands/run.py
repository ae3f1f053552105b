"""`specassay run`. It loads what it needs when it runs."""

import json
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from ..exit_codes import ExitCode
from .options import DIALECT, PATH, ROOT, exit_codes, explained

if TYPE_CHECKING:
    from ...core.ir.contracts import Program, Specification
    from ...core.language import Language
    from ...core.language.running import Execution

MEMORY = 4 * 1024**3
"""Bytes of address space that runs may take, beside what the process has."""


@frozen(slots=True, kw_only=True)
class RunOptions:
    """The options of the command, as they are given there."""

    arguments: str | None
    checked: bool
    count: int
    seconds: float
    strict: bool
    dialect: str | None
    root: Path | None
    as_json: bool


@click.command(
    epilog=exit_codes(
        "a condition that fails, or a method that fails at run time (with --strict also an undecided condition)",
        keeps_rows=False,
    ),
)
@click.argument("file", metavar="FILE", type=PATH)
@click.argument("method", metavar="[METHOD]", required=False)
@click.option(
    "--args",
    "arguments",
    metavar="JSON",
    help='The arguments, by name or in order: \'{"a": [3, 1], "n": 2}\'. A value that JSON lacks is written as a '
    "string with an expression of the language: '[\"Cons(1, Nil)\"]'.  "
    "[default: arguments that meet the precondition are made]",
)
@click.option(
    "--check",
    "checked",
    is_flag=True,
    help="Check assert, invariant, decreases, requires, ensures and modifies as they are reached.",
)
@click.option(
    "--inputs",
    "count",
    type=click.IntRange(1, 10_000),
    default=20,
    metavar="N",
    help="Number of inputs that are made for a method with parameters.",
)
@click.option(
    "--limit",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    metavar="SECONDS",
    help="Time for each method.",
)
@click.option("--strict", is_flag=True, help="Also fail if a condition is undecided.")
@DIALECT
@ROOT
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each run.")
@explained
def run(file: Path, method: str | None, **options_given: Any) -> ExitCode:
    """Run METHOD of a .dfy or .rs file, or of the project of a dfyconfig.toml (Main or main, if none is named), in the
    reference interpreter.

    What it prints and returns is shown. With --check each condition of its ghost code is evaluated when it is reached,
    and one that fails is shown with its place and with the values of the variables there: an invariant that is false is
    found in milliseconds, where a verifier says that it might not hold. Conditions that hold here may fail on other
    inputs. Without METHOD, and without a Main that has statements, --check runs every method of the file.

    A condition that cannot be decided (a quantifier over all integers, a limit of time or memory) is unknown, and is
    reported once.
    """
    from ...core.errors import InputError
    from ...frontends.registry import language_of, language_of_project

    options = RunOptions(**options_given)
    language = language_of_project(file)
    if language is None:
        language = language_of(file)
        if language.dynamic:
            raise InputError(f"{language.title} is not run here: only files of specifications are", file=str(file))
        subjects = _named(_read(file, language, options), method, language, options.checked)
    else:
        subjects = _of_project(file, method, language, options)
    inputs = None if options.arguments is None else _decoded(options.arguments)
    # Arguments are of one method.
    if inputs is not None and len(subjects) > 1:
        raise InputError("--args needs the name of a method", file=str(file))
    with _limited_memory():
        return max(
            (_shown(specification, program, language, inputs, options) for specification, program in subjects),
            default=ExitCode.DONE,
        )


def _read(file: Path, language: "Language", options: RunOptions) -> "Program":
    """Raises InputError."""
    from ...core.language import ReadingOptions

    reading = ReadingOptions(options.root, options.dialect)
    return language.read_checked(file, reading) if options.checked else language.read(file, reading)


def _named(
    program: "Program", method: str | None, language: "Language", checked: bool
) -> "list[tuple[Specification, Program]]":
    """What to run of a file. Raises InputError where there is nothing."""
    from ...core.language.running import default_subjects, subject

    found = [subject(program, method)] if method is not None else default_subjects(program, language, checked)
    return [(specification, program) for specification in found]


def _of_project(
    settings: Path, method: str | None, language: "Language", options: RunOptions
) -> "list[tuple[Specification, Program]]":
    """What to run of a project: of the first file that declares the method or, without one, of the first that has an
    entry; where none has, for checks, every method. Raises InputError."""
    from ...core.errors import InputError

    programs = [_read(file, language, options) for file in language.project_files(settings)]
    reason = "the project has no file"
    for program in programs:
        try:
            return _named(program, method, language, checked=False)
        except InputError as error:
            reason = f"no file of the project has it: {error}"
    found: list[tuple[Specification, Program]] = []
    for program in programs if method is None and options.checked else ():
        with suppress(InputError):  # one that declares no method
            found += _named(program, None, language, checked=True)
    if not found:
        raise InputError(reason, file=str(settings))
    return found


def _decoded(text: str) -> object:
    from ...core.errors import InputError

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"--args is not JSON ({error}): write a list or an object, such as '[3, 1]'") from None


@contextmanager
def _limited_memory() -> Iterator[None]:
    """Let the interpreter meet MemoryError, which it takes for an unknown outcome, before the machine has no memory.

    What the process does afterwards is not bound: a JavaScript engine that reserves addresses would end it.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY + int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    if all(resource_limit == resource.RLIM_INFINITY or resource_limit > limit for resource_limit in (soft, hard)):
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _shown(
    specification: "Specification", program: "Program", language: "Language", arguments: object, options: RunOptions
) -> ExitCode:
    """Run a method and show what it came to."""
    from ...core.errors import Unsupported
    from ...core.language.running import given_inputs, run_on, run_on_made
    from ..reporting.executions import row_of_execution
    from ..reporting.text import tell
    from ..schema import line_of

    try:
        if arguments is not None:
            inputs = given_inputs(specification, arguments, program, language)
            executions: Sequence[Execution] = [run_on(specification, inputs, program, options.seconds, options.checked)]
        else:
            executions = run_on_made(specification, program, options.count, options.seconds, options.checked)
    except Unsupported as error:
        click.echo(f"{specification.name}: not run: {error.construct} is not supported")
        return ExitCode.FINDINGS if options.strict else ExitCode.DONE
    if options.as_json:
        for execution in executions:
            click.echo(line_of(row_of_execution(execution, specification, program, language)), nl=False)
    else:
        tell(_lines(executions, specification, program, language, options))
    failed = any(execution.outcome.state == "failed" or execution.checks.failures for execution in executions)
    # Where no input was made, nothing was run: a strict caller must not take that for a success.
    unknown = not executions or any(
        execution.outcome.state == "unknown" or execution.checks.open for execution in executions
    )
    return ExitCode.FINDINGS if failed or (options.strict and unknown) else ExitCode.DONE


def _lines(
    executions: "Sequence[Execution]",
    specification: "Specification",
    program: "Program",
    language: "Language",
    options: RunOptions,
) -> Iterator[str]:
    from ..reporting.executions import lines_of_checks, lines_of_outcome, merged

    name, told_of, lines = specification.name, executions, list[str]()
    inputs_made, checked = options.arguments is None, options.checked
    if not executions:
        yield f"unknown: no input was found that meets the precondition of {name}"
        return
    if inputs_made and specification.inputs and len(executions) > 1:
        told_of = _telling(executions)
        lines.append(f"{name}: {len(executions)} made inputs" + ("" if told_of else ", and it returns on each"))
    lines += (line for execution in told_of for line in lines_of_outcome(execution, specification, program, language))
    # Nothing on the screen may be a hang, a crash or a proof: a run that has nothing to show says so.
    if not lines and not checked:
        lines.append(f"{name}: returns, and prints nothing; --check evaluates its conditions")
    yield from lines
    yield from lines_of_checks(merged(executions), specification, language)
    if checked and all(map(_holds, executions)):
        yield f"{name}: {_times(sum(execution.checks.decided for execution in executions))}"


def _holds(execution: "Execution") -> bool:
    return execution.outcome.state == "returned" and not execution.checks.failures and not execution.checks.open


def _times(decided: int) -> str:
    match decided:
        case 0:
            return "returns, and no condition was reached"
        case 1:
            return "the one condition that was reached holds"
        case _:
            return f"conditions checked {decided:,} times, all hold"


def _telling(executions: "Sequence[Execution]") -> "list[Execution]":
    """The first execution of each kind that did not return."""
    kinds = {(execution.outcome.state, execution.outcome.reason): execution for execution in reversed(executions)}
    return [execution for (state, _), execution in reversed(kinds.items()) if state != "returned"]
