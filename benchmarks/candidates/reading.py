"""Candidate specifications in files of JSON Lines: one a line, as `generate` writes them or anybody else."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args

from attrs import frozen

from ...core.errors import InputError
from ...frontends.registry import language as language_named
from ..datasets.text_lines import read_lines

TEXTS = ("specification", "answer", "solution")
"""The fields that hold a candidate's text, the first that is there."""
NoAnswer = Literal["filtered", "refused", "given up"]
"""Why a model gave none: a filter held it back, the model declined, or the endpoint failed."""
UNANSWERED: tuple[NoAnswer, ...] = get_args(NoAnswer)


@frozen(slots=True)
class SpecificationCandidate:
    """A specification that somebody wrote for a problem: a text, which may be a chatty answer. `origin`: its place.
    `unanswered`: why there is no text, if there is none; `number`: among those of its model and strategy for the
    problem in the language."""

    task_id: str
    language: str
    text: str
    model: str = ""
    strategy: str = ""
    origin: str = ""
    unanswered: NoAnswer | None = None
    number: int = 0


def read_candidates(file: Path) -> Iterator[SpecificationCandidate | InputError]:
    """The candidates in a file of JSON Lines, and what is wrong with lines that hold none. Raises InputError for a file
    that cannot be read."""
    for line, text in read_lines(file):
        if isinstance(text, InputError):
            yield text
            continue
        try:
            yield _candidate(_object(text), f"{file}:{line}")
        except InputError as error:
            yield InputError(str(error), file=str(file), line=line)


def _object(text: str) -> dict[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}") from error
    if not isinstance(row, dict):
        raise InputError("not an object")
    return row


def _candidate(row: dict[str, Any], origin: str) -> SpecificationCandidate:
    if not all(isinstance(row.get(name), str) for name in ("task_id", "language")):
        raise InputError("a candidate has `task_id` and `language`, which are texts")
    text = next((row[name] for name in TEXTS if isinstance(row.get(name), str)), None)
    if text is None:
        raise InputError(f"a candidate has one of {', '.join(TEXTS)}, which is a text")
    language_named(row["language"])
    # JSON has texts that UTF-8 has not ("\ud800"): as a file such a candidate could not be there.
    text = text.encode("utf-8", "replace").decode("utf-8")
    model, strategy = (str(row.get(name) or "") for name in ("model", "strategy"))
    state = row.get("state")
    unanswered = state if state in UNANSWERED else None
    return SpecificationCandidate(row["task_id"], row["language"], text, model, strategy, origin, unanswered)
