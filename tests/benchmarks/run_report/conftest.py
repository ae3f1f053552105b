"""Rows as commands write them, small enough to see through."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specassay.benchmarks.schema import (
    AcceptedPart,
    AssessmentPart,
    ClausePart,
    CvtRow,
    ErrorRow,
    FindingPart,
    GradeRow,
    MutantPart,
    RepairPart,
    ResponsePart,
    Row,
    SpecRow,
    SuitePart,
    TaskClausePart,
    TaskRow,
    TestPart,
    line_of,
)

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write rows into a file, `rows.jsonl` if it has no other name."""

    def written(*rows: Row, name: str = "rows.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(map(line_of, rows)), encoding="ascii")
        return path

    return written


def violating(task: str, *clauses: int, **arguments: str) -> CvtRow:
    """A set of clauses with a test."""
    return CvtRow(
        task_id=task,
        violates=list(clauses),
        verdict="violating",
        arguments=arguments or {"n": "-1"},
        raised="AssertionError",
        raises_first=clauses[0],
        how=dict.fromkeys(map(str, clauses), "false"),
        runs_without_contract=True,
        solver="z3",
        universe="plain",
    )


def infeasible(task: str, *clauses: int) -> CvtRow:
    """A set of clauses that no input violates."""
    core = ["not violated: 0"]
    return CvtRow(task_id=task, violates=list(clauses), verdict="infeasible", solver="z3", universe="plain", core=core)


def method(name: str, verdict: str, completeness: float, **changes: object) -> SpecRow:
    """A method of a file of its own, with one clause and one test."""
    weak = verdict == "weak"
    witness = {"inputs": {"x": "3"}, "expected": {"y": "9"}, "other": {"y": "10"}}
    fields: dict[str, Any] = {
        "task_id": name,
        "file": f"/data/dfy/{name}.dfy",
        "method": "Square",
        "line": 1,
        "status": "scored",
        "correctness": (0.0, 0.0) if verdict == "wrong" else (1.0, 1.0),
        "completeness": (completeness, completeness),
        "functional": (0.0, 0.0) if weak else (1.0, 1.0),
        "assessment": AssessmentPart(verdict=verdict, reason=f"{verdict} it is", witness=witness if weak else None),
        "clauses": [
            ClausePart(text="y >= x", line=2, kills=1, kills_alone=1, judged=4, refuses=int(verdict == "wrong"))
        ],
        "tests": [
            TestPart(
                line=7,
                inputs={"x": "3"},
                output={"y": "9"},
                verdict="refuted" if verdict == "wrong" else "holds",
                accepted=AcceptedPart(verdict="several", other={"y": "10"}) if weak else None,
                mutants=[MutantPart(operator="integer", output={"y": "10"}, verdict="holds" if weak else "refuted")],
            )
        ],
        "repair": RepairPart(diff="- ensures y >= x\n+ ensures y == x * x", kills=3, survivors=3, tests=1)
        if weak
        else None,
        "findings": [
            FindingPart(id="1", kind="accepts-another-output", method="Square", message="it accepts more", line=2)
        ]
        if weak
        else [],
    }
    return SpecRow(**{**fields, **changes})


def grade(file: str, task: str, number: int = 0, *, verdict: str = "pass", refuses: bool = True) -> GradeRow:
    """A program with one test that violates the contract."""
    failed = SuitePart(verdict=verdict, place=0, input="half(4)", expected="2", found="3")
    passed = SuitePart(verdict="pass", place=None, input="", expected="", found="")
    response = ResponsePart(
        violates=[0],
        input="half(-1)",
        feasible=True,
        outcome="raised" if refuses else "value",
        exception="AssertionError" if refuses else None,
        rejection="rejected" if refuses else "accepted",
    )
    return GradeRow(
        samples_file=f"/data/samples/{file}.jsonl.gz",
        task_id=task,
        number=number,
        origin=f"/data/samples/{file}.jsonl.gz:{number + 1}",
        problem=None,
        detail="",
        extracted=False,
        repeats=False,
        base=passed if verdict == "pass" else failed,
        plus=passed if verdict == "pass" else SuitePart(verdict="not run", place=None, input="", expected="", found=""),
        also_right=None,
        responses=[response],
        clauses=["n >= 0"],
        guards=[{"line": 2, "text": "n >= 0"}] if refuses else [],
        relations=[{"clause": 0, "guard": 0, "relation": "equivalent", "equivalent": True, "seen": True}]
        if refuses
        else [],
        guards_complete=True,
    )


def task(name: str, *clauses: str, text: str = "") -> TaskRow:
    """The text of a contract."""
    written = text or "".join(f"assert {clause}\n" for clause in clauses)
    return TaskRow(
        task_id=name,
        language="python",
        question="contract",
        dataset="suite",
        file=f"/data/python/{name}.py",
        line=3,
        text=written,
        clauses=[TaskClausePart(text=clause, line=line, end_line=line) for line, clause in enumerate(clauses, 1)],
        seconds={"solve": 0.25, "search": 0.5},
    )


HOSTILE = (
    "\"><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">{{7*7}}\u202e\x1b\x00"
)


def rows_of_all_kinds(hostile: bool = False) -> list[Row]:
    """Rows of every kind; with names, sources and messages that mean harm."""
    evil = HOSTILE if hostile else ""
    name = f"Mbpp/3{evil}"
    return [
        violating(name, 0, n=f"'{evil}'"),
        infeasible(name, 1),
        infeasible(name, 0, 1),
        *(violating(f"HumanEval/{number}", 0) for number in range(6)),
        ErrorRow(task_id=f"broken{evil}", verdict="error", reason=f"/data/python/broken.py:1: no such thing {evil}"),
        task(name, f"n >= 0{evil}", "n > -1", text=f"# why{evil}\nassert n >= 0{evil}\nassert n > -1\n"),
        method(f"task_id_3{evil}", "weak", 0.25),
        method("task_id_4", "wrong", 1.0),
        *(method(f"task_id_{number}", "strong", 1.0) for number in range(5, 9)),
        grade(f"gpt-4_eas{evil}", name),
        grade("gpt-4-cs", "HumanEval/0", verdict="wrong", refuses=False),
    ]
