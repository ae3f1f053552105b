"""Which expressions of a task's samples make objects: that is seen in the sandbox, where constructors run."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ...backends.python.replay import Replayer
from ...core.ir.constructed import Constructed
from ...core.ir.contracts import Contract
from ...frontends.python.objects import base_of, uninitialised
from ..datasets.tasks import PythonTask


@frozen(slots=True)
class Made:
    """`samples`: by parameter, the expressions that made a value. `first`: the argument for a parameter that a contract
    is not about. `problems`: of what no object could be made, and why."""

    samples: Mapping[str, tuple[str, ...]] = field(factory=dict)
    first: Mapping[str, str] = field(factory=dict)
    problems: tuple[str, ...] = ()


def made_for(task: PythonTask, replayer: Replayer) -> Made:
    """The samples of a task that can be constructed. The replayer has the task loaded."""
    samples: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    problems: list[str] = []
    for name, texts in task.samples.items():
        reasons = replayer.construct(name, texts)
        samples[name] = tuple(text for text, reason in zip(texts, reasons, strict=True) if reason is None)
        if not samples[name]:
            problems.append(f"no object for {name}: {next(filter(None, reasons), 'none is known')}")
    if task.definition is not None and task.definition.kind == "invariants":
        samples[task.receiver] = tuple(_checked_once(task, samples.get(task.receiver, ()), replayer))
    if task.receiver:
        assert task.definition is not None
        bare = uninitialised(task.definition.owner)
        known = samples.get(task.receiver, ())
        is_object = task.definition.kind not in ("class method", "nested function")
        if not known and is_object and replayer.construct(task.receiver, [bare]) == [None]:
            known = (bare,)
        first[task.receiver] = known[0] if known else "None"
    return Made(samples, first, tuple(problems))


def _checked_once(task: PythonTask, texts: Iterable[str], replayer: Replayer) -> Iterator[str]:
    """Of objects for invariants those that are checked in one state only: as they were made, or after one call of a
    method if all invariants hold before it. (A library checks them at each step.)"""
    valid: dict[str, bool] = {}
    for text in texts:
        if not text.startswith("("):
            yield text
        elif (base := base_of(text)) is not None:
            if base not in valid:
                replay = replayer.run({task.receiver: base}, reference=False)
                valid[base] = replay.decided and not replay.violated
            if valid[base]:
                yield text


def with_samples(contract: Contract, made: Made, declared: Mapping[str, Sequence[str]]) -> Contract:
    """The contract with the samples that make values. Where the evaluator cannot follow, since there are such or for
    what clauses do, `declared` plain values go with them: every input is replayed then, and few can be tried."""
    kept = {name: tuple(map(_value, texts)) for name, texts in made.samples.items() if texts}
    if kept or any(clause.problems for clause in contract.clauses):
        kept = {**{name: tuple(map(_value, texts)) for name, texts in declared.items()}, **kept}
    return evolve(contract, samples={name: kept[name] for name in contract.parameters if name in kept})


def _value(text: str) -> Any:
    """The value of an expression: a plain one where that is a literal, else an object."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return Constructed(text)

