datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
datatype List<T> = Nil | Cons(head: T, tail: List<T>)
datatype Option<T> = None | Some(value: T)
datatype Color = Red | Green | Blue
datatype Expr = Num(n: int) | Add(a: Expr, b: Expr) | Neg(e: Expr)
datatype Pair<A, B> = Pair(fst: A, snd: B)
datatype Even = Zero | SE(o: Odd)
datatype Odd = SO(e: Even)
function method Size(t: Tree): nat { match t case Leaf => 0 case Node(l, v, r) => Size(l) + 1 + Size(r) }
function method Elems(t: Tree): set<int> { match t case Leaf => {} case Node(l, v, r) => Elems(l) + {v} + Elems(r) }
function method Mirr(t: Tree): Tree { match t case Leaf => Leaf case Node(l, v, r) => Node(Mirr(r), v, Mirr(l)) }
function method InOrder(t: Tree): seq<int> { match t case Leaf => [] case Node(l, v, r) => InOrder(l) + [v] + InOrder(r) }
function method Len<T>(l: List<T>): nat { match l case Nil => 0 case Cons(_, t) => 1 + Len(t) }
function method App<T>(a: List<T>, b: List<T>): List<T> { match a case Nil => b case Cons(h, t) => Cons(h, App(t, b)) }
function method RevL<T>(a: List<T>): List<T> { match a case Nil => Nil case Cons(h, t) => App(RevL(t), Cons(h, Nil)) }
function method Ev(e: Expr): int { match e case Num(n) => n case Add(a, b) => Ev(a) + Ev(b) case Neg(x) => -Ev(x) }
function method EvE(e: Even): nat { match e case Zero => 0 case SE(o) => 1 + OdE(o) }
function method OdE(o: Odd): nat { match o case SO(e) => 1 + EvE(e) }
function Fil(s: seq<int>, p: int -> bool): seq<int> { if s == [] then [] else (if p(s[0]) then [s[0]] else []) + Fil(s[1..], p) }

//= strong
method TSize(t: Tree) returns (n: nat) ensures n == Size(t) { n := Size(t); }
//= weak
method TSizeW(t: Tree) returns (n: nat) ensures n >= |Elems(t)| { n := Size(t); }
//= strong
method TMirror(t: Tree) returns (r: Tree) ensures r == Mirr(t) { r := Mirr(t); }
//= strong
method TMirror2(t: Tree) returns (r: Tree) ensures Mirr(r) == t { r := Mirr(t); }
//= weak
method TMirrorW(t: Tree) returns (r: Tree)
  ensures Elems(r) == Elems(t) && Size(r) == Size(t)
{ r := Mirr(t); }
//= weak
method TMirrorIn(t: Tree) returns (r: Tree)
  ensures |InOrder(r)| == |InOrder(t)| && forall i :: 0 <= i < |InOrder(t)| ==> InOrder(r)[i] == InOrder(t)[|InOrder(t)| - 1 - i]
{ r := Mirr(t); }
//= weak
method Insert(t: Tree, x: int) returns (r: Tree) ensures Elems(r) == Elems(t) + {x} { r := Node(t, x, Leaf); }
//= strong
method Flatten(t: Tree) returns (s: seq<int>) ensures s == InOrder(t) { s := InOrder(t); }
//= weak
method FlattenW(t: Tree) returns (s: seq<int>)
  ensures multiset(s) == multiset(InOrder(t))
{ s := InOrder(t); }
//= strong
method LApp(a: List<int>, b: List<int>) returns (r: List<int>) ensures r == App(a, b) { r := App(a, b); }
//= weak
method LAppW(a: List<int>, b: List<int>) returns (r: List<int>)
  ensures Len(r) == Len(a) + Len(b)
{ r := App(a, b); }
//= strong
method LRev<T>(a: List<T>) returns (r: List<T>) ensures r == RevL(a) { r := RevL(a); }
//= weak
method LRevW<T>(a: List<T>) returns (r: List<T>) ensures Len(r) == Len(a) { r := RevL(a); }
//= strong
method LHead<T>(a: List<T>) returns (o: Option<T>)
  ensures a.Nil? ==> o == None
  ensures a.Cons? ==> o == Some(a.head)
{ o := if a.Nil? then None else Some(a.head); }
//= weak
method LHeadW<T>(a: List<T>) returns (o: Option<T>)
  ensures a.Cons? ==> o == Some(a.head)
{ o := if a.Nil? then None else Some(a.head); }
//= weak
method LHeadW2<T>(a: List<T>) returns (o: Option<T>)
  ensures a.Nil? <==> o.None?
{ o := if a.Nil? then None else Some(a.head); }
//= strong
method Rot(c: Color) returns (d: Color)
  ensures d == match c case Red => Green case Green => Blue case Blue => Red
{ d := match c case Red => Green case Green => Blue case Blue => Red; }
//= weak
method RotW(c: Color) returns (d: Color)
  ensures d != c
{ d := match c case Red => Green case Green => Blue case Blue => Red; }
//= strong up to choice
method RotC(c: Color) returns (d: Color) ensures d != c { d :| d != c; }
//= weak
method RotB(c: Color) returns (d: Color)
  ensures c != Blue ==> d == (if c == Red then Green else Blue)
{ d := match c case Red => Green case Green => Blue case Blue => Red; }
//= strong
method Eval(e: Expr) returns (n: int) ensures n == Ev(e) { n := Ev(e); }
//= weak
method Simp(e: Expr) returns (r: Expr)
  ensures Ev(r) == Ev(e)
{ r := if e.Neg? && e.e.Neg? then e.e.e else e; }
//= weak
method EvalNum(e: Expr) returns (n: int) ensures e.Num? ==> n == e.n { n := Ev(e); }
//= weak
method EvalNoNeg(e: Expr) returns (n: int) ensures !e.Neg? ==> n == Ev(e) { n := Ev(e); }
//= strong
method PSwap<A, B>(p: Pair<A, B>) returns (q: Pair<B, A>)
  ensures q.fst == p.snd && q.snd == p.fst
{ q := Pair(p.snd, p.fst); }
//= weak
method PSwapW<A, B>(p: Pair<A, B>) returns (q: Pair<B, A>) ensures q.fst == p.snd { q := Pair(p.snd, p.fst); }
//= strong
method PUp(p: Pair<int, bool>) returns (q: Pair<int, bool>)
  ensures q == p.(fst := p.fst + 1)
{ q := p.(fst := p.fst + 1); }
//= weak
method PUpW(p: Pair<int, bool>) returns (q: Pair<int, bool>)
  ensures q.fst == p.fst + 1
{ q := p.(fst := p.fst + 1); }
//= strong
method EVal(e: Even) returns (n: nat) ensures n == EvE(e) { n := EvE(e); }
//= weak
method EValW(e: Even) returns (n: nat) ensures n % 2 == 0 { n := EvE(e); }
//= strong
method Tup(p: (int, int)) returns (q: (int, int)) ensures q == (p.1, p.0) { q := (p.1, p.0); }
//= weak
method TupW(p: (int, int)) returns (q: (int, int)) ensures q.0 + q.1 == p.0 + p.1 { q := (p.1, p.0); }
//= strong
method Zip(a: seq<int>, b: seq<bool>) returns (r: seq<(int, bool)>)
  requires |a| == |b|
  ensures |r| == |a| && forall i :: 0 <= i < |a| ==> r[i] == (a[i], b[i])
{ r := seq(|a|, i requires 0 <= i < |a| && |a| == |b| => (a[i], b[i])); }
//= weak
method ZipW(a: seq<int>, b: seq<bool>) returns (r: seq<(int, bool)>)
  requires |a| == |b|
  ensures |r| == |a| && forall i :: 0 <= i < |a| ==> r[i].0 == a[i]
{ r := seq(|a|, i requires 0 <= i < |a| && |a| == |b| => (a[i], b[i])); }
//= strong
method Eqq<T(==)>(a: T, b: T) returns (r: bool) ensures r <==> a == b { r := a == b; }
//= weak
method EqqW<T(==)>(a: T, b: T) returns (r: bool) ensures r ==> a == b { r := a == b; }
//= strong
method Count<T(==)>(s: seq<T>, x: T) returns (n: nat)
  ensures n == multiset(s)[x]
{ n := 0; var i := 0; while i < |s| { if s[i] == x { n := n + 1; } i := i + 1; } }
//= weak
method CountW<T(==)>(s: seq<T>, x: T) returns (n: nat)
  ensures n > 0 <==> x in s
{ n := 0; var i := 0; while i < |s| { if s[i] == x { n := n + 1; } i := i + 1; } }
//= strong
method Id<T>(x: T) returns (y: T) ensures y == x { y := x; }
//= weak
method Either<T>(x: T, z: T) returns (y: T) ensures y == x || y == z { y := x; }
//= strong
method Map<A, B>(s: seq<A>, f: A -> B) returns (r: seq<B>)
  ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] == f(s[i])
{ r := seq(|s|, i requires 0 <= i < |s| => f(s[i])); }
//= weak
method MapW<A, B>(s: seq<A>, f: A -> B) returns (r: seq<B>)
  ensures |r| == |s| && forall i :: 0 < i < |s| ==> r[i] == f(s[i])
{ r := seq(|s|, i requires 0 <= i < |s| => f(s[i])); }
//= strong
method FilterF(s: seq<int>, p: int -> bool) returns (r: seq<int>)
  ensures r == Fil(s, p)
{ r := []; var i := 0; while i < |s| { if p(s[i]) { r := r + [s[i]]; } i := i + 1; } }
//= weak
method FilterFW(s: seq<int>, p: int -> bool) returns (r: seq<int>)
  ensures forall x :: x in r ==> x in s && p(x)
{ r := []; var i := 0; while i < |s| { if p(s[i]) { r := r + [s[i]]; } i := i + 1; } }
//= strong
method Apply(f: int --> int, x: int) returns (y: int) requires f.requires(x) ensures y == f(x) { y := f(x); }
//= strong
method Compose(f: int -> int, g: int -> int, x: int) returns (y: int) ensures y == f(g(x)) { y := f(g(x)); }
//= weak
method ComposeW(f: int -> int, g: int -> int, x: int) returns (y: int)
  ensures y == f(g(x)) || y == g(f(x))
{ y := f(g(x)); }
//= strong
method GhostIn(x: int, ghost y: int) returns (r: int) ensures r == x + 1 { r := x + 1; }
//= strong
method GhostOut(x: int) returns (r: int, ghost y: int) ensures r == x + 1 && y == x { r := x + 1; y := x; }
//= weak
method GhostOutW(x: int) returns (r: int, ghost y: int) ensures r == x + 1 { r := x + 1; y := x; }
//= weak
method GhostRel(x: int) returns (r: int, ghost y: int) ensures r == x + y && y >= 0 { r := x + 1; y := 1; }
//= strong
method OptMap(o: Option<int>) returns (r: Option<int>)
  ensures match o case None => r.None? case Some(x) => r == Some(x + 1)
{ r := match o case None => None case Some(x) => Some(x + 1); }
//= weak
method OptMapW(o: Option<int>) returns (r: Option<int>)
  ensures match o case None => r.None? case Some(x) => r.Some?
{ r := match o case None => None case Some(x) => Some(x + 1); }
//= weak
method Safe(a: int, b: int) returns (r: Option<int>)
  ensures r.Some? ==> b != 0 && r.value == a / b
{ r := if b == 0 then None else Some(a / b); }
//= strong
method Safe2(a: int, b: int) returns (r: Option<int>)
  ensures if b == 0 then r == None else r == Some(a / b)
{ r := if b == 0 then None else Some(a / b); }
//= strong
method SafeSeq(s: seq<int>) returns (r: Option<int>)
  ensures s == [] <==> r == None
  ensures r.Some? ==> r.value == s[|s| - 1]
{ r := if s == [] then None else Some(s[|s| - 1]); }
//= weak
method MapOfOpt(m: map<int, Option<int>>) returns (s: set<int>)
  ensures forall k :: k in s ==> k in m && m[k].Some?
{ s := set k | k in m && m[k].Some?; }
//= strong
method MapOfOpt2(m: map<int, Option<int>>) returns (s: set<int>)
  ensures forall k :: k in s <==> k in m && m[k].Some?
{ s := set k | k in m && m[k].Some?; }
