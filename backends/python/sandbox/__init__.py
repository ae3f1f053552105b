"""Runs code that someone else wrote, and that may mean harm."""

from .guest.decoding import Opaque
from .launch import GUEST, Installation, probe
from .layers import Layer, Layers, SandboxUnavailable
from .protocol import CallLimits, CallOutcome, Run, SandboxCall, SandboxLimits, SandboxOutcome, call_of
from .supervisor import Sandbox, SandboxedProgram
