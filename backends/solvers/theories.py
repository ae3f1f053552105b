"""Which theories a script needs, by its text."""

from collections.abc import Sequence

from ..smtlib.marks import PRODUCTS as MULTIPLIED
from .driver import PRODUCTS, QUANTIFIERS, RECURSION, Profile


def profile_of(texts: Sequence[str]) -> Profile:
    """What pieces of a script contain."""
    text = "\n".join(texts)
    return Profile(frozenset(theory for theory, marks in _MARKS.items() if any(mark in text for mark in marks)))


_MARKS = {
    RECURSION: ("(define-funs-rec ", "(define-fun-rec "),
    PRODUCTS: (MULTIPLIED,),
    QUANTIFIERS: ("(forall ", "(exists "),
    "strings": (" String", "(str.", "(re."),
    "sequences": ("(Seq ", "(seq."),
    "datatypes": ("(declare-datatype",),
    "arrays": ("(Array ", "(select ", "(store "),
    "bit-vectors": ("(_ BitVec ", "(bv", "int_to_bv", "bv_to_int"),
}
"""How a script that needs a theory is told from one that does not: every use of it has one of these. A literal that
looks like one costs a query that would not have been refused, and no verdict."""
