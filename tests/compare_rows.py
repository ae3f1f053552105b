"""Are the rows of two runs the same, but for the version of their schema? `python -m tests.compare_rows BEFORE AFTER`.

Times are left out. Rows of version 1 are read as `benchmarks/schema` does.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from specassay.benchmarks.schema import current

TIMES = frozenset({"seconds", "digest"})
"""Fields that differ from run to run, or from version to version of the program."""

NAMES = ("kind", "task_id", "file", "method", "violates", "first", "second")
"""Fields that say what a row is about."""


def comparable(value: Any) -> Any:
    """A row, or a part of one, without what differs from run to run."""
    if isinstance(value, Mapping):
        return {name: comparable(part) for name, part in value.items() if name not in TIMES}
    return [comparable(part) for part in value] if isinstance(value, list) else value


def rows_of(path: Path) -> dict[str, Any]:
    """By what it is about, each row of a file as one of the present version: several processes write in any order."""
    found: dict[str, Any] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = comparable(current(json.loads(line)))
        named = " ".join(str(row[name]) for name in NAMES if row.get(name))
        key, number = named, 2
        while key in found:
            key, number = f"{named} #{number}", number + 1
        found[key] = row
    return found


def differences(before: Path, after: Path) -> Iterator[str]:
    """One message for each field that is not the same, and for each row that only one of the two has."""
    first, second = rows_of(before), rows_of(after)
    for key in first.keys() ^ second.keys():
        yield f"{key}: only {'before' if key in first else 'after'}"
    for key in first.keys() & second.keys():
        for name in sorted({*first[key], *second[key]}):
            if first[key].get(name) != second[key].get(name):
                yield f"{key}: {name}: {first[key].get(name)!r} → {second[key].get(name)!r}"


if __name__ == "__main__":
    found = sorted(differences(Path(sys.argv[1]), Path(sys.argv[2])))
    print(*found, f"{len(found)} differences", sep="\n")
    sys.exit(bool(found))
