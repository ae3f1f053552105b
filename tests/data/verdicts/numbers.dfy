function F(n: nat): nat { if n == 0 then 1 else n * F(n - 1) }
function Fi(n: nat): nat { if n < 2 then n else Fi(n - 1) + Fi(n - 2) }
newtype small = x: int | -10 <= x < 10
type Odd = x: int | x % 2 == 1 witness 1
type Pos = x: int | x > 0 witness 1
function Pw(b: int, n: nat): int { if n == 0 then 1 else b * Pw(b, n - 1) }

//= strong
method Div(a: int, b: int) returns (q: int, r: int)
  requires b != 0
  ensures q == a / b && r == a % b
{ q, r := a / b, a % b; }
//= strong
method DivE(a: int, b: int) returns (q: int, r: int)
  requires b != 0
  ensures a == q * b + r && 0 <= r && (r < b || r < -b)
{ q, r := a / b, a % b; }
//= weak
method DivNoRange(a: int, b: int) returns (q: int, r: int)
  requires b != 0
  ensures a == q * b + r
{ q, r := a / b, a % b; }
//= weak
method DivLe(a: int, b: int) returns (q: int, r: int)
  requires b != 0
  ensures a == q * b + r && 0 <= r && (r <= b || r <= -b)
{ q, r := a / b, a % b; }
//= weak
method DivTwoSign(a: int, b: int) returns (q: int, r: int)
  requires b > 0
  ensures a == q * b + r && -b < r < b
{ q, r := a / b, a % b; }
//= weak
method Trunc(a: int, b: int) returns (q: int)
  requires b > 0
  ensures a >= 0 ==> q == a / b
{ q := if a >= 0 then a / b else -((-a) / b); }
//= strong
method Trunc2(a: int, b: int) returns (q: int)
  requires b > 0
  ensures a >= 0 ==> q == a / b
  ensures a < 0 ==> q == -((-a) / b)
{ q := if a >= 0 then a / b else -((-a) / b); }
//= wrong
method TruncBad(a: int, b: int) returns (q: int)
  requires b > 0
  ensures q == a / b
{ q := if a >= 0 then a / b else -((-a) / b); }
//= strong
method Abs(x: int) returns (y: int) ensures y >= 0 && (y == x || y == -x) { y := if x < 0 then -x else x; }
//= weak
method AbsW(x: int) returns (y: int) ensures y >= 0 && x <= y && -x <= y { y := if x < 0 then -x else x; }
//= weak
method AbsBig(x: int) returns (y: int)
  ensures -2147483648 < x < 2147483648 ==> y == if x < 0 then -x else x
  ensures y >= 0
{ y := if x < 0 then -x else x; }
//= weak
method AbsRare(x: int) returns (y: int)
  ensures x != 123457 ==> y == if x < 0 then -x else x
{ y := if x < 0 then -x else x; }
//= weak
method AbsMod(x: int) returns (y: int)
  ensures x % 1009 != 1008 ==> y == if x < 0 then -x else x
{ y := if x < 0 then -x else x; }
//= strong
method Max3(a: int, b: int, c: int) returns (m: int)
  ensures m >= a && m >= b && m >= c && (m == a || m == b || m == c)
{ m := a; if b > m { m := b; } if c > m { m := c; } }
//= weak
method Max3W(a: int, b: int, c: int) returns (m: int)
  ensures m >= a && m >= b && (m == a || m == b || m == c)
{ m := a; if b > m { m := b; } if c > m { m := c; } }
//= weak
method Median(a: int, b: int, c: int) returns (m: int)
  ensures m == a || m == b || m == c
{ m := if a <= b then (if b <= c then b else if a <= c then c else a) else (if a <= c then a else if b <= c then c else b); }
//= weak
method Median2(a: int, b: int, c: int) returns (m: int)
  ensures m in {a, b, c} && ((a <= m && (b >= m || c >= m)) || (b <= m && (a >= m || c >= m)) || (c <= m && (a >= m || b >= m)))
  requires a != b && b != c && a != c
{ m := if a <= b then (if b <= c then b else if a <= c then c else a) else (if a <= c then a else if b <= c then c else b); }
//= strong
method Sqrt(n: nat) returns (r: nat)
  ensures r * r <= n < (r + 1) * (r + 1)
{ r := 0; while (r + 1) * (r + 1) <= n { r := r + 1; } }
//= weak
method SqrtNeg(n: nat) returns (r: int)
  ensures r * r <= n < (r + 1) * (r + 1) || (n < (r - 1) * (r - 1) && r * r <= n)
{ r := 0; while (r + 1) * (r + 1) <= n { r := r + 1; } }
//= weak
method SqrtW(n: nat) returns (r: nat)
  ensures r * r <= n
{ r := 0; while (r + 1) * (r + 1) <= n { r := r + 1; } }
//= weak
method SqrtLe(n: nat) returns (r: nat)
  ensures r * r <= n <= (r + 1) * (r + 1)
{ r := 0; while (r + 1) * (r + 1) <= n { r := r + 1; } }
//= strong
method Fact(n: nat) returns (r: nat)
  ensures r == F(n)
{ r := 1; var i := 0; while i < n { i := i + 1; r := r * i; } }
//= strong
method Fibo(n: nat) returns (r: nat)
  ensures r == Fi(n)
{ var a, b := 0, 1; var i := 0; while i < n { a, b := b, a + b; i := i + 1; } r := a; }
//= strong
method Gcd(a: nat, b: nat) returns (g: nat)
  requires a > 0 && b > 0
  ensures g > 0 && a % g == 0 && b % g == 0 && forall d :: 0 < d && a % d == 0 && b % d == 0 ==> d <= g
{ g := if a < b then a else b; while a % g != 0 || b % g != 0 { g := g - 1; } }
//= weak
method GcdW(a: nat, b: nat) returns (g: nat) requires a > 0 && b > 0 ensures g > 0 && a % g == 0 && b % g == 0
{ g := if a < b then a else b; while a % g != 0 || b % g != 0 { g := g - 1; } }
//= strong
method Prime(n: nat) returns (b: bool)
  ensures b <==> n >= 2 && forall k :: 2 <= k < n ==> n % k != 0
{ b := n >= 2; var k := 2; while k < n { if n % k == 0 { b := false; } k := k + 1; } }
//= weak
method PrimeW(n: nat) returns (b: bool)
  ensures b ==> n >= 2 && forall k :: 2 <= k < n ==> n % k != 0
{ b := n >= 2; var k := 2; while k < n { if n % k == 0 { b := false; } k := k + 1; } }
//= wrong
method PrimeBad(n: nat) returns (b: bool)
  ensures b <==> n >= 2 && forall k :: 2 <= k <= n ==> n % k != 0
{ b := n >= 2; var k := 2; while k < n { if n % k == 0 { b := false; } k := k + 1; } }
//= strong
method Even(n: int) returns (b: bool) ensures b <==> n % 2 == 0 { b := n % 2 == 0; }
//= strong
method EvenEx(n: int) returns (b: bool) ensures b <==> exists k :: n == 2 * k { b := n % 2 == 0; }
//= weak
method EvenExW(n: int) returns (b: bool) ensures b ==> exists k :: n == 2 * k { b := n % 2 == 0; }
//= weak
method EvenPos(n: int) returns (b: bool) ensures n >= 0 ==> b == (n % 2 == 0) { b := n % 2 == 0; }
//= strong
method Swap(a: int, b: int) returns (x: int, y: int) ensures x == b && y == a { x, y := b, a; }
//= weak
method SwapW(a: int, b: int) returns (x: int, y: int) ensures x == b && (y == a || y == b) { x, y := b, a; }
//= weak
method SwapForget(a: int, b: int) returns (x: int, y: int) ensures x == b { x, y := b, a; }
//= weak
method SwapSum(a: int, b: int) returns (x: int, y: int)
  ensures x + y == a + b && x * y == a * b
{ x, y := b, a; }
//= strong
method Sort2(a: int, b: int) returns (x: int, y: int)
  ensures x <= y && x + y == a + b && x * y == a * b
{ if a < b { x, y := a, b; } else { x, y := b, a; } }
//= strong
method Clamp(x: int, lo: int, hi: int) returns (r: int)
  requires lo <= hi
  ensures lo <= r <= hi && (lo <= x <= hi ==> r == x) && (x < lo ==> r == lo) && (x > hi ==> r == hi)
{ r := if x < lo then lo else if x > hi then hi else x; }
//= weak
method ClampW(x: int, lo: int, hi: int) returns (r: int)
  requires lo <= hi
  ensures lo <= r <= hi && (lo < x < hi ==> r == x)
{ r := if x < lo then lo else if x > hi then hi else x; }
//= weak
method ClampNoPre(x: int, lo: int, hi: int) returns (r: int)
  ensures lo <= hi ==> lo <= r <= hi && (lo <= x <= hi ==> r == x) && (x < lo ==> r == lo) && (x > hi ==> r == hi)
{ r := if x < lo then lo else if x > hi then hi else x; }
//= weak
method Inc(x: int) returns (y: int) ensures y > x { y := x + 1; }
//= strong
method IncN(x: nat) returns (y: nat) requires x > 0 ensures x - 1 < y < x + 1 { y := x; }
//= strong up to choice
method Bigger(x: int) returns (y: int) ensures x < y < x + 4 { y :| x < y < x + 4; }
//= unknown
method AnyBigger(x: int) returns (y: int) ensures x < y { y :| x < y; }
//= weak
method BiggerW(x: int) returns (y: int) ensures x < y < x + 5 { y :| x < y < x + 4; }
//= weak
method Coin(x: int) returns (y: int)
  ensures y == x || y == -x || y == x + 1
{ if * { y := x; } else { y := -x; } }
//= strong up to choice
method CoinOk(x: int) returns (y: int) ensures y == x || y == -x { if * { y := x; } else { y := -x; } }
//= unknown
method Havoc(x: int) returns (y: int) ensures y >= 0 { y := *; if y < 0 { y := 0; } if y > 3 { y := 3; } }
//= strong
method RealHalf(x: real) returns (y: real) ensures y * 2.0 == x { y := x / 2.0; }
//= weak
method RealW(x: real) returns (y: real) ensures y <= x { y := x / 2.0 - (if x < 0.0 then -x else 0.0); }
//= strong
method Floor(x: real) returns (n: int) ensures n as real <= x < n as real + 1.0 { n := x.Floor; }
//= weak
method FloorW(x: real) returns (n: int) ensures n as real <= x <= n as real + 1.0 { n := x.Floor; }
//= weak
method FloorPos(x: real) returns (n: int) ensures x >= 0.0 ==> n == x.Floor { n := x.Floor; }
//= strong
method Avg(x: int, y: int) returns (r: real)
  ensures r == (x + y) as real / 2.0
{ r := (x + y) as real / 2.0; }
//= strong
method Bv(x: bv8, y: bv8) returns (r: bv8) ensures r == x ^ y { r := x ^ y; }
//= weak
method BvW(x: bv8, y: bv8) returns (r: bv8) ensures r & 0x0f == (x ^ y) & 0x0f { r := x ^ y; }
//= strong
method BvAdd(x: bv8, y: bv8) returns (r: bv8) ensures r - y == x { r := x + y; }
//= weak
method BvTop(x: bv16) returns (r: bv16) ensures x < 0x100 ==> r == x << 1 { r := x << 1; }
//= weak
method BvInt(x: bv8) returns (n: int) ensures n % 256 == x as int { n := x as int; }
//= strong
method Pop(x: bv4) returns (n: nat)
  ensures n == (x & 1) as int + ((x >> 1) & 1) as int + ((x >> 2) & 1) as int + ((x >> 3) & 1) as int
{ n := 0; var y := x; while y != 0 { n := n + (y & 1) as int; y := y >> 1; } }
//= strong
method Neg(x: small) returns (y: small) requires x > -10 ensures y == -x { y := -x; }
//= wrong
method NegFail(x: small) returns (y: small) ensures y as int == -(x as int) { y := -x; }
//= weak
method SmallW(x: small) returns (y: small) ensures y >= x { y := 9; }
//= strong
method SmallTop(x: small) returns (y: small) requires x >= 9 ensures y >= x { y := 9; }
//= strong
method NextOdd(x: int) returns (y: Odd) ensures x <= y < x + 2 { y := if x % 2 == 1 then x else x + 1; }
//= weak
method NextOddW(x: int) returns (y: Odd) ensures x <= y <= x + 2 { y := if x % 2 == 1 then x else x + 1; }
//= strong
method Pred(x: Pos) returns (y: nat) ensures y == x - 1 { y := x - 1; }
//= wrong
method PredFail(x: nat) returns (y: nat) ensures y as int == x - 1 { y := x - 1; }
//= wrong
method Cube(x: int) returns (y: int) ensures y == x * x * x { y := x * x * (if x == 7 then 8 else x); }
//= weak
method Half(n: nat) returns (h: nat) ensures 2 * h <= n <= 2 * h + 2 { h := n / 2; }
//= strong
method Half2(n: nat) returns (h: nat) ensures 2 * h <= n <= 2 * h + 1 { h := n / 2; }
//= strong
method Pow(b: int, n: nat) returns (r: int)
  ensures r == Pw(b, n)
{ r := 1; var i := 0; while i < n { r := r * b; i := i + 1; } }
//= weak
method PowW(b: int, n: nat) returns (r: int)
  ensures r % 10 == Pw(b, n) % 10
{ r := 1; var i := 0; while i < n { r := r * b; i := i + 1; } }
//= strong
method Const() returns (r: int) ensures r == 42 { r := 42; }
//= weak
method ConstW() returns (r: int) ensures r % 42 == 0 { r := 42; }
//= vacuous
method Taut(x: int) returns (r: int) ensures r == r { r := x; }
//= vacuous
method Taut2(x: int) returns (r: int) ensures r > x || r <= x { r := x; }
//= vacuous
method TautIn(x: int) returns (r: int) ensures x * x >= 0 { r := x; }
//= vacuous
method Never(x: int) returns (r: int) requires x * x == 3 ensures r == x { r := x; }
//= vacuous
method NoOut(x: int) ensures x == x { }
//= wrong
method Impossible(x: int) returns (r: int) ensures r * r == -1 - x * x { r := x; }
//= wrong
method Impossible2(x: int) returns (r: nat) ensures r + 1 == x { r := if x > 0 then x - 1 else 0; }
//= strong
method CharlesDiv(a: int, b: int) returns (q: int) requires b < 0 ensures q == a / b { q := a / b; }
//= weak
method ModNeg(a: int) returns (r: int) ensures r % 3 == a % 3 && -3 < r < 3 { r := a % 3; }
//= strong
method ModNeg2(a: int) returns (r: int) ensures r % 3 == a % 3 && 0 <= r < 3 { r := a % -3; }
