//// strong up to choice
method M(b: bool) returns (x: int) ensures b ==> x == 1 { if b { x := 1; } }
//// strong
method M(b: bool) returns (x: int) ensures x == if b then 1 else 0 { «var k: int; if b { k := 1; } else { k := 0; } x := k;¦var k: int, j: int; k := 1; x := if b then k else 0;¦if b { x := 1; } else { x := 0; }¦var k: nat; k := 0; while k < 1 { k := 1; } x := if b then k else 0;¦var k; k := 1; if !b { k := 0; } x := k;» }
//// strong up to choice
method M(n: nat) returns (a: array<int>) ensures fresh(a) && a.Length == n ensures n > 0 ==> a[0] == 7 { a := new int[n]; if n > 0 { a[0] := 7; } }
//// strong
method M(n: nat) returns (a: array<int>) ensures fresh(a) && a.Length == n && forall i :: 0 <= i < n ==> a[i] == i { «a := new int[n](i => i);¦a := new int[n]; forall i | 0 <= i < n { a[i] := i; }¦a := new int[n]; var j := 0; while j < n invariant 0 <= j <= n && forall i :: 0 <= i < j ==> a[i] == i { a[j] := j; j := j + 1; }» }
//// strong
method M() returns (a: array<char>, s: string) ensures fresh(a) && a[..] == "abc" && s == "bc" { a := new char[] ['a', 'b', 'c']; s := a[1..]; }
//// weak
method M(n: nat) returns (a: array<int>) requires n > 1 ensures fresh(a) && a.Length == n && a[1] == 4 { a := new int[n](i => 4 * i); }
//// strong
class C { var x: int var y: nat constructor (b: bool) ensures x == 5 && y == 2 { x := 5; new; y := if b then 2 else 1 + 1; } }
//// strong up to choice
class C { var x: int var y: nat constructor (b: bool) ensures b ==> x == 5 ensures y == 2 { if b { x := 5; } y := 2; } }
//// strong
class C { var x: int const k: int := 3 constructor (v: int) ensures x == v + 3 { x := v + k; } }
//// 4 strong
method M() returns (r: (int, bool)) ensures r == (0, true) { var p: (int, bool); p := (0, true); r := p; }
//// unknown
method M(y: int) returns (x: int) ensures x > y { x :| x > y; }
//// strong up to choice
method M(y: int) returns (x: bool) { x := *; } method N(y: int) returns (x: int) ensures x == y || x == -y { if * { x := y; } else { x := -y; } }
//// strong up to choice
method M(y: int) returns (x: int) ensures x == 1 || x == 2 { if { case true => x := 1; case true => x := 2; } }
//// strong
method M(y: int) returns (x: int) ensures x == (if y < 0 then -y else y) { if { case y <= 0 => x := -y; case y >= 0 => x := y; } }
//// weak
method M(y: int) returns (x: int) ensures x >= y { if * { x := y; } else { x := y + 1; } }
//// strong
method M(y: int) returns (x: int) ensures x == y { x := *; x := y; }
//// strong
method M(y: nat) returns (x: nat) decreases * ensures x == y { x := y; while * invariant x == y decreases * { } }
