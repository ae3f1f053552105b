"""Two solvers on one session: combined answers and disagreement."""

from collections.abc import Sequence

import pytest

from specassay.backends import registry
from specassay.backends.portfolio import ComparisonSession, Portfolio, combined, disagreement
from specassay.core import build as b
from specassay.core.solver import Answer, Outcome
from specassay.core.sorts import INT
from specassay.core.terms import Term, var


class Fixed:
    """A session that always gives the same answer."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def add(self, *terms: Term) -> None: ...

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        return self.answer

    def close(self) -> None: ...


def answers(*outcomes: Outcome) -> dict[str, Answer]:
    return {f"s{n}": Answer(outcome, seconds=1.0, message=f"m{n}") for n, outcome in enumerate(outcomes)}


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ((Outcome.SAT, Outcome.SAT), Outcome.SAT),
        ((Outcome.UNKNOWN, Outcome.UNSAT), Outcome.UNSAT),
        ((Outcome.SAT, Outcome.ERROR), Outcome.SAT),
        ((Outcome.TIMEOUT, Outcome.UNKNOWN), Outcome.UNKNOWN),
        ((Outcome.ERROR, Outcome.TIMEOUT), Outcome.TIMEOUT),
        ((Outcome.SAT, Outcome.UNSAT), Outcome.ERROR),
    ],
)
def test_definite_answer_wins(outcomes: tuple[Outcome, ...], expected: Outcome) -> None:
    answer = combined(answers(*outcomes))
    assert answer.outcome is expected
    assert answer.seconds == 2.0


def test_disagreement_names_both() -> None:
    given = answers(Outcome.UNSAT, Outcome.UNKNOWN, Outcome.SAT)
    assert disagreement(given) == "solvers disagree: s2 sat, s0 unsat"
    session = ComparisonSession({name: Fixed(answer) for name, answer in given.items()})
    assert session.check().message == "solvers disagree: s2 sat, s0 unsat"
    assert session.last == given


def test_undecided_says_why_for_each() -> None:
    assert combined(answers(Outcome.UNKNOWN, Outcome.TIMEOUT)).message == "s0: m0; s1: m1"


def test_real_solvers_together() -> None:
    both = Portfolio(tuple(map(registry.get, registry.names())))
    session = both.session()
    i = var("i", INT)
    session.add(b.gt(i, b.integer(2)))
    assert session.check([b.lt(i, b.integer(4))]).model == {"i": 3}
    assert session.check([b.lt(i, b.integer(3))]).core == (0,)
    assert set(session.last) == {"z3", "cvc5"}
    session.close()
    assert both.name == "z3+cvc5"
