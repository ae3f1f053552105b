"""`pytest --specassay` in a sample project."""

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytest_plugins = ("pytester",)

PLUGIN = "specassay.benchmarks.pytest_plugin"
BANK = """import icontract


class Account:
    def __init__(self, amount: int) -> None:
        assert amount >= 0
        self.amount = amount

    def pay(self, n: int) -> int:
        if n > self.amount:
            raise ValueError(n)
        return self.amount - n


@icontract.require(lambda n: n > 0)
@icontract.require(lambda n: n < 100)
def double(n: int) -> int:
    return 2 * n


def half(n: int) -> int:
    assert n == n or True
    return n // 2
"""
TESTS = """import icontract
import pytest
from bank import Account, double


def test_account():
    with pytest.raises(AssertionError):
        Account(-1)
    assert Account(3).pay(2) == 1


def test_double():
    assert double(3) == 6
    with pytest.raises(icontract.ViolationError):
        double(0)
"""
KEPT = """import pytest
from bank import Account


def test_pay():
    with pytest.raises(ValueError):
        Account(1).pay(2)
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    pytester.makepyprojecttoml('[tool.pytest.ini_options]\npythonpath = ["src"]\ntestpaths = ["tests/own"]\n')
    for name, text in {"src/bank.py": BANK, "tests/own/test_bank.py": TESTS}.items():
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return pytester


def run(project: pytest.Pytester, *options: str) -> tuple[int, list[str], str]:
    """The exit code, the findings, and the last line about contracts."""
    done = project.runpytest_inprocess("-p", PLUGIN, "--specassay-budget", "0.5", *options)
    findings = [line for line in done.outlines if "-clause: " in line]
    summary = [line for line in done.outlines if "are violated by a test" in line]
    return int(done.ret), findings, summary[0] if summary else ""


def test_clauses_that_no_test_or_no_input_violates_are_reported(project: pytest.Pytester) -> None:
    code, findings, summary = run(project, "--specassay")
    assert code == 0
    told = {tuple(line.split(": ")[1:3]): line for line in findings}
    assert set(told) == {
        ("unreached-clause", "bank.Account.pay"),
        ("idle-clause", "bank.half"),
        ("unreached-clause", "bank.double"),
    }
    assert told["unreached-clause", "bank.Account.pay"].startswith("src/bank.py:10:")
    assert "for example double(100)" in told["unreached-clause", "bank.double"]
    assert told["idle-clause", "bank.half"].startswith("src/bank.py:22:")
    assert summary == "2 of 5 clauses of 4 contracts are violated by a test; 0 could not be watched."


def test_kept_tests_run_too_and_what_is_left_may_fail_the_run(project: pytest.Pytester) -> None:
    kept = project.path / "tests" / "specassay" / "test_kept.py"
    kept.parent.mkdir()
    kept.write_text(KEPT)
    code, findings, summary = run(project, "--specassay", "--specassay-strict", "--specassay-path", "src")
    assert code == 1
    assert not any("unreached-clause: bank.Account.pay" in line for line in findings)
    assert summary.startswith("3 of 5 clauses")


@pytest.mark.slow
def test_workers_of_xdist_say_what_they_saw(project: pytest.Pytester) -> None:
    _, _, summary = run(project, "--specassay", "-p", "xdist", "-n", "1", "--specassay-budget", "0.1")
    assert summary.startswith("2 of 5 clauses")


def test_without_the_option_nothing_happens_and_nothing_is_imported(project: pytest.Pytester) -> None:
    code, findings, summary = run(project)
    assert (code, findings, summary) == (0, [], "")
    program = f"import sys, {PLUGIN}; print([name for name in sys.modules if 'z3' in name or 'specassay.core' in name])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.strip() == "[]"


def test_it_is_an_entry_point_of_pytest(root: Path) -> None:
    declared = tomllib.loads((root / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    assert declared == {"specassay": PLUGIN}
    assert callable(import_module(PLUGIN).pytest_addoption)
