class Node { var v: int constructor (x: int) ensures v == x { v := x; } predicate Good() reads this { v >= 0 } }
class Pair { var x: int var y: int constructor (a: int) ensures x == a && y == 0 { x, y := a, 0; } }
function SumOf(a: array<Node>, k: nat): int requires k <= a.Length reads a, set i | 0 <= i < a.Length :: a[i] { if k == 0 then 0 else SumOf(a, k - 1) + a[k - 1].v }
//= strong
method Zero(a: array<Node>) requires a.Length > 0 modifies a[0] ensures a[0].v == 0 { a[0].v := 0; }
//= weak
method Reset(a: array<Node>) modifies set i | 0 <= i < a.Length :: a[i] ensures a.Length > 0 ==> a[0].v == 0 { var i := 0; while i < a.Length modifies set i | 0 <= i < a.Length :: a[i] { a[i].v := 0; i := i + 1; } }
//= strong
method ResetAll(a: array<Node>) modifies a[..] ensures forall i :: 0 <= i < a.Length ==> a[i].v == 0 { var i := 0; while i < a.Length { a[i].v := 0; i := i + 1; } }
//= weak
method ResetPairs(a: array<Pair>) modifies a[..] ensures forall i :: 0 <= i < a.Length ==> a[i].x == 0 { var i := 0; while i < a.Length { a[i].x := 0; i := i + 1; } }
//= wrong
method IncBoth(a: array<Node>) requires a.Length == 2 modifies a[0], a[1] ensures a[0].v == old(a[0].v) + 1 { a[0].v := a[0].v + 1; a[1].v := a[1].v + 1; }
//= strong
method IncApart(a: array<Node>) requires a.Length == 2 && a[0] != a[1] modifies a[0], a[1] ensures a[0].v == old(a[0].v) + 1 && a[1].v == old(a[1].v) + 2 { a[0].v := a[0].v + 1; a[1].v := a[1].v + 2; }
//= strong
method Swap(a: array<Node>) requires a.Length == 2 modifies a ensures a[0] == old(a[1]) && a[1] == old(a[0]) { a[0], a[1] := a[1], a[0]; }
//= strong
method SwapAndZero(a: array<Node>) requires a.Length == 2 modifies a, set i | 0 <= i < a.Length :: a[i] ensures a[0] == old(a[1]) && a[1] == old(a[0]) && a[0].v == 0 && (a[0] != a[1] ==> a[1].v == old(a[0].v)) { a[0], a[1] := a[1], a[0]; a[0].v := 0; }
//= weak
method SwapOrZero(a: array<Node>) requires a.Length == 2 modifies a, set i | 0 <= i < a.Length :: a[i] ensures a[0] == old(a[1]) && a[1] == old(a[0]) && a[0].v == 0 { a[0], a[1] := a[1], a[0]; a[0].v := 0; }
//= strong
method Collect(a: array<Node>, into: Node) requires forall i :: 0 <= i < a.Length ==> a[i] != into modifies into, set i | 0 <= i < a.Length :: a[i] ensures into.v == old(into.v) + a.Length && forall i :: 0 <= i < a.Length ==> a[i].v == 0 { var i := 0; while i < a.Length { into.v := into.v + 1; a[i].v := 0; i := i + 1; } }
//= strong
method FirstNull(a: array<Node?>) returns (i: int) ensures 0 <= i <= a.Length && (forall j :: 0 <= j < i ==> a[j] != null) && (i < a.Length ==> a[i] == null) { i := 0; while i < a.Length && a[i] != null { i := i + 1; } }
//= weak
method UpperBound(a: array<Node?>) returns (n: int) ensures forall i :: 0 <= i < a.Length && a[i] != null ==> n >= a[i].v { n := 0; var i := 0; while i < a.Length { if a[i] != null && a[i].v > n { n := a[i].v; } i := i + 1; } }
//= strong
method Total(a: array<Node>) returns (s: int) ensures s == SumOf(a, a.Length) { s := 0; var i := 0; while i < a.Length { s := s + a[i].v; i := i + 1; } }
//= strong
method Largest(a: array<Node>) returns (m: int) requires a.Length > 0 && forall i :: 0 <= i < a.Length ==> a[i].Good() ensures (forall i :: 0 <= i < a.Length ==> a[i].v <= m) && exists i :: 0 <= i < a.Length && a[i].v == m { m := a[0].v; var i := 1; while i < a.Length { if a[i].v > m { m := a[i].v; } i := i + 1; } }
//= wrong
method Doubled(a: array<Node>) modifies set i | 0 <= i < a.Length :: a[i] ensures forall i :: 0 <= i < a.Length ==> a[i].v == 2 * old(a[i].v) { var i := 0; while i < a.Length { a[i].v := 2 * a[i].v; i := i + 1; } }
//= weak
method FillAny(a: array<Node?>, n: Node) modifies a ensures forall j :: 0 <= j < a.Length ==> a[j] != null { var i := 0; while i < a.Length { a[i] := n; i := i + 1; } }
