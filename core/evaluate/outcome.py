"""What evaluation gives: a value, undefined, or unknown."""

from typing import Any, Literal

from attrs import field, frozen

from ..spans import Span


@frozen(slots=True)
class Evaluation:
    """`defined`: `value` is the term's value. `undefined`: `reason` is why (for Python, the exception's class name).
    `unknown`: fuel ran out or a quantifier has no finite domain; `reason` says which."""

    state: Literal["defined", "undefined", "unknown"]
    value: Any = None
    reason: str = ""
    span: Span | None = field(default=None, eq=False)

    @property
    def is_true(self) -> bool:
        return self.state == "defined" and self.value is True

    @property
    def is_false(self) -> bool:
        return self.state == "defined" and self.value is False
