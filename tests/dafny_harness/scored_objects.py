"""Programs about objects with their scores, by evaluation."""

from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import MethodScore, score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

CELL = """
class Cell {
  var x: int
  var y: nat
  var held: array<int>
  ghost var Repr: set<object>
  constructor (a: int) ensures x == a ensures y == 1
  method Add(n: int) modifies this ensures x == old(x) + n
  method AddFrom(other: Cell) modifies this ensures x == old(x) + other.x
  method Any() modifies Repr ensures x == 0
  method Last() returns (r: int) requires held.Length > 0 ensures r == held[held.Length - 1]
  method Get() returns (r: int) ensures r == x
  method Both(other: Cell) returns (r: int) ensures r == x + other.x
}
"""


def scores(body: str, declarations: str = CELL) -> dict[str, MethodScore]:
    program = parse_program(f"{declarations}\nmethod Test() {{\n{body}\n}}", "t.dfy")
    found = score_program(program, examples_of(program), Options(Engines(), operator_set("paper"), DAFNY))
    return {score.method.rpartition(".")[2]: score for score in found}


def verdicts(score: MethodScore) -> list[str]:
    return [test.verdict for test in score.tests]


def scored(text: str) -> tuple[MethodScore, ...]:
    program = parse_program(text, "t.dfy")
    return score_program(program, examples_of(program), Options(Engines(), operator_set("paper"), DAFNY))
