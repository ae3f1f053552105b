"""Attacks that read what they should not know. Each returns what it found."""

from .records import Attack

SYSCALL = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def syscall(*arguments):
    result = libc.syscall(*(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
"""

ATTACKS = (
    Attack("open a file", "leak", "def f(): return open(SECRET).read()"),
    Attack(
        "open a file by descriptor",
        "leak",
        """
import os
def f(): return os.pread(os.open(SECRET, os.O_RDONLY), 100, 0).decode()
""",
    ),
    Attack(
        "map a file into memory",
        "leak",
        """
import mmap, os
def f(): return bytes(mmap.mmap(os.open(SECRET, os.O_RDONLY), 0, prot=mmap.PROT_READ))
""",
    ),
    Attack(
        "openat2 past the C library",
        "leak",
        SYSCALL
        + """
import os
def f():
    how = ctypes.create_string_buffer(24)
    return os.read(syscall(437, -100, SECRET.encode(), how, 24), 100).decode()
""",
    ),
    Attack(
        "open by handle",
        "leak",
        SYSCALL
        + """
import os
def f():
    handle = ctypes.create_string_buffer((128).to_bytes(4, 'little'), 136)
    mount = ctypes.c_int()
    if libc.name_to_handle_at(-100, SECRET.encode(), handle, ctypes.byref(mount), 0):
        raise OSError(ctypes.get_errno(), 'refused')
    root = os.open(FOLDER, os.O_RDONLY)
    found = libc.open_by_handle_at(root, handle, 0)
    if found < 0:
        raise OSError(ctypes.get_errno(), 'refused')
    return os.read(found, 100).decode()
""",
        bites=False,
        why="needs CAP_DAC_READ_SEARCH: bites as root alone",
    ),
    Attack(
        "list a folder",
        "leak",
        """
import os
def f(): return os.listdir(os.path.join(FOLDER, 'folder'))
""",
    ),
    Attack(
        "walk from the root",
        "leak",
        """
import os
def f(): return [name for _, _, names in os.walk(FOLDER) for name in names]
""",
    ),
    Attack(
        "through /proc/self/root",
        "leak",
        "def f(): return open('/proc/self/root' + SECRET).read()",
    ),
    Attack(
        "through a relative path",
        "leak",
        "def f(): return open('../' * 20 + SECRET.lstrip('/')).read()",
    ),
    Attack(
        "import a module from elsewhere",
        "leak",
        """
import sys
def f():
    sys.path.append(FOLDER)
    import hidden_module
    return hidden_module.value
""",
    ),
    Attack(
        "linecache",
        "leak",
        """
import linecache
def f(): return linecache.getline(SECRET, 1)
""",
    ),
    Attack(
        "run a file as a program",
        "leak",
        """
import runpy
def f(): return runpy.run_path(FOLDER + '/hidden_module.py')['value']
""",
    ),
    Attack(
        "another program",
        "leak",
        """
import subprocess
def f(): return subprocess.run(['cat', SECRET], capture_output=True, text=True).stdout
""",
    ),
    Attack(
        "the shell",
        "leak",
        """
import os
def f(): return os.popen('cat ' + SECRET).read()
""",
    ),
    Attack(
        "the environment",
        "leak",
        """
import os
def f(): return dict(os.environ)
""",
    ),
    Attack(
        "the environment past Python",
        "leak",
        """
import ctypes
def f():
    environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), 'environ')
    found = []
    while environ[len(found)]:
        found.append(environ[len(found)])
    return found
""",
    ),
    Attack("/proc/self/environ", "leak", "def f(): return open('/proc/self/environ', 'rb').read()"),
    Attack(
        "the environment of another process",
        "leak",
        "def f(): return open(f'/proc/{VICTIM}/environ', 'rb').read()",
    ),
    Attack(
        "the environment of every process",
        "leak",
        """
import os
def f():
    found = b''
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            found += open(f'/proc/{name}/environ', 'rb').read()
        except OSError:
            pass
    return found
""",
    ),
    Attack(
        "the stack of another process",
        "leak",
        """
import os
def f():
    for line in open(f'/proc/{VICTIM}/maps'):
        if '[stack]' in line:
            start, end = (int(part, 16) for part in line.split()[0].split('-'))
            memory = os.open(f'/proc/{VICTIM}/mem', os.O_RDONLY)
            return os.pread(memory, end - start, start)[-20000:]
""",
        bites=False,
        why="Yama lets only an ancestor look: bites as root alone",
    ),
    Attack(
        "the expected value on the stack of calls",
        "leak",
        """
import sys
def f():
    frame, found = sys._getframe(), []
    while frame:
        found.append(repr(frame.f_locals))
        frame = frame.f_back
    return found
""",
    ),
    Attack(
        "the expected value among all objects",
        "leak",
        """
import gc, re
def f():
    containers = (found for found in gc.get_objects() if isinstance(found, (dict, list)))
    return [text for found in containers for text in re.findall('secret[0-9a-f]+', repr(found))]
""",
    ),
    Attack(
        "the expected value in memory",
        "leak",
        """
import os, re
def f():
    memory, found = os.open('/proc/self/mem', os.O_RDONLY), []
    for line in open('/proc/self/maps'):
        start, end = (int(part, 16) for part in line.split()[0].split('-'))
        if ' rw' in line and end - start < 1 << 24:
            try:
                found += re.findall(b'secret[0-9a-f]{16}', os.pread(memory, end - start, start))
            except OSError:
                pass
    return found[:100]
""",
    ),
    Attack(
        "what the descriptors say",
        "leak",
        """
import os
def f():
    found = []
    for number in range(64):
        try:
            found.append((os.readlink(f'/proc/self/fd/{number}'), os.pread(number, 100, 0)))
        except OSError:
            pass
    return found
""",
        bites=False,
        why="the plain evaluator opens no file of a secret",
    ),
)
