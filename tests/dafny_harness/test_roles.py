"""Which methods a test is about: those that promise something, and no others."""

from specassay.dafny_harness.examples import examples_of
from specassay.frontends.dafny import parse_program

METHODS = """
method Half(n: int) returns (r: int) requires n > 0 ensures 2 * r <= n { r := n / 2; }
method Some(n: int) returns (r: nat) { r := if n > 5 then 7 else 4; }
method Double(n: int) returns (r: int) ensures r == 2 * n { r := 2 * n; }
"""


def told(body: str) -> tuple[list[tuple[str, dict[str, object], dict[str, object], str]], list[str]]:
    """The examples in a test, with their sources, and the messages of findings."""
    found = examples_of(parse_program(f"{METHODS} method {{:test}} T() {{ {body} }}", "t.dfy"))
    listed = [(each.specification.name, dict(each.inputs), dict(each.outputs), each.source) for each in found.examples]
    return [(name, {str(k): v for k, v in i.items()}, {str(k): v for k, v in o.items()}, source)
            for name, i, o, source in listed], [each.message for each in found.findings]  # fmt: skip


def test_where_a_test_says_nothing_the_body_says_what_is_right_on_valid_inputs_only() -> None:
    assert told("var r := Half(7);") == ([("Half", {"n": 7}, {"r": 3}, "tested input")], [])
    examples, messages = told("var r := Half(0);")
    assert examples == []
    assert messages == ["T says nothing about the result of this call"]


def test_a_method_whose_only_promise_is_its_type_is_executed_where_others_need_its_results() -> None:
    """`nat` says that the result is not negative; nobody has written a specification of Some."""
    examples, messages = told("var a := Some(5); var r := Double(a); assert r == 8;")
    assert examples == [("Double", {"n": 4}, {"r": 8}, "assertion")]
    assert messages == []
    examples, messages = told("var a := Some(5); var b := Some(6); assert a < b;")
    assert (examples, messages) == ([], [])


def test_a_method_that_promises_nothing_is_under_test_where_a_test_says_what_it_returns() -> None:
    assert told("var a := Some(5); assert a == 3;") == ([("Some", {"n": 5}, {"r": 3}, "assertion")], [])
