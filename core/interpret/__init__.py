"""The reference interpreter of method bodies."""
