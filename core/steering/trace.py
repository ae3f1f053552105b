"""What an execution of a contract comes across, and how each of its values depends on the input.

A `Lens` is a value together with the way back: what the arguments have to be so that another value stands there. Of a
parameter that is the argument itself. Of a variable it leads through the term that was assigned, of an item of a loop
through the list that the loop goes over. (The word is that of Foster and others, "Combinators for
bidirectional tree transformations", TOPLAS 29 (2007). Here the way back may be wrong, or there are several.)
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from attrs import define, field, frozen

from ..errors import OutOfFuel, SpecassayError, Unsupported
from ..evaluate.dynamic import compiled
from ..evaluate.environment import EvaluationScope
from ..evaluate.execution import helper
from ..fuel import Fuel
from ..ir.contracts import Contract
from ..ir.statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    For,
    If,
    OpaqueStatement,
    Return,
    Statement,
    Target,
    Try,
    While,
)
from ..ir.terms import Term, subterms
from ..ir.variables import Name, Valuation
from .goals import DEFINED, TRUE, Goal, RaisedException, evaluated

PutBack = Callable[[Any], Iterator[Valuation]]
"""The arguments with which, it is hoped, a place has this value, and all else as it was."""
MOST_TURNS = 200
"""Turns of loops that are followed."""


@frozen(slots=True, eq=False)
class Lens:
    """A value, and the way back to the arguments. `towards`: inputs on which it is likely to meet a goal, where no
    value that does can be written down, as that of a match."""

    value: Any
    change: PutBack
    towards: "Callable[[Goal], Iterator[Valuation]] | None" = None


@frozen(slots=True, eq=False)
class LensScope:
    """The names that a term may mention."""

    places: Mapping[str, Lens]
    fuel: Fuel

    def of(self, term: Term) -> Any:
        """The value of a term, or `RaisedException`."""
        names: dict[Name, Any] = {name: lens.value for name, lens in self.places.items()}
        return evaluated(compiled(term), EvaluationScope(names, None, self.fuel))

    def binding(self, places: Mapping[str, Lens]) -> "LensScope":
        """The scope with further names."""
        return LensScope({**self.places, **places}, self.fuel)


Steer = Callable[[Term, LensScope, Goal], Iterator[Valuation]]
"""Inputs on which a term of a scope is likely to meet a goal."""


@frozen(slots=True, eq=False)
class Passage:
    """A term that was evaluated on the way, and what it gave: the test of a clause, of a branch, what is assigned."""

    term: Term
    scope: LensScope
    outcome: Any

    @property
    def held(self) -> bool:
        return TRUE.is_met_by(self.outcome)


@define(slots=True, eq=False)
class ContractTrace:
    """`checks`: by clause, what its test gave each time. `ways`: the branches and loops that were come to, and what was
    iterated or decided. `stuck`: ways to go on where a statement raised. `lost`: whether something was not followed."""

    checks: dict[int, list[Passage]] = field(factory=dict)
    ways: list[Passage] = field(factory=list)
    stuck: list[Iterator[Valuation]] = field(factory=list)
    lost: bool = False


class _Left(Exception):
    """A statement left its block."""


class _Stuck(Exception):
    """A statement raised."""


def unpacked(target: Target, lens: Lens) -> Iterator[tuple[str, Lens]]:
    """The names that a target binds. Raises TypeError or ValueError where the value does not fit."""
    if isinstance(target, str):
        yield target, lens
        return
    items = list(lens.value)
    if len(items) != len(target):
        raise ValueError("wrong number of values to unpack")
    for number, (target_item, item) in enumerate(zip(target, items, strict=True)):
        yield from unpacked(target_item, Lens(item, partial(_with_item, lens, items, number)))


def _with_item(lens: Lens, items: list[Any], number: int, value: Any) -> Iterator[Valuation]:
    for changed in rebuilt(lens.value, [*items[:number], value, *items[number + 1 :]]):
        yield from lens.change(changed)


def rebuilt(value: Any, items: list[Any]) -> Iterator[Any]:
    """The items as the container that another value is; nothing where they cannot be in one."""
    try:
        match value:
            case str():
                yield "".join(items)
            case bytes():
                yield bytes(items)
            case tuple() | set() | frozenset():
                yield type(value)(items)
            case dict():
                # A key that is new gets the value of one that is there, since it is likely to be of the right kind.
                values = list(value.values())
                yield {
                    key: value.get(key, values[min(position, len(values) - 1)]) for position, key in enumerate(items)
                }
            case _:
                yield items
    except (TypeError, ValueError, IndexError):
        return


@define(slots=True, eq=False)
class Tracer:
    """One execution of a contract; `steer` inverts terms, and is lazy: nothing is inverted that nobody asks for."""

    contract: Contract
    arguments: Valuation
    steer: Steer
    fuel: Fuel
    trace: ContractTrace = field(factory=ContractTrace, init=False)
    scope: LensScope = field(init=False)
    turns: int = field(default=0, init=False)

    def run(self) -> ContractTrace:
        """What was come across, to where the execution can be followed."""
        places = {name: Lens(value, partial(self._argument, name)) for name, value in self.arguments.items()}
        self.scope = LensScope(places, self.fuel)
        try:
            self._block(self.contract.body)
        except (_Left, _Stuck):
            pass
        except (OutOfFuel, Unsupported, RecursionError):
            self.trace.lost = True
        return self.trace

    def _argument(self, name: str, value: Any) -> Iterator[Valuation]:
        yield {**self.arguments, name: value}

    def _block(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            self.fuel.step()
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Check(clause, test):
                self._check(clause, test)
            case Assign(target, value):
                self._assigned(target, value)
            case If(test, then, orelse):
                self._block(then if self._passed(test).held else orelse)
            case For():
                self._for(statement)
            case While(test, body, orelse):
                while self._passed(test).held:
                    if not self._turned(body):
                        return
                self._block(orelse)
            case Define(name):
                around = EvaluationScope({key: lens.value for key, lens in self.scope.places.items()}, None, self.fuel)
                around.names[name] = function = helper(statement, around, None)
                self.scope = self.scope.binding({name: Lens(function, _nothing)})
            case Try(body, _, orelse, final):
                # What a handler does on other inputs is not followed: most contracts only turn one exception into
                # another there.
                for block in (body, orelse, final):
                    self._block(block)
            case Evaluate(value):
                self._defined(value)
            case Return() | Break() | Continue():
                raise _Left(type(statement))
            case OpaqueStatement():
                self.trace.lost = True
            case _:
                raise _Stuck

    def _check(self, clause: int, test: Term) -> None:
        try:
            outcome = self.scope.of(test)
        except (SpecassayError, RecursionError):
            self.trace.lost = True
            return
        self.trace.checks.setdefault(clause, []).append(Passage(test, self.scope, outcome))
        self._bind_within(test)

    def _passed(self, term: Term) -> Passage:
        """What decides which way is taken."""
        passage = Passage(term, self.scope, self._defined(term))
        self.trace.ways.append(passage)
        self._bind_within(term)
        return passage

    def _bind_within(self, term: Term) -> None:
        """Bind the names that a term assigns to: `if (m := PATTERN.match(text)) is None`. What Python does not come to,
        behind `and` and `or`, raises as a rule where it is evaluated all the same."""
        for node in subterms(term):
            if node.op == "python.assign":
                with suppress(SpecassayError, RecursionError):
                    outcome = self.scope.of(node.args[0])
                    if not isinstance(outcome, RaisedException):
                        self._assigned(node.data, node.args[0])

    def _defined(self, term: Term) -> Any:
        outcome = self.scope.of(term)
        if isinstance(outcome, RaisedException):
            self.trace.stuck.append(self.steer(term, self.scope, DEFINED))
            raise _Stuck
        return outcome

    def _assigned(self, target: Target, value: Term) -> None:
        scope, outcome = self.scope, self._defined(value)

        def change(result: Any) -> Iterator[Valuation]:
            return self.steer(value, scope, Goal("equals", result))

        lens = Lens(outcome, change, partial(self.steer, value, scope))
        try:
            self.scope = scope.binding(dict(unpacked(target, lens)))
        except (TypeError, ValueError):
            self.trace.stuck.append(self._of_length(value, outcome, len(target)))
            raise _Stuck from None

    def _of_length(self, value: Term, outcome: Any, length: int) -> Iterator[Valuation]:
        """Inputs on which there is as much to unpack as there are targets."""
        if not isinstance(outcome, (list, tuple, str)):
            return
        items = list(outcome)
        for filler in (*items[-1:], "a", 0, "", 1):
            longer = [*items[:length], *[filler] * (length - len(items))]
            for changed in rebuilt(outcome, longer):
                yield from self.steer(value, self.scope, Goal("equals", changed))

    def _for(self, loop: For) -> None:
        passage = self._passed(loop.iterable)
        try:
            items = list(passage.outcome)
        except TypeError:
            raise _Stuck from None
        # Each item of the loop knows how to change itself, by changing what is iterated.
        for number, item in enumerate(items):

            def change(result: Any, number: int = number) -> Iterator[Valuation]:
                for changed in rebuilt(passage.outcome, [*items[:number], result, *items[number + 1 :]]):
                    yield from self.steer(loop.iterable, passage.scope, Goal("equals", changed))

            try:
                self.scope = self.scope.binding(dict(unpacked(loop.target, Lens(item, change))))
            except (TypeError, ValueError):
                raise _Stuck from None
            if not self._turned(loop.body):
                return
        self._block(loop.orelse)

    def _turned(self, body: tuple[Statement, ...]) -> bool:
        """One turn of a loop, and whether there may be another."""
        self.turns += 1
        if self.turns > MOST_TURNS:
            raise OutOfFuel(f"more than {MOST_TURNS} turns")
        try:
            self._block(body)
        except _Left as exit_taken:
            if exit_taken.args[0] is Return:
                raise
            return exit_taken.args[0] is Continue
        return True


def _nothing(value: Any) -> Iterator[Valuation]:
    return iter(())
