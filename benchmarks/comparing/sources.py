"""Compare files and folders: the pairs of what is in them, in worker processes, and what is said of each."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import frozen

from ...backends.dafny.process import find_dafny
from ...backends.processes.workers import DIED_TWICE, cores, in_order
from ...backends.python.replay import Replayer, ReplayLimits
from ...core.comparing.order import ContractComparison, OrderRelation, SeparatingValue
from ...core.comparing.several import CandidateAnswer, order_of, questions_for
from ...core.comparing.values import EVALUATOR_ONLY
from ...core.deciding.clauses import theory_of
from ...core.errors import InputError, SpecassayError
from ...core.spec_testing.contents import contents, convert
from ...core.spec_testing.examples import Example
from ...core.spec_testing.judging import judge_inputs, judge_outputs
from ...frontends.python.styles.model import RESULT
from ...frontends.registry import suffixes
from ..exit_codes import ExitCode
from ..reporting.output import Write, row_writer
from ..reporting.tables import counted
from ..reporting.text import complain, tell
from ..schema import BranchPart, CandidatesRow, ComparisonRow, QuestionPart
from .comparing_limits import LIMITS
from .pairs import ComparedPair, compare_pair
from .python_contracts import BOTH_SECONDS, after_side, side_of
from .rows import (
    A_AND_B,
    VERSIONS,
    TypeDeclarations,
    lines_of,
    lines_of_candidates,
    row_of_pair,
    texts_of,
    type_declarations,
)
from .subjects import (
    Comparand,
    ComparingOptions,
    PythonSubject,
    SpecificationSubject,
    SubjectsRead,
    alone,
    paired,
    read_subjects,
)

# Several candidates for one problem: every two compared, their order, and the questions that single one out.

Positional = tuple[Any, ...]


@frozen(slots=True)
class PossibleQuestion:
    """A value that separates two candidates, by position, in the language and with the variables of `candidate`. Of an
    input alone `outputs` is None."""

    candidate: Comparand
    inputs: Positional
    outputs: Positional | None


def row_of_candidates(candidates: Sequence[Comparand], pairs: Mapping[tuple[int, int], ComparedPair]) -> CandidatesRow:
    """The order of candidates, of which every two were compared, and the questions that tell them apart."""
    relations: dict[tuple[int, int], OrderRelation] = {
        key: "unknown" if pair.comparison is None else pair.comparison.relation for key, pair in pairs.items()
    }
    order = order_of(len(candidates), relations)
    questions = list(_questions(pairs.values()))[: LIMITS.questions]
    with Replayer(ReplayLimits(cpu_seconds=BOTH_SECONDS)) as replayer:
        judges = [_judge(candidate, replayer) for candidate in candidates]
        answers = [[judge(question) for judge in judges] for question in questions]
    # One candidate of each class answers for all of it: equal ones give the same answers.
    tree = questions_for([members[0] for members in order.classes], answers)
    members_by_first = {members[0]: members for members in order.classes}
    return CandidatesRow(
        task_id=candidates[0].name,
        candidates=[candidate.place for candidate in candidates],
        classes=[[place + 1 for place in members] for members in order.classes],
        stronger=list(order.stronger),
        open=[(first_open + 1, second_open + 1) for first_open, second_open in order.open],
        questions=[
            _part(
                questions[question.value],
                [
                    BranchPart(
                        answer=branch.answer,
                        left=sorted(n + 1 for first in branch.left for n in members_by_first[first]),
                        ask=branch.ask,
                    )
                    for branch in question.branches
                ],
            )
            for question in tree.questions
        ],
        most=tree.most,
        fewest=tree.fewest,
    )


def pairs_of(count: int) -> Iterator[tuple[int, int]]:
    """Every two of so many candidates."""
    return combinations(range(count), 2)


def _questions(pairs: Iterable[ComparedPair]) -> Iterator[PossibleQuestion]:
    """The values that separate candidates, each once."""
    seen = set()
    for pair in pairs:
        for value in _values(pair.comparison):
            question = _question(pair.first, value)
            # Values of Python and Dafny are not asked of each other's contracts, and never the same question.
            key = type(pair.first), contents(question.inputs), contents(question.outputs)
            if key not in seen:
                seen.add(key)
                yield question


def _values(comparison: ContractComparison | None) -> Iterator[SeparatingValue]:
    if comparison is not None:
        yield from comparison.inputs.separating
        yield from comparison.outputs.separating if comparison.outputs is not None else ()


def _question(candidate: Comparand, value: SeparatingValue) -> PossibleQuestion:
    outputs = tuple(value.outputs.values()) if value.outputs else None
    return PossibleQuestion(candidate, tuple(value.inputs.values()), outputs)


def _part(question: PossibleQuestion, branches: list[BranchPart]) -> QuestionPart:
    declared = TypeDeclarations(question.candidate.language)
    inputs, outputs = _names(question.candidate), [RESULT]
    if isinstance(question.candidate, SpecificationSubject):
        specification = question.candidate.side.specification
        declared = type_declarations(question.candidate, (*specification.inputs, *specification.outputs))
        outputs = _output_names(question.candidate)
    after = {} if question.outputs is None else dict(zip(outputs, question.outputs, strict=True))
    return QuestionPart(
        inputs=texts_of(dict(zip(inputs, question.inputs, strict=True)), declared),
        outputs=texts_of(after, declared),
        branches=branches,
    )


def _names(candidate: Comparand) -> list[str]:
    if isinstance(candidate, PythonSubject):
        return list(candidate.task.parameter_names)
    return [str(binder.name) for binder in candidate.side.specification.inputs]


def _output_names(candidate: SpecificationSubject) -> list[str]:
    specification = candidate.side.specification
    changed = [str(binder.name) for binder in specification.inputs if binder.name in specification.modifies]
    return [*(str(binder.name) for binder in specification.outputs), *changed]


# -- what a candidate says


def _judge(candidate: Comparand, replayer: Replayer) -> Callable[[PossibleQuestion], CandidateAnswer | None]:
    if isinstance(candidate, PythonSubject):
        return _python_judge(candidate, replayer)
    return lambda question: _typed_answer(candidate, question)


def _python_judge(candidate: PythonSubject, replayer: Replayer) -> Callable[[PossibleQuestion], CandidateAnswer | None]:
    names = candidate.task.parameter_names
    judge_before, after = side_of(candidate.task, names, replayer), after_side(candidate, names, replayer)

    def answer(question: PossibleQuestion) -> CandidateAnswer | None:
        if not isinstance(question.candidate, PythonSubject) or len(question.inputs) != len(names):
            return None
        arguments = dict(zip(names, question.inputs, strict=True))
        seen = judge_before.judge(arguments, False).outcome
        if seen == "unknown":
            return None
        # Of an invalid input no output is right or wrong.
        if seen != "accepted" or question.outputs is None:
            return "valid" if seen == "accepted" else "invalid"
        (result,) = question.outputs
        seen = after.judge({**arguments, RESULT: result}, False).outcome
        if seen == "unknown":
            return None
        return "right" if seen == "accepted" else "wrong"

    return answer


def _typed_answer(candidate: SpecificationSubject, question: PossibleQuestion) -> CandidateAnswer | None:
    """What a specification says of a value of another one, whose parameters are matched by position."""
    if not isinstance(question.candidate, SpecificationSubject):
        return None
    try:
        example = _example(candidate, question.candidate, question)
    except SpecassayError:
        return None
    theory, engines = theory_of(candidate.side.program), EVALUATOR_ONLY
    seen = judge_inputs(example, example.inputs, theory, engines, "question").verdict
    if seen not in ("holds", "refuted"):
        return None
    if seen == "refuted" or question.outputs is None:
        return "invalid" if seen == "refuted" else "valid"
    seen = judge_outputs(example, example.outputs, (), theory, engines, "question").verdict
    return {"holds": "right", "refuted": "wrong"}.get(seen)


def _example(candidate: SpecificationSubject, source: SpecificationSubject, question: PossibleQuestion) -> Example:
    """Raises SortError for a value that is none of the candidate's types."""
    ours, theirs = candidate.side.specification, source.side.specification
    inputs = {
        # Parameters correspond by place, whatever they are called.
        own_binder.name: convert(value, other_binder.sort, own_binder.sort, ("input", own_binder.name))
        for own_binder, other_binder, value in zip(ours.inputs, theirs.inputs, question.inputs, strict=True)
    }
    outputs: dict[str, Any] = {}
    if question.outputs is not None:
        sorts = {binder.name: binder.sort for binder in (*ours.inputs, *ours.outputs)}
        other_sorts = {binder.name: binder.sort for binder in (*theirs.inputs, *theirs.outputs)}
        named = zip(_output_names(candidate), _output_names(source), question.outputs, strict=False)
        outputs = {
            own_binder: convert(value, other_sorts[other_binder], sorts[own_binder], ("output", own_binder))
            for own_binder, other_binder, value in named
        }
    return Example(ours, inputs, outputs, {}, (), "body", "question", None)


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
        # Between versions almost all are equal, and only a change is news.
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
        # Candidates that all mean the same are one class.
        code = max(code, ExitCode.DONE if len(row.classes) == 1 else ExitCode.FINDINGS)
    return code
