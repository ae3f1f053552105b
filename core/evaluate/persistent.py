"""What stays true, or false, of a sequence when elements are appended to it.

Where `forall i :: 0 <= i < |s| - 1 ==> s[i] < s[i + 1]` is false of a sequence, it is false of every one that begins
with it: none of these has to be looked at.
"""

from ..ir import build
from ..ir.sorts import INT
from ..ir.substitution import FreeNames
from ..ir.terms import Term, binders, fold
from ..ir.variables import Name

_RISING = {"lt": (1, 0), "le": (1, 0), "gt": (0, 1), "ge": (0, 1)}
"""Comparison → (position of the greater operand where it holds, position of the smaller one)."""


def persists(term: Term, name: Name, value: bool, names: FreeNames) -> bool:
    """Where a Bool term has this value of a sequence, has it the same value of all that begin with the sequence?

    That it has a value of those is left to the caller: what is quantified may look at elements that were not there."""
    if is_local(term, name, names):
        return True

    def each(terms: tuple[Term, ...], truth: bool) -> bool:
        return all(persists(arg, name, truth, names) for arg in terms)

    match term.op:
        case "not":
            return each(term.args, not value)
        case "and":
            # That it was the first false operand matters: those before it are still true.
            return each(term.args, True) if value else each(term.args, False) and each(term.args[:-1], True)
        case "or":
            return each(term.args, True) and each(term.args[:-1], False) if value else each(term.args, False)
        case "implies":
            premise, conclusion = term.args[:1], term.args[1:]
            # Which operand made it true is not known: a false premise has to stay false, and a true one true.
            if not value:
                return each(premise, True) and each(conclusion, False)
            return each(premise, False) and each(premise, True) and each(conclusion, True)
        case "ite":
            condition = term.args[:1]
            return each(condition, True) and each(condition, False) and each(term.args[1:], value)
        case "forall" | "exists":
            domains = term.args[:-1]
            bound = {binder.name for binder in binders(term)}
            # The witness of an `exists` that is true, and the counterexample of a `forall` that is false, are still
            # there in a longer sequence. A `forall` that is true may find a counterexample among what is appended.
            steady = all(is_local(domain, name, names) for domain in domains) and name not in bound
            return steady and value is (term.op == "exists") and each(term.args[-1:], value)
        case _:
            return _atom(term, name, value, names)


def _atom(term: Term, name: Name, value: bool, names: FreeNames) -> bool:
    match term.op:
        case "lt" | "le" | "gt" | "ge" if term.args[0].sort == INT:
            greater, smaller = _RISING[term.op]
            growing, falling = (greater, smaller) if value else (smaller, greater)
            return _rises(term.args[growing], name, 1, names) and _rises(term.args[falling], name, -1, names)
        case "seq.member" if is_local(term.args[0], name, names):
            return value and _is_sequence(term.args[1], name)
        case "seq.prefix" if not value:
            return _is_sequence(term.args[0], name) and is_local(term.args[1], name, names)
        case "multiset.subset" if not value:
            return _is_bag(term.args[0], name) and is_local(term.args[1], name, names)
        case _:
            return False


def _rises(term: Term, name: Name, sign: int, names: FreeNames) -> bool:
    """Does an Int (times the sign) never become less?"""
    if is_local(term, name, names):
        return True
    match term.op, term.args:
        case "seq.len", (operand,):
            return sign > 0 and _is_sequence(operand, name)
        case "multiset.count", (bag, element):
            return sign > 0 and _is_bag(bag, name) and is_local(element, name, names)
        case "add", (left, right):
            return _rises(left, name, sign, names) and _rises(right, name, sign, names)
        case "sub", (left, right):
            return _rises(left, name, sign, names) and _rises(right, name, -sign, names)
        case "neg", (operand,):
            return _rises(operand, name, -sign, names)
        case "mul", (left, right) if build.is_value(left):
            return left.data == 0 or _rises(right, name, sign if left.data > 0 else -sign, names)
        case "mul", (left, right) if build.is_value(right):
            return right.data == 0 or _rises(left, name, sign if right.data > 0 else -sign, names)
        case _:
            return False


def _is_sequence(term: Term, name: Name) -> bool:
    return term.op == "var" and term.data == name


def _is_bag(term: Term, name: Name) -> bool:
    return term.op == "multiset.of_seq" and _is_sequence(term.args[0], name)


def is_local(term: Term, name: Name, names: FreeNames) -> bool:
    """Does a term look at nothing of the sequence but elements at positions?"""
    if name not in names.of(term):
        return True

    def step(node: Term, inside: tuple[bool, ...]) -> bool:
        if node.op == "seq.at" and _is_sequence(node.args[0], name):
            return inside[1]
        bound = any(binder.name == name for binder in binders(node))
        return all(inside) and not _is_sequence(node, name) and not bound

    return fold(term, step)
