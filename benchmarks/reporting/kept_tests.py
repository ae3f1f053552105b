"""Tests that are worth keeping: each was run in the sandbox before it is written.

It passes on the program as it is. It fails on the program without the clauses that it violates: else it would say
nothing about them. What does not is left out, with the reason.
"""

import ast
import builtins
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve, frozen

from ...backends.python.replay import Replayer, ReplayLimits, ReplayTask
from ...core.errors import SpecassayError
from ...frontends.python.styles.model import mentioned_libraries
from ..datasets.python_project import MARKERS, installed
from ..datasets.tasks import ContractTask, SourcePlace, parse_module
from ..english.clause_examples import call_text
from ..runs.without_clauses import message_of, without_clauses
from .findings import clauses_of
from .formats.export import Suite, TestCall, pattern_of

LIBRARY_EXCEPTIONS = {
    "icontract": ("ViolationError",),
    "deal": ("PreContractError", "ContractError"),
    "pydantic": ("ValidationError",),
}
"""What contract libraries raise, the narrowest first."""
TEST = "test"
"""What expressions are called that are evaluated for themselves, and as no argument."""
CHECK_SECONDS = 1.0
"""CPU seconds of a test, which is checked once and then kept: more than where many inputs are tried."""
MOST_SETS = 64
"""Sets of clauses of one contract of which tests are checked: each needs a program of its own."""


@frozen(slots=True)
class CheckedTests:
    """The tests of a task that are kept, and why others are not: a line for each."""

    suite: Suite
    left_out: tuple[str, ...]


def checked(suite: Suite, replayer: Replayer) -> CheckedTests:
    """Check the tests of a Python file. `replayer` runs them; another task is loaded into it."""
    task = suite.task
    kept: list[TestCall] = []
    left_out: list[str] = []
    by_set: dict[tuple[int, ...], list[str]] = {}
    accepted: list[str] = []
    for case in suite.cases:
        call = call_text(task, case.arguments)
        if call is None:
            left_out.append(_told(task, case.violates, "no call of what its module defines passes this input"))
        elif case.raised is None:
            accepted.append(call)
        else:
            by_set.setdefault(case.violates, []).append(call)
    # Every set takes runs of the module with and without its clauses: the number is limited, and that is told.
    if len(by_set) > MOST_SETS:
        left_out.append(f"{task.task_id}: {len(by_set) - MOST_SETS} sets of clauses were not checked")
    places = [clause.place for clause in clauses_of(task)]
    try:
        for violates, calls in list(by_set.items())[:MOST_SETS]:
            for test, reason in _judged(task, violates, calls, [places[number] for number in violates], replayer):
                if reason:
                    left_out.append(_told(task, violates, f"{test.call} {reason}"))
                else:
                    kept.append(test)
        if accepted:
            replayer.load(program_of(task, task.context))
            replies = replayer.construct(TEST, accepted)
            kept += [TestCall(call, "", ()) for call, why in zip(accepted, replies, strict=True) if why.refused is None]
    except SpecassayError as error:
        left_out.append(f"{task.task_id}: {error}")
    return CheckedTests(evolve(suite, kept=tuple(kept)), tuple(left_out))


def replayer_of_tests() -> Replayer:
    """A process for tests."""
    return Replayer(ReplayLimits(cpu_seconds=CHECK_SECONDS))


def _told(task: ContractTask, violates: Sequence[int], why: str) -> str:
    return f"{task.task_id}: violates {{{', '.join(map(str, violates))}}}: {why}"


def _judged(
    task: ContractTask,
    violates: tuple[int, ...],
    calls: Sequence[str],
    places: Sequence[SourcePlace | None],
    replayer: Replayer,
) -> Iterator[tuple[TestCall, str]]:
    """Yield the test of each call, and why it is left out, if it is."""
    found_places = [found_place for found_place in places if found_place is not None]
    # A message is asked for only where one clause says it: of several, any may be the one that fails.
    message = message_of(task, found_places[0]) if len(places) == len(found_places) == 1 else ""
    candidates = _candidates(task)
    tests: list[tuple[TestCall, bool]] = []
    replayer.load(program_of(task, task.context))
    for call in calls:
        replies = replayer.construct(TEST, [_test(TestCall(call, candidate, violates)) for candidate in candidates])
        raised = next(
            (candidate for candidate, why in zip(candidates, replies, strict=True) if why.refused is None), ""
        )
        with_message = TestCall(call, raised, violates, message)
        tests.append((TestCall(call, raised, violates), bool(message and raised) and _passes(replayer, with_message)))
    # A test is kept if it fails once the clause is gone: otherwise it tests something else.
    text = without_clauses(task, found_places) if len(found_places) == len(places) else None
    if text is None:
        yield from ((test, "cannot be checked: its clause cannot be taken out alone") for test, _ in tests)
        return
    replayer.load(program_of(task, text))
    for test, has_message in tests:
        told = evolve(test, message=message)
        if not test.raised:
            yield test, "raises nothing in its module"
        elif not _passes(replayer, test):
            yield test, ""
        # The message may tell two refusals of the same exception apart.
        elif has_message and not _passes(replayer, told):
            yield told, ""
        else:
            yield test, f"raises {test.raised} without its clause, too"


def _passes(replayer: Replayer, test: TestCall) -> bool:
    (reply,) = replayer.construct(TEST, [_test(test)])
    return reply.refused is None


def _test(test: TestCall) -> str:
    """An expression that has a value where a test passes, and raises where it fails."""
    library, dot, name = test.raised.partition(".")
    exception = f"__import__({library!r}).{name}" if dot and library in LIBRARY_EXCEPTIONS else test.raised
    return (
        f"__import__('unittest').TestCase().assertRaisesRegex({exception}, {pattern_of(test)!r}, lambda: {test.call})"
    )


def program_of(task: ContractTask, text: str) -> ReplayTask:
    """The module with this text, in which calls are evaluated."""
    libraries = mentioned_libraries(parse_module(text))
    return evolve(
        evolve(task, definition=None, declaration=None).replay_task,
        contract_text="pass",
        order=(),
        raises=(),
        preamble=text,
        solution="",
        entry_point="",
        libraries=libraries,
        search_path=task.search_path or (() if task.python else installed()),
        expressions=True,
    )


def _candidates(task: ContractTask) -> list[str]:
    """Expressions of the exceptions that a contract may raise, the narrowest first: of the libraries that the module
    mentions, what its guards raise, and builtins."""
    tree = parse_module(task.context)
    imported = {
        alias.name.partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    } | {str(node.module).partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    exceptions = [
        f"{name}.{class_}" for name, classes in LIBRARY_EXCEPTIONS.items() if name in imported for class_ in classes
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(raised, ast.Name | ast.Attribute):
                exceptions.append(ast.unparse(raised))
    rows = (
        "AssertionError",
        "TypeError",
        "ValueError",
        "IndexError",
        "KeyError",
        "AttributeError",
        "ZeroDivisionError",
        "OverflowError",
    )
    builtin = [name for name in exceptions if hasattr(builtins, name)]
    own_exceptions = [name for name in exceptions if not hasattr(builtins, name)]
    # The narrowest come first, for `pytest.raises(Exception)` passes on any of them.
    return [*dict.fromkeys([*own_exceptions, *rows, *(name for name in builtin if name != "Exception"), "Exception"])]


def folder_of(task: ContractTask) -> Path:
    """Where the tests of a task's project belong: `tests/specassay` in the folder that has its project file, or in the
    present one."""
    file = Path(task.file).resolve()
    roots = (folder for folder in file.parents if any((folder / marker).exists() for marker in MARKERS))
    return next(roots, Path.cwd()) / "tests" / "specassay"
