"""Replay: a contract's real text run in real Python, in a separate process, on given arguments."""

from .declarations import Declaration, DeclaredClause, DeclaredField
from .replayer import Replayer
from .tasks import Construction, ObjectsWanted, Replay, ReplayLimits, ReplayOutcome, ReplayTask, Site

__all__ = [
    "Construction",
    "Declaration",
    "DeclaredClause",
    "DeclaredField",
    "ObjectsWanted",
    "Replay",
    "ReplayLimits",
    "ReplayOutcome",
    "ReplayTask",
    "Replayer",
    "Site",
]  # fmt: skip
