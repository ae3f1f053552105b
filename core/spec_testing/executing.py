"""What executions of bodies may use, counted as the work of those that ask for them."""

from ..deciding.clauses import Engines
from ..fuel import Fuel
from ..interpret.bodies import DEPTH, SIZE, STEPS


def execution_fuel(engines: Engines, steps: int = STEPS) -> Fuel:
    """The fuel of the next execution of a body: at most so many steps, each of which is work of the engines."""
    return engines.executing(Fuel(steps, SIZE, depth=DEPTH))
