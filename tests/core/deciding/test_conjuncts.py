"""Of terms that all have to be true, the one that excludes most for the least work is asked first."""

from specassay.core.deciding.clauses import ClauseVerdict
from specassay.core.deciding.conjuncts import Conjuncts
from specassay.core.deciding.engines import counted_engines
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import Term, var

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
