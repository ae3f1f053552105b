"""Functions of the IR in a script: defined at their first call, each group of mutually recursive ones at once; and what
a value of a sort satisfies beyond what its SMT-LIB sort says: characters in range, counts not negative.
"""

from collections.abc import Callable, Mapping
from itertools import count

from ...core.errors import Unsupported
from ...core.ir.build import UNBOUNDED, conj, implies
from ...core.ir.contracts import Function
from ...core.ir.definedness import well_defined
from ...core.ir.operators.arithmetic import MAX_CODE_POINT
from ...core.ir.sorts import BOOL, Sort
from ...core.ir.terms import Binder, Term, make, subterms
from ...core.ir.variables import Name
from .collections import Expander
from .normal import BoundNames, normalise, variable
from .printer import Printer
from .sorts import SortTable, Variant, option_of
from .symbols import symbol


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
                return bound if key_formula is None else f"(and {bound} (=> (< 0 {entry_text}) {key_formula}))"
            case _:
                _, some = self._sorts.variants(option_of(sort.args[1]))
                value = self._formula(sort.args[1], f"({some.selectors[0]} {entry_text})")
                conditions = " ".join(condition for condition in (key_formula, value) if condition is not None)
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
        self._symbols.update((name, symbol(str(name) if name in declared_functions else f"%{name}")) for name in cycle)
        self._begun += 1
        try:
            functions = [self._function(name) for name in cycle]
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
