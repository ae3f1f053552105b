"""One input for each conjunct of a contract that violates it, and nothing else of the contract where there is such an
input: with it a check can be seen at work."""

import ast
import json
from collections.abc import Mapping, Sequence

from attrs import evolve

from ...backends.python.replay import Replayer
from ..configuration import Config
from ..datasets.tasks import PythonTask
from ..runs import wide
from .cache import Cache, key_of
from .cvts import ViolatingTest, call_of
from .equivalence import asserted
from .guards import Guard, clauses_of

LIMIT_SECONDS = 3.0
BUDGET_SECONDS = 10.0


def witnesses_of(
    task: PythonTask, tests: Sequence[ViolatingTest], replayer: Replayer, cache: Cache
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


def _split(task: PythonTask, clauses: Sequence[Guard]) -> PythonTask:
    """The task with a clause for each conjunct."""
    names = ", ".join(task.parameter_names)
    text = "\n".join(asserted(clause, task.parameters, place) for place, clause in enumerate(clauses))
    solution = f"def {task.entry_point}({names}):\n    pass\n"
    return evolve(task.with_contract(text or "pass"), solution=solution, base_input=(), plus_input=())


def _found(
    split: PythonTask, clauses: int, known: Sequence[Mapping[str, str]], replayer: Replayer
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


def _arguments(task: PythonTask, call: str) -> dict[str, str]:
    """The text of each argument in a call of ours."""
    values = ast.parse(call, mode="eval").body
    parts = values.elts if isinstance(values, ast.Tuple) else [values]
    return dict(zip(task.parameter_names, map(ast.unparse, parts), strict=True))
