"""Objects that are built from what loaded classes say about themselves."""

import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specassay.backends.python.replay import ObjectsWanted, Replayer, ReplayTask
from specassay.backends.python.replay.guest.building import (
    MANY,
    SHOWN,
    Builder,
    Wanted,
    attributes,
    classes_of,
    defined,
    makers,
    methods,
    state_of,
)

MODEL = """
from __future__ import annotations
import abc, enum
from typing import Literal, Optional, Protocol, Union

class Kind(enum.Enum):
    FIRST = 1
    SECOND = 2

class Sized(Protocol):
    def size(self) -> int: ...

class Base(abc.ABC):
    @abc.abstractmethod
    def size(self): ...

class Owner:
    def __init__(self, name: str, kind: Kind = Kind.FIRST):
        if not name:
            raise ValueError
        self.name = name

class Cart(Base):
    def __init__(self, owner: Owner, unit: Literal["kg", "g"]):
        self.owner, self.items = owner, []
    def size(self):
        return len(self.items)
    def add(self, item: int):
        self.items.append(item)

class Never:
    def __init__(self, *args):
        raise TypeError

class Node:
    def __init__(self, parent: Node):
        self.parent = parent

class Name(str):
    def __new__(cls, text: str) -> Name:
        if not text.isidentifier():
            raise ValueError
        return text

class Part:
    def __init__(self, name: Name, of: Whole | None, kinds: set[Kind]):
        self.name = name

class Whole:
    def __init__(self, parts: list[Part], first: Part, *, never: Optional[Never] = None):
        self.parts = parts

class World:
    def __init__(self, whole: Whole):
        self.whole = whole
"""


@pytest.fixture(scope="module")
def shop() -> Iterator[types.ModuleType]:
    """A package `shop_pkg` with a module of classes and one that uses it: `import shop_pkg.model`."""
    modules = {name: types.ModuleType(name) for name in ("shop_pkg", "shop_pkg.model", "shop_pkg.use")}
    sys.modules.update(modules)
    exec(MODEL, modules["shop_pkg.model"].__dict__)
    vars(modules["shop_pkg"])["model"] = modules["shop_pkg.model"]
    vars(modules["shop_pkg.use"])["shop_pkg"] = modules["shop_pkg"]
    yield modules["shop_pkg.use"]
    for name in modules:
        del sys.modules[name]


def built(module: types.ModuleType, **wanted: Any) -> list[str]:
    return Builder(module, Wanted(**wanted), lambda text: eval(text, dict(vars(module)))).texts()


def test_objects_of_classes_that_have_what_is_read(shop: types.ModuleType) -> None:
    found = built(shop, reads=("items", "owner"))
    assert found[0] == "shop_pkg.model.Cart(shop_pkg.model.Owner('a'), 'kg')"
    sizes = {eval(text, dict(vars(shop))).size() for text in found}
    assert {0, 1, 2, 3} <= sizes
    assert built(shop, reads=("no_such_attribute",)) == []


def test_abstract_classes_and_protocols_by_classes_that_can_be_made(shop: types.ModuleType) -> None:
    for name in ("Base", "Sized"):
        assert "model.Cart(" in built(shop, annotation=name)[0]


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        ("Kind", "shop_pkg.model.Kind.SECOND"),
        ("model.Kind | None", "shop_pkg.model.Kind.FIRST"),
        ("list[Owner]", "[shop_pkg.model.Owner('a')]"),
        ("dict[str, Owner]", "{'a': shop_pkg.model.Owner('a')}"),
        ("tuple[Kind, int]", "(shop_pkg.model.Kind.FIRST, 1,)"),
        ("type[Owner]", "shop_pkg.model.Owner"),
        ("Optional[list[Kind]]", "None"),
    ],
)
def test_annotations_are_read_as_types(shop: types.ModuleType, annotation: str, text: str) -> None:
    assert text in built(shop, annotation=annotation)


def test_what_is_plain_cannot_be_made_or_does_not_end_gives_nothing(shop: types.ModuleType) -> None:
    for annotation in ("int", "list[str]", "Never", "Node", "Unheard", "no syntax"):
        assert built(shop, annotation=annotation) == []


def test_arguments_of_arguments_and_classes_that_make_plain_values(shop: types.ModuleType) -> None:
    prefix = "shop_pkg.model."
    found = [text.replace(prefix, "") for text in built(shop, annotation="World")]
    assert found[0] == "World(Whole([], Part(Name('a'), None, set())))"
    assert any("Whole([Part(" in text for text in found)


def test_classes_of_the_standard_library_have_what_is_read(shop: types.ModuleType) -> None:
    known = {"date": ("range(3)",), "Kind": ("shop_pkg.model.Kind.FIRST", "shop_pkg.model.Kind.SECOND")}
    assert built(shop, reads=("start", "step"), known=known) == ["range(3)"]
    assert built(shop, reads=("items", "owner"), known=known)[0].startswith("shop_pkg.model.Cart(")


def test_what_a_class_makes_of_a_text_is_the_text(shop: types.ModuleType) -> None:
    assert built(shop, annotation="Name")[:2] == ["'a'", "'ab'"]


def test_words_name_classes(shop: types.ModuleType) -> None:
    assert built(shop, words=("shop", "owner"))[0] == "shop_pkg.model.Owner('a')"


def test_objects_are_built_in_the_sandbox(tmp_path: Path) -> None:
    (tmp_path / "things.py").write_text("class Thing:\n    def __init__(self, low):\n        self.low = 1 // low\n")
    text = "import things\ndef f(x): pass\n"
    task = ReplayTask(
        task_id="f",
        parameters=("x",),
        contract_text="assert x.low",
        preamble=text,
        entry_point="f",
        expressions=True,
        search_path=(str(tmp_path),),
        file=str(tmp_path / "use.py"),
        module="use",
    )
    with Replayer() as replayer:
        replayer.load(task)
        (thing, *_) = replayer.build(ObjectsWanted(annotation="things.Thing"))
        assert thing == "things.Thing(1)"
        assert not replayer.run({"x": thing}).violated


# What classes say about themselves: what their objects have, who makes them, and what tells them apart.


class Base:
    note: str

    def touch(self) -> None:
        self.touched = True


class Basket(Base):
    limit: int = 3

    def __init__(self, size: int) -> None:
        self.size = size
        self._items: list[int] = []

    @classmethod
    def empty(cls) -> "Basket":
        return cls(0)

    @staticmethod
    def from_text(text: str) -> Any:
        return Basket(len(text))

    @classmethod
    def count(cls) -> int:
        return 0

    @classmethod
    def _hidden(cls) -> "Basket":
        return cls(0)

    def amount(self) -> int:
        return self.size

    def add(self, item: int) -> None:
        self._items.append(item)

    def remove(self) -> None:
        self._items.pop()

    async def fetch(self) -> None:
        pass

    def _clean(self) -> None:
        pass

    @property
    def half(self) -> int:
        return self.size // 2


def test_objects_have_what_is_defined_annotated_and_assigned() -> None:
    assert {"limit", "note", "size", "_items", "touched", "half"} <= attributes(Basket)
    assert "size" not in defined(Basket)
    assert "touch" in defined(Basket)
    assert "__hash__" not in defined(Base) - set(vars(Base))


def test_makers_are_public_and_say_that_they_return_one() -> None:
    assert makers(Basket) == ["empty", "from_text"]


def test_methods_that_seem_to_change_something_come_first() -> None:
    assert methods(Basket) == ["add", "remove", "amount", "touch"]


def test_classes_are_those_of_the_package_and_of_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    home, other, foreign = (types.ModuleType(name) for name in ("store", "store.parts", "elsewhere"))
    part = type("Part", (), {"__module__": "store.parts"})
    imported = type("Imported", (), {"__module__": "elsewhere"})
    vars(home).update({"Basket": Basket, "Part": part, "int": int})
    extra = type("Extra", (), {"__module__": "store.parts"})
    vars(other).update({"Part": part, "Extra": extra, "Imported": imported})
    vars(foreign).update({"Imported": imported})
    for module in (home, other, foreign):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert list(classes_of(home, "store")) == [Basket, part, extra]


def test_objects_are_told_apart_by_what_is_in_them() -> None:
    one, other, same = Basket(1), Basket(2), Basket(1)
    assert state_of(one) == state_of(same) != state_of(other)
    one.add(5)
    assert state_of(one) != state_of(same)
    assert state_of(list(range(MANY))) == state_of(list(range(MANY + 5)))
    assert state_of(object()) == state_of(object())
    assert len(state_of("a" * 5000)) == SHOWN


def test_an_object_that_cannot_be_shown_is_told_from_none() -> None:
    class Broken:
        __slots__ = ()

        def __repr__(self) -> str:
            raise ValueError

    assert state_of(Broken()) == ""
    nested: list[Any] = []
    nested.append(nested)
    assert state_of(nested) == "list(list(list(list)))"
