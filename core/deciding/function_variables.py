"""Variables that are functions, for solvers, which know no values of that kind.

All that can be asked of such a variable f is `f(x)` and `f.requires(x)`, for some x. Both are functions of which
nothing is known, but that equal arguments have equal values. What is proved of these is so of every value of f.
"""

from collections.abc import Mapping, Sequence

from ..ir.contracts import Function
from ..ir.functions import called_by
from ..ir.substitution import instantiate
from ..ir.terms import Binder, Term, binders, fold, make, rebuild, subterms, values_by_name
from ..ir.type_instances import at_call
from ..ir.variables import Name, hidden_variable

_QUESTIONS = ("apply", "function.requires")


def with_functions_of_variables(
    terms: Sequence[Term], functions: Mapping[Name, Function]
) -> tuple[list[Term], dict[Name, Function]]:
    """The terms with calls of functions of which nothing is known in the place of `f(x)` and `f.requires(x)`, and these
    functions. Where f is compared, or given to a function that calls itself, a solver refuses it as before."""
    terms = [_unfolded(term, functions) for term in terms]
    unknown: dict[Name, Function] = {}
    bound = {binder.name for node in subterms(*terms) for binder in binders(node)}

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        # A bound variable has no one function that could stand for it.
        if node.op not in _QUESTIONS or args[0].op != "var" or args[0].data in bound:
            return rebuild(node, args)
        # The same question about the same function is the same symbol: equal arguments give equal results, and that is
        # all.
        name = hidden_variable(str(args[0].data), node.op)
        parameters = tuple(Binder(f"argument{place}", arg.sort) for place, arg in enumerate(args[1:]))
        unknown[name] = Function(name, parameters, node.sort, None)
        return make("call", args[1:], node.sort, name, node.span)

    return [fold(term, step) for term in terms], unknown


def _unfolded(term: Term, functions: Mapping[Name, Function]) -> Term:
    """The term with the bodies of functions that are given a variable which is a function, but for those that call
    themselves."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        function = functions.get(node.data) if node.op == "call" else None
        if (
            function is None
            or function.body is None
            or not any(arg.sort.kind == "Function" and arg.op == "var" for arg in args)
            # Unfolding these would not end.
            or function.name in called_by((function.body,), functions)
        ):
            return rebuild(node, args)
        own = at_call(function, rebuild(node, args))
        assert own.body is not None
        values = values_by_name(own.parameters, args)
        # The body may hand the function on to others.
        return _unfolded(instantiate(own.body, values), functions)

    return fold(term, step)
