"""What the structure of a text tells of the version of Dafny, where no single token does (release notes of 3.0 to 4.10;
what 2.3 refuses was tried with it)."""

from collections.abc import Iterator

from lark import Token

from .dialect import Dialect, VersionMark
from .lexing.scan import DafnySource
from .syntax import Node
from .trees import child, name_of, nodes, span_of, tokens

_KINDS: dict[str, tuple[str, Dialect, Dialect]] = {
    "named_argument": ("an argument by name", "3", "4"),
    "literal_pattern": ("a literal as a pattern", "3", "4"),
}


def structural_marks(tree: Node, source: DafnySource) -> Iterator[VersionMark]:
    """The constructs of a tree that only some versions have, in no particular order."""
    for node in tree.iter_subtrees():
        found = _KINDS.get(name_of(node)) or _construct(node)
        if found is not None:
            yield VersionMark(*found, span_of(node, source))


def _construct(node: Node) -> tuple[str, Dialect, Dialect] | None:
    match name_of(node):
        case "formal" if len(nodes(node)) > 2:
            return "a default value", "3", "4"
        case "case" if len(nodes(node)) > 2:
            return "alternative patterns", "3", "4"
        case "construction" if node.children[0] == "seq":
            return "seq(n, f)", "3", "4"
        case "witness" if child(node, "wildcard") is not None:
            return "witness *", "3", "4"
        case "datatype" if child(node, "members") is not None:
            return "members of a datatype", "3", "4"
        case "class" if node.children[0] == "trait" and child(node, "extends") is not None:
            return "a trait that extends another", "3", "4"
        case "fresh" | "application" if child(node, "at_label") is not None:
            return "fresh or a call at a label", "3", "4"
        case "type_parameter" | "type_declaration" if any(token == "00" for token in tokens(node, "DIGITS")):
            return "(00)", "3", "4"
        case "character" | "string" if _text(node).startswith(("'", '"')) and "\\U{" in _text(node):
            return "\\U{...}", "3", "4"
        case "decimal" if "e" in _text(node).lower():
            return "a decimal with an exponent", "4", "4"
        case _:
            return None


def _text(node: Node) -> str:
    first = node.children[0]
    return str(first) if isinstance(first, Token) else ""
