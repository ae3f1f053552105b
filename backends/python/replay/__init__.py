"""Replay: a contract's real text run in real Python, in a separate process, on given arguments."""

from .replayer import Replayer
from .tasks import (
    REPLAY_SECONDS,
    CallResult,
    Construction,
    DeclaredClause,
    DeclaredContract,
    DeclaredField,
    DefinitionSite,
    ObjectsWanted,
    Replay,
    ReplayLimits,
    ReplayOutcome,
    ReplayTask,
)
