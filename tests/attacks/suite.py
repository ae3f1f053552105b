"""All attacks, all benign programs, and the controls that show that the witnesses see."""

import importlib.util
import os
import signal
import socket
from collections.abc import Callable, Iterator

from attrs import frozen

from . import benign, confidentiality, escape, evaluator, forging, integrity, resources
from .arena import Arena
from .records import Attack, Benign, Finding, Group, Witness
from .runners import LIMITS, Judged, Runner, SandboxRunner

GROUPS: dict[Group, tuple[Attack, ...]] = {
    "confidentiality": confidentiality.ATTACKS,
    "integrity": integrity.ATTACKS,
    "escape": escape.ATTACKS,
    "resources": resources.ATTACKS,
    "forging": forging.ATTACKS,
    "evaluator": evaluator.ATTACKS,
}
# Uses what attacks poison: builtins, modules, depth, names in memory.
NEXT_PROGRAM = """
import math, random, re, sys
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
def f(): return [len('abc'), sorted([2, 1]), math.sqrt(4.0), re.sub('a', 'b', 'a'), deep(500), 'done']
"""
NEXT_VALUE = [3, [1, 2], 2.0, "b", 500, "done"]


def attack_all(runner: Runner, one_in: int = 1) -> Iterator[Finding]:
    """Run the attacks, or one in so many of each group, one after the other, and say what the witnesses saw."""
    with Arena() as arena:
        os.environ["SPECASSAY_ATTACKED"] = arena.secret
        try:
            for group, attacks in GROUPS.items():
                for attack in attacks[::one_in]:
                    yield _attack(runner, arena, group, attack)
        finally:
            del os.environ["SPECASSAY_ATTACKED"]


def _attack(runner: Runner, arena: Arena, group: Group, attack: Attack) -> Finding:
    judged = judged_next = Judged(False, "", "")
    with arena.watch(LIMITS.wall_seconds):
        try:
            judged = runner.run(arena.prelude() + attack.code, arena.secret, LIMITS)
        finally:
            judged_next = runner.run(NEXT_PROGRAM, NEXT_VALUE)
    arena.returned(judged.text)
    harm: dict[Witness, str] = dict(arena.harm)
    if judged.passed:
        harm["forged"] = "a wrong program passes"
    if not judged_next.passed:
        harm["poison"] = f"the next program ends in {judged_next.outcome}: {judged_next.text[:60]}"
    if attack.witness == "success" and judged.outcome == "value":
        harm["success"] = "the call succeeds"
    return Finding(group, attack, judged.outcome, harm)


def run_benign(runner: SandboxRunner) -> Iterator[tuple[Benign, Judged]]:
    """Run the benign programs whose packages are here, in a sandbox."""
    for program in benign.PROGRAMS:
        if not program.needs or (runner.has_packages and importlib.util.find_spec(program.needs)):
            yield program, runner.run(program.code, program.expected)


@frozen(slots=True)
class Control:
    """Harm that we do ourselves, and that a witness has to see."""

    witness: Witness
    harm: Callable[[Arena], object]


def seen(control: Control | None) -> dict[Witness, str]:
    """What the witnesses see of a control; of nothing at all with None."""
    with Arena() as arena:
        with arena.watch(LIMITS.wall_seconds):
            if control is not None:
                control.harm(arena)
        return arena.harm


def _connect(arena: Arena) -> None:
    with socket.socket() as connection:
        connection.connect(arena.address)


def _fail(arena: Arena) -> None:
    raise RuntimeError("as an evaluator that has a defect")


CONTROLS = (
    Control("leak", lambda arena: arena.returned(f"...{arena.secret}...")),
    Control("files", lambda arena: (arena.folder / "existing.txt").chmod(0o777)),
    Control("files", lambda arena: (arena.folder / "new").touch()),
    Control("contact", _connect),
    Control("victim", lambda arena: os.kill(arena.victim, signal.SIGSTOP)),
    Control("victim", lambda arena: os.setpriority(os.PRIO_PROCESS, arena.victim, 19)),
    Control("evaluator", _fail),
)
"""The witnesses `forged`, `poison` and `success` compare what the runner says; `orphans` and `kernel objects` are shown
by attacks on the plain evaluator."""
