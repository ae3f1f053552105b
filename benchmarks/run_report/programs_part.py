"""Programs one by one on the page of their task: source, what they refused and let through, which check says what which
clause says, and the command that shows it again."""

import shlex
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from ..reporting.findings import numbers
from ..reporting.paired_columns import short
from ..reporting.tables import Cell, Column, Table, Tone, clip
from ..schema import GradeRow, ResponsePart
from .blocks import Command, Grid, PageBlock, SourceBlock
from .contracts_part import result_of
from .entries import ContractEntry

MOST_PROGRAMS = 4
"""Programs of one task that are shown whole: first those that fail, then those that refuse least."""
MOST_INPUTS = 12
"""Contract-violating inputs of one program that are shown: first those that it lets through."""

RESPONSES = (
    Column("input", "code"),
    Column("violates", "text", "The clauses that the input violates, by position."),
    Column("outcome", "tag", "What the program did."),
    Column("refused", "tag", "Whether that counts as a refusal by a check."),
)
CHECKS = (
    Column("line", "number"),
    Column("check", "code"),
    Column("clause", "text", "The clause that it was compared with, by position."),
    Column("relation", "tag", "Of the check to the clause, proved or shown by an input."),
    Column("at work", "tag", "Whether drawn inputs that violate the clause were refused at the line of the check."),
)


def program_blocks(entry: ContractEntry) -> Iterator[PageBlock]:
    """What is shown of the programs for a task."""
    grades = sorted(entry.grades, key=lambda grade: (result_of(grade) == "pass", _share(grade), grade.number))
    for grade in grades[:MOST_PROGRAMS]:
        if grade.code is UNSET:
            continue
        name = f"{short(grade.samples_file)} {grade.number}"
        cut = ", cut at the limit of tokens" if grade.cut is True else ""
        yield SourceBlock(f"{name}: {result_of(grade)}{cut}", grade.code)
        if grade.responses:
            yield Grid(_responses(f"{entry.anchor}-{name}", grade))
        if (checks := _checks(f"{entry.anchor}-{name}", grade)) is not None:
            yield Grid(checks)
        yield Command(f"Reproduce {name}", _command(entry, grade))


def _share(grade: GradeRow) -> float:
    refused = sum(response.rejection == "rejected" for response in grade.responses)
    return refused / len(grade.responses) if grade.responses else 1.0


def _responses(anchor: str, grade: GradeRow) -> Table:
    ordered = sorted(grade.responses, key=lambda response: response.rejection == "rejected")
    remaining = len(ordered) - MOST_INPUTS
    notes = (f"{remaining:,} more; the rows have them.",) if remaining > 0 else ()
    rows = tuple(map(_response, ordered[:MOST_INPUTS]))
    return Table(_slug(f"{anchor}-inputs"), "What it did with inputs that violate the contract", RESPONSES, rows, notes)


def _response(response: ResponsePart) -> tuple[Cell, ...]:
    tones: dict[str, Tone] = {"rejected": "ok", "accepted": "bad"}
    words = {"rejected": "yes", "accepted": "no"}
    outcome = f"{response.outcome} {response.exception}" if response.exception else response.outcome
    return (
        Cell(clip(response.input, 120)),
        Cell(numbers(response.violates)),
        Cell(outcome),
        Cell(words.get(response.rejection, "unknown"), tone=tones.get(response.rejection, "open")),
    )


def _checks(anchor: str, grade: GradeRow) -> Table | None:
    if grade.guards is UNSET or grade.relations is UNSET:
        return None
    rows = []
    for number, guard in enumerate(grade.guards):
        relations = [relation for relation in grade.relations if relation["guard"] == number]
        nearest = next((relation for relation in relations if relation["equivalent"]), None)
        rows.append(_check(guard, nearest))
    title = "Checks, and the clauses that they say"
    if not rows:
        return Table(_slug(f"{anchor}-checks"), title, CHECKS, (), ("No check was found in it.",))
    return Table(_slug(f"{anchor}-checks"), title, CHECKS, tuple(rows))


def _check(guard: dict[str, Any], relation: dict[str, Any] | None) -> tuple[Cell, ...]:
    seen = {True: "yes", False: "no", None: "not seen"}
    if relation is None:
        matched = (Cell(""), Cell("none is equivalent", tone="warn"), Cell(""))
    else:
        at_work = seen[relation.get("seen")]
        matched = (
            Cell(str(relation["clause"])),
            Cell(str(relation["relation"])),
            Cell(at_work, tone="ok" if at_work == "yes" else "warn"),
        )
    return Cell(str(guard["line"]), guard["line"]), Cell(clip(str(guard["text"]), 120)), *matched


def _command(entry: ContractEntry, grade: GradeRow) -> str:
    files = f"--dataset {shlex.quote(entry.source)} --samples {shlex.quote(grade.samples_file)}"
    return f"specassay grade {files} --task {shlex.quote(entry.task_id)}"


def _slug(text: str) -> str:
    return "".join(character if character.isalnum() else "-" for character in text)
