"""Calls in bodies: of exec functions, whose bodies are run, of methods, and of macros."""

from collections.abc import Sequence

from attrs import define

from ...core.ir.build import eq, integer, ite, negate, op
from ...core.ir.sorts import INT
from ...core.ir.statements import Expect, If, Return
from ...core.ir.terms import FALSE, Binder, make, var
from ...core.ir.updates import Call
from . import tree as t
from .elaboration import SpecLowering
from .exec_methods import exec_method
from .exec_values import NO_VALUE, USIZE
from .loops import ExecLoops
from .places import RustPlace
from .scopes import DeclaredFunction, NameScope, Typed
from .types import (
    CHARACTER,
    LITERAL,
    UNIT,
    VerusType,
)

PLACEHOLDERS = frozenset({"unimplemented", "todo", "unreached", "unreachable"})


class NoBody(Exception):
    """A body says that there is none: `assume(false)`, `todo!()`."""


@define(slots=True)
class ExecCalls(ExecLoops):
    """Calls in bodies."""

    def _try(self, value: t.Expr, scope: NameScope, node: t.Expr) -> Typed:
        found = self.kept(self.typed(value, scope))
        kind = found.type
        if kind.name != "adt" or kind.label not in ("Option", "Result") or self.result is None:
            raise self.unsupported(f"`?` of {kind}", node)
        good = "Some" if kind.label == "Option" else "Ok"
        result = self.result.type
        if kind.label == "Option":
            left = op("datatype.make", data="None", sort=self.sort(result))
        else:
            failure = op("datatype.at", found.term, data=("Err", "0"), sort=self.sort(kind.arguments[1]))
            left = op("datatype.make", failure, data="Err", sort=self.sort(result))
        _, statements = self.within_block(lambda: self._left(Typed(left, result), node))
        self.emit(If(negate(op("datatype.is", found.term, data=good)), tuple(statements)))
        inner = op("datatype.at", found.term, data=(good, "0"), sort=self.sort(kind.arguments[0]))
        return Typed(inner, kind.arguments[0])

    def _left(self, value: Typed, node: t.Expr) -> Typed:
        self.leave(value, node)
        return value

    def _repeated(
        self, value: t.Expr, length: t.Expr, scope: NameScope, expected: VerusType | None, name: str
    ) -> Typed:
        wanted = expected.element if expected is not None and expected.is_sequence else None
        element, size = self.ordered((value, length), scope, (wanted, USIZE))
        if element.type.name == LITERAL and not element.type.label:
            label = f"?{value.at[0]}"
            element = Typed(element.term, self.hints.get(label, VerusType(LITERAL, (), label)))
        binder = Binder(self.fresh_name("index"), INT)
        domain = op("range", integer(0), size.term)
        whole = op("seq.comprehension", domain, element.term, data=(binder,))
        return Typed(whole, VerusType(name, (element.type,)))

    def _macro(
        self,
        node: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        match name:
            case "vec" if not arguments:
                return self.empty("Vec", node, expected)
            case "assert" | "debug_assert":
                test = self._tested(arguments[0], scope).condition
                self.emit(Expect(test, "assert!", self.span(node)))
                return Typed(NO_VALUE, UNIT)
            case "assert_eq" | "assert_ne":
                one, other = self.pair(arguments[0], arguments[1], scope)
                same = eq(one.term, other.term)
                self.emit(Expect(same if name == "assert_eq" else negate(same), f"{name}!", self.span(node)))
                return Typed(NO_VALUE, UNIT)
            case "panic" | "unreachable":
                self.emit(Expect(FALSE, f"{name}!", self.span(node)), Return(None))
                return Typed(NO_VALUE, UNIT)
            case "println" | "print" | "eprintln" | "eprint":
                return Typed(NO_VALUE, UNIT)
            case "todo" | "unimplemented":
                raise NoBody
        return SpecLowering._macro(self, node, name, arguments, scope, expected)

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
        if not isinstance(function, t.ExprPath):
            raise self.unsupported("a call of a function value in a body", node)
        path = self.canonical(function.path)
        name = path.names[-1]
        declared = self._declared_at(path, scope)
        if declared is not None and not declared.library:
            if declared.is_spec or declared.is_proof:
                raise self.unsupported(f"a call of {declared.qualified} in a body", node)
            return self.calling(declared, arguments, scope, node)
        if len(path.names) > 1 and path.names[-2] in ("Vec", "VecDeque", "String"):
            if name in ("new", "with_capacity"):
                if path.names[-2] == "String":
                    return Typed(
                        make("const", (), self.sort(VerusType("str", (CHARACTER,))), ()), VerusType("str", (CHARACTER,))
                    )
                written = [argument for segment in path.segments for argument in segment.arguments]
                element = self._written_element(written, scope)
                wanted = VerusType("Vec", (element,)) if element is not None else expected
                for argument in arguments:
                    self.typed(argument, scope, USIZE)
                return self.empty("Vec", node, wanted)
            if name == "from" and len(arguments) == 1:
                return self.typed(arguments[0], scope, expected)
        if name in ("min", "max") and len(arguments) == 2:
            one, other = self.pair(arguments[0], arguments[1], scope, expected)
            test = op("le" if name == "min" else "ge", one.term, other.term)
            return Typed(ite(test, one.term, other.term), one.type)
        if name == "swap" and len(arguments) == 2:
            first, second = (self.place(argument, scope) for argument in arguments)
            kept = self.kept(Typed(first.read(), first.type))
            self.write(first, second.read(), node)
            self.write(second, kept.term, node)
            return Typed(NO_VALUE, UNIT)
        if name in PLACEHOLDERS:
            raise NoBody
        return SpecLowering._call(self, node, function, arguments, scope, expected)

    def _written_element(self, written: Sequence[t.GenericArgument], scope: NameScope) -> VerusType | None:
        for each in written:
            if isinstance(each, t.TypePath | t.TypeTuple | t.TypeReference | t.TypeArray):
                return scope.types.read(each)
        return None

    def calling(
        self,
        declared: DeclaredFunction,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        receiver: t.Expr | None = None,
    ) -> Typed:
        """The call of an exec function: its body is run, and what it changes comes back."""
        taken, result, _ = self.signature(declared, scope)
        if declared.generics:
            raise self.unsupported(f"a call of {declared.qualified}, which is generic,", node)
        nodes = [*([] if receiver is None else [receiver]), *arguments]
        if len(nodes) != len(taken):
            raise self.unsupported(f"{declared.qualified} with {len(arguments)} arguments", node)
        values = self.ordered(nodes, scope, taken)
        for value, kind in zip(values, taken, strict=True):
            if value.term.sort != self.sort(kind):
                raise self.unsupported(f"{declared.qualified} with an argument of type {value.type}", node)
        places, back = list[str](), list[tuple[RustPlace, str]]()
        typed = Typed(NO_VALUE, UNIT)
        if result != UNIT:
            name = self.fresh_name("returned")
            places.append(name)
            typed = Typed(var(name, self.sort(result)), result)
        for parameter, each in zip(declared.item.parameters, nodes, strict=True):
            if changes(parameter):
                copy = self.fresh_name("changed")
                places.append(copy)
                back.append((self.place(each, scope), copy))
        terms = tuple(value.term for value in values)
        self.emit(Call(declared.qualified, terms, tuple(places), span=self.span(node)))
        for place, copy in back:
            self.write(place, var(copy, self.sort(place.type)), node)
        return typed

    def _method(
        self,
        node: t.Expr,
        receiver: t.Expr,
        name: str,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        expected: VerusType | None,
    ) -> Typed:
        kind = self.type_of_place(receiver, scope)
        declared = self.declared.get((kind.label or kind.name, name)) if kind is not None else None
        if declared is not None and not declared.library and not declared.is_spec:
            return self.calling(declared, arguments, scope, node, receiver)
        found = exec_method(self, node, receiver, name, arguments, scope)
        if found is not None:
            return found
        return SpecLowering._method(self, node, receiver, name, arguments, scope, expected)


def changes(parameter: t.FnParameter) -> bool:
    """Is a parameter a mutable reference?"""
    return parameter.reference == "&mut" or (isinstance(parameter.type, t.TypeReference) and parameter.type.mutable)
