"""Partial evaluation of typed terms: what values decide is decided, the rest stays symbolic."""

from collections.abc import Mapping

from ..errors import OutOfFuel
from ..evaluate.domains import plan
from ..evaluate.region import EnumerationPlan
from ..fuel import Fuel
from ..ir import build
from ..ir.contracts import Datatype, Function
from ..ir.operators.context import EvaluationContext
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, const, free_variables, make, rebuild
from ..ir.variables import Name, Valuation
from ..trampoline import Steps, run
from .simplifier import Simplification, Simplifier, Substitution, still_bound
from .unrolling import apply, call, precondition

_COUNTED = 100
"""The cardinality of a set of so many candidates becomes a sum."""

STEPS, DEPTH = 1_000_000, 400
"""The fuel, unless the caller gives some."""


def simplify(
    term: Term,
    environment: Valuation,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    fuel: Fuel | None = None,
) -> Term:
    """The term under values of some of its free variables; a constant when they decide it.

    Quantifiers over known domains become conjunctions or disjunctions, and calls become bodies where
    recursion ends. `fuel` bounds the work: without enough, only the values are put in. Raises Unsupported for
    python.* operators.
    """
    sorts = dict(free_variables(term))
    known = {name: const(value, sorts[name]) for name, value in environment.items() if name in sorts}
    simplifier = Simplifier(EvaluationContext(functions, datatypes, fuel or Fuel(steps=STEPS, depth=DEPTH)), _HANDLERS)
    try:
        return run(simplifier.simplify(term, Substitution(known)))
    except (OutOfFuel, RecursionError):
        return instantiate(term, known)


def _connective(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    decisive = term.op == "or"
    parts = []
    for arg in term.args:
        part = yield self.simplify(arg, scope)
        parts.append(part)
        # As evaluation does, from left to right: of `i < 0 || true || s[i] > 0` the last part is never looked at, and
        # the first stays, for it may be undefined, and then the whole is.
        if build.is_value(part) and part.data is decisive:
            break
    return (build.disj if decisive else build.conj)(*parts, span=term.span)


def _implies(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    condition = yield self.simplify(term.args[0], scope)
    if build.is_false(condition):
        return build.boolean(True, term.span)
    return build.implies(condition, (yield self.simplify(term.args[1], scope)), term.span)


def _ite(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    condition = yield self.simplify(term.args[0], scope)
    if build.is_value(condition):
        chosen: Term = yield self.simplify(term.args[1 if condition.data else 2], scope)
        return chosen
    then, orelse = yield from self.arguments(term.args[1:], scope)
    return build.ite(condition, then, orelse, term.span)


def _let(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """A value that is always defined is put in; another stays bound, lest its being undefined is lost."""
    kept: list[Binder] = []
    values: list[Term] = []
    for binder, bound in zip(term.data, term.args[:-1], strict=True):
        value = yield self.simplify(bound, scope)
        if self.defined(value):
            scope = scope.bind(binder.name, value, self.names.of(value))
        else:
            renamed, scope = scope.enter(binder, self.names.of(term))
            kept.append(renamed)
            values.append(value)
    body: Term = yield self.simplify(term.args[-1], scope)
    return make("let", (*values, body), term.sort, tuple(kept), term.span) if kept else body


def _quantifier(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    return (yield from _expanded(self, term, self.plan(term), scope))


def _expanded(self: Simplifier, term: Term, loops: EnumerationPlan, scope: Substitution) -> Steps[Term]:
    """The instances for the values of the leading variables, as far as these are known."""
    if not loops:
        body: Term = yield self.simplify(term.args[-1], scope)
        return body
    (binder, domain), rest = loops[0], loops[1:]
    values = yield from self.values(binder, domain, scope)
    if values is None:
        left = {other.name for other, _ in loops}
        given = [(other, d) for other, d in zip(term.data, term.args, strict=False) if other.name in left]
        smaller = build.quantifier(term.op, [b for b, _ in given], term.args[-1], [d for _, d in given], term.span)
        return (yield from still_bound(self, smaller, scope))
    decisive = term.op == "exists"
    parts = []
    for value in values:
        inner = scope.bind(binder.name, const(value, binder.sort), frozenset())
        part = yield _expanded(self, term, rest, inner)
        parts.append(part)
        if build.is_value(part) and part.data is decisive:
            break
    return (build.disj if decisive else build.conj)(*parts)


def _sequence(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """seq(n, i => e) with a known n is a display."""
    values = yield from self.values(term.data[0], term.args[0], scope)
    low, high = yield from self.arguments(term.args[0].args, scope)
    if values is None or high.data < low.data:
        return (yield from still_bound(self, term, scope))
    elements = []
    for value in values:
        inner = scope.bind(term.data[0].name, const(value, term.data[0].sort), frozenset())
        elements.append((yield self.simplify(term.args[-1], inner)))
    return build.sequence(elements, term.sort.args[0], term.span)


def _cardinality(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """|set x | P| with known values of x is the number of those of which P holds."""
    (collection,) = term.args
    if collection.op == "set.comprehension" and len(collection.data) == 1:
        binder, (domain, condition, element) = collection.data[0], collection.args
        ((_, bounds),) = plan(collection.data, (domain,), condition, True, self.context.functions)
        values = None
        if element.op == "var" and element.data == binder.name:
            values = yield from self.values(binder, bounds, scope)
        if values is not None and len(values) <= _COUNTED:
            parts = []
            for value in values:
                inner = scope.bind(binder.name, const(value, binder.sort), frozenset())
                holds = yield self.simplify(condition, inner)
                parts.append(build.ite(holds, build.integer(1), build.integer(0)))
            return build.add(*parts, span=term.span) if parts else build.integer(0)
    return build.folded(rebuild(term, tuple((yield from self.arguments(term.args, scope)))), self.context.datatypes)


_HANDLERS: Mapping[str, Simplification] = {
    "and": _connective,
    "or": _connective,
    "implies": _implies,
    "ite": _ite,
    "let": _let,
    "forall": _quantifier,
    "exists": _quantifier,
    "seq.comprehension": _sequence,
    "set.card": _cardinality,
    "apply": apply,
    "function.requires": precondition,
    "call": call,
}
