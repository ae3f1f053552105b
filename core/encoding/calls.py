"""Calls of builtins, of functions of math, and of the contract's own helpers."""

import math
import re
from collections.abc import Callable
from typing import Any

from ..build import eq, gt, integer, ite, lt, op
from ..sorts import INT
from ..statements import Assign, For, names_of, statements_of, terms_of
from ..terms import FALSE, TRUE, Term, subterms
from . import numbers
from .context import Context, deferred, single, union
from .conversions import float_of_text, int_of_text, text_of
from .equality import hashable, ordered, unique
from .expressions import (
    TYPES,
    Names,
    binary,
    boolean,
    constant,
    each,
    evaluate,
    has_attribute,
    once_only,
    raising,
    type_of,
)
from .guards import join, meet, opposite
from .numbers import LARGEST, as_int, is_number
from .quantifiers import over_generator, over_values
from .regex import accepted
from .sequences import filtered, from_values, length, prefixed
from .shapes import (
    ConstantShape,
    Entry,
    FloatShape,
    HelperShape,
    IntShape,
    NoneShape,
    RangeShape,
    SequenceShape,
    SetShape,
    Shape,
    Symbolic,
    TextShape,
    Visit,
    kind_of,
)
from .statements import run_function
from .truth import iterate, truth

Arguments = list[Symbolic]
Handler = Callable[[Context, Arguments], Symbolic]
DEEPEST_CALL = 5


def call(context: Context, term: Term, names: Names) -> Symbolic:
    """`callee(arguments)`."""
    callee = evaluate(context, term.args[0], names)
    lazy = _lazy_quantifier(context, term, callee, names)
    if lazy is not None:
        return lazy
    if any(kind in ("*", "**") for kind in term.data):
        context.gap(TRUE, "a call with * or **")
        return Symbolic(())
    arguments = [evaluate(context, arg, names) for arg in term.args[1:]]
    for value in (callee, *arguments):
        _seen_names(context, value, names)
    positional = [value for kind, value in zip(term.data, arguments, strict=True) if kind is None]
    keywords = {kind: value for kind, value in zip(term.data, arguments, strict=True) if kind is not None}
    return each(context, callee, lambda shape: _apply(context, shape, positional, keywords), "call")


def _seen_names(context: Context, value: Symbolic, names: Names) -> None:
    """A helper sees its names as they are when it is called; the encoding knows them where it was defined, and from
    the statements of that block."""
    for guard, shape in value:
        if isinstance(shape, HelperShape):
            for name in _free_names(shape, set()):
                if names.get(name) is not shape.names.get(name):
                    context.gap(guard, f"a helper that reads {name}, which has changed")


def _free_names(helper: HelperShape, seen: set[int]) -> set[str]:
    """The names that a helper, and those that it may call, reads outside of it."""
    if id(helper) in seen:
        return set()
    seen.add(id(helper))
    body = helper.definition.body
    read = {node.data for node in subterms(*terms_of(body)) if node.op == "var"}
    bound = (names_of(part.target) for part in statements_of(body) if isinstance(part, (Assign, For)))
    free = read.difference(helper.definition.parameters, *bound)
    called = [shape for name in free for _, shape in helper.names.get(name, ()) if isinstance(shape, HelperShape)]
    return free.union(*(_free_names(other, seen) for other in called))


def _lazy_quantifier(context: Context, term: Term, callee: Symbolic, names: Names) -> Symbolic | None:
    if len(callee.alternatives) != 1 or len(term.args) != 2 or term.data != (None,):
        return None
    shape = callee.alternatives[0][1]
    argument = term.args[1]
    if not isinstance(shape, ConstantShape) or shape.value not in (all, any):
        return None
    if argument.op != "python.comprehension" or argument.data.kind != "generator":
        return None
    return over_generator(context, argument, names, shape.value is all)


def apply(context: Context, callee: Symbolic, arguments: Arguments) -> Symbolic:
    """Call a symbolic callable with positional arguments."""
    return each(context, callee, lambda shape: _apply(context, shape, arguments, {}), "call")


def _apply(
    context: Context, callee: Shape, arguments: Arguments, keywords: dict[str, Symbolic]
) -> Symbolic | None:
    if isinstance(callee, HelperShape):
        return _call_helper(context, callee, arguments, keywords)
    if not isinstance(callee, ConstantShape):
        return raising(context, "TypeError")
    if keywords:
        context.gap(TRUE, f"keyword arguments of {_name(callee.value)}")
        return Symbolic(())
    handler = _BUILTINS.get(callee.value) if _is_hashable(callee.value) else None
    if handler is None:
        context.gap(TRUE, _name(callee.value))
        return Symbolic(())
    least, most = _ARITY.get(callee.value, (1, 1))
    if not least <= len(arguments) <= most:
        return raising(context, "TypeError")
    return handler(context, arguments)


def _is_hashable(value: Any) -> bool:
    return callable(value) and type(value).__hash__ is not None


def _name(function: Any) -> str:
    return str(getattr(function, "__qualname__", function))


def _call_helper(
    context: Context, helper: HelperShape, arguments: Arguments, keywords: dict[str, Symbolic]
) -> Symbolic | None:
    definition = helper.definition
    if len(arguments) > len(definition.parameters):
        return raising(context, "TypeError")
    if any(name not in definition.parameters[len(arguments) :] for name in keywords):
        return raising(context, "TypeError")
    if context.depth >= DEEPEST_CALL:
        context.bound(TRUE, "recursion")
        return Symbolic(())
    bound = dict(zip(definition.parameters, arguments, strict=False)) | keywords
    for name, default in zip(reversed(definition.parameters), reversed(helper.defaults), strict=False):
        bound.setdefault(name, default)
    if len(bound) < len(definition.parameters):
        return raising(context, "TypeError")
    for value in bound.values():
        once_only(context, value)
    context.depth += 1
    try:
        return run_function(context, definition, {**helper.names, **bound})
    finally:
        context.depth -= 1


def _isinstance(context: Context, arguments: Arguments) -> Symbolic:
    value, kinds = arguments

    def test(kind: Shape) -> Symbolic | None:
        match kind:
            case ConstantShape(type() as expected):
                return boolean(join(*(guard for guard, shape in value if _is_instance(shape, expected))))
            case SequenceShape("tuple", _, entries) if all(entry.present is TRUE for entry in entries):
                inner = [truth(context, each(context, entry.value, test, "isinstance")) for entry in entries]
                return boolean(join(*inner))
            case _ if is_number(kind) or isinstance(kind, TextShape):
                return raising(context, "TypeError")
        return None

    return each(context, kinds, test, "isinstance")


def _is_instance(shape: Shape, expected: type) -> bool:
    if isinstance(shape, ConstantShape):
        return isinstance(shape.value, expected)
    if isinstance(shape, HelperShape):
        return expected is object
    kind = TYPES.get(kind_of(shape))
    return expected is object if kind is None else issubclass(kind, expected)


def _type(context: Context, arguments: Arguments) -> Symbolic:
    if len(arguments) != 1:
        context.gap(TRUE, "type with three arguments")
        return Symbolic(())
    return each(context, arguments[0], type_of, "type")


def _len(context: Context, arguments: Arguments) -> Symbolic:
    def apply_to(shape: Shape) -> Symbolic | None:
        size = length(context, shape)
        return raising(context, "TypeError") if size is None else single(IntShape(size))

    return each(context, arguments[0], apply_to, "len")


def _quantifier(universal: bool) -> Handler:
    return lambda context, arguments: over_values(context, arguments[0], universal)


def _bool(context: Context, arguments: Arguments) -> Symbolic:
    return boolean(truth(context, arguments[0]) if arguments else FALSE)


def _collect(kind: str) -> Handler:
    def handler(context: Context, arguments: Arguments) -> Symbolic:
        if not arguments:
            return single(from_values(kind, []))
        parts = [
            (guard, single(SequenceShape(kind, items.length, items.entries, items.prefix, items.more)))
            for guard, items in iterate(context, arguments[0])
        ]
        return union(parts)

    return handler


def _collect_unique(kind: str) -> Handler:
    def handler(context: Context, arguments: Arguments) -> Symbolic:
        if not arguments:
            return single(SetShape(kind, ()))
        parts = []
        for guard, items in iterate(context, arguments[0]):
            with context.under(guard) as possible:
                if possible:
                    context.bound(items.more, "elements of a sequence", hard=False)
                    parts.append((guard, single(unique(context, kind, items.entries))))
        return union(parts)

    return handler


def _sum(context: Context, arguments: Arguments) -> Symbolic:
    start = arguments[1] if len(arguments) > 1 else constant(0)
    for guard, shape in start:
        if isinstance(shape, TextShape):
            context.fail(guard, "TypeError")
    parts = []
    for guard, items in iterate(context, arguments[0]):
        with context.under(guard) as possible:
            if not possible:
                continue
            context.bound(items.more, "elements of a sum")
            total = start
            for entry in items.entries:
                with context.under(entry.present) as present:
                    if present:
                        bigger = binary(context, "+", total, entry.value)
                        total = union([(entry.present, bigger), (opposite(entry.present), total)])
            parts.append((guard, total))
    return union(parts)


def _extreme(least: bool) -> Handler:
    def handler(context: Context, arguments: Arguments) -> Symbolic:
        if len(arguments) > 1:
            return _select(context, [Entry(TRUE, value) for value in arguments], least)
        parts = []
        for guard, items in iterate(context, arguments[0]):
            with context.under(guard) as possible:
                if possible:
                    context.bound(items.more, "elements of a sequence", hard=False)
                    context.fail(eq(items.length, integer(0)), "ValueError")
                    parts.append((guard, _select(context, list(items.entries), least)))
        return union(parts)

    return handler


def _select(context: Context, entries: list[Entry], least: bool) -> Symbolic:
    """The first least (or greatest) present value."""
    best: Symbolic | None = None
    found: Term = FALSE
    for entry in entries:
        with context.under(entry.present) as possible:
            if not possible:
                continue
            if best is None:
                best, found = entry.value, entry.present
                continue
            with context.under(found) as comparable:
                pair = (entry.value, best) if least else (best, entry.value)
                better = ordered(context, *pair, True) if comparable else FALSE
            takes = meet(entry.present, join(opposite(found), better))
            best = union([(takes, entry.value), (opposite(takes), best)])
            found = join(found, entry.present)
    return best if best is not None else Symbolic(())


def _abs(context: Context, arguments: Arguments) -> Symbolic:
    def apply_to(shape: Shape) -> Symbolic | None:
        return numbers.absolute(shape) if is_number(shape) else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "abs")


def _range(context: Context, arguments: Arguments) -> Symbolic:
    ends: list[Term] = []
    for value in arguments:
        whole: Term | None = None
        for guard, shape in value:
            number = as_int(shape)
            if number is None:
                context.fail(guard, "TypeError")
            else:
                whole = number if whole is None else ite(guard, number, whole)
        if whole is None:
            return Symbolic(())
        ends.append(whole)
    if len(ends) == 3 and (ends[2].op != "const" or ends[2].data != 1):
        context.gap(TRUE, "range with a step")
        return Symbolic(())
    start, stop = (integer(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    return single(RangeShape(start, stop, 1))


def _lazily(handler: Handler) -> Handler:
    """A builtin that gives an iterator: its elements are computed when they are asked for."""

    def lazy(context: Context, arguments: Arguments) -> Symbolic:
        with context.collecting() as raised:
            value = handler(context, arguments)
        return deferred(context, raised, value)

    return lazy


def _enumerate(context: Context, arguments: Arguments) -> Symbolic:
    if len(arguments) > 1:
        context.gap(TRUE, "enumerate with a start")
        return Symbolic(())
    parts = []
    for guard, items in iterate(context, arguments[0]):
        items = prefixed(context, items)
        context.bound(meet(guard, items.more), "elements of a sequence")
        entries = tuple(
            Entry(entry.present, single(from_values("tuple", [constant(position), entry.value])))
            for position, entry in enumerate(items.entries)
        )
        parts.append((guard, single(SequenceShape("iterator", items.length, entries, True, FALSE))))
    return union(parts)


def _zip(context: Context, arguments: Arguments) -> Symbolic:
    rows: list[tuple[Term, list[SequenceShape]]] = [(TRUE, [])]
    for value in arguments:
        columns = [(guard, prefixed(context, items)) for guard, items in iterate(context, value, whole=False)]
        rows = [
            (meet(before, guard), [*row, items])
            for before, row in rows
            for guard, items in columns
            if meet(before, guard) is not FALSE
        ]
    parts = []
    for guard, row in rows:
        if not row:
            return single(from_values("iterator", []))
        parts.append((guard, single(_zipped(context, guard, row))))
    return union(parts)


def _zipped(context: Context, guard: Term, row: list[SequenceShape]) -> SequenceShape:
    size = min(len(items.entries) for items in row)
    shortest = row[0].length
    for items in row[1:]:
        shortest = ite(lt(items.length, shortest), items.length, shortest)
    context.bound(meet(guard, gt(shortest, integer(size))), "elements of a zip", hard=False)
    entries = []
    for position in range(size):
        present = meet(*(items.entries[position].present for items in row))
        values = [items.entries[position].value for items in row]
        entries.append(Entry(present, single(from_values("tuple", values))))
    return SequenceShape("iterator", shortest, tuple(entries), True, FALSE)


def _map(context: Context, arguments: Arguments) -> Symbolic:
    function, *rest = arguments
    if len(rest) != 1:
        context.gap(TRUE, "map over several sequences")
        return Symbolic(())
    parts = []
    for guard, items in iterate(context, rest[0]):
        entries = []
        for entry in items.entries:
            with context.under(meet(guard, entry.present)) as possible:
                value = apply(context, function, [entry.value]) if possible else Symbolic(())
                entries.append(Entry(entry.present, value))
        context.bound(meet(guard, items.more), "elements of a sequence", hard=False)
        shape = SequenceShape("iterator", items.length, tuple(entries), items.prefix, items.more)
        parts.append((guard, single(shape)))
    return union(parts)


def _filter(context: Context, arguments: Arguments) -> Symbolic:
    function, value = arguments
    parts = []
    for guard, items in iterate(context, value):
        entries = []
        for entry in items.entries:
            with context.under(meet(guard, entry.present)) as possible:
                if possible:
                    keeps = truth(context, each(context, function, _keep(context, entry.value), "filter"))
                    entries.append(Entry(meet(entry.present, keeps), entry.value))
        context.bound(meet(guard, items.more), "elements of a sequence")
        parts.append((guard, single(filtered("iterator", tuple(entries)))))
    return union(parts)


def _keep(context: Context, value: Symbolic) -> Visit:
    """filter's test of a value: None stands for its truth."""
    return lambda function: value if isinstance(function, NoneShape) else _apply(context, function, [value], {})


def _sorted(context: Context, arguments: Arguments) -> Symbolic:
    """A stable exchange sort over the entries: exact, as they are few."""
    parts = []
    for guard, items in iterate(context, arguments[0]):
        with context.under(guard) as possible:
            if not possible:
                continue
            context.bound(items.more, "elements of a sorted sequence")
            items = prefixed(context, items)
            values = [entry.value for entry in items.entries]
            for last in range(len(values) - 1, 0, -1):
                for j in range(last):
                    with context.under(items.entries[j + 1].present) as both:
                        if both:
                            swap = ordered(context, values[j + 1], values[j], True)
                            swap = meet(items.entries[j + 1].present, swap)
                            keep = opposite(swap)
                            values[j], values[j + 1] = (
                                union([(keep, values[j]), (swap, values[j + 1])]),
                                union([(keep, values[j + 1]), (swap, values[j])]),
                            )
            entries = tuple(
                Entry(entry.present, value) for entry, value in zip(items.entries, values, strict=True)
            )
            parts.append((guard, single(SequenceShape("list", items.length, entries, True, FALSE))))
    return union(parts)


def _reversed(context: Context, arguments: Arguments) -> Symbolic:
    def apply_to(shape: Shape) -> Symbolic | None:
        kind = kind_of(shape)
        if kind in ("set", "frozenset") or is_number(shape) or length(context, shape) is None:
            return raising(context, "TypeError")
        parts = []
        for guard, items in iterate(context, single(shape)):
            context.bound(meet(guard, items.more), "elements of a reversed sequence")
            parts.append((guard, single(filtered("iterator", tuple(reversed(items.entries))))))
        return union(parts)

    return each(context, arguments[0], apply_to, "reversed")


def _hash(context: Context, arguments: Arguments) -> Symbolic:
    """Exact for whole numbers (library reference, "Hashing of numeric types"; -1 gives -2), any Int for the rest."""
    context.fail(opposite(hashable(context, arguments[0])), "TypeError")
    others = context.fresh("hash", INT)

    def apply_to(shape: Shape) -> Symbolic:
        whole = as_int(shape)
        if whole is None:
            return single(IntShape(others))
        small = meet(lt(integer(-LARGEST), whole), lt(whole, integer(LARGEST)))
        return single(IntShape(ite(small, ite(eq(whole, integer(-1)), integer(-2), whole), others)))

    return each(context, arguments[0], apply_to, "hash")


def _callable(context: Context, arguments: Arguments) -> Symbolic:
    return boolean(
        join(
            *(
                guard
                for guard, shape in arguments[0]
                if isinstance(shape, HelperShape) or (isinstance(shape, ConstantShape) and callable(shape.value))
            )
        )
    )


def _hasattr(context: Context, arguments: Arguments) -> Symbolic:
    def with_name(name: Shape) -> Symbolic | None:
        if not isinstance(name, TextShape):
            return raising(context, "TypeError")
        if name.term.op != "const":
            return None
        return each(context, arguments[0], lambda shape: _has(shape, name.term.data), "hasattr")

    return each(context, arguments[1], with_name, "hasattr")


def _has(shape: Shape, name: str) -> Symbolic | None:
    if isinstance(shape, ConstantShape):
        return boolean(TRUE if hasattr(shape.value, name) else FALSE)
    kind = TYPES.get(kind_of(shape))
    return None if kind is None else boolean(TRUE if has_attribute(kind, name) else FALSE)


def _int(context: Context, arguments: Arguments) -> Symbolic:
    if len(arguments) != 1:
        return constant(0) if not arguments else _gap(context, "int with a base")

    def apply_to(shape: Shape) -> Symbolic | None:
        whole = as_int(shape)
        if whole is not None:
            return single(IntShape(whole))
        if isinstance(shape, FloatShape):
            return single(numbers.truncate(context, shape))
        if isinstance(shape, TextShape):
            return int_of_text(context, shape.term)
        return None if kind_of(shape) == "bytes" else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "int")


def _float(context: Context, arguments: Arguments) -> Symbolic:
    if not arguments:
        return constant(0.0)

    def apply_to(shape: Shape) -> Symbolic | None:
        number = numbers.converted(context, shape)
        if number is not None:
            return single(number)
        if isinstance(shape, TextShape):
            return float_of_text(context, shape.term)
        return None if kind_of(shape) == "bytes" else raising(context, "TypeError")

    return each(context, arguments[0], apply_to, "float")


def _str(context: Context, arguments: Arguments) -> Symbolic:
    if not arguments:
        return constant("")
    return each(context, arguments[0], lambda shape: text_of(context, shape), "str")


def _float_test(infinite: bool | None) -> Handler:
    """math.isinf (True), math.isnan (False), math.isfinite (None)."""

    def handler(context: Context, arguments: Arguments) -> Symbolic:
        def apply_to(shape: Shape) -> Symbolic | None:
            number = numbers.converted(context, shape)
            if number is None:
                return raising(context, "TypeError")
            finite = eq(number.kind, integer(0))
            nan = eq(number.kind, integer(3))
            if infinite is None:
                return boolean(finite)
            return boolean(meet(opposite(finite), opposite(nan)) if infinite else nan)

        return each(context, arguments[0], apply_to, "math function")

    return handler


def _ord(context: Context, arguments: Arguments) -> Symbolic:
    def apply_to(shape: Shape) -> Symbolic | None:
        if not isinstance(shape, TextShape):
            return None if kind_of(shape) == "bytes" else raising(context, "TypeError")
        context.fail(opposite(eq(op("str.len", shape.term), integer(1))), "TypeError")
        return single(IntShape(op("str.to_code", shape.term)))

    return each(context, arguments[0], apply_to, "ord")


def _matches(how: str) -> Handler:
    """re.match, re.fullmatch, re.search of a constant pattern: a match, of which nothing is known, or None."""

    def handler(context: Context, arguments: Arguments) -> Symbolic:
        pattern, subject = arguments[:2]
        texts = [shape for _, shape in pattern if isinstance(shape, TextShape)]
        if len(pattern.alternatives) != 1 or not texts or texts[0].term.op != "const" or len(arguments) > 2:
            return _gap(context, f"{how} of such a pattern")
        try:
            regex = accepted(texts[0].term.data, how)
        except re.error:
            return raising(context, "error")
        if regex is None:
            return _gap(context, f"{how} of such a pattern")

        def apply_to(shape: Shape) -> Symbolic | None:
            if not isinstance(shape, TextShape):
                return raising(context, "TypeError")
            found = op("str.in_re", shape.term, regex)
            return Symbolic(((found, ConstantShape(_A_MATCH)), (opposite(found), NoneShape())))

        return each(context, subject, apply_to, how)

    return handler


_A_MATCH = re.match("", "")


def _gap(context: Context, what: str) -> Symbolic:
    context.gap(TRUE, what)
    return Symbolic(())


_ARITY: dict[Any, tuple[int, int]] = {
    isinstance: (2, 2), hasattr: (2, 2), filter: (2, 2), type: (1, 3), sum: (1, 2), range: (1, 3), enumerate: (1, 2),
    min: (1, 99), max: (1, 99), zip: (0, 99), map: (2, 99), re.match: (2, 3), re.fullmatch: (2, 3), re.search: (2, 3),
    bool: (0, 1), list: (0, 1), tuple: (0, 1), set: (0, 1), frozenset: (0, 1), int: (0, 2), float: (0, 1), str: (0, 3),
}  # fmt: skip
"""How many positional arguments a builtin takes, where it is not exactly one."""

_BUILTINS: dict[Any, Handler] = {
    isinstance: _isinstance,
    type: _type,
    len: _len,
    all: _quantifier(True),
    any: _quantifier(False),
    bool: _bool,
    list: _collect("list"),
    tuple: _collect("tuple"),
    set: _collect_unique("set"),
    frozenset: _collect_unique("frozenset"),
    sum: _sum,
    min: _extreme(True),
    max: _extreme(False),
    abs: _abs,
    range: _range,
    enumerate: _lazily(_enumerate),
    zip: _lazily(_zip),
    map: _lazily(_map),
    filter: _lazily(_filter),
    sorted: _sorted,
    reversed: _lazily(_reversed),
    hash: _hash,
    callable: _callable,
    hasattr: _hasattr,
    int: _int,
    float: _float,
    str: _str,
    ord: _ord,
    re.match: _matches("match"),
    re.fullmatch: _matches("fullmatch"),
    re.search: _matches("search"),
    math.isinf: _float_test(True),
    math.isnan: _float_test(False),
    math.isfinite: _float_test(None),
}
