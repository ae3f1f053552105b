"""The attributes that a constructor gives every object."""

import ast
from collections.abc import Collection, Sequence

from .class_texts import methods_of
from .constants.names import bound_in
from .families import is_private, only_method, overrides
from .objects import ModuleObjects
from .setting import stored_attributes
from .styles.model import FunctionNode

DEEPEST_CALL = 3
"""Methods that a constructor calls, and that these call, of which assignments are looked at. Chosen, not measured."""


def assigned(
    objects: ModuleObjects, family: Collection[str], name: str, method: FunctionNode, depth: int = 0
) -> set[str]:
    """The attributes that a constructor assigns in any case: by a statement of its own, in all branches, or of a method
    that it calls by one, and it never returns before."""
    # Behind a `return` an attribute may not be assigned: only some objects would have it. Calling what yields runs
    # nothing of it.
    leaves = (ast.Return, ast.Yield, ast.YieldFrom)
    if depth > DEEPEST_CALL or not method.args.args or any(isinstance(each, leaves) for each in ast.walk(method)):
        return set()
    if method.args.args[0].arg in bound_in(method.body):
        return set()  # It may stand for another object.
    return _assigned_in(objects, family, name, method, method.body, depth) or set()


def _assigned_in(
    objects: ModuleObjects,
    family: Collection[str],
    name: str,
    method: FunctionNode,
    body: Sequence[ast.stmt],
    depth: int,
) -> set[str] | None:
    """What a block of a method assigns in any case; None where nothing comes after it, since it raises."""
    receiver = method.args.args[0].arg
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.Raise():
                return None
            case ast.If(body=then, orelse=orelse):
                branches = [_assigned_in(objects, family, name, method, each, depth) for each in (then, orelse)]
                ways = [branch for branch in branches if branch is not None]
                if not ways:
                    return None
                found |= set.intersection(*ways)
                continue
            case ast.Try(body=tried, handlers=handlers, orelse=orelse, finalbody=final):
                # What a handler follows has done any part of the block.
                done = [_assigned_in(objects, family, name, method, each, depth) for each in (tried, orelse, final)]
                handled = [_assigned_in(objects, family, name, method, handler.body, depth) for handler in handlers]
                through, otherwise, at_end = done
                ways = [each for each in handled if each is not None]
                if through is not None and otherwise is not None:
                    ways.append(through | otherwise)
                if not ways or at_end is None:
                    return None
                found |= set.intersection(*ways) | at_end
                continue
        called = _called_on(objects, family, name, method, statement)
        if called is not None:
            found |= assigned(objects, family, name, called, depth + 1)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) and statement.value else targets
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                match each:
                    case ast.Attribute(value=ast.Name(id=owner), attr=field) if owner == receiver:
                        found.add(field)
    return found


def _called_on(
    objects: ModuleObjects, family: Collection[str], name: str, method: FunctionNode, statement: ast.stmt
) -> FunctionNode | None:
    """The method that a statement of a method calls on the same object: `self.reset()`, `super().__init__(...)`,
    `Base.__init__(self)`."""
    receiver = method.args.args[0].arg
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attribute))) if (
            owner == receiver
        ):
            # `self.__reset()` is the method of the class that says so, and no other.
            private = is_private(attribute) and method not in methods_of(objects.classes[name])
            found = None if private else only_method(objects, name, attribute)
            known = not overrides(objects, family, name, attribute)
            known = known and attribute not in stored_attributes(objects.tree)
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Name(id=base), attr=attribute), args=[ast.Name(id=owner), *_])
        ) if owner == receiver and base in objects.lineage(name):
            found, known = only_method(objects, base, attribute), True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(ast.Name("super"), []), attr=attribute))):
            # With several bases, `super()` of one may be another one of them.
            lineage = objects.lineage(name)
            known = all(len(objects.classes[each].bases) < 2 for each in family)
            home = [method in methods_of(objects.classes[each]) for each in lineage].index(True)
            found = only_method(objects, lineage[home + 1], attribute) if home + 1 < len(lineage) else None
        case _:
            return None
    is_usual = isinstance(found, ast.FunctionDef) and not found.decorator_list
    return found if known and is_usual else None
