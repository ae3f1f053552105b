"""The statements of test methods → statements of the IR, with the comments between them.

This is the reading of tests statement by statement, for those that cannot be executed: calls of methods on objects, and
the tests of MBPP-DFY's JSON (`dafny_harness/examples.py`). What a variable is worth is tracked as far as it is known
while reading (`knowledge.py`): which object or array it is, and the elements of an array that the test fills.

Example: `var c := new Cell(3); c.Add(2); assert c.x == 5;` becomes a call of the constructor, whose result is the
variable `c.x`, a call of Add that gives `c.x` a new value, and an `Expect` about it.

Invariant: after a statement that is not lowered, nothing is known of what it may have changed (`forget`): all that is
mentioned in it, and whatever may be the same object or array by another name. A test that is understood in part says
less, and nothing wrong.
"""

import re
from collections.abc import Sequence

from attrs import define, evolve
from lark import Token

from ...core.errors import Unsupported, WrongArity, contained
from ...core.ir.build import op
from ...core.ir.shapes import array_of_shaped
from ...core.ir.sorts import BOOL, OBJECT, Sort, set_of, sorts_in
from ...core.ir.statements import Expect, Invoke, OpaqueStatement, Print, Remark, SetVariable, Statement
from ...core.ir.terms import Binder, Term, const, var
from ...core.ir.variables import ALLOCATED, Name, is_field, is_pre_state, pre_state, root_of
from .allocations import Allocations
from .classes import MATRIX
from .heap import all_fields, class_of, new_object, share
from .invocations import EQUALITIES
from .lexing.scan import DafnySource
from .lowering.objects import object_name, value_sort
from .syntax import Node, check_depth, child, name_of, nodes, span_of, symbol_of, text_of, tokens

_WORD = re.compile(r"[\w?']+")


@define(slots=True)
class TestState(Allocations):
    """The lowering of one test."""

    __test__ = False  # pytest must not collect it

    def lower(self, body: Node, source: DafnySource, part: tuple[int, int] | None = None) -> tuple[Statement, ...]:
        """The statements of a text, or of the part between two offsets, and the comments in it, in source order. What
        is not lowered is `OpaqueStatement`. Called again, it goes on with what the statements before have declared."""
        self.source = source
        placed: list[tuple[int, Statement]] = []
        for node in nodes(body):
            placed.extend((node.meta.start_pos, statement) for statement in self.statement_or_opaque(node))
        start, end = part or (0, len(source.text))
        for comment in source.comments:
            if start <= comment.start < end:
                remark = Remark(comment.content, source.span(comment.start, comment.end))
                placed.append((comment.start, remark))
        return tuple(statement for _, statement in sorted(placed, key=lambda pair: pair[0]))

    def statement_or_opaque(self, node: Node) -> list[Statement]:
        try:
            check_depth(node, self.source)
            with contained(span_of(node, self.source)):
                return self.statement(node)
        except Unsupported as error:
            miscalled = isinstance(error, WrongArity)
            partial = next((name for name in self.partial if error.construct == f"the name {name}"), None)
            construct = error.construct if partial is None else f"{partial}, an array without its elements,"
            return [OpaqueStatement(construct, span_of(node, self.source), self.forget(node), miscalled)]

    def forget(self, node: Node) -> tuple[Binder, ...]:
        """Drop what is known of variables that a statement which is not lowered may change, and return these."""
        self.constants.clear()
        if name_of(node) in ("expectation", "output"):
            return ()
        text = self.source.text[node.meta.start_pos : node.meta.end_pos]
        words = set(_WORD.findall(text))
        self.partial = {name: found for name, found in self.partial.items() if name not in words}
        own = {name for name in self.scope.variables if name in words and not is_field(name)}
        hidden = bool(words & self.hidden)
        if hidden or any(map(self.mentions_array, own)):  # another name of the same array, too
            own.update(name for name in self.scope.variables if self.mentions_array(name))
        changed = [Binder(name, value_sort(self.scope.variables[name])) for name in sorted(own)]
        if hidden or any(name in self.scope.objects or OBJECT in sorts_in(self.scope.variables[name]) for name in own):
            changed.extend(all_fields(self.names, self.scope))
        if name_of(node) != "local":
            return tuple(changed)
        for name in (str(part.children[0]) for part in node.iter_subtrees() if name_of(part) == "bound_name"):
            self.drop(name)
            self.hidden.add(name)
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
                return [Print(values, span_of(node, self.source))]
            case "other_statement" if tokens(node, "LABEL"):
                return self.labelled(str(tokens(node, "IDENT", "DIGITS")[0]), nodes(node)[0])
            case _:
                first = node.children[0]
                block = not isinstance(first, Token) or first.type == "BODY"
                raise Unsupported("a block" if block else str(first), span_of(node, self.source))

    def labelled(self, label: str, node: Node) -> list[Statement]:
        """The state at a label, which `old@label(e)` reads afterwards, and the statement that has the label."""
        kept = {
            name: value_sort(sort)
            for name, sort in self.scope.variables.items()
            if (is_field(name) or sort.kind in ("Array", MATRIX)) and not is_pre_state(name)
        }
        span = span_of(node, self.source)
        statements: list[Statement] = []
        for name, sort in kept.items():
            statements.append(SetVariable(pre_state(name, label), var(name, sort), span))
            if name in self.constants:
                self.constants[pre_state(name, label)] = self.constants[name]
        existing = frozenset(new_object(number).data for number in range(self.created + 1))
        statements.append(SetVariable(pre_state(ALLOCATED, label), const(existing, set_of(OBJECT)), span))
        self.scope = evolve(self.scope, labels={**self.scope.labels, label: frozenset(kept)})
        return [*statements, *self.statement_or_opaque(node)]

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
        return self.bound(targets, sorts, values, symbol_of(node), node)

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
        return self.bound(names, sorts, values, symbol_of(node), node)

    def bound(
        self, targets: Sequence[Name], sorts: list[Sort | None], values: Node, symbol: str, node: Node
    ) -> list[Statement]:
        """`targets := values`; what the names meant at a label is not what they mean from now on."""
        found = self.assigned(targets, sorts, values, symbol, node)
        stale = frozenset(targets)
        labels = {
            label: frozenset(name for name in known if root_of(name) not in stale)
            for label, known in self.scope.labels.items()
        }
        self.scope = evolve(self.scope, labels=labels)
        return found

    def assigned(
        self, targets: Sequence[Name], sorts: list[Sort | None], values: Node, symbol: str, node: Node
    ) -> list[Statement]:
        """`targets := values`."""
        parts = nodes(values)
        if symbol != ":=":
            raise Unsupported(symbol, span_of(node, self.source))
        if len(parts) == 1 and len(targets) == 1 and name_of(parts[0]) == "new":
            kind = class_of(self.names, nodes(parts[0])[0], self.scope)
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
            raise Unsupported("an assignment with different numbers of targets and values", span_of(node, self.source))
        terms = [self.value(part, name, sort) for part, name, sort in zip(parts, targets, sorts, strict=True)]
        if len(targets) > 1 and set(targets) & set(self.scope.variables):
            raise Unsupported("a simultaneous assignment", span_of(node, self.source))
        held = {name: object_name(part, self.scope) for name, part in zip(targets, parts, strict=True)}
        for name, term in zip(targets, terms, strict=True):
            self.remember(name, term)
        self.scope = share(self.scope, {name: other for name, other in held.items() if other is not None})
        span = span_of(node, self.source)
        return [SetVariable(name, term, span) for name, term in zip(targets, terms, strict=True)]

    def value(self, node: Node, name: Name, sort: Sort | None) -> Term:
        match name_of(node):
            case "new":
                return self.new(node, name)
            case "wildcard":
                raise Unsupported("an arbitrary value", span_of(node, self.source))
            case _:
                term = self.term(node, sort)
                owner = object_name(node, self.scope)
                is_named = owner is not None and self.scope.objects[owner].type == MATRIX
                return array_of_shaped(term) if is_named else term

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


def _elements(term: Term) -> Term:
    return op("array.elements", term, span=term.span) if term.sort.kind == "Array" else term
