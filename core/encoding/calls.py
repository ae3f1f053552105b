"""Calls of builtins, of functions of math, and of the contract's own helpers.

What is called is a symbolic value itself, and `each` goes through what it may be. A builtin has a *handler*: symbolic
arguments in, a symbolic result out. A helper function of the contract is executed in place, with its own names and
under the path of the call; recursion ends at a bound (`nested_calls`).

Example: `max(xs, key=len)` is looked up in `NAMED`, which knows its keywords; `sum(xs, start=1)` in `_KEYWORDS`, which
makes `sum(xs, 1)` of it; `abs(x)` in `HANDLERS`, after `_ARITY` has shown that it takes one argument. `abs(x, y)`
raises TypeError, and `repr(x)`, which has no handler, is an unsupported construct.

Invariant: a call that CPython refuses raises in the encoding, under exactly the condition under which CPython raises. A
call that is not known here is a cut, and has no alternatives: nothing after it may be concluded.
"""

import datetime
import functools
import itertools
import math
import re
from collections.abc import Callable
from functools import partial
from types import MethodDescriptorType
from typing import Any

from ..ir.python_builtins import FUNCTIONS
from ..ir.sorts import VALUE
from ..ir.statements import Assign, Comprehension, For, Generator, names_of, statements_of, terms_of
from ..ir.terms import TRUE, Term, const, make, subterms, var
from . import (
    aggregates,
    combining,
    conversions,
    counters,
    dates,
    formatting,
    introspection,
    iterators,
    library_results,
    methods,
    real_functions,
    regex,
    whole_numbers,
)
from .abstract_values import (
    AbstractConstant,
    AbstractHelper,
    AbstractNone,
    AbstractSequence,
    AbstractValue,
    Entry,
    Symbolic,
    Visit,
)
from .aggregates import extreme, in_order, known_flag
from .alternatives import Handler, SymbolicArguments, constant, each, iterate, raising, truth, unsupported
from .comprehensions import mapped_sequence, mapping
from .context import Context, single, union
from .encoding_limits import LIMITS
from .expressions import Names, evaluate, evaluates, kept, without_objects
from .guards import conjunction, disjunction
from .iterators import HANDLERS as ITERATORS
from .iterators import zip_strict
from .neighbours import by_neighbours, of_sequences, sequence_of, zipped, zipped_with_next
from .ordering import SortKey
from .quantifiers import over_generator
from .sequences import filtered, iterator_of
from .statements import run_function


@evaluates("python.call")
def call(context: Context, term: Term, names: Names) -> Symbolic:
    """`callee(arguments)`."""
    # The callee is evaluated first (reference, 6.3.4): an unbound name raises before any argument is looked at.
    callee = evaluate(context, term.args[0], names)
    # Lazy forms come before the arguments are evaluated, since they evaluate only a part of them.
    special = _lazy_quantifier(context, term, callee, names)
    if special is None:
        special = _neighbours(context, term, callee, names)
    if special is not None:
        return special
    if "**" in term.data:
        return unsupported(context, "a call with **")
    _seen_names(context, callee, names)
    arguments = [*zip(term.data, term.args[1:], strict=True)]
    # What has a star is unpacked before what comes after it is evaluated, and keywords come last (reference, 6.3.4).
    positional = ((kind, _argument(context, arg, names)) for kind, arg in arguments if kind in (None, "*"))
    rows = combining.starred(context, positional)
    keywords = {kind: _argument(context, arg, names) for kind, arg in arguments if kind not in (None, "*")}
    guarded = []
    for guard, values in rows:
        # Each number of unpacked elements is a case of its own: arity decides between a call and a TypeError.
        with context.under(guard) as possible:
            if possible:
                visit = partial(_apply, context, arguments=values, keywords=keywords)
                guarded.append((guard, each(context, callee, visit, "call")))
    return guarded[0][1] if len(guarded) == 1 and guarded[0][0] is TRUE else union(guarded)


def _argument(context: Context, term: Term, names: Names) -> Symbolic:
    value = evaluate(context, term, names)
    _seen_names(context, value, names)
    return value


def _seen_names(context: Context, value: Symbolic, names: Names) -> None:
    """A helper sees its names as they are when it is called; the encoding knows them where it was defined, and from
    the statements of that block."""
    for guard, abstract in value:
        if isinstance(abstract, AbstractHelper):
            for name in _free_names(abstract, set()):
                if names.get(name) is not abstract.names.get(name):
                    context.unsupported(guard, f"a helper that reads {name}, which has changed")


def _free_names(helper: AbstractHelper, seen: set[int]) -> set[str]:
    """The names that a helper, and those that it may call, reads outside of it."""
    if id(helper) in seen:
        return set()
    # Helpers may call each other in a circle.
    seen.add(id(helper))
    body = helper.definition.body
    terms = list(subterms(*terms_of(body)))
    read = {node.data for node in terms if node.op == "var"}
    bound = (names_of(part.target) for part in statements_of(body) if isinstance(part, (Assign, For)))
    assigned = {node.data for node in terms if node.op == "python.assign"}
    free = read.difference(helper.definition.parameters, assigned, *bound)
    called = [one for name in free for _, one in helper.names.get(name, ()) if isinstance(one, AbstractHelper)]
    return free.union(*(_free_names(other, seen) for other in called))


def _lazy_quantifier(context: Context, term: Term, callee: Symbolic, names: Names) -> Symbolic | None:
    if len(callee.alternatives) != 1 or len(term.args) != 2 or term.data != (None,):
        return None
    abstract = callee.alternatives[0][1]
    argument = _generator_of(term.args[1])
    if not isinstance(abstract, AbstractConstant) or abstract.value not in (all, any):
        return None
    if argument.op != "python.comprehension" or argument.data.kind != "generator":
        return None
    # `all(1 / x > 0 for x in xs)` stops at the first x for which the test is false: on [-1, 0] nothing is divided by
    # zero. Evaluated as an argument the generator would raise first, so a quantifier and its generator are followed
    # together.
    of_map = argument is not term.args[1]
    pairwise = by_neighbours(argument) if context.pairs else None
    if pairwise is None:
        return over_generator(context, argument, names, abstract.value is all, of_map)
    sequence = sequence_of(pairwise)
    # Where xs is a list or a tuple the pairs of neighbours are followed; where it is something else (a set has no
    # slice), the generator is, as it is written.
    sequences, rest = of_sequences(sequence, names)
    guarded = []
    for value, generator in ((sequences, pairwise), (rest, argument)):
        guard = disjunction(*(guard for guard, _ in value))
        with context.under(guard) as possible:
            if possible:
                answer = over_generator(
                    context, generator, {**names, sequence.data: value}, abstract.value is all, of_map
                )
                guarded.append((guard, answer))
    return union(guarded)


def _generator_of(argument: Term) -> Term:
    """`map(f, xs)` as `(f(v) for v in xs)`, and of several sequences as `(f(v, w) for v, w in zip(xs, ys))`, where f is
    a constant, a name or a lambda; any other term as it is."""
    if argument.op != "python.call" or any(argument.data) or len(argument.args) < 3:
        return argument
    # Keywords and stars leave the form that `map` has.
    callee, function, *through = argument.args
    if callee.op != "const" or callee.data is not map:
        return argument
    of_type = function.op == "python.attribute" and function.args[0].op == "const"  # `str.isdigit`
    # A callee that is computed anew for each element might have another value each time.
    if not of_type and function.op not in ("const", "var", "python.lambda"):
        return argument
    # Names that no program has: they cannot capture one of the lambda's.
    names = tuple(f"element {position} of map" for position in range(len(through)))
    items = through[0]
    if len(through) > 1:
        items = make("python.call", [const(zip, VALUE), *through], VALUE, (None,) * len(through), argument.span)
    elements = [var(name, VALUE) for name in names]
    element = make("python.call", [function, *elements], VALUE, (None,) * len(elements), argument.span)
    generator = Generator(names[0] if len(names) == 1 else names, 0)
    return make(
        "python.comprehension", [items, element], VALUE, Comprehension("generator", (generator,)), argument.span
    )


def _neighbours(context: Context, term: Term, callee: Symbolic, names: Names) -> Symbolic | None:
    """`zip(xs, xs[1:])` where xs may be a list or a tuple of the input."""
    sequence = zipped_with_next(term) if context.pairs else None
    if sequence is None or not all(
        isinstance(abstract, AbstractConstant) and abstract.value is zip for _, abstract in callee
    ):
        return None
    sequences, rest = of_sequences(sequence, names)
    pairs = zipped(context, sequences)
    if pairs is None:
        return None
    guard, other_guard = (disjunction(*(guard for guard, _ in value)) for value in (sequences, rest))
    with context.under(other_guard) as possible:
        # What is no list or tuple of the input goes the usual way, under the condition that it is such a value.
        otherwise = call(context, term, {**names, sequence.data: rest}) if possible else Symbolic(())
    return union([(guard, pairs), (other_guard, otherwise)])


def apply(context: Context, callee: Symbolic, arguments: SymbolicArguments) -> Symbolic:
    """Call a symbolic callable with positional arguments."""
    result = each(context, callee, lambda abstract: _apply(context, abstract, arguments, {}), "call")
    return without_objects(context, result)


def _apply(
    context: Context, callee: AbstractValue, arguments: SymbolicArguments, keywords: dict[str, Symbolic]
) -> Symbolic | None:
    # User code first, for a helper may have the name of a builtin.
    if isinstance(callee, AbstractHelper):
        return _call_helper(context, callee, arguments, keywords)
    # A value of the input is no callable: numbers, texts and containers raise alike.
    if not isinstance(callee, AbstractConstant):
        return raising(context, "TypeError")
    if isinstance(callee.value, MethodDescriptorType) and not keywords:
        return methods.unbound(context, callee.value, arguments)
    # Unhashable callables cannot be keys of a table; they are constants of the module, and have no handler.
    by_name, named = NAMED.get(callee.value, ((), None)) if _is_hashable(callee.value) else ((), None)
    if named is not None and keywords.keys() <= {*by_name}:
        return named(context, arguments, keywords, lambda function, values: apply(context, function, values))
    # Keywords only where the table knows all of them: an unknown one would raise, or mean something not followed.
    first, defaults = _KEYWORDS.get(callee.value, (0, {})) if _is_hashable(callee.value) else (0, {})
    if keywords and not (len(arguments) == first and keywords.keys() <= defaults.keys()):
        context.unsupported(TRUE, f"keyword arguments of {_name(callee.value)}")
        return Symbolic(())
    handler = HANDLERS.get(callee.value) if _is_hashable(callee.value) else None
    if handler is None:
        context.unsupported(TRUE, _name(callee.value))
        return Symbolic(())
    # Arity is checked before the handler runs, since handlers unpack what they are given.
    least, most = _ARITY.get(callee.value, (1, 1))
    if not least <= len(arguments) <= most:
        return raising(context, "TypeError")
    if len(arguments) > _FOLLOWED.get(callee.value, most):
        return unsupported(context, f"further arguments of {_name(callee.value)}")
    # Keywords with their defaults fill up the positional arguments, so that a handler has one form of call.
    if len(arguments) == first:
        arguments = [*arguments, *(keywords.get(name, constant(value)) for name, value in defaults.items())]
    return handler(context, arguments)


def _is_hashable(value: Any) -> bool:
    return callable(value) and type(value).__hash__ is not None


def _name(function: Any) -> str:
    return str(getattr(function, "__qualname__", function))


def _call_helper(
    context: Context, helper: AbstractHelper, arguments: SymbolicArguments, keywords: dict[str, Symbolic]
) -> Symbolic | None:
    definition = helper.definition
    signature = definition.signature
    bound_arguments = signature.bound(arguments, keywords, helper.defaults)
    if bound_arguments is None:
        # Too few or too many arguments: Python raises before the body begins.
        return raising(context, "TypeError")
    # Recursion is cut, not assumed to end: inputs that reach this depth are outside of the bounds.
    if context.depth >= LIMITS.nested_calls:
        context.bound(TRUE, "nested calls", most=LIMITS.nested_calls)
        return Symbolic(())
    # Parameters keep what they are given, so an iterator is used up by the callee as by anybody else.
    for value in (*bound_arguments.values.values(), *bound_arguments.rest, *bound_arguments.options.values()):
        kept(context, value)
    bound = dict(bound_arguments.values)
    if signature.rest:
        bound[signature.rest] = single(filtered("tuple", tuple(Entry(TRUE, value) for value in bound_arguments.rest)))
    if signature.options:
        keys = [Entry(TRUE, constant(name)) for name in bound_arguments.options]
        bound[signature.options] = single(mapping(context, keys, list(bound_arguments.options.values())))
    context.depth += 1
    # The depth counts active calls, also where the body raises `Unsupported`.
    try:
        return run_function(context, definition, {**helper.names, **bound})
    finally:
        context.depth -= 1


def _map(context: Context, arguments: SymbolicArguments) -> Symbolic:
    function, *rest = arguments
    # Several sequences are one sequence of rows, as long as the shortest.
    through = rest[0] if len(rest) == 1 else iterators.rows(context, rest)

    def result(entry: Entry) -> Symbolic:
        if len(rest) == 1:
            return apply(context, function, [entry.value])
        ((_, row),) = entry.value
        assert isinstance(row, AbstractSequence)
        return apply(context, function, [entry.value for entry in row.entries])

    # The result is lazy in Python: what computing an element raises is deferred to its use (`mapped_sequence`).
    guarded = []
    for guard, items in iterate(context, through, skolem_constants=True):
        with context.under(guard) as possible:
            if possible:
                guarded.append((guard, single(mapped_sequence(context, items, "iterator", result))))
    return union(guarded)


def _filter(context: Context, arguments: SymbolicArguments) -> Symbolic:
    function, value = arguments
    guarded = []
    for guard, items in iterate(context, value):
        entries = []
        for entry in items.entries:
            with context.under(conjunction(guard, entry.present)) as possible:
                if possible:
                    keeps = truth(context, each(context, function, _keep(context, entry.value), "filter"))
                    entries.append(Entry(conjunction(entry.present, keeps), entry.value))
        # Of elements that are not shown nobody knows which ones are kept.
        context.bound(conjunction(guard, items.more), "elements of a sequence", most=len(items.entries))
        guarded.append((guard, iterator_of(entries)))
    return union(guarded)


def _keep(context: Context, value: Symbolic) -> Visit:
    """filter's test of a value: None stands for its truth."""
    return lambda function: value if isinstance(function, AbstractNone) else _apply(context, function, [value], {})


_ARITY: dict[Any, tuple[int, int]] = {
    **{row.value: (row.least, row.most) for row in FUNCTIONS},
    next: (1, 2),
    re.match: (2, 3),
    re.fullmatch: (2, 3),
    re.search: (2, 3),
    re.compile: (1, 2),
    re.sub: (3, 5),
    re.findall: (2, 3),
    re.split: (2, 4),
    dict.fromkeys: (1, 2),
    math.isclose: (2, 2),
    math.log: (1, 2),
    **combining.ARITY,
    **counters.ARITY,
    **library_results.ARITY,
    **whole_numbers.ARITY,
}
"""How many positional arguments a builtin takes, where it is not exactly one."""

_FOLLOWED: dict[Any, int] = {re.sub: 3, re.findall: 2, re.split: 2, iter: 1}
"""How many of these are followed, where it takes more: further ones are unsupported, and no TypeError."""

_KEYWORDS: dict[Any, tuple[int, dict[str, Any]]] = {
    math.isclose: (2, {"rel_tol": 1e-9, "abs_tol": 0.0}),
    **{matching: (2, {"flags": 0}) for matching in (re.match, re.fullmatch, re.search)},
    sum: (1, {"start": 0}),
    math.prod: (1, {"start": 1}),
    enumerate: (1, {"start": 0}),
    int.from_bytes: (1, {"byteorder": "big"}),
}
"""Arguments after so many that may be given by keyword, with their defaults."""

HANDLERS: dict[Any, Handler] = {
    **aggregates.HANDLERS,
    **combining.HANDLERS,
    **counters.HANDLERS,
    **formatting.HANDLERS,
    **iterators.HANDLERS,
    **introspection.HANDLERS,
    **conversions.HANDLERS,
    **library_results.HANDLERS,
    **real_functions.HANDLERS,
    **regex.HANDLERS,
    **whole_numbers.HANDLERS,
    map: iterators.lazily(_map, first=1),
    filter: iterators.lazily(_filter, first=1),
}


# -- arguments that are given by keyword alone: `sorted(xs, key=f)`, `max(xs, default=0)`

Keywords = dict[str, Symbolic]
Apply = Callable[[Symbolic, SymbolicArguments], Symbolic]
"""Calls a symbolic callable."""
NamedHandler = Callable[[Context, SymbolicArguments, Keywords, Apply], Symbolic]
NOTHING = constant(None)


def _sorted(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    if len(arguments) != 1:
        return raising(context, "TypeError")
    key = _key(keywords, apply)
    return in_order(context, arguments[0], keywords.get("reverse", constant(False)), key)


def _extreme(least: bool) -> NamedHandler:
    def handler(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
        if not arguments:
            return raising(context, "TypeError")
        return extreme(context, arguments, least, _key(keywords, apply), keywords.get("default"))

    return handler


def _zip(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    strict = known_flag(keywords.get("strict", constant(False)))
    if strict is None:
        return unsupported(context, "zip with an unknown strict")
    return zip_strict(context, arguments) if strict else ITERATORS[zip](context, arguments)


def _reduce(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    if not 2 <= len(arguments) <= 3:
        return raising(context, "TypeError")
    return combining.reduced(context, partial(apply, arguments[0]), arguments[1:])


def _accumulate(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    if not 1 <= len(arguments) <= 2 or (len(arguments) == 2 and "func" in keywords):
        return raising(context, "TypeError")
    function = arguments[1] if len(arguments) == 2 else keywords.get("func", NOTHING)
    step = None if _is_none(function) else partial(apply, function)
    initial = keywords.get("initial", NOTHING)
    # None means that there is no initial value, so that the result has one element less.
    if not _is_none(initial) and any(isinstance(abstract, AbstractNone) for _, abstract in initial):
        return unsupported(context, "accumulate with an initial value that may be None")
    first = None if _is_none(initial) else initial

    def accumulate(inside: Context, values: SymbolicArguments) -> Symbolic:
        return combining.accumulated(inside, step, values[0], first)

    return iterators.lazily(accumulate)(context, arguments[:1])


def _product(context: Context, arguments: SymbolicArguments, keywords: Keywords, apply: Apply) -> Symbolic:
    repeat = combining.known(keywords.get("repeat", constant(1)))
    if repeat is None:
        return unsupported(context, "product of an unknown number of repetitions")
    return raising(context, "ValueError") if repeat < 0 else combining.product(context, arguments, repeat)


def _is_none(value: Symbolic) -> bool:
    return all(isinstance(abstract, AbstractNone) for _, abstract in value)


def _key(keywords: Keywords, apply: Apply) -> SortKey | None:
    """The function of `key=`; None where that is None, or not given."""
    key = keywords.get("key", NOTHING)
    if _is_none(key):
        return None
    return lambda value: apply(key, [value])


NAMED: dict[Any, tuple[tuple[str, ...], NamedHandler]] = {
    sorted: (("key", "reverse"), _sorted),
    min: (("key", "default"), _extreme(True)),
    max: (("key", "default"), _extreme(False)),
    zip: (("strict",), _zip),
    functools.reduce: ((), _reduce),
    itertools.accumulate: (("func", "initial"), _accumulate),
    itertools.product: (("repeat",), _product),
    datetime.timedelta: (tuple(dates.UNITS), dates.duration),
}
"""Builtins with the arguments that they take by keyword alone."""
