"""Inputs that nobody has seen, drawn from a seed, with what they violate.

A program may treat the tests of a task, which are published, in another way than everything else. So its checks are
also tried on inputs that are drawn anew: the valid inputs of the task and its contract-violating tests with other
values in one or more places. Large ones, boundaries, other types and other lengths are among them, and no test. What an
input violates is what the contract itself says when it is replayed.
"""

import math
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from random import Random
from typing import Any

from attrs import evolve, frozen

from ...backends.python.replay import Replayer
from ...backends.python.sandbox.guest import sample
from ...backends.python.sandbox.protocol import call_of
from ...core.errors import InputError, SolverFailure, Unsupported
from ...core.iteration import grouped, in_turn
from ...frontends.python import literal
from ..datasets.tasks import ContractTask
from .constants import inputs_at
from .cvts import ViolatingTest
from .equivalence import asserted
from .grading_limits import LIMITS
from .guards import Guard, clauses_of

ALIKE = 0.15
"""Share of the drawn inputs in which an argument is made of another one. Chosen, not measured."""
_ATOMS: tuple[Any, ...] = (None, True, False, 0, 1, -1, 2, -7, 10**6, -(10**20), 0.0, 1.0, -2.5, 1e308, 2 + 0j)
_TEXTS: tuple[Any, ...] = ("", "a", "0", "12", "-1", "1.5", "nan", "inf", "xyz", " ", b"", b"ab")
_CONTAINERS: tuple[Any, ...] = ((), [], {}, (1,), [0], ["a"], [None], [[1]], {"a": 1}, {1: "a"})
PLAIN = (*_ATOMS, math.inf, -math.inf, math.nan, *_TEXTS, *_CONTAINERS)
"""Values of other types than the one that is asked for, and boundaries."""


@frozen(slots=True)
class DrawnInput:
    """An input, by parameter as text, and the conjuncts of the contract that it violates (as `clauses_of` has them),
    none for a valid one. `drawn`: it is no test of the task. `kinds`: the types of the arguments."""

    arguments: Mapping[str, str]
    violates: frozenset[int]
    drawn: bool = True
    kinds: tuple[type, ...] = ()

    @property
    def call(self) -> str:
        """The text of the tuple of arguments."""
        return "(" + "".join(f"{text}, " for text in self.arguments.values()) + ")"


def draw(
    split: ContractTask,
    known: Sequence[tuple[Any, ...]],
    excluded: Iterable[tuple[Any, ...]],
    replayer: Replayer,
    seed: str | int,
) -> tuple[DrawnInput, ...]:
    """Probes for a task with a clause for each conjunct. `known`: arguments to start from, the valid ones first;
    `excluded`: arguments that no probe is to have. Raises InputError, SolverFailure."""
    random = Random(seed)
    made: dict[str, DrawnInput] = {}
    left_out = {probe.call for arguments in excluded if (probe := _written(split, arguments)) is not None}
    for arguments in chain(_of_every_kind(known), _drawn(known, random, LIMITS.drawn_inputs)):
        probe = _written(split, arguments)
        if probe is not None and probe.call not in left_out and len(probe.call) <= LIMITS.input_characters:
            # The text of a call tells inputs apart, since values cannot be hashed.
            made.setdefault(probe.call, probe)
    replayer.load(split.replay_task)
    try:
        replays = replayer.run_many([probe.arguments for probe in made.values()], reference=False)
    except InputError:
        return ()
    return tuple(
        evolve(probe, violates=replay.violated)
        for probe, replay in zip(made.values(), replays, strict=True)
        if replay.decided
    )


def _written(task: ContractTask, arguments: tuple[Any, ...]) -> DrawnInput | None:
    """Arguments as text; None for those that cannot be written, and for another number of them."""
    try:
        texts = map(literal, arguments)
        arguments_by_name = dict(zip(task.parameter_names, texts, strict=True))
        return DrawnInput(arguments_by_name, frozenset(), kinds=tuple(map(type, arguments)))
    except (Unsupported, ValueError, RecursionError, OverflowError):
        return None


def conjunct_task(task: ContractTask, clauses: Sequence[Guard]) -> ContractTask:
    """The task with a clause for each conjunct of its contract."""
    names = ", ".join(task.parameter_names)
    text = "\n".join(asserted(clause, task.parameters, place) for place, clause in enumerate(clauses))
    solution = f"def {task.entry_point}({names}):\n    pass\n"
    return evolve(task.with_contract(text or "pass"), solution=solution, base_input=(), plus_input=())


@frozen(slots=True)
class InputPool:
    """All drawn inputs of a task: `violating` its contract, which refuses them by an AssertionError, and `valid` ones,
    on which its canonical solution returns. `tests`: its contract-violating tests, which stand in for
    clauses that no drawn input violates alone (10,001 elements, or an empty text). `starts`: arguments of which others
    are made for one program."""

    violating: tuple[DrawnInput, ...] = ()
    valid: tuple[DrawnInput, ...] = ()
    tests: tuple[DrawnInput, ...] = ()
    starts: tuple[tuple[Any, ...], ...] = ()

    def sample(self, random: Random) -> tuple[DrawnInput, ...]:
        """Inputs to try a program on, in some order: of each clause some that violate it, of each type in each place
        one, and valid ones."""
        chosen: dict[str, DrawnInput] = {}
        queues = list(grouped((probe.violates, probe) for probe in self.violating).values())
        for queue in queues:
            random.shuffle(queue)
        for probe in islice(in_turn(list(map(iter, queues))), LIMITS.violating_inputs):
            chosen[probe.call] = probe
        tried = {place for probe in chosen.values() for place in enumerate(probe.kinds)}
        for probe in self.violating:
            # One type that a check lets by may be any, and few inputs have it.
            if not tried.issuperset(enumerate(probe.kinds)):
                chosen[probe.call] = probe
                tried.update(enumerate(probe.kinds))
        reached = frozenset[int]().union(*(probe.violates for probe in chosen.values() if len(probe.violates) == 1))
        probes = [*chosen.values(), *random.sample(self.valid, min(LIMITS.admitted_inputs, len(self.valid)))]
        probes += [probe for probe in self.tests if not probe.violates <= reached]
        random.shuffle(probes)
        return tuple(probes)

    def inputs(self, random: Random) -> tuple[Mapping[str, str], ...]:
        """Inputs to evaluate conditions on."""
        return tuple(probe.arguments for probe in self.sample(random)[: LIMITS.evaluated_inputs])


def pool_of(
    task: ContractTask, valid: Sequence[str], tests: Sequence[ViolatingTest], replayer: Replayer, seed: str | int
) -> InputPool:
    """The inputs that are drawn for a task from a seed. `valid`: texts of valid inputs; `tests`: those that violate the
    contract. Empty where nothing can be drawn."""
    clauses = clauses_of(task.contract_text)
    valid_arguments = [*filter(None, map(_arguments, valid))]
    # As many from the violating tests as from the valid inputs, which are many more: near them other clauses hold.
    near = [*filter(None, (_arguments(test.call) for test in tests))]
    valid_arguments += near * max(1, len(valid_arguments) // max(1, 2 * len(near)))
    excluded = [*valid_arguments]
    split = conjunct_task(task, clauses)
    try:
        drawn = draw(split, valid_arguments, excluded, replayer, seed)
        written = [*filter(None, (_written(split, arguments) for arguments in near))]
        replays = replayer.run_many([probe.arguments for probe in written], reference=False)
        shown = [
            evolve(probe, violates=replay.violated, drawn=False)
            for probe, replay in zip(written, replays, strict=True)
            if replay.decided
        ]
        violating = _refused(task, drawn, replayer)
        allowed = sorted((probe for probe in drawn if not probe.violates), key=lambda probe: len(probe.call))
        allowed = allowed[: 2 * LIMITS.admitted_inputs]
        replays = replayer.run_many([probe.arguments for probe in allowed])
    except (InputError, SolverFailure):
        return InputPool()
    return InputPool(
        tuple(violating),
        tuple(probe for probe, replay in zip(allowed, replays, strict=True) if replay.runs_without_contract),
        tuple(shown),
        (*_one_of_each(tests), *islice(filter(None, map(_arguments, valid)), LIMITS.starts_at_constants)),
    )


def _refused(task: ContractTask, drawn: Iterable[DrawnInput], replayer: Replayer) -> list[DrawnInput]:
    """The drawn inputs that the contract refuses in CPython. Raises InputError, SolverFailure."""
    replayer.load(task.replay_task)
    refusing = [probe for probe in drawn if probe.violates]
    replays = replayer.run_many([probe.arguments for probe in refusing], reference=False)
    return [probe for probe, replay in zip(refusing, replays, strict=True) if replay.raised == REFUSAL]


def _one_of_each(tests: Sequence[ViolatingTest]) -> Iterator[tuple[Any, ...]]:
    """The arguments of a test for each set of clauses that is violated, small sets first."""
    kinds = grouped((test.violates, test) for test in sorted(tests, key=lambda test: len(test.violates)))
    yield from islice(filter(None, (_arguments(alike[0].call) for alike in kinds.values())), LIMITS.starts_at_constants)


def violating_at(
    task: ContractTask, constants: Sequence[Any], starts: Sequence[tuple[Any, ...]], replayer: Replayer
) -> tuple[DrawnInput, ...]:
    """The inputs at constants of a program that violate the contract, up to one on which it does not end."""
    split = conjunct_task(task, clauses_of(task.contract_text))
    written = filter(None, (_written(split, arguments) for arguments in inputs_at(constants, starts)))
    rows = list(islice({probe.call: probe for probe in written}.values(), LIMITS.inputs_at_constants))
    if not rows:
        return ()
    try:
        replayer.load(split.replay_task)
        drawn: list[DrawnInput] = []
        for start in range(0, len(rows), LIMITS.replayed_together):
            some = rows[start : start + LIMITS.replayed_together]
            replays = replayer.run_many([probe.arguments for probe in some], reference=False)
            pairs = zip(some, replays, strict=True)
            drawn += [evolve(probe, violates=replay.violated) for probe, replay in pairs if replay.decided]
            # A contract that counts up to its argument hangs at every large constant.
            if not all(replay.decided for replay in replays):
                break
        return tuple(_refused(task, drawn, replayer))
    except (InputError, SolverFailure):
        return ()


REFUSAL = "AssertionError"


def _arguments(call: str) -> tuple[Any, ...] | None:
    try:
        return sample.arguments_of(call_of(call).payload)
    except (InputError, NameError, ValueError, TypeError):
        return None


def _of_every_kind(known: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The first input with a value of every type in each place."""
    for start in known[:1]:
        for place in range(len(start)):
            yield from ((*start[:place], value, *start[place + 1 :]) for value in PLAIN)


def _drawn(known: Sequence[tuple[Any, ...]], random: Random, count: int) -> Iterator[tuple[Any, ...]]:
    if not known:
        return
    for _ in range(count):
        start = list(random.choice(known))
        places = random.sample(range(len(start)), k=min(len(start), 1 + (random.random() < 0.25))) if start else []
        for place in places:
            start[place] = changed(start[place], random)
        # Two alike: `if type(part) is type(whole)` before the checks lets such inputs by.
        if len(start) > 1 and random.random() < ALIKE:
            copied, place = random.sample(range(len(start)), k=2)
            start[place] = random.choice((start[copied], changed(start[copied], random)))
        yield tuple(start)


def changed(value: Any, random: Random, depth: int = 2) -> Any:
    """A value near another one: of the same type, larger, at a boundary, or of another type."""
    if random.random() < 0.2:
        return random.choice(PLAIN)
    make = _MAKERS.get(type(value))
    return random.choice(PLAIN) if make is None else make(value, random, depth)


def _number(value: int, random: Random, depth: int) -> Any:
    return random.choice(
        (
            value + random.randint(1, 9),
            value - random.randint(1, 9),
            -value,
            random.randint(-1000, 1000),
            random.randint(0, 10 ** random.randint(1, 40)),
            -random.randint(0, 10 ** random.randint(1, 40)),
            value * random.randint(2, 10**6),
            float(value) if abs(value) < 1 << 53 else value + 1,
            random.choice((0, 1, -1, 2**31, 2**63, 10**LIMITS.large_elements)),
        )
    )


def _real(value: float, random: Random, depth: int) -> Any:
    return random.choice(
        (
            value + random.uniform(-3, 3),
            -value,
            random.uniform(-1e6, 1e6),
            value * 10.0 ** random.randint(1, 30),
            int(value) if math.isfinite(value) else 0,
            random.choice((0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324)),
        )
    )


def _text(value: str, random: Random, depth: int) -> Any:
    letters = "".join(random.choices(string.printable, k=random.randint(1, 12)))
    place = random.randint(0, len(value))
    return random.choice(
        (
            "",
            value[:place] + random.choice(string.printable) + value[place + 1 :],
            value[:place] + letters + value[place:],
            value[:place] + value[place + 1 :],
            value * random.randint(2, 40),
            letters,
            "".join(random.choices(value or "ab", k=random.randint(1, LIMITS.large_elements))),
            value.swapcase(),
            value + random.choice("éß漢\0\n"),
        )
    )


def _list(value: list[Any], random: Random, depth: int) -> Any:
    place = random.randrange(len(value)) if value else 0
    other = random.choice(PLAIN)
    nested = [*value]
    if value and depth:
        nested[place] = changed(value[place], random, depth - 1)
    made = random.choice(
        (
            nested,
            nested,
            [],
            [*value[:place], other, *value[place + 1 :]],
            [*value, other],
            [*value, *value[:1]],
            value[:place] + value[place + 1 :],
            value[::-1],
            random.choices(value or [0], k=random.randint(1, LIMITS.large_elements)),
            value * random.randint(2, 20),
            # What is wrong may be far from both ends: a check of the first eight elements must not see it.
            _with_one(random.choices(value or [0], k=random.randint(12, LIMITS.large_elements)), other, random),
        )
    )
    return made[: 2 * LIMITS.large_elements]


def _with_one(values: list[Any], other: Any, random: Random) -> list[Any]:
    """A list with another value in one place."""
    place = random.randrange(len(values))
    return [*values[:place], other, *values[place + 1 :]]


def _dict(value: dict[Any, Any], random: Random, depth: int) -> Any:
    items = list(value.items())
    if not items or random.random() < 0.3:
        return {**value, **random.choice(({"new": 1}, {0: 0}, {None: None}, {"": []}))}
    place = random.randrange(len(items))
    key, item = items[place]
    rest = dict(items[:place] + items[place + 1 :])
    return random.choice(
        (rest, {}, {**rest, key: changed(item, random, depth - 1) if depth else None}, {**rest, 7: item})
    )


def _set(value: set[Any], random: Random, depth: int) -> Any:
    items = sorted(value, key=repr)
    extra = random.choice((0, -1, "a", None, 2.5, 10**9))
    return random.choice(({*items, extra}, set(items[1:]), set(), list(items), frozenset(items)))


_MAKERS: dict[type, Callable[[Any, Random, int], Any]] = {
    int: _number,
    float: _real,
    str: _text,
    list: _list,
    tuple: lambda value, random, depth: (
        tuple(made) if isinstance(made := _list([*value], random, depth), list) else made
    ),
    dict: _dict,
    set: _set,
}
