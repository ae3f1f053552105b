"""Dates, datetimes and timedeltas: numbers of days or microseconds, from which their parts follow.

A date is its ordinal, a datetime the ordinal of its day, its time of that day and its offset, a timedelta a number of
microseconds. What an object is asked for is a variable of its own, with facts that tie it to these numbers.

Invariant: each object that CPython has satisfies the facts.
"""

import datetime
from collections.abc import Hashable, Mapping
from typing import Any

from ..ir.build import add, eq, ge, implies, integer, ite, le, mul, neg, op, sub
from ..ir.sorts import BOOL, INT
from ..ir.terms import TRUE, Term
from .abstract_values import PLAIN, AbstractObject, AbstractValue, Symbolic, kind_of
from .alternatives import SymbolicArguments, raising
from .context import Context, Shape, int_value, result, single
from .guards import conjunction, disjunction, negation
from .numbers import as_int

_LAST_DAY, _DAY_LENGTH = datetime.date.max.toordinal(), 86_400_000_000
"""The ordinal of the last date, and a day in microseconds."""
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _limited(context: Context, key: Hashable, low: int, high: int) -> Term:
    """A whole number between two limits, the same for the same key."""
    known = (key, INT) in context.results
    term = result(context, key, INT)
    if not known:
        with context.anywhere():
            context.know(_within(low, term, high))
    return term


def _within(low: int, term: Term, high: int) -> Term:
    return conjunction(ge(term, integer(low)), le(term, integer(high)))


def _ordinal(context: Context, key: Hashable) -> Term:
    """The ordinal of a date, or of the day of a datetime."""
    return _limited(context, ("ordinal", key), 1, _LAST_DAY)


def _year(context: Context, key: Hashable) -> tuple[Term, Term, Term]:
    """The year of a date, the days before it, and whether it is a leap year.

    Assumes: a date's ordinal counts the days since the year 1, of which each has 365 days, and one more if 4 and not
    100, or 400 divides it."""
    known = (("year", key), INT) in context.results
    year = _limited(context, ("year", key), 1, 9999)
    past = sub(year, integer(1))
    leaps = add(op("div", past, integer(4)), neg(op("div", past, integer(100))), op("div", past, integer(400)))
    before = add(mul(integer(365), past), leaps)
    divides = {size: eq(op("mod", year, integer(size)), integer(0)) for size in (4, 100, 400)}
    leap = disjunction(conjunction(divides[4], negation(divides[100])), divides[400])
    if not known:
        day_of_year = sub(_ordinal(context, key), before)
        with context.anywhere():
            # Ties the year to the ordinal, of which one date has one: for every path, since both are the date's own.
            context.facts += [ge(day_of_year, integer(1)), le(day_of_year, ite(leap, integer(366), integer(365)))]
    return year, before, leap


def _part_of_date(name: str) -> Shape:
    """Assumes: the months have 31, 28 (in leap years 29), 31, 30, 31, 30, 31, 31, 30, 31, 30 and 31 days."""

    def shape(context: Context, key: Any) -> Symbolic:
        _, owner = key
        year, before, leap = _year(context, owner)
        if name == "year":
            return int_value(year)
        known = (("month", owner), INT) in context.results
        month, day = _limited(context, ("month", owner), 1, 12), _limited(context, ("day", owner), 1, 31)
        # Month and day are fixed by the day's number once: how many days of the year are past where the month begins,
        # and how long it is, as a chain of conditions over the twelve months.
        if not known:
            one = ite(leap, integer(1), integer(0))
            past, length = integer(0), integer(31)
            for number, days in enumerate(_MONTHS[1:], 2):
                is_later = ge(month, integer(number))
                earlier = integer(sum(_MONTHS[: number - 1]))
                past = ite(is_later, earlier if number == 2 else add(earlier, one), past)
                length = ite(is_later, add(integer(days), one) if number == 2 else integer(days), length)
            with context.anywhere():
                context.facts += [le(day, length), eq(_ordinal(context, owner), add(before, past, day))]
        return int_value(month if name == "month" else day)

    return shape


def _part_of_time(unit: int, count: int) -> Shape:
    def shape(context: Context, key: Any) -> Symbolic:
        _, owner = key
        units = op("div", _time_of_day(context, owner), integer(unit))
        return int_value(op("mod", units, integer(count)))

    return shape


_DATE = {name: _part_of_date(name) for name in ("year", "month", "day")}
_TIME = {
    "hour": _part_of_time(3_600_000_000, 24),
    "minute": _part_of_time(60_000_000, 60),
    "second": _part_of_time(10**6, 60),
    "microsecond": _part_of_time(1, 10**6),
}


def _time_of_day(context: Context, key: Hashable) -> Term:
    """The time of a datetime in microseconds."""
    return _limited(context, ("time", key), 0, _DAY_LENGTH - 1)


def _local(context: Context, key: Hashable) -> Term:
    """The local time of a datetime: microseconds since the day with the ordinal 0."""
    return add(mul(integer(_DAY_LENGTH), _ordinal(context, key)), _time_of_day(context, key))


def some_date(context: Context, key: Hashable) -> Symbolic:
    """Assumes: dates are ordered, and have a distance in days, as their ordinals."""
    return single(AbstractObject(datetime.date, key, attributes=_DATE, rank=_ordinal(context, key)))


def some_datetime(context: Context, key: Hashable) -> Symbolic:
    """Assumes: datetimes with and without an offset are never equal, and ordering or subtracting them is a TypeError;
    those alike have the order, and the distance, of their local times minus their offsets, each of less than a day."""
    aware = result(context, ("aware", key), BOOL)
    offset = _limited(context, ("offset", key), 1 - _DAY_LENGTH, _DAY_LENGTH - 1)
    rank = sub(_local(context, key), ite(aware, offset, integer(0)))
    return single(AbstractObject(datetime.datetime, key, attributes=_DATE | _TIME, rank=rank, aware=aware))


def _part_of_duration(unit: int, count: int | None) -> Shape:
    def shape(context: Context, key: Any) -> Symbolic:
        _, (_, total) = key
        units = op("div", total, integer(unit))
        return int_value(units if count is None else op("mod", units, integer(count)))

    return shape


_DURATION = {
    "days": _part_of_duration(_DAY_LENGTH, None),
    "seconds": _part_of_duration(10**6, 86_400),
    "microseconds": _part_of_duration(1, 10**6),
}
_SHORTEST, _LONGEST = -999_999_999 * _DAY_LENGTH, 10**9 * _DAY_LENGTH - 1
"""The limits of `datetime.timedelta.min` and `max`, in microseconds."""


def _lasting(total: Term) -> Symbolic:
    """A timedelta of so many microseconds."""
    return single(AbstractObject(datetime.timedelta, ("timedelta", total), attributes=_DURATION, rank=total))


def library_object(context: Context, of_class: str, parameter: str) -> Symbolic:
    """The object that a parameter of this class is."""
    key = ("parameter", parameter)
    if of_class == "timedelta":
        return _lasting(_limited(context, key, _SHORTEST, _LONGEST))
    return (some_date if of_class == "date" else some_datetime)(context, key)


def of_object(context: Context, owner: AbstractObject, name: str, arguments: SymbolicArguments) -> Symbolic | None:
    """The result of a method; None for one of which nothing is known.

    Assumes: the first day of the year 1 is a Monday, which is 0 as a weekday, and 1 in ISO 8601."""
    if owner.kind not in (datetime.date, datetime.datetime) or name not in ("weekday", "isoweekday", "toordinal"):
        return None
    if arguments:
        return raising(context, "TypeError")
    ordinal = _ordinal(context, owner.key)
    if name == "toordinal":
        return int_value(ordinal)
    # Day 1 is a Monday: 1 + 6 is 0 modulo 7.
    weekday = op("mod", add(ordinal, integer(6)), integer(7))
    return int_value(weekday if name == "weekday" else add(weekday, integer(1)))


def moved(context: Context, symbol: str, left: AbstractValue, right: AbstractValue) -> Symbolic | None:
    """The sum or difference of dates, datetimes and timedeltas; None for others.

    Assumes: a date plus or minus a timedelta is as many whole days later or earlier, a datetime as many microseconds,
    at the same offset; what is beyond the limits is an OverflowError; the distance of dates is one of whole days.
    """
    kinds = tuple(side.kind if isinstance(side, AbstractObject) else None for side in (left, right))
    if symbol not in ("+", "-") or not {*kinds} <= {datetime.date, datetime.datetime, datetime.timedelta, None}:
        return None
    # Beside a date a plain value is a TypeError; of an unknown object nothing is said.
    if not isinstance(left, AbstractObject) or not isinstance(right, AbstractObject):
        plain = right if isinstance(left, AbstractObject) else left
        return raising(context, "TypeError") if kind_of(plain) in PLAIN else None
    if left.rank is None or right.rank is None:
        return None
    # Each kind has a number line of its own (days, microseconds): sums and differences are those of places on it.
    sign = integer(1 if symbol == "+" else -1)
    match kinds:
        case (datetime.timedelta, datetime.timedelta):
            total = add(left.rank, mul(sign, right.rank))
            context.require(_within(_SHORTEST, total, _LONGEST), "OverflowError")
            return _lasting(total)
        case (datetime.date | datetime.datetime as first, second) if first is second and symbol == "-":
            # One datetime with an offset and one without have no distance.
            context.require(same_flag(left.aware, right.aware), "TypeError")
            unit = integer(_DAY_LENGTH if first is datetime.date else 1)
            return _lasting(mul(unit, sub(left.rank, right.rank)))
        case (datetime.date, datetime.timedelta):
            # A date drops what is less than a day, towards minus infinity, as `div` by a positive number does.
            days = op("div", right.rank, integer(_DAY_LENGTH))
            ordinal = add(left.rank, mul(sign, days))
            inside = _within(1, ordinal, _LAST_DAY)
            context.require(inside, "OverflowError")
            # The same sum of the same date is the same date: its year, month and day are asked for under this key. What
            # it says of its ordinal holds inside the limits only: beyond them there is no date, and a fact would make
            # its inputs impossible.
            key = ("moved", left.key, symbol, right.rank)
            with context.anywhere():
                context.know(implies(inside, eq(_ordinal(context, key), ordinal)))
            return some_date(context, key)
        case (datetime.datetime, datetime.timedelta):
            # The limits are about the clock that is shown, which is the rank moved by the offset.
            local = add(_local(context, left.key), mul(sign, right.rank))
            inside = _within(_DAY_LENGTH, local, _DAY_LENGTH * (_LAST_DAY + 1) - 1)
            context.require(inside, "OverflowError")
            key = ("moved", left.key, symbol, right.rank)
            with context.anywhere():
                context.know(implies(inside, eq(_local(context, key), local)))
            return single(
                AbstractObject(
                    datetime.datetime,
                    key,
                    attributes=left.attributes,
                    rank=add(left.rank, mul(sign, right.rank)),
                    aware=left.aware,
                )
            )
    return None


UNITS = {
    "days": 86_400_000_000,
    "seconds": 10**6,
    "microseconds": 1,
    "milliseconds": 1_000,
    "minutes": 60_000_000,
    "hours": 3_600_000_000,
    "weeks": 604_800_000_000,
}
"""What a timedelta is made of, in the order of its arguments: microseconds."""


def duration(context: Context, arguments: SymbolicArguments, keywords: Mapping[str, Symbolic], _: Any) -> Symbolic:
    """Assumes: a timedelta of whole numbers is their sum in microseconds, and an OverflowError beyond 999,999,999 days
    to either side."""
    terms: list[Term] = [integer(0)]
    # Positional arguments come in the order days, seconds, microseconds, milliseconds, minutes, hours, weeks.
    positional = dict(zip(UNITS, arguments, strict=False))
    if len(arguments) > len(UNITS) or positional.keys() & keywords.keys():
        return raising(context, "TypeError")
    for name, value in {**positional, **keywords}.items():
        wholes = [(guard, whole) for guard, abstract in value if (whole := as_int(abstract)) is not None]
        others = disjunction(*(guard for guard, abstract in value if as_int(abstract) is None))
        # Fractions of units round, which is not followed.
        context.unsupported(others, "a timedelta of what is no whole number")
        if not wholes:
            return Symbolic(())
        term = wholes[-1][1]
        for guard, whole in wholes[:-1]:
            term = ite(guard, whole, term)
        terms.append(mul(integer(UNITS[name]), term))
    total = add(*terms)
    context.require(_within(_SHORTEST, total, _LONGEST), "OverflowError")
    return _lasting(total)


def same_flag(one: Term | None, other: Term | None) -> Term:
    if one is None or other is None:
        return TRUE
    return disjunction(conjunction(one, other), conjunction(negation(one), negation(other)))
