"""Which local names alone refer to the container that they are bound to.

Nothing else can see such a container change, so it has a value and no identity. That is so for a name that is only ever
bound to a container that is made there, where every mention of it reads the container at once: an alias, a closure, a
lazy iterator or a loop over it around a change are none of these. `b = a` makes an alias of both; `b = sorted(a)`, of
neither.
"""

from collections.abc import Iterator
from typing import Literal

from attrs import define, field

from ....core.ir.python_builtins import CHANGING, CONTAINERS, functions_giving, giving
from ....core.ir.statements import (
    Assign,
    Body,
    Check,
    Define,
    Evaluate,
    For,
    If,
    Return,
    Statement,
    Try,
    While,
    names_of,
    own_terms,
)
from ....core.ir.terms import Term, subterms
from ..dependence import blocks
from ..expressions import DELETE_ITEM, SET_ITEM
from .augmented_assignments import OPERATORS

ContainerKind = Literal["list", "set", "dict"]

_SET_OPERATORS = frozenset({"__iand__", "__ior__", "__isub__", "__ixor__"})
CHANGES: dict[ContainerKind, frozenset[str]] = {
    "list": frozenset(
        {"__iadd__", "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort", SET_ITEM, DELETE_ITEM}
    ),
    "set": frozenset({"add", "clear", "difference_update", "discard", "remove", "update"} | _SET_OPERATORS),
    "dict": frozenset({"__ior__", "clear", "setdefault", "update", SET_ITEM, DELETE_ITEM}),
}
"""The changes that `updates.py` can write as assignments."""
_READS = giving("flat", "container", "element", types=CONTAINERS)
"""Methods that return a new value, or an element."""
_VIEWS = giving("view")
_EAGER = functions_giving("flat", "container", "element")
"""Builtins that keep nothing of their arguments; max, min and sum may return one of several."""
_LAZY, _ONE_OF_SEVERAL = functions_giving("view"), functions_giving("element")
_NEW: dict[object, ContainerKind] = {list: "list", sorted: "list", set: "set", dict: "dict"}
_DISPLAYS: dict[str, ContainerKind] = {"python.list": "list", "python.set": "set", "python.dict": "dict"}
_LISTING = giving("flat list", types=(str,))
_ARGUMENTS = {"clear": (0,), "reverse": (0,), "insert": (2,), SET_ITEM: (2,), "setdefault": (1, 2)}
"""How many arguments a change may have, where it is not one."""
_IN_PARTS = frozenset({"__iadd__", "extend", "sort", "update", "difference_update"})
"""What may raise when it has changed a part, which a handler could then see."""


def changed_name(term: Term) -> str | None:
    """The name of the variable that a call of a method changes in place, if it is such a call."""
    if term.op != "python.method" or term.data[0] not in CHANGING | OPERATORS.keys() | {SET_ITEM, DELETE_ITEM}:
        return None
    receiver = term.args[0]
    return receiver.data if receiver.op == "var" else None


def unaliased(body: Body, parameters: frozenset[str]) -> dict[str, ContainerKind]:
    """Name → kind of its container, for names that alone refer to a container that the function changes."""
    # A parameter's container is the caller's as well.
    changed = {name for term in _terms(body) if (name := changed_name(term)) is not None}
    kinds_by_name = {}
    for name in sorted(changed - parameters):
        mentions = _NameMentions(name)
        mentions.block(body)
        # Of one kind throughout, since a change means another thing for each: `update` of a set, and of a dict.
        if mentions.safe and len(mentions.kinds) == 1 and mentions.changes <= CHANGES[kind := mentions.kinds.pop()]:
            kinds_by_name[name] = kind
    return kinds_by_name


def _terms(body: Body) -> Iterator[Term]:
    """All terms of statements, those of helper functions excepted."""
    for statement in body:
        yield from subterms(*own_terms(statement))
        if not isinstance(statement, Define):
            for inner_block in blocks(statement):
                yield from _terms(inner_block)


def _mentions(name: str, *terms: Term) -> bool:
    return any(term.op in ("var", "python.assign") and term.data == name for term in subterms(*terms))


def made(term: Term) -> ContainerKind | None:
    """What an expression makes anew, if that is sure."""
    match term.op:
        case "python.list" | "python.set" | "python.dict" as display:
            return _DISPLAYS[display]
        case "python.comprehension" if term.data.kind in CHANGES:
            kind: ContainerKind = term.data.kind
            return kind
        case "python.call" if term.args[0].op == "const":
            return next((_NEW[constructor] for constructor in _NEW if constructor is term.args[0].data), None)
        case "python.method" if term.data[0] in _LISTING:
            return "list"
        case "python.binary" if term.data in ("+", "*"):
            # `+` and `*` of a list make a new one; of what else they are asked, it would raise.
            return "list" if any(made(operand) == "list" for operand in term.args) else None
    return None


@define(slots=True)
class _NameMentions:
    """Looks at every mention of one name in a function."""

    name: str
    safe: bool = True
    kinds: set[ContainerKind] = field(factory=set)
    changes: set[str] = field(factory=set)
    handled: bool = False
    """Within a `try` statement."""
    once: bool = False
    """Whether what is looked at is evaluated exactly where its statement is executed, so that it may remove."""

    def block(self, body: Body) -> None:
        for statement in body:
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        # Statements that are executed once, where a use cannot come before the change in a later turn.
        self.once = isinstance(statement, Assign | Evaluate | If | Return)
        match statement:
            # Each binding has to make a container of its own.
            case Assign(self.name, value):
                self._bound(value)
            case Assign(target, value):
                self.safe &= self.name not in names_of(target)
                self._value(value)
            # The change itself is what the analysis is about.
            case Evaluate(value) if changed_name(value) == self.name:
                self._change(value)
            case Evaluate(value):
                self._value(value)
            case Check(_, test) | If(test) | While(test):
                self._condition(test)
            case For(target, iterable, body):
                # `for x in xs: xs.append(x)` sees its own changes. An assignment of a new list in place of the old
                # one would not.
                changes = any(changed_name(term) == self.name for term in _terms(body))
                self.safe &= self.name not in names_of(target)
                self.safe &= not (changes and _mentions(self.name, iterable))
                self._iterated(iterable)
            # A returned container is handed out, when nothing of ours can change it any more.
            case Return(value) if value is not None:
                if not self._is(value):
                    self._value(value)
            case Define(name, _, defaults, body):
                # A closure sees the container whenever it is called.
                is_mentioned_inside = any(_mentions(self.name, term) for term in _all_terms(body))
                self.safe &= name != self.name and not is_mentioned_inside and not _mentions(self.name, *defaults)
                return
            case Try(_, handlers):
                self.safe &= all(handler.name != self.name for handler in handlers)
        # In a handler an earlier change may have happened or not.
        handled_before, self.handled = self.handled, self.handled or isinstance(statement, Try)
        for inner_block in blocks(statement):
            self.block(inner_block)
        self.handled = handled_before

    def _is(self, term: Term) -> bool:
        return term.op == "var" and term.data == self.name

    def _bound(self, value: Term) -> None:
        kind = made(value)
        if kind is None:
            self.safe = False
        else:
            self.kinds.add(kind)
            self._value(value)

    def _change(self, call: Term) -> None:
        method, kinds = call.data
        if method == "pop":
            self._value(call)
            return
        arguments = call.args[1:]
        self.safe &= _fits(method, kinds) and not (self.handled and method in _IN_PARTS)
        # A place that is computed may be negative, or no integer: `_parts` would cut elsewhere.
        if method == "insert" and arguments:
            self.safe &= arguments[0].op == "const" and isinstance(arguments[0].data, int)
        self.changes.add(method)
        in_slice = method == SET_ITEM and arguments[0].op == "python.slice"
        for argument in arguments:
            if (method in _IN_PARTS and method != "sort") or method in _SET_OPERATORS or in_slice:
                self._iterated(argument)
            else:
                self._value(argument)

    def _condition(self, term: Term) -> None:
        """Only whether it is true matters."""
        if term.op in ("python.and", "python.or", "python.not"):
            for operand in term.args:
                self._condition(operand)
        elif not self._is(term):
            self._value(term)

    def _iterated(self, term: Term) -> None:
        """Its elements are taken at once."""
        if self._is(term):
            return
        match term.op:
            case "python.method" if self._is(term.args[0]) and term.data[0] in _VIEWS:
                return
            # `zip` and the like are gone through at once as well, and with them what they were given.
            case "python.call" if term.args[0].op == "const" and _among(term.args[0].data, _LAZY):
                for argument in term.args[1:]:
                    self._iterated(argument)
            case "python.comprehension":
                self._comprehension(term)
            case _:
                self._value(term)

    def _value(self, term: Term) -> None:
        """It may be kept: no mention of the name itself may be a part of it."""
        match term.op:
            # The bare name as a value is an alias.
            case "var":
                self.safe &= not self._is(term)
            case "python.method" if self._is(term.args[0]):
                self._method(term)
            # Indexing reads the container; the index is a value by itself.
            case "python.index" if self._is(term.args[0]):
                self._value(term.args[1])
            # Comparisons by value read; identity asks which object it is.
            case "python.compare" if term.data not in ("is", "is not"):
                self._read(term.args)
            case "python.binary" | "python.format":
                self._read(term.args)
            case "python.not":
                self._condition(term)
            case "python.ite":
                self._condition(term.args[0])
                for branch in term.args[1:]:
                    self._value(branch)
            case "python.starred":
                self._iterated(term.args[0])
            # Builtins that take everything at once keep no reference.
            case "python.call" if term.args[0].op == "const" and _among(term.args[0].data, _EAGER):
                # `max(xs, ys)` is xs or ys itself, `max(xs)` an element of it.
                several = len(term.args) > 2 and _among(term.args[0].data, _ONE_OF_SEVERAL)
                for argument in term.args[1:]:
                    (self._value if several else self._iterated)(argument)
            case "python.comprehension":
                # A generator is evaluated later, unless something takes its elements at once.
                self.safe &= term.data.kind != "generator" or not _mentions(self.name, term)
                self._comprehension(term)
            # A lambda sees the container when it is called.
            case "python.lambda":
                self.safe &= not _mentions(self.name, term)
            case "python.assign":
                self.safe &= term.data != self.name
                self._value(term.args[0])
            case _:
                for argument in term.args:
                    self._value(argument)

    def _method(self, call: Term) -> None:
        method, kinds = call.data
        if method == "pop":
            # The ends of a list can be cut off by slices; another place raises where the list is too short.
            plain = not kinds or (kinds == (None,) and call.args[1].op == "const" and call.args[1].data in (0, -1))
            self.safe &= self.once and plain
            self.changes.add(method)
        else:
            self.safe &= method in _READS
        for argument in call.args[1:]:
            self._value(argument)

    def _read(self, terms: tuple[Term, ...]) -> None:
        for term in terms:
            if not self._is(term):
                self._value(term)

    def _comprehension(self, term: Term) -> None:
        bound = frozenset().union(*(names_of(generator.target) for generator in term.data.generators))
        self.safe &= self.name not in bound
        # What a comprehension evaluates, it evaluates any number of times.
        once_before, self.once = self.once, False
        rest = list(term.args)
        for generator in term.data.generators:
            self._iterated(rest.pop(0))
            for _ in range(generator.conditions):
                self._condition(rest.pop(0))
        for later_term in rest:
            self._value(later_term)
        self.once = once_before


def _fits(method: str, kinds: tuple[str | None, ...]) -> bool:
    """Whether a change is called with the arguments that it needs."""
    if method == "sort":
        return len(set(kinds)) == len(kinds) and set(kinds) <= {"key", "reverse"}
    return set(kinds) <= {None} and len(kinds) in _ARGUMENTS.get(method, (1,))


def _among(value: object, builtins: frozenset[object]) -> bool:
    return any(value is builtin for builtin in builtins)


def _all_terms(body: Body) -> Iterator[Term]:
    """All terms of statements, those of helper functions too."""
    for statement in body:
        yield from own_terms(statement)
        for inner_block in blocks(statement):
            yield from _all_terms(inner_block)
