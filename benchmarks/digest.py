"""Digests of what a row was computed from."""

import hashlib
import json
from collections.abc import Mapping

CHARACTERS = 16


def digest_of_parts(parts: Mapping[str, object]) -> str:
    """A digest of everything in `parts`; what JSON has not counts as its text."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:CHARACTERS]
