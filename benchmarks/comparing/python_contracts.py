"""Contracts of Python functions as conditions: their clauses as blocks, and what CPython says of an input."""

import ast
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import define, evolve, field

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...core.comparing.order import ContractComparison, SideOutcome
from ...core.errors import InputError, SpecassayError, Unsupported
from ...core.ir.contracts import Clause
from ...core.synthesis.search import InputGenerator
from ...core.synthesis.verdicts import Arguments
from ...frontends.python.styles.model import RESULT
from ..datasets.tasks import ContractTask, Parameter
from ..grading.guards import Guard, checks_of
from ..grading.normal import conjuncts
from ..runs.contract_oracle import contract_of, evaluated, texts_of
from .comparing_limits import LIMITS
from .conditions import ConditionSide, ConditionWork, SideJudgement
from .subjects import ComparingOptions, PythonSubject

BOTH_SECONDS = 2 * REPLAY_SECONDS
"""CPU seconds of a replay of two contracts, one after the other."""


@define(slots=True, eq=False)
class PythonJudge:
    """What a contract says of an input: the evaluator quickly, CPython so that it can be shown. `names`: the common
    names of the parameters, in the order of the task's own."""

    task: ContractTask
    names: Sequence[str]
    replayer: Replayer
    clauses: Sequence[str] = ()
    _contract: Any = field(default=None)

    def __call__(self, arguments: Arguments, quickly: bool) -> SideJudgement:
        own_arguments = dict(zip(self.task.parameter_names, (arguments[name] for name in self.names), strict=True))
        try:
            return self._evaluated(own_arguments) if quickly else self._replayed(own_arguments)
        except SpecassayError:
            return SideJudgement("unknown")

    def _evaluated(self, own_arguments: Arguments) -> SideJudgement:
        if self._contract is None:
            self._contract = contract_of(self.task)
        seen = evaluated(self._contract, own_arguments)
        if seen is None:
            return SideJudgement("unknown")
        if not seen.violated:
            return SideJudgement("accepted")
        first = min(seen.violated)
        return SideJudgement("false" if seen.how[first] == "false" else "undefined", self._text(first))

    def _replayed(self, own_arguments: Arguments) -> SideJudgement:
        self.replayer.load(self.task.replay_task)
        replay = self.replayer.run(texts_of(own_arguments), reference=False)
        if not replay.decided:
            return SideJudgement("unknown")
        if not replay.violated:
            return SideJudgement("accepted", "", "CPython") if replay.accepted else SideJudgement("unknown")
        first = min(replay.violated) if replay.raises_first is None else replay.raises_first
        outcome: SideOutcome = "false" if replay.outcomes[first] == "false" else "undefined"
        return SideJudgement(outcome, self._text(first), "CPython")

    def _text(self, clause: int) -> str:
        contract = self._contract
        if contract is None:
            contract = self._contract = contract_of(self.task)
        return contract.clauses[clause].text if clause < len(contract.clauses) else ""


def compare_python(
    first: PythonSubject, second: PythonSubject, options: ComparingOptions, places: Sequence[int]
) -> ContractComparison:
    """How the contract of a function relates to that of another. `places`: of each parameter of the first, the position
    of the one of the second. Raises InputError where they take different numbers of parameters, Unsupported for
    contracts that are not compared."""
    parameters = common_parameters(first, second, places)
    names = [parameter.name for parameter in parameters]
    theirs = [names[list(places).index(position)] for position in range(len(names))]
    subjects_and_names = ((first, names), (second, theirs))
    with Replayer(ReplayLimits(cpu_seconds=BOTH_SECONDS)) as replayer:
        sides = [side_of(subject.task, own_names, replayer) for subject, own_names in subjects_and_names]
        work = ConditionWork(parameters, replayer, options.seconds, known=list(_known(first, names)))
        inputs = work.compared(sides[0], sides[1], (), _generated(subjects_and_names))
        if not first.postcondition and not second.postcondition:
            return ContractComparison(inputs, None, "neither has a postcondition")
        after = [after_side(subject, own_names, replayer) for subject, own_names in subjects_and_names]
        with_result = (*parameters, Parameter(RESULT))
        work = ConditionWork(with_result, replayer, options.seconds, outputs=(RESULT,))
        # Postconditions are compared where both contracts accept the input: what either says of others binds nobody.
        common = [*sides[0].clauses, *sides[1].clauses]
        outputs = work.compared(after[0], after[1], common)
    return ContractComparison(inputs, outputs)


def common_parameters(first: PythonSubject, second: PythonSubject, places: Sequence[int]) -> tuple[Parameter, ...]:
    """The parameters of the first. Raises InputError where those of the second, in these places, are not like them."""
    for subject in (first, second):
        checked(subject.task)
    first_parameters, second_parameters = first.task.parameters, second.task.parameters
    if len(first_parameters) != len(second_parameters) or [subject.stars for subject in first_parameters] != [
        second_parameters[position].stars for position in places
    ]:
        raise InputError(
            f"no common problem: {first.name} of {first.path.name} takes ({', '.join(first.task.parameter_names)}), "
            f"{second.name} of {second.path.name} ({', '.join(second.task.parameter_names)})"
        )
    return first_parameters


def checked(task: ContractTask) -> None:
    """Raises Unsupported for a contract that cannot be taken apart."""
    if task.unsupported is not None:
        raise Unsupported(f"the contract of {task.entry_point}: {task.unsupported}")
    if task.declaration is not None:
        raise Unsupported(f"constraints of {task.entry_point}, which a library checks")
    if task.definition is not None and not task.definition.is_plain:
        raise Unsupported(f"{task.entry_point}: {task.definition}")


def side_of(task: ContractTask, names: Sequence[str], replayer: Replayer) -> ConditionSide:
    """The preconditions of a task over the common names. Raises Unsupported where they cannot be taken apart."""
    guards = guards_of_block(task.contract_text, task, task.parameter_names, names)
    # Each conjunct of each clause has to be there as a block of its own. With one lost, a contract would be compared as
    # if it accepted more, and *weaker* would be a false verdict.
    if len(guards) < sum(map(_parts, contract_of(task).clauses)):
        why = "one of its clauses cannot be separated from the statements around it"
        raise Unsupported(f"the contract of {task.entry_point}: {why}")
    return ConditionSide(guards, PythonJudge(task, names, replayer))


def _parts(clause: Clause) -> int:
    """How many conjuncts a clause has: as many blocks come of it."""
    try:
        return len(conjuncts(ast.parse(clause.text, mode="eval").body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 1


def after_side(subject: PythonSubject, names: Sequence[str], replayer: Replayer) -> ConditionSide:
    """The postconditions of a function over the common names and the result."""
    task, text = subject.task, subject.postcondition
    parameters_and_result = (*task.parameters, Parameter(RESULT))
    listed = ", ".join(parameter.name for parameter in parameters_and_result)
    with_result = evolve(
        task.with_contract(text or "pass"),
        parameters=parameters_and_result,
        libraries=(),
        preamble="",
        solution=f"def {task.entry_point}({listed}):\n    pass\n",
    )
    judge = PythonJudge(with_result, (*names, RESULT), replayer)
    if not text:
        return ConditionSide((), lambda arguments, quickly: SideJudgement("accepted", "", "CPython"))
    if subject.unsupported:
        return ConditionSide((), judge, open=subject.unsupported)
    guards = guards_of_block(text, task, with_result.parameter_names, (*names, RESULT))
    # A clause that is lost would make the contract weaker than it is.
    if len(guards) < sum(map(_parts, contract_of(with_result).clauses)):
        raise Unsupported(f"the postcondition of {task.entry_point}: one of its clauses cannot be split")
    return ConditionSide(guards, judge)


def guards_of_block(text: str, task: ContractTask, own_names: Sequence[str], names: Sequence[str]) -> tuple[Guard, ...]:
    """The clauses of a block of statements over its parameters (`own_names`) as blocks over other `names`, with what of
    the module each needs. Raises Unsupported where they cannot be taken apart."""
    body = textwrap.indent(textwrap.dedent(text.expandtabs()), "    ").strip("\n") or "    pass"
    code = f"{task.context}\ndef {task.entry_point}({', '.join(own_names)}):\n{body}\n    pass\n"
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unsupported(f"the contract of {task.entry_point}, which cannot be split ({error})") from error
    checks_found = checks_of(code, task.entry_point, names)
    if not checks_found.complete:
        raise Unsupported(f"the contract of {task.entry_point}, which is too large")
    return checks_found.guards


def _known(subject: PythonSubject, names: Sequence[str]) -> Iterator[Arguments]:
    """Inputs of the data set, worth starting from."""
    for row in subject.task.base_input[: LIMITS.known_inputs]:
        if isinstance(row, (list, tuple)) and len(row) == len(names):
            yield dict(zip(names, row, strict=True))


def _generated(sides: Sequence[tuple[PythonSubject, Sequence[str]]]) -> Iterator[Mapping[str, Any]]:
    for subject, names in sides:
        for arguments in islice(InputGenerator(contract_of(subject.task)), LIMITS.generated_inputs):
            values = (arguments[name] for name in subject.task.parameter_names)
            yield dict(zip(names, values, strict=True))
