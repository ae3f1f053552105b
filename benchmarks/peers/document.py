"""docs/results.md: published tables, which are text of the template, beside ours, made of rows that commands wrote."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import jinja2

from ...core.errors import InputError
from ...core.iteration import grouped
from ...core.metrics import proportion
from ..datasets.text_lines import read_lines
from ..reporting.run_tables import percent, rate, units
from ..reporting.tables import NOTHING
from ..reporting.translation_tables import translation_tables
from ..run_report.entries import contents_of
from ..run_report.reading import Rows, read_rows
from ..run_report.summary import RunRates
from ..run_report.summary import rates_of as rates_of_run
from ..schema import LabelsRow, SpecRow, SuiteScoresRow, TranslationRow, WeaveRow, row_of
from .suites import rates_of

TEMPLATES = Path(__file__).parent / "templates"


def document(sources: Sequence[Path]) -> str:
    """The document from files of rows (of `cvt`, `grade`, `spec`, `audit`, `weave`, `score-cvts`) and run folders.
    Raises InputError for what holds no rows."""
    ours, others = _parted(sources)
    rows = read_rows(others) if others else Rows()
    rates = rates_of_run(contents_of(rows)) if others else None
    parts = {
        "programs": _programs(rates),
        "tests": _tests(rates),
        "suites": _suites(ours),
        "specifications": _specifications(rows, rates),
        "labels": _labels(ours),
        "verdicts": _verdicts(rows),
        "translations": _translations(rows),
        "candidates": _by_models(rates),
        "woven": _woven(ours),
    }
    # What others published, and what is said of either, is the template's text.
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), undefined=jinja2.StrictUndefined)
    template = environment.get_template("results.md.j2")
    text = template.render({name: "".join(f"{part}\n" for part in texts) for name, texts in parts.items()})
    return f"{text.rstrip()}\n"


Own = list[SuiteScoresRow | WeaveRow | LabelsRow]


def _parted(sources: Sequence[Path]) -> tuple[Own, list[Path]]:
    """The rows of ours, and the files with others. Raises InputError."""
    ours: Own = []
    others = []
    for source in sources:
        if source.is_dir():
            others.append(source)
            continue
        rows = [_row(line, source) for _, line in read_lines(source)]
        ours += [row for row in rows if row is not None]
        if any(row is None for row in rows):
            others.append(source)
    return ours, others


def _row(line: str | InputError, source: Path) -> SuiteScoresRow | WeaveRow | LabelsRow | None:
    if isinstance(line, InputError):
        raise line
    try:
        value = json.loads(line)
    except ValueError as error:
        raise InputError(f"no rows: {error}", file=str(source)) from None
    return row_of(SuiteScoresRow, value) or row_of(WeaveRow, value) or row_of(LabelsRow, value)


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    listed = list(rows)
    if listed:
        yield "\n".join(f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *listed)) + "\n"


def _programs(rates: RunRates | None) -> Iterator[str]:
    if rates is None or not rates.programs:
        return
    yield "Ours, of EvalPlus's samples:\n"
    yield from _table(
        ("samples", "programs", "pass@1", "CSR", "CSR of correct ones", "AVC", "AAR", "AAP"),
        (
            (
                program.programs.model,
                str(len(program.programs.grades)),
                rate(program.passes[1]),
                *(
                    f"{rate(score)}, n {units(score)}" if score.n else NOTHING
                    for score in (program.csr, program.csr_correct, program.avc, program.aar, program.aap)
                ),
            )
            for program in rates.programs
        ),
    )


def _tests(rates: RunRates | None) -> Iterator[str]:
    if rates is None:
        return
    rows = []
    for name, contract in rates.contracts.items():
        if contract.clauses:
            scores = [f"{rate(score)}, n {units(score)}" for score in (contract.coverage, contract.specificity)]
            decided = (contract.violating, contract.infeasible, contract.bounded, contract.unknown)
            rows.append((name, str(contract.tasks), *scores, *map(str, decided)))
    if rows:
        yield "Ours (`specassay cvt`); sets of clauses with a test, proved to have none, none within bounds, unknown:\n"
    yield from _table(("data set", "tasks", "AVC", "TS", "test", "proof", "bounds", "unknown"), rows)


def _suites(ours: Own) -> Iterator[str]:
    found = [row for row in ours if isinstance(row, SuiteScoresRow)]
    if found:
        yield "Released suites, as they are:\n"
        names = [name for name, _ in rates_of(found[0])]
        rows = (
            (Path(row.suite).name, row.model, str(row.tests), *(f"{rate(one)}, n {one.n}" for _, one in rates_of(row)))
            for row in found
        )
        yield from _table(("suite", "model", "tests", *names), rows)


def _specifications(rows: Rows, rates: RunRates | None) -> Iterator[str]:
    """The scores by tests of the files. What the tests of problems judge, and folders of one file, are below."""
    own = Counter(row.file.rpartition("/")[0] for row in rows.of(SpecRow) if row.method and row.problem is None)
    listed_rates = {} if rates is None else rates.specifications
    found = {"/".join(name.split("/")[-2:]): each for name, each in listed_rates.items() if own[name] > 1}
    names = ("correctness", "completeness", "functional")
    scores = {name: (each.correctness, each.completeness, each.functional) for name, each in found.items()}
    lines = [(name, *(f"{rate(one)}, n {units(one)}" for one in listed)) for name, listed in scores.items()]
    if lines:
        yield "Ours, means over methods (`specassay spec`):\n"
    yield from _table(("data set", *names), lines)


def _verdicts(rows: Rows) -> Iterator[str]:
    """The verdicts on the specifications of each set."""
    listed = [row for row in rows.of(SpecRow) if row.method]
    sets = _sets(listed)
    by_set = grouped((sets[row.file], row) for row in listed)
    kinds = (("wrong",), ("weak",), ("vacuous",), ("strong", "strong up to choice"))
    lines = []
    for name, rows_of_set in by_set.items():
        # Of files that tests of a problem judge, helpers are not what the problem asks for.
        found = [row for row in rows_of_set if row.problem is not None] or rows_of_set
        verdicts = Counter(NOTHING if row.assessment is None else row.assessment.verdict for row in found)
        unknown = verdicts["unknown"] + verdicts[NOTHING]
        shares = [rate(proportion(sum(verdicts[word] for word in words), unknown, len(found))) for words in kinds]
        tests = "of their problems" if found[0].problem is not None else "of the files"
        lines.append((name, tests, f"{len(found):,}", *shares, f"{unknown:,}"))
    names = ("refuses a right output", "accepts a wrong one", "says nothing", "strong", "unknown")
    if lines:
        yield "Ours (`specassay spec`):\n"
    yield from _table(("specifications", "tests", "n", *names), lines)


def _sets(rows: Sequence[SpecRow]) -> dict[str, str]:
    """File → the set that it is of: its folder, with the one that this is in. Of a folder for each task, of which there
    are many in one folder, it is that one."""
    files = grouped((Path(file).parent, file) for file in {row.file for row in rows})
    alone = Counter(folder.parent for folder, inside in files.items() if len(inside) == 1)
    return {
        file: "/".join((folder.parent if len(inside) == 1 and alone[folder.parent] > 1 else folder).parts[-2:]) or "all"
        for folder, inside in files.items()
        for file in inside
    }


def _translations(rows: Rows) -> Iterator[str]:
    for table in translation_tables(rows.of(TranslationRow)):
        names = [column.name for column in table.columns]
        yield from _table(names, ([cell.text for cell in line] for line in table.rows))
        yield "\n".join(table.notes) + "\n"


def _by_models(rates: RunRates | None) -> Iterator[str]:
    found = () if rates is None else rates.candidates.rates
    if found:
        yield "Ours:\n"
    names = ("well_formed", "correct", "complete", "strong")
    verdicts = ("wrong", "weak", "vacuous", "unknown")
    yield from _table(
        ("language", "model", "strategy", "n", *(f"{name.replace('_', '-')}@1" for name in names), *verdicts),
        (
            (
                specification.language,
                specification.model or NOTHING,
                specification.strategy or NOTHING,
                str(specification.problems),
                *(rate(getattr(specification, f"{name}_at_k")["1"]) for name in names),
                *(str(specification.verdicts.get(verdict, 0)) for verdict in verdicts),
            )
            for specification in found
        ),
    )


def _labels(ours: Own) -> Iterator[str]:
    for row in ours:
        if isinstance(row, LabelsRow):
            found = row.labels
            equal = NOTHING if found.equal is None else percent(found.equal)
            kappa = NOTHING
            if found.kappa is not None and found.low is not None and found.high is not None:
                kappa = f"{found.kappa:.2f} [{found.low:.2f}, {found.high:.2f}]"
            yield f"Agreement with people's labels: {equal}, n {found.n}; Cohen's κ {kappa}.\n"


def _woven(ours: Own) -> Iterator[str]:
    woven = (row for row in ours if isinstance(row, WeaveRow))
    by_file = grouped((Path(row.origin.rpartition(":")[0] or row.origin).name, row) for row in woven)
    rows = []
    for name, measurements in by_file.items():
        # Programs that cannot be woven refuse nothing: with and without them are two questions.
        able = [row for row in measurements if row.status != "not woven"]
        shares = [_refused(side) for side in (measurements, able)]
        passes = (sum(row.passed for row in measurements), sum(row.passes for row in measurements))
        count = str(sum(row.status == "woven" for row in measurements))
        rows.append(
            (name, str(len(measurements)), count, *shares, *(f"{each} of {len(measurements)}" for each in passes))
        )
    yield from _table(("samples", "programs", "woven", "CSR", "CSR of those that load", "pass before", "pass"), rows)
    reasons = [
        (name, reason, str(count))
        for name, measurements in by_file.items()
        for reason, count in Counter(row.reason for row in measurements if row.status == "not woven").most_common()
    ]
    yield from _table(("samples", "why programs are not woven", "programs"), reasons)


def _refused(rows: Sequence[WeaveRow]) -> str:
    """The share of violating tests that programs refuse, at its lower bound."""
    units_ = sum(row.csr.n for row in rows)
    refused = sum((row.csr.low or 0.0) * row.csr.n for row in rows)
    return f"{percent(refused / units_)}, n {units_:,}" if units_ else NOTHING
