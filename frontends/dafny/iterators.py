"""`iterator It(ps) yields (ys) { ... }` as the class that it is (Dafny reference manual, "Iterator types"): its
parameters and what it yields are fields, `new It(ps)` makes one, and `MoveNext()` executes its body up to the next
`yield`. The clauses of an iterator, and the ghost members that it has in specifications, are not read.
"""

from lark import Token, Tree
from lark.tree import Meta

from .syntax import Node
from .trees import child, name_of, nodes, tokens

MOVE_NEXT = "MoveNext"
MORE = "more"
"""The result of `MoveNext`: has the body reached a `yield`?"""


def is_iterator(node: Node) -> bool:
    """Is it the declaration of an iterator?"""
    return name_of(node) == "method" and node.children[0] == "iterator"


def yielded(node: Node) -> tuple[str, ...]:
    """The names of what an iterator yields."""
    results = child(node, "results")
    return () if results is None else tuple(_name(part) for part in nodes(nodes(results)[0]))


def class_of_iterator(node: Node) -> Node:
    """The class of an iterator, as if it were written."""
    meta, formals, results = node.meta, child(node, "formals"), child(node, "results")
    given = [] if formals is None else nodes(formals)
    given_out = [] if results is None else nodes(nodes(results)[0])
    fields = [_declaration("fields", [_field(part)], part.meta, _is_ghost(part)) for part in (*given, *given_out)]
    constructor: list[Token | Node] = [Token("CONSTRUCTOR", "constructor"), formals or Tree("formals", [], meta)]
    bool_type: Node = Tree("named_type", [Tree("type_name", [Token("IDENT", "bool")], meta)], meta)
    more: Node = Tree("formal", [Tree("formal_modifiers", [], meta), _like(node, MORE), bool_type], meta)
    results_of_next: Node = Tree("results", [Tree("formals", [more], meta)], meta)
    body = tokens(node, "BODY")
    no_formals: Node = Tree("formals", [], meta)
    move: list[Token | Node] = [Token("METHOD", "method"), _like(node, MOVE_NEXT), no_formals, results_of_next, *body]
    members: Node = Tree(
        "members",
        [*fields, _declaration("method", constructor, meta), _declaration("method", move, meta)],
        meta,
    )
    parameters = child(node, "type_parameters")
    name = tokens(node, "IDENT")[0]
    own: list[Token | Node] = [Token("CLASS", "class"), name, *([] if parameters is None else [parameters]), members]
    return Tree("class", own, meta)


def _declaration(kind: str, children: list[Token | Node], meta: Meta, ghost: bool = False) -> Node:
    words: list[Token | Node] = [Token("GHOST", "ghost")] if ghost else []
    return Tree("declaration", [Tree("modifiers", words, meta), Tree(kind, children, meta)], meta)


def _field(formal: Node) -> Node:
    (name,) = tokens(formal, "IDENT", "DIGITS")
    typed = next(part for part in nodes(formal) if name_of(part) != "formal_modifiers")
    return Tree("field", [name, typed], formal.meta)


def _is_ghost(formal: Node) -> bool:
    words = child(formal, "formal_modifiers")
    return words is not None and "ghost" in map(str, words.children)


def _name(formal: Node) -> str:
    return str(tokens(formal, "IDENT", "DIGITS")[0])


def _like(node: Node, name: str) -> Token:
    """A name that stands where that of a declaration does."""
    return Token.new_borrow_pos("IDENT", name, tokens(node, "IDENT")[0])
