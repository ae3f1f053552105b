"""How much the verifier of Dafny is asked at a time, and what it is told besides: all limits in one place. How long it
may take is set by users (`core/limits.py`)."""

from attrs import frozen


@frozen(slots=True, kw_only=True)
class HarnessLimits:
    """Beyond one of these the verifier is told less, or asked in several files; never another question. Where no reason
    stands beside a number, it was chosen, not measured."""

    # The verifier

    processes: int = 2
    """Verifiers at a time: each has a solver of its own, and takes a core."""
    queries: int = 40
    """Queries in one file, each with its vacuity check: starting the verifier takes as long as many of them."""
    vacuity_seconds: int = 2
    """How long `assert false` is tried: where it verifies, it does so at once."""

    # Hints

    hints: int = 300
    """Assertions in one harness. The verifier proves each; with fewer a quantifier over many elements is left to it."""
    instances: int = 64
    """Instances of one quantifier that are spelled out."""
    steps: int = 2_000_000
    """Steps of the evaluator, for all hints of a triple."""

    # Tests

    parameters: int = 6
    """Parameters of a method. With more, only the order of the signature is tried."""


LIMITS = HarnessLimits()
