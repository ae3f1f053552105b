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
                # A nested function owns names of its own.
                return [evolve(statement, body=rebound(body, parameters))]
            # An augmented assignment of a name that does not own its container.
            case Evaluate(value) if operator_of(statement) is not None and value.args[0].data not in self.unaliased:
                # What the operand itself removes (`n += xs.pop()`) happens before.
                statements_before, operand = self._removed(value.args[1])
                terms = [value.args[0], operand]
                statement = evolve(statement, value=make(value.op, terms, value.sort, value.data, value.span))
                plain = value.args[0].data in self.plain
                return [*statements_before, *([binary(statement)] if plain else told_apart(statement))]
            # A change of an owned container becomes an assignment of the new value.
            case Evaluate(value, span) if (name := changed_name(value)) in self.unaliased and value.data[0] != "pop":
                # The value of an assignment is evaluated before the place.
                backwards = -1 if value.data[0] == SET_ITEM else 1
                statements_before, arguments = self._in_order(value.args[1:][::backwards])
                arguments = arguments[::backwards]
                return [*statements_before, *_change(name, self.unaliased[name], value, arguments, span or value.span)]
            # A subscript or `del` on anything else has no value here: whoever else holds the container would see it.
            case Evaluate(value, span) if value.op == "python.method" and value.data[0] == SET_ITEM:
                return [OpaqueStatement("assignment to a subscript", span)]
            case Evaluate(value, span) if value.op == "python.method" and value.data[0] == DELETE_ITEM:
                return [OpaqueStatement("del statement", span)]
            # `pop` as a statement: the element is evaluated, since it may raise.
            case Evaluate(value, span) if self._is_pop(value):
                taken, rest = _removal(value)
                return [Evaluate(taken, span), Assign(value.args[0].data, rest, span)]
            case Assign(_, value) | Evaluate(value):
                statements_before, term = self._removed(value)
                return [*statements_before, evolve(statement, value=term)]
            case Return(value) if value is not None:
                statements_before, term = self._removed(value)
                return [*statements_before, evolve(statement, value=term)]
            case If(test, then, orelse):
                # The test is evaluated once, before either branch.
                statements_before, term = self._removed(test)
                return [
                    *statements_before,
                    evolve(statement, test=term, then=self.block(then), orelse=self.block(orelse)),
                ]
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
            # What is taken out is kept in a variable of its own, for the rest of the expression to mention.
            case "python.method" if self._is_pop(term):
                carrier = _carrier("removed", term)
                taken, rest = _removal(term)
                return [Assign(carrier.data, taken, span), Assign(term.args[0].data, rest, span)], carrier
            # A branch that is not evaluated changes nothing: its statements come under its condition.
            case "python.and" | "python.or":
                return self._short_circuit(term)
            case "python.ite":
                carrier = _carrier("chosen", term)
                statements_before, test = self._removed(term.args[0])
                then, orelse = (self._into(carrier, branch) for branch in term.args[1:])
                return [*statements_before, If(test, then, orelse, span)], carrier
        statements_before, arguments = self._in_order(term.args, term)
        return statements_before, make(term.op, arguments, term.sort, term.data, span)

    def _into(self, carrier: Term, term: Term) -> Body:
        statements_before, value = self._removed(term)
        return (*statements_before, Assign(carrier.data, value, term.span))

    def _short_circuit(self, term: Term) -> tuple[list[Statement], Term]:
        carrier = _carrier("operand", term)
        *earlier_operands, last = term.args
        body = self._into(carrier, last)
        for operand in reversed(earlier_operands):
            test = carrier if term.op == "python.and" else make("python.not", [carrier], VALUE, None, term.span)
            body = (*self._into(carrier, operand), If(test, body, (), term.span))
        return list(body), carrier

    def _in_order(self, terms: Iterable[Term], whole: Term | None = None) -> tuple[list[Statement], list[Term]]:
        """Operands, of a whole expression if any, evaluated in order. One before a change is evaluated before it."""
        statements: list[Statement] = []
        operand_terms: list[Term] = []
        for term in terms:
            statements_before, value = self._removed(term)
            if statements_before:
                for number, earlier in enumerate(operand_terms):
                    carried, operand_terms[number] = self._evaluated(earlier, whole, number)
                    statements += carried
            statements += statements_before
            operand_terms.append(value)
        return statements, operand_terms

    def _evaluated(self, operand: Term, whole: Term | None, number: int) -> tuple[list[Statement], Term]:
        """The statements that evaluate an operand before a later one makes a change, and what stands for it then."""
        # A lambda is evaluated when it is called, and behind a slice no operand follows.
        if operand.op in ("const", "python.lambda", "python.slice"):
            return [], operand
        # The name of a container means the object, of which an operator sees what a later operand has left: in
        # `ys + [ys.pop()]` the first one has an element less.
        if operand.op == "var" and operand.data in self.unaliased and not _is_taken_at_once(whole, number):
            return [], operand
        carrier = _carrier("operand", operand, number)
        if operand.op != "python.starred":
            return [Assign(carrier.data, operand, operand.span)], carrier
        # A display takes all elements of `*ys` before it goes on: `[*ys, ys.pop()]` has the last one twice.
        of_dict = whole is not None and whole.op == "python.dict"
        taken = operand.args[0] if of_dict else called(list, operand.args, operand.span)
        return [Assign(carrier.data, taken, operand.span)], _all_of(carrier, operand.span)


def _is_taken_at_once(whole: Term | None, number: int) -> bool:
    """Whether what an operand holds is read before the next operand is evaluated: a field of an f-string is written,
    and `*ys` in a call gives its elements."""
    match whole:
        case Term(op="python.format"):
            return True
        case Term(op="python.call", data=kinds) | Term(op="python.method", data=(_, kinds)):
            return number > 0 and kinds[number - 1] == "*"
    return False


def _removal(call: Term) -> tuple[Term, Term]:
    """The element that a call of `pop` removes from a list, and the list without it."""
    container, span = call.args[0], call.span
    first = len(call.args) > 1 and call.args[1].data == 0
    rest = sliced(container, 1, None, span) if first else sliced(container, None, -1, span)
    return make("python.index", [container, const(0 if first else -1, VALUE, span)], VALUE, None, span), rest


def _carrier(role: str, term: Term, number: int = 0) -> Term:
    """A variable of its own for a value that is used later."""
    span = term.span
    where = "" if span is None else f"_{span.line}_{span.column}_{span.end_line}_{span.end_column}"
    return var(f"_{role}_{number}{where}", VALUE, span)


def _change(name: str, kind: ContainerKind, call: Term, arguments: list[Term], span: Span | None) -> list[Statement]:
    """The statements that say what a change makes of the container of a name."""
    container = var(name, VALUE, span)
    method: str = call.data[0]
    # Slices have the semantics of their own (reference, sequence types).
    if method in (SET_ITEM, DELETE_ITEM) and (slice_term := call.args[1]).op == "python.slice":
        return _set_slice(name, container, slice_term, arguments[1:], span) if kind == "list" else [_of_slice(span)]
    if (kind, method) in _VALUES:
        return [Assign(name, _VALUES[kind, method](container, arguments, span), span)]
    # Each method as the value that the container has afterwards, with the exceptions that it raises.
    match kind, method:
        case "list", "sort":
            return [Assign(name, called(sorted, (container, *arguments), span, (None, *call.data[1])), span)]
        # `remove` takes the first equal element, by its place.
        case "list", "remove":
            position_carrier = _carrier("place", call)
            index = make("python.method", [container, *arguments], VALUE, ("index", (None,)), span)
            rest = _parts(container, position_carrier, (), _next(position_carrier, span), span)
            return [Assign(position_carrier.data, index, span), Assign(name, rest, span)]
        case "set", "discard" | "remove":
            # Arguments that are used twice are evaluated once.
            statements_before, (element,) = _named(arguments, call)
            present = make("python.compare", [element, container], VALUE, "in", span)
            otherwise = (Raise("KeyError", span),) if method == "remove" else ()
            less = Assign(name, _without(container, element, call), span)
            return [*statements_before, If(present, (less,), otherwise, span)]
        case "dict", "setdefault":
            default = arguments[1] if len(arguments) > 1 else const(None, VALUE, span)
            statements_before, (item, value) = _named((arguments[0], default), call)
            absent = make("python.compare", [item, container], VALUE, "not in", span)
            return [
                *statements_before,
                If(absent, (Assign(name, _with_item(container, [item, value], span), span),), (), span),
            ]
        # Looking the key up raises KeyError where it is missing.
        case "dict", "__delitem__":
            statements_before, (item,) = _named(arguments, call)
            evaluate = Evaluate(make("python.index", [container, item], VALUE, None, span), span)
            return [*statements_before, evaluate, Assign(name, _without_key(container, item, call), span)]
        case "list", "__delitem__":
            return _delete_item(name, container, call, arguments, span)
        case _:
            return _set_item(name, container, call, arguments, span)


def _of_slice(span: Span | None) -> OpaqueStatement:
    return OpaqueStatement("assignment to a slice", span)


def _set_slice(name: str, container: Term, slice_term: Term, values: list[Term], span: Span | None) -> list[Statement]:
    """`whole[start:end] = values` for a list, or `del whole[start:end]` where there are no values. What is in between
    is left out where it is sure what that is: a slice with both ends known, in order, or without one of them."""
    start, upper_bound, step = slice_term.args
    first, last = (bound.data if bound.op == "const" else "" for bound in (start, upper_bound))
    is_in_order = first is None or last is None or (type(first) is type(last) is int and 0 <= first <= last)
    if not is_in_order or step.op != "const" or step.data is not None:
        return [_of_slice(span)]
    # The value is evaluated before the places, and both before anything changes.
    statements_before: list[Statement] = []
    new_lists = [called(list, [value], span) for value in values]
    if new_lists and new_lists[0].args[1].op not in ("const", "var"):
        carrier = _carrier("values", slice_term)
        statements_before, new_lists = [Assign(carrier.data, new_lists[0], span)], [carrier]
    evaluate = Evaluate(make("python.index", [container, slice_term], VALUE, None, span), span)
    kept = _outside(start, sliced(container, None, start, span), span)
    rest = _outside(upper_bound, sliced(container, upper_bound, None, span), span)
    joined_lists = [_all_of(joined_list, span) for joined_list in (kept, *new_lists, rest)]
    return [*statements_before, evaluate, Assign(name, make("python.list", joined_lists, VALUE, None, span), span)]


def _outside(bound: Term, remainder: Term, span: Span | None) -> Term:
    """What is beyond an end of a slice: nothing where that is None."""
    nothing = make("python.list", (), VALUE, None, span)
    if bound.op == "const":
        return nothing if bound.data is None else remainder
    is_none = make("python.compare", [bound, const(None, VALUE, span)], VALUE, "is", span)
    return make("python.ite", [is_none, nothing, remainder], VALUE, None, span)


def _delete_item(name: str, container: Term, call: Term, arguments: list[Term], span: Span | None) -> list[Statement]:
    """`del whole[place]` for a list: the place may count from the end."""
    statements_before, (index_term,) = _named(arguments, call)
    # The lookup raises IndexError before anything changes.
    evaluate = Evaluate(make("python.index", [container, index_term], VALUE, None, span), span)
    # A known place from the front needs no search.
    if index_term.op == "const" and type(index_term.data) is int and index_term.data >= 0:
        return [
            *statements_before,
            evaluate,
            Assign(name, _parts(container, index_term, (), const(index_term.data + 1, VALUE, span), span), span),
        ]
    # Otherwise each element is kept unless its place, counted either way, is the deleted one.
    number, element = (_carrier(role, call) for role in ("number", "element"))
    backwards = make("python.binary", [number, called(len, (container,), span)], VALUE, "-", span)
    other_positions = [make("python.compare", [term, index_term], VALUE, "!=", span) for term in (number, backwards)]
    loop = Comprehension("list", (Generator((number.data, element.data), 2),))
    kept = make(
        "python.comprehension", [called(enumerate, (container,), span), *other_positions, element], VALUE, loop, span
    )
    return [*statements_before, evaluate, Assign(name, kept, span)]


def _set_item(name: str, container: Term, call: Term, arguments: list[Term], span: Span | None) -> list[Statement]:
    """`whole[place] = value` for a list: the place may count from the end."""
    statements_before, (value, index_term) = _named(reversed(arguments), call)
    evaluate = Evaluate(make("python.index", [container, index_term], VALUE, None, span), span)
    if index_term.op == "const" and type(index_term.data) is int and index_term.data >= 0:
        changed = _parts(container, index_term, (value,), const(index_term.data + 1, VALUE, span), span)
    else:
        number, element = (_carrier(role, call) for role in ("number", "element"))
        backwards = make("python.binary", [number, called(len, (container,), span)], VALUE, "-", span)
        position_tests = [make("python.compare", [term, index_term], VALUE, "==", span) for term in (number, backwards)]
        chosen = make(
            "python.ite", [make("python.or", position_tests, VALUE, None, span), value, element], VALUE, None, span
        )
        loop = Comprehension("list", (Generator((number.data, element.data), 0),))
        changed = make("python.comprehension", [called(enumerate, (container,), span), chosen], VALUE, loop, span)
    return [*statements_before, evaluate, Assign(name, changed, span)]


def _named(terms: Iterable[Term], call: Term) -> tuple[list[Statement], list[Term]]:
    """Terms that may be used more than once, and the statements that evaluate them."""
    statements: list[Statement] = []
    named_terms = []
    for number, term in enumerate(terms):
        if term.op not in ("const", "var"):
            carrier = _carrier("argument", call, number)
            statements.append(Assign(carrier.data, term, term.span))
            term = carrier
        named_terms.append(term)
    return statements, named_terms


def _next(term: Term, span: Span | None) -> Term:
    return make("python.binary", [term, const(1, VALUE, span)], VALUE, "+", span)


def _all_of(term: Term, span: Span | None) -> Term:
    return make("python.starred", [term], VALUE, None, span)


def _parts(container: Term, upper_bound: Term, between: Iterable[Term], start: Term, span: Span | None) -> Term:
    """A list of what is before `upper_bound`, of some elements, and of what is from `start` on."""
    elements_before, after = sliced(container, None, upper_bound, span), sliced(container, start, None, span)
    return make("python.list", [_all_of(elements_before, span), *between, _all_of(after, span)], VALUE, None, span)


def _display(kind: ContainerKind) -> "_Value":
    return lambda container, new, span: make(
        operator_name(f"python.{kind}"), [_all_of(container, span), *new], VALUE, None, span
    )


def _extended(kind: ContainerKind) -> "_Value":
    def value(container: Term, new: list[Term], span: Span | None) -> Term:
        return make(
            operator_name(f"python.{kind}"),
            [_all_of(collection, span) for collection in (container, *new)],
            VALUE,
            None,
            span,
        )

    return value


def _with_item(container: Term, new: list[Term], span: Span | None) -> Term:
    return make("python.dict", [_all_of(container, span), const(None, VALUE, span), *new], VALUE, None, span)


def _operated(operator: str) -> "_Value":
    return lambda container, new, span: make("python.binary", [container, *new], VALUE, operator, span)


def _updated(container: Term, new: list[Term], span: Span | None) -> Term:
    none = const(None, VALUE, span)
    entries = [
        entry_part for mapping in (container, called(dict, new, span)) for entry_part in (_all_of(mapping, span), none)
    ]
    return make("python.dict", entries, VALUE, None, span)


def _without_key(container: Term, item: Term, call: Term) -> Term:
    """The dict without one key, which is the same or equal."""
    key, value = (_carrier(role, call) for role in ("key", "value"))
    single_key = make("python.tuple", [item], VALUE, None, call.span)
    is_other = make("python.compare", [key, single_key], VALUE, "not in", call.span)
    items = make("python.method", [container], VALUE, ("items", ()), call.span)
    loop = Comprehension("dict", (Generator((key.data, value.data), 1),))
    return make("python.comprehension", [items, is_other, key, value], VALUE, loop, call.span)


def _without(container: Term, element: Term, call: Term) -> Term:
    """The set without one element. An object is an element when it is the same or equal; a set need not be hashed."""
    member = _carrier("element", call)
    single_element = make("python.tuple", [element], VALUE, None, call.span)
    is_other = make("python.compare", [member, single_element], VALUE, "not in", call.span)
    loop = Comprehension("set", (Generator(member.data, 1),))
    return make("python.comprehension", [container, is_other, member], VALUE, loop, call.span)


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
