"""Objects of classes whose constructors refuse all that is tried.

No text of a module says which `sku` the pattern in `Item.__post_init__` takes, so that `Item('a', Decimal(1))` makes no
object, and no `Order([Item('a', Decimal(1))])` either. But the constructor has a contract like any other function: an
input that violates nothing of it is looked for as for them, and what it has for `sku` stands in each expression that
was refused, beside the other arguments.
"""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path

from attrs import evolve

from ...core.errors import InputError
from ...frontends.python.deep import unparse
from ...frontends.python.module_classes import ModuleClasses, classes_of_module
from ...frontends.python.objects import ModuleObjects
from ..datasets import python_files
from ..datasets.tasks import ContractTask, parse_module
from .constructing import Constructing
from .objects import MAKING
from .run_limits import LIMITS

Accepting = Callable[[ContractTask], Mapping[str, str] | None]
"""An input that violates nothing of a contract, as texts by parameter; None where none is found."""

_ACCEPTED: dict[tuple[str, int, str], Mapping[str, str]] = {}
"""By file, its time and class, what its constructor accepts. Other functions of the module ask for the same."""


def with_accepted(task: ContractTask, constructing: Constructing, accepting: Accepting) -> ContractTask:
    """The task with further samples, in which constructors that refused what they were given have what they accept."""
    path = Path(task.file)
    if not task.samples or not path.is_file():
        return task
    stamp = path.stat().st_mtime_ns
    own = task.definition.owner if task.definition is not None and task.definition.name in MAKING else None
    module = classes_of_module(parse_module(task.context))
    samples = dict(task.samples)
    for name, texts in task.samples.items():
        pairs = zip(texts, constructing.of(name, texts), strict=True)
        refused = [text for text, construction in pairs if construction.refused is not None]
        called = {class_name for text in refused for class_name in _classes_called(text, module)} - {own}
        constructors = _constructors(task.file, stamp, frozenset(called)) if called else {}
        corrected: dict[str, None] = {}
        for class_name in sorted(called & constructors.keys()):
            accepted = _accepted(constructors[class_name], stamp, module, accepting)
            # What is accepted need not be of the declared types, but the expressions for objects of a class are.
            usual = list(
                islice(
                    _with_one(ModuleObjects(module).instances(class_name), class_name, accepted, module),
                    LIMITS.corrected_expressions,
                )
            )
            made = zip(usual, constructing.of(name, usual), strict=True)
            typed = next((text for text, construction in made if construction.refused is None), None)
            all_typed = accepted if typed is None else _arguments_of(typed, class_name, module)
            further = (_corrected(text, class_name, all_typed, module) for text in refused)
            by_one = _with_one(refused, class_name, accepted, module)
            corrected |= dict.fromkeys(
                (*islice(further, LIMITS.corrected_expressions), *islice(by_one, LIMITS.corrected_expressions))
            )
        samples[name] = tuple(dict.fromkeys((*texts, *corrected)))
    return evolve(task, samples=samples)


@lru_cache(maxsize=64)
def _constructors(file: str, stamp: int, classes: frozenset[str]) -> Mapping[str, ContractTask]:
    """Class → the task of its constructor, where that has a contract. `stamp`: when the file was changed."""
    try:
        tasks = list(python_files.methods_named(Path(file), MAKING, classes))
    except InputError:
        return {}
    return {task.definition.owner: task for task in tasks if task.definition is not None and task.unsupported is None}


def _accepted(constructor: ContractTask, stamp: int, module: ModuleClasses, accepting: Accepting) -> Mapping[str, str]:
    """The arguments of a call of a constructor that it accepts, by parameter."""
    assert constructor.definition is not None
    owner, receiver = constructor.definition.owner, constructor.receiver
    key = constructor.file, stamp, owner
    if key not in _ACCEPTED:
        _ACCEPTED[key] = {}  # While it is looked for: an object may have others of its class.
        arguments = dict(accepting(constructor) or {})
        made = arguments.pop(receiver, "")
        if constructor.definition.name == "__post_init__":
            arguments = _arguments_of(made, owner, module)
        _ACCEPTED[key] = arguments
    return _ACCEPTED[key]


def _arguments_of(text: str, class_name: str, module: ModuleClasses) -> dict[str, str]:
    """The arguments in a text that is a call of a class, by parameter."""
    match ast.parse(text or "None", mode="eval").body:
        case ast.Call(func=ast.Name(id=name), args=positional, keywords=keywords) if name == class_name:
            by_place = zip(_parameters(class_name, module), map(unparse, positional), strict=False)
            return {**dict(by_place), **{str(keyword.arg): unparse(keyword.value) for keyword in keywords}}
    return {}


def _parameters(class_name: str, module: ModuleClasses) -> list[str]:
    return [parameter.name for parameter in module.constructor(class_name) if not parameter.by_name]


def _classes_called(text: str, module: ModuleClasses) -> Iterator[str]:
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in module.classes:
            yield node.func.id


def _with_one(
    texts: Iterable[str], class_name: str, accepted: Mapping[str, str], module: ModuleClasses
) -> Iterator[str]:
    """The texts with one argument of each call of a class replaced by what its constructor accepts."""
    yield from (_corrected(text, class_name, {name: accepted[name]}, module) for text in texts for name in accepted)


def _corrected(text: str, class_name: str, accepted: Mapping[str, str], module: ModuleClasses) -> str:
    """The text with arguments of each call of a class replaced by what its constructor accepts."""
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == class_name:
            for parameter, value in accepted.items():
                _set_argument(node, parameter, value, module)
    return unparse(tree)


def _set_argument(call: ast.Call, name: str, text: str, module: ModuleClasses) -> None:
    assert isinstance(call.func, ast.Name)
    value = ast.parse(text, mode="eval").body
    places = _parameters(call.func.id, module)[: len(call.args)]
    if name in places:
        call.args[places.index(name)] = value
    else:
        call.keywords = [*(keyword for keyword in call.keywords if keyword.arg != name), ast.keyword(name, value)]
