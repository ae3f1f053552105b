"""The parts of a report as tables, from rows as commands write them."""

from typing import Any

from msgspec.structs import replace

from specassay.benchmarks.reporting import program_rates
from specassay.benchmarks.reporting.run_tables import specification_statistics_table
from specassay.benchmarks.reporting.tables import Table
from specassay.benchmarks.run_report import (
    contracts_part,
    pairs_part,
    queries_part,
    solvers_part,
    specifications_part,
)
from specassay.benchmarks.run_report.blocks import Command, Grid, Remarks, SideBySide, SourceBlock
from specassay.benchmarks.run_report.document import MOST_PROGRAMS, program_blocks
from specassay.benchmarks.run_report.entries import Contents, TaskPair, contents_of
from specassay.benchmarks.run_report.reading import Rows
from specassay.benchmarks.run_report.summary import rates_of, summary_of
from specassay.benchmarks.schema import (
    AnswerPart,
    CarriedPart,
    ComparisonRow,
    ConditionsPart,
    ImplicationPart,
    ReferencePart,
    Row,
    SeparatingPart,
    SolverAnswerRow,
    SolverConflictRow,
    TaskRow,
)

from .conftest import grade, infeasible, method, task, violating


def contents(*rows: Row) -> Contents:
    return contents_of(Rows(rows))


def cells(table: Table) -> dict[str, dict[str, str]]:
    """By the first cell, the others by their columns."""
    names = [column.name for column in table.columns]
    return {row[0].text: dict(zip(names, (cell.text for cell in row), strict=True)) for row in table.rows}


def test_a_contract_has_the_number_of_clauses_that_some_input_violates() -> None:
    found = contents(
        task("a", "n > 0", "n > -1"),
        violating("a", 0),
        infeasible("a", 1),
        infeasible("a", 0, 1),
        task("b", "n > 0"),
        violating("b", 0),
    )
    table = cells(contracts_part.tasks_table(found.contracts))
    assert [table["a"][name] for name in ("clauses", "tested", "violating", "infeasible")] == ["2", "1", "1", "2"]
    assert (table["b"]["clauses"], table["b"]["tested"]) == ("1", "1")
    assert (table["a"]["result"] != table["b"]["result"], "-1" in table["a"]["for example"]) == (True, True)


def test_a_method_has_its_verdict_and_its_worst_rates() -> None:
    found = contents(method("weak", "weak", 0.25), method("good", "strong", 1.0))
    table = cells(specifications_part.methods_table(found.methods))
    assert [any(verdict in row.values() for row in table.values()) for verdict in ("weak", "strong")] == [True, True]
    statistics = specifications_part.statistics(found.methods)
    assert (statistics.completeness.low, statistics.completeness.n) == (0.625, 2)


def test_what_rows_do_not_tell_is_not_in_the_statistics_of_a_report() -> None:
    found = contents(method("weak", "weak", 0.25), method("good", "strong", 1.0))
    statistics = {"one": specifications_part.statistics(found.methods)}
    whole, shown = specification_statistics_table(statistics), specifications_part.scores_table(statistics)
    left_out = [row for row in whole.texts if row not in shown.texts]
    assert [label for label, *_ in left_out] == [
        "files",
        "  parsed",
        "clauses lowered",
        "seconds a file, median",
        "  95th percentile",
        "  all together",
    ]
    assert [column.kind for column in shown.columns] == ["text", "number"]
    assert ("methods", "2") in shown.texts


def test_a_rate_of_specifications_has_its_n_beside_it() -> None:
    rows = specifications_part.scores_table(
        {"one": specifications_part.statistics(contents(method("m", "strong", 1.0)).methods)}
    ).texts
    labels = [label for label, _ in rows]
    for rate in ("correctness", "completeness", "functional"):
        assert labels[labels.index(rate) + 1] == "  n"


def test_nine_files_are_ranked_and_none_is_lost_and_failing_programs_come_first() -> None:
    files = [grade(f"m{number}", "a", verdict="pass" if number % 2 else "wrong") for number in range(9)]
    found = contents(*files)
    rates = rates_of(found)
    table = program_rates.scores_table(rates.programs).texts
    assert [row[4][:3] for row in table] == ["100"] * 4 + ["0 %"] * 5
    summary = summary_of(found, rates)
    assert {each.subject for each in summary.first} == {"m0", "m2", "m4", "m6", "m8"}
    assert [card.value for card in summary.cards] == ["9"]


def test_the_k_of_a_run_are_those_of_its_report_and_chatty_answers_have_a_note() -> None:
    programs = [replace(grade("m", "a", number), extracted=number == 0) for number in range(3)]
    scores = program_rates.scores_of(contents(*programs).programs[0], (1, 3))
    table = program_rates.scores_table([scores])
    names = [column.name for column in table.columns]
    assert [name for name in names if name.startswith("pass@")] == ["pass@1", "pass@3"]
    assert "1 of 3, 66.7" in table.notes[-1]
    assert names[names.index("CSR") + 1] == "crashes"


def test_programs_that_were_taken_out_of_answers_pass_as_any_other() -> None:
    taken_out = replace(grade("m", "a", 1), extracted=True)
    (programs,) = contents(grade("m", "a"), taken_out, grade("m", "b", verdict="wrong", refuses=False)).programs
    found = program_rates.scores_of(programs)
    assert (found.passes[1].low, found.csr.low, found.csr_correct.low) == (0.5, 2 / 3, 1.0)
    assert dict(found.failures) == {"pass": 2, "wrong": 1}


def test_a_program_of_which_not_all_checks_were_found_may_check_anything() -> None:
    whole = program_rates.alignment(grade("m", "a"))
    part = program_rates.alignment(replace(grade("m", "a", refuses=False), guards_complete=False))
    assert whole is not None
    assert part is not None
    assert (whole.matched, whole.unknown) == (frozenset({(0, 0)}), frozenset())
    assert (part.matched, part.unknown) == (frozenset(), frozenset({(0, 0)}))


def answered(*answers: tuple[str, str, str], violates: tuple[int, ...] = (0,)) -> TaskRow:
    """A task with the answers of solvers to one query: who, what, how that is known."""
    parts = [
        AnswerPart(violates=list(violates), solver=solver, outcome=outcome, origin=origin, seconds=0.25)
        for solver, outcome, origin in answers
    ]
    return replace(task("a", "n > 0"), answers=parts)


def test_solvers_are_counted_by_what_they_were_asked_and_who_decides_alone() -> None:
    tasks = [
        answered(("z3", "sat", "asked"), ("cvc5", "timeout", "asked")),
        answered(("z3", "unsat", "asked"), ("cvc5", "sat", "asked"), violates=(1,)),
        answered(("z3", "sat", "asked"), ("cvc5", "sat", "derived"), violates=(2,)),
        answered(("z3", "", "not asked"), ("cvc5", "unknown", "asked"), violates=(3,)),
    ]
    table = cells(solvers_part.solvers_table(tasks))
    names = ("asked", "sat", "unsat", "timeout", "decides alone", "derived", "not asked", "total s")
    assert [table["z3"][name] for name in names] == ["3", "2", "1", "0", "1", "0", "1", "0.8"]
    assert [table["cvc5"][name] for name in names] == ["3", "1", "0", "1", "0", "1", "0", "0.8"]
    against, best = solvers_part.solvers_table(tasks).notes
    assert against == "Disagreements (one says sat, another unsat): 1, of 2 that several were asked."
    assert best.startswith("Virtual best: 2 of these decided by some solver, in 0.5 s.")


def test_a_solver_that_was_never_asked_has_no_times() -> None:
    row = cells(solvers_part.solvers_table([answered(("z3", "", "not asked"))]))["z3"]
    assert (row["asked"], row["median ms"], row["p95 ms"], row["total s"]) == ("0", "-", "-", "0.0")


def implied(text: str, verdict: str = "implied", **more: Any) -> ImplicationPart:
    fields: dict[str, Any] = {
        "clause": 0,
        "text": text,
        "place": "",
        "verdict": verdict,
        "engine": "z3",
        "reason": "",
        "core": [],
        "bounds": "",
        "separating": None,
    }
    return ImplicationPart(**fields | more)


SEPARATING = SeparatingPart(
    inputs={"n": "0"},
    outputs={},
    second_inputs={"n": "0n"},
    second_outputs=None,
    first="accepted",
    second="false",
    clause="n > 0",
    replayed=["CPython", "evaluator"],
)


def compared(**changes: Any) -> TaskPair:
    """A pair of which the contract is weaker, with tests of both sides."""
    row = ComparisonRow(
        task_id="MBPP 3",
        task_ids=["Mbpp/3", "task_id_3"],
        first="a b.py::half",
        second="task_id_3.dfy::Half",
        languages=["Python", "Dafny"],
        relation="weaker",
        possible=["weaker"],
        inputs=ConditionsPart(
            relation="weaker",
            first=[implied("n >= 0", core=["n > 0"])],
            second=[implied("n > 0", "not implied", engine="evaluate", separating=SEPARATING)],
            undefined=None,
        ),
        outputs=None,
        outputs_reason="neither has a postcondition",
        notes=["n: int is an int"],
        promises=[["result >= 0"], []],
        reference=ReferencePart(
            tests=4, satisfied=3, refuted=1, unknown=0, left_out=0, counterexample=SEPARATING, reason=""
        ),
        carried=CarriedPart(
            tests=3,
            refused=1,
            same=1,
            different=1,
            unknown=0,
            left_out=2,
            refused_input={"n": "-2"},
            different_input={"n": "5"},
            expected="2",
            found="3",
            reason="no literal",
        ),
    )
    return TaskPair("pair-1", "MBPP 3", None, None, replace(row, **changes))


def test_a_pair_is_a_row_with_what_of_it_was_decided_and_tested() -> None:
    pair = compared()
    row = cells(pairs_part.tables_of([pair])[-1])["MBPP 3"]
    assert (row["Python task"], row["specified method"], row["Python is"]) == ("Mbpp/3", "Half", "weaker")
    names = ("clauses decided", "reference satisfies", "its tests agree")
    assert [row[name] for name in names] == ["2 of 2", "3 of 4", "1 of 3"]
    open_ = compared(inputs=None, relation="unknown", reference=None, carried=None)
    row = cells(pairs_part.tables_of([open_])[-1])["MBPP 3"]
    assert [row[name] for name in names] == ["-", "-", "-"]
    assert pairs_part.status_of(compared(reason="other parameters")) == "not compared"
    assert pairs_part.status_of(TaskPair("pair-1", "MBPP 3", None, None)) == "not asked"


def test_the_page_of_a_pair_has_python_first_whichever_was_first() -> None:
    pair = compared()
    row = pair.comparison
    assert row is not None
    assert row.inputs is not None
    turned = compared(
        first=row.second,
        second=row.first,
        languages=["Dafny", "Python"],
        task_ids=["task_id_3", "Mbpp/3"],
        promises=[[], ["result >= 0"]],
        relation="stronger",
        inputs=ConditionsPart(relation="stronger", first=row.inputs.second, second=row.inputs.first, undefined=None),
    )
    assert pairs_part.status_of(turned) == "weaker", "Python, which is the second"
    statistics = cells(pairs_part.tables_of([pair, turned])[0])
    assert statistics["  Python is weaker"]["all"] == "2"
    for page in (*pairs_part.pages_of([pair]), *pairs_part.pages_of([turned])):
        assert page.title == "MBPP 3: half and Half"
        (sides,) = [block for block in page.blocks if isinstance(block, SideBySide)]
        python, dafny = sides.sides
        assert [(line.label, line.text) for line in python.lines] == [("require", "n >= 0"), ("ensure", "result >= 0")]
        assert [mark.word for line in python.lines for mark in line.marks] == ["Dafny implies it", "not compared"]
        assert [(line.label, line.blamed) for line in dafny.lines] == [("requires", "warn")]


def test_what_separates_a_pair_and_what_tests_say_stand_on_its_page() -> None:
    (page,) = pairs_part.pages_of([compared()])
    assert (page.verdict, page.tone) == ("weaker", "bad"), "the reference breaks the specification"
    (grid,) = [block for block in page.blocks if isinstance(block, Grid)]
    assert [cell.text for cell in grid.table.rows[0]] == [
        "n > 0",
        "Dafny",
        "n=0",
        "n=0n",
        "accepts it",
        "refuses it",
        "CPython, evaluator",
    ]
    tests, how = [block for block in page.blocks if isinstance(block, Remarks)]
    assert [mark.word for mark, _ in tests.items] == [
        "reference refuted",
        "inputs refused",
        "another result",
        "left out",
    ]
    assert "on 1 of 2; on n=5 it returns 3, not 2" in tests.items[2][1]
    assert [text for _, text in how.items] == ["n: int is an int", "not compared: neither has a postcondition"]
    (command,) = [block for block in page.blocks if isinstance(block, Command)]
    assert command.text == "specassay compare 'a b.py::half' task_id_3.dfy::Half"


def test_an_undecided_pair_says_what_is_not_excluded() -> None:
    (page,) = pairs_part.pages_of([compared(relation="unknown", possible=["equal", "weaker"], reference=None)])
    assert (page.summary, page.verdict) == ("not excluded: equal, weaker", "unknown")
    (page,) = pairs_part.pages_of([compared(reason="other parameters", inputs=None, relation="unknown")])
    assert not [block for block in page.blocks if isinstance(block, SideBySide)]
    assert page.verdict == "not compared"


def asked(query: str, solver: str, outcome: str, seconds: float = 1.0) -> SolverAnswerRow:
    return SolverAnswerRow(
        task_id=query,
        solver=solver,
        solver_version="1",
        options="as registered",
        repeat=1,
        seed=None,
        outcome=outcome,
        message="",
        status="unknown",
        logic="ALL",
        theories=[],
        cpu_seconds=seconds,
        seconds=seconds,
        memory=1.0,
        limit=10.0,
    )


def disagreeing(query: str, *wrong: str) -> SolverConflictRow:
    return SolverConflictRow(
        task_id=query,
        sat=["liar"],
        unsat=["z3"],
        explained=bool(wrong),
        wrong=list(wrong),
        explanation="the model is none" if wrong else "no model can be read",
        assertions=1,
        minimised=None if wrong else "(assert false)",
    )


def test_disagreements_of_solvers_on_queries_come_first() -> None:
    rows = Rows(
        (
            asked("one.smt2", "z3", "unsat"),
            asked("one.smt2", "liar", "sat"),
            asked("two.smt2", "z3", "unsat"),
            asked("two.smt2", "liar", "sat"),
            asked("three.smt2", "z3", "unknown"),
            asked("three.smt2", "liar", "timeout"),
            disagreeing("one.smt2", "liar"),
            disagreeing("two.smt2"),
        )
    )
    found = queries_part.comparison_in(rows)
    assert found is not None
    comparison, conflicts = found
    assert queries_part.tables_of(comparison, conflicts)[0].title.startswith("Disagreements")
    (first,) = queries_part.first_of(conflicts)
    assert (first.subject, first.verdict) == ("two.smt2", "solvers disagree")
    explained, open_ = queries_part.pages_of(conflicts)
    assert [(page.verdict, page.tone, len(page.blocks)) for page in (explained, open_)] == [
        ("explained", "warn", 0),
        ("not explained", "bad", 1),
    ]
    told = queries_part.asked_line(comparison, conflicts)
    assert "3 queries for" in told
    assert "2 decided (sat or unsat) by some solver, 2 disagreements, 1 of them not explained." in told
    assert queries_part.comparison_in(Rows(())) is None


def test_programs_are_shown_one_by_one_those_that_fail_first() -> None:
    code = "def half(n):\n    assert n >= 0\n    return n / 2\n"
    grades = [replace(grade("m", "a", number), code=code) for number in range(9)]
    grades[7] = replace(grade("m", "a", 7, verdict="wrong", refuses=False), code="def half(n): return 3\n", cut=True)
    (entry,) = contents(*grades).contracts
    blocks = list(program_blocks(entry))
    first, *_ = sources = [block for block in blocks if isinstance(block, SourceBlock)]
    assert len(sources) == MOST_PROGRAMS
    assert (first.title, first.text) == ("m 7: wrong, cut at the limit of tokens", "def half(n): return 3\n")
    tables = [block.table for block in blocks if isinstance(block, Grid)]
    assert tables[0].texts == (("half(-1)", "{0}", "value", "no"),)
    assert (tables[1].texts, tables[1].notes) == ((), ("No check was found in it.",))
    assert tables[2].texts == (("half(-1)", "{0}", "raised AssertionError", "yes"),)
    assert tables[3].texts == (("2", "n >= 0", "0", "equivalent", "yes"),)
    (command, *_) = [block.text for block in blocks if isinstance(block, Command)]
    assert command == f"specassay grade --dataset {entry.source} --samples /data/samples/m.jsonl.gz --task a"


def test_what_was_cut_is_counted_beside_failures() -> None:
    scores = program_rates.scores_of(contents(grade("m", "a"), replace(grade("m", "b"), cut=True)).programs[0])
    assert program_rates.failures_table([scores]).notes[-1] == "Answers that were cut at the limit of tokens: m: 1."
