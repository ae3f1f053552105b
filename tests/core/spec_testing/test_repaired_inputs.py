"""Drawn inputs that are changed so that they meet a precondition."""

from itertools import islice

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.contracts import Program, Specification
from specassay.core.ir.values import ArrayValue
from specassay.core.ir.variables import Valuation, field_variable
from specassay.core.spec_testing.drawn_inputs import Drawn
from specassay.core.spec_testing.repaired_inputs import InputRepair
from specassay.core.spec_testing.valid_inputs import input_conditions, many_valid_inputs
from specassay.frontends.dafny import parse_program

DECLARED = """
datatype Shape = Circle(radius: int) | Box(width: int, height: int)
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
predicate SortedByRecursion(s: seq<int>) { |s| <= 1 || (s[0] <= s[1] && SortedByRecursion(s[1..])) }
function Twice(n: int): int { 2 * n }
"""
PARAMETERS = (
    "a: array<int>, b: array<int>, s: seq<int>, t: seq<int>, m: int, n: int, x: real, p: bool, q: bool, "
    "u: set<int>, v: set<int>, k: map<int, int>, d: Shape, w: (int, int)"
)


def valid(inputs: Valuation, specification: Specification, program: Program) -> bool:
    conditions = input_conditions(specification)
    return all(evaluate(each, inputs, program.functions, program.datatypes).value is True for each in conditions)


@pytest.mark.parametrize(
    "clause",
    [
        "m == 1234 + n",
        "1234 - m == n",
        "m - 77 == 5 * n && -m == 3",
        "m % 97 == 95 && n > 0",
        "m / 100 == 77",
        "x == 12345.5 && x == 5.0 * x - 49382.0 && (m as real) == x + 0.5",
        "n == |s| && m == n + |t|",
        "|s| == 9 && |s| == |t|",
        "a.Length == 9 == b.Length && a != b",
        "|s| > 7 && s[7] == 1234",
        "a.Length > 2 && a[2] == b.Length",
        "a.Length > 4 && a[..] == s + [m]",
        "|s| > 3 && a[..|s|] == s && a.Length == |s| + 2",
        "s == t + t && t != []",
        "multiset(s) == multiset(t) && s != t",
        "t <= s && |t| == 3",
        "u <= v && |u| == 3",
        "u !! v && |u + v| == 9",
        "u * v == {} && 1234 in u && 4321 in v",
        "1234 in s && 4321 !in s",
        "k.Keys == u && |k| == 4",
        "1234 in k && k[1234] == 4321 && 5 !in k",
        "d == Box(1234, n)",
        "d.Circle? && d.radius == 1234",
        "d.Box? && d.width == d.height == 1234",
        "w == (1234, m) || w.0 == w.1 == 4321",
        "p && !q && (p ==> m == 1234) && (q || n == 4321)",
        "p == (m > 1234) && p",
        "if p then m == 1234 else m == 4321",
        "Twice(m) == 2468",
        "var c := m + 1; c == 1234",
        "forall i :: 0 <= i < |s| ==> s[i] == 1234 + i",
        "|s| > 3 && forall i :: 0 <= i < |s| ==> s[i] % 5 == 2",
        "|s| == a.Length && forall i :: 0 <= i < a.Length ==> a[a.Length - 1 - i] == s[i]",
        "|s| == a.Length && |s| > 3 && (forall i :: 0 <= i < |s| ==> s[i] < a[i] && s[i] > 4) && "
        "forall i :: 0 <= i < |s| ==> 4 < a[i] < 1234",
        "|s| > 3 && forall e :: e in s ==> e > 1234",
        "|u| > 3 && forall e :: e in u ==> e + 1234 in v",
        "|k| > 2 && forall e :: e in k ==> k[e] == e + 1234",
        "|k| > 2 && forall e :: e in k.Keys ==> k[e] > 1234 && e > 4",
        "|k| > 2 && forall e :: e in k.Values ==> e > 1234",
        "|k| > 2 && forall e :: e in k.Items ==> e.1 > 1234",
        "|u| > 2 && forall e :: e in u ==> 0 <= e < |s| && s[e] > 1234",
        "exists i :: 0 <= i < |s| && s[i] == 1234",
        "|s| > 5 && exists e :: e in s && e > 1234",
        "!(forall i :: 0 <= i < |s| ==> s[i] != 1234)",
        "|s| > 7 && forall i, j :: 0 <= i < |s| && 0 <= j < |s| && s[i] % 3 == s[j] % 3 ==> i == j || s[i] > 4",
        "exists g: Shape :: g.Box? && g.width == m && g.height == n + 1234 && d == g",
        "|s| > 4 && Sorted(s) && s[4] > 1234",
        "|s| > 4 && SortedByRecursion(s) && s[0] > 4",
        "m == Sum(s) && |s| > 3",
        "!(m < 1234) && !(m > 1235)",
    ],
)
def test_what_is_seldom_by_chance_is_found_by_repair(clause: str) -> None:
    program = parse_program(f"{DECLARED}method M({PARAMETERS}) requires {clause}")
    (specification,) = program.specifications
    conditions = input_conditions(specification)
    repair = InputRepair(specification, program, conditions, Engines())
    drawn = list(islice(Drawn(specification, program, {}), 16))
    by_chance = [each for each in drawn if valid(each, specification, program)]
    repaired = [each for each in map(repair.repaired, drawn) if valid(each, specification, program)]
    assert len(by_chance) < 4 < len(repaired)


def test_an_array_under_two_names_stays_one() -> None:
    program = parse_program("method M(a: array<int>, rows: seq<array<int>>) requires a.Length > 2 && a[2] == 1234")
    (specification,) = program.specifications
    array = ArrayValue((5,), "one")
    repair = InputRepair(specification, program, input_conditions(specification), Engines())
    found = repair.repaired({"a": array, "rows": (array, ArrayValue((6,), "other"), array)})
    assert [each.elements[2:3] for each in (found["a"], *found["rows"])] == [(1234,), (1234,), (), (1234,)]
    assert found["a"] == found["rows"][0] == found["rows"][2] != found["rows"][1]


@pytest.mark.parametrize(
    "text",
    [
        "method M(s: set<array?<int>>) requires |s| == 4 && null in s",
        "codatatype Stream = Cons(head: int, tail: Stream) "
        "method M(s: seq<Stream>) requires |s| == 2 && s[1].head == 1234 && forall t :: t in s ==> t.head > 77",
    ],
)
def test_null_and_values_without_an_end_are_no_defect(text: str) -> None:
    program = parse_program(text)
    (specification,) = program.specifications
    for inputs in many_valid_inputs(specification, program, Engines(), 0.3):
        assert valid(inputs, specification, program)


def test_what_cannot_be_met_is_not_tried_for_ever() -> None:
    program = parse_program("method M(n: int, m: int) requires n == m + 1 && m == n + 1")
    (specification,) = program.specifications
    repair = InputRepair(specification, program, input_conditions(specification), Engines())
    for _ in range(200):
        if not repair.is_worth_it:
            break
        assert not valid(repair.repaired({"n": 0, "m": 0}), specification, program)
    assert not repair.is_worth_it
    repair.succeeded()
    assert repair.is_worth_it


@pytest.mark.parametrize(
    "clause",
    ["(" * 90 + "n == 0" + " || n == 1)" * 90, "Odd(n) && n > 1234567"],
)
def test_what_is_nested_deeply_is_left_as_it_is(clause: str) -> None:
    declared = "predicate Odd(n: nat) { (n % 2 == 1) == !Odd(n + 1) }"
    program = parse_program(f"{declared} method M(n: nat) requires {clause}")
    (specification,) = program.specifications
    repair = InputRepair(specification, program, input_conditions(specification), Engines())
    assert set(repair.repaired({"n": 5})) == {"n"}


def test_states_of_a_class_are_of_many_sizes() -> None:
    """Two stacks in one array: by chance none but empty and full ones were found, on which a push adds nothing."""
    program = parse_program("""
class TwoStacks {
  const cap: nat
  var arr: array<int>
  var n1: int
  var n2: int
  ghost var s1: seq<int>
  ghost var s2: seq<int>
  ghost predicate Valid() reads this, arr {
    arr.Length == cap && 0 <= n1 && 0 <= n2 && n1 + n2 <= cap && |s1| == n1 && |s2| == n2 &&
    (forall i :: 0 <= i < n1 ==> arr[i] == s1[i]) && (forall i :: 0 <= i < n2 ==> arr[cap - 1 - i] == s2[i])
  }
  method Push(x: int) returns (ok: bool)
    requires Valid()
    modifies this, arr
    ensures old(n1 + n2) < cap ==> ok && s1 == old(s1) + [x]
    ensures Valid()
  { ok := n1 + n2 < cap; if ok { arr[n1] := x; n1 := n1 + 1; s1 := s1 + [x]; } }
}""")
    (specification,) = program.specifications
    found = many_valid_inputs(specification, program, Engines(), 30)
    sizes = [[each[field_variable("this", name)] for name in ("n1", "n2", "cap")] for each in found]
    assert len({(first, second) for first, second, _ in sizes}) > 10
    assert len([None for first, second, most in sizes if 0 < first + second < most]) > 20
