"""Answers that solvers gave in this process, for who asks the same again.

Files of one problem state the same, and so do searches on one input: of 1,791 queries about 80 files of VeriContest 735
had been asked before. An answer is given again for the same script and symbols where it took no more than the time that
is given now, or more than that: so a row does not depend on what was asked before.
"""

from hashlib import sha256

from attrs import define, evolve, field, frozen

from ...core.deciding.solver import Outcome
from .driver import Overdue, Profile, Reply

MOST_KEPT = 5_000
"""Answers, of some hundred bytes each. Chosen, not measured: a file asks about fifty queries."""


def _digest(script: str) -> bytes:
    return sha256(script.encode()).digest()


@frozen(slots=True)
class AskedQuery:
    """What a solver was asked, from its start on: the bytes of memory that it had, what it was started for, the digest
    of the script, and the symbols whose values are wanted."""

    solver: str
    memory: int | None
    profile: Profile
    script: bytes = field(converter=_digest)
    symbols: tuple[str, ...]


@define(slots=True, eq=False)
class KeptAnswers:
    """The answers, each with the seconds that it had."""

    _kept: dict[AskedQuery, tuple[float, Reply | Overdue]] = field(factory=dict)

    def reply(self, query: AskedQuery, seconds: float) -> Reply | Overdue | None:
        """What the solver says in so many seconds, which it has said before; None where that is not known."""
        given, answer = self._kept.get(query, (0.0, None))
        # One that had not enough time has not enough with less, and would have worked for all of it.
        if isinstance(answer, Overdue):
            return Overdue(str(answer), answer.work) if seconds == given else None
        if answer is None:
            return None
        if answer.outcome is Outcome.TIMEOUT:
            return evolve(answer, work=seconds, cpu_seconds=0.0) if seconds <= given else None
        work = answer.cpu_seconds if answer.work is None else answer.work
        return evolve(answer, work=work, cpu_seconds=0.0) if work is not None and work <= seconds else None

    def keep(self, query: AskedQuery, seconds: float, answer: Reply | Overdue) -> None:
        """Keep what it said: not what the clock ended, which may have waited for others."""
        if isinstance(answer, Overdue) and not answer.work:
            return
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[query] = seconds, answer
