"""What `cvt` and `spec` find, in the formats that code hosts, test reports and editors read: of a sample project."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from junitparser import JUnitXml

from specassay.__main__ import main
from specassay.benchmarks.datasets.tasks import SourcePlace
from specassay.benchmarks.reporting.findings import ReportedFinding
from specassay.benchmarks.reporting.formats.export import Export, ReportCase
from specassay.benchmarks.reporting.formats.registry import FORMATS, document, names

SCHEMA = Path(__file__).parents[3] / "data" / "sarif" / "sarif-2.1.0.json"
PRICES = '''"""Prices."""
import icontract


@icontract.require(lambda amount: amount > 0)
@icontract.require(lambda amount: amount == amount or True)
def pay(amount: int) -> int:
    return amount


def discount(price: float, percent: int) -> float:
    if percent < 0 or percent > 100:
        raise ValueError(f"percent: {percent}")
    return price * (100 - percent) / 100
'''
BROKEN = "import nosuchlibrary\n\n\ndef f(n):\n    assert n > 0\n    return n\n"
WEAK = '''def top(xs):
    """
    >>> top([3, 1])
    3
    """
    result = max(xs)
    assert result >= 1
    return result
'''


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "src" / "my shop"
    package.mkdir(parents=True)
    (package / "prices.py").write_text(PRICES)
    (package / "broken.py").write_text(BROKEN)
    (package / "noparse.py").write_text("def f(:\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, catch_exceptions=False)


def validated(text: str) -> dict[str, Any]:
    import jsonschema  # Here, because each worker of xdist collects this file, and few run it.

    log = json.loads(text)
    jsonschema.Draft4Validator(json.loads(SCHEMA.read_text())).validate(log)
    (found,) = log["runs"]
    assert isinstance(found, dict)
    return found


def test_sarif_of_a_project_has_rules_places_and_witnesses(project: Path) -> None:
    done = run("cvt", "src", "--format", "sarif", "--out", "found.sarif")
    assert done.exit_code == 2
    found = validated(Path("found.sarif").read_text())
    assert [rule["id"] for rule in found["tool"]["driver"]["rules"]]
    results = {
        (each["ruleId"], each["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]): each
        for each in found["results"]
    }
    idle = results["idle-clause", "prices.pay"]
    place = idle["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "src/my%20shop/prices.py", "uriBaseId": "%SRCROOT%"}
    lines = PRICES.splitlines()
    region = place["region"]
    assert region["startLine"] == region["endLine"]
    shown = lines[region["startLine"] - 1][region["startColumn"] - 1 : region["endColumn"] - 1]
    assert "amount == amount or True" in shown
    assert idle["level"] == "warning"
    broken = results["not-done", "broken.f"]
    assert "nosuchlibrary" in broken["message"]["text"]
    assert broken["level"] == "error"
    unread = results["not-done", "src/my shop/noparse.py"]
    assert unread["locations"][0]["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 7}
    assert found["invocations"] == [{"executionSuccessful": False}]


@pytest.mark.slow
def test_fingerprints_stay_when_lines_move_and_tell_findings_apart(project: Path) -> None:
    def fingerprints() -> list[str]:
        others = ("--exclude", "broken.py", "--exclude", "noparse.py")
        found = validated(run("cvt", "src", *others, "--format", "sarif").stdout)
        return [mark for each in found["results"] for mark in each["partialFingerprints"].values()]

    before = fingerprints()
    path = Path("src", "my shop", "prices.py")
    path.write_text("# a line\n\n" + path.read_text())
    assert fingerprints() == before
    assert len(set(before)) == len(before) >= 1


def test_junit_has_a_case_for_each_clause(project: Path) -> None:
    done = run("cvt", "src", "--format", "junit", "--out", "found.xml")
    assert done.exit_code == 2
    suites = {
        suite.name: {(case.classname, case.name): case for case in suite} for suite in JUnitXml.fromfile("found.xml")
    }
    prices = suites["src/my shop/prices.py"]
    failed = prices["prices.pay", "clause 1: amount == amount or True"]
    assert [type(each).__name__ for each in failed.result] == ["Failure"]
    passed = prices["prices.discount", "clause 0: not (percent < 0 or percent > 100)"]
    assert passed.is_passed
    assert "percent=" in passed.system_out
    (broken,) = suites["src/my shop/broken.py"].values()
    assert "nosuchlibrary" in broken.result[0].message
    (unread,) = suites["src/my shop/noparse.py"].values()
    assert unread.is_error


def test_specifications_have_the_same_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("top.py").write_text(WEAK)
    done = run("spec", "top.py", "--format", "lines")
    assert done.exit_code == 1
    (line,) = [line for line in done.stdout.splitlines() if "accepts-another-output" in line]
    assert re.match(r"top\.py:\d+:\d+: accepts-another-output: top\.top: .*top\(\[3, 1\]\) → ", line)
    found = validated(run("spec", "top.py", "--format", "sarif").stdout)
    assert "accepts-another-output" in {each["ruleId"] for each in found["results"]}
    Path("found.xml").write_text(run("spec", "top.py", "--format", "junit").stdout)
    (suite,) = JUnitXml.fromfile("found.xml")
    (case,) = suite
    assert case.is_failure
    assert "top([3, 1])" in case.result[0].text


@pytest.mark.slow
def test_what_fails_is_only_what_no_baseline_has(project: Path) -> None:
    first = run("cvt", "src", "--write-baseline", "known.json")
    assert first.exit_code == 0
    path = Path("src", "my shop", "prices.py")
    path.write_text("# moved\n" + path.read_text())
    again = run("cvt", "src", "--baseline", "known.json", "--format", "sarif")
    assert again.exit_code == 0
    assert {each["baselineState"] for each in validated(again.stdout)["results"]} == {"unchanged"}
    path.write_text(path.read_text() + "\n\ndef new(n):\n    assert n == n or True\n")
    worse = run("cvt", "src", "--baseline", "known.json", "--format", "lines")
    assert worse.exit_code == 1
    (line,) = worse.stdout.splitlines()
    assert "idle-clause: prices.new" in line


def test_a_baseline_is_one_that_was_written(project: Path) -> None:
    Path("known.json").write_text("[]")
    done = run("cvt", "src", "--baseline", "known.json")
    assert done.exit_code == 2
    assert "--write-baseline" in done.stderr


def test_strict_fails_for_what_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd.py").write_text("def f(n):\n    assert n > 0\n\n\ndef g(n):\n    assert hash(str(n)) != 1234567\n")
    assert run("cvt", "odd.py", "--format", "lines").exit_code == 0
    done = run("cvt", "odd.py", "--strict", "--format", "github")
    assert done.exit_code == 1
    assert done.stdout.startswith("::error file=odd.py,line=6,")


def awkward() -> Iterator[Export]:
    text = 'f(",:%\\r\\n\x00\x1b[31m\ud800é</failure>]]>")'
    place = SourcePlace("a,b:c%.py", 3, 2, 3, 9)
    finding = ReportedFinding("idle-clause", "a.f", f"100%: {text}\nnext", place, text, clause=0, text=text)
    case = ReportCase(group="a\x00.py", subject="a.f", name=text, outcome="failed", message=text, detail=text)
    yield Export(findings=[finding, ReportedFinding("not-done", "b", "no place")], cases=[case])
    yield Export()


@pytest.mark.parametrize("name", [name for name, each in FORMATS.items() if not each.of_tests])
def test_texts_of_anybody_stay_inside_their_format(name: str) -> None:
    for export in awkward():
        made = document(name, export)
        made.encode("utf-8")
        if name == "sarif":
            validated(made)
        elif name == "junit":
            JUnitXml.fromstring(made.encode())
        else:
            assert "\x1b" not in made
            assert len(made.splitlines()) == len(export.findings)
    if name == "github":
        made = document(name, next(awkward()))
        place = "file=a%2Cb%3Ac%25.py,line=3,col=2,endColumn=8"
        assert made.startswith(f"::warning {place},title=specassay idle-clause::a.f: ")
        assert "%0Anext" in made


@pytest.mark.parametrize("command", ["cvt", "spec"])
def test_every_format_is_offered_by_the_commands_that_can_write_it(command: str) -> None:
    told = run(command, "--help").stdout
    assert all(name in told for name in names(command))
    assert run(command, "x.py", "--format", "sarfi").exit_code == 2


def test_an_exported_file_may_be_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("idle.py").write_text("def f(n):\n    assert n == n or True\n    return n\n")
    for name in ("sarif", "lines"):
        for _ in range(2):
            assert run("cvt", "idle.py", "--format", name, "--out", "out").exit_code == 1, name
        Path("out").unlink()
