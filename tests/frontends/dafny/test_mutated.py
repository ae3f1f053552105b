"""The text of a mutant: it reads back as the body that was run."""

import re
from random import Random
from typing import Any

import attrs
import pytest

from specassay.core.errors import Unsupported
from specassay.core.ir.contracts import Program
from specassay.core.ir.statements import Block
from specassay.core.ir.terms import Term, bare
from specassay.core.spec_testing.program_mutants.model import ProgramMutant
from specassay.core.spec_testing.program_mutants.registry import program_mutants
from specassay.frontends.dafny import parse_program
from specassay.frontends.dafny.mutated import WRITER
from specassay.frontends.parsing.mutated_text import mutated_lines, mutated_text

TEXT = """method Find(a: array<int>, key: int, s: seq<int>) returns (i: int, ok: bool)
  requires a.Length > 0
{
  i := 0; ok := true; // as long as nothing is found
  var n, b := |s| - 1, new int[3];
  while 0 <= i < a.Length && !(a[i] == key)
    invariant 0 <= i
  {
    i := 2 * (i + 1) - i;
    if i != 3 { ok := key in a[..]; } else if i == 4 { break; } else { return n, false; }
  }
  for k := 0 to 3 { b[k] := -k + Half(n, k); }
  if i >= a.Length { i := -1; ok := s[1..n] == s + [key, 2]; }
  n := Other(n, i);
}
method Other(x: int, y: int) returns (z: int) { z := x / y; }
method Another(x: int, y: int) returns (z: int) { z := x * y; }
function method Half(x: int, y: int): int { x - y }
"""


def all_mutants(text: str, method: str) -> tuple[Program, list[ProgramMutant]]:
    program = parse_program(text, "t.dfy")
    return program, list(program_mutants(program.routines[method], program, Random(1)))


def plain(part: Any) -> Any:
    """A body without places and labels, and without blocks that hide nothing."""
    if isinstance(part, Term):
        return bare(part)
    if isinstance(part, tuple):
        found: list[Any] = []
        for each in map(plain, part):
            found.extend(each["body"] if isinstance(each, dict) and each.get("block") else [each])
        return tuple(found)
    if attrs.has(type(part)) and type(part).__module__.endswith(("statements", "updates", "annotations")):
        fields = {each.name: plain(getattr(part, each.name)) for each in attrs.fields(type(part))}
        for name in ("span", "label", "labels"):
            fields.pop(name, None)
        return {"block": isinstance(part, Block) and not part.hides, "kind": type(part).__name__, **fields}
    return part


def shown(part: Any) -> str:
    """Names that nobody wrote are numbered as they come."""
    return re.sub(r"#\d+", "#", repr(plain(part)))


@pytest.mark.slow
def test_a_mutant_reads_back_as_what_is_run() -> None:
    program, mutants = all_mutants(TEXT, "Find")
    source = program.routines["Find"].source
    chosen = Random(2).sample(mutants, 60)
    for mutant in chosen:
        text = mutated_text(mutant.change, source, WRITER)
        assert text != source
        again = parse_program(text, "t.dfy").routines["Find"]
        # A conditional without statements is no statement, and a number may be folded with its sign.
        if "{  }" not in text and not re.search(r"-\d|\[\]|--", mutated_lines(mutant.change, source, WRITER)):
            assert shown(again.body) == shown(mutant.body()), mutated_lines(mutant.change, source, WRITER)


def test_the_mutants_of_a_small_body() -> None:
    """What is around a change stays as it was written."""
    text = "method M(s: seq<int>) returns (r: int)\n{\n  r := ( |s|+1 ) * 2;  // so\n}\n"
    program, mutants = all_mutants(text, "M")
    found = {mutated_lines(each.change, program.routines["M"].source, WRITER).splitlines()[-1] for each in mutants}
    assert "+ r := ( |s|+1 ) * 3;  // so" in found
    assert "+ r := ( |s| - 1 ) * 2;  // so" in found
    assert "+ r := |s|+1 + 2;  // so" in found


def test_statements_that_are_exchanged_are_both_shown() -> None:
    text = "method M(s: seq<int>) returns (r: int, q: int)\n{\n  r := 1;\n  if r > 0 { q := 2; }\n}\n"
    program, mutants = all_mutants(text, "M")
    found = [
        mutated_lines(each.change, program.routines["M"].source, WRITER) for each in mutants if each.operator == "SWS"
    ]
    assert found == ["- r := 1;\n- if r > 0 { q := 2; }\n+ if r > 0 { q := 2; }\n+ r := 1;"]


def test_every_mutant_is_another_one_and_can_be_written() -> None:
    program, mutants = all_mutants(TEXT, "Find")
    lines, refused = [], 0
    for mutant in mutants:
        try:
            lines.append(mutated_lines(mutant.change, program.routines["Find"].source, WRITER))
        except Unsupported:
            refused += 1
    assert len(mutants) > 200
    assert refused < len(mutants) // 20
    wanted = """ABS AOIS AOR BBR CIR COR EVR LBI LSR LVR MAP MCR MRR MVR ODL ROR RSR SAR SDL SLD SWS UOD UOI VER"""
    assert set(wanted.split()) <= {each.operator for each in mutants}
