"""Results kept between runs, by content: what is computed from the same input is read back."""

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from attrs import frozen
from platformdirs import user_cache_path

VERSION = "5"
"""Part of every key: changed when the meaning of what is kept changes."""


def default_folder() -> Path:
    """The user's folder for caches, as the platform has it."""
    return user_cache_path("specassay")


def key_of(kind: str, *parts: str) -> str:
    """A name for a result: its kind and a digest of everything that it depends on."""
    digest = hashlib.sha256()
    for part in (VERSION, *parts):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return f"{kind}-{digest.hexdigest()}"


@frozen(slots=True)
class Cache:
    """JSON values by key, a file each; `folder` None keeps nothing. A folder that cannot be written, and a file that
    is no JSON, are the same as an empty cache: everything in it can be computed again."""

    folder: Path | None

    def get(self, key: str) -> Any | None:
        if self.folder is None:
            return None
        try:
            return json.loads(self._path(key).read_bytes())
        except (OSError, ValueError):
            return None

    def put(self, key: str, value: Any) -> None:
        """Write a value so that other processes see all of it or nothing."""
        if self.folder is None:
            return
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="ascii") as file:
                json.dump(value, file)
            Path(name).replace(self._path(key))

    def _path(self, key: str) -> Path:
        if self.folder is None:
            raise ValueError("a cache without a folder has no files")
        return self.folder / f"{key}.json"


NO_CACHE = Cache(None)
