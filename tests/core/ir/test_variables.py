"""What variables stand for is read back as it was made, and each kind is told from the others."""

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
)


@given(present, labels)
def test_a_pre_state_is_told_from_the_variable_and_gives_it_back(variable: str, label: str) -> None:
    earlier = v.pre_state(variable, label)
    assert v.is_pre_state(earlier)
    assert v.without_state(earlier) == variable
    assert v.is_before_call(earlier) == (not label)
    assert v.is_at_label(earlier) == bool(label)
    assert not v.is_pre_state(variable)
    assert v.without_state(variable) == variable
    assert not v.is_heap(earlier)


@given(identifiers, identifiers)
def test_a_field_is_one_of_its_object(root: str, field: str) -> None:
    variable = v.field_variable(root, field)
    assert (v.root_of(variable), v.member_of(variable), v.field_name(variable)) == (root, field, field)
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
    assert v.heap_of_read(v.heap_read(variable)) == variable
    assert v.is_heap_unknown(v.heap_unknown(variable))
    assert not v.is_heap_unknown(variable)
    assert not v.is_heap_read(variable)


@pytest.mark.parametrize("variable", [v.ALLOCATED, "this.next", "object", "objects.x", "a.read", "a.unknown"])
def test_other_variables_are_not_of_the_heap(variable: str) -> None:
    assert not v.is_heap(variable)
    assert not v.is_heap_read(variable)
    assert not v.is_heap_unknown(variable)


def test_the_sort_of_a_heap_variable_says_the_sort_of_the_field() -> None:
    assert v.field_sort(v.heap_sort(BOOL)) == BOOL


SPELLED = re.compile(r'"old(?:@|\((?!\w))|"object\.|\}\.Length')
"""How the text of such a variable would be made, or tested for, by hand."""
WRITE_DAFNY = {"frontends/dafny/printing.py", "dafny_harness/verifier/emit.py", "dafny_harness/verifier/values.py"}
"""Where `old(` and `.Length` are Dafny's text. In `frontends/python/receivers.py` `object.` is Python's."""


def test_no_other_module_makes_or_reads_the_text_of_a_variable(root: Path) -> None:
    layers = ("core", "frontends", "backends", "dafny_harness")
    files = [path for layer in layers for path in sorted((root / layer).rglob("*.py"))]
    spelled = {str(path.relative_to(root)) for path in files if SPELLED.search(path.read_text(encoding="utf-8"))}
    assert spelled == {"core/ir/variables.py", "frontends/python/receivers.py", *WRITE_DAFNY}
