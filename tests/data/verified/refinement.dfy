//// strong
abstract module A { method M(n: int) returns (r: int) ensures r == n + 1 }
module B refines A { method M(n: int) returns (r: int) { «r := n + 1;¦return n + 1;¦r := 1; r := r + n;» } }
//// strong
abstract module A { function method F(n: int): int  method M(n: int) returns (r: int) ensures r == F(n) }
module B refines A { function method F(n: int): int { 2 * n } method M(n: int) returns (r: int) { «r := n + n;¦r := F(n);¦r := 2 * n;» } }
//// strong, A.M weak
module A { method M(n: int) returns (r: int) ensures r > n { «r := n + 1;¦var k := 1; r := n + k;» } }
module B refines A { method M(n: int) returns (r: int) ensures r == n + 1 { «...;¦...;» } }
//// strong
abstract module A { type T  function method Zero(): T  method M() returns (t: T) ensures t == Zero() { t := Zero(); } }
module B refines A { type T = int  function method Zero(): T { «0¦5¦-1» } }
//// strong
module A { class C { var x: int  method Inc() modifies this ensures x == old(x) + 1 { x := x + 1; } } }
module B refines A { class C { method Twice() modifies this ensures x == old(x) + 2 { «Inc(); Inc();¦x := x + 2;» } } }
//// strong
module A { const k: int := 3  method M() returns (r: int) ensures r == k { «r := k;¦r := 3;» } }
module B refines A { method N() returns (r: int) ensures r == k + 1 { «r := k + 1;¦r := 4;» } }
//// strong, I.Key unknown
abstract module I { function method Key(x: int): int  ensures Key(x) >= 0 }
module K refines I { function method Key(x: int): int { if x < 0 then -x else x } method M(x: int) returns (r: int) ensures r == Key(x) { «r := Key(x);¦if x < 0 { r := -x; } else { r := x; }» } }
//// strong
abstract module Q { type T(==)  method First(s: seq<T>) returns (r: T) requires s != [] ensures r == s[0] { r := s[0]; } }
module R refines Q { type T = «int¦bool¦seq<int>» }
//// strong
module A { datatype D = P | Q(n: int)  function method F(d: D): int { match d case P => 0 case Q(n) => n } }
module B { import A  method M(d: A.D) returns (r: int) ensures r == A.F(d) { «r := A.F(d);¦if d.P? { r := 0; } else { r := d.n; }¦match d { case P => r := 0; case Q(k) => r := k; }» } }
//// 4 strong
module Ex { export provides F reveals G  function method F(): int { 3 } function method G(): int { 4 } }
module B { import opened Ex  method M() returns (r: int) ensures r == G() { «r := G();¦r := 4;» } }
//// 4 strong, A.M weak
abstract module A { method M(n: int) returns (r: int) ensures r > n  const K: int := 3 }
module B refines A { method M(n: int) returns (r: int) ensures r == n + K { r := n + 3; } }
//// 4 strong, A.G weak, B.G weak
abstract module A { function F(n: int): int method G(n: int) returns (r: int) ensures r >= F(n) { r := F(n); } method H(n: int) returns (r: int) ensures r == F(n) { r := F(n); } }
module B refines A { function F(n: int): int { n * n } }
//// strong, A.M weak
abstract module A { method M(x: int) returns (r: int) ensures r > x }
module B refines A { method M(x: int) returns (r: int) ensures r == x + 2 { r := x + 2; } }
//// strong
abstract module A { function method N(): int  method M(x: int) returns (r: int) ensures r == x + N() { r := x + N(); } }
module B refines A { function method N(): int { 3 } }
//// strong
abstract module A { type T  predicate method Lt(a: T, b: T)  method Min(a: T, b: T) returns (r: T) ensures r == if Lt(b, a) then b else a { if Lt(b, a) { r := b; } else { r := a; } } }
module B refines A { type T = int  predicate method Lt(a: T, b: T) { a < b } }
//// strong
abstract module A { class C { var v: int  method Inc() modifies this ensures v == old(v) + 1 } }
module B refines A { class C { method Inc() { v := v + 1; } } }
//// weak
abstract module A { class C { var v: int  var w: int  method Inc() modifies this ensures v == old(v) + 1 } }
module B refines A { class C { method Inc() { v := v + 1; } } }
//// weak, B.M strong
abstract module A { method M(n: int) returns (r: int) ensures r >= n }
module B refines A { method M(n: int) returns (r: int) ensures r <= n { r := n; } }
//// 4 strong
module A { datatype D = X | Y(n: int) { function method V(): int { if X? then 0 else n } } }
module B { import A  method M(d: A.D) returns (r: int) ensures r == d.V() { match d { case X => r := 0; case Y(k) => r := k; } } }
//// 4 strong
module A { export E provides F, G, T export reveals *  type T = int function F(t: T): int { t + 1 } function G(): T { 4 } }
module B { import A method M() returns (r: int) ensures r == A.F(A.G()) { r := 5; } }
//// strong
abstract module A { class C { var v: int  method Put(k: int) modifies this ensures v == k  method Get() returns (r: int) ensures r == v } }
module B refines A { class C { method Put(k: int) { v := k; } method Get() returns (r: int) { r := v; } } }
module D refines A { class C { method Put(k: int) { v := k + 0; } method Get() returns (r: int) { return v; } } }
//// weak, B.M strong
abstract module A { function method F(n: int): int  method M(n: int) returns (r: int) ensures r == F(n) || r == n }
module B refines A { function method F(n: int): int { n } method M(n: int) returns (r: int) { r := n; } }
module D refines A { function method F(n: int): int { n + 1 } method M(n: int) returns (r: int) { r := n + 1; } }
