"""How far the tests of a file are followed, beside what one execution may take (`core/limits.py`), all in one place."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class FollowingLimits:
    """What is beyond one of these is not followed, and the reason says so: fewer expected outputs, never a wrong one.
    Where no reason stands beside a number, it was chosen, not measured."""

    seconds: float = 20.0
    """Seconds of work, for computing what the tests of a file say."""
    rounds: int = 8
    """Executions of one test, to find out which methods are under test and which are helpers."""
    nested_helpers: int = 100
    """Helpers that call each other."""
    open_rounds: int = 40
    """Rounds of a loop of which a result decides whether they happen."""
    open_conditions: int = 300
    """Conditions that depend on results, in one test."""
    paths: int = 24
    """States that are followed at the same time."""
    simplification_steps: int = 200_000
    """Steps of the evaluator, where a term is simplified: what is left of it then is no value, and stays a
    constraint."""
    simplification_depth: int = 400
    """Calls of functions inside each other, in such a term."""


LIMITS = FollowingLimits()
