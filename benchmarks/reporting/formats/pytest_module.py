"""pytest: a test module for people to read and keep.

It passes against a function that keeps its contract. Against one that drops a clause it fails in the cases of this
clause alone: what they raise is not raised any more.
"""

import ast
import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ....core.errors import SpecassayError
from ...datasets.tasks import PythonTask
from ...prompting.clause_examples import call_of
from ..details import clause_texts
from ..schema import CvtRow
from .export import Export
from .suite import Suite, SuiteInput

HEAD = '''"""Inputs that contracts refuse, found by specassay and replayed in Python.

A case is named after the clauses that it violates: exactly these. A function that drops one of them fails.
"""'''
SOURCES = {
    "Fraction": "fractions", "Decimal": "decimal", "deque": "collections",
    "UserString": "collections", "UserList": "collections", "array": "array",
}  # fmt: skip
"""Where the names in literals come from that are not builtins."""


@frozen(slots=True)
class _Call:
    text: str
    case: SuiteInput


def lines(export: Export) -> Iterator[str]:
    """The lines of one module for all tasks. It imports each function from the module of its file, or, for a task of
    a data set, from one that is called as the task (`HumanEval/0`: `humaneval_0`)."""
    suites = [suite for suite in export.suites if suite.cases]
    names = _names([suite.task for suite in suites])
    calls = [_calls(suite, name) for suite, name in zip(suites, names, strict=True)]
    yield HEAD
    yield ""
    imports = list(_imports(suites, calls))
    stems = [Path(suite.task.file).stem for suite in suites if suite.task.file.endswith(".py")]
    unnamed = [stem for stem in stems if not _is_module(stem)]
    imports += ["import importlib"] if any("." not in stem for stem in unnamed) else []
    imports += ["import pathlib", "import runpy"] if any("." in stem for stem in unnamed) else []
    yield from [*imports, ""] if imports else []
    yield "import pytest"
    yield ""
    for suite, name in zip(suites, names, strict=True):
        entry = suite.task.entry_point
        stem = Path(suite.task.file).stem if suite.task.file.endswith(".py") else None
        if stem is None or _is_module(stem):
            yield f"from {_module(suite.task)} import {entry}{'' if name == entry else f' as {name}'}"
        elif "." not in stem:
            yield f"{name} = importlib.import_module({stem!r}).{entry}"
        else:
            yield f"{name} = runpy.run_path(str(pathlib.Path(__file__).with_name({stem + '.py'!r})))[{entry!r}]"
    for suite, name, part in zip(suites, names, calls, strict=True):
        yield from _tests(suite, name, part)


def _names(tasks: Sequence[PythonTask]) -> list[str]:
    """What each function is called in the module: its own name, unless an earlier one has it."""
    found: list[str] = []
    for task in tasks:
        name, number = task.entry_point, 1
        while name in found or name in SOURCES or name in ("pytest", "call", "raised"):
            number += 1
            name = f"{task.entry_point}_{number}"
        found.append(name)
    return found


def _module(task: PythonTask) -> str:
    name = re.sub(r"\W+", "_", Path(task.file).stem if task.file.endswith(".py") else task.task_id.lower())
    return f"_{name}" if keyword.iskeyword(name) or not name.isidentifier() else name


def _is_module(stem: str) -> bool:
    """Whether an `import` can name a file."""
    return stem.isidentifier() and not keyword.iskeyword(stem)


def _tests(suite: Suite, name: str, calls: Sequence[_Call]) -> Iterator[str]:
    refused = [call for call in calls if call.case.raised is not None]
    accepted = [call for call in calls if call.case.raised is None]
    yield ""
    yield ""
    yield f"# The contract of {suite.task.entry_point}:"
    yield from (f"#   {number}: {text}" for number, text in enumerate(_clauses(suite.task)))
    for row in suite.rows:
        if isinstance(row, CvtRow) and row.verdict == "infeasible":
            found = "None was found within bounds that" if row.bounded else "No input"
            yield f"# {found} violates exactly {_set(row.violates)}."
    if refused:
        yield "@pytest.mark.parametrize("
        yield '    ("call", "raised"),'
        yield "    ["
        for call in refused:
            label = f"violates {', '.join(map(str, call.case.violates))}"
            yield f'        pytest.param(lambda: {call.text}, {_exception(call.case)}, id="{label}"),'
        yield "    ],"
        yield ")"
        yield f"def test_{name}_refuses(call, raised):"
        yield "    with pytest.raises(raised):"
        yield "        call()"
    if accepted:
        yield ""
        yield ""
        yield "@pytest.mark.parametrize("
        yield '    "call",'
        yield "    ["
        yield from (f"        lambda: {call.text}," for call in accepted)
        yield "    ],"
        yield ")"
        yield f"def test_{name}_accepts(call):"
        yield "    call()"


def _clauses(task: PythonTask) -> tuple[str, ...]:
    """The clauses on one line each, in ASCII: they become comments, and their text is anybody's."""
    try:
        return tuple(text.encode("ascii", "backslashreplace").decode("ascii") for text in clause_texts(task))
    except SpecassayError:
        return ()


def _set(violates: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, violates))}}}"


def _exception(case: SuiteInput) -> str:
    """What is expected: a builtin class, else (a class of the contract's own) any exception."""
    kind = getattr(builtins, case.raised or "", None)
    known = isinstance(kind, type) and issubclass(kind, BaseException)
    return str(case.raised) if known else "Exception"


def _imports(suites: Sequence[Suite], calls: Sequence[Sequence[_Call]]) -> Iterator[str]:
    """The imports of the names in the arguments: of the standard library, and classes of a wide universe."""
    by_module: dict[str, set[str]] = {}
    for suite, part in zip(suites, calls, strict=True):
        own = (place.rpartition(":") for place in suite.task.classes)
        sources = SOURCES | {name: Path(module).stem if module.endswith(".py") else module for module, _, name in own}
        used = {node.id for call in part for node in ast.walk(ast.parse(call.text)) if isinstance(node, ast.Name)}
        for name in used & sources.keys():
            by_module.setdefault(sources[name], set()).add(name)
    return (f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(by_module.items()))


def _calls(suite: Suite, name: str) -> list[_Call]:
    """The calls of the cases that can be calls, with this name for the function."""
    if suite.task.definition is not None:
        return []
    entry = suite.task.entry_point
    texts = [(call_of(suite.task, case.arguments), case) for case in suite.cases]
    return [_Call(name + text.removeprefix(entry), case) for text, case in texts if text is not None]
