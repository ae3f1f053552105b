// Generic methods and classes: a test says what their type parameters stand for.

datatype Option<T> = None | Some(value: T)

function Count<T>(s: seq<T>, x: T): nat { if |s| == 0 then 0 else (if s[0] == x then 1 else 0) + Count(s[1..], x) }

class Stack<T> {
  var items: seq<T>
  var last: Option<T>

  predicate Has(x: T) reads this { x in items }

  constructor ()
    ensures items == [] && last == None
  { items := []; last := None; }

  constructor Of(first: T)
    ensures items == [first] && last == Some(first)
  { items := [first]; last := Some(first); }

  method Push(x: T)
    modifies this
    ensures items == old(items) + [x] && last == Some(x)
  { items := items + [x]; last := Some(x); }

  method Pop() returns (x: T)
    requires |items| > 0
    modifies this
    ensures old(items) == items + [x]
  { x := items[|items| - 1]; items := items[..|items| - 1]; }

  method Contains(x: T) returns (found: bool)
    ensures found <==> Has(x)
}

method Occurrences<T(==)>(s: seq<T>, x: T) returns (n: nat)
  ensures n == Count(s, x)

method First<T, U>(pairs: seq<(T, U)>, default: U) returns (first: U)
  ensures first == if |pairs| > 0 then pairs[0].1 else default
{ if |pairs| > 0 { first := pairs[0].1; } else { first := default; } }

method Total(s: Stack<int>) returns (n: int)
  requires |s.items| == 2
  ensures n == s.items[0] + s.items[1]
{ n := s.items[0] + s.items[1]; }

method Replace<T>(a: array<T>, x: T)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == x
{ forall i | 0 <= i < a.Length { a[i] := x; } }

method GenericsTest()
{
  var s := new Stack<int>();
  assert s.items == [] && s.last == None;
  s.Push(3);
  assert s.items == [3] && s.last == Some(3);
  s.Push(4);
  assert s.items == [3, 4] && s.last == Some(4);
  var t := Total(s);
  assert t == 7;
  var x := s.Pop();
  assert x == 4;
  assert s.items == [3];
  var c := s.Contains(3);
  assert c;
  var w := new Stack.Of("a");
  assert w.items == ["a"] && w.last == Some("a");
  w.Push("b");
  assert w.items == ["a", "b"] && w.last == Some("b");
  var y := w.Pop();
  assert y == "a" && w.items == ["a"];
  var n := Occurrences([true, false, true], true);
  assert n == 2;
  var m := Occurrences<char>("abca", 'a');
  assert m == 3;
  var f := First([(1, 'a'), (2, 'b')], 'c');
  assert f == 'a';
  var e := First<int, bool>([], false);
  assert e == false;
  var a := new real[] [1.5, 2.5];
  Replace(a, 0.5);
  assert a[..] == [0.5, 0.5];
}
