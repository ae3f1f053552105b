"""pytest: a test module for people to read and keep.

It passes against a function that keeps its contract. Against one that drops a clause it fails in the cases of this
clause alone: what they raise is not raised any more.
"""

import ast
import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from attrs import frozen

from ....core.errors import SpecassayError
from ...datasets.python_project import name_of
from ...datasets.tasks import ContractTask
from ...english.clause_examples import call_of
from ...schema import CvtRow
from ..details import clause_texts
from .export import SOURCES, Export, Suite, SuiteInput, TestCall, imports_of, pattern_of

MOST_LISTED = 16
"""Sets of clauses that no input violates exactly, in the comment before the tests of a function."""
HEAD = '''"""Inputs that contracts refuse, found by specassay and replayed in Python.

A case is named after the clauses that it violates: exactly these. A function that drops one of them fails.
"""'''


@frozen(slots=True)
class _Call:
    """`raised`: the text of the class that is expected; empty where the call is accepted. `pattern`: what its message
    has to have."""

    text: str
    raised: str
    violates: tuple[int, ...]
    pattern: str = ""


def lines(export: Export) -> Iterator[str]:
    """The lines of one module for all tasks. Functions of a Python file, of which tests were checked, are imported from
    their module by its name in their project; the function of a task of a data set from one that is called as the task
    (`HumanEval/0`: `humaneval_0`)."""
    # Suites of files were checked, and only what passed there is written; those of data sets are written as they are.
    suites = [suite for suite in export.suites if (suite.cases if suite.kept is None else suite.kept)]
    names = _names(suites)
    calls = [_calls(suite, name) for suite, name in zip(suites, names, strict=True)]
    files = [suite for suite in suites if suite.kept is not None]
    yield HEAD
    yield ""
    needed, bound = _of_files(files)
    imports = sorted({*_imports(suites, calls), *needed}, key=lambda line: (not line.startswith("import "), line))
    yield from [*imports, ""] if imports else []
    yield "import pytest"
    yield ""
    yield from bound
    for suite, name in zip(suites, names, strict=True):
        if suite.kept is None:
            entry = suite.task.entry_point
            yield f"from {_module(suite.task)} import {entry}{'' if name == entry else f' as {name}'}"
    for suite, name, call in zip(suites, names, calls, strict=True):
        yield from _tests(suite, name, call)


def cases(export: Export) -> Iterator[tuple[str, Suite, TestCall]]:
    """The checked tests of a module: the name of its function and its number among the cases of that, as an
    expression."""
    suites = [suite for suite in export.suites if (suite.cases if suite.kept is None else suite.kept)]
    for suite, name in zip(suites, _names(suites), strict=True):
        for kind, tests in (
            ("refuses", [test for test in suite.kept or () if test.raised]),
            ("accepts", [test for test in suite.kept or () if not test.raised]),
        ):
            yield from ((f"test_{name}_{kind}.case({number})", suite, test) for number, test in enumerate(tests))


def _of_files(suites: Sequence[Suite]) -> tuple[list[str], list[str]]:
    """The imports of tests of Python files, and the lines that bind what the modules define."""
    needed: list[str] = []
    bound: list[str] = []
    for file, group in groupby(suites, key=lambda suite: suite.task.file):
        path = Path(file)
        imports, own_names = imports_of([test for suite in group for test in suite.kept or ()])
        needed += imports
        if not own_names:
            continue
        # `app.v2.py` is no name that an import statement can have: the file is executed where it lies.
        if "." in path.stem:
            needed += ["import pathlib", "import runpy"]
            where = f"runpy.run_path(str(pathlib.Path(__file__).with_name({path.name!r})))"
            bound += [f"{name} = {where}[{name!r}]" for name in own_names]
        elif all(map(_is_module, name_of(path).split("."))):
            bound.append(f"from {name_of(path)} import {', '.join(own_names)}")
        else:
            needed.append("import importlib")
            bound += [f"{name} = importlib.import_module({name_of(path)!r}).{name}" for name in own_names]
    return needed, bound


def _names(suites: Sequence[Suite]) -> list[str]:
    """What each function is called in the module, and its tests: its own name, unless an earlier one has it."""
    names: list[str] = []
    for suite in suites:
        definition = suite.task.definition
        owner = "" if definition is None or not definition.owner else f"{definition.owner.replace('.', '_')}_"
        function_name = name = f"{owner}{suite.task.entry_point}"
        number = 1
        while name in names or name in SOURCES or name in ("pytest", "call", "raised"):
            number += 1
            name = f"{function_name}_{number}"
        names.append(name)
    return names


def _module(task: ContractTask) -> str:
    name = re.sub(r"\W+", "_", task.task_id.lower())
    return f"_{name}" if keyword.iskeyword(name) or not name.isidentifier() else name


def _is_module(stem: str) -> bool:
    """Whether an `import` can name a file."""
    return stem.isidentifier() and not keyword.iskeyword(stem)


def _tests(suite: Suite, name: str, calls: Sequence[_Call]) -> Iterator[str]:
    refused = [call for call in calls if call.raised]
    accepted = [call for call in calls if not call.raised]
    yield ""
    yield ""
    yield f"# The contract of {suite.task.entry_point}:"
    yield from (f"#   {number}: {text}" for number, text in enumerate(_clauses(suite.task)))
    infeasible = [row for row in suite.rows if isinstance(row, CvtRow) and row.verdict == "infeasible"]
    for row in infeasible[:MOST_LISTED]:
        subject = "None was found within bounds that" if row.bounded else "No input"
        yield f"# {subject} violates exactly {_set(row.violates)}."
    if len(infeasible) > MOST_LISTED:
        yield f"# So it is with {len(infeasible) - MOST_LISTED} more sets of clauses."
    if refused:
        # A column for messages only where one is asked for.
        has_message = any(call.pattern for call in refused)
        yield "@pytest.mark.parametrize("
        yield '    ("call", "raised", "message"),' if has_message else '    ("call", "raised"),'
        yield "    ["
        for call in refused:
            label = f"violates {', '.join(map(str, call.violates))}"
            # In ASCII, as the file is read whatever the encoding of its reader.
            message = f" {(call.pattern or None)!a}," if has_message else ""
            yield f'        pytest.param(lambda: {call.text}, {call.raised},{message} id="{label}"),'
        yield "    ],"
        yield ")"
        yield f"def test_{name}_refuses(call, raised{', message' if has_message else ''}):"
        yield f"    with pytest.raises(raised{', match=message' if has_message else ''}):"
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


def _clauses(task: ContractTask) -> tuple[str, ...]:
    """The clauses on one line each, in ASCII: they become comments, and their text is anybody's."""
    try:
        return tuple(text.encode("ascii", "backslashreplace").decode("ascii") for text in clause_texts(task))
    except SpecassayError:
        return ()


def _set(violates: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, violates))}}}"


def _exception(case: SuiteInput) -> str:
    """What is expected: a builtin class, else (a class of the contract's own) any exception; empty for none."""
    if case.raised is None:
        return ""
    kind = getattr(builtins, case.raised or "", None)
    is_builtin = isinstance(kind, type) and issubclass(kind, BaseException)
    return str(case.raised) if is_builtin else "Exception"


def _imports(suites: Sequence[Suite], calls: Sequence[Sequence[_Call]]) -> Iterator[str]:
    """The imports of the names in the arguments: of the standard library, and classes of a wide universe."""
    by_module: dict[str, set[str]] = {}
    for suite, suite_calls in zip(suites, calls, strict=True):
        named_classes = (class_.rpartition(":") for class_ in suite.task.classes)
        sources = SOURCES | {
            name: Path(module).stem if module.endswith(".py") else module for module, _, name in named_classes
        }
        used = {
            node.id for call in suite_calls for node in ast.walk(ast.parse(call.text)) if isinstance(node, ast.Name)
        }
        for name in used & sources.keys():
            by_module.setdefault(sources[name], set()).add(name)
    return (f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(by_module.items()))


def _calls(suite: Suite, name: str) -> list[_Call]:
    """The calls of the cases that can be calls, with this name for the function of a data set."""
    if suite.kept is not None:
        return [_Call(test.call, test.raised, test.violates, pattern_of(test)) for test in suite.kept]
    if suite.task.definition is not None or suite.task.declaration is not None:
        return []
    entry = suite.task.entry_point
    texts = [(call_of(suite.task, case.arguments), case) for case in suite.cases]
    return [
        _Call(name + text.removeprefix(entry), _exception(case), case.violates)
        for text, case in texts
        if text is not None
    ]
