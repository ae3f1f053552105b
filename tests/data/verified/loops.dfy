//// strong
method M(n: nat) returns (r: nat) ensures r == n * (n + 1) / 2 { r := 0; var i := 0; while i < n invariant i <= n && r == i * (i + 1) / 2 { i := i + 1; r := r + i; } }
//// weak
method M(n: nat) returns (r: nat) ensures r >= n { r := 0; var i := 0; while i < n invariant i <= n && r >= i { i := i + 1; r := r + i; } }
//// strong
method M(n: nat) returns (r: nat) ensures r == n { r := 0; var i := n; while decreases i invariant 0 <= i && r == n - i { case i > 0 && i % 2 == 0 => i := i - 2; r := r + 2; case i % 2 == 1 => i := i - 1; r := r + 1; } }
//// strong
method M(n: nat) returns (r: nat) ensures r == n { r := 0; while true invariant r <= n decreases n - r { if r == n { break; } r := r + 1; } }
//// strong
method M(n: nat) returns (r: nat) ensures r == (if n < 3 then n else 3) { r := 0; label outer: while r < n invariant r <= n && r <= 3 { var j := 0; while true invariant j <= 1 decreases 1 - j { if r == 3 { break outer; } if j == 1 { break; } j := j + 1; } r := r + 1; } }
//// 4 strong
method M(s: seq<int>) returns (r: nat) ensures r == |set i | 0 <= i < |s| && s[i] > 0| { r := 0; ghost var t: set<int> := {}; for i := 0 to |s| invariant t == set k | 0 <= k < i && s[k] > 0 invariant r == |t| { if s[i] <= 0 { continue; } assert i !in t; t := t + {i}; r := r + 1; } }
//// 4 strong
method M(n: nat) returns (r: seq<nat>) ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == i { r := []; for i := n downto 0 invariant |r| == n - i && forall k :: 0 <= k < |r| ==> r[k] == i + k { r := [i] + r; } }
//// strong
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[i]) + 1 { var i := 0; while i < a.Length invariant i <= a.Length && forall k :: 0 <= k < a.Length ==> a[k] == old(a[k]) + if k < i then 1 else 0 { a[i] := a[i] + 1; i := i + 1; } }
//// weak
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] >= 0 { var i := 0; while i < a.Length invariant i <= a.Length && forall k :: 0 <= k < i ==> a[k] >= 0 { a[i] := 0; i := i + 1; } }
//// strong
method M(x: int) returns (r: int) ensures r == x * x * x { calc { x * x * x; == x * (x * x); } r := x * (x * x); assert r == x * x * x by { assert true; } }
//// strong
method M(n: nat) returns (r: nat) ensures r == n { r := n; print r, "\n"; }
//// 4 weak
method M(n: nat) returns (r: nat) ensures r == n && n < 1000 { r := n; expect n < 1000, "large"; }
//// 4 unknown
method M(u: int) returns (r: int) ensures r == 1 decreases * { r := 0; for i := 0 «to¦downto» * { } }
//// strong
method M(a: seq<seq<int>>, x: int) returns (i: int, j: int) requires exists p, q :: 0 <= p < |a| && 0 <= q < |a[p]| && a[p][q] == x && (forall p', q' :: 0 <= p' < |a| && 0 <= q' < |a[p']| && a[p'][q'] == x ==> p' == p && q' == q) ensures 0 <= i < |a| && 0 <= j < |a[i]| && a[i][j] == x {
  i, j := 0, 0;
  label find: while i < |a| invariant 0 <= i <= |a| invariant forall p, q :: 0 <= p < i && 0 <= q < |a[p]| ==> a[p][q] != x {
    j := 0;
    while j < |a[i]| invariant 0 <= j <= |a[i]| invariant forall q :: 0 <= q < j ==> a[i][q] != x { if a[i][j] == x { break find; } j := j + 1; }
    i := i + 1; } }
//// strong
method M(n: nat) returns (c: nat) ensures c == if n == 0 then 0 else 1 { c := 0; label a: { label b: { if n == 0 { break a; } if n == 1 { break b; } c := 1; break a; } c := 1; } }
//// 4 strong
method M(n: nat) returns (c: nat) ensures c == n { c := 0; label outer: for i := 0 to n invariant c == i { for j := 0 to 5 invariant c == i { if j == 2 { c := c + 1; continue outer; } } c := c + 1; } }
//// 4 strong
method M(n: nat) returns (c: nat) ensures c == 0 { c := 0; for i := 0 to n invariant c == 0 { for j := 0 to 5 invariant c == 0 { break break; } } }
