"""How much is tried, and for how long, when specifications are judged by the tests of their problems: all of it in one
place."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class JudgingLimits:
    """What is beyond one of these is not tried, and less is known of a specification then. Where no
    reason stands beside a number, it was chosen, not measured. All work is in seconds."""

    # Tests

    matching_tests: int = 12
    """Tests that are carried to each method of a file, to find the one that they are meant for."""
    scoring_tests: int = 16
    """Tests that a file is scored by, each with its wrong outputs: the first ones, which people wrote as a rule, and
    others at equal distances. All tests of a problem judge its specifications in `specassay audit`."""
    candidate_tests: int = 32
    """Tests of a problem that judge a candidate; each has wrong outputs of its own."""
    wrong_outputs: int = 6
    """Wrong outputs that are made of the output of a test, from our operators."""
    made_inputs: int = 20
    """Inputs that are made for a body."""

    # Values of a type

    value_steps: int = 200_000
    """Of the evaluator, for what types promise of one value."""
    largest_value: int = 100_000
    """Of the evaluator, likewise."""

    # Work

    source_seconds: float = 20.0
    """For reading the tests of a file, and for running a body."""
    test_seconds: float = 2.0
    """For one test: of work, and of processor time by an alarm."""
    query_seconds: float = 0.5
    """For one query to a solver: values are known, so that the evaluator decides nearly all clauses."""
    candidate_seconds: float = 2.0
    """For a candidate; nearly all take a fiftieth of it."""
    relating_seconds: float = 1.0
    """For a candidate beside its reference: half of what it is judged in."""
    relating_room: float = 5.0
    """Seconds of processor time in which that work is done, however slow the machine is: within what its process
    has."""
    kept_references: int = 256
    """References that a process keeps."""
    rows_together: int = 32
    """Candidates of which the rows are written together."""


LIMITS = JudgingLimits()
