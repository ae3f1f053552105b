"""A run: open requests are sent, so many at a time, until each has an answer or is given up."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence

from attrs import define, field, frozen

from ....core.errors import InputError
from .endpoint import KEY_VARIABLE, Endpoint, Next, Retries, Unreachable, asked_seconds, what_next
from .replies import Completion, HttpReply, Unusable, message_of
from .store import ReplyStore, Request

Sleep = Callable[[float], Awaitable[None]]
_HINTS = {
    401: f"the key in {KEY_VARIABLE} is wrong",
    402: "the account requires payment",
    403: f"the key in {KEY_VARIABLE} may not do this",
    404: "no such model, or --base-url is not that of an OpenAI-compatible endpoint (it often ends in /v1)",
}


@frozen(slots=True)
class GivenUp:
    """A request without an answer, after so many attempts, and why the last one failed."""

    request: Request
    attempts: int
    reason: str


@frozen(slots=True)
class Totals:
    """What the answers of a run hold and cost. `uncounted`: answers whose tokens the endpoint did not count; they are
    in no other count of tokens. `cut`: answers that stopped at the limit of tokens; `filtered` and `refused`: replies
    without an answer, since a filter held it back, or the model declined."""

    answers: int
    cut: int
    filtered: int
    refused: int
    prompt_tokens: int
    completion_tokens: int
    uncounted: int

    def cost(self, per_million_in: float, per_million_out: float) -> float:
        """The cost, in the unit of the prices (which are for a million tokens), without uncounted answers."""
        return (self.prompt_tokens * per_million_in + self.completion_tokens * per_million_out) / 1e6


def totals_of(answers: Sequence[Completion]) -> Totals:
    counted = [answer for answer in answers if None not in (answer.prompt_tokens, answer.completion_tokens)]
    states = [answer.state for answer in answers]
    return Totals(
        answers=states.count("answered") + states.count("cut"),
        cut=states.count("cut"),
        filtered=states.count("filtered"),
        refused=states.count("refused"),
        prompt_tokens=sum(answer.prompt_tokens or 0 for answer in counted),
        completion_tokens=sum(answer.completion_tokens or 0 for answer in counted),
        uncounted=len(answers) - len(counted),
    )


@define(slots=True)
class GenerationRun:
    """Sends requests to an endpoint and stores what comes back.

    `attempts` counts what was sent; `given_up` are the requests without an answer. `step` is called for each request
    that is settled; `sleep`, `chance` and `clock` are there to be replaced in tests.
    """

    endpoint: Endpoint
    store: ReplyStore
    retries: Retries = field(factory=Retries)
    concurrency: int = 8
    step: Callable[[], None] = lambda: None
    sleep: Sleep = asyncio.sleep
    chance: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic
    attempts: int = 0
    given_up: list[GivenUp] = field(factory=list)

    async def settle(self, requests: Sequence[Request]) -> None:
        """Send every request that has no stored answer.

        Raises InputError when the endpoint refuses all of them: a wrong key, an unknown model, a spent quota.
        """
        waiting = iter([request for request in requests if self.store.answer(request) is None])

        async def work() -> None:
            for request in waiting:  # Shared: each worker takes the next one.
                await self._settle(request)
                self.step()

        workers = [asyncio.create_task(work()) for _ in range(self.concurrency)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _settle(self, request: Request) -> None:
        attempt = 0
        while True:
            attempt += 1
            self.attempts += 1
            seconds_asked: float | None = None
            try:
                started = self.clock()
                reply = await self.endpoint.send(request.body)
                self.store.add(request, reply, self.clock() - started)
                return
            except Unreachable as error:
                reason = str(error)
            except Unusable as error:
                reason = str(error)
                match what_next(reply):
                    case Next.STOP:
                        raise InputError(_refusal(reply)) from error
                    case Next.GIVE_UP:
                        self.given_up.append(GivenUp(request, attempt, reason))
                        return
                    case Next.AGAIN:
                        seconds_asked = asked_seconds(reply)
            seconds = self.retries.wait(attempt, seconds_asked, self.chance)
            if seconds is None:
                if seconds_asked is not None and seconds_asked > self.retries.patience:
                    reason += f" (try again in {seconds_asked:.0f} s)"
                self.given_up.append(GivenUp(request, attempt, reason))
                return
            await self.sleep(seconds)


def _refusal(reply: HttpReply) -> str:
    said = message_of(reply)
    hint = _HINTS.get(reply.status, "the quota is spent")
    return f"the endpoint refuses: {hint} (HTTP {reply.status}{f': {said}' if said else ''})"
