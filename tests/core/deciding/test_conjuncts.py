"""Of terms that all have to be true, the one that excludes most for the least work is asked first."""

from specassay.core.deciding.clauses import ClauseVerdict
from specassay.core.deciding.conjuncts import MOST_KNOWN, Conjuncts
from specassay.core.deciding.engines import counted_engines
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import Term, var
from specassay.core.ir.variables import Name

GUARD, DEAR, CHEAP = (var(name, BOOL) for name in ("guard", "dear", "cheap"))
ENGINES = counted_engines(1000.0)


def asked(told: dict[Term, ClauseVerdict], conjuncts: Conjuncts, work: dict[Term, int]) -> list[Term]:
    """Which terms are asked about, in order, until one does not hold."""
    terms: list[Term] = []

    def verdict(term: Term) -> ClauseVerdict:
        terms.append(term)
        ENGINES.fuel(10_000).step(work.get(term, 1))
        return told.get(term, "holds")

    assert conjuncts.hold(verdict, ENGINES) is all(told.get(term, "holds") == "holds" for term in (GUARD, DEAR, CHEAP))
    return terms


def test_what_excludes_is_asked_before_what_never_does() -> None:
    conjuncts, work = Conjuncts((GUARD, DEAR, CHEAP)), {DEAR: 5_000}
    assert asked({CHEAP: "refuted"}, conjuncts, work) == [GUARD, DEAR, CHEAP]
    for _ in range(9):
        terms = asked({CHEAP: "refuted"}, conjuncts, work)
    assert terms == [CHEAP]


def test_a_dear_term_is_not_asked_before_what_is_cheap_and_may_exclude_the_value() -> None:
    conjuncts, work = Conjuncts((GUARD, DEAR)), {DEAR: 5_000}
    assert asked({DEAR: "refuted"}, conjuncts, work) == [GUARD, DEAR]
    assert asked({GUARD: "refuted"}, conjuncts, work) == [GUARD]


def test_only_what_is_refuted_excludes_a_value() -> None:
    conjuncts = Conjuncts((GUARD, DEAR))
    for _ in range(5):
        assert asked({DEAR: "unknown"}, conjuncts, {}) == [GUARD, DEAR]
    assert conjuncts.verdict(lambda term: "unknown" if term is GUARD else "refuted", ENGINES) == "refuted"
    assert conjuncts.verdict(lambda term: "unknown" if term is GUARD else "holds", ENGINES) == "unknown"
    assert conjuncts.verdict(lambda term: "holds", ENGINES) == "holds"
    assert Conjuncts(()).hold(lambda term: "refuted", ENGINES)


def questions(values: list[dict[Name, object]], told: ClauseVerdict) -> list[Term]:
    """Which terms are asked about for these values, one after another."""
    terms: list[Term] = []

    def verdict(term: Term) -> ClauseVerdict:
        terms.append(term)
        return told

    conjuncts = Conjuncts((GUARD, DEAR))
    for each in values:
        assert conjuncts.verdict(verdict, ENGINES, each) == told
    return terms


def test_a_term_is_asked_once_about_the_values_that_it_reads() -> None:
    several: list[dict[Name, object]] = [
        {"guard": True, "dear": dear, "other": index} for index, dear in enumerate("aba")
    ]
    assert questions(several, "holds") == [GUARD, DEAR, DEAR]


def test_equal_values_that_are_not_one_are_asked_about_again() -> None:
    assert questions([{"guard": True}, {"guard": 1}, {"guard": None}, {}], "holds").count(GUARD) == 4


def test_an_answer_that_is_not_definite_is_not_kept() -> None:
    assert questions([{"guard": True, "dear": True}] * 2, "unknown") == [GUARD, DEAR] * 2


def test_answers_are_kept_up_to_a_number() -> None:
    numbers: list[dict[Name, object]] = [{"guard": True, "dear": index + 0.5} for index in range(MOST_KNOWN)]
    assert questions([*numbers, numbers[0]], "holds").count(DEAR) == MOST_KNOWN
    more: dict[Name, object] = {"guard": True, "dear": -1.0}
    assert questions([*numbers, more, numbers[0]], "holds").count(DEAR) == MOST_KNOWN + 2
