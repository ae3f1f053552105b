"""What the syntax tells of the version of Dafny, and what the version changes."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.core.errors import ParseError
from specassay.frontends.dafny import DIALECTS, Dialect, parse_program

from ...samples import some
from .versions import CONSTRUCTS


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("function F(): int { 1 }", "4"),
        ("function method F(): int { 1 }", "3"),
        ("predicate method P() { true }", "3"),
        ("protected function F(): int", "2"),
        ("ghost function F(): int { 1 }", "4"),
        ("least predicate P(x: int) { true }", "4"),
        ("function method F(): int { 1 }\nmethod Test() { expect F() == 1; }", "3"),
        ("function method F(): int { 1 }\nmethod Test() { for i := 0 to 3 {} }", "3"),
        ("inductive predicate P(x: int) { true }", "3"),
        ("method for(expect: int) ensures expect == expect", "4"),
    ],
)
def test_the_version_is_told_by_the_syntax(text: str, dialect: str) -> None:
    assert parse_program(text).dialect == dialect


def test_function_is_ghost_until_dafny_3_and_compiled_since_dafny_4() -> None:
    text = "function F(): int { 1 }\npredicate P() { true }\ntwostate predicate Q() { true }"
    ghost = {version: parse_program(text, dialect=version).functions for version in ("2", "3", "4")}
    assert [[f.ghost for f in functions.values()] for functions in ghost.values()] == [
        [True, True, True],
        [True, True, True],
        [False, False, True],
    ]
    old = parse_program("function method F(): int { 1 }\nfunction G(): int { 1 }").functions
    assert [f.ghost for f in old.values()] == [False, True]


@pytest.mark.parametrize(
    ("text", "dialect", "message"),
    [
        ("\n ghost function F(): int", "2", "f.dfy:2:8: found 'ghost function', which Dafny 2 does not have"),
        ("function method F(): int", "4", "f.dfy:1:10: found 'function method', which Dafny 4 does not have"),
        ("method Test() { expect true; }", "2", "f.dfy:1:17: found 'expect', which Dafny 2 does not have"),
    ],
)
def test_a_construct_that_the_version_does_not_have_is_an_error(text: str, dialect: Dialect, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_program(text, "f.dfy", dialect=dialect)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("text", "versions"), CONSTRUCTS.items())
def test_each_version_has_its_constructs(text: str, versions: str) -> None:
    for dialect in DIALECTS:
        if dialect in versions:
            assert parse_program(text, dialect=dialect).dialect == dialect
        else:
            with pytest.raises(ParseError, match=f"which Dafny {dialect} does not have"):
                parse_program(text, dialect=dialect)
    assert parse_program(text).dialect == versions[-1]


@pytest.mark.against_dafny
def test_dafny_2_reads_what_we_read_as_dafny_2(require: Callable[[str], Path], tmp_path: Path) -> None:
    """Each text in a file of its own, many of them read at once: what is refused is left out and the rest read again,
    as some errors hide others. Every refusal takes a start of Dafny: in the tests of every day there are some."""
    dafny = require("dafny")
    left = {}
    asked = {text for text, versions in CONSTRUCTS.items() if "2" in versions}
    asked |= {*some([text for text in CONSTRUCTS if text not in asked], 5)}
    for number, (text, versions) in enumerate(CONSTRUCTS.items()):
        if text not in asked:
            continue
        path = tmp_path / f"text{number}.dfy"
        path.write_text(f"module M{number} {{ {text} }}", encoding="utf-8")
        left[path.name] = (text, "2" in versions)
    refused: set[str] = set()
    while left:
        command = [str(dafny), "/compile:0", "/dafnyVerify:0", *left]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
        assert done.stdout.startswith("Dafny 2."), done.stdout
        wrong = set(re.findall(r"^(text\d+\.dfy)\(\d+,\d+\): Error", done.stdout, re.MULTILINE))
        assert wrong or "Error" not in done.stdout, done.stdout
        if not wrong:
            break
        refused |= {left.pop(name)[0] for name in wrong}
    assert [text for text, ours in left.values() if not ours] == []
    assert [text for text, versions in CONSTRUCTS.items() if "2" in versions and text in refused] == []
