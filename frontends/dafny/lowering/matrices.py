"""Elements of an `array2`: `a[i, j]` is an element of its rows, one after the other."""

from ....core.ir.build import conj, eq, ge, integer, op
from ....core.ir.contracts import Function
from ....core.ir.sorts import INT, Sort
from ....core.ir.terms import Binder, Term, var
from ....core.ir.variables import field_variable, without_state
from ..classes import LENGTHS, MATRIX, POSITION
from ..names import Signature
from ..syntax import Node
from .elaboration import Draft, Elaboration, Scope

_PARAMETERS = tuple(Binder(name, INT) for name in ("row", "column", "rows", "columns"))


def position_signature() -> Signature:
    return Signature(POSITION, _PARAMETERS, INT)


def position_function() -> Function:
    """`row * columns + column`, where both are inside."""
    row, column, rows, columns = (var(binder.name, INT) for binder in _PARAMETERS)
    inside = (
        conj(op("le", integer(0), index), op("lt", index, length)) for index, length in ((row, rows), (column, columns))
    )
    return Function(POSITION, _PARAMETERS, INT, op("add", op("mul", row, columns), column), tuple(inside))


def element(e: Elaboration, matrix: Draft, row: Draft, column: Draft, node: Node, scope: Scope) -> Draft:
    """`a[i, j]`. Raises Unsupported for an array2 that is no variable."""
    result, span = e.inference.fresh(), e.span(node)

    def constrain(sort: Sort) -> None:
        if sort.kind not in (MATRIX, "Array"):
            raise e.unsupported("an element of a multi-dimensional array", node)
        e.inference.unify(row.sort, INT, span)
        e.inference.unify(column.sort, INT, span)
        e.inference.unify(result, sort.args[0], span)

    e.inference.when_known(matrix.sort, constrain, "an index", span)

    def build() -> Term:
        array = matrix.build()
        name = str(array.data) if array.op == "var" else ""
        name = without_state(name)
        root = scope.objects[name].root if name in scope.objects else ""
        if field_variable(root, LENGTHS[1]) not in scope.variables:
            raise e.unsupported("an element of an array2 without a name", node)
        lengths = lengths_of(root)
        place = op("call", row.build(), column.build(), *lengths, data=POSITION, sort=INT, span=span)
        return op("array.at", array, place, span=span)

    return Draft(result, build)


def lengths_of(name: str) -> tuple[Term, Term]:
    """The variables that are the lengths of an array2."""
    first, second = (var(field_variable(name, length), INT) for length in LENGTHS)
    return first, second


def promised(name: str, sort: Sort, root: str = "") -> Term:
    """What holds of every array2: its array has as many elements as it has places. `root`: where its lengths are, if
    not at its own name."""
    rows, columns = lengths_of(root or name)
    count = op("array.len", var(name, sort))
    return conj(ge(rows, integer(0)), ge(columns, integer(0)), eq(count, op("mul", rows, columns)))
