"""The classes of a module, as its text says them: what they inherit from, their attributes, methods and constructors.
Nothing is imported, and nothing runs."""

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from attrs import define, evolve, field

from .class_texts import (
    ABSTRACT,
    RECORDS,
    SignatureParameter,
    bases_of,
    classes_of,
    default_of,
    is_contract,
    is_no_argument,
    makes,
    methods_of,
    name_of,
    parameters_without_first,
)
from .constructions import AnnotationScope, of_module
from .declared import annotation_expression
from .origins import OWN
from .styles.harmless import leaves_arguments, only_computes
from .styles.model import FunctionNode

Asked = ParamSpec("Asked")
Kept = TypeVar("Kept")


def once_a_module(
    question: Callable[Concatenate["ModuleClasses", Asked], Kept],
) -> Callable[Concatenate["ModuleClasses", Asked], Kept]:
    """A question about the classes of a module, which is asked for each of its functions and looks through the whole
    text: answered once for the same arguments."""

    @wraps(question)
    def answered(module: "ModuleClasses", /, *args: Asked.args, **options: Asked.kwargs) -> Kept:
        key = (question, args, tuple(options.items()))
        if key not in module.answers:
            module.answers[key] = question(module, *args, **options)
        # The answers to all questions are in one table, whose values have no common type.
        return module.answers[key]  # type: ignore[no-any-return]

    return answered


@lru_cache(maxsize=8)
def classes_of_module(tree: ast.Module) -> "ModuleClasses":
    """The classes of a module; what was asked of them once is kept."""
    return ModuleClasses(tree)


@define(slots=True, eq=False)
class ModuleClasses:
    """The classes of a module by their qualified names, its functions, and what its imports call things."""

    tree: ast.Module
    classes: dict[str, ast.ClassDef] = field(init=False)
    functions: dict[str, FunctionNode] = field(init=False)
    scope: AnnotationScope = field(init=False, repr=False)
    answers: dict[Hashable, Any] = field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.classes = dict(classes_of(self.tree, ""))
        self.scope = of_module(self.tree)
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, kinds)}

    def class_without_objects(self, annotation: str | None) -> str:
        """The class of the module that an annotation is, where neither it nor one that derives from it makes objects;
        else empty."""
        node = annotation_expression(annotation)
        name = node.id if isinstance(node, ast.Name) else ""
        return name if name in self.classes and self.is_abstract(name) and not self.subclasses(name) else ""

    def field_annotation(self, owner: str, name: str) -> ast.expr | None:
        """What a class says of an attribute that it declares."""
        return next((declared.annotation for declared in self.fields(owner) if declared.name == name), None)

    @once_a_module
    def subclasses(self, name: str) -> list[str]:
        """The classes of the module that inherit from a class; of a protocol, those that have all its members."""
        classes_found = [
            class_name for class_name in self.classes if class_name != name and name in self.lineage(class_name)
        ]
        # A protocol is met by structure (PEP 544): whoever has all its members.
        if not classes_found and self._is_protocol(name):
            wanted_attributes = self.attributes(name)
            classes_found = [
                class_name
                for class_name in self.classes
                if class_name != name
                and not self.derives(class_name, "Protocol")
                and wanted_attributes <= self.attributes(class_name)
            ]
        return classes_found

    @once_a_module
    def lineage(self, name: str) -> tuple[str, ...]:
        """A class and those of the module that it inherits from, nearest first (Python's order but for diamonds)."""
        ancestors: list[str] = []
        waiting = [name]
        while waiting:
            nearest = waiting.pop(0)
            if nearest in self.classes and nearest not in ancestors:
                ancestors.append(nearest)
                waiting += bases_of(self.classes[nearest])
        return tuple(ancestors)

    def bases(self, name: str) -> set[str]:
        """The names of all bases of a class as far as the module says."""
        return {base for class_name in self.lineage(name) for base in bases_of(self.classes[class_name])}

    def derives(self, name: str, *standard: str) -> bool:
        """Whether a class derives from one of some classes of the standard library: not where the module defines what
        it calls so."""
        return not self.bases(name).isdisjoint(self._imported(standard))

    def marks(self, node: ast.ClassDef | FunctionNode) -> list[str]:
        """What the decorators of a class or method are called; empty for one that the module itself defines."""
        return [self._imported_name(decorator) for decorator in node.decorator_list]

    def is_record(self, node: ast.ClassDef) -> bool:
        """Whether a decorator makes a constructor of the annotated names of a class."""
        return not RECORDS.isdisjoint(self.marks(node))

    def is_named_tuple(self, node: ast.ClassDef) -> bool:
        """Whether a class is itself written as a named tuple."""
        return not self._imported(["NamedTuple"]).isdisjoint(bases_of(node))

    def _imported(self, names: Iterable[str]) -> set[str]:
        return {name for name in names if self.scope.origins.get(name) != OWN}

    def _imported_name(self, node: ast.expr) -> str:
        root: ast.AST = node
        while isinstance(root, ast.Call | ast.Attribute | ast.Subscript):
            root = root.func if isinstance(root, ast.Call) else root.value
        is_own = isinstance(root, ast.Name) and self.scope.origins.get(root.id) == OWN
        return "" if is_own else name_of(node) or ""

    def _is_protocol(self, name: str) -> bool:
        return not self._imported(["Protocol"]).isdisjoint(bases_of(self.classes[name]))

    @once_a_module
    def is_abstract(self, name: str) -> bool:
        """Whether a class is a protocol, leaves a method abstract, or an attribute that it only declares to others."""
        if self._is_protocol(name):
            return True
        left_out = (
            method
            for class_name in self.lineage(name)
            for method in methods_of(self.classes[class_name])
            # A class that inherits an abstract method may have its own.
            if _is_left_out(method) and self.method(name, method.name) is method
        )
        return bool(self.abstract_methods(name)) or any(left_out) or self._leaves_attributes(name)

    @once_a_module
    def abstract_methods(self, name: str) -> tuple[FunctionNode, ...]:
        """The methods and properties that a class leaves to those that derive from it, as a decorator or a protocol
        says."""
        return tuple(
            method
            for class_name in self.lineage(name)
            for method in methods_of(self.classes[class_name])
            if (_has_abstract_decorator(method) or (self._is_protocol(class_name) and _is_empty(method)))
            and self.method(name, method.name) is method
        )

    def attributes_of_protocol(self, name: str) -> list[SignatureParameter]:
        """The attributes that a protocol declares, with their types; none of another class."""
        return self.fields(name) if self._is_protocol(name) else []

    def _leaves_attributes(self, name: str) -> bool:
        """Whether nothing in a class gives a value to one of the attributes that it declares, as its constructor, which
        the text of the class has all of, would."""
        if any(self.is_record(self.classes[class_name]) for class_name in self.lineage(name)):
            return False
        if not self.bases(name) <= {*self.classes, *ABSTRACT, "object", "Generic"}:
            return False
        nodes = [node for class_name in self.lineage(name) for node in self.classes[class_name].body]
        without_value = {
            node.target.id
            for node in nodes
            if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name)
        }
        # Nothing but an assignment gives a value; the annotation without one is the declaration itself.
        stored = {
            node.attr if isinstance(node, ast.Attribute) else node.id
            for part in nodes
            for node in ast.walk(part)
            if isinstance(node, ast.Attribute | ast.Name)
            and isinstance(node.ctx, ast.Store)
            and not (isinstance(part, ast.AnnAssign) and part.value is None)
        }
        calls = {name_of(node.func) for part in nodes for node in ast.walk(part) if isinstance(node, ast.Call)}
        return not without_value <= stored and not calls & {"setattr", "update", "__setattr__"}

    @once_a_module
    def attributes(self, name: str) -> set[str]:
        """The attributes of a class's objects that its text and those of its bases mention."""
        mentioned = {field_declared.name for field_declared in self.fields(name)}
        for class_name in self.lineage(name):
            mentioned |= {node.name for node in methods_of(self.classes[class_name])}
            for node in ast.walk(self.classes[class_name]):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    mentioned.add(node.attr)
        return mentioned

    @once_a_module
    def method(self, name: str, method: str) -> FunctionNode | None:
        """The method of a class or of one that it inherits from."""
        for class_name in self.lineage(name):
            # The last definition of a name is the one that a class has.
            for node in reversed(list(methods_of(self.classes[class_name]))):
                if node.name == method:
                    return node
        return None

    def constants_named_in(self, node: ast.AST) -> Iterator[ast.expr]:
        """The values of the module's constants that a class mentions: `if unit not in UNITS`."""
        named = {node_inside.id for node_inside in ast.walk(node) if isinstance(node_inside, ast.Name)}
        for statement in self.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target in named:
                    yield value
                case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target in named:
                    yield value

    @once_a_module
    def changing_methods(self, name: str) -> tuple[tuple[str, list[SignatureParameter]], ...]:
        """The public methods that an object of a class may be changed by, with their parameters."""
        changing: dict[str, ast.FunctionDef] = {}
        for class_name in self.lineage(name):
            for method in methods_of(self.classes[class_name]):
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
                    changing.setdefault(method.name, method)
        return tuple(
            (method.name, parameters_without_first(method))
            for method in changing.values()
            if all(map(is_contract, method.decorator_list)) and not (leaves_arguments(method) and only_computes(method))
        )

    @once_a_module
    def makers(self, name: str) -> tuple[tuple[str, list[SignatureParameter]], ...]:
        """The class methods that make an object of a class, constructors by another name, with their parameters."""
        return tuple(
            (method.name, parameters_without_first(method))
            for class_name in self.lineage(name)
            for method in methods_of(self.classes[class_name])
            if makes(method, name)
        )

    @once_a_module
    def constructor(self, name: str) -> list[SignatureParameter]:
        """The parameters of a class's constructor."""
        for class_name in self.lineage(name):
            node = self.classes[class_name]
            own_methods = {method.name: method for method in methods_of(node)}
            maker = own_methods.get("__init__") or own_methods.get("__new__")
            # The nearest class that says how it is made; a record without `__init__` says so by its fields.
            if maker is not None:
                return parameters_without_first(maker)
            if self.is_record(node) or self.is_named_tuple(node):
                return self.fields(name)
        if self.derives(name, "BaseModel"):  # Pydantic takes each field by its name.
            return [evolve(field_declared, by_name=True) for field_declared in self.fields(name)]
        return [] if self._has_all_bases(name) else self.fields(name)

    def hides_constructor(self, name: str) -> bool:
        """Whether a class may inherit its constructor from one that the module does not show."""
        return not self._has_all_bases(name) and not self.constructor(name) and self.method(name, "__init__") is None

    def _has_all_bases(self, name: str) -> bool:
        return self.bases(name) <= self.classes.keys() | ABSTRACT | {"object", "Generic"}

    def fields(self, name: str) -> list[SignatureParameter]:
        """The annotated names of a class and of those that it inherits from, the base's first."""
        fields_by_name: dict[str, SignatureParameter] = {}
        for class_name in reversed(self.lineage(name)):
            for statement in self.classes[class_name].body:
                match statement:
                    case ast.AnnAssign(target=ast.Name(id=target), annotation=annotation, value=value):
                        if name_of(annotation) not in ("ClassVar",) and not is_no_argument(value):
                            fields_by_name[target] = SignatureParameter(target, annotation, default_of(value))
        return list(fields_by_name.values())


def _is_left_out(method: FunctionNode) -> bool:
    """Whether a method does nothing but to say that subclasses have it."""
    match [statement for statement in method.body if not _is_docstring(statement)]:
        case [ast.Raise(exc=ast.Name() | ast.Call() as raised)]:
            return name_of(raised) == "NotImplementedError"
    return False


def _has_abstract_decorator(method: FunctionNode) -> bool:
    return any((name_of(decorator) or "").startswith("abstract") for decorator in method.decorator_list)


def _is_empty(method: FunctionNode) -> bool:
    """Whether the body of a method is `...`, `pass` or a docstring."""
    return all(
        isinstance(statement, ast.Pass)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in method.body
    )


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
