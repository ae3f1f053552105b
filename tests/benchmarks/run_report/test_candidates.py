"""The report of candidate specifications: leaderboards first, by language, and a page for each problem."""

from pathlib import Path

import msgspec
import pytest

from specassay.benchmarks.run_report.document import RunReport, read_report
from specassay.benchmarks.run_report.html import html_of
from specassay.benchmarks.run_report.latex import latex_of
from specassay.benchmarks.schema import (
    AskedProblemRow,
    BucketPart,
    ReferenceRelationPart,
    ScorePart,
    SpecificationGradeRow,
    SpecificationWitnessPart,
    part_of,
)
from specassay.core.metrics import proportion

NO_DATA = part_of(ScorePart, proportion(0, 0, 0))
WITNESS = SpecificationWitnessPart(
    kind="accepts a wrong output", inputs={"x": "-2"}, output={"y": "<7>"}, expected={"y": "2"}, clause=""
)


def candidate(model: str, language: str, problem: str, strong: bool | None) -> SpecificationGradeRow:
    return SpecificationGradeRow(
        problem=problem,
        task_id=problem,
        language=language,
        model=model,
        strategy="plain",
        origin="runs/a.jsonl:1",
        state="well-formed",
        verdict="strong" if strong else "weak",
        valid_inputs=BucketPart(accepted=3, refused=1),
        completeness=NO_DATA,
        functional=NO_DATA,
        well_formed=True,
        correct=True,
        complete=strong,
        strong=strong,
        text=f"a specification of {model} & co in {language}",
        witness=None if strong else WITNESS,
        reference=ReferenceRelationPart(reference="ref.dfy::M", relation="weaker"),
    )


@pytest.fixture
def report(tmp_path: Path) -> RunReport:
    rows = [
        AskedProblemRow(problem=name, description=f"What {name} asks.", tests=9, right=8, wrong=1, invalid=1)
        for name in ("p 2", "p 10")
    ]
    candidates = [
        candidate(model, language, problem, (model, language) == ("m_2", "verus") or problem == "p 2")
        for model in ("m1", "m_2")
        for language in ("dafny", "verus")
        for problem in ("p 10", "p 2")
    ]
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in (*rows, *candidates)))
    return read_report(path)


def test_leaderboards_come_first_by_language(report: RunReport) -> None:
    section = report.sections[0]
    titles = [table.title for table in section.tables]
    assert titles[:2] == ["Leaderboard: specifications in Dafny", "Leaderboard: specifications in Verus"]
    verus = section.tables[1]
    strong = [column.name for column in verus.columns].index("strong@1")
    ranked = [(row[0].text, row[strong].text.split(" [")[0]) for row in verus.rows]
    assert ranked == [("m_2", "100 %"), ("m1", "50 %")]
    assert titles[2:] == ["Relation to the reference specification", "Paired tests"]
    assert "8 candidates in Dafny, Verus for 2 problems" in report.summary.asked[0]
    (first, *_) = report.summary.first
    assert (first.subject, first.message) == ("m1, plain in Dafny", "1 of 2 candidates are not strong: weak 1")
    assert first.witness == "p 10: accepts a wrong output: x=-2, y=<7>"


def test_a_page_has_the_problem_its_candidates_and_what_breaks_each(report: RunReport) -> None:
    assert [page.title for page in report.sections[0].pages] == ["p 2", "p 10"]
    text = html_of(report)
    for part in (
        "What p 10 asks.",
        "a specification of m1 &amp; co in verus",
        "Accepts a wrong output",
        "y = &lt;7&gt;",
        "3 of 4 inputs accepted",
        "weaker: ref.dfy::M",
        "specassay grade --for specification runs/a.jsonl --task",
    ):
        assert part in text, part


def test_latex_has_a_row_for_each_language_model_and_prompt(report: RunReport) -> None:
    lines = latex_of(report)["candidates.tex"].splitlines()
    rows = [line.split(" & ") for line in lines if line.startswith(("Dafny &", "Verus &"))]
    assert [row[:5] for row in rows[2:]] == [["Verus", "m\\_2", "plain", "2", "2"], ["Verus", "m1", "plain", "2", "2"]]
    assert rows[2][8].startswith("100.0")
