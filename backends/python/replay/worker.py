"""The replay worker, which imports nothing of ours: a part of the sandbox, where a process is forked for every task and
`serve` runs in it, or, unconfined, a script of its own, run as `python -I worker.py`.

It reads one JSON object a line and answers in the same way, as a script on its standard input and output:

- `{"load": TASK, "limits": LIMITS}`: `{"clauses": N}`, or `{"error": MESSAGE, "line": N | null}`;
- `{"run": [[LITERAL, ...], ...], "reference": BOOL}`: for each input in turn an object with `outcomes`,
  `exceptions`, `accepted`, `raised`, `raises_first`, `reference`, or `{"malformed": MESSAGE}`;
- `{"call": [[LITERAL, ...], ...]}`: for each input in turn what the reference returns for it, `{"value": TEXT}` (the
  text of a literal where the value has one), or why not, `{"raised": CLASS}` (`null` for a limit), or `malformed`;
- `{"end": true}`: the task is over.

Every task lives in a process forked for it, so that one task cannot poison the next. When that process ends,
asked to or not, the answer is `{"ended": WAIT_STATUS}`. The limits here keep accidents in check (endless loops,
memory, output); what is a defence against malice is the sandbox.
"""

import ast
import contextlib
import copy
import importlib
import importlib.util
import inspect
import json
import linecache
import math
import os
import re
import resource
import signal
import sys
import types
from array import array
from collections import UserList, UserString, deque
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, BinaryIO

from .imports import NoImport, import_given

NAMES: dict[str, Any] = {
    "inf": math.inf,
    "nan": math.nan,
    "set": set,
    "frozenset": frozenset,
    "float": float,
    "complex": complex,
    "range": range,
    "Fraction": Fraction,
    "Decimal": Decimal,
    "deque": deque,
    "array": array,
    "UserString": UserString,
    "UserList": UserList,
}
HOME = "/nonexistent"
"""The home folder inside the sandbox, which has none: `Path.home()` has a value (Debian's for users without one)."""
RETRY_SECONDS = 0.25
MOST_DIGITS = sys.int_info.default_max_str_digits
"""Foreign code converts between numbers and texts within Python's default limit; literals and results have none."""


class Stop(Exception):
    """Ends the run of one clause once that is false or raises. An Exception, as what the contract raises
    usually is."""


class Late(BaseException):
    """The time is over."""


class Malformed(Exception):
    """Text that is no literal."""


# --- literals -------------------------------------------------------------------------------------


def literal(text: str) -> Any:
    """The value of a Python literal; also the names above and calls of them. Evaluates nothing else.

    Raises Malformed.
    """
    try:
        return _value(ast.parse(text.strip(), mode="eval").body)
    except Malformed:
        raise
    except (SyntaxError, ValueError, TypeError, OverflowError, RecursionError, MemoryError) as error:
        raise Malformed(f"{text[:80]!a} is no literal: {type(error).__name__}: {error}") from None


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.List(elts=elements):
            return [_value(element) for element in elements]
        case ast.Tuple(elts=elements):
            return tuple(_value(element) for element in elements)
        case ast.Set(elts=elements):
            return {_value(element) for element in elements}
        case ast.Dict(keys=keys, values=values) if None not in keys:
            pairs = zip(keys, values, strict=True)
            return {_value(key): _value(value) for key, value in pairs if key is not None}
        case ast.Name(id=name) if name in NAMES:
            return NAMES[name]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if callable(NAMES.get(name)):
            return NAMES[name](*map(_value, args))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            number = _number(operand)
            return -number if isinstance(sign, ast.USub) else +number
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            first, second = _number(left), _number(right)
            return first + second if isinstance(sign, ast.Add) else first - second
    raise Malformed(f"{ast.unparse(node)[:80]!a} is no literal")


def _number(node: ast.expr) -> Any:
    value = _value(node)
    if not isinstance(value, int | float | complex):
        raise Malformed(f"{ast.unparse(node)[:80]!a} is no number")
    return value


# --- the contract ---------------------------------------------------------------------------------

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
    found = [node for node in ast.walk(module) if isinstance(node, ast.Assert)]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    numbered = zip([*order, *range(len(order), len(found))], found, strict=True)
    return [node for _, node in sorted(numbered, key=lambda item: item[0])]


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


class Run:
    """A function made of the contract's text with one clause recorded (or all: `only` is None), and its
    records."""

    def __init__(
        self, text: str, order: list[int], parameters: list[str], names: dict[str, Any], only: int | None
    ) -> None:
        module = parse_contract(text)
        clauses = {node: index for index, node in enumerate(asserts_of(module, order)) if only in (None, index)}
        module = Instrument(clauses).visit(module)
        header = ast.parse(f"def _specassay_contract({', '.join(parameters)}): pass").body[0]
        assert isinstance(header, ast.FunctionDef)
        header.body = module.body or header.body
        unit = ast.fix_missing_locations(ast.Module(body=[header], type_ignores=[]))
        scope = {**names, RECORD: self._record, CAUGHT: Exception}
        exec(compile(unit, "contract", "exec"), scope)
        self.function: Callable[..., object] = scope["_specassay_contract"]
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

    def __call__(self, arguments: list[Any]) -> BaseException | None:
        """What the call raises, None if it returns. Raises Late."""
        self.records.clear()
        return escaped(self.function, copy.deepcopy(arguments))


def escaped(function: Callable[..., object], arguments: list[Any]) -> BaseException | None:
    """What a call raises, None if it returns. Raises Late."""
    try:
        function(*arguments)
    except Late:
        raise
    except BaseException as error:  # SystemExit and KeyboardInterrupt of foreign code are results too
        return error
    return None


def alone(run: Run, arguments: list[Any]) -> tuple[str, str | None]:
    """The outcome of a clause by itself, and the class of the exception if it raises. Raises Late."""
    error = run(arguments)
    violation = next(((outcome, cause) for _, outcome, cause in run.records if outcome != "holds"), None)
    if violation is None:
        if run.records or error is None:
            return ("holds" if run.records else "unreached"), None
        violation = "raises", error
    outcome, cause = violation
    if isinstance(cause, MemoryError):
        return "memory", None
    return outcome, type(cause).__name__[:200] if outcome == "raises" else None


def whole(run: Run, arguments: list[Any], raises: list[str | None]) -> tuple[str | None, int | None]:
    """The class of what the whole contract raises, and the clause it comes from. `raises`: by clause what its
    assertion stands for, if not an AssertionError. Raises Late."""
    error = run(arguments)
    if error is None:
        return None, None
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


# --- a task ---------------------------------------------------------------------------------------


def show_source(file: str, text: str) -> None:
    """Let code compiled from `text` be found under a file's name, as contract libraries do to quote a condition."""
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file


class Clock:
    """Raises Late in the code that runs under it once its time is over, again and again if that swallows
    it."""

    def __init__(self, cpu_seconds: float, wall_seconds: float) -> None:
        self.cpu_seconds, self.wall_seconds = cpu_seconds, wall_seconds
        self.late = False
        for number in (signal.SIGALRM, signal.SIGPROF):
            signal.signal(number, self._ring)

    def _ring(self, *_: object) -> None:
        self.late = True
        raise Late

    @contextlib.contextmanager
    def limit(self, seconds: float | None = None) -> Iterator[None]:
        """Run the code under it with a time limit, `seconds` if that is given. What swallows Late is found out by
        `check`."""
        self.late = False
        cpu_seconds, wall_seconds = (self.cpu_seconds, self.wall_seconds) if seconds is None else (seconds, seconds)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        # Code that never gets to Python's signal handlers is killed by the kernel.
        soft = math.ceil(usage.ru_utime + usage.ru_stime + cpu_seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
        signal.setitimer(signal.ITIMER_REAL, wall_seconds, RETRY_SECONDS)
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds, RETRY_SECONDS)
        sys.set_int_max_str_digits(MOST_DIGITS)
        try:
            yield
        finally:
            sys.set_int_max_str_digits(0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)

    def check(self) -> None:
        """Raises Late if the time is over, whatever the code that ran made of that."""
        if self.late:
            raise Late


class NoClass(Exception):
    """A class of the wide universe that cannot be imported."""


def module_at(place: str) -> types.ModuleType:
    """A module by its name, or by the path of its file. Raises what importing it raises."""
    if not place.endswith(".py"):
        return importlib.import_module(place)
    spec = importlib.util.spec_from_file_location("specassay_classes", place)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["specassay_classes"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Task:
    """A loaded task. Raises SyntaxError for a contract that is no Python, and whatever loading the solution
    raises."""

    def __init__(self, task: dict[str, Any], clock: Clock, import_seconds: float) -> None:
        self.clock = clock
        for name in task["classes"]:
            place, _, attribute = name.rpartition(":")
            try:
                NAMES[attribute] = getattr(module_at(place), attribute)
            except Exception as error:
                raise NoClass(f"the class {name} does not load: {type(error).__name__}: {error}") from error
        self.clauses = len(asserts_of(parse_contract(task["contract_text"]), task["order"]))
        text = task["preamble"] + "\n" + task["solution"]
        show_source("reference", text)
        for library in task["libraries"]:
            with contextlib.suppress(ImportError):
                importlib.import_module(library)  # known code, which the task's time is not for
        with clock.limit(import_seconds if task["search_path"] else None):
            module = import_given(task["module"] or "specassay_task", task["file"], text, task["stubs"])
            clock.check()
        self.raises: list[str | None] = task["raises"]
        build = (task["contract_text"], task["order"], task["parameters"], module.__dict__)
        self.alone = [Run(*build, only=index) for index in range(self.clauses)]
        self.whole = Run(*build, only=None)
        self.reference = module.__dict__.get(task["entry_point"])

    def replay(self, arguments: list[Any], reference: bool) -> dict[str, Any]:
        """What the arguments do to the contract, as the protocol has it."""
        outcomes: list[str] = []
        exceptions: dict[int, str] = {}
        result: tuple[str | None, int | None] = None, None
        accepted: bool | None = None
        try:
            with self.clock.limit():
                for index, run in enumerate(self.alone):
                    outcome, exception = alone(run, arguments)
                    self.clock.check()
                    outcomes.append(outcome)
                    if exception is not None:
                        exceptions[index] = exception
                found = whole(self.whole, arguments, self.raises)
                self.clock.check()
                result = found
                accepted = None if found[0] == "MemoryError" else found[0] is None
        except Late:
            outcomes += ["timeout"] * (self.clauses - len(outcomes))
        return {
            "outcomes": outcomes,
            "exceptions": exceptions,
            "accepted": accepted,
            "raised": result[0],
            "raises_first": result[1],
            "reference": self._runs(arguments) if reference and callable(self.reference) else None,
        }

    def _runs(self, arguments: list[Any]) -> bool | None:
        """Whether the reference implementation returns; None when time or memory run out."""
        try:
            with self.clock.limit():
                error = escaped(self._call, [copy.deepcopy(arguments)])
                self.clock.check()
        except Late:
            return None
        return None if isinstance(error, MemoryError) else error is None

    def value(self, arguments: list[Any]) -> dict[str, Any]:
        """What the reference implementation returns, as the protocol has it."""
        if not callable(self.reference):
            return {"raised": "NameError"}
        try:
            with self.clock.limit():
                value = self._call(copy.deepcopy(arguments))
                sys.set_int_max_str_digits(0)
                found = repr(value)
                self.clock.check()
        except Late:
            return {"raised": None}
        except BaseException as error:
            return {"raised": None if isinstance(error, MemoryError) else type(error).__name__[:200]}
        return {"value": found}

    def _call(self, arguments: list[Any]) -> object:
        """Call the reference implementation: one argument for each parameter, of whatever kind."""
        assert callable(self.reference)
        parameters = inspect.signature(self.reference).parameters.values()
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        for parameter, value in zip(parameters, arguments, strict=True):
            match parameter.kind:
                case parameter.VAR_POSITIONAL:
                    positional += value
                case parameter.VAR_KEYWORD:
                    keywords |= value
                case parameter.KEYWORD_ONLY:
                    keywords[parameter.name] = value
                case _:
                    positional.append(value)
        return self.reference(*positional, **keywords)


# --- the conversation -----------------------------------------------------------------------------


class Conversation:
    """Lines of JSON, read from one descriptor and written to another."""

    def __init__(self, requests: int, replies: int) -> None:
        self.requests: BinaryIO = os.fdopen(requests, "rb")
        self.replies: BinaryIO = os.fdopen(replies, "wb", buffering=0)

    def hear(self) -> dict[str, Any] | None:
        """The next request; None when there will be none."""
        line = self.requests.readline()
        return json.loads(line) if line else None

    def say(self, **reply: Any) -> None:
        self.replies.write(json.dumps(reply).encode("ascii") + b"\n")


def restrict(memory_bytes: int) -> None:
    """Give up output and what could fill a disk; bound memory."""
    os.dup2(1, 2)
    for kind, bound in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(kind, (bound, bound))


def serve(conversation: Conversation, request: dict[str, Any] | None = None) -> None:
    """Load a task and run its inputs until it is over. `request`: the first, where somebody has read it already."""
    if (request := request or conversation.hear()) is None:
        return None
    limits = request["limits"]
    os.environ.setdefault("HOME", HOME)
    restrict(limits["memory_bytes"])
    try:
        task = Task(request["load"], Clock(limits["cpu_seconds"], limits["wall_seconds"]), limits["import_seconds"])
    except Late:
        return conversation.say(error="loading takes too long", line=None)
    except (NoClass, NoImport) as error:
        return conversation.say(error=str(error)[:500], line=None)
    except SyntaxError as error:
        part = "contract" if error.filename == "contract" else "reference implementation"
        return conversation.say(error=f"the {part} is not Python: {error.msg}", line=error.lineno)
    except (RecursionError, MemoryError):
        return conversation.say(error="the contract or its reference implementation is too large", line=None)
    except BaseException as error:
        message = f"the reference implementation does not load: {type(error).__name__}: {error}"
        return conversation.say(error=message[:500], line=None)
    conversation.say(clauses=task.clauses)
    while True:
        request = conversation.hear() or {"end": True}
        inputs = request.get("run", request.get("call"))
        if inputs is None:
            return None
        for texts in inputs:
            try:
                arguments = copy.deepcopy([literal(text) for text in texts])
            except (Malformed, RecursionError) as error:
                conversation.say(malformed=str(error))
            else:
                called = "call" in request
                conversation.say(**(task.value(arguments) if called else task.replay(arguments, request["reference"])))


def main() -> None:
    sys.set_int_max_str_digits(0)
    conversation = Conversation(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDWR)  # foreign code does not find us under a usual number
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    while (request := conversation.hear()) is not None:
        child = os.fork()
        if child == 0:
            try:
                serve(conversation, request)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        try:
            conversation.say(ended=status)
        except BrokenPipeError:  # Whoever asked is gone.
            return


if __name__ == "__main__":
    main()
