"""The bodies of test methods: parsed apart, so that a broken one takes nothing else with it."""

import re
from collections.abc import Collection, Iterable, Mapping

from attrs import evolve, frozen

from ...core.errors import ParseError
from ...core.ir.contracts import Function, TestMethod
from ...core.ir.statements import OpaqueStatement
from ...core.ir.variables import Name
from .collect import Declaration
from .lowering import Scope
from .names import SymbolTable
from .statements import TestState
from .syntax import Node, parse
from .trees import child, nodes, span_of, tokens

_CONTRACT = ("results", "requires", "ensures", "modifies", "type_parameters")
_CALLED = re.compile(r"([\w?']+)\s*\(")


@frozen(slots=True)
class TestBody:
    """A test, the tree of its body (or why there is none), and between which offsets that is."""

    __test__ = False  # pytest must not collect it

    declared: Declaration
    tree: Node | ParseError
    part: tuple[int, int]


def is_test(declared: Declaration, subjects: Collection[str] = ()) -> bool:
    """Is this a method that tests others? Those that are called so are marked by the lexer. Others are methods that
    take, return and promise nothing, are no members of a class, and call one of the `subjects`."""
    if declared.kind != "method" or declared.refused:
        return False
    if tokens(declared.node, "TEST_BODY"):
        return True
    body = next(iter(tokens(declared.node, "BODY")), None)
    if body is None or declared.owner is not None or declared.datatype is not None or declared.modifiers:
        return False
    node = declared.node
    formals = child(node, "formals")
    if any(child(node, part) is not None for part in _CONTRACT) or formals is None or nodes(formals):
        return False
    return any(word in subjects for word in _CALLED.findall(str(body)))


def subjects_of(declared: Iterable[Declaration]) -> frozenset[str]:
    """The simple names of the methods that promise something."""
    return frozenset(one.name for one in declared if one.kind == "method" and child(one.node, "ensures") is not None)


def read_body(declared: Declaration) -> TestBody:
    """The body of a test."""
    (body,) = tokens(declared.node, "TEST_BODY", "BODY")
    part = (body.start_pos or 0) + 1, (body.end_pos or 0) - 1
    try:
        return TestBody(declared, parse(declared.source, "statements", part=part), part)
    except ParseError as error:
        return TestBody(declared, error, part)


def lower_body(body: TestBody, names: SymbolTable, functions: Mapping[Name, Function], scope: Scope) -> TestMethod:
    """A test. A body outside the grammar is one statement that is not understood."""
    declared = body.declared
    if isinstance(body.tree, ParseError):
        broken = OpaqueStatement(f"a syntax error ({body.tree})", body.tree.span)
        return TestMethod(declared.qualified, (broken,), span_of(declared.node, declared.source))
    state = TestState(names, functions, evolve(scope, known_objects=True))
    statements = state.lower(body.tree, declared.source, body.part)
    return TestMethod(declared.qualified, statements, span_of(declared.node, declared.source))
