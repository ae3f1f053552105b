"""Where a part of a known text or list is."""

from typing import Any

import pytest

from specassay.core.encoding.context import Context
from specassay.core.encoding.searching import index_in_sequence, on_text
from specassay.core.ir.build import conj, string

from .symbolic import abstract, exceptions, known, meant, symbolic

TEXTS = ("", "a", "-", "a-b", "-a-", "a--b")


@pytest.mark.parametrize("name", ["find", "partition", "removeprefix", "removesuffix"])
@pytest.mark.parametrize("text", TEXTS)
def test_the_first_place_is_that_of_python(name: str, text: str) -> None:
    found = on_text(Context(), string(text), name, [symbolic("-")])
    assert found is not None
    assert meant(found) == getattr(text, name)("-")


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_cut_at_the_first_place(text: str) -> None:
    found = on_text(Context(), string(text), "split", [symbolic("-"), symbolic(1)])
    assert found is not None
    assert meant(found) == text.split("-", 1)


@pytest.mark.parametrize("name", ["rpartition", "rfind"])
@pytest.mark.parametrize("text", TEXTS)
def test_the_last_place_is_the_one_of_which_the_facts_hold(name: str, text: str) -> None:
    context = Context()
    found = on_text(context, string(text), name, [symbolic("-")])
    assert found is not None
    cuts = [(text[:place], text[place + 1 :]) for place in range(len(text))] or [("", "")]
    worlds = [{"head!1": head, "tail!2": tail} for head, tail in cuts]
    true = [meant(found, world) for world in worlds if known(conj(*context.facts), world)]
    assert true
    assert all(each == getattr(text, name)("-") for each in true)


def test_a_part_that_overlaps_with_itself_is_not_followed_from_the_right() -> None:
    context = Context()
    on_text(context, string("aaa"), "rpartition", [symbolic("aa")])
    assert [cut.what for cut in context.cuts] == [".rpartition on str"]


@pytest.mark.parametrize(("name", "part", "exception"), [("index", "x", "ValueError"), ("find", 1, "TypeError")])
def test_what_python_refuses_raises(name: str, part: Any, exception: str) -> None:
    context = Context()
    on_text(context, string("a-b"), name, [symbolic(part)])
    assert exceptions(context) == [exception]


@pytest.mark.parametrize(("items", "wanted"), [([3, 1, 1], 1), ((1.0, True), 1), (["a"], "b"), ([], 0)])
def test_the_index_of_an_element(items: Any, wanted: Any) -> None:
    context = Context()
    found = index_in_sequence(context, abstract(items), symbolic(wanted))
    if wanted in items:
        assert (meant(found), exceptions(context)) == (items.index(wanted), [])
    else:
        assert exceptions(context) == ["ValueError"]
