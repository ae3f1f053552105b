"""Who executes a body and its mutants: our interpreter, or the language's own."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from attrs import frozen

from ...interpret.bodies import ExecutionOutcome
from ..examples import Example
from .model import ProgramMutant


@frozen(slots=True)
class ExecutedCall:
    """What one execution came to, and in how many steps, where these are counted. `is_endless`: it was ended, for it
    took many times what the body takes."""

    outcome: ExecutionOutcome
    steps: int = 0
    is_endless: bool = False


@frozen(slots=True)
class ExecutedMutant:
    """A mutant and the lines that it changes; `on` says what it does on an example, by its position."""

    mutant: ProgramMutant
    diff: str
    on: Callable[[int], ExecutedCall]


class ExecutableBody(Protocol):
    """The body of a method, and what executes it."""

    def execute(self, examples: Sequence[Example]) -> Iterable[ExecutedCall]:
        """What the body does on the input of each example."""

    def mutants(
        self, examples: Sequence[Example], originals: Sequence[ExecutedCall], seed: str
    ) -> Iterator[ExecutedMutant]:
        """Its mutants, each once, in an order that the seed gives. `originals`: what the body does on the examples."""
