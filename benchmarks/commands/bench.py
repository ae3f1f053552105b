"""`specassay bench`. It loads what it needs when it runs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..exit_codes import ExitCode
from .options import (
    BUDGET,
    DUMP,
    JOBS,
    KS,
    MUTANTS,
    OPERATOR_SET,
    PATH,
    REJECT,
    SEED,
    SHOWN,
    SOLVER,
    TASKS,
    UNSAFE,
    exit_codes,
    explained,
    limit,
    out_option,
    settings_of,
)

if TYPE_CHECKING:
    from ..executors.places import ExecutorPlace
    from ..schema import ProvenanceRow, Row
    from ..store import StoredRun
    from ..store.records import RunQuestion
    from .run_file import RunFile

ROWS = "results.jsonl"
DOCUMENT = "report.md"


def _read_config(context: click.Context, option: click.Parameter, value: Path | None) -> "RunFile":
    """Take the defaults of the other options from the file; its value has the limits that no option sets."""
    from ...core.errors import InputError
    from .run_file import RunFile, read_run_file

    if value is None:
        return RunFile()

    try:
        run_file = read_run_file(value)
    except InputError as error:
        raise click.UsageError(str(error)) from error
    defaults = {**run_file.limits, **run_file.options}
    if "k" in defaults:
        defaults["ks"] = defaults.pop("k")
    if "out" in defaults:
        defaults["out"] = [defaults["out"]]  # An option that counts how often it is given.
    context.default_map = {**(context.default_map or {}), **defaults}
    settable = {param.name for param in context.command.params}
    limits = {name: value for name, value in run_file.limits.items() if name not in settable}
    return RunFile(limits=limits, place=run_file.place)


@click.command(
    epilog=exit_codes("a verdict that is not the expected one", compares_solvers=True),
)
@click.option(
    "--config",
    "file",
    type=PATH,
    metavar="F.toml",
    is_eager=True,
    callback=_read_config,
    help="Read options from this file: its keys are their names, and limits as in [tool.specassay]. Options on the "
    "command line override it.",
)
@click.option(
    "--data",
    multiple=True,
    metavar="NAME|PATH",
    help="A data set by its name, a folder of data sets, or files and folders as `cvt` and `spec` read them. May be "
    "repeated.  [default: suite, which is bundled]",
)
@click.option(
    "--question",
    "questions",
    multiple=True,
    type=click.Choice(["cvt", "spec", "grade", "compare"]),
    help="Only this question: inputs that violate contracts, outputs that specifications accept, what programs "
    "(--samples) do with such inputs, or which of a contract and a specification of one problem is stronger. May be "
    "repeated.  [default: cvt, spec, and grade with --samples]",
)
@click.option(
    "--samples", multiple=True, type=PATH, metavar="F|DIR", help="Programs, as `grade` reads them. May be repeated."
)
@click.option(
    "--candidates",
    multiple=True,
    type=PATH,
    metavar="F.jsonl",
    help="Specifications by models, as `grade --for specification` reads them. May be repeated.",
)
@SHOWN
@out_option(
    "specassay-results",
    metavar="DIR",
    help="Folder of the run: run.sqlite, results.jsonl, report.md, report.html.",
    forced="Let --out replace another run, or a file that specassay did not write.",
)
@click.option("--resume", is_flag=True, help="Continue the stopped run in --out: finished tasks are not repeated.")
@click.option("--solver", type=SOLVER, default="both", help="Solvers for contracts.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "evaluate", "z3", "cvc5", "dafny"]),
    default="auto",
    help="The engine that decides about specifications.",
)
@BUDGET
@limit("solver_limit", "each query to a solver about a Python task")
@limit("file_limit", "each file of specifications", "60")
@MUTANTS
@OPERATOR_SET
@SEED
@KS
@REJECT
@JOBS
@click.option(
    "--cluster", metavar="ADDRESS", help="Run the tasks on the workers of a scheduler of dask, as tcp://HOST:8786."
)
@click.option("--slurm", "queue", flag_value="slurm", help="Run the tasks on --jobs workers in SLURM's queue.")
@click.option(
    "--queue",
    type=click.Choice(["slurm", "pbs", "sge", "lsf", "oar", "moab", "htcondor"]),
    help="Run the tasks on --jobs workers in the queue of this batch system.",
)
@UNSAFE
@TASKS
@DUMP
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as one JSON object, no tables.")
@explained
def bench(out: Path, as_json: bool, force: bool = False, **options: Any) -> ExitCode:
    """Run `cvt`, `spec`, `grade` and `compare` over the bundled suite, or over data sets. A stopped run
    can be resumed.

    The verdicts on the suite are compared with the expected ones. In a folder, evalplus/*.jsonl.gz are the
    Python tasks and mbpp_dfy/test/*.dfy the Dafny files; the verdict infeasible is wrong where
    evalplus/known_feasible.json has a test.
    """
    from attrs import evolve
    from msgspec.structs import replace

    from ...backends.python.sandbox import Sandbox
    from ...core.errors import ClusterFailure, OutputFailure
    from ..cache import Cache, user_folder
    from ..datasets.tasks import SpecTask
    from ..executors.places import executor_at
    from ..grading.grade import Settings
    from ..problems import own_problems
    from ..reporting.output import make_folder, progress, write_rows, write_text
    from ..reporting.tables import show
    from ..reporting.text import complain
    from ..run_report.document import read_report
    from ..run_report.html import html_of
    from ..runs.gathering import gather, project_of
    from ..runs.provenance import data_part, digest_of
    from ..schema import line_of
    from ..store import start_run
    from .bench_candidates import CandidatePlan, grade_all_candidates, plan_candidates
    from .bench_comparing import ComparePlan, compare_all, plan_comparisons
    from .bench_grading import GradedFiles, grade_all, plan_grades
    from .bench_work import planned_tasks, provenance_of, worked
    from .check_spec import catalogue_of
    from .plans import Plan, document, names_of_data, plan_of_data, tables
    from .report import DOCUMENT as REPORT
    from .running import make_dump

    questions, executor_place, samples = _asked(options), _place(options), options["samples"]
    settings = settings_of({**options["file"].limits, **options})
    grading = Settings(
        open_runner=Sandbox,
        cache=Cache(user_folder()),
        **{name: options[name] for name in ("reject", "solver", "solver_limit")},
    )
    own = [name for name in options["data"] if own_problems.matches(Path(name))]
    of_tasks = [name for name in options["data"] if name not in own]
    title = f"specassay bench --data {' --data '.join(options['data'])}"
    all_tasks = Plan(title=title) if own and not of_tasks else plan_of_data(of_tasks, project_of(settings.config))
    if own and not {"spec", "compare"}.isdisjoint(questions):
        own_tasks = gather(map(Path, own), SpecTask)
        all_tasks = evolve(all_tasks, specifications={**all_tasks.specifications, own_problems.DATASET: own_tasks})
    all_tasks.check()
    chosen = all_tasks.only(options["tasks"])
    plan = evolve(
        chosen,
        contracts=chosen.contracts if "cvt" in questions else {},
        specifications=chosen.specifications if "spec" in questions else {},
    )
    programs = (
        # Programs are graded on all tasks of the data, also where `cvt` is not asked.
        plan_grades(
            all_tasks, options["tasks"], samples, grading, options["ks"], lambda task: digest_of(task, settings)
        )
        if samples
        else None
    )
    written = CandidatePlan()
    if options["candidates"]:
        catalogue = catalogue_of(tuple(options["data"]))
        written = plan_candidates(options["candidates"], catalogue, options["tasks"], options["shown"], options["ks"])
    comparisons = ComparePlan()
    if "compare" in questions:
        comparisons = plan_comparisons(chosen, map(Path, own), settings)
    make_folder(out)
    make_dump(settings)
    if "compare" in questions and not comparisons.planned:
        complain(
            "compare: nothing is there both as a contract in Python and as a specification; `specassay audit` "
            "compares specifications with each other"
        )
    complain(*chosen.errors, *written.errors)
    with start_run(out, resume=options["resume"], force=force) as writer:
        planned = planned_tasks(plan, settings)
        grades = () if programs is None else tuple(programs.planned.values())
        # Everything is planned before anything starts: the store needs the whole list to say what is left.
        everything = [*planned, *grades, *comparisons.planned, *written.planned]
        number = len(everything)
        recorded = {
            "data": names_of_data(options["data"]),
            "questions": list(questions),
            "tasks": list(options["tasks"]),
        }
        if executor_place.name:
            recorded["cluster"] = executor_place.name
        if samples:
            reject = grading.reject if isinstance(grading.reject, str) else ",".join(sorted(grading.reject))
            recorded |= {"k": ",".join(map(str, options["ks"])), "reject": reject}
        of_samples = [data_part(path.name, [path], 0) for path in (*samples, *options["candidates"])]
        # What a data set of the folder holds that no question is about made no result.
        used = chosen if "compare" in questions else plan
        graded_ids = {task_id for ids in (() if programs is None else programs.tasks_of.values()) for task_id in ids}
        names = {name for name, task in all_tasks.contract_tasks if task.task_id in graded_ids} | used.with_tasks
        sources = {name: paths for name, paths in chosen.sources.items() if name in names}
        writer.begin(provenance_of(evolve(chosen, sources=sources), settings, recorded, of_samples), everything)
        if options["resume"]:
            click.echo(f"{out}: {len(writer.known):,} of {number:,} tasks are done already.", err=True)
        try:
            with executor_at(executor_place, settings.config.jobs) as executor, progress(number, "bench") as step:
                # Contracts come first: their tests are what programs are graded on.
                results = worked(plan, settings, planned, writer, step, executor)
                graded = GradedFiles()
                if programs is not None:
                    graded = grade_all(programs, writer, results.reports, executor, step)
                compared = compare_all(comparisons, settings, writer, executor, step)
                judged = grade_all_candidates(written, writer, settings.config.jobs, step)
        except (KeyboardInterrupt, OutputFailure, ClusterFailure):
            done = number - len(writer.stored.pending())
            complain(f"{out}: {done:,} of {number:,} tasks are done and kept; --resume continues")
            raise
        complain(*results.failures(), *results.broken_tools())
        code = max(results.code, graded.code, compared.code, judged.code)
        said = [*graded.rows(), *judged.rows()]
        writer.end(code, said)
        # The rows come from the store, so that a resumed run has those of earlier sessions, too.
        sessions = writer.stored.used_sessions()
        write_rows(out / ROWS, _rows(writer.stored, sessions, said))
        first = tuple(graded.first_tables())
        write_text(
            out / DOCUMENT,
            document(plan, results, sessions, [*judged.tables(), *first, *graded.tables(), *compared.tables()]),
        )
        write_text(out / REPORT, html_of(read_report(out, title=plan.title)))
    if as_json:
        row = replace(
            results.row(),
            provenance=sessions[-1],
            grade=graded.statistics(),
            relations=compared.relations(),
            exit_code=int(code),
        )
        click.echo(line_of(row), nl=False)
    else:
        show((*judged.tables(), *tables(results), *first, *compared.tables()))
        click.echo(f"{out / ROWS}: every verdict. {out / DOCUMENT}: all rates, paired tests, findings and witnesses.")
    complain(*(f"not as expected: {mismatch}" for mismatch in results.mismatches))
    if not as_json:
        click.echo(f"{out / REPORT}: the whole report, for a browser.")
    return code


def _asked(options: Mapping[str, Any]) -> "tuple[RunQuestion, ...]":
    """The questions, in their order. Raises click.UsageError for programs without the question about them, or the
    other way round."""
    from ..store.records import QUESTIONS

    graded = bool(options["samples"] or options["candidates"])
    questions = options["questions"] or (QUESTIONS[:3] if graded else QUESTIONS[:2])
    if ("grade" in questions) != graded:
        raise click.UsageError(
            "--question grade is about the programs in --samples and the specifications in --candidates; give both or "
            "neither"
        )
    return tuple(question for question in QUESTIONS if question in questions)


def _place(options: Mapping[str, Any]) -> "ExecutorPlace":
    """Where tasks run. Raises click.UsageError for two places."""
    from attrs import evolve

    executor_place: ExecutorPlace = options["file"].place
    if options["cluster"] and options["queue"]:
        raise click.UsageError("--cluster and --queue exclude each other; give one")
    if options["cluster"] or options["queue"]:
        return evolve(executor_place, address=options["cluster"] or "", queue=options["queue"] or "")
    return executor_place


def _rows(
    stored: "StoredRun", sessions: "Sequence[ProvenanceRow]", said: "Sequence[Row]"
) -> "Iterator[Row | Mapping[str, Any]]":
    yield from sessions
    for result in stored.results():
        yield from result.rows
    yield from said
