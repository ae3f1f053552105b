"""Code in chatty answers."""

import ast
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from specassay.benchmarks.datasets.tasks import parse_module
from specassay.benchmarks.grading import extraction
from specassay.benchmarks.grading.extraction import UNREAD, defines, extract
from specassay.benchmarks.grading.grading_limits import LIMITS

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
    scope: dict[str, Any] = {}
    exec(extract(answer, "half") or "", scope)
    assert scope["half"](4) == 2


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


HOSTILE = {
    "fences": "```\n",
    "fences of another kind": "~~~\n```\n",
    "one line of backticks": "`",
    "definitions that break": "def half(:\n",
    "definitions of others": "def other(n): return n\n",
    "definitions without a body": "def half(n):\n",
    "definitions in prose": "def half(n):\n    return n\nand that is all\n",
    "brackets that stay open": "half = (\n",
    "texts that stay open": "half = '''\n",
    "texts that close": "half = '''\nx\n'''\n    indented\n",
    "imports that are prose": "import this or that\n",
    "blocks": "```\ndef half(n:\n```\n",
    "names": "half = other = ",
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=list(HOSTILE))
def test_the_work_is_linear_in_the_length_of_an_answer(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: the characters that are parsed are what takes time, up to the first error."""
    parsed: list[float] = []

    def counting(text: str) -> ast.Module:
        parsed.append(len(text))
        try:
            return parse_module(text)
        except SyntaxError as error:
            parsed[-1] = len(text) / UNREAD + len("".join(text.splitlines()[: error.lineno]))
            raise

    monkeypatch.setattr(extraction, "parse_module", counting)
    answer = line * (31_000 // len(line))
    if not defines(answer, "half"):
        extract(answer, "half")
    assert sum(parsed) <= 2 * (LIMITS.parsed_times + 3) * len(answer)


def test_code_behind_much_prose_is_found() -> None:
    prose = "".join(f"from step {number} on it is clear\n" for number in range(300))
    code = extract(f"{prose}\nimport math\ndef half(n):\n    return math.floor(n / 2)\nThat is it.\n", "half")
    assert code is not None
    assert "import math" in code
    assert "def half" in code


def test_lines_end_where_python_ends_them() -> None:
    code = extract('x = 1\nprint("\x0c\u2028")\ndef half(n):\n    return n // 2\nThat is it.', "half")
    assert code == "def half(n):\n    return n // 2\n"
