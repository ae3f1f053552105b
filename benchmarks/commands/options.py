"""What the commands of the command line have in common: options, exit codes, and errors for people."""

import contextlib
import errno
import functools
import inspect
import os
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

import click

from ..closest import closest, suggestion
from ..exit_codes import ExitCode

if TYPE_CHECKING:
    from ..cache import Cache
    from ..configuration import Config
    from ..grading.adherence import Reject
    from ..runs.run import RunSettings

INTERRUPTED = 130
"""The shell's code for a program that an interrupt from the keyboard ended."""
CLOSED_PIPE = 141
"""The shell's code for a program that wrote to a pipe which nobody reads any more."""
EPILOG_WIDTH = 78
"""Columns of a terminal of 80, less the two spaces that click puts before each line."""

F = TypeVar("F", bound=Callable[..., Any])
Paths = tuple[Path, ...]


def _allow_unsafe(context: click.Context, option: click.Parameter, value: bool) -> None:
    """Set the environment variable for this command and the worker processes that it starts."""
    if not value:
        return
    from ...backends.python.sandbox.layers import UNSAFE

    previous = os.environ.get(UNSAFE)
    os.environ[UNSAFE] = "1"
    context.call_on_close(lambda: os.environ.pop(UNSAFE) if previous is None else os.environ.update({UNSAFE: previous}))


class Commands(click.Group):
    """The commands, each a module beside this one that is imported when it is asked for: only then what it needs is
    loaded. `summaries`: command → its line in the help. The error for a command or option that does not exist names the
    nearest one."""

    def __init__(self, *, summaries: Mapping[str, str], **settings: Any) -> None:
        super().__init__(**settings)
        self.summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.summaries:
            return None
        name = cmd_name.replace("-", "_")
        return cast(click.Command, getattr(import_module(f".{name}", __package__), name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(self.summaries.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _guessing():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with _guessing():
            return super().invoke(ctx)


@contextlib.contextmanager
def _guessing() -> Iterator[None]:
    try:
        yield
    except click.NoSuchCommand as error:
        group = error.ctx.command if error.ctx is not None else None
        names = group.list_commands(error.ctx) if error.ctx is not None and isinstance(group, click.Group) else ()
        raise _with_guess(error, error.command_name, names) from None
    except click.NoSuchOption as error:
        options = error.ctx.command.params if error.ctx is not None else ()
        names = [name for option in options for name in (*option.opts, *option.secondary_opts) if name.startswith("--")]
        raise _with_guess(error, error.option_name, names) from None


def _with_guess(error: click.UsageError, word: str, names: Iterable[str]) -> click.UsageError:
    near = closest(word, names)
    return click.UsageError(error.message + (f" Did you mean {near!r}?" if near else ""), error.ctx)


class Registered(click.ParamType[str]):
    """A name of those that `choices` gives, asked when they are needed: other packages add some."""

    def __init__(self, name: str, choices: Callable[[], tuple[str, ...]]) -> None:
        self.name, self._choices = name, choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        choices = self._choices()
        if value not in choices:
            near = suggestion(str(value), choices)
            self.fail(f"{value!r} is not one of {', '.join(map(repr, choices))}{near and f'; {near}'}", param, ctx)
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(self._choices())}]"


def _solvers() -> tuple[str, ...]:
    from ...backends.solvers.choices import names

    return (*names(), "both", "all")


def _operators() -> tuple[str, ...]:
    from ...core.plugins import plugins
    from ..configuration import OPERATORS

    return (*OPERATORS, *plugins("operators"))


def _formats(command: str) -> Callable[[], tuple[str, ...]]:
    def names() -> tuple[str, ...]:
        from ..reporting.formats import registry

        return ("jsonl", *registry.names(command))

    return names


def format_option(command: str, *, help: str) -> Callable[[F], F]:
    """The option --format of a command: rows, or what `benchmarks/reporting/formats` has for it."""
    choices = Registered("format", _formats(command))
    return click.option("--format", "form", type=choices, default="jsonl", help=help)


SOLVER = Registered("solver", _solvers)
OPERATORS = Registered("operators", _operators)
PATH = click.Path(path_type=Path)
SOURCES = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=PATH)
DIALECT = click.option(
    "--dafny", "dialect", type=click.Choice(["2", "3", "4"]), help="Version of Dafny files.  [default: by their syntax]"
)
ROOT = click.option(
    "--root",
    type=PATH,
    metavar="DIR",
    help="Dafny files may include files from this folder.  [default: that of the checkout or project, else their own]",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON Lines, no tables.")


def out_option(
    default: str | None = None,
    required: bool = False,
    metavar: str = "F.jsonl",
    *,
    help: str,
    forced: str = "Let --out overwrite a file that specassay did not write.",
) -> Callable[[F], F]:
    """The option --out, once, and --force beside it: see `explained`."""
    once = click.option(
        "--out",
        type=PATH,
        multiple=True,
        metavar=metavar,
        required=required,
        callback=_once,
        default=None if default is None else [default],
        help=help,
    )
    force = click.option("--force", is_flag=True, help=forced)
    return lambda command: once(force(command))


def _once(context: click.Context, option: click.Parameter, value: tuple[Path, ...]) -> Path | None:
    if len(value) > 1:
        raise click.BadParameter(f"give it once, not {len(value)} times ({', '.join(map(str, value))})")
    return value[0] if value else None


OUT = out_option(help="Write the rows to this file, each as soon as it is known.")
TASKS = click.option("--task", "tasks", multiple=True, metavar="ID", help="Only this task. May be repeated.")
SELECT = click.option(
    "--select",
    "--task",
    "tasks",
    multiple=True,
    metavar="NAME",
    help="Only the task of this qualified name, or all that match a pattern such as 'pkg.mod.*'. May be repeated.",
)
SINCE = click.option(
    "--since",
    metavar="REV",
    help="Only functions with lines that changed since this git revision. In languages other than Python, and for "
    "`spec`: only files that changed.",
)
DUMP = click.option("--dump", type=PATH, metavar="DIR", help="Write every solver query to this folder, as SMT-LIB 2.6.")
SEED = click.option("--seed", type=int, metavar="N", help="Random seed of the wrong outputs.")
JOBS = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Number of worker processes.  [default: one for each core]",
)
UNSAFE = click.option(
    "--unsafe",
    is_flag=True,
    expose_value=False,
    callback=_allow_unsafe,
    help="Run foreign code even where a layer of the sandbox is missing. SPECASSAY_UNSAFE=1 does the same.",
)
FIRST = click.option("--first", is_flag=True, help="Print the worst finding alone, and count the others.")
STRICT = click.option("--strict", is_flag=True, help="Also fail if something is unsupported or undecided.")
BASELINE = click.option(
    "--baseline",
    type=PATH,
    metavar="FILE",
    help="Do not fail for the known findings in this file, which --write-baseline writes.",
)
WRITE_BASELINE = click.option(
    "--write-baseline",
    "updated",
    type=PATH,
    metavar="FILE",
    help="Write all findings of this run to this file, for --baseline.",
)


def run_options(command: F) -> F:
    """What `cvt` and `spec` share: what counts, what is looked at, and where rows go."""
    for option in (AS_JSON, OUT, DUMP, SINCE, SELECT, WRITE_BASELINE, BASELINE, FIRST, STRICT, UNSAFE):
        command = option(command)
    return command


MUTANTS = click.option("--mutants", type=click.IntRange(0), metavar="N", help="Number of wrong outputs for each test.")
OPERATOR_SET = click.option("--operators", type=OPERATORS, help="Set of mutation operators.")
SOLVER_TO_ASK = click.option(
    "--solver",
    type=SOLVER,
    default="z3",
    help="The solver to use. both: z3 and cvc5, compared; all: every installed one.",
)
BUDGET = click.option(
    "--budget", type=click.FloatRange(0.1), metavar="SECONDS", help="CPU time of each Python task.  [default: 30]"
)


def _ks(context: click.Context, option: click.Parameter, value: str) -> tuple[int, ...]:
    """Numbers separated by commas, each at least 1."""
    parts = [part.strip() for part in value.split(",")]
    if wrong := [part for part in parts if not part.isdecimal() or int(part) < 1]:
        raise click.BadParameter(f"{wrong[0]!r} is not a number from 1 on; write numbers as in 1,10")
    return tuple(dict.fromkeys(map(int, parts)))


def _reject(context: click.Context, option: click.Parameter, value: str) -> "Reject":
    from ..grading.adherence import parse_reject

    try:
        return parse_reject(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


KS = click.option("--k", "ks", default="1", callback=_ks, metavar="K,...", help="The k of pass@k.")
REJECT = click.option(
    "--reject",
    default="AssertionError",
    callback=_reject,
    metavar="any|NAME,...",
    help="Exceptions that count as a refusal.",
)
DATASETS = click.option(
    "--dataset",
    "datasets",
    type=PATH,
    metavar="F",
    multiple=True,
    help="An EvalPlus .jsonl or .jsonl.gz, or a .py file. May be repeated.",
)
PROBLEM_DATA = click.option(
    "--data",
    multiple=True,
    metavar="NAME|PATH",
    help="Data sets, or problems of one's own, that have the problems. May be repeated.  [default: all on this "
    "machine]",
)
SUBJECT = click.option(
    "--for",
    "subject",
    type=click.Choice(["programs", "specification"]),
    default="programs",
    help="Programs for tasks, or specifications of problems.",
)


def only_for(subject: str, names: Iterable[str]) -> None:
    """Refuse what is given on the command line for another subject than `subject`, whose parameters have these names.
    Raises UsageError."""
    context = click.get_current_context()
    allowed = {"subject", *names}
    for parameter in context.command.params:
        source = context.get_parameter_source(str(parameter.name))
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name not in allowed:
            raise click.UsageError(f"{parameter.opts[0]} means nothing for --for {subject}")


STRATEGY = click.option(
    "--strategy",
    type=click.Choice(["standard", "cs", "cs-may", "eas", "cot", "few-shot", "plain", "repair"]),
    help="What a prompt says: for programs of the contract (standard, cs, cs-may, eas, cot, few-shot), for "
    "specifications plain, few-shot or repair.  [default: standard, or plain]",
)
DEFAULT_STRATEGY = {"programs": "standard", "specification": "plain"}
LANGUAGE = click.option("--language", metavar="NAME", help="The language that specifications are asked for in.")
FORM = click.option(
    "--form",
    type=click.Choice(["postcondition", "icontract", "assertions"]),
    help="How a specification in Python is written.  [default: postcondition]",
)
MENDED = click.option(
    "--repair",
    "mended",
    type=PATH,
    multiple=True,
    metavar="F.jsonl",
    help="Candidates that the strategy repair shows, each with what speaks against it. May be repeated.",
)
SHOWN = click.option(
    "--show-tests",
    "shown",
    type=click.IntRange(0),
    default=3,
    metavar="N",
    help="How many tests of each problem prompts for specifications show; these do not judge.",
)
CVTS = click.option(
    "--cvts",
    type=PATH,
    metavar="F",
    help="The tests that eas shows: rows that `specassay cvt` wrote.  [default: they are made]",
)
TEMPLATES = click.option(
    "--templates",
    type=PATH,
    metavar="DIR",
    help="A folder with templates that replace the built-in ones of the same names.",
)


def cache_option(*, help: str) -> Callable[[F], F]:
    """The option --cache of a command: a folder that it names, that of the user without it, or `-` for none."""
    return click.option("--cache", type=PATH, metavar="DIR", callback=_cache, help=f"{help}; - disables it.")


def _cache(context: click.Context, option: click.Parameter, value: Path | None) -> "Cache":
    from ..cache import NO_CACHE, Cache, user_folder

    return NO_CACHE if value == Path("-") else Cache(value or user_folder())


def configure(context: click.Context) -> None:
    """Take the defaults of options from the configuration, which the nearest pyproject.toml may change: a field of
    `Config` is the default of the option that sets it, in every command that has one. Not before a command is asked
    for: `--help` of all of them loads nothing."""
    from ...core.errors import InputError
    from ..configuration import option_defaults, read_config

    try:
        configured, more_defaults = read_config(), option_defaults()
    except InputError as error:
        raise click.UsageError(str(error)) from error
    name = context.invoked_subcommand
    command = context.command.get_command(context, name) if name and isinstance(context.command, click.Group) else None
    if name and command:
        context.default_map = {name: _defaults(command, configured, more_defaults)}


def _defaults(command: click.Command, configured: "Config", more_defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults of a command's options; of a group of commands, those of each by its name."""
    if isinstance(command, click.Group):
        return {name: _defaults(subcommand, configured, more_defaults) for name, subcommand in command.commands.items()}
    names = [str(option.name) for option in command.params]
    defaults = {name: getattr(configured, name) for name in names if hasattr(configured, name)}
    if command.name in ("cvt", "spec"):
        opts = {opt.removeprefix("--"): str(option.name) for option in command.params for opt in option.opts}
        defaults |= {opts[name]: value for name, value in more_defaults.items() if name in opts}
    return defaults


def config(**options: Any) -> "Config":
    """The configuration of a command: that of the nearest pyproject.toml, with what these options say."""
    from attrs import evolve

    from ..configuration import read_config

    return evolve(read_config(), **options)


def settings_of(options: Mapping[str, Any], **chosen: Any) -> "RunSettings":
    """How a command runs tasks: by its options, and by what is chosen beside them, as far as they have the names of
    fields of `Config` or of `RunSettings`."""
    import attrs

    from ..configuration import Config
    from ..runs.run import RunSettings

    values = {**options, **chosen}
    limits = {name: values[name] for name in values.keys() & attrs.fields_dict(Config).keys()}
    choices = {name: values[name] for name in values.keys() & attrs.fields_dict(RunSettings).keys()}
    return RunSettings(config=config(**limits), **choices)


def limit(field: Literal["solver_limit", "file_limit"], subject: str, unsaid: str = "") -> Callable[[F], F]:
    """The option for a time in `Config`, of one name in all commands: --limit for each file (method, pair) that is
    judged, --query-limit for a query to a solver. `unsaid`: what holds where nobody sets it, if no number does."""
    return click.option(
        "--query-limit" if field == "solver_limit" else "--limit",
        field,
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help=f"Time for {subject}." + (f"  [default: {unsaid}]" if unsaid else ""),
    )


def exit_codes(
    findings: str | None, *, bad: str = "", failed: str = "", keeps_rows: bool = True, compares_solvers: bool = False
) -> str:
    """The exit codes of a command, for the end of its help. `findings`: what it finds; None where it judges nothing.
    `bad`, `failed`: what else is bad input, or a failure. `keeps_rows`: whether an interrupt keeps rows.
    `compares_solvers`: whether it may ask two solvers the same."""
    wrong = f"wrong usage, bad input, or {bad}" if bad else "wrong usage or bad input"
    broken = f"a tool or a solver failed, {failed}" if failed else "a tool or a solver failed"
    broken += ", or two solvers contradict each other" if compares_solvers else ""
    codes = {
        0: "done" if findings is None else "done, nothing found",
        **({} if findings is None else {1: f"findings: {findings}"}),
        2: f"{wrong}; what could be read was processed",
        3: broken,
    }
    # Click leaves the lines of such a block as they are, however narrow the terminal.
    lines = [
        textwrap.fill(meaning, EPILOG_WIDTH, initial_indent=f"  {code}  ", subsequent_indent=" " * 5)
        for code, meaning in codes.items()
    ]
    kept = " (written rows are kept)" if keeps_rows else ""
    return "\n".join(["\b", "Exit code", *lines, f"The largest that applies; 130 after an interrupt{kept}.", ""])


def explained(command: Callable[..., ExitCode]) -> Callable[..., None]:
    """Make an exit code of what a command returns or raises, with a message for people. Before it starts, see that its
    --out destroys nothing; a signal that ends it lets it clean up. A command with a parameter `force` is told that."""
    takes_force = "force" in inspect.signature(command).parameters

    @functools.wraps(command)
    def run(*arguments: Any, force: bool = False, **options: Any) -> None:
        from ...core.errors import InputError, SpecassayError
        from ..reporting.text import complain

        try:
            with _ending_in_order():
                _check_out(options, force)
                forced = {"force": force} if takes_force else {}
                code = int(command(*arguments, **options, **forced))
                sys.stdout.flush()
        except InputError as error:
            complain(error)
            code = 2
        except SpecassayError as error:
            complain(error)
            code = 3
        except KeyboardInterrupt:
            complain("interrupted")
            code = INTERRUPTED
        except BrokenPipeError:
            code = CLOSED_PIPE
            _forget_output()
        except OSError as error:
            if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
                raise
            complain(f"the output cannot be written any further: {error.strerror}")
            code = 3
            _forget_output()
        click.get_current_context().exit(code)

    return run


def _check_out(options: dict[str, Any], force: bool) -> None:
    """Raises InputError for an --out, or a new baseline, that is an input, or somebody else's file."""
    out, updated = options.get("out"), options.get("updated")
    if out is None and updated is None:
        return
    from ..reporting.output import check_destination

    values_given = [value for name, value in options.items() if name not in ("out", "dump", "updated", "baseline")]
    inputs = [path for value in values_given for path in (value if isinstance(value, tuple) else (value,))]
    if updated is not None:
        check_destination(updated, [path for path in inputs if isinstance(path, Path)], force=force)
    if out is None:
        return
    inputs += [options.get("baseline"), updated]
    names = ("results.jsonl", "report.md", "report.html")
    # Of a folder, the files that will be written into it.
    files = [out / name for name in names] if out.is_dir() else [out]
    for file in files:
        check_destination(file, [path for path in inputs if isinstance(path, Path)], force=force)


def _forget_output() -> None:
    """What is still in the buffer would be written, and fail again, when the interpreter ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let SIGTERM end the command as SIGINT does, by KeyboardInterrupt, once: what is cleaned up then is not
    interrupted, and a second signal ends this process at once, and with it all that it started."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def second(number: int, frame: object) -> None:
        os._exit(INTERRUPTED)

    def first(number: int, frame: object) -> None:
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, second)
        raise KeyboardInterrupt

    # What was there before is put back, since whoever called the command goes on.
    handlers = {signal_number: signal.signal(signal_number, first) for signal_number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for signal_number, handler in handlers.items():
            signal.signal(signal_number, handler)
