"""Conditions taken apart: what has to hold, as a list of conditions that all have to hold.

A condition that raises does not hold. So `a and b` fails on an input exactly when `a` fails or `b`, evaluated alone,
does: where `a` fails it does not matter what `b` does.
"""

import ast

FALSE = ast.Constant(False)


def conjuncts(condition: ast.expr) -> list[ast.expr]:
    """The parts of a condition, at least one; parts have no outer `and`, double negation or chained comparison."""
    match condition:
        case ast.BoolOp(op=ast.And(), values=values):
            return [part for value in values for part in conjuncts(value)]
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=inner)):
            return conjuncts(inner)
        case ast.UnaryOp(op=ast.Not(), operand=ast.BoolOp(op=ast.Or(), values=values)):
            return [part for value in values for part in conjuncts(negated(value))]
        case ast.Compare(left=left, ops=ops, comparators=comparators) if len(ops) > 1:
            sides = [left, *comparators]
            return [
                ast.Compare(left=low, ops=[op], comparators=[high])
                for low, op, high in zip(sides[:-1], ops, sides[1:], strict=True)
            ]
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(elt=element, generators=[_] as clauses)]):
            return [
                ast.Call(func=condition.func, args=[ast.GeneratorExp(elt=part, generators=clauses)], keywords=[])
                for part in conjuncts(element)
            ]
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp(elt=element, generators=[_] as clauses)]),
        ):
            every = ast.Name(id="all", ctx=ast.Load())
            return [
                ast.Call(func=every, args=[ast.GeneratorExp(elt=part, generators=clauses)], keywords=[])
                for part in conjuncts(negated(element))
            ]
    return [condition]


def negated(condition: ast.expr) -> ast.expr:
    """A condition that holds exactly where the given one is defined and false. Comparisons are not turned round: on
    nan, or on sets, `a < b` and `a >= b` are both false."""
    match condition:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
    return ast.UnaryOp(op=ast.Not(), operand=condition)
