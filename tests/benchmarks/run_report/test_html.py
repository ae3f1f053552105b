"""The report as HTML, without a browser: that needs none to be well formed, and to hold no more than text."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from specassay.benchmarks.run_report.document import read_report
from specassay.benchmarks.run_report.html import html_of, shown
from specassay.benchmarks.schema import FindingPart

from .conftest import HOSTILE, Write, grade, infeasible, method, rows_of_all_kinds, task, violating

VOID = {"meta", "link", "input", "br", "rect"}
CELLS = {"td", "th"}
ENDED_BY: dict[str, set[str]] = {
    "td": CELLS,
    "th": CELLS,
    "tr": {*CELLS, "tr"},
    "tbody": {*CELLS, "tr", "thead"},
    "thead": set(),
    "li": {"li"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
    "option": {"option"},
}
"""Elements whose end tags may be left out, each with the open ones that its start ends (HTML standard, 13.1.2.4)."""


class Elements(HTMLParser):
    """The elements of a document with their attributes, and its text; what is not closed is a defect."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        while self.open and self.open[-1] in ENDED_BY.get(tag, ()):
            self.open.pop()
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1] != tag and self.open[-1] in ENDED_BY:
            self.open.pop()
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("script", "style"):
            self.text += data


def test_hostile_names_and_sources_are_text_and_nothing_else(write: Write) -> None:
    plain = Elements(html_of(read_report(write(*rows_of_all_kinds()))))
    hostile = Elements(html_of(read_report(write(*rows_of_all_kinds(hostile=True)))))
    assert {tag for tag, _ in hostile.found} <= {tag for tag, _ in plain.found}
    assert sum(tag == "script" for tag, _ in hostile.found) == 1
    assert not [
        name for _, attributes in hostile.found for name in attributes if name.startswith("on") or name == "style"
    ]
    assert "<script>document.title='owned'</script>" in hostile.text
    assert "&lt;" not in hostile.text
    assert not set("\u202e\x1b\x00") & set(html_of(read_report(write(*rows_of_all_kinds(hostile=True)))))


def test_the_policy_allows_the_own_script_and_style_by_their_digests_alone(write: Write) -> None:
    text = html_of(read_report(write(violating("f", 0))))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    rules = policy[1].replace("&#39;", "'")
    assert "default-src 'none'" in rules
    assert "unsafe" not in rules
    for element in ("script", "style"):
        (content,) = re.findall(rf"<{element}>(.*?)</{element}>", text, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() in rules


@pytest.mark.parametrize("text", ["a\u202eb", "\x1b[2J", "\ud800", "\u200b", "\x00"])
def test_what_is_invisible_is_shown_as_its_escape(text: str) -> None:
    assert str(shown(text)).isprintable()
    assert str(shown(text)).encode("utf-8")


def test_a_page_marks_the_blamed_clause_and_shows_how_to_see_it_again(write: Write) -> None:
    text = html_of(
        read_report(
            write(
                violating("f", 0),
                infeasible("f", 1),
                infeasible("f", 0, 1),
                task("f", "n >= 0", "n > -1"),
                method("task_id_9", "wrong", 1.0),
            )
        )
    )
    assert re.search(r'<mark><code>n &gt; -1</code></mark>\s*<b class="warn">no input violates it</b>', text)
    assert re.search(r'<mark><code>y &gt;= x</code></mark>\s*<b class="bad">refuses 1 right output</b>', text)
    assert "specassay cvt python/f.py --task f" in text
    assert "specassay spec dfy/task_id_9.dfy --task task_id_9.Square" in text
    assert "/data/" not in text


def test_commands_are_quoted_for_a_shell(write: Write) -> None:
    text = Elements(html_of(read_report(write(violating("a b;rm -rf ~", 0))))).text
    assert "--task 'a b;rm -rf ~'" in text


def test_a_repair_is_called_a_proposal(write: Write) -> None:
    text = html_of(read_report(write(method("task_id_3", "weak", 0.25))))
    assert "<h4>Proposed repair</h4>" in text
    assert "<del>- ensures y &gt;= x</del>" in text
    assert "<ins>+ ensures y == x * x</ins>" in text


def test_what_is_wrong_comes_before_what_is_weak(write: Write) -> None:
    report = read_report(write(*rows_of_all_kinds()))
    assert [first.verdict for first in report.summary.first] == ["wrong", "fails", "idle-clause", "weak"]
    assert report.summary.first[-1].witness == "Square(3) → 10 where 9 is expected"


def test_advice_fits_what_shows_a_verdict(write: Write) -> None:
    """Who has made no test is not told to correct one."""
    lemma = method("lemma", "wrong", 1.0)
    found = FindingPart(id="1", kind="counterexample", method="Square", message="it is false", line=2)
    (first,) = read_report(write(replace(lemma, findings=[found]))).summary.first
    assert first.advice == "Correct what the lemma says, or require what it needs."


def test_every_file_of_programs_has_a_card_or_is_counted(write: Write) -> None:
    report = read_report(write(*(grade(f"m{number}", "HumanEval/1") for number in range(10))))
    names = [card.name for card in report.summary.cards]
    assert not any(name.endswith(": CSR") for name in names)
    assert (report.summary.cards[-1].name, report.summary.cards[-1].value) == ("Files of programs", "10")


def test_every_link_leads_somewhere(write: Write) -> None:
    found = Elements(html_of(read_report(write(*rows_of_all_kinds(), grade("m", "HumanEval/1"))))).found
    names = [attributes["id"] for _, attributes in found if "id" in attributes]
    assert len(names) == len(set(names))
    links = {str(attributes["href"]) for tag, attributes in found if tag == "a"}
    assert {link.removeprefix("#") for link in links} <= set(names)
    assert HOSTILE not in names


def test_a_page_stays_small_whatever_there_is_to_say(write: Write) -> None:
    """What fits into 5 MB for all data: values are cut, and of many tests and findings the first are shown."""
    row = method("task_id_3", "weak", 0.25)
    tests = [replace(row.tests[0], inputs={"x": "9" * 5000}, line=line) for line in range(300)]
    findings = [replace(row.findings[0], message="no " * 2000) for _ in range(100)]
    page = html_of(read_report(write(replace(row, tests=tests, findings=findings))))
    body = page[page.index('id="specification-1"') :]
    assert len(body[: body.index("</details>")]) < 8_000
    assert "295 more tests: 295 holds." in body
    assert "92 like these; the rows have them" in body
