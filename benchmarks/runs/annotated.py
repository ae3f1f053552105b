"""The universe of a function whose annotations are believed: the arguments that they declare.

Example: of `def between(a: int, b: int)` with guards `a < 0`, `b <= a` and `b < 1` no ints violate the third alone; of
all plain values 0.5 does. A clause that is about a type, as `isinstance(n, int)` is, is there to refuse other types: so
where it is violated, its parameters may be anything.
"""

from attrs import evolve

from ...core.encoding.inputs import ANNOTATED
from ...core.ir.contracts import ArgumentTypes, Contract
from ...frontends.python.declared import choices_of, kinds_of
from ...frontends.python.names import given_variable
from ..datasets.tasks import ContractTask
from .typed_values import DeclaredTypes

__all__ = ["ANNOTATED", "believing", "is_believed"]


def is_believed(task: ContractTask, universe: str) -> bool:
    """Whether a task is one whose annotations say what its arguments are."""
    return universe == ANNOTATED and bool(task.annotations)


def believing(contract: Contract, task: ContractTask, types: DeclaredTypes) -> Contract:
    """The contract over the arguments that the annotations of its task declare. `types`: those of the contract."""
    kinds: dict[str, tuple[str, ...]] = {}
    choices: dict[str, tuple[object, ...]] = {}
    for name, annotation in task.annotations.items():
        kinds |= kinds_of(annotation, name)
        if values := choices_of(annotation):
            choices[name] = values
    asked = {
        name: frozenset(clause for clause, names in enumerate(types.asked) if name in names)
        for name in task.annotations
    }
    # That it is one of the class itself is not said: what the class is called by may be an object of another one.
    objects = {
        given_variable(name)
        for name, members in task.given.items()
        if name in types.objects and task.annotations.get(name, "").rpartition(".")[2] == members.of_class
    }
    asked = {name: clauses for name, clauses in asked.items() if clauses}
    return evolve(contract, types=ArgumentTypes(kinds, choices, asked, frozenset(objects)))
