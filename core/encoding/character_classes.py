"""Which characters a condition may tell apart.

A condition that is made of the operations below cannot see which character it is given, beyond: the answers of the
predicates it asks; whether it is one of its own constants' (or comes before one); and what a change of case makes of
it. So a character that is in no constant and has no other case is as good as any other of which the same predicates
hold: exchanging the two, wherever they occur, exchanges them in every intermediate text, and changes no truth value.
"""

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from ..ir.characters import ASCII, CharacterSet, changed_by, characters, classes, digits, from_code, holding
from ..ir.characters import number_space as space_of_numbers
from ..ir.python_builtins import PREDICATES, seeing
from ..ir.terms import Term, subterms
from .encoding_limits import LIMITS

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
    # ASCII characters are told apart by too much (digits, spaces, constants) to be put together.
    own_characters = ASCII | seen.own
    # Of characters that are compared, those between two constants are classes of their own.
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
            # A number of the character itself can be compared; of any other text the code would show which character it
            # is.
            if arguments[0].op == "var" and arguments[0].data == self.target:
                self._ord.add(term)
            elif arguments[0].op != "const":
                raise _SeesMore
        # Which digits a text has decides what number it is.
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
            # Where a text is changed, each character that changes has to stay told apart from the others.
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
            are_numbers = all(isinstance(number, (int, float)) for number in numbers)
            if len(numbers) > LIMITS.named_code_points or not are_numbers:
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
