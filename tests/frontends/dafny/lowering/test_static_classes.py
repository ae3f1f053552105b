"""The class that declarations give for an expression, of which no value is known."""

import pytest

from specassay.core.ir.sorts import INT, OBJECT, REAL, seq_of
from specassay.frontends.dafny.classes import Reference
from specassay.frontends.dafny.lowering.elaboration import Scope
from specassay.frontends.dafny.lowering.static_classes import (
    are_of_classes,
    class_declaring,
    class_of_variable,
    static_class,
)

from .engines import names_of, read

NAMES = names_of("""
trait T { var t: int }
class Node<K> extends T { var key: K  var next: Node?<K>  var all: seq<Node<K>>  var any: object }
class Ints { var n: Node<int>  var list: seq<Node<real>> }
""")
SCOPE = Scope(
    {"o": OBJECT, "this": OBJECT, "x": INT, "s": seq_of(OBJECT)},
    objects={"o": Reference("Ints", "o"), "this": Reference("Node", "this", types=(("K", REAL),))},
    kinds={"s": ("Ints", ())},
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("o", ("Ints", ())),
        ("o.n", ("Node", (INT,))),
        ("o.n.next.next", ("Node", (INT,))),
        ("o.list", ("Node", (REAL,))),
        ("o.list[0].next", ("Node", (REAL,))),
        ("o.list[1..]", ("Node", (REAL,))),
        ("this", ("Node", (REAL,))),
        ("next", ("Node", (REAL,))),
        ("all[0].next", ("Node", (REAL,))),
        ("s[0].n", ("Node", (INT,))),
        ("{o}", ("Ints", ())),
        ("[o.n, o.n.next]", ("Node", (INT,))),
        ("s + [o]", ("Ints", ())),
        ("[o.n, o]", None),
        ("o.n.key", None),
        ("x", None),
        ("o.nothing", None),
        ("f(o)", None),
        ("if true then o else o", ("Ints", ())),
        ("if true then o else this", None),
        ("set p | p in s", ("Ints", ())),
        ("set p | p in s :: p.n", ("Node", (INT,))),
        ("set o | o in all :: o", ("Node", (REAL,))),
        ("set i: int | 0 <= i < |s| :: s[i]", ("Ints", ())),
        ("set o: int | o == 3", None),
        ("old(o.n)", ("Node", (INT,))),
        ("[o.n, next]", None),
    ],
)
def test_the_class_that_declarations_give(text: str, expected: object) -> None:
    engine, node = read(NAMES, text)
    assert static_class(engine, node, SCOPE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{o, o.n}", True),
        ("if true then o else o.n", True),
        ("if true then o else o.n.any", False),
        ("[o] + s", True),
        ("o.n.any", False),
        ("set each | each in s :: o", True),
        ("x", False),
    ],
)
def test_objects_of_classes_may_be_of_several(text: str, expected: bool) -> None:
    engine, node = read(NAMES, text)
    assert are_of_classes(engine, node, SCOPE) is expected


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        ("o.n", "key", ("Node", INT)),
        ("this.next", "key", ("Node", REAL)),
        ("o.n", "t", ("T", INT)),
        ("o.n", "x", None),
        ("x", "key", None),
    ],
)
def test_a_field_has_the_sort_of_its_instance(text: str, field: str, expected: tuple[str, object] | None) -> None:
    engine, node = read(NAMES, text)
    found = class_declaring(engine, node, field, SCOPE)
    assert (None if found is None else (found.kind, found.sort)) == expected


def test_a_bound_variable_is_of_the_class_of_what_it_is_in() -> None:
    engine, node = read(NAMES, "forall e :: e in o.list ==> e != o.n && x in [1]")
    assert class_of_variable(engine, "e", node, SCOPE) == ("Node", (REAL,))
    assert class_of_variable(engine, "d", node, SCOPE) is None
