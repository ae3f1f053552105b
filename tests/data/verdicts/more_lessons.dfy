function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
function Cnt(s: seq<bool>): nat { if s == [] then 0 else (if s[0] then 1 else 0) + Cnt(s[1..]) }
predicate Perm(a: seq<int>, b: seq<int>) { multiset(a) == multiset(b) }
predicate IsMax(s: seq<int>, m: int) { m in s && forall x :: x in s ==> x <= m }
datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function method Contents(t: Tree): set<int> { match t case Leaf => {} case Node(l, v, r) => Contents(l) + {v} + Contents(r) }
predicate BST(t: Tree) { match t case Leaf => true case Node(l, v, r) => BST(l) && BST(r) && (forall x :: x in Contents(l) ==> x < v) && (forall x :: x in Contents(r) ==> x > v) }
//= strong
method Member(t: Tree, x: int) returns (b: bool)
  requires BST(t)
  ensures b <==> x in Contents(t)
{ b := x in Contents(t); }
//= weak
method MemberW(t: Tree, x: int) returns (b: bool)
  requires BST(t)
  ensures b ==> x in Contents(t)
{ b := x in Contents(t); }
//= strong
method TMin(t: Tree) returns (m: int)
  requires BST(t) && t != Leaf
  ensures m in Contents(t) && forall x :: x in Contents(t) ==> m <= x
{ var s := t; while s.l != Leaf { s := s.l; } m := s.v; }
//= wrong
method TMinBad(t: Tree) returns (m: int)
  requires t != Leaf
  ensures m in Contents(t) && forall x :: x in Contents(t) ==> m <= x
{ var s := t; while s.l != Leaf { s := s.l; } m := s.v; }
//= strong
method SecondMax(s: seq<int>) returns (m: int)
  requires |s| > 1 && forall i, j :: 0 <= i < j < |s| ==> s[i] != s[j]
  ensures m in s && |set x | x in s && x > m| == 1
{ var a, b := s[0], s[1]; if a < b { a, b := b, a; } for i := 2 to |s| { if s[i] > a { a, b := s[i], a; } else if s[i] > b { b := s[i]; } } m := b; }
//= wrong
method Kth(s: seq<int>, k: nat) returns (m: int)
  requires k < |s|
  ensures |set i | 0 <= i < |s| && s[i] < m| <= k
{ var t := s; m := s[0]; }
//= strong
method CountTrue(s: seq<bool>) returns (n: nat)
  ensures n == Cnt(s)
{ n := 0; for i := 0 to |s| { if s[i] { n := n + 1; } } }
//= weak
method CountTrueW(s: seq<bool>) returns (n: nat)
  ensures n <= |s| && (true in s <==> n > 0)
{ n := 0; for i := 0 to |s| { if s[i] { n := n + 1; } } }
//= strong
method MaxP(s: seq<int>) returns (m: int)
  requires s != []
  ensures IsMax(s, m)
{ m := s[0]; for i := 1 to |s| { if s[i] > m { m := s[i]; } } }
//= wrong
method MaxEmpty(s: seq<int>) returns (m: int)
  ensures IsMax(s, m)
{ m := if s == [] then 0 else s[0]; for i := 1 to |s| { if s[i] > m { m := s[i]; } } }
//= weak
method Shuffle(s: seq<int>) returns (r: seq<int>) ensures Perm(s, r) { r := s[|s| / 2..] + s[..|s| / 2]; }
//= strong
method Prefix(a: string, b: string) returns (n: nat)
  ensures n <= |a| && n <= |b| && a[..n] == b[..n] && (n < |a| && n < |b| ==> a[n] != b[n])
{ n := 0; while n < |a| && n < |b| && a[n] == b[n] { n := n + 1; } }
//= weak
method PrefixW(a: string, b: string) returns (n: nat)
  ensures n <= |a| && n <= |b| && a[..n] == b[..n]
{ n := 0; while n < |a| && n < |b| && a[n] == b[n] { n := n + 1; } }
//= strong
method Balance(s: string) returns (b: int)
  ensures b == Bal(s)
{ b := 0; for i := 0 to |s| { if s[i] == '(' { b := b + 1; } else if s[i] == ')' { b := b - 1; } } }
function Bal(s: string): int { if s == "" then 0 else Bal(s[..|s| - 1]) + (if s[|s| - 1] == '(' then 1 else if s[|s| - 1] == ')' then -1 else 0) }
//= strong
method ToInt(s: string) returns (n: nat)
  requires forall c :: c in s ==> '0' <= c <= '9'
  ensures n == Num(s)
{ n := 0; for i := 0 to |s| { n := 10 * n + (s[i] as int - '0' as int); } }
function Num(s: string): nat requires forall c :: c in s ==> '0' <= c <= '9' { if s == "" then 0 else 10 * Num(s[..|s| - 1]) + (s[|s| - 1] as int - '0' as int) }
//= weak
method ToIntW(s: string) returns (n: nat)
  requires forall c :: c in s ==> '0' <= c <= '9'
  ensures |s| == 1 ==> n == s[0] as int - '0' as int
{ n := 0; for i := 0 to |s| { n := 10 * n + (s[i] as int - '0' as int); } }
//= strong
method Inter(a: seq<int>, b: seq<int>) returns (r: seq<int>)
  requires |a| == |b|
  ensures |r| == 2 * |a| && forall i :: 0 <= i < |a| ==> r[2 * i] == a[i] && r[2 * i + 1] == b[i]
{ r := []; for i := 0 to |a| { r := r + [a[i], b[i]]; } }
//= strong
method DropEvery(s: seq<int>) returns (r: seq<int>)
  ensures |r| == (|s| + 1) / 2 && forall i :: 0 <= i < |r| ==> r[i] == s[2 * i]
{ r := []; for i := 0 to |s| { if i % 2 == 0 { r := r + [s[i]]; } } }
//= weak
method Scale(s: seq<real>, k: real) returns (r: seq<real>)
  ensures |r| == |s| && (k == 0.0 ==> forall x :: x in r ==> x == 0.0)
{ r := []; for i := 0 to |s| { r := r + [k * s[i]]; } }
//= strong
method Dot(a: seq<int>, b: seq<int>) returns (r: int)
  requires |a| == |b|
  ensures r == D(a, b)
{ r := 0; for i := 0 to |a| { r := r + a[i] * b[i]; } }
function D(a: seq<int>, b: seq<int>): int requires |a| == |b| { if a == [] then 0 else a[0] * b[0] + D(a[1..], b[1..]) }
//= weak
method Overflow(x: bv8, y: bv8) returns (z: bv8, o: bool)
  ensures z == x + y && (o ==> z < x)
{ z := x + y; o := z < x; }
//= strong
method Toggle(s: set<int>, x: int) returns (r: set<int>)
  ensures x in s ==> r == s - {x}
  ensures x !in s ==> r == s + {x}
{ r := if x in s then s - {x} else s + {x}; }
