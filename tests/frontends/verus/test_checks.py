"""Conditions of ghost code, checked while bodies are run."""

from pathlib import Path

import pytest

from specassay.core.ir.values import DatatypeValue
from specassay.core.language.running import run_on
from specassay.frontends.verus import VERUS

PROGRAM = """verus! {
fn sum(n: u8) -> (r: u64) ensures r <= 255 * 255, {
    let mut total: u64 = 0;
    let mut i: u8 = 0;
    while i < n
        invariant i <= n, total <= 10,
        decreases n,
    {
        total = total + i as u64;
        i = i + 1;
        assert(i < 4);
    }
    total
}
fn push(v: &mut Vec<u8>, x: u8) ensures v.len() == old(v).len() + 1, v[0] == x, {
    v.push(x);
    assert(v.len() > old(v).len());
}
fn raised(o: Option<u8>, x: u8) -> (r: u8) ensures r > 0, {
    let mut p = o;
    if let Some(x) = &mut p { *x = 9; assert(x == 9); assert(x == 8); }
    x
}
fn down(n: u8, by: u8) -> (r: u8) ensures r == 0, decreases n, {
    if n == 0 || n > 9 { 0 } else { down(n + by - 2, by) }
}
fn shadowed(v: &Vec<u8>) -> (m: u8) requires v.len() > 0, ensures m == v[0], {
    let mut m = v[0];
    m = m + 0;
    assert forall|k: int| 0 <= k < v.len() implies v[k] <= m by { }
    m
}
fn counted(v: &Vec<u8>, k: u8) -> (r: bool) ensures r || v.len() > 0, {
    for i in 1..v.len()
        invariant 1 <= i <= v.len(), forall|j: int| 0 <= j < i ==> v[j] <= k,
        decreases v.len() - i,
    {
        if v[i] > k { return false; }
    }
    true
}
fn ghosts(v: &mut Vec<u8>) -> (n: u8) ensures v.len() > old(v).len(), {
    let x = 3u8;
    let ghost before = v@;
    let ghost k = choose|k: int| 2 * k == 6;
    let mut i: u8 = 0;
    while i < 3
        invariant i <= 3, v@ == before + Seq::new(i as nat, |j: int| 0u8),
        decreases 3 - i,
    {
        let ghost last = v@;
        v.push(0);
        i += 1;
        assert(v@ == last.push(0));
        assert(last.len() < before.len() + 2);
    }
    assert(v@.len() == before.len() + k);
    let ghost x = x + 1;
    assert(x == 4);
    i
}
fn followed(v: &Vec<u8>) -> (n: usize) ensures n == v.len(), {
    let ghost mut seen: Seq<u8> = Seq::empty();
    let ghost mut large: int = 0;
    let mut i: usize = 0;
    while i < v.len()
        invariant i <= v.len(), seen == v@.take(i as int), large <= 1,
        decreases v.len() - i,
    {
        proof {
            let x = v[i as int];
            seen = seen.push(x);
            if x > 9 { large = large + 1; } else if x == 0 { large = 0; }
        }
        i += 1;
    }
    i
}
fn named(v: &Vec<u8>, bound: u8) -> (n: u8) ensures n <= 200, {
    let mut most: u8 = 0;
    for x in it: v.iter()
        invariant it.seq() == v@, it.history() == v@.take(it.index()),
            forall|j: int| 0 <= j < it.index() ==> v[j] <= most,
    {
        if *x > most { most = *x; }
    }
    for i in down: (1..bound).rev()
        invariant down.seq().len() == if bound == 0 { 0int } else { bound - 1 },
            down.index() < down.seq().len() ==> down.seq()[down.index()] == bound - 1 - down.index(), down.index() < 3,
    {
    }
    most
}
}"""


@pytest.mark.parametrize(
    ("function", "inputs", "failed"),
    [
        ("sum", {"n": 1}, {"decreases n"}),
        ("sum", {"n": 6}, {"decreases n", "assert i < 4", "invariant total <= 10"}),
        ("push", {"v": (), "x": 3}, set()),
        # The variable of the pattern is a part of `p`, and hides a parameter.
        ("raised", {"o": DatatypeValue("Some", (3,)), "x": 4}, {"assert x == 8"}),
        ("push", {"v": (1,), "x": 3}, {"ensures v[0] == x"}),
        ("down", {"n": 4, "by": 0}, set()),
        ("down", {"n": 4, "by": 3}, {"decreases n"}),
        ("shadowed", {"v": (3, 2)}, set()),
        # The number that comes next has its name before each turn and after the last.
        ("counted", {"v": (3, 1, 2), "k": 3}, set()),
        ("counted", {"v": (9, 1), "k": 3}, {"invariant forall|j: int| 0 <= j < i ==> v[j] <= k"}),
        ("shadowed", {"v": (3, 5)}, {"assert forall|k: int| 0 <= k < v.len() implies v[k] <= m"}),
        # A ghost variable has the value that it had where it was declared, and hides others of its name.
        ("ghosts", {"v": (7,)}, {"assert last.len() < before.len() + 2"}),
        # An iterator may have a name.
        ("named", {"v": (3, 1, 4), "bound": 0}, set()),
        ("named", {"v": (3, 1, 4), "bound": 3}, set()),
        ("named", {"v": (), "bound": 4}, {"invariant down.index() < 3"}),
        # Blocks of ghost code assign to it.
        ("followed", {"v": (3, 10, 0, 12)}, set()),
        ("followed", {"v": (3, 10, 12, 0)}, {"invariant large <= 1"}),
    ],
)
def test_conditions_that_fail_are_told(
    tmp_path: Path, function: str, inputs: dict[str, object], failed: set[str]
) -> None:
    path = tmp_path / "x.rs"
    path.write_text(PROGRAM, "utf-8")
    program = VERUS.read_checked(path)
    (specification,) = [each for each in program.specifications if each.name == function]
    found = run_on(specification, dict(inputs), program, 5.0, True)
    assert found.outcome.state == "returned"
    assert {f"{failure.kind} {failure.text}" for failure in found.checks.failures.values()} == failed
    assert not found.checks.open
    assert found.checks.decided


def test_the_state_has_the_names_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "x.rs"
    path.write_text(PROGRAM, "utf-8")
    program = VERUS.read_checked(path)
    (specification,) = [each for each in program.specifications if each.name == "shadowed"]
    found = run_on(specification, {"v": (3, 5)}, program, 5.0, True)
    (failure,) = found.checks.failures.values()
    assert {name: value for name, value, _ in failure.state} == {"v": (3, 5), "m": 3}
    assert [(name, value) for name, value, _ in failure.witness] == [("k", 1)]


@pytest.mark.parametrize(
    ("changing", "failed", "is_open"),
    [
        ("proof { k = k + 1; } assert(k == 1);", 0, 0),
        ("proof { k = k + 1; } assert(k == 2);", 1, 0),
        # What is not followed is not known afterwards.
        ("proof { k += 1; } assert(k == 1);", 0, 1),
        ("proof { noted(&mut k); } assert(k == 0);", 0, 1),
        ("proof { if let Some(m) = Some(3int) { k = m; } } assert(k == 0);", 0, 1),
        ("proof { k = arbitrary(); } assert(k == 0);", 0, 1),
        ("proof { k = 5; } proof { k = 0; } assert(k == 0);", 0, 0),
        # Nor is a variable of ghost code another one of its name.
        ("assert(k == 0);", 0, 0),
    ],
)
def test_a_variable_of_ghost_code_that_changes_is_followed_or_not_known(
    changing: str, failed: int, is_open: int, tmp_path: Path
) -> None:
    path = tmp_path / "x.rs"
    body = f"let k = n; let ghost mut k = 0int; {changing} k_of(n)"
    functions = "fn k_of(n: u8) -> u8 { n } proof fn noted(k: &mut int) { }"
    path.write_text(f"verus! {{ {functions} fn f(n: u8) -> (r: u8) ensures r == n {{ {body} }} }}")
    program = VERUS.read_checked(path)
    (specification,) = [each for each in program.specifications if each.name == "f"]
    found = run_on(specification, {"n": 1}, program, 5.0, True)
    assert (len(found.checks.failures), len(found.checks.open)) == (failed, is_open)
