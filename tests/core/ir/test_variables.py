"""What variables stand for is known as it was made, and each kind is told from the others."""

import copy
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specassay.core.ir import variables as v
from specassay.core.ir.sorts import BOOL

identifiers = st.from_regex(r"[a-z_][A-Za-z0-9_'?]{0,5}", fullmatch=True)
labels = st.just("") | identifiers
present = (
    identifiers
    | st.builds(v.field_variable, identifiers, identifiers)
    | st.builds(v.heap_variable, identifiers | st.just("Module.Class"), identifiers)
    | st.builds(v.hidden_variable, identifiers, st.integers(0, 3))
)


@given(present, labels)
def test_a_pre_state_is_told_from_the_variable_and_gives_it_back(variable: v.Name, label: str) -> None:
    earlier = v.pre_state(variable, label)
    assert v.is_pre_state(earlier)
    assert v.without_state(earlier) == variable
    assert v.pre_state(earlier) is earlier
    assert v.is_before_call(earlier) == (not label)
    assert v.label_of(earlier) == label
    assert not v.is_pre_state(variable)
    assert v.without_state(variable) is variable
    assert not v.is_heap(earlier)


@given(identifiers, identifiers)
def test_a_field_is_one_of_its_object(root: str, field: str) -> None:
    variable = v.field_variable(root, field)
    assert (v.root_of(variable), v.member_of(variable), v.field_name(variable)) == (root, field, field)
    assert v.field_variable(v.root_of(variable), v.member_of(variable)) is variable
    assert v.owner_of(variable) == root
    assert v.is_field_of(variable, root)
    assert not v.is_field_of(variable, root + "0")
    assert v.is_field(variable)
    assert not v.is_field(root)
    assert v.root_of(root) == root
    assert v.member_of(root) == ""


@pytest.mark.parametrize("kind", ["Node", "Lists.Node"])
def test_a_heap_variable_has_the_class_with_its_module(kind: str) -> None:
    variable = v.heap_variable(kind, "next")
    assert v.is_heap(variable)
    assert v.heap_place(variable) == (kind, "next")
    assert v.is_heap_read(v.heap_read(variable))
    assert v.heap_of_read(v.heap_read(variable)) is variable
    assert v.heap_unknown(variable) not in (variable, v.heap_read(variable))
    assert not v.is_heap_read(variable)


@pytest.mark.parametrize("variable", [v.ALLOCATED, v.STATE, v.field_variable("this", "next"), "object", "object.C.f"])
def test_other_variables_are_not_of_the_heap(variable: v.Name) -> None:
    assert not v.is_heap(variable)
    assert not v.is_heap_read(variable)


def test_the_sort_of_a_heap_variable_says_the_sort_of_the_field() -> None:
    assert v.field_sort(v.heap_sort(BOOL)) == BOOL


FIELD = v.field_variable("o", "f")
HEAP = v.heap_variable("M.C", "f")
TEXTS = {
    FIELD: "o.f",
    v.field_variable(FIELD, "Length0"): "o.f.Length0",
    v.which_array(FIELD): "o.f#array",
    v.which_array("f"): "f#array",
    HEAP: "object.M.C.f",
    v.heap_variable("C", v.which_array("f")): "object.C.f#array",
    v.heap_read(HEAP): "object.M.C.f.read",
    v.heap_unknown(HEAP): "object.M.C.f.unknown",
    v.ALLOCATED: "object.allocated",
    v.pre_state("x"): "old(x)",
    v.pre_state(v.which_array(FIELD)): "old(o.f#array)",
    v.pre_state(HEAP, "L"): "old@L(object.M.C.f)",
    v.element_of(v.element_of("x", 2), 0): "x[2][0]",
    v.hidden_variable("array", 3): "array#3",
    v.field_variable(v.hidden_variable("array", 3), "Length0"): "array#3.Length0",
}


def test_its_text_says_what_it_stands_for() -> None:
    assert {variable: str(variable) for variable in TEXTS} == TEXTS


@pytest.mark.parametrize("variable", TEXTS, ids=str)
def test_it_is_the_same_object_however_it_came_here(variable: v.Name) -> None:
    """From another process, or copied: it is a key of dictionaries, and compared by identity."""
    assert pickle.loads(pickle.dumps(variable)) is variable
    assert copy.deepcopy(variable) is variable
    assert variable != str(variable)


def test_an_array_that_a_field_holds_has_its_elements_under_the_field() -> None:
    which = v.which_array(FIELD)
    assert v.is_which_array(which)
    assert not v.is_which_array(v.pre_state(which))
    assert v.holder_of(which) is FIELD
    assert v.holder_of(v.pre_state(which)) is v.pre_state(FIELD)
    assert v.member_of(which) is v.which_array("f")
    assert v.field_variable("p", v.member_of(which)) is v.which_array(v.field_variable("p", "f"))


def test_elements_of_elements_are_of_the_outermost_sequence() -> None:
    assert v.whole_of(v.element_of(v.element_of("x", 2), 0)) == "x"
    assert v.whole_of("x") == "x"
    assert v.whole_of(FIELD) is FIELD


def test_a_hidden_variable_is_none_of_the_text_and_keeps_that_with_its_fields_and_states() -> None:
    hidden = v.hidden_variable("object", 1)
    field = v.field_variable(hidden, "next")
    assert v.root_of(field) is hidden
    assert v.root_of(v.pre_state(field)) is hidden
    assert v.owner_of(field) is hidden
    assert v.field_variable(v.root_of(field), v.member_of(field)) is field
    assert all(map(v.is_hidden, (hidden, field, v.pre_state(hidden), v.element_of(hidden, 0), v.which_array(FIELD))))
    assert not any(map(v.is_hidden, ("object#1", "x", FIELD, HEAP, v.member_of(field), v.field_name(field))))


def test_names_of_both_kinds_are_in_the_order_of_their_texts() -> None:
    names: list[v.Name] = ["p", FIELD, "o", HEAP, v.pre_state("x"), "old"]
    assert [str(name) for name in sorted(names)] == sorted(map(str, names))
    assert max(names) == "p"


def test_a_text_that_somebody_wrote_is_one_of_the_variables_that_there_are() -> None:
    assert v.by_text(["x", FIELD]) == {"x": "x", "o.f": FIELD}


SPELLED = re.compile(r'"old(?:@|\((?!\w))|"object\.|\}\.Length|"#" (?:not )?in ')
"""How the text of such a variable would be made, or tested for, by hand."""
WRITE_DAFNY = {"frontends/dafny/printing.py", "dafny_harness/verifier/emit.py", "dafny_harness/verifier/values.py"}
"""Where `old(` and `.Length` are Dafny's text. In `frontends/python/definitions.py` `object.` is Python's."""


def test_no_other_module_makes_or_reads_the_text_of_a_variable(root: Path) -> None:
    layers = ("core", "frontends", "backends", "dafny_harness")
    files = [path for layer in layers for path in sorted((root / layer).rglob("*.py"))]
    spelled = {str(path.relative_to(root)) for path in files if SPELLED.search(path.read_text(encoding="utf-8"))}
    assert spelled == {"core/ir/variables.py", "frontends/python/definitions.py", *WRITE_DAFNY}
