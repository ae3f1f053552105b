"""Examples from Dafny's test methods: the calls that they make, and what they say of the outputs."""

import math
import re
import time
from collections.abc import Iterable
from typing import Any, Protocol

from attrs import evolve

from ..core.errors import SortError, Unsupported, contained
from ..core.evaluate.typed import DEPTH, evaluate
from ..core.fuel import Fuel
from ..core.ir.contracts import Program, TestMethod
from ..core.ir.terms import Binder, free_variables
from ..core.ir.values import ArrayValue
from ..core.ir.variables import is_heap_unknown
from ..core.spec_testing.equations import Equations
from ..core.spec_testing.examples import Example, Examples, Source
from ..core.spec_testing.findings import Finding
from ..frontends.dafny.lowering.reached import known_entries
from .comments import equals, read_comment
from .execution import Fact, MethodCall, Trace, execute

SECONDS = 20.0
"""For computing what the tests of a file say."""
_EXPECTED_NAME = re.compile(r"(?:e|exp|expected)_?(\d*)")


class ExtraTests(Protocol):
    """Tests beside those of a Dafny file; `path` is where they are from."""

    @property
    def path(self) -> str: ...

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the program of the file `task` (its name without suffix), and what cannot be used."""


def examples_of(program: Program, seconds: float = SECONDS) -> Examples:
    """The examples in the test methods of a program. No test can use up the `seconds` of those after it."""
    found: list[Example] = []
    findings: list[Finding] = []
    end = time.monotonic() + seconds
    for position, test in enumerate(program.tests):
        now = time.monotonic()
        deadline = now + (end - now) / (len(program.tests) - position)
        try:
            with contained(test.span):
                result = examples_of_test(test, program, deadline=deadline)
        except Unsupported as error:
            message = f"{test.name} is not executed: {error.construct}"
            findings.append(Finding("unsupported-test", test.name, message, error.span or test.span))
            continue
        found.extend(result.examples)
        findings.extend(result.findings)
    return Examples(tuple(found), tuple(findings))


def examples_of_test(
    test: TestMethod, program: Program, source: Source = "assertion", deadline: float = math.inf
) -> Examples:
    """The examples in one test method. `source` is what its assertions are reported as; after `deadline` (of
    `time.monotonic`) nothing is computed, and what a test says stays as it is written."""
    trace = execute(test, program)
    names = {name for call in trace.calls for name in _unknowns_of(call)}
    equations = Equations(program, names.__contains__, deadline)
    for call in trace.calls:
        _give_shapes(call, equations)
    facts, unread = _facts(trace, program)
    equations.solve(fact.test for fact in facts)
    found: list[Example] = []
    findings = [*trace.findings, *_of_unknown_objects(equations, facts, test)]
    mentions = _Mentions(facts)
    for call in trace.calls:
        mine = mentions.of(call)
        if not mine:
            message = unread.get(id(call), f"{test.name} says nothing about the result of this call")
            findings.append(Finding("no-expectation", call.specification.name, message, call.span))
        elif not equations.contradicted.isdisjoint(mine):
            message = f"{test.name} expects different outputs of this call"
            findings.append(Finding("conflicting-expectations", call.specification.name, message, call.span))
        else:
            try:
                example = _example(call, test.name, equations, program)
            except Unsupported as unsupported:
                findings.append(
                    Finding("unsupported-test", call.specification.name, unsupported.construct, call.span)
                )
                continue
            strongest = facts[mine[0]].source
            found.append(evolve(example, source=source if strongest == "assertion" else strongest))
    return Examples(tuple(found), tuple(findings))


def _of_unknown_objects(equations: Equations, facts: list[Fact], test: TestMethod) -> list[Finding]:
    """Leave out what a test says of objects that it does not say which they are."""
    unused = {
        number
        for number, fact in equations.pending
        if any(is_heap_unknown(name) for name, _ in free_variables(fact))
    }
    equations.pending = [
        (number, fact)
        for number, fact in equations.pending
        if not any(is_heap_unknown(name) for name, _ in free_variables(fact))
    ]
    message = f"what {test.name} says of an object is not used, for it does not say which object that is"
    return [Finding("unsupported-test", test.name, message, facts[number].span) for number in sorted(unused)]


def _facts(trace: Trace, program: Program) -> tuple[list[Fact], dict[int, str]]:
    """What the test says, the strongest source for each call; and, by call, comments that could not be
    read."""
    facts = list(trace.facts)
    unread: dict[int, str] = {}
    mentions = _Mentions(trace.facts)
    for call in trace.calls:
        if mentions.of(call):
            continue
        before = len(facts)
        for note in trace.notes:
            reading = read_comment(note, program) if note.call is call else None
            if reading is not None and reading.fact is not None:
                facts.append(Fact(reading.fact, "comment", note.span))
            elif reading is not None:
                unread[id(call)] = f"the comment {note.text.strip()!r} could not be read: {reading.problem}"
        if not _Mentions(facts[before:]).of(call):
            facts.extend(_by_name(call, trace))
    return facts, unread


def _give_shapes(call: MethodCall, equations: Equations) -> None:
    """An array that a method modifies keeps its length."""
    for binder, argument in zip(call.specification.inputs, call.arguments, strict=True):
        if binder.name in call.unknowns and isinstance(argument.data, ArrayValue):
            equations.give_shape(call.unknowns[binder.name], len(argument.data.elements))


def _by_name(call: MethodCall, trace: Trace) -> Iterable[Fact]:
    """`var e2 := …; var res2 := …`: a variable that nothing reads, named and numbered as the expected
    result."""
    for output, local in call.locals.items():
        number = re.search(r"\d*$", local)
        for name, value in trace.spare.items():
            match = _EXPECTED_NAME.fullmatch(name)
            if match and number and match[1] == number[0] and not free_variables(value):
                try:
                    yield Fact(
                        equals(call.unknowns[output], value), "expected variable", value.span or call.span
                    )
                except SortError:
                    continue


class _Mentions:
    """Which facts are about which unknowns."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._by_name: dict[str, list[int]] = {}
        for number, fact in enumerate(facts):
            for name in {name for name, _ in free_variables(fact.test)}:
                self._by_name.setdefault(name, []).append(number)

    def of(self, call: MethodCall) -> list[int]:
        """The positions of the facts about a call, in order."""
        found = (self._by_name.get(name, ()) for name in _unknowns_of(call))
        return sorted({number for numbers in found for number in numbers})


def _unknowns_of(call: MethodCall) -> set[str]:
    """The names of what a test may say of a call: its results, and the fields of objects after it."""
    fields = (name for term in call.objects.values() for name, _ in free_variables(term))
    return {*(str(unknown.data) for unknown in call.unknowns.values()), *fields}


def _example(call: MethodCall, test: str, equations: Equations, program: Program) -> Example:
    """The example of a call about which the test says something. Raises Unsupported when that is not
    enough."""
    inputs: dict[str, Any] = {}
    for binder, argument in zip(call.specification.inputs, call.arguments, strict=True):
        term = equations.apply(argument)
        if binder.name in call.specification.heap:
            term = known_entries(term)
        if free_variables(term):
            raise Unsupported(f"the argument {binder.name} in {test} depends on something that is not known")
        fuel = Fuel(depth=DEPTH, deadline=equations.deadline)
        result = evaluate(term, {}, program.functions, program.datatypes, fuel)
        if result.state != "defined":
            raise Unsupported(f"the argument {binder.name} in {test} is {result.state}: {result.reason}")
        inputs[binder.name] = result.value
    outputs: dict[str, Any] = {}
    unknowns: dict[str, Binder] = {}
    for name, unknown in call.unknowns.items():
        if unknown.data in equations.values:
            outputs[name] = _placed(equations.values[unknown.data], inputs.get(name))
        else:
            unknowns[name] = Binder(unknown.data, unknown.sort)
    for name, term in call.objects.items():
        outputs[name] = evaluate(known_entries(equations.apply(term)), {}, program.functions, program.datatypes).value
    mine = {binder.name for binder in unknowns.values()}
    constraints = [
        term for term in equations.constraints() if mine & {name for name, _ in free_variables(term)}
    ]
    if any(name not in mine for term in constraints for name, _ in free_variables(term)):
        raise Unsupported(f"what {test} says about this call depends on something that is not known")
    return Example(
        call.specification, inputs, outputs, unknowns, tuple(constraints), "assertion", test, call.span
    )


def _placed(value: Any, before: Any) -> Any:
    """An array that the method modified is the array it was given."""
    if isinstance(value, ArrayValue) and isinstance(before, ArrayValue):
        return evolve(value, identity=before.identity)
    return value
