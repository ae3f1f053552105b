"""Recursion without Python's stack."""

import sys

import pytest

from specassay.core.trampoline import PAUSE, Resumable, Steps, run


def _depth(left: int) -> Steps[int]:
    return 0 if left == 0 else 1 + (yield _depth(left - 1))


def test_it_goes_deeper_than_the_stack_of_python() -> None:
    deep = 3 * sys.getrecursionlimit()
    assert run(_depth(deep)) == deep


def test_what_a_nested_computation_raises_can_be_caught_where_it_was_asked_for() -> None:
    def failing() -> Steps[int]:
        found: dict[str, int] = yield nothing()
        return found["inner"]

    def nothing() -> Steps[dict[str, int]]:
        yield from ()
        return {}

    def asking() -> Steps[str]:
        try:
            yield failing()
        except KeyError as error:
            return f"caught {error.args[0]}"
        return "nothing"

    assert run(asking()) == "caught inner"
    with pytest.raises(KeyError, match="inner"):
        run(failing())


def test_a_nested_pause_stops_the_whole_and_it_goes_on_from_there() -> None:
    seen = []

    def inner() -> Steps[None]:
        for number in range(2):
            seen.append(number)
            yield PAUSE

    def outer() -> Steps[None]:
        yield inner()
        seen.append(9)

    computation = Resumable(outer())
    assert computation.resume()
    assert seen == [0]
    assert computation.resume()
    assert not computation.resume()
    assert seen == [0, 1, 9]


def test_what_has_ended_does_not_go_on() -> None:
    def once() -> Steps[int]:
        yield PAUSE
        return 1

    computation = Resumable(once())
    assert [computation.resume() for _ in range(4)] == [True, False, False, False]
