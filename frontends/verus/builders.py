"""The functions that make nodes, by the rule of the grammar; those of rules that are a list, a choice, a word or a flag
are here: each takes where a node stands, and its parts."""

from collections.abc import Callable, Sequence
from typing import Any

from lark import Token

from ...core.handlers import entering

At = tuple[int, int]
Parts = Sequence[Any]
NodeBuilder = Callable[[At, Parts], Any]
BUILDERS: dict[str, NodeBuilder] = {}
"""Rule of the grammar → what makes its node of where it stands and its parts."""

builds = entering(BUILDERS)


def _list(at: At, children: Parts) -> tuple[Any, ...]:
    return tuple(children)


for _rule in (
    *("modifiers", "parameter_list", "where", "expressions", "patterns", "pattern_fields", "inner_attributes"),
    *("closure_parameters", "arguments", "turbofish", "struct_fields", "map_entries", "type_list", "bounds_after"),
    *("path_arguments", "generics", "clauses", "fields_named", "fields_tuple", "map_entry"),
):
    BUILDERS[_rule] = _list


def _optional(at: At, children: Parts) -> Any:
    return children[0] if children else None


for _rule in (
    *("result", "when", "impl_for", "type_value", "type_output", "closure_type", "tail", "let_value", "let_otherwise"),
    *("otherwise", "implied", "guard", "via"),
):
    BUILDERS[_rule] = _optional


def _only(at: At, children: Parts) -> Any:
    return children[-1]


BUILDERS.update(struct_base=_only, type_of_name=_only)


def node_of(kind: Callable[..., Any]) -> NodeBuilder:
    """What makes a node whose fields are the parts of its rule, in their order."""
    return lambda at, children: kind(*children, at=at)


def _flag(at: At, children: Parts) -> bool:
    return bool(children)


BUILDERS.update(mutable=_flag, static_mutable=_flag)


@builds("attributes")
def _attributes(at: At, children: Parts) -> tuple[str, ...]:
    return tuple(str(child) for child in children)


@builds("mode")
def _word(at: At, children: Parts) -> str:
    return str(children[-1]) if children else ""


@builds("function_kind", "modifier")
def _words(at: At, children: Parts) -> str:
    return " ".join(map(str, children))


@builds("lifetime", "pointer", "compares", "assigns", "quantifier_word")
def _text(at: At, children: Parts) -> str:
    return str(children[0]) if children else ""


@builds("block_word", "receiver")
def _texts(at: At, children: Parts) -> Any:
    return children if any(not isinstance(child, Token) for child in children) else " ".join(map(str, children))
