"""Tests of a Python function that has a postcondition and no test: inputs that meet its contract are made, the body
runs on them in the sandbox, and what it returns is expected. What it raises is a finding.

Inputs are of the annotated types, made of the constants of the contract and of the body, so that they take different
ways through it; those that a precondition refuses are left out.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import evolve

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.deciding.engines import Engines
from ...core.errors import SpecassayError
from ...core.ir.contracts import Contract
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Check, Evaluate
from ...core.ir.terms import const
from ...core.language import ReadingOptions, TestedFile
from ...core.spec_testing.examples import BODY, Example, Examples
from ...core.spec_testing.findings import Finding, Witness
from ...core.synthesis.directed import DirectedSearch
from ...core.synthesis.search import Effort
from ...core.synthesis.values import complexity
from ...core.synthesis.verdicts import Arguments, Observation
from ...frontends.python import literal as written
from ...frontends.python.specification import Specified, parse_specifications
from ..datasets import module_tests, python_files
from ..datasets.tasks import ContractTask
from .contract_oracle import evaluated
from .typed_values import TypedValues, declared_types

SEEDS, TRIES = 400, 400
"""Inputs of the declared types that are made, and those that are tried for one that meets the precondition."""
INPUTS = 24
"""Valid inputs on which a body runs: the simplest ones."""


def tested_file(path: Path, reading: ReadingOptions, engines: Engines) -> TestedFile:
    """The functions of a Python file with a postcondition, or with a contract and tests, what their tests say, and,
    where a postcondition has none, what the bodies do. Raises InputError for a file that cannot be read."""
    module, found, problems = parse_specifications(path)
    runnable: dict[int, ContractTask] | None = None
    programs = []
    for specified in found:
        examples = module_tests.examples_of_module(module, specified)
        if not examples.examples and specified.specification.ensures and specified.has_body:
            if runnable is None:
                runnable = python_files.runnable(path)
            task = runnable.get(specified.function.lineno)
            if specified.two_state is not None and task is not None:
                specified = evolve(specified, program=specified.two_state)
            made = Examples(()) if task is None else executed(specified, task)
            examples = Examples(made.examples, (*examples.findings, *made.findings))
        programs.append((specified.program, examples))
    unread = tuple(Finding("unsupported-clause", "", str(problem), problem.span) for problem in problems)
    return TestedFile(tuple(programs), unread)


def executed(specified: Specified, task: ContractTask) -> Examples:
    """What the body of a function does on valid inputs."""
    inputs = valid_inputs(specified, task)
    found: list[Example] = []
    failed: dict[str, Finding] = {}
    try:
        with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
            replayer.load(evolve(task, contract_text="", origin=None).replay_task)
            texts = [{name: written(value) for name, value in arguments.items()} for arguments in inputs]
            for arguments, text, called in zip(inputs, texts, replayer.calls(texts), strict=True):
                if called.raised is not None:
                    failed.setdefault(called.raised, _failure(specified, text, called.raised))
                elif called.value is not None:
                    after = dict(zip(task.parameter_names, called.after, strict=True))
                    found += _example(specified, arguments, called.value, after)
    except SpecassayError as problem:
        message = f"the body cannot be executed: {problem}"
        return Examples((), (Finding("not-executed", specified.function.name, message, specified.specification.span),))
    return Examples(tuple(found), tuple(failed.values()))


def _example(specified: Specified, arguments: Arguments, value: str, after: Mapping[str, str]) -> Iterator[Example]:
    """What a call returned, and made of the arguments that it modifies, as an example. `after`: the texts of these."""
    specification = specified.specification
    try:
        outputs = {binder.name: literal(value) for binder in specification.outputs}
        outputs |= {name: literal(after[str(name)]) for name in specification.modifies}
    except NotALiteral:
        return  # An object: nothing can be said of what it is.
    yield Example(specification, arguments, outputs, {}, (), BODY, BODY, specification.span)


def _failure(specified: Specified, shown: dict[str, str], raised: str) -> Finding:
    name = specified.function.name
    call = f"{name}({', '.join(f'{each}={text}' for each, text in shown.items())})"
    kind, message = "fails-at-run-time", f"{call} raises {raised}"
    if raised == "AssertionError" and specified.postcondition:
        message = f"{call} fails an assertion of the body"
    return Finding(kind, name, message, specified.specification.span, witness=Witness(shown, {}, {}))


def valid_inputs(specified: Specified, task: ContractTask) -> list[Arguments]:
    """Inputs of the declared types that no precondition refuses, the simplest first; none where it is not known what a
    precondition refuses, or of what types parameters are."""
    contract = _precondition(specified, task)
    types = declared_types(contract)
    typed = TypedValues(contract)
    if typed.parameters < set(contract.parameters) or any(clause.problems for clause in contract.clauses):
        return []
    valid: dict[str, Arguments] = {}

    def oracle(arguments: Arguments) -> Observation | None:
        if not all(types.suits(name, value) for name, value in arguments.items()):
            return None
        seen = evaluated(contract, arguments)
        if seen is not None and not seen.violated:
            valid.setdefault(repr(arguments), arguments)
        return seen

    search = DirectedSearch(contract, oracle, Effort(TRIES), lambda steps: None)
    search.learn(typed.arguments() for _ in range(SEEDS))
    search.reach([frozenset()])
    simplest = sorted(valid.values(), key=lambda each: [complexity(value) for value in each.values()])
    return _spread(simplest)


def _spread(inputs: Sequence[Arguments]) -> list[Arguments]:
    """Half of them the simplest, the others at equal distances: larger values take other ways."""
    first, others = inputs[: INPUTS // 2], inputs[INPUTS // 2 :]
    step = max(1, len(others) // (INPUTS // 2))
    return [*first, *islice(others[::step], INPUTS // 2)]


def _precondition(specified: Specified, task: ContractTask) -> Contract:
    """The preconditions as a contract. The constants of the body are in it, too, for inputs are made of these."""
    specification = specified.specification
    parameters = tuple(str(binder.name) for binder in specification.inputs)
    checks = [
        Check(number, condition.term)
        for number, condition in enumerate(specification.requires)
        if condition.term is not None
    ]
    constants = [Evaluate(const(value, VALUE)) for value in _constants(specified)]
    return Contract(
        specification.name,
        parameters,
        tuple(condition.clause for condition in specification.requires),
        (*specified.program.context, *constants, *checks),
        tuple(task.annotations.get(name) for name in parameters),
    )


def _constants(specified: Specified) -> list[Any]:
    nodes = (node for statement in specified.function.body for node in ast.walk(statement))
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    return list(dict.fromkeys(value for value in values if type(value) in (int, float)))
