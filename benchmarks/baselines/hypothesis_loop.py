"""The Hypothesis baseline: `python -m …hypothesis_loop MODULE PARAMETERS CLAUSES SECONDS`.

Draws arguments of any plain type, and prints as a JSON list of literals each that violates a new set of clauses.
"""

import json
import os
import runpy
import sys
import time
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ...core.errors import Unsupported
from ...frontends.python import literal


def any_value() -> st.SearchStrategy[Any]:
    """Any plain Python value, nested."""
    hashable = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary()
    return st.recursive(
        hashable,
        lambda inner: st.one_of(
            st.lists(inner),
            st.lists(inner).map(tuple),
            st.dictionaries(hashable, inner),
            st.sets(hashable),
            st.frozensets(hashable),
        ),
        max_leaves=8,
    )


def main(path: str, parameters: int, clauses: int, seconds: float) -> None:
    """Until the time is over or every set of clauses has an input."""
    deadline = time.monotonic() + seconds
    violated = runpy.run_path(path)["violated"]
    seen: set[tuple[int, ...]] = set()

    @settings(
        max_examples=10_000,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.tuples(*[any_value()] * parameters))
    def loop(arguments: tuple[Any, ...]) -> None:
        found = tuple(violated(*arguments))
        if found and found not in seen:
            seen.add(found)
            try:
                print(json.dumps([literal(value) for value in arguments]), flush=True)
            except Unsupported:
                seen.discard(found)
        if time.monotonic() > deadline or len(seen) == 2**clauses - 1:
            os._exit(0)  # An exception would make Hypothesis look for its cause.

    while time.monotonic() < deadline:
        loop()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
