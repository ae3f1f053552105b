"""The tests that are known of a task: certified by replay, replaced by better ones, and withdrawn where they only work
after other calls.

Example: of `assert n > 0` both `n=-3` and `n="a"` violate the clause. The second makes the clause raise, and is no
`int` as declared: the first is the better test, and takes its place (`_improve`).
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import Any

from attrs import define, evolve, field

from ...backends.python.replay import Replay
from ...core.ir.plain_values import Constructed
from ...core.synthesis.preferred import FoundInputs, joined, keep_best, near, raising
from ...core.synthesis.search import EDITS, InputGenerator, constants
from ...core.synthesis.shrink import shrink
from ...core.synthesis.values import complexity
from ...core.synthesis.verdicts import Arguments, Observation, Oracle, Verdict
from ...frontends.python.constructor_calls import misfits
from ...frontends.python.module_classes import ModuleClasses, classes_of_module
from ..datasets.tasks import parse_module
from . import wide
from .annotated import believing, is_believed
from .contract_oracle import manner_of, observed
from .observed_task import ObservedTask
from .run_limits import LIMITS
from .typed_values import DeclaredTypes, TypedValues, declared_types

BEST = (0, 0, 0)
"""The rank of a test than which none is better."""
AFTER_OTHERS = "the input that was found violates the clauses only after other calls"
"""Why a test was withdrawn."""


@define(slots=True, eq=False)
class TaskWithTests(ObservedTask):
    """A task with the tests that are known of it: `replays`, by the set of clauses that each violates, of plain values
    (and objects), `wide` of others. Invariant: a test is in there only when its replay violated exactly its set."""

    replays: dict[frozenset[int], tuple[Arguments, Replay]] = field(factory=dict)
    wide: dict[frozenset[int], tuple[dict[str, str], Replay]] = field(factory=dict)
    types: DeclaredTypes = field(init=False)
    believed: bool = field(init=False)
    classes: ModuleClasses = field(init=False)
    defaults: dict[str, Any] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.classes = classes_of_module(parse_module(self.task.context))
        self.defaults = {
            parameter.name: value for parameter in self.task.parameters for value in parameter.constant_default
        }
        self.believed = is_believed(self.task, self.config.universe)
        if self.believed:
            hints = tuple(self.task.annotations.get(name) for name in self.contract.parameters)
            self.contract = evolve(self.contract, hints=hints)
        self.types = declared_types(self.contract)
        if self.believed:
            self.contract = believing(self.contract, self.task, self.types)
        if self.contract.samples or any(self.contract.hints):
            self.contract = evolve(self.contract, suits=self.types.suits)

    def may_be_input(self, arguments: Arguments) -> bool:
        return not self.believed or (
            self.types.may_allow(arguments) and self._are_made(arguments, range(len(self.contract.clauses)))
        )

    def is_input(self, arguments: Arguments, violated: Iterable[int]) -> bool:
        violated = frozenset(violated)
        return not self.believed or (self.types.allows(arguments, violated) and self._are_made(arguments, violated))

    def _are_made(self, arguments: Arguments, violated: Collection[int]) -> bool:
        """Whether objects are made of what their constructors declare, but for attributes that some of these clauses
        ask about the type of."""
        return not any(
            self.types.asking_of_field(name, attribute).isdisjoint(violated)
            for name, value in arguments.items()
            if isinstance(value, Constructed)
            for attribute in misfits(self.classes, value.text)
        )

    def _typed_oracle(self, arguments: Arguments) -> Observation | None:
        """The oracle's word about arguments of the declared types alone."""
        suits = self.types.suits
        return self.oracle(arguments) if all(suits(name, value) for name, value in arguments.items()) else None

    def _keep(self, target: frozenset[int], arguments: Arguments) -> bool:
        replay = self._replay(arguments)
        if replay is None or not replay.decided or replay.violated != target:
            return False
        if not self.is_input(self._realised(arguments), target):
            return False
        self.replays[target] = (arguments, replay)
        return True

    def _keep_simpler_objects(self, target: frozenset[int]) -> None:
        """Replace objects in a test by simpler ones (samples begin with these), if it violates the same then."""
        for name, samples in self.contract.samples.items():
            arguments, replay = self.replays[target]
            if not isinstance(arguments[name], Constructed):  # Plain values were shrunk without a replay.
                continue
            simpler = samples[: samples.index(arguments[name])] if arguments[name] in samples else ()
            for simpler_object in simpler[: LIMITS.simpler_objects]:
                replayed = self._replay({**arguments, name: simpler_object})
                exact = replayed is not None and replayed.decided and replayed.violated == target
                if replayed is not None and exact and self._rank(arguments, replayed) <= self._rank(arguments, replay):
                    self.replays[target] = {**arguments, name: simpler_object}, replayed
                    break

    def _improve(self, seconds: float) -> None:
        """Replace tests with arguments of other types than declared, or whose clauses raise, or on which the function
        fails without its contract, by better ones."""
        poor = {target for target, (arguments, replay) in self.replays.items() if self._rank(arguments, replay) > BEST}
        if not poor:
            return
        started = time.perf_counter()
        go_on = self._within(seconds)
        typed = TypedValues(self.contract).values(LIMITS.typed_values)
        samples = {**typed, **self.contract.samples}
        valid = self._valid(go_on)
        nearby = near(valid, constants(self.contract), self.oracle, go_on, samples, self.types.misfits)
        drawn = chain(
            islice(self._typed(), LIMITS.typed_tries), islice(self._samples_together(valid), LIMITS.typed_tries)
        )
        keep_best(nearby, drawn, self.oracle, go_on, self.types.misfits)
        longer = islice(self._longer_texts(nearby, self._misfitting(poor, nearby)), LIMITS.longer_texts)
        keep_best(nearby, longer, self.oracle, go_on, self.types.misfits)
        go_on = self._within(seconds)  # What was found in the time for the search is not lost with it.
        for target in sorted(poor & nearby.keys(), key=sorted):
            for arguments, seen in nearby[target]:
                ranked = self._rank(*self.replays[target])
                if not go_on() or (self.types.misfits(arguments, target), raising(seen.how)) > ranked[:2]:
                    break
                for candidate in (self._shrunk(arguments, seen), arguments):
                    replay = self._replay(candidate)
                    exact = replay is not None and replay.decided and replay.violated == target
                    if replay is not None and exact and self._rank(candidate, replay) < ranked:
                        self.replays[target] = (candidate, replay)
                        if candidate is arguments:
                            self._keep(target, self._shrunk_as_good(candidate, replay))
                        break
        self.watch.add("search", time.perf_counter() - started)

    def _keep_defaults(self) -> None:
        """Leave parameters at their defaults in the tests of one clause each, where these are as good then: a call need
        not pass what nothing depends on."""
        for target in [target for target in self.replays if len(target) == 1]:
            arguments, replay = self.replays[target]
            rank = self._rank(arguments, replay)
            for names in self._choices_of_defaults():
                arguments = self.replays[target][0]
                candidate = self._with_defaults(arguments, names)
                replayed = self._replay(candidate) if candidate is not arguments and self.left() > 0 else None
                # As good as before, in Python itself: a default may violate a clause of its own.
                if replayed is not None and self._rank(candidate, replayed) <= rank:
                    self._keep(target, candidate)

    def _valid_with_defaults(self, arguments: Arguments) -> Arguments:
        """A valid input with the defaults with which it stays one."""
        for names in self._choices_of_defaults():
            candidate = self._with_defaults(arguments, names)
            seen = self.oracle(candidate) if candidate is not arguments else None
            arguments = candidate if seen is not None and not seen.violated else arguments
        return arguments

    def _choices_of_defaults(self) -> list[set[str]]:
        """All of them at once, which is right as a rule; else one after the other."""
        return [set(self.defaults), *({name} for name in self.defaults)]

    def _with_defaults(self, arguments: Arguments, names: Collection[str]) -> Arguments:
        defaults = {name: self.defaults[name] for name in self._differing_defaults(arguments) if name in names}
        return {**arguments, **defaults} if defaults else arguments

    def _with_all_defaults(self) -> Iterator[Arguments]:
        """Inputs in which only parameters without a default vary, where all known valid ones pass another value for
        one that has it."""
        if self.defaults and all(map(self._differing_defaults, self.evidence.accepted)):
            for arguments in islice(InputGenerator(self.contract), LIMITS.default_inputs):
                yield self._with_defaults(arguments, self.defaults)

    def _keeping_defaults(self, arguments: Arguments) -> Oracle:
        """The oracle's word about arguments that leave the defaults that some arguments leave."""
        passed = set(self._differing_defaults(arguments))
        return lambda candidate: (
            self.oracle(candidate) if passed.issuperset(self._differing_defaults(candidate)) else None
        )

    def _differing_defaults(self, arguments: Arguments) -> list[str]:
        """The parameters that are not at their defaults; `1` is not `True`."""
        return [name for name, value in self.defaults.items() if repr(arguments.get(name, value)) != repr(value)]

    def _shrunk(self, arguments: Arguments, seen: Observation) -> Arguments:
        return shrink(arguments, seen, self.oracle, effort=LIMITS.shrinking_executions // 4, suits=self.contract.suits)

    def _shrunk_as_good(self, arguments: Arguments, replay: Replay) -> Arguments:
        """A simpler test that is as good: what the evaluator shrinks may be one without which the function fails."""
        rank, seen = self._rank(arguments, replay), observed(replay)

        def oracle(candidate: Arguments) -> Observation | None:
            expected = self.oracle(candidate)
            if expected is None or expected.violated != replay.violated:
                return expected
            replayed = self._replay(candidate)
            is_good = replayed is not None and replayed.decided and self._rank(candidate, replayed) <= rank
            return observed(replayed) if replayed is not None and is_good else None

        return (
            arguments
            if seen is None
            else shrink(arguments, seen, oracle, LIMITS.shrinking_replays, suits=self.contract.suits)
        )

    def _rank(self, arguments: Arguments, replay: Replay) -> tuple[int, int, int]:
        """How far a test is from the best: how many arguments have another type than declared, how many of its clauses
        raise, and whether the function fails without them."""
        misfits = self.types.misfits(arguments, replay.violated)
        return misfits, raising(manner_of(replay)), int(replay.runs_without_contract is not True)

    def _valid(self, go_on: Callable[[], bool]) -> list[Arguments]:
        """An input that violates nothing, if one is found quickly: the simplest of those that come with the task.
        `go_on` says whether there is time to make it simpler."""
        names = self.task.parameter_names
        base_inputs = [row for row in self.task.base_input if len(row) == len(names)]
        base_inputs.sort(key=lambda row: [complexity(value) for value in row])
        base_arguments = (dict(zip(names, row, strict=True)) for row in base_inputs[: LIMITS.given_inputs])
        generated = islice(InputGenerator(self.contract), LIMITS.valid_tries)
        typed = islice(self._typed(), LIMITS.valid_tries)
        # Where all is replayed, there is time for few: those that a search came to are known.
        stream = chain(base_arguments, self.evidence.accepted, self._near_tests(), typed, generated)
        valid = (arguments for arguments in stream if (seen := self.oracle(arguments)) and not seen.violated)
        valid_inputs = list(islice(takewhile(lambda _: go_on(), valid), LIMITS.valid_inputs))
        nothing = Observation(frozenset(), {})
        best = sorted(valid_inputs, key=lambda arguments: self.types.misfits(arguments, ()))[:1]
        suits = self.contract.suits
        return [shrink(arguments, nothing, self.oracle, go_on=go_on, suits=suits) for arguments in best]

    def _typed(self) -> Iterator[Arguments]:
        """Arguments of the declared types, and of any where a type is not known."""
        typed = TypedValues(self.contract)
        if typed.parameters:
            yield from ({**plain, **typed.arguments()} for plain in InputGenerator(self.contract))

    def _samples_together(self, valid: Sequence[Arguments]) -> Iterator[Arguments]:
        """A valid input with other objects for several parameters, the first samples of each first: `a > b` of two
        dates may need both."""
        named = {
            name: [sample for sample in samples if self.types.suits(name, sample)]
            for name, samples in self.contract.samples.items()
        }
        if len(named) > 1:
            for base in valid:
                for places in _places([len(samples) for samples in named.values()]):
                    chosen = {name: named[name][index] for name, index in zip(named, places, strict=True)}
                    yield {**base, **chosen}

    def _misfitting(self, targets: Iterable[frozenset[int]], inputs_found: FoundInputs) -> list[str]:
        """The parameters that have another type than declared in all that is known to violate some of the sets."""
        names = dict[str, None]()
        for target in targets:
            inputs = [self.replays[target][0], *(arguments for arguments, _ in inputs_found.get(target, ()))]
            if all(self.types.misfits(arguments, target) for arguments in inputs):
                names |= {name: None for name, value in inputs[0].items() if not self.types.suits(name, value)}
        return list(names)

    def _longer_texts(self, inputs_found: FoundInputs, names: Sequence[str]) -> Iterator[Arguments]:
        """Tests with a character, or a text of the contract, before or after the text that one of these parameters has,
        and once more so near what is found meanwhile. Example: near `"a"` is `" a"`, which violates `s == s.strip()`
        as `[0]` does, to which a search among all values comes first."""
        texts = [*(value for value in constants(self.contract) if isinstance(value, str)), *EDITS]
        tests = {target: arguments for target, (arguments, _) in self.replays.items()}
        for _ in range(LIMITS.lengthening_rounds if names else 0):
            tests |= {target: kept[0][0] for target, kept in inputs_found.items()}
            for arguments in [test for test in tests.values() if not self.types.misfits(test, ())]:
                for name in names:
                    yield from ({**arguments, name: text} for text in joined(arguments.get(name), texts))

    def _near_tests(self) -> Iterator[Arguments]:
        """What differs in one argument from the best test of one clause: solvers make tests of which all other
        arguments are valid, also where random ones never are (a text that a pattern describes)."""
        values = TypedValues(self.contract).values(LIMITS.typed_values)
        tests = [arguments for target, (arguments, _) in self.replays.items() if len(target) == 1]
        for arguments in tests:
            yield from ({**arguments, name: value} for name in arguments for value in values.get(name, ()))
            # Two tests of one clause each may be valid in what the other is not.
            yield from ({**arguments, name: test[name]} for test in tests for name in arguments if name in test)

    def _widen(self, verdicts: dict[frozenset[int], Verdict], seconds: float) -> None:
        """Look for tests among values of the wide universe where no plain one is known."""
        open_targets = {target for target, verdict in verdicts.items() if verdict.outcome != "violating"}
        go_on = self._within(seconds)
        # Valid inputs first: one change of these violates the fewest clauses.
        inputs = [arguments for arguments, _ in self.replays.values()]
        for arguments in [*self._valid(go_on), *inputs]:
            for wider in wide.widened(arguments, self.task.classes):
                texts = {**self.made.first, **wider}
                if not open_targets or not go_on():
                    return
                replay = self._replay_texts(texts)
                if replay is not None and replay.decided and replay.violated in open_targets:
                    target = replay.violated
                    open_targets.remove(target)
                    self.wide[target] = (texts, replay)
                    verdicts[target] = Verdict(
                        target, "violating", "search", checks=verdicts[target].checks, universe=wide.UNIVERSE
                    )

    def _certify_afresh(self, verdicts: dict[frozenset[int], Verdict]) -> None:
        """Keep no test that only works after others. What is not lowered may look at what calls change (a list of the
        module, a count of objects), and all inputs were tried in one process: so the tests are replayed in a new one,
        in another order; and where one of them differs, each in a process of its own."""
        if not any(clause.problems for clause in self.contract.clauses):
            return
        # One process for all of them first, since most tests stand on their own.
        tests = [*reversed(self.replays)]
        if not self._differing(tests):
            return
        for target in tests:
            if self.left() <= 0 or self._differing([target]):
                del self.replays[target]
                if target in verdicts:
                    earlier = verdicts[target]
                    verdicts[target] = Verdict(
                        target,
                        "unknown",
                        earlier.solver,
                        reason=f"{earlier.solver}: {AFTER_OTHERS}",
                        checks=earlier.checks,
                    )

    def _differing(self, tests: Sequence[frozenset[int]]) -> bool:
        """Whether one of these tests does something else in a new process."""
        if not tests:
            return False
        self.replayer.load(self.task.replay_task)
        for target in tests:
            replay = self._replay_texts(self._texts(self.replays[target][0]), reference=False)
            if replay is None or not replay.decided or replay.violated != target:
                return True
        return False


def _places(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A place in each of some sequences, those with the smallest sum first."""
    for total in range(sum(lengths) - len(lengths) + 1):
        yield from _places_of_sum(lengths, total)


def _places_of_sum(lengths: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if not lengths:
        if total == 0:
            yield ()
        return
    for first in range(min(lengths[0] - 1, total) + 1):
        yield from ((first, *rest) for rest in _places_of_sum(lengths[1:], total - first))
