"""Elements of arrays of several dimensions: `a[i, j]` is an element of the rows of `a`, one after the other."""

from collections.abc import Sequence
from functools import reduce

from ....core.ir.build import conj, eq, ge, integer, op
from ....core.ir.contracts import Function
from ....core.ir.sorts import INT, Sort
from ....core.ir.terms import Binder, Term, var
from ....core.ir.variables import LENGTHS, Name, field_variable, without_state
from ..classes import MATRIX, length_names, position_name
from ..names import Signature
from ..syntax import Node
from .elaboration import Draft, Elaboration, Scope


def _parameters(rank: int) -> tuple[Binder, ...]:
    """An index for each dimension, and then its lengths."""
    return tuple(Binder(f"{name}{number}", INT) for name in ("index", "length") for number in range(rank))


def position_signature(rank: int) -> Signature:
    return Signature(position_name(rank), _parameters(rank), INT)


def position_function(rank: int) -> Function:
    """`(i * length1 + j) * length2 + k` and so on, where all are inside."""
    parameters = _parameters(rank)
    variables = [var(binder.name, INT) for binder in parameters]
    indices, lengths = variables[:rank], variables[rank:]
    inside = (
        conj(op("le", integer(0), index), op("lt", index, length))
        for index, length in zip(indices, lengths, strict=True)
    )
    place = reduce(
        lambda found, part: op("add", op("mul", found, part[1]), part[0]),
        zip(indices[1:], lengths[1:], strict=True),
        indices[0],
    )
    return Function(position_name(rank), parameters, INT, place, tuple(inside))


def element(e: Elaboration, matrix: Draft, indices: Sequence[Draft], node: Node, scope: Scope) -> Draft:
    """`a[i, j]`. Raises Unsupported for an array that is no variable."""
    result, span = e.inference.fresh(), e.span(node)

    def constrain(sort: Sort) -> None:
        if sort.kind not in (MATRIX, "Array"):
            raise e.unsupported("an element of a multi-dimensional array", node)
        for index in indices:
            e.inference.unify(index.sort, INT, span)
        e.inference.unify(result, sort.args[0], span)

    e.inference.when_known(matrix.sort, constrain, "an index", span)

    def build() -> Term:
        array = matrix.build()
        name = without_state(array.data) if array.op == "var" else ""
        reference = scope.objects.get(name)
        if reference is None or field_variable(reference.root, LENGTHS[0]) not in scope.variables:
            raise e.unsupported("an element of an array2 without a name", node)
        if reference.rank != len(indices):
            raise e.unsupported("an element of an array of other dimensions", node)
        rank = len(indices)
        parts = (*(index.build() for index in indices), *lengths_of(reference.root, rank))
        place = op("call", *parts, data=position_name(rank), sort=INT, span=span)
        return op("array.at", array, place, span=span)

    return Draft(result, build)


def lengths_of(name: Name, rank: int) -> tuple[Term, ...]:
    """The variables that are the lengths of an array of so many dimensions."""
    return tuple(var(field_variable(name, length), INT) for length in length_names(rank))


def promised(name: Name, sort: Sort, rank: int, root: Name = "") -> Term:
    """What holds of every array of several dimensions: it has as many elements as places. `root`: where its lengths
    are, if not at its own name."""
    lengths = lengths_of(root or name, rank)
    count = op("array.len", var(name, sort))
    places = reduce(lambda found, length: op("mul", found, length), lengths[1:], lengths[0])
    return conj(*(ge(length, integer(0)) for length in lengths), eq(count, places))
