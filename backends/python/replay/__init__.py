"""Replay: a contract's real text run in real Python, in a separate process, on given arguments."""

from .replayer import Replayer
from .tasks import Limits, Outcome, Replay, ReplayTask, Site

__all__ = ["Limits", "Outcome", "Replay", "ReplayTask", "Replayer", "Site"]
