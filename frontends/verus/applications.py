"""Calls of declared functions, for the types that they are called with, and of function values."""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve

from ...core.ir.build import (
    call,
    conj,
    op,
)
from ...core.ir.contracts import Function
from ...core.ir.substitution import instantiate
from ...core.ir.terms import Binder, Term
from . import tree as t
from .modules import OTHER_CRATES, is_elsewhere
from .scopes import DeclaredFunction, NameScope, Typed, bound_functions, parameter_name
from .structures import StructureLowering
from .types import (
    BUILT_IN_TYPES,
    INTEGER,
    LITERAL,
    UNIT,
    TypeScope,
    VerusType,
    unify,
    with_parameters,
)
from .verus_limits import LIMITS

_USED_AS = re.compile(r"when_used_as_spec\s*\(\s*(\w+)\s*\)")


@define(slots=True)
class ApplicationLowering(StructureLowering):
    """Calls of declared functions."""

    def canonical(self, path: t.RustPath) -> t.RustPath:
        """A path with the names that its parts have where they are declared."""
        if self.renamed.keys().isdisjoint(path.names):
            return path
        renamed_segments = tuple(
            evolve(segment, name=self.renamed.get(segment.name, segment.name)) for segment in path.segments
        )
        return evolve(path, segments=renamed_segments)

    def _old(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed:
        scope_before = evolve(scope, variables={**scope.variables, **scope.before}, before={})
        return self.typed(node, scope_before, expected)

    def declared_at(self, path: t.RustPath, scope: NameScope) -> DeclaredFunction | None:
        # Modules first, as the path is written: what a module declares, or brings into scope.
        if path.owner is None:
            for module, name in self.modules.leads_to(path.names, scope.module):
                if module in OTHER_CRATES:
                    return None
                if (found := self.declared.get((f"mod {module}", name))) is not None:
                    return found
        path = self.canonical(path)
        names = path.names
        if len(names) > 1:
            owner = self._owner(names, scope)
            if path.owner is not None:
                match path.owner:
                    case t.TypePath(owner_path):
                        owner = owner_path.segments[-1].name
            declared_function = self.declared.get((owner, names[-1]))
            # What a type has not is no function of that name outside of it.
            of_type = owner in self.structures or owner in BUILT_IN_TYPES or owner in scope.types.names
            return declared_function or (None if of_type else self._without_module(names[-1], scope))
        return self._without_module(names[0], scope)

    def _without_module(self, name: str, scope: NameScope) -> DeclaredFunction | None:
        """What a name alone leads to. In other files of the crate no function of the file is visible so."""
        found = self.declared.get(("", name))
        return found if found is None or found.library or not is_elsewhere(scope.module) else None

    def _applied(self, node: t.Expr, function: Typed, arguments: Sequence[t.Expr], scope: NameScope) -> Typed:
        if function.type.name != "fn" or len(function.type.arguments) != len(arguments) + 1:
            raise self.unsupported(f"a call of {function.type}", node)
        taken = function.type.arguments[:-1]
        values = [
            self.settled(self.typed(argument, scope, kind), kind)
            for argument, kind in zip(arguments, taken, strict=True)
        ]
        return self.applied(function, values)

    def applied(self, function: Typed, values: Sequence[Typed]) -> Typed:
        """A function value at arguments."""
        terms = [value.term for value in values]
        result, term = function.type.arguments[-1], function.term
        if term.op == "lambda" and len(term.data) == len(terms):
            named = {binder.name: value for binder, value in zip(term.data, terms, strict=True)}
            return Typed(instantiate(term.args[-1], named), result)
        return Typed(op("apply", term, *terms), result)

    def _apply_to(
        self,
        declared: DeclaredFunction,
        arguments: Sequence[t.Expr],
        scope: NameScope,
        node: t.Expr,
        expected: VerusType | None,
        receiver: Typed | None = None,
    ) -> Typed:
        """The call of a declared function at expressions."""
        # The signature as declared, type parameters still open.
        types = self.signature(declared, scope)[0]
        taken = list(types)
        typeds: list[Typed] = [] if receiver is None else [receiver]
        types_known: dict[str, VerusType] = {}
        # The receiver is the first parameter, and may settle type parameters for the arguments after it.
        if receiver is not None and taken:
            unify(taken[0], receiver.type, types_known)
        if len(taken) != len(arguments) + len(typeds):
            raise self.unsupported(f"{declared.qualified} with {len(arguments)} arguments", node)
        # From left to right: what an argument's type settles is a hint for the next ones.
        for argument, kind in zip(arguments, taken[len(typeds) :], strict=True):
            wanted = with_parameters(kind, types_known)
            hint = None if wanted.name == "param" else wanted
            if isinstance(argument, t.ExprClosure) and wanted.name == "fn" and _is_open(wanted.arguments[-1], declared):
                # What the closure gives says what the type parameter is.
                value, hint = self.closure(argument, scope, None, wanted.arguments[:-1]), None
            else:
                value = self.typed(argument, scope, hint)
            unify(kind, value.type, types_known)
            typeds.append(self.settled(value, hint))
        return self._apply(declared, typeds, scope, node, expected, types_known)

    def invariant(self, scope: TypeScope, kind: VerusType, value: Term) -> Term:
        typed_value, names = Typed(value, kind), NameScope({}, scope)
        return conj(
            *(self._apply(function, (typed_value,), names, function.item).term for function in self._invariants(kind))
        )

    def has_invariant(self, kind: VerusType) -> bool:
        return any(True for _ in self._invariants(kind))

    def _invariants(self, kind: VerusType) -> Iterator[DeclaredFunction]:
        for declared in self.declared.values():
            attributes = declared.item.attributes
            if declared.owner_name == kind.label and any("type_invariant" in attribute for attribute in attributes):
                yield declared

    def own_type(self, types: TypeScope, node: t.VerusNode) -> VerusType:
        """The type of `self`. Raises Unsupported outside of an implementation."""
        if "Self" not in types.names:
            raise self.unsupported("`self` outside of an implementation", node)
        return types.names["Self"]

    def _as_spec(self, declared: DeclaredFunction, node: t.VerusNode) -> DeclaredFunction:
        """What an exec function is in a specification, which an attribute says: another function, or the value that its
        contract names. Raises Unsupported for one that has no such attribute."""
        item = declared.item
        words = " ".join(item.attributes)
        if (named := _USED_AS.search(words)) is not None:
            spec = self.declared.get((declared.owner_name, named[1])) or self.declared.get(("", named[1]))
            if spec is not None and spec.is_spec:
                return spec
        values = [value for clause in item.clauses if clause.kind == "returns" for value in clause.values]
        if "allow_in_spec" in words and len(values) == 1:
            return evolve(declared, item=evolve(item, body=t.CodeBlock((t.StmtExpr(values[0], False),))))
        raise self.unsupported(f"a call of {declared.qualified}, which is no spec function,", node)

    def signature(
        self, declared: DeclaredFunction, scope: NameScope
    ) -> tuple[tuple[VerusType, ...], VerusType, TypeScope]:
        """The types of a function's parameters and of its result, over its type parameters, and what names mean."""
        names = {generic: VerusType("param", (), generic) for generic in declared.generics}
        types = self.types.with_names(names)
        if declared.owner is not None:
            # Associated types may speak of `Self`, and so come after it.
            types = types.with_names({"Self": types.read(declared.owner)})
            types = types.with_names({name: types.read(kind) for name, kind in declared.associated.items()})
        types = types.with_functions(bound_functions(declared.item))
        taken = tuple(
            types.read(parameter.type) if parameter.type is not None else self.own_type(types, parameter)
            for parameter in declared.item.parameters
        )
        result = UNIT if declared.item.result is None else types.read(declared.item.result.type)
        return taken, result, types

    def _apply(
        self,
        declared: DeclaredFunction,
        values: Sequence[Typed],
        scope: NameScope,
        node: t.VerusNode,
        expected: VerusType | None = None,
        types_known: Mapping[str, VerusType] | None = None,
    ) -> Typed:
        """The call of a declared function at values."""
        # An exec function has no meaning in a specification but what `when_used_as_spec` gives it.
        if not declared.is_spec:
            declared = self._as_spec(declared, node)
        taken, result, types = self.signature(declared, scope)
        bound = dict(types_known or {})
        # Unification of declared and given types settles the type parameters; the expected result may settle those
        # left.
        for kind, value in zip(taken, values, strict=True):
            unify(kind, value.type, bound)
        if expected is not None:
            unify(result, expected, bound)
        # A literal of no type is an `int` in specifications.
        bound = {name: INTEGER if bound_type.name == LITERAL else bound_type for name, bound_type in bound.items()}
        missing = [generic for generic in declared.generics if generic not in bound]
        # An instance needs all of them: sorts have no variables here.
        if missing:
            raise self.unsupported(f"{declared.qualified} with an unknown type {missing[0]}", node)
        instance = {generic: bound[generic] for generic in declared.generics}
        for kind, value in zip(taken, values, strict=True):
            if value.term.sort != self.sort(with_parameters(kind, instance)):
                raise self.unsupported(f"{declared.qualified} with an argument of type {value.type}", node)
        name = declared.qualified
        if instance:
            name += f"<{', '.join(map(str, instance.values()))}>"
        sort = self.sort(with_parameters(result, instance))
        # Each instance is one function of the IR, declared at its first call; its body waits, since it may call further
        # instances.
        if name not in self.functions:
            if len(self.functions) > LIMITS.instances:
                raise self.unsupported(f"{declared.qualified} with more than {LIMITS.instances} types", node)
            parameters = parameter_names(declared.item)
            binders = tuple(
                Binder(parameter, self.sort(with_parameters(kind, instance)))
                for parameter, kind in zip(parameters, taken, strict=True)
            )
            span = None if declared.library else self.span(declared.item)
            self.functions[name] = Function(name, binders, sort, None, span=span)
            inner_types = types.with_names(instance)
            if declared.owner is not None:
                inner_types = inner_types.with_names({"Self": with_parameters(types.names["Self"], instance)})
            self.waiting.append((name, declared, inner_types))
        return Typed(call(name, *(value.term for value in values), sort=sort), with_parameters(result, instance))


def _is_open(kind: VerusType, declared: DeclaredFunction) -> bool:
    """Does a type mention a type parameter of a function?"""
    own = kind.name == "param" and kind.label in declared.generics
    return own or any(_is_open(argument, declared) for argument in kind.arguments)


def parameter_names(item: t.ItemFn) -> list[str]:
    """What the IR calls the parameters of a function."""
    return [parameter_name(parameter.pattern) or f"p{position}" for position, parameter in enumerate(item.parameters)]
