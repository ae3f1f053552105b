"""What separates two contracts, held against Dafny's clauses by the real Dafny, or by one that answers as told."""

from collections.abc import Callable
from pathlib import Path

import pytest

from specassay.backends.dafny.process import Dialect4, Verifier
from specassay.benchmarks.comparing import dafny_replay, pairs
from specassay.benchmarks.comparing.pairs import ComparedPair, compare_pair
from specassay.benchmarks.comparing.rows import row_of_pair
from specassay.benchmarks.comparing.subjects import ComparingOptions, read_subjects
from specassay.core.comparing.order import Implication, SeparatingValue
from specassay.dafny_harness.verifier.run import Job, VerifierAnswer, VerifierAnswers, VerifierStatus

GENERIC = (
    "method F<T(==)>(a: array<T>, k: nat, x: T) returns (r: T) requires k < a.Length ensures r == x\n",
    "method F(t: seq<int>, j: int, y: int) returns (q: int) requires 0 <= j <= |t| ensures t[j] >= q\n",
)
MODIFIED = (
    "method F(a: array<int>) modifies a ensures forall i :: 0 < i < a.Length ==> a[i - 1] <= a[i]\n",
    "method F(b: array<int>) modifies b ensures multiset(b[..]) == multiset(old(b[..]))\n"
    "  ensures forall i :: 0 < i < b.Length ==> b[i - 1] < b[i]\n",
)
UNDEFINED = (
    "method F(s: seq<int>) requires s[0] > 0\n",
    "method F(s: seq<int>) requires |s| > 0 && s[0] > 0\n",
)
PYTHON = ("def f(n):\n    assert isinstance(n, int)\n    assert n > 0\n", "method F(n: int) requires n >= 0\n")


def compared(folder: Path, texts: tuple[str, str]) -> ComparedPair:
    """The pair, replayed by the Dafny that is found."""
    found = []
    for name, text in zip("ab", texts, strict=True):
        path = folder / f"{name}.{'py' if text.startswith('def') else 'dfy'}"
        path.write_text(text)
        found += read_subjects(str(path)).found
    return compare_pair(found[0], found[1], ComparingOptions(seconds=10, replay_in_dafny=True))


def values_of(pair: ComparedPair) -> list[SeparatingValue]:
    assert pair.comparison is not None, pair.reason
    listed = [pair.comparison.inputs, *filter(None, [pair.comparison.outputs])]
    return [value for part in listed for value in (*part.separating, *filter(None, [part.undefined]))]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], VerifierStatus]], list[Job]]:
    """Puts a Dafny in place that answers by our own verdict; what it is asked is in the list."""

    def put(says: Callable[[str], VerifierStatus]) -> list[Job]:
        jobs: list[Job] = []

        def ask(job: Job, *_: object) -> VerifierAnswers:
            jobs.append(job)
            return VerifierAnswers(tuple(VerifierAnswer(says(each.verdict), "so") for each in job.triples), 1, 0.0)

        monkeypatch.setattr(dafny_replay, "ask", ask)
        monkeypatch.setattr(pairs, "find_dafny", lambda: Verifier("dafny", "9.9", Dialect4()))
        return jobs

    return put


def agreeing(verdict: str) -> VerifierStatus:
    return "verified" if verdict == "holds" else "refuted"


@pytest.mark.parametrize("texts", [GENERIC, GENERIC[::-1], MODIFIED, UNDEFINED, PYTHON[::-1]])
def test_each_side_in_dafny_is_asked_of_its_own_values(
    tmp_path: Path, texts: tuple[str, str], answering: Callable[..., list[Job]]
) -> None:
    jobs = answering(agreeing)
    values = values_of(compared(tmp_path, texts))
    assert values
    assert all(value.replayed[-1] == "Dafny 9.9" and not value.unconfirmed for value in values)
    assert len(jobs) == sum(text.startswith("method") for text in texts)
    for job in jobs:
        names = {binder.name for each in job.triples for binder in each.specification.inputs}
        assert all(each.inputs.keys() == names for each in job.triples)


def test_what_dafny_contradicts_shows_nothing(tmp_path: Path, answering: Callable[..., list[Job]]) -> None:
    answering(lambda verdict: "refuted" if verdict == "holds" else "verified")
    found = compared(tmp_path, PYTHON).comparison
    assert found is not None
    clause: Implication = found.inputs.first_clauses[-1]
    assert (clause.verdict, clause.separating, found.relation) == ("unknown", None, "unknown")
    assert "Dafny 9.9 contradicts" in clause.reason


def test_a_row_says_why_dafny_did_not_confirm(tmp_path: Path, answering: Callable[..., list[Job]]) -> None:
    answering(lambda verdict: "timeout")
    row = row_of_pair(compared(tmp_path, PYTHON))
    assert row.relation == "stronger"
    assert row.inputs is not None
    value = row.inputs.first[-1].separating
    assert value is not None
    assert (value.replayed, value.unconfirmed) == (["CPython", "evaluator"], "Dafny 9.9: timeout (so)")


@pytest.mark.against_dafny
def test_the_real_dafny_confirms_values_of_arrays_in_two_states(tmp_path: Path, require: Callable[[str], Path]) -> None:
    # The one test with the real program, which takes seconds of processor time: for two states are the hardest.
    require("dafny")
    values = values_of(compared(tmp_path, MODIFIED))
    assert values
    assert all(value.replayed[-1].startswith("Dafny ") for value in values), values
