// How many of a text's letters are vowels.
predicate Vowel(c: char)
{
  c in {'a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U'}
}

function Vowels(s: string): nat
{
  if s == "" then 0 else (if Vowel(s[0]) then 1 else 0) + Vowels(s[1..])
}

method CountVowels(s: string) returns (count: nat)
  requires forall i :: 0 <= i < |s| ==> s[i] == ' ' || 'a' <= s[i] <= 'z' || 'A' <= s[i] <= 'Z'
  ensures count == Vowels(s)
{
  count := 0;
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant Vowels(s) == count + Vowels(s[i..])
  {
    if s[i] in {'a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U'} {
      count := count + 1;
    }
    i := i + 1;
  }
}

method CountVowelsTest()
{
  var count1 := CountVowels("an old Umbrella");
  assert count1 == 5;
  var count2 := CountVowels("");
  assert count2 == 0;
  var count3 := CountVowels("rhythm");
  assert count3 == 0;
}
