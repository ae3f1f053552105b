"""The statements of test methods → statements of the IR, with the comments between them."""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from attrs import define, evolve, field
from lark import Token

from ...core.build import integer, op
from ...core.contracts import Function
from ...core.errors import Unsupported, WrongArity
from ...core.evaluate.typed import evaluate
from ...core.sorts import BOOL, INT, Sort, array_of
from ...core.spans import Span
from ...core.statements import Assign, Expect, Invoke, Opaque, Output, Remark, Statement
from ...core.terms import Binder, Term, const
from ...core.type_instances import replace_sorts
from ...core.values import ArrayValue
from .arrays import Allocation, allocated, made_known, matrix_scope, place_in
from .classes import LENGTHS, MATRIX
from .heap import (
    all_fields,
    argument,
    check_aliases,
    class_of,
    forgotten,
    made,
    method_of,
    new_object,
    parameters_of,
    place_of,
    results_of,
    roots_of,
    share,
    twins,
    with_new,
    with_result,
)
from .inference import Inference
from .lexing.scan import Source
from .lowering import Elaboration, Scope
from .lowering.calls import arguments_of, qualified
from .lowering.collections import sequence_of
from .lowering.matrices import promised
from .lowering.objects import HELD_ARRAY, object_name, plain_matrix, value_sort
from .names import MethodSignature, Names
from .syntax import Node
from .trees import check_depth, child, name_of, nodes, span_of, text_of, tokens

_WORD = re.compile(r"[\w?']+")
EQUALITIES = frozenset({"arrayEquals", "sequenceEquals"})
"""Helpers that authors of tests take for granted: equal elements of arrays or sequences."""


@define(slots=True)
class TestState:
    """The lowering of one test. `constants` are the values of variables that are known without running it."""

    __test__ = False  # pytest must not collect it

    names: Names
    functions: Mapping[str, Function]
    scope: Scope
    source: Source = field(init=False)
    constants: dict[str, Any] = field(factory=dict)
    declared: dict[str, Sort] = field(factory=dict)
    """Variables that have a type and no value yet."""
    identities: set[str] = field(factory=set)
    partial: dict[str, Allocation] = field(factory=dict)
    """New arrays whose elements are not all known."""
    created: int = 0
    """How many objects there are."""
    uncertain: set[str] = field(factory=set)
    """Roots of the fields of objects that may be others, too: methods have returned them."""

    def lower(self, body: Node, source: Source, part: tuple[int, int] | None = None) -> tuple[Statement, ...]:
        """The statements of a text, or of the part between two offsets, and the comments in it, in source order. What
        is not lowered is `Opaque`. Called again, it goes on with what the statements before have declared."""
        self.source = source
        placed: list[tuple[int, Statement]] = []
        for node in nodes(body):
            placed.extend((node.meta.start_pos, statement) for statement in self.statement_or_opaque(node))
        start, end = part or (0, len(source.text))
        for comment in source.comments:
            if start <= comment.start < end:
                remark = Remark(_uncommented(comment.text), source.span(comment.start, comment.end))
                placed.append((comment.start, remark))
        return tuple(statement for _, statement in sorted(placed, key=lambda pair: pair[0]))

    def statement_or_opaque(self, node: Node) -> list[Statement]:
        try:
            check_depth(node, self.source)
            return self.statement(node)
        except Unsupported as error:
            miscalled = isinstance(error, WrongArity)
            partial = next((name for name in self.partial if error.construct == f"the name {name}"), None)
            construct = error.construct if partial is None else f"{partial}, an array without its elements,"
            return [Opaque(construct, span_of(node, self.source), self.forget(node), miscalled)]

    def forget(self, node: Node) -> tuple[Binder, ...]:
        """Drop what is known of variables that a statement which is not lowered may change, and return these."""
        self.constants.clear()
        if name_of(node) in ("expectation", "output"):
            return ()
        text = self.source.text[node.meta.start_pos : node.meta.end_pos]
        words = set(_WORD.findall(text))
        self.partial = {name: found for name, found in self.partial.items() if name not in words}
        own = {name for name in self.scope.variables if name in words and "." not in name}
        if any(map(self.mentions_array, own)):  # another name of the same array, too
            own.update(name for name in self.scope.variables if self.mentions_array(name))
        changed = [Binder(name, value_sort(self.scope.variables[name])) for name in sorted(own)]
        if words & self.scope.objects.keys():
            changed.extend(all_fields(self.names, self.scope))
        if name_of(node) != "local":
            return tuple(changed)
        for name in (str(part.children[0]) for part in nodes(node, "bound_name")):
            self.drop(name)
        return tuple(changed)

    def statement(self, node: Node) -> list[Statement]:
        match name_of(node):
            case "local":
                return self.local(node)
            case "assignment":
                return self.assignment(node)
            case "call":
                return self.call(node)
            case "expectation":
                return [self.expectation(node)]
            case "output":
                values = tuple(self.term(part) for part in nodes(node))
                return [Output(values, span_of(node, self.source))]
            case _:
                first = node.children[0]
                block = not isinstance(first, Token) or first.type == "BODY"
                raise Unsupported("a block" if block else str(first), span_of(node, self.source))

    def engine(self) -> Elaboration:
        return Elaboration(self.names, self.source, Inference(lax=True))

    def term(self, node: Node, expected: Sort | None = None) -> Term:
        return self.engine().term(node, self.scope, expected)

    # -- assignments

    def local(self, node: Node) -> list[Statement]:
        patterns = [part for part in nodes(node) if name_of(part) != "values"]
        if any(name_of(part) != "bound_name" for part in patterns):
            raise Unsupported("a pattern in a declaration", span_of(node, self.source))
        targets = [str(part.children[0]) for part in patterns]
        sorts = [self.declared_sort(part) for part in patterns]
        values = child(node, "values")
        if values is None:
            self.declared.update((name, sort) for name, sort in zip(targets, sorts, strict=True) if sort is not None)
            return []
        return self.assigned(targets, sorts, values, _symbol(node), node)

    def declared_sort(self, node: Node) -> Sort | None:
        typed = nodes(node)
        return self.engine().read_type(typed[0], self.scope).sort if typed else None

    def assignment(self, node: Node) -> list[Statement]:
        targets, values = nodes(nodes(node)[0]), nodes(node)[1]
        if all(name_of(target) == "index" for target in targets):
            return self.elements(targets, values, node)
        if len(targets) == 1 and name_of(targets[0]) == "member":
            return self.field(targets[0], values, node)
        if any(name_of(part) != "name" for part in targets):
            raise Unsupported("an assignment to a part", span_of(node, self.source))
        names = [str(part.children[0]) for part in targets]
        sorts = [self.scope.variables.get(name) or self.declared.get(name) for name in names]
        return self.assigned(names, sorts, values, _symbol(node), node)

    def assigned(
        self, targets: list[str], sorts: list[Sort | None], values: Node, symbol: str, node: Node
    ) -> list[Statement]:
        """`targets := values`."""
        parts = nodes(values)
        if symbol != ":=":
            raise Unsupported(symbol, span_of(node, self.source))
        if len(parts) == 1 and len(targets) == 1 and name_of(parts[0]) == "new":
            kind = class_of(self.names, nodes(parts[0])[0], self.scope, span_of(node, self.source))
            if kind is not None:
                return self.construct(targets[0], *kind, parts[0], node)
            allocated_here = self.allocate(targets[0], parts[0], node)
            if allocated_here is not None:
                return allocated_here
        if len(parts) == 1:
            method = self.method(parts[0])
            if method is not None:
                return self.invoke(*method, parts[0], targets, sorts, node)
            unknown = self.undeclared(parts[0])
            if unknown is not None:
                self.forget(node)
                return [Invoke(unknown, (), (), span_of(node, self.source))]
        if len(parts) != len(targets):
            raise Unsupported("an assignment of another number of values", span_of(node, self.source))
        terms = [self.value(part, name, sort) for part, name, sort in zip(parts, targets, sorts, strict=True)]
        if len(targets) > 1 and set(targets) & set(self.scope.variables):
            raise Unsupported("a simultaneous assignment", span_of(node, self.source))
        held = {name: object_name(part, self.scope) for name, part in zip(targets, parts, strict=True)}
        for name, term in zip(targets, terms, strict=True):
            self.remember(name, term)
        self.scope = share(self.scope, {name: other for name, other in held.items() if other is not None})
        span = span_of(node, self.source)
        return [Assign(name, term, span) for name, term in zip(targets, terms, strict=True)]

    def remember(self, name: str, term: Term) -> None:
        self.scope = self.scope.bind(Binder(name, term.sort))
        outcome = evaluate(term, self.constants, self.functions, self.names.datatypes)
        if outcome.state == "defined":
            self.constants[name] = outcome.value
        else:
            self.constants.pop(name, None)

    def value(self, node: Node, name: str, sort: Sort | None) -> Term:
        match name_of(node):
            case "new":
                return self.new(node, name)
            case "wildcard":
                raise Unsupported("an arbitrary value", span_of(node, self.source))
            case _:
                return self.term(node, sort)

    def elements(self, targets: list[Node], values: Node, node: Node) -> list[Statement]:
        """`a[i] := v`, several at once too: the array with other elements, wherever it is held."""
        span, parts = span_of(node, self.source), nodes(values)
        if len(parts) != len(targets) or _symbol(node) != ":=":
            raise Unsupported("an assignment to an element", span)
        places = [self.place(target, span) for target in targets]
        sorts = [self.partial[name].element if name in self.partial else self.scope.variables[name].args[0]
                 for name, _ in places]  # fmt: skip
        found = [self.known(self.term(part, sort), part) for part, sort in zip(parts, sorts, strict=True)]
        statements: list[Statement] = []
        for (name, position), value in zip(places, found, strict=True):
            statements.extend(self.set_element(name, position, value, span))
        return statements

    def place(self, target: Node, span: Span) -> tuple[str, int]:
        """The name of the array in `a[i]` or `a[i, j]`, and the place of the element in it."""
        collection, *indices = nodes(target)
        name = str(collection.children[0]) if name_of(collection) == "name" else ""
        positions = [self.known(self.term(index, INT), index) for index in indices]
        array = self.constants.get(name)
        if name in self.partial:
            return name, place_in(self.partial[name].lengths, positions, span)
        if not isinstance(array, ArrayValue):
            raise Unsupported("an assignment to an element", span)
        lengths = [len(array.elements)]
        if self.scope.variables[name].kind == MATRIX:
            lengths = [self.constants[self.scope.objects[name].variable(length)] for length in LENGTHS]
        return name, place_in(lengths, positions, span)

    def set_element(self, name: str, position: int, value: Any, span: Span) -> list[Statement]:
        if name in self.partial:
            allocation = self.partial[name]
            allocation.values[position] = value
            return self.complete(name, allocation, span) if allocation.complete else []
        array = self.constants[name]
        changed = ArrayValue((*array.elements[:position], value, *array.elements[position + 1 :]), array.identity)
        names = [one for one, held in self.constants.items() if isinstance(held, ArrayValue) and held == array]
        self.constants.update(dict.fromkeys(names, changed))
        return [Assign(one, const(changed, value_sort(self.scope.variables[one]), span), span) for one in names]

    def complete(self, name: str, allocation: Allocation, span: Span) -> list[Statement]:
        """All elements of a new array are known."""
        self.partial.pop(name, None)
        array = ArrayValue(tuple(allocation.values), allocation.identity)
        found = made_known(name, array, allocation.element, allocation.lengths, span)
        for one in found:
            assert isinstance(one, Assign)
            self.remember(str(one.target), one.value)
        if len(allocation.lengths) > 1:
            self.scope = matrix_scope(self.scope, name, allocation.element)
        return found

    def allocate(self, target: str, new: Node, node: Node) -> list[Statement] | None:
        """`new T[n]`, whose elements follow, and `new T[m, n]`, which a function may fill; None for other arrays."""
        brackets, listed, span = nodes(new, "brackets"), child(new, "arguments"), span_of(node, self.source)
        if len(brackets) != 1 or name_of(new) != "new" or (listed is not None and len(nodes(brackets[0])) != 2):
            return None
        element = self.engine().read_type(nodes(new)[0], self.scope).sort
        lengths = [self.known(self.term(part, INT), part) for part in nodes(brackets[0])]
        if len(lengths) > 2 or (listed is not None and len(nodes(listed)) != 1):
            return None
        allocation = allocated(element, lengths, self.identity(target), span)
        if listed is not None:
            function = self.term(nodes(listed)[0], Sort("Function", (INT, INT, element)))
            places = product(*map(range, lengths))
            terms = (op("apply", function, integer(row), integer(column)) for row, column in places)
            allocation.values = [self.known(term, listed) for term in terms]
        if allocation.complete:
            return self.complete(target, allocation, span)
        self.constants.pop(target, None)
        self.drop(target)
        self.partial[target] = allocation
        return []

    def drop(self, name: str) -> None:
        """A variable whose value is not known: nothing may mention it."""
        variables = {known: sort for known, sort in self.scope.variables.items() if known != name}
        objects = {known: found for known, found in self.scope.objects.items() if known != name}
        self.scope = evolve(self.scope, variables=variables, objects=objects)

    # -- objects

    def construct(
        self, target: str, kind: str, constructor: str, applied: Node | None, new: Node, node: Node
    ) -> list[Statement]:
        """`target := new C(...)`: an object, and its fields as the constructor leaves them."""
        span, method = span_of(node, self.source), self.names.methods.get(f"{kind}.{constructor}")
        listed = child(new, "arguments")
        if listed is not None and (method is None or method.constructs != kind):
            raise Unsupported(f"new {kind}.{constructor}", span)
        before = self.scope
        types = self.written_types(self.names.classes[kind].parameters, applied)
        given: list[str | None] = []
        terms: tuple[Term, ...] = ()
        if listed is not None and method is not None:
            given, terms, types = self.given(method, None, listed, node, types)
        elif len(types) < len(self.names.classes[kind].parameters):
            raise Unsupported(f"new {kind} without its type arguments", span)
        identity = new_object(self.created + 1)
        self.created += 1
        self.scope = with_new(self.names, self.scope, target, kind, types)
        self.constants[target] = identity.data
        made_here: list[Statement] = [Assign(target, identity, span)]
        if listed is None or method is None:
            return made_here
        results = made(method, target, self.scope)
        forgets = tuple(forgotten(method, roots_of(method, None, given), self.names, before, span))
        return [*made_here, Invoke(method.name, terms, results, span, (), forgets, tuple(types.items()))]

    def field(self, target: Node, values: Node, node: Node) -> list[Statement]:
        """`c.x := e`."""
        span, owner = span_of(node, self.source), object_name(nodes(target)[0], self.scope)
        variable = "" if owner is None else self.scope.objects[owner].variable(str(target.children[1]))
        known = self.scope.variables.get(variable)
        if known is None or known.kind == HELD_ARRAY or len(nodes(values)) != 1 or _symbol(node) != ":=":
            raise Unsupported(f"an assignment to {text_of(target, self.source)}", span)
        term = self.term(nodes(values)[0], known)
        self.remember(variable, term)
        others = twins(self.names, self.scope, {variable}, self.uncertain)
        for other in others:
            self.constants.pop(other.name, None)
        made_here: list[Statement] = [Assign(variable, term, span)]
        if others:
            made_here.append(Opaque(f"what else {variable} may be, after an assignment to it,", span, tuple(others)))
        return made_here

    # -- arrays

    def new(self, node: Node, name: str) -> Term:
        """A new array of known elements. Raises Unsupported for other objects and other arrays."""
        typed = nodes(node)[0]
        span, brackets = span_of(node, self.source), nodes(node, "brackets")
        element = self.engine().read_type(typed, self.scope).sort
        listed = child(node, "arguments")
        if len(brackets) == 2:
            parts = [self.term(part, element) for part in nodes(brackets[1])]
            whole = op("seq.literal", *parts, sort=Sort("Seq", (element,)), span=span)
        elif len(brackets) == 1 and listed is not None and len(nodes(listed)) == 1:
            engine = self.engine()
            length = engine.check(nodes(brackets[0])[0], INT, self.scope)
            function = engine.infer(nodes(listed)[0], self.scope)
            whole = engine.finish(sequence_of(engine, length, function, node), node)
        else:
            construct = "an array without its elements" if brackets else f"new {text_of(typed, self.source)}"
            raise Unsupported(construct, span)
        return const(ArrayValue(self.known(whole, node), self.identity(name)), array_of(element), span)

    def identity(self, name: str) -> str:
        """A name for a new array: its variable's, as long as that is free."""
        while name in self.identities:
            name += "'"
        self.identities.add(name)
        return name

    def known(self, term: Term, node: Node) -> Any:
        """The value of a term, which may mention variables that are known. Raises Unsupported."""
        outcome = evaluate(term, self.constants, self.functions, self.names.datatypes)
        if outcome.state != "defined":
            raise Unsupported(f"a value that is not known here ({outcome.reason})", span_of(node, self.source))
        return outcome.value

    # -- calls

    def method(self, node: Node) -> tuple[MethodSignature, str | None] | None:
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
        method = self.method(nodes(node)[0])
        unknown = self.undeclared(nodes(node)[0])
        if unknown is not None:
            return [Invoke(unknown, (), (), span_of(node, self.source))]
        if method is None:
            raise Unsupported(f"a call of {text_of(nodes(nodes(node)[0])[0], self.source)}", span_of(node, self.source))
        return self.invoke(*method, nodes(node)[0], [], [], node)

    def invoke(
        self,
        method: MethodSignature,
        receiver: str | None,
        node: Node,
        targets: list[str],
        sorts: Sequence[Sort | None],
        statement: Node,
    ) -> list[Statement]:
        span = span_of(statement, self.source)
        if len(targets) != len(method.targets):
            counts = f"{len(targets)} results, not {len(method.targets)}"
            raise WrongArity(f"a call of {method.name} with {counts}", span)
        own = () if receiver is None else self.scope.objects[receiver].types
        parameters = tuple(name for name in method.type_parameters if name not in dict(own))
        types = {**dict(own), **self.written_types(parameters, child(nodes(node)[0], "type_arguments"))}
        expected = [
            (sort, binder.sort) for sort, binder in zip(sorts, method.targets, strict=True) if sort is not None
        ]
        named, terms, types = self.given(method, receiver, nodes(node)[-1], statement, types, expected)
        roots = roots_of(method, receiver, named)
        places = tuple((one, place_of(one, roots, self.scope, span)) for one in method.modifies if "." in one)
        forgets = forgotten(method, roots, self.names, self.scope, span)
        touched = {*(place for _, place in places), *(binder.name for binder in forgets)}
        forgets += twins(self.names, self.scope, touched, self.uncertain)
        after = self.returned(method, targets, types, span)
        results = results_of(method, targets, types, self.scope)
        changed = {result.name for result in results}
        if method.modifies or method.changes != ():
            changed.update(name for name in self.constants if self.mentions_array(name))
        changed.update((*(place for _, place in places), *(binder.name for binder in forgets)))
        for name in changed:
            self.constants.pop(name, None)
        self.constants.update((str(one.target), one.value.data) for one in after if isinstance(one, Assign))
        call = Invoke(method.name, terms, results, span, places, tuple(forgets), tuple(types.items()))
        return [call, *after]

    def returned(
        self, method: MethodSignature, targets: Sequence[str], types: Mapping[str, Sort], span: Span
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
                found.append(Expect(promised(target, sort, root), f"{target} is an array2", span))
            elif name in method.made:
                self.created += 1
                found.append(Assign(target, new_object(self.created), span))
            else:
                self.uncertain.add(root)
        return found

    def written_types(self, parameters: Sequence[str], written: Node | None) -> dict[str, Sort]:
        """Type parameter → the type argument that is written for it."""
        arguments = [] if written is None else nodes(written)
        sorts = (self.engine().read_type(part, self.scope).sort for part in arguments)
        return dict(zip(parameters, sorts, strict=False))

    def given(
        self,
        method: MethodSignature,
        receiver: str | None,
        listed: Node,
        statement: Node,
        types: Mapping[str, Sort],
        expected: Sequence[tuple[Sort, Sort]] = (),
    ) -> tuple[list[str | None], tuple[Term, ...], dict[str, Sort]]:
        """For each parameter the name of the object that is given for it, if it is one; all arguments, the state of
        objects among them; and what the type parameters stand for, as far as `types` does not say. `expected` are the
        sorts of targets, with those of the results."""
        span, engine, scope = span_of(statement, self.source), self.engine(), self.scope
        unknown = {name: types.get(name) or engine.inference.fresh() for name in method.type_parameters}
        for sort, result in expected:
            engine.inference.unify(sort, replace_sorts(result, unknown), span)
        formals = parameters_of(method)
        drafts = arguments_of(engine, listed, [binder.name for binder in formals], scope)
        if len(drafts) != len(formals):
            counts = f"{len(drafts)} arguments, not {len(formals)}"
            raise WrongArity(f"a call of {method.name} with {counts}", span)
        drafts = [plain_matrix(engine, draft) for draft in drafts]
        for draft, binder in zip(drafts, formals, strict=True):
            engine.inference.unify(draft.sort, replace_sorts(binder.sort, unknown), span)
        written = dict(zip((binder.name for binder in formals), drafts, strict=True))
        existing = tuple(map(new_object, range(self.created + 1)))
        names = [object_name(part, scope) for part in nodes(listed)]
        roots = roots_of(method, receiver, names)
        check_aliases(method, roots, scope, span)
        terms = tuple(
            engine.finish(written[binder.name], listed)
            if binder.name in written
            else argument(binder, roots, existing, scope, span)
            for binder in method.inputs
        )
        return names, terms, {name: engine.inference.resolve(sort, span) for name, sort in unknown.items()}

    def mentions_array(self, name: str) -> bool:
        """May a call change what this variable holds?"""
        pending = [self.scope.variables[name]]
        while pending:
            sort = pending.pop()
            if sort.kind in ("Array", MATRIX):
                return True
            pending.extend(sort.args)
        return False

    # -- expectations

    def expectation(self, node: Node) -> Expect:
        test = next(part for part in nodes(node) if name_of(part) != "label")
        term = self.equality(test)
        if term is None:
            term = self.term(test, BOOL)
        return Expect(term, text_of(test, self.source), span_of(node, self.source))

    def equality(self, node: Node) -> Term | None:
        """`arrayEquals(a, b)` where the program declares no such function."""
        if name_of(node) != "application" or name_of(nodes(node)[0]) != "name":
            return None
        name, parts = str(nodes(node)[0].children[0]), nodes(nodes(node)[1])
        if name not in EQUALITIES or len(parts) != 2 or name in self.names.functions:
            return None
        engine = self.engine()
        left, right = (engine.infer(part, self.scope) for part in parts)
        element = engine.inference.fresh()
        for draft, part in ((left, parts[0]), (right, parts[1])):
            kind = "Array" if engine.inference.shallow(draft.sort).kind == "Array" else "Seq"
            engine.inference.unify(draft.sort, Sort(kind, (element,)), span_of(part, self.source))
        one, two = (_elements(engine.finish(draft, node)) for draft in (left, right))
        return op("eq", one, two, span=span_of(node, self.source))


def _symbol(node: Node) -> str:
    """What assigns: `:=`, `:|` or `:-`."""
    return next(str(token) for token in tokens(node) if token.type != "BODY")


def _elements(term: Term) -> Term:
    return op("array.elements", term, span=term.span) if term.sort.kind == "Array" else term


def _uncommented(text: str) -> str:
    """A comment's text without its marks."""
    if text.startswith("//"):
        return text[2:].strip()
    return text[2:-2].strip().strip("*").strip()
