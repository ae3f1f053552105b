"""Function values: `f.requires(x)` and `f.reads(x)`, and functions with a precondition as inputs."""

from pathlib import Path
from typing import Any

import pytest

from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import bare
from specassay.core.ir.values import ArrayValue, UninterpretedValue
from specassay.core.language.running import run_on, subject
from specassay.core.spans import Span
from specassay.frontends.dafny import parse_expression, parse_program, show_term, with_checks
from tests.rows import rows_of_file

HALF = "function method Half(x: int): int requires x % 2 == 0 { x / 2 }\n"


def row(tmp_path: Path, text: str, **options: Any) -> dict[str, Any]:
    path = tmp_path / "file.dfy"
    path.write_text(HALF + text, encoding="utf-8")
    (found,) = rows_of_file(path, **options)
    return found


def verdict(tmp_path: Path, text: str, **options: Any) -> str:
    return str(row(tmp_path, text, **options)["assessment"]["verdict"])


def test_a_precondition_of_a_parameter_is_one_of_its_method(tmp_path: Path) -> None:
    text = "method M(f: int --> int, x: int) returns (r: int) requires f.requires(x) ensures r == f(x) { r := f(x); }"
    assert verdict(tmp_path, text) == "strong"


def test_outside_the_precondition_of_a_parameter_a_postcondition_may_say_nothing(tmp_path: Path) -> None:
    text = "method M(f: int --> int, x: int) returns (r: int) ensures f.requires(x) ==> r == 3 { r := 3; }"
    found = row(tmp_path, text)
    assert found["assessment"]["verdict"] == "weak"
    assert "requires" in found["assessment"]["witness"]["inputs"]["f"]


def test_a_total_function_is_defined_wherever_its_parameters_are_and_reads_nothing(tmp_path: Path) -> None:
    text = "method M(f: int -> int) returns (r: int) ensures f.requires(3) && f.reads(3) == {} ==> r == 3 { r := 3; }"
    assert verdict(tmp_path, text) == "strong"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("Half, 4", "holds"),
        ("Half, 3", "invalid input"),
        ("x requires x > 3 => x, 4", "holds"),
        ("x requires x > 3 => x, 3", "invalid input"),
        ("x => x, 3", "holds"),
    ],
)
def test_what_a_test_gives_has_its_own_precondition(tmp_path: Path, given: str, expected: str) -> None:
    text = (
        "method M(f: int --> int, x: int) returns (r: int) requires f.requires(x) ensures r > 0\n"
        f"method Test() {{ var r := M({given}); assert r > 0; }}"
    )
    assert [test["verdict"] for test in row(tmp_path, text)["tests"]] == [expected]


LAMBDAS = """
class C { var n: int }
method M(c: C, d: C, a: array<int>)
  requires c != d
  ensures (() reads c, a => c.n).reads() == {c, a}
  ensures (() reads c`n => c.n).reads() == {c}
  ensures d !in (() reads {c} => c.n).reads() && (x => x + 1).reads(1) == {}
  ensures ((x: int) requires x == 1 reads c => x).requires(2)
"""


def test_a_lambda_reads_what_its_clauses_name() -> None:
    program = parse_program(LAMBDAS, "t.dfy")
    (found,) = program.specifications
    c, d = (UninterpretedValue("object", number) for number in (1, 2))
    values = {"c": c, "d": d, "c.n": 0, "a": ArrayValue((), "a")}
    clauses = [evaluate(each.term, values, program.functions) for each in found.ensures if each.term is not None]
    assert [clause.value for clause in clauses] == [True, True, True, False]


NAMED = """
class C {
  var x: int
  constructor (v: int) ensures x == v { x := v; }
  function method G(y: int): int reads this requires x > y { x }
  method Inside() requires G.requires(0) { var g := G; assert g.reads(1) == {this} && g(0) == x; }
}
function method F(c: C): int reads c requires c.x > 0 { c.x }
function method H(a: array<int>): int reads a requires a.Length > 0 { a[0] }
method Main() {
  var c := new C(5);
  var d := new C(-5);
  var a := new int[3];
  var f, g, h := F, c.G, H;
  assert f.requires(c) && !f.requires(d) && f.reads(c) == {c};
  assert g.requires(3) && !g.requires(7) && g.reads(7) == {c};
  assert h.requires(a) && h.reads(a) == {a};
  c.x := 2;
  assert !g.requires(3) && f(c) == 2;
  assert F.reads(d) == {d} && c.G.requires(1);
  c.Inside();
}
"""


def test_a_named_function_has_its_own_precondition_and_frame_in_the_state_in_which_it_is_applied() -> None:
    program = with_checks(parse_program(NAMED, framed=True))
    found = run_on(subject(program, "Main"), {}, program, 10.0, True)
    assert found.outcome.state == "returned", found.outcome.reason
    assert not found.checks.failures
    assert not found.checks.open
    assert found.checks.decided >= 7


def test_a_specification_may_ask_for_the_clauses_of_a_named_function(tmp_path: Path) -> None:
    method = "method M(c: C) returns (r: int) requires F.requires(c) ensures r == F(c) { r := F(c); }"
    text = NAMED.partition("method Main")[0] + method
    path = tmp_path / "file.dfy"
    path.write_text(text, encoding="utf-8")
    (found,) = [each for each in rows_of_file(path) if each["method"].endswith("M")]
    assert found["assessment"]["verdict"] == "strong"


def test_a_precondition_of_a_parameter_is_near_what_it_is_applied_to(tmp_path: Path) -> None:
    text = "lemma L(f: int --> int, x: int) requires f.requires(x) ensures f.requires(x + 1) {}"
    assert verdict(tmp_path, text, made=None) == "wrong"


def test_functions_in_a_collection_have_no_samples_and_the_rest_of_the_method_is_judged(tmp_path: Path) -> None:
    text = (
        "method M(f: seq<int --> int>, x: int) returns (r: int) requires |f| == 1 && f[0].requires(x)\n"
        "  ensures r == f[0](x) { r := f[0](x); }"
    )
    assert verdict(tmp_path, text) == "strong"


def test_a_lambda_with_clauses_is_written_as_it_is_read() -> None:
    for text in ("seq(3, i requires i < 3 => i)", "((x: int) requires x > 0 => 10 / x)(5)"):
        term = bare(parse_expression(text, {}, None, Program("e.dfy"), Span("e.dfy", 1, 1, 1, 1)))
        assert bare(parse_expression(show_term(term), {}, None, Program("e.dfy"), Span("e.dfy", 1, 1, 1, 1))) == term


def test_inputs_that_are_looked_for_in_parts_may_be_partial_functions(tmp_path: Path) -> None:
    text = (
        "method M<T(!new)>(s: seq<int>, f: T --> int) returns (r: int)\n"
        "  requires forall x :: f.requires(x) && f(x) == 3\n  requires |s| == 1000\n  ensures r == |s|\n{ r := |s|; }"
    )
    assert "a defect of specassay" not in str(row(tmp_path, text))


TYPED = """type Even = x: int | x % 2 == 0
method Apply(f: nat -> nat, n: nat) returns (m: nat) ensures m == f(n) { m := f(n); }
method Halves(f: int -> Even, n: int) returns (m: int) ensures 2 * m == f(n) { m := f(n) / 2; }
method Index(f: nat -> nat, s: seq<int>) returns (m: int) requires f(0) < |s| ensures m == s[f(0)] { m := s[f(0)]; }
"""


def test_a_function_gives_what_its_type_says(tmp_path: Path) -> None:
    """`x => x - 1` is no function of the type nat -> nat: with it the body gave a negative result, or failed."""
    path = tmp_path / "typed.dfy"
    path.write_text(TYPED, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path)}
    assert {each["verdict"] for each in found.values()} == {"strong"}, found


RETURNED = {
    "method Adder(k: int) returns (f: int -> int) ensures forall x :: f(x) == x + k { f := x => x + k; }": "strong",
    "method Above(k: int) returns (p: int -> bool) ensures forall x :: p(x) <==> x > k { p := x => x > k; }": "strong",
    "method Both(k: int) returns (f: int -> int, n: int) ensures n == k && forall x :: f(x) == x"
    " { n := k; f := x => x; }": "strong",
    "method Start(k: int) returns (f: int -> int) ensures f(0) == k { f := x => x + k; }": "weak",
    "method Few(g: int -> int) returns (f: int -> int) ensures forall x :: 0 <= x < 3 ==> f(x) == g(x) + 1"
    " { f := x => g(x) + 1; }": "weak",
    "method Other(k: int) returns (f: int -> int, n: int) ensures n >= k && forall x :: f(x) == x"
    " { n := k; f := x => x; }": "weak",
    "method Times(k: int) returns (f: int -> int) ensures forall x :: f(x) == x * k { f := x => x + k; }": "wrong",
    # All that a function of this type is given is natural: another result for -1 is not another function.
    "method Naturals() returns (f: nat -> int) ensures forall n: nat :: f(n) == n { f := n => n; }": "unknown",
}


def test_functions_that_are_returned_are_told_apart_by_their_results(tmp_path: Path) -> None:
    path = tmp_path / "returned.dfy"
    path.write_text("\n".join(RETURNED), encoding="utf-8")
    found = [row["assessment"] for row in rows_of_file(path)]
    assert [each["verdict"] for each in found] == list(RETURNED.values()), found


RELATIONS = """
predicate Asymmetric<T(!new)>(r: (T, T) -> bool) { forall x, y :: r(x, y) ==> !r(y, x) }
predicate AntiSymmetric<T(!new)>(r: (T, T) -> bool) { forall x, y :: r(x, y) && r(y, x) ==> x == y }
predicate Irreflexive<T(!new)>(r: (T, T) -> bool) { forall x :: !r(x, x) }
predicate Transitive<T(!new)>(r: (T, T) -> bool) { forall x, y, z :: r(x, y) && r(y, z) ==> r(x, z) }
"""
TWO = "(f: int -> int, g: int -> int) requires forall x :: f(x) < g(x) ensures forall x :: "


@pytest.mark.parametrize(
    ("lemma", "expected"),
    [
        pytest.param(
            "<T(!new)>(r: (T, T) -> bool) requires Asymmetric(r) ensures AntiSymmetric(r)",
            "strong",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "<T(!new)>(r: (T, T) -> bool) requires Irreflexive(r) && Transitive(r) ensures Asymmetric(r)",
            "strong",
            marks=pytest.mark.slow,
        ),
        (TWO + "f(x) + 1 <= g(x)", "strong"),
        # False of some functions, which nobody has found: it must not be proved.
        ("<T(!new)>(r: (T, T) -> bool) requires AntiSymmetric(r) ensures Asymmetric(r)", "unknown"),
        ("<T(!new)>(r: (T, T) -> bool) requires Transitive(r) ensures Irreflexive(r)", "unknown"),
        (TWO + "f(x) + 2 <= g(x)", "unknown"),
    ],
)
def test_what_is_proved_of_functions_of_which_nothing_is_known(tmp_path: Path, lemma: str, expected: str) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(f"{RELATIONS}lemma L{lemma} {{ }}", encoding="utf-8")
    (found,) = rows_of_file(path)
    assert found["assessment"]["verdict"] == expected


def test_a_way_whose_definedness_is_not_known_is_asked_for_alone(tmp_path: Path) -> None:
    text = """function Sum(n: nat, f: int -> int): int { if n == 0 then 0 else f(n - 1) + Sum(n - 1, f) }
    lemma Renamed(n: nat, g: (int, int) -> int) requires n < 9
      ensures Sum(n, x => Sum(n, y => g(x, y))) == Sum(n, a => Sum(n, b => g(a, b))) { }"""
    path = tmp_path / "file.dfy"
    path.write_text(text, encoding="utf-8")
    found = {each["method"]: each for each in rows_of_file(path)}
    assert found["Renamed"]["tests"]
