"""What is known at one place of a test: the variables, the values of some of them, and the elements so far of arrays
that `new` has made, which are known as a whole when all are."""

from collections.abc import Hashable, Mapping, Sequence
from math import prod
from typing import Any

from attrs import define, evolve, field

from ...core.errors import Unsupported
from ...core.evaluate.typed import evaluate
from ...core.ir.contracts import Function
from ...core.ir.sorts import INT, Sort, array_of
from ...core.ir.statements import SetVariable, Statement
from ...core.ir.terms import Binder, Term, const
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, field_variable
from ...core.spans import Span
from .classes import MATRIX, length_names, matrix_of
from .inference import Inference
from .lexing.scan import DafnySource
from .lowering import Elaboration, Scope
from .lowering.objects import with_matrix
from .names import SymbolTable
from .syntax import Node, nodes, span_of

LONGEST_FILLED = 10_000
"""An array of more elements is not filled one by one."""
_MISSING = object()


@define(slots=True)
class Allocation:
    """A new array, of one dimension or more, whose elements are not all known yet."""

    element: Sort
    lengths: tuple[int, ...]
    identity: Hashable
    values: list[Any] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.values = [_MISSING] * prod(self.lengths)

    @property
    def complete(self) -> bool:
        return _MISSING not in self.values


def allocated(element: Sort, lengths: Sequence[Any], identity: Hashable, span: Span) -> Allocation:
    """A new array. Raises Unsupported for lengths that are none, and for a very large one."""
    if min(lengths, default=-1) < 0 or prod(lengths) > LONGEST_FILLED:
        raise Unsupported("an array without its elements", span)
    return Allocation(element, tuple(lengths), identity)


def place_in(lengths: Sequence[int], positions: Sequence[int], span: Span) -> int:
    """The place of an element among all. Raises Unsupported outside the array."""
    inside = all(0 <= position < length for position, length in zip(positions, lengths, strict=False))
    if len(positions) != len(lengths) or not inside:
        raise Unsupported("an assignment outside an array", span)
    found = 0
    for position, length in zip(positions, lengths, strict=True):
        found = found * length + position
    return found


def made_known(name: Name, array: ArrayValue, element: Sort, lengths: Sequence[int], span: Span) -> list[Statement]:
    """The assignments that make a new array known: the array, and the lengths of one of several dimensions."""
    first: list[Statement] = [SetVariable(name, const(array, array_of(element), span), span)]
    if len(lengths) == 1:
        return first
    pairs = zip(length_names(len(lengths)), lengths, strict=True)
    return [
        *first,
        *(SetVariable(field_variable(name, which), const(length, INT, span), span) for which, length in pairs),
    ]


def matrix_scope(scope: Scope, name: Name, element: Sort, rank: int) -> Scope:
    """The scope in which a variable holds a new array of several dimensions."""
    return with_matrix(scope, name, matrix_of(element, rank), name)


@define(slots=True)
class Knowledge:
    """The state of a test. `constants` are the values of variables that are known without running it."""

    names: SymbolTable
    functions: Mapping[Name, Function]
    scope: Scope
    source: DafnySource = field(init=False)
    constants: dict[Name, Any] = field(factory=dict)
    declared: dict[Name, Sort] = field(factory=dict)
    """Variables that have a type and no value yet."""
    identities: set[str] = field(factory=set)
    partial: dict[Name, Allocation] = field(factory=dict)
    """New arrays whose elements are not all known."""
    hidden: set[str] = field(factory=set)
    """Variables of which nothing is known, not even which objects or arrays they hold."""
    created: int = 0
    """How many objects there are."""
    uncertain: set[Name] = field(factory=set)
    """Roots of the fields of objects that may be others, too: methods have returned them."""

    def engine(self) -> Elaboration:
        return Elaboration(self.names, self.source, Inference(lax=True))

    def term(self, node: Node, expected: Sort | None = None) -> Term:
        return self.engine().term(node, self.scope, expected)

    def remember(self, name: Name, term: Term) -> None:
        self.scope = self.scope.bind(Binder(name, term.sort))
        outcome = evaluate(term, self.constants, self.functions, self.names.datatypes)
        if outcome.state == "defined":
            self.constants[name] = outcome.value
        else:
            # The value before is not its value any more: a test that went on with it would be misread.
            self.constants.pop(name, None)

    def drop(self, name: Name) -> None:
        """A variable whose value is not known: nothing may mention it."""
        variables = {known: sort for known, sort in self.scope.variables.items() if known != name}
        objects = {known: found for known, found in self.scope.objects.items() if known != name}
        self.scope = evolve(self.scope, variables=variables, objects=objects)

    def known(self, term: Term, node: Node) -> Any:
        """The value of a term, which may mention variables that are known. Raises Unsupported."""
        outcome = evaluate(term, self.constants, self.functions, self.names.datatypes)
        if outcome.state != "defined":
            raise Unsupported(f"a value that is not known here ({outcome.reason})", span_of(node, self.source))
        return outcome.value

    def declared_sort(self, node: Node) -> Sort | None:
        typed = nodes(node)
        return self.engine().read_type(typed[0], self.scope).sort if typed else None

    def mentions_array(self, name: Name) -> bool:
        """May a call change what this variable holds?"""
        pending = [self.scope.variables[name]] if name in self.scope.variables else []
        while pending:
            sort = pending.pop()
            if sort.kind in ("Array", MATRIX):
                return True
            pending.extend(sort.args)
        return False
