"""Expressions that bind variables: quantifiers, comprehensions, lambdas, let and let-such-that; and `:-`.

What `:-` calls (Dafny reference manual, sections 8.6 and 9.31): a type is *failure-compatible* when it has the
functions `IsFailure` and `PropagateFailure`, and perhaps `Extract`. The calls are made as nodes, since what they mean
is what the same text means."""

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from attrs import evolve, frozen
from lark import Token, Tree

from ....core.ir.build import UNBOUNDED, conj, op
from ....core.ir.functions import NOTHING
from ....core.ir.operator_names import OperatorName
from ....core.ir.sorts import BOOL, OBJECT, function_of, map_of, set_of
from ....core.ir.terms import TRUE, Binder, Term, make, ordered_variables, substitute, var
from ....core.ir.variables import Name
from ..names import Signature
from ..syntax import Node, VariableNode, child, name_of, nodes, text_of, tokens
from ..type_guards import TypeGuard
from ..types import ParameterType, Type
from .elaboration import Draft, Elaboration, Scope, rule
from .frames import frame_of
from .matching import PatternBinding, bound, pattern
from .operators import constrain_membership, membership
from .static_classes import class_of_variable, static_class

IS_FAILURE, PROPAGATE, EXTRACT = "IsFailure", "PropagateFailure", "Extract"


def call_node(variable: Name, function: str, node: Node) -> Node:
    """`variable.function()`, as if it stood at another node."""
    subject = VariableNode(variable, node.meta)
    member: Node = Tree("member", [subject, Token("IDENT", function)], node.meta)
    return Tree("application", [member, Tree("arguments", [], node.meta)], node.meta)


def extracts(elaboration: Elaboration, value: Draft, node: Node) -> bool:
    """Has the type of a value a function `Extract`? Raises Unsupported for a type that is not failure-compatible."""
    sort = elaboration.inference.shallow(value.sort)
    if sort.kind != "Datatype" or f"{sort.label}.{IS_FAILURE}" not in elaboration.names.functions:
        raise elaboration.unsupported(f":- of a {sort}", node)
    return f"{sort.label}.{EXTRACT}" in elaboration.names.functions


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

    def resolved(self, elaboration: Elaboration, node: Node) -> tuple[Binder, ...]:
        return tuple(Binder(binder.name, elaboration.resolve(binder.sort, node)) for binder in self.binders)

    def domains(self) -> list[Term]:
        return [UNBOUNDED for _ in self.binders]

    def conditions(self, binders: tuple[Binder, ...], renaming: Mapping[Name, Term] | None = None) -> list[Term]:
        """The guards of the types, then what is written. `renaming`: what `hidden` found."""
        elements = [var(binder.name, binder.sort) for binder in binders]
        # The order is one of definedness: `forall x: nat <- s | P(x) :: Q(x)` reads P(x) only of an x in s that is a
        # nat, since a conjunction is evaluated from the left. A type's guard first, for a collection may need it.
        promised = (guard(element) for element, guard in zip(elements, self.guards, strict=True) if guard is not None)
        all_conditions = [promise for promise in promised if promise is not TRUE]
        for element, draft in zip(elements, self.collections, strict=False):
            if draft is not None:
                collection = draft.build()
                all_conditions.append(membership(element, substitute(collection, renaming or {}), collection.span))
        return all_conditions if self.condition is None else [*all_conditions, self.condition.build()]

    def hidden(self, elaboration: Elaboration, binders: tuple[Binder, ...]) -> dict[Name, Term]:
        """Other names for the variables outside that a collection mentions and that a variable here hides: the `s` of
        `exists i <- s, s: int :: i < s` is first the one outside."""
        other_names: dict[Name, Term] = {}
        for position, draft in enumerate(self.collections):
            later = {binder.name for binder in binders[position:]}
            for name, sort in ordered_variables(draft.build()) if draft is not None else ():
                if name in later and name not in other_names:
                    other_names[name] = var(elaboration.fresh_name(name, Scope()), sort)
        return other_names


def variables(
    elaboration: Elaboration,
    bound_names: list[Node],
    condition: Node | None,
    scope: Scope,
    within: Node,
    premise: Node | None = None,
) -> BoundVariables:
    """`x: T <- c, y | P`. `within`: all that the variables are bound in; `premise`: what the rest is said of, as the
    left side of `==>` in the body of a `forall`."""
    binders: list[Binder] = []
    guards: list[TypeGuard | None] = []
    collections: list[Draft | None] = []
    # In `x <- s, y <- t(x)` a collection sees the variables before it: the scope grows from part to part. Whether the
    # type of an x without one can be told from its uses is asked in `outer`, where no variable outside is taken for it.
    named = {str(bound_name.children[0]) for bound_name in bound_names}
    outer = evolve(scope, variables={name: sort for name, sort in scope.variables.items() if name not in named})
    # Each variable with its type, its collection, and the guard that both give.
    for bound_name in bound_names:
        typed = [node for node in nodes(bound_name) if name_of(node) != "from"]
        declared = elaboration.read_type(typed[0], scope) if typed else None
        binder = Binder(
            _name(elaboration, str(bound_name.children[0]), scope),
            declared.sort if declared else elaboration.inference.fresh(),
        )
        origin = child(bound_name, "from")
        # The class of an object without a name follows from the collection that it is from.
        if declared is not None and declared.kind is not None and declared.sort == OBJECT:
            bounds = [bounding for bounding in (condition, premise) if bounding is not None]
            _one_class(elaboration, declared, _collection(str(binder.name), origin, bounds), bound_name, scope)
        collections.append(None if origin is None else elaboration.infer(nodes(origin)[0], scope))
        if collections[-1] is not None:
            constrain_membership(elaboration, binder.sort, collections[-1].sort, elaboration.span(bound_name))
        # Without a type the uses may tell a subset type.
        guard = (
            inferred_guard(elaboration, str(binder.name), within, outer)
            if declared is None and origin is None
            else None
        )
        guards.append(_guard(declared) if declared else guard or elaboration.types(scope).of_variable)
        binders.append(binder)
        # What the variable is an object of, for members that are asked of it.
        if declared is not None:
            instance = declared.instance
        elif origin is not None:
            instance = static_class(elaboration, nodes(origin)[0], scope)
        else:
            instance = class_of_variable(elaboration, binder.name, within, scope)
        scope = scope.inner(binder).holding({binder.name: instance})
    checked = None if condition is None else elaboration.check(nodes(condition)[0], BOOL, scope)
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
        condition = pending.pop(0)
        if name_of(condition) in ("such_that", "parenthesized", "conjunction"):
            # Parts of a conjunction are looked at in their order, before what comes after it.
            pending[:0] = nodes(condition)
        elif name_of(condition) == "comparison" and len(condition.children) == 3 and condition.children[1] == "in":
            element, collection = nodes(condition)
            if name_of(element) == "name" and element.children[0] == name:
                return collection
    return None


def _one_class(
    elaboration: Elaboration, declared: Type, collection: Node | None, bound_name: Node, scope: Scope
) -> None:
    """Raise Unsupported for a variable whose type is a class, unless it ranges over objects of that class alone. In
    `set o: C | o in s`, with other objects in s, the type is a test (reference manual, 9.31.4), which has no term."""
    if collection is None:
        raise elaboration.unsupported(f"a variable over all objects of {declared.kind}", bound_name)
    # Of `{p, q}` the class is that of its elements, if they have the same.
    elements = nodes(collection) if name_of(collection) in ("set_display", "sequence_display") else [collection]
    classes = {static_class(elaboration, display_element, scope) for display_element in elements}
    element_class = classes.pop() if len(classes) == 1 else None
    is_read = element_class is not None and element_class[0] in elaboration.names.types
    if (
        element_class is None
        or not is_read
        or declared.kind not in {base.name for base in elaboration.names.bases(element_class[0])}
    ):
        raise elaboration.unsupported(
            f"a test which objects of {text_of(collection, elaboration.source)} are of {declared.kind}", bound_name
        )


def _name(elaboration: Elaboration, name: Name, scope: Scope) -> Name:
    return elaboration.fresh_name("_", scope) if name == "_" else name


def _renamed(renaming: Mapping[Name, Term], term: Term) -> Term:
    """The term where each of the variables has another name, too."""
    for name, renamed in renaming.items():
        binder = Binder(renamed.data, renamed.sort)
        term = make("let", (var(name, renamed.sort), term), term.sort, (binder,), term.span)
    return term


@rule("quantifier")
def quantifier(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    listed, body_node = nodes(node)
    premise = nodes(body_node)[0] if name_of(body_node) == "implies" else None
    premise = premise if node.children[0] == "forall" else body_node
    bound_ = variables(elaboration, nodes(listed, "variable"), child(listed, "such_that"), scope, node, premise)
    body = elaboration.check(body_node, BOOL, bound_.scope)
    name: OperatorName = "forall" if node.children[0] == "forall" else "exists"
    span = elaboration.span(node)

    # A draft has a sort that may still be open; its term is built when the whole clause has been read and inference
    # knows all sorts: in `forall x :: x in s ==> x < 1.0` that x is a real is known from s, after the variable.
    def build() -> Term:
        binders = bound_.resolved(elaboration, node)
        renaming = bound_.hidden(elaboration, binders)
        conditions, inner_body = bound_.conditions(binders, renaming), body.build()
        if conditions:
            joined: OperatorName = "implies" if name == "forall" else "and"
            inner_body = op(joined, conj(*conditions), inner_body, span=inner_body.span)
        return _renamed(renaming, make(name, (*bound_.domains(), inner_body), BOOL, binders, span))

    return Draft(BOOL, build)


@rule("comprehension")
def comprehension(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`set x | P :: e`, `map x | P :: v`, `map x | P :: k := v`."""
    word, (listed, *written_terms) = str(node.children[0]), nodes(node)
    # Comprehensions of iterators and of several elements have no meaning here.
    if word not in ("set", "iset", "map", "imap") or (word in ("set", "iset") and len(written_terms) == 2):
        raise elaboration.unsupported(f"a comprehension of {word}", node)
    bound_ = variables(elaboration, nodes(listed, "variable"), child(listed, "such_that"), scope, node)
    # With several variables the element has to be said.
    if len(bound_.binders) > 1 and len(written_terms) < (1 if word.endswith("set") else 2):
        raise elaboration.unsupported(f"a {word} of several variables without its element", node)
    results = [elaboration.infer(written_term, bound_.scope) for written_term in written_terms]
    first = bound_.binders[0]
    # `set x | P` is `set x | P :: x`, and `map x | P :: v` is `map x | P :: x := v`.
    if not results or (word.endswith("map") and len(results) == 1):
        results.insert(0, elaboration.variable(first.name, first.sort))
    sort = set_of(results[0].sort) if word.endswith("set") else map_of(results[0].sort, results[1].sort)
    name: OperatorName = "set.comprehension" if word.endswith("set") else "map.comprehension"
    span = elaboration.span(node)

    def build() -> Term:
        binders = bound_.resolved(elaboration, node)
        renaming = bound_.hidden(elaboration, binders)
        condition = conj(*bound_.conditions(binders, renaming))
        operands = (*bound_.domains(), condition, *(result.build() for result in results))
        return _renamed(renaming, make(name, operands, elaboration.resolve(sort, node), binders, span))

    return Draft(sort, build)


@rule("lambda")
def lambda_(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    # `x => e` has one variable without a type.
    names = tokens(node, "LAMBDA_NAME")
    if names:
        binder = Binder(_name(elaboration, str(names[0]), scope), elaboration.inference.fresh())
        bound_ = BoundVariables((binder,), (None,), scope.inner(binder))
    else:
        bound_ = variables(elaboration, nodes(node, "variable"), None, scope, node)
    # Clauses of the lambda see its parameters.
    required = [elaboration.check(nodes(clause)[0], BOOL, bound_.scope) for clause in nodes(node, "lambda_requires")]
    read = [
        frame_of(elaboration, frame, bound_.scope)
        for clause in nodes(node, "lambda_reads")
        for frame in nodes(nodes(clause)[0])
    ]
    body = elaboration.infer(nodes(node)[-1], bound_.scope)
    sort = function_of(*(binder.sort for binder in bound_.binders), body.sort)

    def build() -> Term:
        binders = bound_.resolved(elaboration, node)
        term = body.build()
        # With clauses the body stands behind them: a partial function.
        if required or read:
            frame = reduce(
                lambda first_frame, second_frame: op("set.union", first_frame, second_frame),
                [built() for built in read] or [NOTHING],
            )
            term = op("lambda.clauses", conj(*(built.build() for built in required)), frame, term, span=term.span)
        return make(
            "lambda", (*bound_.domains(), term), elaboration.resolve(sort, node), binders, elaboration.span(node)
        )

    return Draft(sort, build)


@rule("let")
def let(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    listed, body_node = nodes(node)
    symbols = tokens(listed)
    if name_of(listed) == "failure" or symbols[0] == ":-":
        return _or_fail(elaboration, listed, body_node, node, scope)
    patterns, values = nodes(listed)[:-1], nodes(nodes(listed)[-1])
    if symbols[0] == ":|":
        return _such_that(elaboration, patterns, values, body_node, node, scope)
    # `var x, y := f();` takes a function with several results, which is none of these.
    if len(patterns) != len(values):
        raise elaboration.unsupported("a let with different numbers of variables and values", node)
    bindings: list[PatternBinding] = []
    for written_pattern, value in zip(patterns, values, strict=True):
        bindings += pattern(elaboration, written_pattern, elaboration.infer(value, scope), scope).bindings
    inner_scope = scope.inner(*(binding.binder for binding in bindings))
    return bound(elaboration, bindings, elaboration.infer(body_node, inner_scope), node)


def _or_fail(elaboration: Elaboration, listed: Node, body_node: Node, node: Node, scope: Scope) -> Draft:
    """`var x :- e; body` and `:- e; body`: e itself where it is a failure, else the body for what it holds."""
    # The value is written last, whatever its form.
    *patterns, last = nodes(listed)
    (written,) = (last,) if name_of(listed) == "failure" else nodes(last)
    # More than one variable would take a tuple apart.
    if len(patterns) > 1:
        raise elaboration.unsupported(":- of several values", node)
    value = elaboration.infer(written, scope)
    if extracts(elaboration, value, node) is not bool(patterns):
        raise elaboration.unsupported(":- with different numbers of variables and values", node)
    # Reference manual 8.6: as the compiler does, the value is written once under a name of its own, for its members
    # IsFailure, PropagateFailure and Extract are all asked of it:
    #     var status := e; if status.IsFailure() then status.PropagateFailure() else var x := status.Extract(); body
    name = elaboration.fresh_name("status", scope)
    status = Binder(name, elaboration.inference.shallow(value.sort))
    after = scope.inner(status)
    failed, passed_on = (
        elaboration.infer(call_node(name, function_name, node), after) for function_name in (IS_FAILURE, PROPAGATE)
    )
    bindings: list[PatternBinding] = []
    if patterns:
        held = elaboration.infer(call_node(name, EXTRACT, node), after)
        bindings += pattern(elaboration, patterns[0], held, after).bindings
    inner_scope = after.inner(*(binding.binder for binding in bindings))
    rest = bound(elaboration, bindings, elaboration.infer(body_node, inner_scope), node)
    # Both ways out have one type.
    elaboration.inference.unify(passed_on.sort, rest.sort, elaboration.span(node))
    chosen = Draft(
        rest.sort, lambda: op("ite", failed.build(), passed_on.build(), rest.build(), span=elaboration.span(node))
    )
    return bound(elaboration, [PatternBinding(status, value)], chosen, node)


def _such_that(
    elaboration: Elaboration, patterns: list[Node], values: list[Node], body_node: Node, node: Node, scope: Scope
) -> Draft:
    if any(name_of(written_pattern) != "bound_name" for written_pattern in patterns):
        raise elaboration.unsupported("a pattern before :|", node)
    bound_ = variables(elaboration, patterns, None, scope, node, values[0])
    return such_that(
        elaboration,
        bound_,
        elaboration.check(values[0], BOOL, bound_.scope),
        elaboration.infer(body_node, bound_.scope),
        node,
    )


def such_that(elaboration: Elaboration, bound_: BoundVariables, condition: Draft, body: Draft, node: Node) -> Draft:
    """`var x :| P; e`: the value of e for some x that satisfies P."""

    def build() -> Term:
        binders = bound_.resolved(elaboration, node)
        chosen = conj(*bound_.conditions(binders), condition.build())
        inner_body = body.build()
        return make(
            "such_that", (*bound_.domains(), chosen, inner_body), inner_body.sort, binders, elaboration.span(node)
        )

    return Draft(body.sort, build)


@rule("binding_conditional")
def binding_conditional(elaboration: Elaboration, node: Node, scope: Scope) -> Draft:
    """`if x :| P then a else b`: when some x satisfies P, the value of a for such an x."""
    guard, then, orelse = nodes(node)
    names, *rest = nodes(guard)
    # Several variables would need a tuple as the choice.
    if len(tokens(guard)) or name_of(names) != "name" or len(rest) > 2:
        raise elaboration.unsupported("if with several bound variables", node)
    declared = elaboration.read_type(rest[0], scope) if len(rest) == 2 else None
    binder = Binder(str(names.children[0]), declared.sort if declared else elaboration.inference.fresh())
    inner_scope = scope.inner(binder)
    bound_ = BoundVariables((binder,), (declared.whole if declared else None,), inner_scope)
    condition = elaboration.check(rest[-1], BOOL, inner_scope)
    chosen, alternative = (
        such_that(elaboration, bound_, condition, elaboration.infer(then, inner_scope), node),
        elaboration.infer(orelse, scope),
    )
    elaboration.inference.unify(chosen.sort, alternative.sort, elaboration.span(node))

    def build() -> Term:
        binders = bound_.resolved(elaboration, node)
        some = conj(*bound_.conditions(binders), condition.build())
        # The conditional asks whether there is such a value; only then is one chosen.
        exists = make("exists", (*bound_.domains(), some), BOOL, binders, elaboration.span(guard))
        return op("ite", exists, chosen.build(), alternative.build(), span=elaboration.span(node))

    return Draft(chosen.sort, build)


# The subset type that Dafny infers for a bound variable without a type: `forall n :: P(n)` is about the naturals where
# the parameter of P is a `nat` (reference manual, "Type Inference").
#
# Which one it is follows from how the variable is used. It is given where a parameter has that type, and where nothing
# else gives it the base type: a parameter of that type, a comparison of order with what has it, arithmetic with that.
# Of other uses nothing is known here, and the variable has the base type, as most have. Either way the values are the
# same wherever the text says what they are, as in `0 <= n < k`.

_NEUTRAL = frozenset({"index", "slice", "as_type", "is_type"})
_ORDER = frozenset({"<", "<=", ">", ">="})
_BASE = ("", None)


def inferred_guard(elaboration: Elaboration, name: str, within: Node, scope: Scope) -> TypeGuard | None:
    """What the inferred type of a variable promises. `within`: all that it is bound in, `scope` is that around it."""
    guards_by_text: dict[str, TypeGuard] = {}
    for path in _uses(name, within):
        for text, guard in _given(elaboration, path, scope):
            if guard is None:
                return None
            guards_by_text[text] = guard
    return next(iter(guards_by_text.values())) if len(guards_by_text) == 1 else None


def _uses(name: str, within: Node) -> Iterator[tuple[Node, ...]]:
    """The nodes of each use, from the outermost to the name itself."""
    pending: list[tuple[Node, ...]] = [(within,)]
    while pending:
        path = pending.pop()
        node = path[-1]
        if name_of(node) == "name" and node.children[0] == name:
            yield path
        pending.extend((*path, child_node) for child_node in nodes(node))


def _given(elaboration: Elaboration, path: tuple[Node, ...], scope: Scope) -> Iterator[ParameterType]:
    """The types that a use gives to the variable: none, the one of a parameter, or the base type."""
    node, outer = path[-1], path[-2]
    # In `F(x + 1)` the use is the whole argument, if the rest of it leaves its type open, as a number does. The type of
    # the parameter is then that of the sum, and x has its base type (`is_part`).
    is_part = False
    # Upwards through what leaves the type open.
    while name_of(outer) in ("arithmetic", "negative", "parenthesized"):
        if not all(_is_open(node, scope) for node in nodes(outer)):
            yield _BASE
            return
        is_part = is_part or name_of(outer) != "parenthesized"
        path = path[:-1]
        node, outer = path[-1], path[-2]
    # By the place in which it is used.
    match name_of(outer):
        case "comparison":
            # Compared with something of a known type, it has the base type.
            position = next(number for number, child in enumerate(outer.children) if child is node)
            for symbol, operand in ((position - 1, position - 2), (position + 1, position + 2)):
                if 0 <= operand < len(outer.children) and str(outer.children[symbol]) in _ORDER:
                    child = outer.children[operand]
                    if not isinstance(child, str) and not _is_open(child, scope):
                        yield _BASE
        case "arguments":
            # As an argument it has the parameter's type, subset and all.
            domain = _parameter(elaboration, path[-3], nodes(outer).index(node), scope)
            if domain is not None:
                yield _BASE if is_part else domain
        case kind if kind not in _NEUTRAL:
            yield _BASE


def _is_open(node: Node, scope: Scope) -> bool:
    """Does an expression leave its type open: a number, a variable that is bound here, arithmetic of these?"""
    match name_of(node):
        case "integer":
            return True
        case "name":
            # A variable from outside has a type of its own.
            return str(node.children[0]) not in scope.variables
        case "arithmetic" | "negative" | "parenthesized":
            return all(_is_open(operand, scope) for operand in nodes(node))
        case _:
            return False


def _parameter(elaboration: Elaboration, applied: Node, position: int, scope: Scope) -> ParameterType | None:
    """The type of a parameter of what is applied; None where it is a type parameter."""
    callee = nodes(applied)[0] if nodes(applied) else applied
    if name_of(applied) != "application" or name_of(callee) != "name":
        return _BASE
    text = str(callee.children[0])
    if text in scope.variables:
        domains = scope.domains.get(text, ())
        return domains[position] if position < len(domains) else _BASE
    signature = elaboration.names.find(elaboration.names.functions, (text,), scope.path)
    if signature is None and "this" in scope.objects:
        signature = elaboration.names.member(elaboration.names.functions, scope.objects["this"].type, text)
    return _BASE if signature is None else _of_signature(signature, position)


def _of_signature(signature: Signature, position: int) -> ParameterType | None:
    formals = signature.parameters[len(signature.parameters) - len(signature.domains) :]
    if position >= len(formals):
        return _BASE
    return None if formals[position].sort.kind == "Uninterpreted" else signature.domains[position]
