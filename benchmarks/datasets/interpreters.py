"""The interpreter of a project, where it is not ours: what is installed for it."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

from attrs import frozen

from ...core.errors import InputError

OLDEST = (3, 11)
"""What runs inside the sandbox needs this version."""
SECONDS = 20.0
"""For an interpreter to start."""
_QUESTION = """
import json, site, sys, os
folder = os.path.dirname(sys.executable)
settings = [os.path.join(place, 'pyvenv.cfg') for place in (folder, os.path.dirname(folder))]
settings = next(filter(os.path.isfile, settings), None)
prefixes = [os.path.dirname(settings)] if settings else [sys.prefix, sys.exec_prefix]
if settings:
    with open(settings, encoding='utf-8') as lines:
        pairs = [line.partition('=') for line in lines]
    if any(key.strip() == 'include-system-site-packages' and value.strip() == 'true' for key, _, value in pairs):
        prefixes += [sys.base_prefix, sys.base_exec_prefix]
print(json.dumps({
    'executable': sys.executable, 'implementation': sys.implementation.name, 'version': sys.version_info[:3],
    'folders': site.getsitepackages(prefixes),
}))
"""
"""Asked without what is installed: with it, an interpreter runs code of packages when it starts (`.pth` files)."""


@frozen(slots=True)
class PythonInterpreter:
    """`executable`: its path; `installed`: the folders of what is installed for it, in the order of their search."""

    executable: str
    installed: tuple[str, ...]


@cache
def interpreter(name: str) -> PythonInterpreter:
    """The interpreter of this path or command. Raises InputError for what is none that modules can be run with."""
    found = shutil.which(name)
    if found is None:
        raise InputError(f"--python {name}: there is no such program")
    try:
        answer = subprocess.run(
            [found, "-I", "-S", "-c", _QUESTION], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
            check=True,
        )  # fmt: skip
        said = json.loads(answer.stdout)
        version, executable = tuple(said["version"]), str(said["executable"])
        folders = [Path(folder) for folder in said["folders"]]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"--python {name}: {found} does not answer as CPython 3.11 or newer does") from error
    if said["implementation"] != "cpython" or version < OLDEST:
        shown = f"{said['implementation']} {'.'.join(map(str, version))}"
        raise InputError(f"--python {name}: it is {shown}, and modules are run with CPython 3.11 or newer")
    installed = [str(each) for folder in folders if folder.is_dir() for each in _with_links(folder)]
    return PythonInterpreter(executable, tuple(dict.fromkeys(installed)))


def _with_links(folder: Path) -> list[Path]:
    """A folder of packages, and those that its `.pth` files name, as editable installations do. Code in such files is
    not run."""
    lines = [
        line.strip()
        for file in sorted(folder.glob("*.pth"))
        for line in file.read_text("utf-8", "replace").splitlines()
        if line.strip() and not line.startswith(("#", "import ", "import\t"))
    ]
    return [folder, *(each for each in (folder / line for line in lines) if each.is_dir())]
