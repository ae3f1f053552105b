// Lower-case letters made capitals, everything else kept.
method ToUpper(s: string) returns (r: string)
  ensures |r| == |s|
  ensures forall i :: 0 <= i < |s| && 'a' <= s[i] <= 'z' ==> r[i] == (s[i] as int - 32) as char
  ensures forall i :: 0 <= i < |s| && !('a' <= s[i] <= 'z') ==> r[i] == s[i]
{
  r := "";
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant |r| == i
    invariant forall k :: 0 <= k < i && 'a' <= s[k] <= 'z' ==> r[k] == (s[k] as int - 32) as char
    invariant forall k :: 0 <= k < i && !('a' <= s[k] <= 'z') ==> r[k] == s[k]
  {
    if 'a' <= s[i] <= 'z' {
      r := r + [(s[i] as int - 32) as char];
    } else {
      r := r + [s[i]];
    }
    i := i + 1;
  }
}

method ToUpperTest()
{
  var r1 := ToUpper("dafny 2!");
  assert r1 == "DAFNY 2!";
  var r2 := ToUpper("");
  assert r2 == "";
  var r3 := ToUpper("aZ");
  assert r3 == "AZ";
}
