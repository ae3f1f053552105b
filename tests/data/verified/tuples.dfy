//// weak
class C { var v: int  var w: int }
method M(t: (C, C)) modifies t.0 ensures t.0.v == 1 { var c: C := t.0; c.v := 1; }
//// strong
class C { var v: int }
method M(t: (C, C)) modifies t.0 ensures t.0.v == 1 { var c: C := t.0; c.v := 1; }
//// strong
class C { var v: int }
method M(t: (C, C)) modifies t.0, t.1 ensures t.0.v == 1 && t.1.v == (if t.0 == t.1 then 1 else 2) { var c, d := t.0, t.1; d.v := 2; c.v := 1; }
//// weak
class C { var v: int }
method M(t: (C, C)) modifies t.0, t.1 ensures t.0.v == 1 { var c := t.0; c.v := 1; }
//// strong
class C { var v: int }
method M(t: (C, C)) requires t.0 == t.1 modifies t.0, t.1 ensures t.0.v == 1 { var c := t.0; c.v := 1; }
//// weak
method M(t: (array<int>, int)) modifies t.0 ensures t.0.Length > 0 ==> t.0[0] == t.1 { var a := t.0; if a.Length > 0 { a[0] := t.1; } }
//// strong
method M(t: (array<int>, int)) requires t.0.Length == 1 modifies t.0 ensures t.0[0] == t.1 { var a := t.0; a[0] := t.1; }
//// weak
class C { var v: int }
method M(s: seq<(C, int)>) requires |s| == 2 modifies s[0].0, s[1].0 ensures s[0].0.v == s[0].1 { var c := s[0].0; c.v := s[0].1; }
//// weak
class C { var v: int }
method M(t: (C, C), u: (int, C)) modifies t.1, u.1 ensures t.1.v == 5 { var c := t.1; c.v := 5; }
//// strong
class C { var v: int }
method M(t: (C, C)) returns (u: (C, C)) ensures u == (t.1, t.0) { u := (t.1, t.0); }
//// weak
class C { var v: int }
method M(t: (C, C)) returns (u: (C, C)) ensures u.0 == t.1 { u := (t.1, t.0); }
//// strong
class C { var v: int }
method M(t: seq<(int, C)>) returns (n: int) requires |t| > 0 ensures n == t[0].1.v { var c := t[0].1; n := c.v; }
//// strong
class C { var v: int }
method M(m: map<int, (int, C)>, k: int) requires k in m modifies m[k].1 ensures m[k].1.v == m[k].0 { var c := m[k].1; c.v := m[k].0; }
//// strong
class C { var v: int  var p: (int, int)
  method M() modifies this ensures p == (old(p.1), old(p.0)) && v == old(v) { p := (p.1, p.0); } }
//// weak
class C { var v: int  var p: (int, int)
  method M() modifies this ensures p.0 == old(p.1) && v == old(v) { p := (p.1, p.0); } }
//// weak, C.constructor strong
class D { var x: int } 
class C { var p: (int, D)  constructor (d: D) ensures p == (0, d) { p := (0, d); }
  method M() modifies p.1 ensures p.1.x == p.0 || p.0 > 3 { var d := p.1; d.x := p.0; } }
