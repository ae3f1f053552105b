"""The reward of a program."""

import multiprocessing
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

import specassay
from specassay.backends.python.sandbox import CallLimits, Sandbox, SandboxLimits
from specassay.benchmarks.cache import Cache
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.alignment import unknown
from specassay.benchmarks.grading.cvts import ViolatingTest
from specassay.benchmarks.grading.grade import Grader, Settings
from specassay.benchmarks.grading.rewards import JOB, REFUSAL, Weights, reward, rewards
from specassay.core.errors import InputError
from tests.samples import some

Make = Callable[..., ContractTask]
GOOD = "def half(n):\n    return n // 2\n"
STRICT = "def half(n):\n    assert type(n) == int\n    assert n >= 0\n    return n // 2\n"
ZEALOUS = "def half(n):\n    assert type(n) == int\n    assert n >= 0\n    assert n != 12345\n    return n // 2\n"
WRONG = "def half(n):\n    return 0\n"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The same for all tests: whoever grades with it, and its sandboxes, stay."""
    return Settings(open_runner=lambda: Sandbox(unsafe=True), cache=Cache(tmp_path_factory.mktemp("cache")))


def test_objectives_and_their_total(half: Make, settings: Settings) -> None:
    codes = (f"Here it is:\n```\n{STRICT}```", GOOD, ZEALOUS, WRONG, "no code")
    strict, good, zealous, wrong, broken = rewards([(half(), code) for code in codes], settings=settings)
    assert (strict.passes, strict.csr.value, strict.aar.value, strict.aap.value) == (True, 1, 1, 1)
    assert strict.total == float(strict) == 1
    assert (good.total, wrong.total, broken.total) == (0.5, 0, 0)
    assert zealous.aap.value == 2 / 3
    assert good.total < zealous.total < strict.total
    assert (wrong.verdict, broken.verdict) == ("wrong", "not loadable")


def test_weights(half: Make, settings: Settings) -> None:
    assert reward(half(), GOOD, Weights(1, 1, 0, 0), settings=settings).total == 0.5
    assert reward(half(), GOOD, Weights(2, 0, 0, 0), settings=settings).total == 1
    for wrong in ((-1, 1, 1, 1), (0, 0, 0, 0)):
        with pytest.raises(InputError):
            Weights(*wrong)


def test_what_is_no_program_no_task_and_no_exception_is_said_so(half: Make, settings: Settings) -> None:
    with pytest.raises(InputError, match=r"Mbpp/1: a program is the text .*, not None"):
        reward(half(), None, settings=settings)  # type: ignore[arg-type]  # that is refused
    with pytest.raises(InputError, match=r"not an object of the class str"):
        rewards([("Mbpp/1", GOOD)], settings=settings)  # type: ignore[list-item]  # that, too
    with pytest.raises(InputError, match="AssertionError"):
        reward(half(), GOOD, reject=frozenset({"AsertionError"}), settings=settings)


def test_a_clause_that_others_imply_is_not_paid(half: Make, settings: Settings) -> None:
    implied = half(contract_text="    assert type(n) == int\n    assert hasattr(n, '__eq__')\n    assert n >= 0\n")
    whole = STRICT.replace("    assert n >=", "    assert hasattr(n, '__eq__')\n    assert n >=")
    for code in (whole, STRICT):
        found = reward(implied, code, settings=evolve(settings, secret=True))
        assert (found.total, found.aar.n) == (1, 2)


CHECKS_OF_ALL = (
    "assert all(type(x) == int for x in n)",
    "for i in range(len(n)):\n        if not type(n[i]) == int:\n            raise AssertionError",
    "i = 0\n    while i < len(n):\n        assert type(n[i]) == int\n        i += 1",
    "ok = True\n    for x in n:\n        if type(x) != int:\n            ok = False\n    assert ok",
    "for i, x in enumerate(n):\n        assert type(x) == int, i",
    "assert len([x for x in n if type(x) == int]) == len(n)",
    "wrong = [x for x in n if type(x) != int]\n    if wrong:\n        raise AssertionError(wrong)",
)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS_OF_ALL)
def test_however_all_elements_are_checked_it_is_paid_alike(check: str, half: Make, settings: Settings) -> None:
    contract = "    assert type(n) == list\n    assert all(type(x) == int for x in n)\n"
    listed = half(
        contract_text=contract,
        solution="def half(n):\n    return n[: len(n) // 2]\n",
        base_input=([[4, 2]], [[]]),
        plus_input=([[0]], [[1, 2, 3]]),
    )
    code = f"def half(n):\n    assert type(n) == list\n    {check}\n    return n[: len(n) // 2]\n"
    found = reward(listed, code, settings=evolve(settings, secret=True))
    assert (found.total, found.aar.n) == (1, 2)


def test_where_the_checks_could_not_be_looked_at_nothing_is_paid_for_them(
    half: Make, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What decides beside the checks (a user, a clock, one value that the text mentions) is not known then either."""
    monkeypatch.setattr("specassay.benchmarks.grading.grade.checks", lambda task, *_: unknown(task, "stopped"))
    found = reward(half(), STRICT, settings=evolve(settings, secret=True))
    assert (found.total, found.passes, found.held_out.low) == (0.5, True, 0)


def test_without_a_contract_only_the_job_counts(half: Make, settings: Settings) -> None:
    assert reward(half(contract_text="    pass\n"), GOOD, settings=settings).total == 1


def total(task: ContractTask, settings: Settings) -> float:
    return reward(task, STRICT, settings=settings).total


def in_child(task: ContractTask, folder: Path, queue: "multiprocessing.Queue[float]") -> None:
    queue.put(total(task, Settings(open_runner=lambda: Sandbox(unsafe=True), cache=Cache(folder))))


@pytest.mark.slow
def test_forked_workers_have_sandboxes_of_their_own(half: Make, settings: Settings, tmp_path: Path) -> None:
    assert total(half(), settings) == 1
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    workers = [context.Process(target=in_child, args=(half(), tmp_path, queue)) for _ in range(2)]
    for worker in workers:
        worker.start()
    assert [queue.get(timeout=60) for _ in workers] == [1, 1]
    for worker in workers:
        worker.join()
    assert total(half(), settings) == 1


@pytest.mark.slow
def test_worker_processes_give_the_same(half: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specassay.benchmarks.grading.rewards.TOGETHER", 2)
    settings = Settings(open_runner=partial(Sandbox, unsafe=True), cache=Cache(tmp_path))
    pairs = [(half(), code) for code in (STRICT, GOOD, WRONG, STRICT)]
    alone, together = (rewards(pairs, settings=settings, jobs=jobs) for jobs in (1, 2))
    assert [each.total for each in together] == [each.total for each in alone]


HANGING = """
def half(n):
    if type(n) != int or n < 0:
        while True:
            pass
    return n // 2
"""
SLOW = """
def half(n):
    for _ in range(10**9):
        pass
    return n // 2
"""


def test_what_a_program_may_take_is_bounded(half: Make, tmp_path: Path) -> None:
    settings = Settings(
        open_runner=partial(Sandbox, unsafe=True),
        cache=Cache(tmp_path),
        valid=JOB,
        violating=evolve(REFUSAL, cpu_seconds=0.05),
        most_ended=2,
    )
    with Grader(settings) as grader:
        hanging, slow = (grader.grade(half(), grader.read(half(), code)) for code in (HANGING, SLOW))
    assert hanging.judgement.passes_plus
    kinds = [response.kind for response in hanging.responses]
    assert len(kinds) > 2
    assert set(kinds) == {"timeout"}
    assert slow.judgement.base.verdict == "timeout"
    assert "more than 1 s" in slow.judgement.base.found
    assert reward(half(), HANGING, settings=settings).csr.unknowns == len(kinds)


ASLEEP = "import time\n{}def half(n):\n    {}return n // 2\n"
DRIBBLING = """
import os, time
def half(n):
    for number in range(3, 64):
        try:
            os.write(number, (0).to_bytes(4, "little") + bytes([1]) + (1000).to_bytes(4, "little"))
            while True:
                os.write(number, b"N")
                time.sleep(0.01)
        except OSError:
            pass
"""


@pytest.mark.parametrize(
    "code", [ASLEEP.format("time.sleep(600)\n", ""), ASLEEP.format("", "time.sleep(600)\n    "), DRIBBLING]
)
def test_a_program_that_waits_is_stopped_as_one_call_is(half: Make, tmp_path: Path, code: str) -> None:
    short = SandboxLimits(cpu_seconds=0.02, wall_seconds=0.2)
    settings = Settings(
        open_runner=partial(Sandbox, unsafe=True),
        cache=Cache(tmp_path),
        valid=evolve(JOB, call=CallLimits(0.02)),
        violating=short,
        most_ended=2,
        cvts={},
        aligned=False,
    )
    with Grader(settings) as grader:
        found = grader.grade(half(), grader.read(half(), code)).judgement.base
    assert found.verdict == "timeout"
    # 0.2 s, or more where the reference solution took long on a busy machine.
    assert re.fullmatch(r"more than 0\.\d+ s for one call", found.found)


def test_what_came_before_in_a_process_changes_no_reward(half: Make, tmp_path: Path) -> None:
    tests = tuple(ViolatingTest(frozenset({1}), f"(-{number},)", True) for number in (1, 2, 3))
    settings = Settings(
        open_runner=partial(Sandbox, unsafe=True),
        cache=Cache(tmp_path),
        valid=JOB,
        cvts={half().task_id: tests},
        violating=evolve(REFUSAL, cpu_seconds=0.05),
        aligned=False,
    )
    programs = (STRICT, HANGING, "import os\ndef half(n): os._exit(0)", WRONG, "not Python (", STRICT)
    warm = [reward(half(), code, settings=settings) for code in programs]
    assert [each.verdict for each in warm] == ["pass", "pass", "crash", "wrong", "not loadable", "pass"]
    assert [each.csr.value for each in warm] == [1.0, None, 0.0, 0.0, 0.0, 1.0]
    # The one after a crash and the one after what does not load: each starts a process. `make laws` starts all.
    for code, before in some(list(zip(programs[1:], warm[1:], strict=True)), 2, first=2):
        assert reward(half(), code, settings=evolve(settings)) == before


def test_it_is_public() -> None:
    assert specassay.reward is reward
    assert specassay.rewards is rewards
