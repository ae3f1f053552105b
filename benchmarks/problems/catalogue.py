"""The problems that data sets hold: what each of them says of a problem, joined by the problem's name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from os.path import realpath
from pathlib import Path

from attrs import evolve, field, frozen

from ...core.errors import InputError
from ...frontends.python import PYTHON
from ..datasets import registry
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemSubject, SourceOfTests
from ..datasets.problems import plain_name, problem_name
from ..datasets.sets.adapter import DataSetPart
from ..datasets.sets.registry import adapters, locate, parts_of
from ..datasets.tasks import ContractTask, SpecTask
from . import own_problems
from .sources import BodySource, FileSource, ReferenceSource

BUNDLED = "suite"
"""The data set that is everywhere, whose tasks are problems only where it is named."""


@frozen(slots=True, eq=False)
class Catalogue:
    """Problems by name, in the order of the data sets; `unread`: what holds none and why."""

    problems: Mapping[str, BenchmarkProblem]
    unread: tuple[InputError, ...] = ()
    by_file: Mapping[Path, BenchmarkProblem] = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        by_file = {
            Path(realpath(subject.task.file)): problem
            for problem in self.problems.values()
            for subject in problem.subjects
            if isinstance(subject.task, SpecTask) and not subject.method
        }
        object.__setattr__(self, "by_file", by_file)

    def of_file(self, file: Path) -> BenchmarkProblem | None:
        """The problem that a file with specifications is about."""
        return self.by_file.get(Path(realpath(file)))

    def problem(self, name: str) -> BenchmarkProblem:
        """The problem of this name, as a data set or we write it. Raises InputError, with names like it."""
        found = self.problems.get(name) or self.problems.get(problem_name(name))
        if found is None:
            if not self.problems:
                raise InputError(f"no problem {name!r}: no data set was found; SPECASSAY_DATA names their folder")
            raise InputError(f"no problem {name!r}: there are {', '.join([*self.problems][:5])}, …")
        return found


def problems_of(names: Sequence[str]) -> Catalogue:
    """The problems of data sets by name, and of files and folders of one's own. What other data sets on this machine
    have for these problems is joined. Raises InputError for a name that is none."""
    wanted: dict[str, None] = {}
    own: list[BenchmarkProblem] = []
    unread: list[InputError] = []
    for name in names:
        if own_problems.matches(Path(name)):
            for item in own_problems.read(Path(name)):
                if isinstance(item, InputError):
                    unread.append(item)
                else:
                    own.append(item)
                    wanted[item.name] = None
            continue
        for part in parts_of(name):
            found, problems = _of_part(part, name)
            unread += problems
            wanted |= dict.fromkeys(problem.name for problem in found)
            own += found
    # Other data sets on this machine may have tests or bodies for the same problems.
    known = everything()
    joined = _joined([*own, *known.problems.values()])
    # A problem may be wanted by a name that joining has replaced.
    chosen = {name: problem for name, problem in joined.items() if name in wanted or _renamed(problem, wanted)}
    # A source may lie among these data sets.
    told = {_place_and_text(error): error for error in (*unread, *known.unread)}
    return Catalogue(chosen, tuple(told.values()))


def _place_and_text(error: InputError) -> tuple[str, str]:
    file = error.file or ""
    return realpath(file), str(error).removeprefix(file)


def _renamed(problem: BenchmarkProblem, wanted: Mapping[str, None]) -> bool:
    return bool(problem.function) and f"{problem.name} {plain_name(problem.function)}" in wanted


@cache
def everything() -> Catalogue:
    """The problems of all data sets on this machine but the bundled one."""
    found: list[BenchmarkProblem] = []
    unread: list[InputError] = []
    for adapter in adapters():
        place = None if adapter.name == BUNDLED else locate(adapter.name)
        for part in () if place is None else place.parts:
            problems, errors = _of_part(part, adapter.name)
            found += problems
            unread += errors
    return Catalogue(_joined(found), tuple(unread))


def _joined(found: Iterable[BenchmarkProblem]) -> dict[str, BenchmarkProblem]:
    """Problems by name. `HumanEval 38 decodecyclic` is HumanEval 38 where that asks for a function of this name."""
    joined: dict[str, BenchmarkProblem] = {}
    for problem in found:
        known = joined.get(problem.name)
        joined[problem.name] = problem if known is None else known.joined(problem)
    asked = {f"{p.name} {plain_name(p.function)}": p.name for p in joined.values() if p.function}
    for name, main in asked.items():
        if name in joined and name != main:
            joined[main] = joined[main].joined(joined.pop(name))
    return {problem.name: problem for problem in _with_methods(joined)}


def _with_methods(joined: Mapping[str, BenchmarkProblem]) -> Iterator[BenchmarkProblem]:
    """Problems that are about one method of a file that another data set has: `…/X_F` is about `F` of `X`."""
    files = {
        subject.task.file.stem: subject
        for problem in joined.values()
        for subject in problem.subjects
        if isinstance(subject.task, SpecTask) and subject.has_body
    }
    for problem in joined.values():
        first = problem.subjects[0] if problem.subjects else None
        if first is None or first.has_body is not False or not isinstance(first.task, SpecTask):
            yield problem
            continue
        stem, beside = first.task.file.stem, None
        # The longest stem that is a file is taken, as names of methods have underscores, too.
        for place in range(len(stem) - 1, 0, -1):
            if stem[place] == "_" and stem[:place] in files:
                beside = evolve(files[stem[:place]], method=stem[place + 1 :])
                break
        if beside is None:
            yield problem
            continue
        assert isinstance(beside.task, SpecTask)
        source = BodySource(beside.dataset, beside.task, beside.method)
        yield problem.joined(BenchmarkProblem(name=problem.name, subjects=(beside,), sources=(source,)))


def _of_part(part: DataSetPart, dataset: str) -> tuple[list[BenchmarkProblem], list[InputError]]:
    """What a part of a data set says of problems, and what of it holds none."""
    found: list[BenchmarkProblem] = []
    unread: list[InputError] = []
    for source in part.sources:
        try:
            tasks = registry.load(source)
        except InputError as error:
            # One broken source is told, and does not hide the problems of the others.
            unread.append(error)
            continue
        unread += tasks.problems
        found += [_of_task(task, part, dataset) for task in tasks]
    if part.read_problem is not None:
        for file in part.problems:
            try:
                found.append(part.read_problem(file))
            except InputError as error:
                unread.append(error)
    return found, unread


def _of_task(task: ContractTask | SpecTask, part: DataSetPart, dataset: str) -> BenchmarkProblem:
    if isinstance(task, ContractTask):
        subject = ProblemSubject(dataset=dataset, language=PYTHON.name, task=task, has_body=bool(task.solution))
        # Its tests are what the canonical solution returns on these.
        has_inputs = bool(task.base_input or task.plus_input)
        return BenchmarkProblem(
            name=problem_name(task.task_id),
            description=task.prompt,
            function=task.entry_point,
            parameters={parameter.name: parameter.hint or "" for parameter in task.parameters},
            subjects=(subject,),
            sources=(ReferenceSource(dataset, task),) if has_inputs else (),
        )
    return BenchmarkProblem(
        name=part.problem(task.file),
        subjects=(ProblemSubject(dataset=dataset, language=task.language.name, task=task, has_body=part.has_bodies),),
        sources=tuple(_sources_of_file(task, part, dataset)),
    )


def _sources_of_file(task: SpecTask, part: DataSetPart, dataset: str) -> Iterator[SourceOfTests]:
    wrong = part.wrong_tests.get(task.file.stem, frozenset())
    invalid = part.bad_inputs.get(task.file.stem, frozenset())
    if part.has_tests:
        yield FileSource(dataset, task, wrong, invalid)
    elif part.has_bodies:
        yield BodySource(dataset, task)
