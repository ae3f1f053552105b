"""The lines of the EAS format."""

import pytest

from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.english.clause_examples import eas_lines
from specassay.benchmarks.reporting.formats.export import Export, Suite
from specassay.benchmarks.reporting.formats.registry import document
from specassay.benchmarks.schema import CvtRow, GivenRow
from specassay.core.errors import InputError


def task(contract: str, solution: str, *names: str) -> ContractTask:
    return ContractTask(
        task_id="t",
        entry_point="f",
        parameters=tuple(map(Parameter, names)),
        contract_text=contract,
        solution=solution,
        file="t.jsonl",
        line=1,
    )


def violating(*clauses: int, **arguments: str) -> CvtRow:
    return CvtRow(task_id="t", violates=list(clauses), verdict="violating", arguments=arguments)


UNKNOWN = "(No input is known that violates this assertion alone.)"
PAIR = task("assert x > 0\nassert y > x", "def f(x, y): return x", "x", "y")


def test_a_clause_has_its_sentence_and_a_call_that_violates_it_alone() -> None:
    rows = [violating(0, 1, x="0", y="0"), violating(0, x="0", y="1"), violating(1, x="1", y="1")]
    assert eas_lines(PAIR, rows) == [
        "assert_0: `x` must be greater than 0",
        ">>> f(0, 1)",
        "AssertionError",
        "",
        "assert_1: `y` must be greater than `x`",
        ">>> f(1, 1)",
        "AssertionError",
    ]


def test_the_first_of_several_tests_is_shown() -> None:
    rows = [violating(0, x="0", y="1"), violating(0, x="-7", y="1"), violating(1, x="1", y="1")]
    assert ">>> f(0, 1)" in eas_lines(PAIR, rows)
    assert ">>> f(-7, 1)" not in eas_lines(PAIR, rows)


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (GivenRow(task_id="t", violates=[0], verdict="infeasible"), "(No input violates this assertion alone.)"),
        (GivenRow(task_id="t", violates=[0], verdict="infeasible", bounded=True), UNKNOWN),
        (GivenRow(task_id="t", violates=[0], verdict="unknown"), UNKNOWN),
        (GivenRow(task_id="t", violates=[], verdict="error"), UNKNOWN),
    ],
)
def test_a_proof_is_told_from_ignorance(row: GivenRow, line: str) -> None:
    assert eas_lines(PAIR, [row])[1] == line


def test_names_of_special_floats_become_calls() -> None:
    assert ">>> f([float('inf'), -float('nan')], 'inf')" in eas_lines(PAIR, [violating(0, x="[inf, -nan]", y="'inf'")])


def test_long_runs_of_a_character_are_products() -> None:
    shown = eas_lines(PAIR, [violating(0, x=repr("0" + "a" * 255), y=repr(["b" * 30 + "c", "d" * 24, "e" * 3]))])
    (call,) = [line for line in shown if line.startswith(">>> ")]
    assert call == ">>> f('0' + 'a' * 255, ['b' * 30 + 'c', '" + "d" * 24 + "', 'eee'])"
    shown = eas_lines(PAIR, [violating(0, x=repr(b"\xff" * 30 + b"a"), y="0")])
    assert ">>> f(b'\\xff' * 30 + b'a', 0)" in shown
    shown = eas_lines(PAIR, [violating(0, x=repr([0] * 99), y=repr([(1,) * 25, [[]] * 25, [1] * 24]))])
    (call,) = [line for line in shown if line.startswith(">>> ")]
    assert call == f">>> f([0] * 99, [(1,) * 25, {[[]] * 25}, {[1] * 24}])"


def test_arguments_are_passed_as_the_function_takes_them() -> None:
    own = task("assert x", "def f(x, /, *rest, key, **more): return x", "x", "rest", "key", "more")
    rows = [violating(0, x="0", rest="(1, 2)", key="3", more="{'a': 4}")]
    assert eas_lines(own, rows)[1] == ">>> f(0, 1, 2, key=3, a=4)"


def test_values_that_no_call_passes_are_no_example() -> None:
    own = task("assert rest", "def f(*rest): return 1", "rest")
    assert eas_lines(own, [violating(0, rest="0")])[1] == UNKNOWN


def test_the_format_names_each_task() -> None:
    rows = [violating(0, x="0", y="1"), violating(1, x="1", y="1")]
    text = document("eas", Export(suites=[Suite(PAIR, rows), Suite(PAIR, rows)]))
    assert text.startswith("# t\nassert_0: `x` must be greater than 0\n>>> f(0, 1)\nAssertionError\n\n")
    assert text.count("\n\n# t\n") == 1


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (violating(2, x="1", y="1"), "2 clauses"),
        (violating(0, x="1"), "no value for the parameter 'y'"),
        (violating(0, x="1", y="]"), "not a literal"),
    ],
)
def test_rows_of_something_else_are_refused(row: CvtRow, message: str) -> None:
    with pytest.raises(InputError, match=message):
        eas_lines(PAIR, [row])
