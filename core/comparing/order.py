"""What a comparison says: which inputs two contracts accept, and which outputs on the inputs that both accept.

Of a *condition*, stronger means that it accepts less. A *specification* is stronger when it promises more: it accepts
at least as many inputs, and on those that both accept at most as many outputs (preconditions are contravariant,
postconditions covariant: B. Liskov, J. Wing, A Behavioral Notion of Subtyping, TOPLAS 1994).
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from attrs import frozen

from ..ir.terms import Binder
from ..ir.variables import Name, Valuation
from ..spans import Span

OrderRelation = Literal["equal", "weaker", "stronger", "incomparable", "unknown"]
"""How the first side relates to the second."""
ImplicationVerdict = Literal["implied", "not implied", "unknown"]
SideOutcome = Literal["accepted", "false", "undefined", "unknown"]
"""What a contract says of one value: a clause of it is false, or has no value (Python raises), and which is not known
where evaluation ended. Undefined is not false, and neither accepts."""
EVALUATED = "evaluator"
SAME_CLAUSE = "same clause"
"""The engine of a proof by the text: the other side has the clause, up to names, order and conjunctions."""


@frozen(slots=True)
class SeparatingValue:
    """An input, with an output where outputs are compared, and what each contract says of it.

    `first`, `second`: the outcomes. `clause`: which clause of the one that refuses is to blame. `replayed`: who
    confirmed the outcomes, and `unconfirmed` why another, who was asked, did not. Where the second is of another
    language, `second_inputs` and `second_outputs` are the value as it has it.
    """

    inputs: Valuation
    outputs: Valuation
    first: SideOutcome
    second: SideOutcome
    clause: str = ""
    replayed: tuple[str, ...] = (EVALUATED,)
    second_inputs: Valuation | None = None
    second_outputs: Valuation | None = None
    unconfirmed: str = ""


@frozen(slots=True)
class Implication:
    """Whether a clause of one contract follows from the other contract.

    `clause`: its position among the clauses of its kind; `text`: as written; `span`: where. `engine`: who decided.
    `core`: the texts of the other's clauses that the proof needs, where that is known. `bounds`: within which the proof
    holds, empty for one without bounds: a bounded one proves nothing beyond them, and its verdict is unknown.
    """

    clause: int
    text: str
    verdict: ImplicationVerdict
    engine: str | None = None
    reason: str = ""
    core: tuple[str, ...] = ()
    bounds: str = ""
    separating: SeparatingValue | None = None
    span: Span | None = None


@frozen(slots=True)
class PartComparison:
    """Two conditions: the clauses of each, and whether the other one implies them. `undefined`: a value of which one is
    false and the other undefined: neither accepts it, and the two are not the same."""

    first_clauses: tuple[Implication, ...] = ()
    second_clauses: tuple[Implication, ...] = ()
    undefined: SeparatingValue | None = None

    @property
    def second_implies_first(self) -> ImplicationVerdict:
        """Does the second condition imply all clauses of the first?"""
        return _all(self.first_clauses)

    @property
    def first_implies_second(self) -> ImplicationVerdict:
        """Does the first condition imply all clauses of the second?"""
        return _all(self.second_clauses)

    @property
    def relation(self) -> OrderRelation:
        """The relation of the first to the second as conditions: the stronger one accepts less."""
        return _relation(self.second_implies_first, self.first_implies_second)

    @property
    def separating(self) -> tuple[SeparatingValue, ...]:
        """A value for each clause that is not implied."""
        values = (implication.separating for implication in (*self.first_clauses, *self.second_clauses))
        return tuple(value for value in values if value is not None)

    @property
    def bounds(self) -> tuple[str, ...]:
        """The bounds of the implications that hold within bounds only."""
        bounds_found = (
            implication.bounds for implication in (*self.first_clauses, *self.second_clauses) if implication.bounds
        )
        return tuple(dict.fromkeys(bounds_found))


@frozen(slots=True)
class ContractComparison:
    """Two contracts. `inputs`: their acceptance of inputs; `outputs`: of outputs on the inputs that both accept, None
    where neither says anything of outputs, or `outputs_reason` says why they are not compared. `notes`: what was
    assumed, such as conversions of types. `variables`: the names and sorts of the values that separate, where the
    language has sorts; `renamed`: of the first and of the second, a variable → what these values call it, where that is
    another name."""

    inputs: PartComparison
    outputs: PartComparison | None = None
    outputs_reason: str = ""
    notes: tuple[str, ...] = ()
    variables: tuple[Binder, ...] = ()
    renamed: tuple[Mapping[Name, Name], Mapping[Name, Name]] = ({}, {})

    @property
    def relation(self) -> OrderRelation:
        """Of the first to the second. Where outputs are compared it is that of specifications, and otherwise that of
        the conditions on inputs, of which the stronger accepts less."""
        if self.outputs is None:
            return self.inputs.relation
        return _relation(*self._promises)

    @property
    def possible(self) -> tuple[OrderRelation, ...]:
        """The relations that are left: one that is known, or those that what is known does not exclude."""
        if self.relation != "unknown":
            return (self.relation,)
        # The first implies the second and the converse is open: "equal" or "stronger", but not "incomparable". What
        # is known excludes something although the relation itself is unknown.
        first, second = self._promises if self.outputs is not None else self._conditions
        relations_left: dict[OrderRelation, None] = {}
        for left_relation in _completed(first):
            for right in _completed(second):
                relations_left[_relation(left_relation, right)] = None
        return tuple(relations_left)

    @property
    def _conditions(self) -> tuple[ImplicationVerdict, ImplicationVerdict]:
        return self.inputs.second_implies_first, self.inputs.first_implies_second

    @property
    def _promises(self) -> tuple[ImplicationVerdict, ImplicationVerdict]:
        """Does the second promise all that the first does, and the first what the second does?"""
        assert self.outputs is not None
        # The conditions change sides, as the module says. `requires n > 5` implies `requires n > 0`, and promises less:
        # so that the *second* promises what the first does, what the *first* accepts has to be accepted by the second,
        # and of outputs the second has to imply the first.
        second_to_first, first_to_second = self._conditions
        return (
            _both(first_to_second, self.outputs.second_implies_first),
            _both(second_to_first, self.outputs.first_implies_second),
        )


def _both(first: ImplicationVerdict, second: ImplicationVerdict) -> ImplicationVerdict:
    # In this order: one clause with a separating value settles it, however many others are unknown.
    for verdict in ("not implied", "unknown"):
        if verdict in (first, second):
            return verdict
    return "implied"


def _all(clauses: Iterable[Implication]) -> ImplicationVerdict:
    verdict: ImplicationVerdict = "implied"
    for clause in clauses:
        verdict = _both(verdict, clause.verdict)
    return verdict


def _completed(verdict: ImplicationVerdict) -> tuple[ImplicationVerdict, ...]:
    return ("implied", "not implied") if verdict == "unknown" else (verdict,)


def _relation(second_implies_first: ImplicationVerdict, first_implies_second: ImplicationVerdict) -> OrderRelation:
    match second_implies_first, first_implies_second:
        case "implied", "implied":
            return "equal"
        case "implied", "not implied":
            return "weaker"
        case "not implied", "implied":
            return "stronger"
        case "not implied", "not implied":
            return "incomparable"
    return "unknown"
