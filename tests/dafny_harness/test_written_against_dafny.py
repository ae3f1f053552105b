"""What a test is said to expect is what it expects: the real Dafny 2.3 compiles and runs the written tests on methods
that return just that, and the tests pass; on methods that return something else, they fail."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from specassay.core.spec_testing.examples import Example
from specassay.frontends.dafny import parse_program
from tests.core.test_execution.test_following import plain
from tests.dafny_harness.made import examples_of
from tests.dafny_harness.written import Written
from tests.dafny_harness.written_tests import PROGRAMS
from tests.samples import some

NOT_COMPILED = re.compile(r"extern|:= \*|TestA|assert |multiset\(before")
"""Programs with what Dafny 2.3 does not compile, and one whose assertions are for the verifier."""


def other(value: Any) -> Any:
    """A value that is not this one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "x"
        case list():
            return [*value[:-1], other(value[-1])] if value else [0]
        case _:
            return value | {97}


def literal(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return "[" + ", ".join(map(literal, value)) + "]"
        case set():
            return "{" + ", ".join(map(literal, sorted(value))) + "}"
        case _:
            return str(value)


@cache
def examples(text: str) -> tuple[Example, ...]:
    return examples_of(parse_program(text, file="t.dfy")).examples


def body(example: Example, outputs: dict[str, Any]) -> str:
    """A body that returns these outputs on the input of the example."""
    sorts = {each.name: each.sort for each in (*example.specification.inputs, *example.specification.outputs)}
    tests, statements = [], []
    for name, value in example.inputs.items():
        whole = f"{name}[..]" if sorts[name].kind == "Array" else name
        tests.append(f"{whole} == {literal(plain(value))}")
    for name, value in outputs.items():
        if sorts[name].kind != "Array":
            statements.append(f"{name} := {literal(value)};")
            continue
        if name not in example.inputs:
            element = "bool" if value and isinstance(value[0], bool) else "int"
            statements.append(f"{name} := new {element}[{len(value)}];")
        statements += [f"{name}[{index}] := {literal(each)};" for index, each in enumerate(value)]
    return f"if {' && '.join(tests)} {{ {' '.join(statements)} return; }}"


def compiled(written: Written, number: int, wrong: int | None) -> str:
    """The program as a module in which the methods under test return what is expected; `wrong` is the example in which
    they do not. A failed `expect` prints FAIL."""
    text = written.text
    found = examples(text)
    bodies: dict[str, list[str]] = {}
    for position, example in enumerate(found):
        outputs = {name: plain(value) for name, value in example.outputs.items()}
        if position == wrong:
            first = next(iter(outputs))
            outputs[first] = other(outputs[first])
        bodies.setdefault(example.specification.name, []).append(body(example, outputs))
    for name, parts in bodies.items():
        text = replaced(text, name, " ".join(parts))
    text = re.sub(r'expect ([^;]*?)(, "[^"]*")?;', r'if !(\1) { print "FAIL"; }', text)
    text = text.replace("method Main()", "method Tested()")
    return f"module M{number} {{\n{without_for(text)}\n}}\n"


def replaced(text: str, name: str, new: str) -> str:
    """The text with another body for a method."""
    start = text.index("{", text.index(f"method {name}("))  # No clause of these programs has a brace.
    depth, end = 1, start + 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[:start] + "{ " + new + " }" + text[end:]


def without_for(text: str) -> str:
    """The text with `for` loops as `while` loops."""
    while (loop := re.search(r"for (\w+) := (\w+) to ([^{]+?) \{", text)) is not None:
        depth, place = 1, loop.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        name, first, last = loop.groups()
        inside = text[loop.end() : place - 1]
        whole = f"var {name} := {first}; while {name} < {last} {{{inside} {name} := {name} + 1; }}"
        text = text[: loop.start()] + whole + text[place:]
    return text


def variants() -> Iterator[tuple[str, Written, int | None]]:
    for written in PROGRAMS:
        usable = written.examples and not written.finding and written.source == "assertion"
        if usable and all(each[2] is not None for each in written.examples) and not NOT_COMPILED.search(written.text):
            yield f"{written.name}, right", written, None
            for position, each in enumerate(written.examples):
                if each not in written.examples[:position]:
                    yield f"{written.name}, wrong {position}", written, position


def failing(listed: list[str], folder: Path) -> list[bool]:
    """Does the test of each module fail?"""
    calls = [f'print "\\n{number}:"; M{number}.Tested();' for number in range(len(listed))]
    text = "".join(listed) + "method Main() {\n" + "\n".join(calls) + "\n}\n"
    path = folder / "tests.dfy"
    path.write_text(text)
    command = ["dafny", "/compile:4", "/noVerify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)
    assert "Running...\n\n" in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]
    shown = re.split(r"\n\d+:", done.stdout.partition("Running...\n")[2])[1:]
    assert len(shown) == len(listed), done.stdout[-2000:] + done.stderr[-2000:]
    return ["FAIL" in each for each in shown]


@pytest.mark.against_dafny
def test_written_tests_pass_with_what_they_are_said_to_expect_and_fail_otherwise(tmp_path: Path) -> None:
    every = list(variants())
    assert len(every) > 60
    listed = some(every, 3)
    modules = [compiled(written, number, wrong) for number, (_, written, wrong) in enumerate(listed)]
    found = failing(modules, tmp_path)
    assert [name for (name, _, wrong), fails in zip(listed, found, strict=True) if fails != (wrong is not None)] == []
