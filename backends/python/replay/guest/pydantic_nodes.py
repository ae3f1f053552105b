"""What pydantic's core schemas declare, as places with clauses: runs inside, beside `pydantic_models.py`.

A model's core schema (pydantic-core, `core_schema`) is the definition: what is inherited, made by `conint` or written
as `Annotated` is all in it. Each node of it is a place in an input, and has clauses: that the value is there, that it
is of the type, each constraint, each validator function.
"""

import functools
from typing import Any

from pydantic_core import SchemaValidator

from .declared import Constraint
from .pydantic_schemas import (
    CONSTRAINTS,
    CONTAINERS,
    LEAVES,
    OPAQUE,
    TRANSPARENT,
    choices,
    constants_of,
    constraints_of,
    forbids_others,
    members,
    named,
    predicate_of,
    samples,
)

DEEPEST_MODEL = 3
"""Models inside models whose constraints are clauses of their own."""
MOST_CLAUSES = 400
"""Clauses of one model that are read."""
UNEXPECTED = "unexpected"
"""The name of an argument that a model does not have."""


class SchemaNode:
    """A place in an input: its clauses by the type of pydantic's error, and the places in it.

    `strict`: the clause that a value is not converted, and a validator that does; `others`: the clause that there are
    no other fields. `members`: those of a union whose constraints are clauses, with a validator of each, or by its tag.
    """

    def __init__(self, kind: str, path: str) -> None:
        self.kind, self.path = kind, path
        self.tree: dict[str, Any] = {"kind": kind}
        self.types: dict[str, int] = {}
        self.type_clause: int | None = None
        self.required: int | None = None
        self.validators: list[tuple[int, object]] = []
        self.alone: dict[int, SchemaValidator] = {}
        self.inside: dict[str, SchemaNode] = {}
        self.strict: tuple[int, SchemaValidator] | None = None
        self.others: int | None = None
        self.members: dict[str, tuple[SchemaNode, SchemaValidator | None]] = {}
        self.positions: list[SchemaNode] = []
        self.items: SchemaNode | None = None
        self.keys: SchemaNode | None = None


class SchemaReader:
    """Reads the nodes of a schema; `clauses` are those of all that was read."""

    def __init__(self) -> None:
        self.clauses: list[Constraint] = []
        self.definitions: dict[str, Any] = {}
        self.field = ""
        self.open: list[str] = []
        self.aside = 0
        self.untyped = False
        self.tag = ""

    def _clause(self, path: str, constraint: str, kind: str = "type", test: str = "", of: str = "") -> int:
        self.clauses.append(Constraint(self.field, path, constraint, kind, test, of))
        return len(self.clauses) - 1

    def _type(self, path: str, text: str) -> int | None:
        """The clause that a value is of the type; none of a member of a union, which as a whole has one."""
        is_member, self.untyped = self.untyped, False
        return None if is_member else self._clause(path, text)

    def node(self, schema: Any, path: str, depth: int, config: dict[str, Any]) -> SchemaNode:
        """The place that a schema describes, and what is in it."""
        layers: list[Any] = []
        passed: list[str] = []
        nullable = False
        # Layers that only wrap are passed through, until a schema that describes values.
        while True:
            kind = schema["type"]
            if kind == "definitions":
                self.definitions.update({each["ref"]: each for each in schema["definitions"]})
                schema = schema["schema"]
            elif kind == "definition-ref":
                reference = schema["schema_ref"]
                # A schema inside of itself ends here, or reading it would not end.
                if reference in self.open:
                    schema = {"type": "recursive", "name": reference.split(":")[0].rpartition(".")[2]}
                    break
                passed.append(reference)
                schema = self.definitions[reference]
            elif kind == "nullable":
                nullable, schema = True, schema["schema"]
            # Validator functions are kept for later, in their order.
            elif kind in TRANSPARENT:
                layers += [schema] if kind.startswith("function-") else []
                schema = schema[TRANSPARENT[kind]]
            elif kind == "model" and schema.get("root_model"):
                schema = schema["schema"]
            elif kind in ("model", "dataclass") and schema["schema"]["type"] in TRANSPARENT:
                inner = schema["schema"]
                layers.append(inner)
                schema = {**schema, "schema": inner["schema"]}
            else:
                break
        # References that lead here are open while this is read.
        self.open += passed
        node = self._place(schema, path, depth, {**config, **schema.get("config", {})}, nullable)
        del self.open[len(self.open) - len(passed) :]
        node.tree["nullable"] = nullable
        # The functions around the place, from the inside.
        self._validators(node, layers)
        return node

    def _place(self, schema: Any, path: str, depth: int, config: dict[str, Any], nullable: bool) -> SchemaNode:
        # Five kinds of places, from what is known best to what is not known at all: models, whose fields are places of
        # their own; containers and tuples, whose elements are; leaves with constraints; a union or a chain, of which
        # only the type is a clause and the rest is kept beside (`_aside`); and what takes anything and has no clause.
        # Beyond DEEPEST_MODEL and MOST_CLAUSES a model is one clause: that the value is of its type.
        kind = schema["type"]
        inside = members(schema)
        node = SchemaNode("model" if inside is not None else kind, path)
        if inside is not None and depth < DEEPEST_MODEL and len(self.clauses) < MOST_CLAUSES:
            if path:
                node.type_clause = self._type(path, named(schema, nullable))
            self._inside(node, inside, path, depth, config)
            if forbids_others(schema):
                self._others(node, depth)
        elif kind in CONTAINERS:
            node.type_clause = self._type(path, named(schema, nullable))
            self._constraints(node, schema, config)
            self._elements(node, schema, depth, config)
        elif kind == "tuple" and not self.aside:
            node.type_clause = self._type(path, named(schema, nullable))
            self._positions(node, schema, depth, config)
        elif kind in LEAVES:
            node.type_clause = self._type(path, named(schema, nullable))
            self._constraints(node, schema, config)
            node.tree["samples"] = samples(schema)
        elif kind != "any" and all(choice["type"] != "any" for choice in choices(schema)):
            node.kind = node.tree["kind"] = kind if kind in OPAQUE else "chain"
            node.type_clause = self._type(path, named(schema, nullable))
            if inside is not None and kind not in OPAQUE:
                node.tree = self._aside(schema)
            else:
                node.tree["choices"] = [self._aside(choice) for choice in choices(schema)]
                node.tree["samples"] = samples(schema)
            if kind in ("union", "tagged-union") and not self.aside and depth < DEEPEST_MODEL:
                self._members(node, schema, depth, config)
            if kind == "tuple":
                node.tree["variadic"] = schema.get("variadic_item_index")
        self.untyped = False
        return node

    def _others(self, node: SchemaNode, depth: int) -> None:
        """Add the clause that a model has no fields beside its own."""
        name = UNEXPECTED
        while name in node.inside:
            name += "_"
        if depth == 0:
            self.field = name
        node.others = self._clause(node.path, "extra='forbid'", "constraint")
        node.tree["others"] = name
        if depth == 0:
            self.field = ""

    def _positions(self, node: SchemaNode, schema: Any, depth: int, config: dict[str, Any]) -> None:
        """The items of a tuple, of which one may be any number."""
        items, several = schema["items_schema"], schema.get("variadic_item_index")
        self._constraints(node, schema, config)
        if several is not None and len(items) == 1:
            node.items = self.node(items[0], f"{node.path}[*]", depth + 1, config)
            node.tree["items"] = node.items.tree
        elif several is None:
            node.positions = [
                self.node(item, f"{node.path}[{place}]", depth + 1, config) for place, item in enumerate(items)
            ]
            node.tree["choices"] = [position.tree for position in node.positions]
        else:
            # Beside items at fixed places, those in between have none.
            node.tree["choices"] = [self._aside(item) for item in items]

    def _members(self, node: SchemaNode, schema: Any, depth: int, config: dict[str, Any]) -> None:
        """The members of a union whose constraints can be told apart: those with a tag; else what is no model, and a
        model where it is the only one. Of a value that is of no member's type nothing else is said."""
        tagged = schema["type"] == "tagged-union"
        pairs = list(schema["choices"].items()) if tagged else list(enumerate(choices(schema)))
        models = [choice for _, choice in pairs if isinstance(choice, dict) and self._is_model(choice)]
        # Tags that lead to other tags, and errors of one's own, cannot be told apart.
        if schema.get("custom_error_type") or (tagged and any(not isinstance(choice, dict) for _, choice in pairs)):
            return
        trees: list[tuple[str, Any]] = []
        for tag, choice in pairs:
            # Of several models without a tag it is not known which one a dict is meant for.
            if not tagged and choice in models and len(models) > 1:
                continue
            name = f"{node.path}[{tag if tagged else named(choice, nullable=False)}]"
            before = len(self.clauses)
            self.tag = schema["discriminator"] if tagged and isinstance(schema["discriminator"], str) else ""
            self.untyped = not tagged or bool(self.tag)
            inner = self.node(choice, name, depth + 1, config)
            validator = None if tagged else self._alone(choice, config)
            # A member without a clause of its own, or one that cannot be asked alone, is no clause.
            if tagged or (validator is not None and len(self.clauses) > before):
                node.members[str(tag)] = inner, validator
                trees.append((name, inner.tree))
            else:
                del self.clauses[before:]
        node.tree["members"] = trees

    def _is_model(self, schema: Any) -> bool:
        while schema["type"] in ("definition-ref", *TRANSPARENT):
            inner = schema["type"] == "definition-ref"
            schema = self.definitions[schema["schema_ref"]] if inner else schema[TRANSPARENT[schema["type"]]]
        return members(schema) is not None

    def _alone(self, schema: Any, config: dict[str, Any]) -> SchemaValidator | None:
        """A validator of what a schema describes; None where it needs what is around it."""
        shared: Any = {name: value for name, value in config.items() if name in _SHARED}
        every: Any = {"type": "definitions", "schema": schema, "definitions": list(self.definitions.values())}
        try:
            return SchemaValidator(every if self.definitions else schema, shared)
        except Exception:  # pydantic's own error, of whatever kind: such a part gets no clauses of its own.
            return None

    def _aside(self, schema: Any) -> dict[str, Any]:
        """The tree of a schema whose clauses are none of their own."""
        if self.aside >= DEEPEST_MODEL:
            return {"kind": "any"}
        kept, self.clauses, self.aside = (self.clauses, self.field), [], self.aside + 1
        try:
            return self.node(schema, "_", 0, {}).tree
        finally:
            self.clauses, self.field = kept
            self.aside -= 1

    def _inside(
        self, node: SchemaNode, fields: list[tuple[str, str, Any, bool]], path: str, depth: int, config: dict[str, Any]
    ) -> None:
        """The fields of a model."""
        tag, self.tag = self.tag, ""
        node.tree |= {"names": {}, "required": [], "fields": {}}
        # Optional fields are left out of what only stands beside.
        for name, key, schema, required in fields:
            if self.aside and not required:
                continue
            if depth == 0:
                self.field = name
            inner = f"{path}.{name}" if path else name
            # The tag decides the member, so that its absence is no clause of the member.
            is_tag = key == tag  # Another value of it means another member of the union.
            clause = self._clause(inner, "required", "required") if required and not is_tag else None
            self.untyped = is_tag
            child = self.node(schema, inner, depth + 1, config)
            child.required = clause
            node.inside[key] = child
            node.tree["names"][key] = name
            node.tree["fields"][key] = child.tree
            node.tree["required"] += [key] if required else []
        if depth == 0:
            self.field = ""

    def _elements(self, node: SchemaNode, schema: Any, depth: int, config: dict[str, Any]) -> None:
        """What is in a container."""
        items = schema.get("values_schema" if schema["type"] == "dict" else "items_schema")
        if items is not None:
            node.items = self.node(items, f"{node.path}[*]", depth + 1, config)
            node.tree["items"] = node.items.tree
        if schema.get("keys_schema") is not None:
            node.keys = self.node(schema["keys_schema"], f"{node.path}[key]", depth + 1, config)
            node.tree["keys"] = node.keys.tree

    def _constraints(self, node: SchemaNode, schema: Any, config: dict[str, Any]) -> None:
        """The constraints of a place, and for each a validator that checks nothing else."""
        shared: Any = {name: value for name, value in config.items() if name in _SHARED}
        found = list(constraints_of(schema, config))
        # What has nodes of its own, or is another constraint, is left out of the validators below.
        left_out = {
            "ref",
            "metadata",
            "items_schema",
            "keys_schema",
            "values_schema",
            *(constraint.key for constraint in found),
        }
        plain = {key: value for key, value in schema.items() if key not in left_out}
        # The items have validators of their own; here they may be anything.
        if schema["type"] == "tuple":
            plain |= {"items_schema": [{"type": "any"}], "variadic_item_index": 0}
        # What passes without `strict` was refused for its type alone.
        if schema["type"] in LEAVES and schema.get("strict", config.get("strict")) and schema["type"] not in _SAME:
            clause = self._clause(node.path, "strict", "constraint")
            converting: Any = {**shared, "strict": False}
            node.strict = clause, SchemaValidator({**plain, "strict": False}, converting)
            node.tree["strict"] = True
        for constraint in found:
            clause = self._clause(
                node.path, constraint.text, "constraint", constraint.test, schema["type"] if constraint.test else ""
            )
            node.types.update(dict.fromkeys(constraint.errors, clause))
            node.tree[constraint.key] = (
                constraint.value if isinstance(constraint.value, (int, float, str)) else str(constraint.value)
            )
            alone: Any = {**plain, constraint.key: constraint.value}
            node.alone[clause] = SchemaValidator(alone, shared)

    def _validators(self, node: SchemaNode, layers: list[Any]) -> None:
        """A clause for each validator function around a place, from the innermost."""
        for layer in reversed(layers):
            function = layer["function"]["function"]
            # Some of pydantic's own constraints are functions with the bound as a keyword.
            known = isinstance(function, functools.partial) and [
                each for each in CONSTRAINTS if each in function.keywords
            ]
            module = getattr(function, "__module__", "") or ""
            predicate = predicate_of(function)
            if predicate:
                node.types["predicate_failed"] = self._clause(node.path, f"predicate {predicate}", "validator")
                continue
            node.tree.setdefault("constants", []).extend(constants_of(function))
            if known:
                clause = self._clause(node.path, f"{known[0]}={function.keywords[known[0]]!r}", "validator")
                node.types[CONSTRAINTS[known[0]][0]] = clause
            # Functions of others are clauses by their names; pydantic's own are not.
            elif not isinstance(function, (type, functools.partial)) and module.partition(".")[0] != "pydantic":
                when = layer["type"].removeprefix("function-")
                clause = self._clause(node.path, f"{when} validator {_name(function)}", "validator")
                node.validators.append((clause, function))


_SHARED = ("strict", "str_strip_whitespace", "str_to_lower", "str_to_upper", "coerce_numbers_to_str", "regex_engine")
"""What a model's configuration says about the values of its fields."""
_SAME = ("none", "literal", "enum", "missing-sentinel", "url", "multi-host-url")
"""Kinds of which nothing, or nothing that is of interest, is converted."""


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))
