"""Bounds on evaluation: steps, and the size of what is built."""

from attrs import define

from ..errors import OutOfFuel


@define(slots=True)
class Fuel:
    """A budget that one evaluation consumes. `steps` counts visited nodes and iterations; `size` is the largest
    collection, text (elements) or integer (bits) that may be built; `depth` is the deepest recursion, `level` the
    current one."""

    steps: int = 1_000_000
    size: int = 1_000_000
    depth: int = 200
    level: int = 0

    def step(self, count: int = 1) -> None:
        """Consume steps. Raises OutOfFuel when none are left."""
        self.steps -= count
        if self.steps < 0:
            raise OutOfFuel("out of fuel: too many steps")

    def allow(self, size: int) -> None:
        """Raises OutOfFuel for something larger than may be built."""
        if size > self.size:
            raise OutOfFuel(f"out of fuel: size {size} is beyond {self.size}")
