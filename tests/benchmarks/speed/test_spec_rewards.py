"""What the reward of a specification takes."""

from pathlib import Path

from specassay.benchmarks.speed.spec_rewards import candidates, times

TEXT = """
method Double(x: int) returns (r: int)
  ensures r == 2 * x

method Test() { var a := Double(3); assert a == 6; }
"""


def test_files_with_tests_are_measured(tmp_path: Path) -> None:
    (tmp_path / "double.dfy").write_text(TEXT)
    (tmp_path / "empty.dfy").write_text("// nothing\n")
    (taken,) = times(list(candidates([tmp_path])))
    assert taken.file.name == "double.dfy"
    assert taken.wall > 0 < taken.cpu
