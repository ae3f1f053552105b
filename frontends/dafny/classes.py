"""What classes and traits declare: their fields and what they extend, own and inherited.

`iterator It(ps) yields (ys) { ... }` is read as the class that it is (Dafny reference manual, "Iterator types"): its
parameters and what it yields are fields, `new It(ps)` makes one, and `MoveNext()` executes its body up to the next
`yield`. The clauses of an iterator, and the ghost members that it has in specifications, are not read.
"""

from collections.abc import Iterable

from attrs import define, field, frozen
from lark import Token, Tree
from lark.tree import Meta

from ...core.ir.shapes import element_of_shaped, is_shaped, rank_of_shaped
from ...core.ir.sorts import Sort
from ...core.ir.values import UninterpretedValue
from ...core.ir.variables import LENGTHS, Name, StateVariable, field_variable, is_field, is_pre_state, root_of
from .lexing.scan import DafnySource
from .syntax import Node, child, name_of, nodes, tokens

Path = tuple[str, ...]
NULL = UninterpretedValue("object", 0)
MATRIX = "Array2"
"""The kind of sort that a name for an `array2`, `array3`, ... has; its label names the rank if that is not two. Its
value is an array, row after row, beside the variables `a.Length0`, `a.Length1`, ... In expressions it is all of these
together (`core/ir/shapes.py`)."""
LARGEST_RANK = len(LENGTHS)


def matrix_of(element: Sort, rank: int) -> Sort:
    """The sort of an array of two or more dimensions."""
    return Sort(MATRIX, (element,), None if rank == 2 else f"array{rank}")


def named_sort(sort: Sort) -> Sort:
    """The sort that expressions see of a name for an array of several dimensions; any other sort itself."""
    return matrix_of(element_of_shaped(sort), rank_of_shaped(sort)) if is_shaped(sort) else sort


def rank_of(sort: Sort) -> int:
    """How many dimensions an array of several has."""
    return 2 if sort.label is None else int(str(sort.label).removeprefix("array"))


def length_names(rank: int) -> tuple[str, ...]:
    """The fields that are the lengths of an array of so many dimensions."""
    return LENGTHS[:rank]


def position_name(rank: int) -> str:
    """The function that gives the place of an element of an array of so many dimensions; it is defined where the
    element is."""
    return f"array{rank}.position"


@frozen(slots=True)
class FieldDeclaration:
    """A `var`, or a `const` without a value, among the members of a class or trait."""

    name: str
    type: Node
    node: Node
    mutable: bool
    source: DafnySource
    ghost: bool = False
    excluded: bool = False
    """Does it say `{:autocontracts false}`?"""


@define(slots=True)
class ClassDeclaration:
    """A class or trait. `path` is where its members stand, `bases` are the types that it extends, as written in
    `source`. `autocontracts` is where its name stands, if it has that attribute. `extensible`: may there be objects of
    it that have more fields, as of a trait and of a class in an abstract module?"""

    name: str
    parameters: tuple[str, ...]
    bases: tuple[Node, ...]
    path: Path
    source: DafnySource
    fields: list[FieldDeclaration] = field(factory=list)
    autocontracts: Token | None = None
    extensible: bool = False


@frozen(slots=True)
class Reference:
    """What a name of an object stands for: an object of a class, whose fields are the variables `root.field`. `types`:
    type parameter of the class → what it stands for. `new`: nothing is known of it before the call. `rank`: of an array
    of several dimensions, how many."""

    type: str
    root: Name
    types: tuple[tuple[str, Sort], ...] = ()
    new: bool = False
    rank: int = 2

    def variable(self, name: Name) -> StateVariable:
        """The variable that is a field of the object."""
        return field_variable(self.root, name)


def mentioned_state(names: Iterable[Name]) -> dict[Name, Reference]:
    """The objects whose fields are among these variables."""
    roots = dict.fromkeys(root_of(name) for name in names if is_field(name) and not is_pre_state(name))
    return {root: Reference("", root) for root in roots}


MOVE_NEXT = "MoveNext"
MORE = "more"
"""The result of `MoveNext`: has the body reached a `yield`?"""


def is_iterator(node: Node) -> bool:
    """Is it the declaration of an iterator?"""
    return name_of(node) == "method" and node.children[0] == "iterator"


def yielded(node: Node) -> tuple[str, ...]:
    """The names of what an iterator yields."""
    results = child(node, "results")
    return () if results is None else tuple(_name(node) for node in nodes(nodes(results)[0]))


def class_of_iterator(node: Node) -> Node:
    """The class of an iterator, as if it were written."""
    # Reference manual, "Iterator types": `iterator It(n: int) yields (x: int)` is a class with the fields n and x, a
    # constructor that sets n, and `MoveNext() returns (more: bool)`, which runs the body up to its next `yield`. Made
    # as a tree, it is read as any other class is, and nothing after this knows of iterators but who executes a body.
    meta, formals, results = node.meta, child(node, "formals"), child(node, "results")
    formal_nodes = [] if formals is None else nodes(formals)
    given_out = [] if results is None else nodes(nodes(results)[0])
    # What it yields are fields, as well as its parameters.
    fields = [
        _declaration("fields", [_field(formal_node)], formal_node.meta, _is_ghost(formal_node))
        for formal_node in (*formal_nodes, *given_out)
    ]
    constructor: list[Token | Node] = [Token("CONSTRUCTOR", "constructor"), formals or Tree("formals", [], meta)]
    bool_type: Node = Tree("named_type", [Tree("type_name", [Token("IDENT", "bool")], meta)], meta)
    more: Node = Tree("formal", [Tree("formal_modifiers", [], meta), _like(node, MORE), bool_type], meta)
    results_of_next: Node = Tree("results", [Tree("formals", [more], meta)], meta)
    body = tokens(node, "BODY")
    no_formals: Node = Tree("formals", [], meta)
    # `MoveNext` has the body of the iterator.
    move: list[Token | Node] = [Token("METHOD", "method"), _like(node, MOVE_NEXT), no_formals, results_of_next, *body]
    members: Node = Tree(
        "members",
        [*fields, _declaration("method", constructor, meta), _declaration("method", move, meta)],
        meta,
    )
    parameters = child(node, "type_parameters")
    name = tokens(node, "IDENT")[0]
    class_children: list[Token | Node] = [
        Token("CLASS", "class"),
        name,
        *([] if parameters is None else [parameters]),
        members,
    ]
    return Tree("class", class_children, meta)


def _declaration(kind: str, children: list[Token | Node], meta: Meta, ghost: bool = False) -> Node:
    words: list[Token | Node] = [Token("GHOST", "ghost")] if ghost else []
    return Tree("declaration", [Tree("modifiers", words, meta), Tree(kind, children, meta)], meta)


def _field(formal: Node) -> Node:
    (name,) = tokens(formal, "IDENT", "DIGITS")
    typed = next(node for node in nodes(formal) if name_of(node) != "formal_modifiers")
    return Tree("field", [name, typed], formal.meta)


def _is_ghost(formal: Node) -> bool:
    words = child(formal, "formal_modifiers")
    return words is not None and "ghost" in map(str, words.children)


def _name(formal: Node) -> str:
    return str(tokens(formal, "IDENT", "DIGITS")[0])


def _like(node: Node, name: str) -> Token:
    """A name that stands where that of a declaration does."""
    return Token.new_borrow_pos("IDENT", name, tokens(node, "IDENT")[0])
