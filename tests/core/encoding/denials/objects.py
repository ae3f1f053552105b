"""Invented classes, whose methods deny what they compute from the fields of their objects.

The values of fields are variables of the encoding. Those of a real object are given to it, with what it is not told of
them: that one holds no plain value, or is missing.
"""

import builtins
import tempfile
from pathlib import Path
from random import Random
from textwrap import indent
from types import NoneType
from typing import Any

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.contract_oracle import provable_part
from specassay.core.encoding.inputs import KINDS
from specassay.core.errors import SpecassayError
from specassay.core.ir.contracts import Contract

from .ask import Asked, Denied, admits, limited
from .deny import denied
from .programs import IMPORTS, arguments, body, given, made, sections

CLASS = """
LIMIT = 3
MISSING = object()
class Other:
    pass
class Box:
    default = {default}
    def __init__(self, a, b):
        self.a = {first}
        {condition}self.b = {second}
    def set(self, a):
        self.a = {later}
    def p(self, x, y):
{body}
    def c(self, x, y):
        try:
            r = self.p(x, y)
        except Exception:
            return True
        return {denial}
    def __len__(self):
        return {length}
    def check(self, x, y):
        assert self.c(x, y)
        assert {second_clause}
"""


def module(chance: Random, condition: str, program: str) -> str:
    """A class of invented fields, with a program about them."""
    literals, _ = sections()
    fields = literals["fields"]
    parts = {
        "default": chance.choice(literals["defaults"]),
        "first": chance.choice(fields),
        "second": chance.choice(fields),
        "later": chance.choice(("a", *fields)),
        "condition": chance.choice(("", "", "if a: ")),
        "body": indent(program, " " * 8),
        "denial": condition,
        "length": chance.choice(literals["lengths"]),
        "second_clause": chance.choice(literals["clauses"]),
    }
    return IMPORTS + CLASS.format(**parts)


def ask_object(seed: int) -> Asked:
    """Ask about the program of a method on one object."""
    chance = Random(f"object {seed}")
    literals = arguments(chance)
    own = dict(zip(("a", "b"), arguments(chance).values(), strict=True))
    holes = given(made(literals))
    for hole in ("X", "L", "I", "A"):
        holes.setdefault(hole, []).extend(("self.a", "self.b", "self.default"))
    program, state = body(chance, holes), chance.getstate()
    draft = module(chance, "r is None", program)
    with limited() as went:
        result = _called(draft, own, literals)
    if not went or result is None:
        return Asked()
    condition = denied(result[1], "r", Random(seed)) if result[0] else "True"
    chance.setstate(state)
    text = module(chance, condition, program)
    violated = _violated(text, own, literals)
    denial = Denied(text, {"call": f"Box(**{own}).check(**{literals})"}, violated)
    try:
        contract = _contract(text)
    except (SpecassayError, StopIteration, UnicodeEncodeError):
        return Asked()
    values = _values(contract, _object(text, own), made(literals))
    if values is None:
        return Asked(1, 1, wrong=(denial,))
    said = admits(contract, values, violated, seed % 2 == 0)
    return Asked(1, int(said is not None), wrong=(denial,) if said is False else ())


def _contract(text: str) -> Contract:
    """The contract of the method, as proofs use it. Raises SpecassayError, and StopIteration where it is no task."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.py"
        path.write_text(text, encoding="utf-8")
        tasks = [each for each in python_files.read(path) if isinstance(each, ContractTask)]
        return provable_part(next(each for each in tasks if each.task_id.endswith("Box.check")))


def _values(contract: Contract, instance: Any, values: dict[str, Any]) -> dict[str, Any] | None:
    """The values of the contract's parameters, fields of the object among them; None where what it holds in a field is
    taken for a plain value and is none."""
    for name in contract.parameters:
        field = name.removeprefix("self.").rstrip("?!")
        value = getattr(instance, field, None)
        if name.endswith("?"):
            values[name] = not is_plain(value)
        elif name.endswith("!"):
            values[name] = not hasattr(instance, field)
        elif name not in values and not is_plain(value) and f"{name}?" not in contract.parameters:
            return None
        elif name not in values:
            values[name] = value if is_plain(value) else None
    return values


def is_plain(value: Any) -> bool:
    kind = type(value)
    # A class of the module may be called like one of these.
    if kind.__name__ not in KINDS or vars(builtins).get(kind.__name__, NoneType) is not kind:
        return False
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return not isinstance(value, list | tuple | set | frozenset | dict) or all(map(is_plain, parts))


def _object(text: str, own: dict[str, str]) -> Any:
    names: dict[str, Any] = {}
    exec(text, names)
    try:
        return names["Box"](**made(own))
    except Exception:
        return None


def _called(text: str, own: dict[str, str], literals: dict[str, str]) -> tuple[bool, Any] | None:
    """What the method returns, or raises."""
    try:
        instance = _object(text, own)
    except SyntaxError:
        return None
    if instance is None:
        return None
    try:
        return True, instance.p(**made(literals))
    except RecursionError:
        return None
    except Exception as problem:
        return False, problem


def _violated(text: str, own: dict[str, str], literals: dict[str, str]) -> frozenset[int]:
    """The clauses that the call violates, each alone."""
    found = set()
    for clause in range(2):
        alone = text.replace("        assert self.c(x, y)\n" if clause else text[text.rindex("        assert ") :], "")
        instance = _object(alone, own)
        try:
            instance.check(**made(literals))
        except Exception:
            found.add(clause)
    return frozenset(found)
