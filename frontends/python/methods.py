"""Functions that promise something of which no term speaks: methods with the invariants of their classes, properties,
nested functions, coroutines and generators, and functions of a module where a clause is about objects.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve, frozen

from ...core.errors import Unsupported
from ...core.spans import Span
from .definitions import NoDefinition, definition_of
from .files import FoundContract, ancestors, functions_of
from .pieces import TextOrigin
from .styles import trailing
from .styles.assemble import Written
from .styles.invariants import invariant_promises
from .styles.model import RESULT, FunctionNode, Module, Promise
from .styles.raising import PromisedExceptions, promised_exceptions


@frozen(slots=True, eq=False)
class PromisedClause:
    """A clause that holds after a call: its test, over the parameters, `result`, and `before(x)` for what a parameter
    was; what is shown of it; and its place. `of_each`: whether `result` is each value that a generator yields, as deal
    has it, and not the generator."""

    test: str
    shown: str
    span: Span
    of_each: bool = False


@frozen(slots=True, eq=False)
class SpecifiedMethod:
    """A function with what it promises: postconditions, and after these the invariants of its class, which are about
    `self`."""

    contract: FoundContract
    postconditions: tuple[PromisedClause, ...]
    invariants: tuple[PromisedClause, ...]
    exceptions: PromisedExceptions

    @property
    def clauses(self) -> tuple[PromisedClause, ...]:
        return (*self.postconditions, *self.invariants)


def specified_methods(module: Module) -> Iterator[SpecifiedMethod]:
    """The functions of a module that promise something and are no plain functions of it: the methods of its classes,
    class by class, then the others. What is not read is left out: it is among the problems of the file."""
    stating = {contract.written.node: contract for contract in functions_of(module)}
    for class_ in module.tree.body:
        if not isinstance(class_, ast.ClassDef):
            continue
        try:
            promises = invariant_promises(module, class_, ancestors(module.tree, class_))
            invariants = tuple(clause for _, clause in _clauses(module, promises))
        except Unsupported:
            invariants = ()
        for node in class_.body:
            # What is taken here is left out of the rest below.
            contract = (stating.pop(node, None) or _bare(class_, node)) if isinstance(node, FunctionNode) else None
            method = None if contract is None else _specified(module, contract, invariants)
            if method is not None and method.clauses:
                yield method
    for contract in stating.values():
        method = None if contract.definition.is_plain else _specified(module, contract, ())
        if method is not None and method.clauses:
            yield method


def specified_functions(module: Module) -> Iterator[SpecifiedMethod]:
    """The plain functions of a module that promise something, each as one that is only executed."""
    for contract in functions_of(module):
        function = _specified(module, contract, ()) if contract.definition.is_plain else None
        if function is not None and function.clauses:
            yield function


def says_what_it_is(clause: PromisedClause) -> bool:
    """Whether a clause holds of nothing but what equals a value that the arguments give: `result == E`, alone or beside
    other conditions."""
    return any(
        isinstance(side, ast.Name) and side.id == RESULT and RESULT not in names for side, names in _equated(clause)
    )


def attributes_said(clauses: Iterable[PromisedClause], receiver: str) -> frozenset[str]:
    """The attributes of a receiver of which a clause says what they equal after the call, by what was before it:
    `self.n == E`, where E is neither about the receiver after the call nor about the result."""
    return frozenset(
        side.attr
        for clause in clauses
        for side, names in _equated(clause)
        if isinstance(side, ast.Attribute) and _is_named(side.value, receiver) and names.isdisjoint({receiver, RESULT})
    )


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _equated(clause: PromisedClause) -> Iterator[tuple[ast.expr, set[str]]]:
    """Each side of an equation that has to hold for a clause to be true, with the names in the other side."""
    tests = [ast.parse(f"({clause.test}\n)", mode="eval").body]
    for test in tests:  # It grows on the way.
        match test:
            case ast.BoolOp(op=ast.And(), values=values):
                tests += values
            case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
                for side, other in ((left, right), (right, left)):
                    yield side, {node.id for node in ast.walk(other) if isinstance(node, ast.Name)}


def _specified(
    module: Module, contract: FoundContract, invariants: tuple[PromisedClause, ...]
) -> SpecifiedMethod | None:
    node = contract.written.node
    if contract.unsupported is not None or contract.definition.kind == "invariants":
        return None
    # Invariants may be broken on the way: what is private is on the way. They are about objects, and no class.
    is_public = not node.name.startswith("_") or node.name == "__init__"
    of_object = contract.definition.kind in ("method", "getter", "setter", "deleter")
    try:
        exceptions = promised_exceptions(module, node)
    except Unsupported:
        return None
    in_turn = [module.range(decorator) for _, _, decorator in module.decorators(node, "deal")]
    is_generator = contract.definition.steps in ("generator", "async generator")
    promised = [
        evolve(clause, of_each=is_generator and any(start <= promise.place < end for start, end in in_turn))
        for promise, clause in _clauses(module, [*contract.written.ensures, *trailing.promises(module, node)])
    ]
    return SpecifiedMethod(contract, tuple(promised), invariants if is_public and of_object else (), exceptions)


def _bare(class_: ast.ClassDef, node: FunctionNode) -> FoundContract | None:
    """A method that states no contract of its own."""
    try:
        definition = definition_of(node, (class_,))
    except NoDefinition:
        return None
    return FoundContract(f"{class_.name}.{node.name}", Written(node, None), None, definition)


def _clauses(module: Module, promises: Sequence[Promise]) -> Iterator[tuple[Promise, PromisedClause]]:
    for promise in sorted(promises, key=lambda promise: promise.place):
        pieces = promise.two_state or promise.test
        text, test = module.source.text, "".join(piece.text for piece in pieces)
        plain = "".join(piece.text for piece in promise.test)
        span = TextOrigin(text, tuple(pieces)).span(0, len(test), module.source.file)
        yield promise, PromisedClause(test, promise.shown or plain, span)
