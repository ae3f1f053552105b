"""What the grammar accepts and Python does not: targets, orders, depth (language reference, chapters 6-8).

An LALR grammar cannot tell an expression from an assignment target before it has read the `=`, so it reads both as
expressions; what may not be a target, which argument may follow which, and where a `break` may stand is looked at here.

Example: `f(x) = 1` parses as the assignment to a call, and is refused with its place, as Python refuses it.

Invariant: a tree that passes is a program that CPython compiles (a test compares the two on edited texts). A check that
is missing here would make us give a meaning to what has none.
"""

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from ...core.errors import ParseError
from .source import PythonSource

MAX_DEPTH = 200
"""The deepest tree that is lowered. Long chains of one operator are one level."""

_NAMED_TARGETS = frozenset({"name", "attribute", "subscript"})

_CHAINS = frozenset({"elif"})


def check(root: Tree[Any], source: PythonSource) -> None:
    """Raises ParseError for the first tree, in source order, that is no Python."""
    _check_depth(root, source)
    if root.data == "starred":
        raise ParseError(source.span(root), "a starred expression", ("an expression",))
    for tree in root.iter_subtrees_topdown():
        for place, found, expected in _errors(tree):
            raise ParseError(source.span(place), found, expected)
    _check_with_items(root, source)
    _check_loops(root, source)


def _check_with_items(root: Tree[Any], source: PythonSource) -> None:
    """`expression as target` belongs to a `with`, which may put brackets around all its items."""
    allowed: set[int] = set()
    for tree in root.iter_subtrees_topdown():
        if tree.data == "with":
            allowed.add(id(tree))
            allowed |= {id(child) for child in tree.children if child.data == "tuple"}
        for child in tree.children:
            if isinstance(child, Tree) and child.data == "as_item" and id(tree) not in allowed:
                raise ParseError(source.span(child.children[1]), "'as' outside a 'with' statement", ("')'",))


def _check_depth(root: Tree[Any], source: PythonSource) -> None:
    stack = [(root, 1)]
    while stack:
        tree, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise ParseError(source.span(tree), f"more than {MAX_DEPTH} levels of nesting", ("simpler code",))
        for child in tree.children:
            if isinstance(child, Tree):
                # Each `elif` is an `if` inside the branch before it.
                depth += child.data in _CHAINS
                stack.append((child, depth + 1))


SyntaxProblems = Iterator[tuple[Tree[Any] | Token, str, tuple[str, ...]]]


def _errors(tree: Tree[Any]) -> SyntaxProblems:
    children: list[Any] = tree.children
    match tree.data:
        case "assignment":
            for target in children[:-1]:
                yield from _target(target)
            yield from _lone_star(children[-1])
        case "augmented_assignment" | "annotated_assignment":
            if children[0].data not in _NAMED_TARGETS:
                yield children[0], f"assignment to {describe(children[0])}", ("a name",)
        case "for":
            yield from _target(children[0])
            yield from _lone_star(children[1])
        case "comprehension_for":
            yield from _target(children[1])
        case "as_item":
            yield from _target(children[1])
        case "delete":
            yield from _target(children[0], starred=False)
        case "expression_statement" | "return" if children[0] is not None:
            yield from _lone_star(children[0])
        case "starred_group":
            yield tree, "a starred expression", ("an expression",)
        case "arguments":
            yield from _arguments(children)
        case "parameters" | "lambda_parameters":
            yield from _parameters(children)
        case "try":
            bare = [child for child in children if child.data == "except" and child.children[0] is None]
            excepts = [child for child in children if child.data.startswith("except")]
            if bare and bare[0] is not excepts[-1]:
                yield bare[0], "a bare 'except'", ("'except' and an exception, or the last 'except'",)
        case "strings":
            kinds = {_is_bytes(token) for token in children}
            if len(kinds) > 1:
                yield tree, "text beside bytes", ("literals of one kind",)


def _is_bytes(token: Token) -> bool:
    return "b" in token[: min(token.find("'") % len(token), token.find('"') % len(token))].lower()


def _lone_star(tree: Tree[Any]) -> SyntaxProblems:
    if tree.data == "starred":
        yield tree, "a starred expression", ("an expression",)


def _target(tree: Tree[Any], starred: bool = True, inside: bool = False) -> SyntaxProblems:
    """Errors of an assignment target; `inside` a tuple or list one element may be starred."""
    match tree.data:
        case "name" | "attribute" | "subscript":
            return
        case "tuple" | "list":
            stars = [child for child in tree.children if child.data == "starred"]
            if len(stars) > 1:
                yield stars[1], "a second starred target", ("at most one",)
            for child in tree.children:
                yield from _target(child, starred, inside=True)
        case "starred" if starred and inside:
            yield from _target(tree.children[0], starred)
        case _:
            yield tree, f"assignment to {describe(tree)}", ("a name",)


def _arguments(children: list[Any]) -> SyntaxProblems:
    keywords: set[str] = set()
    unpacked = ""
    for child in children:
        match child.data:
            case "keyword":
                if child.children[0] in keywords:
                    yield child, f"a second argument {child.children[0]!s}", ("another keyword",)
                keywords.add(str(child.children[0]))
                unpacked = unpacked or "keyword"
            case "double_star_argument":
                unpacked = "**"
            case "star_argument":
                if unpacked == "**":
                    yield child, "'*' after '**'", ("a keyword argument",)
            case _:
                if unpacked:
                    yield child, "a positional argument", ("a keyword argument",)


def _parameters(children: list[Any]) -> SyntaxProblems:
    names: set[str] = set()
    default = star = double_star = slash = False
    for position, child in enumerate(children):
        name = child.children[0] if child.children else None
        if double_star:
            yield child, "a parameter after '**'", ("')'",)
        if name is not None:
            if name in names:
                yield child, f"a second parameter {name!s}", ("another name",)
            names.add(str(name))
        match child.data:
            case "parameter":
                if child.children[-1] is not None:
                    default = True
                elif default and not star:
                    yield child, "a parameter without default", ("a parameter with a default",)
            case "star_parameter" | "keyword_only":
                if star:
                    yield child, "a second '*'", ("a parameter",)
                star = True
                following = children[position + 1].data if position + 1 < len(children) else None
                if child.data == "keyword_only" and following != "parameter":
                    yield child, "'*' without parameters after it", ("a name",)
            case "double_star_parameter":
                double_star = True
            case "positional_only":
                if slash or star or position == 0:
                    yield child, "'/'", ("a parameter",)
                slash = True


def _check_loops(root: Tree[Any], source: PythonSource) -> None:
    """`break` and `continue` belong into a loop of the same function."""
    stack = [(root, False)]
    while stack:
        tree, in_loop = stack.pop()
        if tree.data in ("break", "continue") and not in_loop:
            raise ParseError(source.span(tree), f"{str(tree.data)!r} outside a loop", ("a loop around it",))
        for child in tree.children:
            if isinstance(child, Tree):
                inside = in_loop
                if tree.data in ("for", "while") and child.data == "suite":
                    inside = True
                elif tree.data in ("function", "class"):
                    inside = False
                stack.append((child, inside))


def describe(tree: Tree[Any]) -> str:
    """What a tree is, with an article, for messages."""
    name = _DESCRIPTIONS.get(tree.data, str(tree.data).replace("_", " "))
    return name if name[0].isupper() else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


_DESCRIPTIONS = {
    "binary": "operation",
    "unary": "operation",
    "and": "boolean operation",
    "or": "boolean operation",
    "not": "boolean operation",
    "none": "None",
    "true": "True",
    "false": "False",
    "strings": "string",
    "conditional": "conditional expression",
    "tests": "expression",
    "starred": "starred expression",
    "walrus": "assignment expression",
    "generator": "generator expression",
    "dict": "dict display",
    "set": "set display",
}
