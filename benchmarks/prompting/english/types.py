"""Types in words. A bool is an int in Python: wherever int stands, it is said what that means for bools."""

from ....core.ir.terms import Term
from .nouns import callee, code, listed

_ARTICLE_AN = ("a", "e", "i", "o", "u")
_SPECIAL = {type(None): "None", object: "any object"}


def tested_types(term: Term) -> tuple[type, ...] | None:
    """The types that `int` or `(int, float)` names, as in the second argument of isinstance; None for another term."""
    if term.op == "const":
        return (term.data,) if isinstance(term.data, type) else None
    if callee(term) is type and len(term.args) == 2 and term.args[1].op == "const" and term.args[1].data is None:
        return (type(None),)
    if term.op not in ("python.tuple", "python.list", "python.set"):
        return None
    found = [tested_types(arg) for arg in term.args]
    known = [one for types in found if types is not None for one in types]
    return tuple(known) if known and all(types is not None for types in found) else None


def instance_of(types: tuple[type, ...]) -> str:
    """isinstance(…): "an int (bools included) or a float"."""
    bools = " (bools included)" if int in types and bool not in types else ""
    return listed([_with_article(one) + (bools if one is int else "") for one in types], "or")


def exactly(types: tuple[type, ...]) -> str:
    """type(…) ==: "an int, not a bool", "a list (no subclass)"."""
    if types == (int,):
        return "an int, not a bool"
    names = listed([_with_article(one) for one in types], "or")
    if int in types and bool not in types:
        return f"{names} (no bool, no other subclass)"
    return names if set(types) <= {bool, type(None)} else f"{names} (no subclass)"


def _with_article(one: type) -> str:
    if one in _SPECIAL:
        return _SPECIAL[one]
    name = one.__name__
    shown = name if name.isidentifier() else code(name)
    return f"{'an' if name.lower().startswith(_ARTICLE_AN) else 'a'} {shown}"
