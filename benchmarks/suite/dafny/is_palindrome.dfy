// Whether a word reads the same backwards.
method IsPalindrome(s: string) returns (answer: bool)
  requires |s| > 0
  ensures answer <==> forall i :: 0 <= i < |s| ==> s[i] == s[|s| - 1 - i]
{
  answer := true;
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s|
    invariant answer <==> forall k :: 0 <= k < i ==> s[k] == s[|s| - 1 - k]
  {
    if s[i] != s[|s| - 1 - i] {
      answer := false;
    }
    i := i + 1;
  }
}

method IsPalindromeTest()
{
  var answer1 := IsPalindrome("level");
  assert answer1 == true;
  var answer2 := IsPalindrome("levels");
  assert answer2 == false;
  var answer3 := IsPalindrome("a");
  assert answer3;
  var answer4 := IsPalindrome("ab");
  assert !answer4;
}
