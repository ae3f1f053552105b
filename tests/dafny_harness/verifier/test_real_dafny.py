"""The installed verifier and our engines on the same triples. Skipped where there is no verifier."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from specassay.backends.dafny.process import Verifier, VerifierLimits, find_dafny
from specassay.backends.solvers.engines import engines_of
from specassay.core.language import DEFAULT_READING
from specassay.core.language.scoring import Scoring
from specassay.core.spec_testing.violating_inputs import violations
from specassay.dafny_harness.cross_check import Subject, ViolationChecks, cross_check, cross_check_violations
from specassay.dafny_harness.verifier.run import Job, VerifierAnswer, ask, ask_all
from specassay.dafny_harness.verifier.triple import Triple
from specassay.frontends.dafny import DAFNY

from ...rows import rows_of_file
from ...samples import some
from .programs import job_of

LIMITS = VerifierLimits(20)
PRECONDITIONS = """
function Sum(s: seq<int>): int { if s == [] then 0 else s[0] + Sum(s[1..]) }
method M(a: array<int>, k: int)
  requires 0 <= k < a.Length
  requires a[k] % 2 == 0
  requires Sum(a[..]) > 3
{ }
"""
PROGRAMS = {
    "recursion over a sequence": """
function SumTo(s: seq<int>): int { if s == [] then 0 else s[0] + SumTo(s[1..]) }
method Sum(s: seq<int>) returns (r: int)
  ensures r == SumTo(s)
{ }
method Test() { var r := Sum([4, 5, 6]); assert r == 15; }
""",
    "empty sequences": """
function Positives(s: seq<int>): seq<int>
{ if s == [] then [] else if s[0] > 0 then [s[0]] + Positives(s[1..]) else Positives(s[1..]) }
method Filter(s: seq<int>) returns (r: seq<int>)
  ensures r == Positives(s)
{ }
method Test() { var r := Filter([-1, 2]); assert r == [2]; }
""",
    "quantifiers without a trigger": """
method Prime(n: int) returns (r: bool)
  requires n >= 2
  ensures r <==> forall k :: 2 <= k < n ==> n % k != 0
{ }
method Test() { var r := Prime(7); assert r; var q := Prime(9); assert !q; }
""",
    "two states of an array": """
method Reverse(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
  ensures multiset(a[..]) == old(multiset(a[..]))
{ }
method Test() { var a := new int[] [1, 2, 3]; Reverse(a); assert a[..] == [3, 2, 1]; }
""",
    "type parameters": """
datatype Option<T> = None | Some(value: T)
function Count<T>(s: seq<T>, x: T): nat { if |s| == 0 then 0 else (if s[0] == x then 1 else 0) + Count(s[1..], x) }
method Occurrences<T(==)>(s: seq<T>, x: T) returns (n: nat)
  ensures n == Count(s, x)
{ }
method Last<T>(s: seq<T>) returns (o: Option<T>)
  ensures s == [] <==> o == None
  ensures |s| > 0 ==> o == Some(s[|s| - 1])
{ }
method Test() {
  var n := Occurrences([true, false, true], true); assert n == 2;
  var o := Last<int>([]); assert o == None;
  var p := Last([7, 8]); assert p == Some(8);
}
""",
    "a comprehension and its size": """
method Even(s: seq<int>) returns (r: int)
  ensures r == |set i: int | 0 <= i < |s| && s[i] % 2 == 0|
{ }
method Test() { var r := Even([2, 3, 4]); assert r == 2; }
""",
    "members of a datatype in a module": """
module Trees {
  datatype Tree = Leaf | Node(left: Tree, value: int) {
    function Size(): int { if this.Leaf? then 0 else this.left.Size() + 1 }
  }
  method Measure(t: Tree) returns (r: int)
    ensures r == t.Size()
  { }
}
method Test() { var r := Trees.Measure(Trees.Node(Trees.Leaf, 3)); assert r == 1; }
""",
    "an output that is only constrained": """
method Find(a: array<int>, key: int) returns (r: int)
  ensures 0 <= r < a.Length && a[r] == key
{ }
method Test() { var a := new int[] [7, 3, 3]; var r := Find(a, 3); assert a[r] == 3; }
""",
    "an undefined clause": """
method First(s: seq<int>) returns (r: int)
  ensures r == s[0]
{ }
method Test() { var r := First([]); assert r == 1; }
""",
    "the syntax of Dafny 4": """
ghost predicate Sorted(s: seq<int>) { forall i, j :: 0 <= i < j < |s| ==> s[i] <= s[j] }
method Sort(s: seq<int>) returns (r: seq<int>)
  ensures Sorted(r) && multiset(r) == multiset(s)
{ }
method Test() { var r := Sort([3, 1, 2]); expect r == [1, 2, 3]; }
""",
}


@pytest.fixture(scope="module")
def verifier(require: Callable[[str], Path]) -> Verifier:
    return find_dafny(str(require("dafny")))


@pytest.fixture(scope="module")
def answers(verifier: Verifier) -> list[tuple[Triple, VerifierAnswer]]:
    """The triples of all programs, and what the verifier says of them. Programs of one dialect are one file: starting
    the verifier takes longer than all of them."""
    apart = [text.replace("method Test()", f"method Test{number}()") for number, text in enumerate(PROGRAMS.values())]
    jobs = [job_of("\n".join(apart[:-1])), job_of(apart[-1])]
    found = ask_all(jobs, verifier, LIMITS)
    return [each for job, said in zip(jobs, found, strict=True) for each in zip(job.triples, said.answers, strict=True)]


@pytest.mark.against_dafny
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_verifier_says_the_same(answers: list[tuple[Triple, VerifierAnswer]], name: str) -> None:
    methods = re.findall(r"method (\w+)", PROGRAMS[name])
    own = [each for each in answers if each[0].label.split("/")[1].split(".")[-1] in methods]
    expected = [{"holds": "verified", "refuted": "refuted"}.get(triple.verdict) for triple, _ in own]
    assert len(expected) >= 2
    assert [answer.status for _, answer in own] == expected, [answer.message for _, answer in own]


@pytest.mark.against_dafny
def test_an_undefined_clause_is_refuted(answers: list[tuple[Triple, VerifierAnswer]]) -> None:
    own = [(triple.partial, answer.status) for triple, answer in answers if "/First/" in triple.label]
    assert own[0] == (True, "refuted")


@pytest.mark.against_dafny
def test_a_false_axiom_makes_every_proof_vacuous(verifier: Verifier) -> None:
    job = job_of(
        """
function Liar(n: int): int
  ensures Liar(n) == n + 1 && Liar(n) == n + 2
method Add(n: int) returns (r: int)
  ensures r == n + 1 && Liar(n) > n
{ }
method Test() { var r := Add(1); assert r == 2; }
""",
        mutants=0,
    )
    triples = [evolve(triple, verdict="holds") for triple in job.triples]
    assert [answer.status for answer in ask(Job(triples, job.sources), verifier, LIMITS).answers] == ["vacuous"]


@pytest.mark.against_dafny
def test_a_wrong_value_of_ours_never_makes_a_proof(verifier: Verifier) -> None:
    """Our verdict only decides what is asked first: told the opposite, the verifier disagrees."""
    method = "method Next(n: int) returns (r: int) ensures r == n + 1 { }"
    job = job_of(f"{method}\nmethod Test() {{ var r := Next(1); assert r == 2; }}")
    lies = [evolve(one, verdict="refuted" if one.verdict == "holds" else "holds", blamed=()) for one in job.triples]
    answers = ask(Job(lies, job.sources), verifier, LIMITS).answers
    assert [answer.status for answer in answers] == ["verified", "refuted"]


@pytest.mark.slow
def test_it_can_be_the_engine(verifier: Verifier, tmp_path: Path) -> None:
    path = tmp_path / "sum.dfy"
    path.write_text(PROGRAMS["a comprehension and its size"], encoding="utf-8")
    (row,) = rows_of_file(path, engine="dafny", mutants=2, operators="paper", file_limit=600.0)
    (test,) = row["tests"]
    assert (row["correctness"], row["completeness"]) == ([1.0, 1.0], [1.0, 1.0])
    assert test["clauses"] == [{"verdict": "holds", "engine": "dafny", "reason": ""}]
    assert [mutant["engines"] for mutant in test["mutants"]] == [["dafny"], ["dafny"]]


@pytest.mark.against_dafny
def test_as_the_engine_it_is_asked_about_all_clauses_at_once_where_an_output_is_open(
    verifier: Verifier, tmp_path: Path
) -> None:
    """Of r == 8 each clause alone has an s with which it holds, and the two together have none."""
    path = tmp_path / "two.dfy"
    path.write_text(
        "method Two() returns (r: int, s: int) ensures s == 1 ensures r == s + 6 { r, s := 7, 1; }\n"
        "method Test() { var r, s := Two(); assert r == 7; }\n",
        encoding="utf-8",
    )
    (row,) = rows_of_file(path, engine="dafny", mutants=2, operators="paper", file_limit=600.0)
    (test,) = (each for each in row["tests"] if "s" not in each["output"])
    assert test["verdict"] == "holds"
    assert [mutant["verdict"] for mutant in test["mutants"]] == ["refuted", "refuted"]


@pytest.mark.against_dafny
def test_published_files_agree(verifier: Verifier, data_dir: Path) -> None:
    files = [data_dir / "mbpp_dfy" / "test" / f"task_id_{number}.dfy" for number in some((105, 113, 793), 3)]
    check = cross_check(map(Subject, files), Scoring(mutants=1))
    assert check.disagreements == ()
    assert all(file.definite for file in check.files)


@pytest.mark.against_dafny
def test_the_verifier_sees_the_violations_that_we_see(verifier: Verifier, tmp_path: Path) -> None:
    path = tmp_path / "preconditions.dfy"
    path.write_text(PRECONDITIONS, encoding="utf-8")
    program = DAFNY.read(path, DEFAULT_READING)
    (specification,) = program.specifications
    found = ViolationChecks(path, program, [violations(specification, program, (), engines_of("auto", None, 60.0))])
    check = cross_check_violations([found], program=verifier.executable, limits=LIMITS)
    assert not check.disagreements
    definite = [one for one in check.checked if one.answer.definite]
    assert len(definite) >= 15
