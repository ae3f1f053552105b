"""Heads of functions as they are read, against their functions as CPython executes them: the same inputs are refused,
by the same clause first."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from specassay.core.evaluate.execution import run
from specassay.frontends.python import parse_file

HEADER = """import contextlib
import logging
import threading
from contextlib import suppress

log = logging.getLogger("nobody")
LOCK = threading.RLock()

def refuse(condition, number):
    if condition:
        raise BufferError(number)

def require_list(value, number):
    refuse(not isinstance(value, list), number)
    for each in value:
        refuse(each is None, number)

def number_of(text):
    assert isinstance(text, str), "no text"
    return int(text)

def f(x):
"""
HEADS = {
    "a handler that refuses": """
        try:
            n = int(x)
        except ValueError:
            raise BufferError(0)
        except TypeError as error:
            raise BufferError(1) from error
        if n < 0:
            raise BufferError(2)
        """,
    "an else that refuses": """
        try:
            n = x[0]
        except (TypeError, IndexError, KeyError):
            n = 0
        else:
            if n == 1:
                raise BufferError(0)
        if n == "a":
            raise BufferError(1)
        """,
    "a handler that catches what the body refuses": """
        try:
            n = int(x)
            if n < 0:
                raise ValueError
        except ValueError:
            raise BufferError(0)
        """,
    "what is suppressed": """
        n = None
        with suppress(ValueError):
            n = int(x)
        if n is None:
            raise BufferError(0)
        if n > 5:
            raise BufferError(1)
        """,
    "what several suppress": """
        n = None
        with contextlib.suppress(ValueError, IndexError), suppress(TypeError):
            n = int(x[0])
            n += 1
        if n is None or n > 2:
            raise BufferError(0)
        """,
    "what suppresses nothing": """
        n = 0
        with suppress():
            n = int(x)
        if n > 2:
            raise BufferError(0)
        """,
    "a sum": """
        total = 0
        for each in x:
            total += each
        if total > 5:
            raise BufferError(0)
        if x and not total:
            raise BufferError(1)
        """,
    "a search": """
        i = 0
        while i < len(x) and x[i] == 0:
            i += 1
        if i == len(x):
            raise BufferError(0)
        """,
    "a loop with an end": """
        found = False
        for each in x:
            if each == 2:
                found = True
                break
            if each == "b":
                continue
        else:
            found = None
        if found is None:
            raise BufferError(0)
        """,
    "branches that return": """
        if not x:
            return [x]
        if isinstance(x, str):
            y = x.strip()
            if y == "a":
                raise BufferError(0)
            return y
        if x == 1:
            return 1
        elif x == 2:
            return 2
        if not isinstance(x, (list, int)):
            raise BufferError(1)
        """,
    "a conversion that is returned": """
        try:
            n = int(x)
            if n > 5:
                return [int(each) for each in x]
            if n < 0:
                raise ValueError
            return 10 // n
        except ValueError as error:
            raise BufferError(0) from error
        except ZeroDivisionError:
            raise BufferError(1)
        """,
    "a conversion that may fail": """
        try:
            return int(x)
        except ValueError:
            n = len(x)
        except TypeError:
            return None
        if n > 1:
            raise BufferError(0)
        """,
    "a dispatch": """
        if x is None:
            return 0
        if isinstance(x, str):
            return x.encode()
        elif isinstance(x, bytes):
            return x
        else:
            raise BufferError(0)
        """,
    "what no branch takes": """
        if isinstance(x, float) and x != x:
            raise BufferError(0)
        if x == 0:
            return "zero"
        elif not x:
            return 1
        if x == 1:
            return [x]
        raise BufferError(1)
        """,
    "functions that check": """
        refuse(x is None, 0)
        if isinstance(x, list):
            require_list(x, 1)
        elif not isinstance(x, str):
            return x
        refuse(len(x) > 1, 2)
        """,
    "what a function returns": """
        refuse(x is None, 0)
        x = number_of(x)
        if x > 1:
            raise BufferError(1)
        """,
    "what is told": """
        print("first", x, 10 // len(x), sep="")
        if x == [1]:
            raise BufferError(0)
        log.debug("%d", x[0], exc_info=False)
        if len(x) > 1:
            print("long")
            raise BufferError(1)
        """,
    "what is under a lock": """
        with LOCK:
            if x is None:
                raise BufferError(0)
            with LOCK, LOCK:
                print(*x)
            if len(x) == 1:
                raise BufferError(1)
            if x == [0, 0]:
                return x
        if len(x) == 2:
            raise BufferError(2)
        """,
    "what ends in a lock": """
        n = len(x)
        with LOCK:
            if n == 1:
                raise BufferError(0)
            if n > 1:
                raise BufferError(1)
            log.info("done")
            store(x)
        """,
    "what comes at last": """
        try:
            if x == "59":
                raise BufferError(0)
            if len(x) == 1:
                return x
        finally:  # finally
            n = [x]
        if n[0] and len(x) > 2:
            raise BufferError(1)
        """,
    "what is in a try with an end": """
        if x is None:
            try:
                if not isinstance(x, int):
                    raise BufferError(0)
            finally:
                n = 3
        try:
            if x == 1:
                raise BufferError(1)
            register(x)
        finally:
            forget(x)
        """,
    "what branches go on with": """
        if isinstance(x, list):
            if not x:
                raise BufferError(0)
            store(x)
            if x == [1]:
                return register(x)
        elif isinstance(x, str):
            n = len(x)
            if n == 2:
                if x == "59":
                    raise BufferError(1)
                store(n)
            elif n == 1:
                message = 2
                raise BufferError(message)
            register(n)
        elif x is None: register(x); forget(x)
        else:
            if x == 1:
                raise BufferError(3)
        forget(x)
        """,
    "what an else refuses, beside what its branch does": """
        if isinstance(x, str):
            if not x:
                raise BufferError(0)
            store(x)
        else:
            raise BufferError(1)
        """,
    "what cases go on with": """
        match x:
            case [_, _]:
                if x[0] == x[1]:
                    raise BufferError(0)
                store(x)
            case {}:
                register(x)
            case _ if x == "a":
                raise BufferError(1)
        forget(x)
        """,
    "digits": """
        if not x.isdigit():
            raise BufferError(0)
        total = 0
        for i, c in enumerate(reversed(x)):
            d = int(c)
            if i % 2:
                d *= 2
                if d > 9:
                    d -= 9
            total += d
        if total % 10:
            raise BufferError(1)
        """,
}
VALUES: list[Any] = [
    None,
    0,
    1,
    2,
    6,
    -1,
    True,
    2.5,
    -0.0,
    float("nan"),
    float("inf"),
    "",
    "0",
    "1",
    "7",
    "18",
    "59",
    "79927398713",
    "-1",
    "a",
    "ab",
    "b",
    "1b",
    "1 2-",
    " ",
    "\u0661",
    [],
    [0],
    [1],
    [2],
    [0, 0],
    [0, 3],
    [3, 3],
    [0, 2, 1],
    [-1, 1],
    ["a"],
    ["b", 2],
    ["b"],
    [[1]],
    [None],
    ["1"],
    ["5"],
    (),
    (0,),
    (1, 2),
    (2, 0),
    {},
    {0: 1},
    {0: "a"},
    {2: 0},
    {1, 2},
    set(),
    {6},
    b"",
    b"1",
    b"\x01",
    range(3),
    range(4),
]


def first_clause(function: Callable[[Any], object], value: Any) -> int | None:
    """The clause that refuses a value first; -1 where something else raises, None where nothing does."""
    try:
        function(value)
    except BufferError as error:
        return int(error.args[0])
    except Exception:
        return -1
    return None


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_head_refuses_what_its_function_refuses(tmp_path: Path, head: str) -> None:
    text = HEADER + indent(dedent(head).strip("\n"), "    ") + "\n"
    path = tmp_path / "m.py"
    path.write_text(text)
    [contract] = (each for each in parse_file(path).contracts if each.name == "f")
    assert all(not clause.problems for clause in contract.clauses)
    calls = head.count("refuse(") + head.count("require_list(")
    assert len(contract.clauses) == head.count("raise BufferError") + calls
    names: dict[str, Any] = dict.fromkeys(("store", "register", "forget"), repr)
    exec(text, names)
    seen = set()
    for value in VALUES:
        found = run(contract, {"x": value}).violated
        first = first_clause(names["f"], value)
        seen.add(first)
        assert found is not None, value
        assert bool(found) == (first is not None), value
        assert first in (None, -1, min(found, default=-1)), value
    assert {None, *range(len(contract.clauses))} <= seen
