"""Which checks a program lacks, and the program with them.

The conjuncts of a contract are compared with the checks of the program, by proof (`grading/alignment.py`). What no
check that was seen at work says is lacking, and is put in. Then the program is run again, on all tests of its task.
Where that shows that something is refused in another way than asked for (by a crash in a check that comes too early, by
another exception), all conjuncts are put in, before everything else; and where a conjunct itself raises, what it raises
becomes a refusal. Where valid inputs are not passed any more, a function is put around: a program that calls itself
may do so with what the contract excludes. Where nothing of that passes what it passed and refuses more, the program
stays as it is.

A program that is not even loaded, since an example of its own fails that stands outside of functions, has its examples
below `if __name__ == "__main__":` first. One that would pass its tests then stays as it is: what weaving puts in are
checks, and which programs pass is the same before and after.
"""

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, dropwhile
from textwrap import indent
from typing import Any, Literal

import libcst as cst
from attrs import evolve, frozen
from libcst.metadata import MetadataWrapper, PositionProvider

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...core.metrics import Score
from ...frontends.python.constants.names import bound_in
from ...frontends.python.styles.applied import all_parameters
from ..datasets.tasks import ContractTask
from ..grading.adherence import PAPER, Reject, satisfaction
from ..grading.alignment import GuardAlignment
from ..grading.grade import Grade, Grader, Settings
from ..grading.guards import Guard
from ..grading.samples import Sample

# Checks put into the text of a program, which otherwise keeps every character.
#
# A check that is one condition over the parameters becomes an assertion in the function itself. One that needs
# statements (`n = len(xs)`, a loop), or whose names mean something else there, becomes a function before it, which is
# called. Text of anybody is taken apart here: it happens in a process of its own, as `killable.py` has it.

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
        # Examples that stand together go below one `if`, where the first one stood: what they use is defined by then.
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
        # The function as it was gets another name; one of its own name checks, and then calls it.
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
        # Its calls of itself were checked by nobody before, and are not now.
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
            # A clause that calls `len` means Python's: where the program has its own, it cannot be put there as it
            # is.
            if hidden := used & self.bound & _BUILTINS:
                raise CannotInsert(f"{sorted(hidden)[0]} means something else in this program")
            same_names = list(own_names[: len(parameters)]) == list(parameters)
            # A plain assertion needs the contract's names to mean here what they mean there; otherwise a function
            # binds them.
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

    # LibCST calls methods by the names of its classes.
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


BOUNDS = RequestLimits(cpu_seconds=5.0, wall_seconds=60.0, memory_mb=1024)

UNDEFINED = "it does not define the function of its task"
"""A function of another name is no such: with the right name it might pass tests that it did not pass."""
PASSES_WITHOUT = "it cannot be loaded, and without its examples, which are why, it would pass its tests"

WeaveStatus = Literal["lacks nothing", "woven", "not woven"]


@frozen(slots=True)
class Woven:
    """What became of a program. `code`: its text afterwards; `added`: the conditions that were put in; `reason`: why it
    was not woven, or not all that is asked for is refused. `before`, `after`: its grades, the same where nothing was
    done. `examples`: whether its examples, which kept it from being loaded, run no more on import."""

    status: WeaveStatus
    code: str
    added: tuple[str, ...]
    reason: str
    before: Grade
    after: Grade
    examples: bool = False


@frozen(slots=True)
class Weaver:
    """What weaving needs. `grader` compares checks with clauses, `runner` only runs programs, `process` is where their
    texts are taken apart; `reject`: what counts as a refusal."""

    grader: Grader
    runner: Grader
    process: KillableProcess
    reject: Reject = PAPER


@contextmanager
def weaver(settings: Settings) -> Iterator[Weaver]:
    """Started."""
    aligned, plain = evolve(settings, aligned=True), evolve(settings, aligned=False)
    with Grader(aligned) as grader, Grader(plain) as runner, KillableProcess(loads=inserted.__module__) as process:
        yield Weaver(grader, runner, process, settings.reject)


def woven(task: ContractTask, sample: Sample, tools: Weaver) -> Woven:
    """A program with the checks that it lacks. Raises InputError for a task that cannot be graded."""
    grade_before = tools.grader.grade(task, sample)
    if sample.problem is not None or grade_before.alignment is None:
        reason = UNDEFINED if sample.problem == "no function" else sample.problem or "its checks were not analysed"
        return Woven("not woven", sample.code, (), reason, grade_before, grade_before)
    if grade_before.judgement.verdict == "not loadable":
        return _loaded(task, sample, grade_before, tools)
    return _checked(task, sample, grade_before, tools)


def _loaded(task: ContractTask, sample: Sample, grade_before: Grade, tools: Weaver) -> Woven:
    """A program that cannot be loaded, woven without its examples where these are the reason."""
    code = _asked(tools.process, without_examples, sample.code)
    after = None if code is None else tools.grader.grade(task, evolve(sample, code=code))
    if code is None or after is None or after.judgement.verdict == "not loadable":
        return Woven("not woven", sample.code, (), "it cannot be loaded", grade_before, grade_before)
    if after.judgement.passes_plus != grade_before.judgement.passes_plus:
        return Woven("not woven", sample.code, (), PASSES_WITHOUT, grade_before, grade_before)
    rechecked = _checked(task, evolve(sample, code=code), after, tools)
    return evolve(rechecked, status="woven", before=grade_before, examples=True)


def _checked(task: ContractTask, sample: Sample, grade_before: Grade, tools: Weaver) -> Woven:
    """A program that can be loaded, woven."""
    reject, alignment = tools.reject, grade_before.alignment
    if alignment is None:
        return Woven("not woven", sample.code, (), "its checks were not analysed", grade_before, grade_before)
    best = Woven("lacks nothing", sample.code, (), "", grade_before, grade_before)
    tried = False
    for insertion in _insertions(task, alignment):
        if _satisfied(best.after, reject):
            break
        code = _asked(tools.process, inserted, sample.code, task.entry_point, insertion)
        if code is None:
            continue
        tried = True
        after = tools.runner.grade(task, evolve(sample, code=code))
        # A check that refuses a valid input costs the program its tests: that is no repair, whatever it refuses beside.
        kept = after.judgement.passes_plus == grade_before.judgement.passes_plus
        if kept and _rate(after, reject) > _rate(best.after, reject):
            best = Woven("woven", code, tuple(check.text for check in insertion.checks), "", grade_before, after)
    if _satisfied(best.after, reject):
        return best
    rest = "a test that violates the contract is not refused" if tried else "there is no place for checks in it"
    return evolve(best, status="woven" if best.status == "woven" else "not woven", reason=rest)


def _insertions(task: ContractTask, alignment: GuardAlignment) -> Iterator[Insertion]:
    """What to try, the least change first."""
    parameters = tuple(task.parameter_names)
    matched = alignment.in_context.matched
    matched_clauses = {clause for clause, _ in matched}
    lacking = [clause for clause in range(len(alignment.clauses)) if clause not in matched_clauses]
    after = frozenset(alignment.guards[guard].line for _, guard in matched)
    if lacking:
        first = min(lacking) > max(matched_clauses, default=-1)
        yield Insertion(_of(alignment, lacking), parameters, after if first else frozenset())
    everything = _of(alignment, range(len(alignment.clauses)))
    yield Insertion(everything, parameters)
    yield Insertion(everything, parameters, strict=True)
    if lacking:
        yield Insertion(_of(alignment, lacking), parameters, around=True)
    yield Insertion(everything, parameters, around=True)
    yield Insertion(everything, parameters, around=True, strict=True)


def _of(alignment: GuardAlignment, places: Sequence[int]) -> tuple[Guard, ...]:
    return tuple(alignment.clauses[clause] for clause in places)


def _asked(process: KillableProcess, change: Callable[..., str | None], *arguments: Any) -> str | None:
    """The changed text of a program; None where there is none within the bounds."""
    try:
        return process.ask(BOUNDS, change, *arguments)
    except ProcessStopped:
        return None


def refusals(grade: Grade, reject: Reject) -> Score:
    """CSR of one program."""
    return satisfaction(grade.responses, reject)


def _rate(grade: Grade, reject: Reject) -> float:
    return refusals(grade, reject).low or 0.0


def _satisfied(grade: Grade, reject: Reject) -> bool:
    return refusals(grade, reject).low in (None, 1.0)
