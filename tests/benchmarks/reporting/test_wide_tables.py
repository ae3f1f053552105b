"""Tables that are wider than a terminal go on below."""

import pytest

from specassay.benchmarks.reporting.tables import plain_table, show

COLUMNS = ("language", "model", *(f"a rate that is named {number}" for number in range(12)))


def row(language: str, model: str, *, value: str = "100 % [20.7, 100.0]") -> tuple[str, ...]:
    return (language, model, *[value] * 12)


@pytest.mark.parametrize(
    ("rows", "repeated"),
    [
        ([row("Python", "m1"), row("Python", "m2")], ["language", "model"]),
        ([row("Python", "m1"), row("Verus", "m1")], ["language"]),
        # Nothing tells these apart.
        ([row("Python", "m1"), row("Python", "m1")], ["language"]),
        ([row("Python", "a" * 90), row("Python", "b" * 90)], ["language", "model"]),
        ([], ["language"]),
    ],
)
def test_each_part_says_which_row_is_which(
    rows: list[tuple[str, ...]], repeated: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    show([plain_table("Rates", COLUMNS, rows, numeric=set(COLUMNS[2:]))])
    heads = [line for line in capsys.readouterr().out.splitlines() if line.strip().startswith("language")]
    assert len(heads) > 1
    assert all(head.split()[: len(repeated)] == repeated for head in heads)
    assert sum("model" in head for head in heads) == (len(heads) if "model" in repeated else 1)
