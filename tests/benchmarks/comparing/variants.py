"""Random specifications, each written in two ways: other names, another order, clauses split or joined."""

from collections.abc import Mapping, Sequence
from random import Random

DAFNY_CLAUSES = (
    "{n} > 0",
    "{n} % 2 == 0",
    "|{s}| > {n}",
    "{n} in {s}",
    "{P}({n})",
    "{S}({s}) >= {n}",
    "{n} != 3 || {n} < |{s}|",
    "forall {i} :: 0 <= {i} < |{s}| ==> {s}[{i}] > {n}",
    "exists {i} :: 0 <= {i} < |{s}| && {s}[{i}] == {n}",
    "forall {i}, {j} :: 0 <= {i} < {j} < |{s}| ==> {s}[{i}] <= {s}[{j}]",
    "|{s}| > 0 ==> {P}({s}[0])",
    "{a}.Length == |{s}|",
    "forall {i} :: 0 <= {i} < {a}.Length ==> {a}[{i}] != {n}",
    "{a}[..] == {s}",
)
DAFNY_RESULTS = (
    "{r} >= {n}",
    "{r} in {s}",
    "{r} == {S}({s})",
    "forall {i} :: {i} in {s} ==> {i} <= {r}",
    "{P}({r}) <==> {n} > 2",
    "{r} == if {n} > 0 then {n} else -{n}",
    "{r} * {r} <= {n} || {n} < 0",
    "exists {i} :: {i} in {s} && {r} == {i}",
)
DAFNY_NAMES: tuple[Mapping[str, str], ...] = (
    {"n": "n", "s": "s", "a": "a", "r": "r", "i": "i", "j": "j", "P": "Small", "S": "Sum"},
    {"n": "limit", "s": "xs", "a": "ys", "r": "found", "i": "k", "j": "l", "P": "IsSmall", "S": "Total"},
)
DAFNY_DECLARED = """
predicate {P}({n}: int) {{ {n} < 9 }}
function {S}({s}: seq<int>): int {{ if |{s}| == 0 then 0 else {s}[0] + {S}({s}[1..]) }}
"""
PYTHON_CLAUSES = (
    "isinstance({n}, int)",
    "{n} > 0",
    "{n} % 2 == 0",
    "len({s}) > {n}",
    "{n} in {s}",
    "{n} != 3 or {n} < LIMIT",
    "all({i} > {n} for {i} in {s})",
    "any({i} == {n} for {i} in {s})",
    "isinstance({s}, list)",
    "not {n} < -4",
    "all(isinstance({i}, int) for {i} in {s})",
    "sum({s}) >= {n}",
    "{t} == {t}[::-1]",
    "{t}.isdigit()",
    "type({t}) is str",
    "0 <= {n} < 9",
    "len(set({s})) == len({s})",
)
PYTHON_NAMES: tuple[Mapping[str, str], ...] = (
    {"n": "n", "s": "s", "t": "t", "i": "x"},
    {"n": "limit", "s": "items", "t": "text", "i": "each"},
)


def dafny_variants(seed: int) -> tuple[str, str]:
    """One specification, written in two ways."""
    random = Random(seed)
    requires = random.sample(DAFNY_CLAUSES, random.randint(1, 4))
    ensures = random.sample(DAFNY_RESULTS, random.randint(1, 3))
    return _dafny(random, requires, ensures, DAFNY_NAMES[0]), _dafny(random, requires, ensures, DAFNY_NAMES[1])


def _dafny(random: Random, requires: Sequence[str], ensures: Sequence[str], names: Mapping[str, str]) -> str:
    head = "method {r}_of({n}: int, {s}: seq<int>, {a}: array<int>) returns ({r}: int)"
    lines = [f"  requires {each}" for each in _clauses(random, requires, " && ")]
    lines += [f"  ensures {each}" for each in _clauses(random, ensures, " && ")]
    random.shuffle(lines)
    written = "\n".join([head, *lines]).format(**names)
    return "\n".join(random.sample([DAFNY_DECLARED.format(**names), written], 2))


def python_variants(seed: int) -> tuple[str, str]:
    """One contract, written in two ways."""
    random = Random(seed)
    clauses = random.sample(PYTHON_CLAUSES, random.randint(2, 5))
    return _python(random, clauses, PYTHON_NAMES[0]), _python(random, clauses, PYTHON_NAMES[1])


def _python(random: Random, clauses: Sequence[str], names: Mapping[str, str]) -> str:
    lines = []
    for each in _clauses(random, clauses, " and "):
        guard = random.random() < 0.3
        lines.append(f"    if not ({each}):\n        raise ValueError" if guard else f"    assert {each}")
    head = "LIMIT = 9\n\n\ndef check({n}, {s}, {t}):"
    return "\n".join([head, *lines, "    return {n}\n"]).format(**names)


def _clauses(random: Random, parts: Sequence[str], joint: str) -> list[str]:
    """The parts in another order, some of them joined."""
    left = random.sample(parts, len(parts))
    found = []
    while left:
        count = random.choice((1, 1, 2, 3))
        found.append(joint.join(f"({each})" for each in left[:count]))
        left = left[count:]
    return found
