"""Calls of methods in a test."""

from collections.abc import Mapping, Sequence

from attrs import define, evolve

from ...core.errors import Unsupported, WrongArity
from ...core.ir.sorts import Sort
from ...core.ir.statements import Expect, Invoke, SetVariable, Statement
from ...core.ir.terms import Binder, Term
from ...core.ir.type_instances import replace_sorts
from ...core.ir.variables import Name, is_field, is_heap
from ...core.spans import Span
from .classes import MATRIX
from .heap import (
    argument,
    check_aliases,
    forgotten,
    known_fields,
    method_of,
    new_object,
    parameters_of,
    place_of,
    results_of,
    roots_of,
    twins,
    with_result,
)
from .knowledge import Knowledge
from .lowering.arguments import arguments_of, written_arguments
from .lowering.calls import qualified
from .lowering.indices import promised
from .lowering.objects import object_name, types_of_member
from .lowering.resolution import written_types
from .names import MethodSignature
from .syntax import Node, name_of, nodes, span_of, text_of

EQUALITIES = frozenset({"arrayEquals", "sequenceEquals"})
"""Helpers that authors of tests take for granted: equal elements of arrays or sequences."""


@define(slots=True)
class Invocations(Knowledge):
    """The calls of a test."""

    def method(self, node: Node) -> tuple[MethodSignature, Name | None] | None:
        """The method that an expression calls, and the object on which; None when it is an expression like any
        other."""
        return method_of(self.names, node, self.scope) if name_of(node) == "application" else None

    def undeclared(self, node: Node) -> str | None:
        """The name that an expression calls and that nothing declares, as far as the whole program is known."""
        if name_of(node) != "application" or self.names.opened or not self.names.declared:
            return None
        parts = qualified(nodes(node)[0], self.scope)
        known = self.names.declared | self.names.constructors.keys() | EQUALITIES
        return parts[0] if parts is not None and len(parts) == 1 and parts[0] not in known else None

    def call(self, node: Node) -> list[Statement]:
        called = nodes(node)[0]
        method, unknown = self.method(called), self.undeclared(called)
        if unknown is not None:
            return [Invoke(unknown, (), (), span_of(node, self.source))]
        if method is None:
            applied = name_of(called) == "application"
            what = "a call of" if applied else "a statement that is not a call:"
            text = text_of(nodes(called)[0] if applied else called, self.source)
            raise Unsupported(f"{what} {text}", span_of(node, self.source))
        return self.invoke(*method, nodes(node)[0], [], [], node)

    def invoke(
        self,
        method: MethodSignature,
        receiver: Name | None,
        node: Node,
        targets: Sequence[Name],
        sorts: Sequence[Sort | None],
        statement: Node,
    ) -> list[Statement]:
        span = span_of(statement, self.source)
        if method.reached:
            raise Unsupported(f"a call of {method.name}, which may change arrays inside values", span)
        if len(targets) != len(method.targets):
            counts = f"{len(targets)} results, not {len(method.targets)}"
            raise WrongArity(f"a call of {method.name} with {counts}", span)
        types: dict[str, Sort] = {}
        if receiver is not None:
            reference = self.scope.objects[receiver]
            types = types_of_member(self.names, reference.type, dict(reference.types), method.name)
        own = method.type_parameters[len(self.names.parameters_of_type(method.name.rpartition(".")[0])) :]
        types.update(written_types(self.engine(), method.name, own, nodes(node)[0], self.scope))
        expected = [(sort, binder.sort) for sort, binder in zip(sorts, method.targets, strict=True) if sort is not None]
        named, terms, types = self.given(method, receiver, nodes(node)[-1], statement, types, expected)
        roots = roots_of(method, receiver, named)
        fields = (one for one in method.modifies if is_field(one) and not is_heap(one))
        places = tuple((one, place_of(one, roots, self.scope, span)) for one in fields)
        forgets = forgotten(method, roots, self.names, self.scope, span)
        touched = {*(place for _, place in places), *(binder.name for binder in forgets)}
        forgets += twins(self.names, self.scope, touched, self.uncertain)
        after = self.returned(method, targets, types, span)
        results = results_of(method, targets, types, self.scope)
        changed = {result.name for result in results}
        if method.modifies or method.changes != ():
            changed.update(name for name in self.constants if self.mentions_array(name))
        changed.update((*(place for _, place in places), *(binder.name for binder in forgets)))
        # What a test assigns is computed while it is read (`a[0] := 1` of an array that it made), and a call ends that
        # for all that the method may change: fields in its frame, what may be the same object under another name
        # (`twins`), and, where it modifies anything, every value with an array in it. Forgetting too much makes a test
        # unsupported; what is kept wrongly would make a verdict about another state.
        for name in changed:
            self.constants.pop(name, None)
        self.constants.update((one.variable, one.value.data) for one in after if isinstance(one, SetVariable))
        call = Invoke(method.name, terms, results, span, places, tuple(forgets), tuple(types.items()))
        return [call, *after]

    def returned(
        self, method: MethodSignature, targets: Sequence[Name], types: Mapping[str, Sort], span: Span
    ) -> list[Statement]:
        """Take what a call returns into the scope. What is known of it at once: an object that the method promises to
        be new is none of the others, an array2 has as many elements as places."""
        local = dict(zip((binder.name for binder in method.targets), targets, strict=True))
        self.scope = self.scope.bind(
            *(
                Binder(local[binder.name], replace_sorts(binder.sort, types))
                for binder in method.targets
                if local[binder.name] != "_"
            )
        )
        found: list[Statement] = []
        for name, reference in method.results:
            target = local[name]
            if target == "_":
                continue
            own = tuple((one, replace_sorts(sort, types)) for one, sort in reference.types)
            sort = self.scope.variables[target]
            self.scope = with_result(self.names, self.scope, target, evolve(reference, types=own), sort)
            root = self.scope.objects[target].root
            if reference.type == MATRIX:
                fact = promised(target, sort, reference.rank, root)
                found.append(Expect(fact, f"{target} is an array{reference.rank}", span))
            elif name == method.made:
                self.created += 1
                found.append(SetVariable(target, new_object(self.created), span))
            else:
                self.uncertain.add(root)
        return found

    def given(
        self,
        method: MethodSignature,
        receiver: Name | None,
        listed: Node,
        statement: Node,
        types: Mapping[str, Sort],
        expected: Sequence[tuple[Sort, Sort]] = (),
    ) -> tuple[list[Name | None], tuple[Term, ...], dict[str, Sort]]:
        """For each parameter the name of the object that is given for it, if it is one; all arguments, the state of
        objects among them; and what the type parameters stand for, as far as `types` does not say. `expected` are the
        sorts of targets, with those of the results."""
        span, engine, scope = span_of(statement, self.source), self.engine(), self.scope
        unknown = {name: types.get(name) or engine.inference.fresh() for name in method.type_parameters}
        for sort, result in expected:
            engine.inference.unify(sort, replace_sorts(result, unknown), span)
        formals = parameters_of(method)
        defaults = self.names.defaults.get(method.name, {})
        drafts = arguments_of(engine, listed, [binder.name for binder in formals], scope, defaults)
        if len(drafts) != len(formals):
            counts = f"{len(drafts)} arguments, not {len(formals)}"
            raise WrongArity(f"a call of {method.name} with {counts}", span)
        drafts = [
            engine.as_array(draft) if binder.sort.kind == "Array" else draft
            for draft, binder in zip(drafts, formals, strict=True)
        ]
        for draft, binder in zip(drafts, formals, strict=True):
            engine.inference.unify(draft.sort, replace_sorts(binder.sort, unknown), span)
        written = dict(zip((binder.name for binder in formals), drafts, strict=True))
        existing = tuple(map(new_object, range(self.created + 1)))
        _, parts = written_arguments(listed, [binder.name for binder in formals])
        given = (parts.get(binder.name) for binder in formals)
        names = [None if part is None else object_name(part, scope) for part in given]
        roots = roots_of(method, receiver, names)
        check_aliases(method, roots, scope, span)
        finished = {name: engine.finish(draft, listed) for name, draft in written.items()}
        resolved = {name: engine.inference.resolve(sort, span) for name, sort in unknown.items()}
        terms = tuple(
            known_fields(binder, replace_sorts(binder.sort, resolved), self.names, scope, self.constants, span)
            if is_heap(binder.name)
            else finished.get(binder.name) or argument(binder, roots, existing, scope, span)
            for binder in method.inputs
        )
        return names, terms, resolved
