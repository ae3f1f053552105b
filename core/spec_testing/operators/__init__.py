"""Mutation operators on outputs: what a wrong answer may look like.

An operator is one function and one line of the registry in `registry.py`.
"""

from .model import Mutation, MutationOperator, OperatorSet, mutants
from .registry import OPERATOR_SETS, operator_set

__all__ = ["OPERATOR_SETS", "Mutation", "MutationOperator", "OperatorSet", "mutants", "operator_set"]
