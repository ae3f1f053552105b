"""The command line: ``specassay`` and ``python -m specassay``.

Each command imports what it needs when it runs, so that ``--help`` loads no solver.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import (
    AS_JSON,
    BASELINE,
    CVTS,
    DATASETS,
    DIALECT,
    DUMP,
    JOBS,
    MUTANTS,
    OPERATORS,
    OUT,
    PATH,
    ROOT,
    SEED,
    SELECT,
    SINCE,
    SOLVER,
    SOURCES,
    STRATEGY,
    STRICT,
    TASKS,
    TEMPLATES,
    UNSAFE,
    WRITE_BASELINE,
    Paths,
    config,
    configure,
    exit_codes,
    explained,
    format_option,
    limit,
    out_option,
)

if TYPE_CHECKING:
    from .benchmarks.exit_codes import ExitCode
    from .benchmarks.runs.task_report import SolverChoice
    from .frontends.dafny import Dialect


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="specassay", prog_name="specassay")
@click.pass_context
def main(context: click.Context) -> None:
    """Test contracts in Python and specifications in Dafny.

    The help of each command explains its exit codes. Defaults of options are read from [tool.specassay] in the nearest
    pyproject.toml.
    """
    configure(context)


@main.command(
    short_help="Which inputs break a contract?",
    epilog=exit_codes("a clause that no input violates (proved for the whole universe)"),
)
@SOURCES
@click.option("--solver", type=SOLVER, default="z3", show_default=True)
@limit("solver_limit", "each query to a solver")
@click.option(
    "--budget", show_default=True, type=click.FloatRange(0.1), metavar="SECONDS",
    help="For each task, whatever it is spent on, in CPU time. -k and --adequacy may each take as long again, at most "
    "15 and 30 seconds; the file is read before.",
)  # fmt: skip
@click.option(
    "--max-subsets", show_default=True, type=click.IntRange(1), metavar="N",
    help="Sets of clauses to look at in each task, small ones first.",
)  # fmt: skip
@click.option(
    "--universe", type=click.Choice(["plain", "wide"]), show_default=True,
    help="wide: where no plain value violates a set, also try Fraction, Decimal, deque, array, UserString, UserList, "
    "numpy scalars (when installed) and --class.",
)  # fmt: skip
@click.option(
    "--class", "classes", multiple=True, metavar="MODULE:NAME",
    help="A class of the wide universe, called with a value or with nothing; FILE.py:NAME too. May be repeated.",
)  # fmt: skip
@JOBS
@click.option("--resume", is_flag=True, help="Go on with the rows in --out: complete tasks are not done again.")
@click.option(
    "-k", "tests_per_set", show_default=True, type=click.IntRange(1, 100), metavar="N",
    help="Tests for each set of clauses: the simplest, then others, those on a boundary first.",
)  # fmt: skip
@format_option(
    "cvt",
    help="What --out gets (printed without --out): rows; tests as a pytest module, inputs of EvalPlus or lines of a "
    "prompt; findings as SARIF, annotations of GitHub or lines for editors; or all that was looked at as JUnit XML.",
)
@click.option("--adequacy", is_flag=True, help="Mutate the contract: which mutants do the tests not notice?")
@click.option("--strengthen", is_flag=True, help="Add inputs that tell such mutants apart. Implies --adequacy.")
@click.option("--cross-check", is_flag=True, help="Dafny: ask the real verifier about every input and clause.")
@DIALECT
@click.option(
    "--root", "roots", multiple=True, type=PATH, metavar="DIR",
    help="Import Python modules from here, too; Dafny files may include others from here. May be repeated. "
    "[default: as pytest finds the project; a Dafny file's own folder]",
)  # fmt: skip
@click.option(
    "--stub", "stubs", multiple=True, metavar="MODULE",
    help="Replace a module that cannot be imported: what is in it can be mentioned, and not used. May be repeated.",
)  # fmt: skip
@click.option(
    "--python", default="", metavar="INTERPRETER",
    help="Run Python modules with this interpreter (CPython 3.11 or newer) and what is installed for it, as that of a "
    "virtual environment.  [default: the one that runs this]",
)  # fmt: skip
@click.option(
    "--exclude", multiple=True, metavar="PATTERN",
    help="Files of a folder that are not read, as in a .gitignore, which is obeyed anyway. May be repeated.",
)  # fmt: skip
@click.option(
    "--internal", is_flag=True,
    help="Take assertions and guards behind other statements, and those of tests, for contracts too.",
)
@UNSAFE
@STRICT
@BASELINE
@WRITE_BASELINE
@SELECT
@SINCE
@DUMP
@OUT
@AS_JSON
@explained
def cvt(
    sources: Paths,
    solver: "SolverChoice",
    solver_limit: float,
    budget: float,
    max_subsets: int,
    universe: str,
    classes: tuple[str, ...],
    jobs: int | None,
    resume: bool,
    tests_per_set: int,
    form: str,
    adequacy: bool,
    strengthen: bool,
    cross_check: bool,
    dialect: "Dialect | None",
    roots: Paths,
    stubs: tuple[str, ...],
    python: str,
    exclude: tuple[str, ...],
    internal: bool,
    strict: bool,
    baseline: Path | None,
    updated: Path | None,
    tasks: tuple[str, ...],
    since: str | None,
    dump: Path | None,
    out: Path | None,
    as_json: bool,
) -> "ExitCode":
    """Find contract-violating tests: for each set of clauses an input that violates exactly these.

    SOURCE is a .py file or a folder of such (every function that states a contract), or an EvalPlus .jsonl or
    .jsonl.gz. Modules are imported in a sandbox, by their names in their project.
    There is a row for each task and each non-empty set of its clauses: violating, infeasible or unknown.
    Every reported test was replayed in Python.

    Of a .dfy file or a folder of such files the contracts are the requires clauses of methods, and arguments
    are Dafny literals that the evaluator has confirmed.
    """
    from .benchmarks.runs import commands
    from .benchmarks.runs.adequacy import require_libraries
    from .benchmarks.runs.dafny_cvt import is_dafny
    from .benchmarks.runs.presenting import Output
    from .benchmarks.runs.run import RunSettings
    from .core.errors import InputError

    if resume and (out is None or form != "jsonl" or adequacy or strengthen):
        raise click.UsageError("--resume goes on with the rows in --out FILE, without a measure of adequacy")
    if as_json and form != "jsonl":
        raise click.UsageError(f"--json prints rows: it does not go with --format {form}")
    if classes and universe != "wide":
        raise click.UsageError("--class goes with --universe wide")
    if adequacy or strengthen:
        require_libraries()
    settings = RunSettings(
        solver=solver, adequacy=adequacy or strengthen, strengthen=strengthen, dialect=dialect,
        root=roots[0] if roots else None,
        config=config(
            solver_limit=solver_limit, budget=budget, max_subsets=max_subsets, tests_per_set=tests_per_set,
            universe=universe, classes=classes, jobs=jobs, dump=dump,
            roots=tuple(map(str, roots)), stubs=stubs, python=python, exclude=exclude, internal=internal,
        ),
    )  # fmt: skip
    output = Output(
        out=out, as_json=as_json, form=None if form == "jsonl" else form, strict=strict, baseline=baseline,
        updated=updated, of_folders=any(source.is_dir() for source in sources), resume=resume,
    )  # fmt: skip
    selection = commands.Selection(tasks, since)
    dafny = [is_dafny(source) for source in sources]
    if all(dafny):
        return commands.violate(sources, settings, output, selection, beside_verifier=cross_check)
    if any(dafny) or cross_check:
        raise InputError("give sources of one language at a time; --cross-check is for Dafny")
    return commands.cvt(sources, settings, output, selection)


@main.command(
    short_help="Which wrong outputs pass a specification?",
    epilog=exit_codes("a weak or wrong specification, a bad test"),
)
@SOURCES
@click.option("--tests", type=PATH, metavar="F", help="More tests: inputs and outputs, MBPP-DFY's JSON, or EvalPlus.")
@click.option(
    "--make-tests", "made", type=click.IntRange(0), metavar="N",
    help="Make so many tests of each Dafny method by running its body (by default some, where there is no other test).",
)
@click.option(
    "--engine", type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]), default="auto", show_default=True
)
@click.option("--cross-check", is_flag=True, help="Ask the real Dafny verifier about every verdict.")
@MUTANTS
@SEED
@click.option(
    "--operators", type=OPERATORS, show_default=True,
    help="Set of mutation operators: those of the paper, or richer ones.",
)  # fmt: skip
@DIALECT
@ROOT
@click.option("--labels", type=PATH, metavar="F", help="Compare with labels by people, as MBPP-DFY's labels.json.")
@limit("file_limit", "each file")
@JOBS
@format_option(
    "spec",
    help="What --out gets (printed without --out): rows; findings as SARIF, annotations of GitHub or lines for "
    "editors; or all methods as JUnit XML.",
)
@UNSAFE
@STRICT
@BASELINE
@WRITE_BASELINE
@SELECT
@SINCE
@DUMP
@OUT
@click.option("--resume", is_flag=True, help="Go on with the rows in --out: complete files are not done again.")
@AS_JSON
@explained
def spec(
    sources: Paths,
    tests: Path | None,
    made: int | None,
    engine: str,
    cross_check: bool,
    mutants: int,
    seed: int,
    operators: str,
    dialect: "Dialect | None",
    root: Path | None,
    labels: Path | None,
    file_limit: float,
    jobs: int | None,
    form: str,
    strict: bool,
    baseline: Path | None,
    updated: Path | None,
    tasks: tuple[str, ...],
    since: str | None,
    dump: Path | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
) -> "ExitCode":
    """Test specifications: do they accept the expected outputs of tests, and refuse wrong ones?

    SOURCE is a .dfy or .py file with tests, or a folder of .dfy files (of .py files, where it has none). There
    is a row for each method. A wrong output that the specification accepts, or an expected one that it refuses,
    is a finding. So is a verdict that the real verifier contradicts (--cross-check).
    """
    from .benchmarks.datasets.mbpp_dfy import read_labels
    from .benchmarks.datasets.python_tests import load_tests
    from .benchmarks.runs import commands
    from .benchmarks.runs.presenting import Output
    from .benchmarks.runs.run import RunSettings

    if resume and (out is None or form != "jsonl"):
        raise click.UsageError("--resume goes on with the rows in --out FILE")
    if as_json and form != "jsonl":
        raise click.UsageError(f"--json prints rows: it does not go with --format {form}")
    settings = RunSettings(
        engine=engine,
        config=config(
            file_limit=file_limit, jobs=jobs, mutants=mutants, seed=seed, operators=operators, dump=dump
        ),
        dialect=dialect,
        root=root,
        tests=None if tests is None else load_tests(tests),
        made=made,
        labels=None if labels is None else read_labels(labels),
    )
    output = Output(
        out=out, as_json=as_json, form=None if form == "jsonl" else form, strict=strict, baseline=baseline,
        updated=updated, resume=resume,
    )  # fmt: skip
    selection = commands.Selection(tasks, since)
    return commands.spec(sources, settings, output, selection, beside_verifier=cross_check)


@main.command(short_help="Both, over many tasks.", epilog=exit_codes("a verdict that is not the expected one"))
@click.option("--data", type=PATH, metavar="DIR", help="A folder of data sets, instead of the bundled suite.")
@out_option("specassay-results", metavar="DIR", help="Folder for results.jsonl and report.md.")
@click.option("--solver", type=SOLVER, default="both", show_default=True)
@MUTANTS
@SEED
@limit("solver_limit", "each query to a solver about a Python task")
@JOBS
@UNSAFE
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
    solver_limit: float,
    jobs: int | None,
    tasks: tuple[str, ...],
    dump: Path | None,
    as_json: bool,
) -> "ExitCode":
    """Run both questions over the bundled suite, or over the data sets of a folder.

    The verdicts on the suite are compared with the expected ones. In a folder, evalplus/*.jsonl.gz are the
    Python tasks, mbpp_dfy/test/*.dfy the Dafny files, and a verdict is wrong when
    evalplus/known_feasible.json has a test for what is called infeasible.
    """
    from .benchmarks.runs import commands
    from .benchmarks.runs.run import RunSettings

    settings = RunSettings(
        solver=solver,
        config=config(solver_limit=solver_limit, jobs=jobs, mutants=mutants, seed=seed, dump=dump),
    )
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
@click.option(
    "--cpu", default=5.0, show_default=True, type=click.FloatRange(0.1),
    help="Seconds of a sample; four times those of the canonical solution where that is more.",
)  # fmt: skip
@click.option(
    "--cpu-call", default=1.0, show_default=True, type=click.FloatRange(0.1),
    help="Seconds of a sample on one input; four times the canonical solution's where that is more.",
)  # fmt: skip
@click.option("--wall", default=60.0, show_default=True, type=click.FloatRange(0.1), help="Seconds of a sample.")
@click.option("--memory", default=1024, show_default=True, type=click.IntRange(64), help="MiB of a sample.")
@click.option("--output", default=64, show_default=True, type=click.IntRange(1), help="MiB of a sample's results.")
@click.option("--cache", type=PATH, metavar="DIR", help="Keep expected outputs and tests here; - keeps nothing.")
@JOBS
@UNSAFE
@click.option("--solver", type=SOLVER, default="z3", show_default=True)
@limit("solver_limit", "each query to a solver")
@TASKS
@OUT
@AS_JSON
@explained
def grade(datasets: Paths, samples: Paths, tasks: tuple[str, ...], **options: Any) -> "ExitCode":
    """Grade programs for the tasks of a data set: on valid inputs and on inputs that violate the contract.

    Programs run in the sandbox. Samples that cannot be run are counted under the name of what is wrong with them.
    """
    from .benchmarks.grading import command

    return command.grade(datasets, samples, command.GradeOptions(wanted=tasks, **options))


@main.command(
    short_help="The intermediate representation of files.",
    epilog=exit_codes("none; what is not supported is listed, and no error"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@DIALECT
@ROOT
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
@explained
def parse(files: Paths, dialect: "Dialect | None", root: Path | None, as_json: bool) -> "ExitCode":
    """Show the intermediate representation of .py and .dfy files, and what in them is not supported."""
    from .benchmarks.runs import commands

    return commands.parse(files, as_json=as_json, root=root, dialect=dialect)


@main.command(
    short_help="Prompts that ask a model for programs.", epilog=exit_codes("none; 2 when a task has no prompt")
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
    datasets: Paths,
    strategy: str,
    cvts: Path | None,
    templates: Path | None,
    tasks: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> "ExitCode":
    """Write the prompt for each task: the problem, and what the strategy tells of the contract.

    \b
    standard  the problem alone
    cs        and each clause in plain English
    eas       and for each clause an input that violates it alone, or that there is none
    cot       cs, and the request to think about invalid input first
    few-shot  cs after two worked examples
    """
    from .benchmarks.prompting import command

    tests = None if cvts is None else command.read_tests(cvts)
    request = command.PromptRequest(strategy, templates, tests)
    return command.prompts(datasets, request, wanted=tasks, out=out, as_json=as_json)


@main.command(
    short_help="Ask a model for programs.",
    epilog=exit_codes("none; 2 also when the endpoint refuses, 3 when a sample was given up"),
)
@DATASETS
@click.option("--model", required=True, metavar="M", help="The model's name at the endpoint.")
@click.option(
    "--base-url", metavar="URL",
    help="An OpenAI-compatible endpoint, such as http://localhost:8000/v1. Without it: OpenAI.",
)  # fmt: skip
@STRATEGY
@CVTS
@TEMPLATES
@click.option("-n", "samples", default=1, show_default=True, type=click.IntRange(1), help="Samples for each task.")
@click.option("--temperature", default=0.8, show_default=True, type=click.FloatRange(0))
@click.option("--top-p", type=click.FloatRange(0, 1), help="Nucleus sampling; the endpoint's default without it.")
@click.option("--max-tokens", type=click.IntRange(1), help="The longest answer; the endpoint's default without it.")
@click.option("--seed", "first_seed", type=int, help="Of the first sample of a task; the others count up.")
@click.option("--concurrency", default=8, show_default=True, type=click.IntRange(1, 1000), help="Requests at a time.")
@click.option(
    "--timeout", default=120.0, show_default=True, type=click.FloatRange(0, min_open=True), metavar="SECONDS",
    help="Time for one request.",
)  # fmt: skip
@click.option("--retries", default=6, show_default=True, type=click.IntRange(0), help="Further attempts of a request.")
@click.option(
    "--prices", nargs=2, type=click.FloatRange(0), metavar="IN OUT",
    help="For a million tokens of prompts and of answers: adds the cost to the totals.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Send nothing; show what would be sent.")
@UNSAFE
@TASKS
@out_option(
    required=True,
    help="The samples. Every reply is kept beside it, in F.jsonl.replies.jsonl: a run that was stopped goes on there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the totals as one JSON object, no table.")
@explained
def generate(
    datasets: Paths,
    model: str,
    base_url: str | None,
    strategy: str,
    cvts: Path | None,
    templates: Path | None,
    samples: int,
    temperature: float,
    top_p: float | None,
    max_tokens: int | None,
    first_seed: int | None,
    concurrency: int,
    timeout: float,
    retries: int,
    prices: tuple[float, float] | None,
    dry_run: bool,
    tasks: tuple[str, ...],
    out: Path,
    as_json: bool,
) -> "ExitCode":
    """Ask a model for the functions of tasks, and write EvalPlus samples (a row with task_id and solution each).

    The key of the endpoint is read from the environment variable OPENAI_API_KEY. A solution is the answer as it came;
    `specassay grade` finds the code in it.
    """
    from .benchmarks.prompting.command import PromptRequest, read_tests
    from .benchmarks.prompting.generation import command
    from .benchmarks.prompting.generation.requests import Sampling
    from .benchmarks.prompting.generation.retries import Retries

    settings = command.GenerationSettings(
        sampling=Sampling(model=model, temperature=temperature, top_p=top_p, most_tokens=max_tokens, seed=first_seed),
        samples=samples,
        base_url=base_url,
        concurrency=concurrency,
        timeout=timeout,
        retries=Retries(most=retries),
        prices=prices,
        dry_run=dry_run,
    )
    prompting = PromptRequest(strategy, templates, None if cvts is None else read_tests(cvts))
    return command.generate(datasets, prompting, settings, wanted=tasks, out=out, as_json=as_json)


@main.command(
    short_help="What is installed and what is missing.", epilog=exit_codes("none; 3 when something required is missing")
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array instead of a table.")
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Show versions, engines and kernel features found, what is missing and how to install it."""
    import msgspec

    from .benchmarks.doctor import as_table, exit_code, run_checks
    from .benchmarks.reporting.tables import console

    checks = run_checks()
    if as_json:
        click.echo(msgspec.json.encode(checks))
    else:
        console().print(as_table(checks))
    context.exit(exit_code(checks))


if __name__ == "__main__":
    main(prog_name="specassay")
