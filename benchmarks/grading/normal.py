"""A normal form of conditions: equal forms refuse the same inputs, for every value of the universe.

Each rewriting keeps what counts, whether a condition holds, or else is false or raises: `a > b` is `b < a` and
`not a == b` is `a != b` for all built-in types; `and` and `or` have no memory; a list comprehension in `all` raises
where the generator would have stopped at something false. Nothing is turned round that nan or sets do not allow
(`not a < b`).

Conditions are taken apart first, into a list of conditions that all have to hold. A condition that raises does not
hold, so `a and b` fails on an input exactly when `a` fails or `b`, evaluated alone, does: where `a` fails it does not
matter what `b` does.

People and models write a check of all elements in many ways: loops over assertions, flags, counted places. Each of them
fails where `all` does: whether a loop goes on behind the first wrong element, or stops there, or an element raises.
"""

import ast
from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache

_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_SYMMETRIC = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
FALSE = ast.Constant(False)
EACH = "_each"
"""The variable of quantifiers in normal forms."""


@lru_cache(maxsize=512)
def normal_form(block: str) -> frozenset[str] | None:
    """The conjuncts of a block's condition in normal form; None for a block that is more than one condition.

    A block is violated exactly when one of its conjuncts is, so a block whose conjuncts are a subset of another's
    refuses nothing that the other lets through.
    """
    condition = condition_of(ast.parse(block).body)
    if condition is None:
        return None
    return frozenset(form for form in _forms(condition) if form != "True")


def condition_of(statements: Sequence[ast.stmt]) -> ast.expr | None:
    """The condition that statements assert; None for those that assert more than one, or that are not known here."""
    match statements:
        case [ast.Assert(test=test)]:
            return test
        case [ast.If(test=test, body=[ast.Assert(test=ast.Constant(value=False))], orelse=[])]:
            return negated(test)
        # What a loop leaves in its variable it must not read again when it is entered once more.
        case [ast.For(target=target, iter=iterable, body=body, orelse=[])] if _are_apart(
            _names(target), _names(iterable)
        ):
            element = condition_of(body)
            return None if element is None else _all(element, [_loop(target, iterable)])
        # `i = 0; while i < len(xs): …; i += 1` goes through range(len(xs)).
        case [
            ast.Assign(targets=[ast.Name(id=place)], value=ast.Constant(value=int(0))),
            ast.While(
                test=ast.Compare(
                    left=ast.Name(id=compared),
                    ops=[ast.Lt()],
                    comparators=[ast.Call(func=ast.Name(id="len"), args=[_], keywords=[]) as end],
                ),
                body=[*body, ast.AugAssign(target=ast.Name(id=moved), op=ast.Add(), value=ast.Constant(value=int(1)))],
                orelse=[],
            ),
        ] if place == compared == moved and place not in {*_names(end), *_bound(body)}:
            counted = ast.Call(func=ast.Name(id="range", ctx=ast.Load()), args=[end], keywords=[])
            element = condition_of(body)
            return None if element is None else _all(element, [_loop(ast.Name(id=place, ctx=ast.Store()), counted)])
        case [
            ast.Assign(targets=[ast.Name(id=flag)], value=ast.Constant(value=bool(before))),
            ast.For(target=target, iter=iterable, body=body, orelse=[]),
            ast.Assert(test=test),
        ] if _says(test, flag, before) and _are_apart({flag}, _names(target), _names(iterable)):
            element = _kept(body, flag, before)
            return None if element is None else _all(element, [_loop(target, iterable)])
        # A name for the condition: `valid = all(…)`, `wrong = [x for x in xs if …]`. Not one that keeps what it had: in
        # a loop `n = n - x` is another number each time.
        case [ast.Assign(targets=[ast.Name(id=name)], value=value), ast.Assert(test=test)] if name not in _names(value):
            for truth in (True, False):
                if _says(test, name, truth):
                    return value if truth else negated(value)
    return None


def _says(test: ast.expr, name: str, truth: bool) -> bool:
    """Whether a condition is that a name is true, or that it is false."""
    match test:
        case ast.Name(id=asked):
            return truth and asked == name
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=asked)):
            return not truth and asked == name
    return False


def _kept(body: Sequence[ast.stmt], flag: str, before: bool) -> ast.expr | None:
    """The condition of each element under which a flag stays what it was before the loop."""
    match body:
        case [ast.If(test=test, body=[ast.Assign() as setting, *rest], orelse=[])]:
            match setting, rest:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=bool(after))), [] | [ast.Break()]:
                    changed = name == flag and after is not before and flag not in _names(test)
                    return negated(test) if changed else None
        # Once it is false nothing more is evaluated.
        case [
            ast.Assign(
                targets=[ast.Name(id=name)], value=ast.BoolOp(op=ast.And(), values=[ast.Name(id=first), element])
            )
        ] if name == first == flag and before and flag not in _names(element):
            return element
    return None


def _names(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def _are_apart(*sets: set[str]) -> bool:
    return sum(map(len, sets)) == len(set().union(*sets))


def _bound(statements: Sequence[ast.stmt]) -> set[str]:
    nodes = (node for statement in statements for node in ast.walk(statement))
    return {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def _forms(condition: ast.expr) -> list[str]:
    return [ast.unparse(_truth(conjunct)) for conjunct in conjuncts(_truth(condition))]


def _truth(node: ast.expr) -> ast.expr:
    """A condition, of which only the truth value counts, in normal form."""
    match node:
        # Both connectives as sorted sets of parts.
        case ast.BoolOp(op=ast.And()):
            return _joined(ast.And(), conjuncts(node), ast.Constant(True))
        case ast.BoolOp(op=ast.Or(), values=values):
            return _joined(ast.Or(), values, ast.Constant(False))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _not(_truth(operand))
        # A chained comparison is a conjunction.
        case ast.Compare(ops=[_, _, *_]):
            return _joined(ast.And(), conjuncts(node), ast.Constant(True))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(left, op, right)
        # `bool(x)` has the truth of x.
        case ast.Call(func=ast.Name(id="bool"), args=[inner], keywords=[]):
            return _truth(inner)
        # `all` over a comprehension has a canonical variable.
        case ast.Call(func=ast.Name(id="all"), args=[inner], keywords=[]):
            return _over(inner) or node
        case ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp(elt=element, generators=loops)], keywords=[]):
            return ast.Call(
                func=ast.Name(id="any", ctx=ast.Load()),
                args=[_renamed(ast.GeneratorExp(elt=_truth(element), generators=loops))],
                keywords=[],
            )
    return node


def _not(operand: ast.expr) -> ast.expr:
    match operand:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _NEGATED:
            return ast.Compare(left=left, ops=[_NEGATED[type(op)]()], comparators=[right])
        # Both stop at the same element: `any` at the first that is true, `all` at the first of which the negation is
        # false.
        case ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp(elt=element, generators=[_] as loops)]):
            return _truth(_all(negated(element), loops))
        case ast.BoolOp(op=ast.Or(), values=values):
            return _truth(ast.BoolOp(op=ast.And(), values=[negated(value) for value in values]))
        case ast.ListComp() if (nothing := _empty(operand)) is not None:
            return _truth(nothing)
    return negated(operand)


def _joined(op: ast.boolop, parts: list[ast.expr], neutral: ast.Constant) -> ast.expr:
    """Parts without repetitions and without what changes nothing, in order: `a or b` may differ from `b or a`, where
    `a` raises."""
    kept: dict[str, ast.expr] = {}
    for part in map(_truth, parts):
        kept.setdefault(ast.unparse(part), part)
    kept.pop(ast.unparse(neutral), None)
    match list(kept.values()):
        case []:
            return neutral
        case [one]:
            return one
        case several:
            return ast.BoolOp(op=op, values=several)


def _comparison(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    # Of a comparison or a call known to give a bool, `== True` says nothing more.
    if isinstance(op, ast.Eq | ast.Is) and isinstance(right, ast.Constant) and right.value is True and _is_bool(left):
        return _truth(left)
    if isinstance(op, ast.Eq | ast.Is) and isinstance(right, ast.Constant) and right.value is False and _is_bool(left):
        return _truth(negated(left))
    everything = _as_many(left, right) or _as_many(right, left) if isinstance(op, ast.Eq) else None
    if everything is not None:
        return _truth(everything)
    if type(op) in _TURNED:
        left, op, right = right, _TURNED[type(op)](), left
    # One order for both ways of writing it.
    elif isinstance(op, _SYMMETRIC) and ast.unparse(right) < ast.unparse(left):
        left, right = right, left
    elif isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.List):
        right = ast.Tuple(elts=right.elts, ctx=ast.Load())
    return ast.Compare(left=left, ops=[op], comparators=[right])


def _empty(listed: ast.ListComp) -> ast.expr | None:
    """The condition, over all elements, that `[x for x in xs if …]` is empty; None for another list."""
    match listed:
        case ast.ListComp(elt=ast.Name(), generators=[ast.comprehension(ifs=[wrong]) as over]):
            return _all(negated(wrong), [_loop(over.target, over.iter)])
    return None


def _as_many(counted: ast.expr, whole: ast.expr) -> ast.expr | None:
    """`len([x for x in xs if …]) == len(xs)` as a condition of all elements; None for other sides."""
    match counted, whole:
        case (
            ast.Call(
                func=ast.Name(id="len"),
                args=[ast.ListComp(elt=ast.Name(), generators=[ast.comprehension(ifs=[right]) as over])],
                keywords=[],
            ),
            ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[]),
        ) if isinstance(over.iter, ast.Name) and over.iter.id == name:
            return _all(right, [_loop(over.target, over.iter)])
    return None


def _is_bool(node: ast.expr) -> bool:
    """Whether a condition, where it has a value, is True or False."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in ("isinstance", "issubclass", "all", "any", "bool", "callable", "hasattr")
    return False


# --- quantifiers ----------------------------------------------------------------------------------------


def _over(argument: ast.expr) -> ast.expr | None:
    """`all` over a comprehension, or over `map` of a lambda, with a loop variable of our own; None for others."""
    match argument:
        case ast.GeneratorExp(elt=element, generators=loops) | ast.ListComp(elt=element, generators=loops):
            if len(loops) != 1:
                return None
            return _all(_truth(element), loops)
        case ast.Call(
            func=ast.Name(id="map"),
            args=[ast.Lambda(args=ast.arguments(args=[parameter], defaults=[]) as taken, body=body), iterable],
            keywords=[],
        ) if not taken.posonlyargs and not taken.kwonlyargs:
            target = ast.Name(id=parameter.arg, ctx=ast.Store())
            return _all(_truth(body), [_loop(target, iterable)])
    return None


def _loop(target: ast.expr, iterable: ast.expr) -> ast.comprehension:
    return ast.comprehension(target=target, iter=iterable, ifs=[], is_async=0)


def _all(element: ast.expr, loops: list[ast.comprehension]) -> ast.expr:
    return ast.Call(
        func=ast.Name(id="all", ctx=ast.Load()),
        args=[_renamed(ast.GeneratorExp(elt=element, generators=loops))],
        keywords=[],
    )


def _renamed(made: ast.GeneratorExp) -> ast.GeneratorExp:
    """The comprehension with a fixed name for its variable, where that is one name and nothing inside binds any."""
    match made.generators:
        # Places that nothing reads are not counted.
        case [
            ast.comprehension(
                target=ast.Tuple(elts=[ast.Name(id=place), target]),
                iter=ast.Call(
                    func=ast.Name(id="enumerate"),
                    args=[iterable] | [iterable, ast.Constant(value=int())],
                    keywords=[],
                ),
            ) as over
        ] if place not in {name for part in (made.elt, target, *over.ifs) for name in _names(part)}:
            walk = ast.comprehension(target=target, iter=iterable, ifs=over.ifs, is_async=0)
            return _renamed(ast.GeneratorExp(elt=made.elt, generators=[walk]))
        case [ast.comprehension(target=ast.Name(id=name), iter=iterable, ifs=conditions)]:
            inner = [*ast.walk(made.elt), *(node for condition in conditions for node in ast.walk(condition))]
            if any(isinstance(node, ast.comprehension | ast.Lambda | ast.NamedExpr) for node in inner):
                return made
            # Other conjuncts of the same `all` share the conditions, and may keep the name: copies are renamed.
            rename = _Rename(name)
            target = ast.Name(id=_Rename.NAME, ctx=ast.Store())
            ifs = [rename.visit(deepcopy(condition)) for condition in conditions]
            return ast.GeneratorExp(
                elt=rename.visit(made.elt),
                generators=[ast.comprehension(target=target, iter=iterable, ifs=ifs, is_async=0)],
            )
    return made


class _Rename(ast.NodeTransformer):
    NAME = EACH

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(id=self.NAME, ctx=node.ctx) if node.id == self.name else node


def conjuncts(condition: ast.expr) -> list[ast.expr]:
    """The parts of a condition, at least one; parts have no outer `and`, double negation or chained comparison."""
    # Conjunctions, double negations, De Morgan, and chains.
    match condition:
        case ast.BoolOp(op=ast.And(), values=values):
            return [conjunct for value in values for conjunct in conjuncts(value)]
        case ast.UnaryOp(op=ast.Not(), operand=ast.UnaryOp(op=ast.Not(), operand=inner)):
            return conjuncts(inner)
        case ast.UnaryOp(op=ast.Not(), operand=ast.BoolOp(op=ast.Or(), values=values)):
            return [conjunct for value in values for conjunct in conjuncts(negated(value))]
        case ast.Compare(left=left, ops=ops, comparators=comparators) if len(ops) > 1:
            sides = [left, *comparators]
            return [
                ast.Compare(left=low, ops=[op], comparators=[high])
                for low, op, high in zip(sides[:-1], ops, sides[1:], strict=True)
            ]
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]) if (
            everything := _as_many(left, right) or _as_many(right, left)
        ) is not None:
            return conjuncts(everything)
        case ast.UnaryOp(op=ast.Not(), operand=ast.ListComp() as found) if (nothing := _empty(found)) is not None:
            return conjuncts(nothing)
        # `all(p(x) for x in (a, b))` is a conjunction.
        case ast.Call(
            func=ast.Name(id="all"),
            args=[
                ast.GeneratorExp(
                    elt=element,
                    generators=[ast.comprehension(target=ast.Name(id=name), iter=ast.Tuple() | ast.List(), ifs=[])],
                ) as made
            ],
        ) if (listed := _each_of(made, name, element)) is not None:
            return [conjunct for each in listed for conjunct in conjuncts(each)]
        # And `all` distributes over conjunctions.
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp(elt=element, generators=[_] as clauses)]):
            return [
                ast.Call(func=condition.func, args=[ast.GeneratorExp(elt=conjunct, generators=clauses)], keywords=[])
                for conjunct in conjuncts(element)
            ]
        case ast.UnaryOp(
            op=ast.Not(),
            operand=ast.Call(func=ast.Name(id="any"), args=[ast.GeneratorExp(elt=element, generators=[_] as clauses)]),
        ):
            every = ast.Name(id="all", ctx=ast.Load())
            return [
                ast.Call(func=every, args=[ast.GeneratorExp(elt=conjunct, generators=clauses)], keywords=[])
                for conjunct in conjuncts(negated(element))
            ]
    return [condition]


def _each_of(made: ast.GeneratorExp, name: str, element: ast.expr) -> list[ast.expr] | None:
    """The conditions that `all(… for x in (a, b))` lists, where `a` and `b` are names; None for others."""
    iterable = made.generators[0].iter
    items = iterable.elts if isinstance(iterable, ast.Tuple | ast.List) else []
    inner = (node.id for node in ast.walk(element) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load))
    if not items or not all(isinstance(item, ast.Name) for item in items) or any(inner):
        return None
    return [_Replacing(name, item).visit(deepcopy(element)) for item in items]


class _Replacing(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self.value) if node.id == self.name else node


def negated(condition: ast.expr) -> ast.expr:
    """A condition that holds exactly where the given one is defined and false. Comparisons are not turned round: on
    nan, or on sets, `a < b` and `a >= b` are both false."""
    match condition:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
    return ast.UnaryOp(op=ast.Not(), operand=condition)
