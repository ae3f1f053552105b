"""Results kept between runs, by content: what is computed from the same input by the same code is read back.

Invariant: everything that decides about a result is in its key, the sources of specassay and the interpreter, too. A
proof of an encoding that was mended since counts no more.
"""

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import time
from datetime import timedelta
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from attrs import frozen
from platformdirs import user_cache_path

from .build import build

FOLDER_VARIABLE = "SPECASSAY_CACHE_DIR"
"""The environment variable that names the folder; empty for none."""
DAYS_KEPT = 30
"""A result that nobody has asked for in so many days is removed. Chosen: a branch that is older is looked at anew."""


def user_folder() -> Path | None:
    """The user's folder for what is kept; None where nothing is."""
    given = os.environ.get(FOLDER_VARIABLE)
    if given is not None:
        return Path(given) if given else None
    return user_cache_path("specassay")


@cache
def _made_by() -> tuple[str, ...]:
    """What computes: the sources of specassay, the interpreter, and the libraries that decide about a result."""
    versions = []
    for name in ("z3-solver", "cvc5", "numpy"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            versions.append(f"{name} {metadata.version(name)}")
    return build(), sys.version, *versions


def key_of(kind: str, *parts: str) -> str:
    """A name for a result: its kind and a digest of everything that it depends on."""
    digest = hashlib.sha256()
    for part in (*_made_by(), *parts):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return f"{kind}-{digest.hexdigest()}"


def write_whole(file: Path, text: str) -> None:
    """Write a file so that other processes see all of it or nothing; remove what is old beside it. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8") as whole:
        whole.write(text)
    Path(name).replace(file)
    oldest = time.time() - timedelta(days=DAYS_KEPT).total_seconds()
    for other in file.parent.iterdir():
        with contextlib.suppress(OSError):
            if other.stat().st_mtime < oldest:
                other.unlink()


@frozen(slots=True)
class Cache:
    """JSON values by key, a file each; `folder` None keeps nothing. A folder that cannot be written, and a file that
    is no JSON, are the same as an empty cache: everything in it can be computed again."""

    folder: Path | None

    def get(self, key: str) -> Any | None:
        """What is kept under a key."""
        if self.folder is None:
            return None
        file = self._file(self.folder, key)
        try:
            value = json.loads(file.read_bytes())
        except (OSError, ValueError):
            return None
        with contextlib.suppress(OSError):  # The folder may be read-only.
            file.touch()
        return value

    def put(self, key: str, value: Any) -> None:
        """Keep a value."""
        if self.folder is not None:
            with contextlib.suppress(OSError):
                write_whole(self._file(self.folder, key), json.dumps(value))

    def _file(self, folder: Path, key: str) -> Path:
        # Folders by two digits of the digest: removing what is old looks at a small one.
        return folder / "grade" / key.rsplit("-", 1)[1][:2] / f"{key}.json"


NO_CACHE = Cache(None)
