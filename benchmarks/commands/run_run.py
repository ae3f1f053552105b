"""What `specassay run` does."""

import json
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from attrs import frozen

from ...core.errors import InputError, Unsupported
from ...core.ir.contracts import Program, Specification
from ...core.language import Language, ReadingOptions
from ...core.language.running import Execution, default_subjects, given_inputs, run_on, run_on_made, subject
from ...frontends.registry import language_of
from ..exit_codes import ExitCode
from ..reporting.executions import lines_of_checks, lines_of_outcome, merged, row_of_execution
from ..reporting.text import tell
from ..schema import line_of

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


def run(path: Path, method: str | None, options: RunOptions) -> ExitCode:
    """Run one method, or several. Raises InputError."""
    language = language_of(path)
    if language.dynamic:
        raise InputError(f"{language.title} is not run here: only files of specifications are", file=str(path))
    reading = ReadingOptions(options.root, options.dialect)
    program = language.read_checked(path, reading) if options.checked else language.read(path, reading)
    if method is not None:
        subjects = [subject(program, method)]
    else:
        subjects = default_subjects(program, language, options.checked)
    given = None if options.arguments is None else _decoded(options.arguments)
    if given is not None and len(subjects) > 1:
        raise InputError("--args needs the name of a method", file=str(path))
    with _limited_memory():
        return max((_shown(each, program, language, given, options) for each in subjects), default=ExitCode.DONE)


def _decoded(text: str) -> object:
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
    if all(each == resource.RLIM_INFINITY or each > limit for each in (soft, hard)):
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _shown(
    specification: Specification, program: Program, language: Language, given: object, options: RunOptions
) -> ExitCode:
    """Run a method and show what it came to."""
    try:
        if given is not None:
            inputs = given_inputs(specification, given, program, language)
            found: Sequence[Execution] = [run_on(specification, inputs, program, options.seconds, options.checked)]
        else:
            found = run_on_made(specification, program, options.count, options.seconds, options.checked)
    except Unsupported as error:
        click.echo(f"{specification.name}: not run: {error.construct} is not supported")
        return ExitCode.FINDINGS if options.strict else ExitCode.DONE
    if options.as_json:
        for each in found:
            click.echo(line_of(row_of_execution(each, specification, program, language)), nl=False)
    else:
        tell(_lines(found, specification, program, language, options))
    failed = any(each.outcome.state == "failed" or each.checks.failures for each in found)
    unknown = not found or any(each.outcome.state == "unknown" or each.checks.open for each in found)
    return ExitCode.FINDINGS if failed or (options.strict and unknown) else ExitCode.DONE


def _lines(
    found: Sequence[Execution], specification: Specification, program: Program, language: Language, options: RunOptions
) -> Iterator[str]:
    name, shown, lines = specification.name, found, list[str]()
    made, checked = options.arguments is None, options.checked
    if not found:
        yield f"unknown: no input was found that meets the precondition of {name}"
        return
    if made and specification.inputs and len(found) > 1:
        shown = _telling(found)
        lines.append(f"{name}: {len(found)} made inputs" + ("" if shown else ", and it returns on each"))
    lines += (line for each in shown for line in lines_of_outcome(each, specification, program, language))
    # Nothing on the screen may be a hang, a crash or a proof: a run that has nothing to show says so.
    if not lines and not checked:
        lines.append(f"{name}: returns, and prints nothing; --check evaluates its conditions")
    yield from lines
    yield from lines_of_checks(merged(found), specification, language)
    if checked and all(map(_holds, found)):
        yield f"{name}: {_times(sum(each.checks.decided for each in found))}"


def _holds(execution: Execution) -> bool:
    return execution.outcome.state == "returned" and not execution.checks.failures and not execution.checks.open


def _times(decided: int) -> str:
    match decided:
        case 0:
            return "returns, and no condition was reached"
        case 1:
            return "the one condition that was reached holds"
        case _:
            return f"conditions checked {decided:,} times, all hold"


def _telling(found: Sequence[Execution]) -> list[Execution]:
    """The first execution of each kind that did not return."""
    kinds = {(each.outcome.state, each.outcome.reason): each for each in reversed(found)}
    return [each for (state, _), each in reversed(kinds.items()) if state != "returned"]
