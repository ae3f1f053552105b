"""A generated test module is imported and run before anybody sees it: in the sandbox, in a process of its own, from
the folders from which its project imports. A test that does not pass there is left out, with the reason.

What stands for pytest there has as much of it as these modules use: they have to run where it is not installed, too.
"""

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen

from ...backends.python.replay import Replayer
from ...core.errors import SpecassayError
from ..datasets.python_project import base_of
from .formats.export import Export, Suite, TestCall
from .formats.pytest_module import cases
from .formats.registry import document
from .kept_tests import program_of

NAME = "test_specassay.py"
"""What the module is called while it runs, beside a file that it tests."""
PYTEST = """
import functools, sys, types, unittest
def parametrize(names, cases):
    def decorated(test):
        given = [case if isinstance(case, tuple) else (case,) for case in cases]
        test.case = lambda number: test(*given[number])
        return test
    return decorated
def raises(expected, match=""):
    return unittest.TestCase().assertRaisesRegex(expected, match)
stand_in = types.ModuleType("pytest")
stand_in.mark = types.SimpleNamespace(parametrize=parametrize)
stand_in.param = lambda *values, id=None: values
stand_in.raises = raises
sys.modules["pytest"] = stand_in
"""


@frozen(slots=True)
class RunModule:
    """The text of a test module whose tests pass, and why others are not in it: a line for each."""

    text: str
    left_out: tuple[str, ...]


def module_that_passes(export: Export, replayer: Replayer) -> RunModule:
    """The module of these tests without those that do not pass. `replayer` runs it; another task is loaded into it."""
    left_out: list[str] = []
    while True:
        text = document("pytest", export)
        tests = list(cases(export))
        failing = _failing(text, [(expression, suite) for expression, suite, _ in tests], replayer) if tests else {}
        if not failing:
            return RunModule(text, tuple(left_out))
        failures = [(suite, test, failing[expression]) for expression, suite, test in tests if expression in failing]
        left_out += [f"{suite.task.task_id}: {test.call} in its test module: {why}" for suite, test, why in failures]
        export = evolve(
            export,
            suites=[_without(suite, [test for mine, test, _ in failures if mine is suite]) for suite in export.suites],
        )


def _without(suite: Suite, tests: Sequence[TestCall]) -> Suite:
    return suite if suite.kept is None else evolve(suite, kept=tuple(test for test in suite.kept if test not in tests))


def _failing(text: str, tests: Sequence[tuple[str, Suite]], replayer: Replayer) -> dict[str, str]:
    """Expression of a test that does not pass → why."""
    tasks = [suite.task for _, suite in tests]
    folders = [str(base_of(Path(task.file).resolve())) for task in tasks]
    # The tests import the modules of all their tasks, as pytest would from the folder of each.
    folders += [folder for task in tasks for folder in program_of(task, "").search_path]
    program = evolve(
        program_of(tasks[0], PYTEST + text),
        module="",
        file=str(Path(tasks[0].file).resolve().with_name(NAME)),
        search_path=tuple(dict.fromkeys(folders)),
    )
    try:
        replayer.load(program)
        replies = replayer.construct("test", [expression for expression, _ in tests])
    except SpecassayError as error:
        return {expression: str(error) for expression, _ in tests}
    return {
        expression: str(why.refused)
        for (expression, _), why in zip(tests, replies, strict=True)
        if why.refused is not None
    }
