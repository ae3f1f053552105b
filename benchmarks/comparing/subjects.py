"""What is compared, contracts and specifications by their place, `FILE` or `FILE::NAME`, and how."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from attrs import field, frozen

from ...backends.solvers.engines import engines_of
from ...core.comparing.common_variables import SpecificationSide
from ...core.deciding.engines import Engines
from ...core.errors import InputError, not_there
from ...core.ir.contracts import Program, Specification
from ...core.ir.variables import last_part
from ...core.iteration import grouped
from ...core.language import Language
from ...core.limits import SECONDS_PER_PAIR
from ...core.spec_testing.making import subjects_of
from ...frontends.python import PYTHON
from ...frontends.python.specification import Specified, parse_specifications
from ..datasets import registry, specification_files
from ..datasets.folders import files_of
from ..datasets.problems import ProblemPair, plain_name, problem_of
from ..datasets.tasks import ContractTask, SpecTask, parameters_of

MOST_NAMED = 8
"""Names that an error lists."""


@frozen(slots=True, eq=False)
class SpecificationSubject:
    """A specified method (or function, or lemma) of a file. `problem`: what its file is about."""

    path: Path
    side: SpecificationSide
    problem: str
    task_id: str
    language: Language

    @property
    def name(self) -> str:
        return self.side.specification.name

    @property
    def place(self) -> str:
        """The file and the name."""
        return f"{self.path}::{self.name}"


@frozen(slots=True, eq=False)
class PythonSubject:
    """A Python function with a contract. `postcondition`: its clauses about the result, as assertions; `unsupported`:
    those of them that are not supported, with the reason. `has_reference`: whether the task has the body to run."""

    path: Path
    task: ContractTask
    problem: str
    postcondition: str = ""
    unsupported: tuple[tuple[str, str], ...] = ()
    has_reference: bool = True

    @property
    def name(self) -> str:
        return self.task.entry_point

    @property
    def task_id(self) -> str:
        """The task's id as other rows have it."""
        return self.task.task_id

    @property
    def place(self) -> str:
        """The file and the name."""
        return f"{self.path}::{self.task.task_id if self.is_of_data_set else self.name}"

    @property
    def language(self) -> Language:
        """The one in which contracts are executed."""
        return PYTHON

    @property
    def is_of_data_set(self) -> bool:
        return self.path.suffix != ".py"


Comparand = SpecificationSubject | PythonSubject


@frozen(slots=True)
class SubjectsRead:
    """What a source holds, and what is wrong with parts of it that could not be read."""

    found: list[Comparand]
    problems: list[InputError]


def read_subjects(source: str, method: str | None = None) -> SubjectsRead:
    """The subjects of a source: a file, a folder, or one of them and a name in it. Raises InputError where there is
    none."""
    text, _, name = source.partition("::")
    path = Path(text)
    if not path.exists():
        raise not_there(path)
    subjects_found: list[Comparand] = []
    problems: list[InputError] = []
    for part_read in _parts(path):
        try:
            if isinstance(part_read, InputError):
                raise part_read
            subjects_found += _of_task(part_read) if isinstance(part_read, ContractTask | SpecTask) else [part_read]
        except InputError as error:
            problems.append(error)
    name_wanted = name or method
    # The name is looked for among all that was read, so that an error can list what is there.
    if name_wanted and subjects_found:
        subjects_before, subjects_found = (
            subjects_found,
            [part_read for part_read in subjects_found if name_wanted in _names(part_read)],
        )
        if not subjects_found:
            raise InputError(f"nothing here is called {name_wanted}{_instead(subjects_before)}", file=str(path))
    # One broken part of a folder is told beside the others; it is an error only where it is all there is.
    if not subjects_found and problems:
        raise problems[0]
    if not subjects_found:
        raise InputError(f"no contract and no specification{_unread(path)}", file=str(path))
    return SubjectsRead(subjects_found, problems)


def _unread(path: Path) -> str:
    """What of a file is not supported, where that may be why there is nothing."""
    if not specification_files.is_specified(path):
        return ""
    program = _program(SpecTask(task_id=path.stem, file=path, root=path.parent))
    return "".join(f"; {problem}" for problem in (*program.problems, *program.unread)[:MOST_NAMED])


def _names(subject: Comparand) -> set[str]:
    names = {subject.name, last_part(subject.name), subject.problem, subject.problem.removeprefix("MBPP ")}
    return names | {subject.task_id}


def _instead(subjects_known: Sequence[Comparand]) -> str:
    several = len({subject.name for subject in subjects_known}) > 1
    return f"; there {'are' if several else 'is'} {_named(subjects_known)}" if subjects_known else ""


def _named(subjects_known: Sequence[Comparand]) -> str:
    names = list(dict.fromkeys(subject.name for subject in subjects_known))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"


def _parts(path: Path) -> Iterator[Comparand | ContractTask | SpecTask | InputError]:
    """What a source consists of, and what is wrong with parts of it."""
    if path.suffix == ".py":
        yield from _of_python(path)
        return
    read = registry.load(path)
    yield from read.problems
    files = [*files_of(path, ".py")] if path.is_dir() else []
    if not files:
        yield from read.items
        return
    tasks = grouped((item.file, item) for item in read.items if isinstance(item, ContractTask))
    for file in files:
        with suppress(InputError):  # It is among the problems already.
            yield from _with_promises(file, tasks.get(str(file), []))
    if specification_files.specified_in(path):
        yield from specification_files.read(path)


def _of_task(task: ContractTask | SpecTask) -> Iterator[Comparand]:
    if isinstance(task, ContractTask):
        yield PythonSubject(Path(task.file), task, problem_of(task))
    else:
        yield from _of_file(task)


def _of_python(path: Path) -> Iterator[PythonSubject]:
    """The functions of a file that state anything: preconditions, postconditions, or both."""
    tasks: list[ContractTask] = []
    try:
        tasks = [item for item in registry.load(path).items if isinstance(item, ContractTask)]
    except InputError:
        if not _promises(path):
            raise
    yield from _with_promises(path, tasks)


def _promises(path: Path) -> dict[str, Specified]:
    _, specified, _ = parse_specifications(path)
    return {promise.specification.name: promise for promise in specified if promise.postcondition}


def _with_promises(path: Path, preconditions: Sequence[ContractTask]) -> Iterator[PythonSubject]:
    """The functions of a file: those with preconditions, which are given, and those with postconditions."""
    promises = _promises(path)
    tasks = {precondition.entry_point: precondition for precondition in preconditions}
    for name in dict.fromkeys((*tasks, *promises)):
        promise = promises.get(name)
        task = tasks.get(name)
        if promise is None:
            yield PythonSubject(path, tasks[name], problem_of(tasks[name]))
            continue
        conditions = promise.specification.ensures
        unread = tuple(
            (condition.clause.text, "; ".join(problem.construct for problem in condition.clause.problems))
            for condition in conditions
            if condition.term is None
        )
        # A function that only promises accepts every input.
        task_known = task or _without_preconditions(path, promise)
        yield PythonSubject(path, task_known, problem_of(task_known), promise.postcondition, unread, task is not None)


def _without_preconditions(path: Path, promise: Specified) -> ContractTask:
    """A task of a function that accepts every input."""
    name = promise.specification.name
    parameters = parameters_of(promise.function)
    return ContractTask(
        task_id=f"{path.stem}.{name}",
        entry_point=name,
        parameters=parameters,
        contract_text="pass",
        solution=f"def {name}({', '.join(parameter.name for parameter in parameters)}):\n    pass\n",
        file=str(path),
        line=promise.function.lineno,
        context=path.read_text("utf-8"),
    )


def subjects_of_pair(pair: ProblemPair) -> tuple[list[Comparand], list[Comparand]]:
    """The subjects of a problem in either language. Raises InputError."""
    first: list[Comparand] = []
    source = pair.contracts[0].file
    if source.endswith(".py"):
        path = Path(source)
        first += _with_promises(path, [task for task in pair.contracts if task.file == source])
    else:
        first += [subject_read for task in pair.contracts for subject_read in _of_task(task)]
    return first, list(_of_file(pair.specification))


def _program(task: SpecTask) -> Program:
    return subjects_of(task.language.read(task.file, task.reading()))


def _of_file(task: SpecTask) -> Iterator[SpecificationSubject]:
    """The methods of a file that promise or demand something; where none does, all of them. Tests are none."""
    program = _program(task)
    tests = {test.name for test in program.tests}
    own_specifications = [
        specification
        for specification in program.specifications
        if specification.name not in tests and (specification.span is None or specification.span.file == str(task.file))
    ]
    stating = [
        specification_stated for specification_stated in own_specifications if _states(specification_stated)
    ] or own_specifications
    for specification_stated in stating:
        # By the file's name alone: it is told beside that of the other file.
        side = SpecificationSide(specification_stated, program, f"{task.file.name}::{specification_stated.name}")
        yield SpecificationSubject(task.file, side, problem_of(task), task.task_id, task.language)


def main_subject_of(task: SpecTask) -> SpecificationSubject:
    """What a file with specifications is about, and no helper of it. Raises InputError where it has nothing."""
    subjects_found = list(_of_file(task))
    if not subjects_found:
        raise InputError(f"no contract and no specification{_unread(task.file)}", file=str(task.file))
    main = [subject for subject in subjects_found if subject.side.specification.kind == "method" and _is_main(subject)]
    return (main or subjects_found)[-1]


def contract_subject_of(task: ContractTask) -> PythonSubject:
    """A contract with what else its function promises. Raises InputError for a file that cannot be read."""
    path = Path(task.file)
    if path.suffix != ".py":
        return PythonSubject(path, task, problem_of(task))
    return next(subject for subject in _with_promises(path, [task]) if subject.name == task.entry_point)


def _states(specification: Specification) -> bool:
    return any(not condition.clause.implicit and not condition.clause.fact for condition in specification.conditions)


def paired(
    first: Sequence[Comparand], second: Sequence[Comparand], sources: tuple[str, str]
) -> list[tuple[Comparand, Comparand]]:
    """The subjects of two sources that are about one problem: where both have several problems, those of one problem
    and, among these, of one name; what is alone on both sides is a pair. Raises InputError where there is none."""
    first_by_problem, second_by_problem = (
        grouped((subjects_listed.problem, subjects_listed) for subjects_listed in side) for side in (first, second)
    )
    # `a.py` and `b.dfy` with one problem each are meant to be compared, whatever they are called; of two folders only
    # what is about the same problem is.
    if len(first_by_problem) == 1 or len(second_by_problem) == 1:
        pairs = _of_names(first, second)
    else:
        pairs = [
            pair
            for key in first_by_problem
            if key in second_by_problem
            for pair in _of_names(first_by_problem[key], second_by_problem[key])
        ]
    if pairs:
        return pairs
    first_text, right = (_named(subjects_listed) for subjects_listed in (first, second))
    raise InputError(
        f"no common problem: {sources[0]} has {first_text}; {sources[1]} has {right}; name one of each as FILE::NAME"
    )


def alone(listed: Sequence[Comparand], used: Sequence[Comparand]) -> list[Comparand]:
    """The subjects without a counterpart."""
    taken = {id(subject) for subject in used}
    return [subject for subject in listed if id(subject) not in taken]


def _of_names(first: Sequence[Comparand], second: Sequence[Comparand]) -> list[tuple[Comparand, Comparand]]:
    if len(first) == len(second) == 1:
        return [(first[0], second[0])]
    # The whole name first; the name without its class or module where that is the only one.
    by_name = {
        **{plain_name(subject.name): subject for subject in second},
        **{subject.name: subject for subject in second},
    }
    subjects_of_name = [
        (subject, by_name.get(subject.name) or by_name.get(plain_name(subject.name))) for subject in first
    ]
    if pairs_found := [
        (first_subject, second_subject)
        for first_subject, second_subject in subjects_of_name
        if second_subject is not None
    ]:
        return pairs_found
    # Two files about one thing may call it by two names.
    methods = [[subject for subject in side if _is_main(subject)] for side in (first, second)]
    return [(methods[0][0], methods[1][0])] if len(methods[0]) == len(methods[1]) == 1 else []


def _is_main(subject: Comparand) -> bool:
    """Whether it is what a file is about, and no helper of it: of the methods of a file the one that tests call,
    or the last one."""
    if isinstance(subject, PythonSubject):
        return True
    program = subject.side.program
    called = frozenset[str]().union(*(test.calls for test in program.tests))
    methods = [
        specification.name
        for specification in program.specifications
        if specification.kind == "method" and _states(specification)
    ]
    chosen = [name for name in methods if name in called] or methods
    return subject.name in chosen[-1:]


@frozen(slots=True, kw_only=True)
class ComparingOptions:
    """`seconds`: of work, for a pair. `dump`: a folder for the queries to solvers. `replay_in_dafny`: hold what
    separates two contracts against Dafny's clauses by the real Dafny, too, which takes time beyond `seconds`;
    `replay_in_rust`: ask rustc whether types of Rust have room for what shows a change of a translation. `match`:
    parameter of the first to that of the second; `by_position`: the positions say it, as they do to callers."""

    seconds: float = SECONDS_PER_PAIR
    dump: str | None = None
    replay_in_dafny: bool = False
    replay_in_rust: bool = False
    match: Mapping[str, str] = field(factory=dict)
    by_position: bool = False

    def engines(self) -> Engines:
        """Evaluator and solvers, whose time starts now."""
        return engines_of("auto", self.dump, self.seconds)
