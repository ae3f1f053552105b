"""Replay: a contract's real text run in real Python, in a separate process, on given arguments."""

from .declarations import Declaration, DeclaredClause, DeclaredField
from .replayer import Replayer
from .tasks import Construction, Limits, Outcome, Replay, ReplayTask, Site

__all__ = ["Construction",
    "Declaration", "DeclaredClause", "DeclaredField", "Limits", "Outcome", "Replay", "ReplayTask", "Replayer", "Site",
]  # fmt: skip
