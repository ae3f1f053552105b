"""What one row of the table of operators says, and the conditions of definedness that rows share, as plain terms:
`core/ir/definedness.py` folds what is constant in them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from attrs import field, frozen

from ...errors import SortError
from ..operator_names import OperatorName
from ..sorts import BOOL, INT, REAL, Sort, uninterpreted
from ..terms import ZERO, Term, const, make
from ..type_instances import is_generic, matched, replace_sorts

Strict = Callable[..., Any]
"""(term, context, *values of the arguments) → value. Raises Undefined, Undecided or OutOfFuel."""

T, K, V = uninterpreted("T"), uninterpreted("K"), uninterpreted("V")
"""Sort variables of signatures: each stands for one sort in all places."""


@frozen(slots=True)
class SortRule:
    """How an operator's sort follows from its arguments.

    `arity`: the argument count (None: any). `result`: (operator, sorts of the arguments, data) → sort, which raises
    SortError where they do not fit; None: arguments never determine the sort, so who makes the term gives it.
    `empty_is_given`: without arguments, too, the sort is given."""

    arity: int | None
    result: Callable[[str, Sequence[Sort], Any], Sort] | None
    empty_is_given: bool = False


@frozen(slots=True)
class Operator:
    """An operator: everything that its users have to know.

    `domain` gives the conditions under which it has a value when its arguments have one: Bool terms, each of which
    is total where those before it hold. None: it is total, or decides itself which arguments it needs.
    `evaluate` gives the value from the arguments' values; it raises Undefined exactly where `domain` is false. None
    for what is not *strict* (connectives, binders, Python's operators), which `core/evaluate` computes.
    `smtlib` is the SMT-LIB function of the same arguments in the same order, where there is one; what takes any
    number of arguments has in `smtlib_unit` the text of its application to none."""

    name: OperatorName
    sorts: SortRule
    meaning: str = field(default="", kw_only=True)
    domain: Callable[[Term], tuple[Term, ...]] | None = field(default=None, kw_only=True)
    evaluate: Strict | None = field(default=None, kw_only=True)
    smtlib: str | None = field(default=None, kw_only=True)
    smtlib_unit: str = field(default="", kw_only=True)


_PLAIN: dict[Strict, Callable[..., Any]] = {}


def plain(function: Callable[..., Any]) -> Strict:
    """A strict operator that needs nothing but its values."""

    def evaluate(term: Term, context: Any, *values: Any) -> Any:
        return function(*values)

    _PLAIN[evaluate] = function
    return evaluate


def of_values(strict: Strict) -> Callable[..., Any] | None:
    """The function of the values that a strict operator is, where it needs nothing but them."""
    return _PLAIN.get(strict)


def signature(*parameters: Sort, gives: Sort, kinds: Sequence[str] = ()) -> SortRule:
    """Arguments of these sorts give that sort. `T`, `K` and `V` are sort variables; `kinds` says what `T` may be.

    Example: `signature(seq_of(T), INT, gives=T)` for the element at an index."""
    if not kinds and not any(map(is_generic, parameters)):
        return SortRule(len(parameters), lambda op, sorts, data: _fixed(op, sorts, parameters, gives))

    @lru_cache(maxsize=1_000)  # Terms by the million have few sorts.
    def result(op: str, sorts: tuple[Sort, ...]) -> Sort:
        return _instance(op, sorts, parameters, gives, kinds)

    return SortRule(len(parameters), lambda op, sorts, data: result(op, tuple(sorts)))


def each(parameter: Sort, *, gives: Sort) -> SortRule:
    """Any number of arguments of one sort. When that is a variable, an empty application says nothing of it."""

    generic = is_generic(gives)

    def result(op: str, sorts: Sequence[Sort], data: Any) -> Sort:
        if not generic:
            return _fixed(op, sorts, (parameter,) * len(sorts), gives)
        if not sorts:
            raise SortError(f"the sort of an empty {op} must be given")
        return _instance(op, sorts, (parameter,) * len(sorts), gives, ())

    return SortRule(None, result, empty_is_given=generic)


def given(arity: int | None) -> SortRule:
    """The sort is declared elsewhere: who makes the term gives it."""
    return SortRule(arity, None)


def expect(op: str, sorts_given: Sequence[Sort], sorts_needed: Sequence[Sort]) -> None:
    """Raises SortError for the first sort that is not the wanted one."""
    for position, (have, need) in enumerate(zip(sorts_given, sorts_needed, strict=True)):
        if have != need:
            raise SortError(f"argument {position + 1} of {op} has sort {have}, not {need}")


def parts(op: str, sort: Sort, kind: str) -> tuple[Sort, ...]:
    """The argument sorts of a sort, which must be of this kind."""
    if sort.kind != kind:
        raise SortError(f"{op} needs a {kind}, not {sort}")
    return sort.args


def _fixed(op: str, sorts_given: Sequence[Sort], sorts_needed: Sequence[Sort], gives: Sort) -> Sort:
    expect(op, sorts_given, sorts_needed)
    return gives


def _instance(
    op: str, sorts_given: Sequence[Sort], sorts_needed: Sequence[Sort], gives: Sort, kinds: Sequence[str]
) -> Sort:
    types: dict[str, Sort] = {}
    for position, (have, need) in enumerate(zip(sorts_given, sorts_needed, strict=True)):
        if not matched(need, have, types):
            needed_here = replace_sorts(need, types)
            raise SortError(f"argument {position + 1} of {op} has sort {have}, not {needed_here}")
    if kinds and types[str(T.label)].kind not in kinds:
        raise SortError(f"{op} is not defined on {types[str(T.label)]}")
    return replace_sorts(gives, types)


def at_most(low: Term, high: Term) -> Term:
    return make("le", (low, high), BOOL)


def below(low: Term, high: Term) -> Term:
    return make("lt", (low, high), BOOL)


def between(low: int, value: Term, high: int) -> tuple[Term, ...]:
    """low <= value <= high."""
    return at_most(const(low, INT), value), at_most(value, const(high, INT))


def nonzero(term: Term) -> tuple[Term, ...]:
    """The condition under which a division is defined: the divisor is not 0."""
    divisor = term.args[1]
    zero = const(Fraction(0) if divisor.sort == REAL else 0, divisor.sort)
    return (_not(make("eq", (divisor, zero), BOOL)),)


def indexed(length: OperatorName) -> Callable[[Term], tuple[Term, ...]]:
    """The second argument is an index of the first, whose length is this operator's."""

    def condition(term: Term) -> tuple[Term, ...]:
        sequence, index = term.args[:2]
        return at_most(ZERO, index), below(index, make(length, (sequence,), INT))

    return condition


def not_null(term: Term) -> tuple[Term, ...]:
    """The first argument is an array."""
    return (_not(make("array.is_null", term.args[:1], BOOL)),)


def constructed(term: Term) -> tuple[Term, ...]:
    """The first argument was made by the constructor that `data` names first."""
    return (make("datatype.is", term.args[:1], BOOL, term.data[0]),)


def _not(condition: Term) -> Term:
    return make("not", (condition,), BOOL)
