"""What commands say while they work, and in which order."""

from pathlib import Path

from click.testing import CliRunner

from specassay.__main__ import main


def test_what_became_of_each_file_is_said_while_others_are_worked_on(tmp_path: Path) -> None:
    (tmp_path / "half.dfy").write_text("method Half(n: nat) returns (h: nat)\n  ensures h <= n\n{ h := n / 2; }\n")
    (tmp_path / "none.dfy").write_text("// nothing\n")
    done = CliRunner().invoke(main, ["spec", str(tmp_path)])
    first, second = (line for line in done.stderr.splitlines() if ".dfy: " in line)
    assert first.startswith(f"{tmp_path}/half.dfy: 1 weak (")
    assert second.startswith(f"{tmp_path}/none.dfy: no code: ")
    assert done.stdout.index("accepts-another-output") < done.stdout.index("Methods")
