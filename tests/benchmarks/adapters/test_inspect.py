"""The tasks and the scorer in inspect_ai, with its mock model."""

from pathlib import Path

import pytest

from .answers import GUARDED, RIGHT, RIGHT_RUST


@pytest.mark.slow
def test_each_task_runs_and_is_scored(dataset: Path, references: Path, problems_file: Path, tmp_path: Path) -> None:
    # Here, for every process of a parallel run imports every module of tests, and this library takes over a second.
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from specassay.benchmarks.adapters.inspect_tasks import (
        contract_programs,
        dafny_specifications,
        problem_specifications,
    )

    tasks = [
        (RIGHT, dafny_specifications(str(references))),
        (GUARDED, contract_programs(str(dataset))),
        (RIGHT, problem_specifications(str(problems_file))),
        (RIGHT_RUST, problem_specifications(str(problems_file), language="verus")),
    ]
    for answer, task in tasks:
        output = ModelOutput.from_content("mockllm/model", answer)
        output.usage = ModelUsage()  # or else tokens are counted, by a table from the network
        model = get_model("mockllm/model", custom_outputs=[output], memoize=False)
        (log,) = evaluate(task, model=model, display="none", log_dir=str(tmp_path), log_format="json")
        assert log.status == "success", log.error
        assert log.results is not None
        assert log.results.scores[0].metrics["mean"].value == 1
        assert log.samples is not None
        (score,) = (log.samples[0].scores or {}).values()
        assert score.explanation in ("paid", "pass")
        assert (score.metadata or {}).keys() >= {"csr"} or (score.metadata or {}).keys() >= {"complete"}
