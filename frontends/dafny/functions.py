"""The bodies and clauses of functions."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from attrs import define, evolve

from ...core.errors import Unsupported
from ...core.ir.build import negate, op
from ...core.ir.contracts import (
    Function,
    Problem,
)
from ...core.ir.sorts import BOOL, OBJECT
from ...core.ir.terms import Binder, Term, const, free_names, free_variables, make, names_of_calls, var
from ...core.ir.variables import Name, is_heap
from .classes import MATRIX, NULL
from .collect import Declaration
from .dialect import Dialect
from .lowering import Scope
from .lowering.frames import ReadMarks, frames_of
from .lowering.objects import HELD_ARRAY, fields_of
from .lowering.prefixes import without_prefix
from .lowering.reached import Unreached
from .names import Signature
from .reading import body_of, reads_objects
from .signatures import Signatures
from .syntax import Node, child, mentioned_in_proofs, nodes, span_of
from .types import Type


@define(slots=True)
class FunctionLowering(Signatures):
    """The lowering of functions."""

    def function(self, declared: Declaration, dialect: Dialect) -> None:
        signature = self.names.functions.get(declared.qualified)
        if signature is None:
            return
        node, span = declared.node, span_of(declared.node, self.source)
        scope = self.scope(declared)
        # Parameters, result and receiver are in scope of the clauses.
        formals = self.formals(child(node, "formals"), scope, matrices=True)
        result, result_name = self.result(declared, scope)
        scope = self.with_objects(self.with_receiver(scope).bind(*(formal[0] for formal in formals)), declared, formals)
        scope = self.in_its_states(scope, declared)
        body, body_node, unread = None, None, ""
        try:
            # Where these are not known, neither is on which arguments the function is defined: it is refused.
            requires = (*self.not_null(scope), *self.guards(formals), *self.clauses(node, "requires", scope))
            body_node = body_of(node)
            try:
                body = None if body_node is None else self.term(body_node, scope, signature.result)
            except Unsupported as error:
                # A function that depends on the state needs its body, which says on what it depends.
                if isinstance(error, Unreached) or _is_stateful(declared, signature):
                    # Without its body nothing says on which state the result depends.
                    raise
                self.report(f"function {declared.qualified}", error, node)
                unread = error.construct
        # A body that reaches objects through others is read again when these are known.
        except Unreached:
            if declared.qualified in self.through_heap:
                raise
            self.through_heap.add(declared.qualified)
            return
        ensures = self.function_ensures(declared, signature, scope, result, result_name)
        parameter_names = {parameter.name for parameter in signature.parameters}
        terms = (*requires, *ensures, *(() if body is None else (body,)))
        beyond = sorted(name for term in terms for name, _ in free_variables(term) if name not in parameter_names)
        # A function of variables that its callers do not give would be another one at each call.
        if beyond:
            raise Unsupported(f"a function that reads {beyond[0]}, which its callers do not give", span)
        lowered = Function(
            signature.name,
            signature.parameters,
            signature.result,
            body,
            requires,
            ensures,
            span,
            _is_ghost(declared, dialect),
            _extreme(declared),
            unread,
            bool(nodes(node, "reads")),
            frames=self.frames(declared, scope, parameter_names),
            trusted=() if body_node is None else mentioned_in_proofs(body_node, scope.path, self.source),
        )
        # For checks of `reads`, the reads of the body are marked.
        marked = self.marked(lowered, scope) if self.framed and lowered.frames is not None else None
        self.functions[declared.qualified] = evolve(lowered, marked=marked)

    def frames(
        self, declared: Declaration, scope: Scope, known_names: Collection[Name]
    ) -> tuple[tuple[Term, str], ...] | None:
        """What a function may read; None where the variables of `known_names` do not say that."""
        # Its frame is about two states, and the check of `reads` knows one.
        if "twostate" in declared.modifiers:
            return None
        try:
            frame_terms = frames_of(self.engine(), nodes(declared.node, "reads"), scope)
        except Unsupported:
            return None
        return frame_terms if all(free_names(term) <= set(known_names) for term, _ in frame_terms) else None

    def marked(self, function: Function, scope: Scope) -> Function:
        """The function with its reads marked, those of its precondition and its frame too."""
        objects = {name: reference.type for name, reference in scope.objects.items() if reference.type != MATRIX}
        arrays = {name for name, sort in scope.variables.items() if sort.kind == HELD_ARRAY}
        parameter_names = frozenset(binder.name for binder in function.parameters)
        marks = ReadMarks(objects, parameter_names, frozenset(arrays), self.names.functions, self._may_change)
        body = None if function.body is None else marks.marked(function.body)
        frames = tuple((marks.marked(term), name) for term, name in function.frames or ())
        return evolve(function, body=body, requires=tuple(map(marks.marked, function.requires)), frames=frames)

    def _may_change(self, kind: str, name: Name) -> bool:
        stored = fields_of(self.names, kind).get(name)
        return stored is not None and stored.declaration.mutable

    def not_null(self, scope: Scope) -> Iterable[Term]:
        """The objects of a function that reads the fields of all objects in one way, `this` too, are not null.

        An array2 has fields as an object has, and is none: its elements are a value.
        """
        if any(map(is_heap, scope.variables)):
            for name in (object_name for object_name, reference in scope.objects.items() if reference.type != MATRIX):
                yield negate(op("eq", var(name, OBJECT), const(NULL, OBJECT)))

    def again_through_heap(self, declared: Sequence[Declaration], dialect: Dialect) -> None:
        """Lower once more the functions that read fields of objects without a name, and those that call them."""
        pending = bool(self.through_heap)
        while pending:
            callers = {
                function.name
                for function in self.functions.values()
                if function.name not in self.through_heap
                and not self.through_heap.isdisjoint(map(without_prefix, names_of_calls(*function.terms)))
            }
            self.through_heap |= callers
            pending = bool(callers)
        # In their order: a signature that grew by heap variables has to be known where it is called.
        declarations_again = [
            declaration_read for declaration_read in declared if declaration_read.qualified in self.through_heap
        ]
        for declaration in declarations_again:
            self.functions.pop(declaration.qualified, None)
        self.attempt(declarations_again, self.signature)
        self.attempt(declarations_again, lambda declaration_read: self.function(declaration_read, dialect))

    def drop_unread(self) -> None:
        """Drop the functions whose value depends on one that is not lowered and reads objects: no verdict may rest on
        what such a function reads."""
        dropped = self.names.unread
        # Dropping one function may leave its callers without a meaning, and so on until nothing changes.
        pending = True
        while pending:
            pending = False
            for function in list(self.functions.values()):
                calls = names_of_calls(*function.terms)
                named = (name for call in calls for name in (call, without_prefix(call)))
                called = next((name for name in named if name in dropped and name not in self.functions), None)
                if called is not None:
                    pending, name = True, str(function.name)
                    del self.functions[name]
                    self.names.functions.pop(name, None)
                    self.names.constants.pop(name, None)
                    dropped[name] = f"a call of {called}, which is not supported ({dropped[str(called)]})"
                    self.problems.append(Problem(f"function {name}: {dropped[name]}", function.span))

    def guards(self, formals: Iterable[tuple[Binder, Type, Node]]) -> Iterable[Term]:
        for binder, typed, _ in formals:
            if typed.guard is not None:
                yield typed.guard(var(binder.name, binder.sort))

    def clauses(self, node: Node, kind: str, scope: Scope) -> tuple[Term, ...]:
        clause_bodies = (nodes(clause_node)[-1] for clause_node in nodes(node, kind))
        return tuple(self.term(clause_node, scope, BOOL) for clause_node in clause_bodies)

    def function_ensures(
        self, declared: Declaration, signature: Signature, scope: Scope, result: Type, result_name: str
    ) -> tuple[Term, ...]:
        """Postconditions over the parameters: the result is the call itself."""
        arguments = (var(formal.name, formal.sort) for formal in signature.parameters)
        call_itself = op("call", *arguments, data=signature.name, sort=signature.result)
        promises_found = [] if result.guard is None else [result.guard(call_itself)]
        result_scope = scope.inner(Binder(result_name, signature.result)) if result_name else scope
        for node in nodes(declared.node, "ensures"):
            try:
                term = self.term(nodes(node)[-1], result_scope, BOOL)
            except Unsupported as error:
                self.report(f"function {declared.qualified}", error, node)
                continue
            if result_name:
                # Inside the clause the result has a name, and here it is the call itself.
                term = make("let", (call_itself, term), BOOL, (Binder(result_name, signature.result),), term.span)
            promises_found.append(term)
        return tuple(promises_found)


def _is_ghost(declared: Declaration, dialect: Dialect) -> bool:
    """Until Dafny 3 `function method` is compiled, since Dafny 4 what is not called `ghost`."""
    if declared.modifiers & {"ghost", "least", "greatest", "inductive", "twostate"}:
        return True
    words = nodes(declared.node, "function_kind")[0].children
    return "copredicate" in words or (dialect != "4" and "method" not in words)


def _extreme(declared: Declaration) -> Literal["", "least", "greatest"]:
    """Until Dafny 3 they are called inductive predicates and copredicates."""
    if declared.modifiers & {"least", "inductive"}:
        return "least"
    copredicate = "copredicate" in nodes(declared.node, "function_kind")[0].children
    return "greatest" if copredicate or "greatest" in declared.modifiers else ""


def _is_stateful(declared: Declaration, signature: Signature) -> bool:
    """May the value of a function depend on objects, or on arrays that are no parameters?"""
    return bool(signature.state) or reads_objects(declared.node)
