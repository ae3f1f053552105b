function Pow(b: int, n: nat): int { if n == 0 then 1 else b * Pow(b, n - 1) }
function Digits(n: nat): nat { if n < 10 then 1 else 1 + Digits(n / 10) }
function DigitSum(n: nat): nat { if n < 10 then n else n % 10 + DigitSum(n / 10) }
function Tri(n: nat): nat { n * (n + 1) / 2 }
predicate Divides(d: int, n: int) requires d != 0 { n % d == 0 }
newtype Percent = x: int | 0 <= x <= 100
newtype Byte = x: int | 0 <= x < 256
newtype Signed = x: int | -128 <= x < 128
type Natural = n: int | n >= 1 witness 1
//= strong
method Power(b: int, n: nat) returns (p: int)
  ensures p == Pow(b, n)
{ p := 1; var i := 0; while i < n invariant p == Pow(b, i) { p := p * b; i := i + 1; } }
//= weak
method PowerSign(b: int, n: nat) returns (p: int)
  requires b > 0
  ensures p > 0
{ p := 1; var i := 0; while i < n { p := p * b; i := i + 1; } }
//= strong
method CountDigits(n: nat) returns (c: nat)
  ensures c == Digits(n)
{ c := 1; var m := n; while m >= 10 { m := m / 10; c := c + 1; } }
//= weak
method CountDigitsWeak(n: nat) returns (c: nat)
  ensures c >= 1
  ensures n < 10 ==> c == 1
{ c := 1; var m := n; while m >= 10 { m := m / 10; c := c + 1; } }
//= wrong
method CountDigitsWrong(n: nat) returns (c: nat)
  ensures c == Digits(n)
{ c := 0; var m := n; while m > 0 { m := m / 10; c := c + 1; } }
//= strong
method SumDigits(n: nat) returns (s: nat)
  ensures s == DigitSum(n)
{ s := 0; var m := n; while m > 0 { s := s + m % 10; m := m / 10; } }
//= weak
method SumDigitsMod(n: nat) returns (s: nat)
  ensures s % 9 == n % 9
  ensures s <= n
{ s := 0; var m := n; while m > 0 { s := s + m % 10; m := m / 10; } }
//= strong
method IntegerRoot(n: nat) returns (r: nat)
  ensures r * r <= n < (r + 1) * (r + 1)
{ r := 0; while (r + 1) * (r + 1) <= n { r := r + 1; } }
//= weak
method IntegerRootWeak(n: nat) returns (r: nat)
  ensures r * r <= n
{ r := 0; while (r + 1) * (r + 1) <= n { r := r + 1; } }
//= wrong
method IntegerRootWrong(n: nat) returns (r: nat)
  ensures r * r <= n < (r + 1) * (r + 1)
{ r := 0; while r * r < n { r := r + 1; } }
//= strong
method DivMod(a: nat, b: nat) returns (q: nat, r: nat)
  requires b > 0
  ensures a == q * b + r && r < b
{ q := 0; r := a; while r >= b { q := q + 1; r := r - b; } }
//= weak
method DivModWeak(a: nat, b: nat) returns (q: nat, r: nat)
  requires b > 0
  ensures a == q * b + r
{ q := 0; r := a; while r >= b { q := q + 1; r := r - b; } }
//= weak
method DivModPre(a: int, b: int) returns (q: int, r: int)
  ensures b != 0 ==> a == q * b + r && 0 <= r
{ q := a / b; r := a % b; }
//= strong
method Clamp(x: int, lo: int, hi: int) returns (y: int)
  requires lo <= hi
  ensures lo <= y <= hi
  ensures lo <= x <= hi ==> y == x
  ensures x < lo ==> y == lo
  ensures x > hi ==> y == hi
{ y := if x < lo then lo else if x > hi then hi else x; }
//= weak
method ClampWeak(x: int, lo: int, hi: int) returns (y: int)
  requires lo <= hi
  ensures lo <= y <= hi
  ensures lo <= x <= hi ==> y == x
{ y := if x < lo then lo else if x > hi then hi else x; }
//= strong
method ClampNear(x: int, lo: int, hi: int) returns (y: int)
  requires lo <= hi
  ensures lo <= y <= hi
  ensures forall z :: lo <= z <= hi ==> (if x > y then x - y else y - x) <= (if x > z then x - z else z - x)
{ y := if x < lo then lo else if x > hi then hi else x; }
//= vacuous
method ClampNever(x: int, lo: int, hi: int) returns (y: int)
  requires lo < hi && hi < lo
  ensures y == x
{ y := x; }
//= strong
method MiddleOfThree(a: int, b: int, c: int) returns (m: int)
  ensures m == a || m == b || m == c
  ensures (a <= m && b <= m) || (b <= m && c <= m) || (a <= m && c <= m)
  ensures (a >= m && b >= m) || (b >= m && c >= m) || (a >= m && c >= m)
{ if (a <= b && b <= c) || (c <= b && b <= a) { m := b; } else if (b <= a && a <= c) || (c <= a && a <= b) { m := a; } else { m := c; } }
//= weak
method MiddleOfThreeWeak(a: int, b: int, c: int) returns (m: int)
  ensures m in {a, b, c}
  ensures m <= a || m <= b || m <= c
{ if (a <= b && b <= c) || (c <= b && b <= a) { m := b; } else if (b <= a && a <= c) || (c <= a && a <= b) { m := a; } else { m := c; } }
//= strong
method Sign(x: int) returns (s: int)
  ensures s == 0 <==> x == 0
  ensures -1 <= s <= 1
  ensures s * x >= 0
{ s := if x > 0 then 1 else if x < 0 then -1 else 0; }
//= weak
method SignWeak(x: int) returns (s: int)
  ensures -1 <= s <= 1
  ensures s * x >= 0
{ s := if x > 0 then 1 else if x < 0 then -1 else 0; }
//= strong
method LeastDivisor(n: int) returns (d: int)
  requires n >= 2
  ensures 2 <= d <= n && Divides(d, n)
  ensures forall k :: 2 <= k < d ==> !Divides(k, n)
{ d := 2; while n % d != 0 { d := d + 1; } }
//= weak
method SomeDivisor(n: int) returns (d: int)
  requires n >= 2
  ensures 2 <= d <= n && Divides(d, n)
{ d := 2; while n % d != 0 { d := d + 1; } }
//= strong up to choice
method AnyDivisor(n: int) returns (d: int)
  requires n >= 2
  ensures 2 <= d <= n && n % d == 0
{ d :| 2 <= d <= n && n % d == 0; }
//= strong
method AddPercent(a: Percent, b: Percent) returns (c: Percent)
  requires a as int + b as int <= 100
  ensures c == a + b
{ c := a + b; }
//= strong
method AverageByte(a: Byte, b: Byte) returns (c: Byte)
  ensures c as int == (a as int + b as int) / 2
{ c := ((a as int + b as int) / 2) as Byte; }
//= weak
method AverageByteWeak(a: Byte, b: Byte) returns (c: Byte)
  ensures (a <= c <= b) || (b <= c <= a)
{ c := ((a as int + b as int) / 2) as Byte; }
//= strong
method Saturate(a: int) returns (c: Signed)
  ensures -128 <= a < 128 ==> c as int == a
  ensures a < -128 ==> c == -128
  ensures a >= 128 ==> c == 127
{ if a < -128 { c := -128; } else if a >= 128 { c := 127; } else { c := a as Signed; } }
//= weak
method SaturateWeak(a: int) returns (c: Signed)
  ensures -128 <= a < 128 ==> c as int == a
{ if a < -128 { c := -128; } else if a >= 128 { c := 127; } else { c := a as Signed; } }
//= strong
method Successor(n: Natural) returns (m: Natural)
  ensures m == n + 1
{ m := n + 1; }
//= strong
method TriangleLoop(n: nat) returns (t: nat)
  ensures 2 * t == n * (n + 1)
{ t := 0; for i := 1 to n + 1 { t := t + i; } }
//= wrong
method TriangleOff(n: nat) returns (t: nat)
  ensures t == Tri(n)
{ t := 0; for i := 1 to n { t := t + i; } }
//= strong
method SumOfSquares(n: nat) returns (s: nat)
  ensures s == n * (n + 1) * (2 * n + 1) / 6
{ s := 0; for i := 0 to n { s := s + (i + 1) * (i + 1); } }
//= weak
method SumOfSquaresWeak(n: nat) returns (s: nat)
  ensures s >= n
  ensures n == 0 ==> s == 0
{ s := 0; for i := 0 to n { s := s + (i + 1) * (i + 1); } }
//= strong
method AreaAndGirth(w: nat, h: nat) returns (area: nat, girth: nat)
  ensures area == w * h
  ensures girth == 2 * (w + h)
{ area, girth := w * h, 2 * (w + h); }
//= weak
method AreaAndGirthWeak(w: nat, h: nat) returns (area: nat, girth: nat)
  ensures area == w * h
  ensures girth % 2 == 0
{ area, girth := w * h, 2 * (w + h); }
//= strong
method HalfReal(x: real) returns (y: real)
  ensures y + y == x
{ y := x / 2.0; }
//= weak
method HalfRealWeak(x: real) returns (y: real)
  requires x > 0.0
  ensures 0.0 < y < x
{ y := x / 2.0; }
//= strong
method FloorReal(x: real) returns (n: int)
  ensures n as real <= x < n as real + 1.0
{ n := x.Floor; }
//= weak
method RoundReal(x: real) returns (n: int)
  ensures -0.5 <= n as real - x <= 0.5
{ n := (x + 0.5).Floor; }
//= weak
method InverseReal(x: real) returns (y: real)
  ensures x != 0.0 ==> x * y == 1.0
{ y := 1.0 / x; }
//= strong
method MeanReal(a: real, b: real) returns (m: real)
  ensures m - a == b - m
{ m := (a + b) / 2.0; }
//= wrong
method ScaleReal(x: real, k: int) returns (y: real)
  requires k > 0
  ensures y * k as real == x
{ y := x * k as real; }
//= strong
method LowNibble(x: bv8) returns (y: bv8)
  ensures y == x & 0x0F
{ y := x & 15; }
//= weak
method LowNibbleWeak(x: bv8) returns (y: bv8)
  ensures y <= 15
{ y := x & 15; }
//= strong
method SetBit(x: bv8, n: nat) returns (y: bv8)
  requires n < 8
  ensures y == x | (1 << n)
{ y := x | (1 << n); }
//= weak
method SetBitWeak(x: bv8, n: nat) returns (y: bv8)
  requires n < 8
  ensures y & (1 << n) != 0
{ y := x | (1 << n); }
//= strong
method XorSwap(x: bv16, y: bv16) returns (a: bv16, b: bv16)
  ensures a == y && b == x
{ a := x ^ y; b := a ^ y; a := a ^ b; }
//= wrong
method Negate(x: bv4) returns (y: bv4)
  ensures y > x || x == 0
{ y := 0 - x; }
