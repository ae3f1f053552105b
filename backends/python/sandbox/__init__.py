"""Runs code that someone else wrote, and that may mean harm."""

from .calls import Call, call_of
from .guest.decoding import Opaque
from .launch import GUEST, Installation, probe
from .layers import Layer, Layers, SandboxUnavailable
from .protocol import CallLimits, CallOutcome, Limits, Outcome, Run
from .supervisor import Program, Sandbox

__all__ = [
    "GUEST",
    "Call",
    "CallLimits",
    "CallOutcome",
    "Installation",
    "Layer",
    "Layers",
    "Limits",
    "Opaque",
    "Outcome",
    "Program",
    "Run",
    "Sandbox",
    "SandboxUnavailable",
    "call_of",
    "probe",
]
