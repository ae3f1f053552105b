"""The session of core over any driver: terms in, answers out, nothing lost when the solver breaks.

What it asks is kept as files on request, each a complete SMT-LIB 2.6 script with one `check-sat`, for any solver to
replay. They begin as the benchmarks of SMT-LIB do: version, logic, source, category, status. Whoever publishes them
adds the `:license` of what they were made of.
"""

import re
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ...core.deciding.solver import Answer, Outcome
from ...core.errors import InputError, SolverFailure
from ...core.ir.contracts import Datatype, Function
from ...core.ir.terms import Term
from ...core.ir.variables import Name
from ...core.limits import SECONDS_PER_CHECK
from ..smtlib.reader import NotAValue
from ..smtlib.script import Script, ScriptCommand
from .driver import TIMEOUT, Driver, Overdue, Profile, Reply, Solver, patience, profile_of

_STATUS = {Outcome.SAT: "sat", Outcome.UNSAT: "unsat"}
MOST_LIVE = 4
"""Sessions with one solver that hold a running one, of each thread: it takes 50 MiB and more, and a contract may have
eight encodings. The session that was not asked for longest gives up its own, and another reads the script when it is
asked again."""
MOST_WORK = 0.5
"""Seconds of work after which a solver is given up as soon as another session is asked: what a search learned stays in
its memory (cvc5: 300 MiB after a few seconds), and the session that it gave up on is rarely the next to be asked."""


class Dump:
    """Writes `FOLDER/LABEL-SOLVER-001.smt2` and so on; a number that is taken is skipped."""

    def __init__(self, folder: str, label: str, solver: str) -> None:
        self._folder = Path(folder)
        self._label = label
        self._solver = solver
        self._stem = re.sub(r"[^\w.-]+", "_", label or "query") + f"-{solver}"
        self._number = 0

    def write(self, commands: Sequence[str], literals: Sequence[str], outcome: Outcome) -> None:
        """Write one query. Raises InputError when the folder cannot be written."""
        source = f"specassay: {self._label}, answered by {self._solver}: {outcome.value}"
        lines = [
            "(set-info :smt-lib-version 2.6)",
            "(set-logic ALL)",
            f"(set-info :source {_quoted(source)})",
            '(set-info :category "industrial")',
            f"(set-info :status {_STATUS.get(outcome, 'unknown')})",
            *commands,
            *(f"(assert {literal})" for literal in literals),
            "(check-sat)",
            "(exit)",
            "",
        ]
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._create("\n".join(lines))
        except OSError as error:
            raise InputError(f"cannot write the query: {error.strerror}", file=str(self._folder)) from error

    def _create(self, text: str) -> None:
        while True:
            self._number += 1
            try:
                with (self._folder / f"{self._stem}-{self._number:03d}.smt2").open("x", encoding="ascii") as file:
                    file.write(text)
                return
            except FileExistsError:
                continue


def _quoted(text: str) -> str:
    """A quoted symbol: printable ASCII without bars and backslashes."""
    return "|" + re.sub(r"[^ -\[\]-{}~]", "_", text) + "|"


class _Live(threading.local):
    """The sessions that hold a running solver, by its name, the one that was asked last at the end."""

    def __init__(self) -> None:
        self.sessions: dict[str, list[TextSession]] = {}

    def use(self, session: "TextSession", name: str) -> None:
        """Note that a session is asked now; those before the last few give up their solvers."""
        live = self.sessions.setdefault(name, [])
        if session in live:
            live.remove(session)
        # The work is counted, not timed, so that the same sessions give up theirs on every machine: a fresh solver may
        # answer otherwise than one that has learned. Its memory would depend on what the worker did before.
        for other_session in [
            *live[: -MOST_LIVE + 1],
            *(live_session for live_session in live if live_session.worked > MOST_WORK),
        ]:
            other_session.rest()
        live.append(session)

    def forget(self, session: "TextSession", name: str) -> None:
        """It holds none any more."""
        live = self.sessions.get(name, [])
        if session in live:
            live.remove(session)


_live = _Live()


class TextSession:
    """Keeps the whole script, so that a solver that broke or was killed is replaced by one that reads it
    again.

    Every assumption that was ever made stays in the solver, behind its literal. That can make it give up on a
    later check which does not make it; an *unknown* is therefore asked again of a fresh solver without those.

    Example: `check([p])`, then `check([q])`. The solver has read ``(=> l0 p)`` and ``(=> l1 q)``, and the second check
    assumes ``l1`` alone. If p has a quantifier that the solver cannot finish, it says *unknown* of the second, too; a
    fresh one that reads all but the definition of ``l0`` may not.

    Invariant: a driver has read a prefix of the commands, the first `_fed` of them, and was started for a profile that
    covers them. Whoever kills or replaces it resets both (`_drop`, `_ready`), and nothing else remembers what it read.
    """

    def __init__(self, solver: Solver, script: Script, dump: Dump | None) -> None:
        self._solver = solver
        self._script = script
        self._dump = dump
        self._driver: Driver | None = None
        self._profile = Profile()
        self._started_for = Profile()
        self._commands: list[ScriptCommand] = []
        self._fed = 0
        self.worked = 0.0
        """Seconds of work that the running solver has done."""

    def add(self, *terms: Term) -> None:
        """Assert that these terms are defined and true. Raises Unsupported, then none of them is asserted."""
        self._script.assertion(*terms)
        self._collect()

    def check(self, assumptions: Sequence[Term] = (), seconds: float = SECONDS_PER_CHECK) -> Answer:
        """Are the asserted terms and the assumptions satisfiable together?

        Raises Unsupported for an assumption that cannot be printed.
        """
        start = time.monotonic()
        literals = [self._script.literal(term) for term in assumptions]
        self._collect()
        try:
            reply = self._ask(literals, seconds)
        # A solver that was stopped has an unknown state: it is dropped, and the next query starts another.
        except Overdue as overdue:
            self._drop()
            reply = Reply(Outcome.TIMEOUT, message=str(overdue), work=max(seconds, overdue.work))
        except SolverFailure as failure:
            self._drop()
            reply = Reply(Outcome.ERROR, message=str(failure), work=seconds)
        # What a solver says of its limit is only that there was one.
        if reply.outcome is Outcome.TIMEOUT and reply.message == TIMEOUT:
            reply = evolve(reply, message=f"{TIMEOUT}: no answer within {round(seconds, 2):g} s")
        seconds = time.monotonic() - start
        # Some solvers report no time of their own; then the clock is the only measure.
        cpu_seconds = seconds if reply.cpu_seconds is None else reply.cpu_seconds
        work = cpu_seconds if reply.work is None else reply.work
        answer = evolve(self._answer(reply, literals, seconds), cpu_seconds=cpu_seconds, work=work)
        if self._dump is not None:
            self._dump.write([command.text for command in self._active(literals)], literals, answer.outcome)
        return answer

    def close(self) -> None:
        self._drop()

    def rest(self) -> None:
        """Give up the solver until it is asked again: a fresh one reads the script then."""
        self._drop()

    def _collect(self) -> None:
        new = self._script.take()
        if new:
            self._commands.extend(new)
            self._profile = self._profile.joined(profile_of([command.text for command in new]))

    def _ask(self, literals: Sequence[str], seconds: float) -> Reply:
        lacking = self._profile.theories - self._solver.theories
        if lacking:
            return Reply(Outcome.UNKNOWN, message=f"not asked: it lacks {', '.join(sorted(lacking))}", asked=False)
        deadline = time.monotonic() + patience(seconds)
        symbols = [symbol for symbol, _ in self._script.variables.values()]
        # First the driver that has read everything: it has learned from earlier checks.
        reply = self._ready().check(literals, symbols, seconds)
        self.worked += (reply.work if reply.work is not None else reply.cpu_seconds) or 0.0
        active, late = self._active(literals), time.monotonic() >= deadline
        if reply.outcome is not Outcome.UNKNOWN or len(active) == len(self._commands) or late:
            return reply
        # Then a fresh one that reads only what this check is about: a quantifier behind a literal that is not assumed
        # makes some solvers give up all the same. It is thrown away, since it lacks what later checks need. The first
        # one goes before it, where it is large by now.
        if self.worked > MOST_WORK:
            self.rest()
        driver = self._solver.start(profile_of([command.text for command in active]))
        try:
            driver.feed(_text(active))
            return _both(reply, driver.check(literals, symbols, seconds))
        finally:
            driver.close()

    def _active(self, literals: Sequence[str]) -> list[ScriptCommand]:
        """The commands without the definitions of literals that are not assumed."""
        assumed = {None, *literals}
        return [command for command in self._commands if command.guard in assumed]

    def _ready(self) -> Driver:
        """A driver that has read everything."""
        # A driver has settings for the theories that it was started for (products, recursion): more of them, another
        # driver.
        if self._driver is not None and not self._started_for.covers(self._profile):
            self._drop()
        driver = self._driver
        _live.use(self, self._solver.name)
        if driver is None:
            driver = self._driver = self._solver.start(self._profile)
            self._started_for = self._profile
            self._fed = 0
        if self._fed < len(self._commands):
            driver.feed(_text(self._commands[self._fed :]))
            self._fed = len(self._commands)
        return driver

    def _drop(self) -> None:
        self.worked = 0.0
        _live.forget(self, self._solver.name)
        if self._driver is not None:
            self._driver.close()
            self._driver = None

    def _answer(self, reply: Reply, literals: Sequence[str], seconds: float) -> Answer:
        if reply.outcome is Outcome.UNSAT:
            # Two assumptions may have one literal: the first of them stands in the core.
            core = sorted(literals.index(text) for text in set(reply.core))
            return Answer(Outcome.UNSAT, core=tuple(core), seconds=seconds)
        if reply.outcome is not Outcome.SAT:
            return Answer(reply.outcome, seconds=seconds, message=reply.message, asked=reply.asked)
        try:
            model = self._script.model(reply.values)
        except NotAValue as infinite:
            return Answer(Outcome.UNKNOWN, seconds=seconds, message=f"the solver's model has {infinite}")
        except SolverFailure as failure:
            return Answer(Outcome.ERROR, seconds=seconds, message=str(failure))
        return Answer(Outcome.SAT, model=model, seconds=seconds)


def _both(first: Reply, second: Reply) -> Reply:
    """The second reply, with what both took."""
    cpu_seconds = None if second.cpu_seconds is None else (first.cpu_seconds or 0.0) + second.cpu_seconds
    work = None if second.work is None else (first.work or 0.0) + second.work
    return evolve(second, cpu_seconds=cpu_seconds, work=work)


def _text(commands: Sequence[ScriptCommand]) -> str:
    return "\n".join(command.text for command in commands)


@frozen(slots=True)
class TextBackend:
    """A backend of core: sessions on a solver that reads SMT-LIB."""

    solver: Solver

    @property
    def name(self) -> str:
        return self.solver.name

    def version(self) -> str:
        return self.solver.version()

    def session(
        self,
        functions: Mapping[Name, Function] = {},
        datatypes: Mapping[str, Datatype] = {},
        *,
        dump: str | None = None,
        label: str = "",
    ) -> TextSession:
        folder = Dump(dump, label, self.name) if dump is not None else None
        return TextSession(self.solver, Script(functions, datatypes), folder)
