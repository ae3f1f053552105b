"""Rates of graded files, from grades as they are."""

from pathlib import Path
from typing import Any

from specassay.backends.python.sandbox.protocol import SandboxOutcome
from specassay.benchmarks.grading.adherence import Response
from specassay.benchmarks.grading.cvts import ViolatingTest
from specassay.benchmarks.grading.grade import FileGrades, Grade
from specassay.benchmarks.grading.judging import NO_TEST, PASSED, ProgramJudgement, SuiteVerdict
from specassay.benchmarks.grading.samples import Sample
from specassay.benchmarks.grading.statistics import statistics_of
from specassay.benchmarks.schema import StatisticsRow

REFUSALS = frozenset({"AssertionError"})
FAILED = SuiteVerdict("wrong", 0, "(1,)", "2", "3")
CRASHED = ("TypeError", "Exception", "BaseException", "object")
REFUSED = ("AssertionError", "Exception", "BaseException", "object")


def response(*violates: int, mro: tuple[str, ...] = (), feasible: bool | None = True) -> Response:
    kind: SandboxOutcome = "raised" if mro else "value"
    return Response(ViolatingTest(frozenset(violates), "(1,)", feasible), kind, mro[0] if mro else "", mro)


def grade(task: str, number: int, plus: SuiteVerdict = PASSED, *responses: Response, **sample: Any) -> Grade:
    code = Sample(task_id=task, number=number, code="def f(n): ...", origin=f"samples.jsonl:{number}", **sample)
    return Grade(code, ProgramJudgement(plus, plus), responses, None)


def rates(*grades: Grade, ks: tuple[int, ...] = (1,), **others: Any) -> StatisticsRow:
    return statistics_of(FileGrades(Path("samples.jsonl"), list(grades), **others), ks, REFUSALS, 3)


def test_a_task_without_samples_fails_only_in_the_strict_rate() -> None:
    found = rates(grade("a", 0), grade("a", 1, FAILED), missing=["b"])
    assert (found.pass_at_k["plus"]["1"].low, found.pass_at_k["strict"]["1"].low, found.tasks_without_samples) == (
        0.5,
        0.25,
        1,
    )


def test_code_that_is_taken_out_of_an_answer_passes_as_any_other_except_as_written() -> None:
    found = rates(grade("a", 0, extracted=True), grade("b", 0))
    assert (
        found.pass_at_k["base"]["1"].low,
        found.pass_at_k["plus"]["1"].low,
        found.pass_at_k["as_written"]["1"].low,
    ) == (1.0, 1.0, 0.5)
    assert found.problems == {"code extracted": 1}


def test_a_sample_that_does_not_load_is_no_part_of_the_conditional_rate() -> None:
    found = rates(grade("a", 0), grade("a", 1, FAILED, problem="no function"))
    assert (found.pass_at_k["plus"]["1"].low, found.pass_at_k["conditional"]["1"].low) == (0.5, 1.0)
    assert found.problems == {"no function": 1}


def test_what_could_not_be_decided_widens_the_rate() -> None:
    found = rates(grade("a", 0), grade("a", 1, NO_TEST))
    assert (found.pass_at_k["plus"]["1"].low, found.pass_at_k["plus"]["1"].high) == (0.5, 1.0)


def test_only_refusals_that_count_are_counted() -> None:
    found = rates(grade("a", 0, PASSED, response(0, mro=REFUSED), response(1, mro=CRASHED), response(0, 1)))
    assert (found.csr.low, found.csr_any.low) == (1 / 3, 2 / 3)
    assert (found.avc.low, found.avc_any.low) == (0.5, 1.0)
    assert found.pass_at_k["both"]["1"].low == 0.0


def test_where_the_reference_crashes_a_crash_is_no_check() -> None:
    found = rates(grade("a", 0, PASSED, response(0, mro=CRASHED, feasible=False), response(1)))
    assert (found.csr_any.low, found.csr_feasible_any.low) == (0.5, 0.0)


def test_who_does_its_job_and_refuses_the_rest_does_both() -> None:
    refusing = response(0, mro=REFUSED)
    found = rates(grade("a", 0, PASSED, refusing), grade("b", 0, FAILED, refusing), ks=(1,))
    assert (found.pass_at_k["both"]["1"].low, found.csr_correct.low, found.csr_correct.n) == (0.5, 1.0, 1)


def test_every_sample_is_counted_whatever_became_of_it() -> None:
    lost, strange = (Sample(task_id=task, number=2, code="", origin="s:2") for task in ("a", "z"))
    found = rates(grade("a", 0), outside=[strange], ungraded=[(lost, "no tests")], lost=[lost])
    assert (found.samples, found.tasks, found.inputs_left_out) == (4, 1, 3)
    assert found.problems == {"unknown task": 1, "task not graded": 1, "worker died": 1}
    assert list(found.pass_at_k["plus"]) == ["1"]
