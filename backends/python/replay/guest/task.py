"""A task in the worker: its contract and its reference implementation, loaded and run on arguments."""

import contextlib
import copy
import importlib
import importlib.util
import inspect
import linecache
import opcode
import re
import sys
import types
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import TracebackType
from typing import Any

from .building import Builder, Wanted
from .clock import Clock, Late
from .contract import Cells, ClauseRun, alone, asserts_of, escaped, first_stop, parse_contract, whole
from .imports import NAMELESS, NoImport, import_given
from .literals import NAMES, NotALiteral, literal, own_names

MOST_KEPT = 4096
"""Expressions of which it is kept what they are: most inputs of a search have arguments that others had."""


def show_source(file: str, text: str) -> None:
    """Let code compiled from `text` be found under a file's name, as contract libraries do to quote a condition."""
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file


@lru_cache(maxsize=MOST_KEPT)
def compiled(text: str) -> types.CodeType:
    """The code of an expression. Raises what compiling it raises."""
    return compile(text, "argument", "eval")


MOST_SHOWN = 500
"""Characters of the attributes of an object."""


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


CONSTRUCTORS = (
    "collections",
    "datetime",
    "decimal",
    "enum",
    "fractions",
    "functools",
    "http",
    "importlib",
    "io",
    "ipaddress",
    "pathlib",
    "random",
    "re",
    "threading",
    "types",
    "uuid",
)
"""Modules of the standard library whose classes arguments may be made of, by these names."""


def constructors(names: Mapping[str, Any]) -> dict[str, Any]:
    """What expressions of arguments are written with: modules, whatever the task's module calls so, and classes that
    its `names` have no meaning of their own for."""
    installed: dict[str, Any] = {name: sys.modules[name] for name in ("numpy", "pandas") if name in sys.modules}
    own = own_names(names)
    classes = {name: value for name, value in NAMES.items() if name not in own}
    return {**{name: importlib.import_module(name) for name in CONSTRUCTORS}, **classes, **installed}


class Task:
    """A loaded task. Raises SyntaxError for a contract that is no Python, and whatever loading the solution
    raises."""

    def __init__(self, task: dict[str, Any], clock: Clock, import_seconds: float) -> None:
        self.clock = clock
        # Classes of the wide universe are imported first, so that texts of arguments may name them.
        for name in task["classes"]:
            place, _, attribute = name.rpartition(":")
            try:
                NAMES[attribute] = getattr(module_at(place), attribute)
            except Exception as error:
                raise NoClass(f"the class {name} does not load: {type(error).__name__}: {error}") from error
        self.clauses = len(asserts_of(parse_contract(task["contract_text"]), task["order"]))
        text = task["preamble"] + "\n" + task["solution"]
        show_source("reference", text)
        # Contract libraries are imported outside of the clock.
        for library in task["libraries"]:
            with contextlib.suppress(ImportError):
                importlib.import_module(library)  # known code, which the task's time is not for
        # The module is imported under its own limit: projects may take seconds.
        with clock.limit(import_seconds if task["search_path"] else None):
            module = import_given(task["module"] or NAMELESS, task["file"], text, task["stubs"])
            clock.check()
        self.raises: list[str | None] = task["raises"]
        self.site: dict[str, Any] = task["site"]
        self.parameters: list[str] = task["parameters"]
        self.module = module
        self.entry_point, self.cells_name = task["entry_point"], task["cells"]
        self.names = module.__dict__ if task["expressions"] else None
        self.no_literals: set[str] = set()
        self.constructors = constructors(module.__dict__) if task["expressions"] else {}
        self.own_names = own_names(module.__dict__) if task["expressions"] else frozenset()
        # One instrumented function for each clause alone, and one for the whole.
        build = (task["contract_text"], task["order"], task["parameters"], module.__dict__)
        self.alone = [ClauseRun(*build, only=index, site=self.site) for index in range(self.clauses)]
        self.whole = ClauseRun(*build, only=None, site=self.site)
        # The module did not define what the task is about: then its condition of import was not met.
        if self.site["closure"] and not self.site["defined_by"] and self.entry_point not in module.__dict__:
            raise NoImport("importing the module does not define the function")

    def arguments(self, texts: Sequence[str]) -> "FreshArguments":
        """The values of the texts of arguments. Raises NotALiteral for what is not a literal, nor an expression of the
        module where such are wanted, and for one that raises."""
        return FreshArguments(self, texts)

    def scope(self) -> dict[str, Any]:
        """What the expressions for the arguments of one call may mention. Raises NotALiteral where there are none."""
        if self.names is None:
            raise NotALiteral("an expression, where literals are wanted")
        return {**self.names, **self.constructors}

    def evaluated(self, text: str, scope: dict[str, Any] | None = None) -> Any:
        """The value of an expression, which may bind names of the scope. Raises NotALiteral, Late."""
        if self.names is None:
            raise NotALiteral(f"{text[:80]!a} is not a literal")
        try:
            return eval(compiled(text), self.scope() if scope is None else scope)
        except Late:
            raise
        except BaseException as error:
            raise NotALiteral(f"{text[:80]!a} cannot be constructed: {type(error).__name__}: {error}") from None

    def define(self, text: str) -> None:
        """Run the expression that defines a nested function. Raises NotALiteral where that does not happen, Late."""
        # A definition of an earlier input would be taken for one of this.
        self.module.__dict__.pop(self.entry_point, None)
        failed: NotALiteral | None = None
        try:
            self.evaluated(text)
        except NotALiteral as error:
            failed = error  # The function may be defined by then.
        if self.entry_point not in self.module.__dict__:
            raise failed or NotALiteral(f"{text[:80]!a} does not define the function")

    def construct(self, parameter: str, text: str) -> dict[str, Any]:
        """Whether the text of an argument makes a value, as the protocol has it."""
        try:
            with self.clock.limit():
                value = (self.define if parameter == self.site["defined_by"] else self.evaluated)(text)
                state = attributes_of(value)
                self.clock.check()
        except Late:
            return {"malformed": f"{text[:80]!a} takes too long", "late": True}
        except NotALiteral as error:
            return {"malformed": str(error)}
        return {"state": state}

    def build(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Expressions for objects, as the protocol has it. `wanted`: the fields of `building.Wanted`."""

        def evaluate(text: str) -> Any:
            try:
                with self.clock.limit():
                    value = self.evaluated(text)
                    self.clock.check()
            except Late:
                raise NotALiteral(f"{text[:80]!a} takes too long") from None
            return value

        with contextlib.suppress(Exception):  # Foreign classes may raise whatever is asked of them.
            return {"built": Builder(self.module, Wanted(**wanted), evaluate).texts()}
        return {"built": []}

    @property
    def reference(self) -> Any:
        """The reference implementation; None where there is none."""
        return self.module.__dict__.get(self.entry_point)

    def cells(self) -> Cells:
        """The variables around the function."""
        if not self.site["closure"] or self.cells_name not in self.module.__dict__:
            return {}
        # A function of ours inside of the definition closes over the variables that the contract reads.
        holder = self.module.__dict__[self.cells_name]
        return dict(zip(holder.__code__.co_freevars, holder.__closure__ or (), strict=True))

    def replay(self, given: "FreshArguments", reference: bool) -> dict[str, Any]:
        """What the arguments do to the contract, as the protocol has it."""
        outcomes: list[str] = []
        exceptions: dict[int, str] = {}
        result: tuple[str | None, int | None] = None, None
        accepted: bool | None = None
        try:
            # All runs share one limit, so that an endless clause costs one time.
            with self.clock.limit():
                for index, run in enumerate(self.alone):
                    # Each clause on its own copy of the arguments.
                    outcome, exception = alone(run, given)
                    self.clock.check()
                    outcomes.append(outcome)
                    if exception is not None:
                        exceptions[index] = exception
                # Then the whole contract, as it runs in the program.
                found = whole(self.whole, given, self.raises)
                self.clock.check()
                result = found
                accepted = None if found[0] == "MemoryError" else found[0] is None
        # What was not reached in time is `timeout`, not `holds`.
        except Late:
            outcomes += ["timeout"] * (self.clauses - len(outcomes))
        runs, fails = self._runs(given) if reference and callable(self.reference) else (None, None)
        return {
            "outcomes": outcomes,
            "exceptions": exceptions,
            "accepted": accepted,
            "raised": result[0],
            "raises_first": result[1],
            "reference": runs,
            "fails": fails,
        }

    def _runs(self, given: "FreshArguments") -> tuple[bool | None, str | None]:
        """Whether the reference implementation returns, None when time or memory run out; and the class of the failure
        that ends it otherwise, if it is one (`failure`)."""
        try:
            with self.clock.limit():
                error = escaped(self._call, [given()[0]])
                self.clock.check()
        except Late:
            return None, None
        if isinstance(error, MemoryError):
            return None, None
        return error is None, None if error is None else failure(error)

    def value(self, given: "FreshArguments") -> dict[str, Any]:
        """What the reference implementation returns, and what its arguments are after that, as the protocol has it."""
        if not callable(self.reference):
            return {"raised": "NameError"}
        try:
            with self.clock.limit():
                arguments = given()[0]
                value = self._call(arguments)
                sys.set_int_max_str_digits(0)
                found, after = text_of(value), [text_of(argument) for argument in arguments]
                self.clock.check()
        except Late:
            return {"raised": None}
        except BaseException as error:
            return {"raised": None if isinstance(error, MemoryError) else type(error).__name__[:200]}
        return {"value": found, "after": after}

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
        # Calling a coroutine or a generator function runs nothing of it.
        made = self.reference(*positional, **keywords)
        first_stop(made, self.site["steps"])
        return made


PLAIN = (type(None), bool, int, float, complex, str, bytes)


def text_of(value: object) -> str:
    """The text of a value. An object that shows itself as a plain value (`CupCircle` as `90124`) is none: its text is
    put between `<` and `>`, which nothing is that can be read."""
    text = repr(value)
    waiting, seen = [value], set[int]()
    while waiting:
        part = waiting.pop()
        # Plain values have literals, and a value inside itself is looked at once.
        if isinstance(part, PLAIN) or id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, (list, tuple, set, frozenset)):
            waiting += part
        elif isinstance(part, dict):
            waiting += [*part, *part.values()]
        else:
            with contextlib.suppress(NotALiteral):
                if not isinstance(part, type(literal(repr(part)))):
                    return f"<{type(value).__name__} {text}>"
    return text


_HEAP_TYPE = 1 << 9
"""`Py_TPFLAGS_HEAPTYPE`: the class came to be at run time, as those do that a `class` statement makes."""


def _is_of_attributes(cls: type) -> bool:
    return cls is object or bool(cls.__flags__ & _HEAP_TYPE)


def attributes_of(value: object) -> str:
    """The class of an object and its attributes, without what tells two objects apart that are alike; empty where it
    has none, or none that can be shown, and of what is more than its attributes: functions, classes, and objects of
    classes that are written in C, or derived from such, as `Counter` is from `dict`."""
    if isinstance(value, (type, types.FunctionType)) or not all(map(_is_of_attributes, type(value).__mro__)):
        return ""
    with contextlib.suppress(Exception):
        return re.sub(r"0x[0-9a-f]+", "", f"{type(value).__qualname__} {vars(value)!r}")[:MOST_SHOWN]
    return ""


class FreshArguments:
    """Arguments of one input; a call makes them anew, with the cells of the variables around the function: copies, and
    what has none constructed again. Raises NotALiteral, and a call Late."""

    def __init__(self, task: Task, texts: Sequence[str]) -> None:
        self.task = task
        self.parts = [self._part(name, text) for name, text in zip(task.parameters, texts, strict=True)]
        self.values: list[Any] | None = None
        # Literals have copies; an expression may make what has none.
        if not any(isinstance(part, Expression) for part in self.parts):
            self.values = copy.deepcopy(self.parts)
            return
        try:
            with task.clock.limit():
                values = self._made()
                with contextlib.suppress(Exception):  # What has a lock, or a file, has no copies.
                    self.values = copy.deepcopy(values, self._shared(values))
                task.clock.check()
        except Late:
            raise NotALiteral(f"{', '.join(texts)[:80]!a} takes too long") from None

    def __call__(self) -> tuple[list[Any], Cells]:
        if self.values is None or self.task.site["defined_by"]:
            return self._made(), self.task.cells()
        return copy.deepcopy(self.values, self._shared(self.values)), self.task.cells()

    def _shared(self, values: list[Any]) -> dict[int, Any]:
        """What is not copied: what the module has a name for, so that `x is _MISSING` holds of `_MISSING`."""
        parts = (
            part
            for name, part in zip(self.task.parameters, self.parts, strict=True)
            if name != self.task.site["defined_by"]
        )
        module = self.task.names or {}
        named = (
            isinstance(part, Expression) and part.is_name and part.text.partition(".")[0] in module for part in parts
        )
        return {id(value): value for value, is_name in zip(values, named, strict=True) if is_name}

    def _part(self, name: str, text: str) -> Any:
        """A value, or the expression of one."""
        # Values are made anew each time: two arguments of one text must not be one object.
        if name == self.task.site["defined_by"] or text in self.task.no_literals:
            return Expression(text)
        if not self.task.own_names.isdisjoint(re.findall(r"\w+", text)):
            return Expression(text)
        try:
            return literal(text)
        except NotALiteral:
            if self.task.names is None:
                raise
            if len(self.task.no_literals) < MOST_KEPT:
                self.task.no_literals.add(text)
            return Expression(text)

    def _made(self) -> list[Any]:
        # One scope for all: `source=(a := Account("a")), target=a` gives two parameters one object.
        values: list[Any] = []
        scope = self.task.scope() if any(isinstance(part, Expression) for part in self.parts) else {}
        for name, part in zip(self.task.parameters, self.parts, strict=True):
            if name == self.task.site["defined_by"]:
                self.task.define(part.text)
            else:
                values.append(
                    self.task.evaluated(part.text, scope) if isinstance(part, Expression) else copy.deepcopy(part)
                )
        return values


class Expression:
    """The text of an expression that makes an argument."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_name = all(part.isidentifier() for part in text.split("."))


# Which exceptions say that a function fails, and not that it refuses something.

_FAILURES = (ZeroDivisionError, IndexError, KeyError, TypeError, AssertionError, RecursionError)
_RAISE = opcode.opmap["RAISE_VARARGS"]


def failure(error: BaseException) -> str | None:
    """The class of an exception that an operation raised, as in `xs[0]` or `1 / n`, or an assertion of the module; None
    for one of another class, and for what a `raise` statement raises: somebody meant it."""
    if type(error) not in _FAILURES:
        return None
    place = error.__traceback__
    # The innermost frame is where it was raised.
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if type(error) is AssertionError:
        return None if place is None or place.tb_frame.f_code.co_filename != "reference" else "AssertionError"
    return None if place is None or _is_raised(place) else type(error).__name__


def _is_raised(place: TracebackType) -> bool:
    return place.tb_frame.f_code.co_code[place.tb_lasti] == _RAISE
