"""Checks put into the text of a program, which otherwise keeps every character.

A check that is one condition over the parameters becomes an assertion in the function itself. One that needs
statements (`n = len(xs)`, a loop), or whose names mean something else there, becomes a function before it, which is
called. Text of anybody is taken apart here: it happens in a process of its own, as `killable.py` has it.
"""

import ast
import builtins
from collections.abc import Sequence
from itertools import count, dropwhile
from textwrap import indent

import libcst as cst
from attrs import frozen
from libcst.metadata import MetadataWrapper, PositionProvider

from ...frontends.python.constants.names import bound_in
from ...frontends.python.styles.applied import all_parameters
from ..grading.guards import Guard

TAB = "    "
REFUSAL = """except AssertionError:
    raise
except Exception as error:
    raise AssertionError("the condition cannot be evaluated") from error"""
CHECKING, UNCHECKED = "check_contract", "_unchecked"
_BUILTINS = frozenset(dir(builtins))


class CannotInsert(Exception):
    """There is no place for the checks. Says why."""


@frozen(slots=True)
class Insertion:
    """What to put in. `checks`: in their order, over `parameters`, the task's names for them. `after`: the lines of
    checks of the program that come first; they have to lead the function. `around`: a function of the same name is put
    around the program's own, whose calls of itself are not checked. `strict`: what raises in a check is refused as what
    is false is: `len(xs) > 0` of a number."""

    checks: tuple[Guard, ...]
    parameters: tuple[str, ...]
    after: frozenset[int] = frozenset()
    around: bool = False
    strict: bool = False


def inserted(code: str, entry_point: str, insertion: Insertion) -> str | None:
    """The program with the checks; None where there is no place for them."""
    try:
        return _WovenProgram(code, entry_point).with_checks(insertion)
    except (CannotInsert, cst.ParserSyntaxError, RecursionError, ValueError):
        return None


def without_examples(code: str) -> str | None:
    """The program with the assertions and calls that stand outside of functions and classes below `if __name__ ==
    "__main__":`, so that they run no more when it is imported; None where there are none. What defines something stays
    where it is."""
    try:
        module = cst.parse_module(code)
    except (cst.ParserSyntaxError, RecursionError, ValueError):
        return None
    body: list[cst.BaseStatement] = []
    waiting: list[cst.BaseStatement] = []
    for statement in (*module.body, None):
        if statement is not None and _is_example(statement):
            waiting.append(statement)
            continue
        if waiting:
            body.append(_as_program(waiting))
            waiting = []
        if statement is not None:
            body.append(statement)
    return None if len(body) == len(module.body) and body == [*module.body] else module.with_changes(body=body).code


def _is_example(statement: cst.BaseStatement) -> bool:
    """Whether a statement only checks or shows something."""
    if not isinstance(statement, cst.SimpleStatementLine) or _is_text(statement):
        return False
    return all(isinstance(line, cst.Assert | cst.Expr) for line in statement.body)


def _as_program(statements: Sequence[cst.BaseStatement]) -> cst.BaseStatement:
    guard = _statement('if __name__ == "__main__":\n    pass')
    assert isinstance(guard, cst.If)
    first, *rest = statements
    assert isinstance(first, cst.SimpleStatementLine)
    blank_and_comments = list(first.leading_lines)
    comments = [*dropwhile(lambda line: line.comment is None, blank_and_comments)]
    body = cst.IndentedBlock([first.with_changes(leading_lines=comments), *rest])
    return guard.with_changes(body=body, leading_lines=blank_and_comments[: len(blank_and_comments) - len(comments)])


class _WovenProgram:
    """A module and the function in it that is called."""

    def __init__(self, code: str, entry_point: str) -> None:
        wrapper = MetadataWrapper(cst.parse_module(code), unsafe_skip_copy=True)
        self.module, self.entry_point = wrapper.module, entry_point
        self.places = wrapper.resolve(PositionProvider)
        functions = [
            node for node in self.module.body if isinstance(node, cst.FunctionDef) and _name(node) == entry_point
        ]
        if not functions:
            raise CannotInsert(f"no function {entry_point}")
        self.function = functions[-1]
        self.bound = bound_in(ast.parse(code).body)

    def with_checks(self, insertion: Insertion) -> str:
        if insertion.around:
            return self._around(insertion)
        helpers, statements = self._made(insertion, self._own(insertion.parameters), _bound_inside(self.function))
        body = self.function.body
        if not isinstance(body, cst.IndentedBlock):
            raise CannotInsert("the function is one line")
        position = self._place(body, insertion.after)
        # A comment before the first statement belongs to it and stays there.
        new = body.with_changes(body=[*body.body[:position], *statements, *body.body[position:]])
        return self._with(helpers, [self.function.with_changes(body=new)]).code

    def _around(self, insertion: Insertion) -> str:
        own_names = self._own(insertion.parameters)
        unchecked_name = f"{self.entry_point}{UNCHECKED}"
        if unchecked_name in self.bound:
            raise CannotInsert(f"{unchecked_name} is already the name of something else")
        helpers, statements = self._made(insertion, own_names, set(own_names))
        parameters = self.function.params
        passed = [
            *own_names,
            *(f"{kwonly_param.name.value}={kwonly_param.name.value}" for kwonly_param in parameters.kwonly_params),
        ]
        call = _statement(f"return {unchecked_name}({', '.join(passed)})")
        outer = cst.FunctionDef(
            name=cst.Name(self.entry_point),
            params=parameters,
            body=cst.IndentedBlock([*statements, call]),
            leading_lines=[cst.EmptyLine(indent=False)] * 2,
            returns=self.function.returns,
        )
        module = self._with(helpers, [self.function.with_changes(name=cst.Name(unchecked_name)), outer])
        renamed = module.visit(_CallsInside(self.entry_point, unchecked_name))
        return renamed.code

    def _own(self, parameters: Sequence[str]) -> list[str]:
        """The program's names for the parameters. Raises CannotInsert."""
        parameters_node = self.function.params
        if isinstance(parameters_node.star_arg, cst.Param) or parameters_node.star_kwarg is not None:
            raise CannotInsert("it takes any number of arguments")
        own_names = [parameter.name.value for parameter in (*parameters_node.posonly_params, *parameters_node.params)]
        if len(own_names) < len(parameters):
            raise CannotInsert("it has fewer parameters than the task")
        return own_names

    def _made(
        self, insertion: Insertion, own_names: Sequence[str], bound: set[str]
    ) -> tuple[list[cst.BaseStatement], list[cst.BaseStatement]]:
        """The functions and the statements that make up the checks. Raises CannotInsert."""
        parameters = insertion.parameters
        helpers: list[cst.BaseStatement] = []
        statements: list[cst.BaseStatement] = []
        for check in insertion.checks:
            tree = ast.parse(check.block)
            used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - set(parameters)
            if hidden := used & self.bound & _BUILTINS:
                raise CannotInsert(f"{sorted(hidden)[0]} means something else in this program")
            same_names = list(own_names[: len(parameters)]) == list(parameters)
            if check.is_plain and same_names and not insertion.strict and not used & (bound - set(parameters)):
                statements.append(_statement(f"assert {check.text}"))
                continue
            name = self._free_name(len(helpers))
            body = f"try:\n{indent(check.block, TAB)}\n{REFUSAL}" if insertion.strict else check.block
            helper = _statement(f"def {name}({', '.join(parameters)}):\n{indent(body, TAB)}")
            assert isinstance(helper, cst.FunctionDef)
            helpers.append(helper.with_changes(lines_after_decorators=[]))
            statements.append(_statement(f"{name}({', '.join(own_names[: len(parameters)])})"))
        return helpers, statements

    def _free_name(self, number: int) -> str:
        names = (f"{CHECKING}{'_' * more}{number + 1}" for more in count(1))
        return next(name for name in names if name not in self.bound)

    def _place(self, body: cst.IndentedBlock, after: frozenset[int]) -> int:
        """How many statements stay before the checks: the docstring, and checks of the program's own that lead it."""
        position = 1 if _is_text(body.body[0]) else 0
        while position < len(body.body):
            lines = self.places[body.body[position]]
            if not any(lines.start.line <= line <= lines.end.line for line in after):
                return position
            position += 1
        return position

    def _with(self, helpers: Sequence[cst.BaseStatement], functions: Sequence[cst.BaseStatement]) -> cst.Module:
        """The module with statements in the place of the function."""
        body = list(self.module.body)
        position = body.index(self.function)
        spaced = [helper.with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2) for helper in helpers]
        if spaced and position == 0:
            spaced[0] = spaced[0].with_changes(leading_lines=[])
        first = functions[0]
        if spaced and isinstance(first, cst.FunctionDef) and not first.leading_lines:
            functions = [first.with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2), *functions[1:]]
        return self.module.with_changes(body=[*body[:position], *spaced, *functions, *body[position + 1 :]])


class _CallsInside(cst.CSTTransformer):
    """Inside functions, but the new one of this name, the name means the function without checks."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new, self.depth = old, new, 0

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:  # noqa: N802
        if self.depth == 0 and _name(node) == self.old:
            return False
        self.depth += 1
        return True

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:  # noqa: N802
        self.depth -= 0 if self.depth == 0 else 1
        return updated_node

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:  # noqa: N802
        if self.depth and original_node.value == self.old:
            return updated_node.with_changes(value=self.new)
        return updated_node


def _name(node: cst.FunctionDef) -> str:
    return str(node.name.value)


def _is_text(statement: cst.BaseStatement) -> bool:
    return (
        isinstance(statement, cst.SimpleStatementLine)
        and isinstance(statement.body[0], cst.Expr)
        and isinstance(statement.body[0].value, (cst.SimpleString, cst.ConcatenatedString))
    )


def _statement(text: str) -> cst.BaseStatement:
    parsed = cst.parse_statement(text + "\n")
    assert isinstance(parsed, cst.BaseStatement)
    return parsed


def _bound_inside(function: cst.FunctionDef) -> set[str]:
    """The names that a function binds: to use one before is an error."""
    (written,) = ast.parse(cst.Module([function.with_changes(leading_lines=[])]).code).body
    assert isinstance(written, ast.FunctionDef | ast.AsyncFunctionDef)
    return {*all_parameters(written), *bound_in(written.body)}
