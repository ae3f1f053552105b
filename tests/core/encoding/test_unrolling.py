"""The sizes of an encoding follow from what the contract itself names."""

import pytest

from specassay.core.encoding.encode import Extent, encode
from specassay.core.encoding.encoding_limits import LIMITS
from specassay.core.encoding.inputs import KINDS
from specassay.core.encoding.unrolling import USUAL, Unrolling, named, usual
from specassay.core.ir.contracts import Contract
from specassay.frontends.python import parse_contract


def contract(text: str, *parameters: str) -> Contract:
    return parse_contract(text, name="f", parameters=list(parameters or ("xs",)))


@pytest.mark.parametrize(
    ("text", "elements"),
    [
        ("assert len(xs) >= 5", 6),
        ("assert len(xs) == 5", 6),
        ("assert 5 <= len(xs)", 6),
        ("assert len(xs) > 5", 7),
        ("assert 0 < len(xs) <= 9", 11),
        ("n = len(xs)\nassert n >= 5", 6),
        ("SIZE = 7\nassert len(xs) == SIZE", 8),
        ("assert len(set(xs)) >= 5", 6),
        ("assert xs[4] > 0", 5),
        ("assert xs[10] > 0", 11),
        ("assert xs[:5] == xs[-5:]", 6),
        ("assert sum(xs) >= 6", 7),
        ("assert xs.count(0) > 4", 5),
        ("n = 0\nfor x in xs:\n    if x:\n        n += 1\nassert n >= 5", 6),
        ("assert len(xs) > 1", USUAL.elements),
        ("assert sum(xs) > 1000", USUAL.elements),
        ("assert xs == 5", USUAL.elements),
        (f"assert len(xs) > {LIMITS.named_elements + 1}", USUAL.elements),
    ],
)
def test_elements_are_as_many_as_the_contract_names_and_one_more(text: str, elements: int) -> None:
    assert named(contract(text)).elements == elements


def test_elements_of_elements_have_a_size_of_their_own() -> None:
    found = named(contract("assert len(xs) == 3 and all(len(row) == 4 for row in xs) and len(xs[0]) < 6"))
    assert (found.elements, found.inner) == (4, 7)


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        (r"assert re.fullmatch(r'[a-z]+@[a-z]+\.(com|org)', xs)", 8),
        (r"assert re.match('(ab){2,9}c?', xs) and not re.search('x|', xs)", 5),
        ("assert xs.startswith('https://') and xs.endswith('.org')", 13),
        ("assert 'admin' not in xs and len(xs) >= 3", 6),
        ("assert xs == 'hello world' or xs == 'goodbye'", 12),
        ("assert xs.startswith('" + 30 * "a" + "')", USUAL.characters),
        ("assert xs.count('a') > 0", USUAL.characters),
    ],
)
def test_characters_are_as_many_as_the_texts_of_the_contract_have(text: str, characters: int) -> None:
    assert named(contract("import re\n" + text)).characters == characters


def test_turns_are_as_many_as_a_counter_in_the_loop_is_compared_with() -> None:
    text = "steps = 0\nwhile n != 1 and steps < 50:\n    n = n // 2\n    steps += 1\nassert steps < 20\n"
    assert named(contract(text, "n")) == Unrolling(turns=51)
    assert named(contract("while n > 9:\n    n = n // 10\nassert n == 7\n", "n")) == USUAL


def test_the_usual_sizes_follow_positions_only() -> None:
    assert usual(contract("assert len(xs) >= 7 and xs[5] and xs[100]")) == Unrolling(elements=6)


def test_an_encoding_shows_as_much_as_it_is_told() -> None:
    """And says so in its bounds."""
    text = "n = 0\nfor x in xs:\n    n = n * 2 + x\nassert n != len(xs)\nassert len(xs) >= 5\n"
    subject = contract(text)
    small, wide = encode(subject, KINDS), encode(subject, KINDS, extent=Extent(named(subject)))
    assert (small.bounds.arguments["xs"].elements, wide.bounds.arguments["xs"].elements) == (3, 6)
    assert "iterations of a loop (line 2): at most 6" in str(wide.bounds)


def test_of_half_the_sizes_none_is_below_the_least() -> None:
    assert Unrolling(16, 9, 24, 16, 64).halved(USUAL) == Unrolling(8, 4, 12, 8, 32)
    assert Unrolling(5, 3, 5, 5, 7).halved(USUAL) == USUAL
