"""What a translation of a specification changed: on the values that both languages have, beyond these, and in the
functions that clauses call.

Types are compared apart from clauses. `int` became `i8`: on the numbers that a byte holds the two may be equal, and
beyond them there are inputs that are valid in one and no inputs in the other (`NarrowedType`). A function that lost its
body, or became `true`, says nothing any more, though each clause is still there (`StubbedFunction`). A text that calls
what nothing declares is no program of its language: its clauses have no meaning that could be compared.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from typing import Any, Literal

from attrs import define, evolve, frozen

from ..deciding.clauses import theory_of
from ..deciding.engines import Engines
from ..deciding.triples import find
from ..errors import UNRESOLVED, SpecassayError, Unsupported
from ..evaluate.typed import evaluate
from ..fuel import Fuel
from ..ir.build import boolean, conj, eq, negate, op
from ..ir.contracts import Condition, Function, Program, lowered_terms
from ..ir.definedness import well_defined
from ..ir.functions import called_by
from ..ir.sorts import BOOL, INT, Sort
from ..ir.terms import TRUE, Binder, Term, bare, fold, free_names, rebuild, values_by_name, var
from ..ir.values import ArrayValue, elements_in
from ..ir.variables import Name, Valuation
from ..spec_testing.drawn_inputs import inputs_to_try
from ..spec_testing.examples import Example
from ..spec_testing.functional import determined_output
from ..spec_testing.operators.samples import fresh_array, samples
from ..spec_testing.output_search import OutputQuery
from .alignment import array_first
from .common_variables import SpecificationSide, positional
from .order import ContractComparison, PartComparison, SeparatingValue, SideOutcome
from .same_functions import plain_function
from .specifications import compare_specifications, turned_value
from .values import NOTHING_KNOWN, KnownCase, KnownCases, judged, steps_for

PART_OF_TYPES = 0.15
"""Share of the time, for the types of inputs and of outputs of one side each."""
MOST_ARGUMENTS = 200
"""Combinations of small arguments on which a function is tried that is `true` elsewhere."""
STEPS = 20_000
"""Of the evaluator, for such a function."""

MOST_TRIED = 200
"""Inputs among which valid ones are looked for, whose numbers are replaced."""
MOST_VALID = 20
"""Valid inputs of which two are chosen, whose numbers are replaced."""
MOST_ELEMENTS = 4
"""Elements of lists in these that are as good as more."""
BEYOND = (2**31, 2**64, -1, -(2**63) - 1)
"""Numbers that the integer types of machines up to 64 bits have no room for, each for some of them."""

PART_OF_RESULTS = 0.05
"""Share of the time, for what equations say of large inputs of one side, and of long ones."""

_NAMED = re.compile(rf"{UNRESOLVED} ([^\s)]+)")
"""The name, in what is said of a construct that was not lowered."""

StubKind = Literal["no body", "always true"]


@frozen(slots=True)
class NarrowedType:
    """A type of one side that has no room for what the other one accepts. `by_first`: is it the first side's type?
    `of`: of inputs or outputs. `clause`: what the type promises, as written; `separating`: what the other side accepts
    and it has no room for, by the names and with the outcomes of the first side first."""

    by_first: bool
    of: Literal["inputs", "outputs"]
    clause: str
    separating: SeparatingValue


@frozen(slots=True)
class StubbedFunction:
    """A function that clauses of one side call and that says nothing there. `counterpart`: the function of the same
    name on the other side, which has a body; `is_read`: whether that is known; `arguments`: on which it is false."""

    by_first: bool
    name: str
    kind: StubKind
    counterpart: str
    is_read: bool
    arguments: tuple[Any, ...] | None = None


@frozen(slots=True)
class UndeclaredName:
    """A name that a clause of one side needs, or a function that clauses call, and that nothing declares. `user`: the
    text of the clause, or the name of the function."""

    by_first: bool
    name: str
    user: str


@frozen(slots=True)
class TranslationComparison:
    """Two specifications of one problem: `common`, their relation on values of the types of both; and what else is not
    the same."""

    common: ContractComparison
    narrowed: tuple[NarrowedType, ...] = ()
    stubbed: tuple[StubbedFunction, ...] = ()
    undeclared: tuple[UndeclaredName, ...] = ()


def compare_translation(first: SpecificationSide, second: SpecificationSide, engines: Engines) -> TranslationComparison:
    """How the first relates to the second, and what of the two the languages made another thing. Raises InputError
    where they are about different parameters, results or types; Unsupported where one cannot be compared."""
    first, second = _with_new_results(first, second), _with_new_results(second, first)
    of_first, of_second = _WideSide(first, engines), _WideSide(second, engines)
    narrowed = [
        *_narrowed(of_first, second, engines, by_first=False),
        *_narrowed(of_second, first, engines, by_first=True),
        *_lengths_kept(of_first, second, engines, by_first=False),
        *_lengths_kept(of_second, first, engines, by_first=True),
    ]
    stubbed = [*_stubbed(first, second, by_first=True), *_stubbed(second, first, by_first=False)]
    common = compare_specifications(first, second, engines, common_values=True)
    undeclared = (*_undeclared(first, by_first=True), *_undeclared(second, by_first=False))
    return TranslationComparison(common, tuple(narrowed), tuple(stubbed), undeclared)


def _with_new_results(side: SpecificationSide, other: SpecificationSide) -> SpecificationSide:
    """The side, for which the results are new arrays that are sequences on the other side: a value of its own, as a
    vector that is returned, is no array that there was before. So `fresh(result)` is lost by nobody."""
    pairs = zip(positional(side.specification.outputs), positional(other.specification.outputs), strict=False)
    new = {own.name for own, its in pairs if (own.sort.kind, its.sort.kind) == ("Array", "Seq")}
    if not new:
        return side

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "array.allocated" and args[0].op == "var" and args[0].data in new:
            return boolean(False)
        return rebuild(node, args)

    ensures = tuple(
        condition if condition.term is None else evolve(condition, term=fold(condition.term, step))
        for condition in side.specification.ensures
    )
    return evolve(side, specification=evolve(side.specification, ensures=ensures))


# -- types


@define(slots=True)
class _WideSide:
    """A side whose values the types of the other may have no room for, and some of its valid inputs, once found."""

    side: SpecificationSide
    engines: Engines
    _valid: tuple[Valuation, ...] | None = None

    def valid_inputs(self) -> tuple[Valuation, ...]:
        """Two inputs that it accepts, a small one and one that holds more. Raises Unsupported for types without
        literals."""
        if self._valid is None:
            self._valid = tuple(_valid_inputs(self.side, self.engines.part(PART_OF_TYPES)))
        return self._valid


def _narrowed(
    of_wide: _WideSide, narrow: SpecificationSide, engines: Engines, *, by_first: bool
) -> Iterator[NarrowedType]:
    """The types of `narrow` that have no room for what the wide side accepts."""
    wide = of_wide.side
    inputs, outputs = _of_types(narrow.specification.requires), _of_types(narrow.specification.ensures)
    # The wide side's clauses against the types alone of the narrow side.
    demanding = _with_clauses(wide, wide.specification.requires, ())
    # The types as clauses: what a machine integer holds.
    typed = _with_clauses(narrow, inputs, ())
    known = KnownCases(tuple(_beyond_types(of_wide, engines))) if inputs else NOTHING_KNOWN
    # An InputError here means that there is nothing to compare in this direction.
    with suppress(SpecassayError):
        comparison = compare_specifications(demanding, typed, engines.part(PART_OF_TYPES), known) if inputs else None
        yield from _without_room(None if comparison is None else comparison.inputs, "inputs", by_first=by_first)
    # The same for outputs, under the common inputs.
    typed = _with_clauses(narrow, inputs, outputs)
    known = KnownCases((*_large_results(of_wide, narrow, engines), *known.first), known.second) if outputs else known
    with suppress(SpecassayError):
        comparison = compare_specifications(wide, typed, engines.part(PART_OF_TYPES), known) if outputs else None
        yield from _without_room(None if comparison is None else comparison.outputs, "outputs", by_first=by_first)


def _without_room(
    part: PartComparison | None, of: Literal["inputs", "outputs"], *, by_first: bool
) -> Iterator[NarrowedType]:
    """The clauses of the second side that the first does not imply; turned, where the types are the first's."""
    for clause in () if part is None else part.second_clauses:
        if clause.separating is not None:
            value = turned_value(clause.separating) if by_first else clause.separating
            assert value is not None
            yield NarrowedType(by_first, of, clause.text, value)


def _lengths_kept(
    of_wide: _WideSide, narrow: SpecificationSide, engines: Engines, *, by_first: bool
) -> Iterator[NarrowedType]:
    """The arrays of `narrow` that a call changes, which have as many elements afterwards, and are sequences on the
    other side, which accepts another number: a vector may grow."""
    wide = of_wide.side
    own, its = wide.specification, narrow.specification
    pairs = [
        (binder, its_binder)
        for binder, its_binder in zip(positional(own.inputs), positional(its.inputs), strict=False)
        if (binder.sort.kind, its_binder.sort.kind) == ("Seq", "Array") and binder.name in own.modifies
    ]
    theory, ensures = theory_of(wide.program), [condition.term for condition in own.ensures]
    terms = [term for term in ensures if term is not None]
    # A clause that is not read may say that the length stays.
    if not pairs or len(terms) < len(ensures):
        return
    changed = [binder for binder in own.inputs if binder.name in own.modifies]
    # Comparisons of the two name values as the side with arrays does, where one of them has all arrays.
    listed = zip((*own.inputs, *own.outputs), (*its.inputs, *its.outputs), strict=False)
    turned = array_first(own, its)
    names = {binder.name: (its_binder if turned else binder).name for binder, its_binder in listed}

    def named(given: Valuation) -> dict[Name, Any]:
        return {names[name]: value for name, value in given.items() if name in names}

    with suppress(Unsupported):
        for values in of_wide.valid_inputs():
            before = {state: values[name] for name, state in own.pre_states.items() if name in values}
            fixed = {**{name: value for name, value in values.items() if name not in own.modifies}, **before}
            for binder, its_binder in list(pairs):
                length = op("seq.len", binder.variable)
                other_length = negate(eq(length, op("seq.len", var(own.pre_states[binder.name], binder.sort))))
                goal = [other_length, *(conj(well_defined(term, wide.program.functions), term) for term in terms)]
                _, found = find(
                    goal,
                    fixed,
                    (*own.outputs, *changed),
                    theory=theory,
                    engines=engines.part(PART_OF_RESULTS),
                    label="compare",
                )
                if found and judged(own.ensures, {**fixed, **found}, theory).outcome == "accepted":
                    said: tuple[SideOutcome, SideOutcome] = ("false", "accepted") if by_first else ("accepted", "false")
                    text = f"{its_binder.name} keeps its length"
                    separating = SeparatingValue(named(values), named(found), *said, text)
                    yield NarrowedType(by_first, "outputs", text, separating)
                    pairs.remove((binder, its_binder))


def _of_types(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    return tuple(condition for condition in conditions if condition.clause.origin == "type")


def _with_clauses(
    side: SpecificationSide, requires: tuple[Condition, ...], ensures: tuple[Condition, ...]
) -> SpecificationSide:
    """The side with some of its clauses."""
    own, heap = side.specification, side.specification.heap
    if heap.ensures_of_aliases:  # A term for each clause.
        pairs = zip(own.ensures, heap.ensures_of_aliases, strict=True)
        heap = evolve(heap, ensures_of_aliases=tuple(term for condition, term in pairs if condition in ensures))
    return evolve(side, specification=evolve(own, requires=requires, ensures=ensures, heap=heap))


def _valid_inputs(side: SpecificationSide, engines: Engines) -> Iterator[Valuation]:
    specification, theory = side.specification, theory_of(side.program)
    terms = lowered_terms(specification.requires)
    made = islice(inputs_to_try(specification, terms, side.program), MOST_TRIED)
    valid = (
        values
        for values in made
        if engines.remaining > 0 and judged(specification.requires, values, theory, engines).outcome == "accepted"
    )
    listed = list(islice(valid, MOST_VALID))
    if listed:
        # The first and the largest: a translation is lost on the empty input or on one with something in it.
        larger = max(listed, key=_held)
        yield from (listed[0], larger) if larger is not listed[0] else (larger,)


def _held(values: Valuation) -> int:
    return sum(map(_size, values.values()))


def _size(value: Any) -> int:
    """How many elements a value has, and those in them; few are as good as many."""
    elements = elements_in(value)
    return min(MOST_ELEMENTS, 1 + sum(map(_size, elements))) if isinstance(elements, tuple) else 1


def _beyond_types(wide: _WideSide, engines: Engines) -> Iterator[KnownCase]:
    """Valid inputs of a side of which one number is one that types of machines have no room for: a solver finds these
    seldom where a precondition asks for several places of a list."""
    with suppress(Unsupported):
        for values in wide.valid_inputs():
            for name, value in values.items():
                for changed in _with_number(value):
                    if engines.remaining <= 0:
                        return
                    yield KnownCase({**values, name: changed})


def _large_results(of_wide: _WideSide, narrow: SpecificationSide, engines: Engines) -> Iterator[KnownCase]:
    """Valid inputs of a side with large numbers and with long sequences, and the results that its equations give for
    them, where the types of the other side have no room for these: a solver does not see that where a function is
    recursive, or multiplies."""
    wide = of_wide.side
    with suppress(Unsupported):
        values = max(of_wide.valid_inputs(), key=_held, default=None)
        if values is not None:
            made = [with_large_numbers(values)]
            # A place or a count is a number, and what a list holds no greater where the list is longer: to find a long
            # one costs much.
            if any(binder.sort == INT for binder in wide.specification.outputs):
                made.append(with_long_sequences(values, wide.specification.inputs))
            for each in made:
                yield from _determined(wide, narrow, each, evolve(engines.part(PART_OF_RESULTS), backends=()))


def _determined(
    wide: SpecificationSide, narrow: SpecificationSide, made: Iterator[Valuation], engines: Engines
) -> Iterator[KnownCase]:
    """The inputs that are valid and values of the other side's types, each once, with the results that equations give
    for them and that are none of its values."""
    specification, its = wide.specification, narrow.specification
    pairs = [
        *zip(positional(specification.inputs), positional(its.inputs), strict=False),
        *zip(positional(specification.outputs), positional(its.outputs), strict=False),
    ]
    pairs = [(own, its_binder) for own, its_binder in pairs if _are_alike(own.sort, its_binder.sort)]

    def fit(conditions: Sequence[Condition], values: Valuation) -> bool:
        """Whether the other side's types may have room for values: what they say of other variables is left out."""
        given = {
            its_binder.name: _of_sort(values[own.name], its_binder.sort)
            for own, its_binder in pairs
            if own.name in values
        }
        said = [each for each in conditions if each.term is not None and free_names(each.term) <= given.keys()]
        return judged(said, given, theory_of(narrow.program), engines).outcome == "accepted"

    tried: list[Valuation] = []
    with suppress(Unsupported):
        for inputs in made:
            if engines.remaining <= 0:
                return
            if inputs in tried or not fit(_of_types(its.requires), inputs):
                continue
            # Types first, since they are cheap; then the precondition, then what equations of the postcondition
            # determine.
            tried.append(inputs)
            if judged(specification.requires, inputs, theory_of(wide.program), engines).outcome != "accepted":
                continue
            example = Example(specification, inputs, {}, {}, (), "body", "compare", None)
            limited = evolve(engines, steps=max(engines.steps, steps_for(inputs)))
            found = determined_output(OutputQuery(example, {}, "unknown"), wide.program, limited)
            # What is determined and is no value of the other side's result types: no output of that side can be this
            # one.
            if found is not None and not fit(_of_types(its.ensures), {**inputs, **found}):
                yield KnownCase(inputs, found)


def _are_alike(own: Sort, other: Sort) -> bool:
    """Are values of two sorts the same, but for arrays that are sequences there?"""
    kinds = {own.kind, other.kind}
    if kinds <= {"Seq", "Array"}:
        return _are_alike(own.args[0], other.args[0])
    return own == other


def _of_sort(value: Any, sort: Sort) -> Any:
    """A value as the other side has it: an array here may be a sequence there."""
    match value:
        case ArrayValue() | tuple() if sort.kind in ("Seq", "Array"):
            elements = elements_in(value)
            made = tuple(_of_sort(element, sort.args[0]) for element in elements)
            return fresh_array(made) if sort.kind == "Array" else made
    return value


def _with_number(value: Any) -> Iterator[Any]:
    """A value with one of its numbers replaced, the first of each list."""
    match value:
        case bool():
            return
        case int():
            yield from BEYOND
        case ArrayValue(elements) if elements:
            yield from (evolve(value, elements=changed) for changed in _with_number(elements))
        case tuple() if value:
            yield from ((changed, *value[1:]) for changed in _with_number(value[0]))


# -- functions


def _stubbed(own: SpecificationSide, other: SpecificationSide, *, by_first: bool) -> Iterator[StubbedFunction]:
    """The functions that clauses of one side call and that say nothing, where those of the same name on the other side
    say something. One that is `true` in both languages was translated as it is."""
    called, there = (called_by(side.specification.terms, side.program.functions) for side in (own, other))
    by_name = {plain_function(name): function for name, function in there.items()}
    for name, function in called.items():
        kind, counterpart = _stub_of(function), by_name.get(plain_function(name))
        # What says nothing on both sides was not lost in translation.
        if kind is None or counterpart is None or _stub_of(counterpart) is not None:
            continue
        arguments = _refuted(counterpart, other.program)
        yield StubbedFunction(by_first, str(name), kind, str(counterpart.name), counterpart.body is not None, arguments)


def _undeclared(side: SpecificationSide, *, by_first: bool) -> Iterator[UndeclaredName]:
    """The names without a declaration that the clauses of a side need, each once."""
    users = [
        (problem.construct, " ".join(condition.clause.text.split()))
        for condition in side.specification.conditions
        for problem in condition.clause.problems
    ]
    called = called_by(side.specification.terms, side.program.functions)
    users += [(function.unread, str(name)) for name, function in called.items()]
    found: dict[str, UndeclaredName] = {}
    for construct, user in users:
        for name in _NAMED.findall(construct):
            found.setdefault(name, UndeclaredName(by_first, name, user))
    yield from found.values()


def _stub_of(function: Function) -> StubKind | None:
    if function.body is None:
        return None if function.unread or function.ensures else "no body"
    return "always true" if function.result == BOOL and function.parameters and bare(function.body) is TRUE else None


def _refuted(function: Function, program: Program) -> tuple[Any, ...] | None:
    """Small arguments on which a predicate is false; None where none was found."""
    if function.result != BOOL or function.body is None:
        return None
    with suppress(Unsupported):
        values = [samples(parameter.sort, program.datatypes) for parameter in function.parameters]
        for arguments in islice(product(*values), MOST_ARGUMENTS):
            given = values_by_name(function.parameters, arguments)
            fuel = Fuel(STEPS)
            valid = all(
                evaluate(term, given, program.functions, program.datatypes, fuel).is_true for term in function.requires
            )
            # Outside of its precondition the predicate has no value, and shows nothing.
            if valid and evaluate(function.body, given, program.functions, program.datatypes, Fuel(STEPS)).is_false:
                return arguments
    return None


# Inputs that are large as numbers, or long: what comes of them may have no room in the types of the other side.

LARGE = (12, 100, 127, 2**15 - 1, 2**16, 2**31 - 1, 2**63 - 1)
"""Numbers that machine types have room for, the squares or sums of which they have not."""
LONG = (130, 258)
"""Elements, the number and the places of which a signed and an unsigned byte have no room for. Beyond sixteen bits
nothing is evaluated in time."""


def with_large_numbers(values: Valuation) -> Iterator[dict[Name, Any]]:
    """The input with its numbers replaced: all at once first, then all but one, by which others may be divided, and
    one."""
    names = set(values)
    together = [names, *(names - {name} for name in values if len(names) > 2), *({name} for name in values)]
    for changed in together:
        for number in LARGE:
            yield {name: _all(value, number) if name in changed else value for name, value in values.items()}


def _all(value: Any, number: int) -> Any:
    """A value with all its numbers replaced."""
    match value:
        case bool():
            return value
        case int():
            return number
        case ArrayValue(elements):
            return evolve(value, elements=_all(elements, number))
        case tuple():
            return tuple(_all(element, number) for element in value)
    return value


def with_long_sequences(values: Valuation, parameters: Sequence[Binder]) -> Iterator[dict[Name, Any]]:
    """The input with its sequences made as long as `LONG`, and the numbers that were their length: one element again
    and again; and different numbers that fall, or that rise but for the last one, around zero or above it."""
    sequences = {
        binder.name: _elements(values[binder.name]) for binder in parameters if binder.sort.kind in ("Seq", "Array")
    }
    sequences = {name: elements for name, elements in sequences.items() if elements}
    lengths = {len(elements) for elements in sequences.values()}
    counts = {binder.name for binder in parameters if binder.sort == INT and values[binder.name] in lengths}
    of_numbers = {binder.name for binder in parameters if binder.sort.args[:1] == (INT,)}
    for length in LONG if sequences else ():
        for of in _SHAPES:
            # Other elements than numbers are repeated.
            if of is not None and of_numbers.isdisjoint(sequences):
                continue
            longer = {
                name: of(length) if of is not None and name in of_numbers else elements[:1] * length
                for name, elements in sequences.items()
            }
            arrays = {
                name: fresh_array(elements) for name, elements in longer.items() if isinstance(values[name], ArrayValue)
            }
            yield {**values, **longer, **arrays, **dict.fromkeys(counts, length)}


def _elements(value: Any) -> tuple[Any, ...]:
    return value.elements if isinstance(value, ArrayValue) else value or ()


def _falling(length: int) -> tuple[int, ...]:
    return tuple(range(length - length // 2 - 1, -(length // 2) - 1, -1))


def _rising(length: int) -> tuple[int, ...]:
    *others, least = _falling(length)
    return (*reversed(others), least)


def _rising_above_zero(length: int) -> tuple[int, ...]:
    return (*range(1, length), 0)


_SHAPES: tuple[Callable[[int], tuple[int, ...]] | None, ...] = (None, _falling, _rising, _rising_above_zero)
