"""Small terms without calls and binders, as Python functions: they need no trampoline, which takes most of the time of
an evaluation. Quantifiers evaluate such terms thousands of times."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ..ir.operators.context import EvaluationContext, Undecided
from ..ir.operators.table import STRICT
from ..ir.terms import Term
from .environment import PENDING, Environment

Direct = Callable[[Environment, EvaluationContext], Any]
"""The value of a term. Raises Undefined, Undecided, OutOfFuel."""

MOST_NODES = 200
"""Of a term, shared ones counted as often as they occur: Python's stack and the time of one evaluation are bounded."""
_SCALARS = frozenset({"Bool", "Int", "Real", "Char", "BitVec"})
_PROJECTIONS = frozenset({"array.elements", "seq.at", "array.at", "map.at", "tuple.at", "datatype.at"})
"""They find a collection, and build none."""
_CONNECTIVES = frozenset({"and", "or", "implies", "ite"})


@lru_cache(maxsize=4096)
def direct(term: Term) -> Direct | None:
    """The function of a term; None where it is not small or builds collections, which are better kept than built
    again."""
    # Of `forall i :: 0 <= i < |s| ==> s[i] <= m` the body becomes nested functions once, which are called for each i.
    # To keep: they have the values and exceptions of the machine, in its order (`&&` stops at its first false part), so
    # that it makes no difference to a verdict which of the two evaluates a term.
    size = _size(term)
    if size is None:
        return None
    function = _function(term)

    def evaluate(environment: Environment, context: EvaluationContext) -> Any:
        context.fuel.step(size)
        return function(environment, context)

    return evaluate


@lru_cache(maxsize=4096)
def direct_alone(term: Term) -> Direct | None:
    """The same for a whole evaluation, which takes as many steps as one without it: leaves are free."""
    if _size(term) is None:
        return None
    function, size = _function(term), sum(1 for each in _nodes(term) if each.args)

    def evaluate(environment: Environment, context: EvaluationContext) -> Any:
        context.fuel.step(size)
        return function(environment, context)

    return evaluate


def _nodes(term: Term) -> Iterator[Term]:
    """Of a term that is not large, as a tree."""
    yield term
    for arg in term.args:
        yield from _nodes(arg)


def _size(root: Term) -> int | None:
    """The nodes of a term as a tree; None where it is not of this kind, or too large."""
    size = 0
    pending = [root]
    while pending:
        term = pending.pop()
        size += 1
        if size > MOST_NODES:
            return None
        if term.op in ("const", "var"):
            continue
        if term.op not in _PROJECTIONS and (
            term.sort.kind not in _SCALARS
            or term.op == "str.in_re"
            or (term.op not in STRICT and term.op not in _CONNECTIVES)
        ):
            return None
        pending.extend(term.args)
    return size


def _function(term: Term) -> Direct:
    match term.op:
        case "const":
            return lambda environment, context: term.data
        case "var":
            return _variable(term)
        case "and" | "or":
            return _connective(list(map(_part, term.args)), term.op == "or")
        case "implies":
            premise, conclusion = map(_part, term.args)
            return lambda environment, context: (
                not premise(environment, context) or conclusion(environment, context)
            )
        case "ite":
            condition, then, orelse = map(_part, term.args)
            return lambda environment, context: (
                then(environment, context) if condition(environment, context) else orelse(environment, context)
            )
        case _:
            return _strict(term)


def _variable(term: Term) -> Direct:
    name = term.data

    def value(environment: Environment, context: EvaluationContext) -> Any:
        try:
            return environment[name]
        except KeyError:
            raise Undecided(f"no value for {name}", term.span) from None

    return value


def _part(term: Term) -> Direct:
    """A part that may be known: connectives are where terms with and without the variables of a loop meet."""
    function = _function(term)
    if not term.args:
        return function

    def value(environment: Environment, context: EvaluationContext) -> Any:
        known = environment.known.get(term)
        if known is None:
            return function(environment, context)
        # Computed where it is first asked for, not where the loop begins: behind a part that is false it is never, and
        # may have no value.
        if known.value is PENDING:
            known.value = function(environment, context)
        return known.value

    return value


def _connective(parts: Sequence[Direct], decisive: bool) -> Direct:
    def value(environment: Environment, context: EvaluationContext) -> bool:
        for part in parts:
            if bool(part(environment, context)) is decisive:
                return decisive
        return not decisive

    return value


def _strict(term: Term) -> Direct:
    function = STRICT[term.op]
    arguments = list(map(_function, term.args))
    match arguments:
        case [only]:
            return lambda environment, context: function(term, context, only(environment, context))
        case [left, right]:
            return lambda environment, context: function(
                term, context, left(environment, context), right(environment, context)
            )
        case _:
            return lambda environment, context: function(
                term, context, *(argument(environment, context) for argument in arguments)
            )
