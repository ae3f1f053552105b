"""The part of the report about problems in both languages: a contract in Python beside a specification in Dafny."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from ..reporting.run_tables import clauses_of, of_python, relations_table
from ..reporting.tables import Cell, Column, Table, number
from ..schema import CarriedPart, ComparisonRow, ConditionsPart, ImplicationPart, ReferencePart, SeparatingPart
from . import candidates, specifications_part
from .blocks import ClauseLine, Clauses, Command, Grid, Mark, Page, PageBlock, Remarks, SideBySide
from .contracts_part import clip
from .entries import TaskPair, tone_of

T = TypeVar("T")

CONTRACTS = "Python"
"""The language of contracts, which a specification in another one is compared with."""
PAIRS = (
    Column("problem"),
    Column("Python task"),
    Column("specified method"),
    Column(
        "Python is",
        "tag",
        "The contract, compared with the specification; where outputs are not compared, of what "
        "they demand of inputs: the stronger accepts less.",
    ),
    Column("clauses decided", "number", "Clauses of both: implied by the other side, or separated by a value."),
    Column("reference satisfies", "number", "Tests of the Python task whose result the postcondition accepts."),
    Column(
        "its tests agree", "number", "Tests of the specification's file on which the Python reference returns the same."
    ),
    Column("contract", "tag"),
    Column("specification", "tag"),
    Column("completeness", "number"),
    Column("programs that pass", "number"),
)
SEPARATING = (
    Column("clause", "code"),
    Column("of"),
    Column("in Python", "code"),
    Column("in the specification", "code"),
    Column("Python says"),
    Column("the specification says"),
    Column("replayed by"),
)
_SAYS = {"accepted": "accepts it", "false": "refuses it", "undefined": "has no value there"}


def tables_of(pairs: Sequence[TaskPair]) -> tuple[Table, ...]:
    """Summary statistics of the comparisons, and a row for each pair."""
    rows = [pair.comparison for pair in pairs if pair.comparison is not None]
    statistics = (evolve(relations_table(rows), anchor="pairs-statistics"),) if rows else ()
    return *statistics, Table("pairs-all", "Problems in both languages", PAIRS, tuple(map(_row, pairs)))


def pages_of(pairs: Sequence[TaskPair]) -> tuple[Page, ...]:
    """A page for each pair that was compared."""
    return tuple(_page(pair, pair.comparison) for pair in pairs if pair.comparison is not None)


def status_of(pair: TaskPair) -> str:
    """What there is to know first."""
    row = pair.comparison
    if row is None:
        return "not asked"
    return "not compared" if row.reason else of_python(row, row.relation)


def _row(pair: TaskPair) -> tuple[Cell, ...]:
    entry, method, row = pair.contract, pair.method, pair.comparison
    python, specified = (None, None) if row is None else _in_order(row, [*zip(row.task_ids, _names(row), strict=True)])
    # Where only one side of a pair was run, its row of the comparison still names the other.
    task = entry.task_id if entry is not None else (python or ("",))[0]
    name = method.name if method is not None else (specified or ("", ""))[1]
    passed = [] if entry is None else [candidates.passes(grade) is True for grade in entry.grades]
    clauses = [] if row is None else [*clauses_of(row)]
    reference, carried = (None, None) if row is None else (row.reference, row.carried)
    status = status_of(pair)
    return (
        Cell(pair.name, target="" if row is None else pair.anchor),
        Cell(task, target="" if entry is None else entry.anchor),
        Cell(name, target="" if method is None else method.anchor),
        Cell(status, tone=tone_of(status)),
        _share(sum(clause.verdict != "unknown" for clause in clauses), len(clauses)),
        _share(0, 0) if reference is None else _share(reference.satisfied, reference.tests),
        _share(0, 0) if carried is None else _share(carried.same, carried.tests),
        Cell("") if entry is None else Cell(entry.status, tone=tone_of(entry.status)),
        Cell("") if method is None else Cell(method.verdict, tone=tone_of(method.verdict)),
        Cell("") if method is None else specifications_part.bounds_cell(method.row.completeness),
        _share(sum(passed), len(passed)),
    )


def _share(part: int, whole: int) -> Cell:
    return number(part / whole, f"{part} of {whole}") if whole else number(-1, "-")


def _in_order(row: ComparisonRow, sides: Sequence[T]) -> tuple[T, T]:
    """What is of Python, and what is of the specification."""
    first, second = sides
    return (first, second) if row.languages[0] == CONTRACTS else (second, first)


def _names(row: ComparisonRow) -> tuple[str, str]:
    return row.first.rpartition("::")[2], row.second.rpartition("::")[2]


def _page(pair: TaskPair, row: ComparisonRow) -> Page:
    python, specified = _in_order(row, _names(row))
    places = _in_order(row, (row.first, row.second))
    clauses = _in_order(row, (_lines(row, 0), _lines(row, 1)))
    sides = tuple(
        Clauses(f"{language}: {name}", tuple(lines), "" if lines else "It states nothing.")
        for language, name, lines in zip(_in_order(row, row.languages), (python, specified), clauses, strict=True)
    )
    blocks: list[PageBlock] = [] if row.reason else [SideBySide("Side by side", (sides[0], sides[1]))]
    blocks += [Grid(table) for table in _values(pair, row)]
    if tests := [*_tests(row)]:
        blocks.append(Remarks("Tests carried across", tuple(tests)))
    said = [(Mark("not compared", "open"), row.reason)] if row.reason else []
    said += [(Mark("types", "note"), note) for note in row.notes]
    if row.outputs is None and row.outputs_reason:
        said.append((Mark("outputs", "note"), f"not compared: {row.outputs_reason}"))
    if said:
        blocks.append(Remarks("How they were compared", tuple(said)))
    blocks.append(Command("Reproduce", f"specassay compare {' '.join(map(shlex.quote, (row.first, row.second)))}"))
    status = status_of(pair)
    refuted = row.reference is not None and row.reference.refuted
    possible = (of_python(row, each) for each in row.possible)
    left = "" if row.relation != "unknown" or row.reason else f"not excluded: {', '.join(possible)}"
    return Page(
        pair.anchor,
        f"{pair.name}: {python} and {specified}",
        status,
        "bad" if refuted else tone_of(status),
        places[1].rpartition("::")[0],
        left,
        tuple(blocks),
    )


def _lines(row: ComparisonRow, side: int) -> list[ClauseLine]:
    """The clauses of the first or of the second, each with what the other side makes of it."""
    language, other = row.languages[side], row.languages[1 - side]
    found = []
    for part, of_inputs in ((row.inputs, True), (row.outputs, False)):
        if part is not None:
            label = _keyword(language, of_inputs)
            found += [_line(label, each, other) for each in (part.first, part.second)[side]]
    mark = Mark("not compared", "note")
    return found + [ClauseLine(_keyword(language, False), text, (mark,)) for text in row.promises[side]]


def _keyword(language: str, of_inputs: bool) -> str:
    word = "require" if of_inputs else "ensure"
    return word if language == CONTRACTS else f"{word}s"


def _line(label: str, each: ImplicationPart, other: str) -> ClauseLine:
    match each.verdict:
        case "implied":
            by = "" if each.engine == "same clause" else f"proved by {each.engine}"
            by += f" from {'; '.join(each.core)}" if each.core and by else ""
            word = f"in {other}, too" if each.engine == "same clause" else f"{other} implies it"
            return ClauseLine(label, each.text, (Mark(word, "ok", clip(by)),))
        case "not implied":
            return ClauseLine(label, each.text, (Mark(f"{other} lacks it", "warn"),), "warn")
    reason = each.bounds or each.reason
    return ClauseLine(label, each.text, (Mark("not decided", "open", clip(reason)),), "open")


def _values(pair: TaskPair, row: ComparisonRow) -> Iterator[Table]:
    found: list[tuple[str, str, SeparatingPart]] = []
    for part in (row.inputs, row.outputs):
        if part is not None:
            found += [*_separating(part, row.languages)]
    if found:
        rows = tuple(_value(row, *each) for each in found)
        yield Table(f"{pair.anchor}-values", "What separates them", SEPARATING, rows)


def _separating(part: ConditionsPart, languages: Sequence[str]) -> Iterator[tuple[str, str, SeparatingPart]]:
    for language, clauses in zip(languages, (part.first, part.second), strict=True):
        for each in clauses:
            if each.separating is not None:
                yield each.text, language, each.separating
    if part.undefined is not None:
        yield part.undefined.clause, "undefined, and not false", part.undefined


def _value(row: ComparisonRow, clause: str, of: str, value: SeparatingPart) -> tuple[Cell, ...]:
    first = _shown(value.inputs, value.outputs)
    second = _shown(value.second_inputs or {}, value.second_outputs or {})
    python, specified = _in_order(row, (first, second))
    says = _in_order(row, (value.first, value.second))
    return (
        Cell(clip(clause)),
        Cell(of),
        Cell(clip(python)),
        Cell(clip(specified)),
        *(Cell(_SAYS.get(say, say)) for say in says),
        Cell(", ".join(value.replayed)),
    )


def _shown(inputs: Mapping[str, str], outputs: Mapping[str, str] = {}) -> str:
    shown = ", ".join(f"{name}={value}" for name, value in inputs.items())
    return f"{shown} → {', '.join(f'{name}={value}' for name, value in outputs.items())}" if outputs else shown


def _tests(row: ComparisonRow) -> Iterator[tuple[Mark, str]]:
    if row.reference is not None:
        yield from _of_reference(row.reference)
    if row.carried is not None:
        yield from _of_carried(row.carried)


def _of_reference(found: ReferencePart) -> Iterator[tuple[Mark, str]]:
    if not found.tests:
        yield Mark("no test", "open"), f"of Python: {found.reason or 'none converts'}"
        return
    mark = Mark("open", "open") if found.unknown else Mark("holds", "ok")
    if found.refuted:
        mark = Mark("reference refuted", "bad")
    said = f"the result of the Python reference satisfies the postcondition on {found.satisfied} of {found.tests} tests"
    if found.counterexample is not None:
        value = found.counterexample
        said += f"; refused: {clip(_shown(value.inputs, value.outputs))}"
    if found.unknown:
        said += f"; undecided on {found.unknown}"
    if found.left_out:
        said += f"; left out: {found.left_out} ({clip(found.reason)})"
    yield mark, said


def _of_carried(found: CarriedPart) -> Iterator[tuple[Mark, str]]:
    accepted = found.tests - found.refused
    said = f"the contract in Python accepts the input of {accepted} of {found.tests} tests of the specification"
    if found.refused_input is not None:
        said += f", and refuses {clip(_shown(found.refused_input))}"
    yield Mark("inputs refused" if found.refused else "holds", "warn" if found.refused else "ok"), said
    if accepted - found.unknown:
        said = f"the Python reference returns what they expect on {found.same} of {accepted - found.unknown}"
        if found.different_input is not None:
            came = f"it returns {clip(found.found)}, not {clip(found.expected)}"
            said += f"; on {clip(_shown(found.different_input))} {came}"
        yield Mark("another result" if found.different else "holds", "bad" if found.different else "ok"), said
    if found.left_out:
        yield Mark("left out", "note"), f"{found.left_out} tests of the specification ({clip(found.reason)})"
