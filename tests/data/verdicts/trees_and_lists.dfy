datatype Tree = Leaf | Node(left: Tree, key: int, right: Tree)
datatype List<T> = Nil | Cons(head: T, tail: List<T>)
datatype Option<T> = None | Some(value: T)
datatype Shape = Circle(r: nat) | Square(side: nat) | Rect(w: nat, h: nat)
datatype Day = Mon | Tue | Wed | Thu | Fri | Sat | Sun
function Size(t: Tree): nat { match t case Leaf => 0 case Node(l, _, r) => Size(l) + 1 + Size(r) }
function Elements(t: Tree): seq<int> { match t case Leaf => [] case Node(l, k, r) => Elements(l) + [k] + Elements(r) }
function method Mirror(t: Tree): Tree { match t case Leaf => Leaf case Node(l, k, r) => Node(Mirror(r), k, Mirror(l)) }
function method Insert(t: Tree, x: int): Tree { match t case Leaf => Node(Leaf, x, Leaf) case Node(l, k, r) => if x < k then Node(Insert(l, x), k, r) else if x > k then Node(l, k, Insert(r, x)) else t }
predicate Ordered(t: Tree) { forall i, j :: 0 <= i < j < |Elements(t)| ==> Elements(t)[i] < Elements(t)[j] }
function Length<T>(l: List<T>): nat { match l case Nil => 0 case Cons(_, t) => 1 + Length(t) }
function ToSeq<T>(l: List<T>): seq<T> { match l case Nil => [] case Cons(h, t) => [h] + ToSeq(t) }
function method Append<T>(a: List<T>, b: List<T>): List<T> { match a case Nil => b case Cons(h, t) => Cons(h, Append(t, b)) }
//= strong
method MirrorTree(t: Tree) returns (m: Tree)
  ensures m == Mirror(t)
{ m := Mirror(t); }
//= weak
method MirrorTreeWeak(t: Tree) returns (m: Tree)
  ensures Size(m) == Size(t)
{ m := Mirror(t); }
//= weak
method InsertTree(t: Tree, x: int) returns (r: Tree)
  requires Ordered(t)
  ensures Ordered(r)
  ensures forall y :: y in Elements(r) <==> y in Elements(t) || y == x
{ r := Insert(t, x); }
//= strong
method InOrder(t: Tree) returns (s: seq<int>)
  ensures s == Elements(t)
{ match t case Leaf => s := []; case Node(l, k, r) => var a := InOrder(l); var b := InOrder(r); s := a + [k] + b; }
//= weak
method InOrderWeak(t: Tree) returns (s: seq<int>)
  ensures |s| == Size(t)
  ensures forall x :: x in s ==> x in Elements(t)
{ match t case Leaf => s := []; case Node(l, k, r) => var a := InOrderWeak(l); var b := InOrderWeak(r); s := a + [k] + b; }
//= wrong
method PreOrder(t: Tree) returns (s: seq<int>)
  ensures s == Elements(t)
{ match t case Leaf => s := []; case Node(l, k, r) => var a := PreOrder(l); var b := PreOrder(r); s := [k] + a + b; }
//= weak
method ReverseListWeak(l: List<int>) returns (r: List<int>)
  ensures multiset(ToSeq(r)) == multiset(ToSeq(l))
{ r := Nil; var rest := l; while rest != Nil decreases rest { r := Cons(rest.head, r); rest := rest.tail; } }
//= strong
method HeadOption<T>(l: List<T>) returns (o: Option<T>)
  ensures o == if l == Nil then None else Some(l.head)
{ o := match l case Nil => None case Cons(h, _) => Some(h); }
//= weak
method HeadOptionWeak<T>(l: List<T>) returns (o: Option<T>)
  ensures o.None? <==> l == Nil
{ o := match l case Nil => None case Cons(h, _) => Some(h); }
//= strong
method GetOr(o: Option<int>, d: int) returns (x: int)
  ensures o.Some? ==> x == o.value
  ensures o.None? ==> x == d
{ x := match o case None => d case Some(v) => v; }
//= weak
method Unwrap(o: Option<int>) returns (x: int)
  ensures o.Some? ==> x == o.value
{ x := o.value; }
//= strong
method Area(s: Shape) returns (a: nat)
  requires !s.Circle?
  ensures s.Square? ==> a == s.side * s.side
  ensures s.Rect? ==> a == s.w * s.h
{ match s case Square(n) => a := n * n; case Rect(w, h) => a := w * h; case Circle(_) => a := 0; }
//= weak
method AreaWeak(s: Shape) returns (a: nat)
  ensures s.Square? ==> a == s.side * s.side
  ensures s.Rect? ==> a == s.w * s.h
{ match s case Square(n) => a := n * n; case Rect(w, h) => a := w * h; case Circle(r) => a := 3 * r * r; }
//= strong
method Weekend(d: Day) returns (b: bool)
  ensures b <==> d in {Sat, Sun}
{ b := d == Sat || d == Sun; }
//= weak
method WeekendWeak(d: Day) returns (b: bool)
  ensures d == Sat || d == Sun ==> b
{ b := d == Sat || d == Sun; }
//= strong
method Tomorrow(d: Day) returns (n: Day)
  ensures match d case Mon => n == Tue case Tue => n == Wed case Wed => n == Thu case Thu => n == Fri case Fri => n == Sat case Sat => n == Sun case Sun => n == Mon
{ n := match d case Mon => Tue case Tue => Wed case Wed => Thu case Thu => Fri case Fri => Sat case Sat => Sun case Sun => Mon; }
//= strong
method MaxOption(s: seq<int>) returns (o: Option<int>)
  ensures |s| == 0 <==> o == None
  ensures o.Some? ==> o.value in s && forall x :: x in s ==> x <= o.value
{ o := None; for i := 0 to |s| { if o.None? || s[i] > o.value { o := Some(s[i]); } } }
//= weak
method FindOption(s: seq<int>) returns (o: Option<nat>)
  ensures o.Some? ==> o.value < |s| && s[o.value] < 0
{ o := None; for i := 0 to |s| { if o.None? && s[i] < 0 { o := Some(i); } } }
//= strong
method Depth(t: Tree) returns (d: nat)
  ensures t == Leaf ==> d == 0
  ensures t.Node? ==> d > 0
  ensures t.Node? && t.left == Leaf && t.right == Leaf ==> d == 1
  requires Size(t) <= 1
{ d := if t == Leaf then 0 else 1; }
//= strong
method Partition(l: List<int>, p: int) returns (a: List<int>, b: List<int>)
  ensures forall x :: x in ToSeq(a) ==> x < p
  ensures forall x :: x in ToSeq(b) ==> x >= p
  ensures Append(a, b) == l
  requires forall i, j :: 0 <= i < j < |ToSeq(l)| ==> ToSeq(l)[i] <= ToSeq(l)[j]
{
  match l
  case Nil => a, b := Nil, Nil;
  case Cons(h, t) => a, b := Partition(t, p); if h < p { a := Cons(h, a); } else { b := Cons(h, b); }
}
//= strong
lemma AppendLength(a: List<int>, b: List<int>)
  ensures Length(Append(a, b)) == Length(a) + Length(b)
{ }
//= wrong
lemma AppendCommutes(a: List<int>, b: List<int>)
  ensures Append(a, b) == Append(b, a)
{ }
//= strong
lemma MirrorTwice(t: Tree)
  ensures Mirror(Mirror(t)) == t
{ }
//= wrong
lemma MirrorSame(t: Tree)
  ensures Elements(Mirror(t)) == Elements(t)
{ }
//= strong
lemma InsertSize(t: Tree, x: int)
  ensures Size(t) <= Size(Insert(t, x)) <= Size(t) + 1
{ }
//= wrong
lemma InsertGrows(t: Tree, x: int)
  ensures Size(Insert(t, x)) == Size(t) + 1
{ }
//= wrong
lemma InsertMember(t: Tree, x: int)
  requires Ordered(t)
  ensures x !in Elements(Insert(t, x)) || x in Elements(t)
{ }
