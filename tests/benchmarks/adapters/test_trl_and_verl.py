"""Called as TRL 1.16.0 and verl 0.9.1 call rewards. Neither is installed (each brings torch along): the calls below are
those in their sources, at the places that the modules of the adapters name."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import pytest

from specassay.benchmarks.adapters import trl, verl
from specassay.benchmarks.adapters.problems import RewardProblem

from .answers import EMPTY, GUARDED, RIGHT, VACUOUS


def test_trl(program: RewardProblem, specification: RewardProblem) -> None:
    rows = trl.columns([specification, program, specification])
    inputs = [*rows, {"prompt": rows[0]["prompt"], "ground_truth": None, "problem_id": None}]
    completions = [[{"role": "assistant", "content": text}] for text in (RIGHT, GUARDED, VACUOUS, "of another task")]
    metrics: dict[str, float] = {}
    # As `_calculate_rewards` of GRPOTrainer does.
    keys = [key for key in inputs[0] if key not in ["prompt", "completion", "completion_ids"]]
    reward_kwargs: dict[str, Any] = {key: [example[key] for example in inputs] for key in keys}
    reward_kwargs["trainer_state"] = None
    reward_kwargs["log_extra"] = lambda column, values: None
    reward_kwargs["log_metric"] = metrics.__setitem__
    function = trl.reward_func()
    output = function(
        prompts=[each["prompt"] for each in inputs], completions=completions, completion_ids=[[1]] * 4, **reward_kwargs
    )
    assert output == [1.0, 1.0, 0.0, None]
    assert metrics == {"specassay/paid": 2 / 3}
    assert function.__name__ == "specassay_reward"
    plain = function(prompts=["", ""], completions=[RIGHT, EMPTY], ground_truth=[specification.ground_truth] * 2)
    assert plain == [1.0, 0.0]


def test_verl_one_by_one_from_threads(program: RewardProblem, specification: RewardProblem) -> None:
    function = getattr(import_module("specassay.benchmarks.adapters.verl"), "compute_score")  # noqa: B009
    rows = verl.rows([specification, program])

    def run_single(row: Mapping[str, object], response: str) -> object:
        """As `run_single` of NaiveRewardManager does, in a thread."""
        model, extra = row["reward_model"], row["extra_info"]
        assert isinstance(model, dict)
        assert isinstance(extra, dict)
        extra["num_turns"], extra["rollout_reward_scores"] = None, {}
        result = function(
            data_source=row["data_source"], solution_str=response, ground_truth=model["ground_truth"], extra_info=extra
        )
        return result["score"]

    calls = [(rows[0], RIGHT), (rows[1], GUARDED), (rows[0], VACUOUS), (rows[1], EMPTY)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda call: run_single(*call), calls)) == [1, 1, 0, 0]


def test_verl_in_batches(specification: RewardProblem) -> None:
    rows = verl.rows([specification] * 3)
    # As `verify` of BatchRewardManager does.
    scores = verl.compute_scores(
        data_sources=[each["data_source"] for each in rows],
        solution_strs=[RIGHT, EMPTY, VACUOUS],
        ground_truths=[each["reward_model"]["ground_truth"] for each in rows],
        extra_infos=[{**each["extra_info"], "rollout_reward_scores": {}} for each in rows],
        jobs=1,
    )
    assert [each["score"] for each in scores] == [1, 0, 0]
    assert {tuple(each) for each in scores} == {
        ("score", "verdict", "correct", "complete", "held_out", "functional", "rejects", "domain")
    }


def test_no_adapter_is_imported_with_the_package() -> None:
    for module in ("trl", "verl"):
        with pytest.raises(ModuleNotFoundError):
            import_module(module)
