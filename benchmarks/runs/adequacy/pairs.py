"""A contract and a mutant of it as one contract, so that what finds or refutes tests of contracts tells them apart.

Where the two differ in the condition of one clause, that contract has both conditions as neighbours: an input that
violates only one of them separates the two, and when neither can be violated alone, they are equivalent. Where other
statements differ, it has two clauses, "the original returns" and "the mutant returns".
"""

import ast
from collections.abc import Sequence

from attrs import frozen

from ....backends.python.replay.guest.contract import asserts_of
from ....frontends.python.deep import unparse
from ..as_functions import raising
from .mutants import DROPPED, ContractMutant


@frozen(slots=True)
class PairedContract:
    """The text of a contract that answers for two: an input separates them when it violates exactly one of the
    `sets` of its clauses."""

    text: str
    sets: tuple[frozenset[int], ...]


def pair_of(original: str, mutant: ContractMutant, parameters: Sequence[str]) -> PairedContract:
    """A contract (its `conditions`) and a mutant of it as one.

    Raises Unsupported for a text that returns a value.
    """
    if mutant.clause is not None and not _caught(original):
        return _neighbours(original, mutant, mutant.clause)
    return PairedContract(_joined(original, mutant.text, parameters), (frozenset({0}), frozenset({1})))


def _caught(text: str) -> bool:
    """Whether other statements decide what a false assertion does, or assertions what others do."""
    holders = (ast.Try, ast.TryStar, ast.With, ast.FunctionDef)
    nodes = list(ast.walk(ast.parse(text)))
    held = [inner for node in nodes if isinstance(node, holders) for inner in ast.walk(node)]
    return any(isinstance(node, ast.NamedExpr) for node in nodes) or any(isinstance(node, ast.Assert) for node in held)


def _neighbours(original: str, mutant: ContractMutant, clause: int) -> PairedContract:
    if mutant.operator == DROPPED:
        return PairedContract(original, (frozenset({clause}),))
    module = ast.parse(original)
    added = asserts_of(ast.parse(mutant.text))[clause]
    _insert_after(module, asserts_of(module)[clause], added)
    return PairedContract(unparse(module) + "\n", (frozenset({clause}), frozenset({clause + 1})))


def _insert_after(module: ast.Module, place: ast.stmt, statement: ast.stmt) -> None:
    for node in ast.walk(module):
        for _, block in ast.iter_fields(node):
            if isinstance(block, list) and place in block:
                block.insert(block.index(place) + 1, statement)
                return


def _joined(original: str, mutant: str, parameters: Sequence[str]) -> str:
    """Both texts as helper functions, one in each clause."""
    names = []
    for name in ("original", "mutant"):
        while name in original or name in mutant or name in parameters:
            name = f"{name}_"
        names.append(name)
    call = ", ".join(parameters)
    definitions = [
        unparse(raising(name, text, parameters)) for name, text in zip(names, (original, mutant), strict=True)
    ]
    return "\n".join([*definitions, *(f"assert {name}({call}) is None" for name in names)]) + "\n"
