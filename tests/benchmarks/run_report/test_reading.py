"""Reading rows for a report."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace as evolve_row

from specassay.benchmarks.run_report.document import facts_of, report_of
from specassay.benchmarks.run_report.html import html_of
from specassay.benchmarks.run_report.markdown import markdown_of
from specassay.benchmarks.run_report.reading import read_rows
from specassay.benchmarks.schema import CvtRow, GradeRow, ProvenanceRow, SpecRow, TaskRow
from specassay.benchmarks.store import NewResult, PlannedTask, start_run
from specassay.benchmarks.store.records import TASK
from specassay.core.errors import InputError

from .conftest import Write, grade, method, violating


def test_of_two_rows_about_the_same_the_later_one_counts(write: Write) -> None:
    first = write(violating("f", 0, n="0"), violating("f", 1), name="one.jsonl")
    second = write(violating("f", 0, n="-7"), name="two.jsonl")
    rows = read_rows([first, second])
    assert [(row.violates, row.arguments) for row in rows.of(CvtRow)] == [([1], {"n": "-1"}), ([0], {"n": "-7"})]
    assert rows.repeated == 1
    assert [(file.name, file.rows) for file in rows.files] == [("one.jsonl", 2), ("two.jsonl", 1)]


def test_paths_are_relative_to_the_folder_that_holds_all(write: Write) -> None:
    rows = read_rows([write(method("task_id_3", "weak", 0.5), grade("m", "Mbpp/3"))])
    assert rows.of(SpecRow)[0].file == "dfy/task_id_3.dfy"
    assert rows.of(GradeRow)[0].samples_file == "samples/m.jsonl.gz"


def test_where_the_root_alone_holds_all_names_and_programs_keep_their_slashes(write: Write) -> None:
    samples = evolve_row(grade("m", "Mbpp/3"), samples_file="/tmp/nine/m.jsonl")
    of_data = evolve_row(method("task_id_3", "weak", 0.5), file="/data/dfy/task_id_3.dfy")
    rows = read_rows([write(of_data, samples)])
    assert (rows.of(SpecRow)[0].file, rows.of(GradeRow)[0].samples_file) == ("task_id_3.dfy", "m.jsonl")
    assert rows.of(GradeRow)[0].task_id == "Mbpp/3"


def test_files_of_one_name_in_two_folders_stay_two(write: Write) -> None:
    named = ("/tmp/nine/m.jsonl", "/data/m.jsonl")
    rows = read_rows([write(*(evolve_row(grade("m", "Mbpp/3"), samples_file=name) for name in named))])
    assert [row.samples_file for row in rows.of(GradeRow)] == list(named)


def test_a_row_that_a_killed_run_did_not_end_is_left_out(write: Write) -> None:
    path = write(violating("f", 0))
    path.write_text(path.read_text() + '{"version": 1, "kind": "cv')
    assert len(read_rows([path]).rows) == 1


def test_rows_of_other_kinds_are_counted(write: Write) -> None:
    path = write(violating("f", 0))
    path.write_text(path.read_text() + '{"version": 1, "kind": "yet-unheard-of"}\n')
    assert read_rows([path]).others == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}\n", "rows.jsonl:1: not a row that specassay wrote: it has no kind"),
        ('\n{"kind": "cvt", "version": 99}\n', "rows.jsonl:2: a row of version 99 of the format"),
        ('{"kind": "cvt", "version": 1}\n', "rows.jsonl:1: no row of kind cvt: .*task_id"),
        ("[1]\n", "rows.jsonl:1: no row that --out wrote: not a JSON object"),
        ("{\n{}\n", "rows.jsonl:1: no row that --out wrote: Expecting property name"),
    ],
)
def test_what_is_no_row_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_rows([path])


def test_a_run_that_was_killed_has_a_report_of_what_is_finished(tmp_path: Path) -> None:
    """It is read from the store: rows, the task that they are about with its times, and what is missing."""
    row = TaskRow(task_id="T/1", language="python", question="contract", text="assert n > 0\n", seconds={"solve": 0.5})
    with start_run(tmp_path, resume=False) as writer:
        plan = [PlannedTask("cvt", "data", f"T/{number}", "d") for number in (1, 2)]
        writer.begin(ProvenanceRow(started="2026-01-01", versions={}, options={}, seed=7, machine={}), plan)
        writer.add(plan[0], NewResult([violating("T/1", 0)], {TASK: msgspec.to_builtins(row)}, 0.5))
    rows = read_rows([tmp_path])
    assert rows.rows == (violating("T/1", 0), row)
    assert [session["seed"] for session in rows.provenance] == [7]
    assert rows.undone == 1
    assert ("not done yet", "1 tasks, for `specassay bench --resume`") in {
        (fact.name, fact.value) for fact in facts_of(rows)
    }
    report = report_of(rows)
    assert report.summary.banner.startswith("This run is not finished: 1 tasks")
    assert report.summary.banner in html_of(report)
    assert report.summary.banner in markdown_of(report)


def test_a_folder_without_a_run_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="it is not a run"):
        read_rows([tmp_path])
