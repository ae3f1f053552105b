"""Small terms without calls and binders, as Python functions: they need no trampoline, which takes most of the time of
an evaluation. Quantifiers evaluate such terms thousands of times."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..ir.contracts import Function
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.operators.row import of_values
from ..ir.operators.table import STRICT
from ..ir.terms import Term
from ..ir.variables import Name
from .environment import PENDING, AsKey, Environment

Direct = Callable[[Any, EvaluationContext], Any]
"""The value of a term in an environment, or, of what is evaluated alone, under any valuation. Raises Undefined,
Undecided, OutOfFuel."""

MOST_NODES = 200
"""Nodes of a term, shared ones counted as often as they occur: Python's stack and the time of one evaluation are
bounded."""
OFTEN = 20
"""Calls after which a function is made code: that takes as long as some hundred calls of small ones."""
DEEPEST = 40
"""Operators inside each other in an expression of Python, whose parser and compiler recurse."""
_INFIX: dict[Callable[..., Any] | None, str] = {
    operator.add: "+",
    operator.sub: "-",
    operator.lt: "<",
    operator.le: "<=",
    operator.gt: ">",
    operator.ge: ">=",
}
_SCALARS = frozenset({"Bool", "Int", "Real", "Char", "BitVec"})
_PROJECTIONS = frozenset({"array.elements", "seq.at", "array.at", "map.at", "tuple.at", "datatype.at"})
"""They find a collection, and build none."""
_CONNECTIVES = frozenset({"and", "or", "implies", "ite"})
_NO_GUARDS: Mapping[Name, Function] = {}


@lru_cache(maxsize=4096)
def direct(term: Term) -> Direct | None:
    """The function of a term; None where it is not small or builds collections, which are better kept than built
    again."""
    # Of `forall i :: 0 <= i < |s| ==> s[i] <= m` the body becomes nested functions once, which are called for each i.
    # To keep: they have the values and exceptions of the machine, in its order (`&&` stops at its first false part), so
    # that it makes no difference to a verdict which of the two evaluates a term.
    size = _size(term)
    return None if size is None else _counted(term, size)


@lru_cache(maxsize=4096)
def direct_once(term: Term, functions: AsKey) -> Direct | None:
    """The same for a term that is evaluated once, as those of statements are: it may build collections, and call
    guards, functions that give back their argument where it meets their precondition. Arithmetic of integers that have
    a width calls one for each operation."""
    guards: Mapping[Name, Function] = functions.mapping
    size = _size(term, guards, once=True)
    return None if size is None else _counted(term, size, guards)


@lru_cache(maxsize=4096)
def direct_alone(term: Term) -> Direct | None:
    """The same for a whole evaluation, which takes as many steps as one without it: leaves are free. No part is known
    before, so that the values of variables are all it needs: to copy them would take longer than most evaluations."""
    if _size(term) is None:
        return None
    return _counted(term, sum(1 for node in _nodes(term) if node.args), alone=True)


def _counted(term: Term, steps: int, guards: Mapping[Name, Function] = _NO_GUARDS, alone: bool = False) -> Direct:
    """The function of a small term, which takes so many steps."""
    function, code, calls = _function(term, guards, alone), None, 0

    def evaluate(environment: Any, context: EvaluationContext) -> Any:
        nonlocal code, calls
        # The steps are charged in one sum, as many as evaluation one by one would take.
        context.fuel.step(steps)
        # Compiling takes longer than some evaluations: only what is evaluated often is compiled.
        if code is None:
            calls += 1
            if calls < OFTEN:
                return function(environment, context)
            code = _compiled(term, guards) or function
        try:
            return code(environment, context)
        # The interpreted form tells which variable is missing.
        except KeyError:
            return function(environment, context)  # It says which variable has no value.

    return evaluate


def _compiled(term: Term, guards: Mapping[Name, Function]) -> Direct | None:
    """The same as code of Python; None for a term that is too deep."""
    # `0 <= i && s[i] < m` is `lambda e, c: ((k0 <= e[k1]) and (k2(k3, c, e[k4], e[k5]) < e[k6]))`: one call in place of
    # one for each node. What is known of its parts is computed again: that takes no longer than to look it up.
    kept: dict[str, Any] = {}
    text = _text(term, kept, DEEPEST, guards)
    if text is None:
        return None
    compiled: Direct = eval(f"lambda e, c: {text}", kept)
    return compiled


def _text(term: Term, kept: dict[str, Any], depth: int, guards: Mapping[Name, Function]) -> str | None:
    """An expression of Python for a term, in terms of `e`, `c` and what is kept."""

    # Constants and functions are passed as names, never as text.
    def name(value: Any) -> str:
        kept_name = f"k{len(kept)}"
        kept[kept_name] = value
        return kept_name

    if term.op == "const":
        return name(term.data)
    if term.op == "var":
        return f"e[{name(term.data)}]"
    argument_texts = [_text(arg, kept, depth - 1, guards) for arg in term.args] if depth else [None]
    texts = [argument_text for argument_text in argument_texts if argument_text is not None]
    if len(texts) < len(argument_texts):
        return None
    # Python's own connectives are lazy, as those of the terms are.
    match term.op, texts:
        case (("and" | "or"), [_, _, *_]):
            return f"({f' {term.op} '.join(texts)})"
        case "implies", [premise, conclusion]:
            return f"(not {premise} or {conclusion})"
        case "ite", [condition, then, orelse]:
            return f"({then} if {condition} else {orelse})"
    if term.op in _CONNECTIVES:
        return None
    if term.op == "call":
        return f"{name(_guarding(term, guards[term.data]))}({texts[0]}, c)"
    strict = STRICT[term.op]
    function = of_values(strict)
    # Operators that Python has become its operators.
    if function in _INFIX and len(texts) == 2:
        return f"({texts[0]} {_INFIX[function]} {texts[1]})"
    if function is not None:
        return f"{name(function)}({', '.join(texts)})"
    return f"{name(strict)}({', '.join((name(term), 'c', *texts))})"


def _nodes(term: Term) -> Iterator[Term]:
    """Yield the nodes of a small term, as a tree: shared parts repeat."""
    yield term
    for arg in term.args:
        yield from _nodes(arg)


def _size(root: Term, guards: Mapping[Name, Function] = _NO_GUARDS, once: bool = False) -> int | None:
    """The nodes of a term as a tree, with those of the preconditions of guards; None where it is not of this kind, or
    too large."""
    size = 0
    pending = [root]
    # Trees, not graphs: a shared part is evaluated where it stands.
    while pending:
        term = pending.pop()
        size += 1
        if size > MOST_NODES:
            return None
        if term.op in ("const", "var"):
            continue
        if term.op == "call" and term.data in guards and _is_guard(guards[term.data]):
            pending.extend((*term.args, *guards[term.data].requires))
            continue
        # Only terms whose parts are small: collections are kept, not computed again.
        if term.op not in _PROJECTIONS and (
            (term.sort.kind not in _SCALARS and not once)
            or term.op == "str.in_re"
            or (term.op not in STRICT and term.op not in _CONNECTIVES)
        ):
            return None
        pending.extend(term.args)
    return size


def _is_guard(function: Function) -> bool:
    """Does a function give back its only argument, if that meets a precondition?"""
    match function.parameters, function.body:
        case (parameter,), Term(op="var", data=name):
            return name == parameter.name and bool(function.requires) and not function.extreme
        case _:
            return False


def _guarding(term: Term, function: Function) -> Callable[[Any, EvaluationContext], Any]:
    """The call of a guard at the value of its argument."""
    (parameter,), conditions = function.parameters, list(map(_function, function.requires))

    def guard(value: Any, context: EvaluationContext) -> Any:
        environment = Environment({parameter.name: value})
        for condition in conditions:
            if not condition(environment, context):
                raise Undefined(function.refusal or f"the precondition of {function.name} fails", term.span)
        return value

    return guard


def _function(term: Term, guards: Mapping[Name, Function] = _NO_GUARDS, alone: bool = False) -> Direct:
    match term.op:
        case "const":
            return lambda environment, context: term.data
        case "var":
            return _variable(term)
        case "and" | "or":
            return _connective([_part(arg, guards, alone) for arg in term.args], term.op == "or")
        case "implies":
            # As in Python, what is behind a premise that is false is not evaluated: it may have no value there.
            premise, conclusion = (_part(arg, guards, alone) for arg in term.args)
            return lambda environment, context: not premise(environment, context) or conclusion(environment, context)
        case "ite":
            condition, then, orelse = (_part(arg, guards, alone) for arg in term.args)
            return lambda environment, context: (
                then(environment, context) if condition(environment, context) else orelse(environment, context)
            )
        case "call":
            # The only calls in what is compiled are those of guards; others have been refused.
            guard, argument = _guarding(term, guards[term.data]), _function(term.args[0], guards, alone)
            return lambda environment, context: guard(argument(environment, context), context)
        case _:
            return _strict(term, guards, alone)


def _variable(term: Term) -> Direct:
    name = term.data

    def value(environment: Environment, context: EvaluationContext) -> Any:
        try:
            return environment[name]
        except KeyError:
            raise Undecided(f"no value for {name}", term.span) from None

    return value


def _part(term: Term, guards: Mapping[Name, Function], alone: bool) -> Direct:
    """A part that may be known: connectives are where terms with and without the variables of a loop meet."""
    function = _function(term, guards, alone)
    if alone or not term.args:
        return function

    # A part that the loop does not change is computed once, and only if it is asked for.
    def value(environment: Environment, context: EvaluationContext) -> Any:
        kept_value = environment.known.get(term)
        if kept_value is None:
            return function(environment, context)
        # Computed where it is first asked for, not where the loop begins: behind a part that is false it is never, and
        # may have no value.
        if kept_value.value is PENDING:
            kept_value.value = function(environment, context)
        return kept_value.value

    return value


def _connective(operands: Sequence[Direct], decisive: bool) -> Direct:
    def value(environment: Environment, context: EvaluationContext) -> bool:
        for operand in operands:
            if bool(operand(environment, context)) is decisive:
                return decisive
        return not decisive

    return value


def _strict(term: Term, guards: Mapping[Name, Function], alone: bool) -> Direct:
    function = STRICT[term.op]
    arguments = [_function(arg, guards, alone) for arg in term.args]
    match arguments:
        case [only]:
            return lambda environment, context: function(term, context, only(environment, context))
        case [left, right]:
            return lambda environment, context: function(
                term, context, left(environment, context), right(environment, context)
            )
        case _:
            return lambda environment, context: function(
                term, context, *(argument(environment, context) for argument in arguments)
            )
