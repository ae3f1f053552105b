"""The reference execution of Python contracts: language reference, chapters 7 and 8.

One execution in which no assertion stops shows the outcome of every clause (see `Contract`). OutOfFuel and
Unsupported are never caught by a contract's own `except`: they mean unknown.
"""

import builtins
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from attrs import define, frozen

from ..errors import OutOfFuel, SpecassayError, Unsupported
from ..fuel import Fuel
from ..ir.contracts import Contract
from ..ir.plain_values import is_plain
from ..ir.statements import (
    Assign,
    Break,
    Check,
    Continue,
    Define,
    Evaluate,
    ExceptHandler,
    For,
    If,
    OpaqueStatement,
    Raise,
    Return,
    Statement,
    Target,
    Try,
    While,
    base_of_raised,
)
from ..ir.terms import Term
from ..ir.variables import Valuation
from . import bounded_operations
from .dynamic import assign, compiled, function
from .environment import Evaluation, EvaluationScope


class _Leave(Exception):
    """A statement left its block."""


class _Break(_Leave):
    pass


class _Continue(_Leave):
    pass


class _Return(_Leave):
    def __init__(self, value: Any) -> None:
        self.value = value


_OURS = (SpecassayError, _Leave, RecursionError)
"""What a contract's own `except` does not see."""


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


@define(slots=True)
class _OutcomeRecorder:
    """The outcomes so far: a clause that failed once stays failed."""

    outcomes: list[str]
    first: int | None = None
    checking: bool = False

    def record(self, check: Check, scope: EvaluationScope) -> None:
        index = check.clause
        # A clause evaluated alone has no assertion inside it: a helper that its test calls asserts nothing.
        if self.checking or self.outcomes[index] not in ("unreached", "holds"):
            return
        self.checking = True
        try:
            outcome = "holds" if compiled(check.test)(scope) else "false"
        except _OURS:
            raise
        except Exception as problem:
            outcome = type(problem).__name__
        finally:
            self.checking = False
        self.outcomes[index] = outcome
        if outcome != "holds" and self.first is None:
            self.first = index


def run(contract: Contract, arguments: Valuation, fuel: Fuel | None = None) -> ClauseOutcomes:
    """Execute a contract on arguments: which clauses hold, which are violated and how.

    `arguments` are not changed. Missing arguments take the contract's defaults; a parameter without either is
    unbound, and a clause that reads it raises NameError. Of objects, which are `Constructed`, nothing is known.
    """
    if not all(map(is_plain, arguments.values())):
        return ClauseOutcomes(("unknown",) * len(contract.clauses), None, None, "an object of a class")
    recorder = _OutcomeRecorder(["unknown" if clause.problems else "unreached" for clause in contract.clauses])
    scope = EvaluationScope({}, None, fuel or Fuel())
    raised = unknown = None
    try:
        for name, default in zip(contract.parameters, contract.defaults, strict=False):
            if default is not None and name not in arguments:
                scope.names[name] = compiled(default)(scope)
        scope.names.update(arguments)
        _execute(contract.body, scope, recorder)
    except _Leave:
        pass
    # These are limits of ours and say nothing about the program; what the program itself raises is an outcome.
    except (OutOfFuel, Unsupported, RecursionError) as problem:
        unknown = str(problem)
    except Exception as problem:
        raised = type(problem).__name__
    return ClauseOutcomes(tuple(recorder.outcomes), raised, recorder.first, unknown)


def evaluate_after(
    statements: tuple[Statement, ...], term: Term, environment: Valuation, fuel: Fuel | None = None
) -> Evaluation:
    """The value of a Python term where statements were executed, in a scope around its own.

    `environment` gives its other variables. Undefined carries the exception's class name as its reason.
    """
    around = EvaluationScope({}, None, fuel or Fuel())
    scope = around.inner()
    scope.names.update(environment)
    try:
        _execute(statements, around, None)
        return Evaluation("defined", compiled(term)(scope))
    except (OutOfFuel, Unsupported, RecursionError, _Leave) as problem:
        return Evaluation("unknown", reason=str(problem))
    except Exception as problem:
        return Evaluation("undefined", reason=type(problem).__name__)


def _execute(statements: tuple[Statement, ...], scope: EvaluationScope, recorder: _OutcomeRecorder | None) -> None:
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
                _loop(
                    bounded_operations.ticking(compiled(iterable)(scope), scope.fuel),
                    target,
                    body,
                    orelse,
                    scope,
                    recorder,
                )
            case While(test, body, orelse):
                _loop(iter(partial(_truth, test, scope), False), None, body, orelse, scope, recorder)
            case Define(name):
                scope.names[name] = helper(statement, scope, recorder)
            case Try():
                _try(statement, scope, recorder)
            case Evaluate(value):
                compiled(value)(scope)
            case Return(value):
                raise _Return(None if value is None else compiled(value)(scope))
            case Raise(None):
                raise sys.exc_info()[1] or RuntimeError
            case Raise(str() as exception):
                raise _exception(exception)
            case Break():
                raise _Break
            case Continue():
                raise _Continue
            case OpaqueStatement():
                # Clauses that depend on it are recorded as unknown from the start: see the frontend.
                pass
            case _:
                raise Unsupported(type(statement).__name__, statement.span)


def _truth(test: Term, scope: EvaluationScope) -> bool:
    return bool(compiled(test)(scope))


def _loop(
    items: Iterator[Any],
    target: Target | None,
    body: tuple[Statement, ...],
    orelse: tuple[Statement, ...],
    scope: EvaluationScope,
    recorder: _OutcomeRecorder | None,
) -> None:
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


def helper(definition: Define, scope: EvaluationScope, recorder: _OutcomeRecorder | None) -> Callable[..., Any]:
    """The function that a definition makes; its assertions are recorded where there is a recorder."""
    defaults = tuple(compiled(default)(scope) for default in definition.defaults)

    def body(call_scope: EvaluationScope) -> Any:
        try:
            _execute(definition.body, call_scope, recorder)
        except _Return as result:
            return result.value
        return None

    return function(definition.signature, defaults, body, scope)


class _Raised(Exception):
    """An exception that is not a builtin class."""


def _exception(name: str) -> Exception:
    kind: Any = getattr(builtins, base_of_raised(name), None) if name else RuntimeError
    if isinstance(kind, type) and issubclass(kind, Exception) and base_of_raised(name) != name:
        kind = type(name.partition("(")[0], (kind,), {})
    if not isinstance(kind, type) or not issubclass(kind, Exception):
        kind = type(name, (_Raised,), {})
    raised: Exception = kind()
    return raised


def _handle(
    handler: ExceptHandler, problem: Exception, scope: EvaluationScope, recorder: _OutcomeRecorder | None
) -> None:
    if handler.name is None:
        _execute(handler.body, scope, recorder)
        return
    scope.names[handler.name] = problem
    try:
        _execute(handler.body, scope, recorder)
    finally:
        scope.names.pop(handler.name, None)


def _try(statement: Try, scope: EvaluationScope, recorder: _OutcomeRecorder | None) -> None:
    try:
        try:
            _execute(statement.body, scope, recorder)
        # Limits of ours are no exceptions of the program: no handler of it may catch them.
        except _OURS:
            raise
        except Exception as problem:
            kinds = type(problem).__mro__
            # A handler names a class or a base of it, alone or with its module.
            names = {name for kind in kinds for name in (kind.__name__, f"{kind.__module__}.{kind.__qualname__}")}
            for handler in statement.handlers:
                if not handler.exceptions or names & set(handler.exceptions):
                    _handle(handler, problem, scope, recorder)
                    break
            else:
                raise
        else:
            _execute(statement.orelse, scope, recorder)
    finally:
        _execute(statement.final, scope, recorder)
