"""What the annotation of a parameter says of the objects that it takes: of which class of the module they are."""

import ast
from collections.abc import Mapping

from attrs import evolve

from .class_texts import is_special
from .constants.names import bound_in
from .declared import parsed_annotation
from .enums import members_of_enum
from .families import is_private
from .inlined import members_of_object
from .module_classes import ModuleClasses
from .names import NO_MEMBERS, ObjectMembers
from .origins import OWN, standard_name
from .plain_values import is_plain_type, plain_values
from .standard_classes import OBJECTS


def members_of_parameter(
    module: ModuleClasses, hint: str | None, origins: Mapping[str, str] | None = None
) -> ObjectMembers:
    """What terms may say of a parameter with this annotation: where it declares objects of one class, and perhaps plain
    values, the fields and constants of that class, as far as the module has it."""
    annotation = parsed_annotation(hint)
    named = (
        None
        if annotation is None
        else _class_in(module, annotation, module.scope.origins if origins is None else origins)
    )
    if named is None:
        return NO_MEMBERS
    name, of_library = named
    if of_library:  # Of an object of the standard library it is said whether it is one, and which.
        return ObjectMembers(of_class=name, of_library=True)
    if (enumeration := members_of_enum(module, name)).members:
        return evolve(enumeration, of_class=name)
    members = members_of_object(module, name, "")
    # An argument may have been made by anybody: only what each object of the class has is a variable of it.
    certain = (members.plain - members.missing, members.unsure - members.missing)
    plain, unsure = ({attribute_name for attribute_name in some if not is_private(attribute_name)} for some in certain)
    if not plain and not unsure and not members.constants:
        return NO_MEMBERS
    return ObjectMembers(
        frozenset(plain),
        frozenset(unsure),
        constants=members.constants,
        of_class=name,
        match_args=_match_args(module, name),
    )


def _match_args(module: ModuleClasses, name: str) -> tuple[str, ...]:
    """What a class calls its attributes by position (reference, section 8.6.4.10): what it says itself, or the fields
    of a dataclass in their order. Empty where its text does not tell."""
    node = module.classes[name]
    match [member_statement for member_statement in node.body if "__match_args__" in bound_in([member_statement])]:
        case [ast.Assign(targets=[ast.Name()], value=ast.Tuple(elts=elements))]:
            names = [element.value for element in elements if isinstance(element, ast.Constant)]
            return tuple(name for name in names if isinstance(name, str)) if len(names) == len(elements) else ()
        # A class that assigns it in another way may call them anything.
        case [_, *_]:
            return ()
    match node.decorator_list if module.is_record(node) else []:
        # With a base class, the fields of the base come first: their order is not read here.
        case [ast.Name(id="dataclass") | ast.Attribute(attr="dataclass")] if module.lineage(name) == (name,):
            fields = [member_statement for member_statement in node.body if isinstance(member_statement, ast.AnnAssign)]
            usual = (
                field for field in fields if not isinstance(field.value, ast.Call) and not is_special(field.annotation)
            )
            positional_names = [statement.target.id for statement in usual if isinstance(statement.target, ast.Name)]
            # A field that was left out shifts all positions after it, so that it is all or none.
            return tuple(positional_names) if len(positional_names) == len(fields) else ()
    return ()


def _class_in(module: ModuleClasses, annotation: ast.expr, origins: Mapping[str, str]) -> tuple[str, bool] | None:
    """The one class of the module, or of the standard library, among the alternatives of an annotation, which has no
    other objects, and whether it is of the library."""
    class_names = set[tuple[str, bool]]()
    waiting = [annotation]
    while waiting:
        match waiting.pop():
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                waiting += [left, right]
            case ast.Subscript(value=ast.Name(id="Optional" | "Union"), slice=ast.Tuple(elts=alternatives)):
                waiting += alternatives
            case ast.Subscript(value=ast.Name(id="Optional" | "Union"), slice=optional_type):
                waiting.append(optional_type)
            case ast.Constant(value=str(text)) if (quoted_annotation := parsed_annotation(text)) is not None:
                waiting.append(quoted_annotation)
            case ast.Name(id=name) if name in module.classes and origins.get(name) == OWN:
                class_names.add((name, False))
            case ast.Name() | ast.Attribute() | ast.Subscript() as named if name := _of_library(named, origins):
                class_names.add((name, True))
            # Any alternative with objects that are neither plain nor of the one class makes the class less than what is
            # given.
            case further_type:
                if not is_plain_type(further_type, plain_values(module.tree).own):
                    return None
    return class_names.pop() if len(class_names) == 1 else None


def _of_library(named: ast.Name | ast.Attribute | ast.Subscript, origins: Mapping[str, str]) -> str:
    """The class of the standard library that an annotation names; empty for another one."""
    match named:
        case ast.Subscript(value=ast.Name() | ast.Attribute() as inner):
            return _of_library(inner, origins)
        case ast.Name() | ast.Attribute():
            name = standard_name(named, origins) or ""
            return name if name in OBJECTS else ""
    return ""
