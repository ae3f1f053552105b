"""A solver's characters stand for Python's: each for one of its class, in order where that is promised."""

import pytest

from specassay.core.encoding.alphabet import SOLVER_COUNT, alphabet, example
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir import characters as c
from specassay.core.ir.build import op, string
from specassay.core.ir.characters import CharacterSet

LETTERS = (c.holding("isalpha"), c.holding("isdecimal"), c.characters("é"))
SPACES = (c.holding("isspace"), c.characters("é"), c.from_code(1000))
SAMPLE = [chr(code) for code in (*range(0, 0x3000, 7), *range(0x3000, SOLVER_COUNT, 997), SOLVER_COUNT - 1)]


@pytest.mark.parametrize(("sets", "ordered"), [(LETTERS, False), (SPACES, True), (SPACES, False), ((), True)])
def test_characters_stand_for_others_of_their_class(sets: tuple[CharacterSet, ...], ordered: bool) -> None:
    chosen = alphabet(frozenset(sets), ordered)
    assert chosen.ordered is ordered
    regexes = [chosen.regex(each) for each in sets]
    decoded = [chosen.decoded(character) for character in SAMPLE]
    for character, real in zip(SAMPLE, decoded, strict=True):
        assert chosen.coded(real) == character
        assert character == real or not (character.isascii() or real.isascii())
        for each, regex in zip(sets, regexes, strict=True):
            assert evaluate(op("str.in_re", string(character), regex), {}).value is (real in each)
    assert not ordered or decoded == sorted(decoded)


def test_the_order_is_given_up_where_classes_have_too_many_runs() -> None:
    assert not alphabet(frozenset(LETTERS), True).ordered


def test_a_small_class_has_all_its_characters() -> None:
    chosen = alphabet(frozenset(LETTERS), False)
    digits = c.holding("isdecimal")
    coded = {chosen.coded(digit) for digit in digits.characters()}
    assert None not in coded
    assert len(coded) == len(digits)
    assert chosen.coded("é") is not None


def test_an_example_is_a_letter_that_people_know() -> None:
    assert example(c.holding("islower") - c.ASCII) == "ß"
    assert example(~c.ASCII) == "À"
    assert example(c.characters("b\ud800")) == "b"
