"""Calls in bodies: of exec functions, whose bodies are run, of methods, and of macros."""

from collections.abc import Sequence

from attrs import define

from ...core.ir.build import eq, integer, ite, negate, op, sequence
from ...core.ir.sorts import INT
from ...core.ir.statements import Expect, If, OpaqueStatement, Return
from ...core.ir.terms import FALSE, Binder, Term, make, var
from ...core.ir.updates import Call
from . import tree as t
from .elaboration import SpecLowering
from .exec_collections import entry_place, of_character, of_hashes, optional_place
from .exec_methods import exec_method
from .exec_values import NO_VALUE, USIZE, TestedCondition
from .inlining import OWNERS_OF_METHODS, is_mutable_reference, owner_in_library
from .loops import ExecLoops
from .orders import default_value, less, order_method
from .pipelines import CONSUMERS
from .places import RustPlace
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    CHARACTER,
    LITERAL,
    RANGES,
    UNIT,
    VerusType,
    parameters_in,
    types_among,
    unify,
    with_parameters,
)
from .verus_limits import LIMITS

PLACEHOLDERS = frozenset({"unimplemented", "todo", "unreached", "unreachable"})


class NoBody(Exception):
    """A body says that there is none: `assume(false)`, `todo!()`."""


_LEAST = {"assert": 1, "debug_assert": 1, "assert_eq": 2, "assert_ne": 2}
"""The least number of arguments of a macro."""
_MAPS_AND_SETS = frozenset({"HashMap", "HashSet", "BTreeMap", "BTreeSet"})
_OF_SLICES = frozenset({"slice_subrange", "slice_to_vec", "slice_index_get"})
"""What programs call of `vstd::slice`, by names that are its own."""
_PURE = frozenset({"len", "contains", "is_empty", "as_ref", "as_str", "borrow", "deref", "view"})
"""Methods that are in bodies what they are in specifications."""


@define(slots=True)
class ExecCalls(ExecLoops):
    """Calls in bodies."""

    def _try(self, value: t.Expr, scope: NameScope, node: t.Expr) -> Typed:
        # Looked at three times: whether it is good, the error, and the value.
        tried = self.kept(self.typed(value, scope))
        kind = tried.type
        result = self.returned_type()
        if kind.name != "adt" or kind.label not in ("Option", "Result") or result is None or result.name != "adt":
            raise self.unsupported(f"`?` of {kind}", node)
        good = "Some" if kind.label == "Option" else "Ok"
        if kind.label == "Option":
            failure_value = op("datatype.make", data="None", sort=self.sort(result))
        else:
            # The error is passed on as it is: `From::from` of another error type would fail by its sort.
            failure = op("datatype.at", tried.term, data=("Err", "0"), sort=self.sort(kind.arguments[1]))
            failure_value = op("datatype.make", failure, data="Err", sort=self.sort(result))
        _, statements = self.within_block(lambda: self._left(Typed(failure_value, result), node))
        self.emit(If(negate(op("datatype.is", tried.term, data=good)), tuple(statements)))
        success_value = op("datatype.at", tried.term, data=(good, "0"), sort=self.sort(kind.arguments[0]))
        return Typed(success_value, kind.arguments[0])

    def _left(self, value: Typed, node: t.Expr) -> Typed:
        self.leave(value, node)
        return value

    def _repeated(
        self, value: t.Expr, length: t.Expr, scope: NameScope, expected: VerusType | None, name: str
    ) -> Typed:
        element_type = expected.element if expected is not None and expected.is_sequence else None
        element, size = self.ordered((value, length), scope, (element_type, USIZE))
        element = self.labelled(element, value)
        # The value is evaluated once and copied, so that a term which does not mention the index says all elements.
        binder = Binder(self.fresh_name("index"), INT)
        domain = op("range", integer(0), size.term)
        all_elements = op("seq.comprehension", domain, element.term, data=(binder,))
        return Typed(all_elements, VerusType(name, (element.type,)))

    def _macro(
        self,
        node: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        if len(arguments) < _LEAST.get(name, 0):
            raise self.unsupported(f"{name}! with {len(arguments)} arguments", node)
        # Macros that check stop the program; those that print do nothing that a specification could see.
        match name:
            case "vec" if not arguments:
                return self.empty("Vec", node, expected)
            case "assert" | "debug_assert":
                test = self._tested(arguments[0], scope).condition
                self.emit(Expect(test, "assert!", self.span(node)))
                return Typed(NO_VALUE, UNIT)
            case "assert_eq" | "assert_ne":
                first_value, second_value = self.pair(arguments[0], arguments[1], scope)
                are_equal = eq(first_value.term, second_value.term)
                self.emit(Expect(are_equal if name == "assert_eq" else negate(are_equal), f"{name}!", self.span(node)))
                return Typed(NO_VALUE, UNIT)
            case "panic" | "unreachable":
                # It stops here: the `Return` makes what follows unreachable.
                self.emit(Expect(FALSE, f"{name}!", self.span(node)), Return(None))
                return Typed(NO_VALUE, UNIT)
            case "println" | "print" | "eprintln" | "eprint":
                return Typed(NO_VALUE, UNIT)
            # A body that is still to be written.
            case "todo" | "unimplemented":
                raise NoBody
        return SpecLowering._macro(self, node, name, arguments, scope, expected)

    def display(self, elements: Sequence[t.Expr], scope: NameScope, expected: VerusType | None, name: str) -> Typed:
        if not elements:
            return self.empty(name, t.ExprTuple(()), expected)
        element_type = self.known(expected.element) if expected is not None and expected.is_sequence else None
        element_type = None if element_type is not None and element_type.name == "param" else element_type
        values = self.values_of(elements, scope, [element_type] * len(elements))
        kind = element_type or next(
            # A literal alone does not say how wide it is; an element with a type does.
            (element.type for element in values if element.type.name != LITERAL),
            values[0].type,
        )
        for value in values:
            self.learn(value.type, kind)
            if value.term.sort != self.sort(kind):
                raise self.unsupported(f"elements that are not of {kind}", elements[0])
        all_elements = sequence([value.term for value in values], self.sort(kind))
        return Typed(all_elements, VerusType(name, (self.known(kind),)))

    def empty(self, name: str, node: t.Expr, expected: VerusType | None) -> Typed:
        """An empty sequence, of what may be known later."""
        element = expected.element if expected is not None and expected.is_sequence else self.hole(node)
        element = self.known(element)
        kind = VerusType(name, (element,))
        return Typed(op("seq.literal", sort=self.sort(kind)), kind)

    def _call(
        self,
        node: t.Expr,
        function: t.Expr,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        if isinstance(function, t.ExprClosure):
            return self.inlined(function, self.ordered(arguments, scope, [None] * len(arguments)), scope, expected)
        if not isinstance(function, t.ExprPath):
            raise self.unsupported("a call of a function value in a body", node)
        path = self.canonical(function.path)
        name = path.names[-1]
        # A closure that a variable holds is run in place.
        if len(path.names) == 1 and name in scope.variables and scope.variables[name].type.name == "closure":
            kinds: list[VerusType | None] = [None] * len(arguments)
            return self.inlined(function, self.ordered(arguments, scope, kinds), scope, expected)
        declared = self.declared_at(function.path, scope)
        # What is declared in the file is called; specification functions do not exist at run time.
        if declared is not None and not declared.library:
            if declared.is_spec or declared.is_proof:
                raise self.unsupported(f"a call of {declared.qualified} in a body", node)
            return self.calling(declared, arguments, scope, node, expected=expected)
        # Containers of the standard library are sequences: `new` is empty, whatever the capacity.
        if len(path.names) > 1 and path.names[-2] in ("Vec", "VecDeque", "String"):
            if name in ("new", "with_capacity"):
                if path.names[-2] == "String":
                    return Typed(
                        make("const", (), self.sort(VerusType("str", (CHARACTER,))), ()), VerusType("str", (CHARACTER,))
                    )
                written = [argument for segment in path.segments for argument in segment.arguments]
                element = self._written_element(written, scope)
                wanted_type = VerusType("Vec", (element,)) if element is not None else expected
                # The capacity is evaluated, since it may panic.
                for argument in arguments:
                    self.typed(argument, scope, USIZE)
                return self.empty("Vec", node, wanted_type)
            if name == "from" and len(arguments) == 1:
                element = next(
                    (scope.types.read(type_argument) for type_argument in types_among(path.segments[-2].arguments)),
                    None,
                )
                wanted_type = expected if element is None else VerusType("Vec", (element,))
                return self.typed(arguments[0], scope, wanted_type)
        if len(path.names) > 1 and path.names[-2] in _MAPS_AND_SETS and name in ("new", "with_capacity"):
            for argument in arguments:
                self.typed(argument, scope, USIZE)
            return self._empty_hashes(path, scope, expected, node)
        # `T::default()`, and functions of the standard library that are no methods.
        if name == "default" and len(path.names) > 1 and not arguments:
            kind = self._type_before(path, scope) or expected
            if kind is not None:
                return Typed(default_value(self, self.known(kind), node), self.known(kind))
        if name == "unspecified" and self.foreign:
            self.emit(OpaqueStatement("what the standard library leaves open"))
            return Typed(NO_VALUE, UNIT)
        if (name in ("take", "replace") and path.names[-2:-1] == ("mem",)) or name in _OF_SLICES:
            return self.run_in_place(self.standard["", name], arguments, scope, node, expected)
        # A conversion from a smaller type is a cast that loses nothing.
        if len(path.names) == 2 and path.names[0] in RANGES and name == "from" and len(arguments) == 1:
            return self.cast(self.typed(arguments[0], scope), VerusType(path.names[0]), scope, node)
        if name in ("min", "max") and len(arguments) == 2:
            first_value, second_value = self.pair(arguments[0], arguments[1], scope, expected)
            test = op("le" if name == "min" else "ge", first_value.term, second_value.term)
            return Typed(ite(test, first_value.term, second_value.term), first_value.type)
        # `mem::swap` reads both places before it writes either.
        if name == "swap" and len(arguments) == 2:
            first, second = (self.place(argument, scope) for argument in arguments)
            kept = self.kept(Typed(first.read(), first.type))
            self.write(first, second.read(), node)
            self.write(second, kept.term, node)
            return Typed(NO_VALUE, UNIT)
        if name in PLACEHOLDERS:
            raise NoBody
        # `T::method(x)` is `x.method()`.
        if len(path.names) == 2 and path.names[0] in OWNERS_OF_METHODS and arguments and name not in ("new", "from"):
            call = t.ExprMethodCall(arguments[0], name, (), tuple(arguments[1:]), at=node.at)
            return self._method(call, call.receiver, name, call.arguments, scope, expected)
        return SpecLowering._call(self, node, function, arguments, scope, expected)

    def compared_otherwise(self, operator: str, one: Typed, other: Typed, node: t.VerusNode) -> Term:
        kind = self.known(one.type)
        if operator in ("<", ">="):
            before = less(self, kind, one.term, other.term, node)
            return before if operator == "<" else negate(before)
        after = less(self, kind, other.term, one.term, node)
        return after if operator == ">" else negate(after)

    def _type_before(self, path: t.RustPath, scope: NameScope) -> VerusType | None:
        """The type before the last name of a path; None where that is a trait."""
        before = path.segments[:-1]
        if before[-1].name == "Default":
            return scope.types.read(path.owner) if path.owner is not None else None
        return scope.types.read(t.TypePath(t.RustPath(before)))

    def _written_element(self, written: Sequence[t.GenericArgument], scope: NameScope) -> VerusType | None:
        for type_argument in written:
            if isinstance(type_argument, t.TypePath | t.TypeTuple | t.TypeReference | t.TypeArray):
                return scope.types.read(type_argument)
        return None

    def _empty_hashes(self, path: t.RustPath, scope: NameScope, expected: VerusType | None, node: t.Expr) -> Typed:
        """A new hash map or hash set, of what may be known later."""
        name = path.names[-2].removeprefix("Hash").removeprefix("BTree")
        label = path.names[-2] if path.names[-2].startswith("BTree") else ""
        written = [
            scope.types.read(argument) for segment in path.segments for argument in types_among(segment.arguments)
        ]
        count = 2 if name == "Map" else 1
        if expected is not None and expected.name == name:
            written = list(expected.arguments)
        if len(written) != count:
            # What is put in later says what the types are.
            written = [self.hole(node, suffix) for suffix in "kv"[:count]]
        kind = self.known(VerusType(name, tuple(written), label))
        return Typed(op("map.literal" if name == "Map" else "set.literal", sort=self.sort(kind)), kind)

    def place(self, node: t.Expr, scope: NameScope) -> RustPlace:
        """The place that an expression is: of `unwrap`, that of what is there."""
        match node:
            case t.ExprMethodCall(receiver, "unwrap" | "expect", _, _):
                optional = optional_place(self, receiver, scope)
                if optional is not None:
                    test, inner_place = optional
                    # The panic comes before the place is used.
                    self.emit(Expect(test, "unwrap of nothing", self.span(node)))
                    return inner_place
            case t.ExprMethodCall() if (entry := entry_place(self, node, scope)) is not None:
                return entry
            case t.ExprMethodCall(receiver, "as_mut" | "as_mut_slice" | "as_mut_vec", _, ()):
                return self.place(receiver, scope)
        return ExecLoops.place(self, node, scope)

    def _tested(self, node: t.Expr, scope: NameScope) -> TestedCondition:
        match node:
            case t.ExprLet(t.PatTupleStruct(path, (t.PatIdent(name) as pattern,)), value) if path.text == "Some":
                optional = optional_place(self, value, scope)
                if optional is not None:
                    test, optional_target = optional
                    held = {name: Typed(optional_target.read(), self.known(optional_target.type))}
                    return TestedCondition(test, ((held, pattern, optional_target),))
        return ExecLoops._tested(self, node, scope)

    def calling(
        self,
        declared: DeclaredFunction,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        receiver: t.Expr | None = None,
        expected: VerusType | None = None,
    ) -> Typed:
        """The call of an exec function: its body is run, and what it changes comes back."""
        # The types of the parameters, and of the result, as declared.
        taken, result, _ = self.signature(declared, scope)
        nodes = [*([] if receiver is None else [receiver]), *arguments]
        # A function that takes functions is run where it is called: a closure changes what is there.
        if any(kind.name == "fn" for kind in taken):
            return self.run_in_place(declared, nodes, scope, node, expected)
        if len(nodes) != len(taken):
            raise self.unsupported(f"{declared.qualified} with {len(arguments)} arguments", node)
        name = declared.qualified
        # Open type parameters are settled by the arguments.
        parameter_types = [None if next(parameters_in(kind), None) else kind for kind in taken]
        values = self.ordered(nodes, scope, parameter_types)
        if declared.generics:
            name, instance = self._instance(declared, taken, values, result, expected, node)
            taken = tuple(with_parameters(kind, instance) for kind in taken)
            result = with_parameters(result, instance)
        # The sorts have to fit, or the call would be of another function.
        for value, kind in zip(values, taken, strict=True):
            if value.term.sort != self.sort(kind):
                raise self.unsupported(f"{declared.qualified} with an argument of type {value.type}", node)
        places, back = list[str](), list[tuple[RustPlace, str]]()
        typed = Typed(NO_VALUE, UNIT)
        if result != UNIT:
            returned = self.fresh_name("returned")
            places.append(returned)
            typed = Typed(var(returned, self.sort(result)), result)
        # What the callee changes comes back by copy and is written to its place: the same as a reference, since Rust
        # allows no alias of it.
        for parameter, argument in zip(declared.item.parameters, nodes, strict=True):
            if is_mutable_reference(parameter):
                copy = self.fresh_name("changed")
                places.append(copy)
                back.append((self.place(argument, scope), copy))
        terms = tuple(value.term for value in values)
        self.emit(Call(name, terms, tuple(places), span=self.span(node)))
        # Written in the order of the parameters, after the call.
        for changed_place, copy in back:
            self.write(changed_place, var(copy, self.sort(changed_place.type)), node)
        return typed

    def _of_standard(
        self, node: t.ExprMethodCall, kind: VerusType, scope: NameScope, expected: VerusType | None
    ) -> Typed | None:
        """A method of `std.rs`, or one that compares; None of another one."""
        declared = self.standard.get((owner_in_library(kind), node.name))
        if declared is not None:
            return self.run_in_place(declared, (node.receiver, *node.arguments), scope, node, expected)
        if len(node.arguments) == 1:
            return order_method(self, kind, node.name, (node.receiver, node.arguments[0]), scope, node)
        return None

    def _instance(
        self,
        declared: DeclaredFunction,
        taken: Sequence[VerusType],
        values: Sequence[Typed],
        result: VerusType,
        expected: VerusType | None,
        node: t.Expr,
    ) -> tuple[str, dict[str, VerusType]]:
        """The name of a generic function for the types of these arguments, and what its type parameters are then."""
        # Unification, as in specifications; literals are `i32`, as in Rust.
        types_known = dict[str, VerusType]()
        for kind, value in zip(taken, values, strict=True):
            unify(kind, self.known(value.type), types_known)
        if expected is not None:
            unify(result, expected, types_known)
        types_known = {name: VerusType("i32") if kind.name == LITERAL else kind for name, kind in types_known.items()}
        instance = {generic: types_known[generic] for generic in declared.generics if generic in types_known}
        # A type that is still open waits for another round.
        if len(instance) < len(declared.generics) or any(
            kind.name in ("param", "closure") for kind in types_known.values()
        ):
            raise self.unsupported(f"a call of {declared.qualified} for unknown types", node)
        # One routine for each choice of types: their ranges are part of what the body means.
        name = f"{declared.qualified}<{', '.join(map(str, instance.values()))}>"
        # The number of instances is limited, or polymorphic recursion would have no end.
        if len(self.instances) < LIMITS.instances:
            self.instances[name] = (declared, instance)
        return name, instance

    def _method(
        self,
        node: t.Expr,
        receiver: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        # The type of the receiver decides whose method it is, without its statements.
        kind = self.type_of_place(receiver, scope)
        declared = self.declared.get((kind.owner, name)) if kind is not None else None
        if declared is not None and not declared.library and not declared.is_spec:
            return self.calling(declared, arguments, scope, node, receiver, expected)
        # Consumers of iterators (`sum`, `fold`) run the whole chain as a loop.
        if name in CONSUMERS and isinstance(node, t.ExprMethodCall):
            value = self.consumed(node, scope, expected)
            if value is not None:
                return value
        # Adaptors alone make a sequence.
        chain = None if name in CONSUMERS else self.chain_of(node, scope)
        if chain is not None:
            return self.materialized(chain, scope, node)
        assert isinstance(node, t.ExprMethodCall)
        # Hash maps and sets, characters, and then methods of the standard library, in this order.
        if (kind is not None and kind.name in ("Map", "Set")) or name == "or_insert":
            return of_hashes(self, node, scope, kind or UNIT)
        if kind is not None and kind.name in ("char", "u8") and (of_char := of_character(self, node, scope)):
            return of_char
        method_value = exec_method(self, node, receiver, name, arguments, scope)
        if method_value is not None:
            return method_value
        if kind is not None and (value := self._of_standard(node, kind, scope, expected)) is not None:
            return value
        # Only methods without effects may be read as those of specifications.
        if name not in _PURE:
            raise self.unsupported(f"the method {name} of {kind or 'a value'} in a body", node)
        return SpecLowering._method(self, node, receiver, name, arguments, scope, expected)
