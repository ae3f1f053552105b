"""Methods that promise something: their postconditions, and the invariants of their classes, which hold after them."""

import ast
from collections.abc import Iterator

from attrs import frozen

from ...core.errors import Unsupported
from ...core.spans import Span
from .definitions import NoDefinition, definition_of
from .files import FoundContract, ancestors, functions_of
from .pieces import TextOrigin
from .styles.assemble import Written
from .styles.invariants import invariant_promises
from .styles.model import FunctionNode, Module, Promise
from .styles.raising import PromisedExceptions, promised_exceptions


@frozen(slots=True, eq=False)
class PromisedClause:
    """A clause that holds after a method: its test, over the parameters, `result`, and `before(x)` for what a parameter
    was; what is shown of it; and its place."""

    test: str
    shown: str
    span: Span


@frozen(slots=True, eq=False)
class SpecifiedMethod:
    """A method with what it promises: postconditions, and after these the invariants of its class, which are about
    `self`."""

    contract: FoundContract
    postconditions: tuple[PromisedClause, ...]
    invariants: tuple[PromisedClause, ...]
    exceptions: PromisedExceptions

    @property
    def clauses(self) -> tuple[PromisedClause, ...]:
        return (*self.postconditions, *self.invariants)


def specified_methods(module: Module) -> Iterator[SpecifiedMethod]:
    """The methods of a module's own classes that promise something, class by class. What is not read is left out: it is
    among the problems of the file."""
    stating = {contract.written.node: contract for contract in functions_of(module)}
    for class_ in module.tree.body:
        if not isinstance(class_, ast.ClassDef):
            continue
        try:
            invariants = _clauses(module, invariant_promises(module, class_, ancestors(module.tree, class_)))
        except Unsupported:
            invariants = ()
        for node in class_.body:
            if isinstance(node, FunctionNode) and (contract := stating.get(node) or _bare(class_, node)) is not None:
                method = _specified(module, contract, invariants)
                if method is not None and method.clauses:
                    yield method


def _specified(
    module: Module, contract: FoundContract, invariants: tuple[PromisedClause, ...]
) -> SpecifiedMethod | None:
    node = contract.written.node
    if contract.unsupported is not None or contract.definition.kind != "method" or contract.definition.steps:
        return None
    # Invariants may be broken on the way: what is private is on the way.
    is_public = not node.name.startswith("_") or node.name == "__init__"
    try:
        exceptions = promised_exceptions(module, node)
    except Unsupported:
        return None
    promised = _clauses(module, contract.written.ensures)
    return SpecifiedMethod(contract, promised, invariants if is_public else (), exceptions)


def _bare(class_: ast.ClassDef, node: FunctionNode) -> FoundContract | None:
    """A method that states no contract of its own."""
    try:
        definition = definition_of(node, (class_,))
    except NoDefinition:
        return None
    return FoundContract(f"{class_.name}.{node.name}", Written(node, None), None, definition)


def _clauses(module: Module, promises: list[Promise] | tuple[Promise, ...]) -> tuple[PromisedClause, ...]:
    clauses_found: list[PromisedClause] = []
    for promise in sorted(promises, key=lambda promise: promise.place):
        pieces = promise.two_state or promise.test
        text, test = module.source.text, "".join(piece.text for piece in pieces)
        plain = "".join(piece.text for piece in promise.test)
        span = TextOrigin(text, tuple(pieces)).span(0, len(test), module.source.file)
        clauses_found.append(PromisedClause(test, promise.shown or plain, span))
    return tuple(clauses_found)
