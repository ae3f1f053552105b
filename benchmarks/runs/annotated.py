"""The universe of a function whose annotations are believed: the arguments that they declare.

Example: of `def between(a: int, b: int)` with guards `a < 0`, `b <= a` and `b < 1` no ints violate the third alone; of
all plain values 0.5 does. A clause that is about a type, as `isinstance(n, int)` is, is there to refuse other types: so
where it is violated, its parameters may be anything.
"""

from attrs import evolve

from ...core.encoding.inputs import ANNOTATED
from ...core.ir.contracts import ArgumentTypes, Contract
from ...frontends.python.constructed_fields import makes_its_own, settled_fields
from ...frontends.python.declared import choices_of, kinds_of, lengths_of
from ...frontends.python.module_classes import classes_of_module
from ...frontends.python.names import field_variable, given_variable, instance_variable
from ...frontends.python.object_parameters import ObjectParameter
from ..datasets.tasks import ContractTask, parse_module
from .typed_values import DeclaredTypes

__all__ = ["ANNOTATED", "believing", "is_believed"]


def is_believed(task: ContractTask, universe: str) -> bool:
    """Whether a task is one whose annotations say what its arguments are."""
    return universe == ANNOTATED and bool(task.annotations or _declares_receiver(task))


def _declares_receiver(task: ContractTask) -> bool:
    """Whether the constructor of the object that a method is called on has annotations."""
    if task.definition is None or not task.receiver:
        return False
    classes = classes_of_module(parse_module(task.context))
    of_class = task.definition.owner
    return of_class in classes.classes and any(each.annotation for each in classes.constructor(of_class))


def _fields_of_receiver(task: ContractTask) -> dict[str, str | None]:
    """The fields of the object that a method is called on which are what its constructor was given, with their
    annotations."""
    if task.definition is None or not task.receiver:
        return {}
    return settled_fields(classes_of_module(parse_module(task.context)), task.definition.owner)


def holders(task: ContractTask, types: DeclaredTypes) -> frozenset[str]:
    """The parameters that are declared to be lists, dicts and the like, and take objects: these are in them. A proof
    may count them, and say whatever is so where there are none."""
    objects = task.samples.keys() - task.of_plain - task.given.keys()
    kinds = {name: kinds_of(task.annotations.get(name), name).get(name, ()) for name in objects}
    return frozenset(name for name in objects if kinds[name] and not types.asking(name))


def believing(contract: Contract, task: ContractTask, types: DeclaredTypes) -> Contract:
    """The contract over the arguments that the annotations of its task declare. `types`: those of the contract."""
    kinds: dict[str, tuple[str, ...]] = {}
    lengths: dict[str, tuple[int, ...]] = {}
    choices: dict[str, tuple[object, ...]] = {}
    for name, annotation in task.annotations.items():
        kinds |= kinds_of(annotation, name)
        lengths |= lengths_of(annotation, name)
        if values := choices_of(annotation):
            choices[name] = values
    asked = {name: types.asking(name) for name in task.annotations}
    given = {
        name: members.of_class
        for name, members in task.given.items()
        if name in types.objects and task.annotations.get(name, "").rpartition(".")[2] == members.of_class
    }
    # What a class is called by may be an object of another one, where the text does not show that it is not.
    classes = classes_of_module(parse_module(task.context)) if given or task.receiver else None
    # The objects of an enumeration are its members.
    own = {
        name: of_class
        for name, of_class in given.items()
        if classes and (task.given[name].members or makes_its_own(classes, of_class))
    }
    own = {name: of_class for name, of_class in own.items() if not asked.get(name)}
    of_library = [
        name
        for name, members in task.given.items()
        if ObjectParameter(name, members).is_of_library and not asked.get(name)
    ]
    objects = {*map(given_variable, given), *map(instance_variable, (*own, *of_library))}
    declared = {name: settled_fields(classes, of_class) for name, of_class in own.items()} if classes else {}
    for name, annotations in {**declared, task.receiver: _fields_of_receiver(task)}.items():
        for field, declared_type in annotations.items():
            variable = field_variable(name, field)
            kinds |= kinds_of(declared_type, variable)
            lengths |= lengths_of(declared_type, variable)
            if values := choices_of(declared_type):
                choices[variable] = values
            asked[variable] = types.asking_of_field(name, field)
    asked = {name: clauses for name, clauses in asked.items() if clauses}
    return evolve(
        contract, types=ArgumentTypes(kinds, choices, asked, frozenset(objects), lengths, holders(task, types))
    )
