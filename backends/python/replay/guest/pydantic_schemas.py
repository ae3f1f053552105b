"""How pydantic-core describes what it checks: schemas, as plain data. It imports nothing, so that it can be read before
the sandbox closes this folder; see `pydantic_models.py`.

Source: `pydantic_core.core_schema`, and the list of error types in pydantic's documentation ("Validation Errors").
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

CONSTRAINTS = {
    "gt": ("greater_than", "x > {}"),
    "ge": ("greater_than_equal", "x >= {}"),
    "lt": ("less_than", "x < {}"),
    "le": ("less_than_equal", "x <= {}"),
    "multiple_of": ("multiple_of", "x % {} == 0"),
    "min_length": ("too_short", "len(x) >= {}"),
    "max_length": ("too_long", "len(x) <= {}"),
    "pattern": ("string_pattern_mismatch", ""),
    "max_digits": ("decimal_max_digits", ""),
    "decimal_places": ("decimal_max_places", ""),
}
"""Constraint → the error type of pydantic-core and Python's expression of it; lengths have prefixes of the type."""
PREFIXES = {"str": "string_", "bytes": "bytes_"}
PROVABLE = ("int", "str", "bytes", "list", "tuple", "dict", "set", "frozenset")
"""Types whose constraints mean to Python what they mean to pydantic."""
_BOUNDS = ("gt", "ge", "lt", "le")
"""What means the same of floats, too: of a number that a text or an int stands for, the float is compared that it
becomes. Multiples are such within a tolerance there, which `%` has not."""
_FINITE = "x - x == 0"
"""True of floats that are finite: the difference of an infinity, or of NaN, and itself is NaN."""
CONTAINERS = ("list", "set", "frozenset", "dict", "deque")
TRANSPARENT = {
    "default": "schema",
    "json-or-python": "python_schema",
    "function-before": "schema",
    "function-after": "schema",
    "function-wrap": "schema",
}
OPAQUE = (
    "union",
    "tagged-union",
    "lax-or-strict",
    "chain",
    "custom-error",
    "tuple",
    "generator",
    "function-plain",
    "json",
    "recursive",
    "is-subclass",
    "callable",
    "is-instance",
)
"""Kinds of schema of which everything inside is one clause: the value is one that it takes."""
LEAVES = (
    "int",
    "float",
    "str",
    "bytes",
    "bool",
    "none",
    "date",
    "datetime",
    "time",
    "timedelta",
    "decimal",
    "uuid",
    "url",
    "multi-host-url",
    "literal",
    "enum",
    "complex",
    "missing-sentinel",
)


class SchemaConstraint(NamedTuple):
    """One constraint of a schema: its `key` and value, how it is shown, the types of pydantic's errors about it, and
    Python's expression for it over `x` where there is one."""

    key: str
    value: Any
    text: str
    errors: tuple[str, ...]
    test: str = ""


def constraints_of(schema: Any, config: dict[str, Any]) -> Iterator[SchemaConstraint]:
    """The constraints of a place, those that the configuration of a model adds among them."""
    kind = schema["type"]
    lengths = {"min_length": "str_min_length", "max_length": "str_max_length"} if kind == "str" else {}
    # Bounds of the place come before those of the model's configuration.
    for name, (error, test) in CONSTRAINTS.items():
        value = schema.get(name, config.get(lengths.get(name, "")))
        # A configured length of zero constrains nothing.
        if value is None or (name not in schema and value == 0):
            continue
        error = PREFIXES.get(kind, "") + error if name.endswith("length") else error
        errors = ("url_too_long",) if kind == "url" else (error, *_MORE.get(name, ()))
        # Only where a test says the same exactly may a proof use the clause.
        exact = kind in PROVABLE and isinstance(value, int) and bool(test)
        exact = exact or (kind == "float" and name in _BOUNDS and isinstance(value, int | float))
        yield SchemaConstraint(name, value, f"{name}={value!r}", errors, test.format(value) if exact else "")
    # Constraints whose violation has several types of error.
    for name, errors in (
        ("tz_constraint", ("timezone_aware", "timezone_naive", "timezone_offset")),
        ("now_op", tuple(f"{of}_{when}" for of in ("date", "datetime") for when in ("past", "future"))),
        ("version", ("uuid_version",)),
        ("allowed_schemes", ("url_scheme",)),
    ):
        if schema.get(name) is not None:
            yield SchemaConstraint(name, schema[name], f"{name}={schema[name]!r}", errors)
    if schema.get("allow_inf_nan", config.get("allow_inf_nan")) is False and kind in ("float", "decimal", "complex"):
        test = _FINITE if kind == "float" else ""
        yield SchemaConstraint("allow_inf_nan", False, "allow_inf_nan=False", ("finite_number",), test)


_MORE = {"max_digits": ("decimal_whole_digits",)}


def forbids_others(schema: Any) -> bool:
    """Whether a model refuses fields that it does not have."""
    inner = schema.get("schema")
    said = (inner if isinstance(inner, dict) else {}).get("extra_behavior") or schema.get("extra_behavior")
    return bool((said or schema.get("config", {}).get("extra_fields_behavior")) == "forbid")


def predicate_of(function: Any) -> str:
    """The name of the predicate that a function of pydantic checks (`annotated_types.Predicate`); empty for others."""
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None)
    if code is None or not cells or "predicate_name" not in code.co_freevars:
        return ""
    found = cells[code.co_freevars.index("predicate_name")].cell_contents
    return str(found).strip().strip("'") or "function"


def constants_of(function: Any) -> list[str]:
    """Texts of the constants in a function, which it may compare a value with, and the neighbours of whole numbers."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    texts: list[str] = []
    for value in getattr(code, "co_consts", ())[1:]:
        if type(value) is int:
            texts += [repr(value), repr(value + 1), repr(value - 1)]
        elif type(value) in (str, float) and len(str(value)) < 100:
            texts.append(repr(value))
    return texts


def members(schema: Any) -> list[tuple[str, str, Any, bool]] | None:
    """The fields of a model: name, key in an input, schema, whether it is required; None for what has none."""
    match schema["type"]:
        case "model" if schema["schema"]["type"] == "model-fields":
            pairs = list(schema["schema"]["fields"].items())
        case "typed-dict":
            pairs = list(schema["fields"].items())
        # `field(init=False)` has no place in an input.
        case "dataclass" if schema["schema"]["type"] == "dataclass-args":
            pairs = [(each["name"], each) for each in schema["schema"]["fields"] if each.get("init", True)]
        case "named-tuple":
            pairs = [(each["name"], each) for each in schema["fields"]]
        # A call is validated against its arguments, each of which is a field.
        case "call":
            pairs = [(each["name"], each) for each in schema["arguments_schema"]["arguments_schema"]]
        case _:
            return None
    return [
        # Only a typed dict says itself what is required; of other kinds a field is unless its schema has a default.
        (name, _key(name, field), field["schema"], field.get("required", field["schema"]["type"] != "default"))
        for name, field in pairs
    ]


def _key(name: str, field: Any) -> str:
    alias = field.get("validation_alias", field.get("alias", name))
    if isinstance(alias, list):
        paths = [alias] if alias and isinstance(alias[0], str) else alias
        return next((path[0] for path in paths if len(path) == 1 and isinstance(path[0], str)), name)
    return str(alias)


def choices(schema: Any) -> list[Any]:
    """The schemas inside one that is a single clause."""
    match schema["type"]:
        case "union":
            return [choice[0] if isinstance(choice, tuple) else choice for choice in schema["choices"]]
        case "tagged-union":
            return [choice for choice in schema["choices"].values() if isinstance(choice, dict)]
        case "lax-or-strict":
            # What the strict one takes, this one takes as well.
            return [schema["lax_schema"]]
        # Its later steps see what the first has made, and no input.
        case "chain":
            return list(schema["steps"][:1])
        case "tuple":
            return list(schema["items_schema"])
        case "custom-error":
            return [schema["schema"]]
    return []


def samples(schema: Any) -> list[str]:
    """Expressions of values that a schema takes."""
    match schema["type"]:
        case "literal":
            return [repr(option.value if hasattr(option, "value") else option) for option in schema["expected"]]
        case "enum":
            return [repr(option.value) for option in schema["members"]]
        case "is-instance" if isinstance(schema["cls"], type):
            return [f"{schema['cls'].__name__}()"]
        case "callable":
            return ["len"]
        case "is-subclass":
            return [schema["cls"].__name__]
    return []


def named(schema: Any, nullable: bool) -> str:
    """What a schema takes, in a word."""
    kind = schema["type"]
    # By the kind of the schema: as its author would call it.
    match kind:
        case "model" | "dataclass" | "enum" | "is-instance" | "typed-dict" | "is-subclass" | "named-tuple":
            name = getattr(schema.get("cls"), "__name__", kind)
        case "lax-or-strict":
            name = _class_in(schema["strict_schema"]) or kind
        case "function-plain":
            name = getattr(schema["function"]["function"], "__name__", kind)
        case "recursive":
            name = schema["name"]
        case "literal":
            name = f"Literal[{', '.join(samples(schema))}]"
        case "union":
            name = " | ".join(named(choice, nullable=False) for choice in choices(schema))
        case "tagged-union":
            by = schema["discriminator"]
            name = f"one by {getattr(by, '__name__', repr(by))}"
        case "definition-ref":
            name = schema["schema_ref"].split(":")[0].rpartition(".")[2]
        case "default" | "function-after" | "function-before" | "function-wrap" | "nullable":
            name = named(schema["schema"], nullable=False)
        case _:
            name = kind
    return f"{name} | None" if nullable else name


def _class_in(schema: Any) -> str:
    """The name of the class that a strict schema wants instances of; empty where it says none."""
    while isinstance(schema, dict):
        if schema["type"] == "is-instance":
            return str(getattr(schema["cls"], "__name__", ""))
        schema = schema.get("python_schema") or schema.get("schema")
    return ""
