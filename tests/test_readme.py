"""The examples of README.md: what stands there is what the tool prints."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from specassay.__main__ import main

from .attacks.grading import ATTACKS
from .attacks.suite import GROUPS

README = Path(__file__).parent.parent / "README.md"
EXAMPLE = re.compile(
    r"```\w+\n(?:#|//) (?P<name>[\w.]+)\n(?P<source>.*?)```\n\n"
    r"```console\n\$ specassay (?P<command>[^\n]*)\n(?P<output>.*?)```",
    re.DOTALL,
)
EXAMPLES = [match.groupdict() for match in EXAMPLE.finditer(README.read_text(encoding="utf-8"))]


def words(text: str) -> list[str]:
    """What is said, however wide the terminal is."""
    return [word for word in text.split() if word.strip("─")]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["name"] for example in EXAMPLES])
def test_an_example_is_what_the_tool_prints(
    example: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in the file, with the comment in the first line: findings name lines.
    mark = "#" if example["name"].endswith(".py") else "//"
    (tmp_path / example["name"]).write_text(f"{mark} {example['name']}\n{example['source']}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, example["command"].split(), catch_exceptions=False)
    assert words(result.output) == words(example["output"])


def test_both_questions_have_an_example() -> None:
    assert {example["command"].split()[0] for example in EXAMPLES} == {"cvt", "spec"}


def test_the_demo_begins_with_a_finding_in_each_language(root: Path) -> None:
    commands = re.findall(r"-m specassay (\w+) (\S+) \|\| test \$\$\? -eq 1", (root / "Makefile").read_text())
    assert [command for command, _ in commands] == ["cvt", "spec", "spec"]
    kinds = ("idle-clause", "accepts-another-output", "no-output")
    for (command, source), kind in zip(commands, kinds, strict=True):
        result = CliRunner().invoke(main, [command, str(root / source)], catch_exceptions=False)
        assert result.exit_code == 1
        assert f": {kind}: " in result.output


def test_no_example_is_left_out() -> None:
    shown = re.findall(r"^\$ (?!make )(.*)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert shown == [f"specassay {example['command']}" for example in EXAMPLES]


def test_the_attacks_are_as_many_as_it_says() -> None:
    text = " ".join((README.parent / "docs/security.md").read_text(encoding="utf-8").split())
    assert f"`make attacks` runs {sum(map(len, GROUPS.values()))} hostile programs" in text
    assert f"and grades {len(ATTACKS)} that want a score for nothing" in text
