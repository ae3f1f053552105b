function Sum(s: set<int>): int { if s == {} then 0 else var x :| x in s && forall y :: y in s ==> x <= y; x + Sum(s - {x}) }
predicate Injective<K, V(==)>(m: map<K, V>) { forall a, b :: a in m && b in m && a != b ==> m[a] != m[b] }
//= strong
method Evens(s: set<int>) returns (r: set<int>)
  ensures r == set x | x in s && x % 2 == 0
{ r := set x | x in s && x % 2 == 0; }
//= weak
method EvensWeak(s: set<int>) returns (r: set<int>)
  ensures r <= s
  ensures forall x :: x in r ==> x % 2 == 0
{ r := set x | x in s && x % 2 == 0; }
//= strong
method Symmetric(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures forall x :: x in r <==> (x in a) != (x in b)
{ r := (a - b) + (b - a); }
//= weak
method SymmetricWeak(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures r * a * b == {}
  ensures r <= a + b
{ r := (a - b) + (b - a); }
//= wrong
method SymmetricWrong(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures |r| == |a| + |b| - |a * b|
{ r := (a - b) + (b - a); }
//= strong
method Largest(s: set<int>) returns (m: int)
  requires s != {}
  ensures m in s && forall x :: x in s ==> x <= m
{ m :| m in s && forall x :: x in s ==> x <= m; }
//= strong up to choice
method NotLargest(s: set<int>) returns (m: int)
  requires |s| >= 2
  ensures m in s && exists x :: x in s && x > m
{ m :| m in s && exists x :: x in s && x > m; }
//= weak
method NotLargestWeak(s: set<int>) returns (m: int)
  requires |s| >= 2
  ensures m in s
{ m :| m in s && exists x :: x in s && x > m; }
//= weak
method Smallest(s: set<int>) returns (m: int)
  ensures s != {} ==> m in s && forall x :: x in s ==> m <= x
{ m :| m in s && forall x :: x in s ==> m <= x; }
//= strong
method CountPairs(s: set<int>, t: set<int>) returns (n: nat)
  ensures n == |s| * |t|
{ n := |s| * |t|; }
//= strong up to choice
method ToSeq(s: set<int>) returns (r: seq<int>)
  ensures |r| == |s| && forall x :: x in s <==> x in r
{ r := []; var t := s; while t != {} decreases |t| { var x :| x in t; r := r + [x]; t := t - {x}; } }
//= weak
method ToSeqWeak(s: set<int>) returns (r: seq<int>)
  ensures forall x :: x in s <==> x in r
{ r := []; var t := s; while t != {} decreases |t| { var x :| x in t; r := r + [x]; t := t - {x}; } }
//= strong
method ToSortedSeq(s: set<int>) returns (r: seq<int>)
  ensures forall i, j :: 0 <= i < j < |r| ==> r[i] < r[j]
  ensures (set x | x in r) == s
{ r := []; var t := s; while t != {} decreases |t| { var x :| x in t && forall y :: y in t ==> x <= y; r := r + [x]; t := t - {x}; } }
//= strong
method Invert(m: map<int, char>) returns (r: map<char, int>)
  requires Injective(m)
  ensures forall k :: k in m ==> m[k] in r && r[m[k]] == k
  ensures forall c :: c in r ==> r[c] in m && m[r[c]] == c
{ r := map[]; var ks := m.Keys; while ks != {} decreases |ks| { var k :| k in ks; r := r[m[k] := k]; ks := ks - {k}; } }
//= weak
method InvertWeak(m: map<int, char>) returns (r: map<char, int>)
  requires Injective(m)
  ensures forall k :: k in m ==> m[k] in r
{ r := map[]; var ks := m.Keys; while ks != {} decreases |ks| { var k :| k in ks; r := r[m[k] := k]; ks := ks - {k}; } }
//= strong
method Update(m: map<string, int>, k: string, d: int) returns (r: map<string, int>)
  ensures r.Keys == m.Keys + {k}
  ensures r[k] == if k in m then m[k] + d else d
  ensures forall j :: j in m && j != k ==> r[j] == m[j]
{ r := m[k := if k in m then m[k] + d else d]; }
//= weak
method UpdateWeak(m: map<string, int>, k: string, d: int) returns (r: map<string, int>)
  ensures k in r
  ensures r[k] == if k in m then m[k] + d else d
  ensures forall j :: j in m && j != k ==> j in r && r[j] == m[j]
{ r := m[k := if k in m then m[k] + d else d]; }
//= weak
method Lookup(m: map<int, int>, k: int) returns (v: int)
  ensures k in m ==> v == m[k]
{ v := m[k]; }
//= strong
method LookupOr(m: map<int, int>, k: int, d: int) returns (v: int)
  ensures k in m ==> v == m[k]
  ensures k !in m ==> v == d
{ v := if k in m then m[k] else d; }
//= weak
method LookupOrWeak(m: map<int, int>, k: int, d: int) returns (v: int)
  ensures k in m ==> v == m[k]
{ v := if k in m then m[k] else d; }
//= strong
method Restrict(m: map<int, int>, s: set<int>) returns (r: map<int, int>)
  ensures r.Keys == m.Keys * s
  ensures forall k :: k in r ==> k in m && r[k] == m[k]
{ r := map k | k in m && k in s :: m[k]; }
//= wrong
method RestrictWrong(m: map<int, int>, s: set<int>) returns (r: map<int, int>)
  ensures r.Keys == s
{ r := map k | k in m && k in s :: m[k]; }
//= strong
method Histogram(s: seq<int>) returns (h: map<int, nat>)
  ensures forall x :: x in h <==> x in s
  ensures forall x :: x in h ==> h[x] == multiset(s)[x]
{ h := map[]; for i := 0 to |s| { h := h[s[i] := 1 + if s[i] in h then h[s[i]] else 0]; } }
//= weak
method HistogramWeak(s: seq<int>) returns (h: map<int, nat>)
  ensures forall x :: x in h <==> x in s
  ensures forall x :: x in h ==> h[x] >= 1
{ h := map[]; for i := 0 to |s| { h := h[s[i] := 1 + if s[i] in h then h[s[i]] else 0]; } }
//= strong
method Bag(s: seq<int>) returns (b: multiset<int>)
  ensures b == multiset(s)
{ b := multiset{}; for i := 0 to |s| { b := b + multiset{s[i]}; } }
//= weak
method BagWeak(s: seq<int>) returns (b: multiset<int>)
  ensures |b| == |s|
  ensures forall x :: x in b <==> x in s
{ b := multiset{}; for i := 0 to |s| { b := b + multiset{s[i]}; } }
//= strong
method RemoveOne(b: multiset<int>, x: int) returns (r: multiset<int>)
  requires x in b
  ensures r == b - multiset{x}
{ r := b - multiset{x}; }
//= weak
method RemoveOneWeak(b: multiset<int>, x: int) returns (r: multiset<int>)
  requires x in b
  ensures |r| == |b| - 1 && r[x] == b[x] - 1
{ r := b - multiset{x}; }
//= strong
method Common(a: multiset<int>, b: multiset<int>) returns (r: multiset<int>)
  ensures forall x :: r[x] == if a[x] < b[x] then a[x] else b[x]
{ r := a * b; }
//= vacuous
method Impossible(s: set<int>) returns (x: int)
  requires |s| == 1 && (exists a, b :: a in s && b in s && a != b)
  ensures x in s
{ x :| x in s; }
//= strong
method Disjoint(a: set<int>, b: set<int>) returns (r: bool)
  ensures r <==> forall x :: x in a ==> x !in b
{ r := a !! b; }
//= wrong
method DisjointWrong(a: set<int>, b: set<int>) returns (r: bool)
  ensures r <==> a != b
{ r := a !! b; }
//= strong
method Keys(m: map<int, bool>) returns (s: set<int>)
  ensures forall k :: k in s <==> k in m && m[k]
{ s := set k | k in m && m[k]; }
