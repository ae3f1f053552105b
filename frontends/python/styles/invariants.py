"""Invariants of classes: icontract's `@invariant`, deal's `@inv`, `inv:` of PEP 316. They hold of every object that a
constructor made and public methods were called on, so what breaks them is an object: an expression that makes one.

icontract inherits invariants where a class derives from `DBC` (https://icontract.readthedocs.io, Inheritance); those of
a docstring are inherited.
"""

import ast
from collections.abc import Iterator

from attrs import frozen

from ....core.errors import Unsupported
from ..deep import unparse
from ..source import PythonSource
from . import docstring
from .applied import all_parameters, application, body
from .assemble import assertions, block_of
from .deal import not_a_message, without_message
from .docstring import SELF
from .icontract import argument, is_enabled
from .leaving import class_of
from .model import Module, Promise

_INVARIANTS = {"icontract": "invariant", "deal": "inv"}


@frozen(slots=True, eq=False)
class ClassInvariants:
    """The invariants of a class as assertions about `self`; `unsupported`: why there are none."""

    block: PythonSource | None
    unsupported: Unsupported | None = None


def invariants_of(module: Module, node: ast.ClassDef, bases: list[ast.ClassDef]) -> ClassInvariants | None:
    """The invariants of a class, None where it has none. `bases`: the classes of the module that it derives from, the
    nearest first."""
    try:
        promises = invariant_promises(module, node, bases)
    except Unsupported as problem:
        return ClassInvariants(None, problem)
    return ClassInvariants(block_of(module, list(assertions(promises)), promises)) if promises else None


def invariant_promises(module: Module, node: ast.ClassDef, bases: list[ast.ClassDef]) -> list[Promise]:
    """The invariants of a class about `self`, those that it inherits first. Raises Unsupported."""
    promises = list(_promises(module, node))
    if promises and any(module.member(base) == "icontract.DBC" for class_ in (node, *bases) for base in class_.bases):
        for base in bases:
            promises = [*_promises(module, base), *promises]
    return [
        *promises,
        *(promise for class_ in (*reversed(bases), node) for promise in docstring.invariants(module, class_)),
    ]


def remove_invariants(module: Module, node: ast.ClassDef) -> None:
    """Take the invariants of a class out of the tree."""
    node.decorator_list = [decorator for decorator in node.decorator_list if not _is_invariant(module, decorator)]


def _is_invariant(module: Module, decorator: ast.expr) -> bool:
    name = module.member(decorator.func if isinstance(decorator, ast.Call) else decorator) or ""
    library, _, member = name.partition(".")
    return _INVARIANTS.get(library) == member


def _promises(module: Module, node: ast.ClassDef) -> Iterator[Promise]:
    for decorator in node.decorator_list:
        if not _is_invariant(module, decorator):
            continue
        if not isinstance(decorator, ast.Call):
            raise module.unsupported(unparse(decorator), decorator)
        condition = argument(decorator, "condition") or argument(decorator, "validator")
        if condition is None:
            raise module.unsupported(f"@{unparse(decorator.func)} without a condition", decorator)
        of_deal = (module.member(decorator.func) or "").startswith("deal.")
        if not of_deal and not is_enabled(module, decorator):
            continue
        position = module.range(decorator)[0]
        errors = [keyword.value for keyword in decorator.keywords if keyword.arg in ("error", "exception")]
        # `lambda self: self.x > 0` is read as `self.x > 0`; a named function, and a lambda that is more than its body
        # says, as a call with the object. icontract allows a condition without parameters, which is called without. A
        # condition of deal may give a text in place of False: so the test is that the result is true and no text, but
        # for a lambda that plainly ends in `or "message"`.
        test = application(module, condition, SELF)
        if isinstance(condition, ast.Lambda):
            plain = without_message(condition) if of_deal else condition
            condition_parameters = all_parameters(condition)
            if len(condition_parameters) > 1:
                raise module.unsupported("an invariant of more than the object", condition)
            direct = None if plain is None else body(module, plain, dict.fromkeys(condition_parameters, SELF))
            if direct is not None:
                test = direct
            elif not condition_parameters:
                test = application(module, condition, "")
        elif not isinstance(condition, ast.Name) or module.find(condition.id) is None:
            raise module.unsupported(f"the condition {unparse(condition)}", condition)
        if of_deal and (not isinstance(condition, ast.Lambda) or plain is None):
            test = not_a_message(test)
        yield Promise("requires", test, position, -position, raises=class_of(errors[0]) if errors else None)
