"""CSR and AVC of programs."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.python.replay import Replayer
from specassay.backends.python.sandbox import SandboxLimits
from specassay.benchmarks.cache import NO_CACHE, Cache
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.grading.adherence import (
    ANY,
    PAPER,
    DrawnResponses,
    Response,
    clause_table,
    coverage,
    feasible,
    no_response,
    parse_reject,
    satisfaction,
)
from specassay.benchmarks.grading.cvts import ViolatingTest, make_cvts, read_cvts
from specassay.benchmarks.grading.expected import Expectations
from specassay.benchmarks.grading.trial import ProgramBounds, Tools, try_out
from specassay.core.errors import InputError

Make = Callable[..., ContractTask]
LIMITS = SandboxLimits(cpu_seconds=0.2)
TYPE, SIGN = frozenset({0}), frozenset({1})
TESTS = (
    ViolatingTest(TYPE, "(True,)", True),
    ViolatingTest(SIGN, "(-1,)", True),
    ViolatingTest(TYPE | SIGN, "('a',)", False),
)


def responses(tools: Tools, code: str, module: str = "") -> tuple[Response, ...]:
    expected = Expectations(("Own/1", "half"), (), (), 0.0)
    module = module or f"def half(n):\n{code}\n    return n // 2\n"
    return try_out(module, expected, TESTS, tools, ProgramBounds(LIMITS, LIMITS)).responses


def test_only_the_exceptions_that_count_are_refusals(tools: Tools) -> None:
    found = responses(tools, "    assert n is not True\n    if n == -1: raise UnicodeError")
    assert [response.rejection(PAPER) for response in found] == ["rejected", "accepted", "accepted"]
    assert [response.rejection(ANY) for response in found] == ["rejected"] * 3
    assert [response.rejection(frozenset({"ValueError"})) for response in found] == ["accepted", "rejected", "accepted"]
    assert satisfaction(found, PAPER).value == 1 / 3
    assert satisfaction(feasible(found), ANY).n == 2
    assert coverage([found], PAPER).value == 1 / 2
    assert coverage([found], ANY).value == 1
    (first, second) = clause_table("t", [found, found], PAPER)
    assert (first.rejected, first.raised, first.accepted, first.unknown) == (2, 0, 0, 0)
    assert (second.rejected, second.raised, second.accepted, second.unknown) == (0, 2, 0, 0)


def test_a_call_that_the_sandbox_stops_from_reaching_out_is_unknown(tools: Tools) -> None:
    found = responses(tools, "    import os\n    if n is True: os.fork()\n    if n == -1: raise PermissionError")
    assert [response.kind for response in found] == ["forbidden", "raised", "raised"]
    assert [response.rejection(ANY) for response in found] == ["unknown", "rejected", "rejected"]


def test_a_call_that_hangs_is_unknown_and_the_others_are_run(tools: Tools) -> None:
    found = responses(tools, "    while n is True: pass\n    assert n != -1")
    assert [response.rejection(PAPER) for response in found] == ["unknown", "rejected", "accepted"]
    score = satisfaction(found, PAPER)
    assert (score.low, score.high, score.unknowns) == (1 / 3, 2 / 3, 1)


def test_leaving_the_process_is_no_refusal(tools: Tools) -> None:
    found = responses(tools, "    import os\n    os._exit(0)")
    assert [response.rejection(ANY) for response in found] == ["accepted"] * 3


def test_code_that_cannot_be_loaded_refuses_nothing(tools: Tools) -> None:
    found = responses(tools, "", "raise AssertionError")
    assert [response.rejection(ANY) for response in found] == ["accepted"] * 3
    assert satisfaction(no_response(TESTS), PAPER).value == 0


@pytest.mark.parametrize("text", ["", "a b", "any,ValueError", "1"])
def test_refusals_that_make_no_sense(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_reject(text)


@pytest.mark.parametrize(
    ("text", "near"),
    [("AssertionEror", "AssertionError"), ("valueerror,TypeError", "ValueError"), ("Mine", "my.Error")],
)
def test_names_that_no_exception_has(text: str, near: str) -> None:
    with pytest.raises(ValueError, match=near):
        parse_reject(text)


def test_refusals_by_name() -> None:
    assert parse_reject("any") == ANY
    assert parse_reject("ValueError, my.Error") == frozenset({"ValueError", "my.Error"})


def test_tests_are_made_and_kept(half: Make, replayer: Replayer, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    made = make_cvts(half(), "z3", 5.0, replayer, cache)
    assert {test.violates for test in made} == {TYPE, SIGN, TYPE | SIGN}
    assert make_cvts(half(), "z3", 5.0, replayer, cache) == made
    assert make_cvts(half(contract_text="assert n ("), "z3", 5.0, replayer, NO_CACHE) == ()


def test_tests_are_read(half: Make, tmp_path: Path) -> None:
    path = tmp_path / "cvts.jsonl"
    row = {
        "task_id": "Mbpp/1",
        "violates": [1],
        "verdict": "violating",
        "arguments": {"n": "-1"},
        "runs_without_contract": True,
    }
    other = {"task_id": "Other/1", "verdict": "violating"}
    path.write_text("\n".join(map(json.dumps, [row, {**row, "verdict": "infeasible", "arguments": None}, other])))
    assert read_cvts(path, {"Mbpp/1": half()}) == {"Mbpp/1": (ViolatingTest(SIGN, "(-1, )", True),)}
    path.write_text(json.dumps({**row, "arguments": {"m": "-1"}}))
    with pytest.raises(InputError, match="half"):
        read_cvts(path, {"Mbpp/1": half()})
    path.write_text(json.dumps({"task_id": "Mbpp/1", "solution": "def half(n): return n"}))
    with pytest.raises(InputError, match=r"cvts.jsonl:1: not a row .* has no verdict"):
        read_cvts(path, {"Mbpp/1": half()})
    path.write_text(json.dumps(other))
    with pytest.raises(InputError, match="no tests"):
        read_cvts(path, {"Mbpp/1": half()})


def _drawn(*kinds: str) -> list[Response]:
    """Responses to inputs that violate clause 0, refused by a check that is aligned or another one, or let by."""
    test = ViolatingTest(frozenset({0}), "(1,)", None)
    by = {"a": "aligned check", "r": ""}
    return [
        Response(test, "value") if kind == "v" else Response(test, "raised", "E", ("AssertionError",), by[kind])  # type: ignore[arg-type]
        for kind in kinds
    ]


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ("rrrr", "rrrr", 1.0),
        ("vvvr", "rrrr", 0.5),
        ("rrrv", "rrrr", 0.0),
        ("rrrv", "aaaa", 0.5),
        ("aaaa", "aaaa", 1.0),
    ],
)
def test_where_few_inputs_get_by_a_check_only_aligned_ones_count(first: str, second: str, share: float) -> None:
    other = [evolve(each, test=evolve(each.test, violates=frozenset({1}))) for each in _drawn(*second)]
    assert DrawnResponses((*_drawn(*first), *other)).satisfaction(PAPER).value == share


@pytest.mark.parametrize(
    ("kinds", "share"), [("vvvv", 1.0), ("vvvx", 0.75), ("vvvr", 0.0), ("xr", 0.0), ("", 1.0), ("xx", 0.0)]
)
def test_who_refuses_a_drawn_valid_input_is_paid_nothing_for_the_contract(kinds: str, share: float) -> None:
    test = ViolatingTest(frozenset(), "(1,)", None)
    ended = {
        "v": Response(test, "value"),
        "x": Response(test, "raised", "ZeroDivisionError", ("ZeroDivisionError",)),
        "r": Response(test, "raised", "AssertionError", ("AssertionError",)),
    }
    assert DrawnResponses(valid=tuple(ended[kind] for kind in kinds)).share_of_job(PAPER) == share
