"""Inputs near a given one on which a term is likely to have another value.

A goal for a term becomes goals for its operands, down to the arguments that the values come from: of `int(part) > 255`
that shall be true, `int(part)` shall be 256, so `part` shall be `"256"`, so `text.split(".")` shall have that in the
place of this part, so `text` shall be `"256.0.0.0"`. The way that is gone down is one of many, and all of them are
tried in turn. (The idea is that of propagation in local search for bit-vectors, with inverse values: Niemetz, Preiner
and Biere, "Propagation based local search for bit-precise reasoning", FMSD 51 (2017).)

What is found is a guess about the whole, since values may be used more than once: the caller executes the contract.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from itertools import islice
from typing import Any

from attrs import frozen

from ..errors import SpecassayError
from ..ir.statements import Comprehension
from ..ir.terms import Term, free_names
from ..ir.variables import Valuation
from ..iteration import in_turn
from .applications import Application
from .goals import DEFINED, FALSE, RAISES, TRUE, Goal, RaisedException, applied, settled
from .inverses import inverses
from .nearby import PLAIN, like, nearby
from .trace import Lens, LensScope, Passage, rebuilt, unpacked

SUGGESTED = 60
"""Values of one operand that are applied, the likeliest first."""
FEW_SUGGESTED = 16
"""The same where the operation is to give one value exactly."""
MANY_ITEMS = 32
"""Items of a value; of a larger one, only what the operation says is applied: it takes long to make and to compare."""
STEPS_OF_AN_OPERATION = 4
"""What applying an operation costs, in steps of the evaluator."""
RESIZED = 12
"""Iterables with an item more or less that are tried."""
TURNS = 24
"""Turns of a comprehension that are looked at."""
_PLAINLY = frozenset({"python.truth", "python.of_bool", "python.starred"})


@frozen(slots=True, eq=False)
class Steering:
    """How terms are steered; `constants` are those of the contract."""

    constants: Sequence[Any]

    def to(self, passage: Passage, goal: Goal) -> Iterator[Valuation]:
        """Inputs on which what was evaluated is likely to meet a goal."""
        if goal is TRUE and isinstance(passage.outcome, RaisedException):
            # First it has to be defined: on the way there it may become true.
            goal = DEFINED
        return self.steer(passage.term, passage.scope, goal)

    def steer(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        """The same of a term in a scope. Never raises: of what cannot be followed there are no inputs."""
        try:
            yield from self._steer(term, scope, goal)
        except (SpecassayError, RecursionError):
            return

    def _steer(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        match term.op:
            # What contains no place of the input cannot be steered; a variable is where a goal ends, as a value to put
            # there.
            case "const" | "python.lambda":
                return iter(())
            case "var":
                return self._variable(scope.places.get(term.data), goal)
            case "python.assign":
                return self.steer(term.args[0], scope, goal)
            # Connectives and quantifiers hand the goal on to their parts; only operations on values are turned
            # backwards.
            case "python.not" if goal.kind in ("is", "equals"):
                return self.steer(term.args[0], scope, FALSE if goal.value else TRUE)
            case "python.and" | "python.or":
                return self._connective(term, scope, goal)
            case "python.ite":
                return self._choice(term, scope, goal)
            case "python.comprehension":
                return self._comprehension(term, scope, goal)
            case "python.compare" if _asks_for_none(term) and goal.kind in ("is", "equals"):
                return self._none(term, scope, goal)
            case "python.call" if (quantifier := quantifier_of(term)) is not None and goal.kind in ("is", "equals"):
                return self._quantified(term.args[1], scope, quantifier, bool(goal.value))
            case op if op in _PLAINLY or op == "python.not":
                return self.steer(term.args[0], scope, goal)
        return self._operation(term, scope, goal)

    def _variable(self, lens: Lens | None, goal: Goal) -> Iterator[Valuation]:
        if lens is None:
            return
        if goal.kind == "equals":
            yield from lens.change(goal.value)
            return
        if lens.towards is not None:
            yield from lens.towards(goal)
        for value in islice(nearby(lens.value, self.constants), SUGGESTED):
            if goal.is_met_by(value):
                yield from lens.change(value)

    def _none(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        """`m is None`: what is true is not None, and None is false; no match can be written down."""
        first, second = term.args
        is_none = (term.data == "is") is bool(goal.value)
        operand = second if _is_none(first) else first
        return in_turn([self.steer(operand, scope, FALSE if is_none else TRUE), self._operation(term, scope, goal)])

    def _connective(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        """`and` is true by the first operand that is not; it is false by any of them."""
        decisive = term.op == "python.or"
        if goal.kind in ("is", "equals") and bool(goal.value) is decisive:
            return in_turn([self.steer(arg, scope, goal) for arg in term.args])
        if goal.kind == "raises":
            return in_turn([self.steer(arg, scope, goal) for arg in term.args])
        for arg in term.args:
            outcome = scope.of(arg)
            if isinstance(outcome, RaisedException):
                return self.steer(arg, scope, DEFINED)
            if bool(outcome) is decisive:
                return self.steer(arg, scope, FALSE if decisive else TRUE)
        return iter(())

    def _choice(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        test, then, orelse = term.args
        outcome = scope.of(test)
        if isinstance(outcome, RaisedException):
            return self.steer(test, scope, DEFINED)
        taken, branch_not_taken = (then, orelse) if outcome else (orelse, then)
        ways = [self.steer(taken, scope, goal)]
        if goal.is_met_by(scope.of(branch_not_taken)):
            ways.append(self.steer(test, scope, FALSE if outcome else TRUE))
        return in_turn(ways)

    def _operation(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        operands = [scope.of(arg) for arg in term.args]
        for arg, outcome in zip(term.args, operands, strict=True):
            if isinstance(outcome, RaisedException):
                return self.steer(arg, scope, DEFINED) if goal.kind != "raises" else iter(())
        if term.op == "python.method" and term.data[0] in ("partition", "rpartition") and goal.kind == "equals":
            goal = Goal("equals", _parted(goal.value, operands[1]))
        changing = [position for position, arg in enumerate(term.args) if not free_names(arg).isdisjoint(scope.places)]
        # Only operands that the input has a part in can be steered.
        ways = [self._operand(term, scope, goal, operands, position) for position in changing]
        if goal.kind == "raises":
            ways += [self.steer(term.args[position], scope, RAISES) for position in changing]
        return in_turn(ways)

    def _operand(
        self, term: Term, scope: LensScope, goal: Goal, operands: Sequence[Any], position: int
    ) -> Iterator[Valuation]:
        """Inputs on which one operand is such that the operation meets the goal."""
        application = Application(term, operands, position, goal, self.constants)
        met = 0
        # What gives one value exactly is seldom found by chance: then only what the operation itself says is tried.
        guesses: Iterator[Any] = nearby(application.value, self.constants)
        if goal.kind == "equals" and isinstance(application.value, Sized) and len(application.value) > MANY_ITEMS:
            guesses = iter(())
        most = SUGGESTED if goal.kind != "equals" else FEW_SUGGESTED
        for values in (inverses(application), guesses):
            for value in islice(values, most):
                scope.fuel.step(STEPS_OF_AN_OPERATION)
                outcome = applied(term, [*operands[:position], value, *operands[position + 1 :]], scope.fuel)
                if goal.is_met_by(outcome):
                    met += 1
                    yield from self.steer(term.args[position], scope, Goal("equals", value))
            if met and goal.kind == "equals":
                return

    # -- comprehensions

    def _quantified(self, comprehension: Term, scope: LensScope, decisive: bool, result: bool) -> Iterator[Valuation]:
        """`any` and `all` over a comprehension: what decides them is one turn, or that there is none."""
        element = comprehension.args[-1]
        turns = self.turns(comprehension, scope)
        goal = TRUE if result else FALSE
        # `any` is true by one turn, and `all` is false by one; for the opposite every turn has to change.
        if result is decisive:
            ways = [self.steer(element, turn, goal) for turn in turns]
            return in_turn([*ways, self._with_more(comprehension, scope)])
        # One turn is changed at a time, the first that is in the way: what is left is the next step's.
        for turn in turns:
            outcome = turn.of(element)
            if isinstance(outcome, RaisedException):
                return self.steer(element, turn, DEFINED)
            if bool(outcome) is decisive:
                return in_turn([self.steer(element, turn, goal), self._with_less(comprehension, scope)])
        return iter(())

    def _comprehension(self, term: Term, scope: LensScope, goal: Goal) -> Iterator[Valuation]:
        shape: Comprehension = term.data
        turns, element = self.turns(term, scope), term.args[-1]
        # One element decides whether the whole raises: it is the element of a turn that has to change, or what is
        # iterated.
        if goal.kind in ("defined", "raises") or shape.kind not in ("list", "generator", "set"):
            iterables = [self.steer(term.args[0], scope, goal)]
            wrong = [
                turn for turn in turns if isinstance(turn.of(element), RaisedException) is (goal.kind == "defined")
            ]
            return in_turn([*iterables, *(self.steer(element, turn, goal) for turn in wrong)])
        if goal.kind == "is":
            return self._with_more(term, scope) if goal.value else self._with_less(term, scope)
        # Each way changes one item, or the length by one, and keeps the rest of the input.
        elements, elements_now = list(goal.value), [turn.of(element) for turn in turns]
        ways = [
            self.steer(element, turn, Goal("equals", element_wanted))
            for turn, now, element_wanted in zip(turns, elements_now, elements, strict=False)
            if type(now) is not type(element_wanted) or now != element_wanted
        ]
        if len(elements) > len(elements_now):
            ways.append(self._with_more(term, scope))
        elif len(elements) < len(elements_now):
            ways.append(self._with_less(term, scope))
        return in_turn(ways)

    def turns(self, comprehension: Term, scope: LensScope) -> list[LensScope]:
        """The scopes of the element in the turns that a comprehension takes, the first `TURNS` of them."""
        shape: Comprehension = comprehension.data
        lens_scopes: list[LensScope] = []

        def go(level: int, position: int, scope: LensScope) -> None:
            if level == len(shape.generators):
                lens_scopes.append(scope)
                return
            generator = shape.generators[level]
            iterable, after = comprehension.args[position], position + 1 + generator.conditions
            # Turns grow with the product of the loops; a few show what an element has to be.
            for places in self._items(iterable, generator.target, scope):
                if len(lens_scopes) >= TURNS:
                    return
                bound = scope.binding(places)
                if all(TRUE.is_met_by(bound.of(arg)) for arg in comprehension.args[position + 1 : after]):
                    go(level + 1, after, bound)

        go(0, 0, scope)
        return lens_scopes

    def _items(self, iterable: Term, target: Any, scope: LensScope) -> Iterator[Mapping[str, Lens]]:
        """What the target of a loop over an iterable is bound to, one turn after the other."""
        outcome = scope.of(iterable)
        try:
            items = list(settled(outcome, scope.fuel))
        except TypeError:
            return
        for number, item in enumerate(items[:TURNS]):

            def change(value: Any, number: int = number) -> Iterator[Valuation]:
                for changed in rebuilt(outcome, [*items[:number], value, *items[number + 1 :]]):
                    yield from self.steer(iterable, scope, Goal("equals", changed))

            try:
                yield dict(unpacked(target, Lens(item, change)))
            except (TypeError, ValueError):
                return

    def _with_more(self, comprehension: Term, scope: LensScope) -> Iterator[Valuation]:
        """Inputs on which one of the iterables has one more item."""

        def longer(items: list[Any]) -> Iterator[list[Any]]:
            yield from ([*items, addition] for addition in (*like(items, self.constants), *(() if items else PLAIN)))

        return in_turn([self._resized(*iterable, longer) for iterable in self._iterables(comprehension, scope)])

    def _with_less(self, comprehension: Term, scope: LensScope) -> Iterator[Valuation]:
        """Inputs on which one of the iterables has one item less."""

        def shorter(items: list[Any]) -> Iterator[list[Any]]:
            yield from ([*items[:position], *items[position + 1 :]] for position in range(len(items)))

        return in_turn([self._resized(*iterable, shorter) for iterable in self._iterables(comprehension, scope)])

    def _iterables(self, comprehension: Term, scope: LensScope) -> Iterator[tuple[Term, LensScope]]:
        """The iterables of a comprehension with their scopes: inner ones as the first turn has them."""
        shape: Comprehension = comprehension.data
        position = 0
        for generator in shape.generators:
            iterable = comprehension.args[position]
            yield iterable, scope
            first = next(self._items(iterable, generator.target, scope), None)
            if first is None:
                return
            scope = scope.binding(first)
            position += 1 + generator.conditions

    def _resized(
        self, iterable: Term, scope: LensScope, sizes: Callable[[list[Any]], Iterator[list[Any]]]
    ) -> Iterator[Valuation]:
        outcome = scope.of(iterable)
        if isinstance(outcome, list | tuple | str | set | frozenset | dict):
            items = list(outcome)
            for siz in islice(sizes(items), RESIZED):
                for changed in rebuilt(outcome, siz):
                    yield from self.steer(iterable, scope, Goal("equals", changed))


def _asks_for_none(term: Term) -> bool:
    """Whether a comparison is `m is None` or `m is not None`."""
    return term.data in ("is", "is not") and any(map(_is_none, term.args))


def _parted(parts: Any, separator: Any) -> Any:
    """What a partition gives that is like these parts: with its separator, where there is to be one, or text on both
    sides. Names that are unpacked change one at a time, and no partition gives a tail without a separator."""
    match parts:
        case (str() | bytes() as head, middle, str() | bytes() as tail) if middle or (head and tail):
            return (head, separator, tail)
    return parts


def _is_none(term: Term) -> bool:
    return term.op == "const" and term.data is None


def quantifier_of(term: Term) -> bool | None:
    """What decides a call of `any` (True) or `all` (False) over a comprehension; None for another term."""
    if len(term.args) != 2 or term.args[1].op != "python.comprehension" or term.args[0].op != "const":
        return None
    function = term.args[0].data
    return True if function is any else False if function is all else None
