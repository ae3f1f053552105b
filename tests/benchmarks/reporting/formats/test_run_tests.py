"""A test module is imported and run before it is shown; what kinds of functions there are, its tests are calls that a
person would write, and fail when the guard goes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.reporting.formats.export import Export, Suite, TestCall
from specassay.benchmarks.reporting.kept_tests import replayer_of_tests
from specassay.benchmarks.reporting.run_tests import module_that_passes

from .test_kept_tests import failed

DOORS = """from contextlib import asynccontextmanager, contextmanager


class Door:
    def __init__(self, width: int = 1) -> None:
        if width < 1:
            raise ValueError("width")
        self.open = False

    def unlock(self) -> None:
        if self.open:
            raise RuntimeError("open")
        self.open = True


@contextmanager
def limited(limit: int):
    if limit < 0:
        raise ValueError("limit")
    yield limit


@asynccontextmanager
async def session(size: int):
    if size < 0:
        raise ValueError("size")
    yield size


def parsed(text: str) -> int:
    if text == "":
        raise ValueError("nothing to parse")
    return int(text)


def chosen(n: int) -> int:
    if n > 3:
        n += 1
    else:
        raise ValueError("small")
    return n
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doors")
    (folder / "pyproject.toml").write_text('[tool.pytest.ini_options]\npythonpath = ["src"]\n')
    (folder / "src").mkdir()
    (folder / "src" / "doors.py").write_text(DOORS)
    done = CliRunner().invoke(main, ["cvt", str(folder / "src"), "--format", "pytest"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return folder


@pytest.mark.slow
def test_names_come_from_what_is_used(project: Path) -> None:
    text = (project / "tests" / "specassay" / "test_contracts_of_doors.py").read_text()
    assert "from doors import Door, chosen, limited, parsed, session\n" in text
    for call in ("Door(0)", "Door(), obj.unlock())[0].unlock()", "limited(-1).__enter__()", "session(-1).__aenter__()"):
        assert call in text
    # pytest warns of an empty pattern, which any message matches.
    assert ", '', id=" not in text
    assert failed(project) == set()


@pytest.mark.slow
def test_each_fails_when_its_guard_goes(project: Path) -> None:
    module = project / "src" / "doors.py"
    guards = {
        "if width < 1:": "test_Door___init___refuses",
        "if self.open:": "test_Door_unlock_refuses",
        "if limit < 0:": "test_limited_refuses",
        "if size < 0:": "test_session_refuses",
        'if text == "":': "test_parsed_refuses",  # int("") raises a ValueError, too, with another message.
    }
    try:
        for guard in guards:
            module.write_text(DOORS.replace(guard, "if False:"))
            assert failed(project) == {guards[guard]}
        module.write_text(DOORS.replace("if n > 3:", "if True:"))
        assert failed(project) == {"test_chosen_refuses"}
    finally:
        module.write_text(DOORS)


@pytest.mark.parametrize(
    ("call", "why"),
    [("f(1)", "not raised"), ("missing(0)", "cannot import name 'missing'"), ("f(0) or exit", "")],
)
def test_a_test_that_does_not_pass_in_its_module_is_left_out(call: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("def f(n):\n    assert n\n    return n\n")
    (task,) = python_files.read(path)
    assert isinstance(task, ContractTask)
    suite = Suite(task, (), kept=(TestCall(call, "AssertionError", (0,)),))
    with replayer_of_tests() as replayer:
        module = module_that_passes(Export(suites=[suite]), replayer)
    assert (call in module.text) is (why == "")
    assert len(module.left_out) == (why != "")
    assert all(why in line for line in module.left_out)
