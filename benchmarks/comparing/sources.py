"""Compare files and folders: the pairs of what is in them, in worker processes, and what is said of each."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from attrs import frozen

from ...backends.dafny.process import find_dafny
from ...backends.processes.workers import DIED_TWICE, cores, in_order
from ...core.errors import InputError
from ...frontends.registry import suffixes
from ..exit_codes import ExitCode
from ..reporting.output import Write, row_writer
from ..reporting.tables import counted
from ..reporting.text import complain, tell
from ..schema import ComparisonRow
from .pairs import ComparedPair, compare_pair
from .rows import A_AND_B, VERSIONS, lines_of, lines_of_candidates, row_of_pair
from .several import pairs_of, row_of_candidates
from .subjects import Comparand, ComparingOptions, SubjectsRead, alone, paired, read_subjects

PAIRS_A_WORKER = 2
"""A worker process is worth its start for at least so many pairs."""
ComparandPairs = list[tuple[Comparand, Comparand]]


@frozen(slots=True)
class PairSource:
    """Two sources whose subjects are compared: read where they are needed, for a process is sent names and no
    programs. `versions`: the second is the later version of the first, and comes first in each pair."""

    sources: tuple[str, str]
    method: str | None = None
    versions: bool = False

    def read(self) -> tuple[list[SubjectsRead], ComparandPairs]:
        """The subjects of both, and the pairs of them. Raises InputError."""
        read = [read_subjects(source, self.method) for source in self.sources]
        subjects_found = [source_read.found for source_read in read]
        pairs = paired(subjects_found[0], subjects_found[1], self.sources)
        if not self.versions:
            return read, pairs
        unpaired = [alone(listed, used) for listed, used in zip(subjects_found, zip(*pairs, strict=True), strict=True)]
        # A relation is of the first to the second: with the new version first, *weaker* says that it promises less.
        return read, [(new, old) for old, new in (*pairs, *_moved(*unpaired))]


def parse_match(text: str) -> dict[str, str]:
    """`A=B,...` as names of the first to names of the second. Raises InputError."""
    name_pairs: dict[str, str] = {}
    for pair_text in text.split(",") if text else ():
        own_name, equals, its = (name_text.strip() for name_text in pair_text.partition("="))
        if not (own_name and equals and its) or own_name in name_pairs:
            raise InputError(f"--match {text}: expected NAME=NAME,..., each parameter of A once")
        name_pairs[own_name] = its
    return name_pairs


def compare_sources(
    sources: Sequence[str],
    method: str | None,
    options: ComparingOptions,
    *,
    jobs: int | None,
    as_json: bool,
    out: Path | None,
) -> ExitCode:
    """Compare the subjects of the sources. Raises InputError where there is nothing to compare, SolverFailure where the
    real Dafny is asked for and there is none."""
    if len(sources) < 2:
        raise InputError("name two files to compare, or two methods as FILE::NAME")
    if options.match and len(sources) > 2:
        raise InputError("--match compares two; name two files, or two methods as FILE::NAME")
    if options.replay_in_dafny:
        find_dafny()  # Without one, nothing starts.
    if len(sources) > 2:
        several = [read_subjects(source, method) for source in sources]
        groups = _candidates([source_read.found for source_read in several], sources)
        unread = _tell_unread(several)
        with row_writer(out, to_stdout=as_json) as write:
            return max(unread, _several(groups, options, write, as_json=as_json))
    source = PairSource((sources[0], sources[1]), method)
    read, pairs = source.read()
    unread = _tell_unread(read)
    with row_writer(out, to_stdout=as_json) as write:
        _tell_alone([source_read.found for source_read in read], pairs)
        workers = jobs or min(cores(), len(pairs) // PAIRS_A_WORKER)
        return max(unread, _pairs(_rows(source, pairs, options, workers), write, as_json=as_json))


def compare_versions(path_before: Path, after: Path, *, as_json: bool) -> ExitCode:
    """What became of the contracts or specifications of a file or folder: exit code 1 when one of them became weaker,
    or is gone. Raises InputError."""
    source = PairSource((str(path_before), str(after)), versions=True)
    read, pairs = source.read()
    unread = _tell_unread(read)
    gone = alone(read[0].found, [old for _, old in pairs])
    rows = _rows(source, pairs, ComparingOptions(by_position=True), 1)
    with row_writer(None, to_stdout=as_json) as write:
        code = _pairs(rows, write, as_json=as_json, versions=True)
    tell((f"{subject_gone.name}: no longer there" for subject_gone in gone), err=as_json)
    return max(code, unread, ExitCode.FINDINGS if gone else ExitCode.DONE)


def _tell_unread(read: Sequence[SubjectsRead]) -> ExitCode:
    """Say what of the sources could not be read: it is not compared."""
    problems = [problem for source_read in read for problem in source_read.problems]
    complain(*problems)
    return ExitCode.BAD_INPUT if problems else ExitCode.DONE


def _moved(gone: Sequence[Comparand], new: Sequence[Comparand]) -> ComparandPairs:
    """What is in another file than it was: of one name, which nothing else on either side has."""
    names = [Counter(subject.name for subject in side) for side in (gone, new)]
    by_name = {subject.name: subject for subject in new}
    # Were two functions `check` gone and one new, either might be the one that moved: none is paired then.
    single = (subject for subject in gone if names[0][subject.name] == names[1][subject.name] == 1)
    return [(subject, by_name[subject.name]) for subject in single]


def _rows(
    source: PairSource, pairs: ComparandPairs, options: ComparingOptions, jobs: int
) -> Iterator[ComparisonRow | InputError]:
    """The row of each pair, in order, or why it has none."""
    if jobs < 2 or len(pairs) < 2:
        yield from (_row(pair, options) for pair in pairs)
        return
    worker = partial(_worker, source, options)
    yield from in_order(
        range(len(pairs)), worker, jobs, lambda number: InputError(f"{pairs[number][0].name}: {DIED_TWICE}")
    )


@contextmanager
def _worker(source: PairSource, options: ComparingOptions) -> Iterator[Callable[[int], ComparisonRow | InputError]]:
    # Places name pairs here as in the process that sends them: reading the same files gives the same order.
    _, pairs = source.read()
    yield lambda number: _row(pairs[number], options)


def _row(pair: tuple[Comparand, Comparand], options: ComparingOptions) -> ComparisonRow | InputError:
    try:
        return row_of_pair(compare_pair(*pair, options))
    except InputError as error:
        return error


def _unequal(row: ComparisonRow) -> ExitCode:
    """Whether the two are known to be equal: a gate that lets pass what nobody knows is none."""
    return ExitCode.DONE if row.relation == "equal" else ExitCode.FINDINGS


def _weaker(row: ComparisonRow) -> ExitCode:
    """Whether something that was promised, or refused, may be so no more: it is not known to be equal or stronger."""
    return ExitCode.DONE if {*row.possible} <= {"equal", "stronger"} else ExitCode.FINDINGS


def _tell_alone(subjects_found: Sequence[Sequence[Comparand]], pairs: Sequence[tuple[Comparand, Comparand]]) -> None:
    """Say what of two files of source code has no counterpart in the other: of data sets and folders only some has."""
    files = {subject.path for listed in subjects_found for subject in listed}
    if len(files) > len(subjects_found) or not {path.suffix for path in files} <= {*suffixes()}:
        return
    for name, listed, used in zip("AB", subjects_found, zip(*pairs, strict=True), strict=True):
        tell((f"only {name} has {subject.name}" for subject in alone(listed, used)), err=True)


def _pairs(
    rows: Iterable[ComparisonRow | InputError], write: Write, *, as_json: bool, versions: bool = False
) -> ExitCode:
    """Write rows, and lines for people. `versions`: of the new one and the old one, of which what is equal is only
    counted."""
    code, equal = ExitCode.DONE, 0
    for row in rows:
        if isinstance(row, InputError):
            complain(row)
            code = max(code, ExitCode.BAD_INPUT)
            continue
        write(row)
        if versions and row.relation == "equal":
            equal += 1
        elif not as_json:
            tell(lines_of(row, VERSIONS if versions else A_AND_B))
        code = max(code, _weaker(row) if versions else _unequal(row))
    if equal and not as_json:
        tell([f"{counted(equal, 'specification')} equal to what {'it was' if equal == 1 else 'they were'}"])
    return code


def _compared(first: Comparand, second: Comparand, options: ComparingOptions) -> ComparedPair | None:
    try:
        return compare_pair(first, second, options)
    except InputError as error:
        complain(error)
        return None


def _candidates(subjects_found: Sequence[Sequence[Comparand]], sources: Sequence[str]) -> list[list[Comparand]]:
    """The candidates for each problem of the first source. Raises InputError for a source without any for it."""
    groups: list[list[Comparand]] = []
    for first in subjects_found[0] if len(subjects_found[0]) > 1 else subjects_found[0][:1]:
        group = [first]
        for further_subjects, source in zip(subjects_found[1:], sources[1:], strict=True):
            pairs = paired(subjects_found[0], further_subjects, (sources[0], source))
            group += [second_of_pair for first_of_pair, second_of_pair in pairs if first_of_pair is first]
        # Only problems that every source has: the candidates of one problem are ordered with each other.
        if len(group) == len(sources):
            groups.append(group)
    if not groups:
        raise InputError(f"no problem occurs in all of {', '.join(sources)}; name one of each as FILE::NAME")
    return groups


def _several(
    groups: Sequence[Sequence[Comparand]], options: ComparingOptions, write: Write, *, as_json: bool
) -> ExitCode:
    code = ExitCode.DONE
    for candidates in groups:
        pairs: dict[tuple[int, int], ComparedPair] = {}
        for first_number, second_number in pairs_of(len(candidates)):
            pair_compared = _compared(candidates[first_number], candidates[second_number], options)
            if pair_compared is None:
                return ExitCode.BAD_INPUT
            pairs[first_number, second_number] = pair_compared
            write(row_of_pair(pair_compared))
        row = row_of_candidates(candidates, pairs)
        write(row)
        if not as_json:
            tell(lines_of_candidates(row))
        code = max(code, ExitCode.DONE if len(row.classes) == 1 else ExitCode.FINDINGS)
    return code
