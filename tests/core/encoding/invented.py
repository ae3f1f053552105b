"""Invented contracts about x and y, and values for them of which most do not raise.

A contract is about one subject (a list, sums of it, a text, …): a few clauses that ask related things of the same
parts, since what an encoding keeps about these is shared between clauses and may run out.
`python -m specassay.tests.core.encoding.invented 100` tries a hundred contracts and prints what an encoding rules out.
"""

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from attrs import frozen

from specassay.core.errors import Unsupported
from specassay.frontends.python import parse_contract

from .assignments import Elsewhere
from .judges import python
from .pinned import Input, said

PARAMETERS = ("x", "y")
INPUTS = 12
"""Values of x and y that are tried for each contract until two are of use."""

FORMS: Mapping[str, tuple[str, ...]] = {
    # -- holes of the subjects below
    "C": ("<", "<=", ">", ">=", "==", "!="),
    "K": ("0", "1", "2", "3", "-1", "5"),
    "Q": ("all", "any"),
    "P": (
        "v {C} {K}",
        "v % 2 == 0",
        "v {C} y",
        "v in (1, 2, y)",
        "isinstance(v, int)",
        "0 <= v < len(x)",
        "v",
        "v == v",
        "v == x[0]",
        "v == x[-1]",
        "v in x[1:]",
        "x.count(v) {C} 1",
        "v {C} max(x)",
        "v {C} sum(x)",
        "abs(v) {C} {K}",
    ),
    "W": (
        "x",
        "x",
        "x",
        "x[1:]",
        "x[:-1]",
        "x[::-1]",
        "sorted(x)",
        "set(x)",
        "x + [y]",
        "[y, *x]",
        "x[::2]",
        "x[:2]",
        "x[-2:]",
        "tuple(x)",
        "x * 2",
        "x or [1]",
        "x[y:]",
        "map(abs, x)",
        "[v + 1 for v in x]",
        "range(len(x))",
        "[v for v in x if v]",
        "dict.fromkeys(x)",
    ),
    "A": (
        "sum(x)",
        "min(x)",
        "max(x)",
        "len(x)",
        "x[0]",
        "x[-1]",
        "len(set(x))",
        "x.count(y)",
        "x.index(y)",
        "y",
        "{K}",
        "sum(x[1:])",
        "max(x[:-1])",
        "sorted(x)[0]",
        "sorted(x)[-1]",
        "sorted(x)[1]",
        "sorted(x)[len(x) // 2]",
        "sum(v for v in x if v > 0)",
        "max(x, key=abs)",
        "max(x, default=0)",
        "sum(map(abs, x))",
        "x[len(x) // 2]",
        "sum(v > 0 for v in x)",
        "sum(set(x))",
        "sum(range(len(x)))",
        "sum(x[::2])",
        "x[y]",
        "x.index(max(x))",
        "sum(x) // len(x)",
        "abs(sum(x))",
        "max(v + 1 for v in x)",
        "sorted(x, reverse=True)[0]",
        "max([*x, y])",
    ),
    "S": (
        "x",
        "x",
        "x",
        "y",
        "x[1:]",
        "x[::-1]",
        "x[:1]",
        "x[-1]",
        "x.lower()",
        "x.upper()",
        "x.strip()",
        "x.title()",
        "x.swapcase()",
        "x.capitalize()",
        "x.casefold()",
        "x.replace('a', y)",
        "x.strip('a')",
        "(x + y)",
        "'a'",
        "x.split(',')[0]",
        "x.split()[-1]",
        "','.join(x)",
        "''.join(sorted(x))",
        "x.partition('a')[2]",
        "max(x)",
        "x.removeprefix(y)",
        "x.zfill(3)",
        "x.rjust(3)",
        "x.ljust(2, 'a')",
        "x.center(3, 'a')",
        "re.sub('a+', 'b', x)",
        "re.split(',', x)[0]",
        "re.sub('[^a-z]', '', x)",
        "chr(len(x) + 95)",
        "x.lower().upper()",
        "(x * 2)",
        "x.rstrip()",
    ),
    "I": (
        "isdigit",
        "isalpha",
        "isupper",
        "islower",
        "isspace",
        "isalnum",
        "isidentifier",
        "isnumeric",
        "isdecimal",
        "istitle",
        "isascii",
        "isprintable",
    ),
    "F": (
        "x",
        "x",
        "y",
        "(x + y)",
        "(x - 1)",
        "(x * y)",
        "(x / 2)",
        "(x // y)",
        "(x % 2)",
        "abs(x)",
        "-x",
        "round(x)",
        "round(x, 1)",
        "int(x)",
        "float(x)",
        "min(x, y)",
        "max(x, 0)",
        "x ** 2",
        "sum([x, y])",
        "divmod(x, 2)[1]",
        "(x or y)",
        "(x and 1)",
        "(x // 1)",
        "0.5",
        "0.1",
        "{K}",
    ),
    "N": (
        "x",
        "x",
        "y",
        "(x + y)",
        "(x - 3)",
        "(x * y)",
        "(x // 2)",
        "(x // y)",
        "(x % 3)",
        "(x % -3)",
        "(x & 1)",
        "(x >> 1)",
        "(x << 1)",
        "abs(x)",
        "~x",
        "x ** 2",
        "divmod(x, -2)[1]",
        "int(str(x)[0])",
        "len(str(x))",
        "sum(int(c) for c in str(x))",
        "round(x, -1)",
        "int(x / 2)",
        "len(range(y, x))",
        "{K}",
    ),
    "V": (
        "x",
        "x",
        "y",
        "None",
        "1",
        "True",
        "1.0",
        "'a'",
        "''",
        "[]",
        "()",
        "{{}}",
        "[x]",
        "(x, y)",
        "x[0]",
        "type(x)",
        "(not x)",
        "(x or y)",
        "bool(x)",
        "-0.0",
        "float('nan')",
        "b'a'",
    ),
    "T": (
        "str({N})",
        "f'{{{N}}}'",
        "f'{{{N}:03d}}'",
        "f'{{{N}:4}}'",
        "f'{{{N}:b}}'",
        "f'{{{N}:x}}'",
        "bin({N})",
        "hex({N})",
        "str(x)",
        "f'{{x!r}}'",
        "'{{}}'.format({N})",
        "'{{0:>3}}'.format({N})",
        "f'{{x / 2}}'",
        "str([x])",
        "format({N}, '05')",
        "'01'",
        "'1'",
    ),
    "B": (
        "x",
        "x",
        "y",
        "(x & y)",
        "(x | y)",
        "(x ^ y)",
        "(x & (x - 1))",
        "(x & 6)",
        "(x | 1)",
        "(x ^ -1)",
        "x.bit_length()",
        "x.bit_count()",
        "(x >> 1)",
        "math.gcd(x, y)",
        "math.isqrt(x)",
        "math.factorial(x)",
        "math.comb(x, y)",
        "pow(x, y, 3)",
        "pow(x, 2, y)",
        "math.lcm(x, y)",
        "~x",
        "{K}",
        "math.comb(5, x)",
        "math.log2(x)",
        "math.log(x)",
        "(x & -x)",
    ),
    "E": (
        "math.prod({W})",
        "functools.reduce(lambda a, b: a + b, {W})",
        "functools.reduce(lambda a, b: a * b, {W}, 1)",
        "functools.reduce(max, {W}, 0)",
        "max(Counter({W}).values())",
        "Counter({W})[y]",
        "len(Counter({W}))",
        "Counter({W}).most_common(1)[0][1]",
        "sum(Counter({W}).values())",
        "list(itertools.accumulate({W}))[-1]",
        "len(list(itertools.chain({W}, [y])))",
        "sum(itertools.chain({W}, {W}))",
        "len(dict.fromkeys({W}))",
        "max(*{W}, 0)",
        "len(list(itertools.combinations(x, 2)))",
        "sum(map(lambda a, b: a * b, x, {W}))",
        "{K}",
        "y",
        "len(x)",
        "sum(a * b for a, b in itertools.combinations(x, 2))",
        "len(set(itertools.permutations(x[:3])))",
    ),
    "R": ("len(r)", "sum(r)", "r[0]", "max(r)", "len(set(r))"),
    # -- subjects
    "elements": (
        "{Q}({P} for v in {W})",
        "{Q}({P} for v in {W} if {P})",
        "{Q}(v {C} w for v, w in zip({W}, x[1:]))",
        "{Q}(x[i] {C} x[i + 1] for i in range(len(x) - 1))",
        "{Q}(x[i] {C} x[i - 1] for i in range(1, len(x)))",
        "{Q}(v {C} i for i, v in enumerate(x))",
        "{Q}(x[i] {C} x[j] for i in range(len(x)) for j in range(i))",
        "y in {W}",
        "next((v for v in x if {P}), None) {C} y",
        "sum(1 for v in x if {P}) {C} {K}",
        "[v for v in x if {P}] == {W}",
        "x {C} sorted(x)",
        "x {C} {W}",
        "{Q}(map(lambda v: {P}, x))",
        "len([v for v in x if {P}]) {C} len(x)",
        "x == list(dict.fromkeys(x))",
    ),
    "sums": ("{A} {C} {A}", "{A} {C} {A}", "{A} + {A} {C} {A}", "{A} {C} {A} {C} {A}", "{A} % 2 == 0", "{A} in x"),
    "texts": (
        "len(re.findall('a', {S})) {C} {K}",
        "len(re.split(',', {S})) {C} {K}",
        "{S} {C} {S}",
        "{S} in {S}",
        "{S}.{I}()",
        "x.{I}() == x.{I}()",
        "len({S}) {C} len(x)",
        "{S}.startswith({S})",
        "{Q}(c.{I}() for c in {S})",
        "{Q}(c in 'ab' for c in {S})",
        "{S}.count('a') {C} {K}",
        "{S}.find(y) {C} {K}",
        "len({S}.split(',')) {C} {K}",
        "len({S}.split()) {C} {K}",
        "int({S}) {C} {K}",
        "len(set({S})) {C} len(x)",
        "{S} == {S}[::-1]",
        "{Q}(a == b for a, b in zip(x, x[1:]))",
        "sum(c.{I}() for c in x) {C} {K}",
    ),
    "floats": ("{F} {C} {F}", "{F} {C} {F} {C} {F}", "{F} in ({F}, {F})", "bool({F})", "abs({F} - {F}) < 0.5"),
    "numbers": ("{N} {C} {N}", "{N} {C} {N} {C} {N}", "{N} in range({N}, {N})", "{N} {C} 0.5", "str({N}) == str({N})"),
    "values": (
        "{V} {C} {V}",
        "x is y or x is None",
        "{V} in {V}",
        "isinstance({V}, (int, str))",
        "len({V}) {C} {K}",
        "hash({V})",
        "list({V})",
        "({V}, {V}) == ({V}, {V})",
        "[{V}, {V}].count({V}) {C} {K}",
        "{V} in {{{V}, {V}}}",
        "x[{V}]",
        "{Q}(v == {V} for v in {V})",
        "max({V}, {V}) == {V}",
        "type({V}) is type({V})",
        "sorted({V}) == {V}",
    ),
    "dicts": (
        "x.get(y) {C} {K}",
        "x['a'] {C} {K}",
        "y in x",
        "{K} in x.values()",
        "{Q}(v {C} {K} for v in x.values())",
        "{Q}(isinstance(k, str) for k in x)",
        "{Q}(x[k] {C} {K} for k in x)",
        "sum(x.values()) {C} {K}",
        "len(x) {C} len(set(x.values()))",
        "list(x) == sorted(x)",
        "{{**x, 'a': y}} == x",
        "x.keys() {C} {{'a', y}}",
        "max(x.values()) {C} {K}",
        "{Q}(k == v for k, v in x.items())",
        "set(x) {C} {{1, y}}",
        "len(x) {C} {K}",
    ),
    "sets": (
        "x {C} {{1, 2}}",
        "x & {{1, y}}",
        "x | {{1}} == x",
        "x - {{1}} == {{y}}",
        "len(x) {C} {K}",
        "y in x",
        "sum(x) {C} {K}",
        "max(x) {C} {K}",
        "{Q}(v {C} {K} for v in x)",
        "sorted(x) == [1, 2]",
        "x.isdisjoint([y])",
        "len(x ^ {{1}}) {C} len(x)",
        "min(x) < max(x)",
        "x.issubset([1, y])",
    ),
    "rows": (
        "{Q}({R} {C} {R} for r in x)",
        "{Q}({R} {C} {K} for r in x)",
        "{Q}(len(r) {C} len(x) for r in x)",
        "{Q}(v {C} {K} for r in x for v in r)",
        "sum({R} for r in x) {C} {K}",
        "max(map(len, x)) {C} {K}",
        "{Q}(r == sorted(r) for r in x)",
        "{Q}({Q}(v == y for v in r) for r in x)",
        "x[0][-1] {C} {K}",
        "[y] in x",
        "{Q}(x[i][0] {C} x[i + 1][0] for i in range(len(x) - 1))",
        "sorted(x) == x",
        "len(set(map(len, x))) {C} 1",
        "[v for r in x for v in r] == x[0]",
        "{Q}(sum(c) {C} {K} for c in zip(*x))",
        "list(zip(*x)) == [tuple(x[0])]",
        "{Q}(len(set(c)) == len(c) for c in zip(*x))",
        "list(itertools.chain(*x)) == x[0]",
        "len(list(zip(*x))) {C} len(x)",
        "sum(itertools.chain.from_iterable(x)) {C} {K}",
        "{Q}(v {C} {K} for v in itertools.chain.from_iterable(x))",
    ),
    "combined": (
        "{E} {C} {E}",
        "{E} {C} {E}",
        "{Q}(a {C} b for a, b in itertools.pairwise({W}))",
        "Counter(x) == Counter({W})",
        "{Q}(a {C} b for a, b in itertools.combinations({W}, 2))",
        "{Q}(v {C} 1 for v in Counter({W}).values())",
        "{Q}(a + b {C} {K} for a, b in itertools.product({W}, x[:2]))",
        "{Q}(v {C} {K} for v in itertools.accumulate({W}))",
        "not Counter(x) - Counter({W})",
        "(Counter(x) & Counter({W})).total() {C} {K}",
        "x {C} list(dict.fromkeys(x))",
        "{Q}(a {C} b for a, b in itertools.permutations(x[:3], 2))",
        "x {C} sorted(x)",
    ),
    "bits": ("{B} {C} {B}", "{B} {C} {B}", "{B} {C} {N}", "{B} % 2 == 0", "{B} in ({B}, {B})"),
    "shown": (
        "{T} {C} {T}",
        "{T} {C} {T}",
        "len({T}) {C} {K}",
        "{T}.count('1') {C} {K}",
        "{T}.isdigit()",
        "{T}.startswith({T})",
        "{T}[0] == '0'",
        "int({T}) {C} {N}",
        "{T} == {T}[::-1]",
        "{Q}(c in '01' for c in {T})",
    ),
}
"""What may stand in each hole, and what each subject may ask."""
SUBJECTS = (
    "elements",
    "elements",
    "sums",
    "sums",
    "texts",
    "texts",
    "floats",
    "numbers",
    "values",
    "dicts",
    "sets",
    "rows",
    "combined",
    "combined",
    "bits",
    "shown",
)
IMPORTS = {
    "combined": "import functools\nimport itertools\nimport math\nfrom collections import Counter\n",
    "bits": "import math\n",
    "texts": "import re\n",
    "rows": "import itertools\n",
}
"""What the contracts of a subject import."""
TEXTS = (
    "",
    "a",
    "ab",
    "b",
    "A",
    "1",
    "-1",
    " ",
    "a b",
    "a,b",
    "aa",
    "Ab",
    "é",
    "12",
    " a ",
    "ß",
    "\n",
    "ABC",
    "1.5",
    "İ",
    "ŉ",
    "ǆ",
    "ǅ",
    "ΑΣ",
    "ς",
    "ﬁ",
    "\u212a",
    "\u017f",
    "\x1c",
    "\u2028",
    "\u0661",
    "½",
    "Ⅷ",
    "²",
    "1_0",
    "+1",
    "a\n",
    "\ud800",
    "a\u0345",
)
INTEGERS = (0, 1, 2, 3, -1, -2, 5, 7, 10, -3, True, False, 1.0, 2.5)
FLOATS = (0.0, -0.0, 0.5, -1.5, 2.5, math.inf, -math.inf, math.nan, 1e16, 0.1, 1e300, 5e-324, 2.675, 3, 2**53 + 1)


def contract(chance: Random) -> tuple[str, str]:
    """A subject, and the text of a contract about it."""
    subject = chance.choice(SUBJECTS)
    clauses = [chance.choice(FORMS[subject]).format_map(_Holes(chance)) for _ in range(chance.choice((1, 2, 2, 3)))]
    return subject, IMPORTS.get(subject, "") + "".join(f"assert {clause}\n" for clause in clauses)


class _Holes(dict[str, str]):
    """For each hole something that may stand there, with its own holes filled."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance

    def __missing__(self, name: str) -> str:
        return self._chance.choice(FORMS[name]).format_map(self)


def value(chance: Random, subject: str, name: str) -> Any:
    """A value of x or y for a contract about a subject; one in ten is of another subject."""
    if chance.random() < 0.1:
        subject = chance.choice(SUBJECTS)
    if name == "y" and subject in ("elements", "sums", "rows", "sets", "combined"):
        subject = "numbers"
    elif name == "y" and subject == "dicts":
        return chance.choice(("a", "b", 1, 0))
    return _MADE[subject](chance)


def _list(chance: Random) -> list[Any]:
    found = [chance.choice(INTEGERS) for _ in range(chance.choice((0, 1, 2, 2, 3, 4, 5, 7)))]
    return chance.choice((found, found, sorted(found), found[:1] * len(found)))


def _dict(chance: Random) -> dict[Any, Any]:
    keys = chance.sample(("a", "b", "", 1, 0, "ab", None, 2.5), chance.choice((0, 1, 2, 3, 5)))
    return {key: chance.choice((0, 1, 2, -1, "a")) for key in keys}


def _anything(chance: Random) -> Any:
    plain: tuple[Any, ...] = (None, 1, True, 0.5, math.nan, "a", "", b"a", 1j, (), (1, 2), frozenset({1}), -0.0, "1")
    made: tuple[Any, ...] = ([], [1], {1, 2}, {"a": 1}, [None], [[1], [2]], [1, "a"], [math.nan])
    return chance.choice((*plain, *made))


_MADE: Mapping[str, Callable[[Random], Any]] = {
    "elements": _list,
    "sums": lambda chance: chance.choice((list, tuple))(_list(chance)),
    "texts": lambda chance: chance.choice(TEXTS),
    "floats": lambda chance: chance.choice(FLOATS),
    "numbers": lambda chance: chance.choice((*INTEGERS, 8, 12, -7, 100, 121)),
    "values": _anything,
    "dicts": _dict,
    "sets": lambda chance: chance.choice((set, frozenset))(_list(chance)),
    "combined": _list,
    "bits": lambda chance: chance.choice((*INTEGERS, 8, 12, -7, 31, 64)),
    "shown": lambda chance: chance.choice((*INTEGERS, 8, 12, -7, 100, 121, None, "a")),
    "rows": lambda chance: [_list(chance) for _ in range(chance.choice((0, 1, 2, 3, 4)))],
}


@frozen
class Wrong:
    """What really happens on an input, and an encoding says that it does not."""

    text: str
    arguments: Input
    violated: frozenset[int]


def wrong(seed: int) -> Iterator[Wrong]:
    """What the encoding of a contract, of one input, rules out that happens."""
    chance = Random(seed)
    subject, text = contract(chance)
    executed = python(text, PARAMETERS)
    inputs = [{name: value(chance, subject, name) for name in PARAMETERS} for _ in range(INPUTS)]
    outcomes = [executed(arguments) for arguments in inputs]
    # Most inputs raise everywhere: rarer outcomes say more.
    ordered = sorted(range(INPUTS), key=lambda number: outcomes.count(outcomes[number]))
    for number in ordered[:2]:
        try:
            found = said(parse_contract(text, name="f", parameters=PARAMETERS), inputs[number], outcomes[number])
        except (Elsewhere, Unsupported):
            continue
        if found.possible is False or found.inside is False:
            yield Wrong(text, inputs[number], outcomes[number])


if __name__ == "__main__":
    for case in (each for seed in range(int(sys.argv[1])) for each in wrong(seed)):
        print(case)
