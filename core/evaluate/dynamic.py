"""The reference evaluator of Python terms and contracts: language reference, chapters 6 and 7.

Terms are compiled once to closures over a `Scope`; a Python exception raised by a closure is the term's being
undefined. OutOfFuel and Unsupported are never caught by a contract's own `except`: they mean unknown.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from attrs import frozen

from ..contracts import Contract
from ..errors import OutOfFuel, SpecassayError, Unsupported
from ..statements import (
    Assign, Break, Check, Comprehension, Continue, Define, Evaluate, For, If, Opaque, Raise, Return, Statement,
    Target, Try, While,
)  # fmt: skip
from ..terms import Term
from . import guards
from .fuel import Fuel
from .outcome import Evaluation
from .scope import Scope

Compiled = Callable[[Scope], Any]

_compiled: WeakKeyDictionary[Term, Compiled] = WeakKeyDictionary()


class _Leave(Exception):
    """A statement left its block."""


class _Break(_Leave):
    pass


class _Continue(_Leave):
    pass


class _Return(_Leave):
    def __init__(self, value: Any) -> None:
        self.value = value


_OURS = (SpecassayError, _Leave)


def evaluate(term: Term, environment: Mapping[str, Any], fuel: Fuel | None = None) -> Evaluation:
    """The value of a VALUE term under values of its free variables.

    Undefined carries the exception's class name as its reason.
    """
    scope = Scope(dict(environment), None, fuel or Fuel())
    try:
        return Evaluation("defined", compiled(term)(scope))
    except (OutOfFuel, Unsupported, RecursionError) as problem:
        return Evaluation("unknown", reason=str(problem))
    except Exception as problem:
        return Evaluation("undefined", reason=type(problem).__name__)


def compiled(term: Term) -> Compiled:
    """The closure that evaluates a term."""
    found = _compiled.get(term)
    if found is None:
        found = _compile(term)
        _compiled[term] = found
    return found


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
            return lambda scope: _function(data, (), lambda inner: body(inner), scope)
        case "python.call" | "python.method":
            return _compile_call(term)
        case "python.comprehension":
            return _compile_comprehension(term)
    parts = [compiled(arg) for arg in term.args]
    match term.op, parts:
        case "python.truth", [operand]:
            return lambda scope: bool(operand(scope))
        case "python.of_bool", [operand]:
            return operand
        case "python.not", [operand]:
            return lambda scope: not operand(scope)
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
        case "python.binary", [left, right]:
            return lambda scope: guards.binary(data, left(scope), right(scope), scope.fuel)
        case "python.compare", [left, right]:
            return lambda scope: guards.compare(data, left(scope), right(scope), scope.fuel)
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
    raise Unsupported(f"operator {term.op}", term.span)


def _and(parts: list[Compiled], scope: Scope) -> Any:
    value: Any = True
    for part in parts:
        value = part(scope)
        if not value:
            return value
    return value


def _or(parts: list[Compiled], scope: Scope) -> Any:
    value: Any = False
    for part in parts:
        value = part(scope)
        if value:
            return value
    return value


def _display(term: Term, parts: list[Compiled], scope: Scope) -> Iterator[Any]:
    for arg, part in zip(term.args, parts, strict=True):
        if arg.op == "python.starred":
            yield from guards.ticking(compiled(arg.args[0])(scope), scope.fuel)
        else:
            yield part(scope)


def _mapping(term: Term, parts: list[Compiled], scope: Scope) -> dict[Any, Any]:
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

    def invoke(scope: Scope) -> Any:
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

    def items(level: int, scope: Scope, first: Any) -> Iterator[Any]:
        iterable, target, conditions = stages[level]
        for item in first if level == 0 else iterable(scope):
            scope.fuel.step()
            assign(target, item, scope)
            if all(condition(scope) for condition in conditions):
                if level + 1 < len(stages):
                    yield from items(level + 1, scope, None)
                else:
                    yield results[0](scope) if len(results) == 1 else (results[0](scope), results[1](scope))

    def build(scope: Scope) -> Any:
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


def assign(target: Target, value: Any, scope: Scope) -> None:
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


def _function(
    parameters: tuple[str, ...], defaults: tuple[Any, ...], body: Callable[[Scope], Any], scope: Scope
) -> Callable[..., Any]:
    def function(*arguments: Any, **keywords: Any) -> Any:
        inner = scope.inner()
        scope.fuel.step()
        scope.fuel.level += 1
        try:
            if scope.fuel.level > scope.fuel.depth:
                raise OutOfFuel("out of fuel: recursion too deep")
            if len(arguments) > len(parameters):
                raise TypeError("too many arguments")
            bound = dict(zip(parameters, arguments, strict=False))
            for name, value in keywords.items():
                if name not in parameters or name in bound:
                    raise TypeError(f"unexpected argument {name!r}")
                bound[name] = value
            for name, value in zip(reversed(parameters), reversed(defaults), strict=False):
                bound.setdefault(name, value)
            if len(bound) < len(parameters):
                raise TypeError("missing arguments")
            inner.names.update(bound)
            return body(inner)
        finally:
            scope.fuel.level -= 1

    return function


@frozen(slots=True)
class ClauseOutcomes:
    """What one execution of a contract showed.

    `outcomes`: by clause `holds`, `false`, `unreached`, `unknown`, or the class name of what it raised. `raised`:
    what the statements around the clauses raised, if so. `first`: the clause that fails first in execution order.
    `unknown`: why the execution could not be followed to its end, if so.
    """

    outcomes: tuple[str, ...]
    raised: str | None
    first: int | None
    unknown: str | None

    @property
    def violated(self) -> frozenset[int] | None:
        """The violated clauses; None when some are unknown."""
        if self.unknown is not None or "unknown" in self.outcomes:
            return None
        return frozenset(
            index
            for index, outcome in enumerate(self.outcomes)
            if outcome not in ("holds", "unreached") or (outcome == "unreached" and self.raised)
        )


class _Recorder:
    def __init__(self, contract: Contract) -> None:
        self.outcomes = ["unknown" if clause.problems else "unreached" for clause in contract.clauses]
        self.first: int | None = None

    def record(self, check: Check, scope: Scope) -> None:
        index = check.clause
        if self.outcomes[index] not in ("unreached", "holds"):
            return
        try:
            outcome = "holds" if compiled(check.test)(scope) else "false"
        except (*_OURS, RecursionError):
            raise
        except Exception as problem:
            outcome = type(problem).__name__
        self.outcomes[index] = outcome
        if outcome != "holds" and self.first is None:
            self.first = index


def run(contract: Contract, arguments: Mapping[str, Any], fuel: Fuel | None = None) -> ClauseOutcomes:
    """Execute a contract on arguments: which clauses hold, which are violated and how.

    `arguments` are not changed. Missing arguments take the contract's defaults; a parameter without either is
    unbound, and a clause that reads it raises NameError.
    """
    recorder = _Recorder(contract)
    scope = Scope({}, None, fuel or Fuel())
    raised = unknown = None
    try:
        for name, default in zip(contract.parameters, contract.defaults, strict=False):
            if default is not None and name not in arguments:
                scope.names[name] = compiled(default)(scope)
        scope.names.update(arguments)
        _execute(contract.body, scope, recorder)
    except _Leave:
        pass
    except (OutOfFuel, Unsupported, RecursionError) as problem:
        unknown = str(problem)
    except Exception as problem:
        raised = type(problem).__name__
    return ClauseOutcomes(tuple(recorder.outcomes), raised, recorder.first, unknown)


def _execute(statements: tuple[Statement, ...], scope: Scope, recorder: _Recorder | None) -> None:
    for statement in statements:
        scope.fuel.step()
        match statement:
            case Check():
                if recorder is not None:
                    recorder.record(statement, scope)
            case Assign(target, value):
                assign(target, compiled(value)(scope), scope)
            case If(test, then, orelse):
                _execute(then if compiled(test)(scope) else orelse, scope, recorder)
            case For(target, iterable, body, orelse):
                _loop(guards.ticking(compiled(iterable)(scope), scope.fuel), target, body, orelse, scope, recorder)
            case While(test, body, orelse):
                turns = iter(lambda test=test: bool(compiled(test)(scope)), False)  # type: ignore[misc]
                _loop(turns, None, body, orelse, scope, recorder)
            case Define(name):
                scope.names[name] = _helper(statement, scope, recorder)
            case Try():
                _try(statement, scope, recorder)
            case Evaluate(value):
                compiled(value)(scope)
            case Return(value):
                raise _Return(None if value is None else compiled(value)(scope))
            case Raise(exception):
                raise _exception(exception)
            case Break():
                raise _Break
            case Continue():
                raise _Continue
            case Opaque():
                # Clauses that depend on it are recorded as unknown from the start: see the frontend.
                pass
            case _:
                raise Unsupported(type(statement).__name__, statement.span)


def _loop(
    items: Iterator[Any], target: Target | None, body: tuple[Statement, ...], orelse: tuple[Statement, ...],
    scope: Scope, recorder: _Recorder | None,
) -> None:  # fmt: skip
    try:
        for item in items:
            scope.fuel.step()
            if target is not None:
                assign(target, item, scope)
            try:
                _execute(body, scope, recorder)
            except _Continue:
                continue
    except _Break:
        return
    _execute(orelse, scope, recorder)


def _helper(definition: Define, scope: Scope, recorder: _Recorder | None) -> Callable[..., Any]:
    defaults = tuple(compiled(default)(scope) for default in definition.defaults)

    def body(inner: Scope) -> Any:
        try:
            _execute(definition.body, inner, recorder)
        except _Return as result:
            return result.value
        return None

    return _function(definition.parameters, defaults, body, scope)


class _Raised(Exception):
    """An exception that is not a builtin class."""


def _exception(name: str | None) -> Exception:
    import builtins

    kind = getattr(builtins, name, None) if name else RuntimeError
    if isinstance(kind, type) and issubclass(kind, Exception):
        return kind()
    return type(name or "Exception", (_Raised,), {})()


def _try(statement: Try, scope: Scope, recorder: _Recorder | None) -> None:
    try:
        try:
            _execute(statement.body, scope, recorder)
        except (*_OURS, RecursionError):
            raise
        except Exception as problem:
            names = {kind.__name__ for kind in type(problem).__mro__}
            for handler in statement.handlers:
                if not handler.exceptions or names & set(handler.exceptions):
                    if handler.name:
                        scope.names[handler.name] = problem
                    _execute(handler.body, scope, recorder)
                    break
            else:
                raise
        else:
            _execute(statement.orelse, scope, recorder)
    finally:
        _execute(statement.final, scope, recorder)
