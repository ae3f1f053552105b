//// strong
function method Fib(n: nat): nat { if n < 2 then n else Fib(n - 1) + Fib(n - 2) }
method M(n: nat) returns (r: nat) requires n < 20 ensures r == Fib(n) { «r := Fib(n);¦if n == 0 { return 0; } var a, b := 0, 1; var i := 1; while i < n invariant 1 <= i <= n && a == Fib(i - 1) && b == Fib(i) { a, b := b, a + b; i := i + 1; } r := b;» }
//// strong
function method Len(s: seq<int>): nat ensures Len(s) == |s| { «if s == [] then 0 else 1 + Len(s[1..])¦|s|¦if |s| == 0 then 0 else Len(s[..|s|-1]) + 1» }
method M(s: seq<int>) returns (r: nat) ensures r == Len(s) { r := |s|; }
//// 4 strong
function Max(a: int, b: int := 0): int { if a < b then b else a }
method M(x: int) returns (r: int) ensures r == if x < 0 then 0 else x { «r := Max(x);¦r := Max(x, 0);¦r := Max(0, x);¦r := Max(b := x, a := 0);¦r := Max(x, b := 0);» }
//// 4 strong
method P(a: int, b: int := 2, c: int := b + 1) returns (r: int) ensures r == a + b * c { r := a + b * c; }
method M() returns (r: int) ensures r == 7 { «r := P(1);¦r := P(1, 2);¦r := P(1, c := 3);¦r := P(a := 1, b := 3, c := 2);¦r := P(1, 2, 3);» }
//// 4 strong
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) } by method { var t := 0; var i := |s|; while i > 0 invariant 0 <= i <= |s| && t == Sum(s[i..]) { i := i - 1; t := s[i] + t; } return t; }
method M(s: seq<int>) returns (r: int) ensures r == Sum(s) { «r := Sum(s);¦r := 0; var i := |s|; while i > 0 invariant 0 <= i <= |s| && r == Sum(s[i..]) { i := i - 1; r := s[i] + r; }» }
//// strong
function method {:opaque} F(x: int): int { x + 1 }
method M(x: int) returns (r: int) ensures r == F(x) + 1 { «r := F(x) + 1;¦reveal F(); r := x + 2;¦r := F(x); r := r + 1;» }
//// strong
predicate method P(x: int) { x > 3 }
method M(s: seq<int>) returns (r: seq<int>) ensures r == Filter(s) { «r := Filter(s);¦r := []; var i := |s|; while i > 0 invariant 0 <= i <= |s| && r == Filter(s[i..]) { i := i - 1; if P(s[i]) { r := [s[i]] + r; } }» }
function method Filter(s: seq<int>): seq<int> { if s == [] then [] else if P(s[0]) then [s[0]] + Filter(s[1..]) else Filter(s[1..]) }
//// 4 strong
function method Map<A, B>(f: A -> B, s: seq<A>): seq<B> { if s == [] then [] else [f(s[0])] + Map(f, s[1..]) }
method M(s: seq<int>) returns (r: seq<bool>) ensures r == Map(x => x > 0, s) { «r := Map(x => x > 0, s);¦r := Map((y: int) => 0 < y, s); assert forall x: int :: (x > 0) == (0 < x);» }
//// strong
function method Fold<A>(f: (A, int) -> A, a: A, s: seq<int>): A { if s == [] then a else Fold(f, f(a, s[0]), s[1..]) }
method M(s: seq<int>) returns (r: int) ensures r == Fold((a, x) => a + x, 0, s) { r := Fold((a, x) => a + x, 0, s); }
//// strong
function F(x: int): int { if x > 0 then 1 else 0 }
ghost method G() { }
method M(x: int) returns (r: int) ensures r == F(x) { «if x > 0 { r := 1; } else { r := 0; }¦r := 0; if !(x <= 0) { r := 1; }» }
//// strong
inductive predicate Even(n: nat) { n == 0 || (n >= 2 && Even(n - 2)) }
method M(n: nat) returns (r: nat) ensures r == n { r := n; }
//// strong
function method Gcd(a: nat, b: nat): nat requires a > 0 && b > 0 decreases a + b { if a == b then a else if a < b then Gcd(a, b - a) else Gcd(a - b, b) }
method M(a: nat, b: nat) returns (g: nat) requires a > 0 && b > 0 ensures g == Gcd(a, b) { «var x, y := a, b; while x != y invariant x > 0 && y > 0 && Gcd(a, b) == Gcd(x, y) decreases x + y { if x < y { y := y - x; } else { x := x - y; } } g := x;¦g := Gcd(a, b);» }
//// strong
function method A(n: nat): bool decreases n { if n == 0 then true else B(n - 1) }
function method B(n: nat): bool decreases n { if n == 0 then false else A(n - 1) }
method M(n: nat) returns (r: bool) ensures r == A(n) { «r := A(n);¦r := true; var i := 0; while i < n invariant i <= n && r == A(i) && !r == B(i) { r := !r; i := i + 1; }» }
//// strong
function method Pow(b: int, e: nat): int { if e == 0 then 1 else b * Pow(b, e - 1) }
method M(b: int, e: nat) returns (r: int) requires e < 6 ensures r == Pow(b, e) { «r := 1; var i := 0; while i < e invariant 0 <= i <= e && r == Pow(b, i) { r := b * r; i := i + 1; }¦r := Pow(b, e);» }
//// strong
datatype Nat = Z | S(Nat)
function method Plus(a: Nat, b: Nat): Nat { match a case Z => b case S(n) => S(Plus(n, b)) }
function method ToInt(a: Nat): nat { match a case Z => 0 case S(n) => 1 + ToInt(n) }
lemma L(a: Nat, b: Nat) ensures ToInt(Plus(a, b)) == ToInt(a) + ToInt(b) { }
method M(a: Nat, b: Nat) returns (r: nat) ensures r == ToInt(a) + ToInt(b) { «r := ToInt(a) + ToInt(b);¦L(a, b); r := ToInt(Plus(a, b));» }
//// 4 strong
codatatype Stream = More(head: int, tail: Stream)
function method Up(n: int): Stream { More(n, Up(n + 1)) }
method M(n: int) returns (r: int) ensures r == n + 1 { «r := Up(n).tail.head;¦var s := Up(n); r := s.tail.head;¦match Up(n) case More(h, t) => r := t.head;» }
//// 4 strong
datatype D = A(x: int) | B { function Get(): int { if A? then x else 0 } method Set(v: int) returns (d: D) ensures d == if A? then A(v) else B { «d := if A? then A(v) else B;¦match this { case A(_) => d := A(v); case B => d := this; }¦if this.B? { return this; } d := this.(x := v);» } static function Make(): D { A(3) } const zero: int := 0 }
method M(d: D) returns (r: int) ensures r == d.Get() { «r := d.Get();¦match d case A(n) => r := n; case B => r := d.zero;¦r := if d == B then 0 else d.x;» }
//// 4 strong
datatype D = D(x: int, y: int)
method M(d: D) returns (e: D) ensures e == D(d.y, d.x) { «e := D(d.y, d.x);¦e := d.(x := d.y, y := d.x);¦e := D(y := d.x, x := d.y);¦e := d.(y := d.x).(x := d.y);¦var D(x, y) := d; e := D(y, x);» }
//// 4 strong
least predicate Even(n: int) { n == 0 || Even(n - 2) }
least lemma NotNegative(n: int) requires Even(n) ensures n >= 0 { }
//// 4 strong
codatatype Stream = Cons(head: int, tail: Stream)
function Ones(): Stream { Cons(1, Ones()) }
greatest predicate Positive(s: Stream) { s.head > 0 && Positive(s.tail) }
greatest lemma OnesArePositive() ensures Positive(Ones()) { }
//// 4 strong
function F(n: nat): (r: nat) ensures r == n { n } by method { r := 0; while r < n invariant r <= n { r := r + 1; } }
//// 4 strong
const A: nat
const B: int
function Fib(n: nat): int { if n == 0 then A else if n == 1 then B else Fib(n - 2) + Fib(n - 1) }
lemma L(n: nat) ensures Fib(n + 2) == Fib(n) + Fib(n + 1) { }
method M(x: int) returns (r: int) ensures r == x + «A¦B - 1 + 1» { r := x + «A¦B»; }
//// 4 unknown
const A: nat
method M(x: int) returns (r: int) ensures r «>= x¦== 2 ==> A != 1» { r := «x + A¦if A == 1 then 3 else 2»; }
//// strong
function {:opaque} Sq(x: int): int { x * x }
method M(x: int) returns (r: int) ensures r == Sq(x) { reveal Sq(); r := x * x; }
method N(x: int) returns (r: int) ensures r == Sq(x) + Sq(x) { ghost var s := Sq(x); reveal Sq(); r := 2 * x * x; assert s == x * x; }
lemma L(x: int) ensures Sq(x) >= 0 { reveal Sq(); assert x * x >= 0; }
//// weak
function {:opaque} Sq(x: int): int { x * x }
method M(x: int) returns (r: int) ensures r >= Sq(x) { reveal Sq(); r := x * x; }
//// strong
function Fact(n: nat): nat { if n == 0 then 1 else n * Fact(n - 1) }
lemma Grows(n: nat) ensures Fact(n) >= 1 { if n > 0 { Grows(n - 1); calc { Fact(n); == n * Fact(n - 1); >= { assert n >= 1 && Fact(n - 1) >= 1; } 1; } } }
method M(n: nat) returns (r: nat) ensures r == Fact(n) { r := 1; var i := 0; while i < n invariant 0 <= i <= n && r == Fact(i) { i := i + 1; r := i * r; } }
//// 4 strong
function Pow(b: int, n: nat): int { if n == 0 then 1 else b * Pow(b, n - 1) }
lemma PowAdd(b: int, m: nat, n: nat) ensures Pow(b, m + n) == Pow(b, m) * Pow(b, n) { if m > 0 { calc { Pow(b, m + n); == b * Pow(b, m - 1 + n); == { PowAdd(b, m - 1, n); } b * (Pow(b, m - 1) * Pow(b, n)); == (b * Pow(b, m - 1)) * Pow(b, n); == Pow(b, m) * Pow(b, n); } } }
method M(b: int) returns (r: int) ensures r == Pow(b, 3) { r := b * (b * b); assert Pow(b, 1) == b * Pow(b, 0); assert Pow(b, 2) == b * Pow(b, 1); assert Pow(b, 3) == b * Pow(b, 2); }
//// 4 strong
function Abs(x: int): nat { if x < 0 then -x else x } by method { if x < 0 { return -x; } return x; }
method M(x: int) returns (r: nat) ensures r == Abs(x) { r := Abs(x); }
//// 4 strong
method M(x: int, y: int := 3) returns (r: int) ensures r == x + y { r := x + y; }
method N() returns (r: int) ensures r == 4 { r := M(1); }
//// 4 strong
method M(nameonly x: int, nameonly y: int) returns (r: int) ensures r == x - y { r := x - y; }
method N() returns (r: int) ensures r == 1 { r := M(y := 2, x := 3); }
