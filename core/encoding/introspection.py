"""Builtins that ask what a value is: isinstance, type, hash, callable, hasattr."""

from collections import Counter
from collections.abc import Callable
from types import UnionType
from typing import Any

from ..ir.build import eq, integer, ite, lt
from ..ir.sorts import INT
from ..ir.terms import FALSE, TRUE, Term
from .abstract_values import (
    AbstractConstant,
    AbstractHelper,
    AbstractNode,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Symbolic,
    is_counter,
    kind_of,
)
from .alternatives import (
    TYPES,
    Handler,
    SymbolicArguments,
    boolean,
    constant,
    each,
    has_attribute,
    raising,
    truth,
    type_of,
)
from .context import Context, int_value
from .guards import conjunction, disjunction, negation
from .hashing import hashable
from .numbers import LARGEST, as_int
from .sequences import from_values, sequence


def _isinstance(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """The second argument is a type, or a tuple of such arguments, of which the first that fits ends the test:
    `isinstance(1, (int, 0))` is true, `isinstance("", (int, 0))` raises TypeError, as any other argument does."""
    value, kinds = arguments

    def test(kind: AbstractValue) -> Symbolic | None:
        match kind:
            case AbstractConstant(type() as expected):
                # Of each alternative the class is known, so `isinstance` is a disjunction of guards.
                fitting = [(guard, _is_instance(abstract, expected)) for guard, abstract in value]
                # Of an iterator or a library object the class is known only in part.
                unsure = disjunction(*(guard for guard, fits in fitting if fits is None))
                context.unsupported(unsure, f"isinstance with {expected.__name__}")
                return boolean(disjunction(*(guard for guard, fits in fitting if fits)))
            # `int | str` tests its members in turn.
            case AbstractConstant(UnionType(__args__=members)) if all(isinstance(member, type) for member in members):
                return boolean(_any_of(context, from_values("tuple", [*map(constant, members)]), test))
            case AbstractSequence("tuple") | AbstractNode("tuple") if (items := sequence(context, kind)) is not None:
                return boolean(_any_of(context, items, test))
            # A class with its own `__instancecheck__` may answer anything.
            case AbstractConstant() | AbstractHelper():
                return None
        return raising(context, "TypeError")

    return each(context, kinds, test, "isinstance")


def _any_of(context: Context, items: AbstractSequence, test: Callable[[AbstractValue], Symbolic | None]) -> Term:
    """Whether one of the elements passes a test; those after it are not tested."""
    term: Term = FALSE
    for entry in items.entries:
        with context.under(conjunction(entry.present, negation(term))) as possible:
            if possible:
                passed = truth(context, each(context, entry.value, test, "isinstance"))
                term = disjunction(term, conjunction(entry.present, passed))
    context.bound(conjunction(items.more, negation(term)), "elements of a tuple of types")
    return term


def _is_instance(abstract: AbstractValue, expected: type) -> bool | None:
    """Whether a value is an instance; None where its type is not known as well as that: of an iterator it is known that
    it is no list, and not whether it is reversible."""
    if isinstance(abstract, AbstractConstant):
        return isinstance(abstract.value, expected)
    if is_counter(abstract):
        return issubclass(Counter, expected)
    kind = TYPES.get(kind_of(abstract))
    if kind is not None:
        return issubclass(kind, expected)
    if expected is object:
        return True
    return False if expected in TYPES.values() else None


def _type(context: Context, arguments: SymbolicArguments) -> Symbolic:
    if len(arguments) != 1:
        context.unsupported(TRUE, "type with three arguments")
        return Symbolic(())
    return each(context, arguments[0], type_of, "type")


def _hash(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """Exact for whole numbers (library reference, "Hashing of numeric types"; -1 gives -2), any Int for the rest.

    Assumes: a whole number below 2**50 hashes to itself, but -1 to -2.
    """
    context.require(hashable(context, arguments[0]), "TypeError")
    # Equal values have equal hashes: one variable for all is weaker than that, and sound.
    # A proof may say "any whole number", since what holds for all of them holds for the real one; a test with an
    # impossible one does not replay.
    any_hash = context.fresh("hash", INT)

    def apply_to(abstract: AbstractValue) -> Symbolic:
        number = as_int(abstract)
        if number is None:
            return int_value(any_hash)
        # The modulus of hashes of numbers is 2**61 - 1: below 2**50 nothing wraps around. -1 is the error code of C.
        small = conjunction(lt(integer(-LARGEST), number), lt(number, integer(LARGEST)))
        return int_value(ite(small, ite(eq(number, integer(-1)), integer(-2), number), any_hash))

    return each(context, arguments[0], apply_to, "hash")


def _callable(context: Context, arguments: SymbolicArguments) -> Symbolic:
    return boolean(
        disjunction(
            *(
                guard
                for guard, abstract in arguments[0]
                if isinstance(abstract, AbstractHelper)
                or (isinstance(abstract, AbstractConstant) and callable(abstract.value))
            )
        )
    )


def _hasattr(context: Context, arguments: SymbolicArguments) -> Symbolic:
    def with_name(name: AbstractValue) -> Symbolic | None:
        if not isinstance(name, AbstractText):
            return raising(context, "TypeError")
        if name.term.op != "const":
            return None
        return each(context, arguments[0], lambda abstract: _has(abstract, name.term.data), "hasattr")

    return each(context, arguments[1], with_name, "hasattr")


def _has(abstract: AbstractValue, name: str) -> Symbolic | None:
    if isinstance(abstract, AbstractConstant):
        return boolean(TRUE if hasattr(abstract.value, name) else FALSE)
    if is_counter(abstract):
        return boolean(TRUE if hasattr(Counter, name) else FALSE)
    kind = TYPES.get(kind_of(abstract))
    return None if kind is None else boolean(TRUE if has_attribute(kind, name) else FALSE)


HANDLERS: dict[Any, Handler] = {
    isinstance: _isinstance,
    type: _type,
    hash: _hash,
    callable: _callable,
    hasattr: _hasattr,
}
