"""The verifier in place of our engines: its word on each clause becomes the judgement, and no other word does."""

import math
from collections.abc import Callable

import pytest

from specassay.backends.dafny.process import Dialect2, Verifier, VerifierLimits
from specassay.core.deciding.engines import Engines
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.score import score_program
from specassay.core.spec_testing.triples import Options
from specassay.core.spec_testing.triples import Tested as Judged
from specassay.dafny_harness.verifier import engine
from specassay.dafny_harness.verifier.run import Job, VerifierAnswer, VerifierAnswers, VerifierStatus
from specassay.dafny_harness.verifier.triple import Triple
from specassay.frontends.dafny import DAFNY, parse_program
from tests.dafny_harness.made import examples_of

TEXT = """method Max(a: int, b: int) returns (m: int) ensures m >= a ensures m == a || m == b
{ m := if a < b then b else a; }
method {:test} T() { var m := Max(1, 2); assert m == 2; }
method {:test} U() { var m := Max(3, 4); assert m >= 3; }
"""
PROGRAM = parse_program(TEXT, "t.dfy")
# It is never started: `judged` answers in its place.
VERIFIER = Verifier("dafny", "2.3.0", Dialect2())


def scored() -> tuple[Judged, ...]:
    options = Options(Engines(), operator_set("paper"), DAFNY, mutants=1, functional=False)
    (score,) = score_program(PROGRAM, examples_of(PROGRAM), options)
    return score.tests


def judged(monkeypatch: pytest.MonkeyPatch, word: Callable[[Triple], VerifierAnswer]) -> tuple[Judged, ...]:
    """The tests again, where the verifier says this of each triple."""

    def ask(job: Job, verifier: Verifier, limits: VerifierLimits, deadline: float) -> VerifierAnswers:
        return VerifierAnswers(tuple(map(word, job.triples)), 1, 0.0)

    monkeypatch.setattr(engine, "ask", ask)
    return engine.DafnyOracle(VERIFIER, VerifierLimits(), math.inf)(scored(), PROGRAM)


def of_clauses(*clauses: VerifierStatus) -> Callable[[Triple], VerifierAnswer]:
    """Of the two clauses, each alone; a triple with both is one of an output that is not known."""
    by_text = dict(zip(("m >= a", "m == a || m == b"), clauses, strict=True))

    def word(triple: Triple) -> VerifierAnswer:
        texts = [each.clause.text for each in triple.clauses]
        return VerifierAnswer(by_text[texts[0]] if len(texts) == 1 else "verified", "why")

    return word


@pytest.mark.parametrize(
    ("clauses", "verdict", "decisions"),
    [
        (("verified", "verified"), "holds", ["holds", "holds"]),
        (("verified", "refuted"), "refuted", ["holds", "refuted"]),
        (("refuted", "unknown"), "refuted", ["refuted", "unknown"]),
        (("verified", "timeout"), "timeout", ["holds", "timeout"]),
        (("vacuous", "verified"), "unknown", ["unknown", "holds"]),
        (("verified", "rejected"), "unknown", ["holds", "unknown"]),
        (("error", "verified"), "error", ["error", "holds"]),
    ],
)
def test_a_judgement_is_what_the_verifier_says_of_the_clauses(
    clauses: tuple[VerifierStatus, VerifierStatus], verdict: str, decisions: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = judged(monkeypatch, of_clauses(*clauses))
    (mutant,) = first.mutants
    for judgement in (first.judgement, mutant.judgement):
        assert judgement is not None
        assert judgement.verdict == verdict
        assert [each.verdict for each in judgement.clauses] == decisions
        for decision, status in zip(judgement.clauses, clauses, strict=True):
            definite = status in ("verified", "refuted")
            assert (decision.engine, decision.reason) == (("dafny", "") if definite else (None, f"{status}: why"))


def test_of_an_output_that_is_not_known_the_whole_is_asked_and_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def word(triple: Triple) -> VerifierAnswer:
        asked.append((len(triple.clauses), len(triple.unknowns)))
        return VerifierAnswer("verified" if len(triple.clauses) == 1 else "refuted")

    known, unknown = judged(monkeypatch, word)
    assert known.judgement is not None
    assert unknown.judgement is not None
    assert (known.judgement.verdict, unknown.judgement.verdict) == ("holds", "refuted")
    assert (2, 1) in asked
    assert (2, 0) not in asked


def test_a_wrong_output_has_a_judgement_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = judged(
        monkeypatch, lambda triple: VerifierAnswer("verified" if triple.outputs.get("m") == 2 else "refuted")
    )
    (mutant,) = first.mutants
    assert first.judgement is not None
    assert mutant.judgement is not None
    assert (first.judgement.verdict, mutant.judgement.verdict) == ("holds", "refuted")
