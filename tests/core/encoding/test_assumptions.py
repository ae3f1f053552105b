"""What the steps of the encoding assume of CPython, as they say it beside themselves (`Assumes: …`), on adversarial
values: nan by identity, both zeros, huge ints, partial orders, sets of five, iterators, odd Unicode."""

import ast
import math
import operator
import os.path
import re
import struct
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from functools import cmp_to_key
from ipaddress import ip_address
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from specassay.core import encoding
from specassay.core.encoding import dates
from specassay.core.encoding.case_changes import CHANGES
from specassay.core.encoding.formatting import SAMPLES
from specassay.core.encoding.library_results import _CODES

from ...samples import some
from .denials.programs import sections

Outcome = tuple[str, Any]


def values(holes: str) -> list[Any]:
    """The adversarial literals of some holes."""
    literals, _ = sections()
    return [eval(text, {"math": math}) for hole in holes for text in literals[hole]]


PLAIN = values("NIFZTBLUSD")
NUMBERS = values("IFZ")
LISTS = values("L")
SETS = values("S")
TEXTS = values("T")


def outcome(function: Callable[..., Any], *arguments: Any) -> Outcome:
    """What a call returns, or the class of what it raises."""
    try:
        return "returns", function(*arguments)
    except Exception as problem:
        return "raises", type(problem)


def raises(function: Callable[..., Any], *arguments: Any) -> type | None:
    kind, found = outcome(function, *arguments)
    return found if kind == "raises" else None


def is_same(first: Any, second: Any) -> bool:
    """One object, or the same type and text: of what nothing tells apart."""
    return first is second or (type(first) is type(second) and repr(first) == repr(second))


def family(value: Any) -> object:
    match value:
        case bool() | int() | float() | complex():
            return "number"
        case set() | frozenset():
            return "set"
    return type(value)


def asked(elements: list[Any], done: list[Any]) -> Iterator[Any]:
    """The elements, noting those that were asked for."""
    for element in elements:
        done.append(element)
        yield element


# -- laws


def containers_compare_by_identity_first() -> None:
    for x, y in product(PLAIN, PLAIN):
        assert (x in [y]) == (x is y or x == y)
        assert ((x,) == (y,)) == (x is y or x == y)


def families_are_not_equal() -> None:
    for x, y in product(PLAIN, PLAIN):
        assert family(x) == family(y) or x != y


def what_can_be_hashed() -> None:
    def expected(value: Any) -> bool:
        return not isinstance(value, list | set | dict) and (
            not isinstance(value, tuple) or all(expected(part) for part in value)
        )

    for x in PLAIN:
        assert (raises(hash, x) is None) == expected(x)


def sets_keep_the_first() -> None:
    for x, y in product(NUMBERS, NUMBERS):
        assert x != y or next(iter({x, y})) is x


def parts_of_complex_numbers_are_new() -> None:
    for z in values("Z"):
        assert z.real is not z.real
        assert z.imag is not z.imag
    for x in values("F"):
        assert x.real is x
        assert +x is x


def numbers_compare_exactly() -> None:
    from fractions import Fraction

    finite = [x for x in values("IF") if math.isfinite(x)]
    for x, y in product(finite, finite):
        assert (x < y) == (Fraction(x) < Fraction(y))
        assert (x == y) == (Fraction(x) == Fraction(y))


def iterators_are_consumed() -> None:
    for elements in LISTS:
        for iterator in (iter(elements), map(id, elements), zip(elements), reversed(elements), (v for v in elements)):
            first = list(iterator)
            assert len(first) == len(elements)
            assert list(iterator) == []


def generators_begin_at_once() -> None:
    for x in PLAIN:
        assert raises(lambda given: (v for v in given), x) == raises(iter, x)
    assert raises(lambda: (1 / 0 for v in [1])) is None


def a_stop_in_a_generator_is_an_error() -> None:
    assert raises(lambda: tuple(next(iter(())) for v in [1])) is RuntimeError
    assert raises(lambda: all(next(iter(())) for v in [1])) is RuntimeError


def dicts_keep_the_first_key_and_the_last_value() -> None:
    for x, y in product(NUMBERS, NUMBERS):
        made = {x: 1, None: 2, y: 3}
        assert x != y or (is_same(next(iter(made)), x) and len(made) == 2 and made[x] == 3)


def lazy_functions_raise_when_they_are_asked() -> None:
    for x in PLAIN:
        assert raises(map, abs, x) == raises(filter, None, x) == raises(zip, x) == raises(iter, x)

    def stops(v: int) -> int:
        return v or next(iter(()))

    assert list(map(stops, [1, 0, 2])) == [1]
    assert list(filter(stops, [1, 0, 2])) == [1]
    assert raises(map, lambda v: 1 / v, [0]) is None


def enumerate_asks_for_its_start_at_once() -> None:
    for x in PLAIN:
        assert (raises(enumerate, [], x) is None) == isinstance(x, int)


def reversed_asks_for_an_order_at_once() -> None:
    for x in PLAIN:
        assert (raises(reversed, x) is None) == isinstance(x, list | tuple | str | bytes | dict)


def copies_of_sets_have_the_same_members() -> None:
    for x in SETS:
        assert x.copy() == x
        assert not isinstance(x, frozenset) or x.copy() is x


def three_methods_of_sets_stop_early() -> None:
    names = [name for name in dir(frozenset) if not name.startswith("_") and name != "copy"]
    for name, elements in product(names, LISTS):
        for x in SETS:
            done: list[Any] = []
            if raises(getattr(x, name), asked(elements, done)) is None:
                assert len(done) == len(elements) or name in ("isdisjoint", "issuperset", "intersection")


def common_elements_are_of_either() -> None:
    for x, y in product(SETS, SETS):
        assert all(any(v is w for w in (*x, *y)) for v in x & y)
        assert len(x & y) == sum(v in y for v in x)


def differences_are_of_the_first() -> None:
    for x, y in product(SETS, SETS):
        assert [v for v in x - y if not any(v is w for w in x)] == []
        assert len(x - y) == sum(v not in y for v in x)


def the_order_of_a_set_stays() -> None:
    for x in SETS:
        assert all(v is w for v, w in zip(x, x, strict=True))
        assert all(v is w for v, w in zip(list(x), tuple(x), strict=True))


def quantifiers_stop() -> None:
    for elements in LISTS:
        for function, stops in ((all, False), (any, True)):
            done: list[Any] = []
            function(asked(elements, done))
            deciding = next((place for place, v in enumerate(elements) if bool(v) is stops), len(elements) - 1)
            assert len(done) == deciding + 1


def whole_numbers_hash_to_themselves() -> None:
    for x in (*values("I"), 2**50 - 1, 1 - 2**50):
        assert abs(x) >= 2**50 or hash(x) == (-2 if x == -1 else x)


def equal_floats_have_equal_texts() -> None:
    literals, _ = sections()
    again = values("F")
    for x, y in product(values("F"), again):
        if x == y and x != 0:
            assert str(x) == str(y)
            assert all(outcome(format, x, text) == outcome(format, y, text) for text in literals["w"])


def widths_are_least_lengths() -> None:
    from specassay.core.encoding.formatting import _SPECIFICATION

    literals, _ = sections()
    for text in literals["w"]:
        for x in (x for found in SAMPLES.values() for x in found):
            kind, found = outcome(format, x, text)
            if kind == "returns":
                parsed = _SPECIFICATION.fullmatch(text)
                assert parsed is not None
                assert len(found) >= int(parsed[1] or 0)


def extremes_compare_with_the_best() -> None:
    for elements in LISTS:
        for function in (min, max):

            def step(elements: list[Any] = elements, least: bool = function is min) -> Any:
                best = elements[0]
                for v in elements[1:]:
                    best = v if (v < best if least else best < v) else best
                return best

            if elements:
                kind, found = outcome(function, elements)
                assert (kind, type(found)) == (lambda other: (other[0], type(other[1])))(outcome(step))
                assert kind == "raises" or found is step()


def common_bits_are_bounded() -> None:
    for x, y in product(values("I"), repeat=2):
        assert x < 0 or 0 <= x & y <= x
        assert x | y == x + y - (x & y)
        assert x ^ y == x + y - 2 * (x & y)


def shifts_are_products_and_floors() -> None:
    for x, places in product(values("I"), range(80)):
        assert x << places == x * 2**places
        assert x >> places == x // 2**places
    assert raises(lambda: 1 << 2**70) is OverflowError


def characters_become_one_to_three() -> None:
    for name in CHANGES:
        for code in (*range(0x600), *some(range(0x110000), 64)):
            assert 1 <= len(getattr(chr(code), name)()) <= 3
        assert all(len(x) <= len(getattr(x, name)()) <= 3 * len(x) for x in TEXTS)


def tabs_become_spaces() -> None:
    for text in ("\t", "a\tb", "\t\n\ta", "ab\r\tc\t"):
        for size in range(-1, 5):
            expanded, tabs = text.expandtabs(size), text.count("\t")
            assert "\t" not in expanded
            least, most = (0, size - 1) if size > 0 else (-1, -1)
            assert len(text) + tabs * least <= len(expanded) <= len(text) + tabs * most


def finally_runs_before_an_exception_leaves() -> None:
    order: list[str] = []

    def run(body: Callable[[], Any], handler: Callable[[], Any], orelse: Callable[[], Any]) -> None:
        try:
            body()
        except ValueError:
            handler()
        else:
            orelse()
        finally:
            order.append("finally")

    def fails() -> None:
        order.append("fails")
        raise ValueError

    assert raises(run, fails, fails, len) is ValueError
    assert raises(run, list, fails, fails) is ValueError
    assert order == ["fails", "fails", "finally", "fails", "finally"]


def raise_alone_raises_what_is_handled() -> None:
    def again() -> None:
        raise

    def run() -> None:
        try:
            raise KeyError
        except KeyError:
            try:
                raise ValueError
            except ValueError:
                pass
            again()

    assert raises(run) is KeyError
    assert raises(again) is RuntimeError


def what_has_no_value_raises_a_name_error() -> None:
    def local() -> Any:
        if not PLAIN:
            name = 1
        return name

    def free() -> Any:
        if not PLAIN:
            name = 1
        return (lambda: name)()

    assert raises(local) is UnboundLocalError
    assert raises(free) is NameError


def classes(elements: list[Any]) -> set[Any]:
    kinds = {bool: "number", int: "number", float: "number", frozenset: "set", set: "set"}
    kinds |= {kind: kind.__name__ for kind in (str, bytes, list, tuple)}
    return {kinds.get(type(v), object()) for v in elements}


def sorting_is_determined() -> None:
    def in_order(elements: list[Any], reverse: bool) -> list[Any]:
        def compared(v: Any, w: Any) -> int:
            return int(v > w) - int(v < w)

        by_element = cmp_to_key(compared)
        places = sorted(range(len(elements)), key=lambda place: by_element(elements[place]))
        if reverse:  # the order of equal ones stays
            by_greater = cmp_to_key(lambda v, w: compared(w, v))
            places = sorted(sorted(places), key=lambda place: by_greater(elements[place]))
        return [elements[place] for place in places]

    total = [[x for x in values("IF") if not math.isnan(x)], TEXTS, values("B")]
    for elements in total:
        for reverse in (False, True):
            found = sorted(elements, reverse=reverse)
            assert all(v is w for v, w in zip(found, in_order(elements, reverse), strict=True))
    some = PLAIN[::7]
    for chosen in combinations(some, 3):
        if len(classes(list(chosen))) > 1:
            assert raises(sorted, chosen) is TypeError
            assert raises(lambda given: sorted(given, reverse=True), chosen) is TypeError
    for x, y in product(PLAIN, PLAIN):
        kind, found = outcome(lambda first, second: second < first, x, y)
        sorting, pair = outcome(sorted, [x, y])
        assert kind == sorting
        assert kind == "raises" or pair[0] is (y if found else x)


def paths() -> Iterator[str]:
    yield from TEXTS
    yield from map("".join, product(("", "a", ".", "/", "..", "//", "é"), repeat=3))


def paths_end_with_their_base_name() -> None:
    for path in paths():
        before, name = path[: path.rfind("/") + 1], os.path.basename(path)
        assert before + name == path
        assert "/" not in name
        assert os.path.split(path)[1] == name
        assert os.path.isabs(path) is path.startswith("/")


def paths_end_with_their_extension() -> None:
    for path in paths():
        root, extension = os.path.splitext(path)
        assert root + extension == path
        assert extension == "" or (extension[0] == "." and not {".", "/"} & {*extension[1:]})


def structs_have_fields_of_their_codes() -> None:
    for code, (low, high) in _CODES.items():
        size = struct.calcsize(f">{code}")
        for data in (b"\0" * size, b"\xff" * size, b"\x80" + b"\0" * (size - 1), b"\x7f" + b"\xff" * (size - 1)):
            assert low <= struct.unpack(f">{code}", data)[0] <= high
            assert raises(struct.unpack, f">{code}", data + b"a") is struct.error
            assert raises(struct.unpack_from, f">{code}", data[1:]) is struct.error
            assert raises(struct.unpack_from, f">{code}", data + b"a") is None


def bytes_are_digits_of_their_number() -> None:
    for data in values("B"):
        digits = [byte * 256**place for place, byte in enumerate(reversed(data))]
        assert int.from_bytes(data, "big") == int.from_bytes(data) == sum(digits)
        assert int.from_bytes(data[::-1], "little") == sum(digits)


YEARS = (1, 2, 4, 100, 400, 1900, 1999, 2000, 2001, 2023, 2024, 9996, 9999)
DATES = [date.fromordinal(ordinal) for year in YEARS for ordinal in (date(year, 1, 1).toordinal(),)]
DATES += [
    date(year, month, day) for year in YEARS for month, day in ((1, 31), (2, 28), (3, 1), (6, 30), (12, 30), (12, 31))
]


def days_before(year: int) -> int:
    return 365 * (year - 1) + (year - 1) // 4 - (year - 1) // 100 + (year - 1) // 400


def ordinals_count_days() -> None:
    for each in DATES:
        assert each.toordinal() - days_before(each.year) == each.timetuple().tm_yday
    for year in YEARS:
        leap = (year % 4 == 0 and year % 100 != 0) or year % 400 == 0
        assert date(year, 12, 31).toordinal() - days_before(year) == 365 + leap


def months_have_their_days() -> None:
    lengths = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    for year, (month, length) in product(YEARS, enumerate(lengths, 1)):
        leap = raises(date, year, 2, 29) is None
        assert raises(date, year, month, length + (leap and month == 2)) is None
        assert raises(date, year, month, length + 1 + (leap and month == 2)) is ValueError


def dates_are_ordered_as_their_ordinals() -> None:
    for first, second in product(DATES, repeat=2):
        assert (first < second) is (first.toordinal() < second.toordinal())
        assert (first == second) is (first.toordinal() == second.toordinal())
        assert first - second == timedelta(first.toordinal() - second.toordinal())


def weekdays_follow_ordinals() -> None:
    for each in DATES:
        assert each.weekday() == (each.toordinal() + 6) % 7 == each.isoweekday() - 1


def dates_move_by_days() -> None:
    zone = timezone(timedelta(hours=-23, minutes=-59))
    for first, size in product(DATES, (0, 1, -1, 59, -1000, 10**6, 999_999_999)):
        for duration in (timedelta(size), timedelta(size, 1), timedelta(size, 86399, 999_999)):
            for move, sign in ((operator.add, 1), (operator.sub, -1)):
                ordinal = first.toordinal() + sign * duration.days
                fits = 1 <= ordinal <= date.max.toordinal()
                assert raises(move, first, duration) is (None if fits else OverflowError)
                assert not fits or move(first, duration) == date.fromordinal(ordinal)
                moment = datetime(first.year, first.month, first.day, 23, 59, tzinfo=zone)
                local = moment.replace(tzinfo=None) - datetime.min + sign * duration if size < 10**8 else None
                problem = raises(move, moment, duration)
                fits = local is not None and timedelta(0) <= local <= datetime.max - datetime.min
                assert problem is (None if fits else OverflowError)
                if fits:
                    assert move(moment, duration).replace(tzinfo=None) - datetime.min == local
                    assert move(moment, duration).utcoffset() == moment.utcoffset()


def moments_alike_are_ordered() -> None:
    texts = ("2000-01-01", "2000-01-01T01:00", "2000-01-01T00:00+00:00", "2000-01-01T01:00+01:00", "2000-01-02T00:00Z")
    for first, second in product(map(datetime.fromisoformat, texts), repeat=2):
        if (first.tzinfo is None) is (second.tzinfo is None):
            ranks = [
                each.replace(tzinfo=None) - datetime.min - (each.utcoffset() or timedelta(0))
                for each in (first, second)
            ]
            assert first - second == ranks[0] - ranks[1]
            assert (first < second) is (ranks[0] < ranks[1])
            assert (first == second) is (ranks[0] == ranks[1])
        else:
            assert first != second
            assert raises(operator.lt, first, second) is raises(operator.sub, first, second) is TypeError


def durations_are_sums() -> None:
    numbers = (0, 1, -1, True, 999_999_999, -(10**9), 10**9)
    for days, name, number in product(numbers, dates.UNITS, numbers):
        total = days * dates.UNITS["days"] + number * dates.UNITS[name]
        fits = -999_999_999 * dates.UNITS["days"] <= total < 10**9 * dates.UNITS["days"]
        if name != "days":
            problem = raises(lambda d, n, m: timedelta(d, **{n: m}), days, name, number)
            assert problem is (None if fits else OverflowError)
            assert not fits or timedelta(days, **{name: number}) / timedelta(microseconds=1) == total / 1


def addresses_have_two_versions() -> None:
    assert {ip_address(text).version for text in ("0.0.0.0", "1.2.3.4", "::", "ff::1")} == {4, 6}


def decimals_refuse_to_order_what_is_no_number() -> None:
    decimals = [Decimal(text) for text in ("0", "-0", "1.5", "Infinity", "NaN", "-NaN", "sNaN", "1e400")]
    for first, second in product(decimals, [*decimals, *(each for each in NUMBERS if type(each) is not complex)]):
        neither = any(math.isnan(each) if type(each) is float else Decimal(each).is_nan() for each in (first, second))
        for order in (operator.lt, operator.le, operator.gt, operator.ge):
            assert raises(order, first, second) is (InvalidOperation if neither else None)
        signals = any(isinstance(each, Decimal) and each.is_snan() for each in (first, second))
        assert raises(operator.eq, first, second) is (InvalidOperation if signals else None)


LAWS: dict[str, Callable[[], None]] = {
    "`x in [y]` is `x is y or x == y`": containers_compare_by_identity_first,
    "values of two families are not equal": families_are_not_equal,
    "a plain value can be hashed unless it is a list, set or dict, or a tuple with what cannot be": what_can_be_hashed,
    "of equal elements a set keeps the first": sets_keep_the_first,
    "the parts of a complex number are new objects each time, and the real part of a float is that float": (
        parts_of_complex_numbers_are_new
    ),
    "comparing numbers of two types compares their exact values": numbers_compare_exactly,
    "an iterator gives each element once, whoever asks": iterators_are_consumed,
    "a generator expression evaluates its first iterable, and asks it for an iterator, at once": (
        generators_begin_at_once
    ),
    "StopIteration inside a generator is a RuntimeError": a_stop_in_a_generator_is_an_error,
    "a dict keeps the first of equal keys, in its place, with the last value": (
        dicts_keep_the_first_key_and_the_last_value
    ),
    "what cannot be iterated raises at once, and what an element raises when it is asked for; StopIteration of a"
    " function ends `map` and `filter`": lazy_functions_raise_when_they_are_asked,
    "a start of `enumerate` that is no whole number raises at once": enumerate_asks_for_its_start_at_once,
    "`reversed` of what has no order raises at once": reversed_asks_for_an_order_at_once,
    "a copy of a frozenset is itself, and one of a set has the same members": copies_of_sets_have_the_same_members,
    "of the methods of sets only `isdisjoint`, `issuperset` and `intersection` stop before the end of an iterable": (
        three_methods_of_sets_stop_early
    ),
    "each element of `a & b` is one of a or of b": common_elements_are_of_either,
    "each element of `a - b` is one of a": differences_are_of_the_first,
    "a set that does not change is iterated over in the same order each time": the_order_of_a_set_stays,
    "`all` and `any` ask for no element after the one that decides": quantifiers_stop,
    "a whole number below 2**50 hashes to itself, but -1 to -2": whole_numbers_hash_to_themselves,
    "floats that are equal and not zero have the same text in each format": equal_floats_have_equal_texts,
    "a text is at least as long as the width in its specification": widths_are_least_lengths,
    "`min` and `max` compare each element with the best so far, from left to right": extremes_compare_with_the_best,
    "`a & b` is between 0 and each operand that is not negative, and `a | b` is `a + b - (a & b)`": (
        common_bits_are_bounded
    ),
    "`a << b` is `a * 2 ** b`, or raises where that is too large; `a >> b` is `a // 2 ** b`": (
        shifts_are_products_and_floors
    ),
    "a change of case makes one to three characters of each": characters_become_one_to_three,
    "of a positive size a tab becomes one to `size` spaces, of another size nothing": tabs_become_spaces,
    "an exception of a handler or of `else` is not caught by the handlers, and `finally` runs before it leaves": (
        finally_runs_before_an_exception_leaves
    ),
    "`raise` alone raises what the innermost handler handles, also in a function that the handler calls": (
        raise_alone_raises_what_is_handled
    ),
    "a name without a value raises NameError or UnboundLocalError": what_has_no_value_raises_a_name_error,
    "a path is what ends with its last slash, or nothing, and then its base name, which has no slash": (
        paths_end_with_their_base_name
    ),
    "a path is its root and then its extension, which is empty, or a dot and then neither dot nor slash": (
        paths_end_with_their_extension
    ),
    "`struct.unpack` raises `struct.error` unless there are as many bytes as the format has, and `unpack_from` unless"
    " there are at least so many; each field has the type and the range of its code": (
        structs_have_fields_of_their_codes
    ),
    "`int.from_bytes` of bytes is the number whose digits to the base 256 they are": bytes_are_digits_of_their_number,
    "a date's ordinal counts the days since the year 1, of which each has 365 days, and one more if 4 and not 100, or"
    " 400 divides it": ordinals_count_days,
    "the months have 31, 28 (in leap years 29), 31, 30, 31, 30, 31, 31, 30, 31, 30 and 31 days": months_have_their_days,
    "dates are ordered, and have a distance in days, as their ordinals": dates_are_ordered_as_their_ordinals,
    "the first day of the year 1 is a Monday, which is 0 as a weekday, and 1 in ISO 8601": weekdays_follow_ordinals,
    "a date plus or minus a timedelta is as many whole days later or earlier, a datetime as many microseconds, at the"
    " same offset; what is beyond the limits is an OverflowError; the distance of dates is one of whole days": (
        dates_move_by_days
    ),
    "datetimes with and without an offset are never equal, and ordering or subtracting them is a TypeError; those alike"
    " have the order, and the distance, of their local times minus their offsets, each of less than a day": (
        moments_alike_are_ordered
    ),
    "a timedelta of whole numbers is their sum in microseconds, and an OverflowError beyond 999,999,999 days to either"
    " side": durations_are_sums,
    "an address is of version 4 or 6": addresses_have_two_versions,
    "comparing by order with a Decimal raises InvalidOperation where either side is no number; `==` may do so there,"
    " where that signals": decimals_refuse_to_order_what_is_no_number,
    "values in a total order have one sorted list, which is stable, in reverse, too; where two are of no one class"
    " sorting raises TypeError; of two it asks whether the second is less": sorting_is_determined,
}


def assumed() -> Iterator[str]:
    """The assumptions in the docstrings of the encoding."""
    for path in sorted(Path(encoding.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.Module):
                text = " ".join((ast.get_docstring(node) or "").split())
                yield from re.findall(r"Assumes: (.*?)\.(?= |$)", text)


def test_what_is_assumed_has_a_law() -> None:
    assert sorted(assumed()) == sorted(LAWS)


@pytest.mark.parametrize("assumption", LAWS)
def test_what_is_assumed_holds_in_cpython(assumption: str) -> None:
    LAWS[assumption]()
