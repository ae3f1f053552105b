"""What a condition says of the elements and the length of a sequence.

`|s| == n && (forall i :: 0 <= i < |s| ==> 0 <= s[i] < n) && (forall i, j :: 0 <= i < j < |s| ==> s[i] != s[j])`
is true of finitely many sequences. The first part bounds the length, the second one the elements; the third one, false
of a sequence, is false of all that begin with it.
"""

from collections.abc import Iterator

from ..ir import build
from ..ir.sorts import INT
from ..ir.substitution import FreeNames, instantiate
from ..ir.terms import Binder, Term, bare, binders, fold, rebuild, subterms
from ..ir.variables import Name, hidden_variable
from .atomic_regions import integer_comparison, linear
from .entailment import entailed
from .region import (
    ElementRule,
    Region,
    RegionOf,
    SequenceRules,
    element_of,
    is_variable,
    length_of,
    position_of,
    set_of_values,
)

# What stays true, or false, of a sequence when elements are appended to it.
#
# Where `forall i :: 0 <= i < |s| - 1 ==> s[i] < s[i + 1]` is false of a sequence, it is false of every one that begins
# with it: none of these has to be looked at.

_RISING = {"lt": (1, 0), "le": (1, 0), "gt": (0, 1), "ge": (0, 1)}
"""Comparison → (position of the greater operand where it holds, position of the smaller one)."""


def persists(term: Term, name: Name, value: bool, names: FreeNames) -> bool:
    """Where a Bool term has this value of a sequence, has it the same value of all that begin with the sequence?

    That it has a value of those is left to the caller: what is quantified may look at elements that were not there."""
    if is_local(term, name, names):
        return True

    def each(terms: tuple[Term, ...], truth: bool) -> bool:
        return all(persists(arg, name, truth, names) for arg in terms)

    match term.op:
        case "not":
            return each(term.args, not value)
        case "and":
            # That it was the first false operand matters: those before it are still true.
            return each(term.args, True) if value else each(term.args, False) and each(term.args[:-1], True)
        case "or":
            return each(term.args, True) and each(term.args[:-1], False) if value else each(term.args, False)
        case "implies":
            premise, conclusion = term.args[:1], term.args[1:]
            # Which operand made it true is not known: a false premise has to stay false, and a true one true.
            if not value:
                return each(premise, True) and each(conclusion, False)
            return each(premise, False) and each(premise, True) and each(conclusion, True)
        case "ite":
            condition = term.args[:1]
            return each(condition, True) and each(condition, False) and each(term.args[1:], value)
        case "forall" | "exists":
            domains = term.args[:-1]
            bound = {binder.name for binder in binders(term)}
            # The witness of an `exists` that is true, and the counterexample of a `forall` that is false, are still
            # there in a longer sequence. A `forall` that is true may find a counterexample among what is appended.
            steady = all(is_local(domain, name, names) for domain in domains) and name not in bound
            return steady and value is (term.op == "exists") and each(term.args[-1:], value)
        case _:
            return _atom(term, name, value, names)


def _atom(term: Term, name: Name, value: bool, names: FreeNames) -> bool:
    match term.op:
        case "lt" | "le" | "gt" | "ge" if term.args[0].sort == INT:
            greater, smaller = _RISING[term.op]
            # A comparison stays as it is while its greater side only rises and its smaller one only falls.
            growing, falling = (greater, smaller) if value else (smaller, greater)
            return _rises(term.args[growing], name, 1, names) and _rises(term.args[falling], name, -1, names)
        case "seq.member" if is_local(term.args[0], name, names):
            return value and _is_sequence(term.args[1], name)
        case "seq.prefix" if not value:
            return _is_sequence(term.args[0], name) and is_local(term.args[1], name, names)
        case "multiset.subset" if not value:
            return _is_bag(term.args[0], name) and is_local(term.args[1], name, names)
        case _:
            return False


def _rises(term: Term, name: Name, sign: int, names: FreeNames) -> bool:
    """Does an Int (times the sign) never become less?"""
    # What does not mention the sequence stays what it is when that grows.
    if is_local(term, name, names):
        return True
    match term.op, term.args:
        case "seq.len", (operand,):
            return sign > 0 and _is_sequence(operand, name)
        case "multiset.count", (bag, element):
            return sign > 0 and _is_bag(bag, name) and is_local(element, name, names)
        case "add", (left, right):
            return _rises(left, name, sign, names) and _rises(right, name, sign, names)
        case "sub", (left, right):
            return _rises(left, name, sign, names) and _rises(right, name, -sign, names)
        case "neg", (operand,):
            return _rises(operand, name, -sign, names)
        # A negative factor turns the direction round; of a product of two variables nothing is known.
        case "mul", (left, right) if build.is_value(left):
            return left.data == 0 or _rises(right, name, sign if left.data > 0 else -sign, names)
        case "mul", (left, right) if build.is_value(right):
            return right.data == 0 or _rises(left, name, sign if right.data > 0 else -sign, names)
        case _:
            return False


def _is_sequence(term: Term, name: Name) -> bool:
    return term.op == "var" and term.data == name


def _is_bag(term: Term, name: Name) -> bool:
    return term.op == "multiset.of_seq" and _is_sequence(term.args[0], name)


def is_local(term: Term, name: Name, names: FreeNames) -> bool:
    """Does a term look at nothing of the sequence but elements at positions?"""
    if name not in names.of(term):
        return True

    def step(node: Term, inside: tuple[bool, ...]) -> bool:
        if node.op == "seq.at" and _is_sequence(node.args[0], name):
            return inside[1]
        bound = any(binder.name == name for binder in binders(node))
        return all(inside) and not _is_sequence(node, name) and not bound

    return fold(term, step)


def of_condition(term: Term, binder: Binder, defined: bool, names: FreeNames, region_of: RegionOf) -> Region | None:
    """The region of a sequence outside of which a condition is defined and false, as far as the condition itself says
    so: a comparison, an equation, a quantifier over positions or elements. `defined`: it is known to be defined."""
    # A variable bound inside the condition under the same name would be taken for the sequence.
    if binder.name in _bound_in(term):
        return None
    regions = [_lengths(term, binder, names), _whole(term, binder, names), _bag(term, binder, names)]
    if term.op == "forall":
        # An element outside its region makes one instance false. The whole is false only if no other instance is
        # undefined.
        if not defined:
            return None
        regions += [_rule(element, binder) for element in _elements(term, binder, names, region_of)]
    else:
        regions += [_rule(at_position, binder) for at_position in _at_positions(term, binder, names, region_of)]
    is_told = defined or term.op not in ("forall", "exists")
    if is_told and persists(term, binder.name, False, names):
        regions.append(Region(sequences=SequenceRules(binder, prefixes=(_of_last(term, binder, names),))))
    region: Region | None = None
    for further_region in regions:
        if further_region is not None:
            region = further_region if region is None else region.meet(further_region)
    return region


def _rule(rule: ElementRule, binder: Binder) -> Region:
    return Region(sequences=SequenceRules(binder, elements=(rule,)))


# -- the length, and the sequence as a whole


def _lengths(term: Term, binder: Binder, names: FreeNames) -> Region | None:
    """`|s| == n`, `|s| + 1 <= |t|`."""
    if term.op not in ("lt", "le", "gt", "ge", "eq") or term.args[0].sort != INT:
        return None
    length = length_of(binder)
    counted = _with_length(term, binder)
    if binder.name in names.of(counted) or length.name not in names.of(counted):
        return None
    # An equation bounds the length from both sides.
    orders = ("ge", "le") if term.op == "eq" else (term.op,)
    left, right = counted.args
    regions = [integer_comparison(order, left, right, length, names) for order in orders]
    lows = tuple(low for region in regions if region is not None for low in region.lows)
    highs = tuple(high for region in regions if region is not None for high in region.highs)
    return Region(sequences=SequenceRules(binder, lows, highs)) if lows or highs else None


def _whole(term: Term, binder: Binder, names: FreeNames) -> Region | None:
    """`s <= t`, `s + u == t`: what t begins with, ends with, or has in it."""
    match term.op, term.args:
        case "seq.prefix", (shorter, longer) if is_variable(shorter, binder) and binder.name not in names.of(longer):
            return _slices(binder, longer, True, False)
        case "eq", (first_side, second_side) if first_side.sort == binder.sort:
            for joined, longer in ((first_side, second_side), (second_side, first_side)):
                terms = [*build.operands("seq.concat", joined)]
                if binder.name in names.of(longer) or len(terms) < 2:
                    continue
                for position, shorter in enumerate(terms):
                    if is_variable(shorter, binder):
                        return _slices(binder, longer, position == 0, position == len(terms) - 1)
    return None


def _slices(binder: Binder, sequence: Term, first: bool, last: bool) -> Region:
    """The parts of a sequence that begin where it begins, or end where it ends."""
    low, high = (Binder(hidden_variable(binder.name, upper_end), INT) for upper_end in ("low", "high"))
    length = build.op("seq.len", sequence)
    # One more place than there are elements: the empty part at the end is a part.
    after = build.add(length, build.integer(1))
    begin = build.integer(0) if first else low.variable
    upper_end = length if last and not first else high.variable
    places = () if first else ((low, build.between(build.integer(0), after)),)
    ends = () if last and not first else ((high, build.between(begin, after)),)
    values = set_of_values((*places, *ends), build.op("seq.slice", sequence, begin, upper_end))
    return Region(pools=(build.elements(values),))


def _bag(term: Term, binder: Binder, names: FreeNames) -> Region | None:
    """`multiset(s) == m`, `multiset(s) <= m`: the elements of m, each as often at most."""
    if term.op not in ("eq", "multiset.subset", "multiset.proper_subset"):
        return None
    for first, second in (term.args, term.args[::-1]):
        mine = first.op == "multiset.of_seq" and is_variable(first.args[0], binder)
        # Of `<=` only the left side is bounded by the right one.
        if not mine or binder.name in names.of(second) or (term.op != "eq" and first is not term.args[0]):
            continue
        size = build.op("multiset.card", second)
        # A sequence is a bag in some order: the elements of the bag in every place, and as many of them. How often each
        # occurs is left to a condition that is tested on every prefix, so that wrong ones are not continued.
        elements = Region(pools=(build.elements(second),))
        return Region(
            sequences=SequenceRules(
                binder,
                (size,) if term.op == "eq" else (),
                (build.add(size, build.integer(1)),),
                (ElementRule(build.boolean(True), elements, True),),
                (build.op("multiset.subset", first, second),),
            )
        )
    return None


# -- elements


def _at_positions(term: Term, binder: Binder, names: FreeNames, region_of: RegionOf) -> Iterator[ElementRule]:
    """The rules by a condition on elements at positions, such as `s[0] == 5`."""
    position = position_of(binder).variable
    for index_term in _places(term, binder):
        counted = _with_length(index_term, binder)
        # The position has to be known before the sequence is: `s[|t|]` and, of a known length, `s[|s| - 1]`, not
        # `s[s[0]]`.
        if not names.of(counted) & (_bound_in(term) | {binder.name}):
            region = _of_element(term, index_term, binder, names, region_of)
            if region is not None:
                yield ElementRule(build.eq(position, counted), region, counted is index_term)


def _bound_in(term: Term) -> set[Name]:
    return {
        binder.name
        for node in subterms(term)
        if isinstance(node.data, tuple)
        for binder in node.data
        if isinstance(binder, Binder)
    }


def _elements(term: Term, binder: Binder, names: FreeNames, region_of: RegionOf) -> Iterator[ElementRule]:
    """The rules by `forall i :: 0 <= i < |s| ==> p(s[i])` and by `forall x :: x in s ==> p(x)`."""
    if len(term.data) != 1 or term.data[0].name == binder.name:
        return
    (index_binder,) = term.data
    premises, conclusion = _premises(term)
    for premise in premises:
        if (
            premise.op == "seq.member"
            and is_variable(premise.args[0], index_binder)
            and is_variable(premise.args[1], binder)
        ):
            other_premises = build.conj(*(each for each in premises if each is not premise))
            renamed = instantiate(
                build.implies(other_premises, conclusion), {index_binder.name: element_of(binder).variable}
            )
            region = _kept(region_of(_with_length(renamed, binder), element_of(binder)), binder, names)
            if region is not None:
                yield ElementRule(build.boolean(True), region, True)
    if index_binder.sort != INT:
        return
    guard = build.conj(*premises)
    for index_term in _places(conclusion, binder):
        shape = linear(index_term, index_binder.name, names) if binder.name not in names.of(index_term) else None
        if shape is None or shape[0] != 1 or index_binder.name in names.of(shape[1]):
            continue
        region = _of_element(conclusion, index_term, binder, names, region_of)
        # `forall i :: 0 <= i < |s| - 1 ==> s[i] < s[i + 1]`: for `s[i + 1]` at position p, i is p - 1. So the element
        # at each p with 0 <= p - 1 < |s| - 1 is greater than `s[p - 1]`, which is chosen before it.
        chosen = {index_binder.name: build.sub(position_of(binder).variable, shape[1])}
        condition = instantiate(_with_length(guard, binder), chosen)
        if region is None or binder.name in names.of(condition):
            continue
        yield ElementRule(condition, region.instance(chosen), persists(guard, binder.name, True, names))


def _premises(term: Term) -> tuple[list[Term], Term]:
    """What is asked of the variables of a quantifier before its last conclusion, which is the other result."""
    *domains, body = term.args
    pairs = zip(term.data, domains, strict=True)
    premises = [premise for bound, domain in pairs for premise in build.in_domain(bound.variable, domain)]
    while body.op == "implies":
        premises += build.conjuncts(body.args[0])
        body = body.args[1]
    return premises, body


def _places(term: Term, binder: Binder) -> list[Term]:
    """The positions at which a term looks into the sequence."""
    terms = (node.args[1] for node in subterms(term) if node.op == "seq.at" and is_variable(node.args[0], binder))
    return list({bare(index_term): index_term for index_term in terms}.values())


def _of_element(term: Term, index_term: Term, binder: Binder, names: FreeNames, region_of: RegionOf) -> Region | None:
    """The region of the element at a position. What else the term asks of the sequence says nothing of it."""
    element, index_wanted = element_of(binder), bare(index_term)

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "seq.at" and is_variable(node.args[0], binder) and bare(node.args[1]) is index_wanted:
            return element.variable
        return rebuild(node, args)

    return _kept(region_of(_with_length(fold(term, step), binder), element), binder, names)


def _kept(region: Region | None, binder: Binder, names: FreeNames) -> Region | None:
    """A region without what mentions more of the sequence than elements."""
    # Outside of an inhabited region the condition may be undefined: leaving such elements out would hide that.
    if region is None or region.inhabited:
        return None
    element = element_of(binder).name

    def free(terms: tuple[Term, ...]) -> tuple[Term, ...]:
        of_sequence_alone = (term for term in terms if element not in names.of(term))
        return tuple(term for term in of_sequence_alone if is_local(term, binder.name, names))

    sequence_domain = region.sequences.domain() if region.sequences is not None else None
    pools = region.pools if sequence_domain is None else (*region.pools, sequence_domain)
    return Region(free(region.lows), free(region.highs), free(pools))


def _with_length(term: Term, binder: Binder) -> Term:
    """The term with the variable of the length for the length of the sequence."""
    length = length_of(binder).variable

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        return length if node.op == "seq.len" and is_variable(node.args[0], binder) else rebuild(node, args)

    return fold(term, step)


def _of_last(term: Term, binder: Binder, names: FreeNames) -> Term:
    """Of a quantified condition the instances for the last element, where all others are instances for what the
    sequence begins with: `forall i, j :: 0 <= i < j < |s| ==> s[i] < s[j]` with |s| - 1 for j. Otherwise the term."""
    if term.op != "forall":
        return term
    premises, conclusion = _premises(term)
    length = build.op("seq.len", binder.variable)
    for quantified in term.data:
        if quantified.sort != INT:
            continue
        shapes = [linear(index_term, quantified.name, names) for index_term in _places(conclusion, binder)]
        offsets = [shape[1].data for shape in shapes if shape and shape[0] == 1 and build.is_value(shape[1])]
        if not offsets:
            continue
        # With this value, the furthest element that the condition reads is the last one.
        chosen = {quantified.name: build.sub(length, build.integer(1 + max(offsets)))}
        bounds = [premise for premise in premises if {quantified.name, binder.name} <= names.of(premise)]
        # Only if the instance meets all bounds does the condition speak of the last element.
        if bounds and all(entailed(instantiate(bound, chosen)) for bound in bounds):
            kept_binders = [kept_binder for kept_binder in term.data if kept_binder != quantified]
            return build.forall(kept_binders, instantiate(build.implies(build.conj(*premises), conclusion), chosen))
    return term
