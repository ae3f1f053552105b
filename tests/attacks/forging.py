"""Attacks on the verdict: its own, and that of the program which runs next."""

from .records import Attack

EQUAL = """
class Equal:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
"""
# Everything that looks like a pipe or a socket gets these bytes: frames of the sandbox, its own answers, and a pickle.
EVERYWHERE = """
import os
def everywhere(data):
    for number in range(64):
        rest = data
        try:
            while rest:
                rest = rest[os.write(number, rest):]
        except OSError:
            pass
"""
FRAMES = """
import struct
def frame(call, kind, payload=b''): return struct.pack('<IBI', call, kind, len(payload)) + payload
LOADED, TRUE = frame(0xFFFFFFFF, 0), frame(0, 1, b'T')
"""
ANSWER = """
import json
def answer(**fields):
    data = json.dumps(fields).encode()
    return len(data).to_bytes(4, 'little') + data
DONE = answer(status=0, cpu=0.0, wall=0.0, why='')
"""
# All memory of the process that can be found: the heap of C from its end downwards, what is mapped around Python's
# objects and its libraries, with freed parts; objects that the collector knows; environment and arguments.
SEARCH = """
import ctypes, gc, os, re, sys
def readable(libc, pipe, address):
    if libc.write(ctypes.c_int(pipe[1]), ctypes.c_void_p(address), ctypes.c_size_t(4096)) != 4096:
        return b''
    return os.read(pipe[0], 4096)
def walk(libc, pipe, start, step, pattern, found):
    address, missed, before = start & ~4095, 0, b''
    for _ in range(12000):
        page = readable(libc, pipe, address)
        missed = 0 if page else missed + 1
        if missed > 600 or address < 4096: break
        both = before + page if step > 0 else page + before
        found.update(re.findall(pattern, both))
        before = page[-64:] if step > 0 else page[:64]
        address += step
def search(pattern):
    libc, pipe, found = ctypes.CDLL(None), os.pipe(), set()
    libc.sbrk.restype = libc.malloc.restype = ctypes.c_void_p
    flag = ctypes.addressof(ctypes.c_int.in_dll(ctypes.pythonapi, 'Py_OptimizeFlag'))
    starts = [libc.sbrk(0), id([]), id({}), id(b'x' * 100), id(bytearray(300000)), flag, libc.malloc(100)]
    for start in starts:
        for step in (-4096, 4096):
            walk(libc, pipe, start, step, pattern, found)
    texts = [value for value in gc.get_objects() if type(value) in (list, dict, tuple) and len(value) < 5]
    data = '|'.join([repr(value)[:500] for value in texts] + [repr((dict(os.environ), sys.argv, sys.orig_argv))])
    data = data.encode('utf-8', 'replace')
    for path in ('/proc/self/environ', '/proc/self/cmdline', f'/proc/{os.getppid()}/environ'):
        try:
            with open(path, 'rb') as file:
                data += file.read()
        except OSError:
            pass
    return {each.decode() for each in found.union(re.findall(pattern, data))}
"""
OWN = "a fresh process for every program"


def _poison(name: str, code: str) -> Attack:
    return Attack(name, "poison", code, bites=False, why=OWN)


ATTACKS = (
    Attack("equal to everything", "forged", EQUAL + "def f(): return Equal()\n"),
    Attack("a text equal to everything", "forged", EQUAL + "class T(Equal, str): pass\ndef f(): return T('x')\n"),
    Attack("a number equal to everything", "forged", EQUAL + "class T(Equal, int): pass\ndef f(): return T(1)\n"),
    Attack("a list equal to everything", "forged", EQUAL + "class T(Equal, list): pass\ndef f(): return T([1])\n"),
    Attack(
        "another class by its own word",
        "forged",
        EQUAL + "class T(Equal):\n    __class__ = property(lambda self: str)\ndef f(): return T()\n",
    ),
    Attack(
        "the expected value from the stack of calls",
        "forged",
        """
import sys
def f():
    frame = sys._getframe()
    while frame:
        for scope in (frame.f_locals, frame.f_globals):
            for name in ('expected', 'value', 'outcome'):
                if 'secret' in str(scope.get(name)):
                    return scope[name]
        frame = frame.f_back
""",
    ),
    Attack(
        "a report of its own",
        "forged",
        """
import os, pickle
def f():
    os.write(1, pickle.dumps({'passed': True, 'value': None}))
    os._exit(0)
""",
    ),
    Attack(
        "a report of its own, at the top",
        "forged",
        """
import os, pickle
os.write(1, pickle.dumps({'passed': True, 'value': None}))
os._exit(0)
""",
    ),
    Attack(
        "a report at exit",
        "forged",
        """
import atexit, os, pickle
atexit.register(lambda: os.write(1, b''))
def f():
    os.write(1, pickle.dumps({'passed': True, 'value': None}))
""",
    ),
    Attack(
        "what writes the report",
        "forged",
        """
import pickle
original = pickle.dumps
pickle.dumps = lambda report, *a, **k: original({'passed': True, 'value': None})
def f(): return 'wrong'
""",
    ),
    Attack(
        "what compares",
        "forged",
        """
import builtins
builtins.bool = lambda *a: True
def f(): return 'wrong'
""",
    ),
    Attack(
        "what encodes",
        "forged",
        """
import sys
def f():
    for name, module in list(sys.modules.items()):
        if name.endswith('sample'):
            module.Output.value = lambda self, call, value: self.write(call, 1, b'T')
    frame = sys._getframe()
    while frame:
        if 'expected' in frame.f_locals:
            return frame.f_locals['expected']
        frame = frame.f_back
    return 'wrong'
""",
    ),
    Attack(
        "frames of its own",
        "forged",
        EVERYWHERE + FRAMES + "def f():\n    everywhere(TRUE)\n    os._exit(0)\n",
        bites=False,
        why="the plain evaluator has no frames",
    ),
    Attack(
        "answers in the name of the sandbox",
        "forged",
        EVERYWHERE + FRAMES + ANSWER + "def f():\n    everywhere(DONE + TRUE + DONE)\n    os._exit(0)\n",
        bites=False,
        why="the plain evaluator has no frames",
    ),
    Attack("end with success", "forged", "import os\nos._exit(0)\n", bites=False, why="no report is no pass"),
    Attack("leave with success", "forged", "import sys\nsys.exit(0)\n", bites=False, why="no report is no pass"),
    _poison(
        "frames for the next", EVERYWHERE + FRAMES + "def f():\n    everywhere(TRUE + LOADED + TRUE)\n    return 1\n"
    ),
    _poison("answers for the next", EVERYWHERE + ANSWER + "def f():\n    everywhere(DONE + DONE)\n    return 1\n"),
    _poison(
        "a thread that writes on",
        EVERYWHERE
        + FRAMES
        + """
import threading
def write():
    while True: everywhere(LOADED + TRUE)
def f():
    threading.Thread(target=write).start()
    return 1
""",
    ),
    _poison(
        "what every program calls",
        "import builtins\ndef f():\n    builtins.len = builtins.sorted = lambda *a, **k: 0\n",
    ),
    _poison(
        "what every program imports", "import math, sys\ndef f():\n    math.sqrt = None\n    sys.modules['re'] = None\n"
    ),
    _poison("the order of things", "import random, sys\ndef f():\n    random.seed(1)\n    sys.setrecursionlimit(60)\n"),
    _poison(
        "stop the process it comes from",
        """
import os, sys
def f():
    # Only in the sandbox, where it is alone in its namespace: elsewhere this is somebody else's process.
    if any(name.endswith('zygote') for name in sys.modules):
        os.kill(os.getppid(), 19)
""",
    ),
    _poison(
        "kill the process it comes from, through a pipe",
        """
import fcntl, os, sys
def f():
    if any(name.endswith('zygote') for name in sys.modules):
        read, write = os.pipe()
        fcntl.fcntl(read, 10, 9)
        fcntl.fcntl(read, fcntl.F_SETOWN, os.getppid())
        fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
        os.write(write, b'x')
""",
    ),
    _poison(
        "take the time of the process it comes from",
        """
import os, resource, sys
def f():
    if any(name.endswith('zygote') for name in sys.modules):
        resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))
        resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3))
""",
    ),
    _poison(
        "write into the process it comes from",
        """
import os
def f():
    with open(f'/proc/{os.getppid()}/mem', 'r+b', buffering=0) as memory:
        memory.write(b'x')
""",
    ),
    _poison(
        "the batch of calls",
        """
import gc
def f():
    for found in gc.get_objects():
        if isinstance(found, dict) and found.get('batches'):
            found['batches'].clear()
    return 1
""",
    ),
)
