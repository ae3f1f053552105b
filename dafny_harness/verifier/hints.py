"""Intermediate assertions: what the verifier does not find by itself, and can check.

They say what our evaluator computed while it decided a clause: values of calls (callees first), of collections, of the
instances of quantifiers. None is assumed: the verifier proves each before it uses it, so that a wrong value of ours can
make a proof fail, never succeed.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from attrs import define, field

from ...core.errors import OutOfFuel, SpecassayError, Unsupported
from ...core.evaluate import binding
from ...core.evaluate.environment import Environment
from ...core.evaluate.evaluation_limits import LIMITS as EVALUATION
from ...core.evaluate.typed import Machine
from ...core.fuel import Fuel
from ...core.ir import build
from ...core.ir.contracts import Function, Program
from ...core.ir.operators.context import EvaluationContext, Undecided, Undefined
from ...core.ir.sorts import BOOL, Sort
from ...core.ir.substitution import instantiate
from ...core.ir.terms import BINDING, Binder, Term, const, free_names, subterms, var
from ...core.ir.type_instances import is_generic, matched, replace_sorts, term_with_types
from ...core.ir.values import ArrayValue, FrozenMap, Multiset
from ...core.ir.variables import Name, Valuation
from ...core.trampoline import Steps, run
from .declarations import printed_type
from .harness_limits import LIMITS
from .values import holds_arrays

_COLLECTIONS = frozenset({"Seq", "Set", "Multiset", "Map"})
_PLAIN = frozenset({"var", "const", "seq.literal", "set.literal", "multiset.literal", "map.literal"})
_CHOICES = frozenset({"ite", "let", "such_that", "call"})
"""They build no collection; calls are told by themselves."""
_EMPTY: dict[Name, Any] = {"Seq": (), "Set": frozenset(), "Multiset": Multiset(), "Map": FrozenMap()}
_FAILURES = (Undefined, Undecided, OutOfFuel, SpecassayError, RecursionError)


class _Calls(dict[Any, Any]):
    """Results of one function; a log keeps them in the order in which they became known: callees first."""

    def __init__(self, name: str, log: list[tuple[str, Any]]) -> None:
        super().__init__()
        self._name, self._log = name, log

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self._log.append((self._name, key))


class _Results(dict[Any, Any]):
    """The evaluator's memory of calls, with a log."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[tuple[str, Any]] = []

    def setdefault(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            self[key] = _Calls(key[0], self.log)
        return self[key]


@define(slots=True)
class Hints:
    """The facts for one triple, in order, each with the statement that proves it.

    `values`: free variables of its clauses → values. `show` prints a term in the harness's name space, `instances`
    says whether quantifiers are looked into. `empty`: the sort of an empty collection → the variable that the facts
    call it by: alone, `[]` has no type.
    """

    program: Program
    values: Valuation
    show: Callable[[Term], str]
    instances: bool = True
    found: dict[str, str] = field(factory=dict)
    empty: dict[Sort, str] = field(factory=dict)
    fuel: Fuel = field(factory=lambda: Fuel(LIMITS.steps, depth=EVALUATION.recursion))

    def about(self, term: Term) -> None:
        """Collect what helps to decide a Bool term over the variables that have values."""
        results = _Results()
        machine = self._machine(results)
        with contextlib.suppress(*_FAILURES):  # What was computed until a failure still holds.
            run(machine.evaluate(term, machine.environment))
        types = {name: _types(function, results) for name, function in self.program.functions.items()}
        for name, key in results.log:
            type_ = types[name]
            if type_ is not None:
                self._call(name, key, type_)
        self._parts(term)

    # -- calls

    def _call(self, name: str, values: Sequence[Any], types: Mapping[str, Sort]) -> None:
        """The value of one call, after what its body needs. `types`: what its type parameters stand for."""
        function = self.program.functions[name]
        terms: dict[Name, Term] = {}
        for binder, value in zip(function.parameters, values, strict=True):
            state = value[0] if binder.sort.kind == "Array" and value is not None else value
            term = self._term(state, replace_sorts(binder.sort, types))
            if term is None:
                return
            terms[binder.name] = term
        if function.body is not None:
            self._parts(instantiate(term_with_types(function.body, types), terms))
        arguments = (terms[binder.name] for binder in function.parameters)
        self._equation(build.call(name, *arguments, sort=replace_sorts(function.result, types)))

    # -- parts of terms

    def _parts(self, term: Term) -> None:
        """Values of the collections and quantifiers in a term that do not depend on bound variables."""
        for node in _closed(term, {*self.values, *self.empty.values()}):
            if node.op in ("forall", "exists"):
                if self.instances:
                    self._quantifier(node)
            elif node.sort.kind in _COLLECTIONS and node.op not in _PLAIN | _CHOICES:
                if node.op == "set.comprehension" and self.instances:
                    self._comprehension(node)
                self._equation(node)

    def _equation(self, term: Term) -> None:
        """The term equals its value; nothing where it has none."""
        value = self._value(term)
        shown = None if value is None else self._term(value, term.sort)
        if shown is None:
            return
        try:
            if term.sort == BOOL:
                self._say(self._literal(term, value))
            else:
                self._say(f"({self.show(term)}) == {self.show(shown)}")
        except Unsupported:
            return

    def _literal(self, term: Term, value: bool) -> str:
        return f"({self.show(term)})" if value else f"!({self.show(term)})"

    def _say(self, fact: str, proof: str = "") -> None:
        if len(self.found) < LIMITS.hints:
            self.found.setdefault(fact, proof or f"assert {fact};")

    # -- quantifiers

    def _quantifier(self, term: Term) -> None:
        """The instance that decides; or all instances, and that there are no others."""
        value = self._value(term)
        if value is None or len(self.found) >= LIMITS.hints:
            return
        # One true instance proves `exists`, one false instance refutes `forall`; for the other two answers all
        # instances are needed.
        decisive = term.op == "exists"
        instances = self._instances(term, decisive, first=value is decisive)
        if instances is None:
            return
        body = term.args[-1]
        ranges = _ranges(term)
        for instance in instances:
            terms = {b.name: const(one, b.sort) for b, one in zip(term.data, instance, strict=True)}
            self._parts(instantiate(body, terms))
            self._equation(instantiate(body, terms))
        try:
            # Instances that are not listed need a reason: that the listed ones are all which the ranges allow.
            if value is not decisive:
                whole = build.implies(build.conj(*ranges), body) if term.op == "forall" else build.conj(*ranges, body)
                self._for_all(term.data, whole, value=not decisive, instances=instances)
            self._say(self._literal(term, value))
        except SpecassayError:
            return

    def _comprehension(self, term: Term) -> None:
        """Which elements a set has, for a comprehension of the form `set x | condition`."""
        value, element = self._value(term), term.args[-1]
        if value is None or len(term.data) != 1 or (element.op, element.data) != ("var", term.data[0].name):
            return
        (binder,) = term.data
        condition = build.conj(*_ranges(term), term.args[1])
        member = build.op("set.member", element, const(value, term.sort))
        same = build.eq(condition, member)
        # Element by element first: from these equations the verifier proves the one about all.
        instances = self._instances(term, True, first=False)
        if instances is None:
            return
        for (one,) in instances:
            self._parts(instantiate(condition, {binder.name: const(one, binder.sort)}))
            self._equation(instantiate(same, {binder.name: const(one, binder.sort)}))
        try:
            self._for_all(term.data, same, value=True, instances=instances)
        except SpecassayError:
            return

    def _for_all(
        self, binders: Sequence[Binder], body: Term, *, value: bool, instances: Sequence[tuple[Any, ...]]
    ) -> None:
        """A proof that the body has a value everywhere: at the instances by what is known, elsewhere by itself."""
        cases = (
            " && ".join(self._equals(binder, one) for binder, one in zip(binders, instance, strict=True))
            for instance in instances
        )
        names = ", ".join(f"{binder.name}: {printed_type(binder.sort)}" for binder in binders)
        split = "".join(f"if {case} {{ }} else " for case in cases)
        fact = self._literal(body, value)
        self._say(f"forall {names} :: {fact}", f"forall {names} ensures {fact} {{ {split}{{ }} }}")

    def _equals(self, binder: Binder, value: Any) -> str:
        return f"{binder.name} == {self.show(const(value, binder.sort))}"

    def _instances(self, term: Term, wanted: bool, *, first: bool) -> list[tuple[Any, ...]] | None:
        """The assignments that the evaluator tries, or only the first whose body is `wanted`; None if too many."""
        machine = self._machine()
        guard = term.args[len(term.data)]
        found: list[tuple[Any, ...]] = []

        def visit(environment: Environment) -> Steps[bool]:
            values = tuple(environment[binder.name] for binder in term.data)
            if not first:
                found.append(values)
                # One more than the limit is enough to know that there are too many.
                return len(found) > LIMITS.instances
            if (yield from machine.value(guard, environment)) is wanted:
                found.append(values)
                return True
            return False

        try:
            loops = run(binding.levels(machine, term, guard, wanted, machine.environment))
            # If a domain was cut short, the list is no proof that there are no other instances.
            if not first and not all(level.complete for level in loops):
                return None
            run(binding.enumerate_assignments(machine, loops, guard, machine.environment, visit))
        except _FAILURES:
            return None
        return found if len(found) <= LIMITS.instances else None

    # -- values

    def _value(self, term: Term) -> Any:
        """The term's value; None where it has none or it is not found."""
        machine = self._machine()
        try:
            return run(machine.evaluate(term, machine.environment))
        except _FAILURES:
            return None

    def _term(self, value: Any, sort: Sort) -> Term | None:
        """A value as a term: an array by the name of a variable that holds it, in the state in which it holds it."""
        if sort.kind in _COLLECTIONS and not value:
            taken = {*self.values, *self.program.functions, *self.empty.values()}
            name = self.empty.setdefault(sort, next(n for n in map("empty{}".format, count()) if n not in taken))
            return var(name, sort)
        if sort.kind != "Array":
            return None if holds_arrays(sort) else const(value, sort)
        for name, known in self.values.items():
            if isinstance(known, ArrayValue) and known == value and known.elements == value.elements:
                return var(name, sort)
        return None

    def _machine(self, results: _Results | None = None) -> Machine:
        context = EvaluationContext(self.program.functions, self.program.datatypes, self.fuel)
        if results is None:
            return Machine(context, self._environment())
        return Machine(context, self._environment(), results=results)

    def _environment(self) -> dict[Name, Any]:
        return {**{name: _EMPTY[sort.kind] for sort, name in self.empty.items()}, **self.values}


def _types(function: Function, results: _Results) -> dict[str, Sort] | None:
    """What the type parameters of a function stand for in all its calls; None where that is not one and the same.
    Inside a generic function a call has no types of its own."""
    found: dict[str, Sort] = {}
    for name, sorts in results:
        if name == function.name and not any(map(is_generic, sorts)):
            for binder, sort in zip(function.parameters, sorts, strict=True):
                if not matched(binder.sort, sort, found):
                    return None
    generic = any(is_generic(binder.sort) for binder in function.parameters)
    return found if found or not generic else None


def _ranges(term: Term) -> list[Term]:
    """What the domains of a binding term say, as conditions."""
    ranges = []
    for binder, domain in zip(term.data, term.args, strict=False):
        if domain.op == "elements" and domain.args[0].sort.kind == "Array":
            domain = build.elements(build.op("array.elements", domain.args[0]))
        ranges += build.in_domain(var(binder.name, binder.sort), domain)
    return ranges


def _closed(term: Term, known: set[str]) -> Iterator[Term]:
    """The subterms without bound variables, innermost first."""
    bound = {binder.name for node in subterms(term) if node.op in BINDING for binder in node.data}
    for node in subterms(term):
        names = free_names(node)
        if names <= known and not names & bound:
            yield node
