"""What the lowering of every kind of statement of a body shares: scopes, drafts, blocks.

A body is lowered in two stages, as an expression is. First every statement is visited in order, and the types of all
expressions are constrained: `var s := [];` gets its type from what follows. Then, when all types are known, the
statements are built. So the visit of a statement gives a `Make`, which builds it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from attrs import define, field

from ....core.errors import ParseError, Unsupported, contained
from ....core.ir.contracts import Function
from ....core.ir.sorts import BOOL, OBJECT, Sort, array_of
from ....core.ir.statements import Block, FieldPlace, OpaqueStatement, Statement
from ....core.ir.terms import Binder, Term, var
from ....core.ir.type_instances import replace_sorts
from ....core.spans import Span
from ..classes import MATRIX, Reference
from ..lexing.scan import DafnySource
from ..lowering import Draft, Elaboration, Scope
from ..lowering.objects import HELD_ARRAY, check_values, fields_of, object_name, with_matrix, with_object
from ..lowering.reached import static_class
from ..names import SymbolTable
from ..syntax import Node, parse
from ..trees import check_depth, name_of, nodes, span_of, tokens
from ..types import Type

Make = Callable[[], tuple[Statement, ...]]
"""The statements that a node becomes, once all types are known. Raises Unsupported."""
MOST_NESTED = 60
"""Blocks nested deeper are parsed, and not lowered."""


def nothing() -> tuple[Statement, ...]:
    """What a ghost statement without an effect becomes."""
    return ()


@define(slots=True)
class BodyLowering(ABC):
    """A body in work. `ghosts` are the simple names of lemmas and ghost methods; `scope` is that of the statement in
    work, `own` the names that its block has declared, and `outer` those around it."""

    names: SymbolTable
    source: DafnySource
    functions: Mapping[str, Function]
    ghosts: frozenset[str]
    scope: Scope
    results: Sequence[Binder] = ()
    engine: Elaboration = field(init=False)
    own: list[str] = field(factory=list)
    outer: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ()
    """Those of the loops around, the innermost last; "" for a loop without one."""
    ghost_names: set[str] = field(factory=set)
    depth: int = 0
    _count: int = 0

    def __attrs_post_init__(self) -> None:
        self.engine = Elaboration(self.names, self.source)

    # -- blocks

    def whole(self, start: int, end: int) -> tuple[Statement, ...]:
        """The statements of the body between two offsets, braces not among them. Raises ParseError, InputError."""
        make = self.statements(nodes(parse(self.source, "statements", part=(start, end))))
        with suppress(Unsupported):  # What stays unknown is refused where it is built.
            self.engine.inference.solve()
        return make()

    def statements(self, listed: Iterable[Node]) -> Make:
        """Statements in the scope at hand."""
        made = [self.visited(node) for node in listed]
        return lambda: tuple(statement for make in made for statement in make())

    def block(self, listed: Iterable[Node], declared: Iterable[tuple[str, Sort]] = ()) -> Make:
        """Statements in a scope of their own, in which `declared` variables are there from the beginning."""
        scope, own, outer = self.scope, self.own, self.outer
        ghosts = set(self.ghost_names)
        self.outer, self.own = self.outer | frozenset(scope.variables), []
        self.depth += 1
        try:
            if self.depth > MOST_NESTED:
                raise Unsupported(f"blocks nested deeper than {MOST_NESTED} levels")
            for name, sort in declared:
                self.declare(name, sort)
            make = self.statements(listed)
            hides = tuple(name for name in dict.fromkeys(self.own) if name in scope.variables)
        finally:
            self.scope, self.own, self.outer, self.ghost_names = scope, own, outer, ghosts
            self.depth -= 1
        return (lambda: (Block(make(), hides),)) if hides else make

    def braces(self, node: Node, position: int = 0) -> Make:
        """The statements of the block that is a token of a node."""
        token = tokens(node, "BODY")[position]
        return self.block(nodes(self.inside(token.start_pos or 0, token.end_pos or 0, "statements")))

    def inside(self, start: int, end: int, rule: str) -> Node:
        """What is between two braces. Raises Unsupported where it is no Dafny."""
        try:
            return parse(self.source, rule, part=(start + 1, end - 1))
        except ParseError as error:
            raise Unsupported(f"a syntax error ({error})", error.span) from None

    def visited(self, node: Node) -> Make:
        """A statement; one that is not supported stops the execution where it is reached."""
        span = self.span(node)
        try:
            check_depth(node, self.source)
            with contained(span):
                make = self.statement(node)
        except Unsupported as error:
            refused = OpaqueStatement(error.construct, error.span or span)
            return lambda: (refused,)

        def build() -> tuple[Statement, ...]:
            try:
                with contained(span):
                    return make()
            except Unsupported as error:
                return (OpaqueStatement(error.construct, error.span or span),)

        return build

    @abstractmethod
    def statement(self, node: Node) -> Make:
        """What a statement becomes; the last of the classes (`control.py`) knows all kinds."""

    # -- expressions

    def span(self, node: Node) -> Span:
        return span_of(node, self.source)

    def term(self, node: Node, expected: Sort | None = None) -> Callable[[], Term]:
        """An expression; its term is there when all types are known."""
        engine, scope = self.engine, self.scope
        draft = engine.infer(node, scope) if expected is None else engine.check(node, expected, scope)
        return self.built(draft, node)

    def built(self, draft: Draft, node: Node) -> Callable[[], Term]:
        def build() -> Term:
            try:
                found = draft.build()
            except (IndexError, AttributeError):
                raise Unsupported("a type that cannot be inferred", self.span(node)) from None
            check_values(found, node, self.engine)
            return found

        return build

    def condition(self, node: Node) -> Callable[[], Term]:
        return self.term(node, BOOL)

    def fresh(self, base: str) -> str:
        """A variable that no text has."""
        self._count += 1
        return f"{base}#{self._count}"

    # -- variables

    def declare(self, name: str, sort: Sort, typed: Type | None = None) -> None:
        """A local variable from here on."""
        if name == "_":
            return
        self.scope = self.scope.bind(Binder(name, sort))
        self.own.append(name)
        if sort.kind == MATRIX:
            self.scope = with_matrix(self.scope, name, sort, name)
        elif typed is not None and typed.kind is not None and sort == OBJECT:
            self.hold(name, typed.kind, typed.arguments)
        elif typed is not None:
            self.scope = self.scope.holding({name: typed.instance})

    def hold(self, name: str, kind: str, arguments: Sequence[Sort]) -> None:
        """A variable is an object of this class or trait from here on."""
        parameters = self.names.classes[kind].parameters
        reference = Reference(kind, name, tuple(zip(parameters, arguments, strict=False)))
        self.scope = with_object(self.names, self.scope, name, reference)

    def held(self, node: Node) -> tuple[Callable[[], FieldPlace], Sort] | None:
        """The array that an expression reads from a field of an object, and the sort of its elements; None for other
        expressions."""
        place = self.field_place(node)
        if place is None or place[1].kind != HELD_ARRAY:
            return None
        return place[0], place[1].args[0]

    def field_place(self, node: Node) -> tuple[Callable[[], FieldPlace], Sort] | None:
        """`c.x`, or `x` for a field of `this`: the place and its sort, that of a held array among others; None where
        the expression is something else."""
        if name_of(node) == "name":
            field_name, kind = str(node.children[0]), self.own_class()
            if field_name in self.scope.variables or kind is None:
                return None
            subject = _this
            types: Mapping[str, Sort] = {}
        elif name_of(node) == "member":
            found = static_class(self.engine, nodes(node)[0], self.scope)
            if found is None or found[0] not in self.names.classes:
                return None
            kind, field_name = found[0], str(node.children[1])
            subject = self.term(nodes(node)[0], OBJECT)
            types = dict(zip(self.names.classes[kind].parameters, found[1], strict=False))
        else:
            return None
        stored = fields_of(self.names, kind).get(field_name)
        if stored is None:
            return None
        if stored.sort is None:
            raise Unsupported(f"the field {field_name} of {kind} ({stored.problem})", self.span(node))
        return (lambda: FieldPlace(subject(), field_name)), replace_sorts(stored.sort, types)

    def own_class(self) -> str | None:
        reference = self.scope.objects.get("this")
        return None if reference is None else reference.type

    def value(self, node: Node, expected: Sort | None) -> tuple[Callable[[], Term | FieldPlace], Sort]:
        """What is assigned or given, and its sort: an array that an object holds is itself, not its elements."""
        found = self.held(node)
        if found is not None:
            sort = array_of(found[1])
            if expected is not None:
                self.engine.inference.unify(sort, expected, self.span(node))
            return found[0], sort
        engine, scope = self.engine, self.scope
        draft = engine.infer(node, scope) if expected is None else engine.check(node, expected, scope)
        sort = engine.inference.shallow(draft.sort)
        if sort.kind == MATRIX and object_name(node, scope) is None:
            raise Unsupported("an array2 without a name", self.span(node))
        return self.built(draft, node), sort


def _this() -> Term:
    return var("this", OBJECT)
