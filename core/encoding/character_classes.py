"""Which characters a condition may tell apart.

A condition that is made of the operations below cannot see which character it is given, beyond: the answers of the
predicates it asks; whether it is one of its own constants' (or comes before one); and what a change of case makes of
it. So a character that is in no constant and has no other case is as good as any other of which the same predicates
hold: exchanging the two, wherever they occur, exchanges them in every intermediate text, and changes no truth value.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from attrs import define, field

from ..ir.build import eq, implies, integer, op, string
from ..ir.characters import ASCII, CharacterSet, changed_by, characters, classes, digits, from_code, holding
from ..ir.characters import number_space as space_of_numbers
from ..ir.operators.text import derivative, nullable
from ..ir.python_builtins import PREDICATES, seeing
from ..ir.terms import Term, subterms
from ..iteration import grouped
from .guards import conjunction, disjunction, negation

_OPERATORS = frozenset(
    (
        "const",
        "var",
        "python.truth",
        "python.not",
        "python.and",
        "python.or",
        "python.ite",
        "python.compare",
        "python.index",
        "python.slice",
        "python.list",
        "python.tuple",
        "python.set",
        "python.dict",
        "python.unary",
        "python.binary",
        "python.comprehension",
        "python.call",
        "python.method",
    )
)
_CASES = {name: (name,) for name in seeing("case")} | {"capitalize": ("title", "lower")}
"""The changes of case that a method makes, each of which has a set of characters that it changes."""
_SPACES, _WHOLE = seeing("spaces"), seeing("whole")
_COLLECTIONS = (tuple, list, set, frozenset)
_FUNCTIONS = (
    len,
    isinstance,
    type,
    any,
    all,
    bool,
    sum,
    range,
    enumerate,
    zip,
    reversed,
    sorted,
    min,
    max,
    *_COLLECTIONS,
)
_ORDERS = ("<", "<=", ">", ">=")
MOST_NUMBERS = 64
"""Numbers of characters that a condition may name one by one."""


class _SeesMore(Exception):
    """An operation that may tell any two characters apart."""


def told_apart(tests: tuple[Term, ...], target: str) -> list[str | CharacterSet] | None:
    """The characters that conditions on the variable `target` treat in a way of their own, and the classes of all
    others; None where they may see more of a character."""
    seen = _Seen(target)
    try:
        for subterm in subterms(*tests):
            seen.look(subterm)
    except _SeesMore:
        return None
    own_characters = ASCII | seen.own
    if seen.ordered:
        seen.sets |= {from_code(ord(character)) for character in (seen.own - ASCII).characters()}
    rest = (class_ - own_characters for class_ in classes(frozenset(seen.sets | {own_characters})))
    return [*own_characters.characters(), *(class_rest for class_rest in rest if class_rest)]


@define(slots=True, eq=False)
class _Seen:
    """What conditions on `target` ask of it: whether it is in one of `sets`, or one of its `own` characters, and
    whether it comes before those."""

    target: str
    sets: set[CharacterSet] = field(factory=set)
    own: CharacterSet = field(factory=CharacterSet)
    ordered: bool = False
    _ord: set[Term] = field(factory=set)

    def look(self, term: Term) -> None:
        """Look at an operation whose operands were looked at. Raises _SeesMore."""
        # An operation outside of the list might tell any two characters apart: no classes then.
        if term.op not in _OPERATORS:
            raise _SeesMore
        # A number that `ord` gave may only be compared: arithmetic on it would see every code point.
        if any(arg in self._ord for arg in term.args) and term.op != "python.compare":
            raise _SeesMore
        match term.op:
            # Characters of constants are in classes of their own: equality with them tells them apart.
            case "const":
                self.own |= characters(text for text in _texts(term.data))
            case "python.compare":
                self._compare(term)
            case "python.call":
                self._call(term)
            case "python.method":
                self._method(term)
            # `"%c" % n` formats; the remainder of two numbers does not.
            case "python.binary" if term.data == "%" and term.args[0].op != "python.call":
                raise _SeesMore  # perhaps the format of a text

    def _compare(self, term: Term) -> None:
        # Two texts of one character may be one object, or not.
        types = all(arg.op == "python.call" or isinstance(arg.data, type) for arg in term.args)
        none = any(arg.op == "const" and arg.data is None for arg in term.args)
        if term.data in ("is", "is not") and not types and not none:
            raise _SeesMore
        self.ordered = self.ordered or term.data in _ORDERS
        if any(arg in self._ord for arg in term.args):
            operands = [arg for arg in term.args if arg not in self._ord]
            self.sets |= {from_code(code) for operand in operands for code in _numbers(operand)}

    def _call(self, term: Term) -> None:
        callee, *arguments = term.args
        if callee.op != "const" or any(kind is not None for kind in term.data):
            raise _SeesMore
        if callee.data is ord and len(arguments) == 1:
            if arguments[0].op == "var" and arguments[0].data == self.target:
                self._ord.add(term)
            elif arguments[0].op != "const":
                raise _SeesMore
        elif callee.data in (int, float):
            self.sets |= {*digits(), space_of_numbers()}
        elif not any(callee.data is function for function in _FUNCTIONS):
            raise _SeesMore
        self.ordered = self.ordered or callee.data in (sorted, min, max)

    def _method(self, term: Term) -> None:
        (name, layout), receiver = term.data, term.args[0]
        if any(kind is not None for kind in layout):
            raise _SeesMore
        if name in PREDICATES or name in _CASES:
            if len(term.args) > 1 or not self._is_changed(receiver):
                raise _SeesMore
            if name in PREDICATES:
                self.sets.add(holding(name))
            for method in _CASES.get(name, ()):
                self.own |= changed_by(method)
        elif name in _SPACES:
            self.sets.add(holding("isspace"))
        elif name not in _WHOLE:
            raise _SeesMore

    def _is_changed(self, term: Term) -> bool:
        """Is it the character, or what changes of case make of it, or a constant?"""
        while term.op == "python.method" and term.data[0] in _CASES:
            term = term.args[0]
        return term.op == "const" or (term.op == "var" and term.data == self.target)


def _texts(data: Any) -> Iterator[str]:
    """The characters in a constant. Raises _SeesMore for one of another kind."""
    if isinstance(data, str):
        yield from data
    elif isinstance(data, dict):
        yield from _texts([*data.keys(), *data.values()])
    elif isinstance(data, _COLLECTIONS):
        for constituent in data:
            yield from _texts(constituent)
    elif not (data is None or isinstance(data, (bool, int, float, type)) or callable(data)):
        raise _SeesMore


def _numbers(term: Term) -> Iterator[int]:
    """Where the number of a character that is compared with this begins, or ceases, to be in the relation. Raises
    _SeesMore for what is no constant."""
    match term.op:
        # A comparison with n changes its answer at n and at n + 1, and nowhere else.
        case "const":
            numbers = list(term.data) if isinstance(term.data, (*_COLLECTIONS, range)) else [term.data]
            if len(numbers) > MOST_NUMBERS or not all(isinstance(number, (int, float)) for number in numbers):
                raise _SeesMore
            for number in numbers:
                # NaN compares with nothing, and beyond 2**31 there is no character.
                if number == number and abs(number) < 2**31:
                    yield from (int(number), int(number) + 1)
        case "python.call" if term.args[0].data is ord and term.args[1].op == "const" and len(term.args[1].data) == 1:
            yield from (ord(term.args[1].data), ord(term.args[1].data) + 1)
        case "python.call" if term.args[0].data is range and len(term.args) in (2, 3):
            for limit in term.args[1:]:
                yield from _numbers(limit)
        case "python.tuple" | "python.list" | "python.set":
            for arg in term.args:
                yield from _numbers(arg)
        case _:
            raise _SeesMore


# What the answers to several queries about one text have to do with each other.
#
# `s.isdecimal()` implies `s.isdigit()`, and a text of letters has no digit: relations between regular languages, which
# solvers find slowly, and which an encoding without the theory of strings (`pool.py`) cannot find. Here the derivatives
# of all languages are followed at once, over one character of each class (Brzozowski 1964): the combinations of answers
# that words lead to are all that there are.

MOST_LANGUAGES = 6
"""How many are related to each other at once; more are in pairs."""
MOST_STATES = 400
"""States of the languages' automata together that are looked at."""

Answers = frozenset[tuple[bool, ...]]


def relations(facts: tuple[Term, ...]) -> list[Term]:
    """Facts about the memberships (`str.in_re`) of each text that occur in these facts."""
    memberships = (term for term in subterms(*facts) if term.op == "str.in_re")
    queries_of_text = grouped((term.args[0], term) for term in memberships if term.args[0].op != "const")
    terms: list[Term] = []
    for text, queries in queries_of_text.items():
        together = [queries] if len(queries) <= MOST_LANGUAGES else map(list, combinations(queries, 2))
        for some in together:
            terms += _related(text, some)
    return terms


def _related(text: Term, queries: list[Term]) -> list[Term]:
    answers = possible_answers(tuple(query.args[1] for query in queries))
    if answers is None:
        return []
    short, all_answers = answers
    filled = negation(eq(text, string("")))
    single = filled if text.op == "str.at" else eq(op("str.len", text), integer(1))
    conditions = [(single, short)] if text.op == "str.at" else [(single, short), (filled, all_answers)]
    return [
        implies(condition, disjunction(*(_answered(queries, answer) for answer in sorted(answers_possible))))
        for condition, answers_possible in conditions
        if len(answers_possible) < 2 ** len(queries)
    ]


def _answered(queries: list[Term], answers: tuple[bool, ...]) -> Term:
    return conjunction(*(query if yes else negation(query) for query, yes in zip(queries, answers, strict=True)))


@lru_cache(maxsize=256)
def possible_answers(languages: tuple[Term, ...]) -> tuple[Answers, Answers] | None:
    """Which of the languages hold a word of one character, and which a word of any length but none: all combinations.
    None when these are too many to find."""
    # Every character set and literal splits the alphabet; characters in the same sets behave alike.
    sets = {subterm.data for subterm in subterms(*languages) if subterm.op == "re.characters"}
    literals = {letter for subterm in subterms(*languages) if subterm.op == "re.literal" for letter in subterm.data}
    alphabet = [chr(class_.edges[0]) for class_ in classes(_with(sets, literals))]
    # A state is what is left to match of each language after some word: the product of their automata. Characters that
    # no language tells apart lead to the same state, so that one of each class is enough.
    seen = {languages}
    waiting = [languages]
    # Breadth or depth does not matter: all states are visited. Their number may be exponential, so there is a limit.
    short: Answers = frozenset()
    answers: set[tuple[bool, ...]] = set()
    while waiting:
        state = waiting.pop()
        # The derivative by a letter is what is left to match after it (Brzozowski 1964); a state is accepting if it is
        # nullable.
        following = {tuple(derivative(language, letter) for language in state) for letter in alphabet}
        answers_of_characters = {tuple(map(nullable, terms)) for terms in following}
        if state is languages:  # Nothing was read yet: what follows are the words of one character.
            short = frozenset(answers_of_characters)
        # The answer vector of every word is that of the state it leads to.
        answers |= answers_of_characters
        new = following - seen
        seen |= new
        waiting += new
        if len(seen) > MOST_STATES:
            return None
    return short, frozenset(answers)


def _with(sets: set[CharacterSet], literals: set[str]) -> frozenset[CharacterSet]:
    return frozenset(sets) | {characters(letter) for letter in literals}
