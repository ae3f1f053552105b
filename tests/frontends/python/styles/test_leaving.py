"""What leaves a function: a call that never returns refuses as a `raise` does, and a protocol refuses nothing."""

import pytest

from specassay.frontends.python.files import functions_of, unread_guards_of
from specassay.frontends.python.module import parse_module
from specassay.frontends.python.source import read
from specassay.frontends.python.styles.model import Module, module_of


def module(text: str) -> Module:
    source = read(text, "m.py")
    return module_of(source, parse_module(source))


def clauses(text: str) -> list[str]:
    """The clauses of `f`."""
    blocks = {each.name.rpartition(".")[2]: each.written.block for each in functions_of(module(text))}
    block = blocks.get("f")
    return [] if block is None else [line.strip() for line in block.text.splitlines() if "assert" in line]


def raised(text: str) -> list[str | None]:
    blocks = {each.name.rpartition(".")[2]: each.written.block for each in functions_of(module(text))}
    block = blocks["f"]
    assert block is not None
    assert block.origin is not None
    return list(block.origin.raises)


def unread(text: str) -> list[int]:
    return [guard.node.lineno for found in unread_guards_of(module(text)) for guard in found.guards]


@pytest.mark.parametrize(
    ("before", "call", "kind"),
    [
        ("def die(m):\n    raise KeyError(m)", "die('n')", "KeyError"),
        ("def die(m):\n    print(m)\n    raise KeyError(m)", "die('n')", "KeyError"),
        ("from typing import NoReturn\ndef die(m) -> NoReturn:\n    fail(m)", "die('n')", "Exception"),
        ("def die(m) -> 'typing.Never':\n    fail(m)", "die('n')", "Exception"),
        ("import sys", "sys.exit('n')", "SystemExit"),
        ("import sys\ndef die(m):\n    sys.exit(m)", "die('n')", "SystemExit"),
    ],
)
def test_a_call_that_never_returns_is_a_guard(before: str, call: str, kind: str) -> None:
    text = f"{before}\ndef f(n):\n    if n < 0:\n        {call}\n    return n\n"
    assert clauses(text) == ["assert not (n < 0)"]
    assert raised(text) == [kind]


@pytest.mark.parametrize(
    ("before", "call"),
    [
        ("def die(m):\n    if m: return 1\n    raise KeyError(m)", "die('n')"),
        ("def die(m):\n    yield 1\n    raise KeyError(m)", "die('n')"),
        ("def die(m):\n    raise NotImplementedError", "die('n')"),
        ("def die(m):\n    raise KeyError\ndie = print", "die('n')"),
        ("@wrapped\ndef die(m):\n    raise KeyError", "die('n')"),
        ("import sys", "sys.exit()"),
        ("import sys", "sys.exit(0)"),
        ("import system as sys", "sys.exit(1)"),
        ("from typing import assert_never", "assert_never(n)"),
        ("import typing", "typing.assert_never(n)"),
    ],
)
def test_one_that_may_return_or_refuses_nothing_is_none(before: str, call: str) -> None:
    assert clauses(f"{before}\ndef f(n):\n    if n < 0:\n        {call}\n    return n\n") == []


def test_methods_that_never_return_are_asked_of_their_own_class() -> None:
    text = (
        "class C:\n    def fail(self):\n        raise KeyError\n"
        "    def f(self, n):\n        if n < 0:\n            self.fail()\n        return n\n"
    )
    assert clauses(text) == ["assert not (n < 0)"]
    assert clauses(text.replace("self.fail()", "n.fail()")) == []


@pytest.mark.parametrize(
    ("statements", "kind"),
    [
        ("error = KeyError()\n    if n: raise error", "KeyError"),
        ("if n: raise error(n)", "KeyError"),
        ("if n: raise other(n)", "other"),
        ("if n: raise n", "Exception"),
        ("for kind in (KeyError,):\n        if n: raise kind", "Exception"),
    ],
)
def test_what_is_raised_is_named_by_its_class(statements: str, kind: str) -> None:
    assert raised(f"def error(n):\n    return KeyError(n)\ndef f(n):\n    {statements}\n    return n\n") == [kind]


def test_branches_of_a_match_that_return_say_nothing_of_other_inputs() -> None:
    text = (
        "def f(kind, n):\n    match kind:\n        case 'a':\n            return load(n)\n        case 'b':\n"
        "            if n:\n                raise KeyError\n            return load(n)\n"
        "        case _:\n            raise ValueError\n    return n\n"
    )
    assert clauses(text) == ["assert not (n)", "assert False"]
    assert raised(text) == ["KeyError", "ValueError"]
    assert unread(text) == []


@pytest.mark.parametrize(
    ("statements", "lines"),
    [
        ("for x in n:\n        if x: return x\n    raise KeyError", [5]),
        ("with open(n) as file:\n        if n: raise KeyError\n        return file.read()", [4]),
        ("with open(n) as file:\n        return file.read()\n    if n: raise KeyError", []),
        ("for x in n:\n        if x: raise KeyError\n        yield x", [4]),
        ("while n:\n        n.left = 1\n        if n: raise KeyError", [5]),
        ("if n:\n        n = load(n)\n        if n: raise KeyError\n    else: raise ValueError", [5, 6]),
        ("match n:\n        case 1: n.left = 1\n        case 2: raise KeyError", [5]),
        ("raise KeyError", []),
    ],
)
def test_guards_in_blocks_and_at_the_end_are_told(statements: str, lines: list[int]) -> None:
    assert unread(f"def f(n):\n    fetch(n)\n    {statements}\n") == lines


def test_guards_of_what_a_branch_goes_on_with_are_told() -> None:
    text = (
        "def f(n):\n    if n:\n        n = load(n)\n        if n: raise KeyError\n    else:\n        raise ValueError\n"
    )
    assert clauses(text) == ["assert (n)"]
    assert unread(text) == [4]


@pytest.mark.parametrize(
    ("statement", "clause", "kind"),
    [
        ("n >= 0 or die()", "assert n >= 0", "KeyError"),
        ("n < 0 and self.die()", "assert not (n < 0)", "KeyError"),
        ("(n) or (n, 1) or sys.exit(1)", "assert ((n) or (n, 1))", "SystemExit"),
        ("die() if n < 0 else None", "assert not (n < 0)", "KeyError"),
        ("None if n else die()", "assert n", "KeyError"),
        ("n == 3 or check(n)", "assert [n == 3 or check(n)]", None),
        ("check(n) if n else None", "assert [check(n) if n else None]", None),
    ],
)
def test_an_expression_that_ends_in_a_call_that_never_returns_is_a_guard(
    statement: str, clause: str, kind: str | None
) -> None:
    text = (
        "import sys\ndef die():\n    raise KeyError\ndef check(n):\n    if n > 9:\n        raise ValueError\n"
        f"class C:\n    def die(self):\n        raise KeyError\n    def f(self, n):\n        {statement}\n"
        "        return n\n"
    )
    assert clauses(text) == [clause]
    assert raised(text) == [kind]
    assert unread(text.replace(f"        {statement}", f"        fetch(n)\n        {statement}")) == [12]


@pytest.mark.parametrize(
    "statement", ["n or (m := n) or die()", "fetch(n) if n else die()", "n or sys.exit(0)", "n or fetch()", "n or m"]
)
def test_one_that_binds_or_goes_on_with_something_is_none(statement: str) -> None:
    text = f"import sys\ndef die():\n    raise KeyError\ndef f(n, m):\n    {statement}\n    return n\n"
    assert clauses(text) == []
    # One that binds is a guard all the same, and is told.
    assert unread(text) == ([5] if ":=" in statement else [])
