"""What a program declares, by qualified name, and how a name used somewhere finds its declaration."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from attrs import define, field, frozen

from ...core.errors import Unsupported
from ...core.ir.contracts import Datatype, Function, Program
from ...core.ir.sorts import Sort
from ...core.ir.terms import Binder, Term
from ...core.ir.variables import HEAP, Name, field_variable, heap_variable, is_field
from .classes import ClassDeclaration, Path, Reference
from .dafny_limits import LIMITS
from .lexing.scan import DafnySource
from .syntax import Node, child, nodes

T = TypeVar("T")


@frozen(slots=True)
class Read:
    """What a function reads of the state: a field of an object that is `this` or a formal parameter, of the latter
    itself (field ""), or of no object (root "") the objects that exist before or the number of the state (field
    "state"); or of the root "object" a field of all objects. `owner` is the class that declares the
    field. `before`: as it was in the pre-state, which a two-state function reads too."""

    root: Name
    field: Name = ""
    before: bool = False
    owner: str | None = None

    @property
    def variable(self) -> Name:
        """The variable that is read, on the function's own `this` and parameters, as it is now."""
        if self.root == HEAP and self.owner is not None:
            return heap_variable(self.owner, self.field)
        return field_variable(self.root, self.field) if self.field else self.root


@frozen(slots=True)
class Signature:
    """A function, predicate or constant: its qualified name, parameters and result. `state` is what it reads of
    objects, which are its first parameters; `domains` are the types of those that are written. `type_parameters` are
    its own, those of a class or datatype left out. `of_any_objects`: its result is a `set<object>`. `instance`: the
    class or trait, with its type arguments, that its result is an object of, or holds objects of. `constant`: it is
    declared as one, so that its name is its value and no function."""

    name: Name
    parameters: tuple[Binder, ...]
    result: Sort
    state: tuple[Read, ...] = ()
    domains: tuple[tuple[str, Callable[[Term], Term] | None], ...] = ()
    type_parameters: tuple[str, ...] = ()
    of_any_objects: bool = False
    instance: tuple[str, tuple[Sort, ...]] | None = None
    constant: bool = False


@frozen(slots=True, eq=False)
class DefaultValue:
    """What a parameter is where a call leaves it out: an expression over the parameters of its declaration, `formals`.
    `owner`: the class or datatype of which that is a member."""

    node: Node
    path: Path
    source: DafnySource
    formals: tuple[str, ...]
    owner: str | None


@frozen(slots=True)
class MethodSignature:
    """A method as its callers see it. `type_parameters` are its own and those of its class. `results`: result that is
    an object or an array2 → what is known of it; `made` is a result that the method promises to be new; another one may
    be the same object."""

    name: str
    inputs: tuple[Binder, ...]
    outputs: tuple[Binder, ...]
    type_parameters: tuple[str, ...] = ()
    results: tuple[tuple[Name, Reference], ...] = ()
    made: Name | None = None

    @property
    def parameters(self) -> tuple[Binder, ...]:
        """What a call gives: not the state of objects."""
        return tuple(binder for binder in self.inputs if not is_field(binder.name) and binder.name != "this")

    @property
    def targets(self) -> tuple[Binder, ...]:
        """The results that a call assigns: not the state of objects."""
        return tuple(binder for binder in self.outputs if not is_field(binder.name))


@frozen(slots=True)
class TypeDeclaration:
    """A declared type that is no datatype. `definition` is the type or `subset` after `=`, if there is one."""

    name: str
    kind: Literal["type", "newtype", "class"]
    parameters: tuple[str, ...]
    definition: Node | None
    path: Path
    source: DafnySource


@frozen(slots=True, eq=False)
class DatatypeDeclaration:
    """A datatype as it is written: the types of its fields, constructor by constructor."""

    name: str
    parameters: tuple[str, ...]
    fields: tuple[tuple[str, tuple[Node, ...]], ...]
    path: Path
    source: DafnySource


@define(slots=True, eq=False)
class TypePredicate:
    """What values of a datatype satisfy by the types of its fields, as a function of `parameter`. `body`: None while it
    is being made. `called`: it occurs in itself, so that it cannot stand in place of its calls."""

    name: str
    parameter: Binder
    body: Term | None = None
    called: bool = False


@define(slots=True)
class SymbolTable:
    """The declarations that expressions may refer to. Keys are qualified names: "M.f", "Tree.Size"."""

    functions: dict[str, Signature] = field(factory=dict)
    methods: dict[str, MethodSignature] = field(factory=dict)
    constants: dict[str, Term] = field(factory=dict)
    """The value of a constant stands where its name does."""
    static_constants: dict[str, str] = field(factory=dict)
    """The qualified names of constants that no object has, by themselves; those that are not lowered too."""
    datatypes: dict[str, Datatype] = field(factory=dict)
    declared_datatypes: dict[str, DatatypeDeclaration] = field(factory=dict)
    classes_in_values: dict[tuple[str, Name], tuple[str, tuple[Sort, ...]]] = field(factory=dict)
    """A datatype and one of its fields → the class or trait, with its type arguments, of the objects in it."""
    type_predicates: dict[Hashable, TypePredicate] = field(factory=dict)
    """Datatype and what its parameters stand for → what its values satisfy."""
    guarded: dict[Hashable, bool] = field(factory=dict)
    """The same → whether that is anything."""
    type_functions: dict[Name, Function] = field(factory=dict)
    """The predicates of types that recur."""
    types: dict[str, TypeDeclaration] = field(factory=dict)
    classes: dict[str, ClassDeclaration] = field(factory=dict)
    iterators: dict[str, tuple[str, ...]] = field(factory=dict)
    """Class that is an iterator → the fields that it yields."""
    defaults: dict[str, Mapping[Name, DefaultValue]] = field(factory=dict)
    """Function, method or constructor → its parameters that a call may leave out."""
    own_fields: dict[tuple[str, str], Mapping[Name, Any]] = field(factory=dict)
    """Class or trait, and itself or one that it extends → what is known of the fields that the second declares, by the
    type parameters of the first, once that was asked."""
    unread: dict[str, str] = field(factory=dict)
    """Function that is declared and not lowered → why."""
    constructors: dict[str, list[str]] = field(factory=dict)
    """Constructor, by its name and by its name in the module → qualified names of the datatypes that have it."""
    opened: dict[Path, list[Path]] = field(factory=dict)
    """Module → the modules it imports opened."""
    aliases: dict[str, Path] = field(factory=dict)
    """Qualified name of an import → the module it stands for."""
    static_members: set[str] = field(factory=set)
    """The methods and functions that belong to no object."""
    modules: set[Path] = field(factory=set)
    abstract: set[Path] = field(factory=set)
    """The modules that are never compiled."""
    declared: set[str] = field(factory=set)
    """The simple names of all functions, methods, datatypes and constants, those that are not lowered too."""
    unknown_locals: set[str] = field(factory=set)
    """The variables of bodies whose declarations are not lowered."""
    taken: dict[str, bool] = field(factory=dict)
    """The qualified names of all declarations, those that are not lowered too: they hide others of their name. Is it a
    member of a type? Those hide no types."""
    _expanding: set[int] = field(factory=set)

    def parameters_of_type(self, name: str) -> tuple[str, ...]:
        """The type parameters of the type of this qualified name, which its static members may use, too; none where
        there is no such type, as of a module."""
        datatype = self.types.get(name) or self.datatypes.get(name)
        return () if datatype is None else datatype.parameters

    @classmethod
    def of(cls, program: Program) -> "SymbolTable":
        """The names that a lowered program declares."""
        names = cls()
        for function in program.functions.values():
            name = str(function.name)
            names.functions[name] = Signature(function.name, function.parameters, function.result)
            # Dafny's constants are functions without parameters in the kernel.
            if function.body is not None and not function.parameters:
                names.constants[name] = function.body
        for specification in program.specifications:
            names.methods[specification.name] = MethodSignature(
                specification.name, specification.inputs, specification.outputs
            )
        for datatype in program.datatypes.values():
            names.add_datatype(datatype)
        return names

    def add_datatype(self, datatype: Datatype) -> None:
        self.datatypes[datatype.name] = datatype
        module, _, _ = datatype.name.rpartition(".")
        for constructor in datatype.constructors:
            for name in dict.fromkeys((constructor.name, f"{module}.{constructor.name}".lstrip("."))):
                self.constructors.setdefault(name, []).append(datatype.name)

    def resolve_imports(self) -> None:
        """Find the modules that imports name, once all modules are known."""
        aliases = ((name, tuple(name.split("."))[:-1], target) for name, target in self.aliases.items())
        self.aliases = {name: self._module(target, path) for name, path, target in aliases}
        self.opened = {
            path: [self._module(imported, path) for imported in listed] for path, listed in self.opened.items()
        }

    def _module(self, target: Path, path: Path) -> Path:
        """The module that an import in the module at `path` names: one of the innermost scope around that has it, so
        that `import Wrappers` in Std.Collections means Std.Wrappers. The name itself where there is none."""
        around = ((*path[:length], *target) for length in range(len(path), -1, -1))
        return next(
            (module_path for module_path in around if module_path in self.modules and module_path != path), target
        )

    def bases(self, name: str) -> Iterator[ClassDeclaration]:
        """A class or trait, then what it extends, nearest first; not more than the limit of `bases`."""
        seen: set[str] = set()
        pending = [name]
        while pending and len(seen) < LIMITS.bases:
            declared = self.classes.get(pending.pop(0))
            if declared is None or declared.name in seen:
                continue
            seen.add(declared.name)
            yield declared
            # At the end, so that what is nearer is looked at first: its members hide those of what it extends.
            pending.extend(base.name for base, _ in self.extended(declared))

    def extended(self, declared: ClassDeclaration) -> Iterator[tuple[TypeDeclaration, Node | None]]:
        """What a class or trait extends itself, each with its type arguments as they are written."""
        for base in declared.bases:
            base_path = nodes(base)
            base_declaration = self.find(
                self.types, tuple(str(node.children[0]) for node in base_path), declared.path[:-1]
            )
            if base_declaration is not None:
                yield base_declaration, child(base_path[-1], "type_arguments")

    def member(self, table: Mapping[str, T], owner: str, name: str) -> T | None:
        """A member of a class or trait, its own or the nearest that it inherits."""
        members_found = (table.get(f"{declared.name}.{name}") for declared in self.bases(owner))
        return next((member_found for member_found in members_found if member_found is not None), None)

    @contextmanager
    def expanding(self, definition: Node) -> Iterator[None]:
        """While the condition of a subset type is lowered. Raises Unsupported when it mentions the type itself."""
        key = id(definition)
        if key in self._expanding:
            raise Unsupported("a type that is defined by itself")
        self._expanding.add(key)
        try:
            yield
        finally:
            self._expanding.discard(key)

    def is_declared(self, name: str) -> bool:
        """Does anything have this simple name, a member of a type or a part of another module, perhaps?"""
        fields = (declaration.name for declared in self.classes.values() for declaration in declared.fields)
        types = (declared.rpartition(".")[2] for declared in (*self.types, *self.taken))
        known_names = self.declared | self.constructors.keys() | self.unknown_locals
        return name in known_names or name in (*fields, *types)

    def find(self, table: Mapping[str, T], name_path: Path, path: Path) -> T | None:
        """The declaration that a (qualified) name means at `path`: the innermost one, else an opened import's. None
        where the name means something that is not in the table."""
        of_types = any(table is type_table for type_table in (self.types, self.datatypes))
        for prefix in (path[:length] for length in range(len(path), -1, -1)):
            expanded = self._expand(prefix + name_path)
            if expanded in table:
                return table[expanded]
            # Of the scopes around, the innermost that declares the name decides, also where that is not lowered:
            # looking further out would find another declaration of the name. In a class, a type means one of the
            # module even where a member has its name.
            if expanded in self.taken and not (of_types and self.taken[expanded]):
                return None
            for module in self.opened.get(prefix, ()):
                expanded = self._expand(module + name_path)
                if expanded in table:
                    return table[expanded]
        return None

    def _expand(self, name_path: Path) -> str:
        """The qualified name with import aliases replaced."""
        for length in range(len(name_path) - 1, 0, -1):
            target = self.aliases.get(".".join(name_path[:length]))
            # `import A` is an alias of A for itself.
            if target is not None and target != name_path[:length]:
                return ".".join(target + name_path[length:])
        return ".".join(name_path)
