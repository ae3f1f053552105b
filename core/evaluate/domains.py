"""Finite domains for bound variables, inferred from the guards of a body.

`forall x :: 0 <= x < n ==> P(x)` ranges over all integers, and only 0..n-1 matter. A *region* of a Bool
term is a set of values of a variable outside of which the term is defined and constant. Comparisons and
memberships have regions (`atomic_regions.py`), connectives combine them: those of conjuncts intersect, those of
disjuncts unite, and a bi-implication is constant where both sides are. So `forall x :: x in r <==> (x in a
&& x in b)` gets the elements of r and of a.

A body may be defined as a whole though its parts are not by themselves, as of `forall k :: Listed(m, k) ==> ...`, where
Listed requires `Valid(m)`. Then the regions of its parts are those under the *assumption* that what is evaluated is
defined (`plan_where_defined`): a part need not be constant where it is not evaluated. What the assumption needs is
proved here, but for what mentions no variable that is bound, which is left to be evaluated before the enumeration.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile

from attrs import define, evolve, field

from ..errors import Unsupported
from ..ir import build
from ..ir.contracts import Datatype, Function
from ..ir.definedness import well_defined
from ..ir.operator_names import OperatorName
from ..ir.sorts import BOOL, INT, set_of
from ..ir.substitution import FreeNames, instantiate
from ..ir.terms import Binder, Term, bare, const, make, values_by_name
from ..ir.type_instances import at_call
from ..ir.values import FrozenMap, Multiset
from ..ir.variables import Name
from . import collection_rules
from .atomic_regions import linear, of_atom
from .collection_rules import COLLECTIONS
from .entailment import entailed, unproved
from .evaluation_limits import LIMITS
from .region import SUBSETS, EnumerationPlan, Region, as_set
from .sequence_rules import of_condition

_COMBINED = frozenset({"and", "or", "not", "implies", "ite", "call", "let"})
"""Operators that say of a sequence what their operands, or bodies, say."""
_ELEMENTS = frozenset({"Seq", *COLLECTIONS})
"""Kinds of sorts whose values have elements, of which conditions say something."""
_EMPTY: Mapping[str, object] = {"Seq": (), "Set": frozenset(), "Multiset": Multiset(), "Map": FrozenMap()}
_INLINING = 45
"""How many levels of `condition_levels` an inlined call costs."""


def plan(
    binders: Sequence[Binder],
    domains: Sequence[Term],
    body: Term,
    outcome: bool,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
) -> EnumerationPlan:
    """How to enumerate every assignment under which `body` may have that `outcome` or be undefined.

    Given domains stay; for an unbounded binder one is inferred. Binders of Bool are left `unbounded`: their sort says
    what to enumerate.
    """
    return _planned(_Inference(functions, datatypes), binders, domains, body, outcome, frozenset())


def plan_where_defined(
    binders: Sequence[Binder],
    domains: Sequence[Term],
    body: Term,
    outcome: bool,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
) -> tuple[EnumerationPlan, Term] | None:
    """What `plan` returns, with more domains inferred, which are right where a condition holds that mentions none of
    the binders. The condition may be undefined, and says nothing then; so may the domains be. None where there are no
    more domains."""
    # What can be inferred without any assumption comes first.
    strict = plan(binders, domains, body, outcome, functions, datatypes)
    missing = _missing(strict)
    if not missing:
        return None
    # Then assuming that terms are defined where they are evaluated.
    assuming_plan = _planned(
        _Inference(functions, datatypes, assuming=True), binders, domains, body, outcome, frozenset()
    )
    if _missing(assuming_plan) >= missing:
        return None
    # The assumption has to be checked, by a condition without the binders.
    try:
        condition = well_defined(_guarded(binders, domains, body, outcome), functions)
    except Unsupported:
        return None
    unproved_condition = unproved(condition, frozenset(binder.name for binder in binders), datatypes)
    return None if unproved_condition is None else (assuming_plan, unproved_condition)


def _missing(enumeration: EnumerationPlan) -> int:
    """How many variables have no domain, though their sort does not say what to enumerate."""
    return sum(domain.op == "unbounded" and binder.sort != BOOL for binder, domain in enumeration)


def _planned(
    inference: "_Inference",
    binders: Sequence[Binder],
    domains: Sequence[Term],
    body: Term,
    outcome: bool,
    avoided: frozenset[Name],
) -> EnumerationPlan:
    """What `plan` returns, with domains that mention no name of `avoided`."""
    for position, domain in enumerate(domains):
        if inference.names.of(domain) & {binder.name for binder in binders[position:]}:
            # The domain means an outer variable that a binder shadows: only this order keeps them apart.
            return tuple(zip(binders, domains, strict=True))
    # Given domains are conditions as well: they may bound other variables.
    body = _guarded(binders, domains, body, outcome)
    pending = list(zip(binders, domains, strict=True))
    chosen: list[tuple[Binder, Term]] = []
    while pending:
        # Any order in which each domain mentions only what is bound before.
        for position, (binder, domain) in enumerate(pending):
            inner_names = avoided | frozenset(later.name for later, _ in pending) - {binder.name}
            if domain.op != "unbounded":
                term = domain if not inference.names.of(domain) & inner_names else None
            # A Bool needs no domain: both values are tried.
            elif binder.sort == BOOL:
                term = domain
            else:
                term = inference.domain(binder, body, outcome, inner_names)
            if term is not None:
                chosen.append((binder, term))
                del pending[position]
                break
        else:
            # Given domains never wait for a later binder, so the first one has none.
            chosen.append(pending.pop(0))
    return tuple(chosen)


def always_defined(
    term: Term,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    known_conditions: dict[Term, Term] | None = None,
) -> bool:
    """Is a term known to be defined whatever its variables are? They hold arrays that are not null. `known_conditions`:
    as of `well_defined`."""
    try:
        condition = well_defined(term, functions, known_conditions)
    except Unsupported:
        return False
    if _asks_for_arrays(condition):
        return True
    # `x != 0 && n % x == 0` is defined since the first part is what the second needs.
    if condition.op == "implies":
        premise, conclusion = condition.args
        if premise.op == conclusion.op and bare(premise) is bare(conclusion):
            return True
    # Otherwise linear arithmetic has to prove it.
    return entailed(condition, datatypes)


@define(slots=True)
class _Inference:
    """`assuming`: that terms are defined where they are evaluated. Outside a region a term is then not wanted *or not
    evaluated*, and so is what it is an operand of."""

    functions: Mapping[Name, Function]
    datatypes: Mapping[str, Datatype]
    assuming: bool = False
    names: FreeNames = field(factory=FreeNames)
    _known_defined: dict[Term, bool] = field(factory=dict)
    _conditions: dict[Term, Term] = field(factory=dict)
    """When terms are defined, for the longer ones that they are parts of."""
    _regions: dict[tuple[Term, Binder, bool], Region | None] = field(factory=dict)

    def domain(
        self, binder: Binder, body: Term, outcome: bool, inner_names: frozenset[Name], depth: int = 0
    ) -> Term | None:
        """A finite domain that mentions neither the variable nor `inner_names`."""
        region = self.region(body, binder, outcome, depth)
        return None if region is None else self._outside(region, binder, body, outcome, inner_names).domain()

    def _outside(
        self, region: Region, binder: Binder, body: Term, outcome: bool, inner_names: frozenset[Name]
    ) -> Region:
        """A region that holds the values of another one and mentions neither the variable nor `inner_names`."""

        # Bounds must not mention inner variables: weaker ones without them are looked for.
        def resolved(bounds: tuple[Term, ...], upper: bool) -> tuple[Term, ...]:
            free = (self._without(term, upper, body, outcome, inner_names, frozenset({binder.name})) for term in bounds)
            return tuple(term for term in free if term is not None)

        # A pool that mentions an inner variable is no domain.
        pools = tuple(pool for pool in region.pools if not self.names.of(pool) & (inner_names | {binder.name}))
        rules = region.sequences
        kept = None if rules is None else rules.without(inner_names | {binder.name}, self.names)
        collections = region.collections
        if collections is not None:
            collections = collections.without(inner_names | {binder.name}, self.names)
        lows, highs = resolved(region.lows, False), resolved(region.highs, True)
        divided = tuple(term for term in region.divided if not self.names.of(term) & (inner_names | {binder.name}))
        return Region(lows, highs, pools, region.inhabited, kept, divided, collections)

    def _without(
        self, bound: Term, upper: bool, body: Term, outcome: bool, inner_names: frozenset[Name], seen: frozenset[Name]
    ) -> Term | None:
        """A weaker bound without inner variables: from `x < y` and `y < n` follows `x < n`."""
        mentioned = self.names.of(bound) & (inner_names | seen)
        if not mentioned:
            return bound
        (name, *further_names) = mentioned
        # Two unknowns in one bound cannot be eliminated one after the other here.
        if further_names or name in seen or bound.sort != INT:
            return None
        # The bound as a linear term in the inner variable, with factor one.
        shape = linear(bound, name, self.names)
        region = self.region(body, Binder(name, INT), outcome)
        if shape is None or region is None or abs(shape[0]) != 1:
            return None
        factor, rest = shape
        # Monotone in the variable: its upper or its lower bound is what matters.
        rises = (factor > 0) == upper
        for term in region.highs if rises else region.lows:
            limit = self._without(term, rises, body, outcome, inner_names, seen | {name})
            if limit is not None:
                # Bounds are half open: the greatest value is one less.
                extreme = build.sub(limit, build.integer(1)) if rises else limit
                return build.add(extreme if factor > 0 else build.neg(extreme), rest)
        return None

    def region(self, term: Term, binder: Binder, outcome: bool, depth: int = 0) -> Region | None:
        """A region outside of which the term is defined and has another outcome; None when it is everything."""
        key = term, binder, outcome
        if key not in self._regions:
            self._regions[key] = (
                self._region(term, binder, outcome, depth + 1) if depth < LIMITS.condition_levels else None
            )
        return self._regions[key]

    def _region(self, term: Term, binder: Binder, outcome: bool, depth: int) -> Region | None:
        if binder.name not in self.names.of(term):
            nothing = build.elements(const(frozenset(), set_of(binder.sort)))
            return Region(pools=(nothing,)) if build.is_value(term) and term.data is not outcome else None
        region = self._by_operator(term, binder, outcome, depth)
        if binder.sort.kind not in _ELEMENTS or term.op in _COMBINED:
            return region
        return _met(region, self._of_elements(term, binder, outcome, self._defined(term), depth))

    def _of_elements(self, term: Term, binder: Binder, outcome: bool, defined: bool, depth: int) -> Region | None:
        """What a term says of the elements of a sequence, set, multiset or map, and of the length. `defined`: the term
        is known to be."""
        if not outcome:
            if term.op == "exists":
                *domains, body = term.args
                # As a universal claim, whose premises say where its variable is.
                *premises, last = body.args if body.op == "and" else (body,)
                body = build.implies(build.conj(*premises), build.negate(last))
                term = build.forall(term.data, body, domains)
            else:
                term = build.negate(term)
        region_of = partial(self.region, outcome=True, depth=depth)
        if binder.sort.kind in COLLECTIONS:
            return collection_rules.of_condition(term, binder, defined, self.names, region_of, self._defined)
        return of_condition(term, binder, defined, self.names, region_of)

    def _by_operator(self, term: Term, binder: Binder, outcome: bool, depth: int) -> Region | None:
        match term.op:
            # Negation turns what is wanted.
            case "not":
                return self.region(term.args[0], binder, not outcome, depth)
            case "and" | "or":
                # What decides alone bounds alone; what decides together needs all.
                if (term.op == "and") is outcome:
                    return self._first_decides(term.args, binder, outcome, depth)
                return self._all_decide(term.args, binder, outcome, depth)
            # An implication is a disjunction.
            case "implies":
                either = build.op("or", build.negate(term.args[0]), term.args[1])
                return self.region(either, binder, outcome, depth)
            case "ite" if term.sort == BOOL:
                # A conditional is a disjunction of two guarded branches.
                condition, then, orelse = term.args
                cases = (build.op("and", condition, then), build.op("and", build.negate(condition), orelse))
                return self.region(build.op("or", *cases), binder, outcome, depth)
            case "eq" if term.args[0].sort == BOOL:
                return self._equivalence(term, binder, outcome, depth)
            case "forall" | "exists":
                return self._quantified(term, binder, outcome, depth)
            case "let":
                return self._let(term, binder, outcome, depth)
            case "call":
                return self._inlined(term, binder, outcome, depth)
            case _:
                # Atoms; where definedness is assumed, an undefined collection is an empty one.
                region = of_atom(term, binder, outcome, self.names)
                if region is None or not self.assuming:
                    return region
                return evolve(region, pools=tuple(build.elements(self._or_empty(*pool.args)) for pool in region.pools))

    def _or_empty(self, collection: Term) -> Term:
        """A collection whose elements are the only values of an atom's region, and none where it is undefined: the atom
        is not evaluated then.

        Of `exists k :: 0 <= k < |s| && s[k] in m && x in m[s[k]]` the third is not, for some k.
        """
        if collection.op == SUBSETS:
            return make(SUBSETS, (self._or_empty(*collection.args),), collection.sort)
        nothing = _EMPTY.get(collection.sort.kind)
        try:
            defined = well_defined(collection, self.functions, self._conditions)
        except Unsupported:
            return collection
        return collection if nothing is None else build.ite(defined, collection, const(nothing, collection.sort))

    def _first_decides(self, args: tuple[Term, ...], binder: Binder, outcome: bool, depth: int) -> Region | None:
        """Outside any operand's region the whole is constant, if the operands before it are defined there.

        Operands that come first and do not mention the variable may be undefined, but then the whole is so for
        every value of it: a domain that is never empty meets that.
        """
        # Regions of conjuncts intersect.
        met: Region | None = None
        inhabited = False
        joined: OperatorName = "and" if outcome else "or"
        args = tuple(_operands(joined, args))
        free = sum(1 for _ in takewhile(lambda arg: binder.name not in self.names.of(arg), args))
        for position, arg in enumerate(args):
            # A conjunct counts only if those before it are defined; otherwise the order of evaluation matters.
            if position and not self._defined(make(joined, args[:position], BOOL)):
                if position > free and not self._defined(make(joined, args[free:position], BOOL)):
                    break
                inhabited = True
            region = self.region(arg, binder, outcome, depth)
            call, wanted = arg, outcome
            while call.op == "not":
                call, wanted = call.args[0], not wanted
            if region is None and call.op == "call" and self._defined(make(joined, args[: position + 1], BOOL)):
                # Of `0 <= i && P(i)`, where P requires `0 <= i`: where it is not, P(i) does not matter.
                region = self._inlined(call, binder, wanted, depth, required=True)
            # What a conjunct says of the elements of a collection.
            if position and self._defined_here(arg, binder, make(joined, args[: position + 1], BOOL)):
                region = _met(region, self._of_elements(arg, binder, outcome, True, depth))
            if region is None or (region.inhabited and position > free):
                continue
            region = evolve(region, inhabited=True) if inhabited else region
            met = region if met is None else met.meet(region)
        return met

    def _defined_here(self, arg: Term, binder: Binder, context: Term) -> bool:
        """Is a condition on a collection defined after those before it, and not by itself?"""
        if binder.sort.kind not in _ELEMENTS or arg.op not in ("forall", "exists"):
            return False
        return not self._defined(arg) and self._defined(context)

    def _all_decide(self, args: tuple[Term, ...], binder: Binder, outcome: bool, depth: int) -> Region | None:
        """Outside all operands' regions the whole is constant."""
        united: Region | None = None
        for arg in args:
            region = self.region(arg, binder, outcome, depth)
            # A region that says "some value is in here" bounds nothing when it is united with others.
            if region is None or region.inhabited:
                return None
            united = region if united is None else self._union(united, region, binder)
            if united is None:
                return None
        return united

    def _defined(self, term: Term) -> bool:
        """Is it defined whatever its variables are, or assumed to be where it is evaluated? A null array makes every
        instance undefined alike."""
        if self.assuming:
            return True
        if term not in self._known_defined:
            self._known_defined[term] = always_defined(term, self.functions, self.datatypes, self._conditions)
        return self._known_defined[term]

    def _union(self, first_region: Region, second_region: Region, binder: Binder) -> Region | None:
        if first_region.inhabited or second_region.inhabited:
            return None
        if first_region == second_region:
            return first_region
        domains = [first_region.domain(), second_region.domain()]
        if domains[0] is None or domains[1] is None:
            return None
        sets = [as_set(domain, binder) for domain in domains if domain is not None]
        return Region(pools=(build.elements(build.op("set.union", *sets)),))

    def _equivalence(self, term: Term, binder: Binder, outcome: bool, depth: int) -> Region | None:
        """Outside both sides' regions, each side is constant: which constants give the whole another outcome?"""
        # Either outcome comes from two pairs of constants: one pair whose regions are known is enough to bound both.
        for left_wanted in (True, False):
            right_wanted = left_wanted is not outcome
            left = self.region(term.args[0], binder, left_wanted, depth)
            right = self.region(term.args[1], binder, right_wanted, depth)
            united = self._union(left, right, binder) if left is not None and right is not None else None
            if united is not None:
                return united
        return None

    def _quantified(self, term: Term, binder: Binder, outcome: bool, depth: int) -> Region | None:
        """`exists` is false where its body is for every instance; `forall` is true likewise."""
        names = frozenset(inner_domain.name for inner_domain in term.data)
        domains = term.args[:-1]
        # `exists x in D: P(x, y)` is true only for y in the union of regions.
        if (term.op == "exists") is not outcome or binder.name in names:
            return None
        if any(binder.name in self.names.of(domain) or not self._defined(domain) for domain in domains):
            return None
        body = _guarded(term.data, domains, term.args[-1], outcome)
        within = self.region(body, binder, outcome, depth)
        if within is None or within.inhabited:
            return None
        # Either the inner variable does not matter for the bounds, …
        outside = self._outside(within, binder, body, outcome, names)
        domain = outside.domain()
        if domain is not None:
            return Region(pools=(domain,))
        # (One bound is worth something, too: what stands beside the quantifier may have the other.)
        half = Region(outside.lows, outside.highs) if outside.lows or outside.highs else None
        inference = _Inference(self.functions, self.datatypes, self.assuming)
        # … or the union over its values is built as a set.
        enumeration = _planned(inference, term.data, domains, body, outcome, frozenset((binder.name,)))
        if any(
            inner_domain.op == "unbounded" or binder.name in self.names.of(inner_domain)
            for _, inner_domain in enumeration
        ):
            return half
        domain = within.domain()
        if domain is None or binder.name in self.names.of(domain):
            return half
        return Region(pools=(build.elements(as_set(domain, binder, enumeration)),))

    def _let(self, term: Term, binder: Binder, outcome: bool, depth: int) -> Region | None:
        """The body's region, with its bounds under the same binding."""
        names = tuple(let_binder.name for let_binder in term.data)
        # A value that depends on the variable would have to be solved for it first.
        if binder.name in names or any(binder.name in self.names.of(value) for value in term.args[:-1]):
            return None
        region = self.region(term.args[-1], binder, outcome, depth)
        domain = None if region is None or region.inhabited else region.domain()
        if domain is None or binder.name in self.names.of(domain):
            return None
        values = as_set(domain, binder)
        return Region(pools=(build.elements(make("let", (*term.args[:-1], values), values.sort, term.data)),))

    def _inlined(self, term: Term, binder: Binder, outcome: bool, depth: int, required: bool = False) -> Region | None:
        """The region of the body of a function, about the arguments. `required`: where the precondition of the function
        does not hold, its value does not matter."""
        function = self.functions.get(term.data)
        if function is None or function.body is None or (function.requires and not (required or self.assuming)):
            return None
        values = values_by_name(function.parameters, term.args)
        called = at_call(function, term)
        assert called.body is not None
        # What the body calls in turn is defined under the precondition.
        either = build.implies if not outcome else build.conj
        body = either(build.conj(*called.requires), called.body) if called.requires else called.body
        return self.region(instantiate(body, values), binder, outcome, depth + _INLINING)


def _operands(joined: str, args: Iterable[Term]) -> Iterator[Term]:
    """The operands of a connective, each once, and those of operands that are of the same one: what comes before them
    is known of each."""
    pending, seen = list(args)[::-1], set[Term]()
    while pending:
        arg = pending.pop()
        if arg in seen:
            continue
        seen.add(arg)
        if arg.op == joined:
            pending.extend(reversed(arg.args))
        else:
            yield arg


def _met(first: Region | None, second: Region | None) -> Region | None:
    """What is in both; None is everything."""
    if first is None or second is None:
        return first or second
    return first.meet(second)


def _guarded(binders: Sequence[Binder], domains: Sequence[Term], body: Term, outcome: bool) -> Term:
    """The body with its given domains as conditions: conjuncts where true is wanted, premises otherwise."""
    pairs = zip(binders, domains, strict=True)
    conditions = [condition for binder, domain in pairs for condition in build.in_domain(binder.variable, domain)]
    if not conditions:
        return body
    return build.op("and", *conditions, body) if outcome else build.implies(build.conj(*conditions), body)


def _asks_for_arrays(condition: Term) -> bool:
    """Does a condition ask for nothing but that arrays, which are free variables, are not null?"""
    match condition.op:
        case "const":
            return build.is_true(condition)
        case "and":
            return all(map(_asks_for_arrays, condition.args))
        case "implies":
            return _asks_for_arrays(condition.args[1])
        case "not":
            operand = condition.args[0]
            return operand.op == "array.is_null" and operand.args[0].op == "var"
        case _:
            return False
