"""The bodies of a program by method, lowered one by one."""

import re
from collections.abc import Iterator, Mapping

from attrs import define, evolve, field
from lark import Token

from ....core.errors import InputError, Unsupported, contained
from ....core.ir.routines import Routine
from ....core.ir.sorts import OBJECT, Sort
from ....core.ir.statements import OpaqueStatement, Statement, statements_of
from ....core.ir.terms import Binder, Term, subterms, var
from ....core.ir.updates import FieldPlace, Update
from ....core.ir.variables import Name
from ....core.spans import Span
from ..classes import LARGEST_RANK, MOVE_NEXT, position_name
from ..collect import Declaration
from ..dafny_limits import LIMITS
from ..declarations import Declarations
from ..lowering.heap_scopes import instances_in, with_heap, with_held_arrays
from ..lowering.indices import position_function
from ..lowering.objects import instances_of, nullable_instances, value_sort
from ..lowering.reached import heap_functions
from ..lowering.states import with_allocated
from ..names import MethodSignature, SymbolTable
from ..syntax import Node, child, nodes, span_of, tokens
from ..type_guards import natural
from .control import Control
from .loops import of_parameters

_OLD = re.compile(r"\bold\s*\(")


@define(slots=True, eq=False)
class Routines(Mapping[str, Routine]):
    """Method → its body, for the methods of a program that have one. `ghosts`: the simple names of what is called in
    proofs only. `checked`: with the conditions of ghost code. `testing`: assertions, and comments between statements,
    are statements of the bodies. `headers`: without statements. `closed`: those of which a parameter of a trait's type
    is one of the class that stands for the trait in `standing`."""

    state: Declarations
    declared: Mapping[str, Declaration]
    ghosts: frozenset[str]
    checked: bool = False
    testing: bool = False
    headers: bool = False
    closed: frozenset[str] = frozenset()
    standing: Mapping[str, str] = field(factory=dict)
    _known: dict[str, Routine] = field(factory=dict)

    def __getitem__(self, name: str) -> Routine:
        if name not in self._known:
            # The body of a trait's method is one of a class that extends the trait.
            self.state.standing = self.standing if name in self.closed else {}
            try:
                routine = self._known[name] = evolve(self._lowered(self.declared[name]), name=name)
            finally:
                self.state.standing = {}
            self._declare_what_is_read(routine)
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self.declared  # Whoever asks that need not wait for the body.

    def __iter__(self) -> Iterator[str]:
        return iter(self.declared)

    def __len__(self) -> int:
        return len(self.declared)

    def with_checks(self) -> "Routines":
        """The same bodies with the conditions of their ghost code."""
        return evolve(self, checked=True, known={})

    def with_bodies(self, bodies: Mapping[str, Declaration], standing: Mapping[str, str]) -> "Routines":
        """The same with these for methods of traits. Those that are lowered already and are none of them stay."""
        kept_routines = {name: routine for name, routine in self._known.items() if name not in bodies}
        declared, closed = {**self.declared, **bodies}, frozenset(bodies)
        return evolve(self, declared=declared, closed=closed, standing=standing, known=kept_routines)

    def _declare_what_is_read(self, routine: Routine) -> None:
        """Declare the functions behind fields of objects and elements of array2, which no text declares."""
        functions = self.state.functions
        terms = [term for statement in statements_of(routine.body) for term in _terms(statement)]
        for name, function in heap_functions(terms, self.state.names).items():
            functions.setdefault(name, function)
        for rank in range(2, LARGEST_RANK + 1):
            if any(
                subterm.op == "call" and subterm.data == position_name(rank)
                for term in terms
                for subterm in subterms(term)
            ):
                functions.setdefault(position_name(rank), position_function(rank))

    def _lowered(self, declared: Declaration) -> Routine:
        """A body; one that cannot be lowered as a whole is a statement that is not supported."""
        span = span_of(declared.node, declared.source)
        self.state.source = declared.source
        try:
            with contained(span):
                return self._routine(declared)
        except Unsupported as error:
            refused = OpaqueStatement(error.construct, error.span or span)
        except InputError as error:
            refused = OpaqueStatement(f"a body that cannot be read ({error})", span)
        signature, text = self._declared_signature(declared), declared.source.text
        parameters_of_method = signature.parameters
        # Nothing is known of its parameters: all may be ghost.
        ghosts = frozenset(binder.name for binder in parameters_of_method)
        return Routine(
            declared.qualified, parameters_of_method, signature.targets, (refused,), (), span, text, ghosts=ghosts
        )

    def _declared_signature(self, declared: Declaration) -> MethodSignature:
        """The declared signature of a method, or of the trait's method that is read as a member of a class."""
        names = self.state.names
        found = names.member(names.methods, declared.owner, declared.name) if declared.owner else None
        return found or names.methods[declared.qualified]

    def _routine(self, declared: Declaration) -> Routine:
        state, node = self.state, declared.node
        written_out = not self.headers and not makes_iterator(declared, state.names)
        start = text_end = 0
        bodies: tuple[Token, ...] = ()
        if written_out:
            (body,) = tokens(node, "BODY", "TEST_BODY")
            start, text_end = (body.start_pos or 0) + 1, (body.end_pos or 0) - 1
            bodies = declared.bodies or (body,)
        span = span_of(node, declared.source)
        if any(len(body) > LIMITS.body_characters for body in bodies):
            raise Unsupported(f"a body of more than {LIMITS.body_characters:,} characters", span)
        scope = state.scope(declared)
        inputs = state.formals(child(node, "formals"), scope, matrices=True)
        written = child(node, "results")
        results = state.formals(None if written is None else nodes(written)[0], scope, matrices=True)
        binders = [Binder(binder.name, value_sort(binder.sort)) for binder, _, _ in (*inputs, *results)]
        scope = scope if scope.receiver is None else scope.bind(Binder("this", scope.receiver))
        scope = state.with_objects(scope.bind(*binders), declared, inputs)
        scope = state.with_formals(scope, results)
        instances = instances_in(state.names, scope, declared.owner)
        scope = with_heap(state.names, scope, instances)
        if not self.testing:
            scope = evolve(with_held_arrays(state.names, scope, instances), executed=True)
        outputs = tuple(binders[len(inputs) :])
        two_states = self.checked or _OLD.search(declared.source.text, start, text_end) is not None
        if two_states:
            earlier = frozenset(scope.variables)
            arrays = tuple(binder.name for binder in binders if binder.sort.kind == "Array")
            scope = evolve(with_allocated(scope, arrays), modified=earlier)
        source, functions, testing = declared.source, state.functions, self.testing
        control = Control(state.names, source, functions, self.ghosts, scope, outputs, self.checked, testing=testing)
        ghosts = frozenset(
            binder.name for binder, _, formal_node in (*inputs, *results) if "ghost" in _modifiers(formal_node)
        )
        control.ghost_names.update(ghosts)
        control.written_types.update((binder.name, typed) for binder, typed, _ in (*inputs, *results))
        measure, frames = control.measure(node), control.frames(node)
        parameters = tuple(binders[: len(inputs)])
        statements: tuple[Statement, ...] = () if self.headers else tuple(map(_kept, parameters))
        if written_out:
            # 0 is a natural number: what such a result has at first is what its sort has.
            few = [(b, typed) for b, (_, typed, _) in zip(outputs, results, strict=True) if typed.whole is not natural]
            unset = (control.unset(binder, typed) for binder, typed in few if typed.whole is not None)
            statements = (*unset, *control.whole(bodies, declared.implied))
        named = {"this", *(binder.name for binder in parameters)}
        constructed: Name | None = "this" if node.children[0] == "constructor" else None
        if self.headers:
            named.update(binder.name for binder in outputs)
            constructed = constructed or state.names.methods[declared.qualified].made
        objects = instances_of(state.names, scope, named, constructed)
        texts = {source.file_text(body.start_pos or 0) for body in bodies} or {source.file_text(0)}
        text = texts.pop() if len(texts) == 1 else ""
        decreasing = measure()
        if self.checked and not nodes(node, "decreases"):
            decreasing = of_parameters(parameters, span)
        more = decreasing, frames(), declared.owner in state.names.iterators and declared.name == MOVE_NEXT
        nullable = nullable_instances(state.names, inputs)
        return Routine(
            declared.qualified,
            parameters,
            outputs,
            statements,
            objects,
            span,
            text,
            two_states,
            *more,
            nullable,
            ghosts,
        )


def makes_iterator(declared: Declaration, names: SymbolTable) -> bool:
    """Is it the constructor of an iterator, which nobody writes?"""
    return declared.owner in names.iterators and declared.name == "constructor"


def _kept(parameter: Binder) -> Statement:
    """A parameter of an iterator becomes its field."""
    return Update((FieldPlace(var("this", OBJECT), parameter.name),), (var(parameter.name, parameter.sort),))


def _terms(statement_part: object) -> Iterator[Term]:
    """The terms of a statement or place, those of statements in it aside."""
    if isinstance(statement_part, Term):
        yield statement_part
    elif isinstance(statement_part, tuple):
        for inner_part in statement_part:
            yield from _terms(inner_part)
    # Statements and places differ in their fields, and any of these may be a term.
    elif not isinstance(statement_part, Sort | Span | Binder):
        for name in getattr(type(statement_part), "__slots__", ()):
            if name not in _BLOCKS and not name.startswith("__"):
                yield from _terms(getattr(statement_part, name))


_BLOCKS = frozenset({"body", "then", "orelse", "final"})


def _modifiers(formal: Node) -> set[str]:
    node = child(formal, "formal_modifiers")
    return set() if node is None else {str(modifier) for modifier in node.children}
