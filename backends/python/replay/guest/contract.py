"""A contract as a function that records what becomes of its clauses.

Example: of `assert x > 0` and `assert 1 / x > 2`, run on `x = 0` with the second clause alone, these are left:

    pass
    try:
        _specassay_false = not 1 / x > 2
    except _specassay_caught:
        raise _specassay_record(1, 'raises')
    ...

The record is (1, "raises", ZeroDivisionError). In a run of all clauses the first one raises, as Python would have it.

Invariant: what a clause raises is raised from where the clause stands, so that handlers around it see what they saw
before; a recorded exception is the very object that Python raises, which is how `whole` finds the clause it came from.
"""

import ast
import re
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

from .clock import Late

RECORD, CAUGHT, VERDICT = "_specassay_record", "_specassay_caught", "_specassay_false"
REPLACEMENT = f"""
try:
    {VERDICT} = not TEST
except {CAUGHT}:
    raise {RECORD}(CLAUSE, 'raises')
if {VERDICT}:
    raise {RECORD}(CLAUSE, 'false')
else:
    {RECORD}(CLAUSE, 'holds')
"""


def parse_contract(text: str) -> ast.Module:
    """The statements of a contract, whatever their indentation. A tab of indentation counts as four
    spaces."""
    text = text.replace("\r\n", "\n")
    text = re.sub(r"^[ \t]+", lambda match: match[0].replace("\t", "    "), text, flags=re.MULTILINE)
    if re.match(r"(?: *(?:#.*)?\n)* +[^ #\n]", text) is None:
        return ast.parse(text, "contract")
    module = ast.parse("if True:\n" + text, "contract")
    block, *rest = module.body
    assert isinstance(block, ast.If)
    if rest or block.orelse:
        raise IndentationError("unindent at the top of the contract", ("contract", None, None, None))
    module.body = block.body
    return ast.increment_lineno(module, -1)


def asserts_of(module: ast.Module, order: Sequence[int] = ()) -> list[ast.Assert]:
    """The clauses by number: `order` has those of the first assertions of the text, the rest follow."""
    assertions_found = [node for node in ast.walk(module) if isinstance(node, ast.Assert)]
    assertions_found.sort(key=lambda node: (node.lineno, node.col_offset))
    numbered = zip([*order, *range(len(order), len(assertions_found))], assertions_found, strict=True)
    return [node for _, node in sorted(numbered, key=lambda item: item[0])]


class Stop(Exception):
    """Ends the run of one clause once that is false or raises. An Exception, as what the contract raises
    usually is."""


class Instrument(ast.NodeTransformer):
    """Replaces the chosen clauses by code that records what becomes of them, and every other one by
    `pass`."""

    def __init__(self, clauses: dict[ast.Assert, int]) -> None:
        self.clauses = clauses

    def visit_Assert(self, node: ast.Assert) -> ast.stmt | list[ast.stmt]:
        if node not in self.clauses:
            return ast.copy_location(ast.Pass(), node)
        substitute = Substitute({"TEST": node.test, "CLAUSE": ast.Constant(self.clauses[node])})
        return [substitute.visit(statement) for statement in ast.parse(REPLACEMENT).body]


class Substitute(ast.NodeTransformer):
    def __init__(self, expressions: dict[str, ast.expr]) -> None:
        self.expressions = expressions

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.expressions.get(node.id, node)


class ClauseRun:
    """A function made of the contract's text with one clause recorded (or all: `only` is None), and its
    records.

    `site`: as in `ReplayTask`. The text is compiled as the body of a function there, in a class of that name and with
    these variables around it, so that private names are mangled and `super()` is known; the cells of the variables are
    those of the real function.
    """

    def __init__(
        self,
        text: str,
        order: list[int],
        parameters: list[str],
        names: dict[str, Any],
        only: int | None,
        site: dict[str, Any] | None = None,
    ) -> None:
        # The site says what is around the function: its class, its closure.
        self.site = site or {"class_name": "", "closure": [], "defined_by": "", "steps": ""}
        module = parse_contract(text)
        # Clauses are numbered by their place in the text.
        clauses = {node: index for index, node in enumerate(asserts_of(module, order)) if only in (None, index)}
        module = Instrument(clauses).visit(module)
        # A nested function is defined by an expression, which is no parameter of it.
        outer_parameters = [name for name in parameters if name != self.site["defined_by"]]
        # A contract that awaits is a coroutine, and stays one.
        awaits = any(isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith)) for node in ast.walk(module))
        kind = "async def" if awaits else "def"
        header = ast.parse(f"{kind} _specassay_contract({', '.join(outer_parameters)}): pass").body[0]
        assert isinstance(header, (ast.FunctionDef, ast.AsyncFunctionDef))
        # A contract without statements keeps the `pass`.
        header.body = module.body or header.body
        self.awaits = awaits
        self.names = {**names, RECORD: self._record, CAUGHT: Exception}
        # Compiled once, and run for every input.
        unit = ast.Module(body=[_at(self.site, header)], type_ignores=[])
        self.code = _code_of(compile(ast.fix_missing_locations(unit), "contract", "exec"))
        self.alone = only is not None
        self.records: list[tuple[int, str, BaseException | None]] = []

    def _record(self, clause: int, outcome: str) -> BaseException | None:
        """Note an outcome; what is to be raised for it: alone, a clause that is violated ends its run."""
        if outcome == "holds":
            error = None
        elif outcome == "raises":
            error = sys.exception()
        else:
            error = AssertionError()
        self.records.append((clause, outcome, error))
        return Stop() if self.alone and error is not None else error

    def __call__(self, given: "MakeArguments") -> BaseException | None:
        """What the call raises, None if it returns. Raises Late."""
        self.records.clear()
        arguments, cells = given()
        closure = tuple(cells[name] for name in self.code.co_freevars)
        function = types.FunctionType(self.code, self.names, "contract", None, closure)
        return escaped(lambda *values: first_stop(function(*values), "async" if self.awaits else ""), arguments)


Cells = dict[str, types.CellType]
MakeArguments = Callable[[], tuple[list[Any], Cells]]
"""Makes the arguments of one call anew, and the variables around the function that is called."""


def _at(site: dict[str, Any], function: ast.stmt) -> ast.stmt:
    """The definition of a function inside the class and the variables of a site."""
    if site["class_name"]:
        class_around = ast.parse(f"class {site['class_name']}: pass").body[0]
        assert isinstance(class_around, ast.ClassDef)
        class_around.body = [function]
        function = class_around
    variables = [name for name in site["closure"] if name != "__class__"]
    if not variables:
        return function
    outer = ast.parse(f"def _specassay_around(): {' = '.join(variables)} = None").body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body.append(function)
    return outer


def _code_of(code: types.CodeType) -> types.CodeType:
    """The code of the contract's function, inside that of what is around it."""
    inner_codes = [co_const for co_const in code.co_consts if isinstance(co_const, types.CodeType)]
    contract_codes = [inner_code for inner_code in inner_codes if inner_code.co_name == "_specassay_contract"]
    return contract_codes[0] if contract_codes else _code_of(inner_codes[0])


def first_stop(call_result: Any, steps: str) -> None:
    """Run what a call has made to where it first stops: a coroutine to an `await` that is not ready, a generator to its
    first `yield`. What is none of these has run already."""
    if steps == "async generator" and hasattr(call_result, "__anext__"):
        call_result = call_result.__anext__()
    if not hasattr(call_result, "send") or not steps:
        return
    try:
        # Starts it: a body that refuses its arguments does so before it first waits.
        call_result.send(None)
    except (StopIteration, StopAsyncIteration):
        return
    if hasattr(call_result, "close"):
        call_result.close()


def escaped(function: Callable[..., object], arguments: list[Any]) -> BaseException | None:
    """What a call raises, None if it returns. Raises Late."""
    try:
        function(*arguments)
    except Late:
        raise
    except BaseException as error:  # SystemExit and KeyboardInterrupt of foreign code are results too
        return error
    return None


def alone(run: ClauseRun, arguments: MakeArguments) -> tuple[str, str | None]:
    """The outcome of a clause by itself, and the class of the exception if it raises. Raises Late."""
    error = run(arguments)
    # The first one: what comes after it in the clause was run in a program that would have ended.
    violation = next(((outcome, cause) for _, outcome, cause in run.records if outcome != "holds"), None)
    if violation is None:
        if run.records or error is None:
            return ("holds" if run.records else "unreached"), None
        violation = "raises", error
    outcome, cause = violation
    # A limit of ours, and no answer of the clause.
    if isinstance(cause, MemoryError):
        return "memory", None
    return outcome, type(cause).__name__[:200] if outcome == "raises" else None


def whole(run: ClauseRun, arguments: MakeArguments, raises: list[str | None]) -> tuple[str | None, int | None]:
    """The class of what the whole contract raises, and the clause it comes from. `raises`: by clause what its
    assertion stands for, if not an AssertionError. Raises Late."""
    error = run(arguments)
    if error is None:
        return None, None
    # A handler may have raised another error in place of the clause's own: the chain of causes leads back to it.
    chain = set[int]()
    link: BaseException | None = error
    while link is not None and id(link) not in chain:
        chain.add(id(link))
        link = link.__cause__ or link.__context__
    origins = [clause for clause, _, cause in run.records if cause is not None and id(cause) in chain]
    for clause, outcome, cause in run.records:
        if raises and cause is error and outcome == "false" and raises[clause] is not None:
            return raises[clause], clause
    return type(error).__name__[:200], origins[0] if origins else None
