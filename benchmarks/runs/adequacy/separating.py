"""Is there an input that a contract accepts and its mutant rejects, or the other way round?

Both become one contract, so that everything that finds or refutes tests of contracts (search, encoding, solvers,
evaluator) answers this too. Where the two differ in the condition of one clause, that contract has both conditions as
neighbours: an input that violates only one of them separates the two, and when both questions are unsatisfiable, they
are equivalent. Where other statements differ, it has two clauses, "the original returns" and "the mutant returns".
"""

import ast
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Literal

from attrs import frozen

from ....backends.python.replay import Replayer
from ....backends.python.replay.worker import asserts_of
from ....core.deciding.solver import Session
from ....core.errors import SpecassayError
from ....core.ir.contracts import Contract
from ....core.synthesis.search import Generator
from ....core.synthesis.shrink import shrink
from ....core.synthesis.synthesise import Synthesis
from ....core.synthesis.verdicts import Arguments, Oracle, Verdict
from ....frontends.python.deep import unparse
from ...datasets.tasks import PythonTask
from ..alternatives import oracle_of
from ..as_functions import raising
from ..cvt import contract_of
from .mutants import DROPPED, Mutant

TRIES = 1_500
SEARCH_SECONDS = 0.5
BUDGET_SECONDS = 4.0
"""Seconds that a solver may take for one mutant."""
ORACLE_SECONDS = 3.0
"""Seconds in which inputs can be evaluated or replayed, in the search and again for each solver."""
STEPS_OF_MODELS = 300_000
"""Steps of the evaluator for the inputs of solvers: there are few, and some are long."""
EFFORT = 150


@frozen(slots=True)
class Query:
    """A contract that answers for two: an input separates them when it violates exactly one of the `targets`."""

    text: str
    targets: tuple[frozenset[int], ...]


@frozen(slots=True)
class Comparison:
    """A contract against a mutant. `separable`: the evaluator says that `arguments` separate them, to be confirmed.
    `equivalent`: proved for every value of the universe, or, if `bounded`, up to the limits of the encoding. `open`,
    with the reason. `how`: by search, or by which solver."""

    outcome: Literal["separable", "equivalent", "open"]
    arguments: Arguments | None = None
    bounded: bool = False
    how: str = ""
    reason: str = ""


def query(original: str, mutant: Mutant, parameters: Sequence[str]) -> Query:
    """The question whether an input separates a contract and a mutant of it.

    Raises Unsupported for a text that returns a value.
    """
    if mutant.clause is not None and not _caught(original):
        return _neighbours(original, mutant, mutant.clause)
    return Query(_joined(original, mutant.text, parameters), (frozenset({0}), frozenset({1})))


def _caught(text: str) -> bool:
    """Whether other statements decide what a false assertion does, or assertions what others do."""
    holders = (ast.Try, ast.TryStar, ast.With, ast.FunctionDef)
    nodes = list(ast.walk(ast.parse(text)))
    held = [inner for node in nodes if isinstance(node, holders) for inner in ast.walk(node)]
    return any(isinstance(node, ast.NamedExpr) for node in nodes) or any(isinstance(node, ast.Assert) for node in held)


def _neighbours(original: str, mutant: Mutant, clause: int) -> Query:
    if mutant.operator == DROPPED:
        return Query(original, (frozenset({clause}),))
    module = ast.parse(original)
    added = asserts_of(ast.parse(mutant.text))[clause]
    _insert_after(module, asserts_of(module)[clause], added)
    return Query(unparse(module) + "\n", (frozenset({clause}), frozenset({clause + 1})))


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


def compare(
    task: PythonTask, original: str, mutant: Mutant, *, solvers: Sequence[tuple[str, Callable[[], Session]]],
    known: Sequence[Arguments], limit: float, replayer: Replayer,
) -> Comparison:  # fmt: skip
    """Search, then ask the solvers (names, and what opens a session), whether an input separates a contract (its
    `conditions`) and a mutant.

    `known` are inputs worth starting from; `limit` is the seconds for one question. The replayer is asked where the
    evaluator has no answer; afterwards it has another task loaded.
    """
    try:
        asked = query(original, mutant, task.parameter_names)
        both = task.with_contract(asked.text)
        contract = contract_of(both)
        replayer.load(both.replay_task)
    except (SpecassayError, RecursionError) as problem:
        return Comparison("open", reason=str(problem))
    found = _search(contract, asked.targets, known, oracle_of(contract, replayer, ORACLE_SECONDS))
    if found is not None:
        return Comparison("separable", found, how="search")
    last = Comparison("open", reason="no solver was asked")
    for name, open_session in solvers:
        oracle = oracle_of(contract, replayer, ORACLE_SECONDS, STEPS_OF_MODELS)
        last = _ask(contract, asked.targets, name, open_session, limit, oracle)
        if last.outcome != "open" and not last.bounded:
            break
    return last


def _search(
    contract: Contract, targets: Sequence[frozenset[int]], known: Sequence[Arguments], oracle: Oracle
) -> Arguments | None:
    generator = Generator(contract)
    for arguments in known:
        generator.learn(arguments)
    deadline = time.perf_counter() + SEARCH_SECONDS
    for arguments in islice(generator, TRIES):
        if time.perf_counter() > deadline:
            break
        seen = oracle(arguments)
        if seen is not None and seen.violated in targets:
            return shrink(arguments, seen, oracle, EFFORT)
    return None


def _ask(
    contract: Contract, targets: Sequence[frozenset[int]], name: str, open_session: Callable[[], Session], limit: float,
    oracle: Oracle,
) -> Comparison:  # fmt: skip
    synthesis = Synthesis(contract, name, open_session, oracle, limit, BUDGET_SECONDS, effort=EFFORT)
    try:
        verdicts: list[Verdict] = []
        for target in targets:
            verdict = synthesis.decide(target)
            if verdict.outcome == "violating" and verdict.arguments is not None:
                return Comparison("separable", verdict.arguments, how=name)
            verdicts.append(verdict)
    finally:
        synthesis.close()
    unknown = [verdict.reason for verdict in verdicts if verdict.outcome == "unknown"]
    if unknown:
        return Comparison("open", reason=unknown[0])
    return Comparison("equivalent", bounded=any(verdict.bounded for verdict in verdicts), how=name)
