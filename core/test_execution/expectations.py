"""What a test says of the outputs of the calls that it makes, as examples: in assertions, in comments, and by the names
of variables that nothing reads."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from ..errors import SortError, Unsupported
from ..ir.build import eq, op
from ..ir.contracts import Program, TestMethod
from ..ir.sorts import seq_of
from ..ir.terms import Binder, Term, const, free_names, free_variables
from ..ir.values import ArrayValue, FrozenMap
from ..ir.variables import Name, whole_of
from ..spec_testing.contents import convert
from ..spec_testing.equations import Equations
from ..spec_testing.examples import Example, Examples
from ..spec_testing.findings import Finding
from .symbolic import settled, symbolic_terms
from .tracing import Comments, Fact, MethodCall, Note, Reading, Trace, give_shapes

_EXPECTED_NAME = re.compile(r"(?:e|exp|expected)_?(\d*)")


def examples_in(
    trace: Trace,
    test: TestMethod,
    program: Program,
    reading: Reading,
) -> Examples:
    """The examples in what a test method does."""
    names = {name for call in trace.calls for name in unknowns_of(call)}
    # All facts of the test are equations over the unknown results.
    equations = Equations(program, names.__contains__, reading.engines)
    for call in trace.calls:
        give_shapes(call, equations)
    facts, unread = _facts(trace, program, reading.comments)
    equations.solve(fact.test for fact in facts)
    # Each call becomes an example, or a finding that says why not.
    examples: list[Example] = []
    findings = list(trace.findings)
    mentions = _Mentions(facts)
    for call in trace.calls:
        mine = mentions.of(call)
        # Nothing mentions the call's results.
        if not mine:
            message = unread.get(id(call), f"{test.name} says nothing about the result of this call")
            findings.append(Finding("no-expectation", call.specification.name, message, call.span))
        # The test contradicts itself about this call.
        elif not equations.contradicted.isdisjoint(mine):
            message = f"{test.name} expects different outputs of this call"
            findings.append(Finding("conflicting-expectations", call.specification.name, message, call.span))
        else:
            try:
                example = _example(call, test.name, equations)
                # A part that was not followed might have said more: an example that leaves something open would be too
                # weak.
                if trace.incomplete and example.unknowns:
                    raise Unsupported(f"{test.name} may say more about this call, in a part that is not followed")
            except Unsupported as unsupported:
                findings.append(Finding("unsupported-test", call.specification.name, unsupported.construct, call.span))
                continue
            # Who said it first is the source: an assertion is stronger than a comment.
            strongest = facts[mine[0]].source
            examples.append(evolve(example, source=reading.source if strongest == "assertion" else strongest))
    return Examples(tuple(examples), tuple(findings))


def _facts(trace: Trace, program: Program, comments: Comments) -> tuple[list[Fact], dict[int, str]]:
    """What the test says, the strongest source for each call; and, by call, comments that could not be
    read."""
    facts = list(trace.facts)
    unread: dict[int, str] = {}
    mentions = _Mentions(trace.facts)
    # Where comments stand before calls, it is not known which call one on a line of its own is about.
    ahead = any(map(comments.looks_like_one, trace.early))
    for call in trace.calls:
        # Comments are read only where no assertion speaks of the call.
        if mentions.of(call):
            continue
        facts_before = len(facts)
        for note in trace.notes:
            if not _is_about(note, call):
                continue
            # Above or below? With comments before their calls, a line of its own may be about either.
            if ahead and not note.beside:
                unread[id(call)] = f"which call the comment {note.text.strip()!r} is about is not known"
                continue
            reading = comments.read(note, program)
            if reading is not None and reading.fact is not None:
                facts.append(Fact(reading.fact, "comment", note.span))
            elif reading is not None:
                unread[id(call)] = f"the comment {note.text.strip()!r} could not be read: {reading.problem}"
        # Last resort: a variable named as the expected result.
        if not _Mentions(facts[facts_before:]).of(call):
            facts.extend(_by_name(call, trace))
    return facts, unread


def _is_about(note: Note, call: MethodCall) -> bool:
    """Is a comment about a call? It is about what was printed; where that are only texts, about the call before it."""
    printed = {whole_of(name) for term in note.printed for name, _ in free_variables(term)}
    return bool(printed & unknowns_of(call)) if printed or note.others else note.call is call


def _by_name(call: MethodCall, trace: Trace) -> Iterable[Fact]:
    """`var e2 := …; var res2 := …`: a variable that nothing reads, named and numbered as the expected
    result."""
    for output, local in call.locals.items():
        number = re.search(r"\d*$", str(local))
        for name, value in trace.spare.items():
            match = _EXPECTED_NAME.fullmatch(str(name))
            if match and number and match[1] == number[0] and not free_variables(value):
                try:
                    yield Fact(equals(call.unknowns[output], value), "expected variable", value.span or call.span)
                except SortError:
                    continue


class _Mentions:
    """Which facts are about which unknowns."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._by_name: dict[Name, list[int]] = {}
        for number, fact in enumerate(facts):
            for name in () if fact.implied else {whole_of(name) for name, _ in free_variables(fact.test)}:
                self._by_name.setdefault(name, []).append(number)

    def of(self, call: MethodCall) -> list[int]:
        """The positions of the facts about a call, in order."""
        numbers_by_name = (self._by_name.get(name, ()) for name in unknowns_of(call))
        return sorted({number for numbers in numbers_by_name for number in numbers})


def unknowns_of(call: MethodCall) -> set[Name]:
    """The names of what a test may say of a call: its results, and the fields of objects after it."""
    terms = (term for value in call.fields.values() for term in symbolic_terms(value))
    fields = (name for term in terms for name, _ in free_variables(term))
    return {*(unknown.data for unknown in call.unknowns.values()), *fields}


def _example(call: MethodCall, test: str, equations: Equations) -> Example:
    """The example of a call about which the test says something. Raises Unsupported when that is not
    enough."""
    inputs = dict(settled_inputs(call, test, equations))
    outputs: dict[Name, Any] = {}
    unknowns: dict[Name, Binder] = {}
    # Each output is determined, or an unknown with constraints.
    for name, unknown in call.unknowns.items():
        if unknown.data in equations.values:
            outputs[name] = _placed(equations.values[unknown.data], inputs.get(name))
        else:
            unknowns[name] = Binder(unknown.data, unknown.sort)
    for name, value in call.fields.items():
        outputs[name] = _settled_entries(value, _constants(name, test, equations))
    mine = {binder.name for binder in unknowns.values()}
    # Constraints that mention this call's unknowns, and nothing else's.
    constraints = [term for term in equations.constraints() if mine & free_names(term)]
    # A constraint on two calls is no property of one.
    if any(name not in mine for term in constraints for name, _ in free_variables(term)):
        raise Unsupported(f"what {test} says about this call depends on an unknown value")
    return Example(call.specification, inputs, outputs, unknowns, tuple(constraints), "assertion", test, call.span)


def settled_inputs(call: MethodCall, test: str, equations: Equations) -> Iterable[tuple[Name, Any]]:
    """What a call of a test that is executed is given. Raises Unsupported where that is not known."""
    for binder in call.specification.inputs:
        constants = _constants(binder.name, test, equations)
        value = call.values[binder.name]
        in_heap = binder.name in call.specification.heap.fields
        yield binder.name, _settled_entries(value, constants) if in_heap else settled(value, constants)


def _constants(name: Name, test: str, equations: Equations) -> Callable[[Term], Any]:
    """What an unknown part of an input is. The function raises Unsupported where that is not known."""

    def known(term: Term) -> Any:
        reduced = equations.reduced(term)
        if reduced.op != "const":
            raise Unsupported(f"the argument {name} in {test} depends on an unknown value")
        return reduced.data

    return known


def _settled_entries(heap: tuple[int, FrozenMap], known: Callable[[Term], Any]) -> tuple[int, FrozenMap]:
    """What has a field of every object, without the objects whose field is not known."""
    number, fields = heap
    settled_fields = {}
    for owner, value in fields.items():
        try:
            settled_fields[owner] = settled(value, known)
        except Unsupported:
            continue
    return number, FrozenMap(settled_fields)


def _placed(value: Any, array_before: Any) -> Any:
    """An array that the method modified is the array it was given."""
    if isinstance(value, ArrayValue) and isinstance(array_before, ArrayValue):
        return evolve(value, identity=array_before.identity)
    return value


def equals(unknown: Term, value: Term) -> Term:
    """The fact that an unknown holds a value, which may be of another sort if it converts (arrays by
    contents)."""
    if unknown.sort.kind == "Array" and value.sort == seq_of(*unknown.sort.args):
        return eq(op("array.elements", unknown), value)
    if value.sort == unknown.sort:
        return eq(unknown, value)
    if value.op != "const":
        raise SortError(f"{value.sort} does not convert to {unknown.sort}")
    return eq(unknown, const(convert(value.data, value.sort, unknown.sort), unknown.sort))
