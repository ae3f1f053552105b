type Word = s: seq<char> | |s| > 0 witness "a"
newtype Small = x: int | -5 <= x <= 5
newtype R01 = r: real | 0.0 <= r <= 1.0
datatype Expr = Num(n: int) | Plus(Expr, Expr) | Times(Expr, Expr)
function Eval(e: Expr): int { match e case Num(n) => n case Plus(a, b) => Eval(a) + Eval(b) case Times(a, b) => Eval(a) * Eval(b) }
function Fib(n: nat): nat { if n < 2 then n else Fib(n - 1) + Fib(n - 2) }
function Gcd(a: nat, b: nat): nat decreases b { if b == 0 then a else Gcd(b, a % b) }
predicate Prime(n: nat) { n > 1 && forall d :: 1 < d < n ==> n % d != 0 }
//= strong
method FibPair(n: nat) returns (a: nat, b: nat) ensures a == Fib(n) && b == Fib(n + 1) { a, b := 0, 1; for i := 0 to n { a, b := b, a + b; } }
//= strong
method GcdLoop(a: nat, b: nat) returns (g: nat) ensures g == Gcd(a, b) { var x, y := a, b; while y != 0 { x, y := y, x % y; } g := x; }
//= weak
method GcdDivides(a: nat, b: nat) returns (g: nat) requires a > 0 && b > 0 ensures g > 0 && a % g == 0 && b % g == 0 { var x, y := a, b; while y != 0 decreases y { x, y := y, x % y; } g := x; }
//= strong
method GcdGreatest(a: nat, b: nat) returns (g: nat) requires a > 0 && b > 0 ensures g > 0 && a % g == 0 && b % g == 0 ensures forall d :: 0 < d <= a && a % d == 0 && b % d == 0 ==> d <= g { var x, y := a, b; while y != 0 decreases y { x, y := y, x % y; } g := x; }
//= weak
method SomePrime(n: nat) returns (p: nat) requires n < 20 ensures Prime(p) && p > n { p := n + 1; while !Prime(p) { p := p + 1; } }
//= strong
method Double(e: Expr) returns (r: Expr) ensures r == Plus(e, e) { r := Plus(e, e); }
//= weak
method DoubleWeak(e: Expr) returns (r: Expr) ensures Eval(r) == 2 * Eval(e) { r := Plus(e, e); }
//= wrong
method DoubleWrong(e: Expr) returns (r: Expr) ensures Eval(r) == 2 * Eval(e) { r := Times(e, e); }
//= strong
method FirstLetter(w: Word) returns (c: char) ensures c == w[0] { c := w[0]; }
//= strong
method Shorten(w: Word) returns (v: Word) requires |w| > 1 ensures v == w[1..] { v := w[1..]; }
//= weak
method ShortenWeak(w: Word) returns (v: Word) requires |w| > 1 ensures |v| == |w| - 1 { v := w[1..]; }
//= weak
method ShortenPre(w: Word) returns (v: Word) ensures |w| > 1 ==> v == w[1..] { v := w[1..]; }
//= strong
method Flip(x: Small) returns (y: Small) ensures y == -x { y := -x; }
//= weak
method Far(x: Small) returns (y: Small) ensures y == x + 1 || y == x - 1 { if x < 5 { y := x + 1; } else { y := x - 1; } }
//= weak
method OutOfBounds(x: Small) returns (y: Small) ensures x < 5 ==> y == x + 1 { y := x + 1; }
//= strong
method Complement(p: R01) returns (q: R01) ensures p + q == 1.0 { q := 1.0 - p; }
//= weak
method ComplementWeak(p: R01) returns (q: R01) ensures p < 1.0 ==> q > 0.0 { q := 1.0 - p; }
//= strong
method CharNext(c: char) returns (d: char) requires 'a' <= c < 'z' ensures d as int == c as int + 1 { d := (c as int + 1) as char; }
//= weak
method CharNextWeak(c: char) returns (d: char) requires 'a' <= c < 'z' ensures d > c { d := (c as int + 1) as char; }
//= strong
method Caesar(s: string, k: nat) returns (r: string) requires k < 26 && forall i :: 0 <= i < |s| ==> 'a' <= s[i] <= 'z' ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] as int == 97 + (s[i] as int - 97 + k) % 26 { r := ""; for i := 0 to |s| { r := r + [((s[i] as int - 97 + k) % 26 + 97) as char]; } }
//= strong
method Loop2(n: nat) returns (t: nat) ensures t == n * n { t := 0; for i := 0 to n { for j := 0 to n { t := t + 1; } } }
//= strong
method Transpose(m: seq<seq<int>>) returns (r: seq<seq<int>>) requires |m| == 2 && |m[0]| == 2 && |m[1]| == 2 ensures r == [[m[0][0], m[1][0]], [m[0][1], m[1][1]]] { r := [[m[0][0], m[1][0]], [m[0][1], m[1][1]]]; }
//= weak
method TransposeWeak(m: seq<seq<int>>) returns (r: seq<seq<int>>) requires |m| == 2 && |m[0]| == 2 && |m[1]| == 2 ensures |r| == 2 && |r[0]| == 2 && |r[1]| == 2 && r[0][0] == m[0][0] && r[1][1] == m[1][1] { r := [[m[0][0], m[1][0]], [m[0][1], m[1][1]]]; }
//= strong up to choice
method Dice() returns (n: int) ensures 1 <= n <= 6 { n :| 1 <= n <= 6; }
//= weak
method LoadedDice() returns (n: int) ensures 1 <= n <= 6 { n := 4; }
//= strong up to choice
method Shuffle2(a: int, b: int) returns (s: seq<int>) ensures s == [a, b] || s == [b, a] { if * { s := [a, b]; } else { s := [b, a]; } }
//= weak
method Shuffle2Weak(a: int, b: int) returns (s: seq<int>) ensures s == [a, b] || s == [b, a] { s := [a, b]; }
//= strong up to choice
method OneOf(s: set<int>) returns (x: int) requires s != {} ensures x in s { x :| x in s; }
//= vacuous
method Silent(x: int) returns (y: int) ensures true { y := x; }
//= weak
method NoPost(x: nat) returns (y: nat) ensures y >= 0 { y := x; }
//= vacuous
method Never(n: nat) returns (y: nat) requires n < 0 ensures y == 1 { y := 1; }
//= vacuous
method NeverSeq(s: seq<int>) returns (y: int) requires |s| > 3 && s == s[..2] ensures y == s[0] { y := s[0]; }
//= wrong
method NeverOut(n: int) returns (y: int) requires n > 3 ensures y > n && y < n { y := n; }
//= strong
method TooStrong(a: int, b: int) returns (m: int) requires a > 0 && b > 0 && a != b ensures m == if a < b then b else a { m := if a < b then b else a; }
//= strong
method AbsReal(x: real) returns (y: real) ensures y >= 0.0 && (y == x || y == -x) { y := if x < 0.0 then -x else x; }
//= weak
method AbsRealWeak(x: real) returns (y: real) ensures y >= 0.0 && y >= x { y := if x < 0.0 then -x else x; }
//= strong
method Bits(x: bv8) returns (n: nat) ensures n == (if x & 1 != 0 then 1 else 0) + (if x & 2 != 0 then 1 else 0) requires x < 4 { n := 0; if x & 1 == 1 { n := n + 1; } if x & 2 == 2 { n := n + 1; } }
//= strong
method RotL(x: bv8) returns (y: bv8) ensures y == x.RotateLeft(1) { y := (x << 1) | (x >> 7); }
//= wrong
method RotLWrong(x: bv8) returns (y: bv8) ensures y == x.RotateLeft(1) { y := (x << 1); }
//= strong
lemma GcdSelf(a: nat) ensures Gcd(a, 0) == a { }
//= wrong
lemma GcdComm(a: nat, b: nat) ensures Gcd(a, b) >= b { }
//= strong
lemma FibPos(n: nat) requires n > 0 ensures Fib(n) > 0 { }
//= strong
lemma FibBig(n: nat) ensures Fib(n) >= n - 1 { }
//= wrong
lemma EvalPos(e: Expr) requires e.Times? ensures Eval(e) >= 0 { }
//= strong
function method Half(n: nat): nat ensures 2 * Half(n) <= n < 2 * Half(n) + 2 { n / 2 }
//= wrong
function method HalfUp(n: nat): nat ensures 2 * HalfUp(n) <= n { (n + 1) / 2 }
