"""Domains of bound variables: behind a call that may be undefined, and of divisors."""

from typing import Any

import pytest

from specassay.core.evaluate.candidates import at_hand
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.build import boolean
from specassay.core.ir.sorts import CHAR
from specassay.core.ir.values import DatatypeValue, FrozenMap
from specassay.frontends.dafny import parse_program

TEXT = """predicate First(i: int, s: seq<int>)
  requires 0 <= i < |s|
{ forall k :: 0 <= k < i ==> s[k] < 0 }
method M(s: seq<int>, n: int) returns (r: int)
  ensures exists i, j :: 0 <= i < |s| && First(i, s) && 0 <= j < |s| && s[i] + s[j] == r
  ensures exists i: int, j: int :: First(n, s) && 0 <= j < 0 && i == j
  ensures forall j: int :: First(n, s) && 0 <= j < |s| ==> s[j] < r
"""


@pytest.mark.parametrize(
    ("clause", "values", "state", "value"),
    [
        (0, {"s": (-1, 2), "r": 1}, "defined", True),
        (0, {"s": (-1, 2), "r": 5}, "defined", False),
        (0, {"s": (), "r": 5}, "defined", False),
        (1, {"s": (1,), "n": 0}, "defined", False),
        (1, {"s": (1,), "n": 4}, "undefined", None),
        (2, {"s": (1, 2), "n": 0, "r": 3}, "defined", True),
        (2, {"s": (), "n": 0, "r": 3}, "undefined", None),
    ],
)
def test_a_bound_after_a_call_with_a_precondition(
    clause: int, values: dict[str, Any], state: str, value: object
) -> None:
    program = parse_program(TEXT, file="t.dfy")
    term = program.specifications[0].ensures[clause].term
    assert term is not None
    found = evaluate(term, {"n": 0, "r": 0, **values}, program.functions)
    assert found.state == state
    if state == "defined":
        assert found.value is value


BOUNDED_BY_A_CALL = """
predicate Is(i: nat, s: seq<int>) { i < |s| }
predicate Both(i: nat, j: nat, s: seq<int>) { Is(i, s) && Is(j, s) }
function At(i: nat, s: seq<int>): int requires Is(i, s) { s[i] }
predicate Known(s: seq<int>) { forall i: nat, j: nat | Both(i, j, s) :: At(i, s) == At(j, s) }
predicate Some(s: seq<int>) { exists i: nat :: Is(i, s) && At(i, s) == 3 }
predicate Too(s: seq<int>) { forall i: int | i >= -1 && Is(i, s) :: At(i, s) == 3 }
"""


@pytest.mark.parametrize(
    ("predicate", "sequence", "expected"),
    [
        ("Known", (5, 5, 5), True),
        ("Known", (5, 5, 6), False),
        ("Known", (), True),
        ("Some", (2, 3), True),
        ("Some", (2, 4), False),
        ("Too", (3, 3), None),  # Is(-1, s) has no value.
    ],
)
def test_a_call_bounds_its_arguments_where_its_precondition_is_known(
    predicate: str, sequence: tuple[int, ...], expected: bool | None
) -> None:
    check(BOUNDED_BY_A_CALL, predicate, (sequence,), expected)


def test_values_at_hand_come_in_an_order_that_does_not_depend_on_hashes() -> None:
    """The hashes of texts differ from process to process: with them, two runs chose different values."""
    letters = "zyxwvutsrqponm"
    found = at_hand(CHAR, {"s": frozenset(letters), "m": FrozenMap({})}, boolean(True), 100)
    assert [each for each in found if each in letters] == sorted(letters)
    found = at_hand(CHAR, {"m": FrozenMap(dict.fromkeys(letters, "a"))}, boolean(True), 100)
    assert [each for each in found if each in letters] == sorted(letters)


def check(text: str, predicate: str, values: tuple[object, ...], expected: bool | None) -> None:
    """The predicate of a text in Dafny has this value; None: the evaluator leaves it open."""
    program = parse_program(text)
    function = program.functions[predicate]
    assert function.body is not None
    given = {binder.name: value for binder, value in zip(function.parameters, values, strict=True)}
    found = evaluate(function.body, given, program.functions, program.datatypes)
    assert found.state == ("unknown" if expected is None else "defined")
    assert expected is None or found.value is expected


DIVISORS = """predicate Greatest(a: int, b: int, g: int) { forall d :: 0 < d && a % d == 0 && b % d == 0 ==> d <= g }
predicate Composite(n: int) { exists p, q :: p > 1 && q > 1 && p * q == n }
predicate Divides(d: int, n: int) { exists k :: n == d * k }
predicate All(n: int) { forall d :: d != 0 && n % d == 0 ==> d == 7 || d < 4 }
"""


@pytest.mark.parametrize(
    ("predicate", "values", "expected"),
    [
        ("Greatest", (12, 18, 6), True),
        ("Greatest", (12, 18, 5), False),
        ("Greatest", (-12, 18, 6), True),
        ("Greatest", (0, 18, 18), True),
        ("Greatest", (0, 18, 17), False),
        ("Greatest", (0, 0, 100), False),
        ("Composite", (15,), True),
        ("Composite", (13,), False),
        ("Composite", (-4,), False),
        ("Divides", (3, 12), True),
        ("Divides", (-3, 13), False),
        ("Divides", (0, 0), True),
        ("Divides", (0, 13), False),
        ("All", (7,), True),
        ("All", (0,), False),
        # Each number is a divisor of 0, and not all of them are looked at; nor are those of a large number.
        ("Composite", (0,), None),
        ("Divides", (2 * 10**9, 10**18), None),
    ],
)
def test_a_number_that_another_one_divides_bounds_it(
    predicate: str, values: tuple[int, ...], expected: bool | None
) -> None:
    check(DIVISORS, predicate, values, expected)


RECORDS = """datatype Place = Place(row: int, col: int)
datatype Piece = Piece(kind: int, at: Place)
datatype Maybe = None | Some(place: Place)
predicate Apart(s: seq<Place>, n: int) { forall p: Place :: p.row < n ==> p in s ==> p.col != n }
predicate Inside(s: seq<Piece>, n: int) { forall p: Piece :: (var a := p.at; a.row < n) ==> p in s ==> p.at.col != n }
predicate Some(s: seq<Maybe>, n: int) { forall m: Maybe :: m.place.row < n ==> m in s ==> m.place.col != n }
"""
PLACES = tuple(DatatypeValue("Place", values) for values in ((1, 5), (9, 4)))


@pytest.mark.parametrize(
    ("predicate", "values", "expected"),
    [
        ("Apart", (PLACES, 3), True),
        ("Apart", (PLACES, 5), False),
        ("Inside", (tuple(DatatypeValue("Piece", (0, place)) for place in PLACES), 5), False),
        ("Inside", (tuple(DatatypeValue("Piece", (0, place)) for place in PLACES), 4), True),
        # `None.place` has no value, whatever s is.
        ("Some", (tuple(DatatypeValue("Some", (place,)) for place in PLACES), 4), None),
    ],
)
def test_the_fields_of_a_record_have_values_whatever_it_is(
    predicate: str, values: tuple[object, ...], expected: bool | None
) -> None:
    check(RECORDS, predicate, values, expected)


SUBSETS = """
predicate AllBelow(s: set<int>, m: int) { forall t: set<int> :: t <= s ==> forall x :: x in t ==> x <= m }
predicate OfSize(s: set<int>, n: int) { exists t: set<int> :: t <= s && |t| == n }
predicate Proper(s: set<int>, n: int) { exists t: set<int> :: t < s && |t| == n }
predicate IsPower(s: set<int>, p: set<set<int>>) { forall t :: t in p <==> t <= s }
predicate Chain(s: set<int>, n: int) { forall t, u: set<int> :: t <= s && u <= t ==> |u| <= n }
predicate Holds(s: set<int>) { exists t: set<int> :: t <= s && t == {5} }
predicate Larger(s: set<int>) { forall t: set<int> :: s <= t ==> |t| >= |s| }
"""
SMALL, LARGE = frozenset({1, 2}), frozenset(range(100))


@pytest.mark.parametrize(
    ("predicate", "values", "expected"),
    [
        ("AllBelow", (SMALL, 2), True),
        ("AllBelow", (SMALL, 1), False),
        ("OfSize", (SMALL, 2), True),
        ("OfSize", (SMALL, 3), False),
        ("Proper", (SMALL, 2), False),
        ("IsPower", (frozenset({1}), frozenset({frozenset(), frozenset({1})})), True),
        ("IsPower", (frozenset({1}), frozenset({frozenset({1})})), False),
        ("IsPower", (frozenset({1}), frozenset({frozenset(), frozenset({1}), frozenset({2})})), False),
        ("Chain", (SMALL, 2), True),
        ("Chain", (SMALL, 1), False),
        ("Holds", (SMALL,), False),
        # The subsets of a large set are not enumerated, and what is found otherwise counts.
        ("Holds", (LARGE,), True),
        ("OfSize", (LARGE, 50), None),
        ("Larger", (SMALL,), None),
    ],
)
def test_a_set_that_another_one_holds_is_among_its_subsets(
    predicate: str, values: tuple[object, ...], expected: bool | None
) -> None:
    check(SUBSETS, predicate, values, expected)


BOARD = """datatype Board = Board(columns: seq<string>, lists: map<string, seq<int>>, cards: map<int, int>)
predicate Known(b: Board) { forall c :: c in b.columns ==> c in b.lists }
predicate Occurs(b: Board, id: int)
  requires Known(b)
{ exists i :: 0 <= i < |b.columns| && id in b.lists[b.columns[i]] }
predicate Same(b: Board) { Known(b) && forall id: int :: id in b.cards <==> Occurs(b, id) }
predicate Below(b: Board, most: int) requires Known(b) { forall id: int | Occurs(b, id) :: id < most }
predicate BelowIfKnown(b: Board, most: int) { forall id: int :: Known(b) && Occurs(b, id) ==> id < most }
predicate Direct(b: Board, most: int)
  requires Known(b)
{ forall id: int :: (exists i :: 0 <= i < |b.columns| && id in b.lists[b.columns[i]]) ==> id < most }
predicate Has(b: Board, c: string, id: int) requires c in b.lists { id in b.lists[c] }
predicate Checked(b: Board) { forall c :: c in b.columns ==> c != "" }
predicate HasAny(b: Board, id: int)
  requires Checked(b)
{ exists i :: 0 <= i < |b.columns| && b.columns[i] in b.lists && Has(b, b.columns[i], id) }
predicate Present(b: Board, most: int) requires Checked(b) { forall id: int :: HasAny(b, id) ==> id < most }
predicate Unread(b: Board, id: int) requires forall i :: 0 <= i < |b.columns| ==> b.columns[i] != "x" { id == 7 }
predicate Some(b: Board) { exists id: int :: Unread(b, id) }
"""


def board(columns: dict[str, tuple[int, ...]], cards: tuple[int, ...], missing: str | None = None) -> DatatypeValue:
    names = tuple(tuple(name) for name in columns)
    lists = {tuple(name): ids for name, ids in columns.items() if name != missing}
    return DatatypeValue("Board", (names, FrozenMap(lists), FrozenMap(dict.fromkeys(cards, 0))))


@pytest.mark.parametrize(
    ("predicate", "values", "expected"),
    [
        ("Same", (board({"a": (1, 2), "b": (5,)}, (1, 2, 5)),), True),
        ("Same", (board({"a": (1, 2), "b": (5,)}, (1, 2)),), False),
        ("Same", (board({"a": (1, 2), "b": ()}, (1, 2, 3)),), False),
        ("Below", (board({"a": (1, 2), "b": (5,)}, ()), 6), True),
        ("Below", (board({"a": (1, 2), "b": (5,)}, ()), 5), False),
        ("BelowIfKnown", (board({"a": (1, 2)}, ()), 3), True),
        ("BelowIfKnown", (board({"a": (1, 2)}, ()), 2), False),
        # Of the list that is missing no card is in any, as it is not looked at.
        ("Present", (board({"a": (1, 2), "b": ()}, (), "b"), 2), False),
        ("Present", (board({"a": (1, 2), "b": ()}, (), "b"), 3), True),
        ("Direct", (board({"a": (1, 2), "b": (5,)}, ()), 6), True),
        ("Direct", (board({"a": (1, 2), "b": (5,)}, ()), 4), False),
        ("Some", (board({"a": ()}, ()),), True),
    ],
)
def test_parts_of_a_defined_body_have_domains_where_they_are_evaluated(
    predicate: str, values: tuple[object, ...], expected: bool
) -> None:
    check(BOARD, predicate, values, expected)


PARTLY = """predicate Short(s: seq<int>) { |s| < 3 }
predicate Small(x: int, s: seq<int>) requires Short(s) { x in s && x < 9 }
predicate Low(s: seq<int>) { forall x: int :: Small(x, s) ==> x < 5 }
predicate Odd(x: int, s: seq<int>) requires Short(s) { x % 2 == 1 }
predicate LowIn(a: array?<int>, s: seq<int>) reads a { forall x: int :: Odd(x, s) && x in a[..] ==> x < 5 }
predicate First(x: int, s: seq<int>) requires 0 <= x < |s| { s[x] == 1 }
predicate Far(s: seq<int>) { forall x: int :: First(x, s) ==> x < 0 }
"""


@pytest.mark.parametrize(
    ("predicate", "values", "state"),
    [
        ("Low", (4, 7), False),
        ("Low", (4, 3), True),
        # The call has no value at any x: nothing is proved of what is not evaluated.
        ("Low", (4, 3, 2), None),
        # Some x are outside the precondition: that none inside is wanted is no proof.
        ("Far", (2, 2), None),
    ],
)
def test_a_body_that_is_not_defined_has_no_domain_by_what_it_evaluates(
    predicate: str, values: tuple[int, ...], state: bool | None
) -> None:
    program = parse_program(PARTLY)
    body = program.functions[predicate].body
    assert body is not None
    found = evaluate(body, {"s": values}, program.functions, program.datatypes)
    assert (found.value if found.state == "defined" else None) is state


HALVES = """predicate Zeros(k: int, s: seq<int>) requires 0 <= k
{ exists i :: 0 <= i <= |s| - k && forall j :: i <= j < i + k ==> s[j] == 0 }
predicate Most(n: int, s: seq<int>) requires 0 <= n { Zeros(n, s) && forall k :: 0 <= n < k ==> !Zeros(k, s) }
predicate Any(n: int, s: seq<int>) { exists k: int :: 0 <= k && Zeros(k, s) && k == n }
"""


@pytest.mark.parametrize(
    ("predicate", "values", "expected"),
    [
        ("Most", (2, (0, 0, 1, 0)), True),
        ("Most", (1, (0, 0, 1, 0)), False),
        ("Most", (3, (0, 0, 1, 0)), False),
        ("Most", (0, ()), True),
        ("Any", (2, (0, 0)), True),
        ("Any", (3, (0, 0)), False),
    ],
)
def test_a_quantifier_that_bounds_on_one_side_is_met_with_what_bounds_on_the_other(
    predicate: str, values: tuple[object, ...], expected: bool
) -> None:
    check(HALVES, predicate, values, expected)


def test_what_is_asked_of_an_array_that_is_null_is_not_true() -> None:
    program = parse_program(PARTLY)
    body = program.functions["LowIn"].body
    assert body is not None
    found = evaluate(body, {"a": None, "s": (4,)}, program.functions, program.datatypes)
    assert found.state != "defined"
