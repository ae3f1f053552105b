"""Test methods and the test snippets of data sets."""

from specassay.core.ir.statements import Expect, OpaqueStatement, Remark, Statement
from specassay.core.ir.terms import Term
from specassay.core.ir.updates import Call, NewArray, Update
from specassay.frontends.dafny import parse_program, parse_signature, parse_test, show_term


def snippet(text: str, signature: str) -> tuple[Statement, ...]:
    return parse_test(text, parse_signature(signature), "test", "t.json", 10).tested["test"].body


def body(text: str, test: str = "Test") -> tuple[Statement, ...]:
    return parse_program(text, "t.dfy").tested[test].body


def test_a_snippet_goes_on_over_its_lines() -> None:
    text = "var a1:= new int[] [3, 4];\nvar e1:= new int[] [4];\nvar r:=f(a1);\nassert arrayEquals(r,e1);"
    first, held, _, _, call, check = snippet(text, "method f(a: array<int>) returns (r: array<int>)")
    assert isinstance(first, NewArray)
    assert isinstance(held, Update)
    assert held.places == ("a1",)
    assert isinstance(call, Call)
    assert (call.method, call.places) == ("f", ("r",))
    assert isinstance(check, Expect)
    assert show_term(check.test) == "r[..] == e1[..]"
    assert check.text == "arrayEquals(r,e1)"
    assert str(check.span) == "t.json:13:1"


def test_two_slips_are_read_as_they_are_meant() -> None:
    _, check = snippet("var r := f(1);\nassert r:==2", "method f(n: int) returns (r: int)")
    assert isinstance(check, Expect)
    assert show_term(check.test) == "r == 2"


def test_a_line_that_is_no_dafny_does_not_hide_the_others() -> None:
    found = snippet(
        "var r = f(1);\nvar q := f('12');\nvar s := f(3);\nassert s == 4;", "method f(n: int) returns (r: int)"
    )
    broken, text, call, check = found
    assert isinstance(broken, OpaqueStatement)
    assert str(broken.span) == "t.json:10:7"
    assert isinstance(text, OpaqueStatement)
    assert "the character" in text.construct
    assert isinstance(call, Call)
    assert isinstance(check, Expect)


def test_what_a_line_that_is_no_dafny_names_is_unknown_behind_it() -> None:
    _, broken, check = snippet("var r := f(1);\nr = 7 8;\nassert r == 2;", "method f(n: int) returns (r: int)")
    assert isinstance(broken, OpaqueStatement)
    assert (broken.effect, [each.name for each in broken.assigns]) == ("state", ["r"])
    assert isinstance(check, Expect)


def test_whole_numbers_stand_for_reals_in_tests_only() -> None:
    call, check = snippet("var v := f(10);\nassert v == 240;", "method f(l: real) returns (v: real)")
    assert isinstance(call, Call)
    assert isinstance(call.arguments[0], Term)
    assert show_term(call.arguments[0]) == "10.0"
    assert isinstance(check, Expect)
    assert show_term(check.test) == "v == 240.0"


def test_what_depends_on_an_unknown_statement_is_unknown_too() -> None:
    found = snippet("var a := g(1);\nvar b := f(a);\nassert b == 1;", "method f(n: int) returns (r: int)")
    assert [type(statement) for statement in found] == [OpaqueStatement, OpaqueStatement, OpaqueStatement]


def test_comments_keep_their_place_among_statements() -> None:
    text = "method T() returns (r: int) method TTest() { // first\n var a := T(); /* 5 */\n //expected 6\n}"
    found = body(text, "TTest")
    assert [type(statement) for statement in found] == [Remark, Call, Remark, Remark]
    assert [s.text for s in found if isinstance(s, Remark)] == ["first", "5", "expected 6"]


def test_which_methods_are_tests() -> None:
    text = """
    method SumTest() {} method test_it() {} method Main() {} method {:test} Checks() {}
    method TestWith(x: int) {} method TestThat() ensures true {} lemma TestLemma() {} method Other() {}
    """
    program = parse_program(text)
    assert [test.name for test in program.tests] == ["SumTest", "test_it", "Main", "Checks"]
    assert [s.name for s in program.specifications] == ["TestWith", "TestThat", "Other"]


def test_a_body_outside_the_grammar_takes_no_other_test_with_it() -> None:
    text = (
        "method F(n: int) returns (r: int)\nmethod Test1() { var r := F(1);\n assert r 1; }\n"
        "method Test2() { var r := F(2); assert r == 2; }"
    )
    (statement,) = body(text, "Test1")
    assert isinstance(statement, OpaqueStatement)
    assert "t.dfy:3:11: found '1', expected " in statement.construct
    assert [type(statement) for statement in body(text, "Test2")] == [Call, Expect]


def test_statements_that_no_test_needs_do_not_hide_the_others() -> None:
    found = body(
        """method F(n: int) returns (r: int)
        method Test() {
          opaque ensures x > 0 modifies this { x := 2; }
          L() by { assert x; }
          var y :| y > 0 by { }
          label 12: assert y > 0;
          if { case a => y := 1; case b :| P(b) => y := 2; }
          while x > 0 { case true => }
          if {1} == s { } else if {} == t { }
          x :- expect M(); :- assert N(); w :| assume {:axiom} w in s;
          forall (i | 0 <= i < n) { a[i] := 0; } forall { } forall ensures true { }
          var f := x requires x > 0 => x; var g := new [] [1, 2];
          while ... { ... } assert ...; ...;
          var r := F(1); assert r == (1 := 5, 0 := 4).0;
          match r case A => z := 1; case B(c, _) => if case a => y := 1; case b :| P(b) => y := 2;
        }"""
    )
    assert isinstance(found[-3], Call)
