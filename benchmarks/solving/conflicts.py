"""Who is wrong where one solver says *satisfiable* and another *unsatisfiable*.

Who says *satisfiable* has a model, and a model can be checked: it is read and every assertion is evaluated under it, by
the evaluator that knows no solver. One under which all are true shows that who says *unsatisfiable* is wrong. One under
which some is false shows that its solver is wrong about it, at least; where that goes for all who say *satisfiable*, it
explains the disagreement.

A disagreement is then made smaller for the authors of a solver, by delta debugging (Zeller and Hildebrandt 2002,
without its complements): halves of the assertions are dropped, then quarters and so on, as long as one solver still
says *satisfiable* and the other *unsatisfiable*.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ...backends.smtlib.query import ScriptQuery, read_query, written
from ...backends.smtlib.symbols import parse
from ...backends.smtlib.terms import ReadQuery, read_terms
from ...core.errors import SolverFailure, SpecassayError, Unsupported
from ...core.evaluate.typed import evaluate
from ...core.fuel import Fuel
from .asking import AskingLimits, ComparedSolver, asked_of
from .summary import STATUS, Conflict

STEPS = 1_000_000
"""Steps of the evaluation of each assertion."""
MOST_SHOWN = 100
"""Characters of what a solver printed, in an error."""
MOST_TRIES = 60
"""Scripts that two solvers are asked about."""


@frozen(slots=True)
class ModelCheck:
    """What became of a solver's model: it satisfies the query, does not, or that is not known (None). `reason`: why."""

    solver: str
    holds: bool | None
    reason: str


def explain_conflict(conflict: Conflict, solvers: Sequence[ComparedSolver], limits: AskingLimits) -> Conflict:
    """The conflict, with who is wrong where an evaluation tells."""
    query = read_query(conflict.query.path)
    number = sum(command.name == "assert" for command in query.commands)
    checks = [check(query, solver, limits) for solver in solvers if solver.name in conflict.sat]
    wrong, explanation = _judged(conflict, checks)
    return evolve(conflict, wrong=wrong, explanation=explanation, assertions=number)


def _judged(conflict: Conflict, checks: Sequence[ModelCheck]) -> tuple[tuple[str, ...], str]:
    good = [check_ for check_ in checks if check_.holds]
    refuted = [check_ for check_ in checks if check_.holds is False]
    reasons = "; ".join(f"{check_.solver}: {check_.reason}" for check_ in checks)
    # One model that was checked shows that the query is satisfiable, whatever else was said. Without any, the answer
    # *satisfiable* is only refuted where each solver that gives it has a model that is none; the status of a query has
    # no model that could be checked.
    if good:
        return (*conflict.unsat, *(check_.solver for check_ in refuted)), reasons
    if refuted and len(refuted) == len(checks) and STATUS not in conflict.sat:
        return tuple(check_.solver for check_ in refuted), reasons
    return (), reasons or "only :status says sat, which has no model"


def check(query: ScriptQuery, solver: ComparedSolver, limits: AskingLimits) -> ModelCheck:
    """Ask a solver again for its model, and evaluate the query under that."""
    try:
        terms = read_terms(query)
    except Unsupported as error:
        return ModelCheck(solver.name, None, f"the query cannot be evaluated: {error}")
    try:
        return _checked(terms, solver.name, terms.model(_values(query, solver, limits)))
    except SpecassayError as error:
        return ModelCheck(solver.name, None, f"its model cannot be read: {error}")


def _checked(terms: ReadQuery, name: str, model: Mapping[str, object]) -> ModelCheck:
    lacking = [symbol for symbol in terms.constants if symbol not in model]
    if lacking:
        return ModelCheck(name, None, f"its model has no value of {lacking[0]}")
    assignment = ", ".join(f"{symbol} = {value}" for symbol, value in model.items())
    for number, assertion in enumerate(terms.assertions, 1):
        value = evaluate(assertion, model, fuel=Fuel(STEPS))
        if value.state != "defined":
            return ModelCheck(name, None, f"assertion {number} cannot be evaluated: {value.reason}")
        if value.value is not True:
            return ModelCheck(name, False, f"its model falsifies assertion {number}: {assignment}")
    return ModelCheck(name, True, f"its model satisfies every assertion: {assignment or 'there are no constants'}")


def _values(query: ScriptQuery, solver: ComparedSolver, limits: AskingLimits) -> Mapping[str, str]:
    """The values of the constants, as texts. Raises SolverFailure where it does not give them."""
    symbols = [symbol for symbol, _ in query.constants]
    with tempfile.TemporaryDirectory(prefix="specassay-query-") as folder:
        path = Path(folder) / "query.smt2"
        path.write_text(script_of(query, symbols if solver.command else ()), "utf-8")
        answer = asked_of(solver, path, limits, values=True)
    if answer.outcome != "sat":
        raise SolverFailure(f"asked again, it says {answer.outcome}: {answer.message}")
    if not solver.command:
        return answer.values
    return _pairs(answer.values.get("", "()"))


def _pairs(text: str) -> Mapping[str, str]:
    pairs = parse(text)
    if not isinstance(pairs, list) or any(not isinstance(pair, list) or len(pair) != 2 for pair in pairs):
        raise SolverFailure(f"not a list of values: {text[:MOST_SHOWN]}")
    return {written(pair[0]): written(pair[1]) for pair in pairs}


def script_of(query: ScriptQuery, symbols: Sequence[str] = ()) -> str:
    """A query as a script, which asks for the values of some symbols."""
    values = (f"(get-value ({' '.join(symbols)}))",) if symbols else ()
    head = ("(set-option :produce-models true)",) if symbols else ()
    logic = f"(set-logic {query.logic or 'ALL'})"
    return "\n".join(
        (*head, logic, *(command.text for command in query.commands), "(check-sat)", *values, "(exit)", "")
    )


def minimised(
    query: ScriptQuery, conflict: Conflict, solvers: Sequence[ComparedSolver], limits: AskingLimits
) -> str | None:
    """A script about which the first two solvers that contradict each other still do, from which no assertion can be
    dropped, or none within `MOST_TRIES`. None where no two solvers do: only the query's own status contradicts."""
    yes, no = ([solver for solver in solvers if solver.name in side] for side in (conflict.sat, conflict.unsat))
    pair = next(((yes_solver, no_solver) for yes_solver in yes for no_solver in no if yes_solver != no_solver), None)
    if pair is None:
        return None

    def differs(kept: ScriptQuery) -> bool:
        with tempfile.TemporaryDirectory(prefix="specassay-query-") as folder:
            path = Path(folder) / "query.smt2"
            path.write_text(script_of(kept), "utf-8")
            answers = [asked_of(solver, path, limits).outcome for solver in pair]
        return answers == ["sat", "unsat"]

    return script_of(fewer_assertions(query, differs)) if differs(query) else None


def fewer_assertions(query: ScriptQuery, differs: Callable[[ScriptQuery], bool]) -> ScriptQuery:
    """The query with those assertions without which `differs` does not hold of it, as far as `MOST_TRIES` go."""
    kept = [index for index, command in enumerate(query.commands) if command.name == "assert"]
    size, tries = max(1, len(kept) // 2), 0
    while tries < MOST_TRIES:
        start, kept_before = 0, len(kept)
        while start < len(kept) and tries < MOST_TRIES:
            # After a part was dropped, the next one has moved to its place.
            rest = kept[:start] + kept[start + size :]
            tries += 1
            if differs(_only(query, rest)):
                kept = rest
            else:
                start += size
        if size == 1 and len(kept) == kept_before:
            break
        size = max(1, size // 2)
    return _only(query, kept)


def _only(query: ScriptQuery, kept: Sequence[int]) -> ScriptQuery:
    """The query without the assertions that are not at these places."""
    removed = {index for index, command in enumerate(query.commands) if command.name == "assert"} - set(kept)
    return evolve(
        query, commands=tuple(command for index, command in enumerate(query.commands) if index not in removed)
    )
