"""Deciding clauses: partial evaluation first, then solvers on what it leaves open."""
