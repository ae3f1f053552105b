"""Functions of arrays beside functions of sequences, and other pairs of functions that differ in form alone. Each has a
neighbour that says something else."""

from pathlib import Path

import pytest

from .test_translations import translated, verus

pytestmark = pytest.mark.slow

PREFIX = """
function Sum(a: array<int>, i: int, j: int): int
  reads a
  requires 0 <= i <= j <= a.Length
{ if i == j then 0 else a[j - 1] + Sum(a, i, j - 1) }
predicate Sums(a: array<int>, c: array<int>)
  reads a, c
{ a.Length + 1 == c.Length && c[0] == 0 && forall j :: 1 <= j <= a.Length ==> c[j] == Sum(a, 0, j) }
method Query(a: array<int>, c: array<int>, i: int, j: int) returns (r: int)
  requires Sums(a, c) && 0 <= i <= j <= a.Length
  ensures r == Sum(a, i, j)
"""
SUM = """
spec fn sum(a: Seq<i32>, i: int, j: int) -> int decreases j {
    if !(0 <= i <= j <= a.len()) { 0 } else if i == j { 0 } else { a[j - 1] + sum(a, i, j - 1) }
}
spec fn sums(a: Seq<i32>, c: Seq<i32>) -> bool {
    a.len() + 1 == c.len() && c[0] == 0 && forall|j: int| 1 <= j <= a.len() ==> c[j] == sum(a, 0, j)
}
"""
QUERY = "fn query(a: &Vec<i32>, c: &Vec<i32>, i: usize, j: usize) -> (r: i32)"
VALID = "requires sums(a@, c@), i <= j <= a.len(),"


@pytest.mark.parametrize(("last", "relation"), [("j as int", "equal"), ("a.len() as int", "incomparable")])
def test_a_function_of_an_array_is_one_of_its_elements(last: str, relation: str, tmp_path: Path) -> None:
    rust = verus(SUM, QUERY, VALID, f"ensures r == sum(a@, i as int, {last}),")
    row = translated(tmp_path, PREFIX, rust, 10.0)
    assert row.relation == relation
    note = "proved to be one by induction, as definitions end that a verifier accepts: Sum and sum, Sums and sums"
    assert note in row.notes


COUNT_TRUE = """
function Count(a: array<bool>, n: int): int
  requires a != null
  requires 0 <= n <= a.Length
  reads a
{ if n == 0 then 0 else Count(a, n - 1) + (if a[n - 1] then 1 else 0) }
method M(a: array<bool>) returns (r: int)
  requires a != null
  ensures r == Count(a, a.Length)
"""


def test_an_array_that_is_not_null_has_elements(tmp_path: Path) -> None:
    spec = "spec fn count(a: Seq<bool>, n: int) -> int decreases n when 0 <= n <= a.len() "
    spec += "{ if n <= 0 { 0 } else { count(a, n - 1) + if a[n - 1] { 1int } else { 0 } } }"
    row = translated(
        tmp_path,
        COUNT_TRUE,
        verus(spec, "fn m(a: &Vec<bool>) -> (r: usize)", "ensures r == count(a@, a.len() as int),"),
        4.0,
    )
    assert row.relation == "equal"


IDENTITY = """
ghost predicate Same(a: array<int>, b: array<int>) { a == b }
predicate Short(a: array<int>) { a.Length < 9 }
method M(a: array<int>, b: array<int>) returns (r: bool)
  requires Short(a)
  ensures r ==> Same(a, b)
"""


def test_a_function_that_tells_arrays_apart_is_none_of_their_elements(tmp_path: Path) -> None:
    spec = "spec fn same(a: Seq<i32>, b: Seq<i32>) -> bool { a == b }\n"
    spec += "spec fn short(a: Seq<i32>) -> bool { a.len() < 9 }"
    head = "fn m(a: &Vec<i32>, b: &Vec<i32>) -> (r: bool)"
    row = translated(tmp_path, IDENTITY, verus(spec, head, "requires short(a@),", "ensures r ==> same(a@, b@),"), 4.0)
    assert row.relation != "equal"


COUNT = """
function From(s: seq<int>, x: int, i: int): int
  requires 0 <= i <= |s|
  decreases |s| - i
{ if i == |s| then 0 else (if s[i] == x then 1 else 0) + From(s, x, i + 1) }
function Count(s: seq<int>, x: int): int { From(s, x, 0) }
method M(s: seq<int>, x: int) returns (r: int)
  ensures r == Count(s, x)
"""
FROM = """
spec fn from(s: Seq<int>, x: int, i: int) -> int decreases s.len() - i {
    if i >= s.len() { 0 } else { (if s[i] == x { 1int } else { 0 }) + from(s, x, i + 1) }
}
"""


@pytest.mark.parametrize(("empty", "relation"), [("0", "equal"), ("1", "incomparable")])
def test_the_end_of_a_recursion_may_be_told_by_the_function_that_begins_it(
    empty: str, relation: str, tmp_path: Path
) -> None:
    count = f"spec fn count(s: Seq<int>, x: int) -> int {{ if s.len() == 0 {{ {empty} }} else {{ from(s, x, 0) }} }}"
    call = "count(s@.map(|i: int, y: i8| y as int), x as int)"
    rust = verus(FROM + count, "fn m(s: Vec<i8>, x: i8) -> (r: i64)", f"ensures r == {call},")
    assert translated(tmp_path, COUNT, rust, 10.0).relation == relation


SORTED = """
predicate Sorted(a: array<int>, i: int, j: int)
  requires 0 <= i <= j <= a.Length
  reads a
{ forall l, k :: i <= l <= k < j ==> a[l] <= a[k] }
method Sort(a: array<int>, c: int, f: int)
  modifies a
  requires 0 <= c <= f <= a.Length
  ensures Sorted(a, c, f)
  ensures multiset(a[c..f]) == old(multiset(a[c..f]))
"""
SORTED_IN_VERUS = """
spec fn sorted(a: Seq<int>, i: int, j: int) -> bool { forall|l: int, k: int| i <= l <= k < j ==> a[l] <= a[k] }
"""


@pytest.mark.parametrize(("last", "equal"), [("f as int", True), ("f - 1", False)])
def test_a_part_of_what_is_modified_has_one_multiset_in_both(last: str, equal: bool, tmp_path: Path) -> None:
    parts = [f"{state}.subrange(c as int, {last}).to_multiset()" for state in ("a@", "old(a)@")]
    promised = f"ensures a.len() == old(a).len(), sorted(a@, c as int, f as int), {parts[0]} == {parts[1]},"
    head = "fn sort(a: &mut Vec<int>, c: usize, f: usize)"
    row = translated(tmp_path, SORTED, verus(SORTED_IN_VERUS, head, "requires c <= f <= old(a).len(),", promised), 10.0)
    assert (row.relation == "equal") == equal


COPY = """
method Copy(src: array<int>, s: nat, dest: array<int>, d: nat, n: nat) returns (r: array<int>)
  requires src.Length >= s + n && dest.Length >= d + n
  ensures r.Length == dest.Length
  ensures r[d..n + d] == src[s..n + s]
"""


@pytest.mark.parametrize(
    ("first", "relation"), [("s as int, (n + s) as int", "equal"), ("0, n as int", "incomparable")]
)
def test_parts_of_sequences_that_are_moved_are_compared_at_one_place(first: str, relation: str, tmp_path: Path) -> None:
    promised = f"ensures r.len() == dest.len(), r@.subrange(d as int, (n + d) as int) == src@.subrange({first}),"
    head = "fn copy(src: &[i32], s: usize, dest: &[i32], d: usize, n: usize) -> (r: Vec<i32>)"
    rust = verus("", head, "requires src.len() >= s + n, dest.len() >= d + n,", promised)
    assert translated(tmp_path, COPY, rust, 10.0).relation == relation


POWER = """
function Power(x: nat, y: nat): nat { if y == 0 then 1 else x * Power(x, y - 1) }
method M(x: nat, y: nat, n: nat, z: nat) returns (r: nat)
  requires y == Power(2, n) && z > 0
  ensures r == Power(x, y) % z
"""


def test_evaluating_large_values_leaves_time_for_proofs(tmp_path: Path) -> None:
    power = "spec fn power(x: nat, y: nat) -> nat decreases y "
    power += "{ if y == 0 { 1 } else { x * power(x, (y - 1) as nat) } }"
    valid = "requires y as nat == power(2, n as nat), z > 0,"
    promised = "ensures r as nat == power(x as nat, y as nat) % (z as nat),"
    rust = verus(power, "fn m(x: u8, y: u8, n: u8, z: u8) -> (r: u8)", valid, promised)
    assert translated(tmp_path, POWER, rust, 4.0).relation == "equal"
