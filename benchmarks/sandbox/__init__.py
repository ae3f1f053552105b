"""Runs code that someone else wrote, and that may mean harm."""

from .launch import probe
from .layers import Layer, Layers, SandboxUnavailable
from .protocol import CallOutcome, Limits, Opaque, Outcome, Run
from .supervisor import Sandbox

__all__ = [
    "CallOutcome",
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
