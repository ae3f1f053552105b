//// strong
class Cell { var v: int }
class H { var s: seq<object> var c: Cell
  constructor (c: Cell) ensures s == [c] && this.c == c { s := [c]; this.c := c; }
  method Add(o: object) modifies this ensures s == old(s) + [o] && c == old(c) { s := s + [o]; }
  method First() returns (o: object) requires |s| > 0 ensures o == s[0] { o := s[0]; } }
//// weak, H.First strong
class Cell { var v: int }
class H { var s: seq<object> var c: Cell
  constructor (c: Cell) ensures c in s && this.c == c { s := [c]; this.c := c; }
  method Add(o: object) modifies this ensures o in s && c == old(c) { s := s + [o]; }
  method First() returns (o: object) requires |s| > 0 ensures o == s[0] { o := s[0]; } }
//// strong
class H { var s: seq<object> var t: set<object>
  method Any() returns (o: object) requires |t| == 1 ensures o in t { o :| o in t; }
  method Last() returns (o: object?) ensures o == if |s| == 0 then null else s[|s| - 1] { if |s| == 0 { o := null; } else { o := s[|s| - 1]; } } }
//// strong
method M(m: map<int, object>) returns (o: object?) ensures o == if 0 in m then m[0] else null { if 0 in m { o := m[0]; } else { o := null; } }
//// weak
method M(m: map<int, object>, d: object) returns (o: object) ensures o == d || o in m.Values { if 0 in m { o := m[0]; } else { o := d; } }
//// strong
method M(t: (object, int)) returns (o: object, n: int) ensures (o, n) == t { o := t.0; n := t.1; }
//// strong
datatype Option<T> = None | Some(value: T)
method M(t: Option<object>, d: object) returns (o: object) ensures o == if t.Some? then t.value else d { match t { case None => o := d; case Some(v) => o := v; } }
//// strong
method M(s: set<object?>) returns (b: bool) ensures b == forall o: object :: o in s ==> o != null { b := true; }
//// strong
method M(s: set<object?>) returns (b: bool) ensures b == forall o: object? :: o in s ==> o != null { b := null !in s; }
