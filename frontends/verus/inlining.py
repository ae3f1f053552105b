"""Functions that bodies run in place: closures, the functions that take them, and those of the standard library.

A closure sees the variables of where it was made, as they are when it is called. A function that is run in place sees
its parameters alone. `return` leaves the innermost of them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from attrs import define

from ...core.ir.statements import Block, Break
from ...core.ir.terms import Term, var
from ...core.ir.updates import Update
from ...core.spans import Span
from . import tree as t
from .exec_values import NO_VALUE, ExecValues, HeldClosure, InlinedFrame, Surroundings
from .leaving import leaves
from .patterns import matched
from .places import RustPlace
from .scopes import DeclaredFunction, NameScope, Typed
from .types import LITERAL, RANGES, UNIT, VerusType, parameters_in, unify, with_parameters
from .verus_limits import LIMITS

OWNERS_OF_METHODS = frozenset({*RANGES, "char", "str", "String", "Vec", "Option", "Result", "Ordering", "bool"})


def is_mutable_reference(parameter: t.FnParameter) -> bool:
    """Is a parameter a mutable reference?"""
    return parameter.reference == "&mut" or (isinstance(parameter.type, t.TypeReference) and parameter.type.mutable)


@define(slots=True)
class ExecInlining(ExecValues):
    """Functions that are run in place."""

    # -- where they are run

    def surroundings(self) -> Surroundings:
        return Surroundings(dict(self.places), self.borrowed, self.frame, tuple(self.loops), self.path, self.foreign)

    @contextmanager
    def surrounded(self, around: Surroundings) -> Iterator[None]:
        """Lower what stands somewhere else."""
        before = self.surroundings()
        self._enter(around)
        try:
            yield
        finally:
            self._enter(before)

    def _enter(self, around: Surroundings) -> None:
        self.places, self.borrowed, self.frame = dict(around.places), around.borrowed, around.frame
        self.loops, self.path, self.foreign = list(around.loops), around.path, around.foreign

    def span(self, node: t.VerusNode) -> Span | None:
        """The place of what the body itself says: a function that is run in place is written somewhere else."""
        return None if self.foreign else ExecValues.span(self, node)

    def framed(self, lowered: Callable[[], Typed], kind: VerusType | None, node: t.VerusNode) -> Typed:
        """The value of a function that is run in place; `kind`: of its result, if that is known."""
        # A label that no program has: a `return` inside leaves this block, and no loop around the call.
        frame = InlinedFrame(self.fresh_name("'inlined"), self.fresh_name("returned"), kind)
        self.frame = frame
        value, statements = self.within_block(lowered)
        if not frame.left:
            self.emit(*statements)
            return value
        # Where something returns early, the value is in a variable, and the statements in a block that it leaves.
        if not leaves(statements):
            if value.term != NO_VALUE:
                statements.append(self._stored(frame, value, node))
            statements.append(Break(None, frame.label))
        self.emit(Block(tuple(statements), labels=(frame.label,)))
        if frame.type is None or frame.type == UNIT:
            return Typed(NO_VALUE, UNIT)
        kind = self.known(frame.type)
        return Typed(var(frame.result, self.sort(kind)), kind)

    def _stored(self, frame: InlinedFrame, value: Typed, node: t.VerusNode) -> Update:
        """The result of a function, in its variable."""
        if frame.type is None:
            # The first value that is returned decides, where the function does not say its type.
            frame.type = self.labelled(value, node).type
        kind = self.known(frame.type)
        value = self.settled(value, kind)
        self.learn(value.type, kind)
        self.learn(kind, value.type)
        if value.term.sort != self.sort(kind):
            raise self.unsupported(f"{value.type} returned as {kind}", node)
        return Update((frame.result,), (value.term,))

    def leave(self, value: Typed | None, node: t.VerusNode) -> None:
        frame = self.frame
        if frame is None:
            ExecValues.leave(self, value, node)
            return
        frame.left = True
        if value is not None and value.term != NO_VALUE:
            self.emit(self._stored(frame, value, node))
        # In place, a return leaves the block that stands for the body, and not the caller.
        self.emit(Break(None, frame.label))

    # -- closures

    def inlined(
        self, function: t.Expr, values: Sequence[Typed], scope: NameScope, expected: VerusType | None = None
    ) -> Typed:
        """The value of a function at arguments: its body, where it is called. Raises Unsupported for others."""
        value_of_function = self._function_value(function, scope)
        if value_of_function is not None:
            return self.applied(value_of_function, values)
        # A closure is not a value of the IR: its body is written out where it is called.
        held = self.closure_of(function, scope, len(values))
        closure = held.closure
        if len(closure.parameters) != len(values):
            raise self.unsupported(f"a closure with {len(values)} arguments", function)
        self.nested += 1
        try:
            if self.nested > LIMITS.nested_functions:
                raise self.unsupported(
                    f"functions run in place {LIMITS.nested_functions} times inside one another", function
                )
            # Its names mean what they did where it was written, not where it is called.
            with self.surrounded(held.surroundings):
                return self.framed(
                    lambda: self._body_of_closure(held, values, expected),
                    expected if closure.result is None else held.scope.types.read(closure.result.type),
                    function,
                )
        finally:
            self.nested -= 1

    def _body_of_closure(self, held: HeldClosure, values: Sequence[Typed], expected: VerusType | None) -> Typed:
        closure, scope = held.closure, held.scope
        variables = dict[str, Typed]()
        # A `break` in a closure cannot leave a loop around it (Rust reference, "Closure expressions").
        self.loops = []
        # Parameters are bound like patterns of `let`, with the values of the arguments.
        for parameter, value in zip(closure.parameters, values, strict=True):
            if parameter.type is not None:
                kind = scope.types.read(parameter.type)
                self.learn(value.type, kind)
                value = self.settled(value, kind)
            kept = value if value.term.op in ("var", "const") else self.kept(value, "argument")
            case = matched(self, parameter.pattern, kept, scope, closure.body)
            variables |= self._variables(case.variables, parameter.pattern)
        self.within_closure += 1
        try:
            return self.typed(closure.body, scope.binding(variables), expected)
        finally:
            self.within_closure -= 1

    def _function_value(self, function: t.Expr, scope: NameScope) -> Typed | None:
        """A parameter that is a function, as a value; None of others."""
        match function:
            case t.ExprUnary("&" | "&mut", inside):
                return self._function_value(inside, scope)
            case t.ExprPath(path) if len(path.segments) == 1 and path.text in scope.variables:
                value = scope.variables[path.text]
                return value if value.type.name == "fn" else None
            case _:
                return None

    def closure_of(self, function: t.Expr, scope: NameScope, arity: int) -> HeldClosure:
        """The closure that an expression is, with what its names mean; of the name of a function, one that calls it.
        Raises Unsupported."""
        match function:
            case t.ExprClosure():
                return HeldClosure(function, scope, self.surroundings())
            case t.ExprUnary("&" | "&mut", inside):
                return self.closure_of(inside, scope, arity)
            case t.ExprPath(path) if len(path.segments) == 1 and path.text in scope.variables:
                # The type of a variable names the closure, as in Rust, where each has a type of its own.
                held = self.closures.get(scope.variables[path.text].type.label)
                if held is not None:
                    return held
            case t.ExprPath(path) if self._names_function(path, scope):
                return HeldClosure(_calling(function, path, arity), scope, self.surroundings())
        raise self.unsupported("a function that is no closure, as a value", function)

    def _names_function(self, path: t.RustPath, scope: NameScope) -> bool:
        declared = self.declared_at(path, scope)
        if declared is not None and not declared.library:
            return not (declared.is_spec or declared.is_proof)
        of_method = len(path.names) == 2 and path.names[0] in OWNERS_OF_METHODS
        variant = self._variant(self.canonical(path), scope)
        return of_method or (variant is not None and variant[1].shape == "tuple")

    def holds_closure(self, node: t.Expr, scope: NameScope) -> bool:
        """Is an argument a closure, or a variable that holds one?"""
        match node:
            case t.ExprClosure():
                return True
            case t.ExprUnary("&" | "&mut", inside):
                return self.holds_closure(inside, scope)
            case t.ExprPath(path) if len(path.segments) == 1 and path.text in scope.variables:
                return scope.variables[path.text].type.name == "closure"
            case _:
                return False

    def closure_value(self, held: HeldClosure) -> Typed:
        """A variable's value that stands for a closure."""
        label = f"closure {len(self.closures)}"
        self.closures[label] = held
        return Typed(NO_VALUE, VerusType("closure", (), label))

    # -- functions

    def run_in_place(
        self,
        declared: DeclaredFunction,
        nodes: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        expected: VerusType | None = None,
    ) -> Typed:
        """The value of a function at arguments, of which some are closures: its body, where it is called. Raises
        Unsupported."""
        item = declared.item
        if item.body is None or len(item.parameters) != len(nodes):
            raise self.unsupported(f"{declared.qualified} with {len(nodes)} arguments", node)
        self.nested += 1
        try:
            if self.nested > LIMITS.nested_functions:
                raise self.unsupported(
                    f"functions run in place {LIMITS.nested_functions} times inside one another", node
                )
            return self._run_in_place(declared, nodes, scope, node, expected)
        finally:
            self.nested -= 1

    def _run_in_place(
        self,
        declared: DeclaredFunction,
        nodes: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        expected: VerusType | None,
    ) -> Typed:
        item = declared.item
        taken, result, types = self.signature(declared, scope)
        # Closures keep what their names mean; of a mutable reference the place is passed; other arguments are values.
        held, value_places = dict[int, HeldClosure](), list[int]()
        for number, (parameter, argument, kind) in enumerate(zip(item.parameters, nodes, taken, strict=True)):
            if self.holds_closure(argument, scope) or (
                kind.name == "fn" and self._function_value(argument, scope) is None
            ):
                held[number] = self.closure_of(argument, scope, len(kind.arguments) - 1)
            elif not is_mutable_reference(parameter):
                value_places.append(number)
        # A type with an open parameter is no expectation: the argument tells what the parameter is.
        wanted = [None if next(parameters_in(taken[number]), None) else taken[number] for number in value_places]
        values = dict(
            zip(value_places, self.ordered([nodes[number] for number in value_places], scope, wanted), strict=True)
        )
        places: dict[int, RustPlace] = {
            number: self.place(argument, scope)
            for number, argument in enumerate(nodes)
            if number not in held and number not in values
        }
        types_known = dict[str, VerusType]()
        for number, kind in enumerate(taken):
            if number in values:
                unify(kind, self.known(values[number].type), types_known)
            elif number in places:
                unify(kind, self.known(places[number].type), types_known)
        if expected is not None:
            unify(result, expected, types_known)
        path = f"{self.path}{node.at[0]}:{declared.qualified}:"
        # A type that nothing tells here is found by what the body does.
        instance = {
            generic: types_known.get(generic) or self.hole(node, f"{path}{generic}") for generic in declared.generics
        }
        result = self.known(with_parameters(result, instance))
        inner_types = types.with_names({name: with_parameters(kind, instance) for name, kind in types.names.items()})
        variables, inner_places = dict[str, Typed](), dict[str, RustPlace]()
        for number, parameter in enumerate(item.parameters):
            if not isinstance(parameter.pattern, t.PatIdent):
                raise self.unsupported("a parameter with a pattern", parameter)
            name = parameter.pattern.name
            if number in held:
                variables[name] = self.closure_value(held[number])
            elif number in places:
                inner_places[name] = places[number]
            else:
                variables[name] = self._passed(values[number], name)
        # The body sees its parameters and nothing of the caller; the places of mutable references are the caller's.
        inside = NameScope(variables, inner_types, owner=declared.owner_name, module=declared.module)
        around = Surroundings(inner_places, frozenset(), None, (), path, True)
        body = item.body
        assert body is not None
        with self.surrounded(around):
            value = self.framed(lambda: self.block(body, inside, result), result, node)
        if result == UNIT:
            return Typed(NO_VALUE, UNIT)
        # What the body gives may be the first to tell a type parameter, which the next round knows.
        self.learn(result, value.type)
        return self.settled(value, self.known(result))

    def _passed(self, value: Typed, name: str) -> Typed:
        """An argument, as a variable that nothing outside of the function changes."""
        own: Term = value.term
        return value if own.op == "const" else self.kept(value, name)

    def block(self, block: t.CodeBlock, scope: NameScope, expected: VerusType | None) -> Typed:
        raise NotImplementedError


def _calling(function: t.Expr, path: t.RustPath, arity: int) -> t.ExprClosure:
    """A closure that calls the function of a name."""
    names = [f"argument_{number}" for number in range(arity)]
    arguments = tuple(t.ExprPath(t.RustPath((t.PathSegment(name),))) for name in names)
    parameters = tuple(t.ClosureParameter(t.PatIdent(name)) for name in names)
    return t.ExprClosure(parameters, t.ExprCall(t.ExprPath(path, at=function.at), arguments, at=function.at))


def owner_in_library(kind: VerusType) -> str:
    """Whose methods a value of a type has in `std.rs`."""
    if kind.is_sequence and kind.name != "str":
        return "Vec"
    return "int" if kind.name in RANGES or kind.name == LITERAL else kind.label or kind.name
