"""The body of a Python function, and mutants of it, executed in the sandbox."""

import ast
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from textwrap import dedent, indent
from typing import Any

from attrs import evolve, field, frozen

from ...backends.python.replay import REPLAY_SECONDS, CallResult, Replayer, ReplayLimits, ReplayTask
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.errors import SpecassayError
from ...core.interpret.bodies import ExecutionOutcome
from ...core.ir.contracts import Contract, Specification
from ...core.ir.routines import Rewritten
from ...core.ir.variables import Valuation
from ...core.iteration import grouped, in_turn
from ...core.spans import Span
from ...core.spec_testing.examples import Example
from ...core.spec_testing.program_mutants.executed import ExecutedCall, ExecutedMutant
from ...core.spec_testing.program_mutants.model import ProgramMutant
from ...core.steering.nearby import nearby
from ...core.synthesis.directed import DirectedSearch
from ...core.synthesis.search import Effort, constants
from ...core.synthesis.values import complexity
from ...core.synthesis.verdicts import Arguments, Observation
from ...frontends.python import literal as written
from ...frontends.python.body_mutations import BodyMutation, body_mutations
from ...frontends.python.deep import unparse
from ...frontends.python.styles.assemble import REFERENCE
from ...frontends.python.styles.model import FunctionNode, Module
from ...frontends.python.styles.trailing import trailing
from ..datasets.tasks import ContractTask
from .contract_oracle import evaluated
from .run_limits import LIMITS
from .typed_values import TypedValues, declared_types

AT_ONCE = (1, 4)
"""How many inputs a mutant is first called on, and then, as most are killed on one of these; then on all others."""
PLACE = "_specassay_body"
"""What stands in a module in place of a function."""


def replayed(task: ContractTask) -> ReplayTask:
    """The task of running a function on inputs, whatever its contract says of these."""
    return evolve(task, contract_text="", origin=None).replay_task


NAN: Mapping[str, Any] = {"float": math.nan, "list[float]": [math.nan]}
"""Annotation → a value with nan that a parameter may have."""


def texts_of_inputs(inputs: Valuation) -> dict[str, str]:
    """Arguments as literals."""
    return {str(name): written(value) for name, value in inputs.items()}


def outputs_of(specification: Specification, task: ContractTask, called: CallResult) -> Valuation | None:
    """What a call returned, and made of the arguments that it modifies; None where some of it is no plain value."""
    after = dict(zip(task.parameter_names, called.after, strict=True))
    try:
        outputs = {binder.name: literal(called.value or "") for binder in specification.outputs}
        return outputs | {name: literal(after[str(name)]) for name in specification.modifies}
    except NotALiteral:
        return None


@frozen(slots=True)
class PythonBody:
    """The body of a function of a module, as `ExecutableBody` has it. `task`: how the module is run in which the
    function promises nothing and is bound to `REFERENCE`."""

    module: Module
    function: FunctionNode
    task: ContractTask

    def execute(self, examples: Sequence[Example]) -> Sequence[ExecutedCall]:
        """What the body does on the input of each example."""
        try:
            with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
                replayer.load(replayed(self.task))
                called = replayer.calls([texts_of_inputs(example.inputs) for example in examples])
        except SpecassayError as problem:
            return [ExecutedCall(ExecutionOutcome("unknown", reason=str(problem))) for _ in examples]
        return [self.executed(*pair) for pair in zip(examples, called, strict=True)]

    def executed(self, example: Example, called: CallResult) -> ExecutedCall:
        """What a call on the input of an example came to."""
        if called.raised is not None:
            return ExecutedCall(ExecutionOutcome("failed", reason=f"it raises {called.raised}"))
        if called.value is None:
            return ExecutedCall(ExecutionOutcome("unknown", reason="the call was ended"), is_endless=True)
        outputs = outputs_of(example.specification, self.task, called)
        if outputs is None:
            return ExecutedCall(ExecutionOutcome("unknown", reason="it returns what is no plain value"))
        return ExecutedCall(ExecutionOutcome("returned", outputs))

    def mutants(
        self, examples: Sequence[Example], originals: Sequence[ExecutedCall], seed: str
    ) -> Iterator[ExecutedMutant]:
        """The mutants of the body, operators taking turns."""
        place = place_of(self.task.solution)
        if place is None:
            return
        endless = 0
        with Replayer(ReplayLimits(cpu_seconds=LIMITS.mutant_seconds)) as replayer:
            for mutation, text in self.mutations(seed):
                task = evolve(self.task, solution=place(text))
                running = _Running(self, replayer, task, examples)
                try:
                    replayer.load(replayed(task))
                except SpecassayError:
                    continue  # Its module cannot be executed.
                yield ExecutedMutant(self._mutant(mutation), mutation.diff(self.module.source.text), running.on)
                endless += any(executed.is_endless for executed in running.known)
                if endless == LIMITS.endless_mutants:
                    return

    def mutations(self, seed: str) -> Iterator[tuple[BodyMutation, ast.stmt]]:
        """The changes of the body, no two of them to the same program, and the functions that they make."""
        listed = list(body_mutations(self.module, self.function))
        random = Random(seed)
        random.shuffle(listed)
        by_operator = grouped((mutation.operator, mutation) for mutation in listed)
        original = self._function(self.module.source.text, 0)
        # By their trees: two changes of the text may make one program, or leave it as it is.
        seen = set() if original is None else {ast.dump(original)}
        for mutation in in_turn([iter(mutations) for mutations in by_operator.values()]):
            mutated = self._mutated(mutation)
            if mutated is not None and (form := ast.dump(mutated)) not in seen:
                seen.add(form)
                bare = evolve(mutation, replacement=mutation.replacement.removeprefix("(").removesuffix(")"))
                needless = self._mutated(bare)
                same = needless is not None and ast.dump(needless) == form
                yield bare if same else mutation, mutated

    def _mutated(self, mutation: BodyMutation) -> ast.stmt | None:
        text = self.module.source.text
        return self._function(
            mutation.of(text), mutation.replacement.count("\n") - text[mutation.start : mutation.end].count("\n")
        )

    def _function(self, text: str, longer: int) -> ast.stmt | None:
        """The function in a text of its module that has so many lines more, without what it promises; None where it is
        no Python."""
        function = self.function
        lines = text.split("\n")[function.lineno - 1 : (function.end_lineno or 0) + longer]
        try:
            (node,) = ast.parse(dedent("\n".join(lines))).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        assert isinstance(node, FunctionNode)
        promising = {function.body.index(assertion) for assertion in trailing(function).assertions}
        described = {0} if ast.get_docstring(function, clean=False) is not None else set()
        node.body = [each for number, each in enumerate(node.body) if number not in promising | described]
        return node

    def _mutant(self, mutation: BodyMutation) -> ProgramMutant:
        # It is executed by others: there is no body of the representation.
        return ProgramMutant(mutation.operator, Rewritten("instead", (self.span(mutation),)), lambda: ())

    def span(self, mutation: BodyMutation) -> Span:
        """The place of what a mutation replaces."""
        before, inside = (
            self.module.source.text[: mutation.start],
            self.module.source.text[mutation.start : mutation.end],
        )
        line, column = before.count("\n") + 1, mutation.start - before.rfind("\n")
        end_line = line + inside.count("\n")
        end_column = column + len(inside) if end_line == line else len(inside) - inside.rfind("\n")
        return Span(self.module.source.file, line, column, end_line, end_column)


@frozen(slots=True, eq=False)
class _Running:
    """A mutant that is loaded, and what it did on the first of some examples."""

    body: PythonBody
    replayer: Replayer
    task: ContractTask
    examples: Sequence[Example]
    known: list[ExecutedCall] = field(factory=list)

    def on(self, number: int) -> ExecutedCall:
        """What it does on an example."""
        while number >= len(self.known):
            done = len(self.known)
            # Few at first, since most mutants are told apart by one of the first examples.
            count = next((end for end in AT_ONCE if end > done), len(self.examples)) - done
            examples = self.examples[done : done + count]
            try:
                called = self.replayer.calls([texts_of_inputs(example.inputs) for example in examples])
            except SpecassayError:
                called = [CallResult() for _ in examples]
            self.known.extend(self.body.executed(*pair) for pair in zip(examples, called, strict=True))
        return self.known[number]


def place_of(solution: str) -> Callable[[ast.stmt], str] | None:
    """A map from a function to the text of a module that has it in place of the one that is bound to `REFERENCE`; None
    where that one is not found."""
    tree = ast.parse(solution)
    for node in ast.walk(tree):
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            for number, statement in enumerate(block if isinstance(block, list) else ()):
                match statement:
                    case ast.Assign(targets=[ast.Name(id=name)]) if name == REFERENCE and number:
                        position = number - 1
                    # A method, and what is in a function: a decorator binds these.
                    case ast.FunctionDef() | ast.AsyncFunctionDef() if any(map(_binds, statement.decorator_list)):
                        position = number
                    case _:
                        continue
                assert isinstance(block, list)
                function = block[position]
                block[position] = ast.Expr(ast.Name(PLACE, ast.Load()))
                return _placed(unparse(tree), function)
    return None


def _binds(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Lambda) and any(
        isinstance(node, ast.keyword) and node.arg == REFERENCE for node in ast.walk(decorator)
    )


def _placed(text: str, replaced: ast.stmt) -> Callable[[ast.stmt], str]:
    start = text.index(PLACE)
    line = text.rindex("\n", 0, start) + 1 if "\n" in text[:start] else 0

    def put(function: ast.stmt) -> str:
        if isinstance(function, FunctionNode) and isinstance(replaced, FunctionNode):
            function.decorator_list, function.name = replaced.decorator_list, replaced.name
        return text[:line] + indent(unparse(function), text[line:start]) + text[start + len(PLACE) :]

    return put


def constants_of(function: FunctionNode) -> list[Any]:
    """The numbers and short texts in a body, of which inputs are made."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    values = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in prose]
    texts = (value for value in values if isinstance(value, str) and len(value) <= LIMITS.body_constant)
    return list(dict.fromkeys([*(value for value in values if type(value) in (int, float)), *texts]))


def valid_arguments(contract: Contract) -> list[Arguments]:
    """Arguments of the declared types that violate no clause of a contract, the simplest first; none where it is not
    known what a clause refuses, or of what types parameters are."""
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

    search = DirectedSearch(contract, oracle, Effort(LIMITS.body_tries), lambda steps: None)
    search.learn(typed.arguments() for _ in range(LIMITS.body_seeds))
    search.reach([frozenset()])
    # Of what random values seldom meet there are few: what is near one of these may meet it, too.
    mentioned = constants(contract)
    waiting, random = list(valid.values()), Random(contract.name)
    while waiting and len(valid) < LIMITS.body_inputs:
        arguments = waiting.pop(random.randrange(len(waiting)))
        near = ({**arguments, name: value} for name in arguments for value in nearby(arguments[name], mentioned))
        for changed in islice(near, LIMITS.body_neighbours):
            number = len(valid)
            oracle(changed)
            waiting += [changed] if number < len(valid) else []
    return sorted(valid.values(), key=lambda arguments: [complexity(value) for value in arguments.values()])
