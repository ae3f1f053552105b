"""How a call binds arguments to the parameters of a helper function (language reference, sections 6.3.4 and 8.7).

The evaluator binds values and the encoding symbolic ones, by the one rule that is here.

Example. `def f(a, /, b, *rest, c=1, **options)`, called as `f(1, 2, 3, a=4)`: a is 1, b is 2, rest is (3,), options is
{"a": 4}, and c is its default.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from attrs import field, frozen

V = TypeVar("V")


@frozen(slots=True)
class Bound(Generic[V]):
    """What the parameters of a called function are. `rest`: the arguments of its `*` parameter, `options`: those of its
    `**` parameter by their keywords."""

    values: Mapping[str, V]
    rest: Sequence[V] = ()
    options: Mapping[str, V] = field(factory=dict)


@frozen(slots=True)
class HelperSignature:
    """The parameters of a function. `names`: all but those with stars. The first `positional_only` have no keyword, and
    those in `by_name` are given by keyword only. `with_default`: those that have one. `rest` and `options`: the names
    of the `*` and the `**` parameter, empty where there is none."""

    names: tuple[str, ...]
    with_default: tuple[str, ...] = ()
    positional_only: int = 0
    by_name: frozenset[str] = frozenset()
    rest: str = ""
    options: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether all parameters may be given by position and by keyword."""
        return not (self.positional_only or self.by_name or self.rest or self.options)

    @property
    def heading(self) -> tuple[str, ...]:
        """The parameters as they are written, without their defaults."""
        by_position = [name for name in self.names if name not in self.by_name]
        written = by_position[: self.positional_only]
        written += ["/"] if self.positional_only else []
        written += by_position[self.positional_only :]
        written += [f"*{self.rest}"] if self.rest or self.by_name else []
        written += [name for name in self.names if name in self.by_name]
        return (*written, *([f"**{self.options}"] if self.options else []))

    def bound(self, arguments: Sequence[V], keywords: Mapping[str, V], defaults: Sequence[V]) -> Bound[V] | None:
        """What a call binds; None where it raises TypeError. `defaults`: the values of those in `with_default`."""
        by_position = [name for name in self.names if name not in self.by_name]
        rest = arguments[len(by_position) :]
        if rest and not self.rest:
            return None
        values = dict(zip(by_position, arguments, strict=False))
        # A parameter that is positional only may share its name with a keyword for `**options`.
        given_by_name = {name: value for name, value in keywords.items() if name in self.names[self.positional_only :]}
        options = {name: value for name, value in keywords.items() if name not in given_by_name}
        # A parameter given twice is a TypeError, and so is a keyword that nothing takes.
        if not values.keys().isdisjoint(given_by_name) or (options and not self.options):
            return None
        values |= given_by_name
        for name, default in zip(self.with_default, defaults, strict=True):
            values.setdefault(name, default)
        return None if len(values) < len(self.names) else Bound(values, rest, options)
