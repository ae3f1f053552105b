"""Why the checks in a text may not be what runs."""

import pytest

from specassay.benchmarks.grading.guards import checks_of

HONEST = "def f(n):\n    assert n > 0\n    return n\n"
DECORATOR = "def checked(g):\n    def wrapper(*a, **k):\n        {}\n    return wrapper\n@checked\n" + HONEST


def doubt(code: str) -> str:
    return checks_of(code, "f", ("n",)).doubt


@pytest.mark.parametrize(
    "code",
    [
        HONEST,
        f"import math\nfrom typing import *\nLIMIT = 9\nSEEN = {{}}\n{HONEST}",
        f"def f(n):\n    return n\n{HONEST}",
        HONEST.replace("return n", "return eval(str(n))"),
        DECORATOR.format("return g(*a, **k)"),
        "import functools\n"
        + DECORATOR.format("print(a)\n        return g(*a, **k)").replace(
            "    def wrapper", "    @functools.wraps(g)\n    def wrapper"
        ),
        "class Node:\n    def __init__(self, n):\n        self.n = n\n" + HONEST,
        "SEEN = {}\ndef g(n):\n    SEEN[n] = 1\n" + HONEST,
        "def g(n):\n    try: hash(n)\n    except TypeError: return 0\n    return 1\ndef f(n):\n    assert g(n)\n",
        "import os, re\ndef g():\n    return os.getcwd()\ndef f(n):\n    assert re.match('a', n)\n    return g()\n",
    ],
)
def test_what_honest_programs_do(code: str) -> None:
    assert doubt(code) == ""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (f"{HONEST}f = print\n", "bound again"),
        (f"{HONEST}if True:\n    def f(n): return n\n", "bound again"),
        (f"{HONEST}for f in [print]: pass\n", "bound again"),
        (f"{HONEST}globals()['f'] = print\n", "globals"),
        (f"{HONEST}f.__code__ = (lambda n: n).__code__\n", "what runs"),
        (f"import builtins\n{HONEST}", "builtins"),
        (f"from os import *\n{HONEST}", "everything of os"),
        (f"import math\nmath.floor = int\n{HONEST}", "attribute of math"),
        (f"x = eval('1')\n{HONEST}", "evaluates text"),
        (f"class M(type): pass\nclass int(metaclass=M): pass\n{HONEST}", "metaclass"),
        (f"class A:\n    def __instancecheck__(self, other): return True\n{HONEST}", "__instancecheck__"),
        (f"import functools\n@functools.lru_cache\n{HONEST}", "decorator"),
        (DECORATOR.format("return g(*a, **k) if len(repr(a)) < 15 else a[0]"), "decorator"),
        (DECORATOR.format("if len(repr(a)) > 15: return a[0]\n        return g(*a, **k)"), "decorator"),
        (DECORATOR.format("a = [1]\n        return g(*a, **k)"), "decorator"),
        (DECORATOR.format("return g(1)"), "decorator"),
        ("def f(n):\n    assert n > 0\n    yield n\n", "generator"),
        (
            "C = [0]\ndef f(n):\n    C[0] += 1\n    if C[0] > 500: return n\n    assert n > 0\n    return n\n",
            "depends on C",
        ),
        (
            "def f(n, c=[]):\n    c.append(n)\n    if len(c) > 500: return n\n    assert n > 0\n    return n\n",
            "depends on c",
        ),
        ("import os\ndef f(n):\n    if os.getuid() == 7: return n\n    assert n > 0\n    return n\n", "depends on os"),
        ("from time import time\nT = time() > 7\ndef f(n):\n    if T: return n\n    assert n > 0\n", "depends on T"),
        ("import os\ndef u():\n    return os.getuid()\ndef f(n):\n    assert n > u()\n", "depends on "),
        ("import datetime\ndef f(n):\n    assert n < datetime.datetime.now().year\n", "depends on now"),
        ("def f(n):\n    if hash(n) % 97 == 3: return n\n    assert n > 0\n    return n\n", "depends on hash"),
        ("def f(n):\n    global k\n    assert n > 0\n    return n\n", "global k"),
    ],
)
def test_what_leaves_open_what_runs(code: str, said: str) -> None:
    assert said in doubt(code)
