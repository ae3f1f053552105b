"""Inputs that violate exactly a set of declared constraints, as the library that checks them says.

The fields of a model are checked one by one, so that inputs are put together: for each field, values are tried (the
others are left out), and the first value for each set of clauses of that field is kept. An input for a set of clauses
takes for each field a value that violates the clauses of the set that are about it, and a valid value for the others;
then the library judges the whole of it. Only that is a test.

Example: of `age: int = Field(gt=0)` and `name: str = Field(min_length=1)` the set of `age: gt=0` and `name: str` is
violated by `age=0` and `name=None`.

What no value violates is proved where the constraints of one place contradict each other. Such a proof is about values
of the place's type after the library's conversions, which is why those (`"1"` for 1) do not matter to it.
"""

import ast
import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, islice, product
from typing import Any

from attrs import define, evolve, field
from msgspec.structs import replace

from ...backends.python.replay import DeclaredClause, DeclaredContract, Replay, Replayer
from ...core.deciding.engines import processor_time
from ...core.errors import InputError
from ...core.synthesis.verdicts import STEPS_A_SECOND, targets
from ..configuration import Config
from ..datasets.tasks import ContractTask, Parameter
from ..schema import CvtRow
from .consistency import CONTRADICTORY
from .contract_oracle import STEPS_OF_A_REPLAY, manner_of
from .declared_values import Tree, hints_of, places, values
from .run_limits import LIMITS
from .task_report import Report

Synthesise = Callable[[ContractTask, Config], Report]
"""Decides a contract of plain assertions."""
InputTexts = Mapping[str, str]

UNIVERSE = "declared"
ALONE = "no value that was tried violates it"
TOGETHER = "no input that was tried violates exactly these"


@define(slots=True, eq=False)
class _DeclaredJob:
    """One class or function in work. `known`: by field, values for each set of its clauses."""

    task: ContractTask
    declaration: DeclaredContract
    replayer: Replayer
    config: Config
    synthesise: Synthesise
    known: dict[str, dict[frozenset[int], list[str]]] = field(factory=dict)
    valid: dict[str, list[str]] = field(factory=dict)
    hints: dict[str, list[str]] = field(factory=dict)
    solved: dict[str, Sequence[str]] = field(factory=dict)
    decided: dict[str, Report] = field(factory=dict)
    found: dict[frozenset[int], tuple[InputTexts, Replay]] = field(factory=dict)
    base: dict[str, str] | None = None
    started: float = field(factory=processor_time)
    elsewhere: float = 0.0
    work: float = 0.0

    def spent(self) -> float:
        """Seconds: of processor time here, and what replays and solvers took."""
        return processor_time() - self.started + self.elsewhere

    def within(self) -> bool:
        """Whether there is budget left, of work that is counted, so that a busy machine changes no verdict."""
        return (
            self.work < self.config.seconds_per_task
            and self.spent() < LIMITS.slowed_times * self.config.seconds_per_task
        )

    def report(self) -> Report:
        self.explore()
        searched = self.spent()
        self.base = self._accepted()
        self._beside_others()
        clauses = len(self.declaration.clauses)
        # At least each clause alone, which are the first sets.
        most = min(self.config.max_subsets, max(LIMITS.declared_sets, clauses))
        rows = [self._row(target) for target in targets(clauses, most)]
        if self.base is not None:
            # A valid input is about the whole: one row has it.
            rows[:1] = [replace(row, valid=self.base) for row in rows[:1]]
        elif (contradiction := self._contradiction()) is not None:
            rows = [replace(row, consistency=contradiction) for row in rows]
        seconds = {"search": searched, "solve": self.spent() - searched}
        return Report(
            task_id=self.task.task_id,
            rows=tuple(rows),
            clauses=clauses,
            lowered=clauses,
            problems=self.declaration.unread,
            subsets=2**clauses - 1,
            seconds=seconds,
        )

    def explore(self) -> None:
        """Try values for each field, without the others."""
        for declared_field in self.declaration.fields:
            self.known[declared_field.name], self.valid[declared_field.name] = {}, []
            hints = hints_of(self.task.context, self.declaration.name, declared_field.name)
            self.hints[declared_field.name] = hints
            self._learn(declared_field.name, values(declared_field.type, self._solve, hints), {})
            for path, tree, wrap in places(declared_field.type, declared_field.name, self._solve):
                if self._open(path):
                    texts = values(tree, self._solve, hints)
                    self._learn(declared_field.name, (wrap(text) for text in texts), {}, partial(self._is_closed, path))
            self._learn_of_several(declared_field.name)
            if not declared_field.required:
                self._note(declared_field.name, frozenset(), "")
            elif (missing := self._missing(declared_field.name)) is not None:
                self._note(declared_field.name, frozenset({missing}), "")

    def _learn_of_several(self, name: str) -> None:
        """Try containers of which one element violates one clause and others violate others, or that are too long."""
        clauses = self.declaration.clauses
        own_clauses = [index for index, clause in enumerate(clauses) if clause.field == name]
        by_clauses = self.known[name]
        for several in (*combinations(own_clauses, 2), *combinations(own_clauses, 3)):
            *earlier_clauses, last = several
            first, second, of_all = (
                by_clauses.get(frozenset(clauses_of), []) for clauses_of in (earlier_clauses, [last], several)
            )
            inside = any(_is_inside(clauses[index].path, name) for index in several)
            # In one container, one element may violate the first and another the second.
            if inside and first and second and not of_all:
                merged = (
                    _of_both(first_text, second_text) for first_text, second_text in product(first[:2], second[:2])
                )
                self._learn(name, filter(None, merged), {}, partial(by_clauses.__contains__, frozenset(several)))

    def _open(self, path: str) -> list[int]:
        """The clauses about a place that no value of its field violates alone."""
        pairs = enumerate(self.declaration.clauses)
        return [i for i, clause in pairs if clause.path == path and frozenset({i}) not in self.known[clause.field]]

    def _is_closed(self, path: str) -> bool:
        return not self._open(path)

    def _learn(
        self, name: str, texts: Iterable[str], others: InputTexts, enough: Callable[[], bool] = lambda: False
    ) -> None:
        """Note what values of a field violate of its clauses, beside other arguments."""
        own_clauses = {index for index, clause in enumerate(self.declaration.clauses) if clause.field == name}
        beside: list[tuple[frozenset[int], str]] = []
        for text in texts:
            replay = self._tried({**others, name: text})
            if replay is None or not replay.decided:
                continue
            # Alone, an input misses all other fields, so only what it says of its own field counts. Beside valid values
            # of the others it has to be right about these, too, or it would be no value of a test.
            if not others:
                self._note(name, replay.violated & own_clauses, text)
            elif replay.violated <= own_clauses:
                beside.append((replay.violated, text))
            if enough():
                break
        # The first of them stays the first.
        for violated, text in reversed(beside):
            self._note(name, violated, text, first=True)

    def _note(self, name: str, violated: frozenset[int], text: str, *, first: bool = False) -> None:
        if not violated and text:
            self.valid[name].append(text)
        texts = self.known[name].setdefault(violated, [])
        if text not in texts and (first or len(texts) < LIMITS.values_of_clauses):
            texts.insert(0 if first else len(texts), text)

    def _beside_others(self) -> None:
        """Try values again where a clause has no test, now beside valid values of the others: what a function checks
        may need these."""
        if self.base is None:
            return
        for declared_field in self.declaration.fields:
            pairs = enumerate(self.declaration.clauses)
            missing = [
                i for i, clause in pairs if clause.field == declared_field.name and self._test(frozenset({i})) is None
            ]
            if missing and self.within():
                texts = values(declared_field.type, self._solve, self.hints[declared_field.name])
                self._learn(
                    declared_field.name,
                    texts,
                    {key: text for key, text in self.base.items() if key != declared_field.name},
                )

    def _missing(self, name: str) -> int | None:
        """The clause that a field is there."""
        pairs = enumerate(self.declaration.clauses)
        return next((index for index, clause in pairs if clause.path == name and clause.kind == "required"), None)

    def _tried(self, texts: InputTexts) -> Replay | None:
        """What the library says of an input; None where a value cannot be made."""
        if not self.within():
            return None
        self.work += STEPS_OF_A_REPLAY / STEPS_A_SECOND
        try:
            replay = self.replayer.run(texts)
        except InputError:
            return None
        self.elsewhere += replay.seconds
        return replay

    def _solve(self, tree: Tree) -> Sequence[str]:
        """Texts of a pattern, and others that only break it or only break the bounds of its length."""
        name = repr(sorted((key, value) for key, value in tree.items() if key in _SOLVED))
        if name not in self.solved:
            self.solved[name] = list(self._of_pattern(tree))
        return self.solved[name]

    def _of_pattern(self, tree: Tree) -> Iterator[str]:
        tests = [f"re.search({tree['pattern']!r}, x)"]
        tests += [f"len(x) >= {tree['min_length']}"] if tree.get("min_length") is not None else []
        tests += [f"len(x) <= {tree['max_length']}"] if tree.get("max_length") is not None else []
        fulfilled = f"assert not (type(x) is str and {' and '.join(tests)})\n"
        block = "assert type(x) is str\n" + "".join(f"assert type(x) is not str or {test}\n" for test in tests)
        for text in (fulfilled, block):
            for row in self._decided(text).rows:
                if row.arguments is not None and row.arguments["x"][:1] in "'\"":
                    yield row.arguments["x"]

    def _decided(self, text: str, names: Sequence[str] = ("x",)) -> Report:
        """The verdicts on a contract over these names."""
        verdict = self.decided.get(text)
        if verdict is not None:
            return verdict
        task = ContractTask(
            task_id=self.task.task_id,
            entry_point="",
            parameters=tuple(map(Parameter, names)),
            contract_text=text,
            solution="",
            preamble="import re\n",
            context="import re\n",
            file="declared",
            line=1,
        )
        # The same questions come up at many places of a model: each is asked once, within little of the budget.
        config = evolve(
            self.config, budget=min(LIMITS.declared_seconds, self.config.seconds_per_task), universe="plain"
        )
        report = self.decided[text] = self.synthesise(task, config)
        self.work += report.work
        self.elsewhere += report.seconds.get("solve", 0.0)
        return report

    def _accepted(self) -> dict[str, str] | None:
        """An input that violates nothing."""
        accepted = (texts for texts, replay in self._replayed() if replay.accepted and not replay.violated)
        return next(accepted, None)

    def _contradiction(self) -> dict[str, Any] | None:
        """What rows say of constraints of one place that no value meets, where there has to be a value."""
        clauses = self.declaration.clauses
        # Only where all that is around a place has to be there, too: what is optional may be left out, and then no
        # constraint is broken.
        required = {clause.path for clause in clauses if clause.kind == "required"}
        for path in dict.fromkeys(clause.path for clause in clauses if clause.test and clause.path):
            path_parts = path.split(".")
            if not required.issuperset(".".join(path_parts[:depth]) for depth in range(1, len(path_parts) + 1)):
                continue
            positions = [index for index, clause in enumerate(clauses) if clause.path == path and clause.test]
            # The smallest sets first, so that the contradiction that is told has no part that it does not need.
            for several in chain(
                ((position,) for position in positions), combinations(positions, 2), [tuple(positions)]
            ):
                tests = [f"({clauses[index].test})" for index in several]
                # Constraints that no value meets are a clause that no value violates.
                text = f"assert not (type(x) is {clauses[positions[0]].of} and {' and '.join(tests)})\n"
                if self.within() and any(row.is_proof for row in self._decided(text).rows):
                    core = [f"clause {index} holds: {clauses[index].shown}" for index in several]
                    return {"outcome": CONTRADICTORY, "clauses": [*several], "core": core}
        return None

    def _replayed(self) -> Iterator[tuple[dict[str, str], Replay]]:
        """Mixed inputs that are decided. Those that violate something are kept."""
        for texts in self._mixed():
            replay = self._tried(texts)
            if replay is not None and replay.decided:
                if replay.violated:
                    self.found.setdefault(replay.violated, (texts, replay))
                yield dict(texts), replay

    def _mixed(self) -> Iterator[dict[str, str]]:
        """Inputs of valid values: the first of each field that has to be there, then others by chance."""
        required = {field.name for field in self.declaration.fields if field.required}
        if any(not self.valid[name] for name in required):
            return
        yield {name: self.valid[name][0] for name in self.valid if name in required}
        chance = random.Random(0)
        tries = (
            LIMITS.mixed_inputs
            if any(not clause.field for clause in self.declaration.clauses)
            else LIMITS.mixed_inputs // 10
        )
        for turn in range(tries):
            # The first values are of the declared types, as a rule, and natural. What may be missing is at first.
            most, optional = (LIMITS.mixed_values if turn < tries // 2 else None), (0.5 if turn >= tries // 4 else 0.0)
            names = (name for name in self.valid if name in required or chance.random() < optional)
            names = (name for name in names if self.valid[name])
            yield {name: chance.choice(self.valid[name][:most]) for name in names}

    def _row(self, target: frozenset[int]) -> CvtRow:
        row = self._decide(target)
        return replace(row, constraints=[self.declaration.clauses[index].shown for index in sorted(target)])

    def _decide(self, target: frozenset[int]) -> CvtRow:
        test = self._test(target)
        if test is not None:
            texts, replay = test
            return CvtRow(
                task_id=self.task.task_id,
                violates=sorted(target),
                verdict="violating",
                solver="search",
                universe=UNIVERSE,
                arguments=dict(texts),
                raised=replay.raised,
                raises_first=replay.raises_first,
                how={str(index): how for index, how in manner_of(replay).items()},
            )
        # Nothing was found: only a proof makes that more than unknown.
        proof = self._proof(target) if self.within() else None
        return CvtRow(
            task_id=self.task.task_id,
            violates=sorted(target),
            verdict="unknown" if proof is None else "infeasible",
            solver=None if proof is None else proof.solver,
            universe=UNIVERSE,
            core=None if proof is None else proof.core,
            reason=(ALONE if len(target) == 1 else TOGETHER) if proof is None else None,
        )

    def _test(self, target: frozenset[int]) -> tuple[InputTexts, Replay] | None:
        """An input that the library refuses for exactly these clauses."""
        if target in self.found:
            return self.found[target]
        clauses = self.declaration.clauses
        # A clause about the whole is asked only when all fields are valid.
        if any(not clauses[index].field for index in target) and not self._whole():
            self._simplify(target)
            return self.found.get(target)
        for base in islice(
            self._put_together(target), LIMITS.inputs_of_a_clause if len(target) == 1 else LIMITS.values_of_clauses
        ):
            replay = self._tried(base)
            if replay is not None and replay.decided and replay.violated == target:
                self.found[target] = base, replay
                break
        return self.found.get(target)

    def _simplify(self, target: frozenset[int]) -> None:
        """Put simpler values in the place of those of a test that was found by chance, or leave them out."""
        if target not in self.found:
            return
        texts = dict(self.found[target][0])
        required = {declared_field.name for declared_field in self.declaration.fields if declared_field.required}
        # Twice: what is simple enough for one field depends on the values of the others.
        for name in [*texts, *texts]:
            if name not in texts:
                continue
            simpler = sorted((text for text in self.valid[name] if len(text) < len(texts[name])), key=len)
            for text in [*([] if name in required else [""]), *simpler[: LIMITS.values_of_clauses]]:
                tried = {key: value for key, value in {**texts, name: text}.items() if value}
                replay = self._tried(tried)
                if replay is not None and replay.decided and replay.violated == target:
                    texts, self.found[target] = tried, (tried, replay)
                    break

    def _put_together(self, target: frozenset[int]) -> Iterator[dict[str, str]]:
        """Inputs of values that violate the clauses of a set, field by field, and of valid ones for the rest."""
        clauses = self.declaration.clauses
        names = list(dict.fromkeys(clauses[index].field for index in sorted(target) if clauses[index].field))
        targets = [frozenset(index for index in target if clauses[index].field == name) for name in names]
        choices = [self.known[name].get(target_part, []) for name, target_part in zip(names, targets, strict=True)]
        base = dict(self.base or {})
        for declared_field in self.declaration.fields:
            if self.base is None and declared_field.required and self.valid[declared_field.name]:
                base[declared_field.name] = self.valid[declared_field.name][0]
        rest = {name: text for name, text in base.items() if name not in names}
        # Always the same values of the others first: most sets are exact with them, and then inputs are alike and easy
        # to compare. Others by chance, for checks that look at several fields.
        for texts in product(*choices):
            yield {**rest, **{name: text for name, text in zip(names, texts, strict=True) if text}}
        chance = random.Random(1)
        for texts in product(*choices):
            more = {name: chance.choice(valid) for name, valid in self.valid.items() if valid and name not in names}
            yield {**more, **{name: text for name, text in zip(names, texts, strict=True) if text}}

    def _whole(self) -> bool:
        """Try more inputs for what is about the whole, once."""
        if not self.solved.get(""):
            self.solved[""] = ("done",)
            deque(self._replayed(), maxlen=0)
        return False

    def _proof(self, target: frozenset[int]) -> CvtRow | None:
        """That the constraints of one place, and those inside it, cannot be violated like this, whatever is elsewhere.
        Not of the elements of a container alone, of which several may violate several."""
        clauses = self.declaration.clauses
        for path in dict.fromkeys(clauses[index].path for index in sorted(target)):
            positions = [index for index, clause in enumerate(clauses) if clause.path == path]
            positions += [index for index in sorted(target) if _is_inside(clauses[index].path, path)]
            # Of the whole nothing is known, but that a function which runs last needs all else to hold.
            if not path and any(clauses[index].constraint.startswith(_AFTER) for index in sorted(target)):
                positions = [*{*positions, *target}]
            elif not path:
                continue
            positions.sort()
            violated = [positions.index(index) for index in sorted(target) if index in positions]
            # `tags[*]` stands for every element: one may violate what another does not, and both are violated at once,
            # so that a contradiction of two constraints there proves nothing.
            if not violated or "[" in path:
                continue
            rows = self._decided(*_contract_of([clauses[index] for index in positions], path)).rows
            proof = next((row for row in rows if row.violates == violated and row.is_proof), None)
            if proof is not None:
                return replace(proof, core=[self._named(text, positions) for text in proof.core or ()])
        return None

    def _named(self, text: str, positions: Sequence[int]) -> str:
        """A literal of a core, which is about a clause of a place, as one about a clause of the whole."""
        literal = _LITERAL.match(text)
        if literal is None:
            return text
        index = positions[int(literal[1])]
        return f"clause {index} {literal[2]}: {self.declaration.clauses[index].shown}"


_LITERAL = re.compile(r"clause (\d+) (violated|holds)\b")
_SOLVED = frozenset({"pattern", "min_length", "max_length"})


_AFTER = "after validator "
"""How pydantic's validator functions are called that run last (`pydantic_nodes.py`)."""
_OF_ELEMENTS = ("[*]", "[key]")
"""How the path of what is in a container goes on after that of the container."""


def _of_both(first: str, second: str) -> str | None:
    """A container with the elements of both, as text; None where they are not two of a kind."""
    try:
        first_node, second_node = (ast.parse(text, mode="eval").body for text in (first, second))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    match first_node, second_node:
        case ast.List(elts=left), ast.List(elts=right):
            left += right
        case ast.Call(args=[ast.List(elts=left)]), ast.Call(args=[ast.List(elts=right)]):
            left += right
        case ast.Dict(), ast.Dict():
            keys = {ast.dump(key) for key in first_node.keys if key is not None}
            for key, value in zip(second_node.keys, second_node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and ast.dump(key) in keys:
                    key.value += "b"  # Of two equal keys only the second would be there.
                first_node.keys.append(key)
                first_node.values.append(value)
        case _:
            return None
    return ast.unparse(first_node)


def _is_inside(path: str, outer: str) -> bool:
    """Is a place a part of another one?"""
    return bool(outer) and path.startswith((f"{outer}.", *(outer + mark for mark in _OF_ELEMENTS)))


def _contract_of(clauses: Sequence[DeclaredClause], path: str) -> tuple[str, list[str]]:
    """What the constraints of one place can do together, as assertions, and their parameters. Each set of them that
    some input violates is violated by some arguments here, so that a proof here is one about the library.

    Of a place it is known that nothing is checked of a value that is not given, no constraint of one that is not of
    the type, and what a constraint with a `test` demands of one that is; the others may fail or hold at will. Of the
    elements of a container that is not of its type, or empty, nothing is checked, and nothing of a part of what is not
    given, or is no value of the one class that it has to be of.
    """
    lines, names = [], ["x", "given", "typed"]
    types = [clause.constraint for clause in clauses if clause.path == path and clause.kind == "type"]
    is_model = bool(types) and all(map(str.isidentifier, types))
    container = next((clause.of for clause in clauses if clause.path == path and clause.of), "")
    for index, clause in enumerate(clauses):
        if clause.path != path:
            names.append(f"free_{index}")
            reached = ""
            if clause.path.startswith(f"{path}.") and is_model:
                reached = " or typed is not True"
            elif clause.path.startswith(tuple(path + mark for mark in _OF_ELEMENTS)):
                empty = f" or (type(x) is {container} and len(x) == 0)" if container else ""
                reached = f" or typed is not True{empty}"
            lines.append(f"assert given is not True{reached} or free_{index} is True")
            continue
        match clause.kind:
            case "required":
                lines.append("assert given is True")
            case "type":
                lines.append("assert given is not True or typed is True")
            case "constraint" if clause.test:
                lines.append(
                    f"assert given is not True or typed is not True or type(x) is not {clause.of} or {clause.test}"
                )
            case kind:
                # What a validator function does is unknown: a parameter of its own that may be anything, so that a
                # proof never rests on it. Without a value it is not called.
                names.append(f"free_{index}")
                reached = " or typed is not True" if kind == "constraint" else ""
                # One that runs after all else about the place runs only if nothing of that fails.
                if clause.constraint.startswith(_AFTER):
                    earlier = zip(clauses, lines, strict=False)
                    reached += "".join(
                        f" or not ({line.removeprefix('assert ')})"
                        for other, line in earlier
                        if not path or other.path == path or _is_inside(other.path, path)
                    )
                lines.append(f"assert given is not True{reached} or free_{index} is True")
    return "\n".join(lines) + "\n", names


def report_of(task: ContractTask, replayer: Replayer, config: Config, synthesise: Synthesise) -> Report:
    """Decide sets of the constraints that a task declares: single ones, then pairs, as far as `config` goes. The
    replayer has the task loaded. `synthesise`: decides contracts of plain assertions."""
    assert task.declaration is not None
    return _DeclaredJob(task, task.declaration, replayer, config, synthesise).report()
