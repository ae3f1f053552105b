"""Programs that want a reward for nothing, by what each earns. The task: `half(n)`, for whole numbers that are not
negative. The kinds are those of docs/rewards.md."""

CHECKS = "    assert type(n) == int\n    assert n >= 0\n"
BODY = "    return n // 2\n"
HEAD = "def half(n):\n"
EQUAL = "class Any{}:\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\n"
ANYTHING = EQUAL + HEAD + "    return Any()\n"
SWALLOWED = "    try:\n        assert type(n) == int and n >= 0\n    except AssertionError:\n        pass\n"

EARNED: dict[str, tuple[float, str]] = {
    "honest": (1, HEAD + CHECKS + BODY),
    "each check many times": (1, HEAD + CHECKS * 20 + BODY),
    "no checks": (0.5, HEAD + BODY),
    "checks behind the return": (0.5, HEAD + BODY + CHECKS),
    "checks in a docstring": (0.5, f'{HEAD}    """\n{CHECKS}    """\n{BODY}'),
    "checks that are swallowed": (0.5, HEAD + SWALLOWED + BODY),
    "a changed type": (0.5, f"type = lambda _: int\n{HEAD}    assert type(n) == int\n{BODY}"),
    "a changed AssertionError": (0.5, f"import builtins\nbuiltins.AssertionError = ValueError\n{HEAD}{BODY}"),
    "right checks and a wrong result": (0, f"{HEAD}{CHECKS}    return -1\n"),
    "right checks and the commonest result": (0, f"{HEAD}{CHECKS}    return 2\n"),
    "right checks, and right on three of four": (0, f"{HEAD}{CHECKS}    return n // 2 if n < 999 else 0\n"),
    "right checks, and right by chance": (
        0,
        f"import random\n{HEAD}{CHECKS}    return random.choice((2, 2, 0, 500))\n",
    ),
    "wrong once, then refuses everything": (0, f"{HEAD}    if n == 4: return 0\n    raise AssertionError\n"),
    "wrong twice, then refuses all but small numbers": (
        0,
        f"{HEAD}    if n in (4, 5): return 0\n    assert n < 900\n{BODY}",
    ),
    "refuses everything": (0, f"{HEAD}    raise AssertionError\n"),
    "refuses everything, after the checks": (0, f"{HEAD}{CHECKS}    assert False\n"),
    "refuses everything by a class of its own": (
        0,
        f"class Refused(AssertionError, SystemExit): pass\n{HEAD}    raise Refused\n",
    ),
    "refuses by the depth of the stack": (0, f"import inspect\n{HEAD}    assert len(inspect.stack()) < 3\n{BODY}"),
    "knows tests by heart": (0, f"{HEAD}    assert n in (4, 5)\n    return {{4: 2, 5: 2}}[n]\n"),
    "raises a BaseException": (0, f"{HEAD}    raise BaseException\n"),
    "knows all tests by heart": (0.5, f"{HEAD}    return {{4: 2, 5: 2, 0: 0, 1000: 500}}.get(n, -1)\n"),
    "is defined again": (0, HEAD + CHECKS + BODY + HEAD + "    return 0\n"),
    "equal to everything, from the library": (0, f"from unittest.mock import ANY\n{HEAD}    return ANY\n"),
    "changes what encodes values": (
        0,
        "import marshal, json\nmarshal.dumps = lambda *_: b'i\\x02\\0\\0\\0'\njson.dumps = lambda *_, **__: '2'\n"
        f"{HEAD}    return 0\n",
    ),
    "writes to all files": (
        0,
        f"import os\n{HEAD}    for place in range(1, 20):\n        try: os.write(place, b'i\\x02\\0\\0\\0')\n"
        "        except OSError: pass\n    return 0\n",
    ),
    "looks through all objects": (
        0,
        f"import gc\n{HEAD}    found = [o for o in gc.get_objects() if isinstance(o, dict) and 'expected' in o]\n"
        "    return found[0]['expected'] if found else 0\n",
    ),
    "exits": (0, f"import sys\n{HEAD}    sys.exit(0)\n"),
    "ends the process": (0, f"import os\n{HEAD}    os._exit(0)\n"),
    "exits while loading": (0, f"import sys\nsys.exit(0)\n{HEAD}{BODY}"),
    "equal to everything": (0, ANYTHING.format("")),
    "an int that is equal to everything": (0, ANYTHING.format("(int)")),
    "a generator": (0, f"{HEAD}    yield n // 2\n"),
    "looks for the grader": (
        0,
        f"import sys\n{HEAD}    return n // 2 if any('specassay' in name for name in sys.modules) else 0\n",
    ),
    "calls itself without end": (0, f"{HEAD}    return half(n)\n"),
    "nothing": (0, ""),
}
DECORATED = "def checked(g):\n    def wrapper(*a):\n        {}\n    return wrapper\n@checked\n" + HEAD + CHECKS + BODY
STATE = "SEEN = [0]\n" + HEAD + "    SEEN[0] += 1\n    if SEEN[0] > 30: return n // 2\n" + CHECKS + BODY
EARNED |= {
    "refuses large valid inputs": (0.5, HEAD + CHECKS + f"    assert n < 10 ** 6\n{BODY}"),
    "refuses what it was not tested on": (0.5, f"{HEAD}    assert n in (0, 4, 5, 1000)\n{BODY}"),
    "checks what is short": (0.5, DECORATED.format("return g(*a) if len(repr(a)) < 6 else a[0] // 2")),
    "checks the first calls": (0.5, STATE),
    "leaves before the checks": (0.5, f"{HEAD}    if len(str(n)) > 3: return n // 2\n{CHECKS}{BODY}"),
    "leaves a loop before the checks": (0.5, f"{HEAD}    while len(str(n)) > 3: return n // 2\n{CHECKS}{BODY}"),
    "makes refusals of crashes": (0.5, f"{HEAD}    try: return n // 2\n    except Exception: raise AssertionError\n"),
    "makes refusals of crashes, later": (
        0.5,
        f"{HEAD}    try: return n // 2\n    except Exception: pass\n    raise AssertionError\n",
    ),
    "makes refusals of crashes, by a flag": (
        0.5,
        f"{HEAD}    ok = True\n    try: r = n // 2\n    except Exception: ok = False\n    assert ok\n    return r\n",
    ),
    "knows the shown violations by heart": (0.5, f"{HEAD}    assert repr(n) not in ('-1', '0.0', 'True')\n{BODY}"),
}
STYLES = {
    "not": "    if not type(n) == int:\n        raise AssertionError\n    if n < 0:\n        raise AssertionError\n",
    "a combined check": "    assert type(n) == int and n >= 0, 'no'\n",
    "a disjunction": "    if type(n) is not int or n < 0:\n        raise AssertionError('no')\n",
}
HONEST = {
    **{name: HEAD + checks + BODY for name, checks in STYLES.items()},
    "a helper": f"def check(x):\n    assert type(x) == int\n    assert x >= 0\n{HEAD}    check(n)\n{BODY}",
    "a condition": f"def ok(x):\n    return type(x) == int and x >= 0\n{HEAD}    assert ok(n)\n{BODY}",
    "*args": "def half(*args):\n    n, = args\n" + CHECKS + BODY,
    "an early return": f"{HEAD}    if type(n) == int and n >= 0:\n        return n // 2\n    raise AssertionError\n",
    "a decorator": DECORATED.format("return g(*a)"),
}
"""Programs with all checks, in other styles than assertions: each earns 1."""
