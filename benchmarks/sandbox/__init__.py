"""Runs code that someone else wrote, and that may mean harm."""

from .protocol import CallOutcome, Limits, Opaque, Outcome, Run

__all__ = ["CallOutcome", "Limits", "Opaque", "Outcome", "Run"]
