"""Programs that mean no harm and use much of Python: all of them have to run."""

from .records import Benign

PROGRAMS = (
    Benign(
        "arithmetic", "def f(): return [2 ** 200, 7 // 2, -7 % 3, 0.1 + 0.2, 3 + 4j]", [2**200, 3, 2, 0.1 + 0.2, 3 + 4j]
    ),
    Benign(
        "all plain values",
        "def f(): return (None, True, b'x', 'ä', {1: (2,)}, {3}, frozenset({4}), [])",
        (None, True, b"x", "ä", {1: (2,)}, {3}, frozenset({4}), []),
    ),
    Benign(
        "threads",
        """
import threading
def f():
    found, lock = [], threading.Lock()
    def work(number):
        with lock: found.append(number * number)
    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return sorted(found)
""",
        [n * n for n in range(8)],
    ),
    Benign(
        "a pool of threads",
        """
from concurrent.futures import ThreadPoolExecutor
def f():
    with ThreadPoolExecutor(4) as pool: return list(pool.map(abs, range(-3, 3)))
""",
        [3, 2, 1, 0, 1, 2],
    ),
    Benign(
        "a queue between threads",
        """
import queue, threading
def f():
    q = queue.Queue()
    threading.Thread(target=lambda: [q.put(n) for n in range(3)], daemon=True).start()
    return [q.get(timeout=1) for _ in range(3)]
""",
        [0, 1, 2],
    ),
    Benign(
        "asyncio",
        """
import asyncio
async def one(n):
    await asyncio.sleep(0)
    return n + 1
async def all_of(): return await asyncio.gather(*map(one, range(3)))
def f(): return asyncio.run(all_of())
""",
        [1, 2, 3],
    ),
    Benign(
        "asyncio with a thread",
        """
import asyncio
async def go(): return await asyncio.to_thread(sum, [1, 2])
def f(): return asyncio.run(go())
""",
        3,
    ),
    Benign(
        "dataclasses",
        """
from __future__ import annotations
from dataclasses import asdict, dataclass, field
@dataclass(order=True)
class Point:
    x: int
    rest: list[int] = field(default_factory=list)
def f(): return asdict(max(Point(1), Point(2, [3])))
""",
        {"x": 2, "rest": [3]},
    ),
    Benign(
        "generators",
        "def g():\n    x = yield 1\n    yield x\ndef f():\n    i = g()\n    return [next(i), i.send(5)]",
        [1, 5],
    ),
    Benign("recursion to 900", "def d(n): return 0 if n == 0 else 1 + d(n - 1)\ndef f(): return d(900)", 900),
    Benign(
        "deep recursion on request",
        """
import sys
sys.setrecursionlimit(20000)
def d(n): return 0 if n == 0 else 1 + d(n - 1)
def f(): return d(15000)
""",
        15000,
    ),
    Benign("regular expressions", "import re\ndef f(): return re.sub(r'(\\w)(\\d)', r'\\2\\1', 'a1 b2')", "1a 2b"),
    Benign("decimal", "from decimal import Decimal as D\ndef f(): return str(D('0.1') + D('0.2'))", "0.3"),
    Benign("fractions", "from fractions import Fraction as F\ndef f(): return float(F(1, 3) + F(1, 6))", 0.5),
    Benign(
        "caches",
        """
import functools
@functools.lru_cache(None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def f(): return fib(90)
""",
        2880067194370816120,
    ),
    Benign("large numbers", "import math\ndef f(): return math.factorial(2000) % (10 ** 9 + 7)", 100292593),
    Benign(
        "named tuples", "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\ndef f(): return P(3)", (3,)
    ),
    Benign("counters", "from collections import Counter\ndef f(): return Counter('aab')", {"a": 2, "b": 1}),
    Benign(
        "default dicts",
        "from collections import defaultdict as d\ndef f():\n    x = d(list)\n    x[1].append(2)\n    return x",
        {1: [2]},
    ),
    Benign("ordered dicts", "from collections import OrderedDict as O\ndef f(): return O([(1, 2)])", {1: 2}),
    Benign("enumerations", "import enum\nclass E(enum.IntEnum):\n    A = 7\ndef f(): return E.A", 7),
    Benign(
        "heaps and bisection",
        "import bisect, heapq\ndef f(): return heapq.nsmallest(2, [3, 1, 2]) + [bisect.bisect([1, 2], 2)]",
        [1, 2, 2],
    ),
    Benign(
        "hashes", "import hashlib\ndef f(): return hashlib.md5(b'x').hexdigest()", "9dd4e461268c8034f5c8564e155c67a6"
    ),
    Benign(
        "dates",
        "import datetime\ndef f(): return str(datetime.date(2024, 2, 28) + datetime.timedelta(2))",
        "2024-03-01",
    ),
    Benign(
        "time zones",
        """
import datetime, zoneinfo
def f(): return datetime.datetime(2024, 1, 1, tzinfo=zoneinfo.ZoneInfo('UTC')).isoformat()
""",
        "2024-01-01T00:00:00+00:00",
    ),
    Benign("texts as files", "import csv, io\ndef f(): return list(csv.reader(io.StringIO('a,b')))", [["a", "b"]]),
    Benign(
        "a database in memory",
        "import sqlite3\ndef f(): return sqlite3.connect(':memory:').execute('select 1 + 1').fetchone()",
        (2,),
    ),
    Benign(
        "random numbers",
        """
import random
def f():
    random.seed(0)
    return random.randint(0, 9) in range(10) and len(random.sample(range(9), 3)) == 3
""",
        True,
    ),
    Benign("waiting", "import time\ndef f():\n    time.sleep(0.001)\n    return time.time() > 0", True),
    Benign(
        "an alarm of its own",
        """
import signal
def f():
    signal.signal(signal.SIGALRM, lambda *a: None)
    signal.alarm(1)
    return signal.alarm(0)
""",
        1,
    ),
    Benign(
        "printing", "import sys\ndef f():\n    print('x' * 10000)\n    print('y', file=sys.stderr)\n    return 1", 1
    ),
    Benign(
        "abstract classes",
        """
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def g(self): ...
class B(A):
    def g(self): return 4
def f(): return B().g()
""",
        4,
    ),
    Benign("pattern matching", "def f():\n    match [1, {'k': 2}]:\n        case [1, {'k': x}]: return x", 2),
    Benign(
        "numpy",
        "import numpy as np\ndef f(): return [np.arange(4).sum(), float(np.linalg.det(np.eye(2)))]",
        [6, 1.0],
        needs="numpy",
    ),
)
