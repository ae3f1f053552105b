"""Metrics of specifications: do they accept the right output of a test, and do they reject wrong ones?

Source: S. K. Lahiri, "Evaluating LLM-driven User-Intent Formalization for Verification-Aware Languages",
FMCAD 2024, arXiv:2406.09757. A specification φ is put to the test (i, o) by the Hoare triple ``{true} x := i;
y := o {φ(x, y)}``. The published method reads a failed proof as a rejection; here φ must be **false** for
that, and a verdict that no engine reached is *unknown* and widens the bounds.
"""

from collections.abc import Iterable
from typing import Literal, assert_never

from .estimates import Score, mean_score, proportion

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


def mean_completeness_of_tests(tests: Iterable[Iterable[SpecificationVerdict]], *, seed: int = 0) -> Score:
    """Completeness as the paper's tool prints it: the mean over tests of the share of their mutants killed.

    Takes the verdicts on the mutants of each test. Equal to :func:`completeness` of all of them when every
    test has as many mutants. The unit of n is the test; tests without mutants are counted in ``no_data``.
    """
    return mean_score((completeness(verdicts) for verdicts in tests), seed=seed)


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
