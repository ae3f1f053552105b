"""Values of codatatypes in bodies: made as far as they are read."""

import pytest

from specassay.core.ir.values import DatatypeValue
from tests.frontends.dafny.executed import run

CODATA = """
codatatype Flow = Flow(head: int, tail: Flow) | Over
function Up(n: int): Flow { Flow(n, Up(n + 1)) }
function Ones(): Flow { Flow(1, Ones()) }
function Part(n: int, k: nat): Flow { if k == 0 then Over else Flow(n, Part(n + 1, k - 1)) }
function Bad(n: int): Flow { Flow(n, Bad(n / 0)) }
function Loop(n: int): Flow { Loop(n) }
function Same(f: Flow): Flow { if f.Over? then Over else Flow(f.head, Same(f.tail)) }
datatype Kept = Kept(flow: Flow)
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("r := Ones() == Ones();", True),
        ("r := Same(Ones()) == Ones();", True),
        ("r := Up(0) == Up(1);", False),
        ("r := Same(Part(0, 9)) == Part(0, 9);", True),
        ("r := Part(0, 9) == Part(0, 8);", False),
        ("r := Flow(1, Over) == Part(1, 1) && Part(1, 1) == Flow(1, Over);", True),
        ("var f := Bad(3); r := f.head == 3;", True),
        ("r := Kept(Part(1, 1)) == Kept(Part(1, 2)).(flow := Flow(1, Over));", True),
        ("r := [Up(1)] == [Same(Up(1))];", None),
        ("r := Up(1) in {Up(1)};", None),
        ("r := Loop(1).Over?;", None),
        ("var f := Bad(3); r := f.tail.Over?;", "failed"),
    ],
)
def test_values_of_codatatypes_are_made_as_far_as_they_are_read(body: str, expected: bool | str | None) -> None:
    found = run(f"method M() returns (r: bool) {{ {body} }}{CODATA}")
    if isinstance(expected, str) or expected is None:
        assert found.state == (expected or "unknown")
    else:
        assert found.outputs == {"r": expected}, found.reason


@pytest.mark.parametrize("body", ["r := Part(4, 2);", "r := Same(Part(4, 2));"])
def test_a_result_with_an_end_is_a_value_as_any_other(body: str) -> None:
    found = run(f"method M() returns (r: Flow) {{ {body} }}{CODATA}")
    over = DatatypeValue("Over")
    assert found.outputs == {"r": DatatypeValue("Flow", (4, DatatypeValue("Flow", (5, over))))}
    assert hash(found.outputs["r"]) == hash(DatatypeValue("Flow", (4, DatatypeValue("Flow", (5, over)))))


def test_a_result_without_end_is_unknown() -> None:
    assert run("method M() returns (r: Flow) { r := Up(0); }" + CODATA).state == "unknown"
