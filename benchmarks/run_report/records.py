"""The report as plain records, for spreadsheets and for data frames: rates as numbers in [0, 1], with their bounds."""

from collections.abc import Callable, Iterator, Mapping

from ...core.metrics import Score
from ..reporting.details import FINDINGS
from ..reporting.fields import record_of
from ..reporting.tables import Value
from .candidates import ProgramScores
from .contracts_part import PROGRAMS, SETS, TASKS
from .entries import Contents
from .pairs_part import PAIRS
from .specifications_part import METHODS

Record = dict[str, Value]


def records_of(contents: Contents, scores: tuple[ProgramScores, ...]) -> Mapping[str, list[Record]]:
    """Name → the records of one kind, all with the same fields; kinds without records are left out."""
    makers: dict[str, Callable[[], Iterator[Record]]] = {
        "contracts": lambda: (record_of(TASKS, entry) for entry in contents.contracts),
        "sets": lambda: _sets(contents),
        "methods": lambda: (record_of(METHODS, entry) for entry in contents.methods),
        "pairs": lambda: (record_of(PAIRS, pair) for pair in contents.pairs),
        "findings": lambda: (record_of(FINDINGS, item) for item in contents.findings()),
        "programs": lambda: _programs(contents),
        "scores": lambda: _scores(scores),
        "answers": lambda: _answers(contents),
    }
    records = {name: list(make()) for name, make in makers.items()}
    return {name: records for name, records in records.items() if records}


def _sets(contents: Contents) -> Iterator[Record]:
    for entry in contents.contracts:
        for row in entry.rows:
            yield {"task_id": row.task_id, "dataset": entry.dataset, **record_of(SETS, row)}


def _programs(contents: Contents) -> Iterator[Record]:
    for programs in contents.programs:
        for grade in programs.grades:
            yield {
                "file": programs.name,
                "model": programs.model,
                "strategy": programs.strategy,
                **record_of(PROGRAMS, grade),
            }


def _scores(scores: tuple[ProgramScores, ...]) -> Iterator[Record]:
    for program_scores in scores:
        rates: dict[str, Score] = {f"pass@{k}": score for k, score in program_scores.passes.items()}
        rates |= {
            "CSR": program_scores.csr,
            "CSR of correct programs": program_scores.csr_correct,
            "AVC": program_scores.avc,
        }
        rates |= {"AAR": program_scores.aar, "AAP": program_scores.aap}
        for name, score in rates.items():
            interval = score.interval
            yield {
                "file": program_scores.programs.name,
                "model": program_scores.programs.model,
                "strategy": program_scores.programs.strategy,
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
