//// 4 strong
method M(a: int, b: int) returns (q: int, r: int) requires b != 0 ensures a == q * b + r && 0 <= r < if b < 0 then -b else b { «q, r := a / b, a % b;¦q := a / b; r := a - q * b;¦r := a % b; q := (a - r) / b;» }
//// strong
method M() returns (r: seq<int>) ensures r == [-7 / 2, -7 % 2, 7 / -2, 7 % -2, -7 / -2, -7 % -2] { «r := [-4, 1, -3, 1, 4, 1];¦r := [-7 / 2, 1, -3, 7 % -2, 4, -7 % -2];» }
//// strong
method M(a: bool, b: bool, c: bool) returns (r: bool) ensures r == (a ==> b ==> c) { «r := a ==> (b ==> c);¦r := !a || !b || c;¦r := a && b ==> c;¦r := c <== b <== a;¦r := c <== (b && a);¦r := if a then b ==> c else true;» }
//// strong
method M(a: bool, b: bool, c: bool) returns (r: bool) ensures r == ((a <==> b) <==> c) { «r := a <==> b <==> c;¦r := a == (b == c);¦r := (a != b) != c;¦r := (a <==> (b <==> c));» }
//// strong
method M(a: int, b: int, c: int) returns (r: bool) ensures r == (a < b && b <= c) { «r := a < b <= c;¦r := c >= b > a;¦r := a < b && !(c < b);¦r := !(b <= a) && b <= c;» }
//// strong
method M(a: int, b: int, c: int) returns (r: bool) ensures r == (a == b && b == c) { «r := a == b == c;¦r := a <= b <= c <= a;¦r := {a, b, c} == {a};¦r := a == c && c == b;» }
//// strong
method M(x: int) returns (r: int) ensures r == -x - 1 { «r := -x - 1;¦r := -(x + 1);¦r := - 1 - x;¦r := 0 - x - 1;¦r := -x + -1;» }
//// strong
method M(a: int, b: int, c: int) returns (r: int) ensures r == a - b - c { «r := a - b - c;¦r := a - (b + c);¦r := (a - b) - c;¦r := a - c - b;» }
//// strong
method M(a: int, b: int) returns (r: int) requires b > 0 ensures r == a * 2 / b * 3 % 5 { «r := a * 2 / b * 3 % 5;¦r := (((a * 2) / b) * 3) % 5;¦var x := 2 * a; r := x / b * 3 % 5;» }
//// 4 strong
method M(s: set<int>, t: set<int>) returns (r: bool) ensures r == (s !! t) { «r := s !! t;¦r := s * t == {};¦r := forall x :: x in s ==> x !in t;¦r := !exists x :: x in s && x in t;» }
//// strong
method M(s: set<int>, t: set<int>) returns (r: set<int>) ensures r == s - t { «r := s - t;¦r := set x | x in s && x !in t;¦r := s - (s * t);¦r := s; r := r - t;» }
//// strong
method M(s: set<int>, t: set<int>) returns (r: bool) ensures r == (s < t) { «r := s < t;¦r := s <= t && s != t;¦r := t > s;¦r := !(t <= s) && s <= t;» }
//// strong
method M(s: seq<int>, t: seq<int>) returns (r: bool) ensures r == (s <= t) { «r := s <= t;¦r := |s| <= |t| && s == t[..|s|];¦r := s == t || s < t;» }
//// strong
method M(s: seq<int>, i: nat, j: nat) returns (r: seq<int>) requires i <= j <= |s| ensures r == s[i..j] { «r := s[i..j];¦r := s[i..][..j - i];¦r := s[..j][i..];¦r := s[i..|s|][0..j - i];» }
//// strong
method M(s: seq<int>, i: nat, v: int) returns (r: seq<int>) requires i < |s| ensures r == s[i := v] { «r := s[i := v];¦r := s[..i] + [v] + s[i+1..];¦r := s[i := v + 1][i := v];» }
//// strong
method M(s: seq<int>) returns (r: multiset<int>) ensures r == multiset(s) { «r := multiset(s);¦r := multiset{}; var i := 0; while i < |s| invariant 0 <= i <= |s| && r == multiset(s[..i]) { assert s[..i+1] == s[..i] + [s[i]]; r := r + multiset{s[i]}; i := i + 1; } assert s[..i] == s;» }
//// strong
method M(m: multiset<int>, x: int) returns (n: nat) ensures n == m[x] { «n := m[x];¦n := if x in m then m[x] else 0;¦var k := m[x]; n := k;» }
//// strong
method M(m: multiset<int>, x: int) returns (n: multiset<int>) ensures n == m[x := 2] { «n := m[x := 2];¦n := m[x := 0] + multiset{x, x};¦n := m[x := 1]; n := n + multiset{x};» }
//// strong
method M(m: map<int, int>, k: int) returns (r: int) ensures r == if k in m then m[k] else 0 { «r := if k in m then m[k] else 0;¦if k in m { r := m[k]; } else { r := 0; }¦if k !in m.Keys { return 0; } return m[k];¦r := 0; if k in m { r := r + m[k]; }» }
//// 4 strong
method M(m: map<int, int>, n: map<int, int>) returns (r: map<int, int>) ensures r == m + n { «r := m + n;¦r := map k | k in m.Keys + n.Keys :: if k in n then n[k] else m[k];» }
//// 4 strong
method M(m: map<int, int>, s: set<int>) returns (r: map<int, int>) ensures r == m - s { «r := m - s;¦r := map k | k in m && k !in s :: m[k];» }
//// 4 strong
method M(m: map<int, int>) returns (r: set<int>) ensures r == m.Values { «r := m.Values;¦r := set k | k in m :: m[k];» }
//// strong
method M(n: nat) returns (r: seq<int>) ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == i * i { r := []; var i := 0; while i < n invariant 0 <= i == |r| <= n && forall k :: 0 <= k < i ==> r[k] == k * k { r := r + [i * i]; i := i + 1; } }
//// 4 strong
method M(n: nat) returns (r: seq<int>) ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == i * i { «r := seq(n, i => i * i);¦r := seq(n, (i: int) => i * i);¦r := seq<int>(n, i => i * i);» }
//// 4 strong
method M(s: set<int>) returns (r: set<int>) ensures r == set x | x in s && x % 2 == 0 :: x / 2 { «r := set x | x in s && x % 2 == 0 :: x / 2;¦var e := set x | x in s && x % 2 == 0; r := set x | x in e :: x / 2;» }
//// strong
method M(s: set<int>) returns (r: map<int, int>) ensures r == map x | x in s :: x + 1 { «r := map x | x in s :: x + 1;¦r := map y | y in s :: 1 + y;» }
//// 4 strong
method M(s: set<int>) returns (r: map<int, int>) ensures r == map x | x in s :: x + 1 := x { r := map x | x in s :: x + 1 := x; }
//// strong
method M(s: string) returns (r: string) ensures r == s + "\n\t\"\\\u0041" { «r := s + "\n\t\"\\\u0041";¦r := s + "\n\t" + "\"\\A";¦r := s + ['\n', '\t', '\"', '\\', 'A'];» }
//// strong
method M() returns (r: string) ensures r == @"a\b""c" { «r := @"a\b""c";¦r := "a\\b\"c";» }
//// strong
method M(b: bool) returns (r: int) ensures r == if b then 1 else 0 { «r := if b then 1 else 0;¦r := if !b then 0 else 1;¦r := if b == true then 1 else 0;¦r := if b then (if b then 1 else 2) else (if b then 3 else 0);» }
//// strong
method M(x: real) returns (r: bool) ensures r == (x * x == 2.25) { «r := x * x == 2.25;¦r := x * x == 9.0 / 4.0;¦r := x == 1.5 || x == -1.5;» }
//// strong
method M(s: seq<seq<int>>) returns (n: int) ensures n == if |s| > 0 && |s[0]| > 1 then s[0][1] else 0 { «n := if |s| > 0 && |s[0]| > 1 then s[0][1] else 0;¦n := 0; if |s| > 0 { var t := s[0]; if 2 <= |t| { n := t[1]; } }» }
//// strong
method M(x: int) returns (p: (int, bool)) ensures p == (x + 1, x > 0) { «p := (x + 1, x > 0);¦var q := (x + 1, 0 < x); p := (q.0, q.1);¦var a, b := x + 1, x > 0; return (a, b);» }
//// strong
method M(x: nat) returns (r: bool) ensures r <==> exists k: nat :: k < x && k * k == x { «r := exists k: nat :: k < x && k * k == x;¦r := !forall k: nat | k < x :: k * k != x;¦var i := 0; r := false; while i < x invariant 0 <= i <= x && (r <==> exists k: nat :: k < i && k * k == x) { if i * i == x { r := true; } i := i + 1; }» }
//// strong
method M(f: int -> int, x: int) returns (r: int) ensures r == f(f(x)) { «r := f(f(x));¦var y := f(x); r := f(y);¦r := (z => f(z))(f(x));¦var g := (y: int) => f(f(y)); r := g(x);» }
//// strong
function method Twice(f: int -> int): int -> int { x => f(f(x)) }
method M(x: int) returns (r: int) ensures r == x + 2 { «r := Twice(y => y + 1)(x);¦var f := Twice(y => 1 + y); r := f(x);¦var one := 1; r := Twice(x => x + one)(x);» }
//// strong
function method Add(x: int): int -> int { y => x + y }
method M(a: int, b: int) returns (r: int) ensures r == a + b { «r := Add(a)(b);¦var f := Add(b); r := f(a);¦r := (x => Add(x))(a)(b);» }
//// strong
method M(s: seq<int>) returns (r: bool) ensures r == forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] { «r := forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j];¦r := forall i, j | 0 <= i < j < |s| :: s[i] <= s[j];¦r := forall j, i | 0 <= i < j < |s| :: !(s[j] < s[i]);¦r := forall i | 0 <= i < |s| :: forall j | i < j < |s| :: s[i] <= s[j];¦r := !exists i, j :: 0 <= i < j < |s| && s[i] > s[j];» }
//// 4 strong
method M(s: seq<int>) returns (r: bool) ensures r == forall x <- s :: x > 0 { «r := forall x <- s :: x > 0;¦r := forall x | x in s :: x > 0;¦r := !exists x <- s :: x <= 0;¦r := (set x <- s | x <= 0) == {};» }
//// strong
method M(x: int) returns (r: int) requires x in {1, 4, 9} ensures r * r == x && r > 0 { «r := if x == 1 then 1 else if x == 4 then 2 else 3;¦r := var k :| k in {1, 2, 3} && k * k == x; k;¦r :| r in {1, 2, 3} && r * r == x;¦if x == 9 { r := 3; } else if x == 4 { r := 2; } else { r := 1; }» }
//// 4 strong
function method Max(s: set<int>): int requires s != {} { «var m :| m in s && forall x :: x in s ==> x <= m; m¦if exists m :: m in s && forall x :: x in s ==> x <= m then var m :| m in s && forall x :: x in s ==> x <= m; m else 0» }
method M() returns (r: int) ensures r == 5 { r := 5; }
//// strong
method M(x: bv8) returns (r: bv8) ensures r == (x << 2) | (x >> 6) { «r := (x << 2) | (x >> 6);¦r := x.RotateLeft(2);¦r := (x >> 6) + (x << 2);» }
//// strong
method M(c: char) returns (d: char) requires 'a' <= c <= 'z' ensures d as int == c as int - 32 { «d := (c as int - 32) as char;¦var k := c as int - 'a' as int; d := ('A' as int + k) as char;¦d := c - ' ';¦d := c - 'a' + 'A';» }
//// strong
method Chain(a: int, b: int, c: int) returns (r: bool) ensures r <==> a < b <= c { r := a < b && b <= c; }
//// weak
method Chain(a: int, b: int, c: int) returns (r: bool) ensures r ==> a < b <= c { r := a < b && b <= c; }
//// strong
method Lets(n: int) returns (r: int) ensures r == var x := n + 1; var y := x * x; y - x { r := (n + 1) * n; }
//// strong
method Multi(s: seq<int>) returns (m: multiset<int>) ensures m == multiset(s) { m := multiset(s); }
//// strong
method Update(s: seq<int>, i: int) returns (r: seq<int>) requires 0 <= i < |s| ensures r == s[i := 0][i := s[i]] { r := s; }
//// 4 strong
method Keys(m: map<int, int>) returns (r: map<int, int>) ensures r == map k | k in m && m[k] != 0 :: k := m[k] { r := map k | k in m.Keys && m[k] != 0 :: k := m[k]; }
//// strong
method Char(c: char) returns (r: bool) ensures r == ('a' <= c <= 'z') { r := 'a' <= c && c <= 'z'; }
//// strong
method Lambda(n: int) returns (f: int -> int) ensures forall x :: f(x) == x + n { f := x => x + n; }
//// strong
method Real(x: real) returns (r: int) ensures r as real <= x < r as real + 1.0 { r := x.Floor; }
//// strong
method Shift(x: bv8) returns (r: bv8) ensures r == x << 1 { r := x + x; }
//// strong
method M(m: map<int, int>, k: int) returns (n: map<int, int>) ensures n == map i | i in m && i != k :: m[i] { n := map i | i in m && i != k :: m[i]; }
//// weak
method M(m: map<int, int>, k: int) returns (n: map<int, int>) ensures k !in n ensures forall i :: i in n ==> i in m && m[i] == n[i] { n := map i | i in m && i != k :: m[i]; }
//// strong up to choice
method M(s: set<int>) returns (x: int) requires s != {} ensures x in s { x :| x in s; }
//// 4 strong
method Inc(x: int, step: int := 1) returns (r: int) ensures r == x + step { r := x + step; }
method Use(x: int) returns (r: int) ensures r == x + 5 { r := Inc(x); r := Inc(r, 4); }
//// weak
method M(x: int) returns (a: int, b: int) ensures a + b == x { a, b := x, 0; }
//// strong
method M(x: int) returns (a: int, b: int) ensures a == b && a + b == 2 * x { a, b := x, x; }
//// strong
method M(x: int) returns (r: int, ghost g: int) ensures r == x + 1 && g == x { r := x + 1; g := x; }
//// strong
method M(s: seq<int>) returns (m: multiset<int>) ensures m == multiset(s) { m := multiset(s); }
//// strong
method M(x: int, y: int) returns (q: int, r: int) requires y != 0 ensures x == q * y + r ensures 0 <= r < (if y < 0 then -y else y) { q, r := x / y, x % y; }
//// weak
method M(x: int, y: int) returns (q: int, r: int) requires y != 0 ensures x == q * y + r ensures r < (if y < 0 then -y else y) { q, r := x / y, x % y; }
//// 4 strong
method M(s: seq<int>) returns (t: seq<int>) ensures |t| == |s| && forall i :: 0 <= i < |s| ==> t[i] == s[|s| - 1 - i] { t := seq(|s|, i requires 0 <= i < |s| => s[|s| - 1 - i]); }
//// 4 weak
method M(s: seq<int>) returns (t: seq<int>) requires |s| > 1 ensures |t| == |s| && forall i :: 0 < i < |s| ==> t[i] == s[|s| - 1 - i] { t := seq(|s|, i requires 0 <= i < |s| => s[|s| - 1 - i]); }
//// strong
method M(x: int) returns (a: int, b: int) ensures a == x + 1 && b == x + 2 { a := x + 1; b := a + 1; a, b := b, a; a, b := b, a; }
//// strong
method M(s: multiset<int>, x: int) returns (t: multiset<int>) ensures t + multiset{x} == s + multiset{x, x} { t := s + multiset{x}; }
//// strong
method M(m: map<int, int>) returns (s: set<int>) ensures forall x :: x in s <==> x in m && m[x] > 0 { s := set x | x in m && m[x] > 0; }
//// weak
method M(m: map<int, int>) returns (s: set<int>) ensures forall x :: x in s ==> x in m && m[x] > 0 { s := set x | x in m && m[x] > 0; }
//// strong
method M(f: int -> int, x: int) returns (r: int) ensures r == f(f(x)) { r := f(x); r := f(r); }
//// strong
method M<T(==)>(s: seq<T>, x: T) returns (b: bool) ensures b <==> x in s { b := exists i :: 0 <= i < |s| && s[i] == x; }
//// strong
method M<T>(s: seq<T>, i: nat) returns (r: seq<T>) requires i < |s| ensures r == s[..i] + s[i + 1..] { r := s[..i] + s[i + 1..]; }
//// strong
method M(c: char) returns (r: char) requires 'a' <= c <= 'z' ensures r as int == c as int - 32 { r := (c as int - 32) as char; }
//// strong
method M(x: real) returns (r: int) ensures r as real <= x < (r + 1) as real { r := x.Floor; }
//// weak
method M(x: real) returns (r: real) ensures r * 2.0 >= x { r := x / 2.0; }
//// strong
method M(x: real) returns (r: real) ensures 3.0 * r == x { r := x / 3.0; }
//// strong
method M(a: bv4, b: bv4) returns (r: bv4) ensures r ^ b == a { r := a ^ b; }
//// weak
method M(a: bv4, b: bv4) returns (r: bv4) ensures r & b == a & b { r := a; }
//// strong
datatype D = D(x: int, y: int)
method M(d: D) returns (r: D) ensures r == d.(y := d.x) { r := D(d.x, d.x); }
method N(d: D) returns (r: D) ensures r == d.(x := d.y, y := d.x) { r := D(d.y, d.x); }
//// weak
datatype D = D(x: int, y: int)
method M(d: D) returns (r: D) ensures r.x == d.y { r := D(d.y, d.x); }
//// weak
datatype D = E | F(x: int)
method M(d: D) returns (r: D) ensures r.F? ==> r.x == 0 { r := F(0); }
//// strong
method M(n: int) returns (f: int -> int) ensures forall x :: f(x) == x + n { f := x => x + n; }
//// weak
method M(n: int) returns (f: int -> int) ensures f(0) == n { f := x => x + n; }
//// strong
method M(f: int -> int, n: int) returns (r: int) ensures r == f(f(n)) { var t := f(n); r := f(t); }
//// strong
method M(a: int, b: int) returns (a': int, b': int) ensures a' == b && b' == a { a', b' := b, a; }
//// weak
method M(a: int, b: int) returns (a': int, b': int) ensures {a', b'} == {a, b} { a', b' := b, a; }
//// weak
method M(a: int, b: int) returns (a': int, b': int) ensures a' + b' == a + b && a' <= b' { if a <= b { a', b' := a, b; } else { a', b' := b, a; } }
//// strong
method M(a: int, b: int) returns (a': int, b': int) ensures multiset{a', b'} == multiset{a, b} && a' <= b' { if a <= b { a', b' := a, b; } else { a', b' := b, a; } }
//// strong
codatatype Stream = Cons(head: int, tail: Stream)
method M(s: Stream) returns (t: Stream) ensures t == Cons(s.head, s) { t := Cons(s.head, s); }
//// weak
codatatype Stream = Cons(head: int, tail: Stream)
method M(s: Stream) returns (t: Stream) ensures t.tail == s { t := Cons(s.head, s); }
//// strong
method M(x: bv8) returns (y: bv8) ensures y == (x << 4) | (x >> 4) { y := (x << 4) | (x >> 4); }
//// weak
method M(x: bv8) returns (y: bv8) ensures y & 1 == 0 { y := x << 1; }
//// strong
method M(x: int, y: int) returns (q: int, r: int) requires y > 0 ensures x == q * y + r && 0 <= r < y { q, r := x / y, x % y; }
//// weak
method M(x: int, y: int) returns (q: int, r: int) requires y > 0 ensures x == q * y + r && 0 <= r { q, r := 0, x; if x < 0 { q, r := x / y, x % y; } }
//// strong
method M(x: int) returns (r: int) ensures r * r * r == x * x * x { r := x; }
//// weak
method M(x: int) returns (r: int) ensures r * r == x * x { r := x; }
//// strong
method Find(f: int -> bool, n: nat) returns (r: nat) ensures r <= n && (r < n ==> f(r)) && forall i :: 0 <= i < r ==> !f(i) { r := 0; while r < n && !f(r) invariant r <= n && forall i :: 0 <= i < r ==> !f(i) { r := r + 1; } }
