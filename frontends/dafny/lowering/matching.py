"""Patterns: `match` becomes a chain of conditionals, and names of fields become lets."""

from attrs import frozen
from lark import Token, Tree

from ....core.ir.build import boolean
from ....core.ir.sorts import BOOL, CHAR, REAL, seq_of, tuple_of
from ....core.ir.terms import Binder, Term, const, free_names, make, var
from ..literals import decimal_number, unescape, whole_number
from ..syntax import Node, name_of, nodes, tokens
from .atoms import local, number
from .elaboration import Draft, Elaboration, Scope, rule
from .operators import branch
from .resolution import constructor_named, field_of, instance


@frozen(slots=True)
class PatternBinding:
    """A variable and its value."""

    binder: Binder
    value: Draft


@frozen(slots=True)
class Match:
    """What a pattern asks of a value, in order, and what it binds when that holds."""

    conditions: tuple[Draft, ...] = ()
    bindings: tuple[PatternBinding, ...] = ()

    def then(self, other: "Match") -> "Match":
        return Match(self.conditions + other.conditions, self.bindings + other.bindings)


def extended_pattern(e: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """The conditions and bindings of a pattern of a `match` on a value: names in it may be those of constants (Dafny
    reference manual, section 9.31.2). Raises Unsupported."""
    return pattern(e, _with_constants(e, node, scope), subject, scope)


def _with_constants(e: Elaboration, node: Node, scope: Scope) -> Node:
    """The pattern in which the names of constants are nodes of a kind of their own."""
    if name_of(node) != "bound_name":
        inner = (_with_constants(e, child, scope) if isinstance(child, Tree) else child for child in node.children)
        return Tree(node.data, list(inner), node.meta)
    name = str(node.children[0])
    if nodes(node) or local(e, name, node, scope) is not None:
        return node
    constant = e.names.find(e.names.static_constants, (name,), scope.path)
    return node if constant is None else Tree("constant_name", [*node.children, Token("IDENT", constant)], node.meta)


def pattern(e: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """The conditions and bindings of a pattern on a value. Raises Unsupported."""
    match name_of(node):
        case "bound_name":
            return _name(e, node, subject, scope)
        case "constructor_pattern":
            parts = tuple(str(token) for token in nodes(node)[0].children)
            return _constructor(e, node, parts, nodes(node)[1:], subject, scope)
        case "constant_pattern":
            return _constructor(e, node, tuple(map(str, node.children)), [], subject, scope)
        case "constant_name":
            return _constant(e, node, subject, scope)
        case "tuple_pattern":
            return _tuple(e, node, subject, scope)
        case "literal_pattern":
            literal = _literal(e, node)
            e.inference.unify(subject.sort, literal.sort, e.span(node))
            return Match((e.make("eq", [subject, literal], BOOL, node),))
        case kind:
            raise e.unsupported(kind.replace("_", " "), node)


def _name(e: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """A variable, or a constructor without fields written like one. The name of one with fields is a variable there
    (`IdPattern` of Dafny's resolver)."""
    name = str(node.children[0])
    typed = nodes(node)
    if typed:
        e.inference.unify(subject.sort, e.read_type(typed[0], scope).sort, e.span(node))
    elif _is_constructor(e, name, subject, node, scope):
        return _constructor(e, node, (name,), [], subject, scope)
    if name == "_":
        return Match()
    return Match((), (PatternBinding(Binder(name, subject.sort), subject),))


def _constant(e: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """The value of a constant, which is a literal; a constructor comes before other constants of its name."""
    name, qualified = map(str, node.children)
    constant = e.names.constants.get(qualified)
    if constant is not None and constant.op == "const":
        e.inference.unify(subject.sort, constant.sort, e.span(node))
        return Match((e.make("eq", [subject, Draft(constant.sort, lambda: constant)], BOOL, node),))
    if _is_constructor(e, name, subject, node, scope):
        return _constructor(e, node, (name,), [], subject, scope)
    raise e.unsupported(f"the pattern {name}, a constant whose value is no literal", node)


def _is_constructor(e: Elaboration, name: str, subject: Draft, node: Node, scope: Scope) -> bool:
    sort = e.inference.shallow(subject.sort)
    if sort.kind == "Datatype":
        declared = e.names.datatypes.get(str(sort.label))
        return declared is not None and any(c.name == name and not c.fields for c in declared.constructors)
    pair = constructor_named(e, (name,), node, scope) if sort.kind == "?" else None
    return pair is not None and not pair[1].fields


def _constructor(
    e: Elaboration, node: Node, parts: tuple[str, ...], inner: list[Node], subject: Draft, scope: Scope
) -> Match:
    sort = e.inference.shallow(subject.sort)
    declared = e.names.datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    constructor = None
    if declared is not None:
        constructor = next((c for c in declared.constructors if c.name == parts[-1]), None)
    else:
        pair = constructor_named(e, parts, node, scope)
        if pair is not None:
            declared, constructor = pair
    if declared is None or constructor is None or len(constructor.fields) != len(inner):
        raise e.unsupported(f"the pattern {'.'.join(parts)}", node)
    whole, _ = instance(e, declared)
    e.inference.unify(subject.sort, whole, e.span(node))
    result = Match()
    if len(declared.constructors) > 1:
        result = Match((e.make("datatype.is", [subject], BOOL, node, constructor.name),))
    for part, formal in zip(inner, constructor.fields, strict=True):
        result = result.then(pattern(e, part, field_of(e, declared, subject, whole, str(formal.name), part), scope))
    return result


def _tuple(e: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    parts = nodes(node)
    if len(parts) == 1:
        return pattern(e, parts[0], subject, scope)
    sorts = tuple(e.inference.fresh() for _ in parts)
    e.inference.unify(subject.sort, tuple_of(*sorts), e.span(node))
    result = Match()
    for position, (part, sort) in enumerate(zip(parts, sorts, strict=True)):
        result = result.then(pattern(e, part, e.make("tuple.at", [subject], sort, part, position), scope))
    return result


def _literal(e: Elaboration, node: Node) -> Draft:
    *sign, token = tokens(node)
    text, span, factor = str(token), e.span(node), -1 if sign else 1
    match token.type:
        case "DIGITS":
            return number(e, factor * whole_number(text, span), node)
        case "DECIMAL":
            value = factor * decimal_number(text, span)
            return Draft(REAL, lambda: const(value, REAL, span))
        case "CHARACTER":
            return Draft(CHAR, lambda: const(unescape(text, span)[0], CHAR, span))
        case "STRING":
            return Draft(seq_of(CHAR), lambda: const(unescape(text, span), seq_of(CHAR), span))
        case "TRUE" | "FALSE":
            return Draft(BOOL, lambda: boolean(text == "true", span))
        case _:
            raise e.unsupported(text, node)


def bound(
    e: Elaboration, bindings: "list[PatternBinding] | tuple[PatternBinding, ...]", body: Draft, node: Node
) -> Draft:
    """`body` under lets, the first binding outermost. Where a variable hides one that a later value mentions, the
    values get other names first."""

    def build() -> Term:
        inner = body.build()
        pairs = [
            (Binder(binding.binder.name, e.resolve(binding.binder.sort, node)), binding.value.build())
            for binding in bindings
        ]
        # `match h case Cons(h, t)` binds h to `h.head` and t to `h.tail`. As lets one inside the other the second `h`
        # would be the first binding and not the list. So all values get other names before any variable gets its own:
        # `let h' := h.head in let t' := h.tail in let h := h' in let t := t' in …`.
        if any(earlier.name in free_names(value) for i, (_, value) in enumerate(pairs) for earlier, _ in pairs[:i]):
            others = [Binder(e.fresh_name(binder.name, Scope()), binder.sort) for binder, _ in pairs]
            values = [value for _, value in pairs]
            renamed = [var(other.name, other.sort, value.span) for other, value in zip(others, values, strict=True)]
            own = [binder for binder, _ in pairs]
            pairs = [*zip(others, values, strict=True), *zip(own, renamed, strict=True)]
        for binder, value in reversed(pairs):
            inner = make("let", (value, inner), inner.sort, (binder,), e.span(node))
        return inner

    return Draft(body.sort, build) if bindings else body


@rule("match")
def match_(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """The first case whose pattern fits. Dafny proves that one does, so the last is not tested."""
    subject_node, *cases = nodes(node)
    if not cases:
        raise e.unsupported("match without cases", node)
    # Each case asks the same value, perhaps several times: what is more than a name gets one, so that it is written
    # (and evaluated) once. Nested matches would double the term at each level otherwise.
    subject = e.infer(subject_node, scope)
    name = "" if name_of(subject_node) in ("name", "word") else e.fresh_name("subject", scope)
    inner = scope.inner(Binder(name, subject.sort)) if name else scope
    value = e.variable(name, subject.sort, subject_node) if name else subject
    result = _cases(e, cases, value, inner)
    return bound(e, [PatternBinding(Binder(name, subject.sort), subject)], result, node) if name else result


def _cases(e: Elaboration, cases: list[Node], subject: Draft, scope: Scope) -> Draft:
    drafts: list[tuple[Draft, Draft, Node]] = []
    for case in cases:
        *patterns, body_node = nodes(case)
        matches = [extended_pattern(e, node, subject, scope) for node in patterns]
        if len(matches) > 1 and any(match.bindings for match in matches):
            raise e.unsupported("variables in alternative patterns", case)
        bindings = matches[0].bindings
        body = e.infer(body_node, scope.inner(*(binding.binder for binding in bindings)))
        drafts.append((_any(e, matches, case), bound(e, bindings, body, case), case))
    # From the last case outwards: a pattern is asked only where none before it fits, as in Dafny (reference manual,
    # "Match Expression").
    result = drafts[-1][1]
    for condition, body, case in reversed(drafts[:-1]):
        result = branch(e, [condition, body, result], case)
    return result


def _any(e: Elaboration, found: list[Match], node: Node) -> Draft:
    """Does one of alternative patterns fit?"""
    drafts = [_all(e, match.conditions, node) for match in found]
    return drafts[0] if len(drafts) == 1 else e.make("or", drafts, BOOL, node)


def _all(e: Elaboration, conditions: tuple[Draft, ...], node: Node) -> Draft:
    if len(conditions) == 1:
        return conditions[0]
    if not conditions:
        return Draft(BOOL, lambda: boolean(True, e.span(node)))
    return e.make("and", conditions, BOOL, node)
