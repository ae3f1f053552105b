"""Scores as rows of JSON: one a method, values as Dafny literals."""

from typing import Any

from ..core.deciding.clauses import Decision
from ..core.ir.contracts import Specification
from ..core.metrics import Score
from ..frontends.show import show
from .clauses import ClauseScore
from .findings import Finding
from .functional import Outputs
from .literals import literals
from .preconditions import Trial, buckets
from .repair import Repair
from .score import MethodScore
from .triples import Mutant, Tested

Row = dict[str, Any]


def row_of(score: MethodScore, task: str, file: str) -> Row:
    """One line of the result. A rate without data is null; clauses are referred to by position in `clauses` (those
    of the precondition, in `violated_requires`, by position among the `requires`)."""
    return {
        "task_id": task,
        "file": file,
        "method": score.method,
        "line": score.specification.span.line if score.specification.span else None,
        "status": score.status,
        "reason": score.reason,
        "correctness": _bounds(score.correctness),
        "completeness": _bounds(score.completeness),
        "functional": _bounds(score.functional),
        "approximate": sum(test.verdict == "approximate" for test in score.tests),
        "clauses": list(map(_clause, score.ensures)),
        "requires": list(map(_clause, score.requires)),
        "buckets": _buckets(score),
        "repair": None if score.repair is None else _repair(score.repair),
        "tests": [_test(test) for test in score.tests],
        "findings": [finding.as_json() for finding in score.findings],
    }


def failed_row(task: str, file: str, reason: str, findings: tuple[Finding, ...] = (), status: str = "error") -> Row:
    """The row of a file that could not be scored at all, or that has nothing to score."""
    return {
        "task_id": task,
        "file": file,
        "method": None,
        "line": None,
        "status": status,
        "reason": reason,
        "correctness": None,
        "completeness": None,
        "functional": None,
        "approximate": 0,
        "clauses": [],
        "requires": [],
        "buckets": {},
        "repair": None,
        "tests": [],
        "findings": [finding.as_json() for finding in findings],
    }


def _bounds(score: Score) -> list[float] | None:
    return None if score.low is None or score.high is None else [score.low, score.high]


def _clause(score: ClauseScore) -> Row:
    clause = score.condition.clause
    return {
        "text": clause.text,
        "line": clause.span.line,
        "kills": score.kills,
        "kills_alone": score.kills_alone,
        "judged": score.judged,
        "refuses": score.refuses,
        "strength": score.strength,
        "engine": score.engine,
    }


def _buckets(score: MethodScore) -> dict[str, dict[str, int]]:
    valid = [test.judgement for test in score.tests if test.judgement is not None]
    wrong = [mutant.judgement for test in score.tests for mutant in test.mutants]
    trials = [trial for test in score.tests for trial in test.trials]
    counted = buckets(valid, wrong, trials)
    return {name: {str(verdict): n for verdict, n in counts.items()} for name, counts in counted.items()}


def _repair(repair: Repair) -> Row:
    return {
        "clause": repair.clause,
        "diff": repair.diff,
        "kills": repair.kills,
        "survivors": repair.survivors,
        "tests": repair.tests,
    }


def _trial(trial: Trial, specification: Specification) -> Row:
    return {
        "inputs": literals(trial.inputs, specification),
        "violated_requires": list(trial.precondition.refuting),
        "right": trial.right,
        "wrong": trial.wrong,
    }


def _test(test: Tested) -> Row:
    example = test.example
    specification = example.specification
    judgement = test.judgement
    return {
        "line": example.span.line if example.span else None,
        "source": example.source,
        "inputs": literals(example.inputs, specification),
        "output": literals(example.outputs, specification),
        "constraints": [show(term) for term in example.constraints],
        "verdict": test.verdict,
        "clauses": [] if judgement is None else list(map(_decision, judgement.clauses)),
        "refused_by": [] if judgement is None else list(judgement.refuting),
        "rounding": None if test.nearly is None else test.nearly.reason,
        "precondition": test.precondition.verdict,
        "violated_requires": list(test.precondition.refuting),
        "invalid_inputs": [_trial(trial, specification) for trial in test.trials],
        "accepted": None if test.accepted is None else _accepted(test.accepted, specification),
        "mutants": [_mutant(mutant, specification) for mutant in test.mutants],
    }


def _accepted(accepted: Outputs, specification: Specification) -> Row:
    return {
        "verdict": accepted.verdict,
        "engine": accepted.engine,
        "other": literals(accepted.other, specification),
        "only": accepted.only,
        "wrong": accepted.wrong,
        "reason": accepted.reason,
    }


def _mutant(mutant: Mutant, specification: Specification) -> Row:
    return {
        "operator": mutant.operator,
        "changed": list(mutant.changed),
        "output": literals(mutant.outputs, specification),
        "verdict": mutant.judgement.verdict,
        "killed_by": list(mutant.judgement.refuting),
        "engines": sorted({clause.engine for clause in mutant.judgement.clauses if clause.engine}),
    }


def _decision(decision: Decision) -> Row:
    return {"verdict": decision.verdict, "engine": decision.engine, "reason": decision.reason}
