"""That a postcondition of Python accepts no other output is proved by the engine of contracts, and never falsely."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.backends.solvers.engines import engines_of
from specassay.core.deciding.clauses import theory_of
from specassay.core.deciding.engines import Engines
from specassay.core.ir.contracts import Program
from specassay.core.spec_testing.dynamic_outputs import other_output
from specassay.core.spec_testing.examples import Example
from specassay.core.spec_testing.judging import judge_outputs
from specassay.frontends.python.specification import parse_specifications

SECONDS = 60.0
"""Of work, for what takes a thirtieth of one."""


def read(folder: Path, text: str) -> Program:
    path = folder / "f.py"
    path.write_text(text)
    _, (specified,), problems = parse_specifications(path)
    assert not problems
    return specified.two_state or specified.program


def asked(program: Program, inputs: dict[str, Any], outputs: dict[str, Any]) -> tuple[str, Any]:
    """The outcome for an input and its right output, and the other output if there is one."""
    (specification,) = program.specifications
    example = Example(specification, inputs, outputs, {}, (), "body", "", None)
    verdict = other_output(example, outputs, program, engines_of("z3", None, SECONDS))
    if verdict is None:
        return "not asked", None
    return ("bounded" if verdict.bounded else verdict.outcome), verdict.arguments


@pytest.mark.parametrize(
    ("ensures", "inputs", "result", "outcome"),
    [
        ("a == result[0] * b + result[1] and 0 <= result[1] < b", {"a": 7, "b": 3}, (2, 1), "violating"),  # 7 / 3, 0
        ("type(result) is int and a == 2 * result + b", {"a": 7, "b": 3}, 2, "infeasible"),
        ("a == result[0] * b + result[1] and 0 <= result[1]", {"a": 7, "b": 3}, (2, 1), "violating"),
        ("result is (a < b)", {"a": 7, "b": 3}, False, "infeasible"),
        ("result is None if a < b else result == a", {"a": 7, "b": 3}, 7, "infeasible"),
        ("result in a and all(n <= result for n in a)", {"a": [2, 5, 3], "b": 0}, 5, "infeasible"),
        ("sorted(result) == sorted(a)", {"a": [2, 5], "b": 0}, [2, 5], "violating"),
        ("result == a + [b]", {"a": [1, 2, 3, 4, 5], "b": 0}, [1, 2, 3, 4, 5, 0], "infeasible"),
        ("result == a or result is a", {"a": [1], "b": 0}, [1], "not asked"),  # Which object it is is not known here.
        ("result == a or result != result", {"a": [float("nan")], "b": 0}, 0, "not asked"),
    ],
)
def test_another_output_is_an_input_that_violates_the_last_clause_alone(
    tmp_path: Path, ensures: str, inputs: dict[str, Any], result: Any, outcome: str
) -> None:
    program = read(tmp_path, f'def f(a, b):\n    """\n    post: {ensures.replace("result", "__return__")}\n    """\n')
    assert asked(program, inputs, {"result": result})[0] == outcome


@pytest.mark.parametrize(
    ("ensures", "result", "outcome"),
    [
        (
            "isinstance(result, list) and sorted(result) == sorted(a) and result == result[::-1]",
            [3, 1, 3],
            "infeasible",
        ),
        ("isinstance(result, list) and Counter(result) == Counter(a) and result[0] == 1", [1, 3, 3], "infeasible"),
        ("isinstance(result, tuple) and sorted(a) == sorted(result) and result[0] == 3", (3, 1, 3), "violating"),
    ],
)
def test_of_a_list_with_the_elements_of_the_expected_one_all_orders_are_tried(
    tmp_path: Path, ensures: str, result: Any, outcome: str
) -> None:
    post = ensures.replace("result", "__return__")
    program = read(tmp_path, f'from collections import Counter\ndef f(a):\n    """\n    post: {post}\n    """\n')
    found, other = asked(program, {"a": [1, 3, 3]}, {"result": result})
    assert found == outcome
    assert other in (None, {"result": (3, 3, 1)})


def test_what_a_function_changes_is_an_output(tmp_path: Path) -> None:
    head = "from icontract import ensure, snapshot\n@snapshot(lambda xs: xs[:])\n@ensure(lambda {})\n"
    body = "def f(xs: list[int], x: int) -> None:\n    xs.append(x)\n"
    inputs, outputs = {"xs": [3, 3], "x": 1}, {"xs": [3, 3, 1]}
    strong = read(tmp_path, head.format("xs, OLD, x: xs == OLD.xs + [x]") + body)
    assert asked(strong, inputs, outputs) == ("infeasible", None)
    weak = read(tmp_path, head.format("xs, OLD, x: xs[-1] == x and len(xs) == len(OLD.xs) + 1") + body)
    outcome, other = asked(weak, inputs, outputs)
    assert outcome == "violating"
    assert len(other["xs"]) == 3
    assert other["xs"][-1] == 1


def test_without_a_solver_nothing_is_asked(tmp_path: Path) -> None:
    program = read(tmp_path, 'def f(a):\n    """post: __return__ == a"""\n')
    example = Example(program.specifications[0], {"a": 1}, {"result": 1}, {}, (), "body", "", None)
    assert other_output(example, {"result": 1}, program, Engines()) is None


CLAUSES = (
    "result in a",
    "len(result) == len(a)",
    "sorted(result) == a",
    "result == a[::-1]",
    "all(x in a for x in result)",
    "all(result.count(x) == a.count(x) for x in a)",
    "not result or result[0] == b",
    "result + [b] != a",
    "set(result) == set(a)",
    "result == b or -result == b",
    "result * result == b",
    "a == sorted(a) or result == []",
    "result >= b and all(result <= x for x in a)",
    "isinstance(result, bool) and result != (b in a)",
    "(b, result) == (result, b)",
)
NEAR: list[object] = [
    0,
    1,
    -1,
    2,
    -2,
    True,
    False,
    None,
    0.5,
    "",
    "a",
    (),
    {},
    *map(list, product((0, 1, 2), repeat=2)),
    [],
    [0],
    [1],
]


@given(
    st.lists(st.sampled_from(CLAUSES), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from((0, 1, 2)), max_size=2),
    st.sampled_from((0, 1, 2)),
)
def test_no_accepted_output_refutes_a_proof(
    tmp_path_factory: pytest.TempPathFactory, clauses: list[str], a: list[int], b: int
) -> None:
    posts = "\n".join(f"    post: {clause.replace('result', '__return__')}" for clause in clauses)
    program = read(tmp_path_factory.mktemp("law"), f'def f(a, b):\n    """\n{posts}\n    """\n')
    (specification,) = program.specifications
    example = Example(specification, {"a": a, "b": b}, {}, {}, (), "body", "", None)
    accepted = [
        value
        for value in NEAR
        if judge_outputs(example, {"result": value}, (), theory_of(program), Engines(), "").verdict == "holds"
    ]
    for expected in accepted[:2]:
        outcome, other = asked(program, {"a": a, "b": b}, {"result": expected})
        if outcome == "infeasible":
            assert [value for value in accepted if value != expected] == []
        if outcome == "violating":
            judged = judge_outputs(example, other, (), theory_of(program), Engines(), "")
            assert judged.verdict == "holds"
            assert other["result"] != expected
