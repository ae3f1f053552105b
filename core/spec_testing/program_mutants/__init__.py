"""Mutants of programs: bodies with one change, run to see what their specification lets through."""
