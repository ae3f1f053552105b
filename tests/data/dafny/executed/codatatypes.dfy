codatatype Stream<T> = More(head: T, tail: Stream<T>)
codatatype IList<T> = Nil | Cons(car: T, cdr: IList<T>)
codatatype Tree = Node(left: Tree, val: int, right: Tree)
datatype Option<T> = None | Some(v: T)
datatype Box = Box(s: Stream<int>, n: int)
codatatype A = MkA(x: int, b: B)
codatatype B = MkB(y: int, a: A)

function method Up(n: int): Stream<int> { More(n, Up(n + 1)) }
function method Const<T>(t: T): Stream<T> { More(t, Const(t)) }
function method Take<T>(n: nat, s: Stream<T>): seq<T> decreases n { if n == 0 then [] else [s.head] + Take(n - 1, s.tail) }
function method Nth<T>(n: nat, s: Stream<T>): T decreases n { if n == 0 then s.head else Nth(n - 1, s.tail) }
function method Map(f: int -> int, s: Stream<int>): Stream<int> { More(f(s.head), Map(f, s.tail)) }
function method Zip<T, U>(a: Stream<T>, b: Stream<U>): Stream<(T, U)> { More((a.head, b.head), Zip(a.tail, b.tail)) }
function method Add(a: Stream<int>, b: Stream<int>): Stream<int> { More(a.head + b.head, Add(a.tail, b.tail)) }
function method Inter<T>(a: Stream<T>, b: Stream<T>): Stream<T> { More(a.head, Inter(b, a.tail)) }
function method Iterate(f: int -> int, x: int): Stream<int> { More(x, Iterate(f, f(x))) }
function method Drop<T>(n: nat, s: Stream<T>): Stream<T> decreases n { if n == 0 then s else Drop(n - 1, s.tail) }
function method Pre(s: seq<int>, t: Stream<int>): Stream<int> decreases |s| { if |s| == 0 then t else More(s[0], Pre(s[1..], t)) }
function method Cycle(s: seq<int>, i: nat): Stream<int> requires i < |s| { More(s[i], Cycle(s, if i + 1 == |s| then 0 else i + 1)) }
function method Match(s: Stream<int>): int { match s case More(a, More(b, _)) => a * 100 + b }
function method Range(a: int, b: int): IList<int> { if a >= b then Nil else Cons(a, Range(a + 1, b)) }
function method Len(l: IList<int>, max: nat): nat decreases max { if max == 0 then 0 else match l case Nil => 0 case Cons(_, r) => 1 + Len(r, max - 1) }
function method ToSeq(l: IList<int>, max: nat): seq<int> decreases max { if max == 0 then [] else match l case Nil => [] case Cons(x, r) => [x] + ToSeq(r, max - 1) }
function method Append(a: IList<int>, b: IList<int>): IList<int> { match a case Nil => b case Cons(x, r) => Cons(x, Append(r, b)) }
function method MapL(f: int -> int, a: IList<int>): IList<int> { match a case Nil => Nil case Cons(x, r) => Cons(f(x), MapL(f, r)) }
function method T(n: int): Tree { Node(T(2 * n), n, T(2 * n + 1)) }
function method Path(t: Tree, p: seq<bool>): int decreases |p| { if |p| == 0 then t.val else Path(if p[0] then t.left else t.right, p[1..]) }
function method MA(n: int): A { MkA(n, MB(n + 1)) }
function method MB(n: int): B { MkB(n, MA(n * 2)) }
function method SumA(a: A, n: nat): int decreases n { if n == 0 then 0 else a.x + a.b.y + SumA(a.b.a, n - 1) }
function method Two(n: int): Stream<int> { More(n, More(-n, Two(n + 1))) }
function method Cond(n: int): Stream<int> { More(n, if n % 3 == 0 then Cond(n + 2) else Cond(n + 1)) }
function method Let(n: int): Stream<int> { var m := n * 2; More(m, var k := m + 1; Let(k)) }
function method Mirror(t: Tree): Tree { Node(Mirror(t.right), t.val, Mirror(t.left)) }
function method Hamming(s: Stream<int>, p: int): Stream<int> { More(s.head * p, Hamming(s.tail, p)) }
function method Runs(s: Stream<int>, acc: int): Stream<int> { More(acc + s.head, Runs(s.tail, acc + s.head)) }
function method Filter(n: nat, f: int -> bool, s: Stream<int>): seq<int> decreases n { if n == 0 then [] else (if f(s.head) then [s.head] else []) + Filter(n - 1, f, s.tail) }
function method Nested(n: int): Stream<Stream<int>> { More(Up(n), Nested(n + 10)) }
function method Diag(s: Stream<Stream<int>>): Stream<int> { More(s.head.head, Diag(s.tail)) }
function method Opt(n: int): Stream<Option<int>> { More(if n % 2 == 0 then None else Some(n), Opt(n + 1)) }
class Cell { var s: Stream<int>; var k: int; constructor (x: Stream<int>) { s := x; k := 0; } method Next() returns (r: int) modifies this { r := s.head; s := s.tail; k := k + 1; } }
method Main() {
  print "1 ", Take(5, Up(3)), "\n";
  print "2 ", Take(4, Const('x')), "\n";
  print "3 ", Take(5, Map(x => x * x, Up(0))), "\n";
  print "4 ", Take(3, Zip(Up(0), Const(true))), "\n";
  print "5 ", Take(6, Add(Up(0), Map(x => 10 * x, Up(1)))), "\n";
  print "6 ", Take(7, Inter(Up(0), Const(-1))), "\n";
  print "7 ", Take(9, Iterate(x => 2 * x + 1, 1)), "\n";
  print "8 ", Drop(5, Up(1)).head, " ", Up(1), "\n";
  print "9 ", Take(5, Pre([9, 8, 7], Up(0))), "\n";
  print "10 ", Take(7, Cycle([1, 2, 3], 1)), "\n";
  print "11 ", Match(Up(4)), "\n";
  print "12 ", Range(0, 3), " ", ToSeq(Range(0, 3), 10), " ", Len(Range(0, 100), 20), "\n";
  print "13 ", ToSeq(Append(Range(0, 3), Range(7, 9)), 9), "\n";
  print "14 ", ToSeq(MapL(x => -x, Append(Range(0, 3), Range(7, 9))), 9), "\n";
  print "15 ", Path(T(1), [true, false, false]), " ", Path(Mirror(T(1)), [true, false, false]), "\n";
  print "16 ", SumA(MA(1), 6), " ", MA(1), " ", MA(2).b, "\n";
  print "17 ", Take(6, Two(1)), Take(6, Cond(1)), Take(6, Let(1)), "\n";
  print "18 ", Take(5, Runs(Up(1), 0)), Take(4, Hamming(Up(1), 7)), "\n";
  print "19 ", Filter(10, x => x % 3 == 0, Up(0)), "\n";
  print "20 ", Take(4, Diag(Nested(0))), Take(3, Nested(5).tail.head), "\n";
  print "21 ", Take(4, Opt(0)), "\n";
  var s := Up(0); var b := Box(s, 3); print "22 ", b, " ", b.s.tail.head, "\n";
  var c := new Cell(Up(5)); var r := c.Next(); r := c.Next(); print "23 ", r, " ", c.k, " ", c.s.head, "\n";
  var i := 0; var t := Up(0); while i < 50 { t := t.tail; i := i + 1; } print "24 ", t.head, "\n";
  var q := [Up(1), Up(2)]; print "25 ", q[1].tail.head, " ", |q|, " ", q, "\n";
  var m := map[1 := Up(1), 2 := Up(7)]; print "26 ", m[2].head, " ", 3 in m, "\n";
  var u := More(42, Up(0)); print "27 ", Take(3, u), " ", u.tail.tail.head, "\n";
  var v := u.(head := 1); print "28 ", Take(3, v), Take(2, u), "\n";
  var a := new Stream<int>[3](j => Up(j)); print "29 ", a[2].tail.head, " ", a.Length, "\n";
  a[0] := a[2].tail; print "30 ", Take(2, a[0]), "\n";
  var l := Cons(1, Cons(2, Nil)); print "31 ", l, " ", l.cdr.car, " ", ToSeq(l, 9), " ", l.cdr.cdr.Nil?, "\n";
  match u.tail { case More(h, tl) => print "32 ", h, " ", tl.head, "\n"; }
  var tup := (Up(1), 2); print "33 ", tup.0.tail.tail.head, " ", tup, "\n";
  print "34 ", Nth(200, Add(Up(0), Up(0))), "\n";
  var f := (n: int) => Up(n); print "35 ", f(3).tail.head, "\n";
  var o := Some(Up(9)); print "36 ", o, " ", o.v.tail.head, "\n";
  print "37 ", Opt(1).head, " ", Opt(1), " ", [Opt(2).head], "\n";
}
