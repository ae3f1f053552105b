type Digit = x: int | 0 <= x < 10
//= strong
method Null1C(a: array?<int>) modifies a ensures a != null && a.Length > 0 ==> a[..] == [0] + old(a[1..]) { if a != null && a.Length > 0 { a[0] := 0; } }
//= weak
method Null1W(a: array?<int>) modifies a ensures a != null && a.Length > 0 ==> a[0] == 0 { if a != null && a.Length > 0 { a[0] := 0; } }
//= weak
method Mk2(b: bool) returns (a: array?<int>) ensures a != null ==> a.Length == 1 && a[0] == 7 { a := new int[1](_ => 7); }
//= strong
method Mk3(b: bool) returns (a: array?<int>) ensures a == null { a := null; }
//= strong
method Mk4(b: bool) returns (a: array<int>) ensures a.Length == 1 && a[0] == 7 { a := new int[1](_ => 7); }
//= strong
method Mk5(b: bool) returns (a: array?<int>) ensures a != null && a.Length == 1 && a[0] == 7 { a := new int[1](_ => 7); }
//= wrong
method Mk6(b: bool) returns (a: array?<int>) ensures a != null { a := null; }
//= weak
method Mk7(b: bool) returns (a: array?<int>) ensures b ==> a == null { if b { a := null; } else { a := new int[0]; } }
//= strong
method Copy(a: array<int>) returns (r: array<int>) ensures r[..] == a[..] { r := new int[a.Length]; forall i | 0 <= i < a.Length { r[i] := a[i]; } }
//= strong
method Same(a: array?<int>) returns (r: array?<int>) ensures r == a { r := a; }
//= strong
method Two(a: array?<int>, b: array?<int>) requires a != null ==> a != b modifies a ensures a != null && a.Length > 0 ==> a[..] == [1] + old(a[1..]) { if a != null && a.Length > 0 { a[0] := 1; } }
//= weak
method NotNull() returns (a: array?<int>) ensures a != null { a := new int[2]; }
//= weak
method Either(b: bool) returns (a: array?<int>) ensures a == null || a.Length == 0 { a := null; }
//= weak
method EitherE(b: bool) returns (a: array?<int>) ensures a == null || a.Length == 0 { a := new int[0]; }
//= weak
method OutOfType(x: int) returns (r: nat) ensures x > 0 ==> r == x { r := x; }
//= weak
method OutOfTypeS(x: int) returns (r: nat) requires x > -3 ensures r as int == x || x < 0 { r := x; }
//= strong
method InType(x: int) returns (r: nat) requires x >= 0 ensures r == x { r := x; }
//= weak
method ToDigit(x: int) returns (r: Digit) requires x >= 0 ensures x < 10 ==> r == x { r := x; }
//= weak
method Digits(x: nat) returns (r: seq<Digit>) requires x < 20 ensures |r| == 1 ensures x < 10 ==> r == [x] { r := [x]; }
