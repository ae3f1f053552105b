"""Classes of a module with those that they inherit from: whether their text tells what reading an attribute of their
objects does.

It does where nothing in them, or in what makes them, may decide that: then reading an attribute that no class binds
gives what the object has of that name, or raises AttributeError (reference, section 3.3.2.4).
"""

import ast
import builtins
import collections.abc
from collections.abc import Collection, Iterable, Iterator, Mapping

from .class_texts import RECORDS, bases_of, classes_of, name_of
from .constants.names import bound_in, module_names
from .module_classes import ModuleClasses, once_a_module
from .styles.model import FunctionNode

_BASES = frozenset({"object", "Generic", "ABC", "DBC", "Protocol", "NamedTuple"})
_CONTAINERS = frozenset(
    {"dict", "list", "set", "frozenset", "tuple", "str", "bytes", "bytearray", "int", "float", "complex"}
)
_MAKING = frozenset(
    {
        "__new__",
        "__copy__",
        "__deepcopy__",
        "__setstate__",
        "__getstate__",
        "__reduce__",
        "__reduce_ex__",
        "__getnewargs__",
        "__getnewargs_ex__",
        "__replace__",
        "__setattr__",
        "__delattr__",
    }
)
"""Methods by which a class may decide how its objects are made, and what they have."""
READING = frozenset({"__getattr__", "__getattribute__", "__init_subclass__", "__set_name__"})
"""Methods by which it may decide what reading an attribute does, or what a class has."""
_HARMLESS = RECORDS | {
    "total_ordering",
    "final",
    "runtime_checkable",
    "invariant",
    "inv",
    "require",
    "ensure",
    "snapshot",
    "pre",
    "post",
    "raises",
    "has",
    "override",
}
"""Decorators of classes and constructors that leave their attributes alone."""
_METACLASSES = frozenset({"ABCMeta", "DBCMeta"})
_ABSTRACT: Mapping[str, type] = {name: getattr(collections.abc, name) for name in collections.abc.__all__}
_ABSTRACT_MODULES = frozenset({"collections.abc", "typing"})


@once_a_module
def family_of(module: ModuleClasses, name: str, *, made_anyhow: bool = False) -> tuple[str, ...]:
    """A class, those that its objects may be of, and all that these inherit from, in the module. Empty where anything
    of them may decide what the attributes of objects are, or is not seen in the text. `made_anyhow`: objects may also
    be made without their constructor, or be given attributes by methods of their class, so that any attribute may be
    missing."""
    if name not in module.classes:
        return ()
    kinds = [name, *module.subclasses(name)]
    family = tuple(dict.fromkeys(class_name for kind in kinds for class_name in module.lineage(kind)))
    nodes = [module.classes[class_name] for class_name in family]
    are_known = all(_is_known(module, base) for node in nodes for base in node.bases)
    # One base that is not in the text may define anything.
    are_known = (
        are_known
        and all(_is_only(module, class_name) for class_name in family)
        and not _has_hidden_classes(module, family)
    )
    # How objects are made decides only whether an attribute may be missing; what reading does decides everything.
    refused = READING if made_anyhow else READING | _MAKING
    hooks = any(not refused.isdisjoint(bound_in(node.body)) for node in nodes)
    return family if are_known and not hooks and all(_is_usual(module, node) for node in nodes) else ()


def _is_known(module: ModuleClasses, base: ast.expr) -> bool:
    """Whether it is known what a base class does: one of the module, or of the standard library."""
    named = base.value if isinstance(base, ast.Subscript) else base
    name = name_of(named)
    return name in module.classes or name in _BASES or _standard(module, named) is not None


def _standard(module: ModuleClasses, base: ast.expr) -> type | None:
    """The class of the standard library that a base is, where that has ordinary attributes."""
    names = module_names(module.tree)
    abstract = _ABSTRACT.get(name_of(base) or "")
    match base:
        # A builtin: a star import could have bound the name to another class.
        case ast.Name(id=name) if name not in names.bindings and not names.stars:
            kind = vars(builtins).get(name)
            is_known = name in _CONTAINERS or (isinstance(kind, type) and issubclass(kind, BaseException))
            return kind if is_known else None
        case ast.Name(id=name) if abstract is not None:
            match names.bindings.get(name):
                case [ast.ImportFrom(module=str(source), names=aliases, level=0)] if source in _ABSTRACT_MODULES:
                    is_imported = any(alias.name == name and alias.asname is None for alias in aliases)
                    return abstract if is_imported else None
        case ast.Attribute(value=owner) if abstract is not None and ast.unparse(owner) in _ABSTRACT_MODULES:
            return abstract
    return None


def of_standard_bases(module: ModuleClasses, family: Iterable[str], name: str) -> bool:
    """Whether the classes of the standard library that a family derives from have an attribute of this name."""
    return any(hasattr(kind, name) for kind in (object, *_standard_bases(module, family)))


def makes_by_standard_base(module: ModuleClasses, family: Iterable[str]) -> bool:
    """Whether one of these has a constructor of its own."""
    return any(
        any("__init__" in vars(class_above) for class_above in kind.__mro__[:-1])
        for kind in _standard_bases(module, family)
    )


def _standard_bases(module: ModuleClasses, family: Iterable[str]) -> Iterator[type]:
    for base in (base for class_name in family for base in module.classes[class_name].bases):
        kind = _standard(module, base.value if isinstance(base, ast.Subscript) else base)
        if kind is not None:
            yield kind


def _is_only(module: ModuleClasses, name: str) -> bool:
    """Whether a class is the only thing that its name stands for, and so are the names of its bases: `queues.Queue` is
    no class of the module, whatever that calls `Queue`."""
    top = module_names(module.tree).bindings.get(name.partition(".")[0], ())
    several = [other_name for other_name, _ in classes_of(module.tree, "")].count(name) > 1
    bases = (base.value if isinstance(base, ast.Subscript) else base for base in module.classes[name].bases)
    dotted = any(isinstance(base, ast.Attribute) and name_of(base) in module.classes for base in bases)
    return len(top) <= 1 and not several and not dotted


def _has_hidden_classes(module: ModuleClasses, family: Collection[str]) -> bool:
    """Whether a class in a function of the module may derive from one of a family."""
    # By the last part of the name, for a class in a function is not found by its qualified one: rather too many.
    last = {name.rpartition(".")[2] for name in family}
    return not last.isdisjoint(_bases_of_hidden_classes(module))


@once_a_module
def _bases_of_hidden_classes(module: ModuleClasses) -> frozenset[str]:
    named_ids = {id(node) for node in module.classes.values()}
    hidden = (node for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef) and id(node) not in named_ids)
    return frozenset(base for node in hidden for base in bases_of(node))


def is_private(name: str) -> bool:
    """Whether a class mangles a name (reference, section 6.2.1)."""
    return name.startswith("__") and not name.endswith("__")


def overrides(module: ModuleClasses, family: Iterable[str], name: str, member: str) -> bool:
    """Whether an object of a class may have another member of this name than the class or what it inherits from."""
    own_lineage = module.lineage(name)
    return any(
        member in bound_in(module.classes[class_name].body) for class_name in family if class_name not in own_lineage
    )


def _is_usual(module: ModuleClasses, node: ast.ClassDef) -> bool:
    """Whether what makes a class is known to leave the attributes of its objects alone."""
    constructors = [
        function for function in node.body if isinstance(function, ast.FunctionDef) and function.name == "__init__"
    ]
    marks = [*module.marks(node), *(mark for constructor in constructors for mark in module.marks(constructor))]
    return (
        # Of several the last one counts, which may stand in an `if`.
        len(constructors) <= 1
        and all(keyword.arg == "metaclass" and name_of(keyword.value) in _METACLASSES for keyword in node.keywords)
        and _HARMLESS.issuperset(marks)
    )


@once_a_module
def only_method(module: ModuleClasses, name: str, member: str) -> FunctionNode | None:
    """The function that a class has under a name, where nothing else in the classes that it inherits from has it; a
    property may have a setter beside its getter."""
    bound = [class_name for class_name in module.lineage(name) if member in bound_in(module.classes[class_name].body)]
    if not bound:
        return None
    # With several bases, which of two comes first is not told by the order of the text.
    several = any(len(module.classes[class_name].bases) > 1 for class_name in module.lineage(name))
    if several and (len(bound) > 1 or of_standard_bases(module, module.lineage(name), member)):
        return None
    statements = [statement for statement in module.classes[bound[0]].body if member in bound_in([statement])]
    kept = [statement for statement in statements if not _is_setter(statement)]
    only = kept[0] if len(kept) == 1 else None
    return only if isinstance(only, ast.FunctionDef) else None


def _is_setter(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.FunctionDef) or len(statement.decorator_list) != 1:
        return False
    [decorator] = statement.decorator_list
    return isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter")
