"""Scores as rows of JSON: one a method, values as Dafny literals."""

from collections.abc import Mapping
from typing import Any

from ..core.contracts import Specification
from ..core.metrics import Score
from ..core.printing import show
from ..core.specification_testing import Decision
from ..frontends.dafny import literal
from .findings import Finding
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
        "status": score.status,
        "reason": score.reason,
        "correctness": _bounds(score.correctness),
        "completeness": _bounds(score.completeness),
        "clauses": [condition.clause.text for condition in score.specification.ensures],
        "tests": [_test(test) for test in score.tests],
        "findings": [finding.as_json() for finding in score.findings],
    }


def failed_row(task: str, file: str, reason: str, findings: tuple[Finding, ...] = ()) -> Row:
    """The row of a file that could not be scored at all."""
    return {
        "task_id": task,
        "file": file,
        "method": None,
        "status": "error",
        "reason": reason,
        "correctness": None,
        "completeness": None,
        "clauses": [],
        "tests": [],
        "findings": [finding.as_json() for finding in findings],
    }


def _bounds(score: Score) -> list[float] | None:
    return None if score.low is None or score.high is None else [score.low, score.high]


def _test(test: Tested) -> Row:
    example = test.example
    specification = example.specification
    judgement = test.judgement
    return {
        "line": example.span.line if example.span else None,
        "source": example.source,
        "inputs": _literals(example.inputs, specification),
        "output": _literals(example.outputs, specification),
        "constraints": [show(term) for term in example.constraints],
        "verdict": "invalid input" if judgement is None else judgement.verdict,
        "clauses": [] if judgement is None else list(map(_decision, judgement.clauses)),
        "refused_by": [] if judgement is None else list(judgement.refuting),
        "nearly": test.nearly,
        "violated_requires": list(test.precondition.refuting),
        "mutants": [_mutant(mutant, specification) for mutant in test.mutants],
    }


def _mutant(mutant: Mutant, specification: Specification) -> Row:
    return {
        "operator": mutant.operator,
        "changed": list(mutant.changed),
        "output": _literals(mutant.outputs, specification),
        "verdict": mutant.judgement.verdict,
        "killed_by": list(mutant.judgement.refuting),
        "engines": sorted({clause.engine for clause in mutant.judgement.clauses if clause.engine}),
    }


def _decision(decision: Decision) -> Row:
    return {"verdict": decision.verdict, "engine": decision.engine, "reason": decision.reason}


def _literals(values: Mapping[str, Any], specification: Specification) -> dict[str, str]:
    sorts = {binder.name: binder.sort for binder in (*specification.inputs, *specification.outputs)}
    return {name: literal(value, sorts[name]) for name, value in values.items()}
