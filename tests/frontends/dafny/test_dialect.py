"""What the syntax tells of the version of Dafny, and what the version changes."""

import pytest

from specassay.core.errors import ParseError
from specassay.frontends.dafny import Dialect, parse_program


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
    ghost = {version: parse_program(text, dialect=version).functions for version in ("2", "3", "4")}  # type: ignore[arg-type]
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
