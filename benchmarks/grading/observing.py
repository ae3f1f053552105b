"""Are the checks of a program at work? What stands in its text may never run.

A definition may be bound again behind it, a decorator may drop the function, `isinstance` may be something else: no
analysis of text knows all of that, so a check that is equivalent to a clause counts when it was seen. The program runs
with this check alone and without any check (`isolation.py`), on an input that violates the clause (`witnesses.py`) and
on valid ones. The check is seen when the input is refused with it, and not in this way without it, and the valid inputs
are not. Where the whole program lets the input pass, the check does not run; anything else is unknown.
"""

from collections.abc import Sequence

from attrs import evolve, frozen

from ...backends.python.sandbox.protocol import CallOutcome, SandboxLimits
from .alignment import GuardAlignment
from .running import Runner, run_each

VALID = 3
"""Valid inputs on which a check is watched."""


@frozen(slots=True)
class CheckWatch:
    """What checks are watched with: by clause an input that violates it, valid inputs, where and how they run."""

    witnesses: Sequence[str | None]
    valid: Sequence[str]
    runner: Runner
    limits: SandboxLimits
    most_ended: int

    def outcomes(self, code: str, entry_point: str, calls: Sequence[str]) -> list[CallOutcome]:
        found, _ = run_each(self.runner, code, entry_point, calls, self.limits, self.most_ended)
        return found


def observed(found: GuardAlignment, code: str, entry_point: str, watch: CheckWatch) -> GuardAlignment:
    """The alignment with what was seen of its equivalent checks. Whatever a program does on all that, it does it to the
    same calls in the same order each time."""
    pairs = found.equivalent
    seen: dict[tuple[int, int], bool | None] = dict.fromkeys(pairs)
    asked = sorted({clause for clause, _ in pairs if watch.witnesses[clause] is not None})
    if found.programs is None or not asked or not watch.valid:
        return evolve(found, seen=seen, programs=None)
    calls = [*watch.valid, *(watch.witnesses[clause] or "" for clause in asked)]
    whole = watch.outcomes(code, entry_point, calls)
    bare, again = (watch.outcomes(found.programs.bare, entry_point, calls) for _ in range(2))
    alone = {guard: watch.outcomes(text, entry_point, calls) for guard, text in found.programs.alone.items()}
    for clause, guard in pairs:
        if clause in asked:
            place = len(watch.valid) + asked.index(clause)
            seen[clause, guard] = _seen(whole, alone[guard], bare, again, place, len(watch.valid))
    return evolve(found, seen=seen, programs=None)


def _seen(
    whole: Sequence[CallOutcome],
    alone: Sequence[CallOutcome],
    bare: Sequence[CallOutcome],
    again: Sequence[CallOutcome],
    place: int,
    valid: int,
) -> bool | None:
    """Whether a check was seen to refuse the call at `place`, and to let the first ones, which are `valid`, pass."""
    if _returns(whole[place]) or _returns(alone[place]):
        return False
    if whole[place].kind != "raised" or alone[place].kind != "raised":
        return None
    if _said(bare[place]) != _said(again[place]):
        return None  # a refusal that is another one each time may be taken for that of the check
    if _said(alone[place]) == _said(bare[place]):
        return None
    pairs = zip(alone[:valid], bare[:valid], strict=True)
    passing = (_returns(one) or _said(one) == _said(other) for one, other in pairs)
    return True if all(passing) else None


def _returns(outcome: CallOutcome) -> bool:
    return outcome.kind in ("value", "unserialisable", "output")


def _said(outcome: CallOutcome) -> tuple[str, str, str]:
    return outcome.kind, outcome.exception, outcome.message
