"""Tables in LaTeX (booktabs), in the layout of the papers whose measures they show.

PACT: S. Lim, J. Hahn, H. Park, S.-K. Ko, Y.-S. Han, arXiv:2510.12047: AVC and TS of generated tests by data set, then
pass@1, AVC, AAR, AAP and AVG, which puts the last three together, of programs by model and prompt strategy (CS, EAS).
FMCAD: S. K. Lahiri, "Evaluating LLM-driven User-Intent Formalization for Verification-Aware Languages", FMCAD 2024,
arXiv:2406.09757: correctness and completeness of each specification beside the label that people gave it.

The columns are those that descriptions of the papers name; their order and the rules between them were not compared
with the papers' own pages.
"""

from collections.abc import Mapping, Sequence

from ...core.metrics import Score, mean_score
from ..reporting.statistics import score_of
from ..schema import ScorePart
from .document import RunReport

HEAD = "% specassay report. Needs \\usepackage{booktabs}.\n"
NOTHING = "--"
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
    '"': r"\textquotedbl{}",
    "→": r"$\rightarrow$",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
}


def escaped(text: str) -> str:
    """Plain text in LaTeX: each character stands for itself, and what cannot be printed for its code."""
    return "".join(_ESCAPES.get(each) or (each if each.isprintable() else _code(each)) for each in text)


def _code(character: str) -> str:
    return rf"\textbackslash{{}}u{ord(character):04x}"


def latex_of(report: RunReport) -> Mapping[str, str]:
    """File name → its table, for tables with data."""
    made = {
        "pact_table1.tex": _generated_tests(report),
        "pact_table2.tex": _programs(report),
        "fmcad_table.tex": _specifications(report),
    }
    return {name: HEAD + text for name, text in made.items() if text}


def _tabular(columns: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", *head, r"\midrule"]
    lines += [f"{' & '.join(row)} \\\\" for row in rows]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _percent(score: Score | ScorePart) -> str:
    """A rate in percent; its bounds where the unknowns leave some."""
    if score.low is None or score.high is None:
        return NOTHING
    low = f"{100 * score.low:.1f}"
    return low if score.low == score.high else f"{low}--{100 * score.high:.1f}"


def _generated_tests(report: RunReport) -> str:
    statistics = {name: each for name, each in report.rates.contracts.items() if each.clauses}
    if not statistics:
        return ""
    groups = " & ".join(rf"\multicolumn{{2}}{{c}}{{{escaped(name)}}}" for name in statistics)
    rules = " ".join(rf"\cmidrule(lr){{{2 * place}-{2 * place + 1}}}" for place in range(1, len(statistics) + 1))
    head = [rf" & {groups} \\", rules, "Method" + " & AVC & TS" * len(statistics) + r" \\"]
    cells = [_percent(score) for each in statistics.values() for score in (each.coverage, each.specificity)]
    return _tabular("l" + "rr" * len(statistics), head, [["specassay", *cells]])


def _programs(report: RunReport) -> str:
    if not report.rates.programs:
        return ""
    rows = []
    for each in report.rates.programs:
        rates = (each.passes[1], each.avc, each.aar, each.aap)
        mean = mean_score((each.avc, each.aar, each.aap))
        strategy = escaped(each.programs.strategy.upper()) or NOTHING
        rows.append([escaped(each.programs.model), strategy, *map(_percent, rates), _percent(mean)])
    head = [r"Model & Prompt & pass@1 & AVC & AAR & AAP & AVG \\"]
    return _tabular("llrrrrr", head, rows) + "% AVG: the mean of AVC, AAR and AAP, of those that there are.\n"


def _specifications(report: RunReport) -> str:
    rows = []
    for entry in report.contents.methods:
        if entry.row.status == "scored":
            rates = (entry.row.correctness, entry.row.completeness, entry.row.functional)
            cells = [_percent(score_of(found)) for found in rates]
            label = escaped(entry.label) or NOTHING
            rows.append([escaped(entry.name), label, *cells, escaped(entry.verdict)])
    head = [r"Method & Label & Correctness & Completeness & Functional & Verdict \\"]
    return _tabular("llrrrl", head, rows) if rows else ""
