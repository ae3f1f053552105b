"""The contract of a Python task, and the oracle that says which of its clauses an input violates.

The reference evaluator has the first word, since it takes microseconds; where it has none (a construct that it does not
follow, or too many steps), the contract runs on the input in the sandbox.
"""

import ast
import math
import re
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from attrs import evolve

from ...backends.python.replay import Replay, Replayer
from ...core.errors import InputError, Unsupported
from ...core.evaluate.execution import run
from ...core.fuel import Fuel
from ...core.ir.contracts import Contract
from ...core.ir.plain_values import Constructed
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Check, If, Statement
from ...core.ir.terms import make
from ...core.synthesis.verdicts import Arguments, Observation, Oracle
from ...frontends.python import literal, parse_contract
from ...frontends.python.composed import made_here
from ...frontends.python.constructed_fields import field_facts
from ...frontends.python.constructions import parsed_block
from ...frontends.python.definitions import objects_in
from ...frontends.python.enums import members_of_enum
from ...frontends.python.inlined import constants_of_class, used_members
from ...frontends.python.module_classes import classes_of_module
from ...frontends.python.names import (
    Unknown,
    field_variable,
    given_variable,
    instance_variable,
    is_told,
    missing_variable,
    object_variable,
)
from ...frontends.python.object_parameters import is_true, pairs_of, variables_of
from ...frontends.python.source import read
from ..datasets.tasks import ContractTask, Parameter, parse_module
from .run_limits import LIMITS

STEPS_OF_A_TRY, STEPS_OF_A_REPLAY = 20, 1_000
"""What making an input and starting the evaluator costs, and what a replay does, in steps of the evaluator."""
_COLLECTS: Mapping[str, Literal["tuple", "dict", "bool"]] = {"*": "tuple", "**": "dict"}


def contract_of(task: ContractTask) -> Contract:
    """The contract of a task: over its parameters, without the one for the receiver where no clause mentions that.
    Raises what the Python frontend raises."""
    parameters = [parameter for parameter in task.parameters if parameter.name != task.receiver or _is_mentioned(task)]
    contract = _parsed(task, parameters, {} if task.definition is None else objects_in(task.definition))
    return evolve(contract, samples={name: tuple(map(Constructed, texts)) for name, texts in task.samples.items()})


def provable_part(task: ContractTask, holders: Collection[str] = ()) -> Contract:
    """The contract as proofs may use it: nothing is said of the receiver, and of parameters that are declared to take
    objects, but for those of a class of the module (`object_parameters.py`), and `holders` of such (`annotated.py`). A
    proof about plain values there would be true, and about no call that anybody makes.

    Fields of the receiver are parameters, as those of Dafny's objects are: `self.size`. They may have any plain values,
    all together, more than constructors and methods give them, and some may be other objects, of which nothing is said:
    what is infeasible then is infeasible. A clause alone changes no field, and statements around clauses that may are
    not lowered."""
    of_objects = task.samples.keys() - task.of_plain - {*holders}
    declared = {name: Unknown(f"{name}, which is declared to be an object") for name in of_objects}
    fields: list[Parameter] = []
    contract, module = parsed_block(task.contract_text), parse_module(task.context)
    for name, given_class in task.given.items():
        members = used_members(given_class, name, contract, module)
        declared[name] = Unknown(f"{name}, which may be any object", members)
        fields += map(Parameter, variables_of(name, members))
    fields += map(Parameter, pairs_of(contract, task.given, task.receiver))
    if task.definition is not None:
        members = used_members(task.members, task.receiver, contract, module)
        declared |= objects_in(task.definition, members)
        # Each field has a variable for its value, and where needed others for its presence or for being an object.
        fields += (Parameter(field_variable(task.receiver, name)) for name in sorted(members.fields))
        fields += (Parameter(object_variable(task.receiver, name)) for name in sorted(members.unsure))
        fields += (Parameter(missing_variable(task.receiver, name)) for name in sorted(members.missing))
    parameters = [parameter for parameter in task.parameters if parameter.name != task.receiver]
    parsed = _parsed(task, [*fields, *parameters], declared)
    parsed = evolve(parsed, assumed=_assumed(task, parsed, declared))
    field_types: dict[str, Literal["bool"]] = {field.name: "bool" for field in fields if is_told(field.name)}
    return evolve(parsed, collects={**parsed.collects, **field_types})


_MAKING = frozenset({"__init__", "__new__", "__post_init__", "__setstate__"})


def _assumed(task: ContractTask, contract: Contract, declared: Mapping[str, Unknown]) -> tuple[Statement, ...]:
    """Checks that the fields of receiver and parameters pass, since their constructors did."""
    classes = {name: given_class.of_class for name, given_class in task.given.items()}
    if task.definition is not None and task.definition.kind in ("method", "getter", "setter", "deleter"):
        # In a constructor the object is not made yet: nothing may be assumed of its fields.
        classes |= {task.receiver: task.definition.owner} if task.definition.name not in _MAKING else {}
    module = classes_of_module(parse_module(task.context))
    wanted = ((name, of_class, declared[name].members) for name, of_class in classes.items() if name in declared)
    facts = [
        (name, fact)
        for name, of_class, members in wanted
        for fact in field_facts(module, of_class, name, members.plain - members.missing)
    ]
    while facts:
        text = "\n".join(f"assert {fact}" for _, fact in facts)
        lowered = parse_contract(
            text, name=task.entry_point, parameters=contract.parameters, context=task.context, objects=declared
        )
        # A fact that is not lowered is left out, and the rest read again, since numbers of clauses have changed.
        unread = {number for number, clause in enumerate(lowered.clauses) if clause.problems}
        if not unread:
            return tuple(_where_given(statement, facts, task) for statement in lowered.body)
        facts = [fact for number, fact in enumerate(facts) if number not in unread]
    return ()


def _where_given(statement: Statement, facts: Sequence[tuple[str, str]], task: ContractTask) -> Statement:
    """A check of a parameter is one where that is an object of its class."""
    if not isinstance(statement, Check) or (name := facts[statement.clause][0]) not in task.given:
        return statement
    span = statement.span
    told = [is_true(variable, span) for variable in (given_variable(name), instance_variable(name))]
    return If(make("python.and", told, VALUE, None, span), (statement,), (), span)


def _parsed(task: ContractTask, parameters: Sequence[Parameter], objects: Mapping[str, Unknown]) -> Contract:
    objects = {**_classes(task, {parameter.name for parameter in parameters}), **objects}
    contract = parse_contract(
        read(task.contract_text, _place(task), task.contract_line, task.origin),
        name=task.entry_point,
        parameters=[parameter.name for parameter in parameters],
        hints=[parameter.declared_type for parameter in parameters],
        context=task.context,
        objects=objects,
    )
    return evolve(
        contract, collects={parameter.name: _COLLECTS[parameter.stars] for parameter in parameters if parameter.stars}
    )


def _classes(task: ContractTask, hidden: Collection[str]) -> dict[str, Unknown]:
    """The classes of the module whose constants or members a contract mentions (`Order.STATES`, `Color.RED`), by their
    names."""
    # Most modules have none, and parsing one costs more than the rest.
    if "class " not in task.context:
        return {}
    unknowns: dict[str, Unknown] = {}
    module = classes_of_module(parse_module(task.context))
    for node in ast.walk(parsed_block(task.contract_text)):
        match node:
            case ast.Attribute(value=ast.Name(id=name)) if name in module.classes and name not in hidden:
                enumeration = evolve(members_of_enum(module, name), plain=frozenset())
                members = enumeration if enumeration.members else constants_of_class(module, name)
                unknowns[name] = Unknown(f"class {name}", members)
    return {name: unknown for name, unknown in unknowns.items() if unknown.members.constants or unknown.members.members}


def _is_mentioned(task: ContractTask) -> bool:
    """Whether the contract may depend on the receiver: it has its name, or that of a variable around the function."""
    assert task.definition is not None
    names = (task.receiver, *task.definition.closure, "super", "__class__")
    return any(re.search(rf"\b{re.escape(name)}\b", task.contract_text) for name in names)


def _place(task: ContractTask) -> str:
    return task.file if task.file.endswith(".py") else f"{task.file}[{task.task_id}]:contract"


def evaluated(contract: Contract, arguments: Arguments, steps: int = LIMITS.evaluation_steps) -> Observation | None:
    """What the evaluator says of an input within so many steps; None where it has no answer."""
    return counted(contract, arguments, steps)[0]


def counted(
    contract: Contract, arguments: Arguments, steps: int = LIMITS.evaluation_steps
) -> tuple[Observation | None, int]:
    """Evaluate a contract on an input; return the observation and the steps that it took."""
    fuel = Fuel(steps=steps, size=LIMITS.evaluated_size)
    known = {
        name: made if isinstance(value, Constructed) and (made := made_here(value.text)) is not None else value
        for name, value in arguments.items()
    }
    outcomes = run(contract, known, fuel)
    taken, violated = steps - max(0, fuel.steps), outcomes.violated
    if violated is None:
        return None, taken
    how = {i: "false" if outcomes.outcomes[i] == "false" else "raises" for i in violated}
    return Observation(violated, how), taken


def manner_of(replay: Replay) -> dict[int, str]:
    """How each violated clause is violated: it is false, or it (or what surrounds it) raises."""
    return {index: "false" if replay.outcomes[index] == "false" else "raises" for index in sorted(replay.violated)}


def observed(replay: Replay) -> Observation | None:
    """What a replay says of its input; None where it has no answer."""
    return Observation(replay.violated, manner_of(replay)) if replay.decided else None


def texts_of(arguments: Arguments) -> Mapping[str, str]:
    """Each argument as a Python literal. Raises Unsupported for a value that has none."""
    return {name: literal(value) for name, value in arguments.items()}


def oracle_of(
    contract: Contract, replayer: Replayer, seconds: float = math.inf, steps: int = LIMITS.evaluation_steps
) -> Oracle:
    """What an input violates: the evaluator's word (within so many steps), or the replay's where the evaluator has
    none. The replayer has the task loaded. Nothing is known any more when the seconds of wall time are over."""
    deadline = time.perf_counter() + seconds

    def observe(arguments: Arguments) -> Observation | None:
        if time.perf_counter() > deadline:
            return None
        seen = evaluated(contract, arguments, steps)
        if seen is not None:
            return seen
        try:
            return observed(replayer.run(texts_of(arguments), reference=False))
        except (InputError, Unsupported):
            return None

    return observe
