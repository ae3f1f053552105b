"""Functions without a body that are chosen, so that what applies them can be executed."""

import pytest

from specassay.backends.solvers.registry import get as backend_of
from specassay.core.deciding.engines import Engines
from specassay.core.evaluate.typed import evaluate
from specassay.core.fuel import Fuel
from specassay.core.ir.contracts import Program
from specassay.core.ir.terms import subterms
from specassay.core.spec_testing.interpretations import applied_by, interpreted
from specassay.frontends.dafny import parse_program

ENGINES = Engines(backends=(backend_of("z3"),), seconds=2.0)


def chosen(
    declared: str, method: str = "method M(x: int) returns (r: int) ensures r == F(x) { r := F(x); }"
) -> Program:
    program = parse_program(f"{declared}\n{method}")
    return interpreted(program, program.specifications, ENGINES)[0]


@pytest.mark.parametrize(
    "declared",
    [
        "function F(x: int): int",
        "function F(x: int): int ensures F(x) >= 0",
        "function F(x: int): nat",
        "function F(x: int): (y: int) ensures 0 <= y < 2",
        "function F(x: int): int ensures F(x) == x || F(x) == -x",
    ],
)
def test_what_is_chosen_keeps_what_is_promised(declared: str) -> None:
    program = chosen(declared)
    function = program.functions["F"]
    assert function.body is not None
    for value in (-7, -1, 0, 3):
        for promise in function.ensures:
            held = evaluate(promise, {"x": value}, program.functions, {}, Fuel())
            assert held.value is True


def test_a_precondition_is_what_the_promise_may_rest_on() -> None:
    declared = "function F(x: int, n: int): int requires n > 0 ensures 0 <= F(x, n) < n"
    method = "method M(x: int) returns (r: int) ensures r == F(x, 3) { r := F(x, 3); }"
    body = chosen(declared, method).functions["F"].body
    assert body is not None
    assert {node.data for node in subterms(body) if node.op == "var"} == {"x", "n"}


@pytest.mark.parametrize(
    "declared",
    [
        "function F(x: int): int ensures F(x) > F(x + 1)",  # of no body that is tried
        "function F(x: int): int lemma Axiom() ensures F(0) == 0",
        "function G(x: int): int { F(x) } function F(x: int): int lemma {:axiom} Axiom(x: int) ensures G(x) == 0",
        "function F(x: int): int lemma Axiom(s: set<object>) ensures forall x | P(x) :: F(0) == 0",
        "class C { var f: int } function F(x: int, c: C := null): int reads c",
    ],
)
def test_what_is_said_of_it_elsewhere_is_not_chosen(declared: str) -> None:
    assert chosen(declared).functions["F"].body is None


def test_a_function_that_classes_give_a_body_is_not_chosen() -> None:
    declared = "trait T { function F(): int } class C extends T { function F(): int { 3 } }"
    method = "method M(t: T) returns (r: int) ensures r == t.F() { r := t.F(); }"
    assert chosen(declared, method).functions["T.F"].body is None


def test_only_what_is_applied_is_chosen_be_it_by_what_a_body_calls() -> None:
    declared = """
      function F(x: int): int
      function G(x: int): int { F(x) }
      function Other(x: int): int
      method Inner(x: int) returns (r: int) ensures r == x { var y := G(x); r := x; }
    """
    method = "method M(x: int) returns (r: int) ensures r == x { r := Inner(x); }"
    program = parse_program(f"{declared}\n{method}")
    outer = [each for each in program.specifications if each.name == "M"]
    assert applied_by(outer, program).keys() == {"F", "G"}
    assert [name for name, each in chosen(declared, method).functions.items() if each.body is None] == ["Other"]
