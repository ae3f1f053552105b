"""Attacks that change files. The folder they change is compared before and after."""

from .confidentiality import SYSCALL
from .records import Attack


def _one(name: str, statement: str, imports: str = "import os") -> Attack:
    return Attack(name, "files", f"{imports}\ndef f(): return {statement}\n")


ATTACKS = (
    _one("make a file", "open(FOLDER + '/new', 'w').write('x')"),
    _one("append to a file", "open(FOLDER + '/existing.txt', 'a').write('x')"),
    _one("overwrite a file", "open(FOLDER + '/existing.txt', 'r+').write('x')"),
    _one("empty a file by opening it to read", "os.open(FOLDER + '/existing.txt', os.O_RDONLY | os.O_TRUNC)"),
    _one("truncate a file", "os.truncate(FOLDER + '/existing.txt', 1)"),
    _one("remove a file", "os.remove(FOLDER + '/existing.txt')"),
    _one("remove a folder", "shutil.rmtree(FOLDER + '/folder')", "import shutil"),
    _one("rename a file", "os.rename(FOLDER + '/existing.txt', FOLDER + '/renamed')"),
    _one("make a folder", "os.mkdir(FOLDER + '/new')"),
    _one("make a symbolic link", "os.symlink('/etc/passwd', FOLDER + '/new')"),
    _one("make a hard link", "os.link(FOLDER + '/existing.txt', FOLDER + '/new')"),
    _one("make a named pipe", "os.mkfifo(FOLDER + '/new')"),
    _one("change permissions", "os.chmod(FOLDER + '/existing.txt', 0o777)"),
    _one("change times", "os.utime(FOLDER + '/existing.txt', (1, 1))"),
    _one("set an attribute", "os.setxattr(FOLDER + '/existing.txt', 'user.x', b'x')"),
    _one("make a database", "sqlite3.connect(FOLDER + '/new').execute('create table t (x)')", "import sqlite3"),
    _one("make a socket", "socket.socket(socket.AF_UNIX).bind(FOLDER + '/new')", "import socket"),
    _one("by another program", "os.system('touch ' + FOLDER + '/new')"),
    _one("compile a module", "py_compile.compile(FOLDER + '/hidden_module.py')", "import py_compile"),
    Attack(
        "openat2 past the C library",
        "files",
        SYSCALL
        + """
def f():
    how = ctypes.create_string_buffer((0o102).to_bytes(8, 'little') + (0o600).to_bytes(8, 'little'), 24)
    return syscall(437, -100, (FOLDER + '/new').encode(), how, 24)
""",
    ),
    Attack(
        "fill the disk",
        "files",
        """
def f():
    with open(FOLDER + '/new', 'wb') as file:
        for _ in range(64):
            file.write(bytes(1 << 20))
""",
    ),
    Attack(
        "dump core",
        "files",
        """
import ctypes, os, resource
def f():
    os.chdir(FOLDER)
    resource.setrlimit(resource.RLIMIT_CORE, (1 << 26, 1 << 26))
    ctypes.string_at(0)
""",
        bites=False,
        why="where the kernel puts core files depends on the machine",
    ),
)
