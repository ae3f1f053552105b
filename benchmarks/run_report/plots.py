"""Pictures of the report, drawn once as SVG: they need no script, print well, and follow the theme of the page.

Colours are those of Okabe and Ito, which people tell apart who see colours differently; where points have verdicts,
their shapes differ, too. Colours stand in the SVG as the names that the style sheet maps to those of the theme.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.util import find_spec
from statistics import median
from typing import Any

from attrs import frozen
from markupsafe import Markup

from ...backends.processes.killable import KillableProcess, ProcessStopped, RequestLimits
from ...core.metrics import Score
from ...core.spec_testing.assessment import ASSESSMENTS
from ..reporting.program_rates import ProgramScores
from ..reporting.run_tables import bounds
from ..reporting.tables import Tone
from ..reporting.text import printable
from .entries import Contents, tone_of, verdict_of
from .solvers_part import decided

INK, RULE = "#1b1f24", "#d0d7de"
COLOURS: dict[Tone, str] = {
    "bad": "#d55e00",
    "warn": "#e69f00",
    "ok": "#009e73",
    "open": "#cc79a7",
    "note": "#56b4e9",
    "": "#0072b2",
}
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
WIDTH, HEIGHT = 400, 210  # pixels of a picture: two fit beside each other
PADDING = {"left": 24, "right": 12, "top": 6, "bottom": 6}
"""A browser's letters may be wider than those that were measured."""
LIBRARIES = ("altair", "vl_convert")
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
BOUNDS = RequestLimits(cpu_seconds=30.0, wall_seconds=60.0, memory_mb=1 << 20)
"""Limits of one picture. The engine reserves more addresses than it uses memory: they are not what is bounded."""
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])


@frozen(slots=True)
class Plot:
    """A picture: its title, what it shows in words, and itself."""

    title: str
    text: str
    svg: Markup


def drawn() -> bool:
    """Whether the libraries that draw are here."""
    return all(find_spec(name) is not None for name in LIBRARIES)


def python_plots(contents: Contents) -> tuple[Plot, ...]:
    """Sets of clauses by the size of the contract; time by phase."""
    return tuple(filter(None, (_sets_by_size(contents), _phases(contents)))) if drawn() else ()


def specification_plots(contents: Contents) -> tuple[Plot, ...]:
    """How complete specifications are, and how that goes with being functional."""
    return tuple(filter(None, (_completeness(contents), _functional(contents)))) if drawn() else ()


def program_plots(scores: Sequence[ProgramScores]) -> tuple[Plot, ...]:
    """Programs: adherence against correctness, and how they fail."""
    return tuple(filter(None, (_adherence(scores), _failures(scores)))) if drawn() else ()


def solver_plots(contents: Contents) -> tuple[Plot, ...]:
    """How many queries solvers decide in which time."""
    title = "Sets of clauses that solvers decide, the fastest first"
    return tuple(filter(None, (cactus(decided(contents.tasks), title),))) if drawn() else ()


@cache
def _drawing() -> KillableProcess:
    """The process that draws. What draws is native code with a JavaScript engine, which was seen to end its process in
    one of some thousand pictures: no report, and no run that makes one, may end with it."""
    return KillableProcess()


def svg_of(chart: Mapping[str, Any]) -> str:
    """A Vega-Lite chart as SVG, in a process of its own; once more in a new one where that ends. Raises
    ProcessStopped."""
    try:
        return _drawing().ask(BOUNDS, _converted, chart)
    except ProcessStopped:
        return _drawing().ask(BOUNDS, _converted, chart)


def _converted(chart: Mapping[str, Any]) -> str:
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg(dict(chart))
    return svg


def draw(title: str, text: str, chart: Any) -> Plot:
    """A chart of altair as a picture; its text stands under it, and says so where it could not be drawn."""
    axis = {"labelColor": INK, "titleColor": INK, "domainColor": RULE, "tickColor": RULE, "gridColor": RULE}
    finished: Any = (
        chart.properties(width=WIDTH, height=HEIGHT)
        .configure(background="transparent", font="sans-serif", aria=False, padding=PADDING)
        .configure_axis(**axis, labelFontSize=11, titleFontSize=12, gridOpacity=0.6)
        .configure_legend(
            labelColor=INK,
            titleColor=INK,
            labelFontSize=11,
            orient="bottom",
            columns=3,
            columnPadding=24,
            symbolSize=90,
        )
        .configure_view(strokeWidth=0)
    )
    # The report is made all the same where the picture cannot be: its text says what it would show.
    try:
        svg = svg_of(finished.to_dict())
    except ProcessStopped as problem:
        return Plot(title, f"{text} The picture could not be drawn: {problem}.", Markup())
    named = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
    return Plot(title, text, Markup(named))


LONGEST_NAME = 60
"""Characters of a name: a picture has room for few more."""


def label(name: str) -> str:
    """A name from rows as it is drawn: what draws is native code, and ends the process on a character 0."""
    return printable(name, LONGEST_NAME)


def data_of(values: Iterable[dict[str, object]]) -> Any:
    """Records as the data of a chart."""
    import altair

    return altair.InlineData(values=list(values))


def _verdict_colour(words: Sequence[str]) -> Any:
    import altair

    # Both are bad, and two different things.
    special = {"vacuous": INK}
    scale = altair.Scale(domain=list(words), range=[special.get(word, COLOURS[tone_of(word)]) for word in words])
    return altair.Color("verdict:N", scale=scale, title=None, sort=list(words))


def _percent(field: str, title: str, domain: tuple[float, float] = (0, 1)) -> Any:
    import altair

    axis = altair.Axis(format="%", values=[0, 0.2, 0.4, 0.6, 0.8, 1])
    return {"shorthand": f"{field}:Q", "title": title, "axis": axis, "scale": altair.Scale(domain=list(domain))}


def _sets_by_size(contents: Contents) -> Plot | None:
    import altair

    words = ("violating", "infeasible", "none found", "unknown")
    counted: Counter[tuple[int, str]] = Counter()
    for entry in contents.contracts:
        counted.update((entry.report.clauses, verdict_of(row)) for row in entry.rows)
    if not counted:
        return None
    # The number of sets is exponential in the clauses: shares can be compared, and the counts of tasks stand in the
    # text.
    tasks = Counter(entry.report.clauses for entry in contents.contracts if entry.rows)
    used = [word for word in words if any(verdict == word for _, verdict in counted)]
    values = [{"clauses": size, "verdict": word, "sets": n} for (size, word), n in sorted(counted.items())]
    chart = (
        altair.Chart(data_of(values))
        .mark_bar()
        .encode(
            x=altair.X("clauses:O", title="clauses of the contract", axis=altair.Axis(labelAngle=0)),
            y=altair.Y("sets:Q", title="share of the sets of clauses", stack="normalize", axis=altair.Axis(format="%")),
            color=_verdict_colour(used),
        )
    )
    sizes = ", ".join(f"{n:,} with {size}" for size, n in sorted(tasks.items()))
    return draw(
        "Verdicts on sets of clauses, by size of the contract", f"Contracts by number of clauses: {sizes}.", chart
    )


def _phases(contents: Contents) -> Plot | None:
    import altair

    spent: Counter[str] = Counter()
    for task in contents.tasks:
        # The phases of files have other names than those of contracts: they are one bar together.
        spent.update(
            task.seconds if task.question == "contract" else {"files of specifications": sum(task.seconds.values())}
        )
    if not spent:
        return None
    values = [{"phase": label(phase), "seconds": round(seconds, 3)} for phase, seconds in spent.most_common()]
    chart = (
        altair.Chart(data_of(values))
        .mark_bar(color=COLOURS[""])
        .encode(x=altair.X("seconds:Q", title="seconds, all tasks"), y=altair.Y("phase:N", sort="-x", title=None))
    )
    text = ", ".join(f"{phase} {seconds:,.1f} s" for phase, seconds in spent.most_common())
    return draw("Time by phase", f"All tasks together: {text}.", chart)


def _completeness(contents: Contents) -> Plot | None:
    import altair

    rows = [(entry.verdict, entry.row.completeness[0]) for entry in contents.methods if entry.row.completeness]
    if not rows:
        return None
    # A share of 1 belongs to the last bin, not to one of its own.
    bins = Counter((min(int(value * 10), 9), verdict) for verdict, value in rows)
    used = [word for word in ASSESSMENTS if any(verdict == word for _, verdict in bins)]
    values = [
        {"from": tenth / 10, "to": (tenth + 1) / 10, "verdict": verdict, "methods": n}
        for (tenth, verdict), n in sorted(bins.items())
    ]
    chart = (
        altair.Chart(data_of(values))
        .mark_bar(binSpacing=1)
        .encode(
            x=altair.X(**_percent("from", "completeness: wrong outputs that are refused"), bin="binned"),
            x2="to",
            y=altair.Y("methods:Q", title="methods", stack="zero"),
            color=_verdict_colour(used),
        )
    )
    rates = [value for _, value in rows]
    text = (
        f"{len(rates):,} methods, median {100 * median(rates):.0f} %, {sum(value == 1 for value in rates):,} at 100 %."
    )
    return draw("Completeness of specifications", text, chart)


def _functional(contents: Contents) -> Plot | None:
    import altair

    points: Counter[tuple[float, float, str]] = Counter()
    # Methods at the same point become one mark, whose size is their number.
    for entry in contents.methods:
        if entry.row.completeness and entry.row.functional:
            points[entry.row.functional[0], entry.row.completeness[0], entry.verdict] += 1
    if not points:
        return None
    used = [word for word in ASSESSMENTS if any(verdict == word for _, _, verdict in points)]
    values = [{"x": x, "y": y, "verdict": verdict, "methods": n} for (x, y, verdict), n in sorted(points.items())]
    shapes = altair.Scale(domain=used, range=list(SHAPES[: len(used)]))
    chart = (
        altair.Chart(data_of(values))
        .mark_point(filled=True, opacity=0.85)
        .encode(
            x=altair.X(**_percent("x", "functional: no other output is accepted", (-0.03, 1.03))),
            y=altair.Y(**_percent("y", "completeness", (-0.03, 1.06))),
            color=_verdict_colour(used),
            shape=altair.Shape("verdict:N", scale=shapes, sort=used, title=None),
            size=altair.Size("methods:Q", scale=altair.Scale(range=[50, 600]), legend=None),
        )
    )
    both = sum(n for (x, y, _), n in points.items() if x == y == 1)
    choices = sum(n for (x, y, _), n in points.items() if y == 1 and x < 1)
    text = (
        f"{points.total():,} methods; the larger a mark, the more. {both:,} refuse every wrong output that was tried "
        f"and accept nothing else (proved); {choices:,} refuse every one that was tried, and accept others."
    )
    return draw("Completeness against functional", text, chart)


def _ends(score: Score) -> tuple[float, float]:
    """The ends of the interval, or of the bounds where there is none."""
    interval = score.interval
    return (score.low or 0.0, score.high or 0.0) if interval is None else (interval.low, interval.high)


def _bounds(score: Score) -> str:
    return bounds(None if score.low is None or score.high is None else (score.low, score.high))


def _adherence(scores: Sequence[ProgramScores]) -> Plot | None:
    import altair

    complete = [score for score in scores if score.avc.low is not None and score.passes[1].low is not None]
    if not complete:
        return None
    values: list[dict[str, object]] = []
    texts = []
    for score in complete:
        passed, name = score.passes[1], label(score.programs.name)
        texts.append(f"{name}: pass@1 {_bounds(passed)}, AVC {_bounds(score.avc)}")
        # Nobody knows where between its bounds a rate is: a mark stands at either of them, and none in the middle.
        for x, y in dict.fromkeys(((passed.low, score.avc.low), (passed.high, score.avc.high))):
            (x1, x2), (y1, y2) = _ends(passed), _ends(score.avc)
            values.append({"name": name, "x": x, "x1": x1, "x2": x2, "y": y, "y1": y1, "y2": y2})
    names = [label(score.programs.name) for score in complete]
    colours = altair.Scale(domain=names, range=[SERIES[number % len(SERIES)] for number in range(len(names))])
    # The seventh has the colour of the first, and another shape.
    turned = [SHAPES[(number + number // len(SERIES)) % len(SHAPES)] for number in range(len(names))]
    shapes = altair.Scale(domain=names, range=turned)
    legend = altair.Legend(columns=1, labelLimit=380)
    base = altair.Chart(data_of(values)).encode(
        color=altair.Color("name:N", scale=colours, title=None, legend=legend),
        x=altair.X(**_percent("x", "pass@1", (-0.02, 1.02))),
        y=altair.Y(**_percent("y", "AVC", (-0.03, 1.03))),
    )
    chart = altair.layer(
        base.mark_rule(strokeWidth=1.5).encode(x=altair.X(**_percent("x1", "pass@1", (-0.02, 1.02))), x2="x2"),
        base.mark_rule(strokeWidth=1.5).encode(y=altair.Y(**_percent("y1", "AVC", (-0.03, 1.03))), y2="y2"),
        base.mark_point(filled=True, size=90).encode(
            shape=altair.Shape("name:N", scale=shapes, title=None, legend=legend)
        ),
    )
    return draw("Adherence to contracts against correctness", f"{'; '.join(texts)}. Lines are 95 % intervals.", chart)


def _failures(scores: Sequence[ProgramScores]) -> Plot | None:
    import altair

    # Of a program without a test nobody knows whether it passes.
    kinds = Counter[str]()
    for score in scores:
        kinds.update({kind: n for kind, n in score.failures.items() if kind not in ("pass", "no test")})
    if not kinds:
        return None
    names = [label(kind) for kind, _ in kinds.most_common()]
    values = [
        {"file": label(score.programs.name), "result": label(kind), "programs": score.failures.get(kind, 0)}
        for score in scores
        for kind in kinds
    ]
    scale = altair.Scale(domain=names, range=[SERIES[number % len(SERIES)] for number in range(len(names))])
    chart = (
        altair.Chart(data_of(values))
        .mark_bar()
        .encode(
            x=altair.X("programs:Q", title="programs that do not pass", axis=altair.Axis(tickMinStep=1, format="d")),
            y=altair.Y("file:N", title=None, axis=altair.Axis(labelLimit=180)),
            color=altair.Color("result:N", scale=scale, sort=names, title=None),
        )
    )
    text = ", ".join(f"{kind} {n:,}" for kind, n in kinds.most_common())
    return draw("How programs fail", f"The first valid input that is not passed: {text}.", chart)


def cactus(times: Mapping[str, Sequence[float]], title: str) -> Plot | None:
    """How many queries each solver decides in at most which time: `times` are the seconds of each that it decides,
    by its name. None where none decides any."""
    import altair

    ordered = {label(solver): sorted(seconds) for solver, seconds in times.items() if seconds}
    if not ordered:
        return None
    names = sorted(ordered)
    scale = altair.Scale(domain=names, range=[SERIES[number % len(SERIES)] for number in range(len(names))])
    dashes = altair.Scale(domain=names, range=[DASHES[number % len(DASHES)] for number in range(len(names))])
    chart = (
        altair.Chart(data_of(_curve(ordered)))
        .mark_line(strokeWidth=2)
        .encode(
            x=altair.X("decided:Q", title="queries decided (sat or unsat)"),
            y=altair.Y("ms:Q", title="milliseconds at most for each", scale=altair.Scale(type="log")),
            color=altair.Color("solver:N", scale=scale, sort=names, title=None),
            strokeDash=altair.StrokeDash("solver:N", scale=dashes, sort=names, title=None),
        )
    )
    text = "; ".join(f"{name} decides {len(seconds):,} in {sum(seconds):,.1f} s" for name, seconds in ordered.items())
    return draw(title, f"{text}.", chart)


MOST_POINTS = 200
"""Points of a curve: more are no better to see, and cost bytes."""


def _curve(times: Mapping[str, Sequence[float]]) -> Iterator[dict[str, object]]:
    for solver, seconds in times.items():
        step = max(1, len(seconds) // MOST_POINTS)
        places = sorted({*range(0, len(seconds), step), len(seconds) - 1})
        yield from (
            {"solver": solver, "decided": position + 1, "ms": max(0.01, 1000 * seconds[position])}
            for position in places
        )
