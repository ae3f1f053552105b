"""Calls of constructors: whether what they pass is declared, and those between two."""

import ast
import re
from itertools import islice

import pytest

from specassay.frontends.python.class_texts import SignatureParameter
from specassay.frontends.python.constructor_calls import crossed, literals_in, misfits, objects_in, renumbered
from specassay.frontends.python.module_classes import ModuleClasses
from specassay.frontends.python.objects import ModuleObjects

MODULE = """
class Set:
    pass

class Shape(Protocol):
    sides: int

@dataclass
class Item:
    name: str
    price: Decimal
    tags: list[str]
    owner: Set
    shape: Shape
    parent: Item = None
"""


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ("'a', Decimal(1), ['b'], Set(), 1", ""),
        ("name='a', parent=None", ""),
        ("name=1", "name"),
        ("name=None", "name"),
        ("name='a', price=1", "price"),
        ("price=inf, name=''", "price"),
        ("price=-nan, name=b''", "price name"),
        ("tags=[1]", "tags"),
        ("tags=set()", "tags"),
        ("owner={1}", "owner"),
        ("shape={1}", ""),
        ("*parts", ""),
        ("unknown=1", ""),
    ],
)
def test_literals_are_of_declared_types(arguments: str, found: str) -> None:
    objects = ModuleClasses(ast.parse(MODULE))
    assert misfits(objects, f"Item({arguments})") == {*found.split()}
    assert misfits(objects, f"(obj := Item({arguments}), obj.name)[0]") == {*found.split()}
    assert misfits(objects, f"Other({arguments})") == frozenset()


def test_calls_between_two_take_one_argument_of_the_other() -> None:
    objects = ModuleClasses(ast.parse(MODULE))
    assert list(crossed(objects, "Item('a', tags=[])", "Item('a', 2, [])")) == ["Item(name='a', tags=[], price=2)"]
    assert list(crossed(objects, "Item('a')", "Set()")) == []
    assert list(crossed(objects, "Item('a')", "[Item('b')]")) == []
    assert list(crossed(objects, "[Item('a'), Item('b')]", "[Item('c')]")) == ["[Item(name='c'), Item('b')]"]
    assert list(crossed(objects, "(Item('a'),)", "(Item('c'),)")) == ["(Item(name='c'),)"]
    assert list(crossed(objects, "[Item('a')]", "(Item('c'),)")) == []


def test_one_number_in_an_expression_is_another() -> None:
    assert list(renumbered("Cart({'a': Item('a', 1)}, True)", [-1])) == [
        "Cart({'a': Item('a', -1)}, True)",
        "Cart({'a': Item('a', 2)}, True)",
        "Cart({'a': Item('a', 0)}, True)",
    ]
    assert list(renumbered("Item('a', -1)", [5])) == []
    # The last number is the place of the object.
    assert list(renumbered("(obj := Bus('ä'), obj.add(1))[0]", [0])) == [
        "(obj := Bus('ä'), obj.add(0))[0]",
        "(obj := Bus('ä'), obj.add(2))[0]",
    ]
    assert literals_in("(obj := Bus('ä'), obj.add(1))[0]") == [1, "ä"]


def test_objects_that_are_passed_get_a_name() -> None:
    module = ModuleClasses(ast.parse("class Bus: ...\nclass Handler: ...\n"))
    text = "(obj := Bus('ä'), obj.add(1, Handler('a')), obj.open(dict(a=1)))[0]"
    assert list(objects_in(module, text, "it")) == [
        ("Handler('a')", "(obj := Bus('ä'), obj.add(1, it := Handler('a')), obj.open(dict(a=1)))[0]")
    ]


def test_what_is_tried_for_an_annotation_is_an_expression() -> None:
    objects = ModuleClasses(ast.parse("class Item:\n    def __init__(self, kinds: tuple[type, ...]) -> None: ...\n"))
    made = list(ModuleObjects(objects).instances("Item"))
    assert "Item((str,))" in made
    for text in made:
        ast.parse(text, mode="eval")


def test_texts_that_match_the_patterns_of_a_class_are_tried() -> None:
    text = (
        "import re\n"
        "PLACE = re.compile(r'[a-z]{2}\\d')\n"
        "class Part:\n"
        "    SIZE = re.compile('[SML]')\n"
        "    def __init__(self, sku: str, place: str, size: str):\n"
        "        if not re.fullmatch(r'[A-Z]{3}-\\d{4}', sku) or not PLACE.fullmatch(place):\n"
        "            raise ValueError('no [0-9] here')\n"
    )
    tried = set(re.findall(r"'([^']*)'", " ".join(ModuleObjects(ModuleClasses(ast.parse(text))).instances("Part"))))
    for pattern in (r"[A-Z]{3}-\d{4}", r"[a-z]{2}\d", "[SML]"):
        assert any(re.fullmatch(pattern, value) for value in tried), pattern
        assert pattern not in tried


def test_a_specifier_without_a_default_asks_for_the_field() -> None:
    text = (
        "import attrs\n"
        "from dataclasses import dataclass, field\n"
        "from pydantic import BaseModel, Field\n"
        "@attrs.define\n"
        "class Transfer:\n"
        "    amount: int = attrs.field(validator=attrs.validators.gt(0))\n"
        "    note: str = attrs.field(default='')\n"
        "@dataclass\n"
        "class Cart:\n"
        "    size: int = field(repr=False)\n"
        "    lines: list[int] = field(default_factory=list)\n"
        "class Loan(BaseModel):\n"
        "    months: int = Field(ge=1)\n"
        "    rate: float = Field(..., ge=0)\n"
        "    kind: str = Field('fixed')\n"
    )
    objects = ModuleClasses(ast.parse(text))
    first = {name: next(ModuleObjects(objects).instances(name)) for name in objects.classes}
    assert first == {"Transfer": "Transfer(1)", "Cart": "Cart(1)", "Loan": "Loan(months=1, rate=1.0)"}


def test_objects_of_classes_that_take_each_other_are_made_as_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = [f"Rule{number}" for number in range(60)]
    text = "class Rule:\n    def __init__(self, rules: 'list[Rule]', other: 'Rule | None'): ...\n"
    text += "".join(f"class {name}(Rule):\n    pass\n" for name in names)
    lookups = 0
    constructor = ModuleClasses.constructor

    def counted(module: ModuleClasses, name: str) -> list[SignatureParameter]:
        nonlocal lookups
        lookups += 1
        return constructor(module, name)

    monkeypatch.setattr(ModuleClasses, "constructor", counted)
    objects = ModuleObjects(ModuleClasses(ast.parse(text)))
    assert all(name in " ".join(islice(objects.instances("Rule"), 256)) for name in names)
    assert lookups < 10_000  # One lookup for each expression with all that is in it: 60 ** 3 of each were 216,000.
