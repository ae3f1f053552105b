"""Hoare triples as the verifier is asked about them."""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, field, frozen

from ...core.deciding.clauses import ClauseVerdict
from ...core.deciding.triples import TripleJudgement
from ...core.ir.contracts import Condition, Program, Specification
from ...core.ir.substitution import instantiate
from ...core.ir.terms import Binder, Term, fold, rebuild, var
from ...core.ir.values import ArrayValue
from ...core.ir.variables import Name, Valuation
from ...core.spec_testing.score import MethodScore
from ...core.spec_testing.triples import Mutant, Tested


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
        _partial(judgement),
        tuple(Binder(name, sorts[binder]) for binder, name in unknown.items()),
        witness={unknown[name]: value for name, value in judgement.witness.items() if name in unknown},
    )
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


def _partial(judgement: TripleJudgement) -> bool:
    return any(decision.undefined for decision in judgement.clauses)
