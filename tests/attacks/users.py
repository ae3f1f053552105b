"""Runs a function as another user."""

import os
import pickle
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from specassay.backends.python.sandbox import GUEST, Installation

Result = TypeVar("Result")
OLDEST = (3, 11)


class NoInterpreter(Exception):
    """There is no Python that the user may run."""


def as_user(name: str, function: Callable[[Installation], Result]) -> Result:
    """What `function` returns in a child process that has become user `name`; we have to be root. Its argument is what
    that user may run samples with. Raises NoInterpreter, and RuntimeError when the function raises."""
    user = pwd.getpwnam(name)
    with TemporaryDirectory() as folder:
        # The checkout may be in a folder that only its owner enters.
        guest = Path(folder, GUEST.name)
        shutil.copytree(GUEST, guest, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (Path(folder), guest):
            path.chmod(0o755)
        for module in guest.iterdir():
            module.chmod(0o644)
        return _in_child(user, function, Installation(_interpreter(user), guest))


def _in_child(user: pwd.struct_passwd, function: Callable[[Installation], Result], argument: Installation) -> Result:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            _become(user)
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(function(argument), pipe)
        except BaseException as error:
            sys.stderr.write(f"as {user.pw_name}: {type(error).__name__}: {error}\n")
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    if not data:
        raise RuntimeError(f"it failed as {user.pw_name}")
    found: Result = pickle.loads(data)  # written by our own code
    return found


def _become(user: pwd.struct_passwd) -> None:
    os.setgroups([])
    os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
    os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)


def _interpreter(user: pwd.struct_passwd) -> str:
    program = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    for python in filter(None, (sys.executable, shutil.which("python3", path=os.defpath))):
        command = [python, "-I", "-S", "-c", program]
        try:
            done = subprocess.run(
                command, user=user.pw_uid, group=user.pw_gid, extra_groups=[], cwd="/", capture_output=True
            )
        except OSError:
            continue
        if done.returncode == 0:
            return python
    raise NoInterpreter(f"user {user.pw_name} may run no Python {OLDEST[0]}.{OLDEST[1]} or newer")
