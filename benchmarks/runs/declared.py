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

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import define, evolve, field
from msgspec.structs import replace

from ...backends.python.replay import Declaration, DeclaredClause, Replay, Replayer
from ...core.errors import InputError
from ...core.synthesis.verdicts import targets
from ..configuration import Config
from ..datasets.tasks import Parameter, PythonTask
from ..reporting.schema import CvtRow
from .contract_oracle import manner_of
from .declared_hints import hints_of
from .declared_values import Tree, values
from .task_report import Report

Synthesise = Callable[[PythonTask, Config], Report]
"""Decides a contract of plain assertions."""
Texts = Mapping[str, str]

UNIVERSE = "declared"
MIXED = 400
"""Inputs of valid values that are tried for what is about the whole of an input."""
LISTED = 300
"""Sets of clauses that are looked at: all single ones, then pairs."""
SMALL = 3.0
"""Seconds for a contract of the constraints of one place."""
ALONE = "no value that was tried violates it"
TOGETHER = "no input that was tried violates exactly these"


@define(slots=True, eq=False)
class _Job:
    """One class or function in work. `known`: by field, a value for each set of its clauses."""

    task: PythonTask
    declaration: Declaration
    replayer: Replayer
    config: Config
    synthesise: Synthesise
    known: dict[str, dict[frozenset[int], str]] = field(factory=dict)
    valid: dict[str, list[str]] = field(factory=dict)
    solved: dict[str, Sequence[str]] = field(factory=dict)
    decided: dict[str, Report] = field(factory=dict)
    found: dict[frozenset[int], tuple[Texts, Replay]] = field(factory=dict)
    base: dict[str, str] | None = None
    started: float = field(factory=time.perf_counter)

    def within(self) -> bool:
        return time.perf_counter() - self.started < self.config.budget

    def report(self) -> Report:
        self.explore()
        searched = time.perf_counter() - self.started
        self.base = self._accepted()
        clauses = len(self.declaration.clauses)
        most = min(self.config.max_subsets, max(LISTED, clauses))
        rows = [self._row(target) for target in targets(clauses, most)]
        seconds = {"search": searched, "solve": time.perf_counter() - self.started - searched}
        return Report(
            task_id=self.task.task_id, rows=tuple(rows), clauses=clauses, lowered=clauses,
            problems=self.declaration.unread, subsets=2**clauses - 1, seconds=seconds,
        )  # fmt: skip

    def explore(self) -> None:
        """Try values for each field."""
        for each in self.declaration.fields:
            own = {index for index, clause in enumerate(self.declaration.clauses) if clause.field == each.name}
            known, valid = self.known.setdefault(each.name, {}), self.valid.setdefault(each.name, [])
            hints = hints_of(self.task.context, self.declaration.name, each.name)
            texts = values(each.type, self._solve, hints)
            for text, replay in zip(texts, self._tried({each.name: text} for text in texts), strict=True):
                if replay is None or not replay.decided:
                    continue
                violated = replay.violated & own
                known.setdefault(violated, text)
                if not violated:
                    valid.append(text)
            if not each.required:
                known[frozenset()] = ""
            elif (missing := self._missing(each.name)) is not None:
                known.setdefault(frozenset({missing}), "")

    def _missing(self, name: str) -> int | None:
        """The clause that a field is there."""
        pairs = enumerate(self.declaration.clauses)
        return next((index for index, each in pairs if each.path == name and each.kind == "required"), None)

    def _tried(self, inputs: Iterator[Texts]) -> list[Replay | None]:
        """What the library says of inputs; None where a value cannot be made."""
        found: list[Replay | None] = []
        for texts in inputs:
            try:
                found.append(self.replayer.run(texts) if self.within() else None)
            except InputError:
                found.append(None)
        return found

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
        each = "assert type(x) is str\n" + "".join(f"assert type(x) is not str or {test}\n" for test in tests)
        for text in (fulfilled, each):
            for row in self._decided(text).rows:
                if row.arguments is not None and row.arguments["x"][:1] in "'\"":
                    yield row.arguments["x"]

    def _decided(self, text: str, names: Sequence[str] = ("x",)) -> Report:
        """The verdicts on a contract over these names."""
        known = self.decided.get(text)
        if known is not None:
            return known
        task = PythonTask(
            task_id=self.task.task_id, entry_point="", parameters=tuple(map(Parameter, names)), contract_text=text,
            solution="", preamble="import re\n", context="import re\n", file="declared", line=1,
        )  # fmt: skip
        config = evolve(self.config, budget=min(SMALL, self.config.budget), universe="plain")
        self.decided[text] = self.synthesise(task, config)
        return self.decided[text]

    def _accepted(self) -> dict[str, str] | None:
        """An input that violates nothing."""
        for texts in self._mixed():
            replay = self._tried(iter([texts]))[0]
            if replay is not None and replay.decided and not replay.violated and replay.accepted:
                return dict(texts)
            if replay is not None and replay.decided and replay.violated:
                self.found.setdefault(replay.violated, (texts, replay))
        return None

    def _mixed(self) -> Iterator[dict[str, str]]:
        """Inputs of valid values: the first of each field that has to be there, then others by chance."""
        required = {each.name for each in self.declaration.fields if each.required}
        if any(not self.valid[name] for name in required):
            return
        yield {name: self.valid[name][0] for name in self.valid if name in required}
        chance = random.Random(0)
        for _ in range(MIXED if any(not clause.field for clause in self.declaration.clauses) else MIXED // 10):
            names = (name for name in self.valid if self.valid[name] and (name in required or chance.random() < 0.5))
            yield {name: chance.choice(self.valid[name]) for name in names}

    def _row(self, target: frozenset[int]) -> CvtRow:
        row = self._decide(target)
        return replace(row, constraints=[self.declaration.clauses[index].shown for index in sorted(target)])

    def _decide(self, target: frozenset[int]) -> CvtRow:
        test = self._test(target)
        if test is not None:
            texts, replay = test
            return CvtRow(
                task_id=self.task.task_id, violates=sorted(target), verdict="violating", solver="search",
                universe=UNIVERSE, arguments=dict(texts), raised=replay.raised, raises_first=replay.raises_first,
                how={str(index): how for index, how in manner_of(replay).items()},
            )  # fmt: skip
        proof = self._proof(target) if self.within() else None
        return CvtRow(
            task_id=self.task.task_id, violates=sorted(target), verdict="unknown" if proof is None else "infeasible",
            solver=None if proof is None else proof.solver, universe=UNIVERSE,
            core=None if proof is None else proof.core,
            reason=(ALONE if len(target) == 1 else TOGETHER) if proof is None else None,
        )  # fmt: skip

    def _test(self, target: frozenset[int]) -> tuple[Texts, Replay] | None:
        """An input that the library refuses for exactly these clauses."""
        if target in self.found:
            return self.found[target]
        clauses = self.declaration.clauses
        if any(not clauses[index].field for index in target) and not self._whole():
            return self.found.get(target)
        base = dict(self.base or {})
        for name in {clauses[index].field for index in target} - {""}:
            wanted = frozenset(index for index in target if clauses[index].field == name)
            text = self.known[name].get(wanted)
            if text is None:
                return None
            base.pop(name, None)
            base |= {name: text} if text else {}
        for each in self.declaration.fields:
            if self.base is None and each.required and each.name not in base and self.valid[each.name]:
                base[each.name] = self.valid[each.name][0]
        replay = self._tried(iter([base]))[0]
        if replay is None or not replay.decided or replay.violated != target:
            return self.found.get(target)
        self.found[target] = base, replay
        return self.found[target]

    def _whole(self) -> bool:
        """Try more inputs for what is about the whole, once."""
        if not self.solved.get(""):
            self.solved[""] = ("done",)
            for texts in self._mixed():
                replay = self._tried(iter([texts]))[0]
                if replay is not None and replay.decided and replay.violated:
                    self.found.setdefault(replay.violated, (texts, replay))
        return False

    def _proof(self, target: frozenset[int]) -> CvtRow | None:
        """That the constraints of one place cannot be violated like this, whatever is elsewhere. Not of the elements of
        a container, of which several may violate several."""
        clauses = self.declaration.clauses
        for path in dict.fromkeys(clauses[index].path for index in sorted(target)):
            place = [index for index, clause in enumerate(clauses) if clause.path == path]
            wanted = [place.index(index) for index in sorted(target) if index in place]
            if not wanted or not path or "[" in path:
                continue
            rows = self._decided(*_contract_of([clauses[index] for index in place])).rows
            found = next((row for row in rows if row.violates == wanted and row.is_proof), None)
            if found is not None:
                return found
        return None


_SOLVED = frozenset({"pattern", "min_length", "max_length"})


def _contract_of(place: Sequence[DeclaredClause]) -> tuple[str, list[str]]:
    """What the constraints of one place can do together, as assertions, and their parameters. Each set of them that
    some input violates is violated by some arguments here, so that a proof here is one about the library.

    Of a place it is known that nothing is checked of a value that is not given, no constraint of one that is not of
    the type, and what a constraint with a `test` demands of one that is; the others may fail or hold at will.
    """
    lines, names = [], ["x", "given", "typed"]
    for index, clause in enumerate(place):
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
                names.append(f"free_{index}")
                reached = " or typed is not True" if kind == "constraint" else ""
                lines.append(f"assert given is not True{reached} or free_{index} is True")
    return "\n".join(lines) + "\n", names


def report_of(task: PythonTask, replayer: Replayer, config: Config, synthesise: Synthesise) -> Report:
    """Decide sets of the constraints that a task declares: single ones, then pairs, as far as `config` goes. The
    replayer has the task loaded. `synthesise`: decides contracts of plain assertions."""
    assert task.declaration is not None
    return _Job(task, task.declaration, replayer, config, synthesise).report()
