"""Metrics of specifications: do they accept the right output of a test, and do they reject wrong ones?

Source: S. K. Lahiri, "Evaluating LLM-driven User-Intent Formalization for Verification-Aware Languages",
FMCAD 2024, arXiv:2406.09757. A specification φ is put to the test (i, o) by the Hoare triple ``{true} x := i;
y := o {φ(x, y)}``. The published method reads a failed proof as a rejection; here φ must be **false** for
that, and a verdict that no engine reached is *unknown* and widens the bounds.

And do scores say what people say? Agreement of two raters: J. Cohen, "A Coefficient of Agreement for Nominal Scales",
Educational and Psychological Measurement 20(1), 1960. κ = (p_o - p_e) / (1 - p_e), where p_o is the observed share of
equal judgements and p_e the share expected of raters who judge independently with the same frequencies."""

import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Literal, assert_never

from attrs import frozen

from .estimates import CONFIDENCE_LEVEL, RESAMPLES, Score, proportion

SpecificationVerdict = Literal["holds", "refuted", "unknown"]
"""What is known of φ on one input and output: true, false, or neither."""


def correctness(verdicts: Iterable[SpecificationVerdict]) -> Score:
    """Correctness (soundness) of a specification: the share of tests whose expected output it accepts.

    ``|{(i, o) ∈ T | φ(i, o)}| / |T|``, from one verdict for each test. The unit of n is the test.
    """
    holds, _, unknown, n = _count(verdicts)
    return proportion(holds, unknown, n)


def completeness(verdicts: Iterable[SpecificationVerdict]) -> Score:
    """Completeness of a specification: the share of mutants that it kills.

    ``|{(i, o') | ¬φ(i, o')}| / |{(i, o')}|`` over all wrong outputs o' made from the outputs of the tests,
    from one verdict for each mutant. *refuted* kills. The unit of n is the mutant. To be read beside
    :func:`correctness`: a specification that accepts nothing at all is complete.
    """
    _, refuted, unknown, n = _count(verdicts)
    return proportion(refuted, unknown, n)


def _count(verdicts: Iterable[SpecificationVerdict]) -> tuple[int, int, int, int]:
    """How many verdicts are *holds*, *refuted* and *unknown*, and how many there are."""
    holds = refuted = unknown = 0
    for verdict in verdicts:
        match verdict:
            case "holds":
                holds += 1
            case "refuted":
                refuted += 1
            case "unknown":
                unknown += 1
            case _:
                assert_never(verdict)
    return holds, refuted, unknown, holds + refuted + unknown


@frozen
class Agreement:
    """How far two raters agree on ``n`` subjects.

    ``kappa`` lies in [-1, 1]: 1 is perfect, 0 what chance gives. It is None without subjects, and when both raters
    give all subjects one and the same judgement (0/0). ``low`` and ``high`` are the ends of a percentile bootstrap
    interval over subjects, None where κ is. ``counts``: pair of judgements → number of subjects.
    """

    n: int
    observed: float | None
    expected: float | None
    kappa: float | None
    low: float | None
    high: float | None
    counts: Mapping[tuple[Hashable, Hashable], int]


def cohen_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> Agreement:
    """Cohen's κ of the judgements of two raters on the same subjects, one pair for each subject."""
    counts = Counter(pairs)
    if not pairs:
        return Agreement(0, None, None, None, None, None, counts)
    observed, expected = _rates(counts)
    kappa = _kappa(counts)
    low, high = (None, None) if kappa is None else _interval(pairs, kappa)
    return Agreement(len(pairs), observed, expected, kappa, low, high, counts)


def _rates(counts: Mapping[tuple[Hashable, Hashable], int]) -> tuple[float, float]:
    """Observed agreement, and that expected by chance."""
    n = sum(counts.values())
    first: Counter[Hashable] = Counter()
    second: Counter[Hashable] = Counter()
    for (first_label, right), count in counts.items():
        first[first_label] += count
        second[right] += count
    equal = sum(count for (first_label, right), count in counts.items() if first_label == right)
    return equal / n, sum(first[judgement] * second[judgement] for judgement in first) / n**2


def _kappa(counts: Mapping[tuple[Hashable, Hashable], int]) -> float | None:
    observed, expected = _rates(counts)
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _interval(pairs: Sequence[tuple[Hashable, Hashable]], kappa: float) -> tuple[float, float]:
    """Percentile bootstrap; a resample in which κ is not defined counts as perfect agreement, which it is."""
    generator = random.Random(0)
    resampled_kappas = []
    for _ in range(RESAMPLES):
        resampled = _kappa(Counter(generator.choices(pairs, k=len(pairs))))
        resampled_kappas.append(1.0 if resampled is None else resampled)
    resampled_kappas.sort()
    tail = (1 - CONFIDENCE_LEVEL) / 2
    low, high = (
        resampled_kappas[int(tail * RESAMPLES)],
        resampled_kappas[min(RESAMPLES - 1, int((1 - tail) * RESAMPLES))],
    )
    return min(low, kappa), max(high, kappa)
