"""Examples from Dafny's test methods: the calls that they make, and what they say of the outputs.

They are found by symbolic execution of the test method. A call's results are unknowns. Everything else in a
straight-line test is a constant, or a term over those unknowns."""

from collections.abc import Mapping
from typing import Protocol

from attrs import define, field

from ..core.deciding.engines import ENDLESS, Engines, counted_engines
from ..core.errors import Unsupported, contained
from ..core.ir.contracts import Program, Specification, TestMethod
from ..core.ir.statements import Expect, Invoke, OpaqueStatement, Print, Remark, SetVariable
from ..core.ir.terms import Binder, Term, free_variables, substitute, var
from ..core.ir.type_instances import with_types
from ..core.ir.variables import Name, hidden_variable, is_at_label
from ..core.spans import Span
from ..core.spec_testing.examples import Example, Examples, Source
from ..core.spec_testing.findings import Finding
from .expectations import examples_in
from .roles import executed_examples
from .tracing import Fact, MethodCall, Note, Trace

SECONDS = 20.0
"""Of work, for computing what the tests of a file say."""


def execute(test: TestMethod, program: Program) -> Trace:
    """Run a test method on unknown results. What is not understood becomes a finding; the rest is kept."""
    execution = _Execution(
        test.name,
        {s.name: s for s in program.specifications},
        frozenset(other.name for other in program.tests),
    )
    for statement in test.body:
        match statement:
            case SetVariable(variable=name, value=value):
                execution.assign(name, value)
            case Invoke():
                execution.invoke(statement)
            case Expect(test=condition, span=span):
                execution.trace.facts.append(Fact(execution.read(condition), "assertion", span))
            case Print(values=values):
                for value in values:
                    execution.read(value)
            case Remark(text=text, span=span):
                execution.note(text, span)
            case OpaqueStatement(construct=construct, span=span, forgets=forgets, wrong_arity=miscalled):
                execution.forget(forgets)
                if miscalled:
                    execution.report("wrong-arity", f"{construct}, in {test.name}", span)
                    continue
                execution.report("unsupported-test", f"{construct} in {test.name} is not executed", span)
            case _:
                kind = type(statement).__name__.lower()
                execution.report("unsupported-test", f"{kind} statement in {test.name} is not executed", statement.span)
    return execution.trace


@define(slots=True)
class _Execution:
    test: str
    specifications: Mapping[str, Specification]
    tests: frozenset[str]
    environment: dict[Name, Term] = field(factory=dict)
    trace: Trace = field(factory=Trace)
    forgotten: int = 0

    def report(self, kind: str, message: str, span: Span | None) -> None:
        self.trace.findings.append(Finding(kind, self.test, message, span))

    def read(self, term: Term) -> Term:
        """The term with the variables' present values in it; they are no longer spare."""
        for name, _ in free_variables(term):
            self.trace.spare.pop(name, None)
        return substitute(term, self.environment)

    def assign(self, name: Name, value: Term) -> None:
        result = self.read(value)
        self.environment[name] = self.trace.spare[name] = result

    def note(self, text: str, span: Span | None) -> None:
        if self.trace.calls:
            self.trace.notes.append(Note(text, dict(self.environment), self.trace.calls[-1], span))

    def forget(self, binders: tuple[Binder, ...]) -> None:
        """These variables have values that nothing is known of, and none of them is the result of a call."""
        for binder in binders:
            self.forgotten += 1
            self.environment[binder.name] = var(hidden_variable(self.test, binder.name, self.forgotten), binder.sort)
            self.trace.spare.pop(binder.name, None)

    def invoke(self, statement: Invoke) -> None:
        arguments = tuple(map(self.read, statement.arguments))
        if statement.method in self.tests:
            return
        specification = self.specifications.get(statement.method)
        self.forget(statement.forgets)
        if specification is None:
            self.report(
                "unknown-method",
                f"{self.test} calls {statement.method}, which is not declared",
                statement.span,
            )
            return
        specification = with_types(specification, dict(statement.types))
        if not specification.outputs and not specification.modifies:
            return  # a procedure that prints: it promises nothing
        self.call(specification, arguments, statement)

    def call(self, specification: Specification, arguments: tuple[Term, ...], statement: Invoke) -> None:
        number = len(self.trace.calls)
        before = dict(zip((binder.name for binder in specification.inputs), arguments, strict=True))
        modified = [binder for binder in specification.inputs if binder.name in specification.modifies]
        changed = [binder for binder in modified if binder.name not in specification.heap]
        # An array that is given twice has one value after the call.
        given = {_array(before[binder.name], binder): binder for binder in reversed(changed)}
        changed = [binder for binder in changed if binder in given.values()]
        # No identifier of the language is a hidden name: an unknown is never captured or confused.
        unknowns = {
            binder.name: var(hidden_variable(self.test, number, binder.name), binder.sort)
            for binder in (*specification.outputs, *changed)
        }
        names = {
            output.name: result.name for output, result in zip(specification.outputs, statement.results, strict=True)
        }
        places = dict(statement.changes)
        for binder in changed:
            if binder.name in places:
                self.environment[places[binder.name]] = unknowns[binder.name]
            else:
                self._replace(before[binder.name], unknowns[binder.name])
        for output, local in names.items():
            self.environment[local] = unknowns[output]
            self.trace.spare.pop(local, None)
        written = dict(zip((binder.name for binder in specification.inputs), statement.arguments, strict=True))
        objects = {name: self.read(written[name]) for name in specification.heap if name in specification.modifies}
        self.trace.calls.append(MethodCall(specification, arguments, unknowns, names, statement.span, objects))

    def _replace(self, before: Term, after: Term) -> None:
        """After the call every variable that held the modified array holds its new state, save those that keep the
        state at a label."""
        for name, value in self.environment.items():
            if value is before and not is_at_label(name):
                self.environment[name] = after


def _array(value: Term, binder: Binder) -> object:
    """The array that an argument is; of another argument, or one that is not known, the parameter."""
    known = binder.sort.kind == "Array" and value.data is not None
    return (value.op, value.data) if known else binder


class ExtraTests(Protocol):
    """Tests beside those of a Dafny file; `path` is where they are from."""

    @property
    def path(self) -> str: ...

    def examples(self, task: str, program: Program) -> Examples:
        """The examples for the program of the file `task` (its name without suffix), and what cannot be used."""


def examples_of(program: Program, engines: Engines | None = None) -> Examples:
    """The examples in the test methods of a program. No test can use up the time of those after it, which is that of
    the engines; None: `SECONDS` of work."""
    if engines is None:
        engines = counted_engines(SECONDS)
    found: list[Example] = []
    findings: list[Finding] = []
    for test, own in zip(program.tests, engines.shares(len(program.tests)), strict=True):
        try:
            with contained(test.span):
                result = _either(test, program, own)
        except Unsupported as error:
            message = f"{test.name} is not executed: {error.construct}"
            findings.append(Finding("unsupported-test", test.name, message, error.span or test.span))
            continue
        found.extend(result.examples)
        findings.extend(result.findings)
    return Examples(tuple(found), tuple(findings))


def examples_of_test(
    test: TestMethod, program: Program, source: Source = "assertion", engines: Engines = ENDLESS
) -> Examples:
    """The examples in one test method. `source` is what its assertions are reported as; after the deadline of
    the engines nothing is computed, and what a test says stays as it is written."""
    return examples_in(execute(test, program), test, program, source, engines)


def _either(test: TestMethod, program: Program, engines: Engines) -> Examples:
    """What a test says when it is executed or, where that does not come to its end and says no more, when it is only
    read, statement by statement: a test of objects."""
    read = examples_of_test(test, program, engines=engines)
    if test.name not in program.tested:
        return read
    executed, whole = executed_examples(test, program, engines)
    gained = len(executed.examples) - len(read.examples)
    return executed if gained > 0 or (gained == 0 and whole) else read
