"""Functions of arrays as functions of what the arrays hold.

A Dafny function over `array<int>` and a Verus function over `Seq<int>` say the same of the same elements, and differ in
what they are given. A function that asks an array for its length and its elements alone, or hands it to such a
function, is one of the sequence of its elements: `sum(a, i)` becomes `sum(a[..], i)`, and where the one is undefined,
the other is.
"""

from collections.abc import Iterator, Mapping, Set

from attrs import evolve

from ..ir.build import op
from ..ir.contracts import Condition, Function
from ..ir.operator_names import OperatorName
from ..ir.sorts import Sort
from ..ir.terms import Binder, Term, fold, make, rebuild, subterms
from ..ir.variables import Name, is_heap
from .common_variables import SpecificationSide, positional

OF_ELEMENTS = "#elements"
"""What the names of functions of elements end with, beside those of arrays."""
_OF_ARRAY: Mapping[str, OperatorName] = {"array.len": "seq.len", "array.at": "seq.at"}
"""What is asked of an array → the same of its elements."""

_ArrayPlaces = dict[Name, frozenset[int]]
"""Function → the places of its parameters that are arrays."""


def with_functions_of_elements(
    first: SpecificationSide, second: SpecificationSide
) -> tuple[SpecificationSide, SpecificationSide]:
    """Both sides, where a parameter or result is an array in one and a sequence in the other."""
    pairs = [
        {own.sort.kind, its.sort.kind}
        for own_binders, its_binders in (
            (first.specification.inputs, second.specification.inputs),
            (first.specification.outputs, second.specification.outputs),
        )
        for own, its in zip(positional(own_binders), positional(its_binders), strict=False)
    ]
    return (_of_elements(first), _of_elements(second)) if {"Array", "Seq"} in pairs else (first, second)


def _of_elements(side: SpecificationSide) -> SpecificationSide:
    functions = side.program.functions
    places = _of_elements_alone(functions)
    if not places:
        return side
    # The functions of arrays stay: other places may still call them.
    names: dict[Name, Name] = {name: f"{name}{OF_ELEMENTS}" for name in places}
    changed: dict[Name, Function] = {names[name]: _changed(functions[name], places, names) for name in places}

    def calling(condition: Condition) -> Condition:
        return condition if condition.term is None else evolve(condition, term=_calling(condition.term, places, names))

    own = side.specification
    aliases = tuple(term if term is None else _calling(term, places, names) for term in own.heap.ensures_of_aliases)
    specification = evolve(
        own,
        requires=tuple(map(calling, own.requires)),
        ensures=tuple(map(calling, own.ensures)),
        heap=evolve(own.heap, ensures_of_aliases=aliases),
    )
    return evolve(side, specification=specification, program=evolve(side.program, functions={**functions, **changed}))


def _of_elements_alone(functions: Mapping[Name, Function]) -> _ArrayPlaces:
    """The functions of arrays whose values depend on the elements alone: a greatest fixed point."""
    places = {
        name: frozenset(place for place, binder in enumerate(function.parameters) if _is_plain_array(binder.sort))
        for name, function in functions.items()
        if function.body is not None and not function.extreme and not is_heap(name)
    }
    places = {name: listed for name, listed in places.items() if listed}
    # All are supposed to be, and one that hands an array to a function that is not, or compares it with another, is
    # none itself. So functions that call each other are found together.
    while True:
        kept = {name: listed for name, listed in places.items() if _asks_for_elements(functions[name], listed, places)}
        if len(kept) == len(places):
            return places
        places = kept


def _is_plain_array(sort: Sort) -> bool:
    return sort.kind == "Array" and all(arg.kind != "Array" for arg in sort.args)


def _asks_for_elements(function: Function, listed: frozenset[int], places: _ArrayPlaces) -> bool:
    arrays = {function.parameters[place].name for place in listed}
    # That an array is not null goes with the array: no sequence is, and the elements of null are undefined.
    terms = [term for term in function.terms if not _is_there(term, arrays)]
    return not any(
        arg.op == "var" and arg.data in arrays and arg.sort.kind == "Array" and not _is_of_elements(node, place, places)
        for term in terms
        for node, place, arg in _arguments(term)
    ) and all(term.op != "var" or term.data not in arrays for term in terms)


def _is_there(term: Term, arrays: Set[Name]) -> bool:
    """Is it the condition that an array is not null, which has no elements?"""
    if term.op != "not" or term.args[0].op != "array.is_null":
        return False
    (array,) = term.args[0].args
    return array.op == "var" and array.data in arrays


def _arguments(term: Term) -> Iterator[tuple[Term, int, Term]]:
    for node in subterms(term):
        for place, arg in enumerate(node.args):
            yield node, place, arg


def _is_of_elements(node: Term, place: int, places: _ArrayPlaces) -> bool:
    """Is an argument of a term one of which only the elements matter?"""
    if node.op == "call":
        return place in places.get(node.data, ())
    return place == 0 and (node.op in _OF_ARRAY or node.op == "array.elements")


def _changed(function: Function, places: _ArrayPlaces, names: Mapping[Name, Name]) -> Function:
    """The function of the elements, which calls those of the elements."""
    listed = places[function.name]
    parameters = tuple(
        Binder(binder.name, Sort("Seq", binder.sort.args)) if place in listed else binder
        for place, binder in enumerate(function.parameters)
    )
    elements = {parameters[place].name: parameters[place].variable for place in listed}

    def of(term: Term) -> Term:
        return _calling(term, places, names, elements)

    return evolve(
        function,
        name=names[function.name],
        parameters=parameters,
        body=None if function.body is None else of(function.body),
        requires=tuple(of(term) for term in function.requires if not _is_there(term, elements.keys())),
        ensures=tuple(map(of, function.ensures)),
        recommended=(),
        marked=None,
        reads=False,
        frames=(),
    )


def _calling(
    term: Term, places: _ArrayPlaces, names: Mapping[Name, Name], elements: Mapping[Name, Term] | None = None
) -> Term:
    """The term with calls of functions of elements; `elements`: what stands for a variable that is an array."""
    stands_for = elements or {}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "var" and node.sort.kind == "Array" and node.data in stands_for:
            return stands_for[node.data]
        if node.op == "call" and node.data in places:
            given = (_held(arg) if place in places[node.data] else arg for place, arg in enumerate(args))
            return make("call", tuple(given), node.sort, names[node.data], node.span)
        # An argument that was an array and has become a sequence: what was asked of the one is asked of the other.
        if args and args[0].sort.kind == "Seq" and node.args[0].sort.kind == "Array":
            if node.op == "array.elements":
                return args[0]
            return make(_OF_ARRAY[node.op], args, node.sort, None, node.span)
        return rebuild(node, args)

    return fold(term, step)


def _held(array: Term) -> Term:
    """The elements of an array; what stands for one is those already."""
    return op("array.elements", array) if array.sort.kind == "Array" else array
