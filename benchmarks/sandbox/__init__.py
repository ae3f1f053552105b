"""Runs code that someone else wrote, and that may mean harm."""

from .launch import GUEST, Installation, probe
from .layers import Layer, Layers, SandboxUnavailable
from .protocol import CallOutcome, Limits, Opaque, Outcome, Run
from .supervisor import Sandbox

__all__ = [
    "GUEST",
    "CallOutcome",
    "Installation",
    "Layer",
    "Layers",
    "Limits",
    "Opaque",
    "Outcome",
    "Run",
    "Sandbox",
    "SandboxUnavailable",
    "probe",
]
