"""Invented pairs of contracts, whose relation is known of all inputs of small domains.

A condition is a tree, written in Python and in Dafny. What Dafny makes of it is computed from the tree (Euclidean
division, no index from the end, undefined where a slice leaves the sequence); what Python makes of it, by Python. The
second of a pair is the first with clauses left out and comparisons written in another way, or changed.

`python -m tests.benchmarks.comparing.invented 100` tries a hundred pairs of each kind.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

from specassay.benchmarks.comparing.pairs import compare_pair
from specassay.benchmarks.comparing.subjects import ComparingOptions, read_subjects
from specassay.core.comparing.order import PartComparison
from specassay.core.errors import InputError

Tree = tuple[Any, ...]
Values = Mapping[str, Any]
INTS = range(-4, 7)
DOMAINS: Mapping[str, Sequence[Any]] = {
    "int": INTS,
    "list": [each for size in range(4) for each in product((-1, 0, 2), repeat=size)],
    "str": ["".join(each) for size in range(4) for each in product("ab", repeat=size)],
}
DAFNY_TYPES = {"int": "int", "list": "seq<int>", "str": "string"}
PYTHON_TYPES = {
    "int": "type({0}) is int",
    "list": "type({0}) is list and all(type(each) is int for each in {0})",
    "str": "type({0}) is str",
}
ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
CONVERSE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
KINDS = (("py", "dfy"), ("py", "py"), ("dfy", "dfy"))
WRITTEN = {
    "+": ("({} + {})", "({} + {})"),
    "-": ("({} - {})", "({} - {})"),
    "*": ("({} * {})", "({} * {})"),
    "div": ("({} // {})", "({} / {})"),
    "mod": ("({} % {})", "({} % {})"),
    "at": ("{}[{}]", "{}[{}]"),
    "len": ("len({})", "|{}|"),
    "not": ("(not {})", "(!{})"),
    "and": ("({} and {})", "({} && {})"),
    "or": ("({} or {})", "({} || {})"),
    "implies": ("(not {} or {})", "({} ==> {})"),
    "iff": ("({} == {})", "({} <==> {})"),
    "in": ("({} in {})", "({} in {})"),
    "from": ("len({}[{}:])", "|{}[{}..]|"),
    "if": ("({1} if {0} else {2})", "(if {0} then {1} else {2})"),
    "all": ("all({2} for {0} in {1})", "(forall {0} :: {0} in {1} ==> {2})"),
    "any": ("any({2} for {0} in {1})", "(exists {0} :: {0} in {1} && {2})"),
}


class Undefined(Exception):
    """A condition has no value."""


def written(tree: Tree, language: str) -> str:
    """The text of a tree."""
    kind, *parts = tree
    if kind == "name":
        return str(parts[0])
    if kind == "int":
        return f"({parts[0]})" if parts[0] < 0 else str(parts[0])
    texts = [written(each, language) for each in parts]
    if kind in ORDERS:
        return f"({texts[0]} {kind} {texts[1]})"
    return WRITTEN[kind][language == "dfy"].format(*texts)


def in_dafny(tree: Tree, values: Values) -> Any:
    """What a tree is by Dafny's definition. Raises Undefined."""
    kind, *parts = tree
    match kind:
        case "name":
            return values[parts[0]]
        case "int":
            return parts[0]
        case "all" | "any":
            found = [in_dafny(parts[2], {**values, parts[0][1]: each}) for each in in_dafny(parts[1], values)]
            return all(found) if kind == "all" else any(found)
        case "and":
            return in_dafny(parts[0], values) and in_dafny(parts[1], values)
        case "or":
            return in_dafny(parts[0], values) or in_dafny(parts[1], values)
        case "implies":
            return not in_dafny(parts[0], values) or in_dafny(parts[1], values)
        case "if":
            return in_dafny(parts[1 if in_dafny(parts[0], values) else 2], values)
    one, *others = [in_dafny(each, values) for each in parts]
    if kind in ORDERS:
        return ORDERS[kind](one, *others)
    return _applied(kind, one, *others)


def _applied(kind: str, one: Any, other: Any = None) -> Any:
    match kind:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case "div" | "mod" if other != 0:
            rest = one % abs(other)
            return rest if kind == "mod" else (one - rest) // other
        case "len":
            return len(one)
        case "not":
            return not one
        case "iff":
            return one == other
        case "in":
            return one in other
        case "at" if 0 <= other < len(one):
            return one[other]
        case "from" if 0 <= other <= len(one):
            return len(one) - other
    raise Undefined


@frozen
class Condition:
    """Conditions of a contract in one language."""

    language: str
    trees: tuple[Tree, ...]

    def accepts(self, values: Values) -> bool:
        """Whether all have a value and hold."""
        try:
            if self.language == "dfy":
                return all(in_dafny(each, values) for each in self.trees)
            own = {name: list(each) if isinstance(each, tuple) else each for name, each in values.items()}
            return all(eval(written(each, "py"), own) for each in self.trees)
        except (Undefined, IndexError, ZeroDivisionError):
            return False


class Inventor:
    """Trees over variables of known types."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def number(self, depth: int, scope: Mapping[str, str]) -> Tree:
        """A tree whose value is an int."""
        random = self.random
        lists = [name for name, kind in scope.items() if kind == "list"]
        sized = [name for name, kind in scope.items() if kind != "int"]
        ints = [name for name, kind in scope.items() if kind == "int"]
        kinds = ["int", *["name"] * 3 * bool(ints), *["len"] * bool(sized)]
        if depth:
            kinds += ["+", "-", "*", "div", "mod", "if", *["at", "from"] * bool(lists)]
        kind = random.choice(kinds)
        if kind == "int":
            return ("int", random.randint(-2, 4))
        if kind in ("name", "len"):
            name: Tree = ("name", random.choice(ints if kind == "name" else sized))
            return name if kind == "name" else (kind, name)
        if kind in ("at", "from"):
            return (kind, ("name", random.choice(lists)), self.number(depth - 1, scope))
        if kind == "if":
            return (kind, self.truth(depth - 1, scope), self.number(depth - 1, scope), self.number(depth - 1, scope))
        if kind == "*":
            return (kind, ("int", random.choice([2, -1, 3])), self.number(depth - 1, scope))
        if kind in ("div", "mod") and random.random() < 0.6:
            return (kind, self.number(depth - 1, scope), ("int", random.choice([2, 3, -2, -3])))
        return (kind, self.number(depth - 1, scope), self.number(depth - 1, scope))

    def truth(self, depth: int, scope: Mapping[str, str]) -> Tree:
        """A tree whose value is a truth."""
        random = self.random
        lists = [name for name, kind in scope.items() if kind == "list"]
        kinds = ["order"] * 4 + ["in"] * bool(lists)
        if depth:
            kinds += ["and", "or", "not", "implies", "iff", *["all", "any"] * bool(lists)]
        kind = random.choice(kinds)
        if kind == "order":
            return (random.choice([*ORDERS]), self.number(depth, scope), self.number(max(depth - 1, 0), scope))
        if kind == "in":
            return (kind, self.number(0, scope), ("name", random.choice(lists)))
        if kind in ("all", "any"):
            name = f"x{len(scope)}"
            body = self.truth(depth - 1, {**scope, name: "int"})
            return (kind, ("name", name), ("name", random.choice(lists)), body)
        return (kind, *(self.truth(depth - 1, scope) for _ in range(1 if kind == "not" else 2)))

    def other(self, tree: Tree) -> Tree:
        """The tree in other words, or nearly the same."""
        random = self.random
        kind, *parts = tree
        if kind in ORDERS and random.random() < 0.5:
            one, other = parts
            return random.choice(
                [
                    (MIRRORED[kind], other, one),
                    ("not", (CONVERSE[kind], one, other)),
                    (kind, ("+", one, ("int", 0)), other),
                    (kind, one, ("+", other, ("int", random.choice([1, -1])))),
                ]
            )
        if kind == "implies" and random.random() < 0.5:
            return ("or", ("not", self.other(parts[0])), self.other(parts[1]))
        if kind == "all" and random.random() < 0.4:
            return ("not", ("any", *parts[:2], ("not", self.other(parts[2]))))
        return (kind, *(self.other(each) if isinstance(each, tuple) else each for each in parts))


@frozen
class InventedPair:
    """Two contracts: the types of their parameters, and of each its conditions on inputs and on the result."""

    parameters: Mapping[str, str]
    requires: tuple[Condition, Condition]
    ensures: tuple[Condition, Condition]

    def text(self, side: int) -> str:
        """The contract in its language."""
        requires, ensures = self.requires[side], self.ensures[side]
        names = ", ".join(self.parameters)
        before, after = ([written(each, part.language) for each in part.trees] for part in (requires, ensures))
        if requires.language == "dfy":
            typed = ", ".join(f"{name}: {DAFNY_TYPES[kind]}" for name, kind in self.parameters.items())
            clauses = [f"requires {each}" for each in before] + [f"ensures {each}" for each in after]
            return f"method F({typed}) returns (result: int)\n" + "\n".join(clauses) + "\n"
        before = [PYTHON_TYPES[kind].format(name) for name, kind in self.parameters.items()] + before
        lines = [f"@icontract.require(lambda {names}: {each})" for each in before]
        lines += [f"@icontract.ensure(lambda {names}, result: {each})" for each in ("type(result) is int", *after)]
        return "\n".join(["import icontract", *lines, f"def F({names}):", "    return 0", ""])


def invented(seed: int, languages: tuple[str, str]) -> InventedPair:
    """A pair of contracts in two languages."""
    random = Random(f"{seed} {languages}")
    make = Inventor(random)
    kinds = random.choice([("int",), ("list",), ("int", "list"), ("int", "int"), ("list", "int"), ("str", "int")])
    parameters = {f"p{place}": kind for place, kind in enumerate(kinds)}
    before = [make.truth(random.choice([0, 1, 2]), parameters) for _ in range(random.randint(1, 3))]
    after = [
        (random.choice([*ORDERS]), ("name", "result"), make.number(random.choice([0, 1]), parameters))
        for _ in range(random.randint(1, 2))
    ]
    sides = []
    for language, whole in zip(languages, (True, False), strict=True):
        for trees in (before, after):
            changed = [make.other(each) for each in trees if random.random() > 0.15]
            sides.append(Condition(language, tuple(trees if whole else changed)))
    return InventedPair(parameters, (sides[0], sides[2]), (sides[1], sides[3]))


def false_claims(pair: InventedPair, folder: Path) -> list[str]:
    """What `compare` claims of a pair and enumeration refutes. Raises InputError where it compares nothing."""
    found: list[str] = []
    files = [folder / f"{name}.{part.language}" for name, part in zip("ab", pair.requires, strict=True)]
    for side, file in enumerate(files):
        file.write_text(pair.text(side))
    (one,), (other,) = (read_subjects(str(file)).found for file in files)
    comparison = compare_pair(one, other, ComparingOptions(seconds=4)).comparison
    if comparison is None:
        return []
    domains = [DOMAINS[kind] for kind in pair.parameters.values()]
    inputs = [dict(zip(pair.parameters, each, strict=True)) for each in product(*domains)]
    both = [each for each in inputs if all(part.accepts(each) for part in pair.requires)]
    found += refuted("inputs", comparison.inputs, pair.requires, inputs)
    if comparison.outputs is not None:
        cases = [{**each, "result": result} for each in both for result in INTS]
        found += refuted("outputs", comparison.outputs, pair.ensures, cases)
    return found


def refuted(
    what: str, part: PartComparison, sides: tuple[Condition, Condition], values: Sequence[Values]
) -> Iterator[str]:
    """What of a comparison is not so on some of the values."""
    claims = ((part.second_implies_first, sides[1], sides[0]), (part.first_implies_second, sides[0], sides[1]))
    for claim, premise, conclusion in claims:
        if claim == "implied":
            yield from (
                f"{what}: implied, but not on {each}"
                for each in values
                if premise.accepts(each) and not conclusion.accepts(each)
            )
    for value in part.separating:
        shown = {name: tuple(each) if isinstance(each, (list, tuple)) else each for name, each in value.inputs.items()}
        shown |= dict(zip(["result"], value.outputs.values(), strict=False))
        said = value.first == "accepted", value.second == "accepted"
        known = tuple(each.accepts(shown) for each in sides)
        if said != known or said[0] == said[1]:
            yield f"{what}: {shown} is said to separate {said}, and is {known}"


def main() -> None:
    """Compare so many pairs of each kind, and print what is claimed falsely."""
    count, false = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for languages in KINDS:
            for seed in range(int(sys.argv[1])):
                pair = invented(seed, languages)
                try:
                    claims = false_claims(pair, Path(folder))
                except InputError as error:
                    print(f"{languages} {seed}: {error}")
                    continue
                count, false = count + 1, false + bool(claims)
                for claim in claims[:1]:
                    print(f"{languages} {seed}: {claim}\n{pair.text(0)}\n{pair.text(1)}")
    print(f"{count} pairs, {false} with a false claim")


if __name__ == "__main__":
    main()
