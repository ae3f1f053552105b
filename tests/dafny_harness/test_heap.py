"""The heap in clauses: what is said of objects and arrays that no name of the method stands for."""

from specassay.core.deciding.clauses import Engines
from specassay.core.ir.contracts import Specification
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.dafny_harness.examples import examples_of
from specassay.dafny_harness.languages import DAFNY
from specassay.frontends.dafny import parse_program

ABSTRACT = """
trait Counter {
  var count: int
  ghost var Repr: set<object>
  predicate Valid() reads this, Repr ensures Valid() ==> this in Repr
  predicate Ready() reads * { Valid() && count > 0 }
  method Step() requires Valid() modifies Repr ensures Valid() ensures count == old(count) + 1
  method Look() returns (n: int) requires Valid() ensures Valid() ensures n == count
  method Peek() returns (n: int) ensures Valid() ensures n == count
  method Twice(other: Counter) modifies this ensures other.Valid() == old(other.Valid()) ensures Ready()
}
class Plain extends Counter {
  constructor () ensures count == 0
}
"""


def specifications(text: str) -> dict[str, Specification]:
    return {each.name: each for each in parse_program(text).specifications}


def shown(specification: Specification, kind: str = "ensures") -> list[str]:
    """The clauses as the terms that they became, or why they became none."""
    return [
        str(each.term) if each.term is not None else each.clause.problems[0].construct
        for each in getattr(specification, kind)
        if not each.clause.implicit
    ]


def verdicts(text: str, method: str) -> list[str]:
    program = parse_program(text, "t.dfy")
    found = score_program(program, examples_of(program), Options(Engines(), operator_set("paper"), DAFNY))
    return [test.verdict for score in found if score.method.endswith(method) for test in score.tests]


def test_of_a_function_without_a_body_two_states_are_never_one() -> None:
    found = specifications(ABSTRACT)
    assert all(each.term is not None for one in found.values() for each in (*one.requires, *one.ensures))
    step, look, twice = (found[f"Counter.{name}"] for name in ("Step", "Look", "Twice"))
    assert shown(step, "requires") != shown(step)[:1]
    assert shown(look, "requires") == shown(look)[:1]
    equivalence = twice.ensures[0].term
    assert equivalence is not None
    assert equivalence.args[0] is not equivalence.args[1]


def test_what_is_not_known_of_a_function_hides_no_other_clause() -> None:
    test = "method Test() { var c := new Plain(); c.count := 0; c.Repr := {c}; var n := c.Peek(); assert n == %d; }"
    assert verdicts(ABSTRACT + test % 2, "Peek") == ["refuted"]
    assert verdicts(ABSTRACT + test % 0, "Peek") == ["unknown"]
