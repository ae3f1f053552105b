//// weak
method M(a: array<int>, i: int) returns (j: int) requires 0 <= i < a.Length - 1 modifies a ensures j == i + 1 && a[i] == i + 1 && a[i + 1] == old(a[i + 1]) { «j := i; a[j], j := i + 1, j + 1;¦j := i + 1; a[i] := j;¦j := i; j, a[j] := j + 1, j + 1;» }
//// strong
method M(a: array<int>, i: int, j: int) requires 0 <= i < a.Length && 0 <= j < a.Length modifies a ensures a[i] == old(a[j]) && a[j] == old(a[i]) ensures forall k :: 0 <= k < a.Length && k != i && k != j ==> a[k] == old(a[k]) { «a[i], a[j] := a[j], a[i];¦var t := a[i]; a[i] := a[j]; a[j] := t;¦if i != j { a[j], a[i] := a[i], a[j]; }» }
//// strong
method M(n: nat) returns (c: int) ensures c == n { c := 0; «var i := 0; while i < n invariant 0 <= i <= n && c == i { i := i + 1; if i % 2 == 0 { c := c + 1; } else { c := c + 1; } }¦var i := n; while i > 0 invariant c == n - i && 0 <= i <= n decreases i { i, c := i - 1, c + 1; }¦while c < n invariant c <= n { c := c + 1; }¦while (c != n) invariant c <= n decreases n - c { c := c + 1; }» }
//// 4 strong
method M(n: nat) returns (c: nat) ensures c == n { c := 0; «var i := 0; while i < n invariant i <= n && c == i { i := i + 1; if i % 2 == 0 { c := c + 1; continue; } c := c + 1; }¦label A: for i := 0 to n invariant c == i { for j := 0 to 3 { if j == 1 { c := c + 1; continue A; } } c := c + 1; }¦label A: for i := 0 to n invariant c == i { for j := 0 to 3 { if j == 1 { c := c + 1; break continue; } } c := c + 1; }¦for i := 0 to n + 5 invariant c == i && i <= n { while true { if c < n { c := c + 1; break; } else { break break; } } }» }
//// strong
method M(x: int) returns (r: int) ensures r == if x < 0 then -1 else if x == 0 then 0 else 1 { «if { case x < 0 => r := -1; case x == 0 => r := 0; case x > 0 => r := 1; }¦if case x > 0 => r := 1; case x < 0 => return -1; case x == 0 => r := 0;¦if x < 0 { return -1; } else if x == 0 { return 0; } r := 1;¦r := 0; if (x > 0) { r := 1; } else if (x < 0) { r := -1; }» }
//// «strong up to choice¦unknown¦strong up to choice¦strong up to choice¦strong up to choice»
method M(x: int) returns (r: int) ensures r == 1 || r == 2 { «if * { r := 1; } else { r := 2; }¦r := *; if r != 1 { r := 2; }¦if { case true => r := 1; case true => r := 2; }¦r :| r in {1, 2};¦r :| 0 < r < 3;» }
//// strong
method M(x: int, y: int) returns (a: int, b: int) requires x != y ensures a <= b && {a, b} == {x, y} { «a, b := x, y; while invariant {a, b} == {x, y} decreases a > b { case a > b => a, b := b, a; }¦if x < y { a, b := x, y; } else { return y, x; }¦a := if x < y then x else y; b := x + y - a;» }
//// strong
method Div(a: nat, b: nat) returns (q: nat, r: nat) requires b > 0 ensures a == q * b + r && r < b { «q, r := 0, a; while r >= b invariant a == q * b + r decreases r { q, r := q + 1, r - b; }¦q, r := a / b, a % b; assert a == q * b + r;» }
method M(a: nat) returns (p: bool) ensures p == (a % 2 == 0) { «var q, r := Div(a, 2); p := r == 0; assert q * 2 + r == a;¦var _, r := Div(a, 2); assert r < 2; p := a % 2 == 0;» }
//// strong
method M(s: seq<int>) returns (i: int) ensures -1 <= i < |s| ensures i >= 0 ==> s[i] == 7 && 7 !in s[..i] ensures i < 0 ==> 7 !in s { «i := 0; while i < |s| invariant 0 <= i <= |s| && 7 !in s[..i] { if s[i] == 7 { return; } i := i + 1; } i := -1;¦i := 0; while i < |s| invariant 0 <= i <= |s| && 7 !in s[..i] { if s[i] == 7 { return i; } i := i + 1; } return -1;¦i := 0; while i < |s| && s[i] != 7 invariant 0 <= i <= |s| && 7 !in s[..i] { i := i + 1; } if i == |s| { i := -1; }» }
//// strong
method M(x: int) returns (r: int) ensures r == x + 1 { «ghost var g := x; r := x + 1; assert r == g + 1;¦r := x + 1; assert r > x by { assert true; } calc { r; == x + 1; == 1 + x; }¦r := x; if r == x { r := r + 1; } assert r == x + 1;¦forall k | 0 <= k < 3 ensures k < 3 { } r := x + 1;¦var f := (y: int) => y + 1; r := f(x);¦r := x + 1; print r, "\n";» }
//// strong
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i]) { «forall i | 0 <= i < a.Length { a[i] := a[a.Length - 1 - i]; }¦var b := a[..]; forall i | 0 <= i < a.Length { a[i] := b[|b| - 1 - i]; }¦forall i, j | 0 <= i < a.Length && j == a.Length - 1 - i { a[i] := a[j]; }» }
//// strong
method M(a: array<int>) modifies a ensures forall i :: 0 <= i < a.Length ==> a[i] == if i % 2 == 0 then 0 else old(a[i]) { «forall i | 0 <= i < a.Length && i % 2 == 0 { a[i] := 0; }¦forall i | 0 <= i < a.Length { a[i] := if i % 2 == 0 then 0 else a[i]; }» }
//// strong
method M(m: array2<int>, v: int) modifies m ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> m[i, j] == v { «forall i, j | 0 <= i < m.Length0 && 0 <= j < m.Length1 { m[i, j] := v; }» }
//// strong
method M(n: nat) returns (m: array2<int>) requires n < 8 ensures fresh(m) && m.Length0 == n && m.Length1 == n + 1 && forall i, j :: 0 <= i < n && 0 <= j <= n ==> m[i, j] == i - j { «m := new int[n, n + 1]((i, j) => i - j);¦m := new int[n, n + 1]; forall i, j | 0 <= i < n && 0 <= j <= n { m[i, j] := i - j; }» }
//// strong
function method Tri(n: nat): nat { if n == 0 then 0 else n + Tri(n - 1) }
method Rec(n: nat) returns (s: nat) ensures s == Tri(n) decreases n { «if n == 0 { return 0; } var t := Rec(n - 1); s := t + n;¦if n == 0 { s := 0; } else { s := Rec(n - 1); s := s + n; }¦s := 0; var i := 0; while i < n invariant i <= n && s == Tri(i) { i := i + 1; s := s + i; }» }
//// strong
method Even(n: nat) returns (b: bool) ensures b == (n % 2 == 0) decreases n { «if n == 0 { return true; } b := Odd(n - 1);¦b := n % 2 == 0;» }
method Odd(n: nat) returns (b: bool) ensures b == (n % 2 == 1) decreases n { «if n == 0 { return false; } b := Even(n - 1);¦b := n % 2 != 0;» }
//// strong up to choice
method M(s: set<int>) returns (t: seq<int>) ensures multiset(t) == multiset(s) { «t := []; var r := s; while r != {} invariant r <= s && multiset(t) + multiset(r) == multiset(s) decreases r { var x :| x in r; r := r - {x}; t := t + [x]; }» }
//// strong
method M(s: set<int>) returns (n: int) ensures n == |s| { «n := |s|;¦n := 0; var r := s; while r != {} invariant r <= s && n + |r| == |s| decreases r { var x :| x in r; r := r - {x}; n := n + 1; }¦n := 0; var r := s; while |r| > 0 invariant n + |r| == |s| decreases |r| { var x :| x in r; r, n := r - {x}, n + 1; }» }
//// strong
lemma Add(a: int, b: int) ensures a + b == b + a { }
method M(a: int, b: int) returns (r: int) ensures r == b + a { «r := a + b; Add(a, b);¦Add(a, b); r := a + b;¦r := b; r := r + a; forall x, y { Add(x, y); }» }
//// 4 strong
method M(x: int) returns (r: int) ensures r == x { «var y: int; y := x; r := y;¦var y: int, z: bool := x, true; r := y;¦var y := x; assume {:axiom} y == x; r := y;¦expect x == x, "no"; r := x;¦r := x; hide *; ¦opaque ensures r == x { r := x; }» }
//// strong
method Nested(n: nat) returns (r: nat) ensures r == n { r := 0; label outer: while true invariant r <= n decreases n - r { while true invariant r <= n decreases n - r { if r == n { break outer; } r := r + 1; } } }
//// strong
method Two(a: int, b: int) returns (x: int, y: int) ensures x == b && y == a { x, y := a, b; x, y := y, x; }
//// strong
method Alternatives(n: int) returns (r: int) ensures r == (if n < 0 then -n else n) { if case n <= 0 => r := -n; case n >= 0 => r := n; }
//// strong up to choice
method Free(n: int) returns (r: int) ensures r == n || r == n + 1 { if case true => r := n; case true => r := n + 1; }
//// 4 strong
method Loop(n: nat) returns (r: nat) ensures r == 2 * n { r := 0; var i := 0; while invariant i <= n && r == 2 * i decreases n - i { case i < n => r := r + 2; i := i + 1; } }
//// 4 strong
method Down(n: nat) returns (r: seq<int>) ensures |r| == n && forall i :: 0 <= i < n ==> r[i] == i { r := []; for k := n downto 0 invariant |r| == n - k && forall i :: 0 <= i < |r| ==> r[i] == k + i { r := [k] + r; } }
//// 4 weak
method Sum(a: seq<int>) returns (r: int) ensures |a| == 0 ==> r == 0 { r := 0; for i := 0 to |a| { r := r + a[i]; } }
//// 4 strong
method Continue(a: seq<int>) returns (c: nat) ensures c == |a| { c := 0; for i := 0 to |a| invariant c == i { c := c + 1; if a[i] < 0 { continue; } assert true; } }
//// strong
method Ghost(n: int) returns (r: int, ghost g: int) ensures r == n + 1 && g == r { ghost var h := n; h := h + 1; r := n + 1; g := h; }
//// strong
method Div(a: int, b: int) returns (q: int, m: int) requires b != 0 ensures a == q * b + m && 0 <= m < (if b < 0 then -b else b) { q, m := a / b, a % b; }
//// strong
iterator Gen(n: nat) yields (x: nat) { x := n; yield; }
method M(n: nat) returns (r: nat) ensures r == n + 1 { r := n + 1; }
//// 4 strong
method M(n: nat) returns (r: nat) ensures r == n * n { r := 0; for i := 0 to n invariant r == i * n { r := r + n; } }
//// strong
method M(x: int) returns (r: int) ensures r == x * x { r := 0; var i := 0; label outer: while i < 3 invariant 0 <= i <= 3 { while true invariant i < 3 decreases 0 { i := i + 1; break; } if i == 2 { break outer; } } r := x * x; }
//// strong
method M(a: array<int>) returns (m: int) requires a.Length > 0 ensures (exists i :: 0 <= i < a.Length && a[i] == m) && forall i :: 0 <= i < a.Length ==> a[i] <= m { m := a[0]; var i := 1; while i < a.Length invariant 1 <= i <= a.Length && (exists k :: 0 <= k < i && a[k] == m) && forall k :: 0 <= k < i ==> a[k] <= m { if a[i] > m { m := a[i]; } i := i + 1; } }
//// weak
method M(a: array<int>) returns (m: int) requires a.Length > 0 ensures forall i :: 0 <= i < a.Length ==> a[i] <= m { m := a[0]; var i := 1; while i < a.Length invariant 1 <= i <= a.Length && forall k :: 0 <= k < i ==> a[k] <= m { if a[i] > m { m := a[i]; } i := i + 1; } }
//// 4 strong
method M(n: nat) returns (r: nat) ensures r == n * (n + 1) / 2 { r := 0; for i := 0 to n invariant r == i * (i + 1) / 2 { r := r + i + 1; } }
//// 4 weak
method M(n: nat) returns (r: nat) ensures r >= n { r := 0; for i := n downto 0 invariant r == n - i { r := r + 1; } }
//// 4 strong
function F(n: nat, step: nat := 2): nat { n + step }
method M(n: nat) returns (r: nat) ensures r == F(n) + F(n, 3) { r := 2 * n + 5; }
