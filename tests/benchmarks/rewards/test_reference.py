"""Candidates beside a trusted reference: rare wrong outputs that they accept, and rare inputs that they exclude."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.rewards.judging import judged
from specassay.benchmarks.rewards.specifications import DEFAULT_WEIGHTS, SpecReward, SpecWeights, paid
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests
from specassay.core.errors import InputError

SUM = """
method Sum(s: seq<int>) returns (t: int)
  ensures t == Total(s)
{ t := 0; var i := 0; while i < |s| { t := t + s[i]; i := i + 1; } }
function Total(s: seq<int>): int { if |s| == 0 then 0 else s[0] + Total(s[1..]) }
method TestSum() { var t := Sum([1, 2, 3]); assert t == 6; t := Sum([]); assert t == 0; t := Sum([5]); assert t == 5; }
"""
FIND = """
method Find(s: seq<int>, x: int) returns (i: int)
  requires x in s
  ensures 0 <= i < |s| && s[i] == x
{ i := 0; while s[i] != x { i := i + 1; } }
method TestFind() {
  var i := Find([7, 2, 7], 7); assert i == 0;
  i := Find([4, 4, 2, 4], 4); assert i == 0;
  i := Find([1, 2, 3], 3); assert i == 2;
}
"""
CANDIDATE = """
function T(s: seq<int>): int { if |s| == 0 then 0 else s[0] + T(s[1..]) }
method Sum(s: seq<int>) returns (t: int)
"""
FOUND = "method Find(s: seq<int>, x: int) returns (i: int) requires x in s ensures "


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("references")
    (found / "sum.dfy").write_text(SUM)
    (found / "find.dfy").write_text(FIND)
    return found


@pytest.fixture(scope="module")
def of_sum(folder: Path) -> SpecTests:
    return read_spec_tests(folder / "sum.dfy")


@pytest.fixture(scope="module")
def of_find(folder: Path) -> SpecTests:
    return read_spec_tests(folder / "find.dfy")


def earned(text: str, tests: SpecTests, weights: SpecWeights = DEFAULT_WEIGHTS) -> SpecReward:
    return paid(judged(text, tests, 4, 10.0), weights)


@pytest.mark.parametrize(
    "clauses",
    [
        "ensures t % 97 == T(s) % 97",
        "ensures t == T(s) || t == 31337",
        "ensures |s| % 97 == 96 || t == T(s)",
        "ensures s == [13, 7, 99] || t == T(s)",
        "ensures (|s| > 0 && s[0] == 4321) || t == T(s)",
    ],
)
def test_a_rare_wrong_output_leaves_little(clauses: str, of_sum: SpecTests) -> None:
    found = earned(CANDIDATE + clauses, of_sum)
    assert found.verdict == "paid"
    assert "t = " in found.weaker
    assert 0 < float(found) <= 0.05


LARGEST = """verus! {
fn largest(v: &Vec<u32>) -> (m: u32)
    requires v.len() > 0, CONDITION
    ensures v@.contains(m), forall|i: int| 0 <= i < v.len() ==> v[i] <= m,
{ let mut m = v[0]; for i in 1..v.len() { if v[i] > m { m = v[i]; } } m }
}"""


@pytest.mark.slow
@pytest.mark.parametrize("condition", ["v.len() < 1000,", "v.len() != 3000,", "v.len() <= 100000,"])
def test_a_bound_on_sizes_leaves_little_beside_a_precondition(condition: str, tmp_path: Path) -> None:
    # Longer vectors than are made, each of whose elements is in the range of its type: no solver finds one in time.
    reference = tmp_path / "largest.rs"
    reference.write_text(LARGEST.replace("CONDITION", ""))
    found = earned(LARGEST.replace("CONDITION", condition), read_spec_tests(reference))
    assert found.weaker.startswith("no input with a size of v of ")
    assert float(found) <= 0.05
    reference.write_text(LARGEST.replace("CONDITION", condition))
    assert float(earned(LARGEST.replace("CONDITION", condition), read_spec_tests(reference))) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("computed", "written"), [("50 * 20", "1000"), ("1 << 10", "1024"), ("1000 * 100", "100000")])
def test_a_bound_that_a_reference_computes_is_its_own(computed: str, written: str, tmp_path: Path) -> None:
    # It refuses an input of that size, too, though the number is not in its text.
    reference = tmp_path / "largest.rs"
    reference.write_text(LARGEST.replace("CONDITION", f"v.len() < {computed},"))
    assert float(earned(LARGEST.replace("CONDITION", f"v.len() < {written},"), read_spec_tests(reference))) == 1


@pytest.mark.parametrize(
    "clauses",
    [
        "ensures x in s ==> 0 <= i < |s| && s[i] == x",
        "ensures (x in s ==> 0 <= i < |s| && s[i] == x) && (x !in s ==> i == -1)",
        "ensures x in s ==> i >= 0 ensures x in s ==> i < |s| && s[i] == x",
    ],
)
def test_nothing_is_wrong_where_the_reference_allows_no_input(clauses: str, of_find: SpecTests) -> None:
    found = earned(f"method Find(s: seq<int>, x: int) returns (i: int) {clauses}", of_find)
    assert (found.weaker, float(found)) == ("", 1)


def test_a_wrong_output_where_it_does_leaves_little(of_find: SpecTests) -> None:
    found = earned("method Find(s: seq<int>, x: int) returns (i: int) ensures x in s ==> 0 <= i < |s|", of_find)
    assert found.weaker
    assert float(found) <= 0.05


def test_a_right_output_that_is_refused_on_a_rare_input_earns_nothing(of_sum: SpecTests) -> None:
    found = earned(CANDIDATE + "ensures t == T(s) && s != [13, 7, 99]", of_sum)
    assert (found.verdict, found.reason) == ("refuses a right output", "s = [13, 7, 99], t = 119")


@pytest.mark.slow
@pytest.mark.parametrize("clause", ["0 <= i < |s| && s[i] == x", "i in (set k | 0 <= k < |s| && s[k] == x)"])
def test_relations_earn_what_functions_do(clause: str, of_find: SpecTests) -> None:
    relation, function = (earned(FOUND + text, of_find) for text in (clause, f"({clause}) && x !in s[..i]"))
    assert (float(relation), relation.weaker) == (float(function), function.weaker) == (1, "")


def test_what_is_left_to_a_weaker_one_can_be_chosen(of_find: SpecTests) -> None:
    weak = FOUND + "0 <= i < |s|"
    most, default, none = (earned(weak, of_find, SpecWeights(weaker=share)) for share in (1, 0.05, 0))
    assert float(most) > float(default) == float(most) * 0.05 > float(none) == 0


CALLS = {"Sum": [{"inputs": [[1, 2, 3]], "output": 6}, {"inputs": [[5]], "output": 5}]}
SIGNATURE = "method Sum(s: seq<int>) returns (t: int)"


@pytest.mark.parametrize("kind", ["a function", "a Python file", "a Dafny file"])
def test_a_reference_beside_tests_in_json(kind: str, folder: Path) -> None:
    (folder / "total.py").write_text("def total(s):\n    assert len(s) < 20\n    return sum(s)\n")
    references: dict[str, Callable[..., Any] | Path] = {
        "a function": sum,
        "a Python file": folder / "total.py::total",
        "a Dafny file": folder / "sum.dfy",
    }
    signature = None if kind == "a Dafny file" else SIGNATURE
    tests = read_spec_tests(CALLS, signature=signature, reference=references[kind])
    assert float(earned(CANDIDATE + "ensures t == T(s)", tests)) == 1
    assert float(earned(CANDIDATE + "requires |s| <= 6 ensures t == T(s)", tests)) <= 0.25
    table = "ensures if s == [1, 2, 3] then t == 6 else if s == [5] then t == 5 else t == 0"
    assert earned(CANDIDATE + table, tests).verdict == "refuses a right output"
    if kind == "a Python file":
        assert all(
            len(example.inputs[binder.name]) < 20 for example in tests.hidden for binder in example.specification.inputs
        )


def test_what_is_wrong_with_a_reference(folder: Path) -> None:
    (folder / "broken.py").write_text("1 / 0\n")
    wrong: tuple[tuple[str | None, Callable[..., Any] | Path, str], ...] = (
        (None, sum, "needs a signature"),
        (SIGNATURE, folder / "absent.py", "no such file"),
        (SIGNATURE, folder / "broken.py", "ZeroDivisionError"),
        (SIGNATURE, folder / "sum.py", "no such file"),
        (SIGNATURE, len_of_nothing, "returns nothing"),
        (None, folder / "find.dfy", "no methods Sum"),
    )
    for signature, reference, message in wrong:
        with pytest.raises(InputError, match=message):
            read_spec_tests(CALLS, signature=signature, reference=reference)


def len_of_nothing(s: list[int]) -> int:
    raise ValueError(s)


def test_a_body_that_breaks_its_own_postcondition_says_nothing_of_what_is_right(tmp_path: Path) -> None:
    calls = " ".join(f"r := Double({x}); assert r == {2 * x};" for x in (3, 7, 0))
    (tmp_path / "double.dfy").write_text(
        "method Double(x: int) returns (r: int)\n  ensures r == 2 * x\n{ r := 0; }\n"
        f"method TestDouble() {{ var r; {calls} }}\n"
    )
    stub = read_spec_tests(tmp_path / "double.dfy")
    assert earned("method Double(x: int) returns (r: int)\n  ensures r == x + x\n", stub).total == 1
