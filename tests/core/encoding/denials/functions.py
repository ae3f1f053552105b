"""Invented functions whose annotations are believed, about objects and enumerations that they are given.

What an annotation declares of an argument, and what the text of a class says of its objects, is assumed by proofs. A
real call is given to the encoding, with what it is not told of its objects, and a guard denies what happens on it.
"""

import tempfile
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve, frozen

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.annotated import believing
from specassay.benchmarks.runs.contract_oracle import contract_of, provable_part
from specassay.benchmarks.runs.typed_values import declared_types
from specassay.core.errors import SpecassayError
from specassay.core.ir.contracts import Contract

from .ask import SAMPLED, Asked, Denied, admits, limited
from .deny import denied
from .objects import is_plain
from .programs import HOLES_OF_KINDS, IMPORTS, arguments, filled, given, made, sections

MODULE = """
from dataclasses import InitVar, dataclass, field
from enum import Enum, IntEnum, StrEnum, unique
from typing import Any, Literal, NamedTuple, Optional, TypedDict, Union
LIMIT = 3
{enumeration}
{declaration}
{row}
def check(x{x}, y{y}, box{box}, twin{box}, color{color}):
    if (lambda r: {denial})({expression}):
        raise ValueError("denied")
    if {second}:
        raise ValueError("second")
    return x
"""
TWO_FIELDS = (
    "@dataclass\nclass Box:\n    a: {a}\n    b: {b}",
    "@dataclass(frozen=True)\nclass Box:\n    a: {a}\n    b: {b} = {default}",
    "@dataclass\nclass Box:\n    a: {a}\n    b: {b}\n    def __post_init__(self):\n        self.b = {later}",
    "@dataclass(order=True)\nclass Box:\n    a: {a}\n    b: {b} = field(compare=False)",
    "@dataclass(eq=False)\nclass Box:\n    a: {a}\n    b: {b}",
    "@dataclass\nclass Box:\n    a: {a}\n    b: InitVar[{b}]\n    c: list = field(default_factory=list)\n"
    "    def __post_init__(self, b):\n        self.c.append(b)",
    "@dataclass\nclass Box:\n    a: {a}\n    b: {b}\n    c: dict = field(default_factory=dict)\n"
    "    d: int = field(init=False, default=2)",
    "@dataclass(frozen=True)\nclass Box:\n    a: {a}\n    b: {b}\n    def __post_init__(self):\n"
    "        a, b = self.a, self.b\n        object.__setattr__(self, 'b', {later})",
    "class Box(NamedTuple):\n    a: {a}\n    b: {b}",
    "class Box(NamedTuple):\n    a: {a}\n    b: {b}\n    def both(self):\n        return (self.b, self.a)",
    "class Box:\n    def __init__(self, a: {a}, b: {b}):\n        self.a = a\n        self.b = {later}",
    "class Box:\n    b = {default}\n    def __init__(self, a: {a}, b: {b}):\n        self.a = {later}",
    "class Box:\n    def __init__(self, a, b):\n        self.a = a\n        if a:\n            self.b = b",
    "class Base:\n    def __init__(self, a):\n        self.a = a\n"
    "class Box(Base):\n    def __init__(self, a, b):\n        super().__init__(a)\n        self.b = {later}",
    "class Box:\n    def __init__(self, a, b):\n        self.a = a\n        self._b = b\n"
    "    @property\n    def b(self):\n        return self._b",
)
LATER = ("b", "a", "[b]", "(a, b)", "range(3)", "iter([a])", "len", "a or b", "None", "lambda: a", "str(b)", "bool(a)")
ENUMERATIONS = (
    "class Color(Enum):\n    RED = 1\n    BLUE = 'b'",
    "class Color(IntEnum):\n    RED = 1\n    BLUE = 5",
    "class Color(StrEnum):\n    RED = 'r'\n    BLUE = 'b'",
    "class Color(str, Enum):\n    RED = 'r'\n    BLUE = 'b'",
    "@unique\nclass Color(int, Enum):\n    RED = 0\n    BLUE = 2\n    def low(self):\n        return True",
)
OF_OBJECTS = ("box.a", "box.b", "box.a", "box.b", "color.name", "color.value", "(box.a, box.b)", "LIMIT")
ABOUT_OBJECTS = (
    "color is Color.RED",
    "color == Color.BLUE",
    "color != 1",
    "color == 'b'",
    "color in (Color.RED, None)",
    "isinstance(box, Box)",
    "isinstance(color, Color)",
    "box is None",
    "box.a == box.b",
    "box.a is box.b",
    "box == x",
    "x in box.a",
    "isinstance(box.a, (int, str))",
    "type(box.b) is type(x)",
    "hasattr(box, 'b')",
    "getattr(box, 'a')",
    "color < 3",
    "color.value",
    "color.name",
    "box.a[0]",
    "len(box.b)",
    "box.missing",
    "isinstance(x, type(y))",
    "x is y",
    "type(x)",
    "box == twin",
    "box != twin",
    "box is twin",
    "box < twin",
    "box <= twin",
    "box in (twin, None)",
    "[twin, x].count(box)",
    "twin.b == box.b",
    "twin.a is box.a",
    "(box.a, box.b) == (twin.a, twin.b)",
    "(box.a, twin.b) < (twin.a, box.b)",
    "box.a is not None and box.a == twin.a",
    "not box or twin is None",
    "box.c",
    "len(box.c)",
    "box.b in box.c",
    "box.c == twin.c",
    "box.c is twin.c",
    "box.d + len(twin.c)",
    "box.both()",
    "box.both() == (twin.b, twin.a)",
    "box == (x, y)",
    "hash(box) == hash(twin)",
)
WIDER = ("", ": Any", ": {} | None", ": Optional[{}]", ": Union[{}, int]", ": '{}'", ": {}", ": {}", ": {}")


KEYED = ("", ": Row", ": Row | None", ": 'Row'")


@frozen
class Made:
    """Literals of what a call is given: of plain values, and of what two objects are made of. `twin`: None for the same
    object twice."""

    plain: Mapping[str, str]
    box: Mapping[str, str]
    twin: Mapping[str, str] | None
    member: str

    def instances(self, text: str, names: dict[str, Any] | None = None) -> dict[str, Any]:
        """The arguments, in a module that is executed for them: `names` are its. Raises what making them raises."""
        names = {} if names is None else names
        exec(text, names)
        box = names["Box"](**made(self.box))
        twin = box if self.twin is None else names["Box"](**made(self.twin))
        return {**made(self.plain), "box": box, "twin": twin, "color": eval(self.member, names)}


def declaration(value: Any, chance: Random) -> str:
    """An annotation that a value meets: the exact one, or a wider one."""
    kind = type(value).__name__
    if value is None:
        return "None"
    if chance.random() < 0.25:
        return kind
    if chance.random() < 0.1 and isinstance(value, int | str):
        return f"Literal[{value!r}, 1, 'a']"
    match value:
        case list() | set() | frozenset():
            return f"{kind}[{_either(value, chance)}]"
        case tuple():
            if chance.random() < 0.5:
                return f"tuple[{_either(value, chance)}, ...]"
            return f"tuple[{', '.join(declaration(each, chance) for each in value) or '()'}]"
        case dict():
            return f"dict[{_either(value, chance)}, {_either(value.values(), chance)}]"
        case bool() if chance.random() < 0.3:
            return "int"
        case int() if chance.random() < 0.2:
            return "float"
    return kind


def _either(values: Any, chance: Random) -> str:
    return " | ".join(dict.fromkeys(declaration(each, chance) for each in values)) or "int"


def keyed(value: Any, chance: Random) -> str:
    """A `TypedDict` that a value meets, if one does."""
    items = value.items() if is_keyed(value) else {"a": 1}.items()
    fields = "".join(f"\n    {key}: {declaration(item, chance)}" for key, item in items)
    return f"class Row(TypedDict{chance.choice(('', ', total=False'))}):{fields}"


def is_keyed(value: Any) -> bool:
    """Whether a value is a dict whose keys a `TypedDict` may have."""
    return isinstance(value, dict) and bool(value) and all(isinstance(key, str) for key in value)


def _annotation(value: Any, chance: Random) -> str:
    return chance.choice(WIDER).format(declaration(value, chance))


def module(made_of: Made, expression: str, denial: str, second: str, chance: Random) -> str:
    """A module with the classes and the function, whose types all that the call is given has."""
    values = made(made_of.plain)
    objects = [made(each) for each in (made_of.box, made_of.twin) if each is not None]
    own = {name: _either([each[name] for each in objects], chance) for name in ("a", "b")}
    parts = {
        "declaration": chance.choice(TWO_FIELDS).format(
            **own, later=chance.choice(LATER), default=chance.choice(("1", "'a'", "None", "()"))
        ),
        "row": keyed(values["x"], chance),
        "enumeration": chance.choice(ENUMERATIONS),
        "x": chance.choice(KEYED if is_keyed(values["x"]) else ("",)) or _annotation(values["x"], chance),
        "y": _annotation(values["y"], chance),
        "box": chance.choice((": Box", ": Box", ": 'Box'", ": Box | None", ": Optional[Box]", "")),
        "color": chance.choice((": Color", ": Color", ": Color | None", "")),
    }
    return IMPORTS + MODULE.format(**parts, expression=expression, denial=denial, second=second)


def ask_function(seed: int) -> Asked:
    """Ask about the guards of a function on one call."""
    chance = Random(f"function {seed}")
    literals = arguments(chance)
    own = dict(zip(("a", "b"), arguments(chance).values(), strict=True))
    # Another object, an equal one, one that differs in a field, or the same.
    other = chance.choice((dict(zip(("a", "b"), arguments(chance).values(), strict=True)), own, {**own, "b": own["a"]}))
    made_of = Made(literals, own, None if chance.random() < 0.2 else other, chance.choice(("Color.RED", "Color.BLUE")))
    holes = given(made(literals))
    for name, value in made(own).items():
        holes.setdefault(HOLES_OF_KINDS[type(value)], []).append(f"box.{name}")
    holes.setdefault("X", []).extend(OF_OBJECTS)
    hole = chance.choice("XXXVVITLFUSD")
    expression = (
        chance.choice(ABOUT_OBJECTS)
        if chance.random() < 0.4
        else filled(chance.choice(sections()[1][hole]), chance, holes)
    )
    second = chance.choice(ABOUT_OBJECTS)
    state = chance.getstate()
    outcome = _run(module(made_of, expression, "True", "False", chance), expression, made_of)
    if outcome is None:
        return Asked()
    # What raises violates the guard whatever is denied; a value does where it is what the guard refuses.
    denial = denied(outcome[1], "r", Random(seed)) if outcome[0] else "False"
    if outcome[0] and seed % 3:
        denial = f"not ({denial})"
    chance.setstate(state)
    text = module(made_of, expression, denial, second, chance)
    violated = _violated(text, made_of)
    if violated is None:
        return Asked()
    twin = "box" if made_of.twin is None else f"Box(**{made_of.twin})"
    call = {"call": f"check(**{literals}, box=(box := Box(**{own})), twin={twin}, color={made_of.member})"}
    try:
        contract = contract_of_check(text)
    except (SpecassayError, StopIteration, UnicodeEncodeError):
        return Asked()
    inputs = pinned(contract, made_of.instances(text))
    if inputs is None:
        return Asked(1)
    said = admits(contract, inputs, violated, seed % 2 == 0)
    if said is False:
        return Asked(1, 1, wrong=(Denied(text, call, violated),))
    decided = seed % SAMPLED == 0 and admits(contract, inputs, violated, seed % 2 == 0, otherwise=True) is False
    return Asked(1, int(said is not None), int(seed % SAMPLED == 0), int(decided))


def contract_of_check(text: str) -> Contract:
    """The contract of the function as proofs use it. Raises SpecassayError, and StopIteration where it is no task."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.py"
        path.write_text(text, encoding="utf-8")
        tasks = [each for each in python_files.read(path) if isinstance(each, ContractTask)]
        task = next(each for each in tasks if each.task_id.endswith("check"))
    whole = contract_of(task)
    whole = evolve(whole, hints=tuple(task.annotations.get(name) for name in whole.parameters))
    return believing(provable_part(task), task, declared_types(whole))


def pinned(contract: Contract, values: dict[str, Any]) -> dict[str, Any] | None:
    """The values of the contract's variables; None where one is taken for a plain value, and is none."""
    inputs: dict[str, Any] = {}
    for name in contract.parameters:
        if " is " in name:
            first, second = name.split(" is ")
            inputs[name] = values[first] is values[second]
            continue
        owner, _, attribute = name.rstrip("?!").partition(".")
        value = values[owner]
        is_object = not is_plain(value)
        if name == f"{owner}?":
            inputs[name] = is_object
        elif not attribute:
            if is_object and f"{owner}?" not in contract.parameters:
                return None
            inputs[name] = None if is_object else value
        elif attribute == "__class__":
            inputs[name] = is_object
        elif attribute == "__member__":
            inputs[name] = value.name if isinstance(value, Enum) else None
        elif name.endswith("!"):
            inputs[name] = not hasattr(value, attribute)
        else:
            part = getattr(value, attribute, None)
            if name.endswith("?"):
                inputs[name] = not is_plain(part)
            else:
                inputs[name] = part if is_plain(part) else None
    return inputs


def _run(text: str, expression: str, made_of: Made) -> tuple[bool, Any] | None:
    """The value of the expression, or the exception that it raises; None where there is neither."""
    outcome = None
    with limited() as went:
        try:
            instances = made_of.instances(text)
        except Exception:
            return None
        names: dict[str, Any] = {}
        exec(text, names)
        names |= instances
        # The classes of the module are those that the instances are of.
        names |= {type(instances[name]).__name__: type(instances[name]) for name in ("box", "color")}
        try:
            outcome = True, eval(expression, names)
        except (RecursionError, SyntaxError):
            return None
        except Exception as problem:
            outcome = False, problem
    return outcome if went else None


def _violated(text: str, made_of: Made) -> frozenset[int] | None:
    """The guards that the call violates, each alone."""
    found = set()
    first, second = text.split("    if (lambda r")[1].split("    if ", 1)
    for clause, alone in enumerate((f"    if (lambda r{first}", f"    if {second}")):
        head = text[: text.index("    if (lambda r")]
        whole = head + alone if clause else f"{head}{alone}    return x\n"
        names: dict[str, Any] = {}
        with limited() as went:
            try:
                instances = made_of.instances(whole, names)
                names["check"](**instances)
            except (SyntaxError, RecursionError):
                return None
            except Exception:
                found.add(clause)
        if not went:
            return None
    return frozenset(found)
