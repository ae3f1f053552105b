"""Quantifiers over indices as quantifiers over elements.

`forall i :: 0 <= i < |s| ==> s[i] > 0` looks at each element by its index. Said of the elements, as Python does with
`all(x > 0 for x in s)`, it is proved for sequences of any length (`core/encoding/skolem.py`), of which only the first
few have an index that is looked at one by one.
"""

from collections.abc import Mapping, Sequence

from ...core.ir.build import conj, disj, elements, implies, negate
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import BOOL, INT
from ...core.ir.substitution import unused_name
from ...core.ir.terms import (
    BINDING,
    FALSE,
    TRUE,
    ZERO,
    Binder,
    Term,
    bare,
    fold,
    free_names,
    make,
    rebuild,
    subterms,
    var,
)
from ...core.ir.variables import Name

_MEMBER: Mapping[str, OperatorName] = {"Seq": "seq.member", "Set": "set.member", "Map": "map.member"}
RangedVariables = Sequence[tuple[Binder, Term]]
"""A bound variable, and what it ranges over."""


def by_elements(loops: RangedVariables, body: Term) -> tuple[list[tuple[Binder, Term]], Term]:
    """The same quantifier: without the bounds of an index or the membership of an element in its body, where its domain
    has them, and over the elements of a sequence where the index is used for nothing else."""
    loops_found: list[tuple[Binder, Term]] = []
    for number, (binder, domain) in enumerate(loops):
        later = [later_domain for _, later_domain in loops[number + 1 :]]
        body = _assuming(body, _membership(binder, domain, body))
        # If the name is bound again inside, replacing it would take the inner one for the outer.
        if domain.op != "range" or binder.sort != INT or _is_bound_inside(binder.name, body):
            loops_found.append((binder, domain))
            continue
        body = _assuming(body, _within(binder, domain))
        # A later loop that mentions the index needs it as a number: then it cannot become an element.
        sequence = (
            None
            if any(binder.name in free_names(later_domain) for later_domain in later)
            else _sequence(binder, domain, body)
        )
        if sequence is None:
            loops_found.append((binder, domain))
            continue
        # The new name must not be one of the body's own variables.
        fresh = Binder(unused_name(f"{binder.name}'element", body), sequence.sort.args[0])
        body = _replaced(body, binder, sequence, var(fresh.name, fresh.sort))
        loops_found.append((fresh, elements(sequence)))
    return loops_found, body


def _is_bound_inside(name: Name, body: Term) -> bool:
    return any(
        node.op in BINDING and any(inner_binder.name == name for inner_binder in node.data) for node in subterms(body)
    )


def _membership(binder: Binder, domain: Term, body: Term) -> Mapping[Term, Term]:
    """What a domain of elements says of one: in `forall x :: x in s ==> x > 0` that it is in s."""
    if domain.op != "elements" or domain.args[0].sort.kind not in _MEMBER:
        return {}
    (collection,) = domain.args
    if any(_is_bound_inside(name, body) for name in (binder.name, *free_names(collection))):
        return {}
    return {make(_MEMBER[collection.sort.kind], (var(binder.name, binder.sort), bare(collection)), BOOL): TRUE}


def _within(binder: Binder, domain: Term) -> Mapping[Term, Term]:
    """What the domain says of the index, as terms that the body may have."""
    low, high = map(bare, domain.args)
    index = var(binder.name, INT)
    true: list[tuple[OperatorName, Term, Term]] = [
        ("le", low, index),
        ("ge", index, low),
        ("lt", index, high),
        ("gt", high, index),
    ]
    return {make(name, (low_side, high_side), BOOL): TRUE for name, low_side, high_side in true}


def without_null(term: Term) -> Term:
    """The term where no array is null, as none is in Python."""
    return _assuming(term, {bare(node): FALSE for node in subterms(term) if node.op == "array.is_null"})


def _assuming(term: Term, known_truths: Mapping[Term, Term]) -> Term:
    """The term, in which what is known is replaced."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if bare(node) in known_truths:
            return known_truths[bare(node)]
        match node.op:
            case "and":
                return conj(*args)
            case "or":
                return disj(*args)
            case "implies":
                return implies(args[0], args[1])
            case "not":
                return negate(args[0])
        return rebuild(node, args)

    return fold(term, step)


def _sequence(binder: Binder, domain: Term, body: Term) -> Term | None:
    """The sequence or array whose elements, all of them, are what the index is used for; None where it is used for
    anything else."""
    low, high = map(bare, domain.args)
    if low is not ZERO or high.op not in ("seq.len", "array.len"):
        return None
    (sequence,) = high.args
    rest = _replaced(body, binder, sequence, FALSE)
    return None if binder.name in free_names(rest) or binder.name in free_names(sequence) else sequence


def _replaced(body: Term, binder: Binder, sequence: Term, by: Term) -> Term:
    """The body with something in place of the element at the index. (With a term of another sort it only serves to see
    where else the index is used.)"""
    free = free_names(sequence)

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op in ("seq.at", "array.at") and bare(args[0]) is bare(sequence):
            index = args[1]
            if index.op == "var" and index.data == binder.name:
                return by
        if node.op in BINDING and free & {inner_binder.name for inner_binder in node.data}:
            return node  # Inside, the names of the sequence mean something else.
        return make(node.op, args, node.sort, node.data, node.span)

    return fold(body, step)
