"""When a term has a value: its well-definedness as a Bool term of the same logic.

Solvers know total functions only: `s[i]` outside its bounds is *some* value to them. A query about a term
that may be undefined therefore asks about `well_defined(term) and term`. The connectives follow the evaluator
(left to right, stop as soon as the result is known). A quantifier or comprehension is well defined when its
body is for every value of its binders, as in Dafny's verifier (reference manual, section 9): that does not
depend on an order of enumeration.
"""

from collections.abc import Mapping

from ..errors import Unsupported
from .build import boolean, conj, eq, forall, implies, integer, is_true, le, let, lt, ne, negate, op, real
from .contracts import Function
from .sorts import INT
from .terms import TRUE, ZERO, Binder, Term, const, fold, substitute, var
from .type_instances import at_call

_MAX_CODE_POINT = 0x10FFFF


def well_defined(term: Term, functions: Mapping[str, Function] = {}) -> Term:
    """A Bool term, itself total, that is true exactly where `term` has a value.

    Of a `call` it takes the callee's precondition; the callee's body is trusted to be defined under it.
    Raises Unsupported for an operator whose domain cannot be written down (a partial lambda, Python's
    operators).
    """
    return fold(term, lambda node, parts: _of_node(node, parts, functions))


def _of_node(node: Term, parts: tuple[Term, ...], functions: Mapping[str, Function]) -> Term:
    match node.op:
        case "and" | "implies":
            return _sequential(node.args, parts, stop_on=False)
        case "or":
            return _sequential(node.args, parts, stop_on=True)
        case "ite":
            condition = node.args[0]
            return conj(parts[0], _where(condition, parts[1]), _where(negate(condition), parts[2]))
        case "let":
            return _under_let(node, parts)
        case "forall" | "exists":
            return _for_all(node, parts, parts[-1])
        case "set.comprehension" | "map.comprehension":
            count = len(node.data)
            element = _where(node.args[count], conj(*parts[count + 1 :]))
            return _for_all(node, parts, conj(parts[count], element))
        case "seq.comprehension":
            length = node.args[0].args[1]
            return conj(le(ZERO, length), _for_all(node, parts, parts[-1]))
        case "such_that":
            return _such_that(node, parts)
        case "call":
            return conj(*parts, _precondition(node, functions))
        case "lambda":
            if not is_true(parts[-1]):
                raise Unsupported("definedness of a lambda with a partial body", node.span)
            return TRUE
        case name if name.startswith("python."):
            raise Unsupported(f"definedness of {name}", node.span)
        case _:
            return conj(*parts, _domain(node))


def _where(condition: Term, conclusion: Term) -> Term:
    return conclusion if is_true(conclusion) else implies(condition, conclusion)


def _sequential(args: tuple[Term, ...], parts: tuple[Term, ...], *, stop_on: bool) -> Term:
    """Each operand must be defined unless an earlier one decides."""
    if not args:
        return TRUE
    result = parts[-1]
    for argument, part in zip(reversed(args[:-1]), reversed(parts[:-1]), strict=True):
        result = conj(part, _where(negate(argument) if stop_on else argument, result))
    return result


def _for_all(node: Term, parts: tuple[Term, ...], body: Term) -> Term:
    """`body` for every value of the binders, and each domain for every value of the binders before it."""
    result = body
    for binder, domain, part in reversed(list(zip(node.data, node.args, parts, strict=False))):
        if not is_true(result):
            result = forall((binder,), result, (domain,))
        result = conj(part, result)
    return result


def _under_let(node: Term, parts: tuple[Term, ...]) -> Term:
    result = parts[-1]
    for binder, value, part in reversed(list(zip(node.data, node.args, parts, strict=False))):
        if not is_true(result):
            result = let(binder, value, result)
        result = conj(part, result)
    return result


def _such_that(node: Term, parts: tuple[Term, ...]) -> Term:
    count = len(node.data)
    condition = node.args[count]
    exists = op("exists", *node.args[:count], condition, data=node.data)
    return conj(_for_all(node, parts, conj(parts[count], _where(condition, parts[count + 1]))), exists)


def _precondition(node: Term, functions: Mapping[str, Function]) -> Term:
    function = functions.get(node.data)
    if function is None:
        raise Unsupported(f"call of the undeclared function {node.data}", node.span)
    if not function.requires:
        return TRUE
    function = at_call(function, node)
    # Fresh names: an argument may mention a variable that is called like a parameter.
    fresh = {p.name: Binder(f"{function.name}#{p.name}", p.sort) for p in function.parameters}
    renaming = {name: var(binder.name, binder.sort) for name, binder in fresh.items()}
    condition = conj(*(substitute(requires, renaming) for requires in function.requires))
    return op("let", *node.args, condition, data=tuple(fresh.values())) if fresh else condition


def _between(low: int, value: Term, high: int) -> Term:
    """low <= value <= high."""
    return conj(le(integer(low), value), le(value, integer(high)))


def _index(value: Term, length: Term) -> Term:
    return conj(le(ZERO, value), lt(value, length))


def _not_null(array: Term) -> Term:
    return negate(op("array.is_null", array))


def _domain(node: Term) -> Term:
    """What the operator itself asks of its (defined) arguments: the column "meaning" of `operators.py`."""
    args = node.args
    match node.op:
        case "div" | "mod":
            return ne(args[1], integer(0) if args[1].sort == INT else real(0))
        case "bv.div" | "bv.mod":
            return ne(args[1], const(0, args[1].sort))
        case "bv.shl" | "bv.shr":
            return _between(0, args[1], int(node.sort.label or 0))
        case "bv.of_int":
            return _between(0, args[0], 2 ** int(node.sort.label or 0) - 1)
        case "char.of_int":
            return _between(0, args[0], _MAX_CODE_POINT)
        case "real.to_int":
            return eq(args[0], op("real.of_int", op("real.floor", args[0])))
        case "seq.at" | "seq.update":
            return _index(args[1], op("seq.len", args[0]))
        case "array.len" | "array.elements":
            return _not_null(args[0])
        case "array.at":
            return conj(_not_null(args[0]), _index(args[1], op("array.len", args[0])))
        case "seq.slice":
            return conj(le(ZERO, args[1]), le(args[1], args[2]), le(args[2], op("seq.len", args[0])))
        case "multiset.update":
            return le(ZERO, args[2])
        case "map.at":
            return op("map.member", args[1], args[0])
        case "datatype.at" | "datatype.update":
            return op("datatype.is", args[0], data=node.data[0])
        case _:
            return boolean(True)
