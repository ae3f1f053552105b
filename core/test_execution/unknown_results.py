"""Values and demands of a test that is executed: results of methods under test are unknowns, and what the test says of
them is collected."""

from typing import Any

from attrs import define, field, frozen

from ..deciding.engines import ENDLESS, Engines
from ..deciding.simplify import simplify
from ..errors import Unsupported
from ..evaluate.environment import Environment
from ..interpret.places import (
    concrete_may_have_sort,
    concrete_operand,
    concrete_value,
    concrete_variable,
    reading_plan,
    value_of,
)
from ..interpret.readers import readers
from ..interpret.state import ExecutionState
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
from .following_limits import LIMITS
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
class FollowedTest(ExecutionState):
    """The execution of one test, in which some values are symbolic. `helpers` are methods that are executed as part of
    the test, and `top` is the frame of the test itself."""

    test: str = ""
    helpers: frozenset[str] = frozenset()
    engines: Engines = ENDLESS
    """Whose work this is."""
    trace: Trace = field(factory=Trace)
    top: dict[Name, Sort] = field(factory=dict)
    line: int = 0
    """The line on which the last statement of the test ends."""

    printed_terms: list[Term] = field(factory=list)
    """The terms that were printed since the last call or comment."""
    printed_others: bool = False
    """Was a value printed since then, texts aside, that is no result, or is not known?"""
    in_parts: bool = False
    """Did a loop print whose rounds depend on a result?"""

    unknowns_made: int = 0
    """How many unknowns were made that no call returns."""
    parted: int = 0
    """How many conditions depended on results."""
    wholes: dict[int, tuple[Any, Term]] = field(init=False, factory=dict)
    """By their `id`, elements of an array that are all unknown, and the unknown array that they are of."""
    known_equations: dict[tuple[int, tuple[Term, ...]], Equations] = field(init=False, factory=dict)
    """Number of facts, and a way → what is known on it."""
    known_defined: dict[tuple[Term, ...], Term] = field(init=False, factory=dict)
    """What was demanded last on a way for a condition to be defined."""

    kinds: dict[str, dict[Name, Sort]] = field(factory=dict)
    """Class → the fields that its objects have, as far as they were met."""
    constants: dict[str, frozenset[Name]] = field(factory=dict)
    """Class → those of its fields that no method changes."""
    element_sorts: dict[Any, Sort] = field(factory=dict)
    """Array → the sort of its elements."""
    returned_fields: dict[Term, dict[Name, Any]] = field(factory=dict)
    """Unknown object that a call returned → its fields, for as long as nothing can have changed them; unknown array of
    several dimensions → its lengths."""
    returned_arrays: dict[Name, ReturnedArray] = field(factory=dict)
    """The unknowns that are arrays which calls returned, or what such arrays hold."""
    known_changed: int = 0
    """How often elements of known arrays may have changed."""
    any_changed: int = 0
    """How often elements of any arrays may have changed."""
    changed_arrays: dict[tuple[Term, int, int], SymbolicValue] = field(init=False, factory=dict)
    """What stands for an array that may have changed, between two changes: read twice, it is one value."""


def report_unfollowed(execution: FollowedTest, reason: str, span: Span | None) -> None:
    """The rest of the test, or a part of it, is not known."""
    execution.trace.findings.append(Finding("unsupported-test", execution.test, f"{execution.test}: {reason}", span))
    execution.trace.incomplete = True


def unknown_value(execution: FollowedTest, kind: str, sort: Sort) -> SymbolicValue:
    """A value of which nothing is known, and that no call returns."""
    execution.unknowns_made += 1
    name = unknown_name(execution, kind, execution.unknowns_made)
    if may_hold("Array", sort, execution.program.datatypes):
        keep_returned(execution, name, False)
    return SymbolicValue(var(name, sort))


def unknown_elements(execution: FollowedTest, sort: Sort) -> SymbolicValue:
    """What an array of a field holds, of which nothing is known."""
    value = unknown_value(execution, "field", sort)
    keep_returned(execution, value.term.data, False)
    return value


def keep_returned(execution: FollowedTest, unknown: Name, new: bool) -> None:
    """Note that an unknown is an array, or what one holds, in the state at hand."""
    execution.returned_arrays[unknown] = ReturnedArray(execution.known_changed, execution.any_changed, new)


def forget_output(execution: FollowedTest) -> None:
    """What was printed so far is not what a comment from here on is about."""
    execution.printed_terms, execution.printed_others, execution.in_parts = [], False, False


def forget_returned(execution: FollowedTest) -> None:
    """The fields of unknown objects may have changed. The lengths of arrays never do."""
    kept = {key: fields for key, fields in execution.returned_fields.items() if key.sort.kind == "Array"}
    execution.returned_fields = kept


def unknown_name(execution: FollowedTest, kind: str, number: int) -> Name:
    """The name of the unknown that was made with this number."""
    return hidden_variable(execution.test, "", f"{kind}{number}")


def enter_state(execution: FollowedTest, state: PathState) -> None:
    """What is executed next is about this state."""
    execution.store, execution.types = state.store, state.types


def symbolic_value(execution: FollowedTest, term: Term, variables: Variables) -> Any:
    """The value of a term now, symbolic where it depends on a result."""
    if execution.types:
        term = term_with_types(term, execution.types)
    if term.op == "const":
        return term.data
    # Which parts of the state a term reads depends on the term alone, and the same terms are met in every turn of a
    # loop.
    environment, depends = Environment({}), False
    for name, read in reading_plan(execution, term).readers:
        # A variable that a term reads is not one that only holds an expected value.
        execution.trace.spare.pop(name, None)
        value_read = read(variables, execution.store)
        # A field of an object that a call returned has no value in the store: it gets one unknown, the same at each
        # reading.
        if value_read is UNKNOWN:
            value_read = returned_field(execution, name, dict(free_variables(term))[name], variables)
        value_read = as_of_now(execution, value_read)
        # What stays unknown is left out: reading it ends the evaluation with a reason.
        if value_read is not UNKNOWN:
            environment[name] = value_read
            depends = depends or is_symbolic(value_read)
    # Without unknowns the value is that of the interpreter, which is exact and quicker.
    if not depends:
        return concrete_value(execution, term, variables)
    if term.op == "var" and term.data in environment:
        value_read = environment[term.data]
        return as_value(as_term(value_read, term.sort)) if isinstance(value_read, SymbolicValue) else value_read
    wholes = {key: whole_array for key, (_, whole_array) in execution.wholes.items()}
    return computed(term, environment, wholes, execution.program, execution.fuel)


def may_be_stale(execution: FollowedTest, term: Term) -> bool:
    """Is it an array that a call returned, or what that holds, and may that have changed since? After
    `var r := Find(a); a[0] := 9;` the array r may be a, and then what the test says of r is nothing that Find has
    returned. An array that is new is none of those that the test knows."""
    if not (term.data in execution.returned_arrays or may_hold("Array", term.sort, execution.program.datatypes)):
        return False
    mentioned = (execution.returned_arrays.get(name) for name, _ in free_variables(term))
    return any(
        array is not None
        and (
            array.any_changed < execution.any_changed
            or (not array.new and array.known_changed < execution.known_changed)
        )
        for array in mentioned
    )


def as_of_now(execution: FollowedTest, value: Any) -> Any:
    """A value, with another unknown for an array whose elements may have changed; its length has not."""
    if not isinstance(value, SymbolicValue) or not may_be_stale(execution, value.term):
        return value
    key = value.term, execution.known_changed, execution.any_changed
    if key not in execution.changed_arrays:
        now = execution.changed_arrays[key] = unknown_value(execution, "changed", value.term.sort)
        measures: dict[str, OperatorName] = {"Array": "array.len", "Seq": "seq.len"}
        measure = measures.get(value.term.sort.kind)
        if measure is not None:
            kept = op("eq", op(measure, now.term), op(measure, value.term))
            execution.trace.facts.append(Fact(kept, "assertion", None, implied=True))
    return execution.changed_arrays[key]


def symbolic_operand(execution: FollowedTest, value: Term | FieldPlace, variables: Variables) -> Any:
    return as_of_now(execution, concrete_operand(execution, value, variables))


def returned_field(execution: FollowedTest, name: Name, sort: Sort, variables: Variables) -> Any:
    """What a field of an unknown object is: of one that a call returned, or that a condition chooses from known
    ones; and a length of an unknown array. UNKNOWN where that is not known."""
    owner = variables.get(root_of(name)) if is_field(name) else None
    if not isinstance(owner, SymbolicValue):
        return UNKNOWN
    member, objects = member_of(name), execution.store.objects
    field_known = execution.returned_fields.get(owner.term, {}).get(member, UNKNOWN)
    if field_known is not UNKNOWN or not is_tree(owner.term):
        return field_known
    chosen = leaves(owner.term)
    values = {
        object_chosen: execution.store.now(field_value(objects[object_chosen], member))
        for object_chosen in chosen
        if object_chosen in objects
    }
    # Every object that the condition may choose has to have a known field: otherwise the result is any value.
    if len(values) < len(chosen) or any(value is UNKNOWN or isinstance(value, ArrayValue) for value in values.values()):
        return UNKNOWN
    terms = {object_chosen: as_term(value, sort) for object_chosen, value in values.items()}
    return as_value(mapped(owner.term, lambda leaf: terms[leaf.data]))


def symbolic_variable(
    execution: FollowedTest, binder: Binder, specification: Specification, variables: Variables
) -> Any:
    field_found = returned_field(execution, binder.name, binder.sort, variables)
    if field_found is not UNKNOWN:
        return as_of_now(execution, field_found)
    ((_, read),) = readers(binder.variable, execution.program.datatypes)
    field_found = read(variables, execution.store)
    if isinstance(field_found, SymbolicValue):
        return as_of_now(execution, field_found)
    if field_found is UNKNOWN:  # The call is no example, and the test goes on behind it.
        return unknown_value(execution, "given", binder.sort)
    return concrete_variable(execution, binder, specification, variables)


def depends_on_results(execution: FollowedTest, term: Term, variables: Variables) -> bool:
    """Does a term mention something that depends on a result, or of which nothing is known?"""
    values_read = (read(variables, execution.store) for _, read in readers(term, execution.program.datatypes))
    return any(value is UNKNOWN or is_symbolic(value) for value in values_read)


def symbolic_may_have_sort(execution: FollowedTest, value: Any, sort: Sort) -> bool:
    return (
        value.term.sort == sort if isinstance(value, SymbolicValue) else concrete_may_have_sort(execution, value, sort)
    )


def known_value(execution: FollowedTest, term: Term, variables: Variables) -> Any:
    """The value of a term that has to be known. Raises Undecided."""
    value = value_of(execution, term, variables)
    if is_symbolic(value):
        execution.trace.needed.extend(symbolic_terms(value))
        raise Undecided("a value that depends on a result in an unsupported way", term.span)
    return value


def decided_condition(execution: FollowedTest, test: Term, state: PathState) -> bool | Term:
    """Does a condition hold, as far as what the test demands decides?"""
    condition_value = value_of(execution, test, state.variables)
    if not isinstance(condition_value, SymbolicValue):
        return bool(condition_value)
    term = equations_on(execution, state.way).reduced(condition_value.term)
    return bool(term.data) if term.op == "const" else term


def equations_on(execution: FollowedTest, way: tuple[Term, ...]) -> Equations:
    """What is known of unknowns on a way."""
    # Facts are only ever added, so that their number says which ones they are. With one more, what was known
    # before is of no use and thrown away; a way is solved on top of what holds on all ways.
    key = len(execution.trace.facts), way
    if key not in execution.known_equations:
        if way:
            execution.known_equations[key] = equations_on(execution, ()).assuming(way)
        else:
            equations = Equations(execution.program, is_hidden, execution.engines)
            for call in execution.trace.calls:
                give_shapes(call, equations)
            equations.solve(fact.test for fact in execution.trace.facts)
            execution.known_equations = {key: equations}
    return execution.known_equations[key]


def demand(execution: FollowedTest, test: Term, state: PathState, span: Span | None, implied: bool = False) -> None:
    """What has to hold on a way."""
    claim = positive(test) if not state.way else implies(conj(*state.way), test)
    execution.trace.facts.append(Fact(claim, "assertion", span, implied))


def refuse_way(execution: FollowedTest, state: PathState, reason: str, span: Span | None) -> None:
    """A way fails: no right result takes it. Raises Unfollowed where it is the only one."""
    if not state.way:
        # Others than those that are executed as part of the test may return anything.
        executed = f"with what {', '.join(sorted(execution.helpers))} returns" if execution.helpers else ""
        raise Unfollowed(f"it fails {executed or 'whatever the methods return'} ({reason})", span)
    execution.trace.facts.append(Fact(positive(negate(conj(*state.way))), "assertion", span))


def parted_ways(execution: FollowedTest, test: Term, state: PathState) -> list[tuple[bool, PathState]]:
    """The two ways of a condition that depends on results, those that no result takes left out."""
    execution.parted += 1
    if execution.parted > LIMITS.open_conditions:
        raise Undecided(f"more than {LIMITS.open_conditions} conditions depend on results", test.span)
    try:
        defined = well_defined(test, execution.program.functions)
        defined = simplify(defined, {}, execution.program.functions, execution.program.datatypes)
        # The test is executed, so what it computes has a value: that is a demand, too, and told once for all ways
        # that go on from one on which it was told.
        ways_before = (state.way[:length] for length in range(len(state.way) + 1))
        if defined.op != "const" and all(execution.known_defined.get(way) != defined for way in ways_before):
            demand(execution, defined, state, test.span, implied=True)
            execution.known_defined[state.way] = defined
    except Unsupported:
        raise Undecided("a condition that may be undefined", test.span) from None
    ways = []
    for holds, condition in ((True, test), (False, positive(negate(test)))):
        way = state.taking(condition)
        if not equations_on(execution, way.way).contradicted:
            ways.append((holds, way))
    return ways
