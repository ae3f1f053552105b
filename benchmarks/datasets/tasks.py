"""The tasks that data sets consist of, whatever file they come from.

A Python task carries texts, not objects of a running interpreter: its module is foreign code, which only the sandbox
loads. The contract stands apart from the function (`contract_text`), so that a function can be run with and without it,
and so that clauses of decorators, docstrings and guards are assertions like all others.

Invariant: `contract_text` checks what the module checks, in the same order (of a `declaration`, which a library checks,
it only is a description). A place that is reported is one in the user's file, by `origin` or `contract_line`.

Where findings are is a place, as far as that is known.
"""

import ast
import os
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, field, frozen

from ...backends.python.replay import DeclaredContract, DefinitionSite, ReplayTask
from ...core.checkouts import checkout_of
from ...core.ir.plain_values import Constructed
from ...core.language import Language, ReadingOptions
from ...core.spans import Span
from ...frontends.python.deep import unparse
from ...frontends.python.definitions import Definition, signature_of
from ...frontends.python.described import Described
from ...frontends.python.names import NO_MEMBERS, ObjectMembers
from ...frontends.python.pieces import TextOrigin
from ...frontends.python.styles.assemble import CELLS
from ...frontends.registry import language_of


@frozen(slots=True)
class Parameter:
    """A parameter of a Python function; `hint` and `default` are source text. `stars`: `*` or `**` before its name.
    `by_name`: whether only a keyword passes it; `by_place`: whether none does."""

    name: str
    hint: str | None = None
    default: str | None = None
    stars: Literal["", "*", "**"] = ""
    by_name: bool = False
    by_place: bool = False

    @property
    def constant_default(self) -> tuple[Any, ...]:
        """The value of its default alone, where that is an immutable literal: no call can change it."""
        try:
            value = () if self.default is None else ast.literal_eval(self.default)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return ()
        return () if self.default is None or not _is_immutable(value) else (value,)

    @property
    def declared_type(self) -> str | None:
        """The annotation of its value: of `*rest: int` it is `tuple[int, ...]`, of `**more: int` `dict[str, int]`, of
        `**more: Unpack[Options]` the typed dictionary (PEP 692)."""
        if self.hint is None or not self.stars:
            return self.hint
        if (unpacked := re.fullmatch(r"(?:\w+\.)?Unpack\[(.*)\]|\*(.*)", self.hint)) is not None:
            # Of `*rest` each argument has a type of its own there (PEP 646).
            return unpacked[1] if self.stars == "**" else None
        return f"tuple[{self.hint}, ...]" if self.stars == "*" else f"dict[str, {self.hint}]"

    def takes(self, value: Any) -> bool:
        """Whether a call can give it this value: what it collects is a tuple, or a dict with texts as keys."""
        match self.stars:
            case "*":
                return type(value) is tuple
            case "**":
                return type(value) is dict and all(type(key) is str for key in value)
        return True


def _is_immutable(value: object) -> bool:
    return all(map(_is_immutable, value)) if isinstance(value, tuple) else not isinstance(value, list | dict | set)


@frozen(slots=True)
class GuardNotRead:
    """A guard of a function that is in no contract: its place, its text on one line, and why."""

    place: "SourcePlace"
    text: str
    reason: str


@frozen(slots=True, kw_only=True, repr=False)
class ContractTask:
    """A Python function with a contract.

    `contract_text` is a block of statements; its first line is line `contract_line` of `file` when that is Python
    source. `origin` has its places where it is put together from pieces of the file, `context` is the module around
    it, `unsupported` why the contract is not read, if so; `unread` are guards that are no part of it. `preamble`
    followed by `solution` is a module that defines
    `entry_point` without its contract. `base_input` and `plus_input` are valid inputs as the file has them, without
    any conversion: one list of arguments each. `atol` is the absolute tolerance with which outputs are compared.
    `libraries`: the contract libraries that this module still mentions.
    `reference`: the name by which that module knows the function, where it is not `entry_point`.
    `classes` are those of its wide universe (`wide.py`).
    `samples`: by parameter, expressions for objects that it is declared to take (`frontends.python.constructions`).
    `of_plain`: those of these parameters that take plain values, and are only compared with something else.
    `declared`: by parameter, literals of plain values of its declared type. `annotations`: by parameter, its annotation
    with the aliases of the module written out, where it may be believed.
    `described`: by parameter, what the function's text says of its objects; `constants`: texts of those in its head.
    `definition`: where the function is defined, and what a call of it takes; None for an ordinary one.
    `declaration`: of a class or function whose constraints a library checks, what it declares; `contract_text` only
    describes it then, and `preamble` is the whole module.
    `members`: what a proof may say of the receiver (`frontends.python.inlined`); `given`: by parameter that may be an
    object of a class of the module, what it may say of that (`frontends.python.given_classes`).
    `line` is where the task is in `file`. `module`, `search_path`, `stubs`, `python`: how `file` is imported in its
    project, see `ReplayTask`.
    """

    task_id: str
    entry_point: str
    parameters: tuple[Parameter, ...]
    contract_text: str
    solution: str
    file: str
    line: int
    preamble: str = ""
    prompt: str = ""
    contract_line: int = 1
    origin: TextOrigin | None = field(default=None, repr=False)
    context: str = field(default="", repr=False)
    unsupported: str | None = None
    unread: tuple[GuardNotRead, ...] = ()
    reference: str = ""
    libraries: tuple[str, ...] = ()
    atol: float = 0.0
    classes: tuple[str, ...] = ()
    module: str = ""
    search_path: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()
    python: str = ""
    samples: Mapping[str, tuple[str, ...]] = field(factory=dict)
    of_plain: frozenset[str] = frozenset()
    declared: Mapping[str, tuple[str, ...]] = field(factory=dict)
    described: Mapping[str, Described] = field(factory=dict)
    constants: tuple[str, ...] = ()
    annotations: Mapping[str, str] = field(factory=dict)
    definition: Definition | None = None
    members: ObjectMembers = NO_MEMBERS
    given: Mapping[str, ObjectMembers] = field(factory=dict)
    declaration: DeclaredContract | None = None
    base_input: tuple[Any, ...] = field(default=(), repr=False)
    plus_input: tuple[Any, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        names = ", ".join(parameter.stars + parameter.name for parameter in self.parameters)
        return f"ContractTask({self.task_id}: {self.entry_point}({names}) at {self.file}:{self.line})"

    @property
    def parameter_names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    def takes(self, arguments: Mapping[str, Any]) -> bool:
        """Whether some call gives the parameters these values: an object for the one that takes the receiver."""
        if self.receiver in arguments and not isinstance(arguments[self.receiver], Constructed):
            return False
        named = {parameter.name for parameter in self.parameters}
        # `def f(a, **more)`: no call gives `more` the key "a", for it would be passed to the parameter.
        return all(
            parameter.takes(value) and not (parameter.stars == "**" and named & set(value))
            for parameter in self.parameters
            if parameter.name in arguments
            for value in [arguments[parameter.name]]
        )

    @property
    def receiver(self) -> str:
        """The parameter for the object that a method is called on, or for the call that defines a nested function;
        empty where there is none."""
        return "" if self.definition is None else self.definition.receiver

    @property
    def hints(self) -> tuple[str | None, ...]:
        return tuple(parameter.declared_type for parameter in self.parameters)

    def with_contract(self, text: str) -> "ContractTask":
        """The task with another contract, whose clauses are numbered in the order of its text."""
        return evolve(self, contract_text=text, contract_line=1, origin=None)

    @property
    def replay_task(self) -> ReplayTask:
        """What the replayer needs to know of the task."""
        return ReplayTask(
            task_id=self.task_id,
            parameters=self.parameter_names,
            # What a library checks is replayed by the library itself: the text only describes it, and has no order.
            contract_text="" if self.declaration else self.contract_text,
            preamble=self.preamble,
            solution=self.solution,
            entry_point=self.reference or self.entry_point,
            file=os.path.abspath(self.file) if self.file.endswith(".py") else "",
            order=() if self.origin is None or self.declaration else self.origin.order,
            raises=() if self.origin is None or self.declaration else self.origin.raises,
            libraries=self.libraries,
            classes=self.classes,
            module=self.module,
            search_path=self.search_path,
            stubs=self.stubs,
            python=self.python,
            expressions=self.file.endswith(".py"),
            site=_site(self.definition),
            cells=CELLS,
            declared="" if self.declaration is None else self.declaration.name,
        )


@frozen(slots=True, kw_only=True)
class SpecTask:
    """A file with specified methods."""

    task_id: str
    file: Path
    label: str | None = None
    """A person's judgement of the specification, where there is one: STRONG, WEAK, WRONG, UNKNOWN."""
    root: Path | None = None
    """The folder of the source that the file is from. It may include others from the checkout that this is in."""
    problems: Path | None = None
    """The file of problems of one's own that names it as a specification, whose tests judge it."""

    @property
    def language(self) -> Language:
        """The language of the file. Raises InputError where none reads it."""
        return language_of(self.file)

    def reading(self, root: Path | None = None, dialect: str | None = None) -> ReadingOptions:
        """How the file is read; `root` is the folder from which it may include others, where a user named one."""
        return ReadingOptions(root or checkout_of(self.root or self.file.parent), dialect)


def _site(definition: Definition | None) -> DefinitionSite:
    if definition is None:
        return DefinitionSite()
    defined_by = definition.receiver if definition.kind == "nested function" else ""
    return DefinitionSite(
        class_name=definition.class_name, closure=definition.closure, defined_by=defined_by, steps=definition.steps
    )


def parse_module(text: str) -> ast.Module:
    """A module, without warnings about it. Raises SyntaxError, ValueError, RecursionError, MemoryError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def find_function(module: ast.Module, name: str) -> ast.FunctionDef | None:
    """The top-level function `name` that a module ends up with, None if it has none."""
    # The last one: a later definition of a name replaces an earlier one.
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name]
    return functions[-1] if functions else None


def parameters_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[Parameter, ...]:
    """The parameters of a function, in the order of `inspect.signature`: `*args` and `**kwargs` by their
    names."""
    named = {kwonlyarg.arg for kwonlyarg in function.args.kwonlyargs}
    stars: dict[ast.arg | None, Literal["", "*", "**"]] = {function.args.vararg: "*", function.args.kwarg: "**"}
    return tuple(
        Parameter(
            name.arg,
            _text(name.annotation),
            _text(default),
            stars.get(name, ""),
            by_name=name.arg in named,
            by_place=name in function.args.posonlyargs,
        )
        for name, default in signature_of(function)
    )


def _text(node: ast.expr | None) -> str | None:
    return None if node is None else unparse(node)


@frozen(slots=True)
class SourcePlace:
    """A file, and what is known of the range in it: lines and columns from 1 in characters, the end exclusive."""

    file: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        fields = (self.file, self.line, self.column if self.line is not None else None)
        return ":".join(str(field_value) for field_value in fields if field_value is not None)


def place_of_span(span: Span) -> SourcePlace:
    """The place of a range of source text."""
    return SourcePlace(span.file, span.line, span.column, span.end_line, span.end_column)
