"""Which fields of objects without a name are known, of which instance, and what a call leaves of them."""

import pytest

from specassay.core.ir.sorts import INT, OBJECT, REAL
from specassay.core.ir.variables import heap_sort, heap_variable
from specassay.frontends.dafny.classes import Reference
from specassay.frontends.dafny.lowering.elaboration import Scope
from specassay.frontends.dafny.lowering.heap_scopes import (
    declaring,
    heap_fields,
    held_arrays,
    instances_in,
    lost_after,
    may_be_one_class,
    through_heap_only,
    with_heap,
)

from .engines import names_of

NAMES = names_of("""
trait T { var t: int }
class Node<K> extends T { var key: K  var next: Node?<K>  var a: array<int>  const c: int }
class Ints { var n: Node<int>  var x: int }
class Both { var n: Node<int>  var m: Node<real> }
class Grown<K> { var more: Grown?<seq<K>> }
trait U { var u: int }
class TU extends T, U { var tu: int }
""")


def scope(kind: str) -> Scope:
    return Scope(objects={"o": Reference(kind, "o")})


def test_a_field_is_declared_by_one_class_or_trait() -> None:
    assert [declaring(NAMES, "Node", field) for field in ("t", "key", "a#array", "x")] == ["T", "Node", None, None]


def test_of_a_field_that_holds_an_array_which_one_is_a_field_of_all_objects() -> None:
    listed = {f"{kind}.{field}" for kind, field, _ in heap_fields(NAMES)}
    assert {"T.t", "Node.key", "Node.a#array", "Node.c", "Ints.x"} <= listed
    assert not {"Node.a", "Node.t"} & listed  # the array's elements; what the trait declares
    assert [str(variable) for variable, _ in held_arrays(NAMES)] == ["object.Node.a"]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("Ints", (INT,)), ("Both", None), ("T", None)],
)
def test_a_heap_variable_is_about_the_one_instance_in_scope(kind: str, expected: object) -> None:
    assert instances_in(NAMES, scope(kind), None).get("Node") == expected


def test_instances_without_an_end_are_none() -> None:
    assert "Grown" not in instances_in(NAMES, scope("Grown"), None)
    (own,) = instances_in(NAMES, scope("Grown"), "Grown")["Grown"]
    assert (own.kind, own.label) == ("Uninterpreted", "K")


def test_fields_of_the_instance_have_its_sorts() -> None:
    found = with_heap(NAMES, scope("Ints"), {"Node": (REAL,)}).variables
    assert found[heap_variable("Node", "key")] == heap_sort(REAL)
    assert found[heap_variable("Node", "next")] == heap_sort(OBJECT)
    assert heap_variable("Grown", "more") not in found
    assert heap_variable("Node", "key") not in with_heap(NAMES, scope("Ints"), {}).variables


def test_a_function_reads_each_field_in_one_way() -> None:
    known = with_heap(NAMES, Scope({"o": OBJECT, "y": INT}, objects={"o": Reference("Ints", "o")}), {})
    found = through_heap_only(NAMES, known, {"x"}).variables
    assert {"o", "y", heap_variable("Ints", "x")} == set(found)


@pytest.mark.parametrize(
    ("kind", "changed", "unclear", "makes", "lost"),
    [
        ("Ints", ("o",), False, False, set()),
        ("Ints", (), True, False, {"Ints.x", "T.t", "TU.tu", "U.u", "Ints.n"}),
        ("T", ("o",), False, False, {"TU.tu", "U.u"}),
        ("Ints", (), False, True, {"Node.c"}),
        ("TU", ("o",), False, False, set()),
    ],
)
def test_a_call_leaves_another_value_where_an_object_may_have_more_fields(
    kind: str, changed: tuple[str, ...], unclear: bool, makes: bool, lost: set[str]
) -> None:
    found = {str(each).removeprefix("object.") for each in lost_after(NAMES, scope(kind), changed, unclear, makes)}
    assert lost <= found
    assert ("Node.c" in found) is makes  # no call changes a constant
    assert bool(found) is bool(lost)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("T", "Node", True), ("Node", "T", True), ("T", "U", True), ("Node", "Ints", False), ("Node", "U", False)],
)
def test_objects_of_two_classes_may_be_one(one: str, other: str, expected: bool) -> None:
    assert may_be_one_class(NAMES, one, other) is expected
