"""What the lowering of every kind of statement of a body shares: scopes, drafts, blocks.

A body is lowered in two stages, as an expression is. First every statement is visited in order, and the types of all
expressions are constrained: `var s := [];` gets its type from what follows. Then, when all types are known, the
statements are built. So the visit of a statement gives a `Make`, which builds it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from attrs import define, evolve, field, frozen
from lark import Token

from ....core.errors import ParseError, SortError, Undeclared, Unsupported, WrongArity, contained
from ....core.ir.contracts import Datatype, Function, may_hold
from ....core.ir.sorts import BOOL, OBJECT, Sort, array_of
from ....core.ir.statements import (
    Block,
    Frames,
    GhostCondition,
    Measure,
    OpaqueEffect,
    OpaqueStatement,
    Remark,
    Return,
    Statement,
    TestProblem,
)
from ....core.ir.terms import Binder, Term, free_variables, subterms, var
from ....core.ir.type_instances import replace_sorts
from ....core.ir.updates import Arbitrary, FieldPlace, Place, Update
from ....core.ir.variables import Name, hidden_variable, is_field, is_field_of, is_heap_read, root_of
from ....core.spans import Span
from ..classes import MATRIX, Reference, named_sort
from ..dafny_limits import LIMITS
from ..inference import Inference
from ..lexing.scan import Comment, DafnySource
from ..lowering import Draft, Elaboration, Scope
from ..lowering.calls import qualified
from ..lowering.objects import (
    HELD_ARRAY,
    check_values,
    fields_of,
    unset_variable,
    value_sort,
    with_matrix,
    with_object,
)
from ..lowering.static_classes import static_class
from ..names import SymbolTable
from ..superposition import joined_bodies, statements_in
from ..syntax import Node, check_depth, child, formal_name, name_of, nodes, parse, span_of, symbol_of, text_of, tokens
from ..types import Type

T = TypeVar("T")
Make = Callable[[], tuple[Statement, ...]]
"""The statements that a node becomes, once all types are known. Raises Unsupported."""
_PROBLEMS: dict[type, TestProblem] = {WrongArity: "wrong-arity", Undeclared: "unknown-method"}
NOT_KNOWN = hidden_variable("unknown", "")
"""A variable without a value."""


def nothing() -> tuple[Statement, ...]:
    """What a ghost statement without an effect becomes."""
    return ()


@frozen(slots=True)
class ReturnTargets:
    """What is assigned where the method returns values and a local variable has the name of a result: for each result a
    variable that no text has, with its sort, until the block with this `label` is left."""

    results: tuple[tuple[Name, Name, Sort], ...]
    label: str


@define(slots=True)
class BodyLowering(ABC):
    """A body in work. `ghosts` are the simple names of lemmas and ghost methods; `scope` is that of the statement in
    work, and `own` the names that its block has declared. `testing`: it is read for what it
    says about results, so that assertions and comments are statements of it."""

    names: SymbolTable
    source: DafnySource
    functions: Mapping[Name, Function]
    ghosts: frozenset[str]
    scope: Scope
    results: Sequence[Binder] = ()
    checked: bool = False
    """Are conditions of ghost code lowered, too?"""
    engine: Elaboration = field(init=False)
    own: list[Name] = field(factory=list)
    hidden_results: frozenset[Name] = frozenset()
    """The results whose names are those of local variables here."""
    leaving: dict[int, ReturnTargets] = field(factory=dict)
    """How many results a value is given where one of them is hidden → what these are."""
    result_sorts: dict[Name, Sort] = field(init=False)
    labels: tuple[str, ...] = ()
    """The labels of the loops around, the innermost last; "" for a loop without one."""
    ghost_names: set[Name] = field(factory=set)
    written_types: dict[Name, Type] = field(factory=dict)
    """Variable → the type that it is declared with."""
    depth: int = 0
    testing: bool = False
    _count: int = 0

    def __attrs_post_init__(self) -> None:
        self.engine = Elaboration(self.names, self.source, Inference(lax=self.testing))
        scope_sorts = self.scope.variables
        self.result_sorts = {binder.name: scope_sorts.get(binder.name, binder.sort) for binder in self.results}

    # -- blocks

    def whole(self, bodies: Sequence[Token], implied: Sequence[Node] = ()) -> tuple[Statement, ...]:
        """The statements of a body, or of several each of which refines the one before, and those `implied` at its end.
        Raises Unsupported, ParseError, InputError."""
        pair = (bodies[-1].start_pos or 0) + 1, (bodies[-1].end_pos or 0) - 1
        # A local variable may hide a parameter, which a postcondition and its frames still mean.
        make = self.block([*joined_bodies(bodies, self.source), *implied], part=pair)
        with suppress(Unsupported):  # What stays unknown is refused where it is built.
            self.engine.inference.solve()
        body_statements = make()
        # `{ var r := 3; return 1; }` gives 1 to the result r, which has its name back when the block is left.
        for leaving in self.leaving.values():
            values = tuple(var(held, value_sort(self.engine.resolve(sort))) for _, held, sort in leaving.results)
            update = Update(tuple(name for name, _, _ in leaving.results), values, self.source.span(*pair))
            body_statements = (Block((*body_statements, Return(None)), (), (leaving.label,)), update)
        return body_statements

    def statements(self, listed: Iterable[Node], stretch: tuple[int, int] = (0, 0)) -> Make:
        """Statements in the scope at hand. Of a test also the comments between them, in the `part` of the text between
        two offsets."""
        outside = self.scope.variables
        placed = []
        for node in listed:
            count = len(self.own)
            make = self.visited(node)
            hides = tuple(name for name in dict.fromkeys(self.own[count:]) if name in outside)
            placed.append((node.meta.start_pos or 0, node.meta.end_pos or 0, make, hides))
        if self.testing:
            inside = {
                comment.start: comment for comment in self.source.comments if stretch[0] <= comment.start < stretch[1]
            }
            remarks = [
                self.remark(remark_placed) for remark_placed in inside.values()
            ]  # A text that is read again has them twice.
            between = [remark for remark in remarks if not any(first <= remark[0] < last for first, last, *_ in placed)]
            placed = sorted((*placed, *between), key=lambda remark_placed: remark_placed[0])

        def build() -> tuple[Statement, ...]:
            made_statements = [make() for _, _, make, _ in placed]
            following_statements: tuple[Statement, ...] = ()
            # A variable hides another one from its declaration on: what is before that changes the one around.
            for statements, (*_, hides) in zip(reversed(made_statements), reversed(placed), strict=True):
                following_statements = (*statements, *following_statements)
                following_statements = (Block(following_statements, hides),) if hides else following_statements
            return following_statements

        return build

    def remark(self, comment: Comment) -> tuple[int, int, Make, tuple[Name, ...]]:
        """A comment: where it starts and ends, the statement that it becomes, and that it hides nothing."""
        remark = Remark(comment.content, self.source.span(comment.start, comment.end))
        return comment.start, comment.end, lambda: (remark,), ()

    def block(
        self, listed: Iterable[Node], declared: Iterable[tuple[Name, Sort]] = (), part: tuple[int, int] = (0, 0)
    ) -> Make:
        """Statements in a scope of their own, in which `declared` variables are there from the beginning. `part` is
        where the comments are that count."""
        # Everything that a block declares ends with it, also where an error leaves it.
        scope, own_names, hidden_results = self.scope, self.own, self.hidden_results
        ghosts, types = set(self.ghost_names), dict(self.written_types)
        self.own = []
        self.depth += 1
        try:
            if self.depth > LIMITS.block_depth:
                raise Unsupported(f"blocks nested deeper than {LIMITS.block_depth} levels")
            for name, sort in declared:
                self.declare(name, sort)
            # A name that hides another one needs a block at run time: the outer variable comes back after it.
            hides = tuple(name for name in dict.fromkeys(self.own) if name in scope.variables)
            make = self.statements(listed, part)
        finally:
            self.scope, self.own, self.ghost_names, self.written_types = scope, own_names, ghosts, types
            self.hidden_results = hidden_results
            self.depth -= 1
        return (lambda: (Block(make(), hides),)) if hides else make

    def braces(self, node: Node) -> Make:
        """The statements of the block that is a token of a node."""
        token = tokens(node, "BODY")[0]
        return self.block(self.listed(token), part=(token.start_pos or 0, token.end_pos or 0))

    def listed(self, block: Token) -> list[Node]:
        """The statements of a block. Raises Unsupported where it is no Dafny."""
        try:
            return statements_in(block, self.source)
        except ParseError as error:
            raise Unsupported(f"a syntax error ({error})", error.span) from None

    def inside(self, start: int, closing: int, rule: str) -> Node:
        """What is between two braces. Raises Unsupported where it is no Dafny."""
        try:
            return parse(self.source, rule, part=(start + 1, closing - 1))
        except ParseError as error:
            raise Unsupported(f"a syntax error ({error})", error.span) from None

    def visited(self, node: Node) -> Make:
        """A statement; one that is not supported stops the execution where it is reached."""
        span = self.span(node)
        try:
            check_depth(node, self.source)
            with contained(span):
                make = self.statement(node)
        # Names that it would have declared are hidden, so that later statements do not read others of these names.
        except Unsupported as error:
            refusal = error
            self.hide_declared(node)

            def make() -> tuple[Statement, ...]:
                raise refusal

        # What it may change is asked now, while its names are in scope; statements are built once all types are known.
        effect, assigned, ghost = self.effect_of(node), self.assigned_by(node), self.unknown_ghosts(node)

        def build() -> tuple[Statement, ...]:
            try:
                with contained(span):
                    return make()
            except Unsupported as error:
                # Ghost code alone may be passed over, with what it assigns unknown: a compiled program goes on behind
                # it.
                return ghost if ghost is not None else self.refused(node, effect, assigned, error)

        return build

    def hide_declared(self, node: Node) -> None:
        """A declaration is not lowered: its names mean nothing from here on, least of all variables around it that have
        the same names."""
        if name_of(node) != "local":
            return
        declared = {str(subtree.children[0]) for subtree in node.iter_subtrees() if name_of(subtree) == "bound_name"}
        self.names.unknown_locals |= declared
        variables = {name: sort for name, sort in self.scope.variables.items() if root_of(name) not in declared}
        objects = {name: object_ for name, object_ in self.scope.objects.items() if name not in declared}
        self.scope = evolve(self.scope, variables=variables, objects=objects)

    def assigned_by(self, node: Node) -> list[tuple[Name, Sort]]:
        """The variables that a declaration or assignment changes, as far as they have sorts."""
        if name_of(node) == "local":
            names = [
                str(changed_node.children[0]) for changed_node in nodes(node) if name_of(changed_node) == "bound_name"
            ]
        elif name_of(node) == "assignment":
            names = [
                str(changed_node.children[0])
                for changed_node in nodes(nodes(node)[0])
                if name_of(changed_node) == "name"
            ]
        else:
            return []
        return [(name, self.scope.variables[name]) for name in names if name in self.scope.variables]

    def refused(
        self, node: Node, effect: OpaqueEffect, assigned: Sequence[tuple[Name, Sort]], error: Unsupported
    ) -> tuple[Statement, ...]:
        """What stands for a statement of a program that is not lowered."""
        span = self.span(node)
        problem = _PROBLEMS.get(type(error), "unsupported-test")
        # With the sorts of what it assigns, the interpreter can go on with unknown values where only variables change.
        changed: list[Binder] = []
        for name, sort in assigned:
            try:
                changed.append(Binder(name, value_sort(self.engine.resolve(sort, node))))
            except Unsupported:  # Nothing says what it is, and so nothing what it is afterwards.
                effect = "anything"
        return (OpaqueStatement(error.construct, error.span or span, effect, tuple(changed), problem),)

    def effect_of(self, node: Node) -> OpaqueEffect:
        """What a statement may change that is not lowered."""
        match name_of(node):
            case "expectation":
                return "nothing"
            case "output":
                return "output"
            case "call":
                return "state"
            case "local" | "assignment" if child(node, "values") is not None and symbol_of(node) == ":-":
                return "anything"  # It may return.
            case "local" | "assignment":
                targets = nodes(nodes(node)[0]) if name_of(node) == "assignment" else []
                # A variable of the body is nobody else's; an element or a field is one of the state.
                changes_own_variables = all(
                    name_of(target) == "name" and str(target.children[0]) in self.scope.variables for target in targets
                )
                return (
                    "state"
                    if not changes_own_variables or any(map(self.may_call, node.iter_subtrees()))
                    else "variables"
                )
            case _:
                return "anything"

    def may_call(self, node: Node) -> bool:
        """May an expression be the call of a method?"""
        if name_of(node) != "application":
            return name_of(node) == "new"
        callee_path = qualified(nodes(node)[0], self.scope)
        return callee_path is None or self.names.find(self.names.functions, callee_path, self.scope.path) is None

    def unknown_ghosts(self, node: Node) -> tuple[Statement, ...] | None:
        """What stands for a declaration or assignment of ghost code that is not lowered: what it changes is not known
        afterwards. None for other statements."""
        if name_of(node) == "local" and self.source.text.startswith("ghost", node.meta.start_pos):
            return ()
        places = (
            [self.ghost_place(target_node) for target_node in nodes(nodes(node)[0])]
            if name_of(node) == "assignment"
            else [None]
        )
        # One place that is no ghost makes it a statement of the program, which cannot be passed over.
        known_places = tuple(ghost_place for ghost_place in places if ghost_place is not None)
        if len(known_places) < len(places):
            return None
        return (Update(known_places, tuple(var(NOT_KNOWN, BOOL) for _ in known_places), self.span(node), True),)

    def ghost_place(self, node: Node) -> Place | None:
        """A ghost variable, or a ghost field of `this`; None for other places."""
        if name_of(node) == "name" and str(node.children[0]) in self.ghost_names:
            return str(node.children[0])
        word = nodes(node)[0] if name_of(node) == "member" else None
        is_ours = name_of(node) == "name" or (
            word is not None and name_of(word) == "word" and word.children[0] == "this"
        )
        kind = self.own_class()
        if not is_ours or kind is None:
            return None
        name = str(node.children[0 if name_of(node) == "name" else 1])
        stored = None if name in self.scope.variables else fields_of(self.names, kind).get(name)
        return FieldPlace(_this(), name) if stored is not None and stored.declaration.ghost else None

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
                term = draft.build()
            except SortError as error:
                raise Unsupported(f"an expression of this type ({error})", self.span(node)) from error
            except (IndexError, AttributeError):
                raise Unsupported("a type that cannot be inferred", self.span(node)) from None
            check_values(term, node, self.engine)
            # Such a value would have to keep the state it was made in.
            if any(_makes_function_of_state(subterm, self.names.datatypes) for subterm in subterms(term)):
                raise Unsupported("a function that returns a function that reads the heap", self.span(node))
            return term

        return build

    def condition(self, node: Node) -> Callable[[], Term]:
        return self.term(node, BOOL)

    def claim(self, kind: str, node: Node, text: str = "") -> Callable[[], GhostCondition]:
        """A condition that is checked, with the text at its node if no other is given. One that is not lowered says
        why."""
        text, span = " ".join((text or text_of(node, self.source)).split()), self.span(node)
        test = self.attempted(lambda: self.condition(node), node)
        return lambda: GhostCondition(kind, *_or_reason(test(), text, span))

    def measure(self, node: Node) -> Callable[[], Measure | None]:
        """The `decreases` of a loop or method; None where there is none, and where it is `*`."""
        listed = [measure_part for clause in nodes(node, "decreases") for measure_part in nodes(clause)]
        if not self.checked or not listed or any(name_of(measure_part) == "wildcard" for measure_part in listed):
            return lambda: None
        text = ", ".join(" ".join(text_of(measure_part, self.source).split()) for measure_part in listed)
        measure_makers = [self.attempted(partial(self.term, measure_part), measure_part) for measure_part in listed]

        def build() -> Measure:
            measure_terms = [make_term() for make_term in measure_makers]
            # One part that is not lowered makes the whole measure unknown: a tuple without it decreases elsewhere.
            terms = tuple(term for term, _ in measure_terms if term is not None)
            problem = next((reason for term, reason in measure_terms if term is None), "")
            return Measure(None if problem else terms, text, self.span(listed[0]), problem)

        return build

    def frames(self, node: Node) -> Callable[[], Frames | None]:
        """What a method may change; None where nobody asks for that."""
        if not (self.checked or self.testing):
            return lambda: None
        clauses = nodes(node, "modifies")
        listed = [
            frame_part
            for clause in clauses
            for frame in nodes(nodes(clause)[0])
            for frame_part in (nodes(frame) if name_of(frame) == "set_display" else [frame])
        ]
        frame_makers = [self.attempted(partial(self.frame, frame_part), frame_part) for frame_part in listed]
        text = ", ".join(text_of(frame_part, self.source) for frame_part in listed) or "nothing"

        def build() -> Frames:
            frame_terms = [make_frame() for make_frame in frame_makers]
            # One part that is not lowered makes the frame unknown, for it may allow anything.
            frames_read = tuple(frame_read for frame_read, _ in frame_terms if frame_read is not None)
            problem = next((reason for frame_read, reason in frame_terms if frame_read is None), "")
            return Frames(None if problem else frames_read, text, self.span(clauses[0] if clauses else node), problem)

        return build

    def frame(self, node: Node) -> Callable[[], tuple[Term | FieldPlace, str]]:
        """One of what `modifies` lists, with the name of the field that it is about. Raises Unsupported."""
        if name_of(node) == "wildcard":
            raise Unsupported("modifies *", self.span(node))
        if name_of(node) != "frame_field":
            value, _ = self.value(node, None)
            return lambda: (value(), "")
        name = formal_name(node)
        owner = self.term(nodes(node)[0], OBJECT) if nodes(node) else _this
        return lambda: (owner(), name)

    def attempted(self, visit: Callable[[], Callable[[], T]], node: Node) -> Callable[[], tuple[T | None, str]]:
        """What is made of ghost code, or why it is not lowered."""
        try:
            with contained(self.span(node)):
                make = visit()
        except Unsupported as error:
            reason = error.construct
            return lambda: (None, reason)

        def build() -> tuple[T | None, str]:
            try:
                with contained(self.span(node)):
                    return make(), ""
            except Unsupported as error:
                return None, error.construct

        return build

    def fresh(self, base: str) -> Name:
        """A variable that no text has."""
        self._count += 1
        return hidden_variable(base, self._count)

    # -- variables

    def declare(self, name: Name, sort: Sort, typed: Type | None = None) -> None:
        """A local variable from here on."""
        if name == "_":
            return
        sort = named_sort(sort)
        self.scope = self.scope.bind(Binder(name, sort))
        self.own.append(name)
        self.hide_results([name])
        self.written_types.pop(name, None)
        if typed is not None:
            self.written_types[name] = typed
        if sort.kind == MATRIX:
            self.scope = with_matrix(self.scope, name, sort, name)
        elif typed is not None and typed.kind is not None and sort == OBJECT:
            self.hold(name, typed.kind, typed.arguments)
        elif typed is not None:
            self.scope = self.scope.holding({name: typed.instance})

    def hide_results(self, names: Iterable[Name]) -> None:
        """Results with these names cannot be assigned from here on."""
        self.hidden_results |= self.result_sorts.keys() & set(names)

    def unset(self, target: Binder, typed: Type | None, span: Span | None = None) -> Arbitrary:
        """A variable that nobody gives a value, of a type that may have fewer values than its sort."""
        return Arbitrary(target, span) if typed is None else unset_variable(target, typed.whole, typed.unset, span)

    def hold(self, name: Name, kind: str, arguments: Sequence[Sort]) -> None:
        """A variable is an object of this class or trait from here on."""
        parameters = self.names.classes[kind].parameters
        reference = Reference(kind, name, tuple(zip(parameters, arguments, strict=False)))
        scope = with_object(self.names, self.scope, name, reference)
        if scope.allocated is not None:
            # After `var n := c; n.x := 5;`, `old(n.x)` is the field that the object n is now had at the beginning.
            fields = (variable for variable in scope.variables if is_field_of(variable, name))
            scope = evolve(scope, modified=scope.modified.union(fields))
        self.scope = scope

    def held(self, node: Node) -> tuple[Callable[[], FieldPlace], Sort] | None:
        """The array that an expression reads from a field of an object, and the sort of its elements; None for other
        expressions."""
        pair = self.field_place(node)
        if pair is None or pair[1].kind != HELD_ARRAY:
            return None
        return pair[0], pair[1].args[0]

    def field_place(self, node: Node) -> tuple[Callable[[], FieldPlace], Sort] | None:
        """`c.x`, or `x` for a field of `this`: the place and its sort, that of a held array among others; None where
        the expression is something else."""
        if name_of(node) == "name":
            field_name, kind = str(node.children[0]), self.own_class()
            # A local variable hides a field of the same name.
            if field_name in self.scope.variables or kind is None:
                return None
            subject = _this
            types: Mapping[str, Sort] = {}
        elif name_of(node) == "member":
            pair = static_class(self.engine, nodes(node)[0], self.scope)
            if pair is None or pair[0] not in self.names.classes:
                return None
            kind, field_name = pair[0], str(node.children[1])
            if field_name not in fields_of(self.names, kind):  # of a tuple or map that holds such objects
                return None
            subject = self.term(nodes(node)[0], OBJECT)
            types = dict(zip(self.names.classes[kind].parameters, pair[1], strict=False))
        else:
            return None
        stored = fields_of(self.names, kind).get(field_name)
        if stored is None:
            return None
        if stored.sort is None:
            raise Unsupported(f"the field {field_name} of {kind} ({stored.problem})", self.span(node))
        # A class's fields are declared over its type parameters, of which this object has its own arguments.
        return (lambda: FieldPlace(subject(), field_name)), replace_sorts(stored.sort, types)

    def own_class(self) -> str | None:
        reference = self.scope.objects.get("this")
        return None if reference is None else reference.type

    def value(self, node: Node, expected: Sort | None) -> tuple[Callable[[], Term | FieldPlace], Sort]:
        """What is assigned or given, and its sort: an array that an object holds is itself, not its elements."""
        pair = self.held(node)
        if pair is not None:
            sort = array_of(pair[1])
            if expected is not None:
                self.engine.inference.unify(sort, expected, self.span(node))
            return pair[0], sort
        engine, scope = self.engine, self.scope
        draft = engine.infer(node, scope) if expected is None else engine.check(node, expected, scope)
        return self.built(draft, node), engine.inference.shallow(draft.sort)


def _makes_function_of_state(term: Term, datatypes: Mapping[str, Datatype]) -> bool:
    """Is it the call of a function on what may change, with a value that may hold a function? That would read what the
    call is given, and not what it is when it is called itself."""
    if term.op != "call" or is_heap_read(term.data) or not may_hold("Function", term.sort, datatypes):
        return False
    return any(is_field(name) or sort.kind in ("Array", MATRIX) for name, sort in free_variables(term))


def _this() -> Term:
    return var("this", OBJECT)


def _or_reason(term_and_problem: tuple[Term | None, str], text: str, span: Span) -> tuple[Term | None, str, Span, str]:
    test, reason = term_and_problem
    return test, text, span, reason
