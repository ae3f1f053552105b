"""A disagreement with fewer assertions: what is sent to the authors of a solver.

Delta debugging (Zeller and Hildebrandt 2002, without its complements): halves of the assertions are dropped, then
quarters and so on, as long as one solver still says *satisfiable* and the other *unsatisfiable*.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import evolve

from ...backends.smtlib.query import ScriptQuery
from .asking import AskingLimits, asked_of
from .conflicts import script_of
from .solvers import ComparedSolver
from .summary import Conflict

MOST_TRIES = 60
"""Scripts that two solvers are asked about."""


def minimised(
    query: ScriptQuery, conflict: Conflict, solvers: Sequence[ComparedSolver], limits: AskingLimits
) -> str | None:
    """A script about which the first two solvers that contradict each other still do, from which no assertion can be
    dropped, or none within `MOST_TRIES`. None where no two solvers do: only the query's own status contradicts."""
    yes, no = ([each for each in solvers if each.name in side] for side in (conflict.sat, conflict.unsat))
    pair = next(((one, other) for one in yes for other in no if one != other), None)
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
    kept = [place for place, command in enumerate(query.commands) if command.name == "assert"]
    size, tries = max(1, len(kept) // 2), 0
    while tries < MOST_TRIES:
        start, before = 0, len(kept)
        while start < len(kept) and tries < MOST_TRIES:
            rest = kept[:start] + kept[start + size :]
            tries += 1
            if differs(_only(query, rest)):
                kept = rest
            else:
                start += size
        if size == 1 and len(kept) == before:
            break
        size = max(1, size // 2)
    return _only(query, kept)


def _only(query: ScriptQuery, kept: Sequence[int]) -> ScriptQuery:
    """The query without the assertions that are not at these places."""
    left = {place for place, command in enumerate(query.commands) if command.name == "assert"} - set(kept)
    return evolve(query, commands=tuple(each for place, each in enumerate(query.commands) if place not in left))
