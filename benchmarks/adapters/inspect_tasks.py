"""Tasks and a scorer for inspect_ai (0.3.285).

It finds them by its entry point:

    inspect eval specassay/contract_programs -T dataset=MbppPlus.jsonl.gz --model openai/gpt-4o
    inspect eval specassay/dafny_specifications -T source=references/ --model mockllm/model
"""

from collections.abc import Sequence

from anyio import to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from .problems import (
    RewardProblem,
    earned,
    program_problems,
    specification_problems,
    specifications_of_problems,
)

GROUND_TRUTH = "ground_truth"


@scorer(metrics=[mean(), stderr()])
def specassay_reward() -> Scorer:
    """The reward of an answer, in [0, 1]; its verdict is the explanation, its parts are metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        answer = state.output.completion
        (found,) = await to_thread.run_sync(earned, [state.metadata[GROUND_TRUTH]], [answer])
        return Score(value=found.total, answer=answer, explanation=found.verdict, metadata=dict(found.parts))

    return score


@task
def contract_programs(dataset: str, strategy: str = "cs", limit: int | None = None) -> Task:
    """Programs for the tasks of a data set (EvalPlus), which have to refuse what breaks their contract."""
    return _task(program_problems(dataset, strategy)[:limit])


@task
def dafny_specifications(source: str, shown: int = 1, limit: int | None = None) -> Task:
    """Specifications for Dafny methods: a folder of references with tests, of which `shown` are in the prompt, or lines
    as `problems.py` has them."""
    return _task(specification_problems(source, shown)[:limit])


@task
def problem_specifications(
    data: str, language: str = "dafny", strategy: str = "plain", shown: int = 3, limit: int | None = None
) -> Task:
    """Specifications for the problems of a data set, or of a file of one's own, in a language; `shown` tests of each
    are in the prompt."""
    return _task(specifications_of_problems([data], language, strategy, shown)[:limit])


def _task(problems: Sequence[RewardProblem]) -> Task:
    samples = [
        Sample(
            id=problem.problem_id,
            input=[ChatMessageSystem(content=problem.system), ChatMessageUser(content=problem.request)],
            metadata={GROUND_TRUTH: problem.ground_truth},
        )
        for problem in problems
    ]
    return Task(dataset=MemoryDataset(samples), solver=generate(), scorer=specassay_reward())
