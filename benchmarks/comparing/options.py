"""How contracts and specifications are compared."""

from collections.abc import Mapping

from attrs import field, frozen

from ...core.deciding.clauses import Engines
from ...dafny_harness.run import engines_of

SECONDS_PER_PAIR = 20.0


@frozen(slots=True, kw_only=True)
class ComparingOptions:
    """`seconds`: of work, for a pair. `dump`: a folder for the queries to solvers. `replay_in_dafny`: hold what
    separates two contracts against Dafny's clauses by the real Dafny, too, which takes time beyond `seconds`. `match`:
    parameter of the first to that of the second; `by_position`: the positions say it, as they do to callers."""

    seconds: float = SECONDS_PER_PAIR
    dump: str | None = None
    replay_in_dafny: bool = False
    match: Mapping[str, str] = field(factory=dict)
    by_position: bool = False

    def engines(self) -> Engines:
        """Evaluator and solvers, whose time starts now."""
        return engines_of("auto", self.dump, self.seconds)
