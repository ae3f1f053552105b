"""The order of several candidates, and the fewest questions that single one out."""

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from specassay.core.comparing.order import OrderRelation
from specassay.core.comparing.several import QuestionTree, order_of, questions_for

RANKS: dict[int, OrderRelation] = {-1: "weaker", 0: "equal", 1: "stronger"}


def test_the_order_has_classes_and_no_arrow_that_follows() -> None:
    ranks = [1, 3, 2, 3]
    relations = {
        (one, other): RANKS[(ranks[one] > ranks[other]) - (ranks[one] < ranks[other])]
        for one, other in combinations(range(4), 2)
    }
    found = order_of(4, relations)
    assert found.classes == ((0,), (1, 3), (2,))
    assert set(found.stronger) == {(1, 2), (2, 0)}
    assert found.open == ()


def test_what_is_incomparable_has_no_arrow_and_what_is_open_is_said() -> None:
    found = order_of(3, {(0, 1): "incomparable", (0, 2): "unknown", (1, 2): "stronger"})
    assert (found.stronger, found.open) == (((1, 2),), ((0, 2),))


def test_a_chain_is_halved() -> None:
    """Of eight candidates, each of which accepts one value more, three questions single one out."""
    answers = [["right" if candidate > value else "wrong" for candidate in range(8)] for value in range(7)]
    found = questions_for(range(8), answers)
    assert (found.most, found.fewest) == (3, True)
    assert {each: asked(found, [row[each] for row in answers]) for each in range(8)} == {n: [n] for n in range(8)}


def asked(tree: QuestionTree, said: list[str]) -> list[int]:
    """The candidates that are left when all questions are answered so."""
    place: int | None = 0
    left: tuple[int, ...] = ()
    while place is not None:
        question = tree.questions[place]
        branch = next(each for each in question.branches if each.answer == said[question.value])
        left, place = branch.left, branch.ask
    return list(left)


def test_who_does_not_say_is_left_by_every_answer() -> None:
    found = questions_for(range(3), [["right", "wrong", None]])
    assert [each.left for each in found.questions[0].branches] == [(0, 2), (1, 2)]


def test_without_a_value_nothing_is_asked() -> None:
    assert questions_for(range(2), [["right", "right"]]).questions == ()


@given(st.lists(st.lists(st.sampled_from(["right", "wrong"]), min_size=4, max_size=4), max_size=5))
def test_every_candidate_is_singled_out_from_all_that_a_value_tells_apart(answers: list[list[str]]) -> None:
    found = questions_for(range(4), answers)
    for one, other in product(range(4), repeat=2):
        if found.questions:
            together = other in asked(found, [row[one] for row in answers])
            assert together == all(row[one] == row[other] for row in answers)
