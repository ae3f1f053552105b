"""Recursion without Python's stack: a deep term or a deep call chain costs memory, never a RecursionError."""

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")

Steps = Generator[Any, Any, T]
"""A computation of a T. It yields computations whose results it needs, and is sent those results."""


def run(steps: Steps[T]) -> T:
    """The result of a computation. What a nested computation raises is raised where it was yielded."""
    stack: list[Steps[Any]] = [steps]
    result: Any = None
    problem: Exception | None = None
    while stack:
        top = stack[-1]
        try:
            if problem is None:
                wanted = top.send(result)
            else:
                thrown, problem = problem, None
                wanted = top.throw(thrown)
        except StopIteration as stop:
            stack.pop()
            result = stop.value
        except Exception as raised:
            stack.pop()
            problem = raised.with_traceback(None)
        else:
            stack.append(wanted)
            result = None
    if problem is not None:
        raise problem
    value: T = result
    return value
