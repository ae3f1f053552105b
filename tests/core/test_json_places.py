"""Lines of values in a text of JSON."""

import pytest

from specassay.core.json_places import line_of_value

TEXT = """
{ "a": {"b": 1, "c": [10,
    20, {"b":
      "a \\" : { b" }]},
  "b": 2,
  "a b": {}
}"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 2),
        (("a",), 2),
        (("a", "c", 1), 3),
        (("a", "c", 2, "b"), 4),
        (("b",), 5),
        (("a b",), 6),
        (("a b", "nowhere"), 6),
        (("b", "in a number"), 5),
        (("a", "c", "no position"), 2),
    ],
)
def test_the_line_is_that_of_the_value(path: tuple[str | int, ...], line: int) -> None:
    assert line_of_value(TEXT, path) == line


def test_of_equal_keys_the_last_counts() -> None:
    assert line_of_value('{"a": 1,\n"a": 2}', ("a",)) == 2
