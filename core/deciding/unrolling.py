"""Calls and function values under partial evaluation: bodies are put in where their recursion ends."""

from collections.abc import Callable
from typing import Any

from ..evaluate.calls import Closure
from ..evaluate.corecursion import is_codatatype
from ..evaluate.domains import always_defined
from ..ir import build
from ..ir.contracts import Function
from ..ir.functions import required_by
from ..ir.terms import Binder, Term, rebuild
from ..ir.type_instances import at_call
from ..trampoline import Steps
from .simplifier import Simplifier, Stuck, Substitution


def apply(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    return (yield from _put_in(self, term, scope, lambda parameters, body: body))


def precondition(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    """The precondition of a function value with its arguments put in."""
    functions = self.context.functions
    return (yield from _put_in(self, term, scope, lambda parameters, body: required_by(parameters, body, functions)))


def _put_in(
    self: Simplifier, term: Term, scope: Substitution, asked: Callable[[tuple[Binder, ...], Term], Term]
) -> Steps[Term]:
    """What is asked of a function value, by its parameters and its body, with the arguments of the term put in."""
    function, *args = yield from self.arguments(term.args, scope)
    closure = function.data if function.op == "const" else None
    if not all(map(self.defined, args)):
        return rebuild(term, (function, *args))
    if function.op == "lambda":
        found, parameters = asked(function.data, function.args[-1]), function.data
        inner = Substitution({}, self.names.of(function))
    # What a function reads that changes is what it is when it is called, which no term says.
    elif isinstance(closure, Closure) and closure.environment.live is None:
        found, parameters, inner = asked(closure.parameters, closure.closed), closure.parameters, Substitution({})
        if not always_defined(found, self.context.functions):
            return rebuild(term, (function, *args))
    else:
        return rebuild(term, (function, *args))
    return (yield from _one_deeper(self, found, inner.bind_all(parameters, args, self.names)))


def call(self: Simplifier, term: Term, scope: Substitution) -> Steps[Term]:
    args = yield from self.arguments(term.args, scope)
    call = rebuild(term, tuple(args))
    function = self.context.functions.get(term.data)
    if function is None or function.body is None:
        return call
    if all(map(build.is_value, args)):
        found = self._evaluated(call, {})
        if found is not None:
            return found
        if is_codatatype(call.sort, self.context.datatypes):
            return call  # A value that has no end, or takes too long, is not known better one constructor further.
    key = (term.data, *args)
    if key not in self.unrolled:
        outermost = term.data not in self.active
        try:
            self.unrolled[key] = yield _unroll(self, at_call(function, call), call)
        except Stuck:
            # `power(x, n)` of an unknown n calls power(x, n - 1), and so on: wherever that gets stuck, bodies that are
            # half put in help nobody, and the call from outside stays as it is written.
            if not outermost:
                raise
            self.stuck.add(_pattern(call))
            return call
    return self.unrolled[key]


def _pattern(call: Term) -> tuple[Any, ...]:
    """The function and which of its arguments are constants: what decides whether unrolling ends."""
    return (call.data, *map(build.is_value, call.args))


def _unroll(self: Simplifier, function: Function, call: Term) -> Steps[Term]:
    """The body with the arguments put in. Raises Stuck where definedness of the call would be lost."""
    # A call has no value where an argument has none. The body may not use it: of `F(1 / d)` it would lose d != 0.
    if _pattern(call) in self.stuck or not all(map(self.defined, call.args)):
        raise Stuck
    inner = Substitution({}).bind_all(function.parameters, call.args, self.names)
    self.active.append(function.name)
    try:
        for condition in function.requires:
            if not build.is_true((yield from _one_deeper(self, condition, inner))):
                raise Stuck
        assert function.body is not None
        return (yield from _one_deeper(self, function.body, inner))
    finally:
        self.active.pop()


def _one_deeper(self: Simplifier, body: Term, scope: Substitution) -> Steps[Term]:
    if self.depth >= self.context.fuel.depth:
        raise Stuck
    self.depth += 1
    try:
        found: Term = yield self.simplify(body, scope)
        return found
    finally:
        self.depth -= 1
