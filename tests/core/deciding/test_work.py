"""Counting work, and the processor time that bounds it."""

import time

import pytest

from specassay.core.deciding import engines
from specassay.core.deciding.deciding_limits import LIMITS
from specassay.core.deciding.solver import Answer, Outcome


def test_the_processor_time_is_read_once_in_a_millisecond(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, used = [5e9], [7.0]
    monkeypatch.setattr(engines, "_reading", engines._ProcessorClock())
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(time, "process_time", lambda: used[0])
    assert engines.processor_time() == 7.0
    used[0] += 0.0005
    clock[0] += engines.READ_AGAIN / 2
    assert engines.processor_time() == 7.0
    clock[0] += engines.READ_AGAIN
    assert engines.processor_time() == 7.0005


def test_the_earlier_of_two_ends_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "processor_time", lambda: 3.0)
    counted = engines.Work(end=4.0)
    assert counted.now() == 0.0
    assert counted.now(end=2.0) == engines.OVER
    assert engines.Work(end=2.0).now(end=4.0) == engines.OVER


def test_a_solver_that_was_ended_late_costs_little_more_than_it_was_given() -> None:
    counted = engines.Work()
    counted.charge(Answer(Outcome.TIMEOUT, work=4.0), 1.0)
    assert counted.now() == 1.0 + engines.MOST_BEYOND
    counted.charge(Answer(Outcome.TIMEOUT, work=0.5), 1.0)
    assert counted.now() == 2.0 + engines.MOST_BEYOND
    counted.charge(Answer(Outcome.TIMEOUT, work=1.05), 1.0)
    assert counted.now() == pytest.approx(3.05 + engines.MOST_BEYOND)


def test_what_a_solver_did_not_answer_in_its_time_shortens_the_next_questions_of_its_kind() -> None:
    counted, lost = engines.Work(), Answer(Outcome.TIMEOUT)
    shares = []
    for _ in range(4):
        shares.append(counted.patience("z3", "lemma"))
        counted.learn("z3", "lemma", lost)
    assert shares == [1.0, 0.5, LIMITS.least_share, LIMITS.least_share]
    # Neither those of another kind, nor those to another solver, nor those that are of no kind.
    assert counted.patience("z3", "way") == counted.patience("cvc5", "lemma") == counted.patience("z3", "") == 1.0
    counted.learn("z3", "lemma", Answer(Outcome.UNKNOWN))
    assert counted.patience("z3", "lemma") == LIMITS.least_share
    counted.learn("z3", "lemma", Answer(Outcome.UNSAT))
    assert counted.patience("z3", "lemma") == 1.0
