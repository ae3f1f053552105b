"""Terms of the IR: immutable, hash-consed, iteratively walked.

Two terms with the same operator, arguments, data, sort and span are the same object, so `is` and `==` agree and
both are O(1). `bare(term)` removes the spans: two terms mean the same text iff their bare forms are identical.
Operators and their meaning are listed in `operators/table.py`.
"""

import os
import reprlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from threading import RLock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

from attrs import field, frozen

from ..spans import Span
from .operator_names import OperatorName
from .sorts import BOOL, INT, Sort
from .values import ArrayValue, DatatypeValue, FrozenMap, Multiset, arrays_within
from .variables import Name, StateVariable, is_heap_read

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@frozen(slots=True)
class Binder:
    """A bound variable, an input or an output."""

    name: Name
    sort: Sort

    @property
    def variable(self) -> "Term":
        """The term that it is."""
        return var(self.name, self.sort)


def sorts_by_name(binders: "Iterable[Binder]") -> dict[Name, Sort]:
    """The sorts of binders."""
    return {binder.name: binder.sort for binder in binders}


def values_by_name(binders: "Iterable[Binder]", values: Iterable[T]) -> dict[Name, T]:
    """What stands for each of the binders: as many values as there are binders."""
    return {binder.name: value for binder, value in zip(binders, values, strict=True)}


@frozen(slots=True, eq=False, weakref_slot=True, repr=False)
class Term:
    """One node. Build it with `make`, `const`, `var` or the helpers of `build.py`, never directly."""

    op: OperatorName
    args: tuple["Term", ...]
    sort: Sort
    data: Any = None
    span: Span | None = field(default=None)

    def __repr__(self) -> str:
        """The operators with their arguments, `<Int: add(x, 1)>`; a front end writes them as people do.
        Parts are shared, so that the whole text of n nodes may have 2**n of them: it is cut."""
        text = ""
        # A stack of pieces to write, the last one first.
        waiting: list[str | Term] = [">", self, ": ", str(self.sort), "<"]
        while waiting and len(text) < _LONGEST_REPR:
            piece = waiting.pop()
            if isinstance(piece, str):
                text += piece
                continue
            label: str = piece.op
            if label in ("var", "const"):
                label = str(piece.data) if label == "var" else reprlib.repr(piece.data)
            inside: list[str | Term] = [text_or_term for arg in piece.args for text_or_term in (", ", arg)][1:]
            waiting += [label, *(["(", *inside, ")"] if inside else [])][::-1]
        return text + ("…" if waiting else "")

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (self.op, self.args, self.sort, self.data, self.span)


_LONGEST_REPR = 400
"""Characters."""


class _Reference(ref["Term"]):
    """A weak reference that knows under which key it is kept."""

    __slots__ = ("key",)
    key: Hashable


_interned: dict[Hashable, _Reference] = {}
"""Acts as a `WeakValueDictionary`, which takes twice the time: nearly all that is made is looked up here."""


_changing = RLock()
"""Held while the table changes: two threads may make a term at the same time, or one make again what the other one
forgets, and there must never be two of it. The collector may forget a term while its own thread makes another one, so
the lock may be taken again. Terms that are there are found without it."""


def _unlocked() -> None:
    """A child of `fork` has no thread that could release what another one held."""
    global _changing
    _changing = RLock()


if hasattr(os, "register_at_fork"):  # There is no fork on Windows.
    os.register_at_fork(after_in_child=_unlocked)


def _forget(reference: "_Reference") -> None:
    """Remove a term that nothing refers to any more, unless it has been made again."""
    with _changing:
        if _interned.get(reference.key) is reference:
            del _interned[reference.key]


def _identity(data: Any) -> Hashable:
    """A key that tells True, 1 and 1.0 apart, 0.0 from -0.0, and two states of one array, to any depth."""
    # Names and sorts are what they are; numbers need their types, for `1 == True`.
    if data is None or isinstance(data, (str, StateVariable, Sort, Binder)):
        return data
    if type(data) is int or type(data) is bool:  # most are
        return type(data), data
    if isinstance(data, (tuple, list)):
        return type(data), tuple(map(_identity, data))
    if isinstance(data, (float, complex)):
        # `repr` tells 0.0 from -0.0, and nan equals itself.
        return type(data), repr(data)
    if isinstance(data, (set, frozenset)):
        return type(data), frozenset(map(_identity, data))
    if isinstance(data, dict):
        return type(data), tuple((_identity(key), _identity(value)) for key, value in data.items())
    # An array in two states is one object with two contents.
    if isinstance(data, ArrayValue):
        return ArrayValue, data.identity, _identity(data.elements)
    if isinstance(data, FrozenMap):
        return FrozenMap, frozenset((_identity(key), _identity(value)) for key, value in data.items())
    if isinstance(data, Multiset):
        return Multiset, _identity(data.counts)
    # Equality of datatypes looks at identities of arrays only, and contents matter here.
    if isinstance(data, DatatypeValue) and (arrays := arrays_within(data)):
        return type(data), data, tuple(map(_identity, arrays))
    return type(data), data


@lru_cache(maxsize=1 << 14)
def _unique(sort: Sort) -> Sort:
    """One of all equal sorts: those of terms are keys in each call that is evaluated, and what is the same object is
    equal at once."""
    return sort


def make(op: OperatorName, args: Iterable[Term], sort: Sort, data: Any = None, span: Span | None = None) -> Term:
    """The unique term of these parts. `data` is the operator's payload: a constant, a name, binders."""
    children = tuple(args)
    # Sorts are interned, so that keys compare by identity.
    sort = _unique(sort)
    # Children are unique already: their addresses are enough of a key.
    key = (op, tuple(map(id, children)), sort, None if data is None else _identity(data), span)
    # Looked up without a lock first, as nearly all are there.
    kept = _interned.get(key)
    interned = None if kept is None else kept()
    if interned is not None:
        return interned
    term = Term(op, children, sort, data, span)
    reference = _Reference(term, _forget)
    reference.key = key
    with _changing:
        # Another thread may have made it since.
        kept = _interned.get(key)
        interned = None if kept is None else kept()
        if interned is None:
            _interned[key] = reference
            interned = term
    return interned


def const(value: Any, sort: Sort, span: Span | None = None) -> Term:
    """A constant. `value` is a value of the sort as `values.py` represents it."""
    return make("const", (), sort, value, span)


def var(name: Name, sort: Sort, span: Span | None = None) -> Term:
    return make("var", (), sort, name, span)


TRUE = const(True, BOOL)
FALSE = const(False, BOOL)
ZERO = const(0, INT)
ONE = const(1, INT)


def subterms(*roots: Term) -> Iterator[Term]:
    """Every distinct subterm once, arguments before the terms that use them."""
    done: set[Term] = set()
    stack = [*reversed(roots)]
    while stack:
        term = stack[-1]
        if term not in done:
            # On a stack of our own: terms are nested deeper than Python recurses.
            if pending := [child for child in term.args if child not in done]:
                stack.extend(pending[::-1])
                continue
            done.add(term)
            yield term
        stack.pop()


def fold(root: Term, step: Callable[[Term, tuple[T, ...]], T], results_known: dict[Term, T] | None = None) -> T:
    """The value of `step(term, results of its arguments)` at the root: each distinct subterm is visited once.
    `results_known`: results of the same step from terms before, to which those of this one are added; what is in it is
    not visited."""
    results: dict[Term, T] = {} if results_known is None else results_known
    stack = [root]
    while stack:
        term = stack[-1]
        if term not in results:
            # Arguments come first. A term stays on the stack until all of them have results, so that no recursion is
            # needed.
            if pending := [child for child in term.args if child not in results]:
                stack.extend(pending[::-1])
                continue
            results[term] = step(term, tuple([results[child] for child in term.args]))
        stack.pop()
    return results[root]


def rebuild(term: Term, args: tuple[Term, ...]) -> Term:
    """The term with other arguments; itself when they are the same."""
    if args == term.args:
        return term
    return make(term.op, args, term.sort, term.data, term.span)


def bare(term: Term) -> Term:
    """The term without source spans: identical for equal texts."""
    return fold(term, lambda node, args: make(node.op, args, node.sort, node.data))


def binders(term: Term) -> tuple[Binder, ...]:
    """The variables that a term binds in its last argument (and, left to right, in the later domains)."""
    return term.data if term.op in BINDING else ()


BINDING = frozenset(
    {"forall", "exists", "set.comprehension", "map.comprehension", "seq.comprehension", "let", "such_that", "lambda"}
)
"""Operators whose `data` is a tuple of binders. See `operators/table.py` for the layout of their arguments."""


def names_outside_calls(terms: Iterable[Term]) -> set[Name]:
    """The variables that terms mention elsewhere than in the arguments of functions. To read a field is no call."""
    names_found, pending = set[Name](), list(terms)
    while pending:
        term = pending.pop()
        if term.op == "var":
            names_found.add(term.data)
        # What is given to a function may or may not matter to it.
        elif term.op != "call" or is_heap_read(term.data):
            pending.extend(term.args)
    return names_found


def names_of_calls(*terms: Term) -> dict[Name, None]:
    """The functions that terms call themselves, each once, in the order of `subterms`."""
    return dict.fromkeys(node.data for node in subterms(*terms) if node.op == "call")


def free_names(*terms: Term) -> set[Name]:
    """The names of the variables that occur free in any of the terms."""
    return {name for term in terms for name, _ in free_variables(term)}


def free_variables(term: Term) -> frozenset[tuple[Name, Sort]]:
    """Names and sorts of the variables that occur free. Domains of a binder see the binders before them."""
    # A clause is asked about each time it is judged, of one input after another.
    variables_known = _free.get(term)
    if variables_known is not None:
        return variables_known

    def step(node: Term, args: tuple[frozenset[tuple[Name, Sort]], ...]) -> frozenset[tuple[Name, Sort]]:
        if node.op == "var":
            return frozenset({(node.data, node.sort)})
        return without_bound(args, [(binder.name, binder.sort) for binder in binders(node)])

    variables_found = _free[term] = fold(term, step)
    return variables_found


def without_bound(variables_of_arguments: Sequence[frozenset[K]], bound: Sequence[K]) -> frozenset[K]:
    """What is free in a term, from what is free in its arguments and what it binds: see `free_variables`."""
    if not bound:
        return frozenset().union(*variables_of_arguments)
    hidden = (bound[: min(position, len(bound))] for position in range(len(variables_of_arguments)))
    return frozenset().union(
        *(
            variables_of_argument.difference(names)
            for variables_of_argument, names in zip(variables_of_arguments, hidden, strict=True)
        )
    )


_free: WeakKeyDictionary[Term, frozenset[tuple[Name, Sort]]] = WeakKeyDictionary()


def ordered_variables(term: Term) -> list[tuple[Name, Sort]]:
    """The same by the texts of names and sorts: a set has another order in each run."""
    return sorted(free_variables(term), key=lambda variable: (str(variable[0]), str(variable[1])))


def substitute(term: Term, values: Mapping[Name, Term]) -> Term:
    """The term with free variables replaced by name. Replacements must be closed (no free variables)."""
    if not values:
        return term
    if term.op == "var":
        return values.get(term.data, term)
    # Replacements are closed, so nothing can be captured; what a binder hides is left alone.
    if term.op in BINDING:
        remaining = dict(values)
        names = binders(term)
        changed = []
        for position, child in enumerate(term.args):
            changed.append(substitute(child, remaining))
            if position < len(names):
                remaining.pop(names[position].name, None)
        return rebuild(term, tuple(changed))
    return rebuild(term, tuple(substitute(child, values) for child in term.args))
