//// weak
class C { var x: int }
method M(c: C) modifies c { modify c; } method N(c: C) modifies c ensures c.x > 0 { modify c; c.x := 1; }
//// strong
class C { var x: int var y: int }
method N(c: C) modifies c`x ensures c.x == 1 { modify c`x; c.x := 1; }
//// strong
class C { var x: int var y: int }
method M(c: C) modifies c ensures c.x == old(c.y) && c.y == old(c.x) { c.x, c.y := c.y, c.x; }
//// strong
class C { var x: int var y: int }
method M(c: C) modifies c`y ensures c.y == c.x { c.y := c.x; }
//// weak
class C { var x: int var y: int }
method M(c: C) modifies c ensures c.y == c.x { c.y := c.x; }
//// strong
class C { var x: int }
method M(s: set<C>) modifies s ensures forall c :: c in s ==> c.x == 0 { forall c | c in s { c.x := 0; } }
//// weak
class C { var x: int }
method M(s: set<C>) modifies s ensures forall c :: c in s ==> c.x >= 0 { forall c | c in s { c.x := 0; } }
//// strong
class C { var x: int static method Make(v: int) returns (c: C) ensures fresh(c) && c.x == v { c := new C; c.x := v; } }
//// strong
class C { var x: int method Add(n: nat) modifies this ensures x == old(x) + n { x := x + n; } method Twice(n: nat) modifies this ensures x == old(x) + 2 * n { Add(n); Add(n); } }
//// strong
class C { var x: int method Set(v: int) returns (o: int) modifies this ensures x == v && o == old(x) { o := x; x := v; } }
method Use(c: C) returns (r: int) modifies c ensures c.x == 2 && r == 1 { r := c.Set(1); r := c.Set(2); }
//// strong
iterator Up(n: nat) yields (x: nat) yield ensures |xs| <= n && x == |xs| - 1 { var i := 0; while i < n invariant |xs| == i <= n { x := i; yield; i := i + 1; } }
method M() returns (r: nat) ensures r == 1 { r := 1; }
