//// strong
class C { ghost var g: int  var v: int
  method M() modifies this ensures g == old(g) + v && v == old(v) { g := g + v; }
  method N() modifies `g ensures g == v { g := v; } }
//// strong
class C { ghost var g: int  var v: int
  method M() modifies this ensures v == old(v) + 1 { v := v + 1; } }
//// weak
class C { ghost var g: int  var v: int
  method M() modifies this ensures v == old(v) + 1 && g >= old(g) { v := v + 1; g := g + 1; } }
//// strong
method M(ghost g: int, n: int) returns (r: int, ghost h: int) ensures r == n && h == g + n { r := n; h := g + n; }
//// weak
method M(ghost g: int, n: int) returns (r: int, ghost h: int) ensures r == n && h >= g { r := n; h := g; }
//// strong
method M(n: nat) returns (r: nat) ensures r == n * n { ghost var steps := 0; r := 0; var i := 0; while i < n invariant i <= n && r == i * n && steps == i { r := r + n; i := i + 1; steps := steps + 1; } }
//// strong
class Log { ghost var log: seq<int>  var last: int
  method Add(x: int) modifies this ensures log == old(log) + [x] && last == x { log := log + [x]; last := x; } }
method M(l: Log) modifies l ensures l.log == old(l.log) + [1, 2] && l.last == 2 { l.Add(1); l.Add(2); }
//// weak, Log.Add strong
class Log { ghost var log: seq<int>  var last: int
  method Add(x: int) modifies this ensures log == old(log) + [x] && last == x { log := log + [x]; last := x; } }
method M(l: Log) modifies l ensures l.log == old(l.log) + [1, 2] { l.Add(1); l.Add(2); }
