"""The documentation: tutorials are run from top to bottom, and what other pages show are commands that there are."""

import doctest
import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import specassay
from specassay.__main__ import main
from specassay.core.encoding.calls import HANDLERS, NAMED
from specassay.core.encoding.methods import ON_TEXTS

from .test_readme import words

DOCS = Path(__file__).parent.parent / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
STEP = re.compile(
    r"^`(?P<name>[\w.]+)`:\n\n```\w+\n(?P<source>.*?)```$"
    r"|^```console\n\$ specassay (?P<command>[^\n]*)\n(?P<output>.*?)```$"
    r"|^```python\n(?P<session>>>> .*?)```$",
    re.DOTALL | re.MULTILINE,
)
BLOCK = re.compile(r"^```(?:console|sh)\n(.*?)```$", re.DOTALL | re.MULTILINE)
PAGES = [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

MOST_WORDS = {"README.md": 1000, "docs/architecture.md": 3500}
"""Pages that grow with every change, and that are read whole."""


@pytest.mark.parametrize("page", MOST_WORDS)
def test_a_page_that_is_read_whole_stays_short(page: str) -> None:
    text = (DOCS.parent / page).read_text(encoding="utf-8")
    assert len(text.split()) < MOST_WORDS[page]


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_does_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran, names = 0, dict[str, Any]()
    for step in STEP.finditer(page.read_text(encoding="utf-8")):
        if step["name"]:
            (tmp_path / step["name"]).write_text(step["source"], encoding="utf-8")
        elif step["command"]:
            result = CliRunner().invoke(main, shlex.split(step["command"]), catch_exceptions=False)
            assert result.exit_code in (0, 1), result.output
            assert not step["output"] or words(result.output) == words(step["output"])
            ran += 1
        else:
            test = doctest.DocTestParser().get_doctest(step["session"], names, page.stem, str(page), 0)
            assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
            names = test.globs
            ran += 1
    assert ran


def test_there_is_a_tutorial_for_each_user() -> None:
    names = {page.stem for page in TUTORIALS}
    assert names == {"grading-programs", "training-models", "writing-dafny", "writing-verus", "guarding-python"}


def shown_commands() -> list[tuple[str, str]]:
    """Each `specassay …` of a page, with the page."""
    found = []
    for page in PAGES:
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            text = block[1].replace("\\\n", " ")
            found += [(page.name, each) for each in re.findall(r"^(?:\$ )?specassay ([^#\n]*)", text, re.MULTILINE)]
    return found


def test_the_commands_of_all_pages_and_their_options_exist() -> None:
    shown = shown_commands()
    assert len(shown) > 15
    for page, line in shown:
        name, *arguments = shlex.split(line)
        command = main.get_command(click.Context(main), name)
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), arguments.pop(0))
        assert command is not None, (page, line)
        known = {option for each in command.params for option in each.opts} | {"--help"}
        given = [each.partition("=")[0] for each in arguments if re.match(r"--?[a-z]", each)]
        assert not [option for option in given if option not in known], (page, line)


def test_the_reference_has_every_public_name() -> None:
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    names = set(re.findall(r":: specassay\.(\w+)$", text, re.MULTILINE))
    assert names == {name for name in specassay.__all__ if not name.startswith("_")}


def test_what_proofs_follow_is_listed() -> None:
    """`--explain` sends people there."""
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    section = text.partition("## What a proof follows")[2].partition("\n## ")[0]
    named = {
        function.__name__
        for function in (*HANDLERS, *NAMED)
        if getattr(function, "__module__", "") in ("builtins", "itertools", "math", "re")
    }
    assert {*ON_TEXTS, *named} <= set(re.findall(r"`(\w+)`", section))


def test_the_site_has_every_page() -> None:
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    listed = {line for block in re.findall(r"```{toctree}\n(.*?)```", text, re.DOTALL) for line in block.splitlines()}
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.rglob("*.md")} - {"index"}
    assert pages <= listed


def test_what_the_first_screen_says_of_published_data_is_found(data_dir: Path) -> None:
    source = data_dir / "evalplus" / "HumanEvalPlus.jsonl.gz"
    result = CliRunner().invoke(main, ["cvt", str(source), "--task", "HumanEval/21", "--json", "-j", "1"])
    rows = {tuple(row["violates"]): row for row in map(json.loads, result.stdout.splitlines()) if "violates" in row}
    assert rows[1,]["verdict"] == "infeasible"
    assert not rows[1,]["bounded"]
    assert rows[2,]["arguments"] == {"numbers": "[0, 0]"}
    assert rows[1, 2]["arguments"] == {"numbers": "[0]"}
    file = data_dir / "labelled_specs" / "verina" / "expected" / "verina_advanced_58.dfy"
    text = file.read_text(encoding="utf-8")
    assert "ensures result > 0" in text
    assert "n_: int := 10; var result_ := NthUglyNumber(n_); assert result_ == 12;" in text
    result = CliRunner().invoke(main, ["spec", str(file)])
    assert "NthUglyNumber(1) → 2 where 1 is expected" in " ".join(result.stdout.split())
