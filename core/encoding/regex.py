"""Python's regular expressions as SMT-LIB ones (library reference, `re`).

Python's own parser reads the pattern, so that what is not translated is known by name and never guessed. Which
characters one place of a pattern matches, `re` itself says of all code points, with the flags of that place: so
`re.IGNORECASE` has no rules here. (`k` matches the Kelvin sign, and `ß` the capital `ẞ`, but not `ss`.)
"""

import re
from functools import lru_cache
from re import _constants as codes
from re import _parser as parser
from typing import Any

from ..ir.build import add, ge, integer, ite, le, op
from ..ir.characters import CharacterSet, matching
from ..ir.sorts import INT, STRING
from ..ir.terms import TRUE, Term
from .abstract_values import (
    AbstractConstant,
    AbstractMatch,
    AbstractNone,
    AbstractSequence,
    AbstractText,
    AbstractValue,
    Symbolic,
)
from .alternatives import Handler, SymbolicArguments, constant, each, raising, unsupported
from .context import Context, single, text_value
from .encoding_limits import LIMITS
from .guards import disjunction, negation
from .numbers import as_int
from .sequences import from_values
from .text import ANY, one_of

_CATEGORIES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}
_FOLLOWED = re.IGNORECASE | re.ASCII | re.DOTALL | re.VERBOSE | re.UNICODE
"""The flags that are translated. VERBOSE is the parser's; MULTILINE gives anchors another meaning."""
TYPES_OF_CHARACTERS = int(re.ASCII | re.UNICODE | re.LOCALE)
EMPTY = op("re.literal", data="")


class NotTranslated(Exception):
    """A construct of patterns without an SMT-LIB counterpart."""


@lru_cache(maxsize=64)
def accepted(pattern: str, how: str, flags: int = 0) -> Term | None:
    """The texts for which `re.match`, `re.fullmatch` or `re.search` (`how`) finds a match, with flags of `re`; None for
    a pattern with other flags than those followed, groups that refer back, or anchors inside. Raises re.error for what
    is no pattern, and ValueError for flags that exclude each other."""
    try:
        tree = parser.parse(pattern, flags)
        flags = tree.state.flags
        # After parsing, since a pattern may set flags itself: `(?m)^a`.
        if flags & ~int(_FOLLOWED):
            return None
        items = list(tree)
        starts = bool(items) and items[0] in STARTS
        remaining = _remaining(items[1:] if starts else items, flags, how == "fullmatch")
    except (NotTranslated, RecursionError):
        return None
    # A search may begin anywhere, unless the pattern is tied to the start.
    return remaining if how != "search" or starts else op("re.concat", ANY, remaining)


def _remaining(items: list[Any], flags: int, to_the_end: bool) -> Term:
    """What may follow to the end of the text where these parts of a pattern match; `to_the_end`: they match all of it.

    `(?=…)` says something of all that follows, and takes none of it: `(?=.*[0-9])[a-z0-9]{8}` matches what is in the
    languages of both.
    """
    position = next((at for at, (code, _) in enumerate(items) if code in (codes.ASSERT, codes.ASSERT_NOT)), None)
    if position is not None:
        # A look-ahead constrains what follows it: an intersection of languages. A look-behind would need what came
        # before.
        code, (direction, looked_at) = items[position]
        if direction < 0:
            raise NotTranslated
        ahead = _remaining(list(looked_at), flags, False)
        ahead = ahead if code is codes.ASSERT else op("re.complement", ahead)
        # Behind the look-ahead the pattern goes on from the same place.
        rest = op("re.intersection", ahead, _remaining(items[position + 1 :], flags, to_the_end))
        return op("re.concat", language(items[:position], flags), rest) if position else rest
    # Alternatives with an anchor of their own end at different places.
    if items and items[-1][0] is codes.BRANCH:
        options = [list(option) for option in items[-1][1][1]]
        if any(option and option[-1] in ENDS for option in options):
            # `^a$|^b`: each alternative says itself whether it goes to the end.
            rest = op("re.union", *(_remaining(option, flags, to_the_end) for option in options))
            return op("re.concat", language(items[:-1], flags), rest) if items[:-1] else rest
    ends = bool(items) and items[-1] in ENDS
    # Where neither the pattern nor the function asks for the end, anything may follow.
    inside = language(items[:-1] if ends else items, flags)
    if to_the_end or (ends and items[-1] != DOLLAR):
        return inside
    # `$` matches before a newline at the end, too.
    return op("re.concat", inside, op("re.optional", op("re.literal", data="\n")) if ends else ANY)


STARTS = ((codes.AT, codes.AT_BEGINNING), (codes.AT, codes.AT_BEGINNING_STRING))
DOLLAR = (codes.AT, codes.AT_END)
ENDS = (DOLLAR, (codes.AT, codes.AT_END_STRING))


def language(items: list[Any], flags: int) -> Term:
    """What these parts of a pattern match in turn. Raises NotTranslated."""
    terms = [_item(code, value, flags) for code, value in items]
    if not terms:
        return EMPTY
    return terms[0] if len(terms) == 1 else op("re.concat", *terms)


def _item(code: Any, value: Any, flags: int) -> Term:
    # `re` itself says which characters one place matches, so that flags and scripts need no rules here.
    if code is codes.LITERAL:
        return one_of(_place(_escaped(value), flags))
    if code is codes.NOT_LITERAL:
        return one_of(_place(f"[^{_escaped(value)}]", flags))
    if code is codes.ANY:
        return one_of(_place(".", flags))
    if code is codes.IN:
        return one_of(_place(f"[{''.join(_member(*class_part) for class_part in value)}]", flags))
    if code is codes.BRANCH:
        options = [language(list(option), flags) for option in value[1]]
        return options[0] if len(options) == 1 else op("re.union", *options)
    # Groups change flags for their content; captures do not change the language.
    if code is codes.SUBPATTERN:
        _, added, removed, subpattern = value
        kept = flags & ~TYPES_OF_CHARACTERS if added & TYPES_OF_CHARACTERS else flags
        return language(list(subpattern), (kept | added) & ~removed)
    # Greedy or not, the language is the same: only which match is found differs.
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT):
        least, most, subpattern = value
        return _repeated(least, most, subpattern, flags)
    # Backreferences and conditionals are not regular; possessive repetitions cut back on backtracking.
    raise NotTranslated


def _place(pattern: str, flags: int) -> CharacterSet:
    """The characters that a pattern of one character matches."""
    return matching(pattern, flags & int(re.IGNORECASE | re.ASCII | re.DOTALL))


def _repeated(least: Any, most: Any, subpattern: Any, flags: int) -> Term:
    term = language(list(subpattern), flags)
    if int(least) > LIMITS.repetitions or (most is not codes.MAXREPEAT and int(most) > LIMITS.repetitions):
        raise NotTranslated
    if most is codes.MAXREPEAT:
        if least == 0:
            return op("re.star", term)
        if least == 1:
            return op("re.plus", term)
        # Solvers have no loop without an upper bound.
        return op("re.concat", op("re.loop", term, data=(int(least), int(least))), op("re.star", term))
    return op("re.loop", term, data=(int(least), int(most)))


def _escaped(code: int) -> str:
    return f"\\U{code:08x}"


def _member(code: Any, value: Any) -> str:
    """A part of a set of characters, as a pattern writes it."""
    if code is codes.NEGATE:
        return "^"
    if code is codes.LITERAL:
        return _escaped(value)
    if code is codes.RANGE:
        return "-".join(map(_escaped, value))
    if code is codes.CATEGORY:
        return _CATEGORIES[value]
    raise NotTranslated


def _matches(how: str) -> Handler:
    """re.match, re.fullmatch, re.search of a constant pattern with constant flags: a match
    (`matches.py`), or None."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        pattern, subject = arguments[:2]
        flags = _constant_flags(arguments[2]) if len(arguments) > 2 else 0
        regex = _translated(context, how, _known_text(pattern), how, flags)
        # The translation depends on the pattern alone: its failure was noted there.
        if regex is None:
            return Symbolic(())

        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            if not isinstance(abstract, AbstractText):
                return raising(context, "TypeError")
            # A match exists exactly where the text is in the language.
            term = op("str.in_re", abstract.term, regex)
            match = AbstractMatch(_A_MATCH, abstract.term, _known_text(pattern) or "", flags or 0, how, term)
            return Symbolic(((term, match), (negation(term), AbstractNone())))

        return each(context, subject, apply_to, how)

    return handler


def _exception(problem: Exception) -> str:
    """The name of the exception, the same under every Python: from 3.13 on `re.error` is called PatternError."""
    return "error" if isinstance(problem, re.error) else type(problem).__name__


def _compile(context: Context, arguments: SymbolicArguments) -> Symbolic:
    """re.compile of constants: the pattern is a constant, too."""
    pattern = _known_text(arguments[0])
    flags = _constant_flags(arguments[1]) if len(arguments) > 1 else 0
    if pattern is None or flags is None:
        return unsupported(context, "compile of such a pattern")
    try:
        # By Python itself, which also knows what is wrong with it.
        return single(AbstractConstant(re.compile(pattern, flags)))
    except (re.error, ValueError, OverflowError, RecursionError) as problem:
        return raising(context, _exception(problem))


_TAKING = {"match": 1, "fullmatch": 1, "search": 1, "findall": 1, "split": 1, "sub": 2}
"""How many arguments a method of a pattern takes without those that are optional."""


def on_pattern(
    context: Context, pattern: "re.Pattern[str]", name: str, arguments: SymbolicArguments
) -> Symbolic | None:
    """A method of a compiled pattern, as the function of `re` that takes the pattern first."""
    taken = _TAKING.get(name)
    if taken is None or len(arguments) > taken or not isinstance(pattern.pattern, str):
        return None if hasattr(pattern, name) else raising(context, "AttributeError")
    if len(arguments) < taken:
        return raising(context, "TypeError")
    # What is not in the pattern itself; UNICODE is always there.
    flags = pattern.flags & ~int(re.UNICODE)
    if flags and name not in ("match", "fullmatch", "search"):
        return None
    pattern_and_arguments = [constant(pattern.pattern), *arguments, *([constant(flags)] if flags else [])]
    return HANDLERS[getattr(re, name)](context, pattern_and_arguments)


def _changing(how: str) -> Handler:
    """re.sub, re.findall and re.split of a constant pattern: exact for a text in which nothing matches; else the result
    is a text, or a list, of which little is known."""

    def handler(context: Context, arguments: SymbolicArguments) -> Symbolic:
        pattern, *between, subject = arguments
        pattern_text = _known_text(pattern)
        filling = _known_text(between[0]) if between else ""
        # A filling with a backslash refers to groups.
        literal = filling is not None and "\\" not in filling
        regex = _translated(context, how, pattern_text if literal else None, "search")
        if regex is None or pattern_text is None or filling is None:
            return Symbolic(())

        def apply_to(abstract: AbstractValue) -> Symbolic | None:
            if not isinstance(abstract, AbstractText):
                return raising(context, "TypeError")
            # Where nothing matches, the text stays, and the list has one element or none.
            term = op("str.in_re", abstract.term, regex)
            if how == "sub":
                result = _replaced(context, abstract.term, pattern_text, filling, regex)
                return text_value(ite(term, result, abstract.term))
            rest = from_values("list", [] if how == "findall" else [single(abstract)])
            return Symbolic(((term, _several(context, abstract.term, pattern_text, how)), (negation(term), rest)))

        return each(context, subject, apply_to, how)

    return handler


def _translated(context: Context, name: str, pattern: str | None, how: str, flags: int | None = 0) -> Term | None:
    """What `accepted` says for a call of a function of `re`. None where there is no value: the call raises, or the
    encoding does not follow what is not constant or not translated. Either is told to the context."""
    try:
        regex = None if pattern is None or flags is None else accepted(pattern, how, flags)
    except (re.error, ValueError) as problem:
        raising(context, _exception(problem))
        return None
    if regex is None:
        unsupported(context, f"re.{name} with this pattern")
    return regex


def _several(context: Context, text: Term, pattern: str, how: str) -> AbstractSequence:
    """The list of re.findall or re.split where the pattern matches: of its elements nothing is known."""
    key = (how, pattern, text)
    size, is_new = context.shared(key, "found", INT)
    if is_new:
        # Of a match findall gives one element, and split what is before it and what is after it.
        context.know(ge(size, integer(1 if how == "findall" else 2)))
        context.know(le(size, add(op("str.len", text), integer(1))) if how == "findall" else TRUE)
    return AbstractSequence("list", size, (), True, TRUE)


def _replaced(context: Context, text: Term, pattern: str, filling: str, regex: Term) -> Term:
    """The text of re.sub where the pattern matches. Where all characters of a kind are replaced, none is left."""
    # Known by what it was made of alone: the same call has the same result.
    result, is_new = context.shared(("sub", pattern, filling, text), "replaced", STRING)
    if is_new:
        matches = op("str.in_re", text, regex)
        # What is replaced by nothing only gets shorter.
        if not filling:
            context.know(le(op("str.len", result), op("str.len", text)))
        if _is_of_one_character(pattern) and not re.search(pattern, filling):
            # Each match is one character, so that nothing new can match but what the filling brings.
            context.know(disjunction(negation(matches), negation(op("str.in_re", result, regex))))
    return result


def _is_of_one_character(pattern: str) -> bool:
    """Does a pattern match single characters of a kind, or runs of them?"""
    items = list(parser.parse(pattern))
    if len(items) == 1 and items[0][0] is codes.MAX_REPEAT and items[0][1][:2] == (1, codes.MAXREPEAT):
        items = list(items[0][1][2])
    return len(items) == 1 and items[0][0] in (codes.IN, codes.LITERAL, codes.NOT_LITERAL)


def _known_text(value: Symbolic) -> str | None:
    only_value = _only(value)
    term = only_value.term if isinstance(only_value, AbstractText) else None
    return str(term.data) if term is not None and term.op == "const" else None


def _constant_flags(value: Symbolic) -> int | None:
    only_value = _only(value)
    number = None if only_value is None else as_int(only_value)
    return int(number.data) if number is not None and number.op == "const" else None


def _only(value: Symbolic) -> AbstractValue | None:
    """What a value is wherever there is one; None where it may be one thing or another."""
    return value.alternatives[0][1] if len(value.alternatives) == 1 else None


_A_MATCH = re.match("", "")


HANDLERS: dict[Any, Handler] = {
    re.compile: _compile,
    re.match: _matches("match"),
    re.fullmatch: _matches("fullmatch"),
    re.search: _matches("search"),
    re.sub: _changing("sub"),
    re.findall: _changing("findall"),
    re.split: _changing("split"),
}
