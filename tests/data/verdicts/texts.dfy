function method Str(n: nat): string { if n < 10 then [('0' as int + n) as char] else Str(n / 10) + [('0' as int + n % 10) as char] }

//= strong
method Upper(s: string) returns (r: string)
  ensures |r| == |s| && forall i :: 0 <= i < |s| ==> r[i] == if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]
{ r := ""; var i := 0; while i < |s| { r := r + [if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]]; i := i + 1; } }
//= weak
method UpperNo(s: string) returns (r: string)
  ensures |r| == |s| && forall i :: 0 <= i < |s| && 'a' <= s[i] <= 'z' ==> r[i] == (s[i] as int - 32) as char
{ r := ""; var i := 0; while i < |s| { r := r + [if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]]; i := i + 1; } }
//= weak
method UpperAscii(s: string) returns (r: string)
  ensures |r| == |s| && forall i :: 0 <= i < |s| && s[i] < '\u0080' ==> r[i] == if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]
{ r := ""; var i := 0; while i < |s| { r := r + [if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]]; i := i + 1; } }
//= weak
method UpperZ(s: string) returns (r: string)
  ensures |r| == |s| && forall i :: 0 <= i < |s| && s[i] != 'q' ==> r[i] == if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]
{ r := ""; var i := 0; while i < |s| { r := r + [if 'a' <= s[i] <= 'z' then (s[i] as int - 32) as char else s[i]]; i := i + 1; } }
//= strong
method CodeOf(c: char) returns (n: int) ensures n == c as int { n := c as int; }
//= weak
method CodeSmall(c: char) returns (n: int) ensures c < '\u0100' ==> n == c as int { n := c as int; }
//= weak
method CodeLe(c: char) returns (n: nat) ensures n <= c as int { n := c as int; }
//= strong
method Pre(a: string, b: string) returns (r: bool) ensures r <==> a <= b { r := |a| <= |b| && b[..|a|] == a; }
//= wrong
method PreLex(a: string, b: string) returns (r: bool)
  ensures r <==> a <= b
{ r := a == b || (exists i :: 0 <= i < |a| && i < |b| && a[..i] == b[..i] && a[i] < b[i]) || (|a| < |b| && b[..|a|] == a); }
//= strong
method IsPal(s: string) returns (b: bool) ensures b <==> forall i :: 0 <= i < |s| ==> s[i] == s[|s| - i - 1]
{ b := true; var i := 0; while i < |s| / 2 { if s[i] != s[|s| - 1 - i] { return false; } i := i + 1; } }
//= wrong
method IsPalHalf(s: string) returns (b: bool)
  ensures b <==> forall i :: 0 <= i < |s| / 2 - 1 ==> s[i] == s[|s| - i - 1]
{ b := true; var i := 0; while i < |s| / 2 { if s[i] != s[|s| - 1 - i] { return false; } i := i + 1; } }
//= strong
method CountC(s: string, c: char) returns (n: nat)
  ensures n == multiset(s)[c]
{ n := 0; var i := 0; while i < |s| { if s[i] == c { n := n + 1; } i := i + 1; } }
//= strong
method CountSet(s: string, c: char) returns (n: nat)
  ensures n == |set i | 0 <= i < |s| && s[i] == c|
{ n := 0; var i := 0; while i < |s| { if s[i] == c { n := n + 1; } i := i + 1; } }
//= weak
method CountLe(s: string, c: char) returns (n: nat)
  ensures n <= |s| && (c !in s ==> n == 0) && (n == 0 ==> c !in s)
{ n := 0; var i := 0; while i < |s| { if s[i] == c { n := n + 1; } i := i + 1; } }
//= strong
method Digits(s: string) returns (b: bool)
  ensures b == (forall i :: 0 <= i < |s| ==> '0' <= s[i] <= '9')
{ b := forall c :: c in s ==> '0' <= c && c <= '9'; }
//= wrong
method DigitsNonEmpty(s: string) returns (b: bool)
  ensures b == (s != "" && forall i :: 0 <= i < |s| ==> '0' <= s[i] <= '9')
{ b := forall c :: c in s ==> '0' <= c && c <= '9'; }
//= strong
method FirstC(s: string) returns (c: char) requires |s| > 0 ensures c == s[0] { c := s[0]; }
//= strong up to choice
method AnyC(s: string) returns (c: char) requires |s| > 0 ensures c in s { c :| c in s; }
//= weak
method FirstIn(s: string) returns (c: char) requires |s| > 0 ensures c in s { c := s[0]; }
//= strong
method Repl(s: string) returns (r: string)
  ensures |r| == |s| && forall i :: 0 <= i < |s| ==> (s[i] == ' ' ==> r[i] == ':') && (s[i] != ' ' ==> r[i] == s[i])
{ r := ""; var i := 0; while i < |s| { r := r + [if s[i] == ' ' then ':' else s[i]]; i := i + 1; } }
//= weak
method ReplKeep(s: string) returns (r: string)
  ensures |r| == |s| && forall i :: 0 <= i < |s| ==> (s[i] == ' ' ==> r[i] == ':') && (s[i] != ' ' ==> r[i] != ' ')
{ r := ""; var i := 0; while i < |s| { r := r + [if s[i] == ' ' then ':' else s[i]]; i := i + 1; } }
//= strong
method Say(n: int) returns (r: string)
  ensures r == if n < 0 then "neg" else if n == 0 then "zero" else "pos"
{ if n < 0 { r := "neg"; } else if n == 0 { r := "zero"; } else { r := "pos"; } }
//= weak
method SayW(n: int) returns (r: string)
  ensures r in ["neg", "zero", "pos"] && (n < 0 ==> r == "neg") && (n > 0 ==> r == "pos")
{ if n < 0 { r := "neg"; } else if n == 0 { r := "zero"; } else { r := "pos"; } }
//= strong
method Num(n: nat) returns (r: string) ensures r == Str(n) { r := Str(n); }
//= strong
method Trim(s: string) returns (r: string)
  ensures exists k :: 0 <= k <= |s| && s[k..] == r && (forall i :: 0 <= i < k ==> s[i] == ' ') && (r != "" ==> r[0] != ' ')
{ r := s; while r != "" && r[0] == ' ' { r := r[1..]; } }
//= weak
method TrimW(s: string) returns (r: string)
  ensures exists k :: 0 <= k <= |s| && s[k..] == r && (forall i :: 0 <= i < k ==> s[i] == ' ')
{ r := s; while r != "" && r[0] == ' ' { r := r[1..]; } }
//= weak
method CharSet(s: string) returns (r: set<char>)
  ensures forall c :: c in s ==> c in r
{ r := set c | c in s; }
//= strong
method CharSet2(s: string) returns (r: set<char>)
  ensures forall c :: c in s <==> c in r
{ r := set c | c in s; }
//= weak
method Freq(s: string) returns (m: map<char, nat>)
  ensures forall c :: c in m ==> m[c] == multiset(s)[c]
{ m := map c | c in s :: multiset(s)[c]; }
//= strong
method Freq2(s: string) returns (m: map<char, nat>)
  ensures forall c :: c in m <==> c in s
  ensures forall c :: c in m ==> m[c] == multiset(s)[c]
{ m := map c | c in s :: multiset(s)[c]; }
//= weak
method Freq3(s: string) returns (m: map<char, nat>)
  ensures forall c :: c in s ==> c in m && m[c] == multiset(s)[c]
{ m := map c | c in s :: multiset(s)[c]; }
//= strong
method Shift(c: char) returns (r: char)
  requires 'a' <= c <= 'z'
  ensures r as int == (c as int - 'a' as int + 3) % 26 + 'a' as int
{ r := ((c as int - 'a' as int + 3) % 26 + 'a' as int) as char; }
//= weak
method ShiftMod(c: char) returns (r: char)
  requires 'a' <= c <= 'z'
  ensures (r as int - 'a' as int) % 26 == (c as int - 'a' as int + 3) % 26
{ r := ((c as int - 'a' as int + 3) % 26 + 'a' as int) as char; }
//= weak
method Next(c: char) returns (r: char) requires c < '\uff00' ensures r > c { r := (c as int + 1) as char; }
//= wrong
method NextBad(c: char) returns (r: char)
  requires c < 'z'
  ensures r as int == c as int + 1
{ r := if c == 'w' then c else (c as int + 1) as char; }
