"""Where a part of a text or a sequence is: `find`, `index`, `partition`, a split at one place, `removeprefix`.

The first place is SMT-LIB's `str.indexof`. The last one has no function there: it is where a text is cut into a head,
the part, and a tail without the part. For a part of one character there is exactly one such cut; a longer part may
overlap with itself and is not followed (`"aaa".rpartition("aa")`).
"""

from collections.abc import Callable
from functools import partial

from ..ir.build import add, eq, ge, implies, integer, ite, lt, op, string, sub
from ..ir.sorts import STRING
from ..ir.terms import TRUE, Term
from .abstract_values import AbstractText, AbstractValue, Symbolic
from .alternatives import SymbolicArguments, each, iterate, raising
from .context import Context, int_value, single, text_value, union
from .equality import same
from .guards import conjunction, negation
from .numbers import as_int
from .sequences import from_values, prefixed

ZERO = integer(0)
_Cut = tuple[Term, Term, Term]
"""Whether a text has a part, what is before it and what is after it."""


def on_text(context: Context, text: Term, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """A method in TEXT_METHODS; None for what is not followed."""
    # A split at one place has two arguments, and the second is 1.
    if len(arguments) != (2 if name in ("split", "rsplit") else 1):
        return None
    if len(arguments) == 2 and not _is_one(arguments[1]):
        return None

    def apply_to(sought: AbstractValue) -> Symbolic | None:
        # `find` refuses what is no text, `split` takes None, too.
        if not isinstance(sought, AbstractText):
            return None if len(arguments) == 2 else raising(context, "TypeError")
        if name in ("find", "index"):
            return _first_place(context, text, sought.term, name)
        if name in ("removeprefix", "removesuffix"):
            return text_value(_without(text, sought.term, name == "removeprefix"))
        # A place of an unknown part would be needed twice by what follows.
        if sought.term.op != "const":
            return None
        # `str.indexof` finds the empty text at once, where `partition` refuses it.
        if not sought.term.data:
            return raising(context, "ValueError") if "find" not in name and "index" not in name else None
        # Methods that begin with r look from the right.
        cut = _last(context, text, sought.term) if name[0] == "r" else _first(text, sought.term)
        return None if cut is None else _AT_A_CUT[name](context, text, sought.term, cut)

    return each(context, arguments[0], apply_to, f".{name}")


def _is_one(value: Symbolic) -> bool:
    return all(as_int(abstract) is integer(1) for _, abstract in value)


def _first_place(context: Context, text: Term, term: Term, name: str) -> Symbolic:
    position = op("str.indexof", text, term, ZERO)
    if name == "index":
        context.fail(lt(position, ZERO), "ValueError")
    return int_value(position)


def _without(text: Term, term: Term, prefix: bool) -> Term:
    rest = sub(op("str.len", text), op("str.len", term))
    has_affix = op("str.prefixof" if prefix else "str.suffixof", term, text)
    return ite(has_affix, op("str.substr", text, op("str.len", term) if prefix else ZERO, rest), text)


def _first(text: Term, term: Term) -> _Cut:
    position = op("str.indexof", text, term, ZERO)
    behind = add(position, op("str.len", term))
    tail = op("str.substr", text, behind, sub(op("str.len", text), behind))
    return ge(position, ZERO), op("str.substr", text, ZERO, position), tail


def _last(context: Context, text: Term, term: Term) -> _Cut | None:
    if len(term.data) != 1:
        return None
    # A text and a part of one character have one such cut, so that each condition on them is about the same head and
    # tail: two pairs would be equal, which a solver would have to find out.
    is_contained = op("str.contains", text, term)
    key = ("last place", text, term)
    if key not in context.summaries:
        head, tail = context.fresh("head", STRING), context.fresh("tail", STRING)
        context.summaries[key] = head, tail
        cut = conjunction(eq(text, op("str.concat", head, term, tail)), negation(op("str.contains", tail, term)))
        context.know(implies(is_contained, cut))
    head, tail = context.summaries[key]
    return is_contained, head, tail


def _parts(_: Context, text: Term, term: Term, cut: _Cut, whole: int = 0) -> Symbolic:
    """`whole`: the place of the part that is all of the text where the separator is not in it."""
    is_found, head, tail = cut
    without = [text if place == whole else string("") for place in range(3)]
    parts = zip((head, term, tail), without, strict=True)
    return single(from_values("tuple", [_text(ite(is_found, part, instead)) for part, instead in parts]))


def _at_most_two(_: Context, text: Term, __: Term, cut: _Cut) -> Symbolic:
    term, head, tail = cut
    two, sequence = from_values("list", [_text(head), _text(tail)]), from_values("list", [_text(text)])
    return union([(term, single(two)), (negation(term), single(sequence))])


def _last_place(_: Context, __: Term, ___: Term, cut: _Cut) -> Symbolic:
    term, head, _____ = cut
    return int_value(ite(term, op("str.len", head), integer(-1)))


def _sure_last_place(context: Context, _: Term, __: Term, cut: _Cut) -> Symbolic:
    term, head, ___ = cut
    context.require(term, "ValueError")
    return int_value(op("str.len", head))


def _text(term: Term) -> Symbolic:
    return text_value(term)


_AT_A_CUT: dict[str, Callable[[Context, Term, Term, _Cut], Symbolic]] = {
    "partition": _parts,
    "rpartition": partial(_parts, whole=2),
    "split": _at_most_two,
    "rsplit": _at_most_two,
    "rfind": _last_place,
    "rindex": _sure_last_place,
}
TEXT_METHODS = frozenset({*_AT_A_CUT, "find", "index", "removeprefix", "removesuffix"})


def index_in_sequence(context: Context, receiver: AbstractValue, sought: Symbolic) -> Symbolic:
    """`xs.index(x)` of a list or a tuple: the place of the first element that is it, or equals it."""
    guarded = []
    for guard, items in iterate(context, single(receiver)):
        with context.under(guard) as possible:
            if not possible:
                continue
            # The first element in order: what is equal comes first, and nothing after it is compared.
            items = prefixed(items)
            # `missing`: no element so far is the one.
            missing, term = TRUE, ZERO
            for position, entry in enumerate(items.entries):
                with context.under(conjunction(missing, entry.present)) as reached:
                    if reached:
                        is_first = conjunction(missing, entry.present, same(context, entry.value, sought))
                        term = ite(is_first, integer(position), term)
                        missing = conjunction(missing, negation(is_first))
            # Beyond the shown elements it may still be found, or not: both are outside of the bounds.
            context.bound(conjunction(missing, items.more), "elements of a sequence", most=len(items.entries))
            context.fail(conjunction(missing, negation(items.more)), "ValueError")
            guarded.append((guard, int_value(term)))
    return union(guarded)
