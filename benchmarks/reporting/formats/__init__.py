"""The tests of a run in the forms that other tools read. The rows themselves (JSONL) are `output`'s."""

from .registry import FORMATS, document
from .suite import Suite

__all__ = ["FORMATS", "Suite", "document"]
