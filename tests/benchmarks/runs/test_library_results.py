"""Results of functions of the library: evaluated in the search, and unknown ones with facts in proofs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from specassay.__main__ import main
from specassay.core.ir import library
from specassay.core.ir.library import FUNCTIONS

IMPORTS = (
    "import json\nimport os.path\nimport struct\nfrom datetime import date, timedelta\nfrom decimal import Decimal\n"
)


SETS_OF_THREE = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))


def verdicts(tmp_path: Path, parameter: str, body: str) -> dict[tuple[int, ...], tuple[str, str]]:
    """By set of clauses, the verdict and the argument."""
    inside = body.replace("\n", "\n    ")
    (tmp_path / "m.py").write_text(f"{IMPORTS}\n\ndef f(x: {parameter}) -> None:\n    {inside}\n")
    done = CliRunner().invoke(main, ["cvt", str(tmp_path / "m.py"), "--json"], catch_exceptions=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {tuple(row["violates"]): (row["verdict"], (row["arguments"] or {}).get("x", "")) for row in rows}


@pytest.mark.parametrize(
    ("parameter", "body", "infeasible"),
    [
        # Of too few bytes the later guard raises, too; and a field of a byte is no number of three digits.
        ("bytes", "assert len(x) >= 2\na, b = struct.unpack('>BB', x[:2])\nassert a < 256 and b != 3", [(0,)]),
        (
            "str",
            "d = date.fromisoformat(x)\nassert d.year > 2000\nassert d > date.fromisoformat(x) or d.month < 13",
            [(1,)],
        ),
        ("int", "assert x < 24\nassert timedelta(hours=x) < timedelta(days=1)", [(0,)]),
        ("str", "v = json.loads(x)\nassert isinstance(v, dict)\nassert isinstance(v, (dict, list))", [(1,)]),
        ("str", "assert os.path.isabs(x)\nassert x.startswith('/')", [(0,), (1,)]),
        ("str", "v = Decimal(x)\nassert v >= 0\nassert v >= -1", [(1,)]),
    ],
)
def test_what_facts_exclude_is_proved(
    tmp_path: Path, parameter: str, body: str, infeasible: list[tuple[int, ...]]
) -> None:
    found = verdicts(tmp_path, parameter, body)
    assert [violates for violates, (verdict, _) in found.items() if verdict == "infeasible"] == infeasible
    assert "unknown" not in {verdict for verdict, _ in found.values()}


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        ("d = date.fromisoformat(x)\nassert d.year >= 2000", lambda x: date_of(x).year < 2000),
        ("v = Decimal(x)\nassert v.as_tuple().exponent >= -2", lambda x: len(x.partition(".")[2]) > 2),
        ("a, b = json.loads(x)\nassert a < b", lambda x: not json.loads(x)[0] < json.loads(x)[1]),
    ],
)
def test_a_clause_is_false_rather_than_that_nothing_can_be_read(
    tmp_path: Path, body: str, holds: Callable[[str], bool]
) -> None:
    verdict, argument = verdicts(tmp_path, "str", body)[(0,)]
    assert verdict == "violating"
    assert holds(argument.strip("'"))


def date_of(text: str) -> Any:
    return library.MODULES["datetime"]["date"].fromisoformat(text)


def test_samples_have_results_and_results_lead_back() -> None:
    for row in FUNCTIONS:
        for sample in row.samples if row.made_from is not None and row.at == 0 else ():
            if row.name == "filter":
                continue  # It takes a pattern, too.
            found, made_from = row.value(sample), row.made_from
            assert made_from is not None
            assert any(row.value(again) == found for again in made_from(found, [sample])), row


@pytest.mark.parametrize("form", ["99999999999xB", "é"])
def test_a_format_of_which_no_value_is_made_is_read(tmp_path: Path, form: str) -> None:
    found = verdicts(tmp_path, "bytes", f"(a,) = struct.unpack({form!r}, x)\nassert a < 8")
    assert {verdict for verdict, _ in found.values()} <= {"unknown", "violating"}


@pytest.mark.parametrize(
    ("parameters", "guards", "infeasible"),
    [
        (
            "start: date, end: date, today: date",
            ("start < today", "end <= start", "(end - start).days > 30", "end <= today"),
            [(3,), (0, 1), (1, 2), (2, 3), (0, 1, 2), (1, 2, 3), (0, 1, 2, 3)],
        ),
        ("born: date, today: date", ("born > today", "today.year - born.year > 150"), [(0, 1)]),
        ("day: date", ("day.month == 2 and day.day > 29", "day.weekday() > 6", "day.year < 0"), [*SETS_OF_THREE]),
        ("day: date, pause: timedelta", ("pause <= timedelta(0)", "pause.days < 0"), [(1,)]),
        ("start: datetime, end: datetime", ("start.hour < 8", "not 0 <= start.minute < 60"), [(1,), (0, 1)]),
        ("last: Optional[date], day: date", ("last is not None and last > day", "day < date.min"), []),
    ],
)
def test_what_no_date_is_is_proved(
    tmp_path: Path, parameters: str, guards: tuple[str, ...], infeasible: list[tuple[int, ...]]
) -> None:
    """Parameters that are declared as dates are any dates."""
    lines = "".join(f"    if {guard}:\n        raise ValueError\n" for guard in guards)
    (tmp_path / "m.py").write_text(
        "from datetime import date, datetime, timedelta\nfrom typing import Optional\n\n\n"
        f"def f({parameters}) -> None:\n{lines}"
    )
    done = CliRunner().invoke(main, ["cvt", str(tmp_path / "m.py"), "--json"], catch_exceptions=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [tuple(row["violates"]) for row in rows if row["verdict"] == "infeasible"] == infeasible
    if "date.min" not in guards[-1]:  # What is unknown stays so: `date.min` is no number.
        assert "unknown" not in {row["verdict"] for row in rows}
