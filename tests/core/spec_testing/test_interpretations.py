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


def test_what_is_chosen_is_defined_where_it_may_be_called() -> None:
    """`… % n` keeps the promise for all n above 0, and has no value for n = 0."""
    declared = "function F(x: int, n: int): int ensures n > 0 ==> 0 <= F(x, n) < n"
    method = "method M(x: int) returns (r: int) ensures r == F(x, 0) { r := F(x, 0); }"
    program = chosen(declared, method)
    body = program.functions["F"].body
    assert body is not None
    assert evaluate(body, {"x": 3, "n": 0}, program.functions, {}, Fuel()).state == "defined"


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


@pytest.mark.parametrize(
    "declared",
    [
        "class C { } function F(x: int): C",  # null is no C
        "class C { } function F(x: int): seq<C>",
        "type Odd = x: int | x % 2 == 1 witness 1 datatype D = D(odd: Odd) function F(x: int): D",  # D(0) is no D
        "type Opaque function F(x: int): Opaque",
        "function F(x: int): array<int>",
    ],
)
def test_no_constant_is_chosen_that_may_not_be_of_the_type(declared: str) -> None:
    method = "method M(x: int) returns (r: bool) ensures r ==> F(x) == F(0) { r := x == 0; }"
    assert chosen(declared, method).functions["F"].body is None


def test_a_parameter_of_the_same_type_is_chosen() -> None:
    method = "method M(d: D) returns (r: bool) ensures r ==> F(d) == d { r := false; }"
    assert chosen("datatype D = D(n: nat) function F(d: D): D", method).functions["F"].body is not None


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


@pytest.mark.parametrize("declared", ["const F: int", "const F: nat", "const F: bool"])
def test_a_constant_is_given_another_value_than_before(declared: str) -> None:
    program = parse_program(f"{declared} method M() returns (r: bool) ensures r == (F == F) {{ r := F == F; }}")
    first, _ = interpreted(program, program.specifications, ENGINES)
    second, names = interpreted(program, program.specifications, ENGINES, first.functions)
    bodies = [each.functions["F"].body for each in (first, second)]
    values = [evaluate(body, {}, {}, {}, Fuel()).value for body in bodies if body is not None]
    assert names == ["F"]
    assert len(set(values)) == 2
