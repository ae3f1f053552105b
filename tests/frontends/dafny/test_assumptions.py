"""What a text asks the verifier to take for granted."""

import pytest

from specassay.core.errors import InputError
from specassay.frontends.dafny import assumptions, parse_program


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("method M() { assume false; }", ["assume"]),
        ("method M() { assume {:axiom} false; }", ["assume"]),
        ("method M()\n  free ensures x > 0\n  ensures free", ["free ensures"]),
        ("method M()\n  ensures (assume x > 0; true)", ["assume"]),
        ("lemma {:axiom} L() ensures false", ["{:axiom}"]),
        ("@Axiom lemma L()\n@Verify(false) lemma K() { }", ["@Axiom", "@Verify"]),
        (
            'method {:verify  false} M()\nmethod {:extern "x"} N()\nmethod {:only} O()',
            ["{:verify  false}", "{:extern}", "{:only}"],
        ),
        ('// assume\n/* {:axiom} /* assume */ */ method M() ensures "assume" == assumed', []),
        ("method {:verify true} Axiom() { var assume_ := 1; }", []),
    ],
)
def test_assumptions_are_named(text: str, found: list[str]) -> None:
    assert [each.partition(" at ")[0] for each in assumptions(text)] == found


def test_each_has_its_place() -> None:
    (one,) = assumptions("method M()\n{\n  assume x;\n}", "m.dfy")
    assert one.startswith("assume at m.dfy:3:3")
    with pytest.raises(InputError):
        assumptions('"no end')


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("{ assume false; }", False),
        ("{ // left out\n assume {:axiom} (false); r := 0; }", False),
        ("{ r := n; assume {:axiom} false; }", False),
        ("{ // assume false;\n r := n; }", True),
        ("{ /* /* */ assume false; */ r := n; }", True),
        ("{ assume /* ; */ {:axiom} false; }", False),
        pytest.param(
            '{ print "' + "/*" * 100_000 + '"; assume n > 0; r := n; }', True, id="marks of comments in a text"
        ),
        ("{ if n > 0 { assume false; } r := n; }", True),
        ("{ return n; assume false; }", True),
        ("{ assume false || n > 0; r := n; }", True),
        ('{ var s := "assume false;"; r := n; }', True),
        ("{ var s :- Try(n); assume false; }", True),
        ("{ § assume false; }", True),
    ],
)
def test_a_body_whose_executions_all_assume_false_is_none(body: str, written: bool) -> None:
    program = parse_program(f"method M(n: int) returns (r: int) ensures r == n\n{body}")
    assert ("M" in program.routines) == written
