"""The command line: ``specassay`` and ``python -m specassay``.

Each command imports what it needs when it runs, so that ``--help`` loads no solver.
"""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from .benchmarks.cvt import SolverChoice
    from .benchmarks.runs import ExitCode

INTERRUPTED = 130
"""The shell's code for a program that an interrupt from the keyboard ended."""

F = TypeVar("F", bound=Callable[..., Any])
Paths = tuple[Path, ...]

PATH = click.Path(path_type=Path)
SOURCES = click.argument("sources", metavar="SOURCE...", nargs=-1, required=True, type=PATH)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON Lines, no tables.")
OUT = click.option("--out", type=PATH, metavar="F.jsonl", help="Write the rows to this file, each as it comes.")
TASKS = click.option("--task", "tasks", multiple=True, metavar="ID", help="Only this task. May be repeated.")
DUMP = click.option("--dump", type=PATH, metavar="DIR", help="Keep every solver query here, as SMT-LIB 2.6.")
SEED = click.option("--seed", default=0, show_default=True, help="Seed of the wrong outputs.")
MUTANTS = click.option(
    "--mutants", default=5, show_default=True, type=click.IntRange(0), help="Wrong outputs for each test."
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


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="specassay", prog_name="specassay")
def main() -> None:
    """Test contracts in Python and specifications in Dafny.

    The help of each command explains its exit codes.
    """


@main.command(
    short_help="Which inputs break a contract?",
    epilog=exit_codes("a clause that no input violates (proved for the whole universe)"),
)
@SOURCES
@click.option("--solver", type=click.Choice(["z3", "cvc5", "both"]), default="z3", show_default=True)
@limit(5.0, "each question to a solver")
@TASKS
@DUMP
@OUT
@AS_JSON
@explained
def cvt(
    sources: Paths,
    solver: "SolverChoice",
    limit: float,
    tasks: tuple[str, ...],
    dump: Path | None,
    out: Path | None,
    as_json: bool,
) -> "ExitCode":
    """Find contract-violating tests: for each set of clauses an input that violates exactly these.

    SOURCE is a .py file (every function that begins with assertions) or an EvalPlus .jsonl or .jsonl.gz.
    There is a row for each task and each non-empty set of its clauses: violating, infeasible or unknown.
    Every reported test was replayed in Python.
    """
    from .benchmarks import commands
    from .benchmarks.runs import Settings

    settings = Settings(solver=solver, limit=limit, dump=dump)
    return commands.cvt(sources, settings, wanted=tasks, out=out, as_json=as_json)


@main.command(
    short_help="Which wrong outputs pass a specification?",
    epilog=exit_codes("a weak or wrong specification, a bad test"),
)
@SOURCES
@click.option("--tests", type=PATH, metavar="F", help="More tests: MBPP-DFY's JSON, or an EvalPlus .jsonl.gz.")
@click.option(
    "--engine", type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]), default="auto", show_default=True
)
@click.option("--cross-check", is_flag=True, help="Ask the real Dafny verifier about every verdict.")
@MUTANTS
@SEED
@click.option(
    "--operators", type=click.Choice(["paper", "full"]), default="paper", show_default=True,
    help="Set of mutation operators: those of the paper, or richer ones.",
)  # fmt: skip
@click.option("--labels", type=PATH, metavar="F", help="Compare with labels by people, as MBPP-DFY's labels.json.")
@limit(60.0, "each file")
@TASKS
@DUMP
@OUT
@AS_JSON
@explained
def spec(
    sources: Paths,
    tests: Path | None,
    engine: str,
    cross_check: bool,
    mutants: int,
    seed: int,
    operators: str,
    labels: Path | None,
    limit: float,
    tasks: tuple[str, ...],
    dump: Path | None,
    out: Path | None,
    as_json: bool,
) -> "ExitCode":
    """Test specifications: do they accept the expected outputs of tests, and refuse wrong ones?

    SOURCE is a .dfy file with tests, or a folder of such files. There is a row for each method. A wrong
    output that the specification accepts, or an expected one that it refuses, is a finding. So is a verdict
    that the real verifier contradicts (--cross-check).
    """
    from .benchmarks import commands
    from .benchmarks.mbpp_dfy import read_labels
    from .benchmarks.python_tests import load_tests
    from .benchmarks.runs import Settings

    settings = Settings(
        engine=engine,
        file_limit=limit,
        mutants=mutants,
        seed=seed,
        operators=operators,
        tests=None if tests is None else load_tests(tests),
        labels=None if labels is None else read_labels(labels),
        dump=dump,
    )
    return commands.spec(sources, settings, wanted=tasks, out=out, as_json=as_json, beside_verifier=cross_check)


@main.command(short_help="Both, over many tasks.", epilog=exit_codes("a verdict that is not the expected one"))
@click.option("--data", type=PATH, metavar="DIR", help="A folder of data sets, instead of the bundled suite.")
@click.option(
    "--out", type=PATH, metavar="DIR", default="specassay-results", show_default=True,
    help="Folder for results.jsonl and report.md.",
)  # fmt: skip
@click.option("--solver", type=click.Choice(["z3", "cvc5", "both"]), default="both", show_default=True)
@MUTANTS
@SEED
@limit(5.0, "each question to a solver about a Python task")
@TASKS
@DUMP
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object, no tables.")
@explained
def bench(
    data: Path | None,
    out: Path,
    solver: "SolverChoice",
    mutants: int,
    seed: int,
    limit: float,
    tasks: tuple[str, ...],
    dump: Path | None,
    as_json: bool,
) -> "ExitCode":
    """Run both questions over the bundled suite, or over the data sets of a folder.

    The verdicts on the suite are compared with the expected ones. In a folder, evalplus/*.jsonl.gz are the
    Python tasks, mbpp_dfy/test/*.dfy the Dafny files, and a verdict is wrong when
    evalplus/known_feasible.json has a test for what is called infeasible.
    """
    from .benchmarks import commands
    from .benchmarks.runs import Settings

    settings = Settings(solver=solver, limit=limit, mutants=mutants, seed=seed, dump=dump)
    return commands.bench(data, settings, wanted=tasks, out=out, as_json=as_json)


@main.command(
    short_help="Do programs do their job, and refuse the rest?",
    epilog=exit_codes("a sample that does not pass"),
)
@click.option("--dataset", "datasets", multiple=True, required=True, type=PATH, metavar="F", help="EvalPlus .jsonl.gz.")
@click.option(
    "--samples", multiple=True, required=True, type=PATH, metavar="F|DIR",
    help="Programs: JSON Lines with task_id and solution or completion, or DIR/TASK_ID/N.py. May be repeated.",
)  # fmt: skip
@click.option("--cvts", type=PATH, metavar="F", help="Rows of `specassay cvt`, instead of making the tests.")
@click.option("--k", "ks", default="1", show_default=True, metavar="K,...", help="The k of pass@k.")
@click.option(
    "--reject", default="AssertionError", show_default=True, metavar="any|NAME,...",
    help="Exceptions that count as a refusal.",
)  # fmt: skip
@click.option("--paired", is_flag=True, help="Compare every two sample files that share tasks.")
@click.option("--no-alignment", is_flag=True, help="Do not compare the checks in programs with clauses (AAR, AAP).")
@click.option("--cpu", default=20.0, show_default=True, type=click.FloatRange(0.1), help="Seconds of a sample.")
@click.option("--wall", default=60.0, show_default=True, type=click.FloatRange(0.1), help="Seconds of a sample.")
@click.option("--memory", default=1024, show_default=True, type=click.IntRange(64), help="MiB of a sample.")
@click.option("--output", default=64, show_default=True, type=click.IntRange(1), help="MiB of a sample's results.")
@click.option("--cache", type=PATH, metavar="DIR", help="Keep expected outputs and tests here; - keeps nothing.")
@click.option("--unsafe", is_flag=True, help="Run programs where the sandbox lacks a layer.")
@click.option("--solver", type=click.Choice(["z3", "cvc5", "both"]), default="z3", show_default=True)
@limit(5.0, "each question to a solver")
@TASKS
@OUT
@AS_JSON
@explained
def grade(datasets: Paths, samples: Paths, tasks: tuple[str, ...], **options: Any) -> "ExitCode":
    """Grade programs for the tasks of a data set: on valid inputs and on inputs that violate the contract.

    Programs run in the sandbox. Samples that cannot be run are counted under the name of what is wrong with them.
    """
    from .benchmarks.grading import command

    return command.grade(datasets, samples, wanted=tasks, **options)


@main.command(
    short_help="The intermediate representation of files.",
    epilog=exit_codes("none; what is not supported is listed, and no error"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
@explained
def parse(files: Paths, as_json: bool) -> "ExitCode":
    """Show the intermediate representation of .py and .dfy files, and what in them is not supported."""
    from .benchmarks import commands

    return commands.parse(files, as_json=as_json)


@main.command(
    short_help="What is installed and what is missing.", epilog=exit_codes("none; 3 when something required is missing")
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array instead of a table.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Show versions, engines and kernel features found, what is missing and how to install it."""
    import msgspec

    from .benchmarks.doctor import as_table, exit_code, run_checks
    from .benchmarks.tables import console

    checks = run_checks()
    if as_json:
        click.echo(msgspec.json.encode(checks))
    else:
        console().print(as_table(checks))
    context.exit(exit_code(checks))


if __name__ == "__main__":
    main(prog_name="specassay")
