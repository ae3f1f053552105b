"""The shape of the package: core <- frontends, backends <- dafny_harness <- benchmarks <- __main__, and no circle; few
parameters; a name for each type."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

MAY_IMPORT: dict[str, frozenset[str]] = {
    "core": frozenset(),
    "frontends": frozenset({"core"}),
    "backends": frozenset({"core"}),
    "dafny_harness": frozenset({"core", "frontends", "backends"}),
    "benchmarks": frozenset({"core", "frontends", "backends", "dafny_harness"}),
    "__init__": frozenset({"core", "frontends", "backends", "dafny_harness", "benchmarks"}),
    "__main__": frozenset({"__init__", "core", "frontends", "backends", "dafny_harness", "benchmarks"}),
}
SOLVERS = frozenset({"z3", "cvc5"})
ENTRIES = ("", "__init__", "__main__", "benchmarks/pytest_plugin")
"""What others call first; each stands above all folders."""


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a module, which many tests walk through."""
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Those that tests ask for, of the whole tree."""
    wanted = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return tuple(node for node in ast.walk(parsed(source)) if isinstance(node, wanted))


def imported_modules(source: str, module: tuple[str, ...], is_package: bool) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted absolute name) of every import in `source`, the text of the module so named."""
    package = module if is_package else module[:-1]
    for node in nodes_of(source):
        match node:
            case ast.Import():
                for alias in node.names:
                    yield node.lineno, alias.name
            case ast.ImportFrom(level=0, module=str(name)):
                yield node.lineno, name
            case ast.ImportFrom():
                base = package[: len(package) - node.level + 1]
                if node.module:
                    yield node.lineno, ".".join((*base, node.module))
                else:
                    for alias in node.names:
                        yield node.lineno, ".".join((*base, alias.name))


def violations(source: str, path: str) -> list[str]:
    """Return one message for each import in `source` that the file at `path` (from the root) may not have."""
    parts = Path(path).with_suffix("").parts
    is_package = parts[-1] == "__init__"
    module = ("specassay", *(parts[:-1] if is_package else parts))
    layer = parts[0]
    found = []
    for line, name in imported_modules(source, module, is_package):
        target = name.split(".")
        if target[0] in SOLVERS and layer != "backends":
            found.append(f"{path}:{line}: only backends may import {target[0]}")
        if target[0] in MAY_IMPORT:
            found.append(f"{path}:{line}: write the import of {name} relative to the package")
        if target[0] != "specassay":
            continue
        to = target[1] if len(target) > 1 and target[1] in MAY_IMPORT else "__init__"
        if to != layer and to not in MAY_IMPORT[layer]:
            found.append(f"{path}:{line}: {layer} may not import {to} ({name})")
    return found


def source_files(root: Path) -> list[Path]:
    """Return every module of the package, without the suite's tasks (which are data)."""
    files = [root / "__init__.py", root / "__main__.py"]
    for layer in ("core", "frontends", "backends", "dafny_harness", "benchmarks"):
        files += sorted((root / layer).rglob("*.py"))
    return [path for path in files if not path.is_relative_to(root / "benchmarks" / "suite")]


def test_every_import_points_towards_core(root: Path) -> None:
    files = source_files(root)
    assert {path.relative_to(root).parts[0].removesuffix(".py") for path in files} == set(MAY_IMPORT)
    found = [
        message
        for path in files
        for message in violations(path.read_text(encoding="utf-8"), str(path.relative_to(root)))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/ir.py", "from ..frontends.python import parse"),
        ("core/ir.py", "from .. import backends"),
        ("core/ir.py", "from .. import __version__"),
        ("core/ir.py", "def f():\n    import z3"),
        ("core/__init__.py", "from ..benchmarks import doctor"),
        ("core/ir.py", "from specassay.backends import smtlib"),
        ("core/ir.py", "import backends.smtlib"),
        ("frontends/python/parse.py", "from ...backends import registry"),
        ("backends/solvers/z3.py", "from ...frontends import registry"),
        ("dafny_harness/run.py", "from ..benchmarks.doctor import checks"),
        ("dafny_harness/run.py", "from cvc5 import Solver"),
        ("benchmarks/commands/doctor.py", "from ...__main__ import main"),
        ("__init__.py", "from .__main__ import main"),
    ],
)
def test_an_import_away_from_core_is_reported(path: str, source: str) -> None:
    assert violations(source, path)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/ir.py", "from .sorts import Sort\nfrom . import values\nimport sympy"),
        ("frontends/__init__.py", "from .registry import load\nfrom ..core import ir"),
        ("frontends/python/parse.py", "from ...core.ir import Term\nfrom ..registry import load"),
        ("backends/solvers/z3.py", "import z3\nfrom ...core import ir"),
        ("dafny_harness/run.py", "from ..frontends.dafny import parse\nfrom ..backends import registry"),
        ("benchmarks/run.py", "from ..dafny_harness import score"),
        ("__main__.py", "from . import __version__\nfrom .benchmarks import doctor"),
    ],
)
def test_an_import_towards_core_is_accepted(path: str, source: str) -> None:
    assert violations(source, path) == []


MOST_PARAMETERS = 6


def long_signatures(source: str, path: str) -> list[str]:
    """One message for each function that takes more parameters than a reader keeps apart; `self` and `cls` are none."""
    found = []
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
            number = len(names) - (names[:1] in (["self"], ["cls"])) + bool(given.vararg) + bool(given.kwarg)
            if number > MOST_PARAMETERS:
                found.append(f"{path}:{node.lineno}: {node.name} has {number} parameters; make them an object")
    return found


def test_functions_have_few_parameters(root: Path) -> None:
    found = [
        message
        for path in source_files(root)
        for message in long_signatures(path.read_text("utf-8"), str(path.relative_to(root)))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("signature", "number"),
    [("a, b, /, c, *, d, e, f, g", 7), ("a, b, c, d, e, *rest, **more", 7), ("self, a, b, c, d, e, f", 0)],
)
def test_every_kind_of_parameter_counts_and_the_receiver_does_not(signature: str, number: int) -> None:
    found = long_signatures(f"def f({signature}): pass\n", "core/a.py")
    assert found == ([f"core/a.py:1: f has {number} parameters; make them an object"] if number else [])


def types_of(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, name) of every class, and of every alias of a type (`Body = tuple[Statement, ...]`)."""
    for node in nodes_of(source):
        if isinstance(node, ast.ClassDef):
            yield node.lineno, node.name
    for statement in parsed(source).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                if re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name):
                    yield statement.lineno, name


def shared_names(sources: Mapping[str, str]) -> list[str]:
    """One message for each name that two types of a package have."""
    found: dict[str, list[str]] = {}
    for path, text in sources.items():
        for line, name in types_of(text):
            found.setdefault(name, []).append(f"{path}:{line}")
    return [f"{name}: {', '.join(places)}" for name, places in sorted(found.items()) if len(places) > 1]


def test_a_type_has_a_name_of_its_own(root: Path) -> None:
    sources = {str(path.relative_to(root)): path.read_text("utf-8") for path in source_files(root)}
    found = shared_names(sources)
    assert not found, "give each its own name, or make them one:\n" + "\n".join(found)


def test_a_name_of_two_types_is_reported_and_a_constant_is_no_type() -> None:
    sources = {
        "a.py": "class Node: ...\nSIZE = 1",
        "b.py": "Node = int\nSIZE = 2",
        "c.py": "def f():\n    class Leaf: ...\n    Node = 1",
        "d.py": "class Leaf: ...",
    }
    assert shared_names(sources) == ["Leaf: c.py:2, d.py:1", "Node: a.py:1, b.py:1"]


def test_importing_core_loads_no_solver() -> None:
    code = "import sys, specassay.core; print(sorted({'z3', 'cvc5'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


Graph = Mapping[str, frozenset[str]]


def imports_of(sources: Mapping[str, str]) -> Graph:
    """For each module of a package, by path, the modules that it needs: whatever the import is for (a type, or one
    call), and with the packages around what it names, which are imported first. Those around itself do not count."""
    modules = {tuple(Path(path).with_suffix("").parts): text for path, text in sources.items()}
    named = {name[:-1] if name[-1] == "__init__" else name: name for name in modules}
    found: dict[str, frozenset[str]] = {}
    for name, written in named.items():
        own = ("specassay", *name)
        needed: set[tuple[str, ...]] = set()
        for target in _targets(modules[written], own, written[-1] == "__init__"):
            longest = next((target[:end] for end in range(len(target), 0, -1) if target[:end] in named), ())
            around = {longest[:end] for end in range(1, len(longest))}
            needed |= {longest} | {each for each in around if each != name[: len(each)]}
        found["/".join(name)] = frozenset("/".join(each) for each in needed - {name, ()})
    return found


def _targets(source: str, module: tuple[str, ...], is_package: bool) -> Iterator[tuple[str, ...]]:
    """What is imported from the package, from its root, each name of a `from` by itself: it may be a module."""
    package = module if is_package else module[:-1]
    for node in nodes_of(source):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = (*package[: len(package) - node.level + 1], *(node.module or "").split("."))
            for alias in node.names:
                yield tuple(part for part in (*base, alias.name) if part)[1:]


def circle(graph: Graph) -> str:
    """A circle of imports in words, or "" where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return " -> ".join(reversed(error.args[1]))
    return ""


@pytest.fixture(scope="module")
def graph(root: Path) -> Graph:
    return imports_of({str(path.relative_to(root)): path.read_text("utf-8") for path in source_files(root)})


def test_there_is_no_circle(graph: Graph) -> None:
    assert circle(graph) == ""


@pytest.mark.parametrize(
    "second",
    [
        "from .a import f",
        "def g():\n    from .a import f",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import a",
        "from ..p import a",
    ],
)
def test_a_circle_is_reported_whatever_its_imports_are_for(second: str) -> None:
    sources = {"p/__init__.py": "", "p/a.py": "from .b import g", "p/b.py": second}
    assert circle(imports_of(sources)) in ("p/a -> p/b -> p/a", "p/b -> p/a -> p/b")


def test_a_circle_through_what_a_package_imports_is_reported() -> None:
    sources = {
        "p/__init__.py": "from .a import f",
        "p/a.py": "from ..q.b import g",
        "q/__init__.py": "",
        "q/b.py": "from ..p.c import h",
        "p/c.py": "",
    }
    assert sorted(circle(imports_of(sources)).split(" -> ")[1:]) == ["p", "p/a", "q/b"]


def test_a_module_may_import_beside_itself_what_its_package_imports() -> None:
    sources = {"p/__init__.py": "from .a import f", "p/a.py": "from .b import g\nfrom . import b", "p/b.py": ""}
    assert circle(imports_of(sources)) == ""


def test_the_drawing_of_the_folders_is_true(root: Path, graph: Graph) -> None:
    """Each arrow is an import, each import between folders is an arrow or a way along several, and no arrow turns."""
    (drawing,) = re.findall(r"```mermaid\n(.*?)```", (root / "docs/architecture.md").read_text("utf-8"), re.DOTALL)
    labels = dict(re.findall(r'(\w+)\["([^"]+)"\]', drawing))
    arrows: dict[str, set[str]] = {label: set() for label in labels.values()}
    for source, targets in re.findall(r"^ *(\w+) --> ([\w &]+)$", drawing, re.MULTILINE):
        arrows[labels[source]] |= {labels[target] for target in targets.split(" & ")}
    assert circle({folder: frozenset(targets) for folder, targets in arrows.items()}) == ""
    reached: dict[str, set[str]] = {}
    for folder in TopologicalSorter(arrows).static_order():
        reached[folder] = arrows[folder].union(*(reached[target] for target in arrows[folder]))
    files = {str(path.relative_to(root).with_suffix("")).removesuffix("/__init__") for path in source_files(root)}
    drawn = {module for module in files if "/" in module} - set(ENTRIES)
    imports: dict[str, set[str]] = {folder_of(root, module): set() for module in drawn}
    for module in drawn:
        for target in graph[module]:
            imports[folder_of(root, module)].add(folder_of(root, target))
    assert set(imports) == set(arrows)
    for folder, found in imports.items():
        assert (found & imports.keys()) - {folder} <= reached[folder], folder
        assert arrows[folder] <= found, folder


def folder_of(root: Path, module: str) -> str:
    """The folder of the drawing in which a module is, given without suffix."""
    parts = module.split("/") if (root / module).is_dir() else module.split("/")[:-1]
    return "/".join(parts[:2])
