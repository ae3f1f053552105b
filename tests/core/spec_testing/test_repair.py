"""A proposal keeps what is right, refuses what survives, has a value everywhere and leaves an output to all inputs."""

import pytest

from specassay.core.deciding.engines import Engines
from specassay.core.ir.build import call, conj, disj, eq, ge, integer
from specassay.core.ir.sorts import INT
from specassay.core.ir.terms import var
from specassay.core.spec_testing.notation import Edit, Parse, Rewriting
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.repair import Repair, repair
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

TEST = "var r := M(3); assert r == 3;"


def proposed(
    ensures: str, *edits: Edit, test: str = TEST, rewriting: bool = True, parse: Parse | None = None
) -> Repair | None:
    """What is proposed when these edits are tried, in this order. `parse`: how they are read, if not as Dafny."""
    text = f"method M(x: int) returns (r: int)\n  ensures {ensures}\n{{ }}\nmethod T() {{ {test} }}"
    program = parse_program(text, file="t.dfy")
    options = Options(Engines(), operator_set("paper"), DAFNY, functional=False)
    (score,) = score_program(program, examples_of(program), options)
    assert DAFNY.rewriting is not None
    read = parse or DAFNY.rewriting.parse
    tried = Rewriting(read, lambda specification: edits) if edits else DAFNY.rewriting
    return repair(program.specifications[0], score.tests, program, Engines(), tried if rewriting else None)


def test_an_edit_that_calls_what_nobody_declared_is_not_proposed() -> None:
    """In Verus an edit may ask for an operation outside of its domain, which is a function of its own."""
    r, x = var("r", INT), var("x", INT)
    guarded = conj(eq(r, x), disj(ge(r, integer(0)), eq(call("nobody", r, sort=INT), x)))
    assert proposed("r >= 0", Edit(0, "any"), parse=lambda *_: guarded) is None
    assert proposed("r >= 0", Edit(0, "any"), parse=lambda *_: eq(r, x)) is not None


def test_the_first_that_refuses_most_is_proposed() -> None:
    found = proposed("r >= 0", Edit(0, "r >= 2"), Edit(0, "r == x"), Edit(0, "r == 3"))
    assert found is not None
    assert found.after == "r == x"
    assert found.kills == found.survivors > 0


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("it refuses what the test expects", "r == x + 1"),
        ("it refuses nothing that survives", "r >= 0 || x == 3"),
        ("it is no text of the language", "r == == x"),
        ("it is no condition", "r + x"),
        ("it has no value on a wrong output", "r == x && 1 / (r - 4) != 9"),
        ("it has no value on another input", "r == x && 1 / (x - 2) != 9"),
        ("it leaves no output to another input", "r == x && x > 0"),
    ],
)
def test_an_edit_is_not_proposed_where(reason: str, text: str) -> None:
    assert proposed("r >= 0 || x < 0", Edit(0, text)) is None, reason


def test_without_these_reasons_it_is() -> None:
    assert proposed("r >= 0 || x < 0", Edit(0, "r == x")) is not None


def test_a_clause_may_be_added_beside_another() -> None:
    found = proposed("r >= x", Edit(0, "r <= x", added=True))
    assert found is not None
    assert found.diff == "  ensures r >= x\n+ ensures r <= x"
    replaced = proposed("r >= x", Edit(0, "r == x"))
    assert replaced is not None
    assert replaced.diff == "- ensures r >= x\n+ ensures r == x"


def test_there_is_no_proposal_where_nothing_survives_or_the_specification_is_wrong() -> None:
    for ensures in ("r == x", "r > x"):
        assert proposed(ensures, Edit(0, "r == 3")) is None
    assert proposed("r >= x", Edit(0, "r == x"), rewriting=False) is None


def test_of_dafny_the_relation_itself_is_made_stricter() -> None:
    found = proposed("r >= x")
    assert found is not None
    assert found.after == "r == x"
