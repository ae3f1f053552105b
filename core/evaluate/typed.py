"""The reference evaluator of typed terms: the rows of `operators/`, made to run.

A quantifier or comprehension without a finite domain is decided when one can be inferred (`domains.py`), or
when a witness is at hand; otherwise the term is unknown. A function is called once for the same arguments.
"""

from collections.abc import Mapping

from ..errors import NotComputed, OutOfFuel, Unsupported
from ..fuel import Fuel
from ..ir.contracts import Datatype, Function
from ..ir.operators.context import EvaluationContext, Undecided, Undefined
from ..ir.terms import Term
from ..ir.variables import Name, Valuation
from ..trampoline import run
from .corecursion import finished, has_codatatypes
from .direct import direct_alone
from .environment import Evaluation, own_copy
from .machine import Machine

DEPTH = 10_000
"""The deepest recursion of functions, unless the caller's fuel says otherwise."""


def evaluate(
    term: Term,
    environment: Valuation,
    functions: Mapping[Name, Function] = {},
    datatypes: Mapping[str, Datatype] = {},
    fuel: Fuel | None = None,
) -> Evaluation:
    """The value of a term under values of its free variables. Never raises for the term's sake.

    `fuel.depth` bounds the recursion of functions; terms may be of any depth. Raises SortError for terms that
    no checked constructor builds.
    """
    context = EvaluationContext(functions, datatypes, fuel or Fuel(depth=DEPTH))
    try:
        # Most clauses are small, and their values take less time than it takes to make a machine.
        endless = has_codatatypes(datatypes)
        at_once = None if endless else direct_alone(term)
        if at_once is not None:
            try:
                return Evaluation("defined", at_once(own_copy(environment), context))
            except NotComputed:
                at_once = None  # the machine computes it
        machine = Machine(context, environment)
        value = run(machine.evaluate(term, machine.environment))
        return Evaluation("defined", run(finished(machine, value)) if endless else value)
    except Undefined as problem:
        return Evaluation("undefined", reason=problem.reason, span=problem.span)
    except Undecided as problem:
        return Evaluation("unknown", reason=problem.reason, span=problem.span)
    except (OutOfFuel, Unsupported) as problem:
        return Evaluation("unknown", reason=str(problem))
    except RecursionError:
        return Evaluation("unknown", reason="out of fuel: a value is nested too deeply")
