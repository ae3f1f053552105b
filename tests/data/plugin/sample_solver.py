"""A solver that another package adds: it decides nothing, and says so."""

from collections.abc import Sequence

from specassay.backends.solvers.driver import Profile, Reply
from specassay.core.deciding.solver import Outcome


class SampleDriver:
    def feed(self, text: str) -> None:
        """Nothing is read."""

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        return Reply(Outcome.UNKNOWN, message="it never knows")

    def close(self) -> None:
        """Nothing is held."""


class SampleSolver:
    name = "sample"
    theories = frozenset[str]()

    def version(self) -> str:
        return "1.0"

    def start(self, profile: Profile) -> SampleDriver:
        return SampleDriver()


SOLVER = SampleSolver()
