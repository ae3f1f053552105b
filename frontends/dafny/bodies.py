"""The bodies of test methods: parsed apart, so that a broken one takes nothing else with it."""

from collections.abc import Mapping

from attrs import evolve, frozen

from ...core.errors import ParseError
from ...core.ir.contracts import Function, TestMethod
from ...core.ir.statements import OpaqueStatement
from .collect import Declaration
from .lowering import Scope
from .names import SymbolTable
from .statements import TestState
from .syntax import Node, parse
from .trees import span_of, tokens


@frozen(slots=True)
class TestBody:
    """A test, the tree of its body (or why there is none), and between which offsets that is."""

    __test__ = False  # pytest must not collect it

    declared: Declaration
    tree: Node | ParseError
    part: tuple[int, int]


def is_test(declared: Declaration) -> bool:
    """Is this a method that tests others? Their bodies are marked by the lexer."""
    return declared.kind == "method" and bool(tokens(declared.node, "TEST_BODY"))


def read_body(declared: Declaration) -> TestBody:
    """The body of a test."""
    (body,) = tokens(declared.node, "TEST_BODY")
    part = (body.start_pos or 0) + 1, (body.end_pos or 0) - 1
    try:
        return TestBody(declared, parse(declared.source, "statements", part=part), part)
    except ParseError as error:
        return TestBody(declared, error, part)


def lower_body(body: TestBody, names: SymbolTable, functions: Mapping[str, Function], scope: Scope) -> TestMethod:
    """A test. A body outside the grammar is one statement that is not understood."""
    declared = body.declared
    if isinstance(body.tree, ParseError):
        broken = OpaqueStatement(f"a syntax error ({body.tree})", body.tree.span)
        return TestMethod(declared.qualified, (broken,), span_of(declared.node, declared.source))
    state = TestState(names, functions, evolve(scope, known_objects=True))
    statements = state.lower(body.tree, declared.source, body.part)
    return TestMethod(declared.qualified, statements, span_of(declared.node, declared.source))
