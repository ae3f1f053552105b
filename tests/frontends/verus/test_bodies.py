"""The bodies of exec functions: what they come to by the interpreter, and by rustc."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specassay.core.errors import Unsupported
from specassay.core.interpret.bodies import ExecutionOutcome, execute
from specassay.core.ir.values import DatatypeValue
from specassay.frontends.verus import parse_program

from ...samples import some
from .rust import UNKNOWN, case_of, compiled, interpreted

PROGRAM = """
fn negated(n: i8) -> (r: i8) ensures true, { if n < 0 { -n } else { n } }
fn pushed(v: &mut Vec<u8>, x: u8) ensures true, { v.push(x) }
fn halves(v: &Vec<u8>) -> (r: Vec<u8>) ensures true, {
    let mut w = Vec::new();
    let mut i = 0;
    while i < v.len() invariant i <= v.len(), decreases v.len() - i, {
        proof { assert(i < v.len()); }
        w.push(v[i] / 2);
        i += 1;
    }
    pushed(&mut w, 7);
    w[0] = 3;
    w
}
fn sum(v: &Vec<i32>) -> (r: i64) ensures true, {
    let mut s = 0;
    for i in 0..v.len() { if v[i] == 5 { continue; } s += v[i] as i64; }
    s
}
fn find(v: &Vec<i32>, x: i32) -> (r: Option<usize>) ensures true, {
    for (i, y) in v.iter().enumerate() { if *y == x { return Some(i); } }
    None
}
fn divided(a: i32, b: i32) -> (r: (i32, i32)) ensures true, { (a / b, a % b) }
fn first_of(v: &mut Vec<i64>) -> (r: Option<i64>) ensures true, {
    let x = v.pop()?;
    v.insert(0, x);
    Some(x as u8 as i64)
}
fn labelled(n: u8) -> (r: u8) ensures true, {
    let mut k: u8 = 0;
    'outer: loop { for i in 0..n { if i == 3 { break 'outer; } k += i; } if k > 9 { break; } k += 10; }
    k
}
struct Pair { a: u8, b: Vec<u8> }
fn changed(n: u8) -> (r: u8) ensures true, {
    let mut p = Pair { a: n, b: vec![1, 2, 3] };
    p.b[1] = p.a; p.a += 1; let (x, y) = (p.b[1], p.a);
    match p { Pair { a, b } if a > 5 => b[0], Pair { a, .. } => a + x + y }
}
fn missing(n: u8) -> (r: u8) ensures true, { assume(false); unreached() }
"""


def outcome(name: str, *values: Any) -> ExecutionOutcome:
    program = parse_program(f"verus! {{ {PROGRAM} }}")
    assert not program.problems
    (specification,) = (each for each in program.specifications if each.name == name)
    return execute(specification, dict(zip((b.name for b in specification.inputs), values, strict=True)), program)


@pytest.mark.parametrize(
    ("name", "values", "outputs"),
    [
        ("negated", (-5,), {"r": 5}),
        ("pushed", ((1, 2), 3), {"v": (1, 2, 3)}),
        ("halves", ((4, 6, 9),), {"r": (3, 3, 4, 7)}),
        ("sum", ((1, 5, 2),), {"r": 3}),
        ("find", ((1, 5), 5), {"r": DatatypeValue("Some", (1,))}),
        ("find", ((1, 5), 6), {"r": DatatypeValue("None", ())}),
        ("divided", (-7, 2), {"r": (-3, -1)}),
        ("divided", (7, -2), {"r": (-3, 1)}),
        ("first_of", ((1, 2, 300),), {"r": DatatypeValue("Some", (44,)), "v": (300, 1, 2)}),
        ("first_of", ((),), {"r": DatatypeValue("None", ()), "v": ()}),
        ("labelled", (5,), {"r": 3}),
        ("labelled", (2,), {"r": 12}),
        ("changed", (2,), {"r": 8}),
        ("changed", (9,), {"r": 1}),
    ],
)
def test_what_a_body_comes_to(name: str, values: tuple[Any, ...], outputs: dict[str, Any]) -> None:
    found = outcome(name, *values)
    assert (found.state, found.outputs) == ("returned", outputs), found.reason


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("negated", (-128,)),
        ("divided", (1, 0)),
        ("divided", (-(2**31), -1)),
    ],
)
def test_where_rust_panics_the_body_fails(name: str, values: tuple[Any, ...]) -> None:
    assert outcome(name, *values).state == "failed"


def test_a_body_that_says_that_there_is_none_is_none() -> None:
    assert outcome("missing", 1).state == "unknown"


SHIFTS = """
fn f(a: i32, b: u8, c: u64) -> (i32, u8, u64, i8, u32) {
    (a >> (b % 40), b << 2, c ^ (c >> 7), a as i8, (a as u32) & 0xff0f | b as u32)
}
"""
TEXTS = """
fn f(s: Vec<char>, n: u8) -> Vec<char> {
    let mut out: Vec<char> = Vec::new();
    for c in s.iter().rev() { if *c >= 'a' && *c <= 'z' { out.push(((*c as u8) - 1) as char); } else { out.push(*c); } }
    out.swap(0, (n % 3) as usize);
    out.truncate(3);
    out
}
"""
NUMBERS = """
fn f(a: i16, b: i16, v: &mut Vec<u16>) -> i32 {
    let mut t = 0;
    for x in v.iter_mut() { *x = x.wrapping_mul(3).saturating_sub(7); t = t + 1; }
    while let Some(x) = v.pop() { if x > 40 { v.push(x / 2); } else { t += x as i32; break; } }
    t + (a % b) as i32 - (a.abs_diff(b) as i32) + if a > b { a.min(b) as i32 } else { b.max(1) as i32 }
}
"""


@pytest.mark.parametrize("text", [SHIFTS, TEXTS, NUMBERS], ids=["shifts", "texts", "numbers"])
def test_rustc_says_the_same(text: str, tmp_path: Path, require: Callable[[str], Path]) -> None:
    case = case_of(text, 40, seed=1)
    assert interpreted(case) == compiled(case, tmp_path, require("rustc"))


def test_rustc_says_the_same_of_the_programs_of_vericontest(
    data_dir: Path, tmp_path: Path, require: Callable[[str], Path]
) -> None:
    rustc = require("rustc")
    listed = some(sorted((data_dir / "vericontest").glob("*/*/code.rs")), 100)
    followed = 0
    for path in listed:
        try:
            case = case_of(path.read_text("utf-8"), 12, seed=len(path.parts))
            right = compiled(case, tmp_path, rustc)
        except (NotImplementedError, Unsupported):
            continue
        for ours, theirs, values in zip(interpreted(case), right, case.inputs, strict=True):
            if not ours.startswith(UNKNOWN):
                assert ours == theirs, f"{path}: {values}"
                followed += 1
    assert followed > len(listed)
