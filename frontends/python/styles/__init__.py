"""The ways in which a Python function states its contract, each read as a block of assertions.

A style is a module with one function that yields promises, and a line in `assemble.py`.
"""
