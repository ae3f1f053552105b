"""The search for texts that crash a front end: it finds one, makes it small, and finds none in a fixed small slice."""

import resource
from random import Random

import pytest
from click.testing import CliRunner

from specassay.core.errors import DEFECT, InputError

from . import reading, search
from .__main__ import main
from .corpus import LANGUAGES, corpus
from .cutting import cut
from .edits import edited
from .minimise import minimise
from .reading import failure
from .search import Search, run


def crashes(text: str) -> None:
    if "needle" in text and "(" in text:
        raise KeyError(text)
    if "loop" in text:
        while True:
            pass
    if "refused" in text:
        raise InputError("no")
    if "kept" in text:
        reading.check([f"unsupported: function f: {DEFECT} (KeyError: 1) at t.dfy:1:1"])


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reading.READERS, "dafny", crashes)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("(needle)", "KeyError in ?"),
        ("loop", "hang in ?"),
        ("kept", f"{DEFECT} (KeyError: 1)"),
        ("refused", None),
        ("fine", None),
    ],
)
def test_a_crash_a_hang_and_an_error_that_was_contained_are_failures(reader: None, text: str, key: str | None) -> None:
    found = failure("dafny", text, 0.2)
    assert (None if found is None else found.key) == key


def test_a_failing_text_is_made_small(reader: None) -> None:
    found = failure("dafny", "some\nlines (and a needle)\n" * 20, 1.0)
    assert found is not None
    assert sorted(minimise("dafny", found, 1.0, 10.0).text) == sorted("needle(")


def test_the_same_seed_makes_the_same_texts() -> None:
    texts = corpus("dafny", None)
    assert edited(Random("1"), texts) == edited(Random("1"), texts)
    assert len({edited(Random(str(seed)), texts) for seed in range(50)}) > 45


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_slice_of_edited_files_is_read_without_a_crash(language: str) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    (outcome,) = run(Search(language, 7, None), 0, 60, 1)
    assert outcome.failures == ()
    # Tests that run later in this process would have no memory.
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_the_command_says_what_it_found_and_exits_with_1(reader: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "corpus", lambda *_: ["needle (x) needle"])
    result = CliRunner().invoke(main, ["--language", "dafny", "-n", "20", "-j", "1"])
    assert result.exit_code == 1
    assert "dafny-1: KeyError in ?" in result.output
    assert "texts 0 to 19 of seed 0: 1 crash or hang" in result.output


DAFNY = """
module M {
  predicate Even(n: int) { n % 2 == 0 }
  function Unused(): int { 1 }
  class C {
    var size: int
    predicate Valid() reads this { Even(size) }
    method Set(n: int) modifies this ensures Valid() { size := n; }
  }
  method Half(n: int) returns (h: int) requires Even(n) { h := n / 2; while h > n { } }
  method HalfTest() { var h := Half(4); assert h == 2; }
}
"""
PYTHON = """
import math

LEAST = 1

def unused(): pass

def root(n):
    assert n >= LEAST
    return math.sqrt(n)
"""


def test_a_declaration_is_cut_out_with_what_it_needs() -> None:
    cuts = cut("dafny", DAFNY)
    (tested,) = (part for part in cuts if "Half(4)" in part and "module" not in part)
    assert "predicate Even" in tested
    assert "requires Even(n) { }" in tested
    assert "Unused" not in tested
    assert any(part.startswith("class C {") and "Valid()" in part and "Unused" not in part for part in cuts)
    (root,) = (part for part in cut("python", PYTHON) if "def root" in part)
    assert "import math" in root
    assert "LEAST = 1" in root
    assert "unused" not in root


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_declarations_of_real_files_are_read_by_themselves(language: str) -> None:
    cuts = [part for text in corpus(language, None) for part in cut(language, text)]
    refused = 0
    for part in cuts:
        try:
            reading.READERS[language](part)
        except InputError:
            refused += 1
    assert refused * 10 < len(cuts)
