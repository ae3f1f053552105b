"""What the translation of a specification changed, with a witness that each side's own clauses confirm."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.backends.processes.rustc import RustCompiler
from specassay.benchmarks.commands.audit_translations import lines_of_translation
from specassay.benchmarks.comparing import translations_of_python
from specassay.benchmarks.comparing.subjects import ComparingOptions, main_subject_of
from specassay.benchmarks.comparing.translations import row_of_translation
from specassay.benchmarks.datasets.tasks import SpecTask
from specassay.benchmarks.problems import catalogue
from specassay.benchmarks.reporting.translation_tables import translation_tables
from specassay.benchmarks.schema import TranslationRow


def verus(functions: str, head: str, *clauses: str) -> str:
    return f"use vstd::prelude::*;\nverus! {{\n{functions}\n{head}\n{' '.join(clauses)}\n{{ }}\n}}\n"


def translated(
    tmp_path: Path, dafny: str, rust: str, seconds: float = 40.0, *, in_dafny: bool = False, in_rust: bool = False
) -> TranslationRow:
    options = ComparingOptions(seconds=seconds, replay_in_dafny=in_dafny, replay_in_rust=in_rust)
    subjects = []
    for name, text in (("a.dfy", dafny), ("a.rs", rust)):
        (tmp_path / name).write_text(text)
        subjects.append(main_subject_of(SpecTask(task_id="a", file=tmp_path / name)))
    return row_of_translation(subjects[0], subjects[1], "p", "d", options)


def changes(row: TranslationRow) -> list[tuple[str, str]]:
    return [(change.change, change.language) for change in row.changes]


def test_a_byte_in_the_place_of_an_integer_is_a_narrower_domain_and_the_rest_is_equal(tmp_path: Path) -> None:
    dafny = "method Double(n: int) returns (r: int)\n  requires 0 <= n\n  ensures r == 2 * n\n"
    row = translated(
        tmp_path, dafny, verus("", "fn double(n: i8) -> (r: i8)", "requires 0 <= n,", "ensures r == 2 * n,")
    )
    assert row.relation == "equal"
    assert changes(row) == [("domain narrowed", "Verus"), ("result narrowed", "Verus")]
    for change in row.changes:
        assert (change.first, change.second, change.checked) == ("accepted", "false", True)
    assert int(row.changes[0].inputs["n"]) > 127
    assert int(row.changes[1].outputs["r"]) == 2 * int(row.changes[1].second_inputs["n"]) > 127


LAST_DROP = """
predicate Distinct(a: seq<int>) { forall i, j :: 0 <= i < j < |a| ==> a[i] != a[j] }
method LastDrop(a: seq<int>) returns (r: int)
  requires Distinct(a)
  ensures r == -1 || 0 < r < |a|
  ensures r == -1 ==> forall i :: 1 <= i < |a| ==> a[i] >= a[i - 1]
  ensures r != -1 ==> a[r] < a[r - 1] && forall i :: r < i < |a| ==> a[i] >= a[i - 1]
"""
LAST_DROP_IN_VERUS = verus(
    "spec fn distinct(a: Seq<i8>) -> bool { forall|i: int, j: int| 0 <= i < j < a.len() ==> a[i] != a[j] }",
    "fn last_drop(a: Vec<i8>) -> (r: i8)",
    "requires distinct(a@),",
    "ensures r == -1 || 0 < r < a.len(),",
    "r == -1 ==> forall|i: int| 1 <= i < a.len() ==> a[i] >= a[i - 1],",
    "r != -1 ==> a[r as int] < a[r - 1] && forall|i: int| r < i < a.len() ==> a[i] >= a[i - 1],",
)


@pytest.mark.slow
def test_a_place_beyond_a_byte_is_found_where_all_elements_have_to_be_different(tmp_path: Path) -> None:
    row = translated(tmp_path, LAST_DROP, LAST_DROP_IN_VERUS, 8.0)
    (narrowed,) = (change for change in row.changes if change.change == "result narrowed")
    assert (narrowed.clause, narrowed.checked) == ("r: i8", True)
    assert int(narrowed.outputs["r"]) > 127
    assert narrowed.inputs["a"].count(",") >= 129


SWAP = "method Swap(a: array<int>, i: int, j: int)\n  modifies a\n  requires 0 <= i < j < a.Length\n"
SWAP += "  ensures a[i] == old(a[j]) && a[j] == old(a[i])\n"


@pytest.mark.slow
def test_a_vector_of_machine_integers_that_changes_has_no_room_for_an_array_of_integers(tmp_path: Path) -> None:
    rust = verus(
        "",
        "fn swap(a: &mut Vec<i32>, i: usize, j: usize)",
        "requires i < j < old(a).len(),",
        "ensures a.len() == old(a).len(), a[i as int] == old(a)[j as int], a[j as int] == old(a)[i as int],",
    )
    row = translated(tmp_path, SWAP, rust)
    narrowed = [change for change in row.changes if change.change == "domain narrowed"]
    assert [(change.clause, change.checked) for change in narrowed] == [("a: &mut Vec<i32>", True)]
    numbers = [int(number) for number in re.findall(r"-?\d+", narrowed[0].inputs["a"])]
    assert any(not -(2**31) <= number < 2**31 for number in numbers)
    assert row.reason == ""


DOUBLE = "method Double(n: int) returns (r: int)\n  requires 0 <= n\n  ensures r == 2 * n\n"
LOOSE = verus("", "fn double(n: i8) -> (r: i8)", "requires 0 <= n,", "ensures r >= n,")


def test_a_product_beside_a_divisor_has_no_room_in_a_byte(tmp_path: Path) -> None:
    bounds = "1 <= a <= 20 && 1 <= b <= 20 && 1 <= t <= 20"
    dafny = f"method M(a: int, b: int, t: int) returns (r: int)\n  requires {bounds}\n  ensures r == b * (t / a)\n"
    rust = verus(
        "", "fn m(a: i8, b: i8, t: i8) -> (r: i8)", f"requires {bounds},", "ensures r == b * (t as int / a as int),"
    )
    row = translated(tmp_path, dafny, rust)
    (narrowed,) = row.changes
    values = {name: int(text) for name, text in {**narrowed.inputs, **narrowed.outputs}.items()}
    assert (row.relation, narrowed.change, narrowed.checked) == ("equal", "result narrowed", True)
    assert values["r"] == values["b"] * (values["t"] // values["a"]) > 127


def test_a_vector_that_is_returned_is_new(tmp_path: Path) -> None:
    dafny = "method Copy(xs: array<char>) returns (ys: array<char>)\n  ensures fresh(ys)\n  ensures ys[..] == xs[..]\n"
    row = translated(tmp_path, dafny, verus("", "fn copy(xs: &[char]) -> (ys: Vec<char>)", "ensures ys@ == xs@,"), 5.0)
    assert (row.relation, row.changes) == ("equal", [])


@pytest.mark.slow
def test_the_real_programs_confirm_what_shows_a_change(tmp_path: Path, require: Callable[[str], Path]) -> None:
    require("dafny")
    require("rustc")
    row = translated(tmp_path, DOUBLE, LOOSE, in_dafny=True, in_rust=True)
    by_change = {change.change: [name.split()[0] for name in change.confirmed] for change in row.changes}
    assert by_change == {
        "domain narrowed": ["evaluator", "Dafny", "rustc"],
        "result narrowed": ["evaluator", "Dafny", "rustc"],
        "clause lost": ["evaluator", "Dafny"],
    }
    assert all("confirmed by Dafny" in line for line in lines_of_translation(row))


def test_a_change_that_a_program_contradicts_is_not_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # It takes every line for a program, as if a byte held any number.
    compiler = RustCompiler("true", "0")
    monkeypatch.setattr("specassay.benchmarks.comparing.translations.find_rustc", lambda: compiler)
    row = translated(tmp_path, DOUBLE, LOOSE, in_rust=True)
    narrowed, *_ = row.changes
    assert (narrowed.checked, narrowed.confirmed) == (False, ["evaluator"])
    assert re.fullmatch(r"rustc 0: \d+ is a i8", narrowed.unconfirmed)
    assert "is a i8" in next(lines_of_translation(row))


@pytest.mark.slow
def test_several_results_are_a_tuple_of_as_many_parts(tmp_path: Path) -> None:
    dafny = "method Split(n: nat) returns (q: nat, r: nat)\n  ensures n == 10 * q + r\n  ensures r < 10\n"
    head = "fn split(n: u64) -> (parts: (u64, u64))"
    row = translated(tmp_path, dafny, verus("", head, "ensures n == 10 * parts.0 + parts.1, parts.1 < 10,"))
    assert (row.relation, changes(row)) == ("equal", [("domain narrowed", "Verus")])
    lost = translated(tmp_path, dafny, verus("", head, "ensures n == 10 * parts.0 + parts.1,"))
    (change,) = (change for change in lost.changes if change.change == "clause lost")
    assert (change.clause, change.checked, [*change.second_outputs]) == ("r < 10", True, ["parts.0", "parts.1"])


def test_a_function_that_has_lost_all_its_clauses_is_compared(tmp_path: Path) -> None:
    dafny = "method Least(s: seq<int>) returns (r: int)\n  ensures r in s\n"
    row = translated(tmp_path, dafny, verus("spec fn f(n: int) -> int { n }", "fn least(s: Vec<i64>) -> (r: i64)"))
    assert ("clause lost", "Verus") in changes(row)
    assert row.relation == "stronger"


@pytest.mark.parametrize(
    ("dafny", "rust"),
    [("r == n * n - a", "r == n * n - a"), ("r == Power(n, a)", "r == power(n as int, a as int)")],
)
def test_a_result_that_follows_from_valid_inputs_has_no_room_in_a_byte(dafny: str, rust: str, tmp_path: Path) -> None:
    functions = "function Power(b: int, e: nat): int { if e == 0 then 1 else b * Power(b, e - 1) }\n"
    power = "spec fn power(b: int, e: int) -> int decreases e { if e <= 0 { 1 } else { b * power(b, e - 1) } }"
    head = f"method M(n: nat, a: nat) returns (r: int)\n  requires n <= 100\n  ensures {dafny}\n"
    its = verus(power, "fn m(n: u8, a: u8) -> (r: i8)", "requires n <= 100,", f"ensures {rust},")
    row = translated(tmp_path, functions + head, its)
    narrowed = [change for change in row.changes if change.change == "result narrowed"]
    assert [(change.clause, change.checked) for change in narrowed] == [("r: i8", True)]
    n, a, r = (int({**narrowed[0].inputs, **narrowed[0].outputs}[name]) for name in "nar")
    assert r in (n * n - a, n**a)
    assert not -128 <= r < 128
    assert 0 <= n <= 100
    assert 0 <= a < 256


def test_datatypes_that_differ_in_names_of_fields_alone_are_one(tmp_path: Path) -> None:
    dafny = "datatype Tree = Leaf | Node(key: int, left: Tree, right: Tree)\n"
    dafny += "function Size(t: Tree): int { match t case Leaf => 0 case Node(k, l, r) => 1 + Size(l) + Size(r) }\n"
    dafny += "method Count(t: Tree) returns (n: int)\n  ensures n == Size(t) && (t.Node? ==> n > 0 || t.key < 0)\n"
    size = "pub enum Tree { Leaf, Node(int, Box<Tree>, Box<Tree>) }\nspec fn size(t: Tree) -> int decreases t "
    size += "{ match t { Tree::Leaf => 0, Tree::Node(k, l, r) => 1 + size(*l) + size(*r) } }"
    rust = verus(size, "fn count(t: Tree) -> (n: int)", "ensures n == size(t),")
    # No engine decides it: that they are compared, and that nothing separates them, is seen soon.
    row = translated(tmp_path, dafny, rust, 2.0)
    assert row.reason == ""
    assert "equal" in row.possible
    # With a field of another type there is no common problem.
    row = translated(tmp_path, dafny.replace("key: int", "key: real").replace(" || t.key < 0", ""), rust)
    assert row.relation == "no common values"


@pytest.mark.slow
def test_what_one_may_change_and_the_other_not_is_compared(tmp_path: Path) -> None:
    dafny = "method M(a: array<int>, b: array<int>)\n  modifies b\n  requires a.Length == b.Length == 1\n"
    rust = verus(
        "",
        "fn m(a: &mut Vec<i32>, b: &mut Vec<i32>)",
        "requires old(a).len() == 1, old(b).len() == 1,",
        "ensures b.len() == 1, a.len() == 1, b[0] == 3,",
    )
    row = translated(tmp_path, dafny + "  ensures b[0] == 3\n", rust)
    assert row.reason == ""
    assert ("domain narrowed", "Verus") in changes(row)


def test_a_clause_that_the_translation_lost(tmp_path: Path) -> None:
    dafny = "method Max(a: int, b: int) returns (m: int)\n  ensures m >= a && m >= b\n  ensures m == a || m == b\n"
    row = translated(tmp_path, dafny, verus("", "fn max(a: i64, b: i64) -> (m: i64)", "ensures m >= a, m >= b,"))
    assert row.relation == "stronger"
    (lost,) = [change for change in row.changes if change.change == "clause lost"]
    assert (lost.language, lost.clause, lost.first, lost.second) == ("Verus", "m == a || m == b", "false", "accepted")
    assert lost.checked
    assert int(lost.outputs["m"]) > max(int(lost.inputs["a"]), int(lost.inputs["b"]))
    assert any("clause lost in Verus: m == a || m == b" in line for line in lines_of_translation(row))


def test_a_predicate_that_became_true_is_a_stub(tmp_path: Path) -> None:
    dafny = "predicate Even(n: int) { true }\nmethod Next(n: int) returns (r: int)\n  ensures Even(r)\n"
    even = "spec fn even(n: int) -> bool { n % 2 == 0 }"
    row = translated(tmp_path, dafny, verus(even, "fn next(n: i32) -> (r: i32)", "ensures even(r as int),"))
    (stub,) = [change for change in row.changes if change.change == "stubbed"]
    assert (stub.language, stub.inputs) == ("Dafny", {"n": "1"})
    assert stub.clause == "Even is always true, and even in Verus is not"
    assert row.relation == "weaker"


@pytest.mark.parametrize(
    ("dafny", "rust", "relation"),
    [
        ("array2<int>", "&Vec<Vec<i32>>", "unknown"),
        ("array<array<int>>", "&Vec<Vec<i32>>", "unknown"),
        ("bv8", "u8", "unknown"),
        ("array<int>", "&Vec<Vec<i32>>", "no common values"),
    ],
)
def test_types_that_hold_the_same_and_are_not_compared_are_no_types_without_common_values(
    dafny: str, rust: str, relation: str, tmp_path: Path
) -> None:
    specification = f"method M(a: {dafny}) returns (r: int)\n  ensures r == 0\n"
    row = translated(tmp_path, specification, verus("", f"fn m(a: {rust}) -> (r: i32)", "ensures r == 0,"))
    assert (row.relation, "hold the same in other types" in row.reason) == (relation, relation == "unknown")


def test_a_predicate_that_is_true_in_both_languages_is_no_stub(tmp_path: Path) -> None:
    dafny = "predicate Valid(n: int) { true }\nmethod Next(n: int) returns (r: int)\n  requires Valid(n)\n"
    valid = "spec fn valid(n: int) -> bool { true }"
    rust = verus(valid, "fn next(n: i32) -> (r: i32)", "requires valid(n as int), ensures r > n,")
    assert [
        change
        for change in translated(tmp_path, dafny + "  ensures r > n\n", rust).changes
        if change.change == "stubbed"
    ] == []


def test_a_function_that_lost_its_body_is_a_stub(tmp_path: Path) -> None:
    dafny = "function Gcd(a: nat, b: nat): nat { if b == 0 then a else Gcd(b, a % b) }\n"
    dafny += "method G(a: nat, b: nat) returns (r: nat)\n  ensures r == Gcd(a, b)\n"
    gcd = "uninterp spec fn gcd(a: nat, b: nat) -> nat;"
    its = verus(gcd, "fn g(a: u32, b: u32) -> (r: u32)", "ensures r == gcd(a as nat, b as nat),")
    row = translated(tmp_path, dafny, its, 2.0)
    (stub,) = [change for change in row.changes if change.change == "stubbed"]
    assert (stub.language, stub.clause) == ("Verus", "gcd has no body, and Gcd in Dafny has one")


FIB = "function Fib(n: nat): nat { if n <= 1 then n else Fib(n - 1) + Fib(n - 2) }\n"
FIB += "method F(n: nat) returns (r: int)\n  ensures r == Fib(n)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "relation"),
    [
        ("if n == 0 { 0 } else if n == 1 { 1 } else { fib((n - 2) as nat) + fib((n - 1) as nat) }", {"equal"}),
        ("if n == 0 { 1 } else if n == 1 { 1 } else { fib((n - 2) as nat) + fib((n - 1) as nat) }", {"incomparable"}),
        ("if n <= 1 { n } else { fib((n - 1) as nat) + fib((n - 1) as nat) }", {"incomparable"}),
    ],
)
def test_functions_with_other_definitions_are_one_by_induction_or_differ(
    body: str, relation: set[str], tmp_path: Path
) -> None:
    spec = f"spec fn fib(n: nat) -> nat decreases n {{ {body} }}"
    row = translated(tmp_path, FIB, verus(spec, "fn f(n: u32) -> (r: i64)", "ensures r == fib(n as nat),"))
    assert row.relation in relation
    assert any("proved to be one by induction" in note for note in row.notes) == (relation == {"equal"})


def test_elements_as_other_numbers_are_the_elements(tmp_path: Path) -> None:
    dafny = "predicate Small(s: seq<int>) { forall i :: 0 <= i < |s| ==> s[i] < 9 }\n"
    dafny += "method M(s: seq<int>) returns (r: bool)\n  ensures r == Small(s)\n"
    spec = "spec fn small(s: Seq<int>) -> bool { forall|i: int| 0 <= i < s.len() ==> s[i] < 9 }"
    head = "fn m(s: Vec<i8>) -> (r: bool)"
    row = translated(tmp_path, dafny, verus(spec, head, "ensures r == small(s@.map(|i: int, x: i8| x as int)),"))
    assert row.relation == "equal"


@pytest.mark.slow
def test_what_is_modified_is_compared_with_a_vector(tmp_path: Path) -> None:
    dafny = "method M(a: array<int>)\n  modifies a\n  requires a.Length > 0\n  ensures a[0] == old(a[0]) + 1\n"
    head = "fn m(a: &mut Vec<i32>)"
    rust = verus("", head, "requires old(a).len() > 0,", "ensures a.len() == old(a).len(), a[0] == old(a)[0] + 1,")
    assert translated(tmp_path, dafny, rust).relation == "equal"


def test_other_types_have_no_common_values(tmp_path: Path) -> None:
    dafny = "method M(x: real) returns (r: bool)\n  ensures r == (x > 0.0)\n"
    row = translated(tmp_path, dafny, verus("", "fn m(x: i32) -> (r: bool)", "ensures r == (x > 0),"))
    assert (row.relation, row.reason) == ("no common values", "")
    assert [table.rows for table in translation_tables([row])]


def test_an_audit_of_a_data_set_lists_what_its_translations_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, text in {
        "dafny/apps/a.dfy": "method Double(n: int) returns (r: int)\n  ensures r == n + n\n",
        "verus/apps/a.rs": verus("", "fn double(n: i8) -> (r: i32)", "ensures r == n + n,"),
    }.items():
        (tmp_path / "vericoding" / place).parent.mkdir(parents=True)
        (tmp_path / "vericoding" / place).write_text(text)
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    catalogue.everything.cache_clear()
    given = ["audit", "vericoding", "--question", "translation", "--out", "run", "-j", "1"]
    try:
        first = CliRunner().invoke(main, given)
        again = CliRunner().invoke(main, [*given, "--resume"])
    finally:
        catalogue.everything.cache_clear()
    assert (first.exit_code, again.exit_code) == (1, 1), first.output
    line = "vericoding apps a, Dafny ~ Verus: domain narrowed in Verus: n: i8: n="
    assert first.output.startswith(line)
    assert again.output.startswith(line)
    assert "Dafny says accepted, Verus false\n" in first.output
    document = (tmp_path / "run" / "translations.md").read_text("utf-8")
    assert "- **vericoding apps a** (equal)" in document
    assert "`specassay compare " in document


PYTHON_TASK = {
    "task_id": "HumanEval/1",
    "prompt": "def double(n: int):\n    pass\n",
    "entry_point": "double",
    "canonical_solution": "\n    return 2 * n\n",
    "contract": "\n    assert isinstance(n, int)\n    assert n >= 0\n",
    "base_input": [[3], [100]],
    "plus_input": [],
}


@pytest.fixture
def translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Three problems in Dafny and Verus, one of which a Python task is about, too."""
    files = {
        "dafny/humaneval/humaneval_001.dfy": "method D(n: int) returns (r: int)\nrequires n >= 1\nensures r == 2 * n",
        "verus/humaneval/humaneval_001.rs": verus(
            "", "fn d(n: i8) -> (r: i8)", "requires n >= 0,", "ensures r == 2 * n,"
        ),
        "dafny/apps/a.dfy": "method A(n: int) returns (r: int)\n  ensures r == n\n",
        "verus/apps/a.rs": verus("", "fn a(n: i64) -> (r: i64)", "ensures r >= n,"),
        "dafny/apps/b.dfy": "method B(n: int) returns (r: int)\n  ensures r == n\n",
        "verus/apps/b.rs": verus("", "fn b(n: i64) -> (r: i64)", "ensures r == n,"),
    }
    for place, text in files.items():
        (tmp_path / "vericoding" / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vericoding" / place).write_text(text)
    (tmp_path / "evalplus").mkdir()
    (tmp_path / "evalplus" / "HumanEvalPlus.jsonl").write_text(json.dumps(PYTHON_TASK) + "\n")
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    catalogue.everything.cache_clear()
    yield tmp_path
    catalogue.everything.cache_clear()


def audited(out: str, *more: str) -> list[dict[str, Any]]:
    """The rows of translations of an audit; none where it was interrupted."""
    given = ["audit", "vericoding", "humaneval-plus", "--question", "translation", "--out", out, "-j", "1", *more]
    CliRunner().invoke(main, given)
    file = Path(out) / "translations.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    # How long a comparison takes is that of one run.
    return [{**row, "seconds": 0} for row in rows if row["kind"] == "translation"]


@pytest.mark.slow
def test_contracts_in_python_are_compared_with_each_specification(translations: Path) -> None:
    rows = {(row["task_id"], *row["languages"]): row for row in audited("run")}
    assert [key for key in rows if "Python" in key] == [
        ("HumanEval 1", "Python", "Dafny"),
        ("HumanEval 1", "Python", "Verus"),
    ]
    of_dafny, of_rust = (rows["HumanEval 1", "Python", language] for language in ("Dafny", "Verus"))
    (refused,) = of_dafny["changes"]
    assert (refused["change"], refused["language"], refused["clause"]) == ("input refused", "Dafny", "n >= 1")
    assert (refused["inputs"], refused["checked"]) == ({"n": "0"}, True)
    # What the reference returns for 100 is no byte; the contracts are the same on the numbers that are.
    narrowed = {change["change"]: change for change in of_rust["changes"]}
    assert of_rust["relation"] == "equal"
    # Python's numbers have no width: what the type has no room for is told, though the contract has no clause for it.
    domain = narrowed["domain narrowed"]
    assert (domain["language"], domain["checked"], int(domain["inputs"]["n"]) > 127) == ("Verus", True, True)
    assert "only inputs are compared, as conditions: double has no postcondition" in of_rust["notes"]
    assert (narrowed["result narrowed"]["inputs"], narrowed["result narrowed"]["outputs"]) == (
        {"n": "100"},
        {"result": "200"},
    )


def test_all_specifications_of_a_problem_of_ones_own_are_compared_whatever_their_files_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    catalogue.everything.cache_clear()
    (tmp_path / "one.dfy").write_text("method Next(n: int) returns (r: int)\n  ensures r == n + 1\n")
    (tmp_path / "two.rs").write_text(verus("", "fn next(n: i8) -> (r: i8)", "ensures r > n,"))
    (tmp_path / "three.py").write_text("def after(n: int) -> int:\n    assert type(n) is int\n    return n + 1\n")
    files = {"reference": "three.py::after", "specifications": ["one.dfy", "two.rs"]}
    (tmp_path / "own.jsonl").write_text(json.dumps({"id": "next", **files}) + "\n")
    result = CliRunner().invoke(main, ["audit", "own.jsonl", "-j", "1", "--json"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    relations = {tuple(row["languages"]): row["relation"] for row in rows if row["kind"] == "translation"}
    assert relations == {
        ("Dafny", "Verus"): "stronger",
        ("Python", "Dafny"): "equal",
        ("Python", "Verus"): "equal",
    }
    assert (result.exit_code, result.stderr) == (1, "")
    # No command takes it for tasks of another kind.
    result = CliRunner().invoke(main, ["cvt", "own.jsonl"])
    assert (result.exit_code, "own.jsonl:1: a problem, which is no task" in result.stderr) == (2, True)


def test_a_defect_of_ours_costs_the_pair_with_python_alone(translations: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(translations_of_python, "compare_pair", broken)
    rows = {(row["task_id"], *row["languages"]): row for row in audited("run")}
    of_rust = rows["HumanEval 1", "Python", "Verus"]
    assert (of_rust["relation"], "ZeroDivisionError" in of_rust["reason"]) == ("unknown", True)
    assert rows["HumanEval 1", "Dafny", "Verus"]["relation"] != "unknown"


@pytest.mark.slow
def test_a_run_that_was_stopped_and_resumed_has_the_rows_of_one_that_was_not(
    translations: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def stopping(first: Any, second: Any, problem: str, *rest: Any) -> TranslationRow:
        if compared:
            raise KeyboardInterrupt
        compared.append(problem)
        return row_of_translation(first, second, problem, *rest)

    with monkeypatch.context() as patched:
        patched.setattr("specassay.benchmarks.commands.audit_translations.row_of_translation", stopping)
        assert audited("stopped") == []
    assert len(compared) == 1
    assert audited("stopped", "--resume") == audited("whole") != []


CALLS_NOTHING = """function Tired(a: int, b: int): int { StepsOf(a) + StepsOf(b) }
method M(a: int, b: int) returns (r: int)
  ensures r >= 0
  ensures r == Tired(a, b)
"""


def test_a_text_that_calls_what_nothing_declares_is_unresolved_and_says_what(tmp_path: Path) -> None:
    rust = verus(
        "spec fn steps_of(n: int) -> int { n * n } spec fn tired(a: int, b: int) -> int { steps_of(a) + steps_of(b) }",
        "fn m(a: i8, b: i8) -> (r: i32)",
        "ensures r >= 0, r == tired(a as int, b as int),",
    )
    row = translated(tmp_path, CALLS_NOTHING, rust, 5.0)
    assert (row.relation, row.possible) == ("unresolved", ["unresolved"])
    assert [(change.language, change.clause) for change in row.changes if change.change == "not declared"] == [
        ("Dafny", "StepsOf, in Tired")
    ]
    (table,) = translation_tables([row])
    assert dict(zip((column.name for column in table.columns), table.rows[0], strict=True))["unresolved"].text == "1"


def test_a_clause_that_separates_the_two_does_so_beside_a_name_that_nothing_declares(tmp_path: Path) -> None:
    dafny = CALLS_NOTHING.replace("returns (r: int)\n", "returns (r: int)\n  requires a != b\n")
    rust = verus("", "fn m(a: i8, b: i8) -> (r: i32)", "ensures r >= 0,")
    row = translated(tmp_path, dafny, rust, 5.0)
    assert ("input refused", "Dafny") in changes(row)
    assert ("not declared", "Dafny") in changes(row)


@pytest.mark.parametrize(
    ("guard", "relation"),
    [
        ("isinstance(x, float) and x > 0", "no common values"),
        # Whole numbers are accepted, too: of these alone the two are equal.
        ("isinstance(x, (int, float)) and x > 0", "equal"),
    ],
)
def test_a_number_that_may_be_no_whole_one_in_python_has_no_counterpart_in_a_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, guard: str, relation: str
) -> None:
    monkeypatch.setenv("SPECASSAY_DATA", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    catalogue.everything.cache_clear()
    (tmp_path / "near.rs").write_text(verus("", "fn near(x: i8) -> (r: bool)", "requires x > 0,", "ensures r,"))
    (tmp_path / "near.py").write_text(f"def near(x):\n    assert {guard}\n    return True\n")
    files = {"reference": "near.py::near", "specifications": ["near.rs"]}
    (tmp_path / "own.jsonl").write_text(json.dumps({"id": "near", **files}) + "\n")
    result = CliRunner().invoke(main, ["audit", "own.jsonl", "-j", "1", "--json"])
    (row,) = (row for row in map(json.loads, result.stdout.splitlines()) if row["kind"] == "translation")
    assert row["relation"] == relation, row
    assert ("accepts no int as x" in " ".join(row["notes"])) == (relation == "no common values")


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False])
def test_a_vector_that_may_grow_is_told_beside_an_array(tmp_path: Path, kept: bool) -> None:
    dafny = "method Fill(a: array<int>, n: int)\n  modifies a\n  ensures forall i :: 0 <= i < a.Length ==> a[i] == n\n"
    every = "forall|i: int| 0 <= i < xs.len() ==> xs[i] == n,"
    clauses = f"ensures xs.len() == old(xs).len(), {every}" if kept else f"ensures {every}"
    row = translated(tmp_path, dafny, verus("", "fn fill(xs: &mut Vec<i32>, n: i32)", clauses), 10.0)
    grown = [change for change in row.changes if change.clause == "a keeps its length"]
    assert row.relation == "equal"
    assert len(grown) == (not kept)
    for change in grown:
        assert (change.change, change.language, change.checked) == ("result narrowed", "Dafny", True)
        before, after = (
            text.count(",") + (text != "vec![]") for text in (change.second_inputs["xs"], change.second_outputs["xs"])
        )
        assert before != after


@pytest.mark.slow
@pytest.mark.parametrize("apart", ["  requires a != b\n", ""])
def test_two_arrays_that_may_be_one_are_two_vectors(tmp_path: Path, apart: str) -> None:
    # Rust has no two names of what one of them changes: that they are one is no input of both.
    dafny = f"method M(a: array<int>, b: array<int>) returns (n: nat)\n{apart}  modifies b\n  ensures n == a.Length\n"
    rust = verus("", "fn m(a: &Vec<i32>, b: &mut Vec<i32>) -> (n: usize)", "ensures n == a.len(),")
    row = translated(tmp_path, dafny, rust, 10.0)
    assert row.relation == "equal"
    assert {change.change for change in row.changes} == {"domain narrowed", "result narrowed"}
