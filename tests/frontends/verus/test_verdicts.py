"""Verdicts on specifications of Verus: those of bodies, of types, and of results that do not exist."""

from pathlib import Path

import pytest

from specassay.backends.solvers.engines import engines_of
from specassay.core.language.scoring import Scoring, score_file
from specassay.core.spec_testing.score import MethodScore
from specassay.frontends.verus import VERUS

PROGRAM = """
verus! {
spec fn fib(n: int) -> int decreases n { if n <= 1 { n } else { fib(n - 1) + fib(n - 2) } }
fn too_small(n: i8) -> (r: i8) requires 12 <= n < 14, ensures r == fib(n as int), { assume(false); unreached() }
fn by_type(v: &Vec<u8>) -> (r: usize) ensures r >= 0, { v.len() }
fn length(v: &Vec<u8>) -> (r: usize) ensures r == v.len(), { v.len() }
fn weak(v: &mut Vec<u8>, x: u8) ensures v.len() == old(v).len() + 1, { v.push(x) }
}
"""


def scored(folder: Path, text: str, engine: str = "auto", made: int | None = 2) -> tuple[MethodScore, ...]:
    path = folder / "x.rs"
    path.write_text(text, "utf-8")
    scoring = Scoring(made=made, mutants=4, mutate="outputs", engine=engine)
    return tuple(score_file(path, VERUS, engines_of, scoring).methods)


@pytest.fixture(scope="module")
def scores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MethodScore]:
    return {each.method: each for each in scored(tmp_path_factory.mktemp("verus"), PROGRAM)}


@pytest.mark.parametrize(
    ("method", "verdict"),
    [("too_small", "wrong"), ("by_type", "vacuous"), ("length", "strong"), ("weak", "weak")],
)
def test_the_verdict_on_a_specification(scores: dict[str, MethodScore], method: str, verdict: str) -> None:
    assert scores[method].assessed.verdict == verdict


DETERMINED = """
verus! {
spec fn twos(a: Seq<i32>, lo: int, hi: int) -> int decreases hi - lo {
    if lo >= hi { 0 } else { twos(a, lo + 1, hi) + if a[lo] == 2 { 1int } else { 0 } }
}
spec fn splits(a: Seq<i32>, k: int) -> bool { 1 <= k < a.len() && twos(a, 0, k) == twos(a, k, a.len() as int) }
fn split(a: Vec<i32>) -> (r: i32)
    requires 1 <= a.len() <= 4, forall|i: int| 0 <= i < a.len() ==> a[i] == 1 || a[i] == 2,
    ensures r == -1 <==> (forall|k: int| 1 <= k < a.len() ==> !splits(a@, k)),
        r >= 1 <==> (splits(a@, r as int) && forall|j: int| 1 <= j < r ==> !splits(a@, j)), r == -1 || r >= 1,
;
fn decoded(v: Vec<i32>) -> (r: Vec<i32>)
    requires 0 < v.len() < 4,
    ensures r.len() == v.len() + 1, r[0] == 1, forall|i: int| 0 <= i < v.len() ==> r[i] ^ r[i + 1] == v[i],
;
fn largest(v: Vec<i64>) -> (r: i64)
    ensures r >= 0, r > 0 ==> exists|i: int| 0 <= i < v.len() && v[i] == r,
        forall|i: int| 0 <= i < v.len() ==> v[i] <= r,
;
fn some_bound(v: Vec<i64>) -> (r: i64)
    requires forall|i: int| 0 <= i < v.len() ==> v[i] < 1000,
    ensures forall|i: int| 0 <= i < v.len() ==> v[i] <= r,
;
}
"""
"""Functions without a body: what is promised is all there is."""


@pytest.fixture(scope="module")
def determined(tmp_path_factory: pytest.TempPathFactory) -> dict[str, MethodScore]:
    return {each.method: each for each in scored(tmp_path_factory.mktemp("verus"), DETERMINED, "evaluate")}


@pytest.mark.parametrize("method", ["split", "decoded", "largest"])
def test_what_determines_the_output_is_strong_without_a_body(determined: dict[str, MethodScore], method: str) -> None:
    assert determined[method].assessed.verdict == "strong"


def test_two_outputs_are_one_too_many_whatever_a_body_returns(determined: dict[str, MethodScore]) -> None:
    score = determined["some_bound"]
    assert score.assessed.verdict == "weak"
    (finding,) = (each for each in score.findings if each.kind == "leaves-output-open")
    told = "whatever a body returns, another output is accepted on 2 of 2 valid inputs, for example beside "
    assert finding.message.startswith(told)
    assert finding.witness is not None
    assert finding.witness.other


def test_a_sum_beyond_its_type_has_no_output(tmp_path: Path) -> None:
    text = """verus! {
    spec fn total(s: Seq<u32>) -> int decreases s.len() {
        if s.len() == 0 { 0 } else { total(s.drop_last()) + s.last() }
    }
    fn sum(v: &Vec<u32>) -> (r: u32) ensures r == total(v@) {
        let mut s: u32 = 0;
        for i in 0..v.len() { s = s + v[i]; }
        s
    } }"""
    (score,) = scored(tmp_path, text)
    assert score.assessed.verdict == "wrong"
    told = {finding.kind: finding.message for finding in score.findings}
    assert "sum(vec![1, 4294967295])" in told["no-output"]
    assert told["fails-at-run-time"].endswith("fails: arithmetic overflow of u32")


def test_the_receiver_is_self(tmp_path: Path) -> None:
    text = """verus! { struct Counter { n: u8 } impl Counter {
    fn up(&mut self) -> (r: u8) requires old(self).n < 9, ensures r > old(self).n { self.n = self.n + 1; self.n } } }"""
    (score,) = scored(tmp_path, text)
    weak = next(finding for finding in score.findings if finding.kind == "accepts-another-output")
    assert weak.witness is not None
    assert list(weak.witness.inputs) == ["self"]


def test_a_function_that_promises_nothing_is_told(tmp_path: Path) -> None:
    (score,) = scored(tmp_path, "verus! { fn plain(n: u8) -> (r: u8) requires n < 5 { n + 1 } }")
    assert score.assessed.verdict == "vacuous"
    assert "no-postcondition" in {finding.kind for finding in score.findings}


def test_an_empty_body_is_the_place_for_one(tmp_path: Path) -> None:
    """In a text that is a specification alone, a function without a result has a body that does nothing."""
    empty, nothing, wrong = scored(
        tmp_path,
        """verus! {
        fn up(x: &mut u8) requires *old(x) < 9 ensures *x == *old(x) + 1 { }
        fn unchanged(x: u8) ensures x >= 0 { }
        fn no_more(x: &mut u8) requires *old(x) < 9 ensures *x == *old(x) + 1 { *x = 1; }
        }""",
    )
    assert (empty.assessed.verdict, empty.specification.name) == ("strong", "up")
    assert nothing.assessed.verdict == "vacuous"
    assert wrong.assessed.verdict == "wrong"


def test_the_smallest_input_without_an_output_is_shown_where_there_is_no_body(tmp_path: Path) -> None:
    text = """verus! {
    spec fn fib(n: nat) -> nat decreases n { if n < 2 { n } else { fib((n - 1) as nat) + fib((n - 2) as nat) } }
    fn f(n: i8) -> (r: i8) requires n >= 0, ensures r == fib(n as nat); }"""
    (score,) = scored(tmp_path, text, made=None)
    assert score.assessed.verdict == "wrong"
    told = next(finding for finding in score.findings if finding.kind == "no-output")
    assert told.message.startswith("no output satisfies the postcondition on f(12)")


@pytest.mark.slow
def test_an_input_without_an_output_is_looked_for_where_there_is_no_body(tmp_path: Path) -> None:
    """Small numbers have a power of 32 bits, and that of a large one takes too long to be computed."""
    text = """verus! {
    spec fn power(n: nat) -> nat decreases n { if n == 0 { 1 } else { 2 * power((n - 1) as nat) } }
    fn f(n: u32) -> (r: u32) ensures r == power(n as nat);
    fn bounded(n: u32) -> (r: u32) requires n < 32, ensures r == power(n as nat); }"""
    open_, bounded = scored(tmp_path, text, made=10)
    assert (open_.assessed.verdict, bounded.assessed.verdict) == ("wrong", "strong")
    told = next(finding for finding in open_.findings if finding.kind == "no-output")
    assert told.message.startswith("no output satisfies the postcondition on f(32)")


def test_what_is_called_where_the_body_fails_is_held_against_the_recommendation(tmp_path: Path) -> None:
    text = """verus! {
    spec fn first(s: Seq<u8>) -> int recommends s.len() > 0 { s[0] as int }
    fn head(v: &Vec<u8>) -> (r: u8) ensures r == first(v@) { v[0] }
    fn guarded(v: &Vec<u8>) -> (r: u8) ensures v.len() > 0 ==> r == first(v@) { v[0] } }"""
    head, guarded = scored(tmp_path, text, "evaluate")
    (found,) = (each for each in head.findings if each.kind == "against-recommendation")
    assert "calls first(vec![]), which recommends s.len() > 0" in found.message
    assert "fails-at-run-time" in {each.kind for each in guarded.findings}
    assert all(each.kind != "against-recommendation" for each in guarded.findings)


def test_a_call_outside_of_what_is_recommended_is_told(tmp_path: Path) -> None:
    text = """verus! {
    spec fn at(s: Seq<u8>, i: int) -> int recommends 0 <= i < s.len() { s[i] as int }
    fn second(v: &Vec<u8>) -> (r: u8) ensures r == at(v@, 1) || v.len() < 2,
    { if v.len() > 1 { v[1] } else { 0 } }
    fn guarded(v: &Vec<u8>) -> (r: u8) ensures v.len() < 2 || r == at(v@, 1),
    { if v.len() > 1 { v[1] } else { 0 } }
    }"""
    unguarded, guarded = scored(tmp_path, text, "evaluate")
    (found,) = (each for each in unguarded.findings if each.kind == "against-recommendation")
    assert "r == at(v@, 1) || v.len() < 2 calls at(vec![" in found.message
    assert found.message.endswith("which recommends 0 <= i < s.len()")
    assert all(each.kind != "against-recommendation" for each in guarded.findings)


FUNCTIONS = """
verus! {
fn applied(f: impl Fn(u32) -> u32, x: u32) -> (r: u32) requires f.requires((x,)), ensures f.ensures((x,), r), { f(x) }
fn counted<F: Fn(u8) -> bool>(v: &Vec<u8>, p: F) -> (n: usize)
    requires forall|x: u8| call_requires(p, (x,)),
    ensures n <= v.len(),
{
    let mut n = 0;
    for x in v.iter() { if p(*x) { n += 1; } }
    n
}
fn large(v: &Vec<u8>) -> (n: usize) ensures n == v@.filter(|x: u8| x > 3).len(), { counted(v, |x| x > 3) }
}
"""


@pytest.mark.slow
def test_a_parameter_that_is_a_function_keeps_to_its_type(tmp_path: Path) -> None:
    verdicts = {each.method: each.assessed.verdict for each in scored(tmp_path, FUNCTIONS, made=4)}
    assert verdicts == {"applied": "strong", "counted": "weak", "large": "strong"}


ARRAYS = """
verus! {
fn turned(a: [u8; 3]) -> (r: [u8; 3]) ensures forall|i: int| 0 <= i < 3 ==> r[i] == a[2 - i], { [a[2], a[1], a[0]] }
}
"""


def test_an_array_is_as_long_as_its_type_says(tmp_path: Path) -> None:
    (score,) = scored(tmp_path, ARRAYS)
    assert score.assessed.verdict == "strong"
    assert all(len(test.example.inputs["a"]) == 3 for test in score.tests)


LENGTHS = """
verus! {
const SIDE: usize = 3;
const WIDTH: usize = SIDE;
spec fn total<const N: usize>(a: [u8; N], k: nat) -> int recommends k <= N decreases k {
    if k == 0 || k > N { 0 } else { a[k - 1] + total(a, (k - 1) as nat) }
}
fn last<const N: usize>(a: &[u8; N]) -> (r: u8) requires N > 0, ensures r == a[N - 1], { a[N - 1] }
fn named(a: [u8; WIDTH]) -> (r: u8) ensures r == a[SIDE - 1], { a[2] }
fn sum<const N: usize>(a: [u8; N]) -> (r: u64) requires N < 100, ensures r == total(a, N as nat), {
    let mut s = 0u64;
    for i in 0..N { s += a[i] as u64; }
    s
}
fn zeros<const N: usize>(a: &mut [u8; N]) ensures forall|i: int| 0 <= i < N ==> a[i] == 0, { *a = [0; N]; }
fn hidden<const SIDE: usize>(place: [u8; SIDE], b: [[u8; SIDE]; 2]) -> (r: usize) ensures r == b[1].len(), { SIDE }
fn longer<const N: usize>(a: [u8; N]) -> (r: usize) ensures r == N, { N + 1 }
fn called() -> (r: u8) ensures r == 7, { last::<2>(&[3, 7]) }
fn unsettled<const N: usize>() -> (r: [u8; N]) ensures r.len() == N, { [0; N] }
}
"""


ROOT = """
verus! {
fn root(n: u64) -> (r: u64) requires n > 1_000_000_000_000, ensures r * r <= n < (r + 1) * (r + 1);
}
"""


def test_a_root_is_determined_by_the_squares_beside_it(tmp_path: Path) -> None:
    (score,) = scored(tmp_path, ROOT, engine="evaluate")
    assert score.assessed.verdict == "strong"


def test_an_output_inside_of_domains_is_found_where_one_outside_of_them_may_be_accepted(tmp_path: Path) -> None:
    contract = "requires old(sum).len() == 1, n < 1000, ensures sum[0] == 4 * n,"
    text = f"verus! {{ fn f(a: &mut Vec<i32>, sum: &mut Vec<i32>, n: usize) {contract} ; }}"
    (score,) = scored(tmp_path, text)
    assert score.assessed.verdict == "weak"


@pytest.mark.slow
def test_the_length_of_an_array_may_be_a_constant_or_a_parameter(tmp_path: Path) -> None:
    verdicts = {each.method: each.assessed.verdict for each in scored(tmp_path, LENGTHS)}
    others = {"longer": "wrong", "unsettled": "unknown"}
    strong = ("last", "named", "sum", "zeros", "hidden", "called")
    assert verdicts == {**dict.fromkeys(strong, "strong"), **others}


SIZES = """
verus! {
struct Buf<const N: usize> { data: [u8; N], used: usize }
impl<const N: usize> Buf<N> {
    spec fn valid(&self) -> bool { self.used <= N }
    fn free(&self) -> (r: usize) requires self.valid(), ensures r == N - self.used, { N - self.used }
    fn put(&mut self, x: u8) requires old(self).used < N,
        ensures self.used == old(self).used + 1, self.data@ == old(self).data@.update(old(self).used as int, x),
    { self.data[self.used] = x; self.used = self.used + 1; }
    fn more(&self, other: Self) -> (r: usize) requires N < 100, ensures r == other.data.len() + N, { 2 * N }
    fn counted(&mut self, x: u8) requires old(self).used < N, ensures self.used == old(self).used + 1,
    { self.data[self.used] = x; self.used = self.used + 1; }
}
fn first(b: &Buf<4>) -> (r: u8) ensures r == b.data[0], { b.data[0] }
fn none(b: &Buf<0>) -> (r: usize) requires b.data.len() > 0, ensures r == 1, { 1 }
fn size<const M: usize>(b: Buf<M>) -> (r: usize) ensures r == M, { M }
struct Two<T, const A: usize, const B: usize> { left: [T; A], right: [T; B] }
fn both<const X: usize, const Y: usize>(p: &Two<u8, X, Y>) -> (r: usize)
    requires X + Y < 100, ensures r == X + Y, { X + Y }
struct Modular<const P: u64> { value: u64 }
fn seven(m: &Modular<7>) -> (r: u64) ensures r == m.value, { m.value }
fn lost<const P: u64>(m: &Modular<P>) -> (r: u64) ensures r == P, { P }
}
"""


@pytest.mark.slow
def test_a_structure_may_have_parameters_that_are_lengths(tmp_path: Path) -> None:
    verdicts = {each.method: each.assessed.verdict for each in scored(tmp_path, SIZES)}
    others = {"Buf::counted": "weak", "none": "vacuous", "lost": "unknown"}
    strong = ("Buf::free", "Buf::put", "Buf::more", "first", "size", "both", "seven")
    assert verdicts == {**dict.fromkeys(strong, "strong"), **others}


CHOICES = """
verus! {
fn at(v: &Vec<u8>, x: u8) -> (r: usize) requires v@.contains(x), ensures r == v@.index_of(x),
{ let mut i = 0; while v[i] != x { i += 1; } i }
#[test] fn twice() { let r = at(&vec![7, 7], 7); assert_eq!(r, 0); }
}
"""


def test_one_of_several_values_that_may_be_chosen_is_not_refused(tmp_path: Path) -> None:
    (score,) = scored(tmp_path, CHOICES, made=0)
    assert [test.verdict for test in score.tests] == ["unknown"]


GENERIC = """
verus! {
struct Stack<T> { items: Vec<T> }
impl<T: Copy> Stack<T> {
    fn new() -> (r: Self) ensures r.items@ == Seq::<T>::empty(), { Stack { items: Vec::new() } }
    fn peek(&self) -> (r: Option<T>)
        ensures r == (if self.items.len() > 0 { Some(self.items@.last()) } else { None }),
    { if self.items.len() > 0 { Some(self.items[self.items.len() - 1]) } else { None } }
}
}
"""


def test_a_type_parameter_may_have_the_name_of_that_of_a_structure(tmp_path: Path) -> None:
    assert {each.assessed.verdict for each in scored(tmp_path, GENERIC)} == {"strong"}


COUNTED = """
verus! {
spec fn in_order(s: Seq<i32>) -> bool { forall|i: int, j: int| 0 <= i <= j < s.len() ==> s[i] <= s[j] }
spec fn count(s: Seq<i32>, x: i32) -> int decreases s.len() {
    if s.len() == 0 { 0 } else { (if s.last() == x { 1int } else { 0 }) + count(s.drop_last(), x) }
}
spec fn same(s: Seq<i32>, t: Seq<i32>) -> bool { s.len() == t.len() && forall|x: i32| count(s, x) == count(t, x) }
fn sorted(v: Vec<i32>) -> (r: Vec<i32>) ensures in_order(r@), same(r@, v@),
{
    let mut r = v;
    let n = r.len();
    for i in 1..n {
        let mut j = i;
        while j > 0 && r[j - 1] > r[j] { let t = r[j]; r[j] = r[j - 1]; r[j - 1] = t; j -= 1; }
    }
    r
}
fn least(v: Vec<i32>) -> (r: i32)
    requires v.len() > 0, ensures exists|s: Seq<i32>| in_order(s) && same(s, v@) && r == s[0],
{ let mut r = v[0]; for i in 1..v.len() { if v[i] < r { r = v[i]; } } r }
fn is_of_one(v: Vec<i32>) -> (r: bool)
    ensures r == exists|s: Seq<i32>| in_order(s) && same(s, v@) && s.len() > 0 && s[0] == s.last(),
{ let mut r = v.len() > 0; for i in 0..v.len() { if v[i] != v[0] { r = false; } } r }
fn second(v: Vec<i32>) -> (r: i32)
    requires v.len() > 1,
    ensures exists|s: Seq<i32>| in_order(s) && same(s, v@) && exists|i: int| 0 < i < 2 && r == s[i],
{
    let mut least = if v[0] <= v[1] { v[0] } else { v[1] };
    let mut r = if v[0] <= v[1] { v[1] } else { v[0] };
    for i in 2..v.len() { if v[i] < least { r = least; least = v[i]; } else if v[i] < r { r = v[i]; } }
    r
}
fn either_end(v: Vec<i32>) -> (r: i32)
    requires v.len() > 0, ensures exists|s: Seq<i32>| in_order(s) && same(s, v@) && (r == s[0] || r == s.last()),
{ let mut r = v[0]; for i in 1..v.len() { if v[i] < r { r = v[i]; } } r }
}
"""
"""How often each number is among others says a function of the specification's own."""


@pytest.mark.slow
def test_what_a_function_counts_determines_the_elements(tmp_path: Path) -> None:
    verdicts = {each.method: each.assessed.verdict for each in scored(tmp_path, COUNTED, "evaluate")}
    assert verdicts.pop("either_end") == "weak"
    assert verdicts == dict.fromkeys(("sorted", "least", "is_of_one", "second"), "strong")


FLOATS = """
verus! {
fn implied(x: f64, y: f64) -> (r: bool) ensures x < y ==> r, { true }
fn vacuous(x: f64, n: u8) -> (r: u8) ensures x < x ==> r == n, { n }
fn never_called(x: f64, n: u8) -> (r: u8) requires x < x, ensures r == n, { n }
fn same(x: f64) -> (r: f64) ensures r == x, { x }
}
"""


@pytest.mark.slow
def test_no_other_order_of_floats_is_taken_for_that_of_the_language(tmp_path: Path) -> None:
    """By one in which x < x, all of these were *strong*."""
    verdicts = {score.method: score.assessed for score in scored(tmp_path, FLOATS, made=None)}
    assert {method: assessed.verdict for method, assessed in verdicts.items()} == {
        "implied": "unknown",
        "vacuous": "unknown",
        "never_called": "unknown",
        "same": "strong",
    }
    assert "< of f64(f64, f64) -> bool by IEEE 754" in verdicts["implied"].reason
