"""Static members of generic types, by the name of the type: with its type arguments, `L<int>.Empty()`, and without
(reference manual, sections 5.10 and 9.32)."""

from pathlib import Path

from tests.dafny_harness.made import rows

TYPES = """
class L<T(==)> {
  static const Limit: int := 3
  static function Empty(): seq<T> { [] }
  static function Len(s: seq<T>): int { |s| }
  static predicate Has(s: seq<T>, x: T) { exists i :: 0 <= i < |s| && s[i] == x }
  static function Map<U>(f: T -> U, s: seq<T>): seq<U> { if s == [] then [] else [f(s[0])] + Map(f, s[1..]) }
  static method Pair<U>(x: T, u: U) returns (p: (T, U)) ensures p == (x, u) { p := (x, u); }
  method Put<U>(x: T, u: U) returns (p: (T, U)) ensures p == (x, u) { p := (x, u); }
  static lemma Neutral(s: seq<T>) ensures s + Empty() == s { }
}
datatype Tree<A> = Leaf | Node(left: Tree<A>, value: A, right: Tree<A>) {
  static function Single(x: A): Tree<A> { Node(Leaf, x, Leaf) }
  static method Twice(x: A) returns (s: seq<A>) ensures s == [x, x] { s := [x, x]; }
}
module M { class N<T> { static function First(s: seq<T>): T requires s != [] { s[0] } } }
"""
RIGHT = """
method Length(s: seq<int>) returns (n: int) ensures n == L<int>.Len(s) { n := |s|; }
method Inferred(s: seq<int>) returns (n: int) ensures n == L.Len(s) { n := |s|; }
method NoArgument(s: seq<int>) returns (n: nat) ensures n == |L<int>.Empty() + s| { n := |s|; }
method Member(s: seq<int>, x: int) returns (b: bool) ensures b == L<int>.Has(s, x) { b := x in s; }
method Both(s: seq<int>) returns (t: seq<bool>) ensures t == L<int>.Map<bool>(x => x > 0, s) {
  t := L.Map(x => x > 0, s);
}
method AsValue(s: seq<int>) returns (n: int) ensures n == L<int>.Len(s) {
  var f: seq<int> -> int := L<int>.Len;
  n := f(s);
}
method OfDatatype(x: int) returns (t: Tree<int>) ensures t == Tree<int>.Single(x) {
  t := Tree.Node(Tree.Leaf, x, Tree.Leaf);
}
method Qualified(s: seq<int>) returns (n: int) requires s != [] ensures n == M.N<int>.First(s) { n := s[0]; }
method Constant() returns (n: int) ensures n == L<int>.Limit { n := 3; }
method Called(x: int) returns (p: (int, bool)) ensures p == (x, true) { p := L<int>.Pair<bool>(x, true); }
method OnObject(l: L<int>) returns (p: (int, bool)) ensures p == (4, false) { p := l.Put<bool>(4, false); }
"""
OTHERS = """
method AtLeast(s: seq<int>) returns (n: int) ensures n >= L<int>.Len(s) { n := |s|; }
lemma Short(s: seq<int>) ensures L<int>.Len(s) < L<int>.Limit { }
"""


def test_static_members_of_generic_types_are_read_by_the_name_of_the_type(tmp_path: Path) -> None:
    found = {row["method"]: row["assessment"] for row in rows(tmp_path, TYPES + RIGHT + OTHERS)}
    verdicts = {name: each["verdict"] for name, each in found.items()}
    assert {name: each for name, each in verdicts.items() if each != "strong"} == {
        "AtLeast": "weak",
        "Short": "wrong",
    }, found
    assert {"L.Pair", "L.Neutral", "Tree.Twice", "Called"} <= set(verdicts)


def test_type_arguments_of_a_type_and_of_its_member_are_told_apart_in_tests(tmp_path: Path) -> None:
    # Of `Pair<bool>` on an L<int> the first type parameter is T, that of its class, and it is none of those written.
    test = """method Test() {
      var p := L<int>.Pair<bool>(1, true); assert p == (1, true);
      var s := Tree<int>.Twice(3); assert s == [3, 3];
    }"""
    found = {row["method"]: row for row in rows(tmp_path, TYPES + test, engine="z3")}
    assert found["L.Neutral"]["correctness"] == [1.0, 1.0]  # Lemmas are tested by the evaluator, whatever the engine.
    for name in ("L.Pair", "Tree.Twice"):
        assert (found[name]["correctness"], len(found[name]["tests"])) == ([1.0, 1.0], 1), found[name]
