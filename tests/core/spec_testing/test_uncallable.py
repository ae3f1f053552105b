"""Preconditions that no input meets: is it proved, and are the clauses named that contradict each other?"""

import pytest

from specassay.backends.solvers.registry import get as backend_of
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.contradictions import Uncallable, never_called
from specassay.frontends.dafny import parse_program

TEXT = """
predicate Small(x: int) {{ x < 3 }}
function Fac(n: nat): nat ensures Fac(n) > 0 {{ if n == 0 then 1 else n * Fac(n - 1) }}
function Len(s: seq<int>): nat {{ if s == [] then 0 else 1 + Len(s[1..]) }}
method M(x: int, n: nat, s: seq<int>) returns (r: int)
  {requires}
  ensures r == x
"""


def found(*requires: str) -> Uncallable | None:
    text = TEXT.format(requires="\n  ".join(f"requires {each}" for each in requires))
    program = parse_program(text, file="t.dfy")
    (specification,) = program.specifications
    return never_called(specification, (), program, Engines(backends=(backend_of("z3"),)), "")


@pytest.mark.parametrize(
    ("requires", "core", "trusted"),
    [
        (("n > 7", "x > 5", "|s| > 2", "Small(x)"), ("x > 5", "Small(x)"), ()),
        (("n > 7", "x > 5 && x < 3"), ("x > 5 && x < 3",), ()),
        (("x > 1", "n < 0"), ("n: nat", "n < 0"), ()),
        # That takes induction, which no solver does. Dafny takes it from what the function ensures, as its callers do.
        (("x > 1", "Fac(n) == 0"), ("Fac(n) == 0",), ("Fac",)),
        (("Len(s) < x", "x < 0"), ("Len(s) < x", "x < 0"), ("Len",)),
    ],
)
def test_the_clauses_that_contradict_each_other_are_named(
    requires: tuple[str, ...], core: tuple[str, ...], trusted: tuple[str, ...]
) -> None:
    proof = found(*requires)
    assert proof is not None
    assert (tuple(each.clause.text for each in proof.core), proof.trusted) == (core, trusted)
    assert ("contradict each other" in proof.message("method")) == (len(core) > 1)


def test_what_can_be_called_is_no_contradiction() -> None:
    assert found("x > 5", "x < 7", "Fac(n) > 4") is None
    # Of the calls under a quantifier nothing is taken for granted, and nothing is proved.
    assert found("forall k: nat :: k > 2 ==> Fac(k) > 1", "Small(x)") is None
