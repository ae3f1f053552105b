"""The direction of imports: core <- frontends, backends <- dafny_harness <- benchmarks <- __main__."""

import ast
import subprocess
import sys
from collections.abc import Iterator
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


def imported_modules(source: str, module: tuple[str, ...], is_package: bool) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted absolute name) of every import in `source`, the text of the module so named."""
    package = module if is_package else module[:-1]
    for node in ast.walk(ast.parse(source)):
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
        ("dafny_harness/score.py", "from ..benchmarks.doctor import checks"),
        ("dafny_harness/score.py", "from cvc5 import Solver"),
        ("benchmarks/doctor.py", "from ..__main__ import main"),
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
        ("dafny_harness/score.py", "from ..frontends.dafny import parse\nfrom ..backends import registry"),
        ("benchmarks/run.py", "from ..dafny_harness import score"),
        ("__main__.py", "from . import __version__\nfrom .benchmarks import doctor"),
    ],
)
def test_an_import_towards_core_is_accepted(path: str, source: str) -> None:
    assert violations(source, path) == []


def test_importing_core_loads_no_solver() -> None:
    code = "import sys, specassay.core; print(sorted({'z3', 'cvc5'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
