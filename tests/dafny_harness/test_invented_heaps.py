"""Verdicts on methods about objects and arrays, against an enumeration of the states after a call."""

from pathlib import Path
from random import Random

import pytest

from specassay.core.language.scoring import Scoring

from .invented_heaps import AGREES, KINDS, Clause, Invented, Kind, Value, invented, judged, truth

ARRAYS, OBJECTS = KINDS


def method(*clauses: Clause, frame: tuple[str, ...] = ("a",), is_p: str = "p") -> Invented:
    """What `a[0] := 1; r := a` may be said to do. `is_p`: which of those before it p is."""
    held: dict[str, Value] = {"p": "p", "b": "b", "a": 1}
    before = {"a": "a", "b": "b", "p": is_p}
    return Invented(
        "", frame, before, clauses, {**before, "r": "a"}, {each: held[each] for each in before.values()}, "x"
    )


WHICH, FIRST, LONG = Clause("", "is", "r", "a"), Clause("", "holds", "a", 1), Clause("", "long", "r")


def test_the_oracle_knows_what_clauses_leave_open() -> None:
    assert truth(method(WHICH, FIRST, LONG), ARRAYS) == "strong"
    assert truth(method(WHICH), ARRAYS) == "weak"  # of a[0]
    assert truth(method(FIRST), ARRAYS) == "weak"  # r may be any array
    assert truth(method(Clause("", "holds", "r", 1), FIRST, LONG), ARRAYS) == "strong"  # r holds the same
    assert truth(method(Clause("", "holds", "r", 1), FIRST), OBJECTS) == "weak"  # r may be another object
    assert truth(method(WHICH, FIRST, LONG, frame=("a", "this`x")), ARRAYS) == "weak"  # of x
    assert truth(method(WHICH, FIRST, LONG, frame=("p",), is_p="a"), ARRAYS) == "strong"  # the frame names a, too
    assert truth(method(WHICH, frame=("b",), is_p="b"), ARRAYS) == "weak"  # of p[0], which is b[0]
    replaced = (Clause("", "holds", "r", 1), WHICH, FIRST, LONG, Clause("", "long", "a"))
    assert truth(method(*replaced[1:], frame=("a", "this`a")), ARRAYS) == "weak"  # of r, if a is another array
    assert truth(method(*replaced, frame=("a", "this`a")), ARRAYS) == "either"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=[each.name for each in KINDS])
def test_verdicts_are_those_of_the_enumeration(kind: Kind, tmp_path: Path) -> None:
    methods = invented(Random(11), kind, 3)
    found = judged(methods, kind, tmp_path / "file.dfy", Scoring(made=1, mutants=1, mutate="outputs"))
    decided = [(one, verdict) for one, verdict in zip(methods, found, strict=True) if verdict != "unknown"]
    assert decided
    for one, verdict in decided:
        assert verdict in AGREES[truth(one, kind)], one.text
