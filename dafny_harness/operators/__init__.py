"""Mutation operators on outputs: what a wrong answer may look like.

An operator is one function and one line of the registry in `registry.py`.
"""

from .registry import IN_PLACE, OPERATOR_SETS, Mutation, MutationOperator, mutants, operator_set

__all__ = ["IN_PLACE", "OPERATOR_SETS", "Mutation", "MutationOperator", "mutants", "operator_set"]
