"""Every figure of every output, for programs of all kinds, is that of plain Python (`recomputed.py`)."""

import csv
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from attrs import field, frozen
from click.testing import CliRunner

import specassay
from specassay.__main__ import main

from .recomputed import Rate, called, holds, mean_of, p_value, pass_at, resampled, same, share
from .test_whole_way import said, streamed


@frozen(eq=False)
class Task:
    """A task of one's own; some have the id of one of EvalPlus, whose rules do not apply to them."""

    task_id: str
    function: str
    names: tuple[str, ...]
    clauses: tuple[str, ...]
    result: str
    valid: tuple[tuple[Any, ...], ...]

    @property
    def head(self) -> str:
        return f"def {self.function}({', '.join(self.names)}):\n"

    def program(self, *checks: str, before: str = "", result: str = "") -> str:
        lines = [f"assert {check}" for check in checks] + [before] * bool(before) + [f"return {result or self.result}"]
        return self.head + "".join(f"    {line}\n" for line in lines)

    def row(self) -> dict[str, Any]:
        return {
            "task_id": self.task_id,
            "prompt": f'"""{self.function}"""\n',
            "entry_point": self.function,
            "canonical_solution": self.program(),
            "contract": "\n" + "".join(f"    assert {clause}\n" for clause in self.clauses),
            "base_input": self.valid[:1],
            "plus_input": self.valid[1:],
            "atol": 0,
        }


NUMBER = ("type(n) == int", "n >= 0")
TASKS = (
    Task("Mbpp/2", "spread", ("xs",), ("isinstance(xs, list)", "len(xs) > 0"), "xs + xs", (([3, 1],), ([5],), ([-1],))),
    Task("HumanEval/32", "after", ("n",), NUMBER, "n + 1", ((9,), (0,), (17,))),
    Task("Mbpp/295", "digits", ("n",), NUMBER, "len(str(n))", ((10,), (0,), (999,))),
    Task(
        "own/4",
        "ratio",
        ("part", "whole"),
        ("part >= 0", "part <= whole", "whole > 0"),
        "part / whole",
        ((1, 4), (3, 3)),
    ),
    Task("own/5", "half", ("n",), NUMBER, "n // 2", ((4,), (7,), (0,))),
)
SPREAD, ZERO, DIGITS, RATIO, HALF = TASKS


@frozen
class Answered:
    """What the endpoint says, the program in it, None without one, its checks, and why there is none."""

    task: Task
    reply: Any
    program: str | None = None
    checks: tuple[str, ...] = ()
    problem: str = ""
    extracted: bool = False
    cut: bool = False
    found: dict[str, Any] = field(factory=dict)


def plain(task: Task, *checks: str, finish: str = "stop", **how: str) -> Answered:
    program = task.program(*checks, **how)
    return Answered(task, said(program, finish), program, checks, cut=finish == "length")


HELD = RATIO.head + "    try:\n        return part / whole\n    except Exception:\n        raise AssertionError\n"
FENCED = ZERO.program("n >= 0")
FIRST = (
    plain(SPREAD, *SPREAD.clauses),
    plain(SPREAD, "isinstance(xs, list)", result="xs[0]"),
    plain(ZERO, "n >= 0", "type(n) == int", result="0"),
    Answered(ZERO, said(f"Sure:\n```python\n{FENCED}```\nDone."), FENCED, ("n >= 0",), extracted=True),
    Answered(DIGITS, said("def digits(n:\n    return"), problem="no function"),
    Answered(DIGITS, said("", "content_filter"), problem="filtered"),
    plain(RATIO, *RATIO.clauses),
    # What its handler raises is written as a check, and says what no clause says.
    Answered(RATIO, streamed(HELD), HELD, ("False",)),
    plain(HALF, before="while n: pass", result="0"),
    plain(HALF, "n >= 0", finish="length"),
)
SECOND = (
    plain(SPREAD),
    plain(ZERO, *NUMBER),
    Answered(DIGITS, said(None, refusal="I cannot."), problem="refused"),
    plain(RATIO, "part <= whole", "part == part"),
    plain(HALF, *NUMBER, result="n / 2"),
)
FILES = {"a": FIRST, "b": SECOND}


def verdict(answer: Answered, most: int | None = None) -> str:
    """The first trouble with so many valid inputs, `pass` without any."""
    if answer.program is None:
        return answer.problem
    for arguments in answer.task.valid[:most]:
        kind, value = called(answer.program, answer.task.function, arguments)
        expected = called(answer.task.program(), answer.task.function, arguments)[1]
        if kind != "value":
            return {"check": "raised", "crash": "raised"}.get(kind, kind)
        if value != expected:
            return "wrong"
    return "pass"


def arguments_of(call: str) -> tuple[Any, ...]:
    found: tuple[Any, ...] = eval(call, {"nan": math.nan, "inf": math.inf})
    return found


Chosen = Callable[[Answered], bool]


def anything(answer: Answered) -> bool:
    return True


def figures(
    answers: Sequence[Answered], inputs: dict[str, list[str]], violates: dict[tuple[str, str], list[int]]
) -> dict[str, Any]:
    """All figures of a file. `inputs`: of each task those that violate its contract."""
    by_task = {task: [answer for answer in answers if answer.task is task] for task in TASKS}
    verdicts = [verdict(answer) for answer in answers]
    passing = {id(answer): word == "pass" for answer, word in zip(answers, verdicts, strict=True)}
    responses: dict[int, list[tuple[str, str]]] = {}
    for answer in answers:
        calls = inputs[answer.task.task_id]
        responses[id(answer)] = [
            (
                call,
                "value"
                if answer.program is None
                else called(answer.program, answer.task.function, arguments_of(call))[0],
            )
            for call in calls
        ]
    everything = [word for answer in answers for _, word in responses[id(answer)]]
    any_way = ["check" if word in ("check", "crash") else word for word in everything]
    feasible = [
        word
        for answer in answers
        for call, word in responses[id(answer)]
        if called(answer.task.program(), answer.task.function, arguments_of(call))[0] == "value"
    ]
    single = {key: clauses[0] for key, clauses in violates.items() if len(clauses) == 1}
    alone = [
        word for answer in answers for call, word in responses[id(answer)] if (answer.task.task_id, call) in single
    ]
    correct = [share([word for _, word in responses[id(answer)]], "check") for answer in answers if passing[id(answer)]]

    def passes(k: int, chosen: Chosen = anything, good: Chosen = anything, most: int | None = None) -> Rate:
        results = ([verdict(a, most) == "pass" and good(a) for a in some if chosen(a)] for some in by_task.values())
        return mean_of([pass_at(k, some) for some in results if len(some) >= k])

    aligned: dict[str, Rate] = {}
    for name in ("", "_in_context", "_published"):
        clauses, checks = [], []
        for answer in answers:

            def alike(clause: str, check: str, answer: Answered = answer, name: str = name) -> bool:
                others = [other for other in answer.task.clauses if other != clause]
                if name == "_published":
                    return clause == check
                return same(clause, check, answer.task.names, others if name else ())

            own = () if answer.program is None else answer.checks
            clauses += ["check" if any(alike(c, g) for g in own) else "no" for c in answer.task.clauses]
            checks += ["check" if any(alike(c, g) for c in answer.task.clauses) else "no" for g in own]
        aligned[f"aar{name}"], aligned[f"aap{name}"] = share(clauses, "check"), share(checks, "check")
    most = max(map(len, by_task.values()))
    ks = range(1, most + 1)
    return {
        "verdicts": Counter(verdicts),
        "problems": Counter(
            [a.problem for a in answers if a.problem]
            + ["code extracted" for a in answers if a.extracted]
            + ["cut" for a in answers if a.cut]
        ),
        "pass": {
            "base": {k: passes(k, most=1) for k in ks},
            "plus": {k: passes(k) for k in ks},
            "as_written": {k: passes(k, good=lambda a: not a.extracted) for k in ks},
            "conditional": {k: passes(k, chosen=lambda a: not a.problem) for k in ks},
            "strict": {k: passes(k) for k in ks},
            "both": {k: passes(k, good=lambda a: all(word == "check" for _, word in responses[id(a)])) for k in ks},
        },
        "csr": share(everything, "check"),
        "csr_crash": share(everything, "crash"),
        "csr_any": share(any_way, "check"),
        "csr_feasible": share(feasible, "check"),
        "csr_feasible_any": share(["check" if w == "crash" else w for w in feasible], "check"),
        "csr_correct": mean_of([rate.low for rate in correct], [rate.high for rate in correct]),
        "avc": share(alone, "check"),
        "avc_any": share(["check" if word == "crash" else word for word in alone], "check"),
        **aligned,
        "open": {
            task.task_id: any(w == "timeout" for _, w in responses[id(some[0])]) for task, some in by_task.items()
        },
        "by answer": [
            (a.task.task_id, word, sum(w == "check" for _, w in responses[id(a)]), len(responses[id(a)]))
            for a, word in zip(answers, verdicts, strict=True)
        ],
    }


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments, catch_exceptions=False, env={"COLUMNS": "160"})
    assert result.exit_code in (0, 1), result.output
    return result.stdout


class _Tables(HTMLParser):
    """The texts of the cells of all tables of a page, by the id of the table."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.name, self.inside = "", False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.name = dict(attributes).get("id") or str(len(self.tables))
            self.tables[self.name] = []
        elif tag == "tr":
            self.tables[self.name].append([])
        self.inside = tag in ("td", "th") or (self.inside and tag not in ("tr", "table"))
        if tag in ("td", "th"):
            self.tables[self.name][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, text: str) -> None:
        if self.inside:
            self.tables[self.name][-1][-1] += text.strip()


def html_tables(path: Path) -> dict[str, list[list[str]]]:
    parser = _Tables()
    parser.feed(path.read_text())
    return parser.tables


def markdown_table(path: Path, title: str) -> list[list[str]]:
    part = path.read_text().partition(f"## {title}\n\n")[2].partition("\n\n")[0]
    rows = [[cell.strip().replace("\\", "") for cell in line.strip("| ").split(" | ")] for line in part.splitlines()]
    return [rows[0], *rows[2:]]


def percent(value: float) -> str:
    return f"{100 * value:.1f}".removesuffix(".0") + " %"


def shown(rate: Rate) -> str:
    bounds = percent(rate.low) if rate.low == rate.high else f"{percent(rate.low)} to {percent(rate.high)}"
    return f"{bounds} [{100 * rate.interval[0]:.1f}, {100 * rate.interval[1]:.1f}]"


def in_terminal(rate: Rate) -> str:
    value = f"{100 * rate.low:.1f}" + (f" to {100 * rate.high:.1f}" if rate.low != rate.high else "")
    return f"{value} [{100 * rate.interval[0]:.1f}, {100 * rate.interval[1]:.1f}]"


def in_latex(rate: Rate) -> str:
    value = f"{100 * rate.low:.1f}" + (f"--{100 * rate.high:.1f}" if rate.low != rate.high else "")
    return rf"{value} {{\footnotesize [{100 * rate.interval[0]:.1f}, {100 * rate.interval[1]:.1f}]}}"


def is_rate(part: dict[str, Any], rate: Rate) -> bool:
    ends = (part["low"], part["high"], part["interval"]["low"], part["interval"]["high"])
    return (*ends, part["n"], part["unknowns"]) == pytest.approx(
        (rate.low, rate.high, *rate.interval, rate.n, rate.unknowns)
    )


OVER_TESTS = ("csr", "csr_crash", "csr_any", "csr_feasible", "csr_feasible_any", "csr_correct", "avc", "avc_any")
ALIGNED = tuple(f"{name}{kind}" for name in ("aar", "aap") for kind in ("", "_in_context", "_published"))
RATES = (*OVER_TESTS, *ALIGNED)


@pytest.mark.slow
def test_every_figure_of_every_output(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    Path("data.jsonl").write_text("".join(json.dumps(task.row()) + "\n" for task in TASKS))
    for name, answers in FILES.items():
        script.replies = [answer.reply for answer in answers]
        endpoint = ("--base-url", script.url, "--concurrency", "1", "-n", str(len(answers) // len(TASKS)))
        run("generate", "--dataset", "data.jsonl", "--model", name, "--strategy", "cs", "--out", "runs", *endpoint)
    samples = [f"runs/{name}--cs/{name}--cs.jsonl" for name in FILES]
    given = [part for name in samples for part in ("--samples", name)]
    grading = ("grade", "--dataset", "data.jsonl", *given, "--k", "1,2", "--paired", "--cache", "cache", "--unsafe")
    rows = [json.loads(line) for line in run(*grading, "--json", "-j", "1").splitlines()]
    told = run(*grading, "--statistics", "-j", "1")
    Path("rows.json").write_text(json.dumps([rows, told]))
    bench = ("bench", "--data", "data.jsonl", *given, "--question", "grade", "--k", "1,2", "--out", "run", "-j", "1")
    run(*bench, "--unsafe")
    run("report", "run", "--html", "r.html", "--md", "r.md", "--csv", "csv", "--latex", "tex")

    compare(rows, told)


def compare(rows: Sequence[dict[str, Any]], told: str) -> None:
    """The outputs in this folder, the rows and what was printed, beside the figures."""
    graded = [row for row in rows if row["kind"] == "grade"]
    violates = {(row["task_id"], part["input"]): part["violates"] for row in graded for part in row["responses"]}
    inputs = {task.task_id: [call for name, call in violates if name == task.task_id] for task in TASKS}
    for (name, call), clauses in violates.items():
        (task,) = (task for task in TASKS if task.task_id == name)
        broken = [
            number for number, clause in enumerate(task.clauses) if not holds(clause, task.names, arguments_of(call))
        ]
        assert broken == clauses
    own = {f"{name}--cs": figures(answers, inputs, violates) for name, answers in FILES.items()}
    results = [json.loads(line) for line in Path("run/results.jsonl").read_text().splitlines()]
    for source in (rows, results):
        compare_rows(source, own)
    compare_terminal(told, own)
    compare_report(own)


def compare_rows(rows: Sequence[dict[str, Any]], own: dict[str, dict[str, Any]]) -> None:
    statistics = {Path(row["samples_file"]).stem: row for row in rows if row["kind"] == "statistics"}
    for name, figure in own.items():
        row = statistics[name]
        assert (row["verdicts"], row["problems"]) == (figure["verdicts"], figure["problems"])
        assert (row["samples"], row["tasks"], row["inputs_left_out"]) == (len(figure["by answer"]), len(TASKS), 0)
        assert [(rate, row[rate], figure[rate]) for rate in RATES if not is_rate(row[rate], figure[rate])] == []
        for kind, of_k in figure["pass"].items():
            assert [
                (k, row["pass_at_k"][kind][str(k)], rate)
                for k, rate in of_k.items()
                if not is_rate(row["pass_at_k"][kind][str(k)], rate)
            ] == [], kind
        grades = [row for row in rows if row["kind"] == "grade" and Path(row["samples_file"]).stem == name]
        assert [_of_row(row) for row in grades] == figure["by answer"]


def compare_terminal(told: str, own: dict[str, dict[str, Any]]) -> None:
    """All lines of the table of rates."""
    rates_told = told.partition("Graded samples")[2].partition("Rates in %")[0]
    lines = [re.split(r"\s{2,}", line.strip()) for line in rates_told.splitlines()]
    found = [(cells[0], tuple(cells[1:])) for cells in lines if len(cells) == len(own) + 1]
    files = list(own.values())

    def line(name: str, cell: Callable[[dict[str, Any]], str]) -> tuple[str, tuple[str, ...]]:
        return name, tuple(cell(figure) for figure in files)

    def rate(name: str, key: str) -> tuple[str, tuple[str, ...]]:
        return line(name, lambda figure: in_terminal(figure[key]))

    def units(name: str, key: str) -> tuple[str, tuple[str, ...]]:
        return line(
            name, lambda figure: f"{figure[key].n}" + f", {figure[key].unknowns} unknown" * bool(figure[key].unknowns)
        )

    expected = [
        line("samples", lambda figure: str(len(figure["by answer"]))),
        line("cut", lambda figure: str(figure["problems"]["cut"])),
        line("code extracted", lambda figure: str(figure["problems"]["code extracted"])),
        line("tasks", lambda figure: str(len(TASKS))),
        line("without samples", lambda figure: "0"),
        line("inputs left out", lambda figure: "0"),
        line("graded", lambda figure: str(len(figure["by answer"]))),
    ]
    words = ("pass", "wrong", "timeout", "no function", "filtered", "refused")
    expected += [(word, tuple(str(figure["verdicts"][word]) for figure in files)) for word in words]
    for k in (1, 2):

        def passes(name: str, kind: str, k: int = k) -> tuple[str, tuple[str, ...]]:
            found = [figure["pass"][kind].get(k) for figure in files]
            return name, tuple(in_terminal(rate) if rate else "-" for rate in found)

        of_tasks = [figure["pass"]["plus"].get(k) for figure in files]
        expected += [
            passes(f"pass@{k} base", "base"),
            passes(f"pass@{k} plus", "plus"),
            ("n tasks", tuple(str(rate.n if rate else 0) for rate in of_tasks)),
            passes("conditional", "conditional"),
            passes("strict", "strict"),
            passes("and refuses", "both"),
            passes("as written", "as_written"),
        ]
    expected += [
        rate("CSR", "csr"),
        units("n tests", "csr"),
        rate("by crashing", "csr_crash"),
        rate("if correct", "csr_correct"),
        rate("feasible", "csr_feasible"),
        rate("CSR any", "csr_any"),
        rate("feasible", "csr_feasible_any"),
        units("n tests", "csr_feasible_any"),
        rate("AVC", "avc"),
        rate("any", "avc_any"),
        units("n clauses", "avc"),
    ]
    for name, key in (("AAR", "aar"), ("AAP", "aap")):
        expected += [rate(name, key), rate("in context", f"{key}_in_context"), rate("published", f"{key}_published")]
        expected += [units("n", key)]
    assert found == expected


def compare_report(own: dict[str, dict[str, Any]]) -> None:
    """HTML, Markdown, LaTeX, CSV and pandas: the leaderboard, the failures, all programs, the pair."""
    keys = ("csr", "csr_crash", "csr_correct", "avc", "aar", "aap")
    none = Rate(0, 0, 0, 0, (0, 0))

    def rates(figure: dict[str, Any]) -> list[Rate]:
        return [figure["pass"]["plus"].get(1), figure["pass"]["plus"].get(2, none), *(figure[key] for key in keys)]

    ranked = sorted(own.items(), key=lambda item: (-item[1]["pass"]["plus"][1].low, -item[1]["csr"].low))
    leaders = [
        [
            name.partition("--")[0],
            "cs",
            str(len(figure["by answer"])),
            str(len(TASKS)),
            *(shown(r) if r.n else "-" for r in rates(figure)),
        ]
        for name, figure in ranked
    ]
    page = html_tables(Path("r.html"))
    assert page["program-scores-table"][1:] == leaders
    assert markdown_table(Path("r.md"), "Leaderboard: programs by model and prompt strategy")[1:] == leaders
    # Nobody asked about the contracts: nothing is said of them, and no task is without one.
    assert [name for name in page if name.startswith("python-statistics")] == []
    assert not Path("csv/contracts.csv").exists()
    assert "specassay grade --dataset data.jsonl" in Path("r.html").read_text()
    words = sorted({word for figure in own.values() for word in figure["verdicts"]})
    failures = {word: [str(figure["verdicts"][word]) for figure in own.values()] for word in words}
    assert {row[0]: row[1:] for row in page["program-failures-table"][1:]} == failures
    assert {row[0]: row[1:] for row in markdown_table(Path("r.md"), "Failures by kind")[1:]} == failures
    programs = sorted(
        [task, f"{name} {number}", word, f"{refused} of {of}"]
        for name, figure in own.items()
        for task in dict.fromkeys(task for task, *_ in figure["by answer"])
        for number, (_, word, refused, of) in enumerate(each for each in figure["by answer"] if each[0] == task)
    )
    assert sorted(row[:4] for row in page["programs-all-table"][1:]) == programs

    latex = [
        line.removesuffix(r" \\").split(" & ")
        for line in Path("tex/programs.tex").read_text().splitlines()
        if " & CS & " in line
    ]
    for line, (name, figure) in zip(latex, own.items(), strict=True):
        four = (figure["pass"]["plus"][1], figure["avc"], figure["aar"], figure["aap"])
        mean = [fmean(rate.low for rate in four), fmean(rate.high for rate in four)]
        average = "--".join(dict.fromkeys(f"{100 * value:.1f}" for value in mean))
        of_tests = [rate for key, rate in zip(("", "", *keys), rates(figure), strict=True) if key != "csr_correct"]
        cells = [in_latex(rate) if rate.n else "--" for rate in of_tests]
        assert line == [name.partition("--")[0], "CS", str(len(TASKS)), str(figure["csr"].n), *cells, average]

    names = ("pass@1", "pass@2", "as written", "CSR", "crashes", "CSR of correct programs", "AVC", "AAR", "AAP")
    report = specassay.read_report("run")
    with Path("csv/scores.csv").open() as file:
        read = list(csv.DictReader(file))
    for records in (read, report.to_pandas("scores").to_dict("records")):
        for record in records:
            figure = own[record["file"]]
            first, second, *others = rates(figure)
            written = figure["pass"]["as_written"][1]
            rate = dict(zip(names, (first, second, written, *others), strict=True))[record["metric"]]
            told = [_number(record[key]) for key in ("low", "high", "interval_low", "interval_high", "n", "unknown")]
            expected = (
                (rate.low, rate.high, *rate.interval, rate.n, rate.unknowns) if rate.n else (math.nan,) * 4 + (0, 0)
            )
            assert told == pytest.approx(expected, nan_ok=True), record
    with Path("csv/programs.csv").open() as file:
        told_programs = list(csv.DictReader(file))
    of_programs = [(r["task_id"], r["result"], int(r["refused"]), int(r["violating_tests"])) for r in told_programs]
    assert of_programs == [each for figure in own.values() for each in figure["by answer"]]
    assert len(report.to_pandas("programs")) == len(of_programs)

    cards = []
    for name, figure in own.items():
        for metric, rate, unit in (("pass@1", figure["pass"]["plus"][1], "tasks"), ("CSR", figure["csr"], "tests")):
            value, _, ends = shown(rate).partition(" [")
            about = f"n = {rate.n} {unit}" + f", {rate.unknowns} unknown" * bool(rate.unknowns)
            cards.append([f"{name}: {metric}", value, "95 % interval " + ends.strip("]").replace(",", " to"), about])
    assert markdown_table(Path("r.md"), "Scores")[1:] == cards
    text = re.sub(r"<[^>]+>|\s+", " ", Path("r.html").read_text())
    squeezed = re.sub(r"\s+", " ", text)
    assert [card for card in cards if " ".join(card) not in squeezed] == []

    (pair,) = page["program-pairs-table"][1:]
    assert pair == paired(*own.values())


def paired(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """The row of two files, of which the first program for each task of either is a pair."""
    both = [
        [{each[0]: each for each in reversed(figure["by answer"])}[task.task_id] for task in TASKS]
        for figure in (first, second)
    ]
    passing = [[word == "pass" for _, word, _, _ in some] for some in both]
    known = [
        [
            None if figure["open"][task.task_id] else refused / of
            for task, (_, _, refused, of) in zip(TASKS, some, strict=True)
        ]
        for figure, some in zip((first, second), both, strict=True)
    ]
    only = [sum(a and not b for a, b in zip(*order, strict=True)) for order in (passing, passing[::-1])]
    p = f"{p_value([a - b for a, b in zip(*passing, strict=True)]):.3g}"
    moved = (
        [b - a for a, b in zip(*passing, strict=True)],
        [b - a for a, b in zip(*known, strict=True) if a is not None and b is not None],
    )
    changes = []
    for differences in moved:
        ends = resampled(differences)
        changes.append(f"{100 * fmean(differences):+.1f} [{100 * ends[0]:+.1f}, {100 * ends[1]:+.1f}]")
    return ["a--cs", "b--cs", str(len(TASKS)), *map(str, only), p, p, *changes]


def _number(value: Any) -> float:
    return math.nan if value in ("", None) else float(value)


def _of_row(row: dict[str, Any]) -> tuple[str, str, int, int]:
    suites = (row["base"]["verdict"], row["plus"]["verdict"])
    word = row["problem"] or next((suite for suite in suites if suite != "pass"), "pass")
    refused = sum(part["rejection"] == "rejected" for part in row["responses"])
    return row["task_id"], word, refused, len(row["responses"])
