"""Specifications without function values that are written out: a call with one becomes the body of what is called, and
an application of one becomes its body. Solvers know nothing of function values.

Example: `s.map(|i, x| x as int)` is, by its definition, a sequence as long as `s` with the elements of `s`: `s` itself.
"""

from collections.abc import Mapping

from attrs import evolve

from ..ir.contracts import Condition, Function
from ..ir.substitution import instantiate
from ..ir.terms import Term, bare, fold, rebuild, subterms, values_by_name
from ..ir.variables import Name
from .common_variables import SpecificationSide

DEEPEST_PLACED = 8
"""How deep calls with function values are put in place; one that calls itself is left as it is."""


def first_order(side: SpecificationSide) -> SpecificationSide:
    """The side with clauses and functions in which no function value is written out, as far as definitions go."""
    functions = side.program.functions
    # Nothing to do: most specifications have no function values.
    if not any(_passes(term) for function in functions.values() for term in function.terms) and not any(
        _passes(term) for term in side.specification.terms
    ):
        return side

    def changed(condition: Condition) -> Condition:
        return condition if condition.term is None else evolve(condition, term=reduced(condition.term, functions))

    specification = evolve(
        side.specification,
        requires=tuple(map(changed, side.specification.requires)),
        ensures=tuple(map(changed, side.specification.ensures)),
    )
    bodies = {
        name: function if function.body is None else evolve(function, body=reduced(function.body, functions))
        for name, function in functions.items()
    }
    return evolve(side, specification=specification, program=evolve(side.program, functions=bodies))


def reduced(term: Term, functions: Mapping[Name, Function], depth: int = 0) -> Term:
    """The term with function values put in place."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        function = functions.get(node.data) if node.op == "call" else None
        # A call that is given a lambda is unfolded, up to a depth: maps and filters recur.
        is_given = any(arg.op == "lambda" for arg in args) and depth < DEEPEST_PLACED
        if is_given and function is not None and function.body is not None:
            values = values_by_name(function.parameters, args)
            return reduced(instantiate(function.body, values), functions, depth + 1)
        # Beta reduction.
        if node.op == "apply" and args[0].op == "lambda" and depth < DEEPEST_PLACED:
            names = [binder.name for binder in args[0].data]
            return reduced(instantiate(args[0].args[-1], dict(zip(names, args[1:], strict=True))), functions, depth + 1)
        if node.op == "seq.comprehension":
            return _same_elements(rebuild(node, args))
        return rebuild(node, args)

    return fold(term, step) if _passes(term) else term


def _passes(term: Term) -> bool:
    """Is a function value written out in it, or applied, or a sequence by its elements?"""
    return any(node.op in ("lambda", "apply", "seq.comprehension") for node in subterms(term))


def _same_elements(term: Term) -> Term:
    """`seq(|s|, i => s[i])` is `s`; of `if 0 <= i < |s| then s[i] else …` only the first is ever taken there."""
    domain, body = term.args[0], term.args[-1]
    if len(term.data) != 1 or domain.op != "range" or domain.args[1].op != "seq.len":
        return term
    (sequence,) = domain.args[1].args
    index = term.data[0].variable
    # Every index of the sequence is within its bounds.
    if body.op == "ite" and _is_within(body.args[0], domain, index):
        body = body.args[1]
    if body.op == "seq.at" and bare(body.args[0]) is bare(sequence) and bare(body.args[1]) is bare(index):
        return sequence
    return rebuild(term, (domain, body))


def _is_within(condition: Term, domain: Term, index: Term) -> bool:
    """Is it the condition that an index is in its domain?"""
    if condition.op != "and" or len(condition.args) != 2:
        return False
    least, most = condition.args
    return (least.op, most.op) == ("le", "lt") and [bare(operand) for operand in (*least.args, *most.args)] == [
        bare(operand) for operand in (domain.args[0], index, index, domain.args[1])
    ]
