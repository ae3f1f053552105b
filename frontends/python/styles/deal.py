"""deal: `@deal.pre(lambda x: …)`, `@deal.post(lambda result: …)`, `@deal.ensure(lambda x, result: …)`.

A validator is called as the function is (`post`: with the result), or, when its only parameter is `_`, with an object
whose attributes are the arguments and the result. It refuses by a false value or by a text, the message
(https://deal.readthedocs.io, Contracts and Values). The decorator closest to the function is checked first. What
bounds effects and exceptions (`raises`, `reason`, `has`, `pure`, `safe`) is no condition on values.
"""

import ast
from collections.abc import Iterator

from ....core.ir.python_builtins import PREDICATES
from ..deep import unparse
from ..pieces import Piece
from .applied import all_parameters, application, body, call_of, check_names, is_plain, parameters
from .leaving import class_of
from .model import RESULT, FunctionNode, Module, Promise

LIBRARY = "deal"
_OF_EFFECTS = frozenset({"raises", "reason", "has", "pure", "safe", "example"})
_CONDITIONS = frozenset({"pre", "post", "ensure"})
_TRUE = frozenset({"isinstance", "issubclass", "all", "any", "bool", "callable", "hasattr"})
_TRUE_METHODS = PREDICATES.keys() | {"startswith", "endswith", "isdisjoint", "issubset", "issuperset", "is_integer"}
"""Functions, and methods of plain values, whose results are True or False."""

_REFUSES_TEXTS = "(lambda verdict: verdict and not isinstance(verdict, str))"


def promises(module: Module, function: FunctionNode) -> Iterator[Promise]:
    """The clauses of a function's `pre`, `post` and `ensure` decorators. Raises Unsupported."""
    for name, call, decorator, turn in _contracts(module, function):
        if name in _OF_EFFECTS:
            continue
        # What is not known may be a condition (`inv`, or one that a later version adds): a contract without it would be
        # another.
        if name not in _CONDITIONS or call is None:
            raise module.unsupported(f"@deal.{name}", decorator)
        validators = call.args or [keyword.value for keyword in call.keywords if keyword.arg == "validator"]
        if not validators:
            raise module.unsupported(f"@deal.{name} without a condition", decorator)
        check_names(module, function, validators[0])
        position = module.range(decorator)[0]
        test = _test(module, function, validators[0], name)
        # The wrapper that refuses texts is ours: a user is shown what stands in the file.
        shown_text = module.text(validators[0]) if test[0].text.startswith(_REFUSES_TEXTS) else None
        errors = [keyword.value for keyword in call.keywords if keyword.arg == "exception"]
        raises = class_of(errors[0]) if errors else None
        yield Promise("requires" if name == "pre" else "ensures", test, position, turn, shown_text, raises)


def effects(module: Module, function: FunctionNode) -> Iterator[tuple[str, ast.Call | None]]:
    """The decorators of a function that bound its effects and exceptions: the member's name and the call. Raises
    Unsupported."""
    yield from ((name, call) for name, call, _, _ in _contracts(module, function) if name in _OF_EFFECTS)


def validating(module: Module, function: FunctionNode, validator: ast.expr) -> Promise:
    """The precondition that a validator of the arguments accepts them. Raises Unsupported."""
    check_names(module, function, validator)
    start = module.range(validator)[0]
    shown_text = module.text(validator.body if isinstance(validator, ast.Lambda) else validator)
    return Promise("requires", _test(module, function, validator, "pre"), start, start, shown_text)


def _contracts(module: Module, function: FunctionNode) -> Iterator[tuple[str, ast.Call | None, ast.expr, int]]:
    """The contracts of a function, those that `@deal.chain(…)` joins each by itself: the member's name, the call, its
    node, and when it is checked. Raises Unsupported for a chain of what is not written in it."""
    for name, call, decorator in module.decorators(function, LIBRARY):
        start, end_offset = module.range(decorator)
        if name != "chain" or call is None:
            yield name, call, decorator, -start
            continue
        # A chain applies its first contract first, which is checked first, as the decorator closest to the function is.
        for inner_name, inner_call, node in _joined(module, call):
            yield inner_name, inner_call, node, module.range(node)[0] - start - end_offset


def _joined(module: Module, chain: ast.Call) -> Iterator[tuple[str, ast.Call | None, ast.expr]]:
    for arg in chain.args:
        call = arg if isinstance(arg, ast.Call) else None
        library, _, name = (module.member(arg.func if isinstance(arg, ast.Call) else arg) or "").partition(".")
        if library != LIBRARY:
            raise module.unsupported(f"{unparse(arg)} in @deal.chain", arg)
        if name == "chain" and call is not None:
            yield from _joined(module, call)
        else:
            yield name, call, arg


def _test(module: Module, function: FunctionNode, validator: ast.expr, name: str) -> tuple[Piece, ...]:
    if name != "pre" and RESULT in all_parameters(function):
        raise module.unsupported(f"a parameter named {RESULT}, beside the result", validator)
    match name:
        case "pre":
            arguments, names = call_of(function), parameters(function)
        case "post":
            arguments, names = RESULT, [RESULT]
        case _:
            arguments, names = call_of(function, f"{RESULT}={RESULT}"), [*parameters(function), RESULT]
    # `*args` and `**kwargs` of a validator show how the call was written, and the head of a contract has names only.
    called = module.find(validator.id) if isinstance(validator, ast.Name) else validator
    declared_arguments = called.args if isinstance(called, ast.Lambda | ast.FunctionDef) else function.args
    if name != "post" and (declared_arguments.vararg or declared_arguments.kwarg) and function.args.args:
        # A call passes a validator the arguments as it passes them to the function, by position or by name.
        raise module.unsupported("a condition that sees whether an argument is given by its name", validator)
    if not isinstance(validator, ast.Lambda):
        if not isinstance(validator, ast.Name) or module.find(validator.id) is None:
            raise module.unsupported(f"the condition {unparse(validator)}", validator)
        return not_a_message(application(module, validator, arguments))
    # deal passes one object with all arguments as attributes to a validator whose only parameter is `_`.
    if name != "post" and all_parameters(validator) == ["_"] and is_plain(validator):
        return _of_values(module, function, validator, name)
    refused = without_message(validator)
    direct = None
    if refused is not None and is_plain(validator) and (name == "post" or _same_kinds(function)):
        own_names = parameters(validator)
        if len(own_names) == len(names):
            # `ensure` passes the result by its name, wherever that stands.
            if name != "ensure" or own_names[-1] == RESULT:
                direct = body(module, refused, dict(zip(own_names, names, strict=True)))
            elif RESULT in own_names:
                all_but_result = [parameter for parameter in own_names if parameter != RESULT]
                renamed = dict(zip(all_but_result, parameters(function), strict=True))
                direct = body(module, refused, {**renamed, RESULT: RESULT})
    return direct if direct is not None else not_a_message(application(module, validator, arguments))


def _same_kinds(function: FunctionNode) -> bool:
    declared_arguments = function.args
    return not (declared_arguments.vararg or declared_arguments.kwarg or declared_arguments.kwonlyargs)


def _of_values(module: Module, function: FunctionNode, validator: ast.Lambda, name: str) -> tuple[Piece, ...]:
    """The body of `lambda _: …`: `_.x` is the argument x, `_.result` the result."""
    names_known = {*all_parameters(function), *((RESULT,) if name == "ensure" else ())}
    edits: dict[ast.expr, str] = {}
    for node in ast.walk(validator.body):
        match node:
            case ast.Attribute(value=ast.Name(id="_"), attr=attribute):
                if attribute not in names_known:
                    raise module.unsupported(f"_.{attribute}, which is not an argument", node)
                edits[node] = attribute
    # Used in another way, `_` may show the validator more than the arguments.
    # The count is of mentions: each has to be one of those that are replaced.
    if sum(isinstance(node, ast.Name) and node.id == "_" for node in ast.walk(validator.body)) != len(edits):
        raise module.unsupported("_ other than as _.name", validator)
    # A condition without a lambda around it is shown and proved best. That keeps its meaning only where the validator's
    # parameters can be renamed to the function's, one to one, and no text can be its value.
    refused = without_message(validator)
    test = None if refused is None else body(module, refused, {"_": "_"}, edits)
    if test is None:
        plain = body(module, validator, {"_": "_"}, edits)
        if plain is None:
            raise module.unsupported("a condition that binds the name of a parameter again", validator)
        test = not_a_message(plain)
    return test


def without_message(validator: ast.Lambda) -> ast.Lambda | None:
    """The lambda without `or "message"` at its end; None where it may still return a text."""
    match validator.body:
        case ast.BoolOp(op=ast.Or(), values=[*values, ast.Constant(value=str())]):
            rest = values[0] if len(values) == 1 else ast.BoolOp(ast.Or(), values)
            # The tree has to point at the text without the message, since pieces are copied from there.
            ast.copy_location(rest, values[0])
            rest.end_lineno, rest.end_col_offset = values[-1].end_lineno, values[-1].end_col_offset
        case other_body:
            rest = other_body
    if not _is_truth(rest):
        return None
    return ast.copy_location(ast.Lambda(validator.args, rest), validator)


def _is_truth(node: ast.expr) -> bool:
    """Whether the value of an expression is certainly no text."""
    match node:
        case ast.Compare() | ast.UnaryOp() | ast.List() | ast.Dict() | ast.Set() | ast.Tuple() | ast.ListComp():
            return True
        case ast.Constant(value=value):
            return not isinstance(value, str)
        case ast.BoolOp(op=ast.And(), values=[*_, last]):
            return _is_truth(last)  # The others are its value only where they are false.
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
        case ast.IfExp(body=then, orelse=orelse):
            return _is_truth(then) and _is_truth(orelse)
        case ast.Call(func=ast.Name(id=name)):
            return name in _TRUE
        case ast.Call(func=ast.Attribute(attr=name)):
            # `account.is_open()` may return a message, whatever its name says.
            return name in _TRUE_METHODS
    return False


def not_a_message(test: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The test of a value that refuses by being a text, too."""
    start, end_offset = test[0].start, test[-1].end
    return Piece(f"{_REFUSES_TEXTS}(", start, start), *test, Piece(")", end_offset, end_offset)
