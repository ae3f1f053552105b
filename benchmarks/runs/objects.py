"""Which expressions of a task's samples make objects: that is seen in the sandbox, where constructors run."""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ...backends.python.replay import Construction, Replayer
from ...core.ir.constructed import Constructed
from ...core.ir.contracts import Contract
from ...core.synthesis.verdicts import Arguments
from ...frontends.python import literal
from ...frontends.python.fields import with_fields
from ...frontends.python.objects import ModuleObjects
from ...frontends.python.receivers import base_of, uninitialised
from ..datasets.tasks import PythonTask, parse_module


@frozen(slots=True)
class Made:
    """`samples`: by parameter, the expressions that made a value. `first`: the argument for a parameter that a contract
    is not about. `fields`: the attributes of receivers, by their expressions, where all are plain values. `problems`:
    of what no object could be made, and why."""

    samples: Mapping[str, tuple[str, ...]] = field(factory=dict)
    first: Mapping[str, str] = field(factory=dict)
    fields: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    problems: tuple[str, ...] = ()


def made_for(task: PythonTask, replayer: Replayer) -> Made:
    """The samples of a task that can be constructed. The replayer has the task loaded."""
    samples: dict[str, tuple[str, ...]] = {}
    first: dict[str, str] = {}
    fields: dict[str, Mapping[str, Any]] = {}
    problems: list[str] = []
    for name, texts in task.samples.items():
        made = replayer.construct(name, texts)
        samples[name] = tuple(_different(texts, made))
        if name == task.receiver and task.fields:
            fields = {text: found for text, each in zip(texts, made, strict=True) if (found := _fields(each.state))}
        if not samples[name]:
            reasons = (each.refused for each in made if each.refused)
            problems.append(f"no object for {name}: {next(reasons, 'none is known')}")
    if task.definition is not None and task.definition.kind == "invariants":
        samples[task.receiver] = tuple(_checked_once(task, samples.get(task.receiver, ()), replayer))
    if task.receiver:
        assert task.definition is not None
        bare = uninitialised(task.definition.owner)
        known = samples.get(task.receiver, ())
        is_object = task.definition.kind not in ("class method", "nested function")
        if not known and is_object and replayer.construct(task.receiver, [bare])[0].refused is None:
            known = (bare,)
        first[task.receiver] = known[0] if known else "None"
    return Made(samples, first, fields, tuple(problems))


def _different(texts: Sequence[str], made: Sequence[Construction]) -> Iterator[str]:
    """The expressions that make a value, of objects that are alike the first."""
    seen: set[str] = set()
    for text, each in zip(texts, made, strict=True):
        if each.refused is None and (not each.state or each.state not in seen):
            seen.add(each.state)
            yield text


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



def realised(task: PythonTask, arguments: Arguments, made: Made) -> Arguments:
    """Arguments in which an object stands for values of the receiver's fields: its constructor is given them where it
    takes them all, else it is the sample that is most like them. What that object violates is seen in the replay."""
    values = {name: value for name, value in arguments.items() if name.startswith(f"{task.receiver}.")}
    if not values or task.definition is None:
        return arguments
    given = {name.partition(".")[2]: value for name, value in values.items()}
    objects = ModuleObjects(parse_module(task.context))
    text = with_fields(objects, task.definition.owner, {name: literal(value) for name, value in given.items()})
    if text is None:
        text = max(made.fields, key=lambda each: _likeness(made.fields[each], given), default=made.first[task.receiver])
    return {task.receiver: Constructed(text), **{name: each for name, each in arguments.items() if name not in values}}


def _likeness(fields: Mapping[str, Any], given: Mapping[str, Any]) -> int:
    """How many fields have these values, and how many are at least empty or not as these are."""
    same = sum(name in fields and literal(fields[name]) == literal(value) for name, value in given.items())
    return 2 * same + sum(name in fields and bool(fields[name]) == bool(value) for name, value in given.items())


def _fields(state: str) -> Mapping[str, Any]:
    """The attributes of an object where all of them are plain values."""
    try:
        found = ast.literal_eval(state.partition(" ")[2])
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return {}
    return found if isinstance(found, dict) else {}
