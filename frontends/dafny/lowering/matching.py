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


def extended_pattern(elaboration: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """The conditions and bindings of a pattern of a `match` on a value: names in it may be those of constants (Dafny
    reference manual, section 9.31.2). Raises Unsupported."""
    return pattern(elaboration, _with_constants(elaboration, node, scope), subject, scope)


def _with_constants(elaboration: Elaboration, node: Node, scope: Scope) -> Node:
    """The pattern in which the names of constants are nodes of a kind of their own."""
    if name_of(node) != "bound_name":
        children_renamed = (
            _with_constants(elaboration, child, scope) if isinstance(child, Tree) else child for child in node.children
        )
        return Tree(node.data, list(children_renamed), node.meta)
    name = str(node.children[0])
    # A pattern with a type, or the name of a local variable, binds; a constant of this name would be compared with.
    if nodes(node) or local(elaboration, name, node, scope) is not None:
        return node
    constant = elaboration.names.find(elaboration.names.static_constants, (name,), scope.path)
    return node if constant is None else Tree("constant_name", [*node.children, Token("IDENT", constant)], node.meta)


def pattern(elaboration: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """The conditions and bindings of a pattern on a value. Raises Unsupported."""
    match name_of(node):
        case "bound_name":
            return _name(elaboration, node, subject, scope)
        case "constructor_pattern":
            constructor_path = tuple(str(token) for token in nodes(node)[0].children)
            return _constructor(elaboration, node, constructor_path, nodes(node)[1:], subject, scope)
        case "constant_pattern":
            return _constructor(elaboration, node, tuple(map(str, node.children)), [], subject, scope)
        case "constant_name":
            return _constant(elaboration, node, subject, scope)
        case "tuple_pattern":
            return _tuple(elaboration, node, subject, scope)
        case "literal_pattern":
            literal = _literal(elaboration, node)
            elaboration.inference.unify(subject.sort, literal.sort, elaboration.span(node))
            return Match((elaboration.make("eq", [subject, literal], BOOL, node),))
        case kind:
            raise elaboration.unsupported(kind.replace("_", " "), node)


def _name(elaboration: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """A variable, or a constructor without fields written like one. The name of one with fields is a variable there
    (`IdPattern` of Dafny's resolver)."""
    name = str(node.children[0])
    typed = nodes(node)
    if typed:
        elaboration.inference.unify(subject.sort, elaboration.read_type(typed[0], scope).sort, elaboration.span(node))
    elif _is_constructor(elaboration, name, subject, node, scope):
        return _constructor(elaboration, node, (name,), [], subject, scope)
    if name == "_":
        return Match()
    return Match((), (PatternBinding(Binder(name, subject.sort), subject),))


def _constant(elaboration: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    """The value of a constant, which is a literal; a constructor comes before other constants of its name."""
    name, qualified = map(str, node.children)
    constant = elaboration.names.constants.get(qualified)
    if constant is not None and constant.op == "const":
        elaboration.inference.unify(subject.sort, constant.sort, elaboration.span(node))
        return Match((elaboration.make("eq", [subject, Draft(constant.sort, lambda: constant)], BOOL, node),))
    if _is_constructor(elaboration, name, subject, node, scope):
        return _constructor(elaboration, node, (name,), [], subject, scope)
    raise elaboration.unsupported(f"the pattern {name}, a constant whose value is no literal", node)


def _is_constructor(elaboration: Elaboration, name: str, subject: Draft, node: Node, scope: Scope) -> bool:
    sort = elaboration.inference.shallow(subject.sort)
    if sort.kind == "Datatype":
        declared = elaboration.names.datatypes.get(str(sort.label))
        return declared is not None and any(c.name == name and not c.fields for c in declared.constructors)
    pair = constructor_named(elaboration, (name,), node, scope) if sort.kind == "?" else None
    return pair is not None and not pair[1].fields


def _constructor(
    elaboration: Elaboration,
    node: Node,
    constructor_path: tuple[str, ...],
    field_patterns: list[Node],
    subject: Draft,
    scope: Scope,
) -> Match:
    sort = elaboration.inference.shallow(subject.sort)
    # The datatype of the subject, if it is known already; otherwise the constructor's name tells it.
    declared = elaboration.names.datatypes.get(str(sort.label)) if sort.kind == "Datatype" else None
    constructor = None
    if declared is not None:
        constructor = next((c for c in declared.constructors if c.name == constructor_path[-1]), None)
    else:
        pair = constructor_named(elaboration, constructor_path, node, scope)
        if pair is not None:
            declared, constructor = pair
    # Another number of fields: the pattern is of another constructor.
    if declared is None or constructor is None or len(constructor.fields) != len(field_patterns):
        raise elaboration.unsupported(f"the pattern {'.'.join(constructor_path)}", node)
    datatype_sort, _ = instance(elaboration, declared)
    elaboration.inference.unify(subject.sort, datatype_sort, elaboration.span(node))
    result = Match()
    # A record needs no test.
    if len(declared.constructors) > 1:
        result = Match((elaboration.make("datatype.is", [subject], BOOL, node, constructor.name),))
    # Fields are matched in turn, each under the conditions before it.
    for field_pattern, formal in zip(field_patterns, constructor.fields, strict=True):
        result = result.then(
            pattern(
                elaboration,
                field_pattern,
                field_of(elaboration, declared, subject, datatype_sort, str(formal.name), field_pattern),
                scope,
            )
        )
    return result


def _tuple(elaboration: Elaboration, node: Node, subject: Draft, scope: Scope) -> Match:
    component_patterns = nodes(node)
    # One pattern in parentheses is no tuple.
    if len(component_patterns) == 1:
        return pattern(elaboration, component_patterns[0], subject, scope)
    # The subject may have no known type yet: the pattern says that it is a tuple.
    sorts = tuple(elaboration.inference.fresh() for _ in component_patterns)
    elaboration.inference.unify(subject.sort, tuple_of(*sorts), elaboration.span(node))
    result = Match()
    for position, (component_pattern, sort) in enumerate(zip(component_patterns, sorts, strict=True)):
        result = result.then(
            pattern(
                elaboration,
                component_pattern,
                elaboration.make("tuple.at", [subject], sort, component_pattern, position),
                scope,
            )
        )
    return result


def _literal(elaboration: Elaboration, node: Node) -> Draft:
    *sign, token = tokens(node)
    text, span, factor = str(token), elaboration.span(node), -1 if sign else 1
    match token.type:
        case "DIGITS":
            return number(elaboration, factor * whole_number(text, span), node)
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
            raise elaboration.unsupported(text, node)


def bound(
    elaboration: Elaboration, bindings: "list[PatternBinding] | tuple[PatternBinding, ...]", body: Draft, node: Node
) -> Draft:
    """`body` under lets, the first binding outermost. Where a variable hides one that a later value mentions, the
    values get other names first."""

    def build() -> Term:
        # Values are built in the order of their bindings.
        inner_body = body.build()
        pairs = [
            (Binder(binding.binder.name, elaboration.resolve(binding.binder.sort, node)), binding.value.build())
            for binding in bindings
        ]
        # `match h case Cons(h, t)` binds h to `h.head` and t to `h.tail`. As lets one inside the other the second `h`
        # would be the first binding and not the list. So all values get other names before any variable gets its own:
        # `let h' := h.head in let t' := h.tail in let h := h' in let t := t' in …`.
        if any(earlier.name in free_names(value) for i, (_, value) in enumerate(pairs) for earlier, _ in pairs[:i]):
            fresh_binders = [Binder(elaboration.fresh_name(binder.name, Scope()), binder.sort) for binder, _ in pairs]
            values = [value for _, value in pairs]
            renamed = [
                var(fresh_binder.name, fresh_binder.sort, value.span)
                for fresh_binder, value in zip(fresh_binders, values, strict=True)
            ]
            own_binders = [binder for binder, _ in pairs]
            pairs = [*zip(fresh_binders, values, strict=True), *zip(own_binders, renamed, strict=True)]
        # The last binding is innermost: it may mention those before it.
        for binder, value in reversed(pairs):
            inner_body = make("let", (value, inner_body), inner_body.sort, (binder,), elaboration.span(node))
        return inner_body

    return Draft(body.sort, build) if bindings else body


@rule("match")
def match_(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """The first case whose pattern fits. Dafny proves that one does, so the last is not tested."""
    subject_node, *cases = nodes(node)
    if not cases:
        raise elaboration.unsupported("match without cases", node)
    # Each case asks the same value, perhaps several times: what is more than a name gets one, so that it is written
    # (and evaluated) once. Nested matches would double the term at each level otherwise.
    subject = elaboration.infer(subject_node, scope)
    name = "" if name_of(subject_node) in ("name", "word") else elaboration.fresh_name("subject", scope)
    inner_scope = scope.inner(Binder(name, subject.sort)) if name else scope
    value = elaboration.variable(name, subject.sort, subject_node) if name else subject
    result = _cases(elaboration, cases, value, inner_scope)
    return bound(elaboration, [PatternBinding(Binder(name, subject.sort), subject)], result, node) if name else result


def _cases(elaboration: Elaboration, cases: list[Node], subject: Draft, scope: Scope) -> Draft:
    drafts: list[tuple[Draft, Draft, Node]] = []
    for case in cases:
        *patterns, body_node = nodes(case)
        matches = [extended_pattern(elaboration, node, subject, scope) for node in patterns]
        if len(matches) > 1 and any(match.bindings for match in matches):
            raise elaboration.unsupported("variables in alternative patterns", case)
        bindings = matches[0].bindings
        body = elaboration.infer(body_node, scope.inner(*(binding.binder for binding in bindings)))
        drafts.append((_any(elaboration, matches, case), bound(elaboration, bindings, body, case), case))
    # From the last case outwards: a pattern is asked only where none before it fits, as in Dafny (reference manual,
    # "Match Expression").
    result = drafts[-1][1]
    for condition, body, case in reversed(drafts[:-1]):
        result = branch(elaboration, [condition, body, result], case)
    return result


def _any(e: Elaboration, alternatives: list[Match], node: Node) -> Draft:
    """Does one of alternative patterns fit?"""
    drafts = [_all(e, match.conditions, node) for match in alternatives]
    return drafts[0] if len(drafts) == 1 else e.make("or", drafts, BOOL, node)


def _all(elaboration: Elaboration, conditions: tuple[Draft, ...], node: Node) -> Draft:
    if len(conditions) == 1:
        return conditions[0]
    if not conditions:
        return Draft(BOOL, lambda: boolean(True, elaboration.span(node)))
    return elaboration.make("and", conditions, BOOL, node)
