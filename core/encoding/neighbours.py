"""Elements of a sequence beside each other, and the order of a whole sequence.

Whether `all(a <= b for a, b in zip(xs, xs[1:]))` holds for a list of any size depends on one pair of neighbours, the
first that does not satisfy it, as other queries depend on one element (`skolem.py`). The pair is two further
elements, so what holds of all elements holds of them, too. `all(xs[i] <= xs[i + 1] for i in range(len(xs) - 1))` asks
the same about the same pairs, and `xs == sorted(xs)` asks whether all of them are in order. From that it follows for
elements that are not neighbours: the order of numbers, and that of texts, is transitive.
"""

from collections.abc import Mapping
from itertools import combinations, product

from attrs import evolve

from ..ir.build import eq, ge, gt, implies, integer, ite, lt, op, sub
from ..ir.contracts import Contract
from ..ir.sorts import VALUE
from ..ir.statements import Comprehension, Generator, terms_of
from ..ir.terms import FALSE, Term, bare, make, subterms, var
from .abstract_values import (
    AbstractBool,
    AbstractFloat,
    AbstractInt,
    AbstractNode,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Entry,
    Symbolic,
    kind_of,
)
from .alternatives import iterate
from .context import WITHIN_BOUNDS, Context, single, union
from .encoding_limits import LIMITS
from .guards import conjunction, disjunction, negation
from .numbers import is_number, less
from .sequences import at, from_values
from .skolem import exclude, take


def places(contract: Contract) -> int:
    """How many queries about neighbours a contract asks: each needs a pair of its own, up to `neighbouring_pairs`."""
    queries = 0
    for term in terms_of(contract.body):
        for node in subterms(term):
            if node.op == "python.comprehension":
                queries += by_neighbours(node) is not None or zipped_with_next(node.args[0]) is not None
            # `xs == sorted(xs)` is a question about neighbours, too.
            elif node.op == "python.compare" and any(_calls(operand, sorted) for operand in node.args):
                queries += 1
    return min(queries + 1 + descends(contract), LIMITS.neighbouring_pairs) if queries else 0


def descends(contract: Contract) -> bool:
    """May a contract ask whether a sequence descends?"""
    nodes = [node for term in terms_of(contract.body) for node in subterms(term)]
    return any(
        (node.op == "python.compare" and node.data in (">", ">=")) or (_calls(node, sorted) and "reverse" in node.data)
        for node in nodes
    )


def _calls(term: Term, function: object) -> bool:
    return term.op == "python.call" and term.args[0].op == "const" and term.args[0].data is function


def zipped_with_next(term: Term) -> Term | None:
    """The variable xs of `zip(xs, xs[1:])` or `zip(xs[:-1], xs[1:])`; None for another term."""
    if not _calls(term, zip) or len(term.args) != 3 or term.data != (None, None):
        return None
    first, second = map(bare, term.args[1:])
    if second.op != "python.index" or second.args[0].op != "var":
        return None
    # `zip` stops at the shorter one, so that `xs` and `xs[:-1]` give the same pairs.
    sequence = second.args[0]
    if second.args[1] is not _slice(_constant(1), _NONE):
        return None
    without_last = make("python.index", (sequence, _slice(_NONE, _MINUS_ONE)), VALUE)
    return sequence if first in (sequence, without_last) else None


def by_neighbours(term: Term) -> Term | None:
    """A comprehension over `range(len(xs) - 1)`, `range(1, len(xs))` or `range(len(xs))` in which the index i occurs
    only as `xs[i]` and `xs[i + 1]` (or `xs[i - 1]`), as one over `zip(xs, xs[1:])`, or over `xs`.

    None for another term. They are the same for a list, a tuple or bytes, and only for these.
    """
    abstract: Comprehension = term.data
    # Two generators, or an unpacked target, are another question.
    if len(abstract.generators) != 1 or not isinstance(abstract.generators[0].target, str):
        return None
    index_range = _range_over(bare(term.args[0]))
    if index_range is None:
        return None
    sequence, low, in_pairs = index_range
    index = abstract.generators[0].target
    body = [_without_index(argument, index, sequence, low) for argument in term.args[1:]]
    terms = [argument for argument in body if argument is not None]
    # A name that is bound anew inside would capture; then the term is left as it is.
    if index == sequence.data or len(terms) < len(body):
        return None
    conditions = abstract.generators[0].conditions
    # The index only selects `xs[i]`: then it is a plain iteration.
    if not in_pairs:
        if any(node.op == "var" and node.data == _NEXT for node in subterms(*terms)):
            return None
        return make(term.op, (sequence, *terms), VALUE, evolve(abstract, generators=(Generator(_THIS, conditions),)))
    rest = make("python.index", (sequence, _slice(_constant(1), _NONE)), VALUE)
    pairs = make("python.call", (_constant(zip), sequence, rest), VALUE, (None, None))
    # The result binds names that no program has.
    return make(term.op, (pairs, *terms), VALUE, evolve(abstract, generators=(Generator((_THIS, _NEXT), conditions),)))


def sequence_of(term: Term) -> Term:
    """The variable xs that the result of `by_neighbours` goes through."""
    through = term.args[0]
    return through if through.op == "var" else through.args[1]


_THIS, _NEXT = "this one", "next one"
"""Names of neighbours that no contract has."""


def _constant(value: object) -> Term:
    return make("const", (), VALUE, value)


_NONE = _constant(None)
_MINUS_ONE = make("python.unary", (_constant(1),), VALUE, "-")


def _slice(lower: Term, upper: Term) -> Term:
    return make("python.slice", (lower, upper, _NONE), VALUE)


def _range_over(term: Term) -> tuple[Term, int, bool] | None:
    """Of a range over the places of a variable xs: xs; the first place; and whether it leaves one place out, so that
    each number and the next one, or the one before, are places."""
    if not _calls(term, range) or set(term.data) != {None} or len(term.args) > 3:
        return None
    low, stop = (_constant(0), term.args[1]) if len(term.args) == 2 else term.args[1:]
    # Constants are compared by identity: terms are hash-consed.
    start = next((position for position in (0, 1) if low is _constant(position)), None)
    less_one = stop.op == "python.binary" and stop.data == "-" and stop.args[1] is _constant(1)
    stop = stop.args[0] if less_one else stop
    # range(len(xs)): each place. range(len(xs) - 1): each with the next. range(1, len(xs)): each with the one before.
    # range(1, len(xs) - 1) leaves out two, so that its numbers are the places of no sequence of neighbours.
    if start is None or start + less_one > 1 or not _calls(stop, len):
        return None
    if len(stop.args) != 2 or stop.args[1].op != "var":
        return None
    return stop.args[1], start, start + less_one == 1


def _without_index(term: Term, index: str, sequence: Term, low: int) -> Term | None:
    """The term with xs[i] and its neighbour as names; None where the index occurs in another way, or where names are
    bound, so that the index or xs may be another."""
    if term.op == "python.index" and bare(term.args[0]) is sequence:
        step = _step(bare(term.args[1]), var(index, VALUE))
        if step is not None:
            return var((_THIS, _NEXT)[step + low], VALUE) if step + low in (0, 1) else None
    # The index by itself tells places apart, which a pair does not.
    if term.op in ("python.comprehension", "python.lambda") or (term.op == "var" and term.data == index):
        return None
    terms = [_without_index(argument, index, sequence, low) for argument in term.args]
    arguments = [argument for argument in terms if argument is not None]
    return make(term.op, arguments, term.sort, term.data, term.span) if len(arguments) == len(terms) else None


def _step(index_term: Term, base: Term) -> int | None:
    if index_term is base:
        return 0
    if index_term.op == "python.binary" and index_term.args == (base, _constant(1)) and index_term.data in ("+", "-"):
        return 1 if index_term.data == "+" else -1
    return None


def of_sequences(term: Term, names: Mapping[str, Symbolic]) -> tuple[Symbolic, Symbolic]:
    """The value of a variable where it is a list, a tuple or bytes of the input, and where it is anything else."""
    value = names.get(term.data, Symbolic(()))
    plain = [
        isinstance(abstract, AbstractNode) and abstract.kind in ("list", "tuple", "bytes") for _, abstract in value
    ]
    marked = list(zip(value, plain, strict=True))
    return Symbolic(tuple(pair for pair, is_plain in marked if is_plain)), Symbolic(
        tuple(pair for pair, is_plain in marked if not is_plain)
    )


def zipped(context: Context, value: Symbolic) -> Symbolic | None:
    """`zip(value, value[1:])` of lists, tuples or bytes of the input; None where that is not followed."""
    guarded = []
    for guard, items in iterate(context, value, skolem_constants=True):
        sequence = neighbours(context, items)
        if sequence is None:
            return None
        guarded.append((guard, single(sequence)))
    return union(guarded) if guarded else None


def neighbours(context: Context, items: AbstractSequence) -> AbstractSequence | None:
    """The pairs of each element of a sequence of the input and the next one, in order, as tuples; None where that is
    not followed."""
    if not (context.pairs and isinstance(items.owner, tuple) and items.prefix and items.entries):
        return None
    key = ("neighbours", items.owner)
    if key not in context.summaries:
        with context.anywhere():
            context.summaries[key] = _neighbours(context, items)
            monotone(context, items, False)
            if context.descending:
                monotone(context, items, True)
    sequence: AbstractSequence | None = context.summaries[key]
    return sequence


def _neighbours(context: Context, items: AbstractSequence) -> AbstractSequence | None:
    size = len(items.entries)
    # A pair needs two constants, and the element after the last shown one needs one: without them no fact is made.
    if sum(entry.skolem not in context.taken for entry in items.beyond) < 1 + 2 * context.pairs:
        return None
    # Of the elements shown one by one, the last has its neighbour among the rest: it is the element at `size`, and that
    # pair is there where the sequence goes on. A pair is there exactly where its second element is.
    values = [*(entry.value for entry in items.entries), at(context, items, integer(size))]
    present = [*(entry.present for entry in items.entries[1:]), items.more]
    entries = tuple(
        Entry(is_present, single(from_values("tuple", [element, next_element])))
        for is_present, element, next_element in zip(present, values[:-1], values[1:], strict=True)
    )
    # A pair beyond is there where two elements beyond are.
    more = gt(items.length, integer(size + 1))
    beyond = []
    # What holds of the rest is said of pairs of Skolem constants: nothing says where these stand, so that it is said
    # of any two neighbours. Each pair has two constants that no other uses.
    for number in range(context.pairs):
        first, second = take(context, items.beyond), take(context, items.beyond)
        assert first is not None
        assert second is not None
        pair = single(from_values("tuple", [first.value, second.value]))
        beyond.append(Entry(conjunction(more, negation(WITHIN_BOUNDS)), pair, (items.owner, "pair", number)))
    # One pair fewer than elements.
    length = ite(gt(items.length, integer(0)), sub(items.length, integer(1)), integer(0))
    return AbstractSequence("iterator", length, entries, True, more, beyond=tuple(beyond), owner=("pairs", items.owner))


def monotone(context: Context, items: AbstractSequence, descending: bool) -> Term | None:
    """Whether all elements are numbers, or all are texts, and none is greater than the next one (or, `descending`,
    less); for a sequence of one element nothing is said of it. None where that is not followed."""
    pairs = neighbours(context, items)
    if pairs is None:
        return None
    key = ("monotone", descending, items.owner)
    if key not in context.summaries:
        with context.anywhere():
            context.summaries[key] = _monotone(context, items, pairs, descending)
    term: Term | None = context.summaries[key]
    return term


def _monotone(context: Context, items: AbstractSequence, pairs: AbstractSequence, descending: bool) -> Term | None:
    # The question "is some pair out of order?" takes one pair, as any question takes one constant.
    skolem_pair = take(context, pairs.beyond)
    if skolem_pair is None:
        return None

    def out_of_order(entry: Entry) -> Term:
        ((_, pair),) = entry.value
        assert isinstance(pair, AbstractSequence)
        first, second = pair.entries
        return negation(_follows(first.value, second.value, descending))

    shown_out_of_order = disjunction(*(conjunction(entry.present, out_of_order(entry)) for entry in pairs.entries))
    beyond = conjunction(negation(shown_out_of_order), skolem_pair.present, out_of_order(skolem_pair))
    # Where the own pair is in order, so are all others: it was chosen as a counterexample if there is one.
    exclude(context, pairs.beyond, skolem_pair, negation(disjunction(shown_out_of_order, beyond)), out_of_order)
    # All pairs shown and the chosen one in order: transitivity gives the rest.
    result = negation(disjunction(shown_out_of_order, beyond))
    last = items.entries[-1].value
    # The last shown element is before everything beyond it in an ascending sequence.
    for entry in items.beyond:
        context.know(implies(conjunction(result, entry.present), _follows(last, entry.value, descending)))
    return result


def _follows(first: Symbolic, second: Symbolic, descending: bool) -> Term:
    return in_order(second, first) if descending else in_order(first, second)


def relate_positions(context: Context) -> None:
    """State what follows for elements at positions beyond those shown from where they are, once all are known: at one
    position is one element, and elements of an ascending sequence are in the order of their positions."""
    # For each sequence of which elements beyond the shown ones were asked by position.
    for owner, descending in product(list(context.positions), (False, True)):
        items, placed = context.positions[owner]
        result: Term | None = context.summaries.get(("monotone", descending, owner))
        for (term, first_value), (other_place, second) in combinations(placed, 2):
            # Facts are about positions that are really beyond, outside of the bounds.
            apart = conjunction(
                items.more, negation(WITHIN_BOUNDS), _further(items, term), _further(items, other_place)
            )
            # One position, one element.
            context.know(implies(conjunction(apart, eq(term, other_place)), alike(first_value.value, second.value)))
            # In a monotone sequence the order of positions is that of elements.
            if result is not None:
                below, above = (
                    conjunction(apart, result, lt(term, other_place)),
                    conjunction(apart, result, lt(other_place, term)),
                )
                context.know(implies(below, _follows(first_value.value, second.value, descending)))
                context.know(implies(above, _follows(second.value, first_value.value, descending)))
        for (term, placed_entry), entry in product(placed, items.beyond):
            if result is not None and entry is not placed_entry:
                apart = conjunction(entry.present, result, _further(items, term))
                # The first and the last position beyond the shown ones are before, and after, every element there.
                first, last = eq(term, integer(len(items.entries))), eq(term, sub(items.length, integer(1)))
                context.know(implies(conjunction(apart, first), _follows(placed_entry.value, entry.value, descending)))
                context.know(implies(conjunction(apart, last), _follows(entry.value, placed_entry.value, descending)))


def _further(items: AbstractSequence, position: Term) -> Term:
    return conjunction(ge(position, integer(len(items.entries))), lt(position, items.length))


def alike(left: Symbolic, right: Symbolic) -> Term:
    """What is true of two unknown elements that are one: they are of one kind, and have one value if that is no
    container."""
    terms: list[Term] = []
    for (first_guard, first), (second_guard, second) in zip(left, right, strict=True):
        assert kind_of(first) == kind_of(second)
        # One element has one tag: the guards of both agree alternative by alternative.
        terms.append(eq(first_guard, second_guard))
        match first, second:
            case (AbstractBool(first_term), AbstractBool(second_term)) | (
                AbstractInt(first_term),
                AbstractInt(second_term),
            ):
                # Only where both are of this kind is there a value to compare.
                terms.append(implies(first_guard, eq(first_term, second_term)))
            case AbstractText(first_term), AbstractText(second_term):
                terms.append(implies(first_guard, eq(first_term, second_term)))
            case AbstractFloat(kind, first_term), AbstractFloat(other_kind, second_term):
                terms.append(implies(first_guard, conjunction(eq(kind, other_kind), eq(first_term, second_term))))
    return conjunction(*terms)


def in_order(left: Symbolic, right: Symbolic) -> Term:
    """Both are real numbers, or both are texts, and left <= right."""
    orders = []
    for first_guard, first in left:
        for second_guard, second in right:
            guard = conjunction(first_guard, second_guard)
            if guard is not FALSE:
                orders.append(conjunction(guard, _in_order(first, second)))
    return disjunction(*orders)


def _in_order(left: AbstractValue, right: AbstractValue) -> Term:
    match left, right:
        case AbstractText(first), AbstractText(second):
            return op("str.le", first, second)
    return (less(left, right, False) if is_number(left) and is_number(right) else None) or FALSE
