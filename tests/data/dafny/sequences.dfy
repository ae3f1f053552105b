// Quantifiers without types, chains, slices, conversions, recursive functions.

predicate IsDigit(c: char)
{
  48 <= c as int <= 57
}

function Sum(s: seq<int>): int
  ensures |s| == 0 ==> Sum(s) == 0
{
  if |s| == 0 then 0 else s[0] + Sum(s[1..])
}

function method Average(s: seq<real>, total: real): (mean: real)
  requires s != []
  ensures mean * |s| as real == total
{
  total / |s| as real
}

method Digits(s: string, n: nat) returns (r: seq<nat>, found: bool)
  requires 0 < n <= |s|; // as in Dafny 1
  requires forall i, j | 0 <= i < j < |s| :: s[i] != s[j]
  ensures |r| == n && r <= [1, 2] + r[..n] == r[0..]
  ensures found <==> exists c :: c in s && IsDigit(c)
  ensures forall k: nat, e <- r :: k < n ==> e / 2 % 3 >= -k
  ensures (set x | x in s && x != ' ' :: x as int) == {}
  ensures !found ==> (multiset(r)[0] == |multiset{1, 1}| <== r !in {[], [3]})
{
  var c := '{'; var s' := "}\"{"; /* { /* nested */ */ // }
}
