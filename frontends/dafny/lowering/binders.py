"""Expressions that bind variables: quantifiers, comprehensions, lambdas, let and let-such-that; and `:-`.

What `:-` calls (Dafny reference manual, sections 8.6 and 9.31): a type is *failure-compatible* when it has the
functions `IsFailure` and `PropagateFailure`, and perhaps `Extract`. The calls are made as nodes, since what they mean
is what the same text means."""

from collections.abc import Iterable, Mapping
from functools import reduce

from attrs import evolve, frozen
from lark import Token, Tree

from ....core.ir.build import UNBOUNDED, conj, op
from ....core.ir.functions import NOTHING
from ....core.ir.operator_names import OperatorName
from ....core.ir.sorts import BOOL, OBJECT, function_of, map_of, set_of
from ....core.ir.terms import TRUE, Binder, Term, make, ordered_variables, substitute, var
from ....core.ir.variables import Name
from ..syntax import Node, VariableNode, child, name_of, nodes, text_of, tokens
from ..type_guards import TypeGuard
from ..types import Type
from .elaboration import Draft, Elaboration, Scope, rule
from .frames import frame_of
from .inferred import inferred_guard
from .matching import PatternBinding, bound, pattern
from .operators import constrain_membership, membership
from .static_classes import class_of_variable, static_class

IS_FAILURE, PROPAGATE, EXTRACT = "IsFailure", "PropagateFailure", "Extract"


def call_node(variable: Name, function: str, node: Node) -> Node:
    """`variable.function()`, as if it stood at another node."""
    subject = VariableNode(variable, node.meta)
    member: Node = Tree("member", [subject, Token("IDENT", function)], node.meta)
    return Tree("application", [member, Tree("arguments", [], node.meta)], node.meta)


def extracts(e: Elaboration, value: Draft, node: Node) -> bool:
    """Has the type of a value a function `Extract`? Raises Unsupported for a type that is not failure-compatible."""
    sort = e.inference.shallow(value.sort)
    if sort.kind != "Datatype" or f"{sort.label}.{IS_FAILURE}" not in e.names.functions:
        raise e.unsupported(f":- of a {sort}", node)
    return f"{sort.label}.{EXTRACT}" in e.names.functions


@frozen(slots=True)
class BoundVariables:
    """Bound variables: their binders (sorts may be unknown), what their types promise, the scope of the body, and what
    they are written with: the collections of `x <- c`, and `| P`. Every domain is unbounded: what bounds a variable
    is in the conditions, as in Dafny."""

    binders: tuple[Binder, ...]
    guards: tuple[TypeGuard | None, ...]
    scope: Scope
    collections: tuple[Draft | None, ...] = ()
    condition: Draft | None = None

    def resolved(self, e: Elaboration, node: Node) -> tuple[Binder, ...]:
        return tuple(Binder(binder.name, e.resolve(binder.sort, node)) for binder in self.binders)

    def domains(self) -> list[Term]:
        return [UNBOUNDED for _ in self.binders]

    def conditions(self, binders: tuple[Binder, ...], others: Mapping[Name, Term] | None = None) -> list[Term]:
        """The guards of the types, then what is written. `others`: what `hidden` found."""
        elements = [var(binder.name, binder.sort) for binder in binders]
        # The order is one of definedness: `forall x: nat <- s | P(x) :: Q(x)` reads P(x) only of an x in s that is a
        # nat, since a conjunction is evaluated from the left. A type's guard first, for a collection may need it.
        promised = (guard(element) for element, guard in zip(elements, self.guards, strict=True) if guard is not None)
        found = [each for each in promised if each is not TRUE]
        for element, draft in zip(elements, self.collections, strict=False):
            if draft is not None:
                collection = draft.build()
                found.append(membership(element, substitute(collection, others or {}), collection.span))
        return found if self.condition is None else [*found, self.condition.build()]

    def hidden(self, e: Elaboration, binders: tuple[Binder, ...]) -> dict[Name, Term]:
        """Other names for the variables outside that a collection mentions and that a variable here hides: the `s` of
        `exists i <- s, s: int :: i < s` is first the one outside."""
        found: dict[Name, Term] = {}
        for position, draft in enumerate(self.collections):
            later = {binder.name for binder in binders[position:]}
            for name, sort in ordered_variables(draft.build()) if draft is not None else ():
                if name in later and name not in found:
                    found[name] = var(e.fresh_name(name, Scope()), sort)
        return found


def variables(
    e: Elaboration, parts: list[Node], condition: Node | None, scope: Scope, within: Node, given: Node | None = None
) -> BoundVariables:
    """`x: T <- c, y | P`. `within`: all that the variables are bound in; `given`: what the rest is said of, as the left
    side of `==>` in the body of a `forall`."""
    binders: list[Binder] = []
    guards: list[TypeGuard | None] = []
    collections: list[Draft | None] = []
    # In `x <- s, y <- t(x)` a collection sees the variables before it: the scope grows from part to part. Whether the
    # type of an x without one can be told from its uses is asked in `outer`, where no variable outside is taken for it.
    named = {str(part.children[0]) for part in parts}
    outer = evolve(scope, variables={name: sort for name, sort in scope.variables.items() if name not in named})
    for part in parts:
        typed = [node for node in nodes(part) if name_of(node) != "from"]
        declared = e.read_type(typed[0], scope) if typed else None
        binder = Binder(_name(e, str(part.children[0]), scope), declared.sort if declared else e.inference.fresh())
        origin = child(part, "from")
        if declared is not None and declared.kind is not None and declared.sort == OBJECT:
            bounds = [each for each in (condition, given) if each is not None]
            _one_class(e, declared, _collection(str(binder.name), origin, bounds), part, scope)
        collections.append(None if origin is None else e.infer(nodes(origin)[0], scope))
        if collections[-1] is not None:
            constrain_membership(e, binder.sort, collections[-1].sort, e.span(part))
        guard = inferred_guard(e, str(binder.name), within, outer) if declared is None and origin is None else None
        guards.append(_guard(declared) if declared else guard or e.types(scope).of_variable)
        binders.append(binder)
        if declared is not None:
            instance = declared.instance
        elif origin is not None:
            instance = static_class(e, nodes(origin)[0], scope)
        else:
            instance = class_of_variable(e, binder.name, within, scope)
        scope = scope.inner(binder).holding({binder.name: instance})
    checked = None if condition is None else e.check(nodes(condition)[0], BOOL, scope)
    return BoundVariables(tuple(binders), tuple(guards), scope, tuple(collections), checked)


def _guard(declared: Type) -> TypeGuard | None:
    """What a variable satisfies by its type. The objects of a class are not null."""
    return declared.as_part if declared.sort == OBJECT else declared.whole


def _collection(name: str, origin: Node | None, conditions: Iterable[Node]) -> Node | None:
    """The collection that a variable is said to be in: by `x <- c`, or by `x in c` among what holds of all of its
    values."""
    if origin is not None:
        return nodes(origin)[0]
    pending = list(conditions)
    while pending:
        part = pending.pop(0)
        if name_of(part) in ("such_that", "parenthesized", "conjunction"):
            pending[:0] = nodes(part)
        elif name_of(part) == "comparison" and len(part.children) == 3 and part.children[1] == "in":
            element, collection = nodes(part)
            if name_of(element) == "name" and element.children[0] == name:
                return collection
    return None


def _one_class(e: Elaboration, declared: Type, collection: Node | None, part: Node, scope: Scope) -> None:
    """Raise Unsupported for a variable whose type is a class, unless it ranges over objects of that class alone. In
    `set o: C | o in s`, with other objects in s, the type is a test (reference manual, 9.31.4), which has no term."""
    if collection is None:
        raise e.unsupported(f"a variable over all objects of {declared.kind}", part)
    # Of `{p, q}` the class is that of its elements, if they have the same.
    shown = nodes(collection) if name_of(collection) in ("set_display", "sequence_display") else [collection]
    classes = {static_class(e, each, scope) for each in shown}
    found = classes.pop() if len(classes) == 1 else None
    known = found is not None and found[0] in e.names.types
    if found is None or not known or declared.kind not in {base.name for base in e.names.bases(found[0])}:
        raise e.unsupported(f"a test which objects of {text_of(collection, e.source)} are of {declared.kind}", part)


def _name(e: Elaboration, name: Name, scope: Scope) -> Name:
    return e.fresh_name("_", scope) if name == "_" else name


def _renamed(others: Mapping[Name, Term], term: Term) -> Term:
    """The term where each of the variables has another name, too."""
    for name, other in others.items():
        binder = Binder(other.data, other.sort)
        term = make("let", (var(name, other.sort), term), term.sort, (binder,), term.span)
    return term


@rule("quantifier")
def quantifier(e: Elaboration, node: Node, scope: Scope) -> Draft:
    listed, body_node = nodes(node)
    given = nodes(body_node)[0] if name_of(body_node) == "implies" else None
    given = given if node.children[0] == "forall" else body_node
    bound_ = variables(e, nodes(listed, "variable"), child(listed, "such_that"), scope, node, given)
    body = e.check(body_node, BOOL, bound_.scope)
    name: OperatorName = "forall" if node.children[0] == "forall" else "exists"
    span = e.span(node)

    # A draft has a sort that may still be open; its term is built when the whole clause has been read and inference
    # knows all sorts: in `forall x :: x in s ==> x < 1.0` that x is a real is known from s, after the variable.
    def build() -> Term:
        binders = bound_.resolved(e, node)
        others = bound_.hidden(e, binders)
        conditions, inner = bound_.conditions(binders, others), body.build()
        if conditions:
            joined: OperatorName = "implies" if name == "forall" else "and"
            inner = op(joined, conj(*conditions), inner, span=inner.span)
        return _renamed(others, make(name, (*bound_.domains(), inner), BOOL, binders, span))

    return Draft(BOOL, build)


@rule("comprehension")
def comprehension(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`set x | P :: e`, `map x | P :: v`, `map x | P :: k := v`."""
    word, (listed, *parts) = str(node.children[0]), nodes(node)
    if word not in ("set", "iset", "map", "imap") or (word in ("set", "iset") and len(parts) == 2):
        raise e.unsupported(f"a comprehension of {word}", node)
    bound_ = variables(e, nodes(listed, "variable"), child(listed, "such_that"), scope, node)
    if len(bound_.binders) > 1 and len(parts) < (1 if word.endswith("set") else 2):
        raise e.unsupported(f"a {word} of several variables without its element", node)
    results = [e.infer(part, bound_.scope) for part in parts]
    first = bound_.binders[0]
    # `set x | P` is `set x | P :: x`, and `map x | P :: v` is `map x | P :: x := v`.
    if not results or (word.endswith("map") and len(results) == 1):
        results.insert(0, e.variable(first.name, first.sort))
    sort = set_of(results[0].sort) if word.endswith("set") else map_of(results[0].sort, results[1].sort)
    name: OperatorName = "set.comprehension" if word.endswith("set") else "map.comprehension"
    span = e.span(node)

    def build() -> Term:
        binders = bound_.resolved(e, node)
        others = bound_.hidden(e, binders)
        condition = conj(*bound_.conditions(binders, others))
        parts = (*bound_.domains(), condition, *(result.build() for result in results))
        return _renamed(others, make(name, parts, e.resolve(sort, node), binders, span))

    return Draft(sort, build)


@rule("lambda")
def lambda_(e: Elaboration, node: Node, scope: Scope) -> Draft:
    names = tokens(node, "LAMBDA_NAME")
    if names:
        binder = Binder(_name(e, str(names[0]), scope), e.inference.fresh())
        bound_ = BoundVariables((binder,), (None,), scope.inner(binder))
    else:
        bound_ = variables(e, nodes(node, "variable"), None, scope, node)
    required = [e.check(nodes(part)[0], BOOL, bound_.scope) for part in nodes(node, "lambda_requires")]
    read = [frame_of(e, frame, bound_.scope) for part in nodes(node, "lambda_reads") for frame in nodes(nodes(part)[0])]
    body = e.infer(nodes(node)[-1], bound_.scope)
    sort = function_of(*(binder.sort for binder in bound_.binders), body.sort)

    def build() -> Term:
        binders = bound_.resolved(e, node)
        term = body.build()
        if required or read:
            frame = reduce(lambda one, other: op("set.union", one, other), [each() for each in read] or [NOTHING])
            term = op("lambda.clauses", conj(*(each.build() for each in required)), frame, term, span=term.span)
        return make("lambda", (*bound_.domains(), term), e.resolve(sort, node), binders, e.span(node))

    return Draft(sort, build)


@rule("let")
def let(e: Elaboration, node: Node, scope: Scope) -> Draft:
    listed, body_node = nodes(node)
    symbols = tokens(listed)
    if name_of(listed) == "failure" or symbols[0] == ":-":
        return _or_fail(e, listed, body_node, node, scope)
    patterns, values = nodes(listed)[:-1], nodes(nodes(listed)[-1])
    if symbols[0] == ":|":
        return _such_that(e, patterns, values, body_node, node, scope)
    if len(patterns) != len(values):
        raise e.unsupported("a let with different numbers of variables and values", node)
    bindings: list[PatternBinding] = []
    for part, value in zip(patterns, values, strict=True):
        bindings += pattern(e, part, e.infer(value, scope), scope).bindings
    inner = scope.inner(*(binding.binder for binding in bindings))
    return bound(e, bindings, e.infer(body_node, inner), node)


def _or_fail(e: Elaboration, listed: Node, body_node: Node, node: Node, scope: Scope) -> Draft:
    """`var x :- e; body` and `:- e; body`: e itself where it is a failure, else the body for what it holds."""
    *patterns, last = nodes(listed)
    (written,) = (last,) if name_of(listed) == "failure" else nodes(last)
    if len(patterns) > 1:
        raise e.unsupported(":- of several values", node)
    value = e.infer(written, scope)
    if extracts(e, value, node) is not bool(patterns):
        raise e.unsupported(":- with different numbers of variables and values", node)
    # Reference manual 8.6: as the compiler does, the value is written once under a name of its own, for its members
    # IsFailure, PropagateFailure and Extract are all asked of it:
    #     var status := e; if status.IsFailure() then status.PropagateFailure() else var x := status.Extract(); body
    name = e.fresh_name("status", scope)
    status = Binder(name, e.inference.shallow(value.sort))
    after = scope.inner(status)
    failed, passed_on = (e.infer(call_node(name, each, node), after) for each in (IS_FAILURE, PROPAGATE))
    bindings: list[PatternBinding] = []
    if patterns:
        held = e.infer(call_node(name, EXTRACT, node), after)
        bindings += pattern(e, patterns[0], held, after).bindings
    inner = after.inner(*(binding.binder for binding in bindings))
    rest = bound(e, bindings, e.infer(body_node, inner), node)
    e.inference.unify(passed_on.sort, rest.sort, e.span(node))
    chosen = Draft(rest.sort, lambda: op("ite", failed.build(), passed_on.build(), rest.build(), span=e.span(node)))
    return bound(e, [PatternBinding(status, value)], chosen, node)


def _such_that(
    e: Elaboration, patterns: list[Node], values: list[Node], body_node: Node, node: Node, scope: Scope
) -> Draft:
    if any(name_of(part) != "bound_name" for part in patterns):
        raise e.unsupported("a pattern before :|", node)
    bound_ = variables(e, patterns, None, scope, node, values[0])
    return such_that(e, bound_, e.check(values[0], BOOL, bound_.scope), e.infer(body_node, bound_.scope), node)


def such_that(e: Elaboration, bound_: BoundVariables, condition: Draft, body: Draft, node: Node) -> Draft:
    """`var x :| P; e`: the value of e for some x that satisfies P."""

    def build() -> Term:
        binders = bound_.resolved(e, node)
        chosen = conj(*bound_.conditions(binders), condition.build())
        inner = body.build()
        return make("such_that", (*bound_.domains(), chosen, inner), inner.sort, binders, e.span(node))

    return Draft(body.sort, build)


@rule("binding_conditional")
def binding_conditional(e: Elaboration, node: Node, scope: Scope) -> Draft:
    """`if x :| P then a else b`: when some x satisfies P, the value of a for such an x."""
    guard, then, orelse = nodes(node)
    names, *rest = nodes(guard)
    if len(tokens(guard)) or name_of(names) != "name" or len(rest) > 2:
        raise e.unsupported("if with several bound variables", node)
    declared = e.read_type(rest[0], scope) if len(rest) == 2 else None
    binder = Binder(str(names.children[0]), declared.sort if declared else e.inference.fresh())
    inner = scope.inner(binder)
    bound_ = BoundVariables((binder,), (declared.whole if declared else None,), inner)
    condition = e.check(rest[-1], BOOL, inner)
    chosen, other = such_that(e, bound_, condition, e.infer(then, inner), node), e.infer(orelse, scope)
    e.inference.unify(chosen.sort, other.sort, e.span(node))

    def build() -> Term:
        binders = bound_.resolved(e, node)
        some = conj(*bound_.conditions(binders), condition.build())
        exists = make("exists", (*bound_.domains(), some), BOOL, binders, e.span(guard))
        return op("ite", exists, chosen.build(), other.build(), span=e.span(node))

    return Draft(chosen.sort, build)
