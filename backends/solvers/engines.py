"""The engines by the names that options have."""

from pathlib import Path

from ...core.deciding.engines import Engines, work_of
from ...core.errors import InputError
from .answers import KeptAnswers
from .registry import get
from .worker import isolated

ENGINES: dict[str, tuple[bool, tuple[str, ...]]] = {
    "auto": (True, ("z3", "cvc5")),
    "evaluate": (True, ()),
    "z3": (False, ("z3",)),
    "cvc5": (False, ("cvc5",)),
}
"""Engine → whether the evaluator comes first, and the solvers that are asked in order for what is left: all of it where
the evaluator is not used."""
MEMORY = 4 * 2**30
"""Bytes that a solver may use: unfolding a function without end takes all there are."""

_kept = KeptAnswers()


def engines_of(engine: str, dump: Path | str | None, seconds: float) -> Engines:
    """The engines of a name in `ENGINES`, with a limit in seconds for all their verdicts. Raises InputError."""
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}: choose {' or '.join(ENGINES)}")
    use_evaluator, solvers = ENGINES[engine]
    return Engines(
        use_evaluator=use_evaluator,
        backends=tuple(isolated(get(name), MEMORY, _kept) for name in solvers),
        deadline=seconds,
        limit=f"{seconds:g} s",
        work=work_of(seconds),
        dump=None if dump is None else str(dump),
    )
