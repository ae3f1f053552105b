"""Partial evaluation of typed terms: what values decide is decided, the rest stays symbolic.

Calls become bodies, where their recursion ends; so do function values that are applied.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import OutOfFuel
from ..evaluate.calls import Closure
from ..evaluate.corecursion import is_codatatype
from ..evaluate.domains import always_defined, plan
from ..evaluate.evaluation_limits import LIMITS as EVALUATION
from ..evaluate.region import EnumerationPlan
from ..fuel import Fuel
from ..ir import build
from ..ir.contracts import Datatype, Function
from ..ir.functions import required_by
from ..ir.operators.context import EvaluationContext
from ..ir.operators.table import STRICT
from ..ir.sorts import INT
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, const, free_variables, make, rebuild
from ..ir.type_instances import at_call
from ..ir.variables import Name, Valuation
from ..trampoline import Steps, run
from .deciding_limits import LIMITS
from .simplifier import ActiveCall, Simplification, Simplifier, Stuck, Substitution, still_bound


def apply(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    return (yield from _put_in(self, term, scope, lambda parameters, body: body))


def precondition(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """The precondition of a function value with its arguments put in."""
    functions = self.context.functions
    return (yield from _put_in(self, term, scope, lambda parameters, body: required_by(parameters, body, functions)))


def _put_in(
    self: Simplifier, term: Term, scope: Substitution, asked: Callable[[tuple[Binder, ...], Term], Term]
) -> Steps[Term]:
    """What is asked of a function value, by its parameters and its body, with the arguments of the term put in."""
    function, *args = yield from self.arguments(term.args, scope)
    closure = function.data if function.op == "const" else None
    # A lambda in the term: its body, with the arguments put in.
    if function.op == "lambda":
        body, parameters = asked(function.data, function.args[-1]), function.data
        inner = Substitution({}, self.names.of(function))
    # What a function reads that changes is what it is when it is called, which no term says.
    elif isinstance(closure, Closure) and closure.environment.live is None:
        body, parameters, inner = asked(closure.parameters, closure.closed), closure.parameters, Substitution({})
        # A function value that is undefined somewhere stays a call.
        if not always_defined(body, self.context.functions, self.context.datatypes):
            return rebuild(term, (function, *args))
    else:
        return rebuild(term, (function, *args))
    # An argument without a value makes the application undefined, and so it does the body that needs it.
    given = zip(args, parameters, strict=True)
    if not all(self.defined(arg) or _needs(body, parameter.name) for arg, parameter in given):
        return rebuild(term, (function, *args))
    return (yield from _one_deeper(self, body, inner.bind_all(parameters, args, self.names)))


def _needs(term: Term, name: Name) -> bool:
    """Has a term no value where a variable has none?"""
    if term.op == "var":
        return bool(term.data == name)
    return (term.op in STRICT or term.op == "call") and any(_needs(arg, name) for arg in term.args)


def call(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    args = yield from self.arguments(term.args, scope)
    call = rebuild(term, tuple(args))
    function = self.context.functions.get(term.data)
    # Without a body there is nothing to put in.
    if function is None or function.body is None:
        return call
    # All arguments known: it is evaluated as a whole.
    all_known = all(map(build.is_value, args))
    if all_known:
        found = None if term in scope.undecided else self.evaluated(call, Substitution({}))
        if found is not None:
            return found
        if is_codatatype(call.sort, self.context.datatypes):
            return call  # A value that has no end, or takes too long, is not known better one constructor further.
    # Kept by function and arguments: the same call is unrolled once.
    key = (term.data, *args)
    if key not in self.unrolled:
        outermost = all(each.name != term.data for each in self.active)
        try:
            self.unrolled[key] = yield _unroll(self, at_call(function, call), call, undecided=all_known)
        except Stuck:
            # `power(x, n)` of an unknown n calls power(x, n - 1), and so on: wherever that gets stuck, bodies that are
            # half put in help nobody, and the call from outside stays as it is written.
            if not outermost:
                raise
            self.stuck.add(_pattern(call))
            return call
    return self.unrolled[key]


def _pattern(call: Term) -> tuple[Any, ...]:
    """The function and which of its arguments are constants, or sequences of known length: what decides whether
    unrolling ends."""
    return (call.data, *(arg.op in ("const", "seq.literal") for arg in call.args))


def _unroll(self: Simplifier, function: Function, call: Term, undecided: bool) -> Steps[Term]:
    """The body with the arguments put in. Raises Stuck where definedness of the call would be lost. `undecided`: the
    evaluator was asked for the value of the call in vain."""
    # A call has no value where an argument has none. The body may not use it: of `F(1 / d)` it would lose d != 0.
    if _pattern(call) in self.stuck or not all(map(self.defined, call.args)):
        raise Stuck
    # The innermost active call of the same function.
    caller = next((each for each in reversed(self.active) if each.name == function.name), None)
    # A known argument that gets smaller bounds the recursion; without one, a few turns are tried.
    endless = 0 if caller is None or _gets_smaller(caller.args, call.args) else caller.endless + 1
    if endless >= LIMITS.endless_calls:
        raise Stuck
    inner = Substitution({}).bind_all(function.parameters, call.args, self.names)
    self.active.append(ActiveCall(function.name, call.args, endless))
    try:
        # The precondition has to be known to hold: else the call may be undefined.
        for condition in function.requires:
            if not build.is_true((yield from _one_deeper(self, condition, inner))):
                raise Stuck
        assert function.body is not None
        if undecided:
            inner.undecided.add(function.body)
        return (yield from _one_deeper(self, function.body, inner))
    finally:
        self.active.pop()


def _gets_smaller(before: Sequence[Term], after: Sequence[Term]) -> bool:
    """Is a known argument of an inner call smaller: a shorter sequence, a number nearer to 0?"""
    for one, other in zip(before, after, strict=True):
        if one.sort == INT and one.op == other.op == "const" and 0 <= other.data < one.data:
            return True
        length, shorter = _length(one), _length(other)
        if length is not None and shorter is not None and shorter < length:
            return True
    return False


def _length(term: Term) -> int | None:
    """The length of a collection, where that is known, whatever its elements are."""
    if term.op == "seq.literal":
        return len(term.args)
    return len(term.data) if term.op == "const" and term.sort.kind in _SIZED else None


_SIZED = frozenset({"Seq", "Set", "Map", "Multiset"})


def _one_deeper(self: Simplifier, body: Term, scope: Substitution) -> Steps[Term]:
    if self.depth >= LIMITS.nested_bodies:
        raise Stuck
    self.depth += 1
    try:
        term: Term = yield self.simplify(body, scope)
        return term
    finally:
        self.depth -= 1


def simplify(
    term: Term,
    environment: Valuation,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    fuel: Fuel | None = None,
    stuck: set[tuple[Any, ...]] | None = None,
) -> Term:
    """The term under values of some of its free variables; a constant when they decide it.

    Quantifiers over known domains become conjunctions or disjunctions, and calls become bodies where recursion ends.
    `fuel` bounds the work: without enough, only the values are put in. `stuck`: the calls that are known not to end,
    for who simplifies several terms. Raises Unsupported for python.* operators.
    """
    sorts = dict(free_variables(term))
    known = {name: const(value, sorts[name]) for name, value in environment.items() if name in sorts}
    fuel = fuel or Fuel(steps=LIMITS.simplification_steps, depth=EVALUATION.recursion)
    context = EvaluationContext(functions, datatypes, fuel)
    simplifier = Simplifier(context, _HANDLERS, stuck=set() if stuck is None else stuck)
    try:
        # Out of steps: the values alone are put in, which is always right.
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
    # No more variables: the instance itself.
    if not loops:
        body: Term = yield self.simplify(term.args[-1], scope)
        return body
    (binder, domain), rest = loops[0], loops[1:]
    values = yield from self.values(binder, domain, scope)
    # Its values are not known: this variable and those after it stay bound.
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
        # One instance that decides ends the enumeration.
        if build.is_value(part) and part.data is decisive:
            break
    return (build.disj if decisive else build.conj)(*parts)


def _sequence(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """seq(n, i => e) with a known n is a display."""
    values = yield from self.values(term.data[0], term.args[0], scope)
    low, high = yield from self.arguments(term.args[0].args, scope)
    # A negative length is undefined, and no empty sequence: it stays for whoever asks about that.
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
    # A set that is counted, over one variable with known values.
    if collection.op == "set.comprehension" and len(collection.data) == 1:
        binder, (domain, condition, element) = collection.data[0], collection.args
        known = self.context
        ((_, bounds),) = plan(collection.data, (domain,), condition, True, known.functions, known.datatypes)
        values = None
        # The element has to be the variable, or two values may give one element.
        if element.op == "var" and element.data == binder.name:
            values = yield from self.values(binder, bounds, scope)
        if values is not None and len(values) <= LIMITS.counted_candidates:
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
