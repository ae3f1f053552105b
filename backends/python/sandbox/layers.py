"""What stands between foreign code and this machine."""

import os
from collections.abc import Mapping

from attrs import frozen

from ....core.errors import SolverFailure

REQUIRED = ("seccomp", "no_new_privs")
FILES = ("landlock", "private root", "bubblewrap")
"""Each keeps files from being read and written: one of them is required."""


UNSAFE = "SPECASSAY_UNSAFE"
"""The environment variable that, as 1, allows foreign code to run without the layers that are required and missing."""
UNSAFE_ADVICE = f"--unsafe, or {UNSAFE}=1, runs it anyway"


class SandboxUnavailable(SolverFailure):
    """This machine does not have what it takes to run foreign code. Exit code 3."""


@frozen(slots=True)
class Layer:
    """One layer, whether it is on, and its version or why it is not."""

    name: str
    active: bool
    detail: str = ""


@frozen(slots=True)
class Layers:
    """The layers as a running sandbox reports them, after it tried to do what they forbid."""

    layers: tuple[Layer, ...]

    @property
    def active(self) -> frozenset[str]:
        return frozenset(layer.name for layer in self.layers if layer.active)

    @property
    def missing(self) -> tuple[str, ...]:
        """What is required and not there: without it a sandbox does not start, unless told to."""
        missing = [name for name in REQUIRED if name not in self.active]
        return (*missing, *(() if self.active.intersection(FILES) else (" or ".join(FILES),)))

    def described(self) -> str:
        """One line for people: what is on, and what is not."""
        on = ", ".join(f"{layer.name} ({layer.detail})" if layer.detail else layer.name for layer in self._those(True))
        off = ", ".join(f"{layer.name} ({layer.detail})" for layer in self._those(False))
        return (on or "none") + (f"; without {off}" if off else "")

    def _those(self, active: bool) -> tuple[Layer, ...]:
        return tuple(layer for layer in self.layers if layer.active is active)


def unsafe_by_environment() -> bool:
    """Whether the user allows foreign code to run without required layers. Worker processes inherit it."""
    return os.environ.get(UNSAFE) == "1"


def layers_of(active: Mapping[str, str], missing: Mapping[str, str]) -> Layers:
    """Build the layers from names with details and names with reasons."""
    on = (Layer(name, True, detail) for name, detail in active.items())
    return Layers((*on, *(Layer(name, False, reason) for name, reason in missing.items())))
