"""`match` statements as assignments and conditionals (language reference, section 8.6).

A pattern is a test of its subject, and what its names are bound to when that is true:

    match x:                          if isinstance(x, Sequence) and … and len(x) == 2 and x[0] == 1:
        case [1, rest]: A       →         rest = x[1]; A
        case None if y: B             elif x is None and y: B

Tests have no effect, and are made in the order of the pattern. Names are bound when the whole pattern fits, as CPython
does it (the reference leaves open what a pattern binds that fails); a guard sees them, and they stay bound when it is
false.

Invariant: the subject is evaluated once, and read in every test: where a pattern or a guard may bind its name, it gets
a name of its own. A pattern that Python refuses as it runs (`int(a, b)`) is not lowered.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen
from lark import Tree

from ...core.errors import Unsupported
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Assign, Comprehension, Generator, If, Statement
from ...core.ir.terms import Term, const, make, var
from ...core.spans import Span
from .expressions import Lowering
from .made_terms import called, compared, is_instance, sliced
from .names import captured_names, identifier
from .object_parameters import ObjectParameter
from .strings import value

_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""The classes whose only positional pattern is one for the whole object (reference, section 8.6.4.10)."""
_NO_SEQUENCES = (str, bytes, bytearray)
"""Sequences that no sequence pattern fits (reference, section 8.6.4.8)."""


@frozen(slots=True)
class _Fit:
    """When a pattern fits, and what it binds then."""

    tests: tuple[Term, ...] = ()
    bindings: tuple[tuple[str, Term], ...] = ()

    def __add__(self, other: "_Fit") -> "_Fit":
        return _Fit((*self.tests, *other.tests), (*self.bindings, *other.bindings))


def match_statement(
    children: Sequence[Any], lowering: Lowering, suite: Callable[[Tree[Any]], tuple[Statement, ...]], span: Span
) -> list[Statement]:
    """The statements of a `match`: its parts are the keyword, the subject and the cases; `suite` lowers a block. Raises
    Unsupported."""
    _, tree, *cases = children
    subject, first = lowering.term(tree), list[Statement]()
    binds = {name for case in cases for name in captured_names(case.children[1])}
    guarded = any(any(True for _ in case.children[2].find_data("walrus")) for case in cases if case.children[2])
    members = [_of_members(case.children[1], tree, lowering) for case in cases]
    parameter_given = lowering.named.parameter_of(tree)
    # Of a parameter that may be an object each case asks whether it is equal to a member, without an intermediate
    # variable: no term stands for the object as a whole.
    if parameter_given is not None and parameter_given.name not in binds and not guarded and None not in members:
        chain: tuple[Statement, ...] = ()
        for case, fit in zip(reversed(cases), reversed(members), strict=True):
            assert fit is not None
            chain = _case(case, fit, lowering, suite, chain)
        return list(chain)
    # A subject that is computed is evaluated once, before any pattern; and so is a variable that a case or a guard
    # binds anew.
    if subject.op != "var" or subject.data in binds or guarded:
        name = f"_subject_{span.line}_{span.column}"
        first.append(Assign(name, subject, span))
        subject = var(name, VALUE, subject.span)
    # From the last case to the first: each is the `else` of the one before it.
    orelse: tuple[Statement, ...] = ()
    for case in reversed(cases):
        orelse = _case(case, _fit(case.children[1], subject, lowering), lowering, suite, orelse)
    return [*first, *orelse]


def _case(
    case: Tree[Any],
    fit: _Fit,
    lowering: Lowering,
    suite: Callable[[Tree[Any]], tuple[Statement, ...]],
    orelse: tuple[Statement, ...],
) -> tuple[Statement, ...]:
    case_children: list[Any] = case.children
    _, pattern, guard, block = case_children
    span = lowering.source.span(pattern)
    body = suite(block)
    if guard is None:
        bound = tuple(Assign(name, term, span) for name, term in fit.bindings)
        return (If(_all(fit.tests, span), (*bound, *body), orelse, span),) if fit.tests else (*bound, *body)
    tests = list(fit.tests)
    if fit.bindings:
        # A tuple with elements is true, whatever these are: names are bound between the pattern and the guard.
        assigned = [make("python.assign", [term], VALUE, name, span) for name, term in fit.bindings]
        tests.append(make("python.tuple", assigned, VALUE, None, span))
    return (If(_all([*tests, lowering.term(guard)], span), body, orelse, span),)


def _of_members(pattern: Tree[Any], tree: Tree[Any], lowering: Lowering) -> _Fit | None:
    """What `case Color.RED | None` says of a parameter that may be a member of Color: a value fits where it is equal;
    and what `case Box(size=0)` says of one that may be a Box. None for any other pattern or subject."""
    span = lowering.source.span(pattern)
    pattern_children: list[Any] = pattern.children
    match pattern.data:
        # The wildcard is the only name that is read: any other would bind the subject.
        case "name" if identifier(pattern_children[0]) == "_":
            return _Fit()
        case "attribute":
            term = lowering.named.equals(tree, pattern, span)
            return None if term is None else _Fit((term,))
        case "none":
            parameter_given = lowering.named.parameter_of(tree)
            return None if parameter_given is None else _Fit((parameter_given.is_none("is", span),))
        case "class_pattern":
            parameter_given = lowering.named.parameter_of(tree)
            return None if parameter_given is None else _of_object(pattern_children, parameter_given, lowering, span)
        case "or_pattern":
            # One alternative that is not understood may fit any value, so that none of the others can be used alone.
            fits_found = [_of_members(alternative, tree, lowering) for alternative in pattern_children]
            fits = [fit for fit in fits_found if fit is not None]
            return _any_of(fits, span) if len(fits) == len(fits_found) else None
    return None


def _of_object(
    pattern_children: Sequence[Any], parameter_given: ObjectParameter, lowering: Lowering, span: Span
) -> _Fit | None:
    """A pattern of the class that a parameter is declared to take objects of; None where it says more than terms may:
    of what is no field, or what Python refuses as it runs."""
    if pattern_children[0].data != "name" or not lowering.is_declared_class(
        identifier(pattern_children[0].children[0]), parameter_given
    ):
        return None
    by_name = [subpattern for subpattern in pattern_children[1:] if subpattern.data == "keyword_pattern"]
    by_position = [subpattern for subpattern in pattern_children[1:] if subpattern.data != "keyword_pattern"]
    attributes_asked = [*zip(parameter_given.members.match_args, by_position, strict=False)]
    attributes_asked += [(identifier(subpattern.children[0]), subpattern.children[1]) for subpattern in by_name]
    names = [name for name, _ in attributes_asked]
    # Attributes that may be missing, or are no plain values, are not compared.
    members = parameter_given.members
    are_known = (name in members.constants or name in members.fields - members.missing for name in names)
    if len(by_position) > len(members.match_args) or len({*names}) < len(names) or not all(are_known):
        return None
    fit = _Fit((parameter_given.is_instance(span),))
    for name, subpattern in attributes_asked:
        fit += _fit(subpattern, parameter_given.attribute(name, span), lowering)
    return fit


def _fit(pattern: Tree[Any], subject: Term, lowering: Lowering) -> _Fit:
    span = lowering.source.span(pattern)
    pattern_children: list[Any] = pattern.children
    match pattern.data:
        case "name":
            name = identifier(pattern_children[0])
            return _Fit() if name == "_" else _Fit((), ((name, subject),))
        case "none" | "true" | "false":
            return _Fit((compared(subject, "is", lowering.term(pattern), span),))
        case "strings" | "number_pattern" | "attribute":
            return _Fit((compared(subject, "==", _constant(pattern, lowering), span),))
        case "as_pattern":
            # The whole value is bound after the inner pattern has fitted (language reference, 8.6.4.2).
            return _fit(pattern_children[0], subject, lowering) + _Fit(
                (), ((identifier(pattern_children[1]), subject),)
            )
        case "or_pattern":
            return _any_of([_fit(alternative, subject, lowering) for alternative in pattern_children], span)
        case "sequence_pattern":
            return _sequence(pattern_children, subject, lowering, span)
        case "mapping_pattern":
            return _mapping(pattern_children, subject, lowering, span)
        case _:
            return _of_class(pattern_children, subject, lowering, span)


def _any_of(fits: Sequence[_Fit], span: Span) -> _Fit:
    """One of several patterns, which bind the same names: each to what the first that fits binds it to."""
    tests = [_all(fit.tests, span) for fit in fits]
    *earlier_fits, last = fits
    bindings = dict(last.bindings)
    for test, fit in zip(reversed(tests[:-1]), reversed(earlier_fits), strict=True):
        bindings = {
            name: make("python.ite", [test, term, bindings[name]], VALUE, None, span) for name, term in fit.bindings
        }
    return _Fit((make("python.or", tests, VALUE, None, span),), tuple(bindings.items()))


def _sequence(subpatterns: Sequence[Any], subject: Term, lowering: Lowering, span: Span) -> _Fit:
    stars = [
        position_of_star for position_of_star, subpattern in enumerate(subpatterns) if subpattern.data == "star_pattern"
    ]
    least = _whole(len(subpatterns) - len(stars), span)
    # Text and bytes are sequences in Python, but no pattern for sequences matches them.
    is_other = make("python.not", [is_instance(subject, _NO_SEQUENCES, span)], VALUE, None, span)
    length = called(len, [subject], span)
    fit = _Fit((is_instance(subject, Sequence, span), is_other, compared(length, ">=" if stars else "==", least, span)))
    for position, subpattern in enumerate(subpatterns):
        if stars and position == stars[0]:
            after = len(subpatterns) - position - 1
            fit += _Fit((), tuple((name, _rest(subject, position, after, span)) for name in captured_names(subpattern)))
        else:
            # After the star, positions count from the end, for how many items it takes is not known.
            index = _whole(position - len(subpatterns) if stars and position > stars[0] else position, span)
            fit += _fit(subpattern, make("python.index", [subject, index], VALUE, None, span), lowering)
    return fit


def _rest(subject: Term, count_before: int, after: int, span: Span) -> Term:
    """`[*subject[before:len(subject) - after]]`: what a star stands for is a list."""
    return called(list, [sliced(subject, count_before, -after if after else None, span)], span)


def _mapping(subpatterns: Sequence[Any], subject: Term, lowering: Lowering, span: Span) -> _Fit:
    items = [subpattern for subpattern in subpatterns if subpattern.data == "mapping_item"]
    keys = [_constant(item.children[0], lowering) for item in items]
    if len({key.data for key in keys}) < len(keys):  # The compiler sees this of literals, and not of named constants.
        raise Unsupported("a mapping pattern with a key twice", span)
    fit = _Fit((is_instance(subject, Mapping, span), *(compared(key, "in", subject, span) for key in keys)))
    for key, item in zip(keys, items, strict=True):
        fit += _fit(item.children[1], make("python.index", [subject, key], VALUE, None, span), lowering)
    names = [
        name
        for subpattern in subpatterns
        if subpattern.data == "double_star_pattern"
        for name in captured_names(subpattern)
    ]
    return fit + _Fit((), tuple((name, _remaining(subject, keys, span)) for name in names))


def _remaining(subject: Term, keys: Sequence[Term], span: Span) -> Term:
    """`{key: value for key, value in subject.items() if key not in (…)}`: what `**rest` stands for is a dict."""
    key, value = (f"_{role}_{span.line}_{span.column}" for role in ("key", "value"))
    items = make("python.method", [subject], VALUE, ("items", ()), span)
    key_term, value_term = var(key, VALUE, span), var(value, VALUE, span)
    term = compared(key_term, "not in", make("python.tuple", keys, VALUE, None, span), span)
    comprehension = Comprehension("dict", (Generator((key, value), 1),))
    return make("python.comprehension", [items, term, key_term, value_term], VALUE, comprehension, span)


def _of_class(pattern_children: Sequence[Any], subject: Term, lowering: Lowering, span: Span) -> _Fit:
    cls = lowering.term(pattern_children[0])
    if cls.op != "const" or not isinstance(cls.data, type):
        raise Unsupported("a pattern of something that is not a class", span)
    fit = _Fit((is_instance(subject, cls.data, span),))
    attributes = [subpattern for subpattern in pattern_children[1:] if subpattern.data == "keyword_pattern"]
    match [subpattern for subpattern in pattern_children[1:] if subpattern.data != "keyword_pattern"]:
        case []:
            pass
        # A pattern of a builtin type may have one subpattern by position, which is about the value itself.
        case [Tree() as whole_pattern] if cls.data in _WHOLE:
            fit += _fit(whole_pattern, subject, lowering)
        case _:
            raise Unsupported("a pattern of the attributes of an object by position", span)
    names = [identifier(attribute.children[0]) for attribute in attributes]
    for name, attribute in zip(names, attributes, strict=True):
        # An attribute that is missing makes the pattern fail, and raises nothing.
        has = called(hasattr, [subject, const(name, VALUE, span)], span)
        fit += _Fit((has,)) + _fit(
            attribute.children[1], make("python.attribute", [subject], VALUE, name, span), lowering
        )
    return fit


def _constant(pattern: Tree[Any], lowering: Lowering) -> Term:
    """The value that a literal or a dotted name in a pattern stands for."""
    span = lowering.source.span(pattern)
    if pattern.data == "number_pattern":
        return const(_number(pattern, lowering), VALUE, span)
    term = lowering.term(pattern)
    if term.op != "const":
        raise Unsupported("a pattern of a value that is not a constant", span)
    return term


def _number(pattern: Tree[Any], lowering: Lowering) -> Any:
    """`-1`, or `1 - 2j`."""
    tokens: list[Any] = pattern.children
    signs = [str(token) for token in tokens if token.type != "NUMBER"]
    real, *imaginary = (value(token, lowering.source) for token in tokens if token.type == "NUMBER")
    if tokens[0].type == "MINUS":
        real, signs = -real, signs[1:]
    if not imaginary:
        return real
    return real - imaginary[0] if signs[0] == "-" else real + imaginary[0]


def _all(tests: Sequence[Term], span: Span) -> Term:
    """All of them; true where there is none."""
    if len(tests) == 1:
        return tests[0]
    return make("python.and", tests, VALUE, None, span) if tests else const(True, VALUE, span)


def _whole(number: int, span: Span) -> Term:
    return const(number, VALUE, span)
