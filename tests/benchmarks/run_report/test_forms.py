"""The report for pull requests, spreadsheets, papers and data frames."""

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

import specassay
from specassay.__main__ import main
from specassay.benchmarks.reporting.tables import csv_of
from specassay.benchmarks.run_report.latex import escaped, latex_of
from specassay.benchmarks.run_report.markdown import MOST_CHARACTERS, markdown_of

from .conftest import Write, grade, infeasible, method, rows_of_all_kinds, task, violating


def test_markdown_has_the_scores_and_what_to_look_at_first(write: Write) -> None:
    text = markdown_of(specassay.read_report(write(*rows_of_all_kinds())))
    assert "| weak | task\\_id\\_3.Square | weak it is | `Square(3) → 10 where 9 is expected` |" in text
    assert text.index("| wrong |") < text.index("| weak |")
    assert "SHA-256" in text


def test_markdown_fits_into_a_comment_and_holds_no_markup_of_others(write: Write) -> None:
    many = [method(f"task_id_{number}", "weak", 0.25) for number in range(400)]
    text = markdown_of(specassay.read_report(write(*rows_of_all_kinds(hostile=True), *many)))
    assert len(text) < MOST_CHARACTERS
    assert "<script" not in text
    assert "<img" not in text


def test_records_are_numbers_with_their_bounds(write: Write) -> None:
    report = specassay.read_report(write(method("task_id_3", "weak", 0.25), violating("f", 0), infeasible("f", 1)))
    (found,) = report.records["methods"]
    assert (found["verdict"], found["completeness_low"], found["survived"]) == ("weak", 0.25, 1)
    assert [(each["violates"], each["verdict"]) for each in report.records["sets"]] == [
        ("0", "violating"),
        ("1", "infeasible"),
    ]
    assert set(report.records) == {"contracts", "sets", "methods", "findings"}


def test_the_frames_of_both_libraries_have_the_records(write: Write) -> None:
    # Here, for every process of a parallel run imports every module of tests, and these two are large.
    import pandas
    import polars

    report = specassay.read_report(write(grade("m-eas", "f"), grade("m-eas", "g", verdict="wrong")))
    frame, other = report.to_pandas("programs"), report.to_polars("programs")
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(other, polars.DataFrame)
    assert list(frame["strategy"]) == list(other["strategy"]) == ["eas", "eas"]
    assert list(frame["passes"]) == list(other["passes"]) == [True, False]
    with pytest.raises(KeyError):
        report.to_pandas("methods")


def test_a_spreadsheet_computes_nothing_that_rows_say() -> None:
    text = csv_of(("name", "other", "number"), [{"name": "=1+1", "other": 'a,"b"\nc', "number": -3}])
    assert list(csv.reader(io.StringIO(text))) == [["name", "other", "number"], ["'=1+1", 'a,"b"\nc', "-3"]]


def test_the_tables_of_the_papers(write: Write) -> None:
    rows = [
        violating("HumanEval/1", 0),
        infeasible("HumanEval/1", 1),
        violating("Mbpp/2", 0),
        grade("gpt_4-eas", "Mbpp/2"),
        method("task_id_3", "weak", 0.25),
        task("HumanEval/1", "a", "b"),
    ]
    made = latex_of(specassay.read_report(write(*rows)))
    assert r"\multicolumn{2}{c}{Mbpp}" in made["generated_tests.tex"]
    assert "specassay & 50.0 & 100.0 & 100.0 & 100.0 & 66.7 & 100.0" in made["generated_tests.tex"]
    programs = made["programs.tex"]
    assert r"gpt\_4 & EAS & 1 & 1 & 100.0 {\footnotesize [" in programs
    assert r"Tests & pass@1 & CSR & Crashes & AVC & AAR & AAP & AVG \\" in programs
    assert programs.count("&") == 20
    for table in made.values():
        for part in (r"\begin{table}", r"\resizebox{", r"\end{tabular}}", r"\caption{", r"\label{tab:", r"\end{table}"):
            assert table.count(part) == 1
    assert r"task\_id\_3.Square & -- & 100.0 & 25.0 & 0.0 & weak \\" in made["specifications.tex"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("100 % & more_#$", r"100 \% \& more\_\#\$"),
        ("a<=b^~", r"a\textless{}=b\textasciicircum{}\textasciitilde{}"),
        ("\x00", r"\textbackslash{}u0000"),
        ("--", "{-}{-}"),
        # \\textquotedbl is an error in the encoding that LaTeX begins with.
        ('a"b', r"a\textquotedblright{}b"),
    ],
)
def test_names_are_no_commands_of_latex(text: str, shown: str) -> None:
    assert escaped(text) == shown


@pytest.mark.slow
def test_the_command_writes_every_form_and_overwrites_its_own_alone(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = write(*rows_of_all_kinds())
    monkeypatch.chdir(tmp_path)
    forms = ["--html", "r.html", "--md", "r.md", "--csv", "csv", "--latex", "tex"]
    for _ in range(2):
        done = CliRunner().invoke(main, ["report", str(rows), *forms])
        assert done.exit_code == 0, done.output
    assert {path.name for path in Path("csv").iterdir()} == {
        "contracts.csv",
        "sets.csv",
        "methods.csv",
        "findings.csv",
        "programs.csv",
        "scores.csv",
        "pairs.csv",
    }
    assert Path("r.html").read_text().startswith("<!DOCTYPE html>")
    Path("r.md").write_text("my notes\n")
    Path("r.html").unlink()
    refused = CliRunner().invoke(main, ["report", str(rows), *forms])
    assert refused.exit_code == 2
    assert "not written by specassay" in refused.output
    assert not Path("r.html").exists()
    assert CliRunner().invoke(main, ["report", str(rows), "--force", *forms]).exit_code == 0


def test_the_report_of_a_folder_goes_into_it(write: Write, tmp_path: Path) -> None:
    write(violating("f", 0), name="results.jsonl")
    done = CliRunner().invoke(main, ["report", str(tmp_path)])
    assert (done.exit_code, done.output) == (0, f"{tmp_path / 'report.html'}\n")
    assert "Python: contracts" in (tmp_path / "report.html").read_text()
