"""Loops of bodies, and what they go over."""

from attrs import define

from ...core.ir.build import negate
from ...core.ir.statements import Block, Break, If, Statement, While
from ...core.ir.terms import TRUE, var
from ...core.ir.updates import Update
from . import tree as t
from .exec_values import NO_VALUE, BreakTarget
from .leaving import leaves
from .patterns import matched
from .pipelines import ExecPipelines, IteratorChain
from .places import RustPlace
from .scopes import NameScope, Typed
from .types import (
    UNIT,
    VerusType,
)


@define(slots=True)
class ExecLoops(ExecPipelines):
    """Loops of bodies."""

    def _body_of_loop(self, body: t.CodeBlock, scope: NameScope) -> list[Statement]:
        return self.within_block(lambda: self.block(body, scope, None))[1]

    def _while(self, condition: t.Expr, body: t.CodeBlock, label: str, scope: NameScope, node: t.Expr) -> Typed:
        tested, statements = self.within_block_matched(condition, scope)
        self.loops.append(BreakTarget(label, ""))
        hidden = dict(self.places)
        # The condition is a term: the loop of the IR has the same form, with which invariants are read.
        if not statements and not tested.variables:
            inside = self._body_of_loop(body, scope)
            self.emit(While(tested.condition, tuple(inside), span=self.span(node), labels=_labels(label)))
        else:

            def whole() -> Typed:
                # The condition has statements of its own, which run before each turn.
                self.emit(*statements, If(negate(tested.condition), (Break(),)))
                return self.block(body, scope.binding(self._bound(tested)), None)

            inside = self.within_block(whole)[1]
            self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.places = hidden
        self.loops.pop()
        return Typed(NO_VALUE, UNIT)

    def _loop(self, body: t.CodeBlock, label: str, scope: NameScope, expected: VerusType | None, node: t.Expr) -> Typed:
        target = BreakTarget(label, self.fresh_name("broken"), expected if expected != UNIT else None)
        self.loops.append(target)
        inside = self._body_of_loop(body, scope)
        self.emit(While(TRUE, tuple(inside), span=self.span(node), labels=_labels(label)))
        self.loops.pop()
        return self._broken(target)

    def _broken(self, target: BreakTarget) -> Typed:
        """The value that a loop or a block was left with."""
        if target.type is None:
            return Typed(NO_VALUE, UNIT)
        kind = self.known(target.type)
        return Typed(var(target.result, self.sort(kind)), kind)

    def labelled_block(
        self, block: t.CodeBlock, label: str, scope: NameScope, expected: VerusType | None, node: t.Expr
    ) -> Typed:
        """`'label: { … }`, which a `break` may leave with its value."""
        target = BreakTarget(label, self.fresh_name("broken"), expected if expected != UNIT else None, is_loop=False)
        self.loops.append(target)
        value, statements = self.within_block(lambda: self.block(block, scope, expected))
        self.loops.pop()
        # Where every path leaves by a `break`, the block itself has no value.
        if not leaves(statements) and value.term != NO_VALUE:
            statements.append(self._stored_break(target, value, node))
        self.emit(Block(tuple(statements), labels=(label,), span=self.span(node)))
        return self._broken(target)

    def _stored_break(self, target: BreakTarget, value: Typed, node: t.Expr) -> Update:
        if target.type is None:
            target.type = self.labelled(value, node).type
        kind = self.known(target.type)
        value = self.settled(value, kind)
        self.learn(value.type, kind)
        self.learn(kind, value.type)
        if value.term.sort != self.sort(kind):
            raise self.unsupported(f"a break with {value.type} or {kind}", node)
        return Update((target.result,), (value.term,))

    def _break(self, node: t.Expr, label: str, value: t.Expr | None, scope: NameScope) -> Typed:
        if value is not None:
            # A labelled block is left by its label alone (Rust reference, "Break expressions").
            left = (each for each in reversed(self.loops) if (each.label == label if label else each.is_loop))
            target = next(left, None)
            if target is None or not target.result:
                raise self.unsupported("a break with a value", node)
            found = self.typed(value, scope, None if target.type is None else self.known(target.type))
            self.emit(self._stored_break(target, found, value))
        self.emit(Break(self.span(node), label))
        return Typed(NO_VALUE, UNIT)

    def _for(self, node: t.ExprForLoop, scope: NameScope) -> Typed:
        value = node.value
        # An iterator chain, a mutable reference to a sequence, or a sequence.
        chain = self.chain_of(value, scope)
        if chain is None and (borrowed := self.reference(value, scope)) is not None and borrowed.type.is_sequence:
            chain = IteratorChain(self.over_places(value, scope))
        # `for x in set` means `set.into_iter()`, of an ordered set from the least element on.
        if chain is None and self._is_ordered(value, scope):
            chain = self.chain_of(t.ExprMethodCall(_borrowed(value), "iter", (), (), at=value.at), scope)
        if chain is None:
            chain = IteratorChain(self._over(self.sequence_of(value, scope), value))
        # A label lets inner loops leave this one.
        self.loops.append(BreakTarget(node.label, ""))
        hidden = dict(self.places)

        def visit(element: Typed) -> None:
            # A loop over places binds the place, not a copy.
            # The place belongs to this loop: in its body no inner loop is at it.
            place, self.current = self.current, None
            inside = scope
            if place is None:
                case = matched(self, node.pattern, element, scope, node)
                inside = scope.binding(self._variables(case.variables, node.pattern))
            else:
                inside = scope.binding(self._with_place(node.pattern, element, place, scope, node))
            self.block(node.body, inside, None)

        self.go_through(chain, scope, visit, node, node.label)
        # Places that the body introduced end with it.
        self.places = hidden
        self.loops.pop()
        return Typed(NO_VALUE, UNIT)

    def _is_ordered(self, node: t.Expr, scope: NameScope) -> bool:
        """Is an expression a map or a set that is gone through in order?"""
        kind = self.type_of_place(_borrowed(node), scope)
        return kind is not None and kind.label in ("BTreeMap", "BTreeSet")

    def _with_place(
        self, pattern: t.Pat, element: Typed, place: RustPlace, scope: NameScope, node: t.Expr
    ) -> dict[str, Typed]:
        """The variables of a loop over places, of which one is a place, and the other its number."""
        variables = dict[str, Typed]()
        if isinstance(pattern, t.PatTuple) and len(pattern.elements) == 2 and element.term.op == "tuple.make":
            number, pattern = pattern.elements
            # `for (i, x) in xs.iter_mut().enumerate()`: the number is a value, and x the place.
            counted = Typed(element.term.args[0], element.type.element)
            variables = self._variables(matched(self, number, counted, scope, node).variables, number)
        if not isinstance(pattern, t.PatIdent):
            raise self.unsupported("a pattern over places", node)
        self.places[pattern.name] = place
        return variables


def _borrowed(node: t.Expr) -> t.Expr:
    return node.operand if isinstance(node, t.ExprUnary) and node.operator == "&" else node


def _labels(label: str) -> tuple[str, ...]:
    return (label,) if label else ()
