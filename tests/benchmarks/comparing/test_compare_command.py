"""`specassay compare`: what it prints, and its exit codes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specassay.__main__ import main
from specassay.benchmarks.schema import ComparisonRow, row_of

WEAK = "method Max(a: int, b: int) returns (m: int)\n  ensures m >= a && m >= b\n"
STRONG = WEAK + "  ensures m == a || m == b\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("weak", WEAK), ("strong", STRONG)):
        (tmp_path / f"{name}.dfy").write_text(text)
    return str(tmp_path / "weak.dfy"), str(tmp_path / "strong.dfy")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments])


def test_the_finding_comes_first_with_the_value_that_separates(files: tuple[str, str]) -> None:
    result = run(*files)
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[0] == "Max: A is weaker than B"
    assert "    only B: m == a || m == b" in lines
    assert any("A accepts it, B refuses it (evaluator)" in line for line in lines)


def test_a_file_is_equal_to_itself(files: tuple[str, str]) -> None:
    result = run(files[0], files[0])
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "Max: A is equal to B")


def test_the_receiver_has_the_word_of_the_language(tmp_path: Path) -> None:
    text = "verus! {{ struct S {{ n: u8 }} impl S {{ fn get(&self) -> (r: u8) ensures r {} self.n {{ self.n }} }} }}"
    for name, relation in (("a", "=="), ("b", ">=")):
        (tmp_path / f"{name}.rs").write_text(text.format(relation))
    row = json.loads(run("--json", str(tmp_path / "a.rs"), str(tmp_path / "b.rs")).stdout)
    (missing,) = (clause for clause in row["outputs"]["first"] if clause["separating"])
    assert list(missing["separating"]["inputs"]) == ["self"]


def test_where_only_inputs_are_compared_the_first_line_says_so(tmp_path: Path) -> None:
    (tmp_path / "half.py").write_text("def half(n: int) -> int:\n    assert n > 0\n    return n // 2\n")
    (tmp_path / "half.dfy").write_text("method half(n: int) returns (r: int) requires n > 0 ensures r <= n\n")
    lines = run(str(tmp_path / "half.py"), str(tmp_path / "half.dfy")).stdout.splitlines()
    assert lines[0] == "half: A is equal to B, by their inputs alone"
    assert "  outputs: not compared, half has no postcondition" in lines


def test_the_row_has_each_clause_with_its_proof_or_value(files: tuple[str, str]) -> None:
    row = json.loads(run("--json", *files).stdout)
    assert (row["kind"], row["relation"], row["inputs"]["relation"], row["outputs"]["relation"]) == (
        "comparison",
        "weaker",
        "equal",
        "weaker",
    )
    implied, missing = row["outputs"]["second"]
    assert (implied["verdict"], implied["engine"], implied["core"]) == (
        "implied",
        "same clause",
        ["m >= a && m >= b"],
    )
    assert (missing["verdict"], missing["separating"]["first"]) == ("not implied", "accepted")


def test_fields_of_datatypes_are_written_as_their_types_say(tmp_path: Path) -> None:
    """What an empty field or a pair is, its value does not tell."""
    clauses = "datatype R = R(at: (int, int), name: string) method M(r: R) requires r.at == (7, 0) && r.name == {}"
    (tmp_path / "a.dfy").write_text(clauses.format('""'))
    (tmp_path / "b.dfy").write_text(clauses.format("r.name + r.name + [' ']"))
    row = json.loads(run("--json", str(tmp_path / "a.dfy"), str(tmp_path / "b.dfy")).stdout)
    (clause,) = row["inputs"]["second"]
    assert clause["separating"]["inputs"] == {"r": 'R((7, 0), "")'}


def test_a_row_that_was_written_before_a_field_was_is_still_read(files: tuple[str, str]) -> None:
    row = json.loads(run("--json", *files).stdout)
    for field in ("task_ids", "promises"):
        del row[field]
    found = row_of(ComparisonRow, row)
    assert found is not None
    assert len(found.task_ids) == len(found.promises) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("method Other(a: int) requires a > 0\nmethod Another(a: int) requires a > 0", "no common problem"),
        ("method Max(a: int) returns (m: int) ensures m > a", "no common problem"),
        ("method Max(a: int, b: seq<int>) returns (m: int) ensures m > a", "no value is of both types"),
        ("type A = B\ntype B = A\nmethod Max(a: A, b: int) ensures b > 0", "one that is defined by itself"),
        ("method Max(a: int", "error"),
        (f"{WEAK}method Max(a: int, b: int) returns (m: int)", "Max is declared twice"),
        ("method Max(a: int, b: int) returns (m: int, n: int) ensures m > a", "number of results is 1 in"),
        ("\0", "the character"),
        (
            "datatype L = C(next: M)\ndatatype M = D(next: L)\nmethod Max(a: L, b: int) returns (m: int) ensures m > b",
            "no value is of both types",
        ),
        ("", "no contract and no specification"),
    ],
)
def test_what_cannot_be_compared_is_said(files: tuple[str, str], tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "other.dfy").write_text(text)
    result = run(files[0], str(tmp_path / "other.dfy"))
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_of_several_the_order_and_the_questions_are_shown(files: tuple[str, str], tmp_path: Path) -> None:
    same = tmp_path / "same.dfy"
    same.write_text("method Max(x: int, y: int) returns (z: int)\n  ensures z == (if x > y then x else y)\n")
    result = run(*files, str(same), "--json")
    row = json.loads(result.stdout.splitlines()[-1])
    assert (row["kind"], row["classes"], row["stronger"], row["most"]) == ("candidates", [[1], [2, 3]], [[1, 0]], 1)
    (question,) = row["questions"]
    assert {each["answer"]: each["left"] for each in question["branches"]} == {"right": [1], "wrong": [2, 3]}


@pytest.mark.parametrize(("order", "code"), [((1, 0), 1), ((0, 1), 0), ((0, 0), 0)])
def test_diff_fails_where_a_specification_became_weaker(
    files: tuple[str, str], order: tuple[int, int], code: int
) -> None:
    result = CliRunner().invoke(main, ["diff", files[order[0]], files[order[1]]])
    assert result.exit_code == code
    same = order[0] == order[1]
    assert result.stdout.startswith("1 specification equal to what it was" if same else "Max: after is ")


def test_diff_says_what_is_gone(files: tuple[str, str], tmp_path: Path) -> None:
    more = tmp_path / "more.dfy"
    more.write_text(WEAK + "method Min(a: int) returns (m: int)\n  ensures m <= a\n")
    result = CliRunner().invoke(main, ["diff", str(more), files[0]])
    assert (result.exit_code, "Min: no longer there" in result.stdout) == (1, True)


@pytest.mark.parametrize(("after", "code"), [("n > 0", 0), ("n > 1", 0), ("n > -1", 1), (None, 1)])
def test_diff_of_folders_of_python_is_a_gate(tmp_path: Path, after: str | None, code: int) -> None:
    """A function may move to another file; one whose contract is gone is a finding."""
    for folder, name, condition in (("before", "one.py", "n > 0"), ("after", "two.py", after)):
        (tmp_path / folder).mkdir()
        body = f"    assert type(n) is int\n    assert {condition}\n" if condition else "    return n\n"
        (tmp_path / folder / name).write_text(f"def moved(n):\n{body}")
        (tmp_path / folder / "same.py").write_text("def same(n):\n    assert type(n) is int\n")
    result = CliRunner().invoke(main, ["diff", str(tmp_path / "before"), str(tmp_path / "after")])
    assert result.exit_code == code, result.output
    assert ("moved: no longer there" in result.output) == (after is None)


def test_several_processes_give_the_rows_in_order(tmp_path: Path) -> None:
    """Dear, for each process imports everything."""
    more = STRONG.replace("Max", "Other")
    (tmp_path / "a.dfy").write_text(WEAK + more)
    (tmp_path / "b.dfy").write_text(STRONG + more)
    found = run(str(tmp_path / "a.dfy"), str(tmp_path / "b.dfy"), "--json", "-j", "2").stdout.splitlines()
    rows = [json.loads(line) for line in found]
    assert [(row["task_id"], row["relation"]) for row in rows] == [("Max", "weaker"), ("Other", "equal")]


def test_one_file_is_no_comparison(files: tuple[str, str]) -> None:
    assert run(files[0]).exit_code == 2
    assert run(files[0], "missing.dfy").exit_code == 2
    assert run(files[0], f"{files[1]}::Nothing").exit_code == 2


def test_what_nobody_knows_is_no_success(tmp_path: Path) -> None:
    """Neither for a comparison, nor for a gate; nor is what cannot be compared at all."""
    declared = "predicate Fine(n: int)\nmethod M(n: int) requires "
    (tmp_path / "a.dfy").write_text(f"{declared}Fine(n)\n")
    (tmp_path / "b.dfy").write_text(f"{declared}Fine(2 * n)\n")
    match = "    match xs:\n        case 1:\n            raise ValueError\n        case _:\n            assert xs\n"
    (tmp_path / "a.py").write_text(f"def f(xs):\n{match}")
    (tmp_path / "b.py").write_text("def f(xs):\n    assert xs\n")
    for suffix in ("dfy", "py"):
        files = [str(tmp_path / f"{name}.{suffix}") for name in "ab"]
        result = run(*files)
        assert (result.exit_code, "no known relation" in result.stdout) == (1, True), result.output
        gate = CliRunner().invoke(main, ["diff", *files])
        assert gate.exit_code == 1, gate.output


def test_what_cannot_be_read_of_a_folder_is_said_and_the_rest_compared(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "max.dfy").write_text(STRONG)
    folders = [str(tmp_path / "one"), str(tmp_path / "two")]
    assert run(*folders).exit_code == 0
    for bad in (b"method M(", b"\xff\xfe"):
        (tmp_path / "two" / "broken.dfy").write_bytes(bad)
        result = run(*folders)
        assert (result.exit_code, "Max: A is equal to B" in result.stdout) == (2, True), result.output
        assert "broken.dfy" in result.stderr
        assert run(*folders, folders[0]).exit_code == 2
        gate = CliRunner().invoke(main, ["diff", *folders])
        assert (gate.exit_code, "broken.dfy" in gate.stderr) == (2, True), gate.output


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("method M(n: int) requires n > 0", "method G(a: int, b: int) requires a > b", "no common problem"),
        ("method M(n: int) requires n > 0", "method G(s: seq<int>) requires |s| > 0", "no common problem"),
        (
            "type A = B\ntype B = A\nmethod M(a: A) requires a == a",
            "method M(n: int) requires n > 0",
            "defined by itself",
        ),
        ("datatype T = C(T) | D\nmethod M(t: T) requires t.D?", "def m(t):\n    assert t is None\n", "no counterpart"),
        ("class C { var next: C? }\nmethod M(c: C) requires c.next == c", "def m(c):\n    assert c\n", "objects"),
        ("method M(n: int) requires n > 0", "def m(a, b):\n    assert a > b\n", "no common problem"),
        ("def m(a):\n    assert a > 0\n", "def m(a, b):\n    assert a > b\n", "no common problem"),
        ("method M(n: int) requires n > 0", "", "no contract and no specification"),
    ],
)
def test_what_has_nothing_in_common_is_said_and_is_bad_input(
    first: str, second: str, said: str, tmp_path: Path
) -> None:
    files = []
    for name, text in (("a", first), ("b", second)):
        files.append(tmp_path / f"{name}.{'py' if text.startswith('def') else 'dfy'}")
        files[-1].write_text(text)
    for order in (files, files[::-1]):
        result = run(*map(str, order))
        assert (result.exit_code, said in result.stderr) == (2, True), result.output


def test_what_is_unsupported_in_part_leaves_what_is_known(tmp_path: Path) -> None:
    clauses = "method M(n: int) returns (r: int) requires n > 0 {} ensures r > n {}"
    (tmp_path / "a.dfy").write_text(clauses.format("requires old(n) == n", "ensures unchanged(n)"))
    (tmp_path / "b.dfy").write_text(clauses.format("", "").replace("n > 0", "n >= 0"))
    row = json.loads(run("--json", str(tmp_path / "a.dfy"), str(tmp_path / "b.dfy")).stdout)
    assert row["relation"] != "equal"
    verdicts = {each["text"]: each["verdict"] for part in ("inputs", "outputs") for each in row[part]["first"]}
    assert (verdicts["n > 0"], verdicts["r > n"]) == ("not implied", "implied")
    assert verdicts["old(n) == n"] == verdicts["unchanged(n)"] == "unknown"


@pytest.mark.parametrize(
    ("python", "dafny"),
    [
        (
            "def len(all, sum):\n    assert type(all) is int and type(sum) is int\n    assert sum > 0\n",
            "method result(self': int, assert_0: int) requires assert_0 > 0",
        ),
        (
            "def f(_e0, ä):\n    assert type(_e0) is list and all(_e1 > 0 for _e1 in _e0)\n    assert type(ä) is int\n",
            "method F(result: seq<int>, x': int) requires forall _e :: _e in result ==> _e > 0",
        ),
        (
            "def f(t):\n    assert type(t) is str and t != '\\x1b[31m'\n",
            'method F(s: string) requires s != "\\u001b[31m"',
        ),
    ],
)
def test_names_and_texts_of_anybody_change_no_answer(python: str, dafny: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(python)
    (tmp_path / "a.dfy").write_text(dafny)
    result = run(str(tmp_path / "a.py"), str(tmp_path / "a.dfy"))
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output


def test_objects_have_rows_and_equal_methods_are_counted(tmp_path: Path) -> None:
    text = (
        "class C {{ var x: int var y: int "
        "method M(k: int) modifies this ensures x == old(x) + k{} "
        "method N() returns (r: int) ensures r == x }}"
    )
    before, after = tmp_path / "before.dfy", tmp_path / "after.dfy"
    before.write_text(text.format(" && y == old(y)"), "utf-8")
    after.write_text(text.format(""), "utf-8")
    shown = CliRunner().invoke(main, ["diff", str(before), str(after)], catch_exceptions=False)
    assert shown.exit_code == 1
    assert "C.M: after is weaker than before" in shown.stdout
    assert "C.N" not in shown.stdout
    assert shown.stdout.splitlines()[-1] == "1 specification equal to what it was"
    rows = CliRunner().invoke(main, ["diff", str(before), str(after), "--json"], catch_exceptions=False).stdout
    row = json.loads(rows.splitlines()[0])
    (clause,) = (each for each in row["outputs"]["second"] if each["verdict"] == "not implied")
    assert set(clause["separating"]["outputs"]) == {"this.x", "this.y"}
