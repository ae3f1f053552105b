"""One query, one registered solver, one process: `python -m … SOLVER FILE SECONDS` prints a line of JSON.

The options are those of the solver's module, with which every command asks it. `cpu_seconds` counts from the first
command of the script that the solver reads to its answer, without the start of the interpreter.
"""

import json
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ...core.deciding.solver import Outcome
from ...core.errors import SolverFailure
from ..smtlib.query import ScriptQuery, read_query
from .built_in import loaded
from .driver import PRODUCTS, Overdue, Profile, Reply, Solver, profile_of


def profile_of_query(query: ScriptQuery) -> Profile:
    """What a query needs of a solver."""
    text_profile = profile_of([query.text])
    return text_profile.joined(Profile(frozenset({PRODUCTS}))) if query.multiplies_reals else text_profile


def main() -> None:
    name, file, seconds, *rest = sys.argv[1:]
    solver, query = loaded(name), read_query(Path(file))
    symbols = [symbol for symbol, _ in query.constants] if rest == ["--values"] else []
    started = _spent()
    reply = _asked(solver, query, float(seconds), symbols)
    answer = {"outcome": reply.outcome.value, "message": reply.message, "values": dict(reply.values)}
    print(json.dumps({**answer, "cpu_seconds": _spent() - started}))


def _asked(solver: Solver, query: ScriptQuery, seconds: float, symbols: Sequence[str]) -> Reply:
    driver = None
    try:
        driver = solver.start(profile_of_query(query))
        driver.feed(query.text)
        return driver.check([], symbols, seconds)
    except Overdue as overdue:
        return Reply(Outcome.TIMEOUT, message=str(overdue))
    except (SolverFailure, MemoryError) as failure:
        return Reply(Outcome.ERROR, message=str(failure) or "out of memory")
    finally:
        if driver is not None:
            driver.close()


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
