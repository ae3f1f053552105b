"""Has a value the declared type?"""

from typing import Any

import pytest

from specassay.frontends.python.declared import fits

FITTING = [
    ("tuple[()]", ()),
    ("int", 3),
    ("float", 3),
    ("float", 0.5),
    ("str", "a"),
    ("list[int]", [1]),
    ("list", []),
    ("Sequence[int]", (1, 2)),
    ("int | None", None),
    ("Optional[str]", "a"),
    ("Union[int, str]", "a"),
    ("Literal['a', 3]", 3),
    ("'int'", 3),
    ("dict[str, list[int]]", {"a": [1]}),
    ("tuple[int, str]", (1, "a")),
    ("tuple[int, ...]", (1, 2, 3)),
    ("set[int]", {1}),
    ("Annotated[int, 'x']", 1),
    ("typing.Optional[int]", None),
    ("int | Path", 3),
    ("{'a': int, 'b': NotRequired[str]}", {"a": 1}),
    ("{'a': int, 'b': NotRequired[str]}", {"a": 1, "b": ""}),
]
OTHER = [
    ("tuple[()]", (1,)),
    ("list[*Ts]", 3),
    ("{'a': int, 'b': NotRequired[str]}", {"b": ""}),
    ("{'a': int}", {"a": 1, "c": 2}),
    ("{'a': int}", {"a": ""}),
    ("{'a': int}", []),
    ("int", True),
    ("int", 0.5),
    ("str", b"a"),
    ("list[int]", [True]),
    ("list", (1,)),
    ("int | None", "a"),
    ("tuple[int, str]", (1,)),
    ("tuple[int, str]", (1, 2)),
    ("dict[str, int]", {1: 1}),
    ("set[int]", [1]),
    ("Literal['a']", "b"),
    ("list[list[int]]", [[1], ["a"]]),
    ("tuple[int, ...]", [1]),
]
UNKNOWN = [(None, 1), ("Path", 1), ("list[Path]", [1]), ("int | Path", "a"), ("Pa th", 1), ("T", 1)]
UNKNOWN += [("Optional[()]", 1), ("list[()]", [1]), ("tuple[int, *Ts]", (1, "a", "b")), ("Annotated[()]", 1)]


@pytest.mark.parametrize(("annotation", "value"), FITTING)
def test_a_value_of_the_type_fits(annotation: str, value: Any) -> None:
    assert fits(annotation, value) is True


@pytest.mark.parametrize(("annotation", "value"), OTHER)
def test_another_value_does_not(annotation: str, value: Any) -> None:
    assert fits(annotation, value) is False


@pytest.mark.parametrize(("annotation", "value"), UNKNOWN)
def test_nothing_is_said_of_other_classes(annotation: str | None, value: Any) -> None:
    assert fits(annotation, value) is None
