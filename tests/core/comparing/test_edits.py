"""Edits of frames, freshness, invariants, generic classes, matrices, constructors and traits, each compared with what
it was."""

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.comparing.common_variables import SpecificationSide
from specassay.core.comparing.order import ContractComparison
from specassay.core.comparing.specifications import compare_specifications
from specassay.core.spec_testing.making import subjects_of
from specassay.frontends.dafny import parse_program

from ...samples import often, some
from .edits import EDITS, UNDECIDED, Edit
from .fifth_edits import FIFTH, FIFTH_UNDECIDED
from .fourth_edits import FOURTH
from .more_edits import MORE
from .sixth_edits import SIXTH, SIXTH_UNDECIDED
from .third_edits import THIRD, THIRD_UNDECIDED

ALL_UNDECIDED = [*UNDECIDED, *THIRD_UNDECIDED, *FIFTH_UNDECIDED, *SIXTH_UNDECIDED]


def side(text: str, name: str) -> SpecificationSide:
    program = subjects_of(parse_program(text, f"{name}.dfy"))
    assert not program.problems
    return SpecificationSide(program.specifications[-1], program, f"{name}.dfy")


def compared(edit: Edit, seconds: float = 10.0) -> ContractComparison:
    engines = engines_of("auto", None, seconds)
    return compare_specifications(side(edit.after, "after"), side(edit.before, "before"), engines)


@pytest.mark.parametrize(
    "edit", often(some([*EDITS, *MORE, *THIRD, *FOURTH, *FIFTH, *SIXTH], 5), 5), ids=lambda edit: edit.name
)
def test_an_edit(edit: Edit) -> None:
    assert compared(edit).relation == edit.relation


@pytest.mark.slow
@pytest.mark.parametrize("edit", some(ALL_UNDECIDED, 3), ids=lambda edit: edit.name)
def test_an_edit_that_is_not_decided_is_not_equal(edit: Edit) -> None:
    found = compared(edit, 3.0)
    assert found.relation in ("unknown", edit.relation)
    assert edit.relation in found.possible


@pytest.mark.parametrize("edit", some(EDITS, 12), ids=lambda edit: edit.name)
def test_a_text_is_equal_to_itself(edit: Edit) -> None:
    same = Edit(edit.name, edit.before, edit.before, "equal")
    assert compared(same).relation == "equal"


F = "trait T { function F(x: int): int ensures F(x) >= 0 "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A class has one function for both, which keeps what either says.
        (
            F + "method M(x: int) returns (r: int) ensures r == F(x) }",
            F.replace(">=", ">") + "method M(x: int) returns (r: int) ensures r == F(x) }",
        ),
        (
            F + "lemma Is() ensures F(0) == 7 method M() returns (r: int) ensures r == F(0) }",
            F + "lemma Is() ensures F(0) == 7 method M() returns (r: int) ensures r == 7 }",
        ),
    ],
    ids=["two promises", "lemmas"],
)
def test_a_function_of_a_trait_of_which_more_is_known_separates_nothing(before: str, after: str) -> None:
    sides = []
    for text in (after, before):
        program = subjects_of(parse_program(text, "file.dfy"))
        (method,) = (each for each in program.specifications if each.name == "T.M")
        sides.append(SpecificationSide(method, program, "file.dfy"))
    found = compare_specifications(sides[0], sides[1], engines_of("auto", None, 3.0))
    assert found.relation == "unknown"
