"""What executions of bodies become: one finding for each place where a body fails, and none about what an object keeps
to itself."""

from pathlib import Path

import pytest

from tests.dafny_harness.made import rows, verdicts_of

COUNTER = """
class Counter {
  ghost var count: int
  var ups: int
  var downs: int
  var hits: int
  predicate Valid() reads this { count == ups - downs }
  constructor () ensures Valid() && count == 0 { ups, downs, count, hits := 0, 0, 0, 0; }
  method Up() requires Valid() modifies this ensures Valid() && count == old(count) + 1
  { ups, count, hits := ups + 1, count + 1, hits + 1; }
}
"""
BOX = """
class Box {
  var v: int
  var uses: int
  function Get(): int reads this { v }
  constructor () ensures Get() == 0 { v, uses := 0, 0; }
  method Put(x: int) modifies this ensures Get() == x { v, uses := x, uses + 1; }
}
"""

TWINS = """
class Cell { var v: int constructor (v0: int) ensures v == v0 { v := v0; } }
method Set(a: Cell, b: Cell) requires a == b modifies a, b ensures b.v == 1 { b.v := 1; }
method SetFirst(a: Cell, b: Cell) requires a != b modifies a, b ensures a.v == 1 { a.v := 1; }
"""


def test_a_body_that_fails_at_one_place_for_several_reasons_has_one_finding(tmp_path: Path) -> None:
    """An index is outside sequences of several lengths: each is a reason of its own, with its numbers."""
    text = "method Third(s: seq<int>) returns (r: int) ensures r in s { r := s[2]; }"
    (row,) = rows(tmp_path, text)
    found = [each for each in row["findings"] if each["kind"] == "fails-at-run-time"]
    assert len(found) == 1
    assert found[0]["line"] == 1


@pytest.mark.parametrize(
    ("text", "method", "verdict"),
    [
        (COUNTER, "Counter.Up", "strong"),  # `hits` is no part of what `count` stands for
        (COUNTER.replace("ghost var count", "var count").replace("Valid() &&", ""), "Counter.Up", "weak"),
        (TWINS, "Set", "strong"),  # `b.v` is `a.v`
        (TWINS, "SetFirst", "weak"),
        (BOX, "Box.Put", "strong"),  # what callers see is `Get()`
        (BOX.replace("modifies this ensures Get() == x", "modifies this ensures v == x"), "Box.Put", "weak"),
    ],
)
def test_a_field_that_no_clause_mentions_counts_unless_the_object_says_what_it_stands_for(
    text: str, method: str, verdict: str
) -> None:
    assert verdicts_of(text, method) == {method: verdict}
