"""Datatypes, constants, and what callers see of methods and functions."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from attrs import define, evolve, field

from ...core.errors import Unsupported, contained
from ...core.ir.build import is_true, op
from ...core.ir.contracts import Constructor, Datatype, Function
from ...core.ir.definedness import well_defined
from ...core.ir.sorts import BOOL, OBJECT, set_of
from ...core.ir.terms import Binder, Term
from ...core.ir.variables import Name
from ...core.spans import Span
from .collect import Declaration, type_parameters
from .declarations import Declarations
from .lowering import Scope
from .lowering.heap_scopes import instances_in, through_heap_only, with_heap, with_held_arrays
from .lowering.objects import value_sort
from .lowering.states import state_number, two_states
from .names import DatatypeDeclaration, MethodSignature, Signature
from .reading import state_binder, state_of
from .syntax import Node, child, name_of, nodes, span_of, text_of, tokens
from .types import Type


@define(slots=True)
class Signatures(Declarations):
    """The lowering of datatypes, constants and signatures. `mentions` is what the text of each function mentions."""

    mentions: dict[str, frozenset[Name]] = field(factory=dict)
    numbered: frozenset[str] = frozenset()
    """The functions that need the number of the state."""
    framed: bool = False
    """Functions are given what their `reads` clauses are about, too, so that these can be checked."""
    through_heap: set[Name] = field(factory=set)
    """The functions that read fields of objects without a name."""

    # -- signatures

    def datatype(self, declared: Declaration) -> None:
        """Register a datatype before its fields are known: types may refer to each other."""
        self.names.datatypes[declared.qualified] = self._datatype(declared)
        fields = []
        for node in nodes(declared.node, "constructor"):
            formals = child(node, "formals")
            typed = () if formals is None else tuple(map(_typed, nodes(formals)))
            fields.append((str(tokens(node, "IDENT")[0]), typed))
        self.names.declared_datatypes[declared.qualified] = DatatypeDeclaration(
            declared.qualified,
            type_parameters(declared.node),
            tuple(fields),
            (*declared.path, declared.name),
            declared.source,
        )

    def constructors(self, declared: Declaration) -> None:
        scope = evolve(self.scope(declared), path=(*declared.path, declared.name))
        constructors_read = []
        for node in nodes(declared.node, "constructor"):
            name = str(tokens(node, "IDENT")[0])
            formals = self.formals(child(node, "formals"), scope)
            # Fields of one name have one sort, and unnamed ones need not.
            fields = (
                Binder(binder.name or f"_{name}_{position}", binder.sort)
                for position, (binder, _, _) in enumerate(formals)
            )
            constructors_read.append(Constructor(name, tuple(fields)))
            for binder, typed, _ in formals:
                if binder.name and typed.instance is not None:
                    self.names.classes_in_values[declared.qualified, binder.name] = typed.instance
        self.names.add_datatype(self._datatype(declared, *constructors_read))

    def _datatype(self, declared: Declaration, *constructors_read: Constructor) -> Datatype:
        lazy = declared.node.children[0] == "codatatype"
        return Datatype(declared.qualified, type_parameters(declared.node), constructors_read, lazy)

    def signature(self, declared: Declaration) -> None:
        """The parameters and the result of a method or function, for its callers. Raises Unsupported."""
        scope = self.scope(declared)
        formals = self.formals(child(declared.node, "formals"), scope, matrices=True)
        parameters = _binders(formals)
        if declared.kind == "method":
            results = child(declared.node, "results")
            outputs = self.formals(None if results is None else nodes(results)[0], scope, matrices=True)
            self.distinct((*formals, *outputs))
            self.names.methods[declared.qualified] = MethodSignature(declared.qualified, parameters, _binders(outputs))
            return
        self.distinct(formals)
        receiver = () if scope.receiver is None else (Binder("this", scope.receiver),)
        result, _ = self.result(declared, scope)
        # What a function reads is lowered to parameters, placed before its own: a call passes the state at hand.
        objects = self.in_its_states(self.with_objects(scope.bind(*parameters), declared, formals), declared)
        state = state_of(declared, objects, self.mentions, self.names)
        first = tuple(state_binder(read, objects) for read in state)
        # Guards of subset types are kept apart: a call is defined only where its arguments meet them.
        domains = tuple((text_of(_typed(node), self.source), typed.guard) for _, typed, node in formals)
        self.names.functions[declared.qualified] = Signature(
            declared.qualified,
            receiver + first + parameters,
            result.sort,
            state,
            domains,
            type_parameters(declared.node),
            result.sort == set_of(OBJECT) and result.kind is None,
            result.instance,
        )

    def result(self, declared: Declaration, scope: Scope) -> tuple[Type, str]:
        """The type of a function's result and its name, "" if it has none."""
        node = child(declared.node, "function_result")
        if node is None:
            kind = str(nodes(declared.node)[0].children[0])
            if kind == "function":
                raise Unsupported("a function without a result type", span_of(declared.node, self.source))
            return Type(BOOL), ""
        named = tokens(node, "IDENT")
        return self.engine().read_type(nodes(node)[0], scope), str(named[0]) if named else ""

    def typed_result(self, declared: Declaration) -> Iterator[tuple[Type, str]]:
        """`result` of a function with a postcondition, if it has a type that is lowered."""
        if nodes(declared.node, "ensures") and declared.qualified in self.names.functions:
            self.source = declared.source
            with suppress(Unsupported):
                yield self.result(declared, self.scope(declared))

    # -- constants

    def constants(self, declared: Sequence[Declaration]) -> None:
        """Constants may lack a type and refer to each other: go on while any becomes known."""
        static = (
            constant_declared.qualified
            for constant_declared in declared
            if constant_declared.datatype is None and constant_declared.owner is None
        )
        # All names are known before any definition is read, so that references among constants are found.
        self.names.static_constants.update((name, name) for name in static)
        pending = list(declared)
        while pending:
            left_over: list[tuple[Declaration, Unsupported]] = []
            for declaration in self.each(pending):
                try:
                    with contained(span_of(declaration.node, declaration.source)):
                        self.constant(declaration)
                except Unsupported as error:
                    left_over.append((declaration, error))
            # Nothing became known in a whole round: what is left refers to itself or is not supported.
            if len(left_over) == len(pending):
                for declaration, problem in left_over:
                    self.source = declaration.source
                    self.refuse(declaration, problem)
                return
            pending = [declared_left for declared_left, _ in left_over]

    def constant(self, declared: Declaration) -> None:
        scope, node = self.scope(declared), declared.node
        typed = [child_node for child_node in nodes(node) if name_of(child_node) in _TYPES]
        values = [child_node for child_node in nodes(node) if name_of(child_node) not in _TYPES]
        read = self.engine().read_type(typed[0], scope) if typed else None
        name, span = declared.qualified, span_of(node, self.source)
        if not values:
            if read is None or scope.receiver is not None:
                raise Unsupported("a constant without a value", span)
            self._open_constant(name, read, span)
            return
        body = self.term(values[0], self.with_receiver(scope), None if read is None else read.sort)
        parameters = () if scope.receiver is None else (Binder("this", scope.receiver),)
        self.names.functions[name] = Signature(name, parameters, body.sort, constant=True)
        self.functions[name] = Function(name, parameters, body.sort, body, span=span)
        if not parameters:
            # One that may fail is called, as a function is: who reads it is not to blame for that.
            self.names.constants[name] = body if self._has_value(body) else op("call", data=name, sort=body.sort)

    def _has_value(self, term: Term) -> bool:
        try:
            return is_true(well_defined(term, self.functions))
        except Unsupported:
            return False

    def _open_constant(self, name: str, read: Type, span: Span) -> None:
        """A constant without a value is any value of its type, the same one everywhere: a function without a body."""
        value = op("call", data=name, sort=read.sort)
        promised = () if read.guard is None else (read.guard(value),)
        self.names.functions[name] = Signature(name, (), read.sort, constant=True)
        self.functions[name] = Function(name, (), read.sort, None, ensures=promised, span=span)
        self.names.constants[name] = value

    @staticmethod
    def with_receiver(scope: Scope) -> Scope:
        return scope if scope.receiver is None else scope.bind(Binder("this", scope.receiver))

    def in_its_states(self, scope: Scope, declared: Declaration) -> Scope:
        """The scope of a function: a two-state one knows the pre-state of all that may change. One that reads fields
        of objects without a name reads all in one way. Raises Unsupported for a two-state one that needs the number of
        each state."""
        if declared.qualified in self.numbered:
            if "twostate" in declared.modifiers:
                span = span_of(declared.node, self.source)
                raise Unsupported("a two-state function that does not say what it reads", span)
            scope = scope.bind(state_number())
        if declared.qualified in self.through_heap and "twostate" not in declared.modifiers:
            instances = instances_in(self.names, scope, declared.owner)
            scope = with_held_arrays(self.names, with_heap(self.names, scope, instances), instances)
            return through_heap_only(self.names, scope, self.mentions[declared.name])
        if "twostate" in declared.modifiers:
            return two_states(self.names, scope, child(declared.node, "formals"))
        return scope


def _binders(formals: Iterable[tuple[Binder, Type, Node]]) -> tuple[Binder, ...]:
    return tuple(Binder(binder.name, value_sort(binder.sort)) for binder, _, _ in formals)


def _typed(formal: Node) -> Node:
    """The type of a formal parameter."""
    return next(node for node in nodes(formal) if name_of(node) != "formal_modifiers")


_TYPES = ("named_type", "collection_type", "tuple_type", "arrow_type")
