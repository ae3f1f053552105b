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
    source: Path, module: Module, name: str, location: ModuleLocation, project: Project
) -> Iterator[ContractTask | InputError]:
    """A task for each class and function of a module that declares constraints, or why they are not known. A module
    that imports no such library is asked where it has a class that may inherit from one that does; what keeps it from
    being imported is of no interest then."""
    named = bool(_imported(module.tree) & LIBRARIES)
    if not location.search_path or not (named or _inherits(module.tree)):
        return
    replay_task = ReplayTask(
        task_id=name,
        parameters=(),
        contract_text="",
        preamble=module.source.text,
        file=str(source.resolve()),
        module=location.module,
        search_path=location.search_path,
        stubs=project.stubs,
        declared="*",
        python=project.executable,
    )
    try:
        with Replayer() as replayer:
            replayer.load(replay_task)
            declarations = replayer.listing()
    except InputError as error:
        # A module that names no such library may fail to import for any reason; nobody asked for it.
        if named:
            yield InputError(str(error).removeprefix(f"{name}: "), file=str(source))
        return
    for declaration in declarations:
        if declaration.clauses:
            yield _task(source, module, name, replay_task, declaration)


VALIDATORS = frozenset({"field_validator", "model_validator", "validator", "root_validator"})


def is_validator(function: FunctionNode) -> bool:
    """Whether a method is one that its class checks values with: a clause of the class, and no contract of its own."""
    called = (decorator.func if isinstance(decorator, ast.Call) else decorator for decorator in function.decorator_list)
    return any(getattr(called_name, "attr", getattr(called_name, "id", None)) in VALIDATORS for called_name in called)


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
    return any(
        isinstance(base_node, ast.Name) and base_node.id in bound for base in bases for base_node in ast.walk(base)
    )


def _task(
    source: Path, module: Module, name: str, replay_task: ReplayTask, declaration: DeclaredContract
) -> ContractTask:
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
        module=replay_task.module,
        search_path=replay_task.search_path,
        stubs=replay_task.stubs,
        python=replay_task.python,
        line=1 if node is None else node.lineno,
        declaration=declaration,
    )


def definition_of(tree: ast.Module, name: str) -> DefinitionNode | None:
    """The last definition of a qualified name in a module."""
    body: list[ast.stmt] = tree.body
    node: DefinitionNode | None = None
    for name_part in name.split("."):
        node = next(
            (
                statement
                for statement in reversed(body)
                if isinstance(statement, DefinitionNode) and statement.name == name_part
            ),
            None,
        )
        body = node.body if node is not None else []
    return node


def _pieces(module: Module, node: DefinitionNode | None, declaration: DeclaredContract) -> Iterator[Piece]:
    """An assertion for each clause, which says in Python what it demands as far as that can be said, at the place of
    the field or of the validator; that of an inherited one is the class."""
    for clause in declaration.clauses:
        start, stop = _range(module, node, clause)
        yield Piece("assert ", start, start, shown=clause.shown)
        yield Piece(_test(clause), start, stop)
        yield Piece("\n", stop, stop)


def _test(clause: DeclaredClause) -> str:
    """A call that names the clause: what a constraint means is the library's word, and no text's."""
    return f"declared({clause.path!r}, {clause.constraint!r})"


def _range(module: Module, node: DefinitionNode | None, clause: DeclaredClause) -> tuple[int, int]:
    if node is None:
        return 0, 0
    # A validator stands at its function.
    own = [
        statement
        for statement in (node.body if isinstance(node, ast.ClassDef) else [])
        if isinstance(statement, ast.FunctionDef) and clause.constraint.endswith(f"validator {statement.name}")
    ]
    if own:
        start = module.offset(own[0].lineno, own[0].col_offset)
        return start, start + len(module.source.text[start:].split("\n", 1)[0])
    named = clause.field
    inside: list[ast.stmt | ast.arg] = [
        statement
        for statement in (node.body if isinstance(node, ast.ClassDef) else [])
        if isinstance(statement, ast.AnnAssign)
        and isinstance(statement.target, ast.Name)
        and statement.target.id == named
    ]
    if inside and isinstance(inside[0], ast.stmt):
        return module.range(inside[0])
    start = module.offset(node.lineno, node.col_offset)
    return start, start + len(module.source.text[start:].split("\n", 1)[0])
