"""What terms ask of displays: the length of `[x, y]`, the field of `Box(x, 3)`, what `map[1 := x]` has for 1.

Terms have displays where a value is known in part: an array whose elements are unknowns, a datatype that holds one,
the fields of all objects after one of them has changed. `Box(a', 7).arr[0] == 7`, where only the array a' may have
changed, says of it that `a'[0] == 7`. Such a term is replaced by the part that it asks for, and no part is lost that
might have no value: nothing is looked at but displays of variables, constants and displays of these.
"""

from collections.abc import Mapping, Sequence

from ..ir.build import boolean, integer, op
from ..ir.contracts import Datatype
from ..ir.sorts import BOOL, INT, OBJECT
from ..ir.terms import Term, rebuild


def rebuilt(node: Term, args: tuple[Term, ...], datatypes: Mapping[str, Datatype]) -> Term:
    """A term with new arguments; where it is a length, an element or a part of a display of variables and constants,
    that itself. They have values, so that what is left out of the display is no reason for it to have none."""
    # `array.of` says which array one is, and what it holds; null would hold nothing, and has no elements.
    match node.op, args:
        # The elements of an array that was put together are those that it was put together of.
        case "array.elements", (Term(op="array.of", args=(Term(op="const", data=which), elements)),) if which.index:
            return elements
        case "array.len" | "array.at", (Term(op="array.of", args=(Term(op="const", data=which), elements)), *at) if (
            which.index
        ):
            asked = (elements, *at)
            return rebuilt(op("seq.len" if node.op == "array.len" else "seq.at", *asked), asked, datatypes)
    # The display may be the first or the second argument of the operator.
    for display in args[:2]:
        if display.op in _DISPLAYS and has_value(display):
            term = (
                part_of(display.args, node, args)
                if display.op == "seq.literal"
                else _held_by(display, node, args, datatypes)
            )
            if term is not None:
                return term
    return rebuild(node, args)


_DISPLAYS = ("seq.literal", "tuple.make", "datatype.make", "map.literal", "map.update")
_PLAIN = (INT, BOOL, OBJECT)
"""Sorts whose constants are equal where their data are."""


def has_value(term: Term) -> bool:
    """Is it a variable, a constant, or a display of these?"""
    return term.op in ("var", "const") or (term.op in _DISPLAYS and all(map(has_value, term.args)))


def _held_by(display: Term, node: Term, args: tuple[Term, ...], datatypes: Mapping[str, Datatype]) -> Term | None:
    """What a term asks of a tuple, a value of a datatype or a map: a component, a field, or what is stored under a key;
    None for anything else."""
    keys = display.args[::2]
    match node.op, args:
        # The heap after a constructor: a field's map before it, updated at the new object by an unknown.
        case ("map.member", (key, Term(op="map.update", args=(before, place, value)))) | (
            "map.at",
            (Term(op="map.update", args=(before, place, value)), key),
            # Two constant keys are equal or not: then the updated map is looked through.
        ) if key.sort in _PLAIN and key.op == place.op == "const":
            if key.data == place.data:
                return boolean(True) if node.op == "map.member" else value
            # Another key: what the map was before.
            asked = (key, before) if node.op == "map.member" else (before, key)
            return rebuilt(node, asked, datatypes)
        case "tuple.at", (Term(op="tuple.make", args=parts),):
            position: int = node.data
            return parts[position]
        case "datatype.is", (Term(op="datatype.make", data=made),):
            return boolean(made == node.data)
        case "datatype.at", (Term(op="datatype.make", data=made, args=parts),):
            constructor, name = node.data
            # The field by its name in the constructor that made the value.
            declared = datatypes.get(str(display.sort.label))
            known = () if declared is None else declared.constructors
            fields = [str(field.name) for each in known if each.name == made == constructor for field in each.fields]
            return parts[fields.index(str(name))] if str(name) in fields else None
        case ("map.member", (key, Term(op="map.literal"))) | ("map.at", (Term(op="map.literal"), key)) if (
            key.sort in _PLAIN and all(term.op == "const" for term in (key, *keys))
        ):
            # The last entry of a key counts.
            terms = [value for term, value in zip(keys, display.args[1::2], strict=True) if term.data == key.data]
            if node.op == "map.member":
                return boolean(bool(terms))
            return terms[-1] if terms else None
        case _:
            return None


def part_of(items: Sequence[Term], node: Term, args: tuple[Term, ...]) -> Term | None:
    """What a term asks of a sequence or array of these items: its length, its elements, one of them, or a part; None
    for anything else."""
    match node.op, args[1:]:
        case (("seq.len" | "array.len"), ()):
            return integer(len(items))
        case "array.elements", ():
            return op("seq.literal", *items, sort=node.sort)
        # Outside of these the term has no value: it is left for whoever knows what that means.
        case (("seq.at" | "array.at"), (Term(op="const", data=int(index)),)) if 0 <= index < len(items):
            return items[index]
        case "seq.slice", (Term(op="const", data=int(first)), Term(op="const", data=int(last))) if (
            0 <= first <= last <= len(items)
        ):
            return op("seq.literal", *items[first:last], sort=node.sort)
    return None
