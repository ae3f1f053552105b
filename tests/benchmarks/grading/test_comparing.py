"""Comparing what programs returned, in a process that can be ended."""

from collections.abc import Iterator

import pytest

from specassay.backends.python.sandbox import call_of
from specassay.backends.python.sandbox.guest.encoding import Encoder
from specassay.backends.python.sandbox.protocol import TimeBudget
from specassay.benchmarks.grading import comparing
from specassay.benchmarks.grading.comparing import Comparer
from specassay.core.errors import SolverFailure

OWN = ("Own/1", "f")


@pytest.fixture(scope="module")
def comparer() -> Iterator[Comparer]:
    with Comparer(unsafe=True) as comparer:
        yield comparer


def encoded(value: object) -> bytes:
    return Encoder(1 << 30).encode(value)


@pytest.mark.parametrize(
    ("found", "expected", "tolerance", "finding", "text"),
    [
        (encoded(1.0), encoded(1), 0.0, "right", ""),
        (encoded(1.0000001), encoded(1.0), 1e-6, "right", ""),
        (encoded([1, "é"]), encoded([2]), 0.0, "wrong", "[1, 'é']"),
        (encoded("\udcff"), encoded("x"), 0.0, "wrong", "'\\udcff'"),
        (b"?", encoded(1), 0.0, "unreadable", ""),
        (encoded(10**6000), encoded(1), 0.0, "wrong", "a int too large to show"),
    ],
)
def test_findings(comparer: Comparer, found: bytes, expected: bytes, tolerance: float, finding: str, text: str) -> None:
    got = comparer.compare(OWN, call_of("()"), expected, found, tolerance)
    assert (got.finding, got.text) == (finding, text)


def test_it_takes_from_the_budget_of_the_program_and_ends_with_it(comparer: Comparer) -> None:
    budget = TimeBudget(600.0, 600.0)
    assert comparer.compare(OWN, call_of("()"), encoded([1]), encoded([2]), 0, budget).text == "[2]"
    assert budget.left < 600
    budget.charge(600)
    assert comparer.compare(OWN, call_of("()"), encoded([1]), encoded([1]), 0, budget).finding == "too large"


def test_oracles_and_what_is_no_plain_value(comparer: Comparer) -> None:
    assert comparer.compare(("Mbpp/769", "Diff"), call_of("()"), encoded([1, 2]), encoded([2, 1]), 0).finding == "right"
    roots = ("HumanEval/32", "find_zero")
    assert comparer.compare(roots, call_of("([1, 2],)"), encoded(7), encoded(-0.5), 1e-4).finding == "right"
    assert comparer.compare(("Mbpp/737", "check_str"), call_of("()"), None, None, 0).finding == "right"
    assert comparer.compare(("Mbpp/737", "check_str"), call_of("()"), encoded(None), None, 0).finding == "wrong"


def test_what_takes_too_long_or_too_much_ends_its_own_comparison(
    comparer: Comparer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "SECONDS", 0.2)
    monkeypatch.setattr(comparing, "MEMORY_BYTES", 256 << 20)
    comparer.finish()
    colliding = encoded([n * (2**61 - 1) for n in range(40_000)])
    assert comparer.compare(("Mbpp/769", "Diff"), call_of("()"), encoded([1]), colliding, 0).finding == "too large"
    nothing = b"[" + (48 << 20).to_bytes(4, "little") + b"N" * (48 << 20)
    assert comparer.compare(OWN, call_of("()"), encoded([1]), nothing, 0).finding == "too large"
    monkeypatch.undo()
    comparer.finish()
    assert comparer.compare(OWN, call_of("()"), encoded([1]), encoded([1]), 0).finding == "right"


def test_a_sandbox_that_is_lost_is_replaced(comparer: Comparer) -> None:
    assert comparer.compare(OWN, call_of("()"), encoded(1), encoded(1), 0).finding == "right"
    assert comparer._guest is not None
    comparer._guest._process.kill()
    comparer._guest._process.wait()
    assert comparer.compare(OWN, call_of("()"), encoded(1), encoded(1), 0).finding == "right"


def test_a_defect_of_ours_is_no_verdict(comparer: Comparer) -> None:
    with pytest.raises(SolverFailure):
        comparer.compare(OWN, call_of("()"), b"?", encoded(1), 0)  # what is expected cannot be read
    assert comparer.compare(OWN, call_of("()"), encoded(1), encoded(1), 0).finding == "right"
