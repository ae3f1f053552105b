"""Examples from test methods: the calls that they make, and what they say of the outputs. Each test is executed
as it is written (`following.py`), on unknown results of the methods under test.

Which of the methods that a test calls are under test, and which are helpers, executed as a part of it, is found out on
the way. A method without a postcondition is a helper where it makes arguments of others (`var a := Numbers(5);`) or
looks at their results. A method with one is under test; but where it is given what another returns, of which nothing
else is said, it may be asked only to say something about that: `var same := ArrayEquals(found, [1, 2]); expect same;`.
It is a helper if, when it is executed, what the other returns is determined. Otherwise the other one made its argument.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from ..alarm import LimitReached, alarm
from ..deciding.engines import Engines, counted_engines
from ..errors import Unsupported, contained
from ..evaluate.typed import evaluate
from ..interpret.bodies import execute
from ..ir.contracts import Program, Specification, TestMethod
from ..ir.terms import Term, free_variables
from ..ir.variables import Name, whole_of
from ..spec_testing.equations import Equations
from ..spec_testing.examples import TESTED_INPUT, Example, Examples
from ..spec_testing.executing import execution_fuel
from ..spec_testing.findings import Finding
from .expectations import examples_in, settled_inputs, unknowns_of
from .following import followed
from .following_limits import LIMITS
from .symbolic import symbolic_terms
from .tracing import Comments, MethodCall, Reading, Trace, give_shapes


def examples_of_tests(program: Program, comments: Comments, engines: Engines | None = None) -> Examples:
    """The examples in the test methods of a program, and what cannot be read of them. No test can use up the time of
    those after it, which is that of the engines; None: `LIMITS.seconds` of work."""
    if engines is None:
        engines = counted_engines(LIMITS.seconds)
    examples: list[Example] = []
    findings: list[Finding] = []
    # Each test has its share of the time, and what goes wrong in one is told of that one.
    for test, share in zip(program.tests, engines.shares(len(program.tests)), strict=True):
        try:
            with alarm(share.left), contained(test.span):
                result = examples_of_test(test, program, Reading(engines=share, comments=comments))
        except LimitReached:
            message = f"{test.name} is not executed to its end: {share.out_of_time}"
            findings.append(Finding("unsupported-test", test.name, message, test.span))
            continue
        except Unsupported as error:
            message = f"{test.name} is not executed: {error.construct}"
            findings.append(Finding("unsupported-test", test.name, message, error.span or test.span))
            continue
        examples.extend(result.examples)
        findings.extend(result.findings)
    return Examples(tuple(examples), tuple(findings))


def examples_of_test(test: TestMethod, program: Program, reading: Reading) -> Examples:
    """The examples in one test. Raises Unsupported where it has no body."""
    engines = reading.engines
    # Helpers are only added, so the rounds end: a method that became one is executed, which makes more calls known,
    # and may show that another method only serves the test. `var a := Numbers(5); var s := Sort(a);
    # var i := Find(s, 3); expect i == 2;`: first Numbers is one, then Sort, so that the input of Find is known.
    helpers = frozenset[str]()
    # What the test said of a method while that was under test, it says still.
    earlier: list[Example] = []
    # The rounds are bounded: each adds a helper, and there are few methods.
    for _ in range(LIMITS.rounds):
        trace = followed(test, program, helpers, engines)
        examples = examples_in(trace, test, program, reading)
        # Without a postcondition a method cannot be under test.
        more = frozenset(_plain_helpers(trace, program))
        if not more:
            asked_call = next(_asked(trace, examples), None)
            # A call whose arguments are not known asks for the methods that make these.
            more = frozenset() if asked_call is None else _who_helps(*asked_call, helpers, test, program, reading)
        # The execution stopped for want of a value: whoever makes that value has to be executed.
        if not more and trace.stopped:
            numbers = _mentioned(trace.needed, _unknowns(trace.calls))
            makers = (trace.calls[number].specification.name for number in numbers)
            more = frozenset(name for name in makers if name in program.tested)
        if not more:
            break
        # Examples of a method that becomes a helper are kept: the test said so.
        earlier += (example for example in examples.examples if example.specification.name in more)
        helpers |= more
    examples = _with_inputs(examples, trace, test, program, engines)
    return evolve(examples, examples=(*earlier, *examples.examples))


def _with_inputs(examples: Examples, trace: Trace, test: TestMethod, program: Program, engines: Engines) -> Examples:
    """The examples, and those inputs on which a test calls a method without saying what is right: there it is what the
    body returns."""
    quiet = (
        finding
        for finding in examples.findings
        if finding.kind == "no-expectation" and "says nothing" in finding.message
    )
    silent = {(finding.method, finding.span) for finding in quiet}
    # The unknowns of all calls are solved together, since a test may relate them.
    names = {unknown.data for call in trace.calls for unknown in call.unknowns.values()}
    equations = Equations(program, names.__contains__, engines)
    for call in trace.calls:
        give_shapes(call, equations)
    equations.solve(fact.test for fact in trace.facts)
    added: dict[tuple[str, object], Example] = {}
    for call in trace.calls:
        key = call.specification.name, call.span
        # Where the test says nothing, the body's output is what callers get today.
        example = _by_body(call, test, equations, program, engines) if key in silent else None
        if example is not None:
            added[key] = example
    other_findings = tuple(
        finding
        for finding in examples.findings
        if finding.kind != "no-expectation" or (finding.method, finding.span) not in added
    )
    return Examples((*examples.examples, *added.values()), other_findings)


def _by_body(
    call: MethodCall, test: TestMethod, equations: Equations, program: Program, engines: Engines
) -> Example | None:
    """What the body of a method returns in a call; None where that is not known."""
    specification = call.specification
    # Without a body or a promise there is nothing to compare.
    if specification.name not in program.routines or not _promises(specification):
        return None
    try:
        inputs = dict(settled_inputs(call, test.name, equations))
    except Unsupported:
        return None
    # An invalid input is no example.
    for condition in specification.requires:
        if condition.term is None:
            return None
        if evaluate(condition.term, inputs, program.functions, program.datatypes).value is not True:
            return None
    outcome = execute(specification, inputs, program, execution_fuel(engines))
    if outcome.state != "returned":
        return None
    return Example(specification, inputs, outcome.outputs, {}, (), TESTED_INPUT, test.name, call.span)


def _plain_helpers(trace: Trace, program: Program) -> Iterator[str]:
    """Methods without a postcondition on whose results others depend, or that depend on these."""
    calls, unknowns = trace.calls, _unknowns(trace.calls)
    for call in calls:
        for other_call in _given(call, unknowns):
            yield from _plain(call, program)
            yield from _plain(calls[other_call], program)
    for fact in trace.facts:
        mentioned = _mentioned([fact.test], unknowns)
        # A condition on two results ties them: an example of either needs the other.
        if len(mentioned) > 1:
            for number in mentioned:
                yield from _plain(calls[number], program)


def _plain(call: MethodCall, program: Program) -> Iterator[str]:
    """The name of the method, if it promises nothing and has a body."""
    name = call.specification.name
    if not _promises(call.specification) and name in program.tested:
        yield name


def _promises(specification: Specification) -> bool:
    """Does somebody say in the specification what the method does?"""
    return any(not condition.clause.implicit and not condition.clause.fact for condition in specification.ensures)


def _asked(trace: Trace, examples: Examples) -> Iterator[tuple[MethodCall, list[MethodCall]]]:
    """Calls that are no examples because of what they are given, with the calls that return that."""
    usable = {(example.specification.name, example.span) for example in examples.examples}
    unknowns = _unknowns(trace.calls)
    for call in trace.calls:
        makers = [trace.calls[number] for number in _given(call, unknowns)]
        if makers and (call.specification.name, call.span) not in usable:
            yield call, makers


def _who_helps(
    call: MethodCall,
    makers: list[MethodCall],
    helpers: frozenset[str],
    test: TestMethod,
    program: Program,
    reading: Reading,
) -> frozenset[str]:
    """The method of a call, if executing it determines what the makers of its arguments return; otherwise these."""
    name = call.specification.name
    spans = {maker.span for maker in makers}
    # Who modifies its arguments is under test by nature.
    if not call.specification.modifies:
        # A trial: if executing the asker settles what the makers return, it was a helper.
        trace = followed(test, program, helpers | {name}, reading.engines)
        examples = examples_in(trace, test, program, evolve(reading, source="assertion"))
        settled = {example.span for example in examples.examples if not example.unknowns}
        if spans <= settled:
            return frozenset({name})
    return frozenset(maker.specification.name for maker in makers if maker.specification.name in program.tested)


CallsByUnknown = Mapping[Name, Sequence[int]]
"""Unknown value → the positions of the calls that it is a result of, or that it is the state after."""


def _unknowns(calls: Sequence[MethodCall]) -> CallsByUnknown:
    # Once for all calls: a test may call a method in a loop, and asking each call about each other one is quadratic.
    calls_by_unknown: dict[Name, list[int]] = {}
    for number, call in enumerate(calls):
        for name in {*call.forgotten, *unknowns_of(call)}:
            calls_by_unknown.setdefault(name, []).append(number)
    return calls_by_unknown


def _given(call: MethodCall, unknowns: CallsByUnknown) -> list[int]:
    """The positions of the calls on whose results the arguments of a call depend."""
    terms = [term for value in call.values.values() for term in symbolic_terms(value)]
    return _mentioned([*terms, *call.way], unknowns)


def _mentioned(terms: Iterable[Term], unknowns: CallsByUnknown) -> list[int]:
    names = {whole_of(name) for term in terms for name, _ in free_variables(term)}
    return sorted({number for name in names for number in unknowns.get(name, ())})
