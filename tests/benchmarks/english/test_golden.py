"""The golden file: contracts and the sentences that a person has read and found right."""

from pathlib import Path

import pytest

from specassay.benchmarks.english import Sentence, describe
from specassay.frontends.python import parse_contract

GOLDEN = Path(__file__).parents[2] / "data" / "python" / "english.golden"
MODULES = "import math, re\ndef f(x, y, z): pass"


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a block of statements over the parameters x, y and z."""
    return describe(parse_contract(text, name="f", parameters=["x", "y", "z"], context=MODULES))


def cases() -> list[tuple[str, list[str]]]:
    found = []
    blocks = GOLDEN.read_text(encoding="utf-8").split("\n\n")[1:]
    for block in blocks:
        lines = block.strip().split("\n")
        text = "\n".join(line for line in lines if not line.startswith("=> "))
        found.append((text, [line.removeprefix("=> ") for line in lines if line.startswith("=> ")]))
    return found


@pytest.mark.parametrize(("text", "expected"), cases())
def test_the_sentences_are_the_golden_ones(text: str, expected: list[str]) -> None:
    assert [("! " if one.quoted else "") + one.text for one in sentences(text)] == expected


def test_there_is_one_sentence_for_each_clause_in_order() -> None:
    found = sentences("assert x\nfor v in y:\n    assert v\nassert z")
    assert [one.clause for one in found] == [0, 1, 2]


def test_words_for_elements_follow_hints_and_clauses() -> None:
    hinted = parse_contract("assert len(s) > 0", name="f", parameters=["s"], hints=["str"])
    assert describe(hinted)[0].text == "`s` must have at least one character"
    assert sentences("assert len(x) == 1\nassert isinstance(x, dict)")[0].text == "`x` must have exactly 1 key"


def test_backticks_in_code_do_not_end_it() -> None:
    assert sentences("assert x == '`'")[0].text == "`x` must equal ``'`'``"


def test_what_is_too_long_or_too_deep_for_prose_is_quoted_in_full() -> None:
    long = " and ".join(f"x != {number}" for number in range(300))
    deep = "not (x > 0 or " * 70 + "y" + ")" * 70
    for text in (long, deep):
        (found,) = sentences(f"assert {text}")
        assert found.quoted
        assert text in found.text


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("(z :=\n    x) > 3", "(z := x) > 3"),
        ("(z := x) > \\\n  3", "(z := x) > 3"),
        ("(z := x) != 'two  spaces'", "(z := x) != 'two  spaces'"),
        ("(z :=  # why\n x)", "(z :=  # why\n x)"),
        ('(z := x) != """a\n  b"""', '(z := x) != """a\n  b"""'),
    ],
)
def test_a_quotation_differs_from_the_text_in_layout_only(text: str, quoted: str) -> None:
    (found,) = sentences(f"assert {text}")
    assert found.text == f"`{quoted}` must be true"


def test_a_call_that_has_to_return_is_not_said_to_be_true() -> None:
    context = "def positive(n):\n    if n < 0:\n        raise ValueError"
    (found,) = describe(parse_contract("assert [positive(x)]", name="f", parameters=["x"], context=context))
    assert found.text == (
        "`[positive(x)]` must raise no exception, "
        "where `positive(n)` means: if `n` is less than 0, ValueError is raised"
    )
