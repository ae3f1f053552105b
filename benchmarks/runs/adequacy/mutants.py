"""Mutants of a contract: mutmut's operators, and the dropped clause.

Mutation analysis: DeMillo, Lipton, Sayward, "Hints on test data selection", IEEE Computer 11 (1978). mutmut does not
mutate inside the calls of `len` and `isinstance`, and so neither do we.

A contract and a mutant of it become one contract, so that what finds or refutes tests of contracts tells them apart.
Where the two differ in the condition of one clause, it has both conditions as neighbours: an input that violates only
one of them separates the two, and when neither can be violated alone, they are equivalent. Where other statements
differ, it has two clauses, "the original returns" and "the mutant returns".
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any

import libcst as cst
from attrs import frozen
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from ....backends.python.replay.guest.contract import asserts_of, parse_contract
from ....core.errors import InputError
from ....frontends.python.deep import unparse
from ..as_functions import raising

LONGEST = 50_000
"""Contracts of more characters are not mutated: each mutant is as long as they are."""
DROPPED = "dropped clause"
PREFIX = "operator_"


@frozen(slots=True)
class ContractMutant:
    """A contract that differs in one place. `text` is the whole of it; `before` and `after` are the lines that differ,
    `operator` is the name of what changed them. `clause`: the only assertion whose condition differs; None where
    other statements do."""

    operator: str
    before: str
    after: str
    text: str
    clause: int | None


def conditions(text: str) -> str:
    """A contract without comments and without the messages of what it raises: what accepts and rejects inputs.

    Raises InputError for text that is no Python, or too long.
    """
    if len(text) > LONGEST:
        raise InputError(f"the contract has more than {LONGEST:,} characters: too long to be mutated")
    try:
        module = _WithoutMessages().visit(parse_contract(text))
        return unparse(module) + "\n"
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"the contract is not Python: {error}") from error


def mutants(text: str) -> tuple[ContractMutant, ...]:
    """The mutants of `conditions(text)`, in source order, dropped clauses first; no two of them, and none and the
    contract, are the same program. Raises as `conditions` does."""
    original = conditions(text)
    seen = {_normal_form(original)}
    kept = []
    try:
        candidates = [*_dropped(original), *_mutated(original)]
    except (cst.ParserSyntaxError, RecursionError, MemoryError) as error:
        raise InputError(f"the contract cannot be mutated: {type(error).__name__}") from error
    for mutant in candidates:
        form = _normal_form(mutant.text)
        if form is not None and form not in seen:
            seen.add(form)
            kept.append(mutant)
    return tuple(kept)


class _WithoutMessages(ast.NodeTransformer):
    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        node.msg = None
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        match node.exc:
            case ast.Call(func=kind, args=[ast.Constant(value=str()) | ast.JoinedStr()], keywords=[]):
                node.exc = kind
        return node


def _normal_form(text: str) -> str | None:
    """What two texts of the same program have in common; None where a text is no program."""
    try:
        return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _dropped(text: str) -> Iterator[ContractMutant]:
    module = ast.parse(text)
    for position, clause in enumerate(asserts_of(module)):
        copy = deepcopy(module)
        replaced = _Replace(asserts_of(copy)[position], ast.Pass()).visit(copy)
        yield ContractMutant(DROPPED, unparse(clause), "", unparse(replaced) + "\n", position)


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.stmt, new: ast.stmt) -> None:
        self.old, self.new = old, new

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(self.new, node) if node is self.old else node


def _mutated(text: str) -> Iterator[ContractMutant]:
    wrapper = MetadataWrapper(cst.parse_module(text))
    names: dict[int, str] = {}
    operators = [(kind, _noting(operator, names)) for kind, operator in mutation_operators]
    visitor = MutationVisitor(operators, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    lines = text.splitlines()
    for mutation in visitor.mutations:
        mutated = module.deep_replace(mutation.original_node, mutation.mutated_node)
        assert isinstance(mutated, cst.Module)
        changed = mutated.code.splitlines()
        line = next((i for i, pair in enumerate(zip(lines, changed, strict=False)) if pair[0] != pair[1]), 0)
        original_line, after = lines[line].strip(), changed[line].strip()
        yield ContractMutant(
            names[id(mutation.mutated_node)], original_line, after, mutated.code, _clause(text, mutated.code)
        )


def _clause(text: str, mutated: str) -> int | None:
    """The clause whose condition is all that differs."""
    if _normal_form(mutated) is None:
        return None
    # Found without knowing the operator: the one assertion that differs gets the other's condition; if the programs are
    # the same then, nothing else differed.
    modules = ast.parse(text), ast.parse(mutated)
    pairs = list(zip(*(asserts_of(module) for module in modules), strict=False))
    different = [
        number
        for number, (original_clause, mutated_clause) in enumerate(pairs)
        if ast.dump(original_clause) != ast.dump(mutated_clause)
    ]
    if len(different) != 1:
        return None
    original_clause, mutated_clause = pairs[different[0]]
    original_clause.test = mutated_clause.test
    return different[0] if ast.dump(modules[0]) == ast.dump(modules[1]) else None


def _noting(operator: Callable[[Any], Any], names: dict[int, str]) -> Callable[[cst.CSTNode], Iterator[cst.CSTNode]]:
    """The operator, noting its name for each node it makes. The visitor keeps these nodes, so that their ids last."""
    name = operator.__name__.removeprefix(PREFIX).replace("_", " ")

    def apply(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        for mutated in operator(node):
            names[id(mutated)] = name
            yield mutated

    return apply


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
    held = [node_inside for node in nodes if isinstance(node, holders) for node_inside in ast.walk(node)]
    return any(isinstance(node, ast.NamedExpr) for node in nodes) or any(isinstance(node, ast.Assert) for node in held)


def _neighbours(original: str, mutant: ContractMutant, clause: int) -> PairedContract:
    if mutant.operator == DROPPED:
        return PairedContract(original, (frozenset({clause}),))
    module = ast.parse(original)
    added = asserts_of(ast.parse(mutant.text))[clause]
    _insert_after(module, asserts_of(module)[clause], added)
    return PairedContract(unparse(module) + "\n", (frozenset({clause}), frozenset({clause + 1})))


def _insert_after(module: ast.Module, anchor: ast.stmt, statement: ast.stmt) -> None:
    for node in ast.walk(module):
        for _, block in ast.iter_fields(node):
            if isinstance(block, list) and anchor in block:
                block.insert(block.index(anchor) + 1, statement)
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
