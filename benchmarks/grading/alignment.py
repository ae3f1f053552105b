"""AAR and AAP: which checks of a program say the same as which clauses of its task's contract."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from attrs import frozen

from ...core.metrics import Alignment
from ..replay import Replayer
from ..tasks import PythonTask
from .cache import Cache
from .equivalence import Comparison, compare
from .guards import Guard, clauses_of, guards_of

PROGRAM_SECONDS = 30.0
"""A program may have many checks, and each pair of a check and a clause takes its time."""


@frozen(slots=True)
class Pair:
    """A clause and a guard by position, among the conjuncts of either side, and how they relate."""

    clause: int
    guard: int
    comparison: Comparison


@frozen(slots=True)
class GuardAlignment:
    """The conjuncts of a contract and of a program's checks, compared.

    `proved`: by equivalence over the universe of values. `in_context`: by equivalence among the inputs that meet the
    other clauses, where `n > 0` and `not n <= 0` are the same once n is an int. `published`: by equal text.
    """

    clauses: tuple[Guard, ...]
    guards: tuple[Guard, ...]
    pairs: tuple[Pair, ...]
    proved: Alignment
    in_context: Alignment
    published: Alignment


def align(
    task: PythonTask, code: str, replayer: Replayer, cache: Cache, seconds: float = PROGRAM_SECONDS
) -> GuardAlignment:
    """Compare every check of a program with every clause of its task's contract. What is not known, nor in the cache,
    after so many `seconds` stays unknown."""
    deadline = time.monotonic() + seconds
    clauses = clauses_of(task.contract_text)
    guards = guards_of(code, task.entry_point, task.parameter_names)
    asked = partial(compare, parameters=task.parameters, replayer=replayer, cache=cache, deadline=deadline)
    pairs = [
        Pair(place, number, asked(clause, guard))
        for place, clause in enumerate(clauses)
        for number, guard in enumerate(guards)
    ]
    nearer = [_in_context(pair, clauses, guards, asked) for pair in pairs]
    return GuardAlignment(
        tuple(clauses), tuple(guards), tuple(pairs),
        _alignment(clauses, guards, pairs), _alignment(clauses, guards, nearer), published(clauses, guards),
    )  # fmt: skip


def without_code(task: PythonTask) -> GuardAlignment:
    """The alignment of a sample that could not be run: it checks nothing."""
    clauses = clauses_of(task.contract_text)
    nothing = _alignment(clauses, (), ())
    return GuardAlignment(tuple(clauses), (), (), nothing, nothing, nothing)


def _in_context(
    pair: Pair, clauses: Sequence[Guard], guards: Sequence[Guard], asked: Callable[..., Comparison]
) -> Pair:
    """The pair among the inputs that meet all other clauses; as it is where that cannot change the verdict."""
    if pair.comparison.equivalent or pair.comparison.relation == "unrelated":
        return pair
    others = [clause for place, clause in enumerate(clauses) if place != pair.clause]
    if not others:
        return pair
    clause, guard = clauses[pair.clause], guards[pair.guard]
    return Pair(pair.clause, pair.guard, asked(clause, guard, context=others))


def _alignment(clauses: Sequence[Guard], guards: Sequence[Guard], pairs: Sequence[Pair]) -> Alignment:
    return Alignment(
        len(clauses),
        len(guards),
        frozenset((pair.clause, pair.guard) for pair in pairs if pair.comparison.equivalent),
        frozenset((pair.clause, pair.guard) for pair in pairs if pair.comparison.equivalent is None),
    )


def published(clauses: Sequence[Guard], guards: Sequence[Guard]) -> Alignment:
    """The variant of the published tool: equal text, after splitting on `and`."""
    same = [
        (place, number)
        for place, clause in enumerate(clauses)
        for number, guard in enumerate(guards)
        if clause.text == guard.text
    ]
    return Alignment(len(clauses), len(guards), frozenset(same))
