"""Code in a chatty answer: prose around it, Markdown fences, several blocks.

As EvalPlus' sanitiser (`evalplus/sanitize.py`) the result keeps the imports and the definitions that the function
needs, and drops prose, examples and tests.

What else a program contains is found out together with that, in a process that can be killed: whatever is slow or
impossible to take apart is unknown of that program, and no other one is affected.
"""

import ast
import re
from bisect import bisect_left

from attrs import define, evolve, frozen

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ...backends.python.sandbox.protocol import TimeBudget
from ..cache import Cache
from ..datasets.tasks import ContractTask, parse_module
from ..fences import LINE_END, fenced
from . import alignment
from .alignment import Comparing, GuardAlignment, align
from .grading_limits import LIMITS
from .guards import checks_of

STARTS = re.compile(r"(?:import|from|def|async def|class|@)\b|@|[A-Za-z_]\w*\s*(?::[^=\n]+)?=[^=]")
UNREAD = 50
"""What comes behind an error is split into tokens only, which is so many times faster (Python 3.11)."""
READING = RequestLimits(cpu_seconds=5.0, wall_seconds=60.0, memory_mb=1024)


@frozen(slots=True)
class ExtractedProgram:
    """The program in an answer: its `code`; whether that is only a part of it, `extracted`; and when there is none
    `absent`, with the reason in `detail`."""

    code: str
    extracted: bool = False
    absent: bool = False
    detail: str = ""


def read_answer(whole: str, answer: str, entry_point: str) -> ExtractedProgram:
    """The program in an answer: the `whole` text when it is one, or else the code in the answer."""
    if defines(whole, entry_point):
        return ExtractedProgram(whole)
    part = extract(answer, entry_point)
    if part is None:
        return ExtractedProgram(whole, absent=True, detail=_why(whole, entry_point))
    return ExtractedProgram(part, extracted=True)


def _why(code: str, entry_point: str) -> str:
    try:
        compile(code, "sample", "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"{error.msg} at line {error.lineno}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"{type(error).__name__}: {error}"
    return f"no function {entry_point}"


def defines(code: str, entry_point: str) -> bool:
    """Whether a module's text is Python and binds `entry_point` at its top level."""
    module = _module(code)
    return module is not None and any(entry_point in _bound(node) for node in module.body)


def extract(answer: str, entry_point: str) -> str | None:
    """The module in an answer that defines `entry_point`, reduced to what it needs; None when there is none.

    Of several blocks the last that defines the function counts: answers correct themselves. Blocks before it give what
    it needs and does not define.
    """
    texts = [text for text in map(_dedented, fenced(answer)) if _module(text) is not None]
    for position in range(len(texts) - 1, -1, -1):
        if defines(texts[position], entry_point):
            return _reduced("\n".join(texts[: position + 1]), entry_point)
    text = _outside_fences(answer, entry_point)
    return None if text is None else _reduced(text, entry_point)


def _dedented(lines: list[str]) -> str:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) + "\n"


def _outside_fences(answer: str, entry_point: str) -> str | None:
    """Code that defines the entry point in prose without (closed) fences: the longest part that is Python from the
    first line from which there is one; None when there is none, or when it is not found with `parsed_times`.

    Only a line that seems to define the entry point can be what is looked for, so that a part has to reach one. What
    breaks before it breaks wherever it begins, and is passed over as a whole.
    """
    # Fence lines are no code, closed or not.
    lines = [line for line in LINE_END.split(answer) if not line.lstrip().startswith(("```", "~~~"))]
    name = re.escape(entry_point)
    defining = re.compile(rf"(?:async\s+def|def|class)\s+{name}\b|(?=[^#'\"]*\b{name}\b)[^#'\"=]*=")
    # Lines that may define the entry point: only there can the wanted part reach.
    wanted = [number for number, line in enumerate(lines) if defining.match(line)]
    starts = [number for number, line in enumerate(lines) if STARTS.match(line)]
    for chosen in (starts, wanted):  # with imports and helpers before it, or else from the definition on
        # Work is counted in characters that are parsed, so that long prose cannot make it quadratic.
        work = max(LIMITS.least_parsed_characters, LIMITS.parsed_times * len(answer))
        reached = 0
        for start in chosen:
            if start < reached:
                continue
            # The first defining line at or after this start.
            target = wanted[bisect_left(wanted, start)] if wanted and start <= wanted[-1] else None
            if target is None:
                break
            text, reached, work = _longest(lines, start, target, work)
            if text is not None and defines(text, entry_point):
                return text
            if work <= 0:
                break
    return None


def _longest(lines: list[str], start: int, target: int, work: int) -> tuple[str | None, int, int]:
    """The longest part from line `start` on that is Python and reaches beyond line `target`, None if there is none;
    the line from which to look on; and how many characters of `work` are left."""
    end = len(lines)
    reached = start + 1
    # Cut from the end until it parses: the error's line says how far at least.
    while end > target:
        text = "\n".join(lines[start:end]) + "\n"
        work -= len(text) // UNREAD
        try:
            parse_module(text)
        except SyntaxError as error:
            work -= sum(map(len, lines[start : start + (error.lineno or 1)]))
            # Nothing from the line of the error on is part of the code.
            broken = start + (error.lineno or 1) - 1
            end = min(end - 1, max(broken, start))
            reached = max(start + 1, end)
        # Null bytes or depth: nothing from here on can be parsed.
        except (ValueError, RecursionError, MemoryError):
            break
        else:
            return text, end, work - len(text)
        if work <= 0:
            break
    return None, reached, work


def _module(code: str) -> ast.Module | None:
    try:
        return parse_module(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _bound(node: ast.stmt) -> set[str]:
    """The names that a top-level statement binds."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
            return {name}
    return set()


def _reduced(code: str, entry_point: str) -> str:
    """The imports of a module, and the definitions that `entry_point` needs, in order."""
    module = parse_module(code)
    needed = _needed(module, entry_point)
    lines = LINE_END.split(code)
    kept = []
    for node in module.body:
        if isinstance(node, ast.Import | ast.ImportFrom) or _bound(node) & needed:
            first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
            kept.append("\n".join(lines[first - 1 : node.end_lineno]))
    return "\n\n".join(kept) + "\n"


def _needed(module: ast.Module, entry_point: str) -> set[str]:
    """The names that a function refers to, directly or through others."""
    binding: dict[str, list[ast.stmt]] = {}
    for node in module.body:
        for name in _bound(node):
            binding.setdefault(name, []).append(node)
    reached: set[str] = set()
    seen: set[ast.stmt] = set()
    open_names = [entry_point]
    while open_names:
        name = open_names.pop()
        if name not in reached and name in binding:
            reached.add(name)
            for node in binding[name]:
                if node not in seen:  # one statement may bind very many names
                    seen.add(node)
                    open_names += (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
    return reached


@frozen(slots=True)
class Submission:
    """What somebody wrote: `code`, which `continues` the prompt `before` it, or stands alone."""

    code: str
    before: str
    continues: bool


def taking_apart() -> KillableProcess:
    """A process for `read` and `checks`."""
    return KillableProcess(loads=__name__)


def read(
    answer: Submission, entry_point: str, process: KillableProcess, budget: TimeBudget | None = None
) -> ExtractedProgram:
    """The program in an answer, which takes from the budget. One that cannot be read in time is taken as it was
    written: what becomes of it shows when it runs."""
    whole = answer.before + answer.code if answer.continues else answer.code
    bounds = READING
    if budget is not None:
        bounds = evolve(bounds, altogether=LIMITS.rewarded_reading_seconds, wall_seconds=LIMITS.stalled_seconds)
    try:
        return process.ask(bounds, read_answer, whole, answer.code, entry_point)
    except ProcessStopped as stopped:
        return ExtractedProgram(whole, detail=f"taken as it was written: {stopped}")
    finally:
        if budget is not None:
            budget.charge(process.taken)


def has_checks(task: ContractTask, code: str, process: KillableProcess) -> bool:
    """Whether a program may have checks: one that has none needs no inputs to compare them on."""
    try:
        return process.ask(READING, _has_checks, code, task.entry_point, task.parameter_names)
    except ProcessStopped:
        return True


def _has_checks(code: str, entry_point: str, parameters: tuple[str, ...]) -> bool:
    found = checks_of(code, entry_point, parameters)
    return bool(found.guards or found.doubt) or not found.complete


def checks(task: ContractTask, code: str, process: KillableProcess, cache: Cache, how: Comparing) -> GuardAlignment:
    """The checks in a program beside the clauses of its task's contract; nothing is known of a program for which that
    takes much longer than it should. Raises SandboxUnavailable."""
    small = evolve(task, base_input=(), plus_input=(), prompt="")
    seconds = LIMITS.late_times * how.seconds
    bounds = RequestLimits(seconds, max(LIMITS.stalled_seconds, seconds), altogether=seconds)
    try:
        return process.ask(bounds, _align, small, code, cache, how)
    except ProcessStopped as stopped:
        return alignment.unknown(task, str(stopped))


@define(slots=True)
class _Tools:
    """What stays in the process for the next program."""

    replayer: Replayer | None = None


_TOOLS = _Tools()


def _align(task: ContractTask, code: str, cache: Cache, how: Comparing) -> GuardAlignment:
    if _TOOLS.replayer is None:
        _TOOLS.replayer = Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS))
    return align(task, code, _TOOLS.replayer, cache, how)
