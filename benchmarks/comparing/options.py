"""How contracts and specifications are compared."""

import time

from attrs import evolve, frozen

from ...core.deciding.clauses import Engines
from ...core.deciding.work import Work
from ...dafny_harness.run import engines_of

SECONDS_PER_PAIR = 20.0
PATIENCE = 15
"""Work is counted, not measured. On the clock it may take so many times as long, since the machine may be busy."""


@frozen(slots=True, kw_only=True)
class ComparingOptions:
    """`seconds`: of work, for a pair. `dump`: a folder for the queries to solvers."""

    seconds: float = SECONDS_PER_PAIR
    dump: str | None = None

    def engines(self) -> Engines:
        """Evaluator and solvers, whose time starts now."""
        found = engines_of("auto", self.dump, self.seconds)
        return evolve(found, work=Work(time.monotonic() + PATIENCE * self.seconds))
