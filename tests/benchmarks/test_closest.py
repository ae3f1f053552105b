"""The name that somebody meant who mistyped one."""

import pytest

from specassay.benchmarks.closest import closest, suggestion

OPTIONS = ("--json", "--solver", "--tests", "--task", "--mutants")


@pytest.mark.parametrize(
    ("word", "names", "meant"),
    [
        ("cvtt", ("cvt", "spec", "run"), "cvt"),
        ("rpeort", ("report", "prompts", "compare"), "report"),
        ("z4", ("z3", "cvc5", "yices"), "z3"),
        ("Z3", ("z3", "cvc5", "yices"), "z3"),
        ("--sover", OPTIONS, "--solver"),
        ("--tets", OPTIONS, "--tests"),
        ("evalpls", ("mbpp-dfy", "humaneval-plus"), "humaneval-plus"),
        ("verify", ("cvt", "spec", "run"), None),
        ("cv", ("spec",), None),
        ("", (), None),
    ],
)
def test_the_name_with_the_fewest_edits_is_meant(word: str, names: tuple[str, ...], meant: str | None) -> None:
    assert closest(word, names) == meant
    assert suggestion(word, names) == ("" if meant is None else f"did you mean {meant!r}?")
