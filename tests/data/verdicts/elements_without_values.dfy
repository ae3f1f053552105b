datatype Buffer = Buffer(a: array<int>, n: nat)
//= strong up to choice
method Make(k: nat) returns (a: array<int>) requires k < 4 ensures a.Length == k { a := new int[k]; }
//= weak
method MakeFirst(k: nat) returns (a: array<int>) requires k < 4 ensures a.Length == k + 1 { a := new int[k + 1]; a[0] := 7; }
//= strong up to choice
method MakeFirstS(k: nat) returns (a: array<int>) requires k < 4 ensures a.Length == k + 1 && a[0] == 7 { a := new int[k + 1]; a[0] := 7; }
//= weak
method MakeSum(k: nat) returns (a: array<int>, s: int) requires k < 4 ensures a.Length == k { a := new int[k]; s := 0; }
//= strong
method MakeAll(k: nat) returns (a: array<int>) requires k < 4 ensures a.Length == k && forall i :: 0 <= i < k ==> a[i] == i { a := new int[k]; var i := 0; while i < k { a[i] := i; i := i + 1; } }
//= strong
method Scratch(k: nat) returns (s: seq<int>) requires k < 4 ensures |s| == k && forall i :: 0 <= i < k ==> s[i] == i { var a := new int[k + 1]; var i := 0; while i < k { a[i] := i; i := i + 1; } s := a[..k]; }
//= strong up to choice
method MakeReal(k: nat) returns (a: array<real>) requires k < 4 ensures a.Length == k + 1 && a[0] == 1.5 { a := new real[k + 1]; a[0] := 1.5; }
