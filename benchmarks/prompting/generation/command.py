"""`specassay generate`."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import click
import msgspec
from attrs import frozen

from ....core.errors import InputError, unreadable, unwritable
from ...exit_codes import ExitCode
from ...reporting.output import REPLIES, progress, row_writer
from ...reporting.tables import Table, counted, plain_table, show
from ...reporting.text import complain
from ..command import PromptSet
from ..rendering import Prompt
from .endpoint import OpenAIEndpoint, Retries
from .replies import Completion
from .run import GenerationRun, GivenUp, Totals, totals_of
from .store import ReplyStore, Request, Sampling, read_answers, requests_for

# What a run of `generate` leaves: a folder for each model and strategy, with the samples, the replies, and how they
# were asked for.

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
            # First come: two runs with other settings into one folder would mix their samples.
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


MOST_COMPLAINTS = 20
"""Samples that were given up, that are named: a server that is down loses all of them."""
CHARACTERS_PER_TOKEN = 4
"""Characters of English and code in a token, roughly: for an estimate before anything is sent."""


@frozen(slots=True, kw_only=True)
class GenerationSettings:
    """How to generate, as the options of the command say. `sampling`: what is asked of the endpoint; `prices` are for a
    million tokens in and out, in any unit."""

    sampling: Sampling
    base_url: str | None
    templates: Path | None
    samples: int
    concurrency: int
    timeout: float
    retries: int
    prices: tuple[float, float] | None
    dry_run: bool
    out: Path
    as_json: bool


def generate(prompts: PromptSet, settings: GenerationSettings) -> ExitCode:
    """Ask for samples of each prompt and write them to a folder of this model and strategy, whose file `grade` reads.

    Raises InputError when nothing can be asked, when the endpoint refuses everything, and for a folder of samples that
    were asked for in another way.
    """
    made = list(prompts.made)
    failures = [one for one in made if not isinstance(one, Prompt)]
    complain(*prompts.errors, *failures)
    code = ExitCode.BAD_INPUT if prompts.errors or failures or not made else ExitCode.DONE
    asked = [one for one in made if isinstance(one, Prompt)]
    requests = requests_for(asked, settings.sampling, settings.samples)
    folder = sample_folder(settings.out, prompts.strategy, prompts.language, settings.templates, settings.sampling)
    if settings.dry_run:
        known = read_answers(folder.replies)
        _show_plan(requests, [request for request in requests if request.key not in known], settings)
        return code
    folder.claim()
    return max(code, _run(requests, settings, folder))


def _run(requests: Sequence[Request], settings: GenerationSettings, folder: SampleFolder) -> ExitCode:
    given_up: list[GivenUp] = []
    with ReplyStore(folder.replies) as store:
        # What an interrupted run was answered is paid for, and not asked again.
        already = sum(store.answer(request) is not None for request in requests)
        try:
            with progress(len(requests) - already, "generate") as step:
                run = asyncio.run(_settle(requests, settings, store, step))
            given_up = run.given_up
        finally:
            # Also where the run is interrupted: what is there so far is written.
            answered = [(request, answer) for request in requests if (answer := store.answer(request)) is not None]
            folder.write(requests, {request.key: answer for request, answer in answered}, given_up)
    complain(*map(_given_up, run.given_up[:MOST_COMPLAINTS]))
    if len(run.given_up) > MOST_COMPLAINTS:
        complain(f"{len(run.given_up) - MOST_COMPLAINTS} more samples were given up; run the command again")
    done = Progress(requests=len(requests), answered_before=already, attempts=run.attempts, given_up=len(run.given_up))
    totals = totals_of([answer for _, answer in answered])
    cost = None if settings.prices is None else totals.cost(*settings.prices)
    _show_totals(done, totals, cost, folder.samples, settings.as_json)
    return ExitCode.FAILED if run.given_up else ExitCode.DONE


async def _settle(
    requests: Sequence[Request], settings: GenerationSettings, store: ReplyStore, step: Callable[[], None]
) -> GenerationRun:
    async with OpenAIEndpoint(settings.base_url, settings.timeout) as endpoint:
        run = GenerationRun(endpoint, store, Retries(settings.retries), settings.concurrency, step)
        await run.settle(requests)
    return run


def _given_up(one: GivenUp) -> str:
    tried = counted(one.attempts, "attempt")
    return f"{one.request.task_id}, sample {one.request.number}: given up after {tried}: {one.reason}"


def _show_plan(requests: Sequence[Request], waiting: Sequence[Request], settings: GenerationSettings) -> None:
    tokens = sum(request.characters for request in waiting) // CHARACTERS_PER_TOKEN
    most = settings.sampling.most_tokens
    plan: dict[str, float | None] = {
        "requests": len(requests),
        "answered": len(requests) - len(waiting),
        "to_send": len(waiting),
        "prompt_tokens_estimated": tokens,
        "completion_tokens_at_most": None if most is None else most * len(waiting),
        "cost_at_most": None,
    }
    if settings.prices is not None and most is not None:
        # Without a limit of tokens an answer may cost anything.
        plan["cost_at_most"] = Totals(0, 0, 0, 0, tokens, most * len(waiting), 0).cost(*settings.prices)
    if settings.as_json:
        click.echo(msgspec.json.encode(plan))
        return
    cells = {
        "requests": f"{plan['requests']:,}",
        "answered already": f"{plan['answered']:,}",
        "to send": f"{plan['to_send']:,}",
        "tokens of prompts, about": f"{tokens:,}",
        "tokens of answers, at most": "no limit set" if most is None else f"{most * len(waiting):,}",
        "cost, at most about": "" if plan["cost_at_most"] is None else f"{plan['cost_at_most']:,.2f}",
    }
    show([_two_columns("Requests that would be sent", cells)])


@frozen(slots=True, kw_only=True)
class Progress:
    """How far a run of `generate` came: samples wanted, answered before it, requests sent by it, and given up."""

    requests: int
    answered_before: int
    attempts: int
    given_up: int


def _show_totals(done: Progress, totals: Totals, cost: float | None, out: Path, as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode({**attrs.asdict(done), **attrs.asdict(totals), "cost": cost}))
        return
    cells = {
        "samples": f"{totals.answers:,} of {done.requests:,}",
        "answered before this run": f"{done.answered_before:,}",
        "requests sent": f"{done.attempts:,}",
        "given up": f"{done.given_up:,}",
        "cut at the limit of tokens": f"{totals.cut:,}",
        "held back by a filter": f"{totals.filtered:,}",
        "refused by the model": f"{totals.refused:,}",
        "tokens of prompts": f"{totals.prompt_tokens:,}",
        "tokens of answers": f"{totals.completion_tokens:,}",
        "answers without a token count": f"{totals.uncounted:,}",
        "cost": "" if cost is None else f"{cost:,.4f}",
    }
    show([_two_columns("Samples", cells)])
    samples = "the samples, for `specassay grade`" if totals.answers else "empty, since no request was answered"
    click.echo(f"{out}: {samples}. {out.name}{REPLIES}: every reply as it came.")


def _two_columns(title: str, cells: dict[str, str]) -> Table:
    rows = tuple((name, value) for name, value in cells.items() if value)
    return plain_table(title, ("", "total"), rows, numeric={"total"})
