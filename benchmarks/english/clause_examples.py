"""What a prompt says of each clause of a contract: the sentence, the text, and an input that violates it alone."""

import ast
import keyword
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import frozen

from ...backends.python.replay import DeclaredContract
from ...core.errors import InputError
from ...frontends.python.definitions import call_of_definition
from ..datasets.tasks import ContractTask, Parameter, find_function, parameters_of, parse_module
from ..runs.contract_oracle import contract_of
from ..schema import CvtRow, GivenRow
from . import describe, one_line

ExampleRow = CvtRow | GivenRow

ExampleVerdict = Literal["violating", "infeasible", "unknown"]
"""Is there an input that violates one clause and no other: yes, no (proved), or not known?"""


@frozen(slots=True)
class ClauseText:
    """A clause: its number (from 0, in source order), its Python text, on one line where it can be, and what it demands
    in English (`quoted`: not all of it is English)."""

    number: int
    code: str
    sentence: str
    quoted: bool


@frozen(slots=True)
class ClauseExample:
    """A clause and, where there is one, a call whose arguments violate it and no other clause. `universe`: the values
    for which it is proved that there is none."""

    clause: ClauseText
    known: ExampleVerdict
    call: str | None = None
    universe: str | None = None


def clause_texts(task: ContractTask) -> tuple[ClauseText, ...]:
    """The clauses of a task's contract in words. Raises InputError for a contract that cannot be read."""
    if task.unsupported is not None:
        raise InputError(f"{task.task_id}: the contract is not read: {task.unsupported}")
    contract = contract_of(task)
    return tuple(
        ClauseText(sentence.clause, one_line(clause.text), sentence.text, sentence.quoted)
        for sentence, clause in zip(describe(contract), contract.clauses, strict=True)
    )


def clause_examples(task: ContractTask, rows: Sequence[ExampleRow]) -> tuple[ClauseExample, ...]:
    """For each clause an example from rows of `specassay cvt` about this task: the first of its kind.

    Raises InputError for rows that do not fit the contract.
    """
    texts = clause_texts(task)
    exact: dict[int, ExampleRow] = {}
    for row in rows:
        violates: list[int] = list(row.violates or ())
        if any(not 0 <= number < len(texts) for number in violates):
            raise InputError(
                f"tests of another contract: they violate {violates}, and {task.task_id} has {len(texts)} clauses"
            )
        if len(violates) == 1:
            exact.setdefault(violates[0], row)
    return tuple(_example(task, text, exact.get(text.number)) for text in texts)


def eas_lines(task: ContractTask, rows: Sequence[ExampleRow]) -> list[str]:
    """The lines for a task, from the rows of `specassay cvt` about it; blank ones between the assertions.

    An assertion without an exact test gets a line that says so, and whether that is proved. Raises InputError for
    rows that do not fit the contract, ParseError for a contract that is no Python.
    """
    blocks = [example_lines(example) for example in clause_examples(task, rows)]
    return [line for block in blocks for line in (*block, "")][:-1]


def example_lines(example: ClauseExample) -> list[str]:
    """The lines for one clause."""
    head = f"assert_{example.clause.number}: {example.clause.sentence}"
    match example.known:
        case "violating":
            return [head, f">>> {example.call}", "AssertionError"]
        case "infeasible":
            return [head, "(No input violates this assertion alone.)"]
        case "unknown":
            return [head, "(No input is known that violates this assertion alone.)"]


def _example(task: ContractTask, text: ClauseText, row: ExampleRow | None) -> ClauseExample:
    verdict = None if row is None else row.verdict
    if row is not None and verdict == "violating" and row.arguments is not None:
        call = call_of(task, row.arguments)
        return ClauseExample(text, "unknown" if call is None else "violating", call)
    # "No input violates this alone" is said of proofs only: none that was found within bounds is none that is known.
    if row is not None and verdict == "infeasible" and not row.bounded:
        return ClauseExample(text, "infeasible", universe=row.universe)
    return ClauseExample(text, "unknown")


def call_of(task: ContractTask, arguments: Mapping[str, str]) -> str | None:
    """The call of a task's function with arguments, which are literals by parameter; None where no call passes them:
    `*rest` is always a tuple, `**more` a dict with names for keys. An argument that is the default is left out. Raises
    InputError."""
    if task.declaration is not None:
        return _call_of_declaration(task.declaration, arguments)
    try:
        texts = {
            parameter.name: _argument(parameter, _readable(arguments[parameter.name]))
            for parameter in _parameters(task)
        }
    except KeyError as error:
        raise InputError(f"a test of {task.task_id} has no value for the parameter {error}") from error
    except SyntaxError as error:
        raise InputError(f"a test of {task.task_id} has a value that is not a literal: {error.msg}") from error
    if None in texts.values():
        return None
    # A reader takes what is passed for what matters: defaults are left out.
    passed = _without_defaults(_parameters(task), {name: text for name, text in texts.items() if text})
    if task.definition is None:
        return f"{task.entry_point}({', '.join(passed.values())})"
    return call_of_definition(task.definition, passed)


def call_text(task: ContractTask, arguments: Mapping[str, str]) -> str | None:
    """The call with these arguments, which are expressions by parameter; None where no call of what the module defines
    can pass them, as of a nested function."""
    try:
        return call_of(task, arguments)
    except InputError:
        return None


def _call_of_declaration(declaration: DeclaredContract, arguments: Mapping[str, str]) -> str:
    """The call by which a library checks an input: `User.model_validate({'years': 0})`, `Box(size=0)`."""
    given = {field.key: arguments[field.name] for field in declaration.fields if field.name in arguments}
    as_dict = f"{{{', '.join(f'{key!r}: {text}' for key, text in given.items())}}}"
    match declaration.manner:
        case "model_validate":
            return f"{declaration.name}.model_validate({as_dict})"
        case "convert":
            return f"msgspec.convert({as_dict}, {declaration.name})"
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in given):
        return f"{declaration.name}({', '.join(f'{key}={text}' for key, text in given.items())})"
    return f"{declaration.name}(**{as_dict})"


def _parameters(task: ContractTask) -> Sequence[Parameter]:
    """The parameters of a task's function, as its solution has them where that is a function of the module."""
    if task.definition is not None:
        return task.parameters
    function = find_function(parse_module(f"{task.preamble}\n{task.solution}"), task.entry_point)
    own = {each.name: each for each in (() if function is None else parameters_of(function))}
    return [own.get(parameter.name, parameter) for parameter in task.parameters]


def _argument(parameter: Parameter, text: str) -> str | None:
    """What a call passes for a parameter: for `*rest` and `**more` what these collect, one by one where a call can, and
    nothing, an empty text, where they are empty."""
    match parameter.stars, _parsed(text):
        case "*", ast.Tuple(elts=items) | ast.List(elts=items):
            return ", ".join(map(ast.unparse, items))
        case "*", ast.BinOp(left=ast.Tuple() | ast.List()):
            return f"*{text}"
        case "**", ast.Dict(keys=keys, values=values):
            names = [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
            if len(names) == len(keys) and all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
                return ", ".join(f"{name}={ast.unparse(value)}" for name, value in zip(names, values, strict=True))
            return f"**{text}"
        case "*" | "**", _:
            return None
    return f"{parameter.name}={text}" if parameter.by_name else text


def _without_defaults(parameters: Sequence[Parameter], texts: Mapping[str, str | None]) -> dict[str, str]:
    """What a call has to pass, by parameter: not the defaults. Parameters after one that is left out are passed by
    their names, where they can be."""
    passed = {name: text for name, text in texts.items() if text}
    parameters = [parameter for parameter in parameters if parameter.name in passed]
    if any(parameter.stars == "*" for parameter in parameters):  # What it collects follows the others by place.
        return passed
    needed = [not _is_default(parameter, passed[parameter.name]) for parameter in parameters]
    left_out = False
    for place, parameter in enumerate(parameters):
        by_place_after = any(
            following.by_place and is_needed
            for following, is_needed in zip(parameters[place:], needed[place:], strict=True)
        )
        if not needed[place] and not by_place_after:
            del passed[parameter.name]
            left_out = left_out or not parameter.by_name
        elif left_out and not parameter.by_name and not parameter.stars:
            passed[parameter.name] = f"{parameter.name}={passed[parameter.name]}"
    return passed


def _is_default(parameter: Parameter, text: str) -> bool:
    argument = text.removeprefix(f"{parameter.name}=") if parameter.by_name else text
    return bool(parameter.constant_default) and ast.dump(_parsed(argument)) == ast.dump(_parsed(str(parameter.default)))


def _parsed(literal: str) -> ast.expr:
    return ast.parse(literal, mode="eval").body


MOST_REPEATED = 24
"""Characters or items of one kind in a row that are written out: a reader does not count more."""
_RUNS = re.compile(rf"(.)\1{{{MOST_REPEATED},}}", re.DOTALL)


class _Readable(ast.NodeTransformer):
    """Replaces the names `inf` and `nan`, which a reader may not know, by calls, and long runs of one character or item
    by products: `'a' * 255`, `[0] * 1001`."""

    def visit_List(self, node: ast.List) -> ast.expr:
        return self._items(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        return self._items(node)

    def _items(self, node: ast.List | ast.Tuple) -> ast.expr:
        self.generic_visit(node)
        count = len(node.elts)
        # Of lists in a list a product would be one list.
        if count <= MOST_REPEATED or not all(isinstance(item, ast.Constant) for item in node.elts):
            return node
        if len({ast.dump(item) for item in node.elts}) > 1:
            return node
        return ast.BinOp(type(node)(node.elts[:1], ast.Load()), ast.Mult(), ast.Constant(count))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in ("inf", "nan"):
            return node
        return ast.Call(ast.Name("float", ast.Load()), [ast.Constant(node.id)], [])

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        value = node.value
        if not isinstance(value, str | bytes):
            return node
        text = value.decode("latin-1") if isinstance(value, bytes) else value  # Each byte is one character.
        if _RUNS.search(text) is None:
            return node
        parts: list[ast.expr] = []
        end = 0
        for run in _RUNS.finditer(text):
            before = [ast.Constant(value[end : run.start()])] if run.start() > end else []
            character = ast.Constant(value[run.start() : run.start() + 1])
            parts += [*before, ast.BinOp(character, ast.Mult(), ast.Constant(run.end() - run.start()))]
            end = run.end()
        parts += [ast.Constant(value[end:])] if end < len(text) else []
        whole, *others = parts
        for part in others:
            whole = ast.BinOp(whole, ast.Add(), part)
        return whole


def _readable(literal: str) -> str:
    tree = ast.parse(literal, mode="eval")
    before = ast.dump(tree)
    readable = _Readable().visit(tree)
    return literal if ast.dump(readable) == before else ast.unparse(readable)
