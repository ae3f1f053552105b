predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
predicate Distinct<T(==)>(s: seq<T>) { forall i, j :: 0 <= i < j < |s| ==> s[i] != s[j] }
function Total(s: seq<int>): int { if |s| == 0 then 0 else s[0] + Total(s[1..]) }
function Count<T(==)>(s: seq<T>, x: T): nat { if |s| == 0 then 0 else (if s[0] == x then 1 else 0) + Count(s[1..], x) }
function method IsVowel(c: char): bool { c in {'a', 'e', 'i', 'o', 'u'} }
//= strong
method PrefixSums(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures forall i :: 0 <= i < |s| ==> r[i] == Total(s[..i + 1])
{ r := []; var t := 0; for i := 0 to |s| { t := t + s[i]; r := r + [t]; } }
//= weak
method PrefixSumsWeak(s: seq<int>) returns (r: seq<int>)
  ensures |r| == |s|
  ensures |s| > 0 ==> r[0] == s[0] && r[|s| - 1] == Total(s)
{ r := []; var t := 0; for i := 0 to |s| { t := t + s[i]; r := r + [t]; } }
//= strong
method Rotate<T>(s: seq<T>, k: nat) returns (r: seq<T>)
  requires k <= |s|
  ensures r == s[k..] + s[..k]
{ r := s[k..] + s[..k]; }
//= weak
method RotateWeak<T(==)>(s: seq<T>, k: nat) returns (r: seq<T>)
  requires k <= |s|
  ensures multiset(r) == multiset(s)
{ r := s[k..] + s[..k]; }
//= strong
method SortSeq(s: seq<int>) returns (r: seq<int>)
  ensures Sorted(r) && multiset(r) == multiset(s)
{
  r := [];
  for i := 0 to |s| {
    var k := 0;
    while k < |r| && r[k] <= s[i] { k := k + 1; }
    r := r[..k] + [s[i]] + r[k..];
  }
}
//= weak
method SortSeqWeak(s: seq<int>) returns (r: seq<int>)
  ensures Sorted(r) && |r| == |s| && forall x :: x in r ==> x in s
{
  r := [];
  for i := 0 to |s| {
    var k := 0;
    while k < |r| && r[k] <= s[i] { k := k + 1; }
    r := r[..k] + [s[i]] + r[k..];
  }
}
//= wrong
method SortSeqWrong(s: seq<int>) returns (r: seq<int>)
  ensures Sorted(r) && multiset(r) == multiset(s)
{
  r := [];
  for i := 0 to |s| {
    var k := 0;
    while k < |r| && r[k] > s[i] { k := k + 1; }
    r := r[..k] + [s[i]] + r[k..];
  }
}
//= strong
method MergeSorted(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  requires Sorted(a) && Sorted(b)
  ensures Sorted(r)
  ensures multiset(r) == multiset(a) + multiset(b)
{
  r := []; var i, j := 0, 0;
  while i < |a| || j < |b| {
    if j == |b| || (i < |a| && a[i] <= b[j]) { r := r + [a[i]]; i := i + 1; } else { r := r + [b[j]]; j := j + 1; }
  }
}
//= weak
method MergeSortedWeak(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  requires Sorted(a) && Sorted(b)
  ensures Sorted(r)
  ensures forall x :: x in r <==> x in a || x in b
{
  r := []; var i, j := 0, 0;
  while i < |a| || j < |b| {
    if j == |b| || (i < |a| && a[i] <= b[j]) { r := r + [a[i]]; i := i + 1; } else { r := r + [b[j]]; j := j + 1; }
  }
}
//= strong
method FirstIndex(s: seq<int>, x: int) returns (i: int)
  ensures -1 <= i < |s|
  ensures i >= 0 ==> s[i] == x && x !in s[..i]
  ensures i < 0 ==> x !in s
{ i := 0; while i < |s| && s[i] != x { i := i + 1; } if i == |s| { i := -1; } }
//= weak
method FirstIndexWeak(s: seq<int>, x: int) returns (i: int)
  ensures -1 <= i < |s|
  ensures i >= 0 ==> s[i] == x
  ensures i < 0 ==> x !in s
{ i := 0; while i < |s| && s[i] != x { i := i + 1; } if i == |s| { i := -1; } }
//= strong up to choice
method AnyIndex(s: seq<int>, x: int) returns (i: int)
  requires x in s
  ensures 0 <= i < |s| && s[i] == x
{ i :| 0 <= i < |s| && s[i] == x; }
//= weak
method IndexPre(s: seq<int>, i: int) returns (x: int)
  requires 0 <= i <= |s|
  ensures i < |s| ==> x == s[i]
{ x := s[i]; }
//= strong
method Occurrences(s: seq<char>, c: char) returns (n: nat)
  ensures n == Count(s, c)
{ n := 0; for i := 0 to |s| { if s[i] == c { n := n + 1; } } }
//= weak
method OccurrencesWeak(s: seq<char>, c: char) returns (n: nat)
  ensures n <= |s|
  ensures n == 0 <==> c !in s
{ n := 0; for i := 0 to |s| { if s[i] == c { n := n + 1; } } }
//= strong
method Vowels(s: string) returns (n: nat)
  ensures n == |set i | 0 <= i < |s| && IsVowel(s[i])|
{ n := 0; for i := 0 to |s| { if IsVowel(s[i]) { n := n + 1; } } }
//= wrong
method VowelsWrong(s: string) returns (n: nat)
  ensures n == |set c | c in s && IsVowel(c)|
{ n := 0; for i := 0 to |s| { if IsVowel(s[i]) { n := n + 1; } } }
//= strong
method Upper(s: string) returns (r: string)
  ensures |r| == |s|
  ensures forall i :: 0 <= i < |s| ==> r[i] == if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]
{ r := ""; for i := 0 to |s| { r := r + [if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]]; } }
//= weak
method UpperWeak(s: string) returns (r: string)
  ensures |r| == |s|
  ensures forall i :: 0 <= i < |s| ==> !('a' <= r[i] <= 'z')
{ r := ""; for i := 0 to |s| { r := r + [if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]]; } }
//= strong
method Palindrome(s: string) returns (b: bool)
  ensures b <==> forall i :: 0 <= i < |s| ==> s[i] == s[|s| - 1 - i]
{ b := true; var i := 0; while i < |s| / 2 { if s[i] != s[|s| - 1 - i] { b := false; } i := i + 1; } }
//= weak
method PalindromeWeak(s: string) returns (b: bool)
  ensures b ==> |s| == 0 || s[0] == s[|s| - 1]
{ b := true; var i := 0; while i < |s| / 2 { if s[i] != s[|s| - 1 - i] { b := false; } i := i + 1; } }
//= strong
method EveryOther<T>(s: seq<T>) returns (r: seq<T>)
  ensures |r| == (|s| + 1) / 2
  ensures forall i :: 0 <= i < |r| ==> r[i] == s[2 * i]
{ r := []; var i := 0; while i < |s| { r := r + [s[i]]; i := i + 2; } }
//= strong
method Zip<A, B>(a: seq<A>, b: seq<B>) returns (r: seq<(A, B)>)
  requires |a| == |b|
  ensures |r| == |a|
  ensures forall i :: 0 <= i < |r| ==> r[i] == (a[i], b[i])
{ r := []; for i := 0 to |a| { r := r + [(a[i], b[i])]; } }
//= weak
method ZipWeak<A, B>(a: seq<A>, b: seq<B>) returns (r: seq<(A, B)>)
  requires |a| == |b|
  ensures |r| == |a|
  ensures forall i :: 0 <= i < |r| ==> r[i].0 == a[i]
{ r := []; for i := 0 to |a| { r := r + [(a[i], b[i])]; } }
//= weak
method ZipPre<A, B>(a: seq<A>, b: seq<B>) returns (r: seq<(A, B)>)
  requires |a| <= |b| + 1
  ensures |r| == |a|
  ensures forall i :: 0 <= i < |r| && i < |b| ==> r[i] == (a[i], b[i])
{ r := []; for i := 0 to |a| { r := r + [(a[i], b[i])]; } }
//= strong
method Dedup(s: seq<int>) returns (r: seq<int>)
  requires Sorted(s)
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] < r[j]
  ensures forall x :: x in r <==> x in s
{ r := []; for i := 0 to |s| { if |r| == 0 || r[|r| - 1] != s[i] { r := r + [s[i]]; } } }
//= weak
method DedupOrder(s: seq<int>) returns (r: seq<int>)
  ensures Distinct(r)
  ensures forall x :: x in r <==> x in s
{ r := []; for i := 0 to |s| { if s[i] !in r { r := r + [s[i]]; } } }
//= strong
method MaxAndPlace(s: seq<int>) returns (m: int, p: nat)
  requires |s| > 0
  ensures p < |s| && m == s[p]
  ensures forall i :: 0 <= i < |s| ==> s[i] <= m
  ensures forall i :: 0 <= i < p ==> s[i] < m
{ m, p := s[0], 0; for i := 1 to |s| { if s[i] > m { m, p := s[i], i; } } }
//= weak
method MaxAndPlaceWeak(s: seq<int>) returns (m: int, p: nat)
  requires |s| > 0
  ensures p < |s| && m == s[p]
  ensures forall i :: 0 <= i < |s| ==> s[i] <= m
{ m, p := s[0], 0; for i := 1 to |s| { if s[i] > m { m, p := s[i], i; } } }
//= weak
method MaxPre(s: seq<int>) returns (m: int)
  ensures forall x :: x in s ==> x <= m
  ensures |s| > 0 ==> m in s
{ m := s[0]; for i := 1 to |s| { if s[i] > m { m := s[i]; } } }
//= strong
method Flatten(ss: seq<seq<int>>) returns (r: seq<int>)
  ensures |ss| == 2 ==> r == ss[0] + ss[1]
  ensures |ss| == 1 ==> r == ss[0]
  ensures |ss| == 0 ==> r == []
  requires |ss| <= 2
{ r := []; for i := 0 to |ss| { r := r + ss[i]; } }
//= strong
method Windows(s: seq<int>, k: nat) returns (r: seq<int>)
  requires 0 < k <= |s|
  ensures |r| == |s| - k + 1
  ensures forall i :: 0 <= i < |r| ==> r[i] == Total(s[i..i + k])
{
  r := [];
  for i := 0 to |s| - k + 1 { var t := 0; for j := i to i + k { t := t + s[j]; } r := r + [t]; }
}
//= wrong
method WindowsWrong(s: seq<int>, k: nat) returns (r: seq<int>)
  requires 0 < k <= |s|
  ensures |r| == |s| - k + 1
  ensures forall i :: 0 <= i < |r| ==> r[i] == Total(s[i..i + k])
{
  r := [];
  for i := 0 to |s| - k { var t := 0; for j := i to i + k { t := t + s[j]; } r := r + [t]; }
}
//= strong
method HasPair(s: seq<int>, t: int) returns (b: bool)
  ensures b <==> exists i, j :: 0 <= i < j < |s| && s[i] + s[j] == t
{ b := false; for i := 0 to |s| { for j := i + 1 to |s| { if s[i] + s[j] == t { b := true; } } } }
//= weak
method FindPair(s: seq<int>, t: int) returns (i: int, j: int)
  requires exists p, q :: 0 <= p < q < |s| && s[p] + s[q] == t
  ensures 0 <= i < j < |s| && s[i] + s[j] == t
{ i, j := 0, 1; while s[i] + s[j] != t { if j + 1 < |s| { j := j + 1; } else { i := i + 1; j := i + 1; } } }
//= weak
method Trim(s: string) returns (r: string)
  ensures |r| <= |s|
  ensures |r| > 0 ==> r[0] != ' ' && r[|r| - 1] != ' '
{ var i, j := 0, |s|; while i < j && s[i] == ' ' { i := i + 1; } while i < j && s[j - 1] == ' ' { j := j - 1; } r := s[i..j]; }
//= strong
method RunLength(s: seq<int>) returns (n: nat)
  requires |s| > 0
  ensures 1 <= n <= |s|
  ensures forall i :: 0 <= i < n ==> s[i] == s[0]
  ensures n < |s| ==> s[n] != s[0]
{ n := 1; while n < |s| && s[n] == s[0] { n := n + 1; } }
