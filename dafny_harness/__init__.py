"""Tests, mutants and scores of Dafny specifications."""
