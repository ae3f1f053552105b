"""docs/results.md: published tables beside ours, made of rows that commands wrote."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError
from ...core.iteration import grouped
from ...core.metrics import proportion
from ..datasets.text_lines import read_lines
from ..reporting.run_tables import percent, rate, units
from ..reporting.translation_tables import translation_tables
from ..run_report.entries import contents_of
from ..run_report.reading import Rows, read_rows
from ..run_report.summary import RunRates
from ..run_report.summary import rates_of as rates_of_run
from ..schema import LabelsRow, SpecRow, SuiteScoresRow, TranslationRow, WeaveRow, row_of
from .suites import rates_of

# What was found of vericoding's specifications in Verus by programs of the tests, as text for docs/results.md.

VERUS = """\
## Specifications in Verus

Of vericoding's tasks in Verus (our half), these 24 accept one constant for all inputs that their precondition allows,
which is proved (`python tests/frontends/verus/constants.py vericoding/verus/SET`; a part of the sets was run, \
so there
are more):

| set | constant | tasks |
| --- | --- | --- |
| apps | `r = 0` | 106, 11, 1134, 1240, 1361, 1430, 1451, 2209, 244, 2627 |
| apps | `r = 1` | 1909, 2633 |
| apps | `r = ""` | 2350 |
| apps | `r = vec![]` | 2396 |
| dafnybench | `r = 1` | Software-Verification … subsequence |
| dafnybench | `r = vec![]` | dafny-synthesis_task_id_161_RemoveElements |
| verina | `r = 0` | verina_advanced_30, verina_advanced_33, verina_advanced_38, verina_advanced_4, \
verina_advanced_63, verina_advanced_70, verina_advanced_74 |
| verina | `r = 1` | verina_advanced_58 |

The same task in Dafny and in Verus: where the types agree, preconditions and postconditions of both are \
evaluated on the
same values (`python tests/frontends/verus/twins.py vericoding/verus/SET vericoding/dafny/SET`). Of humaneval \
60 agree, 4
differ and 13 have other types; of verina 27 agree, none differs and 45 have other types. The four differ in \
their texts:

- `humaneval_030`: in Verus `count_positives` is the length, so that no output is accepted for `[0]`.
- `humaneval_103`: `(n > m) ==> a && (n <= m) ==> b` is `(n > m) ==> ((a && n <= m) ==> b)`: for `n > m` all is \
accepted.
- `humaneval_116`: length and multiset stand inside `forall i, j`, so that `[0]` is accepted for `[]`.
- `humaneval_163`: in Verus nothing says that numbers lie between a and b, or that none is missing.
"""

# Figures that no command writes as rows: what was timed beside other tools, by programs of the tests.

POSTCONDITIONS = """\
## Postconditions of Python

Forty functions of our own (`tests/data/postconditions/side_by_side.py`), each labelled before anything was run: 30
break their postcondition or raise on a valid input, 10 do not. Processor time is that of one process, for specassay
without the children of its sandbox: theirs is not in the figure (2026-11-28, a busy machine).

| tool | broken ones found, of 30 | false ones, of 10 | weak postconditions found | processor time |
|---|---|---|---|---|
| specassay `spec` | 29 | 0 | 3 of 3 | 12.9 s |
| CrossHair 0.0.113, 1 s a condition | 28 | 0 | - | 13.2 s |
| CrossHair 0.0.113, 0.5 s a condition | 28 | 0 | - | 8.0 s |
| Hypothesis 6, `from_type`, 0.3 s a function | 21 | 0 | - | 6.6 s |

CrossHair misses a set operation and a recursion without an end. A mend since then finds the thirtieth with specassay,
too, which was not timed again. The first run of specassay found 24: the six that only CrossHair found then (a
product, a sum, `n * 7 == 86419753`, `"ß".upper()`, `int("²")`) led to the solver's inputs and to the rare texts, so
that this is no blind figure.
"""


# Published figures, each with the place that it was read at. What could not be read there is not here.

REPOSITORY = "github.com/suhanmen/ContractEval, README.md at commit 01c8f68"
REVISED = "the same at commit db24a87"
PAPER = "S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, arXiv:2510.12047"
TASKS = {"HumanEval+": 164, "MBPP+": 378}
"""Tasks of the data sets that the repository names (v0.1.1 and v0.2.0)."""


@frozen(slots=True)
class PublishedPrograms:
    """Programs of one model with one prompt: percentages as they were published, without intervals."""

    dataset: str
    model: str
    prompt: str
    pass_at_1: float
    avc: float
    aar: float
    aap: float


@frozen(slots=True)
class PublishedAnswers:
    """Programs of one model with one instruction, of both data sets: percentages as they were published."""

    model: str
    instruction: str
    pass_at_1: float
    csr: float
    code_bleu: float
    judged: float


@frozen(slots=True)
class PublishedScores:
    """Tests made by one method: percentages as they were published."""

    method: str
    avc: float
    ts: float


def _rows(dataset: str, text: str) -> tuple[PublishedPrograms, ...]:
    published = []
    for line in text.strip().splitlines():
        model, prompt, *numbers = line.split()
        published.append(PublishedPrograms(dataset, model, prompt, *map(float, numbers)))
    return tuple(published)


PROGRAMS = _rows(
    "HumanEval+",
    """
gemma-3     CS   84.41  24.85  11.41  14.04
gemma-3     EAS  82.94  91.02  28.07  27.77
DeepSeek    CS   73.78  44.12  15.65  16.97
DeepSeek    EAS  71.77  79.29  27.62  28.01
Qwen3       CS   78.92  28.04  13.17  22.55
Qwen3       EAS  77.83  87.81  31.53  36.09
Phi-4-plus  CS   72.23  52.91  18.78  21.09
Phi-4-plus  EAS  67.08  69.50  21.33  20.06
""",
) + _rows(
    "MBPP+",
    """
gemma-3     CS   78.56  57.99  17.50  17.93
gemma-3     EAS  78.60  95.57  32.29  31.82
DeepSeek    CS   62.53  64.20  17.59  17.57
DeepSeek    EAS  60.15  86.70  28.23  27.94
Qwen3       CS   72.41  70.86  21.09  22.99
Qwen3       EAS  72.63  94.85  31.54  32.30
Phi-4-plus  CS   64.89  67.33  24.26  24.65
Phi-4-plus  EAS  63.76  74.88  29.20  28.95
""",
)
"""The table "Results" of the repository. It has no CSR, and no n."""


def _answers(text: str) -> tuple[PublishedAnswers, ...]:
    answerses = []
    for line in text.strip().splitlines():
        model, instruction, *numbers = line.split()
        answerses.append(PublishedAnswers(model, instruction, *map(float, numbers)))
    return tuple(answerses)


ANSWERS = _answers("""
DeepSeek-R1  Standard  80.81   0.00   0.00   0.00
DeepSeek-R1  CS        73.29  27.24  34.29  53.05
DeepSeek-R1  EAS       70.87  52.66  54.51  81.49
gemma-3      Standard  81.76   0.00   0.00   0.00
gemma-3      CS        74.75  22.69  29.97  41.74
gemma-3      EAS       69.56  48.54  48.88  72.04
Phi-4        Standard  75.39   0.00   0.00   0.00
Phi-4        CS        71.29  40.71  46.66  69.33
Phi-4        EAS       72.99  50.73  50.86  75.63
Phi-4-plus   Standard  75.97   0.00   0.00   0.00
Phi-4-plus   CS        70.83  38.24  44.38  65.31
Phi-4-plus   EAS       73.21  50.94  51.04  75.98
Qwen-3       Standard  74.79   0.00   0.00   0.00
Qwen-3       CS        70.62  24.29  35.05  49.71
Qwen-3       EAS       69.65  51.83  53.30  77.27
""")
"""The table of programs in the revised repository, of both data sets together. It has no n."""

SUITES = (PublishedScores("o4-mini", 97.58, 72.69), PublishedScores("ContractEval", 94.11, 84.92))
"""The table of tests there."""

SPECGYM = "Verus-SpecGym, arXiv:2605.26457v1, abstract"


@frozen(slots=True)
class PublishedSpecifications:
    """Specifications in Verus by agents: the share of `tasks` that were solved, in percent, from `low` to `high` where
    several models are told together."""

    agents: str
    tasks: int
    low: float
    high: float


SPECIFICATIONS = (
    PublishedSpecifications("Gemini 3.1 Pro", 581, 77.8, 77.8),
    PublishedSpecifications("other frontier models", 581, 51.1, 57.8),
    PublishedSpecifications("open models", 581, 21.5, 25.5),
)
MISSED_BY_JUDGES = 26
"""Percent of the failures that execution finds which a language model as judge misses (the same abstract)."""


QUALITY_PLACE = (
    "github.com/Beneficial-AI-Foundation/vericoding-benchmark, vericoding_benchmark_v1.csv at commit 349ee51"
)


@frozen(slots=True)
class PublishedQuality:
    """What the authors of vericoding say of the specifications of one set in one language: how many there are, how many
    have an issue (`qa-issue`), and the mean score of the others (`qa-score`, at most 1), of text and form."""

    specifications: str
    tasks: int
    issues: int
    score: float


QUALITY = (
    PublishedQuality("dafny/humaneval", 164, 2, 0.965),
    PublishedQuality("verus/humaneval", 162, 1, 0.966),
    PublishedQuality("dafny/verina", 157, 0, 0.949),
    PublishedQuality("verus/verina", 157, 1, 0.99),
)
"""Computed from the rows of that table."""


NOTHING = "-"
HEAD = """\
# Results beside published ones

<!-- Written by `make results`; do not edit. -->

Our figures are computed from rows. A rate has its 95 % interval in brackets and its n, and bounds where something is
unknown. Published figures are copied as they were printed, from the place that is named. What could not be read there
is left out, and nothing is quoted from memory.
"""
PROGRAMS_DIFFER = """\
What differs, before anything is compared:

- **The programs.** The published ones were written by four models that were told the contract; they were not released
  with the table. Ours are EvalPlus's samples, whose prompts do not mention a contract: their low rates show what
  programs check without being asked to. The published prompt CS says that constraints *may* be enforced; our
  `prompts --strategy cs-may` says the same, and `cs` demands it.
- **The tasks.** We grade the tasks of the data set at hand (n), the publication grades all tasks of its own.
- **AVC.** A test counts as refused when an AssertionError is raised, there and here. The published tests come from the
  publication's own solver results. Ours are made here, and each violates exactly the clauses that it names.
- **AAR, AAP.** Published: a check and a clause are the same when their texts are, after splitting on `and`. Ours: when
  they are proved equivalent on the inputs that meet the other clauses, and the check was seen at work.
- **CSR** is in the revised table only, which has both data sets together. **AVG** averages pass@1 with the others; it
  is left out.
- **CodeBLEU.** The published value is 0 where the prompt does not mention the contract. That cannot be the score of
  whole programs, so it seems to compare assertions; no program that computes it was found in the repository. It
  compares texts, so we have no such column: `docs/examples/score_codebleu.py` computes it for whoever needs one.
- **LLM-as-judge** has no counterpart here.

To repeat the published table, its programs are needed, and they are not published. Whoever has them can run
`specassay grade`.
"""
TESTS_DIFFER = """\
The paper's own tables were not read. `specassay score-cvts` scores a released suite (`*-smt_result.json`) as it is, by
both definitions. The published TS counts pairs of a test and a clause that it is meant to violate, and does not see
other clauses that it violates, too; ours is the Jaccard index of the two sets. The published AVC counts tests, ours
counts clauses.
"""
SPECIFICATIONS_DIFFER = """\
S. K. Lahiri, FMCAD 2024, arXiv:2406.09757, measures correctness and completeness of about 150 specifications of
MBPP-DFY by mutants of outputs, judged by the verifier, and compares them with people's labels. Its tables were not
read. Ours are about the tasks of the data set at hand, with the published operators and our own. What no engine decides
is unknown, where the published harness takes a failed proof for a rejection.
"""
JUDGED = """\
Specifications of data sets under tests that their authors did not have: HumanEval+'s inputs with the reference's
outputs, and VERINA's tests and labels, carried to both languages; elsewhere under their own tests and bodies. *Refuses
a right output*: the specification, or its precondition on that input, does. *Accepts a wrong one*: on some input it
accepts an output that tests refuse. *Says nothing*: it accepts everything, or no input at all. Rates have their 95 %
interval.
"""
TRANSLATED = """\
Specifications of one problem in two languages, every pair of a data set compared (`specassay audit --question
translation`), on the values that both have. What a type has no room for is counted apart.
"""
SPECIFICATIONS_BY_MODELS = """\
Judged by execution, a specification may be right or wrong on tests. Ours (`grade --for specification`) also asks
solvers whether another output is accepted, so that *correct* is the figure to hold beside the published one. Wrong: it
refuses a right output, or a valid input; weak: it accepts another output; vacuous: it says nothing.
"""
WOVEN = """\
`specassay weave` is a repair tool: these are not results of the models. It adds the checks that a program lacks, and
keeps pass@1. If an example in a program fails while the program is loaded, its examples are moved below
`if __name__ == "__main__":` first. If the program would then pass its tests, it is left as it is, since that would be
more than adding a check. A program whose function has another name than its task asks for is left as it is for the same
reason. A program that is not woven counts in the CSR of all programs, and not in the CSR of those that load.
"""


def document(sources: Sequence[Path]) -> str:
    """The document from files of rows (of `cvt`, `grade`, `spec`, `audit`, `weave`, `score-cvts`) and run folders.
    Raises InputError for what holds no rows."""
    ours, others = _parted(sources)
    rows = read_rows(others) if others else Rows()
    rates = rates_of_run(contents_of(rows)) if others else None
    parts = [HEAD, "## Programs\n", PROGRAMS_DIFFER, *_programs(rates)]
    parts += ["## Contract-violating tests\n", TESTS_DIFFER, *_tests(rates), *_suites(ours)]
    parts += ["## Specifications\n", SPECIFICATIONS_DIFFER, *_specifications(rows, rates), *_labels(ours)]
    parts += ["## Specifications under the tests of their problems\n", JUDGED, *_verdicts(rows)]
    parts += [POSTCONDITIONS]
    parts += ["## Translations\n", TRANSLATED, *_translations(rows)]
    parts += ["## Specifications by models\n", SPECIFICATIONS_BY_MODELS, *_by_models(rates)]
    parts += [VERUS]
    parts += ["## After weaving\n", WOVEN, *_woven(ours)]
    return "\n".join(parts)


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
    yield f"Published ({REPOSITORY}; {PAPER}), in percent:\n"
    yield from _table(
        ("data set", "tasks", "model", "prompt", "pass@1", "AVC", "AAR", "AAP"),
        (
            (
                each.dataset,
                str(TASKS[each.dataset]),
                each.model,
                each.prompt,
                *(f"{value:.2f}" for value in (each.pass_at_1, each.avc, each.aar, each.aap)),
            )
            for each in PROGRAMS
        ),
    )
    yield f"Published ({REVISED}), of both data sets, in percent:\n"
    yield from _table(
        ("model", "prompt", "pass@1", "CSR", "CodeBLEU", "LLM-as-judge"),
        (
            (
                each.model,
                each.instruction,
                *(f"{value:.2f}" for value in (each.pass_at_1, each.csr, each.code_bleu, each.judged)),
            )
            for each in ANSWERS
        ),
    )
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
    yield f"Published ({REVISED}), in percent; how many tests, and of how many tasks, is not said:\n"
    suites = ((each.method, f"{each.avc:.2f}", f"{each.ts:.2f}") for each in SUITES)
    yield from _table(("tests by", "AVC", "TS"), suites)
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
    yield f"Published ({QUALITY_PLACE}), of all tasks, by rules about text and form; nothing is run:\n"
    yield from _table(
        ("specifications", "tasks", "with an issue", "mean QA score of the others"),
        ((each.specifications, str(each.tasks), str(each.issues), f"{each.score:.3f}") for each in QUALITY),
    )


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
    yield (
        f"Published ({SPECGYM}), in percent of tasks solved; a language model as judge misses {MISSED_BY_JUDGES} % of "
        "the failures that execution finds:\n"
    )
    yield from _table(
        ("agents", "tasks", "solved"),
        (
            (
                specification.agents,
                str(specification.tasks),
                f"{specification.low}"
                if specification.low == specification.high
                else f"{specification.low} to {specification.high}",
            )
            for specification in SPECIFICATIONS
        ),
    )
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
