"""A taskset for verifiers (0.4.0; it needs an environment of its own, for its `openai` is older than ours).

verifiers finds a taskset by the name of a module, so put one of two lines on the path and name it:

    # specassay_env.py
    from specassay.benchmarks.adapters.verifiers_taskset import SpecassayTaskset
    __all__ = ["SpecassayTaskset"]

    vf-eval specassay_env --env.taskset.programs MbppPlus.jsonl.gz
"""

import asyncio
from collections.abc import Iterator

import verifiers.v1 as vf

from .problems import (
    RewardProblem,
    earned,
    program_problems,
    specification_problems,
    specifications_of_problems,
)


class SpecassayData(vf.TaskData):
    """A problem, with what judges its answers."""

    ground_truth: str


class SpecassayTask(vf.Task[SpecassayData]):
    """The reward of the last reply, and its parts as metrics."""

    @vf.reward(weight=1.0)
    async def specassay_reward(self, trace: vf.Trace) -> float:
        """The reward, in [0, 1]."""
        (found,) = await asyncio.to_thread(earned, [self.data.ground_truth], [trace.last_reply])
        trace.info["specassay"] = {"verdict": found.verdict, **found.parts}
        return found.total


class SpecassayConfig(vf.TasksetConfig):
    """`programs`: a data set of tasks, prompted with `strategy`; `specifications`: references or lines, of whose tests
    `shown` are in the prompt; or `problems`: a data set of problems, whose specifications are asked for in
    `language`."""

    programs: str = ""
    specifications: str = ""
    problems: str = ""
    strategy: str = "cs"
    language: str = "dafny"
    shown: int = 1


class SpecassayTaskset(vf.Taskset[SpecassayTask, SpecassayConfig]):
    """Programs that have to keep a contract, and specifications of Dafny methods."""

    def load(self) -> Iterator[SpecassayTask]:
        """A task for each problem. Raises InputError for sources that cannot be read."""
        for problem in self._problems():
            data = SpecassayData(
                name=problem.problem_id,
                prompt=problem.request,
                system_prompt=problem.system,
                ground_truth=problem.ground_truth,
            )
            yield SpecassayTask(data, self.config.task)

    def _problems(self) -> Iterator[RewardProblem]:
        if self.config.programs:
            yield from program_problems(self.config.programs, self.config.strategy)
        if self.config.specifications:
            yield from specification_problems(self.config.specifications, self.config.shown)
        if self.config.problems:
            yield from specifications_of_problems([self.config.problems], self.config.language, shown=self.config.shown)


__all__ = ["SpecassayTaskset"]
