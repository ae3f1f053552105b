"""Which parameter of one is which of the other: by name where the names are the same, and else by position.

`add(items, more)` and `Add(s: seq<int>, a: array<int>)` do not say whether `items` is `s` or `a`. The types may: of
`(n: int, s: seq<int>)` and `(t: seq<int>, k: int)` one order alone is left. Where they leave several, the position is a
guess, which is said; and where another of these orders makes the two equal, or lets tests pass that fail, that is said,
too (`pairs.py`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Literal

from attrs import evolve, frozen

from ...core.comparing.alignment import with_as_many_results
from ...core.comparing.common_variables import in_order, positional
from ...core.errors import InputError
from ...core.ir.sorts import Sort
from ...core.ir.terms import Binder
from .across import accepted_counterparts
from .comparing_limits import LIMITS
from .subjects import Comparand, PythonSubject, SpecificationSubject

MatchedBy = Literal["name", "position", "type", "given"]
ParameterOrder = tuple[int, ...]


@frozen(slots=True)
class Matching:
    """`places`: of each parameter of the first, the position of the one of the second. `guessed`: neither the names nor
    the types say so. `others`: the other orders that the types allow, where names do not settle it."""

    places: ParameterOrder
    by: MatchedBy = "position"
    guessed: bool = False
    others: tuple[ParameterOrder, ...] = ()

    @property
    def moves(self) -> bool:
        """Whether it is another order than that of the second."""
        return self.places != tuple(range(len(self.places)))


def names_of(subject: Comparand) -> tuple[str, ...]:
    """The parameters of a subject, in order."""
    if isinstance(subject, PythonSubject):
        return subject.task.parameter_names
    return tuple(str(binder.name) for binder in _binders(subject))


def match(
    first: Comparand, second: Comparand, names_given: Mapping[str, str], *, by_position: bool = False
) -> Matching:
    """Which parameter is which. `given`: name of the first to name of the second, for all of them, where a person says
    it; `by_position`: as callers see it, whatever the names are.

    Raises InputError where what is given does not fit, and where the types exclude the positions and leave several
    other orders.
    """
    first_names, second_names = names_of(first), names_of(second)
    if names_given:
        return _given(first_names, second_names, names_given)
    positions = tuple(range(len(first_names)))
    named = _by_name(first_names, second_names)
    if len(first_names) != len(second_names) or len(first_names) < 2 or by_position or named == positions:
        return Matching(positions, "name" if named == positions else "position")
    # Permutations of so many parameters are too many to try: the names decide, or the positions.
    if len(first_names) > LIMITS.ordered_parameters:
        return Matching(positions if named is None else named, "position" if named is None else "name", named is None)
    fits = _fitting(first, second)
    orders = [order for order in permutations(positions) if fits(order)]
    # Names are the author's own word and come before positions; either is taken only where the types allow it.
    if named in orders:
        return Matching(named, "name", others=_without(orders, named))
    # If no order fits, positions are taken, and what cannot be converted is reported where it is met.
    if positions in orders or not orders:
        return Matching(positions, guessed=len(orders) != 1, others=_without(orders, positions))
    if len(orders) == 1:
        return Matching(orders[0], "type")
    raise InputError(
        f"the parameters of {first.name} ({', '.join(first_names)}) cannot be matched with those of {second.name} "
        f"({', '.join(second_names)}): by position their types differ, and in several other orders they agree; give "
        "one with --match NAME=NAME,..."
    )


def _without(orders: Sequence[ParameterOrder], chosen: ParameterOrder) -> tuple[ParameterOrder, ...]:
    return tuple(order for order in orders if order != chosen)


def _given(first_names: Sequence[str], second_names: Sequence[str], names_given: Mapping[str, str]) -> Matching:
    if (
        {*names_given} != {*first_names}
        or {*names_given.values()} != {*second_names}
        or len(first_names) != len(second_names)
    ):
        pairs_text = ", ".join(f"{name}={its}" for name, its in names_given.items())
        raise InputError(
            f"--match {pairs_text}: it has to name each parameter of A ({', '.join(first_names)}) and each of B "
            f"({', '.join(second_names)})"
        )
    return Matching(tuple(second_names.index(names_given[name]) for name in first_names), "given")


def _by_name(first_names: Sequence[str], second_names: Sequence[str]) -> ParameterOrder | None:
    """The order by name, in which `test_list` is `testList`; None where the names are not the same."""
    first, second = ([name.replace("_", "").lower() for name in names] for names in (first_names, second_names))
    if {*first} != {*second} or len({*first}) < len(first) or len(first) != len(second):
        return None
    return tuple(second.index(name) for name in first)


def _fitting(first: Comparand, second: Comparand) -> Callable[[ParameterOrder], bool]:
    """Whether the types allow an order."""
    if isinstance(first, SpecificationSubject) and isinstance(second, SpecificationSubject):
        sorts = [[binder.sort for binder in _binders(side)] for side in (first, second)]
        return lambda places: all(
            _alike(sorts[0][position_in_first], sorts[1][its]) for position_in_first, its in enumerate(places)
        )
    if isinstance(first, PythonSubject) and isinstance(second, PythonSubject):
        kinds = [
            [(parameter.stars, parameter.by_name) for parameter in side.task.parameters] for side in (first, second)
        ]
        return lambda places: all(
            kinds[0][position_in_first] == kinds[1][its] for position_in_first, its in enumerate(places)
        )
    orders_known: dict[tuple[Sort, ...], bool] = {}

    def fits(places: ParameterOrder) -> bool:
        python, specified = ordered(first, second, Matching(places))
        if isinstance(python, SpecificationSubject):
            python, specified = specified, python
        assert isinstance(python, PythonSubject)
        assert isinstance(specified, SpecificationSubject)
        # Parameters of one type can always change places, whatever values happened to be tried.
        key = tuple(binder.sort for binder in _binders(specified))
        if key not in orders_known:
            orders_known[key] = accepted_counterparts(python, specified) is not None
        return orders_known[key]

    return fits


def _alike(first_sort: Sort, second_sort: Sort) -> bool:
    """Whether there are values of both types: a type parameter may be anything, and an array has elements as a seq."""
    if first_sort == second_sort or "Uninterpreted" in (first_sort.kind, second_sort.kind):
        return True
    is_one_kind = (first_sort.kind, first_sort.label) == (second_sort.kind, second_sort.label) or {
        first_sort.kind,
        second_sort.kind,
    } == {"Seq", "Array"}
    return (
        is_one_kind
        and len(first_sort.args) == len(second_sort.args) > 0
        and all(map(_alike, first_sort.args, second_sort.args))
    )


def _binders(subject: SpecificationSubject) -> list[Binder]:
    return positional(subject.side.specification.inputs)


def ordered(first: Comparand, second: Comparand, matching: Matching) -> tuple[Comparand, Comparand]:
    """The two with the parameters of one that is a specification in the order of the other, and with as many
    results."""
    if isinstance(first, SpecificationSubject) and isinstance(second, SpecificationSubject):
        sides = with_as_many_results(first.side, second.side)
        first, second = evolve(first, side=sides[0]), evolve(second, side=sides[1])
    if not matching.moves:
        return first, second
    if isinstance(second, SpecificationSubject):
        return first, _reordered(second, matching.places)
    if isinstance(first, SpecificationSubject):
        return _reordered(
            first, tuple(matching.places.index(position) for position in range(len(matching.places)))
        ), second
    return first, second


def _reordered(subject: SpecificationSubject, places: ParameterOrder) -> SpecificationSubject:
    specification = subject.side.specification
    listed = _binders(subject)
    moved = in_order(specification.inputs, [listed[position].name for position in places])
    return evolve(subject, side=evolve(subject.side, specification=evolve(specification, inputs=moved)))


def notes_of_matching(first: Comparand, second: Comparand, matching: Matching) -> Iterator[str]:
    """What is said of it: nothing where names and positions agree."""
    if matching.by == "name" and not matching.moves:
        return
    pairs = in_words(first, second, matching.places)
    if not matching.guessed and not matching.moves:
        yield f"parameters by position: {pairs}"
        return
    if matching.guessed:
        yield f"the parameters are matched by position, which is a guess: {pairs}; --match gives another order"
        return
    how = "as --match says" if matching.by == "given" else f"matched by {matching.by}"
    yield f"parameters in another order, {how}: {pairs}"


def in_words(first: Comparand, second: Comparand, places: ParameterOrder) -> str:
    """The pairs of an order, as `--match` takes them."""
    first_names, second_names = names_of(first), names_of(second)
    return ",".join(f"{name}={second_names[position]}" for name, position in zip(first_names, places, strict=True))
