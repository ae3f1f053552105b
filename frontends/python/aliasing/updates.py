"""Changes of containers in place, as assignments: `found.append(x)` is `found = [*found, x]` where it owns its list.

What is not such a change stays as it is: the evaluator has no value for it, and the replay in Python decides.
"""

from collections.abc import Callable, Iterable

from attrs import define, evolve

from ....core.ir.operator_names import operator_name
from ....core.ir.sorts import VALUE
from ....core.ir.statements import (
    Assign,
    Body,
    Comprehension,
    Define,
    Evaluate,
    For,
    Generator,
    If,
    OpaqueStatement,
    Raise,
    Return,
    Statement,
    Try,
    While,
)
from ....core.ir.terms import Term, const, make, subterms, var
from ....core.spans import Span
from ..expressions import DELETE_ITEM, SET_ITEM
from ..made_terms import called, sliced
from .augmented_assignments import binary, operator_of, plain_names, told_apart
from .unaliased import ContainerKind, changed_name, unaliased


def rebound(body: Body, parameters: Iterable[str] = ()) -> Body:
    """The statements of one function, with changes in place of what its names own as assignments to these names.
    An assignment to an item that cannot be written so becomes `OpaqueStatement`."""
    names = frozenset(parameters)
    return _FunctionUpdates(unaliased(body, names), plain_names(body, names)).block(body)


@define(slots=True)
class _FunctionUpdates:
    unaliased: dict[str, ContainerKind]
    plain: frozenset[str]

    def block(self, body: Body) -> Body:
        return tuple(lowered for statement in body for lowered in self._statement(statement))

    def _statement(self, statement: Statement) -> list[Statement]:
        # The order matters: a change that is understood comes before what any statement of its kind is. The last cases
        # only take `pop` out of expressions, in the order of their evaluation.
        match statement:
            case Define(_, parameters, _, body):
                return [evolve(statement, body=rebound(body, parameters))]
            case Evaluate(value) if operator_of(statement) is not None and value.args[0].data not in self.unaliased:
                before, operand = self._removed(value.args[1])
                terms = [value.args[0], operand]
                statement = evolve(statement, value=make(value.op, terms, value.sort, value.data, value.span))
                plain = value.args[0].data in self.plain
                return [*before, *([binary(statement)] if plain else told_apart(statement))]
            case Evaluate(value, span) if (name := changed_name(value)) in self.unaliased and value.data[0] != "pop":
                # The value of an assignment is evaluated before the place.
                backwards = -1 if value.data[0] == SET_ITEM else 1
                before, arguments = self._in_order(value.args[1:][::backwards])
                arguments = arguments[::backwards]
                return [*before, *_change(name, self.unaliased[name], value, arguments, span or value.span)]
            case Evaluate(value, span) if value.op == "python.method" and value.data[0] == SET_ITEM:
                return [OpaqueStatement("assignment to a subscript", span)]
            case Evaluate(value, span) if value.op == "python.method" and value.data[0] == DELETE_ITEM:
                return [OpaqueStatement("del statement", span)]
            case Evaluate(value, span) if self._is_pop(value):
                taken, rest = _removal(value)
                return [Evaluate(taken, span), Assign(value.args[0].data, rest, span)]
            case Assign(_, value) | Evaluate(value):
                before, term = self._removed(value)
                return [*before, evolve(statement, value=term)]
            case Return(value) if value is not None:
                before, term = self._removed(value)
                return [*before, evolve(statement, value=term)]
            case If(test, then, orelse):
                before, term = self._removed(test)
                return [*before, evolve(statement, test=term, then=self.block(then), orelse=self.block(orelse))]
            case For(_, _, body, orelse) | While(_, body, orelse):
                return [evolve(statement, body=self.block(body), orelse=self.block(orelse))]
            case Try(body, handlers, orelse, final):
                handled = tuple(evolve(handler, body=self.block(handler.body)) for handler in handlers)
                return [Try(self.block(body), handled, self.block(orelse), self.block(final), statement.span)]
        return [statement]

    def _removes(self, term: Term) -> bool:
        return any(self._is_pop(subterm) for subterm in subterms(term))

    def _is_pop(self, term: Term) -> bool:
        return term.op == "python.method" and term.data[0] == "pop" and changed_name(term) in self.unaliased

    def _removed(self, term: Term) -> tuple[list[Statement], Term]:
        """A term without the changes in it, and the statements that make them, in the order of evaluation."""
        if not self._removes(term):
            return [], term
        span = term.span
        match term.op:
            case "python.method" if self._is_pop(term):
                carrier = _carrier("removed", term)
                taken, rest = _removal(term)
                return [Assign(carrier.data, taken, span), Assign(term.args[0].data, rest, span)], carrier
            case "python.and" | "python.or":
                return self._short_circuit(term)
            case "python.ite":
                carrier = _carrier("chosen", term)
                before, test = self._removed(term.args[0])
                then, orelse = (self._into(carrier, branch) for branch in term.args[1:])
                return [*before, If(test, then, orelse, span)], carrier
        before, arguments = self._in_order(term.args)
        return before, make(term.op, arguments, term.sort, term.data, span)

    def _into(self, carrier: Term, term: Term) -> Body:
        before, value = self._removed(term)
        return (*before, Assign(carrier.data, value, term.span))

    def _short_circuit(self, term: Term) -> tuple[list[Statement], Term]:
        carrier = _carrier("operand", term)
        *others, last = term.args
        body = self._into(carrier, last)
        for operand in reversed(others):
            test = carrier if term.op == "python.and" else make("python.not", [carrier], VALUE, None, term.span)
            body = (*self._into(carrier, operand), If(test, body, (), term.span))
        return list(body), carrier

    def _in_order(self, terms: Iterable[Term]) -> tuple[list[Statement], list[Term]]:
        """Operands, evaluated in order. One before a change is evaluated before it."""
        statements: list[Statement] = []
        found: list[Term] = []
        for term in terms:
            before, value = self._removed(term)
            if before:
                for place, earlier in enumerate(found):
                    if earlier.op not in ("const", "python.lambda", "python.starred", "python.slice"):
                        carrier = _carrier("operand", earlier, place)
                        statements.append(Assign(carrier.data, earlier, earlier.span))
                        found[place] = carrier
            statements += before
            found.append(value)
        return statements, found


def _removal(call: Term) -> tuple[Term, Term]:
    """The element that a call of `pop` removes from a list, and the list without it."""
    whole, span = call.args[0], call.span
    first = len(call.args) > 1 and call.args[1].data == 0
    rest = sliced(whole, 1, None, span) if first else sliced(whole, None, -1, span)
    return make("python.index", [whole, const(0 if first else -1, VALUE, span)], VALUE, None, span), rest


def _carrier(role: str, term: Term, place: int = 0) -> Term:
    """A variable of its own for a value that is used later."""
    span = term.span
    where = "" if span is None else f"_{span.line}_{span.column}_{span.end_line}_{span.end_column}"
    return var(f"_{role}_{place}{where}", VALUE, span)


def _change(name: str, kind: ContainerKind, call: Term, arguments: list[Term], span: Span | None) -> list[Statement]:
    """The statements that say what a change makes of the container of a name."""
    whole = var(name, VALUE, span)
    method: str = call.data[0]
    if method in (SET_ITEM, DELETE_ITEM) and (part := call.args[1]).op == "python.slice":
        return _set_slice(name, whole, part, arguments[1:], span) if kind == "list" else [_of_slice(span)]
    if (kind, method) in _VALUES:
        return [Assign(name, _VALUES[kind, method](whole, arguments, span), span)]
    match kind, method:
        case "list", "sort":
            return [Assign(name, called(sorted, (whole, *arguments), span, (None, *call.data[1])), span)]
        case "list", "remove":
            place = _carrier("place", call)
            index = make("python.method", [whole, *arguments], VALUE, ("index", (None,)), span)
            rest = _parts(whole, place, (), _next(place, span), span)
            return [Assign(place.data, index, span), Assign(name, rest, span)]
        case "set", "discard" | "remove":
            before, (element,) = _named(arguments, call)
            present = make("python.compare", [element, whole], VALUE, "in", span)
            otherwise = (Raise("KeyError", span),) if method == "remove" else ()
            less = Assign(name, _without(whole, element, call), span)
            return [*before, If(present, (less,), otherwise, span)]
        case "dict", "setdefault":
            default = arguments[1] if len(arguments) > 1 else const(None, VALUE, span)
            before, (item, value) = _named((arguments[0], default), call)
            absent = make("python.compare", [item, whole], VALUE, "not in", span)
            return [*before, If(absent, (Assign(name, _with_item(whole, [item, value], span), span),), (), span)]
        case "dict", "__delitem__":
            before, (item,) = _named(arguments, call)
            evaluate = Evaluate(make("python.index", [whole, item], VALUE, None, span), span)
            return [*before, evaluate, Assign(name, _without_key(whole, item, call), span)]
        case "list", "__delitem__":
            return _delete_item(name, whole, call, arguments, span)
        case _:
            return _set_item(name, whole, call, arguments, span)


def _of_slice(span: Span | None) -> OpaqueStatement:
    return OpaqueStatement("assignment to a slice", span)


def _set_slice(name: str, whole: Term, part: Term, values: list[Term], span: Span | None) -> list[Statement]:
    """`whole[start:end] = values` for a list, or `del whole[start:end]` where there are no values. What is in between
    is left out where it is sure what that is: a slice with both ends known, in order, or without one of them."""
    start, end, step = part.args
    first, last = (each.data if each.op == "const" else "" for each in (start, end))
    known = first is None or last is None or (type(first) is type(last) is int and 0 <= first <= last)
    if not known or step.op != "const" or step.data is not None:
        return [_of_slice(span)]
    # The value is evaluated before the places, and both before anything changes.
    before: list[Statement] = []
    made = [called(list, [value], span) for value in values]
    if made and made[0].args[1].op not in ("const", "var"):
        carrier = _carrier("values", part)
        before, made = [Assign(carrier.data, made[0], span)], [carrier]
    evaluate = Evaluate(make("python.index", [whole, part], VALUE, None, span), span)
    kept = _outside(start, sliced(whole, None, start, span), span)
    rest = _outside(end, sliced(whole, end, None, span), span)
    parts = [_all_of(each, span) for each in (kept, *made, rest)]
    return [*before, evaluate, Assign(name, make("python.list", parts, VALUE, None, span), span)]


def _outside(end: Term, there: Term, span: Span | None) -> Term:
    """What is beyond an end of a slice: nothing where that is None."""
    nothing = make("python.list", (), VALUE, None, span)
    if end.op == "const":
        return nothing if end.data is None else there
    is_none = make("python.compare", [end, const(None, VALUE, span)], VALUE, "is", span)
    return make("python.ite", [is_none, nothing, there], VALUE, None, span)


def _delete_item(name: str, whole: Term, call: Term, arguments: list[Term], span: Span | None) -> list[Statement]:
    """`del whole[place]` for a list: the place may count from the end."""
    before, (place,) = _named(arguments, call)
    evaluate = Evaluate(make("python.index", [whole, place], VALUE, None, span), span)
    if place.op == "const" and type(place.data) is int and place.data >= 0:
        return [
            *before,
            evaluate,
            Assign(name, _parts(whole, place, (), const(place.data + 1, VALUE, span), span), span),
        ]
    number, element = (_carrier(role, call) for role in ("number", "element"))
    backwards = make("python.binary", [number, called(len, (whole,), span)], VALUE, "-", span)
    others = [make("python.compare", [each, place], VALUE, "!=", span) for each in (number, backwards)]
    loop = Comprehension("list", (Generator((number.data, element.data), 2),))
    kept = make("python.comprehension", [called(enumerate, (whole,), span), *others, element], VALUE, loop, span)
    return [*before, evaluate, Assign(name, kept, span)]


def _set_item(name: str, whole: Term, call: Term, arguments: list[Term], span: Span | None) -> list[Statement]:
    """`whole[place] = value` for a list: the place may count from the end."""
    before, (value, place) = _named(reversed(arguments), call)
    evaluate = Evaluate(make("python.index", [whole, place], VALUE, None, span), span)
    if place.op == "const" and type(place.data) is int and place.data >= 0:
        changed = _parts(whole, place, (value,), const(place.data + 1, VALUE, span), span)
    else:
        number, element = (_carrier(role, call) for role in ("number", "element"))
        backwards = make("python.binary", [number, called(len, (whole,), span)], VALUE, "-", span)
        found = [make("python.compare", [each, place], VALUE, "==", span) for each in (number, backwards)]
        chosen = make("python.ite", [make("python.or", found, VALUE, None, span), value, element], VALUE, None, span)
        loop = Comprehension("list", (Generator((number.data, element.data), 0),))
        changed = make("python.comprehension", [called(enumerate, (whole,), span), chosen], VALUE, loop, span)
    return [*before, evaluate, Assign(name, changed, span)]


def _named(terms: Iterable[Term], call: Term) -> tuple[list[Statement], list[Term]]:
    """Terms that may be used more than once, and the statements that evaluate them."""
    statements: list[Statement] = []
    found = []
    for place, term in enumerate(terms):
        if term.op not in ("const", "var"):
            carrier = _carrier("argument", call, place)
            statements.append(Assign(carrier.data, term, term.span))
            term = carrier
        found.append(term)
    return statements, found


def _next(term: Term, span: Span | None) -> Term:
    return make("python.binary", [term, const(1, VALUE, span)], VALUE, "+", span)


def _all_of(term: Term, span: Span | None) -> Term:
    return make("python.starred", [term], VALUE, None, span)


def _parts(whole: Term, end: Term, between: Iterable[Term], start: Term, span: Span | None) -> Term:
    """A list of what is before `end`, of some elements, and of what is from `start` on."""
    before, after = sliced(whole, None, end, span), sliced(whole, start, None, span)
    return make("python.list", [_all_of(before, span), *between, _all_of(after, span)], VALUE, None, span)


def _display(kind: ContainerKind) -> "_Value":
    return lambda whole, new, span: make(
        operator_name(f"python.{kind}"), [_all_of(whole, span), *new], VALUE, None, span
    )


def _extended(kind: ContainerKind) -> "_Value":
    def value(whole: Term, new: list[Term], span: Span | None) -> Term:
        return make(operator_name(f"python.{kind}"), [_all_of(each, span) for each in (whole, *new)], VALUE, None, span)

    return value


def _with_item(whole: Term, new: list[Term], span: Span | None) -> Term:
    return make("python.dict", [_all_of(whole, span), const(None, VALUE, span), *new], VALUE, None, span)


def _operated(operator: str) -> "_Value":
    return lambda whole, new, span: make("python.binary", [whole, *new], VALUE, operator, span)


def _updated(whole: Term, new: list[Term], span: Span | None) -> Term:
    none = const(None, VALUE, span)
    parts = [part for each in (whole, called(dict, new, span)) for part in (_all_of(each, span), none)]
    return make("python.dict", parts, VALUE, None, span)


def _without_key(whole: Term, item: Term, call: Term) -> Term:
    """The dict without one key, which is the same or equal."""
    key, value = (_carrier(role, call) for role in ("key", "value"))
    alone = make("python.tuple", [item], VALUE, None, call.span)
    other = make("python.compare", [key, alone], VALUE, "not in", call.span)
    items = make("python.method", [whole], VALUE, ("items", ()), call.span)
    loop = Comprehension("dict", (Generator((key.data, value.data), 1),))
    return make("python.comprehension", [items, other, key, value], VALUE, loop, call.span)


def _without(whole: Term, element: Term, call: Term) -> Term:
    """The set without one element. An object is an element when it is the same or equal; a set need not be hashed."""
    each = _carrier("element", call)
    alone = make("python.tuple", [element], VALUE, None, call.span)
    other = make("python.compare", [each, alone], VALUE, "not in", call.span)
    loop = Comprehension("set", (Generator(each.data, 1),))
    return make("python.comprehension", [whole, other, each], VALUE, loop, call.span)


_Value = Callable[[Term, list[Term], Span | None], Term]
_VALUES: dict[tuple[str, str], _Value] = {
    ("list", "__iadd__"): _extended("list"),
    ("list", "append"): _display("list"),
    ("list", "clear"): lambda _, new, span: make("python.list", new, VALUE, None, span),
    ("list", "extend"): _extended("list"),
    ("list", "insert"): lambda whole, new, span: _parts(whole, new[0], new[1:], new[0], span),
    ("list", "reverse"): lambda whole, _, span: sliced(whole, None, None, span, -1),
    ("set", "__iand__"): _operated("&"),
    ("set", "__ior__"): _operated("|"),
    ("set", "__isub__"): _operated("-"),
    ("set", "__ixor__"): _operated("^"),
    ("set", "add"): _display("set"),
    ("set", "clear"): lambda _, new, span: called(set, new, span),
    ("set", "difference_update"): lambda whole, new, span: make(
        "python.binary", [whole, called(set, new, span)], VALUE, "-", span
    ),
    ("set", "update"): _extended("set"),
    ("dict", "__ior__"): _updated,
    ("dict", "clear"): lambda _, new, span: make("python.dict", new, VALUE, None, span),
    ("dict", "update"): _updated,
    ("dict", SET_ITEM): _with_item,
}
