"""The language of the suite: the shared IR of contracts, its evaluator, and the algorithms over it."""
