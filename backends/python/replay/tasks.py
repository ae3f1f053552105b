"""What is replayed, what a replay says, and what a module declares, as the worker lists it (`guest/declared.py`).

What tasks of one module import alike is told here, too, so that it is imported once: see
`sandbox/guest/fork_server.py`.
"""

import ast
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec
from attrs import field, frozen

ReplayOutcome = Literal["holds", "false", "raises", "unreached", "timeout", "memory", "crash"]
"""What became of one clause evaluated alone: the last three say why that is not known."""

KNOWN: frozenset[ReplayOutcome] = frozenset({"holds", "false", "raises", "unreached"})
VIOLATIONS: frozenset[ReplayOutcome] = frozenset({"false", "raises"})
CONTRACTS = frozenset({"icontract", "deal"})
"""Libraries whose import is in the text of one task of a module, and not in that of another."""
REPLAY_SECONDS = 0.15
"""CPU seconds that one replay, and the reference implementation on its input, may take where there are many of them.
What takes longer is a timeout,
and no answer. Chosen, not measured."""
MOST_KEPT = 4
"""Modules of which it is kept what they import: a task is loaded again and again before the next one is."""


@frozen(slots=True, kw_only=True)
class DefinitionSite:
    """Where a function is defined, and how it runs, where it is no ordinary function of the module.

    `class_name`: the innermost class around it, by which private names in its contract are mangled. `closure`: the
    variables around it that the contract mentions, `__class__` among them. `defined_by`: the parameter whose argument
    is an expression that runs the definition of a nested function; the function itself does not take it. `steps`: what
    a call only makes, and does not run: a coroutine (`async`), a `generator`, or an `async generator`. It is run to
    where it first stops.
    """

    class_name: str = ""
    closure: tuple[str, ...] = ()
    defined_by: str = ""
    steps: Literal["", "async", "generator", "async generator"] = ""


@frozen(slots=True, kw_only=True)
class ReplayTask:
    """A contract and where it lives.

    `contract_text` is a block of statements (any indentation). It runs as the body of a function of
    `parameters` in the name space that `preamble` and then `solution` define. `solution` defines
    `entry_point`, the reference implementation without its contract; where it does not, there is no reference
    to run. `order`: the numbers, as clauses, of the first assertions of the text; by default their positions.
    `raises`: for each clause the class of what is raised where it is false, None for AssertionError; empty for all.
    `file`: the absolute path of the module, where it has one: its `__file__`.
    `libraries`: the contract libraries that check other functions of the module.
    `classes`: what the texts of arguments may construct beside plain values and a few classes of the standard library,
    as "module:name" or "file.py:name".
    `module`: the name under which the module of `file` is imported in its project; empty where it is just executed.
    `search_path`: the folders of the project, and of what is installed, that its imports are searched in.
    `expressions`: whether arguments may be expressions, evaluated in the module's name space, and not only literals.
    `stubs`: modules that are replaced by ones whose members refuse to be used.
    `python`: the path of the interpreter that runs it, with the packages of the search path only; empty for this one.
    `site`: where the function is defined. Inside a class or a function, the solution binds the function to
    `entry_point` as it defines it, and to `cells` a function that holds the cells of `closure`.
    `declared`: the qualified name of the class or function whose constraints one of `libraries` checks, in place of
    `contract_text`; `*` to list what the module declares.
    """

    task_id: str
    parameters: tuple[str, ...]
    contract_text: str
    preamble: str = ""
    solution: str = ""
    entry_point: str = ""
    file: str = ""
    order: tuple[int, ...] = ()
    raises: tuple[str | None, ...] = ()
    libraries: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    module: str = ""
    search_path: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()
    python: str = ""
    expressions: bool = False
    site: DefinitionSite = DefinitionSite()
    cells: str = ""
    declared: str = ""


@frozen(slots=True)
class CallResult:
    """What a call did: the text of what it returned, or the class of what it raised; neither where it was ended.
    `after`: the texts of its arguments when it had returned."""

    value: str | None = None
    raised: str | None = None
    after: tuple[str, ...] = ()


@frozen(slots=True)
class Construction:
    """What became of an expression for an argument: why it makes no value, None where it makes one; and the attributes
    of an object, as text, by which objects that are alike are known (empty where it has none). `late`: it took all the
    time that there is for one."""

    refused: str | None
    state: str = ""
    late: bool = False


@frozen(slots=True, kw_only=True)
class ObjectsWanted:
    """What is asked of the objects for a parameter; the first that says something decides.

    `owner`: the dotted name of their class in the module. `annotation`: the text of a type. `reads`: attributes that
    they have. `words`: names that a description has for their class. `known`: expressions for objects of classes of the
    standard library, by name; `constants`: texts of constants that are worth trying as arguments.
    """

    owner: str = ""
    annotation: str = ""
    reads: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    known: Mapping[str, tuple[str, ...]] = field(factory=dict)
    constants: tuple[str, ...] = ()


@frozen(slots=True, kw_only=True)
class ReplayLimits:
    """Bounds on one replay. The seconds hold for all clauses of one input together, and again for the
    reference. `import_seconds`: for the import of a project's module, of processor time and on the clock."""

    cpu_seconds: float = 1.0
    wall_seconds: float = 5.0
    import_seconds: float = 20.0
    memory_bytes: int = 2 << 30


@frozen(slots=True, kw_only=True)
class Replay:
    """What one input does to a contract.

    `outcomes`: by clause (source order), evaluated alone with its set-up statements. A clause that set-up
    statements keep from being reached by raising counts as `raises`. `exceptions`: for each clause that
    raises, the exception's class name. `accepted`: whether the whole contract returns, None when that is
    not known. `raised`: the class name of what the whole contract raises, None when
    it accepts the input or that is not known. `raises_first`: the clause which raises that, None when set-up
    statements do. `runs_without_contract`: whether the reference implementation returns; None when not asked
    for or not known. `fails`: the class of what an operation of it raises, or one of its assertions, where that is why
    it does not. `seconds`: the processor time that the worker says this took.
    """

    outcomes: tuple[ReplayOutcome, ...]
    exceptions: Mapping[int, str] = field(factory=dict)
    accepted: bool | None = None
    raised: str | None = None
    raises_first: int | None = None
    runs_without_contract: bool | None = None
    fails: str | None = None
    seconds: float = field(default=0.0, eq=False)

    @property
    def violated(self) -> frozenset[int]:
        """The clauses that are false or raise: exactly those when the replay is `decided`, else at least
        those."""
        return frozenset(index for index, outcome in enumerate(self.outcomes) if outcome in VIOLATIONS)

    @property
    def decided(self) -> bool:
        """Whether every clause has an outcome that does not depend on a limit, and the whole contract agrees: where
        clauses are violated, it raises, at one of them or before. False if a handler swallows the failure, a clause
        has side effects, or outcomes differ between runs."""
        if not KNOWN.issuperset(self.outcomes):
            return False
        return not self.violated or (self.accepted is False and self.raises_first in {None, *self.violated})


Manner = Literal["call", "model_validate", "convert"]
ConstraintKind = Literal["required", "type", "constraint", "validator"]


class DeclaredClause(msgspec.Struct, frozen=True):
    """One constraint. `kind`: that there is a value (`required`), of its `type`, a `constraint` of values of the type,
    or a `validator` function. `field`: the parameter that it is about, empty for one about the whole; `path`: the
    place in it; `test`: Python's expression for it over `x`, a value of the class `of`, where there is one."""

    field: str
    path: str
    constraint: str
    kind: ConstraintKind
    test: str = ""
    of: str = ""

    @property
    def shown(self) -> str:
        """The place and constraint as people read them: `address.zip: max_length=5`."""
        return f"{self.path}: {self.constraint}" if self.path else self.constraint


class DeclaredField(msgspec.Struct, frozen=True):
    """A parameter. `key`: its name in an input; `type`: a tree of what values it takes."""

    name: str
    key: str
    required: bool
    type: dict[str, Any]


class DeclaredContract(msgspec.Struct, frozen=True):
    """A class or a function that declares constraints. `manner`: how an input is given to the library, in a call with
    arguments by their keys, to `model_validate` or to `msgspec.convert`. `unread`: what of it no clause stands for."""

    name: str
    manner: Manner
    fields: tuple[DeclaredField, ...]
    clauses: tuple[DeclaredClause, ...]
    unread: tuple[str, ...] = ()


@frozen(slots=True)
class Shared:
    """`text`: the statements that a module begins with, as far as they only import; `key`: the same for tasks that
    import alike, and for no others."""

    key: str
    text: str


def shared(task: ReplayTask) -> Shared | None:
    """What a task imports as others of its module do; None for one that is of no module."""
    if not task.file:
        return None
    text = task.preamble if task.declared else _imports(f"{task.preamble}\n{task.solution}")
    shared_needs = (task.file, task.module, task.search_path, task.stubs, task.classes, bool(task.declared), text)
    return Shared(hashlib.sha256(repr(shared_needs).encode()).hexdigest(), text)


@lru_cache(maxsize=MOST_KEPT)
def _imports(text: str) -> str:
    """The statements of a module before the first that does something else than import: in its order, and nothing but
    what the module would have executed anyway, so that whatever they do is done as the module has it done."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    kept: list[ast.stmt] = []
    for statement in body:
        if not _only_imports(statement):
            break
        kept += _without_contracts(statement)
    return ast.unparse(ast.fix_missing_locations(ast.Module(kept, [])))


def _only_imports(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=[ast.Name()], value=value):  # `__all__ = [...]`
            return all(isinstance(node, ast.Constant | ast.List | ast.Tuple | ast.Load) for node in ast.walk(value))
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            inside = [
                *body,
                *(handler_statement for handler in handlers for handler_statement in handler.body),
                *orelse,
                *finalbody,
            ]
            caught = all(isinstance(handler.type, ast.Name | ast.Tuple | None) for handler in handlers)
            return caught and all(map(_only_imports, inside))
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"), orelse=[]):
            return True
    return False


def _without_contracts(statement: ast.stmt) -> list[ast.stmt]:
    """Without imports of contract libraries."""
    match statement:
        case ast.Import(names=names):
            rest = [imported for imported in names if imported.name.partition(".")[0] not in CONTRACTS]
            return [ast.Import(rest)] if rest else []
        case ast.ImportFrom(module=str(name), level=0) if name.partition(".")[0] in CONTRACTS:
            return []
    return [statement]
