"""Statistics from rows, and tables from statistics."""

import io
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from specassay.benchmarks.datasets.problems import problem_name
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.exit_codes import ExitCode
from specassay.benchmarks.reporting.details import (
    BUCKETS,
    buckets_table,
    clauses_table,
    findings_table,
    lines_of_findings,
    table_of_findings,
)
from specassay.benchmarks.reporting.findings import of_python, of_specifications
from specassay.benchmarks.reporting.results import shared_problems, shared_table
from specassay.benchmarks.reporting.rules import KINDS, NO_DEFECTS, NOTES, PROPOSALS
from specassay.benchmarks.reporting.run_tables import (
    contract_statistics_table,
    percent,
    rate,
    shown_seconds,
    specification_statistics_table,
    units,
)
from specassay.benchmarks.reporting.statistics import (
    compare,
    contract_statistics,
    disagreements,
    durations,
    idle_clauses,
    percentile,
    solver_statistics,
    specification_statistics,
)
from specassay.benchmarks.reporting.tables import (
    WIDTH,
    Column,
    Table,
    as_markdown,
    as_prose,
    as_rich,
    plain_table,
    show,
    without_empty_columns,
)
from specassay.benchmarks.reporting.text import printable
from specassay.benchmarks.run_report.contracts_part import contract_table, contracts_table
from specassay.benchmarks.run_report.solvers_part import solver_table
from specassay.benchmarks.run_report.specifications_part import methods_of_files
from specassay.benchmarks.runs.run import FileReport, trouble
from specassay.benchmarks.runs.task_report import Report, SolverAnswers
from specassay.benchmarks.schema import ClausePart, CvtRow, DurationsPart, SolverStatisticsPart, SpecRow
from specassay.core.deciding.solver import Outcome
from specassay.core.metrics import proportion
from specassay.core.synthesis.verdicts import Origin, SolverCheck


def violating(*clauses: int, how: dict[str, str] | None = None, **more: Any) -> CvtRow:
    """A row with a test that targets these clauses and, unless told otherwise, violates exactly them."""
    row = CvtRow(
        task_id="t",
        violates=list(clauses),
        verdict="violating",
        arguments={"n": "0"},
        raises_first=clauses[0],
        how=how if how is not None else {str(clause): "false" for clause in clauses},
        runs_without_contract=True,
    )
    return replace(row, **more)


def infeasible(*clauses: int, bounded: bool = False) -> CvtRow:
    return CvtRow(task_id="t", violates=list(clauses), verdict="infeasible", bounded=bounded)


def unknown(*clauses: int) -> CvtRow:
    return CvtRow(task_id="t", violates=list(clauses), verdict="unknown")


def report(task_id: str, clauses: int, *rows: CvtRow, **more: Any) -> Report:
    fields: dict[str, Any] = {"lowered": clauses, "subsets": 2**clauses - 1, "seconds": {"parse": 0.25, "solve": 0.5}}
    return Report(task_id=task_id, clauses=clauses, rows=rows, **(fields | more))


def check(*answers: tuple[str, str, float], origin: Origin = "asked") -> SolverAnswers:
    made = {name: SolverCheck(name, Outcome(outcome), seconds, origin) for name, outcome, seconds in answers}
    return SolverAnswers(violates=(0,), answers=made)


def clause(text: str, **more: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"kills": 0, "kills_alone": 0, "judged": 0, "refuses": 0, "strength": "contingent"}
    return {"text": text, "line": 2, **fields} | more


def method(name: str | None, status: str = "scored", **more: Any) -> SpecRow:
    fields: dict[str, Any] = {
        "task_id": "file",
        "file": "file.dfy",
        "method": name,
        "line": None,
        "status": status,
        "reason": "",
        "correctness": [1.0, 1.0],
        "completeness": [1.0, 1.0],
        "functional": [1.0, 1.0],
        "approximate": 0,
        "clauses": [clause("r == n")],
        "requires": [],
        "buckets": {bucket: {} for bucket in BUCKETS},
        "repair": None,
        "tests": [],
        "findings": [],
    }
    return msgspec.convert(fields | more, SpecRow)


def example(verdict: str, *mutants: str) -> dict[str, Any]:
    return {
        "inputs": {"n": "3"},
        "output": {"r": "3"},
        "verdict": verdict,
        "mutants": [
            {"operator": "add", "output": {"r": str(4 + index)}, "verdict": mutant, "killed_by": []}
            for index, mutant in enumerate(mutants)
        ],
    }


ACCEPTS = {
    "kind": "accepts-another-output",
    "method": "M",
    "message": "on 1 of 1",
    "line": 3,
    "witness": {"inputs": {"n": "3"}, "expected": {"r": "3"}, "other": {"r": "4"}},
}


def text_of(table: Table) -> str:
    console = Console(file=io.StringIO(), width=WIDTH)
    console.print(as_rich(table))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


class TestPythonStatistics:
    def test_a_bound_makes_no_proof_and_an_error_no_verdict(self) -> None:
        statistics = contract_statistics(
            [
                report("a", 2, violating(0), infeasible(1), infeasible(0, 1, bounded=True)),
                report("b", 1, unknown(0)),
                Report(task_id="c", error="c.py:1:2: found ')'"),
            ]
        )
        assert (statistics.tasks, statistics.failed, statistics.without_contract) == (3, 1, 0)
        assert (statistics.violating, statistics.infeasible, statistics.bounded, statistics.unknown) == (1, 1, 1, 1)
        assert statistics.subsets == 4
        assert statistics.seconds == DurationsPart(median=0.75, p95=0.75, total=1.5)

    def test_the_metrics_are_about_what_replay_violated(self) -> None:
        wide = violating(0, how={"0": "false", "1": "raises"})
        statistics = contract_statistics([report("a", 3, wide)])
        assert statistics.exact == 0
        assert statistics.coverage.value == pytest.approx(2 / 3)
        assert statistics.specificity.value == pytest.approx(1 / 2)

    def test_known_subsets(self) -> None:
        known = [frozenset({0}), frozenset({1}), frozenset({0, 1})]
        found = compare(report("a", 2, violating(0), infeasible(1), unknown(0, 1)), known)
        assert found.missed == {frozenset({1}), frozenset({0, 1})}
        assert found.wrong == {frozenset({1})}

    def test_an_own_test_refutes_an_infeasible_too(self) -> None:
        found = compare(report("a", 2, violating(0, how={"1": "false"}), infeasible(1)), ())
        assert found.wrong == {frozenset({1})}

    def test_a_clause_is_idle_only_when_that_is_proved_of_every_subset(self) -> None:
        assert idle_clauses(report("a", 2, violating(0), infeasible(1), infeasible(0, 1))) == [1]
        assert idle_clauses(report("a", 2, violating(0), infeasible(1), infeasible(0, 1, bounded=True))) == []
        assert idle_clauses(report("a", 2, violating(0), infeasible(1), unknown(0, 1))) == []
        assert idle_clauses(report("a", 2, violating(0))) == []

    def test_a_proof_from_other_clauses_says_nothing_of_sets_that_were_not_looked_at(self) -> None:
        both = replace(infeasible(1), core=["clause 0 holds: max(xs) > min(xs)", "clause 1 violated: len(xs) >= 2"])
        alone = replace(infeasible(1), core=["clause 1 violated: True"])
        assert idle_clauses(report("a", 2, violating(0), both)) == []
        assert idle_clauses(report("a", 2, violating(0), alone)) == [1]
        assert idle_clauses(report("a", 2, violating(0), alone, unknown(0, 1))) == []

    def test_the_table_names_what_is_not_known(self) -> None:
        shown = text_of(contract_statistics_table({"set": contract_statistics([report("a", 1, unknown(0))])}))
        assert re.search(r"unknown +1\b", shown)
        assert "known subsets missed" not in shown


class TestSolvers:
    def test_outcomes_are_counted_apart(self) -> None:
        checks = (
            check(("z3", "sat", 0.1), ("cvc5", "timeout", 5.0)),
            check(("z3", "unsat", 0.3), ("cvc5", "sat", 0.2)),
            check(("z3", "unknown", 0.2), ("cvc5", "error", 0.1)),
        )
        found = report("a", 1, unknown(0), checks=checks)
        cvc5, z3 = solver_statistics([found])
        assert (cvc5.name, z3.name) == ("cvc5", "z3")
        assert cvc5.outcomes == {"timeout": 1, "sat": 1, "error": 1}
        assert disagreements([found]) == [checks[1]]
        shown = text_of(solver_table([cvc5, z3], 1))
        assert re.search(r"z3 +3 +1 +1 +1 +0 +0 +0 +0 +200\.0 +300\.0 +0\.6", shown)

    def test_what_was_not_asked_is_no_outcome_and_takes_no_time(self) -> None:
        checks = (
            check(("z3", "sat", 0.1)),
            check(("z3", "unsat", 0.0), origin="derived"),
            check(("z3", "timeout", 0.0), origin="not asked"),
            check(("z3", "timeout", 0.0), origin="not asked"),
        )
        (z3,) = solver_statistics([report("a", 1, checks=checks)])
        assert (z3.asked, z3.outcomes, z3.derived, z3.not_asked, z3.seconds) == (1, {"sat": 1}, 1, 2, durations([0.1]))
        assert re.search(r"z3 +1 +1 +0 +0 +0 +0 +1 +2 +100\.0 +100\.0 +0\.1", text_of(solver_table([z3], 0)))

    def test_a_timeout_against_an_answer_is_no_disagreement(self) -> None:
        assert disagreements([report("a", 1, checks=(check(("z3", "sat", 0), ("cvc5", "timeout", 0)),))]) == []


class TestDafnyStatistics:
    def test_counts(self) -> None:
        rows = [
            method("M", tests=[example("holds", "refuted", "holds", "unknown")], completeness=[0.25, 0.75]),
            method("N", tests=[example("timeout")], correctness=[0.0, 1.0], completeness=None),
        ]
        files = {"a.dfy": rows, "b.dfy": [method(None, "error", correctness=None, completeness=None)]}
        statistics = specification_statistics(files, {"a.dfy": (5, 4)}, [0.5, 0.1])
        assert (statistics.files, statistics.unread, statistics.scored_files) == (2, 1, 1)
        assert (statistics.methods, statistics.scored_methods) == (2, 2)
        assert (statistics.clauses, statistics.lowered) == (5, 4)
        assert (statistics.killed, statistics.survived, statistics.open_mutants) == (1, 1, 1)
        assert (statistics.correctness.low, statistics.correctness.high) == (0.5, 1.0)
        assert (statistics.completeness.n, statistics.completeness.no_data) == (1, 1)
        shown = text_of(specification_statistics_table({"set": statistics}))
        assert "1 of 2 (50 %)" in shown
        assert "4 of 5 (80 %)" in shown

    def test_another_accepted_output_is_a_finding_with_its_witness(self) -> None:
        (found,) = of_specifications([method("M", findings=[ACCEPTS])])
        assert (found.kind, found.subject) == ("accepts-another-output", "file.M")
        assert found.witness == "M(3) → 4 where 3 is expected"
        assert found.kind not in NO_DEFECTS

    def test_a_proposal_is_neither_a_defect_nor_unknown(self) -> None:
        assert PROPOSALS < NO_DEFECTS
        assert PROPOSALS.isdisjoint(NOTES)

    def test_what_is_not_known_is_no_defect(self) -> None:
        finding = {"kind": "undecided", "method": "M", "message": "timeout", "line": 7}
        (found,) = of_specifications([method("M", findings=[finding])])
        assert found.where == "file.dfy:7"
        assert found.kind in NOTES

    def test_every_kind_of_the_harness_has_a_meaning(self) -> None:
        assert set(KINDS) > NOTES


class TestTrouble:
    def test_of_tasks(self) -> None:
        assert trouble(report("a", 1, unknown(0))) is ExitCode.DONE
        assert trouble(Report(task_id="a", error="a.py:1:2: found ')'")) is ExitCode.BAD_INPUT
        assert trouble(Report(task_id="a", error="no worker", failed=True)) is ExitCode.FAILED
        broken = report("a", 1, unknown(0), checks=(check(("z3", "error", 0.1)),))
        assert trouble(broken) is ExitCode.FAILED
        assert trouble(report("a", 1, disagreements=1)) is ExitCode.FAILED

    def test_of_files(self) -> None:
        task = SpecTask(task_id="file", file=Path("file.dfy"))
        assert trouble(FileReport(task, (method("M"),), 0.1)) is ExitCode.DONE
        assert trouble(FileReport(task, (method(None, "error"),), 0.1)) is ExitCode.BAD_INPUT
        assert trouble(FileReport(task, (method(None, "error"),), 0.1, crashed=True)) is ExitCode.FAILED


def test_the_same_problem_in_both_languages() -> None:
    assert problem_name("Mbpp/007") == problem_name("task_id_7") != problem_name("HumanEval/7")
    file = FileReport(SpecTask(task_id="task_id_7", file=Path("task_id_7.dfy")), (method("M"),), 0.1)
    other = FileReport(SpecTask(task_id="other", file=Path("other.dfy")), (method("M"),), 0.1)
    found = shared_problems([report("Mbpp/7", 1, violating(0)), report("Mbpp/8", 1)], [other, file])
    assert [problem.name for problem in found] == ["MBPP 7"]
    assert "1 of 1 (100 %)" in text_of(shared_table(found))


HOSTILE = "\x1b[31m[red]|`x`|*_\n" + "\ud800" + "very " * 400 + "long"


class TestTables:
    def test_no_table_is_wider_than_the_limit(self) -> None:
        reports = [report(HOSTILE, 2, violating(0, arguments={"xs": HOSTILE}), violating(1), infeasible(0, 1))]
        failing = Report(task_id="t", error=HOSTILE)
        columns = {
            name: contract_statistics(reports, {HOSTILE: [frozenset({1})]}) for name in ("HumanEvalPlus", "Mbpp", "all")
        }
        weak = method(HOSTILE, tests=[example("holds", "holds")], completeness=[0.0, 0.0])
        tables = [
            contract_statistics_table(columns),
            specification_statistics_table(
                {name: specification_statistics({"a": [weak]}, {"a": (1, 1)}, [0.1]) for name in columns}
            ),
            contract_table(reports[0], [HOSTILE]),
            contracts_table(reports),
            methods_of_files([weak]),
            clauses_table([replace(weak, requires=msgspec.convert([clause(HOSTILE)], list[ClausePart]))]),
            table_of_findings([*of_python(failing), *of_specifications([weak])], "Findings"),
            findings_table(dict.fromkeys(KINDS, 1)),
        ]
        for table in tables:
            shown = text_of(table)
            assert max(map(len, shown.splitlines())) <= WIDTH
            assert "\x1b" not in shown

    def test_files_of_one_name_in_two_languages_are_told_apart(self) -> None:
        weak = method("F", tests=[example("holds")])
        rows = [replace(weak, file="folder/max.dfy"), replace(weak, file="folder/max.rs")]
        shown = text_of(methods_of_files(rows))
        assert f"{weak.task_id}.dfy" in shown
        assert f"{weak.task_id}.rs" in shown

    def test_the_solvers_of_a_long_run_are_one_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        outcomes = {"sat": 2345, "unsat": 1234, "unknown": 12, "timeout": 3, "error": 0}
        times = DurationsPart(median=0.0123, p95=5.0012, total=1234.5)
        both = [
            SolverStatisticsPart(name=name, outcomes=outcomes, seconds=times, derived=345, not_asked=1123)
            for name in ("z3", "cvc5")
        ]
        show([solver_table(both, 0)])
        text = capsys.readouterr().out
        assert "of 2)" not in text
        assert [line.split()[-1] for line in text.splitlines() if line.startswith((" z3", " cvc5"))] == ["1,234.5"] * 2

    def test_markdown_keeps_cells_apart_and_markup_out(self) -> None:
        table = plain_table("a | b", ("prose", "code"), ((HOSTILE, HOSTILE),), code=frozenset({"code"}))
        (row,) = [line for line in as_markdown(table).splitlines() if "red" in line]
        assert len(re.findall(r"(?<!\\)\|", row)) == 3
        assert "``" in row
        assert "\x1b" not in row
        row.encode("utf-8")

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("a <==> b <= c << d && e >= f", "a <==> b <= c << d && e >= f"),
            ("<b>bold</b> <!-- x --> <?php", "&lt;b>bold&lt;/b> &lt;!-- x --> &lt;?php"),
            ("&lt; &#60; & b", "&amp;lt; &amp;#60; & b"),
            ("> quoted", "&gt; quoted"),
        ],
    )
    def test_only_what_markdown_takes_for_html_is_escaped(self, text: str, shown: str) -> None:
        assert as_prose(text) == shown

    def test_what_does_not_fit_side_by_side_goes_on_below(self, capsys: pytest.CaptureFixture[str]) -> None:
        columns = ("solver", *(f"column number{place}" for place in range(20)))
        rows = tuple((name, *(f"{place}.25" for place in range(20))) for name in ("z3", "virtual best"))
        show([plain_table("Solvers", columns, rows, numeric=frozenset(columns[1:]))])
        shown = capsys.readouterr().out
        assert max(map(len, shown.splitlines())) <= WIDTH
        parts = shown.count("Solvers (")
        assert parts > 1
        assert shown.count("virtual best") == parts, "each part begins with the name of its rows"
        words = shown.split()
        assert all(words.count(f"number{place}") == words.count(f"{place}.25") / 2 == 1 for place in range(20))

    def test_a_row_of_the_wrong_length_is_refused(self) -> None:
        with pytest.raises(ValueError, match="has not 2 cells"):
            plain_table("t", ("a", "b"), (("1",),))

    def test_empty_columns_go(self) -> None:
        table = plain_table("t", ("a", "b"), (("1", ""), ("2", "")))
        assert without_empty_columns(table).columns == (Column("a"),)

    def test_findings_are_lines_as_compilers_print_them(self) -> None:
        finding = {"kind": "undecided", "method": "M", "message": "timeout", "line": 7}
        idle = {"kind": "kills-nothing", "method": "M", "message": "ensures true", "line": 5}
        assert lines_of_findings(of_specifications([method("M", findings=[finding, idle, ACCEPTS])])) == [
            ("file.dfy:3: accepts-another-output: file.M: on 1 of 1: M(3) → 4 where 3 is expected",),
            ("file.dfy:5: kills-nothing: file.M: ensures true",),
            ("file.dfy:7: undecided: file.M: timeout",),
        ]

    def test_a_finding_belongs_to_its_own_subject(self) -> None:
        """One about a test or the file comes with the first method's row."""
        about_test = {"kind": "unknown-method", "method": "Test", "message": "Test calls N", "line": 9}
        about_file = {"kind": "unconverted-test", "method": None, "message": "2 tests", "line": None}
        lines = lines_of_findings(of_specifications([method("M", findings=[about_file, about_test])]))
        assert lines == [
            ("file.dfy:9: unknown-method: file.Test: Test calls N",),
            ("file.dfy: unconverted-test: file: 2 tests",),
        ]

    def test_a_witness_that_the_message_has_is_not_told_twice(self) -> None:
        witness = {"inputs": {"n": "0"}, "expected": {}, "other": {}}
        finding = {"kind": "fails-at-run-time", "method": "M", "message": "M(0) fails", "line": 2, "witness": witness}
        (lines,) = lines_of_findings(of_specifications([method("M", findings=[finding])]))
        assert lines == ("file.dfy:2: fails-at-run-time: file.M: M(0) fails",)
        (lines,) = lines_of_findings(of_specifications([method("M", findings=[finding | {"message": "it fails"}])]))
        assert lines == ("file.dfy:2: fails-at-run-time: file.M: it fails: M(0)",)

    def test_a_repair_is_shown_as_a_diff(self) -> None:
        finding = {"kind": "repair", "method": "M", "message": "a stronger clause", "line": 2}
        diff = "- ensures r >= n\n+ ensures r == n"
        row = method("M", findings=[finding], repair={"clause": 0, "diff": diff, "kills": 2, "survivors": 2})
        (lines,) = lines_of_findings(of_specifications([row]))
        assert lines == (
            "file.dfy:2: repair: file.M: a stronger clause",
            "    - ensures r >= n",
            "    + ensures r == n",
        )
        assert "- ensures r >= n + ensures r == n" in as_markdown(
            table_of_findings(of_specifications([row]), "Findings")
        )


class TestClauses:
    def test_what_each_clause_does(self) -> None:
        rows = [
            method(
                "M",
                requires=[clause("n > 0", kills=2, kills_alone=1, judged=3)],
                clauses=[
                    clause("r\n  == n", kills=4, kills_alone=4, judged=5, refuses=1),
                    clause("true", judged=5, strength="tautology"),
                ],
            )
        ]
        table = clauses_table(rows)
        assert [each.name for each in table.columns] == [
            "method",
            "clause",
            "kills",
            "alone",
            "refuses right",
            "proved",
        ]
        assert table.texts == (
            ("M", "requires n > 0", "2/3", "1", "", ""),
            ("M", "ensures r == n", "4/5", "4", "1", ""),
            ("M", "ensures true", "0/5", "0", "", "tautology"),
        )

    def test_four_buckets(self) -> None:
        buckets = {
            "valid_right": {"holds": 3},
            "valid_wrong": {"holds": 1, "refuted": 9, "timeout": 2},
            "invalid_right": {"refuted": 2},
            "invalid_wrong": {},
        }
        rows = [
            method("M", requires=[clause("n > 0")], buckets=buckets, tests=[example("holds")]),
            method("Untested", requires=[clause("n > 0")]),
            method("Free", tests=[example("holds")]),
        ]
        assert buckets_table(rows).texts == (("M", "3/3", "1/12 (2 unknown)", "0/2", "-"),)

    def test_without_clauses_there_is_no_table(self) -> None:
        for rows in ([method(None, "no code", clauses=[])], [method("M", "no tests", requires=[clause("n > 0")])]):
            assert not clauses_table(rows).rows
            assert not buckets_table(rows).rows


class TestNumbers:
    @pytest.mark.parametrize(
        ("rate", "shown"),
        [(1.0, "100 %"), (0.9999, "> 99.9 %"), (0.0, "0 %"), (0.0001, "< 0.1 %"), (0.5, "50 %"), (0.749, "74.9 %")],
    )
    def test_rounding_never_says_all_or_none(self, rate: float, shown: str) -> None:
        assert percent(rate) == shown

    def test_a_score_shows_its_bounds_and_unknowns(self) -> None:
        assert rate(proportion(3, 0, 4)) == "75 % [30.1, 95.4]"
        assert rate(proportion(2, 1, 4)).startswith("50 % to 75 % [")
        assert units(proportion(2, 1, 4)) == "4, 1 unknown"
        assert (rate(proportion(0, 0, 0)), units(proportion(0, 0, 0))) == ("-", "0")

    def test_percentiles_are_values_that_occurred(self) -> None:
        assert [percentile([3.0, 1.0, 2.0], share) for share in (0.0, 0.5, 0.95)] == [1.0, 2.0, 3.0]
        assert durations([3.0, 1.0, 2.0]) == DurationsPart(median=2.0, p95=3.0, total=6.0)
        assert shown_seconds(durations([]).median) == "-"


def test_printable_text_is_one_harmless_line() -> None:
    assert printable("a\x1b[31m\n\ud800é") == "a\\x1b[31m\\n\\ud800é"
    assert len(printable("x" * 10_000, 50)) == 50
    assert printable("x" * 50, 50) == "x" * 50
    json.dumps(printable("\ud800")).encode("utf-8")
