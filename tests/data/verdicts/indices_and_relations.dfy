codatatype Stream = Cons(hd: int, tl: Stream)
copredicate Pos(s: Stream) { s.hd > 0 && Pos(s.tl) }
copredicate Rising(s: Stream) { s.hd <= s.tl.hd && Rising(s.tl) }
inductive predicate Reaches(s: Stream, n: int) { s.hd == n || Reaches(s.tl, n) }
predicate TotalOrdering(R: (bool, bool) -> bool) { (forall x :: R(x, x)) && (forall x, y :: R(x, y) && R(y, x) ==> x == y) && (forall x, y :: R(x, y) || R(y, x)) }
predicate Total<T(!new)>(R: (T, T) -> bool) { (forall x :: R(x, x)) && (forall x, y :: R(x, y) && R(y, x) ==> x == y) && (forall x, y :: R(x, y) || R(y, x)) }
trait Shape { function method Area(): int reads this }
class Square extends Shape { var s: int constructor (x: int) ensures s == x { s := x; } function method Area(): int reads this { s * s } }
class Oblong extends Shape { var s: int var t: int constructor (x: int, y: int) ensures s == x && t == y { s, t := x, y; } function method Area(): int reads this { s * t } }
type Even = x: int | x % 2 == 0
//= strong
method Head(s: Stream) returns (r: int) requires Pos(s) ensures r == s.hd { r := s.hd; }
//= weak
method HeadW(s: Stream) returns (r: int) requires Pos(s) ensures r > 0 { r := s.hd; }
//= wrong
method HeadX(s: Stream) returns (r: int) requires Pos(s) ensures r > 1 { r := s.hd; }
//= strong
method Second(s: Stream) returns (r: int) requires Rising(s) ensures r == s.tl.hd { r := s.tl.hd; }
//= wrong
method Never(s: Stream) returns (r: bool) requires !Reaches(s, 0) && Rising(s) ensures r { r := s.hd > 0; }
//= strong
method Lower(R: (bool, bool) -> bool, a: bool) returns (r: bool) requires TotalOrdering(R) ensures r == R(a, !a) { r := R(a, !a); }
//= strong
method Least<T(!new)>(R: (T, T) -> bool, a: T, b: T) returns (m: T) requires Total(R) ensures (m == a || m == b) && R(m, a) && R(m, b) { if R(a, b) { m := a; } else { m := b; } }
//= strong
method At(a: array<int>, i: bv4) returns (r: int) requires i as int < a.Length ensures r == a[i] { r := a[i]; }
//= weak
method AtW(s: seq<int>, i: bv8) returns (r: int) requires i as int < |s| ensures r >= s[i] { r := s[i]; }
//= weak
method SetAt(a: array<int>, i: bv4, v: int) requires i as int < a.Length modifies a ensures a[i] == v { a[i] := v; }
//= strong
method SetAll(s: seq<int>, i: bv4, v: int) returns (t: seq<int>) requires i as int < |s| ensures t == s[i := v] { t := s[..i as int] + [v] + s[i as int + 1..]; }
//= strong
method Any() returns (o: object) ensures fresh(o) { o := new object; }
//= weak
method Two() returns (o: object, p: object) ensures fresh(o) && fresh(p) { o := new object; p := new object; }
//= strong
method TwoS() returns (o: object, p: object) ensures fresh(o) && fresh(p) && o != p { o := new object; p := new object; }
//= strong
method AreaOf(s: Shape) returns (r: int) ensures r == s.Area() { r := s.Area(); }
//= weak
method AreaW(s: Shape) returns (r: int) ensures r >= s.Area() { r := s.Area(); }
//= wrong
method AreaX(s: Shape) returns (r: int) ensures r == s.Area() + 1 { r := s.Area(); }
//= unknown
method AreaOfBoth(a: Square, b: Oblong) returns (r: int) ensures r == a.Area() + b.Area() { var x := AreaAny(a); var y := AreaAny(b); r := x + y; } method AreaAny(s: Shape) returns (r: int) ensures r == s.Area() { r := s.Area(); }
//= strong
method Find(a: array<int>, k: int) returns (r: int) requires a.Length > 8 && forall i, j :: 0 <= i < j < a.Length ==> a[i] < a[j] ensures -1 <= r < a.Length && (r >= 0 ==> a[r] == k) && (r < 0 ==> k !in a[..]) { var lo, hi := 0, a.Length; while lo < hi { var m := (lo + hi) / 2; if a[m] < k { lo := m + 1; } else if a[m] > k { hi := m; } else { return m; } } return -1; }
//= wrong
method First(s: seq<int>) returns (m: int) requires |s| == 9 && forall i, j :: 0 <= i < j < |s| ==> s[i] >= s[j] ensures m == s[0] { m := s[0]; if s[0] > s[1] > s[2] > s[3] > s[4] > s[5] > s[6] > s[7] { m := s[1]; } }
//= weak
function method Natural(x: int): nat ensures Natural(x) == x { x }
//= weak
function method Half(x: int): Even ensures Half(x) >= x { x + 1 }
//= weak
function method Tenth(x: int): int ensures Tenth(x) <= 10 || Tenth(x) > 10 { 10 / x }
