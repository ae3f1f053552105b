"""What `cvt` prints of Python files: findings, then a line for each guard as it is written, on a screen."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.benchmarks.reporting import guard_lines

MODULE = '''import icontract


class Gate:
    def __init__(self, width: int) -> None:
        if not isinstance(width, int):
            raise TypeError(f"{width} is no width")
        elif width < 1 \\
                or width > 9:
            raise ValueError("width")
        self.width = width


@icontract.require(lambda n: n != 4)
def take(n: int) -> int:
    """Take some."""
    assert n > 0, "none"
    if n < 3:
        n += 1
    else:
        raise ValueError("many")
    return n


def largest(xs: list[int]) -> int:
    if not xs:
        raise ValueError("empty")
    if max(xs) > 3:
        raise ValueError("large")
    return 1
'''


def printed(*arguments: str) -> list[str]:
    done = CliRunner().invoke(main, ["cvt", *arguments], catch_exceptions=False)
    return [" ".join(line.split()) for line in done.stdout.splitlines()]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_guards_are_shown_as_they_are_written_with_a_call() -> None:
    Path("m.py").write_text(MODULE)
    lines = printed("m.py")
    for expected in (
        'm.py:6 0: if not isinstance(width, int): raise TypeError(f"{width} is no width") Gate(',
        'm.py:8 1: if width < 1 \\ or width > 9: raise ValueError("width") Gate(0)',
        "m.py:14 0: @icontract.require(lambda n: n != 4)",
        'm.py:17 1: assert n > 0, "none" take(0)',
        "m.py:25: m.largest: valid: largest([",
        'm.py:26 0: if not xs: raise ValueError("empty") largest([]) (without this guard, line 28 raises)',
        'm.py:28 1: if max(xs) > 3: raise ValueError("large") largest([4])',
    ):
        assert any(line.startswith(expected) for line in lines), (expected, lines)
    assert lines[-1].startswith("3 functions, 7 guards, ")
    assert not any("violates" in line and "verdict" in line for line in lines)


def test_a_clean_project_fits_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = 8
    monkeypatch.setattr(guard_lines, "SCREEN", screen)
    Path("src").mkdir()
    functions = (f"def f{n}(x: int) -> int:\n    assert x > {n}\n    return x\n" for n in range(screen))
    Path("src", "many.py").write_text("\n\n".join(functions))
    lines = printed("src")
    assert len(lines) <= screen
    assert lines[-2] == f"… {2 * screen - (screen - 3)} more lines: --guards shows all."
    assert (
        lines[-1]
        == f"{screen} functions, {screen} guards, {screen} with an input that only it refuses. Findings: none."
    )
    assert len(printed("src", "--guards")) == 2 * screen + 1


@pytest.mark.slow
def test_sets_and_rates_are_shown_on_request() -> None:
    Path("m.py").write_text(MODULE)
    assert "violates verdict arguments raises first runs without" in printed("m.py", "--sets")
    assert any(line.startswith("AVC ") for line in printed("m.py", "--statistics"))


def test_what_proofs_rest_on_is_shown_on_request() -> None:
    Path("m.py").write_text("def f(a: list):\n    if len(a) < 0:\n        raise ValueError\n    return a\n")
    assert "Proofs" not in printed("m.py")
    lines = printed("m.py", "--explain")
    assert lines[lines.index("Proofs") + 2].startswith("task sets proved from rests on")
    row = next(line for line in lines if line.startswith("m.f"))
    assert row.split()[1] == "{0}"
    assert {"len", "<"} <= set(row.split())


def test_what_is_undecided_is_told_with_what_each_engine_said() -> None:
    Path("m.py").write_text(
        "import hashlib\n\n\ndef f(x: str, n: int) -> str:\n"
        '    assert hashlib.sha256(x.encode()).hexdigest() == "0" * 64\n    assert n > 0\n    return x\n'
    )
    lines = printed("m.py", "--explain", "--budget", "0.5")
    place = lines.index('m.f: not read: clause 0: hashlib.sha256(x.encode()).hexdigest() == "0" * 64')
    assert lines[place + 1].startswith("front end: unsupported: hashlib.sha256 at ")
    assert lines[place + 2].startswith("instead: write the clause with what ")
    place = lines.index("m.f: undecided set {1}")
    assert [line.partition(":")[0] for line in lines[place + 1 : place + 4]] == ["search", "z3", "instead"]
    Path("m.py").write_text("def f(n: int) -> int:\n    assert n > 0\n    return n\n")
    assert not any("undecided" in line for line in printed("m.py", "--explain"))
