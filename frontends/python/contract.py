"""Contract text and single expressions to the IR."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from operator import itemgetter
from typing import Any

from attrs import frozen
from lark import Token, Tree

from ...core.ir.contracts import Clause, Contract, Problem
from ...core.ir.statements import OpaqueStatement, Statement
from ...core.ir.terms import Term
from .aliasing.updates import rebound
from .dependence import dependent_clauses
from .expressions import Lowering
from .module import ModuleContext, read_context
from .names import MODULE_SCOPE, Unknown, function_bindings, identifier
from .parse import parse
from .source import PythonSource, read
from .statements import BlockLowering, is_generator
from .strings import is_format


def parse_expression(text: str, names: Iterable[str] = (), file: str = "<expression>") -> Term:
    """The term of one Python expression over the variables `names`, with the known modules imported.

    Raises ParseError where the text is no expression, Unsupported for what terms cannot express, such as a
    name that is neither in `names` nor a known builtin.
    """
    source = read(text.strip(), file)
    return Lowering(source, MODULE_SCOPE.inner(frozenset(names))).term(parse(source, "expression"))


def parse_contract(
    text: str | PythonSource,
    *,
    name: str,
    parameters: Sequence[str],
    hints: Sequence[str | None] = (),
    context: str = "",
    objects: Mapping[str, Unknown] | None = None,
) -> Contract:
    """The contract that a block of statements states: one clause for each `assert`, in source order.

    `text` may be indented as a whole; where it has a place in a file, it is given as `source.read` returns it.
    `context` is the source of the module around the function: its imports, helper functions and constants are in
    scope. `objects`: names whose values no term speaks of, and what they are.
    Raises ParseError where the text is no Python, InputError when it is too long. What is not lowered is in
    the `problems` of the clauses that depend on it.
    """
    source = read(text, "<contract>") if isinstance(text, str) else text
    around = (read_context(context, name, source.file) if context else ModuleContext()).without(objects or {})
    return contract_of(source, Heading(name, tuple(parameters), tuple(hints)), around)


@frozen(slots=True)
class Heading:
    """The head of a function: its name, its parameters in order and, where they have any, their annotations and
    defaults."""

    name: str
    parameters: tuple[str, ...]
    hints: tuple[str | None, ...] = ()
    defaults: tuple[Term | None, ...] = ()


@frozen(slots=True)
class Lowered:
    """A contract, and how many of its first statements are those of the module that it mentions."""

    contract: Contract
    around: int


def contract_of(source: PythonSource, heading: Heading, context: ModuleContext) -> Contract:
    """The contract of a block in a function with this heading; see `parse_contract`."""
    return lower(source, heading, context).contract


def lower(source: PythonSource, heading: Heading, context: ModuleContext) -> Lowered:
    """Lower a block as `contract_of` does, with the module's part apart."""
    # First the tree, in which assignment expressions of comprehensions are loops.
    root = without_bindings_inside(parse(source, "block"), heading.parameters)
    asserts = _numbered(asserts_of(root), source)
    numbers = {id(tree): number for number, tree in enumerate(asserts)}
    block = BlockLowering(source, numbers, binding_alone(root, heading.parameters))
    # Names by Python's rule: bound anywhere in the function, local everywhere in it.
    variables, imports = function_bindings(root.children)
    local = variables | frozenset(heading.parameters)
    methods = context.methods()
    # Of the module only what the contract mentions, directly or through helpers.
    used = context.needed(root, local | imports.keys() | context.objects.keys(), [method.tree for method in methods])
    objects = {
        name: Unknown(object_.construct) if name in variables else object_ for name, object_ in context.objects.items()
    }
    scope = used.scope.inner(local - objects.keys(), {**imports, **objects})
    # A generator runs nothing when it is called: none of its clauses is checked then.
    if is_generator(root):
        body: tuple[Statement, ...] = (OpaqueStatement("yield", source.span(root)),)
        block.problems = {number: [Problem("yield", source.span(root))] for number in range(len(asserts))}
    # The module's statements come first, then its helpers, then the block itself.
    else:
        helpers = context.helpers(methods, used.scope)
        body = (
            *rebound(used.statements),
            *rebound(helpers),
            *rebound(block.statements(root.children, scope), heading.parameters),
        )
    # What is not lowered makes all clauses doubtful that come after it.
    for number, problem in dependent_clauses(body).items():
        block.problems.setdefault(number, []).append(problem)
    clauses = tuple(_clause(tree, source, block.problems.get(number, [])) for number, tree in enumerate(asserts))
    contract = Contract(
        heading.name, heading.parameters, clauses, body, heading.hints, heading.defaults, source.span(root)
    )
    around = len(used.statements) + len(methods)
    return Lowered(contract, 0 if body and isinstance(body[0], OpaqueStatement) else around)


def _numbered(asserts: Iterable[Tree[Any]], source: PythonSource) -> list[Tree[Any]]:
    """The assertions by the number of their clause."""
    order = () if source.origin is None else source.origin.order
    numbers = chain(order, count(len(order)))
    return [tree for _, tree in sorted(zip(numbers, asserts, strict=False), key=itemgetter(0))]


def asserts_of(root: Tree[Any]) -> Iterable[Tree[Any]]:
    """The assert statements of a block in source order, to any depth."""
    nodes = [tree for tree in root.iter_subtrees_topdown() if tree.data == "assert"]
    return sorted(nodes, key=lambda tree: tree.meta.start_pos)


def _clause(tree: Tree[Any], source: PythonSource, problems: Sequence[Problem]) -> Clause:
    test = tree.children[0]
    original_text = None if source.origin is None else source.origin.shown(tree.meta.start_pos)
    elements = test.children if isinstance(test, Tree) and test.data == "list" else []
    return Clause(
        "assert",
        original_text or source.outer_text(test),
        source.span(test),
        tuple(dict.fromkeys(problems)),
        # A display with an element is true.
        never_false=any(isinstance(element, Tree) and element.data != "starred" for element in elements),
    )


# -- clauses that bind names


def binding_alone(root: Tree[Any], parameters: Collection[str]) -> frozenset[int]:
    """Of a block, the assertions outside of loops whose assignment expressions bind names of their own, by identity:
    `assert x is None or (n := len(x)) > 2 and n < 9`.

    A clause has no effect where it is left out, and so it may bind no name that a statement or another clause reads. A
    name that is mentioned inside one clause alone is seen by nobody, and the clause means what it means in Python: it
    is evaluated once, so that no earlier turn of a loop has left a value behind. (What every evaluation of a clause
    binds is put before it: `styles/head.py`.)
    """
    mentions: dict[str, set[int]] = {}
    binding: dict[int, set[str]] = {}
    stack: list[tuple[Tree[Any], int, bool]] = [(root, 0, False)]
    while stack:
        tree, clause, repeated = stack.pop()
        # A node is charged to the innermost assertion around it; 0 is everything outside of all.
        if tree.data == "assert":
            clause = id(tree)
            names_bound = {identifier(walrus.children[0]) for walrus in tree.find_data("walrus")}
            if names_bound and not repeated:
                binding[clause] = names_bound
        repeated = repeated or tree.data in ("for", "while")
        for child in tree.children:
            if isinstance(child, Tree):
                stack.append((child, clause, repeated))
            elif isinstance(child, Token) and child.type == "NAME":
                mentions.setdefault(identifier(child), set()).add(clause)
    return frozenset(
        clause
        # A parameter that a clause rebinds would have another value below it, and so is never its own.
        for clause, names in binding.items()
        if names.isdisjoint(parameters) and all(mentions[name] == {clause} for name in names)
    )


# Assignment expressions in comprehensions as loops: `[y for x in xs if (y := f(x)) > 1]` is `[y for x in xs for y in
# (f(x),) if y > 1]`.
#
# The name belongs to the function around the comprehension (PEP 572). Where nothing else in the contract mentions it
# and nothing else in the comprehension binds it, that cannot be told from a name of the comprehension's own: the
# binding comes before every mention in a turn, so that no turn sees what an earlier one has left.
#
# Invariant: only a binding that each turn evaluates first of all that its condition or element evaluates is taken out.
# So the same is evaluated in the same order, and what raises does so at the same place. Others stay, and are
# unsupported. Conjunctions are conditions one after the other: `if a and (y := b)` is `if a if (y := b)`.

COMPREHENSIONS = frozenset({"generator", "list_comprehension", "set_comprehension", "dict_comprehension"})
_FIRST = frozenset({"comparison", "binary", "and", "or", "tuple", "list", "set", "subscript", "attribute"})
"""Expressions that evaluate the first of their parts first, and always."""
_NO_EXPRESSIONS = frozenset({"keyword", "star_argument", "double_star_argument", "starred", "lambda"})


def without_bindings_inside(root: Tree[Any], parameters: Collection[str]) -> Tree[Any]:
    """A block in which comprehensions bind by loops what assignment expressions bind in them, where nobody can tell."""
    # Only comprehensions that bind at all are rewritten.
    binding = [subtree for subtree in root.iter_subtrees() if subtree.data in COMPREHENSIONS and _bound_once(subtree)]
    if not binding:
        return root
    # A name that occurs nowhere else cannot be seen from outside.
    everywhere = _mentions(root)
    own_names: dict[int, frozenset[str]] = {}
    for tree in binding:
        inside = _mentions(tree)
        # As often inside as everywhere: nothing outside of this comprehension mentions the name.
        own_names[id(tree)] = frozenset(
            name for name in _bound_once(tree) if name not in parameters and inside[name] == everywhere[name]
        )
    done: dict[int, Tree[Any]] = {}
    # From the leaves up, so that inner comprehensions are done when the outer ones are looked at.
    for tree in root.iter_subtrees():
        children = [done[id(child)] if isinstance(child, Tree) else child for child in tree.children]
        changed = any(new is not old for new, old in zip(children, tree.children, strict=True))
        new = Tree(tree.data, children, tree.meta) if changed else tree
        done[id(tree)] = _rewritten(new, own_names[id(tree)]) if own_names.get(id(tree)) else new
    return done[id(root)]


def _bound_once(tree: Tree[Any]) -> list[str]:
    """The names that one assignment expression in a tree binds."""
    counter = Counter(identifier(walrus.children[0]) for walrus in tree.find_data("walrus"))
    return [name for name, count in counter.items() if count == 1]


def _mentions(root: Tree[Any]) -> Counter[str]:
    """How often each name occurs in a tree. The messages of assertions are not evaluated where these hold."""
    counts: Counter[str] = Counter()
    stack: list[Tree[Any]] = [root]
    while stack:
        tree = stack.pop()
        children = tree.children[:1] if tree.data == "assert" else tree.children
        for child in children:
            if isinstance(child, Tree):
                stack.append(child)
            elif isinstance(child, Token) and child.type == "NAME":
                counts[identifier(child)] += 1
            elif isinstance(child, Token) and is_format(child):
                counts.update(re.findall(r"\w+", child))
    return counts


def _rewritten(tree: Tree[Any], own_names: Collection[str]) -> Tree[Any]:
    element, *loops = tree.children
    nodes: list[Tree[Any]] = []
    for loop in loops:
        loop_parts: list[Any] = loop.children[:3]
        # Conditions split into conjuncts, since each may bind what the next one reads.
        for condition in loop.children[3:]:
            for conjunct in _conjuncts(condition.children[0]):
                test = conjunct
                # A binding becomes a loop over one value, placed before the condition that uses it.
                while (binding := _first_binding(test, own_names)) is not None:
                    nodes.append(Tree("comprehension_for", loop_parts, loop.meta))
                    loop_parts, test = binding
                loop_parts = [*loop_parts, Tree("condition", [test], condition.meta)]
        nodes.append(Tree("comprehension_for", loop_parts, loop.meta))
    # The element is evaluated after all conditions.
    # Of `k: v` in a dict the key is evaluated first, so that only a binding there is taken out.
    first = element.children[0] if element.data == "pair" else element
    while (binding := _first_binding(first, own_names)) is not None:
        loop_parts, first = binding
        nodes.append(Tree("comprehension_for", loop_parts, element.meta))
    if element.data == "pair":
        first = Tree("pair", [first, *element.children[1:]], element.meta)
    return Tree(tree.data, [first, *nodes], tree.meta)


def _conjuncts(test: Tree[Any]) -> Iterator[Tree[Any]]:
    """The conditions that are true together where a conjunction is."""
    if test.data != "and":
        yield test
        return
    for child in test.children:
        yield from _conjuncts(child)


def _first_binding(tree: Tree[Any], own_names: Collection[str]) -> tuple[list[Any], Tree[Any]] | None:
    """Where an expression evaluates one first: the parts of a loop that binds its name, and what is left of the
    expression."""
    # The way down along what is evaluated first; conditional parts end it.
    path: list[tuple[Tree[Any], int]] = []
    node = tree
    while (position := _first_part(node)) is not None:
        path.append((node, position))
        node = node.children[position]
    # The innermost binding on that way comes first.
    while path:
        node, _ = path.pop()
        if node.data == "walrus" and identifier(node.children[0]) in own_names:
            break
    else:
        return None
    token, value = node.children
    what_remains = Tree("name", [token], node.meta)
    loop = [None, what_remains, Tree("tuple", [value], value.meta)]
    # Put together again with the name in place of the binding.
    for outer, position in reversed(path):
        what_remains = Tree(
            outer.data, [*outer.children[:position], what_remains, *outer.children[position + 1 :]], outer.meta
        )
    return loop, what_remains


def _first_part(node: Tree[Any]) -> int | None:
    """The place of the part that an expression always evaluates, and before all others; None where there is none."""
    match node.data:
        case "walrus" | "unary" | "conditional":
            position = 1
        case "call":
            # Names of functions are there, whenever they are looked up.
            position = 1 if node.children[0].data == "name" else 0
        case "not" | "arguments":
            position = 0
        case data if data in _FIRST:
            position = 0
        case _:
            return None
    evaluated_first = node.children[position] if position < len(node.children) else None
    return (
        position
        if isinstance(evaluated_first, Tree) and evaluated_first.data not in _NO_EXPRESSIONS | COMPREHENSIONS
        else None
    )
