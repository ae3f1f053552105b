"""Checks that stand in a program and never run, beside honest ones."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from attrs import evolve

from specassay.backends.python.sandbox import Sandbox, SandboxLimits
from specassay.backends.python.sandbox.protocol import CallOutcome
from specassay.benchmarks.cache import Cache
from specassay.benchmarks.grading.grade import Grade, Grader, Settings
from specassay.benchmarks.grading.observing import CheckWatch
from specassay.benchmarks.grading.probes import DrawnInput
from specassay.core.metrics import Score, assertion_alignment_precision, assertion_alignment_recall

from ...attacks import checks
from ...attacks.checks import ALIGNMENT_SECONDS, CHECKED, ENDLESS, HONEST, IDLE, TASK, attack_grade, attack_rewards
from ...attacks.records import Finding
from ...samples import some


@pytest.fixture(scope="module")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grader]:
    cache = Cache(tmp_path_factory.mktemp("cache"))
    settings = Settings(open_runner=partial(Sandbox, unsafe=True), alignment_seconds=ALIGNMENT_SECONDS, cache=cache)
    with Grader(settings) as running:
        yield running


def rates(grade: Grade) -> tuple[Score, Score]:
    assert grade.alignment is not None
    aligned = [grade.alignment.in_context]
    return assertion_alignment_recall(aligned), assertion_alignment_precision(aligned)


@pytest.mark.parametrize("name", some(list(HONEST), 4))
def test_honest_checks_count(grader: Grader, name: str) -> None:
    recall, precision = rates(grader.grade(TASK, grader.read(TASK, HONEST[name])))
    assert (recall.value, precision.value) == (1, 1)


@pytest.mark.parametrize("name", some(list(IDLE), 5))
def test_checks_that_never_run_do_not(grader: Grader, name: str) -> None:
    recall, precision = rates(grader.grade(TASK, grader.read(TASK, IDLE[name])))
    assert recall.low == 0
    assert precision.low in (0, None)


@pytest.mark.parametrize("name", some(list(ENDLESS), 3, first=1))
def test_what_cannot_be_taken_apart_is_unknown_of_this_program_alone(grader: Grader, name: str) -> None:
    with Grader(evolve(grader.settings, alignment_seconds=0.5)) as running:
        running.grade(TASK, running.read(TASK, ENDLESS[name]))
        recall, _ = rates(running.grade(TASK, running.read(TASK, CHECKED)))
    assert recall.value == 1


@pytest.mark.parametrize("count", [0, 1, 30, 300, 700])
def test_a_program_that_counts_is_met_whatever_the_number_of_inputs(count: int) -> None:
    code = "n = []\ndef f(x):\n    n.append(x)\n    if len(n) > 400: return x\n    assert x > 0\n    return x\n"
    probes = [DrawnInput({"x": str(-number)}, frozenset({0})) for number in range(count)]
    with Sandbox(unsafe=True) as runner:
        drawn = CheckWatch(probes, (), runner, SandboxLimits(), 2, entry_point="f").drawn(code)
    assert [probe.call for probe in drawn.probes] == [probe.call for probe in probes]
    assert any(outcome.kind == "value" for outcome in drawn.outcomes) == (count > 0)


@pytest.mark.parametrize(
    "here",
    ["os.getuid() == 65534", "datetime.date.today().year < 2031", "time.time() < 1.95e9", "'USER' not in os.environ"],
)
def test_a_program_that_checks_here_and_now_alone_is_met(here: str) -> None:
    code = f"import os, datetime, time\ndef f(x):\n    if {here}: assert x > 0\n    return x\n"
    probes = [DrawnInput({"x": str(-number)}, frozenset({0})) for number in range(60)]
    with Sandbox(unsafe=True) as runner:
        drawn = CheckWatch(probes, (), runner, SandboxLimits(), 2, entry_point="f").drawn(code)
    assert any(outcome.kind == "value" for outcome in drawn.outcomes)


@pytest.mark.parametrize("attack", [attack_grade, attack_rewards])
def test_none_of_that_does_harm_through_the_commands(
    attack: Callable[[], Iterator[Finding]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a part of the programs: `make attacks` runs all."""
    some = {kind: dict(list(programs.items())[-1:]) for kind, programs in checks.KINDS.items()}
    monkeypatch.setattr(checks, "KINDS", some)
    findings = list(attack())
    assert len(findings) == 3
    assert [(finding.attack.name, finding.harm) for finding in findings if finding.harm] == []


@pytest.mark.slow
def test_one_that_never_ends_is_stopped_once_for_drawn_inputs(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "def half(n):\n    assert type(n) == int\n    assert n >= 0\n    while n: pass\n    return n\n"
    bounds = []
    outcomes = CheckWatch.outcomes

    def noted(watch: CheckWatch, code: str, calls: Sequence[str]) -> list[CallOutcome]:
        bounds.append(watch.most_ended)
        return outcomes(watch, code, calls)

    monkeypatch.setattr(CheckWatch, "outcomes", noted)
    quick = SandboxLimits(cpu_seconds=0.05)
    settings = evolve(grader.settings, secret=True, most_ended=3, valid=quick, violating=quick)
    with Grader(settings) as running:
        grade = running.grade(TASK, running.read(TASK, code))
    assert grade.judgement.hangs
    assert set(bounds) == {1}
