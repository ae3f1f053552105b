//// strong
method M(m: imap<int, int>) returns (r: int) requires 3 in m ensures r == m[3] { r := m[3]; }
//// weak
method M(s: seq<int>) returns (t: seq<int>) ensures multiset(t) == multiset(s) { t := s; }
//// strong
method M(s: seq<int>) returns (t: multiset<int>) ensures t == multiset(s) + multiset{0} { t := multiset(s + [0]); }
//// strong
method M(s: set<int>, t: set<int>) returns (u: set<int>) ensures forall x :: x in u <==> (x in s) != (x in t) { u := (s - t) + (t - s); }
//// weak
method M(s: set<int>, t: set<int>) returns (u: set<int>) ensures forall x :: x in s && x in t ==> x in u { u := s * t; }
//// weak
method M(s: set<int>, t: set<int>) returns (u: set<int>) ensures u !! s ensures u <= t { u := t - s; }
//// weak
method M(s: string) returns (r: string) ensures |r| == |s| && forall i :: 0 <= i < |s| ==> (s[i] == ' ' ==> r[i] == '_') { r := s; var i := 0; while i < |s| invariant 0 <= i <= |s| == |r| && (forall j :: 0 <= j < i ==> (s[j] == ' ' ==> r[j] == '_')) { if s[i] == ' ' { r := r[i := '_']; } i := i + 1; } }
//// weak
method M(f: int -> bool, s: seq<int>) returns (r: bool) ensures r ==> exists i :: 0 <= i < |s| && f(s[i]) { r := false; var i := 0; while i < |s| invariant 0 <= i <= |s| && (r ==> exists i :: 0 <= i < |s| && f(s[i])) { if f(s[i]) { r := true; } i := i + 1; } }
//// strong
method M(f: int -> bool, s: seq<int>) returns (r: bool) ensures r <==> exists i :: 0 <= i < |s| && f(s[i]) { r := false; var i := 0; while i < |s| invariant 0 <= i <= |s| && (r <==> exists j :: 0 <= j < i && f(s[j])) { if f(s[i]) { r := true; } i := i + 1; } }
//// 4 strong
lemma L(x: int, y: int) requires x < y ensures exists z: int :: x < z <= y { assert x < y <= y; }
lemma N(s: seq<int>) requires |s| > 0 ensures s[..|s|-1] + [s[|s|-1]] == s { }
//// strong
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
method Ins(s: seq<int>, x: int) returns (t: seq<int>) requires Sorted(s) ensures Sorted(t) && multiset(t) == multiset(s) + multiset{x} { var i := 0; while i < |s| && s[i] < x invariant 0 <= i <= |s| && forall j :: 0 <= j < i ==> s[j] < x { i := i + 1; } t := s[..i] + [x] + s[i..]; assert s == s[..i] + s[i..]; }
//// weak
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
method Ins(s: seq<int>, x: int) returns (t: seq<int>) requires Sorted(s) ensures Sorted(t) && x in t && |t| == |s| + 1 { var i := 0; while i < |s| && s[i] < x invariant 0 <= i <= |s| && forall j :: 0 <= j < i ==> s[j] < x { i := i + 1; } t := s[..i] + [x] + s[i..]; }
//// 4 strong
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) } by method { var r := 0; var i := |s|; while i > 0 invariant 0 <= i <= |s| && r == Sum(s[i..]) { i := i - 1; r := s[i] + r; } return r; }
method M(s: seq<int>) returns (r: int) ensures r == Sum(s) { r := Sum(s); }
//// strong
method M(s: seq<int>, k: int) returns (i: int) ensures 0 <= i <= |s| && (i < |s| ==> s[i] == k) && forall j :: 0 <= j < i ==> s[j] != k { i := 0; while i < |s| invariant 0 <= i <= |s| && forall j :: 0 <= j < i ==> s[j] != k { if s[i] == k { break; } i := i + 1; } }
//// weak
method M(s: seq<int>, k: int) returns (i: int) requires k in s ensures 0 <= i <= |s| && (i < |s| ==> s[i] == k) { i := 0; while i < |s| invariant 0 <= i <= |s| { if s[i] == k { break; } i := i + 1; } }
//// weak
method M(s: seq<int>) returns (i: int) requires s != [] ensures 0 <= i < |s| && forall j :: 0 <= j < |s| ==> s[j] <= s[i] { i := 0; var k := 1; while k < |s| invariant 0 <= i < k <= |s| && forall j :: 0 <= j < k ==> s[j] <= s[i] { if s[k] > s[i] { i := k; } k := k + 1; } }
//// strong
method M(m: map<int, int>) returns (s: set<int>) ensures forall k :: k in s <==> k in m && m[k] == 0 { s := set k | k in m && m[k] == 0; }
//// weak
method M(m: map<int, int>) returns (n: map<int, int>) ensures forall k :: k in m ==> k in n && n[k] == m[k] + 1 { n := map k | k in m :: m[k] + 1; }
//// strong
method M(m: map<int, int>) returns (n: map<int, int>) ensures n == map k | k in m :: m[k] + 1 { n := map k | k in m :: m[k] + 1; }
//// strong
method M<T(==)>(s: seq<T>, t: T) returns (b: bool) ensures b <==> t in s { b := t in s; }
//// strong
method M<T>(s: seq<T>) returns (t: seq<T>) ensures |t| == |s| && forall i :: 0 <= i < |s| ==> t[i] == s[|s| - 1 - i] { t := []; var i := |s|; while i > 0 invariant 0 <= i <= |s| && |t| == |s| - i && forall j :: 0 <= j < |t| ==> t[j] == s[|s| - 1 - j] { i := i - 1; t := t + [s[i]]; } }
//// weak
method M<T>(s: seq<T>) returns (t: seq<T>) ensures forall x :: x in s <==> x in t { t := s; }
//// strong
method Map(f: int -> int, s: seq<int>) returns (t: seq<int>) ensures |t| == |s| && forall i :: 0 <= i < |s| ==> t[i] == f(s[i]) { t := []; var i := 0; while i < |s| invariant 0 <= i <= |s| && |t| == i && forall j :: 0 <= j < i ==> t[j] == f(s[j]) { t := t + [f(s[i])]; i := i + 1; } }
//// weak
method Filter(f: int -> bool, s: seq<int>) returns (t: seq<int>) ensures forall x :: x in t ==> f(x) && x in s { t := []; var i := 0; while i < |s| invariant 0 <= i <= |s| && forall x :: x in t ==> f(x) && x in s { if f(s[i]) { t := t + [s[i]]; } i := i + 1; } }
