"""Runs EvalPlus on samples, in processes of its own, without the network and with a cache of its own."""

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from ...core.errors import InputError
from .usage import Usage, measured

VARIABLE = "SPECASSAY_EVALPLUS"
COMMAND = "evalplus.evaluate"
ADVICE = (
    "EvalPlus is not installed: `make bench` installs it in an environment of its own; otherwise "
    f"`pip install 'specassay[evalplus]'`, and {VARIABLE} for where {COMMAND} is, unless it is on PATH"
)
OVERRIDES = {"humaneval": "HUMANEVAL_OVERRIDE_PATH", "mbpp": "MBPP_OVERRIDE_PATH"}
"""EvalPlus' name of a data set → the variable that makes it read a file and download nothing."""

SECONDS = 1800.0
"""Seconds for one command. EvalPlus itself bounds a sample, not a run."""


@frozen(slots=True)
class SuiteVerdicts:
    """The verdicts on one sample for both suites, in EvalPlus' words: pass, fail, timeout."""

    base: str
    plus: str

    @property
    def passes(self) -> bool:
        return self.base == self.plus == "pass"


def executable() -> str | None:
    """EvalPlus' command, None where it is not installed."""
    return shutil.which(os.environ.get(VARIABLE) or COMMAND)


def evaluate(
    command: str, dataset: str, problems: Path, samples: Path, cache: Path, jobs: int
) -> tuple[Usage, dict[str, list[SuiteVerdicts]]]:
    """EvalPlus' verdicts by task, in the order of the samples, and what they took. `dataset`: a key of `OVERRIDES`;
    `samples`: a .jsonl file with samples for each of the problems. `jobs`: how many samples at once.
    Its own default limits.

    Raises InputError when it does not finish.
    """
    environment = {
        **os.environ,
        OVERRIDES[dataset]: str(problems),
        "XDG_CACHE_HOME": str(cache),
        "HF_HUB_OFFLINE": "1",
    }
    results = samples.with_name(f"{samples.stem}_eval_results.json")
    # It would take these for the answer, and do nothing.
    results.unlink(missing_ok=True)
    line = [command, "--dataset", dataset, "--samples", str(samples), "--parallel", str(jobs)]
    usage = measured(line, environment, samples.with_suffix(".log"), SECONDS)
    if usage.exit_code != 0 or not results.exists():
        raise InputError(f"EvalPlus did not finish ({usage.exit_code}): {usage.output[-500:]}", file=str(samples))
    return usage, _verdicts(json.loads(results.read_text("utf-8")))


def _verdicts(results: Mapping[str, Any]) -> dict[str, list[SuiteVerdicts]]:
    return {
        task_id: [SuiteVerdicts(row["base_status"], row["plus_status"]) for row in rows]
        for task_id, rows in results["eval"].items()
    }
