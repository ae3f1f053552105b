"""What the annotation of a parameter says of the objects that it takes: of which class of the module they are."""

import ast

from attrs import evolve

from .declared import parsed_annotation
from .enums import members_of_enum
from .families import is_private
from .fields import is_plain_type
from .inlined import members_of_object
from .names import NO_MEMBERS, ObjectMembers
from .objects import ModuleObjects


def members_of_parameter(objects: ModuleObjects, hint: str | None) -> ObjectMembers:
    """What terms may say of a parameter with this annotation: where it declares objects of one class of the module, and
    perhaps plain values, the fields and constants of that class."""
    annotation = parsed_annotation(hint)
    name = None if annotation is None else _class_in(objects, annotation)
    if name is None:
        return NO_MEMBERS
    if (enumeration := members_of_enum(objects, name)).members:
        return evolve(enumeration, of_class=name)
    found = members_of_object(objects, name, "")
    certain = (found.plain - found.missing, found.unsure - found.missing)
    plain, unsure = ({each for each in some if not is_private(each)} for some in certain)
    if not plain and not unsure and not found.constants:
        return NO_MEMBERS
    return ObjectMembers(frozenset(plain), frozenset(unsure), constants=found.constants, of_class=name)


def _class_in(objects: ModuleObjects, annotation: ast.expr) -> str | None:
    """The one class of the module among the alternatives of an annotation, which has no other objects."""
    found = set[str]()
    waiting = [annotation]
    while waiting:
        match waiting.pop():
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                waiting += [left, right]
            case ast.Subscript(value=ast.Name(id="Optional" | "Union"), slice=ast.Tuple(elts=parts)):
                waiting += parts
            case ast.Subscript(value=ast.Name(id="Optional" | "Union"), slice=part):
                waiting.append(part)
            case ast.Constant(value=str(text)) if (inner := parsed_annotation(text)) is not None:
                waiting.append(inner)
            case ast.Name(id=name) if name in objects.classes:
                found.add(name)
            case other:
                if not is_plain_type(other):
                    return None
    return found.pop() if len(found) == 1 else None
