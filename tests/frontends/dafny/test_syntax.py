"""What is Dafny and what is not: positions, roles of ambiguous symbols, hostile text."""

from pathlib import Path

import pytest

from specassay.core.errors import InputError, ParseError, Unsupported
from specassay.core.ir.contracts import Program
from specassay.core.ir.sorts import BOOL, INT, Sort, seq_of
from specassay.core.ir.terms import bare
from specassay.core.ir.updates import Call
from specassay.core.ir.variables import Name
from specassay.core.spans import Span
from specassay.frontends.dafny import holds_code, parse_expression, parse_file, parse_program

START = Span("e.dfy", 1, 1, 1, 1)
EMPTY = Program(file="e.dfy")


@pytest.mark.parametrize(
    ("text", "place", "found", "expected"),
    [
        ("method M( {}", "1:11", "'{'", "')'"),
        ("method M()\n  ensures x >\n ensures y", "3:2", "'ensures'", "an expression"),
        ("method M()\n  ensures x y", "2:13", "'y'", "a clause"),
        ("method M()\n  ensures (x", "2:13", "the end of the text", "')'"),
        ("method M() {\n  if {", "1:12", "'{' that is never closed", "'}'"),
        ('method M() ensures s == "a\n{}', "1:25", "a string that does not end", "'\"'"),
        ("method M() { /* a }", "1:12", "'{' that is never closed", "'}'"),
        ("function F(): int { 1 $ 2 }", "1:23", "the character '$'", "a token of Dafny"),
        ("method M()\r\n\tensures é\r\n", "2:10", "the character 'é'", "a token of Dafny"),
        ("module M { function F(): int }}", "1:31", "'}'", "the end of the text"),
        ("x", "1:1", "'x'", "a declaration"),
        ("function F(x: int): int {\n  x; x }", "2:4", "';'", "the call of a lemma before it"),
        ("function F(x: int): int { (L(x)) /* ; */ ; x }", "1:42", "';'", "the call of a lemma before it"),
        ("function F(s: seq<int>): int { L(1); 1 + L(2); s[0] }", "1:46", "';'", "the call of a lemma before it"),
        ("function F(s: seq<int>): int { s[0; 1] }", "1:35", "';'", "the call of a lemma before it"),
    ],
)
def test_an_error_says_where_what_and_what_instead(text: str, place: str, found: str, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_program(text, "f.dfy")
    assert str(caught.value.span) == f"f.dfy:{place}"
    assert caught.value.found == found
    assert expected in caught.value.expected


def test_a_comment_may_end_with_the_text() -> None:
    """What the real Dafny 2.3 reads, too."""
    program = parse_program("method M() ensures true {}\n/* method N() ensures true {} /* */")
    assert [found.name for found in program.specifications] == ["M"]


@pytest.mark.parametrize(
    "body",
    [
        "var c := '{'; var d := '\"'; var s' := a'; // }",
        'var s := "}{\\"}"; var t := @"}""{"; /* } /* { */ } */',
        "var x := a['\\''] + f'(\"'\"); {{ }} ",
    ],
)
def test_a_body_that_is_not_read_ends_at_its_own_brace(body: str) -> None:
    program = parse_program(f"method M() ensures true {{ {body} \n}}\nmethod N() ensures true {{}}")
    assert [found.name for found in program.specifications] == ["M", "N"]


@pytest.mark.parametrize(
    "clauses",
    [
        "requires x in {1, 2} ensures r == {}",
        "requires x in {1, 2}; ensures {} <= r; decreases *",
        "ensures match x { case 1 => r == {} case _ => r == {1} }",
        "ensures x > 0 ==> match x case 1 => r == {} case _ => r == {1}",
        "requires match x case 1 => true case _ => match -x { case 2 => true case _ => x > 0 } decreases x",
        "ensures |r| == |set y | 0 <= y < |r| | ensures |r| > 0 || x == 1",
        "ensures forall y | y in r :: y > 0 ensures r == set z <- r | z > 0",
        "requires var y := x; y > 0; modifies {} ensures assert x > 0 by { assert true; } true",
        "ensures f<int>(x) == a < b as int ensures x < y && z > (x)",
        "ensures x > 0 ==> (y => y > 1)(x) && ((y: int, z) => {y} < z)(1, r)",
    ],
)
def test_the_body_begins_after_the_last_clause(clauses: str) -> None:
    program = parse_program(f"method M(x: int) returns (r: set<int>)\n {clauses}\n{{ not dafny }}\nmethod N() {{}}")
    assert [found.name for found in program.specifications] == ["M", "N"]


@pytest.mark.parametrize(
    ("text", "same"),  # without the second, the text is no Dafny
    [
        ("a && b ==> c ==> d", "(a && b) ==> (c ==> d)"),
        ("a <== b <== c", "(a <== b) <== c"),
        ("a ==> b <==> c", "(a ==> b) <==> c"),
        ("a <==> b <==> c", "(a <==> b) <==> c"),
        ("&& a && b", "a && b"),
        ("!a && b || c", None),
        ("a ==> b <== c", None),
        ("!a == b", "(!a) == b"),
        ("x - y - z == -x + y * z / x", "((x - y) - z) == ((-x) + ((y * z) / x))"),
        ("x < y <= z == x", "x < y && y <= z && z == x"),
        ("forall i :: i > x && a", "forall i :: (i > x && a)"),
        ("a && forall i | i > x :: i > y || b", "a && (forall i :: i > x ==> (i > y || b))"),
        ("a && if b then c else d && a", "a && (if b then c else (d && a))"),
        ("|s[x..]| + |s| == |s + s[..y]|", "(|s[x..|s|]|) + |s| == |(s + s[0..y])|"),
        ("x as real / y as real == 1.0", "((x as real) / (y as real)) == 1.0"),
        ("var i := x; i == y", "(var i := x; (i == y))"),
        ("x in s == a", None),
        ("s[x := y][x] == s[x]", "((s[x := y])[x]) == (s[x])"),
        ("x <-1", "x < (-1)"),
        ("0x1_0 + 1_000 == x", "16 + 1000 == x"),
        ("∀ i • 0 ≤ i ∧ ¬a ⇒ i ≠ x", "forall i :: 0 <= i && !a ==> i != x"),
        ("assert a; assert b; c", "c"),
        ("L(); a", "a"),
        ("assert forall i :: i > x && b; a", "a"),
        ("var i := forall j :: j > x; i && a", "(var i := (forall j :: j > x); (i && a))"),
        ("var i := set j | j in s; var k := i; k == {x}", "var i := (set j | j in s); (var k := i; (k == {x}))"),
        ("var i := if a then L(); x else y; i == z", "var i := (if a then x else y); i == z"),
        ("var i := (if a then L(); x else M(); y); i == z", "var i := (if a then x else y); i == z"),
        ("assert a by { L(); } reveal M(); b", "b"),
        ("(i => var j := i; L(); j + 1)(x) == y", "(i => (var j := i; (j + 1)))(x) == y"),
    ],
)
def test_precedence_is_that_of_the_manual(text: str, same: str | None) -> None:
    scope: dict[Name, Sort] = {**dict.fromkeys("abcd", BOOL), **dict.fromkeys("xyz", INT), "s": seq_of(INT)}
    if same is None:
        with pytest.raises((ParseError, Unsupported)):
            parse_expression(text, scope, BOOL, EMPTY, START)
        return
    left, right = (bare(parse_expression(part, scope, BOOL, EMPTY, START)) for part in (text, same))
    assert left is right


def test_what_a_statement_of_dafny_2_is_called_may_be_a_method_since() -> None:
    text = "method parallel(x: int) method Test() { parallel (i | 0 <= i < 3) ensures i < 9 { } parallel(1); }"
    program = parse_program(text)
    # The statement promises something, so it is a proof, and nothing of it is executed.
    (call,) = program.tested["Test"].body
    assert isinstance(call, Call)
    assert call.method == "parallel"


def test_every_construct_of_the_language_is_read(root: Path) -> None:
    program = parse_file(root / "tests" / "data" / "dafny" / "constructs.dfy")
    assert {found.name for found in program.specifications} > {"Tr.Step", "LetInClause"}
    assert any("method Refinement.M: a member of a module that refines A" in str(each) for each in program.problems)
    assert [test.name for test in program.tests] == ["StatementsTest"]
    assert len(program.tested["StatementsTest"].body) > 35


@pytest.mark.parametrize(
    "text",
    [
        "method M() ensures " + "(" * 2_000 + "true" + ")" * 2_000,
        "method M() ensures " + "!" * 2_000 + "true",
        "method M() ensures " + "[" * 2_000 + "]" * 2_000 + " == []",
        "method M() ensures " + "true ==> " * 2_000 + "true",
        "method M(x: int) ensures " + "x + " * 2_000 + "1 == 2",
        "method M(x: " + "seq<" * 2_000 + "int" + ">" * 2_000 + ")",
        "method M() ensures 1 == " + "9" * 100_000,
        "method M() ensures 1.0 == 1.0e999999999",
        "".join(f"type T{i} = (T{i + 1}, T{i + 1}) " for i in range(40)) + "type T40 = int method M(x: T0)",
        "type A = B type B = A method M(x: A)",
        "type A = x: int | forall y: A :: y > x method M(x: A)",
        "datatype A = A(a: A) method M(x: A) ensures x == x",
        "const a := b const b := a",
    ],
)
def test_deep_or_large_text_is_read_and_at_most_not_lowered(text: str) -> None:
    program = parse_program(text)
    assert program.problems or program.specifications


@pytest.mark.parametrize(
    "text",
    [
        "method M() ensures " + "(" * 2_000,
        "method M() {" + "{" * 100_000,
        "method M( " + "/*" * 100_000,
        "method M() { " + '\\"' * 100_000,
        "method M() ensures f(" + "(x, " * 5_000,
        "class A {" * 1_000 + "}" * 1_000,
        "method M() requires " + "x " * 10,
        "\0" * 100,
    ],
)
def test_broken_text_is_an_error_with_a_place(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_program(text, "f.dfy")
    assert str(caught.value).startswith("f.dfy:")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file or folder"),
        (b"method M()\n\xff\xfe", "2: is not UTF-8 text"),
        (b" " * (16 * 2**20) + b"method M()", "is larger than 16 MiB"),
    ],
)
def test_a_file_that_cannot_be_used(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "f.dfy"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        parse_file(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize("content", [b"", b" \r\n", b"\xef\xbb\xbf// only a comment\n", b"/* /* nested */ */"])
def test_a_file_without_code_is_an_empty_program(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "f.dfy"
    path.write_bytes(content)
    program = parse_file(path)
    assert not [*program.specifications, *program.functions, *program.tests, *program.problems]
    assert not holds_code(path)
