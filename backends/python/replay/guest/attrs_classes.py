"""What the validators of attrs' classes declare, and what they say of an input: runs inside, beside `declared.py`.

The validators in `attrs.fields` are the definition. attrs sets all attributes, after their converters, and then runs
the validators in order until one raises. So an object is made with validators turned off, and each is run on it by
itself, as attrs would call it; those of `and_`, or of a list, one by one. The whole has to be refused where one raises.

A class without validators declares nothing: attrs does not check annotations.
"""

import contextlib
import types
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from .declared import Constraint, InputField, Refusal

BOUNDS = {">": "gt", ">=": "ge", "<": "lt", "<=": "le"}


class Class:
    """A class of attrs'. Each validator of each attribute is a clause."""

    def __init__(self, name: str, cls: type) -> None:
        self.name, self.cls = name, cls
        self.manner = "call"
        self.fields: list[InputField] = []
        self.clauses: list[Constraint] = []
        self.unread: list[str] = []
        self.required: dict[str, int] = {}
        self.validators: dict[str, list[tuple[int, Any]]] = {}
        self.attributes = [field for field in attrs.fields(cls) if field.init]
        for attribute in self.attributes:
            self._attribute(attribute)

    def _attribute(self, attribute: Any) -> None:
        parameter = attribute.alias
        required = attribute.default is attrs.NOTHING
        tree: dict[str, Any] = {"kind": "chain", "choices": []}
        if required:
            self.required[parameter] = self._clause(attribute.name, parameter, "required", "required")
        validators_found = []
        for validator in _validators(attribute.validator):
            constraint = _shown(validator, tree)
            clause = self._clause(attribute.name, parameter, constraint, "validator")
            validators_found.append((clause, validator))
        self.validators[parameter] = validators_found
        self.fields.append(InputField(parameter, parameter, required, _finished(tree, attribute)))

    def _clause(self, path: str, parameter: str, constraint: str, kind: str) -> int:
        self.clauses.append(Constraint(parameter, path, constraint, kind))
        return len(self.clauses) - 1

    def refusal(self, values: Mapping[str, Any]) -> Refusal:
        """What the validators say of an input. What is left out, though it is required, is set to None, or to another
        value that its converter takes, and nothing else of it is looked at; nor is what functions say then, which may
        look at other attributes."""
        # A required attribute that is missing is a clause of its own.
        violated = {clause: "false" for name, clause in self.required.items() if name not in values}
        missing = {
            attribute.alias: _taken(attribute.converter)
            for attribute in self.attributes
            if attribute.alias in self.required and attribute.alias not in values
        }
        # An object that no validator has looked at, but every converter: attrs calls validators with the converted
        # values.
        try:
            with attrs.validators.disabled():
                instance = self.cls(**values, **missing)
        except Exception as error:
            return Refusal({}, None, f"{type(error).__name__}: {error}")
        # Each validator by itself, so that a set of violated clauses is known and not the first alone.
        for attribute in self.attributes:
            if attribute.alias in missing:
                continue
            for clause, validator in self.validators[attribute.alias]:
                # A function written by the user may read an attribute that is None only because it was left out.
                if missing and isinstance(validator, types.FunctionType):
                    continue
                try:
                    validator(instance, attribute, getattr(instance, attribute.name))
                except Exception as error:
                    refused = isinstance(error, (ValueError, AssertionError)) or type(validator).__name__ in _OF_TYPES
                    violated[clause] = "false" if refused else type(error).__name__
        # The cross-check: what the class itself says of the input has to be what its validators said one by one.
        # Then the class itself, which has the last word.
        try:
            self.cls(**values)
        except Exception as error:
            if not violated:
                return Refusal({}, None, f"refused, but by none of its validators: {type(error).__name__}: {error}")
            return Refusal(violated, type(error).__name__)
        return Refusal({}, None, "accepted although a validator should refuse it") if violated else Refusal({}, None)


_FILLINGS: tuple[Any, ...] = (None, 0, "", "1", (), {})
"""What stands for a missing value: each converter takes one of them as a rule."""


def _taken(converter: Any) -> Any:
    """The first of these that a converter takes."""
    for filling in _FILLINGS if callable(converter) else ():
        with contextlib.suppress(Exception):  # Converters are functions of the user.
            converter(filling)
            return filling
    return None


def _validators(validator: Any) -> Iterator[Any]:
    """The single validators of one."""
    inner_validators = getattr(validator, "_validators", None)
    if inner_validators is None:
        yield from () if validator is None else (validator,)
        return
    for inner_validator in inner_validators:
        yield from _validators(inner_validator)


def _shown(validator: Any, tree: dict[str, Any]) -> str:
    """What a validator demands, in a word; what that says of values goes into the tree."""
    # By the class of the validator: attrs has no other description of them.
    match type(validator).__name__:
        case "_InstanceOfValidator":
            types_ = validator.type if isinstance(validator.type, tuple) else (validator.type,)
            names = [type_.__name__ for type_ in types_]
            tree["choices"] += [{"kind": name} if name in _PLAIN else _made(name) for name in names]
            return " | ".join(names)
        case "_NumberValidator" if validator.compare_op in BOUNDS:
            tree[BOUNDS[validator.compare_op]] = validator.bound
            return f"{BOUNDS[validator.compare_op]}={validator.bound!r}"
        case "_MaxLengthValidator":
            tree["max_length"] = validator.max_length
            return f"max_length={validator.max_length!r}"
        case "_MinLengthValidator":
            tree["min_length"] = validator.min_length
            return f"min_length={validator.min_length!r}"
        case "_InValidator":
            tree["samples"] = [repr(option) for option in list(validator.options)[:20]]
            return f"in {validator.options!r}"
        case "_MatchesReValidator":
            tree["pattern"] = validator.pattern.pattern
            return f"pattern={validator.pattern.pattern!r}"
        # An optional validator lets None pass, and says what it says otherwise.
        case "_OptionalValidator":
            inner_validators = validator.validator
            demands_shown = [
                _shown(inner_validator, tree)
                for inner_validator in (
                    inner_validators if isinstance(inner_validators, tuple) else tuple(_validators(inner_validators))
                )
            ]
            tree["nullable"] = True
            return f"None or {', '.join(demands_shown)}"
        case "_DeepIterable":
            tree["choices"].append({"kind": "list", "items": _inside(validator.member_validator)})
            return repr(validator).strip("<>")
        case "_DeepMapping":
            inside = {"keys": _inside(validator.key_validator), "items": _inside(validator.value_validator)}
            tree["choices"].append({"kind": "dict", **inside})
            return repr(validator).strip("<>")
        case "_IsCallableValidator":
            tree["choices"].append({"kind": "callable"})
            return "callable"
        case "function":
            return f"validator {validator.__name__}"
    return repr(validator).strip("<>")


_PLAIN = ("int", "float", "str", "bytes", "bool", "list", "dict", "set", "frozenset")
_OF_TYPES = ("_InstanceOfValidator", "_IsCallableValidator", "_SubclassOfValidator")
"""Validators that refuse by TypeError."""
_BOUNDS = ("gt", "ge", "lt", "le", "min_length", "max_length", "pattern")


def _made(name: str) -> dict[str, Any]:
    return {"kind": "any", "samples": [f"{name}()"]}


def _inside(validator: Any) -> dict[str, Any]:
    tree: dict[str, Any] = {"kind": "chain", "choices": []}
    for single_validator in _validators(validator):
        _shown(single_validator, tree)
    return _typed(tree)


def _typed(tree: dict[str, Any]) -> dict[str, Any]:
    """A tree with its bounds at the kinds that have such."""
    bounds = {key: tree[key] for key in _BOUNDS if key in tree}
    if not tree["choices"]:
        numbers = any(key in bounds for key in ("gt", "ge", "lt", "le"))
        tree["choices"] = [{"kind": kind} for kind in (("int", "float") if numbers else ("str", "list", "int", "dict"))]
    # A bound is tried on one more kind that it may be meant for, with the same bounds: `ge(0)` on a float, `max_len` on
    # a list. Without an `instance_of` attrs refuses none of them.
    bounded_kinds = [{"kind": kind} for kind in (("float",) if "gt" in bounds or "ge" in bounds else ("list",))]
    return {**tree, "choices": [{**choice, **bounds} for choice in (*tree["choices"], *bounded_kinds)]}


def _finished(tree: dict[str, Any], attribute: Any) -> dict[str, Any]:
    default = attribute.default
    samples = [repr(default)] if isinstance(default, (int, float, str)) else []
    # No annotation is checked, but it says what is meant.
    declared = getattr(attribute.type, "__name__", attribute.type)
    if declared in _PLAIN and not tree["choices"]:
        bounds = {key: tree[key] for key in _BOUNDS if key in tree}
        typed = {**tree, "choices": [{"kind": declared, **bounds}]}
    else:
        typed = _typed(tree)
    return {**typed, "samples": [*tree.get("samples", ()), *samples]}


def found(name: str, value: object) -> Class | None:
    """What a class declares to attrs; None where it has no validators."""
    if not isinstance(value, type) or not attrs.has(value):
        return None
    if not any(field.validator is not None for field in attrs.fields(value)):
        return None
    return Class(name, value)
