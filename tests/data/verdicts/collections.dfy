//= strong
method Union(a: set<int>, b: set<int>) returns (r: set<int>) ensures r == a + b { r := a + b; }
//= strong
method UnionAll(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures forall x :: x in r <==> x in a || x in b
{ r := a + b; }
//= weak
method UnionSub(a: set<int>, b: set<int>) returns (r: set<int>) ensures a <= r && b <= r { r := a + b; }
//= weak
method UnionCard(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures a <= r && |r| == |a + b|
{ r := a + b; }
//= strong
method UnionCardBoth(a: set<int>, b: set<int>) returns (r: set<int>)
  ensures a <= r && b <= r && |r| == |a + b|
{ r := a + b; }
//= strong up to choice
method Pick(a: set<int>) returns (x: int) requires a != {} ensures x in a { x :| x in a; }
//= strong
method Rest(a: set<int>, x: int) returns (r: set<int>)
  requires x in a
  ensures x !in r && r + {x} == a
{ r := a - {x}; }
//= weak
method RestW(a: set<int>, x: int) returns (r: set<int>) requires x in a ensures r + {x} == a { r := a - {x}; }
//= strong up to choice
method PickRest(a: set<int>) returns (x: int, r: set<int>)
  requires a != {}
  ensures x in a && r == a - {x}
{ x :| x in a; r := a - {x}; }
//= weak
method PickRestW(a: set<int>) returns (x: int, r: set<int>)
  requires a != {}
  ensures x in a && r <= a
{ x :| x in a; r := a - {x}; }
//= strong up to choice
method ToSeq(a: set<int>) returns (s: seq<int>) ensures |s| == |a| && forall x :: x in a <==> x in s
{ s := []; var t := a; while t != {} { var x :| x in t; s := s + [x]; t := t - {x}; } }
//= weak
method ToSeqW(a: set<int>) returns (s: seq<int>) ensures forall x :: x in a <==> x in s
{ s := []; var t := a; while t != {} { var x :| x in t; s := s + [x]; t := t - {x}; } }
//= strong up to choice
method ToSeqM(a: set<int>) returns (s: seq<int>) ensures multiset(s) == multiset(a)
{ s := []; var t := a; while t != {} { var x :| x in t; s := s + [x]; t := t - {x}; } }
//= strong
method MinS(a: set<int>) returns (m: int) requires a != {} ensures m in a && forall x :: x in a ==> m <= x
{ m :| m in a && forall x :: x in a ==> m <= x; }
//= strong
method Sq(a: set<int>) returns (r: set<int>)
  ensures r == set x | x in a :: x * x
{ r := set x | x in a :: x * x; }
//= weak
method SqW(a: set<int>) returns (r: set<int>)
  ensures forall x :: x in a ==> x * x in r
{ r := set x | x in a :: x * x; }
//= strong
method Sq2(a: set<int>) returns (r: set<int>)
  ensures forall x :: x in a ==> x * x in r
  ensures forall y :: y in r ==> exists x :: x in a && y == x * x
{ r := set x | x in a :: x * x; }
//= strong
method Pos(a: set<int>) returns (r: set<int>)
  ensures r <= a && (forall x :: x in r ==> x > 0) && forall x :: x in a && x > 0 ==> x in r
{ r := set x | x in a && x > 0; }
//= weak
method PosW(a: set<int>) returns (r: set<int>)
  ensures r <= a && (forall x :: x in r ==> x > 0)
{ r := set x | x in a && x > 0; }
//= strong
method Disj(a: set<int>, b: set<int>) returns (r: bool) ensures r <==> a !! b { r := a * b == {}; }
//= weak
method DisjW(a: set<int>, b: set<int>) returns (r: bool) ensures a == {} ==> r { r := a * b == {}; }
//= strong
method Sub(a: set<int>, b: set<int>) returns (r: bool) ensures r <==> a <= b { r := a <= b; }
//= wrong
method SubP(a: set<int>, b: set<int>) returns (r: bool) ensures r <==> a < b { r := a <= b; }
//= strong
method Card(a: set<int>) returns (n: nat) ensures n == |a| { n := |a|; }
//= wrong
method Range(n: nat) returns (r: set<nat>) ensures forall x :: x in r <==> x < n { r := set x: nat | x < n; }
//= weak
method RangeW(n: nat) returns (r: set<int>)
  ensures forall x :: 0 <= x < n ==> x in r
{ r := set x | 0 <= x < n; }
//= strong
method SS(a: set<set<int>>) returns (r: set<int>)
  ensures forall x :: x in r <==> exists s :: s in a && x in s
{ r := set s, x | s in a && x in s :: x; }
//= weak
method SSW(a: set<set<int>>) returns (r: set<int>)
  ensures forall s :: s in a ==> s <= r
{ r := set s, x | s in a && x in s :: x; }
//= strong
method MPlus(a: multiset<int>, b: multiset<int>) returns (r: multiset<int>) ensures r == a + b { r := a + b; }
//= strong
method MPlusAll(a: multiset<int>, b: multiset<int>) returns (r: multiset<int>)
  ensures forall x :: r[x] == a[x] + b[x]
{ r := a + b; }
//= weak
method MUnionW(a: multiset<int>, b: multiset<int>) returns (r: multiset<int>)
  ensures a <= r && b <= r
{ r := a + b; }
//= weak
method MCard(a: multiset<int>, b: multiset<int>) returns (r: multiset<int>)
  ensures |r| == |a| + |b|
{ r := a + b; }
//= strong
method MSet(a: multiset<int>) returns (r: set<int>) ensures r == set x | x in a { r := set x | x in a; }
//= weak
method MSetW(a: multiset<int>) returns (r: set<int>)
  ensures |r| <= |a| && forall x :: x in r ==> x in a
{ r := set x | x in a; }
//= weak
method MKeys(s: seq<int>) returns (r: multiset<int>)
  ensures forall x :: x in r <==> x in s
{ r := multiset(s); }
//= strong
method MSeq(s: seq<int>) returns (r: multiset<int>) ensures r == multiset(s) { r := multiset(s); }
//= strong up to choice
method MToSeq(m: multiset<int>) returns (s: seq<int>) ensures multiset(s) == m
{ s := []; var t := m; while t != multiset{} { var x :| x in t; s := s + [x]; t := t - multiset{x}; } }
//= strong
method MapPut(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures r == m[k := v]
{ r := m[k := v]; }
//= weak
method MapPutW(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures k in r && r[k] == v
{ r := m[k := v]; }
//= weak
method MapPutKeep(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures k in r && r[k] == v && forall j :: j in m && j != k ==> j in r && r[j] == m[j]
{ r := m[k := v]; }
//= strong
method MapPutAll(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures r.Keys == m.Keys + {k} && r[k] == v && forall j :: j in m && j != k ==> r[j] == m[j]
{ r := m[k := v]; }
//= weak
method MapPutKeys(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures r.Keys == m.Keys + {k} && r[k] == v
{ r := m[k := v]; }
//= wrong
method MapPutBad(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures k in r && r[k] == v && forall j :: j in m ==> j in r && r[j] == m[j]
{ r := m[k := v]; }
//= strong
method MapDel(m: map<int, int>, k: int) returns (r: map<int, int>)
  ensures r == map j | j in m && j != k :: m[j]
{ r := map j | j in m && j != k :: m[j]; }
//= strong
method MapDel2(m: map<int, int>, k: int) returns (r: map<int, int>)
  ensures k !in r && (forall j :: j in r ==> j in m && m[j] == r[j]) && forall j :: j in m ==> j == k || j in r
{ r := map j | j in m && j != k :: m[j]; }
//= weak
method MapDelW(m: map<int, int>, k: int) returns (r: map<int, int>)
  ensures k !in r && (forall j :: j in r ==> j in m && m[j] == r[j])
{ r := map j | j in m && j != k :: m[j]; }
//= strong
method Inv(m: map<int, int>) returns (r: set<int>) ensures r == m.Values { r := set k | k in m :: m[k]; }
//= strong up to choice
method KeyOf(m: map<int, int>, v: int) returns (k: int)
  requires v in m.Values
  ensures k in m && m[k] == v
{ k :| k in m && m[k] == v; }
//= strong
method Items(m: map<int, int>) returns (r: set<(int, int)>)
  ensures r == m.Items
{ r := set k | k in m :: (k, m[k]); }
//= weak
method ItemsW(m: map<int, int>) returns (r: set<(int, int)>)
  ensures forall k :: k in m ==> (k, m[k]) in r
{ r := set k | k in m :: (k, m[k]); }
//= strong
method Get(m: map<int, seq<int>>, k: int) returns (r: seq<int>)
  ensures r == if k in m then m[k] else []
{ if k in m { r := m[k]; } else { r := []; } }
//= weak
method GetW(m: map<int, seq<int>>, k: int) returns (r: seq<int>)
  ensures k in m ==> r == m[k]
{ if k in m { r := m[k]; } else { r := []; } }
//= strong
method Group(s: seq<int>) returns (m: map<bool, set<int>>)
  ensures m == map b | b in {true, false} :: set x | x in s && (x > 0) == b
{ m := map b | b in {true, false} :: set x | x in s && (x > 0) == b; }
//= strong
method Merge(a: map<int, int>, b: map<int, int>) returns (r: map<int, int>)
  ensures r.Keys == a.Keys + b.Keys && forall k :: k in r ==> r[k] == if k in b then b[k] else a[k]
{ r := map k | k in a.Keys + b.Keys :: if k in b then b[k] else a[k]; }
//= weak
method MergeW(a: map<int, int>, b: map<int, int>) returns (r: map<int, int>)
  ensures r.Keys == a.Keys + b.Keys && forall k :: k in r ==> (k in b && r[k] == b[k]) || (k in a && r[k] == a[k])
{ r := map k | k in a.Keys + b.Keys :: if k in b then b[k] else a[k]; }
//= unknown
method PickTheSame(s: set<int>) returns (r: int) requires s != {} ensures r == var x :| x in s; x { r :| r in s; }
//= strong
method PickLargest(s: seq<int>) returns (r: int)
  requires s != []
  ensures r == var x :| x in s && forall y :: y in s ==> y <= x; x
{ r := s[0]; for i := 1 to |s| { if s[i] > r { r := s[i]; } } }
//= strong
function SumOfSet(s: set<int>): int { if s == {} then 0 else var x :| x in s; x + SumOfSet(s - {x}) }
method SumAny(s: set<int>) returns (r: int)
  ensures r == SumOfSet(s)
{ r := 0; var t := s; while t != {} { var x :| x in t; r := r + x; t := t - {x}; } }
//= strong
method Bound(s: set<int>) returns (m: int)
  requires s != {}
  ensures m in s && forall t: set<int> :: t <= s ==> forall x :: x in t ==> x <= m
{ var t := s; m :| m in t; while t != {} { var y :| y in t; if y > m { m := y; } t := t - {y}; } }
//= weak
method HalfOf(s: set<int>) returns (t: set<int>)
  ensures t <= s && |t| == |s| / 2
{ t := {}; var u := s; while |t| < |s| / 2 { var x :| x in u && forall y :: y in u ==> x <= y; t := t + {x}; u := u - {x}; } }
//= strong
method SortedKeys(s: set<int>) returns (r: seq<int>)
  ensures (forall i, j :: 0 <= i < j < |r| ==> r[i] < r[j]) && forall x :: x in r <==> x in s
{ r := []; var t := s; while t != {} { var x :| x in t && forall y :: y in t ==> x <= y; r := r + [x]; t := t - {x}; } }
