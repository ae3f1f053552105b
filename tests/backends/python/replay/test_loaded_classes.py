"""What classes say about themselves: what their objects have, who makes them, and what tells them apart."""

import sys
import types
from typing import Any

import pytest

from specassay.backends.python.replay.guest.building import (
    MANY,
    SHOWN,
    attributes,
    classes_of,
    defined,
    makers,
    methods,
    state_of,
)


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
