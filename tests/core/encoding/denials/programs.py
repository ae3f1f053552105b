"""Invented programs over x and y: expressions and bodies of functions, of the forms in `forms.txt` and `programs.txt`.

`$K` in a form is a hole for what the section `K` lists. Sections of literals have no holes.
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

DEEPEST = 3
"""Expressions inside each other."""
_HOLE = re.compile(r"\$([A-Za-z]2?)(?![A-Za-z])")
_FOLDER = Path(__file__).parent
IMPORTS = (
    "import base64, binascii, collections.abc, fnmatch, functools, html, ipaddress, itertools, json, keyword, math\n"
    "import numbers, operator, os.path, re, shlex, string, struct, unicodedata, urllib.parse\n"
    "from collections import Counter\n"
    "from datetime import date, datetime, timedelta\n"
    "from decimal import Decimal, InvalidOperation\n"
    "from fractions import Fraction\n"
)


@lru_cache(maxsize=1)
def sections() -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    """The literals and the expressions by hole."""
    literals: dict[str, tuple[str, ...]] = {}
    expressions: dict[str, tuple[str, ...]] = {}
    for section in (_FOLDER / "forms.txt").read_text(encoding="utf-8").split("## ")[1:]:
        head, *lines = section.splitlines()
        hole, kind = head.split()
        (literals if kind == "literals" else expressions)[hole] = tuple(line for line in lines if line)
    return literals, expressions


@lru_cache(maxsize=1)
def bodies() -> tuple[str, ...]:
    """The bodies of functions, with holes."""
    return tuple((_FOLDER / "programs.txt").read_text(encoding="utf-8").strip().split("\n\n"))


HOLES_OF_KINDS = {int: "I", bool: "I", float: "F", complex: "Z", str: "T", bytes: "B", list: "L", tuple: "U", set: "S"}
HOLES_OF_KINDS |= {frozenset: "S", dict: "D", type(None): "N"}


def filled(form: str, chance: Random, given: Mapping[str, list[str]], depth: int = 0) -> str:
    """A form with its holes filled. `given`: by hole, the parameters that have a value of its kind."""
    return _HOLE.sub(lambda hole: _filling(hole[1], chance, given, depth), form)


def _filling(hole: str, chance: Random, given: Mapping[str, list[str]], depth: int) -> str:
    literals, expressions = sections()
    here: list[str] = [*given.get(hole, ()), *(name for names in given.values() for name in names if hole == "X")]
    if hole in ("A", "C"):
        here += [name for kind in "LTUSDB" for name in given.get(kind, ())]
    if here and chance.random() < 0.6:
        return chance.choice(here)
    if hole in "IFZTBLUSDR" and chance.random() < 0.04:
        return f"({_filling('X', chance, given, depth + 1)})"
    if hole in literals and (hole not in expressions or depth >= DEEPEST or chance.random() < 0.35 + 0.2 * depth):
        return chance.choice(literals[hole])
    if depth >= DEEPEST and hole == "X":
        return _filling(chance.choice("IFTLUSDN"), chance, given, depth)
    if depth >= DEEPEST and hole == "V":
        return chance.choice(("True", "False"))
    if depth >= DEEPEST and hole == "G":
        return f"iter({_filling('L', chance, given, depth)})"
    found = filled(chance.choice(expressions[hole]), chance, given, depth + 1)
    return f"({found})" if hole in "XVGLUSDTBIFZ" else found


def body(chance: Random, given: Mapping[str, list[str]]) -> str:
    """The body of a function, which returns or raises something."""
    if chance.random() < 0.6:
        kind = chance.choice("IFTLUSDBVXXVLZ")
        return f"return {filled(chance.choice(sections()[1][kind]), chance, given)}"
    return filled(chance.choice(bodies()), chance, given)


def arguments(chance: Random) -> dict[str, str]:
    """Literals for x and y. A set with nan has another order each time that it is made, as nan hashes by identity: what
    is asked about would be another input than what is run."""
    literals, _ = sections()
    of_kinds = {**literals, "S": [text for text in literals["S"] if "nan" not in text]}
    return {name: chance.choice(of_kinds[chance.choice("IIFFTTTLLLLUUSSDDBZN")]) for name in ("x", "y")}


def made(texts: Mapping[str, str]) -> dict[str, Any]:
    """The values of literals, made anew: a copy of a set may have another order."""
    return {name: eval(text, {"math": math}) for name, text in texts.items()}


def given(values: Mapping[str, Any]) -> dict[str, list[str]]:
    """By hole, the parameters with a value of its kind."""
    found: dict[str, list[str]] = {}
    for name, value in values.items():
        found.setdefault(HOLES_OF_KINDS[type(value)], []).append(name)
    return found
