"""Nothing that `compare` claims of invented pairs is refuted by enumeration. More of them: `make orders`."""

from pathlib import Path

import pytest

from specassay.core.comparing.order import Implication, PartComparison
from tests.samples import samples

from .invented import KINDS, Condition, false_claims, invented, refuted


@pytest.mark.parametrize("languages", KINDS)
def test_no_claim_is_refuted_by_enumeration(languages: tuple[str, str], tmp_path: Path) -> None:
    for seed in range(samples(4, 2)):
        pair = invented(seed, languages)
        assert false_claims(pair, tmp_path) == [], f"{seed}\n{pair.text(0)}\n{pair.text(1)}"


def test_enumeration_knows_what_each_language_makes_of_a_condition() -> None:
    """Division by a negative number rounds up in Dafny, down in Python, which has indices from the end."""
    half = (("==", ("div", ("name", "n"), ("int", -2)), ("int", 0)),)
    assert [Condition(language, half).accepts({"n": 1}) for language in ("py", "dfy")] == [False, True]
    last = (("==", ("at", ("name", "s"), ("int", -1)), ("int", 2)),)
    assert [Condition(language, last).accepts({"s": (2,)}) for language in ("py", "dfy")] == [True, False]


def test_a_false_claim_is_noticed() -> None:
    python, dafny = (
        Condition(language, ((">", ("name", "n"), ("int", least)),)) for language, least in (("py", 0), ("dfy", 1))
    )
    values = [{"n": each} for each in range(4)]
    claimed, left = (Implication(0, "", "implied"),), (Implication(0, "", "unknown"),)
    assert list(refuted("inputs", PartComparison(claimed, left), (python, dafny), values)) == []
    (found,) = refuted("inputs", PartComparison(left, claimed), (python, dafny), values)
    assert "{'n': 1}" in found
