"""What is known at one place of a test: the variables, and the values of some of them."""

from collections.abc import Mapping
from typing import Any

from attrs import define, evolve, field

from ...core.errors import Unsupported
from ...core.evaluate.typed import evaluate
from ...core.ir.contracts import Function
from ...core.ir.sorts import Sort
from ...core.ir.terms import Binder, Term
from ...core.ir.variables import Name
from .arrays import Allocation
from .classes import MATRIX
from .inference import Inference
from .lexing.scan import DafnySource
from .lowering import Elaboration, Scope
from .names import SymbolTable
from .syntax import Node
from .trees import nodes, span_of


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
