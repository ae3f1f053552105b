"""What pydantic's models declare, and what pydantic says of an input: runs inside, beside `declared.py`.

`ValidationError.errors()` names the place and the type of each error, which together name the clause
(`pydantic_nodes.py` has the places).

pydantic stops at the first constraint of a place that fails. Whether the others of that place are violated too is asked
of pydantic with a schema that has that constraint only. A validator function runs after the type and the constraints
(`after`), so that it is not reached where these fail. A union refuses what each of its members refuses: the constraints
of a member are violated by a value that is of its type; one that is of no member's type violates the type of the union.
"""

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ArgsKwargs, SchemaValidator
from pydantic_core.core_schema import ErrorType

from .declared import InputField, Refusal
from .pydantic_nodes import SchemaNode, SchemaReader
from .pydantic_schemas import OPAQUE


class Model:
    """A model, a dataclass of pydantic's or a function whose calls it validates."""

    def __init__(
        self, name: str, schema: Any, validate: Callable[[dict[str, Any]], object], manner: str = "call"
    ) -> None:
        self.name, self.validate, self.manner = name, validate, manner
        self.fields: list[InputField] = []
        self.unread: list[str] = []
        reading = SchemaReader()
        self.root = reading.node(schema, "", 0, {})
        self.clauses = reading.clauses
        for key, node in self.root.inside.items():
            name = self.root.tree["names"][key]
            self.fields.append(InputField(name, key, key in self.root.tree["required"], node.tree))
        if self.root.others is not None:
            other = self.root.tree["others"]
            self.fields.append(InputField(other, other, False, {"kind": "any"}))

    def refusal(self, values: Mapping[str, Any]) -> Refusal:
        """What pydantic says of an input."""
        given = {field.key: values[field.name] for field in self.fields if field.name in values}
        try:
            self.validate(given)
        except ValidationError as error:
            return self._of_errors(error)
        except Exception as error:
            return self._of_exception(error)
        return Refusal({}, None)

    def _of_errors(self, error: ValidationError) -> Refusal:
        violated = _violated(self.root, error)
        return Refusal({}, None, violated) if isinstance(violated, str) else Refusal(violated, type(error).__name__)

    def _of_exception(self, error: Exception) -> Refusal:
        """What a validator function raises, if no ValueError, leaves pydantic as it is."""
        name = type(error).__name__
        codes = set(_codes(error))
        for node in _nodes(self.root):
            for clause, function in node.validators:
                if _code(function) in codes:
                    return Refusal({clause: name}, name)
        return Refusal({}, None, f"{name}: {error}")


def found(name: str, value: object) -> Model | None:
    """What a class or a function declares to pydantic; None where that is nothing."""
    if isinstance(value, type) and issubclass(value, BaseModel):
        # Annotations may refer to classes that were defined after this one.
        value.model_rebuild(raise_errors=False)
        schema = value.__pydantic_core_schema__
        if not isinstance(schema, dict):
            return None
        if getattr(value, "__pydantic_root_model__", False):
            return _root_model(name, value, schema)
        return Model(name, schema, value.model_validate, "model_validate")
    if isinstance(value, type) and hasattr(value, "__pydantic_validator__") and hasattr(value, "__dataclass_fields__"):
        adapter: TypeAdapter[Any] = TypeAdapter(value)
        return Model(name, adapter.core_schema, adapter.validate_python)
    raw = getattr(value, "raw_function", None)
    if isinstance(raw, types.FunctionType):
        return _function(name, raw)
    return None


def _root_model(name: str, value: type[BaseModel], schema: Any) -> Model | None:
    """A model of a single value, which is a field `root` of a model here: pydantic calls it so, too."""
    root: Any = {"type": "model-field", "schema": schema}
    fields: Any = {"type": "model-fields", "fields": {"root": root}}
    around: Any = {"type": "model", "cls": value, "schema": fields}
    if schema["type"] == "definitions":
        root["schema"] = schema["schema"]
        around = {"type": "definitions", "schema": around, "definitions": schema["definitions"]}
    validator = SchemaValidator(around if schema["type"] == "definitions" else fields)
    return Model(name, around, validator.validate_python)


def _function(name: str, raw: types.FunctionType) -> Model | None:
    """A function whose calls pydantic validates, if its parameters can all be given by name."""
    adapter: TypeAdapter[Any] = TypeAdapter(raw)  # type: ignore[arg-type]  # any function
    schema: Any = adapter.core_schema
    arguments = schema.get("arguments_schema", {})
    if schema["type"] != "call" or arguments.get("type") != "arguments" or arguments.get("var_args_schema"):
        return None
    if any(each.get("mode") == "positional_only" for each in arguments["arguments_schema"]):
        return None
    validator = SchemaValidator({**schema, "function": _nothing})
    return Model(name, schema, lambda given: validator.validate_python(ArgsKwargs((), given)))


def _nothing(*_: object, **__: object) -> None:
    """Stands for the body of a function: only its arguments are of interest."""


def _violated(root: SchemaNode, error: ValidationError) -> dict[int, str] | str:
    """The clauses that pydantic's errors are about, each with how; or what it says, where that is no clause."""
    violated: dict[int, str] = {}
    unions: dict[tuple[Any, ...], tuple[SchemaNode, list[Any]]] = {}
    # Errors by place; those inside of a union are gathered and decided together.
    for each in error.errors():
        node, steps = _at(root, each["loc"])
        if node is not None and node.kind == "union" and node.members and len(each["loc"]) > steps:
            unions.setdefault(each["loc"][:steps], (node, []))[1].append((steps, each))
            continue
        clause = None if node is None else _clause_of(node, each)
        # An error that belongs to no known clause makes the whole unclear, rather than wrong.
        if node is None or clause is None:
            return f"{each['type']} at {'.'.join(map(str, each['loc']))}: it belongs to no known clause"
        violated[clause] = "false"
        # pydantic reports one constraint of a place that fails and does not look at the others: `Field(gt=5, lt=3)`
        # refuses 4 as "less_than" alone. A set of violated clauses must have both.
        if clause in node.alone:
            # The others of that place are asked one by one.
            for other, validator in node.alone.items():
                if other not in violated and _refuses(validator, each["input"]):
                    violated[other] = "false"
    for node, errors in unions.values():
        found = _of_union(node, errors)
        if found is None:
            return f"the union at {node.path}: it belongs to no known clause"
        violated |= dict.fromkeys(found, "false")
    return violated


def _of_union(node: SchemaNode, errors: Sequence[Any]) -> list[int] | None:
    """The clauses of members whose type a value is of, or that of the union."""
    # An error one step inside the union is about a member as a whole, and its input is the union's value. Without one
    # every error is deeper, in a part of the value: then no member is known to be meant.
    whole = [each["input"] for steps, each in errors if len(each["loc"]) == steps + 1]
    clauses: list[int] = []
    for inner, validator in node.members.values() if whole else ():
        assert validator is not None
        try:
            validator.validate_python(whole[0])
        except ValidationError as error:
            violated = _violated(inner, error)
            clauses += [] if isinstance(violated, str) else violated
    return clauses or (None if node.type_clause is None else [node.type_clause])


_OTHERS = ("extra_forbidden", "unexpected_keyword_argument")
"""Errors about a field that a model does not have; their place is that of the field."""


def _at(root: SchemaNode, place: Sequence[Any]) -> tuple[SchemaNode | None, int]:
    """The node of an error's place, and how many steps lead to it."""
    node, rest = root, list(place)
    # Step by step down the schema, as far as places have clauses.
    while rest and (node.kind not in OPAQUE or node.positions or node.items or node.members):
        inner: SchemaNode | None
        if node.kind == "union":
            break
        step = rest.pop(0)
        if node.kind == "model":
            inner = node.inside.get(str(step))
            # A field that the model does not have belongs to the model.
            if inner is None and not rest and node.others is not None:
                return node, len(place)
        elif node.kind == "dict":
            inner = node.items
            # Keys and values of a dict are two places.
            if rest[:1] == ["[key]"]:
                rest.pop(0)
                inner = node.keys
        elif node.kind == "tagged-union":
            inner = node.members[str(step)][0] if str(step) in node.members else None
        elif node.positions:
            inner = node.positions[step] if isinstance(step, int) and step < len(node.positions) else None
        else:
            inner = node.items
        if inner is None:
            return None, 0
        node = inner
    return node, len(place) - len(rest)


def _clause_of(node: SchemaNode, error: Any) -> int | None:
    """The clause of a place that an error is about."""
    type_ = error["type"]
    # By the type of the error first.
    if type_ in _MISSING and node.required is not None:
        return node.required
    if type_ in _OTHERS and node.others is not None:
        return node.others
    if type_ in node.types:
        return node.types[type_]
    # A place may have several validator functions, and errors name none: the traceback of its cause leads through one.
    if node.validators:
        cause = error.get("ctx", {}).get("error")
        codes = set(_codes(cause)) if isinstance(cause, BaseException) else set()
        named = [clause for clause, function in node.validators if _code(function) in codes]
        # The traceback leads through the function that raised.
        if named:
            return named[0]
        if len(node.validators) == 1 and type_ not in _OF_PYDANTIC:
            return node.validators[0][0]
    # What strict mode refuses and lax mode takes is a clause of its own.
    if node.strict is not None and not _refuses(node.strict[1], error["input"]):
        return node.strict[0]
    return node.type_clause


_MISSING = ("missing", "missing_argument", "missing_keyword_only_argument")
_BY_FUNCTIONS = ("value_error", "assertion_error")
_OF_PYDANTIC = frozenset(get_args(ErrorType)).difference(_BY_FUNCTIONS)
"""Errors that pydantic itself reports; other types are those of functions."""


def _refuses(validator: SchemaValidator, value: object) -> bool:
    try:
        validator.validate_python(value)
    except ValidationError:
        return True
    return False


def _nodes(root: SchemaNode) -> list[SchemaNode]:
    nodes = [root]
    for node in nodes:
        nodes += [*node.inside.values(), *node.positions, *(member for member, _ in node.members.values())]
        nodes += [member for member in (node.items, node.keys) if member is not None]
    return nodes


def _codes(error: BaseException) -> list[object]:
    """The code objects of the functions that an exception went through."""
    codes: list[object] = []
    trace = error.__traceback__
    while trace is not None:
        codes.append(trace.tb_frame.f_code)
        trace = trace.tb_next
    return codes


def _code(function: Any) -> object:
    inner = getattr(function, "__func__", function)
    return getattr(inner, "__code__", inner)
