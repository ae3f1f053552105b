"""Values as Lean writes them: its reference manual's literals, by types."""

from typing import Any

import pytest

from specassay.benchmarks.datasets.lean_values import lean_type, lean_value
from specassay.core.errors import NoRoomError, SortError


@pytest.mark.parametrize(
    ("text", "value", "plain"),
    [
        ("Int", -5, -5),
        ("Int", "-5", -5),
        ("Nat", "(7)", 7),
        ("Bool", "False", False),
        ("Bool", True, True),
        ("Float", 2, 2.0),
        ("Float", "-1.5e1", -15.0),
        ("Char", ",", ","),
        ("Char", "\\n", "\n"),
        # What stands between the quotes of a String is the value, whatever it looks like elsewhere.
        ("String", "100", "100"),
        ("String", "[1, 2]", "[1, 2]"),
        ("String", 'a\\tb\\"\\x41\\u00e9', 'a\tb"Aé'),
        ("List Int", "[1, -2]", [1, -2]),
        ("List Int", [1, -2], [1, -2]),
        ("List (Int)", "[]", []),
        ("List String", '["a, b", "]"]', ["a, b", "]"]),
        ("Array Int", "#[1, 2]", [1, 2]),
        ("Array (Array Nat)", "#[#[1], #[]]", [[1], []]),
        ("Array Char", "#['1','\\'']", "1'"),
        ("List Char", "[]", ""),
        ("List (Char × Nat)", "[('a', 2)]", [("a", 2)]),
        ("(Int × Int)", "(-1, 2)", (-1, 2)),
        ("Nat × Nat × Bool", "(1, 2, true)", (1, 2, True)),
        ("List (Prod Nat Nat)", "[(5, 6)]", [(5, 6)]),
        ("Option Nat", "some (10)", 10),
        ("Option Int", "some (-1)", -1),
        ("Option (Nat × Nat)", "some (0, 3)", (0, 3)),
        ("Option Nat", "none", None),
        ("Map Int Int", "⟨[(1, 10), (2, 20)]⟩", {1: 10, 2: 20}),
        ("UInt8 × UInt8", "(255, 0)", (255, 0)),
    ],
)
def test_a_value_of_a_type(text: str, value: Any, plain: Any) -> None:
    found = lean_value(value, lean_type(text))
    assert (type(found), found) == (type(plain), plain)


@pytest.mark.parametrize(
    ("text", "value", "why"),
    [
        ("Int -> Bool", "fun x => x < 5", "Lean type Int -> Bool are not read"),
        ("List Int", "[true]", "a Lean yes is no value of the type Int"),
        ("Int", True, "True is no value of the Lean type Int"),
        ("Bool", 1, "1 is no value of the Lean type Bool"),
        ("Char", "ab", "no value of the Lean type Char|not read as a value"),
        ("String", "\\q", r"\\q is no escape"),
        ("Int × Int", "(1, 2, 3)", r"a Lean tuple is no value of the type Prod Int Int"),
        ("Option (Option Int)", "some none", "a Lean some is no value"),
        ("Map Int Int", "⟨[(0, 1), (0, 2)]⟩", "two values of one key"),
        ("List Int", "[1 + 1]", "is not read as a value of the Lean type List Int"),
        ("Nat", "1.5", "1.5 is no value of the Lean type Nat"),
    ],
)
def test_what_is_no_value_of_a_type(text: str, value: Any, why: str) -> None:
    with pytest.raises(SortError, match=why):
        lean_value(value, lean_type(text))


@pytest.mark.parametrize(("text", "value"), [("Nat", -1), ("UInt8", 256), ("List UInt8", "[1, 256]")])
def test_a_number_that_a_type_has_no_room_for(text: str, value: Any) -> None:
    with pytest.raises(NoRoomError):
        lean_value(value, lean_type(text))
