"""What the tests in a file say."""

from typing import Any

from specassay.core.spec_testing.examples import Example
from specassay.core.test_execution.examples_of_tests import examples_of_tests
from specassay.core.test_execution.tracing import NO_COMMENTS
from specassay.frontends.verus import parse_program

SUBJECTS = """use vstd::prelude::*;
verus! {
fn add(a: u8, b: u8) -> (r: u16) ensures r >= a { assume(false); unreached() }
fn sort(v: &mut Vec<i8>) ensures v.len() == old(v).len() { }
struct Counter { n: u8 }
impl Counter {
    fn up(&mut self, by: u8) -> (r: bool) requires old(self).n + by < 256, ensures r { self.n = self.n + by; true }
}
"""


def said(tests: str) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    program = parse_program(SUBJECTS + tests, "t.rs")
    found = examples_of_tests(program, NO_COMMENTS)
    assert not found.findings, found.findings
    return [(each.specification.name, plain(each.inputs), plain(each.outputs)) for each in map(whole, found.examples)]


def whole(example: Example) -> Example:
    assert not example.unknowns
    return example


def plain(values: Any) -> dict[str, Any]:
    return {str(name): value for name, value in values.items()}


def test_macros_and_ghost_assertions_say_what_is_right() -> None:
    tests = """fn test_add() {
        let r = add(1, 2);
        assert(r == 3);
        assert!(add(200, 100) == 300);
    } }
    #[cfg(test)] mod tests { use super::*; #[test] fn works() { assert_eq!(add(0, 0), 0, "zero"); } }"""
    assert said(tests) == [
        ("add", {"a": 1, "b": 2}, {"r": 3}),
        ("add", {"a": 200, "b": 100}, {"r": 300}),
        ("add", {"a": 0, "b": 0}, {"r": 0}),
    ]


def test_what_a_call_changes_is_an_output() -> None:
    tests = """#[test] fn sorts() { let mut v = vec![3, 1]; sort(&mut v); assert_eq!(v, vec![1, 3]); }
    fn main() {
        let mut c = Counter { n: 1 };
        let r = c.up(2);
        assert!(r);
        assert(c == Counter { n: 3 });
    } }"""
    (_, inputs, outputs), (name, _, _) = said(tests)
    assert (inputs, outputs, name) == ({"v": (3, 1)}, {"v": (1, 3)}, "Counter::up")


def test_a_function_with_a_contract_or_parameters_is_no_test() -> None:
    program = parse_program(SUBJECTS + "fn test_of(a: u8) { } fn my_test() -> (r: u8) ensures r == 1 { 1 } }", "t.rs")
    assert program.tests == ()
