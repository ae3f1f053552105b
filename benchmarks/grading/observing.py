"""Are the checks of a program at work? What stands in its text may never run.

A definition may be bound again behind it, a decorator may drop the function, `isinstance` may be something else: no
analysis of text knows all of that, so a check that is equivalent to a clause counts when it was seen. The program runs
with this check alone and without any check (`alignment.py`), on an input that violates the clause (`witnesses_of`) and
on valid ones. The check is seen when the input is refused with it, and not in this way without it, and the valid inputs
are not. Where the whole program lets the input pass, the check does not run; anything else is unknown.
"""

import ast
import json
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from ...backends.python.replay import Replayer
from ...backends.python.sandbox.protocol import CallOutcome, SandboxLimits
from ..configuration import Config
from ..datasets.tasks import ContractTask
from ..runs import wide
from .alignment import GuardAlignment
from .cache import Cache, key_of
from .cvts import ViolatingTest, call_of
from .equivalence import asserted
from .guards import Guard, clauses_of
from .running import Runner, run_each

VALID = 3
"""Valid inputs on which a check is watched."""
LIMIT_SECONDS = 3.0
"""Of a solver, for one query, where no test is known that violates a clause alone."""
BUDGET_SECONDS = 10.0
"""For all clauses of a contract together."""


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


def witnesses_of(
    task: ContractTask, tests: Sequence[ViolatingTest], replayer: Replayer, cache: Cache
) -> tuple[str | None, ...]:
    """By conjunct, in the order of `clauses_of`, the text of a tuple of arguments; None for one of which no violating
    input is known. `tests`: the violating tests of the task, which come first."""
    clauses = clauses_of(task.contract_text)
    known = [_arguments(task, test.call) for test in tests]
    split = evolve(_split(task, clauses), classes=_classes(known))
    key = key_of("witnesses", split.contract_text, json.dumps([list(item.items()) for item in known]))
    kept = cache.get(key)
    if kept is None:
        kept = _found(split, len(clauses), known, replayer)
        cache.put(key, kept)
    return tuple(None if arguments is None else call_of(task, arguments) for arguments in kept)


def _split(task: ContractTask, clauses: Sequence[Guard]) -> ContractTask:
    """The task with a clause for each conjunct."""
    names = ", ".join(task.parameter_names)
    text = "\n".join(asserted(clause, task.parameters, place) for place, clause in enumerate(clauses))
    solution = f"def {task.entry_point}({names}):\n    pass\n"
    return evolve(task.with_contract(text or "pass"), solution=solution, base_input=(), plus_input=())


def _found(
    split: ContractTask, clauses: int, known: Sequence[Mapping[str, str]], replayer: Replayer
) -> list[Mapping[str, str] | None]:
    best: dict[int, tuple[int, Mapping[str, str]]] = {}

    def note(violated: Sequence[int], arguments: Mapping[str, str]) -> None:
        for clause in violated:
            if clause not in best or len(violated) < best[clause][0]:
                best[clause] = (len(violated), arguments)

    replayer.load(split.replay_task)
    for arguments, replay in zip(known, replayer.run_many(known, reference=False), strict=True):
        note(sorted(replay.violated), arguments)
    if any(best.get(clause, (2,))[0] > 1 for clause in range(clauses)):
        from ..runs.cvt import synthesise  # Here: it loads the solvers, and with full caches none is asked.

        config = Config(solver_limit=LIMIT_SECONDS, max_subsets=clauses, budget=BUDGET_SECONDS)
        report = synthesise(split, config=config, replayer=replayer)
        for row in report.rows:
            if row.arguments is not None:
                note(row.violates, row.arguments)
    return [best[clause][1] if clause in best else None for clause in range(clauses)]


def _classes(known: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """The classes of numpy that arguments are made of: the replay knows those that it is told."""
    called = {
        node.func.id
        for texts in known
        for text in texts.values()
        for node in ast.walk(ast.parse(text, mode="eval"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    return tuple(name for name in wide.classes() if name.rpartition(":")[2] in called)


def _arguments(task: ContractTask, call: str) -> dict[str, str]:
    """The text of each argument in a call of ours."""
    values = ast.parse(call, mode="eval").body
    parts = values.elts if isinstance(values, ast.Tuple) else [values]
    return dict(zip(task.parameter_names, map(ast.unparse, parts), strict=True))
