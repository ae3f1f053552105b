"""What variables hold that nobody gave a value."""

from specassay.core.interpret.store import some_value
from specassay.core.ir.contracts import Semantics
from specassay.core.ir.sorts import CHAR, INT, seq_of, tuple_of


def test_a_character_begins_with_what_the_language_says() -> None:
    assert some_value(CHAR, {}, Semantics()) == "\0"
    assert some_value(tuple_of(INT, CHAR), {}, Semantics(first_character="D")) == (0, "D")
    assert some_value(seq_of(CHAR), {}, Semantics(first_character="D")) == ()
