"""A declaration outside the grammar costs itself, and not its file."""

import pytest

from specassay.core.errors import ParseError
from specassay.frontends.dafny import parse_program

BEFORE = "method A(n: int) returns (r: int) ensures r == n { r := n; }\n"
AFTER = "\nmethod Z(n: int) returns (r: int) ensures r == n { r := n; }\nfunction Y(x: int): int { x }\n"


@pytest.mark.parametrize(
    ("text", "name", "others"),
    [
        ("function F(x: int): int { x + }", "F", []),
        ("function F(x: int): int { var y := 3; y + }", "F", []),
        ("method M( returns (r: int) { }", "M", []),
        ("method M() ensures 3 = 4 { }", "M", []),
        ("method M() { } }", "M", []),
        ("method M() {", "M", []),
        ("lemma L() ensures forall x: int x > 0 { }", "L", []),
        ("datatype D = |", "D", []),
        ("type T = x: int |", "T", []),
        ("const c := ;", "c", []),
        ("import opened", "a declaration without a name", []),
        ("class C { method Bad() ensures ( { }  method Good() ensures true { } }", "C.Bad", ["C.Good"]),
        ("class C { constructor ( { }  method Good() ensures true { } }", "C", []),
        ("class C { predicate Valid() { ! }  method Good() ensures true { } }", "C", []),
        ("class C extends { method Good() ensures true { } }", "C", []),
        ("module N { function H(): int { if }  method K() ensures true { } }", "N.H", ["N.K"]),
    ],
)
def test_what_is_refused_is_named_and_the_rest_is_read(text: str, name: str, others: list[str]) -> None:
    program = parse_program(BEFORE + text + AFTER, "t.dfy")
    assert [each.name for each in program.specifications] == ["A", *others, "Z"]
    (problem,) = program.unread
    assert problem.construct.startswith(f"{name} is not read: t.dfy:")
    last = program.specifications[-1].span
    assert last is not None
    assert last.line == 3


def test_several_are_refused_each_with_its_reason() -> None:
    program = parse_program(f"function F(): int {{ }}\n{BEFORE}function G(): int {{ + }}{AFTER}")
    assert [each.construct.partition(" ")[0] for each in program.unread] == ["F", "G"]


def test_a_name_that_is_refused_is_not_that_of_another_declaration() -> None:
    inner = "function F(): int { + }  method M() returns (r: int) ensures r == F() { r := 4; }"
    text = f"module A {{ function F(): int {{ 3 }} }}\nmodule B {{ import opened A  {inner} }}"
    (specification,) = parse_program(text).specifications
    (clause,) = [each for each in specification.ensures if each.clause.origin == "text"]
    assert clause.term is None


@pytest.mark.parametrize("text", ["method M( { }", "foo bar", "}", "function F(): int { + }\nfunction G(): int { + }"])
def test_a_file_of_which_nothing_is_read_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_program(text)
