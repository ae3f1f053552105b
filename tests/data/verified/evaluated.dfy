//// strong
method M(a: int, b: int, c: int) returns (r: bool) ensures r == (a < b <= c) { r := a < b && b <= c; }
//// strong
method M(p: bool, q: bool, s: bool) returns (r: bool) ensures r == (p ==> q ==> s) { r := !p || !q || s; }
//// strong
method M(p: bool, q: bool) returns (r: bool) ensures r == (p <== q) { r := q ==> p; }
//// strong
method M(x: int, y: int) returns (q: int, r: int) requires y != 0 ensures q == x / y && r == x % y { q, r := x / y, x % y; }
//// strong
method M(x: int) returns (q: int) ensures q == x / -3 { q := -(x / 3); }
//// strong
method M(x: real) returns (f: int, d: real) ensures f == x.Floor && d == x - x.Floor as real { f := x.Floor; d := x - f as real; }
//// weak
method M(x: real) returns (f: int) ensures f as real <= x { f := x.Floor; }
//// strong
method M(c: char) returns (u: char) requires 'a' <= c <= 'z' ensures u == (c as int - 32) as char { u := (c as int - 'a' as int + 'A' as int) as char; }
//// strong
method M(s: string) returns (t: string) ensures t == s + "\n\"" + "\u0041" { t := s + "\n"; t := t + ['"', 'A']; }
//// strong
method M(s: string) returns (b: bool) ensures b == (s <= "abc") { b := s == "" || s == "a" || s == "ab" || s == "abc"; }
//// strong
method M(s: seq<int>, t: seq<int>) returns (b: bool) ensures b == (s < t) { b := |s| < |t| && t[..|s|] == s; }
//// strong
method M(s: seq<int>) returns (a: seq<int>, b: seq<int>) requires |s| >= 3 ensures a == s[..2] && b == s[2..] { var parts := s[2: |s| - 2:]; a := parts[0]; b := parts[1]; }
//// 4 strong
method M(n: nat) returns (s: seq<int>) ensures s == seq(n, i => i * i) { s := seq(n, i => i * i); }
//// strong
method M(m: multiset<int>, x: int) returns (n: multiset<int>) ensures n == m + multiset{x, x} { n := m[x := m[x] + 2]; }
//// strong
method M(a: multiset<int>, b: multiset<int>) returns (c: multiset<int>, d: multiset<int>, e: multiset<int>) ensures c == a * b && d == a - b && e == a + b { c := a * b; d := a - b; e := b + a; }
//// 4 strong
method M(a: set<int>, b: set<int>) returns (d: bool, e: bool) ensures d == (a !! b) && e == (a < b) { d := a * b == {}; e := a <= b && a != b; }
//// 4 strong
method M(m: map<int, int>, n: map<int, int>) returns (k: map<int, int>) ensures k == m + n { k := map x | x in m.Keys + n.Keys :: if x in n then n[x] else m[x]; }
//// 4 strong
method M(m: map<int, int>, s: set<int>) returns (k: map<int, int>) ensures k == m - s { k := map x | x in m && x !in s :: m[x]; }
//// weak
method M(m: map<int, int>) returns (s: set<int>) ensures m.Values <= s { s := m.Values; }
//// strong
method M(s: set<int>) returns (t: set<(int, int)>) ensures t == set x, y | x in s && y in s && x < y :: (x, y) { t := set x, y | x in s && y in s && x < y :: (x, y); }
//// strong
method M(n: nat) returns (r: int) ensures r == var k := n + 1; k * k { r := (n + 1) * (n + 1); }
//// 4 strong
method M(s: set<int>) returns (r: int) requires exists x :: x in s && forall y :: y in s ==> x <= y ensures r == var x :| x in s && forall y :: y in s ==> x <= y; x { r :| r in s && forall y :: y in s ==> r <= y; }
//// strong
method M(x: int) returns (r: int) ensures r == (if x > 0 then 1 else if x < 0 then -1 else 0) { if { case x > 0 => r := 1; case x < 0 => r := -1; case x == 0 => r := 0; } }
//// 4 strong
method M(t: (int, (bool, char))) returns (r: int) ensures r == match t { case (n, (true, _)) => n case (n, (false, 'a')) => -n case _ => 0 } { if t.1.0 { r := t.0; } else if t.1.1 == 'a' { r := -t.0; } else { r := 0; } }
//// strong
method M(f: int -> int, x: int) returns (r: int) ensures r == f(f(x)) { var y := f(x); r := f(y); }
//// 4 strong
method M(f: int ~> int, x: int) returns (r: int) requires f.requires(x) ensures r == f(x) { r := f(x); }
//// strong
function method Compose<A, B, C>(f: B -> C, g: A -> B): A -> C { x => f(g(x)) }
method M(n: int) returns (r: int) ensures r == Compose((x: int) => x + 1, (x: int) => x * 2)(n) { r := 2 * n + 1; }
//// strong
method M(x: int) returns (r: int) ensures r == (x as real).Floor { r := x; }
//// strong
method M(b: bv8) returns (r: int) ensures r == b as int { r := b as int; }
