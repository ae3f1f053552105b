"""Patterns of specifications: when they match, and what their variables are then."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from attrs import field, fields, frozen

from ...core.errors import Unsupported
from ...core.ir.build import conj, disj, eq, integer, ite, op
from ...core.ir.sorts import Sort
from ...core.ir.terms import TRUE, Term
from . import tree as t
from .scopes import NameScope, Typed
from .types import Structure, VerusType
from .verus_limits import LIMITS


class PatternContext(Protocol):
    """What patterns need of the lowering of expressions: see `SpecLowering`."""

    structures: Mapping[str, Structure]
    constants: Mapping[tuple[str, str], t.ItemConst]
    depth: int

    def typed(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Typed: ...
    def term(self, node: t.Expr, scope: NameScope, expected: VerusType | None = None) -> Term: ...
    def settled(self, value: Typed, kind: VerusType | None) -> Typed: ...
    def sort(self, kind: VerusType) -> Sort: ...
    def unsupported(self, construct: str, node: t.VerusNode) -> Unsupported: ...


@frozen(slots=True)
class Matched:
    """The condition under which a pattern matches a value, and its variables."""

    condition: Term
    variables: Mapping[str, Typed] = field(factory=dict)


def matched(context: PatternContext, pattern: t.Pat, value: Typed, scope: NameScope, node: t.Expr) -> Matched:
    """How a pattern matches a value. Raises Unsupported."""
    context.depth += 1
    try:
        if context.depth > LIMITS.expression_depth:
            raise context.unsupported(f"a pattern nested deeper than {LIMITS.expression_depth} levels", pattern)
        return _matched(context, pattern, value, scope, node)
    finally:
        context.depth -= 1


def _matched(context: PatternContext, pattern: t.Pat, value: Typed, scope: NameScope, node: t.Expr) -> Matched:
    # By the form of the pattern: a condition and the variables that it binds.
    match pattern:
        case t.PatWild() | t.PatRest():
            return Matched(TRUE)
        case t.PatIdent():
            return _name(context, pattern, value, scope, node)
        case t.PatLit(literal):
            found = context.settled(context.typed(literal, scope, value.type), value.type)
            # Of another type it could never match, which Rust refuses.
            if found.term.sort != value.term.sort:
                raise context.unsupported(f"a pattern of type {found.type} for {value.type}", pattern)
            return Matched(eq(value.term, found.term))
        case t.PatRange(start, end, inclusive):
            return Matched(_range(context, start, end, inclusive, value, scope))
        case t.PatReference(inside):
            return matched(context, inside, value, scope, node)
        case t.PatTuple(elements) if value.type.name == "tuple":
            parts = [
                Typed(op("tuple.at", value.term, data=place), kind) for place, kind in enumerate(value.type.arguments)
            ]
            return _all(context, _without_rest(elements, parts, context, pattern), scope, node)
        case t.PatPath(path):
            return _variant(context, path, (), value, scope, node)
        case t.PatTupleStruct(path, elements):
            # `Ghost(x)` and `Tracked(x)` are wrappers without content of their own.
            if path.text in ("Ghost", "Tracked") and len(elements) == 1:
                return matched(context, elements[0], value, scope, node)
            return _variant(context, path, elements, value, scope, node)
        case t.PatStruct(path, fields, _):
            return _fields(context, path, fields, value, scope, node)
        case t.PatOr(cases):
            listed = [matched(context, case, value, scope, node) for case in cases]
            return Matched(
                disj(*(case_matched.condition for case_matched in listed)), _of_first(context, listed, pattern)
            )
        case t.PatSlice(elements) if value.type.is_sequence:
            return _slice(context, elements, value, scope, node)
        case _:
            raise context.unsupported("a pattern of this kind in a specification", pattern)


def _of_first(context: PatternContext, cases: Sequence[Matched], pattern: t.Pat) -> dict[str, Typed]:
    """The variables of the first alternative that matches; each binds the same names (Rust reference, "Patterns")."""
    *earlier, last = cases
    found = dict(last.variables)
    for case in reversed(earlier):
        if case.variables.keys() != found.keys():
            raise context.unsupported("alternatives of a pattern with other variables", pattern)
        for name, value in case.variables.items():
            if value.term.sort != found[name].term.sort:
                raise context.unsupported("alternatives of a pattern with variables of other types", pattern)
            found[name] = Typed(ite(case.condition, value.term, found[name].term), value.type)
    return found


def _slice(context: PatternContext, elements: Sequence[t.Pat], value: Typed, scope: NameScope, node: t.Expr) -> Matched:
    """`[a, b, rest @ .., z]`: elements from both ends, and what is between them."""
    # Rust allows one `..`: elements before it count from the front, those after it from the end.
    rests = [place for place, element in enumerate(elements) if _is_rest(element)]
    length, kind = op("seq.len", value.term), value.type.element
    count = integer(len(elements) - len(rests))
    size = eq(length, count) if not rests else op("ge", length, count)
    parts = PatternParts()
    variables = dict[str, Typed]()
    for place, element in enumerate(elements):
        after = len(elements) - 1 - place
        if not rests or place < rests[0]:
            parts.append((element, Typed(op("seq.at", value.term, integer(place)), kind)))
        elif place > rests[0]:
            parts.append((element, Typed(op("seq.at", value.term, op("sub", length, integer(after + 1))), kind)))
        elif isinstance(element, t.PatIdent):
            between = op("seq.slice", value.term, integer(place), op("sub", length, integer(after)))
            variables[element.name] = Typed(between, VerusType("slice", (kind,)))
    # The elements exist only where the length is right, which is known where they are read.
    found = _all(context, parts, scope.knowing(size), node)
    return Matched(conj(size, found.condition), {**found.variables, **variables})


def _is_rest(pattern: t.Pat) -> bool:
    return isinstance(pattern, t.PatRest) or (isinstance(pattern, t.PatIdent) and isinstance(pattern.inside, t.PatRest))


def _name(context: PatternContext, pattern: t.PatIdent, value: Typed, scope: NameScope, node: t.Expr) -> Matched:
    name, inside = pattern.name, pattern.inside
    if inside is not None:
        found = matched(context, inside, value, scope, node)
        return Matched(found.condition, {**found.variables, name: value})
    kind = value.type
    # A name alone may be a unit variant or a constant, which is compared, or a new variable (Rust reference,
    # "Identifier patterns").
    variant = context.structures[kind.label].variant(name) if kind.name == "adt" else None
    if variant is not None and variant.shape == "unit":
        context.sort(kind)
        return Matched(op("datatype.is", value.term, data=name))
    constant = context.constants.get(("", name))
    if constant is not None and constant.value is not None and name.isupper():
        return Matched(eq(value.term, context.term(constant.value, NameScope({}, scope.types), kind)))
    return Matched(TRUE, {name: value})


def _range(
    context: PatternContext, start: t.Expr | None, end: t.Expr | None, inclusive: bool, value: Typed, scope: NameScope
) -> Term:
    parts = []
    if start is not None:
        parts.append(op("le", context.term(start, scope, value.type), value.term))
    if end is not None:
        parts.append(op("le" if inclusive else "lt", value.term, context.term(end, scope, value.type)))
    return conj(*parts)


PatternParts = list[tuple[t.Pat, Typed]]


def _without_rest(
    elements: tuple[t.Pat, ...], parts: list[Typed], context: PatternContext, pattern: t.Pat
) -> PatternParts:
    """The patterns with their parts; `..` stands for those in the middle."""
    rest = next((place for place, element in enumerate(elements) if isinstance(element, t.PatRest)), None)
    if rest is None:
        if len(elements) != len(parts):
            raise context.unsupported("a pattern with another number of parts", pattern)
        return list(zip(elements, parts, strict=True))
    after = len(elements) - rest - 1
    if len(elements) - 1 > len(parts):
        raise context.unsupported("a pattern with another number of parts", pattern)
    last = parts[len(parts) - after :] if after else []
    return [*zip(elements[:rest], parts[:rest], strict=True), *zip(elements[rest + 1 :], last, strict=True)]


def _all(context: PatternContext, parts: PatternParts, scope: NameScope, node: t.Expr) -> Matched:
    conditions, variables = list[Term](), dict[str, Typed]()
    for pattern, value in parts:
        # Parts are tried from left to right, so that those before are known to match.
        found = matched(context, pattern, value, scope.knowing(*conditions), node)
        conditions.append(found.condition)
        variables.update(found.variables)
    return Matched(conj(*conditions), variables)


def _case(context: PatternContext, path: t.RustPath, value: Typed, node: t.Expr) -> tuple[t.VariantDef, Term]:
    """The variant that a path names, and whether a value is of it."""
    kind = value.type
    if kind.name != "adt":
        raise context.unsupported(f"the pattern {path.text} for {kind}", node)
    structure = context.structures[kind.label]
    name = structure.name if path.names[-1] == "Self" else path.names[-1]
    variant = structure.variant(name)
    if variant is None:
        raise context.unsupported(f"the pattern {path.text} for {kind}", node)
    context.sort(kind)
    # A struct is of its one variant, which needs no test.
    only = len(structure.variants) == 1
    return variant, TRUE if only else op("datatype.is", value.term, data=variant.name)


def _part(
    context: PatternContext, value: Typed, variant: t.VariantDef, name: str, kind: object, scope: NameScope
) -> Typed:
    kinds = dict(scope.types.fields(value.type, variant))
    own = kinds[name]
    return Typed(op("datatype.at", value.term, data=(variant.name, name), sort=context.sort(own)), own)


def _variant(
    context: PatternContext, path: t.RustPath, elements: tuple[t.Pat, ...], value: Typed, scope: NameScope, node: t.Expr
) -> Matched:
    variant, tested = _case(context, path, value, node)
    parts = [_part(context, value, variant, each.name, None, scope) for each in variant.fields]
    listed = _without_rest(elements, parts, context, t.PatTuple(elements)) if elements or not parts else []
    found = _all(context, listed, scope.knowing(tested), node)
    return Matched(conj(tested, found.condition), found.variables)


def _fields(
    context: PatternContext,
    path: t.RustPath,
    fields: tuple[t.PatField, ...],
    value: Typed,
    scope: NameScope,
    node: t.Expr,
) -> Matched:
    variant, tested = _case(context, path, value, node)
    names = {field.name for field in variant.fields}
    # Fields that the pattern leaves out (`..`) may have any value.
    if not names.issuperset(field.name for field in fields):
        raise context.unsupported(f"the pattern {path.text} with another field", node)
    parts = [(field.pattern, _part(context, value, variant, field.name, None, scope)) for field in fields]
    found = _all(context, parts, scope.knowing(tested), node)
    return Matched(conj(tested, found.condition), found.variables)


def names_in(pattern: t.Pat) -> Iterator[t.PatIdent]:
    """The names in a pattern, be they variables or not, in their order."""
    # A list of what is left, and no recursion: how deeply patterns are nested is up to whoever wrote the text.
    waiting = [pattern]
    while waiting:
        part = waiting.pop()
        if isinstance(part, t.PatIdent):
            yield part
        held = [getattr(part, attribute.name) for attribute in fields(type(part))]
        inside = [inner for value in held for inner in (value if isinstance(value, tuple) else (value,))]
        patterns = [inner.pattern if isinstance(inner, t.PatField) else inner for inner in inside]
        waiting += [inner for inner in reversed(patterns) if isinstance(inner, t.Pat)]


def mutable_names(pattern: t.Pat) -> frozenset[str]:
    """The variables of a pattern that may be assigned."""
    return frozenset(each.name for each in names_in(pattern) if each.mutable and not each.by_reference)


def refers(pattern: t.Pat) -> bool:
    """Is there `ref mut` in a pattern?"""
    return any(each.mutable and each.by_reference for each in names_in(pattern))
