//// strong
newtype Word = i: int | 0 <= i < 0x100000000
method M(n: Word) returns (r: Word) requires n < 10 ensures r == n + 1
{ «r := n + 1;¦var x := n as int; r := (x + 1) as Word;¦r := 1; r := r + n;¦var d: Word := 0x1; r := n + d;¦r := if n == 0 then 1 else 1 + n;» }
//// strong
newtype Word = i: int | 0 <= i < 0x100000000
method M() returns (a: array?<Word>) ensures a == null { «a := null;¦return null;¦var b: array?<Word> := null; a := b;» }
//// strong
newtype Word = i: int | 0 <= i < 0x100000000
method M(n: nat) returns (a: array<Word>) requires n < 20 ensures fresh(a) && a.Length == n && forall i :: 0 <= i < n ==> a[i] == 7
{ «a := new Word[n](i => 7);¦a := new Word[n]; forall i | 0 <= i < n { a[i] := 7; }¦a := new Word[n]; var i := 0; while i < n invariant 0 <= i <= n && forall k :: 0 <= k < i ==> a[k] == 7 { a[i] := 7; i := i + 1; }» }
//// strong
newtype Digit = d: int | 0 <= d < 10
method M(d: Digit) returns (r: int) ensures r == 2 * (d as int) { «r := d as int + d as int;¦r := d as int * 2;¦r := 2; r := r * d as int;» }
//// strong
newtype Digit = d: int | 0 <= d < 10
method M(d: Digit, e: Digit) returns (r: Digit) ensures r == if d < e then d else e { «r := if d < e then d else e;¦if e <= d { r := e; } else { r := d; }¦r := d; if e < r { r := e; }» }
//// strong
newtype Digit = d: int | 0 <= d < 10
method M(s: seq<Digit>) returns (r: int) ensures r == |s| + 3 { «r := |s| + 3;¦var d: Digit := 3; r := |s| + d as int;¦r := 3; while r < |s| + 3 invariant r <= |s| + 3 { r := r + 1; }» }
//// strong
newtype pos = x: int | x > 0 witness 1
method M(p: pos) returns (r: pos) ensures r as int == p as int + 1 { «r := (p as int + 1) as pos;¦r := p + 1;¦var one: pos := 1; r := one + p;» }
//// strong
newtype Even = x: int | x % 2 == 0
method M(e: Even) returns (b: bool) ensures b == (e as int % 4 == 0) { «b := e as int % 4 == 0;¦b := (e as int / 2) % 2 == 0;¦var x: int := e as int; b := x % 4 == 0;» }
//// strong
newtype R1 = r: real | 0.0 <= r <= 1.0
method M(a: R1) returns (b: R1) ensures b as real == 1.0 - a as real { «b := 1.0 - a;¦b := (1.0 - a as real) as R1;¦var one: R1 := 1.0; b := one - a;» }
//// 4 strong
newtype N = int
method M(x: N) returns (r: N) ensures r == x + 1 { «r := x + 1;¦r := (x as int + 1) as N;¦var y: N := 1; r := x + y;» }
//// strong
newtype N = int
newtype Small = x: N | 0 <= x < 5
method M(x: Small) returns (r: N) ensures r as int == x as int * 10 { «r := x as N * 10;¦r := (x as int * 10) as N;» }
//// strong
newtype Idx = i: int | 0 <= i < 1000
method M(a: array<int>, i: Idx) returns (r: int) requires (i as int) < a.Length ensures r == a[i] { «r := a[i];¦r := a[i as int];¦var j := i; r := a[j];» }
//// strong
newtype B = b: int | 0 <= b < 256
datatype Msg = Msg(tag: B, body: seq<B>)
method M(m: Msg) returns (r: seq<B>) ensures r == [m.tag] + m.body { «r := [m.tag] + m.body;¦r := [m.tag]; r := r + m.body;¦r := m.body; r := [m.tag] + r;» }
//// strong
newtype B = b: int | 0 <= b < 256
method M(s: set<B>) returns (r: bool) ensures r == (5 in s) { «r := 5 in s;¦var x: B := 5; r := x in s;¦r := exists b :: b in s && b == 5;¦r := {5} <= s;» }
//// strong
type Small = x: int | 0 <= x < 10
method M(s: Small) returns (r: Small) ensures r == 9 - s { «r := 9 - s;¦var t := s - 9; r := -t;¦r := 9; r := r - s;» }
//// strong
type Pos = x: int | x > 0 witness 1
method M(p: Pos, q: Pos) returns (r: Pos) ensures r == p * q { «r := p * q;¦r := q * p;¦var s: int := p; r := s * q;» }
//// strong
type NonEmpty = s: seq<int> | |s| > 0 witness [0]
method M(s: NonEmpty) returns (r: int) ensures r == s[|s| - 1] { «r := s[|s| - 1];¦var i := |s| - 1; return s[i];¦r := s[|s|-1..][0];» }
//// strong
type Even = x: int | x % 2 == 0
type Four = e: Even | e % 4 == 0
method M(f: Four) returns (r: Even) ensures r * 2 == f { «r := f / 2;¦var h := f / 4; r := h * 2;» }
//// strong
method M(x: bv8, y: bv8) returns (r: bv8) ensures r == x & y { «r := x & y;¦r := y & x;¦r := x & (y & x);¦r := !(!x | !y);» }
//// strong
method M(x: bv8) returns (r: bv8) ensures r == x + 1 { «r := x + 1;¦r := 1 + x;¦r := x + 3 - 2;¦r := x - 255;» }
//// strong
method M(x: bv4) returns (r: bool) ensures r == (x < 8) { «r := x < 8;¦r := x & 8 == 0;¦r := !(x >= 8);¦r := x >> 3 == 0;» }
//// strong
method M(x: bv16) returns (r: int) ensures r == x as int { «r := x as int;¦var y := x; return y as int;» }
//// strong
method M(c: char) returns (r: bool) ensures r == ('a' <= c <= 'z') { «r := 'a' <= c <= 'z';¦r := c >= 'a' && 'z' >= c;¦r := !(c < 'a' || c > 'z');¦r := 97 <= c as int <= 122;¦r := 'a' <= c && c as int - 'a' as int < 26;» }
//// strong
method M(c: char) returns (r: int) ensures r == c as int { «r := c as int;¦var s := [c]; r := s[0] as int;¦var n := c as int; return n;» }
//// strong
method M(x: real) returns (r: int) ensures r == x.Floor { «r := x.Floor;¦var y := x; r := y.Floor;¦r := (x + 1.0).Floor - 1;» }
//// strong
method M(x: int) returns (r: real) ensures r == x as real / 2.0 { «r := x as real / 2.0;¦r := x as real * 0.5;¦var y := x as real; r := y / 2.0;» }
//// strong
newtype Byte = b | 0 <= b < 256
method M(b: Byte) returns (c: Byte) ensures c == 255 - b { «c := 255 - b;¦c := (255 - b as int) as Byte;¦var d := 0xFF - b; c := d;» }
//// strong
newtype Byte = x | 0 <= x < 256
method Wrap(a: Byte, b: Byte) returns (r: Byte) ensures r as int == (a as int + b as int) % 256 { r := ((a as int + b as int) % 256) as Byte; }
//// strong
newtype Even = x | x % 2 == 0 witness 2
method Half(e: Even) returns (r: int) ensures 2 * r == e as int { r := e as int / 2; }
//// strong
type Small = n: nat | n < 5
method Clamp(n: nat) returns (r: Small) ensures r == if n < 5 then n else 4 { r := if n < 5 then n else 4; }
//// weak
type Small = n: nat | n < 5
method Some(n: nat) returns (r: Small) ensures n < 5 ==> r <= n { r := 0; }
//// strong
newtype Small = x | 0 <= x < 10
method M(a: Small, b: Small) returns (r: Small) requires a as int + b as int < 10 ensures r == a + b { r := a + b; }
//// strong
newtype Even = x: int | x % 2 == 0
method M(a: Even) returns (r: Even) ensures a <= r <= a + 2 && r != a { r := a + 2; }
//// weak
newtype Part = x: real | 0.0 <= x <= 1.0
method M(a: Part) returns (r: Part) ensures r <= a { r := a; }
//// strong
type Pos = x: int | x > 0 witness 1
method M(a: Pos) returns (r: Pos) ensures r < 2 { r := 1; }
//// strong
method M(c: char) returns (d: char) requires 'a' <= c <= 'y' ensures d as int == c as int + 1 { d := (c as int + 1) as char; }
//// strong
method M(x: bv8) returns (y: bv8) ensures y ^ x == 255 { y := !x; }
//// strong
method M(s: seq<nat>) returns (t: seq<nat>) ensures |t| == |s| ensures forall i :: 0 <= i < |s| ==> t[i] + s[i] == 2 * s[i] { t := s; }
//// 4 weak
method M(n: nat) returns (s: seq<nat>) ensures |s| == n ensures forall i :: 0 <= i < n ==> s[i] <= i { s := seq(n, i requires i >= 0 => i); }
//// 4 strong
method M(n: nat) returns (s: seq<nat>) ensures |s| == n ensures forall i :: 0 <= i < n ==> s[i] < 1 { s := seq(n, i => 0); }
//// strong
newtype Bit = x | 0 <= x < 2
method M(b: Bit) returns (r: seq<Bit>) ensures |r| == 1 && r[0] != b { r := [1 - b]; }
//// weak
newtype Tri = x | 0 <= x < 3
method M(b: Tri) returns (r: Tri) ensures r != b { if b == 0 { r := 1; } else { r := 0; } }
//// strong
method M(x: real) returns (r: int) ensures r as real <= x < (r + 1) as real { r := x.Floor; }
//// weak
method M(x: real) returns (r: int) ensures r as real <= x { r := x.Floor; }
//// strong
method M(s: string, t: string) returns (b: bool) ensures b == (s <= t) { b := |s| <= |t| && s == t[..|s|]; }
//// strong
method M(s: string, t: string) returns (b: bool) ensures b <==> s < t { b := |s| < |t| && s == t[..|s|]; }
//// strong
method M(x: bv8) returns (y: bv8) ensures y == x << 1 { y := x + x; }
//// weak
method M(x: bv4) returns (y: bv4) ensures y & 3 == x & 3 { y := x; }
//// strong
newtype Small = x: int | 1 <= x < 10 witness 3
method M() returns (r: Small) ensures r == 3 { r := 3; }
//// weak
newtype Small = x: int | 1 <= x < 10 witness 3
method M(s: Small) returns (r: Small) ensures r <= s { r := 1; }
//// strong
newtype Small = x: int | 1 <= x < 3 witness 2
method M(s: Small) returns (r: Small) ensures r != s { if s == 1 { r := 2; } else { r := 1; } }
//// vacuous
newtype One = x: int | 5 <= x < 6 witness 5
method M(s: int) returns (r: One) ensures r as int >= 0 { r := 5; }
//// strong
newtype Byte = x | 0 <= x < 256
method M(a: Byte) returns (r: Byte) requires a >= 254 ensures r > a || (a == 255 && r == 0) { if a == 255 { r := 0; } else { r := 255; } }
//// weak
newtype Byte = x | 0 <= x < 256
method M(a: Byte) returns (r: Byte) requires a >= 253 && a < 255 ensures r > a { r := 255; }
//// strong
type Even = x: int | x % 2 == 0 witness 0
method M(a: Even) returns (r: Even) ensures a < r <= a + 3 { r := a + 2; }
//// weak
type Even = x: int | x % 2 == 0 witness 0
method M(a: Even) returns (r: Even) ensures a < r <= a + 4 { r := a + 2; }
//// strong
predicate method Even(n: int) { n % 2 == 0 }
type E = n: int | Even(n) witness 0
method M(e: E, f: E) returns (g: E) ensures g == e + f { g := e + f; }
//// weak
predicate method Even(n: int) { n % 2 == 0 }
type E = n: int | Even(n) witness 0
method M(e: E, f: E) returns (g: E) ensures g >= e { g := e; }
