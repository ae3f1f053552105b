//// strong
method M(x: bv8) returns (r: bv8) ensures r == «x ^ 0xFF¦x & 0x0F¦x | 1¦x << 1¦x >> 2¦x + 1¦x - 1¦x * 3¦x.RotateLeft(3)¦x.RotateRight(1)» { r := «x ^ 0xFF¦x & 0x0F¦x | 1¦x << 1¦x >> 2¦x + 1¦x - 1¦x * 3¦x.RotateLeft(3)¦x.RotateRight(1)»; }
//// strong
method M(x: bv8) returns (r: bv8) ensures r == !x { r := !x; }
//// weak
method M(x: bv8) returns (r: bv8) ensures r & 1 == x & 1 { r := x; }
//// strong
method M(x: bv4, y: bv4) returns (r: bool) ensures r <==> x < y { r := x < y; }
//// strong
method M(x: bv16) returns (r: bv16) requires x > 0 ensures r == 10 / x && r < 11 { r := 10 / x; }
//// strong
method M(x: bv1) returns (r: bv1) ensures r == x + 1 { r := if x == 0 then 1 else 0; }
//// strong
method M() returns (r: bv0) ensures r == 0 { r := 0; }
