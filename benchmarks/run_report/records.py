"""The report as plain records, for spreadsheets and for data frames: rates as numbers in [0, 1], with their bounds."""

from collections.abc import Callable, Iterator, Mapping

from ...core.metrics import Score
from ..reporting.findings import arguments_of
from ..reporting.rules import level_of
from ..reporting.run_tables import clauses_of
from ..reporting.tables import Value
from .candidates import ProgramScores, passes
from .contracts_part import result_of
from .entries import Contents, verdict_of
from .specifications_part import witness_of

Record = dict[str, Value]


def records_of(contents: Contents, scores: tuple[ProgramScores, ...]) -> Mapping[str, list[Record]]:
    """Name → the records of one kind, all with the same fields; kinds without records are left out."""
    makers: dict[str, Callable[[], Iterator[Record]]] = {
        "contracts": lambda: _contracts(contents),
        "sets": lambda: _sets(contents),
        "methods": lambda: _methods(contents),
        "pairs": lambda: _pairs(contents),
        "findings": lambda: _findings(contents),
        "programs": lambda: _programs(contents),
        "scores": lambda: _scores(scores),
        "answers": lambda: _answers(contents),
    }
    found = {name: list(make()) for name, make in makers.items()}
    return {name: records for name, records in found.items() if records}


def _contracts(contents: Contents) -> Iterator[Record]:
    for entry in contents.contracts:
        yield {
            "task_id": entry.task_id,
            "dataset": entry.dataset,
            "file": entry.where,
            "result": entry.status,
            "clauses": entry.report.clauses,
            "tested": len(entry.tested),
            "idle": len(entry.idle),
            **{
                kind.replace(" ", "_"): entry.count(kind)
                for kind in ("violating", "infeasible", "none found", "unknown")
            },
            "seconds": sum(entry.task.seconds.values()) if entry.task else None,
        }


def _sets(contents: Contents) -> Iterator[Record]:
    for entry in contents.contracts:
        for row in entry.rows:
            yield {
                "task_id": row.task_id,
                "dataset": entry.dataset,
                "violates": " ".join(map(str, row.violates)),
                "verdict": verdict_of(row),
                "arguments": arguments_of(row),
                "raised": row.raised,
                "raises_first": row.raises_first,
                "runs_without_contract": row.runs_without_contract,
                "solver": row.solver,
                "reason": row.reason,
            }


def _bounds(name: str, found: tuple[float, float] | None) -> Record:
    low, high = found or (None, None)
    return {f"{name}_low": low, f"{name}_high": high}


def _methods(contents: Contents) -> Iterator[Record]:
    for entry in contents.methods:
        row = entry.row
        verdicts = [mutant.verdict for test in row.tests for mutant in test.mutants]
        yield {
            "task_id": row.task_id,
            "dataset": entry.dataset,
            "file": row.file,
            "method": row.method,
            "line": row.line,
            "status": row.status,
            "verdict": entry.verdict,
            "label": entry.label,
            "tests": len(row.tests),
            "wrong_outputs": len(verdicts),
            "killed": verdicts.count("refuted"),
            "survived": verdicts.count("holds"),
            **_bounds("correctness", row.correctness),
            **_bounds("completeness", row.completeness),
            **_bounds("functional", row.functional),
            "witness": witness_of(row),
            "repair": None if row.repair is None else row.repair.diff,
        }


def _pairs(contents: Contents) -> Iterator[Record]:
    for pair in contents.pairs:
        entry, method, row = pair.contract, pair.method, pair.comparison
        passed = [] if entry is None else [passes(grade) is True for grade in entry.grades]
        clauses = [] if row is None else [*clauses_of(row)]
        reference, carried = (None, None) if row is None else (row.reference, row.carried)
        yield {
            "problem": pair.name,
            "task_id": None if entry is None else entry.task_id,
            "contract": None if entry is None else entry.status,
            "method": None if method is None else method.name,
            "first": None if row is None else row.first,
            "second": None if row is None else row.second,
            "relation": None if row is None else row.relation,
            "clauses_compared": len(clauses),
            "clauses_decided": sum(clause.verdict != "unknown" for clause in clauses),
            "reference_tests": None if reference is None else reference.tests,
            "reference_satisfies": None if reference is None else reference.satisfied,
            "carried_tests": None if carried is None else carried.tests,
            "carried_tests_agree": None if carried is None else carried.same,
            "clauses": None if entry is None else entry.report.clauses,
            "tested": None if entry is None else len(entry.tested),
            "specification": None if method is None else method.verdict,
            **_bounds("completeness", None if method is None else method.row.completeness),
            "programs": len(passed),
            "programs_that_pass": sum(passed),
        }


def _findings(contents: Contents) -> Iterator[Record]:
    for found, _ in contents.findings():
        yield {
            "kind": found.kind,
            "level": level_of(found.kind),
            "subject": found.subject,
            "where": found.where,
            "clause": found.clause,
            "message": found.message,
            "witness": found.witness,
            "diff": "\n".join(found.diff),
        }


def _programs(contents: Contents) -> Iterator[Record]:
    for programs in contents.programs:
        for grade in programs.grades:
            rejections = [response.rejection for response in grade.responses]
            yield {
                "file": programs.name,
                "model": programs.model,
                "strategy": programs.strategy,
                "task_id": grade.task_id,
                "number": grade.number,
                "result": result_of(grade),
                "passes": passes(grade),
                "violating_tests": len(rejections),
                "refused": rejections.count("rejected"),
                "refusals_unknown": rejections.count("unknown"),
                "extracted": grade.extracted,
                "repeats": grade.repeats,
            }


def _scores(scores: tuple[ProgramScores, ...]) -> Iterator[Record]:
    for each in scores:
        rates: dict[str, Score] = {f"pass@{k}": score for k, score in each.passes.items()}
        rates |= {"CSR": each.csr, "CSR of correct programs": each.csr_correct, "AVC": each.avc}
        rates |= {"AAR": each.aar, "AAP": each.aap}
        for name, score in rates.items():
            interval = score.interval
            yield {
                "file": each.programs.name,
                "model": each.programs.model,
                "strategy": each.programs.strategy,
                "metric": name,
                "low": score.low,
                "high": score.high,
                "n": score.n,
                "unknown": score.unknowns,
                "interval_low": None if interval is None else interval.low,
                "interval_high": None if interval is None else interval.high,
            }


def _answers(contents: Contents) -> Iterator[Record]:
    for task in contents.tasks:
        for answer in task.answers:
            yield {
                "task_id": task.task_id,
                "dataset": task.dataset,
                "violates": " ".join(map(str, answer.violates)),
                "solver": answer.solver,
                "origin": answer.origin,
                "outcome": answer.outcome,
                "seconds": answer.seconds,
            }
