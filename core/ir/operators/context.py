"""What strict operators may need besides their values, and how they stop when a term has none."""

from collections.abc import Hashable, Mapping
from typing import Any, Protocol

from attrs import define, field

from ...errors import SortError
from ...fuel import Fuel
from ...spans import Span
from ..contracts import Datatype, Function
from ..variables import Name, Valuation


class CallObserver(Protocol):
    """Who wants to know what calls of functions are given, read and return."""

    def called(self, function: Function, arguments: Valuation) -> None:
        """A function is called, and has no value yet."""

    def read_beyond(self, function: Function, span: Span | None, what: str) -> None:
        """A function has read `what`, which its frame does not name."""

    def returned(self, function: Function, arguments: Valuation, result: Any) -> None:
        """A function has a value."""


@define(slots=True)
class ChoiceTrail:
    """Which values evaluations of `var x :| P; e` take, one evaluation after the other, until each combination was
    taken. A place that is evaluated again under the same values takes the same again, as a function does.

    `trail`: in the order in which they are met, the place and its values → which of how many."""

    trail: dict[Hashable, tuple[int, int]] = field(factory=dict)

    def taken(self, place: Hashable, several: int) -> int:
        """The number of the value that is taken of several."""
        return self.trail.setdefault(place, (0, several))[0]

    def advance(self) -> bool:
        """Turn to the next combination; False where all were taken."""
        while self.trail:
            place, (number, several) = self.trail.popitem()
            if number + 1 < several:
                self.trail[place] = (number + 1, several)
                return True
        return False


@define(slots=True, eq=False)  # not frozen, which would take each evaluation twice as long to make
class EvaluationContext:
    """The declarations in scope, the budget of one evaluation, and who observes its calls.

    `runs`: whether a program is run. Of `var x :| P; e` in what is run the verifier has proved that it has one value,
    so that the first that is found will do; in a specification it may have several. `choices`: which of several is
    taken; None where such a term has no value that is known.
    """

    functions: Mapping[Name, Function] = field(factory=dict)
    datatypes: Mapping[str, Datatype] = field(factory=dict)
    fuel: Fuel = field(factory=Fuel)
    observer: CallObserver | None = None
    runs: bool = False
    choices: "ChoiceTrail | None" = None

    def position(self, datatype: str, constructor: str, name: str) -> int:
        """Where a constructor keeps the field of this name. Raises SortError when it has none."""
        declared = self.datatypes.get(datatype)
        for candidate in declared.constructors if declared else ():
            if candidate.name == constructor:
                for position, binder in enumerate(candidate.fields):
                    if binder.name == name:
                        return position
        raise SortError(f"datatype {datatype} has no {constructor}.{name}")


class Undefined(Exception):
    """The term is undefined. `reason` says why, for people. `refused`: the call whose precondition fails, where that is
    why. `function`: the innermost one inside of whose definition it is, which was called as its precondition allows;
    empty where it is the term itself."""

    def __init__(self, reason: str, span: Span | None = None, refused: Any = None) -> None:
        self.reason, self.span, self.refused = reason, span, refused
        self.function = ""
        super().__init__(reason)


class Undecided(Exception):
    """The term may have a value, but the evaluator cannot find it. `reason` says why, for people."""

    def __init__(self, reason: str, span: Span | None = None) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)


class OpenChoice(Undecided):
    """The term has one of several values, or may have: Dafny does not say which. `first`: the one found first."""

    def __init__(self, first: Any, span: Span | None) -> None:
        self.first = first
        super().__init__("several choices satisfy the condition (:|), and which is taken is open", span)
