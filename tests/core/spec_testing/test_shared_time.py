"""What one step of making tests leaves of the time of a method to those after it."""

from collections.abc import Sequence
from typing import Any

import pytest

from specassay.core.alarm import LimitReached
from specassay.core.deciding.engines import Engines, work_of
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.ir.contracts import Specification
from specassay.core.ir.terms import Term
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing import constructed, executed_subjects, making, score
from specassay.core.spec_testing.constructed import many_executions
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.executed_subjects import Executed
from specassay.core.spec_testing.object_builder import ObjectBuilder
from specassay.core.spec_testing.repaired_inputs import InputRepair
from specassay.core.spec_testing.valid_inputs import chosen_inputs
from specassay.frontends.dafny import DAFNY, parse_program


class Undecided:
    """A solver that takes all the time that it is given."""

    name = "undecided"

    def version(self) -> str:
        return ""

    def session(self, *_: Any, **__: Any) -> "Undecided":
        return self

    def add(self, *terms: Term) -> None: ...

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 0.0) -> Answer:
        return Answer(Outcome.TIMEOUT)

    def close(self) -> None: ...


def test_choosing_among_inputs_leaves_time_to_execute_them() -> None:
    ways = " && ".join(f"(n * n == {number} || n > 3)" for number in range(1002, 1012))
    text = f"method M(n: int) returns (r: int) requires n > 3 && {ways} ensures r == n {{ r := n; }}"
    (specification,) = (program := parse_program(text, "t.dfy")).specifications
    engines = Engines(backends=(Undecided(),), deadline=0.8, work=work_of(60))
    found = chosen_inputs(specification, program, [{"n": 4}], 6, engines)
    assert {"n": 4} in found
    assert engines.deadline - engines.now > 0.3


@pytest.mark.parametrize("body", ["{ r := n; }", ""])
@pytest.mark.parametrize("step", ["chosen_inputs", "left_open", "input_without_output"])
def test_tests_stay_where_the_time_for_better_ones_is_over(
    monkeypatch: pytest.MonkeyPatch, step: str, body: str
) -> None:
    def late(*_: Any, **__: Any) -> Any:
        raise LimitReached

    monkeypatch.setattr(making, step, late)
    program = parse_program(f"method M(n: int) returns (r: int) requires n > 3 ensures r == n {body}", "t.dfy")
    engines = Engines(deadline=5.0, work=work_of(60))
    made = making.made_examples(program, Examples(()), None, engines, DAFNY)
    assert len(made.examples) >= 3
    assert not made.findings


OBJECTS = """class C { var n: int  constructor (k: int) ensures n == k { n := k; }
  method Get(k: int) returns (r: int) requires n > k ensures r == n { r := n; } }"""


@pytest.mark.parametrize("step", ["near_open", "is_against"])
def test_objects_that_were_built_stay_where_the_time_for_better_ones_is_over(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def late(*_: Any, **__: Any) -> Any:
        raise LimitReached

    monkeypatch.setattr(making, step, late)
    engines = Engines(deadline=5.0, work=work_of(60))
    made = making.made_examples(parse_program(OBJECTS, "t.dfy"), Examples(()), None, engines, DAFNY, ["C.Get"])
    assert len(made.examples) >= 3
    assert not made.findings


def test_executions_stay_where_the_next_one_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, begun = executed_subjects.executed, []

    def executed(
        builder: ObjectBuilder, specification: Specification, repair: InputRepair | None = None
    ) -> Executed | None:
        begun.append(builder)
        if len(begun) > 8:
            raise LimitReached
        return whole(builder, specification, repair)

    monkeypatch.setattr(constructed, "executed", executed)
    program = parse_program(OBJECTS, "t.dfy")
    specification = next(each for each in program.specifications if each.name == "C.Get")
    assert many_executions(specification, program, Engines(deadline=5.0, work=work_of(60)), 5.0)


def test_what_the_postcondition_accepts_is_asked_before_what_preconditions_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[str] = []
    for step in ("with_accepted", "with_trials"):

        def noted(test: Any, *_: Any, step: str = step) -> Any:
            steps.append(step)
            return test

        monkeypatch.setattr(score, step, noted)
    options = Scoring().options(DAFNY, lambda *_: Engines(deadline=5.0, work=work_of(60)))
    program = parse_program("method M(n: int) returns (r: int) requires n > 3 ensures r == n { r := n; }", "t.dfy")
    score.score_program(program, making.made_examples(program, Examples(()), 2, options.engines, DAFNY), options)
    assert steps == ["with_accepted"] * 2 + ["with_trials"] * 2
