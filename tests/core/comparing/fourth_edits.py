"""Sixty-one more edits of Dafny specifications: frames, freshness, invariants, arrays, values. The answers were written
before any of them was compared; one was wrong (*more room*, written as *equal*: where nothing may change, a dropped
condition on the input only makes it *stronger*)."""

from .edits import Edit

FOURTH = [
    Edit(
        "one object of two",
        "class C { var v: int var w: int } method M(c: C, d: C) modifies c, d ensures c.v == 1",
        "class C { var v: int var w: int } method M(c: C, d: C) modifies c ensures c.v == 1",
        "stronger",
    ),
    Edit(
        "two objects of one",
        "class C { var v: int var w: int } method M(c: C, d: C) modifies c ensures c.v == 1",
        "class C { var v: int var w: int } method M(c: C, d: C) modifies c, d ensures c.v == 1",
        "weaker",
    ),
    Edit(
        "field of a parameter",
        "class C { var v: int var w: int } method M(c: C) modifies c ensures c.v == 1",
        "class C { var v: int var w: int } method M(c: C) modifies c`v ensures c.v == 1",
        "stronger",
    ),
    Edit(
        "field is kept by clause",
        "class C { var v: int var w: int } method M(c: C) modifies c`v ensures c.v == 1",
        "class C { var v: int var w: int } method M(c: C) modifies c ensures c.v == 1 && c.w == old(c.w)",
        "equal",
    ),
    Edit(
        "frame of no use",
        "class C { var v: int var w: int } method M(c: C) ensures c.v == old(c.v)",
        "class C { var v: int var w: int } method M(c: C) modifies c ensures c.v == old(c.v) && c.w == old(c.w)",
        "equal",
    ),
    Edit(
        "array joins the frame",
        "method M(a: array<int>, b: array<int>) modifies a ensures a.Length == 0 || a[0] == 1",
        "method M(a: array<int>, b: array<int>) modifies a, b ensures a.Length == 0 || a[0] == 1",
        "weaker",
    ),
    Edit(
        "unchanged in words",
        "class D { var v: int } method M(c: D, d: D) requires c != d modifies c, d ensures c.v == 1 && unchanged(d)",
        "class D { var v: int } method M(c: D, d: D) requires c != d modifies c, d ensures c.v == 1 && d.v == old(d.v)",
        "equal",
    ),
    Edit(
        "tail of an array",
        "method M(a: array<int>) modifies a ensures a.Length > 0 ==> a[0] == 1 && a[1..] == old(a[1..])",
        "method M(a: array<int>) modifies a ensures a.Length > 0 ==> a[0] == 1",
        "weaker",
    ),
    Edit(
        "result is fresh",
        "method M(a: array<int>) returns (b: array<int>) ensures b[..] == a[..]",
        "method M(a: array<int>) returns (b: array<int>) ensures fresh(b) && b[..] == a[..]",
        "stronger",
    ),
    Edit(
        "object is fresh",
        "class C { var v: int var w: int } method M(c: C) returns (d: C) ensures d.v == c.v",
        "class C { var v: int var w: int } method M(c: C) returns (d: C) ensures fresh(d) && d.v == c.v",
        "stronger",
    ),
    Edit(
        "the same object",
        "class C { var v: int var w: int } method M(c: C) returns (d: C) ensures d == c",
        "class C { var v: int var w: int } method M(c: C) returns (d: C) ensures d.v == c.v",
        "weaker",
    ),
    Edit(
        "fresh or the same",
        "class C { var v: int var w: int } method M(c: C) returns (d: C) ensures d == c",
        "class C { var v: int var w: int } method M(c: C) returns (d: C) ensures d == c || fresh(d)",
        "weaker",
    ),
    Edit(
        "invariant is asked for",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() returns (r: nat) ensures r == n }",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() returns (r: nat) requires Valid() ensures r == n }",
        "weaker",
    ),
    Edit(
        "invariant is kept",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() requires Valid() modifies this ensures n == 0 }",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() requires Valid() modifies this ensures n == 0 && Valid() }",
        "stronger",
    ),
    Edit(
        "invariant is lost",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() requires Valid() && n > 0 modifies this ensures Valid() && n =="
        " old(n) - 1 && a == old(a) }",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() requires Valid() && n > 0 modifies this ensures n == old(n) - 1"
        " && a == old(a) }",
        "weaker",
    ),
    Edit(
        "invariant unfolded",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() returns (r: int) requires Valid() && n > 0 ensures r == s[0] }",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() returns (r: int) requires n <= a.Length && s == a[..n] && n > 0"
        " ensures r == a[0] }",
        "equal",
    ),
    Edit(
        "model or representation",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() returns (r: int) requires Valid() && n > 0 ensures r == s[n - "
        "1] }",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M() returns (r: int) requires Valid() && n > 0 ensures r == a[n - "
        "1] }",
        "equal",
    ),
    Edit(
        "more room",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M(x: int) requires Valid() && n < a.Length ensures n == old(n) }",
        "class Q { ghost var s: seq<int> var n: nat var a: array<int> predicate Valid() reads this, a { n <= "
        "a.Length && s == a[..n] } method M(x: int) requires Valid() ensures n == old(n) }",
        "stronger",
    ),
    Edit(
        "invariant says more",
        "class K { var x: int var y: int predicate Valid() reads this { x <= y } method M() requires Valid() "
        "modifies this ensures Valid() }",
        "class K { var x: int var y: int predicate Valid() reads this { x < y } method M() requires Valid() "
        "modifies this ensures Valid() }",
        "incomparable",
    ),
    Edit(
        "ghost is forgotten",
        "class K { ghost var g: int var x: int method M() modifies this ensures x == old(x) + 1 && g == old(g) }",
        "class K { ghost var g: int var x: int method M() modifies this ensures x == old(x) + 1 }",
        "weaker",
    ),
    Edit(
        "sorted and a permutation",
        "method M(a: array<int>) modifies a ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j] "
        "ensures multiset(a[..]) == multiset(old(a[..]))",
        "method M(a: array<int>) modifies a ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]",
        "weaker",
    ),
    Edit(
        "neighbours and pairs",
        "method M(a: array<int>) modifies a ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]",
        "method M(a: array<int>) modifies a ensures forall i, j :: 0 <= i <= j < a.Length ==> a[i] <= a[j]",
        "equal",
    ),
    Edit(
        "a bound is off",
        "method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == 0",
        "method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length - 1 ==> a[i] == 0",
        "weaker",
    ),
    Edit(
        "strict",
        "method M(a: array<int>) requires a.Length > 1 modifies a ensures a[0] < a[1]",
        "method M(a: array<int>) requires a.Length > 1 modifies a ensures a[0] <= a[1]",
        "weaker",
    ),
    Edit(
        "longer arrays only",
        "method M(a: array<int>) returns (r: int) requires a.Length > 0 ensures r == a[0]",
        "method M(a: array<int>) returns (r: int) requires a.Length > 1 ensures r == a[0]",
        "weaker",
    ),
    Edit(
        "old is dropped",
        "method M(a: array<int>) requires a.Length > 0 modifies a ensures a[0] == old(a[0])",
        "method M(a: array<int>) requires a.Length > 0 modifies a ensures a[0] == a[0]",
        "weaker",
    ),
    Edit(
        "by elements",
        "method M(a: array<int>) returns (s: seq<int>) ensures s == a[..]",
        "method M(a: array<int>) returns (s: seq<int>) ensures |s| == a.Length && forall i :: 0 <= i < |s| "
        "==> s[i] == a[i]",
        "equal",
    ),
    Edit(
        "abs",
        "method M(x: int) returns (r: int) ensures r >= 0 && (r == x || r == -x)",
        "method M(x: int) returns (r: int) ensures r == if x < 0 then -x else x",
        "equal",
    ),
    Edit(
        "abs may be anything",
        "method M(x: int) returns (r: int) ensures r >= 0 && (r == x || r == -x)",
        "method M(x: int) returns (r: int) ensures r >= x && r >= -x",
        "weaker",
    ),
    Edit(
        "max",
        "method M(x: int, y: int) returns (r: int) ensures r >= x && r >= y",
        "method M(x: int, y: int) returns (r: int) ensures r >= x && r >= y && (r == x || r == y)",
        "stronger",
    ),
    Edit(
        "min for max",
        "method M(x: int, y: int) returns (r: int) ensures r == if x < y then x else y",
        "method M(x: int, y: int) returns (r: int) ensures r == if x < y then y else x",
        "incomparable",
    ),
    Edit(
        "nat",
        "method M(x: int) returns (r: int) requires x >= 0 ensures r == x",
        "method M(x: nat) returns (r: int) ensures r == x",
        "equal",
    ),
    Edit(
        "nat result",
        "method M(x: int) returns (r: int) ensures r * r == x * x",
        "method M(x: int) returns (r: nat) ensures r * r == x * x",
        "stronger",
    ),
    Edit(
        "division",
        "method M(x: int, y: int) returns (q: int) requires y > 0 ensures q == x / y",
        "method M(x: int, y: int) returns (q: int) requires y > 0 ensures q * y <= x < (q + 1) * y",
        "equal",
    ),
    Edit(
        "modulo",
        "method M(x: int) returns (r: int) ensures r == x % 3",
        "method M(x: int) returns (r: int) ensures 0 <= r < 3",
        "weaker",
    ),
    Edit(
        "order of results",
        "method M(x: int, y: int) returns (a: int, b: int) ensures a == x && b == y",
        "method M(x: int, y: int) returns (a: int, b: int) ensures multiset{a, b} == multiset{x, y}",
        "weaker",
    ),
    Edit(
        "for all or some",
        "method M(s: seq<int>) returns (b: bool) ensures b <==> forall x :: x in s ==> x > 0",
        "method M(s: seq<int>) returns (b: bool) ensures b <==> exists x :: x in s && x > 0",
        "incomparable",
    ),
    Edit(
        "not exists",
        "method M(s: seq<int>) returns (b: bool) ensures b <==> forall x :: x in s ==> x > 0",
        "method M(s: seq<int>) returns (b: bool) ensures b <==> !exists x :: x in s && x <= 0",
        "equal",
    ),
    Edit(
        "one direction",
        "method M(s: seq<int>, x: int) returns (b: bool) ensures b <==> x in s",
        "method M(s: seq<int>, x: int) returns (b: bool) ensures b ==> x in s",
        "weaker",
    ),
    Edit(
        "index or element",
        "method M(s: seq<int>, x: int) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x",
        "method M(s: seq<int>, x: int) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x && "
        "forall j :: 0 <= j < i ==> s[j] != x",
        "stronger",
    ),
    Edit(
        "last for first",
        "method M(s: seq<int>, x: int) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x && "
        "forall j :: i < j < |s| ==> s[j] != x",
        "method M(s: seq<int>, x: int) returns (i: int) requires x in s ensures 0 <= i < |s| && s[i] == x && "
        "forall j :: 0 <= j < i ==> s[j] != x",
        "incomparable",
    ),
    Edit(
        "sets by members",
        "method M(s: set<int>, t: set<int>) returns (u: set<int>) ensures u == s * t",
        "method M(s: set<int>, t: set<int>) returns (u: set<int>) ensures forall x :: x in u <==> x in s && x in t",
        "equal",
    ),
    Edit(
        "subset",
        "method M(s: set<int>) returns (u: set<int>) ensures u == s",
        "method M(s: set<int>) returns (u: set<int>) ensures u <= s",
        "weaker",
    ),
    Edit(
        "map is updated",
        "method M(m: map<int, int>, k: int) returns (n: map<int, int>) ensures n == m[k := 0]",
        "method M(m: map<int, int>, k: int) returns (n: map<int, int>) ensures k in n && n[k] == 0",
        "weaker",
    ),
    Edit(
        "concatenation",
        "method M(s: seq<int>, t: seq<int>) returns (u: seq<int>) ensures u == s + t",
        "method M(s: seq<int>, t: seq<int>) returns (u: seq<int>) ensures |u| == |s| + |t| && u[..|s|] == s "
        "&& u[|s|..] == t",
        "equal",
    ),
    Edit(
        "prefix alone",
        "method M(s: seq<int>, t: seq<int>) returns (u: seq<int>) ensures u == s + t",
        "method M(s: seq<int>, t: seq<int>) returns (u: seq<int>) ensures s <= u",
        "weaker",
    ),
    Edit(
        "datatype",
        "datatype D = P | Q(n: int) method M(d: D) returns (r: int) ensures d.Q? ==> r == d.n",
        "datatype D = P | Q(n: int) method M(d: D) returns (r: int) ensures match d case P => r == 0 case "
        "Q(n) => r == n",
        "stronger",
    ),
    Edit(
        "constructor is renamed in words",
        "datatype D = P | Q(n: int) method M(d: D) returns (r: bool) ensures r <==> d.Q?",
        "datatype D = P | Q(n: int) method M(d: D) returns (r: bool) ensures r <==> d != P",
        "equal",
    ),
    Edit(
        "real",
        "method M(x: real) returns (r: real) ensures r * 2.0 == x",
        "method M(x: real) returns (r: real) ensures r == x / 2.0",
        "equal",
    ),
    Edit(
        "bits",
        "method M(x: bv8) returns (r: bv8) ensures r == x & 1",
        "method M(x: bv8) returns (r: bv8) ensures r == x % 2",
        "equal",
    ),
    Edit(
        "function says more",
        "function F(x: int): int { x + 1 } method M(x: int) returns (r: int) ensures r == F(x)",
        "function F(x: int): int { x + 2 } method M(x: int) returns (r: int) ensures r == F(x)",
        "incomparable",
    ),
    Edit(
        "function is inlined",
        "function F(x: int): int { 2 * x } method M(x: int) returns (r: int) ensures r == F(x)",
        "method M(x: int) returns (r: int) ensures r == x + x",
        "equal",
    ),
    Edit(
        "contradiction",
        "method M(x: int) returns (r: int) ensures r == x",
        "method M(x: int) returns (r: int) ensures r == x && r != x",
        "stronger",
    ),
    Edit(
        "precondition is dropped",
        "method M(x: int) returns (r: int) requires x > 0 ensures r == x",
        "method M(x: int) returns (r: int) ensures r == x",
        "stronger",
    ),
    Edit(
        "requires for ensures",
        "method M(x: int) returns (r: int) ensures x > 0 ==> r == x",
        "method M(x: int) returns (r: int) requires x > 0 ensures r == x",
        "weaker",
    ),
    Edit(
        "type parameter",
        "method M<T>(s: seq<T>) returns (t: seq<T>) ensures |t| == |s|",
        "method M<T>(s: seq<T>) returns (t: seq<T>) ensures t == s",
        "stronger",
    ),
    Edit(
        "constructor sets a field",
        "class K { var x: int var y: int constructor (i: int) ensures x == i && y == 0 }",
        "class K { var x: int var y: int constructor (i: int) ensures x == i }",
        "weaker",
    ),
    Edit(
        "result is no longer fresh",
        "method M(a: array<int>) returns (b: array<int>) ensures fresh(b) && b.Length == 3",
        "method M(a: array<int>) returns (b: array<int>) ensures b.Length == 3",
        "weaker",
    ),
    Edit(
        "fresh implies another",
        "method M(a: array<int>) returns (b: array<int>) ensures fresh(b) && b.Length == 3",
        "method M(a: array<int>) returns (b: array<int>) ensures fresh(b) && b != a && b.Length == 3",
        "equal",
    ),
    Edit(
        "another instead of fresh",
        "method M(a: array<int>) returns (b: array<int>) ensures fresh(b)",
        "method M(a: array<int>) returns (b: array<int>) ensures b != a",
        "weaker",
    ),
    Edit(
        "null is allowed",
        "class C { var v: int var w: int } method M(c: C) returns (r: int) ensures r == c.v",
        "class C { var v: int var w: int } method M(c: C?) returns (r: int) ensures c != null ==> r == c.v",
        "stronger",
    ),
]
