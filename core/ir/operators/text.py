"""Strict operators on strings and regular expressions: the SMT-LIB 2.6 theory of Unicode strings."""

import operator
from functools import lru_cache

from ...errors import OutOfFuel
from ..sorts import BOOL, INT, REGEX, STRING
from ..terms import Term, make
from .arithmetic import MAX_CODE_POINT
from .context import EvaluationContext
from .row import Operator, each, plain, signature

MAX_DIGITS = 4300
"""CPython converts no longer decimals by default (`sys.get_int_max_str_digits`)."""


def _concatenate(term: Term, context: EvaluationContext, *texts: str) -> str:
    context.fuel.allow(sum(map(len, texts)))
    return "".join(texts)


def _char_at(text: str, index: int) -> str:
    return text[index] if 0 <= index < len(text) else ""


def _substring(text: str, offset: int, length: int) -> str:
    return text[offset : offset + length] if offset >= 0 and length > 0 else ""


def _index_of(text: str, needle: str, start: int) -> int:
    return text.find(needle, start) if start >= 0 else -1


def _replace(text: str, old: str, new: str) -> str:
    return text.replace(old, new, 1)


def _replace_all(term: Term, context: EvaluationContext, text: str, old: str, new: str) -> str:
    if not old:
        return text
    context.fuel.allow(len(text) + text.count(old) * len(new))
    return text.replace(old, new)


def _to_int(term: Term, context: EvaluationContext, text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        return -1
    if len(text) > MAX_DIGITS:
        raise OutOfFuel(f"out of fuel: a number of {len(text)} digits")
    return int(text)


def _from_int(term: Term, context: EvaluationContext, value: int) -> str:
    if value < 0:
        return ""
    if value >= 10**MAX_DIGITS:
        raise OutOfFuel(f"out of fuel: a number of more than {MAX_DIGITS} digits")
    return str(value)


def _from_code(code: int) -> str:
    return chr(code) if 0 <= code <= MAX_CODE_POINT else ""


def _in_regex(term: Term, context: EvaluationContext, text: str, _: None) -> bool:
    return matches(term.args[1], text, context)


TEXTS = (
    Operator("str.len", signature(STRING, gives=INT), evaluate=plain(len), smtlib="str.len"),
    Operator("str.concat", each(STRING, gives=STRING), evaluate=_concatenate, smtlib="str.++", smtlib_unit='""'),
    Operator(
        "str.at",
        signature(STRING, INT, gives=STRING),
        evaluate=plain(_char_at),
        smtlib="str.at",
        meaning="the one-character string at an index; empty outside",
    ),
    Operator(
        "str.substr",
        signature(STRING, INT, INT, gives=STRING),
        evaluate=plain(_substring),
        smtlib="str.substr",
        meaning="string, offset, length",
    ),
    Operator(
        "str.contains",
        signature(STRING, STRING, gives=BOOL),
        evaluate=plain(lambda text, needle: needle in text),
        smtlib="str.contains",
        meaning="haystack, needle",
    ),
    Operator(
        "str.prefixof",
        signature(STRING, STRING, gives=BOOL),
        evaluate=plain(lambda prefix, text: text.startswith(prefix)),
        smtlib="str.prefixof",
        meaning="prefix, string",
    ),
    Operator(
        "str.suffixof",
        signature(STRING, STRING, gives=BOOL),
        evaluate=plain(lambda suffix, text: text.endswith(suffix)),
        smtlib="str.suffixof",
        meaning="suffix, string",
    ),
    Operator(
        "str.indexof",
        signature(STRING, STRING, INT, gives=INT),
        evaluate=plain(_index_of),
        smtlib="str.indexof",
        meaning="haystack, needle, start; -1 when absent",
    ),
    Operator(
        "str.replace",
        signature(STRING, STRING, STRING, gives=STRING),
        evaluate=plain(_replace),
        smtlib="str.replace",
        meaning="first occurrence",
    ),
    Operator(
        "str.replace_all",
        signature(STRING, STRING, STRING, gives=STRING),
        evaluate=_replace_all,
        smtlib="str.replace_all",
    ),
    Operator(
        "str.lt",
        signature(STRING, STRING, gives=BOOL),
        evaluate=plain(operator.lt),
        smtlib="str.<",
        meaning="lexicographic by code point",
    ),
    Operator("str.le", signature(STRING, STRING, gives=BOOL), evaluate=plain(operator.le), smtlib="str.<="),
    Operator(
        "str.to_code",
        signature(STRING, gives=INT),
        smtlib="str.to_code",
        evaluate=plain(lambda text: ord(text) if len(text) == 1 else -1),
        meaning="code point of a one-character string, else -1",
    ),
    Operator("str.from_code", signature(INT, gives=STRING), evaluate=plain(_from_code), smtlib="str.from_code"),
    Operator(
        "str.to_int",
        signature(STRING, gives=INT),
        evaluate=_to_int,
        smtlib="str.to_int",
        meaning="the decimal number, -1 unless all digits and non-empty",
    ),
    Operator(
        "str.from_int",
        signature(INT, gives=STRING),
        evaluate=_from_int,
        smtlib="str.from_int",
        meaning="decimal digits; empty for negatives",
    ),
    Operator("str.in_re", signature(STRING, REGEX, gives=BOOL), evaluate=_in_regex, smtlib="str.in_re"),
)
REGULAR = (
    Operator("re.literal", signature(gives=REGEX), meaning="data: the text"),
    Operator("re.range", signature(gives=REGEX), meaning="data: (first character, last character)"),
    Operator("re.characters", signature(gives=REGEX), meaning="one character of a set; data: a CharacterSet"),
    Operator("re.allchar", signature(gives=REGEX), smtlib="re.allchar", meaning="any one character"),
    Operator("re.all", signature(gives=REGEX), smtlib="re.all", meaning="any text"),
    Operator("re.none", signature(gives=REGEX), smtlib="re.none", meaning="nothing"),
    Operator("re.union", each(REGEX, gives=REGEX), smtlib="re.union", smtlib_unit="re.none"),
    Operator("re.intersection", each(REGEX, gives=REGEX), smtlib="re.inter", smtlib_unit="re.all"),
    Operator("re.concat", each(REGEX, gives=REGEX), smtlib="re.++", smtlib_unit='(str.to_re "")'),
    Operator("re.star", signature(REGEX, gives=REGEX), smtlib="re.*"),
    Operator("re.plus", signature(REGEX, gives=REGEX), smtlib="re.+"),
    Operator("re.optional", signature(REGEX, gives=REGEX), smtlib="re.opt"),
    Operator("re.complement", signature(REGEX, gives=REGEX), smtlib="re.comp"),
    Operator("re.loop", signature(REGEX, gives=REGEX), meaning="data: (at least, at most)"),
)
"""The regular expressions have no value: `str.in_re` follows their derivatives."""
STRINGS = (*TEXTS, *REGULAR)

_EMPTY = make("re.literal", (), REGEX, "")
_NONE = make("re.none", (), REGEX)


def matches(regex: Term, text: str, context: EvaluationContext) -> bool:
    """Is the text in the language? By derivatives (Brzozowski 1964)."""
    # The derivative of `a*b` by "a" is `a*b`: the language of what may follow. A text is in a language where the
    # derivative by all of its characters has the empty text. Unlike in Python's `re`, complements and intersections are
    # languages like others, and nothing backtracks.
    for character in text:
        context.fuel.step()
        regex = derivative(regex, character)
    return nullable(regex)


@lru_cache(maxsize=4096)
def nullable(regex: Term) -> bool:
    """Does the language contain the empty text?"""
    # By structure (Brzozowski 1964): the empty word is accepted, or not.
    match regex.op:
        case "re.literal":
            empty: bool = regex.data == ""
            return empty
        case "re.all" | "re.star" | "re.optional":
            return True
        case "re.union":
            return any(map(nullable, regex.args))
        case "re.intersection" | "re.concat":
            return all(map(nullable, regex.args))
        case "re.complement":
            return not nullable(regex.args[0])
        case "re.plus":
            return nullable(regex.args[0])
        case "re.loop":
            least, most = regex.data
            return least <= most and (least == 0 or nullable(regex.args[0]))
        case _:
            return False


@lru_cache(maxsize=4096)
def derivative(regex: Term, character: str) -> Term:
    """What may follow the character."""
    # The derivative of each constructor; of a concatenation it depends on whether the first part is nullable.
    match regex.op:
        case "re.literal":
            return make("re.literal", (), REGEX, regex.data[1:]) if regex.data[:1] == character else _NONE
        case "re.range":
            low, high = regex.data
            return _EMPTY if low <= character <= high else _NONE
        case "re.characters":
            return _EMPTY if character in regex.data else _NONE
        case "re.allchar":
            return _EMPTY
        case "re.all":
            return regex
        case "re.union":
            return _union(*(derivative(arg, character) for arg in regex.args))
        case "re.intersection":
            return make("re.intersection", [derivative(arg, character) for arg in regex.args], REGEX)
        case "re.complement":
            return make("re.complement", (derivative(regex.args[0], character),), REGEX)
        case "re.concat":
            return _of_concatenation(regex.args, character)
        case "re.star":
            return _concat(derivative(regex.args[0], character), regex)
        case "re.plus":
            return _concat(derivative(regex.args[0], character), make("re.star", regex.args, REGEX))
        case "re.optional":
            return derivative(regex.args[0], character)
        case "re.loop":
            # One turn less: the lower bound stays at zero.
            least, most = regex.data
            if most == 0:
                return _NONE
            rest = make("re.loop", regex.args, REGEX, (max(least - 1, 0), most - 1))
            return _concat(derivative(regex.args[0], character), rest)
        case _:
            return _NONE


def _of_concatenation(concatenated: tuple[Term, ...], character: str) -> Term:
    alternatives = []
    for position, term in enumerate(concatenated):
        alternatives.append(_concat(derivative(term, character), *concatenated[position + 1 :]))
        if not nullable(term):
            break
    return _union(*alternatives)


def _union(*languages: Term) -> Term:
    flat = (alternative for term in languages for alternative in (term.args if term.op == "re.union" else (term,)))
    kept = dict.fromkeys(alternative for alternative in flat if alternative is not _NONE)
    return make("re.union", kept, REGEX) if len(kept) > 1 else next(iter(kept), _NONE)


def _concat(first: Term, *rest: Term) -> Term:
    if first is _NONE:
        return _NONE
    terms = (first, *rest) if first is not _EMPTY else rest
    return make("re.concat", terms, REGEX) if len(terms) != 1 else terms[0]
