"""Indices of sequences and arrays: whole numbers, or bit-vectors, which stand for these (Dafny reference manual,
"Sequences")."""

from ....core.ir.build import op
from ....core.ir.sorts import INT, Sort
from ....core.ir.terms import Term
from .elaboration import Draft, Elaboration


def position_sort(e: Elaboration, position: Draft) -> Sort:
    """The sort that an index has: Int, where it is not known to be a bit-vector."""
    known = e.inference.shallow(position.sort)
    return known if known.kind == "BitVec" else INT


def as_position(index: Term) -> Term:
    """An index as a whole number."""
    return op("bv.to_int", index, span=index.span) if index.sort.kind == "BitVec" else index
