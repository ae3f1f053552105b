"""Tests that are kept in a project: where they go, what they import, and that each was checked before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main

ACCOUNTS = """import icontract

from .errors import NotEnough


class Account:
    def __init__(self, amount: int) -> None:
        assert amount >= 0
        self.amount = amount

    def pay(self, n: int) -> int:
        if n > self.amount:
            raise NotEnough(n)
        return self.amount - n

    @staticmethod
    def fee(n: int) -> int:
        assert n > 3
        return n

    @property
    def half(self) -> int:
        assert self.amount > 10
        return self.amount // 2


@icontract.require(lambda n: n > 0)
def double(n: int) -> int:
    return 2 * n


async def later(n: int) -> int:
    assert n > 1
    return n


def size(items):
    assert len(items) >= 0
    return len(items)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    folder = tmp_path_factory.mktemp("project")
    package = folder / "src" / "bank"
    package.mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["src"]\n')
    (package / "__init__.py").touch()
    (package / "errors.py").write_text("class NotEnough(Exception):\n    pass\n")
    (package / "accounts.py").write_text(ACCOUNTS)
    (folder / "tests").mkdir()
    (folder / "tests" / "test_bank_accounts.py").write_text("def test_of_somebody():\n    pass\n")
    done = CliRunner().invoke(main, ["cvt", str(folder / "src"), "--format", "pytest"], catch_exceptions=False)
    return folder, done


def failed(folder: Path) -> set[str]:
    """The names of the tests that fail."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", "tests"]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    alone |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return {line.split("::")[1].split("[")[0].split()[0] for line in lines}


@pytest.mark.slow
def test_they_go_into_the_project_and_import_its_modules_by_name(made: tuple[Path, Result]) -> None:
    folder, done = made
    assert done.exit_code == 0, done.output
    assert [path.name for path in (folder / "tests" / "specassay").iterdir()] == ["test_contracts_of_bank_accounts.py"]
    text = (folder / "tests" / "specassay" / "test_contracts_of_bank_accounts.py").read_text()
    assert "from bank.accounts import Account, NotEnough, double, later\n" in text
    assert "import icontract\n" in text
    assert "icontract.ViolationError" in text
    assert failed(folder) == set()


@pytest.mark.parametrize(
    ("clause", "instead", "test"),
    [
        ("assert amount >= 0", "pass", "test_Account___init___refuses"),
        ("if n > self.amount:", "if False:", "test_Account_pay_refuses"),
        ("assert self.amount > 10", "pass", "test_Account_half_refuses"),
        ("@icontract.require(lambda n: n > 0)\n", "", "test_double_refuses"),
        ("assert n > 1", "pass", "test_later_refuses"),
    ],
)
def test_each_fails_when_its_clause_goes(made: tuple[Path, Result], clause: str, instead: str, test: str) -> None:
    folder, _ = made
    module = folder / "src" / "bank" / "accounts.py"
    module.write_text(ACCOUNTS.replace(clause, instead))
    try:
        assert failed(folder) == {test}
    finally:
        module.write_text(ACCOUNTS)


def test_what_would_pass_without_its_clause_is_left_out(made: tuple[Path, Result]) -> None:
    folder, done = made
    assert "left out: bank.accounts.size: violates {0}: size(" in done.stderr
    assert "raises TypeError without its clause, too" in done.stderr
    assert "size" not in (folder / "tests" / "specassay" / "test_contracts_of_bank_accounts.py").read_text()


def test_a_file_of_somebody_else_stays(made: tuple[Path, Result], tmp_path: Path) -> None:
    folder, _ = made
    (tmp_path / "test_contracts_of_bank_accounts.py").write_text("def test_mine():\n    pass\n")
    arguments = ["cvt", str(folder / "src"), "--select", "*.double", "--format", "pytest", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert (tmp_path / "test_contracts_of_bank_accounts.py").read_text().startswith("def test_mine")
