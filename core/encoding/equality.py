"""== and in of Python values (language reference 6.10).

Two symbolic values are compared alternative by alternative, under both guards (`_compared`). Most pairs are of families
that are never equal (a text and a number), and cost nothing. Containers are equal where their lengths are and their
elements are, pair by pair (sequences), each way (sets), or key by key (dicts).

Example: `xs == [1, 2]` for a list with three elements shown is `xs.length = 2 and xs[0] = 1 and xs[1] = 2`. For `xs ==
ys`, both unknown, the elements beyond those shown are a bound, but only where those shown are equal: otherwise the
lists differ anyway. In the encoding with Skolem constants an undetermined Bool stands for the elements beyond.

`x in xs` is a query about some element (`among` for those shown, `decided` for the others). Python takes elements that
are one object for equal: two nans are, where they are one, which `same` leaves open (`_one_object`).

Invariant: the result is exact, or a fresh Bool beside a cut. Comparisons of values that hold each other are remembered
with their cuts (`_remembered`), which are made again on every path: without them a later clause would count as exact.
"""

from collections.abc import Callable

from ..ir.build import add, eq, ge, gt, integer, op, sub
from ..ir.sorts import BOOL
from ..ir.terms import FALSE, TRUE, Term, var
from . import forward_declarations
from .abstract_values import (
    AbstractComplex,
    AbstractConstant,
    AbstractFloat,
    AbstractHelper,
    AbstractInt,
    AbstractMatch,
    AbstractNode,
    AbstractNone,
    AbstractRange,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
    identity,
)
from .context import Context
from .guards import conjunction, disjunction, negation
from .hashing import VIEWS, entry_at, hashable_abstract, is_inner, items_of, kind_of, members_of
from .numbers import as_int, equal_numbers, is_nan, is_number, is_whole, less
from .numbers import truth as truth_of_number
from .sequences import length, members, pairs, prefixed
from .skolem import decided

MANY_ALTERNATIVES = 4
"""Alternatives of a value from which on its comparisons are worth remembering."""

ONE_OBJECT = "one object"
"""How the variables are called that say whether two nans are one object."""


def equal(context: Context, left: Symbolic, right: Symbolic) -> Term:
    """left == right, as a Bool term. Plain values can always be compared for equality."""
    if left is right:
        return negation(disjunction(*(conjunction(guard, is_nan(abstract)) for guard, abstract in left)))
    return _remembered(context, left, right, equal_abstract)


def same(context: Context, left: Symbolic, right: Symbolic) -> Term:
    """left is right or left == right: how containers compare what they contain."""
    return TRUE if left is right else _remembered(context, left, right, _same_abstract)


def _same_abstract(context: Context, left: AbstractValue, right: AbstractValue) -> Term:
    both_nan = conjunction(is_nan(left), is_nan(right))
    term = FALSE if both_nan is FALSE else _one_object(context, left, right)
    return disjunction(equal_abstract(context, left, right), conjunction(both_nan, term))


def _one_object(context: Context, left: AbstractValue, right: AbstractValue) -> Term:
    """Whether two floats that are both nan are one object: that is known where one abstract value stands for both (so
    whoever computes a new float makes a new abstract value), and may be so or not for any other two.

    Assumes: `x in [y]` is `x is y or x == y`.
    """
    if left is right:
        return TRUE
    if context.grid:  # Where tests alone are looked for, one answer for all is enough.
        return var(ONE_OBJECT, BOOL)
    key = (ONE_OBJECT, frozenset({id(left), id(right)}))
    if key not in context.summaries:  # With the two, so that no others get their identities.
        context.summaries[key] = context.fresh(ONE_OBJECT, BOOL), left, right
    term: Term = context.summaries[key][0]
    return term


def _remembered(
    context: Context, left: Symbolic, right: Symbolic, compare: Callable[[Context, AbstractValue, AbstractValue], Term]
) -> Term:
    """The comparison of two unknown values, made once for all paths: they are compared wherever a collection that
    holds one of them is."""
    # Few alternatives are compared anew: to remember them costs more than it saves.
    if min(len(left.alternatives), len(right.alternatives)) < MANY_ALTERNATIVES:
        return _compared(context, left, right, compare)
    # In the order in which they are met first, which is the same in each run; that of their addresses is not.
    first, second = left, right
    # Equality is symmetric, so that one entry serves both orders.
    if (id(right), id(left), compare) in context.comparisons:
        first, second = right, left
    key = (id(first), id(second), compare)
    remembered = context.comparisons.get(key)
    if remembered is None:
        start = len(context.cuts)
        # Outside of any path, for another path will use it; exceptions cannot occur in comparisons of plain values.
        with context.anywhere(), context.collecting():
            result = _compared(context, first, second, compare)
        cuts: dict[tuple[str, str, bool], list[Term]] = {}
        for cut in context.cuts[start:]:
            cuts.setdefault((cut.kind, cut.what, cut.hard), []).append(cut.guard)
        del context.cuts[start:]
        joined = {cut: disjunction(*guards) for cut, guards in cuts.items()}
        remembered = context.comparisons[key] = (first, second, result, joined)
    # The doubts belong to every use of the answer, each under the path of that use.
    for (kind, what, hard), guard in remembered[3].items():
        context.cut(kind, guard, what, hard)
    return remembered[2]


def _compared(
    context: Context, left: Symbolic, right: Symbolic, compare: Callable[[Context, AbstractValue, AbstractValue], Term]
) -> Term:
    cases = []
    families = [_family(second) for _, second in right]
    for first_guard, first in left:
        family = _family(first)
        for other_family, (second_guard, second) in zip(families, right, strict=True):
            if _never_equal(family, other_family):  # So are most pairs of what two unknown values may be.
                context.spend(1)
                continue
            # Alternatives whose guards exclude each other cannot occur together.
            guard = conjunction(first_guard, second_guard)
            if guard is FALSE:
                continue
            with context.under(guard) as possible:
                if possible:
                    cases.append(conjunction(guard, compare(context, first, second)))
    return disjunction(*cases)


_NUMBER, _VIEW = "number", "view"


def _family(abstract: AbstractValue) -> str:
    """Its kind, as far as `==` looks at it."""
    kind = kind_of(abstract)
    if is_number(abstract):
        return _NUMBER
    return _VIEW if kind in VIEWS else kind


def _never_equal(left: str, right: str) -> bool:
    """Whether values of two families never are. A view of a dict may be equal to other containers.

    Assumes: values of two families are not equal.
    """
    return left != right and (_VIEW not in (left, right) or _NUMBER in (left, right))


def equal_abstract(context: Context, left: AbstractValue, right: AbstractValue) -> Term:
    family = _family(left)
    if _never_equal(family, _family(right)):
        # Families stand for the types between which `==` may be true: numbers of all kinds are one.
        return FALSE
    if family == _NUMBER:
        return equal_numbers(left, right)
    match left, right:
        case AbstractNone(), AbstractNone():
            return TRUE
        case AbstractText(first), AbstractText(second):
            return eq(first, second)
        case AbstractMatch(), AbstractMatch():
            return TRUE if left is right else FALSE
        case AbstractConstant(first), AbstractConstant(second):
            return TRUE if first == second else FALSE
        case AbstractHelper(first), AbstractHelper(second):
            return TRUE if first is second else FALSE
        case (AbstractNode(first_kind, node), AbstractNode(second_kind, second_node)) if (
            # One node is one object: it equals itself without a look inside, NaN in it or not.
            node is second_node and first_kind == second_kind
        ):
            return TRUE
    kind, other_kind = kind_of(left), kind_of(right)
    # A view of keys equals a set of the same keys.
    if "dict_keys" in (kind, other_kind) and not {kind, other_kind} & {"dict_values", "dict_items"}:
        if not {kind, other_kind} <= {"dict_keys", "set"}:
            return FALSE
        kind = "set"  # Keys are a set (library reference, "Dictionary view objects").
    elif VIEWS & {kind, other_kind}:
        context.unsupported(TRUE, "== on a view of a dict")
        return context.fresh("equal", BOOL)
    # No encoding of its own, and equality of ranges is by elements, which would have to be spelled out.
    if isinstance(left, AbstractRange) or kind in ("iterator", "slice"):
        context.unsupported(TRUE, f"== on {kind}")
        return context.fresh("equal", BOOL)
    first_length, second_length = length(context, left), length(context, right)
    assert first_length is not None
    assert second_length is not None
    # Lengths first: where they differ, no element is looked at, and nothing below is cut.
    same_length = eq(first_length, second_length)
    if same_length is FALSE:
        return FALSE
    filled = gt(first_length, integer(0))
    with context.under(conjunction(same_length, filled)) as possible:
        if not possible:
            return same_length
        # Below the depth that is shown the answer is open, but the same lengths stay necessary.
        if is_inner(left) and is_inner(right):
            equal_below = context.undetermined("== on deeply nested values", "equal")
            return conjunction(same_length, disjunction(negation(filled), equal_below))
        if kind == "dict":
            return conjunction(same_length, _covered_dict(context, left, right))
        if kind == "set":
            # Two sets of one size are equal if one contains the other.
            return conjunction(same_length, subset(context, left, right))
        sorted_or_not = _equals_sorted(context, left, right)
        return conjunction(same_length, _equal_items(context, left, right) if sorted_or_not is None else sorted_or_not)


def _equals_sorted(context: Context, left: AbstractValue, right: AbstractValue) -> Term | None:
    """Whether a sequence equals the sorted list of the same elements; None for others."""
    if isinstance(left, AbstractSequence) and left.origin is not None:
        left, right = right, left
    if not isinstance(right, AbstractSequence) or right.origin is None or right.origin.owner is None:
        return None
    items = items_of(context, left)
    # Only of the very elements that were sorted: others may be equal to the sorted list in other ways.
    if items.owner != right.origin.owner or items.origin is not None:
        return None
    return forward_declarations.is_sorted(context, items, right.descending)


def _equal_items(context: Context, left: AbstractValue, right: AbstractValue) -> Term:
    first, second = items_of(context, left), items_of(context, right)
    # Index by index, for which entries have to stand at their indices.
    first, second = prefixed(first), prefixed(second)
    count = max(len(first.entries), len(second.entries))
    rest = TRUE
    # In the encoding for all sizes the elements beyond both shown parts make one undetermined Bool: equal or not.
    if context.skolem_constants and (first.more is not FALSE or second.more is not FALSE):
        count = min(len(first.entries), len(second.entries))
        with context.under(gt(first.length, integer(count))) as possible:
            if possible:
                rest_equal = context.undetermined("elements of a sequence", "equal")
                rest = disjunction(negation(gt(first.length, integer(count))), rest_equal)
    conditions = [rest]
    # Elements are compared by identity or equality (`same`): a NaN in both places is one object.
    for j in range(count):
        present = gt(first.length, integer(j))
        with context.under(present) as possible:
            if possible:
                first_entry, second_entry = entry_at(context, first, j), entry_at(context, second, j)
                conditions.append(disjunction(negation(present), same(context, first_entry, second_entry)))
    # Elements beyond count only where all the shown ones are equal: otherwise the answer is known.
    if rest is TRUE:
        context.bound(conjunction(first.more, second.more, *conditions), "elements of a sequence", hard=False)
    return conjunction(*conditions)


def subset(context: Context, left: AbstractValue, right: AbstractValue) -> Term:
    """Every element of `left` is in `right`, two collections of which only distinct members count."""
    first = members(context, left, skolem_constants=bool(context.skolem_constants))
    assert first is not None
    # The left side is complete: each of its members can be looked up on the right, shown there or not.
    if first.more is FALSE and context.skolem_constants:
        return conjunction(
            *(disjunction(negation(entry.present), _inside(context, entry, right)) for entry in first.entries)
        )
    second = members_of(context, right)
    context.bound(second.more, "elements of a set", most=len(second.entries))
    conditions = []
    for entry in first.entries:
        with context.under(entry.present) as possible:
            if possible:
                conditions.append(disjunction(negation(entry.present), among(context, entry.value, second.entries)))
    # One missing member decides; the elements beyond are asked only where none is missing so far.
    missing = negation(conjunction(*conditions))

    def outside(entry: Entry) -> Term:
        return negation(among(context, entry.value, second.entries))

    return negation(disjunction(missing, decided(context, first.more, first.beyond, missing, outside)))


def _inside(context: Context, entry: Entry, collection: AbstractValue) -> Term:
    """Whether an element is in a collection, shown there or not."""
    with context.under(entry.present) as possible:
        if not possible:
            return FALSE
        items = members(context, collection, skolem_constants=True)
        assert items is not None
        among_shown = among(context, entry.value, items.entries)
        # Whether any element beyond equals this one: a question with one Skolem constant for each looked-for value.
        beyond = decided(
            context,
            items.more,
            items.beyond,
            among_shown,
            lambda other_entry: same(context, entry.value, other_entry.value),
            ("in", identity(entry.value)),
        )
        return disjunction(among_shown, beyond)


@forward_declarations.among.defined_by
def among(context: Context, value: Symbolic, entries: tuple[Entry, ...]) -> Term:
    """Some present entry equals the value."""
    matches = []
    for entry in entries:
        with context.under(entry.present) as possible:
            if possible:
                matches.append(conjunction(entry.present, same(context, value, entry.value)))
    return disjunction(*matches)


def _covered_dict(context: Context, left: AbstractValue, right: AbstractValue) -> Term:
    first, second = pairs(context, left), pairs(context, right)
    assert first is not None
    assert second is not None
    conditions = []
    for key, value in first:
        matches = []
        for other_key, other_value in second:
            with context.under(conjunction(key.present, other_key.present)) as possible:
                if possible:
                    keys = same(context, key.value, other_key.value)
                    matches.append(conjunction(other_key.present, keys, same(context, value, other_value)))
        # Each pair of the first is one of the second: with equal sizes, which is asked elsewhere, that is equality.
        conditions.append(disjunction(negation(key.present), *matches))
    return conjunction(*conditions)


def contains(context: Context, item: Symbolic, container: AbstractValue) -> Term | None:
    """item in container; raises TypeError and ValueError where Python does. None when the container is none."""
    match container:
        # In a text only texts are looked for: anything else raises.
        case AbstractText(term):
            matches = []
            for guard, abstract in item:
                if isinstance(abstract, AbstractText):
                    matches.append(conjunction(guard, op("str.contains", term, abstract.term)))
                else:
                    context.fail(guard, "TypeError")
            return disjunction(*matches)
        case AbstractRange():
            return _in_range(context, item, container)
    kind = kind_of(container)
    # Looking up hashes first: a list in a set raises, even in an empty one.
    if kind in ("set", "dict", "dict_keys"):
        # A set that is looked for in a set is taken for the frozenset of its members.
        looked_for = [(guard, abstract) for guard, abstract in item if kind != "set" or kind_of(abstract) != "set"]
        for guard, abstract in looked_for:
            with context.under(guard) as possible:
                if possible:
                    context.require(hashable_abstract(context, abstract), "TypeError")
    if kind == "dict_items":
        context.unsupported(TRUE, "in dict.items()")
    # In bytes, ints from 0 to 255 and bytes are looked for, and nothing else.
    if kind == "bytes":
        for guard, abstract in item:
            code = as_int(abstract)
            if code is not None:
                context.fail(
                    conjunction(guard, disjunction(gt(integer(0), code), gt(code, integer(255)))), "ValueError"
                )
            elif isinstance(abstract, (AbstractNode, AbstractSequence)) and abstract.kind == "bytes":
                octets = known_bytes(abstract)
                if octets is None or len(octets) != 1:
                    context.unsupported(guard, "bytes in bytes")
            else:
                context.fail(guard, "TypeError")
        item = _as_byte(item)
    if isinstance(container, AbstractSequence) and container.origin is not None:
        container = container.origin  # a sorted list has the elements that were sorted
    # Membership needs no order: shown elements first, then the question about the rest.
    items = members(context, container, skolem_constants=True)
    if items is None:
        return None
    context.consume(items, whole=False)
    found_in = among(context, item, items.entries)
    beyond = decided(
        context,
        items.more,
        items.beyond,
        found_in,
        lambda entry: same(context, item, entry.value),
        ("in", identity(item)),
    )
    return disjunction(found_in, beyond)


def known_bytes(abstract: AbstractValue) -> bytes | None:
    """The bytes that an abstract value is, where they are known."""
    if not isinstance(abstract, AbstractSequence) or abstract.kind != "bytes" or abstract.more is not FALSE:
        return None
    codes: list[int] = []
    for entry in abstract.entries:
        byte_values = [
            byte.term.data for _, byte in entry.value if isinstance(byte, AbstractInt) and byte.term.op == "const"
        ]
        # A byte that may be missing, or be one of several, is not known.
        if entry.present is not TRUE or len(byte_values) != 1:
            return None
        codes += byte_values
    return bytes(codes)


def _as_byte(item: Symbolic) -> Symbolic:
    """What is looked for in bytes: of bytes of length 1 their byte, so that elements are compared."""
    guarded = []
    for guard, abstract in item:
        octets = known_bytes(abstract)
        single = octets is not None and len(octets) == 1
        guarded.append((guard, AbstractInt(integer(octets[0])) if octets is not None and single else abstract))
    return Symbolic(tuple(guarded))


def _in_range(context: Context, item: Symbolic, numbers: AbstractRange) -> Term:
    hits = []
    start, stop, step = numbers.start, numbers.stop, numbers.step
    # A range of negative step is the mirrored one: bounds exchanged and moved by one.
    if step < 0:  # The numbers above `stop` up to `start`.
        start, stop = add(stop, integer(1)), add(start, integer(1))
    for guard, abstract in item:
        number = as_int(abstract)
        if number is not None:
            on = TRUE
            # With a step the number has to be hit, counted from the start.
            if abs(step) > 1:
                on = eq(op("mod", sub(number, numbers.start), integer(abs(step))), integer(0))
            hits.append(conjunction(guard, ge(number, start), gt(stop, number), on))
        # Equality with the number decides: a float or complex number with a whole value is in the range.
        elif isinstance(abstract, (AbstractFloat, AbstractComplex)):
            real_part = abstract if isinstance(abstract, AbstractFloat) else abstract.real
            real = TRUE if isinstance(abstract, AbstractFloat) else negation(truth_of_number(abstract.imaginary))
            if abs(step) > 1:
                context.unsupported(guard, "a float in a range with a step")
            below, above = less(real_part, AbstractInt(start), True), less(real_part, AbstractInt(stop), True)
            assert below is not None
            assert above is not None
            hits.append(conjunction(guard, real, is_whole(real_part), negation(below), above))
    return disjunction(*hits)
