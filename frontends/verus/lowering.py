"""What every part of the lowering of expressions needs: places in the text, sorts of types, and partial operations.

A specification is total: what lies outside the domain of a partial operation has some value that nobody knows, the call
of a function without a body.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import define, field

from ...core.errors import SortError, Unsupported, contained
from ...core.ir.build import (
    UNBOUNDED,
    call,
    conj,
    integer,
    ite,
    op,
)
from ...core.ir.contracts import Constructor, Datatype, Function
from ...core.ir.sorts import BOOL, INT, Sort
from ...core.ir.substitution import instantiate
from ...core.ir.terms import TRUE, Binder, Term, make, subterms, var
from ...core.ir.variables import Name
from ...core.spans import Span
from . import tree as t
from .modules import ModuleTree
from .scan import VerusSource
from .scopes import DeclaredFunction, NameScope, Typed
from .terms import BY_IEEE, OUTSIDE, show_type
from .types import (
    BOOLEAN,
    INTEGER,
    LISTS,
    LITERAL,
    NATURAL,
    RANGES,
    Structure,
    TypeScope,
    UnknownType,
    VerusType,
    bounds,
    sort_of,
    structure_bounds,
)
from .verus_limits import LIMITS


@contextmanager
def fitting(span: Span | None) -> Iterator[None]:
    """`contained`, for what is written in a text: where sorts do not fit, the types in it do not."""
    with contained(span):
        try:
            yield
        except SortError as error:
            raise Unsupported(f"types that do not fit: {error}", span) from error


def condition_of(whole: Term, element: Term) -> Term | None:
    """What says that an element is in a set, or a key in a map, that a condition defines, and that may have no end;
    None of other ones."""
    if whole.op not in ("set.comprehension", "map.comprehension") or len(whole.data) != 1:
        return None
    (binder,), (domain, condition, image, *_) = whole.data, whole.args
    if domain != UNBOUNDED or image != var(binder.name, binder.sort):
        return None
    return instantiate(condition, {binder.name: element})


@define(slots=True)
class SpecContext(ABC):
    """The lowering of a program's expressions. `declared`: the functions by owner and name; `renamed`: what `use … as`
    calls otherwise here, `modules` what paths lead to; `functions` and `datatypes` are what terms call and are made of,
    in the IR; `waiting`: the functions that are called and not lowered yet."""

    source: VerusSource
    structures: Mapping[str, Structure]
    declared: Mapping[tuple[str, str], DeclaredFunction]
    constants: Mapping[tuple[str, str], t.ItemConst]
    aliases: Mapping[str, t.ItemType]
    renamed: Mapping[str, str] = field(factory=dict)
    modules: ModuleTree = field(factory=ModuleTree)
    functions: dict[Name, Function] = field(factory=dict)
    datatypes: dict[str, Datatype] = field(factory=dict)
    waiting: list[tuple[str, DeclaredFunction, TypeScope]] = field(factory=list)
    depth: int = 0

    # -- what the parts ask of each other

    @abstractmethod
    def closure(
        self, node: t.ExprClosure, scope: NameScope, expected: VerusType | None, types_given: Sequence[VerusType] = ()
    ) -> Typed: ...

    @abstractmethod
    def _typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None) -> Typed: ...

    @abstractmethod
    def built_in(
        self, value: Typed, name: str, arguments: Sequence[t.Expr], scope: NameScope, node: t.Expr
    ) -> Typed: ...

    # -- places and errors

    def span(self, node: t.VerusNode) -> Span | None:
        return self.source.span(*node.at) if node.at != (0, 0) else None

    def unsupported(self, construct: str, node: t.VerusNode) -> Unsupported:
        return Unsupported(construct, self.span(node))

    def unknown_type(self, value: str, node: t.VerusNode) -> UnknownType:
        return UnknownType(f"{value} of an unknown type", self.span(node))

    # -- types

    @property
    def types(self) -> TypeScope:
        """What the names of types mean outside of any function."""
        return TypeScope({}, self.structures, self.aliases, self.constants)

    def sort(self, kind: VerusType) -> Sort:
        """The sort of a type, whose structures are declared from then on."""
        for argument in kind.arguments:
            self.sort(argument)
        if kind.name == "adt":
            self._declare(kind.label)
        return sort_of(kind)

    def _declare(self, name: str) -> None:
        if name in self.datatypes:
            return
        structure = self.structures[name]
        parameters = tuple(VerusType("param", (), parameter) for parameter in structure.parameters)
        kind = VerusType("adt", parameters, name)
        # Declared before its fields are read, since these may be of the type itself.
        self.datatypes[name] = Datatype(name, structure.parameters, ())
        scope = self.types.with_names(dict(zip(structure.parameters, parameters, strict=True)))
        made = []
        for variant in structure.variants:
            fields = scope.fields(kind, variant)
            made.append(Constructor(variant.name, tuple(Binder(each, self.sort(part)) for each, part in fields)))
        self.datatypes[name] = Datatype(name, structure.parameters, tuple(made))

    def bounds(self, kind: VerusType, value: Term, owned: bool = False) -> Term:
        """What holds of every value of a type beyond its sort; `owned`: of one that a program has, of which type
        invariants hold, too. A quantifier ranges over all values."""
        scope = self.types
        return bounds(scope, kind, value, lambda part, inner: self._structure_bounds(scope, part, inner, owned))

    def _structure_bounds(self, scope: TypeScope, kind: VerusType, value: Term, owned: bool) -> Term:
        """The bounds of a structure, as a function, for it may contain itself."""
        if not self._is_bounded(kind, owned, set()):
            return TRUE
        # The lengths of its arrays are those of this place: no function is for all of them.
        if kind.sizes:
            if self._holds(kind, kind, set()):
                raise Unsupported(f"{kind} with `const` parameters, which contains itself")
            said = structure_bounds(scope, kind, value, lambda part, inner: self.bounds(part, inner, owned))
            return conj(said, self.invariant(scope, kind, value)) if owned else said
        name = f"a value of {kind}" + (" in a program" if owned else "")

        def promised(whole: Term) -> Term:
            said = structure_bounds(scope, kind, whole, lambda part, inner: self.bounds(part, inner, owned))
            return conj(said, self.invariant(scope, kind, whole)) if owned else said

        if name not in self.functions:
            binder = Binder("value", self.sort(kind))
            # The function is entered before its body is read, which may call it.
            self.functions[name] = Function(name, (binder,), BOOL, TRUE)
            body = promised(var(binder.name, binder.sort))
            self.functions[name] = Function(name, (binder,), BOOL, body)
            # Without recursion the bounds are said in place, and the function is not needed.
            if not any(subterm.op == "call" and subterm.data == name for subterm in subterms(body)):
                return promised(value)
        return call(name, value, sort=BOOL)

    def _is_bounded(self, kind: VerusType, owned: bool, seen: set[VerusType]) -> bool:
        """Does a type, or one that is part of it, promise anything?"""
        # A type that contains itself promises nothing more by that.
        if kind in seen:
            return False
        seen.add(kind)
        if kind == NATURAL or kind.name in RANGES or kind.name in LISTS:
            return True
        parts = list(kind.arguments)
        if kind.name == "adt":
            scope = self.types
            if owned and self.has_invariant(kind):
                return True
            for variant in self.structures[kind.label].variants:
                parts += [part for _, part in scope.fields(kind, variant)]
        return any(self._is_bounded(part, owned, seen) for part in parts)

    def _holds(self, whole: VerusType, part: VerusType, seen: set[VerusType]) -> bool:
        """Is a structure part of a type's values?"""
        parts = list(part.arguments)
        if part.name == "adt" and part not in seen:
            seen.add(part)
            for variant in self.structures[part.label].variants:
                parts += [inner for _, inner in self.types.fields(part, variant)]
        return any(inner == whole or self._holds(whole, inner, seen) for inner in parts)

    @abstractmethod
    def has_invariant(self, kind: VerusType) -> bool:
        """Has a structure a `type_invariant`?"""

    @abstractmethod
    def invariant(self, scope: TypeScope, kind: VerusType, value: Term) -> Term:
        """What a `type_invariant` says of each value of a structure."""

    # -- partial operations

    def partial(
        self,
        conditions: Sequence[Term],
        defined: Term,
        name: str,
        scope: NameScope,
        arguments: Sequence[Term] | None = None,
    ) -> Term:
        """A term that has its meaning under conditions, and an unknown value otherwise, which depends on its arguments
        alone, or on these."""
        missing = [condition for condition in conditions if not scope.facts.imply(condition)]
        if not missing:
            return defined
        given = defined.args if arguments is None else arguments
        return ite(conj(*missing), defined, self.unspecified(name, given, defined.sort))

    def unspecified(
        self, name: str, arguments: Sequence[Term], sort: Sort, span: Span | None = None, what: str = OUTSIDE
    ) -> Term:
        """A value of which nothing is known but that it depends on these arguments alone. `span`: where the text asks
        for it; None where the language leaves it open. `what`: of the operation, why it is not known."""
        sorts = ", ".join(show_type(argument.sort) for argument in arguments)
        # A function has one sort: the same name of other types is another function.
        unique = f"{name}({sorts}) -> {show_type(sort)} {what}" if arguments else name
        if unique not in self.functions:
            binders = tuple(Binder(f"a{place}", argument.sort) for place, argument in enumerate(arguments))
            self.functions[unique] = Function(unique, binders, sort, None, span=span, settled=what == BY_IEEE)
        return call(unique, *arguments, sort=sort)

    def element(self, whole: Typed, place: Term, scope: NameScope) -> Typed:
        """An element of a sequence, which is some value outside of it."""
        length = op("seq.len", whole.term)
        conditions = [op("le", integer(0), place), op("lt", place, length)]
        found = self.partial(conditions, op("seq.at", whole.term, place), "Seq::index", scope)
        return Typed(found, whole.type.element)

    def looked_up(self, whole: Typed, key: Typed, scope: NameScope) -> Typed:
        """What a map has for a key, which is some value where it has none."""
        condition, value_there = condition_of(whole.term, key.term), op("map.at", whole.term, key.term)
        arguments = value_there.args
        if condition is None:
            condition = op("map.member", key.term, whole.term)
        else:
            (binder,) = whole.term.data
            value_there = instantiate(whole.term.args[-1], {binder.name: key.term})
        return Typed(self.partial([condition], value_there, "Map::index", scope, arguments), whole.type.arguments[1])

    def _slice(self, whole: Typed, places: t.ExprRange, scope: NameScope) -> Typed:
        low = integer(0) if places.start is None else self.number(places.start, scope)
        high = op("seq.len", whole.term) if places.end is None else self.number(places.end, scope)
        if places.inclusive:
            high = op("add", high, integer(1))
        return Typed(self.subrange(whole.term, low, high, scope), whole.type)

    def subrange(self, whole: Term, low: Term, high: Term, scope: NameScope) -> Term:
        length = op("seq.len", whole)
        conditions = [op("le", integer(0), low), op("le", low, high), op("le", high, length)]
        return self.partial(conditions, op("seq.slice", whole, low, high), "Seq::subrange", scope)

    # -- expressions

    def term(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Term:
        return self.typed(node, scope, expected).term

    def condition(self, node: t.Expr, scope: NameScope) -> Term:
        """The term of a condition. Raises Unsupported for what is none."""
        found = self.typed(node, scope, BOOLEAN)
        if found.type != BOOLEAN:
            raise self.unsupported(f"a condition of type {found.type}", node)
        return found.term

    def number(self, node: t.Expr, scope: NameScope) -> Term:
        found = self.typed(node, scope, INTEGER)
        if found.term.sort != INT:
            raise self.unsupported(f"a number of type {found.type}", node)
        return found.term

    def typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Typed:
        """The term of an expression and its type, which may be `expected`. Raises Unsupported."""
        self.depth += 1
        try:
            if self.depth > LIMITS.expression_depth:
                raise self.unsupported(f"an expression nested deeper than {LIMITS.expression_depth} levels", node)
            found = self._typed(node, scope, expected)
        finally:
            self.depth -= 1
        term = found.term
        if term.span is None and term.args:
            term = make(term.op, term.args, term.sort, term.data, self.span(node))
        return Typed(term, found.type)

    def values_of(self, nodes: Sequence[t.Expr], scope: NameScope, kinds: Sequence[VerusType | None]) -> list[Typed]:
        """The values of expressions that stand side by side, of these types where they are known."""
        return [self.settled(self.typed(node, scope, kind), kind) for node, kind in zip(nodes, kinds, strict=True)]

    def settled(self, value: Typed, kind: VerusType | None) -> Typed:
        """A value of which the type is known: literals become `int` where nothing else is."""
        if value.type.name == LITERAL:
            return Typed(value.term, kind if kind is not None and kind.is_integer else INTEGER)
        if kind is not None and kind.name not in ("param", "fn") and kind.is_integer and value.type.is_integer:
            return Typed(value.term, kind)
        return value
