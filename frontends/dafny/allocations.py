"""What `new` makes in a test, and assignments to its parts."""

from itertools import product
from typing import Any

from attrs import define

from ...core.errors import Unsupported
from ...core.ir.build import integer, op
from ...core.ir.sorts import INT, Sort, array_of
from ...core.ir.statements import Invoke, OpaqueStatement, SetVariable, Statement
from ...core.ir.terms import Term, const
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, is_pre_state
from ...core.spans import Span
from .classes import LARGEST_RANK, MATRIX, length_names
from .heap import forgotten, made, new_object, roots_of, twins, with_new
from .invocations import Invocations
from .knowledge import Allocation, allocated, made_known, matrix_scope, place_in
from .lowering.collections import sequence_of
from .lowering.objects import HELD_ARRAY, object_name, value_sort
from .syntax import Node, child, name_of, nodes, span_of, symbol_of, text_of


@define(slots=True)
class Allocations(Invocations):
    """The arrays and objects of a test."""

    def elements(self, targets: list[Node], values: Node, node: Node) -> list[Statement]:
        """`a[i] := v`, several at once too: the array with other elements, wherever it is held."""
        span, parts = span_of(node, self.source), nodes(values)
        if len(parts) != len(targets) or symbol_of(node) != ":=":
            raise Unsupported("an assignment to an element", span)
        places = [self.place(target, span) for target in targets]
        sorts = [self.partial[name].element if name in self.partial else self.scope.variables[name].args[0]
                 for name, _ in places]  # fmt: skip
        found = [self.known(self.term(part, sort), part) for part, sort in zip(parts, sorts, strict=True)]
        statements: list[Statement] = []
        for (name, position), value in zip(places, found, strict=True):
            statements.extend(self.set_element(name, position, value, span))
        return statements

    def place(self, target: Node, span: Span) -> tuple[Name, int]:
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
            reference = self.scope.objects[name]
            lengths = [self.constants[reference.variable(length)] for length in length_names(reference.rank)]
        return name, place_in(lengths, positions, span)

    def set_element(self, name: Name, position: int, value: Any, span: Span) -> list[Statement]:
        if name in self.partial:
            allocation = self.partial[name]
            allocation.values[position] = value
            return self.complete(name, allocation, span) if allocation.complete else []
        # An array is a value here, and each name that holds it has a copy: `var b := a; a[0] := 1` has to change both.
        # Which names hold it its identity says, and what they had in an earlier state stays as it was.
        array = self.constants[name]
        changed = ArrayValue((*array.elements[:position], value, *array.elements[position + 1 :]), array.identity)
        holders = {one for one, held in self.constants.items() if isinstance(held, ArrayValue) and held == array}
        names = [one for one in self.constants if one in holders and not is_pre_state(one)]
        self.constants.update(dict.fromkeys(names, changed))
        return [SetVariable(one, const(changed, value_sort(self.scope.variables[one]), span), span) for one in names]

    def complete(self, name: Name, allocation: Allocation, span: Span) -> list[Statement]:
        """All elements of a new array are known."""
        self.partial.pop(name, None)
        array = ArrayValue(tuple(allocation.values), allocation.identity)
        found = made_known(name, array, allocation.element, allocation.lengths, span)
        for one in found:
            assert isinstance(one, SetVariable)
            self.remember(one.variable, one.value)
        if len(allocation.lengths) > 1:
            self.scope = matrix_scope(self.scope, name, allocation.element, len(allocation.lengths))
        return found

    def allocate(self, target: Name, new: Node, node: Node) -> list[Statement] | None:
        """`new T[n]`, whose elements follow, and `new T[m, n]`, which a function may fill; None for other arrays."""
        brackets, listed, span = nodes(new, "brackets"), child(new, "arguments"), span_of(node, self.source)
        if len(brackets) != 1 or name_of(new) != "new" or (listed is not None and len(nodes(brackets[0])) < 2):
            return None
        element = self.engine().read_type(nodes(new)[0], self.scope).sort
        lengths = [self.known(self.term(part, INT), part) for part in nodes(brackets[0])]
        if len(lengths) > LARGEST_RANK or (listed is not None and len(nodes(listed)) != 1):
            return None
        allocation = allocated(element, lengths, self.identity(target), span)
        if listed is not None:
            function = self.term(nodes(listed)[0], Sort("Function", (*(INT for _ in lengths), element)))
            places = product(*map(range, lengths))
            terms = (op("apply", function, *map(integer, place)) for place in places)
            allocation.values = [self.known(term, listed) for term in terms]
        if allocation.complete:
            return self.complete(target, allocation, span)
        self.constants.pop(target, None)
        self.drop(target)
        self.partial[target] = allocation
        return []

    def construct(
        self, target: Name, kind: str, constructor: str, applied: Node | None, new: Node, node: Node
    ) -> list[Statement]:
        """`target := new C(...)`: an object, and its fields as the constructor leaves them."""
        span, method = span_of(node, self.source), self.names.methods.get(f"{kind}.{constructor}")
        listed = child(new, "arguments")
        if listed is not None and (method is None or method.constructs != kind):
            reason = self.names.unread.get(f"{kind}.{constructor}")
            why = f", which is not supported ({reason})" if reason else ""
            raise Unsupported(f"new {kind}.{constructor}{why}", span)
        before = self.scope
        written = [] if applied is None else nodes(applied)
        sorts = (self.engine().read_type(part, self.scope).sort for part in written)
        types = dict(zip(self.names.classes[kind].parameters, sorts, strict=False))
        given: list[Name | None] = []
        terms: tuple[Term, ...] = ()
        if listed is not None and method is not None:
            given, terms, types = self.given(method, None, listed, node, types)
        elif len(types) < len(self.names.classes[kind].parameters):
            raise Unsupported(f"new {kind} without its type arguments", span)
        identity = new_object(self.created + 1)
        self.created += 1
        self.scope = with_new(self.names, self.scope, target, kind, types)
        self.constants[target] = identity.data
        made_here: list[Statement] = [SetVariable(target, identity, span)]
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
        if known is None or known.kind == HELD_ARRAY or len(nodes(values)) != 1 or symbol_of(node) != ":=":
            raise Unsupported(f"an assignment to {text_of(target, self.source)}", span)
        term = self.term(nodes(values)[0], known)
        self.remember(variable, term)
        others = twins(self.names, self.scope, {variable}, self.uncertain)
        for other in others:
            self.constants.pop(other.name, None)
        made_here: list[Statement] = [SetVariable(variable, term, span)]
        if others:
            made_here.append(
                OpaqueStatement(
                    f"an assignment to {variable}, which may be a field of another object, too,", span, tuple(others)
                )
            )
        return made_here

    def new(self, node: Node, name: Name) -> Term:
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

    def identity(self, name: Name) -> str:
        """A name for a new array: its variable's, as long as that is free."""
        found = str(name)
        while found in self.identities:
            found += "'"
        self.identities.add(found)
        return found
