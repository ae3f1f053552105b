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

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import count
from operator import or_
from typing import Any

from attrs import frozen

from ...core.errors import SortError, Unsupported
from ...core.ir.build import UNBOUNDED, conj, implies
from ...core.ir.contracts import Datatype, Function
from ...core.ir.definedness import well_defined
from ...core.ir.operators.arithmetic import ARITHMETIC, BIT_VECTORS, MAX_CODE_POINT
from ...core.ir.operators.text import STRINGS
from ...core.ir.sorts import BOOL, REAL, Sort
from ...core.ir.terms import Binder, Term, fold, make, subterms
from ...core.ir.variables import Name
from .collections import Expander
from .normal import BoundNames, ConstantExpander, normalise, variable
from .printer import Printer
from .reader import ValueReader
from .sorts import SortTable, Variant, option_of
from .symbols import PRODUCTS_MARK, constant_symbol, symbol

# Functions of the IR in a script: defined at their first call, each group of mutually recursive ones at once; and what
# a value of a sort satisfies beyond what its SMT-LIB sort says: characters in range, counts not negative.


class InvariantPrinter:
    """Prints invariants; `declare` receives the predicates that they need for recursive datatypes."""

    def __init__(self, sorts: SortTable, declare: Callable[[str], None]) -> None:
        self._sorts = sorts
        self._declare = declare
        self._predicates: dict[Sort, str] = {}
        self._numbers = count(1)

    def text(self, sort: Sort, value: str) -> str | None:
        """A formula over the printed value; None when every value of the SMT-LIB sort is one of the sort."""
        if not self._matters(sort):
            return None
        self._sorts.text(sort)
        return self._formula(sort, value)

    def _matters(self, sort: Sort) -> bool:
        if not sort.args and sort.kind not in ("Char", "Datatype"):
            return False
        return self._sorts.contains(sort, "Char") or self._sorts.contains(sort, "Multiset")

    def _formula(self, sort: Sort, value: str) -> str | None:
        if not self._matters(sort):
            return None
        # A sort of SMT-LIB may have values that ours has not (any Int as a character): what is inside a value is
        # bounded, too, for all of its elements.
        element = f"e!{next(self._numbers)}"
        match sort.kind:
            case "Char":
                return f"(<= 0 {value} {MAX_CODE_POINT})"
            case "Seq":
                inner_formula = self._formula(sort.args[0], f"(seq.nth {value} {element})")
                inside = f"(and (<= 0 {element}) (< {element} (seq.len {value})))"
                return f"(forall (({element} Int)) (=> {inside} {inner_formula}))"
            case "Set" | "Multiset" | "Map":
                inner_formula = self._entry(sort, f"(select {value} {element})", element)
                return f"(forall (({element} {self._sorts.text(sort.args[0])})) {inner_formula})"
            case _ if self._sorts.is_recursive(sort):
                return f"({self._predicate(sort)} {value})"
            case _:
                return self._fields(sort, value)

    def _entry(self, sort: Sort, entry_text: str, element: str) -> str:
        """What the entry of a collection for one possible element satisfies."""
        key_formula = self._formula(sort.args[0], element)
        match sort.kind:
            case "Set":
                return f"(=> {entry_text} {key_formula})"
            case "Multiset":
                bound = f"(<= 0 {entry_text})"
                # An array of numbers may have negative ones, and a multiset counts.
                return bound if key_formula is None else f"(and {bound} (=> (< 0 {entry_text}) {key_formula}))"
            case _:
                _, some = self._sorts.variants(option_of(sort.args[1]))
                value = self._formula(sort.args[1], f"({some.selectors[0]} {entry_text})")
                conditions = " ".join(condition for condition in (key_formula, value) if condition is not None)
                # Of a key that is not there, the value is anything.
                return f"(=> ((_ is {some.symbol}) {entry_text}) (and true {conditions}))"

    def _fields(self, sort: Sort, value: str) -> str:
        variant_formulas = " ".join(self._variant(variant, value) for variant in self._sorts.variants(sort))
        return f"(and true {variant_formulas})"

    def _variant(self, variant: Variant, value: str) -> str:
        fields = [
            field_formula
            for selector, sort in zip(variant.selectors, variant.sorts, strict=True)
            if (field_formula := self._formula(sort, f"({selector} {value})")) is not None
        ]
        if not fields:
            return "true"
        return f"(=> ((_ is {variant.symbol}) {value}) (and true {' '.join(fields)}))"

    def _predicate(self, sort: Sort) -> str:
        predicate = self._predicates.get(sort)
        if predicate is not None:
            return predicate
        # Of `datatype Tree = Node(key: char, children: seq<Tree>)` a formula would have no end: it is a recursive
        # function, with one for each sort on the way back to it, defined together. A sequence needs none: its formula
        # is a quantifier over places, with a call of the function of its elements.
        group = [
            grouped_sort
            for grouped_sort in self._sorts.reachable(sort)
            if self._matters(grouped_sort) and self._sorts.is_recursive(grouped_sort)
        ]
        group = [
            grouped_sort
            for grouped_sort in group
            if grouped_sort not in self._predicates and grouped_sort.kind != "Seq"
        ]
        self._predicates.update(
            (grouped_sort, symbol(f"valid!{self._sorts.text(grouped_sort).strip('|')}")) for grouped_sort in group
        )
        heads = " ".join(
            f"({self._predicates[grouped_sort]} ((v! {self._sorts.text(grouped_sort)})) Bool)" for grouped_sort in group
        )
        bodies = " ".join(self._fields(grouped_sort, "v!") for grouped_sort in group)
        self._declare(f"(define-funs-rec ({heads}) ({bodies}))")
        return self._predicates[sort]


class FunctionTable:
    """Knows the symbol of every function that was called, and declares it.

    A function without a body is uninterpreted, with what it ensures as an axiom. A body is taken to be
    defined wherever the function's precondition holds: Dafny has verified that.
    """

    def __init__(
        self,
        functions: Mapping[Name, Function],
        names: BoundNames,
        expander: Expander,
        printer: Printer,
        invariants: InvariantPrinter,
        declare: Callable[[str], None],
    ) -> None:
        self._functions = functions
        self._names = names
        self._sorts = printer.sorts
        self._expander = expander
        self._printer = printer
        self._invariants = invariants
        self._declare = declare
        self._symbols: dict[Name, str] = {}
        self._begun = 0
        """Definitions whose text is not written yet, one inside the other."""

    def symbol(self, call: Term) -> str:
        """The symbol of the called function, defined. Raises Unsupported for an undeclared one."""
        name: Name = call.data
        known_symbol = self._symbols.get(name)
        if known_symbol is None:
            self._define_with_callees(name, call)
            known_symbol = self._symbols[name]
        return known_symbol

    def settle(self) -> None:
        """Assert the axioms of the auxiliary functions that the expander has introduced.

        Not inside a definition: a recursive function that gives a collection needs one that stands for what it adds to
        its own result, and the axiom of that one mentions the function, which is not declared yet.
        """
        while self._expander.axioms and not self._begun:
            self._declare(f"(assert {self._printer.text(self._expander.axioms.pop())})")

    def _function(self, name: Name, call: Term | None = None) -> Function:
        function = self._expander.functions.get(name) or self._functions.get(name)
        if function is None:
            raise Unsupported(f"call of the undeclared function {name}", call.span if call else None)
        return function

    def _define_with_callees(self, name: Name, call: Term) -> None:
        # A solver has to know a function before the first text that calls it; those that call each other are defined
        # together.
        reachable = self._reachability(name, call)
        # A callee outside a function's own cycle reaches strictly less than the function.
        for callee in sorted(reachable, key=lambda function: len(reachable[function])):
            if callee not in self._symbols:
                cycle = [
                    mutual_callee for mutual_callee in reachable[callee] if callee in reachable[mutual_callee]
                ] or [callee]
                self._define(cycle, recursive=callee in reachable[callee])

    def _reachability(self, name: Name, call: Term) -> dict[Name, set[Name]]:
        """Function → the functions that it reaches by at least one call, for this one and all that it reaches."""
        # The graph is built first, as functions may call each other in circles of any length.
        callees: dict[Name, set[Name]] = {}
        pending = [(name, call)]
        while pending:
            current, at = pending.pop()
            if current in callees:
                continue
            body = self._function(current, at).body
            calls = [node for node in subterms(body) if node.op == "call"] if body is not None else []
            callees[current] = {node.data for node in calls}
            pending.extend((node.data, node) for node in calls)
        # Then each function is walked from by itself: only calls count, so that it reaches itself on a circle alone.
        reachable = {}
        for start in callees:
            names: set[Name] = set()
            todo = list(callees[start])
            while todo:
                current = todo.pop()
                if current not in names:
                    names.add(current)
                    todo.extend(callees[current])
            reachable[start] = names
        return reachable

    def _define(self, cycle: list[Name], *, recursive: bool) -> None:
        declared_functions = self._expander.functions
        # Names are entered before bodies are read: a recursive body mentions them.
        self._symbols.update((name, symbol(str(name) if name in declared_functions else f"%{name}")) for name in cycle)
        self._begun += 1
        try:
            functions = [self._function(name) for name in cycle]
            # Without a body, all that is known of a function is what it ensures.
            if functions[0].body is None:
                self._declare_only(functions[0])
            elif recursive:
                heads, bodies = zip(
                    *(self._definition(function, recursive=True) for function in functions), strict=True
                )
                opened = " ".join(f"({head})" for head in heads)
                self._declare(f"(define-funs-rec ({opened}) ({' '.join(bodies)}))")
            else:
                self._declare(f"(define-fun {' '.join(self._definition(functions[0], recursive=False))})")
        except Unsupported:
            # A name without its definition must not stay, for the next query would take it as defined.
            for name in cycle:
                del self._symbols[name]
            raise
        finally:
            self._begun -= 1
        self.settle()

    def _definition(self, function: Function, *, recursive: bool) -> tuple[str, str]:
        """The head (symbol, parameters, result sort) and the body."""
        assert function.body is not None
        parameters = [self._names.fresh(parameter.name, parameter.sort) for parameter in function.parameters]
        body = self._guarded(function, function.body) if recursive else function.body
        environment = _renaming(function, parameters)
        body = self._expander.expand_whole(normalise(body, self._names, environment))
        text = self._printer.body(body, frozenset(str(parameter.name) for parameter in parameters))
        listed = " ".join(f"({parameter.name} {self._sorts.text(parameter.sort)})" for parameter in parameters)
        return f"{self._symbols[function.name]} ({listed}) {self._sorts.text(function.result)}", text

    def _guarded(self, function: Function, body: Term) -> Term:
        """The body where the precondition holds, any value elsewhere. A recursion without end there
        (``f([]) = 1 + f([][1..])``) would otherwise be a contradiction."""
        if not function.requires:
            return body
        # One constant for all arguments outside: a function of them would let a solver look for models there.
        anything = Function(f"outside!{function.name}", (), function.result, None)
        self._expander.functions[anything.name] = anything
        required = _meant(function.requires, self._functions)
        return make("ite", (required, body, make("call", (), function.result, anything.name)), function.result)

    def _declare_only(self, function: Function) -> None:
        listed = " ".join(self._sorts.text(parameter.sort) for parameter in function.parameters)
        name = self._symbols[function.name]
        invariant = self._invariants.text(function.result, "(r!)")
        self._declare(f"(declare-fun {name} ({listed}) {self._sorts.text(function.result)})")
        if invariant is not None:
            self._declare_invariant(function, name)
        # Of a function with a body these are theorems, which its verifier has proved: only here are they all that is
        # known.
        if function.ensures:
            self._assert_ensures(function)

    def _declare_invariant(self, function: Function, name: Name) -> None:
        variables = [f"p!{position}" for position in range(len(function.parameters))]
        value = f"({name} {' '.join(variables)})" if variables else str(name)
        formula = self._invariants.text(function.result, value)
        bound = " ".join(
            f"({variable_name} {self._sorts.text(parameter.sort)})"
            for variable_name, parameter in zip(variables, function.parameters, strict=True)
        )
        self._declare(f"(assert (forall ({bound}) {formula}))" if variables else f"(assert {formula})")

    def _assert_ensures(self, function: Function) -> None:
        parameters = [self._names.fresh(parameter.name, parameter.sort) for parameter in function.parameters]
        required = _meant(function.requires, self._functions)
        ensured = _meant(function.ensures, self._functions)
        axiom = normalise(implies(required, ensured), self._names, _renaming(function, parameters))
        if parameters:
            domains = [UNBOUNDED] * len(parameters)
            axiom = make("forall", (*domains, axiom), BOOL, tuple(parameters))
        self._expander.axioms.append(self._expander.expand(axiom))


def _meant(terms: tuple[Term, ...], functions: Mapping[Name, Function]) -> Term:
    """The terms are defined and true."""
    return conj(*(conj(well_defined(term, functions), term) for term in terms))


def _renaming(function: Function, parameters: list[Binder]) -> dict[Name, Term]:
    return {old.name: variable(new) for old, new in zip(function.parameters, parameters, strict=True)}


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
        # Declarations that any of the parts below needs go into one list of commands, in the order of their need.
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
        # In two passes: which element of the model each constant is has to be known before the values that hold
        # elements.
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
            # The constants of an uninterpreted sort stand for different values, as they do in the IR.
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
    # By a constant it is linear and total.
    if term.op in ("div", "mod") and term.args[1].op == "const" and term.args[1].data != 0:
        return 0
    return _PARTIAL | _COMPLEX | (_NONLINEAR if term.op == "div" and term.sort == REAL else 0)
