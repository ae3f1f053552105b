"""A growing SMT-LIB script: terms of the IR go in, text in the order a solver must read it comes out.

A session tells a solver only what is new, so the script remembers what it has said: variables, sorts, functions and
literals are declared where they first occur, before the command that needs them. What a check assumes is not asserted,
for the next check may leave it out: it stands behind a literal, a Bool constant that implies it.

Example: `literal(x > 0)` gives the literal `a!1`, and the commands
`(declare-const x Int)`, `(declare-const a!1 Bool)` and `(assert (=> a!1 (> x 0)))`; `literal` of the same term again
gives `a!1` and no command.

Invariant: nothing is declared twice, and nothing is mentioned before it is declared. A term that cannot be printed
leaves declarations behind at most: whatever asserts something of it is printed as a whole, or not at all.
"""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from attrs import frozen

from ...core.errors import SortError, Unsupported
from ...core.ir.build import conj
from ...core.ir.contracts import Datatype, Function
from ...core.ir.definedness import well_defined
from ...core.ir.operators.arithmetic import ARITHMETIC, BIT_VECTORS
from ...core.ir.operators.text import STRINGS
from ...core.ir.sorts import BOOL, REAL, Sort
from ...core.ir.terms import Term, fold
from ...core.ir.variables import Name
from .collections import Expander
from .functions import FunctionTable, InvariantPrinter
from .normal import BoundNames, ConstantExpander, normalise
from .printer import Printer
from .reader import ValueReader
from .sorts import SortTable
from .symbols import PRODUCTS_MARK, constant_symbol

_PARTIAL, _COMPLEX, _NONLINEAR = 1, 2, 4  # flags of a term and of what is below it
_PLAIN = frozenset(row.name for row in (*STRINGS, *ARITHMETIC, *BIT_VECTORS) if row.domain is None) | {
    "var",
    "not",
    "and",
    "or",
    "implies",
    "ite",
}
"""Operators that need no preparation, whatever their arguments (on sorts without parts)."""


@frozen(slots=True)
class ScriptCommand:
    """One or more SMT-LIB commands. Those with a guard matter only to checks that assume this literal."""

    text: str
    guard: str | None = None


class Script:
    """The text of one session.

    `assertion` and `literal` return nothing a solver has not been told: `take()` gives the commands since
    the last `take()`, and must be read first. `variables` are the declared variables, with their symbols.
    """

    def __init__(self, functions: Mapping[Name, Function], datatypes: Mapping[str, Datatype]) -> None:
        self.variables: dict[Name, tuple[str, Sort]] = {}
        self._pending: list[ScriptCommand] = []
        self._functions = functions
        self._names = BoundNames()
        self.sorts = SortTable(datatypes, self._declare)
        self._constants = constants = ConstantExpander(self.sorts)
        self._reader = ValueReader(self.sorts, constants.identities)
        self._invariants = InvariantPrinter(self.sorts, self._declare)
        self._expander = Expander(self._names, self.sorts, constants)
        self._printer = Printer(self.sorts, self._declare, self._symbol, self._invariants.text, self._names.sorts)
        self._table = FunctionTable(
            functions,
            self._names,
            self._expander,
            self._printer,
            self._invariants,
            self._declare,
        )
        self._flags: dict[Term, int] = {}
        self._defined: dict[Term, Term] = {}
        self._literals: dict[Term, str] = {}

    def assertion(self, *terms: Term) -> None:
        """Assert that these Bool terms are defined and true; none of them when Unsupported is raised."""
        texts = [self._text(term) for term in terms]
        for text in texts:
            self._declare(f"(assert {text})")

    def literal(self, term: Term) -> str:
        """A Bool variable or its negation that, when assumed, means the term is defined and true."""
        literal_known = self._literals.get(term)
        if literal_known is None:
            text = self._text(term)
            core = term.args[0] if term.op == "not" else term
            # A Bool variable or its negation is a literal already; another one for it would only lengthen cores.
            if core.op == "var":
                literal_known = text
            else:
                literal_known = f"a!{len(self._literals) + 1}"
                self._declare(f"(declare-const {literal_known} Bool)")
                # One direction suffices: a literal is assumed true or left out, never assumed false.
                self._pending.append(ScriptCommand(f"(assert (=> {literal_known} {text}))", literal_known))
            self._literals[term] = literal_known
        return literal_known

    def model(self, values: Mapping[str, str]) -> dict[Name, Any]:
        """The values of the variables, of a solver's texts for their symbols. Raises as `ValueReader.read` does."""
        elements = self._constants.elements
        self._reader.elements = {}
        self._reader.elements = {
            self._reader.read(values[symbol], sort): elements[name]
            for name, (symbol, sort) in self.variables.items()
            if name in elements
        }
        return {
            name: self._reader.read(values[symbol], sort)
            for name, (symbol, sort) in self.variables.items()
            if name not in elements
        }

    def take(self) -> list[ScriptCommand]:
        """The commands that came up since the last call."""
        taken = list(self._pending)
        self._pending.clear()
        return taken

    def _declare(self, text: str) -> None:
        self._pending.append(ScriptCommand(text))

    def _text(self, term: Term) -> str:
        if term.sort != BOOL:
            raise SortError(f"a solver is asked about Bool terms, not {term.sort}")
        flags = self._classify(term)
        if flags & _NONLINEAR:
            self._declare(PRODUCTS_MARK)
        if flags & _PARTIAL:
            # `1 / x > 0` becomes `x != 0 and 1 / x > 0`: to SMT-LIB every operator is total, and 1 / 0 would be any
            # number.
            term = conj(well_defined(term, self._functions, self._defined), term)
        if flags & _COMPLEX:
            return self._complex(term)
        return self._printer.text(term)

    def _complex(self, term: Term) -> str:
        """The text of a term with binders, collections or calls; the axioms it needs are asserted."""
        try:
            expanded = self._expander.expand(normalise(term, self._names))
            self._table.settle()
            return self._printer.text(expanded)
        # What the expander noted for the caches is about a term of which no solver will be told.
        except Unsupported:
            self._expander.forget()
            raise
        except RecursionError:
            self._expander.forget()
            raise Unsupported("a term whose collections or quantifiers are nested too deeply", term.span) from None

    def _classify(self, root: Term) -> int:
        """Can the term be undefined, does it need preparation to be printed? Each subterm is seen once."""
        return fold(root, lambda term, inside: reduce(or_, inside, _own_flags(term)), self._flags)

    def _symbol(self, term: Term) -> str:
        if term.op == "call":
            return self._table.symbol(term)
        name: Name = term.data
        # A bound variable: its quantifier declares it.
        if name in self._names.sorts:
            return str(name)
        variable_known = self.variables.get(name)
        if variable_known is None:
            variable_known = self._declare_variable(name, term.sort)
        if variable_known[1] != term.sort:
            raise SortError(f"the variable {name} has the sorts {variable_known[1]} and {term.sort}")
        return variable_known[0]

    def _declare_variable(self, name: Name, sort: Sort) -> tuple[str, Sort]:
        if str(name).startswith("?"):
            raise Unsupported(f"the variable name {name}: a name with ? is reserved for bound variables")
        symbol = constant_symbol(str(name))
        invariant = self._invariants.text(sort, symbol)
        self._declare(f"(declare-const {symbol} {self.sorts.text(sort)})")
        if invariant is not None:
            self._declare(f"(assert {invariant})")
        if name in self._constants.elements:
            for other_name, (other_symbol, its_sort) in self.variables.items():
                if other_name in self._constants.elements and its_sort == sort:
                    self._declare(f"(assert (not (= {symbol} {other_symbol})))")
        self.variables[name] = (symbol, sort)
        return symbol, sort


def _own_flags(term: Term) -> int:
    if term.op == "mul" and term.sort == REAL and all(arg.op != "const" for arg in term.args):
        return _NONLINEAR
    if term.op in _PLAIN:
        return 0
    if term.op in ("const", "eq"):
        sort = term.sort if term.op == "const" else term.args[0].sort
        return _COMPLEX if sort.args or sort.kind in ("Datatype", "Uninterpreted", "Tuple") else 0
    if term.op in ("div", "mod") and term.args[1].op == "const" and term.args[1].data != 0:
        return 0
    return _PARTIAL | _COMPLEX | (_NONLINEAR if term.op == "div" and term.sort == REAL else 0)
