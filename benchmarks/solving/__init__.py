"""Solvers against each other on queries in files: who decides what, in which time, and who contradicts whom."""
