function F(n: nat): nat { if n == 0 then 0 else n + F(n - 1) }
datatype T = L | N(T, int, T)
function H(t: T): nat { match t case L => 0 case N(a, _, b) => 1 + if H(a) > H(b) then H(a) else H(b) }
function S(t: T): nat { match t case L => 0 case N(a, _, b) => 1 + S(a) + S(b) }

//= strong
lemma AddC(a: int, b: int) ensures a + b == b + a {}
//= wrong
lemma Euler(n: nat) ensures forall d :: 2 <= d < n * n + n + 41 ==> (n * n + n + 41) % d != 0 {}
//= wrong
lemma SeqRare(s: seq<int>) requires |s| == 4 && s[0] > s[1] > s[2] > s[3] ensures s[0] - s[3] != 77 {}
//= strong
lemma ConcatLen(s: seq<int>, t: seq<int>) ensures |s + t| == |s| + |t| {}
//= wrong
lemma ConcatComm(s: seq<int>, t: seq<int>) requires |s| == |t| ensures s + t == t + s {}
//= strong
lemma Exists(n: int) ensures exists m :: m > n {}
//= wrong
lemma ExistsNo(n: int) ensures exists m :: m * 2 == n {}
//= wrong
lemma ExistsBad(n: int) returns (m: int) ensures m * m == n {}
//= strong
lemma ExistsOk(n: int) returns (m: int) ensures m * 2 == n || m * 2 + 1 == n { m := n / 2; }
//= strong
lemma Gauss(n: nat) ensures F(n) == n * (n + 1) / 2 {}
//= wrong
lemma GaussBad2(n: nat) ensures F(n) < 100 {}
//= wrong
lemma GaussBad3(n: nat) ensures F(n) < 3000 {}
//= strong
lemma SetSub(a: set<int>, b: set<int>) requires a <= b ensures |a| <= |b| {}
//= wrong
lemma SetSub2(a: set<int>, b: set<int>) requires |a| <= |b| && a != {} ensures a * b != {} {}
//= wrong
lemma CharB(c: char) ensures c < '\ufffe' || c as int == 3 {}
//= wrong
lemma StringsTotal(a: string, b: string) ensures a <= b || b <= a {}
//= wrong
lemma Bits(x: bv16) ensures x & (x - 1) != 0 || x < 0x4000 {}
//= strong
lemma Bits2(x: bv16) ensures x ^ x == 0 {}
//= wrong
lemma ModSign(a: int, b: int) requires b != 0 ensures -(a % b) == (-a) % b || a < 0 || a % b == 0 || b > 0 {}
//= wrong
lemma RealSq(x: real) ensures x * x >= x {}
//= strong
lemma RealSq2(x: real) ensures x * x >= 0.0 {}
//= vacuous
lemma Contra(x: int) requires x < x ensures x == 4 {}
//= strong
function method Abs(x: int): nat ensures Abs(x) == x || Abs(x) == -x { if x < 0 then -x else x }
//= wrong
function method Twice(x: int): int ensures Twice(x) >= x { x * 2 }
//= wrong
function method Lim(x: int): int ensures x < 5000 ==> Lim(x) == x { if x == 4321 then 0 else x }
//= wrong
function method SumTo(n: nat): nat ensures SumTo(n) <= 40 { if n == 0 then 0 else n + SumTo(n - 1) }
//= strong
function method Lenn(s: seq<int>): nat ensures Lenn(s) == |s| { if s == [] then 0 else 1 + Lenn(s[1..]) }
//= wrong
lemma MapEq(m: map<int, int>, n: map<int, int>)
  requires m.Keys == n.Keys && m.Values == n.Values
  ensures m == n
{}
//= strong
lemma MultiEq(s: seq<int>) ensures |multiset(s)| == |s| {}
//= wrong
lemma MultiSet(s: seq<int>) ensures |set x | x in s| == |s| {}
//= strong
lemma HS(t: T) ensures H(t) <= S(t) {}
//= wrong
lemma HS2(t: T) ensures S(t) < 2 * H(t) + 1 {}
//= wrong
lemma HS3(t: T) ensures H(t) < 3 {}
//= vacuous
lemma NoSum(n: nat) requires n > 4 && F(n) < 0 ensures n == 3 {}
