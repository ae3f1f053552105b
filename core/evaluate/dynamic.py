"""The reference evaluator of Python terms: language reference, chapter 6. Contracts are executed by `execution.py`.

Terms are compiled once to closures over a `EvaluationScope`; a Python exception raised by a closure is the term's being
undefined. OutOfFuel and Unsupported are not Python's: they mean unknown.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from ..errors import OutOfFuel, Unsupported
from ..fuel import Fuel
from ..ir.signatures import HelperSignature
from ..ir.statements import Comprehension, Target
from ..ir.terms import Term
from . import bounded_operations
from .environment import EvaluationScope

Compiled = Callable[[EvaluationScope], Any]

MOST_COMPILED = 8192
"""Terms of which the closures are kept: those of a large contract, which is executed thousands of times."""


@lru_cache(MOST_COMPILED)
def compiled(term: Term) -> Compiled:
    """The closure that evaluates a term."""
    return _compile(term)


def _compile(term: Term) -> Compiled:
    # Decided once at compile time: an evaluation only calls closures.
    data = term.data
    match term.op:
        case "const":
            # Literals of mutable types are new objects each time, as in Python.
            if isinstance(data, (list, set, dict)):
                return lambda scope: type(data)(data)
            return lambda scope: data
        case "var":
            return lambda scope: scope.get(data)
        # A lambda closes over the scope in which it is evaluated.
        case "python.lambda":
            body = compiled(term.args[0])
            signature = HelperSignature(data)
            return lambda scope: function(signature, (), lambda lambda_scope: body(lambda_scope), scope)
        case "python.call" | "python.method":
            return _compile_call(term)
        case "python.comprehension":
            return _compile_comprehension(term)
    return _compile_operator(term, [compiled(arg) for arg in term.args])


def _compile_operator(term: Term, operands: list[Compiled]) -> Compiled:
    """Compile an operator whose operands are compiled; its kind and arity are decided here, once."""
    data = term.data
    match term.op, operands:
        case "python.truth", [operand]:
            return lambda scope: bool(operand(scope))
        case "python.of_bool", [operand]:
            return operand
        case "python.not", [operand]:
            return lambda scope: not operand(scope)
        # Two operands are by far the commonest, and need no loop.
        case "python.and", [left, right]:
            return lambda scope: left(scope) and right(scope)
        case "python.or", [left, right]:
            return lambda scope: left(scope) or right(scope)
        case "python.and", _:
            return lambda scope: _and(operands, scope)
        case "python.or", _:
            return lambda scope: _or(operands, scope)
        case "python.ite", [test, then, orelse]:
            return lambda scope: then(scope) if test(scope) else orelse(scope)
        case "python.starred", [operand]:
            return operand
        case "python.unary", [operand]:
            return lambda scope: bounded_operations.unary(data, operand(scope))
        # Operations whose results may be huge are guarded by the budget.
        case "python.binary", [left, right] if data in bounded_operations.BOUNDED_BINARY:
            return lambda scope: bounded_operations.binary(data, left(scope), right(scope), scope.fuel)
        case "python.binary", [left, right]:
            operation = bounded_operations.BINARY[data]
            # The others are Python's own functions, called directly.
            return lambda scope: operation(left(scope), right(scope))
        case "python.compare", [left, right] if data in ("in", "not in"):
            return lambda scope: bounded_operations.compare(data, left(scope), right(scope), scope.fuel)
        case "python.compare", [left, right]:
            comparison = bounded_operations.COMPARE[data]
            return lambda scope: comparison(left(scope), right(scope))
        case "python.attribute", [receiver]:
            return lambda scope: bounded_operations.attribute(receiver(scope), data)
        case "python.index", [receiver, index]:
            return lambda scope: receiver(scope)[index(scope)]
        case "python.slice", [lower, upper, step]:
            return lambda scope: slice(lower(scope), upper(scope), step(scope))
        case "python.list", _:
            return lambda scope: list(_display(term, operands, scope))
        case "python.tuple", _:
            return lambda scope: tuple(_display(term, operands, scope))
        case "python.set", _:
            return lambda scope: set(_display(term, operands, scope))
        case "python.dict", _:
            return lambda scope: _mapping(term, operands, scope)
        case "python.assign", [operand]:
            return lambda scope: scope.bind(data, operand(scope))
        case "python.format", _:
            return lambda scope: _format(data, operands, scope)
    raise Unsupported(f"operator {term.op}", term.span)


def _and(operands: list[Compiled], scope: EvaluationScope) -> Any:
    value: Any = True
    for operand in operands:
        value = operand(scope)
        if not value:
            return value
    return value


def _or(operands: list[Compiled], scope: EvaluationScope) -> Any:
    value: Any = False
    for operand in operands:
        value = operand(scope)
        if value:
            return value
    return value


def _display(term: Term, operands: list[Compiled], scope: EvaluationScope) -> Iterator[Any]:
    for arg, operand in zip(term.args, operands, strict=True):
        if arg.op == "python.starred":
            yield from bounded_operations.ticking(compiled(arg.args[0])(scope), scope.fuel)
        else:
            yield operand(scope)


def _format(layout: tuple[str | tuple[str | None, str], ...], operands: list[Compiled], scope: EvaluationScope) -> str:
    """An f-string: fields are converted and formatted one after the other (language reference 2.4.3)."""
    values = iter(operands)
    pieces: list[str] = []
    for segment in layout:
        if isinstance(segment, str):
            pieces.append(segment)
        else:
            conversion, specification = segment
            pieces.append(bounded_operations.formatted(next(values)(scope), conversion, specification, scope.fuel))
    scope.fuel.allow(sum(map(len, pieces)))
    return "".join(pieces)


def _mapping(term: Term, operands: list[Compiled], scope: EvaluationScope) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for position in range(0, len(operands), 2):
        if term.args[position].op == "python.starred":
            result.update(bounded_operations.mapping(compiled(term.args[position].args[0])(scope)))
        else:
            key = operands[position](scope)
            result[key] = operands[position + 1](scope)
    return result


def _compile_call(term: Term) -> Compiled:
    is_method = term.op == "python.method"
    name, layout = term.data if is_method else ("", term.data)
    head = compiled(term.args[0])
    operands = [compiled(arg) for arg in term.args[1:]]
    # Most calls are positional and need none of what follows.
    if all(kind is None for kind in layout):
        return _positional_method(head, name, operands) if is_method else _positional_call(head, operands)

    def invoke(scope: EvaluationScope) -> Any:
        scope.fuel.step()
        callee = head(scope)
        if is_method:
            getattr(callee, name)  # Python looks the method up before it evaluates the arguments.
        # In the order of the call, stars where they stand (reference, 6.3.4).
        arguments: list[Any] = []
        keywords: dict[str, Any] = {}
        for kind, operand in zip(layout, operands, strict=True):
            if kind is None:
                arguments.append(operand(scope))
            elif kind == "*":
                arguments.extend(bounded_operations.ticking(operand(scope), scope.fuel))
            elif kind == "**":
                for keyword, value in bounded_operations.mapping(operand(scope)).items():
                    # A keyword that is given twice raises, as in Python.
                    if not isinstance(keyword, str) or keyword in keywords:
                        raise TypeError("keywords must be strings, each given once")
                    keywords[keyword] = value
            else:
                keywords[kind] = operand(scope)
        if is_method:
            return bounded_operations.method(callee, name, arguments, keywords, scope.fuel)
        return bounded_operations.call(callee, arguments, keywords, scope.fuel)

    return invoke


def _positional_call(head: Compiled, operands: list[Compiled]) -> Compiled:
    """A call as most are, without keywords and stars."""

    def invoke(scope: EvaluationScope) -> Any:
        scope.fuel.step()
        callee = head(scope)
        return bounded_operations.call(callee, [operand(scope) for operand in operands], {}, scope.fuel)

    return invoke


def _positional_method(head: Compiled, name: str, operands: list[Compiled]) -> Compiled:
    """The same of a method."""

    def invoke(scope: EvaluationScope) -> Any:
        scope.fuel.step()
        receiver = head(scope)
        getattr(receiver, name)  # Python looks the method up before it evaluates the arguments.
        return bounded_operations.method(receiver, name, [operand(scope) for operand in operands], {}, scope.fuel)

    return invoke


def _compile_comprehension(term: Term) -> Compiled:
    # The operands by generator: the iterable, then its conditions.
    shape: Comprehension = term.data
    operands = [compiled(arg) for arg in term.args]
    stages: list[tuple[Compiled, Target, list[Compiled]]] = []
    position = 0
    for generator in shape.generators:
        conditions = operands[position + 1 : position + 1 + generator.conditions]
        stages.append((operands[position], generator.target, conditions))
        position += 1 + generator.conditions
    results = operands[position:]

    # A recursive generator, so that elements are produced when they are asked for.
    def items(level: int, scope: EvaluationScope, first: Any) -> Iterator[Any]:
        iterable, target, conditions = stages[level]
        # The first iterable was evaluated outside.
        for item in first if level == 0 else iterable(scope):
            scope.fuel.step()
            assign(target, item, scope)
            for condition in conditions:
                if not condition(scope):
                    break
            else:
                if level + 1 < len(stages):
                    yield from items(level + 1, scope, None)
                else:
                    yield results[0](scope) if len(results) == 1 else (results[0](scope), results[1](scope))

    def build(scope: EvaluationScope) -> Any:
        # The first iterable is evaluated at once and outside the comprehension's scope (language reference 6.2.4).
        produced = items(0, scope.inner(), iter(stages[0][0](scope)))
        match shape.kind:
            case "list":
                return list(produced)
            case "set":
                return set(produced)
            case "dict":
                return dict(produced)
            case _:
                return produced

    return build


def assign(target: Target, value: Any, scope: EvaluationScope) -> None:
    """Bind a target, unpacking as Python does. Raises ValueError or TypeError when the value does not fit."""
    if isinstance(target, str):
        scope.names[target] = value
        return
    try:
        items = list(bounded_operations.ticking(value, Fuel(len(target) + 1)))
    except OutOfFuel:
        raise ValueError("too many values to unpack") from None
    if len(items) != len(target):
        raise ValueError("wrong number of values to unpack")
    for target_item, item in zip(target, items, strict=True):
        assign(target_item, item, scope)


def function(
    signature: HelperSignature,
    defaults: tuple[Any, ...],
    body: Callable[[EvaluationScope], Any],
    scope: EvaluationScope,
) -> Callable[..., Any]:
    def invoke(*arguments: Any, **keywords: Any) -> Any:
        # Each call has a scope of its own, under the one of the definition.
        call_scope = scope.inner()
        scope.fuel.step()
        # Depth is counted here, not by Python's stack.
        scope.fuel.level += 1
        try:
            if scope.fuel.level > scope.fuel.depth:
                raise OutOfFuel(f"out of fuel: recursion too deep, more than {scope.fuel.depth:,} calls")
            # By the one rule for binding arguments that the encoding has, too.
            bound = signature.bound(arguments, keywords, defaults)
            if bound is None:
                raise TypeError("missing, unexpected or too many arguments")
            call_scope.names.update(bound.values)
            if signature.rest:
                call_scope.names[signature.rest] = tuple(bound.rest)
            if signature.options:
                call_scope.names[signature.options] = dict(bound.options)
            return body(call_scope)
        finally:
            scope.fuel.level -= 1

    return invoke
