"""Examples that give one object, or one array, for two names.

A specification has variables of its own for the fields of each named object and for the elements of each array. Where
two names are one on an input, that object has one value in each state: the variables of one name stand for those of the
other, and the postcondition is read with the values before and after the call for both
(`Specification.ensures_of_aliases`).
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from attrs import evolve

from ..ir.build import conj, eq, implies, negate, op
from ..ir.contracts import PossibleAlias, Specification, lowered_terms
from ..ir.shapes import array_of_shaped, is_shaped, lengths_of_shaped
from ..ir.sorts import INT, OBJECT, Sort
from ..ir.substitution import instantiate
from ..ir.terms import Term, free_variables, sorts_by_name, var
from ..ir.variables import (
    Name,
    Valuation,
    field_variable,
    is_before_call,
    is_field,
    is_field_of,
    is_pre_state,
    member_of,
    pre_state,
    root_of,
    without_state,
)
from .contents import contents
from .equations import compares_arrays
from .examples import Example

_OfSameObject = Mapping[Name, Name]
"""Variable → the one of the same object, or array, that stands for it."""


def of_call(specification: Specification, inputs: Valuation) -> Specification:
    """The specification that is exact of a call with these inputs. The specification itself where no two names that
    matter are one, and where they are of different types."""
    renaming = _renaming(specification, inputs)
    return specification if renaming is None else _merged(specification, inputs, renaming)


def as_called(example: Example) -> Example:
    """The example with a specification that is exact of its input. The example itself where it does not tell of all
    values after the call."""
    renaming = _renaming(example.specification, example.inputs)
    # None: no two names that matter are one here.
    if renaming is None:
        return example
    exact = _merged(example.specification, example.inputs, renaming)
    outputs, unknowns, constraints = dict(example.outputs), dict(example.unknowns), example.constraints
    # Two names for one object cannot hold different values after the call: such a test contradicts itself, and is left
    # as it is.
    for name, other in renaming.items():
        if name in outputs and other in outputs and contents(outputs[name]) != contents(outputs[other]):
            return example
        # Two unknowns for one object are one unknown.
        if name in unknowns and other in unknowns:
            binder = unknowns[other]
            same = {unknowns[name].name: binder.variable}
            constraints = tuple(instantiate(constraint, same) for constraint in constraints)
        # One name known and the other not: the test says too little to merge them.
        elif name in unknowns or (other in unknowns and name in outputs):
            return example
        for values in (outputs, unknowns):
            values.pop(name, None)
    # Where the test does not tell a value that may change, the merged example would be about less.
    if not {*exact.modifies} <= outputs.keys() | unknowns.keys():
        return example
    wrong = tuple({name: one for name, one in each.items() if name not in renaming} for each in example.wrong)
    return evolve(
        example,
        specification=exact,
        outputs=outputs,
        unknowns=unknowns,
        constraints=constraints,
        wrong=wrong,
    )


def distinct_pairs(specification: Specification) -> list[PossibleAlias]:
    """The pairs of inputs that may be one, each once. None where the fields of all objects are one input each: what
    those say of two names is not read with one of them."""
    if specification.heap.fields:
        return []
    known = {binder.name for binder in specification.inputs}
    pairs = {
        frozenset((alias.first, alias.second)): alias
        for alias in specification.heap.aliases
        if {alias.first, alias.second} <= known
    }
    return list(pairs.values())


def given_twice(alias: PossibleAlias, specification: Specification, inputs: Valuation) -> dict[Name, Any] | None:
    """The inputs with one object, or one array, under both names. None where their variables are of different sorts."""
    found = dict(inputs)
    sorts = sorts_by_name(specification.inputs)
    same: list[list[Name]] = [[alias.first, alias.second], *_alike([alias.first, alias.second], sorts)]
    for chosen, *others in same:
        if any(sorts[name] != sorts[chosen] for name in others):
            return None
        found.update(dict.fromkeys(others, inputs[chosen]))
    return found


def facts_of_inputs(specification: Specification) -> list[Term]:
    """That inputs which are one array hold the same, and that inputs which are one object have the same fields: each
    has variables of its own. Terms over the inputs, for where they may be one and that matters."""
    clauses = (*specification.requires, *specification.ensures)
    compared = compares_arrays(lowered_terms(clauses))
    arrays = [binder for binder in specification.inputs if compared and binder.sort.kind == "Array"]
    objects = [binder.name for binder in specification.inputs if binder.sort == OBJECT]
    known = sorts_by_name(specification.inputs)
    shapes = {dimension.array: dimension.lengths for dimension in specification.heap.dimensions}
    # One array under two names: the same elements and the same lengths of all dimensions.
    terms = []
    for first, second in combinations(arrays, 2):
        if first.sort != second.sort:
            continue
        first_array, second_array = first.variable, second.variable
        lengths = zip(shapes.get(first.name, ()), shapes.get(second.name, ()), strict=False)
        alike = [
            eq(op("array.elements", first_array), op("array.elements", second_array)),
            *(eq(var(length, INT), var(twin, INT)) for length, twin in lengths if {length, twin} <= known.keys()),
        ]
        terms.append(
            implies(conj(eq(first_array, second_array), negate(op("array.is_null", first_array))), conj(*alike))
        )
    # The same of arrays that other values hold, and of these beside named ones: there only the shapes are to be said.
    inside = [binder.variable for binder in specification.inputs if is_shaped(binder.sort)]
    named = [
        (binder.variable, tuple(var(each, INT) for each in shapes[binder.name]))
        for binder in arrays
        if binder.name in shapes
    ]
    shaped_ones = [*named, *((array_of_shaped(term), lengths_of_shaped(term)) for term in inside)]
    for (first_array, rows), (second_array, columns) in combinations(shaped_ones, 2):
        if inside and first_array.sort == second_array.sort and len(rows) == len(columns):
            terms.append(implies(eq(first_array, second_array), conj(*map(eq, rows, columns))))
    # One object under two names: each field that both have a variable for.
    for one_name, other_name in combinations(objects, 2):
        twins = ((name, field_variable(other_name, member_of(name))) for name in known if is_field_of(name, one_name))
        alike = [
            eq(var(name, known[name]), var(twin, known[name])) for name, twin in twins if known.get(twin) == known[name]
        ]
        if alike:
            terms.append(implies(eq(var(one_name, OBJECT), var(other_name, OBJECT)), conj(*alike)))
    return terms


def _renaming(specification: Specification, inputs: Valuation) -> dict[Name, Name] | None:
    """For the variables of names that are one: the one that the method changes, else the first. None where no two names
    that matter are one, where variables are of different sorts, and where clauses were not read for names that are one,
    since the precondition keeps them apart."""
    # Names are one by what the inputs hold, which is a question of this input only.
    held = [alias for alias in specification.heap.aliases if alias.holds_of(inputs)]
    pairs = [(alias.first, alias.second) for alias in held]
    if not pairs or specification.heap.fields:
        return None
    # Clauses that were read under the assumption that the names differ say nothing here.
    if not specification.heap.ensures_of_aliases and any(alias.kept for alias in held):
        return None
    sorts = sorts_by_name(specification.inputs)
    found: dict[Name, Name] = {}
    # Equality of names is transitive: classes of names, not pairs.
    for names in _classes(pairs):
        for variables in _alike(names, sorts):
            # Variables of different sorts are not the same field.
            if len({sorts[name] for name in variables}) > 1:
                return None
            # The name through which the method changes the object stays: the others are read as it.
            chosen = next((name for name in variables if name in specification.modifies), variables[0])
            found.update({name: chosen for name in variables if name != chosen})
    return found


def _classes(pairs: list[tuple[Name, Name]]) -> list[list[Name]]:
    """The names that are one object."""
    classes: list[list[Name]] = []
    for pair in pairs:
        joined = [names for names in classes if not set(pair).isdisjoint(names)]
        others = [names for names in classes if names not in joined]
        classes = [*others, list(dict.fromkeys([name for names in joined for name in names] + list(pair)))]
    return classes


def _alike(names: list[Name], sorts: Mapping[Name, Sort]) -> Iterator[list[Name]]:
    """The variables of these names that are the same: of each field, or of the elements."""
    members: dict[Name, list[Name]] = {}
    for name in sorts:
        if root_of(name) in names and (is_field(name) or sorts[name].kind == "Array"):
            members.setdefault(member_of(name), []).append(name)
    return iter(members.values())


def _merged(specification: Specification, inputs: Valuation, renaming: _OfSameObject) -> Specification:
    """The specification with one variable for two. What one name keeps changes under the other."""
    kept = [name for alias in specification.heap.aliases if alias.holds_of(inputs) for name in alias.kept]
    known = {binder.name for binder in specification.inputs} - renaming.keys()
    modifies = tuple(name for name in dict.fromkeys((*specification.modifies, *kept)) if name in known)
    terms = specification.heap.ensures_of_aliases or tuple(condition.term for condition in specification.ensures)
    ensures = tuple(
        evolve(condition, term=None if term is None else _renamed(term, renaming, modifies))
        for condition, term in zip(specification.ensures, terms, strict=True)
    )
    # Which names are one is settled: nothing is left to choose.
    heap = evolve(specification.heap, aliases=(), ensures_of_aliases=(), modelled=(), models=())
    return evolve(specification, ensures=ensures, modifies=modifies, heap=heap)


def _renamed(term: Term, renaming: _OfSameObject, modifies: tuple[Name, ...]) -> Term:
    """A term of the postcondition. What the method does not change has one value for both states."""
    values: dict[Name, Term] = {}
    for name, sort in free_variables(term):
        variable = without_state(name)
        chosen = renaming.get(variable, variable)
        if not is_pre_state(name):
            values[name] = var(chosen, sort)
        elif is_before_call(name):
            # Only what is modified has a variable of its own for the state before.
            values[name] = var(pre_state(chosen) if chosen in modifies else chosen, sort)
    return instantiate(term, values)
