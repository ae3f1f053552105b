"""Hoare triples as the verifier is asked about them.

A harness has no objects: their fields, and what these were before the call, are variables of its own. Of an object
only equality matters, so that whole numbers stand for them, and 0 for null."""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ...core.deciding.clauses import ClauseVerdict
from ...core.errors import Unsupported
from ...core.ir.contracts import Condition, Dimensions, Program, Specification
from ...core.ir.objects import is_object
from ...core.ir.sorts import INT, OBJECT, Sort
from ...core.ir.substitution import instantiate
from ...core.ir.terms import Binder, Term, fold, rebuild, substitute, var
from ...core.ir.values import ArrayValue, with_parts
from ...core.ir.variables import RECEIVER, Name, Valuation, is_field, pre_state
from ...core.spec_testing.score import MethodScore
from ...core.spec_testing.triples import Mutant, Tested

THIS = RECEIVER


@frozen(slots=True)
class Triple:
    """{true} x := inputs; y := outputs {clauses}, for some value of the `unknowns` under `constraints`.

    `unknowns` are outputs without a value, and `constraints` Bool terms over the names of inputs and outputs;
    `witness` gives the unknowns values that are believed to satisfy everything. `partial`: some clause is believed
    to be undefined here. `verdict` is ours, and `blamed` the positions of the clauses that we refute.
    """

    label: str
    program: Program
    specification: Specification
    inputs: Valuation
    outputs: Valuation
    clauses: tuple[Condition, ...]
    verdict: ClauseVerdict = "unknown"
    blamed: tuple[int, ...] = ()
    partial: bool = False
    unknowns: tuple[Binder, ...] = ()
    constraints: tuple[Term, ...] = ()
    witness: Valuation = field(factory=dict)

    @property
    def values(self) -> dict[Name, Any]:
        """Free variable of the clauses → value, where it has one."""
        before = {name: self.inputs[now] for now, name in self.specification.pre_states.items()}
        return {**self.inputs, **before, **self.outputs}

    def about(self, positions: Sequence[int]) -> "Triple":
        """The triple with only some of its clauses."""
        return evolve(self, clauses=tuple(self.clauses[position] for position in positions), blamed=())


def triples_of(score: MethodScore, program: Program, task: str) -> Iterator[Triple]:
    """The triples of a score: each test whose input is valid, and each of its mutants."""
    for number, test in enumerate(score.tests):
        if test.judgement is None or not score.specification.ensures:
            continue
        label = f"{task}/{score.method}/{number}"
        yield triple_of(label, test, None, program)
        for position, mutant in enumerate(test.mutants):
            yield triple_of(f"{label}/mutant {position}", test, mutant, program)


def triple_of(label: str, test: Tested, mutant: Mutant | None, program: Program) -> Triple:
    """The triple of a test with a judgement (of `mutant`, if given), and our judgement on it."""
    example = test.example
    judgement = test.judgement if mutant is None else mutant.judgement
    assert judgement is not None
    outputs = example.outputs if mutant is None else mutant.outputs
    unknown = {binder.name: name for name, binder in example.unknowns.items() if name not in outputs}
    sorts = {binder.name: binder.sort for binder in example.unknowns.values()}
    names = {binder: var(name, sorts[binder]) for binder, name in unknown.items()}
    triple = Triple(
        label,
        program,
        example.specification,
        example.inputs,
        outputs,
        example.specification.ensures,
        judgement.verdict,
        judgement.refuting,
        any(decision.undefined for decision in judgement.clauses),
        tuple(Binder(name, sorts[binder]) for binder, name in unknown.items()),
        witness={unknown[name]: value for name, value in judgement.witness.items() if name in unknown},
    )
    # The constraints are what the test asserts of the right output, which a mutant need not meet.
    if mutant is not None:
        return triple
    constraints = (_naming_arrays(instantiate(term, names), triple.values) for term in example.constraints)
    return evolve(triple, constraints=tuple(constraints))


def _naming_arrays(term: Term, values: Valuation) -> Term:
    """The term with variables in place of the arrays that they hold: an array has no literal."""

    def step(node: Term, args: tuple[Term, ...]) -> Term:
        if node.op == "const" and isinstance(node.data, ArrayValue):
            for name, value in values.items():
                if value == node.data and value.elements == node.data.elements:
                    return var(name, node.sort, node.span)
        return rebuild(node, args)

    return fold(term, step)


def numbered_sort(sort: Sort) -> Sort:
    """The sort with whole numbers in place of objects."""
    if sort == OBJECT:
        return INT
    return Sort(sort.kind, tuple(map(numbered_sort, sort.args)), sort.label) if sort.args else sort


def numbered(value: Any) -> Any:
    """The value with whole numbers in place of objects."""
    return value.index if is_object(value) else with_parts(value, numbered)


def with_numbers(triple: Triple) -> Triple:
    """The triple whose values have whole numbers in place of objects."""
    specification = triple.specification
    if not any(numbered_sort(binder.sort) != binder.sort for binder in (*specification.inputs, *specification.outputs)):
        return triple
    return evolve(
        triple,
        specification=evolve(
            specification, inputs=_binders(specification.inputs), outputs=_binders(specification.outputs)
        ),
        inputs={name: numbered(value) for name, value in triple.inputs.items()},
        outputs={name: numbered(value) for name, value in triple.outputs.items()},
        unknowns=_binders(triple.unknowns),
        witness={name: numbered(value) for name, value in triple.witness.items()},
    )


def _binders(binders: tuple[Binder, ...]) -> tuple[Binder, ...]:
    return tuple(Binder(binder.name, numbered_sort(binder.sort)) for binder in binders)


def without_fields(triple: Triple) -> Triple:
    """The same triple over plain variables: `this_x` for `this.x`, `old_this_x` for `old(this.x)`, `this_`.
    Raises Unsupported for arrays without a name."""
    specification = triple.specification
    if specification.heap.reached is not None:
        raise Unsupported("arrays that are reached through other values")
    binders = {
        binder.name: binder
        for binder in (*specification.inputs, *specification.outputs)
        if is_field(binder.name) or binder.name == THIS
    }
    if not binders:
        return triple
    taken = {binder.name for binder in (*specification.inputs, *specification.outputs)}
    # A field that the method modifies is two variables: its value before the call is an input, the one after it an
    # output (`_plain`). Names are free ones: a parameter may be called `this_x`.
    now: dict[Name, Name] = {
        name: _free(f"{THIS}_" if name == THIS else str(name).replace(".", "_"), taken) for name in binders
    }
    before: dict[Name, Name] = {
        name: _free(f"old_{now[name]}", taken) for name in specification.modifies if name in binders
    }
    renaming = {name: var(plain, binders[name].sort) for name, plain in now.items()}
    renaming |= {pre_state(name): var(plain, binders[name].sort) for name, plain in before.items()}
    inputs = {before.get(name, now.get(name, name)): value for name, value in triple.inputs.items()}
    witness = {now.get(name, name): value for name, value in triple.witness.items()}
    return evolve(
        triple,
        specification=_plain(specification, now, before),
        inputs=inputs,
        outputs={now.get(name, name): value for name, value in triple.outputs.items()},
        clauses=tuple(_renamed(condition, renaming) for condition in triple.clauses),
        unknowns=tuple(Binder(now.get(binder.name, binder.name), binder.sort) for binder in triple.unknowns),
        constraints=tuple(substitute(term, renaming) for term in triple.constraints),
        witness=witness,
    )


def _free(name: str, taken: set[Name]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _plain(specification: Specification, now: dict[Name, Name], before: dict[Name, Name]) -> Specification:
    """What the method modified of objects is an output, and its value before the call an input."""
    names = {binder.name: before.get(binder.name, now.get(binder.name, binder.name)) for binder in specification.inputs}
    inputs = tuple(Binder(names[binder.name], binder.sort) for binder in specification.inputs)
    # A triple is about values: what is modified in place is one value before the call and another one after it.
    changed = (binder for binder in specification.inputs if binder.name in before)
    outputs = tuple(
        Binder(now.get(binder.name, binder.name), binder.sort) for binder in (*specification.outputs, *changed)
    )
    modifies = tuple(name for name in specification.modifies if name not in before)
    # What the heap says of variables follows their new names.
    fields = tuple(names[name] for name in specification.heap.fields)
    dimensions = tuple(
        Dimensions(
            now.get(dimension.array, dimension.array), tuple(now.get(length, length) for length in dimension.lengths)
        )
        for dimension in specification.heap.dimensions
    )
    heap = evolve(specification.heap, fields=fields, dimensions=dimensions)
    return evolve(specification, inputs=inputs, outputs=outputs, modifies=modifies, heap=heap)


def _renamed(condition: Condition, renaming: dict[Name, Term]) -> Condition:
    return condition if condition.term is None else evolve(condition, term=substitute(condition.term, renaming))
