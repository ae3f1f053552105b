"""Arrays that objects hold, and what `modifies` leaves as it was (reference manual, "Framing")."""

import pytest

from specassay.frontends.dafny import parse_program
from specassay.frontends.show import show


@pytest.mark.parametrize(
    ("parameter", "named"),
    [
        ("b: array<int>", "!= old(b)"),
        ("c: array<bool>", "!= old(c)"),
        ("a: array<T>", "!= old(a)"),
    ],
)
def test_a_held_array_keeps_its_elements_unless_it_may_be_one_that_is_named(parameter: str, named: str) -> None:
    text = f"""class D {{ var buf: array<int>
      method M<T>({parameter}) requires buf.Length > 0 modifies this, {parameter[0]}
        ensures buf == old(buf) && buf[0] == 1 {{ }} }}"""
    (method,) = parse_program(text).specifications
    (kept,) = (
        show(each.term) for each in method.ensures if each.term is not None and "is as this.buf" in each.clause.text
    )
    assert (named in kept) is (parameter != "c: array<bool>")


@pytest.mark.parametrize(("element", "told"), [("bool", True), ("seq<int>", True), ("T", False), ("seq<T>", False)])
def test_an_array_is_none_with_elements_of_another_type(element: str, told: bool) -> None:
    """What T stands for a caller says, and `array<T>` may then be `array<int>`."""
    text = f"""class D<T> {{ var keys: array<int> var other: array<{element}>
      method M() modifies this ensures fresh(keys) && fresh(other) {{ }} }}"""
    (method,) = parse_program(text).specifications
    facts = [each.clause.text for each in method.ensures if each.clause.fact]
    assert ("this.keys == this.other ==> this.keys == null" in facts) is told
