function SumOf(s: seq<int>): int { if s == [] then 0 else SumOf(s[..|s| - 1]) + s[|s| - 1] }
function Two(n: nat): nat { if n == 0 then 1 else Two(n - 1) + Two(n - 1) }

//= strong
method Gcd(a: nat, b: nat) returns (g: nat)
  requires a > 0 && b > 0
  ensures g > 0 && a % g == 0 && b % g == 0 && forall d :: 0 < d && a % d == 0 && b % d == 0 ==> d <= g
{ g := if a < b then a else b; while a % g != 0 || b % g != 0 { g := g - 1; } }
//= strong
method Reverse(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
{ var i := 0; while i < a.Length / 2 { a[i], a[a.Length-1-i] := a[a.Length-1-i], a[i]; i := i + 1; } }
//= weak
method ReverseM(a: array<int>) modifies a ensures multiset(a[..]) == multiset(old(a[..]))
{ var i := 0; while i < a.Length / 2 { a[i], a[a.Length-1-i] := a[a.Length-1-i], a[i]; i := i + 1; } }
//= strong
method SortA(a: array<int>)
  modifies a
  ensures multiset(a[..]) == multiset(old(a[..]))
  ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]
{ var i := 0; while i < a.Length { var j := i + 1; while j < a.Length { if a[j] < a[i] { a[i], a[j] := a[j], a[i]; } j := j + 1; } i := i + 1; } }
//= weak
method SortNoPerm(a: array<int>) modifies a ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]
{ var i := 0; while i < a.Length { var j := i + 1; while j < a.Length { if a[j] < a[i] { a[i], a[j] := a[j], a[i]; } j := j + 1; } i := i + 1; } }
//= weak
method SortSame(a: array<int>)
  modifies a
  ensures forall x :: x in a[..] <==> x in old(a[..])
  ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]
{ var i := 0; while i < a.Length { var j := i + 1; while j < a.Length { if a[j] < a[i] { a[i], a[j] := a[j], a[i]; } j := j + 1; } i := i + 1; } }
//= wrong
method SortStrict(a: array<int>)
  modifies a
  ensures multiset(a[..]) == multiset(old(a[..]))
  ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] < a[j]
{ var i := 0; while i < a.Length { var j := i + 1; while j < a.Length { if a[j] < a[i] { a[i], a[j] := a[j], a[i]; } j := j + 1; } i := i + 1; } }
//= strong
method Rotate(a: array<int>)
  modifies a
  requires a.Length > 0
  ensures a[a.Length - 1] == old(a[0])
  ensures forall i :: 0 <= i < a.Length - 1 ==> a[i] == old(a[i + 1])
{ var f := a[0]; var i := 0; while i < a.Length - 1 { a[i] := a[i + 1]; i := i + 1; } a[a.Length - 1] := f; }
//= weak
method RotateW(a: array<int>)
  modifies a
  requires a.Length > 0
  ensures forall i :: 0 <= i < a.Length - 1 ==> a[i] == old(a[i + 1])
{ var f := a[0]; var i := 0; while i < a.Length - 1 { a[i] := a[i + 1]; i := i + 1; } a[a.Length - 1] := f; }
//= weak
method RotateEmpty(a: array<int>)
  modifies a
  ensures a.Length > 0 ==> a[a.Length - 1] == old(a[0])
  ensures forall i :: 0 <= i < a.Length - 1 ==> a[i] == old(a[i + 1])
{ var f := a[0]; var i := 0; while i < a.Length - 1 { a[i] := a[i + 1]; i := i + 1; } a[a.Length - 1] := f; }
//= weak
method Partition(a: array<int>, p: int) returns (k: nat)
  modifies a
  ensures k <= a.Length
  ensures forall i :: 0 <= i < k ==> a[i] < p
  ensures forall i :: k <= i < a.Length ==> a[i] >= p
{ k := 0; var i := 0; while i < a.Length { if a[i] < p { a[i], a[k] := a[k], a[i]; k := k + 1; } i := i + 1; } }
//= weak
method PartitionM(a: array<int>, p: int) returns (k: nat)
  modifies a
  ensures k <= a.Length && multiset(a[..]) == old(multiset(a[..]))
  ensures forall i :: 0 <= i < k ==> a[i] < p
  ensures forall i :: k <= i < a.Length ==> a[i] >= p
{ k := 0; var i := 0; while i < a.Length { if a[i] < p { a[i], a[k] := a[k], a[i]; k := k + 1; } i := i + 1; } }
//= strong
method Fill(a: array<int>, v: int) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == v
{ forall i | 0 <= i < a.Length { a[i] := v; } }
//= weak
method FillOff(a: array<int>, v: int) modifies a ensures forall i :: 0 < i < a.Length ==> a[i] == v
{ forall i | 0 <= i < a.Length { a[i] := v; } }
//= weak
method FillFrame(a: array<int>, k: int, v: int)
  modifies a
  requires 0 <= k < a.Length
  ensures a[k] == v
{ a[k] := v; }
//= strong
method FillFrame2(a: array<int>, k: int, v: int)
  modifies a
  requires 0 <= k < a.Length
  ensures a[k] == v && forall i :: 0 <= i < a.Length && i != k ==> a[i] == old(a[i])
{ a[k] := v; }
//= strong
method FillFrame3(a: array<int>, k: int, v: int)
  modifies a
  requires 0 <= k < a.Length
  ensures a[..] == old(a[..])[k := v]
{ a[k] := v; }
//= strong
method NewA(n: nat) returns (a: array<int>)
  ensures a.Length == n && forall i :: 0 <= i < n ==> a[i] == i
{ a := new int[n]; forall i | 0 <= i < n { a[i] := i; } }
//= weak
method NewW(n: nat) returns (a: array<int>)
  ensures forall i :: 0 <= i < n && i < a.Length ==> a[i] == i
{ a := new int[n]; forall i | 0 <= i < n { a[i] := i; } }
//= strong
method Lcm(a: nat, b: nat) returns (l: nat)
  requires a > 0 && b > 0
  ensures l > 0 && l % a == 0 && l % b == 0 && forall m :: 0 < m && m % a == 0 && m % b == 0 ==> l <= m
{ l := 1; while l % a != 0 || l % b != 0 { l := l + 1; } }
//= weak
method LcmW(a: nat, b: nat) returns (l: nat) requires a > 0 && b > 0 ensures l > 0 && l % a == 0 && l % b == 0
{ l := 1; while l % a != 0 || l % b != 0 { l := l + 1; } }
//= strong
method Square(n: nat) returns (b: bool)
  ensures b <==> exists k :: k * k == n
{ b := false; var i := 0; while i <= n { if i * i == n { b := true; } i := i + 1; } }
//= strong
method Composite(n: nat) returns (b: bool)
  ensures b <==> exists p, q :: p > 1 && q > 1 && p * q == n
{ b := false; var i := 2; while i < n { if n % i == 0 { b := true; } i := i + 1; } }
//= weak
method CompositeW(n: nat) returns (b: bool)
  ensures b ==> exists p, q :: p > 1 && q > 1 && p * q == n
{ b := false; var i := 2; while i < n { if n % i == 0 { b := true; } i := i + 1; } }
//= strong
method Divides(d: int, n: int) returns (b: bool)
  ensures b <==> exists k :: n == d * k
{ b := if d == 0 then n == 0 else n % d == 0; }
//= strong
method Sum(s: seq<int>) returns (t: int)
  ensures t == SumOf(s)
{ t := 0; var i := 0; while i < |s| { t := t + s[i]; i := i + 1; } }
//= weak
method SumW(s: seq<int>) returns (t: int)
  ensures |s| < 6 ==> t == SumOf(s)
{ t := 0; var i := 0; while i < |s| { t := t + s[i]; i := i + 1; } }
//= strong
method MinMax(s: seq<int>) returns (lo: int, hi: int)
  requires |s| > 0
  ensures lo in s && hi in s && forall x :: x in s ==> lo <= x <= hi
{ lo, hi := s[0], s[0]; var i := 0; while i < |s| { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } i := i + 1; } }
//= weak
method MinMaxW(s: seq<int>) returns (lo: int, hi: int) requires |s| > 0 ensures lo in s && hi in s && lo <= hi
{ lo, hi := s[0], s[0]; var i := 0; while i < |s| { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } i := i + 1; } }
//= weak
method MinMaxE(s: seq<int>) returns (lo: int, hi: int)
  ensures |s| > 0 ==> lo in s && hi in s && forall x :: x in s ==> lo <= x <= hi
{ lo, hi := s[0], s[0]; var i := 0; while i < |s| { if s[i] < lo { lo := s[i]; } if s[i] > hi { hi := s[i]; } i := i + 1; } }
//= strong
method BinSearch(s: seq<int>, x: int) returns (i: int)
  requires forall i, j :: 0 <= i < j < |s| ==> s[i] < s[j]
  ensures 0 <= i ==> i < |s| && s[i] == x
  ensures i < 0 ==> i == -1 && x !in s
{ var lo, hi := 0, |s|; while lo < hi { var m := (lo + hi) / 2; if s[m] < x { lo := m + 1; } else if s[m] > x { hi := m; } else { return m; } } i := -1; }
//= weak
method BinSearchDup(s: seq<int>, x: int) returns (i: int)
  requires forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]
  ensures 0 <= i ==> i < |s| && s[i] == x
  ensures i < 0 ==> i == -1 && x !in s
{ var lo, hi := 0, |s|; while lo < hi { var m := (lo + hi) / 2; if s[m] < x { lo := m + 1; } else if s[m] > x { hi := m; } else { return m; } } i := -1; }
//= strong
method Insert(s: seq<int>, x: int) returns (r: seq<int>)
  requires forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]
  ensures multiset(r) == multiset(s) + multiset{x}
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] <= r[j]
{ var k := 0; while k < |s| && s[k] < x { k := k + 1; } r := s[..k] + [x] + s[k..]; }
//= weak
method InsertW(s: seq<int>, x: int) returns (r: seq<int>)
  requires forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j]
  ensures x in r && |r| == |s| + 1
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] <= r[j]
{ var k := 0; while k < |s| && s[k] < x { k := k + 1; } r := s[..k] + [x] + s[k..]; }
//= strong
method Collatz(n: nat) returns (m: nat)
  requires n > 0
  ensures n % 2 == 0 ==> m == n / 2
  ensures n % 2 == 1 ==> m == 3 * n + 1
{ m := if n % 2 == 0 then n / 2 else 3 * n + 1; }
//= weak
method CollatzW(n: nat) returns (m: nat)
  requires n > 0
  ensures n % 4 == 0 ==> m == n / 2
  ensures n % 2 == 1 ==> m == 3 * n + 1
{ m := if n % 2 == 0 then n / 2 else 3 * n + 1; }
//= weak
method Leap400(y: nat) returns (b: bool)
  ensures y % 400 != 0 ==> (b <==> y % 4 == 0 && y % 100 != 0)
{ b := y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
//= strong
method ProdNat(a: nat, b: nat) returns (r: nat)
  ensures r == a * b
{ r := 0; var i := 0; while i < b { r := r + a; i := i + 1; } }
//= strong
method Huge(n: nat) returns (r: nat)
  ensures r == Two(n)
{ r := 1; var i := 0; while i < n { r := r * 2; i := i + 1; } }
//= weak
method HugeW(n: nat) returns (r: nat)
  ensures n < 30 ==> r == Two(n)
{ r := 1; var i := 0; while i < n { r := r * 2; i := i + 1; } }
