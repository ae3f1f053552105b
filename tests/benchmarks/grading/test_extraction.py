"""Code in chatty answers."""


import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.benchmarks.grading.extraction import defines, extract

FENCED = """Sure! Here is the code:

```python
import math, os
LIMIT = 3

def helper(n):
    return math.floor(n) + LIMIT

def unused():
    pass

@staticmethod
def half(n):
    return helper(n) // 2

print(half(4))
assert half(4) == 2
```
It returns the half. `half(1)` is 0.
"""


def test_keeps_imports_and_what_the_function_needs() -> None:
    code = extract(FENCED, "half")
    assert code is not None
    for kept in ("import math", "LIMIT = 3", "def helper", "@staticmethod\ndef half"):
        assert kept in code
    for dropped in ("unused", "print", "assert", "Sure"):
        assert dropped not in code


def test_takes_the_block_that_defines_the_function_and_the_helpers_before_it() -> None:
    answer = (
        "First a helper:\n```\ndef helper(n):\n    return n\n```\nThen:\n"
        "~~~py\ndef half(n):\n    return helper(n) // 2\n~~~\nUse it:\n```\nhalf(3)\n```\n"
    )
    assert extract(answer, "half") == "def helper(n):\n    return n\n\ndef half(n):\n    return helper(n) // 2\n"


def test_the_last_definition_counts() -> None:
    answer = "```\ndef half(n):\n    return n\n```\nNo, better:\n```\ndef half(n):\n    return n // 2\n```"
    scope: dict[str, object] = {}
    exec(extract(answer, "half") or "", scope)
    assert scope["half"](4) == 2  # type: ignore[operator]


@pytest.mark.parametrize(
    "answer",
    [
        "The function is\n\ndef half(n):\n    return n // 2\n\nand it works like this.",
        "```python\ndef half(n):\n    return n // 2\n",
        "  ```python\n  def half(n):\n      return n // 2\n  ```",
        "half = lambda n: n // 2\nThat is all.",
    ],
)
def test_prose_without_fences_and_fences_without_end(answer: str) -> None:
    code = extract(answer, "half")
    assert code is not None
    assert defines(code, "half")


@pytest.mark.parametrize("answer", ["", "I cannot do that.", "```\nprint(1)\n```", "def other(n): return n"])
def test_nothing_to_extract(answer: str) -> None:
    assert extract(answer, "half") is None


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["```", "```python", "def half(n):", "    return n", "x = 1", "prose", "import", "@"])))
def test_whatever_is_extracted_defines_the_function(lines: list[str]) -> None:
    code = extract("\n".join(lines), "half")
    assert code is None or defines(code, "half")


