"""Search with a goal through the parts of texts: groups of a match that may be empty, names bound in a test, and what
stands before and after a separator."""

import pytest

from specassay.benchmarks.configuration import Config
from specassay.benchmarks.datasets.registry import load
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.cvt import synthesise

MODULE = r"""
import re

VERSION = re.compile(r"(?P<major>\d+)\.(?P<minor>\d+)(?:-(?P<pre>[a-z]+))?")
SIZE = re.compile(r"(\d+)(kb|mb|gb)?")
MAX_FRAME = 1 << 14


def version(text: str, allow_pre: bool = False) -> str:
    if (match := VERSION.fullmatch(text)) is None:
        raise ValueError("no version")
    if match["pre"] and not allow_pre:
        raise ValueError("pre-release")
    return match["major"]


def size(text: str) -> int:
    match = SIZE.fullmatch(text)
    if not match:
        raise ValueError("no size")
    if match.group(2) == "gb":
        raise ValueError("too large a unit")
    return int(match.group(1))


def parse_range(header: str, size: int) -> int:
    unit, _, spec = header.partition("=")
    if unit.strip() != "bytes":
        raise ValueError("unit")
    first, dash, last = spec.partition("-")
    if not dash:
        raise ValueError("dash")
    if not first.isdigit() or (last and not last.isdigit()):
        raise ValueError("digits")
    if last and int(first) > int(last):
        raise ValueError("order")
    if int(first) >= size:
        raise LookupError("unsatisfiable")
    return int(first)


def frame(payload: bytes) -> bytes:
    if len(payload) > MAX_FRAME:
        raise ValueError("payload too long")
    return payload
"""


@pytest.mark.parametrize(
    ("name", "violated", "arguments"),
    [
        ("version", (1,), {"text": "'0.0-a'", "allow_pre": "False"}),
        pytest.param("size", (1,), {"text": "'0gb'"}, marks=pytest.mark.slow),
        pytest.param("parse_range", (1,), {"header": "'bytes=0'", "size": "1"}, marks=pytest.mark.slow),
        ("parse_range", (3,), {"header": "'bytes=1-0'", "size": "2"}),
        ("frame", (0,), {"payload": repr(b"a" * 16_385)}),
    ],
)
def test_a_clause_that_few_texts_violate_is_reached(
    tmp_path_factory: pytest.TempPathFactory, name: str, violated: tuple[int, ...], arguments: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("matches") / "matches.py"
    path.write_text(MODULE)
    (task,) = [task for task in load(path) if isinstance(task, ContractTask) and task.entry_point == name]
    rows = {tuple(row.violates): row for row in synthesise(task, config=Config(budget=5)).rows}
    assert (rows[violated].verdict, rows[violated].arguments) == ("violating", arguments)
