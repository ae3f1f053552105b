"""Memory has an end: what meets it is unknown, and what comes afterwards has all there is."""

import resource
import subprocess
import sys

import pytest

from specassay.core.deciding.engines import counted_engines
from specassay.core.evaluate.typed import evaluate
from specassay.core.ir.sorts import BOOL
from specassay.core.ir.terms import TRUE, make
from specassay.core.memory import OUT_OF_MEMORY, bounded_memory, freed
from specassay.core.spec_testing import score as scores
from specassay.core.spec_testing.examples import Examples
from specassay.core.spec_testing.operators import operator_set
from specassay.core.spec_testing.triples import Options
from specassay.frontends.dafny import DAFNY, parse_program

MEBIBYTE = 1 << 20


def test_more_than_there_is_raises_and_leaves_no_limit() -> None:
    before = resource.getrlimit(resource.RLIMIT_DATA)
    with bounded_memory(64 * MEBIBYTE):
        assert len(bytearray(16 * MEBIBYTE)) == 16 * MEBIBYTE
        with pytest.raises(MemoryError):
            bytearray(256 * MEBIBYTE)
    assert resource.getrlimit(resource.RLIMIT_DATA) == before
    assert len(bytearray(256 * MEBIBYTE)) == 256 * MEBIBYTE


def test_another_process_is_freed_of_it() -> None:
    text = "import resource; input(); print(resource.getrlimit(resource.RLIMIT_DATA)[0])"
    with bounded_memory(512 * MEBIBYTE):
        child = subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        freed(child.pid)
        said, _ = child.communicate("\n")
    assert int(said) == resource.getrlimit(resource.RLIMIT_DATA)[1]


def test_an_evaluation_without_memory_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_left(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("specassay.core.evaluate.typed.direct_alone", nothing_left)
    assert evaluate(make("not", (TRUE,), BOOL), {}).reason == OUT_OF_MEMORY


def test_a_method_without_memory_costs_its_own_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    program = parse_program("method A() returns (r: int) ensures r == 1\nmethod B() returns (r: int) ensures r == 2\n")

    def none_for_a(specification: object, *arguments: object) -> object:
        if specification is program.specifications[0]:
            raise MemoryError
        return scores._unjudged(program.specifications[1], (), "scored")

    monkeypatch.setattr(scores, "score_method", none_for_a)
    options = Options(counted_engines(5.0), operator_set("both"), DAFNY, 0)
    first, second = scores.score_program(program, Examples(()), options)
    assert (first.assessed.verdict, first.reason) == ("unknown", f"{OUT_OF_MEMORY} before it was judged")
    assert second.reason == "scored"
