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
from . import guards
from .environment import EvaluationScope

Compiled = Callable[[EvaluationScope], Any]

MOST_COMPILED = 8192
"""Terms of which the closures are kept: those of a large contract, which is executed thousands of times."""


@lru_cache(MOST_COMPILED)
def compiled(term: Term) -> Compiled:
    """The closure that evaluates a term."""
    return _compile(term)


def _compile(term: Term) -> Compiled:
    data = term.data
    match term.op:
        case "const":
            if isinstance(data, (list, set, dict)):
                return lambda scope: type(data)(data)
            return lambda scope: data
        case "var":
            return lambda scope: scope.get(data)
        case "python.lambda":
            body = compiled(term.args[0])
            signature = HelperSignature(data)
            return lambda scope: function(signature, (), lambda inner: body(inner), scope)
        case "python.call" | "python.method":
            return _compile_call(term)
        case "python.comprehension":
            return _compile_comprehension(term)
    return _compile_operator(term, [compiled(arg) for arg in term.args])


def _compile_operator(term: Term, parts: list[Compiled]) -> Compiled:
    """Compile an operator whose operands are compiled; its kind and arity are decided here, once."""
    data = term.data
    match term.op, parts:
        case "python.truth", [operand]:
            return lambda scope: bool(operand(scope))
        case "python.of_bool", [operand]:
            return operand
        case "python.not", [operand]:
            return lambda scope: not operand(scope)
        case "python.and", [left, right]:
            return lambda scope: left(scope) and right(scope)
        case "python.or", [left, right]:
            return lambda scope: left(scope) or right(scope)
        case "python.and", _:
            return lambda scope: _and(parts, scope)
        case "python.or", _:
            return lambda scope: _or(parts, scope)
        case "python.ite", [test, then, orelse]:
            return lambda scope: then(scope) if test(scope) else orelse(scope)
        case "python.starred", [operand]:
            return operand
        case "python.unary", [operand]:
            return lambda scope: guards.unary(data, operand(scope))
        case "python.binary", [left, right] if data in guards.BOUNDED_BINARY:
            return lambda scope: guards.binary(data, left(scope), right(scope), scope.fuel)
        case "python.binary", [left, right]:
            operation = guards.BINARY[data]
            return lambda scope: operation(left(scope), right(scope))
        case "python.compare", [left, right] if data in ("in", "not in"):
            return lambda scope: guards.compare(data, left(scope), right(scope), scope.fuel)
        case "python.compare", [left, right]:
            comparison = guards.COMPARE[data]
            return lambda scope: comparison(left(scope), right(scope))
        case "python.attribute", [receiver]:
            return lambda scope: guards.attribute(receiver(scope), data)
        case "python.index", [receiver, index]:
            return lambda scope: receiver(scope)[index(scope)]
        case "python.slice", [lower, upper, step]:
            return lambda scope: slice(lower(scope), upper(scope), step(scope))
        case "python.list", _:
            return lambda scope: list(_display(term, parts, scope))
        case "python.tuple", _:
            return lambda scope: tuple(_display(term, parts, scope))
        case "python.set", _:
            return lambda scope: set(_display(term, parts, scope))
        case "python.dict", _:
            return lambda scope: _mapping(term, parts, scope)
        case "python.assign", [operand]:
            return lambda scope: scope.bind(data, operand(scope))
        case "python.format", _:
            return lambda scope: _format(data, parts, scope)
    raise Unsupported(f"operator {term.op}", term.span)


def _and(parts: list[Compiled], scope: EvaluationScope) -> Any:
    value: Any = True
    for part in parts:
        value = part(scope)
        if not value:
            return value
    return value


def _or(parts: list[Compiled], scope: EvaluationScope) -> Any:
    value: Any = False
    for part in parts:
        value = part(scope)
        if value:
            return value
    return value


def _display(term: Term, parts: list[Compiled], scope: EvaluationScope) -> Iterator[Any]:
    for arg, part in zip(term.args, parts, strict=True):
        if arg.op == "python.starred":
            yield from guards.ticking(compiled(arg.args[0])(scope), scope.fuel)
        else:
            yield part(scope)


def _format(layout: tuple[str | tuple[str | None, str], ...], parts: list[Compiled], scope: EvaluationScope) -> str:
    """An f-string: fields are converted and formatted one after the other (language reference 2.4.3)."""
    values = iter(parts)
    pieces: list[str] = []
    for part in layout:
        if isinstance(part, str):
            pieces.append(part)
        else:
            conversion, specification = part
            pieces.append(guards.formatted(next(values)(scope), conversion, specification, scope.fuel))
    scope.fuel.allow(sum(map(len, pieces)))
    return "".join(pieces)


def _mapping(term: Term, parts: list[Compiled], scope: EvaluationScope) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for position in range(0, len(parts), 2):
        if term.args[position].op == "python.starred":
            result.update(guards.mapping(compiled(term.args[position].args[0])(scope)))
        else:
            key = parts[position](scope)
            result[key] = parts[position + 1](scope)
    return result


def _compile_call(term: Term) -> Compiled:
    is_method = term.op == "python.method"
    name, layout = term.data if is_method else ("", term.data)
    head = compiled(term.args[0])
    parts = [compiled(arg) for arg in term.args[1:]]
    if all(kind is None for kind in layout):
        return _positional_method(head, name, parts) if is_method else _positional_call(head, parts)

    def invoke(scope: EvaluationScope) -> Any:
        scope.fuel.step()
        callee = head(scope)
        if is_method:
            getattr(callee, name)  # Python looks the method up before it evaluates the arguments.
        arguments: list[Any] = []
        keywords: dict[str, Any] = {}
        for kind, part in zip(layout, parts, strict=True):
            if kind is None:
                arguments.append(part(scope))
            elif kind == "*":
                arguments.extend(guards.ticking(part(scope), scope.fuel))
            elif kind == "**":
                for keyword, value in guards.mapping(part(scope)).items():
                    if not isinstance(keyword, str) or keyword in keywords:
                        raise TypeError("keywords must be strings, each given once")
                    keywords[keyword] = value
            else:
                keywords[kind] = part(scope)
        if is_method:
            return guards.method(callee, name, arguments, keywords, scope.fuel)
        return guards.call(callee, arguments, keywords, scope.fuel)

    return invoke


def _positional_call(head: Compiled, parts: list[Compiled]) -> Compiled:
    """A call as most are, without keywords and stars."""

    def invoke(scope: EvaluationScope) -> Any:
        scope.fuel.step()
        callee = head(scope)
        return guards.call(callee, [part(scope) for part in parts], {}, scope.fuel)

    return invoke


def _positional_method(head: Compiled, name: str, parts: list[Compiled]) -> Compiled:
    """The same of a method."""

    def invoke(scope: EvaluationScope) -> Any:
        scope.fuel.step()
        receiver = head(scope)
        getattr(receiver, name)  # Python looks the method up before it evaluates the arguments.
        return guards.method(receiver, name, [part(scope) for part in parts], {}, scope.fuel)

    return invoke


def _compile_comprehension(term: Term) -> Compiled:
    shape: Comprehension = term.data
    parts = [compiled(arg) for arg in term.args]
    stages: list[tuple[Compiled, Target, list[Compiled]]] = []
    position = 0
    for generator in shape.generators:
        conditions = parts[position + 1 : position + 1 + generator.conditions]
        stages.append((parts[position], generator.target, conditions))
        position += 1 + generator.conditions
    results = parts[position:]

    def items(level: int, scope: EvaluationScope, first: Any) -> Iterator[Any]:
        iterable, target, conditions = stages[level]
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
        items = list(guards.ticking(value, Fuel(len(target) + 1)))
    except OutOfFuel:
        raise ValueError("too many values to unpack") from None
    if len(items) != len(target):
        raise ValueError("wrong number of values to unpack")
    for part, item in zip(target, items, strict=True):
        assign(part, item, scope)


def function(
    signature: HelperSignature,
    defaults: tuple[Any, ...],
    body: Callable[[EvaluationScope], Any],
    scope: EvaluationScope,
) -> Callable[..., Any]:
    def invoke(*arguments: Any, **keywords: Any) -> Any:
        inner = scope.inner()
        scope.fuel.step()
        scope.fuel.level += 1
        try:
            if scope.fuel.level > scope.fuel.depth:
                raise OutOfFuel("out of fuel: recursion too deep")
            bound = signature.bound(arguments, keywords, defaults)
            if bound is None:
                raise TypeError("missing, unexpected or too many arguments")
            inner.names.update(bound.values)
            if signature.rest:
                inner.names[signature.rest] = tuple(bound.rest)
            if signature.options:
                inner.names[signature.options] = dict(bound.options)
            return body(inner)
        finally:
            scope.fuel.level -= 1

    return invoke
