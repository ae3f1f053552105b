"""Where a report comes from, in lines for people."""

import datetime
import os
import platform
from collections.abc import Iterator, Mapping
from importlib import metadata
from typing import Any

from attrs import frozen

from ..build import DIGITS
from . import plots
from .reading import Rows

NOTHING: tuple[Any, ...] = (None, "", [], {}, False)


@frozen(slots=True)
class ProvenanceFact:
    """One line of the provenance."""

    name: str
    value: str


def facts_of(rows: Rows) -> Iterator[ProvenanceFact]:
    """What the runs say of themselves, the files that were read, and what made the report."""
    for said in rows.provenance:
        several = len(rows.provenance) > 1
        prefix = f"session {said.get('session')}: " if several else ""
        yield from (ProvenanceFact(f"{prefix}{fact.name}", fact.value) for fact in _of_session(said))
    for file in rows.files:
        yield ProvenanceFact(f"rows in {file.name}", f"{file.rows:,} (SHA-256 {file.sha256[:DIGITS]}…)")
    if rows.undone:
        yield ProvenanceFact("not done yet", f"{rows.undone:,} tasks, for `specassay bench --resume`")
    if rows.repeated:
        yield ProvenanceFact("repeated rows", f"{rows.repeated:,}, of which the last one counts")
    if not plots.drawn():
        yield ProvenanceFact("plots", "none: pip install 'specassay[report]' draws them")
    if rows.others:
        yield ProvenanceFact("rows not shown", f"{rows.others:,} of other kinds")
    yield ProvenanceFact("report", f"{_now()}, specassay {metadata.version('specassay')}, {platform.python_version()}")


def _of_session(said: Mapping[str, Any]) -> Iterator[ProvenanceFact]:
    """The lines of a `ProvenanceRow`, whatever of it there is."""
    ended = _time(said.get("ended"))
    yield ProvenanceFact("run", f"{_time(said.get('started'))} to {ended or 'where it was stopped'}")
    for name in ("versions", "options"):
        if words := _words(said.get(name)):
            yield ProvenanceFact(name, words)
    if said.get("seed") is not None:
        yield ProvenanceFact("seed", str(said["seed"]))
    for part in said.get("data") or ():
        tasks = f"tasks: {part['tasks']:,}, " if part.get("tasks") else ""  # A file of programs has none.
        sizes = f"{tasks}files: {part.get('files', 0):,}, in {part.get('path')}"
        yield ProvenanceFact(f"data {part.get('name')}", f"{sizes} (SHA-256 {str(part.get('sha256'))[:DIGITS]}…)")
    if machine := said.get("machine"):
        memory = f"{machine['memory']:,} MiB" if isinstance(machine.get("memory"), int) else ""
        cores = f"{machine['cores']} cores" if machine.get("cores") else ""
        parts = (machine.get("system"), machine.get("processor"), cores, memory)
        yield ProvenanceFact("machine", ", ".join(str(part) for part in parts if part))


def _words(value: Any) -> str:
    """Names and values, without those that say nothing."""
    match value:
        case Mapping():
            return ", ".join(f"{name} {_words(each)}" for name, each in value.items() if each not in NOTHING)
        case list() | tuple():
            return " ".join(map(_words, value))
    return str(value)


def _time(text: object) -> str:
    """A time of ISO 8601, to the minute; as it is where it is none; empty for nothing."""
    try:
        return datetime.datetime.fromisoformat(str(text)).strftime("%Y-%m-%d %H:%M UTC")
    except ValueError:
        return "" if text is None else str(text)


def _now() -> str:
    """Now, or what SOURCE_DATE_EPOCH says, for a document that can be made again."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isdecimal() else datetime.datetime.now(datetime.UTC).timestamp()
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
