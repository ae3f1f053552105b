"""Pairs of a clause and a guard whose relation is known: how often is `equivalence.compare` right?

The labels of `pair_table` hold by construction; the tests check every one against CPython on a pool of values.
`python -m specassay.benchmarks.speed.pairs` measures.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product

from attrs import frozen

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ..datasets.tasks import Parameter
from ..grading.cache import Cache
from ..grading.equivalence import GuardComparer, GuardComparison, Relation
from ..grading.guards import Guard, clauses_of, guards_of
from ..reporting.tables import plain_table, show
from .pair_table import APART, CROSSED, SAME, STRICTER, TABLE, WEAKER

PARAMETERS = (Parameter("x"), Parameter("y"))
CONSTANTS = (1, 5, 100)
"""What N stands for in the table."""


@frozen(slots=True)
class LabelledPair:
    """A clause, a guard and how the guard relates to it."""

    clause: Guard
    guard: Guard
    relation: Relation


def labelled_pairs() -> Iterator[LabelledPair]:
    """The table with its constants filled in: every pair once."""
    seen: set[tuple[str, str]] = set()
    for clause, relations in TABLE.items():
        for relation, guards in relations.items():
            for guard, constant in product(guards, CONSTANTS):
                pair = LabelledPair(_whole(_filled(clause, constant)), _guard(_filled(guard, constant)), relation)
                if (key := (pair.clause.block, pair.guard.block)) not in seen:
                    seen.add(key)
                    yield pair


def _filled(text: str, constant: int) -> str:
    return re.sub(r"\bM\b", str(constant + 1), re.sub(r"\bN\b", str(constant), text))


def _whole(condition: str) -> Guard:
    return Guard(condition, f"assert {condition}", 1, 0)


def _guard(text: str) -> Guard:
    """A condition as it is; statements through the extraction of guards."""
    if "raise" not in text and "assert" not in text:
        return _whole(text)
    body = "".join(f"    {line}\n" for line in text.splitlines())
    found = guards_of(f"def candidate(x, y):\n{body}", "candidate", ("x", "y"))
    return found[0] if len(found) == 1 else _joined(body)


def _joined(body: str) -> Guard:
    """Several checks as one: a block of its own."""
    refusing = body.replace("raise", "assert False #")
    return clauses_of(refusing)[0]


def measure(pairs: Iterator[LabelledPair], cache: Cache) -> Iterator[tuple[LabelledPair, GuardComparison, float]]:
    """Each pair with the verdict about it and the seconds it took."""
    with Replayer(ReplayLimits(cpu_seconds=REPLAY_SECONDS)) as replayer:
        comparer = GuardComparer(PARAMETERS, replayer, cache)
        for pair in pairs:
            started = time.perf_counter()
            found = comparer.compare(pair.clause, pair.guard)
            yield pair, found, time.perf_counter() - started


def main() -> None:
    """Print how often the verdicts agree with the labels, and where they do not."""
    counts: Counter[tuple[str, str]] = Counter()
    wrong: list[tuple[str, ...]] = []
    seconds = bounded = 0.0
    for pair, found, took in measure(labelled_pairs(), Cache(None)):
        seconds += took
        bounded += found.bounded
        verdict = "right" if found.relation == pair.relation else "wrong"
        if verdict == "wrong" and found.relation == "unknown":
            verdict = "unknown"
        counts[pair.relation, verdict] += 1
        if verdict != "right":
            wrong.append((pair.clause.text, pair.guard.block, pair.relation, found.relation, found.reason))
    verdicts = ("right", "wrong", "unknown")
    rows = [
        (relation, *(str(counts[relation, verdict]) for verdict in verdicts))
        for relation in (SAME, STRICTER, WEAKER, CROSSED, APART)
    ]
    rows.append(("all", *(str(sum(counts[key] for key in counts if key[1] == verdict)) for verdict in verdicts)))
    note = f"{sum(counts.values())} pairs in {seconds:.0f} s; "
    note += f"of {bounded:.0f} nothing was found within bounds, which is no proof."
    tables = [plain_table("Relations of labelled pairs", ("label", *verdicts), rows, notes=(note,))]
    if wrong:
        columns = ("clause", "guard", "label", "verdict", "reason")
        tables.append(plain_table("Not as labelled", columns, wrong, code={"clause", "guard"}))
    show(tables)


if __name__ == "__main__":
    main()
