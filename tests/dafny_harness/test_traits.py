"""Specifications of traits and abstract modules are judged as classes and modules have them that leave nothing open."""

from pathlib import Path

import pytest

from tests.dafny_harness.made import verdicts_of
from tests.rows import rows_of_file

SHAPES = """
trait Shape {
  ghost var Repr: set<object>
  var n: int
  predicate Valid() reads this, Repr
  function Size(): int reads this, Repr
  predicate Good() reads this, Repr { Valid() && Size() >= 0 }
  method Grow(k: int) requires Good() && k > 0 modifies this ensures Good() && Size() == old(Size()) + k
  method Get() returns (r: int) requires Valid() ensures r == Size()
  method Weak() returns (r: int) requires Valid() ensures r >= Size()
}
class Square extends Shape {
  var side: int
  constructor(s: int) requires s >= 0 ensures Valid() && Size() == s { side := s; Repr := {this}; }
  predicate Valid() reads this, Repr { side >= 0 }
  function Size(): int reads this, Repr { side }
  method Grow(k: int) { side := side + k; }
  method Get() returns (r: int) { r := side; }
  method Weak() returns (r: int) { r := side; }
}
method Use(s: Shape, k: int) returns (r: int)
  requires s.Good() && k > 0
  modifies s
  ensures s.Good() && r == s.Size() && s.Size() == old(s.Size()) + k
{ s.Grow(k); r := s.Get(); }
"""


def verdicts(tmp_path: Path, text: str) -> dict[str, str]:
    path = tmp_path / "file.dfy"
    path.write_text(text, encoding="utf-8")
    found = rows_of_file(path, engine="evaluate", made=2)
    return {row["method"]: row["assessment"]["verdict"] for row in found}


def test_methods_without_a_body_and_parameters_have_the_meaning_that_a_class_gives_them(tmp_path: Path) -> None:
    found = verdicts(tmp_path, SHAPES)
    assert {name: found[name] for name in ("Shape.Grow", "Shape.Get", "Shape.Weak", "Use")} == {
        "Shape.Grow": "strong",
        "Shape.Get": "strong",
        "Shape.Weak": "weak",
        "Use": "strong",
    }


@pytest.mark.parametrize(
    "left_out",
    ["method Get() returns (r: int) { r := side; }", "predicate Valid() reads this, Repr { side >= 0 }"],
)
def test_a_class_that_leaves_something_open_gives_no_meaning(tmp_path: Path, left_out: str) -> None:
    text = SHAPES.replace(left_out, "").partition("method Use")[0]
    assert verdicts(tmp_path, text)["Shape.Grow"] == "unknown"


def test_methods_of_an_abstract_module_have_the_meaning_that_a_refining_one_gives_them(tmp_path: Path) -> None:
    text = """
    abstract module Stack {
      predicate Ok(s: seq<int>)
      function Top(s: seq<int>): int requires Ok(s)
      method Pop(s: seq<int>) returns (t: int) requires Ok(s) ensures t == Top(s)
      method Twice(s: seq<int>) returns (t: int) requires Ok(s) ensures t >= 2 * Top(s) { var x := Pop(s); t := 2 * x; }
    }
    abstract module Half refines Stack { predicate Ok(s: seq<int>) { |s| > 0 } }
    module Whole refines Half {
      function Top(s: seq<int>): int { s[0] }
      method Pop(s: seq<int>) returns (t: int) { t := s[0]; }
    }"""
    found = verdicts(tmp_path, text)
    assert {name: found[name] for name in ("Stack.Pop", "Stack.Twice", "Half.Pop", "Whole.Pop")} == {
        "Stack.Pop": "strong",
        "Stack.Twice": "weak",
        "Half.Pop": "strong",
        "Whole.Pop": "strong",
    }
    open_ = verdicts(tmp_path, text.replace("method Pop(s: seq<int>) returns (t: int) { t := s[0]; }", ""))
    # It leaves Ok and Top without a body: whatever they are, t is Top(s).
    assert open_["Stack.Pop"] == "strong"


@pytest.mark.slow
def test_lemmas_of_an_abstract_module_are_those_of_a_refining_one() -> None:
    text = """
    abstract module Digits {
      function Base(): nat ensures Base() > 1
      type digit = i: int | 0 <= i < Base()
      function Value(s: seq<digit>): nat { if |s| == 0 then 0 else Value(s[1..]) * Base() + s[0] }
      lemma Zero(s: seq<digit>) ensures Value(s + [0]) == Value(s)
      lemma Small(s: seq<digit>) ensures Value(s) < 2
    }
    module Decimal refines Digits { function Base(): nat { 10 } }"""
    lemmas = "Digits.Zero", "Digits.Small"
    assert verdicts_of(text, *lemmas, engine="evaluate") == dict(zip(lemmas, ("strong", "wrong"), strict=True))
    # Of one input, [], nothing follows.
    assert verdicts_of(text.replace("{ 10 }", ""), *lemmas, engine="evaluate") == dict.fromkeys(lemmas, "unknown")


def test_a_function_that_promises_something_of_itself_is_that_of_its_class(tmp_path: Path) -> None:
    text = """
    trait Shape { function Area(): int reads this ensures Area() >= 0 }
    class Square extends Shape {
      var s: nat
      constructor (s: nat) ensures this.s == s { this.s := s; }
      function Area(): int reads this ensures Area() >= 0 { s * s }
    }
    method M() returns (r: int) ensures r == 4 { var q := new Square(2); r := q.Area(); }"""
    assert verdicts(tmp_path, text)["M"] == "strong"


def test_a_test_of_an_abstract_module_is_one_of_what_refines_it(tmp_path: Path) -> None:
    """It calls what the module leaves open, whose body is that of another module: that stays what is executed."""
    path = tmp_path / "clients.dfy"
    path.write_text(
        """abstract module Interface { method Next(n: int) returns (r: int) ensures r == n + 1 }
        module Implementation refines Interface { method Next(n: int) returns (r: int) { r := n + 1; } }
        abstract module Clients { import I : Interface method Test() { var r := I.Next(3); assert r == 4; } }
        module Client refines Clients { import I = Implementation }""",
        encoding="utf-8",
    )
    found = {row["method"]: row for row in rows_of_file(path)}
    sources = {name: {test["source"] for test in row["tests"]} for name, row in found.items()}
    assert sources == {"Interface.Next": {"body"}, "Implementation.Next": {"assertion"}}


def test_an_object_of_which_no_solver_says_what_exists_is_no_input(tmp_path: Path) -> None:
    path = tmp_path / "open.dfy"
    path.write_text(
        """class {:autocontracts} Kept<T(==)> {
          ghost var Contents: set<T>
          ghost predicate Valid() { Valid'() }
          ghost predicate {:autocontracts false} Valid'() reads this, Repr
          method Store(t: T) ensures Contents == old(Contents) + {t}
        }""",
        encoding="utf-8",
    )
    (row,) = rows_of_file(path)
    assert row["assessment"]["reason"].startswith("there is no test: no input that meets the precondition was found")


OF_TWO = """
function method Hidden(n: int): int
trait T { function method F(): int  method M() returns (r: int) ensures r == F() || r == 3 }
class A extends T { function method F(): int { 3 } method M() returns (r: int) ensures r == F() { r := 3; } }
class B extends T { function method F(): int { 4 } method M() returns (r: int) ensures r == F() { r := 4; } }
method N(t: T) returns (r: int) ensures r == t.F() { r := t.F(); }
"""


def test_what_is_strong_with_one_class_alone_is_weak(tmp_path: Path) -> None:
    assert verdicts(tmp_path, OF_TWO) == {"T.M": "weak", "A.M": "strong", "B.M": "strong", "N": "strong"}


def test_of_a_class_with_which_it_is_unknown_the_verdict_says_so(tmp_path: Path) -> None:
    path = tmp_path / "file.dfy"
    path.write_text(OF_TWO.replace("{ 4 }", "{ Hidden(4) }").replace(" || r == 3", ""), encoding="utf-8")
    (row,) = (row for row in rows_of_file(path, engine="evaluate", made=2) if row["method"] == "T.M")
    assert row["assessment"]["verdict"] == "strong"
    assert row["assessment"]["reason"].endswith(", with A for T; it is unknown with B for T")


def test_modules_that_refine_one_are_all_asked(tmp_path: Path) -> None:
    found = verdicts(
        tmp_path,
        """abstract module A { function method F(): int  method M() returns (r: int) ensures r == F() || r == 0 }
        module B refines A { function method F(): int { 0 } method M() returns (r: int) { r := 0; } }
        module C refines A { function method F(): int { 1 } method M() returns (r: int) { r := 1; } }""",
    )
    assert found == {"A.M": "weak", "B.M": "strong", "C.M": "weak"}


def test_a_module_whose_body_is_wrong_says_nothing_of_what_it_refines(tmp_path: Path) -> None:
    found = verdicts(
        tmp_path,
        """abstract module A { method M(x: int) returns (r: int) ensures r == x }
        module B refines A { method M(x: int) returns (r: int) { r := x; } }
        module C refines A { method M(x: int) returns (r: int) { r := x + 1; } }""",
    )
    assert found == {"A.M": "strong", "B.M": "strong", "C.M": "wrong"}


def test_a_wrong_body_of_the_only_class_or_module_says_nothing_of_what_it_implements(tmp_path: Path) -> None:
    found = verdicts(
        tmp_path,
        """trait T {
          function method K(): int
          method M(n: nat) returns (r: int) ensures r == n + K()
          method Own(n: nat) returns (r: int) ensures r == n + K() { r := n + K() + 1; }
        }
        class C extends T {
          function method K(): int { 3 }
          method M(n: nat) returns (r: int) ensures r == n + K() { r := n + K() + 1; }
        }
        abstract module A { method M(x: int) returns (r: int) ensures r == x }
        module B refines A { method M(x: int) returns (r: int) { r := x + 1; } }""",
    )
    assert found == {"T.M": "strong", "T.Own": "wrong", "C.M": "wrong", "A.M": "strong", "B.M": "wrong"}


BOXES = """
trait Box<T(==)> {
  var items: seq<T>
  predicate Valid() reads this
  method Put(x: T) requires Valid() modifies this ensures items == old(items) + [x]
  method Copied(other: Box<T>) returns (r: seq<T>) requires other.Valid() ensures r == other.items
  method Some() returns (r: T) requires Valid() ensures r in items
}
trait Full<T(==)> extends Box<T> { }
class Small<T(==)> extends Full<T> {
  constructor (x: T) ensures items == [x] { items := [x]; }
  predicate Valid() reads this { 0 < |items| }
  method Put(x: T) { items := items + [x]; }
  method Copied(other: Box<T>) returns (r: seq<T>) { r := other.items; }
  method Some() returns (r: T) { r := items[0]; }
}
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("T(==)> extends Full<T>", {"Box.Put": "strong", "Box.Copied": "strong", "Box.Some": "weak"}),
        # The trait's T has no meaning in a class that calls it something else: nothing stands for it.
        pytest.param(
            "T(==)> extends Full<seq<T>>",
            dict.fromkeys(("Box.Put", "Box.Copied", "Box.Some"), "unknown"),
            marks=pytest.mark.slow,
        ),
        ("T(==), U> extends Full<T>", dict.fromkeys(("Box.Put", "Box.Copied", "Box.Some"), "unknown")),
    ],
)
def test_generic_traits_are_read_as_classes_with_the_same_type_parameters(
    tmp_path: Path, given: str, expected: dict[str, str]
) -> None:
    found = verdicts(tmp_path, BOXES.replace("T(==)> extends Full<T>", given))
    assert {name: found[name] for name in expected} == expected
