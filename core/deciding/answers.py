"""What a solver says. Apart from what is asked (`solver.py`), so that a process that only runs a solver imports no
language of contracts: that took longer than to import the solver."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from attrs import field, frozen


class Outcome(Enum):
    """How a check ended. Never folded: unknown is the solver's word, timeout is ours, error is a defect."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"
    TIMEOUT = "timeout"
    ERROR = "error"


@frozen(slots=True)
class Answer:
    """The answer to one check.

    `model`: on SAT, the value (as `values.py` represents it) of every declared variable: a `Valuation`. `core`: on
    UNSAT, the positions of the assumptions that suffice. `message`: the solver's reason for unknown, or the error.
    `seconds` of wall time and `cpu_seconds` are what the check took, and `work` what it counted: seconds of a processor
    that does nothing else, the same in each run (the CPU time of a solver that counts nothing). `asked`: False where
    the solver was not asked, since it has not the theories; then the outcome is unknown.
    """

    outcome: Outcome
    model: Mapping[Any, Any] = field(factory=dict)
    core: tuple[int, ...] = ()
    seconds: float = 0.0
    message: str = ""
    cpu_seconds: float = 0.0
    work: float = 0.0
    asked: bool = True
