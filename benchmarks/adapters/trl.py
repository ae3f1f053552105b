"""Rewards as TRL calls them (`GRPOTrainer(reward_funcs=...)`, read in TRL 1.16.0, `trainer/grpo_trainer.py`).

A training run takes them so:

    from specassay.benchmarks.adapters.trl import columns, reward_func
    trainer = GRPOTrainer(model, reward_funcs=reward_func(jobs=8), train_dataset=Dataset.from_list(columns(problems)))
"""

from collections.abc import Callable, Sequence
from typing import Any

from .problems import RewardProblem, earned

TrlCompletion = str | Sequence[dict[str, Any]]
RewardFunction = Callable[..., list[float | None]]


def columns(problems: Sequence[RewardProblem]) -> list[dict[str, Any]]:
    """The rows of a data set for training: `prompt` in messages, `ground_truth`, `problem_id`."""
    return [
        {"prompt": problem.messages, "ground_truth": problem.ground_truth, "problem_id": problem.problem_id}
        for problem in problems
    ]


def reward_func(jobs: int = 1) -> RewardFunction:
    """A reward function; its batches are judged by so many processes."""

    def specassay_reward(
        prompts: Sequence[Any],
        completions: Sequence[TrlCompletion],
        *,
        ground_truth: Sequence[str | None],
        **kwargs: Any,
    ) -> list[float | None]:
        """A reward for each completion, text or messages; None where a row has no ground truth of ours. Of what else
        TRL gives, `log_metric` is used: the share of completions that earn something."""
        # Batches of TRL may mix data sets: rows of others are left to other reward functions.
        ours = [place for place, truth in enumerate(ground_truth) if truth]
        found = earned([str(ground_truth[our]) for our in ours], [completions[our] for our in ours], jobs)
        totals: list[float | None] = [None] * len(completions)
        for our, one_reward in zip(ours, found, strict=True):
            totals[our] = one_reward.total
        if found and "log_metric" in kwargs:
            kwargs["log_metric"]("specassay/paid", sum(one_reward.total > 0 for one_reward in found) / len(found))
        return totals

    return specassay_reward
