"""Symbolic evaluation of Python terms: one handler for each operator of `operators.PYTHON`.

This module knows the table and the handlers that need no other module; displays, comprehensions, calls and methods
evaluate their parts by `evaluate`, so they import this module, and register their handlers in the table by
`@evaluates`. The package imports them (`__init__.py`).
"""

from collections.abc import Callable
from types import MethodDescriptorType

from ..handlers import entering
from ..ir.build import eq, integer
from ..ir.sorts import BOOL
from ..ir.statements import Define, Return, Target
from ..ir.terms import FALSE, TRUE, Term
from . import numbers
from .abstract_values import (
    AbstractBool,
    AbstractConstant,
    AbstractHelper,
    AbstractMatch,
    AbstractNode,
    AbstractNone,
    AbstractObject,
    AbstractSequence,
    AbstractSlice,
    AbstractValue,
    Entry,
    Symbolic,
    identity,
    is_counter,
    kind_of,
)
from .alternatives import (
    NOT_BOUND,
    TYPES,
    UNBOUND,
    boolean,
    constant,
    each,
    iterate,
    lacks,
    raising,
    truth,
    type_of,
    united,
)
from .arithmetic import arithmetic
from .comparisons import ordered
from .context import Context, single, union
from .dates import library_object, moved
from .equality import contains, equal, same
from .guards import conjunction, disjunction, negation
from .hashing import hashable
from .joining import joined
from .library_results import attribute, compared
from .matches import group
from .numbers import is_number
from .sequences import Pairs, at, index, pairs_and_rest, prefixed
from .skolem import decided
from .slices import slice_of

Names = dict[str, Symbolic]
OperatorHandler = Callable[[Context, Term, Names], Symbolic]
_HANDLERS: dict[str, OperatorHandler] = {}


"""Operator → what gives the symbolic value of terms with it."""
evaluates = entering(_HANDLERS)


def evaluate(context: Context, term: Term, names: Names) -> Symbolic:
    """The symbolic value of a VALUE term; what raises and what is left out goes to the context. Objects of the library
    are left out."""
    return without_objects(context, evaluate_all(context, term, names))


def without_objects(context: Context, value: Symbolic) -> Symbolic:
    """A value but for what is an object of the library, which is not followed."""
    objects = [guard for guard, abstract in value if isinstance(abstract, AbstractObject)]
    if not objects:
        return value
    context.unsupported(disjunction(*objects), "an object of the library")
    return Symbolic(tuple(pair for pair in value if not isinstance(pair[1], AbstractObject)))


def evaluate_all(context: Context, term: Term, names: Names) -> Symbolic:
    """The symbolic value as `evaluate` gives it, objects of the library included."""
    if term.span is not None:
        context.span = term.span
    handler = _HANDLERS.get(term.op)
    if handler is None:
        context.unsupported(TRUE, term.op)
        return Symbolic(())
    return handler(context, term, names)


@evaluates("const")
def _const(context: Context, term: Term, names: Names) -> Symbolic:
    return constant(term.data)


@evaluates("var")
def _var(context: Context, term: Term, names: Names) -> Symbolic:
    value = names.get(term.data)
    if value is None:
        _not_bound(context, TRUE)
        return Symbolic(())
    bound = []
    for guard, abstract in value:
        # On this path nothing was assigned: reading the name raises, as in Python.
        if isinstance(abstract, AbstractConstant) and abstract.value is UNBOUND:
            _not_bound(context, guard)
        else:
            bound.append((guard, abstract))
    return value if len(bound) == len(value.alternatives) else Symbolic(tuple(bound))


def _not_bound(context: Context, guard: Term) -> None:
    """A name that has no value raises UnboundLocalError where it is local, and NameError in a function, lambda or
    comprehension inside: which it is, is not followed.

    Assumes: a name without a value raises NameError or UnboundLocalError.
    """
    with context.under(guard) as possible:
        if possible:
            is_local = context.fresh("local", BOOL)
            context.fail(is_local, "UnboundLocalError")
            context.require(is_local, "NameError")


@evaluates("python.not")
def _not(context: Context, term: Term, names: Names) -> Symbolic:
    return boolean(negation(truth(context, evaluate(context, term.args[0], names))))


@evaluates("python.and", "python.or")
def _connective(context: Context, term: Term, names: Names) -> Symbolic:
    """`and`, `or`: the first operand that decides, else the last."""
    stops_when = term.op == "python.or"
    operands: list[tuple[Term, Symbolic]] = []
    # `going`: no operand so far has decided, under which alone the next one is evaluated.
    going = TRUE
    for position, arg in enumerate(term.args):
        with context.under(going) as possible:
            if not possible:
                break
            value = evaluate(context, arg, names)
            decided = truth(context, value) if stops_when else negation(truth(context, value))
            # The last operand is the value, whatever its truth.
            if position == len(term.args) - 1:
                operands.append((going, value))
            else:
                operands.append((conjunction(going, decided), value))
                going = conjunction(going, negation(decided))
    # Of booleans only the value is a plain term: solvers see `or` instead of a union.
    if operands and all(_is_bool(value) for _, value in operands):
        return boolean(disjunction(*(conjunction(guard, truth(context, value)) for guard, value in operands)))
    return union(operands)


def _is_bool(value: Symbolic) -> bool:
    return all(isinstance(abstract, AbstractBool) for _, abstract in value)


@evaluates("python.ite")
def _ite(context: Context, term: Term, names: Names) -> Symbolic:
    test = truth(context, evaluate(context, term.args[0], names))
    guarded = []
    for guard, branch in ((test, term.args[1]), (negation(test), term.args[2])):
        with context.under(guard) as possible:
            if possible:
                guarded.append((guard, evaluate_all(context, branch, names)))
    return union(guarded)


@evaluates("python.unary")
def _unary(context: Context, term: Term, names: Names) -> Symbolic:
    def apply(abstract: AbstractValue) -> Symbolic | None:
        if is_counter(abstract):
            return None
        if not is_number(abstract):
            return raising(context, "TypeError")
        return numbers.unary(context, term.data, abstract)

    return each(context, evaluate(context, term.args[0], names), apply, f"unary {term.data}")


@evaluates("python.binary")
def _binary(context: Context, term: Term, names: Names) -> Symbolic:
    left = evaluate_all(context, term.args[0], names)
    right = evaluate_all(context, term.args[1], names)
    return binary(context, term.data, left, right)


def binary(context: Context, name: str, left: Symbolic, right: Symbolic) -> Symbolic:
    """A binary operator of Python on two symbolic values."""

    def apply(first: AbstractValue) -> Symbolic | None:
        return each(context, right, lambda second: _binary_abstract(context, name, first, second), name)

    return each(context, left, apply, name)


def _binary_abstract(context: Context, name: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    if is_number(left) and is_number(right):
        return arithmetic(context, name, left, right)
    if isinstance(left, AbstractObject) or isinstance(right, AbstractObject):
        return moved(context, name, left, right)
    return joined(context, name, left, right)


@evaluates("python.compare")
def _compare(context: Context, term: Term, names: Names) -> Symbolic:
    left, right = (evaluate_all(context, arg, names) for arg in term.args)
    # Objects of the library compare as their classes say (dates with dates).
    if any(isinstance(abstract, AbstractObject) for value in (left, right) for _, abstract in value):
        return compared(context, term.data, left, right)
    match term.data:
        case "==":
            return boolean(equal(context, left, right))
        case "!=":
            return boolean(negation(equal(context, left, right)))
        case "<" | "<=":
            return boolean(ordered(context, left, right, term.data == "<"))
        # `a > b` asks what `b < a` asks; plain values have no reflected operators to choose between.
        case ">" | ">=":
            return boolean(ordered(context, right, left, term.data == ">"))
        case "in" | "not in":
            is_contained = _contained(context, left, right)
            return boolean(is_contained if term.data == "in" else negation(is_contained))
        case _:
            is_identical = _identical(context, left, right)
            return boolean(is_identical if term.data == "is" else negation(is_identical))


def _contained(context: Context, item: Symbolic, container: Symbolic) -> Term:
    memberships = []
    for guard, abstract in united(container, _contents):
        with context.under(guard) as possible:
            if possible:
                inside = contains(context, item, abstract)
                if inside is None:
                    context.fail(TRUE, "TypeError")
                else:
                    memberships.append(conjunction(guard, inside))
    return disjunction(*memberships)


def _contents(abstract: AbstractValue) -> int:
    """What `in` looks at: a list and a tuple of the same elements have the same."""
    ordered_node = isinstance(abstract, AbstractNode) and abstract.kind in ("list", "tuple")
    return id(abstract.node) if isinstance(abstract, AbstractNode) and ordered_node else id(abstract)


def _identical(context: Context, left: Symbolic, right: Symbolic) -> Term:
    """`is`: exact for None, booleans and types; an unsupported construct where equal values may or may not be one
    object."""
    # One symbolic value is one object, whatever its alternatives.
    if left is right:
        return TRUE
    same = []
    for first_guard, first in left:
        for second_guard, second in right:
            guard = conjunction(first_guard, second_guard)
            # Values of two types are never one object.
            if guard is FALSE or kind_of(first) != kind_of(second):
                continue
            match first, second:
                case (AbstractNone(), AbstractNone()):
                    same.append(guard)
                # There is one `True` and one `False`: identity of booleans is equality.
                case AbstractBool(one), AbstractBool(other):
                    same.append(
                        conjunction(
                            guard, negation(conjunction(disjunction(one, other), negation(conjunction(one, other))))
                        )
                    )
                case AbstractMatch(), AbstractMatch():
                    if first is second:
                        same.append(guard)
                case AbstractConstant(one), AbstractConstant(other):
                    if one is other:
                        same.append(guard)
                # Small ints and interned texts may or may not be one object: the language leaves that open.
                case _:
                    context.unsupported(guard, "is between values that may be equal")
    return disjunction(*same)


@evaluates("python.attribute")
def _attribute(context: Context, term: Term, names: Names) -> Symbolic:
    def apply(abstract: AbstractValue) -> Symbolic | None:
        if isinstance(abstract, AbstractObject):
            return attribute(context, abstract, term.data)
        if isinstance(abstract, AbstractConstant) and isinstance(abstract.value, type) and term.data == "__name__":
            return constant(abstract.value.__name__)
        if term.data == "__class__":
            return type_of(abstract)
        if isinstance(abstract, AbstractConstant) and abstract.value in TYPES.values():
            function = getattr(abstract.value, term.data, None)
            return single(AbstractConstant(function)) if isinstance(function, MethodDescriptorType) else None
        if term.data in ("real", "imag") and is_number(abstract):
            return single(numbers.part(abstract, term.data))
        # Without a handler the attribute is unknown, unless it is certain that the value has none of that name.
        return raising(context, "AttributeError") if lacks(abstract, term.data) else None

    return each(context, evaluate_all(context, term.args[0], names), apply, f"attribute .{term.data}")


@evaluates("python.index")
def _index(context: Context, term: Term, names: Names) -> Symbolic:
    container = evaluate(context, term.args[0], names)
    # The container is evaluated before the index (reference, 6.3.2).
    position = evaluate(context, term.args[1], names)

    def apply(abstract: AbstractValue) -> Symbolic | None:
        if isinstance(abstract, AbstractMatch):
            return group(context, abstract, position)
        entries = pairs_and_rest(context, abstract)
        if entries is not None:
            # Keys are hashed before they are looked up: an unhashable key raises even in an empty dict.
            context.require(hashable(context, position), "TypeError")
            value, missing = lookup(context, entries, position)
            # A counter has no missing keys.
            if is_counter(abstract):
                return union([(negation(missing), value), (missing, constant(0))])
            context.fail(missing, "KeyError")
            return value
        # A type can be subscripted, and gives an alias: that is not followed, and no TypeError.
        if kind_of(abstract) not in ("str", "bytes", "list", "tuple", "range"):
            return None if _is_generic(abstract) else raising(context, "TypeError")
        return each(context, position, lambda index_value: _place(context, abstract, index_value), "index")

    return each(context, container, apply, "index")


def _is_generic(abstract: AbstractValue) -> bool:
    """Whether it is a class that has a value for any index: `list[0]` is a generic alias (data model, 3.3.5)."""
    return isinstance(abstract, AbstractConstant) and (
        abstract.value is type or hasattr(abstract.value, "__class_getitem__")
    )


def _place(context: Context, abstract: AbstractValue, index_value: AbstractValue) -> Symbolic | None:
    number = numbers.as_int(index_value)
    if number is not None:
        return index(context, abstract, number)
    if isinstance(index_value, AbstractSlice):
        for limit in (index_value.lower, index_value.upper, index_value.step):
            # A bound of a slice is an integer or None (language reference, 6.3.3).
            for guard, limit_value in limit:
                if numbers.as_int(limit_value) is None and not isinstance(limit_value, AbstractNone):
                    context.fail(guard, "TypeError")
        return slice_of(context, abstract, index_value)
    return raising(context, "TypeError")


def lookup(context: Context, dict_pairs: Pairs, key: Symbolic) -> tuple[Symbolic, Term]:
    """The value of a key in a dict, and when there is none."""
    shown_pairs, more, rest = dict_pairs
    # Keys are different, so the guards of the hits exclude each other, and their union is a value.
    hits_by_entry = []
    for entry, value in shown_pairs:
        with context.under(entry.present) as possible:
            if possible:
                hits_by_entry.append((conjunction(entry.present, same(context, key, entry.value)), value))
    matches = disjunction(*(guard for guard, _ in hits_by_entry))
    values = {entry.skolem: value for entry, value in rest}
    hits: list[tuple[Term, Symbolic]] = []

    # Which key beyond the shown ones is the looked-for one: asked once for each key by its identity.
    def decides(entry: Entry) -> Term:
        hit = same(context, key, entry.value)
        if not hits:
            hits.append((hit, values[entry.skolem]))
        return hit

    keys = tuple(entry for entry, _ in rest)
    beyond = decided(context, more, keys, matches, decides, ("key", identity(key)))
    # A hit beyond the shown keys takes the value that belongs to the Skolem key.
    if beyond is not FALSE:
        hits_by_entry.append((beyond, hits[0][1]))
    return union(hits_by_entry), negation(disjunction(matches, beyond))


@evaluates("python.object")
def _object(context: Context, term: Term, names: Names) -> Symbolic:
    context.unsupported(TRUE, str(term.data))
    return Symbolic(())


@evaluates("python.library_object")
def _library_object(context: Context, term: Term, names: Names) -> Symbolic:
    of_class, parameter = term.data
    return library_object(context, of_class, parameter)


@evaluates("python.assign")
def _assign(context: Context, term: Term, names: Names) -> Symbolic:
    """`name := value`. Where the evaluation does not come to it (`x or (n := y)`) the name keeps what it had."""
    value = kept(context, evaluate(context, term.args[0], names))
    path, earlier = context.path, names.get(term.data, NOT_BOUND)
    names[term.data] = value if path is TRUE else union([(path, value), (negation(path), earlier)])
    return value


@evaluates("python.slice")
def _slice(context: Context, term: Term, names: Names) -> Symbolic:
    lower, upper, step = (evaluate(context, arg, names) for arg in term.args)
    return single(AbstractSlice(lower, upper, step))


def kept(context: Context, value: Symbolic) -> Symbolic:
    """A value that a name, a parameter or a container has from now on.

    An iterator that is kept may be asked twice, and gives its elements once: the encoding does not follow that. So an
    iterator has one consumer, wherever one is followed.

    Assumes: an iterator gives each element once, whoever asks.
    """
    for guard, abstract in value:
        if isinstance(abstract, AbstractSequence) and abstract.kind == "iterator":
            context.unsupported(guard, "an iterator that is stored")
    return value


def bind(context: Context, target: Target, value: Symbolic, names: Names) -> None:
    """Bind a target in `names`, unpacking; raises ValueError or TypeError where the value does not fit."""
    if isinstance(target, str):
        names[target] = kept(context, value)
        return
    # One column for each target: its value under each shape of what is unpacked.
    columns: list[list[tuple[Term, Symbolic]]] = [[] for _ in target]
    # Only as many elements as there are targets are looked at: with any other length the assignment raises.
    # An element that cannot be computed ends it with the exception of that element, or of the length.
    same_exception = all(
        item.exception == "ValueError" for _, abstract in value for item in getattr(abstract, "pending", ())
    )
    few_targets = len(target) <= context.unrolling.inner
    # Skolem constants cost an entry each; for many targets the shown elements do.
    for guard, items in iterate(context, value, same_exception, skolem_constants=few_targets):
        with context.under(guard) as possible:
            if not possible:
                continue
            items = prefixed(items)
            # The wrong length raises before any target is bound.
            context.require(eq(items.length, integer(len(target))), "ValueError")
            with context.under(eq(items.length, integer(len(target)))) as fits:
                if fits:
                    for position in range(len(target)):
                        columns[position].append((guard, at(context, items, integer(position))))
    for part_target, column in zip(target, columns, strict=True):
        bind(context, part_target, union(column), names)


@evaluates("python.lambda")
def _lambda(context: Context, term: Term, names: Names) -> Symbolic:
    definition = Define("<lambda>", term.data, (), (Return(term.args[0]),), term.span)
    return single(AbstractHelper(definition, names))
