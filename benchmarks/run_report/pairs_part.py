"""The part of the report about problems in both languages: a contract in Python beside a specification in Dafny."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from ..reporting.fields import PAGE, Field, rate, recorded, table_of
from ..reporting.program_rates import passes
from ..reporting.run_tables import clauses_of, of_python, relations_table
from ..reporting.tables import Cell, Table, clip
from ..schema import CarriedPart, ComparisonRow, ConditionsPart, ImplicationPart, ReferencePart, SeparatingPart
from .blocks import ClauseLine, Clauses, Command, Grid, Mark, Page, PageBlock, Remarks, SideBySide
from .contracts_part import verdict_cell
from .entries import TaskPair, tone_of

T = TypeVar("T")

CONTRACTS = "Python"
"""The language of contracts, which a specification in another one is compared with."""
_SAYS = {"accepted": "accepts it", "false": "refuses it", "undefined": "has no value there"}


def tables_of(pairs: Sequence[TaskPair]) -> tuple[Table, ...]:
    """Summary statistics of the comparisons, and a row for each pair."""
    rows = [pair.comparison for pair in pairs if pair.comparison is not None]
    statistics = (evolve(relations_table(rows), anchor="pairs-statistics"),) if rows else ()
    return *statistics, table_of("Problems in both languages", PAIRS, pairs, "report", anchor="pairs-all")


def pages_of(pairs: Sequence[TaskPair]) -> tuple[Page, ...]:
    """A page for each pair that was compared."""
    return tuple(_page(pair, pair.comparison) for pair in pairs if pair.comparison is not None)


def status_of(pair: TaskPair) -> str:
    """What there is to know first."""
    row = pair.comparison
    if row is None:
        return "not asked"
    return "not compared" if row.reason else of_python(row, row.relation)


def _of_languages(pair: TaskPair) -> tuple[tuple[str, str], tuple[str, str]] | tuple[None, None]:
    """The ids and names of the contract and of the specification, as the comparison has them."""
    row = pair.comparison
    return (None, None) if row is None else _in_order(row, [*zip(row.task_ids, _names(row), strict=True)])


def _task(pair: TaskPair) -> Cell:
    # Where only one side of a pair was run, its row of the comparison still names the other.
    contract = pair.contract
    return (
        Cell((_of_languages(pair)[0] or ("",))[0])
        if contract is None
        else Cell(contract.task_id, target=contract.anchor)
    )


def _method(pair: TaskPair) -> Cell:
    method = pair.method
    return Cell((_of_languages(pair)[1] or ("", ""))[1]) if method is None else Cell(method.name, target=method.anchor)


def _passing(pair: TaskPair) -> tuple[int, int]:
    passed = [] if pair.contract is None else [passes(grade) is True for grade in pair.contract.grades]
    return sum(passed), len(passed)


def _decided(pair: TaskPair) -> tuple[int, int]:
    clauses = [] if pair.comparison is None else [*clauses_of(pair.comparison)]
    return sum(clause.verdict != "unknown" for clause in clauses), len(clauses)


def _reference(pair: TaskPair) -> tuple[int | None, int | None]:
    reference = None if pair.comparison is None else pair.comparison.reference
    return (None, None) if reference is None else (reference.satisfied, reference.tests)


def _carried(pair: TaskPair) -> tuple[int | None, int | None]:
    carried = None if pair.comparison is None else pair.comparison.carried
    return (None, None) if carried is None else (carried.same, carried.tests)


PYTHON_IS = (
    "The contract, compared with the specification; where outputs are not compared, of what "
    "they demand of inputs: the stronger accepts less."
)
SATISFIES = "Tests of the Python task whose result the postcondition accepts."
AGREE = "Tests of the specification's file on which the Python reference returns the same."
DECIDED = "Clauses of both: implied by the other side, or separated by a value."
PAIRS: tuple[Field[TaskPair], ...] = (
    Field("problem", lambda pair: Cell(pair.name, target="" if pair.comparison is None else pair.anchor)),
    recorded("problem", lambda pair: pair.name),
    Field("Python task", _task),
    recorded("task_id", lambda pair: pair.contract and pair.contract.task_id),
    Field("specified method", _method),
    recorded("contract", lambda pair: pair.contract and pair.contract.status),
    recorded("method", lambda pair: pair.method and pair.method.name),
    recorded("first", lambda pair: pair.comparison and pair.comparison.first),
    recorded("second", lambda pair: pair.comparison and pair.comparison.second),
    Field("Python is", lambda pair: verdict_cell(status_of(pair)), "tag", PYTHON_IS),
    recorded("relation", lambda pair: pair.comparison and pair.comparison.relation),
    Field("clauses decided", _decided, "share", DECIDED),
    recorded("clauses_compared", lambda pair: _decided(pair)[1]),
    recorded("clauses_decided", lambda pair: _decided(pair)[0]),
    Field("reference satisfies", _reference, "share", SATISFIES),
    recorded("reference_tests", lambda pair: _reference(pair)[1]),
    recorded("reference_satisfies", lambda pair: _reference(pair)[0]),
    Field("its tests agree", _carried, "share", AGREE),
    recorded("carried_tests", lambda pair: _carried(pair)[1]),
    recorded("carried_tests_agree", lambda pair: _carried(pair)[0]),
    Field("contract", lambda pair: pair.contract and verdict_cell(pair.contract.status), "tag"),
    recorded("clauses", lambda pair: pair.contract and pair.contract.report.clauses),
    recorded("tested", lambda pair: pair.contract and len(pair.contract.tested)),
    Field("specification", lambda pair: pair.method and verdict_cell(pair.method.verdict), "tag"),
    recorded("specification", lambda pair: pair.method and pair.method.verdict),
    rate("completeness", lambda pair: pair.method.row.completeness if pair.method else ""),
    Field("programs that pass", _passing, "share"),
    recorded("programs", lambda pair: _passing(pair)[1]),
    recorded("programs_that_pass", lambda pair: _passing(pair)[0]),
)


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
    # What was not compared has no clauses that are paired.
    blocks: list[PageBlock] = [] if row.reason else [SideBySide("Side by side", (sides[0], sides[1]))]
    blocks += [Grid(table) for table in _values(pair, row)]
    if tests := [*_tests(row)]:
        blocks.append(Remarks("Tests carried across", tuple(tests)))
    remarks = [(Mark("not compared", "open"), row.reason)] if row.reason else []
    remarks += [(Mark("types", "note"), note) for note in row.notes]
    if row.outputs is None and row.outputs_reason:
        remarks.append((Mark("outputs", "note"), f"not compared: {row.outputs_reason}"))
    if remarks:
        blocks.append(Remarks("How they were compared", tuple(remarks)))
    blocks.append(Command("Reproduce", f"specassay compare {' '.join(map(shlex.quote, (row.first, row.second)))}"))
    status = status_of(pair)
    refuted = row.reference is not None and row.reference.refuted
    possible = (of_python(row, relation) for relation in row.possible)
    possible_relations = "" if row.relation != "unknown" or row.reason else f"not excluded: {', '.join(possible)}"
    return Page(
        pair.anchor,
        f"{pair.name}: {python} and {specified}",
        status,
        "bad" if refuted else tone_of(status),
        places[1].rpartition("::")[0],
        possible_relations,
        tuple(blocks),
    )


def _lines(row: ComparisonRow, side: int) -> list[ClauseLine]:
    """The clauses of the first or of the second, each with what the other side makes of it."""
    language, other_language = row.languages[side], row.languages[1 - side]
    lines = []
    for conditions, of_inputs in ((row.inputs, True), (row.outputs, False)):
        if conditions is not None:
            label = _keyword(language, of_inputs)
            lines += [_line(label, clause, other_language) for clause in (conditions.first, conditions.second)[side]]
    mark = Mark("not compared", "note")
    return lines + [ClauseLine(_keyword(language, False), text, (mark,)) for text in row.promises[side]]


def _keyword(language: str, of_inputs: bool) -> str:
    word = "require" if of_inputs else "ensure"
    return word if language == CONTRACTS else f"{word}s"


def _line(label: str, clause: ImplicationPart, other_language: str) -> ClauseLine:
    match clause.verdict:
        case "implied":
            by = "" if clause.engine == "same clause" else f"proved by {clause.engine}"
            by += f" from {'; '.join(clause.core)}" if clause.core and by else ""
            word = f"in {other_language}, too" if clause.engine == "same clause" else f"{other_language} implies it"
            return ClauseLine(label, clause.text, (Mark(word, "ok", clip(by)),))
        case "not implied":
            return ClauseLine(label, clause.text, (Mark(f"{other_language} lacks it", "warn"),), "warn")
    reason = clause.bounds or clause.reason
    return ClauseLine(label, clause.text, (Mark("not decided", "open", clip(reason)),), "open")


def _values(pair: TaskPair, row: ComparisonRow) -> Iterator[Table]:
    separating: list[tuple[str, str, SeparatingPart]] = []
    for conditions in (row.inputs, row.outputs):
        if conditions is not None:
            separating += [*_separating(conditions, row.languages)]
    if separating:
        values = [(row, *value) for value in separating]
        yield table_of("What separates them", SEPARATING, values, "page", anchor=f"{pair.anchor}-values")


def _separating(conditions: ConditionsPart, languages: Sequence[str]) -> Iterator[tuple[str, str, SeparatingPart]]:
    for language, clauses in zip(languages, (conditions.first, conditions.second), strict=True):
        for clause in clauses:
            if clause.separating is not None:
                yield clause.text, language, clause.separating
    if conditions.undefined is not None:
        yield conditions.undefined.clause, "undefined, and not false", conditions.undefined


def _shown(inputs: Mapping[str, str], outputs: Mapping[str, str] = {}) -> str:
    call = ", ".join(f"{name}={value}" for name, value in inputs.items())
    return f"{call} → {', '.join(f'{name}={value}' for name, value in outputs.items())}" if outputs else call


Separating = tuple[ComparisonRow, str, str, SeparatingPart]
"""A comparison, the clause that a value separates, whose it is, and the value."""


def _sides(separating: Separating) -> tuple[str, str]:
    """The value in Python, and in the specification."""
    row, _, _, value = separating
    first = _shown(value.inputs, value.outputs)
    return _in_order(row, (first, _shown(value.second_inputs or {}, value.second_outputs or {})))


def _answers(separating: Separating) -> tuple[str, str]:
    """What Python and the specification say of the value."""
    row, _, _, value = separating
    return _in_order(row, [_SAYS.get(answer, answer) for answer in (value.first, value.second)])


SEPARATING: tuple[Field[Separating], ...] = (
    Field("clause", lambda separating: clip(separating[1]), "code", "", PAGE),
    Field("of", lambda separating: separating[2], places=PAGE),
    Field("in Python", lambda separating: clip(_sides(separating)[0]), "code", "", PAGE),
    Field("in the specification", lambda separating: clip(_sides(separating)[1]), "code", "", PAGE),
    Field("Python says", lambda separating: _answers(separating)[0], places=PAGE),
    Field("the specification says", lambda separating: _answers(separating)[1], places=PAGE),
    Field("replayed by", lambda separating: ", ".join(separating[3].replayed), places=PAGE),
)


def _tests(row: ComparisonRow) -> Iterator[tuple[Mark, str]]:
    if row.reference is not None:
        yield from _of_reference(row.reference)
    if row.carried is not None:
        yield from _of_carried(row.carried)


def _of_reference(reference: ReferencePart) -> Iterator[tuple[Mark, str]]:
    if not reference.tests:
        yield Mark("no test", "open"), f"of Python: {reference.reason or 'none converts'}"
        return
    # One output that is refused settles it, whatever else is open.
    mark = Mark("open", "open") if reference.unknown else Mark("holds", "ok")
    if reference.refuted:
        mark = Mark("reference refuted", "bad")
    satisfied = f"{reference.satisfied} of {reference.tests} tests"
    sentence = f"the result of the Python reference satisfies the postcondition on {satisfied}"
    if reference.counterexample is not None:
        value = reference.counterexample
        sentence += f"; refused: {clip(_shown(value.inputs, value.outputs))}"
    if reference.unknown:
        sentence += f"; undecided on {reference.unknown}"
    if reference.left_out:
        sentence += f"; left out: {reference.left_out} ({clip(reference.reason)})"
    yield mark, sentence


def _of_carried(carried: CarriedPart) -> Iterator[tuple[Mark, str]]:
    accepted = carried.tests - carried.refused
    sentence = f"the contract in Python accepts the input of {accepted} of {carried.tests} tests of the specification"
    if carried.refused_input is not None:
        sentence += f", and refuses {clip(_shown(carried.refused_input))}"
    yield Mark("inputs refused" if carried.refused else "holds", "warn" if carried.refused else "ok"), sentence
    if accepted - carried.unknown:
        sentence = f"the Python reference returns what they expect on {carried.same} of {accepted - carried.unknown}"
        if carried.different_input is not None:
            came = f"it returns {clip(carried.found)}, not {clip(carried.expected)}"
            sentence += f"; on {clip(_shown(carried.different_input))} {came}"
        yield Mark("another result" if carried.different else "holds", "bad" if carried.different else "ok"), sentence
    if carried.left_out:
        yield Mark("left out", "note"), f"{carried.left_out} tests of the specification ({clip(carried.reason)})"
