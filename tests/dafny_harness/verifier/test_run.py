"""Answers, from a stand-in that takes Dafny 4's command line."""

import time
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.dafny.process import Verifier, VerifierLimits, run_limited
from specassay.core.language.scoring import Scoring
from specassay.dafny_harness.cross_check import CheckedTriple, Subject, cross_check
from specassay.dafny_harness.verifier import run as running
from specassay.dafny_harness.verifier.run import Job, ask, ask_all

from .programs import job_of

CONSTANT = """
method Seven() returns (r: int)
  ensures r == 7
{ r := 7; }

method Test() { var r := Seven(); expect r == 7; }
"""
LIMITS = VerifierLimits(1)


def with_input(name: str) -> str:
    return CONSTANT.replace("Seven()", f"Seven({name}: int)", 1).replace("Seven()", "Seven(1)")


def statuses(job: Job, verifier: Verifier) -> list[str]:
    return [answer.status for answer in ask(job, verifier, LIMITS).answers]


def test_a_right_output_verifies_and_a_wrong_one_is_refuted(fake: Verifier) -> None:
    job = job_of(CONSTANT, mutants=3)
    found = ask(job, fake, LIMITS)
    assert [answer.status for answer in found.answers] == ["verified", *["refuted"] * 3]
    assert found.calls == 1, "one file for the questions and their vacuity checks"
    assert all("assert false;" in answer.harness for answer in found.answers)


def test_the_opposite_of_a_wrong_verdict_is_found(fake: Verifier) -> None:
    job = job_of(CONSTANT)
    lies = [evolve(triple, verdict="refuted" if triple.verdict == "holds" else "holds") for triple in job.triples]
    answers = ask(Job(lies, job.sources), fake, LIMITS).answers
    assert [answer.status for answer in answers] == ["verified", "refuted"]
    checked = CheckedTriple(lies[0], answers[0])
    assert checked.disagrees
    explained = checked.explained()
    assert "we say refuted, the verifier says verified" in explained
    assert "ensures r = 7" in explained or "ensures r == 7" in explained
    assert "method Triple0()" in explained


def test_an_inconsistent_harness_proves_nothing(fake: Verifier, tmp_path: Path) -> None:
    everything = tmp_path / "dafny"
    everything.write_text(
        f'#!/bin/sh\n"{fake.executable}" "$@" | sed -e "s/outcome: Errors/outcome: Correct/"\n', encoding="utf-8"
    )
    everything.chmod(0o755)
    assert statuses(job_of(CONSTANT), evolve(fake, executable=str(everything))) == ["vacuous", "vacuous"]


def test_a_verifier_that_hangs_is_a_timeout(fake: Verifier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "run_limited", lambda command, _, *rest: run_limited(command, 0.3, *rest))
    job = job_of(with_input("HANG"), mutants=0)
    assert statuses(job, fake) == ["timeout"]


def test_a_verifier_that_breaks_is_an_error(fake: Verifier) -> None:
    (answer,) = ask(job_of(with_input("CRASH"), mutants=0), fake, LIMITS).answers
    assert answer.status == "error"
    assert "no space left" in answer.message


def test_after_the_deadline_nothing_is_asked(fake: Verifier) -> None:
    found = ask(job_of(CONSTANT), fake, LIMITS, deadline=time.monotonic() - 1)
    assert found.calls == 0
    assert [answer.status for answer in found.answers] == ["timeout", "timeout"]


def test_jobs_are_answered_in_order(fake: Verifier) -> None:
    jobs = [job_of(CONSTANT.replace("7", str(number)), mutants=0) for number in range(4)]
    answers = list(ask_all(jobs, fake, LIMITS))
    assert [f"r == {number}" in one.answers[0].harness for number, one in enumerate(answers)] == [True] * 4


def test_the_text_of_an_included_function_comes_from_its_file(fake_program: Path, tmp_path: Path) -> None:
    library = "// Line ends that only some count: \x0b \u2028\nfunction Lucky(): int\r\n{ 7 }\r\n"
    (tmp_path / "library.dfy").write_bytes(library.encode())
    path = tmp_path / "main.dfy"
    path.write_text(
        'include "library.dfy"\n' + CONSTANT.replace("ensures r == 7", "ensures r == 7\n  ensures r == Lucky()"),
        encoding="utf-8",
    )
    (one,) = cross_check([Subject(path)], Scoring(mutants=0), program=str(fake_program)).checked
    assert one.answer.status == "verified"
    assert "function Lucky(): int\r\n{ 7 }\n" in one.answer.harness


def test_a_cross_check_counts_and_keeps_what_is_broken(fake_program: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.dfy", tmp_path / "bad.dfy"
    good.write_text(CONSTANT, encoding="utf-8")
    bad.write_text("method {", encoding="utf-8")
    steps: list[None] = []
    subjects = [Subject(good), Subject(bad)]
    check = cross_check(
        subjects, Scoring(mutants=2, operators="paper"), program=str(fake_program), step=lambda: steps.append(None)
    )
    assert check.matrix == {("holds", "verified"): 1, ("refuted", "refuted"): 2}
    assert check.disagreements == ()
    assert [file.definite for file in check.files] == [True, False]
    assert "bad.dfy:1:" in check.files[1].problem
    assert len(steps) == 2
    assert check.version.startswith("4.9.0")
