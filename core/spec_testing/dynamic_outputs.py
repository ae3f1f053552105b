"""Is there another output that a postcondition of Python accepts? The engine of contracts is asked.

Example: on the input a = 7, b = 3 a test expects (2, 1) of `ensures a == result[0] * b + result[1] and 0 <= result[1] <
b`. That is the contract

    a, b = 7, 3
    assert a == result[0] * b + result[1] and 0 <= result[1] < b    # clause 0
    assert result == (2, 1)                                         # clause 1

of a function with the parameter `result`: another output is an input that violates clause 1 alone, and where that is
proved to be infeasible there is none. The proof is about all plain values; values that are equal in Python are one
output. A clause of `ensures` that raises accepts nothing, as everywhere.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from attrs import evolve

from ..deciding.clauses import EVALUATOR
from ..deciding.engines import Engines
from ..evaluate.execution import run
from ..fuel import Fuel
from ..ir.contracts import Clause, Condition, Contract, Program, Specification, lowered_terms
from ..ir.operator_names import OperatorName
from ..ir.plain_values import is_plain
from ..ir.sorts import VALUE
from ..ir.statements import Assign, Check, Statement
from ..ir.terms import Term, const, free_names, make, substitute, subterms, var
from ..ir.variables import Name, Valuation
from ..synthesis.synthesise import Synthesis
from ..synthesis.verdicts import STEPS_A_SECOND, Evidence, Observation, Oracle, Verdict
from .examples import Example
from .spec_testing_limits import LIMITS

_ASKING = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"})
"""Comparisons, which give True or False for plain values."""
_DISPLAYS: Mapping[type, OperatorName] = {
    list: "python.list",
    tuple: "python.tuple",
    set: "python.set",
    dict: "python.dict",
}


def other_output(example: Example, expected: Valuation, program: Program, engines: Engines) -> Verdict | None:
    """The verdict on the set of the last clause (see above): *violating* with another output that the postcondition
    accepts, *infeasible* where there is none, or *unknown* with the reason. None where there is nothing to ask: no
    solver, a clause that is not read, values that are not plain, or too many."""
    contract = _contract(example, expected, program)
    if contract is None or not engines.backends or engines.remaining <= 0:
        return None
    evidence = Evidence()
    oracle = _oracle(contract, evidence)
    rearranged = _among_rearranged(contract, example.specification, expected, oracle)
    if rearranged is not None:
        engines.count(evidence.steps / STEPS_A_SECOND, EVALUATOR, decided=True)
        return rearranged
    return _decided(contract, oracle, evidence, engines)


def _decided(contract: Contract, oracle: Oracle, evidence: Evidence, engines: Engines) -> Verdict:
    """The verdict on the last clause alone."""
    backend = engines.backends[0]
    # The outputs of one function are equally hard: where those of some inputs were, others get less.
    budget = min(LIMITS.proposed_seconds * engines.patience(backend.name), engines.deadline - engines.now)
    synthesis = Synthesis(
        contract,
        backend.name,
        lambda: backend.session(dump=engines.dump, label=contract.name),
        oracle,
        min(LIMITS.proposed_query_seconds, engines.seconds),
        budget,
        evidence,
    )
    synthesis.remaining = lambda: budget - synthesis.work - evidence.steps / STEPS_A_SECOND
    try:
        verdict = synthesis.decide(frozenset({len(contract.clauses) - 1}))
        seconds = synthesis.work + evidence.steps / STEPS_A_SECOND
        engines.count(seconds, backend.name, decided=not verdict.is_open)
        return verdict
    finally:
        synthesis.close()


def determined(specification: Specification, types: Sequence[Term], program: Program, engines: Engines) -> str | None:
    """The engine that proves that no input has two outputs that the postcondition accepts; None where none does.
    `types`: what holds of all inputs. Two copies of the outputs stand over one input, as in `open_inputs.py`."""
    posts = _terms(specification.ensures)
    if posts is None:
        return None
    copies = [{binder.name: var(f"{binder.name} {copy}", VALUE) for binder in specification.outputs} for copy in (1, 2)]
    accepted = [substitute(term, copy) for copy in copies for term in posts]
    same = [
        make("python.compare", (first, second), VALUE, "==")
        for first, second in zip(*map(dict.values, copies), strict=True)
    ]
    return _proved(
        specification, [*types, *accepted], same, [*copies[0].values(), *copies[1].values()], program, engines
    )


def true_of_all(condition: Term, specification: Specification, program: Program, engines: Engines) -> str | None:
    """The engine that proves a clause true of every input and of every output of the declared type; None where none
    does."""
    types = _terms([each for each in specification.ensures if each.clause.origin == "type"])
    if types is None:
        return None
    outputs = [var(binder.name, VALUE) for binder in specification.outputs]
    return _proved(specification, types, [condition], outputs, program, engines)


def never_met(
    conditions: Sequence[Condition], specification: Specification, program: Program, engines: Engines
) -> str | None:
    """The engine that proves that no input meets these preconditions; None where none does."""
    outputs = [var(binder.name, VALUE) for binder in specification.outputs]
    required = evolve(specification, requires=tuple(conditions))
    # Where they are met False would have to be true.
    return _proved(required, [], [const(False, VALUE)], outputs, program, engines)


def _terms(conditions: Sequence[Condition]) -> list[Term] | None:
    terms = lowered_terms(conditions)
    return terms if len(terms) == len(conditions) else None


def _proved(
    specification: Specification,
    known: Sequence[Term],
    goal: Sequence[Term],
    outputs: Sequence[Term],
    program: Program,
    engines: Engines,
) -> str | None:
    """The engine that proves, of all inputs that meet the precondition, and of all outputs, that the goal is true
    where what is known is."""
    required = _terms(specification.requires)
    if required is None or specification.modifies or not specification.outputs or not specification.ensures:
        return None
    # Without an engine, or time for it, nothing is proved.
    if not engines.backends or engines.remaining <= 0:
        return None
    # Terms have values and no objects: of identity they would prove too much.
    if any(map(_asks_for_identity, subterms(*required, *known, *goal))):
        return None
    clauses = [Clause("ensures", text, specification.ensures[0].clause.span) for text in ("what is known", "the goal")]
    premises = [*required, *known] or [const(True, VALUE)]
    checks = [Check(0, _all_of(premises)), Check(1, _all_of(goal))]
    names = (*(binder.name for binder in specification.inputs), *(output.data for output in outputs))
    # As a contract of two clauses over inputs and outputs: the goal follows where no values violate it alone.
    contract = Contract(specification.name, tuple(map(str, names)), tuple(clauses), (*program.context, *checks))
    evidence = Evidence()
    verdict = _decided(contract, _oracle(contract, evidence), evidence, engines)
    return verdict.solver if verdict.outcome == "infeasible" and not verdict.bounded else None


def _contract(example: Example, expected: Valuation, program: Program) -> Contract | None:
    specification = example.specification
    changing = [*(binder.name for binder in specification.outputs), *specification.modifies]
    values = [*example.inputs.values(), *expected.values()]
    named = [name for name in changing if isinstance(name, str)]
    terms = lowered_terms(specification.ensures)
    if any(map(_asks_for_identity, subterms(*terms))):
        return None
    if len(terms) < len(specification.ensures) or len(named) < len(changing) or not set(named) <= expected.keys():
        return None
    if not all(map(is_plain, values)) or sum(map(_size, values)) > LIMITS.encoded_elements:
        return None
    # What is not equal to itself is equal or not by which object it is.
    if any(map(_has_nan, values)):
        return None
    around, earlier = _inputs(specification, example.inputs)
    # Operations are encoded for the types that an output may have: those that are declared are said in each clause.
    types = [condition.term for condition in specification.ensures if condition.clause.origin == "type"]
    typed = [_all_of([*filter(None, types), term]) for term in terms]
    checks = [Check(number, substitute(term, earlier)) for number, term in enumerate(typed)]
    clauses = [condition.clause for condition in specification.ensures]
    same = [make("python.compare", (var(name, VALUE), _written(expected[name])), VALUE, "==") for name in named]
    checks.append(Check(len(clauses), _all_of(same)))
    clauses.append(Clause("ensures", "the outputs are the expected ones", clauses[0].span))
    return Contract(specification.name, tuple(named), tuple(clauses), (*program.context, *around, *checks))


def _inputs(specification: Specification, inputs: Valuation) -> tuple[list[Statement], dict[Name, Term]]:
    """Assignments of the inputs to their names, and what stands for the values before the call of those that the
    function changes: variables of their own, which no text can name."""
    assignments: list[Statement] = []
    earlier: dict[Name, Term] = {}
    for binder in specification.inputs:
        name = str(binder.name)
        before = specification.pre_states.get(binder.name)
        if before is not None:
            name = f"{name} before"
            earlier[before] = var(name, VALUE)
        assignments.append(Assign(name, _written(inputs[binder.name])))
    return assignments, earlier


def _asks_for_identity(node: Term) -> bool:
    """Whether it is about which object a value is: an output may be an object of the input, and is none here."""
    if node.op == "python.compare" and node.data in ("is", "is not"):
        return not any(map(_is_single, node.args))
    return node.op == "const" and node.data is id


def _is_single(term: Term) -> bool:
    """Whether there is one object alone that is equal to the value of an expression and of its type."""
    if term.op == "const":
        return term.data is None or isinstance(term.data, bool | type)
    return term.op == "python.not" or (term.op == "python.compare" and term.data in _ASKING)


def _all_of(tests: Sequence[Term]) -> Term:
    whole = tests[0]
    for test in tests[1:]:
        whole = make("python.and", (whole, test), VALUE)
    return whole


def _written(value: Any) -> Term:
    """A plain value as an expression: its elements are followed, which those of a constant are not everywhere."""
    display = _DISPLAYS.get(type(value))
    # `{}` is a dict, and there is no display of an empty set.
    if display is None or (display == "python.set" and not value):
        return const(value, VALUE)
    parts = [part for item in value.items() for part in item] if isinstance(value, dict) else [*value]
    return make(display, tuple(map(_written, parts)), VALUE)


def _among_rearranged(
    contract: Contract, specification: Specification, expected: Valuation, oracle: Oracle
) -> Verdict | None:
    """The verdict where a clause says that the one output has the elements of the expected one, as `sorted(result) ==
    sorted(xs)` does, and its declared type that it is a list or tuple: it is one of few, and each of them is evaluated.
    None elsewhere, where the right output is refused, and where some outcome is not known."""
    target = frozenset({len(contract.clauses) - 1})
    if len(contract.parameters) != 1:
        return None
    # Rearrangements are all candidates there are only if the clauses fix both the type and the elements of the output.
    (name,) = contract.parameters
    right = expected[name]
    terms = lowered_terms(specification.ensures)
    parts = [part for term in terms for part in _conjuncts(term)]
    if type(right) not in (list, tuple) or len(right) > LIMITS.rearranged_elements:
        return None
    if not any(_says_type(part, name, type(right)) for part in parts) or not any(
        _says_elements(part, name) for part in parts
    ):
        return None
    seen = oracle(expected)
    if seen is None or seen.violated:
        return None
    # Equal elements give equal orders: each is asked once.
    others = {repr(order): order for order in permutations(right)}
    for order in others.values():
        seen = oracle({name: type(right)(order)})
        if seen is None:
            return None
        if seen.violated == target:
            return Verdict(target, "violating", EVALUATOR, {name: type(right)(order)})
    # All were evaluated, so that this is a proof.
    return Verdict(target, "infeasible", EVALUATOR)


def _conjuncts(term: Term) -> Iterator[Term]:
    if term.op == "python.and":
        for part in term.args:
            yield from _conjuncts(part)
    else:
        yield term


def _says_type(part: Term, name: str, of_type: type) -> bool:
    """Is it `isinstance(name, of_type)`?"""
    return (
        part.op == "python.call"
        and len(part.args) == 3
        and [argument.data for argument in part.args] == [isinstance, name, of_type]
        and part.args[1].op == "var"
    )


def _says_elements(part: Term, name: str) -> bool:
    """Is it `sorted(name) == E` or `Counter(name) == E`, of an E that says nothing of the name?"""
    return (
        part.op == "python.compare"
        and part.data == "=="
        and any(
            side.op == "python.call"
            and len(side.args) == 2
            and side.args[0].op == "const"
            and side.args[0].data in (sorted, Counter)
            and side.args[1].op == "var"
            and side.args[1].data == name
            and name not in free_names(other_side)
            for side, other_side in (part.args, part.args[::-1])
        )
    )


def _has_nan(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_nan, value)) or any(map(_has_nan, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return any(map(_has_nan, value))
    return bool(value != value)


def _size(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_size, value)) + sum(map(_size, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return 1 + sum(map(_size, value))
    return 1 + len(value) // 8 if isinstance(value, str | bytes) else 1


def _oracle(contract: Contract, evidence: Evidence) -> Oracle:
    def observe(outputs: Mapping[str, Any]) -> Observation | None:
        fuel = Fuel(steps=LIMITS.proposed_steps)
        outcomes = run(contract, outputs, fuel)
        evidence.steps += LIMITS.proposed_steps - max(0, fuel.steps)
        if outcomes.violated is None:
            return None
        how = {clause: "false" if outcomes.outcomes[clause] == "false" else "raises" for clause in outcomes.violated}
        return Observation(outcomes.violated, how)

    return observe
