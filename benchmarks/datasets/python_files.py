"""Python source files, alone or in folders: every function that states a contract is a task."""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ...core.errors import InputError
from ...frontends.python.argument_texts import constants_in
from ...frontends.python.constants.depth import Depths
from ...frontends.python.constants.names import module_names
from ...frontends.python.constructions import (
    AnnotationScope,
    compared,
    constructions,
    expanded,
    of_contract,
    of_module,
    of_tests,
    parsed_block,
)
from ...frontends.python.declared import annotation_expression, fits, parsed_annotation
from ...frontends.python.deep import unparse
from ...frontends.python.definitions import Definition, locals_of
from ...frontends.python.described import described
from ...frontends.python.files import (
    FoundContract,
    FunctionWithUnreadGuards,
    ancestors,
    functions_of,
    read_file,
    unread_guards_of,
)
from ...frontends.python.given_classes import members_of_parameter
from ...frontends.python.inlined import constants_of_class, members_of_new, members_of_object
from ...frontends.python.methods import SpecifiedMethod, specified_methods
from ...frontends.python.module import parse_module
from ...frontends.python.module_classes import ModuleClasses, classes_of_module
from ...frontends.python.names import NO_MEMBERS, ObjectMembers
from ...frontends.python.objects import ModuleObjects
from ...frontends.python.origins import OF_CLASS, TYPES, origin, origins_at
from ...frontends.python.plain_values import is_plain_type, plain_values
from ...frontends.python.receivers import receivers, similar
from ...frontends.python.styles.assemble import (
    REFERENCE,
    reread,
    with_inner,
    with_method,
    without_contract,
    without_promises,
)
from ...frontends.python.styles.head import head_of
from ...frontends.python.styles.invariants import remove_invariants
from ...frontends.python.styles.model import FunctionNode, Module, mentioned_libraries, module_of
from ...frontends.python.styles.read_texts import texts_read
from ...frontends.python.styles.testing import is_among_tests, is_test_file
from . import declarations
from .folders import files_of, holds_text
from .python_project import FOUND, ModuleLocation, Project, name_of, place_of
from .specification_files import specified_in
from .tasks import ContractTask, GuardNotRead, Parameter, parameters_of, place_of_span

SUFFIX = ".py"
NO_GUARD_READ = "none of its guards is read"
"""Why the contract of a function is not read that only has guards behind statements with which a contract ends."""


def matches(source: Path) -> bool:
    """Whether `source` is named like Python source, or is a folder with such files and no specifications in it."""
    if source.is_dir():
        return not specified_in(source) and next(files_of(source, SUFFIX), None) is not None
    return source.name.endswith(SUFFIX)


def read(source: Path) -> Iterator[ContractTask | InputError]:
    """The tasks of a file or a folder, in a project as it is found: see `read_project`."""
    return read_project(source, FOUND)


def read_project(source: Path, project: Project) -> Iterator[ContractTask | InputError]:
    """Yield a task for each function that states preconditions, in order. Its id is the file's stem and the
    function's name, or just that when they are the same; functions that share a name have their line in it too. In a
    folder, it is the name of the module in its project, and the function's; of modules that share a name, their path in
    the folder.

    A function whose contract is not read is a task that says why. Raises InputError for a file that cannot be read,
    is no Python or has no such function; a file of a folder is passed over then, with what is wrong with it.
    """
    if not source.is_dir():
        tasks = _tasks(source, source.stem, project, is_test_file(source))
        # A file without contracts is an error for whoever named it; in a folder it is the usual case.
        if not any(isinstance(task, ContractTask) and (task.unsupported is None or task.unread) for task in tasks):
            failed = next((task for task in tasks if isinstance(task, InputError)), None)
            if failed is not None:
                raise failed
            unread = [str(task.unsupported) for task in tasks if isinstance(task, ContractTask)]
            hint = "" if project.internal else "; `specassay cvt --internal` reads those behind other statements"
            hint = f": {'; '.join(unread)}" if unread else hint
            raise InputError(f"no function begins with assertions{hint}", file=str(source))
        yield from tasks
        return
    files = list(filter(holds_text, files_of(source, SUFFIX, project.exclude)))
    # Modules may share a name in different folders, and ids must not: only then is the path used.
    shared = Counter(map(name_of, files))
    for file in files:
        inside = file.relative_to(source)
        name = name_of(file) if shared[name_of(file)] == 1 else ".".join(inside.with_suffix("").parts)
        try:
            yield from _tasks(file, name, project, is_among_tests(inside), source)
        except InputError as error:
            yield error


def _tasks(
    source: Path, name: str, project: Project, among_tests: bool, folder: Path | None = None
) -> list[ContractTask | InputError]:
    text = read_file(source)
    module = module_of(text, parse_module(text), internal=project.internal, holds_tests=among_tests)
    location = place_of(source, module.tree, project, folder)
    stating = [contract for contract in functions_of(module) if _has_preconditions(contract)]
    names = Counter(contract.name for contract in stating)
    shared = frozenset(name for name, n in names.items() if n > 1)
    reading = _Reading(module, location, project, of_module(module.tree), shared, parse_module(text))
    declaring = list(declarations.tasks_of(source, module, name, location, project))
    classes = {task.declaration.name for task in declaring if isinstance(task, ContractTask) and task.declaration}
    # Validators of a declared class are clauses of that class already, and no functions of their own.
    read = [
        contract
        for contract in stating
        if contract.name.rpartition(".")[0] not in classes or not declarations.is_validator(contract.written.node)
    ]
    tasks = [_task(source, reading, contract, name) for contract in read]
    unread = {guards.node: guards for guards in unread_guards_of(module)}
    nodes = {contract.written.node for contract in stating}
    tasks_found = [
        *(
            _with_unread(module, task, unread.get(contract.written.node))
            for task, contract in zip(tasks, read, strict=True)
        ),
        # Guards of functions that state nothing else are tasks, too, so that a reader learns why they are not read.
        *(_unread_task(module, guards, name) for node, guards in unread.items() if node not in nodes),
    ]
    return [*(evolve(task, stubs=project.stubs, python=project.executable) for task in tasks_found), *declaring]


def _with_unread(module: Module, task: ContractTask, unread: FunctionWithUnreadGuards | None) -> ContractTask:
    return task if unread is None else evolve(task, unread=tuple(_guards_not_read(module, unread)))


def _unread_task(module: Module, unread: FunctionWithUnreadGuards, prefix: str) -> ContractTask:
    """The task of a function that states no contract as far as it is read."""
    return ContractTask(
        task_id=f"{prefix}.{unread.name}",
        entry_point=unread.node.name,
        parameters=parameters_of(unread.node),
        contract_text="",
        solution="",
        file=module.source.file,
        line=unread.node.lineno,
        unsupported=NO_GUARD_READ,
        unread=tuple(_guards_not_read(module, unread)),
    )


def _guards_not_read(module: Module, unread: FunctionWithUnreadGuards) -> Iterator[GuardNotRead]:
    for guard in unread.guards:
        text = unparse(guard.node).partition("\n")[0]
        yield GuardNotRead(place_of_span(module.span(guard.node)), text, guard.reason)


def runnable(source: Path) -> dict[int, ContractTask]:
    """By its line, each function of a file that is called by its name, whether it has preconditions or not: what is
    needed to run it with the checks that its body begins with. Raises InputError for a file that cannot be read."""
    reading = _reading_alone(source, Project())
    module = reading.module
    contracts = [
        contract for contract in functions_of(module) if contract.unsupported is None and contract.definition.is_plain
    ]
    return {
        contract.written.node.lineno: evolve(
            _task(source, reading, contract, name_of(source)),
            solution=unparse(without_promises(reread(module, contract.written.node))),
        )
        for contract in contracts
    }


def runnable_methods(source: Path) -> list[tuple[SpecifiedMethod, ContractTask]]:
    """The methods of a file that promise something, each with what is needed to run it without its contract. Raises
    InputError for a file that cannot be read."""
    reading = _reading_alone(source, Project())
    return [
        (method, _task(source, reading, method.contract, name_of(source)))
        for method in specified_methods(reading.module)
    ]


def methods_named(source: Path, methods: Collection[str], owners: Collection[str]) -> Iterator[ContractTask]:
    """The tasks of methods with one of these names, of these classes, that state preconditions. Raises InputError for a
    file that cannot be read."""
    reading = _reading_alone(source, FOUND)
    for contract in functions_of(reading.module):
        if contract.unsupported is not None or not _has_preconditions(contract):
            continue
        if contract.definition.name in methods and contract.definition.owner in owners:
            yield _task(source, reading, contract, name_of(source))


def _reading_alone(source: Path, project: Project) -> "_Reading":
    text = read_file(source)
    module = module_of(text, parse_module(text))
    location = place_of(source, module.tree, project, None)
    return _Reading(module, location, project, of_module(module.tree), frozenset(), parse_module(text))


def _has_preconditions(contract: FoundContract) -> bool:
    return contract.written.unsupported is not None or contract.written.block is not None


@frozen(slots=True)
class _Reading:
    """A module that is read: its place and project, what its annotations may mention, the names that several functions
    have, and its tree once more, for what is looked up in it for each function."""

    module: Module
    place: ModuleLocation
    project: Project
    around: AnnotationScope
    shared: frozenset[str]
    tree: ast.Module


def _task(source: Path, reading: _Reading, contract: FoundContract, prefix: str) -> ContractTask:
    module, location = reading.module, reading.place
    function, block = contract.written.node, contract.written.block
    supported = contract.unsupported is None
    definition = contract.definition if supported else Definition(function.name)
    # What is run as the reference is the function without its contract: it must not refuse what the clauses refuse.
    rest = _without_contract(module, reading.project, function, definition) if supported else None
    name = f"{contract.name}:{function.lineno}" if contract.name in reading.shared else contract.name
    parameters = parameters_of(function)
    text = "" if block is None else block.text
    asked_types = of_tests(parsed_block(text), [parameter.name for parameter in parameters])
    around = evolve(reading.around, origins=origins_at(reading.tree, function.lineno))
    surroundings = of_contract(around, parsed_block(text))
    types = {parameter.name: _declared(parameter, asked_types, surroundings) for parameter in parameters}
    # The function around a nested one is called first, so that it comes before its parameters.
    if definition.kind == "nested function":
        parameters = (Parameter(definition.receiver), *parameters)
    return ContractTask(
        task_id=name if name == prefix else f"{prefix}.{name}",
        entry_point=function.name,
        parameters=parameters,
        samples=_samples(reading, function, definition, types, surroundings),
        of_plain=frozenset(name for name, hint in types.items() if _is_plain(hint, reading.tree)),
        declared=_plain_values(types, surroundings, texts_read(module.tree, function)),
        annotations=_annotations(parameters, surroundings),
        described=described(function, _functions(module)),
        constants=constants_in(parsed_block(text)),
        definition=None if definition.is_plain else definition,
        members=_members(reading, function, definition),
        given=_given(reading, parameters, definition, types, around.origins),
        contract_text=text,
        contract_line=function.lineno if block is None else block.first_line,
        origin=None if block is None else block.origin,
        context=module.source.text,
        solution="" if rest is None else unparse(rest),
        reference=REFERENCE,
        libraries=() if rest is None else mentioned_libraries(rest),
        prompt=ast.get_docstring(function) or "",
        file=str(source),
        module=location.module,
        search_path=location.search_path,
        line=function.lineno,
        unsupported=None if contract.unsupported is None else str(contract.unsupported),
    )


_PLAIN_MODULES = frozenset({"cmath", "math", "os", "string", "sys", "time"})
"""Modules whose constants are plain values."""


def _objects_of(tree: ast.Module) -> set[str]:
    """The names of a module that may stand for objects to compare with: its classes, what it imports, and what it
    assigns of which nobody knows that it is plain."""
    names_found: set[str] = set()
    depths = Depths(module_names(tree))
    for node in tree.body:
        match node:
            # A call may return an object; a literal, or what is made of literals, is none.
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                any(isinstance(node, ast.Call | ast.Attribute) for node in ast.walk(value)) and depths.of(value) is None
            ):
                names_found.add(name)
            case ast.ClassDef(name=name):
                names_found.add(name)
            case ast.Import(names=aliases):
                names = (alias.asname or alias.name.partition(".")[0] for alias in aliases)
                names_found.update(name for name in names if name not in _PLAIN_MODULES)
            case ast.ImportFrom(module=source, names=aliases) if source not in _PLAIN_MODULES:
                names_found.update(alias.asname or alias.name for alias in aliases)
    return names_found


def _is_constant_of_class(module: ModuleClasses, text: str) -> bool:
    """Whether `Order.STATES` is a plain value that the class always has."""
    owner, _, name = text.rpartition(".")
    return name in constants_of_class(module, owner).constants


def _is_plain(hint: str | None, tree: ast.Module) -> bool:
    """Whether an annotation says that values are plain ones."""
    annotation = parsed_annotation(hint)
    return annotation is not None and is_plain_type(annotation, plain_values(tree).own)


def _functions(module: Module) -> dict[str, FunctionNode]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name: node for node in module.tree.body if isinstance(node, kinds)}


def _declared(parameter: Parameter, asked_types: Mapping[str, str], surroundings: AnnotationScope) -> str | None:
    """The type that a parameter is declared to have, by its annotation and by what clauses ask for."""
    hints = [hint for hint in (parameter.declared_type, asked_types.get(parameter.name)) if hint is not None]
    return expanded(" | ".join(hints), surroundings) if hints else None


def _annotations(parameters: Sequence[Parameter], scope: AnnotationScope) -> dict[str, str]:
    """The annotations of parameters, with the aliases of the module written out. Types of Python's own have their own
    names there, and all others are marked, whatever they are called."""
    annotations: dict[str, str] = {}
    for parameter in parameters:
        text = expanded(parameter.declared_type, scope)
        if text is not None and (node := annotation_expression(text)) is not None:
            # With a default None many leave that out of the type, as PEP 484 once let them; a call may leave it out.
            left_out = " | None" if parameter.default == "None" else ""
            # No type is nested so deeply: of such an annotation nothing is believed.
            with suppress(RecursionError):
                annotations[parameter.name] = unparse(_OriginalNames(scope.origins).visit(node)) + left_out
    return annotations


class _OriginalNames(ast.NodeTransformer):
    def __init__(self, origins: Mapping[str, str]) -> None:
        self.origins = origins

    def visit(self, node: ast.AST) -> Any:
        dotted = origin(node, self.origins) if isinstance(node, ast.Name | ast.Attribute) else None
        if dotted is None:
            return super().visit(node)
        home, _, name = dotted.partition(".")
        last = name.rpartition(".")[2] or unparse(node).rpartition(".")[2]
        return ast.Name(last) if home in TYPES else ast.Attribute(ast.Name(OF_CLASS), last)


def _samples(
    reading: _Reading,
    function: FunctionNode,
    definition: Definition,
    types: Mapping[str, str | None],
    surroundings: AnnotationScope,
) -> dict[str, tuple[str, ...]]:
    """Expressions for objects that parameters are declared to take, and for the receiver of a method."""
    module = reading.module
    objects = ModuleObjects(classes_of_module(reading.tree), constants_in(*function.decorator_list, *function.body))
    contract = ast.Module([*head_of(module, function).statements, *map(ast.Expr, function.decorator_list)], [])
    bound = _objects_of(module.tree) - locals_of(function)
    given_objects = {
        name: tuple(
            dict.fromkeys(
                (
                    *constructions(hint, surroundings),
                    *(() if (without := objects.module.class_without_objects(hint)) else objects.annotated(hint)),
                    *similar(objects, contract, name, without),
                    # What an abstract class makes itself raises: only what completes it is an object.
                    *(objects.annotated(hint) if without and objects.completed(without) != without else ()),
                    *(
                        text
                        for text in compared(contract, name, bound)
                        if not _is_constant_of_class(objects.module, text)
                    ),
                )
            )
        )
        for name, hint in types.items()
    }
    if definition.receiver:
        given_objects[definition.receiver] = receivers(objects, definition)
    return {name: texts for name, texts in given_objects.items() if texts}


def _plain_values(
    types: Mapping[str, str | None], surroundings: AnnotationScope, read: Sequence[str | bytes]
) -> dict[str, tuple[str, ...]]:
    """Return literals of plain values that parameters are declared to take; of texts, those first that the function
    reads."""
    texts_by_name = {
        name: (
            *(shown for text in read for shown in _as_declared(text, hint)),
            *constructions(hint, surroundings, plain=True),
        )
        for name, hint in types.items()
    }
    return {name: texts for name, texts in texts_by_name.items() if texts}


def _as_declared(text: str | bytes, hint: str | None) -> Iterator[str]:
    """Yield the literal of a text, or of a container with it, that is of a declared type, where one is."""
    values: tuple[Any, ...] = (text,) if hint is None else (text, [text], (text,), {text})
    yield from islice((repr(value) for value in values if hint is None or fits(hint, value)), 1)


def _members(reading: _Reading, function: FunctionNode, definition: Definition) -> ObjectMembers:
    """What a proof may say of the receiver: of what it has when the method begins."""
    # A handler tells a variable without a value from an attribute that is not there.
    head = head_of(reading.module, function).statements
    catches = any(isinstance(node, ast.Try) for statement in head for node in ast.walk(statement))
    of_object = definition.kind in ("method", "getter", "setter", "deleter", "invariants")
    module = classes_of_module(reading.tree)
    if of_object and definition.name == "__init__" and not catches:
        return members_of_new(module, definition.owner)
    if definition.kind == "class method" or (of_object and definition.name == "__init__"):
        return constants_of_class(module, definition.owner)
    # A generated constructor calls `__post_init__` when all fields are set.
    generated = definition.name == "__post_init__" and module.method(definition.owner, "__init__") is None
    making = definition.name in ("__init__", "__new__", "__post_init__", "__setstate__")
    if not of_object or (making and not generated):
        return NO_MEMBERS
    return members_of_object(module, definition.owner, definition.receiver)


def _given(
    reading: _Reading,
    parameters: tuple[Parameter, ...],
    definition: Definition,
    types: Mapping[str, str | None],
    origins: Mapping[str, str],
) -> dict[str, ObjectMembers]:
    """What a proof may say of the objects that parameters are declared to be."""
    module = classes_of_module(reading.tree)
    names = (
        parameter.name for parameter in parameters if not parameter.stars and parameter.name != definition.receiver
    )
    members_by_name = {name: members_of_parameter(module, types.get(name), origins) for name in names}
    return {name: members for name, members in members_by_name.items() if members.of_class}


def _without_contract(module: Module, project: Project, function: FunctionNode, definition: Definition) -> ast.Module:
    """The module without the contract of a function."""
    # The tree of the module is shared by all its functions, so the contract is taken out of another one.
    if definition.kind == "invariants":
        return _without_invariants(module, function.lineno, function.col_offset)
    read = reread(module, function)
    if not definition.owner:
        return without_contract(read)
    if definition.kind == "nested function":
        return with_inner(read, definition.closure)
    checked = all(map(project.has, mentioned_libraries(read.tree)))
    return with_method(read, definition.closure, checked=checked)


def _without_invariants(module: Module, line: int, column: int) -> ast.Module:
    """The module without the invariants of the class at a place, and of those that it derives from."""
    tree = parse_module(module.source)
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    owner = next(node for node in classes if (node.lineno, node.col_offset) == (line, column))
    for scope in (owner, *ancestors(tree, owner)):
        remove_invariants(module, scope)
    return tree
