"""Measurements of the suite itself, which are no part of what is installed: speed, and checks of its verdicts."""
