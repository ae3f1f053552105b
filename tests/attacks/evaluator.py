"""Attacks on the process that evaluates, above all on what reads the values."""

from .forging import ANSWER, EVERYWHERE, FRAMES
from .records import Attack

NO_DECODER = "the plain evaluator reads pickles alone"


def _value(name: str, code: str) -> Attack:
    """A value that is hard to read, returned as any other."""
    return Attack(name, "evaluator", code, bites=False, why=NO_DECODER)


def _payload(name: str, payload: str, imports: str = "") -> Attack:
    """Bytes that no encoder writes, as a frame that holds a value."""
    code = EVERYWHERE + FRAMES + f"{imports}\ndef f():\n    everywhere(frame(0, 1, {payload}))\n    os._exit(0)\n"
    return Attack(name, "evaluator", code)


def _raw(name: str, data: str) -> Attack:
    code = EVERYWHERE + FRAMES + ANSWER + f"def f():\n    everywhere({data})\n    os._exit(0)\n"
    return Attack(name, "evaluator", code)


ATTACKS = (
    Attack(
        "code in the value",
        "files",
        """
import os
class Bomb:
    def __reduce__(self): return os.mkdir, (FOLDER + '/by the evaluator',)
def f(): return Bomb()
""",
    ),
    Attack(
        "code in the exception",
        "files",
        """
import os
class Bomb(Exception):
    def __reduce__(self): return os.mkdir, (FOLDER + '/by the evaluator',)
def f(): raise Bomb
""",
    ),
    Attack(
        "code in the report",
        "files",
        """
import os, pickle
class Bomb:
    def __reduce__(self): return os.mkdir, (FOLDER + '/by the evaluator',)
def f():
    os.write(1, pickle.dumps({'passed': False, 'value': Bomb()}))
    os._exit(0)
""",
    ),
    Attack(
        "no report at all",
        "evaluator",
        "import os\ndef f():\n    os.write(1, b'\\x80\\x05nonsense')\n    os._exit(0)\n",
    ),
    Attack(
        "a class that only the program has",
        "evaluator",
        """
import os, pickle
def f():
    os.write(1, b'cnowhere\\nNothing\\n.')
    os._exit(0)
""",
    ),
    Attack(
        "a pickle that takes memory",
        "evaluator",
        """
import os
def f():
    os.write(1, b'cbuiltins\\nbytearray\\n(J\\x00\\x00\\x00\\x20tR.')
    os._exit(0)
""",
    ),
    _value("a deep value", "def f():\n    x = []\n    for _ in range(100000): x = [x]\n    return x\n"),
    _value("a value within itself", "def f():\n    x = []\n    x.append(x)\n    return x\n"),
    _value("a value that doubles", "def f():\n    x = [0]\n    for _ in range(60): x = [x, x]\n    return x\n"),
    _value("a number of a million digits", "def f(): return 10 ** 1000000\n"),
    _value("half of a character", "def f(): return '\\ud800' * 100\n"),
    _value("a text that steers terminals", "def f(): raise ValueError('\\x1b[2J\\x1b]0;x\\x07\\r\\n' * 20)\n"),
    _value("a long message", "def f(): raise ValueError('x' * 10 ** 7)\n"),
    _value("a message that raises", "class E(Exception):\n    def __str__(self): raise self\ndef f(): raise E\n"),
    _value("a class with a long name", "def f(): raise type('x' * 10 ** 6 + '\\n', (Exception,), {})\n"),
    _value(
        "a class that lies",
        """
class Meta(type):
    __name__ = property(lambda self: 1 / 0)
    __module__ = property(lambda self: 1 / 0)
    def mro(cls): return super().mro()
class E(Exception, metaclass=Meta): pass
def f(): raise E
""",
    ),
    _value(
        "a list that never ends",
        """
class L(list):
    def __iter__(self):
        while True: yield 1
    def __len__(self): return 10 ** 9
def f(): return L([1])
""",
    ),
    _value(
        "a text whose text is none",
        """
class T(str):
    def __str__(self): return self
    def __getitem__(self, index): return 10 ** 9
    def encode(self, *arguments): return [1]
def f(): return T('x')
""",
    ),
    _value(
        "a module in the name of numpy",
        """
import sys, types
class Item:
    def item(self): return self
sys.modules['numpy'] = types.SimpleNamespace(generic=Item)
def f(): return Item()
""",
    ),
    _value(
        "numbers that hash alike",
        "def f(): return {index * (2 ** 61 - 1) for index in range(5000)}\n",
    ),
    _payload(
        "more numbers that hash alike",
        "collide()",
        """
def collide():
    numbers = [(index * (2 ** 61 - 1)).to_bytes(10, 'little') for index in range(60000)]
    return b'<' + len(numbers).to_bytes(4, 'little') + b''.join(b'i' + (10).to_bytes(4, 'little') + n for n in numbers)
""",
    ),
    _payload("a pickle", "pickle.dumps({'passed': True})", "import pickle"),
    _payload("a marshalled code object", "marshal.dumps(compile('1', '', 'eval'))", "import marshal"),
    _payload("a tag that is none", "b'?'"),
    _payload("nothing", "b''"),
    _payload("two values", "b'TT'"),
    _payload("a length beyond the end", "b's' + b'\\xff' * 4 + b'x'"),
    _payload("a count beyond the end", "b'[' + b'\\xff' * 4 + b'N'"),
    _payload("lists within lists", "b'[\\x01\\0\\0\\0' * 100000 + b'N'"),
    _payload("very many empty sets", "b'[' + (180000).to_bytes(4, 'little') + b'<\\0\\0\\0\\0' * 180000"),
    _payload("bytes that are no text", "b's\\x01\\0\\0\\0\\xff'"),
    _payload("an element twice", "b'<\\x02\\0\\0\\0TT'"),
    _payload("a list in a set", "b'<\\x01\\0\\0\\0[\\0\\0\\0\\0'"),
    _payload("a list as a key", "b'{\\x01\\0\\0\\0[\\0\\0\\0\\0N'"),
    _payload("half of a float", "b'f\\0\\0'"),
    _raw("a frame of 4 GB", "frame(0, 1)[:5] + b'\\xff' * 4 + bytes(100000)"),
    _raw("half of a frame", "frame(0, 1, b'T')[:7]"),
    _raw("frames out of order", "frame(7, 1, b'T') + frame(3, 1, b'T')"),
    _raw("more frames than calls", "b''.join(frame(n, 1, b'T') for n in range(1000))"),
    _raw("a kind that is none", "frame(0, 99, b'T')"),
    _raw("a failure that is none", "frame(0, 2, b'T')"),
    _raw("loaded twice", "LOADED + LOADED + TRUE"),
    _raw("noise", "bytes(range(256)) * 1000"),
    _raw("an answer of 4 GB", "b'\\xff' * 4 + bytes(100000)"),
    _raw("an answer that is no JSON", "(5).to_bytes(4, 'little') + b'{{{{{'"),
    Attack(
        "byte by byte",
        "evaluator",
        EVERYWHERE
        + FRAMES
        + "import time\ndef f():\n    while True:\n        everywhere(b'x')\n        time.sleep(0.01)\n",
        bites=False,
        why=NO_DECODER,
    ),
    Attack(
        "bytes without end",
        "evaluator",
        EVERYWHERE + "def f():\n    for _ in range(6000): everywhere(bytes(1 << 16))\n",
        bites=False,
        why="a limit on time is enough, at this speed",
    ),
)
