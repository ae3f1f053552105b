"""Function values: what a lambda requires and reads, and what a function does that is used as a value.

In Dafny a function value has a precondition and a frame (`f.requires(x)`, `f.reads(x)`; reference manual, "Arrow
Types"). A lambda with clauses has them around its body, in `lambda.clauses`. One without them is total and reads
nothing. A function F that is used as a value is the lambda `x => F(x)`, whose clauses are those of F: in a verified
program other lambdas of this form call total functions.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce

from .build import op
from .contracts import Function
from .definedness import precondition_of, with_arguments
from .sorts import OBJECT, set_of
from .terms import TRUE, Binder, Term, const, names_of_calls
from .variables import Name


def required_by(parameters: tuple[Binder, ...], body: Term, functions: Mapping[Name, Function]) -> Term:
    """The precondition of a lambda, over its parameters. Raises Unsupported where a function is not declared."""
    if body.op == "lambda.clauses":
        return body.args[0]
    return precondition_of(body, functions) if is_function_as_value(parameters, body) else TRUE


def read_by(parameters: tuple[Binder, ...], body: Term, functions: Mapping[Name, Function]) -> Term | None:
    """The set of objects that a lambda may read, over its parameters; None where it is not known."""
    if body.op == "lambda.clauses":
        return body.args[1]
    if not is_function_as_value(parameters, body):
        return NOTHING
    function = functions.get(body.data)
    # It reads something, and nobody says what.
    if function is None or (function.frames is None and function.reads):
        return None
    terms = [with_arguments(term, function, body) for term, _ in function.frames or ()]
    return reduce(lambda first, second: op("set.union", first, second), terms, NOTHING)


NOTHING = const(frozenset(), set_of(OBJECT))
"""The frame of a function that reads no state."""


def is_function_as_value(parameters: tuple[Binder, ...], body: Term) -> bool:
    """Is the lambda a function that is used as a value? What it reads of the state stands before the parameters."""
    if body.op != "call" or len(body.args) < len(parameters):
        return False
    last_arguments = [(argument.op, argument.data) for argument in body.args[len(body.args) - len(parameters) :]]
    return last_arguments == [("var", binder.name) for binder in parameters]


def body_of_function(function: Function) -> tuple[Term, ...]:
    """The body alone; none of a function that has none."""
    return () if function.body is None else (function.body,)


def called_by(
    terms: Iterable[Term],
    functions: Mapping[Name, Function],
    parts: Callable[[Function], tuple[Term, ...]] = lambda function: function.terms,
) -> dict[Name, Function]:
    """The functions that terms call, directly or through the `parts` of others, in the order in which they are met."""
    called: dict[Name, Function] = {}
    pending = list(terms)
    while pending:
        for name in _called(pending.pop()):
            function = functions.get(name)
            if function is not None and name not in called:
                called[name] = function
                pending.extend(parts(function))
    return called


@lru_cache(maxsize=4096)
def _called(term: Term) -> tuple[Name, ...]:
    """The functions that a term calls itself. Kept, because the same bodies are looked through for each query."""
    return tuple(names_of_calls(term))
