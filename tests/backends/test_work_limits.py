"""Limits of a query count the solver's work, so that a busy machine changes no answer."""

import pytest

from specassay.backends.solvers import registry
from specassay.backends.solvers.driver import RECURSION, Profile, patience
from specassay.core.deciding.solver import Outcome


def pigeonhole(pigeons: int = 8) -> str:
    """One pigeon more than holes: unsatisfiable, and long to see."""
    holes = range(pigeons - 1)
    lines = [f"(declare-const p{pigeon}{hole} Bool)" for pigeon in range(pigeons) for hole in holes]
    lines += [f"(assert (or {' '.join(f'p{pigeon}{hole}' for hole in holes)}))" for pigeon in range(pigeons)]
    lines += [
        f"(assert (not (and p{one}{hole} p{other}{hole})))"
        for hole in holes
        for other in range(pigeons)
        for one in range(other)
    ]
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_a_query_ends_by_the_work_that_it_takes_whatever_the_clock_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is out of the way: what ends the query is its share of work, and more of it proves the same."""
    module = f"specassay.backends.solvers.{name}"
    monkeypatch.setattr(f"{module}.patience", lambda seconds: 600.0)
    for seconds, expected in ((0.001, Outcome.TIMEOUT), (60.0, Outcome.UNSAT)):
        driver = registry.solver(name).start(Profile())
        driver.feed(pigeonhole())
        assert driver.check([], [], seconds).outcome is expected
        driver.close()


def test_the_clock_leaves_a_query_several_times_its_seconds_but_not_without_end() -> None:
    assert patience(0.5) == 25.0
    assert patience(5.0) == 70.0


@pytest.mark.slow
def test_z3_is_interrupted_by_its_processor_time_where_it_unfolds(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts next to nothing there: as if a second had room for all units."""
    monkeypatch.setattr("specassay.backends.solvers.z3._UNITS", 10**9)
    driver = registry.solver("z3").start(Profile(frozenset({RECURSION})))
    driver.feed(pigeonhole(9))
    assert driver.check([], [], 0.05).outcome is Outcome.TIMEOUT
    assert driver.check([], [], 60.0).outcome is Outcome.UNSAT
    driver.close()


def test_what_a_query_counts_is_the_same_each_time() -> None:
    for name in ("z3", "cvc5"):
        counted = set()
        for _ in range(2):
            driver = registry.solver(name).start(Profile())
            driver.feed(pigeonhole())
            counted.add(driver.check([], [], 60.0).work)
            driver.close()
        (work,) = counted
        assert work, name
