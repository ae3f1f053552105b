"""Augmented assignments to names: for a number `n += 1` binds a new value, a list changes in place.

Where a name is surely bound to no container, it is an assignment of the operator's result. Where it is not sure, a
container is told apart when the contract runs: what changes in place, and who sees it, has no value then.
"""

from ....core.ir.sorts import VALUE
from ....core.ir.statements import Assign, Body, Define, Evaluate, For, If, Statement, Try, names_of, own_terms
from ....core.ir.terms import Term, make, subterms, var
from ....core.spans import Span
from ..dependence import blocks
from ..made_terms import is_instance

METHODS = {"+": "__iadd__", "-": "__isub__", "*": "__imul__", "|": "__ior__", "&": "__iand__", "^": "__ixor__"}
"""The operators by which some container changes in place (data model, section 3.3.8), and the methods that do it."""
OPERATORS = {method: operator for operator, method in METHODS.items()}
_NUMBERS = frozenset({abs, complex, float, hash, int, len, ord})
_PLAIN = frozenset({abs, bool, chr, complex, float, hash, hex, int, len, ord, repr, str, tuple})
"""Builtins that return no container that changes."""


def augmented(name: str, operator: str, value: Term, span: Span) -> Evaluate:
    """`name operator= value`, as the call of a method."""
    data = (METHODS[operator], (None,))
    return Evaluate(make("python.method", [var(name, VALUE, span), value], VALUE, data, span), span)


def operator_of(statement: Statement) -> str | None:
    """The operator of what `augmented` makes; None for other statements."""
    match statement:
        case Evaluate(value) if value.op == "python.method" and value.args[0].op == "var":
            return OPERATORS.get(value.data[0])
    return None


def is_number(term: Term) -> bool:
    """Whether this is surely a number: no container takes one in."""
    constant = term.op == "const" and isinstance(term.data, int | float | complex)
    return constant or (
        term.op == "python.call" and any(term.args[0].data is number_function for number_function in _NUMBERS)
    )


def binary(statement: Evaluate) -> Assign:
    """The assignment of the operator's result."""
    name, value = statement.value.args
    operator = OPERATORS[statement.value.data[0]]
    result = make("python.binary", [name, value], VALUE, operator, statement.span)
    return Assign(name.data, result, statement.span)


def told_apart(statement: Evaluate) -> list[Statement]:
    """The change in place of a container, or the assignment."""
    if is_number(statement.value.args[1]) and statement.value.data[0] != METHODS["*"]:
        return [binary(statement)]
    span = statement.span
    changing = tuple(kind for kind in (list, set, dict) if hasattr(kind, statement.value.data[0]))
    test = is_instance(statement.value.args[0], changing, span)
    return [If(test, (statement,), (), span), binary(statement)]


def plain_names(body: Body, parameters: frozenset[str]) -> frozenset[str]:
    """The names of one function that are never bound to a container that changes."""
    values: dict[str, list[Term]] = {}
    bound_otherwise = set(parameters)
    _bindings(body, values, bound_otherwise)
    candidates = frozenset(values) - bound_otherwise
    while True:
        # The greatest set that confirms itself: `x = y` is plain where y is, and a name that is refused takes others
        # along.
        kept = frozenset(name for name in candidates if all(_plain(value, candidates) for value in values[name]))
        if kept == candidates:
            return candidates
        candidates = kept


def _bindings(body: Body, values: dict[str, list[Term]], bound_otherwise: set[str]) -> None:
    """What names are bound to, and the names that are bound in other ways."""
    for statement in body:
        # An assignment expression binds wherever it stands.
        for term in subterms(*own_terms(statement)):
            if term.op == "python.assign":
                values.setdefault(term.data, []).append(term.args[0])
        match statement:
            case Assign(str() as name, value):
                values.setdefault(name, []).append(value)
            # Unpacking gives elements, of which nothing is known.
            case Assign(target) | For(target):
                bound_otherwise |= names_of(target)
            case Evaluate() if operator_of(statement) is not None:
                assignment = binary(statement)
                values.setdefault(str(assignment.target), []).append(assignment.value)
            case Define(name):
                bound_otherwise.add(name)
                # What a nested function binds is its own.
                continue
            case Try(_, handlers):
                bound_otherwise |= {handler.name for handler in handlers if handler.name is not None}
        for inner_block in blocks(statement):
            _bindings(inner_block, values, bound_otherwise)


def _plain(term: Term, names: frozenset[str]) -> bool:
    # Whether no value of it can be a container that changes: then `+=` binds a new value.
    match term.op:
        case "const":
            return True
        case "var":
            return term.data in names
        # Comparisons and texts are values without an identity that matters.
        case "python.compare" | "python.not" | "python.format" | "python.tuple":
            return True
        case "python.call" if term.args[0].op == "const":
            return any(term.args[0].data is plain_function for plain_function in _PLAIN)
        case "python.binary" if term.data in ("+", "-"):
            # A number or a text and a list have no sum.
            return any(_plain(operand, names) for operand in term.args)
        case "python.binary" | "python.and" | "python.or":
            return all(_plain(operand, names) for operand in term.args)
        case "python.ite":
            return all(_plain(branch, names) for branch in term.args[1:])
        case "python.unary":
            return True
    return False
