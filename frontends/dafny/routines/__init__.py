"""The bodies of methods → statements of the IR that are executed. Each is parsed and lowered when it is asked for."""

from .routines import Routines, makes_iterator

__all__ = ["Routines", "makes_iterator"]
