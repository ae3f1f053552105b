"""What pydantic's models declare, and what pydantic says of an input: runs inside, beside `declared.py`.

A model's core schema (pydantic-core, `core_schema`) is the definition: what is inherited, made by `conint` or written
as `Annotated` is all in it. Each node of it is a place in an input, and has clauses: that the value is there, that it
is of the type, each constraint, each validator function. `ValidationError.errors()` names the place and the type of
each error, which together name the clause.

pydantic stops at the first constraint of a place that fails. Whether the others of that place are violated too is asked
of pydantic with a schema that has that constraint only. A validator function runs after the type and the constraints
(`after`), so that it is not reached where these fail.
"""

import functools
import types
from collections.abc import Callable, Mapping
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ArgsKwargs, SchemaValidator
from pydantic_core.core_schema import ErrorType

from .declared import Clause, Field, Refusal
from .pydantic_schemas import (
    CONSTRAINTS,
    LEAVES,
    OPAQUE,
    PREFIXES,
    PROVABLE,
    TRANSPARENT,
    choices,
    members,
    named,
    samples,
)  # fmt: skip

DEPTH = 3
"""Models inside models whose constraints are clauses of their own."""
MANY = 400
"""Clauses of one model that are read."""


class Node:
    """A place in an input: its clauses by the type of pydantic's error, and the places in it."""

    def __init__(self, kind: str, path: str) -> None:
        self.kind, self.path = kind, path
        self.tree: dict[str, Any] = {"kind": kind}
        self.types: dict[str, int] = {}
        self.type_clause: int | None = None
        self.required: int | None = None
        self.validators: list[tuple[int, object]] = []
        self.alone: dict[int, SchemaValidator] = {}
        self.inside: dict[str, Node] = {}
        self.items: Node | None = None
        self.keys: Node | None = None


class Model:
    """A model, a dataclass of pydantic's or a function whose calls it validates."""

    def __init__(
        self, name: str, schema: Any, validate: Callable[[dict[str, Any]], object], manner: str = "call"
    ) -> None:
        self.name, self.validate, self.manner = name, validate, manner
        self.fields: list[Field] = []
        self.clauses: list[Clause] = []
        self.unread: list[str] = []
        self.definitions: dict[str, Any] = {}
        self.field = ""
        self.open: list[str] = []
        self.aside = 0
        self.root = self._node(schema, "", 0, {})
        for key, node in self.root.inside.items():
            name = self.root.tree["names"][key]
            self.fields.append(Field(name, key, key in self.root.tree["required"], node.tree))

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
        violated: dict[int, str] = {}
        for each in error.errors():
            node = self._at(each["loc"], each["type"])
            clause = None if node is None else _clause_of(node, each)
            if node is None or clause is None:
                return Refusal({}, None, f"{each['type']} at {'.'.join(map(str, each['loc']))}: no clause is known")
            violated[clause] = "false"
            if clause in node.alone:
                for other, validator in node.alone.items():
                    if other not in violated and _refuses(validator, each["input"]):
                        violated[other] = "false"
        return Refusal(violated, type(error).__name__)

    def _of_exception(self, error: Exception) -> Refusal:
        """What a validator function raises, if no ValueError, leaves pydantic as it is."""
        name = type(error).__name__
        codes = set(_codes(error))
        for node in _nodes(self.root):
            for clause, function in node.validators:
                if _code(function) in codes:
                    return Refusal({clause: name}, name)
        return Refusal({}, None, f"{name}: {error}")

    def _at(self, place: tuple[Any, ...], kind: str) -> Node | None:
        """The node of an error's place."""
        node = self.root
        rest = list(place)
        while rest and node.kind not in OPAQUE:
            step = rest.pop(0)
            if node.kind == "model":
                inner = node.inside.get(str(step))
            elif node.kind == "dict":
                inner = node.items
                if rest[:1] == ["[key]"]:
                    rest.pop(0)
                    inner = node.keys
            else:
                inner = node.items
            if inner is None:
                return None
            node = inner
        return node

    def _clause(self, path: str, constraint: str, kind: str = "type", test: str = "", of: str = "") -> int:
        self.clauses.append(Clause(self.field, path, constraint, kind, test, of))
        return len(self.clauses) - 1

    def _node(self, schema: Any, path: str, depth: int, config: dict[str, Any]) -> Node:
        """The place that a schema describes, and what is in it."""
        layers: list[Any] = []
        passed: list[str] = []
        nullable = False
        while True:
            kind = schema["type"]
            if kind == "definitions":
                self.definitions.update({each["ref"]: each for each in schema["definitions"]})
                schema = schema["schema"]
            elif kind == "definition-ref":
                reference = schema["schema_ref"]
                if reference in self.open:
                    schema = {"type": "recursive", "name": reference.split(":")[0].rpartition(".")[2]}
                    break
                passed.append(reference)
                schema = self.definitions[reference]
            elif kind == "nullable":
                nullable, schema = True, schema["schema"]
            elif kind in TRANSPARENT:
                layers += [schema] if kind.startswith("function-") else []
                schema = schema[TRANSPARENT[kind]]
            elif kind in ("model", "dataclass") and schema["schema"]["type"] in TRANSPARENT:
                inner = schema["schema"]
                layers.append(inner)
                schema = {**schema, "schema": inner["schema"]}
            else:
                break
        self.open += passed
        node = self._place(schema, path, depth, {**config, **schema.get("config", {})}, nullable)
        del self.open[len(self.open) - len(passed) :]
        node.tree["nullable"] = nullable
        self._validators(node, layers)
        return node

    def _place(self, schema: Any, path: str, depth: int, config: dict[str, Any], nullable: bool) -> Node:
        kind = schema["type"]
        inside = members(schema)
        node = Node("model" if inside is not None else kind, path)
        if inside is not None and depth < DEPTH and len(self.clauses) < MANY:
            if path:
                node.type_clause = self._clause(path, named(schema, nullable))
            self._inside(node, inside, path, depth, config)
        elif kind in ("list", "set", "frozenset", "dict"):
            node.type_clause = self._clause(path, named(schema, nullable))
            self._constraints(node, schema, config)
            self._elements(node, schema, depth, config)
        elif kind in LEAVES:
            node.type_clause = self._clause(path, named(schema, nullable))
            self._constraints(node, schema, config)
            node.tree["samples"] = samples(schema)
        elif kind != "any" and all(each["type"] != "any" for each in choices(schema)):
            node.kind = node.tree["kind"] = kind if kind in OPAQUE else "chain"
            node.type_clause = self._clause(path, named(schema, nullable))
            if inside is not None and kind not in OPAQUE:
                node.tree = self._aside(schema)
            else:
                node.tree["choices"] = [self._aside(each) for each in choices(schema)]
                node.tree["samples"] = samples(schema)
            if kind == "tuple":
                node.tree["variadic"] = schema.get("variadic_item_index")
        return node

    def _aside(self, schema: Any) -> dict[str, Any]:
        """The tree of a schema whose clauses are none of their own."""
        if self.aside >= DEPTH:
            return {"kind": "any"}
        kept, self.clauses, self.aside = (self.clauses, self.field), [], self.aside + 1
        try:
            return self._node(schema, "_", 0, {}).tree
        finally:
            self.clauses, self.field = kept
            self.aside -= 1

    def _inside(self, node: Node, fields: list[tuple[str, str, Any, bool]], path: str, depth: int,
                config: dict[str, Any]) -> None:  # fmt: skip
        """The fields of a model."""
        node.tree |= {"names": {}, "required": [], "fields": {}}
        for name, key, schema, required in fields:
            if self.aside and not required:
                continue
            if depth == 0:
                self.field = name
            inner = f"{path}.{name}" if path else name
            clause = self._clause(inner, "required", "required") if required else None
            child = self._node(schema, inner, depth + 1, config)
            child.required = clause
            node.inside[key] = child
            node.tree["names"][key] = name
            node.tree["fields"][key] = child.tree
            node.tree["required"] += [key] if required else []
        if depth == 0:
            self.field = ""

    def _elements(self, node: Node, schema: Any, depth: int, config: dict[str, Any]) -> None:
        """What is in a container."""
        items = schema.get("values_schema" if schema["type"] == "dict" else "items_schema")
        if items is not None:
            node.items = self._node(items, f"{node.path}[*]", depth + 1, config)
            node.tree["items"] = node.items.tree
        if schema.get("keys_schema") is not None:
            node.keys = self._node(schema["keys_schema"], f"{node.path}[key]", depth + 1, config)
            node.tree["keys"] = node.keys.tree

    def _constraints(self, node: Node, schema: Any, config: dict[str, Any]) -> None:
        """The constraints of a place, and for each a validator that checks nothing else."""
        kind = schema["type"]
        shared: Any = {name: value for name, value in config.items() if name in _SHARED}
        plain = {key: value for key, value in schema.items() if key not in (*CONSTRAINTS, "ref", "metadata")}
        for key in ("items_schema", "keys_schema", "values_schema"):
            plain.pop(key, None)
        for name in (key for key in CONSTRAINTS if schema.get(key) is not None):
            value = schema[name]
            type_, test = CONSTRAINTS[name]
            type_ = PREFIXES.get(kind, "") + type_ if name.endswith("length") else type_
            exact = kind in PROVABLE and isinstance(value, int)
            claimed = (test.format(value), kind) if exact and test else ("", "")
            clause = self._clause(node.path, f"{name}={value!r}", "constraint", *claimed)
            node.types[type_] = clause
            node.tree[name] = value if isinstance(value, (int, float, str)) else str(value)
            alone: Any = {**plain, name: value}
            node.alone[clause] = SchemaValidator(alone, shared)

    def _validators(self, node: Node, layers: list[Any]) -> None:
        """A clause for each validator function around a place, from the innermost."""
        for layer in reversed(layers):
            function = layer["function"]["function"]
            known = isinstance(function, functools.partial) and [
                each for each in CONSTRAINTS if each in function.keywords
            ]
            module = getattr(function, "__module__", "") or ""
            if known:
                clause = self._clause(node.path, f"{known[0]}={function.keywords[known[0]]!r}", "validator")
                node.types[CONSTRAINTS[known[0]][0]] = clause
            elif not isinstance(function, (type, functools.partial)) and module.partition(".")[0] != "pydantic":
                when = layer["type"].removeprefix("function-")
                clause = self._clause(node.path, f"{when} validator {_name(function)}", "validator")
                node.validators.append((clause, function))


_SHARED = ("strict", "str_strip_whitespace", "str_to_lower", "str_to_upper", "coerce_numbers_to_str", "regex_engine")
"""What a model's configuration says about the values of its fields."""


def found(name: str, value: object) -> Model | None:
    """What a class or a function declares to pydantic; None where that is nothing."""
    if isinstance(value, type) and issubclass(value, BaseModel):
        value.model_rebuild(raise_errors=False)
        schema = value.__pydantic_core_schema__
        if getattr(value, "__pydantic_root_model__", False) or not isinstance(schema, dict):
            return None
        return Model(name, schema, value.model_validate, "model_validate")
    if isinstance(value, type) and hasattr(value, "__pydantic_validator__") and hasattr(value, "__dataclass_fields__"):
        adapter: TypeAdapter[Any] = TypeAdapter(value)
        return Model(name, adapter.core_schema, adapter.validate_python)
    raw = getattr(value, "raw_function", None)
    if isinstance(raw, types.FunctionType):
        return _function(name, value, raw)
    return None


def _function(name: str, value: Any, raw: types.FunctionType) -> Model | None:
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


def _clause_of(node: Node, error: Any) -> int | None:
    """The clause of a place that an error is about."""
    type_ = error["type"]
    if type_ in _MISSING and node.required is not None:
        return node.required
    if type_ in node.types:
        return node.types[type_]
    if node.validators:
        cause = error.get("ctx", {}).get("error")
        codes = set(_codes(cause)) if isinstance(cause, BaseException) else set()
        named = [clause for clause, function in node.validators if _code(function) in codes]
        if named:
            return named[0]
        if len(node.validators) == 1 and type_ not in _OF_PYDANTIC:
            return node.validators[0][0]
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


def _nodes(root: Node) -> list[Node]:
    found = [root]
    for node in found:
        found += [*node.inside.values(), *(each for each in (node.items, node.keys) if each is not None)]
    return found


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


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))
