"""A Python file to the contracts of its functions.

The contract of a function is what its decorators and docstring promise (`styles/`) and the head of its body: its
leading assertions and guards with what prepares them (`styles/leading.py`). A helper function only defines its own.
The assertions of tests are none.
"""

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError, Unsupported
from ...core.ir.contracts import Contract, Problem, Program
from ...core.ir.terms import Term
from .constants.names import bound_in, module_names
from .contract import Heading, contract_of
from .deep import unparse
from .definitions import Definition, EnclosingNodes, NoDefinition, definition_of, locals_of, objects_in, signature_of
from .expressions import Lowering
from .module import ModuleContext, parse_module
from .names import MODULE_SCOPE
from .parse import parse
from .python_limits import LIMITS
from .source import PythonSource, read
from .styles.applied import all_parameters
from .styles.assemble import Written, written
from .styles.docstring import SELF, unread_conditions
from .styles.head import head_of
from .styles.invariants import invariants_of
from .styles.model import DefinitionNode, FunctionNode, Module, module_of
from .styles.unread import UnreadGuard


def parse_file(path: Path | str) -> Program:
    """The contracts of all functions of a module that state one.

    Functions whose contracts are not read are in `problems`.
    Raises InputError for a file that cannot be read, ParseError for text that is no Python.
    """
    source = read_file(Path(path))
    module = module_of(source, parse_module(source))
    contracts: list[Contract] = []
    problems: list[Problem] = []
    for contract in functions_of(module):
        if contract.unsupported is not None:
            problems.append(contract.unsupported)
        elif contract.written.block is not None:
            contracts.append(_contract(module, contract, contract.written.block, problems))
    return Program(source.file, tuple(contracts), problems=tuple(problems), language="python")


@frozen(slots=True, eq=False)
class FoundContract:
    """A function that states a contract, and its name with those of what it is in; `unsupported` says why the contract
    is not read, if so, else `definition` what a call of it takes."""

    name: str
    written: Written
    unsupported: Problem | None
    definition: Definition


def functions_of(module: Module) -> Iterator[FoundContract]:
    """The functions of a module that state contracts, in source order."""
    helpers: set[ast.AST] = set()
    for node, around in _definitions(module.tree):
        if isinstance(node, ast.ClassDef):
            yield from _of_class(module, node, around)
            continue
        # A function that the head of another one defines is there for its contract, and states none itself.
        contract = None if node in helpers else written(module, node)
        if contract is None:
            continue
        statements = head_of(module, node).statements if contract.block is not None else ()
        helpers.update(node_inside for statement in statements for node_inside in ast.walk(statement))
        name = ".".join([*(enclosing.name for enclosing in around), node.name])
        problem, definition = None, Definition(node.name)
        try:
            definition = definition_of(node, around, (*statements, *node.decorator_list))
        except NoDefinition as reason:
            problem = Problem(str(reason), module.span(node))
        if definition.kind in ("setter", "deleter"):
            name = f"{name}.{definition.kind}"
        if problem is None and (unbound := _unbound(node, statements)):
            problem = Problem(f"variable {unbound!r}, which has no value before the contract ends", module.span(node))
        if problem is None and contract.unsupported is not None:
            problem = Problem(contract.unsupported.construct, contract.unsupported.span)
        yield FoundContract(name, contract, problem, definition)


@frozen(slots=True, eq=False)
class FunctionWithUnreadGuards:
    """A function with guards that are in no contract, and its name with those of what it is in."""

    name: str
    node: FunctionNode
    guards: tuple[UnreadGuard, ...]


def unread_guards_of(module: Module) -> Iterator[FunctionWithUnreadGuards]:
    """The functions of a module with guards that are in no contract, in source order."""
    for node, around in _definitions(module.tree):
        if not isinstance(node, FunctionNode):
            continue
        if guards := (*unread_conditions(module, node), *head_of(module, node).unread):
            yield FunctionWithUnreadGuards(
                ".".join([*(enclosing.name for enclosing in around), node.name]), node, guards
            )


def _unbound(node: FunctionNode, head: Sequence[ast.stmt]) -> str:
    """A name that the head of a function mentions and only what follows binds; empty where there is none. It is local
    from the start (reference, section 4.2.1): where the module has it, too, that is not what is meant."""
    if not head:
        return ""
    own_locals = locals_of(node) - {*all_parameters(node)} - bound_in(head)
    mentioned = module_names(ast.Module(list(head), [])).mentions
    return min(own_locals & mentioned.keys(), default="")


def read_file(path: Path) -> PythonSource:
    """The text of a Python file in the encoding it declares (PEP 263). Raises InputError."""
    try:
        if path.stat().st_size > LIMITS.file_bytes:
            raise InputError(f"larger than {LIMITS.file_bytes:,} bytes; split the file", file=str(path))
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    if not content.strip():
        raise InputError("the file is empty", file=str(path))
    try:
        # As the parser of Python does, which a byte order mark or a comment tells.
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise InputError(f"not Python source text: {error}", file=str(path)) from None
    return read(text, str(path))


def _of_class(module: Module, node: ast.ClassDef, around: EnclosingNodes) -> Iterator[FoundContract]:
    """The invariants of a class, as the contract of a function of its objects that does nothing."""
    lineage = ancestors(module.tree, node)
    invariants = invariants_of(module, node, lineage)
    if invariants is None:
        return
    name = ".".join([*(enclosing.name for enclosing in around), node.name])
    object_argument = ast.arguments([], [ast.arg(SELF)], None, [], [], None, [])
    function = ast.FunctionDef(node.name, object_argument, [ast.Pass()], [])
    ast.fix_missing_locations(ast.copy_location(function, node))
    problem = invariants.unsupported
    reason = None if problem is None else Problem(problem.construct, problem.span)
    # No expression reaches a class that a function defines.
    if not all(isinstance(enclosing, ast.ClassDef) for enclosing in around):
        reason = Problem(f"invariants of class {name}, which a function defines", module.span(node))
    definition = Definition(node.name, "invariants", name, node.name, SELF)
    yield FoundContract(name, Written(function, invariants.block), reason, definition)


def ancestors(tree: ast.Module, node: ast.ClassDef) -> list[ast.ClassDef]:
    """The classes of the module that a class derives from, the nearest first, as far as plain names say."""
    class_by_name = {base_class.name: base_class for base_class in tree.body if isinstance(base_class, ast.ClassDef)}
    class_defs: list[ast.ClassDef] = []
    base_names = [base.id for base in node.bases if isinstance(base, ast.Name)]
    while base_names:
        base_class = class_by_name.get(base_names.pop(0))
        # A text may say that two classes derive from each other, which no program could run.
        if base_class is not None and base_class not in class_defs and base_class is not node:
            class_defs.append(base_class)
            base_names += [base.id for base in base_class.bases if isinstance(base, ast.Name)]
    return class_defs


def _definitions(module: ast.Module) -> Iterator[tuple[DefinitionNode, EnclosingNodes]]:
    """Every function and class of the module in source order, and the classes and functions that it is in."""
    stack: list[tuple[ast.AST, EnclosingNodes]] = [(node, ()) for node in reversed(module.body)]
    while stack:
        node, around = stack.pop()
        around_inside = around
        if isinstance(node, DefinitionNode):
            yield node, around
            around_inside = (*around, node)
        # Reversed on a stack is source order; and no recursion, since nesting has no limit here.
        stack.extend((child, around_inside) for child in reversed(list(ast.iter_child_nodes(node))))


def _contract(module: Module, contract_found: FoundContract, block: PythonSource, problems: list[Problem]) -> Contract:
    node = contract_found.written.node
    parameters = signature_of(node)
    defaults: list[Term | None] = []
    for _, default in parameters:
        try:
            defaults.append(None if default is None else _default(module.source, default))
        except Unsupported as problem:
            problems.append(Problem(f"default of a parameter: {problem.construct}", problem.span))
            # The position is kept: defaults belong to parameters by their number.
            defaults.append(None)
    heading = Heading(
        node.name,
        tuple(argument.arg for argument, _ in parameters),
        tuple(None if argument.annotation is None else unparse(argument.annotation) for argument, _ in parameters),
        tuple(defaults),
    )
    return contract_of(
        block,
        heading,
        ModuleContext(module.source, module.tree, node.name).without(objects_in(contract_found.definition)),
    )


def _default(source: PythonSource, default: ast.expr) -> Term:
    text = read(ast.get_source_segment(source.text, default) or "", source.file, default.lineno)
    return Lowering(text, MODULE_SCOPE).term(parse(text, "expression"))
