"""Rewards as verl calls them (read in verl 0.9.1: `experimental/reward_loop/reward_manager/naive.py` for single
answers, `workers/reward_manager/batch.py` for batches, `trainer/ppo/reward.py` for the settings).

    reward.custom_reward_function.path=pkg://specassay.benchmarks.adapters.verl
    reward.custom_reward_function.name=compute_score     # compute_scores with the reward manager "batch"
    +reward.custom_reward_function.reward_kwargs.jobs=8  # of compute_scores

Rows of the data set have `rows(problems)`.
"""

from collections.abc import Sequence
from typing import Any

from .problems import RewardProblem, earned

DATA_SOURCE = "specassay"


def rows(problems: Sequence[RewardProblem]) -> list[dict[str, Any]]:
    """The rows of verl's data sets: `data_source`, `prompt`, `reward_model` with the ground truth, `extra_info`."""
    return [
        {
            "data_source": DATA_SOURCE,
            "prompt": problem.messages,
            "reward_model": {"style": "rule", "ground_truth": problem.ground_truth},
            "extra_info": {"index": number, "problem_id": problem.problem_id},
        }
        for number, problem in enumerate(problems)
    ]


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: dict[str, Any] | None = None, **kwargs: Any
) -> dict[str, float | str]:
    """The `score` of one answer, with its verdict and parts, which verl logs. Safe for threads, in which verl calls it;
    programs take turns there, and batches do not."""
    return earned([ground_truth], [solution_str])[0].numbers


def compute_scores(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[str],
    extra_infos: Sequence[dict[str, Any]] | None = None,
    *,
    jobs: int = 1,
    **kwargs: Any,
) -> list[dict[str, float | str]]:
    """The same for a batch, by so many processes."""
    return [each.numbers for each in earned(list(ground_truths), list(solution_strs), jobs)]
