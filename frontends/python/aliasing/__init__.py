"""Alias analysis: which changes of containers in place are assignments to the one name that refers to them."""
