"""Names and their values during the evaluation of Python terms."""

from typing import Any

from attrs import define

from ..fuel import Fuel

_ABSENT = object()


@define(slots=True)
class EvaluationScope:
    """A scope and the one around it. All scopes of one evaluation share their fuel."""

    names: dict[str, Any]
    outer: "EvaluationScope | None"
    fuel: Fuel

    def inner(self) -> "EvaluationScope":
        return EvaluationScope({}, self, self.fuel)

    def bind(self, name: str, value: Any) -> Any:
        """Give a name of this scope a value, and return that."""
        self.names[name] = value
        return value

    def get(self, name: str) -> Any:
        """The value of a name. Raises NameError as Python does."""
        scope: EvaluationScope | None = self
        while scope is not None:
            value = scope.names.get(name, _ABSENT)
            if value is not _ABSENT:
                return value
            scope = scope.outer
        raise NameError(f"name {name!r} is not defined")
