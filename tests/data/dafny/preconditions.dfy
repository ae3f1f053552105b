predicate Sorted(a: seq<int>) { forall i, j :: 0 <= i < j < |a| ==> a[i] <= a[j] }
method Find(a: array<int>, key: int, lo: nat) returns (r: int)
  requires a.Length > 0
  requires Sorted(a[..])
  requires lo < a.Length
  requires key > 1000
  ensures r == 1
method Div(x: int, y: int) returns (r: int)
  requires y != 0
  requires x % y == 0
  requires x >= 0
method Impossible(x: nat) requires x >= 0 requires x > 5 requires x > 3
method Gen<T>(s: seq<T>, m: map<int, T>) requires |s| > 2 requires s[0] == s[1] requires 1 in m
method N(a: array?<int>) requires a != null requires a.Length == 3
method Str(s: string, c: char) requires forall x | x in s :: 'a' <= x <= 'z' requires c in s requires |s| < 5
method Poly(n: int, m: int) requires n * n == m requires m > 100000
