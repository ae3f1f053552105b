"""Inputs on which a body may break its postcondition or raise, from a solver: the body becomes a helper function of a
contract, whose last clauses are the postcondition of what it returns.

    assert n >= 0                      # the precondition
    def called(n): ...                 # the body
    assert [called(n)]                 # violated where the body raises
    result = called(n)
    assert result * result <= n        # the postcondition

An input that violates a clause behind the precondition, and no precondition, is one to run the body on: what a solver
says is tried, and never believed.
"""

import ast
from collections.abc import Iterator

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.solvers import registry
from ...backends.solvers.worker import isolated
from ...core.errors import SpecassayError
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.body_mutations import kept_statements
from ...frontends.python.constructions import parsed_block
from ...frontends.python.deep import unparse
from ...frontends.python.specification import Specified
from ...frontends.python.styles.applied import all_parameters
from ...frontends.python.styles.model import RESULT, Module
from ..datasets.tasks import ContractTask
from .annotated import believing
from .contract_oracle import contract_of
from .separating import Budget, NamedSolver, Separation, separate
from .typed_values import declared_types

CALLED = "_specassay_called"
BUDGET = Budget(query=0.3, solver=0.6, total=0.8)
"""Seconds of work: what is easy for a solver takes a tenth of it. Chosen."""
SOLVER = "z3"


def breaking_inputs(module: Module, specified: Specified, task: ContractTask) -> list[Arguments]:
    """Inputs of the declared types that a solver takes for breaking ones; none where the body is not encoded. One with
    nan is none: it breaks each equation, and nobody meant it."""
    text = _contract(module, specified, task)
    if text is None:
        return []
    combined = task.with_contract(text)
    try:
        with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
            replayer.load(combined.replay_task)
            contract = contract_of(combined)
            types = declared_types(contract)
            typed = believing(contract, combined, types)
            sets = tuple(_sets(text, len(_assertions(task.contract_text))))
            separation = Separation(combined, typed, sets, replayer, BUDGET)
            solver = NamedSolver(SOLVER, lambda: isolated(registry.get(SOLVER)).session(label=task.task_id))
            # The first input is enough, and a person waits.
            separate(separation, [solver], search=False, done=lambda found: found.separated is not None)
    except SpecassayError:
        return []
    found = [verdict.arguments for verdict in separation.verdicts.values() if verdict.arguments is not None]
    return [
        arguments
        for arguments in found
        if all(types.suits(name, value) and not _has_nan(value) for name, value in arguments.items())
    ]


def _has_nan(value: object) -> bool:
    match value:
        case float() | complex():
            return value != value
        case list() | tuple() | set() | frozenset():
            return any(map(_has_nan, value))
        case dict():
            return any(map(_has_nan, [*value, *value.values()]))
    return False


def _contract(module: Module, specified: Specified, task: ContractTask) -> str | None:
    function = specified.function
    kept = kept_statements(module, function)
    body = [statement for statement in function.body if statement not in kept]
    if ast.get_docstring(function, clean=False) is not None:
        body = body[1:]
    if (
        not specified.postcondition
        or not body
        or any(isinstance(node, ast.Assert) for each in body for node in ast.walk(each))
    ):
        return None  # Its assertions would be clauses.
    if RESULT in all_parameters(function) or function.args.vararg or function.args.kwarg:
        return None
    parameters = ", ".join(all_parameters(function))
    helper = ast.parse(f"def {CALLED}({parameters}): pass").body[0]
    assert isinstance(helper, ast.FunctionDef)
    helper.body = body
    lines = [
        task.contract_text,
        unparse(helper),
        f"assert [{CALLED}({parameters})]",
        f"{RESULT} = {CALLED}({parameters})",
    ]
    return "\n".join([*lines, specified.postcondition])


def _assertions(text: str) -> list[ast.Assert]:
    return [node for node in ast.walk(parsed_block(text)) if isinstance(node, ast.Assert)]


def _sets(text: str, required: int) -> Iterator[frozenset[int]]:
    """Each clause of the postcondition alone, all of them, and all with the one that is violated where the body
    raises."""
    last = len(_assertions(text))
    for clause in range(required + 1, last):
        yield frozenset({clause})
    yield frozenset(range(required + 1, last))
    yield frozenset(range(required, last))
