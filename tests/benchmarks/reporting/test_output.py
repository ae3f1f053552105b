"""Where rows go: what is never overwritten, and what happens when nothing can be written."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.reporting.output import row_writer, write_text
from specassay.core.errors import OutputFailure
from tests.samples import some

ROW = {"task_id": "f", "violates": [0], "verdict": "violating"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "own.py"
    path.write_text("def f(n):\n    assert n > 0\n    return n\n")
    return path


def cvt(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["cvt", *map(str, arguments)], catch_exceptions=False)


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize("name", ["own.py", "link.py", "hard.py", "sub/../own.py"])
def test_an_input_is_never_overwritten(source: Path, name: str, force: tuple[str, ...]) -> None:
    (source.parent / "sub").mkdir()
    (source.parent / "link.py").symlink_to(source)
    (source.parent / "hard.py").hardlink_to(source)
    text = source.read_text()
    result = cvt(source, "--out", source.parent / name, *force)
    assert result.exit_code == 2
    assert "input" in result.stderr
    assert source.read_text() == text


def test_samples_are_inputs_too(tmp_path: Path) -> None:
    samples = tmp_path / "s.jsonl"
    samples.write_text('{"task_id": "a", "solution": "b"}\n')
    arguments = ["grade", "--dataset", "d.jsonl", "--samples", str(samples), "--out", str(samples)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "input" in result.stderr


@pytest.mark.parametrize("text", ["notes\n", '{"task_id": "a", "solution": "b"}\n', "[1]", '{"a": 1}', "\n\nx"])
def test_somebody_elses_file_is_not_overwritten(source: Path, tmp_path: Path, text: str) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text(text)
    result = cvt(source, "--out", out)
    assert result.exit_code == 2
    assert "--force" in result.stderr
    assert out.read_text() == text


def test_it_is_by_force_and_then_it_is_ours(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("notes\n")
    assert cvt(source, "--out", out, "--force").exit_code == 0
    assert json.loads(out.read_text())["verdict"] == "violating"
    assert cvt(source, "--out", out).exit_code == 0


def test_two_files_are_one_too_many(source: Path, tmp_path: Path) -> None:
    result = cvt(source, "--out", tmp_path / "a", "--out", tmp_path / "b")
    assert result.exit_code == 2
    assert "2 times" in result.stderr
    assert list(tmp_path.iterdir()) == [source]


def test_rows_are_there_at_once_and_the_mode_of_the_file_stays(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.touch(0o640)
    with row_writer(out, first=[ROW]) as write:
        assert len(out.read_text().splitlines()) == 1
        write(ROW)
        assert len(out.read_text().splitlines()) == 2
        assert list(tmp_path.iterdir()) == [out]
    assert out.stat().st_mode & 0o777 == 0o640


def test_a_failed_start_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("before")
    with pytest.raises(TypeError), row_writer(out, first=[ROW, {"no JSON": {1, 2}}]):
        pass
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]


def test_a_full_disk_ends_with_a_failure_that_names_the_file() -> None:
    with pytest.raises(OutputFailure, match=r"/dev/full: .*No space left"), row_writer(Path("/dev/full")) as write:
        write(ROW)
    with pytest.raises(OutputFailure, match=r"/dev/full: .*No space left"):
        write_text(Path("/dev/full"), "text")


def test_what_cannot_be_written_to_its_end_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "test_contracts.py"
    out.write_text("before")
    out.chmod(0o640)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OutputFailure, match="cannot be written any further"):
            write_text(out, "x" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert out.read_text() == "before"
    assert list(tmp_path.iterdir()) == [out]
    write_text(out, "é" * 2000)
    assert out.read_text(encoding="utf-8") == "é" * 2000
    assert out.stat().st_mode & 0o777 == 0o640


def specassay(*arguments: str, stdout: int) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "specassay", *arguments]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, timeout=120, check=False)


FORMS = [(), ("--json",)]


@pytest.mark.slow
@pytest.mark.parametrize("form", some(FORMS, 2))
def test_a_closed_pipe_is_no_traceback(form: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        closed = specassay("data", "list", *form, stdout=writing)
    finally:
        os.close(writing)
    assert (closed.returncode, closed.stderr) == (141, b"")


@pytest.mark.slow
@pytest.mark.parametrize("form", some(FORMS, 2, first=1))
def test_a_full_disk_is_no_traceback(form: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        ended = specassay("data", "list", *form, stdout=full.fileno())
    assert ended.returncode == 3
    assert len(ended.stderr.splitlines()) == 1
    assert b"No space left" in ended.stderr
