"""Executing tests, on unknown results of the methods under test, to examples of what these should do."""
