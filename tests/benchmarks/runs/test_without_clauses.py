"""Programs without some of their clauses."""

import ast
from pathlib import Path

import pytest

from specassay.benchmarks.datasets.tasks import ContractTask, SourcePlace
from specassay.benchmarks.runs.gathering import gather
from specassay.benchmarks.runs.without_clauses import message_of, without_clauses

GUARDED = """
def half(n, m):
    if n < 0:
        raise ValueError("negative")
    assert m > 0 and n % 2 == 0
    return n // 2
"""


def task_of(text: str, folder: Path) -> ContractTask:
    (folder / "halves.py").write_text(text)
    (task,) = gather([folder / "halves.py"], ContractTask).tasks
    return task


def body(text: str | None) -> list[str]:
    assert text is not None
    (function,) = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return [ast.unparse(each).splitlines()[0] for each in function.body]


@pytest.mark.parametrize(
    ("places", "left"),
    [
        ([(3, 8)], ["if False:", "assert m > 0 and n % 2 == 0", "return n // 2"]),
        ([(5, 12)], ["if n < 0:", "assert True", "return n // 2"]),
        ([(5, 22)], ["if n < 0:", "assert True", "return n // 2"]),  # an assertion is one statement
        ([(3, 5), (5, 5)], ["if False:", "assert True", "return n // 2"]),
    ],
)
def test_the_statement_that_states_a_clause_checks_nothing_any_more(
    places: list[tuple[int, int]], left: list[str], tmp_path: Path
) -> None:
    task = task_of(GUARDED, tmp_path)
    assert body(without_clauses(task, [SourcePlace(task.file, *place) for place in places])) == left


def test_an_expression_that_ends_in_what_never_returns_is_taken_out(tmp_path: Path) -> None:
    text = "import sys\ndef half(n, m):\n    None if n > 0 else sys.exit(1)\n    return n\n"
    task = task_of(text, tmp_path)
    assert body(without_clauses(task, [SourcePlace(task.file, 3, 13)])) == ["pass", "return n"]


def test_what_states_no_clause_cannot_be_taken_out(tmp_path: Path) -> None:
    task = task_of(GUARDED, tmp_path)
    assert without_clauses(task, [SourcePlace(task.file, 6, 5)]) is None
    assert without_clauses(task, [SourcePlace(task.file, None)]) is None


@pytest.mark.parametrize(
    ("raising", "part"),
    [
        ('raise ValueError("negative")', "negative"),
        ('raise ValueError(f"{n} is negative")', " is negative"),
        ('msg = f"n={n!r} is negative"\n        raise ValueError(msg)', " is negative"),
        ('raise ValueError("width %r (must be > 0)" % n)', " (must be > 0)"),
        ('raise ValueError("the width {0:>5} is {}".format(n, n))', "the width "),
        ('raise ValueError("negative: " + str(n))', "negative: "),
        ("raise ValueError(n)", ""),
        ('other = "negative"\n        raise ValueError(n)', ""),
    ],
)
def test_the_part_of_a_message_that_every_call_has_is_known(raising: str, part: str, tmp_path: Path) -> None:
    task = task_of(f"def half(n):\n    if n < 0:\n        {raising}\n    return n // 2\n", tmp_path)
    assert message_of(task, SourcePlace(task.file, 2, 8)) == part


MODELS = """
@attrs.define
class Span:
    start: float = attrs.field(converter=float, default=0)
    end: float = attrs.field(validator=ge(0))

    @end.validator
    def _after(self, attribute, value):
        raise ValueError

class Range(BaseModel):
    low: int = Field(ge=0, alias="l")

    @field_validator("low")
    @classmethod
    def even(cls, value):
        raise ValueError
"""


@pytest.mark.parametrize(
    ("line", "place", "kept", "gone"),
    [
        (3, (4, 5), "start: object = attrs.field(default=0)", "converter"),
        (3, (5, 5), "end: object = attrs.field()", "ge(0)"),
        (3, (8, 5), "\n    def _after(", "@end"),
        (11, (12, 5), "low: object = Field(None, alias='l')", "ge=0"),
        (11, (16, 5), "\n    @classmethod\n    def even(", "@field"),
    ],
)
def test_a_field_keeps_its_default_and_a_validator_is_a_method(
    line: int, place: tuple[int, int], kept: str, gone: str
) -> None:
    task = ContractTask(
        task_id="models",
        entry_point="",
        parameters=(),
        contract_text="",
        solution="",
        context=MODELS,
        file="models.py",
        line=line,
    )
    left = without_clauses(task, [SourcePlace("models.py", *place)])
    assert left is not None
    assert kept in left
    assert gone not in left
