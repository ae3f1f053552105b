"""The bodies of exec functions: what they come to by the interpreter, and by rustc."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from specassay.core.errors import Unsupported
from specassay.core.interpret.bodies import ExecutionOutcome, execute
from specassay.core.ir.statements import OpaqueStatement
from specassay.core.ir.values import DatatypeValue
from specassay.frontends.verus import parse_program

from ...samples import some
from .rust import UNKNOWN, case_of, compiled, compiled_together, interpreted
from .rust_programs import program

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
fn bounded(x: u8, Ghost(most): Ghost<int>, Tracked(t): Tracked<u8>) -> (r: u8) ensures true, { x }
fn divided(a: i32, b: i32) -> (r: (i32, i32)) ensures true, { (a / b, a % b) }
fn floored(a: i8, b: i8) -> (r: i8) ensures true, { a.div_euclid(b) }
fn rest(a: i8, b: i8) -> (r: i8) ensures true, { a.rem_euclid(b) }
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
trait Valued { fn value(&self) -> (r: u8) ensures true; }
struct One { a: u8 }
impl Valued for One { fn value(&self) -> u8 { self.a } }
fn valued(n: u8) -> (r: u8) ensures true, { let one = One { a: n }; one.value() }
fn turned<T: Copy>(v: &Vec<T>) -> (r: Vec<T>) ensures true, {
    let mut w = Vec::new();
    for i in 0..v.len() { w.push(v[v.len() - 1 - i]); }
    w
}
fn middle(v: &Vec<u8>, i: usize, j: usize) -> (r: Vec<u8>) ensures true, {
    let part = slice_subrange(v.as_slice(), i, j);
    slice_to_vec(part)
}
struct Pair { a: u8, b: Vec<u8> }
fn changed(n: u8) -> (r: u8) ensures true, {
    let mut p = Pair { a: n, b: vec![1, 2, 3] };
    p.b[1] = p.a; p.a += 1; let (x, y) = (p.b[1], p.a);
    match p { Pair { a, b } if a > 5 => b[0], Pair { a, .. } => a + x + y }
}
fn letters(s: &str) -> (r: (usize, char, u8, String)) ensures true, {
    (s.unicode_len(), s.get_char(1), s.get_ascii(0), s.substring_char(1, 3).to_string())
}
fn plain(s: &str) -> (r: bool) ensures true, { s.is_ascii() }
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
        ("bounded", (7, 9, 1), {"r": 7}),
        ("divided", (-7, 2), {"r": (-3, -1)}),
        ("divided", (7, -2), {"r": (-3, 1)}),
        ("floored", (-7, 2), {"r": -4}),
        ("floored", (-7, -2), {"r": 4}),
        ("rest", (-7, 2), {"r": 1}),
        ("rest", (-7, -2), {"r": 1}),
        ("first_of", ((1, 2, 300),), {"r": DatatypeValue("Some", (44,)), "v": (300, 1, 2)}),
        ("first_of", ((),), {"r": DatatypeValue("None", ()), "v": ()}),
        ("labelled", (5,), {"r": 3}),
        ("labelled", (2,), {"r": 12}),
        ("changed", (2,), {"r": 8}),
        ("changed", (9,), {"r": 1}),
        ("letters", (("a", "é", "c", "d"),), {"r": (4, "é", 97, ("é", "c"))}),
        ("plain", (("a", "\x7f"),), {"r": True}),
        ("plain", (("a", "é"),), {"r": False}),
        ("valued", (7,), {"r": 7}),
        ("One::value", (DatatypeValue("One", (7,)),), {"r": 7}),
        ("turned", ((1, 2, 3),), {"r": (3, 2, 1)}),
        ("middle", ((1, 2, 3, 4), 1, 3), {"r": (2, 3)}),
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
        ("floored", (-128, -1)),
        ("rest", (-128, -1)),
        ("rest", (1, 0)),
        ("letters", (("é", "b", "c"),)),
        ("letters", (("a", "b"),)),
        ("middle", ((1, 2, 3), 2, 4)),
    ],
)
def test_where_rust_panics_the_body_fails(name: str, values: tuple[Any, ...]) -> None:
    assert outcome(name, *values).state == "failed"


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        # The order of a hash map is nobody's knowledge.
        ("fn f(m: HashMap<u8, u8>) -> u8 { let mut n = 0; for (k, v) in m.iter() { n = *k; } n }", "iter of Map"),
        # What is changed here is not what the variable is a copy of.
        ("fn f(v: &mut Vec<Option<u8>>) { let x = v.last_mut(); if let Some(y) = x { *y = None; } }", "last_mut"),
        ("fn g(v: &mut Vec<u8>) -> &mut u8 { &mut v[0] } fn f(v: &mut Vec<u8>) { let x = g(v); *x = 1; }", ""),
    ],
)
def test_what_is_not_followed_is_not_run(text: str, construct: str) -> None:
    program = parse_program(text)
    (statement,) = program.routines["f"].body
    assert isinstance(statement, OpaqueStatement)
    assert construct in statement.construct


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


ITERATORS = """
fn f(v: Vec<i32>, w: Vec<u8>, n: u8) -> (i64, Vec<i32>, Option<usize>, Vec<(usize, u8)>, bool) {
    let k = n as i32;
    let add = |x: &i32| -> i64 { *x as i64 + k as i64 };
    let s: i64 = v.iter().map(|x| *x as i64).sum();
    let big: Vec<i32> = v.iter().filter(|x| **x > 3).map(|x| x / 2).rev().collect();
    let p = w.iter().position(|&x| x == 5);
    let e: Vec<(usize, u8)> = w.iter().cloned().enumerate().skip(1).step_by(2).take(3).collect();
    let mut t = 0i64;
    for (i, x) in v.iter().rev().enumerate() { t = t.wrapping_mul(3).wrapping_add(*x as i64 + i as i64); }
    for (a, b) in v.iter().zip(w.iter()) { t += (*a as i64) - (*b as i64); }
    for ch in v.windows(2) { if ch[0] < ch[1] { t += 1; } }
    for ch in w.chunks(2) { t += ch.len() as i64; }
    let all = v.iter().all(|x| *x >= 0) || (0..n).any(|i| i % 7 == 6);
    let m = v.iter().max();
    if let Some(x) = m { t += add(x); }
    let c = w.iter().chain(w.iter()).count() as i64;
    let fo = w.iter().fold(0u64, |acc, x| acc * 2 + *x as u64);
    (s + t + c + fo as i64, big, p, e, all)
}
"""
REVERSED = """
fn f(v: Vec<i32>, n: u8) -> (Vec<i32>, Option<i32>, bool, Vec<i32>) {
    let mut seen: Vec<i32> = Vec::new();
    let found = v.iter().map(|x| { seen.push(*x); 100 / *x }).rev().find(|y| *y > n as i32);
    let any = v.iter().filter(|x| 50 / **x < 9).map(|x| x / 2).rev().any(|y| y < 3);
    let twice: Vec<i32> = v.iter().rev().filter(|x| **x > 1).rev().take(2).cloned().collect();
    (seen, found, any, twice)
}
"""
GENERIC = """
struct Stack<T> { items: Vec<T>, n: usize }
impl<T: Clone> Stack<T> {
    fn new() -> Self { Stack { items: Vec::new(), n: 0 } }
    fn push(&mut self, x: T) { self.items.push(x); self.n += 1; }
    fn top(&self) -> Option<T> { if self.n == 0 { None } else { Some(self.items[self.n - 1].clone()) } }
}
fn largest<T: PartialOrd + Copy>(v: &[T]) -> Option<T> {
    if v.len() == 0 { return None; }
    let mut m = v[0];
    for x in v.iter() { if *x > m { m = *x; } }
    Some(m)
}
fn pick<A: Copy, B: Copy>(p: (A, B), c: bool) -> (B, A) { (p.1, p.0) }
fn opt(o: &mut Option<i32>, k: i32) {
    if let Some(x) = o { *x = x.wrapping_add(k); }
    match o { Some(y) if *y > 5 => { *y = 5; } Some(y) => { *y = y.wrapping_sub(1); } None => {} }
}
pub fn f(v: Vec<i32>, w: Vec<u8>, o: Option<i32>) -> (Option<i32>, Option<u8>, (u8, i32), Option<u8>, Option<i32>) {
    let mut s: Stack<u8> = Stack::new();
    for x in w.iter() { s.push(*x); }
    let mut o2 = o;
    opt(&mut o2, 3);
    let mut pr = (1i32, Some(4i32));
    let (a, b) = &mut pr;
    *a = 7;
    if let Some(z) = b { *z += *a; }
    let mut arr = vec![(1u8, 2i32), (3, 4)];
    for (i, q) in arr.iter_mut().enumerate() { q.0 += i as u8; q.1 += pr.0; }
    let sum = match o2 { Some(x) => Some(x.wrapping_add(pr.1.unwrap())), None => pr.1 };
    (largest(&v), largest(&w), pick((arr[1].1, arr[1].0), true), s.top(), sum)
}
"""
HASHES = """
use std::collections::{HashMap, HashSet};
pub fn f(v: Vec<u8>, s: String, c: char) -> (Vec<u8>, usize, Option<u32>, usize, bool, Option<u8>, Vec<u8>, u8) {
    let mut m = HashMap::new();
    let mut seen = HashSet::new();
    let mut dup = Vec::new();
    for x in &v {
        *m.entry(*x).or_insert(0u32) += 1;
        if !seen.insert(*x) { dup.push(*x); }
    }
    let mut last = None;
    if let Some(k) = m.get_mut(&5) { *k += 10; last = Some(*k); }
    if m.contains_key(&1) { *m.get_mut(&1).unwrap() += 1; }
    let gone = m.remove(&2);
    let cnt = match m.get(&1) { Some(z) => *z as usize, None => 0 };
    let mut w = v.clone();
    w.sort();
    w.extend(dup.iter().map(|x| x.wrapping_add(1)));
    if let Some(q) = w.last_mut() { *q = 77; }
    let up: String = s.chars().map(|ch| ch.to_ascii_uppercase()).collect();
    let digits = s.chars().filter(|ch| ch.is_ascii_digit()).count();
    let d = c.to_digit(10);
    let mut it = v.iter();
    let mut acc = 0u8;
    while let Some(x) = it.next() { acc = acc.wrapping_add(*x); if acc > 100 { break; } }
    let rest = it.count();
    let told = if gone.is_some() { Some(1) } else if last.is_some() { Some(2) } else { None };
    let both = c.is_ascii_alphanumeric() && seen.contains(&3);
    (w, digits + up.len() + s.len() + rest, d, cnt + m.len(), both, told, dup, acc)
}
"""


@pytest.mark.parametrize("text", [SHIFTS, TEXTS, NUMBERS, ITERATORS, REVERSED, GENERIC, HASHES])
def test_rustc_says_the_same(text: str, tmp_path: Path, require: Callable[[str], Path]) -> None:
    case = case_of(text, 40, seed=1)
    assert interpreted(case) == compiled(case, tmp_path, require("rustc"))


@pytest.mark.slow
def test_rustc_says_the_same_of_invented_programs(tmp_path: Path, require: Callable[[str], Path]) -> None:
    cases = [case_of(program(seed), 8, seed) for seed in range(4)]
    found = compiled_together(cases, tmp_path, require("rustc"))
    followed = [result for case in cases for result in interpreted(case)]
    assert followed == [result for results in found for result in results]


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
