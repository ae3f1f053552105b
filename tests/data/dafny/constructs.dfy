// The syntax of Dafny 2.3 to 4.x that the other files do not use. Only its parsing is tested.
include "other.dfy"

abstract module A.B refines C {
  import M
  import opened X = Y.Z`E
  import D : Interface
  export
  export Public provides a, T.b reveals c extends Base
  export provides *
  module Inner { ghost const k: int }
}
module {:options "--x"} Refinement refines A {
  method M... { ... }
  function F(): int { 3 } by method { return 3; }
}
@Axiom
trait {:termination false} Tr<+T, -U(==), *V(0), !W(!new, 00)> extends object, P.Q<int> {
  ghost var Repr: set<object>
  var a: array2<int>, b: map<int, set<seq<(int, bool)>>>;
  const c: nat
  static const d := 4;
  predicate Valid() reads this, Repr, this`a, `b ensures Valid() ==> this in Repr
  twostate predicate Grew() reads this { old(|Repr|) <= |Repr| }
  twostate lemma Monotone(new o: object) ensures allocated(o) && unchanged@L(this) && old@L(a) == a
  method {:verify false} Step(x: int, y: int := 3, nameonly z: int := 4) returns (ghost r: int)
    requires L: x < y
    requires {:error "message {"} (x) < (y)
    free requires true;
    modifies this, Repr - {this}, {this} + {}
    modifies *
    decreases *
  lemma Both(x: int) requires match x { case 1 => true case _ => false } {}
}
class Cl<T> extends Tr<T, int, int, int> {
  constructor () ensures fresh(Repr) { }
  constructor Named(x: int) modifies this { new; this.x := x; }
  static method {:extern "a", "b"} Ext<T(==)>(x: T) returns (y: T)
  protected function Old(): int
}
iterator Gen<T>(n: int) yields (x: int)
  yield requires n > 0
  yield ensures x > 0
  reads this
{ yield 1; }
datatype D<X> = | One(int, x: X) | ghost Two { method Me() { } static const s := 1 }
codatatype Stream<T> = Nil | Cons(head: T, tail: Stream)
type Opaque(==, 0)<A>
type Sub<A> = s: seq<A> | |s| > 1 ghost witness *
newtype {:nativeType "byte"} int8 = x: int | -0x80 <= x < 0x80 { function Self(): int { this as int } }
least predicate Even[nat](n: int) { n == 0 || Even(n - 2) }
greatest lemma EvenLemma[ORDINAL](n: int) requires Even#[3](n) ensures Even(n) {}
inductive predicate Ind(n: int) { n == 0 }
copredicate Co(s: Stream<int>) { s.head > 0 && Co(s.tail) }
colemma CoLemma(s: Stream<int>) ensures Co(s) {}
ghost function Bodiless(older x: int): (r: int) ensures r > 0
opaque function Hidden(): bool { true }
function Statements(x: int): int
{
  assert x > 0; assume x > 1; expect x > 2, "m"; reveal Hidden(); hide *;
  calc <= { 1; <= { assert true; } 2; }
  assert L: x > 0 by { reveal Hidden(); }
  CoLemma(Nil); var ghost_ := 1; ghost var g := 2; var (a, One(b, _)) := (1, One(1, 2)); var y :- Result(x);
  :- Outcome(); a
}
function Expressions(s: seq<int>, f: int -> int, g: (int, bool) --> set<int>, h: () ~> int): bool
{
  && (forall x: int, y {:trigger f(x)} {:nowarn} | 0 <= x < |s| && y in s :: x < y)
  && (forall x <- s, y <- {1} | x < y :: |set z | z in s| == 1 && |s[..x]| >= |{x}|)
  && (if x :| x in s then x > 0 else if f(1) < f(2) then true else false)
  && ((x: int, y) requires x > 0 reads {} => x + y)(1, 2) == (x => x)(3) && (() => 1)() == (_ => 2)(0)
  && s[1 := 2][0..][..1] == s[1:2:] == s[1:2:3] && s[0] == s[..][0]
  && map[1 := map[]][1] == map x: int | x in s :: x := x * 2 && imap[] == imap x :: x && iset{1} == iset x | x > 0
  && (1 as bv8 << 2 >> 1 | 3 & 0xF ^ 2) != 0 && -1 as real / 2.5 == !!true && 1 is nat && 2.0.Floor == (1, (2, 3)).1.0
  && seq<int>(3, i => i) == [] && multiset(s) !! multiset{1} && {} < {1} && 'a' in "b" && '"' != '\'' && 'c' != '\u0041'
  && @"C:\ ""q""" == "\t\U{1F600}" && Generic<int, seq<(int, bool)>>(1).Foo<int> && a < b && c > (d)
  && One(1, x := 2).(x := 3, 0 := 4) == Two && old(s) == s && h.requires() && f.reads(1) == {}
  && (a <== b <== c) && (a ==> b ==> c <==> d) && a ==#[k] b && !(x in s) && x !in s && s !! s
  && match s[0] { case 0 | 1 => true case -1 => false case n: int => n > 0 } && var x, y := 1, 2; x < y
}
function Unicode(s: seq<int>): bool { ∀ i • 0 ≤ i ∧ i < |s| ⇒ s[i] ≠ 0 ∨ ¬(i ≥ 1) ⇔ true }
const s' := |s| const is := 1 const to_ := (expect + free, least)
method LetInClause() requires var x := 1; assert x == 1; x > 0; ensures true; { var q := '"'; }
method StatementsTest()
{
  var a, b: int := 1, 2; var (c, d) := (1, 2); var e: int; ghost var f := *;
  a, b := b, a; a.x[0] := 1; x := new C; y := new C.Init(1) ; z := new C<int>(); w := new int[2, 3]; v := new int[3] [1, 2, 3];
  assert {:split} L: a == b, "why"; assume {:axiom} a == 1; expect a is int; print a, "\n"; return; return 1, 2; yield 1;
  if a < 3 { } else if * { } else { } if { case true => } if x :| x > 0 { }
  while a < 3 invariant a > 0; decreases 3 - a { } while * { } while { case a > 0 => a := 1; }
  for i := 0 to |s| invariant true { } for i: int := 10 downto * { }
  forall i | 0 <= i < 3 ensures p(i) { } match a { case 1 => print 1; } match (a) { }
  var m := match a { case 1 => 2 case _ => {3} }; var n := if a == 1 then {1} else {2};
  label L: while true { break L; } break break; continue L; modify a { } modify b; reveal f(); hide g; calc { 1; } { }
  :- Check(); var r :- Try(); r :- Try(); x :| x > 1; x.M(1); f()(2); var u := x => x + 1; Method<int>(3);
}
module More refines A.B {
  export E ... provides *
  type T ... { method M() }
  class K ... { method N... { ... } }
  const k ... := 3
  datatype Same ...
}
type Nullable<T> = array?<T>
type Filtered = x: int | match x case 0 => true case _ => x > 1 witness 0
predicate Late(a: array<int>, i: int, n: nat := Lemma(2); 5)
  requires (i, n decreases to i - 1, n) || (i nonincreases to 3)
  requires forall e {:trigger e}:: (requires' => e)(e) == e
  reads `a, this`a
  reads a reads if i > 0 then {a} else {}
  decreases *, i
{
  && (1 := true, 0 := 2).1
  && seq(n, j requires 0 <= j < n => j) == seq(n, (j: int) requires j > 0 reads a => a[j])
  && |(set x | x in a && |a| > 0 :: |a|)| == |a| && (set y | y in |a| + {1}) == {}
  && (match i case 0 => 1 case _ => match n case 1 => 2 case _ => 3) + 1 == -(-!-!!--n)
  && M.F<int>(a) == G<int, bool>() && f(a < b, c > d) && f(a).(x := 1).g?(2)[3](4).0.1
}
