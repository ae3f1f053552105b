"""How contracts and specifications are compared."""

from attrs import frozen

SECONDS_PER_PAIR = 20.0


@frozen(slots=True, kw_only=True)
class ComparingOptions:
    """`seconds`: the time for a pair. `dump`: a folder for the queries to solvers."""

    seconds: float = SECONDS_PER_PAIR
    dump: str | None = None
