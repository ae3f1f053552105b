"""What becomes of solvers' answers in a task: contradictions, disagreements, and the budget, with solvers that say what
the test tells them to say."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from attrs import define, evolve, field

from specassay.backends.python.replay import Replayer
from specassay.backends.solvers import registry
from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.tasks import ContractTask, Parameter
from specassay.benchmarks.exit_codes import ExitCode
from specassay.benchmarks.reporting.findings import not_looked_at, of_python
from specassay.benchmarks.run_report.contracts_part import MOST_ROWS, contract_table
from specassay.benchmarks.runs import cvt
from specassay.benchmarks.runs.run import trouble
from specassay.benchmarks.runs.run_limits import LIMITS as RUN_LIMITS
from specassay.benchmarks.runs.task_report import Report, SolverChoice
from specassay.core.deciding.solver import Answer, Outcome
from specassay.core.encoding.context import FOLLOWED, WITHIN_BOUNDS
from specassay.core.encoding.encode import Encoding, encode
from specassay.core.encoding.encoding_limits import LIMITS as ENCODING
from specassay.core.encoding.inputs import TAG
from specassay.core.ir.terms import Term
from specassay.core.synthesis import synthesise
from specassay.core.synthesis.synthesis_limits import LIMITS

SAT, UNSAT, UNKNOWN, TIMEOUT, _ = Outcome
TWO = "assert isinstance(n, int)\nassert n != 77\n"


Script = Callable[[str, frozenset[int], frozenset[int], str], Answer]
"""What a solver answers: its name, the violated and the held clauses, and `model`, `within` (bounds) or `proof`."""


@define
class Scripted:
    """A backend and its session."""

    name: str
    script: Script
    asked: list[frozenset[int]] = field(factory=list)

    def session(self, **_: Any) -> "Scripted":
        return self

    def add(self, *terms: Term) -> None:
        pass

    def check(self, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        kind = "model" if FOLLOWED in assumptions else "within" if WITHIN_BOUNDS in assumptions else "proof"
        violated = _numbers(term.data for term in assumptions if term.op == "var")
        held = _numbers(term.args[0].data for term in assumptions if term.op == "not")
        self.asked.append(violated)
        return self.script(self.name, violated, held, kind)

    def close(self) -> None:
        pass


def _numbers(names: Iterator[str]) -> frozenset[int]:
    return frozenset(int(name.split()[1]) for name in names if name.startswith("violated "))


Run = Callable[..., Report]
UNSEARCHED = evolve(RUN_LIMITS, first_tries=0, seeds=0)
"""Without a search before the solvers."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, replayer: Replayer) -> Run:
    """Synthesise with scripted solvers, and without the first search."""
    monkeypatch.setattr(cvt, "LIMITS", UNSEARCHED)
    monkeypatch.setattr(registry, "get", lambda name: name)

    def run(script: Script, contract: str = TWO, solver: SolverChoice = "z3", **more: Any) -> Report:
        monkeypatch.setattr(cvt, "isolated", lambda name, memory: Scripted(name, script))
        task = ContractTask(
            task_id="t",
            entry_point="f",
            parameters=(Parameter("n"),),
            contract_text=contract,
            file="t",
            line=1,
            solution="def f(n):\n    return 0\n",
        )
        return cvt.synthesise(task, solver, Config(**more), replayer=replayer)

    return run


def verdicts(report: Report) -> dict[tuple[int, ...], str]:
    return {tuple(row.violates): row.verdict for row in report.rows}


def number(value: int) -> dict[str, Any]:
    return {"n.tag": TAG["int"], "n.int": value}


NOTHING = {"n.tag": TAG["NoneType"]}


def test_a_proof_that_a_test_refutes_is_a_contradiction(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """{1} is "proved", and the search for what is open, {2} and others, comes across 77."""
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=1_000))

    def script(_: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        asked = violated == frozenset({1}) and held == frozenset({0, 2})
        return Answer(UNSAT, core=(0, 1, 2)) if asked else Answer(UNKNOWN)

    report = run(script, TWO + "assert n is n\n")
    assert verdicts(report)[1,] == "violating"
    assert report.contradictions == 1
    assert trouble(report) is ExitCode.FAILED
    assert [each.kind for each in of_python(report)] == ["refuted-proof"]


def test_a_core_that_an_input_of_another_set_refutes_takes_the_proof_with_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That clause 0 is violated while clause 2 holds is "impossible"; texts violate both 0 and 1."""
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=1_000))
    contract = "assert isinstance(n, int)\nassert isinstance(n, (int, bool))\nassert n is not None\n"

    def script(_: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        return Answer(UNSAT, core=(0, 2)) if 0 in violated and 2 in held else Answer(UNKNOWN)

    report = run(script, contract)
    found = verdicts(report)
    assert (found[0,], found[0, 1]) == ("unknown", "violating")
    assert report.contradictions == 2
    (row,) = (row for row in report.rows if row.violates == [0])
    assert "the proof is wrong: an input violates {0, 1} exactly" in (row.reason or "")


def test_a_proof_that_was_refuted_before_it_was_given_counts_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=0))

    def script(_: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        return Answer(SAT, NOTHING) if violated == {0} else Answer(UNSAT, core=())

    report = run(script)
    assert verdicts(report) == {(0,): "violating", (1,): "unknown", (0, 1): "unknown"}
    assert (report.contradictions, trouble(report)) == (2, ExitCode.FAILED)


def test_nothing_found_within_bounds_is_withdrawn_without_a_contradiction(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within the bounds, says the solver, {1} is not violated, and the inputs there are 5 and None."""
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=0))
    monkeypatch.setattr(synthesise, "LIMITS", evolve(LIMITS, enumerated_inputs=0))

    def script(_: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        if kind == "proof":
            return Answer(SAT, number(5))
        if violated == {1} and held == {0}:
            return Answer(UNSAT, core=(0, 1))
        return Answer(SAT, number(5) if not violated else NOTHING)

    contract = "assert isinstance(n, int)\nassert n != 77 and n is not None\n"
    (row,) = (row for row in run(script, contract).rows if row.violates == [1])
    assert (row.verdict, row.bounded) == ("infeasible", True)
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=1_000))
    report = run(script, contract)
    assert verdicts(report)[1,] == "violating"
    assert (report.contradictions, trouble(report)) == (0, ExitCode.DONE)


def test_two_solvers_that_contradict_each_other_are_a_disagreement(run: Run) -> None:
    def script(solver: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        if violated != {1}:
            return Answer(UNKNOWN)
        return Answer(SAT, number(77)) if solver == "z3" else Answer(UNSAT, core=(0, 1))

    report = run(script, solver="both")
    assert (report.disagreements, trouble(report)) == (1, ExitCode.FAILED)
    assert verdicts(report)[1,] == "violating"


def test_a_proof_of_one_solver_is_more_than_what_another_does_not_find_within_bounds(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=0))
    monkeypatch.setattr(synthesise, "LIMITS", evolve(LIMITS, enumerated_inputs=0))

    def script(solver: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        if (violated, held) == (frozenset({1}), frozenset({0})):
            return Answer(SAT, number(5)) if (solver, kind) == ("z3", "proof") else Answer(UNSAT, core=(0, 1))
        return Answer(SAT, number(5) if not violated else NOTHING)

    contract = "assert isinstance(n, int)\nassert n != 77 and n is not None\n"
    (row,) = (row for row in run(script, contract, solver="both").rows if row.violates == [1])
    assert (row.verdict, row.bounded, row.bounds, row.solver) == ("infeasible", False, None, "cvc5")


def test_a_solver_that_does_not_know_contradicts_nobody(run: Run) -> None:
    def script(solver: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        return Answer(SAT, number(77)) if solver == "z3" and violated == {1} else Answer(TIMEOUT)

    report = run(script, solver="both")
    assert (report.disagreements, report.contradictions, trouble(report)) == (0, 0, ExitCode.DONE)


def test_a_portfolio_asks_yices_first_and_others_only_where_it_does_not_know(run: Run) -> None:
    """Yices has an input for {0}, none for the others; z3 proves {0, 1} impossible; nobody knows of {1}."""

    def script(solver: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        if solver == "yices":
            return Answer(SAT, NOTHING) if violated == {0} else Answer(UNKNOWN)
        if solver == "z3" and violated == {0, 1}:
            return Answer(UNSAT, core=(0, 1))
        return Answer(UNKNOWN)

    report = run(script, solver="all")
    assert [(check.violates, [*check.answers]) for check in report.checks] == [
        ((0,), ["yices"]),
        ((1,), ["yices", "z3", "cvc5"]),
        ((0, 1), ["yices", "z3"]),
    ]
    assert (verdicts(report)[0, 1], next(row.solver for row in report.rows if row.violates == [0, 1])) == (
        "infeasible",
        "z3",
    )
    assert report.disagreements == 0


@pytest.mark.parametrize("solver", ["both", "all"])
def test_several_solvers_have_little_time_for_a_query_until_a_search_has_settled_what_it_can(
    run: Run, monkeypatch: pytest.MonkeyPatch, solver: SolverChoice
) -> None:
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, quick_tries=0, last_tries=0))
    given: list[float] = []
    check = Scripted.check

    def timed(scripted: Scripted, assumptions: Sequence[Term] = (), seconds: float = 5.0) -> Answer:
        given.append(seconds)
        return check(scripted, assumptions, seconds)

    monkeypatch.setattr(Scripted, "check", timed)
    run(lambda *_: Answer(TIMEOUT), "assert n != 77\n", solver)
    quick = given.index(5.0)
    assert quick >= 2
    assert set(given[:quick]) == {0.5}


def test_two_solvers_are_asked_about_the_same_encodings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(*arguments: Any, **more: Any) -> Encoding:
        made.append("encoding")
        return encode(*arguments, **more)

    monkeypatch.setattr(synthesise, "encode", counted)
    run(lambda *_: Answer(UNKNOWN))
    alone = len(made)
    run(lambda *_: Answer(UNKNOWN), solver="both")
    assert len(made) == 2 * alone > 0


def test_a_spent_budget_leaves_sets_about_which_nothing_was_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specassay.benchmarks.runs.observed_task.ObservedTask.left", lambda task: 0.0)
    report = run(lambda *_: Answer(UNKNOWN))
    assert set(verdicts(report).values()) == {"unknown"}
    assert report.spent == 3
    assert [each.kind for each in of_python(report)] == ["open-contract", "not-looked-at"]
    assert not_looked_at(report) == "3 sets were not decided: the budget was spent"


CLAUSES = 9
MANY_CLAUSES = "".join(f"assert n != {number}\n" for number in range(CLAUSES))


def test_of_many_sets_clauses_have_all_their_time_first_and_pairs_the_next(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsearched = evolve(UNSEARCHED, first_tries_of_many=0, quick_tries=0, last_tries=0)
    monkeypatch.setattr(cvt, "LIMITS", unsearched)
    sizes: list[int] = []

    def script(_: str, violated: frozenset[int], held: frozenset[int], kind: str) -> Answer:
        if violated:  # Whether any input satisfies all clauses is asked last.
            sizes.append(len(violated))
        return Answer(TIMEOUT)

    report = run(script, MANY_CLAUSES, max_subsets=300)
    assert {1, 2, 3} < set(sizes)
    assert sizes == sorted(sizes[: sizes.index(3)]) + sizes[sizes.index(3) :]
    assert min(sizes[sizes.index(3) :]) == 3
    assert (report.subsets, len(report.rows), report.spent) == (511, 300, 0)
    assert not_looked_at(report) == "211 of 511 sets of clauses, the larger ones: 300 are looked at"
    table = contract_table(report, ())
    assert len(report.rows) > MOST_ROWS
    assert [row[0] for row in table.texts] == [f"{{{clause}}}" for clause in range(9)]
    assert table.notes == ("Sets of several clauses: 291 unknown (--json and --out have them).",)


def test_an_encoding_that_is_too_large_is_unknown_and_no_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("specassay.core.encoding.encode.LIMITS", evolve(ENCODING, steps=1))
    monkeypatch.setattr(cvt, "LIMITS", evolve(UNSEARCHED, last_tries=0))
    report = run(lambda *_: Answer(UNSAT))
    assert {row.reason for row in report.rows} == {"z3: not encoded: more than 1 conditions"}
    assert trouble(report) is ExitCode.DONE
