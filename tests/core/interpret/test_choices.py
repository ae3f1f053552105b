"""The choices of one execution after another, until all were made."""

from specassay.core.interpret.choices import Choices


def executions(sizes: dict[tuple[int, ...], int], most: int = 100) -> list[tuple[int, ...]]:
    """The choices of every execution of a program that, after the choices so far, has so many options more."""
    found: list[tuple[int, ...]] = []
    first: tuple[int, ...] | None = ()
    while first is not None and len(found) < most:
        choices = Choices(first)
        made: tuple[int, ...] = ()
        while made in sizes:
            made = (*made, choices.pick(range(sizes[made])))
        found.append(made)
        first = choices.following()
    return found


def test_every_combination_comes_once_in_order() -> None:
    sizes = {(): 2, (0,): 3, (1,): 2}
    assert executions(sizes) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]


def test_later_choices_may_depend_on_earlier_ones() -> None:
    assert executions({(): 3, (1,): 2}) == [(0,), (1, 0), (1, 1), (2,)]


def test_a_program_without_choices_is_executed_once() -> None:
    assert executions({}) == [()]
    assert executions({(): 1, (0,): 1}) == [(0, 0)]


def test_a_choice_that_has_fewer_options_than_before_takes_the_last() -> None:
    assert Choices((5,)).pick("ab") == "b"
