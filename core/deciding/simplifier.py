"""The machine of partial evaluation: what a term is under a substitution, operator by operator.

A simplified term is defined exactly where the original is, and has the same value there: whatever is
undefined, or may be, stays in place. The evaluator decides every closed part: there is one definition of
each operator.

A comparison of polynomials is decided when the difference of its sides is a constant: `n * (2 * n - 1) == 2 * n * n -
n` is true whatever n is. Solvers find nonlinear integer arithmetic hard (it is undecidable in general), a normal form
does not; sympy has it."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

from attrs import define, field, frozen

from ..alarm import held
from ..errors import OutOfFuel, Unsupported
from ..evaluate.binding import domain_values
from ..evaluate.candidates import everything
from ..evaluate.corecursion import finished, has_codatatypes
from ..evaluate.domains import plan
from ..evaluate.environment import AsKey
from ..evaluate.region import EnumerationPlan
from ..evaluate.typed import Machine, ResultCache
from ..ir import build
from ..ir.contracts import Datatype, Function
from ..ir.definedness import well_defined
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.operators.table import PYTHON_OPERATORS, REGULAR_OPERATORS
from ..ir.sorts import DOMAIN, INT, REAL, Sort
from ..ir.substitution import FreeNames, fresh, instantiate
from ..ir.terms import BINDING, Binder, Term, bare, const, fold, make, rebuild, var
from ..ir.variables import Name
from ..trampoline import Steps, run
from .deciding_limits import LIMITS
from .displays import rebuilt


@lru_cache(maxsize=4096)
def _kept_plan(term: Term, functions: AsKey, datatypes: AsKey) -> EnumerationPlan:
    """Kept, because one clause is simplified for many values."""
    known: Mapping[Name, Function] = functions.mapping
    declared: Mapping[str, Datatype] = datatypes.mapping
    return plan(term.data, term.args[:-1], term.args[-1], term.op == "exists", known, declared)


class Stuck(Exception):
    """The unrolling of a function does not end: what drives its recursion is symbolic."""


@frozen(slots=True, eq=False)
class ActiveCall:
    """A call whose body is put in now; `endless`: how many calls of the same function in a row, this one the last, have
    no known argument that gets smaller."""

    name: Name
    args: tuple[Term, ...]
    endless: int


@frozen(slots=True, eq=False)
class Substitution:
    """What names stand for, the names that occur free in there, and the results under it."""

    values: Mapping[Name, Term]
    free: frozenset[Name] = frozenset()
    done: dict[Term, Term] = field(factory=dict)
    undecided: set[Term] = field(factory=set)
    """The terms of which the evaluator cannot say what they are under it."""
    machines: list[Machine] = field(factory=list)
    """What evaluated the last term under it, if there was one: the parts of a term that is not decided as a whole are
    asked for next, and those that have a value have it from there."""

    def bind(self, name: Name, value: Term, free: frozenset[Name]) -> "Substitution":
        return Substitution({**self.values, name: value}, self.free | free)

    def bind_all(self, binders: Iterable[Binder], values: Iterable[Term], names: FreeNames) -> "Substitution":
        """The scope in which variables stand for these values."""
        scope = self
        for binder, value in zip(binders, values, strict=True):
            scope = scope.bind(binder.name, value, names.of(value))
        return scope

    def enter(self, binder: Binder, taken: frozenset[Name]) -> "tuple[Binder, Substitution]":
        """The scope of a variable that stays bound, renamed where it would capture a free one."""
        if binder.name not in self.free:
            return binder, Substitution({k: v for k, v in self.values.items() if k != binder.name}, self.free)
        renamed = Binder(fresh(binder.name, self.free | taken), binder.sort)
        return renamed, self.bind(binder.name, var(renamed.name, binder.sort), frozenset((renamed.name,)))


@define(slots=True, eq=False)
class Simplifier:
    """`handlers`: what is made of a term by its operator, where that takes more than its arguments simplified."""

    context: EvaluationContext
    handlers: Mapping[str, "Simplification"]
    names: FreeNames = field(factory=FreeNames)
    depth: int = 0
    results: ResultCache = field(factory=dict)
    undecided_calls: dict[tuple[Name, tuple[Sort, ...], tuple[Any, ...]], Undecided] = field(factory=dict)
    unrolled: dict[tuple[Any, ...], Term] = field(factory=dict)
    stuck: set[tuple[Any, ...]] = field(factory=set)
    where_defined: dict[Term, Term] = field(factory=dict)
    active: list[ActiveCall] = field(factory=list)

    def simplify(self, term: Term, scope: Substitution) -> Steps[Term]:
        found = scope.done.get(term)
        if found is None:
            found = yield from self._simplify(term, scope)
            scope.done[term] = found
        return found

    def _simplify(self, term: Term, scope: Substitution) -> Steps[Term]:
        # Steps are counted, since putting bodies in may grow without an end.
        self.context.fuel.step()
        if term.op == "var":
            return scope.values.get(term.data, term)
        if term.op == "const" or term.op in REGULAR_OPERATORS:
            return term
        if term.op in PYTHON_OPERATORS:
            raise Unsupported(f"{term.op} among typed terms", term.span)
        # A domain is no value: its bounds are simplified.
        if term.sort == DOMAIN:
            return rebuild(term, tuple((yield from self.arguments(term.args, scope))))
        # With a value for each of its free variables a term is evaluated as a whole: quicker than its parts one by one.
        # Where the evaluator cannot say (a quantifier without a domain), some of the parts still may be decided.
        values = [scope.values.get(name) for name in self.names.of(term)]
        if all(value is not None and value.op == "const" for value in values):
            found = self.evaluated(term, scope)
            if found is not None:
                return found
        handler = self.handlers.get(term.op)
        if handler is not None:
            return (yield from handler(self, term, scope))
        if term.op in BINDING:
            return (yield from still_bound(self, term, scope))
        args = yield from self.arguments(term.args, scope)
        # Constructors of connectives fold what is constant.
        builder = _BUILDERS.get(term.op)
        if builder is not None:
            built = builder(*args, span=term.span)
        else:
            # Strict operators on constants are computed; on displays, looked through.
            built = build.folded(rebuilt(term, tuple(args), self.context.datatypes), self.context.datatypes)
        # What is left has variables, and still one value where both sides are the same: `F(x) == F(x)`, whatever F is,
        # `x + 1 > x`, and `(x < y) == (y > x)`. Both sides must be defined, else the equation is not true but
        # undefined.
        if built.op == "eq" and self.is_one_call(*built.args):
            return build.boolean(True, term.span)
        known = decided(built)
        if known is None and _same_comparison(self, built):
            known = True
        return built if known is None else build.boolean(known, term.span)

    def arguments(self, terms: Iterable[Term], scope: Substitution) -> Steps[list[Term]]:
        args = []
        for term in terms:
            args.append((yield self.simplify(term, scope)))
        return args

    def evaluated(self, term: Term, scope: Substitution) -> Term | None:
        """What the evaluator makes of a term all of whose variables have values: a constant, or the term with its
        values put in when it is undefined; None when it cannot say."""
        if term in scope.undecided:
            return None
        machine = self._machine(term, scope)
        try:
            value = run(machine.value(term, machine.environment))
            # Values without an end are computed as far as they can be shown.
            if has_codatatypes(self.context.datatypes):
                value = run(finished(machine, value))
            return const(value, term.sort, term.span)
        # Undefined stays in place, for whoever asks about definedness.
        except Undefined:
            return instantiate(term, {name: scope.values[name] for name in self.names.of(term)})
        # Not decided here; but without steps nothing else is, either.
        except (Undecided, OutOfFuel):
            if self.context.fuel.is_spent:
                raise
            return None

    def _machine(self, term: Term, scope: Substitution) -> Machine:
        """What evaluates a term under a substitution: the last one, where that has values for all of its variables."""
        names = self.names.of(term)
        if scope.machines and names <= scope.machines[-1].environment.keys():
            return scope.machines[-1]
        # The evaluator gets exactly the values that the term mentions.
        environment = {name: scope.values[name].data for name in names}
        machine = Machine(
            self.context,
            environment,
            results=self.results,
            undecided=scope.undecided,
            undecided_calls=self.undecided_calls,
        )
        scope.machines[:] = [machine]
        return machine

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
        return _kept_plan(term, AsKey(self.context.functions), AsKey(self.context.datatypes))

    def values(self, binder: Binder, domain: Term, scope: Substitution) -> Steps[list[Any] | None]:
        """All values of a bound variable, or None when they are not known or too many."""
        if domain.op == "unbounded":
            everywhere = everything(binder.sort, self.context.datatypes)
            return list(everywhere) if everywhere is not None and len(everywhere) <= LIMITS.instances else None
        args = yield from self.arguments(domain.args, scope)
        if not all(map(build.is_value, args)):
            return None
        try:
            # One more than allowed, to see that there are more.
            found = list(islice(domain_values(domain, [arg.data for arg in args]), LIMITS.instances + 1))
        except Undefined:
            return None
        return found if len(found) <= LIMITS.instances else None


Simplification = Callable[[Simplifier, Term, Substitution], Steps[Term]]
"""What is made of a term with a certain operator."""


def still_bound(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """A term whose variables stay bound."""
    # Renamed where a free name would be captured.
    taken = self.names.of(term)
    binders: list[Binder] = []
    args: list[Term] = []
    for position, arg in enumerate(term.args):
        args.append((yield self.simplify(arg, scope)))
        if position < len(term.data):
            binder, scope = scope.enter(term.data[position], taken)
            binders.append(binder)
    # A body that does not depend on its variables.
    if term.op in ("forall", "exists") and build.is_value(args[-1]):
        neutral = args[-1].data is (term.op == "forall")
        # A constant body decides; the other constant does so unless a domain may be empty.
        if all(arg.op == "unbounded" for arg in args[:-1]) or (neutral and all(map(self.defined, args[:-1]))):
            return build.boolean(args[-1].data, term.span)
    return make(term.op, args, term.sort, tuple(binders), term.span)


def _same_comparison(self: Simplifier, term: Term) -> bool:
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


_BUILDERS: dict[str, Callable[..., Term]] = {
    "not": build.negate,
    "eq": build.eq,
    "add": build.add,
    "sub": build.sub,
    "mul": build.mul,
}


_ARITHMETIC = frozenset({"add", "sub", "mul", "neg", "const", "var", "real.of_int"})

_HOLDS: dict[str, Callable[[Fraction], bool]] = {
    "eq": lambda difference: difference == 0,
    "lt": lambda difference: difference < 0,
    "le": lambda difference: difference <= 0,
    "gt": lambda difference: difference > 0,
    "ge": lambda difference: difference >= 0,
}


def decided(comparison: Term) -> bool | None:
    """The truth of a comparison of two polynomials that differ by a constant; None for any other term.

    Only total operators are looked at, so a decided comparison is defined.
    """
    # Linear comparisons are left to solvers, which decide them.
    if comparison.op not in _HOLDS or comparison.args[0].sort not in (INT, REAL):
        return None
    # From the top: most comparisons are of lengths or calls, and are given up at once, as any other operator might be
    # undefined.
    nodes, pending = set[Term](), list(comparison.args)
    while pending:
        node = pending.pop()
        if node in nodes:
            continue
        if node.op not in _ARITHMETIC or len(nodes) >= LIMITS.compared_subterms:
            return None
        nodes.add(node)
        pending.extend(node.args)
    # Without a product of unknowns there is nothing nonlinear to decide.
    products = [node for node in nodes if node.op == "mul" and all(arg.op != "const" for arg in node.args)]
    if not products or len(products) > LIMITS.compared_products:
        return None
    difference = _difference(comparison)
    return None if difference is None else _HOLDS[comparison.op](difference)


def _difference(comparison: Term) -> Fraction | None:
    # Importing sympy takes longer than most runs: only a product of unknowns asks for it.
    with held():
        import sympy

    symbols: dict[tuple[str, str], Any] = {}

    def polynomial(node: Term, args: tuple[Any, ...]) -> Any:
        match node.op:
            case "const":
                value = Fraction(node.data)
                return sympy.Rational(value.numerator, value.denominator)
            case "var":
                # An Int and a Real of one name are two unknowns.
                return symbols.setdefault((node.data, node.sort.kind), sympy.Dummy(str(node.data)))
            case "add":
                return args[0] + args[1]
            case "sub":
                return args[0] - args[1]
            case "mul":
                return args[0] * args[1]
            case "neg":
                return -args[0]
        return args[0]

    left, right = (fold(side, polynomial) for side in comparison.args)
    expanded = sympy.expand(left - right)
    return Fraction(int(expanded.p), int(expanded.q)) if expanded.is_Rational else None
