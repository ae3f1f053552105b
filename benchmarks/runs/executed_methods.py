"""Functions whose postconditions and invariants CPython judges: methods, coroutines, generators, and what is about
objects, of which no term says what a clause says.

Each is called on objects that constructors and other methods made, with arguments of the annotated types, where its
precondition holds. A clause that is false after the call, or raises, and an exception that the function does not
promise are findings; so is a mutant of the body that leaves another result, or another object, and breaks no clause.

A coroutine runs to its end in an event loop whose time passes at once. A generator is read to its end, and each clause
gets one that yields the same.
"""

import ast
import copy
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice, product
from random import Random
from typing import Any

from attrs import evolve, frozen

from ...backends.python.replay import REPLAY_SECONDS, CallResult, Replayer, ReplayLimits
from ...backends.python.replay.guest.literals import NotALiteral, literal
from ...core.errors import InputError, SpecassayError
from ...core.ir.contracts import Clause, Condition, Contract, Problem, Specification
from ...core.ir.plain_values import Constructed
from ...core.ir.sorts import VALUE
from ...core.ir.statements import Evaluate
from ...core.ir.terms import Binder, const
from ...core.metrics import proportion
from ...core.spec_testing.assessment import Assessed, Assessment, but_for
from ...core.spec_testing.examples import UntestedInputs
from ...core.spec_testing.findings import Finding, Witness
from ...core.spec_testing.score import MethodScore, Status
from ...frontends.python import literal as written
from ...frontends.python.body_mutations import BodyMutation
from ...frontends.python.definitions import call_of_definition, uninitialised
from ...frontends.python.methods import PromisedClause, SpecifiedMethod, attributes_said, says_what_it_is
from ...frontends.python.module_classes import classes_of_module
from ...frontends.python.objects import shows_all
from ...frontends.python.styles.applied import all_parameters
from ...frontends.python.styles.model import RESULT, Module
from ...frontends.python.styles.trailing import trailing
from ..datasets.tasks import ContractTask, parse_module
from .constructing import Constructing
from .contract_oracle import contract_of
from .executed_bodies import (
    NAN,
    PythonBody,
    constants_of,
    place_of,
    replayed,
    texts_of_inputs,
    valid_arguments,
)
from .judging_calls import DEFINING, JUDGED, harness_of
from .run_limits import LIMITS
from .typed_values import TypedValues, declared_types

ONLY_CPYTHON = "a clause about an object, which is only executed"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@frozen(slots=True)
class JudgedCall:
    """What became of a call whose precondition holds: the class of what it raised, if anything; the numbers of the
    clauses that are broken after it; what it left, the result and the arguments, as text; the types in the result;
    whether the arguments are what they were; and another result of these types that breaks no clause either."""

    raised: str
    broken: tuple[int, ...]
    result: str
    state: tuple[str, ...]
    types: str = ""
    is_pure: bool = True
    accepted: str = ""


def scored_method(module: Module, method: SpecifiedMethod, task: ContractTask) -> MethodScore | None:
    """What calls of a method say of it; None where it promises nothing itself and breaks no invariant."""
    specification = _specification(module, method)
    findings: tuple[Finding, ...] = ()
    calls, exact, of_nan = 0, "", ""
    try:
        judged = _Judged.of(method, task)
        of_nan = judged.of_nan
        calls, exact = len(judged.known), judged.exact.shown if judged.exact else judged.exact_state
        findings = tuple(_findings(module, specification, judged))
    except SpecassayError as problem:
        if method.postconditions:
            message = f"the body cannot be executed: {problem}"
            findings = (Finding("not-executed", specification.name, message, specification.span),)
    # It only has invariants of its class, and keeps them.
    if not findings and not method.postconditions:
        return None
    nothing = proportion(0, 0, 0)
    status: Status = "scored" if calls else "no tests"
    assessed = _assessed(findings, calls, exact)
    if of_nan:
        assessed = but_for(assessed, UntestedInputs("not of nan", of_nan))
    return MethodScore(
        specification, assessed, status, "", nothing, nothing, nothing, (), (), None, (), findings, published=nothing
    )


def _assessed(findings: Sequence[Finding], calls: int, exact: str) -> Assessed:
    """The verdict on a function. `exact`: what says that what it leaves is equal to; empty where nothing does."""
    # The gravest first: a function that is wrong is not told to be weak.
    kinds: dict[str, Assessment] = {
        "body-breaks-postcondition": "wrong",
        "accepts-another-output": "weak",
        "body-mutant-survives": "weak",
        "fails-at-run-time": "weak",
    }
    for kind, verdict in kinds.items():
        for finding in findings:
            if finding.kind == kind:
                return Assessed(verdict, finding.message, finding.witness)
    if not calls:
        return Assessed("unknown", findings[0].message if findings else "it cannot be called")
    if exact:
        message = f"on each of {calls} inputs it accepts nothing but what equals the right output: {exact}"
        return Assessed("strong", message)
    # Objects have more values than those that were made.
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
    mutants. `of_nan`: a call with nan that breaks a clause, as a sentence; empty where there is none."""

    method: SpecifiedMethod
    bare: ContractTask
    task: ContractTask
    known: tuple[tuple[dict[str, str], JudgedCall], ...]
    of_nan: str = ""

    @classmethod
    def of(cls, method: SpecifiedMethod, bare: ContractTask) -> "_Judged":
        """Call a method. Raises InputError where there is no call of it."""
        bare = _without_trailing(method, bare)
        task = evolve(
            bare,
            solution=f"{bare.solution}\n{harness_of(method, bare, LIMITS.other_results)}",
            reference=JUDGED,
            definition=None,
        )
        with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
            replayer.load(replayed(task))
            inputs = _inputs(method, bare, replayer)
            calls, again = ([_judged(called) for called in replayer.calls(inputs)] for _ in range(2))
            triples = zip(inputs, calls, again, strict=True)
            known = tuple((text, call) for text, call, other in triples if call is not None and call == other)
            # Nobody tests with nan: what a clause says of it is told apart from what it says of all other floats.
            of_nan = [(text, call) for text, call in known if _has_nan(text)]
            known = tuple((text, call) for text, call in known if not _has_nan(text))
            with_nan = _with_nan(method, known)
            of_nan += (
                (text, call)
                for text, called in zip(with_nan, replayer.calls(with_nan) if with_nan else (), strict=True)
                if (call := _judged(called)) is not None
            )
            broken_by_nan = [(text, call) for text, call in of_nan if call.broken and not call.raised]
        if not known:
            raise InputError("no call of it is known whose precondition holds")
        judged = cls(method, bare, task, known)
        if not broken_by_nan:
            return judged
        text, call = broken_by_nan[0]
        written_call = call_of_definition(method.contract.definition, judged.shown(text), whole=True)
        reason = f"what the body makes of nan is refused, and nan is not: {written_call} returns {call.result}"
        return evolve(judged, of_nan=reason)

    def shown(self, text: dict[str, str]) -> dict[str, str]:
        """Arguments as they are written: the object that a constructor makes is none."""
        definition = self.method.contract.definition
        return {
            name: value.removeprefix(DEFINING) if definition.kind == "nested function" else value
            for name, value in text.items()
            if name != definition.receiver or not (self.is_constructor or definition.kind == "class method")
        }

    def called(self, text: dict[str, str]) -> str:
        """The call to paste, where its name and arguments alone are none."""
        definition = self.method.contract.definition
        named = definition.kind in ("function", "method", "class method", "static method")
        if named and not definition.steps and not self.is_constructor:
            return ""
        return call_of_definition(definition, self.shown(text), whole=True) or ""

    @property
    def is_constructor(self) -> bool:
        return self.method.contract.written.node.name == "__init__"

    @property
    def exact(self) -> PromisedClause | None:
        """The clause that says what the result is equal to, where that is all that a call leaves: `result == E`."""
        if not all(call.is_pure and not call.broken for _, call in self.known):
            return None
        return next((clause for clause in self.method.postconditions if says_what_it_is(clause)), None)

    @property
    def exact_state(self) -> str:
        """The clauses that say what a method leaves, if they do: what each attribute of its object equals after the
        call, and its result, unless it has none. Arguments are no part of that where they cannot change."""
        definition, node = self.method.contract.definition, self.method.contract.written.node
        postconditions = self.method.postconditions
        has_no_result = isinstance(node.returns, ast.Constant) and node.returns.value is None
        if definition.kind != "method" or not (has_no_result or any(map(says_what_it_is, postconditions))):
            return ""
        # What was seen is compared with what the clauses say: a call that broke one shows nothing.
        if definition.steps or any(call.broken or call.raised for _, call in self.known):
            return ""
        place = self.bare.parameter_names.index(definition.receiver)
        arguments = [value for text, _ in self.known for name, value in text.items() if name != definition.receiver]
        said = attributes_said(postconditions, definition.receiver)
        # Attributes say all of an object only where it hides none; arguments that may change are part of what is left.
        classes = classes_of_module(parse_module(self.bare.context))
        if not shows_all(classes, definition.owner) or not all(map(_is_unchangeable, arguments)):
            return ""
        if not all(_attributes(call.state[place], definition.owner) == said for _, call in self.known):
            return ""
        return " and ".join(clause.shown for clause in postconditions)

    def same(self, call: JudgedCall, other: JudgedCall) -> bool:
        """Whether two calls that break nothing left the same."""
        if self.exact is not None and call.types == other.types:
            return other.is_pure
        return (call.result, call.state) == (other.result, other.state)

    def difference(self, call: JudgedCall, other: JudgedCall) -> tuple[dict[str, str], dict[str, str]]:
        """What two calls left that is not the same."""
        if call.result != other.result:
            return {RESULT: call.result}, {RESULT: other.result}
        states = [dict(zip(self.bare.parameter_names, each.state, strict=True)) for each in (call, other)]
        changed = [name for name in states[0] if states[0][name] != states[1][name]]
        before_after = [{name: state[name] for name in changed} for state in states]
        return before_after[0], before_after[1]


def _attributes(text: str, owner: str) -> frozenset[str] | None:
    """The attributes of an object of a class, as the harness shows it; None where one is no plain value."""
    try:
        match ast.parse(text, mode="eval").body:
            case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords) if name == owner:
                for keyword in keywords:
                    ast.literal_eval(keyword.value)
                return frozenset(str(keyword.arg) for keyword in keywords)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        pass
    return None


def _is_unchangeable(text: str) -> bool:
    try:
        return isinstance(ast.literal_eval(text), bool | int | float | str | bytes | None)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False


def _findings(module: Module, specification: Specification, judged: _Judged) -> Iterator[Finding]:
    yield from _broken(specification, judged)
    if judged.method.postconditions:
        yield from _accepted(specification, judged)
        yield from _surviving(
            specification, judged, PythonBody(module, judged.method.contract.written.node, judged.bare)
        )


def _broken(specification: Specification, judged: _Judged) -> Iterator[Finding]:
    """A finding for each clause that is broken, and for each class of exceptions that is not promised."""
    shown: set[int | str] = set()
    method, name = judged.method, specification.name
    for text, call in judged.known:
        inputs = judged.shown(text)
        # One finding for each clause and for each exception: the first call that shows it, which is the simplest.
        failed = call.raised and method.postconditions and not method.exceptions.allow(call.raised)
        if failed and call.raised not in shown:
            shown.add(call.raised)
            raised = "an assertion of the body fails" if call.raised == "AssertionError" else f"it raises {call.raised}"
            message, witness = f"{raised}{_in(judged.called(text))}", Witness(inputs, {}, {})
            yield Finding("fails-at-run-time", name, message, specification.span, witness=witness)
        for number in call.broken:
            if number not in shown:
                shown.add(number)
                clause = method.clauses[number]
                kind = "invariant" if number >= len(method.postconditions) else "ensures"
                message = f"{kind} {clause.shown} is broken{_in(judged.called(text))}"
                witness = Witness(inputs, {}, {RESULT: call.result})
                yield Finding("body-breaks-postcondition", name, message, clause.span, number, witness=witness)


def _accepted(specification: Specification, judged: _Judged) -> Iterator[Finding]:
    """One finding or none: results that the function does not return break nothing either."""
    accepting = [(text, call) for text, call in judged.known if call.accepted]
    if accepting:
        text, call = min(accepting, key=lambda pair: sum(map(len, pair[0].values())) + len(pair[1].accepted))
        message = f"another output is accepted on {len(accepting)} of {len(judged.known)} valid inputs"
        witness = Witness(judged.shown(text), {RESULT: call.result}, {RESULT: call.accepted})
        yield Finding("accepts-another-output", specification.name, message, specification.span, witness=witness)


def _in(call: str) -> str:
    return f" by {call}" if call else ""


def _surviving(specification: Specification, judged: _Judged, body: PythonBody) -> Iterator[Finding]:
    """One finding or none: mutants of the body leave something else on these calls, and break nothing."""
    put = place_of(body.task.solution)
    # Only calls that returned and broke nothing say what a mutant would have to differ in.
    held = [(text, call) for text, call in judged.known if not call.raised and not call.broken]
    if put is None or not held:
        return
    survivors: list[tuple[BodyMutation, dict[str, str], JudgedCall, JudgedCall]] = []
    counter: Counter[str] = Counter()
    inputs, harness = [text for text, _ in held], harness_of(judged.method, body.task, 0)
    with Replayer(ReplayLimits(cpu_seconds=LIMITS.mutant_seconds)) as replayer:
        for mutation, function in islice(body.mutations(specification.name), LIMITS.method_mutants):
            try:
                replayer.load(replayed(evolve(judged.task, solution=f"{put(function)}\n{harness}")))
                calls = [_judged(called) for called in replayer.calls(inputs)]
            except SpecassayError:
                continue
            verdict, first = _verdict(judged, held, calls)
            counter[verdict] += 1
            if first is not None:
                survivors.append((mutation, *first))
            # A mutant that does not end costs its whole limit: a few of them end the search.
            if counter["no end"] == LIMITS.endless_mutants:
                break
    if survivors:
        # The shortest call is the one that a person reads.
        mutation, text, call, other = min(survivors, key=lambda each: sum(map(len, each[1].values())))
        told = counter["killed"] + counter["survives"]
        message = f"{len(survivors)} of {told} mutants of the body that do something else are accepted"
        witness = Witness(judged.shown(text), *judged.difference(call, other))
        diff, span = mutation.diff(body.module.source.text), body.span(mutation)
        yield Finding("body-mutant-survives", specification.name, message, span, witness=witness, diff=diff)


def _verdict(
    judged: _Judged, held: Sequence[tuple[dict[str, str], JudgedCall]], calls: Sequence[JudgedCall | None]
) -> tuple[str, tuple[dict[str, str], JudgedCall, JudgedCall] | None]:
    """What a mutant is, as of the mutants of other bodies, and where it survives."""
    first: tuple[dict[str, str], JudgedCall, JudgedCall] | None = None
    types = {call.types for _, call in held}
    for (text, call), other in zip(held, calls, strict=True):
        if other is None:
            return "no end", None
        if other.raised:
            return "fails", None
        # What no call returned the like of is of another type than annotated: no type checker lets it pass.
        if other.broken or other.types not in types:
            return "killed", None
        if first is None and not judged.same(call, other):
            first = text, call, other
    return ("equal", None) if first is None else ("survives", first)


def _without_trailing(method: SpecifiedMethod, task: ContractTask) -> ContractTask:
    """The task in which the function does not assert itself what it returns."""
    node, put = method.contract.written.node, place_of(task.solution)
    if put is None or not (asserted := trailing(node).assertions):
        return task
    promising = {node.body.index(assertion) for assertion in asserted}
    bare = copy.copy(node)
    bare.body = [statement for number, statement in enumerate(node.body) if number not in promising]
    return evolve(task, solution=put(bare))


def _judged(called: CallResult) -> JudgedCall | None:
    """What a call came to; None where its precondition does not hold, or it was ended."""
    try:
        found: Any = literal(called.value or "None")
    except NotALiteral:
        return None
    if found is None:
        return None
    raised, broken, result, state, *more = found
    texts = [_ADDRESS.sub("", text) for text in (result, *state)]
    return JudgedCall(raised, broken, texts[0], tuple(texts[1:]), *more)


def _has_nan(text: Mapping[str, str]) -> bool:
    return any(re.search(r"\bnan\b", argument) for argument in text.values())


def _with_nan(method: SpecifiedMethod, known: Sequence[tuple[dict[str, str], JudgedCall]]) -> list[dict[str, str]]:
    """The first call with nan for each argument that may be it."""
    arguments = method.contract.written.node.args
    hints = {
        argument.arg: ast.unparse(argument.annotation)
        for argument in ast.walk(arguments)
        if isinstance(argument, ast.arg) and argument.annotation is not None
    }
    return [
        {**text, **texts_of_inputs({name: NAN[hints[name]]})}
        for text, _ in known[:1]
        for name in text
        if hints.get(name) in NAN
    ]


def _inputs(method: SpecifiedMethod, task: ContractTask, replayer: Replayer) -> list[dict[str, str]]:
    """Arguments as text, objects among them as expressions, the simplest first. Raises InputError where nobody knows of
    what type a parameter is."""
    receiver, node = method.contract.definition.receiver, method.contract.written.node
    definition = method.contract.definition
    samples = dict(task.samples)
    if definition.kind == "nested function":
        samples[receiver] = tuple(DEFINING + text for text in samples.get(receiver, ()))
    elif receiver and node.name == "__init__":
        samples[receiver] = (uninitialised(definition.owner),)
    constructing = Constructing(replayer)
    of_objects = {
        name: [text for text, made in zip(texts, constructing.of(name, texts), strict=True) if not made.refused]
        for name, texts in samples.items()
    }
    of_objects.pop(receiver, None)
    objects = _different_objects(samples.get(receiver, ()), receiver, constructing)
    names = [name for name in task.parameter_names if name != receiver]
    constants = tuple(Evaluate(const(value, VALUE)) for value in constants_of(node))
    hints = tuple(task.annotations.get(name) for name in names)
    constructed = {name: tuple(map(Constructed, texts)) for name, texts in of_objects.items()}
    contract = Contract(node.name, tuple(names), (), constants, hints, samples=constructed)
    typed, types = TypedValues(contract), declared_types(contract)
    of_objects = {
        name: [text for text in texts if types.suits(name, Constructed(text))] for name, texts in of_objects.items()
    }
    missing = [name for name in names if name not in typed.parameters and not of_objects.get(name)]
    if missing:
        raise InputError(f"of what type {missing[0]} is, is not known")
    arguments: dict[str, dict[str, str]] = {}
    random = Random(node.name)
    # What a search finds that meets a precondition of plain values, which random ones seldom do.
    required = contract_of(task)
    known = (
        valid_arguments(evolve(required, body=(*constants, *required.body), hints=hints))
        if required.clauses and required.parameters == tuple(names)
        else ()
    )
    for number in range(max(len(known), LIMITS.method_arguments if receiver else LIMITS.method_calls)):
        values = known[number] if number < len(known) else typed.arguments()
        made = {name: written(value) for name, value in values.items()}
        chosen = {name: random.choice(of_objects[name]) for name in names if of_objects.get(name)}
        texts = {**made, **chosen}
        arguments.setdefault(repr(texts), {name: texts[name] for name in names})
    simplest = sorted(arguments.values(), key=lambda values: sum(map(len, values.values())))
    if not receiver:
        return simplest
    # The simplest arguments with all objects, the others with some object each.
    pairs = [
        *product(simplest[: LIMITS.arguments_of_an_object], objects),
        *zip(simplest[LIMITS.arguments_of_an_object :], cycle(objects), strict=False),
    ]
    calls = [{receiver: self, **values} for values, self in pairs]
    return sorted(calls, key=lambda texts: sum(map(len, texts.values())))


def _different_objects(texts: Sequence[str], receiver: str, constructing: Constructing) -> list[str]:
    """Expressions for objects that are not alike, the shortest first: some as they were made, some after a call of a
    method, as some methods break only then."""
    by_state: dict[str, str] = {}
    pairs = zip(texts, constructing.of(receiver, texts), strict=True)
    for text, made in sorted(pairs, key=lambda pair: len(pair[0])):
        if made.refused is None:
            is_seen = made.state and "<" not in made.state  # Of what holds objects nobody knows whether they are alike.
            by_state.setdefault(made.state if is_seen else text, text)
    called = [text for text in by_state.values() if text.startswith("(")][: LIMITS.method_objects // 2]
    return [text for text in by_state.values() if text not in called][: LIMITS.method_objects - len(called)] + called
