"""Which inputs does a contract accept, and which mutants do they kill? Real Python decides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import define, frozen

from ....backends.python.replay import Replay, Replayer
from ....core.errors import InputError
from ...datasets.tasks import PythonTask

Literals = Mapping[str, str]
"""An input: parameter to the text of a Python literal."""

FIRST_BATCH, LARGEST_BATCH = 4, 64
MOST_UNDECIDED = 3
"""A mutant that has no verdict (in time) on so many inputs is given up."""


@frozen(slots=True)
class Input:
    """An input of the suite, and whether the contract accepts it."""

    arguments: Literals
    accepted: bool


@frozen(slots=True)
class MutantTrial:
    """What became of a mutant on a series of inputs: `killed` by one of them; it `survived` all of them; `undecided`:
    it survived, and on some of them it took too long; `invalid`: it is no program."""

    outcome: Literal["killed", "survived", "undecided", "invalid"]
    by: Input | None = None


@define(slots=True)
class Judge:
    """Runs a contract and its mutants, each in a process of its own. `task` is the original."""

    task: PythonTask
    original: Replayer
    mutated: Replayer

    def observe(self, inputs: Sequence[Literals]) -> list[Input]:
        """The inputs on which the contract has a verdict, with that verdict."""
        replays = self.original.run_many(inputs, reference=False)
        return [
            Input(arguments, replay.accepted)
            for arguments, replay in zip(inputs, replays, strict=True)
            if replay.accepted is not None
        ]

    def replay(self, arguments: Literals) -> Replay:
        """What an input does to the contract, with the reference implementation."""
        return self.original.run(arguments)

    def try_mutant(self, text: str, inputs: Sequence[Input]) -> MutantTrial:
        """Run a mutant on inputs until one kills it."""
        try:
            self.mutated.load(self.task.with_contract(text).replay_task)
        except InputError:
            return MutantTrial("invalid")
        undecided = 0
        for batch in _batches(inputs):
            replays = self.mutated.run_many([each.arguments for each in batch], reference=False)
            for each, replay in zip(batch, replays, strict=True):
                if replay.accepted is None:
                    undecided += 1
                elif replay.accepted is not each.accepted:
                    return MutantTrial("killed", each)
            if undecided >= MOST_UNDECIDED:
                break
        return MutantTrial("undecided" if undecided else "survived")


def _batches(inputs: Sequence[Input]) -> Iterator[Sequence[Input]]:
    """Parts of a series, small ones first: most mutants die early."""
    start, size = 0, FIRST_BATCH
    while start < len(inputs):
        yield inputs[start : start + size]
        start, size = start + size, min(2 * size, LARGEST_BATCH)
