"""Candidate specifications as rewards: a number for each, and the warm processes that work it out."""
