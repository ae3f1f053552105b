"""The parts of a report as tables, from rows as commands write them."""

from msgspec.structs import replace

from specassay.benchmarks.run_report import candidates, dafny_part, python_part
from specassay.benchmarks.run_report.cells import Table
from specassay.benchmarks.run_report.entries import Contents, contents_of
from specassay.benchmarks.run_report.reading import Rows
from specassay.benchmarks.schema import Row

from .conftest import grade, infeasible, method, task, violating


def contents(*rows: Row) -> Contents:
    return contents_of(Rows(rows))


def cells(table: Table) -> dict[str, dict[str, str]]:
    """By the first cell, the others by their columns."""
    names = [column.name for column in table.columns]
    return {row[0].text: dict(zip(names, (cell.text for cell in row), strict=True)) for row in table.rows}


def test_a_contract_has_the_number_of_clauses_that_some_input_violates() -> None:
    found = contents(
        task("a", "n > 0", "n > -1"), violating("a", 0), infeasible("a", 1), infeasible("a", 0, 1),
        task("b", "n > 0"), violating("b", 0),
    )  # fmt: skip
    table = cells(python_part.tasks_table(found.python))
    assert [table["a"][name] for name in ("clauses", "tested", "violating", "infeasible")] == ["2", "1", "1", "2"]
    assert (table["b"]["clauses"], table["b"]["tested"]) == ("1", "1")
    assert (table["a"]["result"] != table["b"]["result"], "-1" in table["a"]["for example"]) == (True, True)


def test_a_method_has_its_verdict_and_its_worst_rates() -> None:
    found = contents(method("weak", "weak", 0.25), method("good", "strong", 1.0))
    table = cells(dafny_part.methods_table(found.methods))
    assert [any(verdict in row.values() for row in table.values()) for verdict in ("weak", "strong")] == [True, True]
    rates = dafny_part.scores(found.methods)
    assert (rates["completeness"].low, rates["completeness"].n) == (0.625, 2)


def test_programs_pass_as_they_are_written() -> None:
    taken_out = replace(grade("m", "a", 1), extracted=True)
    (programs,) = contents(grade("m", "a"), taken_out, grade("m", "b", verdict="wrong", refuses=False)).programs
    found = candidates.scores_of(programs)
    assert (found.passes[1].low, found.csr.low, found.csr_correct.low) == (0.25, 2 / 3, 1.0)
    assert dict(found.failures) == {"pass": 2, "wrong": 1}


def test_a_program_of_which_not_all_checks_were_found_may_check_anything() -> None:
    whole = candidates.alignment(grade("m", "a"))
    part = candidates.alignment(replace(grade("m", "a", refuses=False), guards_complete=False))
    assert whole is not None
    assert part is not None
    assert (whole.matched, whole.unknown) == (frozenset({(0, 0)}), frozenset())
    assert (part.matched, part.unknown) == (frozenset(), frozenset({(0, 0)}))
