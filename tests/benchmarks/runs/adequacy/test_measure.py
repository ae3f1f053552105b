"""The adequacy of a suite: killed, separated, equivalent, and what strengthening adds."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from specassay.backends.python.replay import Replayer
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.runs.gathering import gather
from specassay.benchmarks.runs.separating import Budget, separate, separation_of

if TYPE_CHECKING:  # To import mutmut takes each worker of xdist a second and more, and few of them run these tests.
    from specassay.benchmarks.runs.adequacy.measure import Adequacy


def task(contract: str, *, names: str = "x", valid: tuple[object, ...] = ()) -> ContractTask:
    return ContractTask(
        task_id="T/1",
        entry_point="f",
        parameters=tuple(map(Parameter, names.split())),
        contract_text=contract,
        solution=f"def f({', '.join(names.split())}):\n    return 0\n",
        file="T.jsonl",
        line=1,
        base_input=tuple([value] for value in valid),
    )


def measured(of: ContractTask, tests: Sequence[Mapping[str, str]], **settings: Any) -> "Adequacy":
    from specassay.benchmarks.runs.adequacy.measure import Measuring, measure

    return measure(of, tests, Measuring(**settings))


def statuses(suite: "Adequacy") -> dict[str, str]:
    return {report.mutant.after or report.mutant.operator: report.status for report in suite.mutants}


def test_a_boundary_that_no_test_is_on_is_found() -> None:
    contract = "assert isinstance(x, int)\nassert x > 0\n"
    tests = [{"x": "''"}, {"x": "-5"}, {"x": "None"}]
    suite = measured(task(contract, valid=(3,)), tests, strengthen=True)
    assert statuses(suite)["assert x >= 0"] == "separated"
    assert statuses(suite)["assert x > 1"] == "separated"
    added = [(row.violates, row.verdict, row.arguments) for row in suite.added]
    assert ([1], "violating", {"x": "0"}) in added
    assert ([], "accepted", {"x": "1"}) in added
    again = [row.arguments for row in suite.added]
    assert set(statuses(measured(task(contract), [*tests, *again])).values()) == {"killed"}


def test_a_redundant_clause_is_proved_to_be_so() -> None:
    suite = measured(task("assert isinstance(x, int)\nassert x > 3\nassert x > 1\n", valid=(4,)), [{"x": "3"}])
    dropped = {report.mutant.before: report.status for report in suite.mutants if not report.mutant.after}
    assert dropped["assert x > 1"] == "equivalent"
    assert dropped["assert x > 3"] == "killed"


def test_a_mutant_of_a_statement_between_the_clauses_is_compared_as_a_whole() -> None:
    from specassay.benchmarks.runs.adequacy.measure import conditions, mutants, pair_of

    contract = "low = 2 * 2\nassert isinstance(x, int)\nassert x >= low\n"
    (mutant,) = (mutant for mutant in mutants(contract) if mutant.after == "low = 3 * 2")
    assert mutant.clause is None
    pair = pair_of(conditions(contract), mutant, ["x"])
    with Replayer() as replayer:
        found = separate(separation_of(task(pair.text), pair.sets, replayer, Budget(1.0, 1.0)), []).separated
    assert found is not None
    assert found.arguments is not None
    assert found.arguments["x"] in (4, 5)


def test_what_the_evaluator_cannot_follow_is_replayed() -> None:
    suite = measured(task("assert (y := x) is not None\nassert y != 7\n"), [{"x": "None"}], limit=0.5)
    assert statuses(suite)["assert y == 7"] == "separated"


def test_the_clauses_of_decorators_are_numbered_as_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "styled.py"
    path.write_text(
        "import icontract\n\n\n@icontract.require(lambda x: isinstance(x, int))\n"
        "@icontract.require(lambda x: x > 3)\n@icontract.require(lambda x: x > 1)\ndef f(x):\n    return x\n"
    )
    (styled,) = gather([path], ContractTask).tasks
    suite = measured(styled, [{"x": "3"}, {"x": "''"}, {"x": "4.5"}])
    dropped = {report.mutant.before: report.status for report in suite.mutants if not report.mutant.after}
    assert dropped == {"assert x > 1": "equivalent", "assert x > 3": "killed", "assert isinstance(x, int)": "killed"}
    assert suite.count("invalid") == 0


def test_a_mutant_that_never_ends_takes_no_suite_with_it() -> None:
    contract = "n = 3\nwhile n > 0:\n    n -= 1\nassert isinstance(x, int)\n"
    suite = measured(task(contract, valid=(1,)), [{"x": "''"}], limit=1.0)
    assert statuses(suite)["n += 1"] == "open"
    assert statuses(suite)["dropped clause"] == "killed"


def test_what_cannot_be_measured_says_why() -> None:
    suite = measured(task("assert (\n"), [])
    assert suite.mutants == ()
    assert suite.error is not None
    assert "not Python" in suite.error


def test_rows_and_tables_keep_what_is_not_known_apart() -> None:
    from specassay.benchmarks.reporting.adequacy_tables import tables
    from specassay.benchmarks.runs.adequacy.measure import rows_of, score

    contract = "assert isinstance(x, int)\nassert x > 0\n"
    suite = measured(task(contract, valid=(3,)), [{"x": "''"}])
    (row,) = rows_of("T/1", suite)
    assert row.verdict == "adequacy"
    assert row.strengthened is None
    low = score([suite], strengthened=False).low
    assert low is not None
    assert low < 1
    assert score([suite], strengthened=True).low == 1
    texts = {row[0]: row[1] for row in next(tables({"T/1": suite})).texts}
    assert texts["  killed"] == str(suite.count("killed"))
    assert "strengthened" not in texts
