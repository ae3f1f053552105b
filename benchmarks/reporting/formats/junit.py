"""JUnit XML as Jenkins, GitLab and pytest's reports have it (github.com/jenkinsci/xunit-plugin, junit-10.xsd): a test
suite for each file, a test case for each clause of a contract and for each method with a specification."""

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree

from ....core.iteration import grouped
from .export import Export, ReportCase, relative

HEAD = '<?xml version="1.0" encoding="utf-8"?>'
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to say (section 2.2, Characters)."""
_ELEMENTS = {"failed": "failure", "error": "error", "skipped": "skipped"}


def lines(export: Export) -> Iterator[str]:
    """One document, on one line but for the texts in it."""
    groups = grouped((case.group, case) for case in export.cases)
    root = ElementTree.Element("testsuites", {"name": f"specassay {export.command}", **_counts(export.cases)})
    for name, cases in groups.items():
        suite = ElementTree.SubElement(root, "testsuite", {"name": _legal(name), **_counts(cases)})
        for case in cases:
            _add(suite, case)
    yield f"{HEAD}{ElementTree.tostring(root, encoding='unicode')}"


def _add(suite: ElementTree.Element, case: ReportCase) -> None:
    attributes = {"classname": case.subject, "name": case.name, "time": f"{case.seconds:.3f}"}
    if case.place is not None:
        attributes["file"] = relative(case.place.file) or case.place.file
        attributes |= {} if case.place.line is None else {"line": str(case.place.line)}
    element = ElementTree.SubElement(suite, "testcase", {name: _legal(value) for name, value in attributes.items()})
    if case.outcome != "passed":
        outcome = ElementTree.SubElement(element, _ELEMENTS[case.outcome], {"message": _legal(case.message)})
        outcome.text = _legal(case.detail)
    elif case.detail:
        ElementTree.SubElement(element, "system-out").text = _legal(case.detail)


def _counts(cases: Sequence[ReportCase]) -> dict[str, str]:
    outcomes = [case.outcome for case in cases]
    return {
        "tests": str(len(cases)),
        "failures": str(outcomes.count("failed")),
        "errors": str(outcomes.count("error")),
        "skipped": str(outcomes.count("skipped")),
        "time": f"{sum(case.seconds for case in cases):.3f}",
    }


def _legal(text: str) -> str:
    return _ILLEGAL.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)
