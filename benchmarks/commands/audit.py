"""`specassay audit`. It loads what it needs when it runs."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from ..exit_codes import ExitCode
from .options import (
    BUDGET,
    JOBS,
    MUTANTS,
    OPERATOR_SET,
    SEED,
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
    from ..auditing.findings import AuditCounts
    from ..datasets.sets.adapter import DataSetPart
    from ..reporting.findings import ReportedFinding
    from ..reporting.results import Results
    from ..schema import FindingRow, ProvenanceRow, TranslationRow

ROWS = "findings.jsonl"
DOCUMENT = "audit.md"
QUESTIONS = ("cvt", "spec", "translation")
TRANSLATIONS = "translations.jsonl"
TRANSLATIONS_DOCUMENT = "translations.md"
MOST_PRINTED = 40
"""Findings that are printed where all are in a file."""


@click.command(
    epilog=exit_codes("a weak or wrong contract or specification", compares_solvers=True),
)
@click.argument("names", metavar="FOLDER|DATASET|RUN...", nargs=-1, required=True)
@out_option(
    metavar="DIR",
    help="Folder of the run, with findings.jsonl and audit.md.  [default: the run is not kept]",
    forced="Let --out replace another run, or a file that specassay did not write.",
)
@click.option("--resume", is_flag=True, help="Continue the run in --out: finished tasks are not repeated.")
@click.option("--solver", type=SOLVER, default="z3", help="Solvers for contracts.")
@BUDGET
@limit("file_limit", "each file of specifications, or pair of translations", "60, and 4")
@click.option(
    "--question",
    "questions",
    multiple=True,
    type=click.Choice(QUESTIONS),
    default=QUESTIONS,
    help="Only this question: inputs that violate contracts, outputs that specifications accept, or what translations "
    "from one language to another changed. May be repeated.",
)
@click.option(
    "--replay",
    multiple=True,
    type=click.Choice(["dafny", "rustc"]),
    help="Also confirm what shows a change of a translation with the real program. May be repeated.",
)
@MUTANTS
@OPERATOR_SET
@SEED
@JOBS
@UNSAFE
@TASKS
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON Lines, no tables.")
@explained
def audit(names: tuple[str, ...], out: Path | None, as_json: bool, force: bool = False, **options: Any) -> ExitCode:
    """Look for every weak, wrong, vacuous or contradictory contract and specification in folders or data sets, or in a
    RUN, a folder that `bench` wrote: then nothing is computed again.

    Each finding has a witness (a call with its output, or the clauses that contradict each other) and a command that
    shows it again. Where the data label outputs as wrong, specifications are checked against the labels, too. Where a
    data set has a problem in several languages, each pair of specifications is compared: what did the translation
    change? Of JSON Lines with problems of one's own that alone is asked.
    """
    from ..auditing.findings import document, kinds_table
    from ..datasets.sets.registry import parts_of
    from ..reporting.output import make_folder, write_rows, write_text
    from ..reporting.run_tables import provenance_tables
    from ..reporting.tables import counted, show
    from ..reporting.text import MOST_CHARACTERS_OF_A_FINDING, tell
    from ..reporting.translation_tables import translation_tables
    from ..schema import line_of
    from .audit_translations import lines_of_translation, lines_of_undecided, translations_document
    from .bench_work import is_run
    from .plans import names_of_data

    if options["resume"] and out is None:
        raise click.UsageError("--resume continues the run in --out DIR")
    runs = [name for name in names if is_run(Path(name))]
    if runs:
        audited = _of_run(names, runs, options)
    else:
        # A file of problems holds no tasks: which specifications of a problem differ is all that is asked of it.
        data_sets = [data_set for name in names if not _is_problem_file(name) for data_set in parts_of(name)]
        with _folder(out) as folder:
            given = {**options, "out": out, "force": force, "data_sets": names}
            audited = _audited(data_sets, folder, names_of_data(names), given)
    kinds = kinds_table(audited.rows, audited.counts)
    if out is not None:
        make_folder(out)
        write_rows(out / ROWS, (*audited.sessions, *audited.rows))
        tables = [*provenance_tables(audited.sessions), kinds]
        write_text(out / DOCUMENT, document(audited.rows, tables))
        if audited.translations:
            write_rows(out / TRANSLATIONS, (*audited.sessions, *audited.translations))
            write_text(out / TRANSLATIONS_DOCUMENT, translations_document(audited.translations))
    if as_json:
        for row in (*audited.sessions, *audited.rows, *audited.translations):
            click.echo(line_of(row), nl=False)
        return audited.code
    # With a document, the terminal shows the first findings only.
    printed = audited.rows if out is None else audited.rows[:MOST_PRINTED]
    tell(map(_line, printed), MOST_CHARACTERS_OF_A_FINDING)
    if out is not None and len(audited.rows) > len(printed):
        click.echo(f"{counted(len(audited.rows) - len(printed), 'more finding')}: {out / DOCUMENT}")
    if audited.rows:
        show([kinds])
    # Where translations alone were looked at, a line about contracts would say that these were, too.
    elif audited.counts.contracts or audited.counts.methods or not audited.translations:
        click.echo(f"{kinds.title}. {' '.join(kinds.notes)}")
    changes = [line for row in audited.translations for line in lines_of_translation(row)]
    changes += [line for row in audited.translations for line in lines_of_undecided(row)]
    tell(changes if out is None else changes[:MOST_PRINTED], MOST_CHARACTERS_OF_A_FINDING)
    if out is not None and len(changes) > MOST_PRINTED:
        click.echo(f"{counted(len(changes) - MOST_PRINTED, 'more change')}: {out / TRANSLATIONS_DOCUMENT}")
    show(translation_tables(audited.translations))
    return audited.code


@frozen(slots=True)
class Audited:
    """What an audit has found, and where that comes from."""

    rows: "tuple[FindingRow, ...]"
    counts: "AuditCounts"
    sessions: "tuple[ProvenanceRow, ...]"
    code: ExitCode
    translations: "tuple[TranslationRow, ...]" = ()


def _is_problem_file(name: str) -> bool:
    from ..problems import own_problems

    return Path(name).is_file() and own_problems.matches(Path(name))


@contextmanager
def _folder(out: Path | None) -> Iterator[Path]:
    """The folder of the run; one for now where none is to be kept."""
    from ..reporting.output import make_folder

    if out is not None:
        make_folder(out)
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="specassay-audit-") as name:
        yield Path(name)


def _of_run(names: Sequence[str], runs: Sequence[str], options: dict[str, Any]) -> Audited:
    """What a run of `bench` found already."""
    from ..reporting.tables import counted
    from .bench_work import results_of_run

    if len(names) > 1 or options["resume"] or options["tasks"]:
        raise click.UsageError("all findings of a finished run are shown: name it alone, without --resume and --task")
    finished = results_of_run(Path(runs[0]))
    if finished.undone:
        undone = counted(finished.undone, "task")
        click.echo(f"{runs[0]}: {undone} without a result yet; `specassay bench --resume` continues", err=True)
    return _concluded(finished.results, (), finished.sessions)


def _audited(data_sets: "Sequence[DataSetPart]", folder: Path, data: Sequence[str], options: dict[str, Any]) -> Audited:
    from attrs import evolve

    from ...core.errors import InputError, OutputFailure
    from ..datasets.tasks import SpecTask
    from ..executors.executor import Processes
    from ..reporting.output import progress
    from ..reporting.text import complain
    from ..runs.gathering import gather, project_of
    from ..store import start_run
    from .audit_translations import TranslationPlan, code_of, compare_translations, plan_translations
    from .bench_work import planned_tasks, provenance_of, worked
    from .plans import Plan, plan_of_parts

    settings = settings_of(options)
    asked = options["questions"]
    translations = TranslationPlan()
    if "translation" in asked:
        translations = plan_translations(
            options["data_sets"], options["tasks"], settings, options["file_limit"], options["replay"]
        )
        if set(asked) == {"translation"} and not translations.pairs:
            raise InputError(
                "nothing is in two languages here: --question translation compares data sets by name, such as "
                "vericoding, and problems of your own (`specassay data problems` lists which have what)"
            )
    plan = plan_of_parts(data_sets, project_of(settings.config))
    plan = evolve(
        plan,
        contracts=plan.contracts if "cvt" in asked else {},
        specifications=plan.specifications if "spec" in asked else {},
    )
    if plan.size or not translations.pairs:
        plan = plan.only(options["tasks"])
    plan.check()
    labelled = [data_set for data_set in data_sets if data_set.wrong_tests and "spec" in asked]
    # The tests of these files are wrong on purpose: only what becomes of them counts, and no wrong outputs are made.
    of_labels = evolve(settings, config=evolve(settings.config, mutants=0), made=0)
    beside = Plan(specifications={data_set.name: gather(data_set.specifications, SpecTask) for data_set in labelled})
    beside = evolve(beside, sources={data_set.name: data_set.sources for data_set in labelled})
    if options["tasks"]:
        chosen = {task.task_id for _, task in plan.spec_tasks}
        named = [task.task_id for _, task in beside.spec_tasks if task.task_id in chosen]
        beside = beside.only(named) if named else Plan()
    complain(*plan.errors)
    with start_run(folder, resume=options["resume"], force=options["force"]) as writer:
        planned, planned_beside = planned_tasks(plan, settings), planned_tasks(beside, of_labels)
        number = len(planned) + len(planned_beside) + len(translations.pairs)
        sources = evolve(
            plan,
            specifications={**plan.specifications, **beside.specifications},
            sources={**plan.sources, **beside.sources},
        )
        recorded = {"data": list(data), "questions": list(asked), "tasks": list(options["tasks"])}
        writer.begin(provenance_of(sources, settings, recorded), [*planned, *planned_beside, *translations.planned])
        try:
            with progress(number, "audit") as step:
                results = worked(plan, settings, planned, writer, step)
                labels = worked(beside, of_labels, planned_beside, writer, step)
                executor = Processes(settings.config.jobs)
                changed = compare_translations(translations, settings, writer, executor, step)
        except (KeyboardInterrupt, OutputFailure):
            if options["out"] is not None:
                done = number - len(writer.stored.pending())
                complain(f"{folder}: {done:,} of {number:,} tasks are done and kept; --resume continues")
            raise
        complain(*results.failures(), *results.broken_tools())
        audited = _concluded(results, _of_labels(labels, labelled), ())
        audited = evolve(audited, translations=changed, code=max(audited.code, code_of(changed)))
        writer.end(audited.code)
        return evolve(audited, sessions=tuple(writer.stored.used_sessions()))


def _concluded(
    results: "Results", labels: "Iterable[ReportedFinding]", sessions: "tuple[ProvenanceRow, ...]"
) -> Audited:
    """The defects among the findings, and those that labels show."""
    from ..auditing.findings import OF_EXECUTION, AuditCounts, as_row, command_of
    from ..reporting.rules import NO_DEFECTS

    findings = [*results.findings(), *labels]
    defects = [finding for finding in findings if finding.kind not in NO_DEFECTS | OF_EXECUTION]
    code = max(results.code, ExitCode.FINDINGS if defects else ExitCode.DONE)
    counts = AuditCounts(
        contracts=sum(1 for report in results.reports if report.clauses),
        methods=sum(1 for file in results.files for row in file.rows if row.method is not None),
        undecided=len(findings) - len(defects),
    )
    rows = tuple(as_row(finding, command_of(finding)) for finding in defects)
    return Audited(rows, counts, sessions, code)


def _of_labels(results: "Results", data_sets: "Sequence[DataSetPart]") -> "Iterator[ReportedFinding]":
    from ..auditing.findings import of_labelled_tests

    for data_set in data_sets:
        rows = [row for file in results.specifications.get(data_set.name, ()) for row in file.rows]
        yield from of_labelled_tests(rows, data_set.wrong_tests, data_set.bad_inputs)


def _line(row: "FindingRow") -> str:
    where = ":".join(map(str, filter(None, (row.file, row.line))))
    return ": ".join(filter(None, (where, row.rule, row.task_id, row.message, row.witness)))
