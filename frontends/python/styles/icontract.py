"""icontract: `@require(lambda x: …)`, `@ensure(lambda x, result: …)`, `@snapshot(lambda x: …, name=…)`.

A condition takes the function's arguments by name, `result`, and `OLD`, whose attributes are the snapshots: these are
expressions over the arguments, and are put in place (https://icontract.readthedocs.io, Usage). The decorator closest
to the function is checked first.
"""

import ast
import sys
from collections.abc import Iterator

from ..deep import unparse
from ..definitions import signature_of
from ..pieces import Piece
from .applied import all_parameters, application, body, check_names
from .leaving import class_of
from .model import LIBRARIES, RESULT, ConditionKind, FunctionNode, Module, Promise, before

LIBRARY = "icontract"


def promises(module: Module, function: FunctionNode) -> Iterator[Promise]:
    """The clauses of a function's `require` and `ensure` decorators, and of the methods that it overrides in classes
    that inherit contracts (`DBC`): its preconditions are their alternatives. Raises Unsupported."""
    own_promises = list(_own(module, function, function))
    # Preconditions of bases are alternatives: one that is not seen could accept what this one refuses, so that no input
    # would be known to violate the contract. Postconditions are only added to, and lose nothing.
    foreign = _foreign_base(module, function) if any(promise.kind == "requires" for promise in own_promises) else None
    if foreign is not None:
        raise module.unsupported(f"@require of a method whose base {unparse(foreign)} may weaken it", foreign)
    overridden = _overridden(module, function)
    yield from (promise for promise in own_promises if promise.kind == "ensures")
    groups = [[promise for promise in own_promises if promise.kind == "requires"]]
    for base in overridden:
        # An inherited postcondition holds in addition (Liskov and Wing, "A behavioral notion of subtyping", 1994).
        base_promises = list(_own(module, base, function))
        yield from (promise for promise in base_promises if promise.kind == "ensures")
        # The preconditions of bases are alternatives, the most general class first.
        groups.insert(0, [promise for promise in base_promises if promise.kind == "requires"])
    # A method without `require` takes no part: icontract weakens only where a base has preconditions.
    groups = [group for group in groups if group]
    if len(groups) == 1:
        yield from groups[0]
    elif groups:
        yield _either(groups)


def _either(groups: list[list[Promise]]) -> Promise:
    """One clause: all preconditions of one of the methods hold, the outermost base's first (icontract, Inheritance)."""
    pieces: list[Piece] = []
    # Made of pieces of the source, not of new text: each keeps the place it came from, so that a problem in a condition
    # is shown where it is written. Two groups of one condition give `(((a)) or ((b)))`.
    for group in groups:
        for position, promise in enumerate(sorted(group, key=lambda promise_shown: promise_shown.turn)):
            start, end_offset = promise.test[0].start, promise.test[-1].end
            opening = " and (" if position else " or ((" if pieces else "((("
            pieces += [Piece(opening, start, start), *promise.test, Piece(")", end_offset, end_offset)]
        pieces.append(Piece(")", pieces[-1].end, pieces[-1].end))
    pieces.append(Piece(")", pieces[-1].end, pieces[-1].end))
    shown_text = " or ".join(
        " and ".join("".join(piece.text for piece in promise_shown.test) for promise_shown in group) for group in groups
    )
    last = groups[-1][-1]
    return Promise("requires", tuple(pieces), last.place, last.turn, shown_text, last.raises)


def _overridden(module: Module, function: FunctionNode) -> list[FunctionNode]:
    """The methods of base classes in the module that a method overrides, the nearest first, where contracts are
    inherited."""
    lineage = _lineage(module, function)
    marks = [mark for class_ in lineage for mark in (*class_.bases, *(keyword.value for keyword in class_.keywords))]
    # Contracts are inherited by the metaclass alone (icontract, Inheritance).
    if not any(module.member(mark) in ("icontract.DBC", "icontract.DBCMeta") for mark in marks):
        return []
    return [
        node
        for class_ in lineage[1:]
        for node in class_.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == function.name
    ]


def _lineage(module: Module, function: FunctionNode) -> list[ast.ClassDef]:
    """The class of a method and its bases in the module, the nearest first; none for a constructor, which inherits no
    contract."""
    classes = {class_node.name: class_node for class_node in module.tree.body if isinstance(class_node, ast.ClassDef)}
    owner = next((class_ for class_ in classes.values() if function in class_.body), None)
    lineage: list[ast.ClassDef] = []
    class_names = [] if owner is None or function.name in ("__init__", "__new__") else [owner]
    while class_names:
        # Breadth first, each class once: bases of bases come after all direct ones, and a cycle in broken code ends.
        class_node = class_names.pop(0)
        if class_node not in lineage:
            lineage.append(class_node)
            class_names += [
                classes[base.id] for base in class_node.bases if isinstance(base, ast.Name) and base.id in classes
            ]
    return lineage


def _foreign_base(module: Module, function: FunctionNode) -> ast.expr | None:
    """A base of a method's class that comes from another module of the project, or of an installed package: what its
    method of this name requires is an alternative that the module's text does not show."""
    imported = {
        (alias.asname or alias.name).partition(".")[0]
        for statement in ast.walk(module.tree)
        if isinstance(statement, ast.Import | ast.ImportFrom)
        for alias in statement.names
        # A relative import is of the project. Of the standard library and of contract libraries it is known that they
        # require nothing.
        if getattr(statement, "level", 0)
        or (getattr(statement, "module", None) or alias.name).partition(".")[0]
        not in sys.stdlib_module_names | LIBRARIES.keys() | {"typing_extensions"}
    }
    for class_ in _lineage(module, function):
        for base in class_.bases:
            first = next((node.id for node in ast.walk(base) if isinstance(node, ast.Name)), None)
            if first in imported:
                return base
    return None


def _own(module: Module, decorated: FunctionNode, function: FunctionNode) -> Iterator[Promise]:
    """The clauses of the decorators of a method, as clauses of a function that overrides it."""
    snapshots: dict[str, ast.Lambda] = {}
    decorators = list(module.decorators(decorated, LIBRARY))
    # Snapshots come first: a clause may stand above the decorator of the snapshot that it reads.
    for name, call, decorator in decorators:
        if name == "snapshot":
            snapshots.update([_snapshot(module, function, call, decorator)])
    for name, call, decorator in decorators:
        match name:
            case "require" | "ensure" if call is not None and is_enabled(module, call):
                condition = argument(call, "condition")
                if condition is None:
                    raise module.unsupported(f"@{name} without a condition", decorator)
                kind: ConditionKind = "requires" if name == "require" else "ensures"
                position = module.range(decorator)[0]
                test = _test(module, function, condition, snapshots, kind)
                two_state, shown_text = None, None
                if kind == "ensures" and any(
                    isinstance(node, ast.Name) and node.id == "OLD" for node in ast.walk(condition)
                ):
                    two_state = _test(module, function, condition, snapshots, kind, of_before=True)
                    shown_text = module.text(condition.body) if isinstance(condition, ast.Lambda) else None
                errors = [keyword.value for keyword in call.keywords if keyword.arg == "error"]
                raises = class_of(errors[0]) if errors else None
                yield Promise(kind, test, position, -position, shown_text, raises, two_state)
            case "snapshot" | "require" | "ensure":
                continue
            case _:
                raise module.unsupported(f"@icontract.{name}", decorator)


def argument(call: ast.Call, name: str) -> ast.expr | None:
    """The first argument of a decorator, however it is passed."""
    named = [keyword.value for keyword in call.keywords if keyword.arg == name]
    return call.args[0] if call.args else named[0] if named else None


def is_enabled(module: Module, call: ast.Call) -> bool:
    """Whether a condition is checked: `enabled` is a constant or `__debug__`, its default. What else enables it, as
    `icontract.SLOW` does by the environment, is not known here. Raises Unsupported."""
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg="enabled", value=ast.Constant(value=value)):
                return bool(value)
            case ast.keyword(arg="enabled", value=ast.Name(id="__debug__")):
                return True
            case ast.keyword(arg="enabled", value=value):
                raise module.unsupported(f"a condition that {unparse(value)} enables", value)
    return True


def _snapshot(
    module: Module, function: FunctionNode, call: ast.Call | None, decorator: ast.expr
) -> tuple[str, ast.Lambda]:
    """The name and the expression of a snapshot: without a name it is called as its only argument."""
    capture = None if call is None else argument(call, "capture")
    if call is None or not isinstance(capture, ast.Lambda):
        raise module.unsupported("@snapshot of something other than a lambda", decorator)
    check_names(module, function, capture)
    capture_parameters = all_parameters(capture)
    named = [keyword.value for keyword in call.keywords if keyword.arg == "name"] + call.args[1:2]
    if named and isinstance(named[0], ast.Constant) and isinstance(named[0].value, str):
        return named[0].value, capture
    # Of several arguments none gives the name (icontract, "Snapshot and old arguments").
    if named or len(capture_parameters) != 1:
        raise module.unsupported("@snapshot whose name is not known", decorator)
    return capture_parameters[0], capture


def _test(
    module: Module,
    function: FunctionNode,
    condition: ast.expr,
    snapshots: dict[str, ast.Lambda],
    kind: str,
    of_before: bool = False,
) -> tuple[Piece, ...]:
    names_known = {*all_parameters(function), *((RESULT,) if kind == "ensures" else ())}
    check_names(module, function, condition)
    if kind == "ensures" and RESULT in all_parameters(function):
        raise module.unsupported(f"a parameter named {RESULT}, beside the result", condition)
    if isinstance(condition, ast.Lambda):
        condition_parameters = all_parameters(condition)
        olds = (
            _olds(module, condition, snapshots, of_before)
            if "OLD" in condition_parameters and kind == "ensures"
            else {}
        )
        names = [name for name in condition_parameters if name != "OLD" or kind != "ensures"]
        unknown = [name for name in names if name not in names_known]
        optional = {argument.arg for argument, default in signature_of(condition) if default is not None}
        if unknown and not olds and optional.issuperset(unknown):
            # icontract gives a condition what it has of its parameters; the others have their defaults.
            return application(module, condition, ", ".join(f"{name}={name}" for name in names if name in names_known))
        if unknown:
            raise module.unsupported(f"parameter {unknown[0]!r} of a condition", condition)
        tests = body(module, condition, {name: name for name in names}, olds)
        if tests is None:
            raise module.unsupported("a condition that binds the name of a parameter again", condition)
        return tests
    definition = module.find(condition.id) if isinstance(condition, ast.Name) else None
    if definition is None or definition.args.vararg or definition.args.kwarg:
        raise module.unsupported(f"the condition {unparse(condition)}", condition)
    required = [argument.arg for argument, default in signature_of(definition) if default is None]
    missing = [name for name in required if name not in names_known]
    if missing:
        raise module.unsupported(f"parameter {missing[0]!r} of the condition {unparse(condition)}", condition)
    # icontract gives a condition what it has of its parameters; the others have their defaults.
    arguments = ", ".join(f"{name}={name}" for name in all_parameters(definition) if name in names_known)
    return application(module, condition, arguments)


def _olds(
    module: Module, condition: ast.Lambda, snapshots: dict[str, ast.Lambda], of_before: bool
) -> dict[ast.expr, str]:
    """Each `OLD.name` in a condition and the text of its snapshot; `of_before`: with the names of arguments before the
    call."""
    snapshot_texts: dict[ast.expr, str] = {}
    attributes = 0
    for node in ast.walk(condition.body):
        match node:
            case ast.Attribute(value=ast.Name(id="OLD"), attr=name):
                if name not in snapshots:
                    raise module.unsupported(f"OLD.{name} without a snapshot", node)
                snapshot = snapshots[name]
                names = {parameter: before(parameter) for parameter in all_parameters(snapshot)} if of_before else {}
                pieces = body(module, snapshot, names)
                if pieces is None:
                    raise module.unsupported("a snapshot that binds the name of a parameter again", snapshot)
                snapshot_texts[node] = f"({''.join(piece.text for piece in pieces)})"
                attributes += 1
    # OLD passed on as a whole (`f(OLD)`) has no text to put in its place.
    uses = sum(isinstance(node, ast.Name) and node.id == "OLD" for node in ast.walk(condition.body))
    if uses != attributes:
        raise module.unsupported("OLD other than as OLD.name", condition)
    return snapshot_texts
