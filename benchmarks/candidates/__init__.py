"""Candidate specifications by models: what they are worth on the tests of their problems."""
