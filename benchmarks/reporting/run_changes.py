"""What changed between two runs, verdict by verdict: regressions first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from attrs import field, frozen

from ..schema import ProvenanceRow
from ..store import StoredResult, StoredRun
from .findings import numbers, shown
from .run_tables import bounds
from .tables import counted

ChangeKind = Literal["regression", "improvement", "change", "new", "gone"]
CHANGE_KINDS: tuple[ChangeKind, ...] = ("regression", "improvement", "change", "new", "gone")

BOUNDED = "none within bounds"
_KNOWN_OF_SETS = {"violating": 2, "infeasible": 2, BOUNDED: 1, "unknown": 0}
"""How much a verdict on a set of clauses says."""
_QUALITY = {"wrong": 0, "vacuous": 1, "weak": 2, "unknown": 3, "strong up to choice": 4, "strong": 5}
"""Verdicts on specifications, the worst first. Where *unknown* becomes weak, something was found."""
_RATES = ("correctness", "completeness", "functional")


@frozen(slots=True)
class RunChange:
    """A difference. `item`: the set of clauses, the method or the suite that it is about, in a task; `before` and
    `after`: the verdict or score in either run, None where there is none; `witness`: what shows the newer one, or else
    the older one."""

    kind: ChangeKind
    question: str
    dataset: str
    subject: str
    item: str
    before: str | None
    after: str | None
    witness: str = ""


@frozen(slots=True)
class _Item:
    """What one run says of one thing. `rank`: higher is better; `decides`: whether another definite verdict contradicts
    it; `rates`: by name, the bounds."""

    verdict: str
    rank: int
    witness: str
    decides: bool = False
    rates: Mapping[str, Sequence[float] | None] = field(factory=dict)


def changes(first: StoredRun, second: StoredRun) -> list[RunChange]:
    """Every difference between the results of two runs, by kind, regressions first. A set of clauses or a method is the
    same where question, data set and task have the same names. Raises InputError."""
    old_results, after = _results(first), _results(second)
    run_changes: list[RunChange] = []
    for name in dict.fromkeys([*old_results, *after]):
        old, new = old_results.get(name), after.get(name)
        if old is None and new is not None:
            run_changes.append(RunChange("new", *name, "", None, _in_all(new)))
        elif new is None and old is not None:
            run_changes.append(RunChange("gone", *name, "", _in_all(old), None))
        elif old is not None and new is not None:
            run_changes += _of_task(name, _items(old), _items(new))
    return sorted(run_changes, key=lambda change: CHANGE_KINDS.index(change.kind))


def _results(run: StoredRun) -> dict[tuple[str, str, str], StoredResult]:
    return {(result.task.question, result.task.dataset, result.task.subject): result for result in run.results()}


def _in_all(result: StoredResult) -> str:
    return "not done" if result.failed else counted(len(result.rows), "verdict")


def _of_task(name: tuple[str, str, str], old: Mapping[str, _Item], new: Mapping[str, _Item]) -> Iterator[RunChange]:
    for item in dict.fromkeys([*old, *new]):
        old_item, after = old.get(item), new.get(item)
        if old_item is None and after is not None:
            yield RunChange("new", *name, item, None, after.verdict, after.witness)
        elif after is None and old_item is not None:
            yield RunChange("gone", *name, item, old_item.verdict, None, old_item.witness)
        elif old_item is not None and after is not None:
            yield from _of_item(name, item, old_item, after)


def _of_item(name: tuple[str, str, str], item: str, old_item: _Item, after: _Item) -> Iterator[RunChange]:
    if old_item.verdict != after.verdict:
        # A test where there was a proof ranks as high as the proof did, and one of the two is wrong: a regression.
        kind: ChangeKind = "improvement" if after.rank > old_item.rank else "change"
        if after.rank < old_item.rank or (old_item.decides and after.decides):
            kind = "regression"
        yield RunChange(kind, *name, item, old_item.verdict, after.verdict, after.witness or old_item.witness)
    for rate, score in after.rates.items():
        old = old_item.rates.get(rate)
        if score == old or score is None or old is None:
            continue
        # From [0.4, 0.6] to [0.4, 0.5] is lower; to [0.5, 0.5] less is left open, which is neither better nor worse.
        lower = score[0] <= old[0] and score[1] <= old[1]
        higher = score[0] >= old[0] and score[1] >= old[1]
        kind = "change"
        if lower or higher:
            kind = "regression" if lower else "improvement"
        yield RunChange(kind, *name, f"{item} {rate}".strip(), bounds(old), bounds(score), after.witness)


def _items(result: StoredResult) -> dict[str, _Item]:
    """Name → everything that a result says under it."""
    items: dict[str, _Item] = {}
    for row in result.rows:
        match row.get("kind"):
            case "cvt":
                items[numbers(row["violates"])] = _of_set(row)
            case "spec":
                items[row.get("method") or ""] = _of_method(row)
            case "grade":
                items |= _of_program(row)
            case "comparison":
                items[" ".join(subject.rpartition("::")[2] for subject in (row["first"], row["second"]))] = _of_pair(
                    row
                )
            case _:
                items[""] = _Item(str(row.get("verdict")), -1, str(row.get("reason") or ""))
    # A task that failed before it had rows has a line all the same, or its loss would not show.
    if result.failed and not items:
        items[""] = _Item("not done", -1, str(result.summary.get("reason") or ""))
    return items


def _of_set(row: Mapping[str, Any]) -> _Item:
    verdict = BOUNDED if row["verdict"] == "infeasible" and row.get("bounded") else row["verdict"]
    witness = ", ".join(f"{name}={value}" for name, value in (row.get("arguments") or {}).items())
    witness = witness or ", ".join(row.get("core") or ()) or str(row.get("reason") or "")
    return _Item(verdict, _KNOWN_OF_SETS.get(verdict, -1), witness, verdict in ("violating", "infeasible"))


def _of_method(row: Mapping[str, Any]) -> _Item:
    assessed = row.get("assessment")
    if assessed is None:
        return _Item(row["status"], -1, str(row.get("reason") or ""))
    witness = "" if assessed.get("witness") is None else shown(row.get("method") or "", assessed["witness"])
    rates = {rate: row.get(rate) for rate in _RATES}
    return _Item(assessed["verdict"], _QUALITY.get(assessed["verdict"], -1), witness or assessed["reason"], rates=rates)


def _of_pair(row: Mapping[str, Any]) -> _Item:
    conditions = [condition for condition in (row["inputs"], row["outputs"]) if condition is not None]
    values = (
        clause["separating"] for condition in conditions for clause in (*condition["first"], *condition["second"])
    )
    value = next(filter(None, values), None)
    witness = "" if value is None else ", ".join(f"{name}={value_text}" for name, value_text in value["inputs"].items())
    is_known = row["relation"] != "unknown"
    return _Item(row["relation"], int(is_known), witness or row["reason"], decides=is_known)


def _of_program(row: Mapping[str, Any]) -> Iterator[tuple[str, _Item]]:
    for suite in ("base", "plus"):
        suite_part = row[suite]
        shows = (
            f"{suite_part['input']} → {suite_part['found']} where {suite_part['expected']} is expected"
            if suite_part["input"]
            else ""
        )
        yield suite, _Item(suite_part["verdict"], int(suite_part["verdict"] == "pass"), shows)
    for response in row["responses"]:
        name = f"test of clauses {numbers(response['violates'])}: {response['input']}"
        yield name, _Item(response["rejection"], int(response["rejection"] == "rejected"), response["outcome"])


def origins(first: ProvenanceRow, second: ProvenanceRow) -> list[RunChange]:
    """Versions, options, seed and data that are not the same."""
    old, new = (_facts(session) for session in (first, second))
    return [
        RunChange("change", "", "", name, "", old.get(name), new.get(name))
        for name in dict.fromkeys([*old, *new])
        if old.get(name) != new.get(name)
    ]


def _facts(session: ProvenanceRow) -> dict[str, str]:
    options = {f"option {name}": str(value) for name, value in session.options.items() if value is not None}
    data = {f"data {data.name}": data.sha256 for data in session.data}
    return {**session.versions, "seed": str(session.seed), **options, **data}
