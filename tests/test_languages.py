"""A language is named in its own folders only: everything else asks its object (`core/language`)."""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from specassay.frontends.registry import languages

from .test_imports import parsed, source_files


@frozen
class NamedLanguage:
    """What code may not say of a language outside `own`, its folders. `allowed`: other files and folders, and why."""

    pattern: str
    own: tuple[str, ...]
    allowed: Mapping[str, str]


LANGUAGES = {
    "Dafny": NamedLanguage(
        r"dafny|\.dfy",
        ("frontends/dafny/", "backends/dafny/", "dafny_harness/", "benchmarks/datasets/sets/"),
        {
            "core/spec_testing/program_mutants/registry.py": "MutDafny published the operators",
            "frontends/registry.py": "the registry",
            "frontends/show.py": "terms are shown with the operators of logic, which are Dafny's",
            "benchmarks/adapters/": "prompts ask for Dafny",
            "benchmarks/build.py": "the folder of the harness",
            "benchmarks/commands/": "help says what an option means for a language; --cross-check is Dafny's",
            "benchmarks/comparing/": "the real Dafny replays what separates two specifications",
            "benchmarks/datasets/bundled.py": "a folder of the suite",
            "benchmarks/datasets/python_tests.py": "tests beside a file, in the JSON of MBPP-DFY",
            "benchmarks/rewards/": "candidates are specifications in Dafny",
            "benchmarks/runs/provenance.py": "the version of the real Dafny",
            "benchmarks/runs/requires_cvt.py": "--cross-check",
            "benchmarks/schema/base.py": "the names of fields in rows of version 1",
            "benchmarks/speed/": "the real Dafny takes part in what is measured",
        },
    ),
    "Verus": NamedLanguage(
        r"verus|\.rs\b",
        ("frontends/verus/", "backends/verus/", "benchmarks/datasets/sets/"),
        {"frontends/registry.py": "the registry"},
    ),
}


@cache
def names_in(source: str) -> tuple[tuple[int, str], ...]:
    """(line, text) of the names in a module and of its strings: not of its comments and docstrings, which may say
    where a definition is from."""
    names: list[tuple[int, str]] = []
    documentation: set[ast.AST] = set()
    # Statements come before what is in them.
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Expr):
            documentation.add(node.value)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node not in documentation:
                names.append((node.lineno, node.value))
            continue
        # A node has few of the fields that hold names.
        for attribute in _NAMES.intersection(node._fields):
            text = getattr(node, attribute)
            if isinstance(text, str):
                names.append((getattr(node, "lineno", 0), text))
    return tuple(names)


_NAMES = frozenset({"id", "attr", "name", "arg", "module"})


@pytest.mark.parametrize("name", LANGUAGES)
def test_code_names_a_language_in_its_own_folders_only(root: Path, name: str) -> None:
    language = LANGUAGES[name]
    pattern = re.compile(language.pattern, re.IGNORECASE)
    found: dict[str, list[str]] = {}
    for path in source_files(root):
        place = str(path.relative_to(root))
        if place.startswith(language.own):
            continue
        for line, text in names_in(path.read_text("utf-8")):
            if pattern.search(text):
                found.setdefault(place, []).append(f"{place}:{line}: {text[:60]!r}")
    stray = [message for place, messages in found.items() for message in messages if not _is_allowed(place, language)]
    assert not stray, "ask the object of the language (core/language):\n" + "\n".join(stray)
    needless = [place for place in language.allowed if not any(each.startswith(place) for each in found)]
    assert not needless, f"no longer names {name}: {', '.join(needless)}"


def _is_allowed(place: str, language: NamedLanguage) -> bool:
    return place.startswith(tuple(language.allowed))


def test_a_name_a_string_and_an_import_count_and_documentation_does_not() -> None:
    source = (
        '"""Dafny."""\nfrom a.dafny import b\n\n\ndef dafny_b(x):\n    """Dafny."""\n    return x == ".dfy"  # Dafny\n'
    )
    found = [text for _, text in names_in(source) if re.search(r"dafny|\.dfy", text, re.IGNORECASE)]
    assert sorted(found) == [".dfy", "a.dafny", "dafny_b"]


def test_each_language_has_a_name_and_suffixes_of_its_own() -> None:
    found = list(languages())
    names = [language.name for language in found]
    assert {"python", "dafny", "verus"} <= set(names)
    suffixes = [suffix for language in found for suffix in language.suffixes]
    assert len(set(names)) == len(names)
    assert len(set(suffixes)) == len(suffixes)
