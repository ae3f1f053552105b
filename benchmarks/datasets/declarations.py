"""Classes and functions whose constraints a library checks (pydantic, attrs, msgspec, beartype): each is a task, each
constraint a clause.

The library's own description is the definition: a module that may declare something is imported in the sandbox, and the
library is asked there (`backends/python/replay/guest/declared.py`). The source only says where each constraint stands.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from ...backends.python.replay import DeclaredClause, DeclaredContract, Replayer, ReplayTask
from ...core.errors import InputError
from ...frontends.python.pieces import Piece, TextOrigin
from ...frontends.python.styles.model import DefinitionNode, FunctionNode, Module
from .python_project import ModuleLocation, Project
from .tasks import ContractTask, Parameter

LIBRARIES = frozenset({"pydantic", "attr", "attrs", "msgspec", "beartype"})
"""The libraries that are asked what they check."""


def tasks_of(
    source: Path, module: Module, name: str, place: ModuleLocation, project: Project
) -> Iterator[ContractTask | InputError]:
    """A task for each class and function of a module that declares constraints, or why they are not known. A module
    that imports no such library is asked where it has a class that may inherit from one that does; what keeps it from
    being imported is of no interest then."""
    named = bool(_imported(module.tree) & LIBRARIES)
    if not place.search_path or not (named or _inherits(module.tree)):
        return
    replay_task = ReplayTask(
        task_id=name,
        parameters=(),
        contract_text="",
        preamble=module.source.text,
        file=str(source.resolve()),
        module=place.module,
        search_path=place.search_path,
        stubs=project.stubs,
        declared="*",
        python=project.executable,
    )
    try:
        with Replayer() as replayer:
            replayer.load(replay_task)
            found = replayer.listing()
    except InputError as error:
        if named:
            yield InputError(str(error).removeprefix(f"{name}: "), file=str(source))
        return
    for declaration in found:
        if declaration.clauses:
            yield _task(source, module, name, replay_task, declaration)


VALIDATORS = frozenset({"field_validator", "model_validator", "validator", "root_validator"})


def is_validator(function: FunctionNode) -> bool:
    """Whether a method is one that its class checks values with: a clause of the class, and no contract of its own."""
    called = (each.func if isinstance(each, ast.Call) else each for each in function.decorator_list)
    return any(getattr(each, "attr", getattr(each, "id", None)) in VALIDATORS for each in called)


def _imported(tree: ast.Module) -> set[str]:
    """The first parts of the names of the modules that a module imports."""
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in names}


def _inherits(tree: ast.Module) -> bool:
    """Whether a class of a module has a base that the module imports."""
    bound = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    bases = (base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases)
    return any(isinstance(each, ast.Name) and each.id in bound for base in bases for each in ast.walk(base))


def _task(source: Path, module: Module, name: str, asked: ReplayTask, declaration: DeclaredContract) -> ContractTask:
    node = definition_of(module.tree, declaration.name)
    origin = TextOrigin(module.source.text, tuple(_pieces(module, node, declaration)))
    return ContractTask(
        task_id=f"{name}.{declaration.name}",
        entry_point=declaration.name.rpartition(".")[2],
        parameters=tuple(Parameter(field.name) for field in declaration.fields),
        contract_text=origin.block,
        contract_line=1,
        origin=origin,
        context=module.source.text,
        preamble=module.source.text,
        solution="",
        file=str(source),
        module=asked.module,
        search_path=asked.search_path,
        stubs=asked.stubs,
        python=asked.python,
        line=1 if node is None else node.lineno,
        declaration=declaration,
    )


def definition_of(tree: ast.Module, name: str) -> DefinitionNode | None:
    """The last definition of a qualified name in a module."""
    here: list[ast.stmt] = tree.body
    node: DefinitionNode | None = None
    for part in name.split("."):
        node = next((each for each in reversed(here) if isinstance(each, DefinitionNode) and each.name == part), None)
        here = node.body if node is not None else []
    return node


def _pieces(module: Module, node: DefinitionNode | None, declaration: DeclaredContract) -> Iterator[Piece]:
    """An assertion for each clause, which says in Python what it demands as far as that can be said, at the place of
    the field; that of an inherited one is the class."""
    for clause in declaration.clauses:
        start, end = _range(module, node, clause)
        yield Piece("assert ", start, start, shown=clause.shown)
        yield Piece(_test(clause), start, end)
        yield Piece("\n", end, end)


def _test(clause: DeclaredClause) -> str:
    """A call that names the clause: what a constraint means is the library's word, and no text's."""
    return f"declared({clause.path!r}, {clause.constraint!r})"


def _range(module: Module, node: DefinitionNode | None, clause: DeclaredClause) -> tuple[int, int]:
    if node is None:
        return 0, 0
    named = clause.field
    inside: list[ast.stmt | ast.arg] = [
        each
        for each in (node.body if isinstance(node, ast.ClassDef) else [])
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and each.target.id == named
    ]
    if inside and isinstance(inside[0], ast.stmt):
        return module.range(inside[0])
    start = module.offset(node.lineno, node.col_offset)
    return start, start + len(module.source.text[start:].split("\n", 1)[0])
