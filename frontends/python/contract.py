"""Contract text and single expressions to the IR."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from operator import itemgetter
from typing import Any

from attrs import frozen
from lark import Token, Tree

from ...core.ir.contracts import Clause, Contract, Problem
from ...core.ir.statements import OpaqueStatement, Statement
from ...core.ir.terms import Term
from .aliasing.updates import rebound
from .bindings_inside import without_bindings_inside
from .dependence import dependent_clauses
from .expressions import Lowering
from .module import ModuleContext, read_context
from .names import MODULE_SCOPE, Unknown, function_bindings, identifier
from .parse import parse
from .source import PythonSource, read
from .statements import BlockLowering, is_generator


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
