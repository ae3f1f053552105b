// Two states: what may be modified has an old value, what may not has one value.

method Double(a: array<int>, b: array<int>, n: int)
  modifies a
  requires a != b && n < a.Length
  ensures forall i :: 0 <= i < a.Length ==> a[i] == 2 * old(a[i]) + old(b[i]) - old(n)
  ensures multiset(a[..]) == multiset(old(a[..]))
  ensures old(a.Length) == a.Length && unchanged(b)
  ensures var a := [1]; old(a) == [1]
{
}

method Elsewhere(s: seq<array<int>>)
  requires |s| == 1 && s[0].Length > 0
  modifies s[0]
  ensures s[0][0] == old(s[0][0])

method Matrix(m: array2<int>, k: int) returns (r: int)
  ensures r > k
  ensures r == m[0, 1]
