"""Loops of bodies, and what they go over."""

from collections.abc import Sequence

from attrs import define

from ...core.ir.build import integer, negate, op
from ...core.ir.statements import Break, If, Statement, While
from ...core.ir.terms import TRUE, var
from ...core.ir.updates import Update
from . import tree as t
from .exec_values import NO_VALUE, USIZE, ExecValues
from .patterns import matched
from .places import RustPlace
from .scopes import NameScope, Typed
from .types import (
    LITERAL,
    UNIT,
    VerusType,
)


@define(slots=True)
class ExecLoops(ExecValues):
    """Loops of bodies."""

    def _body_of_loop(self, body: t.CodeBlock, scope: NameScope) -> list[Statement]:
        return self.within_block(lambda: self.block(body, scope, None))[1]

    def _while(self, condition: t.Expr, body: t.CodeBlock, label: str, scope: NameScope, node: t.Expr) -> Typed:
        tested, statements = self.within_block_matched(condition, scope)
        self.loops.append((label, None))
        hidden = dict(self.places)
        if not statements and not tested.variables:
            inside = self._body_of_loop(body, scope)
            self.emit(While(tested.condition, tuple(inside), span=self.span(node), labels=_labels(label)))
        else:

            def whole() -> Typed:
                self.emit(*statements, If(negate(tested.condition), (Break(),)))
                return self.block(body, scope.binding(self._variables(tested.variables)), None)

            inside = self.within_block(whole)[1]
            self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.places = hidden
        self.loops.pop()
        return Typed(NO_VALUE, UNIT)

    def _loop(self, body: t.CodeBlock, label: str, scope: NameScope, expected: VerusType | None, node: t.Expr) -> Typed:
        result = None
        if expected is not None and expected != UNIT:
            result = Typed(var(self.fresh_name("broken"), self.sort(expected)), expected)
        self.loops.append((label, result))
        inside = self._body_of_loop(body, scope)
        self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.loops.pop()
        return result or Typed(NO_VALUE, UNIT)

    def _break(self, node: t.Expr, label: str, value: t.Expr | None, scope: NameScope) -> Typed:
        if value is not None:
            target = next((loop for loop in reversed(self.loops) if not label or loop[0] == label), None)
            if target is None or target[1] is None:
                raise self.unsupported("a break with a value", node)
            found = self.settled(self.typed(value, scope, target[1].type), target[1].type)
            self.emit(Update((target[1].term.data,), (found.term,)))
        self.emit(Break(self.span(node), label))
        return Typed(NO_VALUE, UNIT)

    def _for(self, node: t.ExprForLoop, scope: NameScope) -> Typed:
        value, steps = _without_adaptors(node.value)
        backwards = "rev" in steps
        counted = "enumerate" in steps
        if not set(steps) <= {"rev", "enumerate", "iter", "into_iter", "chars", "cloned", "copied", "iter_mut"}:
            raise self.unsupported("an iterator of this kind", node.value)
        self.loops.append((node.label, None))
        hidden = dict(self.places)
        if isinstance(value, t.ExprRange) and value.start is not None and value.end is not None and not counted:
            self._for_range(node, value, backwards, scope)
        else:
            self._for_elements(node, value, steps, scope)
        self.places = hidden
        self.loops.pop()
        return Typed(NO_VALUE, UNIT)

    def _for_range(self, node: t.ExprForLoop, value: t.ExprRange, backwards: bool, scope: NameScope) -> None:
        assert value.start is not None
        assert value.end is not None
        low, high = self.pair(value.start, value.end, scope)
        kind = low.type
        if kind.name == LITERAL and not kind.label:
            label = f"?{node.pattern.at[0]}"
            kind = self.hints.get(label, VerusType(LITERAL, (), label))
        end = op("add", high.term, integer(1)) if value.inclusive else high.term
        first = self.kept(Typed(op("sub", end, integer(1)) if backwards else low.term, kind), "next", node.value)
        last = self.kept(Typed(low.term if backwards else end, kind), "end", node.value)

        def body() -> Typed:
            name = node.pattern.name if isinstance(node.pattern, t.PatIdent) else "turn"
            turn = self.kept(first, name, node.pattern)
            step = op("sub" if backwards else "add", first.term, integer(1))
            self.emit(Update((first.term.data,), (step,)))
            self.places.pop(name, None)
            return self.block(node.body, scope.binding({name: turn}), None)

        inside = self.within_block(body)[1]
        test = op("ge" if backwards else "lt", first.term, last.term)
        self.emit(While(test, tuple(inside), span=self.span(node), labels=_labels(node.label)))

    def _for_elements(self, node: t.ExprForLoop, value: t.Expr, steps: Sequence[str], scope: NameScope) -> None:
        place: RustPlace | None = None
        if "iter_mut" in steps or (isinstance(value, t.ExprUnary) and value.operator == "&mut"):
            place = self.place(value, scope)
        whole = self.kept(self.typed(value, scope), "elements", node.value)
        if not whole.type.is_sequence:
            raise self.unsupported(f"a loop over {whole.type}", node.value)
        element = self.known(whole.type.element)
        length = op("seq.len", whole.term)
        backwards = "rev" in steps
        start = op("sub", length, integer(1)) if backwards else integer(0)
        index = self.kept(Typed(start, USIZE), "position", node.value)

        def body() -> Typed:
            own = self.kept(index, "place")
            step = op("sub" if backwards else "add", index.term, integer(1))
            self.emit(Update((index.term.data,), (step,)))
            found = Typed(op("seq.at", whole.term, own.term), element)
            pattern = node.pattern
            if place is not None:
                if not isinstance(pattern, t.PatIdent) or "enumerate" in steps:
                    raise self.unsupported("a pattern over places", node)
                self.places[pattern.name] = self._checked_step(place, own.term, node)
                return self.block(node.body, scope, None)
            if "enumerate" in steps:
                found = Typed(op("tuple.make", own.term, found.term), VerusType("tuple", (USIZE, element)))
            case = matched(self, pattern, found, scope, node)
            return self.block(node.body, scope.binding(self._variables(case.variables)), None)

        inside = self.within_block(body)[1]
        test = op("ge", index.term, integer(0)) if backwards else op("lt", index.term, length)
        self.emit(While(test, tuple(inside), span=self.span(node), labels=_labels(node.label)))


def _labels(label: str) -> tuple[str, ...]:
    return (label,) if label else ()


_ADAPTORS = frozenset({"rev", "enumerate", "iter", "into_iter", "chars", "cloned", "copied", "iter_mut"})


def _without_adaptors(node: t.Expr) -> tuple[t.Expr, list[str]]:
    """What an iterator goes over, and how."""
    steps = list[str]()
    while isinstance(node, t.ExprMethodCall) and node.name in _ADAPTORS and not node.arguments:
        steps.append(node.name)
        node = node.receiver
    return node, steps
