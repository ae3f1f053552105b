"""Getting the file of a data set, when a user asks for it; nothing else here uses a network."""

import hashlib
import os
import tempfile
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

from ....core.errors import InputError, SolverFailure, unwritable

SECONDS = 60.0
"""Seconds for each step of the connection."""
MOST_BYTES = 1 << 30
"""Bytes of one file: a server that sends without end is left."""
_CHUNK = 1 << 16  # bytes


def download(address: str, target: Path, sha256: str) -> None:
    """Download a file, in one step: `target` is the whole file with that checksum, or what it was before.

    Raises InputError for an address that is none, a file with another checksum, and a target that cannot be written;
    SolverFailure where the address does not answer.
    """
    if not address.startswith(("https://", "http://", "file://")):
        raise InputError(f"expected an address that begins with https://, not {address!r}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # In the folder of the target, so that the last step is a rename and never half a file.
        handle, name = tempfile.mkstemp(dir=target.parent, suffix=".part")
    except OSError as error:
        raise unwritable(target, error) from error
    try:
        with os.fdopen(handle, "wb") as file:
            digest = hashlib.sha256()
            size = 0
            with urllib.request.urlopen(address, timeout=SECONDS) as answer:
                # The size is checked while reading: the server decides how much it sends.
                while chunk := answer.read(_CHUNK):
                    size += len(chunk)
                    if size > MOST_BYTES:
                        raise InputError(f"{address}: more than {MOST_BYTES >> 20} MiB")
                    digest.update(chunk)
                    file.write(chunk)
        if digest.hexdigest() != sha256.lower():
            raise InputError(
                f"{address}: the SHA-256 is {digest.hexdigest()}, expected {sha256}; nothing was kept; if another "
                "version is meant, give its checksum with --sha256"
            )
        os.replace(name, target)
    except (urllib.error.URLError, TimeoutError, ConnectionError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise SolverFailure(
            f"{address}: cannot be downloaded: {reason}; download it elsewhere, and name the file with --from"
        ) from error
    # After the rename there is no such file; after an error this is what removes it.
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
