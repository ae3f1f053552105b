predicate method P(i: int) { i % 2 == 0 }
function method Pick(s: set<int>): int requires s != {} { var x :| x in s; x }
function method Any(n: int): int { var x :| x > n; x }
//= strong
method Evens(m: map<int, bool>) returns (b: bool) requires forall id :: id in m <==> P(id) && 0 <= id < 5 ensures b == (m[0] && m[2] && m[4]) { b := m[0] && m[2] && m[4]; }
//= strong
method OfDom(m: map<int, int>, k: int) returns (b: bool) requires forall id :: id in m <==> 0 <= id < 3 ensures b <==> forall id :: id in m ==> m[id] > 0 { b := m[0] > 0 && m[1] > 0 && m[2] > 0; }
//= strong
method ToMap(s: set<int>) returns (m: map<int, int>) ensures forall id :: id in m <==> id in s && P(id) ensures forall id :: id in m ==> m[id] == id + 1 { m := map i | i in s && P(i) :: i + 1; }
//= weak
method ToMapW(s: set<int>) returns (m: map<int, int>) ensures forall id :: id in m <==> id in s && P(id) { m := map i | i in s && P(i) :: i + 1; }
//= unknown
method UseAny(n: int) returns (r: int) ensures r == Any(n) { r := n + 1; }
//= unknown
method UseAnyT(n: int) returns (b: bool) ensures b == (Any(n) > n + 3) { b := false; }
//= strong
method PickOne(x: int) returns (r: int) ensures r == Pick({x}) { r := x; }
//= unknown
method PickTwo(x: int) returns (r: int) ensures r == Pick({x, x + 1}) { r := x; }
//= unknown
method FunEq(f: int -> int, g: int -> int) returns (b: bool) ensures b == (f == g) { b := false; }
//= unknown
method FunSelf(f: int -> int) returns (b: bool) ensures b == (f == f) { b := true; }
//= unknown
lemma Ext(f: int -> int, g: int -> int) requires forall x :: f(x) == g(x) ensures f == g { }
//= unknown
lemma ExtBool(f: bool -> int, g: bool -> int) requires f(true) == g(true) && f(false) == g(false) ensures f == g { }
//= wrong
lemma ExtBad(f: bool -> int, g: bool -> int) requires f(true) == g(true) ensures f(false) == g(false) { }
//= strong
method FunAll(f: bool -> int) returns (g: bool -> int) ensures forall b :: g(b) == f(!b) { g := b => f(!b); }
//= weak
method FunOne(f: bool -> int) returns (g: bool -> int) ensures g(true) == f(false) { g := b => f(!b); }
