"""A contract as a Python module that both baselines read."""

import ast
from collections.abc import Iterator

from ...backends.python.replay.guest.contract import asserts_of, parse_contract
from ...core.synthesis.verdicts import targets
from ..datasets.tasks import PythonTask
from ..runs.as_functions import raising

MOST_TARGETS = 127

HEAD = """
import typing as _typing
from math import inf, nan

_Atom = _typing.Union[None, bool, int, float, str]
_Plain = _typing.Union[
    None, bool, int, float, complex, str, bytes, _typing.List[_Atom], _typing.Tuple[_Atom, ...],
    _typing.Dict[str, _Atom], _typing.Set[int],
]
"""
VIOLATED = """
def violated(*arguments):
    found = []
    for number, clause in enumerate(CLAUSES):
        try:
            clause(*arguments)
        except Exception:
            found.append(number)
    return found
"""
TARGET = '''
def target_{name}({parameters}):
    """
    post: not __return__
    """
    return violated({arguments}) == {clauses}
'''


def module(task: PythonTask) -> str:
    """The text of a module with the reference implementation, a function for each clause that raises when it is
    violated, `violated` (the clauses that are), and for CrossHair a function for each of the smallest sets of clauses
    whose postcondition is that these are not exactly the violated ones.

    Raises InputError and Unsupported for a contract that cannot be a function.
    """
    return "\n".join([task.preamble, task.solution, HEAD, *_clauses(task), VIOLATED, *_targets(task)])


def clauses_of(task: PythonTask) -> int:
    """How many clauses the contract of a task has that `module` accepts."""
    return len(asserts_of(parse_contract(task.contract_text)))


def _clauses(task: PythonTask) -> Iterator[str]:
    names = [f"clause_{number}" for number in range(clauses_of(task))]
    order = task.replay_task.order
    for number, name in enumerate(names):
        yield ast.unparse(raising(name, task.contract_text, task.parameter_names, only=number, order=order)) + "\n"
    yield f"CLAUSES = [{', '.join(names)}]"


def _targets(task: PythonTask) -> Iterator[str]:
    for target in targets(clauses_of(task), MOST_TARGETS):
        clauses = sorted(target)
        yield TARGET.format(
            name="_".join(map(str, clauses)),
            parameters=", ".join(f"{name}: _Plain" for name in task.parameter_names),
            arguments=", ".join(task.parameter_names),
            clauses=clauses,
        )
