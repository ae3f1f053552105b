"""The rows of `score-cvts`."""

from typing import Literal

from .base import Row, ScorePart


class SuiteScoresRow(Row, frozen=True, kw_only=True):
    """`score-cvts`: a suite of contract-violating tests, replayed.

    suite: its file
    model: whose it is, as the file says
    tasks: of the data set that it has tests for
    outside: tasks that the data set does not have
    tests: that were replayed
    malformed: tests without the parameters of their task, or with values that Python does not write
    avc: clauses that some test violates
    ts: how exactly tests violate what they say (Jaccard)
    exact: sets of clauses with a test that violates exactly these, of all that the suite calls satisfiable
    published_avc: AVC as the published program counts it
    published_ts: TS as the published program counts it
    unsatisfiable: sets of clauses that the suite calls unsatisfiable
    refuted: of these, those that a test of the suite violates exactly
    """

    kind: Literal["suite-scores"] = "suite-scores"
    suite: str
    model: str
    tasks: int
    outside: int
    tests: int
    malformed: int
    avc: ScorePart
    ts: ScorePart
    exact: ScorePart
    published_avc: ScorePart
    published_ts: ScorePart
    unsatisfiable: int
    refuted: int
