"""The verifier in place of our engines: `--engine dafny`."""

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from ...backends.dafny.process import Verifier, VerifierLimits, find_dafny
from ...core.deciding.clauses import ClauseVerdict, Decision, combine
from ...core.deciding.triples import TripleJudgement
from ...core.ir.contracts import Program
from ...core.spec_testing.triples import Mutant, Tested
from .declarations import sources_of
from .run import Job, VerifierAnswer, VerifierStatus, ask
from .triple import Triple, triple_of

NAME = "dafny"
_VERDICTS: dict[VerifierStatus, ClauseVerdict] = {
    "verified": "holds",
    "refuted": "refuted",
    "unknown": "unknown",
    "vacuous": "unknown",
    "rejected": "unknown",
    "timeout": "timeout",
    "error": "error",
}


@frozen(slots=True)
class DafnyOracle:
    """Judges tests again. `deadline`: of `time.monotonic`, after which every verdict is a timeout."""

    verifier: Verifier
    limits: VerifierLimits
    deadline: float

    def __call__(self, tests: Sequence[Tested], program: Program) -> tuple[Tested, ...]:
        """The tests with the verifier's judgements on expected outputs and mutants, clause by clause. What our
        engines say of them decides only which direction is asked about first. Raises OSError for a file of the program
        that is gone."""
        triples = [triple for test in tests for triple in _queries(test, program)]
        job = Job(triples, sources_of(program))
        answers = iter(ask(job, self.verifier, self.limits, deadline=self.deadline).answers)
        return tuple(_judged(test, answers) for test in tests)


def oracle(deadline: float) -> DafnyOracle:
    """The installed verifier, which may work until then. Raises SolverFailure where there is none."""
    return DafnyOracle(find_dafny(), VerifierLimits(), deadline)


def _queries(test: Tested, program: Program) -> Iterator[Triple]:
    """Yield, for each judgement of a test, the whole triple if an output is unknown, then each clause alone."""
    for mutant in _subjects(test):
        triple = triple_of("", test, mutant, program)
        judgement = _judgement(test, mutant)
        if triple.unknowns:
            yield triple
        for position, decision in enumerate(judgement.clauses):
            yield evolve(triple.about((position,)), verdict=decision.verdict, partial=decision.undefined)


def _subjects(test: Tested) -> tuple[Mutant | None, ...]:
    """The mutants, and None for the expected output."""
    return () if test.judgement is None else (None, *test.mutants)


def _judgement(test: Tested, mutant: Mutant | None) -> TripleJudgement:
    judgement = test.judgement if mutant is None else mutant.judgement
    assert judgement is not None
    return judgement


def _judged(test: Tested, found: Iterator[VerifierAnswer]) -> Tested:
    """The test with judgements from answers in the order of `_queries`."""
    judgements = []
    for mutant in _subjects(test):
        before = _judgement(test, mutant)
        known = test.example.outputs if mutant is None else mutant.outputs
        # With unknown outputs the clauses are asked about together, since one witness has to satisfy all of them.
        whole = [_decision(next(found))] if test.example.unknowns.keys() - known.keys() else []
        clauses = tuple(_decision(next(found)) for _ in before.clauses)
        verdict = combine(whole or clauses)
        judgements.append(TripleJudgement(verdict, clauses, before.witness if verdict == "holds" else {}))
    if not judgements:
        return test
    mutants = tuple(evolve(mutant, judgement=two) for mutant, two in zip(test.mutants, judgements[1:], strict=True))
    nearly = test.nearly if judgements[0].verdict == "refuted" else None
    return evolve(test, judgement=judgements[0], mutants=mutants, nearly=nearly)


def _decision(answer: VerifierAnswer) -> Decision:
    verdict = _VERDICTS[answer.status]
    reason = "" if answer.definite else f"{answer.status}: {answer.message}"
    return Decision(verdict, NAME if answer.definite else None, reason)
