"""What `pip install specassay` puts on a machine."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "demo", "mutants", "tests", "*.egg-info", "__pycache__")
LAYERS = ("core", "frontends", "backends", "dafny_harness", "benchmarks")
KEPT_BACK = ("benchmarks/baselines", "benchmarks/speed")
"""What is measured beside us, and our own speed: of use in a checkout only."""


@pytest.fixture(scope="module")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which a wheel built from a copy of the checkout is installed, without any network."""
    work = tmp_path_factory.mktemp("wheel")
    shutil.copytree(root, work / "source", ignore=NOT_SOURCE)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
    offline = ["--no-deps", "--no-index"]
    build = [*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", str(work / "dist"), str(work / "source")]
    subprocess.run(build, check=True)
    (wheel,) = (work / "dist").iterdir()
    subprocess.run([*pip, "install", *offline, "--no-compile", "--target", work / "site", wheel], check=True)
    return work / "site"


@pytest.mark.slow
def test_it_installs_one_name(site: Path) -> None:
    names = {path.name for path in site.iterdir() if path.suffix != ".dist-info"}
    assert names == {"specassay", "bin"}
    assert [path.name for path in (site / "bin").iterdir()] == ["specassay"]


@pytest.mark.slow
def test_it_contains_every_module_and_grammar_and_the_suite(site: Path, root: Path) -> None:
    def is_cache(part: str) -> bool:
        return part == "__pycache__" or part.startswith(".")

    def files(base: Path) -> set[str]:
        found = {base / "__init__.py", base / "__main__.py", base / "options.py", base / "py.typed"}
        for layer in LAYERS:
            found |= {path for path in (base / layer).rglob("*") if path.is_file()}
        names = {path.relative_to(base) for path in found}
        kept = {name for name in names if not any(map(name.is_relative_to, KEPT_BACK))}
        return {str(name) for name in kept if not any(map(is_cache, name.parts))}

    expected = files(root)
    assert {"frontends/python/grammar.lark", "frontends/dafny/grammar.lark"} <= expected
    assert any(name.startswith("benchmarks/suite/") for name in expected)
    assert files(site / "specassay") == expected


def test_it_holds_no_attacks_no_baselines_and_no_benchmark_of_speed(site: Path) -> None:
    folders = {path.name for path in (site / "specassay").rglob("*") if path.is_dir()}
    assert {"suite", "guest"} <= folders
    assert not {"tests", "attacks", "fuzzing", "baselines", "speed"} & folders


def test_it_runs_where_it_is_installed(site: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(site)}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    assert run("-c", "import specassay.core, specassay; print(specassay.__file__)").startswith(str(site))
    assert run("-m", "specassay", "--version").startswith("specassay, version ")


def test_nothing_is_loaded_for_a_look_at_it(site: Path) -> None:
    """Importing it takes no library, help only click: both are what a shell's completion and a notebook wait for."""
    listing = "import sys; print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    for code, allowed in (
        ("import specassay", {"specassay"}),
        ("from specassay.__main__ import main; main(['--help'], standalone_mode=False)", {"specassay", "click"}),
    ):
        script = f"import sys; before = set(sys.modules); {code}; print('LOADED'); {listing}"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": str(site)},
            capture_output=True,
            text=True,
            check=True,
        )
        loaded = set(done.stdout.partition("LOADED")[2].split())
        assert loaded - sys.stdlib_module_names == allowed


def test_pyproject_lists_every_package(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    listed = project["tool"]["setuptools"]["packages"]
    folders = {path.parent for layer in LAYERS for path in (root / layer).rglob("__init__.py")}
    no_code = {root / "benchmarks" / "suite", *(root / folder for folder in KEPT_BACK)}
    present = {".".join(("specassay", *path.relative_to(root).parts)) for path in folders - no_code}
    assert set(listed) == present | {"specassay"}


MODELS = "from pydantic import BaseModel, Field\n\n\nclass Line(BaseModel):\n    quantity: int = Field(gt=0)\n"
STOCK = """
import asyncio

import icontract

from .models import Line


class Stock:
    def __init__(self, capacity: int) -> None:
        self.capacity = capacity

    @icontract.require(lambda count: count > 0)
    async def reserve(self, count: int) -> Line:
        assert count <= self.capacity
        await asyncio.sleep(0)
        return Line(quantity=count)
"""


@pytest.mark.slow
def test_it_reads_a_project_that_is_elsewhere(site: Path, tmp_path: Path) -> None:
    """As a team uses it: a folder of modules that import each other, with classes, coroutines and models."""
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    for name, text in (("__init__", ""), ("models", MODELS), ("stock", STOCK)):
        (package / f"{name}.py").write_text(text)
    command = [sys.executable, "-m", "specassay", "cvt", "src", "--budget", "2", "-j", "1", "--out", "rows.jsonl"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()]
    tests = {(row["task_id"], tuple(row["violates"])) for row in rows if row["verdict"] == "violating"}
    single = {("shop.models.Line", (index,)) for index in range(3)} | {
        ("shop.stock.Stock.reserve", (index,)) for index in range(2)
    }
    assert single <= tests
