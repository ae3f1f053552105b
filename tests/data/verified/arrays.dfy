//// 4 strong
method M(a: array<int>) requires a.Length == 3 modifies a ensures multiset(a[..]) == multiset(old(a[..])) && a[0] <= a[1] <= a[2] { if a[0] > a[1] { a[0], a[1] := a[1], a[0]; } if a[1] > a[2] { a[1], a[2] := a[2], a[1]; } if a[0] > a[1] { a[0], a[1] := a[1], a[0]; } }
//// weak
method M(a: array<int>) requires a.Length == 3 modifies a ensures a[0] <= a[1] <= a[2] { a[0], a[1], a[2] := 0, 0, 0; }
//// strong
method M(m: array2<int>) returns (n: array2<int>) ensures fresh(n) && n.Length0 == m.Length1 && n.Length1 == m.Length0 && forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> n[j, i] == m[i, j] { n := new int[m.Length1, m.Length0]((i, j) requires 0 <= i < m.Length1 && 0 <= j < m.Length0 reads m => m[j, i]); }
//// weak
method M(m: array2<int>) returns (n: array2<int>) ensures fresh(n) && n.Length0 == m.Length1 && n.Length1 == m.Length0 { n := new int[m.Length1, m.Length0]((i, j) requires 0 <= i < m.Length1 && 0 <= j < m.Length0 reads m => m[j, i]); }
//// strong
method M(a: array<int>) requires a.Length > 0 modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[0]) { var x := a[0]; forall i | 0 <= i < a.Length { a[i] := x; } }
//// strong
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i]) { forall i | 0 <= i < a.Length { a[i] := a[a.Length - 1 - i]; } }
//// weak
method M(a: array<int>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) { a[i], a[j] := a[j], a[i]; }
//// strong
method M(a: array<int>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) && forall k :: 0 <= k < a.Length && k != i && k != j ==> a[k] == old(a[k]) { a[i], a[j] := a[j], a[i]; }
//// strong
method M(a: array2<int>, r: nat, c: nat, v: int) requires r < a.Length0 && c < a.Length1 modifies a ensures forall i, j :: 0 <= i < a.Length0 && 0 <= j < a.Length1 ==> a[i, j] == if i == r && j == c then v else old(a[i, j]) { a[r, c] := v; }
//// weak
method M(a: array2<int>, r: nat, c: nat, v: int) requires r < a.Length0 && c < a.Length1 modifies a ensures a[r, c] == v { a[r, c] := v; }
//// weak
method M(a: array2<int>, r: nat) requires r < a.Length0 modifies a ensures forall j :: 0 <= j < a.Length1 ==> a[r, j] == 0 { forall j | 0 <= j < a.Length1 { a[r, j] := 0; } }
//// strong
method M(n: nat) returns (a: array<nat>) ensures fresh(a) && a.Length == n && forall i :: 0 <= i < n ==> a[i] == i * i { a := new nat[n](i => if i >= 0 then i * i else 0); }
//// weak
method M(n: nat) returns (a: array<nat>) ensures fresh(a) && a.Length >= n { a := new nat[n]; }
//// strong
method M(a: array<array<int>>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) ensures forall k :: 0 <= k < a.Length && k != i && k != j ==> a[k] == old(a[k]) { a[i], a[j] := a[j], a[i]; }
//// weak
method M(a: array<array<int>>, i: nat, j: nat) requires i < a.Length && j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) { a[i], a[j] := a[j], a[i]; }
//// strong
method M(a: array<array<int>>) requires a.Length > 0 && a[0].Length > 0 modifies a[0] ensures a[0][0] == 1 ensures forall k :: 0 < k < a[0].Length ==> a[0][k] == old(a[0][k]) { a[0][0] := 1; }
