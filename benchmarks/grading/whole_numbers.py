"""Normal forms where some names are known to be whole numbers: there `not a < b` is `b <= a`, and `a >= 1` is `a > 0`.

Of floats neither holds (nan), nor of sets. What the other clauses of a contract say of the types decides it: it is
what a check knows that comes after them.
"""

import ast
from collections.abc import Collection, Iterable

from attrs import frozen

from .normal import EACH, normal_form

_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
_WHOLE = ("int", "bool")


@frozen(slots=True)
class WholeNumbers:
    """Names of whole numbers, and of what has only such as elements."""

    names: frozenset[str] = frozenset()
    containers: frozenset[str] = frozenset()


def told_by(blocks: Iterable[str]) -> WholeNumbers:
    """What clauses say about which names are whole numbers."""
    names, containers = set(), set()
    for block in blocks:
        for part in normal_form(block) or ():
            match ast.parse(part, mode="eval").body:
                case ast.Call(
                    func=ast.Name(id="all"),
                    args=[
                        ast.GeneratorExp(elt=element, generators=[ast.comprehension(iter=ast.Name(id=name), ifs=[])])
                    ],
                ) if _typed(element) == EACH:
                    containers.add(name)
                case condition if (typed := _typed(condition)) is not None:
                    names.add(typed)
    return WholeNumbers(frozenset(names), frozenset(containers))


def _typed(condition: ast.expr) -> str | None:
    """The name that a condition says to be a whole number."""
    match condition:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), ast.Name(id=kind)]) if kind in _WHOLE:
            return name
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]),
            ops=[ast.Eq() | ast.Is()],
            comparators=[ast.Name(id=kind)],
        ) if kind in _WHOLE:
            return name
        case ast.Compare(
            left=ast.Name(id=kind),
            ops=[ast.Eq() | ast.Is()],
            comparators=[ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)])],
        ) if kind in _WHOLE:
            return name
    return None


def whole_form(block: str, known: WholeNumbers) -> frozenset[str] | None:
    """The normal form of a block where these are whole numbers; None where it has none."""
    parts = normal_form(block)
    if parts is None or not (known.names or known.containers):
        return parts
    return frozenset(ast.unparse(_Turned(known).visit(ast.parse(part, mode="eval")).body) for part in parts)


class _Turned(ast.NodeTransformer):
    def __init__(self, known: WholeNumbers) -> None:
        self.whole: Collection[str] = known.names
        self.containers = known.containers

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        match node.generators:
            case [ast.comprehension(target=ast.Name(id=name), iter=ast.Name(id=container))] if (
                container in self.containers
            ):
                outside = self.whole
                self.whole = {*outside, name}
                changed = self.generic_visit(node)
                self.whole = outside
                return changed
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Compare(left=left, ops=[op], comparators=[right])) if (
                type(op) in _NEGATED and self._is_whole(left) and self._is_whole(right)
            ):
                return self.visit_Compare(ast.Compare(left=left, ops=[_NEGATED[type(op)]()], comparators=[right]))
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if (
                type(op) in _NEGATED and self._is_whole(left) and self._is_whole(right)
            ):
                if isinstance(op, ast.Gt | ast.GtE):
                    left, right = right, left
                return _strictly(left, right) if isinstance(op, ast.LtE | ast.GtE) else _less(left, right)
        return self.generic_visit(node)

    def _is_whole(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=int()):
                return True
            case ast.Name(id=name):
                return name in self.whole
            case ast.Call(func=ast.Name(id="len")):
                return True
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self._is_whole(operand)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
                return self._is_whole(left) and self._is_whole(right)
        return False


def _less(left: ast.expr, right: ast.expr) -> ast.Compare:
    return ast.Compare(left=left, ops=[ast.Lt()], comparators=[right])


def _strictly(left: ast.expr, right: ast.expr) -> ast.Compare:
    """`left <= right` with `<`, where one side is a number."""
    match left, right:
        case ast.Constant(value=int(number)), _:
            return _less(ast.Constant(number - 1), right)
        case _, ast.Constant(value=int(number)):
            return _less(left, ast.Constant(number + 1))
    return ast.Compare(left=left, ops=[ast.LtE()], comparators=[right])
