//// unknown
function Pick(s: set<int>): int requires s != {} ensures Pick(s) in s { var x :| x in s; x }
ghost method M(s: set<int>) returns (r: int) requires s != {} ensures r == Pick(s) { r := Pick(s); }
//// strong, Only strong
function Only(s: set<int>): int requires |s| == 1 ensures Only(s) in s { var x :| x in s; x }
ghost method M(s: set<int>) returns (r: int) requires |s| == 1 && forall a, b :: a in s && b in s ==> a == b ensures s == {r} { r :| r in s; assert {r} <= s; }
//// strong up to choice
method M(s: set<int>) returns (r: int) requires s != {} ensures r in s { r :| r in s; }
//// weak
method M(s: set<int>) returns (r: int) requires s == {1} ensures r in s || r == 0 { r :| r in s; }
//// strong, F strong
function F(n: nat): nat ensures F(n) == n { var k: nat :| k == n; k }
method M(n: nat) returns (r: nat) ensures r == F(n) { r := n; }
//// strong, Half strong
function Half(n: nat): nat requires n % 2 == 0 ensures 2 * Half(n) == n { assert n == 2 * (n / 2); var k: nat :| 2 * k == n; k }
method M(n: nat) returns (r: nat) requires n % 2 == 0 ensures r == Half(n) { r := n / 2; }
//// weak
method M(s: set<int>) returns (m: int) requires s != {} ensures m in s { m :| m in s; m := m; var t := s - {m}; if t != {} { var k :| k in t; if k < m { m := k; } } }
//// unknown
method M(x: int) returns (r: int) ensures r == 0 || r == 1 { var a := new «int¦real¦char»[3]; if a[0] == «1234567¦1234567.5¦'x'» { r := 1; } else { r := 0; } }
//// unknown
method M(s: set<int>) returns (r: int) ensures r == 0 || r == 1 { var a := new int[3]; if «a[0] in s¦a[1] < |s|¦a[2] % 7 == |s|» { r := 1; } else { r := 0; } }
//// unknown, N strong up to choice
method M() returns (a: array<int>) ensures fresh(a) && a.Length == 3 ensures a[1] == if a[0] == 1234567 then 8 else 7 { a := new int[3]; a[1] := 7; if a[0] == 1234567 { a[1] := 8; } }
method N() returns (a: array<int>) ensures fresh(a) && a.Length == 3 ensures a[1] == «7¦a[0]» { a := new int[3]; a[1] := «7¦a[0]»; }
//// weak
class C { const P: set<int>  var n: int  var m: int constructor (x: int) ensures n >= x { n, m := x, x; P := {x}; } }
//// strong
class C { const P: set<int>  var n: int  constructor (x: int) ensures n == x && P == {x} { n := x; P := {x}; } }
//// unknown
datatype D = A | B(x: int) | C(y: int)
method M() returns (r: int) ensures r == 0 || r == 1 { var a := new «D¦bool¦bool¦char¦bv8¦(int, bool)¦seq<int>¦set<int>¦map<int, int>»[3]; r := if «(match a[0] case A => true case B(x) => false case C(y) => y == 77)¦a[0] != a[1]¦a[0] && !a[2]¦a[0] as int > 200¦a[0] == 77¦a[0].1¦|a[1]| == 3¦|a[1]| == 3¦77 in a[0]» then 1 else 0; }
//// unknown
datatype D = A | B | E
class C { var b: «D¦bv8¦char¦bool» method M() returns (r: int) ensures r == 0 || r == 1 { var c := new C; r := if «c.b.E?¦c.b == 77¦c.b as int == 4711¦c.b» then 1 else 0; } }
//// strong
datatype D = A | B
method M() returns (r: int) ensures r == 2 { var a := new «D¦bool¦seq<int>»[2]; var b := a[1]; a[1] := b; r := a.Length; }
//// strong up to choice
method M(s: set<int>) returns (r: seq<int>) requires |s| <= 3 ensures multiset(r) == multiset(s) { r :| assume multiset(r) == multiset(s); }
//// strong
method N(m: multiset<int>) returns (n: nat) ensures n == |m| { var s: seq<int> :| assume multiset(s) == m; n := |m|; }
