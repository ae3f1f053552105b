//// 4 strong
const Zero := 0
const Big: int := 100
method M(x: int) returns (r: int) ensures r == if x == 0 then 1 else if x == 100 then 2 else 3
{ «match x { case Zero => r := 1; case Big => r := 2; case _ => r := 3; }¦match x case Zero => return 1; case Big => return 2; case other => return 3;¦r := match x case Big => 2 case Zero => 1 case _ => 3;¦r := match x { case 0 => 1 case Big => 2 case y => 3 };¦match (x, x) { case (Zero, _) => r := 1; case (_, Big) => r := 2; case (a, b) => r := 3; }¦r := match x case 0 => 1 case n => (match n case Big => 2 case _ => 3);» }
//// 4 strong
const Zero := 0
function F(x: int): int { match x «case Zero => 1 case _ => 2¦case Zero: int => if Zero == 0 then 1 else 2¦case n => if n == Zero then 1 else 2¦case 0 => 1 case Zero => 3 case _ => 2» }
method M(x: int) returns (r: int) ensures r == F(x) { r := if x == 0 then 1 else 2; }
//// 4 strong
const On := true
method M(x: bool) returns (r: int) ensures r == if x then 1 else 2 { match x { «case On => r := 1; case false => r := 2;¦case On => r := 1; case _ => r := 2;¦case false => r := 2; case On => r := 1;» } }
//// 4 strong
const Low := 'a'
method M(x: char) returns (r: int) ensures r == if x == 'a' then 1 else 2 { match x { «case Low => r := 1; case _ => r := 2;¦case 'b' => r := 2; case Low => r := 1; case c => r := 2;¦case 'a' => r := 1; case Low => r := 3; case _ => r := 2;» } }
//// 4 strong
const Pi := 3.14
method M(x: real) returns (r: int) ensures r == if x == 3.14 then 1 else 2 { match x { case Pi => r := 1; case _ => r := 2; } }
//// 4 strong
module K { const Five := 5 }
import opened K
method M(x: int) returns (r: int) ensures r == if x == 5 then 1 else 2 { match x { case Five => r := 1; case _ => r := 2; } }
//// 4 strong
class C { static const Five := 5  static method M(x: int) returns (r: int) ensures r == if x == 5 then 1 else 2 { match x { case Five => r := 1; case _ => r := 2; } } }
//// 4 strong
const Five := 5
method M(Five: int, x: int) returns (r: int) ensures r == x { «match x { case Five => r := Five; }¦r := match x case Five => Five;¦var y := Five; match x { case Five => r := Five + y - y; }» }
//// 4 strong
datatype D = A(x: int) | B(x: int, y: int)
const One := 1
function F(d: D): int { match d «case A(One) => 1 case A(n) => 2 case B(One, One) => 3 case B(_, One) => 4 case B(n, m) => n¦case A(x) => if x == 1 then 1 else 2 case B(1, 1) => 3 case B(x, 1) => 4 case B(x, y) => x¦case B(n, m) => if m == 1 then if n == 1 then 3 else 4 else n case A(1) => 1 case A(_) => 2» }
method M(d: D) returns (r: int) ensures r == F(d) { if d.A? { r := if d.x == 1 then 1 else 2; } else if d.y == 1 { r := if d.x == 1 then 3 else 4; } else { r := d.x; } }
//// strong
datatype List = Nil | Cons(head: int, tail: List)
function method Len(l: List): nat { match l case Nil => 0 case Cons(_, «t¦tail¦l¦head» ) => 1 + Len(«t¦tail¦l¦head») }
method M(l: List) returns (r: nat) ensures r == Len(l) { r := Len(l); }
//// strong
datatype List = Nil | Cons(head: int, tail: List)
function method Sum(l: List): int { match l { case Nil => 0 case Cons(h, t) => h + Sum(t) } }
method M(l: List) returns (r: int) ensures r == Sum(l)
{ «r := Sum(l);¦match l { case Nil => r := 0; case Cons(h, t) => var s := Sum(t); r := h + s; }¦match l case Nil => return 0; case Cons(l, r) => var t := Sum(r); return l + t;¦r := 0; var m := l; while m.Cons? invariant Sum(l) == r + Sum(m) decreases m { r := r + m.head; m := m.tail; }¦r := 0; var m := l; while m != Nil invariant Sum(l) == r + Sum(m) decreases m { match m { case Cons(h, t) => r, m := r + h, t; } }» }
//// strong
datatype Tree = Leaf | Node(left: Tree, value: int, right: Tree)
function method Size(t: Tree): nat { match t case Leaf => 0 case Node(l, v, r) => Size(l) + 1 + Size(r) }
function method Mirror(t: Tree): Tree { match t case Leaf => Leaf case Node(l, v, r) => Node(Mirror(r), v, Mirror(l)) }
method M(t: Tree) returns (u: Tree) ensures u == Mirror(t)
{ «u := Mirror(t);¦match t { case Leaf => u := t; case Node(l, v, r) => u := Node(Mirror(r), v, Mirror(l)); }¦if t == Leaf { u := Leaf; } else { var x := M(t.left); var y := M(t.right); u := Node(y, t.value, x); }¦match t case Leaf => return Leaf; case Node(t, v, u) => var a := M(u); var b := M(t); return Node(a, v, b);» }
//// strong
datatype Color = Red | Green | Blue
method M(c: Color) returns (n: int) ensures n == if c == Red then 1 else if c == Green then 2 else 3
{ match c { «case Red => n := 1; case Green => n := 2; case Blue => n := 3;¦case Blue => n := 3; case Red => n := 1; case Green => n := 2;» } }
//// 4 strong
datatype Color = Red | Green | Blue
method M(c: Color) returns (n: int) ensures n == if c == Red then 1 else if c == Green then 2 else 3
{ match c { «case Red => n := 1; case Green => n := 2; case _ => n := 3;¦case Red() => n := 1; case Green => n := 2; case x => n := 3;¦case Blue => n := 3; case Green => n := 2; case Red => n := 1;¦case Red | Green => n := if c == Red then 1 else 2; case Blue => n := 3;¦case Green | Blue => n := if c.Blue? then 3 else 2; case c => n := 1;» } }
//// 4 strong
datatype Color = Red | Green | Blue
method M(c: Color, d: Color) returns (n: int) ensures n == if c == d then 1 else if c == Red then 2 else 3
{ match (c, d) { «case (Red, Red) => n := 1; case (Green, Green) => n := 1; case (Blue, Blue) => n := 1; case (Red, _) => n := 2; case _ => n := 3;¦case (x, y) => n := if x == y then 1 else if x.Red? then 2 else 3;¦case (Red, d) => n := if d == Red then 1 else 2; case (c, e) => n := if c == e then 1 else 3;» } }
//// 4 strong
datatype Pair = P(a: int, b: int)
method M(p: Pair) returns (r: int) ensures r == p.a - p.b
{ «var P(x, y) := p; r := x - y;¦var P(a, b) := p; r := a - b;¦match p case P(b, a) => r := b - a;¦r := var P(x, y) := p; x - y;¦match p { case P(x, 0) => r := x; case P(x, y) => r := x - y; }¦r := match p case P(r, s) => r - s;» }
//// strong
method M(p: (int, (bool, int))) returns (r: int) ensures r == if p.1.0 then p.0 else p.1.1
{ «r := if p.1.0 then p.0 else p.1.1;¦var (a, q) := p; var (b, c) := q; r := if b then a else c;¦var (a, (b, c)) := p; if b { r := a; } else { r := c; }¦r := var (a, (b, c)) := p; if b then a else c;» }
//// strong
datatype Opt<T> = None | Some(v: T)
method M(o: Opt<Opt<int>>) returns (r: int) ensures r == if o.Some? && o.v.Some? then o.v.v else -1
{ «match o { case None => r := -1; case Some(p) => match p { case None => r := -1; case Some(v) => r := v; } }¦match o { case Some(Some(v)) => r := v; case Some(None) => r := -1; case None => r := -1; }¦r := match o case None => -1 case Some(o) => (match o case None => -1 case Some(o) => o);¦if o.Some? && o.v.Some? { r := o.v.v; } else { return -1; }» }
//// 4 strong
datatype Opt<T> = None | Some(v: T)
method M(o: Opt<int>) returns (r: Opt<int>) ensures r == if o.None? then Some(0) else None
{ «match o { case None => r := Some(0); case Some(None) => r := Opt.None; }¦match o { case None => return Some(0); case _ => return None; }¦r := match o case None => Some(0) case Some(_) => None;¦r := match o case Some(v) => None case None() => Some(0);» }
//// 4 strong
method M(n: nat) returns (r: int) ensures r == if n == 0 then 10 else if n == 1 then 20 else n
{ «match n { case 0 => r := 10; case 1 => r := 20; case _ => r := n; }¦match n { case 0 => r := 10; case 1 => r := 20; case k => r := k; }¦r := match n case 0 => 10 case 1 => 20 case n => n;¦match n + 1 { case 1 => r := 10; case 2 => r := 20; case k => r := k - 1; }¦match n case 1 => return 20; case 0 => return 10; case r => return r;» }
//// 4 strong
method M(n: int) returns (r: int) ensures r == if n == -1 then 0 else n
{ match n { «case -1 => r := 0; case k => r := k;¦case 0 => r := 0; case -1 => r := 0; case k => r := k;¦case -1 | 0 => r := 0; case _ => r := n;» } }
//// 4 strong
datatype Exp = Num(n: int) | Add(l: Exp, r: Exp) | Neg(e: Exp)
function Eval(e: Exp): int { match e case Num(n) => n case Add(l, r) => Eval(l) + Eval(r) case Neg(e) => -Eval(e) }
function Simple(e: Exp): (f: Exp) ensures Eval(f) == Eval(e) { match e «case Neg(Neg(x)) => Simple(x) case Add(Num(0), x) => Simple(x) case Add(x, Num(0)) => Simple(x) case _ => e¦case Add(Num(a), Num(b)) => Num(a + b) case Neg(Num(n)) => Num(-n) case x => x¦case Neg(Add(l, r)) => Add(Neg(l), Neg(r)) case Neg(e) => Neg(e) case e => e» }
method M(e: Exp) returns (r: int) ensures r == Eval(e) { r := Eval(Simple(e)); }
//// 4 strong
datatype E = Num(n: int) | Add(l: E, r: E)
method Fold(e: E) returns (r: E) ensures r == (match e case Add(Num(a), Num(b)) => Num(a + b) case Add(_, _) => e case Num(_) => e) { match e { case Add(Num(a), Num(b)) => r := Num(a + b); case _ => r := e; } }
//// 4 strong
datatype O<T> = None | Some(v: T)
method Get(o: O<O<int>>) returns (r: int) ensures r == (if o.Some? && o.v.Some? then o.v.v else -1) { r := match o case Some(Some(v)) => v case _ => -1; }
//// strong
method Tuples(p: (int, (bool, int))) returns (r: int) ensures r == (if p.1.0 then p.0 else p.1.1) { var (a, (b, c)) := p; r := if b then a else c; }
//// 4 strong
method Literals(n: int, s: string) returns (r: int) ensures r == (if n == 0 then 1 else if s == "" then 2 else 3) { match (n, s) { case (0, _) => r := 1; case (_, "") => r := 2; case _ => r := 3; } }
//// strong
datatype O = N | S(v: int)
method M(o: O) returns (v: int) ensures v == (match o case N => 0 case S(w) => w) { match o { case N => v := 0; case S(w) => { var u := w; v := u; } } }
//// strong
datatype T = L | B(l: T, v: int, r: T)
method M(t: T) returns (r: int) ensures r == match t case L => 0 case B(_, v, _) => v { match t { case L => r := 0; case B(_, v, _) => r := v; } }
//// weak
datatype L = Nil | Cons(h: int, t: L)
method M(l: L) returns (r: int) ensures match l case Nil => r == 0 case Cons(h, t) => r >= h { match l { case Nil => r := 0; case Cons(h, t) => r := h; } }
//// 4 strong
method M(a: bool, b: bool) returns (r: int) ensures r == match (a, b) case (true, true) => 2 case (true, false) => 1 case (false, x) => if x then -1 else 0 { if a { r := if b then 2 else 1; } else { r := if b then -1 else 0; } }
//// strong
datatype P = P(x: int, y: int)
method M(p: P) returns (q: P) ensures q == p.(x := p.y) { q := P(p.y, p.y); }
//// strong
datatype E = A | B | C
method M(e: E) returns (f: E) ensures f != e && f != (match e case A => C case B => A case C => B) { match e { case A => f := B; case B => f := C; case C => f := A; } }
//// strong
datatype T = L(v: int) | N(l: T, r: T)
function method Sum(t: T): int { match t case L(v) => v case N(l, r) => Sum(l) + Sum(r) }
method M(t: T) returns (r: int) ensures r == Sum(t) { match t { case L(v) => r := v; case N(a, b) => { var x := M(a); var y := M(b); r := x + y; } } }
//// 4 strong
datatype T = A(n: int) | B(l: T, r: T)
method M(t: T) returns (k: int) ensures k == match t case A(n) => n case B(A(n), A(m)) => n + m case B(A(n), _) => n case B(_, _) => 0 { match t { case A(n) => k := n; case B(A(n), A(m)) => k := n + m; case B(A(n), B(_, _)) => k := n; case B(B(_, _), _) => k := 0; } }
//// strong
datatype T = A(n: int) | B(l: T, r: T)
function method F(t: T): int { match t case A(n) => (if n == 0 then 1 else n) case B(l, r) => (match l case A(k) => k case B(x, y) => (match r case A(j) => j case B(_, _) => F(x))) }
method M(t: T) returns (k: int) ensures k == F(t) { k := F(t); }
method N(t: T) returns (k: int) requires t.A? ensures k == F(t) { if t == A(0) { k := 1; } else { k := t.n; } }
//// weak
datatype T = A(n: int) | B(l: T, r: T)
method M(t: T) returns (k: int) ensures match t case A(n) => k == n case B(A(n), _) => k > n case B(B(_, _), _) => k == 0 { match t { case A(n) => k := n; case B(A(n), _) => k := n + 1; case B(B(_, _), _) => k := 0; } }
//// 4 strong
datatype C = Red | Green | Blue
method M(c: C, d: C) returns (r: C) ensures match (c, d) case (Red, x) => r == x case (x, Red) => r == x case (Green, Blue) => r == Red case (Blue, Green) => r == Red case (_, _) => r == c { match c { case Red => r := d; case Green => r := if d == Red then Green else if d == Blue then Red else Green; case Blue => r := if d == Red then Blue else if d == Green then Red else Blue; } }
//// strong
method M(o: (bool, int)) returns (k: int) ensures match o case (b, n) => if !b then k == -1 else if n == 0 then k == 1 else k == n { if o.0 { k := if o.1 == 0 then 1 else o.1; } else { k := -1; } }
//// strong
datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function method Mirror(t: Tree): Tree { match t case Leaf => Leaf case Node(l, v, r) => Node(Mirror(r), v, Mirror(l)) }
method M(t: Tree) returns (u: Tree) ensures u == Mirror(t) { match t { case Leaf => u := Leaf; case Node(l, v, r) => var a := M(r); var b := M(l); u := Node(a, v, b); } }
lemma Twice(t: Tree) ensures Mirror(Mirror(t)) == t { match t { case Leaf => case Node(l, v, r) => Twice(l); Twice(r); } }
//// weak
datatype Tree = Leaf | Node(l: Tree, v: int, r: Tree)
function method Size(t: Tree): nat { match t case Leaf => 0 case Node(l, v, r) => Size(l) + 1 + Size(r) }
method M(t: Tree) returns (u: Tree) ensures Size(u) == Size(t) { u := t; }
//// 4 strong
datatype T = A(p: (int, bool)) | B(o: O)
datatype O = N | S(t: int)
method M(t: T) returns (r: int) ensures r == match t { case A(p) => if p.1 then p.0 else 0 case B(N) => -1 case B(S(k)) => k } { match t { case A(p) => var (x, b) := p; r := if b then x else 0; case B(N) => r := -1; case B(S(k)) => r := k; } }
//// 4 strong
method M(s: string) returns (r: int) ensures r == (match s case "a" => 1 case "bc" => 2 case _ => 0) { match s { case "a" => r := 1; case "bc" => r := 2; case _ => r := 0; } }
