"""What libraries that check declare, and what they say of inputs: clause by clause what each clause says by itself, and
in all what the library itself does."""

import re
from collections.abc import Callable, Mapping
from itertools import product
from typing import Annotated, Any

import attrs
import msgspec
import pydantic
import pytest
from beartype import beartype
from beartype.vale import Is

from specassay.backends.python.replay.guest import attrs_classes, beartype_calls, msgspec_structs, pydantic_models
from specassay.backends.python.replay.guest.declared import DeclaringObject

MISSING = object()
Violates = Callable[[Any], bool]


def lower(instance: object, attribute: Any, value: Any) -> None:
    if value != value.lower():
        raise ValueError


@attrs.define
class Part:
    size: Any = attrs.field(validator=[attrs.validators.instance_of(int), attrs.validators.ge(1)])
    name: Any = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.max_len(2)))
    code: str = attrs.field(default="a", validator=lower)


class Row(msgspec.Struct):
    size: Annotated[int, msgspec.Meta(ge=0, multiple_of=2)]
    name: Annotated[str, msgspec.Meta(max_length=2)] | None = None
    code: str = msgspec.field(default="a", name="Code")


@beartype
def shipped(size: Annotated[int, Is[lambda x: x >= 1]], name: str | None = None, code: Any = "a") -> None:
    raise RuntimeError  # What the body does is no matter of the declaration.


class Model(pydantic.BaseModel):
    size: int = pydantic.Field(ge=1)
    name: str | None = pydantic.Field(default=None, max_length=2)
    code: str = "a"


def not_int(value: Any) -> bool:
    return not isinstance(value, int)


def long(value: Any) -> bool:
    return isinstance(value, str) and len(value) > 2


def no_text(value: Any) -> bool:
    return value is not None and not isinstance(value, str)


DECLARED: list[tuple[Any, type | Any, Callable[..., object], dict[tuple[str, str], Violates]]] = [
    (
        attrs_classes,
        Part,
        lambda given: Part(**given),
        {
            ("size", "int"): not_int,
            ("size", "ge=1"): lambda x: not isinstance(x, int | float) or x < 1,
            ("name", "None or max_length=2"): lambda x: no_text(x) or long(x),
            ("code", "validator lower"): lambda x: x != x.lower(),
        },
    ),
    (
        msgspec_structs,
        Row,
        lambda given: msgspec.convert({{"code": "Code"}.get(key, key): value for key, value in given.items()}, Row),
        {
            ("size", "int"): lambda x: not_int(x) and not (isinstance(x, float) and x == int(x)),
            ("size", "ge=0"): lambda x: isinstance(x, int | float) and x < 0,
            ("size", "multiple_of=2"): lambda x: isinstance(x, int | float) and x % 2 != 0,
            ("name", "str | None"): no_text,
            ("name", "max_length=2"): long,
            ("code", "str"): no_text,
        },
    ),
    (
        pydantic_models,
        Model,
        Model.model_validate,
        {
            ("size", "int"): not_int,
            ("size", "ge=1"): lambda x: isinstance(x, int) and x < 1,
            ("name", "str | None"): no_text,
            ("name", "max_length=2"): long,
            ("code", "str"): no_text,
        },
    ),
    (
        beartype_calls,
        shipped,
        lambda given: None,
        {
            ("size", "int"): not_int,
            ("size", "beartype.vale.Is[lambda x: x >= 1]"): lambda x: isinstance(x, int) and x < 1,
            ("name", "str | None"): no_text,
        },
    ),
]
SIZES, NAMES, CODES = (2, 1, 0, -4, "a", MISSING), ("ab", "abc", None, 5, MISSING), ("a", "A", MISSING)


def inputs() -> list[dict[str, Any]]:
    rows = product(SIZES, NAMES, CODES)
    return [
        {key: value for key, value in zip(("size", "name", "code"), row, strict=True) if value is not MISSING}
        for row in rows
    ]


def violated(declared: DeclaringObject, given: Mapping[str, Any], says: Mapping[tuple[str, str], Violates]) -> set[int]:
    """The clauses that an input violates, each by itself."""
    found = set()
    for number, clause in enumerate(declared.clauses):
        if clause.kind == "required":
            found |= {number} if clause.field not in given else set()
        elif clause.constraint == "validator lower" and "size" not in given:
            continue  # A function may read what is not there.
        elif clause.field in given:
            found |= {number} if says[clause.field, clause.constraint](given[clause.field]) else set()
    return found


@pytest.mark.parametrize(
    ("module", "value", "real", "says"), DECLARED, ids=[row[0].__name__.split(".")[-1] for row in DECLARED]
)
def test_each_clause_is_violated_where_it_says_and_the_whole_as_the_library_does(
    module: Any, value: Any, real: Callable[[Any], object], says: Mapping[tuple[str, str], Violates]
) -> None:
    declared: DeclaringObject = module.found("It", value)
    assert [field.name for field in declared.fields] == ["size", "name", "code"]
    assert [field.required for field in declared.fields] == [True, False, False]
    assert [field.key for field in declared.fields] == ["size", "name", "Code" if value is Row else "code"]
    assert {(each.field, each.constraint) for each in declared.clauses if each.kind != "required"} == set(says)
    for given in inputs():
        refusal = declared.refusal(given)
        assert not refusal.unclear, given
        assert set(refusal.violated) == violated(declared, given, says), given
        try:
            real(given)
            accepted = True
        except Exception:
            accepted = False
        if value is not shipped:
            assert (refusal.raised is None) is accepted is (not refusal.violated), given


@pytest.mark.parametrize("module", [attrs_classes, msgspec_structs, pydantic_models, beartype_calls])
def test_what_declares_nothing_is_found_by_none(module: Any) -> None:
    for nothing in (int, len, re.compile("a"), lower, 5):
        assert module.found("It", nothing) is None
