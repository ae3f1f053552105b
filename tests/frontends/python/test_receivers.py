"""What a method is called on, as expressions."""

import pytest

from specassay.frontends.python.receivers import after_calls_of_both


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("Door()", "(obj := Door(1), obj.lock())[0]", "(obj := Door(), obj.lock())[0]"),
        (
            "(obj := Door(), obj.open())[0]",
            "(obj := Door(), obj.lock())[0]",
            "(obj := Door(), obj.open(), obj.lock())[0]",
        ),
        ("(obj := Door(), obj.open())[0]", "Door()", None),
        ("[Door()]", "(obj := Door(), obj.lock())[0]", None),
        ("(other := Door(), other.open())[0]", "(obj := Door(), obj.lock())[0]", None),
    ],
)
def test_an_object_after_the_calls_of_two_tests(first: str, second: str, both: str | None) -> None:
    assert after_calls_of_both(first, second) == both
