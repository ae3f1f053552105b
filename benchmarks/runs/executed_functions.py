"""Tests of a Python function that has a postcondition and no test: inputs that meet its contract are made, the body
runs on them in the sandbox, and what it returns is expected. What it raises is a finding.

Inputs are of the annotated types, made of the constants of the contract and of the body, so that they take different
ways through it; those that a precondition refuses are left out.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.solvers import registry
from ...backends.solvers.worker import isolated
from ...core.deciding.clauses import Theory, theory_of
from ...core.deciding.engines import Engines, counted_engines
from ...core.errors import SpecassayError
from ...core.ir.contracts import Clause, Condition, Contract, Program
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Check, Evaluate
from ...core.ir.terms import const
from ...core.ir.variables import Name, Valuation
from ...core.language import ReadingOptions, TestedFile
from ...core.spans import Span
from ...core.spec_testing.examples import BODY, Example, Examples, UntestedInputs
from ...core.spec_testing.findings import Finding, Witness
from ...core.spec_testing.judging import judge_outputs
from ...core.spec_testing.score import MethodScore
from ...core.synthesis.verdicts import Arguments
from ...frontends.python import parse_expression
from ...frontends.python.body_mutations import kept_statements
from ...frontends.python.constructions import parsed_block
from ...frontends.python.declared import fits
from ...frontends.python.deep import unparse
from ...frontends.python.definitions import signature_of
from ...frontends.python.methods import specified_functions
from ...frontends.python.specification import Specified, parse_specifications
from ...frontends.python.styles.applied import all_parameters
from ...frontends.python.styles.model import RESULT, Module
from ...frontends.python.type_tests import type_test
from ..datasets import module_tests, python_files
from ..datasets.tasks import ContractTask
from .annotated import believing
from .contract_oracle import contract_of, evaluated
from .executed_bodies import NAN, PythonBody, constants_of, outputs_of, replayed, texts_of_inputs, valid_arguments
from .executed_methods import scored_method
from .run_limits import LIMITS
from .separating import Budget, NamedSolver, Separation, separate
from .typed_values import TypedValues, declared_types

T = TypeVar("T")

ODD_TEXTS = ("ß", "²", "\0", "ῶ", "İ", "\u0661", "a\u0301", "ǆ", "中", " ", "\n", "a  b", "a\tb")
"""Texts of which inputs are made that few people think of: their upper case is longer, a digit that is no number,
letters without a case, words that other blanks separate than one."""
ODD_VALUES: Mapping[str, Sequence[Any]] = {"str": ODD_TEXTS, "float": (1e16, -1e16, 1e308, -1e308, 5e-324)}
"""Annotation → values that a parameter may have: floats to which adding 1 adds nothing, whose double overflows, and
whose half is 0."""


def tested_file(path: Path, reading: ReadingOptions, engines: Engines) -> TestedFile:
    """The functions of a Python file with a postcondition, or with a contract and tests, what their tests say, and,
    where a postcondition has none, what the bodies do. Raises InputError for a file that cannot be read."""
    module, found, problems = parse_specifications(path)
    runnable: dict[int, ContractTask] | None = None
    programs = []
    bodies: dict[Name, PythonBody] = {}
    only_executed: list[MethodScore] = []
    functions = {function.contract.written.node: function for function in specified_functions(module)}
    for specified in found:
        examples = module_tests.examples_of_module(module, specified)
        if specified.specification.ensures and specified.has_body:
            # The module is made runnable once, and only if some body has to run.
            if runnable is None:
                runnable = python_files.runnable(path)
            task = runnable.get(specified.function.lineno)
            if task is not None:
                bodies[specified.specification.name] = PythonBody(module, specified.function, task)
            # Tests of the author come before made ones: these say what is right, and bodies only what is done.
            if not examples.examples:
                # What the body leaves of its arguments can be seen only where it runs.
                if specified.two_state is not None and task is not None:
                    specified = evolve(specified, program=specified.two_state)
                # Each function has the time of all: who has many in a module wants to know of each.
                own = counted_engines(engines.deadline)
                made = Examples(()) if task is None else executed(module, specified, task, own)
                examples = Examples(made.examples, (*examples.findings, *made.findings))
                function = functions.get(specified.function)
                # Objects have no literals to compare: their methods are judged by running them.
                if task is not None and function is not None and _is_about_objects(specified, made):
                    score = scored_method(module, function, task)
                    if score is not None and score.status == "scored":
                        only_executed.append(score)
                        continue
            if task is not None:
                examples = _but_for_nan(specified, task, examples, engines)
        programs.append(_with_input_types(specified, *with_types(specified, examples)))
    scores = [scored_method(module, *pair) for pair in python_files.runnable_methods(path)]
    unread = tuple(Finding("unsupported-clause", "", str(problem), problem.span) for problem in problems)
    return TestedFile(tuple(programs), unread, bodies=bodies, scores=(*only_executed, *filter(None, scores)))


def _is_about_objects(specified: Specified, made: Examples) -> bool:
    """Whether CPython alone can judge a function: a term does not say what a clause says, or no plain values go in and
    come out."""
    lowered = all(condition.term is not None for condition in specified.specification.ensures)
    return not lowered or not (made.examples or made.findings)


def with_types(specified: Specified, examples: Examples) -> tuple[Program, Examples]:
    """The program and its examples, where what the function returns, and leaves of its arguments, is of the annotated
    type. Nothing is said of that where an example has something else: the annotation is wrong."""
    (specification,) = specified.program.specifications
    hints = {argument.arg: argument.annotation for argument, _ in signature_of(specified.function)}
    hints[RESULT] = specified.function.returns
    facts: list[Condition] = []
    span = specification.span or Span(specified.program.file, 1, 1, 1, 1)
    for name in (*(str(binder.name) for binder in specification.outputs), *map(str, specification.modifies)):
        annotation = hints.get(name)
        text = None if annotation is None else unparse(annotation)
        test = type_test(text, name)
        values = [example.outputs[name] for example in examples.examples if name in example.outputs]
        # An annotation that an example contradicts is wrong, and would make its right outputs impossible.
        if test is None or not values or not all(fits(text, value, exactly=False) for value in values):
            continue
        clause = Clause("ensures", f"{name}: {text}", span, origin="type", fact=True)
        facts.append(Condition(clause, parse_expression(test, (name,))))
    if not facts:
        return specified.program, examples
    typed = evolve(specification, ensures=(*specification.ensures, *facts))
    # Examples refer to the specification that they are judged by.
    told = tuple(evolve(example, specification=typed) for example in examples.examples)
    return evolve(specified.program, specifications=(typed,)), evolve(examples, examples=told)


def _with_input_types(specified: Specified, program: Program, examples: Examples) -> tuple[Program, Examples]:
    """The same with what the annotations of all parameters say of an input, where they say something of each."""
    (specification,) = program.specifications
    if not examples.examples or not specification.ensures:
        return program, examples
    arguments = {argument.arg: argument.annotation for argument, _ in signature_of(specified.function)}
    hints = {name: None if hint is None else unparse(hint) for name, hint in arguments.items()}
    tests = {name: type_test(hints.get(name), name) for name in (str(binder.name) for binder in specification.inputs)}
    types = [parse_expression(test, (name,)) for name, test in tests.items() if test is not None]
    pairs = [(hints.get(str(name)), value) for example in examples.examples for name, value in example.inputs.items()]
    # A proof is about plain values: where a type is not known, or wrong, it would not be about all inputs.
    if len(types) < len(tests) or not all(fits(hint, value, exactly=False) for hint, value in pairs):
        return program, examples
    return program, evolve(examples, types={specification.name: tuple(types)})


def executed(module: Module, specified: Specified, task: ContractTask, engines: Engines) -> Examples:
    """What the body of a function does on valid inputs: those that the postcondition refuses first, then simple ones
    and others. Where nothing breaks, it is called on values that few people think of, and on what a solver proposes."""
    found: list[Example] = []
    failed: dict[str, Finding] = {}
    reasons = _reasons(specified, task)
    theory = theory_of(specified.program)
    broken: list[Example] = []
    try:
        with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
            replayer.load(replayed(task))
            for inputs in _waves(module, specified, task):
                texts = list(map(texts_of_inputs, inputs))
                for arguments, text, called in zip(inputs, texts, replayer.calls(texts), strict=True):
                    if called.raised is not None:
                        failure = _failure(specified, text, called.raised, reasons.get(called.raised), arguments)
                        if failure is not None:
                            failed.setdefault(called.raised, failure)
                    elif called.value is not None:
                        outputs = outputs_of(specified.specification, task, called)
                        if outputs is not None:  # Of an object nothing can be said.
                            found.append(_example(specified, arguments, outputs))
                broken += islice(_refused(found, theory, engines), LIMITS.breaking_inputs)
                if broken or failed:
                    break
    except SpecassayError as problem:
        message = f"the body cannot be executed: {problem}"
        return Examples((), (Finding("not-executed", specified.function.name, message, specified.specification.span),))
    others = [example for example in found if example not in broken]
    examples = (*broken, *_spread(others, LIMITS.judged_inputs - len(broken)))
    return Examples(examples, tuple(failed.values()))


def _waves(module: Module, specified: Specified, task: ContractTask) -> Iterator[list[Arguments]]:
    """Valid inputs in groups, the next of which is for a body that nothing breaks so far."""
    simple = _spread(valid_inputs(specified, task), LIMITS.executed_inputs)
    # The body runs on simple ones first: what breaks on these needs no other.
    yield simple
    contract = _contract(specified, task, _preconditions(specified))
    if simple:
        odd: list[Arguments] = [
            {**simple[0], name: value}
            for name, hint in zip(contract.parameters, contract.hints, strict=True)
            for value in ODD_VALUES.get(hint or "", ())
        ]
        if any("str" in (hint or "") for hint in contract.hints):
            typed = TypedValues(contract, texts=ODD_TEXTS)
            odd += (typed.arguments() for _ in range(LIMITS.odd_inputs))
        yield list(_valid(contract, odd))
    if simple:
        yield list(_valid(contract, breaking_inputs(module, specified, task)))


def _valid(contract: Contract, inputs: Iterable[Arguments]) -> Iterator[Arguments]:
    """The inputs that no precondition refuses; none where a clause is not lowered."""
    if any(clause.problems for clause in contract.clauses):
        return
    for arguments in inputs:
        seen = evaluated(contract, arguments) if arguments.keys() >= set(contract.parameters) else None
        if seen is not None and not seen.violated:
            yield arguments


def _but_for_nan(specified: Specified, task: ContractTask, examples: Examples, engines: Engines) -> Examples:
    """The examples, where it is told if the precondition allows nan and the postcondition refuses what the body returns
    then. Nobody tests with nan, which equals nothing, so that a postcondition which is an equation refuses each output:
    that is a gap of the precondition, and the verdict on all other floats stands."""
    if not examples.examples:
        return examples
    contract, inputs = _contract(specified, task, _preconditions(specified)), examples.examples[0].inputs
    arguments = {str(name): value for name, value in inputs.items()}
    hints = zip(contract.parameters, contract.hints, strict=True)
    # One float at a time, in the first example: which else, or how many, changes nothing about nan.
    of_nan = list(_valid(contract, [{**arguments, name: NAN[hint or ""]} for name, hint in hints if hint in NAN]))
    if not of_nan:
        return examples
    texts = list(map(texts_of_inputs, of_nan))
    try:
        with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
            replayer.load(replayed(task))
            results = replayer.calls(texts)
    except SpecassayError:
        return examples
    theory = theory_of(specified.program)
    for given, text, called in zip(of_nan, texts, results, strict=True):
        outputs = None if called.value is None else outputs_of(specified.specification, task, called)
        if outputs is not None and any(_refused([_example(specified, given, outputs)], theory, engines)):
            name, shown = specified.function.name, ", ".join(text.values())
            reason = f"what the body makes of nan is refused, and nan is not: {name}({shown}) returns {called.value}"
            return evolve(examples, left_out={specified.specification.name: UntestedInputs("not of nan", reason)})
    return examples


def _refused(examples: Sequence[Example], theory: Theory, engines: Engines) -> Iterator[Example]:
    """The examples of which the postcondition refuses the output."""
    for example in examples:
        if not engines.left:
            return
        if judge_outputs(example, example.outputs, (), theory, engines, "").verdict == "refuted":
            yield example


def _example(specified: Specified, arguments: Arguments, outputs: Valuation) -> Example:
    specification = specified.specification
    return Example(specification, arguments, outputs, {}, (), BODY, BODY, specification.span)


def _failure(
    specified: Specified, shown: dict[str, str], raised: str, reason: Contract | None, arguments: Arguments
) -> Finding | None:
    """The finding that a call raised something, None where the function promises that. `reason`: what it promises of
    the arguments where this is raised."""
    name = specified.function.name
    call = f"{name}({', '.join(f'{parameter}={text}' for parameter, text in shown.items())})"
    message = f"{call} raises {raised}"
    if specified.exceptions.allow(raised):
        seen = None if reason is None else evaluated(reason, arguments)
        # An exception is allowed unless its condition is known to be false.
        if reason is None or seen is None or not seen.violated:
            return None
        message += f", which is promised only where {reason.clauses[0].text}"
    elif specified.exceptions.names:
        message += f", and only {', '.join(sorted(specified.exceptions.names))} is promised"
    # Of an assertion in the body nobody would say that it was raised.
    elif raised == "AssertionError":
        message = f"{call} fails an assertion of the body"
    span = specified.specification.span
    return Finding("fails-at-run-time", name, message, span, witness=Witness(shown, {}, {}))


def _reasons(specified: Specified, task: ContractTask) -> dict[str, Contract]:
    """Class of exception → what is promised of the arguments where it is raised."""
    return {
        exception: _contract(specified, task, [condition])
        for exception, condition in specified.reasons
        if condition.term is not None
    }


def valid_inputs(specified: Specified, task: ContractTask) -> list[Arguments]:
    """Inputs of the declared types that no precondition refuses, the simplest first; none where it is not known what a
    precondition refuses, or of what types parameters are."""
    contract = _contract(specified, task, _preconditions(specified))
    return valid_arguments(contract)


def _spread(items: Sequence[T], count: int) -> list[T]:
    """A number of examples that are in order: half of them the first, the others at equal distances, for larger values
    take other ways."""
    first, others = items[: count // 2], items[count // 2 :]
    rest = count - len(first)
    step = max(1, len(others) // max(rest, 1))
    return [*first, *islice(others[::step], rest)]


def _preconditions(specified: Specified) -> list[Condition]:
    """The preconditions but for checks that raise what the function promises to raise: such an input is one on which
    it keeps its word."""
    refusals = dict(enumerate(specified.refusals))
    return [
        condition
        for number, condition in enumerate(specified.specification.requires)
        if (raised := refusals.get(number)) is None or not specified.exceptions.allow(raised)
    ]


def _contract(specified: Specified, task: ContractTask, conditions: Sequence[Condition]) -> Contract:
    """Conditions on the arguments as a contract. The constants of the body are in it, too, for inputs are made of
    these."""
    specification = specified.specification
    parameters = tuple(str(binder.name) for binder in specification.inputs)
    checks = [
        Check(number, condition.term) for number, condition in enumerate(conditions) if condition.term is not None
    ]
    constants = [Evaluate(const(value, VALUE)) for value in constants_of(specified.function)]
    return Contract(
        specification.name,
        parameters,
        tuple(condition.clause for condition in conditions),
        (*specified.program.context, *constants, *checks),
        tuple(task.annotations.get(name) for name in parameters),
    )


# -- Inputs on which a body may break its postcondition or raise, from a solver: the body becomes a helper function of
# a contract, whose last clauses are the postcondition of what it returns.
#
#     assert n >= 0                      # the precondition
#     def called(n): ...                 # the body
#     assert [called(n)]                 # violated where the body raises
#     result = called(n)
#     assert result * result <= n        # the postcondition
#
# An input that violates a clause behind the precondition, and no precondition, is one to run the body on: what a
# solver says is tried, and never believed.

CALLED = "_specassay_called"
BUDGET = Budget(query=0.3, solver=0.6, total=0.8)
"""Seconds of work: what is easy for a solver takes a tenth of it. Chosen."""
SOLVER = "z3"


def breaking_inputs(module: Module, specified: Specified, task: ContractTask) -> list[Arguments]:
    """Inputs of the declared types that a solver takes for breaking ones; none where the body is not encoded. One with
    nan is none: it breaks each equation, and nobody meant it."""
    text = _combined_text(module, specified, task)
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


def _combined_text(module: Module, specified: Specified, task: ContractTask) -> str | None:
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
