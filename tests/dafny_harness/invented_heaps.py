"""Invented methods on objects and arrays, and what their specifications accept, by enumeration of states after a call.

A class has two fields of a kind and an `int`; a method takes one more thing of that kind and returns one; or a method
of no class takes all three. Which of the three are one, it requires. Its body is a few assignments, so that what is
true after it is known by name: which of the things that there were each name is, and what they hold. Some of these
facts are the postcondition. Then each state that the frame allows and that meets it is looked at: is one of them not
the one that the body leaves? The oracle has nothing of the package's but the grammar of what it writes.

`python -m tests.dafny_harness.invented_heaps 100` tries a hundred methods of each kind.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Literal

from attrs import frozen

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.frontends.dafny import DAFNY

FIELDS, GIVEN, RESULT = ("a", "b"), ("a", "b", "p"), "r"
Value = int | str
"""A number, or the name of the field or parameter that held the value before: `x`, or what `a` held."""
BEFORE: Mapping[str, int] = {"a": 10, "b": 20, "p": 30, "x": 40}
PARTITIONS = (("a", "b", "p"), ("a", "a", "p"), ("a", "b", "a"), ("a", "b", "b"), ("a", "a", "a"))
"""Which of those before each name is, by the first name that it has."""
CONSTANTS = (1, 2, 3)
ALIEN = 99
"""A value that no clause speaks of."""
PER_FILE = 10
HOLDERS = (
    ("s: seq<{}>", "|s| == 1 && s[0] == p", "s[0]", "s[0]"),
    ("s: seq<{}>", "s == [p]", "s[0]", "s"),
    ("s: set<{}>", "s == {p}", "p", "s"),
    ("s: map<int, {}>", "s == map[1 := p]", "s[1]", "s[1]"),
    ("s: map<int, {}>", "s == map[1 := p]", "s[1]", "s.Values"),
    ("s: (int, {})", "s.1 == p", "s.1", "s.1"),
)
"""Parameters that hold the parameter p, too, what says so, what p is by them, and how a frame names it."""
BY_HOLDER = 0.3
"""How often a clause says of p by what holds it."""
HELD = 0.3
"""How often there is one of these."""
OF_NO_CLASS = 0.3
"""How often a method has no receiver."""
Truth = Literal["weak", "strong", "either"]
"""*Either*: other states differ in which array a field holds, or in what an array holds that had another name before,
and not in what is read by any name. Whether the clauses are about that, is for the specification to say."""
AGREES: Mapping[Truth, tuple[str, ...]] = {
    "weak": ("weak", "vacuous"),
    "strong": ("strong",),
    "either": ("weak", "strong", "vacuous"),
}


@frozen
class Kind:
    """What the fields hold. `read`: the value that one holds, of `{}`; `sized`: it has a length, which is 1 before."""

    name: str
    type: str
    read: str
    sized: bool
    declared: str
    constructor: str


KINDS = (
    Kind("arrays", "array<int>", "{}[0]", True, "", ""),
    Kind(
        "objects",
        "N",
        "{}.v",
        False,
        "class N { var v: int constructor (i: int) ensures v == i { v := i; } }\n",
        "  constructor (i: N, j: N, k: int) ensures a == i && b == j && x == k { a, b, x := i, j, k; }\n",
    ),
)


@frozen
class Clause:
    """`is`: name, and the one that it is of those before; `same`: two names; `holds`: name and value; `long`: name of
    length 1; `x`: the value of the counter."""

    text: str
    says: Literal["is", "same", "holds", "long", "x"]
    name: str = ""
    other: Value = ""


@frozen
class Invented:
    """A method. `before`, `after`: name → which of those before it is; `held`: what each of these holds; `x`: the
    counter."""

    text: str
    frame: Sequence[str]
    before: Mapping[str, str]
    clauses: Sequence[Clause]
    after: Mapping[str, str]
    held: Mapping[str, Value]
    x: Value
    of_no_class: bool = False

    def may_write(self, which: str) -> bool:
        """Does the frame allow to change what one holds?"""
        return any(self.before.get(each) == which for each in self.frame)

    def may_assign(self, field: str) -> bool:
        """Does the frame allow to assign a field?"""
        return "this" in self.frame or f"this`{field}" in self.frame


def invent(random: Random, kind: Kind, name: str) -> Invented | None:
    """A method; None where nothing would be said of it."""
    of_no_class = random.random() < OF_NO_CLASS
    frame = ["this"] if random.random() < 0.5 else [f"this`{each}" for each in "abx" if random.random() < 0.5]
    frame = [] if of_no_class else frame
    frame += [each for each in GIVEN if random.random() < 0.45]
    parts = PARTITIONS[0] if random.random() < 0.6 else random.choice(PARTITIONS[1:])
    before = dict(zip(GIVEN, parts, strict=True))
    after = dict(before)
    held: dict[str, Value] = {each: each for each in parts}
    framed = {before[each] for each in frame if each in before}
    x: Value = "x"
    body = []
    for _ in range(random.randint(1, 4)):
        target, source = random.choice([*FIELDS, "x", *GIVEN, *GIVEN]), random.choice(GIVEN)
        assigned = "this" in frame or f"this`{target}" in frame
        if target == "x" and assigned:
            x = random.choice(CONSTANTS)
            body.append(f"x := {x};")
        elif target in FIELDS and assigned and random.random() < 0.5:
            after[target] = after[source]
            body.append(f"{target} := {source};")
        elif target in GIVEN and after[target] in framed:
            constant = random.choice(CONSTANTS)
            copied = random.random() < 0.5
            held[after[target]] = held[after[source]] if copied else constant
            body.append(f"{kind.read.format(target)} := {kind.read.format(source) if copied else constant};")
    returned = random.choice(GIVEN)
    after[RESULT] = after[returned]
    body.append(f"{RESULT} := {returned};")
    kept = 0.25 + 0.7 * random.random()
    facts = (each for each in _facts(random, kind, (before, after), held, x) if each.says != "x" or not of_no_class)
    chosen = [each for each in facts if random.random() < kept]
    # What an array holds is defined where its length is known.
    sized = [
        Clause(f"{each.name}.Length == 1", "long", each.name)
        for each in chosen
        if kind.sized and each.says == "holds" and each.name != "p"
    ]
    clauses = list(dict.fromkeys([*sized, *chosen]))
    if not clauses:
        return None
    which = [f"{one} {'==' if before[one] == before[other] else '!='} {other}" for one, other in combinations(GIVEN, 2)]
    required = [*which, *(f"{each}.Length == 1" for each in GIVEN if kind.sized)]
    # The frame may name what p is by what holds it, which is another way to the same.
    holder = random.choice(HOLDERS) if random.random() < HELD else None
    required += [holder[1]] if holder else []
    named = [holder[3] if holder and each == "p" else each for each in frame]
    modifies = f"    modifies {', '.join(named)}\n" if frame else ""
    taken = [f"{each}: {kind.type}" for each in (GIVEN if of_no_class else "p")]
    taken += [holder[0].format(kind.type)] if holder else []
    written = [re.sub(r"old\((\w)\)", r"\1", each.text) if of_no_class else each.text for each in clauses]
    if holder:
        by_holder = re.compile(r"\bp\b")
        written = [by_holder.sub(holder[2], each) if random.random() < BY_HOLDER else each for each in written]
    text = (
        f"  method {name}({', '.join(taken)}) returns (r: {kind.type})\n"
        f"    requires {' && '.join(required)}\n{modifies}"
        + "".join(f"    ensures {each}\n" for each in written)
        + f"  {{ {' '.join(body)} }}\n"
    )
    return Invented(text, frame, before, clauses, after, held, x, of_no_class)


def _facts(
    random: Random, kind: Kind, states: tuple[Mapping[str, str], ...], held: Mapping[str, Value], x: Value
) -> Iterator[Clause]:
    """What is true after the body."""
    before, after = states
    for name in (*FIELDS, RESULT):
        former = random.choice([each for each in GIVEN if before[each] == after[name]])
        yield Clause(f"{name} == {_former(former)}", "is", name, after[name])
        for other in GIVEN:
            if other != name and after[other] == after[name] and random.random() < 0.3:
                yield Clause(f"{name} == {other}", "same", name, other)
    for name in (*GIVEN, RESULT):
        value = held[after[name]]
        told = value if isinstance(value, int) else f"old({kind.read.format(value)})"
        yield Clause(f"{kind.read.format(name)} == {told}", "holds", name, value)
        if kind.sized:
            yield Clause(f"{name}.Length == 1", "long", name)
    yield Clause(f"x == {x if isinstance(x, int) else 'old(x)'}", "x", other=x)


def _former(name: str) -> str:
    return name if name == "p" else f"old({name})"


def truth(method: Invented, kind: Kind) -> Truth:
    """Is there a state that the frame and the clauses allow, and that is not the one that the body leaves?"""
    fresh = {"a": ("new a",), "b": ("new a", "new b"), RESULT: ("new a", "new b", "new r")}
    given = tuple(dict.fromkeys(method.before.values()))
    may_be = {
        each: (*given, *fresh[each]) if each == RESULT or method.may_assign(each) else (method.before[each],)
        for each in (*FIELDS, RESULT)
    }
    counters = {BEFORE["x"], *CONSTANTS, ALIEN} if method.may_assign("x") else {BEFORE["x"]}
    counters = {each for each in counters if all(_is(one, each) for one in method.clauses if one.says == "x")}
    if counters != {_number(method.x)}:
        return "weak"
    found: Truth = "strong"
    for chosen in product(*may_be.values()):
        after = {**dict(zip(may_be, chosen, strict=True)), "p": method.before["p"]}
        # An object that no name leads to any more is there for whoever had it before. An array is what its names show.
        seen = after.values() if kind.sized else {*after.values(), *given}
        contents = {each: _contents(method, kind, after, each) for each in seen}
        if not all(contents.values()) or not all(_identified(each, after) for each in method.clauses):
            continue
        if any(contents[after[each]] != {(_number(method.held[method.after[each]]),)} for each in after):
            return "weak"
        if any(contents[each] != {(_number(method.held[each]),)} for each in seen if each in given):
            if not kind.sized:
                return "weak"
            found = "either"
        if after != method.after:
            # Two outputs that hold the same are one, whichever arrays that is stored in.
            if not kind.sized:
                return "weak"
            found = "either" if any(after[each] != method.after[each] for each in FIELDS) else found
    return found


def _contents(method: Invented, kind: Kind, after: Mapping[str, str], which: str) -> set[tuple[int, ...]]:
    """What one may hold: a number, or nothing in an empty array."""
    any_number: set[tuple[int, ...]] = {(each,) for each in (*BEFORE.values(), *CONSTANTS, ALIEN)}
    found: set[tuple[int, ...]] = any_number if method.may_write(which) else {(BEFORE.get(which, 0),)}
    if which not in method.held:
        found = {*any_number, ()} if kind.sized else any_number
    for clause in method.clauses:
        if clause.says in ("holds", "long") and after[clause.name] == which:
            found = {each for each in found if each and (clause.says == "long" or _is(clause, each[0]))}
    return found


def _identified(clause: Clause, after: Mapping[str, str]) -> bool:
    """Does a clause about which one a name is hold?"""
    if clause.says == "is":
        return after[clause.name] == clause.other
    return clause.says != "same" or after[clause.name] == after[str(clause.other)]


def _is(clause: Clause, number: int) -> bool:
    return number == _number(clause.other)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else BEFORE[value]


def judged(methods: Sequence[Invented], kind: Kind, path: Path, scoring: Scoring) -> list[str]:
    """The verdicts on methods, which are written into a file."""
    fields = f"class C {{\n  var a: {kind.type}\n  var b: {kind.type}\n  var x: int\n"
    inside, outside = ("".join(each.text for each in methods if each.of_no_class is out) for out in (False, True))
    path.write_text(kind.declared + fields + kind.constructor + inside + "}\n" + outside)
    found = {each.method: each.assessed.verdict for each in score_file(path, DAFNY, engines_of, scoring).methods}
    return [found[f"M{at}" if one.of_no_class else f"C.M{at}"] for at, one in enumerate(methods)]


def invented(random: Random, kind: Kind, count: int) -> list[Invented]:
    """As many methods, called M0, M1, and so on."""
    found: list[Invented] = []
    while len(found) < count:
        method = invent(random, kind, f"M{len(found)}")
        if method is not None:
            found.append(method)
    return found


def main(count: int, seed: int) -> int:
    """How many verdicts are wrong."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            random, told = Random(seed), Counter[str]()
            for number in range(0, count, PER_FILE):
                methods = invented(random, kind, min(PER_FILE, count - number))
                path = Path(folder) / f"{kind.name}{number}.dfy"
                for method, verdict in zip(methods, judged(methods, kind, path, Scoring()), strict=True):
                    expected = truth(method, kind)
                    told[
                        "unknown" if verdict == "unknown" else "right" if verdict in AGREES[expected] else "wrong"
                    ] += 1
                    if verdict != "unknown" and verdict not in AGREES[expected]:
                        print(f"{verdict}, and by enumeration {expected}:\n{method.text}")
            wrong += told["wrong"]
            print(f"{kind.name}: {', '.join(f'{told[each]} {each}' for each in ('right', 'unknown', 'wrong'))}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0) != 0)
