"""Pairs of a clause and a guard whose relation is known: how often is `equivalence.compare` right?

Their labels hold by construction; the tests check every one against CPython on a pool of values.
`python -m specassay.benchmarks.speed.pairs` measures.

They are rewrites, near misses and mutants. Where the text of a guard has several lines it is the beginning of a
function; otherwise a condition. N stands for a number, M for the next one."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product

from attrs import frozen

from ...backends.python.replay import REPLAY_SECONDS, Replayer, ReplayLimits
from ..cache import Cache
from ..datasets.tasks import Parameter
from ..grading.equivalence import GuardComparer, GuardComparison, Relation
from ..grading.guards import Guard, clauses_of, guards_of
from ..reporting.tables import plain_table, show

SAME: Relation = "equivalent"
STRICTER: Relation = "implies"
WEAKER: Relation = "implied by"
CROSSED: Relation = "overlapping"
APART: Relation = "unrelated"

TABLE: dict[str, dict[Relation, tuple[str, ...]]] = {
    "x > N": {
        SAME: (
            "N < x",
            "x > N and x > N",
            "not not x > N",
            "-x < -N",
            "2 * x > 2 * N",
            "(x > N) == True",
            "(x > N) is True",
            "bool(x > N)",
            "x > N or x > N",
            "x > (N if True else 0)",
            "if x > N:\n    pass\nelse:\n    raise ValueError",
            "if not x > N:\n    raise ValueError('x')",
            "limit = N\nif not (x > limit):\n    raise ValueError(limit)",
        ),
        WEAKER: ("not x <= N", "x >= N", "x != N", "x > N - 1", "if x <= N:\n    raise ValueError"),
        STRICTER: ("x > M", "isinstance(x, int) and x > N", "x > N and x != 1000", "x >= M", "x > 2 * M"),
        CROSSED: ("x < N", "x <= N", "isinstance(x, int)", "x == N", "not x > N"),
        APART: ("y > N", "isinstance(y, str)"),
    },
    "x >= N": {
        SAME: ("N <= x", "not not N <= x", "x >= N or x >= N", "x > N or x == N", "x >= N and True", "-x <= -N"),
        STRICTER: ("x > N", "x >= M", "type(x) == int and x >= N"),
        WEAKER: ("not x < N", "x >= N - 1", "x + 1 >= N", "N == x or N < x"),
        CROSSED: ("x <= N", "x < M", "x == N"),
    },
    "N <= x <= 200": {
        SAME: (
            "x >= N and x <= 200",
            "x <= 200 and N <= x",
            "200 >= x >= N",
            "not (not x >= N or not x <= 200)",
            "if not N <= x <= 200:\n    raise ValueError",
        ),
        STRICTER: ("N < x <= 200", "N <= x < 200"),
        WEAKER: ("x >= N", "x <= 200", "not (x < N or x > 200)", "N <= x <= 300"),
        CROSSED: ("x <= N", "x in range(N, 201)"),
    },
    "x % M == 0": {
        SAME: ("0 == x % M", "not x % M != 0", "x % M == 0 and True", "if x % M != 0:\n    raise ValueError"),
        STRICTER: ("isinstance(x, int) and x % M == 0", "x % M == 0 and x != 0"),
        WEAKER: ("x % M != 1",),
    },
    "isinstance(x, int)": {
        SAME: (
            "isinstance(x, (int,))",
            "isinstance(x, (bool, int))",
            "type(x) == int or type(x) == bool",
            "type(x) in (int, bool)",
            "type(x) in [bool, int]",
            "not not isinstance(x, int)",
            "isinstance(x, int) == True",
            "isinstance(x, int) is True",
            "isinstance(x, bool) or isinstance(x, int)",
            "if not isinstance(x, int):\n    raise TypeError('x')",
            "if isinstance(x, int):\n    pass\nelse:\n    raise TypeError",
            "kinds = (int,)\nif not isinstance(x, kinds):\n    raise TypeError",
            "ok = isinstance(x, int)\nif not ok:\n    raise TypeError",
            "if isinstance(x, int) == False:\n    raise TypeError",
        ),
        STRICTER: (
            "type(x) == int",
            "type(x) is int",
            "isinstance(x, bool)",
            "isinstance(x, int) and x > 0",
            "isinstance(x, int) and not isinstance(x, bool)",
            "type(x) in (int,)",
            "x is True",
            "if type(x) is not int:\n    raise TypeError",
        ),
        WEAKER: (
            "isinstance(x, (int, float))",
            "not isinstance(x, str)",
            "x is not None",
            "not isinstance(x, float)",
            "isinstance(x, (int, str))",
            "isinstance(x, (int, float, complex))",
            "if isinstance(x, str):\n    raise TypeError",
        ),
        CROSSED: (
            "isinstance(x, float)",
            "isinstance(x, str)",
            "x > 0",
            "x",
            "len(x) > 0",
            "isinstance(x, (float, str))",
        ),
        APART: ("isinstance(y, int)", "y > 0", "not isinstance(x, int)", "not isinstance(x, bool)", "len(y) == 2"),
    },
    "type(x) == int": {
        SAME: (
            "type(x) is int",
            "int == type(x)",
            "not type(x) != int",
            "type(x) in (int,)",
            "isinstance(x, int) and not isinstance(x, bool)",
            "not isinstance(x, bool) and isinstance(x, int)",
            "if type(x) != int:\n    raise TypeError",
            "if type(x) is not int:\n    raise TypeError",
            "if isinstance(x, bool) or not isinstance(x, int):\n    raise TypeError",
        ),
        WEAKER: ("isinstance(x, int)", "type(x) in (int, float)", "not isinstance(x, bool)", "type(x) != bool"),
        STRICTER: ("type(x) == int and x > 5", "type(x) == int and x % 2 == 0"),
        CROSSED: ("type(x) == float", "x", "isinstance(x, bool)"),
    },
    "isinstance(x, (int, float))": {
        SAME: (
            "isinstance(x, (float, int))",
            "isinstance(x, int) or isinstance(x, float)",
            "isinstance(x, float) or isinstance(x, int)",
            "type(x) in (int, float, bool)",
            "isinstance(x, (int, float, bool))",
            "any(isinstance(x, kind) for kind in (int, float))",
            "if not (isinstance(x, int) or isinstance(x, float)):\n    raise TypeError",
            "if not isinstance(x, int) and not isinstance(x, float):\n    raise TypeError",
        ),
        STRICTER: ("type(x) in (int, float)", "isinstance(x, int)", "isinstance(x, float)", "type(x) == float"),
        WEAKER: ("isinstance(x, (int, float, complex))", "isinstance(x, (int, float, str))", "not isinstance(x, str)"),
        CROSSED: ("isinstance(x, (int, complex))", "isinstance(x, str)"),
    },
    "isinstance(x, str)": {
        SAME: (
            "isinstance(x, (str,))",
            "not not isinstance(x, str)",
            "isinstance(x, str) or isinstance(x, str)",
            "if not isinstance(x, str):\n    raise TypeError(type(x))",
        ),
        WEAKER: ("isinstance(x, (str, bytes))", "not isinstance(x, int)", "isinstance(x, (str, list))"),
        STRICTER: (
            "isinstance(x, str) and len(x) > 0",
            "isinstance(x, str) and x != 'a'",
            "x == 'a'",
            "x in ('a', 'b')",
        ),
        CROSSED: ("isinstance(x, bytes)", "len(x) > 0", "isinstance(x, list)"),
    },
    "isinstance(x, list)": {
        SAME: (
            "isinstance(x, (list,))",
            "list == type(x) or isinstance(x, list)",
            "if not isinstance(x, list):\n    raise ValueError('not a list')",
        ),
        WEAKER: ("isinstance(x, (list, tuple))", "isinstance(x, (list, tuple, set))", "not isinstance(x, str)"),
        STRICTER: ("isinstance(x, list) and len(x) > 0", "isinstance(x, list) and len(x) <= 100", "x == []"),
        CROSSED: ("isinstance(x, tuple)", "len(x) > 0", "isinstance(x, dict)"),
    },
    "len(x) > 0": {
        SAME: (
            "len(x) >= 1",
            "len(x) != 0",
            "not len(x) == 0",
            "0 < len(x)",
            "bool(len(x))",
            "len(x)",
            "1 <= len(x)",
            "not len(x) < 1",
            "not len(x) <= 0",
            "if len(x) == 0:\n    raise ValueError",
            "if len(x) < 1:\n    raise ValueError('empty')",
            "if not len(x):\n    raise ValueError",
            "n = len(x)\nif n == 0:\n    raise ValueError",
            "size = len(x)\nassert size > 0, 'empty'",
        ),
        WEAKER: ("x", "len(x) >= 0", "x != []", "if not x:\n    raise ValueError", "x != [] and x != ''"),
        STRICTER: ("len(x) > 1", "isinstance(x, list) and len(x) > 0", "len(x) == 1", "0 < len(x) < 10"),
        CROSSED: ("isinstance(x, list)", "len(x) == 0 or len(x) == 2", "isinstance(x, (list, int))"),
        APART: ("len(y) > 0", "y"),
    },
    "len(x) == N": {
        SAME: (
            "N == len(x)",
            "not len(x) != N",
            "len(x) <= N and len(x) >= N",
            "len(x) in (N,)",
            "len(x) in [N]",
            "len(x) - N == 0",
            "if len(x) != N:\n    raise ValueError",
            "abs(len(x) - N) < 1",
            "if len(x) < N or len(x) > N:\n    raise ValueError",
        ),
        WEAKER: ("len(x) >= N", "len(x) <= N", "len(x) != M", "len(x) in (N, M)"),
        STRICTER: ("isinstance(x, list) and len(x) == N",),
        CROSSED: ("len(x) == M",),
    },
    "len(x) <= N": {
        SAME: (
            "not len(x) > N",
            "N >= len(x)",
            "len(x) < M",
            "if len(x) > N:\n    raise ValueError",
            "if len(x) >= M:\n    raise ValueError",
        ),
        WEAKER: ("len(x) <= M", "len(x) != M"),
        STRICTER: ("len(x) < N", "len(x) == N", "isinstance(x, str) and len(x) <= N"),
        CROSSED: ("len(x) >= N",),
    },
    "x is not None": {
        SAME: ("not x is None", "None is not x", "x != None", "not x == None", "if x is None:\n    raise ValueError"),
        STRICTER: ("x", "isinstance(x, int)", "x is not None and x != 0", "if not x:\n    raise ValueError"),
        APART: ("y is not None", "x is None"),
    },
    "x in ('a', 'b')": {
        SAME: (
            "x == 'a' or x == 'b'",
            "x in ['a', 'b']",
            "x in ('b', 'a')",
            "not x not in ('a', 'b')",
            "x in ('a', 'b', 'a')",
            "if x not in ('a', 'b'):\n    raise ValueError",
            "if x != 'a' and x != 'b':\n    raise ValueError",
            "any(x == each for each in ('a', 'b'))",
        ),
        WEAKER: ("x in ('a', 'b', 'c')", "x in 'ab'", "isinstance(x, str)", "x in ('a', 'b', None)"),
        STRICTER: ("x in ('a',)", "x == 'a'", "x == 'b'"),
        CROSSED: ("x in ('b', 'c')", "x in (1, 2)"),
    },
    "all(isinstance(e, int) for e in x)": {
        SAME: (
            "all(isinstance(i, int) for i in x)",
            "all([isinstance(e, int) for e in x])",
            "not any(not isinstance(e, int) for e in x)",
            "all(isinstance(e, (int, bool)) for e in x)",
            "all(map(lambda e: isinstance(e, int), x))",
            "all(type(e) in (int, bool) for e in x)",
            "for e in x:\n    if not isinstance(e, int):\n        raise TypeError(e)",
            "for each in x:\n    assert isinstance(each, int)",
            "if any(not isinstance(e, int) for e in x):\n    raise TypeError",
            "if not all(isinstance(e, int) for e in x):\n    raise TypeError",
        ),
        WEAKER: (
            "all(isinstance(e, (int, float)) for e in x)",
            "all(not isinstance(e, str) for e in x)",
            "all(e is not None for e in x)",
        ),
        STRICTER: (
            "all(type(e) == int for e in x)",
            "isinstance(x, list) and all(isinstance(e, int) for e in x)",
            "all(isinstance(e, int) and e > 0 for e in x)",
            "for e in x:\n    if type(e) is not int:\n        raise TypeError",
        ),
        CROSSED: (
            "any(isinstance(e, int) for e in x)",
            "all(isinstance(e, str) for e in x)",
            "len(x) > 0",
            "isinstance(x, list)",
            "all(e > 0 for e in x)",
        ),
        APART: ("all(isinstance(e, int) for e in y)",),
    },
    "all(e > 0 for e in x)": {
        SAME: (
            "all(0 < e for e in x)",
            "all([v > 0 for v in x])",
            "not any(not e > 0 for e in x)",
            "for e in x:\n    if not e > 0:\n        raise ValueError",
            "all(e > 0 and e > -1 for e in x)",
        ),
        WEAKER: ("all(e >= 0 for e in x)", "not any(e <= 0 for e in x)", "all(e != 0 for e in x)"),
        STRICTER: (
            "all(e > 1 for e in x)",
            "isinstance(x, list) and all(e > 0 for e in x)",
            "all(isinstance(e, int) and e > 0 for e in x)",
        ),
        CROSSED: ("all(e < 0 for e in x)", "any(e > 0 for e in x)"),
    },
    "x < y": {
        SAME: (
            "y > x",
            "not not x < y",
            "(x < y) is True",
            "if not x < y:\n    raise ValueError",
            "if x < y:\n    pass\nelse:\n    raise ValueError",
        ),
        WEAKER: ("not x >= y", "x <= y", "x != y", "not y <= x", "if x >= y:\n    raise ValueError"),
        STRICTER: ("isinstance(x, int) and x < y", "x < y and x != 0"),
        CROSSED: ("y < x", "isinstance(x, int)", "x == y", "x > 0"),
    },
    "len(x) == len(y)": {
        SAME: (
            "len(y) == len(x)",
            "not len(x) != len(y)",
            "len(x) - len(y) == 0",
            "abs(len(x) - len(y)) < 1",
            "if len(x) != len(y):\n    raise ValueError",
            "a, b = len(x), len(y)\nif a != b:\n    raise ValueError",
            "len(x) <= len(y) and len(y) <= len(x)",
        ),
        WEAKER: ("len(x) <= len(y)", "len(x) >= len(y)", "len(x) < len(y) + 1"),
        STRICTER: ("len(x) == len(y) and len(x) > 0", "len(x) == len(y) == 2"),
        CROSSED: ("x == y", "len(x) > 0", "len(x) != len(y)"),
    },
}


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
        # An open answer is no wrong one, and is counted apart.
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
