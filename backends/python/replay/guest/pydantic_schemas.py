"""How pydantic-core describes what it checks: schemas, as plain data. It imports nothing, so that it can be read before
the sandbox closes this folder; see `pydantic_models.py`.

Source: `pydantic_core.core_schema`, and the list of error types in pydantic's documentation ("Validation Errors").
"""

from typing import Any

CONSTRAINTS = {
    "gt": ("greater_than", "x > {}"), "ge": ("greater_than_equal", "x >= {}"),
    "lt": ("less_than", "x < {}"), "le": ("less_than_equal", "x <= {}"),
    "multiple_of": ("multiple_of", "x % {} == 0"),
    "min_length": ("too_short", "len(x) >= {}"), "max_length": ("too_long", "len(x) <= {}"),
    "pattern": ("string_pattern_mismatch", ""),
    "max_digits": ("decimal_max_digits", ""), "decimal_places": ("decimal_max_places", ""),
}  # fmt: skip
"""By constraint, the error type of pydantic-core and Python's expression of it; lengths have prefixes of the type."""
PREFIXES = {"str": "string_", "bytes": "bytes_"}
PROVABLE = ("int", "str", "bytes", "list", "tuple", "dict", "set", "frozenset")
"""Types whose constraints mean to Python what they mean to pydantic. Not floats: pydantic's NaN fails each bound as
Python's does, but what a bound does to an infinity or to a number that a text stands for is its own."""
TRANSPARENT = {"default": "schema", "json-or-python": "python_schema", "function-before": "schema",
               "function-after": "schema", "function-wrap": "schema"}  # fmt: skip
OPAQUE = ("union", "tagged-union", "lax-or-strict", "chain", "custom-error", "tuple", "generator", "function-plain",
          "json", "recursive", "is-subclass", "callable", "is-instance")  # fmt: skip
"""Kinds of schema of which everything inside is one clause: the value is one that it takes."""
LEAVES = ("int", "float", "str", "bytes", "bool", "none", "date", "datetime", "time", "timedelta", "decimal", "uuid",
          "url", "multi-host-url", "literal", "enum", "complex", "missing-sentinel")  # fmt: skip


def members(schema: Any) -> list[tuple[str, str, Any, bool]] | None:
    """The fields of a model: name, key in an input, schema, whether it is required; None for what has none."""
    match schema["type"]:
        case "model" if schema["schema"]["type"] == "model-fields":
            pairs = list(schema["schema"]["fields"].items())
        case "typed-dict":
            pairs = list(schema["fields"].items())
        case "dataclass" if schema["schema"]["type"] == "dataclass-args":
            pairs = [(each["name"], each) for each in schema["schema"]["fields"] if each.get("init", True)]
        case "call":
            pairs = [(each["name"], each) for each in schema["arguments_schema"]["arguments_schema"]]
        case _:
            return None
    return [
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
            return [each[0] if isinstance(each, tuple) else each for each in schema["choices"]]
        case "tagged-union":
            return [each for each in schema["choices"].values() if isinstance(each, dict)]
        case "lax-or-strict":
            return [schema["lax_schema"]]
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
            return [repr(each.value if hasattr(each, "value") else each) for each in schema["expected"]]
        case "enum":
            return [repr(each.value) for each in schema["members"]]
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
    match kind:
        case "model" | "dataclass" | "enum" | "is-instance" | "typed-dict" | "is-subclass":
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
            name = " | ".join(named(each, nullable=False) for each in choices(schema))
        case "tagged-union":
            name = f"one by {schema['discriminator']!r}"
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
