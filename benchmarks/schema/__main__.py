"""Writes docs/schema.md: `python -m specassay.benchmarks.schema > docs/schema.md`."""

import sys

from . import document

if __name__ == "__main__":
    sys.stdout.write(document())
