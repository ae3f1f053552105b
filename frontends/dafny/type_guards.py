"""What values satisfy by their types, beyond the sort: `0 <= value` of a nat, and the same of each element of a
`seq<nat>`."""

from collections.abc import Callable, Sequence

from ...core.ir.build import conj, disj, forall, ge, implies, integer, negate, op
from ...core.ir.operator_names import operator_name
from ...core.ir.sorts import INT, Sort
from ...core.ir.substitution import unused_name
from ...core.ir.terms import Binder, Term, const, var
from .classes import NULL

TypeGuard = Callable[[Term], Term]
"""A value → that it is of the type."""


def is_object(value: Term) -> Term:
    """The term that a value of type `object` is not null."""
    return negate(op("eq", value, const(NULL, value.sort)))


def natural(value: Term) -> Term:
    """0 <= value, the guard of nat."""
    return ge(value, integer(0))


def tuple_guard(parts: list[TypeGuard | None]) -> TypeGuard | None:
    """What the types of its parts say of a tuple; None where they say nothing."""
    guards = [(index, guard) for index, guard in enumerate(parts) if guard is not None]
    if not guards:
        return None
    return lambda value: conj(*(guard(op("tuple.at", value, data=index)) for index, guard in guards))


def elements_guard(sort: Sort, guard: TypeGuard | None) -> TypeGuard | None:
    """What the type of its elements says of a seq, set, multiset or array, or of the elements of an array that a field
    holds, which are a seq."""
    if guard is None:
        return None

    def every(value: Term) -> Term:
        kind = value.sort.kind.lower()
        if kind in ("set", "multiset"):
            element = var(unused_name("element'", value), sort.args[0])
            return _for_all(element, op(operator_name(f"{kind}.member"), element, value), guard(element))
        index = var(unused_name("index'", value), INT)
        inside = conj(op("le", integer(0), index), op("lt", index, op(operator_name(f"{kind}.len"), value)))
        return _for_all(index, inside, guard(op(operator_name(f"{kind}.at"), value, index)))

    return every


def unless_null(guard: TypeGuard | None) -> TypeGuard | None:
    """What the type of its elements says of an array that may be null, or of the elements of one that a field holds,
    of which there are none if it is null."""
    if guard is None:
        return None

    def every(value: Term) -> Term:
        return guard(value) if value.sort.kind == "Seq" else disj(op("array.is_null", value), guard(value))

    return every


def map_guard(sort: Sort, key_guard: TypeGuard | None, value_guard: TypeGuard | None) -> TypeGuard | None:
    """What the types of keys and values say of a map."""
    if key_guard is None and value_guard is None:
        return None

    def every(value: Term) -> Term:
        key = var(unused_name("key'", value), sort.args[0])
        parts = [] if key_guard is None else [key_guard(key)]
        if value_guard is not None:
            parts.append(value_guard(op("map.at", value, key)))
        return _for_all(key, op("map.member", key, value), conj(*parts))

    return every


def arrow_guard(sort: Sort, guards: Sequence[TypeGuard | None], result: TypeGuard | None) -> TypeGuard | None:
    """What the type of its results says of a total function: of `f: nat -> nat`, that it gives no negative number where
    it is given none."""
    if result is None:
        return None

    def every(value: Term) -> Term:
        numbered = enumerate(sort.args[:-1], 1)
        arguments = [var(unused_name(f"argument{number}'", value), each) for number, each in numbered]
        typed = conj(*(guard(argument) for guard, argument in zip(guards, arguments, strict=True) if guard is not None))
        binders = [Binder(argument.data, argument.sort) for argument in arguments]
        return forall(binders, implies(typed, result(op("apply", value, *arguments))))

    return every


def _for_all(variable: Term, condition: Term, conclusion: Term) -> Term:
    return forall((Binder(variable.data, variable.sort),), implies(condition, conclusion))
