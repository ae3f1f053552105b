"""A task in the worker: its contract and its reference implementation, loaded and run on arguments."""

import contextlib
import copy
import importlib
import importlib.util
import inspect
import linecache
import sys
import types
from collections.abc import Sequence
from typing import Any

from .clock import Clock, Late
from .contract import Run, alone, asserts_of, escaped, parse_contract, whole
from .imports import import_given
from .literals import NAMES, Malformed, literal


def show_source(file: str, text: str) -> None:
    """Let code compiled from `text` be found under a file's name, as contract libraries do to quote a condition."""
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file


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


CONSTRUCTORS = ("collections", "datetime", "decimal", "enum", "fractions", "functools", "io", "pathlib", "re", "uuid")
"""Modules of the standard library whose classes arguments may be made of, by these names."""


def constructors() -> dict[str, Any]:
    """The modules that expressions of arguments are written with, whatever the task's module calls so."""
    installed: dict[str, Any] = {name: sys.modules[name] for name in ("numpy", "pandas") if name in sys.modules}
    return {**{name: importlib.import_module(name) for name in CONSTRUCTORS}, **NAMES, **installed}


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
        self.names = module.__dict__ if task["expressions"] else None
        build = (task["contract_text"], task["order"], task["parameters"], module.__dict__)
        self.alone = [Run(*build, only=index) for index in range(self.clauses)]
        self.whole = Run(*build, only=None)
        self.reference = module.__dict__.get(task["entry_point"])

    def arguments(self, texts: Sequence[str]) -> list[Any]:
        """The values of the texts of arguments. Raises Malformed for what is no literal, nor an expression of the
        module where such are wanted, and for one that raises."""
        return copy.deepcopy([self._argument(text) for text in texts])

    def _argument(self, text: str) -> Any:
        try:
            return literal(text)
        except Malformed:
            if self.names is None:
                raise
        try:
            with self.clock.limit():
                value = eval(compile(text, "argument", "eval"), {**self.names, **constructors()})
                self.clock.check()
        except Late:
            raise Malformed(f"{text[:80]!a} takes too long") from None
        except BaseException as error:
            raise Malformed(f"{text[:80]!a} cannot be constructed: {type(error).__name__}: {error}") from None
        return value

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
