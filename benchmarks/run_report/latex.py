"""Tables in LaTeX (booktabs), in the layout of the papers whose measures they show.

PACT: S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, arXiv:2510.12047: AVC and TS of generated tests by data set, then
pass@1, AVC, AAR, AAP and AVG, the mean of these four, of programs by model and prompt strategy (CS, EAS). Beside them
are pass@k for other k, CSR, the number of tasks and of tests, and 95 % intervals.
FMCAD: S. K. Lahiri, "Evaluating LLM-driven User-Intent Formalization for Verification-Aware Languages", FMCAD 2024,
arXiv:2406.09757: correctness and completeness of each specification beside the label that people gave it; and, for
candidates by models, the shares of problems with a well-formed, correct, complete and strong one by language, model and
prompt.

The columns are those that descriptions of the papers name; their order and the rules between them were not compared
with the papers' own pages.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from ...core.metrics import Score, mean_score
from ..reporting.candidate_rates import RATES
from ..reporting.fields import Field
from ..reporting.statistics import score_of
from ..schema import ScorePart
from .candidate_specifications_part import titles_of
from .document import RunReport
from .specifications_part import METHODS

HEAD = "% specassay report. Needs \\usepackage{booktabs,graphicx}.\n"
FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"
"""A box as wide as it is, and no wider than the text."""
NOTHING = "--"
T = TypeVar("T")
NO_DATA = Score(None, None, 0)
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedblright{}",
    "→": r"$\rightarrow$",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
}


def escaped(text: str) -> str:
    """Plain text in LaTeX: each character stands for itself, and what cannot be printed for its code."""
    return "".join(
        _ESCAPES.get(character) or (character if character.isprintable() else _code(character)) for character in text
    )


def _code(character: str) -> str:
    return rf"\textbackslash{{}}u{ord(character):04x}"


def latex_of(report: RunReport) -> Mapping[str, str]:
    """File name → its table, for tables with data."""
    tables = {
        "generated_tests.tex": _generated_tests(report),
        "programs.tex": _programs(report),
        "specifications.tex": _specifications(report),
        "candidates.tex": _candidates(report),
    }
    return {name: HEAD + text for name, text in tables.items() if text}


def _table(columns: str, head: Sequence[str], rows: Sequence[Sequence[str]], label: str, caption: str) -> str:
    lines = [
        r"\begin{table}",
        r"\centering",
        FITTED,
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        *head,
        r"\midrule",
        *(f"{' & '.join(row)} \\\\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}}",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{label}}}",
        r"\end{table}",
        "",
    ]
    return "\n".join(lines)


def _percent(score: Score | ScorePart) -> str:
    """A rate in percent; its bounds where the unknowns leave some."""
    if score.low is None or score.high is None:
        return NOTHING
    low = f"{100 * score.low:.1f}"
    return low if score.low == score.high else f"{low}--{100 * score.high:.1f}"


def _generated_tests(report: RunReport) -> str:
    statistics = {name: contract for name, contract in report.rates.contracts.items() if contract.clauses}
    if not statistics:
        return ""
    groups = " & ".join(rf"\multicolumn{{2}}{{c}}{{{escaped(name)}}}" for name in statistics)
    rules = " ".join(rf"\cmidrule(lr){{{2 * column}-{2 * column + 1}}}" for column in range(1, len(statistics) + 1))
    head = [rf" & {groups} \\", rules, "Method" + " & AVC & TS" * len(statistics) + r" \\"]
    cells = [
        _percent(score) for statistic in statistics.values() for score in (statistic.coverage, statistic.specificity)
    ]
    caption = (
        r"Generated contract-violating tests, in \%. AVC: clauses that a test violates; TS: the mean Jaccard index of "
        "the clauses that a test targets and those that it violates."
    )
    return _table("l" + "rr" * len(statistics), head, [["specassay", *cells]], "generated-tests", caption)


def _programs(report: RunReport) -> str:
    scores = report.rates.programs
    if not scores:
        return ""
    ks = sorted({k for score in scores for k in score.passes})
    rows = []
    for score in scores:
        passes = [score.passes.get(k, NO_DATA) for k in ks]
        published = (score.passes.get(1, NO_DATA), score.avc, score.aar, score.aap)
        # As published: of all four, or not at all.
        mean = mean_score(published) if all(score.n for score in published) else NO_DATA
        strategy = escaped(score.programs.strategy.upper()) or NOTHING
        tasks = len({grade.task_id for grade in score.programs.grades})
        cells = [
            *map(_with_interval, (*passes, score.csr, score.crashes, score.avc, score.aar, score.aap)),
            _percent(mean),
        ]
        rows.append([escaped(score.programs.model), strategy, f"{tasks:,}", f"{score.csr.n:,}", *cells])
    names = " & ".join(f"pass@{k}" for k in ks)
    head = [rf"Model & Prompt & Tasks & Tests & {names} & CSR & Crashes & AVC & AAR & AAP & AVG \\"]
    caption = (
        r"Programs by model and prompt, in \%; in brackets 95 \% "
        "intervals. pass@k: mean over tasks of programs that pass all valid inputs. Tests: runs on inputs that violate "
        "the contract; CSR: the share of them that a check refuses, Crashes: that end otherwise by an exception (both "
        "pooled). AVC: clauses that are enforced; AAR, AAP: clauses and checks with a proved equivalent. AVG: the mean "
        "of pass@1, AVC, AAR and AAP, where all four are known."
    )
    return _table("llrr" + "r" * (len(ks) + 6), head, rows, "programs", caption)


def _with_interval(score: Score | ScorePart) -> str:
    if score.interval is None:
        return _percent(score)
    return rf"{_percent(score)} {{\footnotesize [{100 * score.interval.low:.1f}, {100 * score.interval.high:.1f}]}}"


def _specifications(report: RunReport) -> str:
    scored = [entry for entry in report.contents.methods if entry.row.status == "scored"]
    return _declared(METHODS, scored) if scored else ""


def _declared(fields: Sequence[Field[T]], items: Sequence[T]) -> str:
    """The table of items by the declarations of its columns."""
    columns = [field for field in fields if "paper" in field.places]
    head = [f"{' & '.join(escaped(field.name.capitalize()) for field in columns)} \\\\"]
    alignment = "".join("r" if field.kind == "rate" else "l" for field in columns)
    rows = [[_cell(field, item) for field in columns] for item in items]
    caption = (
        r"Specifications, in \%. Correctness: right outputs that are accepted; completeness: wrong outputs that are "
        "refused; functional: inputs on which no other output is accepted."
    )
    return _table(alignment, head, rows, "specifications", caption)


def _cell(field: Field[T], item: T) -> str:
    value = field.value(item)
    return _percent(score_of(value)) if field.kind == "rate" else escaped(value) or NOTHING


def _candidates(report: RunReport) -> str:
    found = report.rates.candidates
    rows = []
    for each in found.rates:
        (title,) = titles_of([each.language]).values()
        rates = [getattr(each, f"{name}_at_k")[str(k)] for k in found.ks for name in RATES]
        author = [escaped(title), escaped(each.model) or NOTHING, escaped(each.strategy) or NOTHING]
        cells = [_with_interval(rate) for rate in rates]
        rows.append([*author, f"{each.problems:,}", f"{each.candidates:,}", *cells])
    if not rows:
        return ""
    names = " & ".join(escaped(f"{name.replace('_', '-')}@{k}") for k in found.ks for name in RATES)
    head = [rf"Language & Model & Prompt & Problems & Candidates & {names} \\"]
    caption = (
        r"Specifications by language, model and prompt, in \%; in "
        r"brackets 95 \% intervals over problems. @k: the share of problems of which one of k candidates is it. "
        "Correct: all valid inputs and right outputs are accepted; complete: all wrong outputs are refused; strong: it "
        "is correct, and no other output is accepted (proved)."
    )
    return _table("lllrr" + "r" * len(RATES) * len(found.ks), head, rows, "candidates", caption)
