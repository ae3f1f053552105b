"""Values and demands of a test that is executed: results of methods under test are unknowns, and what the test says of
them is collected."""

from collections.abc import Mapping
from typing import Any

from attrs import define, field, frozen

from ..deciding.engines import ENDLESS, Engines
from ..deciding.simplify import simplify
from ..errors import Unsupported
from ..evaluate.environment import Environment
from ..interpret.bodies import Interpreter
from ..interpret.places import readers
from ..interpret.store import UNKNOWN, Variables, field_value
from ..ir.build import conj, implies, negate, op
from ..ir.contracts import Specification, may_hold
from ..ir.definedness import well_defined
from ..ir.operator_names import OperatorName
from ..ir.operators.context import Undecided
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term, free_variables, var
from ..ir.type_instances import term_with_types
from ..ir.updates import FieldPlace
from ..ir.values import ArrayValue
from ..ir.variables import Name, hidden_variable, is_field, is_hidden, member_of, root_of
from ..spans import Span
from ..spec_testing.equations import Equations
from ..spec_testing.findings import Finding
from .paths import PathState
from .symbolic import (
    SymbolicValue,
    as_term,
    as_value,
    computed,
    is_symbolic,
    is_tree,
    leaves,
    mapped,
    positive,
    symbolic_terms,
)
from .tracing import Fact, Trace, give_shapes

PARTED = 300
"""Conditions that depend on results, in one test."""


class Unfollowed(Exception):
    """The rest of the test is not executed."""

    def __init__(self, reason: str, span: Span | None) -> None:
        self.reason, self.span = reason, span
        super().__init__(reason)


@frozen(slots=True)
class ReturnedArray:
    """When an array became known by what a call returns, counted in changes (`known_changed`, `any_changed`). `new`:
    the call promises that it is none of those that there were."""

    known_changed: int
    any_changed: int
    new: bool


@define(slots=True, eq=False)
class UnknownResults(Interpreter):
    """An execution in which some values are symbolic. `helpers` are methods that are executed as part of the test, and
    `top` is the frame of the test itself."""

    test: str = ""
    helpers: frozenset[str] = frozenset()
    trace: Trace = field(factory=Trace)
    top: dict[Name, Sort] = field(factory=dict)
    types: Mapping[str, Sort] = field(factory=dict)
    """What type parameters of the body stand for that is executed."""
    printed_terms: list[Term] = field(factory=list)
    """The terms that were printed since the last call or comment."""
    parted: int = 0
    """How many conditions depended on results."""
    printed_others: bool = False
    """Was a value printed since then, texts aside, that is no result, or is not known?"""
    in_parts: bool = False
    """Did a loop print whose rounds depend on a result?"""
    line: int = 0
    """The line on which the last statement of the test ends."""
    _wholes: dict[int, tuple[Any, Term]] = field(factory=dict)
    _known: dict[tuple[int, tuple[Term, ...]], Equations] = field(factory=dict)
    _defined: dict[tuple[Term, ...], Term] = field(factory=dict)
    """What was demanded last on a way for a condition to be defined."""
    count: int = 0
    """How many unknowns were made that no call returns."""
    engines: Engines = ENDLESS
    """Whose work this is."""
    returned_fields: dict[Term, dict[Name, Any]] = field(factory=dict)
    """Unknown object that a call returned → its fields, for as long as nothing can have changed them; unknown array of
    several dimensions → its lengths."""

    returned_arrays: dict[Name, ReturnedArray] = field(factory=dict)
    """The unknowns that are arrays which calls returned, or what such arrays hold."""
    known_changed: int = 0
    """How often elements of known arrays may have changed."""
    any_changed: int = 0
    """How often elements of any arrays may have changed."""
    _changed: dict[tuple[Term, int, int], SymbolicValue] = field(factory=dict)
    """What stands for an array that may have changed, between two changes: read twice, it is one value."""

    def report(self, reason: str, span: Span | None) -> None:
        """The rest of the test, or a part of it, is not known."""
        self.trace.findings.append(Finding("unsupported-test", self.test, f"{self.test}: {reason}", span))
        self.trace.incomplete = True

    def unknown(self, kind: str, sort: Sort) -> SymbolicValue:
        """A value of which nothing is known, and that no call returns."""
        self.count += 1
        name = self.unknown_name(kind, self.count)
        if may_hold("Array", sort, self.program.datatypes):
            self.keep_returned(name, False)
        return SymbolicValue(var(name, sort))

    def unknown_elements(self, sort: Sort) -> SymbolicValue:
        """What an array of a field holds, of which nothing is known."""
        value = self.unknown("field", sort)
        self.keep_returned(value.term.data, False)
        return value

    def keep_returned(self, unknown: Name, new: bool) -> None:
        """Note that an unknown is an array, or what one holds, in the state at hand."""
        self.returned_arrays[unknown] = ReturnedArray(self.known_changed, self.any_changed, new)

    def forget_output(self) -> None:
        """What was printed so far is not what a comment from here on is about."""
        self.printed_terms, self.printed_others, self.in_parts = [], False, False

    def forget_returned(self) -> None:
        """The fields of unknown objects may have changed. The lengths of arrays never do."""
        kept = {key: fields for key, fields in self.returned_fields.items() if key.sort.kind == "Array"}
        self.returned_fields = kept

    def unknown_name(self, kind: str, number: int) -> Name:
        """The name of the unknown that was made with this number."""
        return hidden_variable(self.test, "", f"{kind}{number}")

    def enter(self, state: PathState) -> None:
        """What is executed next is about this state."""
        self.store, self.types = state.store, state.types

    # -- values

    def value(self, term: Term, variables: Variables) -> Any:
        """The value of a term now, symbolic where it depends on a result."""
        if self.types:
            term = term_with_types(term, self.types)
        if term.op == "const":
            return term.data
        plan = self._readers.get(term)
        if plan is None:
            plan = self._readers[term] = readers(term, self.program.datatypes)
        environment, depends = Environment({}), False
        for name, read in plan:
            self.trace.spare.pop(name, None)
            found = read(variables, self.store)
            if found is UNKNOWN:
                found = self.returned_field(name, dict(free_variables(term))[name], variables)
            found = self.at_hand(found)
            if found is not UNKNOWN:
                environment[name] = found
                depends = depends or is_symbolic(found)
        if not depends:
            return Interpreter.value(self, term, variables)
        if term.op == "var" and term.data in environment:
            found = environment[term.data]
            return as_value(as_term(found, term.sort)) if isinstance(found, SymbolicValue) else found
        wholes = {key: whole for key, (_, whole) in self._wholes.items()}
        return computed(term, environment, wholes, self.program, self.fuel)

    def may_be_stale(self, term: Term) -> bool:
        """Is it an array that a call returned, or what that holds, and may that have changed since? After
        `var r := Find(a); a[0] := 9;` the array r may be a, and then what the test says of r is nothing that Find has
        returned. An array that is new is none of those that the test knows."""
        if not (term.data in self.returned_arrays or may_hold("Array", term.sort, self.program.datatypes)):
            return False
        mentioned = (self.returned_arrays.get(name) for name, _ in free_variables(term))
        return any(
            array is not None
            and (array.any_changed < self.any_changed or (not array.new and array.known_changed < self.known_changed))
            for array in mentioned
        )

    def at_hand(self, value: Any) -> Any:
        """A value, with another unknown for an array whose elements may have changed; its length has not."""
        if not isinstance(value, SymbolicValue) or not self.may_be_stale(value.term):
            return value
        key = value.term, self.known_changed, self.any_changed
        if key not in self._changed:
            now = self._changed[key] = self.unknown("changed", value.term.sort)
            measures: dict[str, OperatorName] = {"Array": "array.len", "Seq": "seq.len"}
            measure = measures.get(value.term.sort.kind)
            if measure is not None:
                kept = op("eq", op(measure, now.term), op(measure, value.term))
                self.trace.facts.append(Fact(kept, "assertion", None, implied=True))
        return self._changed[key]

    def read(self, value: Term | FieldPlace, variables: Variables) -> Any:
        return self.at_hand(Interpreter.read(self, value, variables))

    def returned_field(self, name: Name, sort: Sort, variables: Variables) -> Any:
        """What a field of an unknown object is: of one that a call returned, or that a condition chooses from known
        ones; and a length of an unknown array. UNKNOWN where that is not known."""
        owner = variables.get(root_of(name)) if is_field(name) else None
        if not isinstance(owner, SymbolicValue):
            return UNKNOWN
        member, objects = member_of(name), self.store.objects
        known = self.returned_fields.get(owner.term, {}).get(member, UNKNOWN)
        if known is not UNKNOWN or not is_tree(owner.term):
            return known
        chosen = leaves(owner.term)
        values = {one: self.store.now(field_value(objects[one], member)) for one in chosen if one in objects}
        if len(values) < len(chosen) or any(
            value is UNKNOWN or isinstance(value, ArrayValue) for value in values.values()
        ):
            return UNKNOWN
        terms = {one: as_term(value, sort) for one, value in values.items()}
        return as_value(mapped(owner.term, lambda leaf: terms[leaf.data]))

    def _read(self, binder: Binder, specification: Specification, variables: Variables) -> Any:
        found = self.returned_field(binder.name, binder.sort, variables)
        if found is not UNKNOWN:
            return self.at_hand(found)
        ((_, read),) = readers(var(binder.name, binder.sort), self.program.datatypes)
        found = read(variables, self.store)
        if isinstance(found, SymbolicValue):
            return self.at_hand(found)
        if found is UNKNOWN:  # The call is no example, and the test goes on behind it.
            return self.unknown("given", binder.sort)
        return Interpreter._read(self, binder, specification, variables)

    def depends(self, term: Term, variables: Variables) -> bool:
        """Does a term mention something that depends on a result, or of which nothing is known?"""
        found = (read(variables, self.store) for _, read in readers(term, self.program.datatypes))
        return any(value is UNKNOWN or is_symbolic(value) for value in found)

    def may_have_sort(self, value: Any, sort: Sort) -> bool:
        return (
            value.term.sort == sort
            if isinstance(value, SymbolicValue)
            else Interpreter.may_have_sort(self, value, sort)
        )

    def known(self, term: Term, variables: Variables) -> Any:
        """The value of a term that has to be known. Raises Undecided."""
        value = self.value(term, variables)
        if is_symbolic(value):
            self.trace.needed.extend(symbolic_terms(value))
            raise Undecided("a value that depends on a result in an unsupported way", term.span)
        return value

    def condition(self, test: Term, state: PathState) -> bool | Term:
        """Does a condition hold, as far as what the test demands decides?"""
        found = self.value(test, state.variables)
        if not isinstance(found, SymbolicValue):
            return bool(found)
        term = self.equations(state.way).reduced(found.term)
        return bool(term.data) if term.op == "const" else term

    def equations(self, way: tuple[Term, ...]) -> Equations:
        """What is known of unknowns on a way."""
        # Facts are only ever added, so that their number says which ones they are. With one more, what was known
        # before is of no use and thrown away; a way is solved on top of what holds on all ways.
        key = len(self.trace.facts), way
        if key not in self._known:
            if way:
                self._known[key] = self.equations(()).assuming(way)
            else:
                found = Equations(self.program, is_hidden, self.engines)
                for call in self.trace.calls:
                    give_shapes(call, found)
                found.solve(fact.test for fact in self.trace.facts)
                self._known = {key: found}
        return self._known[key]

    # -- what the test demands

    def demand(self, test: Term, state: PathState, span: Span | None, implied: bool = False) -> None:
        """What has to hold on a way."""
        wanted = positive(test) if not state.way else implies(conj(*state.way), test)
        self.trace.facts.append(Fact(wanted, "assertion", span, implied))

    def refuse(self, state: PathState, reason: str, span: Span | None) -> None:
        """A way fails: no right result takes it. Raises Unfollowed where it is the only one."""
        if not state.way:
            # Others than those that are executed as part of the test may return anything.
            executed = f"with what {', '.join(sorted(self.helpers))} returns" if self.helpers else ""
            raise Unfollowed(f"it fails {executed or 'whatever the methods return'} ({reason})", span)
        self.trace.facts.append(Fact(positive(negate(conj(*state.way))), "assertion", span))

    def part(self, test: Term, state: PathState) -> list[tuple[bool, PathState]]:
        """The two ways of a condition that depends on results, those that no result takes left out."""
        self.parted += 1
        if self.parted > PARTED:
            raise Undecided(f"more than {PARTED} conditions depend on results", test.span)
        try:
            defined = well_defined(test, self.program.functions)
            defined = simplify(defined, {}, self.program.functions, self.program.datatypes)
            # The test is executed, so what it computes has a value: that is a demand, too, and told once for all ways
            # that go on from one on which it was told.
            ways_before = (state.way[:length] for length in range(len(state.way) + 1))
            if defined.op != "const" and all(self._defined.get(way) != defined for way in ways_before):
                self.demand(defined, state, test.span, implied=True)
                self._defined[state.way] = defined
        except Unsupported:
            raise Undecided("a condition that may be undefined", test.span) from None
        ways = []
        for holds, condition in ((True, test), (False, positive(negate(test)))):
            way = state.taking(condition)
            if not self.equations(way.way).contradicted:
                ways.append((holds, way))
        return ways
