"""Guards behind functions that only the replay executes: each has its input, and the contract one that meets it."""

import json
from pathlib import Path

from click.testing import CliRunner

from specassay.__main__ import main

MODULE = """import os
import struct
import warnings
from datetime import datetime
from urllib.parse import urlsplit

HEADER = struct.Struct(">HI")


def helper(text: str) -> list[str]:
    return text.split("@")


def parts(text: str) -> list[str]:
    found = helper(text)
    if len(found) != 2:
        raise ValueError("two parts")
    return found


def host(url: str) -> str:
    split = urlsplit(url)
    if split.scheme not in ("http", "https"):
        raise ValueError("scheme")
    if not split.netloc:
        raise ValueError("host")
    return split.netloc


def unpack(data: bytes) -> int:
    if len(data) < HEADER.size:
        raise ValueError("short")
    version, size = HEADER.unpack(data[: HEADER.size])
    if version != 1:
        raise ValueError("version")
    return size


def period(start: str, end: str) -> int:
    first, last = map(datetime.fromisoformat, (start, end))
    if last <= first:
        raise ValueError("order")
    return (last - first).days


def pool(workers: int | None = None) -> int:
    warnings.warn("use the new pool", DeprecationWarning, stacklevel=2)
    if workers is None:
        workers = min(32, (os.cpu_count() or 1) + 4)
    if workers <= 0:
        raise ValueError("workers")
    return workers
"""


def test_each_guard_behind_a_function_has_its_input(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(MODULE)
    done = CliRunner().invoke(main, ["cvt", str(tmp_path / "m.py"), "--json"], catch_exceptions=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    alone = {(row["task_id"], *row["violates"]): row for row in rows if len(row["violates"]) == 1}
    tests = [("m.parts", 0), ("m.host", 0), ("m.host", 1), ("m.unpack", 1), ("m.period", 0), ("m.pool", 0)]
    assert [alone[each]["verdict"] for each in tests] == ["violating"] * len(tests)
    assert alone["m.period", 0]["how"] == {"0": "false"}
    valid = {row["task_id"] for row in rows if row.get("valid")}
    assert valid == {
        "m.parts",
        "m.host",
        "m.unpack",
        "m.period",
        "m.pool",
    }
    assert done.exit_code == 0
