"""Valid and violating tests in one secret order: what a program cannot earn without a check."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from attrs import define, evolve

from specassay.backends.python.sandbox import CallLimits, CallOutcome, Run, SandboxCall, SandboxLimits, call_of
from specassay.benchmarks.grading.adherence import ANY, Reject, Response
from specassay.benchmarks.grading.cvts import ViolatingTest
from specassay.benchmarks.grading.expected import Expectations, ExpectedCase
from specassay.benchmarks.grading.judging import JobShare
from specassay.benchmarks.grading.running import Runner, Running
from specassay.benchmarks.grading.trial import ProgramBounds, Tools, Trial, order, try_out

LIMITS = SandboxLimits(cpu_seconds=5, wall_seconds=60)
BOUNDS = ProgramBounds(LIMITS, SandboxLimits(cpu_seconds=0.1, wall_seconds=5), 2)
VIOLATING = tuple(ViolatingTest(frozenset({0}), f"({-n},)", True) for n in range(1, 6))
GOOD = "def half(n):\n    return n // 2\n"
STRICT = "def half(n):\n    assert n >= 0\n    return n // 2\n"


def expectations(valid: int, name: str = "half") -> Expectations:
    """The halves of the first numbers."""
    cases = tuple(
        ExpectedCase(call_of(f"({n},)"), b"i" + (1).to_bytes(4, "little") + bytes([n // 2]), 0.0) for n in range(valid)
    )
    return Expectations(("Own/1", name), cases[:2], cases[2:], 0.0)


@pytest.mark.parametrize(
    ("share", "value"),
    [
        (JobShare(3, 4, 1, raised=False), 0.75),
        (JobShare(4, 4, 2, raised=False), 1),
        (JobShare(3, 4, 3, raised=False), 0),  # a constant does as well
        (JobShare(3, 4, 2, raised=False), 0),  # and guessing between two outputs may
        (JobShare(60, 100, 50, raised=False), 0),
        (JobShare(70, 100, 50, raised=False), 0.7),
        (JobShare(3, 4, 1, raised=True), 0),
        (JobShare(3, 4, 1, raised=False, steady=False), 0),
        (JobShare(0, 0, 0, raised=False), 0),
    ],
)
def test_what_chance_may_do_is_no_job(share: JobShare, value: float) -> None:
    assert share.value == value


def trial(tools: Tools, code: str, valid: int = 20) -> Trial:
    return try_out(code, expectations(valid), VIOLATING, tools, BOUNDS)


def refused(found: Trial) -> list[str]:
    return [response.rejection(ANY) for response in found.responses]


def test_an_honest_program_keeps_its_score(tools: Tools) -> None:
    for valid in (1, 3, 20):
        found = trial(tools, STRICT, valid)
        assert found.judgement.passes_plus
        assert refused(found) == ["rejected"] * len(VIOLATING)
        assert refused(trial(tools, GOOD, valid)) == ["accepted"] * len(VIOLATING)


def test_a_refusal_that_never_comes_does_not_fill_the_memory(tools: Tools) -> None:
    bounds = evolve(BOUNDS, violating=SandboxLimits(cpu_seconds=5, wall_seconds=60, call=CallLimits(memory_mb=20)))
    endless = "def half(n):\n    digits = []\n    while n < 0: digits.append(n)\n    return n // 2\n"
    found = try_out(endless, expectations(20), VIOLATING[:1], tools, bounds)
    assert found.judgement.passes_plus
    assert [response.kind for response in found.responses] == ["memory"]
    assert refused(found) == ["unknown"]


def test_the_order_is_another_each_time_and_begins_with_a_valid_test() -> None:
    orders = [order(20, 5, Random(seed)) for seed in range(20)]
    assert len({tuple(each) for each in orders}) > 15
    for each in orders:
        assert each[0] is None
        assert Counter(each) == Counter([*[None] * 20, *range(5)])
    violating = [[number for number in each if number is not None] for each in orders]
    assert any(second < first for each in violating for first, second in pairwise(each))
    assert sorted(order(0, 3, Random(1)), key=str) == [0, 1, 2]
    assert order(2, 0, Random(1)) == [None, None]


COUNTED = "calls = 0\ndef half(n):\n    global calls\n    calls += 1\n    if {}: raise AssertionError\n    return {}\n"
# What a process can see of itself, and of what it is asked, without looking at the input.
BLIND = {
    "the first call": COUNTED.format("calls == 1", "n // 2"),
    "all but the first call": COUNTED.format("calls > 1", "n // 2"),
    "every call": COUNTED.format("True", "n // 2"),
    "the last calls": COUNTED.format("calls > 20", "n // 2"),
    "by the limit of time": "import resource\nLIMIT = resource.getrlimit(resource.RLIMIT_CPU)\n"
    "def half(n):\n    if LIMIT[0] < 5: raise AssertionError\n    return n // 2\n",
    "by the stack of calls": """
import gc, sys
def half(n):
    frame = sys._getframe()
    while frame:
        for value in list(frame.f_locals.values()):
            if isinstance(value, (list, tuple)) and len(value) == 5: raise AssertionError
        frame = frame.f_back
    return n // 2
""",
    "by the number of the process": "import os\nSHY = os.getpid() % 2\n" + COUNTED.format("SHY", "n // 2"),
    "by its own time": "import time\nSTART = time.perf_counter()\n"
    + COUNTED.format("time.perf_counter() - START > 0.005", "n // 2"),
}


@pytest.mark.parametrize("code", BLIND.values(), ids=BLIND)
def test_a_program_that_does_not_look_at_its_input_wins_nothing(tools: Tools, code: str) -> None:
    # With few valid inputs, luck in time is another matter.
    for valid in (20,) if "time" in code else (2, 20):
        found = trial(tools, code, valid)
        # Refusing everything is no check: it fails the valid tests.
        assert not (found.judgement.passes_plus and "rejected" in refused(found)), (valid, found)


def test_a_refusal_that_is_not_repeated_is_none(tools: Tools) -> None:
    code = "seen = []\ndef half(n):\n    seen.append(n)\n    assert n >= 0 or len(seen) < 2\n    return n // 2\n"
    found = trial(tools, code)
    assert found.judgement.passes_plus
    assert refused(found) == ["accepted"] * len(VIOLATING)


def test_a_program_that_refuses_one_input_alone_is_not_believed(tools: Tools) -> None:
    code = COUNTED.format("calls > 1 and n < 0 or calls == 1 and n == 0 and SHY", "n // 2")
    shy = "import os\nSHY = os.getpid() % 2\n"
    for _ in range(3):
        found = trial(tools, shy + code)
        assert refused(found) == ["accepted"] * len(VIOLATING) or not found.judgement.passes_plus


def test_what_a_violating_input_does_to_a_program_costs_it_no_valid_test(tools: Tools) -> None:
    broken = "broken = False\ndef half(n):\n    global broken\n    if n < 0: broken = True\n"
    broken += "    return -1 if broken else n // 2\n"
    assert trial(tools, broken).judgement.passes_plus
    refusing = broken.replace("return -1 if broken", "assert n >= 0\n    return -1 if broken")
    found = trial(tools, refusing)
    assert found.judgement.passes_plus
    assert {response.kind for response in found.responses} <= {"raised", "inconsistent"}


def test_a_program_that_depends_on_what_came_before_fails_as_with_valid_tests_alone(tools: Tools) -> None:
    found = trial(tools, COUNTED.format("calls > 15", "n // 2"))
    assert (found.judgement.base.verdict, found.judgement.plus.verdict) == ("pass", "raised")
    assert found.judgement.plus.place is not None
    assert found.judgement.plus.place <= 13


def test_a_violating_input_that_ends_the_process_leaves_the_others(tools: Tools) -> None:
    found = trial(tools, "def half(n):\n    assert n not in (-1, -2)\n    while n == -3: pass\n    return n // 2\n")
    assert found.judgement.passes_plus
    assert refused(found) == ["rejected", "rejected", "unknown", "accepted", "accepted"]
    many = trial(tools, "def half(n):\n    while n < 0: pass\n    return n // 2\n")
    assert many.judgement.passes_plus
    assert {response.kind for response in many.responses} == {"timeout"}


def test_a_violating_input_may_wait_only_so_long(tools: Tools) -> None:
    bounds = ProgramBounds(LIMITS, SandboxLimits(cpu_seconds=0.1, wall_seconds=0.2), 2)
    code = "import time\ndef half(n):\n    if n < 0: time.sleep(100)\n    return n // 2\n"
    found = try_out(code, expectations(20), VIOLATING[:1], tools, bounds)
    assert (found.judgement.passes_plus, found.responses[0].kind) == (True, "timeout")


def test_without_a_test_nothing_is_known(tools: Tools) -> None:
    found = try_out(GOOD, Expectations(("Own/1", "half"), (), (), 0.0), VIOLATING, tools, BOUNDS)
    assert not found.judgement.passes_plus
    assert found.judgement.known_plus is None
    assert found.judgement.base.verdict == "no test"
    assert len(found.responses) == len(VIOLATING)
    broken = try_out("raise ValueError", Expectations(("Own/1", "half"), (), (), 0.0), VIOLATING, tools, BOUNDS)
    assert broken.judgement.plus.verdict == "not loadable"
    assert broken.judgement.known_plus is False


def test_a_refusal_by_another_exception_is_that_of_both(tools: Tools) -> None:
    code = COUNTED.format("False", "n // 2").replace(
        "    return", "    if n < 0: raise (AssertionError if calls > 1 else ValueError)\n    return"
    )
    found = trial(tools, code)
    response: Response
    for response in found.responses:
        assert response.rejection(frozenset({"AssertionError"})) == "accepted"
        assert response.rejection(ANY) == "rejected"


class Counting:
    """A runner that counts the processes of programs."""

    def __init__(self, runner: Runner) -> None:
        self.runner, self.opened = runner, 0

    def open(self, *arguments: Any, **options: Any) -> Running:
        self.opened += 1
        return self.runner.open(*arguments, **options)

    def run(self, *arguments: Any, **options: Any) -> Run:
        return self.runner.run(*arguments, **options)


@pytest.mark.parametrize(("reject", "processes"), [(frozenset({"AssertionError"}), 1), (ANY, 6)])
def test_only_what_counts_as_a_refusal_is_confirmed(tools: Tools, reject: Reject, processes: int) -> None:
    code = GOOD.replace("    return", "    if n < 0: raise ValueError(n)\n    return")
    runner = Counting(tools.runner)
    found = try_out(code, expectations(20), VIOLATING, evolve(tools, runner=runner), evolve(BOUNDS, reject=reject))
    assert runner.opened == processes
    assert {response.exception for response in found.responses} == {"ValueError"}
    assert {response.rejection(reject) for response in found.responses} == {"rejected" if reject == ANY else "accepted"}


@define
class Machine:
    """A runner on a machine that is busy at times. Every valid call takes `costs[n]` seconds of processor time in the
    process opened as the n-th, and the last of them from then on, and `broken` seconds more after a violating one.
    Violating calls are refused; `deadly` ones end the process."""

    costs: tuple[float, ...]
    broken: float = 0.0
    deadly: tuple[ViolatingTest, ...] = ()
    opened: int = 0

    def open(self, code: str, entry_point: str, names: object = (), limits: SandboxLimits | None = None) -> "Process":
        assert limits is not None
        self.opened += 1
        return Process(self, self.costs[min(self.opened, len(self.costs)) - 1], limits)

    def run(self, *arguments: Any, **options: Any) -> Run:
        raise NotImplementedError


@define
class Process:
    """One of its programs."""

    machine: Machine
    cost: float
    limits: SandboxLimits
    taken: float = 0.0
    load: CallOutcome | None = None
    alive: bool = True

    def call(self, call: SandboxCall, limits: CallLimits | None = None) -> CallOutcome:
        for test in VIOLATING:
            if call_of(test.call) == call:
                self.cost += self.machine.broken
                self.alive = test not in self.machine.deadly
                return CallOutcome("raised", mro=("AssertionError",)) if self.alive else CallOutcome("crash")
        self.taken += self.cost
        most = (limits or self.limits.call).cpu_seconds
        if most is not None and self.cost > most:
            self.alive = False
            return CallOutcome("timeout")
        (encoded,) = (case.encoded for case in expectations(20).plus + expectations(20).base if case.asked == call)
        return CallOutcome("value", encoded=encoded or b"")

    def spent(self) -> float:
        return self.taken

    def close(self) -> None:
        self.alive = False


def tried(tools: Tools, machine: Machine, seconds: float, valid: int = 4) -> tuple[str, str]:
    """The verdict on a program that may take `seconds` on one valid input, and 5 on all, and what became of the
    violating ones."""
    bounds = evolve(BOUNDS, valid=evolve(LIMITS, call=CallLimits(cpu_seconds=seconds)))
    found = try_out(GOOD, expectations(valid), VIOLATING, evolve(tools, runner=machine), bounds)
    (kind,) = {response.kind for response in found.responses[1:]}
    return found.judgement.verdict, kind


def test_refusals_do_not_depend_on_how_busy_the_machine_is(tools: Tools) -> None:
    for costs in ((0.9,), (1.1, 0.9), (0.9, 1.1)):  # it takes more time at first, or when its refusals are confirmed
        assert tried(tools, Machine(costs), 1) == ("pass", "raised"), costs
    assert tried(tools, Machine((1.1,)), 1) == ("timeout", "raised")
    assert tried(tools, Machine((0.1,), broken=9), 1, 20) == ("pass", "inconsistent")


def test_the_time_of_all_valid_inputs_does_not_depend_on_what_ends_the_process(tools: Tools) -> None:
    assert {tried(tools, Machine((1.5,), deadly=VIOLATING[:1]), 2) for _ in range(8)} == {("timeout", "raised")}
    assert {tried(tools, Machine((1.2,), deadly=VIOLATING[:1]), 2) for _ in range(8)} == {("pass", "raised")}
