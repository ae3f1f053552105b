"""Beyond mutants: is there any other output at all that a specification accepts on a test's input?

None (proved) means that the specification is *functional* on that input, which no number of killed mutants shows.
Otherwise another output is the best witness of weakness. Equations and finite domains are looked at first, then
outputs near the right one, then a solver; a witness counts only when the evaluator confirms it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Literal

from attrs import evolve, field, frozen

from ..core.build import UNBOUNDED, conj, eq, integer, le, negate, op
from ..core.contracts import Program
from ..core.deciding import EVALUATOR, Decision, Engines, Theory, decide, theory_of
from ..core.errors import Unsupported
from ..core.evaluate.fuel import Fuel
from ..core.evaluate.typed import DEPTH, evaluate
from ..core.specification_testing import find
from ..core.terms import Binder, Term, const, free_variables, substitute, var
from ..core.values import ArrayValue, order_key
from .contents import contents
from .equations import Equations
from .examples import Example
from .operators import Mutation, mutants, operator_set

Uniqueness = Literal["functional", "several", "none", "unknown"]
"""How many outputs a specification accepts on an input: exactly one (proved), more (with a witness), none at all
(proved), or what could not be found out."""

MOST_NEAR = 60
"""How many outputs near the right one are tried, for each component."""
MOST_STEPS = 200_000
SECONDS = 1.0
"""For one question to a solver."""
SIZES = (0, 1, 2, 4, 16, 256)
"""The bounds on the size of a witness that are tried, the smallest first."""


@frozen(slots=True)
class Outputs:
    """What a specification accepts on one input.

    `other`: an output that it accepts beside the expected one (or, where it refuses that, any); empty when there
    is none or none was found. `engine`: who found or proved it.
    """

    verdict: Uniqueness
    engine: str | None = None
    other: Mapping[str, Any] = field(factory=dict)
    reason: str = ""


def outputs_of(
    example: Example,
    expected: Mapping[str, Any] | None,
    survivors: Sequence[Mapping[str, Any]],
    program: Program,
    engines: Engines,
    label: str,
) -> Outputs:
    """What the postcondition accepts on the input of an example.

    `expected`: the complete output that the test expects and the postcondition accepts, None when it refuses that.
    `survivors`: other outputs that it is known to accept. `label` names the queries of a dump.
    """
    specification = example.specification
    if any(condition.term is None for condition in specification.ensures):
        return Outputs("unknown", None, {}, "a clause is not supported")
    search = _Search(example, program, evolve(engines, seconds=min(engines.seconds, SECONDS)), label)
    if expected is not None:
        if survivors:
            return Outputs("several", EVALUATOR, min(survivors, key=_size))
        return search.beside(expected)
    first, decision = search.any_but(())
    if first is None:
        verdict: Uniqueness = "none" if decision.verdict == "refuted" else "unknown"
        return Outputs(verdict, decision.engine, {}, decision.reason)
    return evolve(search.beside(first), other=first)


@frozen(slots=True)
class _Search:
    example: Example
    program: Program
    engines: Engines
    label: str

    @property
    def theory(self) -> Theory:
        return theory_of(self.program)

    @property
    def changed(self) -> list[Binder]:
        """The outputs and the parameters that the method modifies."""
        specification = self.example.specification
        modified = [binder for binder in specification.inputs if binder.name in specification.modifies]
        return [*specification.outputs, *modified]

    @property
    def unknowns(self) -> dict[str, Binder]:
        return {binder.name: Binder(f"{binder.name}#other", binder.sort) for binder in self.changed}

    @property
    def values(self) -> dict[str, Any]:
        """The input, the state before the call included."""
        modified = self.example.specification.modifies
        known = {name: value for name, value in self.example.inputs.items() if name not in modified}
        return {**known, **{f"old({name})": self.example.inputs[name] for name in modified}}

    @property
    def clauses(self) -> list[Term]:
        """The postcondition over the unknowns, and what their types and `modifies` promise."""
        unknowns = self.unknowns
        renaming = {name: var(binder.name, binder.sort) for name, binder in unknowns.items()}
        found = [_not_null(term) for term in renaming.values() if term.sort.kind == "Array"]
        for name in self.example.specification.modifies:
            before = self.example.inputs[name]
            if isinstance(before, ArrayValue):
                found.append(eq(op("array.len", renaming[name]), integer(len(before.elements))))
        ensures = self.example.specification.ensures
        return [*found, *(substitute(each.term, renaming) for each in ensures if each.term is not None)]

    def beside(self, right: Mapping[str, Any]) -> Outputs:
        """What is accepted beside an output that is."""
        other, decision = self.any_but((right,))
        if other is not None:
            return Outputs("several", decision.engine, other)
        if decision.verdict == "refuted":
            return Outputs("functional", decision.engine)
        return Outputs("unknown", decision.engine, {}, decision.reason)

    def any_but(self, known: tuple[Mapping[str, Any], ...]) -> tuple[Mapping[str, Any] | None, Decision]:
        """An accepted output that is none of the known ones; with None, *refuted* when there is none."""
        for attempt in (self._equations, self._finite, self._near, self._solver):
            output, decision = attempt(known)
            if output is not None or decision.verdict == "refuted":
                return output, decision
        return None, decision

    def _equations(self, known: tuple[Mapping[str, Any], ...]) -> tuple[Mapping[str, Any] | None, Decision]:
        """The postcondition may determine its outputs, as in `r == a + b`."""
        unknowns = {binder.name for binder in self.unknowns.values()}
        equations = Equations(self.program, unknowns.__contains__)
        try:
            equations.solve(map(self._with_input, self.clauses))
        except Unsupported as unsupported:
            return None, Decision("unknown", EVALUATOR, str(unsupported))
        if equations.contradicted:
            return None, Decision("refuted", EVALUATOR)
        if unknowns <= equations.values.keys():
            only = {name: equations.values[binder.name] for name, binder in self.unknowns.items()}
            if _among(only, known):
                return None, Decision("refuted", EVALUATOR)
            if self._accepts(only):
                return only, Decision("holds", EVALUATOR)
        return None, _OPEN

    def _finite(self, known: tuple[Mapping[str, Any], ...]) -> tuple[Mapping[str, Any] | None, Decision]:
        """All accepted outputs, where the evaluator finds finite domains for them."""
        binders = list(self.unknowns.values())
        if not binders or any(binder.sort.kind == "Array" for binder in binders):
            return None, _OPEN
        components = [var(binder.name, binder.sort) for binder in binders]
        element = op("tuple.make", *components) if len(components) > 1 else components[0]
        body = conj(*self.clauses)
        everything = op(
            "set.comprehension", *(UNBOUNDED for _ in binders), body, element, data=tuple(binders)
        )
        fuel = Fuel(MOST_STEPS, depth=DEPTH)
        result = evaluate(everything, self.values, self.program.functions, self.program.datatypes, fuel)
        if result.state != "defined":
            return None, Decision("unknown", EVALUATOR, result.reason)
        found = [value if len(components) > 1 else (value,) for value in result.value]
        outputs = [dict(zip(self.unknowns, value, strict=True)) for value in found]
        others = [output for output in outputs if not _among(output, known)]
        if not others:
            return None, Decision("refuted", EVALUATOR)
        return min(others, key=_size), Decision("holds", EVALUATOR)

    def _near(self, known: tuple[Mapping[str, Any], ...]) -> tuple[Mapping[str, Any] | None, Decision]:
        """The smallest accepted mutant of a known output, or of what the test expects."""
        base = known[0] if known else self.example.outputs
        accepted = [
            output
            for output in self._neighbours(base)
            if not _among(output, known) and self._accepts(output)
        ]
        return (min(accepted, key=_size), Decision("holds", EVALUATOR)) if accepted else (None, _OPEN)

    def _neighbours(self, base: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        if base.keys() != self.unknowns.keys():
            return
        specification = self.example.specification
        operators = operator_set("full")
        inputs = tuple((binder.sort, self.example.inputs[binder.name]) for binder in specification.inputs)
        for binder in self.changed:
            mutation = Mutation(operators, Random(f"near/{self.label}"), self.program.datatypes, inputs)
            chosen = operators.in_place if specification.in_place(binder) else None
            near = mutants(base[binder.name], binder.sort, mutation, chosen)
            for _, value in islice(near, MOST_NEAR):
                yield {**base, binder.name: value}

    def _accepts(self, output: Mapping[str, Any]) -> bool:
        """Whether the evaluator confirms that the postcondition holds of an output."""
        only = evolve(self.engines, backends=(), use_evaluator=True, steps=MOST_STEPS)
        values = {**self.values, **{self.unknowns[name].name: value for name, value in output.items()}}
        return all(
            decide(clause, values, theory=self.theory, engines=only).verdict == "holds" for clause in self.clauses
        )

    def _solver(self, known: tuple[Mapping[str, Any], ...]) -> tuple[Mapping[str, Any] | None, Decision]:
        """Ask for another output; when there is one, for a smaller one."""
        if not self.engines.backends:
            return None, Decision("unknown", None, "no solver was asked")
        goal = [*self.clauses, *map(self._differs, known)]
        decision, model = self._ask(goal)
        if decision.verdict != "holds":
            return None, decision
        measures = [measure for binder in self.unknowns.values() if (measure := _measure(binder)) is not None]
        for size in SIZES:
            smaller, small = self._ask([*goal, *(le(measure, integer(size)) for measure in measures)])
            if smaller.verdict != "refuted":
                model = small or model
                break
        return {name: model[binder.name] for name, binder in self.unknowns.items()}, decision

    def _ask(self, goal: Sequence[Term]) -> tuple[Decision, Mapping[str, Any]]:
        binders = tuple(self.unknowns.values())
        return find(goal, self.values, binders, theory=self.theory, engines=self.engines, label=f"{self.label}-other")

    def _differs(self, output: Mapping[str, Any]) -> Term:
        """Some component holds something else."""
        same = [_same(var(binder.name, binder.sort), output[name]) for name, binder in self.unknowns.items()]
        return negate(conj(*same))

    def _with_input(self, term: Term) -> Term:
        sorts = dict(free_variables(term))
        values = self.values
        return substitute(term, {name: const(values[name], sort) for name, sort in sorts.items() if name in values})


_OPEN = Decision("unknown", EVALUATOR, "no other output was found, and none is excluded")


def _same(unknown: Term, value: Any) -> Term:
    if unknown.sort.kind == "Array":
        elements = op("array.elements", unknown)
        return eq(elements, const(value.elements, elements.sort))
    return eq(unknown, const(value, unknown.sort))


def _not_null(array: Term) -> Term:
    return negate(op("array.is_null", array))


def _measure(binder: Binder) -> Term | None:
    """The size of an output as an Int term, where its sort has one that solvers know."""
    unknown = var(binder.name, binder.sort)
    match binder.sort.kind:
        case "Int":
            return op("ite", le(integer(0), unknown), unknown, op("neg", unknown))
        case "Seq":
            return op("seq.len", unknown)
        case "Array":
            return op("array.len", unknown)
        case _:
            return None


def _among(output: Mapping[str, Any], known: Sequence[Mapping[str, Any]]) -> bool:
    return any(all(contents(output[name]) == contents(each[name]) for name in output) for each in known)


def _size(output: Mapping[str, Any]) -> tuple[Any, ...]:
    """Small outputs first: small numbers, the negative ones after, and short collections."""
    return tuple(_weight(value) for value in output.values())


def _weight(value: Any) -> tuple[Any, ...]:
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value), value < 0
    return order_key(value)
