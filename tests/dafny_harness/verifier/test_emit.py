"""The text of harnesses."""

import pytest

from specassay.backends.dafny.process import Dialect2, Dialect4
from specassay.core.errors import Unsupported
from specassay.dafny_harness.verifier.emit import VerifierQuery, declarations, harness, methods

from .programs import job_of

SUM = """
function method SumTo(s: seq<int>, n: int): int
  requires 0 <= n <= |s|
{ if n == 0 then 0 else SumTo(s, n - 1) + s[n - 1] }

function Unused(n: int): int { n }

method Sum(s: seq<int>) returns (r: int)
  ensures r == SumTo(s, |s|)  // all of them
{ }

method Test() { var r := Sum([4, 5]); expect r == 9; }
"""
REVERSE = """
method Reverse(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == old(a[a.Length - 1 - i])
{ }

method Test() { var a := new int[] [1, 2]; Reverse(a); expect a[..] == [2, 1]; }
"""
TREE = """
module Trees {
  datatype Tree = Leaf | Node(left: Tree, value: int) {
    function Size(): int { if this.Leaf? then 0 else this.left.Size() + 1 }
  }
  method Measure(t: Tree) returns (r: int)
    ensures r == t.Size()
  { }
}
method Test() { var r := Trees.Measure(Trees.Node(Trees.Leaf, 3)); expect r == 1; }
"""


def test_the_source_is_used_as_it_is_written() -> None:
    job = job_of(SUM.replace("function method", "function"))
    text = declarations(job.triples, "source", Dialect2(), job.sources)
    assert text is not None
    assert text.startswith("function SumTo(s: seq<int>, n: int): int\n  requires 0 <= n <= |s|")
    assert "Unused" not in text
    right = methods("Triple0", VerifierQuery(job.triples[0], "holds", "source"))
    assert "r == SumTo(s, |s|)" in right.query


def test_values_of_calls_are_asserted_callees_first() -> None:
    job = job_of(SUM.replace("function method", "function"))
    lines = methods("Triple0", VerifierQuery(job.triples[0], "holds", "source")).query.splitlines()
    calls = [line for line in lines if line.startswith("assert (SumTo(")]
    assert calls == [
        "assert (SumTo([4, 5], 0)) == 0;",
        "assert (SumTo([4, 5], 1)) == 4;",
        "assert (SumTo([4, 5], 2)) == 9;",
    ]
    assert lines[-2].startswith(")")
    assert lines.index(calls[-1]) == len(lines) - 4


def test_the_vacuity_check_knows_what_was_proved_and_asserts_false() -> None:
    job = job_of(SUM.replace("function method", "function"))
    pair = methods("Triple0", VerifierQuery(job.triples[0], "holds", "source"))
    assert "assume" not in pair.query
    lines = pair.vacuity.splitlines()
    assert lines[0] == "method {:timeLimit 2} Triple0Vacuity()"
    assert lines[-2:] == ["assert false;", "}"]
    assert "assume {:axiom} (SumTo([4, 5], 2)) == 9;" in lines


def test_the_other_dialect_is_printed() -> None:
    """`function method` is not in the language of Dafny 4."""
    job = job_of(SUM)
    assert declarations(job.triples, "source", Dialect4(), job.sources) is not None
    text = declarations(job.triples, "printed", Dialect4(), job.sources)
    assert text is not None
    assert text.splitlines()[0] == "ghost function SumTo(s: seq<int>, n: int): int"


def test_both_states_of_an_array_are_there() -> None:
    job = job_of(REVERSE)
    text = methods("Triple0", VerifierQuery(job.triples[0], "holds", "source")).query
    assert text.startswith(
        "method Triple0(a: array<int>)\n"
        "  requires a.Length == 2 && a[0] == 1 && a[1] == 2\n"
        "  modifies a\n"
        "{\n"
        "a[0] := 2;\n"
        "a[1] := 1;\n"
    )
    assert "old(a[a.Length - 1 - i])" in text


def test_names_become_flat_where_the_source_does_not_stand_alone() -> None:
    job = job_of(TREE)
    assert declarations(job.triples, "source", Dialect2(), job.sources) is None
    text = declarations(job.triples, "printed", Dialect2(), job.sources)
    assert text is not None
    assert text.splitlines() == [
        "datatype Trees_Tree = Leaf | Node(left: Trees_Tree, value: int)",
        "function Trees_Tree_Size(this_: Trees_Tree): int",
        "{ if this_.Leaf? then 0 else Trees_Tree_Size(this_.left) + 1 }",
    ]
    query = methods("Triple0", VerifierQuery(job.triples[0], "holds", "printed")).query
    assert "var t: Trees_Tree := Node(Leaf, 3);" in query
    assert "assert ((r == Trees_Tree_Size(t)));" in query


def test_aliases_stay_aliases() -> None:
    job = job_of("""
method Same(a: array<int>, b: array<int>) returns (r: bool)
  ensures r == (a == b)
{ }
method Test() { var a := new int[] [1]; var r := Same(a, a); expect r; }
""")
    text = methods("Triple0", VerifierQuery(job.triples[0], "holds", "source")).query
    assert "var a := new int[] [1];\nvar b: array<int> := a;" in text


def test_what_is_not_lowered_cannot_be_asked() -> None:
    job = job_of("""
method Odd(n: int) returns (r: int)
  ensures r == n && fresh(n)
{ }
method Test() { var r := Odd(1); expect r == 1; }
""")
    with pytest.raises(Unsupported):
        methods("Triple0", VerifierQuery(job.triples[0], "holds", "source"))


def test_a_line_belongs_to_a_method() -> None:
    file = harness({"Triple0": "method Triple0()\n{\n}", "Triple1": "method Triple1()\n{\n}"}, "const a := 1\n")
    lines = file.text.splitlines()
    assert [file.method_at(number) for number, _ in enumerate(lines, 1)] == [
        None,
        None,
        *["Triple0"] * 3,
        *["Triple1"] * 3,
    ]
