"""Each way of the search for another output by itself: what it finds, and what it proves."""

from collections.abc import Sequence

import pytest
from attrs import evolve

from specassay.core.deciding.engines import Engines
from specassay.core.ir.variables import Valuation
from specassay.core.spec_testing.output_search import OutputQuery, OutputSearch, size
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of


def search(
    ensures: str, result: str = "r: int", expected: str = "r == 4", header: str = "x: int", given: str = "3"
) -> OutputSearch:
    names = ", ".join(each.split(":")[0] for each in result.split(", "))
    text = f"method M({header}) returns ({result})\n  ensures {ensures}\n{{ }}\n"
    text += f"method T() {{ var {names} := M({given}); assert {expected}; }}"
    program = parse_program(text, file="t.dfy")
    (example,) = examples_of(program).examples
    return OutputSearch(OutputQuery(example, example.outputs, "holds"), program, Engines())


def accepted(found: OutputSearch, *known: Valuation) -> tuple[Valuation | None, str]:
    output, decision = found.any_but((found.query.expected, *known))
    return output, decision.verdict


@pytest.mark.parametrize(
    "ensures", ["r == x + 1", "x + 1 == r && r > 0", "r > x && r < x + 2", "r in {x + 1}", "0 <= r < 9 && r % 5 == 4"]
)
def test_that_an_output_is_the_only_one_is_proved_without_a_solver(ensures: str) -> None:
    assert accepted(search(ensures)) == (None, "refuted")


def test_a_finite_domain_is_listed_until_nothing_is_left() -> None:
    found = search("r == x + 1 || r == x - 1 || r == 0")
    first, verdict = accepted(found)
    assert (first, verdict) in [({"r": 2}, "holds"), ({"r": 0}, "holds")]
    assert accepted(found, {"r": 2}, {"r": 0}) == (None, "refuted")


def test_the_smallest_of_several_wrong_outputs_is_the_witness() -> None:
    output, _ = accepted(search("-5 <= r <= 50"))
    assert output == {"r": 0}


@pytest.mark.parametrize(
    ("outputs", "smallest"),
    [
        ([{"r": 5}, {"r": -5}, {"r": 4}], {"r": 4}),
        ([{"r": -1}, {"r": 1}], {"r": 1}),
        ([{"r": (1, 2)}, {"r": (9,)}, {"r": (0, 0, 0)}], {"r": (9,)}),
    ],
)
def test_short_collections_and_small_numbers_come_first_and_negative_ones_after(
    outputs: Sequence[Valuation], smallest: Valuation
) -> None:
    assert min(outputs, key=size) == smallest


def test_where_nothing_is_near_there_may_be_an_output_all_the_same() -> None:
    found = search("r == 4 || (r > 9000 && r % 7919 == 4000)")
    assert found.nearby((found.query.expected,)) is None
    assert found.accepts({"r": 11919})


def test_without_a_solver_a_right_output_is_found_where_no_wrong_one_is() -> None:
    found = search("x < r <= x + 2")
    query = evolve(found.query, is_wrong=lambda output: False)
    output, _ = evolve(found, query=query).any_but((query.expected,))
    assert output == {"r": 5}


def test_an_output_is_accepted_where_every_clause_is_known_to_hold() -> None:
    found = search("r > x")
    assert found.accepts({"r": 4})
    assert not found.accepts({"r": 3})
    undefined = search("10 / (r - 5) != 100")
    assert not undefined.accepts({"r": 5})


def test_elements_that_an_equivalence_describes_are_found() -> None:
    found = search("|r| == 1 && forall k :: k in r <==> k == x", "r: seq<int>", "r == [3]")
    assert accepted(found) == (None, "refuted")


def test_all_components_of_an_output_are_looked_for() -> None:
    found = search("r == x + 1 && n in {0, 7}", "r: int, n: int", "r == 4 && n == 0")
    assert found.is_complete({"r": 1, "n": 2})
    assert not found.is_complete({"r": 1})
    assert accepted(found)[0] == {"r": 4, "n": 7}
