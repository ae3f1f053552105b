"""Are the checks of a program at work? What stands in its text may never run.

A definition may be bound again behind it, a decorator may drop the function, `isinstance` may be something else: no
analysis of text knows all of that (`doubts.py` knows what is usual), so a check that is equivalent to a clause counts
when it was seen. The program as it is runs on drawn inputs (`probes.py`), violating and valid ones in a secret order, a
few of them in one process and all others in another. A check is seen when an input that violates its clause is refused
at its own line. It is not at work where such an input gets by, or crashes where no check is; a valid one must not be
refused at that line.

A check may also stand behind another one that says the same, and never be the one that refuses. It is seen in the
program with this check alone and without any (`alignment.py`): when the input is refused with it, and not in this way
without it, and the valid inputs are not.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice

from attrs import evolve, field, frozen

from ...backends.python.sandbox.protocol import CallOutcome, SandboxLimits
from ...core.iteration import grouped
from .adherence import RETURNED, DrawnResponses, Response
from .alignment import GuardAlignment
from .cvts import ViolatingTest
from .grading_limits import LIMITS
from .guards import Guard
from .probes import DrawnInput
from .running import Runner, run_each


@frozen(slots=True)
class DrawnOutcomes:
    """What a program did on drawn inputs."""

    probes: tuple[DrawnInput, ...]
    outcomes: tuple[CallOutcome, ...]

    def responses(self, alignment: GuardAlignment) -> DrawnResponses:
        """The same as responses to contract-violating tests, beside how valid inputs fare."""
        responses = [
            Response(
                ViolatingTest(probe.violates, probe.call, None),
                outcome.kind,
                outcome.exception,
                outcome.mro,
                "handler" if outcome.handling else "",
                outcome.lines,
            )
            for probe, outcome in zip(self.probes, self.outcomes, strict=True)
        ]
        raised = tuple(raised_by(responses, alignment))
        # Valid inputs are among them, so that refusing everything does not pay.
        valid = tuple(response for response in raised if not response.test.violates)
        return DrawnResponses(tuple(response for response in raised if response.test.violates), valid)


@frozen(slots=True)
class CheckWatch:
    """What checks are watched with: drawn inputs, valid ones of the task, where and how they run."""

    probes: Sequence[DrawnInput]
    valid: Sequence[str]
    runner: Runner
    limits: SandboxLimits
    most_ended: int
    entry_point: str = field(default="")

    def drawn(self, code: str) -> DrawnOutcomes:
        """What a program does on the drawn inputs."""
        probes = tuple(self.probes)
        calls = [probe.call for probe in probes]
        violating = [probe.call for probe in probes if probe.violates]
        few, others = calls[: LIMITS.first_calls], calls[LIMITS.first_calls :]
        # Refusing takes no time, so that these are repeated; what a valid input takes is not known.
        many = [*others, *islice(cycle(violating), max(0, LIMITS.further_calls - len(others)))]
        # Whoever checks only for this user, or until a date, does not there.
        elsewhere = evolve(self, limits=evolve(self.limits, elsewhere=True))
        outcomes = [*self.outcomes(code, few), *elsewhere.outcomes(code, many)]
        by_call = grouped(zip([*few, *many], outcomes, strict=True))
        found = [next(filter(_returns, by_call[call]), by_call[call][0]) for call in calls]
        # Valid inputs may take long, and end the processes before the violating ones had their turn.
        late = [place for place, probe in enumerate(probes) if probe.violates and found[place].kind == "timeout"]
        again = evolve(elsewhere, most_ended=1).outcomes(code, [calls[place] for place in late])
        for place, outcome in zip(late, again, strict=True):
            found[place] = outcome
        return DrawnOutcomes(probes, tuple(found))

    def outcomes(self, code: str, calls: Sequence[str]) -> list[CallOutcome]:
        if not calls:
            return []
        found, _ = run_each(self.runner, code, self.entry_point, calls, self.limits, self.most_ended)
        return found


def raised_by(responses: Iterable[Response], alignment: GuardAlignment) -> Iterator[Response]:
    """Responses with what raised: an aligned check, or what makes a refusal of a crash. A check whose text has a
    handler, or what holds exceptions back, refuses where what it tries fails: unless it is proved to say what a clause
    says, that is no check but the job itself."""
    aligned = {guard for _, guard in alignment.in_context.matched}
    checks = [guard for place, guard in enumerate(alignment.guards) if place in aligned]
    handlers = [guard for place, guard in enumerate(alignment.guards) if place not in aligned and guard.tries]
    for response in responses:
        if any(guard.raises_at(response.lines) for guard in checks):
            yield evolve(response, by="aligned check")
        elif any(guard.raises_at(response.lines) for guard in handlers):
            yield evolve(response, by="handler")
        else:
            yield response


def observed(found: GuardAlignment, drawn: DrawnOutcomes, watch: CheckWatch) -> GuardAlignment:
    """The alignment with what was seen of its equivalent checks."""
    pairs = found.equivalent
    seen: dict[tuple[int, int], bool | None] = dict.fromkeys(pairs)
    if not found.doubt:
        for clause, guard in pairs:
            seen[clause, guard] = _at_work(clause, found.guards[guard], found.guards, drawn)
        behind = [pair for pair in pairs if seen[pair] is None]
        seen |= _alone(found, behind, drawn, watch)
    return evolve(found, seen=seen, programs=None)


def _at_work(clause: int, guard: Guard, guards: Sequence[Guard], drawn: DrawnOutcomes) -> bool | None:
    refused = False
    for probe, outcome in zip(drawn.probes, drawn.outcomes, strict=True):
        at_line = outcome.kind == "raised" and guard.raises_at(outcome.lines)
        # What crashes where no check is has come by this one, or would have come to it too late.
        crashed = outcome.kind == "raised" and not any(each.raises_at(outcome.lines) for each in guards)
        if clause in probe.violates and (_returns(outcome) or crashed):
            return False
        if not probe.violates and at_line:
            return None  # it refuses more than its text says
        refused |= clause in probe.violates and at_line
    return True if refused else None


def _alone(
    found: GuardAlignment, pairs: Sequence[tuple[int, int]], drawn: DrawnOutcomes, watch: CheckWatch
) -> dict[tuple[int, int], bool | None]:
    """What is seen of checks that are behind others, each in the program with it alone."""
    seen: dict[tuple[int, int], bool | None] = {}
    for clause, guard in pairs:
        # Of the inputs that violate the clause, the one that violates least besides: its refusal says most of this
        # clause.
        probe = min(
            (probe for probe in drawn.probes if clause in probe.violates),
            key=lambda probe: (len(probe.violates), len(probe.call)),
            default=None,
        )
        alone = None if found.programs is None else found.programs.alone.get(guard)
        if probe is None or alone is None or found.programs is None or not watch.valid:
            continue
        if watch.limits.budget is not None and watch.limits.budget.is_over:
            break
        # With valid inputs, to see that the changed program still does what it did; twice without the check, to see
        # whether it does the same each time.
        calls = [*watch.valid, probe.call]
        bare, again = (watch.outcomes(found.programs.bare, calls) for _ in range(2))
        seen[clause, guard] = _seen(watch.outcomes(alone, calls), bare, again)
    return seen


def _seen(alone: Sequence[CallOutcome], bare: Sequence[CallOutcome], again: Sequence[CallOutcome]) -> bool | None:
    """Whether a check was seen to refuse the last call, and to let the first ones, which are valid, pass."""
    if alone[-1].kind != "raised" or _said(bare[-1]) != _said(again[-1]):
        return None  # a refusal that is another one each time may be taken for that of the check
    if _said(alone[-1]) == _said(bare[-1]):
        return None
    pairs = zip(alone[:-1], bare[:-1], strict=True)
    passing = (_returns(one) or _said(one) == _said(other) for one, other in pairs)
    return True if all(passing) else None


def _returns(outcome: CallOutcome) -> bool:
    return outcome.kind in RETURNED


def _said(outcome: CallOutcome) -> tuple[str, str, str]:
    return outcome.kind, outcome.exception, outcome.message
