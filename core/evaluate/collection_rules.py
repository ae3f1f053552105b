"""What a condition says of the elements of a set, multiset or map, and of the values at these.

`forall k :: k in m <==> k in s && forall k :: k in m ==> m[k] == k + 1` is true of one map m. The first part leaves the
keys that may be there, and those that must; the second one leaves a value at each key. `all_collections` enumerates
what all rules together allow.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from ..ir import build
from ..ir.operator_names import operator_name
from ..ir.operators.context import Undecided, Undefined
from ..ir.sorts import INT
from ..ir.substitution import FreeNames, instantiate
from ..ir.terms import Binder, Term, bare, binders, const, fold, rebuild, subterms
from ..ir.values import FrozenMap, Multiset, ordered
from ..ir.variables import Name
from ..trampoline import Steps
from .environment import Environment, Evaluator
from .evaluation_limits import LIMITS
from .region import (
    CollectionRules,
    Region,
    RegionOf,
    ValueRule,
    is_variable,
    key_of,
    value_of,
)

COLLECTIONS = ("Set", "Multiset", "Map")
"""Kinds of sorts of these collections."""
_MEMBER = ("set.member", "multiset.member", "map.member")
_VALUE = ("map.at", "multiset.count")

Defined = Callable[[Term], bool]
"""Is a term defined whatever its variables are?"""


def of_condition(
    term: Term, binder: Binder, defined: bool, names: FreeNames, region_of: RegionOf, always: Defined
) -> Region | None:
    """The region of a collection outside of which a condition is defined and false, as far as the condition says so of
    elements. `defined`: the condition is known to be defined."""
    # A variable bound inside the condition under the same name would be taken for the collection.
    if any(bound.name == binder.name for node in subterms(term) for bound in binders(node)):
        return None
    rules: Iterator[CollectionRules]
    if term.op == "forall":
        # An element outside its region makes one instance false. The whole is false only if no other instance is
        # undefined.
        rules = _of_all(term, binder, names, region_of, always) if defined else iter(())
    else:
        rules = _of_one(term, binder, names, region_of)
    met: CollectionRules | None = None
    for rule in rules:
        met = rule if met is None else met.meet(rule)
    return None if met is None else Region(collections=met)


def _of_one(term: Term, binder: Binder, names: FreeNames, region_of: RegionOf) -> Iterator[CollectionRules]:
    """The rules by a condition on one element, or on all elements together: `k in m`, `m[k] == v`, `m.Keys == s`."""
    match term.op, term.args:
        case "eq" | "set.subset", (first, second):
            for position, (mine, whole) in enumerate(((first, second), (second, first))):
                if _are_elements(mine, binder) and binder.name not in names.of(whole):
                    # An equation bounds it from both sides, a subset from the side that it stands on.
                    yield from _between(binder, whole, term.op == "eq" or position == 0, term.op == "eq" or position)
        case op, (element, collection) if op in _MEMBER:
            if _are_elements(collection, binder) and binder.name not in names.of(element):
                yield CollectionRules(binder, lower=(build.op("set.literal", element),))
    for key in _keys(term, binder):
        region = _of_value(term, key, binder, names, region_of)
        if binder.name not in names.of(key) and region is not None:
            yield CollectionRules(binder, values=(ValueRule(build.eq(key_of(binder).variable, key), region),))


def _between(binder: Binder, whole: Term, is_upper: object, is_lower: object) -> Iterator[CollectionRules]:
    if whole.sort.kind == "Set":
        yield CollectionRules(binder, (whole,) if is_upper else (), (whole,) if is_lower else ())


def _of_all(
    term: Term, binder: Binder, names: FreeNames, region_of: RegionOf, always: Defined
) -> Iterator[CollectionRules]:
    """The rules by `forall k :: k in m <==> p(k)` and by `forall k :: k in m ==> p(k, m[k])`."""
    if len(term.data) != 1 or term.args[0].op not in ("unbounded", "range", "elements"):
        return
    (quantified,) = term.data
    body = _guarded(quantified, term.args[0], term.args[-1])
    if body is None or quantified.sort != key_of(binder).sort:
        return
    with_it, without_it = (_where(body, quantified, binder, inside) for inside in (True, False))
    # What is in the collection makes the body true as it is then, …
    if with_it is not body and (upper := _those(with_it, quantified, binder, names, region_of, always)):
        yield CollectionRules(binder, (upper,))
    # … and so does what is not in it: where it does not, the element has to be there.
    if binder.name not in names.of(without_it) and always(without_it):
        missing = build.negate(without_it)
        if lower := _those(missing, quantified, binder, names, region_of, always):
            yield CollectionRules(binder, lower=(lower,))
    for key in _keys(body, binder):
        if not is_variable(key, quantified):
            continue
        # The value at each element of the collection.
        asked = _of_value(with_it, key, binder, names, region_of)
        premise, conclusion = build.boolean(True), with_it
        while conclusion.op == "implies":
            premise, conclusion = build.conj(premise, conclusion.args[0]), conclusion.args[1]
        if asked is None and binder.name not in names.of(premise):
            asked = _of_value(conclusion, key, binder, names, region_of)
        elif asked is not None:
            premise = build.boolean(True)
        if asked is not None:
            at_key = {quantified.name: key_of(binder).variable}
            yield CollectionRules(binder, values=(ValueRule(instantiate(premise, at_key), asked.instance(at_key)),))


def _those(
    condition: Term, quantified: Binder, binder: Binder, names: FreeNames, region_of: RegionOf, always: Defined
) -> Term | None:
    """A finite set that holds every value of a variable for which a condition is true, and no others where it can be
    told without the collection."""
    region = region_of(condition, quantified)
    domain = None if region is None or region.inhabited else _free(region, binder.name, names).domain()
    if domain is None or quantified.name in names.of(domain):
        return None
    # A condition that may be undefined cannot select: then all of the domain is taken, which is more.
    told = binder.name not in names.of(condition) and always(condition)
    kept = condition if told else build.boolean(True)
    return build.op("set.comprehension", domain, kept, quantified.variable, data=(quantified,))


def _guarded(quantified: Binder, domain: Term, body: Term) -> Term | None:
    """The body of a quantifier with its domain as a premise; None of a domain that has none."""
    value = quantified.variable
    match domain.op, domain.args:
        case "unbounded", _:
            return body
        case "range", (low, high):
            return build.implies(build.conj(build.le(low, value), build.lt(value, high)), body)
        case "elements", (collection,) if collection.sort.kind in (*COLLECTIONS, "Seq"):
            return build.implies(
                build.op(operator_name(f"{collection.sort.kind.lower()}.member"), value, collection), body
            )
        case _:
            return None


def _where(body: Term, quantified: Binder, binder: Binder, inside: bool) -> Term:
    """The body for an element that is in the collection, or is not."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        is_member = node.op in _MEMBER and is_variable(node.args[0], quantified)
        if is_member and _are_elements(node.args[1], binder):
            return build.boolean(inside)
        if node.op == "multiset.count" and is_variable(node.args[0], binder) and is_variable(node.args[1], quantified):
            # An element that is not in a multiset occurs 0 times; one that is, as often as it says.
            return node if inside else const(0, INT)
        if inside and node.op == "gt" and node.args[0].op == "multiset.count" and _is_zero(node.args[1]):
            collection, key = node.args[0].args
            return build.boolean(True) if is_variable(collection, binder) and is_variable(key, quantified) else node
        return build.folded(rebuild(node, args)) if args != node.args else node

    return fold(body, step)


def _is_zero(term: Term) -> bool:
    return build.is_value(term) and term.data == 0


def _are_elements(term: Term, binder: Binder) -> bool:
    """Is it the collection, or the set of the keys of the map?"""
    return is_variable(term, binder) or (term.op == "map.keys" and is_variable(term.args[0], binder))


def _keys(term: Term, binder: Binder) -> list[Term]:
    """The keys at which a term looks up values."""
    keys = (node.args[1] for node in subterms(term) if node.op in _VALUE and is_variable(node.args[0], binder))
    return list({bare(key): key for key in keys}.values())


def _of_value(term: Term, key: Term, binder: Binder, names: FreeNames, region_of: RegionOf) -> Region | None:
    """The region of the value at a key. What else the term asks of the collection says nothing of it."""
    value, wanted = value_of(binder), bare(key)

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op in _VALUE and is_variable(node.args[0], binder) and bare(node.args[1]) is wanted:
            return value.variable
        return rebuild(node, args)

    region = region_of(fold(term, step), value)
    # Outside of an inhabited region the condition may be undefined: leaving such values out would hide that.
    return None if region is None or region.inhabited else _free(_free(region, binder.name, names), value.name, names)


def _free(region: Region, name: Name, names: FreeNames) -> Region:
    """A region without what mentions a name."""

    def free(terms: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(term for term in terms if name not in names.of(term))

    return Region(free(region.lows), free(region.highs), free(region.pools))


# The sets, multisets and maps that rules allow (`region.CollectionRules`).

_ABSENT = object()
"""What is there instead of a value at an element that the collection does not have."""


def all_collections(machine: Evaluator, term: Term, environment: Environment) -> Steps[frozenset[Any]]:
    """The set that `region.COLLECTIONS` names. Raises Undecided where there are too many, or an element has no rule."""
    kind = term.sort.args[0].kind
    try:
        upper, lower = yield from machine.arguments(term.args[:2], environment)
    except Undefined as problem:
        raise Undecided(f"what bounds a collection is undefined: {problem.reason}") from None
    rules = tuple(zip(term.args[2::2], term.args[3::2], strict=True))
    elements, options, number = ordered(upper), [], 1
    for element in elements:
        values = [True] if kind == "Set" else (yield from _values(machine, environment, term, rules, element))
        if kind == "Multiset":
            # An element that is there as often as 0 times is not there.
            values = [count for count in values if count > 0]
        options.append(values if element in lower else [_ABSENT, *values])
        number *= len(options[-1])
        if number > LIMITS.collections:
            raise Undecided(f"more than {LIMITS.collections} collections", term.span)
    # What has to be there may be nothing that may.
    if not lower <= upper:
        return frozenset()
    found = set[Any]()
    for chosen in product(*options):
        machine.context.fuel.step()
        there = {key: value for key, value in zip(elements, chosen, strict=True) if value is not _ABSENT}
        found.add(_collection(kind, there))
    return frozenset(found)


def _values(
    machine: Evaluator, environment: Environment, term: Term, rules: Sequence[tuple[Term, Term]], element: Any
) -> Steps[Sequence[Any]]:
    """The values that may be at an element: the fewest that a rule leaves."""
    fewest: Sequence[Any] | None = None
    for condition, values in rules:
        (binder,) = condition.data
        inner = environment.inner((binder.name,))
        inner[binder.name] = element
        # A rule that is undefined here bounds nothing here; another may.
        try:
            if not (yield machine.value(condition.args[-1], inner)):
                continue
            some = ordered((yield machine.value(values.args[-1], inner)))
        except Undefined:
            continue
        fewest = some if fewest is None or len(some) < len(fewest) else fewest
    if fewest is None:
        raise Undecided(f"nothing bounds the value at an element of a {term.sort.args[0].kind.lower()}", term.span)
    return fewest


def _collection(kind: str, there: dict[Any, Any]) -> Any:
    match kind:
        case "Set":
            return frozenset(there)
        case "Multiset":
            return Multiset.of_counts(there)
        case _:
            return FrozenMap(there)
