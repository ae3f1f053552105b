"""Does any input satisfy all clauses of a contract? Of `assert x > 3` and `assert x < 3` none does: no call gets past
them, and each of the two can be violated alone, so that no set of violated clauses shows it.

Where no input that violates nothing was seen, the engine is asked about the empty set. A proof is one over plain
values, and it is only said that a contract contradicts itself where that is no matter of those: each clause of the core
alone is satisfied by some plain value, or it is false and asks for nothing that other objects have.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.ir.contracts import Contract
from ...core.ir.statements import terms_of
from ...core.ir.terms import subterms
from ...core.synthesis.synthesise import Synthesis
from ...core.synthesis.verdicts import Evidence, Verdict

CONTRADICTORY, UNKNOWN = "contradictory", "unknown"
NOTHING_VIOLATED: frozenset[int] = frozenset()
_OF_OBJECTS = (callable, hasattr, issubclass, type)
_OF_MEMBERS = frozenset({"python.attribute", "python.method"})


def consistency_of(
    contract: Contract, syntheses: Sequence[Synthesis], evidence: Evidence, false: frozenset[int]
) -> Mapping[str, Any] | None:
    """What rows say of a contract that no input was seen to satisfy; None where one was. `false`: the clauses that a
    test makes false, and not only raise."""
    verdict: Verdict | None = None
    for synthesis in syntheses:
        if NOTHING_VIOLATED in evidence.realised:
            return None
        verdict = synthesis.decide(NOTHING_VIOLATED)
        evidence.known.pop(NOTHING_VIOLATED, None)  # What violates nothing is no start for tests.
        if verdict.outcome == "infeasible" and not verdict.bounded:
            break
    if verdict is None or NOTHING_VIOLATED in evidence.realised:
        return None
    if verdict.outcome == "infeasible" and not verdict.bounded and verdict.literals is not None:
        core = verdict.literals.held
        if _is_of_any_object(contract, core, evidence, false):
            return {"outcome": CONTRADICTORY, "clauses": sorted(core), "core": list(verdict.core)}
        return {"outcome": UNKNOWN, "reason": "no plain value satisfies it; other objects may"}
    if verdict.bounded:
        return {"outcome": UNKNOWN, "reason": "none was found within bounds, which is no proof"}
    return {"outcome": UNKNOWN, "reason": verdict.reason or "the input that was found did not replay"}


def _is_of_any_object(contract: Contract, core: frozenset[int], evidence: Evidence, false: frozenset[int]) -> bool:
    """Whether a contradiction of plain values is one of other objects, too, as far as the clauses say."""
    terms = list(subterms(*terms_of(contract.body)))
    names = [term.data for term in terms if term.op == "const"]
    if any(name is operator for name in names for operator in _OF_OBJECTS):
        return False
    if len(core) == 1:
        asks = any(term.op in _OF_MEMBERS for term in terms) or any(name is isinstance for name in names)
        # A clause that is false of every plain value, and asks nothing of objects that others may answer otherwise.
        return core <= false and not asks
    return all(any(clause not in violated for violated in evidence.realised) for clause in core)
