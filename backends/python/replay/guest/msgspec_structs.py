"""What msgspec's structs declare, and what msgspec says of an input: runs inside, beside `declared.py`.

`msgspec.inspect.type_info` is the definition. Constraints are checked when an object is made by `convert` or decoded,
not when the class is called, so that `convert` of a dict is what is asked. It stops at the first error; so each field
is converted by itself, to its own type, and where that is refused, each constraint of it is asked for alone: the value
to the type with no constraint but this one. The whole has to be refused where a field is, and accepted where none is.
"""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from .declared import Constraint, InputField, Refusal

CONSTRAINTS = {
    "gt": "x > {}",
    "ge": "x >= {}",
    "lt": "x < {}",
    "le": "x <= {}",
    "multiple_of": "x % {} == 0",
    "min_length": "len(x) >= {}",
    "max_length": "len(x) <= {}",
    "pattern": "re.search({!r}, x)",
}
BASES = {
    "IntType": int,
    "FloatType": float,
    "StrType": str,
    "BytesType": bytes,
    "ListType": list,
    "SetType": set,
    "FrozenSetType": frozenset,
    "DictType": dict,
}
"""The types that have constraints, and the classes that their values are of."""
PROVABLE = ("int", "str", "bytes", "list", "dict", "set", "frozenset")
KINDS = {
    "BoolType": "bool",
    "NoneType": "none",
    "AnyType": "any",
    "DateTimeType": "datetime",
    "DateType": "date",
    "TimeType": "time",
    "TimeDeltaType": "timedelta",
    "UUIDType": "uuid",
    "DecimalType": "decimal",
}


class Struct:
    """A struct. Of a field's type its constraints at the top are clauses of their own; what is inside is one clause."""

    def __init__(self, name: str, cls: type[msgspec.Struct]) -> None:
        self.name, self.cls = name, cls
        self.manner = "convert"
        self.fields: list[InputField] = []
        self.clauses: list[Constraint] = []
        self.unread: list[str] = []
        self.alone: dict[str, list[tuple[int, Any]]] = {}
        self.required: dict[str, int] = {}
        info = inspect.type_info(cls)
        assert isinstance(info, inspect.StructType)
        hints = get_type_hints(cls, include_extras=True)
        for field in info.fields:
            self._field(field, hints[field.name])

    def _field(self, field: Any, hint: Any) -> None:
        name = field.name
        if field.required:
            self.required[name] = self._clause(name, "required", "required")
        shape, nullable = _without_none(field.type)
        tree = _tree(shape) | {"nullable": nullable}
        self.fields.append(InputField(name, field.encode_name, field.required, tree))
        base = BASES.get(type(shape).__name__)
        constraints = {key: getattr(shape, key, None) for key in CONSTRAINTS} if base is not None else {}
        constraints = {key: value for key, value in constraints.items() if value is not None}
        shown = type(shape).__name__.removesuffix("Type").lower() + (" | None" if nullable else "")
        if not isinstance(shape, inspect.AnyType):
            self.alone[name] = [(self._clause(name, shown, "type"), _bare(hint))]
        for key, value in constraints.items():
            assert base is not None
            # Only where a proof over plain values is exact does a constraint get a test.
            exact = base.__name__ in PROVABLE and isinstance(value, (int, str))
            test = CONSTRAINTS[key].format(value) if exact else ""
            clause = self._clause(name, f"{key}={value!r}", "constraint", test, base.__name__ if exact else "")
            self.alone[name].append((clause, Annotated[base, msgspec.Meta(**{key: value})]))

    def _clause(self, name: str, constraint: str, kind: str, test: str = "", of: str = "") -> int:
        self.clauses.append(Constraint(name, name, constraint, kind, test, of))
        return len(self.clauses) - 1

    def refusal(self, values: Mapping[str, Any]) -> Refusal:
        """What msgspec says of an input."""
        violated: dict[int, str] = {}
        given: dict[str, Any] = {}
        for field in self.fields:
            # A missing field violates that it is required, and nothing else.
            if field.name not in values:
                violated |= {self.required[field.name]: "false"} if field.required else {}
                continue
            value = given[field.key] = values[field.name]
            # First the plain type, then each constraint alone.
            for index, (clause, type_) in enumerate(self.alone.get(field.name, ())):
                # The first is the type without constraints. What is not of it, or is its None, has none of the
                # others.
                if _refuses(value, type_):
                    violated[clause] = "false"
                    if index == 0:
                        break
                elif index == 0 and value is None:
                    break
        # The whole is asked last, and has to agree.
        try:
            msgspec.convert(given, self.cls)
        except msgspec.ValidationError as error:
            if not violated:
                return Refusal({}, None, f"refused, but not because of a known constraint: {error}")
            return Refusal(violated, type(error).__name__)
        except Exception as error:
            return Refusal({}, None, f"{type(error).__name__}: {error}")
        return Refusal({}, None, "accepted although a constraint should refuse it") if violated else Refusal({}, None)


def _refuses(value: object, type_: Any) -> bool:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        return True
    return False


def _bare(hint: Any) -> Any:
    """A type without the constraints at its top: `Annotated[int, Meta(gt=0)] | None` is `int | None`."""
    if get_origin(hint) is Annotated:
        return _bare(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        return Union[tuple(_bare(arg) for arg in get_args(hint))]  # noqa: UP007  # of a tuple
    return hint


def _without_none(type_: Any) -> tuple[Any, bool]:
    """A type of msgspec's without None, and whether None is of it; of a union of more, all of it."""
    while isinstance(type_, inspect.Metadata):
        type_ = type_.type
    if isinstance(type_, inspect.UnionType):
        rest = [each for each in type_.types if not isinstance(each, inspect.NoneType)]
        if len(rest) == 1:
            return _without_none(rest[0])[0], len(rest) < len(type_.types)
    return type_, False


def _tree(type_: Any) -> dict[str, Any]:
    """What values a type takes, to make inputs from."""
    type_, nullable = _without_none(type_)
    base = BASES.get(type(type_).__name__)
    tree: dict[str, Any] = {"nullable": nullable, "kind": KINDS.get(type(type_).__name__, "chain")}
    # Constraints become bounds of the values that are made.
    if base is not None:
        tree |= {key: value for key in CONSTRAINTS if (value := getattr(type_, key, None)) is not None}
        tree["kind"] = base.__name__
    match type_:
        case inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
            tree["items"] = _tree(type_.item_type)
        case inspect.DictType():
            tree |= {"keys": _tree(type_.key_type), "items": _tree(type_.value_type)}
        case inspect.LiteralType():
            tree["samples"] = [repr(value) for value in type_.values]
        case inspect.EnumType():
            tree["samples"] = [repr(member.value) for member in type_.cls]
        case inspect.UnionType():
            tree["choices"] = [_tree(member) for member in type_.types]
        case inspect.TupleType():
            tree |= {"kind": "tuple", "choices": [_tree(item_type_) for item_type_ in type_.item_types]}
        # A struct is read field by field, those that are optional loosely.
        case inspect.StructType() if not type_.array_like:
            fields = {field.encode_name: field for field in type_.fields}
            tree |= {
                "kind": "model",
                "fields": {
                    key: _tree(field.type) if field.required else {"kind": "any"} for key, field in fields.items()
                },
                "required": [key for key, field in fields.items() if field.required],
            }
    return tree


def found(name: str, value: object) -> Struct | None:
    """What a class declares to msgspec; None where that is nothing."""
    if not isinstance(value, type) or not issubclass(value, msgspec.Struct) or value is msgspec.Struct:
        return None
    return Struct(name, value)
