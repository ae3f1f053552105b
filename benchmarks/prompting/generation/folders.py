"""What a run of `generate` leaves: a folder for each model and strategy, with the samples, the replies, and how they
were asked for."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from ....core.errors import InputError, unreadable, unwritable
from ...reporting.output import REPLIES, row_writer
from .replies import Completion
from .run import GivenUp
from .store import Request, Sampling

HOW = "generation.json"
"""The file that says how the samples of a folder were asked for."""


@frozen(slots=True)
class SampleFolder:
    """The folder of one model and strategy. `how`: what was asked of the endpoint, which all samples have in common."""

    path: Path
    how: Mapping[str, Any]

    @property
    def samples(self) -> Path:
        """The file for `grade`, which has the name of the folder: reports tell sample files apart by their names."""
        return self.path / f"{self.path.name}.jsonl"

    @property
    def replies(self) -> Path:
        """Every reply as it came."""
        return self.samples.with_name(self.samples.name + REPLIES)

    def claim(self) -> None:
        """Make the folder. Raises InputError where it cannot be, and where it has samples that were asked for in
        another way."""
        path = self.path / HOW
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(json.dumps(self.how, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise unwritable(self.path, error) from error
        try:
            known = json.loads(path.read_bytes())
        except OSError as error:
            raise unreadable(path, error) from error
        except ValueError as error:
            raise InputError(f"does not say how its samples were made: {error}", file=str(path)) from error
        if known != self.how:
            others = {name for name in self.how if known.get(name) != self.how[name]} if isinstance(known, dict) else ()
            differing = ", ".join(f"{name} {known.get(name)!r}" for name in sorted(others)) or "something else"
            raise InputError(f"holds samples of {differing}: name another folder with --out", file=str(self.path))

    def write(
        self, requests: Sequence[Request], answers: Mapping[str, Completion], given_up: Sequence[GivenUp]
    ) -> None:
        """Write the samples in the order of tasks and numbers, whatever order the replies came in, with what became of
        each: one that was refused, filtered or given up is no empty program."""
        reasons = {one.request.key: one.reason for one in given_up}
        with row_writer(self.samples) as write:
            for request in requests:
                row = {
                    "task_id": request.task_id,
                    "sample": request.number,
                    "model": self.how["model"],
                    "strategy": self.how["strategy"],
                    **({"language": self.how["language"]} if "language" in self.how else {}),
                }
                answer = answers.get(request.key)
                if answer is not None:
                    write(
                        {
                            **row,
                            "solution": answer.text,
                            "state": answer.state,
                            "finish_reason": answer.finish_reason,
                            "answered_by": answer.model,
                            "prompt_tokens": answer.prompt_tokens,
                            "completion_tokens": answer.completion_tokens,
                            "seconds": answer.seconds,
                        }
                    )
                elif request.key in reasons:
                    write({**row, "solution": "", "state": "given up", "reason": reasons[request.key]})


def sample_folder(out: Path, strategy: str, language: str, templates: Path | None, sampling: Sampling) -> SampleFolder:
    """The folder of a model and a strategy, in the folder `out`; of specifications also of their `language`."""
    how = {
        **({"language": language} if language else {}),
        "model": sampling.model,
        "strategy": strategy,
        "templates": None if templates is None else str(templates),
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.most_tokens,
        "seed": sampling.seed,
    }
    parts = (_slug(sampling.model), *([language] if language else []), strategy)
    return SampleFolder(out / "--".join(parts), how)


def _slug(model: str) -> str:
    """A model's name as that of a folder: `org/model:7b` has characters that are none."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", model)
