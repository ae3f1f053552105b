"""Regions: sets of values of a variable outside of which a Bool term is defined and constant.

What is known of a sequence is a region of its elements, position by position, and of its length (`SequenceRules`); of
a set, multiset or map, which elements it may have, which it must have, and a region of the value at each
(`CollectionRules`).
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final, Literal, TypeVar

from attrs import evolve, frozen

from ..ir import build
from ..ir.operator_names import OperatorName
from ..ir.sorts import BOOL, INT, set_of
from ..ir.substitution import FreeNames, instantiate
from ..ir.terms import Binder, Term, const, free_names, make
from ..ir.variables import Name, hidden_variable

EnumerationPlan = tuple[tuple[Binder, Term], ...]
"""Binders in an order of enumeration, each with its domain over the binders before it.

A domain is `unbounded` where none could be inferred.
"""


DIVISORS: Final = "divisors"
"""The operator of the set of 0 and the divisors of the first of its arguments that is not 0. Where there is none, each
integer is one, and the set has no value."""
SUBSETS: Final = "subsets"
"""The operator of the set of all subsets of a set."""


@frozen(slots=True)
class Region:
    """The values at least each of `lows`, below each of `highs`, and in each of the domains `pools`.

    `inhabited`: the term may be undefined outside, but then it is undefined for every value of the variable. A
    domain then holds at least one value, whatever its bounds are, on which that shows. `divided`: integers that each
    value other than 0 divides, which bounds the values where one of them is not 0.
    """

    lows: tuple[Term, ...] = ()
    highs: tuple[Term, ...] = ()
    pools: tuple[Term, ...] = ()
    inhabited: bool = False
    sequences: "SequenceRules | None" = None
    divided: tuple[Term, ...] = ()
    collections: "CollectionRules | None" = None

    def meet(self, other: "Region") -> "Region":
        return Region(
            self.lows + other.lows,
            self.highs + other.highs,
            self.pools + other.pools,
            self.inhabited or other.inhabited,
            _both(self.sequences, other.sequences),
            self.divided + other.divided,
            _both(self.collections, other.collections),
        )

    def instance(self, values: Mapping[Name, Term]) -> "Region":
        """The bounds and domains with terms in the place of variables."""

        def instances(terms: tuple[Term, ...]) -> tuple[Term, ...]:
            return tuple(instantiate(term, values) for term in terms)

        return Region(instances(self.lows), instances(self.highs), instances(self.pools))

    def without(self, hidden: frozenset[Name], names: FreeNames) -> "Region":
        """The bounds and domains that mention none of these names."""
        lows, highs, pools = (_without(terms, hidden, names) for terms in (self.lows, self.highs, self.pools))
        return Region(lows, highs, pools)

    def domain(self) -> Term | None:
        """A finite domain that holds every value of the region, if it shows one."""
        pools = [pool for pool in self.pools if not self.inhabited or _shows_a_value(pool)]
        pools.sort(key=is_of_subsets)  # Of any other domain there are fewer values.
        # An explicit domain comes first: bounds may be far apart, and what rules allow of sequences is many.
        if pools and self.sequences is not None:
            return self.sequences.among(pools[0])
        of_collections = None if self.collections is None or self.inhabited else self.collections.domain()
        if of_collections is not None and (not pools or is_of_subsets(pools[0])):
            return of_collections
        if pools:
            return pools[0]
        if self.sequences is not None and not self.inhabited:
            return self.sequences.domain()
        # Without two bounds only `divided` is finite: of `12 % x == 0` the divisors of 12, and 0 (undefined).
        if not self.lows or not self.highs:
            divided = self.divided and not self.inhabited
            return build.elements(make(DIVISORS, self.divided, set_of(INT))) if divided else None
        low, high = _extreme("gt", self.lows), _extreme("lt", self.highs)
        if self.inhabited:
            if low.sort != INT:
                return None
            # `0 <= i < n` has no value for n = 0. One is added, on which it shows that the term is undefined.
            high = _extreme("gt", (high, build.add(low, build.integer(1))))
        return build.between(low, high)


Rules = TypeVar("Rules", "SequenceRules", "CollectionRules")

RegionOf = Callable[[Term, Binder], Region | None]
"""The region of a variable outside of which a term is defined and false."""


def _both(first: Rules | None, second: Rules | None) -> Rules | None:
    return first.meet(second) if first is not None and second is not None else first or second


def _without(terms: tuple[Term, ...], hidden: frozenset[Name], names: FreeNames) -> tuple[Term, ...]:
    """The terms that mention none of these names."""
    return tuple(term for term in terms if not names.of(term) & hidden)


def _shows_a_value(domain: Term) -> bool:
    """Whether a domain holds a value whatever its variables are: a display of elements does."""
    return domain.op == "elements" and domain.args[0].op == "seq.literal" and bool(domain.args[0].args)


def _extreme(order: OperatorName, bounds_: tuple[Term, ...]) -> Term:
    """The greatest (`gt`) or least (`lt`) of the terms."""
    best = bounds_[0]
    for bound in dict.fromkeys(bounds_[1:]):
        if bound is not best:
            best = build.ite(build.folded(build.op(order, best, bound)), best, bound)
    return best


def is_of_subsets(domain: Term) -> bool:
    """Does a domain hold all subsets of a set?"""
    return domain.op == "elements" and domain.args[0].op == SUBSETS


def is_variable(term: Term, binder: Binder) -> bool:
    return term.op == "var" and term.data == binder.name


def as_set(domain: Term, binder: Binder, outer: EnumerationPlan = ()) -> Term:
    """The set of a domain's values, for all values of the outer binders that it mentions."""
    return set_of_values((*outer, (binder, domain)), binder.variable)


def set_of_values(generators: EnumerationPlan, element: Term) -> Term:
    names = tuple(binder for binder, _ in generators)
    domains = [domain for _, domain in generators]
    return build.op("set.comprehension", *domains, build.boolean(True), element, data=names)


# -- sets, multisets and maps

COLLECTIONS: Final = "collections"
"""The operator of the set of the sets, multisets or maps that rules allow. Its arguments: the set of the elements that
each may have at most, that of those that it has, and for each rule a condition and a set of values, functions of an
element. `all_collections` enumerates it."""


@frozen(slots=True)
class ValueRule:
    """At each element that satisfies a condition, the value of a map, or the count of a multiset, is in a region. Both
    may mention the variable of the element."""

    condition: Term
    region: Region


def key_of(binder: Binder) -> Binder:
    """The variable of an element of a collection, which is a key of a map."""
    return Binder(hidden_variable(binder.name, "key"), binder.sort.args[0])


def value_of(binder: Binder) -> Binder:
    """The variable of a value of a map, or of a count in a multiset."""
    return Binder(hidden_variable(binder.name, "value"), binder.sort.args[1] if binder.sort.kind == "Map" else INT)


@frozen(slots=True)
class CollectionRules:
    """The collections that have no elements but those in each of the sets `upper`, all those of the sets `lower`, and
    values at these as the rules say."""

    binder: Binder
    upper: tuple[Term, ...] = ()
    lower: tuple[Term, ...] = ()
    values: tuple[ValueRule, ...] = ()

    def meet(self, other: "CollectionRules") -> "CollectionRules":
        return CollectionRules(
            self.binder,
            tuple(dict.fromkeys(self.upper + other.upper)),
            tuple(dict.fromkeys(self.lower + other.lower)),
            tuple(dict.fromkeys(self.values + other.values)),
        )

    def without(self, hidden: frozenset[Name], names: FreeNames) -> "CollectionRules":
        """What is known without what mentions these names."""
        upper, lower = (_without(terms, hidden, names) for terms in (self.upper, self.lower))
        kept = (rule for rule in self.values if not names.of(rule.condition) & hidden)
        rules = tuple(evolve(rule, region=rule.region.without(hidden, names)) for rule in kept)
        return CollectionRules(self.binder, upper, lower, rules)

    def domain(self) -> Term | None:
        """The set of these collections as a domain, where the rules bound it: whether there is a rule for each element
        shows when it is enumerated."""
        rules = []
        for rule in self.values:
            # A rule without a bounded domain bounds nothing, and is left to the test of each element.
            values = rule.region.domain()
            if values is not None:
                rules += [rule.condition, as_set(values, value_of(self.binder))]
        # A set is bounded by the set that it is a subset of; of a sequence or a map this bounds the elements only,
        # which may be repeated or have any values.
        if not self.upper or not (rules or self.binder.sort.kind == "Set"):
            return None
        upper, *others = self.upper
        for other in others:
            upper = build.op("set.intersection", upper, other)
        lower = const(frozenset(), upper.sort)
        # What has to be in it halves the subsets of the upper bound, each time.
        for term in self.lower:
            lower = build.op("set.union", lower, term)
        of_elements = [_function((key_of(self.binder),), term) for term in rules]
        return build.elements(make(COLLECTIONS, (upper, lower, *of_elements), set_of(self.binder.sort)))


# -- sequences

SEQUENCES: Final = "sequences"
"""The operator of the set of the sequences that rules allow; its `data` is a `RuleLayout`. Its arguments: what the
layout says first; a condition and a set for each rule, functions of what the sequence begins with, of the position that
follows, and of the length; and what must not be false of a sequence, nor of what it begins with, functions of one.
`sequences.py` enumerates it."""


@frozen(slots=True)
class RuleLayout:
    """`first`: the arguments before those of the rules are a set that holds all sequences (`among`), the least length
    (`growing`), or that and the greatest one plus one (`bounded`). `rules`: how many there are for elements."""

    first: Literal["among", "growing", "bounded"]
    rules: int

    def parts(self, arguments: tuple[Term, ...]) -> tuple[tuple[Term, ...], ...]:
        """The arguments of the three kinds."""
        start = 2 if self.first == "bounded" else 1
        after_rules = start + 2 * self.rules
        return arguments[:start], arguments[start:after_rules], arguments[after_rules:]


@frozen(slots=True)
class ElementRule:
    """At each position that satisfies a condition, an element is in a region. Both may mention the variables of the
    position and of the length, and the region elements of the sequence before the position. `at_any_length`: where the
    condition holds, it holds for all greater lengths."""

    condition: Term
    region: Region
    at_any_length: bool

    def elements(self, binder: Binder) -> Term | None:
        """The set of the elements, if it is known to be finite."""
        domain = self.region.domain()
        return None if domain is None else as_set(domain, element_of(binder))


def element_of(binder: Binder) -> Binder:
    """The variable of an element of a sequence."""
    return Binder(hidden_variable(binder.name, "element"), binder.sort.args[0])


def position_of(binder: Binder) -> Binder:
    """The variable of a position in a sequence."""
    return Binder(hidden_variable(binder.name, "position"), INT)


def length_of(binder: Binder) -> Binder:
    """The variable of the length of a sequence."""
    return Binder(hidden_variable(binder.name, "length"), INT)


@frozen(slots=True)
class SequenceRules:
    """The sequences of lengths at least each of `lows` and below each of `highs`, with elements as the rules say, and
    of which no condition of `prefixes` is false, nor of what they begin with."""

    binder: Binder
    lows: tuple[Term, ...] = ()
    highs: tuple[Term, ...] = ()
    elements: tuple[ElementRule, ...] = ()
    prefixes: tuple[Term, ...] = ()

    def meet(self, other: "SequenceRules") -> "SequenceRules":
        return SequenceRules(
            self.binder,
            tuple(dict.fromkeys(self.lows + other.lows)),
            tuple(dict.fromkeys(self.highs + other.highs)),
            tuple(dict.fromkeys(self.elements + other.elements)),
            tuple(dict.fromkeys(self.prefixes + other.prefixes)),
        )

    def without(self, hidden: frozenset[Name], names: FreeNames) -> "SequenceRules":
        """What is known without what mentions these names."""
        # What is a function of the sequence itself may mention it.
        others = hidden - {self.binder.name}
        lows, highs = (_without(terms, hidden, names) for terms in (self.lows, self.highs))
        kept = (rule for rule in self.elements if not names.of(rule.condition) & hidden)
        rules = tuple(evolve(rule, region=rule.region.without(others, names)) for rule in kept)
        return SequenceRules(self.binder, lows, highs, rules, _without(self.prefixes, others, names))

    def domain(self) -> Term | None:
        """The set of these sequences as a domain, where the rules bound it: it is finite if there is a greatest length,
        or if beyond some length a condition is false of every sequence, which shows when it is enumerated."""
        bounded = bool(self.highs)
        rules = list(self._rules(bounded))
        if not bounded and (not rules or not self.prefixes):
            return None
        position, length = position_of(self.binder), length_of(self.binder)
        lengths = [_extreme("gt", (build.integer(0), *self.lows))]
        lengths += [_extreme("lt", self.highs)] if bounded else []
        of_elements = [_function((self.binder, position, length), term) for rule in rules for term in rule]
        layout = RuleLayout("bounded" if bounded else "growing", len(rules))
        return self._term(layout, (*lengths, *of_elements), self.prefixes)

    def among(self, pool: Term) -> Term:
        """The sequences of a domain that are as the rules say, as far as conditions on the whole tell."""
        length = build.op("seq.len", self.binder.variable)
        conditions = (*(build.le(low, length) for low in self.lows), *(build.lt(length, high) for high in self.highs))
        return self._term(RuleLayout("among", 0), (as_set(pool, self.binder),), (*conditions, *self.prefixes))

    def _term(self, layout: RuleLayout, first: tuple[Term, ...], conditions: tuple[Term, ...]) -> Term:
        of_prefixes = [_function((self.binder,), condition) for condition in conditions]
        return build.elements(make(SEQUENCES, (*first, *of_prefixes), set_of(self.binder.sort), layout))

    def _rules(self, bounded: bool) -> Iterator[tuple[Term, Term]]:
        """Condition and set: of each rule, then of two together where one alone leaves too many elements."""
        usable = [element for element in self.elements if bounded or element.at_any_length]
        for rule in usable:
            term = rule.elements(self.binder)
            if term is not None and (bounded or length_of(self.binder).name not in free_names(term)):
                yield rule.condition, term
        for first, second in combinations(usable, 2):
            element_rule = ElementRule(
                build.conj(first.condition, second.condition), first.region.meet(second.region), True
            )
            term = element_rule.elements(self.binder)
            bounded_by_one = first.elements(self.binder) or second.elements(self.binder)
            if (
                term is not None
                and bounded_by_one is None
                and (bounded or length_of(self.binder).name not in free_names(term))
            ):
                yield element_rule.condition, term
        # Of Bool there are two values, so that a sequence of them needs no rule to be finite at each length.
        if self.binder.sort.args[0] == BOOL:
            both_values = build.op("set.literal", build.boolean(False), build.boolean(True))
            yield build.boolean(True), both_values


def _function(parameters: tuple[Binder, ...], body: Term) -> Term:
    domains = (build.UNBOUNDED,) * len(parameters)
    return build.op("lambda", *domains, body, data=parameters)
