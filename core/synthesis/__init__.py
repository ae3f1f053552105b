"""Contract-violating tests: for every set of clauses an input that violates exactly these, or a proof that none exists.

Pure algorithms over an abstract solver (`deciding/solver.py`) and an oracle that says which clauses an input violates.
"""
