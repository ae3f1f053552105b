"""Specifications that determine their outputs, that leave a choice, that are weak, wrong or vacuous: does the verdict
say so? The files in `tests/data/verdicts` have one method after each line `//= VERDICT`, and what all of them need
before the first."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rows import rows_of_file
from tests.samples import some

FILES = sorted((Path(__file__).parent.parent / "data" / "verdicts").glob("*.dfy"))
EVERY_DAY = 80


def cases() -> Iterator[tuple[str, str, str]]:
    """The file, the verdict and the text of each method, with the functions and types around it."""
    for file in FILES:
        common, *listed = re.split(r"^//= (.*)\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for verdict, text in zip(listed[::2], listed[1::2], strict=True):
            yield file.stem, verdict, common + text


CASES = list(cases())


def name_of(text: str) -> str:
    """The subject is the last method, lemma or function with a postcondition."""
    return str(re.findall(r"^(?:method|lemma|function method) ([\w']+)", text, flags=re.MULTILINE)[-1])


@pytest.mark.parametrize(
    ("file", "verdict", "text"),
    [pytest.param(*case, id=f"{case[0]}-{name_of(case[2])}") for case in some(CASES, EVERY_DAY)],
)
def test_the_verdict_says_what_a_specification_promises(file: str, verdict: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / f"{file}.dfy"
    path.write_text(text, encoding="utf-8")
    found = {row["method"]: row["assessment"] for row in rows_of_file(path, made=None, mutants=5, mutate="both")}
    assert found[name_of(text)]["verdict"] == verdict, found
