"""The text of a mutated body, in Rust."""

from contextlib import suppress
from random import Random

from specassay.core.errors import Unsupported
from specassay.core.spec_testing.program_mutants.registry import program_mutants
from specassay.frontends.verus import VERUS, parse_program

TEXT = """verus! {
fn largest(a: &Vec<u8>) -> (r: u8)
    requires a.len() > 0,
    ensures exists|i: int| 0 <= i < a.len() && a[i] == r,
{
    let mut m = a[0];
    let mut i = 1;
    while i < a.len() {
        if a[i] > m { m = a[i]; }
        i += 1;
    }
    m
}
}
"""


def diffs(text: str, function: str) -> set[str]:
    program = parse_program(text, "t.rs")
    routine, found = program.routines[function], set[str]()
    assert VERUS.diff is not None
    for mutant in program_mutants(routine, program, Random(1)):
        with suppress(Unsupported):
            found.add(VERUS.diff(mutant.change, routine))
    return found


def test_mutants_are_written_in_rust() -> None:
    found = diffs(TEXT, "largest")
    for expected in (
        "- while i < a.len() {\n+ while i <= a.len() {",
        "- while i < a.len() {\n+ while i < a.len() + 1 {",
        "- let mut m = a[0];\n+ let mut m = a[0] - 1;",
        "- if a[i] > m { m = a[i]; }\n+ if a[i] > m {  }",
        "- if a[i] > m { m = a[i]; }\n- i += 1;\n+ i += 1;\n+ if a[i] > m { m = a[i]; }",
        "- i += 1;",
    ):
        assert expected in found


def test_what_rust_would_refuse_is_not_written() -> None:
    found = diffs(TEXT, "largest")
    assert not any("return" in diff for diff in found), "a function with a value does not return without one"
    assert not any(diff == "- m" for diff in found), "nor does it end without one"
    assert not any("-a[i]" in diff for diff in found), "u8 has no negatives"
