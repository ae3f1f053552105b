"""What would mean something else than Dafny says is refused by name and place, and takes nothing else with it."""

from functools import partial
from typing import Any

import pytest

from specassay.core.errors import DEFECT
from specassay.core.ir.contracts import TestMethod
from specassay.core.test_execution.following import followed
from specassay.core.test_execution.tracing import Trace
from specassay.frontends.dafny import parse_program
from specassay.frontends.dafny.lowering import RULES
from specassay.frontends.listing import lines, unsupported
from tests.dafny_harness.made import examples_of

from ...fuzzing.reading import read_dafny

CLASSES = "trait Thing { var n: int }\nclass Thread extends Thing { constructor () {} }\n"


def listed(text: str) -> str:
    return "\n".join(lines(parse_program(text, "t.dfy")))


# -- one declaration fails, the others do not


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule of lowering with an error of our own: of real numbers."""

    def fail(*_: object) -> None:
        raise KeyError("this")

    monkeypatch.setitem(RULES, "decimal", fail)


GOOD = "method Good(x: int) returns (r: int) ensures r == x\n{ r := x; }\n"


@pytest.mark.parametrize(
    "text",
    [
        "method M() returns (r: real) ensures r == 1.5",
        "method M() returns (r: real) requires true requires 1.5 > 0.5 ensures r == r",
        "function f(): real { 1.5 }",
        "function f(x: real): real requires x > 1.5",
        "const c := 1.5",
        "type T = x: real | x > 1.5\nmethod M(t: T) returns (r: T)",
        "method {:test} Test() { var x := 1.5; }",
    ],
)
def test_an_error_of_ours_is_that_of_one_declaration(broken: None, text: str) -> None:
    program = parse_program(GOOD + text, "t.dfy")
    whole = "\n".join(lines(program))
    assert "specification Good(x: Int) returns (r: Int)\n  ensures r == x" in whole
    assert f"{DEFECT} (KeyError: 'this')" in whole


def test_a_specification_that_fails_as_a_whole_is_one_clause_that_is_not_supported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("specassay.frontends.dafny.call_states.effects_of", lambda *_: 1 // 0)
    program = parse_program(GOOD, "t.dfy")
    (specification,) = program.specifications
    assert [clause.term for clause in specification.ensures] == [None]
    assert unsupported(program)[0].construct == f"{DEFECT} (ZeroDivisionError: integer division or modulo by zero)"


def test_a_method_whose_signature_is_not_read_is_not_forgotten() -> None:
    program = parse_program("method Lost(x: Unknown) returns (r: int) ensures r > 0\n" + GOOD, "t.dfy")
    (good, lost) = program.specifications
    assert (good.name, lost.name) == ("Good", "Lost")
    (clause,) = lost.ensures
    assert clause.term is None
    assert str(clause.clause.problems[0]) == "unsupported: the type Unknown at t.dfy:1:1"


def test_a_lemma_that_is_not_tested_is_not_forgotten() -> None:
    text = "twostate lemma L(a: array<int>) requires a[..] == old(a[..]) ensures a.Length == old(a.Length) { }"
    (lemma,) = parse_program(text, "t.dfy").others
    (clause,) = lemma.ensures
    assert clause.term is None
    assert "a twostate lemma" in str(clause.clause.problems[0])


def test_a_lemma_about_an_extreme_predicate_is_one_about_the_predicate_itself() -> None:
    text = (
        "least predicate P(n: int) {{ n == 0 || P(n - 2) }} {} lemma L(n: int) requires P(n) ensures n % 2 == 0 {{ }}"
    )
    extreme, plain = (parse_program(text.format(kind), "t.dfy").others[0] for kind in ("least", ""))
    assert [str(each.term) for each in extreme.conditions] == [str(each.term) for each in plain.conditions]


# -- types without their arguments


@pytest.mark.parametrize(
    ("signature", "as_if"),
    [
        ("method M(s: set, t: set) ensures s == t", "method M<T>(s: set<T>, t: set<T>) ensures s == t"),
        ("method M(m: map, s: set) ensures m.Keys == s", "method M<T, U>(m: map<T, U>, s: set<T>) ensures m.Keys == s"),
        ("method M<K>(s: seq) returns (k: K) ensures k in s", "method M<K>(s: seq<K>) returns (k: K) ensures k in s"),
        ("lemma M(s: seq) ensures s + [] == s", "lemma M<T>(s: seq<T>) ensures s + [] == s"),
        (
            "function M(s: seq): (r: multiset) ensures r == multiset(s)",
            "function M<T>(s: seq<T>): (r: multiset<T>) ensures r == multiset(s)",
        ),
    ],
)
def test_arguments_that_are_left_out_are_type_parameters(signature: str, as_if: str) -> None:
    """Each pair is accepted by Dafny 2.3, which refuses other element types for `s` in the second."""

    def named(text: str) -> str:
        return listed(text).replace("_T0", "T").replace("_T1", "U")

    assert named(signature) == named(as_if)


# -- types of objects


@pytest.mark.parametrize(
    ("clause", "meaning"),
    [
        ("o is Thread", "… unsupported: a test whether an object is a Thread at t.dfy:4:10"),
        ("(o as Thread) == o", "… unsupported: a test whether an object is a Thread at t.dfy:4:11"),
        ("exists p: Thing? | p in {o} :: p is Thread?", "… unsupported: a test whether an object is a Thread?"),
        ("o is Thing", "o != object#0"),
        ("o is Thing?", "true"),
        ("t is Thing", "t != object#0"),
        ("t is Thread?", "true"),
        ("a is array<int>", "a != null"),
        ("n is nat", "n >= 0"),
        ("n as nat < 3", "(if n >= 0 then n else [][0]) < 3"),
        ("(n + 1) as nat < 3", "(var value1' := n + 1; if value1' >= 0 then value1' else [][0]) < 3"),
        ("n < 3 as nat", "n < 3"),
    ],
)
def test_the_type_of_an_object_is_known_as_far_as_its_declaration_says(clause: str, meaning: str) -> None:
    """A conversion is defined where the value is one of the type."""
    whole = listed(f"{CLASSES}method M(o: Thing?, t: Thread?, a: array?<int>, n: int)\nrequires {clause}")
    assert f"\n  requires {meaning}" in whole or f"\n  {meaning}" in whole.replace("requires … ", "… ")


# -- refinement


BASE = """module A {
  predicate P(x: int)
  function f(x: int): int requires P(x) ensures f(x) >= 0
  method M(x: int) returns (r: int)
    requires P(x)
    ensures r == f(x)
  class C { var n: int  method Inc() modifies this ensures n == old(n) + 1 }
}
"""


def test_a_refining_module_inherits_contracts_and_what_is_declared() -> None:
    own = """module B refines A {
  predicate P(x: int) { x > 0 }
  function f(x: int): int { x + 1 }
  method M(x: int) returns (r: int) ensures r > 1
  class C { method Dec() modifies this ensures n == old(n) - 1 }
}"""
    whole = listed(BASE + own)
    assert "function B.f(x: Int): Int\n  requires B.P(x)\n  ensures B.f(x) >= 0\n  x + 1" in whole
    assert "B.M(x: Int) returns (r: Int)\n  requires B.P(x)\n  ensures r == B.f(x)\n  ensures r > 1" in whole
    assert "specification B.C.Inc(this.n: Int)" in whole
    assert "specification B.C.Dec(this.n: Int)" in whole
    assert "specification A.M(x: Int) returns (r: Int)\n  requires A.P(x)" in whole


def test_refinement_goes_on_through_several_modules_in_any_order() -> None:
    whole = listed("module C refines B { method M ... ensures r > 9 }\nmodule B refines A { }\n" + BASE)
    clauses = "\n  requires C.P(x)\n  ensures r == C.f(x)\n  ensures r > 9"
    assert f"specification C.M(x: Int) returns (r: Int){clauses}" in whole


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "module B refines X { method M() ensures true }",
            "a module that refines X, which is not declared outside of other modules,",
        ),
        ("module B refines C { method M() ensures true } module C refines B { }", "refines B, in a circle"),
        (BASE + "module B refines A { method M(y: int) returns (r: int) }", "a refinement with different parameters"),
    ],
)
def test_what_refines_something_unknown_is_refused(text: str, reason: str) -> None:
    program = parse_program(text, "t.dfy")
    assert any("method B.M" in str(problem) and reason in str(problem) for problem in program.problems)
    assert all(each.term is None for one in program.specifications if one.name == "B.M" for each in one.ensures)


# -- names


def test_a_name_that_is_not_lowered_hides_that_of_an_opened_import() -> None:
    text = """module A { function f(x: int): int { x }  const k := 1 }
module B { import opened A
  function f(x: int): int requires Unknown(x) { x + 1 }
  method k()
  method M(x: int) returns (r: int) ensures r == f(x) ensures r == k
}"""
    whole = listed(text)
    assert "unsupported: a call of f, which is not supported (unresolved identifier Unknown)" in whole
    assert "unsupported: the name k" in whole


def test_a_member_hides_no_type() -> None:
    whole = listed("class C { var n: int constructor C() { }\n  method M(c: C) returns (r: C) ensures r.n == c.n }")
    assert "ensures r.n == c.n" in whole


# -- what functions read


def test_a_two_state_predicate_gives_its_callers_all_that_it_says_is_unchanged() -> None:
    whole = listed("class C { var n: int }\ntwostate predicate P(c: C) reads c { unchanged(c) }")
    assert "P(c.n: Int, old(c.n): Int, c: object): Bool\n  c.n == old(c.n)" in whole


def test_a_body_that_is_not_supported_is_not_called_missing() -> None:
    program = parse_program("function f(x: int): int { Unknown(x) }", "t.dfy")
    assert program.functions["f"].unread == "unresolved identifier Unknown"
    assert "function f(x: Int): Int\n  … unsupported: unresolved identifier Unknown" in "\n".join(lines(program))


def test_a_function_whose_precondition_is_not_lowered_has_no_meaning() -> None:
    """Its value outside of its precondition would count."""
    assert not parse_program("function f(x: int): int requires Unknown(x) { x }", "t.dfy").functions


def test_a_function_with_a_result_type_that_is_not_lowered_takes_nothing_else_with_it() -> None:
    subset = "trait T { var n: int }\ntype S(!new) = t: T | t.n > 0 witness *\nfunction f(x: int): S\n"
    program = parse_program(subset + GOOD, "t.dfy")
    assert [one.name for one in program.specifications] == ["Good"]
    assert [str(one) for one in program.problems] == [
        "unsupported: function f: t.n, a field of an object without a name at t.dfy:2:23"
    ]


@pytest.mark.parametrize(
    ("clause", "reason"),
    [
        ("var a, j := xs, n; old(xs[n]) == a[j]", None),
        ("var xs, j := xs, n; old(xs[n]) == xs[j]", None),
        ("var a, j := c.data, n; old(c.data[n]) == a[j]", "an element of an array that another name stands for"),
        ("var c, j := c, n; old(c.n) == c.n", "c.n where a variable hides the object c"),
        ("forall c :: c in {d} ==> old(c.n) == c.n", "c.n where a variable hides the object c"),
        ("var xs := d; fresh(ys)", "what exists before, where a variable hides the array xs"),
    ],
)
def test_a_bound_variable_is_not_taken_for_the_object_that_it_hides(clause: str, reason: str | None) -> None:
    text = "class C { var n: int var data: array<int> }\n"
    text += "method M(xs: array<int>, n: int, c: C, d: C) returns (ys: array<int>)\n  modifies xs, c\n  ensures "
    (specification,) = parse_program(text + clause, "t.dfy").specifications
    problems = [problem.construct for one in specification.ensures for problem in one.clause.problems]
    assert problems == ([] if reason is None else [reason])


# -- texts on which the reading of tests failed, made small by `make fuzz`


@pytest.mark.parametrize(
    "text",
    [
        "method(){}method ETest(){();}",
        "method M() method {:test} Test() { 3; (3)(4); (x => x)(3); M()(4); }",
        "method {:test} Test() { var a := new int[]; a := new int[]; }",
        "method F(min:array<int>)returns(min:int){}method Test(){a3:=new int[0];t:=F(a3);}",
        "class C { twostate predicate P() reads this { unchanged(this) } method {:test} Test() { assert P(); } }",
    ],
)
def test_texts_that_failed_are_read(text: str) -> None:
    read_dafny(text)


def test_a_test_that_fails_inside_is_a_finding_and_the_others_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = GOOD + "method {:test} One() { var q := Good(1); assert q == 1; }\nmethod {:test} Two() { }"
    monkeypatch.setattr("specassay.core.test_execution.examples_of_tests.followed", partial(_broken_for, "Two"))
    found = examples_of(parse_program(text, "t.dfy"))
    assert [one.test for one in found.examples] == ["One"]
    assert [one.message for one in found.findings] == [f"Two is not executed: {DEFECT} (KeyError: 'Two')"]


def _broken_for(name: str, test: TestMethod, *rest: Any) -> Trace:
    if test.name == name:
        raise KeyError(name)
    return followed(test, *rest)


def test_a_parameter_with_an_apostrophe_is_not_the_bound_variable_of_unchanged() -> None:
    """A name of Dafny's may end in an apostrophe, as ours for the elements of a collection do."""
    kind = "class C { var x: int }\n"
    objects = listed(f"{kind}method M(element': set<C>, d: C) modifies d ensures unchanged(element') && d.x == 1")
    assert "forall element'': object :: element'' in element' && element'' != object#0" in objects
    frame = "modifies a ensures unchanged(index') && a[..] == []"
    arrays = listed(f"method M(index': seq<array<int>>, a: array<int>) {frame}")
    assert "index'[index'']" in arrays
