"""Only a name of a module that keeps its value has that value in a contract."""

import pytest

from specassay.frontends.python import parse_contract


def problems(module: str, test: str) -> list[str]:
    text = f"assert {test}\n"
    contract = parse_contract(text, name="f", parameters=["x"], context=f"{module}\ndef f(x):\n    assert {test}\n")
    return [problem.construct for problem in contract.clauses[0].problems]


KEPT = [
    ("LIMIT = 3\ndef g(LIMIT):\n  LIMIT = 4\n  [LIMIT for LIMIT in x]\n  return lambda LIMIT: LIMIT", "x < LIMIT"),
    ("LIMIT = 2 ** 3 - 1\nTWICE = 2 * LIMIT if LIMIT else -LIMIT\ndef g(): return fill(TWICE)", "x < TWICE"),
    ("NAMES = ('a', b'b', (1, None))\nALIAS = NAMES\ndef g(): return ALIAS", "x in ALIAS"),
    ("A = B = 3", "x < A + B"),
    ("A, B = 1, 'b'\ndef g(): return h(A)", "x < A or x == B"),
    ("A, B = [1, 2]", "x < A"),
    ("KNOWN = frozenset({'a', 'b'})\ndef g(): return KNOWN", "x in KNOWN"),
    (
        "KNOWN = {c for c in 'abc'}\ndef g(y):\n  return y in KNOWN, len(KNOWN), sorted(KNOWN), KNOWN | {y}",
        "x in KNOWN",
    ),
    (
        "KNOWN = [1, 2]\ndef g():\n  for each in KNOWN: print(each, KNOWN, f'{KNOWN}')\n  h(*KNOWN, KNOWN[0])",
        "x in KNOWN",
    ),
    ("KNOWN = [1, 2]\ndef g(y):\n  a, b = KNOWN\n  if KNOWN: return [*KNOWN, y], KNOWN[1:], KNOWN + [y]", "x in KNOWN"),
    (
        "TABLE = {'a': 1}\ndef g(y):\n  return TABLE.get(y), TABLE[y], {**TABLE}, list(TABLE.items()), y[TABLE['a']]",
        "x in TABLE",
    ),
    ("TABLE = {'a': [1]}\ndef g(y):\n  return TABLE['a'][0], len(TABLE), y in TABLE['a']", "x in TABLE"),
    ("WORDS = 'a b'.split()\nLENGTHS = {len(w) for w in WORDS}\ndef g(y): return ' '.join(WORDS)", "len(x) in LENGTHS"),
    ("KNOWN = [1]\nMORE = sorted(KNOWN) + [2]", "x in MORE"),
    ("import string\nKNOWN = set(string.digits)\nNUMBER = {c: i for i, c in enumerate(KNOWN)}", "x in NUMBER"),
    ("def g(y, known=(1, 2), table={'a': 1}): return y in known and y not in table", "g(x)"),
    ("class C:\n  LIMIT = 4\n  def g(self):\n    self.LIMIT = 5\nLIMIT = 3", "x < LIMIT"),
    ("from collections import *\nLIMIT = 3", "x < LIMIT and len(x)"),
    ("import re\nP = re.compile('a')\ndef g(y): return P", "P.match(x)"),
    ("LIMIT: int = 3\nif x:\n  pass", "x < LIMIT"),
    ("from m import *\nLIMIT = 3", "x < LIMIT"),
    ("import sys\nLIMIT = 3\nif 'm' in sys.modules or 'n' not in globals(): pass", "x < LIMIT"),
]
BOUND_AGAIN = [
    "LIMIT += 1",
    "for LIMIT in range(3): pass",
    "with h() as LIMIT: pass",
    "try: h()\nexcept E as LIMIT: pass",
    "print(LIMIT := 4)",
    "[LIMIT := y for y in 'ab']",
    "del LIMIT",
    "if h(): LIMIT = 4",
    "try: LIMIT = 4\nfinally: pass",
    "import LIMIT",
    "import a.b as LIMIT",
    "from m import LIMIT",
    "from m import *",
    "class LIMIT: pass",
    "def LIMIT(): pass",
    "def g():\n  global LIMIT\n  LIMIT = 4",
    "def g():\n  def h():\n    global LIMIT\n    LIMIT = 4",
    "class C:\n  global LIMIT\n  LIMIT = 4",
    "def g():\n  global LIMIT\n  for LIMIT in h(): pass",
    "while h(): LIMIT = 4",
    "def g():\n  global LIMIT\n  from m import LIMIT",
    "match h():\n  case [LIMIT]: pass",
    "match h():\n  case {**LIMIT}: pass",
    "match h():\n  case [*LIMIT]: pass",
    "(a, [LIMIT, b]) = h()",
    "def g(a=(LIMIT := 4)): pass",
    "async def LIMIT(): pass",
    "globals()['LIMIT'] = 4",
    "'LIMIT' in (names := globals())",
    "'n' in globals() in h()",
    "import sys\nsys.modules['me'] in h()",
    "'n' in h(globals())",
    "globals() in h()",
    "exec('LIMIT = 4')",
    "import sys\nsetattr(sys.modules[__name__], 'LIMIT', 4)",
    "def g():\n  g.__globals__['LIMIT'] = 4",
    "locals()['LIMIT'] = 4",
    "vars()['LIMIT'] = 4",
    "import me\nme.LIMIT = 4",
    "import me\nsetattr(me, 'LIMIT', 4)",
    "import me\ndef g(name): setattr(me, name, 4)",
    "from sys import modules\nmodules['me'].LIMIT = 4",
    "class C:\n  (lambda: (yield))\n  global LIMIT\n  import LIMIT",
]
CHANGED = [
    "KNOWN.append(3)",
    "KNOWN[0] = 3",
    "KNOWN[:] = []",
    "del KNOWN[0]",
    "fill(KNOWN)",
    "def g(): KNOWN.append(3)",
    "ALIAS = KNOWN",
    "def g(): return KNOWN",
    "def g(): yield KNOWN",
    "(lambda: KNOWN)",
    "def g(a=KNOWN): a.append(3)",
    "class C:\n  known = KNOWN",
    "class C:\n  KNOWN.append(3)\n  KNOWN = 4",
    "add = KNOWN.append",
    "KNOWN.x = 3",
    "h([KNOWN])",
    "h(a=KNOWN)",
    "print(KNOWN or 3, (KNOWN or []).clear())",
    "PAIR = KNOWN, 3",
    "KNOWN.sort()",
    "for each in [KNOWN]: each.append(3)",
    "def g():\n  for x in [KNOWN]: x.clear()",
    "h(max(KNOWN, [3]))",
    "with h(KNOWN): pass",
    "def g(x):\n  x.y = KNOWN",
    "(again := KNOWN).append(3)",
    "match KNOWN:\n  case y: y.clear()",
    "def g():\n  [KNOWN for KNOWN in 'ab']\n  KNOWN.clear()",
    "def g():\n  def h(KNOWN): pass\n  KNOWN.clear()",
    "@h(KNOWN)\ndef g(): pass",
    "def len(y): y.clear()\nlen(KNOWN)",
    "def g(len): len(KNOWN)",
    "setattr(KNOWN, 'x', 3)",
    "from m import *\nlen(KNOWN)",
    "h(KNOWN if h() else 3)",
    "def g(): assert h(), KNOWN",
    "def g(y): y[KNOWN] = 3",
]
DOUBTFUL = [
    ("A = B = []\nB.append(3)", "x in A"),
    ("A, B = [], []\n", "x in A"),
    ("TABLE = {'a': []}\nTABLE['a'].append(3)", "x in TABLE['a']"),
    ("ROWS = [[1], [2]]\nfor row in ROWS: row.clear()", "x in ROWS"),
    ("ROWS = [[1], [2]]\nh(ROWS[0])", "x in ROWS"),
    ("ROWS = [[1], [2]]\nfirst, second = ROWS\nfirst.clear()", "x in ROWS"),
    ("ROWS = [[1], [2]]\nh(*ROWS)", "x in ROWS"),
    ("ROWS = ([1], [2])\nROWS[0].clear()", "x in ROWS"),
    ("ROWS = ([1], [2])\ndef g(): return ROWS[0:1]", "x in ROWS"),
    ("ROW = [1]\nROWS = [ROW]\nROW.append(2)", "x in ROWS"),
    ("ROW = [1]\nROWS = [ROW]\nROW.append(2)\ndef g(y): return y in ROWS", "g(x)"),
    ("VALUES = (y for y in [1, 2])", "x in VALUES"),
    ("VALUES = zip('ab', 'cd')", "x in VALUES"),
    ("VALUES = load()", "x in VALUES"),
    ("def make(): return [1]\nVALUES = make()", "x in VALUES"),
    ("def g(y, seen=[]):\n  seen.append(y)\n  return len(seen) < 3", "g(x)"),
    ("def g(y, seen=[]):\n  seen += [y]\n  return len(seen) < 3", "g(x)"),
    ("def g(seen=[]): return seen\ng().append(3)", "x in g()"),
    ("def g(y, *, seen={}):\n  return h(seen)", "g(x)"),
    ("def g(y): return y > 3\ng.limit = 4", "g(x)"),
    ("def g(y): return y > 3\ng.__code__ = h.__code__", "g(x)"),
    ("def g(y): return y > 3\ng = h(g)", "g(x)"),
    ("def g():\n  global LIMIT\n  LIMIT = 3\ng()", "x < LIMIT"),
    ("import math\nmath.floor = h", "math.floor(x) > 3"),
    ("import math\nsetattr(math, 'floor', h)", "math.floor(x) > 3"),
    ("import math\nimport other as math", "math.floor(x) > 3"),
    ("import re\nP = re.compile('a')\nre.compile = h", "P.match(x)"),
    ("import builtins\nbuiltins.len = h", "len(x) > 3"),
    ("from m import *", "len(x) > 3"),
    ("try: from m import *\nexcept ImportError: pass", "len(x) > 3"),
    ("def g():\n  global len\n  len = h", "len(x) > 3"),
    ("LIMIT: int", "x < LIMIT"),
    ("def f(): pass", "f(x)"),
]


@pytest.mark.parametrize(("module", "test"), KEPT)
def test_what_keeps_its_value_has_it(module: str, test: str) -> None:
    assert problems(module, test) == []


@pytest.mark.parametrize("change", BOUND_AGAIN)
def test_what_is_bound_again_is_no_constant(change: str) -> None:
    assert problems(f"LIMIT = 3\n{change}", "x < LIMIT")
    assert problems(f"LIMIT = 3\n{change}\ndef g(y): return y < LIMIT", "g(x)")


@pytest.mark.parametrize("change", CHANGED)
def test_what_something_else_may_hold_is_no_constant(change: str) -> None:
    assert problems(f"KNOWN = [1, 2]\n{change}", "x in KNOWN")
    assert problems(f"KNOWN = [1, 2]\n{change}\ndef g(y): return y in KNOWN", "g(x)")


@pytest.mark.parametrize(("module", "test"), DOUBTFUL)
def test_what_may_have_another_value_is_no_constant(module: str, test: str) -> None:
    assert problems(module, test)


def test_the_reason_says_where() -> None:
    assert problems("KNOWN = []\nKNOWN.append(3)", "x in KNOWN") == ["name 'KNOWN', whose value may change on line 2"]
    assert problems("LIMIT = 3\ndef g():\n  global LIMIT\n  LIMIT = 4", "x < LIMIT") == [
        "name 'LIMIT', which the module binds more than once"
    ]
