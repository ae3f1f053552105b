"""The report in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from specassay.benchmarks.run_report.document import read_report
from specassay.benchmarks.run_report.html import html_of
from specassay.benchmarks.schema import line_of

from .conftest import rows_of_all_kinds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Error, Page, Request


@pytest.fixture(scope="module")
def browser(require: Callable[[str], Path]) -> "Iterator[Browser]":
    program = require("browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        opened = running.chromium.launch(executable_path=program)
        yield opened
        opened.close()


@pytest.fixture(scope="module", params=["plain"])
def document(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    rows = folder / "rows.jsonl"
    rows.write_text("".join(map(line_of, rows_of_all_kinds(hostile=request.param == "hostile"))), encoding="ascii")
    path = folder / "report.html"
    path.write_text(html_of(read_report(rows)), encoding="utf-8")
    return path


both = pytest.mark.parametrize("document", ["plain", "hostile"], indirect=True, scope="module")


@pytest.fixture(scope="module")
def tab(browser: "Browser") -> "Iterator[Page]":
    """One for all tests: a process of the browser's for each takes longer than what is looked at."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: "Page", document: Path) -> "Iterator[Page]":
    """The document, opened anew; a test fails where the console spoke, or anything but the file was asked for."""
    told: list[str] = []

    def asked(request: "Request") -> None:
        if not request.url.startswith((document.as_uri(), "data:,")):
            told.append(request.url)

    def spoke(dialog: "Dialog") -> None:
        told.append(dialog.message)
        dialog.dismiss()

    def wrote(message: "ConsoleMessage") -> None:
        told.append(message.text)

    def failed(error: "Error") -> None:
        told.append(str(error))

    hear: tuple[tuple[Any, Callable[[Any], None]], ...] = (
        ("console", wrote),
        ("pageerror", failed),
        ("dialog", spoke),
        ("request", asked),
    )
    for event, heard in hear:
        tab.on(event, heard)
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.emulate_media(media="screen", color_scheme="light")
    tab.goto(document.as_uri())
    yield tab
    assert tab.title() == "specassay: report of a run"
    tab.evaluate("localStorage.clear()")
    for event, heard in hear:
        tab.remove_listener(event, heard)
    assert told == []


@both
def test_it_opens_with_the_provenance_first(page: "Page") -> None:
    assert page.locator("main h2").all_text_contents()[:2] == ["Provenance", "Summary"]
    assert page.locator("main img, main script").count() == 0


def cells(page: "Page", table: str, column: str) -> list[str]:
    """What visible rows have under a name, wherever it stands."""
    heads = page.locator(f"#{table}-table th").all_inner_texts()
    place = next(place for place, head in enumerate(heads, 1) if head.startswith(column))
    return page.locator(f"#{table}-table tbody tr:visible td:nth-child({place})").all_inner_texts()


def test_a_table_sorts_by_a_column_both_ways(page: "Page") -> None:
    head = page.locator("#specifications-methods-table th", has_text="completeness")
    for order in ("ascending", "descending"):
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == order
        found = [float(text.removesuffix(" %")) for text in cells(page, "specifications-methods", "completeness")]
        assert found == sorted(found, reverse=order == "descending")
        assert len(set(found)) > 1


def test_a_table_is_filtered_by_words_and_by_tags(page: "Page") -> None:
    part = page.locator(".table", has=page.locator("#specifications-methods-table"))
    part.get_by_role("searchbox").fill("task_id_7")
    assert len(cells(page, "specifications-methods", "method")) == 1
    assert part.locator("output").inner_text() == "1 of 6 rows"
    part.get_by_role("searchbox").fill("")
    part.get_by_label("verdict").select_option("strong")
    assert set(cells(page, "specifications-methods", "verdict")) == {"strong"}
    assert part.locator("output").inner_text() == "4 of 6 rows"


@pytest.mark.slow
@both
def test_a_link_opens_the_page_of_its_task(page: "Page") -> None:
    wanted = page.locator("#specifications-methods-table a", has_text="task_id_3")
    anchor = str(wanted.get_attribute("href"))
    opened = page.locator(f"details:has({anchor})")
    assert opened.get_attribute("open") is None
    wanted.click()
    assert opened.get_attribute("open") is not None
    assert page.locator(f"{anchor} del").inner_text() == "- ensures y >= x"
    page.locator(f"details:has({anchor}) > summary").click()
    assert opened.get_attribute("open") is None
    wanted.click()
    assert opened.get_attribute("open") is not None


def test_the_keyboard_reaches_buttons_and_pages(page: "Page") -> None:
    page.locator("#python-tasks-table th button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#python-tasks-table th").first.get_attribute("aria-sort") == "ascending"
    page.locator("details.page > summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details.page").first.get_attribute("open") is not None


def test_the_theme_is_the_systems_or_the_readers(page: "Page") -> None:
    def paper() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = paper()
    page.get_by_label("Theme").select_option("dark")
    dark = paper()
    assert dark != light
    page.get_by_label("Theme").select_option("")
    page.emulate_media(color_scheme="dark")
    assert paper() == dark


def test_it_fits_a_narrow_screen(page: "Page") -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_long_names_do_not_widen_a_print(page: "Page") -> None:
    page.emulate_media(media="print")
    page.evaluate("document.querySelector('#specifications-methods-table td a').textContent = 'Long_'.repeat(80)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
