"""Parameters that are dates, datetimes and timedeltas: what CPython computes of these is denied."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

from specassay.benchmarks.datasets import python_files
from specassay.benchmarks.datasets.tasks import ContractTask
from specassay.benchmarks.runs.contract_oracle import provable_part
from specassay.core.ir.contracts import Contract
from specassay.frontends.python.names import given_variable, instance_variable

from .ask import Asked, Denied, admits

PARAMETERS = {"a": "date", "b": "date", "m": "datetime", "n": "datetime", "d": "timedelta", "e": "timedelta"}
EXPRESSIONS = (
    *(
        f"{left} {symbol} {right}"
        for left, right in ("ab", "mn", "de", "am")
        for symbol in ("<", "<=", "==", "!=", ">")
    ),
    *("a - b == d", "(a - b).days", "m - n == d", "(m - n).days", "(m - n).seconds", "m - n > d", "a - b < d"),
    *("a + d == b", "(a + d).month", "(a - d).year", "(a + d).day", "a - d < b", "(a + d - b).days"),
    *("m + d == n", "(m + d).hour", "(m - d).day", "m - d < n", "(m + d).microsecond", "(m - d + e).year"),
    *("d + e == d", "(d + e).days", "(d - e).seconds", "(d - e).microseconds", "d > timedelta(days=3, hours=-1)"),
    *("a.weekday()", "m.isoweekday()", "a.toordinal()", "m.weekday() > a.weekday()", "a + 1", "a - None", "d - a"),
    *("a.year - b.year", "(a.month, a.day) < (b.month, b.day)", "m.hour * 60 + m.minute", "n.second", "a - m"),
)
DATES = (date.min, date.max, date(2000, 2, 29), date(1900, 3, 1), date(2023, 12, 31), date(4, 12, 31), date(5, 1, 1))
SPANS = (timedelta(0), timedelta(1), timedelta(-1, 1), timedelta(59, 86399, 999_999), timedelta(-36525), timedelta.max)
ZONES = (None, None, UTC, timezone(timedelta(hours=-23)), timezone(timedelta(hours=5, minutes=30)))


def ask_dates(seed: int) -> Asked:
    """Ask about one expression of dates."""
    chance = Random(f"dates {seed}")
    values = dict(_drawn(chance))
    expression = chance.choice(EXPRESSIONS)
    try:
        result = eval(expression, {"timedelta": timedelta, **values})
        denial = f"{expression} != {result!r}"
    except (TypeError, OverflowError):
        denial = f"({expression}, True)[1]"
    held = " and ".join(_pinned(name, value) for name, value in values.items() if name in expression)
    parameters = ", ".join(f"{name}: {kind}" for name, kind in PARAMETERS.items())
    text = f"from datetime import date, datetime, timedelta\n\n\ndef f({parameters}) -> None:\n"
    text += f"    assert not ({held})\n    assert {denial}\n"
    return _asked(text, values, frozenset({0, 1} if _is_violated(denial, values) else {0}))


def _is_violated(condition: str, values: dict[str, Any]) -> bool:
    try:
        return not eval(condition, {"timedelta": timedelta, **values})
    except (TypeError, OverflowError):
        return True


def _drawn(chance: Random) -> Iterator[tuple[str, Any]]:
    zone = chance.choice(ZONES)
    for name, kind in PARAMETERS.items():
        day = chance.choice((*DATES, date.fromordinal(chance.randrange(1, date.max.toordinal()))))
        if kind == "date":
            yield name, day
        elif kind == "datetime":
            span = timedelta(microseconds=chance.randrange(86_400_000_000))
            moment = datetime(day.year, day.month, day.day) + span
            yield name, moment.replace(tzinfo=chance.choice((zone, zone, *ZONES)))
        else:
            yield name, chance.choice((*SPANS, timedelta(chance.randint(-4000, 4000), chance.randrange(86400))))


def _pinned(name: str, value: Any) -> str:
    """A condition that holds of this value, and of those alike in its parts."""
    parts = ["days", "seconds", "microseconds"] if isinstance(value, timedelta) else ["year", "month", "day"]
    parts += ["hour", "minute", "second", "microsecond"] if isinstance(value, datetime) else []
    return " and ".join(f"{name}.{part} == {getattr(value, part)}" for part in parts)


def _asked(text: str, values: dict[str, Any], violated: frozenset[int]) -> Asked:
    contract = _contract(text)
    told = {name: name in {*map(given_variable, PARAMETERS), *map(instance_variable, PARAMETERS)} for name in _told()}
    inputs = {name: told.get(name, 0) for name in contract.parameters}
    said = admits(contract, inputs, violated, with_constants=False)
    denial = Denied(text, {name: repr(value) for name, value in values.items()}, violated)
    return Asked(1, int(said is not None), wrong=(denial,) if said is False else ())


def _told() -> Iterator[str]:
    for name in PARAMETERS:
        yield from (given_variable(name), instance_variable(name))


def _contract(text: str) -> Contract:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.py"
        path.write_text(text, encoding="utf-8")
        (task,) = (each for each in python_files.read(path) if isinstance(each, ContractTask))
        return provable_part(task)
