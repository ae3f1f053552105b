"""Problems of one's own: JSON Lines, or a folder with a `problem.json` for each problem. `docs/problems.md` has the
fields with an example; `SCHEMA` is what is read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ...core.errors import InputError, unreadable
from ...frontends.python.files import read_file
from ...frontends.python.module import parse_module
from ...frontends.python.styles.model import FunctionNode
from ...frontends.registry import language_of
from ..datasets import registry
from ..datasets.benchmark_problem import BenchmarkProblem, ProblemSubject
from ..datasets.call_tests import call_tests_of
from ..datasets.problems import ProblemPair
from ..datasets.tasks import ContractTask, SpecTask
from ..datasets.text_lines import read_lines
from .sources import BodySource, WrittenSource

FILE = "problem.json"
DATASET = "own"


class OwnProblem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A problem as its author writes it. Files are relative to the file that names them, `FILE` or `FILE::NAME`.

    id: names the problem
    description: what it asks for
    function: the name of the function or method
    parameters: name to type, as text
    result: the type of the result, as text
    reference: a Python function with a contract
    specifications: files with a specification each, in any language
    bodies: files whose bodies say what is right
    tests: inputs with right and wrong outputs, and invalid inputs, as `spec --tests` reads them
    """

    id: str
    description: str = ""
    function: str = ""
    parameters: dict[str, str] = {}
    result: str = ""
    reference: str = ""
    specifications: list[str] = []
    bodies: list[str] = []
    tests: list[dict[str, Any]] = []


def matches(source: Path) -> bool:
    """Whether a source is named like problems of one's own: JSON Lines whose first line has an `id` and no `task_id`,
    or a folder with such files."""
    if source.is_dir():
        return next(source.rglob(FILE), None) is not None
    if source.name == FILE:
        return source.is_file()
    if source.suffix != ".jsonl" or not source.is_file():
        return False
    try:
        with source.open(encoding="utf-8") as lines:
            first = json.loads(next((line for line in lines if line.strip()), "null"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "id" in first and "task_id" not in first


def read(source: Path) -> Iterator[BenchmarkProblem | InputError]:
    """The problems of a source, and what is wrong with each that cannot be read."""
    for file, line, text in _texts(source):
        try:
            if isinstance(text, InputError):
                raise text
            yield _problem(_row(text, file, line), file, line)
        except InputError as error:
            yield error


def specification_tasks(source: Path) -> Iterator[SpecTask | InputError]:
    """The files that problems of a source name as specifications, each once, and what is wrong with the others."""
    known: set[Path] = set()
    for file, line, text in _texts(source):
        try:
            if isinstance(text, InputError):
                raise text
            row = _row(text, file, line)
            # Its tests judge the specifications: without them these would get other verdicts, and nobody would know.
            _problem(row, file, line)
            for named in row.specifications:
                place = file.parent / named.partition("::")[0]
                if place not in known:
                    known.add(place)
                    yield SpecTask(task_id=place.stem, file=place, root=file.parent, problems=source)
        except InputError as error:
            yield error


def own_pairs(source: Path) -> Iterator[ProblemPair]:
    """The reference of each problem of a source, where it has a contract, with each file of its specifications."""
    for problem in read(source):
        if isinstance(problem, InputError):
            continue
        tasks = [subject.task for subject in problem.subjects]
        contracts = tuple(task for task in tasks if isinstance(task, ContractTask))
        files = {task.file: task for task in tasks if isinstance(task, SpecTask)}
        if contracts:
            yield from (ProblemPair(problem.name, DATASET, contracts, task) for task in files.values())


def _texts(source: Path) -> Iterator[tuple[Path, int | None, str | InputError]]:
    if source.suffix == ".jsonl":
        for line, text in read_lines(source):
            yield source, line, text
        return
    for file in sorted(source.rglob(FILE)) if source.is_dir() else [source]:
        try:
            yield file, None, file.read_text(encoding="utf-8")
        except OSError as error:
            yield file, None, unreadable(file, error)
        except UnicodeDecodeError:
            yield file, None, InputError("is not UTF-8 text", file=str(file))


def _row(text: str, file: Path, line: int | None) -> OwnProblem:
    try:
        return msgspec.json.decode(text.encode(), type=OwnProblem)
    except msgspec.MsgspecError as error:
        raise InputError(f"not a problem: {error}", file=str(file), line=line) from None


def _problem(row: OwnProblem, file: Path, line: int | None) -> BenchmarkProblem:
    subjects = list[ProblemSubject]()
    sources = list[WrittenSource | BodySource]()
    if row.tests:
        calls = call_tests_of({"": row.tests}, file)
        if calls is None:
            raise InputError("the tests of a problem are calls with inputs", file=str(file), line=line)
        sources.append(WrittenSource(row.id, calls, tuple(row.parameters)))
    if row.reference and (reference := _reference(row, file, line)) is not None:
        subjects.append(reference)
    # One file may be given both as a specification and for its body: it is one subject.
    for text in dict.fromkeys((*row.specifications, *row.bodies)):
        path, _, method = text.partition("::")
        place = file.parent / path
        if not place.is_file():
            raise InputError(f"no file {path}", file=str(file), line=line)
        task = SpecTask(task_id=place.stem, file=place, root=file.parent)
        has_body = True if text in row.bodies else None
        name = language_of(place).name
        subjects.append(ProblemSubject(dataset=DATASET, language=name, task=task, method=method, has_body=has_body))
        if has_body:
            sources.append(BodySource(DATASET, task, method))
    return BenchmarkProblem(
        name=row.id,
        description=row.description,
        function=row.function,
        parameters=row.parameters,
        result=row.result,
        subjects=tuple(subjects),
        sources=tuple(sources),
    )


def _reference(row: OwnProblem, file: Path, line: int | None) -> ProblemSubject | None:
    """The reference as a subject; None for a function without a contract, of which nothing can be compared."""
    path, _, name = row.reference.partition("::")
    place = file.parent / path
    if not place.is_file():
        raise InputError(f"no file {path}", file=str(file), line=line)
    language = language_of(place).name
    try:
        tasks = [task for task in registry.load(place) if isinstance(task, ContractTask)]
    except InputError:
        tasks = []  # No function of the file has a contract.
    named = [task for task in tasks if not name or name in (task.entry_point, task.task_id)]
    if len(named) == 1:
        return ProblemSubject(dataset=DATASET, language=language, task=named[0], has_body=True)
    if len(named) > 1:
        raise InputError(f"{row.reference} is not one function", file=str(file), line=line)
    module = parse_module(read_file(place))
    if name and not any(isinstance(node, FunctionNode) and node.name == name for node in module.body):
        raise InputError(f"no function {name} in {path}", file=str(file), line=line)
    return None
