"""Which inputs does a contract accept, and which mutants do they kill? Real Python decides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from attrs import define, evolve, field, frozen

from ...core.errors import InputError
from ..replay import Replay, Replayer, ReplayTask

Texts = Mapping[str, str]
"""An input: parameter to the text of a Python literal."""

FIRST_BATCH, LARGEST_BATCH = 4, 64
MOST_UNDECIDED = 3
"""A mutant that has no verdict (in time) on so many inputs is given up."""


@frozen(slots=True)
class Input:
    """An input of the suite, and whether the contract accepts it."""

    arguments: Texts
    accepted: bool


@frozen(slots=True)
class Trial:
    """What became of a mutant on a series of inputs: `killed` by one of them; it `survived` all of them; `undecided`:
    it survived, and on some of them it took too long; `invalid`: it is no program."""

    outcome: Literal["killed", "survived", "undecided", "invalid"]
    by: Input | None = None


def acceptance(replay: Replay) -> bool | None:
    """Whether a contract accepts an input: nothing is raised. None where that is not known."""
    if not replay.decided:
        return None
    if replay.raised is not None:
        return False
    return None if replay.violated else True


@define(slots=True)
class Judge:
    """Runs a contract and its mutants, each in a process of its own. `task` is the original."""

    task: ReplayTask
    original: Replayer
    mutated: Replayer
    _loaded: str | None = field(default=None)

    def observe(self, inputs: Sequence[Texts]) -> list[Input]:
        """The inputs on which the contract has a verdict, with that verdict."""
        replays = self.original.run_many(inputs, reference=False)
        verdicts = [acceptance(replay) for replay in replays]
        return [
            Input(arguments, accepted)
            for arguments, accepted in zip(inputs, verdicts, strict=True)
            if accepted is not None
        ]

    def replay(self, arguments: Texts) -> Replay:
        """What an input does to the contract, with the reference implementation."""
        return self.original.run(arguments)

    def try_mutant(self, text: str, inputs: Sequence[Input]) -> Trial:
        """Run a mutant on inputs until one kills it."""
        try:
            self._load(text)
        except InputError:
            return Trial("invalid")
        undecided = 0
        for batch in _batches(inputs):
            replays = self.mutated.run_many([each.arguments for each in batch], reference=False)
            for each, replay in zip(batch, replays, strict=True):
                accepted = acceptance(replay)
                if accepted is None:
                    undecided += 1
                elif accepted is not each.accepted:
                    return Trial("killed", each)
            if undecided >= MOST_UNDECIDED:
                break
        return Trial("undecided" if undecided else "survived")

    def _load(self, text: str) -> None:
        if self._loaded != text:
            self._loaded = None
            self.mutated.load(evolve(self.task, contract_text=text))
            self._loaded = text


def _batches(inputs: Sequence[Input]) -> Iterator[Sequence[Input]]:
    """Parts of a series, small ones first: most mutants die early."""
    start, size = 0, FIRST_BATCH
    while start < len(inputs):
        yield inputs[start : start + size]
        start, size = start + size, min(2 * size, LARGEST_BATCH)
