"""Data sets, runs over them, and reports."""
