"""An end to what counts none of its steps."""

import math
import signal
import sys
import threading
import time

import pytest

from specassay.core.alarm import LimitReached, _throws_away, alarm, held


def endless() -> None:
    while True:
        pass


def test_an_alarm_ends_a_loop() -> None:
    with pytest.raises(LimitReached), alarm(0.01):
        endless()


def test_it_is_no_defect_of_what_it_ends() -> None:
    def careful() -> None:
        try:
            endless()
        except Exception:
            pytest.fail("taken for a defect")

    with pytest.raises(LimitReached), alarm(0.01):
        careful()


@pytest.mark.parametrize(("outer", "inner"), [(0.01, 100.0), (0.02, math.inf)])
def test_the_earlier_of_two_counts(outer: float, inner: float) -> None:
    def nested() -> None:
        with alarm(inner):
            endless()

    with pytest.raises(LimitReached), alarm(outer):
        nested()


def test_the_outer_one_goes_on_after_an_inner_one() -> None:
    def twice() -> None:
        with pytest.raises(LimitReached), alarm(0.01):
            endless()
        endless()

    with pytest.raises(LimitReached), alarm(0.05):
        twice()


def test_nothing_is_left_of_it() -> None:
    handler = signal.getsignal(signal.SIGPROF)
    with alarm(100.0):
        pass
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) == handler


def test_another_thread_has_none() -> None:
    found = []

    def work() -> None:
        with alarm(0.001):
            found.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == ["done"]


def test_what_throws_a_value_away_is_not_ended_nor_what_it_calls() -> None:
    called: list[bool] = []

    class Value:
        def __eq__(self, other: object) -> bool:
            called.append(_throws_away(sys._getframe()))
            return True

        def __del__(self) -> None:
            assert self == 1

    Value()
    assert called == [True]
    assert not _throws_away(sys._getframe())


def test_what_must_not_be_left_half_done_is_done_first() -> None:
    done: list[bool] = []

    def held_and_endless() -> None:
        with held():
            end = time.process_time() + 0.05
            while time.process_time() < end:
                pass
            done.append(True)
        endless()

    with pytest.raises(LimitReached), alarm(0.01):
        held_and_endless()
    assert done
