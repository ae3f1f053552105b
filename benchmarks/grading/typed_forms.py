"""Normal forms where the types of some names are known. Of whole numbers `not a < b` is `b <= a`, and `a >= 1` is
`a > 0`; of a list, tuple or text, what holds of `xs[i]` for all places i holds of each element.

Of floats the first two do not hold (nan), nor of sets; of a dictionary the third one does not. What the other clauses
of a contract say of the types decides it: it is what a check knows that comes after them.
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
_SEQUENCES = ("list", "tuple", "str")


@frozen(slots=True)
class KnownTypes:
    """Names of whole numbers, of what has only such as elements, and of lists, tuples and texts."""

    whole: frozenset[str] = frozenset()
    containers: frozenset[str] = frozenset()
    sequences: frozenset[str] = frozenset()


def told_by(blocks: Iterable[str]) -> KnownTypes:
    """What clauses say about the types of names."""
    whole, containers, sequences = set(), set(), set()
    for block in blocks:
        for part in normal_form(block) or ():
            match ast.parse(part, mode="eval").body:
                case ast.Call(
                    func=ast.Name(id="all"),
                    args=[
                        ast.GeneratorExp(elt=element, generators=[ast.comprehension(iter=ast.Name(id=name), ifs=[])])
                    ],
                    # `all(type(_each) is int for _each in x)` is about what is in x.
                ) if _typed(element, _WHOLE) == EACH:
                    containers.add(name)
                case condition:
                    whole.add(_typed(condition, _WHOLE))
                    sequences.add(_typed(condition, _SEQUENCES))
    told = (frozenset(name for name in names if name is not None) for names in (whole, containers, sequences))
    return KnownTypes(*told)


def _typed(condition: ast.expr, kinds: Collection[str]) -> str | None:
    """The name that a condition says to be of one of some types."""
    match condition:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), ast.Name(id=kind)]) if kind in kinds:
            return name
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)]),
            ops=[ast.Eq() | ast.Is()],
            comparators=[ast.Name(id=kind)],
        ) if kind in kinds:
            return name
        case ast.Compare(
            left=ast.Name(id=kind),
            ops=[ast.Eq() | ast.Is()],
            comparators=[ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=name)])],
        ) if kind in kinds:
            return name
    return None


def typed_form(block: str, known: KnownTypes) -> frozenset[str] | None:
    """The normal form of a block where these types are known; None where it has none."""
    parts = normal_form(block)
    if parts is None or known == KnownTypes():
        return parts
    by_element = (_by_element(part, known.sequences) for part in parts)
    parts = frozenset().union(*(normal_form(f"assert {part}") or () for part in by_element))
    return frozenset(ast.unparse(_Turned(known).visit(ast.parse(part, mode="eval")).body) for part in parts)


def _by_element(part: str, sequences: Collection[str]) -> str:
    """A condition of `xs[i]` for all places i of a sequence as one of its elements; another part is itself."""
    match ast.parse(part, mode="eval").body:
        case ast.Call(
            func=ast.Name(id="all"),
            args=[
                ast.GeneratorExp(
                    elt=element,
                    generators=[
                        ast.comprehension(
                            target=ast.Name(id=place),
                            iter=ast.Call(
                                func=ast.Name(id="range"),
                                args=[ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[])]
                                | [
                                    ast.Constant(value=int(0)),
                                    ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[]),
                                ],
                                keywords=[],
                            ),
                            ifs=[],
                        )
                    ],
                )
            ],
        ) if name in sequences:
            indexed = _Indexed(name, place)
            changed = ast.unparse(indexed.visit(element))
            return part if indexed.others else f"all({changed} for {place} in {name})"
    return part


class _Indexed(ast.NodeTransformer):
    """`xs[i]` as `i`. `others`: whether i stands anywhere else, or something inside binds i or xs anew. Example: of
    `type(xs[i]) == int` it is `type(i) == int`, where i goes through xs; `xs[i] > i` has another i."""

    def __init__(self, name: str, place: str) -> None:
        self.name, self.place, self.others = name, place, False

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(value=ast.Name(id=self.name), slice=ast.Name(id=self.place) as place):
                return place
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        # Of what is left of i the place is meant, which is not known any more; and another xs has other elements.
        self.others |= node.id == self.place or (node.id == self.name and not isinstance(node.ctx, ast.Load))
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        self.others |= node.arg in (self.place, self.name)
        return node


class _Turned(ast.NodeTransformer):
    def __init__(self, known: KnownTypes) -> None:
        self.whole: Collection[str] = known.whole
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
