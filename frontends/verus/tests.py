"""Tests in a file: functions marked `#[test]`, and exec functions without parameters and without a contract that are
called `main` or have `test` in their name. What they assert, in ghost code too, is what they say."""

import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import define, fields

from ...core.errors import Unsupported
from ...core.ir.contracts import Specification, TestMethod
from ...core.ir.routines import Routine
from ...core.ir.statements import Expect, OpaqueStatement, statements_of
from ...core.ir.updates import Call
from . import tree as t
from .bodies import routine_of
from .elaboration import SpecLowering
from .ghost import GhostLowering
from .lowering import fitting
from .scopes import DeclaredFunction, NameScope
from .types import VerusType

_MARKED = re.compile(r"#\[\s*(?:[\w:]+::)?test\b")
_NAMED = re.compile(r"^main$|test", re.IGNORECASE)


def is_test(declared: DeclaredFunction) -> bool:
    """Is a function a test of others?"""
    item = declared.item
    if declared.is_spec or declared.is_proof or item.parameters or item.clauses or item.body is None:
        return False
    return any(map(_MARKED.match, item.attributes)) or bool(_NAMED.search(item.name))


@define(slots=True)
class TestLowering(GhostLowering):
    """The lowering of the body of a test, in which ghost code asserts as the rest does."""

    __test__ = False  # pytest must not collect it

    def asserted(self, node: t.ExprAssert, scope: NameScope) -> None:
        condition = self.ghost_condition(node.condition, scope)
        self.emit(Expect(condition, self.source.excerpt(*node.condition.at), self.span(node)))


def tested_bodies(
    state: SpecLowering,
    listed: Iterable[DeclaredFunction],
    instances: dict[str, tuple[DeclaredFunction, Mapping[str, VerusType]]],
) -> Iterator[tuple[TestMethod, Routine]]:
    """The tests among the functions, each with its body. The generic functions that they call come to `instances`."""
    shared = {field.name: getattr(state, field.name) for field in fields(SpecLowering)}
    for declared in filter(is_test, listed):
        span = state.span(declared.item)
        try:
            with fitting(span):
                lowering = TestLowering(**shared, ghost=state, instances=instances)
                body = routine_of(lowering, declared, state.source.text, {}, declared.qualified)
        # A test that is not lowered is kept, and says where and why, so that it is not taken for none.
        except Unsupported as error:
            opaque = OpaqueStatement(error.construct, error.span or span)
            body = Routine(declared.qualified, (), (), (opaque,), span=span)
        if body is not None:
            calls = frozenset(each.method for each in statements_of(body.body) if isinstance(each, Call))
            yield TestMethod(declared.qualified, calls, span), body


def headers(specifications: Iterable[Specification]) -> Mapping[str, Routine]:
    """What calls of functions are given and give, without bodies."""
    return {
        specification.name: Routine(
            specification.name, tuple(specification.inputs), tuple(specification.outputs), (), span=specification.span
        )
        for specification in specifications
    }
