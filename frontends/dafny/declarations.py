"""What the lowering of every kind of declaration shares: scopes, parameters, problems."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import define, evolve, field

from ...core.errors import Unsupported, contained
from ...core.ir.contracts import Function, Problem
from ...core.ir.shapes import is_shaped
from ...core.ir.sorts import OBJECT, Sort, datatype, uninterpreted
from ...core.ir.terms import Binder, Term
from ...core.ir.variables import Name
from .classes import MATRIX, Reference, named_sort, rank_of
from .collect import Declaration, type_parameters
from .lexing.scan import DafnySource
from .lowering import Elaboration, Scope
from .lowering.objects import check_values, with_matrix, with_object
from .names import SymbolTable
from .syntax import Node, formal_name, name_of, nodes, span_of
from .types import Type

T = TypeVar("T")


@define(slots=True)
class Declarations:
    """The state of lowering a program. What cannot be lowered is a problem, and the rest goes on."""

    source: DafnySource
    """Where the declaration in work stands."""
    names: SymbolTable = field(factory=SymbolTable)
    functions: dict[Name, Function] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    standing: Mapping[str, str] = field(factory=dict)
    """Trait → the class as which it is read in the types of parameters."""

    def engine(self) -> Elaboration:
        return Elaboration(self.names, self.source)

    def report(self, subject: str, error: Unsupported, node: Node) -> None:
        self.problems.append(Problem(f"{subject}: {error.construct}", error.span or span_of(node, self.source)))

    def once(self, declared: Iterable[Declaration]) -> list[Declaration]:
        """The declarations whose name is not taken. Only members of types and modules may share one."""
        taken: dict[str, Declaration] = {}
        for declaration in declared:
            if taken.setdefault(declaration.qualified, declaration) is not declaration:
                problem = f"{declaration.kind} {declaration.qualified}: a name that is declared twice"
                self.problems.append(Problem(problem, span_of(declaration.node, declaration.source)))
        return list(taken.values())

    def each(self, declared: Iterable[Declaration]) -> Iterator[Declaration]:
        """The declarations one by one, each with its text as the one in work."""
        for declaration in declared:
            self.source = declaration.source
            yield declaration

    def attempt(self, declared: Iterable[Declaration], step: Callable[[Declaration], T]) -> list[T]:
        """What `step` makes of each declaration that it can lower; the others are refused."""
        lowered = []
        for declaration in self.each(declared):
            try:
                with contained(span_of(declaration.node, declaration.source)):
                    lowered.append(step(declaration))
            except Unsupported as error:
                self.refuse(declaration, error)
        return lowered

    def refuse(self, declared: Declaration, error: Unsupported) -> None:
        """A declaration has no meaning: it is a problem, and what mentions it is not lowered either. A method without a
        specification may yet be called."""
        self.report(f"{declared.kind} {declared.qualified}", error, declared.node)
        self.names.unread[declared.qualified] = error.construct
        self.names.datatypes.pop(declared.qualified, None)
        self.names.functions.pop(declared.qualified, None)
        self.names.constants.pop(declared.qualified, None)
        self.functions.pop(declared.qualified, None)

    # -- scopes and formals

    def scope(self, declared: Declaration) -> Scope:
        """The scope of a declaration, `this` and parameters aside. Raises Unsupported for one whose meaning is not
        known."""
        if declared.refused:
            raise Unsupported(declared.refused, span_of(declared.node, self.source))
        names = (*type_parameters(declared.node), *self.names.parameters_of_type(declared.enclosing))
        receiver = None
        if declared.datatype is not None:
            if declared.datatype not in self.names.datatypes:
                raise Unsupported(f"a member of {declared.datatype}", span_of(declared.node, self.source))
            owner = self.names.datatypes[declared.datatype]
            receiver = datatype(owner.name, *map(uninterpreted, owner.parameters))
        variables = {name: Type(uninterpreted(name)) for name in names}
        return Scope(path=declared.path, type_variables=variables, receiver=receiver)

    def formals(self, node: Node | None, scope: Scope, matrices: bool = False) -> list[tuple[Binder, Type, Node]]:
        """Parameters or results with their types. `matrices`: those of type array2 have variables for their lengths.
        Raises Unsupported."""
        if node is None:
            return []
        engine, typed_formals = self.engine(), []
        for formal_node in nodes(node):
            typed = engine.read_type(next(n for n in nodes(formal_node) if name_of(n) != "formal_modifiers"), scope)
            if matrices and is_shaped(typed.sort):
                guard = None if typed.fact else typed.guard
                typed = evolve(typed, sort=named_sort(typed.sort), guard=guard)
            typed_formals.append((Binder(formal_name(formal_node), typed.sort), typed, formal_node))
        return typed_formals

    def distinct(self, formals: Sequence[tuple[Binder, Type, Node]]) -> None:
        """Raise Unsupported for two parameters or results of one name, which Dafny refuses."""
        taken: set[Name] = set()
        for binder, _, node in formals:
            if binder.name in taken:
                raise Unsupported(f"a second parameter {binder.name}", span_of(node, self.source))
            taken.add(binder.name)

    def with_objects(self, scope: Scope, declared: Declaration, formals: Sequence[tuple[Binder, Type, Node]]) -> Scope:
        """The scope with the fields of `this`, in a class or trait, and of the parameters that are objects."""
        if declared.owner is not None:
            scope = with_object(
                self.names, scope.bind(Binder("this", OBJECT)), "this", Reference(declared.owner, "this")
            )
        return self.with_formals(scope, formals)

    def with_formals(self, scope: Scope, formals: Sequence[tuple[Binder, Type, Node]], results: bool = False) -> Scope:
        """The scope with the fields of the parameters, or of the `results`, that are objects."""
        scope = scope.holding({binder.name: typed.instance for binder, typed, _ in formals})
        domains = {binder.name: typed.domains for binder, typed, _ in formals if typed.domains}
        total = frozenset(binder.name for binder, typed, _ in formals if typed.total)
        scope = evolve(scope, domains={**scope.domains, **domains}, total=scope.total | total)
        for name, reference in self.references(formals, results):
            if reference.type == MATRIX:
                # Its reference says that it is one, and only its sort of how many dimensions.
                (sort,) = (binder.sort for binder, _, _ in formals if binder.name == name)
                scope = with_matrix(scope, name, sort, name)
            else:
                scope = with_object(self.names, scope, name, reference)
        return scope

    def references(
        self, formals: Sequence[tuple[Binder, Type, Node]], results: bool = False
    ) -> Iterator[tuple[Name, Reference]]:
        """The parameters or results that are objects or array2, and what is known of them."""
        for binder, typed, _ in formals:
            if typed.sort.kind == MATRIX:
                yield binder.name, Reference(MATRIX, binder.name, new=results, rank=rank_of(typed.sort))
            elif typed.reference is not None:
                kind = self.standing.get(typed.reference, typed.reference)
                parameters = self.names.classes[kind].parameters
                types = tuple(zip(parameters, typed.arguments, strict=False))
                yield binder.name, Reference(kind, binder.name, types, results)

    def term(self, node: Node, scope: Scope, sort: Sort | None) -> Term:
        """The term of an expression. Raises Unsupported."""
        engine = self.engine()
        term_read = engine.term(node, scope, sort)
        check_values(term_read, node, engine)
        return term_read
