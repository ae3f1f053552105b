//// 4 strong
codatatype Stream = Cons(hd: int, tl: Stream)
function Ones(): Stream { Cons(1, Ones()) }
greatest predicate Pos[nat](s: Stream) { s.hd > 0 && Pos(s.tl) }
greatest lemma OnesPos[nat]() ensures Pos(Ones()) { }
lemma PrefixPos(k: nat) ensures Pos#[k](Ones()) { if k > 0 { PrefixPos(k - 1); } }
lemma Shorter(k: nat, s: Stream) requires Pos#[k + 1](s) ensures Pos#[k](s) { if k > 0 { Shorter(k - 1, s.tl); } }
method M(s: Stream) returns (r: int) requires Pos#[1](s) ensures r == s.hd { r := s.hd; }
//// strong
codatatype Stream = Cons(hd: int, tl: Stream)
lemma First(s: Stream, t: Stream) requires s ==#[2] t ensures s.hd == t.hd && s.tl.hd == t.tl.hd { }
lemma None(s: Stream, t: Stream) ensures s ==#[0] t { }
//// strong, H weak
codatatype Stream = Cons(hd: int, tl: Stream)
method H(s: Stream) returns (t: Stream) ensures t ==#[1] s { t := s; }
method G(s: Stream) returns (t: Stream) ensures t == s { t := s; }
//// 4 strong
module A { codatatype Co = Co(n: int, next: Co)
  class C { greatest predicate Q[nat](s: Co) { s.n == 1 && R(s.next) } greatest predicate R[nat](s: Co) { s.n == 2 && Q(s.next) }
    lemma M(s: Co) requires Q#[3](s) ensures s.n == 1 && s.next.n == 2 && s.next.next.n == 1 { } } }
//// 4 strong
codatatype Stream<T> = Nil | Cons(hd: T, tl: Stream<T>)
least predicate Fin<T>[nat](s: Stream<T>) { s.Nil? || Fin(s.tl) }
lemma T<U>(k: nat, s: Stream<U>) requires Fin#<U>[k](s) ensures Fin(s) { }
lemma Zero<U>(s: Stream<U>) ensures !Fin#<U>[0](s) { }
//// strong
inductive predicate Even(n: int) { n == 0 || Even(n - 2) }
lemma Within(n: int) requires Even#[2](n) ensures n == 0 || n == 2 { }
