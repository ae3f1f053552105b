"""Methods of classes, whose postconditions and invariants CPython judges: no term says what they say of objects.

Each public method is called on objects that constructors and other methods made, with arguments of the annotated
types, where its precondition holds. A clause that is false after the call, or raises, and an exception that the method
does not promise are findings; so is a mutant of the body that leaves another result, or another object, and breaks no
clause.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from textwrap import dedent, indent
from typing import Any

from attrs import evolve, frozen

from ...backends.python.replay import REPLAY_SECONDS, CallResult, Replayer, ReplayLimits
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.errors import InputError, SpecassayError
from ...core.ir.contracts import Clause, Condition, Contract, Problem, Specification
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Evaluate
from ...core.ir.terms import Binder, const
from ...core.metrics import proportion
from ...core.spec_testing.assessment import Assessed, Assessment
from ...core.spec_testing.findings import Finding, Witness
from ...core.spec_testing.score import MethodScore, Status
from ...frontends.python import literal as written
from ...frontends.python.body_mutations import BodyMutation
from ...frontends.python.methods import SpecifiedMethod
from ...frontends.python.receivers import uninitialised
from ...frontends.python.styles.applied import all_parameters
from ...frontends.python.styles.assemble import REFERENCE
from ...frontends.python.styles.invariants import SELF
from ...frontends.python.styles.model import RESULT, Module, before
from ..datasets.tasks import ContractTask
from .executed_bodies import MOST_ENDLESS, MUTANT_SECONDS, PythonBody, constants_of, place_of, replayed
from .objects import Constructing
from .typed_values import TypedValues

OBJECTS, ARGUMENTS, CALLS = 12, 60, 200
"""Objects on which a method is called, lists of arguments that are made, and calls."""
MOST_MUTANTS = 40
"""Mutants of the body of one method."""
JUDGED = "_specassay_judged"
"""The function that calls a method and says what became of it."""
ONLY_CPYTHON = "a clause about an object, which is only executed"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@frozen(slots=True)
class JudgedCall:
    """What became of a call whose precondition holds: the class of what it raised, if anything; the numbers of the
    clauses that are broken after it; and what it left, the result and the arguments, as text."""

    raised: str
    broken: tuple[int, ...]
    result: str
    state: tuple[str, ...]


def scored_method(module: Module, method: SpecifiedMethod, task: ContractTask) -> MethodScore | None:
    """What calls of a method say of it; None where it promises nothing itself and breaks no invariant."""
    specification = _specification(module, method)
    findings: tuple[Finding, ...] = ()
    calls = 0
    try:
        judged = _Judged.of(method, task)
        calls = len(judged.known)
        findings = tuple(_findings(module, specification, judged))
    except SpecassayError as problem:
        if method.postconditions:
            message = f"the body cannot be executed: {problem}"
            findings = (Finding("not-executed", specification.name, message, specification.span),)
    if not findings and not method.postconditions:
        return None
    nothing = proportion(0, 0, 0)
    status: Status = "scored" if calls else "no tests"
    assessed = _assessed(findings, calls)
    return MethodScore(
        specification, assessed, status, "", nothing, nothing, nothing, (), (), None, (), findings, published=nothing
    )


def _assessed(findings: Sequence[Finding], calls: int) -> Assessed:
    """The verdict on a method, of which nothing is proved."""
    kinds: dict[str, Assessment] = {
        "body-breaks-postcondition": "wrong",
        "body-mutant-survives": "weak",
        "fails-at-run-time": "weak",
    }
    for kind, verdict in kinds.items():
        for finding in findings:
            if finding.kind == kind:
                return Assessed(verdict, finding.message, finding.witness)
    if not calls:
        return Assessed("unknown", findings[0].message if findings else "it cannot be called")
    return Assessed("unknown", f"{calls} calls break nothing; what else would be accepted is not known of objects")


def _specification(module: Module, method: SpecifiedMethod) -> Specification:
    node = method.contract.written.node
    conditions = tuple(
        Condition(Clause("ensures", clause.shown, clause.span, (Problem(ONLY_CPYTHON, clause.span),)), None)
        for clause in method.clauses
    )
    return Specification(
        method.contract.name,
        tuple(Binder(name, VALUE) for name in all_parameters(node)),
        (Binder(RESULT, VALUE),),
        (),
        conditions,
        span=module.span(node),
    )


@frozen(slots=True)
class _Judged:
    """A method that is called. `task` has the function that judges a call, `bare` the method alone; `known`: calls
    whose precondition holds, and what becomes of them, where that is the same twice: a clock says nothing of
    mutants."""

    method: SpecifiedMethod
    bare: ContractTask
    task: ContractTask
    known: tuple[tuple[dict[str, str], JudgedCall], ...]

    @classmethod
    def of(cls, method: SpecifiedMethod, bare: ContractTask) -> "_Judged":
        """Call a method. Raises InputError where there is no call of it."""
        harness = _harness(method, bare)
        task = evolve(bare, solution=f"{bare.solution}\n{harness}", reference=JUDGED, definition=None)
        with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
            replayer.load(replayed(task))
            inputs = _inputs(method, bare, replayer)
            calls, again = ([_judged(called) for called in replayer.calls(inputs)] for _ in range(2))
        triples = zip(inputs, calls, again, strict=True)
        known = tuple((text, call) for text, call, other in triples if call is not None and call == other)
        if not known:
            raise InputError("no call of it is known whose precondition holds")
        return cls(method, bare, task, known)

    def shown(self, text: dict[str, str]) -> dict[str, str]:
        """Arguments as they are written: the object that a constructor makes is none."""
        receiver = self.method.contract.definition.receiver
        return {name: value for name, value in text.items() if name != receiver or not self.is_constructor}

    @property
    def is_constructor(self) -> bool:
        return self.method.contract.written.node.name == "__init__"

    def difference(self, call: JudgedCall, other: JudgedCall) -> tuple[dict[str, str], dict[str, str]]:
        """What two calls left that is not the same."""
        if call.result != other.result:
            return {RESULT: call.result}, {RESULT: other.result}
        states = [dict(zip(self.bare.parameter_names, each.state, strict=True)) for each in (call, other)]
        changed = [name for name in states[0] if states[0][name] != states[1][name]]
        before_after = [{name: state[name] for name in changed} for state in states]
        return before_after[0], before_after[1]


def _findings(module: Module, specification: Specification, judged: _Judged) -> Iterator[Finding]:
    yield from _broken(specification, judged)
    if judged.method.postconditions:
        yield from _surviving(
            specification, judged, PythonBody(module, judged.method.contract.written.node, judged.bare)
        )


def _broken(specification: Specification, judged: _Judged) -> Iterator[Finding]:
    """A finding for each clause that is broken, and for each class of exceptions that is not promised."""
    shown: set[int | str] = set()
    method, name = judged.method, specification.name
    for text, call in judged.known:
        inputs = judged.shown(text)
        failed = call.raised and method.postconditions and not method.exceptions.allow(call.raised)
        if failed and call.raised not in shown:
            shown.add(call.raised)
            message, witness = f"it raises {call.raised}", Witness(inputs, {}, {})
            yield Finding("fails-at-run-time", name, message, specification.span, witness=witness)
        for number in call.broken:
            if number not in shown:
                shown.add(number)
                clause = method.clauses[number]
                kind = "invariant" if number >= len(method.postconditions) else "ensures"
                message, witness = f"{kind} {clause.shown} is broken", Witness(inputs, {}, {RESULT: call.result})
                yield Finding("body-breaks-postcondition", name, message, clause.span, number, witness=witness)


def _surviving(specification: Specification, judged: _Judged, body: PythonBody) -> Iterator[Finding]:
    """One finding or none: mutants of the body leave something else on these calls, and break nothing."""
    put = place_of(body.task.solution)
    held = [(text, call) for text, call in judged.known if not call.raised and not call.broken]
    if put is None or not held:
        return
    survivors: list[tuple[BodyMutation, dict[str, str], JudgedCall, JudgedCall]] = []
    counter: Counter[str] = Counter()
    inputs, harness = [text for text, _ in held], _harness(judged.method, body.task)
    with Replayer(ReplayLimits(cpu_seconds=MUTANT_SECONDS)) as replayer:
        for mutation, function in islice(body.mutations(specification.name), MOST_MUTANTS):
            try:
                replayer.load(replayed(evolve(judged.task, solution=f"{put(function)}\n{harness}")))
                calls = [_judged(called) for called in replayer.calls(inputs)]
            except SpecassayError:
                continue
            verdict, first = _verdict(held, calls)
            counter[verdict] += 1
            if first is not None:
                survivors.append((mutation, *first))
            if counter["no end"] == MOST_ENDLESS:
                break
    if survivors:
        mutation, text, call, other = min(survivors, key=lambda each: sum(map(len, each[1].values())))
        told = counter["killed"] + counter["survives"]
        message = f"{len(survivors)} of {told} mutants of the body that do something else are accepted"
        witness = Witness(judged.shown(text), *judged.difference(call, other))
        diff, span = mutation.diff(body.module.source.text), body.span(mutation)
        yield Finding("body-mutant-survives", specification.name, message, span, witness=witness, diff=diff)


def _verdict(
    held: Sequence[tuple[dict[str, str], JudgedCall]], calls: Sequence[JudgedCall | None]
) -> tuple[str, tuple[dict[str, str], JudgedCall, JudgedCall] | None]:
    """What a mutant is, as of the mutants of other bodies, and where it survives."""
    first: tuple[dict[str, str], JudgedCall, JudgedCall] | None = None
    for (text, call), other in zip(held, calls, strict=True):
        if other is None:
            return "no end", None
        if other.raised:
            return "fails", None
        if other.broken:
            return "killed", None
        if other != call and first is None:
            first = text, call, other
    return ("equal", None) if first is None else ("survives", first)


# -- calls


def _harness(method: SpecifiedMethod, task: ContractTask) -> str:
    """The function that is called in place of the method. Its result is a tuple of plain values."""
    node, receiver = method.contract.written.node, method.contract.definition.receiver
    names = all_parameters(node)
    if node.args.vararg or node.args.kwarg:
        raise InputError("parameters with stars are not called")
    named = [argument.arg for argument in node.args.kwonlyargs]
    signature = ", ".join([name for name in names if name not in named] + (["*", *named] if named else []))
    passed = ", ".join(f"{name}={name}" if name in named else name for name in names)
    own_self = "pass" if SELF in names else f"{SELF} = {receiver}"
    # A value that cannot be copied is not known to be what it was: a clause that asks for it is not judged then.
    asked = [name for name in names if any(before(name) in clause.test for clause in method.clauses)]
    olds = "\n".join(f"{before(name)} = _specassay_copied({name})" for name in asked) or "pass"
    tests = "".join(f"lambda: ({clause.test}),\n" for clause in method.clauses)
    pre = dedent(task.contract_text) or "pass\n"
    state = ", ".join(names)
    return f"""
def _specassay_copied(value):
    import copy
    return copy.deepcopy(value)

def _specassay_state(value):
    if type(value).__repr__ is not object.__repr__ or not hasattr(value, "__dict__"):
        return repr(value)
    fields = ", ".join(f"{{name}}={{each!r}}" for name, each in sorted(vars(value).items()))
    return f"{{type(value).__name__}}({{fields}})"

def _specassay_precondition({signature}):
{indent(pre, "    ")}

def {JUDGED}({signature}):
    try:
        _specassay_precondition({passed})
    except Exception:
        return None
    {own_self}
    try:
{indent(olds, "        ")}
    except Exception:
        return None
    try:
        {RESULT} = {REFERENCE}({passed})
    except Exception as error:
        return (type(error).__name__, (), "", ())
    broken = []
    for number, test in enumerate([{tests}]):
        try:
            holds = bool(test())
        except Exception:
            holds = False
        if not holds:
            broken.append(number)
    return ("", tuple(broken), repr({RESULT}), tuple([_specassay_state(each) for each in [{state}]]))
"""


def _judged(called: CallResult) -> JudgedCall | None:
    """What a call came to; None where its precondition does not hold, or it was ended."""
    try:
        found: Any = literal(called.value or "None")
    except NotALiteral:
        return None
    if found is None:
        return None
    raised, broken, result, state = found
    return JudgedCall(raised, broken, _ADDRESS.sub("", result), tuple(_ADDRESS.sub("", text) for text in state))


def _inputs(method: SpecifiedMethod, task: ContractTask, replayer: Replayer) -> list[dict[str, str]]:
    """Arguments as text, objects among them as expressions, the simplest first. Raises InputError where nobody knows of
    what type a parameter is."""
    receiver, node = method.contract.definition.receiver, method.contract.written.node
    owner = method.contract.definition.owner
    texts = (uninitialised(owner),) if node.name == "__init__" else task.samples.get(receiver, ())
    constructing = Constructing(replayer)
    of_objects = {
        name: [text for text, made in zip(samples, constructing.of(name, samples), strict=True) if not made.refused]
        for name, samples in {**task.samples, receiver: texts}.items()
    }
    objects = sorted(of_objects.pop(receiver), key=len)[:OBJECTS]
    hints = dict(zip(task.parameter_names, task.hints, strict=True))
    names = [name for name in task.parameter_names if name != receiver]
    constants = tuple(Evaluate(const(value, VALUE)) for value in constants_of(node))
    contract = Contract(node.name, tuple(names), (), constants, tuple(hints[name] for name in names))
    typed = TypedValues(contract)
    missing = [name for name in names if name not in typed.parameters and not of_objects.get(name)]
    if missing:
        raise InputError(f"of what type {missing[0]} is, is not known")
    arguments: dict[str, dict[str, str]] = {}
    for number in range(ARGUMENTS):
        made = {name: written(value) for name, value in typed.arguments().items()}
        chosen = {name: of_objects[name][number % len(of_objects[name])] for name in names if of_objects.get(name)}
        values = {**made, **chosen}
        arguments.setdefault(repr(values), {name: values[name] for name in names})
    simplest = sorted(arguments.values(), key=lambda values: sum(map(len, values.values())))
    pairs = product(simplest, objects)
    return [{receiver: self, **values} for values, self in islice(pairs, CALLS)]
