codatatype Stream = SCons(head: int, tail: Stream)
codatatype Tree = TNode(val: int, left: Tree, right: Tree)
codatatype LList<T> = LNil | LCons(hd: T, tl: LList<T>)
function method Const(n: int): Stream { SCons(n, Const(n)) }
function method Blink(a: int, b: int): Stream { SCons(a, SCons(b, Blink(a, b))) }
function method Up(n: int): Stream { SCons(n, Up(n + 1)) }
function method Inc(s: Stream): Stream { SCons(s.head + 1, Inc(s.tail)) }
function method Map(f: int -> int, s: Stream): Stream { SCons(f(s.head), Map(f, s.tail)) }
function method Zip(s: Stream, t: Stream): Stream { SCons(s.head, SCons(t.head, Zip(s.tail, t.tail))) }
function method Mirror(t: Tree): Tree { TNode(t.val, Mirror(t.right), Mirror(t.left)) }
function method Full(n: int): Tree { TNode(n, Full(n), Full(n)) }
function method Append<T>(a: LList<T>, b: LList<T>): LList<T> { match a case LNil => b case LCons(h, t) => LCons(h, Append(t, b)) }
function method Take(s: Stream, n: nat): seq<int> { if n == 0 then [] else [s.head] + Take(s.tail, n - 1) }
function method Nth(s: Stream, n: nat): int { if n == 0 then s.head else Nth(s.tail, n - 1) }
function method Drop(s: Stream, n: nat): Stream { if n == 0 then s else Drop(s.tail, n - 1) }
//= strong
method Consts(n: int) returns (r: Stream) ensures r == Const(n) { r := Const(n); }
//= wrong
method ConstsX(n: int) returns (r: Stream) ensures r == Const(n) { r := SCons(n, SCons(n, Const(n + 1))); }
//= weak
method ConstsW(n: int) returns (r: Stream) ensures Take(r, 3) == [n, n, n] { r := Const(n); }
//= strong
method Blinks(a: int, b: int) returns (r: Stream) ensures r == Blink(a, b) { r := SCons(a, Blink(b, a)); }
//= strong
method IncS(s: Stream) returns (r: Stream) ensures r == Inc(s) { r := Inc(s); }
//= wrong
method IncX(s: Stream) returns (r: Stream) ensures r == Inc(s) { r := Inc(Inc(s)); }
//= weak
method IncW(s: Stream) returns (r: Stream) ensures r.head == s.head + 1 && r.tail.head == s.tail.head + 1 { r := Inc(s); }
//= strong
method Zips(s: Stream, t: Stream) returns (r: Stream) ensures r == Zip(s, t) { r := SCons(s.head, Zip(t, s.tail)); }
//= strong
method Mirrors(t: Tree) returns (r: Tree) ensures r == Mirror(t) { r := Mirror(t); }
//= wrong
method MirrorX(t: Tree) returns (r: Tree) ensures r == Mirror(t) { r := t; }
//= weak
method MirrorW(t: Tree) returns (r: Tree) ensures r.val == t.val && r.left.val == t.right.val { r := Mirror(t); }
//= strong
method App(a: LList<int>, b: LList<int>) returns (r: LList<int>) ensures r == Append(a, b) { r := Append(a, b); }
//= weak
method AppW(a: LList<int>, b: LList<int>) returns (r: LList<int>) ensures a.LCons? ==> r.LCons? && r.hd == a.hd { r := Append(a, b); }
//= wrong
method Eq(s: Stream, t: Stream) returns (b: bool) ensures b <==> s == t { b := s.head == t.head; }
//= unknown
method Shift(n: int) returns (r: Stream) ensures r == SCons(n, Up(n + 1)) { r := Up(n); }
//= strong
lemma BlinkConst(n: int) ensures Blink(n, n) == Const(n) { }
//= wrong
lemma BlinkConstX(n: int, m: int) ensures Blink(n, m) == Const(n) { }
//= wrong
lemma IncUp(n: int) ensures Inc(Up(n)) == Up(n + 2) { }
//= weak
method SetHead(s: Stream, x: int) returns (t: Stream) ensures t.tail == s.tail { t := s.(head := x); }
//= strong
method SetHeadS(s: Stream, x: int) returns (t: Stream) ensures t == s.(head := x) { t := SCons(x, s.tail); }
//= strong
method Head(s: Stream) returns (h: int) ensures h == s.head { h := s.head; }
//= wrong
method HeadWrong(s: Stream) returns (h: int) ensures h == s.tail.head { h := s.head; }
//= strong
method FirstN(s: Stream, n: nat) returns (r: seq<int>) ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == Nth(s, i) { r := []; var t := s; while |r| < n { r := r + [t.head]; t := t.tail; } }
//= weak
method FirstNWeak(s: Stream, n: nat) returns (r: seq<int>) ensures |r| == n { r := []; var t := s; while |r| < n { r := r + [t.head]; t := t.tail; } }
//= wrong
method TakeNWrong(s: Stream, n: nat) returns (r: seq<int>) ensures r == Take(s.tail, n) { r := Take(s, n); }
//= weak
method Prefixed(x: int, s: Stream) returns (r: Stream) ensures r.head == x { r := SCons(x, s); }
//= strong
method PrefixedS(x: int, s: Stream) returns (r: Stream) ensures r.head == x && r.tail == s { r := SCons(x, s); }
//= strong
method Tail(s: Stream) returns (r: Stream) ensures r == s.tail { r := s.tail; }
//= strong
method DropN(s: Stream, n: nat) returns (r: Stream) ensures r == Drop(s, n) { r := s; for i := 0 to n { r := r.tail; } }
//= wrong
method DropNW(s: Stream, n: nat) returns (r: Stream) ensures r == Drop(s, n) { r := s.tail; for i := 0 to n { r := r.tail; } }
//= weak
method DropWeak(s: Stream, n: nat) returns (r: Stream) ensures r.head == Nth(s, n) { r := s; for i := 0 to n { r := r.tail; } }
//= unknown
method Ups(n: int) returns (r: Stream) ensures r == Up(n) { r := Up(n); }
//= wrong
method UpsW(n: int) returns (r: Stream) ensures r == Up(n) { r := Const(n); }
