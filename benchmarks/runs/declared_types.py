"""Whether the arguments of a test have the types that their parameters are declared to have."""

import ast
from collections.abc import Callable, Iterable

from ...core.ir.constructed import is_plain
from ...core.ir.contracts import Contract
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.declared import fits

Misfits = Callable[[Arguments, Iterable[int]], int]
"""How many arguments of a test, which violates some clauses, are of another type than declared. Those do not count that
these clauses ask about the type of."""


def misfits_of(contract: Contract) -> Misfits:
    """The count for a contract, by the annotations of its parameters and its samples."""
    hints = dict(zip(contract.parameters, contract.hints, strict=False))
    asked = [_asked_about(clause.text) for clause in contract.clauses]

    def of(arguments: Arguments, violated: Iterable[int]) -> int:
        free = {name for clause in violated for name in asked[clause]}
        return sum(1 for name, value in arguments.items() if name not in free and not _suits(name, value))

    def _suits(name: str, value: object) -> bool:
        own = samples.get(name, ())
        if any(value is sample or (type(value) is type(sample) and value == sample) for sample in own):
            return True
        known = fits(hints.get(name), value) if is_plain(value) else False
        return known is True or (known is None and name not in objects)

    samples = contract.samples
    objects = {name for name, values in samples.items() if not all(map(is_plain, values))}
    return of


def _asked_about(clause: str) -> set[str]:
    """The names that a clause asks about the type of."""
    try:
        tree = ast.parse(clause.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    calls = [
        node for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "type")
    ]  # fmt: skip
    return {node.id for call in calls for node in ast.walk(call) if isinstance(node, ast.Name)}
