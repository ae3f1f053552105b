"""What a task expects of its programs: its valid inputs, and the outputs of its canonical solution.

An input counts only when it meets the task's own contract and the canonical solution returns a value on it: some
shipped inputs break their contract. What is left out is reported.
"""

import base64
import hashlib
import marshal
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import field, frozen

from ...backends.python.replay import Replayer
from ...backends.python.sandbox.guest import sample
from ...backends.python.sandbox.guest.decoding import Opaque, decode
from ...backends.python.sandbox.protocol import MARSHAL_VERSION, CallOutcome, SandboxCall, SandboxLimits, call_with
from ...core.errors import InputError
from ...frontends.python import literal
from ..cache import Cache, key_of
from ..datasets.tasks import ContractTask
from .evalplus_rules import (
    AcceptanceOracle,
    asks_only_whether_none,
    convert_inputs,
    holds_floats,
    oracle_of,
    tolerances,
)
from .running import Runner, run_each

BATCH = 16
"""Inputs that the canonical solution runs on at once: some outputs are large, and all of a batch are in memory."""
MOST_BYTES = 4 << 20
"""Bytes of one output, encoded. To compare larger ones takes longer than all other tests of a data set together."""
LIMITS = SandboxLimits(cpu_seconds=60.0, wall_seconds=180.0, output_bytes=BATCH * MOST_BYTES)
"""Limits of the canonical solution on a batch of inputs."""


BROKEN_CONTRACT = "breaks its own contract"
"""Why an input is left out that the contract refuses."""
OPAQUE_TAG = b"o"
"""Before each value that is no plain data, in the encoding of the sandbox."""


@frozen(slots=True)
class ExpectedCase:
    """A valid input as the sandbox sends it, with the expected output, as the sandbox encodes it, and its absolute
    tolerance. The output is None where only that counts, and it is no plain value."""

    asked: SandboxCall = field(repr=False)
    encoded: bytes | None = field(repr=False)
    tolerance: float

    @property
    def call(self) -> str:
        """The input as the text of a tuple, made each time: few are ever shown."""
        return text_of_call(self.asked)

    @property
    def expected(self) -> Any:
        """The output, decoded each time: some are too large to keep."""
        return Opaque("", "") if self.encoded is None else decode(self.encoded)


@frozen(slots=True)
class LeftOut:
    """A shipped input that is no test: in which suite, at which place, as text, and why."""

    suite: str
    place: int
    call: str
    reason: str


@frozen(slots=True)
class Expectations:
    """The tests of one task (its id and its function), in the order of its file. `seconds`: the processor time of the
    canonical solution on all shipped inputs; `slowest`: on the slowest `BATCH` of them together, which bounds the
    slowest one."""

    task: tuple[str, str]
    base: tuple[ExpectedCase, ...]
    plus: tuple[ExpectedCase, ...]
    seconds: float
    slowest: float = 0.0
    oracle: AcceptanceOracle | None = None
    only_whether_none: bool = False
    left_out: tuple[LeftOut, ...] = ()


def known_seconds(task: ContractTask, cache: Cache) -> float:
    """The processor time of the canonical solution on all shipped inputs, when it was last measured; 0.0 for a task
    that is new."""
    return cache.get(_seconds_key(task)) or 0.0


def _seconds_key(task: ContractTask) -> str:
    return key_of("seconds", task.preamble, task.solution, task.contract_text)


@frozen(slots=True)
class _CanonicalAnswer:
    """How the canonical solution ends on an input: its output, or why there is none."""

    asked: SandboxCall
    encoded: bytes | None
    reason: str = ""
    opaque: bool = False


def call_text(arguments: Sequence[Any]) -> str:
    """The text of a tuple of arguments. Raises Unsupported for what is no plain value."""
    return literal(tuple(arguments))


def text_of_call(call: SandboxCall) -> str:
    """The text of the tuple of arguments that a call made by `call_with` holds."""
    if call.payload[:1] == sample.MARSHALLED:
        return call_text(marshal.loads(call.payload[1:]))
    return call.payload[1:].decode("utf-8", "surrogatepass")


def expectations_of(
    task: ContractTask, reference: Callable[[], Runner], replayer: Replayer, cache: Cache
) -> Expectations:
    """Run a task's contract and its canonical solution on its inputs, or take that from the cache. `reference`: opens
    where the solution runs, when it has to; no other program may run there.

    Raises InputError when the contract or the solution cannot be loaded.
    """
    answers, taken = _answers(task, reference, replayer, cache)
    whether_none = asks_only_whether_none(task.task_id, task.entry_point)
    suites: dict[str, tuple[ExpectedCase, ...]] = {}
    left_out: list[LeftOut] = []
    split = len(task.base_input)
    # The two suites are in one list, base first.
    for suite, found in (("base", answers[:split]), ("plus", answers[split:])):
        kept: list[_CanonicalAnswer] = []
        for place, answer in enumerate(found):
            # An opaque output counts only where nothing is asked but whether it is None.
            if answer.encoded is not None or (answer.opaque and whether_none):
                kept.append(answer)
            else:
                left_out.append(LeftOut(suite, place, text_of_call(answer.asked), answer.reason))
        # Tolerances follow EvalPlus: floats in a suite decide.
        floats = (answer.encoded is not None and holds_floats(answer.encoded) for answer in kept)
        limits = tolerances(floats, task.atol)
        suites[suite] = tuple(
            ExpectedCase(each.asked, each.encoded, limit) for each, limit in zip(kept, limits, strict=True)
        )
    oracle = oracle_of(task.task_id, task.entry_point)
    asked = task.task_id, task.entry_point
    return Expectations(
        asked,
        suites["base"],
        suites["plus"],
        sum(taken),
        max(taken, default=0.0),
        oracle,
        whether_none,
        tuple(left_out),
    )


def _answers(
    task: ContractTask, reference: Callable[[], Runner], replayer: Replayer, cache: Cache
) -> tuple[list[_CanonicalAnswer], list[float]]:
    """The answers to all inputs, base and plus, and the seconds that the canonical solution took for each batch of
    them.

    The contract is asked apart from the solution: an input that it refuses is no test, whatever the solution returns
    there. Nothing is kept of a task with a timeout or a crash, which a busy machine may have caused: every later run
    would leave these inputs out, and with them pass programs that are wrong on them."""
    # The key has everything that the answers depend on.
    module = f"{task.preamble}\n{task.solution}"
    key = key_of("expected", task.task_id, module, task.entry_point, task.contract_text, _digest(task))
    kept = cache.get(key)
    if kept is not None:
        return list(_unpacked(kept)), kept["seconds"]
    rows = [
        row
        for inputs in (task.base_input, task.plus_input)
        for row in convert_inputs(task.task_id, task.entry_point, inputs)
    ]
    calls = [call_text(row) for row in rows]
    # The contract is asked on the rows themselves, in a process of its own.
    broken = _breaks_contract(task, rows, replayer)
    answers: list[_CanonicalAnswer] = []
    lasting = True
    runner = reference()
    seconds: list[float] = []
    # In batches: each a process, so that a crash costs one batch.
    for start in range(0, len(calls), BATCH):
        outcomes, taken = run_each(runner, module, task.entry_point, calls[start : start + BATCH], LIMITS)
        seconds.append(taken)
        # A canonical solution that does not load is an error of the data.
        for outcome in outcomes:
            if outcome.kind == "not loadable":
                why = f"{task.task_id}: the canonical solution cannot be loaded: {outcome.exception} {outcome.message}"
                raise InputError(why, file=task.file, line=task.line)
            # A timeout may be the machine's fault: then nothing is kept.
            lasting &= outcome.kind not in _PASSING
            place = len(answers)
            asked = call_with(tuple(rows[place]), calls[place])
            wrong = broken[place]
            answers.append(_CanonicalAnswer(asked, None, BROKEN_CONTRACT) if wrong else _answer(asked, outcome))
    if lasting:
        cache.put(key, {**_packed(answers), "seconds": seconds})
        cache.put(_seconds_key(task), sum(seconds))
    return answers, seconds


def _digest(task: ContractTask) -> str:
    """The digest of the inputs as the file has them; with full caches nothing else is done with them."""
    inputs = (task.base_input, task.plus_input)
    try:
        data = marshal.dumps(inputs, MARSHAL_VERSION)
    except ValueError:  # from elsewhere than JSON
        data = literal(inputs).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()


_PASSING = frozenset({"timeout", "crash"})
"""What may be different on another day: not kept."""


def _breaks_contract(task: ContractTask, rows: Sequence[Sequence[Any]], replayer: Replayer) -> list[bool]:
    names = task.parameter_names
    fitting = [len(row) == len(names) for row in rows]
    inputs = [
        {name: literal(value) for name, value in zip(names, row, strict=True)}
        for row, fits in zip(rows, fitting, strict=True)
        if fits
    ]
    replayer.load(task.replay_task)
    replays = iter(replayer.run_many(inputs, reference=False))
    return [fits and bool(next(replays).violated) for fits in fitting]


def _answer(asked: SandboxCall, outcome: CallOutcome) -> _CanonicalAnswer:
    if outcome.kind == "value" and not outcome.encoded.startswith(OPAQUE_TAG):
        if len(outcome.encoded) <= MOST_BYTES:
            return _CanonicalAnswer(asked, outcome.encoded)
        return _CanonicalAnswer(asked, None, f"the expected output takes more than {MOST_BYTES >> 20} MiB")
    if outcome.kind in ("value", "unserialisable"):
        return _CanonicalAnswer(asked, None, "the canonical solution does not return a plain value", opaque=True)
    said = outcome.exception or outcome.message
    return _CanonicalAnswer(asked, None, f"the canonical solution: {outcome.kind} ({said})")


def _packed(answers: Sequence[_CanonicalAnswer]) -> dict[str, Any]:
    """Answers as JSON: the bytes of all calls and outputs one after the other, and of each how many they are, the names
    that its call needs, and why there is no output."""
    data = b"".join(part for answer in answers for part in (answer.asked.payload, answer.encoded or b""))
    items = [
        [
            len(answer.asked.payload),
            None if answer.encoded is None else len(answer.encoded),
            sorted(answer.asked.names),
            answer.reason,
            answer.opaque,
        ]
        for answer in answers
    ]
    return {"answers": items, "data": base64.b64encode(zlib.compress(data)).decode("ascii")}


def _unpacked(kept: dict[str, Any]) -> Iterator[_CanonicalAnswer]:
    data = zlib.decompress(base64.b64decode(kept["data"]))
    start = 0
    for asked, encoded, names, reason, opaque in kept["answers"]:
        middle = start + asked
        end = middle + (encoded or 0)
        call = SandboxCall(data[start:middle], frozenset(names))
        yield _CanonicalAnswer(call, None if encoded is None else data[middle:end], reason, opaque)
        start = end
