//// 4 strong
datatype R<T> = Ok(v: T) | Err(m: int) { predicate IsFailure() { Err? } function PropagateFailure<U>(): R<U> requires Err? { Err(m) } function Extract(): T requires Ok? { v } }
method Half(n: int) returns (r: R<int>) ensures r == if n % 2 == 0 then Ok(n / 2) else Err(n) { if n % 2 == 0 { return Ok(n / 2); } return Err(n); }
method Quarter(n: int) returns (r: R<int>) ensures r == if n % 4 == 0 then Ok(n / 4) else if n % 2 == 0 then Err(n / 2) else Err(n) { var h :- Half(n); var q :- Half(h); return Ok(q); }
//// 4 weak, Half strong
datatype R<T> = Ok(v: T) | Err(m: int) { predicate IsFailure() { Err? } function PropagateFailure<U>(): R<U> requires Err? { Err(m) } function Extract(): T requires Ok? { v } }
method Half(n: int) returns (r: R<int>) ensures r == if n % 2 == 0 then Ok(n / 2) else Err(n) { if n % 2 == 0 { return Ok(n / 2); } return Err(n); }
method Quarter(n: int) returns (r: R<int>) ensures r.Ok? ==> 4 * r.v == n { var h :- Half(n); var q :- Half(h); return Ok(q); }
//// 4 strong
datatype R = Ok | Err(m: int) { predicate IsFailure() { Err? } function PropagateFailure(): R requires Err? { Err(m + 1) } }
method Check(b: bool, n: int) returns (r: R) ensures r == if b then Ok else Err(n) { return if b then Ok else Err(n); }
method Both(a: bool, b: bool) returns (r: R) ensures r == if !a then Err(2) else if !b then Err(3) else Ok { :- Check(a, 1); :- Check(b, 2); return Ok; }
//// 4 weak, Check strong
datatype R = Ok | Err(m: int) { predicate IsFailure() { Err? } function PropagateFailure(): R requires Err? { Err(m + 1) } }
method Check(b: bool, n: int) returns (r: R) ensures r == if b then Ok else Err(n) { return if b then Ok else Err(n); }
method Both(a: bool, b: bool) returns (r: R) ensures r.Ok? <==> a && b { :- Check(a, 1); :- Check(b, 2); return Ok; }
//// 4 strong
datatype R = Ok | Err(m: int) { predicate IsFailure() { Err? } function PropagateFailure(): R requires Err? { this } }
method Both(a: bool, b: bool) returns (r: R, n: int) ensures r == (if !a then Err(7) else Ok) && n == (if a then 5 else 2) { n := 2; :- if a then Ok else Err(7); n := 5; r := Ok; }
//// 4 strong
datatype R = Ok | Err(m: int) { predicate IsFailure() { Err? } function PropagateFailure(): R requires Err? { this } }
method E(a: bool) returns (r: R) requires a ensures r == Ok { :- expect if a then Ok else Err(7); r := Ok; }
