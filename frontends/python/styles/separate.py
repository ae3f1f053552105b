"""A postcondition in a function of its own, as nl2postcond asks models for it: `def postcondition(x, …, return_value):
assert …` (M. Endres, S. Fakhoury, S. Chakraborty, S. K. Lahiri, FSE 2024). `result` is as good a name.

It is about the function of the module that has the parameters before the last: `postcondition_f` about `f`, any other
about the last such function before it, else the first one after it. Without one it is a specification by itself.
"""

import ast
from collections.abc import Iterator

from ..constants.names import bound_in
from ..pieces import Piece, edited, replaced
from .applied import parameters
from .model import RESULT, Module
from .testing import POSTCONDITION, is_postcondition


def separate_postconditions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The postconditions of a module in functions of their own; of those with one name the last, as Python binds it."""
    by_name = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and is_postcondition(node)}
    yield from by_name.values()


def subject_of(tree: ast.Module, postcondition: ast.FunctionDef) -> ast.FunctionDef:
    """The function that such a postcondition is about; the postcondition itself where the module has none."""
    functions = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not is_postcondition(node)
        and [*parameters(node)] == [*parameters(postcondition)][:-1]
    ]
    suffix = postcondition.name.removeprefix(POSTCONDITION).removeprefix("_")
    named = [node for node in functions if node.name == suffix]
    defined_before = [node for node in functions if node.lineno < postcondition.lineno]
    # The best there is: of its name, else the last one before it, else the first of all, else none.
    return [postcondition, *functions[:1], *defined_before[-1:], *named[-1:]][-1]


def postcondition_of(tree: ast.Module, function: ast.AST) -> ast.FunctionDef | None:
    """The postcondition in a function of its own that is about a function of the module, if there is one."""
    postconditions = [
        postcondition for postcondition in separate_postconditions(tree) if subject_of(tree, postcondition) is function
    ]
    return postconditions[-1] if postconditions else None


def has_body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function does anything: a postcondition by itself is no program, nor is `pass`, `...` or `raise
    NotImplementedError` behind a docstring."""
    return not is_postcondition(function) and not all(map(_is_stub, function.body))


def _is_stub(statement: ast.stmt) -> bool:
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))):
            return name == "NotImplementedError"
    return False


def pieces_of(module: Module, postcondition: ast.FunctionDef) -> list[Piece]:
    """The text of its body over the parameters and `result`. The first piece is the blanks before it."""
    text, (first, *_) = module.source.text, _statements(postcondition)
    start, end_offset = module.range(first)[0], module.range(postcondition.body[-1])[1]
    line = text.rfind("\n", 0, start) + 1
    indentation = text[line:start]
    returned = postcondition.args.args[-1].arg
    if returned == RESULT:
        return [Piece(indentation, line, start), *edited(text, start, end_offset, [])]
    uses = {id(node): node for statement in _statements(postcondition) for node in _read(statement, returned)}
    texts = (node for node in ast.walk(postcondition) if isinstance(node, ast.JoinedStr))
    in_texts = {id(node_inside) for message in texts for node_inside in ast.walk(message)}
    # Before Python 3.12 nobody knows where in a text an expression stands.
    if in_texts & uses.keys() or RESULT in bound_in(postcondition.body):
        opening, edits = f"{returned} = {RESULT}\n{indentation}", []
    else:
        opening, edits = "", [replaced(*module.range(node), RESULT) for node in uses.values()]
    return [Piece(indentation + opening, line, start), *edited(text, start, end_offset, edits)]


def _statements(postcondition: ast.FunctionDef) -> list[ast.stmt]:
    has_docstring = ast.get_docstring(postcondition, clean=False) is not None
    return postcondition.body[1:] if has_docstring else postcondition.body


def _read(statement: ast.stmt, returned: str) -> Iterator[ast.Name]:
    """Where a statement mentions what was returned, by its name, but for messages."""
    messages = (
        assertion.msg
        for assertion in ast.walk(statement)
        if isinstance(assertion, ast.Assert) and assertion.msg is not None
    )
    skipped = {id(node) for message in messages for node in ast.walk(message)}
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id == returned and id(node) not in skipped:
            yield node
