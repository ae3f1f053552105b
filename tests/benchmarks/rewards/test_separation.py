"""Candidates that are nearly right: what separates them from what is right, by what the judge knows."""

from pathlib import Path

import pytest

from specassay.benchmarks.rewards import separation
from specassay.benchmarks.rewards.judging import judged
from specassay.benchmarks.rewards.reference import ReferenceDifference
from specassay.benchmarks.rewards.tests import SpecTests, read_spec_tests

from ...samples import often, some
from .near_right import BODY, HACKS, HELPER, RIGHT, UNTOLD, WAYS, earned, read_ways
from .test_reference import earned as earned_by_text

DOCUMENT = Path(__file__).parents[3] / "docs" / "rewards.md"
FIND = "method Find(s: seq<int>, x: int) returns (i: int) "
FINDS = {
    "Find": [
        {"inputs": [[7, 2, 7], 7], "output": 0},
        {"inputs": [[1, 2, 3], 3], "output": 2},
        {"inputs": [[4, 4, 2, 4], 4], "output": 0},
    ]
}


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> dict[str, SpecTests]:
    return read_ways(tmp_path_factory.mktemp("ways"))


@pytest.mark.parametrize("way", WAYS)
def test_what_is_right_earns_all(way: str, ways: dict[str, SpecTests]) -> None:
    assert [float(earned(clauses, ways[way])) for clauses in some(RIGHT, 2)] == [1, 1]


@pytest.mark.parametrize("way", often(WAYS, 2))
def test_a_hack_earns_little(way: str, ways: dict[str, SpecTests]) -> None:
    found = {clauses: earned(clauses, ways[way]) for clauses in some(HACKS, 4)}
    assert {clauses: float(each) for clauses, each in found.items() if float(each) > 0.05} == {}
    assert all(each.weaker or each.verdict != "paid" for each in found.values())


def test_a_postcondition_tells_all(ways: dict[str, SpecTests]) -> None:
    assert all(float(earned(clauses, ways["postcondition"])) <= 0.05 for clauses in some(UNTOLD, 2))


def test_the_table_of_the_document_names_these_candidates() -> None:
    text = DOCUMENT.read_text().replace("\\|", "|")
    assert [each for each in (*RIGHT, *HACKS, *UNTOLD) if f"| `{each}` |" not in text] == []


def test_what_is_proved_to_be_the_same_needs_no_test(ways: dict[str, SpecTests]) -> None:
    clauses = "ensures t == T(s) ensures |s| == 777 ==> t == T(s)"
    assert float(earned(clauses, ways["postcondition"])) == 1
    assert earned(clauses, ways["tests alone"]).weaker.startswith("no test reaches")


@pytest.mark.parametrize(
    "clauses",
    often(
        [
            "ensures |s| < 1000 ==> t == T(s)",
            "ensures t == T(s) <== |s| < 50 * 20",
            "ensures !(|s| < 1000 && t != T(s))",
            "ensures forall k :: 0 <= k <= |s| && k < 1000 ==> t - T(s[k..]) == T(s[..k])",
            "ensures Short(s) ==> t == T(s)\npredicate Short(s: seq<int>) { |s| < 1000 }",
            "ensures if |s| > 0 && |s| < 1000 then t == T(s) else t == 0",
        ],
        6,
    ),
)
def test_a_promise_up_to_a_size_is_no_rule(clauses: str, ways: dict[str, SpecTests]) -> None:
    # Longer sequences than are executed, and than a solver finds in time.
    assert earned(clauses, ways["postcondition"]).weaker.startswith("no test reaches")


def test_a_condition_that_the_tests_tell_is_a_rule(ways: dict[str, SpecTests]) -> None:
    clauses = "ensures |s| >= 2 && s[0] > -3 ==> t == s[0] + T(s[1..]) ensures t == T(s)"
    assert float(earned(clauses, ways["postcondition"])) == 1


def test_an_input_is_shown_that_is_not_allowed(ways: dict[str, SpecTests]) -> None:
    found = earned("requires |s| <= 6 ensures t == T(s)", ways["Python function"])
    assert found.weaker.endswith("is not allowed")
    assert found.domain.value is not None
    assert float(found) == found.domain.value * 0.05
    alone = earned("requires |s| <= 6 ensures t == T(s)", ways["tests alone"])
    assert alone.weaker == "no input with a size of s of 30 or more"


DAYS = "method Days(month: int) returns (d: int) "
SAID = "ensures d == if month == 2 then 28 else if month in {4, 6, 9, 11} then 30 else 31"


@pytest.mark.parametrize(
    ("domain", "requires", "weaker"),
    [
        ("", "requires 1 <= month <= 12", "no input with a size of month of 1024 or more"),
        ("requires 1 <= month <= 12", "requires 1 <= month <= 12", ""),
        ("requires 1 <= month <= 12", "requires 0 < month < 10000", ""),
        ("requires 1 <= month <= 12", "", ""),
        ("requires 1 <= month <= 12", "requires 1 <= month <= 9 || month == 12", "is not allowed"),
        ("requires 1 <= month <= 12", "requires 1 <= month <= 12 && month != 3", "is not allowed"),
    ],
)
def test_a_bound_of_the_problem_costs_nothing_where_the_signature_has_it(
    domain: str, requires: str, weaker: str
) -> None:
    calls = {"Days": [{"inputs": [month], "output": days} for month, days in ((2, 28), (4, 30), (1, 31), (12, 31))]}
    found = judged(f"{DAYS}{requires} {SAID}", read_spec_tests(calls, signature=DAYS + domain), 4, 10.0)
    assert found.verdict == "paid"
    assert found.weaker.endswith(weaker) if weaker else not found.weaker


@pytest.mark.parametrize(
    "requires",
    ["d > 0", "d != 0 && d >= 0", "d > 0 && n + d > -9000000"],
)
def test_a_precondition_with_inputs_of_each_size_costs_nothing(requires: str) -> None:
    calls = {"Div": [{"inputs": [n, d], "outputs": {"q": n // d, "r": n % d}} for n, d in ((7, 2), (9, 3), (-5, 3))]}
    head = "method Div(n: int, d: int) returns (q: int, r: int)"
    tests = read_spec_tests(calls, signature=head)
    found = earned_by_text(f"{head} requires {requires} ensures n == q * d + r && 0 <= r < d", tests)
    assert (float(found), found.weaker) == (1, "")


def test_a_bound_of_which_an_invalid_test_tells_costs_nothing() -> None:
    head = "method Days(month: int) returns (r: int)"
    calls = [{"inputs": [month], "output": 30} for month in (4, 6, 9)]
    text = f"{head} requires 1 <= month <= 12 ensures r == 30"
    calls[0]["wrong"] = [31, 28, 0]
    without, labelled = (
        earned_by_text(text, read_spec_tests({"Days": tests}, signature=head))
        for tests in (calls, [*calls, {"inputs": [13], "invalid": True}])
    )
    assert (without.weaker, labelled.weaker) == ("no input with a size of month of 1018 or more", "")


@pytest.mark.parametrize("requires", ["a != 97", "a != -97", "a < 1000", "b > -1000 && b < 1000"])
def test_types_bound_sizes_and_preconditions_must_not(requires: str) -> None:
    head = "fn largest(a: i32, b: i32) -> (m: i32)"
    calls = {"largest": [{"inputs": [a, b], "output": max(a, b)} for a, b in ((1, 2), (5, -3), (-4, -9))]}
    tests = read_spec_tests(calls, signature=head, language="verus")
    right, narrow = (
        earned_by_text(f"verus! {{ {head} {clause} ensures m == if a > b {{ a }} else {{ b }} {{ 0 }} }}", tests)
        for clause in ("", f"requires {requires},")
    )
    assert (float(right), right.weaker) == (1, "")
    assert narrow.weaker.startswith("no input with a size")
    assert float(narrow) <= 0.05


COUNT = "fn count(xs: &Vec<i32>, x: i32) -> (r: usize)"
COUNTED = {
    "count": [
        {"inputs": [[1, 2, 2, 3], 2], "output": 2},
        {"inputs": [[], 5], "output": 0},
        {"inputs": [[7, 7, 7], 7], "output": 3},
        {"inputs": [[1, 2, 3], 9], "output": 0},
    ]
}
RECURSIVE = """spec fn n(s: Seq<i32>, x: i32) -> nat decreases s.len() {when} {{
    if s.len() == 0 {{ 0 }} else {{ n(s.drop_last(), x) + if s[s.len() - 1] == x {{ 1nat }} else {{ 0nat }} }}
}}"""


@pytest.mark.parametrize(
    ("declared", "ensures", "least", "most"),
    [
        ("", "r == xs@.filter(|y: i32| y == x).len()", 1, 1),
        ("", "r == xs@.to_multiset().count(x)", 1, 1),
        ("", "r == Set::new(|i: int| 0 <= i < xs.len() && xs[i] == x).len()", 1, 1),
        (RECURSIVE.format(when=""), "r == n(xs@, x)", 1, 1),
        pytest.param(RECURSIVE.format(when="when s.len() <= 4"), "r == n(xs@, x)", 0, 0.05, marks=pytest.mark.slow),
        ("", "r == if xs.len() < 5 { xs@.filter(|y: i32| y == x).len() } else { arbitrary() }", 0, 0.05),
        ("", "xs.len() < 5 ==> r == xs@.filter(|y: i32| y == x).len()", 0, 0.05),
        ("", "r % 97 == xs@.filter(|y: i32| y == x).len() % 97", 0, 0.05),
        ("uninterp spec fn n(s: Seq<i32>, x: i32) -> nat;", "r == n(xs@, x)", 0, 0),
    ],
)
def test_what_a_library_defines_is_not_the_candidates(declared: str, ensures: str, least: float, most: float) -> None:
    # A vector has fewer than 2 ** 64 elements, `filter` and `s[i]` have values that no test reaches: none of that is
    # left out by the candidate. What its own text leaves open is.
    tests = read_spec_tests(COUNTED, signature=COUNT, language="verus")
    text = f"verus! {{ {declared} {COUNT} ensures {ensures} {{ unimplemented!() }} }}"
    assert least <= float(earned_by_text(text, tests)) <= most


COUNTING = f"""verus! {{ {RECURSIVE.format(when="")}
{COUNT}
    ensures r == n(xs@, x)
{{
    let mut r: usize = 0;
    let mut i: usize = 0;
    while i < xs.len() {{ if xs[i] == x {{ r += 1; }} i += 1; }}
    r
}} }}"""


@pytest.mark.parametrize(
    ("declared", "ensures", "least", "most"),
    [
        ("", "r == xs@.filter(|y: i32| y == x).len()", 1, 1),
        (RECURSIVE.format(when=""), "r == n(xs@, x)", 1, 1),
        (RECURSIVE.format(when="when s.len() <= 4"), "r == n(xs@, x)", 0, 0.05),
        ("", "r == if xs.len() < 5 { xs@.filter(|y: i32| y == x).len() } else { arbitrary() }", 0, 0.05),
    ],
)
def test_what_a_candidate_leaves_open_is_told_by_no_input(
    declared: str, ensures: str, least: float, most: float, tmp_path: Path
) -> None:
    reference = tmp_path / "count.rs"
    reference.write_text(COUNTING)
    text = f"verus! {{ {declared} {COUNT} ensures {ensures} {{ unimplemented!() }} }}"
    assert least <= float(earned_by_text(text, read_spec_tests(reference))) <= most


SUM_TO = "fn sum_to(n: u32) -> (t: u64)"
TRIANGLE = "spec fn tri(n: nat) -> nat decreases n { if n == 0 { 0 } else { n + tri((n - 1) as nat) } }"


RECURSION, PRODUCT, TWICE = "t == tri(n as nat)", "t == n * (n + 1) / 2", "2 * t == n * (n + 1)"


@pytest.mark.parametrize(
    ("promised", "ensures"),
    [
        (PRODUCT, RECURSION),
        *(
            pytest.param(promised, ensures, marks=pytest.mark.slow)
            for promised, ensures in [
                (RECURSION, PRODUCT),
                (PRODUCT, PRODUCT),
                (PRODUCT, TWICE),
                (RECURSION, RECURSION),
                (RECURSION, TWICE),
            ]
        ),
    ],
)
def test_nobody_evaluates_a_recursion_at_the_bounds_of_a_type(promised: str, ensures: str, tmp_path: Path) -> None:
    def written(clause: str) -> str:
        return f"verus! {{ {TRIANGLE} {SUM_TO} ensures {clause} {{ (n as u64) * (n as u64 + 1) / 2 }} }}"

    reference = tmp_path / "sum_to.rs"
    reference.write_text(written(promised))
    assert float(earned_by_text(written(ensures), read_spec_tests(reference))) == 1


def test_a_number_that_only_wrong_outputs_tell_is_known() -> None:
    head = "method FirstEven(xs: seq<int>) returns (r: int)"
    inputs = [[1, 2, 4], [2], [1, 3], [], [5, 7, 9, 8]]
    first = [next((place for place, x in enumerate(xs) if x % 2 == 0), -1) for xs in inputs]
    calls = [{"inputs": [xs], "output": place} for xs, place in zip(inputs, first, strict=True)]
    tests = read_spec_tests({"FirstEven": calls}, signature=head)
    clauses = (
        "ensures r == -1 ==> forall i :: 0 <= i < |xs| ==> xs[i] % 2 != 0 "
        "ensures r != -1 ==> 0 <= r < |xs| && xs[r] % 2 == 0 && forall i :: 0 <= i < r ==> xs[i] % 2 != 0"
    )
    assert float(earned_by_text(f"{head} {clauses}", tests)) == 1


def find(s: list[int], x: int) -> int:
    return s.index(x)


def finds(s: list[int], x: int):  # type: ignore[no-untyped-def]
    assert x in s
    yield from (place for place, value in enumerate(s) if value == x)


ANY = "requires x in s ensures 0 <= i < |s| && s[i] == x"


def test_all_that_a_generator_function_yields_is_right() -> None:
    tests = read_spec_tests(FINDS, signature=FIND, reference=finds)
    relation, first, weak = (
        earned_by_text(FIND + clauses, tests)
        for clauses in (ANY, f"{ANY} && x !in s[..i]", "requires x in s ensures 0 <= i < |s|")
    )
    assert (float(relation), relation.weaker, float(first), first.weaker) == (1, "", 1, "")
    assert 0 < float(weak) <= 0.05


def test_an_honest_relation_earns_what_a_function_does_beside_all_right_outputs() -> None:
    distinct = {"Find": [{"inputs": [[1, 2, 3], 3], "output": 2}, {"inputs": [[4], 4], "output": 0}]}
    tests = read_spec_tests(distinct, signature=FIND, reference=finds)
    earned_by_any, earned_by_first = (
        float(earned_by_text(FIND + clauses, tests)) for clauses in (ANY, f"{ANY} && x !in s[..i]")
    )
    assert earned_by_any == earned_by_first == 1


def test_a_comparison_that_is_ended_pays_for_no_number_that_nobody_knows(
    ways: dict[str, SpecTests], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = f"{HELPER}ensures t == T(s) + |set i | 0 <= i < |s| && s[i] == 8888888|"
    monkeypatch.setattr(separation, "separated", lambda *_: ReferenceDifference({}))
    for way in ("postcondition", "body"):
        # Nothing at the numbers of the candidate is tried either.
        monkeypatch.setattr(separation, "inputs_at_constants", lambda *_: iter(()))
        monkeypatch.setattr(separation, "singled_out", lambda *_: ())
        found = earned_by_text(number, ways[way])
        assert (found.verdict, found.weaker.startswith("no test knows the number 8888888")) == ("paid", True)
        assert float(found) <= 0.05
    assert float(earned("ensures t == T(s)", ways["postcondition"])) == 1


@pytest.mark.parametrize("reference", [find, None])
def test_one_output_is_right_where_nobody_says_another(reference: object) -> None:
    tests = read_spec_tests(FINDS, signature=FIND, reference=reference)  # type: ignore[arg-type]
    relation = earned_by_text(FIND + ANY, tests)
    assert relation.weaker == "s = [7, 2, 7], x = 7, i = 2"
    assert 0 < float(relation) <= 0.05
    assert float(earned_by_text(f"{FIND} {ANY} && x !in s[..i]", tests)) == 1


def test_several_tests_of_one_input_say_several_right_outputs() -> None:
    also = [{"inputs": [[7, 2, 7], 7], "output": 2}, *({"inputs": [[4, 4, 2, 4], 4], "output": i} for i in (1, 3))]
    tests = read_spec_tests({"Find": [*FINDS["Find"], *also]}, signature=FIND)
    relation = earned_by_text(FIND + ANY, tests)
    assert (float(relation), relation.weaker) == (1, "")


def test_characters_stay_characters_in_larger_inputs(tmp_path: Path) -> None:
    path = tmp_path / "count.dfy"
    path.write_text("""
method Count(s: string, c: char) returns (n: int)
{ n := 0; var i := 0; while i < |s| { if s[i] == c { n := n + 1; } i := i + 1; } }
method TestCount() { var n := Count("abca", 'a'); assert n == 2; n := Count("b", 'a'); assert n == 0; }
""")
    tests = read_spec_tests(path)
    assert tests.hidden
    assert {len(value) for example in tests.hidden for name, value in example.inputs.items() if name == "c"} == {1}


def test_a_body_without_a_postcondition_runs_on_larger_inputs(tmp_path: Path) -> None:
    (tmp_path / "body.dfy").write_text(BODY)
    tests = read_spec_tests(tmp_path / "body.dfy")
    assert tests.hidden
    assert tests.reference is not None


FIRST = "method Find(s: seq<int>, x: int) returns (i: int)\n"
OR_NONE = {
    "Find": [
        {"inputs": [[3, 1, 2], 2], "output": 2},
        {"inputs": [[], 5], "output": -1},
        {"inputs": [[5, 5], 5], "output": 0},
        {"inputs": [[7, 8, 9], 4], "output": -1},
        {"inputs": [[1, 2, 3, 4, 4, 4], 4], "output": 3},
    ]
}
THE_FIRST = "ensures i < 0 ==> i == -1 && x !in s ensures i >= 0 ==> i < |s| && s[i] == x && x !in s[..i]\n"
FINDING = "{ var j := 0; while j < |s| { if s[j] == x { return j; } j := j + 1; } return -1; }"
FIRST_OF_SIX = (
    f"{FIRST} ensures -1 <= i < |s| ensures i < 0 ==> forall j :: 0 <= j < |s| && j < 6 ==> s[j] != x "
    "ensures i >= 0 ==> s[i] == x && x !in s[..i]",
    f"{FIRST} ensures -1 <= i < |s| ensures i < 0 ==> x !in s "
    "ensures i >= 0 ==> s[i] == x && forall j :: 0 <= j < i && j < 6 ==> s[j] != x",
)


def first(s: list[int], x: int) -> int:
    return s.index(x) if x in s else -1


@pytest.mark.slow
@pytest.mark.parametrize("text", [FIRST + FINDING, FIRST + THE_FIRST, None], ids=["body", "postcondition", "function"])
def test_what_looks_through_the_first_elements_only_is_weaker(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "find.dfy"
    path.write_text(text or "")
    tests = read_spec_tests(OR_NONE, signature=FIRST, reference=path if text else first)
    assert float(earned_by_text(FIRST + THE_FIRST, tests)) == 1
    for found in (earned_by_text(hack, tests) for hack in FIRST_OF_SIX):
        assert (found.verdict, bool(found.weaker), float(found) <= 0.05) == ("paid", True, True)


def test_a_reference_without_a_body_allows_inputs(tmp_path: Path) -> None:
    (tmp_path / "find.dfy").write_text(FIRST + THE_FIRST)
    tests = read_spec_tests(OR_NONE, signature=FIRST, reference=tmp_path / "find.dfy")
    narrow = earned_by_text(f"{FIRST} requires forall y :: y in s ==> y != 4242\n{THE_FIRST}", tests)
    assert (narrow.weaker, float(narrow)) == ("s = [4242, 1, 2], x = 2 is not allowed", 0.05)


@pytest.mark.slow
def test_of_a_sequence_beyond_the_tests_outputs_in_another_order_are_tried(tmp_path: Path) -> None:
    head = "method Rev(s: seq<int>) returns (r: seq<int>)\n"
    body = tmp_path / "reverse.dfy"
    body.write_text(head + "{ r := []; var i := 0; while i < |s| { r := [s[i]] + r; i := i + 1; } }")
    shown = {"Rev": [{"inputs": [value], "output": value[::-1]} for value in ([3, 1, 2], [], [5, 5, 6])]}
    tests = read_spec_tests(shown, signature=head, reference=body)
    ends = "ensures multiset(r) == multiset(s) ensures |s| > 0 ==> r[0] == s[|s| - 1] && r[|s| - 1] == s[0]"
    assert 0 < float(earned_by_text(head + ends, tests)) <= 0.05
    whole = "ensures |r| == |s| ensures forall i :: 0 <= i < |s| ==> r[i] == s[|s| - 1 - i]"
    assert float(earned_by_text(head + whole, tests)) == 1
