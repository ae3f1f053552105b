"""What the grammar of the reference manual (section 17) has and few programs use."""

import pytest

from specassay.frontends.dafny import parse_program, show_term

from .executed import run

CLASS = "class C { var 0: int var 12: int const 7: int := 3"


@pytest.mark.parametrize(
    "text",
    [
        "function F(): string -> seq<int> { (s: string) => [] }",
        "type P = int -> map<int, set<int>>\nconst c := 1",
        "function F(f: int -> seq<int>, g: (int, int) --> set<int>): int -> seq<int> -> int { x => s => x }",
        "class C { var x: int constructor <X>(c: X) ensures x == 0 { x := 0; } constructor B<X>(c: X) { x := 0; } }",
        "newtype N = int\nnewtype B = N witness 3\ntype T = int witness 4\nnewtype W = nat ghost witness 3",
        "class C { var x: int }\nfunction F(c: C): int reads ** { 3 }\nfunction G(c: C): int reads c, * { 3 }",
        "lemma L(x: nat, y: nat) requires x decreases to y ensures x > y {}",
        "lemma L(x: nat) requires (x, 2 decreases to x, 1) requires x nonincreases to 0 decreases x {}",
        "method M(to: nat) decreases to { }\nmethod N(to: int, b: nat) requires to > 0 decreases b, to { }",
        "datatype H<'a, 'b> = HH('a) | HG(f: 'a -> set<'b>)\nfunction F<'t>(x: 't, c: char): bool { c == 'a' }",
        f"{CLASS} }}\nmethod M(c: C) modifies c`0, c`12 ensures c.0 == c.7 {{ c.0 := 3; }}",
        "module A { export 1 provides F export T extends 1 reveals F const F := 3 }\nmodule B { import A`1 }",
        "module A { export 1 provides F export 2 extends 1 function F(): int { 3 } }\nmodule B { import A`{1, 2} }",
        "type W = x: int | x > 2 witness assert 3 > 2; 3\ntype V = x: int | x > 2 witness (var y := 3; y)",
        "greatest predicate P<T>(x: T) { P(x) }\nlemma L(x: int, k: ORDINAL) requires P#<int>[k](x) {}",
        "datatype E = E(e: E)\nmethod M(e: E) { match e { } }\nfunction F(p: (int, ghost bool)): int { p.0 }",
        "datatype E = E(e: E)\nfunction G(e: E): int { match e }\nfunction H(e: E): int { (match e) }",
    ],
)
def test_it_is_read(text: str) -> None:
    program = parse_program(text)
    assert program.unread == ()
    assert not [each for each in map(str, program.problems) if "error" in each]


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("forall k: nat ensures k + 1 > k {} x + 1", 5),
        ("forall k | k in {1, 2} ensures k in {1, 2} { assert k > 0; } forall y <- {x} ensures y == x {} x", 4),
        ("assert x == 4 by {\n reveal G();\n } var y :- Ok(x); Ok(y)", None),
        ("assert x == x by { } if x > 3 then x else 0", 4),
        ("calc { x; x; } match x { case 4 => 1 case _ => 2 }", 1),
    ],
)
def test_statements_inside_an_expression_leave_its_value(body: str, value: int | None) -> None:
    types = "datatype R = Ok(v: int) | No { predicate IsFailure() { No? } function PropagateFailure(): R { this } "
    types += "function Extract(): int requires Ok? { v } }"
    result = "int" if value is not None else "R"
    found = run(
        f"method M(x: int) returns (r: {result}) {{ r := F(x); }}\n{types}\n"
        f"function F(x: int): {result} {{ {body} }}\nfunction {{:opaque}} G(): int {{ 1 }}",
        x=4,
    )
    assert found.state == "returned", found.reason
    assert value is None or found.outputs == {"r": value}


def test_a_field_may_be_named_by_digits() -> None:
    text = f"{CLASS} method M() returns (r: int) modifies `0 ensures this.0 == 1 {{ this.0 := 1; r := this.7; }} }}"
    (specification,) = parse_program(text).specifications
    assert [str(each) for each in specification.modifies] == ["this.0"]
    (clause,) = [each for each in specification.ensures if each.clause.text == "this.0 == 1"]
    assert clause.term is not None
    assert show_term(clause.term) == "this.0 == 1"


def test_an_opaque_block_is_executed() -> None:
    assert run("method M() returns (r: int) { r := 1; opaque ensures r == 2 { r := 2; } }").outputs == {"r": 2}
