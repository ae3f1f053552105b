"""What names mean where an expression stands."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, field, frozen

from ...core.ir.build import conjuncts, negate, op
from ...core.ir.operator_names import OperatorName
from ...core.ir.sorts import INT
from ...core.ir.terms import FALSE, TRUE, Term, bare, free_names, var
from . import tree as t
from .modules import LIBRARY
from .types import TypeScope, VerusType, function_bound, sort_of

# What is known where an expression stands: conditions to its left, and orders of whole numbers that follow from them.
#
# A partial operation of Verus has some value outside of its domain, and nobody knows which. Where its arguments are
# known to be inside, it is the plain operation of the IR.

_Part = Term | None
_OPPOSITE: dict[str, OperatorName] = {"le": "gt", "lt": "ge", "ge": "lt", "gt": "le"}
_ORDERS = {"le": (0, False), "lt": (-1, False), "ge": (0, True), "gt": (-1, True)}
"""Operator → what the difference of its sides is at most, and whether they change places."""


@frozen(slots=True)
class KnownFacts:
    """Conditions, without positions. `orders`: (a, b) → the least k for which a - b <= k is known; None is zero."""

    conditions: frozenset[Term] = frozenset()
    orders: tuple[tuple[_Part, _Part, int], ...] = ()

    def also(self, *conditions: Term) -> "KnownFacts":
        """The facts with those that the conditions are true."""
        listed = [bare(conjunct) for condition in conditions for conjunct in conjuncts(condition)]
        if not listed:
            return self
        implications = [each for each in (*self.conditions, *listed) if each.op == "implies"]
        premises = self.conditions.union(listed)
        for implication in implications:
            if all(conjunct in premises for conjunct in conjuncts(implication.args[0])):
                listed.extend(conjuncts(implication.args[1]))
        orders = [order for part in listed for order in _orders(part)]
        return KnownFacts(self.conditions.union(listed), (*self.orders, *orders))

    def without(self, condition: Term) -> "KnownFacts":
        """The facts with that the condition is false."""
        parts = condition.args if condition.op == "or" else (condition,)
        return self.also(*(_negated(part) for part in parts))

    def imply(self, condition: Term) -> bool:
        """Is a condition known to be true? A sum of two known orders is looked for, no longer chain."""
        plain = bare(condition)
        if plain == TRUE or plain in self.conditions or FALSE in self.conditions:
            return True
        if plain.op == "and":
            return all(map(self.imply, plain.args))
        wanted = list(_orders(plain))
        return bool(wanted) and all(self._order(*each) for each in wanted)

    def _order(self, low: _Part, high: _Part, most: int) -> bool:
        known = [*self.orders, *_lengths_of_parts(low, high)]
        if low is high or (low is None and high is None):
            return most >= 0
        for first, second, difference in known:
            if first is not low:
                continue
            if second is high and difference <= most:
                return True
            if any(a is second and b is high and difference + more <= most for a, b, more in known):
                return True
        return False


def _lengths_of_parts(*parts: _Part) -> Iterator[tuple[_Part, _Part, int]]:
    """No length is negative."""
    for part in parts:
        if part is not None and part.op in ("seq.len", "set.card", "multiset.card", "map.card"):
            yield None, part, 0


def _negated(term: Term) -> Term:
    opposite = _OPPOSITE.get(term.op)
    return op(opposite, *term.args) if opposite else negate(term)


def _orders(term: Term) -> Iterator[tuple[_Part, _Part, int]]:
    """The orders that a comparison says."""
    if len(term.args) != 2 or term.args[0].sort != INT:
        return
    (one, first), (other, second) = map(_parted, term.args)
    if term.op == "eq":
        yield one, other, second - first
        yield other, one, first - second
    elif term.op in _ORDERS:
        most, turned = _ORDERS[term.op]
        yield (other, one, most + first - second) if turned else (one, other, most + second - first)


def _parted(term: Term) -> tuple[_Part, int]:
    """A whole number as a term and a constant that is added to it."""
    constant = 0
    while True:
        match term.op, term.args:
            case "const", ():
                return None, constant + int(term.data)
            case "add", (inner, Term(op="const", data=int(value))):
                term, constant = inner, constant + value
            case "add", (Term(op="const", data=int(value)), inner):
                term, constant = inner, constant + value
            case "sub", (inner, Term(op="const", data=int(value))):
                term, constant = inner, constant - value
            case _:
                return term, constant


NOTHING = KnownFacts()
"""Nothing is known."""


RESULT_NAME = "result"
"""What the result of a function is called that gives it no name."""


@frozen(slots=True)
class Typed:
    """A term and the type that Verus gives it: the sort is that of the type."""

    term: Term
    type: VerusType


@frozen(slots=True)
class NameScope:
    """`before`: what parameters were before the call, where that is another value. `owner`: the name of the type whose
    implementation this is in, `module`: the path of its module."""

    variables: Mapping[str, Typed]
    types: TypeScope
    facts: KnownFacts = NOTHING
    owner: str = ""
    module: str = ""
    before: Mapping[str, Typed] = field(factory=dict)

    def knowing(self, *conditions: Term) -> "NameScope":
        return evolve(self, facts=self.facts.also(*conditions))

    def denying(self, condition: Term) -> "NameScope":
        return evolve(self, facts=self.facts.without(condition))

    def binding(self, variables: Mapping[str, Typed]) -> "NameScope":
        """The scope with these variables, of which nothing is known but what is said of their terms."""
        return evolve(self, variables={**self.variables, **variables}) if variables else self

    def calling(self, names: Mapping[str, str]) -> "NameScope":
        """The scope in which variables have further names: the new one → the one that they have."""
        variables, before = (
            {**mapping, **{name: mapping[own] for name, own in names.items() if own in mapping}}
            for mapping in (self.variables, self.before)
        )
        return evolve(self, variables=variables, before=before)

    def fresh(self, name: str) -> str:
        """A name for a variable that is bound here: no variable that is visible has it."""
        # A variable of the text may stand for a term with other names in it, which must not be captured either.
        taken = {free_name for typed in self.variables.values() for free_name in free_names(typed.term)} | set(
            self.variables
        )
        candidate, count = name, 0
        while candidate in taken:
            count += 1
            candidate = f"{name}_{count}"
        return candidate

    def variable(self, name: str, kind: VerusType) -> Typed:
        return Typed(var(self.fresh(name), sort_of(kind)), kind)


@frozen(slots=True)
class DeclaredFunction:
    """A function of a program or of the library. `owner`: the type it is implemented for, None outside of any;
    `generics`: its type parameters, those of the implementation first, and `constants` those that are `const`;
    `module`: the path of the module that it is in; `associated`: what the implementation says of names of types;
    `promised`: the function of the trait that it implements; `prefix`: what tells it from others of its name."""

    item: t.ItemFn
    owner: t.RustType | None = None
    generics: tuple[str, ...] = ()
    module: str = ""
    constants: tuple[str, ...] = ()
    associated: Mapping[str, t.RustType] = field(factory=dict)
    promised: t.ItemFn | None = None
    prefix: str = ""

    @property
    def owner_name(self) -> str:
        match self.owner:
            case t.TypePath(path):
                return path.segments[-1].name
            case _:
                return ""

    @property
    def qualified(self) -> str:
        """Its name in the IR, as a path."""
        own = f"{self.owner_name}::{self.item.name}" if self.owner_name else self.item.name
        return f"{self.prefix}{own}"

    @property
    def result_name(self) -> str:
        """What its result is called: by its own text, else by that of the trait."""
        for item in (self.item, self.promised):
            if item is not None and item.result is not None and isinstance(item.result.pattern, t.PatIdent):
                return item.result.pattern.name
        return RESULT_NAME

    def stated(self, *kinds: str) -> Iterator[tuple[t.SpecClause, Mapping[str, str]]]:
        """The clauses of these kinds, those of the trait first, and what they call parameters of other names: their
        name → its own. What the body that a trait gives promises (`default_ensures`) no other body does."""
        # The clauses of a trait are about its names of the parameters: `fn f(a: u8)` may implement `fn f(x: u8)`.
        if self.promised is not None:
            pairs = zip(self.promised.parameters, self.item.parameters, strict=False)
            names = {parameter_name(theirs.pattern): parameter_name(ours.pattern) for theirs, ours in pairs}
            yield from (
                (clause, names)
                for clause in self.promised.clauses
                if clause.kind in kinds and not clause.kind.startswith("default_")
            )
        yield from ((clause, {}) for clause in self.item.clauses if clause.kind in kinds)

    @property
    def library(self) -> bool:
        """Is it one of vstd's?"""
        return self.module == LIBRARY

    @property
    def is_spec(self) -> bool:
        return any(modifier == "spec" or modifier.startswith("spec(") for modifier in self.item.modifiers)

    @property
    def is_proof(self) -> bool:
        return not {"proof", "axiom"}.isdisjoint(self.item.modifiers)


def const_parameters(declared: DeclaredFunction, values: Iterable[Typed], types: TypeScope) -> dict[str, Typed]:
    """The parameters of a function that are `const`, as far as one of these values is an array of that many elements,
    or a structure with such an array."""
    found = dict[str, Typed]()
    for parameter, value in zip(declared.item.parameters, values, strict=True) if declared.constants else ():
        is_own = parameter.type is None or (
            isinstance(parameter.type, t.TypePath) and parameter.type.path.text == "Self"
        )
        for name, length in _lengths(declared.owner if is_own else parameter.type, value, types):
            if name in declared.constants:
                found.setdefault(name, Typed(length, VerusType("usize")))
    return found


def _lengths(node: t.RustType | None, value: Typed, types: TypeScope) -> Iterator[tuple[str, Term]]:
    """What a type calls the lengths of arrays in a value of it."""
    # `&[T; N]` is an array of N elements, too.
    while isinstance(node, t.TypeReference):
        node = node.target
    match node:
        case t.TypeArray(_, t.ExprPath(path)):
            yield path.text, op("seq.len", value.term)
        case t.TypePath(path) if value.type.sizes and len(types.structures[value.type.label].variants) == 1:
            structure = types.structures[value.type.label]
            (variant,) = structure.variants
            names = dict(zip(structure.constants, structure.among(path.segments[-1])[1], strict=False))
            for (field_name, kind), field in zip(types.fields(value.type, variant), variant.fields, strict=True):
                match field.type:
                    case t.TypeArray(_, t.ExprPath(own)) if isinstance(given := names.get(own.text), t.TypePath):
                        held = op("datatype.at", value.term, data=(variant.name, field_name), sort=sort_of(kind))
                        yield given.path.text, op("seq.len", held)


def parameter_name(pattern: t.Pat) -> str:
    """The variable of a parameter: `x`, `Ghost(x)` or `Tracked(x)`; empty for another pattern."""
    match pattern:
        case t.PatIdent(name):
            return name
        case t.PatTupleStruct(path, (t.PatIdent(name),)) if path.text in ("Ghost", "Tracked"):
            return name
        case _:
            return ""


def bound_functions(item: t.ItemFn) -> Mapping[str, t.PathSegment]:
    """The type parameters of a function that stand for functions, as in `F: Fn(u8) -> bool`, with what they take and
    give."""
    listed = [(generic.name, generic.bounds) for generic in item.generics if generic.kind == "type"]
    for predicate in item.where:
        match predicate.subject:
            case t.TypePath(path) if len(path.segments) == 1:
                listed.append((path.text, predicate.bounds))
    segments = {name: function_bound(bounds) for name, bounds in listed}
    return {name: segment for name, segment in segments.items() if segment is not None}
