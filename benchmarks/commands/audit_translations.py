"""The part of `specassay audit` about translations: the specifications of each problem that a data set has in several
languages, every pair compared, and contracts in Python with each of these."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from attrs import field, frozen

from ...backends.dafny.process import find_dafny
from ...backends.processes.rustc import find_rustc
from ...backends.processes.workers import DIED_TWICE, whole
from ...core.errors import ClusterFailure, SpecassayError
from ...core.language import Language
from ...frontends.python import PYTHON
from ..build import build, digest_of_parts
from ..comparing.subjects import ComparingOptions, contract_subject_of, main_subject_of
from ..comparing.translations import row_of_translation
from ..comparing.translations_of_python import row_of_python
from ..datasets.benchmark_problem import ProblemSubject
from ..datasets.registry import is_named
from ..datasets.sets.built_in import VERICODING
from ..datasets.sets.registry import adapters
from ..datasets.tasks import ContractTask, SpecTask
from ..executors.executor import Executor, ItemWork, in_order_beside
from ..exit_codes import ExitCode
from ..problems import own_problems
from ..problems.catalogue import Catalogue, problems_of
from ..reporting.tables import as_prose
from ..reporting.text import complain
from ..reporting.translation_tables import NO_COMMON_VALUES
from ..runs.provenance import digest_of, digest_of_file
from ..runs.run import RunSettings
from ..schema import TranslationChangePart, TranslationRow, row_of
from ..store import NewResult, PlannedTask, RunWriter

SECONDS = 4.0
"""Of work, for a pair: a thousand of them are compared in ten minutes on two cores."""
PAIRS_A_WORKER = 4
"""A worker process is worth its start for at least so many pairs."""


@frozen(slots=True)
class TranslatedPair:
    """Two files, or a contract in Python and a file, that are about one problem, each in a language of its own.
    `dataset`: the part that the second is in."""

    problem: str
    dataset: str
    first: ContractTask | SpecTask
    second: SpecTask

    @property
    def language(self) -> Language:
        """The language of the first."""
        return PYTHON if isinstance(self.first, ContractTask) else self.first.language

    @property
    def place(self) -> str:
        """Where the first is."""
        if isinstance(self.first, ContractTask):
            return f"{self.first.file}::{self.first.task_id}"
        return str(self.first.file)

    def digest(self, settings: RunSettings) -> list[str]:
        """Equal for pairs of which the same is said."""
        if isinstance(self.first, ContractTask):
            first = digest_of(self.first, settings) + _digest_of_inputs(self.first)
        else:
            first = digest_of_file(self.first, settings)
        return [first, digest_of_file(self.second, settings)]


def _digest_of_inputs(task: ContractTask) -> str:
    return sha256(repr((task.base_input, task.plus_input)).encode("utf-8", "replace")).hexdigest()


@frozen(slots=True)
class TranslationPlan:
    """The pairs, and what each is in the store."""

    pairs: Sequence[TranslatedPair] = ()
    planned: Sequence[PlannedTask] = ()
    options: ComparingOptions = field(factory=lambda: ComparingOptions(seconds=SECONDS))


def plan_translations(
    sources: Sequence[str],
    tasks: Sequence[str],
    settings: RunSettings,
    seconds: float | None,
    replay: Sequence[str] = (),
) -> TranslationPlan:
    """The pairs of files in those of the sources that are data sets by name or problems of one's own, of some tasks if
    any are named. `seconds`: for a pair. `replay`: which programs confirm what shows a change, `dafny` and `rustc`.
    Raises InputError, and SolverFailure where one of these is not there."""
    known = {adapter.name for adapter in adapters()}
    own = [name for name in sources if name not in known and own_problems.matches(Path(name))]
    names = [name for name in sources if name in known or name in own]
    catalogue = problems_of(names) if names else Catalogue({})
    complain(*(error for error in catalogue.unread if str(error.file).startswith(tuple(own))))
    options = ComparingOptions(
        seconds=SECONDS if seconds is None else seconds,
        replay_in_dafny="dafny" in replay,
        replay_in_rust="rustc" in replay,
    )
    # The versions are part of the digest below: another compiler may behave in another way.
    replaying = [find_dafny().version] if options.replay_in_dafny else []
    replaying += [find_rustc().version] if options.replay_in_rust else []
    datasets = [own_problems.DATASET if name in own else name for name in names]
    pairs = [pair for pair in _pairs(catalogue, datasets) if _is_wanted(pair, tasks)]
    planned = []
    for pair in pairs:
        # All that decides about the row: what differs is compared again on `--resume`.
        parts = {
            "translation": pair.digest(settings),
            "seconds": options.seconds,
            "replay": replaying,
            "build": build(),
        }
        subject = f"{pair.problem}: {pair.language.name} {pair.second.language.name}"
        planned.append(PlannedTask("compare", pair.dataset, subject, digest_of_parts(parts)))
    return TranslationPlan(pairs, planned, options)


def _pairs(catalogue: Catalogue, names: Sequence[str]) -> Iterator[TranslatedPair]:
    """Two files of one name, of a data set, in two languages, and contracts in Python with each of these. Who writes
    problems down says which files are about one, whatever these are called."""
    for problem in catalogue.problems.values():
        contracts = [
            subject.task
            for subject in problem.subjects
            if subject.dataset in names and isinstance(subject.task, ContractTask)
        ]
        subjects = [
            (subject, subject.task)
            for subject in problem.subjects
            if subject.dataset in names and isinstance(subject.task, SpecTask) and not subject.method
        ]
        for place, (first, task) in enumerate(subjects):
            for second, other in subjects[place + 1 :]:
                # Files of a data set belong together by their names; of own problems the author says so.
                named = first.dataset == own_problems.DATASET or task.file.stem == other.file.stem
                # Two data sets may mean different problems by one name.
                same = first.dataset == second.dataset and named
                if same and first.language != second.language:
                    yield TranslatedPair(problem.name, _part(first, task), task, other)
        for contract in contracts:
            for subject, specified in subjects:
                yield TranslatedPair(problem.name, _part(subject, specified), contract, specified)


def _part(subject: ProblemSubject, task: SpecTask) -> str:
    """The column of tables that a file is in: the folder, of a data set that has several."""
    return f"{subject.dataset}-{task.file.parent.name}" if subject.dataset == VERICODING.name else subject.dataset


def _is_wanted(pair: TranslatedPair, tasks: Sequence[str]) -> bool:
    own = (pair.problem, pair.first.task_id, pair.second.task_id)
    return not tasks or any(is_named(name, task) for name in own for task in tasks)


def compare_translations(
    plan: TranslationPlan,
    settings: RunSettings,
    writer: RunWriter,
    executor: Executor,
    step: Callable[[], None],
) -> tuple[TranslationRow, ...]:
    """Compare what is not known, each result stored as soon as it is there."""
    known: dict[int, TranslationRow] = {}
    for place, task in enumerate(plan.planned):
        stored = writer.known.get(task)
        row = row_of(TranslationRow, stored.rows[0]) if stored is not None and stored.rows else None
        if row is not None:
            known[place] = row

    def arrived(place: int, row: TranslationRow) -> None:
        writer.add(plan.planned[place], NewResult((row,), {}, row.seconds))

    work = ItemWork(
        open_worker=whole(partial(_worker, plan.options)),
        encode=msgspec.to_builtins,
        decode=_decoded,
        # A worker that starts for one pair takes longer than the pair.
        processes=lambda listed: len(listed) // PAIRS_A_WORKER,
        digest=lambda pair: "".join(pair.digest(settings)),
    )
    rows = []
    for row in in_order_beside(known, plan.pairs, work, executor, _lost, arrived):
        rows.append(row)
        step()
    return tuple(rows)


@contextmanager
def _worker(options: ComparingOptions) -> Iterator[Callable[[TranslatedPair], TranslationRow]]:
    yield partial(_row, options=options)


def _row(pair: TranslatedPair, options: ComparingOptions) -> TranslationRow:
    try:
        second = main_subject_of(pair.second)
        if isinstance(pair.first, ContractTask):
            return row_of_python(contract_subject_of(pair.first), second, pair.problem, pair.dataset, options)
        first = main_subject_of(pair.first)
    except SpecassayError as error:
        return _not_compared(pair, str(error))
    return row_of_translation(first, second, pair.problem, pair.dataset, options)


def _not_compared(pair: TranslatedPair, reason: str) -> TranslationRow:
    return TranslationRow(
        task_id=pair.problem,
        dataset=pair.dataset,
        first=pair.place,
        second=str(pair.second.file),
        languages=[pair.language.title, pair.second.language.title],
        relation="unknown",
        reason=reason,
        command=shlex.join(["specassay", "compare", pair.place, str(pair.second.file)]),
    )


def _lost(pair: TranslatedPair) -> TranslationRow:
    return _not_compared(pair, DIED_TWICE)


def _decoded(pair: TranslatedPair, part: int, value: Any) -> TranslationRow:
    row = row_of(TranslationRow, value)
    if row is None:
        raise ClusterFailure("a worker sent a result that cannot be read")
    return row


# -- in words


def lines_of_translation(row: TranslationRow) -> Iterator[str]:
    """What a translation changed, a line a change: task, languages, change, witness."""
    where = f"{row.task_id}, {' ~ '.join(row.languages)}"
    if row.relation == NO_COMMON_VALUES:
        yield f"{where}: {'; '.join(row.notes)}"
    for change in row.changes:
        yield f"{where}: {change.change} in {change.language}: {change.clause}{_witness(change, row.languages)}"


def lines_of_undecided(row: TranslationRow) -> Iterator[str]:
    """Why nothing is known of a translation, a line a reason."""
    if row.relation == "unknown":
        where = f"{row.task_id}, {' ~ '.join(row.languages)}"
        yield from (f"{where}: not known: {reason}" for reason in (row.reason, *row.open) if reason)


def _witness(change: TranslationChangePart, languages: Sequence[str]) -> str:
    if not change.inputs:
        return ""
    first, second = (
        ", ".join(f"{name}={text}" for name, text in {**inputs, **outputs}.items())
        for inputs, outputs in ((change.inputs, change.outputs), (change.second_inputs, change.second_outputs))
    )
    if not change.first:
        return f", on {first}"
    both = "" if first == second else f" (in {languages[1]}: {second})"
    said = f"{languages[0]} says {change.first}, {languages[1]} {change.second}"
    by = ", ".join(name for name in change.confirmed if name != "evaluator")
    who = f", confirmed by {by}" if by else ""
    doubt = "" if change.checked else f", {change.unconfirmed}" if change.unconfirmed else ", not checked apart"
    return f": {first}{both}: {said}{who}{doubt}"


def translations_document(rows: Sequence[TranslationRow]) -> str:
    """The changes as Markdown, for a maintainer: each with its command."""
    lines = ["# What the translations changed", ""]
    for row in rows:
        changes = [*lines_of_translation(row)]
        if not changes:
            continue
        lines.append(f"- **{as_prose(row.task_id)}** ({row.relation})")
        lines += [f"  - {as_prose(change)}" for change in changes]
        lines.append(f"  - `{row.command}`")
    undecided = [line for row in rows for line in lines_of_undecided(row)]
    if undecided:
        lines += ["", "# What is not known", "", *(f"- {as_prose(line)}" for line in undecided)]
    return "\n".join(lines) + "\n"


def code_of(rows: Iterable[TranslationRow]) -> ExitCode:
    """The exit code: a change is a finding."""
    return ExitCode.FINDINGS if any([*lines_of_translation(row)] for row in rows) else ExitCode.DONE
