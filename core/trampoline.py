"""Recursion without Python's stack: a deep term or a deep call chain costs memory, never a RecursionError."""

from collections.abc import Generator
from typing import Any, TypeVar

from attrs import define, field

T = TypeVar("T")

Steps = Generator[Any, Any, T]
"""A computation of a T. It yields computations whose results it needs, and is sent those results."""


PAUSE: Any = object()
"""What a computation yields to be resumed later."""


def run(steps: Steps[T]) -> T:
    """The result of a computation that does not pause. What a nested computation raises is raised where it was
    yielded."""
    value: T = _advance([steps])
    return value


@define(slots=True, eq=False)
class Resumable:
    """A computation that may pause."""

    steps: Steps[Any]
    _stack: list[Steps[Any]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._stack = [self.steps]

    def resume(self) -> bool:
        """Go on. Has it paused, and not ended? What the computation raises is raised here."""
        return _advance(self._stack) is PAUSE


def _advance(stack: list[Steps[Any]]) -> Any:
    """The result of the first computation of a stack, each of which waits for the next; PAUSE where one pauses."""
    result: Any = None
    problem: Exception | None = None
    if not stack:  # it has ended before
        return None
    top = stack[-1]
    while True:
        try:
            if problem is None:
                awaited = top.send(result)
            else:
                thrown, problem = problem, None
                awaited = top.throw(thrown)
        except StopIteration as stop:
            stack.pop()
            result = stop.value
        except Exception as raised:
            stack.pop()
            problem = raised.with_traceback(None)
        else:
            if awaited is PAUSE:
                return PAUSE
            stack.append(awaited)
            top, result = awaited, None
            continue
        if not stack:
            break
        top = stack[-1]
    if problem is not None:
        raise problem
    return result
