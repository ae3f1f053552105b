"""When a term has a value: its well-definedness as a Bool term of the same logic.

Solvers know total functions only: `s[i]` outside its bounds is *some* value to them. A query about a term
that may be undefined therefore asks about `well_defined(term) and term`. The connectives follow the evaluator
(left to right, stop as soon as the result is known). A quantifier or comprehension is well defined when its
body is for every value of its binders, as in Dafny's verifier (reference manual, section 9): that does not
depend on an order of enumeration.
"""

from collections.abc import Mapping

from ..errors import Unsupported
from .build import conj, eq, folded, forall, implies, is_true, le, let, negate, op
from .contracts import Function
from .operators.table import OPERATORS, PYTHON_OPERATORS
from .terms import TRUE, ZERO, Binder, Term, fold, substitute
from .type_instances import at_call
from .variables import Name, hidden_variable


def well_defined(
    term: Term, functions: Mapping[Name, Function] = {}, conditions_known: dict[Term, Term] | None = None
) -> Term:
    """A Bool term, itself total, that is true exactly where `term` has a value.

    `conditions_known`: what was found for terms before, with the same functions: what the assertions of one encoding
    share is looked at once. Of a `call` it takes the callee's precondition; the callee's body is trusted to be defined
    under it. Raises Unsupported for an operator whose domain cannot be written down (a partial lambda, Python's
    operators).
    """
    return fold(
        term, lambda node, argument_conditions: _of_node(node, argument_conditions, functions), conditions_known
    )


def _of_node(node: Term, argument_conditions: tuple[Term, ...], functions: Mapping[Name, Function]) -> Term:
    match node.op:
        # Short circuit: what comes after a deciding operand is not needed.
        case "and" | "implies":
            return _sequential(node.args, argument_conditions, stop_on=False)
        case "or":
            return _sequential(node.args, argument_conditions, stop_on=True)
        case "ite":
            # Each branch only under its side of the condition.
            condition = node.args[0]
            return conj(
                argument_conditions[0],
                _where(condition, argument_conditions[1]),
                _where(negate(condition), argument_conditions[2]),
            )
        case "let":
            return _under_let(node, argument_conditions)
        case "forall" | "exists":
            return _for_all(node, argument_conditions, argument_conditions[-1])
        case "set.comprehension" | "map.comprehension":
            # The element has to be defined only where the condition holds.
            count = len(node.data)
            element = _where(node.args[count], conj(*argument_conditions[count + 1 :]))
            return _for_all(node, argument_conditions, conj(argument_conditions[count], element))
        case "seq.comprehension":
            # A negative length has no sequence.
            length = node.args[0].args[1]
            return conj(le(ZERO, length), _for_all(node, argument_conditions, argument_conditions[-1]))
        case "such_that":
            return _such_that(node, argument_conditions)
        # The arguments are defined and meet the function's precondition.
        case "call":
            return conj(*argument_conditions, precondition_of(node, functions))
        # A lambda is a value, whatever its body: where that is partial, its calls would have to be looked at.
        case "lambda":
            if not is_true(argument_conditions[-1]):
                raise Unsupported("definedness of a lambda with a partial body", node.span)
            return TRUE
        case "lambda.clauses":
            return conj(argument_conditions[0], node.args[0], _where(node.args[0], argument_conditions[2]))
        case "function.requires" | "function.reads":
            raise Unsupported("definedness of a clause of a function value", node.span)
        case name if name in PYTHON_OPERATORS:
            raise Unsupported(f"definedness of {name}", node.span)
        # Strict: all arguments, and what the operator itself asks.
        case _:
            return conj(*argument_conditions, _domain(node))


def _where(condition: Term, conclusion: Term) -> Term:
    return conclusion if is_true(conclusion) else implies(condition, conclusion)


def _sequential(args: tuple[Term, ...], conditions: tuple[Term, ...], *, stop_on: bool) -> Term:
    """Each operand must be defined unless an earlier one decides."""
    if not args:
        return TRUE
    result = conditions[-1]
    for argument, term in zip(reversed(args[:-1]), reversed(conditions[:-1]), strict=True):
        result = conj(term, _where(negate(argument) if stop_on else argument, result))
    return result


def _for_all(node: Term, conditions: tuple[Term, ...], body: Term) -> Term:
    """`body` for every value of the binders, and each domain for every value of the binders before it."""
    result = body
    for binder, domain, term in reversed(list(zip(node.data, node.args, conditions, strict=False))):
        if not is_true(result):
            result = forall((binder,), result, (domain,))
        result = conj(term, result)
    return result


def _under_let(node: Term, conditions: tuple[Term, ...]) -> Term:
    result = conditions[-1]
    for binder, value, term in reversed(list(zip(node.data, node.args, conditions, strict=False))):
        if not is_true(result):
            result = let(binder, value, result)
        result = conj(term, result)
    return result


def _such_that(node: Term, conditions: tuple[Term, ...]) -> Term:
    count = len(node.data)
    condition = node.args[count]
    exists = op("exists", *node.args[:count], condition, data=node.data)
    return conj(_for_all(node, conditions, conj(conditions[count], _where(condition, conditions[count + 1]))), exists)


def precondition_of(node: Term, functions: Mapping[Name, Function]) -> Term:
    """The precondition of a call, with its arguments put in. Raises Unsupported where the function is not declared."""
    function = functions.get(node.data)
    if function is None:
        raise Unsupported(f"call of the undeclared function {node.data}", node.span)
    if not function.requires:
        return TRUE
    function = at_call(function, node)
    return with_arguments(conj(*function.requires), function, node)


def with_arguments(term: Term, function: Function, node: Term) -> Term:
    """A term over the parameters of a function, at the arguments of a call."""
    # Fresh names: an argument may mention a variable that is called like a parameter.
    fresh = {p.name: Binder(hidden_variable(function.name, p.name), p.sort) for p in function.parameters}
    renaming = {name: binder.variable for name, binder in fresh.items()}
    inside = substitute(term, renaming)
    return op("let", *node.args, inside, data=tuple(fresh.values())) if fresh else inside


def _domain(node: Term) -> Term:
    """What the operator itself asks of its (defined) arguments: the column "domain" of its row."""
    row = OPERATORS.get(node.op)
    return TRUE if row is None or row.domain is None else conj(*map(_settled, row.domain(node)))


def _settled(condition: Term) -> Term:
    """The condition with its outermost operators folded."""
    match condition.op, condition.args:
        case "not", (operand,):
            return negate(_settled(operand))
        case "eq", (left, right):
            return eq(left, right)
        case _:
            return folded(condition)
