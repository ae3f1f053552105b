"""Constructors of typed terms: they check sorts and fold what is plainly constant, keeping definedness.

`op` is the general one and folds nothing. All raise SortError when arguments do not fit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from ..errors import OutOfFuel, SortError
from ..spans import Span
from .contracts import Datatype
from .operator_names import OperatorName, operator_name
from .operators.context import EvaluationContext, Undecided, Undefined
from .operators.table import STRICT, result_sort, row_of
from .sorts import BOOL, DOMAIN, INT, REAL, STRING, Sort, seq_of
from .terms import Binder, Term, const, make
from .variables import Name


def op(name: OperatorName, *args: Term, data: Any = None, sort: Sort | None = None, span: Span | None = None) -> Term:
    """The term of an operator. `sort` is needed where arguments do not determine it (see `SortRule`): for what is
    declared elsewhere and empty literals. Elsewhere it is checked when given."""
    row = row_of(name, args)
    if sort is not None and (row.sorts.result is None or (row.sorts.empty_is_given and not args)):
        return make(name, args, sort, data, span)
    determined_sort = result_sort(row, args, data)
    if sort is not None and sort != determined_sort:
        raise SortError(f"{name} has sort {determined_sort} here, not {sort}")
    return make(name, args, determined_sort, data, span)


def is_value(term: Term) -> bool:
    """Is it a constant?"""
    return term.op == "const"


def is_true(term: Term) -> bool:
    return term.op == "const" and term.data is True


def is_false(term: Term) -> bool:
    return term.op == "const" and term.data is False


def boolean(value: bool, span: Span | None = None) -> Term:
    return const(value, BOOL, span)


def integer(value: int, span: Span | None = None) -> Term:
    return const(value, INT, span)


def real(value: Fraction | int | str, span: Span | None = None) -> Term:
    """A real constant; text is a decimal such as "3.14"."""
    return const(Fraction(value), REAL, span)


def string(value: str, span: Span | None = None) -> Term:
    return const(value, STRING, span)


def folded(term: Term, datatypes: Mapping[str, Datatype] = {}) -> Term:
    """The constant that a strict operator gives on constants; the term itself when it gives none."""
    function = STRICT.get(term.op)
    if function is None or not all(map(is_value, term.args)):
        return term
    try:
        value = function(term, EvaluationContext(datatypes=datatypes), *(arg.data for arg in term.args))
    except (Undefined, Undecided, OutOfFuel):
        return term
    return const(value, term.sort, term.span)


def conj(*terms: Term, span: Span | None = None) -> Term:
    """`and`, left to right. What follows a literal false is never needed and is dropped."""
    return _connective("and", terms, unit=True, span=span)


def conjuncts(term: Term) -> Iterator[Term]:
    """The parts of a conjunction, from left to right, those of parts included."""
    return operands("and", term)


def operands(operator: str, term: Term) -> Iterator[Term]:
    """What an associative operator joins, from left to right: of `a + b + c` all three; of a term with another operator
    that itself."""
    pending = [term]
    while pending:
        node = pending.pop()
        if node.op == operator:
            pending.extend(reversed(node.args))
        else:
            yield node


def in_domain(variable: Term, domain: Term) -> list[Term]:
    """What its domain says of a bound variable, as conditions; nothing of one that is unbounded, nor of the elements of
    an array."""
    match domain.op:
        case "range":
            return [le(domain.args[0], variable), lt(variable, domain.args[1])]
        case "elements" if domain.args[0].sort.kind != "Array":
            member = operator_name(f"{domain.args[0].sort.kind.lower()}.member")
            return [op(member, variable, domain.args[0])]
        case _:
            return []


def disj(*terms: Term, span: Span | None = None) -> Term:
    """`or`, left to right. What follows a literal true is never needed and is dropped."""
    return _connective("or", terms, unit=False, span=span)


def _connective(name: OperatorName, terms: Iterable[Term], *, unit: bool, span: Span | None) -> Term:
    kept: list[Term] = []
    pending = list(terms)[::-1]
    # A stack in place of recursion: conjunctions may be thousands deep.
    while pending:
        term = pending.pop()
        if term.sort != BOOL:
            raise SortError(f"an argument of {name} has sort {term.sort}, not Bool")
        # One with a place in the source stays one part, so that it can be shown.
        if term.op == name and term.span is None:
            pending.extend(reversed(term.args))
        # The unit is dropped; what decides ends the chain.
        elif not is_value(term):
            kept.append(term)
        elif term.data is not unit:
            kept.append(term)
            break
    kept = list(dict.fromkeys(kept))  # flattening shared connectives would double them level by level
    if not kept:
        return boolean(unit, span)
    return kept[0] if len(kept) == 1 else make(name, kept, BOOL, None, span)


def joined(name: OperatorName, terms: Sequence[Term], empty: Term) -> Term:
    """An operator of any number of arguments over these: the one where there is one, `empty` where there is none."""
    if len(terms) > 1:
        return op(name, *terms)
    return terms[0] if terms else empty


def negate(term: Term, span: Span | None = None) -> Term:
    if term.op == "not":
        return term.args[0]
    return folded(op("not", term, span=span))


def implies(condition: Term, conclusion: Term, span: Span | None = None) -> Term:
    if is_false(condition):
        return boolean(True, span)
    implication = op("implies", condition, conclusion, span=span)
    return conclusion if is_true(condition) else implication


def iff(left: Term, right: Term, span: Span | None = None) -> Term:
    return eq(left, right, span)


def eq(left: Term, right: Term, span: Span | None = None) -> Term:
    equation = op("eq", left, right, span=span)
    # Only of a variable: a term equals itself where it has a value.
    if left.op == right.op == "var" and left.data == right.data:
        return boolean(True, span)
    for constant_side, term in ((left, right), (right, left)):
        if is_true(constant_side):
            return term
        if is_false(constant_side):
            return negate(term, span)
    return folded(equation)


def ne(left: Term, right: Term, span: Span | None = None) -> Term:
    return negate(eq(left, right, span), span)


def ite(condition: Term, then: Term, orelse: Term, span: Span | None = None) -> Term:
    choice = op("ite", condition, then, orelse, span=span)
    return (then if condition.data else orelse) if is_value(condition) else choice


def add(*terms: Term, span: Span | None = None) -> Term:
    return _chain("add", terms, span)


def mul(*terms: Term, span: Span | None = None) -> Term:
    return _chain("mul", terms, span)


def _chain(name: OperatorName, terms: Sequence[Term], span: Span | None) -> Term:
    """A left-associative chain of a binary operator whose unit is dropped."""
    if not terms:
        raise SortError(f"{name} of nothing has no sort")
    unit = 0 if name == "add" else 1
    result = terms[0]
    for term in terms[1:]:
        combined = op(name, result, term, span=span)
        # After `op`, which has checked the sorts: a unit of another sort is an error, and not dropped.
        if is_value(term) and term.data == unit:
            continue
        result = term if is_value(result) and result.data == unit else folded(combined)
    return result


def sub(left: Term, right: Term, span: Span | None = None) -> Term:
    difference = op("sub", left, right, span=span)
    return left if is_value(right) and right.data == 0 else folded(difference)


Division = Literal["euclidean", "floor", "truncating"]
"""How `/` and `%` of whole numbers round: the remainder is never negative, has the sign of the divisor, or has that of
the dividend."""


def quotient(left: Term, right: Term, division: Division, span: Span | None = None) -> Term:
    """The quotient of two whole numbers as a language has it; undefined where the divisor is 0."""
    euclidean_quotient = op("div", left, right, span=span)
    match division:
        case "floor":
            # The Euclidean quotient is the ceiling where the divisor is negative.
            above = conj(lt(right, integer(0)), ne(op("mod", left, right), integer(0)))
            return ite(above, sub(euclidean_quotient, integer(1)), euclidean_quotient, span=span)
        case "truncating":
            return ite(ge(left, integer(0)), euclidean_quotient, neg(op("div", neg(left), right)), span=span)
    return euclidean_quotient


def remainder(left: Term, right: Term, division: Division, span: Span | None = None) -> Term:
    """What `quotient` leaves."""
    return sub(left, mul(right, quotient(left, right, division)), span=span)


def neg(term: Term, span: Span | None = None) -> Term:
    return folded(op("neg", term, span=span))


def lt(left: Term, right: Term, span: Span | None = None) -> Term:
    return folded(op("lt", left, right, span=span))


def le(left: Term, right: Term, span: Span | None = None) -> Term:
    return folded(op("le", left, right, span=span))


def gt(left: Term, right: Term, span: Span | None = None) -> Term:
    return folded(op("gt", left, right, span=span))


def ge(left: Term, right: Term, span: Span | None = None) -> Term:
    return folded(op("ge", left, right, span=span))


UNBOUNDED = make("unbounded", (), DOMAIN)


def between(low: Term, high: Term, span: Span | None = None) -> Term:
    """The domain low <= x < high."""
    return op("range", low, high, span=span)


def elements(collection: Term, span: Span | None = None) -> Term:
    """The domain of a collection's elements."""
    return op("elements", collection, span=span)


def forall(binders: Sequence[Binder], body: Term, domains: Sequence[Term] = (), span: Span | None = None) -> Term:
    """`domains` has one per binder, or is empty: all unbounded."""
    return quantifier("forall", binders, body, domains, span)


def exists(binders: Sequence[Binder], body: Term, domains: Sequence[Term] = (), span: Span | None = None) -> Term:
    return quantifier("exists", binders, body, domains, span)


def quantifier(
    name: OperatorName, binders: Sequence[Binder], body: Term, domains: Sequence[Term] = (), span: Span | None = None
) -> Term:
    """`forall` or `exists`; without binders, the body."""
    if not binders:
        return body
    domains = tuple(domains) or (UNBOUNDED,) * len(binders)
    return op(name, *domains, body, data=tuple(binders), span=span)


def let(binder: Binder, value: Term, body: Term, span: Span | None = None) -> Term:
    return op("let", value, body, data=(binder,), span=span)


def call(name: Name, *args: Term, sort: Sort, span: Span | None = None) -> Term:
    return op("call", *args, data=name, sort=sort, span=span)


def sequence(items: Iterable[Term], element: Sort, span: Span | None = None) -> Term:
    """A seq display; `element` is needed for the empty one."""
    return folded(op("seq.literal", *items, sort=seq_of(element), span=span))
