"""What leaves the body that it is in, or a loop of it."""

from collections.abc import Sequence

from ...core.ir.statements import Block, Break, Continue, If, Return, Statement, While
from ...core.ir.terms import TRUE, bare
from . import tree as t
from .places import PlaceStep, RustPlace
from .scopes import Typed


def has_let(node: t.Expr) -> bool:
    match node:
        case t.ExprLet():
            return True
        case t.ExprBinary("&&", left, right):
            return has_let(left) or has_let(right)
        case _:
            return False


def leaves(statements: Sequence[Statement]) -> bool:
    """Do statements end by leaving what they are in?"""
    if not statements:
        return False
    last = statements[-1]
    if isinstance(last, If):
        return leaves(last.then) and leaves(last.orelse)
    # An endless loop that no `break` of its own leaves: what follows is never reached.
    if isinstance(last, While):
        return last.test == TRUE and not _is_left(last.body, last.labels, True)
    if isinstance(last, Block):
        return leaves(last.body) and not _is_left(last.body, last.labels, False)
    return isinstance(last, Return | Break | Continue)


def _is_left(statements: Sequence[Statement], labels: Sequence[str], innermost: bool) -> bool:
    """Does a `Break` in statements leave what has these labels? `innermost`: one without a label does, too."""
    for statement in statements:
        match statement:
            case Break(_, label) if label in labels or (innermost and not label):
                return True
            case If(_, then, orelse) if _is_left(then, labels, innermost) or _is_left(orelse, labels, innermost):
                return True
            # A `break` without a label in an inner loop leaves that one.
            case While(_, body) if _is_left(body, labels, False):
                return True
            case Block(body) if _is_left(body, labels, innermost):
                return True
    return False


def part_of(outer: RustPlace, value: Typed) -> RustPlace | None:
    """The part of a place that a value is read from."""
    steps, term, whole = list[PlaceStep](), bare(value.term), bare(outer.read())
    while term != whole:
        match term.op, term.data:
            case "datatype.at", (str(variant), str(name)):
                steps.append(PlaceStep(value.type, term.sort, variant=variant, name=name))
            case "tuple.at", int(component):
                steps.append(PlaceStep(value.type, term.sort, component=component))
            case _:
                return None
        term = term.args[0]
    for step in reversed(steps):
        outer = outer.to(step)
    return outer
