"""Methods of the standard library of Rust in bodies, and functions that are run in place: rustc says the same."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specassay.core.errors import Unsupported
from specassay.core.interpret.bodies import execute
from specassay.core.ir.values import DatatypeValue
from specassay.frontends.verus import parse_program

from .rust import UNKNOWN, RustCase, case_of, compiled_together, interpreted

LINES = [
    line
    for line in Path(__file__).with_name("standard_library.rs").read_text("utf-8").splitlines()
    if line.startswith("fn ")
]
NAMES = [line.split("(")[0].removeprefix("fn ").split("<")[0] for line in LINES]


def case_at(place: int) -> RustCase:
    """A function with those that it names. Raises Unsupported and NotImplementedError for inputs that are not made."""
    text = LINES[place]
    named = set(re.findall(r"(?<!\.)\b(\w+)\b", text.split("{", 1)[1]))
    helpers = [line for name, line in zip(NAMES, LINES, strict=True) if name in named and line != text]
    return case_of("\n".join([*helpers, f"pub {text}"]), 14, seed=3)


def cases() -> list[RustCase]:
    found = list[RustCase]()
    for place in range(len(LINES)):
        try:
            found.append(case_at(place))
        except (NotImplementedError, Unsupported):
            continue
    return found


@pytest.mark.slow
def test_rustc_says_the_same_of_each_function(tmp_path: Path, require: Callable[[str], Path]) -> None:
    listed = cases()
    assert len(listed) > 60
    for case, right in zip(listed, compiled_together(listed, tmp_path, require("rustc")), strict=True):
        ours = interpreted(case)
        assert not any(result.startswith(UNKNOWN) for result in ours), (case.name, ours)
        assert ours == right, case.name


def some_of(value: Any) -> DatatypeValue:
    return DatatypeValue("Some", (value,))


NONE = DatatypeValue("None", ())


@pytest.mark.parametrize(
    ("name", "values", "result"),
    [
        ("map", (some_of(255),), some_of(256)),
        ("chain", (some_of(-1),), NONE),
        ("take", (some_of(3),), (NONE, some_of(3))),
        ("lex3", ((1, 2), (1, 2, 0)), (True, True, False, False)),
        ("sort2", (((1, 5), (2, 3), (3, 5), (4, 3)),), ((2, 3), (4, 3), (1, 5), (3, 5))),
        ("bsearch", ((7, 3, 7), 7), (True, 1)),
        ("find", (((), (1, 5), (5,)), 5), some_of((1, 1))),
        ("block", (5,), 7),
        ("nested", (6,), 7),
        ("evens", ((1, 2, 4, 9), 3), 4),
        ("firsts", ((3, -2, -1), (2, 7)), (some_of(-2), some_of(7))),
        ("popmap", ((4, 200),), (some_of(400), (4,))),
        ("slicepat2", ((3, 2, 9, 9),), 10),
        ("counted", ((3, 1, 3),), ((1, 1), (3, 2))),
        ("pops", (((5, -1), (2, 8), (5, 0)),), (some_of((2, 8)), 1, (5,), (0,))),
    ],
)
def test_what_a_function_comes_to(name: str, values: tuple[Any, ...], result: Any) -> None:
    case = case_at(NAMES.index(name))
    program = parse_program(case.text, "x.rs")
    (about,) = (each for each in program.specifications if each.name == name)
    inputs = dict(zip((each.name for each in about.inputs), values, strict=True))
    found = execute(about, inputs, program)
    assert found.outputs == {about.outputs[0].name: result}, found.reason


def test_where_the_library_leaves_the_result_open_nothing_is_guessed() -> None:
    program = parse_program("fn f(v: Vec<u8>, x: u8) -> bool { v.binary_search(&x) == Ok(0) }")
    (about,) = program.specifications
    assert execute(about, {"v": (3, 3), "x": 3}, program).state == "unknown"
    assert execute(about, {"v": (3, 4), "x": 3}, program).outputs == {about.outputs[0].name: True}


def test_what_is_no_order_sorts_nothing() -> None:
    program = parse_program("fn f(v: Vec<u8>) -> Vec<u8> { let mut w = v; w.sort_by(|a, b| Ordering::Less); w }")
    (about,) = program.specifications
    assert execute(about, {"v": (3, 2)}, program).state == "unknown"
    assert execute(about, {"v": (3,)}, program).outputs == {about.outputs[0].name: (3,)}
