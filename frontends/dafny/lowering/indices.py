"""Indices of sequences and arrays: whole numbers, or bit-vectors, which stand for these (Dafny reference manual,
"Sequences"). In arrays of several dimensions `a[i, j]` is an element of the rows of `a`, one after the other.
"""

from collections.abc import Sequence
from functools import reduce

from ....core.ir.build import conj, eq, ge, integer, op
from ....core.ir.contracts import Function
from ....core.ir.shapes import array_of_shaped, element_of_shaped, is_shaped, lengths_of_shaped, rank_of_shaped, shaped
from ....core.ir.sorts import INT, Sort
from ....core.ir.terms import Binder, Term, var
from ....core.ir.variables import LENGTHS, Name, field_variable, without_state
from ..classes import length_names, position_name
from ..names import Signature
from ..syntax import Node
from .elaboration import Draft, Elaboration, Scope


def position_sort(elaboration: Elaboration, position: Draft) -> Sort:
    """The sort that an index has: Int, where it is not known to be a bit-vector."""
    resolved_sort = elaboration.inference.shallow(position.sort)
    return resolved_sort if resolved_sort.kind == "BitVec" else INT


def as_position(index: Term) -> Term:
    """An index as a whole number."""
    return op("bv.to_int", index, span=index.span) if index.sort.kind == "BitVec" else index


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
    # Each index below its own length: the position alone could be inside of the array where an index is not.
    inside = (
        conj(op("le", integer(0), index), op("lt", index, length))
        for index, length in zip(indices, lengths, strict=True)
    )
    linear_index = reduce(
        lambda index_so_far, index_and_length: op(
            "add", op("mul", index_so_far, index_and_length[1]), index_and_length[0]
        ),
        zip(indices[1:], lengths[1:], strict=True),
        indices[0],
    )
    return Function(position_name(rank), parameters, INT, linear_index, tuple(inside))


def element(elaboration: Elaboration, matrix: Draft, indices: Sequence[Draft], node: Node, scope: Scope) -> Draft:
    """`a[i, j]`. Raises Unsupported for what is no array of so many dimensions."""
    result, span, rank = elaboration.inference.fresh(), elaboration.span(node), len(indices)

    # The array's sort may be inferred later, from other uses: until then the element's sort waits for it.
    def constrain(sort: Sort) -> None:
        is_of_rank = is_shaped(sort) and rank_of_shaped(sort) == rank
        # A plain array is let through: in a text of ours that is read again its lengths are variables.
        if not is_of_rank and sort.kind != "Array":
            raise elaboration.unsupported("an element of a multi-dimensional array", node)
        for index in indices:
            elaboration.inference.unify(index.sort, position_sort(elaboration, index), span)
        elaboration.inference.unify(result, element_of_shaped(sort) if is_of_rank else sort.args[0], span)

    elaboration.inference.when_known(matrix.sort, constrain, "an index", span)

    def build() -> Term:
        matrix_term = matrix.build()
        if not is_shaped(matrix_term.sort):
            matrix_term = _with_its_lengths(elaboration, matrix_term, rank, node, scope)
        # A matrix is stored row by row in one array: the position follows from indices and lengths.
        terms = (*(as_position(index.build()) for index in indices), *lengths_of_shaped(matrix_term))
        term = op("call", *terms, data=position_name(rank), sort=INT, span=span)
        return op("array.at", array_of_shaped(matrix_term), term, span=span)

    return Draft(result, build)


def _with_its_lengths(elaboration: Elaboration, array: Term, rank: int, node: Node, scope: Scope) -> Term:
    """An array that stands for one of several dimensions, as in a text of ours that is read again: where its lengths
    are variables. Raises Unsupported where they are not."""
    name = without_state(array.data) if array.op == "var" else ""
    reference = scope.objects.get(name)
    if reference is None or field_variable(reference.root, LENGTHS[0]) not in scope.variables:
        raise elaboration.unsupported("an element of a multi-dimensional array", node)
    return shaped(array, lengths_of(reference.root, rank))


def lengths_of(name: Name, rank: int) -> tuple[Term, ...]:
    """The variables that are the lengths of an array of so many dimensions."""
    return tuple(var(field_variable(name, length), INT) for length in length_names(rank))


def promised(name: Name, sort: Sort, rank: int) -> Term:
    """What holds of every array of several dimensions: it has as many elements as places."""
    lengths = lengths_of(name, rank)
    count = op("array.len", var(name, sort))
    places = reduce(lambda product, length: op("mul", product, length), lengths[1:], lengths[0])
    return conj(*(ge(length, integer(0)) for length in lengths), eq(count, places))
