"""Expressions for arguments, each tried once in the sandbox, where constructors run."""

import ast
import math
from collections.abc import Sequence

from attrs import define, field

from ...backends.python.replay import Construction, Replayer
from ...frontends.python.deep import unparse
from ...frontends.python.receivers import beginning_of
from .run_limits import LIMITS


@define(slots=True, eq=False)
class Constructing:
    """Expressions for arguments of a task that is loaded, each tried once.

    `replayer`: has the task loaded. `seconds`: for those, together, that take all the time that there is for one;
    after that no others are tried. Such are the calls of methods of an object that cannot be made either: they are not
    tried again.
    """

    replayer: Replayer
    seconds: float = math.inf
    late: int = 0
    _known: dict[tuple[str, str], Construction] = field(factory=dict)
    _refused: set[str] = field(factory=set)

    @property
    def wasted(self) -> float:
        """The processor time that went into those that take too long, in seconds."""
        return self.late * self.replayer.limits.cpu_seconds

    def of(self, parameter: str, texts: Sequence[str]) -> list[Construction]:
        """What each of these expressions makes."""
        new = [text for text in dict.fromkeys(texts) if (parameter, text) not in self._known]
        # Few at a time: after each lot it is known which calls fail and how much time was lost, and the rest is spared.
        for place in range(0, len(new), LIMITS.constructed_at_once):
            self._try(
                parameter,
                [text for text in new[place : place + LIMITS.constructed_at_once] if not self._is_hopeless(text)],
            )
        return [self._known.get((parameter, text), _NOT_TRIED) for text in texts]

    def _try(self, parameter: str, texts: Sequence[str]) -> None:
        if not texts or self.wasted > self.seconds:
            return
        for text, made in zip(texts, self.replayer.construct(parameter, texts), strict=True):
            self._known[parameter, text] = made
            self.late += made.late
            # Unparsed, for `_is_hopeless` compares it with the beginning of longer texts: when `Stack(-1)` fails, so
            # does `(obj := Stack(-1), obj.push(1))[0]`.
            if made.refused is not None:
                self._refused.add(unparse(ast.parse(text, mode="eval")))

    def _is_hopeless(self, text: str) -> bool:
        return bool(self._refused) and text.startswith("(") and beginning_of(text) in self._refused


_NOT_TRIED = Construction("it was not tried, because similar ones fail or take too long")
