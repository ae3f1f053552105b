"""Partial evaluation of typed terms: what values decide is decided, the rest stays symbolic.

A simplified term is defined exactly where the original is, and has the same value there: whatever is
undefined, or may be, stays in place. The evaluator decides every closed part: there is one definition of
each operator.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from attrs import define, field, frozen

from ..errors import OutOfFuel, Unsupported
from ..evaluate.binding import domain_values
from ..evaluate.calls import Closure
from ..evaluate.candidates import everything
from ..evaluate.corecursion import finished, has_codatatypes, is_codatatype
from ..evaluate.domains import always_defined, plan
from ..evaluate.environment import AsKey
from ..evaluate.machine import Machine, ResultCache
from ..evaluate.region import EnumerationPlan
from ..fuel import Fuel
from ..ir import build
from ..ir.contracts import Datatype, Function
from ..ir.definedness import well_defined
from ..ir.functions import required_by
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.operators.table import PYTHON_OPERATORS, REGULAR_OPERATORS
from ..ir.sorts import DOMAIN
from ..ir.substitution import FreeNames, fresh, instantiate
from ..ir.terms import BINDING, Binder, Term, bare, const, free_variables, make, rebuild, var
from ..ir.type_instances import at_call
from ..ir.variables import Name, Valuation
from ..trampoline import Steps, run
from . import polynomials

_INSTANCES = 2000
"""A binder with more values than this stays bound."""

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
    simplifier = _Simplifier(EvaluationContext(functions, datatypes, fuel or Fuel(steps=STEPS, depth=DEPTH)))
    try:
        return run(simplifier.simplify(term, _Substitution(known)))
    except (OutOfFuel, RecursionError):
        return instantiate(term, known)


@lru_cache(maxsize=4096)
def _kept_plan(term: Term, functions: AsKey) -> EnumerationPlan:
    """Kept, because one clause is simplified for many values."""
    known: Mapping[Name, Function] = functions.mapping
    return plan(term.data, term.args[:-1], term.args[-1], term.op == "exists", known)


class _Stuck(Exception):
    """The unrolling of a function does not end: what drives its recursion is symbolic."""


@frozen(slots=True, eq=False)
class _Substitution:
    """What names stand for, the names that occur free in there, and the results under it."""

    values: Mapping[Name, Term]
    free: frozenset[Name] = frozenset()
    done: dict[Term, Term] = field(factory=dict)

    def bind(self, name: Name, value: Term, free: frozenset[Name]) -> "_Substitution":
        return _Substitution({**self.values, name: value}, self.free | free)

    def bind_all(self, binders: Iterable[Binder], values: Iterable[Term], names: FreeNames) -> "_Substitution":
        """The scope in which variables stand for these values."""
        scope = self
        for binder, value in zip(binders, values, strict=True):
            scope = scope.bind(binder.name, value, names.of(value))
        return scope

    def enter(self, binder: Binder, taken: frozenset[Name]) -> "tuple[Binder, _Substitution]":
        """The scope of a variable that stays bound, renamed where it would capture a free one."""
        if binder.name not in self.free:
            return binder, _Substitution({k: v for k, v in self.values.items() if k != binder.name}, self.free)
        renamed = Binder(fresh(binder.name, self.free | taken), binder.sort)
        return renamed, self.bind(binder.name, var(renamed.name, binder.sort), frozenset((renamed.name,)))


@define(slots=True, eq=False)
class _Simplifier:
    context: EvaluationContext
    names: FreeNames = field(factory=FreeNames)
    depth: int = 0
    results: ResultCache = field(factory=dict)
    unrolled: dict[tuple[Any, ...], Term] = field(factory=dict)
    stuck: set[tuple[Any, ...]] = field(factory=set)
    where_defined: dict[Term, Term] = field(factory=dict)
    active: list[Name] = field(factory=list)

    def simplify(self, term: Term, scope: _Substitution) -> Steps[Term]:
        found = scope.done.get(term)
        if found is None:
            found = yield from self._simplify(term, scope)
            scope.done[term] = found
        return found

    def _simplify(self, term: Term, scope: _Substitution) -> Steps[Term]:
        self.context.fuel.step()
        if term.op == "var":
            return scope.values.get(term.data, term)
        if term.op == "const" or term.op in REGULAR_OPERATORS:
            return term
        if term.op in PYTHON_OPERATORS:
            raise Unsupported(f"{term.op} among typed terms", term.span)
        if term.sort == DOMAIN:
            return rebuild(term, tuple((yield from self.arguments(term.args, scope))))
        values = [scope.values.get(name) for name in self.names.of(term)]
        if all(value is not None and value.op == "const" for value in values):
            found = self._evaluated(term, scope.values)
            if found is not None:
                return found
        handler = _HANDLERS.get(term.op)
        if handler is not None:
            return (yield from handler(self, term, scope))
        if term.op in BINDING:
            return (yield from _bound(self, term, scope))
        args = yield from self.arguments(term.args, scope)
        builder = _BUILDERS.get(term.op)
        if builder is not None:
            built = builder(*args, span=term.span)
        else:
            built = build.folded(rebuild(term, tuple(args)), self.context.datatypes)
        if built.op == "eq" and self.is_one_call(*built.args):
            return build.boolean(True, term.span)
        known = polynomials.decided(built)
        if known is None and _same_comparison(self, built):
            known = True
        return built if known is None else build.boolean(known, term.span)

    def arguments(self, terms: Iterable[Term], scope: _Substitution) -> Steps[list[Term]]:
        args = []
        for term in terms:
            args.append((yield self.simplify(term, scope)))
        return args

    def _evaluated(self, term: Term, values: Mapping[Name, Term]) -> Term | None:
        """What the evaluator makes of a closed term: a constant, or the term with its values put in when it
        is undefined; None when it cannot say."""
        environment = {name: values[name].data for name in self.names.of(term)}
        machine = Machine(self.context, environment, results=self.results)
        try:
            value = run(machine.evaluate(term, machine.environment))
            if has_codatatypes(self.context.datatypes):
                value = run(finished(machine, value))
            return const(value, term.sort, term.span)
        except Undefined:
            return instantiate(term, {name: values[name] for name in environment})
        except (Undecided, OutOfFuel):
            if self.context.fuel.is_spent:
                raise
            return None

    def defined(self, term: Term) -> bool:
        """Is it defined whatever its variables are?"""
        try:
            return build.is_true(well_defined(term, self.context.functions, self.where_defined))
        except Unsupported:
            return False

    def is_one_call(self, left: Term, right: Term) -> bool:
        """Are both the same call, which is defined? It has one value, whatever a function without a body is."""
        same = left.op == right.op == "call" and left.data == right.data and bare(left) == bare(right)
        return same and self.defined(left)

    def plan(self, term: Term) -> EnumerationPlan:
        return _kept_plan(term, AsKey(self.context.functions))

    def values(self, binder: Binder, domain: Term, scope: _Substitution) -> Steps[list[Any] | None]:
        """All values of a bound variable, or None when they are not known or too many."""
        if domain.op == "unbounded":
            everywhere = everything(binder.sort, self.context.datatypes)
            return list(everywhere) if everywhere is not None and len(everywhere) <= _INSTANCES else None
        args = yield from self.arguments(domain.args, scope)
        if not all(map(build.is_value, args)):
            return None
        try:
            found = list(islice(domain_values(domain, [arg.data for arg in args]), _INSTANCES + 1))
        except Undefined:
            return None
        return found if len(found) <= _INSTANCES else None


def _connective(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    decisive = term.op == "or"
    parts = []
    for arg in term.args:
        part = yield self.simplify(arg, scope)
        parts.append(part)
        if build.is_value(part) and part.data is decisive:
            break
    return (build.disj if decisive else build.conj)(*parts, span=term.span)


def _implies(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    condition = yield self.simplify(term.args[0], scope)
    if build.is_false(condition):
        return build.boolean(True, term.span)
    return build.implies(condition, (yield self.simplify(term.args[1], scope)), term.span)


def _ite(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    condition = yield self.simplify(term.args[0], scope)
    if build.is_value(condition):
        chosen: Term = yield self.simplify(term.args[1 if condition.data else 2], scope)
        return chosen
    then, orelse = yield from self.arguments(term.args[1:], scope)
    return build.ite(condition, then, orelse, term.span)


def _let(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
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


def _quantifier(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    return (yield from _expanded(self, term, self.plan(term), scope))


def _expanded(self: _Simplifier, term: Term, loops: EnumerationPlan, scope: _Substitution) -> Steps[Term]:
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
        return (yield from _bound(self, smaller, scope))
    decisive = term.op == "exists"
    parts = []
    for value in values:
        inner = scope.bind(binder.name, const(value, binder.sort), frozenset())
        part = yield _expanded(self, term, rest, inner)
        parts.append(part)
        if build.is_value(part) and part.data is decisive:
            break
    return (build.disj if decisive else build.conj)(*parts)


def _bound(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    """A term whose variables stay bound."""
    taken = self.names.of(term)
    binders: list[Binder] = []
    args: list[Term] = []
    for position, arg in enumerate(term.args):
        args.append((yield self.simplify(arg, scope)))
        if position < len(term.data):
            binder, scope = scope.enter(term.data[position], taken)
            binders.append(binder)
    if term.op in ("forall", "exists") and build.is_value(args[-1]):
        neutral = args[-1].data is (term.op == "forall")
        # A constant body decides; the other constant does so unless a domain may be empty.
        if all(arg.op == "unbounded" for arg in args[:-1]) or (neutral and all(map(self.defined, args[:-1]))):
            return build.boolean(args[-1].data, term.span)
    return make(term.op, args, term.sort, tuple(binders), term.span)


def _sequence(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    """seq(n, i => e) with a known n is a display."""
    values = yield from self.values(term.data[0], term.args[0], scope)
    low, high = yield from self.arguments(term.args[0].args, scope)
    if values is None or high.data < low.data:
        return (yield from _bound(self, term, scope))
    elements = []
    for value in values:
        inner = scope.bind(term.data[0].name, const(value, term.data[0].sort), frozenset())
        elements.append((yield self.simplify(term.args[-1], inner)))
    return build.sequence(elements, term.sort.args[0], term.span)


def _cardinality(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
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


def _apply(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    return (yield from _put_in(self, term, scope, lambda parameters, body: body))


def _required(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    """The precondition of a function value with its arguments put in."""
    functions = self.context.functions
    return (yield from _put_in(self, term, scope, lambda parameters, body: required_by(parameters, body, functions)))


def _put_in(
    self: _Simplifier, term: Term, scope: _Substitution, asked: Callable[[tuple[Binder, ...], Term], Term]
) -> Steps[Term]:
    """What is asked of a function value, by its parameters and its body, with the arguments of the term put in."""
    function, *args = yield from self.arguments(term.args, scope)
    closure = function.data if function.op == "const" else None
    if not all(map(self.defined, args)):
        return rebuild(term, (function, *args))
    if function.op == "lambda":
        found, parameters = asked(function.data, function.args[-1]), function.data
        inner = _Substitution({}, self.names.of(function))
    # What a function reads that changes is what it is when it is called, which no term says.
    elif isinstance(closure, Closure) and closure.environment.live is None:
        found, parameters, inner = asked(closure.parameters, closure.closed), closure.parameters, _Substitution({})
        if not always_defined(found, self.context.functions):
            return rebuild(term, (function, *args))
    else:
        return rebuild(term, (function, *args))
    return (yield from _one_deeper(self, found, inner.bind_all(parameters, args, self.names)))


def _call(self: _Simplifier, term: Term, scope: _Substitution) -> Steps[Term]:
    args = yield from self.arguments(term.args, scope)
    call = rebuild(term, tuple(args))
    function = self.context.functions.get(term.data)
    if function is None or function.body is None:
        return call
    if all(map(build.is_value, args)):
        found = self._evaluated(call, {})
        if found is not None:
            return found
        if is_codatatype(call.sort, self.context.datatypes):
            return call  # A value that has no end, or takes too long, is not known better one constructor further.
    key = (term.data, *args)
    if key not in self.unrolled:
        outermost = term.data not in self.active
        try:
            self.unrolled[key] = yield _unroll(self, at_call(function, call), call)
        except _Stuck:
            if not outermost:
                raise
            self.stuck.add(_pattern(call))
            return call
    return self.unrolled[key]


def _pattern(call: Term) -> tuple[Any, ...]:
    """The function and which of its arguments are constants: what decides whether unrolling ends."""
    return (call.data, *map(build.is_value, call.args))


def _unroll(self: _Simplifier, function: Function, call: Term) -> Steps[Term]:
    """The body with the arguments put in. Raises _Stuck where definedness of the call would be lost."""
    if _pattern(call) in self.stuck or not all(map(self.defined, call.args)):
        raise _Stuck
    inner = _Substitution({}).bind_all(function.parameters, call.args, self.names)
    self.active.append(function.name)
    try:
        for condition in function.requires:
            if not build.is_true((yield from _one_deeper(self, condition, inner))):
                raise _Stuck
        assert function.body is not None
        return (yield from _one_deeper(self, function.body, inner))
    finally:
        self.active.pop()


def _one_deeper(self: _Simplifier, body: Term, scope: _Substitution) -> Steps[Term]:
    if self.depth >= self.context.fuel.depth:
        raise _Stuck
    self.depth += 1
    try:
        found: Term = yield self.simplify(body, scope)
        return found
    finally:
        self.depth -= 1


def _same_comparison(self: _Simplifier, term: Term) -> bool:
    """`(x < y) == (y > x)`, which remains where a function value is put into what a precondition says of it."""
    if term.op != "eq" or any(side.op not in _COMPARISONS for side in term.args):
        return False
    left, right = map(_as_less, term.args)
    return left == right and self.defined(term)


_COMPARISONS = frozenset({"lt", "le", "gt", "ge"})


def _as_less(comparison: Term) -> tuple[bool, Term, Term]:
    """A comparison as `less` or its negation."""
    left, right = map(bare, comparison.args)
    is_less = comparison.op in ("lt", "gt")
    return (is_less, left, right) if comparison.op in ("lt", "ge") else (is_less, right, left)


_HANDLERS: dict[str, Callable[[_Simplifier, Term, _Substitution], Steps[Term]]] = {
    "and": _connective,
    "or": _connective,
    "implies": _implies,
    "ite": _ite,
    "let": _let,
    "forall": _quantifier,
    "exists": _quantifier,
    "seq.comprehension": _sequence,
    "set.card": _cardinality,
    "apply": _apply,
    "function.requires": _required,
    "call": _call,
}

_BUILDERS: dict[str, Callable[..., Term]] = {
    "not": build.negate,
    "eq": build.eq,
    "add": build.add,
    "sub": build.sub,
    "mul": build.mul,
}
