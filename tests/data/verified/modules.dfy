//// strong, Helper.Inner weak
module Helper { export provides Inner, Twice  method Inner(x: int) returns (y: int) ensures y > x { y := x + 1; } function method Twice(x: int): int ensures Twice(x) == 2 * x { x + x } }
module Main { import Helper  method M(x: int) returns (y: int) ensures y == 2 * x { y := Helper.Twice(x); } }
//// strong
module A { export Pub reveals D, F provides K  datatype D = X | Y(v: int)  function method F(d: D): int { if d.X? then 0 else d.v }  const K: int := 5 }
module B { import A`Pub  method M(d: A.D) returns (r: int) ensures r == A.F(d) { r := match d case X => 0 case Y(v) => v; } method N() returns (k: int) ensures k == A.K { k := A.K; } }
//// 4 strong
module A { export provides M  reveals F  function F(x: int): int { x }  method M(x: int) returns (r: int) ensures r == F(x) { r := x; } }
module B { import opened A  method N(x: int) returns (r: int) ensures r == x + 1 { var t := M(x); r := t + 1; } }
