"""One test as a claim about a subject. Connectives and quantifiers are `logic.py`'s.

Subject, verb and rest stay apart, because a test is said in several ways: what must be ("n must be at least 1"), what
is ("where n is at least 1"), and negated; `wording.py` puts them together. The subject is what the test is about, on
whichever side it was written.

Example: `0 < len(xs)` has the subject `xs`, the verb "have" and the rest "at least one element".

Invariant: a claim says neither more nor less than the test. What has no words here is quoted as Python (`_truth`).
"""

import cmath
import math
import re
from collections.abc import Mapping
from typing import Any

from ...core.ir.python_builtins import TABLE
from ...core.ir.sorts import VALUE
from ...core.ir.terms import Term, const
from ...frontends.show import show
from .claims import Claim, Noun
from .nouns import arguments, callee, code, is_constant, listed, method, names_in, noun, range_bounds

Kinds = Mapping[str, type]
"""What values are known to be, by the text of their terms: chooses words, never what is said."""

_ORDER = {"<": "less than", "<=": "at most", ">": "greater than", ">=": "at least"}
_COUNT = {"<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "==": "exactly "}
_INCLUSION = {"<": "a proper subset of", "<=": "a subset of", ">": "a proper superset of", ">=": "a superset of"}
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_ENGLISH = {row.name: row for row in TABLE if row.english[0]}
_NUMBER_TESTS: dict[Any, str] = {
    math.isnan: "nan",
    math.isinf: "infinite",
    math.isfinite: "finite",
    cmath.isnan: "a complex number with a nan part",
    cmath.isinf: "a complex number with an infinite part",
    cmath.isfinite: "a finite complex number",
}
_MATCHES: dict[Any, str] = {
    re.match: "at its beginning",
    re.fullmatch: "as a whole",
    re.search: "somewhere",
}


def claim(term: Term, kinds: Kinds) -> Claim:
    """What it says that the term's value is true."""
    sentence: Claim | None = None
    match term.op:
        case "python.compare":
            sentence = comparison(term.args[0], term.data, term.args[1], kinds)
        case "python.call":
            sentence = _call(term, kinds)
        case "python.method":
            sentence = _method(term, kinds)
        case "python.binary":
            sentence = _equality(term, "==", const(0, VALUE), kinds, negated=True) if term.data == "%" else None
    return sentence or _truth(term)


def _truth(term: Term) -> Claim:
    if term.op == "var":
        return Claim(noun(term), "be", "truthy")
    if term.op == "const" and term.data is False:
        return Claim(Noun("the input"), "be", "refused")
    is_helper = term.op == "python.call" and term.args[0].op == "var"
    exact = is_helper or term.op in ("const", "python.index")
    return Claim(Noun(code(show(term)), names_in(term)), "be", "true" if is_helper else "truthy", exact=exact)


def _say(subject: Term, verb: str, rest: str, *mentioned: Term, negated: bool = False) -> Claim:
    return Claim(noun(subject), verb, rest, names_in(*mentioned), negated)


def comparison(left: Term, sign: str, right: Term, kinds: Kinds) -> Claim | None:
    """`left sign right`: the constant, if there is one, becomes the rest of the sentence."""
    if sign in _FLIPPED and _is_subject(right) and not _is_subject(left):
        left, sign, right = right, _FLIPPED[sign], left
    match sign:
        case "in" | "not in":
            return _membership(left, right, sign == "not in")
        case "==" | "is" | "!=" | "is not":
            equal = "is" if sign in ("is", "is not") else "=="
            return _equality(left, equal, right, kinds, negated=sign in ("!=", "is not"))
        case _ if callee(left) is len and len(left.args) == 2:
            return _say(left.args[1], "have", _length(sign, right, left.args[1], kinds), right)
        case _ if _is_set(left) or _is_set(right):
            return _say(left, "be", f"{_INCLUSION[sign]} {noun(right).text}", right)
        case _:
            return _say(left, "be", f"{_ORDER[sign]} {noun(right).text}", right)


def _is_set(term: Term) -> bool:
    return (
        term.op == "python.set"
        or callee(term) in (set, frozenset)
        or (term.op == "python.comprehension" and term.data.kind == "set")
    )


def _is_subject(term: Term) -> bool:
    return not is_constant(term) and term.op not in ("python.list", "python.tuple", "python.set", "python.dict")


def _length(sign: str, bound: Term, measured: Term, kinds: Kinds) -> str:
    if bound.op == "const" and bound.data == 0 and type(bound.data) is int and sign == ">":
        return f"at least one {unit_of(measured, kinds)}"
    one = bound.op == "const" and type(bound.data) is int and bound.data == 1
    return f"{_COUNT[sign]}{noun(bound).text} {unit_of(measured, kinds)}{'' if one else 's'}"


def unit_of(term: Term, kinds: Kinds) -> str:
    """What the value of a term consists of."""
    return element_of(kinds.get(show(term)))


def element_of(kind: type | None) -> str:
    """What a value of a kind consists of."""
    if kind is str:
        return "character"
    return "key" if kind is dict else "element"


def _equality(left: Term, sign: str, right: Term, kinds: Kinds, *, negated: bool) -> Claim:
    types = tested_types(right)
    # `type(x) == int` is about x: nobody says "the type of x is equal to int".
    if callee(left) is type and len(left.args) == 2:
        if types is not None:
            return _say(left.args[1], "be", exactly(types), negated=negated)
        if callee(right) is type and len(right.args) == 2:
            arg = right.args[1]
            return _say(left.args[1], "have", f"the same type as {noun(arg).text}", arg, negated=negated)
    if sign == "is":
        same = right.op == "const" and (right.data is None or isinstance(right.data, (bool, type)))
        return _say(
            left, "be", noun(right).text if same else f"the same object as {noun(right).text}", right, negated=negated
        )
    if callee(left) is len and len(left.args) == 2:
        return _length_equality(left.args[1], right, kinds, negated)
    # `x == x` is a test for nan, which a sentence about equality would hide.
    if show(left) == show(right):
        return _say(left, "equal", "itself (which nan does not)", negated=negated)
    remainder = _remainder(left, right)
    if remainder is not None:
        return _say(left.args[0], *remainder, left.args[1], negated=negated)
    return _say(left, "equal", noun(right).text, right, negated=negated)


def _length_equality(measured: Term, right: Term, kinds: Kinds, negated: bool) -> Claim:
    if callee(right) is len and len(right.args) == 2:
        arg = right.args[1]
        for whole, distinct in ((measured, arg), (arg, measured)):
            if callee(distinct) is set and len(distinct.args) == 2 and show(distinct.args[1]) == show(whole):
                return _say(whole, "have", "pairwise different elements", negated=negated)
        return _say(measured, "have", f"the same length as {noun(arg).text}", arg, negated=negated)
    return _say(measured, "have", _length("==", right, measured, kinds), right, negated=negated)


def _remainder(left: Term, right: Term) -> tuple[str, str] | None:
    """`x % n == r` in words."""
    if left.op != "python.binary" or left.data != "%" or is_constant(left.args[0]):
        return None
    divisor, rest = left.args[1], noun(right).text
    if right.op == "const" and type(right.data) is int:
        by_two = divisor.op == "const" and type(divisor.data) is int and divisor.data == 2
        if right.data == 0:
            return ("be", "even") if by_two else ("be", f"divisible by {noun(divisor).text}")
        if right.data == 1 and by_two:
            return "be", "odd"
    return "leave", f"the remainder {rest} when divided by {noun(divisor).text}"


def _membership(left: Term, right: Term, negated: bool) -> Claim:
    types = tested_types(right)
    if callee(left) is type and len(left.args) == 2 and types is not None and right.op != "const":
        return _say(left.args[1], "be", exactly(types), negated=negated)
    is_display = right.op in ("python.list", "python.tuple", "python.set")
    if is_display and right.args and all(arg.op != "python.starred" for arg in right.args):
        texts = [noun(arg).text for arg in right.args]
        # To be in a display of one is to be equal to it.
        rest = f"one of {listed(texts, 'or')}" if len(texts) > 1 else texts[0]
        return _say(left, "be" if len(texts) > 1 else "equal", rest, right, negated=negated)
    if method(right) == "keys" and len(right.args) == 1:
        return _say(right.args[0], "have", f"the key {noun(left).text}", left, negated=negated)
    if method(right) == "values" and len(right.args) == 1:
        return _say(right.args[0], "have", f"the value {noun(left).text}", left, negated=negated)
    bounds = range_bounds(right)
    if bounds is not None:
        return _say(left, "equal", f"one of the integers {bounds}", right, negated=negated)
    # The subject of a sentence is what varies: "s contains 'a'", not "'a' occurs in s".
    if is_constant(left):
        return _say(right, "contain", noun(left).text, left, negated=negated)
    return _say(left, "occur", f"in {noun(right).text}", right, negated=negated)


def _call(term: Term, kinds: Kinds) -> Claim | None:
    function, given = callee(term), arguments(term)
    # By the function itself and not by its name, which the module may have given to another one.
    match function, len(given):
        case _ if function is len and len(given) == 1:
            return _say(given[0], "have", f"at least one {unit_of(given[0], kinds)}")
        case _ if function is isinstance and len(given) == 2:
            return _instance(*given)
        case _ if function is callable and len(given) == 1:
            return _say(given[0], "be", "callable")
        case _ if function is math.isclose and len(given) == 2:
            return _say(given[0], "be", f"close to {noun(given[1]).text} (by `math.isclose`)", given[1])
        case _ if function is hasattr and len(given) == 2:
            name = given[1].data if isinstance(given[1].data, str) else None
            return _say(given[0], "have", f"the attribute {code(name) if name else noun(given[1]).text}", given[1])
        case _ if function is issubclass and len(given) == 2:
            return _say(given[0], "be", f"a subclass of {noun(given[1]).text}", given[1])
    if callable(function) and function in _NUMBER_TESTS and len(given) == 1:
        return _say(given[0], "be", _NUMBER_TESTS[function])
    if callable(function) and function in _MATCHES and len(given) == 2:
        pattern = noun(given[0]).text
        return _say(given[1], "match", f"the regular expression {pattern} {_MATCHES[function]}", given[0])
    return None


def _instance(value: Term, wanted: Term) -> Claim:
    types = tested_types(wanted)
    if types is not None:
        return _say(value, "be", instance_of(types))
    return _say(value, "be", f"an instance of {noun(wanted).text}", wanted)


def _method(term: Term, kinds: Kinds) -> Claim | None:
    name, receiver, given = method(term), term.args[0], term.args[1:]
    row = _ENGLISH.get(name or "")
    if row is None or len(given) != row.least:
        return None
    verb, words = row.english
    if not given:
        return _say(receiver, verb, words)
    # `startswith(("a", "b"))` takes alternatives, for which the words do not fit.
    if str in row.types and given[0].op != "python.tuple":
        return _say(receiver, verb, f"{words} {noun(given[0]).text}", given[0])
    if set in row.types:
        members = _members(receiver)
        # Of a set that is written down, a subset has no other elements.
        if name == "issubset" and given[0].op == "python.set":
            other = listed([noun(arg).text for arg in given[0].args])
            words = f"no {unit_of(members, kinds)}s other than"
        else:
            other = noun(_members(given[0])).text
        return _say(members, verb, f"{words} {other}", given[0])
    return None


def _members(term: Term) -> Term:
    """What set(…) is made of: its elements are those of the set."""
    return term.args[1] if callee(term) is set and len(term.args) == 2 else term


_ARTICLE_AN = ("a", "e", "i", "o", "u")
_SPECIAL = {type(None): "None", object: "any object"}


def tested_types(term: Term) -> tuple[type, ...] | None:
    """The types that `int` or `(int, float)` names, as in the second argument of isinstance; None for another term."""
    if term.op == "const":
        return (term.data,) if isinstance(term.data, type) else None
    if callee(term) is type and len(term.args) == 2 and term.args[1].op == "const" and term.args[1].data is None:
        return (type(None),)
    if term.op not in ("python.tuple", "python.list", "python.set"):
        return None
    found = [tested_types(arg) for arg in term.args]
    known = [type_ for types in found if types is not None for type_ in types]
    return tuple(known) if known and all(types is not None for types in found) else None


def instance_of(types: tuple[type, ...]) -> str:
    """isinstance(…): "an int (bools included) or a float"."""
    bools = " (bools included)" if int in types and bool not in types else ""
    return listed([_with_article(type_) + (bools if type_ is int else "") for type_ in types], "or")


def exactly(types: tuple[type, ...]) -> str:
    """type(…) ==: "an int, not a bool", "a list (not a subclass)"."""
    if types == (int,):
        return "an int, not a bool"
    names = listed([_with_article(type_) for type_ in types], "or")
    if int in types and bool not in types:
        return f"{names} (not a bool or another subclass)"
    return names if set(types) <= {bool, type(None)} else f"{names} (not a subclass)"


def _with_article(one: type) -> str:
    if one in _SPECIAL:
        return _SPECIAL[one]
    name = one.__name__
    shown = name if name.isidentifier() else code(name)
    return f"{'an' if name.lower().startswith(_ARTICLE_AN) else 'a'} {shown}"
