"""Datatypes of two programs that differ in nothing but the names of fields: values have their fields by position, and
so the names of one side stand for those of the other.

Example: `datatype Tree = Empty | Node(int, Tree, Tree)` and `enum Tree { Empty, Node(int, Box<Tree>, Box<Tree>) }`.
"""

from collections.abc import Mapping

from attrs import evolve

from ..ir.contracts import Condition, Datatype, Function
from ..ir.terms import Term, fold, make, rebuild
from ..ir.variables import Name
from .common_variables import SpecificationSide

FieldNames = Mapping[tuple[str, str, Name], Name]
"""Datatype, constructor and field of one side → the field of the other."""
OF_FIELDS = ("datatype.at", "datatype.update")
"""The operators whose data is a constructor and a field."""


def with_fields_of(first: SpecificationSide, second: SpecificationSide) -> SpecificationSide:
    """The second side with the names that the first gives to the fields of its datatypes."""
    one, other = first.program.datatypes, second.program.datatypes
    # Same name, same structure, other names of fields.
    same = {
        name: one[name]
        for name in one.keys() & other.keys()
        if one[name] != other[name] and _alike(one[name], other[name])
    }
    # Field by field, by position within the constructor.
    fields = {
        (name, constructor.name, own.name): its.name
        for name in same
        for constructor, model in zip(other[name].constructors, one[name].constructors, strict=True)
        for own, its in zip(constructor.fields, model.fields, strict=True)
    }
    if not same:
        return second
    specification = evolve(
        second.specification,
        requires=tuple(_condition(condition, fields) for condition in second.specification.requires),
        ensures=tuple(_condition(condition, fields) for condition in second.specification.ensures),
        datatypes={**second.specification.datatypes, **same},
    )
    functions = {name: _function(function, fields) for name, function in second.program.functions.items()}
    program = evolve(second.program, functions=functions, datatypes={**other, **same})
    return evolve(second, specification=specification, program=program)


def _alike(one: Datatype, other: Datatype) -> bool:
    """Have two datatypes the same constructors, in order, with fields of the same sorts?"""
    shapes = [
        (
            each.parameters,
            each.lazy,
            [(constructor.name, [field.sort for field in constructor.fields]) for constructor in each.constructors],
        )
        for each in (one, other)
    ]
    return shapes[0] == shapes[1]


def _renamed(term: Term, fields: FieldNames) -> Term:
    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op in OF_FIELDS:
            constructor, field = node.data
            name = fields.get((str(node.args[0].sort.label), constructor, field), field)
            if name != field:
                return make(node.op, args, node.sort, (constructor, name), node.span)
        return rebuild(node, args)

    return fold(term, step)


def _condition(condition: Condition, fields: FieldNames) -> Condition:
    return condition if condition.term is None else evolve(condition, term=_renamed(condition.term, fields))


def _function(function: Function, fields: FieldNames) -> Function:
    return evolve(
        function,
        body=None if function.body is None else _renamed(function.body, fields),
        requires=tuple(_renamed(term, fields) for term in function.requires),
        ensures=tuple(_renamed(term, fields) for term in function.ensures),
    )
