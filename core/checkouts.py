"""Where the files of one project end."""

from pathlib import Path


def checkout_of(folder: Path) -> Path:
    """The folder of the checkout (Git's) that a folder is in, symbolic links resolved; the folder itself outside of
    any."""
    resolved = folder.resolve()
    return next((parent for parent in (resolved, *resolved.parents) if (parent / ".git").exists()), resolved)
