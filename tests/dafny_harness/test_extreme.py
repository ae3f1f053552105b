"""Least and greatest predicates: unfolded as far as that ends or comes back to itself, and never guessed."""

import pytest
from attrs import evolve

from specassay.backends.solvers.engines import engines_of
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing import triples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

DECLARATIONS = """
least predicate Even(n: int) { n == 0 || Even(n - 2) }
greatest predicate Up(n: int) { n >= 0 && Up(n + 1) }
greatest predicate Odd(n: int) { n != 0 && (n == 1 || Odd(n - 2)) }
least predicate Stuck(n: int) { n == 5 || Stuck(n) }
greatest predicate Turning(n: int) { n < 3 && Turning((n + 1) % 3) }
greatest predicate Ending(n: int) { Ending(1 - n) && n == 0 }
least predicate Leaving(n: int) { Leaving((n + 1) % 3) || n == 2 }
greatest predicate Both(n: int) { Ending(n) && Turning(n) }
"""


@pytest.mark.parametrize(
    ("predicate", "argument", "expected", "verdict"),
    [
        ("Even", 4, "true", "holds"),
        ("Even", 4, "false", "refuted"),
        ("Even", 3, "false", "unknown"),
        ("Up", 3, "true", "unknown"),
        ("Up", -1, "false", "holds"),
        ("Odd", 7, "true", "holds"),
        ("Odd", 8, "true", "refuted"),
        ("Stuck", 5, "true", "holds"),
        ("Stuck", 4, "false", "holds"),
        ("Stuck", 4, "true", "refuted"),
        ("Turning", 0, "true", "holds"),
        ("Turning", 0, "false", "refuted"),
        ("Ending", 0, "true", "refuted"),
        ("Ending", 1, "true", "refuted"),
        ("Leaving", 0, "true", "holds"),
        ("Both", 0, "true", "refuted"),
    ],
)
def test_an_extreme_predicate_is_decided_where_unfolding_it_ends(
    predicate: str, argument: int, expected: str, verdict: str
) -> None:
    tested = judged(predicate, argument, expected, Engines(steps=20_000))
    assert tested.verdict == verdict


@pytest.mark.slow
@pytest.mark.parametrize(("predicate", "argument", "kind"), [("Up", 3, "greatest"), ("Even", 3, "least")])
def test_no_solver_is_asked_of_what_unfolding_leaves_open(predicate: str, argument: int, kind: str) -> None:
    tested = judged(predicate, argument, "true", evolve(engines_of("auto", None, 60), steps=20_000))
    assert tested.judgement is not None
    reason = tested.judgement.clauses[0].reason
    assert reason.endswith(f"the {kind} predicate {predicate}, where unfolding it does not end")


def judged(predicate: str, argument: int, expected: str, engines: Engines) -> triples.Tested:
    """The one test of a method that computes a predicate."""
    method = f"method M(n: int) returns (r: bool) ensures r <==> {predicate}(n)"
    test = f"method Test() {{ var r := M({argument}); assert r == {expected}; }}"
    program = parse_program("\n".join((DECLARATIONS, method, test)), "t.dfy")
    options = triples.Options(engines, operator_set("paper"), DAFNY, 0, functional=False)
    (score,) = score_program(program, examples_of(program), options)
    (tested,) = score.tests
    return tested
