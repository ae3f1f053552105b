"""Tests are executed as they are written: helpers, loops, several calls, scratch arrays, prints."""

from typing import Any

import pytest

from specassay.core.ir.values import ArrayValue
from specassay.core.spec_testing.examples import Example
from specassay.frontends.dafny import parse_program
from tests.dafny_harness.made import examples_of
from tests.dafny_harness.written import Written
from tests.dafny_harness.written_tests import PROGRAMS


def plain(value: Any) -> Any:
    """A value as Python writes it: arrays and sequences are lists, texts are str."""
    if isinstance(value, ArrayValue):
        return [plain(each) for each in value.elements]
    if isinstance(value, tuple):
        is_text = bool(value) and all(isinstance(each, str) for each in value)
        return "".join(value) if is_text else [plain(each) for each in value]
    return set(map(plain, value)) if isinstance(value, frozenset) else value


def told(example: Example) -> tuple[str, dict[str, Any], dict[str, Any] | None]:
    outputs = None if example.unknowns else {name: plain(each) for name, each in example.outputs.items()}
    return example.specification.name, {name: plain(each) for name, each in example.inputs.items()}, outputs


@pytest.mark.parametrize("written", PROGRAMS, ids=lambda each: each.name.replace(" ", "-"))
def test_a_test_says_what_its_execution_demands(written: Written) -> None:
    found = examples_of(parse_program(written.text, file="t.dfy"))
    assert [told(example) for example in found.examples] == list(written.examples)
    assert {example.source for example in found.examples} <= {written.source}
    assert [finding.kind for finding in found.findings][:1] == ([written.finding] if written.finding else [])
