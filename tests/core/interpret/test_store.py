"""What variables hold that nobody gave a value."""

from specassay.core.interpret.store import Store, some_value
from specassay.core.ir.contracts import Semantics
from specassay.core.ir.sorts import CHAR, INT, seq_of, tuple_of
from specassay.core.ir.values import array_object


def test_a_character_begins_with_what_the_language_says() -> None:
    assert some_value(CHAR, {}, Semantics()) == "\0"
    assert some_value(tuple_of(INT, CHAR), {}, Semantics(first_character="D")) == (0, "D")
    assert some_value(seq_of(CHAR), {}, Semantics(first_character="D")) == ()


def test_what_is_made_is_none_of_the_objects_that_exist_elsewhere() -> None:
    first = Store()
    array, made = array_object(first.new_array((1,), (1,))), first.new_object("C", {})
    store = Store(elsewhere=frozenset({array, made}))
    assert array_object(store.new_array((1,), (1,))) != array
    assert store.copy().new_object("C", {}) != made
